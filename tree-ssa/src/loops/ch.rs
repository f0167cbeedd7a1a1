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

use crate::analyses;
use crate::analyses::call_effects;
use crate::graph::cfg_edit::{
    SwitchCases, edge_count, may_propagate_copy, redirect_edge_and_branch, split_edge,
};
use crate::graph::dominance::{Direction, Dominators};
use crate::loops::natural_loops;
use crate::loops::preheader::{add_preheaders, preheader_edge};
use crate::scalar::gimple_fold;
use crate::ssa::update_ssa;
use gimple::builtins::ecf;
use gimple::cfg::{BlockId, EdgeId, edge_flag};
use gimple::debug_counter::Counter;
use gimple::function::{Function, prop};
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
    if f.loops.as_ref().is_none_or(|loops| loops.table.len() <= 1) {
        return Todo::NONE;
    }
    let tree = analyses::take_dominators(f, Direction::Dominators);
    let numbers = f.loops.as_ref().map(natural_loops::preorder).unwrap_or_default();
    let mut pass = HeaderCopies { cases: SwitchCases::default(), copied: Vec::new() };
    for &number in numbers.iter().skip(1).rev() {
        pass.copy_header(cx, f, &tree, number);
    }
    if pass.copied.is_empty() {
        analyses::keep_dominators(f, tree);
        return Todo::NONE;
    }
    if f.vop.is_some() {
        update_ssa::mark_virtuals(f);
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
    fn copy_header(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        tree: &Dominators,
        number: u32,
    ) {
        let say = |cx: &mut PassContext<'_>, text: &str| {
            if cx.dump.details() {
                // Errors of the dump's file wait in the dump manager.
                let _ = writeln!(cx.dump, "{text}");
            }
        };
        let Some(entry) = f.loops.as_ref().map(|loops| loops.table[number as usize].clone()) else {
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
            let inside =
                if natural_loops::in_loop(f, f.edges[succs[0]].dst, number) { 0 } else { 1 };
            let edge = succs[inside];
            region.push(block);
            out = Some(edge);
            block = f.edges[edge].dst;
        }
        let Some(mut out) = out else { return };
        let Some(before) = preheader_edge(cx.unit, f, tree, number, &mut self.cases) else {
            return;
        };
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
        self.copy_region(cx, f, &region, before, out);
        let header = f.edges[out].dst;
        if let Some(loops) = &mut f.loops {
            loops.table[number as usize].header = header;
        }
        say(cx, &format!("Loop {number} is now do-while loop."));
    }

    /// Copies a chain of blocks, entered by `before`, before the loop; `out` leads from its last block into the loop.
    fn copy_region(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        region: &[BlockId],
        before: EdgeId,
        out: EdgeId,
    ) {
        let mut last = f.edges[before].src;
        let father = f.block_info[last].loop_father;
        let count = edge_count(f, before);
        let index = f.edges[before].dst_idx as usize;
        let mut copies = Vec::new();
        for _ in region {
            let copy = f.create_block(last);
            f.block_info[copy].loop_father = father;
            f.block_info[copy].count = count;
            copies.push(copy);
            last = copy;
        }
        // The φs of the header become copies of what the entry edge brings.
        let phis: Vec<StmtId> = f.phis(region[0]).collect();
        let mut arguments = Vec::new();
        for phi in phis {
            let result = f.phi(phi).result;
            if !f.names[result].has(name_flag::VIRTUAL) {
                arguments.push((result, f.phi(phi).args[index]));
            }
        }
        let moved = redirect_edge_and_branch(cx.unit, f, before, copies[0], &mut self.cases);
        debug_assert_eq!(moved, Some(before));
        for (result, argument) in arguments {
            let new = update_ssa::duplicate_name(cx.unit, f, result);
            let phi = f.create_phi(new, copies[0]);
            f.add_phi_arg(phi, before, argument.value, argument.loc);
            update_ssa::register_new_name(f, new, result);
        }
        for (position, &block) in region.iter().enumerate() {
            let copy = copies[position];
            for stmt in f.block_stmts(block).collect::<Vec<_>>() {
                copy_stmt(cx, f, stmt, copy);
            }
            let inner = copies.get(position + 1).copied();
            copy_edges(f, block, copy, inner, if inner.is_none() { Some(out) } else { None });
        }
        self.copied.extend(copies);
    }
}

/// Copies a statement to the end of a block, under new names.
fn copy_stmt(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, to: BlockId) {
    let data = &f.stmts[stmt];
    if matches!(data.kind, StmtKind::Label(_) | StmtKind::Predict { .. } | StmtKind::Nop) {
        return;
    }
    let (kind, flags) = (data.kind.clone(), data.flags);
    let new = f.new_stmt_at(stmt, kind);
    f.stmts[new].flags = flags & !(stmt_flag::VUSE | stmt_flag::VDEF);
    let mut defined = None;
    f.for_each_write(new, &mut |op| defined = op.ssa());
    // Uses keep their names: the update finds out which definition reaches them.
    if let Some(old) = defined {
        let name = update_ssa::duplicate_name(cx.unit, f, old);
        f.map_operands(new, &mut |op, written| {
            if written && op == Operand::Ssa(old) { Operand::Ssa(name) } else { op }
        });
        f.append_to_block(to, new);
        f.update_stmt(cx.unit, new);
        update_ssa::register_new_name(f, name, old);
        return;
    }
    f.append_to_block(to, new);
    f.update_stmt(cx.unit, new);
}

/// Gives a copy the edges of its original; the one into the region goes to the next copy, the one into the loop stays.
fn copy_edges(
    f: &mut Function,
    block: BlockId,
    copy: BlockId,
    inner: Option<BlockId>,
    out: Option<EdgeId>,
) {
    for edge in f.blocks[block].succs.clone() {
        let old = f.edges[edge].clone();
        let to_inner = match out {
            Some(_) => None,
            None => inner.filter(|_| is_region_edge(f, edge)),
        };
        let dst = to_inner.unwrap_or(old.dst);
        let new = f.make_edge_unchecked(copy, dst, old.flags & !edge_flag::DFS_BACK);
        f.edges[new].probability = old.probability;
        (f.edges[new].loc, f.edges[new].scope) = (old.loc, old.scope);
        if to_inner.is_none() {
            crate::graph::cfg_edit::copy_phi_args(f, edge, new);
        }
    }
}

/// Whether an edge between blocks of a region stays within it: the one to the only block it leads to that has no other
/// predecessor inside the loop.
fn is_region_edge(f: &Function, edge: EdgeId) -> bool {
    f.blocks[f.edges[edge].dst].phis.is_empty()
        && f.single_pred(f.edges[edge].dst) == Some(edge)
        && natural_loops::in_loop(f, f.edges[edge].dst, f.block_info[f.edges[edge].src].loop_father)
}

/// Whether a loop's latch is empty and comes from a block that may leave the loop (`do_while_loop_p`).
fn tests_at_end(f: &Function, latch: BlockId, number: u32) -> bool {
    let own = |block: BlockId| {
        f.blocks[block]
            .succs
            .iter()
            .any(|&edge| !natural_loops::in_loop(f, f.edges[edge].dst, number))
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
    number: u32,
    header: BlockId,
    limit: &mut i64,
) -> bool {
    if cx.options.optimize_size || f.blocks[block].succs.len() != 2 {
        return false;
    }
    let inside = |edge: EdgeId| natural_loops::in_loop(f, f.edges[edge].dst, number);
    let succs = &f.blocks[block].succs;
    if inside(succs[0]) == inside(succs[1])
        || block != header && (f.blocks[block].preds.len() > 1 || !f.blocks[block].phis.is_empty())
        || succs.iter().any(|&edge| f.edges[edge].flags & edge_flag::COMPLEX != 0)
        || f.blocks[block].preds.iter().any(|&e| f.edges[e].flags & edge_flag::COMPLEX != 0)
    {
        return false;
    }
    // A condition whose blocks belong to an inner loop would be taken out of that.
    if f.block_info[block].loop_father != number {
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
fn depends_on_counters(f: &Function, block: BlockId, number: u32) -> bool {
    f.block_stmts(block).all(|stmt| {
        !f.stmts[stmt].has(stmt_flag::VUSE)
            || f.stmts[stmt].vuse.expand().is_none_or(|state| {
                f.names[state]
                    .def
                    .expand()
                    .is_none_or(|def| !natural_loops::in_loop(f, f.stmts[def].block, number))
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
