//! The labels of a function: the block each stands in, and the number it prints by.
//!
//! A table over declarations with gaps: labels are made one after the other while a function is gimplified, but those of
//! the source were made long before, and between them stand other declarations. So neighbours share a page, and the pages
//! are found by hashing. However many labels a function has, there are so few pages that their index stays in the cache,
//! and a page serves the labels of many branches; an entry of a hash table for each would cost a cache miss each.

use crate::cfg::BlockId;
use crate::decl::DeclId;
use rustc_hash::FxHashMap;

/// Labels to a page: a kilobyte.
const PAGE: u32 = 128;

/// What is known of a label.
#[derive(Clone, Copy, Debug)]
struct Entry {
    block: BlockId,
    /// [`NO_NUMBER`] until it first stands in a block.
    number: u32,
}

const NO_NUMBER: u32 = u32::MAX;
const UNKNOWN: Entry = Entry { block: BlockId::NONE, number: NO_NUMBER };

/// The table.
#[derive(Clone, Default, Debug)]
pub struct Labels {
    pages: FxHashMap<u32, Box<[Entry; PAGE as usize]>>,
    numbered: u32,
}

impl Labels {
    fn entry(&self, label: DeclId) -> Option<&Entry> {
        Some(&self.pages.get(&(label.0 / PAGE))?[(label.0 % PAGE) as usize])
    }

    fn entry_mut(&mut self, label: DeclId) -> &mut Entry {
        let page = self.pages.entry(label.0 / PAGE);
        &mut page.or_insert_with(|| Box::new([UNKNOWN; PAGE as usize]))[(label.0 % PAGE) as usize]
    }

    /// The block a label stands in, if it does.
    pub fn block(&self, label: DeclId) -> Option<BlockId> {
        self.entry(label)?.block.expand()
    }

    /// Whether a label stands in a block.
    pub fn stands(&self, label: DeclId) -> bool {
        self.block(label).is_some()
    }

    /// The number a label of the compiler's prints by in a CFG (`<L3>`), if it ever stood in a block.
    pub fn number(&self, label: DeclId) -> Option<u32> {
        self.entry(label).map(|entry| entry.number).filter(|&number| number != NO_NUMBER)
    }

    /// Records that a label stands in a block, and numbers it when it is first put into one.
    pub fn place(&mut self, label: DeclId, block: BlockId) {
        let next = self.numbered;
        let entry = self.entry_mut(label);
        entry.block = block;
        if entry.number == NO_NUMBER {
            entry.number = next;
            self.numbered += 1;
        }
    }

    /// Gives a label a number it was read with.
    pub fn set_number(&mut self, label: DeclId, number: u32) {
        let old = std::mem::replace(&mut self.entry_mut(label).number, number);
        self.numbered += u32::from(old == NO_NUMBER);
    }

    /// Records that a label stands in no block any more. It keeps its number.
    pub fn remove(&mut self, label: DeclId) {
        if self.stands(label) {
            self.entry_mut(label).block = BlockId::NONE;
        }
    }

    /// Changes the block of every label that stands in one.
    pub fn renumber_blocks(&mut self, new: impl Fn(BlockId) -> BlockId) {
        for entry in self.pages.values_mut().flat_map(|page| page.iter_mut()) {
            if entry.block.is_some() {
                entry.block = new(entry.block);
            }
        }
    }

    fn entries(&self) -> impl Iterator<Item = (DeclId, Entry)> {
        self.pages.iter().flat_map(|(&page, entries)| {
            let label = move |place: usize| DeclId(page * PAGE + place as u32);
            entries.iter().enumerate().map(move |(place, &entry)| (label(place), entry))
        })
    }

    /// The labels that stand in blocks, and their blocks, in no order.
    pub fn in_blocks(&self) -> impl Iterator<Item = (DeclId, BlockId)> {
        self.entries().filter_map(|(label, entry)| Some((label, entry.block.expand()?)))
    }

    /// The labels that stand in blocks or did, and their numbers, in no order.
    pub fn numbered(&self) -> impl Iterator<Item = (DeclId, u32)> {
        let numbered = |(_, entry): &(DeclId, Entry)| entry.number != NO_NUMBER;
        self.entries().filter(numbered).map(|(label, entry)| (label, entry.number))
    }
}

#[cfg(test)]
mod tests {
    use super::Labels;
    use crate::cfg::BlockId;
    use crate::decl::DeclId;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Whatever is placed and forgotten, the table is what two trees would be.
        #[test]
        fn agrees_with_trees(steps in prop::collection::vec((0u32..600, 0u32..9, any::<bool>()), 0..200)) {
            let (mut table, mut blocks, mut numbers) =
                (Labels::default(), BTreeMap::new(), BTreeMap::new());
            for (label, block, place) in steps {
                let (label, block) = (DeclId(label), BlockId(block));
                if place {
                    table.place(label, block);
                    blocks.insert(label, block);
                    let next = numbers.len() as u32;
                    numbers.entry(label).or_insert(next);
                } else {
                    table.remove(label);
                    blocks.remove(&label);
                }
                prop_assert_eq!(table.block(label), blocks.get(&label).copied());
                prop_assert_eq!(table.number(label), numbers.get(&label).copied());
            }
            table.renumber_blocks(|block| BlockId(block.0 + 1));
            blocks.values_mut().for_each(|block| block.0 += 1);
            prop_assert_eq!(table.in_blocks().collect::<BTreeMap<_, _>>(), blocks);
            prop_assert_eq!(table.numbered().collect::<BTreeMap<_, _>>(), numbers);
        }
    }
}
