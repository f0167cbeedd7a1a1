//! Folding of the operations that only vectors have.

use super::util::{binary, constant, operand_equal};
use super::{fold_binary, int_const};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use crate::typeck::vector::ternary;
use TreeCode::{BitAnd, BitXor};
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::location::Location;
use gimple::types::TypeId;

/// `VEC_COND_EXPR` and `VEC_PERM_EXPR` over folded operands: a constant where they are.
pub(super) fn fold_ternary(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    args: [ExprId; 3],
) -> ExprId {
    if let [Some(a), Some(b), Some(c)] = args.map(|arg| constant(cx, arg))
        && let Some(folded) = fold_const::const_ternary(&mut cx.unit, code, ty, [a, b, c])
    {
        return cx.const_expr(folded, loc);
    }
    ternary(cx, loc, code, ty, args)
}

/// The lanes of a folded vector converted to those of the type of `e`.
pub(super) fn fold_convert_vector(cx: &mut Context, e: ExprId, a: ExprId) -> ExprId {
    let mut expr = cx.exprs[e].clone();
    if let Some(id) = constant(cx, a)
        && let Some(folded) = fold_const::convert_lanes(&mut cx.unit, expr.ty, id)
    {
        return cx.const_expr(folded, expr.loc);
    }
    expr.kind = ExprKind::ConvertVector(a);
    cx.expr(expr.kind, expr.ty, expr.loc, expr.flags)
}

/// `(x & m) == (y & m)` of vectors is `((x ^ y) & m) == 0`, lane by lane; of scalars that is the rule `same_under_mask`.
pub(super) fn compare_under_mask(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    [a, b]: [ExprId; 2],
) -> Option<ExprId> {
    let (Some((BitAnd, x, m)), Some((BitAnd, y, n))) = (binary(cx, a), binary(cx, b)) else {
        return None;
    };
    let orders = [(x, m, y, n), (x, m, n, y), (m, x, y, n), (m, x, n, y)];
    let same = |&(_, mask, _, other): &(ExprId, ExprId, ExprId, ExprId)| {
        operand_equal(cx, mask, other) && !cx.has_side_effects(mask)
    };
    let (x, mask, y, _) = orders.into_iter().find(same)?;
    let of = cx.type_of(mask);
    let differing = fold_binary(cx, loc, BitXor, of, x, y);
    let masked = fold_binary(cx, loc, BitAnd, of, differing, mask);
    let zero = int_const(cx, loc, of, 0);
    Some(fold_binary(cx, loc, code, ty, masked, zero))
}
