//! Rounding of what was widened for it: the narrower function does the same.
//!
//! ```text
//!   _1 = (double) a_3;        _1 = (double) a_3;
//!   _2 = floor (_1);          _6 = __builtin_floorf (a_3);
//!                             _2 = (double) _6;
//! ```
//!
//! The functions that round to an integral value have exact results in either format. GCC's pattern is
//! `(floor (convert float_value_p@0))`.

use gimple::builtins::{Builtin, Family};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::{RealFormat, TypeId, TypeKind};
use gimple::unit::Unit;
use tree_ssa::edit::Cursor;

/// The functions.
const ROUNDING: [Family; 6] =
    [Family::Ceil, Family::Floor, Family::Nearbyint, Family::Rint, Family::Round, Family::Trunc];

/// Rewrites a call, putting the narrower one before it. Returns whether that was possible; the caller updates the
/// statement.
pub(super) fn narrow_call(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> bool {
    let data = &f.stmts[stmt];
    let StmtKind::Call(call) = &data.kind else { return false };
    if data.flags.intersects(StmtFlags::VUSE | StmtFlags::VDEF) {
        return false;
    }
    let (Operand::Ssa(result), &[Operand::Ssa(wide)]) = (call.lhs, &call.args[..]) else {
        return false;
    };
    let Some(family) = tree_ssa::effects::call_effects::callee_builtin(unit, call)
        .filter(|builtin| is_wide(*builtin))
        .map(Builtin::family)
        .filter(|family| ROUNDING.contains(family))
    else {
        return false;
    };
    let Some(def) = f.names[wide].def.expand() else { return false };
    let StmtKind::Assign { code: TreeCode::Nop, rhs: [narrow, ..], .. } = f.stmts[def].kind else {
        return false;
    };
    let ty = unit.type_of(f, narrow);
    let Some(callee) = function_for(unit, family, ty) else { return false };
    if unit.types.size(ty) >= unit.types.size(f.names[result].ty) {
        return false;
    }
    let lhs = Operand::Ssa(f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
    let mut at = Cursor::before(stmt).at(f.stmt_info[stmt].loc);
    at.call(unit, f, lhs, callee, vec![narrow]);
    f.stmts[stmt].kind = StmtKind::assign(Operand::Ssa(result), TreeCode::Nop, [lhs]);
    true
}

/// `floor` itself, or `floorl`.
fn is_wide(builtin: Builtin) -> bool {
    ["", "l"].iter().any(|suffix| builtin.family().member(suffix) == Some(builtin))
}

fn function_for(unit: &mut Unit, family: Family, ty: TypeId) -> Option<gimple::decl::DeclId> {
    let suffix = match unit.types.kind(ty) {
        TypeKind::Real(RealFormat::Single) => "f",
        TypeKind::Real(RealFormat::Double) => "",
        _ => return None,
    };
    Some(unit.implicit_builtin(family.member(suffix)?, ty, &[ty], false))
}
