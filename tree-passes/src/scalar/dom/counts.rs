//! Counts and probabilities of blocks that get copies for what is threaded through them.
//!
//! What comes by the redirected edges runs through the copy now. After a joiner only a part of it stays on the path, as
//! much as of all that runs through the joiner, unless other threads through it leave more to this one.

use super::threads::{Group, Kind, Path};
use gimple::cfg::{BlockId, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::function::Function;
use rustc_hash::{FxHashMap, FxHashSet};
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::scaled;

/// What of the counts goes to the copies.
pub(super) struct Part {
    /// What comes by the redirected edges.
    pub enters: u64,
    /// What stays on the path to its end.
    pub leaves: u64,
}

/// How much runs along a path (`compute_path_counts`). With `correct`, other threads through the joiner end elsewhere.
pub(super) fn part_of(
    f: &Function,
    group: &Group,
    path: &Path,
    by_start: &FxHashMap<EdgeId, usize>,
    correct: bool,
    copied: &FxHashSet<BlockId>,
) -> Part {
    let unknown = Part { enters: NO_COUNT, leaves: NO_COUNT };
    let block = f.edges[path[0].0].dst;
    let last = path[path.len() - 1].0;
    let (mut enters, mut elsewhere) = (0u64, 0u64);
    for &edge in &f.blocks[block].preds {
        let count = edge_count(f, edge);
        if count == NO_COUNT {
            return unknown;
        }
        if group.entries.contains(&edge) {
            enters = enters.saturating_add(count);
        } else if !by_start.contains_key(&edge) {
            elsewhere = elsewhere.saturating_add(count);
        }
    }
    let total = f.block_info[block].count;
    enters = enters.min(total);
    let mut leaves = enters;
    let mut least = enters;
    let mut joined = false;
    for &(edge, kind) in &path[1..] {
        let count = edge_count(f, edge);
        if count == NO_COUNT {
            return unknown;
        }
        let mut here = count;
        if kind == Kind::Joiner {
            joined = true;
            if total > 0 {
                let share = scaled(enters, u64::from(PROB_BASE), total);
                here = scaled(count, share.min(u64::from(PROB_BASE)), u64::from(PROB_BASE));
            }
        }
        if joined && edge != last {
            let others = f.blocks[f.edges[edge].dst]
                .preds
                .iter()
                .filter(|&&other| other != edge && !copied.contains(&f.edges[other].src));
            for &other in others {
                let count = edge_count(f, other);
                elsewhere = elsewhere.saturating_add(if count == NO_COUNT { 0 } else { count });
            }
        }
        leaves = leaves.min(here);
        least = least.min(count);
    }
    let rest = edge_count(f, last).saturating_sub(elsewhere);
    if correct && joined && leaves < rest {
        leaves = rest.min(least);
    }
    Part { enters, leaves }
}

/// Moves what enters a block along a path, and leaves it by an edge, to its copy, if it has one (`update_profile`).
pub(super) fn move_to_copy(
    f: &mut Function,
    edge: EdgeId,
    copy: Option<(BlockId, EdgeId)>,
    enters: u64,
    leaves: u64,
) {
    if let Some((block, way)) = copy {
        set_probability(f, block, way, probability(leaves, enters));
        f.block_info[block].count = enters;
    }
    let src = f.edges[edge].src;
    let whole = f.block_info[src].count;
    if enters == 0 || enters == NO_COUNT || whole == NO_COUNT {
        return;
    }
    let stays = edge_count(f, edge).saturating_sub(leaves);
    let left = whole.saturating_sub(enters);
    f.block_info[src].count = left;
    set_probability(f, src, edge, probability(stays, left));
}

/// The probability of a part of a whole.
fn probability(part: u64, whole: u64) -> Probability {
    if part == NO_COUNT || whole == NO_COUNT {
        return Probability::UNKNOWN;
    }
    if part == 0 && whole > 0 {
        return Probability::NEVER;
    }
    if whole == 0 {
        return Probability::UNKNOWN;
    }
    ratio(part, whole)
}

fn ratio(part: u64, whole: u64) -> Probability {
    if part >= whole {
        return Probability::ALWAYS;
    }
    Probability(scaled(part, u64::from(PROB_BASE), whole).min(u64::from(PROB_BASE)) as u32)
}

/// Gives an edge a probability; the others out of its block share what is left as they did before.
fn set_probability(f: &mut Function, block: BlockId, edge: EdgeId, new: Probability) {
    let old = f.edges[edge].probability;
    if !new.is_known() {
        return;
    }
    if old.is_known() && old.0 != new.0 {
        let before = PROB_BASE.saturating_sub(old.0);
        let after = PROB_BASE.saturating_sub(new.0);
        for other in f.blocks[block].succs.clone() {
            let probability = f.edges[other].probability;
            if other == edge || !probability.is_known() {
                continue;
            }
            let parts = u64::from(probability.0);
            let shared = match old.0 > new.0 {
                // The others gain.
                true if before == 0 => Probability(probability.0),
                true => ratio(parts, u64::from(ratio(before.into(), after.into()).0)),
                false => {
                    let share = ratio(after.into(), before.into());
                    Probability(scaled(parts, share.0.into(), u64::from(PROB_BASE)) as u32)
                }
            };
            f.edges[other].probability = shared;
        }
    }
    f.edges[edge].probability = new;
}
