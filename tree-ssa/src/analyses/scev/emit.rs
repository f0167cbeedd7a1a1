//! Expressions as statements.
//!
//! ```text
//!   (unsigned int) n_4(D) + 4294967295         _5 = (unsigned int) n_4(D);
//!                                              _6 = _5 + 4294967295;
//! ```

use super::expr::{ExprId, Exprs, Node};
use gimple::code::TreeCode;
use gimple::decl::flag;
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

/// As [`right_side`], for a place in the function: older names come before newer ones where the order does not matter, as in
/// what the gimplifier makes, and objects whose addresses are used can be reached by pointers.
pub fn right_side_in_order(
    unit: &mut Unit,
    f: &mut Function,
    exprs: &Exprs,
    id: ExprId,
) -> Option<(Vec<StmtId>, TreeCode, [Operand; 3])> {
    take_addresses(unit, exprs, id);
    let mut stmts = Vec::new();
    let (code, rhs) = right_side(unit, f, exprs, id, &mut stmts)?;
    for &stmt in &stmts {
        let StmtKind::Assign { lhs, code, mut rhs } = f.stmts[stmt].kind else { continue };
        put_in_order(code, &mut rhs);
        f.stmts[stmt].kind = StmtKind::assign(lhs, code, rhs);
    }
    Some((stmts, code, rhs))
}

/// Older names come before newer ones where the order does not matter.
pub fn put_in_order(code: TreeCode, rhs: &mut [Operand; 3]) {
    if let [Operand::Ssa(a), Operand::Ssa(b), _] = *rhs
        && code.is_commutative()
        && a > b
    {
        rhs.swap(0, 1);
    }
}

/// Lets the objects whose addresses an expression has be reached by pointers.
fn take_addresses(unit: &mut Unit, exprs: &Exprs, id: ExprId) {
    let mut objects = Vec::new();
    exprs.walk(id, &mut |part| {
        if let Node::Leaf(op) = exprs.node(part)
            && let Some(object) = unit.addressed(op)
        {
            objects.extend(unit.trees.base_address(object).decl());
        }
        true
    });
    for decl in objects {
        unit.decls[decl].set(flag::ADDRESSABLE, true);
    }
}

/// Whether statements can compute an expression.
pub fn is_computable(exprs: &Exprs, id: ExprId) -> bool {
    let mut possible = true;
    exprs.walk(id, &mut |part| {
        possible &= match exprs.node(part) {
            Node::Leaf(_) => true,
            Node::Operation { code: TreeCode::Cond, ops: [test, ..], .. } => {
                exprs.operation(test).is_some_and(|(code, _)| code.is_comparison())
            }
            Node::Operation { .. } => true,
            Node::Unknown | Node::Chrec { .. } | Node::Popcount { .. } => false,
        };
        possible
    });
    possible
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
