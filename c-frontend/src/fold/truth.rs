//! Folding logic: negations of conditions, `&&` and `||`.
//!
//! No operand of `&&` and `||` is evaluated early for the sake of fewer branches; that is for machines whose
//! `LOGICAL_OP_NON_SHORT_CIRCUIT` is set.

use super::build::{build_cond, build1, build2};
use super::util::*;
use super::{
    bitmerge, fold_binary, fold_convert, fold_unary, int_const, non_lvalue, omit_one_operand, range,
};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use TreeCode::*;
use gimple::code::{MergedComparison, TreeCode};
use gimple::fold_const;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// The opposite of a condition (`invert_truthvalue`).
pub fn invert(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    match fold_not(cx, loc, e) {
        Some(folded) => folded,
        None => {
            let ty = cx.type_of(e);
            let ty = match cx.unit.types.kind(ty) {
                TypeKind::Pointer(_) | TypeKind::Real(_) | TypeKind::Complex(_) => {
                    cx.unit.common.int
                }
                _ => ty,
            };
            build1(cx, loc, TruthNot, ty, e)
        }
    }
}

/// The comparison that is true when `code` is false; `None` where that would change which operands trap.
pub fn invert_code(cx: &Context, code: TreeCode, of: TypeId) -> Option<TreeCode> {
    let nans = honor_nans(cx, of);
    code.inverse_comparison(nans, cx.options.on(gimple::options::Flag::TrappingMath))
}

/// What `! e` folds to, without a `TruthNot` at the top (`fold_truth_not_expr`).
pub(super) fn fold_not(cx: &mut Context, loc: Location, e: ExprId) -> Option<ExprId> {
    fold_not_to(cx, loc, e, 0)
}

fn fold_not_to(cx: &mut Context, loc: Location, e: ExprId, depth: u32) -> Option<ExprId> {
    if depth > MAX_DEPTH {
        return None;
    }
    let ty = cx.type_of(e);
    let invert_below = |cx: &mut Context, e: ExprId| {
        fold_not_to(cx, loc, e, depth + 1).unwrap_or_else(|| {
            let ty = cx.type_of(e);
            build1(cx, loc, TruthNot, ty, e)
        })
    };
    match cx.exprs[e].kind {
        ExprKind::Const(id) => {
            let zero = fold_const::is_zero(&cx.unit, id);
            let ty = if integral(cx, ty) { ty } else { cx.unit.common.int };
            Some(int_const(cx, loc, ty, zero.into()))
        }
        ExprKind::Binary(code, x, y) if code.is_comparison() => {
            let inverted = invert_code(cx, code, cx.type_of(x))?;
            Some(build2(cx, loc, inverted, ty, x, y))
        }
        ExprKind::Binary(code @ (TruthAnd | TruthOr | TruthAndIf | TruthOrIf), x, y) => {
            let dual = match code {
                TruthAnd => TruthOr,
                TruthOr => TruthAnd,
                TruthAndIf => TruthOrIf,
                _ => TruthAndIf,
            };
            let (x, y) = (invert_below(cx, x), invert_below(cx, y));
            Some(build2(cx, loc, dual, ty, x, y))
        }
        ExprKind::Binary(TruthXor, x, y) => {
            // Only the second operand is inverted, or a negation of it dropped.
            if let Some((TruthNot, inner)) = unary(cx, y) {
                return Some(build2(cx, loc, TruthXor, ty, x, inner));
            }
            let x = invert_below(cx, x);
            Some(build2(cx, loc, TruthXor, ty, x, y))
        }
        ExprKind::Unary(TruthNot, x) => Some(fold_convert(cx, loc, ty, x)),
        ExprKind::Cond(c, x, y) if x.is_some() && y.is_some() => {
            let void = cx.unit.common.void;
            let mut arm = |arm| {
                if cx.type_of(arm) == void { arm } else { invert_below(cx, arm) }
            };
            let (x, y) = (arm(x), arm(y));
            Some(build_cond(cx, loc, ty, c, x, y))
        }
        ExprKind::Compound(x, y) => {
            let y = invert_below(cx, y);
            let ty = cx.type_of(y);
            Some(super::build_compound(cx, loc, ty, x, y))
        }
        ExprKind::NonLvalue(x) => Some(invert_below(cx, x)),
        ExprKind::Unary(Nop, x) if is_bool(cx, ty) => {
            let own = cx.type_of(x);
            if is_bool(cx, own) || truth_value_p(cx, x) {
                let x = invert_below(cx, x);
                return Some(build1(cx, loc, Nop, ty, x));
            }
            None
        }
        ExprKind::Unary(Nop, x) if truth_value_p(cx, x) || is_bool(cx, cx.type_of(x)) => {
            let x = invert_below(cx, x);
            Some(fold_convert(cx, loc, ty, x))
        }
        ExprKind::Binary(BitAnd, _, y) if is_one(cx, y) => {
            let zero = int_const(cx, loc, cx.type_of(e), 0);
            Some(build2(cx, loc, Eq, ty, e, zero))
        }
        _ => None,
    }
}

/// `a && b`, `a || b`, and their like that evaluate both operands.
pub(super) fn fold_logic(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, b): (ExprId, ExprId),
) -> Option<ExprId> {
    let (sa, sb) = (strip_nops(cx, a), strip_nops(cx, b));
    if let Some(folded) = logic_with_constant(cx, loc, code, ty, (a, b), (sa, sb)) {
        return Some(folded);
    }
    if code == TruthXor {
        return fold_xor(cx, loc, ty, a, (sa, sb));
    }
    let and = matches!(code, TruthAnd | TruthAndIf);
    if operand_equal(cx, sa, sb) {
        let a = fold_convert(cx, loc, ty, a);
        return Some(non_lvalue(cx, loc, a));
    }
    // !x && x, !x || x.
    let not = |e| match unary(cx, e) {
        Some((TruthNot, inner)) => Some(inner),
        _ => None,
    };
    for (x, y) in [(sa, sb), (sb, sa)] {
        if let Some(inner) = not(x)
            && operand_equal(cx, inner, y)
        {
            let value = int_const(cx, loc, ty, (!and).into());
            return Some(omit_one_operand(cx, loc, ty, value, a));
        }
    }
    // !x && !y is !(x || y) where both are plain values.
    if let (Some(x), Some(y)) = (not(sa), not(sb))
        && matches!(code, TruthAnd | TruthOr)
    {
        let dual = if and { TruthOr } else { TruthAnd };
        let joined = fold_binary(cx, loc, dual, ty, x, y);
        return Some(fold_unary(cx, loc, TruthNot, ty, joined));
    }
    if let Some(folded) = merge_comparisons(cx, loc, and, ty, sa, sb) {
        return Some(folded);
    }
    if cx.options.optimize == 0 {
        return None;
    }
    fold_truth_andor(cx, loc, code, ty, (a, b), (sa, sb))
}

fn logic_with_constant(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, b): (ExprId, ExprId),
    (sa, sb): (ExprId, ExprId),
) -> Option<ExprId> {
    let truth = |e| constant(cx, e).map(|id| !fold_const::is_zero(&cx.unit, id));
    let (ta, tb) = (truth(sa), truth(sb));
    let and = matches!(code, TruthAnd | TruthAndIf);
    let short = matches!(code, TruthAndIf | TruthOrIf);
    if code == TruthXor {
        if let Some(value) = tb {
            let e = if value { invert(cx, loc, a) } else { a };
            let e = fold_convert(cx, loc, ty, e);
            return Some(non_lvalue(cx, loc, e));
        }
        return None;
    }
    if let Some(value) = ta {
        if value == and {
            let b = fold_convert(cx, loc, ty, b);
            return Some(non_lvalue(cx, loc, b));
        }
        let result = int_const(cx, loc, ty, (!and).into());
        // A short-circuited operand is not evaluated.
        return Some(if short { result } else { omit_one_operand(cx, loc, ty, result, b) });
    }
    let value = tb?;
    if value == and {
        if short && cx.has_side_effects(a) {
            // The sequence point between the two stays.
            return None;
        }
        // `a && 1` is `a`, unless its value would be lost in a conversion.
        let a = fold_convert(cx, loc, ty, a);
        return Some(non_lvalue(cx, loc, a));
    }
    // `f () && 0`: the value is known, the call stays.
    let result = int_const(cx, loc, ty, (!and).into());
    Some(omit_one_operand(cx, loc, ty, result, a))
}

fn fold_xor(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
    (sa, sb): (ExprId, ExprId),
) -> Option<ExprId> {
    if operand_equal(cx, sa, sb) {
        let zero = int_const(cx, loc, ty, 0);
        return Some(omit_one_operand(cx, loc, ty, zero, a));
    }
    // !x ^ !y is x ^ y.
    if let (Some((TruthNot, x)), Some((TruthNot, y))) = (unary(cx, sa), unary(cx, sb)) {
        return Some(fold_binary(cx, loc, TruthXor, ty, x, y));
    }
    None
}

/// Two comparisons of the same operands are one: `a < b || a == b` is `a <= b`.
fn merge_comparisons(
    cx: &mut Context,
    loc: Location,
    and: bool,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (Some((ca, x, y)), Some((cb, p, q))) = (binary(cx, a), binary(cx, b)) else { return None };
    if !ca.is_comparison() || !cb.is_comparison() || is_float(cx, cx.type_of(x)) {
        return None;
    }
    // Operands that are equal but for conversions may be compared as signed here and as unsigned there.
    let alike = |cx: &Context, e: ExprId| {
        let of = cx.type_of(e);
        (precision(cx, of), unsigned(cx, of))
    };
    if alike(cx, x) != alike(cx, p) {
        return None;
    }
    let cb = if operand_equal(cx, x, p) && operand_equal(cx, y, q) {
        cb
    } else if operand_equal(cx, x, q) && operand_equal(cx, y, p) {
        cb.swap_comparison()
    } else {
        return None;
    };
    match ca.merged_comparison(cb, and, false, false)? {
        MergedComparison::One(code) => Some(fold_binary(cx, loc, code, ty, x, y)),
        MergedComparison::Decided(truth) => Some(int_const(cx, loc, ty, truth.into())),
    }
}

/// The simplifications of `&&` and `||` made when optimising (`fold_truth_andor`).
fn fold_truth_andor(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, b): (ExprId, ExprId),
    (sa, sb): (ExprId, ExprId),
) -> Option<ExprId> {
    if let Some(folded) = common_operand(cx, loc, code, ty, sa, sb) {
        return Some(folded);
    }
    if let Some(folded) = range::fold_range_test(cx, loc, code, ty, a, b) {
        return Some(folded);
    }
    // Fields next to each other are compared at once; also with the last operand of a chain.
    if let Some((inner, first, second)) = binary(cx, sa)
        && inner == code
        && let Some(merged) = bitmerge::merge_tests(cx, loc, code, ty, second, sb)
    {
        return Some(fold_binary(cx, loc, code, ty, first, merged));
    }
    bitmerge::merge_tests(cx, loc, code, ty, sa, sb)
}

/// `(a || b) && (a || c)` is `a || (b && c)`.
fn common_operand(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (Some((ca, a0, a1)), Some((cb, b0, b1))) = (binary(cx, a), binary(cx, b)) else {
        return None;
    };
    if ca != cb
        || !matches!(ca, TruthAnd | TruthOr | TruthAndIf | TruthOrIf)
        || cx.has_side_effects(a1)
    {
        return None;
    }
    let commutative = matches!(ca, TruthAnd | TruthOr) && matches!(code, TruthAnd | TruthOr);
    if operand_equal(cx, a0, b0) {
        let rest = fold_binary(cx, loc, code, ty, a1, b1);
        return Some(fold_binary(cx, loc, ca, ty, a0, rest));
    }
    if commutative && operand_equal(cx, a0, b1) {
        let rest = fold_binary(cx, loc, code, ty, a1, b0);
        return Some(fold_binary(cx, loc, ca, ty, a0, rest));
    }
    if commutative && operand_equal(cx, a1, b0) {
        let rest = fold_binary(cx, loc, code, ty, a0, b1);
        return Some(fold_binary(cx, loc, ca, ty, a1, rest));
    }
    if operand_equal(cx, a1, b1) {
        let rest = fold_binary(cx, loc, code, ty, a0, b0);
        return Some(fold_binary(cx, loc, ca, ty, rest, a1));
    }
    None
}

/// `c ? 1 : 0` as the condition itself in type `ty`.
pub(super) fn condition_as(cx: &mut Context, loc: Location, ty: TypeId, c: ExprId) -> ExprId {
    let c = fold_convert(cx, loc, ty, c);
    non_lvalue(cx, loc, c)
}
