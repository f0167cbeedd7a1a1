//! Rules for bitwise operations and shifts.

use super::{Expr, Simplifier};
use gimple::code::TreeCode;
use gimple::tree::Operand;
use gimple::types::TypeId;

impl Simplifier<'_> {
    pub(super) fn bitwise(&mut self, expr: &Expr) -> Option<Expr> {
        use TreeCode::*;
        let [a, b, _] = expr.ops;
        match expr.code {
            BitAnd | BitIor => self.and_or(expr.code, expr.ty, a, b),
            BitXor => self.xor(expr.ty, a, b),
            Lshift | Rshift => self.shift(expr.code, expr.ty, a, b),
            _ if self.is_zero(b) || self.is_zero(a) => Some(Expr::value(expr.ty, a)),
            _ => None,
        }
    }

    fn is_inverse(&self, a: Operand, b: Operand) -> bool {
        self.def_as(a, TreeCode::BitNot).is_some_and(|inner| inner.ops[0] == b)
            || self.def_as(b, TreeCode::BitNot).is_some_and(|inner| inner.ops[0] == a)
    }

    fn and_or(&mut self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        use TreeCode::*;
        if a == b {
            return Some(Expr::value(ty, a));
        }
        let (zero, ones) = (self.is_zero(b), self.is_all_ones(b));
        if zero || ones {
            return Some(Expr::value(ty, if zero == (code == BitAnd) { b } else { a }));
        }
        if self.is_inverse(a, b) {
            return Some(if code == BitAnd { self.zero(ty) } else { self.constant(ty, -1) });
        }
        let dual = if code == BitAnd { BitIor } else { BitAnd };
        for (x, y) in [(a, b), (b, a)] {
            let Some(inner) = self.def(x) else { continue };
            // (x | y) & x and (x & y) & x.
            let shares = inner.ops[0] == y || inner.ops[1] == y;
            if inner.code == dual && shares {
                return Some(Expr::value(ty, y));
            }
            if inner.code == code && shares {
                return Some(Expr::value(ty, x));
            }
        }
        let inner = self.def(a)?;
        if inner.code == code && b.constant().is_some() && inner.ops[1].constant().is_some() {
            let mask = self.wrapped(code, ty, inner.ops[1], b)?;
            if mask == inner.ops[1] {
                return Some(Expr::value(ty, a));
            }
            return self.binary(code, ty, inner.ops[0], mask);
        }
        if code == BitAnd {
            return self.redundant_mask(ty, a, b);
        }
        None
    }

    /// `x & c` where `c` keeps every bit `x` can have.
    fn redundant_mask(&mut self, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        let mask = self.int(b)?;
        let possible = self.possible_bits(a, 0)?;
        if possible & !mask == 0 {
            return Some(Expr::value(ty, a));
        }
        (possible & mask == 0).then(|| self.zero(ty))
    }

    /// A mask of the bits an integral value can have set, from its definition.
    pub(super) fn possible_bits(&self, op: Operand, depth: u32) -> Option<i128> {
        use TreeCode::*;
        let ty = self.type_of(op);
        let all = match self.unit.types.precision(ty) {
            Some(bits) if self.is_unsigned(ty) && bits < 127 => (1i128 << bits) - 1,
            _ => -1,
        };
        if !self.is_integral(ty) {
            return None;
        }
        if let Some(value) = self.int(op) {
            return Some(value);
        }
        let Some(inner) = self.def(op).filter(|_| depth < 4) else { return Some(all) };
        let of = |index: usize| self.possible_bits(inner.ops[index], depth + 1).unwrap_or(-1);
        let bits = match inner.code {
            BitAnd => of(0) & of(1),
            BitIor | BitXor => of(0) | of(1),
            Nop if self.is_integral(self.type_of(inner.ops[0])) => self.unit.types.wrap(ty, of(0)),
            Lshift => match self.int(inner.ops[1]) {
                Some(n @ 0..64) => {
                    of(0).checked_shl(n as u32).map_or(-1, |bits| self.unit.types.wrap(ty, bits))
                }
                _ => -1,
            },
            Rshift => match self.int(inner.ops[1]) {
                Some(n @ 0..64) => of(0) >> n,
                _ => -1,
            },
            code if code.is_comparison() => 1,
            _ => -1,
        };
        Some(bits & all)
    }

    fn xor(&mut self, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        use TreeCode::*;
        if a == b {
            return Some(self.zero(ty));
        }
        if self.is_zero(b) {
            return Some(Expr::value(ty, a));
        }
        if self.is_inverse(a, b) {
            return Some(self.constant(ty, -1));
        }
        if self.is_all_ones(b) {
            if self.is_truth(ty)
                && let Some(inner) = self.def(a)
                && inner.code.is_comparison()
            {
                return self.inverted(ty, &inner);
            }
            return self.unary_expr(BitNot, ty, a);
        }
        for (x, y) in [(a, b), (b, a)] {
            let Some(inner) = self.def_as(x, BitXor) else { continue };
            if inner.ops[0] == y {
                return Some(Expr::value(ty, inner.ops[1]));
            }
            if inner.ops[1] == y {
                return Some(Expr::value(ty, inner.ops[0]));
            }
            if y.constant().is_some() && inner.ops[1].constant().is_some() {
                let mask = self.wrapped(BitXor, ty, inner.ops[1], y)?;
                return self.binary(BitXor, ty, inner.ops[0], mask);
            }
        }
        None
    }

    fn shift(&mut self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        use TreeCode::*;
        if self.is_zero(b) || self.is_zero(a) {
            return Some(Expr::value(ty, a));
        }
        if code == Rshift && self.is_all_ones(a) && !self.is_unsigned(ty) {
            return Some(Expr::value(ty, a));
        }
        let amount = self.int(b)?;
        let bits = i128::from(self.unit.types.precision(ty)?);
        let inner = self.def(a)?;
        let before = self.int(inner.ops[1])?;
        let valid = |n: i128| (0..bits).contains(&n);
        if !valid(amount) || !valid(before) || !self.is_integral(ty) {
            return None;
        }
        if inner.code == code {
            let total = amount + before;
            if total < bits {
                let total = self.unit.int(self.unit.common.int, total);
                return self.binary(code, ty, inner.ops[0], total);
            }
            if code == Lshift || self.is_unsigned(ty) {
                return Some(self.zero(ty));
            }
            let most = self.unit.int(self.unit.common.int, bits - 1);
            return self.binary(Rshift, ty, inner.ops[0], most);
        }
        if amount != before {
            return None;
        }
        match (inner.code, code) {
            (Rshift, Lshift) => {
                let mask = self.unit.int(ty, -1i128 << amount);
                self.binary(BitAnd, ty, inner.ops[0], mask)
            }
            (Lshift, Rshift) if self.is_unsigned(ty) => {
                let mask = self.unit.int(ty, (1i128 << (bits - amount)) - 1);
                self.binary(BitAnd, ty, inner.ops[0], mask)
            }
            _ => None,
        }
    }
}
