//! Where φs go, found from the blocks a variable is live in: where two of its definitions meet.
//!
//! From the uses back to the definitions, the blocks are gathered at whose beginning the variable is live. Into each of
//! them flows one definition, or several: then it has a φ, which is what flows on. That is settled optimistically, from
//! "nothing yet" to one definition to a φ of the block's own; a block is looked at again when a predecessor's answer
//! changes, at most twice for each of them.

use crate::graph::dominance::Dominators;
use crate::graph::frontiers::Frontiers;
use gimple::cfg::{BlockId, ENTRY};

/// What flows into a block, or out of it, as a number.
type Value = u32;

const NOTHING: Value = 0;

fn defined_in(block: BlockId) -> Value {
    2 * block.0 + 1
}

fn phi_in(block: BlockId) -> Value {
    2 * block.0 + 2
}

/// What is known of a block.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// Whether the variable is defined there.
    defines: bool,
    /// The position among the live blocks, from 1.
    live: u32,
}

/// Tables for one variable after the other.
#[derive(Default)]
pub struct LiveRegion {
    marks: Vec<Mark>,
    live: Vec<BlockId>,
    /// From a live block to one after it, both as positions among them.
    edges: Vec<(u32, u32)>,
}

impl LiveRegion {
    /// The blocks that need a φ for a variable defined in `defs` and read, before it is defined there, in `uses`, in order of their
    /// numbers; none if finding them takes more than some `limit` steps.
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
        let phis = match self.gather(tree, joins, uses, limit) {
            true => self.settle(tree, joins, limit),
            false => None,
        };
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

    /// The position of a block among the live ones, to which it is added.
    fn position(&mut self, block: BlockId) -> u32 {
        let next = self.live.len() as u32;
        let mark = self.mark(block);
        if mark.live == 0 {
            mark.live = next + 1;
            self.live.push(block);
            return next;
        }
        mark.live - 1
    }

    /// Gathers the live blocks. Whether that took no more than `limit` steps.
    fn gather(
        &mut self,
        tree: &Dominators,
        joins: &Frontiers,
        uses: &[BlockId],
        limit: usize,
    ) -> bool {
        for &block in uses.iter().filter(|&&block| tree.contains(block)) {
            self.position(block);
        }
        let (mut done, mut steps) = (0, 0);
        while let Some(&block) = self.live.get(done) {
            if block != ENTRY {
                let preds = preds(tree, joins, block);
                steps += preds.as_slice().len();
                if steps > limit {
                    return false;
                }
                for &pred in preds.as_slice() {
                    if !self.mark(pred).defines {
                        let from = self.position(pred);
                        self.edges.push((from, done as u32));
                    }
                }
            }
            done += 1;
        }
        self.edges.sort_unstable();
        true
    }

    fn settle(
        &mut self,
        tree: &Dominators,
        joins: &Frontiers,
        limit: usize,
    ) -> Option<Vec<BlockId>> {
        let mut into = vec![NOTHING; self.live.len()];
        let mut waiting = vec![true; self.live.len()];
        // Those found last are next to the definitions.
        let mut work: std::collections::VecDeque<u32> = (0..self.live.len() as u32).rev().collect();
        let mut steps = 0;
        while let Some(position) = work.pop_front() {
            waiting[position as usize] = false;
            let block = self.live[position as usize];
            let old = into[position as usize];
            if old == phi_in(block) {
                continue;
            }
            let preds = preds(tree, joins, block);
            steps += preds.as_slice().len();
            if steps > 4 * limit {
                return None;
            }
            let new = self.meet(block, preds.as_slice(), &into);
            if new == old {
                continue;
            }
            into[position as usize] = new;
            if self.marks[block.0 as usize].defines {
                continue;
            }
            let first = self.edges.partition_point(|&(from, _)| from < position);
            for &(_, to) in self.edges[first..].iter().take_while(|&&(from, _)| from == position) {
                if !std::mem::replace(&mut waiting[to as usize], true) {
                    work.push_back(to);
                }
            }
        }
        let phis = self.live.iter().zip(&into).filter(|&(&block, &value)| value == phi_in(block));
        let mut phis: Vec<BlockId> = phis.map(|(&block, _)| block).collect();
        phis.sort_unstable();
        Some(phis)
    }

    fn meet(&self, block: BlockId, preds: &[BlockId], into: &[Value]) -> Value {
        if block == ENTRY {
            return defined_in(ENTRY);
        }
        let mut all = NOTHING;
        for &pred in preds {
            let mark = self.marks[pred.0 as usize];
            let value = match mark.defines {
                true => defined_in(pred),
                false => into[mark.live as usize - 1],
            };
            if value != NOTHING && value != all {
                if all != NOTHING {
                    return phi_in(block);
                }
                all = value;
            }
        }
        all
    }
}

/// The predecessors of a block.
enum Preds<'a> {
    Many(&'a [BlockId]),
    One([BlockId; 1]),
}

impl Preds<'_> {
    fn as_slice(&self) -> &[BlockId] {
        match self {
            Preds::Many(many) => many,
            Preds::One(one) => one,
        }
    }
}

/// The predecessors of a block: what dominates it where it is no join.
fn preds<'a>(tree: &Dominators, joins: &'a Frontiers, block: BlockId) -> Preds<'a> {
    match joins.join_preds(block) {
        [] => Preds::One([tree.idom(block)]),
        many => Preds::Many(many),
    }
}
