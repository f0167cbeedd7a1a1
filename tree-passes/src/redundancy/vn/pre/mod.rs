//! Pass `pre`: partial redundancy elimination and code hoisting on value numbers.
//!
//! ```text
//!   <bb 3> : x_1 = a_2 + b_3;  goto <bb 5>;      <bb 3> : x_1 = a_2 + b_3;
//!   <bb 4> : goto <bb 5>;                   =>   <bb 4> : _9 = a_2 + b_3;
//!   <bb 5> : y_4 = a_2 + b_3;                    <bb 5> : # prephitmp_8 = PHI <x_1(3), _9(4)>
//!
//!   <bb 2> : if (c_5 != 0) …                     <bb 2> : _9 = a_2 + b_3;  if (c_5 != 0) …
//!   <bb 3> : x_1 = a_2 + b_3;               =>   <bb 3> : uses of x_1 are of _9
//!   <bb 4> : y_4 = a_2 + b_3;                    <bb 4> : uses of y_4 are of _9
//! ```
//!
//! After VanDrunen and Hosking, "Value-based partial redundancy elimination" (2004), which GCC's pass follows, too. Critical
//! edges are split. `available` finds what each block computes, and from it which values there are at its end;
//! `anticipated` which values every path from the start of a block needs, by iteration to a fixed point, expressions being
//! translated through φs on the way (`translate`). Where a value is anticipated at a join and available on some paths to
//! it, `insert` computes it on the others and joins it by a φ, in rounds, as one insertion gives rise to others; what all
//! ways after a branch compute, `hoist` computes before the branch. Elimination then removes what has become redundant.
//!
//! Functions of `MAX_BLOCKS` blocks and more are left to value numbering alone, as in GCC: the sets of a block are as
//! large as the program above or below it.

mod anticipated;
mod available;
mod expressions;
mod hoist;
mod insert;
mod report;
mod sets;
mod translate;

use super::eliminate::{Elimination, eliminate};
use super::{Manner, Numbering};
use crate::redundancy::tail_merge::merge_tails;
use available::Available;
use dumps::Dump;
use dumps::putln;
use expressions::{ExprId, Expressions, Kind, Referred, ValueId};
use gimple::cfg::{BlockId, ENTRY, EdgeId};
use gimple::function::{Function, Prop};
use gimple::option_data::Flag;
use gimple::options::Options;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use sets::Set;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::cleanup::cfg_cleanup;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::edit::cfg_edit;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::fold::substitute::result_name;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::ensure_loops;

/// Blocks from which on nothing is inserted.
const MAX_BLOCKS: usize = 4000;

/// What is known of a block.
struct BlockSets {
    /// The expressions computed in it, over what is there at its start.
    exp_gen: Set,
    /// Its φs' results, and those of its statements.
    phi_gen: Set,
    tmp_gen: Set,
    /// What is anticipated at its start, and what is on some path only.
    antic_in: Rc<Set>,
    partial_in: Rc<Set>,
    /// The memory state at its end.
    live_state: SsaName,
    /// It calls what may not return.
    may_not_return: bool,
    visited: bool,
}

impl BlockSets {
    fn new() -> BlockSets {
        BlockSets {
            exp_gen: Set::default(),
            phi_gen: Set::default(),
            tmp_gen: Set::default(),
            antic_in: Rc::default(),
            partial_in: Rc::default(),
            live_state: SsaName::NONE,
            may_not_return: false,
            visited: false,
        }
    }
}

/// What has been done.
#[derive(Default)]
struct Counts {
    insertions: u64,
    partial: u64,
    hoisted: u64,
    phis: u64,
}

struct Pre<'a> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    options: &'a Options,
    oracle: &'a Oracle,
    tree: &'a Dominators,
    numbering: Numbering,
    all: Expressions,
    available: Available,
    blocks: Vec<BlockSets>,
    /// What expressions are at the start of edges; failures are kept only while the question is open.
    translations: FxHashMap<(EdgeId, ExprId), Option<ExprId>>,
    /// Whether memory that a reference reads is written in a block.
    dies: FxHashMap<(BlockId, ExprId), bool>,
    /// Of the loads of each place in each state of memory the one numbered first, and the type it accesses.
    forms: FxHashMap<(u32, SsaName), (Operand, TypeId)>,
    /// What can be inserted at a join of what is anticipated there, or of what is on some way only, in order.
    insertable: FxHashMap<(BlockId, bool), Rc<[ExprId]>>,
    /// Names without a statement that stand for values nothing computes yet.
    invented: Vec<SsaName>,
    /// The names of what was inserted.
    inserted: BTreeSet<SsaName>,
    /// Those of them that wait on edges.
    pending: FxHashSet<SsaName>,
    counts: Counts,
    /// Work for what is anticipated on some paths, too.
    partial: bool,
    dump: Dump<'a>,
    details: bool,
}

/// `pre` for the pass table.
pub const PASS: Pass = Pass::tree("pre", execute)
    .gate(|options, _| options.on(Flag::TreePre) || options.on(Flag::CodeHoisting))
    .requires(Prop::CFG_SSA)
    .follows(&[(
        "lim",
        "what does not change in a loop is out of it: only what is left is worth a φ",
    )]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if cx.options.on(Flag::TreePta) {
        tree_ssa::analyses::alias::compute(cx, f);
    }
    simplify_loops(cx.unit, f, &mut cx.dump);
    cfg_edit::split_edges_for_insertion(cx.unit, f);
    split_entry_edge(cx.unit, f);
    ensure_loops(f);
    let oracle = Oracle::new(cx.unit, cx.options);
    let manner = Manner { iterate: true, after_sizes: true };
    let numbering = Numbering::compute(cx.unit, f, cx.options, &oracle, &mut cx.dump, manner);
    cx.claim(f, |unit, f| numbering.claims(unit, f));
    let mut inserted = BTreeSet::new();
    let (mut invented, mut counts) = (Vec::new(), Counts::default());
    let mut numbering = if f.blocks.len() < MAX_BLOCKS {
        let tree = analyses::analysis::<Dominators>(f);
        let order = analyses::reverse_post_order(f);
        let mut pre = Pre::new(cx, f, &oracle, &tree, numbering);
        pre.report_values();
        pre.find_forms(&order);
        pre.compute_available();
        pre.compute_anticipated();
        pre.insert_all(&order);
        let Pre { numbering, .. } = {
            inserted = std::mem::take(&mut pre.inserted);
            invented = std::mem::take(&mut pre.invented);
            counts = std::mem::take(&mut pre.counts);
            pre
        };
        numbering
    } else {
        numbering
    };
    cx.statistics.count("Insertions", counts.insertions);
    cx.statistics.count("PA inserted", counts.partial);
    cx.statistics.count("HOIST inserted", counts.hoisted);
    cx.statistics.count("New PHIs", counts.phis);
    let made: FxHashSet<SsaName> = inserted.iter().copied().collect();
    let Elimination { eliminated, changed, .. } = eliminate(cx, f, &numbering, &made);
    cx.statistics.count("Eliminated", eliminated as u64);
    if changed {
        cfg_cleanup::execute(cx, f);
    }
    remove_unused(cx, f, inserted);
    if cx.options.on(Flag::TreeTailMerge) {
        if changed {
            cfg_edit::split_critical_edges(cx.unit, f);
        }
        merge_tails(cx, f, &numbering);
    }
    // As GCC, which keeps what it knows of names in a table by version.
    invented.extend(numbering.held_names());
    invented.sort_unstable();
    invented.into_iter().for_each(|name| f.release_ssa_name(name));
    // What tail merging left is cleaned up, too.
    let again = if changed { Todo::CLEANUP_CFG } else { Todo::NONE };
    Todo::UPDATE_SSA_ONLY_VIRTUALS | again
}

impl<'a> Pre<'a> {
    fn new<'b: 'a>(
        cx: &'a mut PassContext<'b>,
        f: &'a mut Function,
        oracle: &'a Oracle,
        tree: &'a Dominators,
        numbering: Numbering,
    ) -> Pre<'a> {
        let all = Expressions::new(f, &numbering);
        let details = cx.dump.details();
        Pre {
            available: Available::new(f.blocks.len()),
            blocks: f.blocks.keys().map(|_| BlockSets::new()).collect(),
            unit: cx.unit,
            f,
            options: cx.options,
            oracle,
            tree,
            numbering,
            all,
            translations: FxHashMap::default(),
            forms: FxHashMap::default(),
            dies: FxHashMap::default(),
            insertable: FxHashMap::default(),
            invented: Vec::new(),
            inserted: BTreeSet::new(),
            pending: FxHashSet::default(),
            counts: Counts::default(),
            partial: cx.options.on(Flag::TreePartialPre) && !cx.options.optimize_size,
            dump: cx.dump.reborrow(),
            details,
        }
    }

    fn sets(&self, block: BlockId) -> &BlockSets {
        &self.blocks[block.0 as usize]
    }

    fn sets_mut(&mut self, block: BlockId) -> &mut BlockSets {
        &mut self.blocks[block.0 as usize]
    }

    /// The expression that has a value at the end of a block: a name or constant.
    fn leader(&self, block: BlockId, value: ValueId) -> Option<ExprId> {
        if value.is_constant() {
            return self.all.of_constant(value);
        }
        self.available.find(self.tree, block, value)
    }

    /// Whether a value, that of an expression or a leader, is there at the end of a block.
    fn is_available(&self, block: BlockId, value: ValueId) -> bool {
        value.is_constant() || self.available.find(self.tree, block, value).is_some()
    }

    /// Gives a new name the value with that number.
    fn define(&mut self, name: SsaName, value: ValueId) -> ExprId {
        self.all.set_value(name, value);
        let valnum = match self.all.name_of_value(value) {
            Some(first) => self.numbering.value(first),
            None => Operand::Ssa(name),
        };
        self.numbering.set_value(name, valnum);
        self.all.name(self.f, name)
    }

    /// The access a reference makes, its base pointer replaced by its value.
    fn access(&self, op: Operand) -> Access {
        super::reference::access(&self.numbering, self.oracle, self.unit, self.f, op)
    }

    /// The access of an expression that is in no statement: as in GCC, the fields on the way to the place do not count.
    fn access_of_place(&self, op: Operand) -> Access {
        Access { reference: Operand::None, ..self.access(op) }
    }

    /// Whether an expression may trap, so that it must not be computed where it was not before.
    fn may_trap(&self, expr: ExprId) -> bool {
        match self.all.kind(expr) {
            Kind::Name(_) | Kind::Constant(_) => false,
            Kind::Operation { code, ops, .. } => {
                tree_ssa::analyses::trap::may_trap(self.unit, self.f, code, ops)
            }
            Kind::Reference { what, .. } => match self.all.referred(what) {
                Referred::Load(op) => {
                    tree_ssa::analyses::trap::reference_may_trap(self.unit, self.f, *op)
                }
                Referred::Computed(_) => false,
                Referred::Call { .. } => true,
            },
        }
    }

    fn is_abnormal(&self, name: SsaName) -> bool {
        self.f.names[name].has(NameFlags::ABNORMAL)
    }
}

/// Gives the edge from the entry a block when it enters a join: what is inserted there needs a place. An empty one goes
/// when the graph is cleaned up.
fn split_entry_edge(unit: &mut Unit, f: &mut Function) {
    let joins = |edge: EdgeId| f.blocks[f.edges[edge].dst].preds.len() > 1;
    if let [edge] = f.blocks[ENTRY].succs[..]
        && joins(edge)
    {
        cfg_edit::split_edge(unit, f, edge, &mut Default::default());
    }
}

/// Removes what was inserted and is used by nothing, lowest names first (`simple_dce_from_worklist`).
fn remove_unused(cx: &mut PassContext<'_>, f: &mut Function, mut work: BTreeSet<SsaName>) {
    while let Some(name) = work.pop_first() {
        let data = &f.names[name];
        let Some(def) = data.def.expand() else { continue };
        if data.has(NameFlags::RELEASED)
            || !f.has_zero_uses(name)
            || result_name(f, def) != Some(name)
            || has_side_effects(cx.unit, f, def)
            || f.stmts[def].vdef.is_some()
        {
            continue;
        }
        if f.is_phi(def) {
            work.extend(f.phi(def).args.iter().filter_map(|arg| arg.value.ssa()));
        } else {
            f.for_each_used_name(cx.unit, def, &mut |used| {
                work.insert(used);
            });
        }
        if cx.dump.details() {
            let text = tree_ssa::dump_text::stmt(cx.unit, f, def);
            putln!(cx.dump, "Removing dead stmt:{text}");
        }
        f.remove_stmt(def);
    }
}
