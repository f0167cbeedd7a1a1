//! Blocks that no run worth caring for gets to: those that call cold functions, and what leads to nothing else or comes
//! from nowhere else (`determine_unlikely_bbs`).

use crate::effects::call_effects::call_flags;
use crate::effects::call_effects::only_computes;
use gimple::builtins::Ecf;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeId, Probability};
use gimple::decl::flag;
use gimple::function::Function;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::unit::{Frequency, Unit};

/// Counts of unlikely blocks become 0, edges into them are never taken, and the only other edge out of a block always is.
/// Linear in the function.
pub fn mark(unit: &Unit, f: &mut Function) {
    let mut blocks = vec![ENTRY];
    blocks.extend(f.block_order());
    for &block in &blocks[1..] {
        if is_unlikely_by_itself(unit, f, block) {
            f.block_info[block].count = 0;
        }
    }
    forward(f, &blocks);
    backward(unit, f, &blocks);
    for &block in &blocks {
        let succs: Vec<EdgeId> = f.blocks[block].succs.iter().copied().collect();
        let cold = f.block_info[block].count == 0;
        for &edge in &succs {
            let dst = f.edges[edge].dst;
            let into_cold = dst != EXIT && f.block_info[dst].count == 0;
            if (cold && succs.len() > 1) || (!cold && into_cold) {
                f.edges[edge].probability = Probability::NEVER;
            }
        }
        let possible: Vec<EdgeId> = succs
            .iter()
            .copied()
            .filter(|&edge| f.edges[edge].probability != Probability::NEVER)
            .collect();
        if let [edge] = possible[..] {
            f.edges[edge].probability = Probability::ALWAYS;
        }
    }
}

/// What is only reached from unlikely blocks is unlikely.
fn forward(f: &mut Function, blocks: &[BlockId]) {
    let unlikely = |f: &Function, block: BlockId| f.block_info[block].count == 0;
    let mut work: Vec<BlockId> = blocks.iter().copied().filter(|&b| unlikely(f, b)).collect();
    while let Some(block) = work.pop() {
        for position in 0..f.blocks[block].succs.len() {
            let dst = f.edges[f.blocks[block].succs[position]].dst;
            if dst == EXIT || unlikely(f, dst) {
                continue;
            }
            if f.blocks[dst].preds.iter().all(|&edge| unlikely(f, f.edges[edge].src)) {
                f.block_info[dst].count = 0;
                work.push(dst);
            }
        }
    }
}

/// What leads to unlikely blocks only, and cannot end in between, is unlikely.
fn backward(unit: &Unit, f: &mut Function, blocks: &[BlockId]) {
    let mut ways = vec![0u32; f.blocks.len()];
    let mut work = Vec::new();
    for &block in blocks {
        if f.block_info[block].count == 0 {
            continue;
        }
        let likely = |edge: &&EdgeId| {
            let data = &f.edges[**edge];
            data.probability != Probability::NEVER && f.block_info[data.dst].count != 0
        };
        ways[block.0 as usize] = f.blocks[block].succs.iter().filter(likely).count() as u32;
        if ways[block.0 as usize] == 0 {
            work.push(block);
        }
    }
    while let Some(block) = work.pop() {
        let ends = |stmt| may_end_here(unit, f, stmt) || is_noreturn(unit, f, stmt);
        if f.block_info[block].count == 0 || block == ENTRY || f.block_stmts(block).any(ends) {
            continue;
        }
        f.block_info[block].count = 0;
        for position in 0..f.blocks[block].preds.len() {
            let edge = f.blocks[block].preds[position];
            let src = f.edges[edge].src;
            if f.edges[edge].probability == Probability::NEVER || f.block_info[src].count == 0 {
                continue;
            }
            let left = &mut ways[src.0 as usize];
            *left = left.saturating_sub(1);
            if *left == 0 {
                work.push(src);
            }
        }
    }
}

fn is_unlikely_by_itself(unit: &Unit, f: &Function, block: BlockId) -> bool {
    let cold_itself = unit.decls[f.decl].has(flag::COLD);
    for stmt in f.block_stmts(block) {
        if !cold_itself && calls_cold(unit, f, stmt) || calls_unlikely(unit, f, stmt) {
            return true;
        }
        if may_end_here(unit, f, stmt) {
            return false;
        }
    }
    false
}

/// Whether a statement calls a function that is declared cold.
pub fn calls_cold(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => matches!(call.callee, Callee::Decl(decl)
            if unit.decls[decl].has(flag::COLD) || call_flags(unit, f, stmt).intersects(Ecf::COLD)),
        _ => false,
    }
}

/// Whether a statement calls another function that has been found to hardly run.
fn calls_unlikely(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    const REPLACEABLE: u64 = flag::WEAK | flag::INTERPOSABLE;
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    let Callee::Decl(callee) = call.callee else { return false };
    callee != f.decl
        && unit.decls[callee].flags & REPLACEABLE == 0
        && unit.frequency(callee) == Frequency::Unlikely
}

fn is_noreturn(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    call_flags(unit, f, stmt).intersects(Ecf::NORETURN)
}

/// Whether control may get into a statement and not out of it (`stmt_can_terminate_bb_p`): most calls. One that never
/// returns is seen by its block's lack of successors.
pub fn may_end_here(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => {
            let flags = call_flags(unit, f, stmt);
            let builtin =
                matches!(call.callee, Callee::Decl(decl) if unit.decls[decl].builtin.is_some());
            let harmless =
                builtin && flags.intersects(Ecf::NOTHROW) && !flags.intersects(Ecf::RETURNS_TWICE);
            let known = matches!(call.callee, Callee::Internal(_));
            !harmless && !known && !only_computes(flags) && !flags.intersects(Ecf::NORETURN)
        }
        StmtKind::Asm(asm) => asm.volatile,
        _ => false,
    }
}
