//! `TI` and `TF` arithmetic: word pairs and libgcc calls.

use super::Emitter;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;

impl Emitter<'_> {
    pub(crate) fn ti_binop(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        if code.is_comparison() {
            return self.store_flag(code, Mode::TI, a, b, Mode::TI);
        }
        match code {
            Ashift | Ashiftrt | Lshiftrt => return self.ti_shift(code, a, b),
            Div | Udiv | Mod | Umod => {
                let name = match code {
                    Div => "__divti3",
                    Udiv => "__udivti3",
                    Mod => "__modti3",
                    _ => "__umodti3",
                };
                return self.const_libcall(name, Mode::TI, &[(a, Mode::TI), (b, Mode::TI)]);
            }
            Smin | Smax | Umin | Umax => return self.ti_min_max(code, a, b),
            Mult if self.word_function(code).is_some() => {
                return self.const_libcall("__multi3", Mode::TI, &[(a, Mode::TI), (b, Mode::TI)]);
            }
            _ => {}
        }
        let (a0, a1) = self.word_regs(a);
        let (b0, b1) = self.word_regs(b);
        match code {
            Plus => {
                let low = self.binop(Plus, Mode::DI, a0, b0);
                let low = self.force_reg(Mode::DI, low);
                let carry = self.store_flag(Ltu, Mode::DI, low, a0, Mode::DI);
                let high = self.binop(Plus, Mode::DI, a1, b1);
                let high = self.binop(Plus, Mode::DI, high, carry);
                self.concat(Mode::TI, low, high)
            }
            Minus => {
                let low = self.binop(Minus, Mode::DI, a0, b0);
                let borrow = self.store_flag(Ltu, Mode::DI, a0, b0, Mode::DI);
                let high = self.binop(Minus, Mode::DI, a1, b1);
                let high = self.binop(Minus, Mode::DI, high, borrow);
                self.concat(Mode::TI, low, high)
            }
            Mult => {
                let top = self.mul_highpart(a0, b0, [true, true]);
                let low = self.binop(Mult, Mode::DI, a0, b0);
                let cross = self.binop(Mult, Mode::DI, a0, b1);
                let other = self.binop(Mult, Mode::DI, a1, b0);
                let high = self.binop(Plus, Mode::DI, cross, other);
                let high = self.binop(Plus, Mode::DI, high, top);
                self.concat(Mode::TI, low, high)
            }
            _ => {
                debug_assert!(matches!(code, And | Ior | Xor), "no TI operation {code:?}");
                let low = self.binop(code, Mode::DI, a0, b0);
                let high = self.binop(code, Mode::DI, a1, b1);
                self.concat(Mode::TI, low, high)
            }
        }
    }

    /// The words of a `TI` value, in registers or constant.
    fn word_regs(&mut self, x: RtxId) -> (RtxId, RtxId) {
        let low = self.word(x, Mode::TI, 0);
        let high = self.word(x, Mode::TI, 1);
        let force =
            |em: &mut Self, w: RtxId| if em.is_mem(w) { em.force_reg(Mode::DI, w) } else { w };
        (force(self, low), force(self, high))
    }

    /// The product of two words in full, each without a sign or not; not the first alone with one.
    pub fn mul_widening(&mut self, a: RtxId, b: RtxId, unsigned: [bool; 2]) -> RtxId {
        if self.word_function(Code::Mult).is_some() {
            return self.product_of_pairs(a, b, unsigned);
        }
        let (a, b) = (self.force_reg(Mode::DI, a), self.force_reg(Mode::DI, b));
        let low = self.binop(Code::Mult, Mode::DI, a, b);
        let high = self.mul_highpart(a, b, unsigned);
        self.concat(Mode::TI, low, high)
    }

    /// The upper word of a product of two words, each without a sign or not; not the first alone with one.
    pub fn mul_highpart(&mut self, a: RtxId, b: RtxId, unsigned: [bool; 2]) -> RtxId {
        if self.word_function(Code::Mult).is_some() {
            let product = self.product_of_pairs(a, b, unsigned);
            return self.word(product, Mode::TI, 1);
        }
        let extend = |unsigned| if unsigned { Code::ZeroExtend } else { Code::SignExtend };
        let a = self.force_reg(Mode::DI, a);
        let b = self.force_reg(Mode::DI, b);
        let r = &mut self.f.rtx;
        let wa = r.gen_unary(extend(unsigned[0]), Mode::TI, a);
        let wb = r.gen_unary(extend(unsigned[1]), Mode::TI, b);
        let product = r.gen_binary(Code::Mult, Mode::TI, wa, wb);
        let count = r.const_int(64);
        let shifted = r.gen_binary(Code::Lshiftrt, Mode::TI, product, count);
        self.emit_unary(Code::Truncate, Mode::DI, shifted)
    }

    /// The product of two words in full, where the machine does not multiply.
    fn product_of_pairs(&mut self, a: RtxId, b: RtxId, unsigned: [bool; 2]) -> RtxId {
        let a = self.convert(a, Mode::DI, Mode::TI, unsigned[0]);
        let b = self.convert(b, Mode::DI, Mode::TI, unsigned[1]);
        self.binop(Code::Mult, Mode::TI, a, b)
    }

    fn ti_shift(&mut self, code: Code, a: RtxId, count: RtxId) -> RtxId {
        use Code::*;
        let Some(n) = self.f.rtx.as_int(count).map(|n| n & 127) else {
            let name = match code {
                Ashift => "__ashlti3",
                Ashiftrt => "__ashrti3",
                _ => "__lshrti3",
            };
            let mode = self.mode_of(count);
            let count = if mode == Mode::SI { count } else { self.shift_count_si(count, mode) };
            return self.const_libcall(name, Mode::TI, &[(a, Mode::TI), (count, Mode::SI)]);
        };
        let (a0, a1) = self.word_regs(a);
        if n == 0 {
            return self.concat(Mode::TI, a0, a1);
        }
        let shift = |em: &mut Self, code, x, n: i64| {
            let n = em.int(n);
            em.binop(code, Mode::DI, x, n)
        };
        match (code, n >= 64) {
            (Ashift, true) => {
                let high = shift(self, Ashift, a0, n - 64);
                let zero = self.int(0);
                self.concat(Mode::TI, zero, high)
            }
            (Ashift, false) => {
                let carried = shift(self, Lshiftrt, a0, 64 - n);
                let high = shift(self, Ashift, a1, n);
                let high = self.binop(Ior, Mode::DI, high, carried);
                let low = shift(self, Ashift, a0, n);
                self.concat(Mode::TI, low, high)
            }
            (_, true) => {
                let low = shift(self, code, a1, n - 64);
                let high =
                    if code == Ashiftrt { shift(self, Ashiftrt, a1, 63) } else { self.int(0) };
                self.concat(Mode::TI, low, high)
            }
            (_, false) => {
                let carried = shift(self, Ashift, a1, 64 - n);
                let low = shift(self, Lshiftrt, a0, n);
                let low = self.binop(Ior, Mode::DI, low, carried);
                let high = shift(self, code, a1, n);
                self.concat(Mode::TI, low, high)
            }
        }
    }

    fn shift_count_si(&mut self, count: RtxId, mode: Mode) -> RtxId {
        if mode.size() > 4 {
            let reg = if mode == Mode::TI {
                self.word(count, mode, 0)
            } else {
                self.force_reg(mode, count)
            };
            return self.lowpart(Mode::SI, reg);
        }
        self.convert(count, mode, Mode::SI, true)
    }

    pub(crate) fn ti_unop(&mut self, code: Code, a: RtxId) -> RtxId {
        use Code::*;
        match code {
            Not => {
                let (a0, a1) = self.word_regs(a);
                let low = self.unop(Not, Mode::DI, a0);
                let high = self.unop(Not, Mode::DI, a1);
                self.concat(Mode::TI, low, high)
            }
            Neg => {
                let zero = self.int(0);
                self.ti_binop(Minus, zero, a)
            }
            _ => {
                debug_assert_eq!(code, Abs);
                let (_, a1) = self.word_regs(a);
                let count = self.int(63);
                let sign = self.binop(Ashiftrt, Mode::DI, a1, count);
                let sign = self.concat(Mode::TI, sign, sign);
                let flipped = self.ti_binop(Xor, a, sign);
                self.ti_binop(Minus, flipped, sign)
            }
        }
    }

    fn ti_min_max(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        let compare = match code {
            Smin => Lt,
            Smax => Gt,
            Umin => Ltu,
            _ => Gtu,
        };
        let flag = self.ti_flag(compare, a, b);
        let mask = self.unop(Neg, Mode::DI, flag);
        let mask = self.concat(Mode::TI, mask, mask);
        let differ = self.ti_binop(Xor, a, b);
        let picked = self.ti_binop(And, differ, mask);
        self.ti_binop(Xor, picked, b)
    }

    /// A word that is zero exactly if `a` and `b` are equal.
    pub(crate) fn ti_difference(&mut self, a: RtxId, b: RtxId) -> RtxId {
        let (a0, a1) = self.word_regs(a);
        let (b0, b1) = self.word_regs(b);
        let low = self.binop(Code::Xor, Mode::DI, a0, b0);
        let high = self.binop(Code::Xor, Mode::DI, a1, b1);
        self.binop(Code::Ior, Mode::DI, low, high)
    }

    /// `a code b` of `TI` operands as a `DI` 0 or 1.
    pub(crate) fn ti_flag(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        match code {
            Eq | Ne => {
                let difference = self.ti_difference(a, b);
                let zero = self.int(0);
                self.store_flag(code, Mode::DI, difference, zero, Mode::DI)
            }
            Gt | Gtu => self.ti_flag(code.swap_condition(), b, a),
            Ge | Geu | Le | Leu => {
                let flag = self.ti_flag(code.reverse_condition(), a, b);
                let one = self.int(1);
                self.binop(Xor, Mode::DI, flag, one)
            }
            _ => {
                let (a0, a1) = self.word_regs(a);
                let (b0, b1) = self.word_regs(b);
                let above = self.store_flag(code, Mode::DI, a1, b1, Mode::DI);
                let same = self.store_flag(Eq, Mode::DI, a1, b1, Mode::DI);
                let below = self.store_flag(Ltu, Mode::DI, a0, b0, Mode::DI);
                let both = self.binop(And, Mode::DI, same, below);
                self.binop(Ior, Mode::DI, above, both)
            }
        }
    }
}
