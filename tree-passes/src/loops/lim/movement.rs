//! How far statements may move, what that is worth, and which loop each leaves.

use super::executed::{self, Heat};
use super::references::{Dependence, References};
use super::rewrite;
use dumps::putln;
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::function::Function;
use gimple::loops::{LoopId, Loops};
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt::Write;
use tree_ssa::analyses::trap;
use tree_ssa::dump_text;
use tree_ssa::edit::cfg_edit::ends_block;
use tree_ssa::effects::call_effects;
use tree_ssa::graph::dominance::Dominators;

/// The cost from which on a statement is worth moving (`--param lim-expensive`).
const EXPENSIVE: u32 = 20;

/// What is known of a statement in a loop (`lim_aux_data`).
#[derive(Default)]
pub struct Facts {
    /// The outermost loop it is invariant in, if there is one.
    pub invariant_in: Option<LoopId>,
    /// The loop it leaves.
    pub leaves: Option<LoopId>,
    /// The outermost loop whose header implies it; `executed::NONE` if there is none.
    pub executed_in: LoopId,
    pub cost: u32,
    /// Definitions in loops that it needs.
    pub needs: Vec<StmtId>,
    /// Of a φ that moves: what decides between its arguments. It is found before store motion changes the CFG.
    pub choice: Option<Choice>,
}

/// How freely a statement may move (`move_pos`).
#[derive(Clone, Copy, PartialEq)]
enum Freedom {
    None,
    /// Only where it would have been executed anyway.
    IfExecuted,
    Free,
}

/// The loops of a function and what is known of their statements.
pub struct Motion<'a> {
    pub table: &'a Loops,
    /// Made before store motion: asked about blocks of that time only, between which the splitting of edges changes nothing.
    pub tree: &'a Dominators,
    /// By block ([`executed::always_executed_in`]).
    pub executed_in: Vec<LoopId>,
    pub heat: Heat,
    pub references: References,
    pub facts: FxHashMap<StmtId, Facts>,
    /// Whether operands of conditions are to leave loops so that these can be taken apart by invariant conditions.
    pub for_unswitching: bool,
}

impl Motion<'_> {
    /// The depth of a loop.
    pub fn depth(&self, number: LoopId) -> u32 {
        self.table[number].depth
    }

    /// Finds out how far the statements of a block can move (`compute_invariantness`).
    pub fn look_at_block(&mut self, cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
        let own = f.loop_of(block);
        if own == LoopId::ROOT || self.table.get(own).is_none() {
            return;
        }
        if cx.dump.details() {
            let depth = self.depth(own);
            putln!(cx.dump, "Basic block {} (loop {} -- depth {depth}):\n", block.0, own.0);
        }
        let mut executed = self.executed_in[block.0 as usize];
        let phis: Vec<StmtId> = f.phis(block).collect();
        // More of them would make a long row of conditional expressions.
        for phi in phis.iter().copied().filter(|_| phis.len() <= 2) {
            if phi_may_move(f, phi) {
                self.look_at(cx, f, (phi, own), Freedom::Free, executed);
            }
        }
        for stmt in f.block_stmts(block).collect::<Vec<_>>() {
            let freedom = self.freedom(cx.unit, f, stmt);
            if freedom == Freedom::None {
                if call_effects::may_not_return(cx.unit, f, stmt) {
                    executed = executed::NONE;
                } else if f.stmts[stmt].vdef.is_some() {
                    self.facts.entry(stmt).or_default().executed_in = executed;
                }
                continue;
            }
            let stmt = if freedom == Freedom::Free {
                rewrite::to_expose_invariants(self, cx, f, stmt)
            } else {
                stmt
            };
            self.look_at(cx, f, (stmt, own), freedom, executed);
        }
    }

    fn look_at(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        (stmt, own): (StmtId, LoopId),
        freedom: Freedom,
        executed: LoopId,
    ) {
        self.facts.entry(stmt).or_default().executed_in = executed;
        let outermost = match freedom {
            Freedom::IfExecuted if executed == executed::NONE => return,
            Freedom::IfExecuted => executed,
            _ => self.around(own, 1),
        };
        let Some(level) = self.furthest(cx, f, stmt, (outermost, own)) else { return };
        let cost = self.facts[&stmt].cost;
        if let Some(facts) = self.facts.get_mut(&stmt) {
            facts.invariant_in = Some(level);
        }
        if cx.dump.details() {
            let text = dump_text::stmt(cx.unit, f, stmt);
            let depth = self.depth(level);
            putln!(cx.dump, "{text}\n  invariant up to level {depth}, cost {cost}.\n");
        }
        if cost >= EXPENSIVE && cx.dbg_cnt(Counter::Lim) {
            self.leave(f, stmt, own, level);
        }
    }

    /// The outermost loop a statement can leave; its cost and what it needs are noted (`determine_max_movement`).
    fn furthest(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        stmt: StmtId,
        (outermost, own): (LoopId, LoopId),
    ) -> Option<LoopId> {
        let block = f.stmts[stmt].block;
        let level = self.heat.best_to_leave(f, self.table, outermost, own, block)?;
        if f.is_phi(stmt) {
            return self.furthest_of_phi(cx.unit, f, stmt, (level, own));
        }
        let mut level = level;
        let mut names: SmallVec<[SsaName; 4]> = SmallVec::new();
        f.for_each_read(stmt, &mut |op| cx.unit.for_each_ssa(op, &mut |name| names.push(name)));
        for name in names {
            self.depend(f, (stmt, own), name, &mut level, true)?;
        }
        if f.stmts[stmt].vuse.is_some() {
            match self.references.of(stmt) {
                Some(id) if id != super::references::UNANALYZABLE => {
                    level = self.untouched(cx, f, id, (level, own))?;
                }
                _ => self.depend(f, (stmt, own), f.stmts[stmt].vuse, &mut level, false)?,
            }
        }
        self.add_cost(stmt, statement_cost(cx.unit, f, stmt));
        Some(level)
    }

    /// A φ after a condition becomes a conditional expression: its arguments are then computed always, so that only what
    /// the cheaper one costs is saved, and what chooses between them must be invariant, too.
    fn furthest_of_phi(
        &mut self,
        unit: &Unit,
        f: &Function,
        phi: StmtId,
        (mut level, own): (LoopId, LoopId),
    ) -> Option<LoopId> {
        let (mut least, mut total) = (u32::MAX, 0);
        for argument in &f.phi(phi).args {
            let Some(name) = argument.value.ssa() else {
                least = least.min(1);
                total += 1;
                continue;
            };
            self.depend(f, (phi, own), name, &mut level, false)?;
            let def = f.names[name].def;
            if def.is_some()
                && f.loop_of(f.stmts[def].block) == own
                && let Some(facts) = self.facts.get(&def)
            {
                least = least.min(facts.cost);
                total += facts.cost;
            }
        }
        let least = least.min(total);
        self.add_cost(phi, least);
        if f.phi(phi).args.len() < 2 {
            return Some(level);
        }
        let choice = choice(f, self.tree, phi)?;
        let StmtKind::Cond { lhs, rhs, .. } = f.stmts[choice.cond].kind else { return None };
        // Comparing what may be no number can be seen.
        if unit.types.is_real(unit.type_of(f, lhs)) {
            return None;
        }
        let mut names: SmallVec<[SsaName; 2]> = SmallVec::new();
        [lhs, rhs].iter().for_each(|&op| unit.for_each_ssa(op, &mut |name| names.push(name)));
        for name in names {
            self.depend(f, (phi, own), name, &mut level, false)?;
            if let Some(cost) = self.facts.get(&f.names[name].def).map(|facts| facts.cost) {
                self.add_cost(phi, cost);
            }
        }
        // Nothing very expensive is to be computed for nothing.
        if total - least >= 2 * EXPENSIVE && (least == 0 || total / least > 2) {
            return None;
        }
        self.add_cost(phi, EXPENSIVE);
        self.facts.entry(phi).or_default().choice = Some(choice);
        Some(level)
    }

    fn add_cost(&mut self, stmt: StmtId, cost: u32) {
        let facts = self.facts.entry(stmt).or_default();
        facts.cost = facts.cost.saturating_add(cost);
    }

    /// Notes that a statement of loop `own` needs a name; `None` if that changes in the loop (`add_dependency`).
    fn depend(
        &mut self,
        f: &Function,
        (stmt, own): (StmtId, LoopId),
        name: SsaName,
        level: &mut LoopId,
        with_cost: bool,
    ) -> Option<()> {
        let Some(def) = f.names[name].def.expand() else { return Some(()) };
        let outermost = self.invariant_level(f, own, name)?;
        if self.depth(outermost) > self.depth(*level) {
            *level = outermost;
        }
        let Some(facts) = self.facts.get(&def) else { return Some(()) };
        let near = f.loop_of(f.stmts[def].block) == own;
        let cost = if with_cost && near { facts.cost } else { 0 };
        self.add_cost(stmt, cost);
        self.facts.entry(stmt).or_default().needs.push(def);
        Some(())
    }

    /// The outermost loop around a use in loop `own` in which a name is invariant (`outermost_invariant_loop`).
    pub fn invariant_level(&self, f: &Function, own: LoopId, name: SsaName) -> Option<LoopId> {
        let Some(def) = f.names[name].def.expand() else {
            return Some(self.around(own, 1));
        };
        let home = f.loop_of(f.stmts[def].block);
        let mut common = self.table.common(own, home);
        if let Some(level) = self.facts.get(&def).and_then(|facts| facts.invariant_in) {
            common = self.table.common(common, self.table[level].outer);
        }
        (common != own).then(|| self.around(own, self.depth(common) + 1))
    }

    /// The loop of a depth around one that is not less deep.
    fn around(&self, own: LoopId, depth: u32) -> LoopId {
        self.table.at_depth(own, depth).unwrap_or(own)
    }

    /// The outermost loop from `level` inwards to `own` that does not write to a place (`outermost_indep_loop`).
    fn untouched(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        id: u32,
        (level, own): (LoopId, LoopId),
    ) -> Option<LoopId> {
        if self.references.is_stored(id, own) {
            return None;
        }
        for depth in self.depth(level)..=self.depth(own) {
            let number = self.around(own, depth);
            let kind = Dependence::ReadAfterWrite;
            if !self.references.is_stored(id, number)
                && self.references.independent_of_loop(cx, f, self.table, (id, number), kind)
            {
                return Some(number);
            }
        }
        None
    }

    /// Lets a statement needed in loop `own` leave a loop, and what it needs and is in that loop (`set_level`).
    pub fn leave(&mut self, f: &Function, stmt: StmtId, own: LoopId, level: LoopId) {
        let mut work = vec![stmt];
        while let Some(stmt) = work.pop() {
            let Some(facts) = self.facts.get(&stmt) else { continue };
            let mut home = self.table.common(own, f.loop_of(f.stmts[stmt].block));
            if let Some(left) = facts.leaves {
                home = self.table.common(home, self.table[left].outer);
            }
            if !self.table.is_within(home, level) {
                continue;
            }
            work.extend_from_slice(&facts.needs);
            if let Some(facts) = self.facts.get_mut(&stmt) {
                facts.leaves = Some(level);
            }
        }
    }

    /// Whether and how a statement may move (`movement_possibility`).
    fn freedom(&self, unit: &Unit, f: &Function, stmt: StmtId) -> Freedom {
        let data = &f.stmts[stmt];
        if let StmtKind::Cond { .. } = data.kind {
            return if self.for_unswitching { Freedom::Free } else { Freedom::None };
        }
        let bound = StmtFlags::VOLATILE | StmtFlags::VDEF;
        if data.flags.intersects(bound)
            || ends_block(unit, f, stmt)
            || f.stmt_info[stmt].pad.is_some()
            || names_abnormal(unit, f, stmt)
        {
            return Freedom::None;
        }
        match data.kind {
            StmtKind::Assign { lhs: Operand::Ssa(_), code, rhs } => {
                if trap::may_trap(unit, f, code, rhs) { Freedom::IfExecuted } else { Freedom::Free }
            }
            StmtKind::Call(ref call)
                if call.lhs.ssa().is_some() && call_effects::has_no_side_effects(unit, f, stmt) =>
            {
                Freedom::IfExecuted
            }
            _ => Freedom::None,
        }
    }
}

/// Whether a statement defines or uses a name that must stay where it is.
fn names_abnormal(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let abnormal = |name: SsaName| f.names[name].has(NameFlags::ABNORMAL);
    let mut found = false;
    f.for_each_read(stmt, &mut |op| unit.for_each_ssa(op, &mut |name| found |= abnormal(name)));
    f.for_each_write(stmt, &mut |op| found |= op.ssa().is_some_and(abnormal));
    found
}

fn phi_may_move(f: &Function, phi: StmtId) -> bool {
    let data = f.phi(phi);
    let abnormal = |name: SsaName| f.names[name].has(NameFlags::ABNORMAL);
    data.args.len() <= 2
        && !f.is_virtual_phi(phi)
        && !abnormal(data.result)
        && !data.args.iter().any(|argument| argument.value.ssa().is_some_and(abnormal))
}

/// What decides between the two arguments of a φ.
#[derive(Clone, Copy)]
pub struct Choice {
    pub cond: StmtId,
    pub on_true: Operand,
    pub on_false: Operand,
}

/// The condition that decides between the two arguments of a φ: that of its immediate dominator, if each of its paths
/// leads to one of the arguments (`extract_true_false_args_from_phi`).
fn choice(f: &Function, tree: &Dominators, phi: StmtId) -> Option<Choice> {
    let block = f.stmts[phi].block;
    let head = tree.idom(block);
    let (yes, no) = f.true_false_edges(head)?;
    let cond = f.last_stmt(head)?;
    let leads = |way: EdgeId, edge: EdgeId| {
        let start = f.edges[way].dst;
        way == edge || f.single_pred(start).is_some() && tree.dominated_by(f.edges[edge].src, start)
    };
    let preds = &f.blocks[block].preds;
    let (&a, &b) = (preds.first()?, preds.get(1)?);
    let argument = |edge: EdgeId| f.phi_arg(phi, edge);
    let (x, y) = match (leads(yes, a), leads(no, b), leads(yes, b), leads(no, a)) {
        (true, true, false, false) => (a, b),
        (false, false, true, true) => (b, a),
        _ => return None,
    };
    Some(Choice { cond, on_true: argument(x), on_false: argument(y) })
}

/// What a statement costs (`stmt_cost`).
fn statement_cost(unit: &Unit, f: &Function, stmt: StmtId) -> u32 {
    use TreeCode::*;
    let StmtKind::Assign { code, rhs, .. } = f.stmts[stmt].kind else {
        let is_constant_p = call_effects::builtin_at(unit, f, stmt) == Some(Builtin::ConstantP);
        return if is_constant_p { 0 } else { EXPENSIVE };
    };
    if f.stmts[stmt].vuse.is_some() {
        return EXPENSIVE;
    }
    match code {
        Mult | WidenMult | WidenMultPlus | DotProd | TruncDiv | ExactDiv | TruncMod | Rdiv
        | Lshift | Rshift | Lrotate | Rrotate => EXPENSIVE,
        Paren => 0,
        Single if rhs[0].ssa().is_some() => 0,
        Single => elements(unit, rhs[0]),
        _ => 1,
    }
}

/// A vector is put together element by element.
fn elements(unit: &Unit, op: Operand) -> u32 {
    match op {
        Operand::Tree(id) => match unit.trees.kind(id) {
            TreeKind::Constructor(fields) => fields.len() as u32,
            _ => 1,
        },
        _ => 1,
    }
}
