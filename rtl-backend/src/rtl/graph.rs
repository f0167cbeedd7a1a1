//! The graph of a function's RTL in Graphviz form (`-graph`): blocks with what their insns do, inside their loops.
//!
//! It is read off the chain, so that it can be drawn after any pass, whatever that has left of its own graph.

use crate::rtl::cfg::{Cfg, ENTRY, EXIT, PROB_MAX, of_chain};
use crate::rtl::function::RtlFunction;
use crate::rtl::slim;
use dumps::dot::{Dot, FIELD, Look, back_edges};

/// Appends a function's cluster.
pub fn draw(f: &RtlFunction, name: &str, number: u32, out: &mut String) {
    let Some(cfg) = of_chain(f) else { return };
    let succ = |block: u32, index: usize| {
        let edge = cfg.succ_number(block, index)?;
        Some((edge, cfg.edges[edge as usize].dst))
    };
    let back = back_edges(cfg.blocks.len(), cfg.edges.len(), succ);
    let mut dot = Dot::new(out, name, number);
    nodes(f, &cfg, &mut dot);
    for (edge, back) in cfg.edges.iter().zip(back) {
        let look = match (back, edge.fallthru) {
            (true, _) => Look::Back,
            (_, true) => Look::FallThrough,
            _ => Look::Jump,
        };
        let percent = u64::from(edge.probability) * 100 / u64::from(PROB_MAX);
        dot.edge(edge.src, edge.dst, look, Some(percent));
    }
    dot.end();
}

/// Loops inside a loop come before its own blocks: a walk of the tree, leaving printed after its children.
fn nodes(f: &RtlFunction, cfg: &Cfg, dot: &mut Dot<'_>) {
    let mut inner = vec![Vec::new(); cfg.blocks.len()];
    let mut own = vec![Vec::new(); cfg.blocks.len()];
    for id in cfg.block_ids() {
        let block = cfg.block(id);
        if block.loop_header == id {
            inner[block.outer_header as usize].push(id);
        }
        own[block.loop_header as usize].push(id);
    }
    let mut number = 0;
    let mut stack = vec![(0u32, 0)];
    while let Some((header, next)) = stack.last_mut() {
        let header = *header;
        if let Some(&child) = inner[header as usize].get(*next) {
            *next += 1;
            number += 1;
            dot.open_loop(number, u32::from(cfg.block(child).loop_depth));
            stack.push((child, 0));
            continue;
        }
        stack.pop();
        if header == 0 {
            dot.terminal(ENTRY);
            dot.terminal(EXIT);
        }
        for &block in &own[header as usize] {
            dot.block(block, None, "", &text(f, cfg, block));
        }
        if header != 0 {
            dot.close_loop();
        }
    }
}

/// What the insns of a block do, a field for each.
fn text(f: &RtlFunction, cfg: &Cfg, block: u32) -> String {
    let block = cfg.block(block);
    let mut text = String::new();
    let mut at = block.head;
    loop {
        if at != block.head {
            text.push(FIELD);
        }
        slim::print_insn(f, at, &mut text);
        if at == block.end {
            return text;
        }
        at = f.next(at);
    }
}
