//! How large statements and functions are, in instructions, and what time they take, roughly (`estimate_num_insns`).

use crate::effects::call_effects::callee_builtin;
use crate::effects::call_effects::is_clobber;
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

/// What is not the same in instructions as in time.
struct Weights {
    call: i64,
    /// A call through a pointer.
    indirect_call: i64,
    division: i64,
    returns: i64,
    is_time: bool,
}

/// `eni_size_weights`.
const SIZE: Weights =
    Weights { call: 1, indirect_call: 3, division: 1, returns: 1, is_time: false };
/// `eni_time_weights`.
const TIME: Weights =
    Weights { call: 10, indirect_call: 15, division: 10, returns: 2, is_time: true };

/// What a call through a pointer takes more than one of a function.
pub const INDIRECT_SIZE: i64 = SIZE.indirect_call - SIZE.call;
/// The same for the time.
pub const INDIRECT_TIME: i64 = TIME.indirect_call - TIME.call;

/// The size of a call, arguments and result included.
pub fn call_size(unit: &Unit, f: &Function, call: &Call) -> i64 {
    weighed_call(unit, f, call, &SIZE)
}

fn weighed_call(unit: &Unit, f: &Function, call: &Call, weights: &Weights) -> i64 {
    let moved = |op: Operand| move_size(unit, unit.type_of(f, op));
    let result = if call.lhs.is_some() { moved(call.lhs) } else { 0 };
    let indirect = matches!(call.callee, Callee::Pointer(_));
    let itself = if indirect { weights.indirect_call } else { weights.call };
    itself + result + call.args.iter().map(|&arg| moved(arg)).sum::<i64>()
}

/// The size of moving something of a type.
pub fn move_size(unit: &Unit, ty: TypeId) -> i64 {
    match unit.types.size(ty) {
        Some(size) if size <= 4 * MOVE_MAX => size.div_ceil(MOVE_MAX).max(1) as i64,
        _ => BLOCK_MOVE,
    }
}

/// The size of a statement.
pub fn statement_size(unit: &Unit, f: &Function, stmt: StmtId) -> i64 {
    weighed(unit, f, stmt, &SIZE)
}

/// The time a statement takes.
pub fn time(unit: &Unit, f: &Function, stmt: StmtId) -> i64 {
    weighed(unit, f, stmt, &TIME)
}

fn weighed(unit: &Unit, f: &Function, stmt: StmtId, weights: &Weights) -> i64 {
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
            store + memory(rhs[0]) + operator(*code, unit.as_int(rhs[1]).is_some(), weights)
        }
        StmtKind::Cond { .. } => 2,
        StmtKind::Switch(switch) if weights.is_time => {
            2 * i64::from(switch.cases.len().max(1).ilog2())
        }
        StmtKind::Switch(switch) => 2 * switch.cases.len() as i64,
        StmtKind::Call(call) => match callee_builtin(unit, call) {
            _ if matches!(call.callee, Callee::Internal(_)) => 0,
            Some(builtin) if builtin.is_free() => 0,
            Some(builtin) if builtin.is_cheap() => 1,
            _ => weighed_call(unit, f, call, weights),
        },
        StmtKind::Return(_) => weights.returns,
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

fn operator(code: TreeCode, by_constant: bool, weights: &Weights) -> i64 {
    match code {
        TreeCode::Single
        | TreeCode::Nop
        | TreeCode::ViewConvert
        | TreeCode::Paren
        | TreeCode::Complex
        | TreeCode::Realpart
        | TreeCode::Imagpart => 0,
        TreeCode::Cond => 2,
        TreeCode::TruncDiv | TreeCode::ExactDiv | TreeCode::TruncMod | TreeCode::Rdiv
            if !by_constant =>
        {
            weights.division
        }
        _ => 1,
    }
}
