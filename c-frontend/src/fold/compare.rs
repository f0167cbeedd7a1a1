//! Folding comparisons: constants on the right and as small as can be (`i < 10` is `i <= 9`, `u >= 1` is `u != 0`),
//! constant terms moved to the other side, comparisons in the narrower of two types.

use super::util::*;
use super::{
    address, bitfield, fold_binary, fold_convert, fold_unary, int_const, negate, omit_one_operand,
    range, truth,
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
    if operand_equal(cx, sa, sb)
        && let Some(folded) = of_same(cx, loc, code, ty, of)
    {
        return Some(folded);
    }
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
    if integers || cx.unit.types.is_pointer(of) {
        if let Some(folded) = compare_converted(cx, loc, code, ty, a, b) {
            return Some(folded);
        }
        if cx.int_value(sb).is_some()
            && let Some(folded) = compare_with_constant(cx, loc, code, ty, sa, sb)
        {
            return Some(folded);
        }
    }
    if let Some(folded) = compare_sums(cx, loc, code, ty, sa, sb) {
        return Some(folded);
    }
    if integers {
        if let Some(folded) = compare_negated(cx, loc, code, ty, sa, sb) {
            return Some(folded);
        }
        if equality(code) {
            return compare_equal(cx, loc, code, ty, sa, sb);
        }
        return None;
    }
    if cx.unit.types.is_pointer(of) {
        return compare_pointers(cx, loc, code, ty, sa, sb);
    }
    None
}

/// `x code x`.
fn of_same(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    of: TypeId,
) -> Option<ExprId> {
    let float = honor_nans(cx, of);
    let truth = match code {
        Eq | Ge | Le if !float => true,
        Uneq | Unle | Unge | Ordered if !float => true,
        Uneq if !super::honor_signaling_nans(cx, of) => true,
        Ne if float => return None,
        Ne | Lt | Gt | Ltgt if !float => false,
        Unlt | Ungt | Unordered if !float => false,
        _ => return None,
    };
    Some(int_const(cx, loc, ty, truth.into()))
}

fn compare_reals(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    // -a code -b, and -a code constant.
    if let Some((Negate, x)) = unary(cx, a) {
        let y = match unary(cx, b) {
            Some((Negate, y)) => Some(y),
            _ if constant(cx, b).is_some() => Some(negate::negate_expr(cx, loc, b)),
            _ => None,
        };
        if let Some(y) = y {
            return Some(fold_binary(cx, loc, code.swap_comparison(), ty, x, y));
        }
    }
    if let Some(id) = constant(cx, b)
        && let Some(real) = cx.unit.consts.as_real(id)
    {
        use rustc_apfloat::Float;
        let value = real.quad();
        let own = cx.unit.consts[id].ty;
        if value.is_neg_zero() {
            let zero = fold_const::zero(&mut cx.unit, own);
            let zero = cx.const_expr(zero, loc);
            return Some(fold_binary(cx, loc, code, ty, a, zero));
        }
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

/// Comparison of a converted value: done in the type before the conversion where that is narrower or as wide.
fn compare_converted(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let x = converted(cx, a)?;
    let (inner, outer) = (cx.type_of(x), cx.type_of(a));
    let types = &cx.unit.types;
    let value = cx.int_value(b);
    if !types.is_integral(outer) || !types.is_integral(inner) {
        return None;
    }
    let (inner_bits, outer_bits) = (precision(cx, inner), precision(cx, outer));
    let (inner_unsigned, outer_unsigned) = (unsigned(cx, inner), unsigned(cx, outer));
    if inner_bits == outer_bits {
        // `match.pd` substitutes a converted operand only where evaluating it does nothing else.
        let both = value.is_some() || converted(cx, b).is_some() && !cx.has_side_effects(b);
        if both && (inner_unsigned == outer_unsigned || equality(code)) {
            let b = match value {
                Some(value) => int_const(cx, loc, inner, value),
                None => fold_convert(cx, loc, inner, b),
            };
            return Some(fold_binary(cx, loc, code, ty, x, b));
        }
        return None;
    }
    if inner_bits > outer_bits {
        return None;
    }
    let y = converted(cx, b).unwrap_or(b);
    let other = cx.type_of(y);
    let (low, high) = bounds(cx, inner);
    let fits = value.is_some_and(|value| {
        let wide = outer_bits == 128 && outer_unsigned && value < 0;
        !wide && low <= value && value <= high
    });
    let signs =
        equality(code) || outer_unsigned == inner_unsigned || !outer_unsigned && inner_unsigned;
    let comparable = value.is_none()
        && integral(cx, other)
        && (cx.unit.types.same_main(other, inner)
            || inner_bits >= precision(cx, other) && inner_unsigned == unsigned(cx, other));
    if signs && (comparable || fits) {
        let y = match value {
            Some(value) => int_const(cx, loc, inner, value),
            None => fold_convert(cx, loc, inner, y),
        };
        return Some(fold_binary(cx, loc, code, ty, x, y));
    }
    let value = value?;
    // A number extended by its sign to an unsigned type reaches that type's largest values.
    if !signs || outer_unsigned && !inner_unsigned {
        return None;
    }
    let above = value > high || outer_bits == 128 && outer_unsigned && value < 0;
    let below = !above && value < low;
    if !above && !below {
        return None;
    }
    let truth = match code {
        Eq => false,
        Ne => true,
        Lt | Le => above,
        Gt | Ge => below,
        _ => return None,
    };
    Some(known(cx, loc, ty, truth, x))
}

/// Comparison with an integer constant, by the constant's place in the type's range.
fn compare_with_constant(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let of = cx.type_of(b);
    let value = cx.int_value(b)?;
    let wide = unsigned(cx, of) && precision(cx, of) == 128;
    if equality(code) || overflowed(cx, b) || wide || cx.unit.types.is_pointer(of) {
        return None;
    }
    // X >= c is X > c - 1, X < c is X <= c - 1 for positive c; the other way round for negative c.
    let canonical = match (code, value.signum()) {
        (Ge, 1) => Some((Gt, value - 1)),
        (Lt, 1) => Some((Le, value - 1)),
        (Le, -1) => Some((Lt, value + 1)),
        (Gt, -1) => Some((Ge, value + 1)),
        _ => None,
    };
    let (low, high) = bounds(cx, of);
    let edge = |cx: &mut Context, code, value| {
        let b = int_const(cx, loc, of, value);
        Some(fold_binary(cx, loc, code, ty, a, b))
    };
    if value == high {
        match code {
            Gt => return Some(known(cx, loc, ty, false, a)),
            Le => return Some(known(cx, loc, ty, true, a)),
            Ge => return edge(cx, Eq, value),
            Lt => return edge(cx, Ne, value),
            _ => {}
        }
    }
    if value == low {
        match code {
            Lt => return Some(known(cx, loc, ty, false, a)),
            Ge => return Some(known(cx, loc, ty, true, a)),
            Le => return edge(cx, Eq, value),
            Gt => return edge(cx, Ne, value),
            _ => {}
        }
    }
    if value == high - 1 {
        match code {
            Gt => return edge(cx, Eq, high),
            Le => return edge(cx, Ne, high),
            _ => {}
        }
    }
    if value == low + 1 {
        match code {
            Ge => return edge(cx, Ne, low),
            Lt => return edge(cx, Eq, low),
            _ => {}
        }
    }
    // An unsigned number above the signed maximum is negative as a signed one.
    if unsigned(cx, of)
        && value == high >> 1
        && precision(cx, of) == mode_bits(cx, of)
        && precision(cx, of) > 1
        && matches!(code, Le | Gt)
    {
        let signed = integer_like(cx, of, false);
        let a = fold_convert(cx, loc, signed, a);
        let zero = int_const(cx, loc, signed, 0);
        let code = if code == Le { Ge } else { Lt };
        return Some(fold_binary(cx, loc, code, ty, a, zero));
    }
    let (code, value) = canonical?;
    let b = int_const(cx, loc, of, value);
    Some(fold_binary(cx, loc, code, ty, a, b))
}

/// Comparisons of sums and differences.
fn compare_sums(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let of = cx.type_of(a);
    if !integral(cx, of) {
        return None;
    }
    let undefined = overflow_undefined(cx, of);
    let usable = undefined || equality(code) && overflow_wraps(cx, of);
    if let (Some((op @ (Plus | Minus), x, y)), Some(value)) = (binary(cx, a), cx.int_value(b)) {
        if let Some(term) = cx.int_value(y)
            && usable
        {
            // X +- C1 code C2 is X code C2 -+ C1.
            let exact = if op == Plus { value.checked_sub(term) } else { value.checked_add(term) };
            let moved = exact?;
            if cx.unit.types.wrap(of, moved) == moved || equality(code) && !undefined {
                let moved = int_const(cx, loc, of, moved);
                return Some(fold_binary(cx, loc, code, ty, x, moved));
            }
            if undefined {
                // The constant is out of range: only an overflowing X could make it true.
                let truth = match code {
                    Eq => false,
                    Ne => true,
                    Lt | Le => moved > 0,
                    _ => moved < 0,
                };
                return Some(known(cx, loc, ty, truth, x));
            }
        }
        if op == Minus
            && let Some(term) = cx.int_value(x)
            && usable
        {
            // C1 - X code C2 is X swapped-code C1 - C2.
            let moved = term.checked_sub(value)?;
            if cx.unit.types.wrap(of, moved) == moved || equality(code) && !undefined {
                let moved = int_const(cx, loc, of, moved);
                return Some(fold_binary(cx, loc, code.swap_comparison(), ty, y, moved));
            }
        }
        // X - Y code 0 is X code Y.
        if op == Minus && value == 0 && usable {
            return Some(fold_binary(cx, loc, code, ty, x, y));
        }
    }
    if !usable {
        return None;
    }
    // The same term on both sides goes.
    if let (Some((op, x, y)), Some((other, p, q))) = (binary(cx, a), binary(cx, b)) {
        if op == Plus && other == Plus {
            for (x, y, p, q) in [(x, y, p, q), (x, y, q, p), (y, x, p, q), (y, x, q, p)] {
                if operand_equal(cx, y, q) {
                    return Some(fold_binary(cx, loc, code, ty, x, p));
                }
            }
        }
        if op == Minus && other == Minus {
            if operand_equal(cx, y, q) {
                return Some(fold_binary(cx, loc, code, ty, x, p));
            }
            if operand_equal(cx, x, p) {
                return Some(fold_binary(cx, loc, code.swap_comparison(), ty, y, q));
            }
        }
    }
    if undefined && let Some(folded) = smaller_term(cx, loc, code, ty, a, b) {
        return Some(folded);
    }
    // X + Y code X is Y code 0.
    for (sum, other, code) in [(a, b, code), (b, a, code.swap_comparison())] {
        let Some((op @ (Plus | Minus), x, y)) = binary(cx, sum) else { continue };
        let zero_side = if operand_equal(cx, x, other) {
            Some((y, if op == Plus { code } else { code.swap_comparison() }))
        } else if op == Plus && operand_equal(cx, y, other) {
            Some((x, code))
        } else {
            None
        };
        if let Some((term, code)) = zero_side {
            let zero = int_const(cx, loc, cx.type_of(term), 0);
            return Some(fold_binary(cx, loc, code, ty, term, zero));
        }
    }
    None
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

/// `-x` and `~x` compared with their like or with constants; products and quotients compared with constants.
fn compare_negated(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let of = cx.type_of(a);
    let value = cx.int_value(b);
    match unary(cx, a) {
        Some((Negate, x)) if overflow_undefined(cx, of) || equality(code) => {
            let y = match (unary(cx, b), value) {
                (Some((Negate, y)), _) => y,
                (_, Some(value)) if value != bounds(cx, of).0 || overflow_wraps(cx, of) => {
                    int_const(cx, loc, of, value.wrapping_neg())
                }
                _ => return None,
            };
            return Some(fold_binary(cx, loc, code.swap_comparison(), ty, x, y));
        }
        Some((BitNot, x)) => {
            let y = match (unary(cx, b), value) {
                (Some((BitNot, y)), _) => y,
                (_, Some(value)) => int_const(cx, loc, of, !value),
                _ => return None,
            };
            return Some(fold_binary(cx, loc, code.swap_comparison(), ty, x, y));
        }
        _ => {}
    }
    let value = value?;
    match binary(cx, a)? {
        // X * C code 0.
        (Mult, x, y) if value == 0 && overflow_undefined(cx, of) => {
            let factor = cx.int_value(y)?;
            if factor == 0 {
                return None;
            }
            let code = if factor < 0 { code.swap_comparison() } else { code };
            let zero = int_const(cx, loc, cx.type_of(x), 0);
            Some(fold_binary(cx, loc, code, ty, x, zero))
        }
        // X / C1 code C2 is a range test.
        (TruncDiv, x, y) => {
            let divisor = cx.int_value(y)?;
            range::compare_quotient(cx, loc, code, ty, x, divisor, value)
        }
        _ => None,
    }
}

/// `==` and `!=` of integers: bit tests and exclusive or.
fn compare_equal(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let value = cx.int_value(b);
    if let Some(folded) = compare_under_mask(cx, loc, code, ty, a, b) {
        return Some(folded);
    }
    if let Some((op, x, y)) = binary(cx, a) {
        let of = cx.type_of(a);
        match (op, value) {
            // (X ^ Y) == 0 is X == Y; (X ^ C1) == C2 is X == C1 ^ C2.
            (BitXor, Some(0)) => {
                let y = fold_convert(cx, loc, cx.type_of(x), y);
                return Some(fold_binary(cx, loc, code, ty, x, y));
            }
            (BitXor, Some(value)) => {
                if let Some(mask) = cx.int_value(y) {
                    let value = int_const(cx, loc, of, value ^ mask);
                    return Some(fold_binary(cx, loc, code, ty, x, value));
                }
            }
            (BitXor, None) => {
                if let Some(folded) = compare_difference(cx, loc, code, ty, (x, y), b) {
                    return Some(folded);
                }
            }
            (BitAnd, Some(value)) => {
                if value == 0
                    && let Some(folded) = compare_shifted_bit(cx, loc, code, ty, (a, x, y), b)
                {
                    return Some(folded);
                }
                if let Some(folded) = compare_masked(cx, loc, code, ty, (a, x, y), b, value) {
                    return Some(folded);
                }
            }
            (BitIor, Some(value)) => {
                // (X | C1) == C2 is false where C1 has bits C2 lacks.
                if let Some(mask) = cx.int_value(y)
                    && mask & !value != 0
                {
                    return Some(known(cx, loc, ty, code == Ne, x));
                }
            }
            (Lrotate | Rrotate, Some(value)) => {
                // The constant is rotated the other way.
                if let Some(count) = cx.int_value(y) {
                    let back = if op == Lrotate { Rrotate } else { Lrotate };
                    let value = fold_const::int_binop(&mut cx.unit, back, of, value, count)?;
                    let value = int_const(cx, loc, of, value);
                    return Some(fold_binary(cx, loc, code, ty, x, value));
                }
            }
            (TruncMod, Some(0)) if overflow_undefined(cx, of) => {
                // The sign of a power of two remainder does not matter to whether it is zero.
                if let Some(divisor) = cx.int_value(y)
                    && divisor > 0
                    && divisor & (divisor - 1) == 0
                {
                    let work = integer_like(cx, of, true);
                    let x = fold_convert(cx, loc, work, x);
                    let mask = int_const(cx, loc, work, divisor - 1);
                    let masked = fold_binary(cx, loc, BitAnd, work, x, mask);
                    let zero = int_const(cx, loc, work, 0);
                    return Some(fold_binary(cx, loc, code, ty, masked, zero));
                }
            }
            (Rshift, Some(0)) => {
                // A sign bit shifted down.
                if let Some(count) = cx.int_value(y)
                    && count == i128::from(precision(cx, of)) - 1
                {
                    let signed = integer_like(cx, of, false);
                    let x = fold_convert(cx, loc, signed, x);
                    let zero = int_const(cx, loc, signed, 0);
                    let code = if code == Eq { Ge } else { Lt };
                    return Some(fold_binary(cx, loc, code, ty, x, zero));
                }
            }
            _ => {}
        }
    }
    if let (Some(0), Some((Abs | Negate, x))) = (value, unary(cx, a)) {
        let zero = int_const(cx, loc, cx.type_of(x), 0);
        return Some(fold_binary(cx, loc, code, ty, x, zero));
    }
    if cx.options.optimize > 0 || value.is_some() {
        return bitfield::compare(cx, loc, code, ty, a, b);
    }
    None
}

/// `(x ^ y) == y` is `x == 0`.
fn compare_difference(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (x, y): (ExprId, ExprId),
    b: ExprId,
) -> Option<ExprId> {
    let other = if operand_equal(cx, x, b) {
        y
    } else if operand_equal(cx, y, b) {
        x
    } else {
        return None;
    };
    let zero = zero_like(cx, loc, other);
    Some(fold_binary(cx, loc, code, ty, other, zero))
}

/// Zero of an expression's type.
fn zero_like(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    let of = cx.type_of(e);
    let zero = fold_const::zero(&mut cx.unit, of);
    cx.const_expr(zero, loc)
}

/// `==` and `!=` of vectors, lane by lane.
pub(super) fn compare_vectors(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if let Some(folded) = compare_under_mask(cx, loc, code, ty, a, b) {
        return Some(folded);
    }
    match binary(cx, a) {
        Some((BitXor, x, y)) => compare_difference(cx, loc, code, ty, (x, y), b),
        _ => None,
    }
}

/// `(x & c) == (y & c)` is `((x ^ y) & c) == 0`.
fn compare_under_mask(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (Some((BitAnd, x, c)), Some((BitAnd, y, d))) = (binary(cx, a), binary(cx, b)) else {
        return None;
    };
    let (x, y, common) = common_mask(cx, (x, c), (y, d))?;
    let of = cx.type_of(common);
    let (x, y) = (fold_convert(cx, loc, of, x), fold_convert(cx, loc, of, y));
    let differing = fold_binary(cx, loc, BitXor, of, x, y);
    let masked = fold_binary(cx, loc, BitAnd, of, differing, common);
    let zero = zero_like(cx, loc, common);
    Some(fold_binary(cx, loc, code, ty, masked, zero))
}

/// The operand two masked values have in common, after the other two.
fn common_mask(
    cx: &Context,
    (a, b): (ExprId, ExprId),
    (c, d): (ExprId, ExprId),
) -> Option<(ExprId, ExprId, ExprId)> {
    [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)].into_iter().find_map(
        |(x, mask, y, other)| {
            let same = operand_equal(cx, mask, other) && !cx.has_side_effects(mask);
            same.then_some((x, y, mask))
        },
    )
}

/// `((1 << n) & x) == 0` is `((x >> n) & 1) == 0`.
fn compare_shifted_bit(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, x, y): (ExprId, ExprId, ExprId),
    zero: ExprId,
) -> Option<ExprId> {
    let (other, bit, count) = [(y, x), (x, y)].into_iter().find_map(|(other, bit)| {
        let (Lshift, one, count) = binary(cx, bit)? else { return None };
        is_one(cx, one).then_some((other, bit, count))
    })?;
    let (of, whole) = (cx.type_of(bit), cx.type_of(a));
    let shifted = fold_binary(cx, loc, Rshift, of, other, count);
    let one = int_const(cx, loc, whole, 1);
    let low = fold_binary(cx, loc, BitAnd, whole, shifted, one);
    Some(fold_binary(cx, loc, code, ty, low, zero))
}

/// `(x & mask) == value`.
fn compare_masked(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, x, y): (ExprId, ExprId, ExprId),
    b: ExprId,
    value: i128,
) -> Option<ExprId> {
    let of = cx.type_of(a);
    let mask = cx.int_value(y)?;
    let other = if code == Eq { Ne } else { Eq };
    if value & !mask != 0 {
        return Some(known(cx, loc, ty, code == Ne, a));
    }
    let single = exact_log2(cx, y);
    if value == mask
        && let Some(bit) = single
    {
        if bit + 1 == precision(cx, of) {
            return sign_test(cx, loc, other, ty, x, of);
        }
        let zero = int_const(cx, loc, of, 0);
        return Some(fold_binary(cx, loc, other, ty, a, zero));
    }
    if value != 0 {
        return None;
    }
    // ((X >> C1) & C2) == 0 with one bit C2 tests that bit of X.
    if let (Some(bit), Some((Rshift, z, count))) = (single, binary(cx, x)) {
        let count = cx.int_value(count)?;
        let width = i128::from(precision(cx, of));
        if (0..width).contains(&count) {
            if count + i128::from(bit) < width {
                let mask = int_const(cx, loc, of, mask << count);
                let z = fold_convert(cx, loc, of, z);
                let masked = fold_binary(cx, loc, BitAnd, of, z, mask);
                return Some(fold_binary(cx, loc, code, ty, masked, b));
            }
            if !unsigned(cx, of) {
                return sign_test(cx, loc, code, ty, z, of);
            }
            return Some(known(cx, loc, ty, code == Eq, z));
        }
    }
    if let Some(bit) = single
        && let Some(narrow) = with_sign_bit(cx, x, bit)
    {
        let of = cx.type_of(narrow);
        return sign_test(cx, loc, code, ty, narrow, of);
    }
    // All but the low bits, of an unsigned number.
    let bits = precision(cx, of);
    let low = !mask & if bits < 128 { (1 << bits) - 1 } else { return None };
    if low > 0 && low & (low + 1) == 0 && mask != 0 {
        let work = integer_like(cx, of, true);
        let (x, low) = (fold_convert(cx, loc, work, x), int_const(cx, loc, work, low));
        let code = if code == Eq { Le } else { Gt };
        return Some(fold_binary(cx, loc, code, ty, x, low));
    }
    None
}

/// The value, `x` or what it was extended from, whose sign bit is bit `bit`.
fn with_sign_bit(cx: &Context, mut x: ExprId, bit: u32) -> Option<ExprId> {
    loop {
        let of = cx.type_of(x);
        if bit + 1 == precision(cx, of) && precision(cx, of) == mode_bits(cx, of) {
            return Some(x);
        }
        let inner = converted(cx, x)?;
        let from = cx.type_of(inner);
        if !integral(cx, from) || precision(cx, from) >= precision(cx, of) {
            return None;
        }
        x = inner;
    }
}

/// Whether the sign bit of `x` is clear (`==`) or set.
fn sign_test(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    x: ExprId,
    of: TypeId,
) -> Option<ExprId> {
    let signed = integer_like(cx, of, false);
    let x = fold_convert(cx, loc, signed, x);
    let zero = int_const(cx, loc, signed, 0);
    let code = if code == Eq { Ge } else { Lt };
    Some(fold_binary(cx, loc, code, ty, x, zero))
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
    // (p + x) == p is x == 0; (p + x) code (p + y) is x code y as signed numbers.
    let (PointerPlus, p, x) = binary(cx, a)? else { return None };
    let (p, other) = (strip_nops(cx, p), strip_nops(cx, b));
    if equality(code) && operand_equal(cx, p, other) {
        let zero = int_const(cx, loc, cx.type_of(x), 0);
        return Some(fold_binary(cx, loc, code, ty, x, zero));
    }
    let (PointerPlus, q, y) = binary(cx, other)? else { return None };
    if !operand_equal(cx, p, q) {
        return None;
    }
    let ssizetype = cx.unit.common.ssizetype;
    let (x, y) = (fold_convert(cx, loc, ssizetype, x), fold_convert(cx, loc, ssizetype, y));
    Some(fold_binary(cx, loc, code, ty, x, y))
}
