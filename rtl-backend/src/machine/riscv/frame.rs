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
use super::description::{UNSPECV_MRET, UNSPECV_SRET, UNSPECV_URET};
use super::regs::{A0, ARG_POINTER, Convention, FRAME_POINTER, RA, S0, S1, S2, SP};
use crate::rtl::function::{
    Frame, RtlFunction, VIRTUAL_CFA, VIRTUAL_INCOMING_ARGS, VIRTUAL_OUTGOING_ARGS,
    VIRTUAL_STACK_VARS,
};
use gimple::decl::{AttributeArgument, DeclId};
use gimple::unit::Unit;

/// What virtual registers become.
pub const REAL_REGISTERS: [(u32, u32); 4] = [
    (VIRTUAL_INCOMING_ARGS, ARG_POINTER),
    (VIRTUAL_CFA, ARG_POINTER),
    (VIRTUAL_STACK_VARS, FRAME_POINTER),
    (VIRTUAL_OUTGOING_ARGS, SP),
];

fn round(bytes: i64, align: i64) -> i64 {
    (bytes + align - 1) & -align
}

/// Bytes between the frame and the stack arguments, where anonymous arguments are that came in registers.
pub fn pretended(frame: &Frame) -> i64 {
    round(frame.pretend_args, frame.stack_align)
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
    if f.frame.interrupt.is_some() {
        written = changed_by_handler(f, written);
    }
    written &= !f.kept & f.convention.present;
    let convention = f.convention;
    let data = |r: u32| {
        f.frame.calls_eh_return && is_eh_data(r)
            || f.frame.interrupt.is_some() && convention.call_used(r)
    };
    let saved: Vec<u32> = (0..64)
        .filter(|&r| written >> r & 1 != 0 && (convention.call_saved(r) || r == RA || data(r)))
        .collect();
    let gprs = saved.iter().filter(|r| **r < 32).count() as i64;
    let fprs = saved.len() as i64 - gprs;
    let word = i64::from(f.rtx.word().size());
    let frame = &mut f.frame;
    let align = frame.stack_align;
    let round = |bytes| round(bytes, align);
    frame.saved_regs = saved;
    let mut offset = round(frame.outgoing_args);
    offset += round(frame.locals);
    frame.frame_pointer_offset = offset;
    offset += round(8 * fprs);
    frame.fp_save_offset = offset - 8;
    offset +=
        if embedded_set(f.convention, &frame.saved_regs) { 3 * word } else { round(word * gprs) };
    frame.gp_save_offset = offset - word;
    frame.hard_fp_offset = offset;
    offset += pretended(frame);
    frame.total = offset;
    frame.library_save = library_save(frame, round(word * gprs), word);
}

/// The functions of the library that save just these general registers, in as many bytes as they take here.
fn library_save(frame: &Frame, bytes: i64, word: i64) -> Option<(u32, i64)> {
    let fits = frame.library_saves
        && frame.interrupt.is_none()
        && frame.pretend_args == 0
        && !(frame.frame_pointer_needed || frame.calls_eh_return || frame.saves_all_registers);
    let last = frame.saved_regs.iter().rfind(|&&r| r < 32).filter(|_| fits)?;
    // The return address, and all that functions keep up to the last one.
    let number = match *last {
        RA => 0,
        S0 | S1 => last - S0 + 1,
        last => last - S2 + 3,
    };
    (round(i64::from(number + 1) * word, frame.stack_align) == bytes).then_some((number, bytes))
}

/// Whether registers are saved that a machine with 16 of them always makes room for three of: the return address, and with
/// none left out those that functions keep.
fn embedded_set(convention: Convention, saved: &[u32]) -> bool {
    let embedded = convention.present >> 16 & 1 == 0;
    embedded && matches!(saved, [RA] | [RA, S0] | [RA, S0, S1])
}

/// What the handler of an interrupt returns by, as its attribute says: from machine mode unless another is named.
pub fn interrupt_return(unit: &Unit, function: DeclId) -> Option<u32> {
    let extra = unit.decls[function].extra.as_ref()?;
    let interrupt = unit.symbols.get("interrupt")?;
    let said = extra.written.iter().rfind(|said| said.name == interrupt)?;
    Some(match said.args.first() {
        Some(AttributeArgument::Text(mode)) if mode == "user" => UNSPECV_URET,
        Some(AttributeArgument::Text(mode)) if mode == "supervisor" => UNSPECV_SRET,
        _ => UNSPECV_MRET,
    })
}

/// The registers that the handler of an interrupt changes: all that calls may change where there is a call, or a frame so
/// large that what is in it is found through registers.
fn changed_by_handler(f: &RtlFunction, written: u64) -> u64 {
    // What may be saved takes 512 bytes.
    const NEAR: i64 = 2032 - 512;
    let align = f.frame.stack_align;
    let far = round(f.frame.outgoing_args, align) + round(f.frame.locals, align) > NEAR;
    if written >> RA & 1 == 0 && !far {
        return written;
    }
    written | f.convention.used
}

/// The register and offset that stand for register 64 or 65 plus `offset`.
pub fn eliminate(f: &RtlFunction, regno: u32, offset: i64) -> (u32, i64) {
    let frame = &f.frame;
    let from_sp =
        offset + if regno == ARG_POINTER { frame.total } else { frame.frame_pointer_offset };
    if frame.frame_pointer_needed { (S0, from_sp - frame.hard_fp_offset) } else { (SP, from_sp) }
}
