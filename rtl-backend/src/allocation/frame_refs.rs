//! References to the frame within insns: registers 64 and 65 with an offset, or far ones from the stack pointer.
//!
//! ```text
//! (insn 12 (set (reg:SI 72) (mem:SI (plus:DI (reg:DI 65 frame) (const_int -20)))))        the mem holds a frame sum
//! (insn 14 (set (mem:SI (plus:DI (reg:DI 65 frame) (const_int -20))) (reg:SI 73)))        it may be the same mem
//! ```
//! All references to a variable may share their expression. What is done to it once is done for all, and an insn that
//! holds none but such as insns before it hold as well need not be looked at: [`FirstHolders`] tells.

use crate::machine::target::constants::simm12;
use crate::machine::target::{ARG_POINTER_REGNUM, FRAME_POINTER_REGNUM, STACK_POINTER_REGNUM};
use crate::rtl::code::Code;
use crate::rtl::df::{Ref, RefKind};
use crate::rtl::function::{InsnId, RtlFunction};
use crate::rtl::rtx::RtxId;
use fixedbitset::FixedBitSet;

/// An operand that is a frame reference.
#[derive(Clone, Copy)]
pub struct FrameOperand {
    /// The expression it is an operand of, and which.
    pub parent: RtxId,
    pub index: usize,
    /// Register 64, 65 or 2, and what is added to it.
    pub regno: u32,
    pub offset: i64,
}

/// Whether what is read is a register that frame references are made from.
pub fn reads_frame_base(entry: Ref) -> bool {
    entry.kind() == RefKind::Use
        && matches!(entry.reg(), STACK_POINTER_REGNUM | ARG_POINTER_REGNUM | FRAME_POINTER_REGNUM)
}

/// Appends all frame references within `x`. Linear in its size.
pub fn collect(f: &RtlFunction, x: RtxId, found: &mut Vec<FrameOperand>) {
    for index in 0..f.rtx.num_ops(x) {
        let child = f.rtx.any_op(x, index);
        match frame_sum(f, child) {
            Some((regno, offset)) => {
                found.push(FrameOperand { parent: x, index, regno, offset });
            }
            None => collect(f, child, found),
        }
    }
}

fn frame_reg(f: &RtlFunction, x: RtxId) -> Option<u32> {
    f.rtx.as_reg(x).filter(|r| matches!(*r, ARG_POINTER_REGNUM | FRAME_POINTER_REGNUM))
}

/// `x` as register 64, 65 or 2 plus constant.
fn frame_sum(f: &RtlFunction, x: RtxId) -> Option<(u32, i64)> {
    if let Some(reg) = frame_reg(f, x) {
        return Some((reg, 0));
    }
    if f.rtx.code(x) != Code::Plus {
        return None;
    }
    let offset = f.rtx.as_int(f.rtx.op(x, 1))?;
    let base = f.rtx.op(x, 0);
    // The outgoing arguments are addressed from the stack pointer, perhaps far.
    if f.rtx.as_reg(base) == Some(STACK_POINTER_REGNUM) && !simm12(offset) {
        return Some((STACK_POINTER_REGNUM, offset));
    }
    Some((frame_reg(f, base)?, offset))
}

/// Which insns are the first to hold an expression with a frame reference, of insns that are asked about in order.
#[derive(Default)]
pub struct FirstHolders {
    /// The expressions seen so far that a frame reference is an operand of.
    seen: FixedBitSet,
    found: Vec<FrameOperand>,
}

impl FirstHolders {
    /// Whether the insn holds an expression with a frame reference that no insn before holds.
    pub fn is_first(&mut self, f: &RtlFunction, at: InsnId) -> bool {
        self.found.clear();
        collect(f, f.insn(at).pattern, &mut self.found);
        self.found.iter().fold(false, |first, operand| {
            let parent = operand.parent.0 as usize;
            self.seen.grow(parent + 1);
            !self.seen.put(parent) || first
        })
    }
}
