//! What Morel and Renvoise, Chow, and the two Chens have in common: where a computation could possibly be put.
//!
//! ```text
//!   PPOUT(i) = ∏ PPIN(s) over the successors s            PPIN(i) = allowed(i) · (ANTLOC(i) + ~ALTERED(i) · PPOUT(i))
//!                                                                   [ · ∏ (PPOUT(p) + AVOUT(p)) over the predecessors p ]
//! ```
//!
//! The greatest solution. The factor in brackets makes facts flow both ways, which the solvers of [`tree_ssa::analyses::dataflow`] for
//! one direction do not do; blocks are marked and visited in their rounds all the same.

use super::expressions::Local;
use super::graph::FlowGraph;
use gimple::cfg::{BlockId, ENTRY, EdgeId};
use gimple::function::Function;
use gimple::options::DataflowOrder;
use tree_ssa::analyses::dataflow::bits::{self, Facts, GenKill, Meet, Sets};
use tree_ssa::analyses::dataflow::{Direction, Rounds, visiting_order};

/// Where computations go, and which go away.
pub struct Decision {
    /// What was computed on the way, by block of the graph, for the dump.
    pub properties: Vec<(&'static str, Sets)>,
    /// Expressions computed at the end of blocks.
    pub at_end: Vec<(BlockId, usize)>,
    /// Expressions computed on edges of the function.
    pub on_edge: Vec<(EdgeId, usize)>,
    /// The blocks whose first computation of an expression is not needed.
    pub deleted: Sets,
    /// What the rows of the properties are, if they are not blocks of the function.
    pub places: Option<Vec<String>>,
}

/// Whether a value has been computed: on all paths, on some, going to be on all.
pub struct Availability {
    pub available: Facts,
    pub partially: Facts,
    pub anticipated: Facts,
}

/// Solves the three systems the others start from.
pub fn availability(graph: &FlowGraph, local: &Local) -> Availability {
    let problem = |name, direction, meet, generated: &Sets, killed: &Sets| {
        let mut problem = GenKill::new(name, &graph.graph, local.facts, direction, meet);
        problem.generated = generated.clone();
        problem.killed = killed.clone();
        bits::solve(&graph.graph, &problem, DataflowOrder::default())
    };
    let forward = Direction::Forward;
    Availability {
        available: problem("available", forward, Meet::Intersection, &local.avloc, &local.altered),
        partially: problem(
            "partially-available",
            forward,
            Meet::Union,
            &local.avloc,
            &local.altered,
        ),
        anticipated: problem(
            "anticipated",
            Direction::Backward,
            Meet::Intersection,
            &local.antloc,
            &local.stopped,
        ),
    }
}

/// PPIN and PPOUT.
pub struct Possible {
    pub at_start: Sets,
    pub at_end: Sets,
}

/// The greatest solution. With `from_all`, AVOUT, each predecessor must have the value or be a place for it.
pub fn possible(
    graph: &FlowGraph,
    local: &Local,
    allowed: &Sets,
    from_all: Option<&Sets>,
) -> Possible {
    let f = &graph.graph;
    // Only blocks that are reached: no round would ever look at the others again.
    let mut all = Sets::new(f.blocks.len(), local.facts);
    all.fill(ENTRY, local.facts);
    for block in visiting_order(f, Direction::Backward, DataflowOrder::default()) {
        all.fill(block, local.facts);
    }
    let mut found = Possible { at_start: all.clone(), at_end: all };
    found.at_start.clear(ENTRY);
    found.at_start.clear(gimple::cfg::EXIT);
    found.at_end.clear(gimple::cfg::EXIT);
    let mut rounds = Rounds::new(f, Direction::Backward, DataflowOrder::default());
    rounds.run(f, &mut |f, block, changed| {
        if found.leave(f, local, block) {
            changed.extend(f.blocks[block].succs.iter().map(|&edge| f.edges[edge].dst));
        }
        if found.enter(graph, local, allowed, from_all, block) {
            for &edge in &f.blocks[block].preds {
                let before = f.edges[edge].src;
                if before == ENTRY {
                    // It is in no round; the block may have to be looked at once more.
                    found.leave(f, local, ENTRY);
                    changed.push(block);
                } else {
                    changed.push(before);
                }
            }
        }
    });
    found
}

impl Possible {
    /// Computes PPOUT of a block; whether it changed.
    fn leave(&mut self, f: &Function, local: &Local, block: BlockId) -> bool {
        let mut row = self.at_end.row(block).to_vec();
        if local.closed[block.0 as usize] {
            row.fill(0);
        }
        for &edge in &f.blocks[block].succs {
            let next = self.at_start.row(f.edges[edge].dst);
            row.iter_mut().zip(next).for_each(|(a, b)| *a &= b);
        }
        store(&mut self.at_end, block, &row)
    }

    /// Computes PPIN of a block; whether it changed.
    fn enter(
        &mut self,
        graph: &FlowGraph,
        local: &Local,
        allowed: &Sets,
        from_all: Option<&Sets>,
        block: BlockId,
    ) -> bool {
        let f = &graph.graph;
        let (antloc, stopped) = (local.antloc.row(block), local.stopped.row(block));
        let (allowed, after) = (allowed.row(block), self.at_end.row(block));
        let mut row: Vec<u64> = (0..after.len())
            .map(|word| allowed[word] & (antloc[word] | (after[word] & !stopped[word])))
            .collect();
        if graph.landing[block.0 as usize] {
            row.fill(0);
        }
        if let Some(available) = from_all {
            for &edge in &f.blocks[block].preds {
                let before = f.edges[edge].src;
                let have = self.at_end.row(before).iter().zip(available.row(before));
                row.iter_mut().zip(have).for_each(|(word, (a, b))| *word &= a | b);
            }
        }
        store(&mut self.at_start, block, &row)
    }

    /// INSERT: the value is wanted at the end of a block, is not there, and does not come through the block.
    pub fn insert(&self, local: &Local, available: &Sets) -> Sets {
        let comes_through = self.at_start.minus(&local.altered);
        self.at_end.minus(available).minus(&comes_through)
    }
}

fn store(sets: &mut Sets, block: BlockId, row: &[u64]) -> bool {
    let old = sets.row_mut(block);
    let new = old != row;
    old.copy_from_slice(row);
    new
}

/// The members of sets by block, in order.
pub fn members(sets: &Sets, graph: &FlowGraph) -> Vec<(BlockId, usize)> {
    let blocks = 0..graph.graph.blocks.len() as u32;
    blocks
        .map(BlockId)
        .flat_map(|block| sets.facts(block).into_iter().map(move |fact| (block, fact)))
        .collect()
}
