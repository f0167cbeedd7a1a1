//! Sums that become addresses: they are put together first, and computed as the address wants it.
//!
//! ```text
//! p + (i * 4 + 8)    =>    (plus (plus (mult i 4) p) 8)    =>    (set (reg 80) (ashift i 2))
//!                                                                (set (reg/f 81) (plus p (reg 80)))
//!                                                                … (mem (plus (reg/f 81) 8))
//! ```

use super::Emitter;
use crate::rtl::code::Code;
use crate::rtl::rtx::RtxId;

impl Emitter<'_> {
    /// `a + b`, not computed yet; the constants of both are added up and stand last.
    pub fn lazy_sum(&mut self, a: RtxId, b: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let (a, x) = self.without_constant(a);
        let (b, y) = self.without_constant(b);
        let rest = match (a, b) {
            (Some(a), Some(b)) => {
                let complex = |e: &Self, x: RtxId| !e.is_reg(x) && !e.is_symbolic(x);
                let swap = complex(self, b) && !complex(self, a);
                let (a, b) = if swap { (b, a) } else { (a, b) };
                self.f.rtx.gen_binary(Code::Plus, word_mode, a, b)
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return self.int(x.wrapping_add(y)),
        };
        self.plus_constant(rest, x.wrapping_add(y))
    }

    /// A sum without its constant part, which is the other thing.
    fn without_constant(&self, x: RtxId) -> (Option<RtxId>, i64) {
        let r = &self.f.rtx;
        let sum = if r.code(x) == Code::Const { r.op(x, 0) } else { x };
        match r.code(sum) {
            Code::ConstInt => (None, r.int_value(sum)),
            Code::Plus => match r.as_int(r.op(sum, 1)) {
                Some(value) => (Some(r.op(sum, 0)), value),
                None => (Some(x), 0),
            },
            _ => (Some(x), 0),
        }
    }

    fn is_symbolic(&self, x: RtxId) -> bool {
        matches!(self.f.rtx.code(x), Code::SymbolRef | Code::LabelRef | Code::Const)
    }

    /// The sum in a register, or as the number it is.
    pub fn computed_sum(&mut self, x: RtxId) -> RtxId {
        match self.f.rtx.code(x) {
            code @ (Code::Plus | Code::Mult) => {
                let (a, b) = (self.f.rtx.op(x, 0), self.f.rtx.op(x, 1));
                let a = if self.is_virtual(a) { a } else { self.computed_sum(a) };
                let b = self.computed_sum(b);
                self.binop(code, self.word_mode(), a, b)
            }
            Code::ConstInt => x,
            _ => self.force_reg(self.word_mode(), x),
        }
    }

    /// The sum as an address of memory: a register, or one and a number.
    pub fn address_from_sum(&mut self, x: RtxId) -> RtxId {
        if self.f.rtx.code(x) != Code::Plus {
            return match self.f.rtx.code(x) {
                Code::Mult => self.computed_sum(x),
                _ => self.force_reg(self.word_mode(), x),
            };
        }
        let x = self.without_symbols(x);
        let (base, offset) = (self.f.rtx.op(x, 0), self.f.rtx.op(x, 1));
        if self.f.rtx.as_int(offset).is_none() {
            let sum = self.computed_sum(x);
            self.mark_pointer(sum);
            return sum;
        }
        let simple = self.is_reg(base);
        let base = if simple { base } else { self.computed_sum(base) };
        if !self.is_virtual(base) {
            self.mark_pointer(base);
        }
        let sum = self.f.rtx.gen_binary(Code::Plus, self.word_mode(), base, offset);
        self.legitimate_address(sum)
    }

    /// The sum with the addresses of symbols in registers.
    fn without_symbols(&mut self, x: RtxId) -> RtxId {
        match self.f.rtx.code(x) {
            code @ (Code::Plus | Code::Mult) => {
                let (a, b) = (self.f.rtx.op(x, 0), self.f.rtx.op(x, 1));
                let (c, d) = (self.without_symbols(a), self.without_symbols(b));
                if (a, b) == (c, d) {
                    x
                } else {
                    self.f.rtx.gen_binary(code, self.word_mode(), c, d)
                }
            }
            _ if self.is_symbolic(x) => self.force_reg(self.word_mode(), x),
            _ => x,
        }
    }
}
