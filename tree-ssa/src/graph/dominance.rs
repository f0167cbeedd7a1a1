//! Dominators and post-dominators.
//!
//! Most graphs are reducible, and then one pass over the blocks in reverse post-order finds the immediate dominators, each
//! the nearest common ancestor of the predecessors (Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm", 2001).
//! Where an edge leads back to a block that does not dominate its source, or finding ancestors takes long, and for
//! post-dominators, they come from Lengauer and Tarjan's algorithm ("A fast algorithm for finding dominators in a
//! flowgraph", 1979) with path compression: O(m log n) on any graph, so that no shape of CFG makes it quadratic. The tree
//! is numbered depth-first, which answers "does a dominate b" in O(1).
//!
//! As in GCC, the exit block is no node of the dominator tree and the entry none of the post-dominator tree; blocks from
//! which the exit cannot be reached get a fake edge to it (the last block in the layout that has no successor, or lies
//! on such a cycle, first).

use crate::graph::order::{reverse_post_order, rpo_numbers};
use gimple::cfg::{BlockId, ENTRY, EXIT};
use gimple::entity::EntityVec;
use gimple::function::Function;

/// Which way to dominate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Dominators,
    PostDominators,
}

const NONE: u32 = u32::MAX;

/// A block in the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    idom: BlockId,
    /// The block immediately dominated that is the last in the layout, and the next one of the same dominator.
    first_child: BlockId,
    next_sibling: BlockId,
    /// Depth-first numbers of the subtree's first node (from 1; 0: not in the tree) and last node.
    enter: u32,
    leave: u32,
    depth: u32,
}

impl Node {
    const OUTSIDE: Node = Node {
        idom: BlockId::NONE,
        first_child: BlockId::NONE,
        next_sibling: BlockId::NONE,
        enter: 0,
        leave: 0,
        depth: 0,
    };
}

/// A dominator or post-dominator tree.
#[derive(Clone, Debug)]
pub struct Dominators {
    pub direction: Direction,
    /// The `cfg_version` the tree was made for.
    pub version: u32,
    nodes: EntityVec<BlockId, Node>,
    preorder: Vec<BlockId>,
}

impl Dominators {
    /// Computes the tree of `f`.
    pub fn compute(f: &Function, direction: Direction) -> Dominators {
        let order = match direction {
            Direction::Dominators => reverse_post_order(f).blocks,
            Direction::PostDominators => Vec::new(),
        };
        Dominators::compute_in_order(f, direction, &order)
    }

    /// As [`Self::compute`], for a CFG whose reverse post-order is known; post-dominators don't need it.
    pub fn compute_in_order(f: &Function, direction: Direction, order: &[BlockId]) -> Dominators {
        let mut tree = Dominators {
            direction,
            version: f.cfg_version,
            nodes: EntityVec::filled(Node::OUTSIDE, f.blocks.len()),
            preorder: Vec::with_capacity(f.blocks.len()),
        };
        if direction == Direction::PostDominators
            || in_one_pass(f, order, &mut tree.nodes).is_none()
        {
            let walk = Walk::of(f, direction);
            lengauer_tarjan(f, direction, &walk, &mut tree.nodes);
        }
        tree.link_children(f);
        tree.number();
        tree
    }

    /// The root: the entry, or the exit for post-dominators.
    pub fn root(&self) -> BlockId {
        match self.direction {
            Direction::Dominators => ENTRY,
            Direction::PostDominators => EXIT,
        }
    }

    /// The immediate dominator, or `NONE` for the root and for blocks not in the tree.
    pub fn idom(&self, block: BlockId) -> BlockId {
        self.nodes.get(block).map_or(BlockId::NONE, |node| node.idom)
    }

    /// Whether `a` is dominated by `b` (every block is by itself).
    #[inline]
    pub fn dominated_by(&self, a: BlockId, b: BlockId) -> bool {
        if a == b {
            return true;
        }
        let (inner, outer) = (self.nodes[a].enter, &self.nodes[b]);
        outer.enter != 0 && outer.enter <= inner && inner <= outer.leave
    }

    /// Whether the block is in the tree: reachable from the root.
    pub fn contains(&self, block: BlockId) -> bool {
        self.nodes.get(block).is_some_and(|node| node.enter != 0)
    }

    /// The blocks immediately dominated, last in the layout first (`first_dom_son`, `next_dom_son`).
    pub fn children(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        let next = |&child: &BlockId| self.nodes[child].next_sibling.expand();
        std::iter::successors(self.nodes[block].first_child.expand(), next)
    }

    /// Distance from the root.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.nodes[block].depth
    }

    /// The depth-first numbers of a block's subtree, from 1 (`bb_dom_dfs_in`, the largest number below it).
    pub fn dfs_range(&self, block: BlockId) -> (u32, u32) {
        (self.nodes[block].enter, self.nodes[block].leave)
    }

    /// The blocks of the tree, each before those it dominates.
    pub fn preorder(&self) -> &[BlockId] {
        &self.preorder
    }

    /// The nearest block that dominates both.
    pub fn common_dominator(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        while !self.dominated_by(b, a) {
            let up = self.idom(a);
            if up.is_none() {
                return b;
            }
            a = up;
            std::mem::swap(&mut a, &mut b);
            if self.dominated_by(b, a) {
                return a;
            }
        }
        a
    }

    /// Makes lists of the blocks that each one dominates immediately.
    fn link_children(&mut self, f: &Function) {
        for block in f.block_iter() {
            let up = self.nodes[block].idom;
            if up.is_some() {
                let first = std::mem::replace(&mut self.nodes[up].first_child, block);
                self.nodes[block].next_sibling = first;
            }
        }
    }

    /// Walks the tree depth-first.
    fn number(&mut self) {
        let mut block = self.root();
        let mut depth = 0;
        loop {
            self.preorder.push(block);
            let node = &mut self.nodes[block];
            (node.enter, node.depth) = (self.preorder.len() as u32, depth);
            let mut next = node.first_child;
            depth += 1;
            while next.is_none() {
                depth -= 1;
                let node = &mut self.nodes[block];
                node.leave = self.preorder.len() as u32;
                if node.idom.is_none() {
                    return;
                }
                (next, block) = (node.next_sibling, node.idom);
            }
            block = next;
        }
    }
}

/// Steps up the tree that the pass over a reducible graph may take, for each block and edge.
const CLIMBS: usize = 4;

/// Finds the immediate dominators of a reducible graph, given its reverse post-order; `None` for others, and where it takes
/// long.
///
/// Without the edges that lead back in the order, a block's predecessors come before it. The tree of what is left is that of
/// the whole graph if each edge that leads back leads to a dominator of its source: no way is new that goes there again.
fn in_one_pass(
    f: &Function,
    order: &[BlockId],
    nodes: &mut EntityVec<BlockId, Node>,
) -> Option<()> {
    let numbers = rpo_numbers(f, order);
    // By number in the order, the entry being 0; so is a dominator's number always smaller.
    let mut up: Vec<u32> = Vec::with_capacity(order.len() + 1);
    up.push(0);
    let mut back: Vec<(u32, u32)> = Vec::new();
    let mut climbs = CLIMBS * (order.len() + f.edges.len());
    for &block in order {
        let number = up.len() as u32;
        let mut idom = NONE;
        for &edge in &f.blocks[block].preds {
            let mut pred = numbers[f.edges[edge].src.0 as usize];
            if pred == NONE {
                continue;
            }
            if pred >= number {
                back.push((pred, number));
                continue;
            }
            if idom == NONE {
                idom = pred;
            }
            while pred != idom {
                climbs = climbs.checked_sub(1)?;
                let lower = if pred > idom { &mut pred } else { &mut idom };
                *lower = up[*lower as usize];
            }
        }
        up.push(idom);
    }
    for (mut at, header) in back {
        while at > header {
            climbs = climbs.checked_sub(1)?;
            at = up[at as usize];
        }
        if at != header {
            return None;
        }
    }
    for (&block, &idom) in order.iter().zip(&up[1..]) {
        nodes[block].idom = idom.checked_sub(1).map_or(ENTRY, |index| order[index as usize]);
    }
    Some(())
}

/// The depth-first walk the algorithm numbers blocks by.
struct Walk {
    /// Blocks by number.
    order: Vec<BlockId>,
    /// Number of each block; `NONE` where not reached.
    number: Vec<u32>,
    /// Number of each number's parent.
    parent: Vec<u32>,
    /// Blocks with a fake edge to the exit.
    fake: Vec<bool>,
}

impl Walk {
    fn of(f: &Function, direction: Direction) -> Walk {
        let n = f.blocks.len();
        let mut walk = Walk {
            order: Vec::with_capacity(n),
            number: vec![NONE; n],
            parent: Vec::with_capacity(n),
            fake: vec![false; n],
        };
        match direction {
            Direction::Dominators => walk.from(f, ENTRY, NONE, direction),
            Direction::PostDominators => walk.backward(f),
        }
        walk
    }

    fn backward(&mut self, f: &Function) {
        let direction = Direction::PostDominators;
        self.from(f, EXIT, NONE, direction);
        for block in f.block_iter_backward() {
            if f.blocks[block].succs.is_empty() && self.number[block.0 as usize] == NONE {
                self.fake[block.0 as usize] = true;
                self.from(f, block, 0, direction);
            }
        }
        for block in f.block_iter_backward() {
            if self.number[block.0 as usize] == NONE {
                let end = dead_end(f, block);
                self.fake[end.0 as usize] = true;
                self.from(f, end, 0, direction);
            }
        }
    }

    fn from(&mut self, f: &Function, root: BlockId, parent: u32, direction: Direction) {
        self.visit(root, parent);
        let mut stack = vec![(root, 0u32)];
        while let Some((block, next)) = stack.last_mut() {
            let block = *block;
            let neighbour = match direction {
                Direction::Dominators => {
                    f.blocks[block].succs.get(*next as usize).map(|&edge| f.edges[edge].dst)
                }
                Direction::PostDominators => {
                    f.blocks[block].preds.get(*next as usize).map(|&edge| f.edges[edge].src)
                }
            };
            *next += 1;
            let Some(neighbour) = neighbour else {
                stack.pop();
                continue;
            };
            let excluded = match direction {
                Direction::Dominators => EXIT,
                Direction::PostDominators => ENTRY,
            };
            if neighbour != excluded && self.number[neighbour.0 as usize] == NONE {
                let parent = self.number[block.0 as usize];
                self.visit(neighbour, parent);
                stack.push((neighbour, 0));
            }
        }
    }

    fn visit(&mut self, block: BlockId, parent: u32) {
        self.number[block.0 as usize] = self.order.len() as u32;
        self.order.push(block);
        self.parent.push(parent);
    }
}

/// Follows successors, out of loops where possible, to a block without any or to one that closes a cycle
/// (`dfs_find_deadend`).
fn dead_end(f: &Function, start: BlockId) -> BlockId {
    let mut visited = rustc_hash::FxHashSet::default();
    let (mut block, mut next) = (start, start);
    loop {
        if f.blocks[next].succs.is_empty() {
            return next;
        }
        if !visited.insert(next) {
            return block;
        }
        block = next;
        let succs = &f.blocks[block].succs;
        let leaves_loop =
            |edge: &&gimple::cfg::EdgeId| leaves_loop_of(f, block, f.edges[**edge].dst);
        let edge = succs.iter().find(leaves_loop).unwrap_or(&succs[0]);
        next = f.edges[*edge].dst;
    }
}

/// Whether `to` lies outside the innermost loop around `block`.
fn leaves_loop_of(f: &Function, block: BlockId, to: BlockId) -> bool {
    let Some(loops) = &f.loops else { return false };
    let father = f.loop_of(block);
    loops.get(father).is_some() && !loops.is_within(f.loop_of(to), father)
}

/// The forest of the algorithm, over depth-first numbers.
struct Forest {
    ancestor: Vec<u32>,
    label: Vec<u32>,
    semi: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The node with the smallest semi-dominator on the path above `v`, which is compressed.
    fn eval(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        let mut node = v;
        while self.ancestor[self.ancestor[node as usize] as usize] != NONE {
            self.path.push(node);
            node = self.ancestor[node as usize];
        }
        while let Some(node) = self.path.pop() {
            let above = self.ancestor[node as usize] as usize;
            let (mine, theirs) = (self.label[node as usize], self.label[above]);
            if self.semi[theirs as usize] < self.semi[mine as usize] {
                self.label[node as usize] = theirs;
            }
            self.ancestor[node as usize] = self.ancestor[above];
        }
        self.label[v as usize]
    }
}

fn lengauer_tarjan(
    f: &Function,
    direction: Direction,
    walk: &Walk,
    nodes: &mut EntityVec<BlockId, Node>,
) {
    let n = walk.order.len();
    let mut forest = Forest {
        ancestor: vec![NONE; n],
        label: (0..n as u32).collect(),
        semi: (0..n as u32).collect(),
        path: Vec::new(),
    };
    let mut dom = vec![0u32; n];
    let mut bucket = vec![NONE; n];
    let mut bucket_next = vec![NONE; n];
    for w in (1..n).rev() {
        let block = walk.order[w];
        let mut semi = forest.semi[w];
        let mut consider = |forest: &mut Forest, other: BlockId| {
            let v = walk.number[other.0 as usize];
            if v != NONE {
                let u = forest.eval(v);
                semi = semi.min(forest.semi[u as usize]);
            }
        };
        match direction {
            Direction::Dominators => {
                for &edge in &f.blocks[block].preds {
                    consider(&mut forest, f.edges[edge].src);
                }
            }
            Direction::PostDominators => {
                for &edge in &f.blocks[block].succs {
                    consider(&mut forest, f.edges[edge].dst);
                }
                if walk.fake[block.0 as usize] {
                    consider(&mut forest, EXIT);
                }
            }
        }
        forest.semi[w] = semi;
        bucket_next[w] = bucket[semi as usize];
        bucket[semi as usize] = w as u32;
        let parent = walk.parent[w];
        forest.ancestor[w] = parent;
        let mut v = std::mem::replace(&mut bucket[parent as usize], NONE);
        while v != NONE {
            let u = forest.eval(v);
            let closer = forest.semi[u as usize] < forest.semi[v as usize];
            dom[v as usize] = if closer { u } else { parent };
            v = bucket_next[v as usize];
        }
    }
    for w in 1..n {
        if dom[w] != forest.semi[w] {
            dom[w] = dom[dom[w] as usize];
        }
        nodes[walk.order[w]].idom = walk.order[dom[w] as usize];
    }
}
