//! Where φs go: the iterated dominance frontier of a variable's definitions, without the φs nobody would read.
//!
//! Liveness is not computed. As in GCC, uses are propagated backward through φs alone: the nearest definition above a use
//! is found by binary search in the depth-first numbers of the dominator tree; if it is a φ, that φ is live and its
//! predecessors become uses.

use crate::dominance::Dominators;
use crate::frontiers::Frontiers;
use gimple::cfg::{BlockId, ENTRY};
use gimple::function::Function;

const KILL: u8 = 1;
const USE: u8 = 2;
const PHI: u8 = 4;
const LIVE: u8 = 8;

/// Places φs for one variable after another in one CFG.
pub struct Placement {
    frontiers: Frontiers,
    marks: Vec<u8>,
    touched: Vec<BlockId>,
}

impl Placement {
    /// Prepares the placement of φs in `f`.
    pub fn new(f: &Function, tree: &Dominators) -> Placement {
        Placement {
            frontiers: Frontiers::new(f, tree),
            marks: vec![0; f.blocks.len()],
            touched: Vec::new(),
        }
    }

    /// The blocks that need a φ for a variable which is written in `defs` and read, before any write, in `uses`
    /// (`compute_idf`, `prune_unused_phi_nodes`); in order of their numbers.
    pub fn phi_blocks(
        &mut self,
        f: &Function,
        tree: &Dominators,
        defs: &[BlockId],
        uses: &[BlockId],
    ) -> Vec<BlockId> {
        let candidates = self.iterated_frontier(tree, defs);
        if candidates.is_empty() {
            return candidates;
        }
        self.prune(f, tree, defs, uses, candidates)
    }

    /// The iterated frontier of `defs`, nothing pruned.
    pub fn iterated_frontier(&mut self, tree: &Dominators, defs: &[BlockId]) -> Vec<BlockId> {
        self.frontiers.iterated(tree, defs)
    }

    fn mark(&mut self, block: BlockId, bit: u8) -> bool {
        let marks = &mut self.marks[block.0 as usize];
        if *marks == 0 {
            self.touched.push(block);
        }
        let new = *marks & bit == 0;
        *marks |= bit;
        new
    }

    fn has(&self, block: BlockId, bit: u8) -> bool {
        self.marks[block.0 as usize] & bit != 0
    }

    fn prune(
        &mut self,
        f: &Function,
        tree: &Dominators,
        defs: &[BlockId],
        uses: &[BlockId],
        mut phis: Vec<BlockId>,
    ) -> Vec<BlockId> {
        defs.iter().for_each(|&block| {
            self.mark(block, KILL);
        });
        let mut work: Vec<BlockId> = Vec::new();
        for &block in uses {
            if self.mark(block, USE) {
                work.push(block);
            }
        }
        phis.retain(|&block| self.marks[block.0 as usize] & (KILL | USE) != KILL);
        for &block in &phis {
            self.mark(block, PHI);
        }
        if !phis.is_empty() {
            let nearest = NearestDef::new(tree, defs.iter().chain(&phis).copied());
            while let Some(block) = work.pop() {
                if block == ENTRY || !tree.contains(block) {
                    continue;
                }
                let def = if self.has(block, PHI) {
                    block
                } else {
                    nearest.above(tree.dfs_range(tree.idom(block)).0)
                };
                if def.is_none() || !self.has(def, PHI) || !self.mark(def, LIVE) {
                    continue;
                }
                for &edge in &f.blocks[def].preds {
                    let pred = f.edges[edge].src;
                    if !self.has(pred, USE | KILL) {
                        self.mark(pred, USE);
                        work.push(pred);
                    }
                }
            }
            phis.retain(|&block| self.has(block, LIVE));
        }
        for block in self.touched.drain(..) {
            self.marks[block.0 as usize] = 0;
        }
        phis
    }
}

/// For each depth-first number, the definition whose subtree it is in, the innermost one.
struct NearestDef {
    /// From this number on, the definition holds; sorted.
    from: Vec<(u32, BlockId)>,
}

impl NearestDef {
    fn new(tree: &Dominators, defs: impl Iterator<Item = BlockId>) -> NearestDef {
        let mut blocks: Vec<BlockId> = defs.filter(|&block| tree.contains(block)).collect();
        blocks.sort_unstable_by_key(|&block| tree.dfs_range(block).0);
        blocks.dedup();
        let mut from: Vec<(u32, BlockId)> = Vec::with_capacity(2 * blocks.len());
        let mut open: Vec<BlockId> = Vec::new();
        let close = |from: &mut Vec<(u32, BlockId)>, open: &mut Vec<BlockId>, up_to: u32| {
            while let Some(&block) = open.last() {
                let leave = tree.dfs_range(block).1;
                if leave >= up_to {
                    break;
                }
                open.pop();
                from.push((leave + 1, open.last().copied().unwrap_or(BlockId::NONE)));
            }
        };
        for block in blocks {
            let enter = tree.dfs_range(block).0;
            close(&mut from, &mut open, enter);
            from.push((enter, block));
            open.push(block);
        }
        close(&mut from, &mut open, u32::MAX);
        NearestDef { from }
    }

    fn above(&self, number: u32) -> BlockId {
        let index = self.from.partition_point(|entry| entry.0 <= number);
        // Of several entries for one number the last was made last.
        if index == 0 { BlockId::NONE } else { self.from[index - 1].1 }
    }
}
