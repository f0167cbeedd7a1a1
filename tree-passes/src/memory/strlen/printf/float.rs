//! How many bytes floating-point numbers take.
//!
//! ```text
//!   %f of a double    3, likely 8, at most 317
//!   %.1f of 9.96      3 or 4
//! ```

use super::count::{Bounds, Count, INT_MAX, LONGEST_CHARACTER, Printed, UNKNOWN};
use super::decimal::{Style, Writing};
use super::directive::{Conversion, Modifier};

/// What the decimal point may take more than one byte, in some locales.
const POINT: u64 = LONGEST_CHARACTER - 1;

/// A conversion of a floating-point number.
pub struct Float<'c> {
    pub conversion: &'c Conversion,
    pub width: Bounds,
    pub precision: Bounds,
    pub level: u32,
}

impl Float<'_> {
    /// Whether the argument is a `long double`.
    pub fn is_long(&self) -> bool {
        matches!(self.conversion.modifier, Modifier::LongDouble | Modifier::LongLong)
    }

    fn style(&self) -> Style {
        match self.conversion.letter.to_ascii_lowercase() {
            b'a' => Style::Hexadecimal,
            b'e' => Style::Scientific,
            b'f' => Style::Fixed,
            _ => Style::General,
        }
    }

    /// The precisions of the shortest and the longest output; for `%a` nothing is as many digits as are needed.
    fn precisions(&self) -> [Option<u64>; 2] {
        let Bounds { low, high } = self.precision;
        let number = |number: i64| u64::try_from(number).ok();
        if self.style() == Style::Hexadecimal {
            let most = if self.is_long() { 15 } else { 13 };
            return match (low < 0, high < 0) {
                (_, true) => [Some(most), None],
                (true, false) => [Some(0), Some(most.max(high as u64))],
                (false, false) => [number(low), number(high)],
            };
        }
        match (low < 0, high < 0) {
            // A precision that is negative counts as none.
            (_, true) => [Some(6), Some(6)],
            (true, false) => [Some(0), Some(6.max(high as u64))],
            (false, false) => [number(low), number(high)],
        }
    }

    /// The bytes of the greatest number of the type, and a sign.
    fn longest(&self, style: Style, precision: Option<u64>) -> u64 {
        if !self.is_long() {
            let writing = Writing { style, precision, point: false };
            return writing.length(f64::MAX, false).saturating_add(1);
        }
        // 1.189731495357231765085759326628007e+4932, 0xf.fffffffffffffffffffffffffff8p+16380
        let after = precision.unwrap_or(28);
        let point = u64::from(after > 0);
        let length = match style {
            Style::Hexadecimal => after.saturating_add(10 + point),
            Style::Scientific => after.saturating_add(7 + point),
            Style::Fixed => after.saturating_add(4933 + point),
            Style::General if after > 4932 => 4933,
            Style::General => after.max(1) + 6 + u64::from(after > 1),
        };
        length.saturating_add(1)
    }

    /// Any number.
    pub fn any(&self) -> Printed {
        let with_sign = self.conversion.has(b'+') || self.conversion.has(b' ');
        let first = 1 + u64::from(with_sign);
        let point = u64::from(self.conversion.has(b'#'));
        let [least, most] = self.precisions();
        let Bounds { low, high } = self.precision;
        let after = |digits: u64| if digits > 0 { digits + 1 - point } else { 0 };
        let with_point = !self.precision.is_exact() || low == -1 || low > 0;
        // Of infinities and what is no number.
        let mut count = Count { min: 2 + first, ..Count::default() };
        match self.style() {
            Style::Hexadecimal => {
                count.likely = 2 + first + point + after(u64::try_from(low).unwrap_or(0)) + 3;
                count.max = self.longest(Style::Hexadecimal, most);
                count.unlikely = count.max + if high > 0 { POINT } else { 0 };
            }
            Style::Scientific => {
                count.likely = first + point + after(least.unwrap_or(0)) + 4;
                count.max = self.longest(Style::Scientific, most);
                count.unlikely = count.max + if with_point { POINT } else { 0 };
            }
            Style::Fixed => {
                let shortest = first + point + after(least.unwrap_or(0));
                count.min = count.min.min(shortest);
                count.max = self.longest(Style::Fixed, most);
                count.likely = if low < 0 && high > 0 { 3 } else { shortest };
                count.unlikely = if with_point { count.max + POINT } else { UNKNOWN };
            }
            Style::General => {
                count.min = count.min.min(first + point);
                count.max = if point > 0 && high != 0 {
                    let after = if high > 0 { high as u64 - 1 } else { 5 };
                    self.longest(Style::Scientific, Some(after))
                } else {
                    self.longest(Style::General, most)
                };
                let known = high < 0 || (high as u64) < INT_MAX;
                count.likely = if known { count.max - 1 } else { first + 7 + 4 };
                count.unlikely = count.max + POINT;
            }
        }
        Printed::of(count, false).widened(self.width, self.level, None)
    }

    /// A number that is known.
    pub fn constant(&self, value: f64) -> Printed {
        let settled = self.width.high <= i32::MAX.into() && self.precision.high < i32::MAX.into();
        let forced = self.conversion.has(b'+') || self.conversion.has(b' ');
        if !value.is_finite() {
            let sign = u64::from(self.conversion.has(b'+') || value.is_sign_negative());
            let unlikely = sign + if value.is_infinite() { 8 } else { 4 };
            let count = Count { unlikely, ..Count::exactly(3 + sign) };
            return Printed::of(count, settled).widened(self.width, self.level, None);
        }
        let sign = u64::from(forced || value.is_sign_negative());
        let precisions = self.precisions();
        let lengths = [(precisions[0], false), (precisions[1], true)].map(|(precision, up)| {
            let point = self.conversion.has(b'#');
            let length = Writing { style: self.style(), precision, point }.length(value, up);
            length.saturating_add(sign)
        });
        let (min, max) = (lengths[0].min(lengths[1]), lengths[0].max(lengths[1]));
        let digits_unknown = self.precision.low < 0 && self.precision.high == i32::MAX.into();
        let likely = match settled {
            true => max,
            false if min < 3 && digits_unknown => 3,
            false => min,
        };
        let with_point = max > 2 && precisions != [Some(0), Some(0)];
        let unlikely = max.saturating_add(if with_point { POINT } else { 0 });
        let count = Count { min, likely, max, unlikely };
        Printed::of(count, settled).widened(self.width, self.level, None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::directive::{Amount, directive};
    use super::*;
    use rstest::rstest;

    fn counted(format: &str, value: Option<f64>) -> String {
        let conversion = directive(format.as_bytes(), 0).unwrap().conversion.unwrap();
        let bounds = |amount| match amount {
            Some(Amount::Number(number)) => Bounds::exactly(number),
            Some(Amount::Argument) => Bounds { low: -1, high: i32::MAX.into() },
            Some(Amount::TooLarge { .. }) | None => Bounds::NONE,
        };
        let (width, precision) = (bounds(conversion.width), bounds(conversion.precision));
        let float = Float { conversion: &conversion, width, precision, level: 1 };
        value.map_or_else(|| float.any(), |value| float.constant(value)).count.text()
    }

    #[rstest]
    #[case("%a", "3, 6, 24, 24")]
    #[case("%.3a", "3, 10, 14, 19")]
    #[case("%.0a", "3, 6, 10, 10")]
    #[case("%e", "3, 12, 14, 19")]
    #[case("%.0e", "3, 5, 7, 7")]
    #[case("%#.0e", "3, 6, 7, 7")]
    #[case("%g", "1, 12, 13, 18")]
    #[case("%#g", "2, 12, 13, 18")]
    #[case("%.0g", "1, 6, 7, 12")]
    #[case("%.20g", "1, 26, 27, 32")]
    #[case("%f", "3, 8, 317, 322")]
    #[case("%.0f", "1, 1, 310, 9223372036854775807")]
    #[case("%.12f", "3, 14, 323, 328")]
    #[case("%.400g", "1, 309, 310, 315")]
    #[case("%La", "3, 6, 40, 40")]
    #[case("%.3La", "3, 10, 15, 20")]
    #[case("%Le", "3, 12, 15, 20")]
    #[case("%Lg", "1, 13, 14, 19")]
    #[case("%Lf", "3, 8, 4941, 4946")]
    #[case("%.*f", "1, 3, 2147483958, 2147483963")]
    #[case("%.*e", "3, 5, 2147483655, 2147483660")]
    #[case("%.*g", "1, 12, 310, 315")]
    #[case("%.*a", "3, 6, 2147483658, 2147483663")]
    fn any_number(#[case] format: &str, #[case] expected: &str) {
        assert_eq!(counted(format, None), expected);
    }

    #[rstest]
    #[case("%a", 1.5, "8, 20, 20, 25")]
    #[case("%.3a", 2.25, "10, 10, 10, 15")]
    #[case("%.0a", 10.0, "6, 6, 6, 6")]
    #[case("%e", 9.996, "12, 12, 12, 17")]
    #[case("%G", 0.00001, "5, 11, 11, 16")]
    #[case("%#g", 1.0, "7, 7, 7, 12")]
    #[case("% .10g", 0.1, "4, 13, 13, 18")]
    #[case("%5.1f", 9.96, "5, 5, 5, 9")]
    #[case("%f", f64::NEG_INFINITY, "4, 4, 4, 9")]
    #[case("%+f", f64::NAN, "4, 4, 4, 5")]
    #[case("%5g", f64::INFINITY, "5, 5, 5, 8")]
    #[case("%f", -2.5, "9, 9, 9, 14")]
    fn known_numbers(#[case] format: &str, #[case] value: f64, #[case] expected: &str) {
        assert_eq!(counted(format, Some(value)), expected);
    }
}
