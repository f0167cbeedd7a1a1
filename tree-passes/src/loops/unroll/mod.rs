//! Passes `cunrolli` and `cunroll`: unroll loops that are gone round a few times, known beforehand, completely; the first only
//! such that are inside of others.
//!
//! ```text
//!   for (i = 0; i < n; i++)              <bb 4> : # s_1 = PHI <0(2), s_9(4)>
//!     for (j = 0; j < 3; j++)      =>    _2 = b[i_3][0];   s_4 = s_1 + _2;
//!       s += b[i][j];                    _5 = b[i_3][1];   s_7 = s_4 + _5;
//!                                        _8 = b[i_3][2];   s_9 = s_7 + _8;
//! ```
//!
//! In each round all loops are looked at, inner ones first, on the function as it is (`decide`): how often a loop is gone
//! round, and whether its copies are smaller than the loop, as far as can be told by what becomes constants in them
//! (`size`); at `-O3` loops may grow. Loops around those that were changed wait for the next round. Then
//! the bodies are copied (`peel`) and the ways back are taken out (`unloop`), SSA form is updated once, constants are
//! propagated in the loops around, and the CFG is cleaned. A round costs what the loops and the copies take; copies grow
//! by no more than limits allow, and rounds are few. Where nothing is unrolled there is one.

pub mod by_factor;
mod decide;
pub mod ivcanon;
pub(crate) mod peel;
mod size;
pub(crate) mod unloop;

use crate::redundancy::vn::regions::eliminate_in_loops;
use decide::{Asking, Found, Growth, Plan, Wanted, look_at};
use dumps::Dump;
use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, NO_COUNT};
use gimple::function::{Function, Prop};
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
pub(crate) use peel::body_in_dom_order;
use std::fmt::Write;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::cfg_cleanup::clean_up;
use tree_ssa::cleanup::closed_form::close_again;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::profile::cold::make_rare;
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::update_ssa;

/// Rounds after the first (`--param max-unroll-iterations`).
const MOST_ROUNDS: i64 = 8;

/// `cunrolli` for the pass table.
pub const INNER: Pass = Pass::tree("cunrolli", execute_inner)
    .gate(|options, _| options.optimize >= 2)
    .requires(Prop::CFG_SSA);

/// `cunroll` for the pass table.
pub const ALL: Pass = Pass::tree("cunroll", execute_all)
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "loops have preheaders and latches, and are in closed form")]);

/// Unrolls inner loops.
fn execute_inner(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    if f.loops.as_ref().is_some_and(|loops| loops.ids().nth(1).is_some()) {
        unroll(cx, f, false);
    }
    Todo::NONE
}

/// Unrolls loops, be they within others or not.
fn execute_all(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut Dump::off());
    if f.loops.as_ref().is_some_and(|loops| loops.ids().nth(1).is_some()) {
        unroll(cx, f, true);
    }
    Todo::NONE
}

/// Unrolls loops as long as there are such that can be (`tree_unroll_loops_completely`); `outermost`: those that are in no
/// other may grow as well.
fn unroll(cx: &mut PassContext<'_>, f: &mut Function, outermost: bool) {
    let most = cx.options.param("max-unroll-iterations").unwrap_or(MOST_ROUNDS);
    let simple = f.loops.as_mut().map(|loops| std::mem::replace(&mut loops.simple_latches, true));
    let mut rounds = 0;
    while round(cx, f, outermost) && rounds < most {
        simplify_loops(cx.unit, f, &mut Dump::off());
        rounds += 1;
    }
    if let (Some(loops), Some(simple)) = (&mut f.loops, simple) {
        loops.simple_latches = simple;
    }
}

/// Looks at all loops and unrolls those it can; whether it has changed anything.
fn round(cx: &mut PassContext<'_>, f: &mut Function, outermost: bool) -> bool {
    natural_loops::record_exits(f);
    let tree = analyses::analysis::<Dominators>(f);
    let chosen = choose(cx, f, &tree, outermost);
    if !chosen.changed {
        return false;
    }
    carry_out(cx, f, &tree, &chosen.plans);
    let mut around: Vec<LoopId> = chosen.around.iter().map(|&block| f.loop_of(block)).collect();
    around.retain(|&id| id.is_some() && id != LoopId::ROOT);
    around.sort_unstable();
    around.dedup();
    eliminate_in_loops(cx, f, &around);
    clean_up(cx, f);
    close_again(cx, f);
    if cx.dump.details() {
        putln!(cx.dump, "fix_loop_structure: fixing up loops for function");
    }
    true
}

/// Does what was planned; the loops that are left are known, and SSA form is up to date, then.
fn carry_out(cx: &mut PassContext<'_>, f: &mut Function, tree: &Dominators, plans: &[Plan]) {
    let mut most = None;
    let mut unused = Vec::new();
    for plan in plans {
        unused.extend(peel::peel(cx, f, tree, plan, &mut most));
        finish(cx, f, plan, &mut most);
    }
    for plan in plans.iter().rev() {
        unloop::unloop(cx, f, plan);
    }
    unloop::remove_exits(cx, f, &unused);
    natural_loops::find_loops(f);
    update_ssa::update(cx.unit, f, &mut cx.dump);
}

/// Takes the test out of the last iteration, and says what has been done.
fn finish(cx: &mut PassContext<'_>, f: &mut Function, plan: &Plan, most: &mut Option<u64>) {
    if let Some(edge) = plan.cancelled {
        make_rare(cx, f, edge, true, most);
        if let Some(test) = f.last_stmt(f.edges[edge].src) {
            unloop::settle(
                cx.unit,
                f,
                test,
                !f.edges[edge].flags.intersects(EdgeFlags::TRUE_VALUE),
            );
        }
    }
    let count = f.header_of(plan.of).map_or(NO_COUNT, |header| f.block_info[header].count);
    let counted = match count {
        NO_COUNT => String::new(),
        count => format!(" (header execution count {})", count as i32),
    };
    let text = match plan.times {
        0 => "loop turned into non-loop; it never loops".to_owned(),
        times => format!("loop with {times} iterations completely unrolled{counted}"),
    };
    cx.remark(RemarkKind::Optimized, "loop", (f.decl, plan.loc), text);
    if !cx.dump.details() {
        return;
    }
    if plan.exit.is_some() {
        putln!(cx.dump, "Exit condition of peeled iterations was eliminated.");
    }
    let _ = match plan.cancelled {
        Some(_) => writeln!(cx.dump, "Last iteration exit edge was proved true."),
        None => {
            writeln!(cx.dump, "Latch of last iteration was marked by __builtin_unreachable ().")
        }
    };
}

/// What a round is to do.
#[derive(Default)]
struct Chosen {
    plans: Vec<Plan>,
    changed: bool,
    /// The headers of loops around those that change.
    around: Vec<BlockId>,
}

/// What is known of a loop, once the loops inside have been looked at.
#[derive(Clone, Copy, Default)]
struct Inner {
    changed: bool,
    /// It is around one that changes itself.
    around_changed: bool,
    /// One of them runs often enough to be made fast.
    hot: bool,
}

/// Looks at the loops of a function, inner ones first; a loop in which something changes is left for the next round.
fn choose(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    outermost: bool,
) -> Chosen {
    let evaluates = !cx.options.on(Flag::TreeLoopIvcanon);
    let mut asking = Asking { tree, evolutions: Evolutions::default() };
    let mut chosen = Chosen::default();
    let Some(loops) = &f.loops else { return chosen };
    let (before, after) = (loops.preorder(), loops.postorder());
    let mut inner = vec![Inner::default(); loops.count()];
    for &id in &before[1..] {
        Scev::new(cx, f, tree, &mut asking.evolutions).estimate(id);
    }
    for id in after {
        let Some((header, outer)) = f.loop_data(id).map(|entry| (entry.header, entry.outer)) else {
            continue;
        };
        if id == LoopId::ROOT {
            continue;
        }
        let Inner { changed, hot, .. } = inner[id.0 as usize];
        let hot = hot || is_hot(cx.unit, cx.options, f, header);
        let mut found = Found::default();
        if !changed {
            let may_grow = cx.options.optimize >= 3 && hot && (outermost || outer != LoopId::ROOT);
            let growth = if may_grow { Growth::Any } else { Growth::None };
            let wanted = Wanted { growth, peels: outermost, evaluates };
            found = look_at(cx, f, &mut asking, id, wanted);
        }
        let itself = found.changed || found.plan.is_some();
        let outer = &mut inner[outer.0 as usize];
        outer.hot |= hot;
        outer.around_changed |= itself;
        outer.changed |= changed || itself;
        chosen.plans.extend(found.plan);
    }
    chosen.changed = inner[LoopId::ROOT.0 as usize].changed;
    chosen.around = outermost_around(f, &before[1..], &inner);
    chosen
}

/// The headers of loops around such that change, of those inside each other the outermost.
fn outermost_around(f: &Function, loops: &[LoopId], inner: &[Inner]) -> Vec<BlockId> {
    let mut covered = vec![false; inner.len()];
    let mut headers = Vec::new();
    for &id in loops {
        let Some(entry) = f.loop_data(id) else { continue };
        let (own, outer) = (id.0 as usize, entry.outer);
        let is_covered = covered[outer.0 as usize];
        let around = inner[own].around_changed;
        if around && !is_covered {
            headers.push(entry.header);
        }
        covered[own] = is_covered || around;
    }
    headers
}
