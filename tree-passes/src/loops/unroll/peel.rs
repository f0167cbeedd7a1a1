//! Copies of a loop's body before the loop (`duplicate_loop_body_to_header_edge`).
//!
//! ```text
//!                               <bb 6> : i_4 = PHI <0(2)>        the first copy of the header
//!   <bb 3> : i_1 = PHI <0(2), i_2(4)>        =>     <bb 7> : i_5 = i_4 + 1;
//!   <bb 4> : i_2 = i_1 + 1;                  <bb 3> : i_1 = PHI <i_5(7), i_2(4)>
//!                                            <bb 4> : i_2 = i_1 + 1;
//! ```

use super::decide::Plan;
use gimple::cfg::{BlockId, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::function::Function;
use gimple::loops::{Loop, LoopId};
use gimple::pass::PassContext;
use gimple::stmt::{PhiArg, StmtId};
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::count_in_copy;
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::saved_phi_args;
use tree_ssa::edit::cfg_edit::scaled;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::profile::cold::make_rare;
use tree_ssa::ssa::copy_blocks::Copies;
use tree_ssa::ssa::copy_blocks::add_phi_arguments;
use tree_ssa::ssa::copy_blocks::copy_blocks;

/// A share that is the whole.
const ALWAYS: u64 = PROB_BASE as u64;

/// Copies the body of a loop before it, as often as planned; the exits that are not taken.
pub fn peel(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    plan: &Plan,
    most: &mut Option<u64>,
) -> Vec<EdgeId> {
    let (Some(ends), Some(mut entry)) = (f.loop_data(plan.of).cloned(), preheader_edge(f, plan.of))
    else {
        return Vec::new();
    };
    let body = body_in_dom_order(f, tree, plan.of);
    let mut scale = Scale::of(f, tree, plan, (&ends, entry), &body);
    let mut unused = Vec::new();
    let mut after = f.edges[entry].src;
    let mut cases = SwitchCases::default();
    for copy in 0..plan.times {
        let made = copy_blocks(cx.unit, f, &body, after, &mut cases);
        for &block in &made.blocks {
            f.block_info[block].loop_father = ends.outer;
        }
        add_phi_arguments(f, &made);
        let Some(back) = put_before(cx, f, &made, &ends, entry, &mut cases) else { break };
        entry = back;
        after = f.edges[back].src;
        if let Some(exit) = plan.exit.filter(|_| copy > 0 || !plan.leaves_first) {
            let edge = copied_edge(f, &made, exit);
            unused.extend(edge);
            edge.into_iter().for_each(|edge| make_rare(cx, f, edge, true, most));
            scale.after_exit(f, &made.blocks);
        }
        scale.copy(f, &made.blocks, copy);
    }
    if let Some(exit) = plan.exit.filter(|_| !plan.leaves_last) {
        unused.push(exit);
        make_rare(cx, f, exit, true, most);
        scale.after_exit(f, &body);
    }
    for &block in &body {
        apply(&mut f.block_info[block].count, scale.last);
    }
    unused
}

/// Lets what enters a loop enter a copy of it, and that copy lead to the loop; the edge by which it does.
pub(crate) fn put_before(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    made: &Copies,
    ends: &Loop,
    entry: EdgeId,
    cases: &mut SwitchCases,
) -> Option<EdgeId> {
    let (header, latch) = (made.copy_of(ends.header)?, made.copy_of(ends.latch)?);
    let back = f.find_edge(latch, header)?;
    let next = saved_phi_args(f, back);
    let back = redirect_edge_and_branch(cx.unit, f, back, ends.header, cases)?;
    set_arguments(f, back, &next);
    let first = saved_phi_args(f, entry);
    let entry = redirect_edge_and_branch(cx.unit, f, entry, header, cases)?;
    set_arguments(f, entry, &first);
    Some(back)
}

pub(crate) fn set_arguments(f: &mut Function, edge: EdgeId, arguments: &[PhiArg]) {
    let phis: Vec<StmtId> = f.phis(f.edges[edge].dst).collect();
    for (phi, argument) in phis.into_iter().zip(arguments) {
        f.add_phi_arg(phi, edge, argument.value, argument.loc);
    }
}

/// The edge of a copy that is what an exit is of the loop.
pub(super) fn copied_edge(f: &Function, made: &Copies, exit: EdgeId) -> Option<EdgeId> {
    let exit = &f.edges[exit];
    f.find_edge(made.copy_of(exit.src)?, exit.dst)
}

/// The blocks of a loop, those first that dominate others, and last what leads to the latch
/// (`get_loop_body_in_dom_order`).
pub(crate) fn body_in_dom_order(f: &Function, tree: &Dominators, of: LoopId) -> Vec<BlockId> {
    let Some(&Loop { header, latch, .. }) = f.loop_data(of) else { return Vec::new() };
    let (mut body, mut work) = (Vec::new(), vec![header]);
    while let Some(block) = work.pop() {
        body.push(block);
        let inside = tree.children(block).filter(|&child| f.in_loop(child, of));
        let (last, mut others): (Vec<BlockId>, Vec<BlockId>) =
            inside.partition(|&child| tree.dominated_by(latch, child));
        // What was split off last is the first in GCC's lists.
        others.sort_unstable();
        work.extend(last);
        work.extend(others);
    }
    body
}

/// By how much the copies of a loop, and what is left of it, are executed less often than the loop was.
struct Scale {
    /// The next copy, and the last iteration.
    next: Option<u64>,
    last: Option<u64>,
    /// From each copy to what comes after it.
    steps: Vec<Option<u64>>,
    /// The blocks after the exit that is not taken, by their places in the body, and the counts before and after it.
    past_exit: Vec<usize>,
    counts: (u64, u64),
}

impl Scale {
    fn of(
        f: &Function,
        tree: &Dominators,
        plan: &Plan,
        (ends, entry): (&Loop, EdgeId),
        body: &[BlockId],
    ) -> Scale {
        let whole = f.block_info[ends.header].count;
        let around = f.find_edge(ends.latch, ends.header).map_or(NO_COUNT, |e| edge_count(f, e));
        let leaves = match plan.exit {
            Some(exit) => edge_count(f, exit),
            None => whole.saturating_sub(around),
        };
        let stays = ratio(around, whole);
        let passes = match (around, leaves) {
            (NO_COUNT, _) | (_, NO_COUNT) => None,
            _ => ratio(around.saturating_add(leaves), whole),
        };
        let is_passed = |copy: usize| plan.exit.is_some() && (copy > 0 || !plan.leaves_first);
        let steps: Vec<Option<u64>> =
            (0..plan.times).map(|copy| if is_passed(copy) { passes } else { stays }).collect();
        let mut wanted = edge_count(f, entry);
        let next = ratio(wanted, whole);
        steps.iter().for_each(|&step| apply(&mut wanted, step));
        let mut scale = Scale {
            next,
            last: ratio(wanted, whole),
            steps,
            past_exit: Vec::new(),
            counts: (1, 1),
        };
        if let Some(exit) = plan.exit {
            scale.note_exit(f, tree, exit, body);
        }
        scale
    }

    /// What comes after an exit that is not taken is executed the more often.
    fn note_exit(&mut self, f: &Function, tree: &Dominators, exit: EdgeId, body: &[BlockId]) {
        let (src, probability) = (f.edges[exit].src, f.edges[exit].probability);
        let (count, taken) = (f.block_info[src].count, edge_count(f, exit));
        if !probability.is_known() || probability == Probability::ALWAYS || taken == NO_COUNT {
            return;
        }
        let is_past = |block: BlockId| block != src && tree.dominated_by(block, src);
        self.past_exit = (0..body.len()).filter(|&at| is_past(body[at])).collect();
        self.counts = (count, count.saturating_sub(taken));
    }

    fn after_exit(&self, f: &mut Function, blocks: &[BlockId]) {
        let (before, after) = self.counts;
        if after == 0 {
            return;
        }
        for &at in &self.past_exit {
            let count = &mut f.block_info[blocks[at]].count;
            *count = count_in_copy(*count, before, after);
        }
    }

    /// Scales the blocks of a copy.
    fn copy(&mut self, f: &mut Function, blocks: &[BlockId], copy: usize) {
        for &block in blocks {
            apply(&mut f.block_info[block].count, self.next);
        }
        self.next = match (self.next, self.steps[copy]) {
            (Some(next), Some(step)) => Some(scaled(next, step, ALWAYS)),
            _ => None,
        };
    }
}

/// How often there is the first count where there is the second, of [`ALWAYS`] (`probability_in`).
fn ratio(part: u64, whole: u64) -> Option<u64> {
    match (part, whole) {
        (NO_COUNT, _) | (_, NO_COUNT) => None,
        _ if whole <= part => Some(ALWAYS),
        _ => Some(scaled(part, ALWAYS, whole)),
    }
}

/// Lets a count be a part of itself; not known where the part is not (`apply_probability`).
fn apply(count: &mut u64, part: Option<u64>) {
    if *count != NO_COUNT && *count != 0 {
        *count = part.map_or(NO_COUNT, |part| scaled(*count, part, ALWAYS));
    }
}
