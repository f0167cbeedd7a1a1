//! The blocks that need a φ, found from the blocks a variable is live in.
//!
//! From the uses back to the definitions, the blocks are gathered at whose beginning the variable is live. Whatever leads
//! into a join that needs a φ is one of them, or defines the variable; so the iterated dominance frontier is searched
//! in the dominator tree of those blocks only, deepest root first, and no subtree is visited twice.
//!
//! Sreedhar and Gao, "A linear time algorithm for placing φ-nodes", POPL 1995.

use crate::graph::dominance::Dominators;
use crate::graph::frontiers::Frontiers;
use gimple::cfg::{BlockId, ENTRY};
use std::collections::BinaryHeap;

/// What is known of a block.
#[derive(Clone, Copy, Default)]
struct Mark {
    defines: bool,
    live: bool,
    phi: bool,
    visited: bool,
}

/// Tables for one variable after the other.
#[derive(Default)]
pub struct LiveRegion {
    marks: Vec<Mark>,
    live: Vec<BlockId>,
    /// From a block to a live join after it.
    edges: Vec<(BlockId, BlockId)>,
}

impl LiveRegion {
    /// The blocks that need a φ for a variable defined in `defs` and read, before it is defined there, in `uses`, in order
    /// of their numbers; none if more than some `limit` edges lead into live blocks. O(n log n) in those edges.
    pub fn phi_blocks(
        &mut self,
        tree: &Dominators,
        joins: &Frontiers,
        defs: &[BlockId],
        uses: &[BlockId],
        limit: usize,
    ) -> Option<Vec<BlockId>> {
        for &block in defs {
            self.mark(block).defines = true;
        }
        let complete = self.gather(tree, joins, uses, limit);
        let phis = complete.then(|| self.place(tree, defs));
        for block in defs.iter().chain(&self.live) {
            self.marks[block.0 as usize] = Mark::default();
        }
        self.live.clear();
        self.edges.clear();
        phis
    }

    fn mark(&mut self, block: BlockId) -> &mut Mark {
        let index = block.0 as usize;
        if self.marks.len() <= index {
            self.marks.resize(index + 1, Mark::default());
        }
        &mut self.marks[index]
    }

    fn add_live(&mut self, block: BlockId) {
        if !std::mem::replace(&mut self.mark(block).live, true) {
            self.live.push(block);
        }
    }

    /// Gathers the live blocks, and the edges into joins among them. Whether those are no more than `limit`.
    fn gather(
        &mut self,
        tree: &Dominators,
        joins: &Frontiers,
        uses: &[BlockId],
        limit: usize,
    ) -> bool {
        for &block in uses.iter().filter(|&&block| tree.contains(block)) {
            self.add_live(block);
        }
        let (mut done, mut steps) = (0, 0);
        while let Some(&block) = self.live.get(done) {
            done += 1;
            if block == ENTRY {
                continue;
            }
            let preds = joins.join_preds(block);
            self.edges.extend(preds.iter().map(|&pred| (pred, block)));
            // What dominates a block that is no join is its predecessor.
            let above = [tree.idom(block)];
            let preds = if preds.is_empty() { &above } else { preds };
            steps += preds.len();
            if steps > limit {
                return false;
            }
            for &pred in preds {
                if !self.mark(pred).defines {
                    self.add_live(pred);
                }
            }
        }
        self.edges.sort_unstable();
        true
    }

    /// The iterated dominance frontier of `defs` among the live blocks.
    fn place(&mut self, tree: &Dominators, defs: &[BlockId]) -> Vec<BlockId> {
        // The dominator tree of the blocks that matter, in preorder: a subtree is a range.
        let mut blocks: Vec<BlockId> = self.live.iter().chain(defs).copied().collect();
        blocks.retain(|&block| tree.contains(block));
        blocks.sort_unstable_by_key(|&block| tree.dfs_range(block));
        blocks.dedup();
        let position = |block: BlockId| {
            let enter = tree.dfs_range(block).0;
            blocks.partition_point(|&other| tree.dfs_range(other).0 < enter)
        };
        let root = |block: BlockId| (tree.depth(block), block.0);
        let mut roots: BinaryHeap<(u32, u32)> =
            defs.iter().filter(|&&block| tree.contains(block)).map(|&block| root(block)).collect();
        let mut phis = Vec::new();
        // From a visited block, the next one that may not have been.
        let mut next: Vec<usize> = (1..=blocks.len()).collect();
        while let Some((depth, number)) = roots.pop() {
            let top = BlockId(number);
            let leave = tree.dfs_range(top).1;
            let mut at = position(top);
            let first = at;
            while let Some(&block) =
                blocks.get(at).filter(|&&block| tree.dfs_range(block).0 <= leave)
            {
                if self.marks[block.0 as usize].visited {
                    at = next[at];
                    continue;
                }
                self.marks[block.0 as usize].visited = true;
                let from = self.edges.partition_point(|edge| edge.0 < block);
                for index in from..self.edges.len() {
                    let (source, join) = self.edges[index];
                    if source != block {
                        break;
                    }
                    let mark = &mut self.marks[join.0 as usize];
                    if tree.depth(join) <= depth && !mark.phi {
                        mark.phi = true;
                        phis.push(join);
                        if !mark.defines {
                            roots.push(root(join));
                        }
                    }
                }
                at += 1;
            }
            // All of the subtree is visited now.
            next[first] = at.max(first + 1);
        }
        phis.sort_unstable();
        phis
    }
}
