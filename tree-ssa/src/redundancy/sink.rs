//! Pass `sink`: moves computations to where their results are used.
//!
//! ```text
//! t_1 = a_2(D) * b_3(D);              if (c_4(D) != 0)
//! if (c_4(D) != 0)               =>     t_1 = a_2(D) * b_3(D);
//!   g = t_1;                            g = t_1;
//! ```
//!
//! A computation whose uses all lie in blocks that one block dominates, and that its own block branches towards, goes
//! there: it is not done on the other ways. It never goes into a loop. Blocks are visited in post-order of the dominator
//! tree, statements backward, so that what feeds a computation that sank may follow it. Linear in uses and depth.

use crate::analyses;
use crate::dump_text;
use crate::graph::dominance::{Direction, Dominators};
use crate::loops::natural_loops;
use gimple::cfg::{BlockId, EXIT};
use gimple::function::{Function, prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{SsaName, name_flag};
use gimple::stmt::{StmtId, StmtKind, stmt_flag};
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;

/// Uses a computation may have to be looked at.
const MAX_USES: usize = 32;

/// `sink` for the pass table.
pub const PASS: Pass = Pass::tree("sink", execute)
    .gate(|options, _| options.on(Flag::TreeSink))
    .requires(prop::CFG | prop::SSA)
    .follows(&[("pre", "what PRE leaves partly dead goes down to where it is wanted")]);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    natural_loops::ensure_loops(f);
    let dominators = analyses::take_dominators(f, Direction::Dominators);
    let post = analyses::take_dominators(f, Direction::PostDominators);
    let mut sunk = 0;
    for &block in dominators.preorder().iter().rev() {
        let data = &f.blocks[block];
        // Where a block branches its last statement decides where to; mostly there is no other.
        if data.succs.len() < 2 || data.stmts.first == data.stmts.last {
            continue;
        }
        let mut stmt = data.stmts.last;
        while stmt.is_some() {
            let previous = f.stmts[stmt].prev;
            if let Some(target) = destination(cx.unit, f, &dominators, &post, stmt) {
                say(cx, f, stmt, target);
                f.unlink_stmt(stmt);
                f.insert_after_labels(target, stmt);
                sunk += 1;
            }
            stmt = previous;
        }
    }
    cx.statistics.count("Sunk statements", sunk);
    analyses::keep_dominators(f, dominators);
    analyses::keep_dominators(f, post);
    Todo::NONE
}

/// The block a statement is better off in, if there is one (`statement_sink_location`).
fn destination(
    unit: &Unit,
    f: &Function,
    dominators: &Dominators,
    post: &Dominators,
    stmt: StmtId,
) -> Option<BlockId> {
    let data = &f.stmts[stmt];
    let StmtKind::Assign { lhs: Operand::Ssa(name), rhs, .. } = data.kind else { return None };
    let memory = stmt_flag::VUSE | stmt_flag::VDEF | stmt_flag::VOLATILE;
    let abnormal = |name: SsaName| f.names[name].has(name_flag::ABNORMAL);
    let mut bound = abnormal(name);
    rhs.iter().for_each(|&op| unit.for_each_ssa(op, &mut |used| bound |= abnormal(used)));
    if bound || data.flags & memory != 0 || f.has_zero_uses(name) {
        return None;
    }
    let mut best: Option<BlockId> = None;
    for (count, node) in f.imm_uses(name).enumerate() {
        if count >= MAX_USES {
            return None;
        }
        let home = f.stmts[node.stmt].block.expand()?;
        let used_in = match f.stmts[node.stmt].kind {
            StmtKind::Phi(_) => f.edges[f.blocks[home].preds[node.slot as usize]].src,
            _ => home,
        };
        if !dominators.contains(used_in) {
            return None;
        }
        best = Some(best.map_or(used_in, |block| dominators.common_dominator(block, used_in)));
    }
    improve(f, dominators, post, data.block, best?)
}

/// The best block on the way up from `late` to `early`: not deeper in loops, and not executed whenever `early` is.
fn improve(
    f: &Function,
    dominators: &Dominators,
    post: &Dominators,
    early: BlockId,
    late: BlockId,
) -> Option<BlockId> {
    let depth = |block: BlockId| {
        let father = f.block_info[block].loop_father as usize;
        f.loops.as_ref()?.table.get(father).map(|entry| entry.depth)
    };
    if !dominators.dominated_by(late, early) || late == early {
        return None;
    }
    let wanted = depth(early)?;
    let mut target = late;
    // Into no loop that the statement is not in.
    while depth(target)? > wanted
        || f.block_info[target].loop_father != f.block_info[early].loop_father
    {
        if depth(target)? <= wanted {
            break;
        }
        target = dominators.idom(target).expand()?;
        if target == early {
            return None;
        }
    }
    let useless = target == early
        || target == EXIT
        || post.contains(early) && post.dominated_by(early, target)
        || depth(target)? != wanted
        || f.block_info[target].loop_father != f.block_info[early].loop_father
        || f.blocks[target]
            .preds
            .iter()
            .any(|&e| f.edges[e].flags & gimple::cfg::edge_flag::COMPLEX != 0);
    (!useless).then_some(target)
}

fn say(cx: &mut PassContext<'_>, f: &Function, stmt: StmtId, target: BlockId) {
    if cx.dump.details() {
        let text = dump_text::stmt(cx.unit, f, stmt);
        // Errors of the dump's file wait in the dump manager.
        let _ = writeln!(
            cx.dump,
            "Sinking {text}\n from bb {} to bb {}",
            f.stmts[stmt].block.0, target.0
        );
    }
}
