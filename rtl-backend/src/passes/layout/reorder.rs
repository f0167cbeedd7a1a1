//! Blocks go back into a chain: jumps where control does not fall, `nop`s where an edge has a place of its own.

use super::{ENTRY, EXIT, Edge, Layout};
use crate::rtl::cfg::PROB_MAX;
use crate::rtl::function::Loc;
use rustc_hash::FxHashMap;

/// The blocks that jumps lead from, by the block they lead to and the place of the edge.
type FromPlace = FxHashMap<(usize, Loc), Vec<usize>>;

impl Layout<'_, '_, '_> {
    /// Adds a jump for each edge along which control falls and whose block does not come next.
    pub(super) fn add_jumps(&mut self) {
        for block in self.in_order() {
            let next = self.next(block);
            let Some(fall) = self.fall(block) else { continue };
            if fall.dst == next || fall.dst == EXIT {
                continue;
            }
            let taken = self.blocks[block].succs.iter().position(|edge| !edge.fall);
            let jump = self.jump(block).filter(|&jump| self.f.is_cond_jump(jump));
            if let (Some(jump), Some(taken)) = (jump, taken) {
                let to = self.blocks[block].succs[taken].dst;
                let rare = self
                    .f
                    .br_prob(jump)
                    .is_some_and(|note| (note >> 3).min(PROB_MAX) < PROB_MAX / 2);
                if to == next || rare {
                    if self.label(fall.dst).is_none() {
                        let number = self.blocks[fall.dst].number;
                        self.say(format_args!("Emitting label for block {number}\n"));
                    }
                    self.invert(jump, fall.dst);
                    for edge in &mut self.blocks[block].succs {
                        edge.fall = !edge.fall;
                    }
                    if to == next {
                        self.drop_label_of_next(to);
                        continue;
                    }
                }
            }
            self.force_jump(block);
        }
    }

    /// The label that a jump went to before it was turned round.
    fn drop_label_of_next(&mut self, block: usize) {
        let unused = self
            .label(block)
            .is_some_and(|label| self.f.label_uses(label) == 0 && !self.forced.contains(&label));
        if unused && self.blocks[block].preds == 1 {
            let label = self.label(block);
            self.blocks[block].insns.retain(|&id| Some(id) != label);
            if let Some(label) = label {
                self.of_label.remove(&label);
            }
        }
    }

    /// Makes a jump of the edge along which control falls, in a block of its own if there is another.
    fn force_jump(&mut self, block: usize) {
        let succs = &self.blocks[block].succs;
        let Some(index) = succs.iter().position(|edge| edge.fall) else { return };
        let edge = succs[index];
        if succs.len() == 1 && self.jump(block).is_none() && block != ENTRY {
            self.emit_jump(block, edge.dst, edge.place);
            self.blocks[block].succs[0].fall = false;
            return;
        }
        let new = self.new_block(block);
        let (dst, place) = (edge.dst, edge.place);
        self.blocks[block].succs[index].dst = new;
        self.blocks[dst].preds -= 1;
        self.blocks[dst].sources -= block;
        self.blocks[new].preds = 1;
        self.blocks[new].sources = block;
        self.emit_jump(new, dst, place);
        self.add_edge(new, Edge { fall: false, place, ..Edge::falling(dst) });
    }

    /// Gives each edge with a place of its own an insn there.
    pub(super) fn add_nops(&mut self) {
        let mut from_place: FromPlace = FxHashMap::default();
        for block in self.in_order() {
            for edge in &self.blocks[block].succs {
                if edge.place.line != 0 && !edge.fall && !edge.complex {
                    from_place.entry((edge.dst, edge.place)).or_default().push(block);
                }
            }
        }
        let mut block = self.next(ENTRY);
        while block != EXIT {
            for index in 0..self.blocks[block].succs.len() {
                if index < self.blocks[block].succs.len() {
                    self.mark_edge(block, index, &mut from_place);
                }
            }
            block = self.next(block);
        }
    }

    fn mark_edge(&mut self, block: usize, index: usize, from_place: &mut FromPlace) {
        let edge = self.blocks[block].succs[index];
        let place = edge.place;
        if place.line == 0 || edge.complex || self.is_last_place(block, place) {
            return;
        }
        if let Some(jump) = self.jump(block).filter(|&jump| self.f.is_simple_jump(jump))
            && self.f.loc(jump).line == 0
        {
            self.f.insn_mut(jump).loc = self.f.loc_id(place);
            return;
        }
        if edge.dst == EXIT {
            if !edge.fall {
                return;
            }
        } else if self.is_first_place(edge.dst, place) {
            return;
        }
        let (new, forced) = self.split_edge(block, index);
        let nop = self.nop(place);
        self.blocks[new].insns.push(nop);
        // Others that lead there from the same place share it.
        let mut sources = from_place.remove(&(edge.dst, place)).unwrap_or_default();
        sources.extend(forced);
        for source in sources.into_iter().filter(|&source| source != block) {
            self.share(source, edge.dst, place, new);
        }
    }

    /// Lets the edge from `source` to `dst` lead to `new` if it has this place.
    fn share(&mut self, source: usize, dst: usize, place: Loc, new: usize) {
        let same = |e: &Edge| e.dst == dst && !e.fall && !e.complex && e.place == place;
        let index = self.blocks[source].succs.iter().position(same);
        let (Some(index), Some(jump)) = (index, self.jump(source)) else { return };
        if self.f.is_simple_jump(jump) && self.next(source) == new {
            self.drop_jump_saying(source);
            self.blocks[source].succs[index].fall = true;
        } else {
            let label = self.label_of(new);
            self.retarget(jump, dst, label);
        }
        self.point_edge(source, index, new);
    }

    /// A new block within an edge, and the one that has got a jump because of it.
    fn split_edge(&mut self, block: usize, index: usize) -> (usize, Option<usize>) {
        let edge = self.blocks[block].succs[index];
        let mut forced = None;
        if !edge.fall {
            // What falls into the block would fall into the new one.
            let before = self.blocks[edge.dst].prev;
            if self.fall(before).is_some_and(|fall| fall.dst == edge.dst) {
                self.force_jump(before);
                forced = Some(self.blocks[edge.dst].prev);
            }
        }
        let new = self.new_block(if edge.fall { block } else { self.blocks[edge.dst].prev });
        if !edge.fall
            && let Some(jump) = self.jump(block)
        {
            let label = self.label_of(new);
            self.retarget(jump, edge.dst, label);
            let [src, dst, to] = [block, edge.dst, new].map(|block| self.blocks[block].number);
            self.say(format_args!("Edge {src}->{dst} redirected to {to}\n"));
        }
        self.point_edge(block, index, new);
        self.add_edge(new, Edge::falling(edge.dst));
        (new, forced)
    }
}
