//! Reals in decimal, as GCC's `real_to_decimal` prints them: the exact value rounded to 57 significant digits, trailing
//! zeros dropped, `d.d…e±x`.
//!
//! The value is a quad: an integer times a power of two. It is turned into decimal digits exactly, in base 10^9 limbs.

use crate::constant::RealBits;
use std::fmt::Write as _;

/// Significant digits printed: 192 bits of significand hold this many.
const DIGITS: usize = 57;
/// Base of the limbs.
const BASE: u64 = 1_000_000_000;

/// Appends the text of a real.
pub fn write(out: &mut String, value: RealBits) {
    let negative = value.0 >> 127 != 0;
    let Some((digits, point)) = decimal_expansion(value) else {
        out.push_str(match (value.0 << 16, negative) {
            (0, false) => " Inf",
            (0, true) => " -Inf",
            _ => " Nan",
        });
        return;
    };
    if negative {
        out.push('-');
    }
    if digits == [0] {
        out.push_str("0.0");
        return;
    }
    let (digits, point) = round(digits, point);
    let text: String = digits.iter().map(|&digit| char::from(b'0' + digit)).collect();
    let (first, rest) = text.split_at(1);
    let rest = if rest.is_empty() { "0" } else { rest };
    write!(out, "{first}.{rest}e{point:+}").expect("writing to a string succeeds");
}

/// The exact decimal digits of a real's magnitude, most significant first (`[0]` for zero), and the power of ten of
/// the first one; `None` for infinities and NaNs.
pub fn decimal_expansion(value: RealBits) -> Option<(Vec<u8>, i32)> {
    let bits = value.0;
    let biased = (bits >> 112) as u32 & 0x7fff;
    let fraction = bits & ((1 << 112) - 1);
    match (biased, fraction) {
        (0x7fff, _) => None,
        (0, 0) => Some((vec![0], 0)),
        (0, _) => Some(decimal_digits(fraction, -16494)),
        _ => Some(decimal_digits(fraction | 1 << 112, biased as i32 - 16383 - 112)),
    }
}

/// The digits of `significand * 2^exponent`, most significant first, and the power of ten of the first one.
fn decimal_digits(significand: u128, exponent: i32) -> (Vec<u8>, i32) {
    let zeros = significand.trailing_zeros();
    let (mut significand, mut exponent) = (significand >> zeros, exponent + zeros as i32);
    let mut limbs: Vec<u32> = Vec::new();
    while significand != 0 {
        limbs.push((significand % u128::from(BASE)) as u32);
        significand /= u128::from(BASE);
    }
    // A negative power of two is a power of five, the decimal point moved.
    let scale = exponent.min(0);
    while exponent > 0 {
        let step = exponent.min(29);
        multiply(&mut limbs, 1 << step);
        exponent -= step;
    }
    let mut fives = -scale;
    while fives > 0 {
        let step = fives.min(12);
        multiply(&mut limbs, 5u64.pow(step as u32));
        fives -= step;
    }
    let mut text = String::with_capacity(limbs.len() * 9);
    for (index, limb) in limbs.iter().rev().enumerate() {
        if index == 0 {
            write!(text, "{limb}").expect("writing to a string succeeds");
        } else {
            write!(text, "{limb:09}").expect("writing to a string succeeds");
        }
    }
    let digits: Vec<u8> = text.bytes().map(|byte| byte - b'0').collect();
    let point = digits.len() as i32 - 1 + scale;
    (digits, point)
}

fn multiply(limbs: &mut Vec<u32>, factor: u64) {
    let mut carry = 0;
    for limb in limbs.iter_mut() {
        let product = u64::from(*limb) * factor + carry;
        *limb = (product % BASE) as u32;
        carry = product / BASE;
    }
    while carry != 0 {
        limbs.push((carry % BASE) as u32);
        carry /= BASE;
    }
}

/// Rounds half up to [`DIGITS`] digits and drops trailing zeros.
fn round(mut digits: Vec<u8>, mut point: i32) -> (Vec<u8>, i32) {
    if digits.len() > DIGITS {
        let up = digits[DIGITS] >= 5;
        digits.truncate(DIGITS);
        if up {
            let mut index = DIGITS;
            loop {
                if index == 0 {
                    digits.insert(0, 1);
                    point += 1;
                    break;
                }
                index -= 1;
                if digits[index] != 9 {
                    digits[index] += 1;
                    break;
                }
                digits[index] = 0;
            }
        }
    }
    while digits.len() > 1 && digits.last() == Some(&0) {
        digits.pop();
    }
    (digits, point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(1.0, "1.0e+0")]
    #[case(-0.0, "-0.0")]
    #[case(0.1, "1.000000000000000055511151231257827021181583404541015625e-1")]
    #[case(1e300, "1.00000000000000005250476025520442024870446858110815915492e+300")]
    #[case(f64::MAX, "1.79769313486231570814527423731704356798070567525844996599e+308")]
    #[case(1e22, "1.0e+22")]
    #[case(123456789.0, "1.23456789e+8")]
    #[case(f64::NEG_INFINITY, " -Inf")]
    #[case(f64::NAN, " Nan")]
    fn as_gcc_prints_it(#[case] value: f64, #[case] expected: &str) {
        let mut out = String::new();
        write(&mut out, RealBits::from_f64(value));
        assert_eq!(out, expected);
    }
}
