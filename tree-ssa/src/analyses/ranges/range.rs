//! A set of values of one type, as a few intervals.

use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use smallvec::SmallVec;
use std::fmt;

/// Intervals a range has at most; where there would be more, the nearest ones become one.
const MOST_PARTS: usize = 8;

/// The widest types that have ranges, in bits: products of their values fit into what bounds are kept in.
const WIDEST: u32 = 64;

/// What the values of a type are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    pub bits: u32,
    pub signed: bool,
    pub pointer: bool,
}

impl Kind {
    /// A truth value.
    pub const BOOL: Kind = Kind { bits: 1, signed: false, pointer: false };

    /// The kind of a type that has ranges: integers, enumerations, truth values and pointers.
    pub fn of(unit: &Unit, ty: TypeId) -> Option<Kind> {
        let kind = match *unit.types.kind(ty) {
            TypeKind::Bool => Kind::BOOL,
            TypeKind::Integer { precision, unsigned, .. }
            | TypeKind::Enum { precision, unsigned, .. } => {
                Kind { bits: precision.into(), signed: !unsigned, pointer: false }
            }
            TypeKind::Pointer(_) => {
                Kind { bits: unit.types.precision(ty)?, signed: false, pointer: true }
            }
            _ => return None,
        };
        (1..=WIDEST).contains(&kind.bits).then_some(kind)
    }

    /// The least value.
    pub fn min(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    /// The greatest value.
    pub fn max(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    /// How many values there are.
    pub fn count(self) -> i128 {
        1 << self.bits
    }

    /// A number modulo the count of values.
    pub fn wrap(self, value: i128) -> i128 {
        let low = value & (self.count() - 1);
        if low > self.max() { low - self.count() } else { low }
    }

    /// The same bits without a sign.
    pub fn unsigned(self) -> Kind {
        Kind { signed: false, ..self }
    }
}

/// A set of values. Empty if the code is not reached, or the value is undefined.
#[derive(PartialEq, Eq, Debug)]
pub struct Range {
    kind: Kind,
    /// Intervals in order, with something between each two.
    parts: SmallVec<[(i128, i128); 2]>,
}

impl Clone for Range {
    fn clone(&self) -> Range {
        // The derived one would go interval by interval.
        Range { kind: self.kind, parts: SmallVec::from_slice(&self.parts) }
    }
}

impl Range {
    /// No value.
    pub fn empty(kind: Kind) -> Range {
        Range { kind, parts: SmallVec::new() }
    }

    /// Every value.
    pub fn full(kind: Kind) -> Range {
        Range::between(kind, kind.min(), kind.max())
    }

    /// One value.
    pub fn constant(kind: Kind, value: i128) -> Range {
        let value = kind.wrap(value);
        Range::between(kind, value, value)
    }

    /// Every value but zero.
    pub fn nonzero(kind: Kind) -> Range {
        Range::constant(kind, 0).complement()
    }

    /// The values from `low` to `high`, as far as there are such.
    pub fn between(kind: Kind, low: i128, high: i128) -> Range {
        let (low, high) = (low.max(kind.min()), high.min(kind.max()));
        let mut range = Range::empty(kind);
        if low <= high {
            range.parts.push((low, high));
        }
        range
    }

    /// The truth values that are possible.
    pub fn truth(kind: Kind, value: Option<bool>) -> Range {
        match value {
            Some(value) => Range::constant(kind, i128::from(value)),
            None if kind.bits == 1 => Range::full(kind),
            None => Range::between(kind, 0, 1),
        }
    }

    /// Of intervals in any order.
    pub fn of_parts(kind: Kind, parts: impl IntoIterator<Item = (i128, i128)>) -> Range {
        let mut range = Range::empty(kind);
        let mut parts = parts.into_iter();
        let (Some(first), second) = (parts.next(), parts.next()) else { return range };
        let Some(second) = second else {
            range.parts.push(first);
            return range;
        };
        let mut all: SmallVec<[(i128, i128); 8]> = SmallVec::from_slice(&[first, second]);
        all.extend(parts);
        all.sort_unstable();
        for (low, high) in all {
            match range.parts.last_mut() {
                Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
                _ => range.parts.push((low, high)),
            }
        }
        while range.parts.len() > MOST_PARTS {
            let gap = |at: usize| range.parts[at + 1].0 - range.parts[at].1;
            let nearest = (0..range.parts.len() - 1).min_by_key(|&at| gap(at)).unwrap_or(0);
            let (_, high) = range.parts.remove(nearest + 1);
            range.parts[nearest].1 = high;
        }
        range
    }

    /// What the values are.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The intervals, in order.
    pub fn parts(&self) -> &[(i128, i128)] {
        &self.parts
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether there is every value.
    pub fn is_full(&self) -> bool {
        self.parts[..] == [(self.kind.min(), self.kind.max())]
    }

    /// The least and the greatest value; of an empty range, of all.
    pub fn bounds(&self) -> (i128, i128) {
        match (self.parts.first(), self.parts.last()) {
            (Some(first), Some(last)) => (first.0, last.1),
            _ => (self.kind.min(), self.kind.max()),
        }
    }

    /// The only value.
    pub fn singleton(&self) -> Option<i128> {
        match self.parts[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// Whether a value is in it.
    pub fn contains(&self, value: i128) -> bool {
        self.parts.iter().any(|&(low, high)| low <= value && value <= high)
    }

    /// Whether it is known to be true or false.
    pub fn as_truth(&self) -> Option<bool> {
        match self.singleton() {
            _ if self.is_empty() => None,
            Some(0) => Some(false),
            _ if !self.contains(0) => Some(true),
            _ => None,
        }
    }

    /// What is in either.
    pub fn union(&self, other: &Range) -> Range {
        debug_assert_eq!(self.kind, other.kind);
        if self.is_empty() || other.is_full() {
            return other.clone();
        }
        if other.is_empty() || self == other || self.is_full() {
            return self.clone();
        }
        Range::of_parts(self.kind, self.parts.iter().chain(&other.parts).copied())
    }

    /// What is in both.
    pub fn intersect(&self, other: &Range) -> Range {
        debug_assert_eq!(self.kind, other.kind);
        if self.is_full() || other.is_empty() {
            return other.clone();
        }
        if other.is_full() || self.is_empty() || self == other {
            return self.clone();
        }
        let (mut i, mut j) = (0, 0);
        let mut common: SmallVec<[(i128, i128); 8]> = SmallVec::new();
        while i < self.parts.len() && j < other.parts.len() {
            let (a, b) = (self.parts[i], other.parts[j]);
            if a.0.max(b.0) <= a.1.min(b.1) {
                common.push((a.0.max(b.0), a.1.min(b.1)));
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        Range::of_parts(self.kind, common)
    }

    /// What is not in it.
    pub fn complement(&self) -> Range {
        let mut next = self.kind.min();
        let mut gaps: SmallVec<[(i128, i128); 8]> = SmallVec::new();
        for &(low, high) in &self.parts {
            if next < low {
                gaps.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= self.kind.max() {
            gaps.push((next, self.kind.max()));
        }
        Range::of_parts(self.kind, gaps)
    }

    /// The range as dumps print it, after the name of the type.
    pub fn text(&self) -> RangeText<'_> {
        RangeText(self)
    }
}

/// How a range prints: `[-INF, 2][4, +INF]`, `VARYING`, `UNDEFINED`.
pub struct RangeText<'a>(&'a Range);

impl fmt::Display for RangeText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { kind, parts } = self.0;
        if parts.is_empty() {
            return write!(out, "UNDEFINED");
        }
        if self.0.is_full() {
            return write!(out, "VARYING");
        }
        let unit = if kind.pointer { "B" } else { "" };
        for &(low, high) in parts {
            match low {
                low if kind.signed && kind.bits > 1 && low == kind.min() => write!(out, "[-INF, ")?,
                low => write!(out, "[{low}{unit}, ")?,
            }
            match high {
                high if kind.bits > 1 && high == kind.max() => write!(out, "+INF]")?,
                high => write!(out, "{high}{unit}]")?,
            }
        }
        Ok(())
    }
}
