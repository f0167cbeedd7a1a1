//! Arithmetic on pairs of words: `TI`, or `DI` where a word has 32 bits. Some of it is libgcc's.

use super::Emitter;
use super::arith::integer_function;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;

impl Emitter<'_> {
    pub(crate) fn pair_binop(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        use Code::*;
        if code.is_comparison() {
            return self.store_flag(code, pair_mode, a, b, pair_mode);
        }
        match code {
            Ashift | Ashiftrt | Lshiftrt => return self.pair_shift(code, a, b),
            Div | Udiv | Mod | Umod => {
                let name = integer_function(code, pair_mode);
                return self.const_libcall(name, pair_mode, &[(a, pair_mode), (b, pair_mode)]);
            }
            Smin | Smax | Umin | Umax => return self.pair_min_max(code, a, b),
            Mult if self.word_function(code).is_some() => {
                let name = integer_function(code, pair_mode);
                return self.const_libcall(name, pair_mode, &[(a, pair_mode), (b, pair_mode)]);
            }
            _ => {}
        }
        let (a0, a1) = self.word_regs(a);
        let (b0, b1) = self.word_regs(b);
        match code {
            Plus => {
                let low = self.binop(Plus, word_mode, a0, b0);
                let low = self.force_reg(word_mode, low);
                let carry = self.store_flag(Ltu, word_mode, low, a0, word_mode);
                let high = self.binop(Plus, word_mode, a1, b1);
                let high = self.binop(Plus, word_mode, high, carry);
                self.concat(pair_mode, low, high)
            }
            Minus => {
                let low = self.binop(Minus, word_mode, a0, b0);
                let borrow = self.store_flag(Ltu, word_mode, a0, b0, word_mode);
                let high = self.binop(Minus, word_mode, a1, b1);
                let high = self.binop(Minus, word_mode, high, borrow);
                self.concat(pair_mode, low, high)
            }
            Mult => {
                let top = self.mul_highpart(a0, b0, [true, true]);
                let low = self.binop(Mult, word_mode, a0, b0);
                let cross = self.binop(Mult, word_mode, a0, b1);
                let other = self.binop(Mult, word_mode, a1, b0);
                let high = self.binop(Plus, word_mode, cross, other);
                let high = self.binop(Plus, word_mode, high, top);
                self.concat(pair_mode, low, high)
            }
            _ => {
                debug_assert!(matches!(code, And | Ior | Xor), "no operation on pairs {code:?}");
                let low = self.binop(code, word_mode, a0, b0);
                let high = self.binop(code, word_mode, a1, b1);
                self.concat(pair_mode, low, high)
            }
        }
    }

    /// The words of a pair, in registers or constant.
    fn word_regs(&mut self, x: RtxId) -> (RtxId, RtxId) {
        let pair_mode = self.pair_mode();
        let low = self.word(x, pair_mode, 0);
        let high = self.word(x, pair_mode, 1);
        let force = |em: &mut Self, w: RtxId| {
            if em.is_mem(w) { em.force_reg(em.word_mode(), w) } else { w }
        };
        (force(self, low), force(self, high))
    }

    /// The product of two words in full, each without a sign or not; not the first alone with one.
    pub fn mul_widening(&mut self, a: RtxId, b: RtxId, unsigned: [bool; 2]) -> RtxId {
        let word_mode = self.word_mode();
        if self.word_function(Code::Mult).is_some() {
            return self.product_of_pairs(a, b, unsigned);
        }
        let (a, b) = (self.force_reg(word_mode, a), self.force_reg(word_mode, b));
        let low = self.binop(Code::Mult, word_mode, a, b);
        let high = self.mul_highpart(a, b, unsigned);
        self.concat(self.pair_mode(), low, high)
    }

    /// The upper word of a product of two words, each without a sign or not; not the first alone with one.
    pub fn mul_highpart(&mut self, a: RtxId, b: RtxId, unsigned: [bool; 2]) -> RtxId {
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        if self.word_function(Code::Mult).is_some() {
            let product = self.product_of_pairs(a, b, unsigned);
            return self.word(product, pair_mode, 1);
        }
        let extend = |unsigned| if unsigned { Code::ZeroExtend } else { Code::SignExtend };
        let a = self.force_reg(word_mode, a);
        let b = self.force_reg(word_mode, b);
        let r = &mut self.f.rtx;
        let wa = r.gen_unary(extend(unsigned[0]), pair_mode, a);
        let wb = r.gen_unary(extend(unsigned[1]), pair_mode, b);
        let product = r.gen_binary(Code::Mult, pair_mode, wa, wb);
        let count = r.const_int(i64::from(word_mode.bits()));
        let shifted = r.gen_binary(Code::Lshiftrt, pair_mode, product, count);
        self.emit_unary(Code::Truncate, word_mode, shifted)
    }

    /// The product of two words in full, where the machine does not multiply.
    fn product_of_pairs(&mut self, a: RtxId, b: RtxId, unsigned: [bool; 2]) -> RtxId {
        let pair_mode = self.pair_mode();
        let a = self.convert(a, self.word_mode(), pair_mode, unsigned[0]);
        let b = self.convert(b, self.word_mode(), pair_mode, unsigned[1]);
        self.binop(Code::Mult, pair_mode, a, b)
    }

    fn pair_shift(&mut self, code: Code, a: RtxId, count: RtxId) -> RtxId {
        let bits = i64::from(self.word_bits());
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        use Code::*;
        let Some(n) = self.f.rtx.as_int(count).map(|n| n & (2 * bits - 1)) else {
            let mode = self.mode_of(count);
            let count = if mode == Mode::SI { count } else { self.shift_count_si(count, mode) };
            if word_mode == Mode::SI {
                return self.pair_shift_by(code, a, count);
            }
            let name = match code {
                Ashift => "__ashlti3",
                Ashiftrt => "__ashrti3",
                _ => "__lshrti3",
            };
            return self.const_libcall(name, pair_mode, &[(a, pair_mode), (count, Mode::SI)]);
        };
        let (a0, a1) = self.word_regs(a);
        if n == 0 {
            return self.concat(pair_mode, a0, a1);
        }
        let shift = |em: &mut Self, code, x, n: i64| {
            let n = em.int(n);
            em.binop(code, word_mode, x, n)
        };
        match (code, n >= bits) {
            (Ashift, true) => {
                let high = shift(self, Ashift, a0, n - bits);
                let zero = self.int(0);
                self.concat(pair_mode, zero, high)
            }
            (Ashift, false) => {
                let carried = shift(self, Lshiftrt, a0, bits - n);
                let high = shift(self, Ashift, a1, n);
                let high = self.binop(Ior, word_mode, high, carried);
                let low = shift(self, Ashift, a0, n);
                self.concat(pair_mode, low, high)
            }
            (_, true) => {
                let low = shift(self, code, a1, n - bits);
                let high = if code == Ashiftrt {
                    shift(self, Ashiftrt, a1, bits - 1)
                } else {
                    self.int(0)
                };
                self.concat(pair_mode, low, high)
            }
            (_, false) => {
                let carried = shift(self, Ashift, a1, bits - n);
                let low = shift(self, Lshiftrt, a0, n);
                let low = self.binop(Ior, word_mode, low, carried);
                let high = shift(self, code, a1, n);
                self.concat(pair_mode, low, high)
            }
        }
    }

    /// A pair shifted by a count that is not known: by a word and more, or by less, which carries from one word to the other.
    fn pair_shift_by(&mut self, code: Code, a: RtxId, count: RtxId) -> RtxId {
        use Code::*;
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        let bits = i64::from(self.word_bits());
        let (low, high) = self.word_regs(a);
        let [low, high, count] = [low, high, count].map(|x| self.force_reg(word_mode, x));
        let result = self.new_reg(pair_mode);
        let [low_result, high_result] = [0, 1].map(|index| self.word(result, pair_mode, index));
        let (small, done) = (self.new_label(), self.new_label());
        let (zero, one, all) = (self.int(0), self.int(1), self.int(bits - 1));
        let word = self.int(-bits);
        let beyond = self.binop(Plus, word_mode, count, word);
        self.branch(Lt, word_mode, beyond, zero, small, None);
        // The word that bits come from and its result, those of the other word, and the way back.
        let (from, from_result, to, to_result, back) = match code {
            Ashift => (low, low_result, high, high_result, Lshiftrt),
            _ => (high, high_result, low, low_result, Ashift),
        };
        let moved = self.binop(code, word_mode, from, beyond);
        self.emit_move(to_result, moved);
        let rest = if code == Ashiftrt { self.binop(code, word_mode, from, all) } else { zero };
        self.emit_move(from_result, rest);
        self.emit_jump(done);
        self.emit_label(small);
        let all = self.force_reg(word_mode, all);
        let inverse = self.binop(Minus, word_mode, all, count);
        let carried = self.binop(back, word_mode, from, one);
        let carried = self.binop(back, word_mode, carried, inverse);
        let onward = if code == Ashift { Ashift } else { Lshiftrt };
        let moved = self.binop(onward, word_mode, to, count);
        let moved = self.binop(Ior, word_mode, carried, moved);
        self.emit_move(to_result, moved);
        let rest = self.binop(code, word_mode, from, count);
        self.emit_move(from_result, rest);
        self.emit_label(done);
        result
    }

    fn shift_count_si(&mut self, count: RtxId, mode: Mode) -> RtxId {
        if mode.size() > 4 {
            let reg = if mode == self.pair_mode() {
                self.word(count, mode, 0)
            } else {
                self.force_reg(mode, count)
            };
            return self.lowpart(Mode::SI, reg);
        }
        self.convert(count, mode, Mode::SI, true)
    }

    pub(crate) fn pair_unop(&mut self, code: Code, a: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        use Code::*;
        match code {
            Not => {
                let (a0, a1) = self.word_regs(a);
                let low = self.unop(Not, word_mode, a0);
                let high = self.unop(Not, word_mode, a1);
                self.concat(self.pair_mode(), low, high)
            }
            Neg => {
                let zero = self.int(0);
                self.pair_binop(Minus, zero, a)
            }
            _ => {
                debug_assert_eq!(code, Abs);
                let (_, a1) = self.word_regs(a);
                let count = self.int(i64::from(self.word_bits()) - 1);
                let sign = self.binop(Ashiftrt, word_mode, a1, count);
                let sign = self.concat(self.pair_mode(), sign, sign);
                let flipped = self.pair_binop(Xor, a, sign);
                self.pair_binop(Minus, flipped, sign)
            }
        }
    }

    fn pair_min_max(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        let compare = match code {
            Smin => Lt,
            Smax => Gt,
            Umin => Ltu,
            _ => Gtu,
        };
        let flag = self.pair_flag(compare, a, b);
        let mask = self.unop(Neg, self.word_mode(), flag);
        let mask = self.concat(self.pair_mode(), mask, mask);
        let differ = self.pair_binop(Xor, a, b);
        let picked = self.pair_binop(And, differ, mask);
        self.pair_binop(Xor, picked, b)
    }

    /// A word that is zero exactly if `a` and `b` are equal.
    pub(crate) fn pair_difference(&mut self, a: RtxId, b: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let (a0, a1) = self.word_regs(a);
        let (b0, b1) = self.word_regs(b);
        let low = self.binop(Code::Xor, word_mode, a0, b0);
        let high = self.binop(Code::Xor, word_mode, a1, b1);
        self.binop(Code::Ior, word_mode, low, high)
    }

    /// `a code b` of pairs as a word 0 or 1.
    pub(crate) fn pair_flag(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        use Code::*;
        match code {
            // The sign decides.
            Lt | Ge if self.f.rtx.is_int(b, 0) && word_mode == Mode::SI => {
                let high = self.word(a, self.pair_mode(), 1);
                let zero = self.int(0);
                self.store_flag(code, word_mode, high, zero, word_mode)
            }
            Eq | Ne => {
                let difference = self.pair_difference(a, b);
                let zero = self.int(0);
                self.store_flag(code, word_mode, difference, zero, word_mode)
            }
            Gt | Gtu => self.pair_flag(code.swap_condition(), b, a),
            Ge | Geu | Le | Leu => {
                let flag = self.pair_flag(code.reverse_condition(), a, b);
                let one = self.int(1);
                self.binop(Xor, word_mode, flag, one)
            }
            _ => {
                let (a0, a1) = self.word_regs(a);
                let (b0, b1) = self.word_regs(b);
                let above = self.store_flag(code, word_mode, a1, b1, word_mode);
                let same = self.store_flag(Eq, word_mode, a1, b1, word_mode);
                let below = self.store_flag(Ltu, word_mode, a0, b0, word_mode);
                let both = self.binop(And, word_mode, same, below);
                self.binop(Ior, word_mode, above, both)
            }
        }
    }
}
