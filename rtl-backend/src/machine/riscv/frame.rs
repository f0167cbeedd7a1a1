//! The stack frame of RISC-V, laid out as GCC lays it out.
//!
//! ```text
//!  CFA, register 64 (arg)  ->  stack arguments above
//!                              anonymous register arguments (variadic), rounded to 16
//!  s0, if it is kept       ->  saved general registers: ra, s0, s1, … downwards
//!                              saved floating-point registers
//!  register 65 (frame)     ->  locals and spill slots, downwards
//!                              outgoing stack arguments
//!  sp                      ->
//! ```
//! Each area is rounded up to the stack's alignment of 16.

use super::regs::{ARG_POINTER, RA, S0, SP, call_saved};
use crate::rtl::function::RtlFunction;

fn round(bytes: i64) -> i64 {
    (bytes + 15) & -16
}

/// Finds the registers to be saved of those that are `written`, a bit each, and computes all offsets.
pub fn layout(f: &mut RtlFunction, mut written: u64) {
    if f.frame.frame_pointer_needed {
        written |= 1 << S0;
    }
    if f.frame.accesses_prior_frames {
        written |= 1 << RA;
    }
    if !f.receivers.is_empty() {
        // Who jumps here has not restored what it saved.
        written = u64::MAX;
    }
    written &= !f.kept;
    let saved: Vec<u32> =
        (0..64).filter(|&r| written >> r & 1 != 0 && (call_saved(r) || r == RA)).collect();
    let gprs = saved.iter().filter(|r| **r < 32).count() as i64;
    let fprs = saved.len() as i64 - gprs;
    let frame = &mut f.frame;
    frame.saved_regs = saved;
    let mut offset = round(frame.outgoing_args);
    offset += round(frame.locals);
    frame.frame_pointer_offset = offset;
    offset += round(8 * fprs);
    frame.fp_save_offset = offset - 8;
    offset += round(8 * gprs);
    frame.gp_save_offset = offset - 8;
    frame.hard_fp_offset = offset;
    offset += round(frame.pretend_args);
    frame.total = offset;
}

/// The register and offset that stand for register 64 or 65 plus `offset`.
pub fn eliminate(f: &RtlFunction, regno: u32, offset: i64) -> (u32, i64) {
    let frame = &f.frame;
    let from_sp =
        offset + if regno == ARG_POINTER { frame.total } else { frame.frame_pointer_offset };
    if frame.frame_pointer_needed { (S0, from_sp - frame.hard_fp_offset) } else { (SP, from_sp) }
}
