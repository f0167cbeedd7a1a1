//! Counts and probabilities when part of what ran through some blocks runs through copies of them.

use crate::graph::cfg_edit::edge_count;
use crate::graph::copy_blocks::Copies;
use gimple::cfg::{BlockId, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::function::Function;

/// Gives the copies what comes by `entry`, and takes it from the originals. `exit` leaves the last original: what comes by
/// `entry` takes it.
pub fn divide(f: &mut Function, region: &[BlockId], made: &Copies, entry: EdgeId, exit: EdgeId) {
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
                take_from_branch(f, block, count, exit);
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

/// How probable the ways out of a block are without those that are known to take one of them
/// (`update_bb_profile_for_threading`).
fn take_from_branch(f: &mut Function, block: BlockId, count: u64, taken: EdgeId) {
    let whole = f.block_info[block].count;
    let known = f.edges[taken].probability;
    if whole == 0 || whole == NO_COUNT || !known.is_known() {
        return;
    }
    let base = u128::from(PROB_BASE);
    let part = ((u128::from(count) * base + u128::from(whole) / 2) / u128::from(whole)) as u32;
    let part = part.min(known.0);
    f.edges[taken].probability.0 = known.0 - part;
    let rest = u128::from(PROB_BASE - part);
    for (position, edge) in f.blocks[block].succs.clone().into_iter().enumerate() {
        let probability = &mut f.edges[edge].probability;
        if rest == 0 {
            *probability = if position == 0 { Probability::ALWAYS } else { Probability::NEVER };
        } else if probability.is_known() {
            let scaled = (u128::from(probability.0) * base + rest / 2) / rest;
            *probability = Probability(scaled.min(base) as u32);
        }
    }
}
