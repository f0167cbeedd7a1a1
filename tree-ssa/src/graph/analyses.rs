//! What is known about a function's CFG, kept with the function as long as it holds.
//!
//! A pass asks for an analysis by its type (`analysis::<Dominators> (f)`): it is computed if there is none for the CFG as
//! it is. What it gets stays as it is while the pass edits the function, and serves whoever asks next as long as the CFG is
//! the one it was made for. Nothing has to be told that the CFG changed: [`Function::cfg_version`] says so.

use super::dominance::{Direction, Dominators};
use super::order;
use gimple::cfg::BlockId;
use gimple::function::Function;
use gimple::pass_state::PassState;
use std::ops::Deref;
use std::rc::Rc;

/// The analyses of a function.
#[derive(Default)]
pub struct Analyses {
    dominators: Slot<Dominators>,
    post_dominators: Slot<PostDominators>,
    order: Slot<BlockOrder>,
    /// The `cfg_version` for which the edges that close cycles are marked (`DFS_BACK`).
    pub marked_back_edges: Option<u32>,
    /// What rooms above keep with the function, each under a type of its own.
    pub kept: PassState,
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

/// Where an analysis is kept, with the `cfg_version` it was made for.
type Slot<A> = Option<(u32, Rc<A>)>;

/// What is computed of a function's CFG and holds as long as that does not change.
pub trait Analysis: Sized {
    /// Computes it for the CFG as it is.
    fn compute(f: &mut Function) -> Self;
    /// Where it is kept.
    fn slot(analyses: &mut Analyses) -> &mut Option<(u32, Rc<Self>)>;
}

/// An analysis for the CFG as it is.
pub fn analysis<A: Analysis>(f: &mut Function) -> Rc<A> {
    let version = f.cfg_version;
    if let Some((made_for, known)) = A::slot(of(f))
        && *made_for == version
    {
        return Rc::clone(known);
    }
    // What no longer holds goes before the new one is made.
    *A::slot(of(f)) = None;
    let found = Rc::new(A::compute(f));
    *A::slot(of(f)) = Some((version, Rc::clone(&found)));
    found
}

impl Analysis for Dominators {
    fn compute(f: &mut Function) -> Dominators {
        let order = analysis::<BlockOrder>(f);
        Dominators::compute_in_order(f, Direction::Dominators, &order.blocks)
    }

    fn slot(analyses: &mut Analyses) -> &mut Slot<Dominators> {
        &mut analyses.dominators
    }
}

/// The post-dominator tree.
pub struct PostDominators(Dominators);

impl Deref for PostDominators {
    type Target = Dominators;

    fn deref(&self) -> &Dominators {
        &self.0
    }
}

impl Analysis for PostDominators {
    fn compute(f: &mut Function) -> PostDominators {
        PostDominators(Dominators::compute(f, Direction::PostDominators))
    }

    fn slot(analyses: &mut Analyses) -> &mut Slot<PostDominators> {
        &mut analyses.post_dominators
    }
}

/// The blocks in reverse post-order (see [`order::reverse_post_order`]), and whether there are cycles.
pub struct BlockOrder {
    pub blocks: Rc<[BlockId]>,
    pub cyclic: bool,
}

impl Analysis for BlockOrder {
    fn compute(f: &mut Function) -> BlockOrder {
        let found = order::reverse_post_order(f);
        BlockOrder { blocks: found.blocks.into(), cyclic: found.cyclic }
    }

    fn slot(analyses: &mut Analyses) -> &mut Slot<BlockOrder> {
        &mut analyses.order
    }
}

/// The reverse post-order of the CFG as it is.
pub fn reverse_post_order(f: &mut Function) -> Rc<[BlockId]> {
    Rc::clone(&analysis::<BlockOrder>(f).blocks)
}

/// Whether the CFG as it is has a cycle.
pub fn is_cyclic(f: &mut Function) -> bool {
    analysis::<BlockOrder>(f).cyclic
}
