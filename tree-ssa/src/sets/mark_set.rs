//! A set of small numbers that is emptied in one step: for what is asked again and again, each time of a few names or
//! blocks of many.

/// The set.
pub struct MarkSet {
    /// When each number was last put in.
    marked: Vec<u32>,
    /// How often the set has been emptied, and one.
    now: u32,
}

impl Default for MarkSet {
    fn default() -> MarkSet {
        MarkSet::with_bound(0)
    }
}

impl MarkSet {
    /// An empty set with room for the numbers below `bound`; there may be more.
    pub fn with_bound(bound: usize) -> MarkSet {
        MarkSet { marked: vec![0; bound], now: 1 }
    }

    /// Takes everything out. Constant, but for one in four billion calls.
    pub fn clear(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.marked.fill(0);
            self.now = 1;
        }
    }

    /// Puts a number in; says whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let index = number as usize;
        if self.marked.len() <= index {
            self.marked.resize(index + 1, 0);
        }
        std::mem::replace(&mut self.marked[index], self.now) != self.now
    }

    /// Whether a number is in.
    pub fn contains(&self, number: u32) -> bool {
        self.marked.get(number as usize) == Some(&self.now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn holds_what_was_put_in_since_it_was_emptied(
            steps in prop::collection::vec(prop::option::weighted(0.9, 0u32..60), 0..200),
            age in prop_oneof![Just(1), u32::MAX - 5..u32::MAX],
        ) {
            let mut set = MarkSet { now: age, ..MarkSet::with_bound(20) };
            let mut expected = BTreeSet::new();
            for step in steps {
                match step {
                    Some(number) => prop_assert_eq!(set.insert(number), expected.insert(number)),
                    None => {
                        set.clear();
                        expected.clear();
                    }
                }
                prop_assert!((0..70).all(|number| set.contains(number) == expected.contains(&number)));
            }
        }
    }
}
