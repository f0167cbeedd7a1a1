//! What is stored after a loop: registers that stood for memory, under a flag where the loop may not have stored.
//!
//! ```text
//! <bb 6> :                              <bb 6> :
//! if (i_4 < n_5(D))                     if (i_4 < n_5(D))
//!   goto <bb 3>; else goto <bb 7>; =>     goto <bb 3>; else goto <bb 8>;
//!                                       <bb 8> :
//!                                       if (g_lsm_flag.2 != 0)
//!                                         goto <bb 9>; else goto <bb 7>;
//!                                       <bb 9> :
//!                                       g = g_lsm.1;
//! <bb 7> :                              <bb 7> :
//! ```

use gimple::cfg::{BlockId, EXIT, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::location::Location;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::insert_on_edge;
use tree_ssa::edit::cfg_edit::scaled;
use tree_ssa::edit::cfg_edit::split_block;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::preheader_edge;

/// A register to be stored after a loop.
pub struct ExitStore {
    pub place: Operand,
    pub register: DeclId,
    /// Says whether the loop has stored, where that is not certain.
    pub flag: Option<DeclId>,
    /// The blocks that set the flag, in order.
    pub set_in: Vec<BlockId>,
}

/// Puts stores on an exit of a loop: first those that are always done, in order, then those that a flag decides about
/// (`execute_sm_exit`).
pub fn insert(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    number: LoopId,
    exit: EdgeId,
    stores: &[&ExitStore],
) {
    let mut cases = SwitchCases::default();
    let from = f.edges[exit].src;
    let mut flagged: Vec<(DeclId, Vec<&ExitStore>)> = Vec::new();
    for store in stores {
        let Some(flag) = store.flag else { continue };
        match flagged.iter_mut().find(|group| group.0 == flag) {
            Some(group) => group.1.push(store),
            None => flagged.push((flag, vec![store])),
        }
    }
    let mut before = None;
    for (flag, group) in &flagged {
        let probability = probability_of(f, tree, number, from, &group[0].set_in);
        before = Some(store_if(cx, f, (exit, before), (*flag, group), probability, &mut cases));
    }
    let plain: Vec<StmtId> = stores
        .iter()
        .filter(|store| store.flag.is_none())
        .map(|store| store_of(cx.unit, f, store, Cursor::nowhere()))
        .collect();
    if !plain.is_empty() {
        insert_on_edge(cx.unit, f, exit, &plain, &mut cases);
    }
}

fn store_of(unit: &Unit, f: &mut Function, store: &ExitStore, mut at: Cursor) -> StmtId {
    at.copy(unit, f, store.place, Operand::Decl(store.register))
}

/// The ways out of a store under a flag: past it, and from it.
#[derive(Clone, Copy)]
struct Ways {
    around: EdgeId,
    out: EdgeId,
}

/// Puts a test of the flag on the exit of a loop, or after what was stored there `before`, and the stores where it is set
/// (`execute_sm_if_changed`). The block after the exit is split where only the exit leads to it.
fn store_if(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (exit, before): (EdgeId, Option<Ways>),
    (flag, group): (DeclId, &[&ExitStore]),
    probability: Probability,
    cases: &mut SwitchCases,
) -> Ways {
    let mut at = before.map_or(exit, |ways| ways.out);
    let next = f.edges[at].dst;
    let alone = f.blocks[next].preds.len() == 1 && next != EXIT;
    if alone {
        at = split_block(f, next, StmtId::NONE);
    } else if f.phis(next).any(|phi| !f.is_virtual_phi(phi)) {
        split_edge(cx.unit, f, at, cases);
    }
    let join = f.edges[at].dst;
    let test = split_edge(cx.unit, f, at, cases);
    let then = f.create_block(test);
    let count = f.block_info[test].count;
    f.block_info[then].count = match count {
        NO_COUNT => NO_COUNT,
        _ => scaled(count, u64::from(probability.0), u64::from(PROB_BASE)),
    };
    f.block_info[then].loop_father = f.loop_of(test);
    let zero = cx.unit.int(cx.unit.common.bool_, 0);
    Cursor::end(test).cond(cx.unit, f, TreeCode::Ne, [Operand::Decl(flag), zero]);
    for store in group {
        store_of(cx.unit, f, store, Cursor::end(then));
    }
    let around = f.blocks[test].succs[0];
    let into = f.make_edge_unchecked(test, then, EdgeFlags::TRUE_VALUE);
    f.edges[into].probability = probability;
    let data = &mut f.edges[around];
    data.flags = data.flags.without(EdgeFlags::FALLTHRU) | EdgeFlags::FALSE_VALUE;
    data.probability = Probability(PROB_BASE - probability.0);
    let out = f.make_edge_unchecked(then, join, EdgeFlags::FALLTHRU);
    f.edges[out].probability = Probability::ALWAYS;
    for phi in f.phis(join).collect::<Vec<StmtId>>() {
        let value = f.phi_arg(phi, around);
        f.add_phi_arg(phi, out, value, Location::UNKNOWN);
    }
    if let Some(before) = before {
        f.redirect_edge_succ(before.around, test);
    }
    Ways { around, out }
}

/// How probable it is that a flag is set where a loop is left: certain after a block that sets it, improbable where all
/// these are entered seldom, else two of three.
fn probability_of(
    f: &Function,
    tree: &Dominators,
    number: LoopId,
    from: BlockId,
    set_in: &[BlockId],
) -> Probability {
    const USUAL: Probability = Probability(PROB_BASE * 2 / 3);
    let known = |block: BlockId| tree.contains(block) && tree.contains(from);
    if set_in.iter().any(|&block| known(block) && tree.dominated_by(from, block)) {
        return Probability::ALWAYS;
    }
    let Some(before) = preheader_edge(f, number).map(|edge| f.edges[edge].src) else {
        return USUAL;
    };
    let entered = f.block_info[before].count;
    let counts = set_in.iter().map(|&block| f.block_info[block].count);
    let sum = counts.fold(0u64, |sum, count| sum.saturating_add(count));
    if entered == NO_COUNT || entered == 0 || sum > entered {
        return USUAL;
    }
    Probability((scaled(sum, u64::from(PROB_BASE), entered) as u32).min(USUAL.0))
}
