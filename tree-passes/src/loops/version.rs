//! Copies of loops beside them, and a test that decides which of the two is entered (`loop_version`).
//!
//! ```text
//!                                          <bb 5> : if (s_2(D) != 1) goto <bb 6>; else goto <bb 7>;
//!   <bb 5> : goto <bb 3>;                  <bb 6> : goto <bb 3>;
//!   <bb 3> : the loop                 =>   <bb 3> : the loop
//!                                          <bb 7> : goto <bb 8>;
//!                                          <bb 8> : a copy of the loop
//! ```
//!
//! The copy defines names of its own, which are registered for the update of SSA form.

use super::unroll::body_in_dom_order;
use super::unroll::peel::{put_before, set_arguments};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::{
    SwitchCases, redirect_edge_and_branch, saved_phi_args, scaled, split_edge,
};
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::ssa::copy_blocks::{Copies, add_phi_arguments, can_copy, copy_blocks};

/// The test before the two loops: the loop itself is entered where it holds.
pub(super) struct Choice {
    /// What the test needs, in no block yet.
    pub stmts: Vec<StmtId>,
    pub code: TreeCode,
    pub operands: [Operand; 2],
    /// How likely the loop is entered, and its copy; by how much of what they were the blocks of either are executed.
    pub entered: [Probability; 2],
    pub scale: [Probability; 2],
}

/// A loop that was copied.
pub(super) struct Versioned {
    pub copies: Copies,
    /// The copy's header.
    pub header: BlockId,
    /// The block of the test.
    pub test: BlockId,
}

/// Copies a loop, and lets a test decide which of the two is entered.
pub(super) fn loop_version(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    of: LoopId,
    choice: Choice,
) -> Option<Versioned> {
    let ends = f.loop_data(of)?.clone();
    let entry = preheader_edge(f, of)?;
    let body = body_in_dom_order(f, tree, of);
    if !can_copy(f, &body) {
        return None;
    }
    let mut cases = SwitchCases::default();
    let first = saved_phi_args(f, entry);
    let before = f.edges[entry].src;
    let made = copy_blocks(cx.unit, f, &body, before, &mut cases);
    for &block in &made.blocks {
        f.block_info[block].loop_father = ends.outer;
    }
    add_phi_arguments(f, &made);
    let (header, latch) = (made.copy_of(ends.header)?, made.copy_of(ends.latch)?);
    let next = saved_phi_args(f, f.find_edge(latch, header)?);
    let back = put_before(cx, f, &made, &ends, entry, &mut cases)?;
    let back = redirect_edge_and_branch(cx.unit, f, back, header, &mut cases)?;
    set_arguments(f, back, &next);
    let entry = f.find_edge(before, header)?;
    let test = split_edge(cx.unit, f, entry, &mut cases);
    f.block_info[test].loop_father = ends.outer;
    let mut at = Cursor::end(test);
    choice.stmts.into_iter().for_each(|stmt| at.put(cx.unit, f, stmt));
    Cursor::end(test).cond(cx.unit, f, choice.code, choice.operands);
    let to_copy = f.find_edge(test, header)?;
    let to_loop = f.make_edge_unchecked(test, ends.header, EdgeFlags::TRUE_VALUE);
    set_arguments(f, to_loop, &first);
    [f.edges[to_loop].probability, f.edges[to_copy].probability] = choice.entered;
    f.edges[to_copy].flags = EdgeFlags::FALSE_VALUE;
    scale(f, &body, choice.scale[0]);
    scale(f, &made.blocks, choice.scale[1]);
    let mut after = ends.latch;
    let placed = copies_in_dom_order(f, tree, of, &made);
    for block in placed {
        f.move_block_after(block, after);
        after = block;
    }
    for edge in [to_loop, to_copy] {
        split_preheader(cx, f, edge, ends.outer, &mut cases);
    }
    Some(Versioned { copies: made, header, test })
}

/// The copies, those first that dominate others; in GCC's lists of these what was copied last is the first.
fn copies_in_dom_order(f: &Function, tree: &Dominators, of: LoopId, made: &Copies) -> Vec<BlockId> {
    let Some(entry) = f.loop_data(of) else { return Vec::new() };
    let (mut placed, mut work) = (Vec::new(), vec![entry.header]);
    while let Some(block) = work.pop() {
        placed.extend(made.copy_of(block));
        let inside = tree.children(block).filter(|&child| f.in_loop(child, of));
        let (last, mut others): (Vec<BlockId>, Vec<BlockId>) =
            inside.partition(|&child| tree.dominated_by(entry.latch, child));
        others.sort_unstable();
        others.reverse();
        work.extend(last);
        work.extend(others);
    }
    placed
}

fn split_preheader(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    edge: EdgeId,
    outer: LoopId,
    cases: &mut SwitchCases,
) {
    let block = split_edge(cx.unit, f, edge, cases);
    f.block_info[block].loop_father = outer;
}

/// Lets blocks be executed less often.
fn scale(f: &mut Function, blocks: &[BlockId], by: Probability) {
    for &block in blocks {
        let count = &mut f.block_info[block].count;
        if *count != NO_COUNT && by != Probability::ALWAYS {
            *count = scaled(*count, by.0.into(), PROB_BASE.into());
        }
    }
}
