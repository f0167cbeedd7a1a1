//! References to parts of objects, and their names.

use gimple::function::Function;
use gimple::tree::{Operand, TreeId, TreeKind};
use gimple::types::{ArrayDomain, FieldId, Quals, TypeId, TypeKind};
use gimple::types_compatible::types_compatible;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;

/// Places in bits that are farther away are not reckoned with.
const FARTHEST: u64 = 1 << 61;

/// A member that can be a register.
pub struct Member {
    /// In bits, from the start of the object.
    pub offset: i64,
    pub size: i64,
    pub expr: Operand,
    pub ty: TypeId,
}

/// All members of register type of what a reference is to, which lies at an offset of its object.
pub fn members(unit: &mut Unit, f: &Function, expr: Operand, offset: i64, into: &mut Vec<Member>) {
    let ty = unit.type_of(f, expr);
    if unit.types.is_register_type(ty) {
        let size = unit.types.bits(ty).unwrap_or(0);
        into.push(Member { offset, size, expr, ty });
        return;
    }
    match unit.types.kind(ty).clone() {
        TypeKind::Record { fields, .. } => {
            for field in fields {
                let (place, ty) = (unit.types.field(field).bit_offset, unit.types.field(field).ty);
                let kind = TreeKind::ComponentRef { base: expr, field };
                let part = Operand::Tree(unit.trees.add(kind, ty));
                members(unit, f, part, offset + place as i64, into);
            }
        }
        TypeKind::Array { element, domain: ArrayDomain::Count(count) } => {
            let size = unit.types.bits(element).unwrap_or(0);
            for index in 0..count {
                let part = element_of(unit, expr, element, index as i64);
                members(unit, f, part, offset + size * index as i64, into);
            }
        }
        _ => {}
    }
}

fn element_of(unit: &mut Unit, array: Operand, element: TypeId, index: i64) -> Operand {
    let int = unit.common.int;
    let index = unit.int(int, index.into());
    Operand::Tree(unit.trees.add(TreeKind::ArrayRef { base: array, index }, element))
}

/// The reference to the part of a type at an offset (in bits) by the names of members, if they lead to one.
pub fn named(
    unit: &mut Unit,
    f: &Function,
    object: Operand,
    offset: i64,
    ty: TypeId,
) -> Option<Operand> {
    let (mut expr, mut offset) = (object, offset);
    let size = unit.types.bits(ty)?;
    loop {
        let own = unit.type_of(f, expr);
        if offset == 0
            && unit.types.bits(own) == Some(size)
            && useless_type_conversion(unit, ty, own)
        {
            return Some(expr);
        }
        match unit.types.kind(own) {
            TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. } => {
                let around = |id: &&gimple::types::FieldId| {
                    let field = unit.types.field(**id);
                    let (start, bits) = (field.bit_offset as i64, field.bit_size as i64);
                    !field.is_bitfield && start <= offset && offset + size <= start + bits
                };
                let field = *fields.iter().find(around)?;
                offset -= unit.types.field(field).bit_offset as i64;
                let ty = unit.types.field(field).ty;
                let kind = TreeKind::ComponentRef { base: expr, field };
                expr = Operand::Tree(unit.trees.add(kind, ty));
            }
            &TypeKind::Array { element, .. } => {
                let bits = unit.types.bits(element).filter(|&bits| bits > 0)?;
                let index = offset / bits;
                offset %= bits;
                expr = element_of(unit, expr, element, index);
            }
            _ => return None,
        }
    }
}

/// What an operand is a part of that a register can have too: of a complex number, of a vector, or just some bits.
pub fn without_part(unit: &Unit, op: Operand) -> Operand {
    let Operand::Tree(id) = op else { return op };
    match *unit.trees.kind(id) {
        TreeKind::Realpart(inner)
        | TreeKind::Imagpart(inner)
        | TreeKind::BitFieldRef { base: inner, .. } => inner,
        _ => op,
    }
}

/// What a reference shows as another type, if that is the last it does.
pub fn unviewed(unit: &Unit, op: Operand) -> Operand {
    match op {
        Operand::Tree(id) => match *unit.trees.kind(id) {
            TreeKind::ViewConvert(inner) => inner,
            _ => op,
        },
        _ => op,
    }
}

/// Whether something on the way to what a reference is to is shown as another type.
pub fn has_view(unit: &Unit, mut op: Operand) -> bool {
    while let Operand::Tree(id) = op {
        match *unit.trees.kind(id) {
            TreeKind::ViewConvert(_) => return true,
            TreeKind::ComponentRef { base, .. }
            | TreeKind::PlacedComponentRef { base, .. }
            | TreeKind::ArrayRef { base, .. }
            | TreeKind::BitFieldRef { base, .. }
            | TreeKind::Realpart(base)
            | TreeKind::Imagpart(base) => op = base,
            _ => return false,
        }
    }
    false
}

/// The part of another object that is named as a part is of its own (`build_reconstructed_reference`): by the members on
/// the way from something of that object's type. They must lead to where it lies, `offset` bits after the object's start: a
/// union may have something of that type elsewhere, too.
pub fn renamed(
    unit: &mut Unit,
    f: &Function,
    part: Operand,
    object: Operand,
    offset: i64,
) -> Option<Operand> {
    let own = unit.type_of(f, object);
    let (mut around, mut steps) = (part, Vec::new());
    while !types_compatible(unit, unit.type_of(f, around), own) {
        let id = around.tree()?;
        around = unit.trees.part_of(id)?;
        steps.push(id);
    }
    if steps.is_empty() {
        return None;
    }
    let variable = |id| match *unit.trees.kind(id) {
        TreeKind::ArrayRef { index, .. } => unit.as_int(index).is_none(),
        _ => false,
    };
    if steps.iter().any(|&id| variable(id)) {
        return None;
    }
    let way: Option<i64> = steps.iter().map(|&id| step_in_bits(unit, id)).sum();
    if way.is_some_and(|way| way != offset) {
        return None;
    }
    let mut new = object;
    for id in steps.into_iter().rev() {
        let mut first = true;
        new =
            Operand::Tree(unit.trees.map_operands(id, |_, operand| {
                if std::mem::take(&mut first) { new } else { operand }
            }));
    }
    Some(new)
}

/// How far a reference leads from what it is a part of, if that does not vary.
fn step_in_bits(unit: &Unit, id: TreeId) -> Option<i64> {
    match *unit.trees.kind(id) {
        TreeKind::ComponentRef { field, .. } => {
            i64::try_from(unit.types.field(field).bit_offset).ok()
        }
        TreeKind::ArrayRef { index, .. } => {
            let index = i64::try_from(unit.as_int(index)?).ok()?;
            index.checked_mul(unit.types.bits(unit.trees[id].ty)?)
        }
        TreeKind::BitFieldRef { pos, .. } => i64::try_from(pos).ok(),
        TreeKind::Imagpart(_) => unit.types.bits(unit.trees[id].ty),
        TreeKind::ViewConvert(_) | TreeKind::Realpart(_) => Some(0),
        _ => None,
    }
}

/// The main variant of a type: that of an array of constants is an array of variables. A structure that only a `typedef`
/// names keeps that name, which GCC gives the main variant.
fn alias_type(unit: &mut Unit, ty: TypeId) -> TypeId {
    if let TypeKind::Array { element, domain } = *unit.types.kind(ty) {
        let inner = match unit.types.kind(element) {
            TypeKind::Array { .. } => alias_type(unit, element),
            _ => unit.types.qualified(element, Quals::NONE),
        };
        return if inner == element || unit.types.is_reversed(ty) {
            ty
        } else {
            unit.types.array_of(inner, domain)
        };
    }
    let main = unit.types.main_variant(ty);
    if unit.types.is_aggregate(ty) && unit.types[main].name.is_none() {
        return unit.types.qualified(ty, Quals::NONE);
    }
    main
}

/// `MEM <ty> [(T *)&object + offset]` for an object whose place does not vary but by pointers; the object itself where
/// that cannot be written. Where the place is not aligned for the type, the type says so.
pub fn in_memory(
    unit: &mut Unit,
    f: &Function,
    object: Operand,
    offset: i64,
    ty: TypeId,
) -> Operand {
    let object = unviewed(unit, object);
    let whole = unit.type_of(f, object);
    let alias = alias_type(unit, whole);
    let mut alias_ptr = unit.types.pointer_to(alias);
    let (mut base, mut bits) = (object, offset);
    // Where what the place is reckoned from begins after the pointer.
    let mut start = 0;
    let (pointer, around) = loop {
        match base {
            Operand::Decl(var) => {
                let ty = unit.decls[var].ty;
                break (unit.address_of(base, ty), ty);
            }
            Operand::Tree(id) => match *unit.trees.kind(id) {
                TreeKind::ComponentRef { base: inner, field } => {
                    bits += unit.types.field(field).bit_offset as i64;
                    base = inner;
                }
                TreeKind::ArrayRef { base: inner, index } if unit.as_int(index).is_some() => {
                    let index = unit.as_int(index).unwrap_or(0) as i64;
                    bits += index * unit.types.bits(unit.trees[id].ty).unwrap_or(0);
                    base = inner;
                }
                TreeKind::ViewConvert(inner) => base = inner,
                TreeKind::MemRef { base: pointer, offset, alias_ptr: own } => {
                    bits += offset * 8;
                    start = offset;
                    let pointee = unit.types.pointee(own).unwrap_or(TypeId::NONE);
                    if !unit.types.same_main(pointee, unit.trees[id].ty) {
                        // It may alias more than its type says.
                        alias_ptr = own;
                    }
                    break (pointer, unit.trees[id].ty);
                }
                _ => {
                    let ty = unit.trees[id].ty;
                    break (unit.address_of(base, ty), ty);
                }
            },
            Operand::Const(_) => break (unit.address_of(base, whole), whole),
            _ => return object,
        }
    };
    let bytes = (bits / 8 - start) as u32;
    let multiple = if bytes == 0 { u32::MAX } else { bytes & bytes.wrapping_neg() };
    let ty = unit.types.aligned_at_most(ty, unit.types.align(around).min(multiple));
    let kind = TreeKind::MemRef { base: pointer, offset: bits / 8, alias_ptr };
    Operand::Tree(unit.trees.add(kind, ty))
}

/// Whether [`in_memory`] can write references into an object without computing an address first.
pub fn has_fixed_place(unit: &Unit, object: Operand) -> bool {
    place_in_bits(unit, object).is_some_and(|bits| bits.unsigned_abs() < FARTHEST)
}

/// Where an object lies after the variable or pointer that its reference begins with, if that does not vary.
fn place_in_bits(unit: &Unit, mut object: Operand) -> Option<i64> {
    let mut bits = 0i64;
    loop {
        let id = match object {
            Operand::Decl(_) | Operand::Const(_) => return Some(bits),
            Operand::Tree(id) => id,
            _ => return None,
        };
        object = match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, .. }
            | TreeKind::ArrayRef { base, .. }
            | TreeKind::ViewConvert(base) => base,
            TreeKind::MemRef { offset, .. } => return bits.checked_add(offset.checked_mul(8)?),
            _ => return None,
        };
        bits = bits.checked_add(step_in_bits(unit, id)?)?;
    }
}

/// The bit-field that a reference is to.
pub fn bit_field(unit: &Unit, op: Operand) -> Option<BitField> {
    let Operand::Tree(id) = op else { return None };
    match *unit.trees.kind(id) {
        TreeKind::ComponentRef { base, field } if unit.types.field(field).is_bitfield => {
            Some(BitField { base, field, offset: unit.types.field(field).bit_offset as i64 })
        }
        _ => None,
    }
}

/// A bit-field, what it is named as a part of, and where it lies in that, in bits.
#[derive(Clone, Copy)]
pub struct BitField {
    pub base: Operand,
    pub field: FieldId,
    offset: i64,
}

impl BitField {
    /// The same bit-field `offset` bits into an object: of the object itself, or of what lies around that place.
    pub fn of_object(
        &self,
        unit: &mut Unit,
        f: &Function,
        object: Operand,
        offset: i64,
    ) -> Operand {
        let object = unviewed(unit, object);
        let container = unit.type_of(f, self.base);
        let start = offset - self.offset;
        let own = unit.type_of(f, object);
        let variable = matches!(object, Operand::Decl(_));
        let base = if start == 0 && variable && useless_type_conversion(unit, container, own) {
            object
        } else {
            in_memory(unit, f, object, start, container)
        };
        let ty = unit.types.field(self.field).ty;
        Operand::Tree(unit.trees.add(TreeKind::ComponentRef { base, field: self.field }, ty))
    }
}

/// Whether a bit-field or some bits are named on the way to what a reference is to; or, if it is asked for, the same
/// bytes as another type.
pub fn names_bits(unit: &Unit, mut op: Operand, or_views: bool) -> bool {
    while let Operand::Tree(id) = op {
        match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } if !unit.types.field(field).is_bitfield => {
                op = base;
            }
            TreeKind::ComponentRef { .. } | TreeKind::BitFieldRef { .. } => return true,
            TreeKind::ViewConvert(_) if or_views => return true,
            TreeKind::ArrayRef { base, .. }
            | TreeKind::ViewConvert(base)
            | TreeKind::Realpart(base)
            | TreeKind::Imagpart(base) => op = base,
            _ => return false,
        }
    }
    false
}

/// The name of the variable for a part: `x$s$a` for `x.s.a`, `x$3` for `x[3]`.
pub fn fancy_name(unit: &Unit, expr: Operand) -> String {
    let numbered = |number: u32| format!("D{number}");
    match expr {
        Operand::Decl(var) => match unit.decls[var].name {
            Some(name) => unit.symbols.text(name).to_string(),
            None => numbered(var.0),
        },
        Operand::Tree(id) => match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } => {
                let field = unit.types.field(field);
                let name = match field.name {
                    Some(name) => unit.symbols.text(name).to_string(),
                    None => numbered(field.uid),
                };
                format!("{}${name}", fancy_name(unit, base))
            }
            TreeKind::ArrayRef { base, index } => {
                let base = fancy_name(unit, base);
                unit.as_int(index).map_or(base.clone(), |index| format!("{base}${index}"))
            }
            TreeKind::MemRef { base, offset: 0, .. } => fancy_name(unit, base),
            TreeKind::MemRef { base, offset, .. } => {
                format!("{}${offset}", fancy_name(unit, base))
            }
            TreeKind::Addr(inner)
            | TreeKind::ViewConvert(inner)
            | TreeKind::Realpart(inner)
            | TreeKind::Imagpart(inner)
            | TreeKind::BitFieldRef { base: inner, .. } => fancy_name(unit, inner),
            _ => String::new(),
        },
        _ => String::new(),
    }
}
