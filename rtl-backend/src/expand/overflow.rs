//! The overflow builtins: the result wrapped to its type, and whether it is not the true one.
//!
//! Up to 64 bits both are calculated in twice the width. Beyond, the true result is kept in 192 bits, a pair of words and a
//! third for the sign and the carry: sums directly, products from the operands' magnitudes.

use super::{Expander, Result, Value};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::stmt::Call;
use gimple::types::TypeId;

/// A number in 192 bits: the word above and the two below, and whether the number is too large even for that.
struct Exact {
    high: RtxId,
    low: RtxId,
    beyond: Option<RtxId>,
}

impl Expander<'_> {
    /// A builtin's result: the number wrapped to the type, and whether it is not the true one.
    pub(super) fn overflow(&mut self, code: Code, call: &Call) -> Result<()> {
        if call.lhs.is_none() {
            return Ok(());
        }
        let ty = self.unit.type_of(self.f, call.lhs);
        let part = self.unit.types.element(ty).unwrap_or(ty);
        let mode = self.mode_of_type(part);
        let (result, overflowed) = self.wrapped_result(code, call, part)?;
        self.store(call.lhs, ty, Value::Complex(result, overflowed, mode))
    }

    /// Signed arithmetic that ends the program where it overflows (`.UBSAN_CHECK_ADD`).
    pub(super) fn checked_arithmetic(&mut self, code: Code, call: &Call) -> Result<()> {
        let ty = self.unit.type_of(self.f, call.args[0]);
        let mode = self.mode_of_type(ty);
        let (result, overflowed) = self.wrapped_result(code, call, ty)?;
        let (fits, zero) = (self.em.new_label(), self.em.int(0));
        self.em.branch(Code::Eq, mode, overflowed, zero, fits, None);
        self.em.emit_trap();
        self.em.emit_label(fits);
        if call.lhs.is_none() {
            return Ok(());
        }
        self.store(call.lhs, ty, Value::Scalar(result, mode))
    }

    /// The result wrapped to a type, and whether it is not the true one: both calculated in twice the width.
    fn wrapped_result(&mut self, code: Code, call: &Call, part: TypeId) -> Result<(RtxId, RtxId)> {
        let mode = self.mode_of_type(part);
        let precision = self.unit.types.precision(part).unwrap_or(mode.bits());
        let (a_type, b_type) =
            (self.unit.type_of(self.f, call.args[0]), self.unit.type_of(self.f, call.args[1]));
        let (a, a_mode) = self.scalar(call.args[0])?;
        let (b, b_mode) = self.scalar(call.args[1])?;
        let widest = a_mode.bits().max(b_mode.bits()).max(precision);
        let wide = if widest <= 32 { Mode::DI } else { Mode::TI };
        let unsigned = [a_type, b_type, part].map(|ty| self.unit.types.is_unsigned(ty));
        if widest > self.em.word_bits() {
            let args = [(a, a_mode), (b, b_mode)];
            return Ok(self.wide_overflow(code, args, part, unsigned));
        }
        let x = self.em.convert(a, a_mode, wide, unsigned[0]);
        let y = self.em.convert(b, b_mode, wide, unsigned[1]);
        let full = self.em.binop(code, wide, x, y);
        let full = self.em.force_reg(wide, full);
        let result = self.wrapped(full, wide, part);
        let back = self.em.convert(result, mode, wide, unsigned[2]);
        let mut overflowed = self.em.store_flag(Code::Ne, wide, full, back, mode);
        // The product of two unsigned words does not fit twice the width as a signed number.
        if code == Code::Mult && wide == self.em.pair_mode() && unsigned == [true, true, false] {
            let zero = self.em.int(0);
            let negative = self.em.store_flag(Code::Lt, wide, full, zero, mode);
            overflowed = self.em.binop(Code::Ior, mode, overflowed, negative);
        }
        Ok((result, overflowed))
    }

    /// With operands or a result of two words. `unsigned` is of the operands and of the result.
    fn wide_overflow(
        &mut self,
        code: Code,
        [(a, a_mode), (b, b_mode)]: [(RtxId, Mode); 2],
        part: TypeId,
        unsigned: [bool; 3],
    ) -> (RtxId, RtxId) {
        let word_mode = self.em.word_mode();
        let mode = self.mode_of_type(part);
        let x = self.in_pair(a, a_mode, unsigned[0]);
        let y = self.in_pair(b, b_mode, unsigned[1]);
        let exact = if code == Code::Mult {
            self.exact_product(x, y, unsigned)
        } else {
            self.exact_sum(code, x, y, unsigned)
        };
        let result = self.wrapped(exact.low, self.em.pair_mode(), part);
        // The result fits if extending it again gives the exact one.
        let back = self.in_pair(result, mode, unsigned[2]);
        let back_high = self.sign_word(back, unsigned[2]);
        let low = self.em.store_flag(Code::Ne, self.em.pair_mode(), exact.low, back, word_mode);
        let high = self.em.store_flag(Code::Ne, word_mode, exact.high, back_high, word_mode);
        let mut overflowed = self.em.binop(Code::Ior, word_mode, low, high);
        if let Some(beyond) = exact.beyond {
            overflowed = self.em.binop(Code::Ior, word_mode, overflowed, beyond);
        }
        let overflowed = self.em.convert(overflowed, word_mode, mode, true);
        let overflowed = self.em.force_reg(mode, overflowed);
        (result, overflowed)
    }

    /// A number of a wide mode wrapped to a type, which may have fewer bits than its mode.
    fn wrapped(&mut self, value: RtxId, wide: Mode, ty: TypeId) -> RtxId {
        let mode = self.mode_of_type(ty);
        let narrow = self.em.convert(value, wide, mode, false);
        let narrow = self.em.force_reg(mode, narrow);
        let narrow = self.reduce_precision(narrow, mode, ty);
        self.em.force_reg(mode, narrow)
    }

    fn in_pair(&mut self, value: RtxId, mode: Mode, unsigned: bool) -> RtxId {
        let wide = self.em.convert(value, mode, self.em.pair_mode(), unsigned);
        self.em.force_reg(self.em.pair_mode(), wide)
    }

    /// The word above a pair: all sign bits.
    fn sign_word(&mut self, pair: RtxId, unsigned: bool) -> RtxId {
        if unsigned {
            return self.em.int(0);
        }
        let top = self.em.word(pair, self.em.pair_mode(), 1);
        let count = self.em.int(i64::from(self.em.word_bits()) - 1);
        self.em.binop(Code::Ashiftrt, self.em.word_mode(), top, count)
    }

    fn exact_sum(&mut self, code: Code, x: RtxId, y: RtxId, unsigned: [bool; 3]) -> Exact {
        let (word_mode, pair_mode) = (self.em.word_mode(), self.em.pair_mode());
        let low = self.em.binop(code, pair_mode, x, y);
        let low = self.em.force_reg(pair_mode, low);
        // A sum carries where it is less than an operand, a difference borrows where the second is more than the first.
        let (left, right) = if code == Code::Plus { (low, x) } else { (x, y) };
        let carry = self.em.store_flag(Code::Ltu, pair_mode, left, right, word_mode);
        let (a, b) = (self.sign_word(x, unsigned[0]), self.sign_word(y, unsigned[1]));
        let high = self.em.binop(code, word_mode, a, b);
        let high = self.em.binop(code, word_mode, high, carry);
        Exact { high, low, beyond: None }
    }

    /// The magnitude of a number as an unsigned pair.
    fn magnitude(&mut self, x: RtxId, sign: RtxId) -> RtxId {
        let pair_mode = self.em.pair_mode();
        // x ^ s - s, with s all ones where x is negative.
        let signs = self.in_pair(sign, self.em.word_mode(), false);
        let flipped = self.em.binop(Code::Xor, pair_mode, x, signs);
        let flipped = self.em.force_reg(pair_mode, flipped);
        let result = self.em.binop(Code::Minus, pair_mode, flipped, signs);
        self.em.force_reg(pair_mode, result)
    }

    fn exact_product(&mut self, x: RtxId, y: RtxId, unsigned: [bool; 3]) -> Exact {
        let (word_mode, pair_mode) = (self.em.word_mode(), self.em.pair_mode());
        let (sx, sy) = (self.sign_word(x, unsigned[0]), self.sign_word(y, unsigned[1]));
        let (mx, my) = (self.magnitude(x, sx), self.magnitude(y, sy));
        let word = |e: &mut Self, pair, index| {
            let word = e.em.word(pair, pair_mode, index);
            e.em.copy_to_reg(word_mode, word)
        };
        let (a0, a1) = (word(self, mx, 0), word(self, mx, 1));
        let (b0, b1) = (word(self, my, 0), word(self, my, 1));
        let zero = self.em.int(0);
        // Beyond two words: both upper words set, or a cross product or the sum with it too large.
        let a_big = self.em.store_flag(Code::Ne, word_mode, a1, zero, word_mode);
        let b_big = self.em.store_flag(Code::Ne, word_mode, b1, zero, word_mode);
        let mut beyond = self.em.binop(Code::And, word_mode, a_big, b_big);
        let product = self.word_product(a0, b0);
        let low = word(self, product, 0);
        let mut upper = word(self, product, 1);
        for (p, q) in [(a1, b0), (a0, b1)] {
            let cross = self.word_product(p, q);
            let over = word(self, cross, 1);
            let over = self.em.store_flag(Code::Ne, word_mode, over, zero, word_mode);
            beyond = self.em.binop(Code::Ior, word_mode, beyond, over);
            let part = word(self, cross, 0);
            let sum = self.em.binop(Code::Plus, word_mode, upper, part);
            let sum = self.em.force_reg(word_mode, sum);
            let carry = self.em.store_flag(Code::Ltu, word_mode, sum, part, word_mode);
            beyond = self.em.binop(Code::Ior, word_mode, beyond, carry);
            upper = sum;
        }
        let magnitude = self.em.concat(pair_mode, low, upper);
        let negative = self.em.binop(Code::Xor, word_mode, sx, sy);
        let negative = self.em.force_reg(word_mode, negative);
        let signed = self.magnitude(magnitude, negative);
        let some = self.em.store_flag(Code::Ne, pair_mode, magnitude, zero, word_mode);
        let some = self.em.unop(Code::Neg, word_mode, some);
        let high = self.em.binop(Code::And, word_mode, negative, some);
        Exact { high, low: signed, beyond: Some(beyond) }
    }

    /// The pair that two unsigned words multiply to.
    fn word_product(&mut self, a: RtxId, b: RtxId) -> RtxId {
        let word_mode = self.em.word_mode();
        let low = self.em.binop(Code::Mult, word_mode, a, b);
        let low = self.em.force_reg(word_mode, low);
        let high = self.em.mul_highpart(a, b, [true, true]);
        let high = self.em.force_reg(word_mode, high);
        self.em.concat(self.em.pair_mode(), low, high)
    }
}
