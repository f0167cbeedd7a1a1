//! Folding comparisons: constants on the right and as small as can be (`i < 10` is `i <= 9`, `u >= 1` is `u != 0`),
//! constant terms moved to the other side, comparisons in the narrower of two types.

use super::util::*;
use super::{
    address, bit_calls, bitfield, fold_binary, fold_convert, fold_unary, int_const,
    omit_one_operand, range, truth,
};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// The truth value `value`, with what has effects of the operand evaluated.
fn known(cx: &mut Context, loc: Location, ty: TypeId, value: bool, operand: ExprId) -> ExprId {
    let value = int_const(cx, loc, ty, value.into());
    omit_one_operand(cx, loc, ty, value, operand)
}

fn equality(code: TreeCode) -> bool {
    matches!(code, Eq | Ne)
}

/// `a code b` with operands in canonical order.
pub(super) fn fold_comparison(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (sa, sb) = (strip_sign_nops(cx, a), strip_sign_nops(cx, b));
    let of = cx.type_of(a);
    if is_float(cx, of) {
        return compare_reals(cx, loc, code, ty, sa, sb);
    }
    if matches!(cx.unit.types.kind(of), TypeKind::Complex(_)) {
        return compare_complex(cx, loc, code, ty, a, b);
    }
    let integers = integral(cx, of);
    if integers && let Some(folded) = compare_bool(cx, loc, code, ty, sa, sb) {
        return Some(folded);
    }
    if integers
        && equality(code)
        && let Some(folded) = compare_truth(cx, loc, code, ty, sa, sb)
    {
        return Some(folded);
    }
    if integers {
        if overflow_undefined(cx, of)
            && let Some(folded) = smaller_term(cx, loc, code, ty, sa, sb)
        {
            return Some(folded);
        }
        if let (Some((TruncDiv, x, y)), Some(value)) = (binary(cx, sa), cx.int_value(sb)) {
            let divisor = cx.int_value(y)?;
            return range::compare_quotient(cx, loc, code, ty, x, divisor, value);
        }
        if let Some(number) = cx.int_value(sb)
            && let Some(folded) = bit_calls::compare_call(cx, loc, (code, ty), sa, number)
        {
            return Some(folded);
        }
        if equality(code) && (cx.options.optimize > 0 || cx.int_value(sb).is_some()) {
            return bitfield::compare(cx, loc, code, ty, sa, sb);
        }
        return None;
    }
    if cx.unit.types.is_pointer(of) {
        return compare_pointers(cx, loc, code, ty, sa, sb);
    }
    None
}

fn compare_reals(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if let Some(id) = constant(cx, b)
        && let Some(real) = cx.unit.consts.as_real(id)
    {
        use rustc_apfloat::Float;
        let value = real.quad();
        let own = cx.unit.consts[id].ty;
        let quiet = !super::honor_signaling_nans(cx, own);
        if value.is_nan() && quiet && !matches!(code, Unordered | Ordered) {
            let truth = matches!(code, Ne | Unlt | Unle | Ungt | Unge | Uneq);
            return Some(known(cx, loc, ty, truth, a));
        }
    }
    // Extensions of both, or of one to an exactly representable constant.
    let x = converted(cx, a)?;
    let (from, to) = (cx.type_of(x), cx.type_of(a));
    if !cx.unit.types.is_real(from) || mode_bits(cx, from) >= mode_bits(cx, to) {
        return None;
    }
    if let Some(id) = constant(cx, b) {
        let value = cx.unit.consts.as_real(id)?;
        let format = fold_const::format_of(&cx.unit, from)?;
        if fold_const::round_to_format(format, value) != value {
            return None;
        }
        let b = fold_convert(cx, loc, from, b);
        return Some(fold_binary(cx, loc, code, ty, x, b));
    }
    let y = converted(cx, b)?;
    let other = cx.type_of(y);
    if !cx.unit.types.is_real(other) || mode_bits(cx, other) > mode_bits(cx, to) {
        return None;
    }
    let common = if mode_bits(cx, from) >= mode_bits(cx, other) { from } else { other };
    if mode_bits(cx, common) >= mode_bits(cx, to) {
        return None;
    }
    let (x, y) = (fold_convert(cx, loc, common, x), fold_convert(cx, loc, common, y));
    Some(fold_binary(cx, loc, code, ty, x, y))
}

fn compare_complex(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    // Equality of two values given by their parts.
    let (Some((Complex, ar, ai)), Some((Complex, br, bi))) = (binary(cx, a), binary(cx, b)) else {
        return None;
    };
    let logic = if code == Eq { TruthAndIf } else { TruthOrIf };
    let re = fold_binary(cx, loc, code, ty, ar, br);
    let im = fold_binary(cx, loc, code, ty, ai, bi);
    Some(fold_binary(cx, loc, logic, ty, re, im))
}

/// A `_Bool` compared with 0 or 1.
fn compare_bool(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if !is_bool(cx, cx.type_of(a)) || !equality(code) {
        return None;
    }
    let value = cx.int_value(b)?;
    if (code == Ne) == (value == 0) {
        return None;
    }
    let own = cx.type_of(a);
    let not = fold_unary(cx, loc, TruthNot, own, a);
    Some(fold_convert(cx, loc, ty, not))
}

/// A truth value compared with 0 or another constant.
fn compare_truth(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let inner = strip_nops(cx, a);
    let inner = match converted(cx, inner) {
        Some(below) if truth_value_p(cx, below) => below,
        _ => inner,
    };
    if !truth_value_p(cx, inner) {
        return None;
    }
    let value = cx.int_value(b)?;
    match cx.exprs[inner].kind {
        ExprKind::Binary(op, ..) if op.is_comparison() => {}
        ExprKind::Unary(..) if value == 0 => {}
        _ => return None,
    }
    if value != 0 && value != 1 {
        return Some(known(cx, loc, ty, code == Ne, a));
    }
    if (code == Ne) == (value == 0) {
        return Some(match cx.exprs[inner].kind {
            // The comparison itself, in the type asked for.
            ExprKind::Binary(op, x, y) if op.is_comparison() => fold_binary(cx, loc, op, ty, x, y),
            _ => fold_convert(cx, loc, ty, inner),
        });
    }
    let inverted = truth::invert(cx, loc, inner);
    Some(match cx.exprs[inverted].kind {
        ExprKind::Binary(op, x, y) if op.is_comparison() => fold_binary(cx, loc, op, ty, x, y),
        _ => fold_convert(cx, loc, ty, inverted),
    })
}

/// `x - 1 < y` is `x <= y`, `x + 3 > y` is `x + 2 >= y`: the constant as small as can be, where overflow is undefined
/// (`maybe_canonicalize_comparison`).
fn smaller_term(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    for (sum, other, code) in [(a, b, code), (b, a, code.swap_comparison())] {
        let Some((op @ (Plus | Minus), x, term)) = binary(cx, sum) else { continue };
        let Some(term) = cx.int_value(term) else { continue };
        let grows = (op == Plus) == (term > 0);
        let weaker = match (code, grows) {
            (Lt, false) => Le,
            (Gt, true) => Ge,
            (Le, true) => Lt,
            (Ge, false) => Gt,
            _ => continue,
        };
        let of = cx.type_of(sum);
        let term = int_const(cx, loc, of, term - term.signum());
        let sum = fold_binary(cx, loc, op, of, x, term);
        let sum = fold_convert(cx, loc, cx.type_of(other), sum);
        return Some(fold_binary(cx, loc, weaker, ty, sum, other));
    }
    None
}

fn compare_pointers(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if let Some(folded) = address::compare_addresses(cx, loc, code, ty, a, b) {
        return Some(folded);
    }
    if equality(code)
        && let Some(folded) = address::strip_common_component(cx, loc, code, ty, a, b)
    {
        return Some(folded);
    }
    None
}
