//! The text of entities as passes print them under `-details`.

use dumps::DumpFlags;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::print;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;

/// A statement, without newline.
pub fn stmt(unit: &Unit, f: &Function, stmt: StmtId) -> String {
    print::stmt_text(unit, f, stmt, DumpFlags::NONE)
}

/// An operand.
pub fn operand(unit: &Unit, f: &Function, op: Operand) -> String {
    print::operand_text(unit, f, op, DumpFlags::NONE)
}

/// An SSA name.
pub fn name(unit: &Unit, f: &Function, name: SsaName) -> String {
    print::ssa_name_text(unit, f, name)
}

/// A declaration.
pub fn decl(unit: &Unit, f: &Function, decl: DeclId) -> String {
    print::decl_text(unit, Some(f), decl, DumpFlags::NONE)
}
