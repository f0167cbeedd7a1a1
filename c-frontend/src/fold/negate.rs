//! Negation: which expressions are negated at no cost, and their negatives.

use super::build::build1;
use super::util::*;
use super::{fold_binary, fold_convert, fold_unary, int_const};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::fold_const;
use gimple::location::Location;
use gimple::types::TypeId;

/// Whether an expression is negated at no cost (`negate_expr_p`).
pub fn negatable(cx: &Context, e: ExprId) -> bool {
    negatable_to(cx, e, 0)
}

fn negatable_to(cx: &Context, e: ExprId, depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    let e = strip_sign_nops(cx, e);
    let ty = cx.type_of(e);
    let below = |e| negatable_to(cx, e, depth + 1);
    let exact = !honor_signed_zeros(cx, ty) && !super::honor_rounding(cx, ty);
    match cx.exprs[e].kind {
        ExprKind::Const(id) => match cx.unit.consts[id].value {
            ConstValue::Int(value) => unsigned(cx, ty) || value != bounds(cx, ty).0,
            ConstValue::Real(bits) => bits.0 >> 127 == 1,
            ConstValue::Vector(_) => is_float(cx, ty),
            ConstValue::Complex(re, im) => [re, im].iter().all(|&part| {
                matches!(cx.unit.consts[part].value, ConstValue::Real(bits) if bits.0 >> 127 == 1)
                    || matches!(cx.unit.consts[part].value, ConstValue::Int(_))
            }),
            _ => false,
        },
        ExprKind::Unary(TreeCode::Negate, _) => true,
        ExprKind::Unary(TreeCode::BitNot, _) => integral(cx, ty) && overflow_wraps(cx, ty),
        ExprKind::Binary(TreeCode::Complex, re, im) => below(re) && below(im),
        ExprKind::Unary(TreeCode::Conj, a) => below(a),
        ExprKind::Binary(TreeCode::Plus, a, b) => {
            if !exact || (any_integral(cx, ty) && !overflow_wraps(cx, ty)) {
                return false;
            }
            below(b) || below(a)
        }
        ExprKind::Binary(TreeCode::Minus, _, _) => {
            exact && (!any_integral(cx, ty) || overflow_wraps(cx, ty))
        }
        ExprKind::Binary(TreeCode::Mult, a, b) => {
            if unsigned(cx, ty) || super::honor_rounding(cx, ty) {
                return false;
            }
            // Negating one factor must not make an overflow of what was none: that of a power of two would where the product
            // is the least number.
            if integral(cx, ty) && !overflow_wraps(cx, ty) {
                let safe = |e| {
                    cx.int_value(e)
                        .is_some_and(|value| value != 0 && !value.unsigned_abs().is_power_of_two())
                };
                return (safe(a) && below(a)) || (safe(b) && below(b));
            }
            below(b) || below(a)
        }
        ExprKind::Binary(TreeCode::Rdiv, a, b) => {
            !super::honor_rounding(cx, ty) && (below(b) || below(a))
        }
        ExprKind::Binary(TreeCode::TruncDiv | TreeCode::ExactDiv, a, b) => {
            if unsigned(cx, ty) {
                return false;
            }
            let divisor = cx.int_value(b).is_some_and(|value| value != 0 && value != 1);
            below(a) && constant(cx, a).is_some() || divisor && below(b)
        }
        ExprKind::Unary(TreeCode::Nop, a) if is_float(cx, ty) => {
            let rounds = super::honor_rounding(cx, ty);
            !rounds && is_float(cx, cx.type_of(a)) && below(a)
        }
        ExprKind::Binary(TreeCode::Rshift, _, count) => {
            cx.int_value(count) == Some(i128::from(precision(cx, ty)) - 1)
        }
        _ => false,
    }
}

/// The negative of an expression (`negate_expr`).
pub fn negate_expr(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    let ty = cx.type_of(e);
    let inner = strip_sign_nops(cx, e);
    let inner_ty = cx.type_of(inner);
    let negative = match fold_negate(cx, loc, inner_ty, inner) {
        Some(negative) => negative,
        None => build1(cx, loc, TreeCode::Negate, inner_ty, inner),
    };
    fold_convert(cx, loc, ty, negative)
}

/// What `- e` folds to in type `ty` (`fold_negate_expr`).
pub(super) fn fold_negate(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
) -> Option<ExprId> {
    let e = strip_sign_nops(cx, e);
    let exact = !honor_signed_zeros(cx, ty) && !super::honor_rounding(cx, ty);
    let negate = |cx: &mut Context, e| negate_expr(cx, loc, e);
    match cx.exprs[e].kind {
        ExprKind::Const(id) => {
            let own = cx.unit.consts[id].ty;
            let folded = fold_const::const_unop(&mut cx.unit, TreeCode::Negate, own, id)?;
            if cx.unit.consts[folded].overflow && !cx.unit.consts[id].overflow {
                return None;
            }
            let folded = cx.const_expr(folded, loc);
            Some(fold_convert(cx, loc, ty, folded))
        }
        ExprKind::Unary(TreeCode::Negate, inner) => Some(fold_convert(cx, loc, ty, inner)),
        ExprKind::Unary(TreeCode::BitNot, inner) if integral(cx, ty) => {
            let (inner, one) = (fold_convert(cx, loc, ty, inner), int_const(cx, loc, ty, 1));
            Some(fold_binary(cx, loc, TreeCode::Plus, ty, inner, one))
        }
        ExprKind::Binary(TreeCode::Complex, re, im) if negatable(cx, e) => {
            let (re, im) = (negate(cx, re), negate(cx, im));
            Some(fold_binary(cx, loc, TreeCode::Complex, ty, re, im))
        }
        ExprKind::Unary(TreeCode::Conj, a) if negatable(cx, e) => {
            let a = negate(cx, a);
            Some(fold_unary(cx, loc, TreeCode::Conj, ty, a))
        }
        ExprKind::Binary(TreeCode::Plus, a, b) if exact => {
            // - (a + b) is (- b) - a, or (- a) - b; where overflow has no meaning, with a constant alone.
            let bound = overflow_bound(cx, ty);
            for (first, second) in [(b, a), (a, b)] {
                if negatable(cx, first) && (!bound || cx.int_value(first).is_some()) {
                    let negative = negate(cx, first);
                    let negative = fold_convert(cx, loc, ty, negative);
                    let second = fold_convert(cx, loc, ty, second);
                    return Some(fold_binary(cx, loc, TreeCode::Minus, ty, negative, second));
                }
            }
            None
        }
        ExprKind::Binary(TreeCode::Minus, a, b) if exact => {
            let (a, b) = (fold_convert(cx, loc, ty, a), fold_convert(cx, loc, ty, b));
            Some(fold_binary(cx, loc, TreeCode::Minus, ty, b, a))
        }
        ExprKind::Binary(
            code @ (TreeCode::Mult | TreeCode::Rdiv | TreeCode::TruncDiv | TreeCode::ExactDiv),
            a,
            b,
        ) if negatable(cx, e) => {
            let own = cx.type_of(e);
            let (a, b) =
                if negatable(cx, b) && (code != TreeCode::TruncDiv || cx.int_value(b).is_some()) {
                    (a, negate(cx, b))
                } else if negatable(cx, a) {
                    (negate(cx, a), b)
                } else {
                    return None;
                };
            let folded = fold_binary(cx, loc, code, own, a, b);
            Some(fold_convert(cx, loc, ty, folded))
        }
        ExprKind::Binary(TreeCode::Mult, a, b)
            if !unsigned(cx, cx.type_of(e)) && cx.int_value(b).is_some() && negatable(cx, b) =>
        {
            let (own, b) = (cx.type_of(e), negate(cx, b));
            let folded = fold_binary(cx, loc, TreeCode::Mult, own, a, b);
            Some(fold_convert(cx, loc, ty, folded))
        }
        ExprKind::Unary(TreeCode::Nop, a)
            if is_float(cx, ty)
                && is_float(cx, cx.type_of(a))
                && !super::honor_rounding(cx, ty) =>
        {
            let negative = fold_negate(cx, loc, cx.type_of(a), a)?;
            Some(fold_convert(cx, loc, ty, negative))
        }
        // - ((int) x >> 31), the sign bit spread out, is the sign bit as a number.
        ExprKind::Binary(TreeCode::Rshift, x, count)
            if integral(cx, ty)
                && cx.int_value(count) == Some(i128::from(precision(cx, cx.type_of(e))) - 1) =>
        {
            let other = integer_like(cx, cx.type_of(e), !unsigned(cx, cx.type_of(e)));
            let x = fold_convert(cx, loc, other, x);
            let shifted = fold_binary(cx, loc, TreeCode::Rshift, other, x, count);
            Some(fold_convert(cx, loc, ty, shifted))
        }
        _ => None,
    }
}

/// Whether overflow of an integer calculation in the type would be a change of meaning.
fn overflow_bound(cx: &Context, ty: TypeId) -> bool {
    any_integral(cx, ty) && !overflow_wraps(cx, ty)
}
