//! Folding binary operations beyond the rules of the table: the common part, addition, multiplication, division.

use super::associate::associate;
use super::build::build_compound;
use super::simplify::simplify;
use super::util::*;
use super::{
    address, bits, compare, cond, fold_binary, fold_convert, fold_unary, mode, muldiv, negate,
    truth, vector,
};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::constant::{Const, ConstId, ConstValue};
use gimple::fold_const;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// What `a code b` folds to (`fold_binary`).
pub(super) fn try_binary(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let compares = code.is_comparison() || matches!(code, Min | Max);
    let strip = if compares { strip_sign_nops } else { strip_nops };
    let (sa, sb) = (strip(cx, a), strip(cx, b));
    if let (Some(x), Some(y)) = (constant(cx, sa), constant(cx, sb)) {
        let shift = matches!(code, Lshift | Rshift | Lrotate | Rrotate);
        if let Some(folded) = fold_constants(cx, loc, code, ty, [x, y], shift) {
            return Some(folded);
        }
    }
    if code.is_commutative() && swap_operands_p(cx, a, b) {
        return Some(fold_binary(cx, loc, code, ty, b, a));
    }
    if code.is_comparison() && swap_operands_p(cx, sa, sb) {
        return Some(fold_binary(cx, loc, code.swap_comparison(), ty, b, a));
    }
    if let Some(simpler) = simplify(cx, loc, code, ty, [a, b, ExprId::NONE]) {
        return Some(simpler);
    }
    if let Some(folded) = truth_of_bits(cx, loc, code, ty, sa, sb) {
        return Some(folded);
    }
    if let Some(folded) = into_operand(cx, loc, code, ty, (a, b), (sa, sb)) {
        return Some(folded);
    }
    let lanes = matches!(cx.unit.types.kind(ty), TypeKind::Vector { .. });
    match code {
        Plus | Minus => try_sum(cx, loc, code, ty, (a, b), (sa, sb)),
        Mult => try_product(cx, loc, ty, a, (sa, sb)),
        PointerPlus => address::fold_pointer_plus(cx, loc, ty, a, b),
        PointerDiff => address::fold_pointer_diff(cx, loc, ty, sa, sb),
        TruncDiv | ExactDiv => try_quotient(cx, loc, code, ty, a, (sa, sb)),
        TruncMod => try_remainder(cx, loc, ty, a, sb),
        Rdiv => try_real_quotient(cx, loc, ty, a, (sa, sb)),
        BitAnd | BitIor | BitXor => bits::fold_bitwise(cx, loc, code, ty, sa, sb),
        TruthAnd | TruthOr | TruthXor | TruthAndIf | TruthOrIf => {
            truth::fold_logic(cx, loc, code, ty, (a, b))
        }
        Eq | Ne if lanes => vector::compare_under_mask(cx, loc, code, ty, [a, b]),
        _ if code.is_comparison() && !lanes => compare::fold_comparison(cx, loc, code, ty, a, b),
        _ => None,
    }
}

fn fold_constants(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    [x, y]: [gimple::constant::ConstId; 2],
    shift: bool,
) -> Option<ExprId> {
    let folding = mode(cx);
    if code.is_comparison() {
        let folded = fold_const::const_compare(&mut cx.unit, code, ty, x, y)?;
        return Some(cx.const_expr(folded, loc));
    }
    // The operands may differ from the result in sign; the calculation is the result type's.
    let arithmetic = integral(cx, ty) && !shift && code != PointerDiff && !is_truth_code(code);
    let (x, y) = if arithmetic {
        let x = fold_const::const_convert(&mut cx.unit, Nop, ty, x)?;
        (x, fold_const::const_convert(&mut cx.unit, Nop, ty, y)?)
    } else {
        (x, y)
    };
    let folded = fold_const::const_binop_in(&mut cx.unit, folding, code, ty, x, y)?;
    Some(cx.const_expr(folded, loc))
}

/// Bitwise operations and equality of truth values are logic: `(a < b) & (c < d)`.
fn truth_of_bits(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let logic = match code {
        BitAnd => TruthAnd,
        BitIor => TruthOr,
        Eq | Ne => TruthXor,
        _ => return None,
    };
    let vector = matches!(cx.unit.types.kind(cx.type_of(a)), TypeKind::Vector { .. });
    let low_bit = |cx: &Context, e| matches!(binary(cx, e), Some((BitAnd, _, y)) if is_one(cx, y));
    let (truth_a, truth_b) = (truth_value_p(cx, a), truth_value_p(cx, b));
    let applies = truth_a && (truth_b || low_bit(cx, b)) || truth_b && low_bit(cx, a);
    if vector || !applies {
        return None;
    }
    let bool_ = cx.unit.common.bool_;
    let (x, y) = (fold_convert(cx, loc, bool_, a), fold_convert(cx, loc, bool_, b));
    let mut folded = fold_binary(cx, loc, logic, bool_, x, y);
    if code == Eq {
        folded = truth::invert(cx, loc, folded);
    }
    Some(fold_convert(cx, loc, ty, folded))
}

/// Pushes an operation into a comma expression's value, or into the arms of a conditional where that simplifies one.
fn into_operand(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, b): (ExprId, ExprId),
    (sa, sb): (ExprId, ExprId),
) -> Option<ExprId> {
    if matches!(code, TruthAnd | TruthOr | TruthXor | TruthAndIf | TruthOrIf) {
        return None;
    }
    if let ExprKind::Compound(first, value) = cx.exprs[sa].kind {
        let value = fold_convert(cx, loc, cx.type_of(a), value);
        let value = fold_binary(cx, loc, code, ty, value, b);
        return Some(build_compound(cx, loc, ty, first, value));
    }
    if let ExprKind::Compound(first, value) = cx.exprs[sb].kind {
        // C leaves open which operand is evaluated first: the second one's first part comes before the first one.
        let value = fold_convert(cx, loc, cx.type_of(b), value);
        let value = fold_binary(cx, loc, code, ty, a, value);
        return Some(build_compound(cx, loc, ty, first, value));
    }
    let conditional = |cx: &Context, e: ExprId| {
        matches!(cx.exprs[e].kind, ExprKind::Cond(_, x, y) if x.is_some() && y.is_some())
            || is_comparison(cx, e)
    };
    if conditional(cx, sa)
        && let Some(folded) = cond::binary_with_conditional(cx, loc, code, ty, (a, b), sa, true)
    {
        return Some(folded);
    }
    if conditional(cx, sb) {
        return cond::binary_with_conditional(cx, loc, code, ty, (a, b), sb, false);
    }
    None
}

fn try_sum(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, b): (ExprId, ExprId),
    (sa, sb): (ExprId, ExprId),
) -> Option<ExprId> {
    let float = is_float(cx, ty);
    let minus = code == Minus;
    if minus && negate::negatable(cx, b) {
        let real = match constant(cx, b).map(|id| &cx.unit.consts[id].value) {
            Some(ConstValue::Real(bits)) => bits.0 >> 127 == 1,
            _ => true,
        };
        if float && real || any_integral(cx, ty) {
            let (a, b) = (fold_convert(cx, loc, ty, a), negate::negate_expr(cx, loc, b));
            return Some(fold_binary(cx, loc, Plus, ty, a, b));
        }
    }
    if float {
        return None;
    }
    let is_mult = |cx: &Context, e| matches!(binary(cx, e), Some((Mult, _, _)));
    let same_sign = |cx: &Context, e| unsigned(cx, cx.type_of(e)) == unsigned(cx, ty);
    if (is_mult(cx, sa) || is_mult(cx, sb))
        && same_sign(cx, sa)
        && same_sign(cx, sb)
        && let Some(folded) = muldiv::factor_out(cx, loc, code, ty, sa, sb)
    {
        return Some(folded);
    }
    if !minus && let Some(folded) = bits::rotation(cx, loc, code, ty, sa, sb) {
        return Some(folded);
    }
    associate(cx, loc, code, ty, sa, sb)
}

fn try_product(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
    (sa, sb): (ExprId, ExprId),
) -> Option<ExprId> {
    let negated = |cx: &Context, e| match unary(cx, e) {
        Some((Negate, inner)) => Some(inner),
        _ => None,
    };
    // (-a) * (-b) is a * b, for anything negated at no cost.
    for (x, y) in [(sa, sb), (sb, sa)] {
        if let Some(inner) = negated(cx, x)
            && negate::negatable(cx, y)
        {
            let inner = fold_convert(cx, loc, ty, inner);
            let y = negate::negate_expr(cx, loc, y);
            let y = fold_convert(cx, loc, ty, y);
            return Some(fold_binary(cx, loc, Mult, ty, inner, y));
        }
    }
    if is_float(cx, ty) {
        return None;
    }
    if integral(cx, ty) && constant(cx, sb).is_some() {
        let factor = fold_convert(cx, loc, ty, sb);
        if let Some(folded) = muldiv::extract(cx, loc, a, factor, Mult) {
            return Some(fold_convert(cx, loc, ty, folded));
        }
    }
    associate(cx, loc, Mult, ty, sa, sb)
}

fn try_quotient(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    (sa, sb): (ExprId, ExprId),
) -> Option<ExprId> {
    if is_zero(cx, sb) {
        return None;
    }
    // (-a) / (-b) is a / b, where a cannot overflow: below a conversion from an unsigned type it can.
    if let Some((Negate, inner)) = unary(cx, sa)
        && overflow_undefined(cx, ty)
        && overflow_undefined(cx, cx.type_of(sa))
        && negate::negatable(cx, sb)
    {
        let (inner, b) = (fold_convert(cx, loc, ty, inner), negate::negate_expr(cx, loc, sb));
        return Some(fold_binary(cx, loc, code, ty, inner, b));
    }
    if constant(cx, sb).is_some() && integral(cx, ty) {
        // (a / c1) / c2 and (a * c1) / c2.
        let divisor = fold_convert(cx, loc, ty, sb);
        if let Some(folded) = muldiv::extract(cx, loc, a, divisor, code) {
            return Some(fold_convert(cx, loc, ty, folded));
        }
    }
    None
}

fn try_remainder(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
    sb: ExprId,
) -> Option<ExprId> {
    if is_zero(cx, sb) || !integral(cx, ty) {
        return None;
    }
    cx.int_value(sb)?;
    let divisor = fold_convert(cx, loc, ty, sb);
    let folded = muldiv::extract(cx, loc, a, divisor, TruncMod)?;
    Some(fold_convert(cx, loc, ty, folded))
}

fn try_real_quotient(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
    (sa, sb): (ExprId, ExprId),
) -> Option<ExprId> {
    for (x, y, inner_first) in [(sa, sb, true), (sb, sa, false)] {
        if let Some((Negate, inner)) = unary(cx, x)
            && negate::negatable(cx, y)
        {
            let (inner, y) = (fold_convert(cx, loc, ty, inner), negate::negate_expr(cx, loc, y));
            let (x, y) = if inner_first { (inner, y) } else { (y, inner) };
            return Some(fold_binary(cx, loc, Rdiv, ty, x, y));
        }
    }
    // x / -y is -x / y.
    if let Some((Negate, inner)) = unary(cx, sb) {
        let negated = fold_unary(cx, loc, Negate, ty, a);
        let inner = fold_convert(cx, loc, ty, inner);
        return Some(fold_binary(cx, loc, Rdiv, ty, negated, inner));
    }
    let id = constant(cx, sb)?;
    if cx.options.optimize == 0 {
        return None;
    }
    let inverse = inverse_of(cx, id)?;
    let inverse = cx.const_expr(inverse, loc);
    Some(fold_binary(cx, loc, Mult, ty, a, inverse))
}

/// `1 / x` of a number, or of all numbers of a vector, where it is exact and a number of the type.
fn inverse_of(cx: &mut Context, id: ConstId) -> Option<ConstId> {
    let ty = cx.unit.consts[id].ty;
    match cx.unit.consts[id].value.clone() {
        ConstValue::Real(divisor) => {
            let inverse = exact_inverse(divisor)?;
            let format = fold_const::format_of(&cx.unit, ty)?;
            (fold_const::round_to_format(format, inverse) == inverse)
                .then(|| cx.unit.consts.real(ty, inverse))
        }
        ConstValue::Vector(lanes) => {
            let lanes: Option<Vec<ConstId>> =
                lanes.iter().map(|&lane| inverse_of(cx, lane)).collect();
            let value = ConstValue::Vector(lanes?.into_boxed_slice());
            Some(cx.unit.consts.intern(Const { ty, value, overflow: false }))
        }
        _ => None,
    }
}

/// `1 / x` where it is exact: for powers of two.
fn exact_inverse(x: gimple::constant::RealBits) -> Option<gimple::constant::RealBits> {
    use rustc_apfloat::Float;
    let inverse = x.quad().get_exact_inverse()?;
    inverse.is_normal().then(|| gimple::constant::RealBits::from_quad(inverse))
}
