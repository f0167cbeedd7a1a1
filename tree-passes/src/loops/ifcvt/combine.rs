//! The blocks of a loop without branches become one, and what that makes superfluous goes (`combine_blocks`).
//!
//! ```text
//!   <bb 3> : _4 = *_3;                                 <bb 3> : _4 = *_3;
//!   <bb 4> : _6 = _4 * 3;                              _6 = _4 * 3;
//!   <bb 5> : _ifc__8 = _4 > k_5(D) ? _6 : 0;     =>    _ifc__8 = _4 > k_5(D) ? _6 : 0;
//!   if (n_9(D) > i_7) ...                              if (n_9(D) > i_7) ...
//! ```

use super::check::Convertible;
use super::predicate::Predicate;
use super::say;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, Probability};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::FxHashSet;
use tree_ssa::analyses::trap::may_trap;
use tree_ssa::edit::cfg_edit::{can_merge_blocks, merge_blocks, remove_block};

/// Takes away the tests and labels of all blocks but the last (`remove_conditions_and_labels`).
pub(super) fn remove_tests(f: &mut Function, plan: &Convertible, latch: BlockId) {
    for &block in plan.body.iter().filter(|&&block| block != plan.last && block != latch) {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            match f.stmts[stmt].kind {
                StmtKind::Cond { .. } => f.remove_stmt(stmt),
                StmtKind::Label(label) => {
                    f.labels.remove(label);
                    f.remove_stmt(stmt);
                }
                _ => {}
            }
        }
    }
}

/// Joins the blocks.
pub(super) fn combine(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    plan: &Convertible,
    (header, latch): (BlockId, BlockId),
) {
    let between = |&&block: &&BlockId| block != header && block != plan.last && block != latch;
    let mut state = state_after(f, header);
    for &block in plan.body.iter().filter(between) {
        drop_state(cx, f, block, &mut state);
        let conditional = *plan.predicates.of(block) != Predicate::True;
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            pass_state(f, stmt, &mut state);
            if conditional {
                f.reset_flow_sensitive_info(stmt);
            }
        }
        f.move_stmts_after(block, StmtId::NONE, header);
    }
    drop_state(cx, f, plan.last, &mut state);
    for &block in plan.body.iter().filter(|&&block| block != header) {
        let mut preds: Vec<EdgeId> = f.blocks[block].preds.to_vec();
        preds.retain(|&edge| f.edges[edge].src != plan.last);
        preds.into_iter().for_each(|edge| f.remove_edge(edge));
    }
    for &block in plan.body.iter().filter(between) {
        if cx.dump.enabled() {
            say(cx, format!("Removing basic block {}", block.0));
        }
        remove_block(cx.unit, f, block);
    }
    let onwards = f.make_edge_unchecked(header, plan.last, EdgeFlags::FALLTHRU);
    f.edges[onwards].probability = Probability::ALWAYS;
    if can_merge_blocks(cx.unit, f, true, header, plan.last) {
        if cx.dump.enabled() {
            say(cx, format!("Merging blocks {} and {}", header.0, plan.last.0));
        }
        merge_blocks(cx.unit, f, header, plan.last);
    }
}

/// The state of memory after the statements of the header; none where the loop does not change memory.
fn state_after(f: &Function, header: BlockId) -> SsaName {
    let phi = f.phis(header).find(|&phi| f.is_virtual_phi(phi));
    let Some(phi) = phi else { return SsaName::NONE };
    let changed = f.block_stmts(header).filter_map(|stmt| f.stmts[stmt].vdef.expand()).last();
    changed.unwrap_or(f.phi(phi).result)
}

/// Replaces the φ of memory of a block by the state of memory where the block is put.
fn drop_state(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId, state: &mut SsaName) {
    let Some(phi) = f.phis(block).find(|&phi| f.is_virtual_phi(phi)) else { return };
    let result = f.phi(phi).result;
    if state.is_none()
        && let Operand::Ssa(same) = f.phi(phi).args[0].value
    {
        *state = same;
    }
    f.replace_uses_by(cx.unit, result, Operand::Ssa(*state));
    f.remove_stmt(phi);
}

/// Lets a statement read the state of memory before it; what it leaves is the next one.
fn pass_state(f: &mut Function, stmt: StmtId, state: &mut SsaName) {
    let read = f.stmts[stmt].vuse;
    if state.is_none() {
        *state = read;
    } else if read.is_some() && read != *state {
        f.set_vuse(stmt, *state);
    }
    if let Some(changed) = f.stmts[stmt].vdef.expand() {
        *state = changed;
    }
}

/// Takes away what nothing asks for any more (`ifcvt_local_dce`).
pub(super) fn remove_dead(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
    let mut live: FxHashSet<StmtId> = FxHashSet::default();
    let mut work: Vec<StmtId> = f.phis(block).collect();
    for stmt in f.block_stmts(block) {
        let stays = f.stmts[stmt].has(StmtFlags::VUSE)
            || !matches!(f.stmts[stmt].kind, StmtKind::Assign { .. });
        let lhs = f.stmts[stmt].kind.lhs().ssa();
        let used_after =
            lhs.is_some_and(|name| f.imm_uses(name).any(|node| f.stmts[node.stmt].block != block));
        if stays || used_after {
            work.push(stmt);
        }
    }
    live.extend(&work);
    while let Some(stmt) = work.pop() {
        let mut used: Vec<SsaName> = Vec::new();
        if f.is_phi(stmt) {
            used.extend(f.phi(stmt).args.iter().filter_map(|arg| arg.value.ssa()));
        } else {
            f.for_each_read(stmt, &mut |op| cx.unit.for_each_ssa(op, &mut |name| used.push(name)));
            f.for_each_write(stmt, &mut |op| {
                if op.tree().is_some() {
                    cx.unit.for_each_ssa(op, &mut |name| used.push(name));
                }
            });
        }
        for name in used {
            let def = f.names[name].def.expand().filter(|&def| f.stmts[def].block == block);
            work.extend(def.filter(|&def| live.insert(def)));
        }
    }
    let stmts: Vec<StmtId> = f.block_stmts(block).collect();
    for stmt in stmts.into_iter().rev().filter(|stmt| !live.contains(stmt)) {
        if cx.dump.details() {
            let text = tree_ssa::dump_text::stmt(cx.unit, f, stmt);
            say(cx, format!("Delete dead stmt in bb#{}\n{text}", block.0));
        }
        f.remove_stmt(stmt);
    }
}

/// Moves what is the same in all iterations before the loop, to a block that it comes from (`ifcvt_hoist_invariants`).
pub(super) fn hoist(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (of, header): (LoopId, BlockId),
    edge: EdgeId,
) {
    let dst = f.edges[edge].dst;
    let at_start = f.single_pred(dst).is_some() && dst != header;
    let src = f.edges[edge].src;
    let mut after = StmtId::NONE;
    let stmts: Vec<StmtId> = f.block_stmts(header).collect();
    for stmt in stmts {
        let StmtKind::Assign { code, rhs, .. } = f.stmts[stmt].kind else { continue };
        let invariant = |op: Operand| {
            let name = op.ssa();
            let def = name.and_then(|name| f.names[name].def.expand());
            op.tree().is_none() && def.is_none_or(|def| !f.in_loop(f.stmts[def].block, of))
        };
        let fits = code != TreeCode::Cond
            && !f.stmts[stmt].has(StmtFlags::VUSE)
            && !may_trap(cx.unit, f, code, rhs)
            && rhs.into_iter().all(invariant);
        if !fits {
            continue;
        }
        f.unlink_stmt(stmt);
        match after.expand() {
            Some(before) => f.insert_after(before, stmt),
            None if at_start => f.insert_after_labels(dst, stmt),
            None => match f.last_stmt(src).filter(|&last| f.is_control(last)) {
                Some(last) => f.insert_before(last, stmt),
                None => f.append_to_block(src, stmt),
            },
        }
        after = stmt;
    }
}
