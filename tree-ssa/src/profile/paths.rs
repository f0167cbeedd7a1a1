//! Predictions about all paths that lead to a place.

use super::predictions::{Heuristic, Predictions, is_unlikely_edge};
use crate::graph::dominance::Dominators;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeId};
use gimple::function::Function;
use gimple::loops::LoopId;
use rustc_hash::FxHashSet;

/// What walks along paths need to know.
pub struct Paths<'a> {
    pub f: &'a Function,
    pub dominators: &'a Dominators,
    pub post_dominators: &'a Dominators,
    pub predictions: Predictions,
    /// Blocks that may still be looked at: walks from everywhere to everywhere would be quadratic.
    pub budget: usize,
}

impl Paths<'_> {
    /// Predicts the edges by which control decides to get to a block, in a loop if one is given.
    pub fn leading_to(
        &mut self,
        block: BlockId,
        heuristic: Heuristic,
        taken: bool,
        within: Option<LoopId>,
    ) {
        let mut visited = FxHashSet::default();
        // Blocks to look at, each with the one that all paths from it go through.
        let mut work = vec![(block, block)];
        while let Some((at, goal)) = work.pop() {
            let Some(left) = self.budget.checked_sub(1) else { return };
            self.budget = left;
            if within.is_some_and(|number| self.is_certain(at, number)) {
                continue;
            }
            let first = work.len();
            work.extend(self.post_dominators.children(at).map(|child| (child, goal)));
            work[first..].reverse();
            for &edge in &self.f.blocks[at].preds {
                let src = self.f.edges[edge].src;
                let known = src == ENTRY || self.post_dominators.dominated_by(src, goal);
                if known || is_unlikely_edge(self.f, edge) {
                    continue;
                }
                if self.has_other_way(edge, goal, within) {
                    self.predictions.edge_once(self.f, edge, heuristic, taken);
                } else if visited.insert(src) {
                    work.push((src, src));
                }
            }
        }
    }

    /// As [`Self::leading_to`], for an edge.
    pub fn leading_to_edge(
        &mut self,
        edge: EdgeId,
        heuristic: Heuristic,
        taken: bool,
        within: Option<LoopId>,
    ) {
        let (src, dst) = (self.f.edges[edge].src, self.f.edges[edge].dst);
        let decides = self.f.blocks[src].succs.iter().any(|&other| {
            let other_dst = self.f.edges[other].dst;
            other_dst != src
                && other_dst != dst
                && !is_unlikely_edge(self.f, other)
                && !self.post_dominators.dominated_by(src, other_dst)
        });
        if decides {
            self.predictions.edge_once(self.f, edge, heuristic, taken);
        } else {
            self.leading_to(src, heuristic, taken, within);
        }
    }

    /// Whether a block is outside the loop, or gone through in every iteration.
    fn is_certain(&self, block: BlockId, number: LoopId) -> bool {
        let latch = self.f.loops.as_ref().map(|loops| loops[number].latch);
        !self.f.in_loop(block, number)
            || latch.is_some_and(|latch| {
                latch.is_some() && latch != EXIT && self.dominators.dominated_by(latch, block)
            })
    }

    /// Whether the block an edge leaves has another way that misses the goal and does not leave the loop.
    fn has_other_way(&self, edge: EdgeId, goal: BlockId, within: Option<LoopId>) -> bool {
        let f = self.f;
        f.blocks[f.edges[edge].src].succs.iter().any(|&other| {
            let dst = f.edges[other].dst;
            other != edge
                && !is_unlikely_edge(f, other)
                && !self.post_dominators.dominated_by(dst, goal)
                && within.is_none_or(|number| f.in_loop(dst, number))
        })
    }
}
