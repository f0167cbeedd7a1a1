//! An edge turns out to be hardly ever taken, or never: its probability goes to the other ways, and where there is none, what
//! leads to it is as rare.
//!
//! ```text
//!   if (c_1(D) != 0)                                   if (c_1(D) != 0)
//!     goto <bb 3>; [50.00%]     // is wrong      =>      goto <bb 3>; [0.05%]
//!   else                                               else
//!     goto <bb 4>; [50.00%]                              goto <bb 4>; [99.95%]
//! ```

use super::unlikely::may_end_here;
use crate::edit::cfg_edit::edge_count;
use crate::edit::cfg_edit::scaled;
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::function::Function;
use gimple::pass::PassContext;
use std::fmt::Write;

/// The frequency of the block that runs most often.
const MOST: u64 = 10_000;

/// Makes an edge one that is hardly ever taken, or never (`force_edge_cold`). `most` keeps how often the block runs that runs
/// most often: it is looked for once for all edges of a pass.
pub fn make_rare(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    edge: EdgeId,
    never: bool,
    most: &mut Option<u64>,
) {
    let mut work = vec![(edge, never)];
    while let Some((edge, never)) = work.pop() {
        let goal = if never { 0 } else { Probability::HARDLY.0 };
        let Probability(now) = f.edges[edge].probability;
        let counted = edge_count(f, edge);
        let known = f.edges[edge].probability.is_known();
        if !never && counted == NO_COUNT || known && now <= goal && (!never || counted == 0) {
            continue;
        }
        let others = Others::of(f, edge);
        if others.unknown {
            f.edges[edge].probability = Probability(goal);
        } else if others.probability > 0 {
            f.edges[edge].probability = Probability(if known { now.min(goal) } else { goal });
            say(
                cx,
                format_args!(
                    "edge {}->{} {} by redistributing probability to other edges",
                    f.edges[edge].src.0,
                    f.edges[edge].dst.0,
                    word(never)
                ),
            );
            redistribute(f, edge, others.probability);
        } else {
            f.edges[edge].probability = Probability::ALWAYS;
            let block = f.edges[edge].src;
            let frequency = frequency(f, block, most);
            let never = never && others.count == 0;
            rare_block(cx, f, (block, frequency), never, &others, &mut work);
        }
    }
}

fn word(never: bool) -> &'static str {
    if never { "impossible" } else { "cold" }
}

fn say(cx: &mut PassContext<'_>, what: std::fmt::Arguments<'_>) {
    if cx.dump.details() {
        putln!(cx.dump, "Making {what}.");
    }
}

/// What is known of the other edges that leave a block.
struct Others {
    probability: u64,
    count: u64,
    unknown: bool,
}

impl Others {
    fn of(f: &Function, edge: EdgeId) -> Others {
        let mut others = Others { probability: 0, count: 0, unknown: false };
        for &other in &f.blocks[f.edges[edge].src].succs {
            if other == edge || f.edges[other].flags.intersects(EdgeFlags::FAKE) {
                continue;
            }
            match f.edges[other].probability {
                known if known.is_known() => others.probability += u64::from(known.0),
                _ => others.unknown = true,
            }
            match edge_count(f, other) {
                NO_COUNT => {}
                count => others.count = others.count.saturating_add(count),
            }
        }
        others
    }
}

/// Gives what is left of certainty to the other edges, each as much more as the others.
fn redistribute(f: &mut Function, edge: EdgeId, together: u64) {
    let src = f.edges[edge].src;
    let left = u64::from(PROB_BASE - f.edges[edge].probability.0);
    let share = scaled(together, u64::from(PROB_BASE), left).clamp(1, u64::from(PROB_BASE));
    for index in 0..f.blocks[src].succs.len() {
        let other = f.blocks[src].succs[index];
        if other != edge {
            let more = scaled(f.edges[other].probability.0.into(), u64::from(PROB_BASE), share);
            f.edges[other].probability = Probability(more.min(u64::from(PROB_BASE)) as u32);
        }
    }
}

/// A block that leads only to what is rare is so itself, if it runs to its end.
fn rare_block(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (block, frequency): (BlockId, u64),
    never: bool,
    others: &Others,
    work: &mut Vec<(EdgeId, bool)>,
) {
    if f.block_info[block].count == 0 {
        return;
    }
    let preds = f.blocks[block].preds.to_vec();
    let ends = |f: &Function| f.block_stmts(block).any(|stmt| may_end_here(cx.unit, f, stmt));
    if never && block != ENTRY && !ends(f) {
        say(cx, format_args!("bb {} impossible and dropping count to 0", block.0));
        f.block_info[block].count = 0;
        work.extend(preds.into_iter().rev().map(|edge| (edge, never)));
        return;
    }
    let goal = u64::from(!never);
    if let ([only], 0, true) = (&preds[..], others.count, frequency > goal) {
        say(cx, format_args!("bb {} {}", block.0, word(never)));
        f.block_info[block].count = scaled(f.block_info[block].count, goal, frequency);
        work.push((*only, never));
    }
}

/// How often a block runs, of ten thousand times that the one runs that runs most often.
fn frequency(f: &Function, block: BlockId, most: &mut Option<u64>) -> u64 {
    let counts = f.block_info.values().map(|info| info.count).filter(|&count| count != NO_COUNT);
    let most = *most.get_or_insert_with(|| counts.max().unwrap_or(0));
    match (f.block_info[block].count, most) {
        (NO_COUNT, _) | (_, 0) => MOST,
        (count, most) => scaled(count, MOST, most),
    }
}
