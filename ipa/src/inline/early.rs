//! Which calls the early inliner takes, and what it says of the others.
//!
//! ```text
//! x.c:9:10: note: Considering inline candidate f/0.
//! x.c:9:10: missed:   will not early inline: main/1->f/0, growth 9 exceeds --param early-inlining-insns
//! ```

use super::Reason;
use super::body::Body;
use super::node_name;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::pass::PassContext;
use gimple::remark::RemarkKind;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::unit::Unit;
use tree_ssa::effects::size;

/// How many instructions more early inlining may leave (`early-inlining-insns`), up to `-O2` and at `-O3`.
const EARLY_INSNS: [i64; 2] = [6, 14];

/// Whether the early inliner takes a call of a body (`want_early_inline_function_p`).
pub(super) fn wants(
    options: &Options,
    unit: &Unit,
    f: &Function,
    body: &Body,
    stmt: StmtId,
) -> Result<(), Reason> {
    let declared = unit.decls[body.decl].has(flag::INLINE);
    if !declared && !options.on(Flag::InlineSmallFunctions) {
        return Err(None);
    }
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return Err(None) };
    let Some(summary) = &body.summary else { return Err(None) };
    let call_size = size::call_size(unit, f, call);
    let growth = summary.size(summary.possible(unit, &call.args)) - call_size;
    let limit =
        if options.optimize_size { 0 } else { EARLY_INSNS[usize::from(options.optimize >= 3)] };
    if growth <= 0 {
        return Ok(());
    }
    let least = summary.least - call_size;
    Err(Some(if least > limit {
        format!("call is cold and code would grow at least by {least}")
    } else if is_cold(unit, f.decl, body.decl) {
        format!("call is cold and code would grow by {growth}")
    } else if growth > limit {
        format!("growth {growth} exceeds --param early-inlining-insns")
    } else if growth * (summary.real_calls + 1) > limit {
        format!("growth {growth} exceeds --param early-inlining-insns divided by number of calls")
    } else {
        return Ok(());
    }))
}

/// Whether a call is made so seldom that it should not cost anything to have it (`maybe_hot_p` negated).
fn is_cold(unit: &Unit, caller: DeclId, callee: DeclId) -> bool {
    const ONCE: u64 = flag::COLD | flag::NORETURN | flag::CONSTRUCTOR | flag::DESTRUCTOR;
    unit.decls[caller].has(flag::COLD)
        || unit.decls[callee].flags & ONCE != 0
        || unit.decl_name(callee) == Some("main")
}

/// Says why a call is not inlined.
pub(super) fn say_refused(
    cx: &mut PassContext<'_>,
    f: &Function,
    stmt: StmtId,
    callee: DeclId,
    reason: Reason,
) {
    if let Some(reason) = reason
        && cx.wants_remarks()
    {
        let (callee, caller) = (node_name(cx.unit, callee), node_name(cx.unit, f.decl));
        let text = format!("  will not early inline: {caller}->{callee}, {reason}");
        cx.remark_of(RemarkKind::Missed, "inline", (f, stmt), text);
    }
}

/// Says of a candidate that it is one.
pub(super) fn say_considered(cx: &mut PassContext<'_>, f: &Function, stmt: StmtId, callee: DeclId) {
    if cx.wants_remarks() {
        let text = format!("Considering inline candidate {}.", node_name(cx.unit, callee));
        cx.remark_of(RemarkKind::Note, "inline", (f, stmt), text);
    }
}

/// Says of calls of the function itself that they are not inlined.
pub(super) fn say_recursive(cx: &mut PassContext<'_>, f: &Function, calls: &[StmtId]) {
    let forbidden = flag::NOINLINE | flag::NOIPA;
    let candidate =
        cx.unit.decls[f.decl].has(flag::INLINE) || cx.options.on(Flag::InlineSmallFunctions);
    if !cx.wants_remarks() || !candidate || cx.unit.decls[f.decl].flags & forbidden != 0 {
        return;
    }
    for &stmt in calls {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { continue };
        if call.callee == Callee::Decl(f.decl) {
            say_considered(cx, f, stmt, f.decl);
            let text = "  Not inlining: recursive call.".to_string();
            cx.remark_of(RemarkKind::Missed, "inline", (f, stmt), text);
        }
    }
}
