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

use super::regs::{ARG_POINTER, FRAME_POINTER, RA, S0, SP, call_saved};
use crate::df::{RefKind, visit_refs};
use crate::function::{InsnId, InsnKind, RtlFunction};

fn round(bytes: i64) -> i64 {
    (bytes + 15) & -16
}

/// Finds the registers to be saved and computes all offsets. The answer is the insns that may address the frame: those
/// that read the stack pointer or what stands for it, in order.
pub fn layout(f: &mut RtlFunction) -> Vec<InsnId> {
    let mut written = 0u64;
    let mut addressing: Vec<InsnId> = Vec::new();
    for id in f.chain() {
        if f.insn(id).kind == InsnKind::Call
            && u16::from(f.insn(id).flags) & crate::rtx::flag::J == 0
        {
            written |= 1 << RA;
        }
        if !f.is_real(id) {
            continue;
        }
        visit_refs(f, id, &mut |kind, reg, count, _| {
            if kind != RefKind::Use {
                for reg in (reg..reg + count).filter(|r| *r < 64) {
                    written |= 1 << reg;
                }
            } else if matches!(reg, SP | ARG_POINTER | FRAME_POINTER)
                && addressing.last() != Some(&id)
            {
                addressing.push(id);
            }
        });
    }
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
    addressing
}

/// The register and offset that stand for register 64 or 65 plus `offset`.
pub fn eliminate(f: &RtlFunction, regno: u32, offset: i64) -> (u32, i64) {
    let frame = &f.frame;
    let from_sp =
        offset + if regno == ARG_POINTER { frame.total } else { frame.frame_pointer_offset };
    if frame.frame_pointer_needed { (S0, from_sp - frame.hard_fp_offset) } else { (SP, from_sp) }
}
