//! Statements made and put into their place, with what they define and use linked.

use gimple::aside::Aside;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::location::Location;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;

/// Where a new statement goes.
#[derive(Clone, Copy)]
pub enum Place {
    Before(StmtId),
    After(StmtId),
}

/// Makes `lhs = code rhs…`, which is of no line of the source.
pub fn assign(
    unit: &Unit,
    f: &mut Function,
    place: Place,
    lhs: SsaName,
    code: TreeCode,
    rhs: [Operand; 2],
) -> StmtId {
    let kind =
        StmtKind::Assign { lhs: Operand::Ssa(lhs), code, rhs: [rhs[0], rhs[1], Operand::None] };
    let stmt = f.new_stmt(kind, Location::UNKNOWN);
    match place {
        Place::Before(at) => f.insert_before(at, stmt),
        Place::After(at) => f.insert_after(at, stmt),
    }
    f.update_stmt(unit, stmt);
    stmt
}

/// As [`assign`], to a new name that prints by its number; returns the name.
pub fn temporary(
    unit: &Unit,
    f: &mut Function,
    place: Place,
    ty: TypeId,
    code: TreeCode,
    rhs: [Operand; 2],
) -> Operand {
    let name = f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
    assign(unit, f, place, name, code, rhs);
    Operand::Ssa(name)
}

/// A call that ends the program, in no block yet.
pub fn trap(unit: &mut Unit, f: &mut Function) -> StmtId {
    let void = unit.common.void;
    let decl = unit.implicit_builtin("trap", void, &[], false);
    let call = Call {
        lhs: Operand::None,
        callee: Callee::Decl(decl),
        fntype: unit.decls[decl].ty,
        args: Vec::new(),
        chain: Operand::None,
    };
    f.new_stmt(StmtKind::Call(Aside::new(call)), Location::UNKNOWN)
}
