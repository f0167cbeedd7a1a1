//! Functions whose results are exact, or rounded by the arithmetic of the format itself.

use super::evaluate::{self, big, small_word};
use crate::builtins::Family;
use crate::constant::RealBits;
use crate::fold_const::round_to_format;
use crate::types::RealFormat;
use astro_float_num::{BigFloat, RoundingMode};
use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

/// The more than enough bits in which `__builtin_powi` multiplies.
const POWI_BITS: usize = 192;

/// The bits GCC multiplies in: what needs more is not exact there.
const EXACT_BITS: usize = 160;

/// The exponents GCC's internal numbers have.
const LARGEST_EXPONENT: i128 = 1 << 26;

/// Whether a finite number is an integer.
pub fn is_integral(value: Quad) -> bool {
    value.round_to_integral(Round::TowardZero).value == value
}

/// Whether an integer is odd.
pub fn is_odd(value: Quad) -> bool {
    !is_integral(value.scalbn(-1))
}

/// The functions that round to an integral number: of NaN and infinity they are the argument.
pub fn integral(family: Family, x: RealBits) -> Option<RealBits> {
    let mode = match family {
        Family::Floor => Round::TowardNegative,
        Family::Ceil => Round::TowardPositive,
        Family::Trunc => Round::TowardZero,
        Family::Round => Round::NearestTiesToAway,
        Family::Roundeven => Round::NearestTiesToEven,
        _ => return None,
    };
    let value = x.quad();
    if value.is_signaling() {
        return None;
    }
    if !value.is_finite() {
        return Some(x);
    }
    let rounded = value.round_to_integral(mode).value.copy_sign(value);
    Some(RealBits::from_quad(rounded))
}

/// The integer nearest in some direction, if a signed type of so many bits holds it: `lround`, `ifloor` and their kin,
/// given the direction's name. `ilogb` is such a function too.
pub fn integer(family: Family, bits: usize, x: RealBits) -> Option<i128> {
    let value = x.quad();
    if !value.is_finite() {
        return None;
    }
    if family == Family::Ilogb {
        return (!value.is_zero()).then(|| value.ilogb().into());
    }
    let rounded = integral(family, x)?.quad();
    let mut exact = false;
    let result = rounded.to_i128_r(bits, Round::TowardZero, &mut exact);
    (!result.status.contains(Status::INVALID_OP)).then_some(result.value)
}

/// `fmod` where `truncated`, else `remainder`.
pub fn remainder(truncated: bool, x: Quad, y: Quad) -> Option<RealBits> {
    let rest = if truncated { x.c_fmod(y).value } else { x.ieee_rem(y).value };
    Some(RealBits::from_quad(if rest.is_zero() { rest.copy_sign(x) } else { rest }))
}

/// `ldexp`, where nothing is lost and not further than from one end of the format to the other.
pub fn scaled(format: RealFormat, x: RealBits, by: i128) -> Option<RealBits> {
    let value = x.quad();
    let farthest = match format {
        RealFormat::Half => 29,
        RealFormat::Single => 253,
        RealFormat::Double => 2045,
        RealFormat::Quad => 32765,
    };
    let by = i32::try_from(by).ok().filter(|by| by.unsigned_abs() < farthest)?;
    if !value.is_finite() {
        return None;
    }
    if value.is_zero() {
        return Some(x);
    }
    let mut number = big(x);
    number.set_exponent(number.exponent()? + by);
    evaluate::held(format, &number)
}

/// The next number in the direction of another; where what it raises matters (`strict`) and it raises something, `None`.
pub fn next_after(format: RealFormat, strict: bool, x: RealBits, y: RealBits) -> Option<RealBits> {
    fn step<F: Float + FloatConvert<Quad>>(x: Quad, up: bool, strict: bool) -> Option<Quad>
    where
        Quad: FloatConvert<F>,
    {
        let mut inexact = false;
        let value: F = x.convert(&mut inexact).value;
        let next = if up { value.next_up() } else { value.next_down() }.value;
        let raises = next.is_infinite() || next.is_denormal() || next.is_zero();
        (!strict || !raises || x.is_zero()).then(|| next.convert(&mut inexact).value)
    }
    let (from, to) = (x.quad(), y.quad());
    if from.is_signaling() || to.is_signaling() {
        return None;
    }
    if from.is_nan() || to.is_nan() {
        return Some(RealBits::from_quad(Quad::NAN));
    }
    if from == to {
        return Some(y);
    }
    let up = from < to;
    let next = match format {
        RealFormat::Half => step::<Half>(from, up, strict),
        RealFormat::Single => step::<Single>(from, up, strict),
        RealFormat::Double => step::<Double>(from, up, strict),
        RealFormat::Quad => step::<Quad>(from, up, strict),
    };
    next.map(RealBits::from_quad)
}

/// A power so high or low that the format does not hold it: infinity, zero or a subnormal number, if multiplying it out
/// is exact until the end.
pub fn integral_power(format: RealFormat, x: RealBits, y: RealBits) -> Option<RealBits> {
    let (base, exponent) = (x.quad(), y.quad());
    let mut exact = false;
    let n = exponent.to_i128_r(64, Round::TowardZero, &mut exact);
    if n.status.contains(Status::INVALID_OP) {
        return None;
    }
    let n = i64::try_from(n.value).ok()?;
    // GCC's own numbers end there.
    let exponent = i128::from(n) * i128::from(if base.is_finite() { base.ilogb() } else { 0 });
    if exponent.abs() > LARGEST_EXPONENT {
        return None;
    }
    if base.is_finite() && !is_exact_power(x, n) {
        return None;
    }
    Some(multiplied_out(format, x, n))
}

/// Whether a power's digits fit what GCC multiplies in.
fn is_exact_power(x: RealBits, n: i64) -> bool {
    let odd_digits = {
        let fraction = x.0 & ((1 << 112) - 1);
        let digits = if x.0 >> 112 & 0x7fff == 0 { fraction } else { fraction | 1 << 112 };
        digits >> digits.trailing_zeros()
    };
    if odd_digits == 1 {
        return true;
    }
    if n < 0 || n > EXACT_BITS as i64 {
        return false;
    }
    let odd = BigFloat::from_words(
        &[odd_digits as u64, (odd_digits >> 64) as u64],
        astro_float_num::Sign::Pos,
        128,
    );
    let mut product = small_word(1);
    for _ in 0..n {
        product = product.mul_full_prec(&odd);
        if product.exponent().is_none_or(|exponent| exponent as usize > EXACT_BITS) {
            return false;
        }
    }
    true
}

/// `x` to the power of `n` by multiplication, rounded to a format as any number is: to infinity, to zero.
pub fn multiplied_out(format: RealFormat, x: RealBits, n: i64) -> RealBits {
    let value = x.quad();
    let one = Quad::from_i128(1).value;
    if n == 0 {
        return RealBits::from_quad(one);
    }
    let negative = value.is_negative() && n & 1 == 1;
    let sign = |magnitude: Quad| RealBits::from_quad(if negative { -magnitude } else { magnitude });
    if value.is_signaling() {
        return sign(Quad::NAN);
    }
    if value.is_nan() {
        return sign(value.abs());
    }
    if value.is_zero() || value.is_infinite() {
        let grows = value.is_infinite() == (n > 0);
        return sign(if grows { Quad::INFINITY } else { Quad::ZERO });
    }
    let magnitude = big(RealBits::from_quad(value.abs()));
    let power = magnitude.powi(n.unsigned_abs() as usize, POWI_BITS, RoundingMode::None);
    let power = if n < 0 { power.reciprocal(POWI_BITS, RoundingMode::None) } else { power };
    if power.is_inf() {
        return sign(Quad::INFINITY);
    }
    if power.is_zero() {
        return sign(Quad::ZERO);
    }
    match evaluate::rounded(format, &power) {
        Some(result) => sign(result.quad()),
        None => sign(beyond(format, &power)),
    }
}

/// What a number becomes that a format does not hold: infinity, or a subnormal number with fewer digits.
fn beyond(format: RealFormat, number: &BigFloat) -> Quad {
    if number.exponent().is_none_or(|exponent| exponent > 0) {
        return Quad::INFINITY;
    }
    // Scaled to be normal, then scaled back by the format's own arithmetic; what is far below comes to nothing.
    let mut number = number.clone();
    let exponent = number.exponent().unwrap_or(0);
    number.set_exponent(0);
    let digits = evaluate::rounded(RealFormat::Quad, &number).map_or(Quad::ZERO, RealBits::quad);
    let scaled = digits.scalbn(exponent);
    round_to_format(format, RealBits::from_quad(scaled)).quad()
}
