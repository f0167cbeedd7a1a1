//! A reverse post-order in which the blocks of a loop lie together.
//!
//! A plain walk may leave a loop early and come back to it later: then blocks after the loop lie between blocks of it. What
//! iterates over a loop, from its header to its last block, would visit those each time.
//!
//! ```text
//!   2 → 3 → 4 → 2 (the loop)     plain: 2 3 5 4      together: 2 3 4 5
//!       ↓
//!       5
//! ```
//!
//! The walk here goes from a loop's header to the blocks after the loop first: so those are finished before the loop's own
//! blocks are. Nothing in a loop that is entered by its header alone is reached from after it without passing the header, so
//! that what dominates a block still comes before it. Loops that have several entries are left as they are.

use crate::graph::natural_loops::find;
use gimple::cfg::{BlockId, ENTRY, EXIT};
use gimple::function::Function;

/// No block, or none around.
const NONE: u32 = u32::MAX;
/// Loops out of which an edge is followed; the walk need not know of more.
const MAX_LEFT: usize = 64;

/// What is within what, by place in a reverse post-order.
struct Nest {
    is_header: Vec<bool>,
    /// Whether the header is the only entry of its loop.
    is_natural: Vec<bool>,
    /// The header of the loop around each block; of a header, that of the loop around its own.
    around: Vec<u32>,
}

impl Nest {
    fn new(f: &Function, order: &[BlockId], place: &[u32]) -> Nest {
        let mut nest = Nest {
            is_header: vec![false; order.len()],
            is_natural: vec![true; order.len()],
            around: vec![NONE; order.len()],
        };
        let mut joined: Vec<u32> = (0..order.len() as u32).collect();
        let mut work: Vec<u32> = Vec::new();
        let before = |at: u32| {
            let preds = f.blocks[order[at as usize]].preds.iter();
            preds.map(|&edge| place[f.edges[edge].src.0 as usize]).filter(|&from| from != NONE)
        };
        for header in (0..order.len() as u32).rev() {
            for from in before(header).filter(|&from| from >= header) {
                nest.is_header[header as usize] = true;
                work.push(from);
            }
            while let Some(from) = work.pop() {
                let inner = find(&mut joined, from);
                if inner == header {
                    continue;
                }
                nest.around[inner as usize] = header;
                // A way into an inner loop beside its header may come from outside of this one, too.
                nest.is_natural[header as usize] &= nest.is_natural[inner as usize];
                joined[inner as usize] = header;
                for from in before(inner).filter(|&from| from != header) {
                    if from > header {
                        work.push(from);
                    } else {
                        nest.is_natural[header as usize] = false;
                    }
                }
            }
        }
        nest
    }

    /// The header of the innermost loop a block is in.
    fn innermost(&self, at: u32) -> u32 {
        if self.is_header[at as usize] { at } else { self.around[at as usize] }
    }

    /// The header of the outermost loop that an edge leaves.
    fn left_by(&self, from: u32, to: u32) -> Option<u32> {
        let (mut a, mut b) = (self.innermost(from), self.innermost(to));
        let mut left = None;
        for _ in 0..MAX_LEFT {
            if a == b {
                return left;
            }
            // The header of an outer loop comes first, so the later one is no loop around the other.
            if b == NONE || a != NONE && a > b {
                left = Some(a).filter(|&a| self.is_natural[a as usize]).or(left);
                a = self.around[a as usize];
            } else {
                b = self.around[b as usize];
            }
        }
        left
    }
}

/// A block some of whose ways on have not been gone yet.
struct Open<'b> {
    block: BlockId,
    /// What lies after its loop, each block with the place of the header.
    after: &'b [(u32, BlockId)],
    /// The first successor left.
    next: usize,
}

/// The blocks of a reverse post-order, those of each loop together.
pub fn loops_together(f: &Function, order: &[BlockId]) -> Vec<BlockId> {
    let mut place = vec![NONE; f.blocks.len()];
    order.iter().enumerate().for_each(|(at, block)| place[block.0 as usize] = at as u32);
    let nest = Nest::new(f, order, &place);
    let mut after: Vec<(u32, BlockId)> = Vec::new();
    for (at, &block) in order.iter().enumerate() {
        for dst in f.blocks[block].succs.iter().map(|&edge| f.edges[edge].dst) {
            if dst != EXIT {
                let left = nest.left_by(at as u32, place[dst.0 as usize]);
                after.extend(left.map(|header| (header, dst)));
            }
        }
    }
    after.sort_by_key(|entry| entry.0);
    let mut visited = vec![false; f.blocks.len()];
    visited[EXIT.0 as usize] = true;
    let mut post = Vec::with_capacity(order.len());
    let mut stack = vec![Open { block: ENTRY, after: &[], next: 0 }];
    while let Some(open) = stack.last_mut() {
        let dst = match open.after.split_first() {
            Some((first, rest)) => {
                open.after = rest;
                first.1
            }
            None => match f.blocks[open.block].succs.get(open.next) {
                Some(&edge) => {
                    open.next += 1;
                    f.edges[edge].dst
                }
                None => {
                    post.push(open.block);
                    stack.pop();
                    continue;
                }
            },
        };
        if !std::mem::replace(&mut visited[dst.0 as usize], true) {
            let at = place[dst.0 as usize];
            let first = after.partition_point(|entry| entry.0 < at);
            let count = after[first..].partition_point(|entry| entry.0 == at);
            stack.push(Open { block: dst, after: &after[first..first + count], next: 0 });
        }
    }
    // The entry is finished last.
    post.pop();
    post.reverse();
    post
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::order::reverse_post_order;
    use gimple::cfg::EdgeFlags;
    use gimple::decl::DeclId;
    use proptest::prelude::*;
    use rstest::rstest;

    /// A function with these edges between blocks; the first is entered.
    fn graph(blocks: u32, edges: &[(u32, u32)]) -> Function {
        let mut f = Function::new(DeclId::NONE, 0);
        f.init_cfg();
        let mut last = ENTRY;
        for _ in 0..blocks {
            last = f.create_block(last);
        }
        f.make_edge(ENTRY, BlockId(2), EdgeFlags::FALLTHRU);
        for &(a, b) in edges {
            f.make_edge(BlockId(a + 2), BlockId(b + 2), EdgeFlags::NONE);
        }
        f
    }

    #[rstest]
    #[case::left_first(4, &[(0, 1), (1, 3), (1, 2), (2, 1)], &[0, 1, 2, 3])]
    #[case::left_last(4, &[(0, 1), (1, 2), (1, 3), (2, 1)], &[0, 1, 2, 3])]
    #[case::out_of_two(5, &[(0, 1), (1, 2), (2, 4), (2, 2), (2, 3), (3, 1)], &[0, 1, 2, 3, 4])]
    #[case::from_inner_to_outer(5, &[(0, 1), (1, 3), (1, 2), (2, 1), (3, 4), (3, 0)], &[0, 1, 2, 3, 4])]
    fn a_loop_comes_before_what_is_after_it(
        #[case] blocks: u32,
        #[case] edges: &[(u32, u32)],
        #[case] expected: &[u32],
    ) {
        let f = graph(blocks, edges);
        let order = loops_together(&f, &reverse_post_order(&f).blocks);
        let order: Vec<u32> = order.into_iter().map(|block| block.0 - 2).collect();
        assert_eq!(order, expected);
    }

    proptest! {
        /// Whatever the graph, each block that is reached comes once, and a block that dominates another before it.
        #[test]
        fn keeps_every_block(edges in prop::collection::vec((0u32..12, 0u32..12), 0..40)) {
            let f = graph(12, &edges);
            let plain = reverse_post_order(&f).blocks;
            let together = loops_together(&f, &plain);
            let (mut a, mut b) = (plain.clone(), together.clone());
            a.sort_unstable();
            b.sort_unstable();
            prop_assert_eq!(a, b);
            let tree = crate::graph::dominance::Dominators::compute(
                &f,
                crate::graph::dominance::Direction::Dominators,
            );
            for (at, &block) in together.iter().enumerate() {
                prop_assert!(together[at + 1..].iter().all(|&later| !tree.dominated_by(block, later)));
            }
        }
    }
}
