//! Whether a function's result is exact: only such results do not depend on the direction of rounding (`-frounding-math`).
//!
//! ```text
//!   sqrt (4.0)     =>    2.0
//!   sqrt (2.0)     =>    (nothing: rounded up it is another number than rounded down)
//! ```
//!
//! At rational numbers other than a few the transcendental functions are irrational, so it is enough to know those few,
//! and to multiply out what the algebraic functions yield.

use super::evaluate::{big, small_word};
use super::exact::is_integral;
use crate::builtins::Family;
use crate::constant::RealBits;
use astro_float_num::BigFloat;
use rustc_apfloat::ieee::Quad;
use rustc_apfloat::{Float, Status};

/// The powers that are multiplied out to see whether they are exact.
const LARGEST_POWER: i128 = 4096;

/// Whether a finite number is a power of another.
fn is_power(of: &BigFloat, times: usize, value: &BigFloat) -> bool {
    let mut product = small_word(1);
    for _ in 0..times {
        product = product.mul_full_prec(of);
        // What has many more digits than any type is no number of one.
        if product.mantissa_max_bit_len().is_none_or(|bits| bits > 1 << 16) {
            return false;
        }
    }
    product.cmp(value) == Some(0)
}

/// Whether `result` is exactly what the function is at `x`.
pub fn of_one(family: Family, x: RealBits, result: RealBits) -> bool {
    let (value, one) = (x.quad(), Quad::from_i128(1).value);
    if value.is_zero() {
        return family != Family::Acos;
    }
    match family {
        Family::Acos | Family::Acosh | Family::Log => value == one,
        Family::Sqrt => is_power(&big(result), 2, &big(x)),
        Family::Cbrt => is_power(&big(result), 3, &big(x)),
        Family::Exp2 => is_integral(value),
        Family::Log2 => {
            let exponent = result.quad();
            is_integral(exponent) && one.scalbn(value.ilogb()) == value
        }
        Family::Exp10 | Family::Pow10 => power(RealBits::from_f64(10.0), x, result),
        Family::Log10 => power(RealBits::from_f64(10.0), result, x),
        _ => false,
    }
}

/// Whether `result` is exactly `x` to the power of `y`.
pub fn power(x: RealBits, y: RealBits, result: RealBits) -> bool {
    let (base, exponent) = (x.quad(), y.quad());
    let one = Quad::from_i128(1).value;
    if exponent.is_zero() || base == one || !base.is_finite() || base.is_zero() {
        return true;
    }
    if !result.quad().is_finite() || result.quad().is_zero() || !is_integral(exponent) {
        return false;
    }
    let mut whole = false;
    let times = exponent.to_i128_r(64, rustc_apfloat::Round::TowardZero, &mut whole).value;
    match times {
        0..=LARGEST_POWER => is_power(&big(x), times as usize, &big(result)),
        // The reciprocal of a power of two is one.
        _ if times < 0 => one.scalbn(base.ilogb()) == base.abs(),
        _ => false,
    }
}

/// Whether `result` is exactly what the function is at `x` and `y`.
pub fn of_two(family: Family, x: RealBits, y: RealBits, result: RealBits) -> bool {
    let (a, b) = (x.quad(), y.quad());
    match family {
        Family::Fmod
        | Family::Remainder
        | Family::Drem
        | Family::Fmax
        | Family::Fmin
        | Family::Nextafter
        | Family::Nexttoward => true,
        Family::Pow => power(x, y, result),
        Family::Fdim => {
            let difference = a - b;
            a <= b
                || !difference.status.contains(Status::INEXACT) && difference.value == result.quad()
        }
        Family::Hypot => a.is_zero() || b.is_zero(),
        Family::Atan2 => a.is_zero() && !b.is_negative(),
        _ => false,
    }
}

/// Whether `result` is exactly `x * y + z`.
pub fn fused([x, y, z]: [RealBits; 3], result: RealBits) -> bool {
    let zero = |number: RealBits| number.quad().is_zero();
    if zero(result) || zero(x) || zero(y) {
        // The sign of a sum that is zero depends on the direction.
        return (zero(x) || zero(y)) && !zero(z);
    }
    let product = big(x).mul_full_prec(&big(y));
    let sum = if zero(z) { product } else { product.add_full_prec(&big(z)) };
    big(result).cmp(&sum) == Some(0)
}
