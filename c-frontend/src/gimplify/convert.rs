//! Conversions: those that change nothing vanish.

use super::{Gimplifier, Rhs, RhsKind};
use crate::generic::{ExprId, ExprKind};
use gimple::code::TreeCode;
use gimple::stmt::Seq;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::types_compatible::{nop_conversion, useless_type_conversion};

impl Gimplifier<'_> {
    /// Whether a value of type `inner` may stand where one of type `outer` is meant.
    pub(super) fn is_useless(&self, outer: TypeId, inner: TypeId) -> bool {
        useless_type_conversion(&self.cx.unit, outer, inner)
    }

    /// Whether a conversion keeps all bits.
    pub(super) fn is_nop_conversion(&self, outer: TypeId, inner: TypeId) -> bool {
        nop_conversion(&self.cx.unit, outer, inner)
    }

    /// The operand below conversions that keep bits and sign (`STRIP_SIGN_NOPS`).
    pub(super) fn strip_sign_nops(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::Unary(TreeCode::Nop, inner) | ExprKind::NonLvalue(inner) = *self.kind(e)
        {
            let (outer_ty, inner_ty) = (self.ty(e), self.ty(inner));
            let types = &self.cx.unit.types;
            if self.is_void(inner_ty)
                || !self.is_nop_conversion(outer_ty, inner_ty)
                || types.is_unsigned(outer_ty) != types.is_unsigned(inner_ty)
                || types.is_pointer(outer_ty) != types.is_pointer(inner_ty)
            {
                break;
            }
            e = inner;
        }
        e
    }

    /// `(T) inner`.
    pub(super) fn conversion(&mut self, ty: TypeId, inner: ExprId, seq: &mut Seq) -> Rhs {
        let inner = self.strip_sign_nops(inner);
        let from = self.ty(inner);
        if self.is_useless(ty, from) {
            // Only the type changes; a constant takes it on.
            let rhs = self.rhs(inner, seq);
            return self.retyped(ty, rhs);
        }
        if !self.is_register_type(ty) && !self.is_void(ty) {
            let object = self.place(inner, seq);
            let id = self.cx.unit.trees.add(TreeKind::ViewConvert(object), ty);
            return Rhs::single(Operand::Tree(id), ty);
        }
        let value = self.val(inner, seq);
        Rhs::unary(conversion_code(self, ty, from), ty, value)
    }

    /// A right-hand side seen as another, compatible type.
    fn retyped(&mut self, ty: TypeId, mut rhs: Rhs) -> Rhs {
        if let RhsKind::Single(Operand::Const(id)) = rhs.kind
            && !self.is_string(Operand::Const(id))
            && let Some(id) =
                gimple::fold_const::const_convert(&mut self.cx.unit, TreeCode::Nop, ty, id)
        {
            rhs = Rhs::single(Operand::Const(id), ty);
        }
        rhs
    }

    /// A value converted to a type, as a right-hand side; itself where the conversion is useless.
    pub(super) fn converted(&mut self, ty: TypeId, value: Operand) -> Rhs {
        let from = self.op_type(value);
        if self.is_useless(ty, from) {
            Rhs::single(value, ty)
        } else {
            let code = conversion_code(self, ty, from);
            Rhs::unary(code, ty, value)
        }
    }
}

/// The code that converts between two scalar types.
fn conversion_code(g: &Gimplifier<'_>, to: TypeId, from: TypeId) -> TreeCode {
    let types = &g.cx.unit.types;
    match (types.kind(to), types.kind(from)) {
        (TypeKind::Vector { .. }, _) | (_, TypeKind::Vector { .. }) => TreeCode::ViewConvert,
        (TypeKind::Real(_), TypeKind::Real(_)) => TreeCode::Nop,
        (TypeKind::Real(_), _) if types.is_integral(from) => TreeCode::Float,
        (_, TypeKind::Real(_)) if types.is_integral(to) => TreeCode::FixTrunc,
        _ => TreeCode::Nop,
    }
}
