//! How many bytes integers take.
//!
//! ```text
//!   %d of an int      1 to 11
//!   %#x of 0 to 255   1 to 4
//! ```

use super::count::{Bounds, Count, Printed};
use super::directive::Conversion;

/// A type of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntType {
    pub bits: u32,
    pub signed: bool,
}

impl IntType {
    /// The least and the greatest value.
    pub fn range(self) -> (i128, i128) {
        match self.signed {
            true => (-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1),
            false => (0, (1 << self.bits) - 1),
        }
    }

    /// A value converted to the type.
    fn wrapped(self, value: i128) -> i128 {
        let value = value & ((1 << self.bits) - 1);
        if value > self.range().1 { value - (1 << self.bits) } else { value }
    }
}

/// A conversion of an integer.
pub struct Integer<'c> {
    pub conversion: &'c Conversion,
    /// The type the conversion says the argument has.
    pub ty: IntType,
    pub width: Bounds,
    pub precision: Bounds,
    /// The level of the warning.
    pub level: u32,
}

impl Integer<'_> {
    fn base(&self) -> u128 {
        match self.conversion.letter {
            b'x' | b'X' => 16,
            b'o' => 8,
            _ => 10,
        }
    }

    /// Whether a positive number has something before it.
    fn has_sign(&self) -> bool {
        self.conversion.is_signed() && (self.conversion.has(b'+') || self.conversion.has(b' '))
    }

    /// As many columns and digits as are asked for.
    fn widened(&self, printed: Printed) -> Printed {
        let (base, bits) = (self.base(), u64::from(self.ty.bits));
        let digits = match base {
            8 => bits.div_ceil(3),
            16 => bits / 4,
            _ => bits * 301 / 1000 + 1,
        };
        let signed = self.conversion.is_signed() || self.conversion.has(b'#');
        let before = u64::from(signed) + u64::from(base == 16);
        let digits = Some((digits, before));
        printed.widened(self.width, self.level, digits).widened(self.precision, self.level, digits)
    }

    /// How long a number is with a precision.
    fn length(&self, value: i128, precision: i64) -> u64 {
        let (base, magnitude) = (self.base(), value.unsigned_abs());
        let digits = u64::from(magnitude.checked_ilog(base).unwrap_or(0)) + 1;
        let padded = digits.max(u64::try_from(precision).unwrap_or(0));
        let prefix = match base {
            _ if magnitude == 0 || !self.conversion.has(b'#') => 0,
            16 => 2,
            8 => u64::from(padded == digits),
            _ => 0,
        };
        padded + u64::from(value < 0 || self.has_sign()) + prefix
    }

    /// A number that is known, of any type.
    pub fn constant(&self, value: i128) -> Printed {
        let Bounds { low, high } = self.precision;
        let (min, max, likely, known);
        if value == 0 && low <= 0 && high >= 0 {
            // Without digits only a sign is left, or the 0 of an octal number.
            min = u64::from(self.base() == 8 && self.conversion.has(b'#') || self.has_sign());
            max = if min == 0 && low != high { 1 } else { min };
            (likely, known) = (max, false);
        } else {
            let value = self.ty.wrapped(value);
            min = self.length(value, low);
            max = if low == high { min } else { self.length(value, high) };
            (likely, known) = (min, true);
        }
        self.widened(Printed::of(Count { min, likely, max, unlikely: max }, known))
    }

    /// A number of a range of some type. `known`: the range is not just that of the type.
    pub fn of_range(&self, ty: IntType, range: (i128, i128), known: bool) -> Printed {
        let mut printed = Printed::unknown();
        if known {
            let settled =
                self.width.high <= i32::MAX.into() && self.precision.high < i32::MAX.into();
            printed.known = range != self.ty.range() && settled;
            printed.argument = Some(range);
        }
        let (low, high) = self.converted(ty, range).unwrap_or_else(|| {
            let all = self.ty.range();
            (printed.known, printed.argument) = (false, Some(all));
            all
        });
        let [first, last] = [low, high].map(|value| self.constant(value).count);
        let (min, max) = if !self.ty.signed || low >= 0 {
            (first.min, last.max)
        } else if high < 0 {
            (last.min, first.max)
        } else {
            (self.constant(0).count.min, first.max.max(last.max))
        };
        let mut likely = if printed.known { max } else { min };
        if !printed.known && self.conversion.has(b'#') && (low < 0 || high > 0) {
            // Only 0 goes without a prefix.
            let in_two = self.width.low == 2 || self.precision.low == 2;
            likely += match (self.base(), min) {
                (8, 1) => 1,
                (16, 1) => 2,
                (16, 2) if in_two => 1,
                _ => 0,
            };
        }
        printed.count = Count { min, likely, max, unlikely: max };
        self.widened(printed)
    }

    /// A range of some type in that of the conversion; nothing if it wraps, so that any value is possible
    /// (`adjust_range_for_overflow`).
    fn converted(&self, ty: IntType, (low, high): (i128, i128)) -> Option<(i128, i128)> {
        if ty == self.ty {
            return Some((low, high));
        }
        let fits = self.ty.bits >= ty.bits || high.wrapping_sub(low) >> self.ty.bits == 0;
        let [low, high] = [low, high].map(|value| self.ty.wrapped(value));
        (fits && low <= high).then_some((low, high))
    }
}

#[cfg(test)]
mod tests {
    use super::super::directive::{Amount, directive};
    use super::*;
    use rstest::rstest;

    const INT: IntType = IntType { bits: 32, signed: true };
    const ANY: (i128, i128) = (i32::MIN as i128, i32::MAX as i128);

    fn counted(format: &str, ty: IntType, range: (i128, i128), known: bool) -> String {
        let conversion = directive(format.as_bytes(), 0).unwrap().conversion.unwrap();
        let bounds = |amount| match amount {
            Some(Amount::Number(number)) => Bounds::exactly(number),
            Some(Amount::Argument) => Bounds { low: -1, high: i32::MAX.into() },
            Some(Amount::TooLarge { .. }) | None => Bounds::NONE,
        };
        let integer = Integer {
            ty: IntType { bits: 32, signed: conversion.is_signed() },
            width: bounds(conversion.width),
            precision: bounds(conversion.precision),
            level: 1,
            conversion: &conversion,
        };
        integer.of_range(ty, range, known).count.text()
    }

    #[rstest]
    #[case("%d", ANY, false, "1, 1, 11, 11")]
    #[case("%+d", ANY, false, "2, 2, 11, 11")]
    #[case("%.4d", ANY, false, "4, 4, 11, 11")]
    #[case("%d", (-5, 100), true, "1, 3, 3, 3")]
    #[case("%d", (10, 100), true, "2, 3, 3, 3")]
    #[case("%d", (-100, -10), true, "3, 4, 4, 4")]
    #[case("%.0d", (0, 0), true, "0, 0, 0, 0")]
    #[case("%+.0d", (0, 0), true, "1, 1, 1, 1")]
    #[case("%u", (-1, 3), true, "1, 1, 10, 10")]
    #[case("%.*d", (5, 5), true, "1, 1, 2147483647, 2147483647")]
    fn signed_arguments(
        #[case] format: &str,
        #[case] range: (i128, i128),
        #[case] known: bool,
        #[case] expected: &str,
    ) {
        assert_eq!(counted(format, INT, range, known), expected);
    }

    #[rstest]
    #[case("%#x", "1, 3, 10, 10")]
    #[case("%#o", "1, 2, 12, 12")]
    #[case("%#2x", "2, 3, 10, 10")]
    #[case("%x", "1, 1, 8, 8")]
    #[case("%d", "1, 1, 11, 11")]
    fn unsigned_arguments(#[case] format: &str, #[case] expected: &str) {
        let ty = IntType { bits: 32, signed: false };
        assert_eq!(counted(format, ty, ty.range(), false), expected);
    }

    #[test]
    fn a_narrow_argument_fits() {
        let byte = IntType { bits: 8, signed: false };
        assert_eq!(counted("%d", byte, byte.range(), false), "1, 1, 3, 3");
    }
}
