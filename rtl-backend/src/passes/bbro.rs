//! `bbro`: small return blocks are copied to the jumps that lead to them.
//!
//! ```text
//!     j .L4                    ld ra,8(sp)
//!     …                  ⇒     addi sp,sp,16
//! .L4:                         jr ra
//!     ld ra,8(sp)              …
//!     addi sp,sp,16        .L4: …
//!     jr ra
//! ```

use super::{PassContext, jump};
use crate::cfg;
use crate::code::Code;
use crate::function::{InsnId, InsnKind, NoteKind, RtlFunction};

/// Most insns copied to a jump.
const MAX_COPY: usize = 6;

/// Most copies made of one block, times its insns.
const MAX_GROWTH: usize = 48;

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut PassContext) {
    jump::run(f, cx);
    let limit = if f.optimize_size { 1 } else { MAX_COPY };
    let mut growth = 0;
    let mut at = f.first;
    let mut changed = false;
    while at.exists() {
        let next = f.next(at);
        if f.is_simple_jump(at)
            && let Some(body) = return_block(f, f.jump_target(at), limit)
            && growth + body.len() <= MAX_GROWTH.max(body.len())
        {
            growth += if body.len() > 1 { body.len() } else { 0 };
            copy_to(f, at, &body);
            changed = true;
        }
        at = next;
    }
    if changed {
        jump::run(f, cx);
    } else {
        cfg::build(f);
    }
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
    let mut last = f.prev(at);
    for &id in body {
        let insn = f.insn(id).clone();
        let pattern = copy_expression(f, insn.pattern);
        let copy = f.make_insn(insn.kind, pattern, insn.loc);
        f.insn_mut(copy).icode = insn.icode;
        f.insn_mut(copy).flags = insn.flags;
        f.link_after(copy, last);
        last = copy;
    }
    jump::delete_jump(f, at);
    debug_assert_eq!(f.insn(at).kind, InsnKind::Note(NoteKind::Deleted));
}

/// A copy of `x` that shares nothing that a later pass may change in place.
pub(crate) fn copy_expression(f: &mut RtlFunction, x: crate::rtx::RtxId) -> crate::rtx::RtxId {
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
