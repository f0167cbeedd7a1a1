//! Pass `vect`: loops whose iterations are done several at once, in vectors. This machine has none that pay: of the versions of
//! a loop that `ifcvt` made the one stays that has its branches.
//!
//! ```text
//!   <bb 7> : _8 = .LOOP_VECTORIZED (1, 2);            <bb 7> : _8 = 0;
//!   if (_8 != 0) goto <bb 3>; else goto <bb 12>;      goto <bb 12>;
//!   <bb 3> : the loop without branches           =>
//!   <bb 12> : the loop as it was                      <bb 12> : the loop as it was
//! ```
//!
//! What is said of loops is why they have no form that could be vectorized (`vect_analyze_loop_form`), where that is so.

use crate::loops::unroll::unloop::settle;
use dumps::putln;
use gimple::cfg::BlockId;
use gimple::function::{Function, Prop};
use gimple::loops::{LoopId, Loops};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::stmt::{Callee, InternalFn, StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tree_ssa::edit::set_value;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::loop_body;

/// `vect` for the pass table.
pub const PASS: Pass = Pass::tree("vect", execute)
    .gate(|options, _| options.on(Flag::TreeLoopVectorize))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "loops have one latch")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !f.loops.as_ref().is_some_and(Loops::any) {
        return Todo::NONE;
    }
    let calls: Vec<StmtId> = f
        .block_order()
        .into_iter()
        .flat_map(|block| {
            f.block_stmts(block).filter(|&stmt| is_choice(f, stmt)).collect::<Vec<_>>()
        })
        .collect();
    natural_loops::ensure_loops(f);
    report(cx, f, &calls);
    for &call in &calls {
        choose_copy(cx, f, call);
    }
    if calls.is_empty() { Todo::NONE } else { Todo::CLEANUP_CFG }
}

/// Whether a statement asks which version of a loop runs.
fn is_choice(f: &Function, stmt: StmtId) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    call.callee == Callee::Internal(InternalFn::LoopVectorized)
}

/// Lets the version run that was not converted (`fold_loop_internal_call`).
fn choose_copy(cx: &mut PassContext<'_>, f: &mut Function, call: StmtId) {
    let Some(name) = f.stmts[call].kind.lhs().ssa() else { return };
    let no = cx.unit.int(f.names[name].ty, 0);
    for user in f.use_stmts(name) {
        settle(cx.unit, f, user, false);
    }
    set_value(cx.unit, f, call, no);
}

/// Says what becomes of the loops, inner ones first.
fn report(cx: &mut PassContext<'_>, f: &Function, calls: &[StmtId]) {
    if !cx.wants_remarks() {
        return;
    }
    let copies: FxHashSet<i128> = calls.iter().filter_map(|&call| copy_of(cx, f, call)).collect();
    let loops = f.loops.as_ref().map(Loops::preorder).unwrap_or_default();
    for of in loops.into_iter().filter(|&of| of != LoopId::ROOT) {
        if copies.contains(&i128::from(of.0)) {
            continue;
        }
        let loc = natural_loops::location(f, of);
        if cx.dump.details() && !loc.is_unknown() {
            let at = cx.unit.diagnostics.sources.position(loc);
            let (file, line) = (at.file.to_string(), at.line);
            putln!(cx.dump, "\nAnalyzing loop at {file}:{line}");
        }
        let mut say = |kind, text: &str| cx.remark(kind, "loop", (f.decl, loc), text.to_owned());
        say(RemarkKind::Note, " === analyze_loop_nest ===");
        say(RemarkKind::Note, "  === vect_analyze_loop_form ===");
        if let Some(why) = why_not(f, of) {
            say(RemarkKind::Missed, &format!("  {why}"));
            say(RemarkKind::Missed, " bad loop form.");
        }
        say(RemarkKind::Missed, "couldn't vectorize loop");
    }
    let loc = cx.unit.decls[f.decl].loc;
    let text = "vectorized 0 loops in function.".to_owned();
    cx.remark(RemarkKind::Note, "loop", (f.decl, loc), text);
}

/// The number of the version that was not converted.
fn copy_of(cx: &PassContext<'_>, f: &Function, call: StmtId) -> Option<i128> {
    let StmtKind::Call(call) = &f.stmts[call].kind else { return None };
    cx.unit.as_int(call.args.get(1).copied().unwrap_or(Operand::None))
}

/// What is wrong with the form of a loop.
fn why_not(f: &Function, of: LoopId) -> Option<&'static str> {
    let entry = f.loop_data(of)?;
    let is_empty =
        |block: BlockId| f.blocks[block].phis.is_empty() && f.block_stmts(block).next().is_none();
    if entry.inner.is_none() {
        return match loop_body(f, of).len() {
            2 if is_empty(entry.header) => Some("not vectorized: empty loop."),
            2 => None,
            _ => Some("not vectorized: control flow in loop."),
        };
    }
    let several = f.loop_data(entry.inner).is_some_and(|inner| inner.next.is_some());
    match several {
        true => Some("not vectorized: multiple nested loops."),
        false if loop_body(f, of).len() != 5 => Some("not vectorized: control flow in loop."),
        false => None,
    }
}
