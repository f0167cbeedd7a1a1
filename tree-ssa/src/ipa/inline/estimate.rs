//! How large statements and functions are, in instructions, roughly (`estimate_num_insns` with the weights for size).

use crate::analyses::call_effects;
use crate::ssa::into_ssa::is_clobber;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;

/// Bytes one instruction moves.
const MOVE_MAX: u64 = 8;
/// What copying a large object takes: the call of a library function.
const BLOCK_MOVE: i64 = 4;

/// The size of a function, without what returns, and the number of its calls of other functions.
pub fn body(unit: &Unit, f: &Function) -> (i64, i64) {
    let (mut size, mut calls) = (0, 0);
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            size += statement(unit, f, stmt);
            if let StmtKind::Call(call) = &f.stmts[stmt].kind {
                calls += i64::from(is_real_call(unit, call));
            }
        }
    }
    (size, calls)
}

fn is_real_call(unit: &Unit, call: &Call) -> bool {
    match call.callee {
        Callee::Decl(decl) => unit.decls[decl].builtin.is_none(),
        Callee::Pointer(_) => true,
        Callee::Internal(_) => false,
    }
}

/// The size of a call, arguments and result included.
pub fn call_size(unit: &Unit, f: &Function, call: &Call) -> i64 {
    let moved = |op: Operand| move_size(unit, unit.type_of(f, op));
    let result = if call.lhs.is_some() { moved(call.lhs) } else { 0 };
    1 + result + call.args.iter().map(|&arg| moved(arg)).sum::<i64>()
}

fn move_size(unit: &Unit, ty: TypeId) -> i64 {
    match unit.types.size(ty) {
        Some(size) if size <= 4 * MOVE_MAX => size.div_ceil(MOVE_MAX).max(1) as i64,
        _ => BLOCK_MOVE,
    }
}

/// The size of a statement.
pub fn statement(unit: &Unit, f: &Function, stmt: StmtId) -> i64 {
    match &f.stmts[stmt].kind {
        StmtKind::Assign { .. } if is_clobber(unit, f, stmt) => 0,
        StmtKind::Assign { lhs, code, rhs } => {
            let memory = |op: Operand| {
                if unit.is_memory_operand(op) || is_constructor(unit, op) {
                    move_size(unit, unit.type_of(f, op))
                } else {
                    0
                }
            };
            let store = if unit.is_memory_operand(*lhs) { memory(*lhs) } else { 0 };
            store + memory(rhs[0]) + operator(*code)
        }
        StmtKind::Cond { .. } => 2,
        StmtKind::Switch(switch) => 2 * switch.cases.len() as i64,
        StmtKind::Call(call) => match call_effects::callee_builtin(unit, call) {
            Some("constant_p" | "expect" | "unreachable" | "prefetch" | "object_size") => 0,
            _ => call_size(unit, f, call),
        },
        StmtKind::Asm(asm) => {
            1 + unit.symbols.text(asm.template).bytes().filter(|&b| b == b'\n' || b == b';').count()
                as i64
        }
        _ => 0,
    }
}

fn is_constructor(unit: &Unit, op: Operand) -> bool {
    op.tree().is_some_and(|id| matches!(unit.trees.kind(id), TreeKind::Constructor(_)))
}

fn operator(code: TreeCode) -> i64 {
    match code {
        TreeCode::Single
        | TreeCode::Nop
        | TreeCode::ViewConvert
        | TreeCode::Paren
        | TreeCode::Complex
        | TreeCode::Realpart
        | TreeCode::Imagpart => 0,
        TreeCode::Cond => 2,
        _ => 1,
    }
}
