//! Pass `nothrow`: functions that no exception leaves.
//!
//! ```text
//!   int f (int a)                  Function found to be nothrow: f
//!   { return a / 2; }
//! ```
//!
//! C throws nothing itself. Without `-fexceptions` nothing is thrown through its functions either; with it whatever they
//! call may throw, unless that is known not to; with `-fnon-call-exceptions` what traps does, too. Callers that come later, and what cleans up after calls in them, see it by
//! the flag of the declaration. A body that another may stand in for at link time says nothing. Linear.

use super::inline::binds_to_current_def;
use dumps::putln;
use gimple::builtins::Ecf;
use gimple::decl::flag;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo, optimizing};
use gimple::stmt::{StmtId, StmtKind};
use std::fmt::Write;
use tree_ssa::analyses::trap::{may_trap, reference_may_trap};
use tree_ssa::dump_text;
use tree_ssa::effects::call_effects::call_flags;

/// `nothrow` for the pass table.
pub const PASS: Pass = Pass::tree("nothrow", execute).gate(optimizing).requires(Prop::CFG);

/// The pass.
fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if cx.unit.decls[f.decl].has(flag::NOTHROW) {
        return Todo::NONE;
    }
    if cx.unit.decls[f.decl].has(flag::NOIPA) || !binds_to_current_def(cx, f.decl) {
        putln!(cx.dump, "Function is interposable; not analyzing.");
        return Todo::NONE;
    }
    let blocks = f.block_iter();
    let thrower = blocks.flat_map(|block| f.block_stmts(block)).find(|&stmt| throws(cx, f, stmt));
    if let Some(stmt) = thrower {
        if cx.dump.enabled() {
            putln!(cx.dump, "Statement can throw: {}", dump_text::stmt(cx.unit, f, stmt));
        }
        return Todo::NONE;
    }
    cx.unit.decls[f.decl].set(flag::NOTHROW, true);
    if cx.dump.enabled() {
        let name = cx.unit.decl_name(f.decl).unwrap_or_default();
        putln!(cx.dump, "Function found to be nothrow: {name}");
    }
    Todo::NONE
}

/// Whether what a statement throws may leave the function.
fn throws(cx: &PassContext<'_>, f: &Function, stmt: StmtId) -> bool {
    cx.options.on(Flag::Exceptions)
        && f.stmt_info[stmt].pad.is_none()
        && match f.stmts[stmt].kind {
            StmtKind::Call(_) => !call_flags(cx.unit, f, stmt).intersects(Ecf::NOTHROW),
            StmtKind::Assign { lhs, code, rhs } if cx.options.on(Flag::NonCallExceptions) => {
                may_trap(cx.unit, f, code, rhs) || reference_may_trap(cx.unit, f, lhs)
            }
            _ => false,
        }
}
