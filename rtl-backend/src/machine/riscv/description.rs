//! What is made of the machine description, `machine/riscv.md`: the table of insns, and the functions that recognise them.
//!
//! Decision trees come out as nested matches, of however many arms: lints about their shape are not for them.
#![allow(
    clippy::collapsible_if,
    clippy::collapsible_match,
    clippy::match_like_matches_macro,
    clippy::match_single_binding,
    clippy::single_match,
    clippy::single_match_else
)]

use super::isa::extension;
use super::predicates;
use crate::machine::insn::{Constraint, Insn, Operands, Output, Piece};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxArena, RtxId};

include!(concat!(env!("OUT_DIR"), "/riscv.rs"));

/// The insn of a number.
#[inline]
pub fn insn(icode: i16) -> &'static Insn {
    &INSNS[BY_ICODE[icode as usize] as usize]
}

/// The insn that an expression is, the first in the description where it is several, with its operands.
#[inline]
pub fn recog(r: &RtxArena, x: RtxId) -> Option<(&'static Insn, Operands)> {
    find(r, x).map(|(index, operands)| (&INSNS[index as usize], operands))
}

/// The operands of an expression as an insn of this number, if it is one.
pub fn operands_of(icode: i16, r: &RtxArena, x: RtxId) -> Option<Operands> {
    find_only(BY_ICODE[icode as usize], r, x).map(|(_, operands)| operands)
}

/// Whether there is an insn in which `inner` computes an operand of `outer`. Codes that are no operators are operands
/// of any.
pub fn nests(outer: Code, inner: Code) -> bool {
    let operator =
        inner.arity() > 0 && !matches!(inner, Code::Subreg | Code::Mem | Code::Const | Code::High);
    !operator || is_nested(outer, inner)
}

fn unspecs(volatile: bool) -> &'static [(u32, &'static str)] {
    if volatile { VOLATILE_UNSPECS } else { UNSPECS }
}

/// The name of an `unspec`, as a dump prints it.
pub fn unspec_name(number: u32, volatile: bool) -> &'static str {
    let known = unspecs(volatile).iter().find(|(own, _)| *own == number);
    known.expect("every unspec has a name").1
}

/// The number of the `unspec` of a name.
pub fn unspec_number(name: &str, volatile: bool) -> Option<u32> {
    unspecs(volatile).iter().find(|(_, own)| *own == name).map(|(number, _)| *number)
}
