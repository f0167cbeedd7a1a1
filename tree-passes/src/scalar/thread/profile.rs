//! Counts and probabilities when part of what ran through some blocks runs through copies of them.

use dumps::Dump;
use dumps::putln;
use gimple::cfg::{BlockId, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::function::Function;
use std::fmt::{self, Write};
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::scaled;
use tree_ssa::ssa::copy_blocks::Copies;

/// Gives the copies what comes by `entry`, and takes it from the originals. `exit` leaves the last original: what comes by
/// `entry` takes it.
pub fn divide(
    f: &mut Function,
    region: &[BlockId],
    made: &Copies,
    entry: EdgeId,
    exit: EdgeId,
    dump: &mut Dump<'_>,
) {
    let mut count = edge_count(f, entry);
    if count == NO_COUNT {
        return;
    }
    for (position, (&block, &copy)) in region.iter().zip(&made.blocks).enumerate() {
        let whole = f.block_info[block].count;
        if whole == NO_COUNT {
            return;
        }
        count = count.min(whole);
        if whole > 0 {
            if position + 1 == region.len() {
                take_from_branch(f, block, count, exit, dump);
            }
            f.block_info[block].count = whole - count;
            f.block_info[copy].count = count;
        }
        if let Some(&next) = made.blocks.get(position + 1)
            && let Some(edge) = f.find_edge(copy, next)
        {
            count = edge_count(f, edge);
        }
    }
}

/// How probable the edges out of a block are without those that are known to take one of them
/// (`update_bb_profile_for_threading`).
fn take_from_branch(
    f: &mut Function,
    block: BlockId,
    count: u64,
    taken: EdgeId,
    dump: &mut Dump<'_>,
) {
    let whole = f.block_info[block].count;
    let known = f.edges[taken].probability;
    if whole == 0 || whole == NO_COUNT || !known.is_known() {
        return;
    }
    let left = whole - count;
    let mut part = match left {
        0 => 0,
        _ if count >= left => PROB_BASE,
        _ => share(PROB_BASE, count, left),
    };
    if part > known.0 {
        if dump.enabled() {
            let (src, dst) = (f.edges[taken].src.0, f.edges[taken].dst.0);
            let (is, should) = (Shown(known.0), Shown(part));
            putln!(
                dump,
                "Jump threading proved probability of edge {src}->{dst} too small (it is {is} should be {should})"
            );
        }
        part = share(known.0, 6, 8);
    }
    f.edges[taken].probability.0 = known.0 - part;
    let rest = PROB_BASE - part;
    for (position, edge) in f.blocks[block].succs.clone().into_iter().enumerate() {
        let probability = &mut f.edges[edge].probability;
        if rest == 0 {
            *probability = if position == 0 { Probability::ALWAYS } else { Probability::NEVER };
        } else if probability.is_known() {
            let more = share(probability.0, u64::from(PROB_BASE), u64::from(rest));
            *probability = Probability(more.min(PROB_BASE));
        }
    }
}

/// A part of a probability, or more than the whole.
fn share(probability: u32, times: u64, by: u64) -> u32 {
    u32::try_from(scaled(u64::from(probability), times, by)).unwrap_or(u32::MAX)
}

/// A guessed probability as dumps show it.
struct Shown(u32);

impl fmt::Display for Shown {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            PROB_BASE => write!(out, "always (guessed)"),
            0 => write!(out, "never (guessed)"),
            part => {
                let percent = f64::from(part) * 100.0 / f64::from(PROB_BASE);
                write!(out, "{percent:3.1}% (guessed)")
            }
        }
    }
}
