//! The search for jumps that can go further: what a block's last condition is decided by when the block is entered by
//! one edge.
//!
//! ```text
//!   <bb 5> : if (a_4(D) < b_5(D)) goto <bb 6>;        <bb 6> entered from <bb 5>: a_4(D) <= b_5(D) holds,
//!   <bb 6> : if (a_4(D) <= b_5(D)) goto <bb 7>;       5->6 can go to <bb 7>
//! ```
//!
//! At the end of a block of the walk, all that holds there is known. What holds on an edge out of it is added, then what
//! the φs and statements of the block after it come to; if that decides where the block goes on, the edge is threaded.
//! If not, the block may be a *joiner*: with a copy of its own for the edge, each of its paths on may be threaded.

use super::Dom;
use super::edges::is_boolean;
use super::known::{self, Wanted};
use super::threads::{Kind, Path, is_branch};
use crate::scalar::thread::registry;
use dumps::{put, putln};
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use smallvec::SmallVec;
use std::fmt::Write;
use tree_ssa::edit::cfg_edit::taken_edge;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::fold::gimple_fold::Simplifier;
use tree_ssa::fold::gimple_fold::should_swap_operands;
use tree_ssa::fold::is_invariant;
use tree_ssa::fold::known_call::value_of_call;
use tree_ssa::fold::substitute::result_name;
use tree_ssa::ssa::binds;

/// Statements that are copied for one thread (`--param max-jump-thread-duplication-stmts`).
const MAX_STMTS: u32 = 15;
/// Statements after those of which it is seen whether a copy needs them.
const MAX_KILLED: usize = 32;
/// Operations that a condition is followed through.
const DEPTH: u32 = 4;

/// What came out of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It is known where it goes on.
    Threaded,
    Unknown,
    /// It is too large to be copied, or must not be.
    Unfit,
}

impl Dom<'_, '_, '_> {
    /// Looks for jumps from a block that can go further (`thread_outgoing_edges`).
    pub(super) fn thread_from(&mut self, f: &mut Function, block: BlockId) {
        let plain = |edge: EdgeId| !f.edges[edge].flags.intersects(EdgeFlags::COMPLEX);
        let edges: SmallVec<[EdgeId; 2]> = match f.blocks[block].succs[..] {
            [only] if plain(only) => SmallVec::from_slice(&[only]),
            [one, other] if plain(one) && plain(other) => match f.true_false_edges(block) {
                Some((yes, no)) => SmallVec::from_slice(&[yes, no]),
                None => return,
            },
            _ => return,
        };
        for edge in edges {
            if may_be_threaded(f, f.edges[edge].dst) {
                self.thread_across(f, edge);
            }
        }
    }

    fn thread_across(&mut self, f: &mut Function, edge: EdgeId) {
        if f.edges[edge].flags.intersects(EdgeFlags::DFS_BACK) {
            return;
        }
        let mark = self.known.mark();
        let (src, dst) = (f.edges[edge].src, f.edges[edge].dst);
        // Statements copied so far.
        let mut stmts = 0;
        let mut visited: SmallVec<[BlockId; 8]> = SmallVec::from_slice(&[src, dst]);
        let mut path = Path::new();
        match self.through_block(f, &mut stmts, &mut path, edge, &mut visited) {
            Outcome::Threaded => {
                self.carry_binds(f, &path, dst);
                self.register(f, path);
            }
            Outcome::Unknown => self.through_joiner(f, &mut stmts, edge),
            Outcome::Unfit => {}
        }
        self.known.undo(mark, &mut self.cx.dump);
    }

    /// Looks at all edges out of a block that would get a copy of its own for an edge.
    fn through_joiner(&mut self, f: &mut Function, stmts: &mut u32, edge: EdgeId) {
        let (src, joiner) = (f.edges[edge].src, f.edges[edge].dst);
        let complex = |&e: &EdgeId| f.edges[e].flags.intersects(EdgeFlags::COMPLEX);
        if f.blocks[joiner].succs.iter().any(complex) {
            return;
        }
        for position in 0..f.blocks[joiner].succs.len() {
            let taken = f.blocks[joiner].succs[position];
            if f.edges[taken].flags.intersects(EdgeFlags::DFS_BACK) || self.budget == 0 {
                continue;
            }
            let mark = self.known.mark();
            let mut visited: SmallVec<[BlockId; 8]> =
                SmallVec::from_slice(&[src, joiner, f.edges[taken].dst]);
            let mut path = Path::from([(edge, Kind::Start), (taken, Kind::Joiner)]);
            let mut threaded = self.around_empty(f, &mut path, taken, &mut visited);
            if !threaded {
                let last = path.last().map_or(taken, |step| step.0);
                let outcome = self.through_block(f, stmts, &mut path, last, &mut visited);
                threaded = outcome == Outcome::Threaded;
            }
            if threaded || forwards_comparison(f, edge) {
                self.carry_binds(f, &path, f.edges[taken].dst);
                self.register(f, path);
            }
            self.known.undo(mark, &mut self.cx.dump);
        }
    }

    /// What binds on a path say stands at its end as well, where others will lead to, whatever becomes of the path.
    fn carry_binds(&mut self, f: &mut Function, path: &Path, from: BlockId) {
        let end = path.last().map_or(from, |step| f.edges[step.0].dst);
        if end != from {
            binds::carry_into(self.cx.unit, f, end, from);
        }
    }

    fn register(&mut self, f: &Function, path: Path) {
        if !self.cx.dbg_cnt(Counter::RegisteredJumpThread) {
            return;
        }
        let edges: Vec<EdgeId> = path.iter().map(|step| step.0).collect();
        let reason = if self.loops_done { None } else { registry::harm(f, &edges) };
        if let Some(reason) = reason {
            return super::threads::say_cancelled(&mut self.cx.dump, f, &path, reason);
        }
        if self.cx.dump.details() {
            let count = self.cx.unit.counters.counts()[Counter::RegisteredJumpThread as usize];
            put!(self.cx.dump, "  [{count}] Registering jump thread: ");
            super::threads::write_path(&mut self.cx.dump, f, &path);
        }
        self.threads.push(path);
    }

    /// Goes through the block after an edge (`thread_through_normal_block`).
    fn through_block(
        &mut self,
        f: &mut Function,
        stmts: &mut u32,
        path: &mut Path,
        edge: EdgeId,
        visited: &mut SmallVec<[BlockId; 8]>,
    ) -> Outcome {
        let block = f.edges[edge].dst;
        if self.budget == 0 {
            return Outcome::Unfit;
        }
        self.budget -= 1;
        self.learn_from_edge(f, edge);
        if !self.learn_from_phi_arguments(f, stmts, edge) {
            return Outcome::Unfit;
        }
        let Some(last) = f.last_stmt(block) else {
            return match f.blocks[block].phis.is_empty() {
                true => Outcome::Unfit,
                false => Outcome::Unknown,
            };
        };
        if !self.learn_from_statements(f, stmts, block) {
            return Outcome::Unfit;
        }
        let Some(taken) = self.decided(f, last) else { return Outcome::Unknown };
        let dst = f.edges[taken].dst;
        if dst == block
            || f.edges[taken].flags.intersects(EdgeFlags::DFS_BACK)
            || visited.contains(&dst)
        {
            return Outcome::Unknown;
        }
        if path.is_empty() {
            path.push((edge, Kind::Start));
        }
        path.push((taken, Kind::Copied));
        visited.push(dst);
        self.around_empty(f, path, taken, visited);
        Outcome::Threaded
    }

    /// φs are what the edge brings. Not if one is what another was.
    fn learn_from_phi_arguments(&mut self, f: &Function, stmts: &mut u32, edge: EdgeId) -> bool {
        let block = f.edges[edge].dst;
        for phi in f.phis(block) {
            let (result, argument) = (f.phi(phi).result, f.phi_arg(phi, edge));
            if let Operand::Ssa(name) = argument
                && name != result
                && let Some(def) = f.names[name].def.expand()
                && f.is_phi(def)
                && f.stmts[def].block == block
            {
                return false;
            }
            let virtual_ = f.names[result].has(NameFlags::VIRTUAL);
            *stmts += u32::from(!virtual_);
            self.equate(f, result, argument);
        }
        true
    }

    /// Learns what the statements of a block compute. Not if the block is too large, or must not be copied.
    fn learn_from_statements(&mut self, f: &Function, stmts: &mut u32, block: BlockId) -> bool {
        let mut limit = MAX_STMTS;
        for stmt in f.block_stmts(block) {
            match &f.stmts[stmt].kind {
                StmtKind::Label(_) | StmtKind::Nop => continue,
                StmtKind::Asm(asm) if asm.volatile => return false,
                _ => {}
            }
            let builtin = call_effects::builtin_at(self.cx.unit, f, stmt);
            if builtin == Some(Builtin::ConstantP) {
                return false;
            }
            *stmts += 1;
            if *stmts > limit {
                if limit == MAX_STMTS {
                    let killed = self.killed(f, block);
                    limit += killed;
                    if self.cx.dump.enabled() {
                        let number = block.0;
                        // Of a block that does not branch GCC says only how far it goes.
                        if f.last_stmt(block).is_some_and(|last| is_branch(f, last)) {
                            putln!(self.cx.dump, "threading bb {number} kills {killed} stmts");
                        }
                        putln!(self.cx.dump, "threading bb {number} up to {limit} stmts");
                    }
                }
                if *stmts > limit {
                    return false;
                }
            }
            let Some(name) = result_name(f, stmt).filter(|_| builtin != Some(Builtin::ObjectSize))
            else {
                continue;
            };
            if let Some(value) = self.value_on_path(f, stmt) {
                self.equate(f, name, value);
            }
        }
        true
    }

    /// The name or constant a statement computes on the path.
    fn value_on_path(&mut self, f: &Function, stmt: StmtId) -> Option<Operand> {
        if let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = f.stmts[stmt].kind
            && rhs[0].ssa().is_some()
        {
            return Some(rhs[0]);
        }
        if f.stmts[stmt].has(StmtFlags::VOLATILE) {
            return None;
        }
        let mut changed = false;
        let known = &self.known;
        f.for_each_used_name(self.cx.unit, stmt, &mut |name| {
            changed |= known.value(name).is_some()
        });
        let simplified = match f.stmts[stmt].kind {
            _ if !changed => None,
            StmtKind::Call(_) => {
                let known = &self.known;
                let value = |name| Some(known.value(name).unwrap_or(Operand::Ssa(name)));
                value_of_call(self.cx.unit, f, self.cx.options, &value, stmt)
            }
            _ => self.simplified(f, stmt),
        };
        let value = simplified.or_else(|| {
            if has_side_effects(self.cx.unit, f, stmt) {
                return None;
            }
            let known = &self.known;
            let wanted = known::wanted(self.place(f), stmt, &|op| known.value_of(op))?;
            self.look_up(f, &wanted)
        });
        value.filter(|&value| value.ssa().is_some() || is_invariant(self.cx.unit, value))
    }

    fn look_up(&mut self, f: &Function, wanted: &Wanted) -> Option<Operand> {
        let value = self.known.find(self.place(f), wanted)?.value;
        self.say_found(f, value);
        Some(value)
    }

    /// Where control goes from a branch on the path, if that is known (`simplify_control_stmt_condition`).
    fn decided(&mut self, f: &Function, branch: StmtId) -> Option<EdgeId> {
        let block = f.stmts[branch].block;
        match f.stmts[branch].kind {
            StmtKind::Cond { code, lhs, rhs, .. } => {
                let (a, b) = (self.latest(lhs), self.latest(rhs));
                let holds = self.holds(f, (code, a, b), DEPTH)?;
                let (yes, no) = f.true_false_edges(block)?;
                Some(if holds { yes } else { no })
            }
            StmtKind::Switch(ref switch) => {
                let index = self.latest(switch.index);
                taken_edge(self.cx.unit, f, block, index)
            }
            _ => None,
        }
    }

    /// What an operand is known to be, and what that is.
    fn latest(&self, op: Operand) -> Operand {
        self.known.value_of(self.known.value_of(op))
    }

    /// Whether a comparison holds on the path, or does not. The recursion is bounded by `depth`.
    fn holds(
        &mut self,
        f: &Function,
        (mut code, mut a, mut b): (TreeCode, Operand, Operand),
        depth: u32,
    ) -> Option<bool> {
        if should_swap_operands(self.cx.unit, a, b) {
            code = code.swap_comparison();
            std::mem::swap(&mut a, &mut b);
        }
        let bool_ = self.cx.unit.common.bool_;
        let known = |_| None;
        let mut simplifier = Simplifier::new(self.cx.unit, f, self.cx.options, &known);
        let folded = simplifier.simplify(code, bool_, [a, b, Operand::None]);
        if let Some(value) = folded.and_then(|expr| expr.as_value())
            && let Some(truth) = self.cx.unit.as_int(value)
        {
            return Some(truth != 0);
        }
        if let Some(holds) = self.known.condition(self.cx.unit, code, a, b) {
            return Some(holds);
        }
        let wanted = match (code, self.cx.unit.is_zero(b)) {
            (TreeCode::Ne, true) => true,
            (TreeCode::Eq, true) => false,
            _ => return None,
        };
        let nonzero = self.is_nonzero(f, a, depth)?;
        Some(nonzero == wanted)
    }

    /// Whether what a name is computed by makes it zero, or another value.
    fn is_nonzero(&mut self, f: &Function, name: Operand, depth: u32) -> Option<bool> {
        let def = f.names[name.ssa()?].def.expand().filter(|_| depth > 0)?;
        let StmtKind::Assign { code, rhs, .. } = f.stmts[def].kind else { return None };
        if code.is_comparison() {
            let (a, b) = (self.latest(rhs[0]), self.latest(rhs[1]));
            return self.holds(f, (code, a, b), depth - 1);
        }
        let settling = match code {
            TreeCode::BitAnd => false,
            TreeCode::BitIor => true,
            _ => return None,
        };
        let ty = self.cx.unit.type_of(f, rhs[0]);
        if !is_boolean(self.cx.unit, ty) {
            return None;
        }
        let zero = self.cx.unit.int(ty, 0);
        let mut all = true;
        for op in [rhs[0], rhs[1]] {
            let op = self.latest(op);
            match self.holds(f, (TreeCode::Ne, op, zero), depth - 1) {
                Some(truth) if truth == settling => return Some(settling),
                Some(_) => {}
                None => all = false,
            }
        }
        all.then_some(!settling)
    }

    /// Follows the path through blocks that need no copy (`thread_around_empty_blocks`); whether a condition on it is
    /// decided.
    fn around_empty(
        &mut self,
        f: &Function,
        path: &mut Path,
        taken: EdgeId,
        visited: &mut SmallVec<[BlockId; 8]>,
    ) -> bool {
        let (mut taken, mut decided) = (taken, false);
        loop {
            let block = f.edges[taken].dst;
            if !f.blocks[block].phis.is_empty() {
                return decided;
            }
            let first = f.blocks[block].stmts.first;
            let next = match (first.expand(), f.single_succ(block)) {
                (None, Some(only)) => Some(only),
                (Some(stmt), _) if f.is_control(stmt) => self.decided(f, stmt),
                _ => None,
            };
            let Some(next) = next else { return decided };
            let dst = f.edges[next].dst;
            if f.edges[next].flags.intersects(EdgeFlags::DFS_BACK) || visited.contains(&dst) {
                return decided;
            }
            decided |= first.is_some();
            visited.push(dst);
            path.push((next, Kind::Passed));
            taken = next;
        }
    }

    /// How many statements of a block threading makes superfluous (`estimate_threading_killed_stmts`): φs of two arguments,
    /// of which one is left, the branch, and what is computed for it only.
    fn killed(&self, f: &Function, block: BlockId) -> u32 {
        let is_value = |&phi: &StmtId| !f.is_virtual_phi(phi);
        let drops_phis = f.blocks[block].preds.len() == 2;
        let phis = if drops_phis { f.phis(block).filter(is_value).count() } else { 0 };
        let Some(last) = f.last_stmt(block).filter(|&last| is_branch(f, last)) else {
            return phis as u32;
        };
        let mut killed: Vec<StmtId> = vec![last];
        let mut position = 0;
        while let Some(&stmt) = killed.get(position) {
            position += 1;
            let mut names: SmallVec<[SsaName; 4]> = SmallVec::new();
            f.for_each_used_name(self.cx.unit, stmt, &mut |name| names.push(name));
            for name in names {
                let Some(def) = f.names[name].def.expand() else { continue };
                if killed.len() == MAX_KILLED {
                    break;
                }
                let dropped = f.is_phi(def) && drops_phis || killed.contains(&def);
                if f.stmts[def].block == block
                    && !dropped
                    && !has_side_effects(self.cx.unit, f, def)
                    && f.imm_uses(name).all(|node| killed.contains(&node.stmt))
                {
                    killed.push(def);
                }
            }
        }
        (phis + killed.len()) as u32
    }
}

/// Whether an edge into a block may go further (`potentially_threadable_block`).
fn may_be_threaded(f: &Function, block: BlockId) -> bool {
    if f.blocks[block].stmts.first.is_none() && !f.blocks[block].phis.is_empty() {
        return true;
    }
    f.blocks[block].succs.len() != 1
        && f.blocks[block].preds.len() != 1
        && f.last_stmt(block).is_some_and(|last| is_branch(f, last))
}

/// Whether an edge brings a comparison to a block that does nothing but test it, which a copy of the block can do by itself
/// (`edge_forwards_cmp_to_conditional_jump_through_empty_bb_p`).
fn forwards_comparison(f: &Function, edge: EdgeId) -> bool {
    let block = f.edges[edge].dst;
    let Some(only) = f.last_stmt(block).filter(|&last| f.blocks[block].stmts.first == last) else {
        return false;
    };
    let StmtKind::Cond { code: TreeCode::Eq | TreeCode::Ne, lhs: Operand::Ssa(name), rhs, .. } =
        f.stmts[only].kind
    else {
        return false;
    };
    let Some(phi) = f.names[name].def.expand().filter(|&def| f.is_phi(def)) else { return false };
    if rhs.constant().is_none() || f.stmts[phi].block != block {
        return false;
    }
    let comparison = |op: Operand| {
        let name = op.ssa().filter(|&name| f.has_single_use(name))?;
        let def = f.names[name].def.expand()?;
        match f.stmts[def].kind {
            StmtKind::Assign { code, rhs, .. } => Some((code, rhs[0])),
            _ => None,
        }
    };
    match comparison(f.phi_arg(phi, edge)) {
        Some((code, _)) if code.is_comparison() => true,
        Some((TreeCode::Nop, inner)) => {
            comparison(inner).is_some_and(|(code, _)| code.is_comparison())
        }
        _ => false,
    }
}
