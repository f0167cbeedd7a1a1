//! Walks over the dominator tree, which every dominator-driven pass is built on.
//!
//! The walk is iterative; the children of a block come in reverse post-order of the CFG, as in GCC, so that a block's
//! predecessors (back edges aside) have been visited before it. A walker may stop below a block, or say which of its
//! edges is taken; with [`Reach::Executable`], blocks all of whose entering edges turned out not to be are skipped.

use crate::graph::analyses;
use crate::graph::dominance::{Direction, Dominators};
use crate::graph::order::rpo_numbers;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::function::Function;

/// What [`DomWalker::before_dom_children`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Go on with the blocks below.
    Continue,
    /// Go on; of the edges out of the block only this one can be taken.
    Taken(EdgeId),
    /// Leave out the blocks below.
    Stop,
}

/// Which blocks are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// All.
    All,
    /// Those that an edge with the flag `EXECUTABLE` enters; the walk sets the flag on all edges first.
    Executable,
    /// As before, with the flags as they are.
    ExecutableAsMarked,
}

/// What to do at each block.
pub trait DomWalker {
    /// Called before the blocks that `block` dominates are visited.
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step;
    /// Called after they all have been.
    fn after_dom_children(&mut self, _f: &mut Function, _block: BlockId) {}
    /// Called instead of [`Self::before_dom_children`] for a block that turned out not to be executable.
    fn unreachable(&mut self, _f: &mut Function, _block: BlockId) {}
}

enum Task {
    Enter(BlockId),
    Leave(BlockId),
}

/// Walks the tree from `start`.
pub fn walk(
    f: &mut Function,
    tree: &Dominators,
    start: BlockId,
    reach: Reach,
    walker: &mut dyn DomWalker,
) {
    let order = match tree.direction {
        Direction::Dominators => {
            let order = analyses::reverse_post_order(f);
            rpo_numbers(f, &order)
        }
        Direction::PostDominators => Vec::new(),
    };
    walk_in_order(f, tree, &order, start, reach, walker);
}

/// As [`walk`], for a CFG whose [`rpo_numbers`] are known; without numbers, children come as the tree has them.
pub fn walk_in_order(
    f: &mut Function,
    tree: &Dominators,
    order: &[u32],
    start: BlockId,
    reach: Reach,
    walker: &mut dyn DomWalker,
) {
    if reach == Reach::Executable {
        f.edges.values_mut().for_each(|edge| edge.flags |= EdgeFlags::EXECUTABLE);
    }
    let mut unreachable_root = BlockId::NONE;
    let mut tasks = Vec::with_capacity(f.blocks.len() + 1);
    tasks.push(Task::Enter(start));
    while let Some(task) = tasks.pop() {
        let block = match task {
            Task::Leave(block) => {
                walker.after_dom_children(f, block);
                if block == unreachable_root {
                    unreachable_root = BlockId::NONE;
                }
                continue;
            }
            Task::Enter(block) => block,
        };
        if f.blocks[block].preds.is_empty() && block != ENTRY && block != EXIT {
            continue;
        }
        let mut step = Step::Continue;
        if reach == Reach::All || (unreachable_root.is_none() && is_executable(f, tree, block)) {
            step = walker.before_dom_children(f, block);
            if let Step::Taken(taken) = step {
                for index in 0..f.blocks[block].succs.len() {
                    let edge = f.blocks[block].succs[index];
                    if edge != taken {
                        f.edges[edge].flags.remove(EdgeFlags::EXECUTABLE);
                    }
                }
            }
        } else {
            walker.unreachable(f, block);
            mark_unreachable(f, tree, block);
            if unreachable_root.is_none() {
                unreachable_root = block;
            }
        }
        tasks.push(Task::Leave(block));
        if step != Step::Stop {
            let first = tasks.len();
            tasks.extend(tree.children(block).map(Task::Enter));
            if !order.is_empty() {
                tasks[first..].sort_by_key(|task| match task {
                    Task::Enter(block) | Task::Leave(block) => {
                        std::cmp::Reverse(order.get(block.0 as usize).copied().unwrap_or(u32::MAX))
                    }
                });
            }
        }
    }
}

/// Whether an edge from outside a block's own dominator subtree may still be taken.
fn is_executable(f: &Function, tree: &Dominators, block: BlockId) -> bool {
    block == ENTRY
        || f.blocks[block].preds.iter().any(|&edge| {
            let edge = &f.edges[edge];
            edge.flags.intersects(EdgeFlags::EXECUTABLE) && !tree.dominated_by(edge.src, block)
        })
}

/// Marks the edges out of a block that cannot be reached, and those back to it, as not executable.
fn mark_unreachable(f: &mut Function, tree: &Dominators, block: BlockId) {
    for index in 0..f.blocks[block].succs.len() {
        let edge = f.blocks[block].succs[index];
        f.edges[edge].flags.remove(EdgeFlags::EXECUTABLE);
    }
    for index in 0..f.blocks[block].preds.len() {
        let edge = f.blocks[block].preds[index];
        if tree.dominated_by(f.edges[edge].src, block) {
            f.edges[edge].flags.remove(EdgeFlags::EXECUTABLE);
        }
    }
}
