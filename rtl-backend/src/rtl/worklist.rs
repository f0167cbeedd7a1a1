//! How many visits of blocks it takes GCC to find the registers that are live, which its dumps tell.
//!
//! ```text
//! df_worklist_dataflow_doublequeue: n_basic_blocks 9 n_edges 10 count 14 (  1.6)
//! ```
//! Blocks are visited from the last to the first, over and over: in each round those that one visited before has changed
//! something for. Nothing but dumps asks for it.

use dumps::putln;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::fmt::Write;

use crate::rtl::cfg::{ENTRY, EXIT};
use crate::rtl::df::{RefKind, visit_refs};
use crate::rtl::function::{InsnKind, RtlFunction};
use crate::rtl::summary::Artificial;

/// What a block needs of registers and what it sets, by their indices.
#[derive(Clone, Default)]
struct Local {
    needs: FixedBitSet,
    sets: FixedBitSet,
}

/// Numbers for the registers whose values go from one block to another.
#[derive(Default)]
struct Indices {
    of: FxHashMap<u32, usize>,
}

/// Writes the line.
pub fn print(f: &RtlFunction, out: &mut String) {
    let locals = locals(f);
    let count = visits(f, &locals);
    let (blocks, edges) = (f.cfg.blocks.len(), f.cfg.edges.len());
    let ratio = count as f64 / blocks as f64;
    let text = if ratio < 9.95 { format!("{ratio:.1}") } else { format!("{ratio:.0}") };
    let text = text.trim_end_matches(".0");
    putln!(
        out,
        "df_worklist_dataflow_doublequeue: n_basic_blocks {blocks} n_edges {edges} count {count} ({text:>5})"
    );
}

/// What each block needs and sets, of the registers that some block needs from another.
fn locals(f: &RtlFunction) -> Vec<Local> {
    let artificial = Artificial::of(f);
    let regs = f.num_regs() as usize;
    let blocks = f.cfg.blocks.len();
    let mut needs: Vec<(usize, u32)> = artificial.exit().map(|reg| (EXIT as usize, reg)).collect();
    let mut sets: Vec<(usize, u32)> = artificial.entry().map(|reg| (ENTRY as usize, reg)).collect();
    let mut last_set = vec![0u32; regs];
    let mut last_need = vec![0u32; regs];
    for id in f.chain().filter(|&id| f.is_real(id)) {
        let block = f.insn(id).block;
        visit_refs(f, id, &mut |kind, reg, count, _| {
            let count = if reg < 64 { count } else { 1 };
            for reg in reg..reg + count {
                let seen = if kind == RefKind::Use { &mut last_need } else { &mut last_set };
                if std::mem::replace(&mut seen[reg as usize], block) == block {
                    continue;
                }
                if kind != RefKind::Use {
                    sets.push((block as usize, reg));
                } else if last_set[reg as usize] != block {
                    needs.push((block as usize, reg));
                }
            }
        });
        if f.insn(id).kind == InsnKind::Call {
            for reg in artificial.call() {
                if std::mem::replace(&mut last_set[reg as usize], block) != block {
                    sets.push((block as usize, reg));
                }
            }
        }
    }
    for block in f.cfg.block_ids() {
        needs.extend(artificial.block().map(|reg| (block as usize, reg)));
    }
    let mut indices = Indices::default();
    for &(_, reg) in &needs {
        let next = indices.of.len();
        indices.of.entry(reg).or_insert(next);
    }
    let none = FixedBitSet::with_capacity(indices.of.len());
    let mut locals = vec![Local { needs: none.clone(), sets: none }; blocks];
    needs.into_iter().for_each(|(block, reg)| locals[block].needs.insert(indices.of[&reg]));
    for (block, reg) in sets {
        if let Some(&index) = indices.of.get(&reg) {
            locals[block].sets.insert(index);
        }
    }
    locals
}

/// The blocks that can be reached, those after a block before it.
fn postorder(f: &RtlFunction) -> Vec<usize> {
    let mut order = vec![EXIT as usize];
    let mut seen = FixedBitSet::with_capacity(f.cfg.blocks.len());
    seen.insert(ENTRY as usize);
    seen.insert(EXIT as usize);
    let mut stack = vec![(ENTRY, 0)];
    while let Some((block, next)) = stack.pop() {
        match f.cfg.succ_edges(block).get(next) {
            Some(edge) => {
                stack.push((block, next + 1));
                if !seen.put(edge.dst as usize) {
                    stack.push((edge.dst, 0));
                }
            }
            None => order.push(block as usize),
        }
    }
    order
}

/// Visits blocks until nothing changes. How many visits that were.
fn visits(f: &RtlFunction, locals: &[Local]) -> usize {
    let order = postorder(f);
    let mut place = vec![usize::MAX; locals.len()];
    order.iter().enumerate().for_each(|(index, &block)| place[block] = index);
    let mut live_in: Vec<FixedBitSet> = locals.iter().map(|local| local.needs.clone()).collect();
    let mut live_out: Vec<FixedBitSet> =
        locals.iter().map(|local| FixedBitSet::with_capacity(local.needs.len())).collect();
    let mut pending = FixedBitSet::with_capacity(order.len());
    pending.insert_range(..);
    let mut count = 0;
    let mut first = FixedBitSet::with_capacity(order.len());
    first.insert_range(..);
    while !pending.is_clear() {
        let round = pending.clone();
        for index in round.ones() {
            pending.set(index, false);
            count += 1;
            let block = order[index];
            let mut changed = first.contains(index);
            first.set(index, false);
            for edge in f.cfg.succ_edges(block as u32) {
                let before = live_out[block].count_ones(..);
                live_out[block].union_with(&live_in[edge.dst as usize]);
                changed |= live_out[block].count_ones(..) != before;
            }
            if !changed {
                continue;
            }
            let mut now = live_out[block].clone();
            now.difference_with(&locals[block].sets);
            now.union_with(&locals[block].needs);
            if now != live_in[block] {
                live_in[block] = now;
                let preds = f.cfg.preds(block as u32);
                preds.filter(|&pred| place[pred as usize] != usize::MAX).for_each(|pred| {
                    pending.insert(place[pred as usize]);
                });
            }
        }
    }
    count
}
