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

use super::EH_DATA_REGISTERS;
use super::regs::{A0, ARG_POINTER, RA, S0, SP, call_saved};
use crate::rtl::function::{Frame, RtlFunction};

fn round(bytes: i64) -> i64 {
    (bytes + 15) & -16
}

/// Bytes between the frame and the stack arguments, where anonymous arguments are that came in registers.
pub fn pretended(frame: &Frame) -> i64 {
    round(frame.pretend_args)
}

/// Whether an unwinder hands a register over to those who catch.
pub fn is_eh_data(regno: u32) -> bool {
    (A0..A0 + EH_DATA_REGISTERS).contains(&regno)
}

/// Finds the registers to be saved of those that are `written`, a bit each, and computes all offsets.
pub fn layout(f: &mut RtlFunction, mut written: u64) {
    if f.frame.frame_pointer_needed {
        written |= 1 << S0;
    }
    if f.frame.accesses_prior_frames {
        written |= 1 << RA;
    }
    if f.frame.calls_eh_return {
        let data = (1 << EH_DATA_REGISTERS) - 1;
        written |= 1 << RA | data << A0;
    }
    if !f.receivers.is_empty() || f.frame.saves_all_registers {
        // Who jumps here has not restored what it saved; unwinders change what is in the frame.
        written = u64::MAX;
    }
    written &= !f.kept;
    let data = |r: u32| f.frame.calls_eh_return && is_eh_data(r);
    let saved: Vec<u32> = (0..64)
        .filter(|&r| written >> r & 1 != 0 && (call_saved(r) || r == RA || data(r)))
        .collect();
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
    offset += pretended(frame);
    frame.total = offset;
}

/// The register and offset that stand for register 64 or 65 plus `offset`.
pub fn eliminate(f: &RtlFunction, regno: u32, offset: i64) -> (u32, i64) {
    let frame = &f.frame;
    let from_sp =
        offset + if regno == ARG_POINTER { frame.total } else { frame.frame_pointer_offset };
    if frame.frame_pointer_needed { (S0, from_sp - frame.hard_fp_offset) } else { (SP, from_sp) }
}
