//! How often blocks run, from the probabilities of branches.
//!
//! Within a loop that is found out relative to its header, loops within it first: what comes back to the header says how
//! often the loop goes round. A loop around sees of a loop within it how often its exits are taken. Each edge is looked at
//! once; what a block's frequency is relative to the header of a loop further out is found by following headers, with the
//! way made shorter each time.

use crate::rtl::cfg::{Cfg, ENTRY, PROB_MAX, postorder};
use smallvec::SmallVec;

/// Most of what enters a loop's header that comes back to it.
const MOST_BACK: f64 = 1.0 - 1.0 / 10_000.0;

/// Frequencies of a graph with loops, relative to the entry.
pub(super) fn of(cfg: &Cfg) -> Vec<f64> {
    let mut order = postorder(cfg);
    order.reverse();
    let count = cfg.blocks.len();
    let mut walk = Walk { cfg, up: vec![ENTRY; count], share: vec![0.0; count] };
    // The blocks of each loop without those of loops within it, of which the headers are there.
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); count];
    for &block in &order {
        if block != ENTRY {
            walk.up[block as usize] = walk.around(block);
            members[walk.around(block) as usize].push(block);
        }
    }
    let mut rounds = vec![1.0; count];
    let is_header = |block: u32| cfg.block(block).loop_header == block && block != ENTRY;
    for &header in order.iter().rev().filter(|&&block| is_header(block) || block == ENTRY) {
        walk.share[header as usize] = 1.0;
        for &block in &members[header as usize] {
            let inflow = walk.inflow(block, header, is_header(block));
            walk.share[block as usize] = inflow * rounds[block as usize];
        }
        if header != ENTRY {
            let back = walk.flow_back(header).min(MOST_BACK);
            rounds[header as usize] = 1.0 / (1.0 - back);
        }
    }
    let mut frequency = vec![0.0; count];
    frequency[ENTRY as usize] = 1.0;
    // Shares on the way up have been multiplied together: to the header that a block's way ends at now.
    for &block in order.iter().filter(|&&block| block != ENTRY) {
        frequency[block as usize] =
            walk.share[block as usize] * frequency[walk.up[block as usize] as usize];
    }
    frequency
}

struct Walk<'c> {
    cfg: &'c Cfg,
    /// A header further out.
    up: Vec<u32>,
    /// How often a block runs each time that header does.
    share: Vec<f64>,
}

impl Walk<'_> {
    /// The header of the loop around a block, which for a header is the loop around its own.
    fn around(&self, block: u32) -> u32 {
        let data = self.cfg.block(block);
        if data.loop_header == block { data.outer_header } else { data.loop_header }
    }

    /// What comes into a block each time the header of the loop around it runs.
    fn inflow(&mut self, block: u32, header: u32, heads: bool) -> f64 {
        let cfg = self.cfg;
        let mut sum = 0.0;
        for edge in cfg.pred_edges(block) {
            // What goes round in the block's own loop is counted by the loop.
            if !heads || self.within(edge.src, block).is_none() {
                sum += self.within(edge.src, header).unwrap_or(0.0) * chance(edge.probability);
            }
        }
        sum
    }

    /// What comes back to a header each time it runs.
    fn flow_back(&mut self, header: u32) -> f64 {
        let cfg = self.cfg;
        let mut sum = 0.0;
        for edge in cfg.pred_edges(header) {
            sum += self.within(edge.src, header).unwrap_or(0.0) * chance(edge.probability);
        }
        sum
    }

    /// How often a block runs each time `header` does, if it is in its loop. All loops in that loop have been walked, and
    /// none around it.
    fn within(&mut self, block: u32, header: u32) -> Option<f64> {
        if block == header {
            return Some(1.0);
        }
        let least = if header == ENTRY { 0 } else { self.cfg.block(header).loop_depth };
        let mut way: SmallVec<[u32; 8]> = SmallVec::new();
        let mut at = block;
        while at != header {
            if at == ENTRY || self.cfg.block(at).loop_depth < least {
                return None;
            }
            way.push(at);
            at = self.up[at as usize];
        }
        let mut share = 1.0;
        for &passed in way.iter().rev() {
            share *= self.share[passed as usize];
            (self.up[passed as usize], self.share[passed as usize]) = (header, share);
        }
        Some(share)
    }
}

fn chance(probability: u32) -> f64 {
    f64::from(probability) / f64::from(PROB_MAX)
}
