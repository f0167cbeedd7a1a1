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
    if code == TreeCode::ViewConvert {
        return None;
    }
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
