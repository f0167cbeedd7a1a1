//! Jumps: making them, pointing them at other labels, deleting them. Uses of labels are counted.

use crate::machine::recog::recog_insn;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, LocId, RtlFunction};

/// A jump to a label, in no chain yet.
pub fn make_jump(f: &mut RtlFunction, label: InsnId, loc: LocId) -> InsnId {
    let (pc, target) = (f.rtx.pc(), f.rtx.jump_target(label.0));
    let pattern = f.rtx.gen_set(pc, target);
    let jump = f.make_insn(InsnKind::Jump, pattern, loc);
    f.insn_mut(jump).label = label.0;
    f.use_label(label);
    recog_insn(f, jump);
    jump
}

/// Points the jump at another label.
pub fn redirect_jump(f: &mut RtlFunction, jump: InsnId, to: InsnId) {
    let from = f.jump_target(jump);
    f.release_label(from);
    f.use_label(to);
    f.insn_mut(jump).label = to.0;
    let pattern = f.insn(jump).pattern;
    let src = f.rtx.op(pattern, 1);
    if f.rtx.code(src) == Code::LabelRef {
        f.rtx.retarget(src, to.0);
        return;
    }
    for i in 1..3 {
        let arm = f.rtx.op(src, i);
        if f.rtx.code(arm) == Code::LabelRef {
            f.rtx.retarget(arm, to.0);
        }
    }
}

/// Deletes a jump, releasing its label.
pub fn delete_jump(f: &mut RtlFunction, jump: InsnId) {
    let pattern = f.insn(jump).pattern;
    let target = f.jump_target(jump);
    if target.exists() {
        f.release_label(target);
        if let Some(table) = f.jump_tables.remove(&target) {
            for t in table.targets {
                f.release_label(t);
            }
        }
    } else {
        let mut labels = Vec::new();
        f.rtx.walk(pattern, &mut |x| {
            if f.rtx.code(x) == Code::LabelRef {
                labels.push(InsnId(f.rtx.label_of(x)));
            }
            true
        });
        for l in labels {
            f.release_label(l);
        }
    }
    f.delete_insn(jump);
}
