//! The rules for right-hand sides: which operands and types each operation takes (`verify_gimple_assign_unary`,
//! `…_binary`, `…_ternary`, `…_single`).

use super::gimple::{Checker, is_copy};
use super::types::{integral_or_vector, is_truth};
use crate::code::TreeCode;
use crate::stmt::StmtId;
use crate::tree::{Operand, TreeKind};
use crate::types::{TypeId, TypeKind};

/// Checks an assignment whose operands exist.
pub(super) fn assign(
    c: &mut Checker<'_>,
    stmt: StmtId,
    lhs: Operand,
    code: TreeCode,
    rhs: &[Operand; 3],
) {
    let arity = code.arity();
    if rhs[..arity].iter().any(|op| op.is_none()) || rhs[arity..].iter().any(|op| op.is_some()) {
        return c.r.stmt(stmt, format!("wrong number of operands for {}", code.name()));
    }
    let ty = c.type_of(lhs);
    if is_copy(code) {
        return copy(c, stmt, lhs, ty, rhs[0]);
    }
    let types = &c.unit.types;
    if !types.is_register_type(ty) {
        return c.r.stmt(stmt, "non-register as lhs of an operation");
    }
    let condition = code == TreeCode::Cond && is_comparison(c, rhs[0]);
    for (index, &op) in rhs[..arity].iter().enumerate() {
        let is_condition = condition && index == 0;
        if !is_condition && !c.is_value(op) {
            return c.r.stmt(stmt, format!("invalid operand {} of {}", index + 1, code.name()));
        }
    }
    let operand_types = [rhs[0], rhs[1], rhs[2]].map(|op| c.type_of(op));
    let fits = match arity {
        1 => unary(c, code, ty, operand_types[0]),
        2 => binary(c, code, ty, operand_types[0], operand_types[1]),
        _ => ternary(c, code, ty, &operand_types, condition),
    };
    if !fits {
        c.r.stmt(stmt, format!("type mismatch in {}", code.name()));
    }
}

fn is_comparison(c: &Checker<'_>, op: Operand) -> bool {
    matches!(op, Operand::Tree(id)
        if matches!(c.unit.trees.kind(id), TreeKind::Expr { code, .. } if code.is_comparison()))
}

fn copy(c: &mut Checker<'_>, stmt: StmtId, lhs: Operand, ty: TypeId, rhs: Operand) {
    let from = c.type_of(rhs);
    if !c.compatible(ty, from) {
        return c.r.stmt(stmt, "non-trivial conversion in assignment");
    }
    let aggregate = !c.unit.types.is_register_type(ty);
    if !aggregate && c.unit.is_memory_operand(lhs) && c.unit.is_memory_operand(rhs) {
        c.r.stmt(stmt, "memory on both sides of a register assignment");
    }
    if let Operand::Tree(id) = rhs
        && matches!(c.unit.trees.kind(id), TreeKind::Expr { .. })
    {
        c.r.stmt(stmt, "operation as an operand");
    }
}

fn unary(c: &Checker<'_>, code: TreeCode, ty: TypeId, op: TypeId) -> bool {
    use TreeCode::*;
    let types = &c.unit.types;
    let part = |ty: TypeId| types.element(ty).unwrap_or(ty);
    match code {
        Nop => {
            let scalar = |ty| types.is_integral(ty) || types.is_pointer(ty);
            let real = |ty: TypeId| types.is_real(part(ty));
            (scalar(ty) && scalar(op))
                || (real(ty) && real(op))
                || c.compatible(ty, op)
                || (integral_or_vector(types, ty) && integral_or_vector(types, op))
        }
        Float => types.is_real(part(ty)) && integral_or_vector(types, op),
        FixTrunc => integral_or_vector(types, ty) && types.is_real(part(op)),
        TruthNot => is_truth(types, ty),
        Absu => types.is_integral(op) && types.precision(ty) == types.precision(op),
        Realpart | Imagpart => types.element(op).is_some_and(|element| c.compatible(ty, element)),
        ViewConvert => types.size(ty) == types.size(op),
        // Negate, Abs, BitNot, Conj, Paren.
        _ => c.compatible(ty, op),
    }
}

fn binary(c: &Checker<'_>, code: TreeCode, ty: TypeId, a: TypeId, b: TypeId) -> bool {
    use TreeCode::*;
    let types = &c.unit.types;
    if code.is_comparison() {
        return (is_truth(types, ty) || matches!(types.kind(a), TypeKind::Vector { .. }))
            && comparable(c, a, b);
    }
    match code {
        Lshift | Rshift | Lrotate | Rrotate => {
            c.compatible(ty, a) && integral_or_vector(types, a) && integral_or_vector(types, b)
        }
        PointerPlus => {
            types.is_pointer(ty)
                && types.is_pointer(a)
                && types.is_integral(b)
                && types.precision(b) == types.precision(ty)
        }
        PointerDiff => {
            types.is_pointer(a)
                && types.is_pointer(b)
                && types.is_integral(ty)
                && !types.is_unsigned(ty)
        }
        Complex => {
            types.element(ty).is_some_and(|part| c.compatible(part, a) && c.compatible(part, b))
        }
        MultHighpart => integral_or_vector(types, ty) && c.compatible(a, b),
        // The factors may have different signs.
        WidenMult => {
            let bits = |ty| types.precision(ty);
            let halves = || bits(a) == bits(b) && bits(a).map(|bits| 2 * bits) == bits(ty);
            let integral = [ty, a, b].into_iter().all(|ty| types.is_integral(ty));
            if integral { halves() } else { integral_or_vector(types, ty) && c.compatible(a, b) }
        }
        Plus | Minus | Mult
            if types.is_pointer(ty) || types.is_pointer(a) || types.is_pointer(b) =>
        {
            false
        }
        // What is left works within one type.
        _ => c.compatible(ty, a) && c.compatible(ty, b),
    }
}

fn comparable(c: &Checker<'_>, a: TypeId, b: TypeId) -> bool {
    let types = &c.unit.types;
    c.compatible(a, b) || c.compatible(b, a) || (types.is_pointer(a) && types.is_pointer(b))
}

/// Operands of a comparison outside an assignment.
pub(super) fn comparison_operands(c: &mut Checker<'_>, stmt: StmtId, a: Operand, b: Operand) {
    if !comparable(c, c.type_of(a), c.type_of(b)) {
        c.r.stmt(stmt, "mismatching comparison operand types");
    }
}

fn ternary(
    c: &Checker<'_>,
    code: TreeCode,
    ty: TypeId,
    ops: &[TypeId; 3],
    condition: bool,
) -> bool {
    let types = &c.unit.types;
    match code {
        TreeCode::Cond => {
            (condition || types.is_integral(ops[0]))
                && c.compatible(ty, ops[1])
                && c.compatible(ty, ops[2])
        }
        TreeCode::VecCond => c.compatible(ty, ops[1]) && c.compatible(ty, ops[2]),
        TreeCode::VecPerm => c.compatible(ty, ops[0]) && c.compatible(ty, ops[1]),
        TreeCode::BitInsert => c.compatible(ty, ops[0]) && types.is_integral(ops[2]),
        TreeCode::WidenMultPlus => c.compatible(ops[0], ops[1]) && c.compatible(ty, ops[2]),
        _ => true,
    }
}
