//! Loops, and blocks in the order in which `ira` walks over them in GCC, for its dump.
//!
//! ```text
//! ;; Loop 1
//! ;;  header 7, latch 6
//! ;;  depth 1, outer 0
//! ;;  nodes: 7 6 5 4 3
//! ;; 7 succs { 3 8 }
//! ```
//! Which edge of a block is the first is a matter of how the graph has been made: the edge of a condition that holds comes
//! first, and an edge that has lost its jump comes last where it leads to. Here that is told by the jumps.

use dumps::{put, putln};
use fixedbitset::FixedBitSet;
use std::fmt::Write;

use crate::rtl::cfg::{ENTRY, EXIT};
use crate::rtl::function::RtlFunction;

/// The edges of the graph in order.
pub struct EdgeOrder<'a> {
    f: &'a RtlFunction,
    succs: Vec<Vec<u32>>,
    preds: Vec<Vec<u32>>,
}

impl<'a> EdgeOrder<'a> {
    /// Finds the order.
    pub fn new(f: &'a RtlFunction) -> EdgeOrder<'a> {
        let count = f.cfg.blocks.len();
        let (mut succs, mut preds) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for block in std::iter::once(ENTRY).chain(f.cfg.block_ids()) {
            let edges = f.cfg.succ_edges(block);
            let mut own: Vec<u32> = edges.iter().map(|edge| edge.dst).collect();
            if let [first, second] = edges
                && f.is_cond_jump(f.cfg.block(block).end)
            {
                let (jump, fall) = if first.fallthru { (second, first) } else { (first, second) };
                let back = jump.dst <= block;
                own = if back { vec![jump.dst, fall.dst] } else { vec![fall.dst, jump.dst] };
            }
            own.iter().for_each(|&dst| preds[dst as usize].push(block));
            succs[block as usize] = own;
        }
        for own in &mut preds {
            let jumping = |&&block: &&u32| block >= 2 && f.is_simple_jump(f.cfg.block(block).end);
            let moved: Vec<u32> = own.iter().filter(jumping).copied().collect();
            for block in moved {
                if let Some(at) = own.iter().position(|&pred| pred == block) {
                    own.swap_remove(at);
                    own.push(block);
                }
            }
        }
        EdgeOrder { f, succs, preds }
    }

    /// The blocks in the order of the walk over their insns.
    pub fn walk(&self) -> Vec<u32> {
        let mut order = Vec::new();
        let mut seen = FixedBitSet::with_capacity(self.succs.len());
        let mut stack = Vec::new();
        for block in self.f.cfg.block_ids() {
            if !seen.put(block as usize) {
                stack.push(block);
            }
            while let Some(&last) = stack.last() {
                for &pred in &self.preds[last as usize] {
                    if pred != ENTRY && !seen.put(pred as usize) {
                        stack.push(pred);
                    }
                }
                if stack.last() == Some(&last) {
                    stack.pop();
                    order.push(last);
                }
            }
        }
        order.reverse();
        order
    }

    /// The blocks in the order of a walk against control, those before which none comes first: from the exit, then from the
    /// blocks that nothing comes after, the last one first.
    pub fn inverted_postorder(&self) -> Vec<u32> {
        let mut order = Vec::new();
        let mut seen = FixedBitSet::with_capacity(self.succs.len());
        let ends = self.f.cfg.block_ids().filter(|&block| self.succs[block as usize].is_empty());
        let mut roots: Vec<u32> = ends.chain([EXIT]).collect();
        roots.iter().for_each(|&root| seen.insert(root as usize));
        loop {
            while let Some(root) = roots.pop() {
                self.walk_back(root, &mut seen, &mut order);
            }
            // What never comes to an end is entered from what has been seen.
            let entered = |&block: &u32| {
                let preds = &self.preds[block as usize];
                !seen.contains(block as usize)
                    && preds.iter().any(|&pred| pred == ENTRY || seen.contains(pred as usize))
            };
            let Some(start) = self.f.cfg.block_ids().find(entered) else { break };
            let root = self.dead_end(start);
            seen.insert(root as usize);
            roots.push(root);
        }
        order.reverse();
        order
    }

    /// Appends the blocks before `root` and itself, each after those before it.
    fn walk_back(&self, root: u32, seen: &mut FixedBitSet, order: &mut Vec<u32>) {
        let mut stack = vec![(root, 0)];
        while let Some((block, next)) = stack.pop() {
            match self.preds[block as usize].get(next) {
                Some(&pred) => {
                    stack.push((block, next + 1));
                    if pred != ENTRY && !seen.put(pred as usize) {
                        stack.push((pred, 0));
                    }
                }
                None if block != EXIT => order.push(block),
                None => {}
            }
        }
    }

    /// Where control ends up that takes the first edge each time: the last block before it comes back.
    fn dead_end(&self, start: u32) -> u32 {
        let mut seen = FixedBitSet::with_capacity(self.succs.len());
        let mut block = start;
        while !seen.put(block as usize) {
            match self.succs[block as usize].first() {
                Some(&next) => block = next,
                None => break,
            }
        }
        block
    }

    /// The headers of loops in the order of their numbers.
    fn headers(&self) -> Vec<u32> {
        let mut order = Vec::new();
        let mut seen = FixedBitSet::with_capacity(self.succs.len());
        let mut stack = vec![(ENTRY, 0)];
        seen.insert(ENTRY as usize);
        while let Some((block, next)) = stack.pop() {
            match self.succs[block as usize].get(next) {
                Some(&dst) => {
                    stack.push((block, next + 1));
                    if !seen.put(dst as usize) {
                        stack.push((dst, 0));
                    }
                }
                None => order.push(block),
            }
        }
        let is_header = |&block: &u32| {
            let block_data = self.f.cfg.block(block);
            block >= 2 && block_data.loop_header == block && !block_data.irreducible
        };
        order.into_iter().rev().filter(is_header).collect()
    }

    /// Whether a block is in the loop of `header`.
    fn is_inside(&self, block: u32, header: u32) -> bool {
        let mut around = self.f.cfg.block(block).loop_header;
        while around != 0 && around != header {
            around = self.f.cfg.block(around).outer_header;
        }
        around == header
    }

    fn body(&self, header: u32) -> Vec<u32> {
        let mut body = vec![header];
        let mut seen = FixedBitSet::with_capacity(self.succs.len());
        seen.insert(header as usize);
        let mut stack = vec![header];
        while let Some(block) = stack.pop() {
            for &pred in &self.preds[block as usize] {
                if self.is_inside(pred, header) && !seen.put(pred as usize) {
                    body.push(pred);
                    stack.push(pred);
                }
            }
        }
        body
    }

    /// Writes the loops and the edges.
    pub fn print(&self, out: &mut String) {
        let shown = |block: u32| self.f.shown_block(block);
        let headers = self.headers();
        putln!(out, ";; {} loops found", headers.len() + 1);
        let list = |out: &mut String, blocks: &mut dyn Iterator<Item = u32>| {
            blocks.for_each(|block| put!(out, " {}", shown(block)));
            out.push('\n');
        };
        out.push_str(";;\n;; Loop 0\n;;  header 0, latch 1\n;;  depth 0, outer -1\n;;  nodes:");
        list(out, &mut [ENTRY, EXIT].into_iter().chain(self.f.cfg.block_ids()));
        for (index, &header) in headers.iter().enumerate() {
            let data = self.f.cfg.block(header);
            let outer = headers.iter().position(|&other| other == data.outer_header);
            let is_latch = |pred: &&u32| self.is_inside(**pred, header);
            let preds = &self.preds[header as usize];
            let latches: Vec<u32> = preds.iter().filter(is_latch).copied().collect();
            put!(out, ";;\n;; Loop {}\n;;  header {},", index + 1, shown(header));
            match latches[..] {
                [latch] => putln!(out, " latch {}", shown(latch)),
                _ => {
                    out.push_str(" multiple latches:");
                    list(out, &mut latches.iter().copied());
                }
            }
            let outer = outer.map_or(0, |outer| outer + 1);
            put!(out, ";;  depth {}, outer {outer}\n;;  nodes:", data.loop_depth);
            list(out, &mut self.body(header).into_iter());
        }
        for block in self.f.cfg.block_ids() {
            put!(out, ";; {} succs {{", shown(block));
            self.succs[block as usize].iter().for_each(|&dst| put!(out, " {}", shown(dst)));
            out.push_str(" }\n");
        }
    }
}
