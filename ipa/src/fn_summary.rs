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
//! into them, until nothing changes; what is computed from parameters, what is loaded from or through them and has not
//! been stored before, and constants is constant when these are.

mod switch;

use super::param_loads::{ParamLoads, Source};
use super::passed_parts;
use super::predicate::{self, Condition, NOT_INLINED, Operation, Predicate, Test};
use super::summary::{ALWAYS, Argument, CallSummary, FnSummary, Passed, Ranges};
use dumps::Dump;
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::options::{Flag, Options};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use tree_ssa::analyses::alias::walk::walk_aliased_vdefs;
use tree_ssa::analyses::ranges::noted::noted;
use tree_ssa::analyses::ranges::{Kind, Range};
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::callee_builtin;
use tree_ssa::effects::size;
use tree_ssa::fold::is_invariant;
use tree_ssa::graph::dominance::{Direction, Dominators};
use tree_ssa::graph::order::reverse_post_order;
use tree_ssa::profile::sreal::Sreal;
use tree_ssa::sets::rounds::Rounds;

/// What a function takes that is never inlined itself (`--param uninlined-function-insns`), in half instructions.
const UNINLINED: i64 = 4;
/// Operations between a parameter and a condition on it that are followed (`--param ipa-max-param-expr-ops`).
const MAX_OPERATIONS: usize = 10;

/// Looks at a function in SSA form. Takes a time proportional to its size, as long as its blocks come by their
/// predicates in few rounds, which clauses of at most 30 conditions do. Loops that are known with the function are
/// looked at. Without optimisation it is not asked what is constant, as nothing is made of it.
pub fn analyze(unit: &mut Unit, f: &Function, options: &Options) -> FnSummary {
    let counted = counted_exits(unit, f, options);
    let unit = &*unit;
    let own = f.options.as_deref().unwrap_or(options);
    let optimizes = own.optimize > 0;
    let required = unit.disregards_inline_limits(f.decl);
    let mut analysis = Analysis {
        unit,
        f,
        optimizes,
        summary: FnSummary::default(),
        entered: f.block_info[gimple::cfg::ENTRY].count,
        on_edge: FxHashMap::default(),
        not_constant: vec![Predicate::TRUE; f.names.len()],
        loads: ParamLoads::new(unit, f, options),
    };
    analysis.summary.asked_for = required || optimizes && own.on(Flag::Inline);
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
        let expected = expected_comparison(unit, f, block);
        for stmt in f.block_stmts(block) {
            // The comparison goes into the condition once the builtin is gone.
            let folded = i64::from(expected == Some(stmt));
            let size = size::statement_size(unit, f, stmt) - folded;
            if let StmtKind::Call(call) = &f.stmts[stmt].kind
                && !matches!(call.callee, Callee::Internal(_))
            {
                analysis.call(stmt, call, size, &blocks[at]);
            } else {
                let time = Sreal::from(size::time(unit, f, stmt) - folded) * frequency;
                analysis.statement(stmt, size, time, &blocks[at]);
            }
            analysis.addresses(stmt, frequency, &blocks[at]);
        }
    }
    analysis.iterations(&order, &blocks, &counted);
    let mut summary = analysis.summary;
    let at = |call: &CallSummary| position.get(&f.stmts[call.stmt].block).copied();
    summary.calls.sort_by_key(at);
    account_calls(f, &mut summary);
    summary.stack = if analysis.optimizes { stack(unit, f) } else { 0 };
    summary.update();
    summary
}

/// The ranges that have been noted of what is passed.
fn ranges_of(unit: &Unit, f: &Function, call: &Call) -> Ranges {
    let args = call.args.iter().enumerate();
    let known = args.filter_map(|(param, arg)| {
        let name = arg.ssa()?;
        let kind = Kind::of(unit, f.names[name].ty).filter(|kind| !kind.pointer)?;
        Some((param as u32, noted(f, name, kind)?))
    });
    let all: Vec<(u32, Range)> = known.collect();
    if all.is_empty() { None } else { Some(all.into()) }
}

/// Accounts for the calls in GCC's order, on which the last digits of the time depend: the last first, those through pointers
/// after the others.
fn account_calls(f: &Function, summary: &mut FnSummary) {
    let entered = f.block_info[gimple::cfg::ENTRY].count;
    let (direct, indirect): (Vec<_>, Vec<_>) =
        summary.calls.iter().rev().partition(|call| call.callee.is_some());
    let cost = |call: &CallSummary| {
        let time = Sreal::from(call.time) * frequency(call.count, entered);
        ((2 * call.size, time), call.executed)
    };
    let costs: Vec<_> = direct.into_iter().chain(indirect).map(cost).collect();
    for (cost, executed) in costs.into_iter().filter(|(cost, _)| cost.0 != 0) {
        summary.account_call(cost, executed);
    }
}

/// The comparison whose result a block's `__builtin_expect` gets, if only a condition uses what that returns
/// (`find_foldable_builtin_expect`).
fn expected_comparison(unit: &Unit, f: &Function, block: BlockId) -> Option<StmtId> {
    f.block_stmts(block).find_map(|stmt| {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
        if !matches!(
            callee_builtin(unit, call),
            Some(Builtin::Expect | Builtin::ExpectWithProbability)
        ) {
            return None;
        }
        let result = call.lhs.ssa().filter(|&name| f.has_single_use(name))?;
        let user = f.imm_uses(result).next()?.stmt;
        if !matches!(f.stmts[user].kind, StmtKind::Cond { .. }) {
            return None;
        }
        let mut arg = call.args[0].ssa()?;
        loop {
            let def = f.names[arg].def;
            let StmtKind::Assign { code, rhs, .. } = f.stmts.get(def)?.kind else { return None };
            if code.is_comparison() {
                return Some(def);
            }
            if code != TreeCode::Nop {
                return None;
            }
            arg = rhs[0].ssa()?;
        }
    })
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

/// What a condition is on: a parameter or a part of it, as a type, and what is done to it.
type Subject = (Source, TypeId, SmallVec<[Operation; 1]>);

struct Analysis<'a> {
    unit: &'a Unit,
    f: &'a Function,
    optimizes: bool,
    summary: FnSummary,
    /// How often the function is entered, as counts go.
    entered: u64,
    /// When the edges are taken that depend on parameters.
    on_edge: FxHashMap<EdgeId, Predicate>,
    /// When names are not constant, by version.
    not_constant: Vec<Predicate>,
    loads: ParamLoads<'a>,
}

impl Analysis<'_> {
    /// How often a block is executed where the function is called once.
    fn frequency(&self, block: BlockId) -> Sreal {
        frequency(self.f.block_info[block].count, self.entered)
    }

    fn ask(&mut self, subject: Subject, test: Test) -> Predicate {
        let ((param, part), ty, operations) = subject;
        let has_nans = self.unit.types.is_real(ty);
        let condition = Condition { param, part, ty, has_nans, operations, test };
        predicate::ask(&mut self.summary.conditions, condition)
    }

    /// The parameter an operand is computed from with constants alone, and how (`decompose_param_expr`).
    fn subject(&mut self, stmt: StmtId, op: Operand) -> Option<Subject> {
        let (mut stmt, mut op) = (stmt, op);
        let mut operations: SmallVec<[Operation; 1]> = SmallVec::new();
        loop {
            if let Some(source) = self.loads.unmodified_source(stmt, op) {
                operations.reverse();
                return Some((source, self.unit.type_of(self.f, op), operations));
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
        if !self.optimizes {
            return vec![Predicate::TRUE; order.len()];
        }
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
            // What every path leads to from here is executed for no less.
            let join = ends.idom(block);
            if join.is_some() && join != gimple::cfg::EXIT {
                add(join, into);
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

    /// When the φs of a block are not constant: they choose between constants by one condition.
    fn phis(&mut self, block: BlockId) {
        let f = self.f;
        if !self.optimizes || f.phis(block).next().is_none() {
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

    /// When the edge into a block is not known beforehand (`phi_result_unknown_predicate`).
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
        match self.loads.unmodified_param(stmt, Operand::Ssa(name)) {
            Some(param) => {
                let subject = ((param, None), self.f.names[name].ty, SmallVec::new());
                self.ask(subject, Test::Changed)
            }
            None => self.not_constant[name.0 as usize],
        }
    }

    /// When a statement computes what is not constant (`will_be_nonconstant_predicate`); noted for the name it defines.
    fn not_constant_if(&mut self, stmt: StmtId) -> Predicate {
        let (unit, f) = (self.unit, self.f);
        if !self.optimizes {
            return Predicate::TRUE;
        }
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
        let mut loaded = None;
        if let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = f.stmts[stmt].kind
            && unit.is_memory_operand(rhs[0])
        {
            let Some(source) = self.loads.unmodified_source(stmt, rhs[0]) else {
                return Predicate::TRUE;
            };
            loaded = Some((source, unit.type_of(f, rhs[0])));
        }
        let mut changing = |&name: &SsaName| {
            self.not_constant[name.0 as usize].is_true()
                && self.loads.unmodified_param(stmt, Operand::Ssa(name)).is_none()
        };
        if used.iter().any(&mut changing) {
            return Predicate::TRUE;
        }
        let mut unknown = Predicate::never();
        if let Some((source, ty)) = loaded {
            unknown = self.ask((source, ty, SmallVec::new()), Test::Changed);
            // The pointer it is loaded through says nothing more.
            let from = Some(source.0);
            used.retain(|name| self.loads.unmodified_param(stmt, Operand::Ssa(*name)) != from);
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
        let halves = if self.optimizes { self.halves_eliminated(stmt) } else { 0 };
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
            let not_constant = match self.optimizes {
                true => self.not_constant_name(stmt, name),
                false => Predicate::TRUE,
            };
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
            Callee::Pointer(_) if !self.optimizes => (None, Passed::Unknown),
            Callee::Pointer(pointer) => (None, self.called_pointer(stmt, pointer)),
            Callee::Internal(_) => (None, Passed::Unknown),
        };
        let cheap = callee_builtin(unit, call).is_some_and(Builtin::is_cheap);
        self.summary.real_calls += i64::from(direct.is_some() && !cheap);
        self.not_constant_if(stmt);
        let block = f.stmts[stmt].block;
        let innermost = f.loop_of(block);
        let depth = f.loop_data(innermost);
        let passed = if self.optimizes { &call.args[..] } else { &[] };
        let args = passed.iter().map(|&arg| self.argument(stmt, arg)).collect();
        let parts = match self.optimizes {
            true => passed_parts::find(unit, f, &mut self.loads, (stmt, call)),
            false => None,
        };
        let summary = CallSummary {
            stmt,
            callee: direct,
            pointer,
            size,
            time: size::time(unit, f, stmt),
            executed: *executed,
            count: f.block_info[block].count,
            loop_depth: depth.map_or(0, |it| it.depth),
            args,
            parts,
            ranges: if self.optimizes { ranges_of(unit, f, call) } else { None },
        };
        self.summary.calls.push(summary);
    }

    /// The pointer that a call goes through.
    fn called_pointer(&mut self, stmt: StmtId, pointer: Operand) -> Passed {
        match self.argument(stmt, pointer).passed {
            Passed::Unknown => match self.loads.unmodified_source(stmt, pointer) {
                Some((index, Some(part))) => Passed::Loaded { index, part },
                _ => Passed::Unknown,
            },
            passed => passed,
        }
    }

    /// What is passed for a parameter, as far as it is known, and how often it changes (`param_change_prob`).
    fn argument(&mut self, stmt: StmtId, arg: Operand) -> Argument {
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
        let passed = self.passed(stmt, op);
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

    /// A parameter that is passed on, or the address of a part of what one points to.
    fn passed(&mut self, call: StmtId, op: Operand) -> Passed {
        if let Some(index) = self.loads.unmodified_param(call, op) {
            let preserved = self.loads.is_pointed_to_preserved(call, index, op);
            return Passed::Parameter { index, preserved };
        }
        self.ancestor(call, op).unwrap_or(Passed::Unknown)
    }

    fn ancestor(&mut self, call: StmtId, op: Operand) -> Option<Passed> {
        let (unit, f) = (self.unit, self.f);
        let StmtKind::Assign { code: TreeCode::Single, rhs, .. } =
            f.stmts.get(f.names[op.ssa()?].def)?.kind
        else {
            return None;
        };
        let part = unit.addressed(rhs[0])?;
        let base = unit.trees.base_address(part).tree()?;
        let TreeKind::MemRef { base: pointer, .. } = *unit.trees.kind(base) else { return None };
        let access = self.loads.oracle.access(unit, f, part);
        let of_param = pointer.ssa().is_some_and(|it| f.names[it].has(NameFlags::DEFAULT_DEF));
        if !of_param || !access.is_exact() || access.offset < 0 {
            return None;
        }
        let index = self.loads.unmodified_param(call, pointer)?;
        let preserved = self.loads.is_pointed_to_preserved(call, index, pointer);
        Some(Passed::Ancestor { index, offset: access.offset, preserved })
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
    fn memory_change(&mut self, call: StmtId, arg: Operand) -> u32 {
        let (unit, f) = (self.unit, self.f);
        if !unit.is_memory_operand(arg) || self.loads.stores_left == 0 {
            return ALWAYS;
        }
        if let Operand::Decl(var) = unit.trees.base_address(arg)
            && unit.decls[var].has(flag::STATIC | flag::READONLY)
        {
            return 0;
        }
        let Some(before) = f.stmts[call].vuse.expand() else { return ALWAYS };
        let oracle = &self.loads.oracle;
        let access = oracle.access(unit, f, arg);
        let mut most = self.entered;
        let mut note = |store: StmtId| {
            // As in GCC the call itself is taken not to change what it is passed the next time.
            if store == call {
                return true;
            }
            most = most.max(f.block_info[f.stmts[store].block].count);
            true
        };
        let count = walk_aliased_vdefs(oracle, unit, f, &access, before, &mut note);
        self.loads.stores_left = self.loads.stores_left.saturating_sub(count);
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
    fn halves_eliminated(&mut self, stmt: StmtId) -> i64 {
        let unit = self.unit;
        let (lhs, code, rhs) = match self.f.stmts[stmt].kind {
            StmtKind::Return(_) => return 2,
            StmtKind::Assign { lhs, code, rhs } => (lhs, code, rhs[0]),
            _ => return 0,
        };
        if !matches!(code, TreeCode::Single | TreeCode::Nop | TreeCode::ViewConvert) {
            return 0;
        }
        let loads = &mut self.loads;
        let (from, to) = (unit.trees.base_address(rhs), unit.trees.base_address(lhs));
        let of_param = loads.unmodified_param(stmt, from).is_some();
        let mut through_param = |op: Operand| match op.tree().map(|id| unit.trees.kind(id)) {
            Some(&TreeKind::MemRef { base, .. }) => loads.unmodified_param(stmt, base).is_some(),
            _ => false,
        };
        let mut value_free = of_param
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
