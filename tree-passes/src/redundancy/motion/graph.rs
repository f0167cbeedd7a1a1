//! The graph that placements are decided on: that of the function, and ways to the exit from what never ends.
//!
//! ```text
//!   <bb 3>: goto <bb 3>;              <bb 3> -> <bb 3>, and <bb 3> -> EXIT (fake)
//! ```
//!
//! "On all paths from here" says nothing where no path ends: in an endless loop everything would be anticipated, and be computed
//! before it, though the program never does. So one block of each loop that nothing leaves gets an edge to the exit, as do
//! blocks that end with a call that does not return. The graph is a function of its own without statements; its blocks
//! have the numbers of the function's.

use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::stmt::StmtKind;

/// The graph.
pub struct FlowGraph {
    pub graph: Function,
    /// The function's edge for each edge of the graph; `NONE` for fake ones. By number.
    pub origin: Vec<EdgeId>,
    /// Blocks that edges lead to on which nothing is put: computed gotos', those of calls that return elsewhere, an asm's.
    pub landing: Vec<bool>,
}

impl FlowGraph {
    /// The graph of a function.
    pub fn of(f: &Function) -> FlowGraph {
        let mut graph = Function::new(f.decl, f.funcdef_no);
        graph.init_cfg();
        while graph.blocks.len() < f.blocks.len() {
            graph.add_block();
        }
        let mut origin = Vec::new();
        let mut landing = vec![false; f.blocks.len()];
        let mut blocks = vec![ENTRY];
        blocks.extend(f.block_order());
        for &block in &blocks {
            let asm_jumps = f.last_stmt(block).is_some_and(
                |last| matches!(&f.stmts[last].kind, StmtKind::Asm(asm) if !asm.labels.is_empty()),
            );
            for &edge in &f.blocks[block].succs {
                let data = &f.edges[edge];
                graph.make_edge_unchecked(block, data.dst, data.flags);
                origin.push(edge);
                landing[data.dst.0 as usize] |=
                    data.flags.intersects(EdgeFlags::COMPLEX) || asm_jumps;
            }
        }
        for block in endless(&graph) {
            graph.make_edge_unchecked(block, EXIT, EdgeFlags::FAKE);
            origin.push(EdgeId::NONE);
        }
        FlowGraph { graph, origin, landing }
    }

    /// The edges that are the function's, in order.
    pub fn real_edges(&self) -> impl Iterator<Item = (EdgeId, EdgeId)> + '_ {
        let real = self.origin.iter().enumerate().filter(|(_, origin)| origin.is_some());
        real.map(|(index, &origin)| (EdgeId(index as u32), origin))
    }
}

/// The blocks that get a way to the exit: those without successors, and of what cannot reach the exit then the last block in
/// reverse post-order, until all can. Each block is marked once.
fn endless(graph: &Function) -> Vec<BlockId> {
    let order = tree_ssa::graph::order::reverse_post_order(graph).blocks;
    let mut ends = vec![false; graph.blocks.len()];
    let mut chosen = Vec::new();
    let mut work = vec![EXIT];
    let mut left = order.iter().rev();
    let dead_ends = order.iter().copied().filter(|&block| graph.blocks[block].succs.is_empty());
    for block in dead_ends {
        chosen.push(block);
        work.push(block);
    }
    loop {
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut ends[block.0 as usize], true) {
                continue;
            }
            work.extend(graph.blocks[block].preds.iter().map(|&edge| graph.edges[edge].src));
        }
        let Some(&next) = left.find(|block| !ends[block.0 as usize]) else { return chosen };
        chosen.push(next);
        work.push(next);
    }
}
