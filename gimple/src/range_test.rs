//! Range tests: a value within or outside of two bounds, what several of them say together, and how one is asked.
//!
//! ```text
//!   c >= 97 && c <= 122              c in [97, 122]              (unsigned int) c - 97 <= 25
//! ```
//!
//! The front end merges the two sides of `&&` and `||` by them, `reassoc` the conditions of blocks. They differ in what
//! they look at and make; what is known of ranges is here.

use crate::code::TreeCode;

/// The values within (or outside of) two inclusive bounds; a missing bound is infinite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub inside: bool,
    pub low: Option<i128>,
    pub high: Option<i128>,
}

/// What an integer or pointer type can hold, and what comes of sums it cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domain {
    pub bits: u32,
    pub unsigned: bool,
    /// Sums that do not fit wrap.
    pub wraps: bool,
    /// There are no sums that do not fit (`TYPE_OVERFLOW_UNDEFINED`).
    pub undefined: bool,
    pub pointer: bool,
}

/// How to ask whether a value is in a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// It always is.
    Always,
    /// By a comparison with a number.
    Compare(TreeCode, i128),
    /// `value - low <= width`, all without sign.
    Within { low: i128, width: i128 },
    /// By being greater than zero as a number with a sign.
    Positive,
}

/// Values that need more bits are not looked at.
const MOST_BITS: u32 = 64;

impl Domain {
    /// The least and the greatest value.
    pub fn bounds(self) -> (i128, i128) {
        match (self.unsigned, self.bits.clamp(1, 128)) {
            (true, 128) => (0, -1),
            (true, bits) => (0, (1 << bits) - 1),
            (false, 128) => (i128::MIN, i128::MAX),
            (false, bits) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        }
    }

    /// A number wrapped to the type.
    pub fn wrap(self, value: i128) -> i128 {
        let unused = 128 - self.bits.clamp(1, 128);
        let high = value << unused;
        if self.unsigned { (high as u128 >> unused) as i128 } else { high >> unused }
    }
}

/// `a < b` for low bounds, where none is the smallest.
fn low_before(a: Option<i128>, b: Option<i128>) -> bool {
    match (a, b) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(a), Some(b)) => a < b,
    }
}

/// `a <= b` for high bounds, where none is the largest.
fn high_within(a: Option<i128>, b: Option<i128>) -> bool {
    match (a, b) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(a), Some(b)) => a <= b,
    }
}

impl Range {
    /// No value at all.
    pub const NOTHING: Range = Range { inside: false, low: None, high: None };
    /// What a condition must be to hold.
    pub const TRUE: Range = Range { inside: false, low: Some(0), high: Some(0) };

    /// The values of two ranges that are in both, if that is a range (`merge_ranges`).
    pub fn merge(self, other: Range, domain: Domain) -> Option<Range> {
        let (mut a, mut b) = (self, other);
        let low_equal = a.low == b.low;
        let high_equal = a.high == b.high;
        if low_before(b.low, a.low) || low_equal && !high_within(b.high, a.high) {
            std::mem::swap(&mut a, &mut b);
        }
        let disjoint = matches!((a.high, b.low), (Some(high), Some(low)) if high < low);
        let subset = high_within(b.high, a.high);
        let inside = |low, high| Some(Range { inside: true, low, high });
        let outside = |low, high| Some(Range { inside: false, low, high });
        match (a.inside, b.inside) {
            (true, true) if disjoint => Some(Range::NOTHING),
            (true, true) => inside(b.low, if subset { b.high } else { a.high }),
            (true, false) if disjoint => Some(a),
            (true, false) if !subset || high_equal && !low_equal => inside(a.low, Some(b.low? - 1)),
            (true, false) if low_equal && high_equal => Some(Range::NOTHING),
            (true, false) if low_equal => inside(Some(b.high? + 1), a.high),
            (true, false) => None,
            (false, true) if disjoint => Some(b),
            (false, true) if subset || high_equal => Some(Range::NOTHING),
            (false, true) => inside(Some(a.high? + 1), b.high),
            (false, false) if disjoint => {
                let (high, low) = (a.high?, b.low?);
                let (min, max) = domain.bounds();
                if high + 1 == low {
                    // Up to the greatest value there is no bound; from the least on, GCC leaves it.
                    let open = b.high == Some(max) && domain.bits > 1;
                    return outside(a.low, b.high.filter(|_| !open));
                }
                let open =
                    a.low.is_none_or(|low| low == min) && b.high.is_none_or(|high| high == max);
                (open && high < low - 1).then_some(Range {
                    inside: true,
                    low: Some(high + 1),
                    high: Some(low - 1),
                })
            }
            (false, false) if subset => Some(a),
            (false, false) => outside(a.low, b.high),
        }
    }

    /// The values of `x`, of a type as `domain` says, for which `x code value` is as this range says: it holds, or does
    /// not.
    pub fn of_comparison(self, code: TreeCode, value: i128, domain: Domain) -> Option<Range> {
        if self.low != Some(0) || self.high != Some(0) || domain.bits > MOST_BITS {
            return None;
        }
        let some = Some(value);
        let (inside, low, high) = match code {
            TreeCode::Ne => (false, some, some),
            TreeCode::Eq => (true, some, some),
            TreeCode::Gt => (false, None, some),
            TreeCode::Ge => (true, some, None),
            TreeCode::Lt => (false, some, None),
            TreeCode::Le => (true, None, some),
            _ => return None,
        };
        let mut found = Range { inside: inside != self.inside, low, high };
        if domain.unsigned && (low.is_none() || high.is_none()) {
            let natural = Range { inside: true, low: Some(0), high: None };
            found = found.merge(natural, domain)?;
            if let (Some(low @ 1..), None) = (found.low, found.high) {
                found = Range { inside: !found.inside, low: Some(0), high: Some(low - 1) };
            }
        }
        Some(found)
    }

    /// The range of `x` where this is that of `-x`.
    pub fn before_negation(self, domain: Domain) -> Option<Range> {
        // Bounds change places; not for unsigned numbers or the smallest one.
        if domain.unsigned || !domain.undefined {
            return None;
        }
        let (min, _) = domain.bounds();
        if self.low == Some(min) || self.high == Some(min) {
            return None;
        }
        let negate = |bound: Option<i128>| bound.map(|value| -value);
        Some(Range { low: negate(self.high), high: negate(self.low), ..self })
    }

    /// The range of a signed `x` where this is that of `~x`.
    pub fn before_complement(self) -> Range {
        let (low, high) = (self.high.map(|value| !value), self.low.map(|value| !value));
        Range { low, high, ..self }
    }

    /// The range of `x` where this is that of `x - offset`, as the type of that makes it; `same` if it is that of `x`.
    pub fn before_difference(self, offset: i128, domain: Domain, same: bool) -> Option<Range> {
        if domain.bits > MOST_BITS || !domain.undefined && !domain.wraps {
            return None;
        }
        // The constant added is in the type, too: a large unsigned one is a negative number.
        if domain.wraps && (self.low.is_none() || self.high.is_none()) && same {
            return None;
        }
        let moved = |bound: Option<i128>| match bound {
            None => Ok(None),
            Some(value) => {
                let exact = value + offset;
                let wrapped = domain.wrap(exact);
                if domain.wraps || wrapped == exact { Ok(Some(wrapped)) } else { Err(()) }
            }
        };
        let (low, high) = (moved(self.low).ok()?, moved(self.high).ok()?);
        if let (Some(l), Some(h)) = (low, high)
            && h < l
        {
            let (new_low, new_high) = (domain.wrap(h + 1), domain.wrap(l - 1));
            if (new_low, new_high) == (l, h) {
                return Some(Range { low: None, high: None, ..self });
            }
            let inside = !self.inside;
            return Some(Range { inside, low: Some(new_low), high: Some(new_high) });
        }
        Some(Range { low, high, ..self })
    }

    /// The range of an integer of type `from` where this is that of what it is converted to.
    pub fn before_conversion(self, to: Domain, from: Domain) -> Option<Range> {
        if from.bits > to.bits || to.bits > MOST_BITS {
            return None;
        }
        let (min, max) = from.bounds();
        let fits = |bound: Option<i128>| bound.is_none_or(|value| (min..=max).contains(&value));
        if !fits(self.low) || !fits(self.high) {
            return None;
        }
        if to.unsigned || !from.unsigned {
            return Some(self);
        }
        // From unsigned to signed: large values were negative.
        let positive = if from.bits == to.bits { max >> 1 } else { max };
        let natural = Range { inside: true, low: Some(0), high: Some(positive) };
        let own = Range { inside: self.low.is_some(), ..self };
        let merged = own.merge(natural, from)?;
        let inside = if self.low.is_some() {
            merged.inside == self.inside
        } else {
            merged.inside != self.inside
        };
        Some(Range { inside, ..merged })
    }

    /// How to ask whether a value is between the bounds (`build_range_check`).
    pub fn check(self, domain: Domain) -> Option<Check> {
        let (low, high) = match (self.low, self.high) {
            (None, None) => return Some(Check::Always),
            (None, Some(high)) => return Some(Check::Compare(TreeCode::Le, high)),
            (Some(low), None) => return Some(Check::Compare(TreeCode::Ge, low)),
            (Some(low), Some(high)) if low == high => {
                return Some(Check::Compare(TreeCode::Eq, low));
            }
            (Some(low), Some(high)) => (low, high),
        };
        if low == 0 {
            return Some(Check::Within { low, width: high });
        }
        if low == 1 && domain.bits > 1 && high == (1 << (domain.bits - 1)) - 1 && domain.unsigned {
            return Some(Check::Positive);
        }
        // The difference is compared as an unsigned number: that the signed one wraps with `-fwrapv` is not
        // enough, a number below the range makes a small one of it.
        (!domain.pointer).then_some(Check::Within { low, width: high - low })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: Domain =
        Domain { bits: 4, unsigned: false, wraps: true, undefined: false, pointer: false };

    fn contains(range: Range, value: i128) -> bool {
        let between =
            range.low.is_none_or(|low| low <= value) && range.high.is_none_or(|high| value <= high);
        between == range.inside
    }

    fn all() -> Vec<Range> {
        let bounds: Vec<Option<i128>> =
            std::iter::once(None).chain((-8..8).step_by(3).map(Some)).collect();
        let mut ranges = Vec::new();
        for inside in [false, true] {
            for &low in &bounds {
                for &high in &bounds {
                    if low.zip(high).is_none_or(|(low, high)| low <= high) {
                        ranges.push(Range { inside, low, high });
                    }
                }
            }
        }
        ranges
    }

    #[test]
    fn merged_ranges_hold_what_both_do() {
        let ranges = all();
        let mut merged = 0;
        for &a in &ranges {
            for &b in &ranges {
                let Some(both) = a.merge(b, BYTE) else { continue };
                merged += 1;
                for value in -8..8 {
                    let wanted = contains(a, value) && contains(b, value);
                    assert_eq!(contains(both, value), wanted, "{a:?} {b:?} {both:?} {value}");
                }
            }
        }
        assert!(merged > ranges.len() * ranges.len() / 2);
    }

    #[test]
    fn differences_are_taken_back() {
        for range in all() {
            for offset in -8..8 {
                let Some(before) = range.before_difference(offset, BYTE, true) else { continue };
                for value in -8..8 {
                    let difference = BYTE.wrap(value - offset);
                    assert_eq!(contains(before, value), contains(range, difference));
                }
            }
        }
    }
}
