//! An index by hash: finds numbers whose keys somebody else keeps, one after the other mostly.
//!
//! ```text
//!   texts  "int" "char" "main"          slots  [ - ][ h(main), 2 ][ - ][ h(int), 0 ][ h(char), 1 ] …
//!   numbers  0     1      2
//! ```
//!
//! A slot is searched from where the hash says onward. It holds a part of the hash, so that keys are compared when they
//! are equal, as good as always, and none is looked at when the table grows.

/// A slot: part of a hash, and a number.
#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    number: u32,
}

const EMPTY: Slot = Slot { hash: 0, number: u32::MAX };

/// The index. It is a quarter empty at least.
#[derive(Default)]
pub struct HashIndex {
    slots: Vec<Slot>,
    len: usize,
}

/// The part of a hash that is kept.
fn part(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

impl HashIndex {
    /// The number with a hash whose key is the one that is sought.
    #[inline]
    pub fn find(&self, hash: u64, mut is_sought: impl FnMut(u32) -> bool) -> Option<u32> {
        let hash = part(hash);
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        loop {
            let slot = *self.slots.get(at)?;
            if slot.number == EMPTY.number {
                return None;
            }
            if slot.hash == hash && is_sought(slot.number) {
                return Some(slot.number);
            }
            at = (at + 1) & mask;
        }
    }

    /// Enters a number that is not there.
    pub fn insert(&mut self, hash: u64, number: u32) {
        if self.len * 4 >= self.slots.len() * 3 {
            let bigger = vec![EMPTY; (self.slots.len() * 2).max(16)];
            for slot in std::mem::replace(&mut self.slots, bigger) {
                if slot.number != EMPTY.number {
                    self.place(slot);
                }
            }
        }
        self.place(Slot { hash: part(hash), number });
        self.len += 1;
    }

    fn place(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut at = slot.hash as usize & mask;
        while self.slots[at].number != EMPTY.number {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }

    /// Removes a number that is there, and moves those after it that would not be found any more.
    pub fn remove(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut hole = part(hash) as usize & mask;
        while self.slots[hole].number != number {
            hole = (hole + 1) & mask;
        }
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            let slot = self.slots[at];
            if slot.number == EMPTY.number {
                break;
            }
            // It may stand in the hole if that is not before where its search begins.
            let begin = slot.hash as usize & mask;
            if (at.wrapping_sub(begin) & mask) >= (at.wrapping_sub(hole) & mask) {
                self.slots[hole] = slot;
                hole = at;
            }
        }
        self.slots[hole] = EMPTY;
        self.len -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Keys are found while they are there, whatever came and went between, and however hashes collide.
        #[test]
        fn finds_what_is_there(
            hashes in 1u64..1 << 40,
            steps in prop::collection::vec((0u64..60, any::<bool>()), 0..300),
        ) {
            let mut index = HashIndex::default();
            let mut keys: Vec<Option<u64>> = Vec::new();
            let hash = |key: u64| key % hashes * 7;
            for (key, insert) in steps {
                let found = index.find(hash(key), |number| keys[number as usize] == Some(key));
                prop_assert_eq!(found, keys.iter().position(|&k| k == Some(key)).map(|at| at as u32));
                match found {
                    None if insert => {
                        index.insert(hash(key), keys.len() as u32);
                        keys.push(Some(key));
                    }
                    Some(number) if !insert => {
                        index.remove(hash(key), number);
                        keys[number as usize] = None;
                    }
                    _ => {}
                }
            }
        }
    }
}
