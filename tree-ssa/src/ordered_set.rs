//! A set of small numbers from which the smallest is taken next: the worklist of passes that work through blocks or
//! statements in an order.
//!
//! A bit for each number, and a bound below which no bit is set. Work mostly goes forward, so that the search for the next
//! number reads each word of bits about once: all operations together are linear in the numbers put in and the words
//! passed, where a balanced tree pays for its depth each time.

/// The set.
#[derive(Default)]
pub struct OrderedSet {
    words: Vec<u64>,
    /// No word before this one has a bit set.
    first: usize,
    len: usize,
}

impl OrderedSet {
    /// An empty set of numbers below `bound`.
    pub fn with_bound(bound: usize) -> OrderedSet {
        OrderedSet { words: vec![0; bound.div_ceil(64)], first: 0, len: 0 }
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts a number in; says whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (number as usize / 64, 1 << (number % 64));
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        self.len += usize::from(new);
        self.first = self.first.min(word);
        new
    }

    /// Takes a number out, if it is there.
    pub fn remove(&mut self, number: u32) {
        let (word, bit) = (number as usize / 64, 1 << (number % 64));
        self.len -= usize::from(self.words[word] & bit != 0);
        self.words[word] &= !bit;
    }

    /// The smallest number.
    pub fn first(&mut self) -> Option<u32> {
        if self.len == 0 {
            self.first = self.words.len();
            return None;
        }
        while self.words[self.first] == 0 {
            self.first += 1;
        }
        Some(self.first as u32 * 64 + self.words[self.first].trailing_zeros())
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
        fn agrees_with_a_tree(steps in prop::collection::vec((0u32..200, 0u8..3), 0..300)) {
            let (mut set, mut tree) = (OrderedSet::with_bound(200), BTreeSet::new());
            for (number, what) in steps {
                match what {
                    0 | 1 => prop_assert_eq!(set.insert(number), tree.insert(number)),
                    _ => {
                        let next = set.first();
                        prop_assert_eq!(next, tree.first().copied());
                        let gone = if number < 100 { number } else { next.unwrap_or(number) };
                        set.remove(gone);
                        tree.remove(&gone);
                    }
                }
                prop_assert_eq!(set.is_empty(), tree.is_empty());
            }
        }
    }
}
