//! The control-flow graph of a function in Graphviz form (`-graph`), one cluster a function.

use super::Printer;
use crate::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE};
use crate::function::Function;
use crate::loops::LoopId;
use crate::ssa::NameFlags;
use crate::stmt::StmtKind;
use crate::unit::Unit;
use dumps::DumpFlags;
use dumps::dot::{Dot, Look, back_edges};

/// Appends a function's cluster; the caller has begun the `digraph` and will end it.
pub fn dump_graph(out: &mut String, unit: &Unit, function: &Function) {
    let mut text = String::new();
    let mut p = Printer::new(&mut text, unit, Some(function), DumpFlags::NONE);
    p.decl(function.decl);
    let name = std::mem::take(p.out);
    let succ = |block: u32, index: usize| {
        let &edge = function.blocks[BlockId(block)].succs.get(index)?;
        Some((edge.0, function.edges[edge].dst.0))
    };
    let blocks = if function.has_cfg() { function.blocks.len() } else { 0 };
    let back = back_edges(blocks, function.edges.len(), succ);
    let dot = Dot::new(out, &name, function.funcdef_no);
    let mut graph = Graph { dot, unit, f: function, back };
    graph.nodes();
    graph.edges();
    graph.dot.end();
}

struct Graph<'a> {
    dot: Dot<'a>,
    unit: &'a Unit,
    f: &'a Function,
    /// Edges that go back in the depth-first tree.
    back: Vec<bool>,
}

impl Graph<'_> {
    /// Blocks inside their loops' clusters, then those in no loop.
    fn nodes(&mut self) {
        let f = self.f;
        let mut by_loop: Vec<Vec<BlockId>> = Vec::new();
        let loops = f.loops.as_ref().filter(|loops| loops.version == f.cfg_version);
        let count = loops.map_or(1, |loops| loops.count());
        by_loop.resize_with(count, Vec::new);
        let blocks = [ENTRY, EXIT].into_iter().chain(f.block_order());
        for block in blocks {
            let home = match loops {
                Some(_) => f.loop_of(block).0 as usize,
                None => 0,
            };
            by_loop[if home < count { home } else { 0 }].push(block);
        }
        if let Some(loops) = loops {
            // Loops inside a loop come before its own blocks: a walk of the tree, leaving printed after its children.
            let mut stack = vec![(LoopId::ROOT, loops[LoopId::ROOT].inner)];
            while let Some((current, child)) = stack.last_mut() {
                if let Some(inner) = child.expand() {
                    *child = loops[inner].next;
                    self.dot.open_loop(inner.0, loops[inner].depth);
                    stack.push((inner, loops[inner].inner));
                    continue;
                }
                let current = *current;
                stack.pop();
                for &block in &by_loop[current.0 as usize] {
                    self.node(block);
                }
                if current != LoopId::ROOT {
                    self.dot.close_loop();
                }
            }
            return;
        }
        for &block in &by_loop[0] {
            self.node(block);
        }
    }

    fn node(&mut self, block: BlockId) {
        if block == ENTRY || block == EXIT {
            return self.dot.terminal(block.0);
        }
        let count = self.f.block_info[block].count;
        let mut text = String::new();
        dump_body(&mut text, self.unit, self.f, block);
        let first = format!("\\<bb\\ {}\\>:\\l\\\n", block.0);
        self.dot.block(block.0, (count != NO_COUNT).then_some(count), &first, &text);
    }

    fn edges(&mut self) {
        let blocks = [ENTRY].into_iter().chain(self.f.block_order());
        for block in blocks {
            for &edge in &self.f.blocks[block].succs {
                self.edge(edge);
            }
        }
    }

    fn edge(&mut self, id: EdgeId) {
        let edge = &self.f.edges[id];
        let look = if edge.flags.intersects(EdgeFlags::FAKE) {
            Look::Fake
        } else if self.back[id.0 as usize] {
            Look::Back
        } else if edge.flags.intersects(EdgeFlags::FALLTHRU) {
            Look::FallThrough
        } else if edge.flags.intersects(EdgeFlags::TRUE_VALUE) {
            Look::True
        } else if edge.flags.intersects(EdgeFlags::FALSE_VALUE) {
            Look::False
        } else if edge.flags.intersects(EdgeFlags::ABNORMAL) {
            Look::Abnormal
        } else {
            Look::Jump
        };
        let known = edge.probability.is_known();
        let percent = u64::from(edge.probability.0) * 100 / u64::from(PROB_BASE);
        self.dot.edge(edge.src.0, edge.dst.0, look, known.then_some(percent));
    }
}

/// The φs, statements and implied jumps of a block, one a line, each statement marked by a leading `|`.
fn dump_body(out: &mut String, unit: &Unit, f: &Function, block: BlockId) {
    let mut p = Printer::new(out, unit, Some(f), DumpFlags::NONE);
    for phi in f.phis(block) {
        if let StmtKind::Phi(node) = &f.stmts[phi].kind
            && !f.names[node.result].has(NameFlags::VIRTUAL)
        {
            p.text("\x01# ");
            p.stmt(phi, 0);
            p.text("\n");
        }
    }
    for stmt in f.block_stmts(block) {
        p.text("\x01");
        p.stmt(stmt, 0);
        p.text("\n");
    }
    let start = p.out.len();
    p.implicit_edges(f, block);
    // Jumps stand two columns in, as in the plain dump.
    let jumps = p.out.split_off(start);
    for line in jumps.lines() {
        p.text(line.strip_prefix("  ").unwrap_or(line));
        p.text("\n");
    }
}
