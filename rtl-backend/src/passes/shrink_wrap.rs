//! Where the prologue goes: as far down as all that needs the frame allows, so that paths that do not need it do without.
//!
//! ```text
//!     addi  sp,sp,-16                   beq   a0,zero,.L2
//!     sd    ra,8(sp)                    ret
//!     beq   a0,zero,.L2         =>  .L2:
//!     ld    ra,8(sp)                    addi  sp,sp,-16
//!     addi  sp,sp,16                    sd    ra,8(sp)
//!     jr    ra                          call  abort
//! .L2:
//!     call  abort
//! ```
//! The block of the prologue dominates all blocks that need the frame, is in no loop, and all that can be reached from it
//! has the frame. Where the end of the function is also reached without it, that way gets a copy of the end.

use super::sink_copies;
use crate::asm::AsmUnit;
use crate::machine::recog::recog_insn;
use crate::machine::target::{HARD_FRAME_POINTER_REGNUM, RETURN_ADDR_REGNUM, STACK_POINTER_REGNUM};
use crate::rtl::cfg::{self, ENTRY, EXIT};
use crate::rtl::code::Code;
use crate::rtl::df::visit_refs;
use crate::rtl::dominance::{Tree, dominators};
use crate::rtl::function::{InsnId, InsnKind, LocId, NoteKind, RtlFunction};
use crate::rtl::jumps;
use crate::rtl::rtx::{RtxId, flag};
use rustc_hash::FxHashSet;

/// The block that holds the first insn of a function.
const FIRST: u32 = 2;

/// Most insns of the function's end that are copied.
const MOST_COPIED: usize = 8;

/// Most blocks that are tried for the prologue, one above the other.
const MOST_TRIED: usize = 16;

/// Where the prologue goes, and what does without it.
pub struct Plan {
    /// The element it goes after.
    pub place: InsnId,
    /// Calls that the function ends with and that are reached without the frame.
    pub frameless_calls: FxHashSet<InsnId>,
    /// Whether there is a frame where the end of the function is reached.
    pub ends_framed: bool,
    /// The jumps that are to go to a copy of the end.
    to_copy: Vec<InsnId>,
    /// Elements to be copied to the end of the function for them.
    copied: Vec<InsnId>,
}

/// Says where the prologue is to go, if it need not stand at the function's start.
pub fn plan(f: &mut RtlFunction, unit: &mut AsmUnit) -> Option<Plan> {
    let frame = &f.frame;
    let special = frame.interrupt.is_some()
        || frame.library_save.is_some()
        || frame.zeroed.is_some()
        || frame.calls_eh_return
        || frame.checked
        || frame.total == 0
        || !f.receivers.is_empty()
        || !f.landing_pads.is_empty();
    if !f.shrink_wraps || special || has_computed_jump(f) {
        return None;
    }
    cfg::build_graph(f);
    sink_copies::prepare(f, unit);
    let blocks = Blocks::new(f)?;
    let (pro, shared) = blocks.prologue_block()?;
    let place = block_note(f, pro)?;
    let with = blocks.reach(pro, EXIT);
    let last = f.cfg.blocks.len() as u32 - 1;
    let frameless_calls: FxHashSet<InsnId> = f
        .cfg
        .block_ids()
        .filter(|&b| !with[b as usize])
        .map(|b| f.cfg.block(b).end)
        .filter_map(|end| sibling_call_at(f, end))
        .collect();
    let ends_framed = with[last as usize];
    let mut plan =
        Plan { place, frameless_calls, ends_framed, to_copy: Vec::new(), copied: Vec::new() };
    if shared {
        let bypass = blocks.reach(ENTRY, pro);
        plan.copy_end(f, unit, last, &bypass);
    }
    Some(plan)
}

impl Plan {
    /// Gives the paths without the frame that lead to the function's end a copy of it: in place of what falls into it, and for
    /// jumps after it all.
    fn copy_end(&mut self, f: &mut RtlFunction, unit: &mut AsmUnit, last: u32, bypass: &[bool]) {
        let head = f.cfg.block(last).head;
        let elements: Vec<InsnId> = f.block_elements(last).collect();
        let copied: Vec<InsnId> =
            elements.into_iter().filter(|&id| f.is_real(id) || is_for_copies(f, id)).collect();
        let edges: Vec<(u32, bool)> =
            f.cfg.pred_edges(last).map(|edge| (edge.src, edge.fallthru)).collect();
        let mut falls = false;
        for (src, fallthru) in edges.into_iter().filter(|&(src, _)| bypass[src as usize]) {
            if fallthru {
                falls = true;
            } else {
                self.to_copy.push(f.cfg.block(src).end);
            }
        }
        if falls {
            let mut at = f.prev(head);
            if !self.to_copy.is_empty() {
                at = self.label(f, unit, at);
            }
            copy_with_return(f, &copied, at);
            self.to_copy.clear();
        } else {
            self.copied = copied;
        }
    }

    /// Puts a label after an element that the jumps go to.
    fn label(&mut self, f: &mut RtlFunction, unit: &mut AsmUnit, after: InsnId) -> InsnId {
        let label = f.make_insn(InsnKind::Label, RtxId::NONE, LocId::UNKNOWN);
        f.insn_mut(label).label = unit.new_label();
        f.link_after(label, after);
        for &from in &self.to_copy {
            jumps::redirect_jump(f, from, label);
        }
        label
    }

    /// Puts the copy of the end after the function, once its epilogue is there.
    pub fn finish(mut self, f: &mut RtlFunction, unit: &mut AsmUnit) {
        f.frame.shrink_wrapped = true;
        if self.to_copy.is_empty() {
            return;
        }
        let last = f.last;
        let at = self.label(f, unit, last);
        copy_with_return(f, &self.copied, at);
    }
}

/// Whether a note is copied with the insns around it: what has been deleted is not.
fn is_for_copies(f: &RtlFunction, id: InsnId) -> bool {
    matches!(f.insn(id).kind, InsnKind::Note(NoteKind::Bind | NoteKind::Marker))
}

/// Copies elements, and a return after them.
fn copy_with_return(f: &mut RtlFunction, elements: &[InsnId], after: InsnId) {
    let mut at = after;
    for &id in elements {
        let copy = if f.is_real(id) { f.copy_insn(id) } else { f.copy_note(id) };
        f.link_after(copy, at);
        at = copy;
    }
    let pattern = f.rtx.gen_leaf(Code::SimpleReturn);
    let loc = f.end;
    let loc = if loc.line != 0 { f.loc_id(loc) } else { LocId::UNKNOWN };
    let back = f.make_insn(InsnKind::Jump, pattern, loc);
    f.link_after(back, at);
    recog_insn(f, back);
    let barrier = f.make_insn(InsnKind::Barrier, RtxId::NONE, LocId::UNKNOWN);
    f.link_after(barrier, back);
}

/// Whether the function jumps to addresses that it computes, other than by a table.
fn has_computed_jump(f: &RtlFunction) -> bool {
    f.chain().any(|id| {
        let insn = f.insn(id);
        let plain = insn.kind != InsnKind::Jump || f.jump_target(id).exists();
        !plain && f.rtx.code(insn.pattern) == Code::Set
    })
}

/// The note a block begins with.
fn block_note(f: &RtlFunction, block: u32) -> Option<InsnId> {
    f.block_elements(block).find(|&id| f.insn(id).kind == InsnKind::Note(NoteKind::BasicBlock))
}

/// The call that a block ends with and the function, too.
fn sibling_call_at(f: &RtlFunction, end: InsnId) -> Option<InsnId> {
    let insn = f.insn(end);
    (insn.kind == InsnKind::Call && insn.flags & flag::J as u8 != 0).then_some(end)
}

/// Whether an insn needs the frame to be there: it calls, or refers to the stack or to what is saved.
fn needs_frame(f: &RtlFunction, id: InsnId) -> bool {
    let insn = f.insn(id);
    if insn.kind == InsnKind::Call && sibling_call_at(f, id).is_none() {
        return true;
    }
    let by_pointer = f.frame.frame_pointer_needed;
    let mut needs = false;
    visit_refs(f, id, &mut |_, reg, count, _| {
        for reg in reg..reg + count {
            needs |= reg == STACK_POINTER_REGNUM
                || reg == RETURN_ADDR_REGNUM
                || reg == HARD_FRAME_POINTER_REGNUM && by_pointer;
            needs |= f.frame.saved_regs.contains(&reg);
        }
    });
    needs
}

/// What is asked of the blocks of a function.
struct Blocks<'a> {
    f: &'a RtlFunction,
    /// The blocks that need the frame.
    needy: Vec<u32>,
    tree: Tree,
}

impl<'a> Blocks<'a> {
    /// Nothing, where the first block needs the frame or none does.
    fn new(f: &'a RtlFunction) -> Option<Blocks<'a>> {
        let needs =
            |block: u32| f.block_elements(block).any(|id| f.is_real(id) && needs_frame(f, id));
        if f.cfg.blocks.len() <= FIRST as usize || needs(FIRST) {
            return None;
        }
        let tree = dominators(f)?;
        let reached = |block: &u32| tree.is_reached(*block);
        let needy: Vec<u32> =
            f.cfg.block_ids().filter(reached).filter(|&block| needs(block)).collect();
        (!needy.is_empty()).then_some(Blocks { f, needy, tree })
    }

    /// The blocks that can be reached from one without going through another; that one is not among them.
    fn reach(&self, from: u32, without: u32) -> Vec<bool> {
        let mut reached = vec![false; self.f.cfg.blocks.len()];
        let mut stack = vec![from];
        reached[from as usize] = true;
        while let Some(block) = stack.pop() {
            for next in self.f.cfg.succs(block) {
                if next != without && !std::mem::replace(&mut reached[next as usize], true) {
                    stack.push(next);
                }
            }
        }
        reached
    }

    /// The block of the prologue, and whether the end of the function is to be copied.
    fn prologue_block(&self) -> Option<(u32, bool)> {
        let first = *self.needy.first()?;
        let mut pro = self.needy.iter().fold(first, |a, &b| self.tree.common(a, b));
        let mut tried = 0;
        let shared = loop {
            tried += 1;
            if pro == ENTRY || pro == FIRST || tried > MOST_TRIED {
                return None;
            }
            match self.try_block(pro) {
                Some(shared) => break shared,
                None => pro = self.tree.idom[pro as usize],
            }
        };
        // Higher up, where all paths lead here.
        loop {
            tried += 1;
            let above = self.tree.idom[pro as usize];
            if above == ENTRY || !self.leads_to(above, pro) || !self.owns_all(above) {
                break;
            }
            if tried > MOST_TRIED {
                return None;
            }
            pro = above;
        }
        (pro != FIRST).then_some((pro, shared))
    }

    /// Whether the prologue can stand in a block, and whether the end of the function is to be copied then.
    fn try_block(&self, pro: u32) -> Option<bool> {
        let with = self.reach(pro, EXIT);
        if self.f.cfg.preds(pro).any(|pred| with[pred as usize]) {
            return None;
        }
        let bypass = self.reach(ENTRY, pro);
        let last = self.f.cfg.blocks.len() as u32 - 1;
        let both = |block: &u32| with[*block as usize] && bypass[*block as usize];
        let mut shared = self.f.cfg.block_ids().filter(both);
        match (shared.next(), shared.next()) {
            (None, _) => Some(false),
            (Some(block), None) if block == last && self.can_copy_end(last, &bypass) => Some(true),
            _ => None,
        }
    }

    /// Whether a block that all ends in is short, and plain jumps lead to it where there is no frame.
    fn can_copy_end(&self, last: u32, bypass: &[bool]) -> bool {
        let f = self.f;
        let real: Vec<InsnId> = f.block_elements(last).filter(|&id| f.is_real(id)).collect();
        let plain = |id: InsnId| f.insn(id).kind == InsnKind::Insn;
        let falls_off = f.cfg.succ_edges(last).iter().any(|edge| edge.dst == EXIT && edge.fallthru);
        falls_off
            && real.len() <= MOST_COPIED
            && real.into_iter().all(plain)
            && f.cfg.pred_edges(last).filter(|edge| bypass[edge.src as usize]).all(|edge| {
                let end = f.cfg.block(edge.src).end;
                edge.fallthru || f.is_simple_jump(end) || f.is_cond_jump(end)
            })
    }

    /// Whether all paths from one block lead to another.
    fn leads_to(&self, from: u32, to: u32) -> bool {
        let reached = self.reach(from, to);
        !reached[EXIT as usize]
            && self
                .f
                .cfg
                .block_ids()
                .all(|block| !reached[block as usize] || self.f.cfg.succs(block).next().is_some())
    }

    /// Whether a block dominates all that can be reached from it.
    fn owns_all(&self, block: u32) -> bool {
        let with = self.reach(block, EXIT);
        let reached = self.f.cfg.block_ids().filter(|&b| with[b as usize]);
        reached.into_iter().all(|b| self.tree.dominates(block, b))
    }
}
