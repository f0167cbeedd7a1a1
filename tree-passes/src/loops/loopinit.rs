//! Passes `loopinit` and `loopdone`: between them every loop has one latch and a preheader of its own, and is in closed form.
//!
//! ```text
//!   <bb 2> : if (n_1(D) > 0) goto <bb 3>;          <bb 2> : if (n_1(D) > 0) goto <bb 5>;
//!                                                  <bb 5> :   (preheader)
//!   <bb 3> : # i_2 = PHI <0(2), i_3(3)>      =>    <bb 3> : # i_2 = PHI <0(5), i_3(6)>
//!   if (i_3 < n_1(D)) goto <bb 3>;                 if (i_3 < n_1(D)) goto <bb 6>;
//!                                                  <bb 6> : goto <bb 3>;   (latch)
//! ```
//!
//! What loop passes put before a loop goes to the preheader, and edges need not be split. Cleaning the CFG leaves these blocks
//! alone until `loopdone`. What a loop computes leaves it through φs (`closed_form`) until then:
//!
//! ```text
//!   <bb 4> : return i_3;                           <bb 4> : # i_4 = PHI <i_3(3)>
//!                                                  return i_4;
//! ```

use dumps::putln;
use gimple::cfg::BlockId;
use gimple::function::{Function, Prop};
use gimple::loops::{LoopId, Loops};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use std::fmt::Write;
use tree_ssa::cleanup::closed_form::close_loops;
use tree_ssa::cleanup::closed_form::is_closed;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::edit::cfg_edit::may_propagate_copy;
use tree_ssa::fold::gimple_fold;
use tree_ssa::graph::natural_loops::record_exits;

/// `loopinit` for the pass table.
pub const PASS: Pass = Pass::tree("loopinit", execute).requires(Prop::CFG_SSA);

/// `loopdone` for the pass table.
pub const DONE: Pass = Pass::tree("loopdone", done)
    .requires(Prop::CFG)
    .todo(Todo::CLEANUP_CFG)
    .follows(&[("loopinit", "it lets go of what that keeps")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    close_loops(cx.unit, f, &mut cx.dump);
    let closed = is_closed(f);
    if let Some(loops) = &mut f.loops {
        loops.simple_latches = true;
        loops.closed_form = closed && loops.any();
    }
    Todo::NONE
}

fn done(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    record_exits(f);
    let Some(loops) = &mut f.loops else { return Todo::NONE };
    loops.simple_latches = false;
    if std::mem::take(&mut loops.closed_form) {
        open_loops(cx, f);
    }
    Todo::NONE
}

/// Lets go of the φs by which values leave their loops (`clean_up_loop_closed_phi`).
fn open_loops(cx: &mut PassContext<'_>, f: &mut Function) {
    let ids = f.loops.as_ref().map(Loops::preorder).unwrap_or_default();
    for id in ids.into_iter().filter(|&id| id != LoopId::ROOT) {
        let exits = f.loop_data(id).map(|entry| entry.exits.clone()).unwrap_or_default();
        for exit in exits {
            let after: BlockId = f.edges[exit].dst;
            let phis: Vec<StmtId> = f.phis(after).collect();
            for phi in phis {
                replace_phi(cx, f, phi);
            }
        }
    }
}

/// Replaces a φ whose arguments are all one by that.
fn replace_phi(cx: &mut PassContext<'_>, f: &mut Function, phi: StmtId) {
    let (result, value) = (f.phi(phi).result, f.phi(phi).args[0].value);
    let all_one = f.phi(phi).args.iter().all(|arg| arg.value == value);
    let lhs = Operand::Ssa(result);
    if !all_one || value == lhs || !may_propagate_copy(cx.unit, f, lhs, value) {
        return;
    }
    if cx.dump.details() {
        let [from, to] = [lhs, value].map(|op| tree_ssa::dump_text::operand(cx.unit, f, op));
        putln!(cx.dump, "  Replacing '{from}' with '{to}'");
    }
    let changed = f.replace_uses_by(cx.unit, result, value);
    f.remove_stmt(phi);
    for stmt in changed {
        if !f.is_phi(stmt) && f.stmts[stmt].block.is_some() {
            gimple_fold::fold_stmt(cx.unit, f, cx.options, &|_| None, stmt);
        }
    }
}
