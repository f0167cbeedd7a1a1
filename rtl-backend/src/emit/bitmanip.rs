//! Counts of bits, rotations and the like, where the machine has an insn for them.
//!
//! ```text
//! __builtin_popcount (x)   =>   (set (reg:DI 74) (sign_extend:DI (popcount:SI (reg:SI 72))))
//! x r>> 7                  =>   (set (reg:DI 74) (rotatert:DI (reg:DI 72) (const_int 7)))
//! ```
//! Without such an insn nothing is emitted here, and the caller does it otherwise.

use super::Emitter;
use crate::machine::recog::recog;
use crate::machine::target::GP_ARG_FIRST;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::builtins::Family;

impl Emitter<'_> {
    /// Whether the machine has an insn for an operation on registers of `mode`.
    pub(crate) fn have_insn(&mut self, code: Code, mode: Mode) -> bool {
        let mark = self.f.rtx.mark();
        let x = self.f.rtx.gen_reg(mode, GP_ARG_FIRST);
        let found = self.have_insn_with(code, mode, x);
        self.f.rtx.forget(&mark);
        found
    }

    /// Whether the machine has an insn for an operation of which the last operand is `y`.
    pub(crate) fn have_insn_with(&mut self, code: Code, mode: Mode, y: RtxId) -> bool {
        let mark = self.f.rtx.mark();
        let x = self.f.rtx.gen_reg(mode, GP_ARG_FIRST);
        let value = match code.arity() {
            1 => self.f.rtx.gen_unary(code, mode, y),
            _ => self.f.rtx.gen_binary(code, mode, x, y),
        };
        let set = self.f.rtx.gen_set(x, value);
        let found = recog(&self.f.rtx, set).is_some();
        self.f.rtx.forget(&mark);
        found
    }

    /// What a builtin of bits gives for a value of `SI` or `DI`, and its mode.
    pub(crate) fn bit_insns(
        &mut self,
        family: Family,
        mode: Mode,
        x: RtxId,
    ) -> Option<(RtxId, Mode)> {
        let code = match family {
            Family::Clz | Family::Clrsb => Code::Clz,
            Family::Ctz | Family::Ffs => Code::Ctz,
            Family::Popcount | Family::Parity => Code::Popcount,
            Family::Bswap32 | Family::Bswap64 => {
                return self.byte_swap(mode, x).map(|swapped| (swapped, mode));
            }
            _ => return None,
        };
        if self.f.rtx.is_multiword(mode) || !self.have_insn(code, mode) {
            return None;
        }
        let result = match family {
            Family::Clrsb => self.redundant_signs(mode, x),
            Family::Ffs => self.first_set(mode, x),
            Family::Parity => {
                let (count, one) = (self.bit_count(code, mode, x), self.int(1));
                self.binop(Code::And, Mode::SI, count, one)
            }
            _ => self.bit_count(code, mode, x),
        };
        Some((result, Mode::SI))
    }

    /// A count of bits, in `SI`.
    fn bit_count(&mut self, code: Code, mode: Mode, x: RtxId) -> RtxId {
        let x = self.force_reg(mode, x);
        let count = self.emit_unary(code, mode, x);
        match mode {
            Mode::SI => count,
            _ => self.promoted_subreg(count, Mode::SI, false),
        }
    }

    /// `__builtin_clrsb`: the bits after the first that are like it, counted as zeros before what differs from the sign.
    fn redundant_signs(&mut self, mode: Mode, x: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let wide = self.convert(x, mode, word_mode, false);
        let wide = self.force_reg(word_mode, wide);
        let bits = i64::from(self.word_bits());
        let count = self.int(bits - 1);
        let sign = self.binop(Code::Ashiftrt, word_mode, wide, count);
        let differing = self.binop(Code::Xor, word_mode, sign, wide);
        let zeros = self.bit_count(Code::Clz, word_mode, differing);
        let excess = self.int(bits + 1 - i64::from(mode.bits()));
        self.binop(Code::Minus, Mode::SI, zeros, excess)
    }

    /// `__builtin_ffs`: one more than the zeros below the last one, or zero.
    fn first_set(&mut self, mode: Mode, x: RtxId) -> RtxId {
        let x = self.force_reg(mode, x);
        let zeros = self.bit_count(Code::Ctz, mode, x);
        let place = self.copy_to_reg(Mode::SI, zeros);
        let (found, zero, none) = (self.new_label(), self.int(0), self.int(-1));
        self.branch(Code::Ne, mode, x, zero, found, None);
        self.emit_move(place, none);
        self.emit_label(found);
        let one = self.int(1);
        self.binop(Code::Plus, Mode::SI, place, one)
    }

    /// The bytes of a word or its half the other way round.
    fn byte_swap(&mut self, mode: Mode, x: RtxId) -> Option<RtxId> {
        let word_mode = self.word_mode();
        if self.f.rtx.is_multiword(mode) || !self.have_insn(Code::Bswap, word_mode) {
            return None;
        }
        let x = self.force_reg(mode, x);
        let wide = self.lowpart(word_mode, x);
        let swapped = self.emit_unary(Code::Bswap, word_mode, wide);
        if mode == word_mode {
            return Some(swapped);
        }
        let count = self.int(32);
        let high = self.binop(Code::Ashiftrt, word_mode, swapped, count);
        Some(self.promoted_subreg(high, Mode::SI, false))
    }

    /// `x` rotated.
    pub(crate) fn rotate(
        &mut self,
        left: bool,
        mode: Mode,
        x: RtxId,
        count: RtxId,
    ) -> Option<RtxId> {
        let code = if left { Code::Rotate } else { Code::Rotatert };
        if self.f.rtx.is_multiword(mode) || !self.have_rotation(code, mode) {
            return None;
        }
        let bits = i64::from(mode.bits());
        let x = self.force_reg(mode, x);
        // By a number it is always done to the right.
        let (code, count) = match self.f.rtx.as_int(count) {
            Some(value) if left => {
                (Code::Rotatert, self.int(value.wrapping_neg().rem_euclid(bits)))
            }
            _ => (code, self.shift_count(count, bits - 1)),
        };
        Some(self.emit_binary(code, mode, x, count))
    }

    fn have_rotation(&mut self, code: Code, mode: Mode) -> bool {
        let mark = self.f.rtx.mark();
        let count = self.f.rtx.gen_reg(Mode::QI, GP_ARG_FIRST);
        let found = self.have_insn_with(code, mode, count);
        self.f.rtx.forget(&mark);
        found
    }
}
