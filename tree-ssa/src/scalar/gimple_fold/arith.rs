//! Rules for arithmetic: identities, constants gathered, negations taken in.

use super::{Expr, Simplifier};
use gimple::code::TreeCode;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;

impl Simplifier<'_> {
    pub(super) fn arithmetic(&mut self, expr: &Expr) -> Option<Expr> {
        use TreeCode::*;
        let [a, b, _] = expr.ops;
        match expr.code {
            Plus => self.plus(expr.ty, a, b),
            Minus => self.minus(expr.ty, a, b),
            Mult => self.mult(expr.ty, a, b),
            TruncDiv | ExactDiv => self.division(expr.code, expr.ty, a, b),
            Rdiv => self.real_division(expr.ty, a, b),
            TruncMod => self.modulo(expr.ty, a, b),
            Min | Max => self.min_max(expr.code, expr.ty, a, b),
            PointerPlus => self.pointer_plus(expr.ty, a, b),
            PointerDiff => self.pointer_diff(expr.ty, a, b),
            _ => None,
        }
    }

    /// Whether adding zero to a value of the type changes nothing.
    fn zero_is_neutral(&self, ty: TypeId, zero: Operand, minus: bool) -> bool {
        if !self.is_zero(zero) {
            return false;
        }
        if !self.is_float(ty) {
            return true;
        }
        // x + -0.0 and x - 0.0 are x; the other two turn -0.0 into 0.0.
        let negative = zero
            .constant()
            .and_then(|id| self.unit.consts.as_real(id))
            .is_some_and(|bits| bits.0 >> 127 == 1);
        let signed_zeros = self.options.on(gimple::option_data::Flag::SignedZeros);
        !signed_zeros || (self.unit.types.is_real(ty) && negative != minus)
    }

    fn plus(&mut self, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        use TreeCode::*;
        if self.zero_is_neutral(ty, b, false) {
            return Some(Expr::value(ty, a));
        }
        if self.is_float(ty) {
            return None;
        }
        if let Some(sum) = self.gather_addends(ty, a, b, false) {
            return Some(sum);
        }
        for (x, y) in [(a, b), (b, a)] {
            // -x + y
            if let Some(negated) = self.def_as(x, Negate) {
                return self.binary(Minus, ty, y, negated.ops[0]);
            }
            // ~x + x, ~x + 1
            if let Some(inverted) = self.def_as(x, BitNot) {
                if inverted.ops[0] == y {
                    return Some(self.constant(ty, -1));
                }
                if self.is_one(y) {
                    return self.unary_expr(Negate, ty, inverted.ops[0]);
                }
            }
            // (p - y) + y
            if let Some(difference) = self.def_as(x, Minus)
                && difference.ops[1] == y
            {
                return Some(Expr::value(ty, difference.ops[0]));
            }
        }
        None
    }

    /// `(x ± c) ± d` with constants added up, where the sum does not overflow unless overflow wraps.
    fn gather_addends(&mut self, ty: TypeId, a: Operand, b: Operand, minus: bool) -> Option<Expr> {
        use TreeCode::*;
        b.constant()?;
        let inner = self.def(a)?;
        let [x, c, _] = inner.ops;
        c.constant()?;
        let code = match (inner.code, minus) {
            (Plus, false) | (Minus, true) => Plus,
            (Plus, true) | (Minus, false) => Minus,
            _ => return None,
        };
        // x + (c ± d), x - (c ± d).
        let sum = if self.wraps(ty) {
            self.wrapped(code, ty, c, b)?
        } else {
            self.exact(code, ty, c, b)?
        };
        if self.is_zero(sum) {
            return Some(Expr::value(ty, x));
        }
        self.binary(inner.code, ty, x, sum)
    }

    fn minus(&mut self, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        use TreeCode::*;
        if self.zero_is_neutral(ty, b, true) {
            return Some(Expr::value(ty, a));
        }
        if self.is_float(ty) {
            return None;
        }
        if a == b {
            return Some(self.zero(ty));
        }
        if self.is_zero(a) {
            return self.unary_expr(Negate, ty, b);
        }
        if self.is_all_ones(a) {
            return self.unary_expr(BitNot, ty, b);
        }
        if let Some(negated) = self.def_as(b, Negate) {
            return self.binary(Plus, ty, a, negated.ops[0]);
        }
        if let Some(difference) = self.gather_addends(ty, a, b, true) {
            return Some(difference);
        }
        // x - c is x + -c.
        if let Some(value) = self.int(b) {
            let lowest =
                !self.is_unsigned(ty) && self.unit.types.wrap(ty, value.wrapping_neg()) == value;
            if !lowest && self.is_integral(ty) {
                let negated = self.unit.int(ty, value.wrapping_neg());
                return self.binary(Plus, ty, a, negated);
            }
        }
        if let Some(sum) = self.def_as(a, Plus) {
            for (kept, gone) in [(sum.ops[0], sum.ops[1]), (sum.ops[1], sum.ops[0])] {
                if gone == b {
                    return Some(Expr::value(ty, kept));
                }
            }
        }
        if let Some(sum) = self.def_as(b, Plus) {
            for (kept, gone) in [(sum.ops[0], sum.ops[1]), (sum.ops[1], sum.ops[0])] {
                if gone == a {
                    return self.unary_expr(Negate, ty, kept);
                }
            }
        }
        if let Some(difference) = self.def_as(b, Minus)
            && difference.ops[0] == a
        {
            return Some(Expr::value(ty, difference.ops[1]));
        }
        if let Some(difference) = self.def_as(a, Minus)
            && difference.ops[0] == b
        {
            return self.unary_expr(Negate, ty, difference.ops[1]);
        }
        None
    }

    fn mult(&mut self, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        use TreeCode::*;
        if self.is_one(b) {
            return Some(Expr::value(ty, a));
        }
        if self.is_float(ty) {
            let minus_one = b.constant().and_then(|id| self.unit.consts.as_real(id));
            if minus_one.is_some_and(|bits| bits.to_f64() == -1.0) {
                return self.unary_expr(Negate, ty, a);
            }
            return None;
        }
        if self.is_zero(b) {
            return Some(Expr::value(ty, b));
        }
        if !self.is_integral(ty) {
            return None;
        }
        if self.is_all_ones(b) && !self.is_unsigned(ty) {
            return self.unary_expr(Negate, ty, a);
        }
        let inner = self.def(a)?;
        if b.constant().is_some() && inner.code == Mult && inner.ops[1].constant().is_some() {
            let product = if self.wraps(ty) {
                self.wrapped(Mult, ty, inner.ops[1], b)?
            } else {
                self.exact(Mult, ty, inner.ops[1], b)?
            };
            return self.binary(Mult, ty, inner.ops[0], product);
        }
        if inner.code == Negate {
            if let Some(value) = self.int(b) {
                let lowest = self.unit.types.wrap(ty, value.wrapping_neg()) == value && value != 0;
                if !lowest {
                    let negated = self.unit.int(ty, value.wrapping_neg());
                    return self.binary(Mult, ty, inner.ops[0], negated);
                }
            } else if let Some(other) = self.def_as(b, Negate) {
                return self.binary(Mult, ty, inner.ops[0], other.ops[0]);
            }
        }
        None
    }

    fn division(&mut self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        use TreeCode::*;
        if !self.is_integral(ty) {
            return None;
        }
        if self.is_one(b) {
            return Some(Expr::value(ty, a));
        }
        if self.is_zero(a) && !self.is_zero(b) {
            return Some(Expr::value(ty, a));
        }
        if self.is_all_ones(b) && !self.is_unsigned(ty) {
            return self.unary_expr(Negate, ty, a);
        }
        if a == b && !self.is_zero(b) {
            return Some(self.constant(ty, 1));
        }
        let value = self.int(b)?;
        if code == ExactDiv {
            let product = self.def_as(a, Mult)?;
            return (product.ops[1] == b).then(|| Expr::value(ty, product.ops[0]));
        }
        // (x * c) / c where the product cannot overflow.
        if let Some(product) = self.def_as(a, Mult)
            && product.ops[1] == b
            && self.overflow_undefined(ty)
            && value != 0
        {
            return Some(Expr::value(ty, product.ops[0]));
        }
        // (x / c) / d
        if let Some(quotient) = self.def_as(a, TruncDiv)
            && quotient.ops[1].constant().is_some()
        {
            return match self.exact(Mult, ty, quotient.ops[1], b) {
                Some(product) if self.fits_unsigned(ty, quotient.ops[1], b) => {
                    self.binary(TruncDiv, ty, quotient.ops[0], product)
                }
                _ => None,
            };
        }
        if self.is_unsigned(ty)
            && let Some(log) = log2(value)
        {
            let amount = self.unit.int(self.unit.common.int, log.into());
            return self.binary(Rshift, ty, a, amount);
        }
        None
    }

    /// Whether the product of two constants of an unsigned type is exact.
    fn fits_unsigned(&self, ty: TypeId, a: Operand, b: Operand) -> bool {
        if !self.is_unsigned(ty) {
            return true;
        }
        let (Some(a), Some(b)) = (self.int(a), self.int(b)) else { return false };
        a.checked_mul(b).is_some_and(|product| self.unit.types.wrap(ty, product) == product)
    }

    fn real_division(&mut self, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        if self.is_one(b) {
            return Some(Expr::value(ty, a));
        }
        let bits = b.constant().and_then(|id| self.unit.consts.as_real(id))?;
        if bits.to_f64() == -1.0 {
            return self.unary_expr(TreeCode::Negate, ty, a);
        }
        None
    }

    fn modulo(&mut self, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        if !self.is_integral(ty) {
            return None;
        }
        if self.is_zero(a) && !self.is_zero(b) {
            return Some(Expr::value(ty, a));
        }
        let signed_minus_one = self.is_all_ones(b) && !self.is_unsigned(ty);
        if self.is_one(b) || signed_minus_one || (a == b && !self.is_zero(b)) {
            return Some(self.zero(ty));
        }
        let value = self.int(b)?;
        if self.is_unsigned(ty) && log2(value).is_some() {
            let mask = self.unit.int(ty, value - 1);
            return self.binary(TreeCode::BitAnd, ty, a, mask);
        }
        // (x % c) % c
        let inner = self.def_as(a, TreeCode::TruncMod)?;
        (inner.ops[1] == b).then(|| Expr::value(ty, a))
    }

    fn min_max(&mut self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        if a == b {
            return Some(Expr::value(ty, a));
        }
        if let (Some(value), Some((low, high))) = (self.int(b), self.range_of(ty)) {
            let (absorbs, neutral) = if code == TreeCode::Min { (low, high) } else { (high, low) };
            if value == absorbs {
                return Some(Expr::value(ty, b));
            }
            if value == neutral {
                return Some(Expr::value(ty, a));
            }
        }
        let inner = self.def_as(a, code)?;
        if inner.ops[0] == b || inner.ops[1] == b {
            return Some(Expr::value(ty, a));
        }
        if b.constant().is_some() && inner.ops[1].constant().is_some() && self.is_integral(ty) {
            let both = self.wrapped(code, ty, inner.ops[1], b)?;
            return self.binary(code, ty, inner.ops[0], both);
        }
        None
    }

    /// The smallest and largest value of an integral type.
    pub(super) fn range_of(&self, ty: TypeId) -> Option<(i128, i128)> {
        if !self.is_integral(ty) {
            return None;
        }
        let bits = self.unit.types.precision(ty)?;
        if bits > 64 {
            return None;
        }
        Some(if self.is_unsigned(ty) {
            (0, (1i128 << bits) - 1)
        } else {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        })
    }

    fn pointer_plus(&mut self, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        if self.is_zero(b) {
            return Some(Expr::value(ty, a));
        }
        if self.is_zero(a) && b.constant().is_some() {
            let value = self.int(b)?;
            return Some(self.constant(ty, value));
        }
        // p + (x + c) is left; (p + c) + d is not.
        if let Some(inner) = self.def_as(a, TreeCode::PointerPlus)
            && b.constant().is_some()
            && inner.ops[1].constant().is_some()
        {
            let size = self.type_of(b);
            let sum = self.wrapped(TreeCode::Plus, size, inner.ops[1], b)?;
            return self.binary(TreeCode::PointerPlus, ty, inner.ops[0], sum);
        }
        // &object + c
        let object = self.unit.addressed(a)?;
        let offset = i64::try_from(self.signed_offset(b)?).ok()?;
        self.address_plus(ty, a, object, offset)
    }

    fn signed_offset(&self, op: Operand) -> Option<i128> {
        let value = self.int(op)?;
        let signed = self.unit.types.wrap(self.unit.common.ssizetype, value);
        Some(signed)
    }

    /// `&MEM[&object + offset]`.
    fn address_plus(
        &mut self,
        ty: TypeId,
        address: Operand,
        object: Operand,
        offset: i64,
    ) -> Option<Expr> {
        let (base, start) = match object {
            Operand::Decl(_) => (address, 0i64),
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::MemRef { base, offset, .. } => (base, offset),
                _ => return None,
            },
            _ => return None,
        };
        let total = start.checked_add(offset)?;
        let pointee = self.unit.types.pointee(ty)?;
        let kind = TreeKind::MemRef { base, offset: total, alias_ptr: self.unit.common.void_ptr };
        let place = Operand::Tree(self.unit.trees.add(kind, pointee));
        let address = Operand::Tree(self.unit.trees.add(TreeKind::Addr(place), ty));
        Some(Expr::value(ty, address))
    }

    fn pointer_diff(&mut self, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        if a == b {
            return Some(self.zero(ty));
        }
        // (p + x) - p
        if let Some(sum) = self.def_as(a, TreeCode::PointerPlus)
            && sum.ops[0] == b
        {
            return self.unary_expr(TreeCode::Nop, ty, sum.ops[1]);
        }
        // (p + c) - (p + d)
        let (p, q) =
            (self.def_as(a, TreeCode::PointerPlus)?, self.def_as(b, TreeCode::PointerPlus)?);
        if p.ops[0] != q.ops[0] {
            return None;
        }
        let (x, y) = (self.signed_offset(p.ops[1])?, self.signed_offset(q.ops[1])?);
        Some(self.constant(ty, x - y))
    }

    pub(super) fn unary(&mut self, expr: &Expr) -> Option<Expr> {
        use TreeCode::*;
        let a = expr.ops[0];
        let inner = self.def(a);
        match (expr.code, inner) {
            (Negate, Some(inner)) => match inner.code {
                Negate => Some(Expr::value(expr.ty, inner.ops[0])),
                Minus if !self.is_float(expr.ty) => {
                    self.binary(Minus, expr.ty, inner.ops[1], inner.ops[0])
                }
                BitNot if self.is_integral(expr.ty) => {
                    let one = self.unit.int(expr.ty, 1);
                    self.binary(Plus, expr.ty, inner.ops[0], one)
                }
                _ => None,
            },
            (BitNot, Some(inner)) => match inner.code {
                BitNot => Some(Expr::value(expr.ty, inner.ops[0])),
                Negate if self.is_integral(expr.ty) => {
                    let one = self.unit.int(expr.ty, -1);
                    self.binary(Plus, expr.ty, inner.ops[0], one)
                }
                Plus if self.is_all_ones(inner.ops[1]) => {
                    self.unary_expr(Negate, expr.ty, inner.ops[0])
                }
                BitXor if inner.ops[1].constant().is_some() => {
                    let ones = self.unit.int(expr.ty, -1);
                    let mask = self.wrapped(BitXor, expr.ty, inner.ops[1], ones)?;
                    self.binary(BitXor, expr.ty, inner.ops[0], mask)
                }
                code if code.is_comparison() && self.is_truth(expr.ty) => {
                    self.inverted(expr.ty, &inner)
                }
                _ => None,
            },
            (Abs, Some(inner)) => match inner.code {
                Abs => Some(Expr::value(expr.ty, a)),
                Negate => self.unary_expr(Abs, expr.ty, inner.ops[0]),
                _ => None,
            },
            // The absolute value of what is an absolute value already.
            (Absu, Some(inner)) => match inner.code {
                Abs => self.unary_expr(Nop, expr.ty, a),
                Nop => {
                    let absolute = self.def_as(inner.ops[0], Absu)?;
                    (absolute.ty == expr.ty).then(|| Expr::value(expr.ty, inner.ops[0]))
                }
                _ => None,
            },
            (Realpart | Imagpart, Some(inner)) if inner.code == Complex => {
                Some(Expr::value(expr.ty, inner.ops[usize::from(expr.code == Imagpart)]))
            }
            (Conj, Some(inner)) if inner.code == Conj => Some(Expr::value(expr.ty, inner.ops[0])),
            (Paren, Some(inner)) if inner.code == Paren => Some(Expr::value(expr.ty, a)),
            (Paren, _) if a.constant().is_some() => Some(Expr::value(expr.ty, a)),
            _ => None,
        }
    }
}

/// The exponent of a power of two.
pub(super) fn log2(value: i128) -> Option<u32> {
    (value > 0 && value & (value - 1) == 0).then(|| value.trailing_zeros())
}
