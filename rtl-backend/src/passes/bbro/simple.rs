//! The order of blocks that needs no copies: edges are made to fall through one by one, the most frequent first.
//!
//! Where size counts all are alike, and are taken as they stand. What has been put together that way comes in the order
//! of the first blocks.

use super::graph::Graph;

/// The order of all blocks.
pub(super) fn order(graph: &Graph) -> Vec<usize> {
    let count = graph.blocks.len();
    let mut edges = Vec::with_capacity(graph.edges.len());
    for block in &graph.blocks[2..] {
        // What falls through now comes first.
        let falls = |&&edge: &&usize| graph.edges[edge].falls;
        let (first, rest): (Vec<usize>, Vec<usize>) = block.succs.iter().partition(falls);
        edges.extend(first.into_iter().chain(rest).filter(|&edge| graph.edges[edge].can_fall));
    }
    if !graph.for_size {
        edges.sort_by_key(|&edge| std::cmp::Reverse(graph.edge_count(edge)));
    }
    // Of each run of blocks its ends know each other.
    let mut other_end: Vec<usize> = (0..count).collect();
    let mut next = vec![0; count];
    let mut follows = vec![false; count];
    for edge in edges {
        let (src, dst) = (graph.edges[edge].src, graph.edges[edge].dst);
        if next[src] != 0 || follows[dst] || other_end[src] == dst || graph.blocks[dst].entry {
            continue;
        }
        (next[src], follows[dst]) = (dst, true);
        let (first, last) = (other_end[src], other_end[dst]);
        (other_end[first], other_end[last]) = (last, first);
    }
    let mut order = Vec::with_capacity(count);
    for first in (2..count).filter(|&block| !follows[block]) {
        let mut block = first;
        while block != 0 {
            order.push(block);
            block = next[block];
        }
    }
    order
}
