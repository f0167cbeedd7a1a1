//! What may trap when it is computed where it was not before.

use crate::memory::alias::{Access, Base};
use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::function::Function;
use gimple::tree::{Operand, TreeKind};
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
        // Of floats only the sign changes.
        TreeCode::Negate | TreeCode::Abs => false,
        _ => !(unit.types.is_integral(ty) || unit.types.is_pointer(ty)),
    }
}

/// Whether reading a reference may trap: through a pointer, outside an array, or of what may not be there at all.
pub fn reference_may_trap(unit: &Unit, f: &Function, op: Operand) -> bool {
    let mut at = op;
    while let Operand::Tree(id) = at {
        at = match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, .. }
            | TreeKind::Realpart(base)
            | TreeKind::Imagpart(base) => base,
            _ => {
                let access = Access::of(unit, f, op);
                let Base::Decl(var) = access.base else { return true };
                if may_be_missing(unit, Operand::Decl(var)) {
                    return true;
                }
                let bits = unit.types.bits(unit.decls[var].ty);
                return !access.is_exact()
                    || access.offset < 0
                    || access.size.zip(bits).is_none_or(|(size, all)| access.offset + size > all);
            }
        };
    }
    may_be_missing(unit, at)
}

/// Whether an object is declared weak and defined nowhere in the unit.
fn may_be_missing(unit: &Unit, op: Operand) -> bool {
    let Operand::Decl(var) = op else { return false };
    let decl = &unit.decls[var];
    decl.has(flag::WEAK) && decl.has(flag::EXTERNAL)
}
