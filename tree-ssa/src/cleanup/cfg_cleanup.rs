//! Cleaning up the CFG: after building it, and whenever a pass says so.
//!
//! ```text
//! <bb 2> :                      <bb 2> :
//! if (0 != 0)                   f (n);
//!   goto <bb 3>; [INV]          return;
//! else
//!   goto <bb 4>; [INV]
//!
//! <bb 3> :
//! g ();
//!
//! <bb 4> :
//! f (n);
//!
//! <bb 5> :
//! return;
//! ```
//!
//! Conditions that are known are decided, unreachable blocks removed; then blocks that only forward, and blocks that can be
//! merged with their only successor, in order of their numbers, until nothing changes. Blocks are renumbered at the end.
//! What is removed and merged is said in the dump in GCC's words, with the numbers of before.

use crate::cleanup::carried_labels::CarriedLabels;
use crate::edit::Cursor;
use crate::edit::cfg_edit::SwitchCases;
use crate::edit::cfg_edit::can_merge_blocks;
use crate::edit::cfg_edit::group_case_labels;
use crate::edit::cfg_edit::merge_blocks;
use crate::edit::cfg_edit::redirect_edge_and_branch;
use crate::edit::cfg_edit::redirect_edge_nodup;
use crate::edit::cfg_edit::remove_block;
use crate::edit::cfg_edit::separate_loop_entries;
use crate::edit::locals::new_local;
use crate::fold::gimple_fold;
use crate::graph::natural_loops;
use crate::ssa::{binds, update_ssa};
use dumps::putln;
use fixedbitset::FixedBitSet;
use gimple::builtins::Ecf;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId, NO_COUNT};
use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::fold_const;
use gimple::function::{Function, Prop};
use gimple::loops::LoopId;
use gimple::operand_equal::operand_equal;
use gimple::pass::{PassContext, Todo};
use gimple::stmt::{PhiArg, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeKind;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::fmt::Write;

/// First number of a block that is neither entry nor exit.
const FIRST: u32 = 2;

struct Cleanup<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    f: &'a mut Function,
    cases: SwitchCases,
    /// The loops the blocks were in before edges went.
    fathers: Vec<LoopId>,
    /// Blocks to be looked at again.
    altered: BTreeSet<BlockId>,
    /// Whether an edge was removed since unreachable blocks were.
    cut: bool,
    /// Switches whose cases may lead to fewer places now, once blocks are looked at again. They are put in order at the end:
    /// what then has one case is a condition from the next time on.
    switches: Option<BTreeSet<BlockId>>,
    /// Labels of forwarders that are gone, on their way to the block that is looked at next.
    carried: CarriedLabels,
}

/// Cleans up the CFG (`cleanup_tree_cfg`).
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    clean_up(cx, f);
    // While loops are worked on what is known of them is kept by numbers of blocks, in GCC.
    if f.loops.as_ref().is_none_or(|loops| !loops.simple_latches) {
        f.compact_blocks();
    }
    Todo::NONE
}

/// As [`execute`], but the blocks keep their numbers.
pub fn clean_up(cx: &mut PassContext<'_>, f: &mut Function) {
    let mut cases = SwitchCases::default();
    let mut fathers = Vec::new();
    if f.loops.is_some() {
        fathers.extend(f.block_info.values().map(|info| info.loop_father));
        natural_loops::ensure_loops(f);
        separate_loop_entries(cx.unit, f, &mut cases);
    }
    let mut cleanup = Cleanup {
        cx,
        f,
        cases,
        fathers,
        altered: BTreeSet::new(),
        cut: false,
        switches: None,
        carried: CarriedLabels::new(),
    };
    cleanup.decide_and_sweep();
    // What is merged and forwarded below wants SSA form to be right.
    if update_ssa::is_needed(cleanup.f) {
        update_ssa::update(cleanup.cx.unit, cleanup.f, &mut cleanup.cx.dump);
    }
    cleanup.switches = Some(BTreeSet::new());
    cleanup.first_round();
    cleanup.worklist();
    while cleanup.remove_cut_off() || cleanup.settle_switches() {}
}

fn is_switch(f: &Function, stmt: StmtId) -> bool {
    matches!(f.stmts[stmt].kind, StmtKind::Switch(_))
}

impl Cleanup<'_, '_> {
    /// Whether blocks were cut off; what went may have kept others from being merged.
    fn remove_cut_off(&mut self) -> bool {
        let cut = std::mem::replace(&mut self.cut, false);
        if cut {
            self.sweep();
            self.worklist();
        }
        cut
    }

    /// Puts cases that lead to one place together. Whether edges went with cases that led nowhere.
    fn settle_switches(&mut self) -> bool {
        let switches = self.switches.as_mut().map(std::mem::take).unwrap_or_default();
        for block in switches {
            if self.f.is_live(block) {
                self.settle_switch(block);
            }
        }
        self.cut
    }

    fn settle_switch(&mut self, block: BlockId) {
        if self.f.last_stmt(block).is_some_and(|last| is_switch(self.f, last))
            && group_case_labels(self.cx.unit, self.f, block)
            && let Some(switch) = self.f.last_stmt(block)
        {
            self.cases.forget(switch);
            self.remove_edges_without_case(block, switch);
        }
    }

    fn mark(&mut self, block: BlockId) {
        if block.0 >= FIRST {
            self.altered.insert(block);
        }
    }

    /// Decides known conditions in pre-order over what is reachable, then removes what is not.
    fn decide_and_sweep(&mut self) {
        let mut visited = FixedBitSet::with_capacity(self.f.blocks.len());
        let mut work = vec![ENTRY];
        visited.insert(ENTRY.0 as usize);
        while let Some(block) = work.pop() {
            if block.0 >= FIRST {
                self.control_flow(block);
            }
            for &edge in self.f.blocks[block].succs.iter().rev() {
                let dst = self.f.edges[edge].dst;
                if !visited.put(dst.0 as usize) {
                    work.push(dst);
                }
            }
        }
        self.remove_unvisited(&visited);
        self.cut = false;
    }

    fn remove_unvisited(&mut self, visited: &FixedBitSet) {
        for number in FIRST as usize..self.f.blocks.len() {
            let block = BlockId(number as u32);
            if self.f.is_live(block) && !visited.contains(number) {
                self.remove(block);
            }
        }
    }

    /// Removes what has become unreachable since.
    fn sweep(&mut self) {
        let reached = crate::edit::cfg_edit::reachable_blocks(self.f);
        let visited: FixedBitSet =
            reached.iter().enumerate().filter(|(_, reached)| **reached).map(|(i, _)| i).collect();
        self.remove_unvisited(&visited);
    }

    fn remove(&mut self, block: BlockId) {
        if self.cx.dump.enabled() {
            putln!(self.cx.dump, "Removing basic block {}", block.0);
        }
        for index in 0..self.f.blocks[block].succs.len() {
            let dst = self.f.edges[self.f.blocks[block].succs[index]].dst;
            self.mark(dst);
        }
        remove_block(self.cx.unit, self.f, block);
    }

    /// Every block once, in order of numbers.
    fn first_round(&mut self) {
        for number in FIRST..self.f.blocks.len() as u32 {
            self.carried.next = BlockId(number + 1);
            if self.f.is_live(BlockId(number)) {
                self.block(BlockId(number));
            }
        }
        self.carried.next = BlockId::NONE;
    }

    /// The blocks that changed, lowest number first.
    fn worklist(&mut self) {
        while let Some(block) = self.altered.pop_first() {
            if !self.f.is_live(block) {
                continue;
            }
            self.control_flow(block);
            if self.f.is_live(block) {
                self.block(block);
            }
        }
    }

    /// Removes a block that only forwards, or merges it with its only successor.
    fn block(&mut self, block: BlockId) {
        if self.is_forwarder(block) && self.remove_forwarder(block) {
            return;
        }
        self.carried.put_down(self.f);
        let optimize = self.cx.options.optimize > 0;
        if let Some(edge) = self.f.single_pred(block) {
            let pred = self.f.edges[edge].src;
            if can_merge_blocks(self.cx.unit, self.f, optimize, pred, block) {
                // The predecessor takes it in when its turn comes: no statement moves twice.
                return self.mark(pred);
            }
        }
        let Some(edge) = self.f.single_succ(block) else { return };
        let succ = self.f.edges[edge].dst;
        if !can_merge_blocks(self.cx.unit, self.f, optimize, block, succ) {
            return;
        }
        if self.cx.dump.enabled() {
            putln!(self.cx.dump, "Merging blocks {} and {}", block.0, succ.0);
        }
        let own_count = self.f.block_info[block].count;
        let left_loop = self.father(block) != self.father(succ);
        let folds = merge_blocks(self.cx.unit, self.f, block, succ);
        if left_loop && own_count != NO_COUNT {
            // What was in a loop was executed more often as long as there was the loop.
            self.f.block_info[block].count = own_count;
        }
        for stmt in folds {
            self.fold(stmt);
        }
        self.mark(block);
    }

    /// The loop a block was in before edges went.
    fn father(&self, block: BlockId) -> LoopId {
        let before = self.fathers.get(block.0 as usize).copied();
        before.filter(|of| of.is_some()).unwrap_or(self.f.block_info[block].loop_father)
    }

    /// Folds a statement in which a φ's result became the φ's only argument.
    fn fold(&mut self, stmt: StmtId) {
        let (cx, f) = (&mut *self.cx, &mut *self.f);
        if f.is_phi(stmt) || f.stmts[stmt].block.is_none() || cx.options.optimize == 0 {
            return;
        }
        let before = cx.dump.details().then(|| f.stmts[stmt].kind.clone());
        if gimple_fold::fold_stmt(cx.unit, f, cx.options, &|_| None, stmt)
            && let Some(before) = before
        {
            gimple_fold::say_folded(cx, f, stmt, &before);
        }
    }

    // Deciding conditions.

    /// Looks at the statement that ends a block (`cleanup_control_flow_bb`).
    fn control_flow(&mut self, block: BlockId) {
        let Some(last) = self.f.last_stmt(block) else { return };
        match self.f.stmts[last].kind {
            StmtKind::Cond { .. } | StmtKind::Switch(_) => self.decide(block, last),
            StmtKind::Goto(target) => self.known_goto(block, last, target),
            StmtKind::Call(_)
                if crate::effects::call_effects::call_flags(self.cx.unit, self.f, last)
                    .intersects(Ecf::NORETURN) =>
            {
                self.remove_fallthru(block);
            }
            _ => {}
        }
    }

    /// Removes what leads on after a call that does not return; `__builtin_return` does by an edge to the exit.
    fn remove_fallthru(&mut self, block: BlockId) {
        let fallthru = self.f.blocks[block].succs.iter().copied().find(|&edge| {
            let edge = &self.f.edges[edge];
            !edge.flags.intersects(EdgeFlags::COMPLEX) && edge.dst != EXIT
        });
        if let Some(edge) = fallthru {
            self.remove_edge(edge);
        }
    }

    fn remove_edge(&mut self, edge: EdgeId) {
        let dst = self.f.edges[edge].dst;
        self.f.remove_edge(edge);
        self.mark(dst);
        self.cut = true;
    }

    /// Cases that led to where control never comes are gone; their edges go too.
    fn remove_edges_without_case(&mut self, block: BlockId, switch: StmtId) {
        let StmtKind::Switch(switch) = &self.f.stmts[switch].kind else { return };
        let wanted: FxHashSet<Option<BlockId>> =
            switch.cases.iter().map(|case| self.f.labels.block(case.label)).collect();
        let mut index = 0;
        while let Some(&edge) = self.f.blocks[block].succs.get(index) {
            if wanted.contains(&Some(self.f.edges[edge].dst)) {
                index += 1;
            } else {
                self.remove_edge(edge);
            }
        }
    }

    /// Keeps the only edge that can be taken, if that is known.
    fn decide(&mut self, block: BlockId, last: StmtId) {
        match &mut self.switches {
            Some(switches) if is_switch(self.f, last) => {
                switches.insert(block);
            }
            Some(_) => {}
            None => self.settle_switch(block),
        }
        let mut last = self.f.last_stmt(block).unwrap_or(last);
        let mut taken = match self.f.blocks[block].succs[..] {
            [only] => Some(only),
            _ => self.taken_edge(block, last),
        };
        // A case that is known needs no comparison.
        if taken.is_none() && self.single_case_switch(block, last) {
            last = self.f.last_stmt(block).unwrap_or(last);
            taken = self.taken_edge(block, last);
        }
        let Some(taken) = taken else { return };
        let mut index = 0;
        while let Some(&edge) = self.f.blocks[block].succs.get(index) {
            if edge == taken {
                index += 1;
                continue;
            }
            let (probability, other) =
                (self.f.edges[edge].probability, self.f.edges[taken].probability);
            if probability.is_known() && other.is_known() {
                let sum = (probability.0 + other.0).min(gimple::cfg::PROB_BASE);
                self.f.edges[taken].probability.0 = sum;
            }
            self.remove_edge(edge);
        }
        let dst = self.f.edges[taken].dst;
        self.mark(dst);
        self.f.remove_stmt(last);
        self.f.edges[taken].flags = EdgeFlags::FALLTHRU;
        // The edge may have been marked as one that closes a cycle.
        self.f.cfg_version += 1;
    }

    fn taken_edge(&self, block: BlockId, last: StmtId) -> Option<EdgeId> {
        match &self.f.stmts[last].kind {
            &StmtKind::Cond { code, lhs, rhs, .. } => {
                let truth = self.known_truth(code, lhs, rhs)?;
                let (on_true, on_false) = self.f.true_false_edges(block)?;
                Some(if truth { on_true } else { on_false })
            }
            StmtKind::Switch(switch) => {
                let label = self.cx.unit.case_of(switch, switch.index.constant()?)?.label;
                let target = self.f.labels.block(label)?;
                self.f.find_edge(block, target)
            }
            _ => None,
        }
    }

    fn known_truth(&self, code: TreeCode, lhs: Operand, rhs: Operand) -> Option<bool> {
        use TreeCode::*;
        let unit = &self.cx.unit;
        if let (Some(a), Some(b)) = (lhs.constant(), rhs.constant()) {
            return fold_const::compare(unit, code, a, b);
        }
        let ty = unit.type_of(self.f, lhs);
        if !unit.types.is_integral(ty) && !unit.types.is_pointer(ty) {
            return None;
        }
        if lhs == rhs {
            return Some(matches!(code, Eq | Le | Ge));
        }
        if unit.as_int(rhs) == Some(0) && unit.types.is_unsigned(ty) {
            return match code {
                Ge => Some(true),
                Lt => Some(false),
                _ => None,
            };
        }
        None
    }

    /// A switch with one case is a condition (`convert_single_case_switch`); whether there is one now.
    fn single_case_switch(&mut self, block: BlockId, last: StmtId) -> bool {
        let StmtKind::Switch(switch) = &self.f.stmts[last].kind else { return false };
        let [default, case] = switch.cases[..] else { return false };
        let index = switch.index;
        let (Some(to), Some(otherwise)) =
            (self.f.labels.block(case.label), self.f.labels.block(default.label))
        else {
            return false;
        };
        let (Some(on_true), Some(on_false)) =
            (self.f.find_edge(block, to), self.f.find_edge(block, otherwise))
        else {
            return false;
        };
        if on_true == on_false {
            return false;
        }
        let Some(low) = self.cx.unit.consts.as_int(case.low) else { return false };
        let ty = self.cx.unit.type_of(self.f, index);
        let (code, lhs, rhs) = match case.high.expand() {
            None => (TreeCode::Eq, index, self.cx.unit.int(ty, low)),
            Some(high) => {
                let Some(high) = self.cx.unit.consts.as_int(high) else { return false };
                let (lhs, rhs) = self.range_test(last, index, low, high);
                (TreeCode::Le, lhs, rhs)
            }
        };
        let mut at = Cursor::before(last).like(self.f, last);
        at.cond(self.cx.unit, self.f, code, [lhs, rhs]);
        self.f.remove_stmt(last);
        self.f.edges[on_true].flags |= EdgeFlags::TRUE_VALUE;
        self.f.edges[on_false].flags |= EdgeFlags::FALSE_VALUE;
        true
    }

    /// `low <= index && index <= high` as one unsigned comparison, computed before `at` (`generate_range_test`).
    fn range_test(
        &mut self,
        at: StmtId,
        index: Operand,
        low: i128,
        high: i128,
    ) -> (Operand, Operand) {
        let unit = &mut self.cx.unit;
        let ty = unit.type_of(self.f, index);
        let bits = unit.types.precision(ty).unwrap_or(32) as u16;
        // As `unsigned_type_for`: the type itself, or one without a name.
        let is_integer = matches!(unit.types.kind(ty), TypeKind::Integer { .. });
        let unsigned = if is_integer && unit.types.is_unsigned(ty) {
            ty
        } else {
            unit.types.nonstandard_integer(bits, true)
        };
        let width = unit.int(unsigned, high.wrapping_sub(low));
        let mut value = index;
        let step = |cx: &mut PassContext<'_>, f: &mut Function, code, rhs: [Operand; 2]| {
            let lhs = if f.properties.intersects(Prop::SSA) {
                let none = gimple::symbol::Symbol::NONE;
                Operand::Ssa(f.make_temp_ssa_name(unsigned, none, StmtId::NONE))
            } else {
                Operand::Decl(new_local(cx.unit, f, unsigned, None))
            };
            Cursor::before(at).assign(cx.unit, f, lhs, code, rhs);
            lhs
        };
        if !gimple::types_compatible::useless_type_conversion(self.cx.unit, unsigned, ty) {
            value = step(self.cx, self.f, TreeCode::Nop, [value, Operand::None]);
        }
        if low != 0 {
            let offset = self.cx.unit.int(unsigned, low.wrapping_neg());
            value = step(self.cx, self.f, TreeCode::Plus, [value, offset]);
        }
        (value, width)
    }

    /// A jump to a computed address that is known.
    fn known_goto(&mut self, block: BlockId, last: StmtId, target: Operand) {
        let Some(Operand::Decl(label)) = self.cx.unit.addressed(target) else { return };
        let Some(to) = self.f.labels.block(label) else { return };
        let succs = self.f.blocks[block].succs.clone();
        // A label that came here with an inlined function is none this jump may go to.
        if succs.iter().all(|&edge| self.f.edges[edge].dst != to) {
            return;
        }
        for edge in succs {
            if self.f.edges[edge].dst != to {
                self.remove_edge(edge);
            }
        }
        if let Some(&edge) = self.f.blocks[block].succs.first() {
            self.f.edges[edge].flags.remove(EdgeFlags::ABNORMAL);
            self.f.edges[edge].flags |= EdgeFlags::FALLTHRU;
        }
        self.mark(to);
        self.mark(block);
        self.f.remove_stmt(last);
    }

    // Forwarder blocks.

    /// Whether a block holds nothing but labels and has one edge out (`tree_forwarder_block_p`).
    fn is_forwarder(&self, block: BlockId) -> bool {
        let f = &*self.f;
        let Some(edge) = f.single_succ(block) else { return false };
        let dst = f.edges[edge].dst;
        if !f.blocks[block].phis.is_empty()
            || dst == EXIT
            || dst == block
            || f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL)
        {
            return false;
        }
        let optimize = self.cx.options.optimize > 0;
        let (locus, scope) = (f.edges[edge].loc, f.edges[edge].scope);
        for &pred in &f.blocks[block].preds {
            let pred = &f.edges[pred];
            if pred.src == ENTRY || pred.flags.intersects(EdgeFlags::EH) {
                return false;
            }
            if !optimize && (pred.loc, pred.scope) != (locus, scope) {
                return false;
            }
        }
        for stmt in f.block_stmts(block) {
            let StmtKind::Label(label) = f.stmts[stmt].kind else { return false };
            if self.cx.unit.decls[label].has(flag::NONLOCAL) {
                return false;
            }
            if !optimize && f.stmt_info[stmt].loc != locus {
                return false;
            }
        }
        if !optimize && self.carried.loc().is_some_and(|loc| loc != locus) {
            return false;
        }
        self.loops_allow(block, dst)
    }

    /// Headers stay, and so do latches and preheaders where they are kept apart.
    fn loops_allow(&self, block: BlockId, dst: BlockId) -> bool {
        let Some(loops) = &self.f.loops else { return true };
        let f = &*self.f;
        let own = f.loop_of(block);
        if own != LoopId::ROOT && f.header_of(own) == Some(block) {
            return false;
        }
        let father = f.loop_of(dst);
        let Some(entry) = loops.get(father) else { return true };
        if father == LoopId::ROOT || entry.header != dst {
            return true;
        }
        if own == father {
            return !loops.simple_latches && f.blocks[block].preds.len() == 1;
        }
        own == entry.outer && !loops.simple_latches
    }

    /// Lets the predecessors of a forwarder go to its successor, and removes it (`remove_forwarder_block`).
    fn remove_forwarder(&mut self, block: BlockId) -> bool {
        let Some(succ) = self.f.single_succ(block) else { return false };
        let dst = self.f.edges[succ].dst;
        if dst == block || !self.may_forward(block, dst, succ) {
            return false;
        }
        if self.jumps_name_labels(block) {
            self.carried.put_down(self.f);
        }
        self.move_labels(block, dst);
        if dst != self.carried.next || self.jumps_name_labels(block) {
            self.carried.put_down(self.f);
        }
        let args: Vec<PhiArg> = crate::edit::cfg_edit::saved_phi_args(self.f, succ);
        let sole = self.f.single_pred(dst).is_some();
        let mut index = 0;
        while let Some(&edge) = self.f.blocks[block].preds.get(index) {
            let src = self.f.edges[edge].src;
            self.mark(src);
            let redirected = if self.f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL) {
                Some(redirect_edge_nodup(self.f, edge, dst))
            } else {
                redirect_edge_and_branch(self.cx.unit, self.f, edge, dst, &mut self.cases)
            };
            match redirected {
                Some(new) if new == edge => self.set_phi_args(edge, &args),
                Some(_) => {}
                None => index += 1,
            }
        }
        if !self.f.blocks[block].preds.is_empty() {
            return false;
        }
        self.mark(dst);
        if self.cx.dump.enabled() {
            putln!(self.cx.dump, "Removing basic block {}", block.0);
        }
        binds::forward(self.cx.unit, self.f, block, (dst, sole));
        remove_block(self.cx.unit, self.f, block);
        true
    }

    /// Abnormal edges and φ arguments may be in the way.
    fn may_forward(&mut self, block: BlockId, dst: BlockId, succ: EdgeId) -> bool {
        let (f, cases) = (&*self.f, &mut self.cases);
        if let Some(first) = f.blocks[dst].stmts.first.expand()
            && let StmtKind::Label(label) = f.stmts[first].kind
            && self.cx.unit.decls[label].has(flag::NONLOCAL)
        {
            return false;
        }
        let abnormal = |block: BlockId| {
            f.blocks[block].preds.iter().any(|&e| f.edges[e].flags.intersects(EdgeFlags::ABNORMAL))
        };
        let has_phis = !f.blocks[dst].phis.is_empty();
        if abnormal(block) && (abnormal(dst) || has_phis) {
            return false;
        }
        if !has_phis {
            return true;
        }
        // A predecessor of both must bring the same values either way.
        f.blocks[block].preds.iter().all(|&edge| {
            let Some(direct) = cases.find_edge(f, f.edges[edge].src, dst) else { return true };
            f.phis(dst).all(|phi| {
                operand_equal(self.cx.unit, f.phi_arg(phi, direct), f.phi_arg(phi, succ))
            })
        })
    }

    /// Whether a statement leads to a block by the name of a label.
    fn jumps_name_labels(&self, block: BlockId) -> bool {
        self.f.blocks[block].preds.iter().any(|&edge| {
            self.f.last_stmt(self.f.edges[edge].src).is_some_and(|last| {
                matches!(
                    self.f.stmts[last].kind,
                    StmtKind::Switch(_) | StmtKind::Asm(_) | StmtKind::Goto(_)
                )
            })
        })
    }

    /// The user's labels, and those whose address is taken, move on.
    fn move_labels(&mut self, block: BlockId, dst: BlockId) {
        let mut stmt = self.f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = self.f.stmts[stmt].next;
            let StmtKind::Label(label) = self.f.stmts[stmt].kind else { break };
            let d = &self.cx.unit.decls[label];
            if d.flags & (flag::NONLOCAL | flag::FORCED_LABEL) != 0 || !d.has(flag::ARTIFICIAL) {
                self.carried.take(self.f, stmt);
            }
            stmt = next;
        }
        self.carried.turn(dst);
    }

    fn set_phi_args(&mut self, edge: EdgeId, args: &[PhiArg]) {
        let dst = self.f.edges[edge].dst;
        let phis: Vec<StmtId> = self.f.phis(dst).collect();
        for (phi, arg) in phis.into_iter().zip(args) {
            self.f.add_phi_arg(phi, edge, arg.value, arg.loc);
        }
    }
}
