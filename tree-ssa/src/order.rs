//! Depth-first orders of the CFG.

use crate::analyses;
use gimple::cfg::edge_flag::DFS_BACK;
use gimple::cfg::{BlockId, ENTRY, EXIT};
use gimple::function::Function;

/// The reachable blocks in reverse post-order of a depth-first walk that takes successors in order, entry and exit
/// left out (`pre_and_rev_post_order_compute`). Iterative and linear.
pub fn reverse_post_order(f: &Function) -> Vec<BlockId> {
    let mut visited = vec![false; f.blocks.len()];
    let mut stack: Vec<(BlockId, u32)> = vec![(ENTRY, 0)];
    let mut post = Vec::with_capacity(f.blocks.len());
    while let Some((block, next)) = stack.last_mut() {
        let Some(&edge) = f.blocks[*block].succs.get(*next as usize) else {
            if *block != ENTRY {
                post.push(*block);
            }
            stack.pop();
            continue;
        };
        *next += 1;
        let dst = f.edges[edge].dst;
        if dst != EXIT && !std::mem::replace(&mut visited[dst.0 as usize], true) {
            stack.push((dst, 0));
        }
    }
    post.reverse();
    post
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
    if let Some((made_for, found)) = analyses::of(f).back_edges
        && made_for == version
    {
        return found;
    }
    let order = analyses::reverse_post_order(f);
    let numbers = rpo_numbers(f, &order);
    let mut found = false;
    for &block in [ENTRY].iter().chain(order.iter()) {
        let number = numbers[block.0 as usize];
        for &edge in &f.blocks[block].succs {
            let edge = &mut f.edges[edge];
            let back = numbers[edge.dst.0 as usize] <= number;
            found |= back;
            if back != (edge.flags & DFS_BACK != 0) {
                edge.flags ^= DFS_BACK;
            }
        }
    }
    analyses::of(f).back_edges = Some((version, found));
    found
}
