//! Constants as they lie in memory: a value written as one type and read as another (`native_encode_expr`,
//! `native_interpret_expr`). The byte of least significance comes first; for targets that have it otherwise there is no
//! answer.

use super::real;
use crate::constant::{Const, ConstId, ConstValue};
use crate::types::{TypeId, TypeKind};
use crate::unit::Unit;

/// The bytes of a constant.
pub fn constant_bytes(unit: &Unit, id: ConstId) -> Option<Vec<u8>> {
    if unit.target.big_endian {
        return None;
    }
    let constant = &unit.consts[id];
    let size = unit.types.size(constant.ty)? as usize;
    let of_raw = |raw: i128| {
        let bytes = raw.to_le_bytes();
        (size <= bytes.len()).then(|| bytes[..size].to_vec())
    };
    match &constant.value {
        ConstValue::Int(value) => of_raw(*value),
        ConstValue::Real(_) => of_raw(real::integer_bits(unit, id)?),
        ConstValue::Complex(re, im) => {
            let mut bytes = constant_bytes(unit, *re)?;
            bytes.extend(constant_bytes(unit, *im)?);
            (bytes.len() == size).then_some(bytes)
        }
        ConstValue::Vector(lanes) => {
            let mut bytes = Vec::with_capacity(size);
            for &lane in lanes.iter() {
                bytes.extend(constant_bytes(unit, lane)?);
            }
            (bytes.len() == size).then_some(bytes)
        }
        ConstValue::String(text) => Some(text.to_vec()),
    }
}

/// The constant of a type that lies in memory as these bytes. `None` where the type has no value for them, and for
/// addresses other than zero.
pub fn constant_of_bytes(unit: &mut Unit, ty: TypeId, bytes: &[u8]) -> Option<ConstId> {
    if unit.target.big_endian || unit.types.size(ty) != Some(bytes.len() as u64) {
        return None;
    }
    match *unit.types.kind(ty) {
        TypeKind::Complex(part) => {
            let (re, im) = bytes.split_at(bytes.len() / 2);
            let (re, im) = (constant_of_bytes(unit, part, re)?, constant_of_bytes(unit, part, im)?);
            Some(intern(unit, ty, ConstValue::Complex(re, im)))
        }
        TypeKind::Vector { element, .. } => {
            let size = unit.types.size(element)? as usize;
            let lanes: Option<Vec<ConstId>> = bytes
                .chunks(size.max(1))
                .map(|lane| constant_of_bytes(unit, element, lane))
                .collect();
            let lanes = lanes?.into_boxed_slice();
            Some(intern(unit, ty, ConstValue::Vector(lanes)))
        }
        _ => {
            let mut wide = [0; 16];
            wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
            let raw = i128::from_le_bytes(wide);
            if unit.types.is_real(ty) {
                return real::from_integer_bits(unit, ty, raw);
            }
            if unit.types.is_pointer(ty) && raw != 0 || !unit.types.is_register_type(ty) {
                return None;
            }
            let value = unit.types.wrap(ty, raw);
            (value.to_le_bytes()[..bytes.len()] == *bytes).then(|| unit.int_id(ty, value))
        }
    }
}

fn intern(unit: &mut Unit, ty: TypeId, value: ConstValue) -> ConstId {
    unit.consts.intern(Const { ty, value, overflow: false })
}
