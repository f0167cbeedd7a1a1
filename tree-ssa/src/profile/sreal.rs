//! Simple real numbers (`sreal`): 30 bits of significance and an exponent.
//!
//! Frequencies are computed in them so that counts come out the same, digit by digit, on every machine, and the same as
//! GCC's: sums and products round half up at the thirtieth bit.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

const SIGNIFICANT: u32 = 30;
const LEAST: i64 = 1 << (SIGNIFICANT - 1);
const MOST: i64 = (1 << SIGNIFICANT) - 1;
const ZERO_EXPONENT: i32 = -(i32::MAX / 4);

/// A number: significand times two to the exponent. The significand of all but zero has 30 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sreal {
    significand: i64,
    exponent: i32,
}

impl Sreal {
    pub const ZERO: Sreal = Sreal { significand: 0, exponent: ZERO_EXPONENT };
    pub const ONE: Sreal = Sreal { significand: LEAST, exponent: 1 - SIGNIFICANT as i32 };
    pub const HALF: Sreal = Sreal { significand: LEAST, exponent: -(SIGNIFICANT as i32) };

    /// `significand` times two to the `exponent`, rounded.
    pub fn new(significand: i64, exponent: i32) -> Sreal {
        let magnitude = significand.unsigned_abs();
        if magnitude == 0 {
            return Sreal::ZERO;
        }
        let bits = u64::BITS - magnitude.leading_zeros();
        let (mut magnitude, mut exponent) = if bits <= SIGNIFICANT {
            let up = SIGNIFICANT - bits;
            (magnitude << up, exponent - up as i32)
        } else {
            let down = bits - SIGNIFICANT;
            let halves = magnitude >> (down - 1);
            ((halves >> 1) + (halves & 1), exponent + down as i32)
        };
        if magnitude > MOST as u64 {
            magnitude >>= 1;
            exponent += 1;
        }
        Sreal { significand: magnitude as i64 * significand.signum(), exponent }
    }

    /// It times two to the power of `by`.
    pub fn shift(self, by: i32) -> Sreal {
        match self.significand {
            0 => self,
            significand => Sreal { significand, exponent: self.exponent + by },
        }
    }

    /// The integer at or below it.
    pub fn floor(self) -> i64 {
        match self.exponent {
            exponent if exponent <= -31 => 0,
            exponent if exponent < 0 => self.significand >> -exponent,
            exponent => self.significand.checked_shl(exponent as u32).unwrap_or(i64::MAX),
        }
    }

    /// As a floating-point number, for dumps.
    pub fn to_f64(self) -> f64 {
        self.significand as f64 * f64::powi(2.0, self.exponent)
    }

    /// The significand in terms of a larger exponent, half rounded up.
    fn at_exponent(self, exponent: i32) -> i64 {
        match exponent.saturating_sub(self.exponent) {
            0 => self.significand,
            by if by > 31 => 0,
            by => (self.significand + (1 << (by - 1))) >> by,
        }
    }
}

impl Default for Sreal {
    fn default() -> Sreal {
        Sreal::ZERO
    }
}

impl From<i64> for Sreal {
    fn from(value: i64) -> Sreal {
        Sreal::new(value, 0)
    }
}

impl PartialOrd for Sreal {
    fn partial_cmp(&self, other: &Sreal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sreal {
    fn cmp(&self, other: &Sreal) -> Ordering {
        let sign = self.significand.signum();
        let by_size = || match self.exponent.cmp(&other.exponent) {
            Ordering::Equal => self.significand.abs().cmp(&other.significand.abs()),
            unlike => unlike,
        };
        match sign.cmp(&other.significand.signum()) {
            Ordering::Equal if sign < 0 => by_size().reverse(),
            Ordering::Equal => by_size(),
            unlike => unlike,
        }
    }
}

impl Add for Sreal {
    type Output = Sreal;
    fn add(self, other: Sreal) -> Sreal {
        let exponent = self.exponent.max(other.exponent);
        Sreal::new(self.at_exponent(exponent) + other.at_exponent(exponent), exponent)
    }
}

impl Sub for Sreal {
    type Output = Sreal;
    fn sub(self, other: Sreal) -> Sreal {
        let exponent = self.exponent.max(other.exponent);
        Sreal::new(self.at_exponent(exponent) - other.at_exponent(exponent), exponent)
    }
}

impl Mul for Sreal {
    type Output = Sreal;
    fn mul(self, other: Sreal) -> Sreal {
        if self == Sreal::ZERO || other == Sreal::ZERO {
            return Sreal::ZERO;
        }
        Sreal::new(self.significand * other.significand, self.exponent + other.exponent)
    }
}

impl Div for Sreal {
    type Output = Sreal;
    /// The quotient, cut off at the thirty-first bit; dividing by zero is the caller's mistake.
    fn div(self, other: Sreal) -> Sreal {
        if self == Sreal::ZERO {
            return Sreal::ZERO;
        }
        let quotient = (self.significand << 31) / other.significand;
        Sreal::new(quotient, self.exponent - other.exponent - 31)
    }
}

#[cfg(test)]
mod tests {
    use super::Sreal;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn results_are_near_those_of_doubles(a in 1i64..1 << 40, b in 1i64..1 << 40) {
            let (x, y) = (Sreal::from(a), Sreal::from(b));
            let near = |got: Sreal, want: f64| (got.to_f64() - want).abs() <= want.abs() * 4e-9 + 1e-9;
            let (fa, fb) = (x.to_f64(), y.to_f64());
            prop_assert!(near(x, a as f64) && near(y, b as f64));
            prop_assert!(near(x + y, fa + fb));
            prop_assert!(near(x * y, fa * fb));
            prop_assert!(near(x / y, fa / fb));
            prop_assert!(((x - y).to_f64() - (fa - fb)).abs() <= fa.max(fb) * 4e-9);
            prop_assert_eq!(x < y, fa < fb);
        }

        #[test]
        fn small_integers_are_exact(a in -(1i64 << 29)..1 << 29) {
            prop_assert_eq!(Sreal::from(a).floor(), a);
            prop_assert_eq!((Sreal::from(a) + Sreal::HALF).floor(), a);
        }
    }
}
