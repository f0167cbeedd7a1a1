//! Which loops are unrolled, and how (`try_unroll_loop_completely`).

use super::size::{self, Asked, Size};
use super::unloop::{line, settle};
use dumps::putln;
use gimple::cfg::{EdgeFlags, EdgeId};
use gimple::debug_counter::Counter;
use gimple::function::Function;
use gimple::location::Location;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use std::fmt::Write;
use tree_ssa::analyses::niter::Bound;
use tree_ssa::analyses::niter::Rounds;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::ssa::copy_blocks::can_copy;

/// Rounds of a loop that is unrolled (`--param max-completely-peel-times`).
const MOST_TIMES: i64 = 16;
/// Instructions of what a loop becomes (`--param max-completely-peeled-insns`).
const MOST_INSNS: i64 = 200;
/// Branches on the way through that (`--param max-peel-branches`).
const MOST_BRANCHES: i64 = 32;

/// What is to be made of a loop.
pub struct Plan {
    pub of: LoopId,
    /// How many copies come before the last iteration, which the loop itself becomes.
    pub times: usize,
    /// The exit that is not taken in the copies: in the first only if this says so, and in the last iteration.
    pub exit: Option<EdgeId>,
    pub leaves_first: bool,
    pub leaves_last: bool,
    /// The edge that is not taken in the last iteration.
    pub cancelled: Option<EdgeId>,
    /// Statements that are executed a limited number of times.
    pub bounds: Vec<Bound>,
    pub loc: Location,
}

/// By how much loops may grow (`unroll_level`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Growth {
    /// Only loops that are gone round once are taken apart.
    OneRound,
    /// Copies must not be larger than the loop.
    None,
    Any,
}

/// What a pass wants to be done with a loop.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub growth: Growth,
    /// Loops that end before their test says so may grow, too.
    pub peels: bool,
    /// How often a loop is gone round may be found by doing what it does.
    pub evaluates: bool,
}

/// What has been found of a loop.
#[derive(Default)]
pub struct Found {
    pub plan: Option<Plan>,
    /// A test that never ends the loop is gone.
    pub changed: bool,
    /// The constant number of its rounds.
    pub rounds: Option<Rounds>,
}

/// What answers for the loops of a function that does not change meanwhile.
pub struct Asking<'a> {
    pub tree: &'a Dominators,
    pub evolutions: Evolutions,
}

/// Looks at a loop (`canonicalize_loop_induction_variables`).
pub fn look_at(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    asking: &mut Asking<'_>,
    of: LoopId,
    wanted: Wanted,
) -> Found {
    let mut scev = Scev::new(cx, f, asking.tree, &mut asking.evolutions);
    let rounds = scev.constant_rounds(of, wanted.evaluates);
    let most = scev.max_iterations(of);
    if scev.dump.details() {
        say_rounds(&mut scev, of, rounds, most);
    }
    let changed = most.is_some_and(|most| remove_pointless_exits(cx, f, asking, of, most));
    let plan = plan(cx, f, asking, (of, rounds, most), wanted);
    Found { plan, changed, rounds }
}

fn say_rounds(scev: &mut Scev<'_, '_>, of: LoopId, rounds: Option<Rounds>, most: Option<i128>) {
    if let Some(Rounds { count, .. }) = rounds {
        putln!(scev.dump, "Loop {of} iterates {count} times.");
    }
    // As GCC writes them: in 32 bits.
    if let Some(most) = most.filter(|&most| i64::try_from(most).is_ok()) {
        putln!(scev.dump, "Loop {of} iterates at most {} times.", most as i32);
    }
    let likely = scev.likely_max_iterations(of).filter(|&likely| i64::try_from(likely).is_ok());
    if let Some(likely) = likely {
        putln!(scev.dump, "Loop {of} likely iterates at most {} times.", likely as i32);
    }
}

/// Lets exits not be taken that would be only after the last iteration (`remove_redundant_iv_tests`).
fn remove_pointless_exits(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    asking: &mut Asking<'_>,
    of: LoopId,
    most: i128,
) -> bool {
    let bounds = Scev::new(cx, f, asking.tree, &mut asking.evolutions).bounds(of);
    let mut changed = false;
    for bound in bounds.into_iter().filter(|bound| bound.is_exit && most < bound.most) {
        let succs = &f.blocks[f.stmts[bound.stmt].block].succs;
        let Some(exit) = succs.iter().copied().find(|&edge| f.leaves_loop(edge, of)) else {
            continue;
        };
        let mut scev = Scev::new(cx, f, asking.tree, &mut asking.evolutions);
        let certain = scev.niter_of_exit(of, exit, false).is_some_and(|niter| {
            let count = scev.folder().as_int(niter.count);
            scev.folder().as_int(niter.may_be_zero) == Some(0)
                && count.is_some_and(|count| most < count)
        });
        if certain {
            line(cx, f, "Removed pointless exit: ", bound.stmt);
            settle(cx.unit, f, bound.stmt, !f.edges[exit].flags.intersects(EdgeFlags::TRUE_VALUE));
            changed = true;
        }
    }
    changed
}

fn plan(
    cx: &mut PassContext<'_>,
    f: &Function,
    asking: &mut Asking<'_>,
    (of, rounds, most): (LoopId, Option<Rounds>, Option<i128>),
    wanted: Wanted,
) -> Option<Plan> {
    let mut may_grow = wanted.growth == Growth::Any;
    // Numbers that do not fit are none.
    let rounds = rounds.filter(|rounds| u64::try_from(rounds.count).is_ok());
    let most = most.filter(|&most| i64::try_from(most).is_ok());
    let (mut times, mut cancelled) = match rounds {
        Some(Rounds { exit, count, .. }) => (Some(count), other_edge(f, exit)),
        None => (None, None),
    };
    if let Some(most) = most
        && (most == 0 || wanted.growth != Growth::OneRound)
        && times.is_none_or(|times| most < times)
    {
        // It ends before the test says so, which cannot go from the last iteration.
        (times, cancelled) = (Some(most), None);
        may_grow &= most == 0 || wanted.peels;
    }
    let times = times?;
    let limit = cx.options.param("max-completely-peel-times").unwrap_or(MOST_TIMES);
    if times > i128::from(limit) {
        refuse(cx, format!("{of} (--param max-completely-peel-times limit reached)"));
        return None;
    }
    let cancelled = cancelled.or_else(|| edge_to_cancel(cx, f, of));
    let passed = rounds.filter(|rounds| times <= rounds.count);
    let exit = passed.map(|rounds| rounds.exit);
    if times > 0 {
        if wanted.growth == Growth::OneRound {
            return None;
        }
        let asked = Asked { of, exit, cancelled, limit: insns(cx) };
        if let Some(why) = why_not(cx, f, asking, (asked, times as i64), may_grow) {
            refuse(cx, why);
            return None;
        }
        if !cx.dbg_cnt(Counter::GimpleUnroll) {
            return None;
        }
        if !can_copy(f, &loop_body(f, of)) {
            if cx.dump.details() {
                putln!(cx.dump, "Failed to duplicate the loop");
            }
            return None;
        }
    }
    let ends_there = passed.is_some_and(|rounds| times == rounds.count) || cancelled.is_some();
    let may_be_zero = rounds.is_some_and(|rounds| rounds.may_be_zero);
    Some(Plan {
        of,
        times: usize::try_from(times).ok()?,
        exit,
        leaves_first: may_be_zero,
        leaves_last: ends_there,
        cancelled,
        bounds: Scev::new(cx, f, asking.tree, &mut asking.evolutions).bounds(of),
        loc: natural_loops::location(f, of),
    })
}

fn refuse(cx: &mut PassContext<'_>, why: String) {
    if cx.dump.details() {
        putln!(cx.dump, "Not unrolling loop {why}.");
    }
}

fn insns(cx: &PassContext<'_>) -> i64 {
    cx.options.param("max-completely-peeled-insns").unwrap_or(MOST_INSNS)
}

/// The other edge of a condition.
fn other_edge(f: &Function, exit: EdgeId) -> Option<EdgeId> {
    match f.blocks[f.edges[exit].src].succs[..] {
        [a, b] => Some(if a == exit { b } else { a }),
        _ => None,
    }
}

/// Of a condition before the latch, the edge there: it is not taken in the last iteration, whatever the condition asks
/// (`loop_edge_to_cancel`).
fn edge_to_cancel(cx: &PassContext<'_>, f: &Function, of: LoopId) -> Option<EdgeId> {
    let latch = f.loop_data(of)?.latch;
    let edge = f.single_pred(latch)?;
    let other = other_edge(f, edge).filter(|&other| f.leaves_loop(other, of))?;
    let decides = EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE;
    let stays = f.block_stmts(latch).all(|stmt| !has_side_effects(cx.unit, f, stmt));
    let both = f.edges[edge].flags.intersection(f.edges[other].flags);
    (stays && !both.intersects(EdgeFlags::COMPLEX))
        .then_some(edge)
        .filter(|&edge| f.edges[edge].flags.intersects(decides))
}

/// Why a loop is not worth unrolling so many times.
fn why_not(
    cx: &mut PassContext<'_>,
    f: &Function,
    asking: &mut Asking<'_>,
    (asked, times): (Asked, i64),
    may_grow: bool,
) -> Option<String> {
    let of = asked.of;
    let mut scev = Scev::new(cx, f, asking.tree, &mut asking.evolutions);
    let Some(size) = size::estimate(&mut scev, &asked) else {
        return Some(format!("{of}: it is too large"));
    };
    let unrolled = size.unrolled(times);
    if cx.dump.details() {
        putln!(cx.dump, "  Loop size: {}", size.overall);
        putln!(cx.dump, "  Estimated size after unrolling: {unrolled}");
    }
    // What becomes a constant is not set before the loop any more, either.
    if unrolled <= size.overall + i64::from(size.constant_iv) {
        return None;
    }
    let Size { pure_calls, other_calls, not_calls, branches, .. } = size;
    let most_branches = cx.options.param("max-peel-branches").unwrap_or(MOST_BRANCHES);
    let why = if !may_grow {
        "size would grow"
    } else if f.loop_data(of).is_some_and(|entry| entry.inner.is_some()) {
        "it is not innermost and code would grow"
    } else if other_calls > 0 {
        "contains call and code would grow"
    } else if pure_calls > 0 && not_calls <= 3 + pure_calls {
        "contains just pure calls and code would grow"
    } else if branches * times > most_branches {
        "number of branches on hot path in the unrolled sequence reaches --param max-peel-branches \
         limit"
    } else if unrolled > asked.limit {
        "number of insns in the unrolled sequence reaches --param max-completely-peeled-insns limit"
    } else {
        return None;
    };
    Some(format!("{of}: {why}"))
}
