//! What memory that is never written holds: parts of initialisers and of constants.
//!
//! ```text
//!   static const struct { int a : 4, b : 28; } s = { 1, 2 };
//!   _1 = s.b;                         =>   _1 = 2;
//!   _2 = BIT_FIELD_REF <s, 32, 0>;    =>   _2 = 33;
//! ```
//!
//! An element that is what is read is looked up; what several elements make up, or parts of them, is put together of bits.

use gimple::constant::{ConstId, ConstValue};
use gimple::decl::{DeclId, flag};
use gimple::fold_const::{constant_bytes, constant_of_bytes, zero};
use gimple::function::Function;
use gimple::known_bytes::never_changes;
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use std::borrow::Cow;

/// Elements of arrays that are looked at for bits put together from several.
const MOST_ELEMENTS: usize = 64;

/// Bits that are put together.
const MOST_BITS: usize = 128;

/// The constant a reference to read-only memory reads (`fold_const_aggregate_ref`).
pub fn memory_constant(unit: &mut Unit, f: &Function, reference: Operand) -> Option<Operand> {
    if !may_be_constant(unit, reference) || unit.is_volatile_operand(reference) {
        return None;
    }
    let ty = unit.type_of(f, reference);
    if !unit.types.is_register_type(ty) {
        return None;
    }
    let access = crate::analyses::alias::Access::of(unit, f, reference);
    if !access.is_exact() || access.offset < 0 {
        return None;
    }
    let place = (access.offset, access.size?);
    let object = unit.trees.base_address(reference);
    if let Operand::Const(id) = object {
        let of = unit.consts[id].ty;
        return part_of_initializer(unit, f, (object, of), ty, place);
    }
    let Operand::Decl(var) = object else { return None };
    variable_constant(unit, f, var, ty, place)
}

/// Whether a reference is to an object whose contents may never change: most are not, and that is soon seen.
pub fn may_be_constant(unit: &Unit, reference: Operand) -> bool {
    match unit.trees.base_address(reference) {
        Operand::Const(_) => true,
        Operand::Decl(var) => never_changes(unit, var),
        _ => false,
    }
}

/// The constant that an access of a type finds at a place of a variable that never changes: in so many bits from a bit on.
pub fn variable_constant(
    unit: &mut Unit,
    f: &Function,
    var: DeclId,
    ty: TypeId,
    place: (i64, i64),
) -> Option<Operand> {
    if !never_changes(unit, var) {
        return None;
    }
    let decl = &unit.decls[var];
    let initializer = match unit.initializers.get(&var) {
        Some(&value) => value,
        None if decl.has(flag::STATIC) && !decl.has(flag::EXTERNAL) && !decl.has(flag::COMMON) => {
            return Some(Operand::Const(zero(unit, ty)));
        }
        None => return None,
    };
    let object_type = decl.ty;
    part_of_initializer(unit, f, (initializer, object_type), ty, place)
}

/// The scalar constant that begins at a bit of a variable that never changes.
pub fn scalar_in(unit: &Unit, var: DeclId, bit: u64) -> Option<Operand> {
    if !never_changes(unit, var) || !bit.is_multiple_of(8) {
        return None;
    }
    let (mut value, mut of) = (*unit.initializers.get(&var)?, unit.decls[var].ty);
    let mut start = bit / 8;
    loop {
        let Operand::Tree(id) = value else {
            let scalar = matches!(value, Operand::Const(_)) && unit.types.is_register_type(of);
            return (start == 0 && scalar).then_some(value);
        };
        match unit.trees.kind(id) {
            TreeKind::Addr(_) => return (start == 0).then_some(value),
            TreeKind::Constructor(elements) => match find_element(unit, of, elements, start, 1)? {
                Element::At { value: inner, ty, start: first } => {
                    (value, of, start) = (inner, ty, start - first);
                }
                Element::Zero => return None,
            },
            _ => return None,
        }
    }
}

/// What an initialiser of an object of a type says of a place, to an access of another.
fn part_of_initializer(
    unit: &mut Unit,
    f: &Function,
    (initializer, of): (Operand, TypeId),
    ty: TypeId,
    (first, size): (i64, i64),
) -> Option<Operand> {
    let start = (first % 8 == 0).then_some((first / 8) as u64);
    let part = start.and_then(|start| element(unit, f, initializer, of, ty, start, size));
    part.or_else(|| bits_of_initializer(unit, initializer, of, ty, (first, size)))
}

/// The element of an initialiser that lies at byte `start`; `ty` and `size` (in bits) are those of the access.
fn element(
    unit: &mut Unit,
    f: &Function,
    mut value: Operand,
    mut of: TypeId,
    ty: TypeId,
    mut start: u64,
    size: i64,
) -> Option<Operand> {
    loop {
        match value {
            Operand::Const(id) => {
                if let ConstValue::String(_) = unit.consts[id].value {
                    return string_element(unit, id, ty, start, size);
                }
                let whole = start == 0 && unit.types.size(of) == unit.types.size(ty);
                if whole && useless_type_conversion(unit, ty, of) {
                    return Some(value);
                }
                let (part, first) = part_of_constant(unit, id, start)?;
                (value, of, start) = (Operand::Const(part), unit.consts[part].ty, start - first);
            }
            Operand::Tree(id) => match unit.trees.kind(id) {
                TreeKind::Constructor(elements) => {
                    let found = find_element(unit, of, elements, start, (size as u64).div_ceil(8));
                    match found? {
                        Element::At { value: inner, ty: inner_ty, start: first } => {
                            (value, of, start) = (inner, inner_ty, start - first);
                        }
                        Element::Zero => {
                            return Some(Operand::Const(zero(unit, ty)));
                        }
                    }
                }
                TreeKind::Addr(_) => {
                    let fits = useless_type_conversion(unit, ty, unit.type_of(f, value));
                    return (start == 0 && fits).then_some(value);
                }
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// The lane of a vector or the half of a complex number that covers byte `start`, and where it begins.
fn part_of_constant(unit: &Unit, id: ConstId, start: u64) -> Option<(ConstId, u64)> {
    let halves;
    let parts: &[ConstId] = match &unit.consts[id].value {
        ConstValue::Vector(lanes) => lanes,
        ConstValue::Complex(re, im) => {
            halves = [*re, *im];
            &halves
        }
        _ => return None,
    };
    let size = unit.types.size(unit.consts[*parts.first()?].ty)?;
    // Lanes of truth values may be bits.
    if unit.types.size(unit.consts[id].ty)? != size * parts.len() as u64 {
        return None;
    }
    let index = start.checked_div(size)?;
    Some((*parts.get(index as usize)?, index * size))
}

enum Element {
    At { value: Operand, ty: TypeId, start: u64 },
    Zero,
}

/// The element of a constructor for an object of type `of` that covers byte `start`; zero where none of the elements
/// holds any of the `length` bytes from there. Bit-fields are not looked into.
fn find_element(
    unit: &Unit,
    of: TypeId,
    elements: &[(CtorIndex, Operand)],
    start: u64,
    length: u64,
) -> Option<Element> {
    let end = start.checked_add(length)?;
    if unit.types.size(of).is_none_or(|size| end > size) {
        return None;
    }
    if let Some(element) = unit.types.element(of) {
        let size = unit.types.size(element).filter(|&size| size > 0)?;
        let wanted = start / size;
        let position = elements.partition_point(|entry| match entry.0 {
            CtorIndex::Index(last) | CtorIndex::Range(_, last) => last < wanted,
            _ => false,
        });
        let covers = |index: CtorIndex| match index {
            CtorIndex::Index(at) => at == wanted,
            CtorIndex::Range(low, high) => (low..=high).contains(&wanted),
            _ => false,
        };
        if let Some(&(index, value)) = elements.get(position)
            && covers(index)
        {
            return Some(Element::At { value, ty: element, start: wanted * size });
        }
        // Initialisers are not always in order: look at them all before calling it zero.
        if elements.len() >= 64 {
            return None;
        }
        if let Some(&(_, value)) = elements.iter().rev().find(|entry| covers(entry.0)) {
            return Some(Element::At { value, ty: element, start: wanted * size });
        }
        let last = (end - 1) / size;
        let touched = elements.iter().any(|&(index, _)| match index {
            CtorIndex::Index(at) => (wanted..=last).contains(&at),
            CtorIndex::Range(low, high) => low <= last && wanted <= high,
            _ => true,
        });
        return (!touched).then_some(Element::Zero);
    }
    let mut touched = false;
    for &(index, value) in elements {
        let CtorIndex::Field(field) = index else { return None };
        let field = unit.types.field(field);
        let (first, bytes) = (field.byte_offset(), field.bit_size.div_ceil(8));
        if field.is_bitfield && start >= first && start < first + 8 {
            return None;
        }
        if start >= first && start < first + bytes {
            return Some(Element::At { value, ty: field.ty, start: first });
        }
        touched |= first < end && start < first + bytes.max(u64::from(field.is_bitfield) * 8);
    }
    (!touched).then_some(Element::Zero)
}

fn string_element(
    unit: &mut Unit,
    id: ConstId,
    ty: TypeId,
    start: u64,
    size: i64,
) -> Option<Operand> {
    let ConstValue::String(bytes) = &unit.consts[id].value else { return None };
    if size != 8 || !unit.types.is_integral(ty) {
        return None;
    }
    let length = unit.types.size(unit.consts[id].ty).unwrap_or(bytes.len() as u64);
    if start >= length {
        return None;
    }
    let byte = bytes.get(start as usize).copied().unwrap_or(0);
    Some(unit.int(ty, byte.into()))
}

/// Some bits of an object, as far as they have been found.
struct Window {
    first: i64,
    size: i64,
    bits: u128,
}

impl Window {
    fn overlaps(&self, at: i64, size: i64) -> bool {
        at < self.first.saturating_add(self.size) && self.first < at.saturating_add(size)
    }

    /// The low `size` bits of a number lie from bit `at` of the object on.
    fn put(&mut self, at: i64, size: i64, number: u128) {
        let from = at.max(self.first);
        let to = at.saturating_add(size).min(self.first + self.size);
        if from >= to || from - at >= 128 {
            return;
        }
        let mask = (u128::MAX >> (128 - (to - from))) << (from - self.first);
        let moved = (number >> (from - at)) << (from - self.first);
        self.bits = self.bits & !mask | moved & mask;
    }
}

/// What a read of whole bytes or of bits finds that several elements of an initialiser, or parts of one, make up
/// (`native_encode_initializer`). What no element covers is zero.
fn bits_of_initializer(
    unit: &mut Unit,
    value: Operand,
    of: TypeId,
    ty: TypeId,
    (first, size): (i64, i64),
) -> Option<Operand> {
    let within = first.checked_add(size)? <= unit.types.bits(of)?;
    if unit.target.big_endian || !within || !(1..=MOST_BITS as i64).contains(&size) {
        return None;
    }
    let mut window = Window { first, size, bits: 0 };
    collect(unit, value, of, 0, &mut window)?;
    constant_of_bits(unit, ty, &window.bits.to_le_bytes(), size as usize)
}

/// Puts what an initialiser of an object of type `of`, which begins at bit `at`, says into a window.
fn collect(unit: &Unit, value: Operand, of: TypeId, at: i64, window: &mut Window) -> Option<()> {
    if !window.overlaps(at, unit.types.bits(of)?) {
        return Some(());
    }
    let elements = match value {
        Operand::Const(id) => {
            let from = usize::try_from((window.first - at) / 8).unwrap_or(0);
            let bytes = match &unit.consts[id].value {
                ConstValue::String(text) => Cow::Borrowed(&text[..]),
                _ => Cow::Owned(constant_bytes(unit, id)?),
            };
            for (index, &byte) in bytes.iter().enumerate().skip(from).take(MOST_BITS / 8 + 1) {
                window.put(at + 8 * index as i64, 8, byte.into());
            }
            return Some(());
        }
        Operand::Tree(id) => match unit.trees.kind(id) {
            TreeKind::Constructor(elements) => elements,
            _ => return None,
        },
        _ => return None,
    };
    let step = match unit.types.element(of) {
        Some(element) if elements.len() <= MOST_ELEMENTS => {
            Some((element, unit.types.bits(element)?))
        }
        Some(_) => return None,
        None => None,
    };
    for &(index, value) in elements {
        match (index, step) {
            (CtorIndex::Field(id), None) => {
                let field = unit.types.field(id);
                let at = at.checked_add(i64::try_from(field.bit_offset).ok()?)?;
                if field.is_bitfield && window.overlaps(at, field.bit_size as i64) {
                    window.put(at, field.bit_size as i64, unit.as_int(value)? as u128);
                } else if !field.is_bitfield {
                    collect(unit, value, field.ty, at, window)?;
                }
            }
            (CtorIndex::Index(index), Some((element, bits))) => {
                let at = bits.checked_mul(i64::try_from(index).ok()?)?.checked_add(at)?;
                collect(unit, value, element, at, window)?;
            }
            _ => return None,
        }
    }
    Some(())
}

/// The constant of a type that bits in memory are, the first of them the lowest of the first byte.
pub fn constant_of_bits(unit: &mut Unit, ty: TypeId, data: &[u8], bits: usize) -> Option<Operand> {
    if !unit.types.is_register_type(ty) {
        return None;
    }
    let size = unit.types.size(ty)? as usize;
    if size * 8 == bits {
        return constant_of_bytes(unit, ty, data.get(..size)?).map(Operand::Const);
    }
    // A bit-field's bits are the low ones of its type.
    if !unit.types.is_integral(ty) || bits > 64 || bits > size * 8 {
        return None;
    }
    let mut wide = [0; 8];
    wide.copy_from_slice(data.get(..8)?);
    let raw = i128::from(u64::from_le_bytes(wide)) & ((1 << bits) - 1);
    let sign = !unit.types.is_unsigned(ty) && raw >> (bits - 1) & 1 != 0;
    let value = if sign { raw - (1 << bits) } else { raw };
    let fits = unit.types.wrap(ty, value) == value;
    fits.then(|| unit.int(ty, value))
}
