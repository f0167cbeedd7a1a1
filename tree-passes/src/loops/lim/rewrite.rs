//! Statements put another way so that they, or more of them, can leave a loop.

use super::movement::Motion;
use dumps::putln;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::edit::Cursor;

/// `(a >> b) & 1`, asked whether it is zero, with a shift that does not change in the loop, becomes `a & (1 << b)`, of
/// which the mask can leave (`rewrite_bittest`). Returns the statement to look at: that, or the one given.
pub fn to_expose_invariants(
    motion: &Motion<'_>,
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
) -> StmtId {
    let Some(test) = bit_test(motion, cx.unit, f, stmt) else { return stmt };
    let ty = cx.unit.type_of(f, test.value);
    let ident = cx.unit.symbols.intern("shifttmp");
    let one = cx.unit.int(ty, 1);
    let mut at = Cursor::before(stmt);
    let mask = Operand::Ssa(f.make_temp_ssa_name(ty, ident, StmtId::NONE));
    let shifted = at.assign(cx.unit, f, mask, TreeCode::Lshift, [one, test.shift]);
    let bit = Operand::Ssa(f.make_temp_ssa_name(ty, ident, StmtId::NONE));
    at.assign(cx.unit, f, bit, TreeCode::BitAnd, [test.value, mask]);
    let zero = cx.unit.int(ty, 0);
    if let StmtKind::Cond { lhs, rhs, .. } = &mut f.stmts[test.cond].kind {
        (*lhs, *rhs) = (bit, zero);
    }
    f.update_stmt(cx.unit, test.cond);
    f.remove_stmt(stmt);
    shifted
}

/// `(value >> shift) & 1` and the condition that is its only use.
struct BitTest {
    value: Operand,
    shift: Operand,
    cond: StmtId,
}

fn bit_test(motion: &Motion<'_>, unit: &Unit, f: &Function, stmt: StmtId) -> Option<BitTest> {
    let StmtKind::Assign { lhs: Operand::Ssa(bit), code: TreeCode::BitAnd, rhs } =
        f.stmts[stmt].kind
    else {
        return None;
    };
    let mut shifted = rhs[0].ssa().filter(|&name| f.has_single_use(name))?;
    if unit.as_int(rhs[1]) != Some(1) || !f.has_single_use(bit) {
        return None;
    }
    let cond = f.imm_uses(bit).next()?.stmt;
    let StmtKind::Cond { code: TreeCode::Eq | TreeCode::Ne, lhs, rhs, .. } = f.stmts[cond].kind
    else {
        return None;
    };
    if lhs != Operand::Ssa(bit) || !unit.is_zero(rhs) {
        return None;
    }
    let narrowed = f.names[shifted].def.expand()?;
    if let StmtKind::Assign { code: TreeCode::Nop, rhs, .. } = f.stmts[narrowed].kind {
        shifted = rhs[0].ssa().filter(|&name| f.has_single_use(name))?;
    }
    let def = f.names[shifted].def.expand()?;
    let StmtKind::Assign { code: TreeCode::Rshift, rhs: [value, shift, _], .. } = f.stmts[def].kind
    else {
        return None;
    };
    let father = |stmt: StmtId| f.loop_of(f.stmts[stmt].block);
    let own = father(stmt);
    let invariant =
        |op: Operand| op.ssa().is_none_or(|name| motion.invariant_level(f, own, name).is_some());
    (father(def) == own && invariant(shift) && !invariant(value)).then_some(BitTest {
        value,
        shift,
        cond,
    })
}

/// Whether computing a statement where it was not computed before may overflow, which has no defined result.
pub fn may_overflow(cx: &PassContext<'_>, f: &Function, stmt: StmtId) -> bool {
    let StmtKind::Assign { lhs, code, .. } = f.stmts[stmt].kind else { return false };
    let ty = cx.unit.type_of(f, lhs);
    let types = &cx.unit.types;
    let wraps = cx.options.on(Flag::Wrapv) || cx.options.on(Flag::Trapv);
    types.is_integral(ty)
        && !types.is_unsigned(ty)
        && !wraps
        && matches!(
            code,
            TreeCode::Plus | TreeCode::Minus | TreeCode::Mult | TreeCode::Negate | TreeCode::Abs
        )
}

/// Computes a statement, which stands in no block, in the unsigned type of as many bits; the statements that do, in order
/// (`rewrite_to_defined_overflow`).
pub fn to_defined_overflow(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
) -> Vec<StmtId> {
    let StmtKind::Assign { lhs, code, rhs } = f.stmts[stmt].kind else { return vec![stmt] };
    if cx.dump.details() {
        let text = tree_ssa::dump_text::stmt(cx.unit, f, stmt);
        putln!(cx.dump, "rewriting stmt with undefined signed overflow {text}");
    }
    let signed = cx.unit.type_of(f, lhs);
    let bits = cx.unit.types.precision(signed).unwrap_or(0) as u16;
    let ty = cx.unit.types.nonstandard_integer(bits, true);
    let mut made = Vec::new();
    let mut operands = rhs;
    // The absolute value takes a signed operand in any case.
    if code != TreeCode::Abs {
        for op in operands.iter_mut().filter(|op| op.is_some()) {
            *op = converted(cx.unit, f, stmt, *op, ty, &mut made);
        }
    }
    let code = if code == TreeCode::Abs { TreeCode::Absu } else { code };
    let mut at = Cursor::nowhere().like(f, stmt);
    let result = Operand::Ssa(f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
    made.push(at.assign(cx.unit, f, result, code, operands));
    f.detach_stmt(stmt);
    made.push(at.assign(cx.unit, f, lhs, TreeCode::Nop, [result]));
    made
}

fn converted(
    unit: &mut Unit,
    f: &mut Function,
    like: StmtId,
    op: Operand,
    ty: TypeId,
    made: &mut Vec<StmtId>,
) -> Operand {
    if let Some(number) = unit.as_int(op) {
        let number = unit.types.wrap(ty, number);
        return unit.int(ty, number);
    }
    let name = Operand::Ssa(f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
    let mut at = Cursor::nowhere().like(f, like);
    made.push(at.assign(unit, f, name, TreeCode::Nop, [op]));
    name
}
