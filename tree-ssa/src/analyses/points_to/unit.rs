//! Solves for a whole unit: generates the constraints of all functions, and makes of the sets what each function's alias
//! oracle asks.

use super::constraints::{Builder, Constraint, text};
use super::equivalence;
use super::graph::Graph;
use super::report;
use super::solution::{Solution, Solutions};
use super::solve;
use super::variables::{
    ANYTHING, ESCAPED, INTEGER, NO_VARIABLE, NONLOCAL, Variables, decl_text, var_flag,
};
use super::whole::{Info, Target, Unified, own_variables};
use super::{CallSets, PointsTo, conclude, pointed_to_first, settings};
use dumps::put;
use dumps::putln;
use gimple::decl::{DeclId, DeclKind};
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// What was made of a function while constraints were generated.
struct Body {
    names: Vec<u32>,
    calls: FxHashMap<StmtId, u32>,
}

/// The sets of a unit.
struct Solved<'a> {
    vars: &'a Variables,
    graph: &'a Graph,
    decls: &'a FxHashMap<DeclId, u32>,
    infos: &'a FxHashMap<DeclId, Info>,
    /// The functions by the variables that stand for them.
    heads: FxHashMap<u32, Info>,
}

/// Solves for functions in SSA form, in their order. `name` is what dumps call a function.
pub fn compute_unit(
    cx: &mut PassContext<'_>,
    functions: &[&Function],
    name: &dyn Fn(&Unit, DeclId) -> String,
) -> Vec<PointsTo> {
    let called =
        |unit: &Unit, decl: DeclId| format!("{} ({})\n", name(unit, decl), decl_text(unit, decl));
    let Some(&first) = functions.first() else { return Vec::new() };
    let spells = cx.dump.enabled();
    let mut said = Said { functions, shown: 0 };
    let unified = Unified::new(cx.unit, spells);
    let mut builder = Builder::new(cx.unit, first, settings(cx.options));
    builder.whole = Some(unified);
    let dump = &mut cx.dump;
    said.say(dump, &builder, "\nGenerating generic constraints\n", true);
    for f in functions {
        let title = format!("Generating initial constraints for {}", called(builder.unit, f.decl));
        builder.function_info(f);
        said.say(dump, &builder, &title, false);
    }
    let nodes = builder.unit.symtab().iter().rev().map(|node| node.decl);
    let variables: Vec<DeclId> =
        nodes.filter(|&decl| builder.unit.decls[decl].kind == DeclKind::Var).collect();
    for decl in variables {
        builder.of_decl(decl);
    }
    said.say(dump, &builder, "Generating constraints for global initializers\n", true);
    let mut bodies = Vec::with_capacity(functions.len());
    for &f in functions {
        builder.enter(f);
        builder.body();
        let title = format!("Generating constraints for {}", called(builder.unit, f.decl));
        said.say(dump, &builder, &title, true);
        let (names, calls) =
            (std::mem::take(&mut builder.names), std::mem::take(&mut builder.calls));
        bodies.push(Body { names, calls });
    }
    builder.calls_from_outside();
    put!(dump, "{}", report::STEPS);
    let Builder { vars, constraints, decls, whole, .. } = builder;
    let infos = whole.unwrap_or_default().functions;
    let mut unsolved = Unsolved { vars, constraints, decls, infos, bodies };
    let graph = unsolved.solve();
    report::sets(dump, cx.unit, first, &unsolved.vars, &graph);
    conclude_all(cx.unit, functions, &unsolved, &graph)
}

/// The constraints that have been shown.
struct Said<'a> {
    functions: &'a [&'a Function],
    shown: usize,
}

impl Said<'_> {
    /// Shows those that have come since; `always`, also if there are none.
    fn say(
        &mut self,
        dump: &mut dumps::Dump<'_>,
        builder: &Builder<'_>,
        title: &str,
        always: bool,
    ) {
        let new = &builder.constraints[self.shown..];
        self.shown = builder.constraints.len();
        if !dump.enabled() || new.is_empty() && !always {
            return;
        }
        let mut all = format!("{title}\n");
        for constraint in new {
            let any = self.functions[0];
            putln!(all, "{}", text(builder.unit, any, &builder.vars, constraint));
        }
        all.push('\n');
        put!(dump, "{all}");
    }
}

struct Unsolved {
    vars: Variables,
    constraints: Vec<Constraint>,
    decls: FxHashMap<DeclId, u32>,
    infos: FxHashMap<DeclId, Info>,
    bodies: Vec<Body>,
}

impl Unsolved {
    fn solve(&mut self) -> Graph {
        let places = pointed_to_first(&mut self.vars, &mut self.constraints);
        let of_bodies = self
            .bodies
            .iter_mut()
            .flat_map(|body| body.names.iter_mut().chain(body.calls.values_mut()));
        for var in of_bodies.chain(self.decls.values_mut()) {
            *var = places[*var as usize];
        }
        for info in self.infos.values_mut() {
            *info = info.renumbered(&places);
        }
        let equal = equivalence::find(&self.vars, &self.constraints);
        let mut graph = Graph::new(&self.vars, &self.constraints, &equal);
        solve::solve(&self.vars, &mut graph);
        graph
    }
}

fn conclude_all(
    unit: &Unit,
    functions: &[&Function],
    unsolved: &Unsolved,
    graph: &Graph,
) -> Vec<PointsTo> {
    let Unsolved { vars, decls, infos, bodies, .. } = unsolved;
    let heads = infos.values().map(|&info| (info.head, info)).collect();
    let solved = Solved { vars, graph, decls, infos, heads };
    let known = unit.decls.next_key();
    let mut solutions = Solutions::new(unit, vars, graph).of_unit(solved.older(unit, functions));
    let mut all = Vec::with_capacity(functions.len());
    for (f, body) in functions.iter().zip(bodies) {
        solutions.begin(own_variables(f));
        let mut found = conclude(unit, f, &mut solutions, (&body.names, decls), known);
        found.of_unit = true;
        found.calls = solved.call_sets(f, body, &mut solutions);
        found.solutions = solutions.begin(FxHashSet::default());
        all.push(found);
    }
    all
}

impl Solved<'_> {
    /// Variables that parameters of their function, or global variables, may point to: they may be those of a call of it
    /// that has not returned.
    fn older(&self, unit: &Unit, functions: &[&Function]) -> FxHashSet<u32> {
        let mut older = FxHashSet::default();
        let set = |var: u32| self.graph.sets[self.graph.found(var) as usize].iter();
        for f in functions {
            let own = own_variables(f);
            let Some(info) = self.infos.get(&f.decl) else { continue };
            for arg in info.first_arg..info.first_arg + info.args {
                older.extend(set(arg).filter(|&it| own.contains(&self.vars[it].decl)));
            }
        }
        for (&decl, &first) in self.decls {
            if unit.decls[decl].is_global() && unit.decls[decl].kind == DeclKind::Var {
                let fields = self.vars.from(first);
                older.extend(
                    fields.flat_map(set).filter(|&it| !self.vars[it].has(var_flag::GLOBAL)),
                );
            }
        }
        older
    }

    /// What the calls of a function use and clobber. Nothing is said of those that may call anything.
    fn call_sets(
        &self,
        f: &Function,
        body: &Body,
        solutions: &mut Solutions<'_>,
    ) -> FxHashMap<StmtId, (Callee, CallSets)> {
        let mut all = FxHashMap::default();
        for block in f.block_iter() {
            for stmt in f.block_stmts(block) {
                let StmtKind::Call(call) = &f.stmts[stmt].kind else { continue };
                let target = self.target(f, body, call.callee);
                if let Some(sets) = self.sets_of(target, body.calls.get(&stmt).copied(), solutions)
                {
                    all.insert(stmt, (call.callee, sets));
                }
            }
        }
        all
    }

    fn target(&self, f: &Function, body: &Body, callee: Callee) -> Target {
        match callee {
            Callee::Decl(decl) => {
                self.infos.get(&decl).map_or(Target::Outside, |&info| Target::Known(info))
            }
            Callee::Pointer(Operand::Ssa(name)) => {
                let of_param = self.decls.get(&f.names[name].var).copied();
                let of_name = body.names[name.0 as usize];
                match if of_name == NO_VARIABLE { of_param } else { Some(of_name) } {
                    Some(var) => Target::Through(var),
                    None => Target::Anything,
                }
            }
            Callee::Pointer(_) | Callee::Internal(_) => Target::Anything,
        }
    }

    fn sets_of(
        &self,
        target: Target,
        own: Option<u32>,
        solutions: &mut Solutions<'_>,
    ) -> Option<CallSets> {
        match target {
            Target::Known(info) => Some(CallSets {
                used: solutions.of(info.used),
                clobbered: solutions.of(info.clobber),
            }),
            Target::Outside => {
                let sets = [own?, own? + 1].map(|var| {
                    let index = solutions.of(var) as usize;
                    let mut set = solutions.list[index].clone();
                    (set.nonlocal, set.escaped) = (true, true);
                    solutions.add(set)
                });
                Some(CallSets { used: sets[0], clobbered: sets[1] })
            }
            Target::Through(var) => self.sets_of_all(var, solutions),
            Target::Anything => None,
        }
    }

    /// Those of all functions that a variable may point to.
    fn sets_of_all(&self, var: u32, solutions: &mut Solutions<'_>) -> Option<CallSets> {
        let set = &self.graph.sets[self.graph.found(var) as usize];
        if [ANYTHING, NONLOCAL, ESCAPED, INTEGER].into_iter().any(|it| set.contains(it)) {
            return None;
        }
        let mut both = [Solution::default(), Solution::default()];
        for object in set.iter() {
            let info = self.heads.get(&object)?;
            for (all, var) in both.iter_mut().zip([info.used, info.clobber]) {
                let index = solutions.of(var) as usize;
                all.join(&solutions.list[index].clone());
            }
        }
        let [used, clobbered] = both.map(|set| solutions.add(set));
        Some(CallSets { used, clobbered })
    }
}
