//! `<math.h>`, for all three real types. `long double` is computed as a double where no exact way is at hand.

use super::{Args, Outcome, Value, signed};
use crate::interp::machine::Machine;
use crate::interp::shape::Shape;
use crate::interp::value::quad_from_f64;
use rustc_apfloat::Float;

type Function = fn(&mut Machine<'_>, &[Value]) -> Outcome;

/// A real result in the format of the first argument.
fn real(like: Value, value: f64) -> Outcome {
    Ok(match like.shape {
        Shape::Single => (value as f32).to_bits().into(),
        Shape::Wide { .. } => quad_from_f64(value).to_bits(),
        _ => value.to_bits().into(),
    })
}

macro_rules! one {
    ($function:expr) => {
        |_, a| {
            let function: fn(f64) -> f64 = $function;
            real(a.value(0), function(a.f64(0)))
        }
    };
}

macro_rules! two {
    ($function:expr) => {
        |_, a| {
            let function: fn(f64, f64) -> f64 = $function;
            real(a.value(0), function(a.f64(0), a.f64(1)))
        }
    };
}

/// The function of a name; `f` and `l` after it tell the type, which the arguments know.
pub(super) fn find(name: &str) -> Option<Function> {
    lookup(name).or_else(|| {
        let stem = name.strip_suffix(['f', 'l']).or_else(|| name.strip_suffix("f128"))?;
        lookup(stem)
    })
}

fn lookup(name: &str) -> Option<Function> {
    Some(match name {
        "sqrt" => one!(f64::sqrt),
        "cbrt" => one!(f64::cbrt),
        "floor" => one!(f64::floor),
        "ceil" => one!(f64::ceil),
        "trunc" => one!(f64::trunc),
        "round" => one!(f64::round),
        "rint" | "nearbyint" | "roundeven" => one!(f64::round_ties_even),
        "exp" => one!(f64::exp),
        "exp2" => one!(f64::exp2),
        "expm1" => one!(f64::exp_m1),
        "log" => one!(f64::ln),
        "log2" => one!(f64::log2),
        "log10" => one!(f64::log10),
        "log1p" => one!(f64::ln_1p),
        "sin" => one!(f64::sin),
        "cos" => one!(f64::cos),
        "tan" => one!(f64::tan),
        "asin" => one!(f64::asin),
        "acos" => one!(f64::acos),
        "atan" => one!(f64::atan),
        "sinh" => one!(f64::sinh),
        "cosh" => one!(f64::cosh),
        "tanh" => one!(f64::tanh),
        "pow" => two!(f64::powf),
        "atan2" => two!(f64::atan2),
        "fmod" | "drem" => two!(|a, b| a % b),
        "hypot" => two!(f64::hypot),
        "fmin" => two!(f64::min),
        "fmax" => two!(f64::max),
        "fdim" => two!(|a, b| if a > b { a - b } else { 0.0 }),
        "fma" => |_, a| real(a.value(0), a.f64(0).mul_add(a.f64(1), a.f64(2))),
        "fabs" => |_, a| {
            let value = a.value(0);
            Ok(value.bits & !sign_bit(value.shape))
        },
        "copysign" => |_, a| {
            let (value, sign) = (a.value(0), a.value(1));
            let bit = sign_bit(value.shape);
            Ok(value.bits & !bit | sign.bits & bit)
        },
        "signbit" => |_, a| {
            let value = a.value(0);
            Ok(u128::from(value.bits & sign_bit(value.shape) != 0))
        },
        "isnan" => |_, a| Ok(u128::from(a.value(0).quad().is_nan())),
        "isinf" | "isinf_sign" => |_, a| {
            let value = a.value(0).quad();
            signed(if !value.is_infinite() {
                0
            } else if value.is_negative() {
                -1
            } else {
                1
            })
        },
        "isfinite" | "finite" => |_, a| Ok(u128::from(a.value(0).quad().is_finite())),
        "isnormal" => |_, a| Ok(u128::from(a.f64(0).is_normal())),
        "ldexp" | "scalbn" | "scalbln" => |_, a| {
            let value = a.value(0).quad().scalbn(a.int(1));
            Ok(match a.value(0).shape {
                Shape::Wide { .. } => value.to_bits(),
                _ => return real(a.value(0), crate::interp::value::quad_to_f64(value)),
            })
        },
        "frexp" => |m, a| {
            let mut exponent = 0;
            let value = a.value(0).quad();
            let special = value.is_zero() || !value.is_finite();
            let fraction = value.frexp_r(&mut exponent, rustc_apfloat::Round::NearestTiesToEven);
            let fraction = if special { value } else { fraction };
            let exponent = if special { 0 } else { exponent };
            m.memory.store(a.word(1), exponent as u64, 4)?;
            Ok(match a.value(0).shape {
                Shape::Wide { .. } => fraction.to_bits(),
                _ => return real(a.value(0), crate::interp::value::quad_to_f64(fraction)),
            })
        },
        "modf" => |m, a| {
            let value = a.f64(0);
            let whole = value.trunc();
            let bits = real(a.value(0), whole)?;
            let size = a.value(0).shape.bytes() as usize;
            m.write_bytes(a.word(1), &bits.to_le_bytes()[..size])?;
            let rest = if value.is_infinite() { 0.0 } else { value - whole };
            real(a.value(0), rest.copysign(value))
        },
        "lrint" | "llrint" => |_, a| signed(a.f64(0).round_ties_even() as i64),
        "lround" | "llround" => |_, a| signed(a.f64(0).round() as i64),
        "lfloor" | "llfloor" | "ifloor" => |_, a| signed(a.f64(0).floor() as i64),
        "lceil" | "llceil" | "iceil" => |_, a| signed(a.f64(0).ceil() as i64),
        "ilogb" => |_, a| signed(a.value(0).quad().ilogb().into()),
        _ => return None,
    })
}

fn sign_bit(shape: Shape) -> u128 {
    match shape {
        Shape::Single => 1 << 31,
        Shape::Wide { .. } => 1 << 127,
        _ => 1 << 63,
    }
}
