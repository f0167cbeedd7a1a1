//! Pass `ch`: copies loop headers, so that loops test at their end.
//!
//! ```text
//! <bb 4> :                                      if (n_3(D) > 0)
//! # i_1 = PHI <0(2), i_2(3)>                      ...
//! if (i_1 < n_3(D))                             <bb 3> :
//!   goto <bb 3>; (body)                   =>    # i_4 = PHI <0(2), i_2(3)>
//! else                                          body
//!   goto <bb 5>;                                if (i_2 < n_3(D))
//!                                                 goto <bb 3>; else goto <bb 5>;
//! ```
//!
//! The conditions at the head of a loop are copied before it, as long as they are cheap and each has one way into the
//! loop and one out of it. All loops are changed first, inner ones before outer ones; SSA form is updated once. The cost
//! is linear in the function, since no block is copied more than once for a loop and few instructions in all.

use crate::analyses::call_effects;
use crate::graph::cfg_edit::{
    SwitchCases, edge_count, may_propagate_copy, redirect_edge_and_branch, saved_phi_args, scaled,
    split_edge, split_location,
};
use crate::graph::copy_blocks::{add_phi_arguments, copy_blocks};
use crate::loops::preheader::{add_preheaders, preheader_edge};
use crate::scalar::gimple_fold;
use crate::ssa::update_ssa;
use gimple::builtins::ecf;
use gimple::cfg::{BlockId, EdgeId, NO_COUNT, edge_flag};
use gimple::debug_counter::Counter;
use gimple::function::{Function, prop};
use gimple::loops::{LoopId, Loops};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{SsaName, name_flag};
use gimple::stmt::{StmtId, StmtKind, stmt_flag};
use gimple::tree::Operand;
use std::fmt::Write;

/// Instructions copied for one loop (`--param max-loop-header-insns`).
const MAX_INSNS: i64 = 20;

/// `ch` for the pass table.
pub const PASS: Pass = Pass::tree("ch", execute)
    .gate(|options, _| options.on(Flag::TreeCh))
    .requires(prop::CFG | prop::SSA);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    add_preheaders(cx.unit, f, &mut cx.dump);
    if f.loops.as_ref().is_none_or(|loops| loops.count() <= 1) {
        return Todo::NONE;
    }
    let numbers = f.loops.as_ref().map(Loops::preorder).unwrap_or_default();
    let mut pass = HeaderCopies { cases: SwitchCases::default(), copied: Vec::new() };
    for &number in numbers.iter().skip(1).rev() {
        pass.copy_header(cx, f, number);
    }
    if pass.copied.is_empty() {
        return Todo::NONE;
    }
    update_ssa::update(cx.unit, f, &mut cx.dump);
    simplify_copies(cx, f, &pass.copied);
    Todo::CLEANUP_CFG
}

struct HeaderCopies {
    cases: SwitchCases,
    /// The new blocks.
    copied: Vec<BlockId>,
}

impl HeaderCopies {
    fn copy_header(&mut self, cx: &mut PassContext<'_>, f: &mut Function, number: LoopId) {
        let say = |cx: &mut PassContext<'_>, text: &str| {
            if cx.dump.details() {
                // Errors of the dump's file wait in the dump manager.
                let _ = writeln!(cx.dump, "{text}");
            }
        };
        let Some(entry) = f.loops.as_ref().map(|loops| loops[number].clone()) else {
            return;
        };
        say(cx, &format!("Analyzing loop {number}"));
        if let Some(latch) = entry.latch.expand()
            && tests_at_end(f, latch, number)
        {
            say(cx, &format!("Loop {number} is do-while loop"));
            return;
        }
        let (mut region, mut out) = (Vec::new(), None);
        let (mut block, mut limit) = (entry.header, MAX_INSNS);
        while !region.contains(&block) && may_copy(cx, f, block, number, entry.header, &mut limit) {
            say(cx, &format!("    Will duplicate bb {}", block.0));
            let succs = &f.blocks[block].succs;
            let inside = if f.in_loop(f.edges[succs[0]].dst, number) { 0 } else { 1 };
            let edge = succs[inside];
            region.push(block);
            out = Some(edge);
            block = f.edges[edge].dst;
        }
        let Some(mut out) = out else { return };
        let Some(before) = preheader_edge(f, number) else { return };
        if !cx.dbg_cnt(Counter::Ch) {
            return;
        }
        say(cx, &format!("Copying headers of loop {number}"));
        if f.blocks[f.edges[out].dst].preds.len() > 1 {
            let middle = split_edge(cx.unit, f, out, &mut self.cases);
            f.block_info[middle].loop_father = number;
            let Some(edge) = f.single_succ(middle) else { return };
            // The new block is the body's first; the region still ends before it.
            out = f.single_pred(middle).unwrap_or(edge);
        }
        self.copy_region(cx, f, &region, before);
        let (latch, header) = (f.edges[out].src, f.edges[out].dst);
        if let Some(loops) = &mut f.loops {
            let entry = &mut loops[number];
            (entry.header, entry.latch) = (header, latch);
        }
        // Both lead out of the loop now, too; a preheader and a latch of their own are wanted.
        let entries = f.blocks[header].preds.iter().copied();
        if let Some(entry) = entries.clone().find(|&edge| f.edges[edge].src != latch) {
            split_edge(cx.unit, f, entry, &mut self.cases);
        }
        if let Some(back) = f.find_edge(latch, header) {
            split_edge(cx.unit, f, back, &mut self.cases);
        }
        say(cx, &format!("Loop {number} is now do-while loop."));
    }

    /// Copies a chain of blocks, entered by `before`, before the loop (`gimple_duplicate_sese_region`).
    fn copy_region(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        region: &[BlockId],
        before: EdgeId,
    ) {
        let whole = f.block_info[region[0]].count;
        let count = edge_count(f, before).min(whole);
        let after = split_location(f, before);
        let made = copy_blocks(cx.unit, f, region, after, &mut self.cases);
        if whole != NO_COUNT && count != NO_COUNT && whole > 0 {
            for (&block, &copy) in region.iter().zip(&made.blocks) {
                let own = f.block_info[block].count;
                if own != NO_COUNT {
                    f.block_info[block].count = scaled(own, whole - count, whole);
                    f.block_info[copy].count = scaled(own, count, whole);
                }
            }
        }
        let father = f.loop_of(f.edges[before].src);
        for &copy in &made.blocks {
            f.block_info[copy].loop_father = father;
        }
        let arguments = saved_phi_args(f, before);
        let first = made.blocks[0];
        if let Some(moved) = redirect_edge_and_branch(cx.unit, f, before, first, &mut self.cases) {
            let phis: Vec<StmtId> = f.phis(first).collect();
            for (phi, argument) in phis.into_iter().zip(arguments) {
                f.add_phi_arg(phi, moved, argument.value, argument.loc);
            }
        }
        add_phi_arguments(f, &made);
        self.copied.extend(made.blocks);
    }
}

/// Whether a loop's latch is empty and comes from a block that may leave the loop (`do_while_loop_p`).
fn tests_at_end(f: &Function, latch: BlockId, number: LoopId) -> bool {
    let own = |block: BlockId| {
        f.blocks[block].succs.iter().any(|&edge| !f.in_loop(f.edges[edge].dst, number))
    };
    if own(latch) {
        return true;
    }
    let empty = f.block_stmts(latch).all(|s| matches!(f.stmts[s].kind, StmtKind::Label(_)));
    empty && f.single_pred(latch).is_some_and(|edge| own(f.edges[edge].src))
}

/// Whether a block is a condition that is worth copying (`should_duplicate_loop_header_p`).
fn may_copy(
    cx: &PassContext<'_>,
    f: &Function,
    block: BlockId,
    number: LoopId,
    header: BlockId,
    limit: &mut i64,
) -> bool {
    if cx.options.optimize_size || f.blocks[block].succs.len() != 2 {
        return false;
    }
    let inside = |edge: EdgeId| f.in_loop(f.edges[edge].dst, number);
    let succs = &f.blocks[block].succs;
    if inside(succs[0]) == inside(succs[1])
        || block != header && (f.blocks[block].preds.len() > 1 || !f.blocks[block].phis.is_empty())
        || succs.iter().any(|&edge| f.edges[edge].flags & edge_flag::COMPLEX != 0)
        || f.blocks[block].preds.iter().any(|&e| f.edges[e].flags & edge_flag::COMPLEX != 0)
    {
        return false;
    }
    // A condition whose blocks belong to an inner loop would be taken out of that.
    if f.loop_of(block) != number {
        return false;
    }
    let abnormal = |name: SsaName| f.names[name].has(name_flag::ABNORMAL);
    if f.phis(block).any(|phi| abnormal(f.phi(phi).result)) {
        return false;
    }
    for stmt in f.block_stmts(block) {
        let mut defines = None;
        f.for_each_write(stmt, &mut |op| defines = op.ssa());
        if defines.is_some_and(abnormal) {
            return false;
        }
        match &f.stmts[stmt].kind {
            StmtKind::Label(_) | StmtKind::Predict { .. } | StmtKind::Nop => continue,
            StmtKind::Call(call) => {
                let flags = call_effects::flags_of(cx.unit, call);
                if flags & ecf::CONST == 0
                    || flags & (ecf::NORETURN | ecf::RETURNS_TWICE | ecf::LOOPING) != 0
                {
                    return false;
                }
            }
            StmtKind::Assign { .. } | StmtKind::Cond { .. } => {}
            _ => return false,
        }
        *limit -= crate::ipa::inline::statement_size(cx.unit, f, stmt);
        if *limit < 0 {
            return false;
        }
    }
    f.last_stmt(block).is_some_and(|last| matches!(f.stmts[last].kind, StmtKind::Cond { .. }))
        && (block == header || depends_on_counters(f, block, number))
}

/// Whether a condition is one of values that are computed without loads in the loop: others are not copied behind the
/// first.
fn depends_on_counters(f: &Function, block: BlockId, number: LoopId) -> bool {
    f.block_stmts(block).all(|stmt| {
        !f.stmts[stmt].has(stmt_flag::VUSE)
            || f.stmts[stmt].vuse.expand().is_none_or(|state| {
                f.names[state].def.expand().is_none_or(|def| !f.in_loop(f.stmts[def].block, number))
            })
    })
}

/// Puts the values on entry into the copies and folds them.
fn simplify_copies(cx: &mut PassContext<'_>, f: &mut Function, copies: &[BlockId]) {
    for &block in copies {
        let mut phi = f.blocks[block].phis.first;
        while phi.is_some() {
            let next = f.stmts[phi].next;
            let data = f.phi(phi);
            let (result, count, value) = (data.result, data.args.len(), data.args[0].value);
            if count == 1
                && !f.names[result].has(name_flag::VIRTUAL)
                && may_propagate_copy(cx.unit, f, Operand::Ssa(result), value)
            {
                f.replace_uses_by(cx.unit, result, value);
                f.remove_stmt(phi);
            }
            phi = next;
        }
        for stmt in f.block_stmts(block).collect::<Vec<_>>() {
            gimple_fold::fold_stmt(cx.unit, f, cx.options, &gimple_fold::follow_all, stmt);
        }
    }
}
