//! Copies of loops that run where some names are 1 (`loop_version`).
//!
//! ```text
//!                                          <bb 5> : if (s_2(D) != 1) goto <bb 6>; else goto <bb 7>;
//!   <bb 5> : goto <bb 3>;                  <bb 6> : goto <bb 3>;
//!   <bb 3> : the loop                 =>   <bb 3> : the loop
//!                                          <bb 7> : goto <bb 8>;
//!                                          <bb 8> : a copy, in which s_2(D) is 1
//! ```
//!
//! The test is taken to find strides of 1 four times in five, and the loops are executed accordingly.

use crate::loops::unroll::body_in_dom_order;
use crate::loops::unroll::peel::{put_before, set_arguments};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::remark::RemarkKind;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use std::collections::BTreeSet;
use tree_ssa::analyses::scev::emit;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::{
    SwitchCases, redirect_edge_and_branch, saved_phi_args, scaled, split_edge,
};
use tree_ssa::fold::substitute::{Point, Values, substitute_and_fold_below};
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::ssa::copy_blocks::{add_phi_arguments, can_copy, copy_blocks};
use tree_ssa::ssa::update_ssa;

/// Copies loops, and puts 1 in place of names in the copies.
pub(super) fn carry_out(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    wanted: Vec<(LoopId, BTreeSet<SsaName>)>,
) {
    let mut copies: Vec<(BlockId, BTreeSet<SsaName>)> = Vec::new();
    for (of, ones) in wanted {
        let loc = natural_loops::location(f, of);
        let made = copy(cx, f, tree, (of, &ones));
        let (kind, text) = match made {
            Some(_) => {
                (RemarkKind::Optimized, "versioned this loop for when certain strides are 1")
            }
            None => (
                RemarkKind::Missed,
                "tried but failed to version this loop for when certain strides are 1",
            ),
        };
        cx.remark(kind, "loop", (f.decl, loc), text.to_owned());
        copies.extend(made.map(|header| (header, ones)));
    }
    if copies.is_empty() {
        return;
    }
    natural_loops::find_loops(f);
    update_ssa::update(cx.unit, f, &mut cx.dump);
    let tree = analyses::analysis::<Dominators>(f);
    for (header, ones) in copies {
        substitute_and_fold_below(cx, f, &tree, header, &mut Ones(ones));
    }
}

/// Names that are 1.
struct Ones(BTreeSet<SsaName>);

impl Values for Ones {
    fn value_at(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        name: SsaName,
        point: Point,
    ) -> Option<Operand> {
        let uses = !matches!(point, Point::Definition) && self.0.contains(&name);
        uses.then(|| cx.unit.int(f.names[name].ty, 1))
    }

    fn fold(&mut self, _: &mut PassContext<'_>, _: &mut Function, _: StmtId, _: bool) -> bool {
        false
    }
}

/// Copies a loop, and lets a test decide which of the two is entered; the copy's header.
fn copy(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    (of, ones): (LoopId, &BTreeSet<SsaName>),
) -> Option<BlockId> {
    let ends = f.loop_data(of)?.clone();
    let entry = preheader_edge(f, of)?;
    let body = body_in_dom_order(f, tree, of);
    if !can_copy(f, &body) {
        return None;
    }
    let (stmts, test) = condition(cx, f, ones);
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
    let block = split_edge(cx.unit, f, entry, &mut cases);
    f.block_info[block].loop_father = ends.outer;
    put_test(cx, f, block, (stmts, test));
    let to_copy = f.find_edge(block, header)?;
    let to_loop = f.make_edge_unchecked(block, ends.header, EdgeFlags::TRUE_VALUE);
    set_arguments(f, to_loop, &first);
    (f.edges[to_loop].probability, f.edges[to_copy].probability) =
        (Probability::UNLIKELY, Probability::UNLIKELY.inverse());
    f.edges[to_copy].flags = EdgeFlags::FALSE_VALUE;
    scale(f, &body, Probability::UNLIKELY);
    scale(f, &made.blocks, Probability::UNLIKELY.inverse());
    let mut after = ends.latch;
    for &block in &made.blocks {
        f.move_block_after(block, after);
        after = block;
    }
    for edge in [to_loop, to_copy] {
        split_preheader(cx, f, edge, ends.outer, &mut cases);
    }
    Some(header)
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
        if *count != NO_COUNT {
            *count = scaled(*count, by.0.into(), PROB_BASE.into());
        }
    }
}

/// Statements, in no block yet, that find whether one of some names is not 1, and the operands of the test that is left.
fn condition(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    ones: &BTreeSet<SsaName>,
) -> (Vec<StmtId>, [Operand; 2]) {
    let (mut stmts, mut all) = (Vec::new(), Operand::None);
    let truth = cx.unit.common.bool_;
    for &name in ones {
        let one = cx.unit.int(f.names[name].ty, 1);
        if ones.len() == 1 {
            return (stmts, [Operand::Ssa(name), one]);
        }
        let operands = [Operand::Ssa(name), one, Operand::None];
        let differs = emit::assign(f, truth, TreeCode::Ne, operands, &mut stmts);
        all = match all {
            Operand::None => differs,
            _ => {
                let operands = [all, differs, Operand::None];
                emit::assign(f, truth, TreeCode::BitIor, operands, &mut stmts)
            }
        };
    }
    (stmts, [all, cx.unit.int(truth, 0)])
}

fn put_test(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    block: BlockId,
    (stmts, test): (Vec<StmtId>, [Operand; 2]),
) {
    let mut at = Cursor::end(block);
    stmts.into_iter().for_each(|stmt| at.put(cx.unit, f, stmt));
    Cursor::end(block).cond(cx.unit, f, TreeCode::Ne, test);
}
