//! Expressions as statements.
//!
//! ```text
//!   (unsigned int) n_4(D) + 4294967295         _5 = (unsigned int) n_4(D);
//!                                              _6 = _5 + 4294967295;
//! ```

use super::expr::{ExprId, Exprs, Node};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::location::Location;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;

/// Makes the statements that compute an expression, which belong to no block yet; its value, or `None` where it is none that
/// statements can compute.
pub fn emit(
    unit: &mut Unit,
    f: &mut Function,
    exprs: &Exprs,
    id: ExprId,
    stmts: &mut Vec<StmtId>,
) -> Option<Operand> {
    let (code, rhs) = right_side(unit, f, exprs, id, stmts)?;
    match code {
        TreeCode::Single => Some(rhs[0]),
        _ => Some(assign(f, exprs.ty(id), code, rhs, stmts)),
    }
}

/// The same but for the last statement: what that is to assign.
pub fn right_side(
    unit: &mut Unit,
    f: &mut Function,
    exprs: &Exprs,
    id: ExprId,
    stmts: &mut Vec<StmtId>,
) -> Option<(TreeCode, [Operand; 3])> {
    match exprs.node(id) {
        Node::Leaf(op) => Some((TreeCode::Single, [op, Operand::None, Operand::None])),
        Node::Operation { code: TreeCode::Cond, ops: [test, a, b], .. } => {
            let (code, [x, y, _]) = exprs.operation(test).filter(|it| it.0.is_comparison())?;
            let [x, y, a, b] = [x, y, a, b].map(|id| emit(unit, f, exprs, id, stmts));
            let test = TreeKind::Expr { code, args: [x?, y?] };
            let test = Operand::Tree(unit.trees.add(test, unit.common.bool_));
            Some((TreeCode::Cond, [test, a?, b?]))
        }
        Node::Operation { code: TreeCode::Nop, ty, ops: [value, ..] }
            if useless_type_conversion(unit, ty, exprs.ty(value)) =>
        {
            right_side(unit, f, exprs, value, stmts)
        }
        Node::Operation { code, ops, .. } => {
            let code = match code {
                TreeCode::TruthAnd => TreeCode::BitAnd,
                TreeCode::TruthOr => TreeCode::BitIor,
                TreeCode::TruthNot => TreeCode::BitNot,
                code => code,
            };
            let mut rhs = [Operand::None; 3];
            for (operand, op) in rhs.iter_mut().zip(ops) {
                if op.is_some() {
                    *operand = emit(unit, f, exprs, op, stmts)?;
                }
            }
            Some((code, rhs))
        }
        Node::Unknown | Node::Chrec { .. } | Node::Popcount { .. } => None,
    }
}

/// `_N = code rhs…`, in no block yet; the name.
pub fn assign(
    f: &mut Function,
    ty: TypeId,
    code: TreeCode,
    rhs: [Operand; 3],
    stmts: &mut Vec<StmtId>,
) -> Operand {
    let name = f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
    // Its uses are linked when it is put into a block: the whole may turn out not to be computable.
    let stmt = f.new_stmt(StmtKind::assign(Operand::Ssa(name), code, rhs), Location::UNKNOWN);
    f.names[name].def = stmt;
    stmts.push(stmt);
    Operand::Ssa(name)
}
