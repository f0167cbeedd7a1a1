//! What may trap when it is computed where it was not before.

use crate::analyses::alias::Access;
use crate::analyses::alias::Base;
use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::function::Function;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeKind};
use gimple::unit::Unit;

/// Whether evaluating an assignment's right-hand side may trap (`gimple_could_trap_p`).
pub fn may_trap(unit: &Unit, f: &Function, code: TreeCode, rhs: [Operand; 3]) -> bool {
    let ty = unit.type_of(f, rhs[0]);
    match code {
        TreeCode::Single => unit.is_memory_operand(rhs[0]) && reference_may_trap(unit, f, rhs[0]),
        TreeCode::TruncDiv | TreeCode::ExactDiv | TreeCode::TruncMod => {
            unit.as_int(rhs[1]).is_none_or(|divisor| divisor == 0)
        }
        TreeCode::Plus | TreeCode::Minus | TreeCode::Mult | TreeCode::Negate | TreeCode::Abs
            if unit.overflow_traps(ty) =>
        {
            true
        }
        // What a number is rounded to may be inexact.
        TreeCode::Float => true,
        // Of floats only the sign changes.
        TreeCode::Negate | TreeCode::Abs => false,
        _ => !(unit.types.is_integral(ty) || unit.types.is_pointer(ty)),
    }
}

/// Whether reading a reference may trap (`tree_could_trap_p`): through a pointer, outside an array, or of what may not be
/// there at all. An index must be a number within its own array, also where the array has one element: that it can be no
/// other without undefined behaviour says nothing of places where the access was not.
pub fn reference_may_trap(unit: &Unit, f: &Function, op: Operand) -> bool {
    let mut at = op;
    while let Operand::Tree(id) = at {
        at = match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, .. }
            | TreeKind::BitFieldRef { base, .. }
            | TreeKind::ViewConvert(base)
            | TreeKind::Realpart(base)
            | TreeKind::Imagpart(base) => base,
            TreeKind::ArrayRef { base, index } if is_within(unit, f, base, index) => base,
            TreeKind::MemRef { .. }
            | TreeKind::TargetMemRef { index: Operand::None, index2: Operand::None, .. } => {
                return leaves_object(unit, f, op);
            }
            _ => return true,
        };
    }
    may_be_missing(unit, at)
}

/// Whether an index is a number of an element that an array has.
fn is_within(unit: &Unit, f: &Function, array: Operand, index: Operand) -> bool {
    let ty = unit.type_of(f, array);
    match (unit.types.kind(ty), unit.as_int(index)) {
        (TypeKind::Array { domain: ArrayDomain::Count(count), .. }, Some(index)) => {
            (0..i128::from(*count)).contains(&index)
        }
        _ => false,
    }
}

/// Whether an access by address may reach beyond the variable that it is an access of.
fn leaves_object(unit: &Unit, f: &Function, op: Operand) -> bool {
    let access = Access::of(unit, f, op);
    let Base::Decl(var) = access.base else { return true };
    let bits = unit.types.bits(unit.decls[var].ty);
    may_be_missing(unit, Operand::Decl(var))
        || !access.is_exact()
        || access.offset < 0
        || access.size.zip(bits).is_none_or(|(size, all)| access.offset + size > all)
}

/// Whether an object is declared weak and defined nowhere in the unit.
fn may_be_missing(unit: &Unit, op: Operand) -> bool {
    let Operand::Decl(var) = op else { return false };
    let decl = &unit.decls[var];
    decl.has(flag::WEAK) && decl.has(flag::EXTERNAL)
}
