//! Loops for partitions: copies of the whole loop before it, from which goes what a partition does not need.
//!
//! ```text
//!                                 <bb 6> : a loop in which b[i] = …       a copy
//!   <bb 3> : a[i] = 0;      =>    <bb 7> :
//!   b[i] = c[i] + 1;              __builtin_memset (&a, 0, 400);          the last partition: the loop goes
//! ```

use super::partition::{Kind, Partition};
use crate::loops::unroll::body_in_dom_order;
use crate::loops::unroll::peel::set_arguments;
use crate::loops::unroll::unloop::settle;
use dumps::putln;
use fixedbitset::FixedBitSet;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::analyses::scev::Evolutions;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::remove_block;
use tree_ssa::edit::cfg_edit::saved_phi_args;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::ssa::copy_blocks::Copies;
use tree_ssa::ssa::copy_blocks::add_phi_arguments;
use tree_ssa::ssa::copy_blocks::copy_blocks;
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

/// What becomes of a loop nest.
pub struct Plan {
    pub of: LoopId,
    pub exit: EdgeId,
    pub partitions: Vec<Partition>,
    /// The numbers of its statements.
    pub numbers: FxHashMap<StmtId, usize>,
}

/// Blocks of a loop from which statements go, and those that stay.
struct Strip {
    blocks: Vec<BlockId>,
    /// The exits of loops inside, for the blocks that branch there.
    inner_exits: FxHashMap<BlockId, EdgeId>,
    /// The numbers of the statements.
    numbers: FxHashMap<StmtId, usize>,
    stay: FixedBitSet,
}

/// What is left to do once the names of copies are known.
#[derive(Default)]
pub struct Rest {
    strips: Vec<Strip>,
    /// Loops that go, and their blocks.
    gone: Vec<(LoopId, Vec<BlockId>)>,
}

/// Puts the calls and the copies of a loop before it, in the order of the partitions.
pub fn carry_out(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (tree, evolutions): (&Dominators, &Evolutions),
    plan: Plan,
    rest: &mut Rest,
) {
    let Some(mut entry) = preheader_edge(f, plan.of) else { return };
    let body = loop_body(f, plan.of);
    let ordered = body_in_dom_order(f, tree, plan.of);
    let inner_exits = inner_exits(f, &body, plan.of);
    let last = plan.partitions.len() - 1;
    for (index, partition) in plan.partitions.into_iter().enumerate() {
        match partition.kind {
            Kind::Call(pattern) => {
                super::calls::put(cx, f, evolutions, entry, &pattern);
                rest.gone.extend((index == last).then(|| (plan.of, ordered.clone())));
            }
            _ if index == last => rest.strips.push(Strip {
                blocks: ordered.clone(),
                inner_exits: inner_exits.clone(),
                numbers: plan.numbers.clone(),
                stay: partition.stmts,
            }),
            _ => {
                let Some((made, next)) = copy_before(cx, f, &body, (entry, plan.exit)) else {
                    continue;
                };
                entry = next;
                rest.strips.push(Strip {
                    blocks: ordered.iter().filter_map(|&block| made.copy_of(block)).collect(),
                    inner_exits: copied_exits(f, &made, &inner_exits),
                    numbers: copied_numbers(f, &body, &made, &plan.numbers),
                    stay: partition.stmts,
                });
            }
        }
    }
}

/// The blocks of a nest by which the loops inside are left.
fn inner_exits(f: &Function, body: &[BlockId], nest: LoopId) -> FxHashMap<BlockId, EdgeId> {
    let mut exits = FxHashMap::default();
    for &block in body {
        let of = f.loop_of(block);
        if of != nest
            && let Some([exit]) = f.loop_data(of).map(|entry| &entry.exits[..])
            && f.edges[*exit].src == block
        {
            exits.insert(block, *exit);
        }
    }
    exits
}

fn copied_exits(
    f: &Function,
    made: &Copies,
    exits: &FxHashMap<BlockId, EdgeId>,
) -> FxHashMap<BlockId, EdgeId> {
    let copy = |(&block, &exit): (&BlockId, &EdgeId)| {
        let src = made.copy_of(block)?;
        let dst = made.copy_of(f.edges[exit].dst)?;
        Some((src, f.find_edge(src, dst)?))
    };
    exits.iter().filter_map(copy).collect()
}

/// The numbers of copied statements: those of the originals.
fn copied_numbers(
    f: &Function,
    body: &[BlockId],
    made: &Copies,
    numbers: &FxHashMap<StmtId, usize>,
) -> FxHashMap<StmtId, usize> {
    let mut found = FxHashMap::default();
    for &block in body {
        let Some(copy) = made.copy_of(block) else { continue };
        let is_no_label = |stmt: &StmtId| !matches!(f.stmts[*stmt].kind, StmtKind::Label(_));
        let old = f.phis(block).chain(f.block_stmts(block).filter(is_no_label));
        let new = f.phis(copy).chain(f.block_stmts(copy));
        for (old, new) in old.zip(new) {
            found.extend(numbers.get(&old).map(|&number| (new, number)));
        }
    }
    found
}

/// Puts a copy of a loop before it; the copy, and the edge by which the loop is entered then (`copy_loop_before`).
fn copy_before(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    body: &[BlockId],
    (entry, exit): (EdgeId, EdgeId),
) -> Option<(Copies, EdgeId)> {
    let (before, header) = (f.edges[entry].src, f.edges[entry].dst);
    let mut cases = SwitchCases::default();
    let next = split_edge(cx.unit, f, entry, &mut cases);
    let onwards = f.find_edge(next, header)?;
    let first = saved_phi_args(f, onwards);
    // GCC copies the block before the loop as well, for the arguments of φs, and has no use for it then.
    let unused = f.create_block(before);
    let made = copy_blocks(cx.unit, f, body, unused, &mut cases);
    let outer = f.loop_of(before);
    for &block in &made.blocks {
        f.block_info[block].loop_father = outer;
    }
    let left = f.find_edge(made.copy_of(f.edges[exit].src)?, f.edges[exit].dst)?;
    let left = redirect_edge_and_branch(cx.unit, f, left, next, &mut cases)?;
    add_phi_arguments(f, &made);
    let copy = made.copy_of(header)?;
    let moved = redirect_edge_and_branch(cx.unit, f, entry, copy, &mut cases)?;
    set_arguments(f, moved, &first);
    remove(cx, f, unused);
    split_edge(cx.unit, f, left, &mut cases);
    Some((made, onwards))
}

impl Rest {
    /// Takes out of the loops what their partitions do not need, and takes away those that have become calls.
    pub fn finish(self, cx: &mut PassContext<'_>, f: &mut Function) {
        for strip in &self.strips {
            strip.carry_out(cx, f);
        }
        for (of, body) in self.gone {
            destroy(cx, f, of, &body);
        }
    }
}

impl Strip {
    fn carry_out(&self, cx: &mut PassContext<'_>, f: &mut Function) {
        for &block in &self.blocks {
            let stmts: Vec<StmtId> = f.phis(block).chain(f.block_stmts(block)).collect();
            for stmt in stmts {
                let goes = self.numbers.get(&stmt).is_some_and(|&number| !self.stay[number]);
                if goes {
                    self.take_out(cx, f, stmt);
                }
            }
        }
    }

    /// Takes a statement out. Where control branches that need not, it goes on in one way: that which leaves a loop inside.
    fn take_out(&self, cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
        let block = f.stmts[stmt].block;
        match &mut f.stmts[stmt].kind {
            StmtKind::Cond { .. } => {
                let exit = self.inner_exits.get(&block);
                let truth =
                    exit.is_some_and(|&exit| f.edges[exit].flags.intersects(EdgeFlags::TRUE_VALUE));
                settle(cx.unit, f, stmt, truth);
            }
            StmtKind::Switch(switch) => {
                let case = switch.cases.iter().find(|case| case.low.is_some());
                if let Some(case) = case {
                    switch.index = Operand::Const(case.low);
                }
                f.update_stmt(cx.unit, stmt);
            }
            _ => {
                unlink_stmt_vdef(cx.unit, f, stmt);
                f.remove_stmt(stmt);
            }
        }
    }
}

/// Lets control go past a loop, which goes (`destroy_loop`).
fn destroy(cx: &mut PassContext<'_>, f: &mut Function, of: LoopId, body: &[BlockId]) {
    let Some(entry) = preheader_edge(f, of) else { return };
    let exits = f.loop_data(of).map(|data| data.exits.clone()).unwrap_or_default();
    let [exit] = exits[..] else { return };
    leave_memory_as_it_was(cx, f, entry, body);
    let arguments = saved_phi_args(f, exit);
    let after = f.edges[exit].dst;
    let mut cases = SwitchCases::default();
    let Some(past) = redirect_edge_and_branch(cx.unit, f, entry, after, &mut cases) else { return };
    // It is as likely as the exit was, as in GCC.
    f.edges[past].probability = f.edges[exit].probability;
    let phis: Vec<StmtId> = f.phis(after).collect();
    for (phi, argument) in phis.into_iter().zip(&arguments) {
        f.add_phi_arg(phi, past, argument.value, argument.loc);
    }
    for &block in body.iter().rev() {
        remove(cx, f, block);
    }
}

fn remove(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
    if cx.dump.enabled() {
        putln!(cx.dump, "Removing basic block {}", block.0);
    }
    remove_block(cx.unit, f, block);
}

/// Lets what comes after a loop read the memory that was there before it; calls are put in between by the update.
fn leave_memory_as_it_was(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    entry: EdgeId,
    body: &[BlockId],
) {
    let header = f.edges[entry].dst;
    let states: Vec<StmtId> = f.phis(header).filter(|&phi| f.is_virtual_phi(phi)).collect();
    let Some(before) = states.first().and_then(|&phi| f.phi_arg(phi, entry).ssa()) else { return };
    let mut changed = Vec::new();
    for &block in body {
        for stmt in f.phis(block).chain(f.block_stmts(block)) {
            if f.is_phi(stmt) {
                changed.extend(f.is_virtual_phi(stmt).then(|| f.phi(stmt).result));
            } else if f.stmts[stmt].vdef.is_some() {
                changed.push(f.stmts[stmt].vdef);
            }
        }
    }
    for state in changed.into_iter().filter(|&state| state != before) {
        f.replace_uses_by(cx.unit, state, Operand::Ssa(before));
    }
}
