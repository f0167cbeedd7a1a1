//! Functions of complex constants, each part rounded correctly.

use super::evaluate::{EXACT, ROUND, big, correctly, small_word};
use super::{arc_tangent, of_one, of_two};
use crate::builtins::Family;
use crate::constant::RealBits;
use crate::types::RealFormat;
use astro_float_num::{BigFloat, Consts};
use rustc_apfloat::Float;

/// A complex number.
type Parts = [RealBits; 2];

/// A function of one complex number; `None` where GCC leaves the call.
pub fn of_complex(family: Family, format: RealFormat, [re, im]: Parts) -> Option<Parts> {
    if !re.quad().is_finite() || !im.quad().is_finite() {
        return None;
    }
    let product = |first: Family, second: Family| factors(format, (first, re), (second, im));
    match family {
        Family::Csin => {
            Some([product(Family::Sin, Family::Cosh)?, product(Family::Cos, Family::Sinh)?])
        }
        Family::Ccos => Some([
            product(Family::Cos, Family::Cosh)?,
            negated(product(Family::Sin, Family::Sinh)?),
        ]),
        Family::Csinh => {
            Some([product(Family::Sinh, Family::Cos)?, product(Family::Cosh, Family::Sin)?])
        }
        Family::Ccosh => {
            Some([product(Family::Cosh, Family::Cos)?, product(Family::Sinh, Family::Sin)?])
        }
        Family::Cexp => {
            Some([product(Family::Exp, Family::Cos)?, product(Family::Exp, Family::Sin)?])
        }
        Family::Ctan => tangent(format, re, im),
        Family::Ctanh => {
            // tanh (a + bi) = -i tan (-b + ai)
            let [x, y] = tangent(format, im, re)?;
            Some([y, x])
        }
        Family::Clog => logarithm(format, re, im),
        Family::Csqrt => square_root(format, re, im),
        _ => None,
    }
}

fn negated(value: RealBits) -> RealBits {
    RealBits(value.0 ^ 1 << 127)
}

fn is_negative(value: RealBits) -> bool {
    value.quad().is_negative()
}

/// One factor of a product, to so many bits; nothing if it is zero.
fn factor(family: Family, x: RealBits, bits: usize, consts: &mut Consts) -> Option<BigFloat> {
    if x.quad().is_zero() {
        return matches!(family, Family::Cos | Family::Cosh | Family::Exp).then(|| small_word(1));
    }
    super::analytic(family).map(|function| function(&big(x), bits, consts))
}

/// The product of two functions of different arguments. Where one is zero, so is the product, with the sign of both.
fn factors(
    format: RealFormat,
    first: (Family, RealBits),
    second: (Family, RealBits),
) -> Option<RealBits> {
    let zero = |(family, x): (Family, RealBits)| {
        x.quad().is_zero() && !matches!(family, Family::Cos | Family::Cosh | Family::Exp)
    };
    if zero(first) || zero(second) {
        // The sign of a factor is that of its value, which is told by any format.
        let sign = |(family, x): (Family, RealBits)| -> Option<bool> {
            match family {
                Family::Exp | Family::Cosh => Some(false),
                Family::Sinh => Some(is_negative(x)),
                _ => Some(is_negative(of_one(family, RealFormat::Quad, x)?)),
            }
        };
        return Some(RealBits(u128::from(sign(first)? != sign(second)?) << 127));
    }
    correctly(format, |bits, consts| {
        let one = factor(first.0, first.1, bits + EXACT, consts);
        let other = factor(second.0, second.1, bits + EXACT, consts);
        match (one, other) {
            (Some(one), Some(other)) => one.mul(&other, bits, ROUND),
            _ => BigFloat::new(64),
        }
    })
}

/// `tan (a + bi)` is `(sin a cos a + i sinh b cosh b) / (cos² a + sinh² b)`.
fn tangent(format: RealFormat, re: RealBits, im: RealBits) -> Option<Parts> {
    let part = |circular: bool| {
        let argument = if circular { re } else { im };
        if argument.quad().is_zero() {
            return Some(argument);
        }
        // Far from the axis it is one on the other, to any precision that is asked for.
        if im.quad().ilogb() > 20 {
            let one = RealBits::from_f64(if is_negative(im) { -1.0 } else { 1.0 });
            return (!circular).then_some(one);
        }
        correctly(format, |bits, consts| {
            let working = bits + EXACT;
            let mut of = |name, x| factor(name, x, working, consts);
            let (sin, cos) = (of(Family::Sin, re), of(Family::Cos, re));
            let (sinh, cosh) = (of(Family::Sinh, im), of(Family::Cosh, im));
            let zero = || BigFloat::new(64);
            let (sin, cos) = (sin.unwrap_or_else(zero), cos.unwrap_or_else(zero));
            let (sinh, cosh) = (sinh.unwrap_or_else(zero), cosh.unwrap_or_else(zero));
            let square = |x: &BigFloat| x.mul(x, working, ROUND);
            let below = square(&cos).add(&square(&sinh), working, ROUND);
            let above = if circular {
                sin.mul(&cos, working, ROUND)
            } else {
                sinh.mul(&cosh, working, ROUND)
            };
            above.div(&below, bits, ROUND)
        })
    };
    Some([part(true)?, part(false)?])
}

/// The logarithm of the distance from zero, and the angle.
fn logarithm(format: RealFormat, re: RealBits, im: RealBits) -> Option<Parts> {
    if re.quad().is_zero() && im.quad().is_zero() {
        return None;
    }
    let square = |x: RealBits| big(x).mul_full_prec(&big(x));
    let sum = match (re.quad().is_zero(), im.quad().is_zero()) {
        (true, _) => square(im),
        (_, true) => square(re),
        _ => square(re).add_full_prec(&square(im)),
    };
    let distance = if sum.cmp(&small_word(1)) == Some(0) {
        RealBits(0)
    } else {
        correctly(format, |bits, consts| {
            sum.ln(bits, ROUND, consts).div(&small_word(2), bits, ROUND)
        })?
    };
    Some([distance, arc_tangent(format, im, re)?])
}

/// The root in the right half of the plane: its larger part from `sqrt ((|z| + |a|) / 2)`, the other one by division.
fn square_root(format: RealFormat, re: RealBits, im: RealBits) -> Option<Parts> {
    if im.quad().is_zero() {
        let magnitude = RealBits::from_quad(re.quad().abs());
        let root = of_one(Family::Sqrt, format, magnitude)?;
        let signed = RealBits::from_quad(root.quad().copy_sign(im.quad()));
        return Some(match is_negative(re) && !re.quad().is_zero() {
            true => [RealBits(0), signed],
            false => [root, im],
        });
    }
    let larger = |bits: usize| {
        let (a, b) = (big(re), big(im));
        let distance = match re.quad().is_zero() {
            true => b.abs(),
            false => a.mul_full_prec(&a).add_full_prec(&b.mul_full_prec(&b)).sqrt(bits, ROUND),
        };
        let sum = if re.quad().is_zero() { distance } else { distance.add(&a.abs(), bits, ROUND) };
        sum.div(&small_word(2), bits, ROUND).sqrt(bits, ROUND)
    };
    let first = correctly(format, |bits, _| larger(bits))?;
    let second = correctly(format, |bits, _| {
        let twice = larger(bits + EXACT).mul(&small_word(2), bits + EXACT, ROUND);
        big(im).abs().div(&twice, bits, ROUND)
    })?;
    let (real, imaginary) = if is_negative(re) { (second, first) } else { (first, second) };
    Some([real, RealBits::from_quad(imaginary.quad().copy_sign(im.quad()))])
}

/// The distance from zero and the angle, as functions of the parts.
pub fn polar(family: Family, format: RealFormat, [re, im]: Parts) -> Option<RealBits> {
    match family {
        Family::Cabs => of_two(Family::Hypot, format, re, im),
        _ => of_two(Family::Atan2, format, im, re),
    }
}
