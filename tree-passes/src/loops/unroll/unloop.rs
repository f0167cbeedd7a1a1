//! What is left of loops that were unrolled goes on as the last iteration: nothing leads back any more (`unloop_loops`).

use super::decide::Plan;
use dumps::putln;
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, Probability};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::location::Location;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::reachable_blocks;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::remove_block;
use tree_ssa::edit::cfg_edit::split_block;
use tree_ssa::edit::cfg_edit::split_edge;

/// Lets a condition be always true, or never (`gimple_cond_make_true`).
pub fn settle(unit: &mut Unit, f: &mut Function, stmt: StmtId, truth: bool) {
    let bool_ = unit.common.bool_;
    let (value, zero) = (unit.int(bool_, truth.into()), unit.int(bool_, 0));
    if let StmtKind::Cond { code, lhs, rhs, .. } = &mut f.stmts[stmt].kind {
        (*code, *lhs, *rhs) = (TreeCode::Ne, value, zero);
    }
    f.update_stmt(unit, stmt);
}

/// Says what happens to a statement.
pub fn line(cx: &mut PassContext<'_>, f: &Function, what: &str, stmt: StmtId) {
    if cx.dump.details() {
        let text = tree_ssa::dump_text::stmt(cx.unit, f, stmt);
        let text = text.lines().next().unwrap_or_default();
        putln!(cx.dump, "{what}{text}");
    }
}

/// Takes away the way back to the header of a loop that is gone round once.
pub fn unloop(cx: &mut PassContext<'_>, f: &mut Function, plan: &Plan) {
    for bound in &plan.bounds {
        let times = plan.times as i128;
        if !bound.is_exit && bound.most < times {
            line(cx, f, "Forced statement unreachable: ", bound.stmt);
            cut_off(cx, f, bound.stmt, plan);
        } else if bound.is_exit && bound.most <= times {
            line(cx, f, "Forced exit to be taken: ", bound.stmt);
            take_exit(cx, f, bound.stmt, plan);
        }
    }
    let Some(entry) = f.loop_data(plan.of) else { return };
    let (latch, header) = (entry.latch, entry.header);
    let Some(back) = f.find_edge(latch, header) else { return };
    let (flags, loc) = (f.edges[back].flags.without(EdgeFlags::DFS_BACK), f.edges[back].loc);
    f.remove_edge(back);
    let nowhere = f.create_block(latch);
    f.block_info[nowhere].count = 0;
    f.block_info[nowhere].loop_father = gimple::loops::LoopId::ROOT;
    let edge = f.make_edge_unchecked(latch, nowhere, flags);
    (f.edges[edge].probability, f.edges[edge].loc) = (Probability::NEVER, loc);
    unreachable(cx.unit, f, Cursor::end(nowhere).at(loc));
}

fn unreachable(unit: &mut Unit, f: &mut Function, mut at: Cursor) -> StmtId {
    let void = unit.common.void;
    let callee = unit.implicit_builtin(Builtin::Unreachable, void, &[], false);
    at.call(unit, f, Operand::None, callee, Vec::new())
}

/// Says that control does not come to a statement.
fn cut_off(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, plan: &Plan) {
    let block = f.stmts[stmt].block;
    let loc: Location = f.stmt_info[stmt].loc;
    let call = unreachable(cx.unit, f, Cursor::before(stmt).at(loc));
    let after = split_block(f, block, call);
    let after = f.edges[after].dst;
    if let Some(entry) = f.loop_data_mut(plan.of)
        && entry.latch == block
    {
        entry.latch = after;
    }
}

/// Lets an exit be taken.
fn take_exit(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, plan: &Plan) {
    let succs = &f.blocks[f.stmts[stmt].block].succs;
    let Some(exit) = succs.iter().copied().find(|&edge| f.leaves_loop(edge, plan.of)) else {
        return;
    };
    f.edges[exit].probability = Probability::ALWAYS;
    settle(cx.unit, f, stmt, f.edges[exit].flags.intersects(EdgeFlags::TRUE_VALUE));
}

/// Removes exits that are not taken, and what only they lead to (`remove_path`).
pub fn remove_exits(cx: &mut PassContext<'_>, f: &mut Function, exits: &[EdgeId]) {
    let mut cases = SwitchCases::default();
    let mut cut = false;
    for &exit in exits {
        let src = f.edges[exit].src;
        let [a, b] = f.blocks[src].succs[..] else { continue };
        let other = f.edges[if a == exit { b } else { a }].dst;
        let dst = f.edges[exit].dst;
        let between =
            (f.blocks[dst].preds.len() > 1).then(|| split_edge(cx.unit, f, exit, &mut cases));
        redirect_edge_and_branch(cx.unit, f, exit, other, &mut cases);
        match between {
            Some(block) => remove(cx, f, block),
            None => cut = true,
        }
    }
    if cut {
        let reached = reachable_blocks(f);
        let dead = f.block_order().into_iter().filter(|block| !reached[block.0 as usize]);
        dead.for_each(|block| remove(cx, f, block));
    }
}

fn remove(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
    if cx.dump.enabled() {
        putln!(cx.dump, "Removing basic block {}", block.0);
    }
    remove_block(cx.unit, f, block);
}
