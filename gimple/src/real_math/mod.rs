//! The mathematical functions of constants, rounded correctly.
//!
//! ```text
//!   sin (1.0)        =>    8.414709848078965e-1
//!   pow (2.0, 0.5)   =>    1.4142135623730951
//!   log (-1.0)       =>    (nothing: the call stays, it sets errno)
//! ```
//!
//! GCC asks MPFR, which computes to the precision of the type and rounds to nearest. Here `astro-float` computes to many
//! more bits, and to more again until rounding is no question any more (Ziv's strategy, [`evaluate`]). As in GCC only
//! what is finite goes in, and only what the type holds comes out: a result that overflows or has more bits than a
//! subnormal number keeps is none. What is exact anyway is in [`exact`].

mod complex;
mod evaluate;
mod exact;
pub mod precise;
mod special;

pub use complex::{of_complex, polar};
pub use exact::{integer, integral, next_after, remainder, scaled};

use crate::constant::RealBits;
use crate::types::RealFormat;
use astro_float_num::{BigFloat, Consts};
use evaluate::{EXACT, ROUND, big, correctly, small_word};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;

/// Functions that are zero at zero, with its sign.
const ODD: [&str; 12] = [
    "sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "expm1", "log1p", "cbrt", "erf",
];

/// A function of one real number; `None` where GCC leaves the call.
pub fn of_one(name: &str, format: RealFormat, x: RealBits) -> Option<RealBits> {
    let value = x.quad();
    if !value.is_finite() {
        return None;
    }
    let one = RealBits::from_f64(1.0);
    if value.is_zero() {
        return match name {
            "cos" | "cosh" | "exp" | "exp2" | "exp10" | "pow10" | "erfc" => Some(one),
            "sqrt" => Some(x),
            "acos" => correctly(format, half_pi),
            _ if ODD.contains(&name) => Some(x),
            _ => None,
        };
    }
    let magnitude = value.abs();
    let unit = Quad::from_bits(one.0);
    let defined = match name {
        "asin" | "acos" => magnitude <= unit,
        "atanh" => magnitude < unit,
        "acosh" => value >= unit,
        "sqrt" | "log" | "log2" | "log10" => !value.is_negative(),
        "log1p" => value > -unit,
        _ => true,
    };
    if !defined {
        return None;
    }
    if value == unit && matches!(name, "acos" | "acosh" | "log" | "log2" | "log10") {
        return Some(RealBits(0));
    }
    if name == "tgamma" {
        return special::gamma(format, x);
    }
    let number = big(x);
    let function = analytic(name)?;
    correctly(format, |bits, consts| function(&number, bits, consts))
}

/// A function to so many bits, but for a few of the last.
type Analytic = fn(&BigFloat, usize, &mut Consts) -> BigFloat;

/// The function of a name.
fn analytic(name: &str) -> Option<Analytic> {
    Some(match name {
        "sin" => |x, p, c| x.sin(p, ROUND, c),
        "cos" => |x, p, c| x.cos(p, ROUND, c),
        "tan" => |x, p, c| x.tan(p, ROUND, c),
        "asin" => |x, p, c| x.asin(p, ROUND, c),
        "acos" => |x, p, c| x.acos(p, ROUND, c),
        "atan" => |x, p, c| x.atan(p, ROUND, c),
        "sinh" => |x, p, c| x.sinh(p, ROUND, c),
        "cosh" => |x, p, c| x.cosh(p, ROUND, c),
        "tanh" => |x, p, c| x.tanh(p, ROUND, c),
        "asinh" => |x, p, c| x.asinh(p, ROUND, c),
        "acosh" => |x, p, c| x.acosh(p, ROUND, c),
        "atanh" => |x, p, c| x.atanh(p, ROUND, c),
        "exp" => |x, p, c| x.exp(p, ROUND, c),
        "exp2" => |x, p, c| small_word(2).pow(x, p, ROUND, c),
        "exp10" | "pow10" => |x, p, c| small_word(10).pow(x, p, ROUND, c),
        "expm1" => exp_minus_one,
        "log" => |x, p, c| x.ln(p, ROUND, c),
        "log2" => |x, p, c| x.log2(p, ROUND, c),
        "log10" => |x, p, c| x.log10(p, ROUND, c),
        "log1p" => log_one_plus,
        "sqrt" => |x, p, _| x.sqrt(p, ROUND),
        "cbrt" => |x, p, _| x.cbrt(p, ROUND),
        "erf" => special::erf,
        "erfc" => special::erfc,
        _ => return None,
    })
}

/// π / 2.
fn half_pi(bits: usize, consts: &mut Consts) -> BigFloat {
    consts.pi(bits, ROUND).div(&small_word(2), bits, ROUND)
}

/// How far below one a number is, in bits.
fn bits_below_one(x: &BigFloat) -> usize {
    x.exponent().map_or(0, |exponent| usize::try_from(-i64::from(exponent)).unwrap_or(0))
}

/// `exp (x) - 1`: what the subtraction loses is computed in addition. So close to zero that it does not tell, it is `x`.
fn exp_minus_one(x: &BigFloat, bits: usize, consts: &mut Consts) -> BigFloat {
    let lost = bits_below_one(x);
    if lost > bits {
        return x.clone();
    }
    x.exp(bits + lost, ROUND, consts).sub(&small_word(1), bits, ROUND)
}

/// `log (1 + x)`, the sum exact.
fn log_one_plus(x: &BigFloat, bits: usize, consts: &mut Consts) -> BigFloat {
    if bits_below_one(x) > bits {
        return x.clone();
    }
    x.add_full_prec(&small_word(1)).ln(bits, ROUND, consts)
}

/// A function of two real numbers; `None` where GCC leaves the call.
pub fn of_two(name: &str, format: RealFormat, x: RealBits, y: RealBits) -> Option<RealBits> {
    let (a, b) = (x.quad(), y.quad());
    if !a.is_finite() || !b.is_finite() {
        return None;
    }
    match name {
        "atan2" => arc_tangent(format, x, y),
        "hypot" => {
            if a.is_zero() || b.is_zero() {
                let other = if a.is_zero() { b } else { a };
                return Some(RealBits::from_quad(other.abs()));
            }
            let (x, y) = (big(x), big(y));
            let squares = x.mul_full_prec(&x).add_full_prec(&y.mul_full_prec(&y));
            correctly(format, |bits, _| squares.sqrt(bits, ROUND))
        }
        "fdim" => {
            if a <= b {
                return Some(RealBits(0));
            }
            if b.is_zero() {
                return Some(x);
            }
            let negated = big(RealBits::from_quad(-b));
            let difference = if a.is_zero() { negated } else { big(x).add_full_prec(&negated) };
            evaluate::rounded(format, &difference)
        }
        "fmod" | "remainder" | "drem" if !b.is_zero() => remainder(name == "fmod", a, b),
        "fmax" => Some(RealBits::from_quad(a.max(b))),
        "fmin" => Some(RealBits::from_quad(a.min(b))),
        _ => None,
    }
}

/// `x * y + z`, rounded once.
pub fn fused(format: RealFormat, operands: [RealBits; 3]) -> Option<RealBits> {
    if operands.iter().any(|operand| !operand.quad().is_finite()) {
        return None;
    }
    let [x, y, z] = operands.map(RealBits::quad);
    let product_is_zero = x.is_zero() || y.is_zero();
    if product_is_zero && z.is_zero() {
        let negative = x.is_negative() != y.is_negative() && z.is_negative();
        return Some(RealBits::from_quad(if negative { -Quad::ZERO } else { Quad::ZERO }));
    }
    if product_is_zero {
        return Some(operands[2]);
    }
    let product = big(operands[0]).mul_full_prec(&big(operands[1]));
    let sum = if z.is_zero() { product } else { product.add_full_prec(&big(operands[2])) };
    // What cancels out is a positive zero.
    if sum.is_zero() { Some(RealBits(0)) } else { evaluate::rounded(format, &sum) }
}

/// The angle of a point; on the axes it is told by the zeros' signs.
fn arc_tangent(format: RealFormat, y: RealBits, x: RealBits) -> Option<RealBits> {
    let (a, b) = (y.quad(), x.quad());
    let negative = a.is_negative();
    let signed = |value: BigFloat| if negative { value.neg() } else { value };
    if a.is_zero() {
        return match b.is_negative() {
            false => Some(y),
            true => correctly(format, |bits, consts| signed(consts.pi(bits, ROUND))),
        };
    }
    if b.is_zero() {
        return correctly(format, |bits, consts| signed(half_pi(bits, consts)));
    }
    let (height, width) = (big(y), big(x));
    correctly(format, |bits, consts| {
        let angle = height.div(&width, bits + EXACT, ROUND).atan(bits, ROUND, consts);
        match b.is_negative() {
            false => angle,
            true => angle.add(&signed(consts.pi(bits, ROUND)), bits, ROUND),
        }
    })
}

/// `pow`: what is finite by its logarithm, what is not by multiplication where that is exact. A zero's negative power
/// raises something, which may matter (`strict`).
pub fn power(format: RealFormat, strict: bool, x: RealBits, y: RealBits) -> Option<RealBits> {
    let (base, exponent) = (x.quad(), y.quad());
    if exponent.is_zero() {
        let one = base.is_finite() || !exponent.is_negative();
        return one.then(|| RealBits::from_f64(1.0));
    }
    if !exponent.is_finite() {
        return None;
    }
    let whole = exact::is_integral(exponent);
    let odd = whole && exact::is_odd(exponent);
    if base.is_finite() && !base.is_zero() && (whole || !base.is_negative()) {
        let negative = base.is_negative() && odd;
        let magnitude = RealBits::from_quad(base.abs());
        let signed = |value: RealBits| match negative {
            true => RealBits::from_quad(-value.quad()),
            false => value,
        };
        let one = RealBits::from_f64(1.0);
        let found = match magnitude == one {
            true => Some(one),
            false => {
                let (base, exponent) = (big(magnitude), big(y));
                correctly(format, |bits, consts| base.pow(&exponent, bits, ROUND, consts))
            }
        };
        if let Some(value) = found {
            return Some(signed(value));
        }
    }
    if base.is_zero() && exponent.is_negative() && strict {
        return None;
    }
    if base.is_zero() && !exponent.is_negative() {
        return Some(if odd { x } else { RealBits(0) });
    }
    whole.then(|| exact::integral_power(format, x, y)).flatten()
}

/// `__builtin_powi`: always known, multiplied out in more bits than any type has.
pub fn power_by_int(format: RealFormat, x: RealBits, n: i64) -> RealBits {
    exact::multiplied_out(format, x, n)
}
