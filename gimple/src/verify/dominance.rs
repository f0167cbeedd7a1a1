//! Dominators for the verifiers.

use crate::cfg::{BlockId, ENTRY};
use crate::function::Function;

/// Who dominates whom.
pub(super) struct Dominance {
    /// Reachable blocks in reverse post-order.
    pub order: Vec<BlockId>,
    /// Immediate dominators; `NONE` for the entry and unreachable blocks.
    pub idom: Vec<BlockId>,
    /// When a walk of the dominator tree enters and leaves a block.
    enter: Vec<u32>,
    leave: Vec<u32>,
}

impl Dominance {
    /// The dominators of a function whose edges are consistent.
    pub fn new(f: &Function) -> Dominance {
        let order = reverse_post_order(f);
        let mut number = vec![u32::MAX; f.blocks.len()];
        for (index, block) in order.iter().enumerate() {
            number[block.0 as usize] = index as u32;
        }
        let mut idom = vec![BlockId::NONE; f.blocks.len()];
        idom[ENTRY.0 as usize] = ENTRY;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order.iter().skip(1) {
                let mut new = BlockId::NONE;
                for &edge in &f.blocks[block].preds {
                    let pred = f.edges[edge].src;
                    if idom[pred.0 as usize].is_some() {
                        new = if new.is_none() { pred } else { meet(&idom, &number, new, pred) };
                    }
                }
                if idom[block.0 as usize] != new {
                    idom[block.0 as usize] = new;
                    changed = true;
                }
            }
        }
        idom[ENTRY.0 as usize] = BlockId::NONE;
        let (enter, leave) = walk(&order, &idom, f.blocks.len());
        Dominance { order, idom, enter, leave }
    }

    /// Whether a block can be reached.
    pub fn reachable(&self, block: BlockId) -> bool {
        self.enter[block.0 as usize] != u32::MAX
    }

    /// Whether `a` dominates `b`; both are reachable.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let (a, b) = (a.0 as usize, b.0 as usize);
        self.enter[a] <= self.enter[b] && self.leave[b] <= self.leave[a]
    }
}

fn meet(idom: &[BlockId], number: &[u32], mut a: BlockId, mut b: BlockId) -> BlockId {
    while a != b {
        while number[a.0 as usize] > number[b.0 as usize] {
            a = idom[a.0 as usize];
        }
        while number[b.0 as usize] > number[a.0 as usize] {
            b = idom[b.0 as usize];
        }
    }
    a
}

fn reverse_post_order(f: &Function) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(f.blocks.len());
    let mut seen = vec![false; f.blocks.len()];
    let mut stack = vec![(ENTRY, 0)];
    seen[ENTRY.0 as usize] = true;
    while let Some((block, next)) = stack.last_mut() {
        match f.blocks[*block].succs.get(*next) {
            Some(&edge) => {
                *next += 1;
                let dst = f.edges[edge].dst;
                if !std::mem::replace(&mut seen[dst.0 as usize], true) {
                    stack.push((dst, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Enter and leave times of a walk over the dominator tree. Children come after their dominator in reverse
/// post-order, so sizes can be summed up backwards and positions handed down forwards.
fn walk(order: &[BlockId], idom: &[BlockId], blocks: usize) -> (Vec<u32>, Vec<u32>) {
    let mut size = vec![1u32; blocks];
    for &block in order.iter().rev() {
        if let Some(dominator) = idom[block.0 as usize].expand() {
            size[dominator.0 as usize] += size[block.0 as usize];
        }
    }
    let (mut enter, mut leave) = (vec![u32::MAX; blocks], vec![0; blocks]);
    // The next free position inside each block's interval.
    let mut free = vec![0; blocks];
    for &block in order {
        let index = block.0 as usize;
        let start = match idom[index].expand() {
            Some(dominator) => {
                let slot = &mut free[dominator.0 as usize];
                let start = *slot;
                *slot += size[index];
                start
            }
            None => 0,
        };
        (enter[index], leave[index], free[index]) = (start, start + size[index] - 1, start + 1);
    }
    (enter, leave)
}
