//! The block each label of a function stands in.
//!
//! A table over declarations with gaps: labels are made one after the other while a function is gimplified, but those of
//! the source were made long before, and between them stand other declarations. So neighbours share a line of the table,
//! and the lines are found by hashing: one line of memory serves the labels of a branch, where an entry of a hash table
//! for each would cost a cache miss each in a function that branches a lot.

use crate::cfg::BlockId;
use crate::decl::DeclId;
use rustc_hash::FxHashMap;

/// Labels to a line: one line of the cache.
const LINE: u32 = 16;

/// The table.
#[derive(Clone, Default, Debug)]
pub struct LabelBlocks {
    lines: FxHashMap<u32, [BlockId; LINE as usize]>,
}

impl LabelBlocks {
    /// The block of a label, if it stands in one.
    pub fn get(&self, label: DeclId) -> Option<BlockId> {
        self.lines.get(&(label.0 / LINE))?[(label.0 % LINE) as usize].expand()
    }

    /// Whether a label stands in a block.
    pub fn contains(&self, label: DeclId) -> bool {
        self.get(label).is_some()
    }

    /// Places a label.
    pub fn insert(&mut self, label: DeclId, block: BlockId) {
        let empty = [BlockId::NONE; LINE as usize];
        let line = self.lines.entry(label.0 / LINE).or_insert(empty);
        line[(label.0 % LINE) as usize] = block;
    }

    /// Forgets a label.
    pub fn remove(&mut self, label: DeclId) {
        if let Some(line) = self.lines.get_mut(&(label.0 / LINE)) {
            line[(label.0 % LINE) as usize] = BlockId::NONE;
        }
    }

    /// Changes the block of every label.
    pub fn renumber(&mut self, new: impl Fn(BlockId) -> BlockId) {
        for block in self.lines.values_mut().flatten() {
            *block = new(*block);
        }
    }

    /// The labels and their blocks, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (DeclId, BlockId)> {
        self.lines.iter().flat_map(|(&number, line)| {
            let label = move |place: usize| DeclId(number * LINE + place as u32);
            line.iter()
                .enumerate()
                .filter_map(move |(place, block)| block.expand().map(|block| (label(place), block)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::LabelBlocks;
    use crate::cfg::BlockId;
    use crate::decl::DeclId;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Whatever is placed and forgotten, the table is what a tree would be.
        #[test]
        fn agrees_with_a_tree(steps in prop::collection::vec((0u32..90, 0u32..9, any::<bool>()), 0..200)) {
            let (mut table, mut tree) = (LabelBlocks::default(), BTreeMap::new());
            for (label, block, place) in steps {
                let (label, block) = (DeclId(label), BlockId(block));
                if place {
                    table.insert(label, block);
                    tree.insert(label, block);
                } else {
                    table.remove(label);
                    tree.remove(&label);
                }
            }
            table.renumber(|block| if block.is_some() { BlockId(block.0 + 1) } else { block });
            let expected: BTreeMap<_, _> =
                tree.into_iter().map(|(label, block)| (label, BlockId(block.0 + 1))).collect();
            prop_assert_eq!(table.iter().collect::<BTreeMap<_, _>>(), expected);
        }
    }
}
