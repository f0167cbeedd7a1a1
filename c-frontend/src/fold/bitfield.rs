//! Comparisons of bit-fields, as tests of the bits of the unit they are in: `s.f == 1` is
//! `(BIT_FIELD_REF <s, 8, 0> & 7) == 1`; several tests of one object are one.
//!
//! The unit is the widest that may be accessed: within the bit-fields that share their storage (by the C11 memory
//! model), no more aligned than the object is.

use super::build::{build_addr, build_bit_field_ref, build2};
use super::util::*;
use super::{fold_binary, fold_convert, int_const};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{FieldId, TypeFlags, TypeId, TypeKind};

/// Where in an object a reference reaches (`get_inner_reference`).
pub(super) struct Inner {
    pub(super) object: ExprId,
    pub(super) bit_size: u64,
    pub(super) bit_pos: u64,
    /// The innermost bit-field on the way, if the reference names one of no whole mode.
    field: Option<FieldId>,
    whole_mode: bool,
    pub(super) unsigned: bool,
}

/// Whether a bit-field lies like an ordinary field of its size would, so that it is accessed like one.
fn like_plain_field(bit_offset: u64, bit_size: u64) -> bool {
    matches!(bit_size, 8 | 16 | 32 | 64) && bit_offset.is_multiple_of(bit_size)
}

pub(super) fn inner_reference(cx: &Context, e: ExprId) -> Option<Inner> {
    let types = &cx.unit.types;
    let ty = cx.type_of(e);
    // Bits are numbered otherwise there.
    if crate::typeck::storage_order::is_reversed(cx, e) {
        return None;
    }
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
            ExprKind::Component(_, field) if cx.field_offsets.contains_key(&field) => return None,
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
    types.size(container)?;
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
pub(super) fn best_unit(
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
    let access = |cx: &mut Context, object, reference| {
        make_reference(cx, loc, (object, reference), work, unit, start, true)
    };
    if let Some(object) = other {
        let mask = int_const(cx, loc, work, mask as i128);
        let left = access(cx, inner.object, a);
        let right = access(cx, object, b);
        let left = fold_binary(cx, loc, BitAnd, work, left, mask);
        let right = fold_binary(cx, loc, BitAnd, work, right, mask);
        return Some(fold_binary(cx, loc, code, ty, left, right));
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
    let left = access(cx, inner.object, a);
    let masked = build2(cx, loc, BitAnd, work, left, mask);
    Some(build2(cx, loc, code, ty, masked, expected))
}

/// The bits from `pos` on of an object (`make_bit_field_ref`); `reference` is what was written to reach some of them, whose
/// access path is kept as far as it contains them all.
pub(super) fn make_reference(
    cx: &mut Context,
    loc: Location,
    (object, reference): (ExprId, ExprId),
    ty: TypeId,
    size: u64,
    mut pos: u64,
    is_unsigned: bool,
) -> ExprId {
    let mut object = object;
    if let ExprKind::Component(record, _) = cx.exprs[reference].kind
        && let Some(outer) = inner_reference(cx, record)
        && outer.object == object
        && outer.bit_pos <= pos
        && pos + size <= outer.bit_pos + outer.bit_size
    {
        object = record;
        pos -= outer.bit_pos;
    }
    let asked = cx.type_of(alias_object(cx, reference));
    if cx.unit.early_alias_sets.last() != Some(&asked) {
        cx.unit.early_alias_sets.push(asked);
    }
    if aliases_all(cx, reference) && !aliases_all(cx, object) {
        object = without_type(cx, loc, object);
    }
    let of = cx.type_of(object);
    let scalar = integral(cx, of) || cx.unit.types.is_pointer(of);
    if pos == 0 && scalar && cx.unit.types.size(of).is_some_and(|bytes| bytes * 8 == size) {
        return fold_convert(cx, Location::UNKNOWN, ty, object);
    }
    if u64::from(precision(cx, ty)) == size && is_unsigned {
        return build_bit_field_ref(cx, loc, ty, object, size as u32, pos);
    }
    let bits = cx.unit.types.nonstandard_integer(size as u16, false);
    let bits = build_bit_field_ref(cx, loc, bits, object, size as u32, pos);
    fold_convert(cx, loc, ty, bits)
}

/// What a reference has its alias set from: the object around it, where that is how a member is reached.
fn alias_object(cx: &Context, reference: ExprId) -> ExprId {
    let (mut path, mut found) = (reference, reference);
    loop {
        let (base, through) = match cx.exprs[path].kind {
            ExprKind::Component(base, field) => {
                let union = matches!(cx.unit.types.kind(cx.type_of(base)), TypeKind::Union { .. });
                (base, union || cx.unit.types.field(field).is_bitfield)
            }
            ExprKind::BitFieldRef(base, ..) => (base, true),
            ExprKind::ArrayRef(base, _) => (base, false),
            _ => return found,
        };
        if through {
            found = base;
        }
        path = base;
    }
}

/// Whether an access may be to an object of any type (alias set 0), being to a character; accesses to bit-fields and
/// within unions are accesses to what contains them.
fn aliases_all(cx: &Context, e: ExprId) -> bool {
    let (types, c) = (&cx.unit.types, &cx.unit.common);
    let of = cx.type_of(e);
    if types[of].flags.0 & TypeFlags::MAY_ALIAS != 0 {
        return true;
    }
    if ![c.char_, c.schar, c.uchar].contains(&types.main_variant(of)) {
        return false;
    }
    if matches!(cx.exprs[e].kind, ExprKind::BitFieldRef(..)) {
        return false;
    }
    let mut path = e;
    while let ExprKind::Component(base, _) | ExprKind::ArrayRef(base, _) = cx.exprs[path].kind {
        if let ExprKind::Component(_, field) = cx.exprs[path].kind
            && (types.field(field).is_bitfield
                || matches!(types.kind(cx.type_of(base)), TypeKind::Union { .. }))
        {
            return false;
        }
        path = base;
    }
    true
}

/// The object read without regard to its type.
fn without_type(cx: &mut Context, loc: Location, object: ExprId) -> ExprId {
    let (ty, void_pointer) = (cx.type_of(object), cx.unit.types.pointer_to(cx.unit.common.void));
    let address = match cx.exprs[object].kind {
        ExprKind::Indirect(pointer) => pointer,
        _ => {
            let pointer = cx.unit.types.pointer_to(ty);
            build_addr(cx, loc, pointer, object)
        }
    };
    let flags = cx.exprs[object].flags & (expr_flag::SIDE_EFFECTS | expr_flag::READONLY);
    cx.expr(ExprKind::MemRef(address, 0, void_pointer), ty, loc, flags)
}

/// `a != 0 || b != 0` of local variables is `(a | b) != 0`, `a == 0 && b == 0` is `(a | b) == 0`, where branches are dear.
pub(super) fn merge_zero_tests(
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
