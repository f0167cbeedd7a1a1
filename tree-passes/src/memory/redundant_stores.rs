//! Stores of zeros where zeros have just been stored (`dse_optimize_redundant_stores`), a part of pass `dse`.
//!
//! ```text
//!   s = {};                          s = {};
//!   s.name[5] = 0;              =>
//!   memset (&s.tail, 0, 16);
//! ```
//!
//! A store is more than its bytes: it gives the object a type. A zero that is stored as a type by which the first store let
//! nothing be read stays.
//!
//! Only what comes next in memory is looked at, and a few of that, so that the cost of a store is bounded.

use super::dse::{kills, written};
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::fold_const::constant_bytes;
use gimple::function::Function;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::is_clobber;

/// Statements looked at for one store.
const MAX_USES: usize = 10;

/// The stores right after a store of zeros that store zeros where it has done so.
pub fn after(oracle: &Oracle, unit: &Unit, f: &Function, stmt: StmtId) -> Vec<StmtId> {
    let fresh = cleared(unit, f, stmt);
    let Some(first) = fresh.or_else(|| zeroed(unit, f, stmt)) else { return Vec::new() };
    let next = f.imm_uses(f.stmts[stmt].vdef).map(|node| node.stmt).take(MAX_USES);
    let is_redundant = |&user: &StmtId| {
        user != stmt
            && f.stmts[user].vdef.is_some()
            && zeroed(unit, f, user).is_some_and(|access| {
                let covers = match fresh {
                    Some(fresh) => fresh.base == access.base && fresh.covers(&access),
                    None => kills(oracle, unit, f, stmt, &access),
                };
                covers && oracle.keeps_type(unit, &first, &access)
            })
    };
    next.filter(is_redundant).collect()
}

/// The memory that a call of `calloc` returns, of a size that is known.
fn cleared(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Access> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
    if call_effects::callee_builtin(unit, call) != Some(Builtin::Calloc) || call.lhs.is_none() {
        return None;
    }
    let [count, size] = [0, 1].map(|at| call.args.get(at).and_then(|&arg| unit.as_int(arg)));
    let size = i64::try_from(count?.checked_mul(size?)?).ok()?;
    Some(Access::from_pointer(unit, f, call.lhs, Some(size)))
}

/// Where a statement stores zeros, if it does nothing else.
fn zeroed(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Access> {
    let zeros = match &f.stmts[stmt].kind {
        StmtKind::Assign { code: TreeCode::Single, rhs, .. } => is_zeros(unit, rhs[0]),
        StmtKind::Call(call) => {
            call.lhs.is_none()
                && call_effects::callee_builtin(unit, call) == Some(Builtin::Memset)
                && call.args.get(1).is_some_and(|&byte| unit.is_zero(byte))
        }
        _ => false,
    };
    if !zeros || f.stmts[stmt].has(StmtFlags::VOLATILE) || is_clobber(unit, f, stmt) {
        return None;
    }
    written(unit, f, stmt)
}

/// Whether a value is of zeros alone in memory (`initializer_zerop`).
fn is_zeros(unit: &Unit, value: Operand) -> bool {
    match value {
        Operand::Const(id) => {
            constant_bytes(unit, id).is_some_and(|bytes| bytes.iter().all(|&byte| byte == 0))
        }
        Operand::Tree(id) => match unit.trees.kind(id) {
            TreeKind::Constructor(elements) => elements.is_empty(),
            _ => false,
        },
        _ => false,
    }
}
