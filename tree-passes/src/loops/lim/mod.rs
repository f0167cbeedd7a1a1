//! Pass `lim`: moves loop-invariant computations, and stores, out of loops.
//!
//! ```text
//! <bb 3> :                               <bb 5> :   (preheader)
//! # i_1 = PHI <0(2), i_4(3)>             _2 = k_3(D) * 7;
//! _2 = k_3(D) * 7;                  =>
//! ...                                    <bb 3> :
//! if (i_4 < n_5(D)) goto <bb 3>;         ...
//! ```
//!
//! For each statement the outermost loop is found in which all its operands are invariant; a load must not be touched by
//! a store of that loop (`references`). What is expensive moves to that loop's preheader, together with the cheap
//! computations it needs (`movement`). What may trap moves only out of loops that run it whenever they are entered
//! (`executed`). Then places in memory that a loop stores to are kept in registers (`store_motion`). Linear in
//! statements and depth of nesting; questions about pairs of accesses are limited.

mod executed;
mod exit_stores;
mod movement;
mod references;
pub mod rewrite;
pub(crate) mod store_motion;

use dumps::Dump;
use dumps::putln;
use executed::Heat;
use gimple::cfg::{BlockId, EdgeId};
use gimple::claims::{self, Claim};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::loops::Loops;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use movement::Motion;
use references::References;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::cleanup::closed_form::close_loops;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::dump_text;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::commit_edge_insertions;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::ssa::update_ssa;

/// The instance that stands between `loopinit` and `loopdone`.
const AMONG_LOOP_PASSES: u32 = 4;

/// `lim` for the pass table.
pub const PASS: Pass = Pass::tree("lim", execute)
    .gate(|options, _| options.on(Flag::TreeLoopIm))
    .requires(Prop::CFG_SSA)
    .follows(&[("ch", "after a copied header it is known that the body runs")]);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    // The loop passes, among which is the last instance, list their loops once, and clean up once.
    let alone = cx.pass.instance < AMONG_LOOP_PASSES;
    let mut silent = Dump::off();
    simplify_loops(cx.unit, f, if alone { &mut cx.dump } else { &mut silent });
    natural_loops::record_exits(f);
    let Some(table) = f.loops.clone().filter(Loops::any) else {
        return Todo::NONE;
    };
    let tree = analyses::analysis::<Dominators>(f);
    let references = References::gather(cx, f, &table);
    let executed_in = executed::always_executed_in(cx, f, &tree, &table);
    let mut motion = Motion {
        table: &table,
        tree: &tree,
        executed_in,
        heat: Heat::of(cx, f, &table),
        references,
        facts: FxHashMap::default(),
        for_unswitching: cx.options.on(Flag::UnswitchLoops),
    };
    let order = analyses::reverse_post_order(f);
    for &block in order.iter() {
        motion.look_at_block(cx, f, block);
    }
    cx.claim(f, |_, f| invariants(&motion, f));
    let stored = cx.options.on(Flag::MoveLoopStores) && store_motion::execute(&mut motion, cx, f);
    // Blocks have been split for what is stored after loops.
    let order = if stored { analyses::reverse_post_order(f) } else { order };
    let mut moving = Moving { pending: FxHashMap::default(), phis: false };
    for &block in order.iter() {
        moving.move_from(&motion, cx, f, block);
    }
    let Moving { pending, phis } = moving;
    commit_edge_insertions(cx.unit, f, pending);
    if stored {
        update_ssa::update(cx.unit, f, &mut cx.dump);
        close_loops(cx.unit, f, &mut cx.dump);
    }
    if phis { Todo::CLEANUP_CFG } else { Todo::NONE }
}

/// That what may move does not change in the loops it may leave.
fn invariants(motion: &Motion<'_>, f: &Function) -> Vec<Claim> {
    claims::computed_names(f)
        .filter_map(|name| {
            let level = motion.facts.get(&f.names[name].def)?.invariant_in?;
            Some(Claim::Invariant(name, motion.table[level].header))
        })
        .collect()
}

/// What goes to preheaders.
struct Moving {
    pending: FxHashMap<EdgeId, Vec<StmtId>>,
    /// Whether a φ became an expression: the branches it joined may be empty now.
    phis: bool,
}

impl Moving {
    /// Moves what leaves a loop from a block to the preheader of that loop (`move_computations_worker`). Blocks come in
    /// reverse post-order, so that definitions come before uses.
    fn move_from(
        &mut self,
        motion: &Motion<'_>,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        block: BlockId,
    ) {
        // Nothing is known of blocks that store motion has made.
        let executed_in = motion.executed_in.get(block.0 as usize).copied();
        let executed_in = executed_in.unwrap_or(executed::NONE);
        let stmts: Vec<StmtId> = f.phis(block).chain(f.block_stmts(block)).collect();
        for stmt in stmts {
            let Some(facts) = motion.facts.get(&stmt) else { continue };
            let Some(level) = facts.leaves else { continue };
            // A condition only takes its operands along.
            if matches!(f.stmts[stmt].kind, StmtKind::Cond { .. }) {
                continue;
            }
            let Some(edge) = preheader_edge(f, level) else { continue };
            if cx.dump.details() {
                let what = if f.is_phi(stmt) { "PHI node" } else { "statement" };
                let text = dump_text::stmt(cx.unit, f, stmt);
                let cost = facts.cost;
                putln!(cx.dump, "Moving {what}\n{text}\n(cost {cost}) out of loop {}.\n", level.0);
            }
            let was_executed =
                executed_in != executed::NONE && motion.table.is_within(level, executed_in);
            let moved = if f.is_phi(stmt) {
                self.phis = true;
                phi_as_expression(motion, cx, f, stmt).into_iter().collect()
            } else {
                f.unlink_stmt(stmt);
                take_state_on_entry(f, stmt, edge);
                if !was_executed && rewrite::may_overflow(cx, f, stmt) {
                    rewrite::to_defined_overflow(cx, f, stmt)
                } else {
                    vec![stmt]
                }
            };
            if !was_executed {
                moved.iter().for_each(|&stmt| f.reset_flow_sensitive_info(stmt));
            }
            self.pending.entry(edge).or_default().extend(moved);
        }
    }
}

/// Takes a φ out of its block; the statement that computes the same before the loop.
fn phi_as_expression(
    motion: &Motion<'_>,
    cx: &mut PassContext<'_>,
    f: &mut Function,
    phi: StmtId,
) -> Option<StmtId> {
    let data = f.phi(phi);
    let (result, only) = (data.result, data.args.len() == 1);
    let first = data.args.first()?.value;
    let (code, rhs) = if only {
        (TreeCode::Single, [first, Operand::None, Operand::None])
    } else {
        let choice = motion.facts.get(&phi)?.choice?;
        let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[choice.cond].kind else { return None };
        let kind = TreeKind::Expr { code, args: [lhs, rhs] };
        let asked = cx.unit.trees.add(kind, cx.unit.common.bool_);
        (TreeCode::Cond, [Operand::Tree(asked), choice.on_true, choice.on_false])
    };
    f.detach_stmt(phi);
    Some(Cursor::nowhere().assign(cx.unit, f, Operand::Ssa(result), code, rhs))
}

/// A load moved to the entry of a loop reads the memory as it is there.
fn take_state_on_entry(f: &mut Function, stmt: StmtId, entry: EdgeId) {
    if f.stmts[stmt].vuse.is_none() {
        return;
    }
    let header = f.edges[entry].dst;
    let state = f.phis(header).find_map(|phi| {
        let virtual_ = f.is_virtual_phi(phi);
        virtual_.then(|| f.phi_arg(phi, entry).ssa()).flatten()
    });
    if let Some(state) = state {
        f.set_vuse(stmt, state);
    }
}
