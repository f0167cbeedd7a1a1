//! Memory references taken apart: what object, from which bit, how many bits (`get_ref_base_and_extent`, `ao_ref`).

use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::stmt::StmtKind;
use gimple::tree::{Operand, TreeId, TreeKind};
use gimple::types::{ArrayDomain, FieldId, TypeId, TypeKind};
use gimple::unit::Unit;

/// What a reference is based on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// A variable.
    Decl(DeclId),
    /// What this pointer (a name or constant) points to.
    Pointer(Operand),
    /// Something else; may be anything.
    Unknown,
}

/// A memory access.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub base: Base,
    /// First bit, from the start of the base (for a pointer: from where it points).
    pub offset: i64,
    /// Bits accessed, if known.
    pub size: Option<i64>,
    /// All bits the access may touch lie in `offset .. offset + max_size`; `None` if there is no bound.
    pub max_size: Option<i64>,
    /// The reference itself; `None` for accesses of library functions.
    pub reference: Operand,
    /// The type accessed, and that of the object accessed through (`NONE` where types say nothing).
    pub ty: TypeId,
    pub base_ty: TypeId,
    pub volatile: bool,
}

/// Whether a reference is by an address as the target computes it.
pub(super) fn is_target_access(unit: &Unit, reference: Operand) -> bool {
    let mut at = reference;
    while let Operand::Tree(id) = at {
        at = match *unit.trees.kind(id) {
            TreeKind::TargetMemRef { .. } => return true,
            TreeKind::ComponentRef { base, .. }
            | TreeKind::ArrayRef { base, .. }
            | TreeKind::BitFieldRef { base, .. }
            | TreeKind::SizedArrayRef { base, .. } => base,
            TreeKind::ViewConvert(base) => base,
            _ => return false,
        };
    }
    false
}

impl Access {
    /// `size` bytes (if known) from where `pointer` points: what `memcpy` and the like touch
    /// (`ao_ref_init_from_ptr_and_size`).
    pub fn from_pointer(unit: &Unit, f: &Function, pointer: Operand, size: Option<i64>) -> Access {
        let (base, offset) = pointed_to(unit, f, pointer);
        Access {
            base,
            offset: offset.unwrap_or(0),
            size: offset.and(size).and_then(|bytes| bytes.checked_mul(8)),
            max_size: offset.and(size).and_then(|bytes| bytes.checked_mul(8)),
            reference: Operand::None,
            ty: TypeId::NONE,
            base_ty: TypeId::NONE,
            volatile: false,
        }
        .or_unbounded(offset.is_none())
    }

    /// Anything before or after where `pointer` points.
    pub fn around(unit: &Unit, f: &Function, pointer: Operand) -> Access {
        Access::from_pointer(unit, f, pointer, None).or_unbounded(true)
    }

    /// Anywhere in the object that a reference is to a part of, or around where the pointer leads that it is by.
    pub fn anywhere(unit: &Unit, f: &Function, reference: Operand) -> Access {
        let access = Access { reference: Operand::None, ..Access::of(unit, f, reference) };
        access.or_unbounded(true)
    }

    fn or_unbounded(mut self, unbounded: bool) -> Access {
        if unbounded {
            self.offset = i64::MIN / 4;
            self.max_size = None;
        }
        self
    }

    /// Takes a reference apart. Register operands give an access of an unknown base.
    pub fn of(unit: &Unit, f: &Function, reference: Operand) -> Access {
        let ty = unit.type_of(f, reference);
        let mut extent = Extent {
            offset: 0,
            size: access_bits(unit, reference, ty),
            max_size: None,
            variable: false,
            unbounded: false,
        };
        extent.max_size = extent.size;
        let mut op = reference;
        let mut parent = None;
        let (base, base_ty) = loop {
            match op {
                Operand::Decl(decl) => break (Base::Decl(decl), unit.decls[decl].ty),
                Operand::Tree(id) => match *unit.trees.kind(id) {
                    TreeKind::MemRef { base, offset, alias_ptr }
                    | TreeKind::TargetMemRef {
                        base,
                        index: Operand::None,
                        index2: Operand::None,
                        offset,
                        alias_ptr,
                        ..
                    } => {
                        extent.end_at_pointer(unit, unit.trees[id].ty);
                        extent.offset = extent.offset.saturating_add(offset.saturating_mul(8));
                        let pointee = unit.types.pointee(alias_ptr).unwrap_or(TypeId::NONE);
                        break (base_of_pointer(unit, base, &mut extent), pointee);
                    }
                    TreeKind::TargetMemRef { base, alias_ptr, .. } => {
                        extent.unbounded = true;
                        let pointee = unit.types.pointee(alias_ptr).unwrap_or(TypeId::NONE);
                        break (base_of_pointer(unit, base, &mut extent), pointee);
                    }
                    _ => {
                        parent = uses_type_of_parent(unit, f, id).or(parent);
                        match extent.step(unit, f, id) {
                            Some(inner) => op = inner,
                            None => break (Base::Unknown, TypeId::NONE),
                        }
                    }
                },
                _ => break (Base::Unknown, TypeId::NONE),
            }
        };
        extent.finish(unit, base);
        let through_pointer = matches!(base, Base::Pointer(_))
            || base_ty != TypeId::NONE
                && !matches!(unit.trees.base_address(reference), Operand::Decl(_));
        let unrestricted = through_pointer && super::types::is_unrestricted(unit, base_ty);
        let (ty, base_ty) = if unrestricted {
            (TypeId::NONE, TypeId::NONE)
        } else if let Some(parent) = parent {
            (parent, base_ty)
        } else if is_plain_dereference(unit, reference) {
            (base_ty, base_ty)
        } else {
            (ty, base_ty)
        };
        Access {
            base,
            offset: extent.offset,
            size: extent.size,
            max_size: extent.max_size,
            reference,
            ty,
            base_ty,
            volatile: unit.is_volatile_operand(reference),
        }
    }

    /// Whether the bits touched are exactly known.
    pub fn is_exact(&self) -> bool {
        self.size.is_some() && self.size == self.max_size
    }

    /// Whether two accesses of one base may touch a common bit.
    pub fn overlaps(&self, other: &Access) -> bool {
        let before = |a: &Access, b: &Access| {
            a.max_size.is_some_and(|size| a.offset.saturating_add(size) <= b.offset)
        };
        !before(self, other) && !before(other, self)
    }

    /// Whether every bit of `other` is among those this access surely touches.
    pub fn covers(&self, other: &Access) -> bool {
        let (Some(size), Some(inner)) = (self.size, other.max_size) else { return false };
        self.is_exact()
            && self.offset <= other.offset
            && other.offset.saturating_add(inner) <= self.offset.saturating_add(size)
    }
}

/// Whether there may be more of a variable than its type has: one that another file defines, or one that ends with an array
/// of unknown length, which an initialiser may have made longer.
fn may_be_longer(unit: &Unit, decl: DeclId) -> bool {
    let data = &unit.decls[decl];
    let mut ty = data.ty;
    data.has(flag::EXTERNAL)
        || loop {
            match unit.types.kind(ty) {
                TypeKind::Record { fields, .. } => match fields.last() {
                    Some(&last) => ty = unit.types.field(last).ty,
                    None => break false,
                },
                TypeKind::Array { domain, .. } => break !matches!(domain, ArrayDomain::Count(_)),
                _ => break false,
            }
        }
}

/// Whether a reference is a dereference and nothing else: then the type it may alias is that of its pointer.
fn is_plain_dereference(unit: &Unit, reference: Operand) -> bool {
    reference.tree().is_some_and(|id| {
        matches!(unit.trees.kind(id), TreeKind::MemRef { .. } | TreeKind::TargetMemRef { .. })
    })
}

/// The type that counts for what a part of an object may alias, if it is the object's: members of unions may have been
/// written as others, and bit-fields and views are reached by way of the object only (`component_uses_parent_alias_set_from`).
fn uses_type_of_parent(unit: &Unit, f: &Function, id: TreeId) -> Option<TypeId> {
    let object = match *unit.trees.kind(id) {
        TreeKind::ComponentRef { base, field }
        | TreeKind::PlacedComponentRef { base, field, .. } => {
            let union = matches!(unit.types.kind(unit.type_of(f, base)), TypeKind::Union { .. });
            (union || unit.types.field(field).is_bitfield).then_some(base)
        }
        TreeKind::ViewConvert(base) | TreeKind::BitFieldRef { base, .. } => Some(base),
        _ => None,
    };
    object.map(|object| unit.type_of(f, object))
}

/// Bits an access touches.
fn access_bits(unit: &Unit, reference: Operand, ty: TypeId) -> Option<i64> {
    if let Operand::Tree(id) = reference {
        match *unit.trees.kind(id) {
            TreeKind::ComponentRef { field, .. } | TreeKind::PlacedComponentRef { field, .. }
                if unit.types.field(field).is_bitfield =>
            {
                return Some(unit.types.field(field).bit_size as i64);
            }
            TreeKind::BitFieldRef { size, .. } => return Some(i64::from(size)),
            _ => {}
        }
    }
    unit.types.bits(ty)
}

/// The object a pointer operand points into, with the offset in bits where it is known. Of a name, the definition is looked
/// at, too, if it is an address or a constant offset from another.
pub fn pointed_to(unit: &Unit, f: &Function, pointer: Operand) -> (Base, Option<i64>) {
    let definition = pointer.ssa().and_then(|name| f.names[name].def.expand());
    let (address, offset) = match definition.map(|def| &f.stmts[def].kind) {
        Some(StmtKind::Assign { code: TreeCode::Single, rhs, .. })
            if unit.addressed(rhs[0]).is_some() =>
        {
            (rhs[0], 0)
        }
        Some(StmtKind::Assign { code: TreeCode::PointerPlus, rhs, .. }) => {
            match unit.as_distance(rhs[1]).and_then(|bytes| bytes.checked_mul(8)) {
                Some(bits) => (rhs[0], bits),
                None => (pointer, 0),
            }
        }
        _ => (pointer, 0),
    };
    match unit.addressed(address) {
        Some(object) => {
            let access = Access::of(unit, f, object);
            let known = Some(access.offset).filter(|_| access.is_exact());
            (access.base, known.and_then(|bits| bits.checked_add(offset)))
        }
        None => (Base::Pointer(address), Some(offset)),
    }
}

fn base_of_pointer(unit: &Unit, base: Operand, extent: &mut Extent) -> Base {
    match unit.addressed(base) {
        None => Base::Pointer(base),
        Some(Operand::Decl(decl)) => Base::Decl(decl),
        Some(Operand::Const(_)) => Base::Unknown,
        Some(object) => {
            // The address of a part: the offset is left open.
            extent.unbounded = true;
            match unit.trees.base_address(object) {
                Operand::Decl(decl) => Base::Decl(decl),
                Operand::Tree(id) => match *unit.trees.kind(id) {
                    TreeKind::MemRef { base, .. } => Base::Pointer(base),
                    _ => Base::Unknown,
                },
                _ => Base::Unknown,
            }
        }
    }
}

struct Extent {
    offset: i64,
    size: Option<i64>,
    max_size: Option<i64>,
    /// A variable index was seen, so that `max_size` is a bound only.
    variable: bool,
    /// Nothing is known of where the access is.
    unbounded: bool,
}

impl Extent {
    /// Goes one reference inwards; `None` if that is no reference.
    fn step(&mut self, unit: &Unit, f: &Function, id: TreeId) -> Option<Operand> {
        match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } => {
                let place = unit.types.field(field);
                self.add_padding(unit, unit.type_of(f, base), field);
                self.offset = self.offset.saturating_add(place.bit_offset as i64);
                Some(base)
            }
            TreeKind::PlacedComponentRef { base, field, offset, unit: step } => {
                let field = unit.types.field(field);
                self.offset = self.offset.saturating_add(field.bit_offset as i64);
                match unit.as_int(offset) {
                    Some(offset) => self.advance(offset.saturating_mul(step.into())),
                    None => self.variable_index(unit, unit.type_of(f, base)),
                }
                Some(base)
            }
            TreeKind::SizedArrayRef { base, index, size, unit: step } => {
                match (unit.as_int(index), unit.as_int(size)) {
                    (Some(index), Some(size)) => {
                        self.advance(index.saturating_mul(size.saturating_mul(step.into())));
                    }
                    _ => self.variable_index(unit, unit.type_of(f, base)),
                }
                Some(base)
            }
            TreeKind::BitFieldRef { base, pos, .. } => {
                self.offset = self.offset.saturating_add(pos as i64);
                Some(base)
            }
            TreeKind::ArrayRef { base, index } => {
                let element = unit.types.size(unit.trees[id].ty);
                match (unit.as_int(index), element) {
                    (Some(index), Some(size)) => self.advance(index.saturating_mul(size.into())),
                    _ => self.variable_index(unit, unit.type_of(f, base)),
                }
                Some(base)
            }
            TreeKind::ViewConvert(base) | TreeKind::Realpart(base) => Some(base),
            TreeKind::Imagpart(base) => {
                let part = unit.types.size(unit.trees[id].ty).unwrap_or(0);
                self.offset = self.offset.saturating_add(8 * part as i64);
                Some(base)
            }
            _ => None,
        }
    }

    /// Where an array may be longer than it is declared, up to the end of the structure that it is the last of.
    fn add_padding(&mut self, unit: &Unit, record: TypeId, field: FieldId) {
        if !self.variable {
            return;
        }
        let last = match unit.types.kind(record) {
            TypeKind::Record { fields, .. } => fields.last() == Some(&field),
            _ => true,
        };
        if !last {
            return;
        }
        let place = unit.types.field(field);
        let end = place.bit_offset.checked_add(place.bit_size);
        let padding = unit.types.bits(record).zip(end).map(|(all, end)| all - end as i64);
        self.max_size = self.max_size.zip(padding).map(|(size, padding)| size + padding.max(0));
    }

    /// An array that ends what a pointer points to may be longer than it is declared.
    fn end_at_pointer(&mut self, unit: &Unit, accessed: TypeId) {
        if !self.variable {
            return;
        }
        let bits = unit.types.bits(accessed);
        let end = self.max_size.map(|size| self.offset.saturating_add(size));
        if bits.is_none() || end >= bits {
            self.max_size = None;
        }
    }

    /// Goes on by a known number of bytes.
    fn advance(&mut self, bytes: i128) {
        let bits = i64::try_from(bytes.saturating_mul(8)).unwrap_or(i64::MAX / 4);
        self.offset = self.offset.saturating_add(bits);
    }

    fn variable_index(&mut self, unit: &Unit, array: TypeId) {
        self.variable = true;
        let bits = unit.types.bits(array);
        let trailing = !matches!(
            unit.types.kind(array),
            TypeKind::Array { domain: ArrayDomain::Count(n), .. } if *n > 1
        );
        match bits {
            Some(bits) if !trailing && self.max_size.is_some() => {
                self.max_size = Some(bits - self.offset);
            }
            _ => self.max_size = None,
        }
    }

    fn finish(&mut self, unit: &Unit, base: Base) {
        if self.unbounded {
            (self.offset, self.size, self.max_size) = (0, self.size, None);
        }
        if let Base::Decl(decl) = base {
            if self.unbounded || self.max_size.is_none() {
                let is_open = self.variable && may_be_longer(unit, decl);
                let bits = unit.types.bits(unit.decls[decl].ty).filter(|_| !is_open);
                // Within the object it is anywhere.
                self.max_size = bits.map(|bits| (bits - self.offset).max(0)).filter(|&s| s > 0);
            }
        } else if self.unbounded {
            self.offset = i64::MIN / 4;
        }
    }
}
