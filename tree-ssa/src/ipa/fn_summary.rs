//! What a function takes where it is called with constants (pass `local-fnsummary`, before inlining).
//!
//! ```text
//!   int f (int n)               size 2, executed if: not inlined
//!   {                           size 2, not constant if: op0 changed
//!     if (n > 0)                call of g, executed if: op0 > 0
//!       g ();                   size 1, executed if: not inlined
//!     return 0;
//!   }                           f (0) takes nothing, and will not call g
//! ```
//!
//! Each statement has a size, in half instructions, a time, by how often it is executed, a predicate for when it is
//! executed, that of its block, and one for when it is not constant. Blocks get theirs from the conditions on the edges
//! into them, until nothing changes; what is computed from parameters and constants is constant when these are. Only
//! what is the same for the whole function is known of a parameter: what is loaded through one is not followed.

use super::inline::estimate;
use super::predicate::{self, Condition, NOT_INLINED, Operation, Predicate, Test};
use super::summary::{ALWAYS, Argument, CallSummary, FnSummary, Passed};
use crate::analyses::call_effects::{self, callee_builtin};
use crate::analyses::scev::{Evolutions, Scev};
use crate::graph::cfg_edit::edge_count;
use crate::graph::dominance::{Direction, Dominators};
use crate::graph::order::reverse_post_order;
use crate::memory::alias::Oracle;
use crate::memory::alias::walk::walk_aliased_vdefs;
use crate::profile::sreal::Sreal;
use crate::scalar::forwprop::is_invariant;
use crate::sets::rounds::Rounds;
use dumps::Dump;
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::options::Options;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::BTreeMap;

/// What a function takes that is never inlined itself (`--param uninlined-function-insns`), in half instructions.
const UNINLINED: i64 = 4;
/// Operations between a parameter and a condition on it that are followed (`--param ipa-max-param-expr-ops`).
const MAX_OPERATIONS: usize = 10;
/// So many stores before calls are looked at in a function (`--param ipa-max-aa-steps`).
const MAX_STORES: usize = 25000;
/// The most values for which the default of a switch gets a condition each (`--param ipa-max-switch-predicate-bounds`).
const MAX_CASES: usize = 5;

/// Looks at a function in SSA form. Takes a time proportional to its size, as long as its blocks come by their
/// predicates in few rounds, which clauses of at most 30 conditions do. Loops that are known with the function are
/// looked at.
pub fn analyze(unit: &mut Unit, f: &Function, options: &Options) -> FnSummary {
    let counted = counted_exits(unit, f, options);
    let unit = &*unit;
    let mut analysis = Analysis {
        unit,
        f,
        summary: FnSummary::default(),
        entered: f.block_info[gimple::cfg::ENTRY].count,
        on_edge: FxHashMap::default(),
        not_constant: vec![Predicate::TRUE; f.names.len()],
        oracle: Oracle::new(options),
        stores_left: Cell::new(MAX_STORES),
    };
    let alone = Predicate::of_clause(NOT_INLINED);
    analysis.summary.account((UNINLINED, Sreal::ZERO), alone, Predicate::TRUE);
    let order = f.block_order();
    let blocks = analysis.block_predicates(&order);
    let position: FxHashMap<BlockId, usize> =
        order.iter().enumerate().map(|(at, &block)| (block, at)).collect();
    for &block in &reverse_post_order(f).blocks {
        let Some(&at) = position.get(&block) else { continue };
        analysis.phis(block);
        let frequency = analysis.frequency(block);
        for stmt in f.block_stmts(block) {
            let size = estimate::statement(unit, f, stmt);
            if let StmtKind::Call(call) = &f.stmts[stmt].kind
                && !matches!(call.callee, Callee::Internal(_))
            {
                analysis.call(stmt, call, size, &blocks[at]);
            } else {
                let time = Sreal::from(estimate::time(unit, f, stmt)) * frequency;
                analysis.statement(stmt, size, time, &blocks[at]);
            }
            analysis.addresses(stmt, frequency, &blocks[at]);
        }
    }
    analysis.iterations(&order, &blocks, &counted);
    let mut summary = analysis.summary;
    let at = |call: &CallSummary| position.get(&f.stmts[call.stmt].block).copied();
    summary.calls.sort_by_key(at);
    summary.stack = stack(unit, f);
    summary.update();
    summary
}

/// The names that a statement's references to arrays are indexed by.
fn indices(unit: &Unit, f: &Function, stmt: StmtId) -> SmallVec<[SsaName; 2]> {
    let mut indices: SmallVec<[SsaName; 2]> = SmallVec::new();
    let mut note = |mut op: Operand| {
        while let Some(id) = op.tree() {
            op = match *unit.trees.kind(id) {
                TreeKind::ArrayRef { base, index }
                | TreeKind::SizedArrayRef { base, index, .. } => {
                    indices.extend(index.ssa());
                    base
                }
                TreeKind::ComponentRef { base, .. }
                | TreeKind::PlacedComponentRef { base, .. }
                | TreeKind::BitFieldRef { base, .. }
                | TreeKind::ViewConvert(base)
                | TreeKind::Realpart(base)
                | TreeKind::Imagpart(base) => base,
                _ => return,
            };
        }
    };
    f.for_each_write(stmt, &mut note);
    f.for_each_read(stmt, &mut note);
    indices
}

/// An exit of a loop of which it is known by which names the number of iterations is decided.
struct CountedExit {
    edge: EdgeId,
    of: LoopId,
    by: Vec<SsaName>,
}

/// The exits of a function's loops whose numbers of iterations are known, where parameters may decide them.
fn counted_exits(unit: &mut Unit, f: &Function, options: &Options) -> Vec<CountedExit> {
    let loops = f.loops.as_ref().filter(|it| it.version == f.cfg_version);
    let Some(loops) = loops.filter(|it| !f.params.is_empty() && it.ids().nth(1).is_some()) else {
        return Vec::new();
    };
    let tree = Dominators::compute(f, Direction::Dominators);
    let (mut dump, mut state) = (Dump::off(), Evolutions::default());
    let mut scev = Scev { unit, f, options, dump: &mut dump, tree: &tree, state: &mut state };
    let mut found = Vec::new();
    for of in loops.ids().skip(1) {
        for edge in scev.exits(of).to_vec() {
            let Some(niter) = scev.niter_of_exit(of, edge, true) else { continue };
            let mut by = Vec::new();
            scev.state.exprs.any_name(scev.unit, niter.count, &mut |name| {
                by.push(name);
                false
            });
            found.push(CountedExit { edge, of, by });
        }
    }
    found
}

/// How often something is executed, as counts go, for each time that something else is.
pub fn frequency(count: u64, of: u64) -> Sreal {
    if count == of || count == NO_COUNT || of == NO_COUNT || of == 0 {
        return if count == 0 { Sreal::ZERO } else { Sreal::ONE };
    }
    Sreal::from(count as i64) / Sreal::from(of as i64)
}

/// What the variables of a function take that are in memory.
fn stack(unit: &Unit, f: &Function) -> u64 {
    let in_memory = |var: &&DeclId| {
        let decl = &unit.decls[**var];
        decl.kind == DeclKind::Var && !decl.is_global() && !unit.is_gimple_reg(**var)
    };
    let size = |var: &DeclId| unit.types.size(unit.decls[*var].ty).unwrap_or(0);
    f.locals.iter().filter(in_memory).map(size).fold(0, u64::saturating_add)
}

/// The blocks whose predicates are to be found, in rounds over an order.
struct Turns<'a> {
    order: &'a [BlockId],
    /// The place of each block in the order; `usize::MAX` of those not in it.
    place: Vec<usize>,
    rounds: Rounds,
}

impl<'a> Turns<'a> {
    fn new(f: &Function, order: &'a [BlockId]) -> Turns<'a> {
        let mut place = vec![usize::MAX; f.blocks.len()];
        for (at, &block) in order.iter().enumerate() {
            place[block.0 as usize] = at;
        }
        Turns { order, place, rounds: Rounds::all(order.len()) }
    }

    fn next(&mut self) -> Option<BlockId> {
        self.rounds.take().map(|at| self.order[at])
    }

    /// Says that the predicate of a block is another one: those that depend on it are looked at, and so are those that add to it.
    fn changed(&mut self, f: &Function, ends: &Dominators, block: BlockId) {
        let after = f.blocks[block].succs.iter().map(|&edge| f.edges[edge].dst);
        for dependent in after.chain(ends.children(block)).chain([block]) {
            let at = self.place[dependent.0 as usize];
            if at != usize::MAX {
                self.rounds.put(at);
            }
        }
    }
}

/// What a condition is on: a parameter, as a type, and what is done to it.
type Subject = (u32, TypeId, SmallVec<[Operation; 1]>);

struct Analysis<'a> {
    unit: &'a Unit,
    f: &'a Function,
    summary: FnSummary,
    /// How often the function is entered, as counts go.
    entered: u64,
    /// When the edges are taken that depend on parameters.
    on_edge: FxHashMap<EdgeId, Predicate>,
    /// When names are not constant, by version.
    not_constant: Vec<Predicate>,
    oracle: Oracle,
    /// How many stores may still be looked at.
    stores_left: Cell<usize>,
}

impl Analysis<'_> {
    /// How often a block is executed where the function is called once.
    fn frequency(&self, block: BlockId) -> Sreal {
        frequency(self.f.block_info[block].count, self.entered)
    }

    fn ask(&mut self, (param, ty, operations): Subject, test: Test) -> Predicate {
        predicate::ask(&mut self.summary.conditions, Condition { param, ty, operations, test })
    }

    /// The parameter whose value an operand of a statement is, unless it may have been changed before (`unmodified_parm`).
    fn unmodified_param(&self, stmt: StmtId, op: Operand) -> Option<u32> {
        let (mut stmt, mut op) = (stmt, op);
        loop {
            match op {
                Operand::Ssa(name) => {
                    let data = &self.f.names[name];
                    if data.has(NameFlags::DEFAULT_DEF) {
                        return data.var.expand().and_then(|var| self.param_index(var));
                    }
                    let StmtKind::Assign { code: TreeCode::Single, rhs, .. } =
                        self.f.stmts.get(data.def)?.kind
                    else {
                        return None;
                    };
                    (stmt, op) = (data.def, rhs[0]);
                }
                Operand::Decl(decl) => {
                    let vuse = self.f.stmts[stmt].vuse;
                    let untouched =
                        vuse.is_some() && self.f.names[vuse].has(NameFlags::DEFAULT_DEF);
                    return self.param_index(decl).filter(|_| untouched);
                }
                _ => return None,
            }
        }
    }

    fn param_index(&self, decl: DeclId) -> Option<u32> {
        let place = self.f.params.iter().position(|&param| param == decl);
        place.filter(|_| self.unit.decls[decl].kind == DeclKind::Parm).map(|index| index as u32)
    }

    /// The parameter an operand is computed from with constants alone, and how (`decompose_param_expr`).
    fn subject(&self, stmt: StmtId, op: Operand) -> Option<Subject> {
        let (mut stmt, mut op) = (stmt, op);
        let mut operations: SmallVec<[Operation; 1]> = SmallVec::new();
        loop {
            if let Some(param) = self.unmodified_param(stmt, op) {
                operations.reverse();
                return Some((param, self.unit.type_of(self.f, op), operations));
            }
            let name = op.ssa().filter(|&name| !self.f.names[name].has(NameFlags::DEFAULT_DEF))?;
            stmt = self.f.names[name].def;
            let StmtKind::Assign { code, rhs, .. } = self.f.stmts.get(stmt)?.kind else {
                return None;
            };
            if code == TreeCode::Single {
                op = rhs[0];
                continue;
            }
            if operations.len() == MAX_OPERATIONS {
                return None;
            }
            let operands = &rhs[..code.arity()];
            let variable = |op: &&Operand| !is_invariant(self.unit, **op);
            let position = operands.iter().position(|op| variable(&op))?;
            if operands.iter().filter(variable).count() != 1 {
                return None;
            }
            let mut constants = operands.iter().copied().filter(|op| !variable(&op));
            let constants = [(); 2].map(|()| constants.next().unwrap_or(Operand::None));
            let (ty, position) = (self.f.names[name].ty, position as u8);
            operations.push(Operation { code, ty, position, constants });
            op = rhs[usize::from(position)];
        }
    }

    /// Finds out when the blocks are executed (`compute_bb_predicates`), in the order given.
    fn block_predicates(&mut self, order: &[BlockId]) -> Vec<Predicate> {
        let ends = Dominators::compute(self.f, Direction::PostDominators);
        for &block in order {
            let Some(last) = self.f.last_stmt(block) else { continue };
            match self.f.stmts[last].kind {
                StmtKind::Cond { .. } => self.edges_of_condition(block, last, &ends),
                StmtKind::Switch(_) => self.edges_of_switch(block, last, &ends),
                _ => {}
            }
        }
        let mut found: FxHashMap<BlockId, Predicate> = FxHashMap::default();
        found.insert(gimple::cfg::ENTRY, Predicate::TRUE);
        let mut turns = Turns::new(self.f, order);
        while let Some(block) = turns.next() {
            let mut into = Predicate::never();
            for &edge in &self.f.blocks[block].preds {
                let Some(before) = found.get(&self.f.edges[edge].src) else { continue };
                let taken = self.on_edge.get(&edge).copied().unwrap_or(Predicate::TRUE);
                into = into
                    .or(&self.summary.conditions, &before.and(&self.summary.conditions, &taken));
                if into.is_true() {
                    break;
                }
            }
            if into.is_false() {
                continue;
            }
            let mut add = |block, into: Predicate| {
                let either = found.get(&block).map_or(into, |known: &Predicate| {
                    if *known == into { into } else { into.or(&self.summary.conditions, known) }
                });
                if found.insert(block, either) != Some(either) {
                    turns.changed(self.f, &ends, block);
                }
                either
            };
            let into = add(block, into);
            // What every way leads to from here is executed for no less.
            let behind = ends.idom(block);
            if behind.is_some() && behind != gimple::cfg::EXIT {
                add(behind, into);
            }
        }
        let of = |block: &BlockId| found.get(block).copied().unwrap_or(Predicate::never());
        order.iter().map(of).collect()
    }

    /// Whether an edge says something about what its destination is executed for.
    fn decides(&self, ends: &Dominators, block: BlockId, edge: EdgeId) -> bool {
        !ends.dominated_by(block, self.f.edges[edge].dst)
    }

    fn edges_of_condition(&mut self, block: BlockId, last: StmtId, ends: &Dominators) {
        let StmtKind::Cond { code, lhs, rhs, .. } = self.f.stmts[last].kind else { return };
        if !is_invariant(self.unit, rhs) {
            return;
        }
        let edges = self.f.blocks[block].succs.clone();
        let is_true = |edge: EdgeId| self.f.edges[edge].flags.intersects(EdgeFlags::TRUE_VALUE);
        if let Some(subject) = self.subject(last, lhs) {
            let nans = self.unit.types.is_real(self.unit.type_of(self.f, lhs));
            let inverse = code.inverse_comparison(nans, true);
            for edge in edges {
                let code = if is_true(edge) { Some(code) } else { inverse };
                if let Some(code) = code
                    && self.decides(ends, block, edge)
                {
                    let taken = self.ask(subject.clone(), Test::Compare(code, rhs));
                    self.on_edge.insert(edge, taken);
                }
            }
            return;
        }
        // The way of what is no constant.
        let Some(asked) = lhs.ssa().map(|name| self.f.names[name].def) else { return };
        let Some(StmtKind::Call(call)) = self.f.stmts.get(asked).map(|stmt| &stmt.kind) else {
            return;
        };
        if callee_builtin(self.unit, call) != Some(Builtin::ConstantP) || call.args.len() != 1 {
            return;
        }
        let Some(subject) = self.subject(asked, call.args[0]) else { return };
        for edge in edges.into_iter().filter(|&edge| !is_true(edge)) {
            let taken = self.ask(subject.clone(), Test::NotConstant);
            self.on_edge.insert(edge, taken);
        }
    }

    fn edges_of_switch(&mut self, block: BlockId, last: StmtId, ends: &Dominators) {
        let StmtKind::Switch(switch) = &self.f.stmts[last].kind else { return };
        let Some(subject) = self.subject(last, switch.index) else { return };
        // A block of a large switch has many ways out, and few lead to each case.
        let edge_to = |label: DeclId| self.f.find_edge(block, self.f.labels.block(label)?);
        let cases: Vec<_> = switch.cases.iter().map(|case| (*case, edge_to(case.label))).collect();
        let default = cases.iter().find(|(case, _)| case.low.is_none()).and_then(|it| it.1);
        let mut otherwise = Predicate::TRUE;
        let few = cases.len() <= MAX_CASES + 1;
        for (case, edge) in cases.iter().filter(|(case, _)| case.low.is_some()) {
            let mut compare =
                |code, value| self.ask(subject.clone(), Test::Compare(code, Operand::Const(value)));
            let (inside, outside) = if case.high.is_none() {
                (compare(TreeCode::Eq, case.low), few.then(|| compare(TreeCode::Ne, case.low)))
            } else {
                let (from, to) =
                    (compare(TreeCode::Ge, case.low), compare(TreeCode::Le, case.high));
                let outside = few
                    .then(|| (compare(TreeCode::Lt, case.low), compare(TreeCode::Gt, case.high)));
                let outside =
                    outside.map(|(below, above)| below.or(&self.summary.conditions, &above));
                (from.and(&self.summary.conditions, &to), outside)
            };
            if let Some(outside) = outside {
                otherwise = otherwise.and(&self.summary.conditions, &outside);
            }
            let Some(edge) = *edge else { continue };
            if Some(edge) != default && self.decides(ends, block, edge) {
                let known = self.on_edge.get(&edge).copied().unwrap_or(Predicate::never());
                self.on_edge.insert(edge, known.or(&self.summary.conditions, &inside));
            }
        }
        if let Some(edge) = default
            && !otherwise.is_true()
            && self.decides(ends, block, edge)
            && !cases.iter().any(|(case, to)| case.low.is_some() && *to == Some(edge))
        {
            self.on_edge.insert(edge, otherwise);
        }
    }

    /// When the φs of a block are not constant: they choose between constants by one condition.
    fn phis(&mut self, block: BlockId) {
        let f = self.f;
        if f.phis(block).next().is_none() {
            return;
        }
        let Some(chosen) = self.chosen_if(block).filter(|chosen| !chosen.is_true()) else { return };
        for phi in f.phis(block) {
            let phi = f.phi(phi);
            let mut any = chosen;
            for arg in &phi.args {
                if let Operand::Ssa(name) = arg.value {
                    any = any.or(&self.summary.conditions, &self.not_constant[name.0 as usize]);
                }
            }
            self.not_constant[phi.result.0 as usize] = any;
        }
    }

    /// When the way into a block is not known beforehand (`phi_result_unknown_predicate`).
    fn chosen_if(&mut self, block: BlockId) -> Option<Predicate> {
        let f = self.f;
        if f.single_pred(block).is_some() {
            return Some(Predicate::never());
        }
        let mut first = None;
        for &edge in &f.blocks[block].preds {
            let mut from = f.edges[edge].src;
            if f.single_succ(from).is_some() {
                from = f.edges[f.single_pred(from)?].src;
            }
            if *first.get_or_insert(from) != from {
                return None;
            }
        }
        let StmtKind::Cond { lhs, rhs, .. } = f.stmts[f.last_stmt(first?)?].kind else {
            return None;
        };
        if !is_invariant(self.unit, rhs) {
            return None;
        }
        lhs.ssa().map(|name| self.not_constant_name(StmtId::NONE, name))
    }

    /// When a name that a statement reads is not constant.
    fn not_constant_name(&mut self, stmt: StmtId, name: SsaName) -> Predicate {
        match self.unmodified_param(stmt, Operand::Ssa(name)) {
            Some(param) => {
                let subject = (param, self.f.names[name].ty, SmallVec::new());
                self.ask(subject, Test::Changed)
            }
            None => self.not_constant[name.0 as usize],
        }
    }

    /// When a statement computes what is not constant (`will_be_nonconstant_predicate`); noted for the name it defines.
    fn not_constant_if(&mut self, stmt: StmtId) -> Predicate {
        let (unit, f) = (self.unit, self.f);
        let defined = match &f.stmts[stmt].kind {
            StmtKind::Assign { lhs, .. } if !unit.is_memory_operand(*lhs) => lhs.ssa(),
            StmtKind::Call(call)
                if call_effects::flags_of(unit, call).intersects(Ecf::CONST)
                    && !unit.is_memory_operand(call.lhs) =>
            {
                call.lhs.ssa()
            }
            StmtKind::Cond { .. } | StmtKind::Switch(_) => None,
            _ => return Predicate::TRUE,
        };
        let mut used: SmallVec<[SsaName; 4]> = SmallVec::new();
        f.for_each_used_name(unit, stmt, &mut |name| used.push(name));
        used.retain(|name| !f.names[*name].has(NameFlags::VIRTUAL));
        // No condition is asked in vain.
        let changing = |&name: &SsaName| {
            self.not_constant[name.0 as usize].is_true()
                && self.unmodified_param(stmt, Operand::Ssa(name)).is_none()
        };
        if used.iter().any(changing) {
            return Predicate::TRUE;
        }
        let mut unknown = Predicate::never();
        if let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = f.stmts[stmt].kind
            && unit.is_memory_operand(rhs[0])
        {
            let Some(param) = self.unmodified_param(stmt, rhs[0]) else { return Predicate::TRUE };
            let subject = (param, unit.type_of(f, rhs[0]), SmallVec::new());
            unknown = self.ask(subject, Test::Changed);
        }
        for &name in &used {
            let changed = self.not_constant_name(stmt, name);
            unknown = unknown.or(&self.summary.conditions, &changed);
        }
        if let Some(name) = defined {
            self.not_constant[name.0 as usize] = unknown;
        }
        unknown
    }

    fn statement(&mut self, stmt: StmtId, size: i64, time: Sreal, executed: &Predicate) {
        let not_constant = self.not_constant_if(stmt);
        let halves = self.halves_eliminated(stmt);
        let part = |halves: i64| (size * halves, time * Sreal::from(halves) / Sreal::from(2));
        if halves > 0 {
            let alone = executed.and(&self.summary.conditions, &Predicate::of_clause(NOT_INLINED));
            self.summary.account(part(halves), alone, not_constant);
        }
        if halves < 2 {
            self.summary.account(part(2 - halves), *executed, not_constant);
        }
    }

    /// What finding an element by an index that is no constant takes, besides the access.
    fn addresses(&mut self, stmt: StmtId, frequency: Sreal, executed: &Predicate) {
        for name in indices(self.unit, self.f, stmt) {
            let not_constant = self.not_constant_name(stmt, name);
            if !not_constant.is_false() {
                self.summary.account((2, frequency), *executed, not_constant);
                self.summary.addresses.push(stmt);
            }
        }
    }

    /// Notes a call, which is accounted for by itself.
    fn call(&mut self, stmt: StmtId, call: &Call, size: i64, executed: &Predicate) {
        let (unit, f) = (self.unit, self.f);
        let (direct, pointer) = match call.callee {
            Callee::Decl(decl) => (Some(decl), Passed::Unknown),
            Callee::Pointer(pointer) => (None, self.argument(stmt, pointer).passed),
            Callee::Internal(_) => (None, Passed::Unknown),
        };
        let cheap = callee_builtin(unit, call).is_some_and(Builtin::is_cheap);
        self.summary.real_calls += i64::from(direct.is_some() && !cheap);
        self.not_constant_if(stmt);
        let block = f.stmts[stmt].block;
        let innermost = f.loop_of(block);
        let depth = f.loop_data(innermost);
        let args = call.args.iter().map(|&arg| self.argument(stmt, arg)).collect();
        let summary = CallSummary {
            stmt,
            callee: direct,
            pointer,
            size,
            time: estimate::time(unit, f, stmt),
            executed: *executed,
            count: f.block_info[block].count,
            loop_depth: depth.map_or(0, |it| it.depth),
            args,
        };
        if size != 0 {
            let time = Sreal::from(summary.time) * self.frequency(block);
            self.summary.account_call((2 * size, time), *executed);
        }
        self.summary.calls.push(summary);
    }

    /// What is passed for a parameter, as far as it is known, and how often it changes (`param_change_prob`).
    fn argument(&self, stmt: StmtId, arg: Operand) -> Argument {
        let unit = self.unit;
        if is_invariant(unit, arg) {
            return Argument { passed: Passed::Constant(arg), change: 0 };
        }
        let mut op = arg;
        // Conversions that change no bit do not matter.
        while let Some(name) =
            op.ssa().filter(|&name| !self.f.names[name].has(NameFlags::DEFAULT_DEF))
            && let Some(def) = self.f.stmts.get(self.f.names[name].def)
            && let StmtKind::Assign { code: TreeCode::Single | TreeCode::Nop, rhs, .. } = def.kind
            && rhs[0].ssa().is_some()
            && self.same_bits(op, rhs[0])
        {
            op = rhs[0];
        }
        let passed = self.unmodified_param(stmt, op).map_or(Passed::Unknown, Passed::Parameter);
        let base = unit.trees.base_address(arg);
        let Some(name) = base.ssa() else {
            let change = if is_invariant(unit, base) { 0 } else { self.memory_change(stmt, arg) };
            return Argument { passed, change };
        };
        let data = &self.f.names[name];
        let made = match self.f.stmts.get(data.def) {
            Some(def) if !data.has(NameFlags::DEFAULT_DEF) && def.block.is_some() => {
                self.f.block_info[def.block].count
            }
            _ => self.entered,
        };
        Argument { passed, change: self.share_of_calls(stmt, made) }
    }

    /// How often there is something else, for each time a call is made, if it is made so often.
    fn share_of_calls(&self, call: StmtId, made: u64) -> u32 {
        let called = self.f.block_info[self.f.stmts[call].block].count;
        if called == 0 || made == NO_COUNT || called == NO_COUNT || made >= called {
            return ALWAYS;
        }
        let share = frequency(made, called) * Sreal::from(i64::from(ALWAYS));
        share.floor().max(1) as u32
    }

    /// How often what an argument reads from memory has been written, for each time the call is made.
    fn memory_change(&self, call: StmtId, arg: Operand) -> u32 {
        let (unit, f) = (self.unit, self.f);
        if !unit.is_memory_operand(arg) || self.stores_left.get() == 0 {
            return ALWAYS;
        }
        if let Operand::Decl(var) = unit.trees.base_address(arg)
            && unit.decls[var].has(flag::STATIC | flag::READONLY)
        {
            return 0;
        }
        let Some(before) = f.stmts[call].vuse.expand() else { return ALWAYS };
        let access = self.oracle.access(unit, f, arg);
        let mut most = self.entered;
        let mut note = |store: StmtId| {
            most = most.max(f.block_info[f.stmts[store].block].count);
            true
        };
        let visited = &mut FxHashSet::default();
        let count = walk_aliased_vdefs(&self.oracle, unit, f, &access, before, visited, &mut note);
        self.stores_left.set(self.stores_left.get().saturating_sub(count));
        self.share_of_calls(call, most)
    }

    fn same_bits(&self, a: Operand, b: Operand) -> bool {
        let (a, b) = (self.unit.type_of(self.f, a), self.unit.type_of(self.f, b));
        let register = |ty| self.unit.types.is_integral(ty) || self.unit.types.is_pointer(ty);
        register(a) && register(b) && self.unit.types.size(a) == self.unit.types.size(b)
    }

    /// When it is not known how often loops are gone round.
    fn iterations(&mut self, order: &[BlockId], executed: &[Predicate], counted: &[CountedExit]) {
        let f = self.f;
        let Some(loops) = f.loops.as_ref().filter(|it| it.version == f.cfg_version) else { return };
        let mut unknown: BTreeMap<LoopId, Predicate> = BTreeMap::new();
        let place: FxHashMap<BlockId, &Predicate> = order.iter().copied().zip(executed).collect();
        for exit in counted {
            let Some(executed) = place.get(&f.edges[exit.edge].src) else { continue };
            let mut either = Predicate::never();
            for &name in &exit.by {
                let unknown = self.not_constant_name(StmtId::NONE, name);
                either = either.or(&self.summary.conditions, &unknown);
            }
            let both = executed.and(&self.summary.conditions, &either);
            if !both.is_true() && !both.is_false() {
                let known = unknown.entry(exit.of).or_insert(Predicate::TRUE);
                *known = known.and(&self.summary.conditions, &both);
            }
        }
        let all = unknown.into_iter().filter(|(_, it)| !it.is_true());
        let entered = |(number, unknown): (LoopId, Predicate)| {
            let header = loops[number].header;
            let ways = f.blocks[header].preds.iter().copied();
            let ways = ways.filter(|&edge| !f.in_loop(f.edges[edge].src, number));
            let count = ways.fold(0u64, |sum, edge| sum.saturating_add(edge_count(f, edge)));
            (unknown, frequency(count, self.entered))
        };
        self.summary.loops = all.take(super::summary::MAX_LOOPS).map(entered).collect();
    }

    /// How many halves of a statement go away by inlining (`eliminated_by_inlining_prob`): what moves parameters and
    /// results.
    fn halves_eliminated(&self, stmt: StmtId) -> i64 {
        let unit = self.unit;
        let (lhs, code, rhs) = match self.f.stmts[stmt].kind {
            StmtKind::Return(_) => return 2,
            StmtKind::Assign { lhs, code, rhs } => (lhs, code, rhs[0]),
            _ => return 0,
        };
        if !matches!(code, TreeCode::Single | TreeCode::Nop | TreeCode::ViewConvert) {
            return 0;
        }
        let of_param = |op: Operand| self.unmodified_param(stmt, op).is_some();
        let through_param = |op: Operand| {
            matches!(op.tree().map(|id| unit.trees.kind(id)),
                Some(&TreeKind::MemRef { base, .. }) if of_param(base))
        };
        let (from, to) = (unit.trees.base_address(rhs), unit.trees.base_address(lhs));
        let mut value_free = of_param(from)
            || unit.addressed(from).is_some_and(|place| {
                let base = unit.trees.base_address(place);
                let is_param = |decl: DeclId| unit.decls[decl].kind == DeclKind::Parm;
                matches!(base, Operand::Decl(decl) if is_param(decl)) || through_param(base)
            });
        let to_name = lhs.ssa().is_some();
        if value_free && to_name {
            return 2;
        }
        value_free |= through_param(from);
        let passed =
            |decl: DeclId| matches!(unit.decls[decl].kind, DeclKind::Parm | DeclKind::Result);
        let place_free = value_free && to_name
            || matches!(to, Operand::Decl(decl) if passed(decl))
            || through_param(to);
        value_free |= place_free && (rhs.ssa().is_some() || is_invariant(unit, rhs));
        i64::from(value_free && place_free)
    }
}
