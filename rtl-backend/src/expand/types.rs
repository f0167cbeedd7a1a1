//! GIMPLE types as the machine sees them: modes, and classes of arguments.

use super::{Expander, Result};
use crate::machine::target::abi::{AbiField, AbiType};
use crate::rtl::mode::Mode;
use gimple::decl::DeclId;
use gimple::types::{ArrayDomain, RealFormat, TypeId, TypeKind};
use gimple::unit::Unit;

/// Scalars of an aggregate that the calling convention looks at, at most.
const FIELDS_WANTED: usize = 3;

/// The mode of a type's values; `BLK` for what is no scalar. Vectors of integers that fit a register or a pair are kept in
/// one.
pub fn mode_of(unit: &Unit, ty: TypeId) -> Mode {
    let types = &unit.types;
    match types.kind(ty) {
        TypeKind::Void | TypeKind::Function { .. } => Mode::VOID,
        TypeKind::Bool
        | TypeKind::Integer { .. }
        | TypeKind::Enum { .. }
        | TypeKind::Pointer(_) => types.size(ty).and_then(Mode::int_of_size).unwrap_or(Mode::BLK),
        TypeKind::Real(_) => types.size(ty).and_then(Mode::float_of_size).unwrap_or(Mode::BLK),
        TypeKind::Vector { element, .. } if mode_of(unit, *element).is_int() => {
            let most = u64::from(unit.target.word_bits / 4);
            let size = types.size(ty).filter(|&size| size <= most);
            size.and_then(Mode::int_of_size).unwrap_or(Mode::BLK)
        }
        _ => Mode::BLK,
    }
}

/// The format of a real type.
pub fn real_format(unit: &Unit, ty: TypeId) -> Option<RealFormat> {
    match unit.types.kind(ty) {
        TypeKind::Real(format) => Some(*format),
        _ => None,
    }
}

/// The result type of a function declaration.
pub fn function_result(unit: &Unit, decl: DeclId) -> TypeId {
    match unit.types.kind(unit.decls[decl].ty) {
        TypeKind::Function { result, .. } => *result,
        _ => unit.common.void,
    }
}

/// How deep structures in structures are looked at.
const DEEPEST: u32 = 32;

impl Expander<'_> {
    pub(super) fn mode_of_type(&self, ty: TypeId) -> Mode {
        mode_of(self.unit, ty)
    }

    /// The mode GCC gives a structure: an integer's of its size, if it is aligned so and has nothing in it that has no mode.
    pub(super) fn mode_of_structure(&self, ty: TypeId) -> Mode {
        self.mode_of_nested(ty, 0)
    }

    fn mode_of_nested(&self, ty: TypeId, depth: u32) -> Mode {
        let types = &self.unit.types;
        let fields = match types.kind(ty) {
            TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. } => &fields[..],
            TypeKind::Array { .. } => &[],
            _ => return self.mode_of_type(ty),
        };
        let mode = types
            .size(ty)
            .and_then(Mode::int_of_size)
            .filter(|&mode| !self.em.f.rtx.is_multiword(mode));
        let mode = mode.filter(|mode| types.align(ty) * 8 >= mode.bits());
        let Some(mode) = mode.filter(|_| depth < DEEPEST) else { return Mode::BLK };
        let has_mode = |ty| self.mode_of_nested(ty, depth + 1) != Mode::BLK;
        let mut members = fields.iter().map(|&field| types.field(field).ty);
        let all = members.all(|ty| types.size(ty) == Some(0) || has_mode(ty));
        if all { mode } else { Mode::BLK }
    }

    /// The class of argument a type is.
    pub(super) fn abi_of(&self, ty: TypeId) -> Result<AbiType> {
        let types = &self.unit.types;
        let size = types.size(ty);
        Ok(match types.kind(ty) {
            TypeKind::Void => AbiType::Void,
            TypeKind::Real(_) => AbiType::Float { size: size.unwrap_or(8) as u32 },
            TypeKind::Bool
            | TypeKind::Integer { .. }
            | TypeKind::Enum { .. }
            | TypeKind::Pointer(_) => {
                AbiType::Int { size: size.unwrap_or(8) as u32, unsigned: types.is_unsigned(ty) }
            }
            TypeKind::Function { .. } => return self.sorry("a function passed by value"),
            TypeKind::Vector { .. }
                if self.mode_of_type(ty).size() >= self.em.word_mode().size() =>
            {
                AbiType::Int { size: self.mode_of_type(ty).size(), unsigned: true }
            }
            _ => {
                let Some(size) = size else {
                    return Ok(AbiType::variable(types.align(ty)));
                };
                let mut fields = Vec::new();
                let whole = flatten(self.unit, ty, 0, &mut fields);
                let fields = whole.then_some(fields).or_else(|| sole_float(self.unit, ty));
                AbiType::Aggregate { size, align: types.align(ty), fields }
            }
        })
    }
}

/// Lists the scalars of a type in order; `false` if something in it keeps the aggregate out of floating-point registers:
/// a union, and, as GCC has it, a pointer, a vector, or an array of nothing.
fn flatten(unit: &Unit, ty: TypeId, offset: u64, out: &mut Vec<AbiField>) -> bool {
    if out.len() >= FIELDS_WANTED {
        return true;
    }
    let types = &unit.types;
    let size = types.size(ty).unwrap_or(0);
    match types.kind(ty) {
        TypeKind::Union { .. } | TypeKind::Pointer(_) | TypeKind::Vector { .. } => false,
        TypeKind::Record { fields, .. } => fields.iter().all(|&id| {
            let field = types.field(id);
            if field.is_bitfield {
                if field.bit_size == 0 {
                    return true;
                }
                // A bit-field is passed as the narrowest integer that holds it, whatever type it was declared with.
                let bytes = field.bit_size.div_ceil(8).next_power_of_two() as u32;
                out.push(AbiField {
                    offset: offset + field.byte_offset(),
                    size: bytes,
                    float: false,
                });
                return true;
            }
            flatten(unit, field.ty, offset + field.byte_offset(), out)
        }),
        TypeKind::Array { element, domain: ArrayDomain::Count(count @ 1..) } => {
            let step = types.size(*element).unwrap_or(0);
            let (element, count) = (*element, (*count).min(FIELDS_WANTED as u64));
            step > 0 && (0..count).all(|i| flatten(unit, element, offset + i * step, out))
        }
        TypeKind::Array { .. } => false,
        TypeKind::Complex(part) => {
            let step = types.size(*part).unwrap_or(1).max(1);
            let float = types.is_real(*part);
            let count = (size / step).min(FIELDS_WANTED as u64);
            out.extend((0..count).map(|i| AbiField {
                offset: offset + i * step,
                size: step as u32,
                float,
            }));
            true
        }
        kind => {
            let float = matches!(kind, TypeKind::Real(_));
            out.push(AbiField { offset, size: size as u32, float });
            true
        }
    }
}

/// The scalars of a structure that is nothing but one floating-point value, with members of no size around it: it has that
/// value's mode, and goes where the value would. A packed one, aligned less than the value, has no such mode.
fn sole_float(unit: &Unit, mut ty: TypeId) -> Option<Vec<AbiField>> {
    let types = &unit.types;
    let scalar = |part: TypeId, index: u64| {
        let size = types.size(part).unwrap_or(0);
        AbiField { offset: index * size, size: size as u32, float: true }
    };
    loop {
        match types.kind(ty) {
            TypeKind::Real(_) => return Some(vec![scalar(ty, 0)]),
            TypeKind::Complex(part) if types.is_real(*part) => {
                return Some(vec![scalar(*part, 0), scalar(*part, 1)]);
            }
            TypeKind::Array { element, domain: ArrayDomain::Count(1) } => ty = *element,
            TypeKind::Record { fields, .. } => {
                let mut sized = fields.iter().map(|&id| types.field(id)).filter(|field| {
                    field.is_bitfield || types.size(field.ty).is_some_and(|size| size > 0)
                });
                let field = sized.next().filter(|field| !field.is_bitfield)?;
                if sized.next().is_some() || types.size(field.ty) != types.size(ty) {
                    return None;
                }
                if types.align(ty) < types.align(field.ty) {
                    return None;
                }
                ty = field.ty;
            }
            _ => return None,
        }
    }
}
