//! How many bytes a floating-point number takes when it is written, rounded up or down.
//!
//! ```text
//!   9.96  %.1f        9.9 or 10.0
//!   9.96  %.0e        9e+00 or 1e+01
//!   2.25  %.3a        0x2.400p+0
//! ```
//!
//! What a library writes is one of both; which of them, the rounding mode says. Hexadecimal numbers have a first digit
//! that is not 0, as MPFR writes them.

/// Precisions beyond this make no difference to what is known of the length, and sums of them do not overflow.
const MOST_PRECISE: u64 = i64::MAX as u64 / 4;

/// A finite number without its sign: `0.DIGITS` times a power of the base.
#[derive(Clone)]
struct Digits {
    digits: Vec<u8>,
    point: i64,
    base: u8,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// `%f`
    Fixed,
    /// `%e`
    Scientific,
    /// `%g`
    General,
    /// `%a`
    Hexadecimal,
}

/// What the length depends on besides the number.
#[derive(Clone, Copy)]
pub struct Writing {
    pub style: Style,
    /// Digits after the point, or for `%g` all; nothing for as many as `%a` needs.
    pub precision: Option<u64>,
    /// A point is written even if nothing follows it, and zeros at the end stay (`#`).
    pub point: bool,
}

impl Writing {
    /// The bytes of a finite number without its sign; `up` is away from zero.
    pub fn length(self, value: f64, up: bool) -> u64 {
        let precision = self.precision.map(|precision| precision.min(MOST_PRECISE) as i64);
        let length = match self.style {
            Style::Fixed => self.fixed(&Digits::decimal(value), precision.unwrap_or(6), up),
            Style::Scientific => {
                self.scientific(&Digits::decimal(value), precision.unwrap_or(6), up)
            }
            Style::General => self.general(&Digits::decimal(value), precision.unwrap_or(6), up),
            Style::Hexadecimal => self.hexadecimal(&Digits::hexadecimal(value), precision, up),
        };
        length as u64
    }

    fn point(self, digits_after: i64) -> i64 {
        i64::from(self.point || digits_after > 0)
    }

    fn fixed(self, number: &Digits, precision: i64, up: bool) -> i64 {
        let rounded = number.rounded(number.point.saturating_add(precision), up);
        rounded.point.max(1).saturating_add(self.point(precision)).saturating_add(precision)
    }

    fn scientific(self, number: &Digits, precision: i64, up: bool) -> i64 {
        let exponent = number.rounded(precision.saturating_add(1), up).exponent();
        let sign_and_digits = 2 + width(exponent).max(2);
        precision.saturating_add(1 + self.point(precision) + sign_and_digits)
    }

    fn general(self, number: &Digits, precision: i64, up: bool) -> i64 {
        let all = precision.max(1);
        let rounded = number.rounded(all, up);
        let exponent = rounded.exponent();
        let fixed = (-4..all).contains(&exponent);
        let mut after = if fixed { all - 1 - exponent } else { all - 1 };
        if !self.point {
            // Of the digits only those up to the last that is not 0 are written.
            let significant = rounded.significant();
            after =
                after.min(if fixed { significant - 1 - exponent } else { significant - 1 }).max(0);
        }
        match fixed {
            true => exponent.max(0) + 1 + self.point(after) + after,
            false => 1 + self.point(after) + after + 2 + width(exponent).max(2),
        }
    }

    fn hexadecimal(self, number: &Digits, precision: Option<i64>, up: bool) -> i64 {
        let (rounded, after) = match precision {
            Some(precision) => (number.rounded(precision.saturating_add(1), up), precision),
            None => (number.clone(), number.significant() - 1),
        };
        let exponent = 4 * rounded.exponent();
        after.saturating_add(2 + 1 + self.point(after) + 2 + width(exponent))
    }
}

/// The digits of an exponent.
fn width(exponent: i64) -> i64 {
    i64::from(exponent.unsigned_abs().checked_ilog10().unwrap_or(0)) + 1
}

impl Digits {
    /// The exact decimal digits of a finite number.
    fn decimal(value: f64) -> Digits {
        // No finite number has more digits after its point.
        let text = format!("{:.1074}", value.abs());
        let point = text.find('.').unwrap_or(text.len()) as i64;
        let digits = text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect();
        Digits { digits, point, base: 10 }.normal()
    }

    /// The exact hexadecimal digits of a finite number.
    fn hexadecimal(value: f64) -> Digits {
        let bits = value.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
        let (mantissa, exponent) = match exponent {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, exponent - 1075),
        };
        // The exponent becomes a multiple of 4.
        let shift = exponent.rem_euclid(4);
        let mantissa = u128::from(mantissa) << shift;
        let digits = (0..15).rev().map(|at| (mantissa >> (4 * at)) as u8 & 15).collect();
        Digits { digits, point: 15 + (exponent - shift) / 4, base: 16 }.normal()
    }

    /// Without zeros at the beginning and at the end.
    fn normal(mut self) -> Digits {
        let zeros = self.digits.iter().take_while(|&&digit| digit == 0).count();
        self.digits.drain(..zeros);
        self.point -= zeros as i64;
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.point = 1;
        }
        self
    }

    /// Rounded to so many digits, up or down.
    fn rounded(&self, keep: i64, up: bool) -> Digits {
        let Ok(keep) = usize::try_from(keep) else {
            // All the number is less than what the last place counts.
            let raised = up && !self.digits.is_empty();
            let digits = if raised { vec![1] } else { Vec::new() };
            return Digits { digits, point: self.point - keep + 1, base: self.base }.normal();
        };
        if keep >= self.digits.len() {
            return self.clone();
        }
        let mut result = Digits { digits: self.digits[..keep].to_vec(), ..*self };
        if up {
            let mut at = keep;
            loop {
                if at == 0 {
                    result.digits.insert(0, 1);
                    result.point += 1;
                    break;
                }
                at -= 1;
                if result.digits[at] + 1 < self.base {
                    result.digits[at] += 1;
                    break;
                }
                result.digits[at] = 0;
            }
        }
        result.normal()
    }

    /// The exponent of the first digit.
    fn exponent(&self) -> i64 {
        self.point - 1
    }

    /// How many digits are not just zeros at the end; one of zero.
    fn significant(&self) -> i64 {
        self.digits.len().max(1) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// Down and up.
    fn lengths(value: f64, style: Style, precision: Option<u64>) -> (u64, u64) {
        let writing = Writing { style, precision, point: false };
        (writing.length(value, false), writing.length(value, true))
    }

    #[rstest]
    #[case(9.96, Some(1), (3, 4))]
    #[case(0.995, Some(2), (4, 4))]
    #[case(1e10, Some(6), (18, 18))]
    #[case(0.0, Some(0), (1, 1))]
    #[case(1e-300, Some(1000), (1002, 1002))]
    #[case(1e-300, Some(2), (4, 4))]
    #[case(f64::MAX, Some(6), (316, 316))]
    fn fixed(#[case] value: f64, #[case] precision: Option<u64>, #[case] expected: (u64, u64)) {
        assert_eq!(lengths(value, Style::Fixed, precision), expected);
    }

    #[rstest]
    #[case(9.996, Some(6), (12, 12))]
    #[case(9.96, Some(0), (5, 5))]
    #[case(1e-100, Some(0), (6, 6))]
    #[case(0.0, Some(2), (8, 8))]
    fn scientific(
        #[case] value: f64,
        #[case] precision: Option<u64>,
        #[case] expected: (u64, u64),
    ) {
        assert_eq!(lengths(value, Style::Scientific, precision), expected);
    }

    #[rstest]
    #[case(1.0, Some(6), (1, 1))]
    #[case(100000.0, Some(6), (6, 6))]
    #[case(0.00001, Some(6), (5, 11))]
    #[case(123456789.0, Some(6), (11, 11))]
    #[case(999999.9, Some(6), (6, 5))]
    #[case(0.1, Some(10), (3, 12))]
    #[case(f64::MAX, Some(400), (309, 309))]
    #[case(0.0, Some(0), (1, 1))]
    fn general(#[case] value: f64, #[case] precision: Option<u64>, #[case] expected: (u64, u64)) {
        assert_eq!(lengths(value, Style::General, precision), expected);
    }

    #[rstest]
    #[case(Style::Fixed)]
    #[case(Style::Scientific)]
    #[case(Style::General)]
    #[case(Style::Hexadecimal)]
    fn precisions_beyond_all_bounds(#[case] style: Style) {
        let (down, up) = lengths(0.0001, style, Some(u64::MAX));
        assert!(down == up && (style == Style::General || down > MOST_PRECISE));
    }

    #[rstest]
    #[case(1.5, None, (8, 8))]
    #[case(2.25, Some(3), (10, 10))]
    #[case(10.0, Some(0), (6, 6))]
    #[case(f64::MAX, None, (23, 23))]
    #[case(15.9, Some(0), (6, 6))]
    #[case(0.0, None, (6, 6))]
    fn hexadecimal(
        #[case] value: f64,
        #[case] precision: Option<u64>,
        #[case] expected: (u64, u64),
    ) {
        assert_eq!(lengths(value, Style::Hexadecimal, precision), expected);
    }
}
