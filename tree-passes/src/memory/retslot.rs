//! Pass `retslot`: a call may write its result, which is returned in memory, to where it is assigned at once.
//!
//! ```text
//!   b = make (1);            =>   b = make (1); [return slot optimization]        (nothing of `make` can touch b)
//! ```
//!
//! Else the result is written to a temporary place and copied after the call, as the function may read the variable when
//! it has begun to write its result. Initialisers the gimplifier has marked: nobody knows of a variable yet.

use gimple::builtins::kind;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Callee, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Oracle;

/// `retslot` for the pass table.
pub const PASS: Pass = Pass::tree("retslot", execute).requires(Prop::CFG_SSA);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if f.call_kinds & kind::TO_MEMORY == 0 {
        return Todo::NONE;
    }
    let oracle = Oracle::new(cx.unit, cx.options);
    for block in f.block_order() {
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            if may_write_at_once(cx.unit, f, &oracle, stmt) {
                f.stmts[stmt].flags |= StmtFlags::RETURN_SLOT;
            }
            stmt = f.stmts[stmt].next;
        }
    }
    Todo::NONE
}

/// Whether a call has its result returned in memory, and neither reads nor writes where that goes (`dest_safe_for_nrv_p`).
fn may_write_at_once(unit: &Unit, f: &Function, oracle: &Oracle, stmt: StmtId) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    let to_memory = !matches!(call.lhs, Operand::None | Operand::Ssa(_));
    if !to_memory
        || matches!(call.callee, Callee::Internal(_))
        || f.stmts[stmt].has(StmtFlags::RETURN_SLOT)
        || !unit.returns_in_memory(unit.type_of(f, call.lhs))
    {
        return false;
    }
    let access = Access::of(unit, f, unit.trees.base_address(call.lhs));
    !oracle.call_may_touch(unit, f, stmt, &access)
}
