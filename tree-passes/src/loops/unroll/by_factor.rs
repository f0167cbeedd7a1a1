//! Unrolls a loop whose number of iterations is known when it is entered, so many times; what is left over is done by a copy of
//! the loop as it was (`tree_transform_and_unroll_loop`).
//!
//! ```text
//!   <bb 3> : # i_1 = PHI <0(2), i_2(4)>          <bb 2> : if (n_3 > 1) goto <bb 6>; else goto <bb 8>;
//!   i_2 = i_1 + 1;                               <bb 3> : # i_1 = PHI <0(6), i_9(7)>
//!   if (i_2 <= n_3) goto <bb 4>;           =>             # ivtmp_5 = PHI <n_3(6), ivtmp_6(7)>
//!                                                i_2 = i_1 + 1;   i_9 = i_2 + 1;
//!                                                ivtmp_6 = ivtmp_5 - 2;
//!                                                if (ivtmp_6 > 1) goto <bb 7>; else goto <bb 8>;
//!                                                <bb 8> : # i_7 = PHI <0(2), i_9(3)>
//!                                                ...    the loop as it was, from i_7 on
//! ```
//!
//! The copy goes round at least once, so that the loop is left by its exit. Names are registered for the update of SSA form,
//! which is the caller's.

use super::peel::{body_in_dom_order, copied_edge, set_arguments};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::location::Location;
use gimple::loops::{Loop, LoopId};
use gimple::pass::PassContext;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use tree_ssa::analyses::scev::Evolutions;
use tree_ssa::analyses::scev::emit;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::count_in_copy;
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::saved_phi_args;
use tree_ssa::edit::cfg_edit::scaled;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::edit::locals;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::ssa::copy_blocks::add_phi_arguments;
use tree_ssa::ssa::copy_blocks::copy_blocks;

/// How likely the unrolled loop is entered, of 100.
const LIKELY: u64 = 90;

/// What is to be unrolled.
pub struct Factor {
    pub of: LoopId,
    pub times: usize,
    /// How often the latch is executed: what can be computed before the loop.
    pub rounds: ExprId,
    /// The loop's only exit.
    pub exit: EdgeId,
}

/// The loop while it is being unrolled.
struct Shape {
    of: LoopId,
    ends: Loop,
    body: Vec<BlockId>,
    /// The block before both loops, and those that lead to only one of them.
    before: BlockId,
    main: BlockId,
    rest: BlockId,
    /// What the φs of the header got from an iteration, and the φs before the copy that is done last, which get that, too.
    carried: Vec<(Operand, StmtId)>,
}

/// Unrolls a loop after `transform` has changed it, but not the copy; the exits that are never taken.
pub fn unroll(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (tree, evolutions): (&Dominators, &Evolutions),
    plan: &Factor,
    transform: &mut dyn FnMut(&mut PassContext<'_>, &mut Function, EdgeId, EdgeId),
) -> Vec<EdgeId> {
    let mut cases = SwitchCases::default();
    let (Some(ends), Some(entry)) = (f.loop_data(plan.of).cloned(), preheader_edge(f, plan.of))
    else {
        return Vec::new();
    };
    let counts = (edge_count(f, entry), f.block_info[ends.header].count);
    let before = f.edges[entry].src;
    let rounds = count(cx, f, evolutions, (before, plan.rounds));
    let most = plan.times as i128 - 1;
    let ty = cx.unit.type_of(f, rounds);
    let most = cx.unit.int(ty, most);
    let body = body_in_dom_order(f, tree, plan.of);
    let Some(shape) = put_rest(cx, f, (plan.of, ends, body), entry, &mut cases) else {
        return Vec::new();
    };
    Cursor::end(before).cond(cx.unit, f, TreeCode::Gt, [rounds, most]);
    let header = shape.ends.header;
    let (Some(entry), Some(back)) =
        (f.find_edge(shape.main, header), f.find_edge(shape.ends.latch, header))
    else {
        return Vec::new();
    };
    transform(cx, f, entry, back);
    let mut unused = vec![plan.exit];
    let mut blocks = shape.body.clone();
    let mut ends = vec![(header, shape.ends.latch)];
    for _ in 1..plan.times {
        let after = ends.last().map_or(header, |end| end.1);
        let made = copy_blocks(cx.unit, f, &shape.body, after, &mut cases);
        for &block in &made.blocks {
            f.block_info[block].loop_father = plan.of;
        }
        add_phi_arguments(f, &made);
        unused.extend(copied_edge(f, &made, plan.exit));
        blocks.extend(&made.blocks);
        ends.extend(made.copy_of(header).zip(made.copy_of(shape.ends.latch)));
    }
    let Some(last) = put_in_a_row(cx, f, &ends, &mut cases) else { return unused };
    test_at_end(cx, f, &shape, (last, rounds, plan.times), &mut cases);
    scale(f, &shape, &blocks, (counts, plan.times as u64, last));
    unused
}

/// Unrolls a loop that is left after so many rounds, or a multiple of that, so that nothing is left over; the exits that are
/// never taken.
pub fn unroll_evenly(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    plan: &Factor,
) -> Vec<EdgeId> {
    let mut cases = SwitchCases::default();
    let Some(ends) = f.loop_data(plan.of).cloned() else { return Vec::new() };
    let body = body_in_dom_order(f, tree, plan.of);
    let mut row = vec![(ends.header, ends.latch)];
    let mut blocks = body.clone();
    let mut unused = vec![plan.exit];
    for _ in 1..plan.times {
        let after = row.last().map_or(ends.header, |end| end.1);
        let made = copy_blocks(cx.unit, f, &body, after, &mut cases);
        for &block in &made.blocks {
            f.block_info[block].loop_father = plan.of;
        }
        add_phi_arguments(f, &made);
        unused.extend(copied_edge(f, &made, plan.exit));
        blocks.extend(&made.blocks);
        row.extend(made.copy_of(ends.header).zip(made.copy_of(ends.latch)));
    }
    // The last one is the one that is taken.
    unused.pop();
    if let Some(last) = put_in_a_row(cx, f, &row, &mut cases)
        && let Some(data) = f.loop_data_mut(plan.of)
    {
        data.latch = last;
    }
    for block in blocks {
        let count = &mut f.block_info[block].count;
        if *count != NO_COUNT {
            *count = scaled(*count, 1, plan.times as u64);
        }
    }
    unused
}

/// The number of rounds, computed at the end of a block.
fn count(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    evolutions: &Evolutions,
    (block, rounds): (BlockId, ExprId),
) -> Operand {
    let mut at = Cursor::before_end(cx.unit, f, block);
    let found = emit::right_side_in_order(cx.unit, f, &evolutions.exprs, rounds);
    let (mut stmts, code, mut rhs) = found.expect("what was looked at can be computed");
    if code == TreeCode::Single {
        return rhs[0];
    }
    emit::put_in_order(code, &mut rhs);
    let value = emit::assign(f, evolutions.exprs.ty(rounds), code, rhs, &mut stmts);
    stmts.into_iter().for_each(|stmt| at.put(cx.unit, f, stmt));
    value
}

/// Puts a copy of a loop after it, which is entered instead of it, or once it is done.
fn put_rest(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (of, ends, body): (LoopId, Loop, Vec<BlockId>),
    entry: EdgeId,
    cases: &mut SwitchCases,
) -> Option<Shape> {
    let before = f.edges[entry].src;
    let back = f.find_edge(ends.latch, ends.header)?;
    let first = saved_phi_args(f, entry);
    let main = split_edge(cx.unit, f, entry, cases);
    let made = copy_blocks(cx.unit, f, &body, ends.latch, cases);
    add_phi_arguments(f, &made);
    let rest = f.create_block(ends.latch);
    for &block in made.blocks.iter().chain([&main, &rest]) {
        f.block_info[block].loop_father = ends.outer;
    }
    let to_main = f.find_edge(before, main)?;
    f.edges[to_main].flags = EdgeFlags::TRUE_VALUE;
    let to_rest = f.make_edge_unchecked(before, rest, EdgeFlags::FALSE_VALUE);
    let header = made.copy_of(ends.header)?;
    let onwards = f.make_edge_unchecked(rest, header, EdgeFlags::FALLTHRU);
    f.edges[onwards].probability = Probability::ALWAYS;
    let phis: Vec<(StmtId, StmtId)> = f.phis(ends.header).zip(f.phis(header)).collect();
    let mut carried = Vec::new();
    for ((phi, copy), start) in phis.into_iter().zip(first) {
        let result = f.phi(phi).result;
        let name = locals::duplicate_name(cx.unit, f, result);
        let joined = f.create_phi(name, rest);
        f.add_phi_arg(joined, to_rest, start.value, start.loc);
        f.add_phi_arg(copy, onwards, Operand::Ssa(name), Location::UNKNOWN);
        carried.push((f.phi_arg(phi, back), joined));
    }
    Some(Shape { of, ends, body, before, main, rest, carried })
}

/// Lets bodies, by their headers and latches, be executed one after the other, and the first after the last; the latch of
/// that.
fn put_in_a_row(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    ends: &[(BlockId, BlockId)],
    cases: &mut SwitchCases,
) -> Option<BlockId> {
    let nexts = ends.iter().cycle().skip(1);
    for (&(header, latch), &(next, _)) in ends.iter().zip(nexts) {
        let edge = f.find_edge(latch, header)?;
        let arguments = saved_phi_args(f, edge);
        let edge = redirect_edge_and_branch(cx.unit, f, edge, next, cases)?;
        set_arguments(f, edge, &arguments);
    }
    ends.last().map(|end| end.1)
}

/// Lets the unrolled loop go on as long as that many rounds, and one more, are left.
fn test_at_end(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    shape: &Shape,
    (last, rounds, times): (BlockId, Operand, usize),
    cases: &mut SwitchCases,
) {
    let header = shape.ends.header;
    let (Some(back), Some(entry)) = (f.find_edge(last, header), f.find_edge(shape.main, header))
    else {
        return;
    };
    let latch = split_edge(cx.unit, f, back, cases);
    f.block_info[latch].loop_father = shape.of;
    if let Some(data) = f.loop_data_mut(shape.of) {
        data.latch = latch;
    }
    let (Some(around), Some(back)) = (f.find_edge(last, latch), f.find_edge(latch, header)) else {
        return;
    };
    let ty = cx.unit.type_of(f, rounds);
    let ident = cx.unit.symbols.intern("ivtmp");
    let [left, next] = [0, 1].map(|_| f.make_temp_ssa_name(ty, ident, StmtId::NONE));
    let phi = f.create_phi(left, header);
    f.add_phi_arg(phi, entry, rounds, Location::UNKNOWN);
    f.add_phi_arg(phi, back, Operand::Ssa(next), Location::UNKNOWN);
    let (by, most) = (cx.unit.int(ty, times as i128), cx.unit.int(ty, times as i128 - 1));
    let mut at = Cursor::end(last);
    at.assign(cx.unit, f, Operand::Ssa(next), TreeCode::Minus, [Operand::Ssa(left), by]);
    at.cond(cx.unit, f, TreeCode::Gt, [Operand::Ssa(next), most]);
    f.edges[around].flags = EdgeFlags::TRUE_VALUE;
    let out = f.make_edge_unchecked(last, shape.rest, EdgeFlags::FALSE_VALUE);
    for &(value, joined) in &shape.carried {
        f.add_phi_arg(joined, out, value, Location::UNKNOWN);
    }
}

/// Says how often the blocks are executed.
fn scale(
    f: &mut Function,
    shape: &Shape,
    blocks: &[BlockId],
    ((entered, whole), times, last): ((u64, u64), u64, BlockId),
) {
    let entered = if entered == NO_COUNT { 0 } else { entered };
    let main = scaled(entered, LIKELY, 100);
    let rounds = match whole {
        NO_COUNT => main,
        _ => (scaled(whole, LIKELY, 100) / times).max(main),
    };
    for &block in blocks {
        let count = f.block_info[block].count;
        if count != NO_COUNT && whole != NO_COUNT {
            f.block_info[block].count = count_in_copy(count, rounds, whole);
        }
    }
    f.block_info[shape.main].count = main;
    f.block_info[shape.rest].count = entered;
    let likely = Probability((u64::from(PROB_BASE) * LIKELY / 100) as u32);
    set_probabilities(f, shape.before, likely);
    let stays = scaled(PROB_BASE.into(), rounds - main, rounds.max(1));
    set_probabilities(f, last, Probability(stays as u32));
    if let Some(&around) = f.blocks[last].succs.first() {
        let latch = f.edges[around].dst;
        f.block_info[latch].count = rounds - main;
    }
}

/// Gives the first edge out of a condition a probability, and the other one what is left.
fn set_probabilities(f: &mut Function, block: BlockId, first: Probability) {
    if let [one, other] = f.blocks[block].succs[..] {
        f.edges[one].probability = first;
        f.edges[other].probability = first.inverse();
    }
}
