//! How long results take, and what an insn keeps busy: GCC's generic RISC-V core, which issues one insn a cycle.

use super::regs::RegClass;
use crate::machine::recog;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, RtlFunction};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;

/// What an insn is to the pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Nothing: `use` and `clobber`.
    Nothing,
    /// The main pipeline, and when the result is there.
    Alu(u32),
    /// The multiplier and divider, which is busy until the result is there.
    MulDiv(u32),
    /// The same of floats' divisions and roots.
    FloatDiv(u32),
}

impl Unit {
    pub fn latency(self) -> u32 {
        match self {
            Unit::Nothing => 0,
            Unit::Alu(cycles) | Unit::MulDiv(cycles) | Unit::FloatDiv(cycles) => cycles,
        }
    }

    pub fn takes_cycle(self) -> bool {
        self != Unit::Nothing
    }

    /// What dumps say that it reserves.
    pub fn name(self) -> String {
        match self {
            Unit::Nothing => "nothing".to_string(),
            Unit::Alu(_) => "alu".to_string(),
            Unit::MulDiv(cycles) => format!("imuldiv*{cycles}"),
            Unit::FloatDiv(cycles) => format!("fdivsqrt*{cycles}"),
        }
    }
}

/// Until when units are busy.
#[derive(Default)]
pub struct Busy {
    mul_div: u32,
    float_div: u32,
}

impl Busy {
    /// From when on an insn finds its unit free.
    pub fn since(&self, unit: Unit) -> u32 {
        match unit {
            Unit::MulDiv(_) => self.mul_div,
            Unit::FloatDiv(_) => self.float_div,
            _ => 0,
        }
    }

    pub fn issue(&mut self, unit: Unit, clock: u32) {
        match unit {
            Unit::MulDiv(cycles) => self.mul_div = clock + cycles,
            Unit::FloatDiv(cycles) => self.float_div = clock + cycles,
            _ => {}
        }
    }
}

const LOAD: Unit = Unit::Alu(3);
const TRANSFER: Unit = Unit::Alu(3);

/// What an insn is to the pipeline.
pub fn unit_of(f: &RtlFunction, id: InsnId) -> Unit {
    let insn = f.insn(id);
    let r = &f.rtx;
    if insn.icode < 0 {
        return match recog::asm_operands(r, insn.pattern) {
            Some(_) => Unit::Alu(1),
            None => Unit::Nothing,
        };
    }
    if insn.kind != InsnKind::Insn || r.code(insn.pattern) != Code::Set {
        return Unit::Alu(1);
    }
    let (dst, src) = (r.op(insn.pattern, 0), r.op(insn.pattern, 1));
    if r.code(dst) == Code::Mem {
        return Unit::Alu(1);
    }
    let src = match r.code(src) {
        Code::SignExtend | Code::ZeroExtend => r.op(src, 0),
        _ => src,
    };
    unit_of_operation(f, dst, src)
}

fn unit_of_operation(f: &RtlFunction, dst: RtxId, src: RtxId) -> Unit {
    let r = &f.rtx;
    let mode = r.mode(src);
    let single = mode == Mode::SF;
    match r.code(src) {
        // What takes the address' upper half first is no load to the pipeline.
        Code::Mem if is_symbolic(f, r.op(src, 0)) => Unit::Alu(1),
        Code::Mem => LOAD,
        Code::Mult if !mode.is_float() => Unit::MulDiv(10),
        Code::Div | Code::Udiv | Code::Mod | Code::Umod if !mode.is_float() => {
            Unit::MulDiv(if mode == Mode::SI { 34 } else { 66 })
        }
        Code::Div => Unit::FloatDiv(20),
        Code::Sqrt => Unit::FloatDiv(25),
        Code::Plus | Code::Minus | Code::Mult | Code::Fma if mode.is_float() => {
            Unit::Alu(if single { 5 } else { 7 })
        }
        Code::Neg if mode.is_float() && r.code(r.op(src, 0)) == Code::Fma => {
            Unit::Alu(if single { 5 } else { 7 })
        }
        Code::Float
        | Code::UnsignedFloat
        | Code::Fix
        | Code::UnsignedFix
        | Code::FloatExtend
        | Code::FloatTruncate => TRANSFER,
        code if code.is_comparison() && r.mode(r.op(src, 0)).is_float() => TRANSFER,
        _ if mode.is_float() || r.mode(dst).is_float() => TRANSFER,
        Code::Reg if r.as_reg(src).is_some_and(|reg| RegClass::of_hard(reg) == RegClass::Fp) => {
            TRANSFER
        }
        // The high half of a product.
        Code::Truncate => Unit::MulDiv(10),
        _ => Unit::Alu(1),
    }
}

fn is_symbolic(f: &RtlFunction, address: RtxId) -> bool {
    matches!(f.rtx.code(address), Code::SymbolRef | Code::Const | Code::LabelRef)
}
