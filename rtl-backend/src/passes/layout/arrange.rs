//! Blocks in another order than they stand in, some of them copied.

use super::{Block, Edge, Layout};
use crate::passes::bbro::Copied;
use crate::rtl::function::{InsnKind, LocId, NoteKind, RtlFunction};
use crate::rtl::rtx::RtxId;
use crate::state::RtlContext;

/// Copies blocks, each for one edge to it, and puts all into an order. A copy's number is the one after the last block's.
pub(crate) fn arrange(
    f: &mut RtlFunction,
    cx: &mut RtlContext,
    copies: &[Copied],
    order: &[usize],
) {
    let mut layout = Layout::read(f, cx, true);
    layout.drop_simple_jumps();
    for copied in copies {
        layout.copy_block(copied);
    }
    let mut before = super::ENTRY;
    for &block in order {
        layout.blocks[before].next = block;
        layout.blocks[block].prev = before;
        before = block;
    }
    layout.blocks[before].next = usize::MAX;
    layout.blocks[super::EXIT].prev = before;
    layout.last_number = layout.blocks.len() as u32 - 1;
    layout.add_jumps();
    layout.write();
}

impl Layout<'_, '_, '_> {
    /// Lets control fall where a block ends in nothing but a jump.
    fn drop_simple_jumps(&mut self) {
        for block in 2..self.blocks.len() {
            if let Some(jump) = self.jump(block).filter(|&jump| self.f.is_simple_jump(jump))
                && self.only_succ(block).is_some()
            {
                let place = self.f.loc(jump);
                self.drop_jump(block);
                let edge = &mut self.blocks[block].succs[0];
                (edge.fall, edge.complex, edge.place) = (true, false, place);
            }
        }
    }

    /// Copies a block for an edge to it.
    fn copy_block(&mut self, copied: &Copied) {
        let &Copied { of, src } = copied;
        let kind = InsnKind::Note(NoteKind::BasicBlock);
        let note = self.f.make_insn(kind, RtxId::NONE, LocId::UNKNOWN);
        let mut insns = vec![note];
        for id in self.blocks[of].insns.clone() {
            if self.f.is_real(id) {
                insns.push(self.f.copy_insn(id));
            } else if self.f.is_for_debuggers(id) {
                insns.push(self.f.copy_note(id));
            }
        }
        let mut footer = Vec::new();
        for id in self.blocks[of].footer.clone() {
            if self.f.insn(id).kind == InsnKind::Barrier {
                footer.push(self.f.make_insn(InsnKind::Barrier, RtxId::NONE, LocId::UNKNOWN));
            }
        }
        let new = self.blocks.len();
        let succs = self.blocks[of].succs.clone();
        self.blocks.push(Block { insns, footer, number: new as u32, ..Block::default() });
        for edge in succs {
            self.add_edge(new, Edge { back: false, ..edge });
        }
        let Some(index) = self.blocks[src].succs.iter().position(|edge| edge.dst == of) else {
            return;
        };
        if let Some(jump) = self.jump(src).filter(|_| !self.blocks[src].succs[index].fall) {
            let label = self.label_of(new);
            self.retarget(jump, of, label);
        }
        self.point_edge(src, index, new);
    }
}
