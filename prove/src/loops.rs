//! The order in which blocks are run, and which edges go back.

use crate::terms::Term;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeId};
use gimple::function::Function;
use rustc_hash::{FxHashMap, FxHashSet};

/// An edge that is taken, with the round its destination is run in.
pub struct Visit {
    pub edge: EdgeId,
    pub round: u32,
    pub condition: Term,
}

/// The blocks of a function in reverse post-order, and the edges that do not keep to it. Within a round no edge goes back,
/// so that loops of any shape are run.
pub struct Plan {
    order: Vec<BlockId>,
    back: FxHashSet<EdgeId>,
}

impl Plan {
    pub fn of(f: &Function) -> Plan {
        let mut state = vec![0u8; f.blocks.len()];
        let mut order = Vec::new();
        let mut back = FxHashSet::default();
        let mut stack: Vec<(BlockId, usize)> = vec![(ENTRY, 0)];
        state[ENTRY.0 as usize] = 1;
        while let Some((block, next)) = stack.last_mut() {
            let block = *block;
            let Some(&edge) = f.blocks[block].succs.get(*next) else {
                state[block.0 as usize] = 2;
                if block != EXIT && block != ENTRY {
                    order.push(block);
                }
                stack.pop();
                continue;
            };
            *next += 1;
            let dst = f.edges[edge].dst;
            match state[dst.0 as usize] {
                0 => {
                    state[dst.0 as usize] = 1;
                    stack.push((dst, 0));
                }
                1 => {
                    back.insert(edge);
                }
                _ => {}
            }
        }
        order.reverse();
        Plan { order, back }
    }

    /// The block that is entered first.
    pub fn first(&self) -> BlockId {
        self.order.first().copied().unwrap_or(EXIT)
    }

    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    pub fn goes_back(&self, edge: EdgeId) -> bool {
        self.back.contains(&edge)
    }

    /// The blocks that edges go back to, in order.
    pub fn headers(&self, f: &Function) -> Vec<BlockId> {
        let to: FxHashSet<BlockId> = self.back.iter().map(|&edge| f.edges[edge].dst).collect();
        self.order.iter().copied().filter(|block| to.contains(block)).collect()
    }

    /// Whether there is a loop.
    pub fn has_loops(&self) -> bool {
        !self.back.is_empty()
    }
}

/// Immediate dominators of the blocks of a plan.
pub struct Dominators {
    above: FxHashMap<BlockId, BlockId>,
    place: FxHashMap<BlockId, usize>,
}

impl Dominators {
    pub fn of(f: &Function, plan: &Plan) -> Dominators {
        let place: FxHashMap<BlockId, usize> =
            plan.order.iter().enumerate().map(|(at, &block)| (block, at + 1)).collect();
        let mut all = Dominators { above: FxHashMap::default(), place };
        all.place.insert(ENTRY, 0);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &plan.order {
                let mut nearest: Option<BlockId> = None;
                for &edge in &f.blocks[block].preds {
                    let from = f.edges[edge].src;
                    if from == ENTRY || all.above.contains_key(&from) {
                        nearest = Some(nearest.map_or(from, |near| all.meet(near, from)));
                    }
                }
                if let Some(nearest) = nearest {
                    changed |= all.above.insert(block, nearest) != Some(nearest);
                }
            }
        }
        all
    }

    /// The block above another in the tree.
    pub fn above(&self, block: BlockId) -> Option<BlockId> {
        self.above.get(&block).copied()
    }

    fn meet(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        while a != b {
            let (x, y) = (self.place[&a], self.place[&b]);
            let later = if x > y { &mut a } else { &mut b };
            *later = self.above.get(later).copied().unwrap_or(ENTRY);
        }
        a
    }

    /// Whether every path to `b` leads through `a`.
    pub fn dominates(&self, a: BlockId, mut b: BlockId) -> bool {
        loop {
            if a == b {
                return true;
            }
            match self.above(b) {
                Some(above) => b = above,
                None => return false,
            }
        }
    }
}
