//! Comparisons of bit-fields, as tests of the bits of the unit they are in: `s.f == 1` is
//! `(BIT_FIELD_REF <s, 8, 0> & 7) == 1`; several tests of one object are one.
//!
//! The unit is the widest that may be accessed: within the bit-fields that share their storage (by the C11 memory
//! model), no more aligned than the object is.

use super::build::{build_bit_field_ref, build2};
use super::util::*;
use super::{fold_convert, int_const};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{FieldId, TypeId, TypeKind};

/// Where in an object a reference reaches (`get_inner_reference`).
struct Inner {
    object: ExprId,
    bit_size: u64,
    bit_pos: u64,
    /// The innermost bit-field on the way, if the reference names one of no whole mode.
    field: Option<FieldId>,
    whole_mode: bool,
    unsigned: bool,
}

/// Whether a bit-field lies like an ordinary field of its size would, so that it is accessed like one.
fn like_plain_field(bit_offset: u64, bit_size: u64) -> bool {
    matches!(bit_size, 8 | 16 | 32 | 64) && bit_offset % bit_size == 0
}

fn inner_reference(cx: &Context, e: ExprId) -> Option<Inner> {
    let types = &cx.unit.types;
    let ty = cx.type_of(e);
    let mut inner = Inner {
        object: e,
        bit_size: types.size(ty)?.checked_mul(8)?,
        bit_pos: 0,
        field: None,
        whole_mode: true,
        unsigned: types.is_unsigned(ty),
    };
    match cx.exprs[e].kind {
        ExprKind::Component(_, id) => {
            let field = types.field(id);
            if field.is_bitfield {
                inner.bit_size = field.bit_size;
                inner.field = Some(id);
                inner.whole_mode = like_plain_field(field.bit_offset, field.bit_size);
            }
        }
        ExprKind::BitFieldRef(_, size, _) => {
            inner.bit_size = size.into();
            inner.whole_mode = false;
        }
        _ => {}
    }
    loop {
        if cx.exprs[inner.object].has(expr_flag::VOLATILE) {
            return None;
        }
        let (base, offset) = match cx.exprs[inner.object].kind {
            ExprKind::Component(base, field) => (base, types.field(field).bit_offset),
            ExprKind::BitFieldRef(base, _, pos) => (base, pos),
            ExprKind::ArrayRef(base, index) => {
                let size = types.size(cx.type_of(inner.object))?;
                let index = u64::try_from(cx.int_value(index)?).ok()?;
                (base, index.checked_mul(size)?.checked_mul(8)?)
            }
            _ => return Some(inner),
        };
        inner.bit_pos = inner.bit_pos.checked_add(offset)?;
        inner.object = base;
    }
}

/// The bits, from the start of its record, that a store to a bit-field may touch: those of the bit-fields it shares
/// storage with (`DECL_BIT_FIELD_REPRESENTATIVE`). First bit and number of bits.
pub fn representative(cx: &Context, field: FieldId) -> Option<(u64, u64)> {
    let types = &cx.unit.types;
    let container = types.field(field).container;
    let fields = types.fields(container);
    if matches!(types.kind(container), TypeKind::Union { .. }) {
        let field = types.field(field);
        return Some((0, field.bit_size.next_multiple_of(8)));
    }
    let position = fields.iter().position(|&other| other == field)?;
    let in_run = |index: usize| {
        let field = types.field(fields[index]);
        field.is_bitfield && field.bit_size > 0
    };
    let mut first = position;
    while first > 0 && in_run(first - 1) {
        first -= 1;
    }
    let mut end = position + 1;
    while end < fields.len() && in_run(end) {
        end += 1;
    }
    let start = types.field(fields[first]).bit_offset & !7;
    let last = types.field(fields[end - 1]);
    let size = (last.bit_offset + last.bit_size - start).next_multiple_of(8);
    let limit = match fields.get(end) {
        Some(&next) => types.field(next).bit_offset,
        None => types.size(container)? * 8,
    };
    let room = limit.saturating_sub(start);
    let nice = size.next_power_of_two();
    Some((start, if nice <= room && nice <= 128 { nice } else { size }))
}

/// The size in bits of the widest unit that holds some bits of an object (`get_best_mode`). `region` limits the bits
/// that may be touched; `align` is the object's alignment in bits.
fn best_unit(
    cx: &Context,
    bit_size: u64,
    bit_pos: u64,
    region: Option<(u64, u64)>,
    align: u64,
) -> Option<u64> {
    let word = u64::from(cx.unit.target.word_bits);
    let (start, end) = match region {
        Some((start, size)) => (start, start + size),
        None => {
            let biggest = u64::from(cx.unit.target.biggest_alignment) * 8;
            let units = align.min(biggest.max(word)).max(8);
            let last = bit_pos + bit_size + units - 1;
            (0, last - last % units)
        }
    };
    let mut best = None;
    for unit in [8, 16, 32, 64, 128] {
        if unit > word || unit > align {
            break;
        }
        let within = bit_pos % unit;
        if within + bit_size > unit {
            continue;
        }
        let first = bit_pos - within;
        if first < start || first + unit > end {
            break;
        }
        best = Some(unit);
    }
    best
}

/// `a code b` (`==` or `!=`) where `a` is a bit-field (`optimize_bit_field_compare`).
pub(super) fn compare(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if !matches!(cx.exprs[a].kind, ExprKind::Component(..) | ExprKind::BitFieldRef(..)) {
        return None;
    }
    let inner = inner_reference(cx, a)?;
    if inner.object == a || inner.whole_mode {
        return None;
    }
    let value = cx.int_value(b);
    let mut align = u64::from(cx.unit.types.align(cx.type_of(inner.object))) * 8;
    let mut other = None;
    if value.is_none() {
        let right = inner_reference(cx, b)?;
        if right.object == b
            || (right.bit_pos, right.bit_size, right.unsigned)
                != (inner.bit_pos, inner.bit_size, inner.unsigned)
        {
            return None;
        }
        align = align.min(u64::from(cx.unit.types.align(cx.type_of(right.object))) * 8);
        other = Some(right.object);
    }
    let region = match inner.field {
        Some(field) => {
            let (start, size) = representative(cx, field)?;
            let record = inner.bit_pos - cx.unit.types.field(field).bit_offset;
            Some((record + start, size))
        }
        None => None,
    };
    let unit = best_unit(cx, inner.bit_size, inner.bit_pos, region, align)?;
    if unit == inner.bit_size {
        return None;
    }
    let work = integer_of(cx, unit as u32, true);
    let start = inner.bit_pos & !(unit - 1);
    let shift = inner.bit_pos - start;
    let mask = ((1u128 << inner.bit_size) - 1) << shift;
    let access =
        |cx: &mut Context, object| build_bit_field_ref(cx, loc, work, object, unit as u32, start);
    let left = access(cx, inner.object);
    if let Some(object) = other {
        let right = access(cx, object);
        let differing = build2(cx, loc, BitXor, work, left, right);
        let (mask, zero) = (int_const(cx, loc, work, mask as i128), int_const(cx, loc, work, 0));
        let masked = build2(cx, loc, BitAnd, work, differing, mask);
        return Some(build2(cx, loc, code, ty, masked, zero));
    }
    let mut value = value?;
    let mut code = code;
    let fits = {
        let bits = inner.bit_size as u32;
        let (low, high) = if inner.unsigned {
            (0, (1i128 << bits) - 1)
        } else {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        };
        (low..=high).contains(&value)
    };
    if !fits {
        return Some(int_const(cx, loc, ty, (code == Ne).into()));
    }
    if inner.bit_size == 1 && value != 0 {
        code = if code == Eq { Ne } else { Eq };
        value = 0;
    }
    let expected = ((value as u128) << shift & mask) as i128;
    let (mask, expected) =
        (int_const(cx, loc, work, mask as i128), int_const(cx, loc, work, expected));
    let masked = build2(cx, loc, BitAnd, work, left, mask);
    Some(build2(cx, loc, code, ty, masked, expected))
}

/// Bits of an object, picked by a field reference and a mask (`decode_field_reference`).
struct FieldBits {
    object: ExprId,
    bit_size: u64,
    bit_pos: u64,
    /// The bits tested, from `bit_pos` on.
    mask: u128,
}

fn decode(cx: &Context, e: ExprId) -> Option<FieldBits> {
    if !integral(cx, cx.type_of(e)) {
        return None;
    }
    let mut e = strip_nops(cx, e);
    let mut and_mask = None;
    if let Some((BitAnd, x, y)) = binary(cx, e) {
        and_mask = Some(cx.int_value(y)?);
        e = strip_nops(cx, x);
    }
    // A widening of the field.
    if let Some(x) = converted(cx, e)
        && integral(cx, cx.type_of(x))
        && precision(cx, cx.type_of(x)) <= precision(cx, cx.type_of(e))
        && unsigned(cx, cx.type_of(x))
        && and_mask.is_none()
    {
        e = x;
    }
    if !integral(cx, cx.type_of(e)) {
        return None;
    }
    let inner = inner_reference(cx, e)?;
    if inner.object == e && and_mask.is_none() || inner.bit_size == 0 || inner.bit_size > 64 {
        return None;
    }
    if cx.has_side_effects(inner.object) {
        return None;
    }
    let all = (1u128 << inner.bit_size) - 1;
    let mask = and_mask.map_or(all, |mask| mask as u128 & all);
    Some(FieldBits { object: inner.object, bit_size: inner.bit_size, bit_pos: inner.bit_pos, mask })
}

/// A comparison of some bits with a constant, and what it has to be for the whole to be as wanted.
fn decode_test(cx: &Context, e: ExprId, wanted: TreeCode) -> Option<(FieldBits, u128)> {
    let (code, x, y) = match binary(cx, e)? {
        (BitAnd, _, y) if is_one(cx, y) => (Ne, e, None),
        (code @ (Eq | Ne), x, y) => (code, x, Some(y)),
        _ => return None,
    };
    let value = match y {
        Some(y) => cx.int_value(strip_nops(cx, y))?,
        None => 0,
    };
    let bits = decode(cx, x)?;
    let mut expected = value as u128 & ((1u128 << bits.bit_size) - 1);
    if code != wanted {
        // A single bit is 0 exactly when it is not 1.
        if expected != 0 || !bits.mask.is_power_of_two() {
            return None;
        }
        expected = bits.mask;
    }
    Some((bits, expected))
}

/// `a != 0 || b != 0` of local variables is `(a | b) != 0`, `a == 0 && b == 0` is `(a | b) == 0`, where branches are dear.
fn merge_zero_tests(
    cx: &mut Context,
    loc: Location,
    wanted: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (Some((ca, x, zero)), Some((cb, y, other))) = (binary(cx, a), binary(cx, b)) else {
        return None;
    };
    let of = cx.type_of(x);
    if ca != wanted
        || cb != wanted
        || cx.unit.target.branch_cost < 2
        || !is_int_zero(cx, zero)
        || !is_int_zero(cx, other)
        || of != cx.type_of(y)
        || !integral(cx, of)
        || !simple_operand(cx, y)
    {
        return None;
    }
    let either = build2(cx, loc, BitIor, of, x, y);
    let zero = int_const(cx, loc, of, 0);
    Some(build2(cx, loc, wanted, ty, either, zero))
}

/// Two tests of bits of one object against constants, as one (the last part of `fold_truth_andor_1`).
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
    let (left, left_value) = decode_test(cx, a, wanted)?;
    let (right, right_value) = decode_test(cx, b, wanted)?;
    if !same_object(cx, left.object, right.object) {
        return None;
    }
    let first = left.bit_pos.min(right.bit_pos);
    let end = (left.bit_pos + left.bit_size).max(right.bit_pos + right.bit_size);
    let align = u64::from(cx.unit.types.align(cx.type_of(left.object))) * 8;
    let unit = best_unit(cx, end - first, first, None, align)?;
    let size = cx.unit.types.size(cx.type_of(left.object))?;
    let start = first & !(unit - 1);
    if start + unit > size * 8 {
        return None;
    }
    let work = integer_of(cx, unit as u32, true);
    let place = |bits: &FieldBits, value: u128| value << (bits.bit_pos - start);
    let (left_mask, right_mask) = (place(&left, left.mask), place(&right, right.mask));
    let (left_value, right_value) = (place(&left, left_value), place(&right, right_value));
    let known = |cx: &mut Context| Some(int_const(cx, loc, ty, (wanted == Ne).into()));
    if left_value & !left_mask != 0 || right_value & !right_mask != 0 {
        return known(cx);
    }
    let common = left_mask & right_mask;
    if left_value & common != right_value & common {
        return known(cx);
    }
    let mut value = if start == 0 && unit == size * 8 && integral(cx, cx.type_of(left.object)) {
        fold_convert(cx, loc, work, left.object)
    } else {
        build_bit_field_ref(cx, loc, work, left.object, unit as u32, start)
    };
    let mask = left_mask | right_mask;
    if mask != (1u128 << unit) - 1 {
        let mask = int_const(cx, loc, work, mask as i128);
        value = build2(cx, loc, BitAnd, work, value, mask);
    }
    let expected = int_const(cx, loc, work, (left_value | right_value) as i128);
    Some(build2(cx, loc, wanted, ty, value, expected))
}
