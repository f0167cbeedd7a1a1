//! The control-flow graph of a function in Graphviz form (`-graph`), one cluster a function.

use super::Printer;
use crate::cfg::{BlockId, ENTRY, EXIT, EdgeId, NO_COUNT, PROB_BASE, edge_flag};
use crate::function::Function;
use crate::ssa::name_flag;
use crate::stmt::StmtKind;
use crate::unit::Unit;
use dumps::DumpFlags;
use fixedbitset::FixedBitSet;
use std::fmt::Write as _;

/// Appends a function's cluster; the caller has begun the `digraph` and will end it.
pub fn dump_graph(out: &mut String, unit: &Unit, function: &Function) {
    let mut text = String::new();
    let mut p = Printer::new(&mut text, unit, Some(function), DumpFlags::NONE);
    p.decl(function.decl);
    let name = std::mem::take(p.out);
    let id = function.funcdef_no;
    let mut graph = Graph { out, unit, f: function, id, back: back_edges(function) };
    graph.line(format_args!(
        "subgraph \"cluster_{name}\" {{\n\tstyle=\"dashed\";\n\tcolor=\"black\";\n\tlabel=\"{name} ()\";\n"
    ));
    graph.nodes();
    graph.edges();
    graph.line(format_args!(
        "\tfn_{id}_basic_block_0:s -> fn_{id}_basic_block_1:n [style=\"invis\",constraint=true];\n}}\n"
    ));
}

struct Graph<'a> {
    out: &'a mut String,
    unit: &'a Unit,
    f: &'a Function,
    id: u32,
    /// Edges that go back in the depth-first tree.
    back: FixedBitSet,
}

/// The edges that lead to a block still open in a depth-first walk from the entry.
fn back_edges(f: &Function) -> FixedBitSet {
    let mut back = FixedBitSet::with_capacity(f.edges.len());
    let mut seen = FixedBitSet::with_capacity(f.blocks.len());
    let mut open = FixedBitSet::with_capacity(f.blocks.len());
    if !f.has_cfg() {
        return back;
    }
    let mut stack = vec![(ENTRY, 0)];
    seen.insert(0);
    open.insert(0);
    while let Some((block, next)) = stack.last_mut() {
        let Some(&edge) = f.blocks[*block].succs.get(*next) else {
            open.set(block.0 as usize, false);
            stack.pop();
            continue;
        };
        *next += 1;
        let dst = f.edges[edge].dst;
        if open.contains(dst.0 as usize) {
            back.insert(edge.0 as usize);
        } else if !seen.put(dst.0 as usize) {
            open.insert(dst.0 as usize);
            stack.push((dst, 0));
        }
    }
    back
}

impl Graph<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("writing to a string succeeds");
    }

    /// Blocks inside their loops' clusters, then those in no loop.
    fn nodes(&mut self) {
        let f = self.f;
        let mut by_loop: Vec<Vec<BlockId>> = Vec::new();
        let loops = f.loops.as_ref().filter(|loops| loops.version == f.cfg_version);
        let count = loops.map_or(1, |loops| loops.table.len().max(1));
        by_loop.resize_with(count, Vec::new);
        let blocks = [ENTRY, EXIT].into_iter().chain(f.block_order());
        for block in blocks {
            let home = match loops {
                Some(_) => f.block_info[block].loop_father as usize,
                None => 0,
            };
            by_loop[if home < count { home } else { 0 }].push(block);
        }
        if let Some(loops) = loops.filter(|loops| !loops.table.is_empty()) {
            // Loops inside a loop come before its own blocks: a walk of the tree, leaving printed after its children.
            let mut stack = vec![(0u32, loops.table[0].inner)];
            while let Some((current, child)) = stack.last_mut() {
                if *child != u32::MAX {
                    let inner = *child;
                    *child = loops.table[inner as usize].next;
                    self.open_loop(inner, loops.table[inner as usize].depth);
                    stack.push((inner, loops.table[inner as usize].inner));
                    continue;
                }
                let current = *current;
                stack.pop();
                for &block in &by_loop[current as usize] {
                    self.node(block);
                }
                if current != 0 {
                    self.out.push_str("\t}\n");
                }
            }
            return;
        }
        for &block in &by_loop[0] {
            self.node(block);
        }
    }

    fn open_loop(&mut self, number: u32, depth: u32) {
        const FILLS: [&str; 4] = ["grey88", "grey77", "grey66", "grey55"];
        let fill = FILLS[(depth.max(1) as usize - 1) % FILLS.len()];
        let id = self.id;
        self.line(format_args!(
            "\tsubgraph cluster_{id}_{number} {{\n\tstyle=\"filled\";\n\tcolor=\"darkgreen\";\n\t\
             fillcolor=\"{fill}\";\n\tlabel=\"loop {number}\";\n\tlabeljust=l;\n\tpenwidth=2;\n"
        ));
    }

    fn node(&mut self, block: BlockId) {
        let id = self.id;
        if block == ENTRY || block == EXIT {
            let label = if block == ENTRY { "ENTRY" } else { "EXIT" };
            return self.line(format_args!(
                "\tfn_{id}_basic_block_{} [shape=Mdiamond,style=filled,fillcolor=white,label=\"{label}\"];\n\n",
                block.0
            ));
        }
        let f = self.f;
        self.line(format_args!(
            "\tfn_{id}_basic_block_{} [shape=record,style=filled,fillcolor=lightgrey,label=\"{{",
            block.0
        ));
        if f.block_info[block].count != NO_COUNT {
            self.line(format_args!("COUNT:{}", f.block_info[block].count));
        }
        self.line(format_args!("\\<bb\\ {}\\>:\\l\\\n", block.0));
        let mut text = String::new();
        dump_body(&mut text, self.unit, f, block);
        escape(self.out, &text);
        self.out.push_str("}\"];\n\n");
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
        let back = self.back.contains(id.0 as usize);
        let (style, color, weight) = if edge.flags & edge_flag::FAKE != 0 {
            ("dotted", "green", 0)
        } else if back {
            ("dotted,bold", "blue", 10)
        } else if edge.flags & edge_flag::FALLTHRU != 0 {
            ("solid,bold", "black", 100)
        } else if edge.flags & edge_flag::TRUE_VALUE != 0 {
            ("solid,bold", "forestgreen", 10)
        } else if edge.flags & edge_flag::FALSE_VALUE != 0 {
            ("solid,bold", "darkorange", 10)
        } else if edge.flags & edge_flag::ABNORMAL != 0 {
            ("solid,bold", "red", 10)
        } else {
            ("solid,bold", "black", 10)
        };
        let (from, to, fn_id) = (edge.src.0, edge.dst.0, self.id);
        let probability = edge.probability;
        self.line(format_args!(
            "\tfn_{fn_id}_basic_block_{from}:s -> fn_{fn_id}_basic_block_{to}:n \
             [style=\"{style}\",color={color},weight={weight},constraint={}",
            !back
        ));
        if probability.is_known() {
            let percent = u64::from(probability.0) * 100 / u64::from(PROB_BASE);
            self.line(format_args!(",label=\"[{percent}%]\""));
        }
        self.out.push_str("];\n");
    }
}

/// The φs, statements and implied jumps of a block, one a line, each statement marked by a leading `|`.
fn dump_body(out: &mut String, unit: &Unit, f: &Function, block: BlockId) {
    let mut p = Printer::new(out, unit, Some(f), DumpFlags::NONE);
    for phi in f.phis(block) {
        if let StmtKind::Phi(node) = &f.stmts[phi].kind
            && !f.names[node.result].has(name_flag::VIRTUAL)
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

/// Escapes for a record label; `\x01` is the bar between its fields.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\x01' => out.push('|'),
            '\n' => out.push_str("\\l\\\n"),
            '{' | '}' | '<' | '>' | '|' | '"' | ' ' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
}
