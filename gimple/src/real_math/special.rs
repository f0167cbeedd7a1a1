//! The error function and the gamma function.

use super::evaluate::{ROUND, big, correctly, small_word};
use super::exact;
use crate::constant::RealBits;
use crate::types::RealFormat;
use astro_float_num::{BigFloat, Consts};
use rustc_apfloat::Float;

/// `erf (x)` is `2 / sqrt (pi) * exp (-x * x) * sum (2^n x^(2n+1) / (1 * 3 * … * (2n+1)))`: nothing cancels out.
pub fn erf(x: &BigFloat, bits: usize, consts: &mut Consts) -> BigFloat {
    // From here on it is one to any precision that is asked for.
    if x.exponent().is_some_and(|exponent| exponent > 8) {
        let mut one = small_word(1);
        one.set_sign(x.sign().unwrap_or(astro_float_num::Sign::Pos));
        return one;
    }
    let working = bits + 64;
    let square = x.mul(x, working, ROUND);
    let twice = square.mul(&small_word(2), working, ROUND);
    let mut term = x.clone();
    let mut sum = x.clone();
    let mut odd = 1;
    loop {
        odd += 2;
        term = term.mul(&twice, working, ROUND).div(&small_word(odd), working, ROUND);
        let (Some(small), Some(large)) = (term.exponent(), sum.exponent()) else { break };
        sum = sum.add(&term, working, ROUND);
        if i64::from(small) < i64::from(large) - working as i64 {
            break;
        }
    }
    let factor = square.neg().exp(working, ROUND, consts);
    let root = consts.pi(working, ROUND).sqrt(working, ROUND);
    sum.mul(&factor, working, ROUND).mul(&small_word(2), working, ROUND).div(&root, bits, ROUND)
}

/// `1 - erf (x)` where that loses little, else Laplace's continued fraction.
pub fn erfc(x: &BigFloat, bits: usize, consts: &mut Consts) -> BigFloat {
    let exponent = x.exponent().unwrap_or(0);
    if exponent > 7 {
        // Two, or less than any format holds.
        return if x.is_negative() { small_word(2) } else { BigFloat::new(64) };
    }
    let tiny = super::bits_below_one(x);
    if tiny > bits {
        return small_word(1);
    }
    if x.is_negative() || exponent <= 1 {
        return small_word(1).sub(&erf(x, bits + 64, consts), bits + tiny, ROUND);
    }
    error_fraction(x, bits, consts)
}

/// `exp (-x * x) / sqrt (pi) / (x + 1/2 / (x + 2/2 / (x + 3/2 / (x + …))))`, from the inside out.
fn error_fraction(x: &BigFloat, bits: usize, consts: &mut Consts) -> BigFloat {
    let working = bits + 64;
    // The fraction of n terms is right to about x * sqrt (8 n) / log 2 bits; x is at least 2^(exponent - 1).
    let least = 1usize << (x.exponent().unwrap_or(1) - 1).max(0);
    let terms = (working * working / (12 * least * least)) as u64 + 40;
    let mut below = x.clone();
    for k in (1..=terms).rev() {
        let half = small_word(k).div(&small_word(2), 128, ROUND);
        below = x.add(&half.div(&below, working, ROUND), working, ROUND);
    }
    let square = x.mul_full_prec(x);
    let root = consts.pi(working, ROUND).sqrt(working, ROUND);
    square.neg().exp(working, ROUND, consts).div(&root.mul(&below, working, ROUND), bits, ROUND)
}

/// `tgamma`: of integers a product, else Spouge's sum, below one half by reflection. Integers below one are poles.
pub fn gamma(format: RealFormat, x: RealBits) -> Option<RealBits> {
    let value = x.quad();
    let number = big(x);
    // Beyond it overflows, or comes too close to zero, in every format.
    if number.exponent().is_none_or(|exponent| exponent > 11) {
        return None;
    }
    if exact::is_integral(value) && value.is_negative() {
        return None;
    }
    let half = small_word(1).div(&small_word(2), 64, ROUND);
    correctly(format, |bits, consts| {
        if number.cmp(&half).is_some_and(|order| order >= 0) {
            return spouge(&number, bits, consts);
        }
        // pi / (sin (pi x) gamma (1 - x)); the sine of what is far from zero needs the bits in front of the point.
        let working = bits + 128;
        let pi = consts.pi(working, ROUND);
        let sine = pi.mul(&number, working, ROUND).sin(working, ROUND, consts);
        let other = spouge(&small_word(1).sub_full_prec(&number), working, consts);
        pi.div(&sine.mul(&other, working, ROUND), bits, ROUND)
    })
}

/// Spouge's approximation of gamma for a positive argument: with `a` terms its error is below `(2 pi)^-a`.
fn spouge(x: &BigFloat, bits: usize, consts: &mut Consts) -> BigFloat {
    let terms = bits as u64 * 2 / 5 + 10;
    // The terms are as large as `exp (a)` and alternate.
    let working = bits + terms as usize * 3 + 64;
    let z = x.sub(&small_word(1), working, ROUND);
    let half = small_word(1).div(&small_word(2), 64, ROUND);
    let two_pi = consts.pi(working, ROUND).mul(&small_word(2), working, ROUND);
    let mut sum = two_pi.sqrt(working, ROUND);
    let e = consts.e(working, ROUND);
    // exp (a - k), for k = 1 at first.
    let mut power = e.powi((terms - 1) as usize, working, ROUND);
    let mut factorial = small_word(1);
    for k in 1..terms {
        let base = small_word(terms - k);
        // (a - k)^(k - 1/2)
        let raised =
            base.powi(k as usize, working, ROUND).div(&base.sqrt(working, ROUND), working, ROUND);
        let term = raised.mul(&power, working, ROUND).div(&factorial, working, ROUND);
        let term = term.div(&z.add(&small_word(k), working, ROUND), working, ROUND);
        sum = match k % 2 {
            1 => sum.add(&term, working, ROUND),
            _ => sum.sub(&term, working, ROUND),
        };
        power = power.div(&e, working, ROUND);
        factorial = factorial.mul(&small_word(k), working, ROUND);
    }
    let shifted = z.add(&small_word(terms), working, ROUND);
    let exponent = z.add(&half, working, ROUND);
    let logarithm = shifted.ln(working, ROUND, consts).mul(&exponent, working, ROUND);
    let factor = logarithm.sub(&shifted, working, ROUND).exp(working, ROUND, consts);
    factor.mul(&sum, bits, ROUND)
}
