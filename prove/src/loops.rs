//! The order in which blocks are run, and which edges go back.

use crate::terms::Term;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeId};
use gimple::function::Function;
use rustc_hash::FxHashSet;

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

    /// Whether there is a loop.
    pub fn has_loops(&self) -> bool {
        !self.back.is_empty()
    }
}
