//! What is known about a function's CFG, kept with the function as long as it holds.
//!
//! A pass takes an analysis out ([`take_dominators`]: computed if there is none for the CFG as it is), works with it
//! while it edits the function, and gives it back ([`keep_dominators`]) if the CFG is still the one it was made for.
//! Nothing has to be told that the CFG changed: [`Function::cfg_version`] says so.

pub mod arg_flags;
pub mod call_effects;
pub mod dataflow;
pub mod early_uninit;
pub mod fn_spec;
pub mod int_cost;
pub mod live_locals;
pub mod ranges;
pub mod scev;
pub mod trap;
pub mod uninit;

use crate::graph::dominance::{Direction, Dominators};
use crate::graph::order;
use gimple::cfg::BlockId;
use gimple::function::Function;
use std::rc::Rc;

/// The analyses of a function.
#[derive(Default)]
pub struct Analyses {
    dominators: Option<Dominators>,
    post_dominators: Option<Dominators>,
    /// The reverse post-order, whether there are cycles, and the `cfg_version` this was found out for.
    order: Option<(u32, Rc<[BlockId]>, bool)>,
    /// The `cfg_version` for which the edges that close cycles are marked (`DFS_BACK`).
    pub(crate) marked_back_edges: Option<u32>,
    /// Points-to sets, as long as no pass has asked for new ones.
    pub points_to: Option<Box<crate::memory::points_to::PointsTo>>,
    /// What is to be brought into SSA form at the next update.
    pub pending_update: crate::ssa::update_ssa::PendingUpdate,
}

/// The analyses kept with a function.
pub fn of(f: &mut Function) -> &mut Analyses {
    let slot = f.analyses.get_or_insert_with(|| Box::<Analyses>::default());
    if !slot.is::<Analyses>() {
        *slot = Box::<Analyses>::default();
    }
    slot.downcast_mut().expect("the slot has just been filled")
}

/// The analyses kept with a function, if there are any.
pub fn get(f: &Function) -> Option<&Analyses> {
    f.analyses.as_ref()?.downcast_ref()
}

impl Analyses {
    fn slot(&mut self, direction: Direction) -> &mut Option<Dominators> {
        match direction {
            Direction::Dominators => &mut self.dominators,
            Direction::PostDominators => &mut self.post_dominators,
        }
    }
}

/// The tree for the CFG as it is.
pub fn take_dominators(f: &mut Function, direction: Direction) -> Dominators {
    let version = f.cfg_version;
    match of(f).slot(direction).take() {
        Some(tree) if tree.version == version => tree,
        _ => match direction {
            Direction::Dominators => {
                let order = reverse_post_order(f);
                Dominators::compute_in_order(f, direction, &order)
            }
            Direction::PostDominators => Dominators::compute(f, direction),
        },
    }
}

/// The reverse post-order of the CFG as it is (see [`order::reverse_post_order`]).
pub fn reverse_post_order(f: &mut Function) -> Rc<[BlockId]> {
    order_and_cycles(f).0
}

/// Whether the CFG as it is has a cycle.
pub fn is_cyclic(f: &mut Function) -> bool {
    order_and_cycles(f).1
}

fn order_and_cycles(f: &mut Function) -> (Rc<[BlockId]>, bool) {
    let version = f.cfg_version;
    if let Some((made_for, order, cyclic)) = &of(f).order
        && *made_for == version
    {
        return (order.clone(), *cyclic);
    }
    let found = order::reverse_post_order(f);
    let order: Rc<[BlockId]> = found.blocks.into();
    of(f).order = Some((version, order.clone(), found.cyclic));
    (order, found.cyclic)
}

/// Gives a tree back for the next pass.
pub fn keep_dominators(f: &mut Function, tree: Dominators) {
    if tree.version == f.cfg_version {
        let direction = tree.direction;
        *of(f).slot(direction) = Some(tree);
    }
}
