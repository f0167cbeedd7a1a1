//! Pass `mergephi`: blocks that hold nothing but φs go into their successors.
//!
//! ```text
//! <bb 5> :
//! # t_1 = PHI <a_2(3), b_3(4)>
//!                                 =>   <bb 6> :
//! <bb 6> :                             # t_4 = PHI <a_2(3), b_3(4), c_5(2)>
//! # t_4 = PHI <t_1(5), c_5(2)>
//! ```
//!
//! The φs of the block must be used by those of its successor alone. The other blocks keep their numbers until a later pass
//! cleans the CFG up. Linear in the φ arguments that move.

use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::debug_counter::Counter;
use gimple::decl::flag;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo, optimizing};
use gimple::stmt::{PhiArg, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::edit::cfg_edit;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::ssa::binds;

/// `mergephi` for the pass table.
pub const PASS: Pass = Pass::tree("mergephi", execute).gate(optimizing).requires(Prop::CFG_SSA);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let tree = analyses::analysis::<Dominators>(f);
    let candidates: Vec<BlockId> = f
        .block_order()
        .into_iter()
        .filter(|&block| is_candidate(cx.unit, f, &tree, block))
        .collect();
    let mut cases = SwitchCases::default();
    for block in candidates.into_iter().rev() {
        remove_forwarder(cx, f, block, &mut cases);
    }
    Todo::NONE
}

/// The edge out of a block of φs and nothing else (`tree_forwarder_block_p`).
fn forwarding_edge(unit: &Unit, f: &Function, block: BlockId) -> Option<EdgeId> {
    if f.blocks[block].phis.is_empty() {
        return None;
    }
    let succ = f.single_succ(block)?;
    let dst = f.edges[succ].dst;
    let plain = |edge: &EdgeId| {
        f.edges[*edge].src != ENTRY && !f.edges[*edge].flags.intersects(EdgeFlags::COMPLEX)
    };
    let labels_only = f.block_stmts(block).all(|stmt| match f.stmts[stmt].kind {
        StmtKind::Label(label) => {
            unit.decls[label].flags & (flag::NONLOCAL | flag::FORCED_LABEL) == 0
        }
        _ => false,
    });
    let starts_nonlocal = f.blocks[dst].stmts.first.expand().is_some_and(|first| {
        matches!(f.stmts[first].kind, StmtKind::Label(label) if unit.decls[label].has(flag::NONLOCAL))
    });
    let fits = !f.blocks[dst].phis.is_empty()
        && dst != EXIT
        && dst != block
        && !f.edges[succ].flags.intersects(EdgeFlags::ABNORMAL)
        && f.blocks[block].preds.iter().all(plain)
        && labels_only
        && !starts_nonlocal;
    fits.then_some(succ)
}

fn is_candidate(unit: &Unit, f: &Function, tree: &Dominators, block: BlockId) -> bool {
    let Some(succ) = forwarding_edge(unit, f, block) else { return false };
    let (dst, index) = (f.edges[succ].dst, f.edges[succ].dst_idx);
    if heads_loop(f, tree, block) {
        return false;
    }
    // Where the block does not dominate its successor, nothing else can use its φs.
    f.phis(block).all(|phi| {
        let result = f.phi(phi).result;
        f.imm_uses(result).all(|node| {
            f.is_phi(node.stmt) && f.stmts[node.stmt].block == dst && node.slot == index
        }) && (f.has_zero_uses(result)
            || f.has_single_use(result)
            || !tree.dominated_by(dst, block))
    })
}

fn heads_loop(f: &Function, tree: &Dominators, block: BlockId) -> bool {
    f.blocks[block].preds.iter().any(|&edge| tree.dominated_by(f.edges[edge].src, block))
}

/// Lets the predecessors of a block of φs go to its successor (`remove_forwarder_block_with_phi`).
fn remove_forwarder(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    block: BlockId,
    cases: &mut SwitchCases,
) {
    let Some(succ) = forwarding_edge(cx.unit, f, block) else { return };
    let dst = f.edges[succ].dst;
    let sole = f.single_pred(dst).is_some();
    if f.blocks[block].preds.iter().any(|&edge| f.edges[edge].src == block) {
        return;
    }
    if !cx.dbg_cnt(Counter::Mergephi) {
        return;
    }
    while let Some(&edge) = f.blocks[block].preds.first() {
        let mut edge = edge;
        if let Some(other) = f.find_edge(f.edges[edge].src, dst) {
            if same_arguments(f, dst, other, succ) {
                redirect_edge_and_branch(cx.unit, f, edge, dst, cases);
                continue;
            }
            let middle = split_edge(cx.unit, f, edge, cases);
            let Some(out) = f.single_succ(middle) else { return };
            edge = out;
        }
        let arguments = merged_arguments(f, block, edge, succ);
        let Some(moved) = redirect_edge_and_branch(cx.unit, f, edge, dst, cases) else {
            return;
        };
        for (phi, arg) in arguments {
            f.add_phi_arg(phi, moved, arg.value, arg.loc);
        }
    }
    if cx.dump.enabled() {
        putln!(cx.dump, "Removing basic block {}", block.0);
    }
    binds::forward(cx.unit, f, block, (dst, sole));
    cfg_edit::remove_block(cx.unit, f, block);
}

fn same_arguments(f: &Function, dst: BlockId, a: EdgeId, b: EdgeId) -> bool {
    f.phis(dst).all(|phi| f.phi_arg(phi, a) == f.phi_arg(phi, b))
}

/// The arguments that the φs of the block after `succ` get for `edge`, which leads to `block` as yet.
fn merged_arguments(
    f: &Function,
    block: BlockId,
    edge: EdgeId,
    succ: EdgeId,
) -> Vec<(StmtId, PhiArg)> {
    let index = f.edges[edge].dst_idx as usize;
    let own: FxHashMap<Operand, PhiArg> = f
        .phis(block)
        .map(|phi| (Operand::Ssa(f.phi(phi).result), f.phi(phi).args[index]))
        .collect();
    let out = f.edges[succ].dst_idx as usize;
    f.phis(f.edges[succ].dst)
        .map(|phi| {
            let arg = f.phi(phi).args[out];
            (phi, own.get(&arg.value).copied().unwrap_or(arg))
        })
        .collect()
}
