//! Numbers of any precision, and how a real type's come from them: Ziv's strategy.
//!
//! A function is computed to 192 bits, a few of the last of which may be wrong. If those after the precision of the type
//! are `1000…0` or `0111…1` as far as they can be trusted, the true value may lie on either side of the middle between
//! two numbers, and more bits are computed; otherwise rounding is settled. A value that is still in the middle to
//! thousands of bits is in the middle, as algebraic functions can be, and goes to the even number.

use crate::constant::RealBits;
use crate::types::RealFormat;
use astro_float_num::{BigFloat, Consts, RoundingMode, Sign};
use rustc_apfloat::Float;
use std::cell::RefCell;

/// Results are not rounded by the library: they have more bits than matter.
pub const ROUND: RoundingMode = RoundingMode::None;

/// How many of the last bits of a result may be wrong.
pub const EXACT: usize = 64;

/// The bits that are computed, one time after the other.
const WORKING_PRECISIONS: [usize; 4] = [192, 384, 768, 1536];

thread_local! {
    /// π, e and logarithms to as many bits as were asked for.
    static CONSTANTS: RefCell<Option<Consts>> = const { RefCell::new(None) };
}

/// A format's precision and the exponents of its largest power of two and its smallest subnormal number.
fn limits(format: RealFormat) -> (usize, i64, i64) {
    match format {
        RealFormat::Half => (11, 15, -24),
        RealFormat::Single => (24, 127, -149),
        RealFormat::Double => (53, 1023, -1074),
        RealFormat::Quad => (113, 16383, -16494),
    }
}

/// A small integer.
pub fn small_word(value: u64) -> BigFloat {
    BigFloat::from_word(value, 64)
}

/// The number a constant is; it is finite.
pub fn big(value: RealBits) -> BigFloat {
    let quad = value.quad();
    if quad.is_zero() {
        return BigFloat::new(64);
    }
    let fraction = value.0 & ((1 << 112) - 1);
    let biased = (value.0 >> 112 & 0x7fff) as i32;
    // The value is `digits * 2^(exponent - 112)`.
    let (digits, exponent) =
        if biased == 0 { (fraction, -16382) } else { (fraction | 1 << 112, biased - 16383) };
    let shift = digits.leading_zeros();
    let digits = digits << shift;
    let sign = if quad.is_negative() { Sign::Neg } else { Sign::Pos };
    let exponent = exponent + 16 - shift as i32;
    BigFloat::from_words(&[digits as u64, (digits >> 64) as u64], sign, exponent)
}

/// What a function is in a format, rounded correctly. The function computes to a number of bits.
pub fn correctly(
    format: RealFormat,
    function: impl Fn(usize, &mut Consts) -> BigFloat,
) -> Option<RealBits> {
    CONSTANTS.with_borrow_mut(|slot| {
        if slot.is_none() {
            *slot = Consts::new().ok();
        }
        let consts = slot.as_mut()?;
        let (precision, ..) = limits(format);
        let mut last = None;
        for bits in WORKING_PRECISIONS {
            let value = function(bits, consts);
            if value.is_nan() || value.is_inf() || value.is_zero() {
                return None;
            }
            let settled = !is_middle(&value, precision, bits - EXACT);
            last = Some(value);
            if settled {
                return rounded(format, last.as_ref()?);
            }
        }
        // The value is what is in front of the bits that could not be trusted.
        let (words, negative, exponent) = digits_of(&last?)?;
        let middle = round_bits(&words, precision + 1);
        packed(format, negative, halved_to_even(middle), exponent, precision)
    })
}

/// The words of a number other than zero from the highest, its sign, and the exponent of its highest bit.
fn digits_of(value: &BigFloat) -> Option<(Vec<u64>, bool, i64)> {
    let (words, _, sign, exponent, _) = value.as_raw_parts().filter(|_| !value.is_zero())?;
    let words: Vec<u64> = words.iter().rev().copied().collect();
    // A mantissa is between a half and one.
    Some((words, sign == Sign::Neg, i64::from(exponent) - 1))
}

/// Whether the bits after the precision, as far as they are trusted, are `1000…0` or `0111…1`.
fn is_middle(value: &BigFloat, precision: usize, trusted: usize) -> bool {
    let Some((words, ..)) = digits_of(value) else { return true };
    let bit = |index: usize| words.get(index / 64).is_some_and(|w| w >> (63 - index % 64) & 1 == 1);
    let first = bit(precision);
    (precision + 1..trusted).all(|index| bit(index) != first)
}

/// The highest bits of words rounded to nearest, even if in the middle; a carry may make it one bit more.
fn round_bits(words: &[u64], precision: usize) -> u128 {
    let high = u128::from(words[0]) << 64 | u128::from(words.get(1).copied().unwrap_or(0));
    let kept = high >> (128 - precision);
    let rest = high << precision;
    let sticky = words.iter().skip(2).any(|&word| word != 0);
    let half = 1 << 127;
    let up = rest > half || rest == half && (sticky || kept & 1 == 1);
    kept + u128::from(up)
}

/// Half of a number, a half of one going to the even side.
fn halved_to_even(value: u128) -> u128 {
    let half = value >> 1;
    half + (value & half & 1)
}

/// A number rounded to a format's precision, if the format holds what comes of it.
pub fn rounded(format: RealFormat, value: &BigFloat) -> Option<RealBits> {
    let (precision, ..) = limits(format);
    let (words, negative, exponent) = digits_of(value)?;
    packed(format, negative, round_bits(&words, precision), exponent, precision)
}

/// A number, if a format holds it exactly.
pub fn held(format: RealFormat, value: &BigFloat) -> Option<RealBits> {
    let result = rounded(format, value)?;
    (big(result).cmp(value) == Some(0)).then_some(result)
}

/// The constant of so many digits, the first of which stands for `2^exponent`, if a format holds it exactly. A digit too
/// many comes from a carry.
fn packed(
    format: RealFormat,
    negative: bool,
    digits: u128,
    exponent: i64,
    precision: usize,
) -> Option<RealBits> {
    let (_, largest, smallest) = limits(format);
    let length = 128 - i64::from(digits.leading_zeros());
    let exponent = exponent + length - precision as i64;
    let lowest = exponent - (length - 1) + i64::from(digits.trailing_zeros());
    if exponent > largest || lowest < smallest {
        return None;
    }
    let normalized = digits << digits.leading_zeros();
    // As a binary128: the highest bit is not stored, unless the number is subnormal there too.
    let bits = if exponent >= -16382 {
        (((exponent + 16383) as u128) << 112) | (normalized << 1 >> 16)
    } else {
        normalized >> (-16367 - exponent) as u32
    };
    Some(RealBits(bits | u128::from(negative) << 127))
}
