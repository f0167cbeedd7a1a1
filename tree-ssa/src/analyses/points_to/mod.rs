//! What pointers may point to: Andersen's analysis by inclusion, within a function, field by field, without regard to the
//! order of statements.
//!
//! ```text
//!   int x, y, *p = c ? &x : &y;        p_1 = &x     p_1 = &y
//!   s.a = p;                           s.0+64 = p_1
//!   *q = &y;                           *q_2 = &y
//!   r = s.a;                           r_3 = s.0+64
//!
//!   p_1 = { x y }, s.0+64 = { x y }, r_3 = { x y }; what q_2 points to includes y
//! ```
//!
//! Statements make constraints (`statements`, `calls`, `library`, `operands`) between sets of variables
//! (`variables`); variables that will have the same set are found beforehand (`equivalence`), the others' sets flow
//! through a graph (`graph`, `solve`). What has no name in the function is a few variables: `NONLOCAL`, what the
//! function could not see before it was called; `ESCAPED`, what others may have pointers to; `ANYTHING`. What comes out
//! (`solution`) the alias oracle asks.

mod calls;
mod constraints;
mod equivalence;
mod graph;
mod library;
mod numbers;
mod operands;
mod report;
mod solution;
mod solve;
#[cfg(test)]
mod solver_tests;
mod statements;
mod turns;
mod unit;
mod variables;
mod whole;

use constraints::{Builder, Constraint, Settings};
use dumps::Dump;
use gimple::claims::{self, Claim, Claims, Pointees};
use gimple::decl::{DeclId, DeclKind};
use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::ssa::{NameFlags, SsaData, SsaName};
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use graph::Graph;
pub use report::{notes, solution_text};
use rustc_hash::FxHashMap;
pub use solution::Solution;
use solution::Solutions;
pub use unit::compute_unit;
use variables::{ESCAPED, NO_VARIABLE, Variables, var_flag};

const NONE: u32 = u32::MAX;

/// A points-to solution of a function.
pub struct PointsTo {
    /// The solution of each name, and its definition when that was found out: versions are reused.
    names: Vec<(u32, StmtId)>,
    solutions: Vec<Solution>,
    /// What functions that are called have pointers to.
    pub escaped: Solution,
    /// What calls use and clobber besides, and what they called when that was found out.
    calls: FxHashMap<StmtId, (Callee, CallSets)>,
    /// Declarations made later are not part of the solution.
    known: DeclId,
    /// Neither are statements.
    known_stmts: StmtId,
    /// It is of the whole unit: what has escaped has left that.
    of_unit: bool,
}

/// What is known of a call that is not the same for all.
#[derive(Clone, Copy)]
struct CallSets {
    used: u32,
    clobbered: u32,
}

/// What the options say that constraints depend on.
fn settings(options: &Options) -> Settings {
    let second_level = options.optimize >= 2;
    Settings {
        max_fields: if second_level { 100 } else { 0 },
        null_is_no_object: options.on(Flag::DeleteNullPointerChecks),
        math_errno: options.on(Flag::MathErrno),
    }
}

impl PointsTo {
    /// Solves for a function in SSA form.
    pub fn compute(
        unit: &mut Unit,
        options: &Options,
        dump: &mut Dump<'_>,
        f: &Function,
    ) -> PointsTo {
        let mut builder = Builder::new(unit, f, settings(options));
        builder.function();
        let Builder { unit, mut vars, mut constraints, mut names, mut decls, mut calls, .. } =
            builder;
        report::constraints(dump, unit, f, &vars, &constraints);
        let places = pointed_to_first(&mut vars, &mut constraints);
        for var in names.iter_mut().chain(decls.values_mut()).chain(calls.values_mut()) {
            *var = places[*var as usize];
        }
        let equal = equivalence::find(&vars, &constraints);
        let mut graph = Graph::new(&vars, &constraints, &equal);
        solve::solve(&vars, &mut graph);
        escape_returned(f, &vars, &mut graph, &names, &decls);
        report::sets(dump, unit, f, &vars, &graph);
        let known = unit.decls.next_key();
        let mut solutions = Solutions::new(unit, &vars, &graph);
        let mut solution = conclude(unit, f, &mut solutions, (&names, &decls), known);
        solution.calls = call_sets(f, &vars, &mut solutions, &calls);
        solution.solutions = solutions.list;
        report::alias_information(dump, unit, f, &solution);
        solution
    }

    /// What a name points to; `None` if that has not been found out for it.
    pub fn of(&self, f: &Function, name: SsaName) -> Option<&Solution> {
        let &(index, def) = self.names.get(name.0 as usize)?;
        if index == NONE || def != f.names[name].def {
            return None;
        }
        self.solutions.get(index as usize)
    }

    /// Lets a name that has been made since point to what another does.
    pub fn copy(&mut self, f: &Function, to: SsaName, from: SsaName) {
        let known = self.names.get(from.0 as usize).copied();
        let Some((index, _)) = known.filter(|known| known.1 == f.names[from].def) else { return };
        let place = to.0 as usize;
        if self.names.len() <= place {
            self.names.resize(place + 1, (NONE, StmtId::NONE));
        }
        self.names[place] = (index, f.names[to].def);
    }

    /// Whether a variable was there when the solution was found.
    pub fn knows(&self, var: DeclId) -> bool {
        var < self.known
    }

    /// Whether a statement was there when the solution was found.
    pub fn knows_stmt(&self, stmt: StmtId) -> bool {
        stmt < self.known_stmts
    }

    /// Whether it is of the whole unit.
    pub fn is_of_unit(&self) -> bool {
        self.of_unit
    }

    /// Shows it once more where it is not computed anew.
    pub fn say_again(&self, dump: &mut Dump<'_>, unit: &Unit, f: &Function) {
        report::kept(dump, unit, f, self);
    }

    fn call_sets(&self, f: &Function, stmt: StmtId) -> Option<CallSets> {
        let (callee, sets) = self.calls.get(&stmt)?;
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
        (call.callee == *callee).then_some(*sets)
    }

    /// What a call may read besides what has escaped and what it could see before; `None` if that is not known.
    pub fn used_by(&self, f: &Function, stmt: StmtId) -> Option<&Solution> {
        self.solutions.get(self.call_sets(f, stmt)?.used as usize)
    }

    /// What a call may write besides what has escaped and what it could see before; `None` if that is not known.
    pub fn clobbered_by(&self, f: &Function, stmt: StmtId) -> Option<&Solution> {
        self.solutions.get(self.call_sets(f, stmt)?.clobbered as usize)
    }

    /// What pointers point to that are computed, and followed somewhere: others may have left their objects.
    pub fn claims(&self, unit: &Unit, f: &Function) -> Claims {
        let followed = followed_names(unit, f);
        let pointers = claims::computed_names(f)
            .filter(|&name| followed[name.0 as usize] && unit.types.is_pointer(f.names[name].ty));
        let variables = f.locals.iter().chain(&f.params).copied();
        let in_memory =
            variables.filter(|&var| !unit.decls[var].is_global() && !unit.is_gimple_reg(var));
        let found = pointers.filter_map(|name| Some((name, self.of(f, name)?)));
        let known = found.filter(|(_, solution)| !solution.anything);
        let mut pointees = Vec::new();
        let list = known
            .map(|(name, solution)| {
                pointees.push(self.pointees(unit, solution));
                Claim::PointsTo(name, pointees.len() as u32 - 1)
            })
            .collect();
        Claims { list, objects: in_memory.collect(), pointees }
    }

    fn pointees(&self, unit: &Unit, solution: &Solution) -> Pointees {
        let mut vars: Vec<DeclId> =
            solution.vars.iter().flat_map(|vars| vars.iter()).copied().collect();
        if solution.escaped {
            vars.extend(self.escaped.vars.iter().flat_map(|vars| vars.iter()));
        }
        let outlives = |&var: &DeclId| unit.decls[var].is_global();
        let global = solution.nonlocal
            || solution.has_nonlocal
            || solution.string
            || solution.escaped && self.escaped.anything
            || vars.iter().any(outlives);
        Pointees { any_local: solution.escaped && self.escaped.anything, global, vars }
    }
}

/// The names that memory is accessed through, and that calls are given, by version.
fn followed_names(unit: &Unit, f: &Function) -> Vec<bool> {
    let mut followed = vec![false; f.names.len()];
    let mut note = |op: Operand| {
        let base = unit.trees.base_address(op);
        let through = base.tree().map(|id| unit.trees.kind(id));
        let name = match through {
            Some(&TreeKind::MemRef { base, .. } | &TreeKind::TargetMemRef { base, .. }) => base,
            _ => op,
        };
        if let Operand::Ssa(name) = name {
            followed[name.0 as usize] = true;
        }
    };
    for block in f.block_iter() {
        for stmt in f.block_stmts(block) {
            match &f.stmts[stmt].kind {
                StmtKind::Call(call) => {
                    call.args.iter().chain([&call.lhs]).for_each(|&op| note(op));
                }
                StmtKind::Assign { lhs, rhs, .. } => {
                    for &op in [lhs, &rhs[0]] {
                        if unit.is_memory_operand(op) {
                            note(op);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    followed
}

/// Puts the variables that something points to first. Returns the new numbers.
fn pointed_to_first(vars: &mut Variables, constraints: &mut [Constraint]) -> Vec<u32> {
    let first = variables::INTEGER + 1;
    let taken = |var: &u32| vars[vars[*var].head].has(var_flag::ADDRESS_TAKEN);
    let all = first..vars.len();
    let order = all.clone().filter(taken).chain(all.filter(|var| !taken(var)));
    let order: Vec<u32> = (0..first).chain(order).collect();
    let mut places = vec![NO_VARIABLE; order.len()];
    for (new, &old) in order.iter().enumerate() {
        places[old as usize] = new as u32;
    }
    let mut list = std::mem::take(&mut vars.list);
    vars.list = order
        .iter()
        .map(|&old| {
            let special = variables::Called::Special("");
            let var = &mut list[old as usize];
            let taken = std::mem::replace(&mut var.called, special);
            variables::Variable {
                called: taken,
                next: places[var.next as usize],
                head: places[var.head as usize],
                ..var.clone()
            }
        })
        .collect();
    for constraint in constraints {
        for side in [&mut constraint.lhs, &mut constraint.rhs] {
            side.var = places[side.var as usize];
        }
    }
    places
}

fn escape_returned(
    f: &Function,
    vars: &Variables,
    graph: &mut Graph,
    names: &[u32],
    decls: &FxHashMap<DeclId, u32>,
) {
    for block in f.block_iter() {
        let Some(last) = f.block_stmts(block).last() else { continue };
        let StmtKind::Return(op) = f.stmts[last].kind else { continue };
        let var = match op {
            Operand::Ssa(name) => names[name.0 as usize],
            Operand::Decl(decl) => decls.get(&decl).copied().unwrap_or(NO_VARIABLE),
            _ => NO_VARIABLE,
        };
        solve::escape_returned(vars, graph, var);
    }
}

/// The variables of names and declarations.
type Found<'a> = (&'a [u32], &'a FxHashMap<DeclId, u32>);

/// What the names of a function point to. The solutions themselves, and what is known of calls, are still to be added.
fn conclude(
    unit: &Unit,
    f: &Function,
    solutions: &mut Solutions<'_>,
    (names, decls): Found<'_>,
    known: DeclId,
) -> PointsTo {
    let mut escaped = {
        let index = solutions.of(ESCAPED);
        solutions.list[index as usize].clone()
    };
    // What has escaped is not defined by itself.
    escaped.escaped = false;
    let of_name = f.names.iter().map(|(name, data)| {
        let of_entry = data.has(NameFlags::DEFAULT_DEF) && data.var.is_some();
        let of_entry =
            of_entry && matches!(unit.decls[data.var].kind, DeclKind::Parm | DeclKind::Result);
        let var = if !is_pointer(unit, data) {
            NO_VARIABLE
        } else if of_entry {
            decls.get(&data.var).copied().unwrap_or(NO_VARIABLE)
        } else {
            names.get(name.0 as usize).copied().unwrap_or(NO_VARIABLE)
        };
        let solution = if var == NO_VARIABLE { NONE } else { solutions.of(var) };
        (solution, data.def)
    });
    let names = of_name.collect();
    let (known_stmts, calls) = (f.stmts.next_key(), FxHashMap::default());
    PointsTo { names, solutions: Vec::new(), escaped, calls, known, known_stmts, of_unit: false }
}

/// What calls use and clobber, of those that have variables for it.
fn call_sets(
    f: &Function,
    vars: &Variables,
    solutions: &mut Solutions<'_>,
    calls: &FxHashMap<StmtId, u32>,
) -> FxHashMap<StmtId, (Callee, CallSets)> {
    let of_call = calls.iter().filter_map(|(&stmt, &used)| {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
        let sets = CallSets { used: solutions.of(used), clobbered: solutions.of(vars[used].next) };
        Some((stmt, (call.callee, sets)))
    });
    of_call.collect()
}

/// Whether a name is there and a pointer.
fn is_pointer(unit: &Unit, data: &SsaData) -> bool {
    let hidden = data.flags.intersects(NameFlags::RELEASED | NameFlags::VIRTUAL);
    !hidden && data.ty.is_some() && unit.types.is_pointer(data.ty)
}
