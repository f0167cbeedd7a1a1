//! Guards: a condition that lets each iteration of a loop skip the loop inside skips the outer loop instead, if there is nothing
//! else in it that counts.
//!
//! ```text
//!   <bb 2> :                                     <bb 2> : if (m_1(D) > 0) goto <bb 7>; else goto <bb 6>;
//!   <bb 3> : # i_2 = PHI <0(2), i_3(5)>          <bb 3> : # i_2 = PHI <0(7), i_3(5)>
//!   if (m_1(D) > 0) goto <bb 4>; else ...  =>    if (1 != 0) goto <bb 4>; else goto <bb 5>;
//!   <bb 4> : the loop inside                     <bb 4> : the loop inside
//!   <bb 5> : i_3 = i_2 + 1;                      <bb 5> : i_3 = i_2 + 1;
//!   if (i_3 < n_4(D)) ...                        if (i_3 < n_4(D)) ...
//!   <bb 6> :                                     <bb 6> :
//! ```
//!
//! As in GCC, a loop in which nothing is done but to ask whether it ends is taken to end. A number of guards is looked for in
//! a function at most, as what dominates what is asked anew after each.

use crate::loops::unroll::unloop::settle;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::function::Function;
use gimple::location::Location;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::remark::RemarkKind;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use tree_ssa::analyses::scev::Scev;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::count_in_copy;
use tree_ssa::edit::cfg_edit::scaled;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::ssa::update_ssa;

/// Guards of the loops of a function that are looked for, and blocks before one in its loop.
const MOST_GUARDS: usize = 200;
const MOST_BLOCKS: usize = 50;

/// Whether a loop is one whose guards may be moved: it has one loop inside, and ends by one test of its own.
pub fn may_have_guards(scev: &mut Scev<'_, '_>, of: LoopId) -> bool {
    let f = scev.f;
    let Some(entry) = f.loop_data(of) else { return false };
    let one_inside = f.loop_data(entry.inner).is_some_and(|inner| inner.next.is_none());
    let Some(exit) = scev.single_exit(of).filter(|_| one_inside) else { return false };
    let header = entry.header;
    let own = f.loop_of(f.edges[exit].src) == of && f.loop_of(f.edges[exit].dst) == entry.outer;
    let plain = !f.edges[exit].flags.intersects(EdgeFlags::COMPLEX);
    own && plain && !leaves_values(f, of, exit) && header.is_some()
}

/// Whether something that a loop computes is used after it.
fn leaves_values(f: &Function, of: LoopId, exit: EdgeId) -> bool {
    let inside = |name: SsaName| {
        let def = f.names[name].def.expand();
        def.is_some_and(|def| f.in_loop(f.stmts[def].block, of))
    };
    let mut phis = f.phis(f.edges[exit].dst).filter(|&phi| !f.is_virtual_phi(phi));
    phis.any(|phi| f.phi_arg(phi, exit).ssa().is_some_and(inside))
}

/// Moves the guards of loops before them, inner loops first.
pub fn hoist(cx: &mut PassContext<'_>, f: &mut Function, loops: &[(LoopId, EdgeId)]) -> bool {
    let mut left = MOST_GUARDS;
    let mut moved = false;
    for &(of, exit) in loops {
        while left > 0 {
            left -= 1;
            let tree = analyses::analysis::<Dominators>(f);
            let Some(guard) = find(cx, f, &tree, of) else { break };
            if !move_out(cx, f, of, exit, guard[0]) {
                break;
            }
            settle_profile(f, &tree, of, guard);
            moved = true;
            say(cx, f, of, RemarkKind::Optimized, "Guard hoisted".to_owned());
        }
    }
    moved
}

fn say(cx: &mut PassContext<'_>, f: &Function, of: LoopId, kind: RemarkKind, text: String) {
    let loc = natural_loops::location(f, of);
    cx.remark(kind, "loop", (f.decl, loc), text);
}

/// The edge by which each iteration may skip the loop inside, and the one beside it (`find_loop_guard`).
fn find(
    cx: &mut PassContext<'_>,
    f: &Function,
    tree: &Dominators,
    of: LoopId,
) -> Option<[EdgeId; 2]> {
    let inner = f.loop_data(of)?.inner;
    let (inner, latch) = (f.header_of(inner)?, f.loop_data(of)?.latch);
    let block = first_test(cx, f, of)?;
    let [one, two] = f.blocks[block].succs[..] else { return None };
    let leads_inside = |edge: EdgeId| {
        let dst = f.edges[edge].dst;
        tree.dominated_by(inner, dst) && f.in_loop(dst, of)
    };
    let (guard, around) = if leads_inside(one) { (two, one) } else { (one, two) };
    let (from, to) = (block.0, f.edges[guard].dst.0);
    if !leads_inside(around) || !f.in_loop(f.edges[guard].dst, of) || leads_inside(guard) {
        let text = format!("Guard edge {from} --> {to} is not around the loop!");
        say(cx, f, of, RemarkKind::Missed, text);
        return None;
    }
    if f.edges[guard].dst == latch {
        let text = format!("Guard edge {from} --> {to} points to the loop latch.");
        say(cx, f, of, RemarkKind::Missed, text);
        return None;
    }
    let text = format!("Considering guard {from} -> {to} in loop {of}");
    say(cx, f, of, RemarkKind::Note, text);
    let test = f.last_stmt(block)?;
    let StmtKind::Cond { lhs, rhs, .. } = f.stmts[test].kind else { return None };
    let varies = |name: SsaName| {
        let def = f.names[name].def.expand();
        def.is_some_and(|def| f.in_loop(f.stmts[def].block, of))
    };
    if [lhs, rhs].into_iter().filter_map(Operand::ssa).any(varies) {
        say(cx, f, of, RemarkKind::Note, "guard operands have definitions inside loop".to_owned());
        return None;
    }
    let guarded = f.edges[around].dst;
    for own in loop_body(f, of) {
        if f.loop_of(own) == of && !tree.dominated_by(own, guarded) && !is_empty(cx, f, own) {
            let text = format!("Block {} has side effects", own.0);
            say(cx, f, of, RemarkKind::Missed, text);
            return None;
        }
    }
    say(cx, f, of, RemarkKind::Note, "suitable to hoist".to_owned());
    Some([guard, around])
}

/// The first block of an iteration from which there are two ways.
fn first_test(cx: &PassContext<'_>, f: &Function, of: LoopId) -> Option<BlockId> {
    let mut block = f.header_of(of)?;
    for _ in 0..MOST_BLOCKS {
        if f.loop_of(block) != of {
            return None;
        }
        let last = f.last_stmt(block).map(|last| &f.stmts[last].kind);
        let next = match (last, &f.blocks[block].succs[..]) {
            (_, &[only]) => only,
            (Some(StmtKind::Cond { lhs, .. }), succs) => {
                // What was moved out before holds.
                let Some(value) = cx.unit.as_int(*lhs) else { return Some(block) };
                let flag = if value != 0 { EdgeFlags::TRUE_VALUE } else { EdgeFlags::FALSE_VALUE };
                *succs.iter().find(|edge| f.edges[**edge].flags.intersects(flag))?
            }
            _ => return None,
        };
        block = f.edges[next].dst;
    }
    None
}

/// Whether nothing is done in a block that can be seen from outside, as nothing it computes is used there.
fn is_empty(cx: &PassContext<'_>, f: &Function, block: BlockId) -> bool {
    f.block_stmts(block)
        .all(|stmt| !has_side_effects(cx.unit, f, stmt) && f.stmts[stmt].vdef.is_none())
}

/// Moves a guard before the loop, where it leads past it (`hoist_guard`).
fn move_out(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    of: LoopId,
    exit: EdgeId,
    guard: EdgeId,
) -> bool {
    let Some(entry) = preheader_edge(f, of) else { return false };
    let (before, block) = (f.edges[entry].src, f.edges[guard].src);
    let Some(test) = f.last_stmt(block) else { return false };
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[test].kind else { return false };
    let memory = memory_before(f, of, entry);
    let preheader = split_edge(cx.unit, f, entry, &mut SwitchCases::default());
    f.block_info[preheader].loop_father = f.loop_of(before);
    let if_true = f.edges[guard].flags.intersects(EdgeFlags::TRUE_VALUE);
    let [skips, enters] = match if_true {
        true => [EdgeFlags::TRUE_VALUE, EdgeFlags::FALSE_VALUE],
        false => [EdgeFlags::FALSE_VALUE, EdgeFlags::TRUE_VALUE],
    };
    Cursor::end(before).like(f, test).cond(cx.unit, f, code, [lhs, rhs]);
    let after = f.edges[exit].dst;
    let past = f.make_edge_unchecked(before, after, skips);
    let phis: Vec<StmtId> = f.phis(after).collect();
    for phi in phis {
        let own = f.phi_arg(phi, exit);
        let value = match memory {
            Some(state) if f.is_virtual_phi(phi) => Operand::Ssa(state),
            _ => own,
        };
        f.add_phi_arg(phi, past, value, Location::UNKNOWN);
    }
    let probability = f.edges[guard].probability;
    f.edges[past].probability = probability;
    if let Some(inside) = f.find_edge(before, preheader) {
        f.edges[inside].flags = enters;
        f.edges[inside].probability = probability.inverse();
    }
    let whole = f.block_info[before].count;
    if whole != NO_COUNT && probability.is_known() {
        let share = probability.inverse().0.into();
        f.block_info[preheader].count = count_in_copy(whole, share, PROB_BASE.into());
    }
    settle(cx.unit, f, test, !if_true);
    if memory.is_some() && !f.phis(after).any(|phi| f.is_virtual_phi(phi)) {
        update_ssa::mark_virtuals(f);
    }
    true
}

/// Says that a guard is not taken any more: what comes before it in an iteration is executed the less often.
fn settle_profile(f: &mut Function, tree: &Dominators, of: LoopId, [guard, around]: [EdgeId; 2]) {
    let probability = f.edges[guard].probability;
    f.edges[guard].probability = Probability::NEVER;
    f.edges[around].probability = Probability::ALWAYS;
    let guarded = f.edges[around].dst;
    for block in loop_body(f, of) {
        let count = f.block_info[block].count;
        if probability.is_known() && count != NO_COUNT && !tree.dominated_by(block, guarded) {
            let share = probability.inverse().0.into();
            f.block_info[block].count = scaled(count, share, PROB_BASE.into());
        }
    }
}

/// The state of memory before a loop that changes it.
fn memory_before(f: &Function, of: LoopId, entry: EdgeId) -> Option<SsaName> {
    let header = f.header_of(of)?;
    let phi = f.phis(header).find(|&phi| f.is_virtual_phi(phi))?;
    f.phi_arg(phi, entry).ssa()
}
