//! Which operands instructions take.

use super::constants::{is_loadable, simm12};
use super::regs::ARG_POINTER;
use crate::machine::insn::Operands;
use crate::rtl::code::Code;
use crate::rtl::function::{FIRST_PSEUDO, LAST_VIRTUAL};
use crate::rtl::rtx::{RtxArena, RtxId, symbol_flag};

/// The register under `x`, if `x` is a register, the low part of one, or a word of a register pair.
#[inline]
pub fn register_of(r: &RtxArena, x: RtxId) -> Option<RtxId> {
    match r.code(x) {
        Code::Reg => Some(x),
        Code::Subreg => {
            let inner = r.op(x, 0);
            let part = r.subreg_byte(x) == 0 || r.is_multiword(r.mode(inner));
            (r.code(inner) == Code::Reg && part).then_some(inner)
        }
        _ => None,
    }
}

/// Whether `x` is the low part of a pseudo-register that holds an integer: a copy of it.
pub fn is_low_part(r: &RtxArena, x: RtxId) -> bool {
    if r.code(x) != Code::Subreg || r.subreg_byte(x) != 0 {
        return false;
    }
    let (mode, inner) = (r.mode(x), r.op(x, 0));
    let whole = r.mode(inner);
    r.as_reg(inner).is_some_and(|reg| reg >= FIRST_PSEUDO)
        && mode.is_int()
        && whole.is_int()
        && !r.is_multiword(whole)
        && mode.size() < whole.size()
}

/// Whether `x` is a register of any class.
pub fn is_any_reg(r: &RtxArena, x: RtxId) -> bool {
    !r.is_multiword(r.mode(x)) && register_of(r, x).is_some()
}

/// Whether `x` is (or will be) a general register.
#[inline]
pub fn is_gpr(r: &RtxArena, x: RtxId) -> bool {
    let Some(inner) = register_of(r, x) else { return false };
    match r.regno(inner) {
        0..32 => true,
        32..66 => false,
        _ => match r.mode(inner) {
            // Pairs of either kind live in general registers; only their words are operands.
            mode if r.is_multiword(mode) => !r.is_multiword(r.mode(x)),
            mode => mode.is_int(),
        },
    }
}

/// Whether `x` is (or will be) a floating-point register.
pub fn is_fpr(r: &RtxArena, x: RtxId) -> bool {
    r.code(x) == Code::Reg && r.mode(x).is_float() && {
        let regno = r.regno(x);
        regno >= 66 || (32..64).contains(&regno)
    }
}

/// Whether loads and stores take this address: a register, or one plus a 12-bit offset. Offsets from registers that
/// the frame layout replaces may still be of any size.
pub fn legitimate_address(r: &RtxArena, address: RtxId) -> bool {
    match r.code(address) {
        Code::Reg => is_gpr(r, address) || matches!(r.regno(address), 64 | 65),
        Code::Plus => {
            let (base, offset) = (r.op(address, 0), r.op(address, 1));
            if r.code(base) != Code::Reg {
                return false;
            }
            let Some(value) = r.as_int(offset) else { return false };
            let frame = matches!(r.regno(base), 2 | 64..=71);
            frame || is_gpr(r, base) && simm12(value)
        }
        _ => false,
    }
}

/// Whether `x` is a label, or a symbol that binds locally, with or without an offset: `lla` makes it.
pub fn is_local_symbolic(r: &RtxArena, x: RtxId) -> bool {
    match r.code(x) {
        Code::LabelRef => true,
        Code::SymbolRef => {
            let info = r.symbol_info(r.symbol_of(x));
            info.flags & symbol_flag::LOCAL != 0 && !info.weak
        }
        Code::Const => {
            let sum = r.op(x, 0);
            r.code(sum) == Code::Plus
                && is_local_symbolic(r, r.op(sum, 0))
                && r.as_int(r.op(sum, 1)).is_some_and(|v| (-(1 << 20)..1 << 20).contains(&v))
        }
        _ => false,
    }
}

/// Whether `x` is memory that a load or store reaches.
pub fn is_memory(r: &RtxArena, x: RtxId) -> bool {
    r.code(x) == Code::Mem && legitimate_address(r, r.op(x, 0))
}

/// Whether `x` is memory at a local symbol.
pub fn is_local_memory(r: &RtxArena, x: RtxId) -> bool {
    r.code(x) == Code::Mem && is_local_symbolic(r, r.op(x, 0))
}

/// Whether `x` stands for all of memory.
pub fn is_scratch_memory(r: &RtxArena, x: RtxId) -> bool {
    r.code(x) == Code::Mem && r.code(r.op(x, 0)) == Code::Scratch
}

/// Whether one instruction makes the constant.
pub fn is_move_constant(r: &RtxArena, x: RtxId) -> bool {
    match r.code(x) {
        Code::ConstInt => is_loadable(r.int_value(x), r.extensions),
        Code::ConstDouble => r.double_bits(x) == 0,
        Code::Const => is_local_symbolic(r, x),
        _ => false,
    }
}

/// Whether `x` is a number of which a single bit is one.
pub fn is_single_bit(r: &RtxArena, x: RtxId) -> bool {
    r.as_int(x).is_some_and(|value| (value as u64).is_power_of_two())
}

/// Whether `x` is a number of which a single bit is zero.
pub fn is_not_single_bit(r: &RtxArena, x: RtxId) -> bool {
    r.as_int(x).is_some_and(|value| (!value as u64).is_power_of_two())
}

/// Whether operand 3 is a word's mask shifted as far as operand 2 says.
pub fn is_shifted_word(r: &RtxArena, operands: &Operands) -> bool {
    let (count, mask) = (r.as_int(operands[2]), r.as_int(operands[3]));
    count.is_some_and(|count| (1..32).contains(&count) && mask == Some(0xffff_ffff << count))
}

/// Whether a register is one that a register and an offset replace: those of the frame and the virtual ones.
pub fn stands_for_frame_sum(regno: u32) -> bool {
    (ARG_POINTER..=LAST_VIRTUAL).contains(&regno)
}

/// Whether `x` is the frame or argument pointer before the frame is laid out, or the stack pointer.
pub fn is_frame_reg(r: &RtxArena, x: RtxId) -> bool {
    matches!(r.as_reg(x), Some(2 | 64 | 65))
}

/// One side of a move is a register; a store takes a register or zero. What the frame layout replaces by a sum is no
/// register that can be stored: the sum needs a register of its own, which the allocator has to know of.
pub fn move_operands(r: &RtxArena, operands: &Operands) -> bool {
    if r.code(operands[0]) != Code::Mem {
        return true;
    }
    match r.code(operands[1]) {
        Code::Reg => !stands_for_frame_sum(r.regno(operands[1])),
        Code::Subreg => true,
        Code::ConstInt => r.int_value(operands[1]) == 0,
        // No insn stores two words of zeros.
        Code::ConstDouble => {
            r.double_bits(operands[1]) == 0 && r.mode(operands[0]).size() <= r.word().size()
        }
        _ => false,
    }
}
