//! Folding of the operations that only vectors have.

use crate::context::Context;
use crate::fold::util::constant;
use crate::generic::{ExprId, ExprKind};
use crate::typeck::vector::ternary;
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
