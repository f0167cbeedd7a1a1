//! Rules for conversions: which of two in a row does anything.

use super::{Expr, Simplifier};
use gimple::code::TreeCode;
use gimple::tree::Operand;
use gimple::types::TypeId;

/// What conversions depend on.
#[derive(Clone, Copy)]
struct Form {
    int: bool,
    pointer: bool,
    float: bool,
    precision: u32,
    unsigned: bool,
}

impl Simplifier<'_> {
    fn form(&self, ty: TypeId) -> Form {
        let types = &self.unit.types;
        Form {
            int: types.is_integral(ty),
            pointer: types.is_pointer(ty),
            float: types.is_real(ty),
            precision: types
                .precision(ty)
                .unwrap_or_else(|| types.size(ty).map_or(0, |bytes| 8 * bytes as u32)),
            unsigned: types.is_unsigned(ty),
        }
    }

    pub(super) fn convert(&mut self, expr: &Expr) -> Option<Expr> {
        let a = expr.ops[0];
        let from = self.type_of(a);
        if self.same_type(expr.ty, from) {
            return Some(Expr::value(expr.ty, a));
        }
        if expr.code == TreeCode::ViewConvert {
            return self.view(expr.ty, from, a);
        }
        let inner = self.def(a)?;
        if matches!(inner.code, TreeCode::Nop | TreeCode::Float | TreeCode::FixTrunc) {
            return self.two_conversions(expr.ty, from, &inner);
        }
        None
    }

    fn view(&mut self, ty: TypeId, from: TypeId, a: Operand) -> Option<Expr> {
        let (to, source) = (self.form(ty), self.form(from));
        let plain = |form: Form| form.int || form.pointer;
        if plain(to) && plain(source) && to.precision == source.precision {
            return self.unary_expr(TreeCode::Nop, ty, a);
        }
        let inner = self.def_as(a, TreeCode::ViewConvert)?;
        self.unary_expr(TreeCode::ViewConvert, ty, inner.ops[0])
    }

    /// The code that converts between two scalar types.
    pub fn conversion_code(&self, to: TypeId, from: TypeId) -> TreeCode {
        match (self.unit.types.is_real(to), self.unit.types.is_real(from)) {
            (true, false) => TreeCode::Float,
            (false, true) => TreeCode::FixTrunc,
            _ => TreeCode::Nop,
        }
    }

    fn two_conversions(&mut self, ty: TypeId, middle: TypeId, inner: &Expr) -> Option<Expr> {
        let x = inner.ops[0];
        let origin = self.type_of(x);
        let (last, mid, first) = (self.form(ty), self.form(middle), self.form(origin));
        let scalar = |form: Form| form.int || form.pointer || form.float;
        if !scalar(last) || !scalar(mid) || !scalar(first) {
            return None;
        }
        let direct = |this: &Self| this.unary_expr(this.conversion_code(ty, origin), ty, x);
        // Back to the type it came from, through one at least as wide.
        if self.same_type(ty, origin)
            && (((mid.int || mid.pointer) && last.int) || (mid.float && last.float))
            && mid.precision >= last.precision
        {
            return Some(Expr::value(ty, x));
        }
        // The middle is wider than the origin and of its kind.
        if ((mid.int && first.int) || (mid.float && first.float))
            && (last.int || last.float)
            && mid.precision >= first.precision
            && (mid.float || mid.unsigned == first.unsigned)
        {
            return direct(self);
        }
        // A sign extension of a zero extension; or only the sign changes at the end.
        let widening = first.precision < mid.precision
            && mid.precision < last.precision
            && first.unsigned
            && !mid.unsigned;
        if first.int && mid.int && last.int && (widening || last.precision == mid.precision) {
            return direct(self);
        }
        let no_float = !first.float && !mid.float && !last.float;
        if no_float
            && (mid.precision >= first.precision || mid.precision >= last.precision)
            && !(first.int
                && mid.int
                && mid.unsigned != first.unsigned
                && mid.precision < last.precision)
            && (mid.unsigned && mid.precision > first.precision)
                == (last.unsigned && last.precision > mid.precision)
            && !(first.pointer && mid.precision != last.precision)
            && !(last.pointer && first.precision != mid.precision)
        {
            return direct(self);
        }
        // Truncation and zero extension back is a mask.
        if last.int
            && mid.int
            && first.int
            && last.precision == first.precision
            && last.precision > mid.precision
            && mid.unsigned
            && self.same_type(ty, origin)
        {
            let mask = self.unit.int(ty, (1i128 << mid.precision) - 1);
            return self.binary(TreeCode::BitAnd, ty, x, mask);
        }
        None
    }
}
