//! The blocks of a function, with GCC's numbers, and what GCC cleans up of them when it has expanded.
//!
//! ```text
//! (note [bb 2]) (note [bb 3])                     =>  (note [bb 2])                  block 3 is merged into block 2
//! (jump_insn -> L4) (barrier) (code_label L4)     =>  (nothing)                      a jump to the next block
//! (jump_insn -> L5) … (code_label L5) (jump -> L6) =>  (jump_insn -> L6)             a block that only leads on
//! ```
//! Every block of GIMPLE begins with a note here, whether it has a label or not. Blocks are numbered as they stand, the
//! first one 2, before anything is taken away, and keep their numbers. A jump is not led past a block whose place in the
//! source differs from its own, so that a debugger can stop there.

use super::report::Report;
use crate::emit::Emitter;
use crate::rtl::cfg;
use crate::rtl::code::Code;
use crate::rtl::edge_places::EdgePlaces;
use crate::rtl::function::{InsnId, InsnKind, Loc, LocId, NoteKind};
use crate::rtl::rtx::RtxId;
use dumps::{put, putln};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// What expansion says of blocks by their labels.
#[derive(Default)]
pub(super) struct BlockMarks {
    /// Blocks that get their notes only when blocks are looked for.
    pub(super) apart: FxHashSet<InsnId>,
    /// Blocks that a switch says it never reaches: GCC takes those away before blocks are numbered.
    pub(super) unreached: FxHashSet<InsnId>,
}

/// What is left of a function's blocks.
pub(super) struct Cleaned {
    /// The blocks' notes and numbers.
    pub(super) numbers: Vec<(InsnId, u32)>,
    /// The places of the edges.
    pub(super) places: EdgePlaces,
    /// What the dump says of it.
    pub(super) report: Report,
}

/// Rounds over all blocks, at most.
const ROUNDS: u32 = 8;
/// So many successors of a block are looked through without a set.
const FEW: usize = 16;

/// A block: its elements from the first label or note on.
struct Block {
    labels: Vec<InsnId>,
    note: InsnId,
    last: InsnId,
    gone: bool,
    /// Whether the report says that it is gone.
    reported: bool,
    /// The place of the edge along which control falls off its end.
    fall: Loc,
    /// The block after it that is left.
    next: usize,
    /// How many blocks lead to it.
    preds: u32,
}

struct Cleanup<'a, 'e> {
    em: &'a mut Emitter<'e>,
    places: EdgePlaces,
    marks: &'a BlockMarks,
    blocks: Vec<Block>,
    /// The block of each label, by its uid; no block's number where it is in none.
    of_label: Vec<usize>,
    /// Edges that go back to the head of a loop: nothing is led past the blocks they leave.
    back: FxHashSet<(usize, usize)>,
    /// The number of each block: the first one is 2.
    numbers: Vec<u32>,
    report: Report,
}

/// Cleans up. Before `valueless_end`, if control gets there, comes a `nop`.
pub(super) fn clean_up(
    em: &mut Emitter<'_>,
    places: EdgePlaces,
    marks: &BlockMarks,
    valueless_end: Option<InsnId>,
    report: Report,
) -> Cleaned {
    let of_label = vec![usize::MAX; em.f.max_uid() as usize];
    let back = FxHashSet::default();
    let (blocks, numbers) = (Vec::new(), Vec::new());
    let mut cleanup = Cleanup { em, places, marks, blocks, of_label, back, numbers, report };
    cleanup.find_blocks();
    cleanup.remove_unreachable();
    cleanup.number_blocks();
    (0..cleanup.blocks.len()).for_each(|index| cleanup.report_deleted(index));
    cleanup.find_back_edges();
    if let Some(end) = valueless_end.filter(|_| cleanup.em.f.optimize == 0) {
        cleanup.mark_end(end);
    }
    cleanup.count_predecessors();
    for round in 1..=ROUNDS {
        putln!(cleanup.report, "\n\ntry_optimize_cfg iteration {round}\n");
        if !cleanup.round() {
            break;
        }
    }
    put!(cleanup.report, "\n\n");
    cleanup.remove_unreachable();
    cleanup.remove_labels();
    let left = || cleanup.blocks.iter().zip(&cleanup.numbers).filter(|(block, _)| !block.gone);
    let numbers = left().map(|(block, &number)| (block.note, number)).collect();
    let last = |block: &Block| cleanup.em.f.before_debuggers(block.last);
    let falls = left().map(|(block, _)| (last(block), block.fall));
    let falls = falls.filter(|(_, place)| place.line != 0).collect();
    let places = EdgePlaces { jumps: std::mem::take(&mut cleanup.places.jumps), falls };
    Cleaned { numbers, places, report: cleanup.report }
}

impl Cleanup<'_, '_> {
    /// Cuts the chain into blocks, each with a note.
    fn find_blocks(&mut self) {
        let mut at = self.em.f.first;
        let mut open = false;
        while at.exists() {
            let next = self.em.f.next(at);
            match self.em.f.insn(at).kind {
                InsnKind::Note(NoteKind::BasicBlock) => {
                    if !open || !self.is_in_labels() {
                        self.start(InsnId::NIL);
                        open = true;
                    }
                    self.extend(at);
                    if let Some(block) = self.blocks.last_mut() {
                        block.note = at;
                    }
                }
                InsnKind::Label if self.em.f.jump_tables.contains_key(&at) => open = false,
                InsnKind::Label => {
                    if !open || !self.is_in_labels() {
                        self.start(at);
                        open = true;
                    }
                    self.of_label[at.0 as usize] = self.blocks.len() - 1;
                    if let Some(block) = self.blocks.last_mut() {
                        block.labels.push(at);
                    }
                    self.extend(at);
                }
                InsnKind::Barrier | InsnKind::JumpTable => open = false,
                InsnKind::Note(NoteKind::Deleted) if !open => {}
                kind => {
                    if !open {
                        self.start(InsnId::NIL);
                        open = true;
                    }
                    if self.blocks.last().is_some_and(|block| !block.note.exists()) {
                        self.insert_note(at);
                    }
                    self.extend(at);
                    if kind == InsnKind::Jump {
                        open = false;
                    }
                }
            }
            at = next;
        }
        for index in 0..self.blocks.len() {
            if !self.blocks[index].note.exists() {
                let last = self.blocks[index].last;
                let note = self.new_note();
                self.em.f.link_after(note, last);
                self.blocks[index].note = note;
                self.blocks[index].last = note;
            }
            let last = self.em.f.before_debuggers(self.blocks[index].last);
            let fall = self.places.falls.get(&last).copied();
            self.blocks[index].fall = fall.unwrap_or_default();
        }
    }

    /// Whether the last block has nothing but labels so far, and what comes belongs to it.
    fn is_in_labels(&self) -> bool {
        self.blocks.last().is_some_and(|block| {
            let apart = block.labels.iter().any(|it| self.marks.apart.contains(it));
            !block.note.exists() && !apart
        })
    }

    fn start(&mut self, label: InsnId) {
        let (next, last) = (self.blocks.len() + 1, label);
        let (note, labels, fall) = (InsnId::NIL, Vec::new(), Loc::default());
        let (gone, reported, preds) = (false, false, 0);
        self.blocks.push(Block { labels, note, last, gone, reported, fall, next, preds });
    }

    fn extend(&mut self, at: InsnId) {
        if let Some(block) = self.blocks.last_mut() {
            block.last = at;
        }
    }

    fn new_note(&mut self) -> InsnId {
        let kind = InsnKind::Note(NoteKind::BasicBlock);
        self.em.f.make_insn(kind, RtxId::NONE, LocId::UNKNOWN)
    }

    fn insert_note(&mut self, before: InsnId) {
        let note = self.new_note();
        let prev = self.em.f.prev(before);
        self.em.f.link_after(note, prev);
        if let Some(block) = self.blocks.last_mut() {
            block.note = note;
        }
    }

    /// The block that stands after one.
    fn next_block(&mut self, index: usize) -> Option<usize> {
        let mut next = self.blocks[index].next;
        while self.blocks.get(next).is_some_and(|block| block.gone) {
            next = self.blocks[next].next;
        }
        self.blocks[index].next = next;
        (next < self.blocks.len()).then_some(next)
    }

    /// Whether control may run off the end of a block, and where that leads.
    fn falls_to(&mut self, index: usize) -> Option<usize> {
        let last = self.blocks[index].last;
        let mut at = self.em.f.next(last);
        while at.exists() {
            match self.em.f.insn(at).kind {
                InsnKind::Barrier | InsnKind::JumpTable => return None,
                InsnKind::Label if self.em.f.jump_tables.contains_key(&at) => return None,
                InsnKind::Note(NoteKind::Deleted) => at = self.em.f.next(at),
                _ => break,
            }
        }
        self.next_block(index)
    }

    /// The block of a label.
    fn block_of(&self, label: InsnId) -> Option<usize> {
        self.of_label.get(label.0 as usize).copied().filter(|&block| block != usize::MAX)
    }

    /// The jump a block ends in.
    fn jump(&self, index: usize) -> Option<InsnId> {
        let last = self.blocks[index].last;
        (self.em.f.insn(last).kind == InsnKind::Jump).then_some(last)
    }

    /// The blocks that may come after one.
    fn successors(&mut self, index: usize) -> SmallVec<[usize; 4]> {
        let mut found: SmallVec<[usize; 4]> = self.falls_to(index).into_iter().collect();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut add = |label: InsnId| {
            let to = self.of_label.get(label.0 as usize).copied().unwrap_or(usize::MAX);
            if to == usize::MAX {
                return;
            }
            let new = match found.len() < FEW {
                true => !found.contains(&to),
                false => {
                    if seen.is_empty() {
                        seen.extend(found.iter().copied());
                    }
                    seen.insert(to)
                }
            };
            if new {
                found.push(to);
            }
        };
        if let Some(jump) = self.jump(index) {
            let target = self.em.f.jump_target(jump);
            if let Some(table) = self.em.f.jump_tables.get(&target) {
                table.targets.iter().for_each(|&label| add(label));
            } else if target.exists() {
                add(target);
            } else {
                self.em.f.forced_labels.iter().for_each(|&label| add(label));
                self.em.f.rtx.walk(self.em.f.insn(jump).pattern, &mut |x| {
                    if self.em.f.rtx.code(x) == Code::LabelRef {
                        add(InsnId(self.em.f.rtx.label_of(x)));
                    }
                    true
                });
            }
        }
        found
    }

    /// A `nop` before an insn, if it is still there, and at its place.
    fn mark_end(&mut self, end: InsnId) {
        if !self.em.f.prev(end).exists() {
            return;
        }
        let (zero, loc) = (self.em.f.rtx.const_int(0), self.em.f.insn(end).loc);
        let nop = self.em.f.make_insn(InsnKind::Insn, zero, loc);
        self.em.f.link_before(nop, end);
    }

    fn find_back_edges(&mut self) {
        let count = self.blocks.len();
        if count > 0 {
            self.back = cfg::back_edges(0, count, |block| self.successors(block));
        }
    }

    fn count_predecessors(&mut self) {
        if let Some(first) = self.blocks.first_mut() {
            first.preds = 1;
        }
        for index in 0..self.blocks.len() {
            if !self.blocks[index].gone {
                self.count_successors(index, 1);
            }
        }
    }

    /// Counts the edges out of a block, or counts them no longer.
    fn count_successors(&mut self, index: usize, by: i32) {
        for to in self.successors(index) {
            let preds = &mut self.blocks[to].preds;
            *preds = preds.saturating_add_signed(by);
        }
    }

    /// Whether something other than a jump or a table names a label.
    fn is_forced(&self, label: InsnId) -> bool {
        self.em.f.forced_labels.contains(&label)
            || self.em.f.receivers.contains(&label)
            || self.em.f.landing_pads.contains(&label)
    }

    fn remove_unreachable(&mut self) {
        let mut reached = vec![false; self.blocks.len()];
        let mut work: Vec<usize> = (0..self.blocks.len().min(1)).collect();
        for (index, block) in self.blocks.iter().enumerate() {
            if !block.gone && block.labels.iter().any(|&label| self.is_forced(label)) {
                work.push(index);
            }
        }
        while let Some(index) = work.pop() {
            if !std::mem::replace(&mut reached[index], true) {
                work.extend(self.successors(index));
            }
        }
        for (index, reached) in reached.into_iter().enumerate() {
            if !reached && !self.blocks[index].gone {
                self.delete_block(index);
            }
        }
    }

    fn delete_block(&mut self, index: usize) {
        let block = &self.blocks[index];
        let first = block.labels.first().copied().unwrap_or(block.note);
        let last = self.blocks[index].last;
        let mut at = first;
        loop {
            let next = self.em.f.next(at);
            let function_beg = self.em.f.insn(at).kind == InsnKind::Note(NoteKind::FunctionBeg);
            if self.em.f.insn(at).kind == InsnKind::Jump {
                self.drop_jump(at);
            } else if !function_beg {
                self.em.f.unlink(at);
            }
            if at == last {
                at = next;
                break;
            }
            at = next;
        }
        // What came after it goes, too: its barrier, or its table.
        while at.exists() {
            let next = self.em.f.next(at);
            match self.em.f.insn(at).kind {
                InsnKind::Barrier | InsnKind::JumpTable => self.em.f.unlink(at),
                InsnKind::Label if self.is_dead_table(at) => self.em.f.unlink(at),
                _ => break,
            }
            at = next;
        }
        self.blocks[index].gone = true;
    }

    fn is_dead_table(&self, label: InsnId) -> bool {
        let next = self.em.f.next(label);
        next.exists() && self.em.f.insn(next).kind == InsnKind::JumpTable
    }

    /// Takes a jump away, with its table; barriers are the caller's.
    fn drop_jump(&mut self, jump: InsnId) {
        crate::rtl::jumps::delete_jump(self.em.f, jump);
        self.em.f.unlink(jump);
    }

    /// One round over all blocks.
    fn round(&mut self) -> bool {
        let mut changed = false;
        let mut index = 0;
        while index < self.blocks.len() {
            if self.blocks[index].gone {
                self.report_deleted(index);
                index += 1;
                continue;
            }
            let merged = self.merge_next(index);
            let here = merged | self.drop_jump_to_next(index);
            changed |= here | self.forward(index);
            if !here {
                index += 1;
            }
        }
        changed
    }

    /// Numbers the blocks as they stand, but those that a switch never reaches.
    fn number_blocks(&mut self) {
        let mut next = 2;
        for block in &mut self.blocks {
            self.numbers.push(next);
            let unreached = |label| self.marks.unreached.contains(label);
            match block.gone && block.labels.iter().any(unreached) {
                true => block.reported = true,
                false => next += 1,
            }
        }
    }

    /// Says that a block is gone, once.
    fn report_deleted(&mut self, index: usize) {
        let block = &mut self.blocks[index];
        if block.gone && !std::mem::replace(&mut block.reported, true) {
            putln!(self.report, "deleting block {}", self.numbers[index]);
        }
    }

    /// Merges a block with the one after it, if each is the other's only neighbour.
    fn merge_next(&mut self, index: usize) -> bool {
        if self.jump(index).is_some() {
            return false;
        }
        let Some(next) = self.falls_to(index) else { return false };
        if self.blocks[next].preds != 1 {
            return false;
        }
        if self.blocks[next].labels.iter().any(|&label| self.is_forced(label)) {
            return false;
        }
        for label in std::mem::take(&mut self.blocks[next].labels) {
            self.em.f.unlink(label);
            self.of_label[label.0 as usize] = usize::MAX;
        }
        let (note, last) = (self.blocks[next].note, self.blocks[next].last);
        self.em.f.unlink(note);
        let fall = self.blocks[next].fall;
        if last != note {
            self.blocks[index].last = last;
            self.blocks[index].fall = fall;
        } else if fall.line != 0 {
            // Of a block with nothing in it, the way out may be the function's end, which has no place.
            self.blocks[index].fall = fall;
        }
        (self.blocks[next].gone, self.blocks[next].reported) = (true, true);
        let (to, from) = (self.numbers[index], self.numbers[next]);
        putln!(self.report, "Merging block {from} into block {to}...");
        putln!(self.report, "Merged blocks {to} and {from}.");
        putln!(self.report, "Merged {to} and {from} without moving.");
        true
    }

    /// Takes away a jump to the block that comes next anyway.
    fn drop_jump_to_next(&mut self, index: usize) -> bool {
        let Some(jump) = self.jump(index) else { return false };
        if !self.em.f.is_simple_jump(jump) && !self.em.f.is_cond_jump(jump) {
            return false;
        }
        let target = self.block_of(self.em.f.jump_target(jump));
        if target.is_none() || target != self.next_block(index) {
            return false;
        }
        if self.em.f.is_simple_jump(jump) {
            self.blocks[index].fall = self.places.jumps.get(&jump).copied().unwrap_or_default();
        }
        let before = self.em.f.prev(jump);
        let after = self.em.f.next(jump);
        putln!(self.report, "Removing jump {}.", self.em.f.stamp_of(jump));
        self.drop_jump(jump);
        if after.exists() && self.em.f.insn(after).kind == InsnKind::Barrier {
            self.em.f.unlink(after);
        }
        self.blocks[index].last = before;
        true
    }

    /// Where a block leads that does nothing else.
    fn leads_to(&mut self, index: usize) -> Option<(usize, Loc, Loc)> {
        let block = &self.blocks[index];
        let mut at = block.note;
        loop {
            match self.em.f.insn(at).kind {
                InsnKind::Note(_) | InsnKind::Label => {}
                InsnKind::Jump if at == block.last && self.em.f.is_simple_jump(at) => {}
                _ => return None,
            }
            if at == block.last {
                break;
            }
            at = self.em.f.next(at);
        }
        match self.jump(index) {
            Some(jump) => {
                let to = self.block_of(self.em.f.jump_target(jump))?;
                let edge = self.places.jumps.get(&jump).copied().unwrap_or_default();
                Some((to, edge, self.em.f.loc(jump)))
            }
            None => {
                let edge = block.fall;
                Some((self.falls_to(index)?, edge, Loc::default()))
            }
        }
    }

    /// Where control may go at once instead of to a block, and the place of the edge then.
    fn beyond(&mut self, first: usize, mut place: Loc) -> Option<(usize, Loc)> {
        let mut target = first;
        for _ in 0..self.blocks.len() {
            let Some((to, edge, own)) = self.leads_to(target) else { break };
            let agrees = |a: Loc, b: Loc| a.line == 0 || b.line == 0 || a == b;
            let joined = if edge.line == 0 { place } else { edge };
            if self.back.contains(&(target, to)) || !agrees(edge, place) || !agrees(own, joined) {
                break;
            }
            place = if own.line == 0 { joined } else { own };
            target = to;
        }
        (target != first).then_some((target, place))
    }

    /// Leads a jump past blocks that only lead on. Where control falls into such a block it stays so, but takes its place.
    fn forward(&mut self, index: usize) -> bool {
        let jump = self.jump(index);
        let changed = jump.is_some_and(|jump| self.forward_jump(index, jump));
        if let Some(next) = self.falls_to(index)
            && let Some((target, place)) = self.beyond(next, self.blocks[index].fall)
        {
            self.blocks[index].fall = place;
            let [from, to, end] = [index, next, target].map(|index| self.numbers[index]);
            putln!(self.report, "Forwarding edge {from}->{to} to {end} failed.");
        }
        changed
    }

    fn forward_jump(&mut self, index: usize, jump: InsnId) -> bool {
        let is_simple = self.em.f.is_simple_jump(jump);
        if !is_simple && !self.em.f.is_cond_jump(jump) {
            return false;
        }
        let Some(first) = self.block_of(self.em.f.jump_target(jump)) else { return false };
        let place = self.places.jumps.get(&jump).copied().unwrap_or_default();
        let Some((target, place)) = self.beyond(first, place) else { return false };
        self.places.jumps.insert(jump, place);
        let label = self.label_of(target);
        self.count_successors(index, -1);
        crate::rtl::jumps::redirect_jump(self.em.f, jump, label);
        crate::machine::recog::recog_insn(self.em.f, jump);
        let [from, to, end] = [index, first, target].map(|index| self.numbers[index]);
        if is_simple {
            let uid = self.em.f.stamp_of(jump);
            putln!(self.report, "Redirecting jump {uid} from {to} to {end}.");
        } else {
            putln!(self.report, "Edge {from}->{to} redirected to {end}");
        }
        self.count_successors(index, 1);
        if self.blocks[first].preds == 0 {
            self.count_successors(first, -1);
            self.delete_block(first);
        }
        true
    }

    /// The label of a block, made if it has none.
    fn label_of(&mut self, index: usize) -> InsnId {
        if let Some(&label) = self.blocks[index].labels.last() {
            return label;
        }
        let label = self.em.new_label();
        let note = self.blocks[index].note;
        self.em.f.link_before(label, note);
        self.blocks[index].labels.push(label);
        self.of_label.resize(self.em.f.max_uid() as usize, usize::MAX);
        self.of_label[label.0 as usize] = index;
        label
    }

    /// Removes labels that nothing names.
    fn remove_labels(&mut self) {
        let left = self.blocks.iter().filter(|block| !block.gone);
        let mut unused: Vec<InsnId> = left
            .flat_map(|block| block.labels.iter().copied())
            .filter(|&label| self.em.f.label_uses(label) == 0 && !self.is_forced(label))
            .collect();
        unused.sort_unstable();
        for label in unused {
            self.em.f.unlink(label);
        }
    }
}
