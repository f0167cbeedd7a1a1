//! Folding conditional expressions: `c ? a : b`.

use super::simplify::simplify;
use super::truth::{condition_as, invert, invert_code};
use super::util::*;
use super::{fold_binary, fold_build_cond, fold_convert, fold_unary, int_const, omit_one_operand};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::location::Location;
use gimple::types::TypeId;

/// What `c ? a : b` folds to.
pub(super) fn try_cond(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    c: ExprId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if a.is_none() || b.is_none() {
        return None;
    }
    let void = cx.unit.common.void;
    if let Some(id) = constant(cx, c) {
        let zero = fold_const::is_zero(&cx.unit, id);
        let (chosen, dropped) = if zero { (b, a) } else { (a, b) };
        // An arm a label could be jumped to in stays.
        if cx.exprs[dropped].has(expr_flag::HAS_LABEL) {
            return None;
        }
        if cx.type_of(chosen) == ty || ty == void {
            return Some(super::non_lvalue(cx, loc, chosen));
        }
        let chosen = fold_convert(cx, loc, ty, chosen);
        return Some(super::non_lvalue(cx, loc, chosen));
    }
    if ty == void || cx.type_of(a) == void || cx.type_of(b) == void {
        return simpler_arm_last(cx, loc, ty, c, a, b);
    }
    if operand_equal(cx, a, b) {
        return Some(omit_one_operand(cx, loc, ty, a, c));
    }
    // A bit that is tested is that bit, moved, rather than a truth value.
    if let Some(simpler) = simplify(cx, loc, Cond, ty, [c, a, b]) {
        return Some(simpler);
    }
    if let Some(folded) = of_truth_values(cx, loc, ty, c, a, b) {
        return Some(folded);
    }
    if is_comparison(cx, c)
        && let Some(folded) = with_comparison(cx, loc, ty, c, a, b)
    {
        return Some(folded);
    }
    simpler_arm_last(cx, loc, ty, c, a, b)
}

/// The simpler arm comes second.
fn simpler_arm_last(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    c: ExprId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if !truth_value_p(cx, c) || !swap_operands_p(cx, a, b) {
        return None;
    }
    let inverted = invertible(cx, loc, c)?;
    Some(fold_build_cond(cx, loc, ty, inverted, b, a))
}

/// The opposite of a condition, if that is no `TruthNot`.
fn invertible(cx: &mut Context, loc: Location, c: ExprId) -> Option<ExprId> {
    if let Some((code, x, _)) = binary(cx, c)
        && code.is_comparison()
    {
        invert_code(cx, code, cx.type_of(x))?;
    }
    let inverted = invert(cx, loc, c);
    (!matches!(cx.exprs[inverted].kind, ExprKind::Unary(TruthNot, _))
        || matches!(cx.exprs[c].kind, ExprKind::Unary(TruthNot, _)))
    .then_some(inverted)
}

/// `c ? 1 : 0`, and conditionals of truth values.
fn of_truth_values(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    c: ExprId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if !integral(cx, ty) {
        return None;
    }
    let condition_is_truth = truth_value_p(cx, c) || is_bool(cx, cx.type_of(c));
    let int_only = |cx: &Context, e| cx.int_value(e).is_some();
    if int_only(cx, a) && int_only(cx, b) {
        let same = cx.unit.types.same_main(cx.type_of(c), ty) || is_bool(cx, ty);
        if is_one(cx, a) && is_int_zero(cx, b) && condition_is_truth && same {
            // The condition itself.
            if let Some((code, x, y)) = binary(cx, c)
                && code.is_comparison()
            {
                return Some(fold_binary(cx, loc, code, ty, x, y));
            }
            return Some(condition_as(cx, loc, ty, c));
        }
        if is_int_zero(cx, a) && is_one(cx, b) && condition_is_truth {
            let inverted = invert(cx, loc, c);
            return Some(condition_as(cx, loc, ty, inverted));
        }
        return None;
    }
    // c ? b : 0 is c && b for truth values, c ? 1 : b is c || b, and so on.
    let truth = |cx: &Context, e| truth_value_p(cx, strip_nops(cx, e));
    let logic = |cx: &mut Context, code, c, e| {
        let e = fold_convert(cx, loc, ty, e);
        let c = fold_convert(cx, loc, ty, c);
        Some(fold_binary(cx, loc, code, ty, c, e))
    };
    if !condition_is_truth {
        return None;
    }
    if is_int_zero(cx, b) && truth(cx, a) {
        return logic(cx, TruthAndIf, c, a);
    }
    if is_one(cx, b) && truth(cx, a) {
        let inverted = invertible(cx, loc, c)?;
        return logic(cx, TruthOrIf, inverted, a);
    }
    if is_int_zero(cx, a) && truth(cx, b) {
        let inverted = invertible(cx, loc, c)?;
        return logic(cx, TruthAndIf, inverted, b);
    }
    if is_one(cx, a) && truth(cx, b) {
        return logic(cx, TruthOrIf, c, b);
    }
    None
}

/// Conditionals that choose between the operands of their comparison: minimum, maximum, absolute value
/// (`fold_cond_expr_with_comparison`).
fn with_comparison(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    c: ExprId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (code, x, y) = binary(cx, c)?;
    let sa = strip_nops(cx, a);
    if operand_equal(cx, x, sa) && !honor_signed_zeros(cx, cx.type_of(x)) {
        if let Some(folded) = chosen(cx, loc, ty, code, (x, y), (a, b)) {
            return Some(folded);
        }
    } else if is_zero(cx, y)
        && !honor_signed_zeros(cx, cx.type_of(x))
        && let Some(folded) = negative_or_zero(cx, loc, ty, code, x, (a, b))
    {
        return Some(folded);
    } else if operand_equal(cx, x, strip_nops(cx, b))
        && !honor_signed_zeros(cx, cx.type_of(x))
        && let Some(inverted) = invert_code(cx, code, cx.type_of(x))
        && let Some(folded) = chosen(cx, loc, ty, inverted, (x, y), (b, a))
    {
        return Some(folded);
    }
    None
}

/// `x == 0 ? 0 : -x` and `x != 0 ? -x : 0` are `-x`.
fn negative_or_zero(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    code: TreeCode,
    x: ExprId,
    (a, b): (ExprId, ExprId),
) -> Option<ExprId> {
    let (negative, zero) = match code {
        Eq => (b, a),
        Ne => (a, b),
        _ => return None,
    };
    let (Negate, inner) = unary(cx, negative)? else { return None };
    let applies = is_zero(cx, zero) && operand_equal(cx, strip_nops(cx, inner), x);
    applies.then(|| fold_convert(cx, loc, ty, negative))
}

/// `x code y ? a : b`, where `a` is `x`.
fn chosen(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    code: TreeCode,
    (x, y): (ExprId, ExprId),
    (a, b): (ExprId, ExprId),
) -> Option<ExprId> {
    let sb = strip_nops(cx, b);
    let of = cx.type_of(x);
    let zero = is_zero(cx, y);
    // x op 0 ? x : -x, where signed zeros do not matter.
    let negative = match unary(cx, sb) {
        Some((Negate, inner)) => operand_equal(cx, strip_nops(cx, inner), strip_nops(cx, a)),
        _ => false,
    };
    if zero && negative {
        match code {
            Eq => {
                let b = fold_convert(cx, loc, ty, b);
                return Some(b);
            }
            Ne => {
                let a = fold_convert(cx, loc, ty, a);
                return Some(super::non_lvalue(cx, loc, a));
            }
            // What has no sign is negated modulo the number of values: that is no absolute value.
            Ge | Gt | Le | Lt if unsigned(cx, cx.type_of(a)) => {}
            Ge | Gt => {
                let own = cx.type_of(a);
                let abs = fold_unary(cx, loc, Abs, own, a);
                return Some(fold_convert(cx, loc, ty, abs));
            }
            // The least value may be chosen, but has neither an absolute value nor a negative.
            Le | Lt if overflow_undefined(cx, cx.type_of(a)) => {
                let of = cx.type_of(a);
                let own = super::unsigned_type_for(cx, of);
                let abs = fold_unary(cx, loc, Absu, own, a);
                let negative = fold_unary(cx, loc, Negate, own, abs);
                return Some(fold_convert(cx, loc, ty, negative));
            }
            Le | Lt => {
                let own = cx.type_of(a);
                let abs = fold_unary(cx, loc, Abs, own, a);
                let negative = fold_unary(cx, loc, Negate, own, abs);
                return Some(fold_convert(cx, loc, ty, negative));
            }
            _ => {}
        }
    }
    // x != 0 ? x : 0.
    if zero && is_zero(cx, b) && !is_float(cx, of) {
        match code {
            Ne => {
                let a = fold_convert(cx, loc, ty, a);
                return Some(super::non_lvalue(cx, loc, a));
            }
            Eq => return Some(fold_convert(cx, loc, ty, b)),
            _ => {}
        }
    }
    if operand_equal(cx, y, sb) && !operand_equal(cx, x, y) {
        return minimum_or_maximum(cx, loc, ty, code, (x, y), (a, b));
    }
    // x > c ? x : c + 1, with the constant the comparison's canonical form has changed.
    let (Some(limit), Some(other)) = (cx.int_value(y), cx.int_value(b)) else { return None };
    let signs_differ = unsigned(cx, cx.type_of(y)) != unsigned(cx, cx.type_of(b));
    if !integral(cx, of) || overflowed(cx, y) || signs_differ {
        return None;
    }
    let (min, max) = bounds(cx, of);
    let operation = match code {
        Lt if limit != min && other == limit - 1 => Min,
        Le if limit != max && other == limit + 1 => Min,
        Gt if limit != max && other == limit + 1 => Max,
        Ge if limit != min && other == limit - 1 => Max,
        _ => return None,
    };
    let b = fold_convert(cx, loc, of, b);
    let folded = fold_binary(cx, loc, operation, of, x, b);
    Some(fold_convert(cx, loc, ty, folded))
}

fn minimum_or_maximum(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    code: TreeCode,
    (x, y): (ExprId, ExprId),
    (a, b): (ExprId, ExprId),
) -> Option<ExprId> {
    let of = cx.type_of(x);
    match code {
        Eq => return Some(fold_convert(cx, loc, ty, b)),
        Ne => {
            let a = fold_convert(cx, loc, ty, a);
            return Some(super::non_lvalue(cx, loc, a));
        }
        _ => {}
    }
    if honor_nans(cx, of) || !(integral(cx, of) || is_float(cx, of) || cx.unit.types.is_pointer(of))
    {
        return None;
    }
    // In C++ alone the result could be an lvalue.
    let operation = match code {
        Lt | Le => Min,
        Gt | Ge => Max,
        _ => return None,
    };
    let (x, y) = (fold_convert(cx, loc, of, x), fold_convert(cx, loc, of, y));
    let folded = if matches!(code, Le | Ge) {
        fold_binary(cx, loc, operation, of, x, y)
    } else {
        fold_binary(cx, loc, operation, of, y, x)
    };
    Some(fold_convert(cx, loc, ty, folded))
}

/// `op` with an operand `conditional` that is a conditional or a comparison: pushed into the arms, if one simplifies.
/// `first` where it is the left operand of the two.
pub(super) fn binary_with_conditional(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, b): (ExprId, ExprId),
    conditional: ExprId,
    first: bool,
) -> Option<ExprId> {
    let (whole, arg) = if first { (a, b) } else { (b, a) };
    let whole_ty = cx.type_of(whole);
    let void = cx.unit.common.void;
    let (test, yes, no) = match cx.exprs[conditional].kind {
        ExprKind::Cond(c, x, y) if cx.type_of(x) != void && cx.type_of(y) != void => (c, x, y),
        ExprKind::Cond(..) => return None,
        _ => {
            if !integral(cx, cx.type_of(conditional)) {
                return None;
            }
            let own = cx.type_of(conditional);
            (conditional, int_const(cx, loc, own, 1), int_const(cx, loc, own, 0))
        }
    };
    let is_const = cx.exprs[arg].has(expr_flag::CONSTANT);
    if !is_const
        && (cx.has_side_effects(arg)
            || matches!(cx.exprs[arg].kind, ExprKind::Cond(..))
            || cx.exprs[yes].has(expr_flag::CONSTANT)
            || cx.exprs[no].has(expr_flag::CONSTANT))
    {
        return None;
    }
    // A comparison of a truth value with a constant is itself, or its opposite: done elsewhere.
    if code.is_comparison() && is_comparison(cx, conditional) && !is_const {
        return None;
    }
    let mut arm = |arm| {
        let arm = fold_convert(cx, loc, whole_ty, arm);
        if first {
            fold_binary(cx, loc, code, ty, arm, arg)
        } else {
            fold_binary(cx, loc, code, ty, arg, arm)
        }
    };
    let (yes, no) = (arm(yes), arm(no));
    if !is_const
        && !cx.exprs[yes].has(expr_flag::CONSTANT)
        && !cx.exprs[no].has(expr_flag::CONSTANT)
    {
        return None;
    }
    Some(fold_build_cond(cx, loc, ty, test, yes, no))
}
