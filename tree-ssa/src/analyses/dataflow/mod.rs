//! Data-flow analysis: one solver for any lattice.
//!
//! A [`Problem`] says which way facts flow, what holds at the boundary (the entry, or the exit), what every other block begins
//! with, how facts meet, and what a block makes of them. [`solve`] iterates to the fixed point (Kildall, "A unified approach
//! to global program optimization", 1973; Kam and Ullman, "Monotone data flow analysis frameworks", 1977), which exists
//! if transfer functions are monotone and the lattice has no infinite descent. Meeting early, at every join, gives the
//! maximal fixed point; meeting over whole paths ([`paths`]) may tell more where transfer functions do not distribute
//! over the meet, as in [`constants`].
//!
//! ```text
//!   ;; data flow: live-variables, backward, union; 3 facts
//!   ;; postorder: 3 iterations, 12 blocks visited
//!   ;; <bb 3> in: { n ret }
//!   ;;        out: { n ret }
//! ```
//!
//! The order of visits ([`Order`]) changes the work, never the result. In reverse post-order of the direction in which
//! facts flow, a block comes after those it hears from, back edges aside; a round through all blocks is repeated until
//! nothing changes, blocks whose input has not changed being skipped.
//!
//! Problems over sets of facts with `gen` and `kill` are solved on machine words ([`bits`]). What each instance is about
//! is said in its file: [`live`], [`reaching`], [`expressions`], [`constants`].

pub mod bits;
pub mod constants;
pub mod expressions;
pub mod live;
pub mod paths;
pub mod reaching;
mod report;

pub use report::{PASS, execute};

use crate::graph::order::reverse_post_order;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeId};
use gimple::function::Function;
use gimple::options::DataflowOrder as Order;

/// Which way facts flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Forward,
    Backward,
}

/// A data-flow problem.
pub trait Problem {
    /// An element of the lattice.
    type Value: Clone + PartialEq;
    /// Which way facts flow.
    fn direction(&self) -> Direction;
    /// What holds before the first block, or after the last.
    fn boundary(&self) -> Self::Value;
    /// What every block begins with: the top of the lattice, which changes nothing it meets.
    fn top(&self) -> Self::Value;
    /// Lets `other` flow into `value`.
    fn meet(&self, value: &mut Self::Value, other: &Self::Value);
    /// What a block makes of the facts at the side they come in.
    fn transfer(&mut self, f: &Function, block: BlockId, value: &Self::Value) -> Self::Value;
    /// What of a block's result flows along an edge; `None` if the edge cannot be taken.
    fn along(&mut self, _f: &Function, _edge: EdgeId, value: &Self::Value) -> Option<Self::Value> {
        Some(value.clone())
    }
}

/// The fixed point, and what it took.
pub struct Solution<V> {
    /// What flows into each block, in the direction of the problem, and what it makes of it. By block number.
    pub into: Vec<V>,
    pub result: Vec<V>,
    /// Whether anything reaches a block.
    pub reached: Vec<bool>,
    /// Rounds through the blocks, the last one, in which nothing changed, included.
    pub iterations: usize,
    /// Transfer functions applied.
    pub visits: usize,
}

/// The blocks in the order in which a round visits them, those not reachable from the entry left out.
pub fn visiting_order(f: &Function, direction: Direction, order: Order) -> Vec<BlockId> {
    let mut blocks = reverse_post_order(f).blocks;
    match (order, direction) {
        (Order::ReversePostOrder, Direction::Forward) | (Order::PostOrder, Direction::Backward) => {
        }
        (Order::ReversePostOrder, Direction::Backward) | (Order::PostOrder, Direction::Forward) => {
            blocks.reverse();
        }
        (Order::RoundRobin, _) => blocks.sort_unstable(),
        (Order::Arbitrary, _) => {
            // A fixed shuffle: no order, but the same in every run.
            blocks.sort_unstable_by_key(|block| {
                (block.0.wrapping_mul(0x9E37_79B9).rotate_left(11), block.0)
            });
        }
    }
    blocks
}

/// The edges that facts come in by, and those they leave by.
pub fn edges_of(f: &Function, block: BlockId, direction: Direction) -> (&[EdgeId], &[EdgeId]) {
    let data = &f.blocks[block];
    match direction {
        Direction::Forward => (&data.preds, &data.succs),
        Direction::Backward => (&data.succs, &data.preds),
    }
}

/// The block at the far end of an edge that facts come in by.
pub fn source(f: &Function, edge: EdgeId, direction: Direction) -> BlockId {
    match direction {
        Direction::Forward => f.edges[edge].src,
        Direction::Backward => f.edges[edge].dst,
    }
}

/// The block at the far end of an edge that facts leave by.
pub fn target(f: &Function, edge: EdgeId, direction: Direction) -> BlockId {
    match direction {
        Direction::Forward => f.edges[edge].dst,
        Direction::Backward => f.edges[edge].src,
    }
}

/// Rounds through blocks, as [`solve`] and [`bits::solve`] make them: only blocks that have been marked are visited.
pub struct Rounds {
    order: Vec<BlockId>,
    marked: Vec<bool>,
    any: bool,
    pub iterations: usize,
    pub visits: usize,
}

impl Rounds {
    pub fn new(f: &Function, direction: Direction, order: Order) -> Rounds {
        let order = visiting_order(f, direction, order);
        let marked = vec![true; f.blocks.len()];
        Rounds { any: !order.is_empty(), order, marked, iterations: 0, visits: 0 }
    }

    /// Calls `visit` on marked blocks until there is none; it says which blocks to mark. A round in which nothing changes
    /// ends it.
    pub fn run(
        &mut self,
        f: &Function,
        visit: &mut dyn FnMut(&Function, BlockId, &mut Vec<BlockId>),
    ) {
        let mut changed = Vec::new();
        while self.any {
            self.iterations += 1;
            self.any = false;
            for position in 0..self.order.len() {
                let block = self.order[position];
                if !std::mem::replace(&mut self.marked[block.0 as usize], false) {
                    continue;
                }
                self.visits += 1;
                visit(f, block, &mut changed);
                for next in changed.drain(..) {
                    self.marked[next.0 as usize] = true;
                    self.any = true;
                }
            }
        }
    }
}

/// Iterates a problem to its fixed point.
pub fn solve<P: Problem>(f: &Function, problem: &mut P, order: Order) -> Solution<P::Value> {
    let direction = problem.direction();
    let root = if direction == Direction::Forward { ENTRY } else { EXIT };
    let count = f.blocks.len();
    let mut into = vec![problem.top(); count];
    let mut result = vec![problem.top(); count];
    let mut reached = vec![false; count];
    result[root.0 as usize] = problem.boundary();
    into[root.0 as usize] = problem.boundary();
    reached[root.0 as usize] = true;
    let mut rounds = Rounds::new(f, direction, order);
    rounds.run(f, &mut |f, block, changed| {
        let index = block.0 as usize;
        let (incoming, outgoing) = edges_of(f, block, direction);
        let mut value = problem.top();
        // Backward, what does not reach the exit hears of nothing but itself.
        let mut heard = direction == Direction::Backward;
        for &edge in incoming {
            let from = source(f, edge, direction).0 as usize;
            if !reached[from] {
                continue;
            }
            if let Some(flowing) = problem.along(f, edge, &result[from]) {
                problem.meet(&mut value, &flowing);
                heard = true;
            }
        }
        if !heard {
            return;
        }
        let made = problem.transfer(f, block, &value);
        let new = !std::mem::replace(&mut reached[index], true) || made != result[index];
        into[index] = value;
        result[index] = made;
        if new {
            changed.extend(outgoing.iter().map(|&edge| target(f, edge, direction)));
        }
    });
    let Rounds { iterations, visits, .. } = rounds;
    Solution { into, result, reached, iterations, visits }
}
