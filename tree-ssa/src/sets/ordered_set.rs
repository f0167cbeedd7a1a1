//! A set of small numbers from which the smallest is taken next: the worklist of passes that work through blocks or
//! statements in an order.
//!
//! A bit for each number, and above the bits levels of summaries: a bit for each word of the level below says whether the
//! word has any. Every operation looks at one word a level, of which there are four for ten million numbers; a balanced
//! tree would look at twenty nodes, each in another place.

/// The set.
pub struct OrderedSet {
    /// The bits, then the summaries, each level a 64th of the one before; the last is one word.
    levels: Vec<Vec<u64>>,
}

impl OrderedSet {
    /// An empty set of numbers below `bound`.
    pub fn with_bound(bound: usize) -> OrderedSet {
        let mut levels = Vec::new();
        let mut length = bound;
        loop {
            length = length.div_ceil(64).max(1);
            levels.push(vec![0; length]);
            if length == 1 {
                return OrderedSet { levels };
            }
        }
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.levels.last().is_none_or(|top| top[0] == 0)
    }

    /// Puts a number in; says whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let mut place = number as usize;
        for (height, level) in self.levels.iter_mut().enumerate() {
            let (word, bit) = (&mut level[place / 64], 1 << (place % 64));
            if *word & bit != 0 {
                // The levels above know of the word already.
                return height > 0;
            }
            *word |= bit;
            place /= 64;
        }
        true
    }

    /// Takes a number out, if it is there.
    pub fn remove(&mut self, number: u32) {
        let mut place = number as usize;
        for level in &mut self.levels {
            let word = &mut level[place / 64];
            *word &= !(1 << (place % 64));
            if *word != 0 {
                return;
            }
            place /= 64;
        }
    }

    /// The smallest number.
    pub fn first(&self) -> Option<u32> {
        if self.is_empty() {
            return None;
        }
        let down =
            |place: usize, level: &Vec<u64>| place * 64 + level[place].trailing_zeros() as usize;
        Some(self.levels.iter().rev().fold(0, down) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::OrderedSet;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Whatever is put in and taken out, the set is what a balanced tree would be.
        #[test]
        fn agrees_with_a_tree(steps in prop::collection::vec((prop_oneof![0u32..70, 0u32..9000], 0u8..3), 0..300)) {
            let (mut set, mut tree) = (OrderedSet::with_bound(9000), BTreeSet::new());
            for (number, what) in steps {
                match what {
                    0 | 1 => prop_assert_eq!(set.insert(number), tree.insert(number)),
                    _ => {
                        let next = set.first();
                        prop_assert_eq!(next, tree.first().copied());
                        let gone = if number < 4500 { number } else { next.unwrap_or(number) };
                        set.remove(gone);
                        tree.remove(&gone);
                    }
                }
                prop_assert_eq!(set.is_empty(), tree.is_empty());
            }
        }
    }
}
