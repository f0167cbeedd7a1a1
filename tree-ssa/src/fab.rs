//! Pass `fab`: what calls of builtin functions come to when nothing more will be found out about their arguments.
//!
//! ```text
//!   _1 = __builtin_constant_p (n_2(D));
//!   if (_1 != 0)                              =>    goto <bb 4>;
//!     goto <bb 3>; else goto <bb 4>;
//! ```
//!
//! `__builtin_constant_p` of what is no constant by now is 0. That is put in the place of its result at once, so that code
//! which was written for constants only goes before anybody expands it.

use crate::call_effects;
use crate::gimple_fold::fold_stmt_inplace;
use gimple::function::Function;
use gimple::pass::{PassContext, Todo};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut changed = false;
    for block in f.block_order() {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            changed |= settle(cx, f, stmt);
        }
    }
    if changed { Todo::CLEANUP_CFG } else { Todo::NONE }
}

/// Replaces the result of a call of `__builtin_constant_p`.
fn settle(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    if call_effects::callee_builtin(cx.unit, call) != Some("constant_p") {
        return false;
    }
    let (lhs, arg) = (call.lhs, call.args.first().copied().unwrap_or_default());
    let Operand::Ssa(name) = lhs else {
        return false;
    };
    let ty = f.names[name].ty;
    let value = cx.unit.int(ty, arg.constant().is_some().into());
    let users = f.use_stmts(name);
    f.replace_uses_by(cx.unit, name, value);
    for user in users {
        fold_stmt_inplace(cx.unit, f, cx.options, user);
    }
    f.remove_stmt(stmt);
    true
}
