//! Folding bitwise operations beyond the rules of the table: rotations, truth values toggled; which bits may be set.

use super::associate::associate;
use super::build::build2;
use super::util::*;
use super::{fold_convert, int_const, truth};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::decl::DeclKind;
use gimple::known_bits::{self, KnownBits};
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
    if code == BitAnd
        && let Some(bits) = low_bits_of_address(cx, a, b)
    {
        return Some(int_const(cx, loc, ty, bits));
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

/// The bits of an object's address under a mask, where its alignment says what they are.
fn low_bits_of_address(cx: &Context, a: ExprId, mask: ExprId) -> Option<i128> {
    let mask = cx.int_value(mask)?;
    if !cx.unit.types.is_pointer(cx.type_of(a)) {
        return None;
    }
    let (object, offset) = super::address::address_offset(cx, a)?;
    let ExprKind::Decl(var) = cx.exprs[object].kind else { return None };
    let decl = &cx.unit.decls[var];
    if decl.kind != DeclKind::Var {
        return None;
    }
    let align = if decl.align == 0 { cx.unit.types.align(decl.ty) } else { decl.align };
    (0 <= mask && mask < i128::from(align)).then_some(offset & mask)
}

/// The bits of an expression that may be set (`tree_nonzero_bits`), within its precision.
pub(super) fn nonzero_bits(cx: &Context, e: ExprId) -> u128 {
    let mask = match precision(cx, cx.type_of(e)) {
        0 | 128.. => u128::MAX,
        bits => (1 << bits) - 1,
    };
    known(cx, e, 0).map_or(mask, |bits| bits.ones_set() as u128 & mask)
}

/// What is known of the bits of an integer of 64 bits at most, by the operations GCC looks through here.
fn known(cx: &Context, e: ExprId, depth: u32) -> Option<KnownBits> {
    let ty = cx.type_of(e);
    if depth > MAX_DEPTH || !integral(cx, ty) || precision(cx, ty) > 64 {
        return None;
    }
    if let Some(value) = cx.int_value(e) {
        return Some(KnownBits::constant(value));
    }
    let below = |e: ExprId| {
        let bits = known(cx, e, depth + 1);
        bits.unwrap_or_else(|| KnownBits::unknown(&cx.unit, cx.type_of(e)))
    };
    if let Some(inner) = converted(cx, e) {
        let from = cx.type_of(inner);
        let narrow = integral(cx, from) && precision(cx, from) <= 64;
        return narrow
            .then(|| known_bits::evaluate(&cx.unit, Nop, ty, below(inner), None, from))
            .flatten();
    }
    let (code, x, y) = binary(cx, e)?;
    match code {
        BitAnd | BitIor | BitXor | Plus | Lshift | Rshift if integral(cx, cx.type_of(x)) => {
            let (a, b) = (below(x), below(y));
            known_bits::evaluate(&cx.unit, code, ty, a, Some(b), cx.type_of(x))
        }
        code if is_truth_code(code) => Some(KnownBits { value: 0, mask: 1 }),
        _ => None,
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
