//! Folding bitwise operations, shifts and rotations.

use super::associate::associate;
use super::build::{build_compound, build2};
use super::util::*;
use super::{
    fold_binary, fold_convert, fold_unary, ignored_result, int_const, non_lvalue, omit_one_operand,
};
use crate::context::Context;
use crate::generic::ExprId;
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// `a & b`, `a | b`, `a ^ b`; `sa` and `sb` are the operands below conversions that change no bit.
pub(super) fn fold_bitwise(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, b): (ExprId, ExprId),
    (sa, sb): (ExprId, ExprId),
) -> Option<ExprId> {
    if !any_integral(cx, ty) {
        return None;
    }
    if let Some(folded) = with_neutral(cx, loc, code, ty, (a, b), sb) {
        return Some(folded);
    }
    if operand_equal(cx, sa, sb) && !cx.has_side_effects(sa) {
        return Some(match code {
            BitXor => int_const(cx, loc, ty, 0),
            _ => {
                let a = fold_convert(cx, loc, ty, a);
                non_lvalue(cx, loc, a)
            }
        });
    }
    if let Some(folded) = absorbed(cx, loc, code, ty, sa, sb) {
        return Some(folded);
    }
    if let Some(folded) = with_complement(cx, loc, code, ty, sa, sb) {
        return Some(folded);
    }
    let special = match code {
        BitAnd => fold_and(cx, loc, ty, sa, sb),
        BitIor => fold_or(cx, loc, ty, sa, sb),
        _ => fold_xor(cx, loc, ty, sa, sb),
    };
    if special.is_some() {
        return special;
    }
    if code != BitAnd
        && let Some(folded) = rotation(cx, loc, code, ty, sa, sb)
    {
        return Some(folded);
    }
    if let Some(folded) = both_converted(cx, loc, code, ty, sa, sb) {
        return Some(folded);
    }
    if matches!(cx.unit.types.kind(ty), TypeKind::Vector { .. }) {
        return None;
    }
    associate(cx, loc, code, ty, sa, sb)
}

/// Operations with 0 and -1.
fn with_neutral(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, _): (ExprId, ExprId),
    sb: ExprId,
) -> Option<ExprId> {
    let (zero, ones) = (is_zero(cx, sb), is_all_ones(cx, sb));
    match (code, zero, ones) {
        (BitAnd, true, _) | (BitIor, _, true) => Some(omit_one_operand(cx, loc, ty, sb, a)),
        (BitAnd, _, true) | (BitIor | BitXor, true, _) => {
            let a = fold_convert(cx, loc, ty, a);
            Some(non_lvalue(cx, loc, a))
        }
        (BitXor, _, true) => {
            let a = fold_convert(cx, loc, ty, a);
            Some(fold_unary(cx, loc, BitNot, ty, a))
        }
        _ => None,
    }
}

/// `(x & y) & x` is `x & y`; `(x & y) | (x & ~y)` is `x`.
fn absorbed(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if code == BitXor {
        return None;
    }
    for (whole, part) in [(a, b), (b, a)] {
        if let Some((inner, x, y)) = binary(cx, whole)
            && inner == code
            && (operand_equal(cx, x, part) || operand_equal(cx, y, part))
        {
            return Some(fold_convert(cx, loc, ty, whole));
        }
    }
    let (Some((BitAnd, x, y)), Some((BitAnd, p, q))) = (binary(cx, a), binary(cx, b)) else {
        return None;
    };
    let opposite = |x, y| {
        complement(cx, x).is_some_and(|inner| operand_equal(cx, inner, y))
            || complement(cx, y).is_some_and(|inner| operand_equal(cx, inner, x))
    };
    if code != BitIor {
        return None;
    }
    for (same, other, x, y) in [(x, p, y, q), (x, q, y, p), (y, p, x, q), (y, q, x, p)] {
        if operand_equal(cx, same, other) && opposite(x, y) {
            return Some(fold_convert(cx, loc, ty, same));
        }
    }
    None
}

fn complement(cx: &Context, e: ExprId) -> Option<ExprId> {
    match unary(cx, e) {
        Some((BitNot, inner)) => Some(inner),
        _ => None,
    }
}

/// Operations with `~`.
fn with_complement(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (x, y) = (complement(cx, a), complement(cx, b));
    // ~x & x, ~x | x, ~x ^ x.
    for (inner, other) in [(x, b), (y, a)] {
        if let Some(inner) = inner
            && operand_equal(cx, inner, other)
        {
            let value = if code == BitAnd { 0 } else { -1 };
            return Some(int_const(cx, loc, ty, value));
        }
    }
    if let (Some(x), Some(y)) = (x, y) {
        let (x, y) = (fold_convert(cx, loc, ty, x), fold_convert(cx, loc, ty, y));
        let dual = match code {
            BitAnd => BitIor,
            BitIor => BitAnd,
            _ => return Some(fold_binary(cx, loc, BitXor, ty, x, y)),
        };
        let folded = fold_binary(cx, loc, dual, ty, x, y);
        return Some(fold_unary(cx, loc, BitNot, ty, folded));
    }
    // ~x ^ c is x ^ ~c.
    if code == BitXor
        && let Some(x) = x
        && constant(cx, b).is_some()
    {
        let (x, b) = (fold_convert(cx, loc, ty, x), fold_convert(cx, loc, ty, b));
        let b = fold_unary(cx, loc, BitNot, ty, b);
        return Some(fold_binary(cx, loc, BitXor, ty, x, b));
    }
    None
}

/// The bits of an expression that may be set (`tree_nonzero_bits`), within its precision.
pub(super) fn nonzero_bits(cx: &Context, e: ExprId) -> u128 {
    bits_to(cx, e, 0)
}

fn mask_of(cx: &Context, ty: TypeId) -> u128 {
    match precision(cx, ty) {
        0 | 128.. => u128::MAX,
        bits => (1 << bits) - 1,
    }
}

fn bits_to(cx: &Context, e: ExprId, depth: u32) -> u128 {
    let ty = cx.type_of(e);
    let mask = mask_of(cx, ty);
    if depth > MAX_DEPTH || !integral(cx, ty) {
        return mask;
    }
    if let Some(value) = cx.int_value(e) {
        return value as u128 & mask;
    }
    let below = |e| bits_to(cx, e, depth + 1);
    if let Some(inner) = converted(cx, e) {
        let from = cx.type_of(inner);
        if !integral(cx, from) {
            return mask;
        }
        let bits = below(inner);
        let width = precision(cx, from);
        let negative = !unsigned(cx, from) && width > 0 && bits >> (width - 1) & 1 == 1;
        let extended = if negative { bits | !mask_of(cx, from) } else { bits };
        return extended & mask;
    }
    let Some((code, x, y)) = binary(cx, e) else { return mask };
    match code {
        BitAnd => below(x) & below(y),
        BitIor | BitXor => below(x) | below(y),
        Lshift => match cx.int_value(y) {
            Some(count @ 0..=127) => below(x) << count & mask,
            _ => mask,
        },
        Rshift => match cx.int_value(y) {
            Some(count @ 0..=127) => {
                let bits = below(x);
                let width = precision(cx, ty);
                let sign = width > 0 && !unsigned(cx, ty) && bits >> (width - 1) & 1 == 1;
                if sign { (bits >> count) | (mask & !(mask >> count)) } else { bits >> count }
            }
            _ => mask,
        },
        code if is_truth_code(code) => 1,
        _ => mask,
    }
}

fn fold_and(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId, b: ExprId) -> Option<ExprId> {
    if let Some(mask) = cx.int_value(b) {
        let all = mask_of(cx, cx.type_of(b));
        let (mask, bits) = (mask as u128 & all, nonzero_bits(cx, a));
        if bits & mask == 0 {
            let zero = int_const(cx, loc, ty, 0);
            return Some(omit_one_operand(cx, loc, ty, zero, a));
        }
        if bits & !mask == 0 && bits != all {
            let a = fold_convert(cx, loc, ty, a);
            return Some(non_lvalue(cx, loc, a));
        }
        if mask == 1
            && let Some(folded) = low_bit_toggled(cx, loc, ty, a, b)
        {
            return Some(folded);
        }
        return and_of_constant(cx, loc, ty, a, b, mask);
    }
    // -x & x stays; (x ^ y) & y is ~x & y.
    for (x, y) in [(a, b), (b, a)] {
        if let Some((BitXor, p, q)) = binary(cx, x) {
            let other = if operand_equal(cx, q, y) {
                p
            } else if operand_equal(cx, p, y) {
                q
            } else {
                continue;
            };
            if cx.has_side_effects(y) {
                continue;
            }
            let (other, y) = (fold_convert(cx, loc, ty, other), fold_convert(cx, loc, ty, y));
            let inverted = fold_unary(cx, loc, BitNot, ty, other);
            return Some(fold_binary(cx, loc, BitAnd, ty, inverted, y));
        }
    }
    absorbing(cx, loc, ty, BitIor, a, b)
}

/// `(x | y) & x` and `(x & y) | x` are `x`: `inner` is the operation below. What `y` does besides is kept.
fn absorbing(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    inner: TreeCode,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    for (x, y) in [(a, b), (b, a)] {
        let Some((code, p, q)) = binary(cx, x) else { continue };
        if code != inner {
            continue;
        }
        let omitted = match (operand_equal(cx, p, y), operand_equal(cx, q, y)) {
            (true, _) => q,
            (_, true) => p,
            _ => continue,
        };
        let y = fold_convert(cx, loc, ty, y);
        if cx.has_side_effects(omitted) {
            let omitted = ignored_result(cx, omitted);
            return Some(build_compound(cx, loc, ty, omitted, y));
        }
        return Some(y);
    }
    None
}

/// `(x ^ 1) & 1` and `~x & 1` are `(x & 1) == 0`.
fn low_bit_toggled(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
    one: ExprId,
) -> Option<ExprId> {
    let x = match (unary(cx, a), binary(cx, a)) {
        (Some((BitNot, x)), _) => x,
        (_, Some((BitXor, x, y))) if is_one(cx, y) => x,
        _ => return None,
    };
    let of = cx.type_of(x);
    if !integral(cx, of) {
        return None;
    }
    let one = fold_convert(cx, loc, of, one);
    let low = fold_binary(cx, loc, BitAnd, of, x, one);
    let zero = int_const(cx, loc, of, 0);
    Some(fold_binary(cx, loc, Eq, ty, low, zero))
}

/// `(x & c1) & c2`, `(x | c1) & c2`, `(x ^ c1) & c2` and sums and shifts under a mask.
fn and_of_constant(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
    mask: u128,
) -> Option<ExprId> {
    let (code, x, y) = binary(cx, a)?;
    let inner = cx.int_value(y);
    match code {
        BitIor | BitXor => {
            // Distribute, where the constants then meet.
            let inner = inner? as u128;
            if code == BitIor && inner & mask == mask {
                return Some(omit_one_operand(cx, loc, ty, b, x));
            }
            let (x, b) = (fold_convert(cx, loc, ty, x), fold_convert(cx, loc, ty, b));
            if code == BitIor && inner & mask == 0 {
                return Some(fold_binary(cx, loc, BitAnd, ty, x, b));
            }
            // (x | c1) & c2 is (x & (c2 & ~c1)) | (c1 & c2), as GCC has it.
            if code == BitIor {
                let rest = int_const(cx, loc, ty, (mask & !inner) as i128);
                let left = fold_binary(cx, loc, BitAnd, ty, x, rest);
                let both = int_const(cx, loc, ty, (inner & mask) as i128);
                return Some(fold_binary(cx, loc, BitIor, ty, left, both));
            }
            let left = fold_binary(cx, loc, BitAnd, ty, x, b);
            let both = int_const(cx, loc, ty, (inner & mask) as i128);
            Some(build2(cx, loc, BitXor, ty, left, both))
        }
        // Bits the mask drops anyway are not added.
        Plus | Minus if inner.is_some() => {
            let value = inner? as u128;
            let low = mask.trailing_ones();
            let dropped = if low >= 127 { 0 } else { !((1u128 << low) - 1) };
            let contiguous = mask & mask.wrapping_add(1) == 0;
            if contiguous && overflow_wraps(cx, cx.type_of(a)) {
                let reduced = value & !dropped;
                if reduced == 0 {
                    let (x, b) = (fold_convert(cx, loc, ty, x), fold_convert(cx, loc, ty, b));
                    return Some(fold_binary(cx, loc, BitAnd, ty, x, b));
                }
            }
            None
        }
        _ => None,
    }
}

fn fold_or(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId, b: ExprId) -> Option<ExprId> {
    if let Some(folded) = absorbing(cx, loc, ty, BitAnd, a, b) {
        return Some(folded);
    }
    // (x ^ y) | x is x | y.
    for (x, y) in [(a, b), (b, a)] {
        if let Some((BitXor, p, q)) = binary(cx, x) {
            let other = if operand_equal(cx, p, y) {
                q
            } else if operand_equal(cx, q, y) {
                p
            } else {
                continue;
            };
            let (y, other) = (fold_convert(cx, loc, ty, y), fold_convert(cx, loc, ty, other));
            return Some(fold_binary(cx, loc, BitIor, ty, y, other));
        }
    }
    // (x & c1) | c2.
    let (Some((BitAnd, x, y)), Some(bits)) = (binary(cx, a), cx.int_value(b)) else { return None };
    let mask = cx.int_value(y)?;
    let all = mask_of(cx, ty);
    let (mask, bits) = (mask as u128 & all, bits as u128 & all);
    if mask & bits == mask {
        return Some(omit_one_operand(cx, loc, ty, b, x));
    }
    if mask | bits == all {
        let (x, b) = (fold_convert(cx, loc, ty, x), fold_convert(cx, loc, ty, b));
        return Some(fold_binary(cx, loc, BitIor, ty, x, b));
    }
    // Bits that are set anyway need not be kept, unless the mask is that of a mode.
    let reduced = mask & !bits;
    let mode_mask = [8, 16, 32, 64].iter().any(|&width| {
        let full = (1u128 << width) - 1;
        (mask | bits) == full && mask & !full == 0
    });
    if mode_mask || reduced == mask {
        return None;
    }
    let (x, reduced) = (fold_convert(cx, loc, ty, x), int_const(cx, loc, ty, reduced as i128));
    let left = fold_binary(cx, loc, BitAnd, ty, x, reduced);
    let b = fold_convert(cx, loc, ty, b);
    Some(fold_binary(cx, loc, BitIor, ty, left, b))
}

fn fold_xor(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId, b: ExprId) -> Option<ExprId> {
    // (x & 1) ^ 1 is (x & 1) == 0.
    if is_one(cx, b)
        && let Some((BitAnd, _, y)) = binary(cx, a)
        && is_one(cx, y)
        && integral(cx, ty)
    {
        let zero = int_const(cx, loc, cx.type_of(a), 0);
        return Some(fold_binary(cx, loc, Eq, ty, a, zero));
    }
    // A truth value toggled.
    if is_one(cx, b) && truth_value_p(cx, a) {
        let inverted = super::truth::invert(cx, loc, a);
        return Some(fold_convert(cx, loc, ty, inverted));
    }
    // (x ^ y) ^ y is x; (x & y) ^ y is ~x & y; (x | y) ^ y is x & ~y.
    for (x, y) in [(a, b), (b, a)] {
        let Some((code, p, q)) = binary(cx, x) else { continue };
        let other = if operand_equal(cx, q, y) {
            p
        } else if operand_equal(cx, p, y) && code.is_commutative() {
            q
        } else {
            continue;
        };
        if cx.has_side_effects(y) {
            continue;
        }
        let (other, y) = (fold_convert(cx, loc, ty, other), fold_convert(cx, loc, ty, y));
        match code {
            BitXor => return Some(other),
            BitAnd => {
                let inverted = fold_unary(cx, loc, BitNot, ty, other);
                return Some(fold_binary(cx, loc, BitAnd, ty, inverted, y));
            }
            BitIor => {
                let inverted = fold_unary(cx, loc, BitNot, ty, y);
                return Some(fold_binary(cx, loc, BitAnd, ty, other, inverted));
            }
            _ => {}
        }
    }
    None
}

/// `(T) x op (T) y` is `(T) (x op y)`, where both come from one type and the conversion changes no bit, or `y` is a
/// constant that fits it.
fn both_converted(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let x = converted(cx, a)?;
    let from = cx.type_of(x);
    // A mask moves into a conversion rather than out of it; and only what becomes narrower moves out.
    let worthwhile =
        precision(cx, from) < precision(cx, ty) || precision(cx, ty) != mode_bits(cx, ty);
    if code == BitAnd || !integral(cx, from) || !integral(cx, ty) || !worthwhile {
        return None;
    }
    let y = match (converted(cx, b), cx.int_value(b)) {
        (_, Some(value)) if cx.unit.types.wrap(from, value) == value => {
            int_const(cx, loc, from, value)
        }
        (Some(y), _) if cx.unit.types.same_main(cx.type_of(y), from) => y,
        _ => return None,
    };
    let folded = fold_binary(cx, loc, code, from, x, y);
    Some(fold_convert(cx, loc, ty, folded))
}

/// Recognises rotations: `x << c` and `x >> (width - c)` of an unsigned `x`, added or combined.
pub(super) fn rotation(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (Some((ca, x, m)), Some((cb, y, n))) = (binary(cx, a), binary(cx, b)) else { return None };
    if !matches!((ca, cb), (Lshift, Rshift) | (Rshift, Lshift)) {
        return None;
    }
    let of = cx.type_of(x);
    let width = precision(cx, of);
    if !integral(cx, of)
        || !unsigned(cx, of)
        || width != mode_bits(cx, of)
        || !operand_equal(cx, x, y)
    {
        return None;
    }
    if precision(cx, ty) != width {
        return None;
    }
    let (left, right) = if ca == Lshift { (m, n) } else { (n, m) };
    if let (Some(l), Some(r)) = (cx.int_value(left), cx.int_value(right)) {
        if l <= 0 || r <= 0 || l + r != i128::from(width) {
            return None;
        }
        let rotated = build2(cx, loc, Lrotate, of, x, left);
        return Some(fold_convert(cx, loc, ty, rotated));
    }
    for (rotate, count, other) in [(Lrotate, left, right), (Rrotate, right, left)] {
        if is_complementary(cx, code, width, count, other) {
            let rotated = build2(cx, loc, rotate, of, x, count);
            return Some(fold_convert(cx, loc, ty, rotated));
        }
    }
    None
}

/// Whether `other` is `width - count`, or (for `|` alone, since both terms are `x` at 0) `-count & (width - 1)`.
fn is_complementary(
    cx: &Context,
    code: TreeCode,
    width: u32,
    count: ExprId,
    other: ExprId,
) -> bool {
    let all = i128::from(width) - 1;
    let below_mask = |e| match binary(cx, e) {
        Some((BitAnd, x, mask)) if cx.int_value(mask) == Some(all) => Some(strip_nops(cx, x)),
        _ => None,
    };
    let (count, other) = (strip_nops(cx, count), strip_nops(cx, other));
    if let Some((Minus, whole, term)) = binary(cx, other)
        && cx.int_value(whole) == Some(width.into())
    {
        return operand_equal(cx, strip_nops(cx, term), count);
    }
    let Some((Negate, term)) = below_mask(other).and_then(|e| unary(cx, e)) else { return false };
    let count = below_mask(count).unwrap_or(count);
    code == BitIor && operand_equal(cx, strip_nops(cx, term), count)
}

/// Shifts and rotations by `b`.
pub(super) fn fold_shift(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    (a, b): (ExprId, ExprId),
) -> Option<ExprId> {
    if !integral(cx, ty) {
        return None;
    }
    if is_zero(cx, b) {
        let a = fold_convert(cx, loc, ty, a);
        return Some(non_lvalue(cx, loc, a));
    }
    if is_zero(cx, a) || is_all_ones(cx, a) && (code == Rshift && !unsigned(cx, ty)) {
        return Some(omit_one_operand(cx, loc, ty, a, b));
    }
    let width = i128::from(precision(cx, ty));
    // 1 << (width - 1 - x) is (1 << (width - 1)) >> x.
    if code == Lshift
        && is_one(cx, a)
        && let Some((Minus, most, x)) = binary(cx, b)
        && cx.int_value(most) == Some(width - 1)
    {
        let work = integer_like(cx, ty, true);
        let top = int_const(cx, loc, work, 1 << (width - 1));
        let shifted = fold_binary(cx, loc, Rshift, work, top, x);
        return Some(fold_convert(cx, loc, ty, shifted));
    }
    let count = cx.int_value(b)?;
    if count < 0 || count >= width {
        return None;
    }
    if code == Lrotate {
        // Rotations by constants go to the right.
        let count = int_const(cx, loc, cx.type_of(b), width - count);
        return Some(fold_binary(cx, loc, Rrotate, ty, a, count));
    }
    let inner = strip_nops(cx, a);
    let (inner_code, x, y) = binary(cx, inner)?;
    let inner_count = cx.int_value(y)?;
    if matches!(inner_code, BitAnd | BitIor | BitXor) && matches!(code, Lshift | Rshift) {
        // (x & c) >> n is (x >> n) & (c >> n).
        let mask = cx.unit.types.wrap(ty, inner_count);
        let mask = gimple::fold_const::int_binop(&mut cx.unit, code, ty, mask, count)?;
        let x = fold_convert(cx, loc, ty, x);
        let shifted = fold_binary(cx, loc, code, ty, x, b);
        let mask = int_const(cx, loc, ty, mask);
        return Some(fold_binary(cx, loc, inner_code, ty, shifted, mask));
    }
    if !(0..width).contains(&inner_count) {
        return None;
    }
    let same_sign = unsigned(cx, cx.type_of(inner)) == unsigned(cx, ty);
    match (code, inner_code) {
        // Shifts of one kind add up.
        (Lshift, Lshift) | (Rshift, Rshift) | (Rrotate, Rrotate) if same_sign => {
            let mut total = count + inner_count;
            if total >= width {
                if code == Rrotate {
                    total %= width;
                } else if code == Lshift || unsigned(cx, ty) {
                    let zero = int_const(cx, loc, ty, 0);
                    return Some(omit_one_operand(cx, loc, ty, zero, x));
                } else {
                    total = width - 1;
                }
            }
            let x = fold_convert(cx, loc, ty, x);
            let total = int_const(cx, loc, cx.type_of(b), total);
            Some(fold_binary(cx, loc, code, ty, x, total))
        }
        // (x >> c) << c clears the low bits.
        (Lshift, Rshift) if count == inner_count => {
            let x = fold_convert(cx, loc, ty, x);
            let mask = int_const(cx, loc, ty, -1i128 << count);
            Some(fold_binary(cx, loc, BitAnd, ty, x, mask))
        }
        // (x << c) >> c of an unsigned x clears the high bits.
        (Rshift, Lshift) if count == inner_count && unsigned(cx, ty) => {
            let x = fold_convert(cx, loc, ty, x);
            let mask = int_const(cx, loc, ty, (mask_of(cx, ty) >> count) as i128);
            Some(fold_binary(cx, loc, BitAnd, ty, x, mask))
        }
        // Shifts of sums keep their form.
        _ => None,
    }
}
