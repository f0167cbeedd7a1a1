//! Conditionals that choose by one bit and are arithmetic on that bit: `(x & 32) != 0 ? 128 : 0` is `(x << 2) & 128`,
//! `x < 0 ? ~y : y` is `(x >> 31) ^ y`.

use super::util::*;
use super::{fold_binary, fold_convert, fold_unary, int_const};
use crate::context::Context;
use crate::generic::ExprId;
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::TypeId;

/// What `c ? a : b` folds to, where `c` tests a bit.
pub(super) fn fold_bits(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    c: ExprId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (code, x, y) = binary(cx, c)?;
    let of = cx.type_of(x);
    if !is_int_zero(cx, y) || !integral(cx, of) || !integral(cx, ty) {
        return None;
    }
    match code {
        Ne if is_int_zero(cx, b) => of_tested_bit(cx, loc, ty, x, a),
        Lt if is_int_zero(cx, b) => of_sign(cx, loc, ty, x, a),
        Lt | Ge => spread_sign(cx, loc, ty, code, x, (a, b)),
        _ => None,
    }
}

/// `(x & c) != 0 ? a : 0` with two powers of two: the bit moved to its place.
fn of_tested_bit(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    masked: ExprId,
    a: ExprId,
) -> Option<ExprId> {
    let (BitAnd, x, mask) = binary(cx, masked)? else { return None };
    let (from, to) = (exact_log2(cx, mask)?, exact_log2(cx, a)?);
    let int = cx.unit.common.int;
    let moved = if to > from {
        let x = fold_convert(cx, loc, ty, x);
        let count = int_const(cx, loc, int, (to - from).into());
        fold_binary(cx, loc, Lshift, ty, x, count)
    } else {
        let count = int_const(cx, loc, int, (from - to).into());
        let of = cx.type_of(x);
        let moved = fold_binary(cx, loc, Rshift, of, x, count);
        fold_convert(cx, loc, ty, moved)
    };
    Some(fold_binary(cx, loc, BitAnd, ty, moved, a))
}

/// `x < 0 ? a : 0` with a power of two, or with the sign bit of `x`.
fn of_sign(cx: &mut Context, loc: Location, ty: TypeId, x: ExprId, a: ExprId) -> Option<ExprId> {
    let of = cx.type_of(x);
    if unsigned(cx, of) {
        return None;
    }
    let width = precision(cx, of);
    if let Some(bit) = exact_log2(cx, a) {
        let x = match width.checked_sub(bit + 1) {
            Some(count) => {
                let count = int_const(cx, loc, cx.unit.common.int, count.into());
                fold_binary(cx, loc, Rshift, of, x, count)
            }
            None => x,
        };
        let x = fold_convert(cx, loc, ty, x);
        return Some(fold_binary(cx, loc, BitAnd, ty, x, a));
    }
    // Extended by its sign, the sign bit is the least number of the type.
    if cx.int_value(a)? != bounds(cx, of).0 || precision(cx, ty) < width {
        return None;
    }
    let a = fold_convert(cx, loc, of, a);
    let masked = fold_binary(cx, loc, BitAnd, of, x, a);
    Some(fold_convert(cx, loc, ty, masked))
}

/// `x < 0 ? ~y : y` and its like: the sign of `x` in all bits, toggling `y`.
fn spread_sign(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    code: TreeCode,
    x: ExprId,
    (a, b): (ExprId, ExprId),
) -> Option<ExprId> {
    let of = cx.type_of(x);
    if unsigned(cx, of) || precision(cx, of) != precision(cx, ty) {
        return None;
    }
    let complement_of =
        |e, y| matches!(unary(cx, e), Some((BitNot, inner)) if operand_equal(cx, inner, y));
    let (y, inverted) = if complement_of(a, b) {
        (b, code == Ge)
    } else if complement_of(b, a) {
        (a, code == Lt)
    } else {
        return None;
    };
    let count = int_const(cx, loc, cx.unit.common.int, i128::from(precision(cx, ty)) - 1);
    let sign = fold_binary(cx, loc, Rshift, of, x, count);
    let sign = fold_convert(cx, loc, ty, sign);
    let toggled = fold_binary(cx, loc, BitXor, ty, sign, y);
    Some(if inverted { fold_unary(cx, loc, BitNot, ty, toggled) } else { toggled })
}
