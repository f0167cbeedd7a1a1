//! Two ranges of one value that a mask makes the same.
//!
//! ```text
//!   x_4(D) == 4 || x_4(D) == 6         (x_4(D) & -3) == 4
//!   x_4(D) == 10 || x_4(D) == 12       ((unsigned int) x_4(D) + 4294967286 & 4294967293) == 0
//! ```

use super::{NEAR, Reassoc, Test, Tests};
use gimple::code::TreeCode;
use gimple::range_test::Range;
use gimple::types::TypeId;

/// In what the ranges of a pair differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// In one bit.
    Bit,
    /// By a power of two.
    Difference,
}

/// Two ranges of the same value, one after the other.
#[derive(Clone, Copy)]
struct Pair {
    low: [i128; 2],
    high: [i128; 2],
}

impl Reassoc<'_, '_> {
    /// Joins pairs of ranges that are left out (`optimize_range_tests_1`).
    pub fn join_pairs(&mut self, tests: &mut Tests, kind: Kind) -> bool {
        let mut changed = false;
        for at in tests.first..tests.tests.len() {
            let end = tests.tests.len().min(at + NEAR);
            for other in at + 1..end {
                let Some(pair) = self.pair(tests.tests[at], tests.tests[other]) else { continue };
                let done = match kind {
                    Kind::Bit => self.join_by_bit(tests, at, other, pair),
                    Kind::Difference => self.join_by_difference(tests, at, other, pair),
                };
                if done {
                    changed = true;
                    break;
                }
            }
        }
        changed
    }

    fn pair(&self, a: Test, b: Test) -> Option<Pair> {
        // Of expressions only names are known to be the same.
        self.exprs.name(a.exp)?;
        let ty = self.exprs.ty(a.exp);
        if a.exp != b.exp || a.range.inside || b.range.inside {
            return None;
        }
        let domain = self.domain(ty).filter(|domain| !domain.pointer)?;
        let (least, greatest) = domain.bounds();
        let low = [a.range.low.unwrap_or(least), b.range.low?];
        let high = [a.range.high?, b.range.high.unwrap_or(greatest)];
        (low[1] > high[0]).then_some(Pair { low, high })
    }

    /// The type in which what is tested can be masked: its own if it has all numbers of its size.
    fn whole_type(&mut self, ty: TypeId) -> TypeId {
        let types = &mut self.cx.unit.types;
        let bits = types.size(ty).map_or(64, |bytes| 8 * bytes) as u32;
        if types.precision(ty) == Some(bits) {
            return ty;
        }
        let unsigned = types.is_unsigned(ty);
        types.nonstandard_integer(bits as u16, unsigned)
    }

    /// The one bit that a number of a type has, as a number of that type.
    fn single_bit(&self, ty: TypeId, number: i128) -> Option<i128> {
        let bits = self.cx.unit.types.precision(ty).filter(|&bits| bits <= 64)?;
        let pattern = number as u64 & (u64::MAX >> (64 - bits));
        (pattern.count_ones() == 1).then_some(i128::from(pattern))
    }

    fn join_by_bit(&mut self, tests: &mut Tests, at: usize, other: usize, pair: Pair) -> bool {
        let Test { exp, range, .. } = tests.tests[at];
        let Some(bit) = self.single_bit(self.exprs.ty(exp), pair.low[0] ^ pair.low[1]) else {
            return false;
        };
        if pair.low[0] ^ pair.low[1] != pair.high[0] ^ pair.high[1] {
            return false;
        }
        let ty = self.whole_type(self.exprs.ty(exp));
        let mask = self.cx.unit.types.wrap(ty, !bit);
        let mut folder = self.folder();
        let (number, exp) = (folder.number(ty, mask), folder.convert(ty, exp));
        let masked = folder.binary(TreeCode::BitAnd, ty, exp, number);
        let masked_bound = |bound: i128| Some(bound & mask);
        let range =
            Range { low: masked_bound(pair.low[0]), high: masked_bound(pair.high[0]), ..range };
        self.replace(tests, at, &[other], (masked, range), Vec::new())
    }

    fn join_by_difference(
        &mut self,
        tests: &mut Tests,
        at: usize,
        other: usize,
        pair: Pair,
    ) -> bool {
        let Test { exp, range, .. } = tests.tests[at];
        let width = pair.high[0] - pair.low[0];
        let between = pair.low[1] - pair.low[0];
        if pair.high[1] - pair.low[1] != width {
            return false;
        }
        let Some(bit) = self.single_bit(self.exprs.ty(exp), between) else { return false };
        let ty = self.whole_type(self.exprs.ty(exp));
        let mut folder = self.folder();
        let ty = folder.unsigned_type(ty);
        let (low, mask) = (folder.number(ty, pair.low[0]), folder.number(ty, !bit));
        let value = folder.convert(ty, exp);
        let difference = folder.binary(TreeCode::Minus, ty, value, low);
        let masked = folder.binary(TreeCode::BitAnd, ty, difference, mask);
        let range = Range { low: Some(0), high: Some(width), ..range };
        self.replace(tests, at, &[other], (masked, range), Vec::new())
    }
}
