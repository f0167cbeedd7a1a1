//! Blocks out of the chain, which one pass leaves to the next.

use crate::rtl::function::{InsnId, Loc};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// An edge.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub dst: usize,
    /// Control comes along it without a jump.
    pub fall: bool,
    /// It is not of a jump that could be changed.
    pub complex: bool,
    /// It goes back to the head of a loop.
    pub back: bool,
    pub place: Loc,
}

/// A block with what stands in it.
#[derive(Default)]
pub struct Block {
    pub insns: Vec<InsnId>,
    /// What comes after it: a barrier, a jump table.
    pub footer: Vec<InsnId>,
    pub succs: SmallVec<[Edge; 2]>,
    /// How many edges lead to it, and the sum of their sources: where there is one, that is its source.
    pub preds: u32,
    pub sources: usize,
    pub gone: bool,
    /// The block after it, one that is gone perhaps; no block's number if there is none.
    pub next: usize,
    /// The block before it, once none goes any more.
    pub prev: usize,
    /// The number dumps show.
    pub number: u32,
}

/// The blocks of a function, out of the chain.
pub struct Parked {
    pub blocks: Vec<Block>,
    pub header: Vec<InsnId>,
    pub forced: FxHashSet<InsnId>,
    pub of_label: FxHashMap<InsnId, usize>,
    pub last_number: u32,
    /// After which elements of the chain control goes on in another block than the next, and in which.
    pub falls: FxHashMap<InsnId, u32>,
}

impl Parked {
    /// The block that control goes on in after an element, if that is not the next one.
    pub fn falls_to(&self, id: InsnId) -> Option<u32> {
        self.falls.get(&id).copied()
    }

    /// What stands between the blocks once they are in the chain again.
    pub fn between(&self) -> impl Iterator<Item = InsnId> + '_ {
        self.blocks.iter().flat_map(|block| block.footer.iter().copied())
    }
}

impl Edge {
    /// One that control falls along, with no place.
    pub fn falling(dst: usize) -> Edge {
        Edge { dst, fall: true, complex: false, back: false, place: Loc::default() }
    }
}
