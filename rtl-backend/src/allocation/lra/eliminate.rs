//! The frame's registers and what stands for them: offsets as soon as the frame is laid out, registers at the end.
//!
//! ```text
//! New elimination table:
//! Can't eliminate 65 to 2 (offset=0, prev_offset=0)
//! Can eliminate 65 to 8 (offset=-16, prev_offset=0)
//! ```
//! Offsets of references are those from the register that is to stand there, while the references still name the one of
//! the frame. In `reg + frame` the offset goes to the other register, and the insn has an operand that is no register:
//! `(reg - 16) + frame`.

use dumps::putln;
use std::fmt::Write;

use crate::allocation::frame_refs::{FrameOperand, collect};
use crate::machine::recog::recog_insn;
use crate::machine::target::constants::simm12;
use crate::machine::target::frame;
use crate::machine::target::{
    ARG_POINTER_REGNUM, FRAME_POINTER_REGNUM, HARD_FRAME_POINTER_REGNUM, STACK_POINTER_REGNUM,
};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, RtlFunction};
use crate::rtl::insn_table::{InsnTable, traits};
use crate::rtl::rtx::RtxId;
use fixedbitset::FixedBitSet;

/// References to the frame: the number of the insn, and the operand. Of those through one expression only the first.
pub(super) type References = Vec<(u32, FrameOperand)>;

/// All of them, if they are within reach of an offset.
pub(super) fn near_references(f: &RtlFunction, insns: &InsnTable) -> Option<References> {
    let mut all = References::new();
    let mut seen = FixedBitSet::new();
    let mut found: Vec<FrameOperand> = Vec::new();
    for index in 0..insns.len() {
        if !insns.has(index, traits::FIRST_FRAME_REF) {
            continue;
        }
        found.clear();
        collect(f, f.insn(insns.insn(index)).pattern, &mut found);
        found.retain(|operand| {
            let parent = operand.parent.0 as usize;
            seen.grow(parent + 1);
            !seen.contains(parent)
        });
        for operand in &found {
            if operand.regno == STACK_POINTER_REGNUM
                || !simm12(frame::eliminate(f, operand.regno, operand.offset).1)
            {
                return None;
            }
            seen.insert(operand.parent.0 as usize);
            all.push((index, *operand));
        }
    }
    Some(all)
}

/// The register that stands for the frame's in the end.
pub(super) fn base(f: &RtlFunction) -> u32 {
    if f.frame.frame_pointer_needed { HARD_FRAME_POINTER_REGNUM } else { STACK_POINTER_REGNUM }
}

/// How far a register of the frame is from that one.
fn distance(f: &RtlFunction, regno: u32) -> i64 {
    frame::eliminate(f, regno, 0).1
}

/// Brings offsets up to date, while references still name the frame's register if that is `shown`. The answer is the insns,
/// by their numbers, that have got a sum for an operand.
pub(super) fn update_offsets(
    f: &mut RtlFunction,
    insns: &InsnTable,
    references: &References,
    shown: bool,
) -> Vec<u32> {
    let mut sums = Vec::new();
    let base = base(f);
    for (place, &(index, operand)) in references.iter().enumerate() {
        if f.rtx.code(operand.parent) == Code::Plus {
            if move_offset(f, &operand) {
                sums.push(index);
                continue;
            }
        } else {
            let offset = operand.offset + distance(f, operand.regno);
            let regno = if shown { operand.regno } else { base };
            let sum = sum_node(f, regno, offset);
            f.rtx.set_any_op(operand.parent, operand.index, sum);
        }
        // What was a copy may be a sum by now.
        let is_last = references.get(place + 1).is_none_or(|next| next.0 != index);
        if shown && f.rtx.code(operand.parent) == Code::Set {
            recog_insn(f, insns.insn(index));
        } else if !shown && is_last {
            replace(f, insns.insn(index));
        }
    }
    sums
}

fn sum_node(f: &mut RtlFunction, regno: u32, offset: i64) -> RtxId {
    let base = f.reg(regno);
    if offset == 0 {
        return base;
    }
    let offset = f.rtx.const_int(offset);
    f.rtx.gen_binary(Code::Plus, f.rtx.word(), base, offset)
}

/// `frame + reg` becomes `(reg + offset) + frame`; whether there is an offset.
fn move_offset(f: &mut RtlFunction, operand: &FrameOperand) -> bool {
    let offset = operand.offset + distance(f, operand.regno);
    if offset == 0 {
        return false;
    }
    let other = f.rtx.op(operand.parent, 1 - operand.index);
    let number = f.rtx.const_int(offset);
    let sum = f.rtx.gen_binary(Code::Plus, f.rtx.word(), other, number);
    let base = f.reg(operand.regno);
    f.rtx.set_op(operand.parent, 0, sum);
    f.rtx.set_op(operand.parent, 1, base);
    true
}

/// Whether an insn names a register of the frame.
pub(super) fn refers(f: &RtlFunction, at: InsnId) -> bool {
    let mut found = Vec::new();
    collect(f, f.insn(at).pattern, &mut found);
    found.iter().any(|operand| operand.regno != STACK_POINTER_REGNUM)
}

/// Puts the register that stands for the frame's in its place, wherever an insn names that.
pub(super) fn replace(f: &mut RtlFunction, at: InsnId) {
    let mut found = Vec::new();
    collect(f, f.insn(at).pattern, &mut found);
    let base = f.reg(base(f));
    for FrameOperand { parent, index, offset, .. } in found {
        let value = match offset {
            0 => base,
            _ => {
                let offset = f.rtx.const_int(offset);
                f.rtx.gen_binary(Code::Plus, f.rtx.word(), base, offset)
            }
        };
        f.rtx.set_any_op(parent, index, value);
    }
    if !recog_insn(f, at) {
        let mut text = String::new();
        crate::rtl::print::print_insn(f, at, &mut text);
        panic!("reload: unrecognizable insn in {}: {text}", f.name);
    }
}

/// Says which registers are not for pseudos because the frame is found from them.
pub(super) fn print_spilling(f: &RtlFunction, out: &mut String) {
    putln!(out, "\t   Spilling non-eliminable hard regs: {}", base(f));
}

/// Writes what stands for what, after `known` offsets have been.
pub(super) fn print_table(f: &RtlFunction, known: bool, out: &mut String) {
    out.push_str("New elimination table:\n");
    for regno in [ARG_POINTER_REGNUM, FRAME_POINTER_REGNUM] {
        for to in [STACK_POINTER_REGNUM, HARD_FRAME_POINTER_REGNUM] {
            let can = if to == base(f) { "Can" } else { "Can't" };
            let offset = if to == base(f) { distance(f, regno) } else { 0 };
            let before = if known { offset } else { 0 };
            putln!(out, "{can} eliminate {regno} to {to} (offset={offset}, prev_offset={before})");
        }
    }
}
