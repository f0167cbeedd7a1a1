//! Simplification of trees by the rules of the table (`rules/table`).
//!
//! ```text
//! (x ^ y) & y  →  y & ~x             f () * 0  →  f (), 0
//! ```
//! Operands of trees may do something when they are evaluated: what a rule drops is still done, in a comma expression,
//! and what it repeats is saved.

use super::build::build_compound;
use super::util::*;
use super::{
    bits, fold_binary, fold_build_cond, fold_convert, fold_unary, ignored_result, int_const, mode,
    save_expr,
};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use gimple::code::TreeCode;
use gimple::constant::RealBits;
use gimple::fold_const;
use gimple::location::Location;
use gimple::simplify::{Expr, Subject, simplify_generic};
use gimple::types::TypeId;

/// An operation on trees.
type Operation = Expr<ExprId, TypeId>;

/// Trees as the rules see them.
struct Trees<'a> {
    cx: &'a mut Context,
    /// Where new expressions are.
    loc: Location,
    /// Operands a rule drops, in order.
    dropped: Vec<ExprId>,
}

/// What the first rule that applies makes of an operation on folded operands.
pub(super) fn simplify(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    ops: [ExprId; 3],
) -> Option<ExprId> {
    let mut trees = Trees { cx, loc, dropped: Vec::new() };
    let simpler = simplify_generic(&mut trees, &Expr { code, ty, ops })?;
    let mut value = trees.tree(simpler);
    let dropped = trees.dropped;
    for omitted in dropped.into_iter().rev() {
        if cx.has_side_effects(omitted) {
            let omitted = ignored_result(cx, omitted);
            value = build_compound(cx, loc, ty, omitted, value);
        }
    }
    Some(value)
}

impl Trees<'_> {
    /// What a rule makes of a number has not overflowed.
    fn unary(&mut self, code: TreeCode, ty: TypeId, a: ExprId) -> ExprId {
        if let Some(id) = constant(self.cx, a)
            && let Some(folded) = fold_const::const_unop(&mut self.cx.unit, code, ty, id)
        {
            let folded = fold_const::drop_overflow(&mut self.cx.unit, folded);
            return self.cx.const_expr(folded, self.loc);
        }
        fold_unary(self.cx, self.loc, code, ty, a)
    }

    /// The tree of an operation, folded.
    fn tree(&mut self, expr: Operation) -> ExprId {
        let Expr { code, ty, ops: [a, b, c] } = expr;
        match code.arity() {
            _ if code == TreeCode::Single => fold_convert(self.cx, self.loc, ty, a),
            1 if code == TreeCode::Nop && self.cx.type_of(a) == ty => a,
            1 => self.unary(code, ty, a),
            2 => fold_binary(self.cx, self.loc, code, ty, a, b),
            _ => fold_build_cond(self.cx, self.loc, ty, a, b, c),
        }
    }
}

impl Subject for Trees<'_> {
    type Value = ExprId;
    type Type = TypeId;

    const NONE: ExprId = ExprId::NONE;

    fn definition(&self, value: ExprId) -> Option<Operation> {
        let expr = &self.cx.exprs[value];
        let none = ExprId::NONE;
        let (code, ops) = match expr.kind {
            ExprKind::Unary(code, a) => (code, [a, none, none]),
            ExprKind::Binary(code, a, b) => (code, [a, b, none]),
            ExprKind::Cond(c, a, b) if a.is_some() && b.is_some() => (TreeCode::Cond, [c, a, b]),
            _ => return None,
        };
        Some(Expr { code, ty: expr.ty, ops })
    }

    fn equal(&self, a: ExprId, b: ExprId) -> bool {
        operand_equal(self.cx, a, b)
    }

    /// Trees are not shared.
    fn single_use(&self, _: ExprId) -> bool {
        true
    }

    fn used_once(&self, _: ExprId) -> bool {
        true
    }

    fn type_of(&self, value: ExprId) -> TypeId {
        self.cx.type_of(value)
    }

    fn is_constant(&self, value: ExprId) -> bool {
        constant(self.cx, value).is_some()
    }

    fn int(&self, value: ExprId) -> Option<i128> {
        let number = self.cx.int_value(value)?;
        // The greater half of the numbers of 128 bits without sign is out of reach.
        (number >= 0 || !unsigned(self.cx, self.cx.type_of(value))).then_some(number)
    }

    fn is_zero(&self, value: ExprId) -> bool {
        is_zero(self.cx, value)
    }

    fn is_one(&self, value: ExprId) -> bool {
        is_one(self.cx, value)
    }

    fn is_all_ones(&self, value: ExprId) -> bool {
        is_all_ones(self.cx, value)
    }

    fn is_real(&self, value: ExprId, bits: u64) -> bool {
        let wanted = RealBits::from_f64(f64::from_bits(bits));
        constant(self.cx, value).and_then(|id| self.cx.unit.consts.as_real(id)) == Some(wanted)
    }

    fn negative(&self, value: ExprId) -> bool {
        let real = constant(self.cx, value).and_then(|id| self.cx.unit.consts.as_real(id));
        real.is_some_and(RealBits::has_sign)
    }

    fn possible_bits(&self, value: ExprId) -> Option<i128> {
        let ty = self.cx.type_of(value);
        let possible = bits::nonzero_bits(self.cx, value) as i128;
        integral(self.cx, ty).then(|| self.cx.unit.types.wrap(ty, possible))
    }

    fn nonnegative(&self, value: ExprId) -> bool {
        nonnegative(self.cx, value)
    }

    fn integral(&self, ty: TypeId) -> bool {
        integral(self.cx, ty)
    }

    fn float(&self, ty: TypeId) -> bool {
        is_float(self.cx, ty)
    }

    fn real(&self, ty: TypeId) -> bool {
        self.cx.unit.types.is_real(ty)
    }

    fn pointer(&self, ty: TypeId) -> bool {
        self.cx.unit.types.is_pointer(ty)
    }

    fn unsigned(&self, ty: TypeId) -> bool {
        unsigned(self.cx, ty)
    }

    fn wraps(&self, ty: TypeId) -> bool {
        overflow_wraps(self.cx, ty)
    }

    fn undefined(&self, ty: TypeId) -> bool {
        overflow_undefined(self.cx, ty)
    }

    fn same(&self, to: TypeId, from: TypeId) -> bool {
        self.cx.unit.types.same_main(to, from)
    }

    fn whole(&self, ty: TypeId) -> bool {
        precision(self.cx, ty) == mode_bits(self.cx, ty)
    }

    fn nans(&self, ty: TypeId) -> bool {
        honor_nans(self.cx, ty)
    }

    fn signed_zeros(&self, ty: TypeId) -> bool {
        honor_signed_zeros(self.cx, ty)
    }

    fn trapping(&self) -> bool {
        mode(self.cx).trapping_math
    }

    fn snans(&self, ty: TypeId) -> bool {
        super::honor_signaling_nans(self.cx, ty)
    }

    fn rounding(&self) -> bool {
        self.cx.unit.folding.rounding_math
    }

    fn bits(&self, ty: TypeId) -> Option<i128> {
        let bits = self.cx.unit.types.precision(ty).map(i128::from);
        bits.or_else(|| self.cx.unit.types.size(ty).map(|bytes| 8 * i128::from(bytes)))
    }

    fn wrap(&self, ty: TypeId, number: Option<i128>) -> Option<i128> {
        number.map(|number| self.cx.unit.types.wrap(ty, number))
    }

    fn int_type(&self) -> TypeId {
        self.cx.unit.common.int
    }

    fn truth_type(&self) -> TypeId {
        self.cx.unit.common.bool_
    }

    fn integer_type(&mut self, like: TypeId, unsigned: bool) -> TypeId {
        // Differences of sizes have a type with a name.
        let common = &self.cx.unit.common;
        if like == common.sizetype && !unsigned {
            return common.ssizetype;
        }
        integer_like(self.cx, like, unsigned)
    }

    fn constant(&mut self, ty: TypeId, number: i128) -> ExprId {
        int_const(self.cx, self.loc, ty, number)
    }

    fn conversion(&self, to: TypeId, from: TypeId) -> TreeCode {
        match (self.real(to), self.real(from)) {
            (true, false) => TreeCode::Float,
            (false, true) => TreeCode::FixTrunc,
            _ => TreeCode::Nop,
        }
    }

    fn build(&mut self, code: TreeCode, ty: TypeId, ops: [ExprId; 3]) -> Option<ExprId> {
        Some(self.tree(Expr { code, ty, ops }))
    }

    fn has_effects(&self, value: ExprId) -> bool {
        self.cx.has_side_effects(value)
    }

    fn repeated(&mut self, value: ExprId) -> ExprId {
        save_expr(self.cx, value)
    }

    fn dropped(&mut self, value: ExprId) {
        self.dropped.push(value);
    }

    fn non_lvalue(&mut self, value: ExprId) -> ExprId {
        super::non_lvalue(self.cx, self.loc, value)
    }

    fn applied(&mut self, rule: &'static str) {
        if let Some(applied) = &mut self.cx.unit.rules_applied {
            applied.push(rule);
        }
    }
}
