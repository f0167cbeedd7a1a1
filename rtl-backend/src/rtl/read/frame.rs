//! The frame of a function that was read, from the places its insns refer to.
//!
//! A function printed with `-compact` says the sizes in a comment, which GCC passes over; with this its frame is laid out as it
//! was, unused places included.
//!
//! ```text
//! ;; frame 40 16                                                40 bytes of locals, 16 of arguments
//! (mem:DI (plus:DI (reg/f:DI frame) (const_int -24)))     ⇒     24 bytes of locals
//! (set (reg:DI sp) (minus:DI (reg:DI sp) (reg:DI 80)))    ⇒     the stack pointer moves within the body
//! ```

use crate::machine::target::frame;
use crate::machine::target::{FRAME_POINTER_REGNUM, NUM_HARD, STACK_POINTER_REGNUM};
use crate::rtl::code::Code;
use crate::rtl::function::{
    InsnId, RtlFunction, VIRTUAL_OUTGOING_ARGS, VIRTUAL_STACK_DYNAMIC, VIRTUAL_STACK_VARS,
};
use crate::rtl::rtx::RtxId;

/// The most that a frame is taken to hold; a text may say anything.
const MAX_BYTES: i64 = 1 << 30;
/// What stands in a frame is aligned to this many bytes.
const ALIGN: i64 = 16;

/// What the comment begins with.
pub(in crate::rtl) const SIZES: &str = ";; frame ";

/// The sizes that a text says.
pub(super) fn sizes(text: &str) -> Option<(i64, i64)> {
    let line = text[text.rfind(SIZES)? + SIZES.len()..].lines().next()?;
    let (locals, outgoing) = line.trim().split_once(' ')?;
    let size = |text: &str| text.parse().ok().filter(|bytes| (0..MAX_BYTES).contains(bytes));
    Some((size(locals)?, size(outgoing)?))
}

/// Sizes of locals and outgoing arguments, those said or others, and whether the stack pointer moves.
pub(super) fn derive(f: &mut RtlFunction, said: Option<(i64, i64)>) {
    let (mut locals, mut above_sp, mut moves_sp) = (0i64, 0i64, false);
    let chain: Vec<InsnId> = f.chain().filter(|&at| f.is_real(at)).collect();
    for &at in &chain {
        let pattern = f.insn(at).pattern;
        let r = &f.rtx;
        if r.code(pattern) == Code::Set && r.as_reg(r.op(pattern, 0)) == Some(STACK_POINTER_REGNUM)
        {
            moves_sp = true;
        }
        r.walk(pattern, &mut |x| {
            let (size, place) = match r.code(x) {
                Code::Mem => (i64::from(r.mode(x).size()).max(8), r.op(x, 0)),
                _ => (0, x),
            };
            if r.as_reg(place) == Some(VIRTUAL_STACK_DYNAMIC) {
                moves_sp = true;
            }
            match based(f, place) {
                Some((FRAME_POINTER_REGNUM | VIRTUAL_STACK_VARS, offset)) => {
                    locals = locals.max(-offset)
                }
                Some((STACK_POINTER_REGNUM | VIRTUAL_OUTGOING_ARGS, offset)) if size > 0 => {
                    above_sp = above_sp.max(offset.saturating_add(size));
                }
                _ => {}
            }
            true
        });
    }
    let round = |bytes: i64| (bytes.clamp(0, MAX_BYTES) + ALIGN - 1) & -ALIGN;
    (f.frame.locals, f.frame.outgoing_args) = said.unwrap_or((round(locals), round(above_sp)));
    f.frame.max_align = ALIGN as u32;
    f.frame.calls_alloca = moves_sp && !f.epilogue_completed;
}

/// Lays the frame out for a body whose registers are hard ones.
pub(super) fn lay_out(f: &mut RtlFunction) {
    let mut written = 0u64;
    let chain: Vec<InsnId> = f.chain().filter(|&at| f.is_real(at)).collect();
    for at in chain {
        let r = &f.rtx;
        r.walk(f.insn(at).pattern, &mut |x| {
            if matches!(r.code(x), Code::Set | Code::Clobber)
                && let Some(first) = r.as_reg(r.op(x, 0))
            {
                let last = first + u32::from(r.is_multiword(r.mode(r.op(x, 0))));
                for reg in (first..=last).filter(|&reg| (reg as usize) < NUM_HARD) {
                    written |= 1 << reg;
                }
            }
            true
        });
    }
    frame::layout(f, written);
}

/// A register and a distance from it.
fn based(f: &RtlFunction, x: RtxId) -> Option<(u32, i64)> {
    let r = &f.rtx;
    match r.code(x) {
        Code::Reg => Some((r.regno(x), 0)),
        Code::Plus => Some((r.as_reg(r.op(x, 0))?, r.as_int(r.op(x, 1))?)),
        _ => None,
    }
}
