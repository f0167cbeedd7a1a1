//! Vector constants, lane by lane.

use super::{Folding, compare as compare_scalars, const_binop_in, const_convert, const_unop};
use crate::code::TreeCode;
use crate::constant::{Const, ConstId, ConstValue};
use crate::types::TypeId;
use crate::unit::Unit;

fn vector(unit: &mut Unit, ty: TypeId, lanes: Option<Vec<ConstId>>) -> Option<ConstId> {
    let value = ConstValue::Vector(lanes?.into_boxed_slice());
    Some(unit.consts.intern(Const { ty, value, overflow: false }))
}

pub(super) fn unop(
    unit: &mut Unit,
    code: TreeCode,
    ty: TypeId,
    lanes: &[ConstId],
) -> Option<ConstId> {
    let element = unit.types.element(ty)?;
    let lanes = lanes.iter().map(|&lane| const_unop(unit, code, element, lane)).collect();
    vector(unit, ty, lanes)
}

pub(super) fn binop(
    unit: &mut Unit,
    folding: Folding,
    code: TreeCode,
    ty: TypeId,
    a: &[ConstId],
    b: &[ConstId],
) -> Option<ConstId> {
    let element = unit.types.element(ty)?;
    let pairs = a.iter().zip(b);
    let lanes = pairs.map(|(&a, &b)| const_binop_in(unit, folding, code, element, a, b)).collect();
    vector(unit, ty, lanes)
}

/// A vector shifted by a scalar.
pub(super) fn shift(
    unit: &mut Unit,
    folding: Folding,
    code: TreeCode,
    ty: TypeId,
    a: &[ConstId],
    count: ConstId,
) -> Option<ConstId> {
    if !matches!(code, TreeCode::Lshift | TreeCode::Rshift) {
        return None;
    }
    let element = unit.types.element(ty)?;
    let lanes = a.iter().map(|&a| const_binop_in(unit, folding, code, element, a, count)).collect();
    vector(unit, ty, lanes)
}

/// All bits set in the lanes where the comparison holds.
pub(super) fn compare(
    unit: &mut Unit,
    code: TreeCode,
    ty: TypeId,
    a: &[ConstId],
    b: &[ConstId],
) -> Option<ConstId> {
    let element = unit.types.element(ty)?;
    let lane = |unit: &mut Unit, (&a, &b): (&ConstId, &ConstId)| {
        let truth = compare_scalars(unit, code, a, b)?;
        Some(unit.int_id(element, if truth { -1 } else { 0 }))
    };
    let lanes = a.iter().zip(b).map(|pair| lane(unit, pair)).collect();
    vector(unit, ty, lanes)
}

pub(super) fn convert(
    unit: &mut Unit,
    code: TreeCode,
    ty: TypeId,
    element: TypeId,
    lanes: &[ConstId],
) -> Option<ConstId> {
    let lanes = lanes.iter().map(|&lane| const_convert(unit, code, element, lane)).collect();
    vector(unit, ty, lanes)
}

/// `VEC_COND_EXPR` and `VEC_PERM_EXPR` of constants (`fold_vec_perm`).
pub fn const_ternary(
    unit: &mut Unit,
    code: TreeCode,
    ty: TypeId,
    args: [ConstId; 3],
) -> Option<ConstId> {
    let [a, b, c] = args.map(|id| match &unit.consts[id].value {
        ConstValue::Vector(lanes) => Some(lanes.clone()),
        _ => None,
    });
    let (a, b, c) = (a?, b?, c?);
    let lanes: Option<Vec<ConstId>> = match code {
        TreeCode::VecCond if b.len() == a.len() && c.len() == a.len() => {
            let pick =
                |index: usize| if super::is_zero(unit, a[index]) { c[index] } else { b[index] };
            Some((0..a.len()).map(pick).collect())
        }
        TreeCode::VecPerm if a.len() == b.len() && a.len().is_power_of_two() => {
            let pick = |&selector: &ConstId| {
                let index = unit.consts.as_int(selector)? as usize & (2 * a.len() - 1);
                Some(if index < a.len() { a[index] } else { b[index - a.len()] })
            };
            c.iter().map(pick).collect()
        }
        _ => None,
    };
    vector(unit, ty, lanes)
}

/// A vector constant with each lane converted to that of another vector type.
pub fn convert_lanes(unit: &mut Unit, ty: TypeId, id: ConstId) -> Option<ConstId> {
    let ConstValue::Vector(lanes) = unit.consts[id].value.clone() else { return None };
    let (element, _) = unit.types.lanes(ty)?;
    let from = unit.types.element(unit.consts[id].ty)?;
    let code = match (unit.types.is_real(element), unit.types.is_real(from)) {
        (true, false) => TreeCode::Float,
        (false, true) => TreeCode::FixTrunc,
        _ => TreeCode::Nop,
    };
    convert(unit, code, ty, element, &lanes)
}

/// The bytes of a scalar or vector constant as another type of the same size; little-endian memory only.
pub(super) fn view_convert(unit: &mut Unit, ty: TypeId, c: ConstId) -> Option<ConstId> {
    let from = unit.consts[c].ty;
    if unit.target.big_endian || unit.types.size(ty) != unit.types.size(from) {
        return None;
    }
    let parts = match &unit.consts[c].value {
        ConstValue::Vector(lanes) => lanes.to_vec(),
        _ => vec![c],
    };
    let mut bytes = Vec::new();
    for part in parts {
        let size = unit.types.size(unit.consts[part].ty)? as usize;
        let value = match &unit.consts[part].value {
            ConstValue::Int(value) => *value,
            ConstValue::Real(_) => super::real::integer_bits(unit, part)?,
            _ => return None,
        };
        bytes.extend_from_slice(value.to_le_bytes().get(..size)?);
    }
    let element = unit.types.element(ty).filter(|_| unit.types.lanes(ty).is_some());
    let lane_type = element.unwrap_or(ty);
    let size = unit.types.size(lane_type).filter(|&size| (1..=16).contains(&size))? as usize;
    let lanes: Option<Vec<ConstId>> = bytes
        .chunks(size)
        .map(|chunk| {
            let mut raw = [0; 16];
            raw[..chunk.len()].copy_from_slice(chunk);
            let raw = i128::from_le_bytes(raw);
            if unit.types.is_integral(lane_type) || unit.types.is_pointer(lane_type) {
                let value = unit.types.wrap(lane_type, raw);
                Some(unit.int_id(lane_type, value))
            } else {
                super::real::from_integer_bits(unit, lane_type, raw)
            }
        })
        .collect();
    match element {
        Some(_) => vector(unit, ty, lanes),
        None => lanes?.first().copied(),
    }
}
