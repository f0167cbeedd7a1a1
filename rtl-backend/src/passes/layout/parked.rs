//! Blocks out of the chain, between one pass and the next, and what dumps say of them.
//!
//! ```text
//! (insn 12 11 51 2 (set (mem/c:SI …) (const_int 0 [0])))
//!       ; pc falls through to BB 7
//! (code_label 51 12 15 3 5 (nil) [1 uses])
//! ```
//! The chain has the blocks one after the other then, without what stands between them, and control goes where the edges say.

use super::{ENTRY, EXIT, Layout};
use crate::rtl::function::{InsnId, RtlFunction};
use crate::rtl::parked::Parked;
use crate::rtl::print;
use crate::state::RtlContext;
use dumps::put;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// After which elements control goes on in another block than the next, as a dump says.
pub(super) fn falls(text: &str) -> FxHashMap<InsnId, u32> {
    let mut falls = FxHashMap::default();
    let mut last = InsnId::NIL;
    for line in text.lines() {
        if let Some((_, block)) = line.split_once("; pc falls through to BB ") {
            if let Ok(block) = block.trim().parse() {
                falls.insert(last, block);
            }
        } else if line.starts_with('(') {
            let uid = line.split(' ').nth(1).and_then(|word| word.parse().ok());
            last = uid.map_or(InsnId::NIL, InsnId);
        }
    }
    falls
}

impl<'f, 'c, 'u> Layout<'f, 'c, 'u> {
    /// Leaves the blocks to the next pass, and gives back what was borrowed.
    pub(super) fn park(mut self) -> (&'f mut RtlFunction, &'c mut RtlContext<'u>) {
        let order = self.in_order();
        let mut elements = Vec::new();
        let mut falls = FxHashMap::default();
        let mut numbers: Vec<u32> = (0..self.blocks.len() as u32).collect();
        for &block in &order {
            numbers[block] = self.blocks[block].number;
            for index in 0..self.blocks[block].insns.len() {
                let id = self.blocks[block].insns[index];
                self.f.insn_mut(id).block = block as u32;
                elements.push(id);
            }
            if let Some(fall) = self.fall(block)
                && fall.dst != self.next(block)
                && fall.dst != EXIT
                && let Some(&last) = elements.last()
            {
                falls.insert(last, self.blocks[fall.dst].number);
            }
        }
        self.f.relink(&elements);
        self.f.block_numbers = numbers;
        let Layout { f, cx, blocks, header, forced, of_label, last_number, .. } = self;
        f.parked = Some(Box::new(Parked { blocks, header, forced, of_label, last_number, falls }));
        (f, cx)
    }

    /// Takes the blocks that the pass before has left.
    pub(super) fn resume(
        f: &'f mut RtlFunction,
        cx: &'c mut RtlContext<'u>,
    ) -> Option<Layout<'f, 'c, 'u>> {
        let parked = *f.parked.take()?;
        let Parked { blocks, header, forced, of_label, last_number, .. } = parked;
        let in_tables = FxHashMap::default();
        let chained = false;
        Some(Layout { f, cx, blocks, header, forced, of_label, in_tables, chained, last_number })
    }

    /// Writes to the dump, if there is one.
    pub(super) fn say(&mut self, what: std::fmt::Arguments) {
        if let Some(out) = self.cx.dump.as_deref_mut() {
            put!(out, "{what}");
        }
    }

    /// Says how large the graph is, how many insns have been deleted before, and how the function is now.
    pub(super) fn say_graph(mut self, deleted: usize) -> Option<Self> {
        if self.cx.dump.is_none() {
            return Some(self);
        }
        if deleted > 0 {
            self.say(format_args!("Deleted {deleted} trivially dead insns\n"));
        }
        let order = self.in_order();
        let edges: usize = order.iter().map(|&block| self.blocks[block].succs.len()).sum();
        let edges = edges + self.blocks[ENTRY].succs.len();
        self.say(format_args!("\n\n{} basic blocks, {edges} edges.\n\n", order.len() + 2));
        let (f, cx) = self.park();
        // This is of the graph, not of the chain.
        f.parked.iter_mut().for_each(|parked| parked.falls.clear());
        if let Some(out) = cx.dump.as_deref_mut() {
            print::print_function(f, print::Style::default(), out);
        }
        Layout::resume(f, cx)
    }

    /// Says in which order the blocks stand.
    pub(super) fn say_sequence(&mut self) {
        if self.cx.dump.is_none() {
            return;
        }
        self.say(format_args!("Reordered sequence:\n"));
        for (index, block) in self.in_order().into_iter().enumerate() {
            let what = match self.is_forwarder(block) && self.label(block).is_none() {
                true => "compensation ".to_string(),
                false => format!("bb {} ", self.blocks[block].number),
            };
            self.say(format_args!(" {} {what}\n", index + 2));
        }
        self.say(format_args!("\n"));
    }
}
