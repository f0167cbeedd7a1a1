//! Dominators for the verifiers and the interpreter's checks.

use crate::cfg::{BlockId, ENTRY};
use crate::function::Function;

/// Who dominates whom.
pub(crate) struct Dominance {
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
        let idom = immediate_dominators(f);
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

/// Immediate dominators by semidominators (the Semi-NCA algorithm): a chain of `else if` that ends in one join would
/// make meeting predecessors one after the other quadratic.
fn immediate_dominators(f: &Function) -> Vec<BlockId> {
    let mut idom = vec![BlockId::NONE; f.blocks.len()];
    let (preorder, number, parent) = depth_first(f);
    let count = preorder.len() as u32;
    let mut semi: Vec<u32> = (0..count).collect();
    let mut paths = Paths { ancestor: parent.clone(), label: semi.clone(), climbed: Vec::new() };
    for i in (1..count).rev() {
        for &edge in &f.blocks[preorder[i as usize]].preds {
            let from = number[f.edges[edge].src.0 as usize];
            if from != u32::MAX {
                let least = paths.least(from, i, &semi);
                semi[i as usize] = semi[i as usize].min(semi[least as usize]);
            }
        }
    }
    let mut above = parent;
    for i in 1..count as usize {
        while above[i] > semi[i] {
            above[i] = above[above[i] as usize];
        }
        idom[preorder[i].0 as usize] = preorder[above[i] as usize];
    }
    idom
}

/// The tree of a depth-first walk as far as it has been worked off, with its paths made short.
struct Paths {
    ancestor: Vec<u32>,
    label: Vec<u32>,
    climbed: Vec<u32>,
}

impl Paths {
    /// The block with the least semidominator from `v` up to what is not worked off yet: all up to `last`.
    fn least(&mut self, v: u32, last: u32, semi: &[u32]) -> u32 {
        if v <= last {
            return v;
        }
        let mut top = v;
        while self.ancestor[top as usize] > last {
            self.climbed.push(top);
            top = self.ancestor[top as usize];
        }
        while let Some(below) = self.climbed.pop() {
            let (above_label, label) = (self.label[top as usize], self.label[below as usize]);
            if semi[above_label as usize] < semi[label as usize] {
                self.label[below as usize] = above_label;
            }
            self.ancestor[below as usize] = self.ancestor[top as usize];
            top = below;
        }
        self.label[v as usize]
    }
}

/// The reachable blocks in the order in which a depth-first walk meets them, the number of each block there, and the
/// number of the block each was met from.
fn depth_first(f: &Function) -> (Vec<BlockId>, Vec<u32>, Vec<u32>) {
    let (mut preorder, mut parent) = (vec![ENTRY], vec![0]);
    let mut number = vec![u32::MAX; f.blocks.len()];
    number[ENTRY.0 as usize] = 0;
    let mut stack = vec![(ENTRY, 0)];
    while let Some((block, next)) = stack.last_mut() {
        let block = *block;
        let Some(&edge) = f.blocks[block].succs.get(*next) else {
            stack.pop();
            continue;
        };
        *next += 1;
        let dst = f.edges[edge].dst;
        if number[dst.0 as usize] == u32::MAX {
            number[dst.0 as usize] = preorder.len() as u32;
            preorder.push(dst);
            parent.push(number[block.0 as usize]);
            stack.push((dst, 0));
        }
    }
    (preorder, number, parent)
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
