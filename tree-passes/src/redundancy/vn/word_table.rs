//! Numbers for sequences of words: keys of any length that lie one after the other in one vector.
//!
//! The latest keys can be forgotten again, last first, so that what a part of the program has made known is taken back
//! when that part is looked at once more.

use gimple::hash_index::HashIndex;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

struct Entry {
    hash: u64,
    /// Where the key's words begin. They end where the next key's begin.
    start: u32,
}

/// The table. Keys are numbered from zero in the order in which they came.
#[derive(Default)]
pub struct WordTable {
    index: HashIndex,
    entries: Vec<Entry>,
    words: Vec<u64>,
}

impl WordTable {
    fn key(&self, number: u32) -> &[u64] {
        let end =
            self.entries.get(number as usize + 1).map_or(self.words.len(), |e| e.start as usize);
        &self.words[self.entries[number as usize].start as usize..end]
    }

    fn search(&self, hash: u64, key: &[u64]) -> Option<u32> {
        self.index.find(hash, |number| self.key(number) == key)
    }

    /// The number of a key that is there.
    pub fn find(&self, key: &[u64]) -> Option<u32> {
        self.search(FxBuildHasher.hash_one(key), key)
    }

    /// The number of a key; the next one, if the key is new.
    pub fn number(&mut self, key: &[u64]) -> u32 {
        let hash = FxBuildHasher.hash_one(key);
        if let Some(known) = self.search(hash, key) {
            return known;
        }
        let number = self.entries.len() as u32;
        self.index.insert(hash, number);
        self.entries.push(Entry { hash, start: self.words.len() as u32 });
        self.words.extend_from_slice(key);
        number
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets all but the first keys.
    pub fn truncate(&mut self, len: usize) {
        while self.entries.len() > len {
            let Some(entry) = self.entries.pop() else { return };
            self.index.remove(entry.hash, self.entries.len() as u32);
            self.words.truncate(entry.start as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Numbers are those of a list in which keys are looked for one by one, also after some have been forgotten.
        #[test]
        fn numbers_as_a_list(
            keys in prop::collection::vec(prop::collection::vec(0u64..3, 0..4), 0..60),
            cut in 0usize..60,
        ) {
            let mut table = WordTable::default();
            let mut list: Vec<&[u64]> = Vec::new();
            for round in 0..2 {
                for key in &keys {
                    let expected = list.iter().position(|known| known == key);
                    prop_assert_eq!(table.find(key), expected.map(|at| at as u32));
                    if expected.is_none() {
                        list.push(key);
                    }
                    let number = table.number(key) as usize;
                    prop_assert_eq!(list[number], &key[..]);
                }
                prop_assert_eq!(table.len(), list.len());
                if round == 0 {
                    list.truncate(cut);
                    table.truncate(cut);
                }
            }
        }
    }
}
