//! Folding bitwise operations beyond the rules of the table: rotations, truth values toggled; which bits may be set.

use super::associate::associate;
use super::build::build2;
use super::util::*;
use super::{fold_convert, truth};
use crate::context::Context;
use crate::generic::ExprId;
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// `a & b`, `a | b`, `a ^ b`, the operands being below conversions that change no bit.
pub(super) fn fold_bitwise(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if !any_integral(cx, ty) {
        return None;
    }
    if code == BitXor && is_one(cx, b) && truth_value_p(cx, a) {
        let inverted = truth::invert(cx, loc, a);
        return Some(fold_convert(cx, loc, ty, inverted));
    }
    if code != BitAnd
        && let Some(folded) = rotation(cx, loc, code, ty, a, b)
    {
        return Some(folded);
    }
    if matches!(cx.unit.types.kind(ty), TypeKind::Vector { .. }) {
        return None;
    }
    associate(cx, loc, code, ty, a, b)
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
