//! Where variables are in the frame, once it is known how large that is.
//!
//! ```text
//! a in (mem (plus (reg 67 virtual-stack-vars) (const_int -20)))      ⇒   -36 from the frame's top (the CFA)
//! ```

use crate::machine::target::{
    ARG_POINTER_REGNUM, FRAME_POINTER_REGNUM, HARD_FRAME_POINTER_REGNUM, STACK_POINTER_REGNUM,
};
use crate::rtl::code::Code;
use crate::rtl::function::{LAST_VIRTUAL, RtlFunction};
use crate::rtl::locals::{Home, Locals};
use crate::rtl::rtx::RtxId;
use gimple::decl::DeclId;
use rustc_hash::FxHashMap;

/// Where a variable is during the whole of its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// At an offset from the frame's top.
    Frame(i64),
    /// The frame has its address there.
    Indirect(i64),
}

/// The variables of a function whose place is the same all the time.
pub fn places(locals: &Locals, f: &RtlFunction) -> FxHashMap<DeclId, Place> {
    let place = |home: &Home| match home.register.filter(|&r| r > LAST_VIRTUAL) {
        None => Some(Place::Frame(frame_offset(f, f.rtx.op(home.memory, 0))?)),
        Some(register) => {
            let slot = locals.slot(register)?;
            Some(Place::Indirect(frame_offset(f, f.rtx.op(slot, 0))?))
        }
    };
    locals.homes().iter().filter_map(|home| Some((home.decl, place(home)?))).collect()
}

/// An address in the frame, counted from the frame's top; how far the stack pointer is from that is known where nothing
/// moves it.
pub(super) fn frame_offset(f: &RtlFunction, address: RtxId) -> Option<i64> {
    let (base, offset) = match f.rtx.as_reg(address) {
        Some(base) => (base, 0),
        None if f.rtx.code(address) == Code::Plus => {
            (f.rtx.as_reg(f.rtx.op(address, 0))?, f.rtx.as_int(f.rtx.op(address, 1))?)
        }
        None => return None,
    };
    let frame = &f.frame;
    let above = match base {
        ARG_POINTER_REGNUM => 0,
        FRAME_POINTER_REGNUM => frame.frame_pointer_offset - frame.total,
        HARD_FRAME_POINTER_REGNUM if frame.frame_pointer_needed => {
            frame.hard_fp_offset - frame.total
        }
        STACK_POINTER_REGNUM if !frame.calls_alloca => -frame.total,
        _ => return None,
    };
    Some(offset + above)
}
