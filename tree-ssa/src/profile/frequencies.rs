//! From probabilities of edges to how often blocks run (Wu and Larus, 1994).
//!
//! Loops are looked at from the inside out: within one, its header runs once, and what comes back to it is the probability
//! of another round. The blocks of the function then run as often as ways lead to them, times the rounds of the loops around
//! them. Counts are scaled so that the most frequent block has 2^30.

use super::sreal::Sreal;
use crate::graph::natural_loops::loop_body;
use crate::graph::order::mark_dfs_back_edges;
use dumps::Dump;
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId, PROB_BASE, Probability};
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::stmt::{Callee, StmtKind};
use std::collections::VecDeque;
use std::fmt::Write;

/// Rounds a loop is taken to make at most (`--param max-predicted-iterations`).
pub const MOST_ITERATIONS: i64 = 100;
/// Loops nested deeper than this are taken to come back as often as their latch's branch says, which keeps the work linear.
pub const DEEPEST: u32 = 32;
/// The count of the most frequent block.
const MOST: i64 = 1 << 30;

struct Frequencies {
    block: Vec<Sreal>,
    /// For edges back to a header: the probability of another round.
    back: Vec<Sreal>,
    is_back: Vec<bool>,
    visiting: Vec<bool>,
    waiting: Vec<u32>,
}

/// Computes the counts of all blocks. Blocks whose count is 0 keep it.
pub fn estimate(f: &mut Function, dump: &mut Dump<'_>) {
    mark_dfs_back_edges(f);
    if let Some(edge) = f.single_succ(ENTRY) {
        f.edges[edge].probability = Probability::ALWAYS;
    }
    let mut work = Frequencies {
        block: vec![Sreal::ZERO; f.blocks.len()],
        back: f.edges.values().map(|edge| real(edge.probability)).collect(),
        is_back: vec![false; f.edges.len()],
        visiting: vec![false; f.blocks.len()],
        waiting: vec![0; f.blocks.len()],
    };
    for id in inside_out(f) {
        let header = f.header_of(id).unwrap_or(ENTRY);
        let body = loop_body(f, id);
        for &edge in &f.blocks[header].preds {
            work.is_back[edge.0 as usize] |= f.in_loop(f.edges[edge].src, id);
        }
        if f.loop_depth(header) <= DEEPEST {
            work.propagate(f, header, &body, dump);
        }
    }
    let mut all = vec![ENTRY, EXIT];
    all.extend(f.block_order());
    work.propagate(f, ENTRY, &all, dump);
    work.scale(f, &all);
}

fn real(probability: Probability) -> Sreal {
    if probability.is_known() {
        let bits = PROB_BASE.trailing_zeros() as i32;
        Sreal::new(i64::from(probability.0), -bits)
    } else {
        Sreal::HALF
    }
}

/// The loops, inner ones before those around them.
fn inside_out(f: &Function) -> Vec<LoopId> {
    let Some(loops) = &f.loops else { return Vec::new() };
    let mut ids: Vec<LoopId> = loops.ids().skip(1).collect();
    ids.sort_by_key(|&id| std::cmp::Reverse(loops[id].depth));
    ids
}

impl Frequencies {
    /// Frequencies of blocks relative to `head`, which dominates them.
    fn propagate(&mut self, f: &Function, head: BlockId, blocks: &[BlockId], dump: &mut Dump<'_>) {
        for &block in blocks {
            self.visiting[block.0 as usize] = true;
        }
        for &block in blocks {
            let counted = |edge: &&EdgeId| {
                let data = &f.edges[**edge];
                self.visiting[data.src.0 as usize] && !data.flags.intersects(EdgeFlags::DFS_BACK)
            };
            let number = f.blocks[block].preds.iter().filter(counted).count();
            self.waiting[block.0 as usize] = number as u32;
        }
        let mut queue = VecDeque::from([head]);
        while let Some(block) = queue.pop_front() {
            self.block[block.0 as usize] =
                if block == head { Sreal::ONE } else { self.of_block(f, block, dump) };
            for &edge in &f.blocks[block].succs {
                let data = &f.edges[edge];
                if data.dst == head {
                    let frequency = self.block[block.0 as usize];
                    self.back[edge.0 as usize] = real(data.probability) * frequency;
                }
                let waiting = &mut self.waiting[data.dst.0 as usize];
                if self.visiting[data.dst.0 as usize]
                    && !data.flags.intersects(EdgeFlags::DFS_BACK)
                    && *waiting > 0
                {
                    *waiting -= 1;
                    if *waiting == 0 {
                        queue.push_back(data.dst);
                    }
                }
            }
        }
        for &block in blocks {
            self.visiting[block.0 as usize] = false;
        }
    }

    fn of_block(&self, f: &Function, block: BlockId, dump: &mut Dump<'_>) -> Sreal {
        let (mut comes_back, mut frequency) = (Sreal::ZERO, Sreal::ZERO);
        for &edge in &f.blocks[block].preds {
            let data = &f.edges[edge];
            if self.is_back[edge.0 as usize] {
                comes_back = comes_back + self.back[edge.0 as usize];
            } else if !data.flags.intersects(EdgeFlags::DFS_BACK) {
                frequency = frequency + real(data.probability) * self.block[data.src.0 as usize];
            }
        }
        if comes_back == Sreal::ZERO {
            return frequency;
        }
        let most = Sreal::ONE - Sreal::ONE / Sreal::from(MOST_ITERATIONS + 1);
        let capped = if comes_back > most { most } else { comes_back };
        let result = frequency / (Sreal::ONE - capped);
        if dump.enabled() {
            let cap = if capped == comes_back {
                String::new()
            } else {
                format!(" (capped to {:.6})", most.to_f64())
            };
            putln!(
                dump,
                "cyclic probability of bb {} is {:.6}{cap}; turning freq {:.6} to {:.6}",
                block.0,
                comes_back.to_f64(),
                frequency.to_f64(),
                result.to_f64()
            );
        }
        result
    }

    fn scale(&self, f: &mut Function, all: &[BlockId]) {
        // Rounding may say that a function is left more often than it is entered, which is not looked at.
        let most = f
            .block_order()
            .iter()
            .map(|block| self.block[block.0 as usize])
            .fold(Sreal::ZERO, |most, frequency| if frequency > most { frequency } else { most });
        if most == Sreal::ZERO {
            return;
        }
        let mut scale = Sreal::from(MOST) / most;
        if scale < Sreal::from(16) {
            scale = Sreal::from(16);
        }
        for &block in all {
            let mut frequency = self.block[block.0 as usize];
            // A call of the function itself that is made each time would never end.
            if frequency >= Sreal::ONE && calls(f, block, f.decl) {
                frequency = Sreal::from(9) / Sreal::from(10);
            }
            if f.block_info[block].count != 0 {
                let count = (frequency * scale + Sreal::HALF).floor();
                f.block_info[block].count = u64::try_from(count).unwrap_or(0);
            }
        }
    }
}

/// Whether a block calls a function directly.
pub fn calls(f: &Function, block: BlockId, callee: DeclId) -> bool {
    f.block_stmts(block).any(|stmt| {
        matches!(&f.stmts[stmt].kind, StmtKind::Call(call) if call.callee == Callee::Decl(callee))
    })
}
