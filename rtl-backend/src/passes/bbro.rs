//! `bbro`: small blocks are copied to the jumps that lead to them.
//!
//! Return blocks:
//! ```text
//!     j .L4                    ld ra,8(sp)
//!     …                  ⇒     addi sp,sp,16
//! .L4:                         jr ra
//!     ld ra,8(sp)              …
//!     addi sp,sp,16        .L4: …
//!     jr ra
//! ```
//! Loops that test at the top get a second test at the bottom instead of the jump back:
//! ```text
//! .L2: beq a4,zero,.L3             .L2: beq a4,zero,.L3
//!      …                     ⇒     .L5: …
//!      j .L2                            bne a4,zero,.L5
//! .L3:                             .L3:
//! ```

use super::{PassContext, jump};
use crate::pipeline;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, LocId, NoteKind, RtlFunction};
use gimple::function::Prop;
use gimple::options::Flag;
use gimple::pass::Pass;

/// Most insns copied to a jump.
const MAX_COPY: usize = 6;

/// Most copies made of one block, times its insns.
const MAX_GROWTH: usize = 48;

/// Most insns of a loop's test copied to its end.
const MAX_TEST: usize = 4;

/// `bbro` for the pass table.
pub const PASS: Pass = Pass::rtl("bbro", pipeline::bbro)
    .gate(|options, _| options.on(Flag::ReorderBlocks))
    .requires(Prop::RTL)
    .follows(&[("pro_and_epilogue", "blocks that only return are copied with what they restore")]);

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut PassContext) {
    let mut jumps = jump::clean_up(f);
    if !f.optimize_size && rotate_loops(f, &jumps, cx) {
        jumps = jump::clean_up(f);
    }
    let limit = if f.optimize_size { 1 } else { MAX_COPY };
    let mut growth = 0;
    let mut changed = false;
    // Many jumps in a row may go to one label. What stands after it is looked up again after each copy.
    let mut last = None;
    for at in jumps {
        if f.is_simple_jump(at) {
            let target = f.jump_target(at);
            let (_, body) = match last.take() {
                Some(known @ (label, _)) if label == target => last.insert(known),
                _ => last.insert((target, return_block(f, target, limit))),
            };
            if let Some(body) = body
                && growth + body.len() <= MAX_GROWTH.max(body.len())
            {
                growth += if body.len() > 1 { body.len() } else { 0 };
                copy_to(f, at, body);
                changed = true;
                last = None;
            }
        }
    }
    if changed {
        jump::clean_up(f);
    }
}

/// Copies the tests of loops to the jumps back to them.
fn rotate_loops(f: &mut RtlFunction, jumps: &[InsnId], cx: &mut PassContext) -> bool {
    let mut changed = false;
    for &at in jumps {
        if f.is_simple_jump(at) {
            let target = f.jump_target(at);
            let (from, to) = (f.insn(at).block, f.insn(target).block);
            if to != 0
                && to <= from
                && let Some((body, branch)) = test_block(f, target)
            {
                copy_test(f, at, &body, branch, cx);
                changed = true;
            }
        }
    }
    changed
}

/// The insns from `label` to a conditional branch, if there are few, and the branch.
fn test_block(f: &RtlFunction, label: InsnId) -> Option<(Vec<InsnId>, InsnId)> {
    let mut body = Vec::new();
    let mut at = f.next(label);
    while at.exists() {
        let insn = f.insn(at);
        match insn.kind {
            InsnKind::Note(_) => {}
            InsnKind::Insn if body.len() < MAX_TEST && insn.icode >= 0 => body.push(at),
            InsnKind::Jump if f.is_cond_jump(at) && insn.icode >= 0 => return Some((body, at)),
            _ => return None,
        }
        at = f.next(at);
    }
    None
}

/// Puts a copy of the test in the place of the jump `at`.
fn copy_test(
    f: &mut RtlFunction,
    at: InsnId,
    body: &[InsnId],
    branch: InsnId,
    cx: &mut PassContext,
) {
    let pattern = f.insn(branch).pattern;
    let condition = f.rtx.op(f.rtx.op(pattern, 1), 0);
    let exit = f.jump_target(branch);
    // The label after the test, where the loop's body begins.
    let mut entry = f.next(branch);
    if !entry.exists() || f.insn(entry).kind != InsnKind::Label {
        let number = cx.unit.new_label();
        entry = f.make_insn(InsnKind::Label, crate::rtl::rtx::RtxId::NONE, LocId::UNKNOWN);
        f.insn_mut(entry).label = number;
        f.link_after(entry, branch);
    }
    let mut last = copy_insns(f, f.prev(at), body);
    let condition = copy_expression(f, condition);
    let reversed = f.rtx.code(condition).reverse_condition();
    f.rtx.node_mut(condition).code = reversed;
    let (target, pc) = (f.rtx.jump_target(entry.0), f.rtx.pc());
    let choice =
        f.rtx.gen_ternary(Code::IfThenElse, crate::rtl::mode::Mode::VOID, condition, target, pc);
    let back = f.rtx.gen_set(pc, choice);
    let loc = f.insn(branch).loc;
    let copy = f.make_insn(InsnKind::Jump, back, loc);
    f.insn_mut(copy).label = entry.0;
    f.use_label(entry);
    f.link_after(copy, last);
    crate::machine::recog::recog_insn(f, copy);
    last = copy;
    debug_assert_eq!(f.next(last), at);
    jump::redirect(f, at, exit);
}

/// The insns from `label` to the return, if there are few.
fn return_block(f: &RtlFunction, label: InsnId, limit: usize) -> Option<Vec<InsnId>> {
    let mut body = Vec::new();
    let mut at = f.next(label);
    while at.exists() {
        let insn = f.insn(at);
        match insn.kind {
            InsnKind::Note(_) | InsnKind::Label => {}
            InsnKind::Insn if f.rtx.code(insn.pattern) == Code::Use => {}
            InsnKind::Insn if body.len() < limit && insn.icode >= 0 => body.push(at),
            InsnKind::Jump if is_return(f, at) => {
                body.push(at);
                return Some(body);
            }
            _ => return None,
        }
        at = f.next(at);
    }
    None
}

fn is_return(f: &RtlFunction, jump: InsnId) -> bool {
    let pattern = f.insn(jump).pattern;
    match f.rtx.code(pattern) {
        Code::SimpleReturn => true,
        Code::Parallel => f.rtx.code(f.rtx.any_op(pattern, 0)) == Code::SimpleReturn,
        _ => false,
    }
}

/// Puts copies of `body` in the place of the jump.
fn copy_to(f: &mut RtlFunction, at: InsnId, body: &[InsnId]) {
    copy_insns(f, f.prev(at), body);
    jump::delete_jump(f, at);
    debug_assert_eq!(f.insn(at).kind, InsnKind::Note(NoteKind::Deleted));
}

/// Puts copies of `body` after `last`; the answer is the last copy.
fn copy_insns(f: &mut RtlFunction, mut last: InsnId, body: &[InsnId]) -> InsnId {
    for &id in body {
        let insn = f.insn(id).clone();
        let pattern = copy_expression(f, insn.pattern);
        let copy = f.make_insn(insn.kind, pattern, insn.loc);
        f.insn_mut(copy).icode = insn.icode;
        f.insn_mut(copy).flags = insn.flags;
        f.link_after(copy, last);
        last = copy;
    }
    last
}

/// A copy of `x` that shares nothing that a later pass may change in place.
pub(crate) fn copy_expression(
    f: &mut RtlFunction,
    x: crate::rtl::rtx::RtxId,
) -> crate::rtl::rtx::RtxId {
    let copy = f.rtx.shallow_copy(x);
    for i in 0..f.rtx.num_ops(copy) {
        let child = f.rtx.any_op(copy, i);
        if f.rtx.num_ops(child) > 0 {
            let child = copy_expression(f, child);
            f.rtx.set_any_op(copy, i, child);
        }
    }
    copy
}
