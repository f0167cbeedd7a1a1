//! Sets of values, each with the expressions that compute them.
//!
//! Most sets of a function are small and far apart, so a set keeps only the words of bits that are not empty, in order.

use super::expressions::{ExprId, Expressions, ValueId};
use smallvec::SmallVec;

/// A set of small numbers.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Bits {
    /// Which 64 numbers, and those of them that are in.
    words: Vec<(u32, u64)>,
}

impl Bits {
    fn place(&self, number: u32) -> Result<usize, usize> {
        let wanted = number / 64;
        let Some(first) = self.words.first() else { return Err(0) };
        // Where it stands if no word before it is missing, as in most sets.
        let guess = wanted.wrapping_sub(first.0) as usize;
        if self.words.get(guess).is_some_and(|word| word.0 == wanted) {
            return Ok(guess);
        }
        match self.words.last() {
            Some(last) if last.0 < wanted => Err(self.words.len()),
            _ => self.words.binary_search_by_key(&wanted, |word| word.0),
        }
    }

    /// Puts a number in; says whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let bit = 1u64 << (number % 64);
        match self.place(number) {
            Ok(at) => {
                let word = &mut self.words[at].1;
                let new = *word & bit == 0;
                *word |= bit;
                new
            }
            Err(at) => {
                self.words.insert(at, (number / 64, bit));
                true
            }
        }
    }

    /// Takes a number out.
    pub fn remove(&mut self, number: u32) {
        if let Ok(at) = self.place(number) {
            self.words[at].1 &= !(1 << (number % 64));
            if self.words[at].1 == 0 {
                self.words.remove(at);
            }
        }
    }

    /// Whether a number is in.
    pub fn contains(&self, number: u32) -> bool {
        self.place(number).is_ok_and(|at| self.words[at].1 >> (number % 64) & 1 != 0)
    }

    /// Whether nothing is in.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many numbers are in.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.1.count_ones() as usize).sum()
    }

    /// The numbers, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().flat_map(|&(index, word)| numbers(index, word))
    }

    /// Puts in all that is in `other`.
    pub fn unite(&mut self, other: &Bits) {
        if other.is_empty() {
            return;
        }
        let mut all = Vec::with_capacity(self.words.len() + other.words.len());
        let (mut mine, mut theirs) = (self.words.iter().peekable(), other.words.iter().peekable());
        while let (Some(&&a), Some(&&b)) = (mine.peek(), theirs.peek()) {
            all.push((
                a.0.min(b.0),
                if a.0 <= b.0 { a.1 } else { 0 } | if b.0 <= a.0 { b.1 } else { 0 },
            ));
            mine.next_if(|word| word.0 <= b.0);
            theirs.next_if(|word| word.0 <= a.0);
        }
        all.extend(mine);
        all.extend(theirs);
        self.words = all;
    }

    /// Keeps what is in `other`, too; says whether anything went.
    pub fn intersect(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        self.words.retain_mut(|(index, word)| {
            let mask = other.place(*index * 64).map_or(0, |at| other.words[at].1);
            changed |= *word & !mask != 0;
            *word &= mask;
            *word != 0
        });
        changed
    }

    /// What is in both sets.
    fn common<'a>(&'a self, other: &'a Bits) -> impl Iterator<Item = u32> + 'a {
        let (few, many) =
            if self.words.len() < other.words.len() { (self, other) } else { (other, self) };
        few.words.iter().flat_map(move |&(index, word)| {
            let mask = many.place(index * 64).map_or(0, |at| many.words[at].1);
            numbers(index, word & mask)
        })
    }

    /// What is in this set and not in `other`.
    pub fn without(&self, other: &Bits) -> Bits {
        let mut result = self.clone();
        result.words.retain_mut(|(index, word)| {
            *word &= !other.place(*index * 64).map_or(0, |at| other.words[at].1);
            *word != 0
        });
        result
    }
}

/// The numbers of a word of bits.
fn numbers(index: u32, word: u64) -> impl Iterator<Item = u32> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros())?;
        left &= left - 1;
        Some(index * 64 + bit)
    })
}

/// A set of expressions and of their values.
#[derive(Clone, Default)]
pub struct Set {
    pub expressions: Bits,
    pub values: Bits,
}

impl Set {
    /// Puts an expression in; constants are in every set and are not kept.
    pub fn insert(&mut self, all: &Expressions, expr: ExprId) {
        let value = all.value(expr);
        if !value.is_constant() {
            self.values.insert(value.number());
            self.expressions.insert(expr.0);
        }
    }

    /// Puts an expression in if its value is not there.
    pub fn insert_value(&mut self, all: &Expressions, expr: ExprId) {
        let value = all.value(expr);
        if !value.is_constant() && self.values.insert(value.number()) {
            self.expressions.insert(expr.0);
        }
    }

    /// Whether a value is there.
    pub fn has_value(&self, value: ValueId) -> bool {
        value.is_constant() || self.values.contains(value.number())
    }

    /// The first expression of a value that is in the set.
    pub fn leader(&self, all: &Expressions, value: ValueId) -> Option<ExprId> {
        if value.is_constant() {
            return all.of_constant(value);
        }
        if !self.values.contains(value.number()) {
            return None;
        }
        all.of_value(value).iter().copied().find(|expr| self.expressions.contains(expr.0))
    }

    /// The expressions, in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.expressions.iter().map(ExprId)
    }

    /// Drops the expressions whose value is not there.
    pub fn keep_expressions_of_values(&mut self, all: &Expressions) {
        let stale: Vec<ExprId> =
            self.iter().filter(|&expr| !self.has_value(all.value(expr))).collect();
        stale.into_iter().for_each(|expr| self.expressions.remove(expr.0));
    }

    /// Takes an expression out, and its value, if no other expression has it.
    pub fn remove(&mut self, all: &Expressions, expr: ExprId) {
        self.expressions.remove(expr.0);
        let value = all.value(expr);
        if self.leader(all, value).is_none() {
            self.values.remove(value.number());
        }
    }

    /// Takes out the expressions that are in `other`.
    pub fn remove_expressions(&mut self, all: &Expressions, other: &Set) {
        let common: SmallVec<[u32; 16]> = self.expressions.common(&other.expressions).collect();
        common.into_iter().for_each(|expr| self.remove(all, ExprId(expr)));
    }

    /// Puts in all that is in `other`.
    pub fn unite(&mut self, other: &Set) {
        self.values.unite(&other.values);
        self.expressions.unite(&other.expressions);
    }

    /// The expressions whose values are in `values`, each after those that compute its operands.
    pub fn sorted(&self, all: &Expressions, values: &Bits) -> Vec<ExprId> {
        let mut result = Vec::with_capacity(self.expressions.len());
        let mut seen = Bits::default();
        let mut stack: Vec<Frame> = Vec::new();
        for value in values.iter() {
            if seen.insert(value) {
                stack.push(Frame::of(ValueId::variable(value)));
            }
            while let Some(frame) = stack.last_mut() {
                let Some(&expr) = all.of_value(frame.value).get(frame.member) else {
                    stack.pop();
                    continue;
                };
                if !self.expressions.contains(expr.0) {
                    frame.member += 1;
                    continue;
                }
                let Some(operand) = all.operand_value(expr, frame.operand) else {
                    result.push(expr);
                    (frame.member, frame.operand) = (frame.member + 1, 0);
                    continue;
                };
                frame.operand += 1;
                let number = operand.number();
                if !operand.is_constant() && values.contains(number) && seen.insert(number) {
                    stack.push(Frame::of(operand));
                }
            }
        }
        result
    }
}

/// Where [`Set::sorted`] is: at which expression of a value, and at which of its operands.
struct Frame {
    value: ValueId,
    member: usize,
    operand: usize,
}

impl Frame {
    fn of(value: ValueId) -> Frame {
        Frame { value, member: 0, operand: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Whatever is done with two sets of bits, they hold what ordered sets hold.
        #[test]
        fn bits_are_sets(
            a in prop::collection::btree_set(0u32..400, 0..60),
            b in prop::collection::btree_set(0u32..400, 0..60),
            gone in prop::collection::vec(0u32..400, 0..40),
        ) {
            let bits = |set: &BTreeSet<u32>| {
                let mut bits = Bits::default();
                set.iter().rev().for_each(|&n| assert!(bits.insert(n)));
                bits
            };
            let list = |bits: &Bits| bits.iter().collect::<Vec<_>>();
            let mut united = bits(&a);
            united.unite(&bits(&b));
            prop_assert_eq!(list(&united), a.union(&b).copied().collect::<Vec<_>>());
            let mut both = bits(&a);
            prop_assert_eq!(both.intersect(&bits(&b)), !a.is_subset(&b));
            prop_assert_eq!(list(&both), a.intersection(&b).copied().collect::<Vec<_>>());
            let left = bits(&a).without(&bits(&b));
            prop_assert_eq!(list(&left), a.difference(&b).copied().collect::<Vec<_>>());
            let (mut set, mut expected) = (bits(&a), a);
            for n in gone {
                set.remove(n);
                expected.remove(&n);
                prop_assert!(!set.contains(n));
            }
            prop_assert_eq!(set.len(), expected.len());
            prop_assert_eq!(&set, &bits(&expected));
            prop_assert_eq!(set.is_empty(), expected.is_empty());
        }
    }
}
