//! Sets of numbers that are small mostly: what variables point to, and where edges of the constraint graph lead.
//!
//! Variables that something points to have the lowest numbers, so that the sets of a function of ordinary size are one
//! word. What is above is kept word by word, in order, without those that are zero.

use smallvec::SmallVec;

/// A set of numbers.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Numbers {
    first: u64,
    /// Words that are not zero and their positions, from 1 on, in order.
    rest: SmallVec<[(u32, u64); 1]>,
}

impl Numbers {
    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.rest.is_empty()
    }

    /// How many words it takes beside itself.
    pub fn weight(&self) -> usize {
        self.rest.len()
    }

    /// Whether a number is in it.
    pub fn contains(&self, number: u32) -> bool {
        let (word, bit) = (number / 64, 1 << (number % 64));
        if word == 0 {
            return self.first & bit != 0;
        }
        self.place(word).is_ok_and(|at| self.rest[at].1 & bit != 0)
    }

    fn place(&self, word: u32) -> Result<usize, usize> {
        // Numbers come in rising order mostly.
        match self.rest.last() {
            Some(&(last, _)) if last >= word => {
                self.rest.binary_search_by_key(&word, |&(word, _)| word)
            }
            _ => Err(self.rest.len()),
        }
    }

    /// Puts a number in; says whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (number / 64, 1 << (number % 64));
        if word == 0 {
            let new = self.first & bit == 0;
            self.first |= bit;
            return new;
        }
        match self.place(word) {
            Ok(at) => {
                let new = self.rest[at].1 & bit == 0;
                self.rest[at].1 |= bit;
                new
            }
            Err(at) => {
                self.rest.insert(at, (word, bit));
                true
            }
        }
    }

    /// Takes a number out, if it is there.
    pub fn remove(&mut self, number: u32) {
        let (word, bit) = (number / 64, 1u64 << (number % 64));
        if word == 0 {
            self.first &= !bit;
        } else if let Ok(at) = self.place(word) {
            self.rest[at].1 &= !bit;
            if self.rest[at].1 == 0 {
                self.rest.remove(at);
            }
        }
    }

    /// Takes all numbers from `bound` on out.
    #[inline]
    pub fn truncate(&mut self, bound: u32) {
        let (word, mask) = (bound / 64, (1u64 << (bound % 64)) - 1);
        if word == 0 {
            self.first &= mask;
        }
        if !self.rest.is_empty() {
            self.truncate_rest(word, mask);
        }
    }

    fn truncate_rest(&mut self, word: u32, mask: u64) {
        let keep = self.rest.partition_point(|&(at, _)| at < word);
        let partial = self.rest.get(keep).filter(|&&(at, bits)| at == word && bits & mask != 0);
        let partial = partial.map(|&(at, bits)| (at, bits & mask));
        self.rest.truncate(keep);
        self.rest.extend(partial);
    }

    /// Adds what another set has; says whether that was more.
    pub fn add(&mut self, other: &Numbers) -> bool {
        let mut more = other.first & !self.first != 0;
        self.first |= other.first;
        if other.rest.is_empty() {
            return more;
        }
        let mut at = 0;
        let mut missing = 0;
        for &(word, bits) in &other.rest {
            while self.rest.get(at).is_some_and(|&(mine, _)| mine < word) {
                at += 1;
            }
            match self.rest.get_mut(at) {
                Some((mine, own)) if *mine == word => {
                    more |= bits & !*own != 0;
                    *own |= bits;
                }
                _ => missing += 1,
            }
        }
        if missing > 0 {
            self.merge(other, missing);
        }
        more | (missing > 0)
    }

    /// Brings in the words of another set that this one lacks, as many as it says, from the end.
    fn merge(&mut self, other: &Numbers, missing: usize) {
        let mut from = self.rest.len();
        self.rest.resize(from + missing, (0, 0));
        let (mut to, mut theirs) = (self.rest.len(), other.rest.len());
        while to > from {
            let last = other.rest[theirs - 1];
            if from > 0 && self.rest[from - 1].0 >= last.0 {
                theirs -= usize::from(self.rest[from - 1].0 == last.0);
                self.rest[to - 1] = self.rest[from - 1];
                from -= 1;
            } else {
                self.rest[to - 1] = last;
                theirs -= 1;
            }
            to -= 1;
        }
    }

    /// What this set has and another has not.
    pub fn without(&self, other: &Numbers) -> Numbers {
        let mut at = 0;
        let mut rest = SmallVec::new();
        for &(word, bits) in &self.rest {
            while other.rest.get(at).is_some_and(|&(theirs, _)| theirs < word) {
                at += 1;
            }
            let gone = other.rest.get(at).filter(|own| own.0 == word).map_or(0, |own| own.1);
            if bits & !gone != 0 {
                rest.push((word, bits & !gone));
            }
        }
        Numbers { first: self.first & !other.first, rest }
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let mut cursor = self.start();
        std::iter::from_fn(move || self.next(&mut cursor))
    }

    /// Where to begin with [`Numbers::next`].
    pub fn start(&self) -> Cursor {
        Cursor { word: 0, bits: self.first, next: 0 }
    }

    /// The next number, for walks that leave the set and come back to it.
    pub fn next(&self, cursor: &mut Cursor) -> Option<u32> {
        while cursor.bits == 0 {
            (cursor.word, cursor.bits) = *self.rest.get(cursor.next)?;
            cursor.next += 1;
        }
        let bit = cursor.bits.trailing_zeros();
        cursor.bits &= cursor.bits - 1;
        Some(cursor.word * 64 + bit)
    }
}

/// A place in a set.
pub struct Cursor {
    word: u32,
    /// What of the word is still to come.
    bits: u64,
    /// The place of the word after it.
    next: usize,
}

impl FromIterator<u32> for Numbers {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Numbers {
        let mut set = Numbers::default();
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

/// Adds the set at `from` to that at `to`; says whether that was more.
pub fn add_within(sets: &mut [Numbers], to: u32, from: u32) -> bool {
    if to == from {
        return false;
    }
    let [to, from] = sets
        .get_disjoint_mut([to as usize, from as usize])
        .expect("two nodes have sets of their own");
    to.add(from)
}

#[cfg(test)]
mod tests {
    use super::Numbers;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn as_a_set(a: Vec<u16>, b: Vec<u16>, bound in 0u32..2000) {
            let (a, b) = [&a, &b].map(|list| list.iter().map(|&n| u32::from(n % 1000)).collect::<BTreeSet<u32>>()).into();
            let (mut x, y): (Numbers, Numbers) = (a.iter().copied().collect(), b.iter().rev().copied().collect());
            prop_assert!(x.without(&y).iter().eq(a.difference(&b).copied()));
            prop_assert_eq!(x.add(&y), !b.is_subset(&a));
            prop_assert!(x.iter().eq(a.union(&b).copied()));
            for &number in &a {
                prop_assert!(x.contains(number));
                x.remove(number);
                prop_assert!(!x.contains(number));
            }
            prop_assert!(x.iter().eq(b.difference(&a).copied()));
            x.truncate(bound);
            prop_assert!(x.iter().eq(b.difference(&a).copied().filter(|&number| number < bound)));
        }
    }
}
