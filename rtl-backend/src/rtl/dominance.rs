//! Which blocks every path to a block goes through.
//!
//! ```text
//! edges   2→3 2→4 3→5 4→5 5→exit      (if … else …)
//! idom    3: 2   4: 2   5: 2
//! ```

use crate::rtl::cfg::{self, ENTRY};
use crate::rtl::function::RtlFunction;

/// Steps in looking for dominators, for each block of the function: long chains of returns take more.
const MOST_STEPS: usize = 64;

/// The tree of dominators.
pub struct Tree {
    /// The immediate dominator of each block that can be reached.
    pub idom: Vec<u32>,
    /// Where each block stands in a walk over the tree, and how many blocks it dominates, itself included; 0 if it cannot be
    /// reached.
    spans: Vec<(u32, u32)>,
}

impl Tree {
    /// Whether a block can be reached.
    pub fn is_reached(&self, block: u32) -> bool {
        self.spans[block as usize].1 != 0
    }

    /// The blocks that can be reached, those that a block dominates right after it.
    pub fn preorder(&self) -> Vec<u32> {
        let reached = (0..self.spans.len() as u32).filter(|&block| self.is_reached(block));
        let mut blocks: Vec<u32> = reached.collect();
        blocks.sort_unstable_by_key(|&block| self.spans[block as usize].0);
        blocks
    }

    /// Whether every path to `below` goes through `above`.
    pub fn dominates(&self, above: u32, below: u32) -> bool {
        let (first, size) = self.spans[above as usize];
        (first..first + size).contains(&self.spans[below as usize].0)
    }

    /// The nearest block above `a`, or itself, that dominates `b`, too.
    pub fn common(&self, mut a: u32, b: u32) -> u32 {
        while !self.dominates(a, b) {
            a = self.idom[a as usize];
        }
        a
    }
}

/// Finds the dominators (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm"); nothing where that takes too many
/// steps.
pub fn dominators(f: &RtlFunction) -> Option<Tree> {
    let mut order = cfg::postorder(&f.cfg);
    order.reverse();
    let blocks = f.cfg.blocks.len();
    let mut place = vec![u32::MAX; blocks];
    for (index, &block) in order.iter().enumerate() {
        place[block as usize] = index as u32;
    }
    let mut idom = vec![u32::MAX; blocks];
    idom[ENTRY as usize] = ENTRY;
    let mut steps = MOST_STEPS * blocks;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order[1..] {
            let mut found = u32::MAX;
            for pred in f.cfg.preds(block).filter(|&pred| idom[pred as usize] != u32::MAX) {
                found = match found {
                    u32::MAX => pred,
                    _ => meet(&idom, &place, (found, pred), &mut steps)?,
                };
            }
            if idom[block as usize] != found {
                idom[block as usize] = found;
                changed = true;
            }
        }
    }
    let mut spans = vec![(0, 0); blocks];
    for &block in order.iter().rev() {
        spans[block as usize].1 += 1;
        if block != ENTRY {
            spans[idom[block as usize] as usize].1 += spans[block as usize].1;
        }
    }
    let mut next = vec![1; blocks];
    for &block in &order[1..] {
        let above = idom[block as usize] as usize;
        spans[block as usize].0 = spans[above].0 + next[above];
        next[above] += spans[block as usize].1;
    }
    Some(Tree { idom, spans })
}

/// The block that dominates both of two.
fn meet(idom: &[u32], place: &[u32], (mut a, mut b): (u32, u32), steps: &mut usize) -> Option<u32> {
    while a != b {
        *steps = steps.checked_sub(1)?;
        if place[a as usize] > place[b as usize] {
            a = idom[a as usize];
        } else {
            b = idom[b as usize];
        }
    }
    Some(a)
}
