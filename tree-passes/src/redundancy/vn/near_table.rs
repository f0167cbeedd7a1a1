//! A map whose entries lie in memory the way the program does.
//!
//! Numbering asks about what is computed from a value soon after it has met the value itself. A hash table scatters such
//! keys all over its memory, and in a large function every question then waits for memory twice. Here each key has a home,
//! an SSA name it is computed from; a name has a short chain of entries, and entries lie in the order in which they came.
//! A name from which many things are computed keeps the rest in a hash table, so that no chain is longer than
//! [`MAX_NEAR`]; so do keys without a home.

use gimple::ssa::SsaName;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Entries of one name that are searched one after the other.
const MAX_NEAR: u32 = 8;
/// The end of a chain.
const END: u32 = u32::MAX;

/// How much a table held at some point.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    entries: usize,
    undo: usize,
}

struct Entry<K, V> {
    key: K,
    value: V,
    next: u32,
}

/// The map. A key must always come with the same home, or always with `NONE`. Keys and values own nothing.
pub struct NearTable<K, V> {
    /// The first entry of each name's chain.
    heads: Vec<u32>,
    entries: Vec<Entry<K, V>>,
    /// The keys whose home's chain was full.
    far: FxHashMap<K, V>,
    /// Keys whose value has been replaced, with the value before, and those new in `far`, without: what to undo when
    /// going back.
    undo: Vec<(K, Option<V>)>,
}

/// Where the search along a chain ended.
enum Place {
    At(u32),
    /// Not in the chain, which has this many entries; [`MAX_NEAR`] where there is none.
    Past(u32),
}

impl<K: Copy + Eq + Hash, V: Copy + PartialEq> NearTable<K, V> {
    /// An empty map, for a function of so many names; there may be more.
    pub fn new(names: usize) -> NearTable<K, V> {
        // Few functions compute more than they have names, and what is not filled takes no memory.
        let entries = Vec::with_capacity(names);
        NearTable { heads: vec![END; names], entries, far: FxHashMap::default(), undo: Vec::new() }
    }

    /// How much there is now.
    pub fn mark(&self) -> Mark {
        Mark { entries: self.entries.len(), undo: self.undo.len() }
    }

    /// Takes back what has come since. `home`: the home of a key.
    pub fn go_back(&mut self, mark: Mark, home: impl Fn(&K) -> SsaName) {
        while self.undo.len() > mark.undo {
            let Some((key, before)) = self.undo.pop() else { break };
            match before {
                Some(value) => *self.slot(home(&key), &key, value) = value,
                None => {
                    self.far.remove(&key);
                }
            }
        }
        while self.entries.len() > mark.entries {
            let Some(entry) = self.entries.pop() else { break };
            self.heads[home(&entry.key).0 as usize] = entry.next;
        }
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.entries.len() + self.far.len()
    }

    fn search(&self, home: SsaName, key: &K) -> Place {
        if home.is_none() {
            return Place::Past(MAX_NEAR);
        }
        let mut at = self.heads.get(home.0 as usize).copied().unwrap_or(END);
        let mut passed = 0;
        while let Some(entry) = self.entries.get(at as usize) {
            if entry.key == *key {
                return Place::At(at);
            }
            passed += 1;
            at = entry.next;
        }
        Place::Past(passed)
    }

    /// The value of a key.
    pub fn get(&self, home: SsaName, key: &K) -> Option<&V> {
        match self.search(home, key) {
            Place::At(at) => Some(&self.entries[at as usize].value),
            Place::Past(MAX_NEAR) => self.far.get(key),
            Place::Past(_) => None,
        }
    }

    /// The value of a key, which is `value` if the key is new.
    pub fn get_or_insert(&mut self, home: SsaName, key: K, value: V) -> V {
        *self.slot(home, &key, value)
    }

    /// Gives a key a value, whatever it had.
    pub fn set(&mut self, home: SsaName, key: K, value: V) {
        let slot = self.slot(home, &key, value);
        if *slot != value {
            let before = std::mem::replace(slot, value);
            self.undo.push((key, Some(before)));
        }
    }

    fn slot(&mut self, home: SsaName, key: &K, value: V) -> &mut V {
        let at = match self.search(home, key) {
            Place::At(at) => at as usize,
            Place::Past(MAX_NEAR) => {
                return self.far.entry(*key).or_insert_with(|| {
                    self.undo.push((*key, None));
                    value
                });
            }
            Place::Past(_) => {
                let index = home.0 as usize;
                if self.heads.len() <= index {
                    self.heads.resize(index + 1, END);
                }
                let at = self.entries.len();
                let next = std::mem::replace(&mut self.heads[index], at as u32);
                self.entries.push(Entry { key: *key, value, next });
                at
            }
        };
        &mut self.entries[at].value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever is asked, with few homes or many, the answers are a hash map's; so they are when the table has gone
        /// back to where it was after some of the questions.
        #[test]
        fn answers_as_a_hash_map(
            homes in 1u32..40,
            questions in prop::collection::vec((0u32..200, 0..3), 0..400),
            cut in 0usize..400,
        ) {
            let home_of = |key| match key % homes {
                0 => SsaName::NONE,
                name => SsaName(name),
            };
            let mut table = NearTable::new(10);
            let mut expected = FxHashMap::default();
            let mut back = (table.mark(), expected.clone());
            for (count, (key, what)) in questions.into_iter().enumerate() {
                if count == cut {
                    back = (table.mark(), expected.clone());
                }
                let home = home_of(key);
                match what {
                    0 => {
                        let value = table.get_or_insert(home, key, count);
                        prop_assert_eq!(value, *expected.entry(key).or_insert(count));
                    }
                    1 => {
                        table.set(home, key, count);
                        expected.insert(key, count);
                    }
                    _ => {}
                }
                prop_assert_eq!(table.get(home, &key), expected.get(&key));
                prop_assert_eq!(table.len(), expected.len());
            }
            table.go_back(back.0, |&key| home_of(key));
            prop_assert!((0..200).all(|key| table.get(home_of(key), &key) == back.1.get(&key)));
            prop_assert_eq!(table.len(), back.1.len());
        }
    }
}
