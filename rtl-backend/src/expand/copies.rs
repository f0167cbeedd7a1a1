//! The copies that φs ask for: their insns are made before those of the blocks, and stand at the ends of blocks. Blocks that
//! are there for copies alone GCC makes when all others stand, which uids show.
//!
//! ```text
//! (insn 5 (set (reg 78) (const_int 70)))      made first, on its edge
//! (jump_insn 14 … -> 32)                      the jump along the edge, that of the block
//! (jump_insn 29) (barrier 30)                 what comes before the edge's block jumps over it,
//! (note 31) (code_label 32)                   and the block has its note, then its label
//! ```

use super::{Expander, Result};
use crate::rtl::function::{InsnId, InsnKind};
use gimple::cfg::BlockId;
use gimple::location::Location;
use gimple::stmt::ScopeId;
use rustc_hash::FxHashMap;
use tree_ssa::ssa::out_of_ssa::{Move, PartitionId, Place};

/// The copies of a function.
#[derive(Default)]
pub(super) struct EdgeCopies {
    /// The insns at the end of each block.
    insns: FxHashMap<BlockId, Vec<InsnId>>,
    /// The blocks that are there for copies alone, by the order in which GCC makes them.
    ranks: FxHashMap<BlockId, usize>,
    /// What belongs to each of those, made when the function stands: the jump over it, its note, its label.
    late: Vec<Vec<InsnId>>,
}

/// Where copies are in the source: those of these partitions, and all others.
struct CopyPlaces {
    of: FxHashMap<PartitionId, (Location, ScopeId)>,
    other: (Location, ScopeId),
}

impl Expander<'_> {
    /// The copies φs ask for at the end of a block.
    pub(super) fn edge_copies(&mut self, block: BlockId) {
        if let Some(insns) = self.copies.insns.remove(&block) {
            self.em.bring_back(insns);
        }
    }

    /// Makes the insns of all copies.
    pub(super) fn make_copies(&mut self) -> Result<()> {
        let f = self.f;
        for target in f.block_iter() {
            for &edge in &f.blocks[target].preds {
                let block = f.edges[edge].src;
                if let Some(moves) = self.parts.copies.remove(&block) {
                    let before = self.em.f.last;
                    self.copy_all(block, moves)?;
                    let insns = self.em.taken_after(before);
                    self.copies.insns.insert(block, insns);
                }
            }
        }
        for block in f.block_iter() {
            for &edge in &f.blocks[block].succs {
                let target = f.edges[edge].dst;
                if self.is_for_copies(target) {
                    let rank = self.copies.ranks.len();
                    self.copies.ranks.insert(target, rank);
                }
            }
        }
        self.copies.late = vec![Vec::new(); self.copies.ranks.len()];
        Ok(())
    }

    /// Whether a block is there for the copies on an edge alone.
    pub(super) fn is_for_copies(&self, block: BlockId) -> bool {
        let data = &self.f.blocks[block];
        let [only] = data.preds[..] else { return false };
        block.0 >= self.parts.first_split
            && self.copies.insns.contains_key(&block)
            && data.stmts.first.is_none()
            && self.f.blocks[self.f.edges[only].src].succs.len() > 1
    }

    /// Whether GCC makes what comes next when the function stands, for which block.
    pub(super) fn begin_late(&mut self, block: BlockId) -> Option<usize> {
        let rank = self.copies.ranks.get(&block).copied()?;
        self.em.f.stamps.as_mut()?.begin_late();
        Some(rank)
    }

    pub(super) fn end_late(&mut self, rank: Option<usize>) {
        if let (Some(rank), Some(stamps)) = (rank, &mut self.em.f.stamps) {
            let mut late = stamps.end_late();
            // The note comes before the label.
            late.sort_by_key(|&id| matches!(self.em.f.insn(id).kind, InsnKind::Label));
            self.copies.late[rank].extend(late);
        }
    }

    /// The block for copies that stands in the way of falling from one block to another.
    pub(super) fn between(&self, target: BlockId, next: Option<BlockId>) -> Option<BlockId> {
        let next = next.filter(|next| self.copies.ranks.contains_key(next))?;
        let succs = &self.f.blocks[next].succs;
        succs.first().is_some_and(|&edge| self.f.edges[edge].dst == target).then_some(next)
    }

    /// Numbers what belongs to the blocks for copies.
    pub(super) fn stamp_split_blocks(&mut self) {
        let late = std::mem::take(&mut self.copies.late);
        if let Some(stamps) = &mut self.em.f.stamps {
            late.iter().for_each(|ids| stamps.stamp_late(ids));
        }
    }

    fn copy_all(&mut self, block: BlockId, moves: Vec<Move>) -> Result<()> {
        let places = self.copy_places(block);
        for m in moves {
            if let Place::Partition(p) = m.dst {
                let (loc, scope) = places.of.get(&p).copied().unwrap_or(places.other);
                self.set_location(loc, scope);
            }
            let value = match m.src {
                Place::Partition(p) => self.partition(p)?,
                Place::SavedOf(p) => self.saved[&p],
                Place::Value(op) => self.operand(op)?,
            };
            match m.dst {
                Place::Partition(p) => self.assign_partition(p, value)?,
                Place::SavedOf(p) => {
                    let copy = self.copy_value(value)?;
                    self.saved.insert(p, copy);
                }
                Place::Value(_) => {}
            }
        }
        Ok(())
    }

    /// Where the copies at the end of a block are in the source: what the φ says, or the edge, or what comes before it.
    fn copy_places(&self, block: BlockId) -> CopyPlaces {
        let f = self.f;
        let mut places = CopyPlaces { of: FxHashMap::default(), other: (self.loc, ScopeId(0)) };
        let Some(&edge) = f.blocks[block].succs.first() else { return places };
        let data = &f.edges[edge];
        let empty = f.blocks[block].stmts.first.is_none();
        let from = match f.blocks[block].preds[..] {
            [only] if empty => f.edges[only].src,
            _ => block,
        };
        let known = |loc: &Location| !loc.is_unknown();
        places.other = if known(&data.loc) {
            (data.loc, data.scope)
        } else {
            let infos = f.block_stmts(from).map(|stmt| &f.stmt_info[stmt]);
            let last = infos.filter(|info| known(&info.loc)).last();
            last.map_or(places.other, |info| (info.loc, info.scope))
        };
        let Some(index) = f.blocks[data.dst].preds.iter().position(|&pred| pred == edge) else {
            return places;
        };
        for phi in f.phis(data.dst).map(|stmt| f.phi(stmt)) {
            let arg = &phi.args[index];
            if known(&arg.loc) {
                places.of.insert(self.parts.of(phi.result), (arg.loc, data.scope));
            }
        }
        places
    }
}
