//! Dominance frontiers and iterated frontiers, without ever building all frontiers, whose size is quadratic in the
//! depth of nested loops.
//!
//! A join `y` is in the frontier of `x` exactly if `x` lies on the dominator-tree path from a predecessor of `y` up to,
//! but without, the immediate dominator of `y`. For each join these paths are cut into disjoint vertical ones, at most
//! one for each predecessor. `x` lies on such a path if the path's lower end is in the subtree of `x` and its upper end
//! is not deeper than `x`: with the paths ordered by the depth-first number of their lower end, "all joins in the
//! frontier of `x`" is an enumeration of the entries up to a bound within a range, which a tournament tree of minima
//! answers in O(log n) for each one found. To iterate, the paths of a join that has been found are taken out of the
//! tournament until the answer is complete, so that one iterated frontier costs O((definitions + predecessors of its
//! members) · log n).

use crate::graph::dominance::{Direction, Dominators};
use gimple::cfg::BlockId;
use gimple::function::Function;

const GONE: u32 = u32::MAX;

/// Answers frontier questions about one CFG.
pub struct Frontiers {
    /// Tournament tree of minima; leaf `i` is at `leaves + i` and has the depth of path `i`'s upper end.
    minima: Vec<u32>,
    leaves: usize,
    /// First path whose lower end has depth-first number at least `i`.
    first_path: Vec<u32>,
    /// The join each path leads to, and the depth of the path's upper end.
    join: Vec<BlockId>,
    upper_depth: Vec<u32>,
    /// The paths of each join, as a range of `paths_of`.
    join_first: Vec<u32>,
    paths_of: Vec<u32>,
    preds: JoinPreds,
}

impl Frontiers {
    /// Prepares the answers for the CFG of `f` and its dominator tree.
    pub fn new(f: &Function, tree: &Dominators) -> Frontiers {
        let preds = JoinPreds::new(f, tree);
        let (mut paths, numbers) = (disjoint_paths(tree, &preds), tree.preorder().len() + 2);
        paths.sort_by_key(|path| (path.lower, path.join.0));
        let leaves = paths.len().next_power_of_two().max(1);
        let mut minima = vec![GONE; 2 * leaves];
        let mut first_path = vec![0u32; numbers + 1];
        let mut join_first = vec![0u32; f.blocks.len() + 1];
        for (index, path) in paths.iter().enumerate() {
            minima[leaves + index] = path.upper_depth;
            first_path[path.lower as usize + 1] += 1;
            join_first[path.join.0 as usize + 1] += 1;
        }
        for index in (1..leaves).rev() {
            minima[index] = minima[2 * index].min(minima[2 * index + 1]);
        }
        prefix_sums(&mut first_path);
        prefix_sums(&mut join_first);
        let mut next = join_first.clone();
        let mut paths_of = vec![0u32; paths.len()];
        for (index, path) in paths.iter().enumerate() {
            let slot = &mut next[path.join.0 as usize];
            paths_of[*slot as usize] = index as u32;
            *slot += 1;
        }
        let join = paths.iter().map(|path| path.join).collect();
        let upper_depth = paths.iter().map(|path| path.upper_depth).collect();
        Frontiers { minima, leaves, first_path, join, upper_depth, join_first, paths_of, preds }
    }

    /// The iterated dominance frontier of `blocks`, in order of block numbers (`compute_idf`).
    pub fn iterated(&mut self, tree: &Dominators, blocks: &[BlockId]) -> Vec<BlockId> {
        self.iterated_within(tree, blocks, usize::MAX).unwrap_or_default()
    }

    /// The iterated dominance frontier of `blocks` as [`Self::iterated`] has it, unless it has more than `limit` blocks.
    pub fn iterated_within(
        &mut self,
        tree: &Dominators,
        blocks: &[BlockId],
        limit: usize,
    ) -> Option<Vec<BlockId>> {
        let mut result: Vec<BlockId> = Vec::new();
        let mut done = 0;
        let mut seeds = blocks.iter();
        while result.len() <= limit {
            let block = match result.get(done) {
                Some(&block) => {
                    done += 1;
                    block
                }
                None => match seeds.next() {
                    Some(&block) => block,
                    None => break,
                },
            };
            self.collect(tree, block, &mut result);
        }
        let complete = result.len() <= limit;
        for &block in &result {
            for index in self.paths(block) {
                let path = self.paths_of[index] as usize;
                self.set(path, self.upper_depth[path]);
            }
        }
        result.sort_unstable();
        complete.then_some(result)
    }

    /// The predecessors of a join (for post-dominators: the successors of a branch), each once; none for other blocks.
    pub fn join_preds(&self, join: BlockId) -> &[BlockId] {
        self.preds.of(join)
    }

    /// The dominance frontier of one block, in order of block numbers.
    pub fn of(&mut self, tree: &Dominators, block: BlockId) -> Vec<BlockId> {
        let mut found = Vec::new();
        let (low, high) = self.range(tree, block);
        let mut position = low;
        while let Some(path) = self.next_at_most(position, high, tree.depth(block)) {
            found.push(self.join[path]);
            position = path + 1;
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The blocks in the frontier of `block`, in order of block numbers, that no call before returned; `kept` may be
    /// returned again. Over a post-dominator tree these are the branches that `block` is control dependent on, and each
    /// is named once however many blocks depend on it.
    pub fn take(&mut self, tree: &Dominators, block: BlockId, kept: BlockId) -> Vec<BlockId> {
        let mut found = Vec::new();
        self.collect(tree, block, &mut found);
        if found.contains(&kept) {
            for index in self.paths(kept) {
                let path = self.paths_of[index] as usize;
                self.set(path, self.upper_depth[path]);
            }
        }
        found.sort_unstable();
        found
    }

    /// Appends the joins in the frontier of `block` that have not been found yet, and takes their paths out.
    fn collect(&mut self, tree: &Dominators, block: BlockId, found: &mut Vec<BlockId>) {
        if !tree.contains(block) {
            return;
        }
        let (low, high) = self.range(tree, block);
        let mut position = low;
        while let Some(path) = self.next_at_most(position, high, tree.depth(block)) {
            let join = self.join[path];
            found.push(join);
            for index in self.paths(join) {
                let path = self.paths_of[index] as usize;
                self.set(path, GONE);
            }
            position = path + 1;
        }
    }

    fn paths(&self, join: BlockId) -> std::ops::Range<usize> {
        let index = join.0 as usize;
        self.join_first[index] as usize..self.join_first[index + 1] as usize
    }

    fn range(&self, tree: &Dominators, block: BlockId) -> (usize, usize) {
        let (enter, leave) = tree.dfs_range(block);
        (self.first_path[enter as usize] as usize, self.first_path[leave as usize + 1] as usize)
    }

    fn set(&mut self, path: usize, depth: u32) {
        let mut node = self.leaves + path;
        self.minima[node] = depth;
        while node > 1 {
            node /= 2;
            let minimum = self.minima[2 * node].min(self.minima[2 * node + 1]);
            if self.minima[node] == minimum {
                break;
            }
            self.minima[node] = minimum;
        }
    }

    /// The first path from `low` on and before `high` whose upper end is no deeper than `depth`.
    fn next_at_most(&self, low: usize, high: usize, depth: u32) -> Option<usize> {
        if low >= high {
            return None;
        }
        let mut node = self.leaves + low;
        // Climb until a subtree to the right holds one, then descend to its first.
        while self.minima[node] > depth {
            while node & 1 == 1 {
                node /= 2;
                if node == 0 {
                    return None;
                }
            }
            if node == 0 {
                return None;
            }
            node += 1;
        }
        while node < self.leaves {
            node *= 2;
            if self.minima[node] > depth {
                node += 1;
            }
        }
        let path = node - self.leaves;
        (path < high).then_some(path)
    }
}

/// A vertical path of the dominator tree whose blocks have `join` in their frontier.
struct Path {
    /// Depth-first number of the lower end.
    lower: u32,
    upper_depth: u32,
    join: BlockId,
}

/// The predecessors of all joins, side by side: whoever goes from join to join would otherwise load a block and an edge for
/// each one of them.
struct JoinPreds {
    /// Where the list of each block begins.
    first: Vec<u32>,
    /// In depth-first order, each once, those in the tree.
    preds: Vec<BlockId>,
}

impl JoinPreds {
    fn new(f: &Function, tree: &Dominators) -> JoinPreds {
        let mut lists = JoinPreds { first: Vec::with_capacity(f.blocks.len() + 1), preds: vec![] };
        let mut preds: Vec<BlockId> = Vec::new();
        for (join, block) in f.blocks.iter() {
            lists.first.push(lists.preds.len() as u32);
            let edges = match tree.direction {
                Direction::Dominators => &block.preds,
                Direction::PostDominators => &block.succs,
            };
            if edges.len() < 2 || !tree.contains(join) {
                continue;
            }
            preds.clear();
            preds.extend(edges.iter().map(|&edge| match tree.direction {
                Direction::Dominators => f.edges[edge].src,
                Direction::PostDominators => f.edges[edge].dst,
            }));
            preds.retain(|&pred| tree.contains(pred));
            preds.sort_unstable_by_key(|&pred| tree.dfs_range(pred).0);
            preds.dedup();
            lists.preds.extend_from_slice(&preds);
        }
        lists.first.push(lists.preds.len() as u32);
        lists
    }

    fn of(&self, join: BlockId) -> &[BlockId] {
        let index = join.0 as usize;
        &self.preds[self.first[index] as usize..self.first[index + 1] as usize]
    }
}

/// For each join, the union of the paths from its predecessors up to below its dominator, without overlaps.
fn disjoint_paths(tree: &Dominators, preds: &JoinPreds) -> Vec<Path> {
    let mut paths = Vec::new();
    let mut ancestors: Option<CommonAncestors> = None;
    for join in (0..preds.first.len() as u32 - 1).map(BlockId) {
        let preds = preds.of(join);
        if preds.is_empty() {
            continue;
        }
        let mut bound = tree.depth(tree.idom(join));
        for (index, &pred) in preds.iter().enumerate() {
            if index > 0 {
                let ancestors = ancestors.get_or_insert_with(|| CommonAncestors::new(tree));
                bound = tree.depth(ancestors.nearest(tree, preds[index - 1], pred));
            }
            if tree.depth(pred) > bound {
                let lower = tree.dfs_range(pred).0;
                paths.push(Path { lower, upper_depth: bound + 1, join });
            }
        }
    }
    paths
}

/// Nearest common ancestors in O(log n): the ancestor of two nodes is the parent with the smallest depth-first number
/// among the nodes numbered after the first, up to the second.
struct CommonAncestors {
    minima: Vec<u32>,
    leaves: usize,
}

impl CommonAncestors {
    fn new(tree: &Dominators) -> CommonAncestors {
        let leaves = tree.preorder().len();
        let mut minima = vec![GONE; 2 * leaves];
        for (index, &block) in tree.preorder().iter().enumerate().skip(1) {
            minima[leaves + index] = tree.dfs_range(tree.idom(block)).0;
        }
        for index in (1..leaves).rev() {
            minima[index] = minima[2 * index].min(minima[2 * index + 1]);
        }
        CommonAncestors { minima, leaves }
    }

    /// For two different blocks, the first with the smaller number.
    fn nearest(&self, tree: &Dominators, first: BlockId, second: BlockId) -> BlockId {
        let mut low = tree.dfs_range(first).0 as usize + self.leaves;
        let mut high = tree.dfs_range(second).0 as usize + self.leaves;
        let mut minimum = GONE;
        while low < high {
            if low & 1 == 1 {
                minimum = minimum.min(self.minima[low]);
                low += 1;
            }
            if high & 1 == 1 {
                high -= 1;
                minimum = minimum.min(self.minima[high]);
            }
            low /= 2;
            high /= 2;
        }
        tree.preorder()[minimum as usize - 1]
    }
}

fn prefix_sums(counts: &mut [u32]) {
    for index in 1..counts.len() {
        counts[index] += counts[index - 1];
    }
}
