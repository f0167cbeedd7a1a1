//! Which blocks every entry into a loop runs, and which loops are worth moving out of.

use crate::analyses::call_effects;
use crate::graph::dominance::Dominators;
use crate::loops::loop_iterations;
use crate::loops::natural_loops::{in_loop, nested_in, preorder};
use crate::loops::preheader::preheader_edge;
use gimple::cfg::{BlockId, NO_COUNT, edge_flag};
use gimple::function::Function;
use gimple::loops::Loops;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::unit::Unit;
use std::fmt::Write;

/// Says no loop.
pub const NONE: u32 = 0;

/// For each block, the outermost loop in which it runs whenever the header does; [`NONE`] if there is none
/// (`fill_always_executed_in`).
pub fn always_executed_in(
    cx: &mut PassContext<'_>,
    f: &Function,
    tree: &Dominators,
    table: &Loops,
) -> Vec<u32> {
    let mut executed = vec![NONE; f.blocks.len()];
    for number in preorder(table).into_iter().skip(1) {
        let entry = &table.table[number as usize];
        if executed[entry.header.0 as usize] != NONE || entry.latch.is_none() {
            continue;
        }
        let mut block = last_executed(cx, f, tree, table, number);
        loop {
            executed[block.0 as usize] = number;
            if cx.dump.details() {
                // Errors of the dump's file wait in the dump manager.
                let _ = writeln!(cx.dump, "BB {} is always executed in loop {number}", block.0);
            }
            if block == entry.header {
                break;
            }
            block = tree.idom(block);
        }
    }
    executed
}

/// The last of the blocks each iteration of a loop passes before it can be left or may stop in a call.
///
/// Blocks are taken in order of dominance; one that dominates the latch comes after all others below the same block.
fn last_executed(
    cx: &mut PassContext<'_>,
    f: &Function,
    tree: &Dominators,
    table: &Loops,
    number: u32,
) -> BlockId {
    let entry = &table.table[number as usize];
    let mut inside = number;
    let mut last = entry.header;
    let mut work = vec![entry.header];
    while let Some(block) = work.pop() {
        if !nested_in(table, f.block_info[block].loop_father, inside) {
            let exits = loop_iterations::exits(f, inside);
            if !loop_iterations::is_finite(cx, f, tree, inside, &exits) {
                break;
            }
            inside = f.block_info[block].loop_father;
        }
        if tree.dominated_by(entry.latch, block) {
            last = block;
        }
        let leaves = |&edge: &gimple::cfg::EdgeId| {
            let edge = &f.edges[edge];
            !in_loop(f, edge.dst, number) || edge.flags & edge_flag::IRREDUCIBLE_LOOP != 0
        };
        if f.block_stmts(block).any(|stmt| may_not_return(cx.unit, f, stmt))
            || f.blocks[block].succs.iter().any(leaves)
        {
            break;
        }
        let own = f.block_info[block].loop_father;
        if table.table[own as usize].header == block {
            inside = own;
        }
        let first = work.len();
        let mut dominating = None;
        for child in tree.children(block).filter(|&child| in_loop(f, child, number)) {
            if tree.dominated_by(entry.latch, child) {
                dominating = Some(work.len());
            }
            work.push(child);
        }
        if let Some(dominating) = dominating {
            work.swap(first, dominating);
        }
    }
    last
}

/// Whether what stands behind a statement may not be reached although no edge leads elsewhere (`nonpure_call_p`).
pub fn may_not_return(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Call(_) => !call_effects::has_no_side_effects(unit, f, stmt),
        StmtKind::Asm(_) => f.stmts[stmt].vdef.is_some(),
        _ => false,
    }
}

/// How often loops are entered, compared with what is around them.
pub struct Heat {
    /// For each loop, that of the loops around it and itself which is entered least often.
    coldest: Vec<u32>,
    /// The next loop around it that is entered more often; [`NONE`] if there is none.
    hotter: Vec<u32>,
}

impl Heat {
    /// Compares the preheaders of loops (`fill_coldest_and_hotter_out_loop`).
    pub fn of(cx: &mut PassContext<'_>, f: &Function, table: &Loops) -> Heat {
        let mut heat =
            Heat { coldest: vec![NONE; table.table.len()], hotter: vec![NONE; table.table.len()] };
        for number in preorder(table).into_iter().skip(1) {
            let outer = table.table[number as usize].outer;
            let mut coldest = if outer == 0 { number } else { heat.coldest[outer as usize] };
            let inherited = if outer == 0 { NONE } else { heat.hotter[outer as usize] };
            let Some(before) = preheader_edge(f, number).map(|edge| f.edges[edge].src) else {
                heat.coldest[number as usize] = coldest;
                continue;
            };
            if colder_than_preheader(f, before, coldest) {
                coldest = number;
            }
            heat.coldest[number as usize] = coldest;
            if inherited != NONE && colder_than_preheader(f, before, inherited) {
                heat.hotter[number as usize] = inherited;
            }
            if outer != 0 && colder_than_preheader(f, before, outer) {
                heat.hotter[number as usize] = outer;
            }
            if cx.dump.details() {
                let hotter = match heat.hotter[number as usize] {
                    NONE => "NULL".to_owned(),
                    hotter => hotter.to_string(),
                };
                let _ = writeln!(
                    cx.dump,
                    "loop {number}'s coldest_outermost_loop is {coldest}, hotter_than_inner_loop is {hotter}"
                );
            }
        }
        heat
    }

    /// The loop a statement in `block` of loop `own` had best leave, if it can leave all up to `outermost`; `None` where
    /// it is executed less often than the loop is entered (`get_coldest_out_loop`).
    pub fn best_to_leave(
        &self,
        f: &Function,
        table: &Loops,
        outermost: u32,
        own: u32,
        block: BlockId,
    ) -> Option<u32> {
        if colder_than_preheader(f, block, own) {
            return None;
        }
        let depth = |number: u32| table.table[number as usize].depth;
        let coldest = self.coldest[own as usize];
        if depth(coldest) >= depth(outermost) {
            return Some(coldest);
        }
        match self.hotter[own as usize] {
            NONE => Some(outermost),
            hotter if depth(hotter) < depth(outermost) => Some(outermost),
            hotter => Some(around_at_depth(table, own, depth(hotter) + 1)),
        }
    }
}

/// The loop around `number` (or itself) at a depth.
pub fn around_at_depth(table: &Loops, mut number: u32, depth: u32) -> u32 {
    while table.table[number as usize].depth > depth {
        number = table.table[number as usize].outer;
    }
    number
}

/// Whether a block is executed less often than a loop is entered.
fn colder_than_preheader(f: &Function, block: BlockId, number: u32) -> bool {
    let before = preheader_edge(f, number).map(|edge| f.edges[edge].src);
    let count = f.block_info[block].count;
    before.is_some_and(|before| {
        let entered = f.block_info[before].count;
        count != NO_COUNT && entered != NO_COUNT && count < entered
    })
}
