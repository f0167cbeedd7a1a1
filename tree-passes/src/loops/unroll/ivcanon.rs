//! Pass `ivcanon`: a loop whose number of iterations is a constant counts them down, and what is gone round once is no loop.
//!
//! ```text
//!   <bb 3> : # i_1 = PHI <0(2), i_2(4)>          <bb 3> : # i_1 = PHI <0(2), i_2(4)>
//!                                                # ivtmp_4 = PHI <100(2), ivtmp_3(4)>
//!   ... i_1 ...                            =>    ... i_1 ...
//!   i_2 = i_1 + 1;                               i_2 = i_1 + 1;
//!                                                ivtmp_3 = ivtmp_4 - 1;
//!   if (i_2 != 100) goto <bb 4>;                 if (ivtmp_3 != 0) goto <bb 4>;
//! ```
//!
//! How often a loop is gone round may be found by doing what it does, up to a limit. Tests that never end the loop, as it
//! ends before, are taken out. The loops are looked at once, inner ones first; each costs what is in it.

use super::carry_out;
use super::decide::{Asking, Growth, Plan, Wanted, look_at};
use dumps::Dump;
use dumps::putln;
use gimple::cfg::EdgeFlags;
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use std::fmt::Write;
use tree_ssa::analyses::niter::Rounds;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::closed_form::close_again;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::replace;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::preheader_edge;

/// `ivcanon` for the pass table.
pub const PASS: Pass = Pass::tree("ivcanon", execute)
    .gate(|options, _| options.on(Flag::TreeLoopIvcanon))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "counters begin in preheaders")]);

/// Looks at the loops of a function (`canonicalize_induction_variables`).
fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut Dump::off());
    natural_loops::record_exits(f);
    let Some(loops) = f.loops.as_ref().filter(|loops| loops.any()) else { return Todo::NONE };
    let (before, after) = (loops.preorder(), loops.postorder());
    let tree = analyses::analysis::<Dominators>(f);
    let mut asking = Asking { tree: &tree, evolutions: Evolutions::default() };
    for &id in &before[1..] {
        Scev::new(cx, f, &tree, &mut asking.evolutions).estimate(id);
    }
    let mut plans: Vec<Plan> = Vec::new();
    let mut changed = false;
    for id in after.into_iter().filter(|&id| id != LoopId::ROOT) {
        let wanted = Wanted { growth: Growth::OneRound, peels: false, evaluates: true };
        let found = look_at(cx, f, &mut asking, id, wanted);
        changed |= found.changed;
        match (found.plan, found.rounds) {
            (Some(plan), _) => plans.push(plan),
            (None, Some(rounds)) if !rounds.may_be_zero => count_down(cx, f, &tree, (id, rounds)),
            _ => {}
        }
    }
    if !plans.is_empty() {
        carry_out(cx, f, &tree, &plans);
        close_again(cx, f);
    }
    if changed || !plans.is_empty() { Todo::CLEANUP_CFG } else { Todo::NONE }
}

/// Lets a loop count its rounds down to zero (`create_canonical_iv`).
fn count_down(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    (of, rounds): (LoopId, Rounds),
) {
    let Rounds { exit, count, ty, .. } = rounds;
    let src = f.edges[exit].src;
    let Some((header, latch)) = f.loop_data(of).map(|entry| (entry.header, entry.latch)) else {
        return;
    };
    // The exit is tested once in each iteration.
    if f.loop_of(src) != of || latch.is_none() || !tree.dominated_by(latch, src) {
        return;
    }
    let (Some(entry), Some(back)) = (preheader_edge(f, of), f.find_edge(latch, header)) else {
        return;
    };
    let Some(test) = f.last_stmt(src) else { return };
    if !matches!(f.stmts[test].kind, StmtKind::Cond { .. }) {
        return;
    }
    if cx.dump.details() {
        putln!(cx.dump, "Added canonical iv to loop {of}, {count} iterations.");
    }
    let first = cx.unit.int(ty, cx.unit.types.wrap(ty, count + 1));
    let ident = cx.unit.symbols.intern("ivtmp");
    let before = f.make_temp_ssa_name(ty, ident, StmtId::NONE);
    let after = f.make_temp_ssa_name(ty, ident, StmtId::NONE);
    let (one, zero) = (cx.unit.int(ty, 1), cx.unit.int(ty, 0));
    let mut at = Cursor::before(test).like(f, test);
    let lowered = [Operand::Ssa(before), one];
    at.assign(cx.unit, f, Operand::Ssa(after), TreeCode::Minus, lowered);
    let phi = f.create_phi(before, header);
    f.add_phi_arg(phi, entry, first, Location::UNKNOWN);
    f.add_phi_arg(phi, back, Operand::Ssa(after), Location::UNKNOWN);
    let ends_if_true = f.edges[exit].flags.intersects(EdgeFlags::TRUE_VALUE);
    let code = if ends_if_true { TreeCode::Eq } else { TreeCode::Ne };
    replace(cx.unit, f, test, StmtKind::cond(code, [Operand::Ssa(after), zero]));
}
