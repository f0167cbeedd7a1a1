//! Sums with constants of what was widened for it: done before, where the sum is known to fit.
//!
//! ```text
//!   _1 = a_3 & 15;            _1 = a_3 & 15;
//!   _2 = (int) _1;       =>   _5 = _1 + 1;
//!   _4 = _2 + 1;              _4 = (int) _5;
//! ```
//!
//! GCC's pattern is `(plus (convert:s SSA_NAME@0) INTEGER_CST@1)`; the range is the one noted for the name.

use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use tree_ssa::edit::Cursor;

/// Rewrites a statement, putting the narrower sum before it. Returns whether that was possible.
pub(super) fn narrow_sum(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> bool {
    let StmtKind::Assign { lhs, code: TreeCode::Plus, rhs: [Operand::Ssa(wide), added, _] } =
        f.stmts[stmt].kind
    else {
        return false;
    };
    let Some(constant) = unit.as_int(added).filter(|_| f.has_single_use(wide)) else {
        return false;
    };
    let Some(def) = f.names[wide].def.expand() else { return false };
    let StmtKind::Assign { code: TreeCode::Nop, rhs: [Operand::Ssa(narrow), ..], .. } =
        f.stmts[def].kind
    else {
        return false;
    };
    let ty = f.names[narrow].ty;
    let (Some(bits), Some(most)) =
        (precision(unit, ty), precision(unit, unit.type_of(f, Operand::Ssa(wide))))
    else {
        return false;
    };
    let range = f.nonzero_bits.range(narrow).filter(|range| !range.outside);
    let fits = |value: i128| unit.types.wrap(ty, value) == value;
    if bits >= most
        || !fits(constant)
        || !range.is_some_and(|range| fits(range.low + constant) && fits(range.high + constant))
    {
        return false;
    }
    let constant = unit.int(ty, constant);
    let mut at = Cursor::before(stmt).like(f, stmt);
    let sum = at.temporary(unit, f, ty, TreeCode::Plus, [Operand::Ssa(narrow), constant]);
    f.stmts[stmt].kind = StmtKind::assign(lhs, TreeCode::Nop, [sum]);
    true
}

/// The bits of an integer type that is no enumeration.
fn precision(unit: &Unit, ty: TypeId) -> Option<u16> {
    match *unit.types.kind(ty) {
        TypeKind::Integer { precision, .. } => Some(precision),
        _ => None,
    }
}
