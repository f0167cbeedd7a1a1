//! Arithmetic on pairs of words: `TI`, or `DI` where a word has 32 bits. Some of it is libgcc's.

use super::Emitter;
use super::arith::integer_function;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;

impl Emitter<'_> {
    /// `a code b` of pairs, in `target` if it can be there.
    pub(crate) fn pair_binop(
        &mut self,
        code: Code,
        target: Option<RtxId>,
        a: RtxId,
        b: RtxId,
    ) -> RtxId {
        let pair_mode = self.pair_mode();
        use Code::*;
        if code.is_comparison() {
            return self.store_flag(code, pair_mode, a, b, pair_mode);
        }
        match code {
            Ashift | Ashiftrt | Lshiftrt => self.pair_shift(code, target, a, b),
            Div | Udiv | Mod | Umod => self.pair_function(code, a, b),
            Mult if self.word_function(code).is_some() => self.pair_function(code, a, b),
            Smin | Smax | Umin | Umax => self.pair_min_max(code, a, b),
            Plus | Minus => self.pair_sum(code, target, a, b),
            Mult => self.pair_product(target, a, b),
            _ => {
                debug_assert!(matches!(code, And | Ior | Xor), "no operation on pairs {code:?}");
                let result = self.pair_target(target, &[a, b]);
                for index in 0..2 {
                    let [to, a, b] = [result, a, b].map(|x| self.word(x, pair_mode, index));
                    self.binop_into(to, code, a, b);
                }
                result
            }
        }
    }

    fn pair_function(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        let mode = self.pair_mode();
        let name = integer_function(code, mode);
        self.const_libcall(name, mode, &[(a, mode), (b, mode)])
    }

    /// The pair for a result: the one that is wanted, unless it is one of the operands, which are read after it is written.
    fn pair_target(&mut self, target: Option<RtxId>, operands: &[RtxId]) -> RtxId {
        let is_operand =
            |x| operands.iter().any(|&operand| self.f.rtx.as_reg(operand) == self.f.rtx.as_reg(x));
        let target = target.filter(|&x| !is_operand(x));
        self.result_reg(self.pair_mode(), target)
    }

    /// `dst = a code b` of words.
    fn binop_into(&mut self, dst: RtxId, code: Code, a: RtxId, b: RtxId) {
        self.target = Some(dst);
        let value = self.binop(code, self.word_mode(), a, b);
        self.emit_move(dst, value);
    }

    /// A sum or difference: the low words, and the high ones with what is carried.
    fn pair_sum(&mut self, code: Code, target: Option<RtxId>, a: RtxId, b: RtxId) -> RtxId {
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        let [a, b] = [a, b].map(|x| self.force_mode_reg(pair_mode, x));
        let sum = self.new_reg(pair_mode);
        self.emit_clobber(sum);
        let [low, a0, b0] = [sum, a, b].map(|x| self.word(x, pair_mode, 0));
        self.binop_into(low, code, a0, b0);
        let overflows = if code == Code::Plus { Code::Ltu } else { Code::Gtu };
        let copy = self.copy_to_reg(word_mode, low);
        let carry = self.store_flag(overflows, word_mode, copy, a0, Mode::SI);
        let carry = self.convert(carry, Mode::SI, word_mode, true);
        let [high, a1, b1] = [sum, a, b].map(|x| self.word(x, pair_mode, 1));
        self.binop_into(high, code, a1, b1);
        let all = self.binop(code, word_mode, high, carry);
        self.emit_move(high, all);
        match target.filter(|&target| self.mode_of(target) == pair_mode) {
            Some(target) => {
                self.emit_move(target, sum);
                target
            }
            None => sum,
        }
    }

    fn pair_product(&mut self, target: Option<RtxId>, a: RtxId, b: RtxId) -> RtxId {
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        let (a0, a1) = self.word_regs(a);
        let (b0, b1) = self.word_regs(b);
        let cross = self.binop(Code::Mult, word_mode, a1, b0);
        let other = self.binop(Code::Mult, word_mode, b1, a0);
        let upper = self.binop(Code::Plus, word_mode, cross, other);
        self.target = Some(self.pair_target(target, &[a, b]));
        let product = self.mul_widening(a0, b0, [true, true]);
        let high = self.word(product, pair_mode, 1);
        let upper = self.binop(Code::Plus, word_mode, upper, high);
        self.emit_move(high, upper);
        product
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
        let target = self.target.take();
        if self.word_function(Code::Mult).is_some() {
            return self.product_of_pairs(a, b, unsigned);
        }
        let (a, b) = (self.force_reg(word_mode, a), self.force_reg(word_mode, b));
        let low = self.binop(Code::Mult, word_mode, a, b);
        let high = self.mul_highpart(a, b, unsigned);
        self.target = target;
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

    fn pair_shift(&mut self, code: Code, target: Option<RtxId>, a: RtxId, count: RtxId) -> RtxId {
        let bits = i64::from(self.word_bits());
        let pair_mode = self.pair_mode();
        let result = self.pair_target(target, &[a]);
        // Bits come out of one word and go into the other.
        let (into, out_of) = if code == Code::Ashift { (1, 0) } else { (0, 1) };
        let to = [into, out_of].map(|index| self.word(result, pair_mode, index));
        let from = [into, out_of].map(|index| self.word(a, pair_mode, index));
        match self.f.rtx.as_int(count).map(|n| n & (2 * bits - 1)) {
            Some(0) => self.emit_move(result, a),
            Some(n) if n >= bits => {
                let beyond = self.int(n - bits);
                self.shift_by_more(code, to, from[1], beyond);
            }
            Some(n) => {
                let count = self.int(n);
                self.shift_by_less(code, to, from, count);
            }
            None => self.shift_by_any(code, to, from, count),
        }
        result
    }

    /// A pair shifted by a count that is not known: by a word and more, or by less.
    fn shift_by_any(&mut self, code: Code, to: [RtxId; 2], from: [RtxId; 2], count: RtxId) {
        let mode = self.mode_of(count);
        let (count, mode) = match mode {
            _ if mode == Mode::SI || mode == self.word_mode() => (count, mode),
            _ => (self.shift_count_si(count, mode), Mode::SI),
        };
        let (small, done) = (self.new_label(), self.new_label());
        let (zero, word) = (self.int(0), self.int(-i64::from(self.word_bits())));
        let beyond = self.binop(Code::Plus, mode, count, word);
        self.branch(Code::Lt, mode, beyond, zero, small, None);
        self.shift_by_more(code, to, from[1], beyond);
        self.emit_jump(done);
        self.emit_label(small);
        self.shift_by_less(code, to, from, count);
        self.emit_label(done);
    }

    /// A shift by a word and so much more: nothing but the sign is left of one word.
    fn shift_by_more(&mut self, code: Code, to: [RtxId; 2], from: RtxId, beyond: RtxId) {
        self.binop_into(to[0], code, from, beyond);
        if code == Code::Ashiftrt {
            let all = self.int(i64::from(self.word_bits()) - 1);
            self.binop_into(to[1], code, from, all);
        } else {
            let zero = self.int(0);
            self.emit_move(to[1], zero);
        }
    }

    /// A shift by less than a word, by which bits come from one word into the other.
    fn shift_by_less(&mut self, code: Code, to: [RtxId; 2], from: [RtxId; 2], count: RtxId) {
        let word_mode = self.word_mode();
        let bits = i64::from(self.word_bits());
        let (back, onward) = match code {
            Code::Ashift => (Code::Lshiftrt, Code::Ashift),
            _ => (Code::Ashift, Code::Lshiftrt),
        };
        let carried = match self.f.rtx.as_int(count) {
            Some(n) => {
                let rest = self.int(bits - n);
                self.binop(back, word_mode, from[1], rest)
            }
            None => {
                let (one, all) = (self.int(1), self.int(bits - 1));
                let carried = self.binop(back, word_mode, from[1], one);
                let mode = self.mode_of(count);
                let rest = self.binop(Code::Minus, mode, all, count);
                self.binop(back, word_mode, carried, rest)
            }
        };
        self.binop_into(to[0], onward, from[0], count);
        self.binop_into(to[0], Code::Ior, carried, to[0]);
        self.binop_into(to[1], code, from[1], count);
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

    /// `Neg`, `Not` or `Abs` of a pair, in `target` if it can be there.
    pub(crate) fn pair_unop(&mut self, code: Code, target: Option<RtxId>, a: RtxId) -> RtxId {
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        use Code::*;
        match code {
            Not => {
                let result = self.pair_target(target, &[a]);
                for index in 0..2 {
                    let [to, a] = [result, a].map(|x| self.word(x, pair_mode, index));
                    self.target = Some(to);
                    let value = self.unop(Not, word_mode, a);
                    self.emit_move(to, value);
                }
                result
            }
            Neg => {
                let zero = self.int(0);
                self.pair_binop(Minus, target, zero, a)
            }
            _ => {
                debug_assert_eq!(code, Abs);
                let (_, a1) = self.word_regs(a);
                let count = self.int(i64::from(self.word_bits()) - 1);
                let sign = self.binop(Ashiftrt, word_mode, a1, count);
                let sign = self.concat(pair_mode, sign, sign);
                let flipped = self.pair_binop(Xor, None, a, sign);
                self.pair_binop(Minus, target, flipped, sign)
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
        let differ = self.pair_binop(Xor, None, a, b);
        let picked = self.pair_binop(And, None, differ, mask);
        self.pair_binop(Xor, None, picked, b)
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
