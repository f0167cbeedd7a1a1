//! Where φs go: the iterated dominance frontier of a variable's definitions, without the φs nobody would read.
//!
//! Liveness is not computed. As in GCC, uses are propagated backward through φs alone: the nearest definition above a use
//! is found by binary search in the depth-first numbers of the dominator tree; if it is a φ, that φ is live and its
//! predecessors become uses.
//!
//! A name that lives for a few blocks may have an iterated frontier as large as the function. What becomes large is given up for
//! the blocks the name is live in ([`LiveRegion`]), if those are fewer, so that a placement costs what the cheaper of the two does.

use crate::graph::dominance::Dominators;
use crate::graph::frontiers::Frontiers;
use crate::ssa::live_region::LiveRegion;
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
    region: LiveRegion,
}

/// Frontiers up to this size are not given up.
const SMALL: usize = 64;

impl Placement {
    /// Prepares the placement of φs in `f`.
    pub fn new(f: &Function, tree: &Dominators) -> Placement {
        Placement {
            frontiers: Frontiers::new(f, tree),
            marks: vec![0; f.blocks.len()],
            touched: Vec::new(),
            region: LiveRegion::default(),
        }
    }

    /// The blocks that need a φ for a variable which is written in `defs` and read, before any write, in `uses`
    /// (`compute_idf`, `prune_unused_phi_nodes`); in order of their numbers.
    pub fn phi_blocks(
        &mut self,
        tree: &Dominators,
        defs: &[BlockId],
        uses: &[BlockId],
    ) -> Vec<BlockId> {
        let mut limit = SMALL.max(defs.len() + uses.len());
        loop {
            if let Some(candidates) = self.frontiers.iterated_within(tree, defs, limit) {
                return match candidates.is_empty() {
                    true => candidates,
                    false => self.prune(tree, defs, uses, candidates),
                };
            }
            if let Some(phis) = self.region.phi_blocks(tree, &self.frontiers, defs, uses, limit) {
                return phis;
            }
            limit *= 4;
        }
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
            let mut nearest = NearestDef::new(tree, defs.iter().chain(&phis).copied());
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
                for index in 0..self.frontiers.join_preds(def).len() {
                    let pred = self.frontiers.join_preds(def)[index];
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
    /// Where the last answer was. Uses are asked for in an order near that of the tree, so that the next one is close.
    last: usize,
}

impl NearestDef {
    fn new(tree: &Dominators, defs: impl Iterator<Item = BlockId>) -> NearestDef {
        let mut blocks: Vec<((u32, u32), BlockId)> = defs
            .filter(|&block| tree.contains(block))
            .map(|block| (tree.dfs_range(block), block))
            .collect();
        blocks.sort_unstable();
        blocks.dedup();
        let mut from: Vec<(u32, BlockId)> = Vec::with_capacity(2 * blocks.len());
        // The definitions around the place looked at, and the last number below each.
        let mut open: Vec<(u32, BlockId)> = Vec::new();
        let close = |from: &mut Vec<(u32, BlockId)>, open: &mut Vec<(u32, BlockId)>, up_to: u32| {
            while let Some(&(leave, _)) = open.last() {
                if leave >= up_to {
                    break;
                }
                open.pop();
                from.push((leave + 1, open.last().map_or(BlockId::NONE, |&(_, block)| block)));
            }
        };
        for ((enter, leave), block) in blocks {
            close(&mut from, &mut open, enter);
            from.push((enter, block));
            open.push((leave, block));
        }
        close(&mut from, &mut open, u32::MAX);
        NearestDef { from, last: 0 }
    }

    /// The definition that holds at a number. Logarithmic in the distance from the last answer.
    fn above(&mut self, number: u32) -> BlockId {
        let holds = |index: usize| self.from[index].0 <= number;
        let (mut low, mut high) = (self.last, self.last);
        let mut step = 1;
        while low > 0 && !holds(low - 1) {
            (low, high) = (low.saturating_sub(step), low);
            step *= 2;
        }
        while high < self.from.len() && holds(high) {
            (low, high) = (high, (high + step).min(self.from.len()));
            step *= 2;
        }
        let index = low + self.from[low..high].partition_point(|entry| entry.0 <= number);
        self.last = index;
        // Of several entries for one number the last was made last.
        if index == 0 { BlockId::NONE } else { self.from[index - 1].1 }
    }
}
