//! Where the bit-fields of a structure whose storage order is not the target's are found.
//!
//! Their bits are numbered from the other end of the bytes, so that no reference to bits of the target's numbering is one
//! to theirs. They are read and written as parts of units, which are whole bytes: an integer, whose bytes are then
//! reversed, or, where a chain of packed bit-fields is too long for one, an array of bytes.
//!
//! ```text
//! struct { char c; unsigned a : 5, b : 12; }      b: bits 5 to 16 after c, counted from the most significant ones
//!                                                 unit: the four bytes from 0 on hold c too; so: the bytes 1 to 3
//! ```

use gimple::types::{ArrayDomain, Field, FieldId, TypeId, Types};

/// The types units are made of.
#[derive(Clone, Copy)]
pub struct UnitTypes {
    /// Unsigned integers of 1, 2, 4 and 8 bytes.
    pub integers: [TypeId; 4],
}

/// The bytes of a unit.
#[derive(Clone, Copy)]
struct Span {
    start: u64,
    end: u64,
}

/// Makes the units of a structure or union that is laid out, and notes them there; `uid` numbers them.
pub fn make_bit_units(
    types: &mut Types,
    container: TypeId,
    is_union: bool,
    of: UnitTypes,
    uid: &mut dyn FnMut() -> u32,
) {
    let size = types.size(container).unwrap_or(0);
    let fields = types.fields(container).to_vec();
    let mut units: Vec<Span> = Vec::new();
    // Where what precedes the unit at hand ends.
    let mut before = 0;
    let mut index = 0;
    while index < fields.len() {
        let field = types.field(fields[index]);
        index += 1;
        if !field.is_bitfield {
            before = (field.bit_offset + field.bit_size).div_ceil(8);
            continue;
        }
        let mut span = bytes_of(field);
        // Bit-fields that share a byte share a unit.
        while let Some(&next) = fields.get(index).filter(|_| !is_union)
            && types.field(next).is_bitfield
            && bytes_of(types.field(next)).start < span.end
        {
            span.end = span.end.max(bytes_of(types.field(next)).end);
            index += 1;
        }
        let limit = match fields.get(index).filter(|_| !is_union) {
            Some(&next) => types.field(next).bit_offset / 8,
            None => size,
        };
        let start = if is_union { 0 } else { before };
        let span = aligned(span, start, limit).unwrap_or(span);
        before = span.end;
        units.push(span);
    }
    let align = u64::from(types.align(container));
    let made = units.into_iter().map(|span| unit_field(types, container, span, align, of, uid()));
    let made = made.collect();
    types.set_bit_units(container, made);
}

fn bytes_of(field: &Field) -> Span {
    let end = (field.bit_offset + field.bit_size).div_ceil(8);
    Span { start: field.bit_offset / 8, end }
}

/// The smallest aligned integer that holds the bytes and nothing but them and padding.
fn aligned(span: Span, start: u64, limit: u64) -> Option<Span> {
    [1, 2, 4, 8].into_iter().find_map(|size| {
        let first = span.start - span.start % size;
        let whole = Span { start: first, end: first + size };
        (whole.end >= span.end && first >= start && whole.end <= limit).then_some(whole)
    })
}

fn unit_field(
    types: &mut Types,
    container: TypeId,
    span: Span,
    align: u64,
    of: UnitTypes,
    uid: u32,
) -> FieldId {
    let size = span.end - span.start;
    let known = 1 << span.start.trailing_zeros().min(3);
    let (ty, own) = match size {
        1 | 2 | 4 | 8 => (of.integers[size.trailing_zeros() as usize], size),
        _ => (types.array_of(of.integers[0], ArrayDomain::Count(size)), 1),
    };
    types.add_field(Field {
        name: None,
        ty,
        uid,
        bit_offset: span.start * 8,
        bit_size: size * 8,
        is_bitfield: false,
        declared_type: ty,
        container,
        align: own.min(align).min(known) as u32,
    })
}

/// The unit a bit-field is accessed in.
pub fn unit_of(types: &Types, field: FieldId) -> Option<FieldId> {
    let field = types.field(field);
    let Span { start, end } = bytes_of(field);
    let holds = |&&unit: &&FieldId| {
        let unit = types.field(unit);
        unit.bit_offset <= start * 8 && unit.bit_offset + unit.bit_size >= end * 8
    };
    types.bit_units(field.container).iter().find(holds).copied()
}
