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

use crate::builtins::Family;
use crate::constant::RealBits;
use crate::types::RealFormat;
use astro_float_num::{BigFloat, Consts};
use evaluate::{EXACT, ROUND, big, correctly, small_word};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;

/// Functions that are zero at zero, with its sign.
const ODD: [Family; 12] = [
    Family::Sin,
    Family::Tan,
    Family::Asin,
    Family::Atan,
    Family::Sinh,
    Family::Tanh,
    Family::Asinh,
    Family::Atanh,
    Family::Expm1,
    Family::Log1p,
    Family::Cbrt,
    Family::Erf,
];

/// A function of one real number; `None` where GCC leaves the call.
pub fn of_one(family: Family, format: RealFormat, x: RealBits) -> Option<RealBits> {
    let value = x.quad();
    if !value.is_finite() {
        return None;
    }
    let one = RealBits::from_f64(1.0);
    if value.is_zero() {
        return match family {
            Family::Cos
            | Family::Cosh
            | Family::Exp
            | Family::Exp2
            | Family::Exp10
            | Family::Pow10
            | Family::Erfc => Some(one),
            Family::Sqrt => Some(x),
            Family::Acos => correctly(format, half_pi),
            _ if ODD.contains(&family) => Some(x),
            _ => None,
        };
    }
    let magnitude = value.abs();
    let unit = Quad::from_bits(one.0);
    let defined = match family {
        Family::Asin | Family::Acos => magnitude <= unit,
        Family::Atanh => magnitude < unit,
        Family::Acosh => value >= unit,
        Family::Sqrt | Family::Log | Family::Log2 | Family::Log10 => !value.is_negative(),
        Family::Log1p => value > -unit,
        _ => true,
    };
    if !defined {
        return None;
    }
    if value == unit
        && matches!(
            family,
            Family::Acos | Family::Acosh | Family::Log | Family::Log2 | Family::Log10
        )
    {
        return Some(RealBits(0));
    }
    if family == Family::Tgamma {
        return special::gamma(format, x);
    }
    let number = big(x);
    let function = analytic(family)?;
    correctly(format, |bits, consts| function(&number, bits, consts))
}

/// A function to so many bits, but for a few of the last.
type Analytic = fn(&BigFloat, usize, &mut Consts) -> BigFloat;

/// The function of a name.
fn analytic(family: Family) -> Option<Analytic> {
    Some(match family {
        Family::Sin => |x, p, c| x.sin(p, ROUND, c),
        Family::Cos => |x, p, c| x.cos(p, ROUND, c),
        Family::Tan => |x, p, c| x.tan(p, ROUND, c),
        Family::Asin => |x, p, c| x.asin(p, ROUND, c),
        Family::Acos => |x, p, c| x.acos(p, ROUND, c),
        Family::Atan => |x, p, c| x.atan(p, ROUND, c),
        Family::Sinh => |x, p, c| x.sinh(p, ROUND, c),
        Family::Cosh => |x, p, c| x.cosh(p, ROUND, c),
        Family::Tanh => |x, p, c| x.tanh(p, ROUND, c),
        Family::Asinh => |x, p, c| x.asinh(p, ROUND, c),
        Family::Acosh => |x, p, c| x.acosh(p, ROUND, c),
        Family::Atanh => |x, p, c| x.atanh(p, ROUND, c),
        Family::Exp => |x, p, c| x.exp(p, ROUND, c),
        Family::Exp2 => |x, p, c| small_word(2).pow(x, p, ROUND, c),
        Family::Exp10 | Family::Pow10 => |x, p, c| small_word(10).pow(x, p, ROUND, c),
        Family::Expm1 => exp_minus_one,
        Family::Log => |x, p, c| x.ln(p, ROUND, c),
        Family::Log2 => |x, p, c| x.log2(p, ROUND, c),
        Family::Log10 => |x, p, c| x.log10(p, ROUND, c),
        Family::Log1p => log_one_plus,
        Family::Sqrt => |x, p, _| x.sqrt(p, ROUND),
        Family::Cbrt => |x, p, _| x.cbrt(p, ROUND),
        Family::Erf => special::erf,
        Family::Erfc => special::erfc,
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
pub fn of_two(family: Family, format: RealFormat, x: RealBits, y: RealBits) -> Option<RealBits> {
    let (a, b) = (x.quad(), y.quad());
    if !a.is_finite() || !b.is_finite() {
        return None;
    }
    match family {
        Family::Atan2 => arc_tangent(format, x, y),
        Family::Hypot => {
            if a.is_zero() || b.is_zero() {
                let other = if a.is_zero() { b } else { a };
                return Some(RealBits::from_quad(other.abs()));
            }
            let (x, y) = (big(x), big(y));
            let squares = x.mul_full_prec(&x).add_full_prec(&y.mul_full_prec(&y));
            correctly(format, |bits, _| squares.sqrt(bits, ROUND))
        }
        Family::Fdim => {
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
        Family::Fmod | Family::Remainder | Family::Drem if !b.is_zero() => {
            remainder(family == Family::Fmod, a, b)
        }
        Family::Fmax => Some(RealBits::from_quad(a.max(b))),
        Family::Fmin => Some(RealBits::from_quad(a.min(b))),
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
