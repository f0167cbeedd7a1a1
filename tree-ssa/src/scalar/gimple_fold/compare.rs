//! Rules for comparisons and conditional expressions.

use super::{Expr, Simplifier};
use gimple::code::TreeCode;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;

impl Simplifier<'_> {
    /// Whether a type has the values 0 and 1 only.
    pub(super) fn is_truth(&self, ty: TypeId) -> bool {
        self.is_integral(ty) && self.unit.types.precision(ty) == Some(1) && self.is_unsigned(ty)
    }

    fn honor_nans(&self, op: Operand) -> bool {
        self.is_float(self.type_of(op)) && self.options.honor_nans()
    }

    /// The negation of a comparison, where one comparison says it.
    pub(super) fn inverted(&mut self, ty: TypeId, comparison: &Expr) -> Option<Expr> {
        let honor = self.honor_nans(comparison.ops[0]);
        let code = comparison.code.invert_comparison(honor)?;
        let quiet = matches!(code, TreeCode::Eq | TreeCode::Ne);
        if honor && !quiet && self.options.on(gimple::option_data::Flag::TrappingMath) {
            return None;
        }
        self.binary(code, ty, comparison.ops[0], comparison.ops[1])
    }

    pub(super) fn comparison(&mut self, expr: &Expr) -> Option<Expr> {
        use TreeCode::*;
        let [a, b, _] = expr.ops;
        let (code, ty) = (expr.code, expr.ty);
        if a == b && a.constant().is_none() {
            let decided = match code {
                Eq | Le | Ge if !self.honor_nans(a) => Some(1),
                Ne if !self.honor_nans(a) => Some(0),
                Lt | Gt | Ltgt if !self.honor_nans(a) => Some(0),
                Uneq | Unle | Unge => Some(1),
                _ => None,
            };
            if let Some(value) = decided {
                return Some(self.constant(ty, value));
            }
        }
        // No absolute value is less than zero, unless that of the least number wraps.
        if self.is_zero(b) && !self.wraps(self.type_of(a)) && self.def_as(a, Abs).is_some() {
            match code {
                Lt => return Some(self.constant(ty, 0)),
                Ge if !self.honor_nans(a) => return Some(self.constant(ty, 1)),
                _ => {}
            }
        }
        if let Some(result) = self.address_comparison(code, ty, a, b) {
            return Some(result);
        }
        self.unit.types.precision(self.type_of(a))?;
        if b.constant().is_some() {
            return self.with_constant(code, ty, a, b);
        }
        self.with_value(code, ty, a, b)
    }

    /// `&x == &y`, `&x == 0`.
    fn address_comparison(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        a: Operand,
        b: Operand,
    ) -> Option<Expr> {
        if !matches!(code, TreeCode::Eq | TreeCode::Ne) {
            return None;
        }
        let x = self.unit.addressed(a)?;
        let equal = |this: &mut Self, same: bool| {
            Some(this.constant(ty, i128::from(same == (code == TreeCode::Eq))))
        };
        if self.is_zero(b) {
            return if self.is_surely_an_object(x) { equal(self, false) } else { None };
        }
        let y = self.unit.addressed(b)?;
        if self.unit.trees.equal(x, y) {
            return equal(self, true);
        }
        match (x, y) {
            (Operand::Decl(p), Operand::Decl(q)) => {
                let local = |d| !self.unit.decls[d].is_global();
                if local(p) || local(q) { equal(self, false) } else { None }
            }
            _ => None,
        }
    }

    /// Whether a reference is to (the start of) an object that cannot be at address 0.
    fn is_surely_an_object(&self, place: Operand) -> bool {
        match self.unit.trees.base_address(place) {
            Operand::Decl(decl) => {
                let exact = place == Operand::Decl(decl)
                    || place.tree().is_some_and(|id| {
                        !matches!(self.unit.trees.kind(id), TreeKind::MemRef { .. })
                    });
                exact && !self.unit.decls[decl].has(gimple::decl::flag::WEAK)
            }
            _ => false,
        }
    }

    fn with_value(&mut self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        use TreeCode::*;
        // x + c == y + c, -x == -y, ~x == ~y and the like.
        let (x, y) = (self.def(a)?, self.def(b)?);
        if x.code != y.code {
            return None;
        }
        let equality = matches!(code, Eq | Ne);
        let inner = self.type_of(x.ops[0]);
        match x.code {
            Nop => {
                let same = self.type_of(y.ops[0]) == inner
                    && self.is_integral(inner)
                    && self.is_integral(x.ty);
                let (narrow, wide) =
                    (self.unit.types.precision(inner)?, self.unit.types.precision(x.ty)?);
                let order_kept = equality
                    || self.is_unsigned(inner)
                    || self.is_unsigned(x.ty) == self.is_unsigned(inner);
                let extends = narrow < wide || (narrow == wide && equality);
                if same && extends && order_kept {
                    return self.binary(code, ty, x.ops[0], y.ops[0]);
                }
                None
            }
            Plus | Minus if x.ops[1] == y.ops[1] => {
                let safe = equality || self.overflow_undefined(x.ty);
                (safe && !self.is_float(x.ty)).then(|| self.binary(code, ty, x.ops[0], y.ops[0]))?
            }
            PointerPlus if x.ops[0] == y.ops[0] && equality => {
                self.binary(code, ty, x.ops[1], y.ops[1])
            }
            PointerPlus if x.ops[1] == y.ops[1] => self.binary(code, ty, x.ops[0], y.ops[0]),
            BitNot | Negate if equality && self.is_integral(x.ty) => {
                self.binary(code, ty, x.ops[0], y.ops[0])
            }
            _ => None,
        }
    }

    fn with_constant(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        a: Operand,
        b: Operand,
    ) -> Option<Expr> {
        use TreeCode::*;
        let value = self.int(b)?;
        let of = self.type_of(a);
        if let Some(result) = self.at_the_limits(code, ty, a, value) {
            return Some(result);
        }
        let equality = matches!(code, Eq | Ne);
        if equality && self.is_truth(of) && (value == 0 || value == 1) {
            let wants_true = (code == Ne) == (value == 0);
            if let Some(inner) = self.def(a).filter(|inner| inner.code.is_comparison()) {
                return if wants_true {
                    self.binary(inner.code, ty, inner.ops[0], inner.ops[1])
                } else {
                    self.inverted(ty, &inner)
                };
            }
            if wants_true && self.same_type(ty, of) {
                return Some(Expr::value(ty, a));
            }
        }
        let inner = self.def(a)?;
        if equality {
            if let Some(result) = self.equality_with_constant(code, ty, &inner, b, value) {
                return Some(result);
            }
        }
        match inner.code {
            Nop => self.narrowed(code, ty, &inner, value),
            Plus if inner.ops[1].constant().is_some()
                && (equality || self.overflow_undefined(inner.ty)) =>
            {
                let bound = if self.wraps(inner.ty) {
                    self.wrapped(Minus, inner.ty, b, inner.ops[1])?
                } else {
                    self.exact(Minus, inner.ty, b, inner.ops[1])?
                };
                self.binary(code, ty, inner.ops[0], bound)
            }
            Minus if value == 0 && self.overflow_undefined(inner.ty) => {
                self.binary(code, ty, inner.ops[0], inner.ops[1])
            }
            _ => None,
        }
    }

    fn equality_with_constant(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        inner: &Expr,
        b: Operand,
        value: i128,
    ) -> Option<Expr> {
        use TreeCode::*;
        match inner.code {
            // A comparison in a wider type than truth: (int) (x < y) != 0.
            Nop if value == 0 || value == 1 => {
                let of = self.type_of(inner.ops[0]);
                if !self.is_truth(of) {
                    return None;
                }
                let bound = self.unit.int(of, value);
                self.binary(code, ty, inner.ops[0], bound)
            }
            BitXor | Minus | PointerDiff if value == 0 => {
                self.binary(code, ty, inner.ops[0], inner.ops[1])
            }
            BitXor if inner.ops[1].constant().is_some() => {
                let bound = self.wrapped(BitXor, inner.ty, inner.ops[1], b)?;
                self.binary(code, ty, inner.ops[0], bound)
            }
            Negate if self.is_integral(inner.ty) => {
                let bound = self.unit.int(inner.ty, value.wrapping_neg());
                self.binary(code, ty, inner.ops[0], bound)
            }
            BitNot => {
                let bound = self.unit.int(inner.ty, !value);
                self.binary(code, ty, inner.ops[0], bound)
            }
            Mult if value == 0 && self.overflow_undefined(inner.ty) => {
                let factor = self.int(inner.ops[1])?;
                (factor != 0).then(|| self.binary(code, ty, inner.ops[0], b))?
            }
            _ => None,
        }
    }

    /// Comparisons with the ends of a type's range, and non-strict ones made strict or the reverse, as GCC prefers them.
    fn at_the_limits(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        a: Operand,
        value: i128,
    ) -> Option<Expr> {
        use TreeCode::*;
        let of = self.type_of(a);
        let (low, high) = self.range_of(of)?;
        let mut decided = |truth: i128| Some(self.constant(ty, truth));
        match code {
            Gt if value == high => return decided(0),
            Lt if value == low => return decided(0),
            Le if value == high => return decided(1),
            Ge if value == low => return decided(1),
            _ => {}
        }
        let (code, bound) = match code {
            Le if value == low => (Eq, value),
            Gt if value == low => (Ne, value),
            Ge if value == high => (Eq, value),
            Lt if value == high => (Ne, value),
            Lt if value == low + 1 => (Eq, low),
            Ge if value == low + 1 => (Ne, low),
            Gt if value == high - 1 => (Eq, high),
            Le if value == high - 1 => (Ne, high),
            Lt if value > 0 => (Le, value - 1),
            Ge if value > 0 => (Gt, value - 1),
            Le if value < 0 => (Lt, value + 1),
            Gt if value < 0 => (Ge, value + 1),
            _ => return None,
        };
        let bound = self.unit.int(of, bound);
        self.binary(code, ty, a, bound)
    }

    /// `(T) x` compared with a constant, done in the narrower type of `x`.
    fn narrowed(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        conversion: &Expr,
        value: i128,
    ) -> Option<Expr> {
        let x = conversion.ops[0];
        let from = self.type_of(x);
        if !self.is_integral(from) || !self.is_integral(conversion.ty) {
            return None;
        }
        let (narrow, wide) =
            (self.unit.types.precision(from)?, self.unit.types.precision(conversion.ty)?);
        let (low, high) = self.range_of(from)?;
        let order_kept = self.is_unsigned(from) || !self.is_unsigned(conversion.ty);
        let equality = matches!(code, TreeCode::Eq | TreeCode::Ne);
        if narrow > wide || (narrow == wide && !equality) || !(order_kept || equality) {
            return None;
        }
        let value = if narrow == wide || !order_kept {
            let back = self.unit.types.wrap(from, value);
            if self.unit.types.wrap(conversion.ty, back) != value {
                return None;
            }
            back
        } else {
            value
        };
        if value < low || value > high {
            return None;
        }
        let bound = self.unit.int(from, value);
        self.binary(code, ty, x, bound)
    }

    pub(super) fn conditional(&mut self, expr: &Expr) -> Option<Expr> {
        let [condition, yes, no] = expr.ops;
        if yes == no {
            return Some(Expr::value(expr.ty, yes));
        }
        if let Some(value) = self.int(condition) {
            return Some(Expr::value(expr.ty, if value != 0 { yes } else { no }));
        }
        if let Operand::Tree(id) = condition
            && let TreeKind::Expr { code, args } = *self.unit.trees.kind(id)
        {
            let bool_ = self.unit.common.bool_;
            let folded = self.simplify(code, bool_, [args[0], args[1], Operand::None])?;
            let value = self.int(folded.as_value()?)?;
            return Some(Expr::value(expr.ty, if value != 0 { yes } else { no }));
        }
        None
    }
}
