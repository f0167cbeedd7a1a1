//! Depth-first orders of the CFG.

use crate::graph::analyses;
use gimple::cfg::EdgeFlags;
use gimple::cfg::{BlockId, ENTRY, EXIT};
use gimple::function::Function;

/// Blocks in an order, and whether a cycle of the graph goes against it.
pub struct Order {
    pub blocks: Vec<BlockId>,
    pub cyclic: bool,
}

/// The reachable blocks in reverse post-order of a depth-first walk that takes successors in order, entry and exit
/// left out (`pre_and_rev_post_order_compute`). Iterative and linear.
pub fn reverse_post_order(f: &Function) -> Order {
    /// What the walk knows of a block: the paths on from an open one are not done yet.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; f.blocks.len()];
    let mut stack: Vec<(BlockId, u32)> = Vec::with_capacity(f.blocks.len());
    stack.push((ENTRY, 0));
    let mut post = Vec::with_capacity(f.blocks.len());
    let mut cyclic = false;
    while let Some((block, next)) = stack.last_mut() {
        let Some(&edge) = f.blocks[*block].succs.get(*next as usize) else {
            if *block != ENTRY {
                post.push(*block);
            }
            states[block.0 as usize] = State::Done;
            stack.pop();
            continue;
        };
        *next += 1;
        let dst = f.edges[edge].dst;
        if dst == EXIT {
            continue;
        }
        let state = &mut states[dst.0 as usize];
        cyclic |= *state == State::Open;
        if *state == State::New {
            *state = State::Open;
            stack.push((dst, 0));
        }
    }
    post.reverse();
    Order { blocks: post, cyclic }
}

/// The blocks in layout order, but each after its predecessor where it has only one (`single_pred_before_succ_order`,
/// backward).
pub fn single_preds_first(f: &Function) -> Vec<BlockId> {
    let mut seen = vec![false; f.blocks.len()];
    seen[ENTRY.0 as usize] = true;
    let mut order = Vec::with_capacity(f.blocks.len());
    for start in f.block_iter() {
        let first = order.len();
        let mut block = start;
        while !std::mem::replace(&mut seen[block.0 as usize], true) {
            order.push(block);
            let Some(edge) = f.single_pred(block) else { break };
            block = f.edges[edge].src;
        }
        order[first..].reverse();
    }
    order
}

/// Position of each block in [`reverse_post_order`], by number; entry 0, exit last, `u32::MAX` for unreachable blocks.
pub fn rpo_numbers(f: &Function, order: &[BlockId]) -> Vec<u32> {
    let mut numbers = vec![u32::MAX; f.blocks.len()];
    numbers[ENTRY.0 as usize] = 0;
    for (index, &block) in order.iter().enumerate() {
        numbers[block.0 as usize] = index as u32 + 1;
    }
    numbers[EXIT.0 as usize] = order.len() as u32 + 1;
    numbers
}

/// Sets the `DFS_BACK` flag of the edges that close a cycle of the depth-first walk, and clears it elsewhere
/// (`mark_dfs_back_edges`). Returns whether there is any.
///
/// A block is finished after those it was the way to: of the edges, only those that close a cycle lead back in
/// reverse post-order.
pub fn mark_dfs_back_edges(f: &mut Function) -> bool {
    let version = f.cfg_version;
    let found = analyses::is_cyclic(f);
    if analyses::of(f).marked_back_edges == Some(version) {
        return found;
    }
    f.edges.values_mut().for_each(|edge| edge.flags.remove(EdgeFlags::DFS_BACK));
    if found {
        let order = analyses::reverse_post_order(f);
        let numbers = rpo_numbers(f, &order);
        for &block in order.iter() {
            let number = numbers[block.0 as usize];
            for &edge in &f.blocks[block].succs {
                let edge = &mut f.edges[edge];
                if numbers[edge.dst.0 as usize] <= number {
                    edge.flags |= EdgeFlags::DFS_BACK;
                }
            }
        }
    }
    analyses::of(f).marked_back_edges = Some(version);
    found
}
