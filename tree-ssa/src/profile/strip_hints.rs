//! Pass `*strip_predict_hints`: hints that have served their purpose once the profile is estimated go.
//!
//! ```text
//!   // predicted unlikely by early return (on trees) predictor.
//!   goto <bb 5>;                                                   =>     goto <bb 5>;
//! ```
//!
//! Blocks that hold nothing else only forward then. Of `__builtin_expect` the value is left. The early instance takes the
//! hints at early returns, which mean nothing in a caller; the others go with the body to where it is inlined, and after that
//! the late instance takes them.

use crate::edit;
use crate::effects::call_effects::callee_builtin;
use gimple::builtins::Builtin;
use gimple::cfg::ENTRY;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Predictor, StmtKind};
use gimple::unit::Unit;

/// The early `*strip_predict_hints` for the pass table.
pub const PASS: Pass = Pass::tree("*strip_predict_hints", execute)
    .requires(Prop::CFG)
    .follows(&[("profile_estimate", "that is what the hints are for")]);

/// The late `*strip_predict_hints` for the pass table.
pub const LATE: Pass = Pass::tree("*strip_predict_hints", execute_late)
    .requires(Prop::CFG)
    .follows(&[("inline", "a caller's profile is estimated with the hints of what is inlined")]);

/// The early pass.
pub fn execute(_: &mut PassContext<'_>, f: &mut Function) -> Todo {
    strip(f, |predictor| predictor == Predictor::TreeEarlyReturn)
}

/// The late pass.
pub fn execute_late(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let calls = strip_calls(cx.unit, f);
    let hints = strip(f, |_| true);
    if calls { Todo::CLEANUP_CFG } else { hints }
}

/// Calls that only say what value is expected become that value; whether there were such.
fn strip_calls(unit: &Unit, f: &mut Function) -> bool {
    let mut changed = false;
    let mut block = f.next_block(ENTRY);
    while block.is_some() {
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            if let StmtKind::Call(call) = &f.stmts[stmt].kind
                && let Some(Builtin::Expect | Builtin::ExpectWithProbability) =
                    callee_builtin(unit, call)
                && let Some(&value) = call.args.first()
            {
                let lhs = call.lhs;
                changed = true;
                if lhs.is_none() {
                    f.remove_stmt(stmt);
                } else {
                    edit::set_value(unit, f, stmt, value);
                }
            }
            stmt = next;
        }
        block = f.next_block(block);
    }
    changed
}

fn strip(f: &mut Function, goes: impl Fn(Predictor) -> bool) -> Todo {
    let mut changed = false;
    let mut block = f.next_block(ENTRY);
    while block.is_some() {
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            if let StmtKind::Predict { predictor, .. } = f.stmts[stmt].kind
                && goes(predictor)
            {
                f.remove_stmt(stmt);
                changed = true;
            }
            stmt = next;
        }
        block = f.next_block(block);
    }
    if changed { Todo::CLEANUP_CFG } else { Todo::NONE }
}
