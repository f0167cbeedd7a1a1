//! What blocks are cleaned up of: those that nothing leads to, that only lead on, or that go together with the next.

use super::{ENTRY, EXIT, Edge, Layout};
use crate::machine::recog::recog_insn;
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, has_side_effects, visit_refs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, Loc, LocId, NoteKind};
use crate::rtl::jumps::redirect_jump;
use crate::rtl::rtx::flag;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most rounds over all blocks.
const ROUNDS: usize = 16;
/// Most blocks an edge is led past at once.
const MAX_CHAIN: usize = 64;

fn agree(a: Loc, b: Loc) -> bool {
    a.line == 0 || b.line == 0 || a == b
}

fn known_or(a: Loc, b: Loc) -> Loc {
    if a.line == 0 { b } else { a }
}

impl Layout<'_, '_, '_> {
    /// Cleans up until nothing changes.
    pub(super) fn clean_up(&mut self) {
        self.remove_unreachable();
        while self.rounds() {
            self.remove_unreachable();
        }
    }

    /// Walks over all blocks until nothing changes. Whether something did.
    fn rounds(&mut self) -> bool {
        for round in 1..=ROUNDS {
            self.say(format_args!("\n\ntry_optimize_cfg iteration {round}\n\n"));
            let mut changed = false;
            let mut block = self.next(ENTRY);
            while block != EXIT {
                if self.step(block) {
                    changed = true;
                }
                block = self.next(block);
            }
            if !changed {
                return round > 1;
            }
        }
        false
    }

    /// All there is to do about a block.
    fn step(&mut self, block: usize) -> bool {
        let mut changed = false;
        while !self.blocks[block].gone {
            let mut here = false;
            if self.blocks[block].preds == 0 && !self.is_forced(block) {
                let number = self.blocks[block].number;
                self.say(format_args!("deleting block {number}\n"));
                self.delete_block(block);
                return true;
            }
            self.remove_label(block);
            if self.chained && self.remove_empty(block) {
                return true;
            }
            here |= self.merge(block);
            here |= self.drop_needless_jump(block);
            here |= self.forward(block);
            if !here {
                break;
            }
            changed = true;
        }
        changed
    }

    fn is_forced(&self, block: usize) -> bool {
        self.labels(block).any(|label| self.forced.contains(&label))
    }

    fn labels(&self, block: usize) -> impl Iterator<Item = InsnId> + '_ {
        let insns = self.blocks[block].insns.iter().copied();
        insns.take_while(|&id| self.f.insn(id).kind == InsnKind::Label)
    }

    fn remove_unreachable(&mut self) {
        let mut reached = vec![false; self.blocks.len()];
        let mut work = vec![ENTRY];
        for (label, &block) in &self.of_label {
            if self.forced.contains(label) && !self.blocks[block].gone {
                work.push(block);
            }
        }
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut reached[block], true) {
                work.extend(self.blocks[block].succs.iter().map(|edge| edge.dst));
            }
        }
        for (block, reached) in reached.into_iter().enumerate().skip(EXIT + 1) {
            if !reached && !self.blocks[block].gone {
                self.delete_block(block);
            }
        }
    }

    fn delete_block(&mut self, block: usize) {
        while !self.blocks[block].succs.is_empty() {
            self.remove_edge(block, 0);
        }
        self.drop_jump(block);
        let keeps = |layout: &Self, id: InsnId| {
            layout.f.insn(id).kind == InsnKind::Note(NoteKind::FunctionBeg)
        };
        let insns = std::mem::take(&mut self.blocks[block].insns);
        for id in insns {
            if keeps(self, id) {
                self.header.push(id);
            } else if self.f.insn(id).kind == InsnKind::Label {
                self.of_label.remove(&id);
            }
        }
        self.blocks[block].footer.clear();
        self.blocks[block].gone = true;
    }

    /// Takes labels away that no one needs, of a block that control falls into from the only one before it.
    fn remove_label(&mut self, block: usize) {
        if self.blocks[block].preds != 1 || self.is_forced(block) {
            return;
        }
        let source = self.blocks[block].sources;
        let falls = self.fall(source).is_some_and(|edge| edge.dst == block);
        if !falls || self.labels(block).any(|label| self.f.label_uses(label) != 0) {
            return;
        }
        let labels: Vec<InsnId> = self.labels(block).collect();
        if !labels.is_empty() {
            let number = self.blocks[block].number;
            self.say(format_args!("Deleted label in block {number}.\n"));
        }
        self.blocks[block].insns.drain(..labels.len());
        for label in labels {
            self.of_label.remove(&label);
        }
    }

    /// Whether a block does nothing but lead on.
    pub(super) fn is_forwarder(&self, block: usize) -> bool {
        block >= 2
            && self.only_succ(block).is_some_and(|edge| !edge.complex)
            && self.blocks[block]
                .insns
                .iter()
                .all(|&id| !super::is_active(self.f, id) || self.f.is_simple_jump(id))
    }

    /// In the chain, an empty block that control falls through is none.
    fn remove_empty(&mut self, block: usize) -> bool {
        let Some(edge) = self.only_succ(block).filter(|edge| edge.fall) else { return false };
        if self.blocks[block].preds != 1 || self.label(block).is_some() || !self.is_forwarder(block)
        {
            return false;
        }
        let source = self.blocks[block].sources;
        let index = self.blocks[source].succs.iter().position(|e| e.dst == block && e.fall);
        let Some(index) = index.filter(|_| source != ENTRY) else { return false };
        self.move_edge(source, index, edge.dst);
        self.delete_block(block);
        true
    }

    /// Merges a block with its only successor, whose only predecessor it is.
    fn merge(&mut self, block: usize) -> bool {
        let Some(edge) = self.only_succ(block) else { return false };
        let next = edge.dst;
        if edge.complex || next == EXIT || next == block || self.blocks[next].preds != 1 {
            return false;
        }
        if self.is_forced(next) || self.jump(block).is_some_and(|jump| !self.f.is_simple_jump(jump))
        {
            return false;
        }
        let adjacent = self.next(block) == next;
        if !adjacent {
            // In the chain only what comes next is merged; what falls off the end cannot be moved.
            let leaves = self.fall(next).is_some_and(|edge| edge.dst == EXIT);
            if self.chained || leaves {
                return false;
            }
        } else if self.chained && !edge.fall {
            return false;
        }
        let [number, gone] = [block, next].map(|block| self.blocks[block].number);
        self.say(format_args!("Merging block {gone} into block {number}...\n"));
        self.drop_jump_saying(block);
        if self.is_unique(block, next, edge.place) {
            let nop = self.nop(edge.place);
            self.blocks[block].insns.push(nop);
        }
        for label in self.labels(next).collect::<Vec<_>>() {
            self.of_label.remove(&label);
        }
        let insns = std::mem::take(&mut self.blocks[next].insns);
        let is_start = |id: InsnId| {
            let kind = self.f.insn(id).kind;
            matches!(kind, InsnKind::Label | InsnKind::Note(NoteKind::BasicBlock))
        };
        let rest: Vec<InsnId> = insns.into_iter().filter(|&id| !is_start(id)).collect();
        self.say_moved(&rest, gone, number);
        self.blocks[block].insns.extend(rest);
        let footer = std::mem::take(&mut self.blocks[next].footer);
        self.blocks[block].footer = footer;
        self.remove_edge(block, 0);
        let succs = std::mem::take(&mut self.blocks[next].succs);
        for edge in succs {
            self.blocks[edge.dst].preds -= 1;
            self.blocks[edge.dst].sources -= next;
            self.add_edge(block, edge);
        }
        self.blocks[next].gone = true;
        self.say(format_args!("Merged blocks {number} and {gone}.\n"));
        if self.chained {
            self.say(format_args!("Merged {number} and {gone} without moving.\n"));
        }
        true
    }

    /// Says which elements come into another block.
    fn say_moved(&mut self, moved: &[InsnId], from: u32, to: u32) {
        if !self.chained || self.cx.dump.is_none() {
            return;
        }
        for &id in moved {
            let what = match self.f.is_real(id) {
                true => format!("from {from} to {to}"),
                false => "unscanned insn".to_string(),
            };
            self.say(format_args!("changing bb of uid {}\n  {what}\n", id.0));
        }
    }

    /// As [`Layout::drop_jump`], which dumps tell.
    pub(super) fn drop_jump_saying(&mut self, block: usize) {
        if let Some(jump) = self.jump(block) {
            self.say(format_args!("Removing jump {}.\n", jump.0));
        }
        self.drop_jump(block);
    }

    /// A jump is needless where all paths lead to one block: out of the chain always, in it if that comes next.
    fn drop_needless_jump(&mut self, block: usize) -> bool {
        let Some(edge) = self.only_succ(block) else { return false };
        let Some(jump) = self.jump(block) else { return false };
        let plain = self.f.is_simple_jump(jump) || self.f.is_cond_jump(jump);
        if !plain || edge.dst == EXIT || self.chained && self.next(block) != edge.dst {
            return false;
        }
        self.drop_jump_saying(block);
        self.blocks[block].succs[0].fall = true;
        true
    }

    /// Leads the edges of a block past blocks that only lead on.
    fn forward(&mut self, block: usize) -> bool {
        if let Some(jump) = self.jump(block)
            && self.table(jump).is_some()
        {
            return self.forward_table(block, jump);
        }
        let mut changed = false;
        let mut index = 0;
        while index < self.blocks[block].succs.len() {
            let edge = self.blocks[block].succs[index];
            let fixed = edge.complex || edge.fall && self.chained;
            if fixed && !edge.complex && self.cx.dump.is_some() {
                self.say_not_forwarded(block, edge);
            }
            if !fixed
                && let Some((target, place)) = self.beyond(edge)
                && self.redirect(block, index, target, place)
            {
                changed = true;
            } else {
                index += 1;
            }
        }
        changed
    }

    /// Says where an edge would lead if control did not fall along it.
    fn say_not_forwarded(&mut self, block: usize, edge: Edge) {
        if let Some((target, _)) = self.beyond(edge) {
            let [src, dst, to] = [block, edge.dst, target].map(|block| self.blocks[block].number);
            self.say(format_args!("Forwarding edge {src}->{dst} to {to} failed.\n"));
        }
    }

    /// As [`Self::forward`], of a jump with a table: there may be many edges, so that they are looked at once.
    fn forward_table(&mut self, block: usize, jump: InsnId) -> bool {
        let edges = self.blocks[block].succs.clone();
        let beyond: Vec<_> = edges.iter().map(|&edge| self.beyond(edge)).collect();
        if beyond.iter().all(Option::is_none) {
            return false;
        }
        while !self.blocks[block].succs.is_empty() {
            let last = self.blocks[block].succs.len() - 1;
            self.remove_edge(block, last);
        }
        let mut seen = FxHashSet::default();
        for (edge, beyond) in edges.into_iter().zip(beyond) {
            let (dst, place) = beyond.unwrap_or((edge.dst, edge.place));
            if dst != edge.dst {
                let label = self.label_of(dst);
                self.retarget(jump, edge.dst, label);
            }
            if seen.insert(dst) {
                self.add_edge(block, Edge { dst, place, ..edge });
            }
        }
        true
    }

    /// Where an edge may lead at once, and with which place.
    fn beyond(&self, edge: Edge) -> Option<(usize, Loc)> {
        let (mut target, mut place) = (edge.dst, edge.place);
        for _ in 0..MAX_CHAIN {
            if !self.is_forwarder(target) {
                break;
            }
            let on = self.only_succ(target)?;
            if on.back {
                break;
            }
            let own = self.blocks[target].insns.last().map_or(Loc::default(), |&id| {
                if self.f.is_real(id) { self.f.loc(id) } else { Loc::default() }
            });
            let joined = known_or(on.place, place);
            if on.dst == EXIT || !agree(on.place, place) || !agree(own, joined) {
                break;
            }
            (target, place) = (on.dst, known_or(own, joined));
        }
        (target != edge.dst).then_some((target, place))
    }

    /// Points an edge at another block; `false` if that cannot be.
    fn redirect(&mut self, block: usize, index: usize, target: usize, place: Loc) -> bool {
        let edge = self.blocks[block].succs[index];
        let others = self.blocks[block].succs.iter().enumerate();
        let alone = others.filter(|&(i, _)| i != index).all(|(_, other)| other.dst == target);
        let jump = self.jump(block);
        let plain =
            jump.is_some_and(|jump| self.f.is_simple_jump(jump) || self.f.is_cond_jump(jump));
        if alone && plain && !self.chained {
            self.drop_jump_saying(block);
            self.blocks[block].succs[index].place = place;
            self.blocks[block].succs[index].fall = true;
            while self.blocks[block].succs.len() > 1 {
                let other = self.blocks[block].succs.iter().position(|e| e.dst == target);
                self.remove_edge(block, other.unwrap_or(0));
            }
            self.move_edge(block, 0, target);
            return true;
        }
        if !edge.fall {
            let Some(jump) = jump else { return false };
            if alone && self.blocks[block].succs.len() > 1 {
                return false;
            }
            let label = self.label_of(target);
            self.retarget(jump, edge.dst, label);
        }
        let [src, dst, to] = [block, edge.dst, target].map(|block| self.blocks[block].number);
        if edge.fall {
            self.say(format_args!("Redirecting fallthru edge {src}->{dst} to {to}\n"));
        } else {
            self.say(format_args!("Edge {src}->{dst} redirected to {to}\n"));
        }
        self.blocks[block].succs[index].place = place;
        self.move_edge(block, index, target);
        true
    }

    /// Lets a jump, or its table, go to a label instead of to a block.
    pub(super) fn retarget(&mut self, jump: InsnId, from: usize, label: InsnId) {
        let Some(table) = self.table(jump) else {
            redirect_jump(self.f, jump, label);
            recog_insn(self.f, jump);
            return;
        };
        let labels: Vec<InsnId> = self.labels(from).collect();
        let Some(targets) = self.f.jump_tables.get(&table) else { return };
        let places = self.in_tables.entry(table).or_insert_with(|| {
            let mut places: FxHashMap<InsnId, Vec<u32>> = FxHashMap::default();
            for (index, &target) in targets.targets.iter().enumerate() {
                places.entry(target).or_default().push(index as u32);
            }
            places
        });
        let mut moved: Vec<u32> = Vec::new();
        for old in labels {
            for index in places.remove(&old).unwrap_or_default() {
                self.f.release_label(old);
                self.f.use_label(label);
                moved.push(index);
            }
        }
        if let Some(targets) = self.f.jump_tables.get_mut(&table) {
            moved.iter().for_each(|&index| targets.targets[index as usize] = label);
        }
        places.entry(label).or_default().extend(moved);
    }

    /// Whether a place is that neither of the last insn before an edge nor of the first one after it.
    pub(super) fn is_unique(&self, before: usize, after: usize, place: Loc) -> bool {
        place.line != 0 && !self.is_last_place(before, place) && !self.is_first_place(after, place)
    }

    /// Whether the last insn of a block that has a place is there.
    pub(super) fn is_last_place(&self, block: usize, place: Loc) -> bool {
        let insns = self.blocks[block].insns.iter().rev();
        let real = insns.copied().find(|&id| self.f.is_real(id) && self.f.loc(id).line != 0);
        real.is_some_and(|id| self.f.loc(id).is_at(place))
    }

    /// Whether the first insn of a block is there.
    pub(super) fn is_first_place(&self, block: usize, place: Loc) -> bool {
        let real = self.blocks[block].insns.iter().copied().find(|&id| self.f.is_real(id));
        real.is_some_and(|id| self.f.loc(id).is_at(place))
    }

    /// An insn that does nothing, at a place in the source.
    pub(super) fn nop(&mut self, place: Loc) -> InsnId {
        let loc: LocId = self.f.loc_id(place);
        let zero = self.f.rtx.const_int(0);
        let nop = self.f.make_insn(InsnKind::Insn, zero, loc);
        recog_insn(self.f, nop);
        nop
    }

    /// Deletes insns that only set pseudos no one reads. The answer is how many there were.
    pub(super) fn delete_dead_insns(&mut self) -> usize {
        let mut uses = vec![0u32; self.f.num_regs() as usize];
        let order = self.in_order();
        let count = |layout: &Self, id: InsnId, uses: &mut Vec<u32>, by: i32| {
            let mut own = None;
            if let Some(set) = layout.f.single_set(id) {
                own = layout.f.rtx.as_reg(layout.f.rtx.op(set, 0));
            }
            visit_refs(layout.f, id, &mut |kind, reg, _, _| {
                // What only makes a register's own next value is no use.
                if kind == RefKind::Use && own != Some(reg) {
                    let uses = &mut uses[reg as usize];
                    *uses = uses.saturating_add_signed(by);
                }
            });
        };
        for &block in &order {
            for &id in &self.blocks[block].insns {
                if self.f.is_real(id) {
                    count(self, id, &mut uses, 1);
                }
            }
        }
        let mut dead = FxHashSet::default();
        for &block in order.iter().rev() {
            for index in (0..self.blocks[block].insns.len()).rev() {
                let id = self.blocks[block].insns[index];
                if self.f.is_real(id) && self.is_dead(id, &uses) {
                    count(self, id, &mut uses, -1);
                    dead.insert(id);
                }
            }
        }
        if !dead.is_empty() {
            for block in order {
                self.blocks[block].insns.retain(|id| !dead.contains(id));
            }
        }
        dead.len()
    }

    fn is_dead(&self, id: InsnId, uses: &[u32]) -> bool {
        let r = &self.f.rtx;
        let Some(set) = self.f.single_set(id) else { return false };
        let dst = r.op(set, 0);
        let volatile = |x| r.code(x) == Code::Mem && r.flags(x) & flag::V != 0;
        let Some(reg) = r.as_reg(dst).filter(|&reg| reg >= FIRST_PSEUDO) else { return false };
        let is_noop = r.as_reg(r.op(set, 1)) == Some(reg);
        (uses[reg as usize] == 0 || is_noop)
            && !volatile(r.op(set, 1))
            && !has_side_effects(self.f, id)
    }
}
