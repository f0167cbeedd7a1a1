//! Two tests of bits of one object made one (the last part of `fold_truth_andor_1`): `s.a == 2 && s.b == 4` is
//! `(BIT_FIELD_REF <s, 32, 0> & 65535) == 1026`, and `x.a == y.a && x.b == y.b` compares words with words.

use super::bitfield::{Inner, best_unit, inner_reference, make_reference, merge_zero_tests};
use super::build::build2;
use super::util::*;
use super::{fold_convert, int_const};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::TypeId;

/// Bits of an object, picked by a reference and perhaps a mask (`decode_field_reference`).
struct Bits {
    /// The reference, below conversions and the mask.
    reference: ExprId,
    object: ExprId,
    size: u64,
    pos: u64,
    unsigned: bool,
    /// The bits tested, from `pos` on.
    mask: u128,
    written_mask: Option<u128>,
}

fn ones(size: u64) -> u128 {
    if size >= 128 { u128::MAX } else { (1 << size) - 1 }
}

fn decode(cx: &Context, e: ExprId) -> Option<Bits> {
    if !integral(cx, cx.type_of(e)) {
        return None;
    }
    let outer = match cx.exprs[e].kind {
        ExprKind::Unary(Nop, _) | ExprKind::NonLvalue(_) => Some(cx.type_of(e)),
        _ => None,
    };
    let mut reference = strip_nops(cx, e);
    let mut written_mask = None;
    if let Some((BitAnd, x, y)) = binary(cx, reference) {
        written_mask = Some(cx.int_value(strip_nops(cx, y))? as u128);
        reference = strip_nops(cx, x);
    }
    let Inner { object, bit_size: size, bit_pos: pos, mut unsigned, .. } =
        inner_reference(cx, reference)?;
    let of = cx.type_of(object);
    if object == reference && written_mask.is_none()
        || !(1..=64).contains(&size)
        || !cx.unit.types.is_aggregate(of) && cx.unit.types.size(of)? * 8 < pos + size
    {
        return None;
    }
    if let Some(outer) = outer
        && u64::from(precision(cx, outer)) == size
    {
        unsigned = super::util::unsigned(cx, outer);
    }
    let mask = ones(size) & written_mask.unwrap_or(u128::MAX);
    Some(Bits { reference, object, size, pos, unsigned, mask, written_mask })
}

/// An equality or inequality, and what its two sides are.
struct Test {
    code: TreeCode,
    left: Bits,
    right: Side,
}

enum Side {
    Const(u128),
    Bits(Bits),
}

fn decode_test(cx: &Context, e: ExprId) -> Option<Test> {
    let (code, x, y) = match binary(cx, e)? {
        (BitAnd, _, y) if is_one(cx, y) => {
            return Some(Test { code: Ne, left: decode(cx, e)?, right: Side::Const(0) });
        }
        (code @ (Eq | Ne), x, y) => (code, x, y),
        _ => return None,
    };
    let right = match cx.int_value(y) {
        Some(value) => Side::Const(value as u128),
        None => Side::Bits(decode(cx, y)?),
    };
    Some(Test { code, left: decode(cx, x)?, right })
}

/// The unit two parts of one object are in: its size and position.
fn unit_of(cx: &Context, a: &Bits, b: &Bits) -> Option<(u64, u64)> {
    let first = a.pos.min(b.pos);
    let end = (a.pos + a.size).max(b.pos + b.size);
    let align = u64::from(cx.unit.types.align(cx.type_of(a.object))) * 8;
    let unit = best_unit(cx, end - first, first, None, align)?;
    Some((unit, first & !(unit - 1)))
}

/// A constant compared with some bits, as those bits have it: extended by zeros (`unextend`).
fn unextended(value: u128, bits: &Bits, is_unsigned: bool, unit: u64) -> u128 {
    let value = value & ones(unit);
    if bits.size == unit || is_unsigned || value >> (bits.size - 1) & 1 == 0 {
        return value;
    }
    let extension = ones(unit) & !ones(bits.size);
    value ^ (extension & bits.written_mask.unwrap_or(u128::MAX))
}

/// `a && b` or `a || b`, two tests of bits, as one.
pub(super) fn merge_tests(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let wanted = match code {
        TruthAnd | TruthAndIf => Eq,
        TruthOr | TruthOrIf => Ne,
        _ => return None,
    };
    if cx.has_side_effects(a) || cx.has_side_effects(b) {
        return None;
    }
    if let Some(merged) = merge_zero_tests(cx, loc, wanted, ty, a, b) {
        return Some(merged);
    }
    let (a, b) = (decode_test(cx, a)?, decode_test(cx, b)?);
    if !operand_equal(cx, a.left.object, b.left.object) {
        return None;
    }
    match (&a.right, &b.right) {
        (&Side::Const(x), &Side::Const(y)) => {
            against_constants(cx, loc, wanted, ty, (&a, x), (&b, y))
        }
        (Side::Bits(x), Side::Bits(y)) if operand_equal(cx, x.object, y.object) => {
            if a.code != wanted || b.code != wanted {
                return None;
            }
            against_bits(cx, loc, wanted, ty, (&a.left, x), (&b.left, y))
        }
        _ => None,
    }
}

fn against_constants(
    cx: &mut Context,
    loc: Location,
    wanted: TreeCode,
    ty: TypeId,
    (a, x): (&Test, u128),
    (b, y): (&Test, u128),
) -> Option<ExprId> {
    // A single bit is 0 exactly when it is not 1.
    let as_wanted = |test: &Test, value: u128| {
        if test.code == wanted {
            Some((value, test.left.unsigned))
        } else if value == 0 && test.left.mask.is_power_of_two() {
            Some((test.left.mask, true))
        } else {
            None
        }
    };
    let ((x, x_unsigned), (y, y_unsigned)) = (as_wanted(a, x)?, as_wanted(b, y)?);
    let (unit, start) = unit_of(cx, &a.left, &b.left)?;
    let work = integer_of(cx, unit as u32, true);
    let place = |bits: &Bits, value: u128| value << (bits.pos - start) & ones(unit);
    let (x_mask, y_mask) = (place(&a.left, a.left.mask), place(&b.left, b.left.mask));
    let x = place(&a.left, unextended(x, &a.left, x_unsigned, unit));
    let y = place(&b.left, unextended(y, &b.left, y_unsigned, unit));
    let common = x_mask & y_mask;
    if x & !x_mask != 0 || y & !y_mask != 0 || x & common != y & common {
        return Some(int_const(cx, loc, ty, (wanted == Ne).into()));
    }
    let places = (a.left.object, a.left.reference);
    let value = make_reference(cx, loc, places, work, unit, start, x_unsigned || y_unsigned);
    let masked = mask(cx, loc, work, value, x_mask | y_mask);
    let expected = int_const(cx, loc, work, (x | y) as i128);
    Some(build2(cx, loc, wanted, ty, masked, expected))
}

fn mask(cx: &mut Context, loc: Location, ty: TypeId, value: ExprId, mask: u128) -> ExprId {
    let mask = int_const(cx, loc, ty, mask as i128);
    build2(cx, loc, BitAnd, ty, value, mask)
}

/// `x.a == y.a` and `x.b == y.b` at once.
fn against_bits(
    cx: &mut Context,
    loc: Location,
    wanted: TreeCode,
    ty: TypeId,
    (ll, lr): (&Bits, &Bits),
    (rl, rr): (&Bits, &Bits),
) -> Option<ExprId> {
    let (l_unit, l_start) = unit_of(cx, ll, rl)?;
    let apart = |a: &Bits, b: &Bits| a.pos as i64 - b.pos as i64;
    if (ll.size, rl.size) != (lr.size, rr.size)
        || (ll.unsigned, rl.unsigned) != (lr.unsigned, rr.unsigned)
        || apart(ll, rl) != apart(lr, rr)
    {
        return None;
    }
    let (r_unit, r_start) = unit_of(cx, lr, rr)?;
    let place = |bits: &Bits, start| bits.mask << (bits.pos - start);
    let l_mask = place(ll, l_start) | place(rl, l_start);
    let r_mask = place(lr, r_start) | place(rr, r_start);
    let (l_type, r_type) =
        (integer_of(cx, l_unit as u32, true), integer_of(cx, r_unit as u32, true));
    let (l_places, r_places) = ((ll.object, ll.reference), (lr.object, lr.reference));
    if l_unit == r_unit && ll.pos - l_start == lr.pos - r_start {
        let sign = ll.unsigned || rl.unsigned;
        let left = make_reference(cx, loc, l_places, l_type, l_unit, l_start, sign);
        let left = mask(cx, loc, l_type, left, l_mask);
        let sign = lr.unsigned || rr.unsigned;
        let right = make_reference(cx, loc, r_places, r_type, r_unit, r_start, sign);
        let right = mask(cx, loc, r_type, right, r_mask);
        return Some(build2(cx, loc, wanted, ty, left, right));
    }
    // In other places of their units: fields next to each other are one wider field.
    let adjacent = ll.pos + ll.size == rl.pos && lr.pos + lr.size == rr.pos
        || ll.pos == rl.pos + rl.size && lr.pos == rr.pos + rr.size;
    if !adjacent {
        return None;
    }
    let (l_first, r_first) = (ll.pos.min(rl.pos), lr.pos.min(rr.pos));
    let size = ll.size + rl.size;
    let left = make_reference(cx, loc, l_places, l_type, size, l_first, ll.unsigned);
    let right = make_reference(cx, loc, r_places, r_type, size, r_first, lr.unsigned);
    let work = if l_unit > r_unit { r_type } else { l_type };
    let (left, right) = (fold_convert(cx, loc, work, left), fold_convert(cx, loc, work, right));
    let left = mask(cx, loc, work, left, l_mask >> (l_first - l_start));
    let right = mask(cx, loc, work, right, r_mask >> (r_first - r_start));
    Some(build2(cx, loc, wanted, ty, left, right))
}
