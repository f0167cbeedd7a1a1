//! Taking out what has not been marked: statements, φs, branches, and the blocks nothing leads to any more.

use super::propagate::freed_pointer;
use super::{Dce, is_control, only_allocates};
use dumps::Dump;
use dumps::putln;
use fixedbitset::FixedBitSet;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId, Probability};
use gimple::code::TreeCode;
use gimple::debug_stmts::DebugKind;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::edit::cfg_edit;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::fold::is_invariant;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::ssa::binds;
use tree_ssa::ssa::update_ssa;

/// What was taken out.
#[derive(Default)]
pub struct Outcome {
    pub total: u64,
    pub removed: u64,
    pub total_phis: u64,
    pub removed_phis: u64,
    pub changed: bool,
    edges: Vec<EdgeId>,
}

impl Outcome {
    /// The lines of `-stats`.
    pub fn print(&self, dump: &mut Dump<'_>) {
        let percent = |part: u64, all: u64| (part * 100).checked_div(all).unwrap_or(0);
        putln!(
            dump,
            "Removed {} of {} statements ({}%)\nRemoved {} of {} PHI nodes ({}%)",
            self.removed,
            self.total,
            percent(self.removed, self.total),
            self.removed_phis,
            self.total_phis,
            percent(self.removed_phis, self.total_phis)
        );
    }
}

impl Dce {
    /// Takes out what is not marked (`eliminate_unnecessary_stmts`).
    pub fn eliminate(&mut self, cx: &mut PassContext<'_>, f: &mut Function) -> Outcome {
        if cx.dump.details() {
            putln!(cx.dump, "\nEliminating unnecessary statements:");
        }
        binds::keep_last(f, cx.unit, &|f, stmt| {
            self.is_necessary(stmt) || is_clobber(cx.unit, f, stmt)
        });
        let mut outcome = Outcome::default();
        let mut closeness = None;
        // Dominated blocks first, so that uses go before definitions; those deepest in the tree before all others.
        let tree = tree_ssa::graph::analyses::analysis::<Dominators>(f);
        let mut order: Vec<BlockId> = tree.children(ENTRY).collect();
        let mut next = 0;
        while let Some(&parent) = order.get(next) {
            order.extend(tree.children(parent));
            next += 1;
        }
        for block in order.into_iter().rev() {
            let mut next = f.blocks[block].stmts.last;
            while let Some(stmt) = next.expand() {
                next = f.stmts[stmt].prev;
                outcome.total += 1;
                if !self.is_necessary(stmt) || matches!(f.stmts[stmt].kind, StmtKind::Call(_)) {
                    self.statement(cx, f, stmt, &mut outcome, &mut closeness);
                }
            }
            let mut next = f.blocks[block].phis.first;
            while let Some(phi) = next.expand() {
                next = f.stmts[phi].next;
                outcome.total_phis += 1;
                if !self.is_necessary(phi) || f.is_virtual_phi(phi) {
                    self.phi_statement(cx, f, phi, &mut outcome);
                }
            }
        }
        if !outcome.edges.is_empty() {
            for edge in std::mem::take(&mut outcome.edges) {
                f.remove_edge(edge);
            }
            self.remove_unreachable(cx, f, &tree);
        }
        outcome
    }

    /// Removes the blocks that nothing leads to any more, in GCC's order: from the last to the first, with one all it
    /// dominated. Memory states that they, or blocks with nothing left in them, leave in use are renamed.
    fn remove_unreachable(&self, cx: &mut PassContext<'_>, f: &mut Function, tree: &Dominators) {
        let reached = cfg_edit::reachable_blocks(f);
        let is_reached = |block: BlockId| reached[block.0 as usize];
        let mut renames = false;
        let mut done = FixedBitSet::with_capacity(f.blocks.len());
        for block in f.block_order().into_iter().rev() {
            let is_live = self.live_blocks.contains(block.0 as usize);
            if done.contains(block.0 as usize) || is_live && is_reached(block) {
                continue;
            }
            renames |= leaves_state(f, block, &is_reached);
            if is_reached(block) {
                continue;
            }
            let mut dominated = vec![block];
            let mut next = 0;
            while let Some(&parent) = dominated.get(next) {
                let children = tree.children(parent);
                dominated.extend(children.filter(|child| !done.contains(child.0 as usize)));
                next += 1;
            }
            while let Some(block) = dominated.pop() {
                if !done.put(block.0 as usize) && !is_reached(block) {
                    renames |= leaves_state(f, block, &is_reached);
                    if cx.dump.enabled() {
                        putln!(cx.dump, "Removing basic block {}", block.0);
                    }
                    cfg_edit::remove_block(cx.unit, f, block);
                }
            }
        }
        if renames {
            update_ssa::mark_virtuals(f);
        }
    }

    fn statement(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        stmt: StmtId,
        outcome: &mut Outcome,
        closeness: &mut Option<Vec<u32>>,
    ) {
        if let Some(pointer) = freed_pointer(cx.unit, f, stmt)
            && let Some(def) = f.names[pointer].def.expand()
            && !self.is_necessary(def)
        {
            self.necessary.set(stmt.0 as usize, false);
        }
        if self.is_necessary(stmt) {
            if self.drop_unused_result(cx, f, stmt) {
                outcome.changed = true;
            }
            return;
        }
        if is_clobber(cx.unit, f, stmt) && !self.uses_dead_names(cx.unit, f, stmt) {
            return;
        }
        outcome.changed = true;
        outcome.removed += 1;
        say_deleting(cx, f, stmt);
        if is_control(f, stmt) {
            let block = f.stmts[stmt].block;
            let closeness = closeness.get_or_insert_with(|| self.closeness(f));
            choose_edge(f, block, closeness, &mut outcome.edges);
        }
        bind_stored(cx.unit, f, stmt);
        update_ssa::unlink_stmt_vdef(cx.unit, f, stmt);
        f.remove_stmt(stmt);
    }

    fn uses_dead_names(&self, unit: &Unit, f: &Function, stmt: StmtId) -> bool {
        let mut dead = false;
        f.for_each_write(stmt, &mut |op| {
            unit.for_each_ssa(op, &mut |name| {
                dead |= !f.names[name].has(NameFlags::DEFAULT_DEF)
                    && !self.processed.contains(name.0 as usize);
            });
        });
        dead
    }

    /// `x_1 = f ();` is `f ();` where nothing uses the result.
    fn drop_unused_result(&self, cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) -> bool {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
        let Operand::Ssa(name) = call.lhs else { return false };
        if self.processed.contains(name.0 as usize)
            || call_effects::callee_builtin(cx.unit, call).is_some_and(only_allocates)
        {
            return false;
        }
        if cx.dump.details() {
            let text = dump_text::stmt(cx.unit, f, stmt);
            putln!(cx.dump, "Deleting LHS of call: {text}\n");
        }
        if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
            call.lhs = Operand::None;
        }
        f.update_stmt(cx.unit, stmt);
        f.release_ssa_name(name);
        true
    }

    /// Removes a φ that is dead, or virtual and chooses nothing (`remove_dead_phis`).
    fn phi_statement(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        phi: StmtId,
        outcome: &mut Outcome,
    ) {
        let dead = if f.is_virtual_phi(phi) {
            forward_single_state(cx.unit, f, phi)
        } else {
            !self.is_necessary(phi)
        };
        if dead {
            outcome.changed = true;
            outcome.removed_phis += 1;
            say_deleting(cx, f, phi);
            f.remove_stmt(phi);
        }
    }

    /// A number for each block, larger the closer it is to a block with something necessary, or the exit, on some path:
    /// each block but those has a successor with a larger one, so that taking it closes no cycle. 0 where there is no
    /// such way.
    fn closeness(&self, f: &Function) -> Vec<u32> {
        let mut number = vec![0u32; f.blocks.len()];
        let mut visited = vec![false; f.blocks.len()];
        let mut stack: Vec<(BlockId, u32)> = Vec::new();
        for block in f.block_iter() {
            if self.live_blocks.contains(block.0 as usize) {
                visited[block.0 as usize] = true;
                stack.push((block, 0));
            }
        }
        visited[EXIT.0 as usize] = true;
        stack.push((EXIT, 0));
        let mut counter = 0;
        while let Some((block, next)) = stack.last_mut() {
            match f.blocks[*block].preds.get(*next as usize) {
                Some(&edge) => {
                    *next += 1;
                    let src = f.edges[edge].src;
                    if !std::mem::replace(&mut visited[src.0 as usize], true) {
                        stack.push((src, 0));
                    }
                }
                None => {
                    counter += 1;
                    number[block.0 as usize] = counter;
                    stack.pop();
                }
            }
        }
        number[EXIT.0 as usize] = u32::MAX;
        number
    }
}

/// What a variable would have held, had its store not been removed, debuggers are told.
fn bind_stored(unit: &Unit, f: &mut Function, stmt: StmtId) {
    let StmtKind::Assign { lhs: Operand::Decl(stored), code: TreeCode::Single, rhs } =
        f.stmts[stmt].kind
    else {
        return;
    };
    if f.debug.binds
        && !unit.decls[stored].is_global()
        && (rhs[0].ssa().is_some() || is_invariant(unit, rhs[0]))
        && let Some(var) = unit.tracked_variable(stored)
    {
        f.add_debug_after(unit, stmt, DebugKind::Bind { var, value: rhs[0] });
    }
}

fn say_deleting(cx: &mut PassContext<'_>, f: &Function, stmt: StmtId) {
    if cx.dump.details() {
        let text = dump_text::stmt(cx.unit, f, stmt);
        putln!(cx.dump, "Deleting : {text}\n");
    }
}

/// Leaves a block whose branch takes one edge; the other edges are collected.
fn choose_edge(f: &mut Function, block: BlockId, closeness: &[u32], dead: &mut Vec<EdgeId>) {
    let succs = f.blocks[block].succs.clone();
    let mut chosen: Option<EdgeId> = None;
    for &edge in &succs {
        let rank = |edge: EdgeId| closeness[f.edges[edge].dst.0 as usize];
        if chosen.is_none_or(|best| rank(best) < rank(edge)) {
            chosen = Some(edge);
        }
    }
    let Some(chosen) = chosen else { return };
    let data = &mut f.edges[chosen];
    data.probability = Probability::ALWAYS;
    data.flags.remove(
        EdgeFlags::TRUE_VALUE
            | EdgeFlags::FALSE_VALUE
            | EdgeFlags::EH
            | EdgeFlags::ABNORMAL
            | EdgeFlags::ABNORMAL_CALL,
    );
    data.flags |= EdgeFlags::FALLTHRU;
    dead.extend(succs.into_iter().filter(|&edge| edge != chosen));
}

/// Lets the uses of a virtual φ all of whose arguments are one state use that state. One that is an argument of itself
/// stays, as in GCC.
fn forward_single_state(unit: &mut Unit, f: &mut Function, phi: StmtId) -> bool {
    let data = f.phi(phi);
    let result = data.result;
    let Some(state) = data.args.first().and_then(|arg| arg.value.ssa()) else { return false };
    if state == result || data.args.iter().any(|arg| arg.value.ssa() != Some(state)) {
        return false;
    }
    if f.names[result].has(NameFlags::ABNORMAL) {
        f.names[state].flags |= NameFlags::ABNORMAL;
    }
    f.replace_uses_by(unit, result, Operand::Ssa(state));
    true
}

/// Whether what a virtual φ of a block makes is used in a block that is reached.
fn leaves_state(f: &Function, block: BlockId, is_reached: &dyn Fn(BlockId) -> bool) -> bool {
    let used = |result| {
        f.imm_uses(result).any(|node| f.stmts[node.stmt].block.expand().is_some_and(is_reached))
    };
    f.phis(block)
        .map(|phi| f.phi(phi).result)
        .any(|result| f.names[result].has(NameFlags::VIRTUAL) && used(result))
}
