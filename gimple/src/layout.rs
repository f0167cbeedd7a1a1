//! The blocks of a function in their layout: making, placing, numbering them.
//!
//! The layout is a list linked in a table of its own. What walks over the blocks follows the list first; it would load
//! every block for it if the links stood in the blocks, and eight bytes a block are little enough to stay in the cache.
//! A block that is not in the list is none of the function's any more (or not yet, while a graph is read).

use crate::cfg::{Block, BlockId, BlockInfo, ENTRY, EXIT};
use crate::function::Function;

/// A block's neighbours in the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Links {
    prev: BlockId,
    next: BlockId,
}

impl Links {
    const NONE: Links = Links { prev: BlockId::NONE, next: BlockId::NONE };
}

impl Function {
    /// Makes the entry and exit blocks; the body moves into blocks afterwards.
    pub fn init_cfg(&mut self) {
        self.blocks.clear();
        self.block_info.clear();
        self.layout.clear();
        self.edges.clear();
        self.add_block();
        self.add_block();
        self.link_ends();
    }

    /// Lets the layout be that of a function without blocks of its own.
    fn link_ends(&mut self) {
        self.layout[ENTRY].next = EXIT;
        self.layout[EXIT].prev = ENTRY;
    }

    /// Whether the function has a CFG.
    pub fn has_cfg(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Makes room for so many blocks more, so that their tables are not copied as they grow.
    pub fn reserve_blocks(&mut self, more: usize) {
        self.blocks.reserve(more);
        self.block_info.reserve(more);
        self.layout.reserve(more);
    }

    /// A new, empty block that has no place in the layout yet; takes the next free number.
    pub fn add_block(&mut self) -> BlockId {
        self.block_info.push(BlockInfo::default());
        self.layout.push(Links::NONE);
        self.cfg_version += 1;
        self.blocks.push(Block::default())
    }

    /// A new, empty block, placed after `after` in the layout.
    pub fn create_block(&mut self, after: BlockId) -> BlockId {
        let block = self.add_block();
        self.place_block(block, after);
        block
    }

    /// Gives a block that has none a place in the layout, after `after`.
    pub fn place_block(&mut self, block: BlockId, after: BlockId) {
        let next = self.layout[after].next;
        self.layout[block] = Links { prev: after, next };
        self.layout[after].next = block;
        if next.is_some() {
            self.layout[next].prev = block;
        }
    }

    /// Moves `block` after `after` in the layout.
    pub fn move_block_after(&mut self, block: BlockId, after: BlockId) {
        if block == after || self.layout[after].next == block {
            return;
        }
        self.unplace_block(block);
        self.place_block(block, after);
    }

    fn unplace_block(&mut self, block: BlockId) {
        let Links { prev, next } = std::mem::replace(&mut self.layout[block], Links::NONE);
        if prev.is_some() {
            self.layout[prev].next = next;
        }
        if next.is_some() {
            self.layout[next].prev = prev;
        }
    }

    /// Takes a block without statements and edges out of the function (`expunge_block`).
    pub fn expunge_block(&mut self, block: BlockId) {
        debug_assert!(self.blocks[block].preds.is_empty() && self.blocks[block].succs.is_empty());
        self.drop_debug_of(block);
        self.unplace_block(block);
        self.cfg_version += 1;
    }

    /// Whether a block is one of the function's: in the layout. Blocks that were removed are not; their numbers are not
    /// used again before the next [`Self::compact_blocks`].
    pub fn is_live(&self, block: BlockId) -> bool {
        block == ENTRY || self.layout.get(block).is_some_and(|links| links.prev.is_some())
    }

    /// The block before this one in the layout (`prev_bb`); `NONE` before the entry.
    pub fn prev_block(&self, block: BlockId) -> BlockId {
        self.layout[block].prev
    }

    /// The block after this one in the layout (`next_bb`); `NONE` after the exit.
    pub fn next_block(&self, block: BlockId) -> BlockId {
        self.layout[block].next
    }

    /// The blocks in layout order, entry and exit left out (`FOR_EACH_BB_FN`).
    pub fn block_iter(&self) -> impl Iterator<Item = BlockId> + '_ {
        let inner = |block: BlockId| block.expand().filter(|&block| block != EXIT);
        let first = inner(self.layout[ENTRY].next);
        std::iter::successors(first, move |&block| inner(self.layout[block].next))
    }

    /// As [`Self::block_iter`], backward (`FOR_EACH_BB_REVERSE_FN`).
    pub fn block_iter_backward(&self) -> impl Iterator<Item = BlockId> + '_ {
        let inner = |block: BlockId| block.expand().filter(|&block| block != ENTRY);
        let last = inner(self.layout[EXIT].prev);
        std::iter::successors(last, move |&block| inner(self.layout[block].prev))
    }

    /// As [`Self::block_iter`], for who changes the function meanwhile.
    pub fn block_order(&self) -> Vec<BlockId> {
        let mut order = Vec::with_capacity(self.blocks.len());
        order.extend(self.block_iter());
        order
    }

    /// Renumbers the blocks in layout order and forgets the removed ones (`compact_blocks`).
    pub fn compact_blocks(&mut self) {
        let Some(old) = self.renumber_blocks() else { return };
        for (number, old) in old.into_iter().enumerate() {
            let block = BlockId(number as u32);
            if block == old {
                continue;
            }
            for seq in [self.blocks[block].phis, self.blocks[block].stmts] {
                let mut stmt = seq.first;
                while stmt.is_some() {
                    self.stmts[stmt].block = block;
                    stmt = self.stmts[stmt].next;
                }
            }
        }
    }

    /// Whether the blocks have the numbers of their places in the layout, and all have one.
    fn is_numbered_in_order(&self) -> bool {
        let (mut block, mut number) = (self.layout[ENTRY].next, EXIT.0 + 1);
        while block != EXIT && block.is_some() {
            if block.0 != number {
                return false;
            }
            (block, number) = (self.layout[block].next, number + 1);
        }
        number as usize == self.blocks.len()
    }

    /// As [`Self::compact_blocks`], but leaves the statements to the caller. The answer is the old number of each block,
    /// if any block's number has changed.
    pub(crate) fn renumber_blocks(&mut self) -> Option<Vec<BlockId>> {
        if self.is_numbered_in_order() {
            return None;
        }
        let order: Vec<BlockId> = [ENTRY, EXIT].into_iter().chain(self.block_order()).collect();
        let new_number = self.sort_blocks(&order);
        let renamed = |block: BlockId| {
            new_number.get(block.0 as usize).copied().filter(|new| (new.0 as usize) < order.len())
        };
        let renamed = |block: BlockId| renamed(block).unwrap_or(BlockId::NONE);
        for number in 0..order.len() as u32 {
            for &edge in &self.blocks[BlockId(number)].succs {
                let edge = &mut self.edges[edge];
                (edge.src, edge.dst) = (BlockId(number), renamed(edge.dst));
            }
        }
        self.labels.renumber_blocks(renamed);
        self.renumber_end_gaps(renamed);
        for entry in self.loops.iter_mut().flat_map(|loops| loops.iter_mut()) {
            (entry.header, entry.latch) = (renamed(entry.header), renamed(entry.latch));
        }
        self.cfg_version += 1;
        Some(order)
    }

    /// Puts the tables of blocks into an order, in place, and cuts off the rest. Returns the new number of each block;
    /// those of blocks left out are beyond the tables.
    fn sort_blocks(&mut self, order: &[BlockId]) -> Vec<BlockId> {
        // Which block stands at a number just now, and where each block stands.
        let mut at: Vec<BlockId> = self.blocks.keys().collect();
        let mut number_of = at.clone();
        for (number, &block) in order.iter().enumerate() {
            let (to, from) = (BlockId(number as u32), number_of[block.0 as usize]);
            if to != from {
                self.blocks.swap(to, from);
                self.block_info.swap(to, from);
                let other = std::mem::replace(&mut at[number], block);
                at[from.0 as usize] = other;
                number_of[other.0 as usize] = from;
                number_of[block.0 as usize] = to;
            }
        }
        self.blocks.truncate(order.len());
        self.block_info.truncate(order.len());
        self.layout.clear();
        self.layout.resize(order.len(), Links::NONE);
        self.link_ends();
        for number in 2..order.len() as u32 {
            self.place_block(BlockId(number), self.layout[EXIT].prev);
        }
        number_of
    }
}

#[cfg(test)]
mod tests {
    use crate::cfg::{BlockId, ENTRY, EXIT};
    use crate::decl::DeclId;
    use crate::function::Function;
    use proptest::prelude::*;

    proptest! {
        /// Whatever is made, moved and removed, the layout is what a vector would be; and numbering in layout order takes
        /// what is known of the blocks, and the edges, along.
        #[test]
        fn agrees_with_a_vector(steps in prop::collection::vec((0u32..4, any::<usize>(), any::<usize>()), 0..60)) {
            let mut f = Function::new(DeclId(0), 0);
            f.init_cfg();
            let mut list: Vec<BlockId> = Vec::new();
            for (what, which, place) in steps {
                if what < 2 || list.is_empty() {
                    let at = place % (list.len() + 1);
                    let after = if at == 0 { ENTRY } else { list[at - 1] };
                    let block = f.create_block(after);
                    f.block_info[block].count = u64::from(block.0);
                    list.insert(at, block);
                } else {
                    let block = list.remove(which % list.len());
                    if what == 2 {
                        f.expunge_block(block);
                        prop_assert!(!f.is_live(block));
                    } else {
                        let at = place % (list.len() + 1);
                        f.move_block_after(block, if at == 0 { ENTRY } else { list[at - 1] });
                        list.insert(at, block);
                    }
                }
                prop_assert_eq!(&f.block_order(), &list);
            }
            let chain: Vec<BlockId> = [ENTRY].into_iter().chain(list.clone()).chain([EXIT]).collect();
            for pair in chain.windows(2) {
                f.make_edge_unchecked(pair[0], pair[1], crate::cfg::EdgeFlags::NONE);
            }
            f.compact_blocks();
            let order = f.block_order();
            prop_assert_eq!(f.blocks.len(), list.len() + 2);
            prop_assert_eq!(&order, &(2..list.len() as u32 + 2).map(BlockId).collect::<Vec<_>>());
            for (new, old) in order.iter().zip(&list) {
                prop_assert_eq!(f.block_info[*new].count, u64::from(old.0));
            }
            let chain: Vec<BlockId> = [ENTRY].into_iter().chain(order).chain([EXIT]).collect();
            for pair in chain.windows(2) {
                let edge = f.blocks[pair[0]].succs[0];
                prop_assert_eq!((f.edges[edge].src, f.edges[edge].dst), (pair[0], pair[1]));
                prop_assert_eq!(f.blocks[pair[1]].preds[0], edge);
            }
        }
    }
}
