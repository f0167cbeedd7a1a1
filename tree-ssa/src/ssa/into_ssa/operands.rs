//! The register variables a statement reads and writes by name, before they are SSA names, in GCC's order of operand
//! scanning: the operands of what is written first.

use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, Trees};
use gimple::unit::Unit;

fn scan(unit: &Unit, op: Operand, found: &mut dyn FnMut(DeclId)) {
    match op {
        Operand::Decl(var) if unit.is_gimple_reg(var) => found(var),
        Operand::Tree(id) => unit.trees.for_each_operand(id, |inner| scan(unit, inner, found)),
        _ => {}
    }
}

/// Calls `found` on each register variable a statement reads, in order, as often as it is read. φs are not covered.
pub fn for_each_register_use(
    unit: &Unit,
    f: &Function,
    stmt: StmtId,
    found: &mut dyn FnMut(DeclId),
) {
    let written = |op: Operand, found: &mut dyn FnMut(DeclId)| {
        if matches!(op, Operand::Tree(_)) {
            scan(unit, op, found);
        }
    };
    match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs, rhs, .. } => {
            written(*lhs, found);
            rhs.iter().for_each(|&op| scan(unit, op, found));
        }
        StmtKind::Call(call) => {
            written(call.lhs, found);
            if let Callee::Pointer(op) = call.callee {
                scan(unit, op, found);
            }
            scan(unit, call.chain, found);
            call.args.iter().for_each(|&op| scan(unit, op, found));
        }
        StmtKind::Asm(asm) => {
            asm.outputs.iter().for_each(|operand| written(operand.value, found));
            asm.inputs.iter().for_each(|operand| scan(unit, operand.value, found));
        }
        _ => f.for_each_read(stmt, &mut |op| scan(unit, op, found)),
    }
}

/// Calls `found` on each register variable a statement writes, in order.
pub fn for_each_register_def(
    unit: &Unit,
    f: &Function,
    stmt: StmtId,
    found: &mut dyn FnMut(DeclId),
) {
    f.for_each_write(stmt, &mut |op| {
        if let Operand::Decl(var) = op
            && unit.is_gimple_reg(var)
        {
            found(var);
        }
    });
}

/// Lets a statement write `names` instead of the register variables, in the order of [`for_each_register_def`].
pub fn set_register_defs(unit: &Unit, f: &mut Function, stmt: StmtId, names: &[SsaName]) {
    let mut names = names.iter();
    f.map_operands(stmt, &mut |op, written| match op {
        Operand::Decl(var) if written && unit.is_gimple_reg(var) => {
            names.next().map_or(op, |&name| Operand::Ssa(name))
        }
        _ => op,
    });
}

/// Replaces the variables a statement reads by the names `map` has for them.
pub fn map_register_uses(
    unit: &mut Unit,
    f: &mut Function,
    stmt: StmtId,
    map: &[(DeclId, SsaName)],
) {
    let trees = &mut unit.trees;
    f.map_operands(stmt, &mut |op, written| match op {
        Operand::Decl(_) if written => op,
        _ => replace(trees, op, map),
    });
}

fn replace(trees: &mut Trees, op: Operand, map: &[(DeclId, SsaName)]) -> Operand {
    match op {
        Operand::Decl(var) => {
            map.iter().find(|entry| entry.0 == var).map_or(op, |entry| Operand::Ssa(entry.1))
        }
        Operand::Tree(id) => {
            Operand::Tree(trees.map_operands(id, |trees, inner| replace(trees, inner, map)))
        }
        _ => op,
    }
}
