//! Calls of builtin functions whose arguments are constants, and whose result is known therefore.
//!
//! ```text
//!   __builtin_popcount (12)                  =>    2
//!   __builtin_pow (2.0, 10.0)                =>    1.024e+3
//!   __builtin_nan ("7")                      =>    a NaN (0x7)
//! ```
//!
//! The front end asks for calls as they are written, the passes for calls whose arguments have become constant. What
//! would raise an exception or set `errno` at run time stays a call, as in GCC. So do `j0`, `y0` and their kin, `lgamma_r`,
//! `cpow` and the inverse complex functions: GCC computes them, but no library at hand does so with correct rounding.

use crate::constant::{Const, ConstId, ConstValue, RealBits};
use crate::fold_const::{self, format_of};
use crate::options::{Flag, Options};
use crate::real_math::{self, precise};
use crate::types::{RealFormat, TypeId, TypeKind};
use crate::unit::Unit;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;

/// A library name without the suffix that tells the type: `fabsf`, `fabsl` and `fabs` are all `fabs`.
pub fn stem<'a>(name: &'a str, known: &[&'a str]) -> Option<&'a str> {
    if known.contains(&name) {
        return Some(name);
    }
    ["f128", "f64x", "f32x", "f64", "f32", "f", "l"]
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix).filter(|short| known.contains(short)))
}

/// Functions of one real number with a result of its type.
const ONE: [&str; 33] = [
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "exp2",
    "exp10",
    "pow10",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sqrt",
    "cbrt",
    "erf",
    "erfc",
    "tgamma",
    "floor",
    "ceil",
    "trunc",
    "round",
    "roundeven",
    "logb",
    "significand",
];

/// Functions of one real number with an integer as result, and the integral function that gives it.
const TO_INTEGER: [(&str, &str); 10] = [
    ("lround", "round"),
    ("llround", "round"),
    ("iround", "round"),
    ("lceil", "ceil"),
    ("llceil", "ceil"),
    ("iceil", "ceil"),
    ("lfloor", "floor"),
    ("llfloor", "floor"),
    ("ifloor", "floor"),
    ("ilogb", "ilogb"),
];

/// Functions of two real numbers.
const TWO: [&str; 11] = [
    "atan2",
    "hypot",
    "fmod",
    "remainder",
    "drem",
    "fdim",
    "fmax",
    "fmin",
    "pow",
    "nextafter",
    "nexttoward",
];

/// Functions of a complex number with a complex result.
const COMPLEX: [&str; 10] =
    ["csin", "ccos", "ctan", "csinh", "ccosh", "ctanh", "cexp", "clog", "csqrt", "cproj"];

/// The result of a call, in type `ty`, if it is known.
pub fn fold_call(
    unit: &mut Unit,
    options: &Options,
    name: &str,
    ty: TypeId,
    args: &[ConstId],
) -> Option<ConstId> {
    let raises = options.on(Flag::MathErrno) || options.on(Flag::TrappingMath);
    let value = |index: usize| unit.consts[args[index]].value.clone();
    if args.iter().any(|&arg| unit.consts.as_real(arg).is_some_and(|x| unit.folding.keeps(x))) {
        return None;
    }
    let care = unit.folding.rounding_math;
    match args.len() {
        1 => match value(0) {
            ConstValue::Int(_) => bit_count(unit, name, ty, args[0]),
            ConstValue::Real(x) => of_real(unit, name, ty, x),
            ConstValue::Complex(re, im) => of_complex(unit, name, ty, [re, im]),
            _ => None,
        },
        2 => match (value(0), value(1)) {
            (ConstValue::Real(x), ConstValue::Real(y)) => {
                let format = format_of(unit, ty)?;
                let name = stem(name, &TWO)?;
                let result = of_reals(format, raises, name, x, y)?;
                if care && !precise::of_two(name, x, y, result) {
                    return None;
                }
                Some(unit.consts.real(ty, result))
            }
            (ConstValue::Real(x), ConstValue::Int(n)) => {
                let format = format_of(unit, ty)?;
                let result = match stem(name, &["ldexp", "scalbn", "scalbln", "powi"])? {
                    "powi" => {
                        let result = real_math::power_by_int(format, x, i64::try_from(n).ok()?);
                        let times = RealBits::from_quad(Quad::from_i128(n).value);
                        if care && !precise::power(x, times, result) {
                            return None;
                        }
                        result
                    }
                    _ => real_math::scaled(format, x, n)?,
                };
                Some(unit.consts.real(ty, result))
            }
            _ => None,
        },
        3 if stem(name, &["fma"]).is_some() => {
            let mut operands = [RealBits(0); 3];
            for (operand, &arg) in operands.iter_mut().zip(args) {
                *operand = unit.consts.as_real(arg)?;
            }
            let result = real_math::fused(format_of(unit, ty)?, operands)?;
            if care && !precise::fused(operands, result) {
                return None;
            }
            Some(unit.consts.real(ty, result))
        }
        _ => None,
    }
}

fn int(unit: &mut Unit, ty: TypeId, value: i128) -> Option<ConstId> {
    let wrapped = unit.types.wrap(ty, value);
    Some(unit.consts.int(ty, wrapped))
}

fn of_real(unit: &mut Unit, name: &str, ty: TypeId, x: RealBits) -> Option<ConstId> {
    let value = x.quad();
    let stems = TO_INTEGER.map(|row| row.0);
    if let Some(short) = stem(name, &stems) {
        let to = TO_INTEGER.iter().find(|row| row.0 == short)?.1;
        let bits = unit.types.precision(ty)? as usize;
        let result = real_math::integer(to, bits, x)?;
        return int(unit, ty, result);
    }
    match stem(name, &["isnan", "isinf", "isfinite", "finite", "signbit"]) {
        Some("isnan") => return int(unit, ty, value.is_nan().into()),
        Some("isinf") => {
            let sign = if value.is_negative() { -1 } else { 1 };
            return int(unit, ty, if value.is_infinite() { sign } else { 0 });
        }
        Some("signbit") => return int(unit, ty, value.is_negative().into()),
        Some(_) => return int(unit, ty, value.is_finite().into()),
        None => {}
    }
    let format = format_of(unit, ty)?;
    let result = match stem(name, &ONE)? {
        "logb" if value.is_infinite() => RealBits::from_quad(value.abs()),
        "logb" | "significand" if !value.is_finite() => x,
        "logb" if value.is_zero() => return None,
        "logb" => RealBits::from_quad(Quad::from_i128(value.ilogb().into()).value),
        "significand" if value.is_zero() => x,
        "significand" => RealBits::from_quad(value.scalbn(-value.ilogb())),
        whole @ ("floor" | "ceil" | "trunc" | "round" | "roundeven") => {
            real_math::integral(whole, x)?
        }
        name => {
            let result = real_math::of_one(name, format, x)?;
            if unit.folding.rounding_math && !precise::of_one(name, x, result) {
                return None;
            }
            result
        }
    };
    Some(unit.consts.real(ty, result))
}

fn of_reals(
    format: RealFormat,
    raises: bool,
    name: &str,
    x: RealBits,
    y: RealBits,
) -> Option<RealBits> {
    match name {
        "pow" => real_math::power(format, raises, x, y),
        "nextafter" | "nexttoward" => real_math::next_after(format, raises, x, y),
        _ => real_math::of_two(name, format, x, y),
    }
}

fn of_complex(unit: &mut Unit, name: &str, ty: TypeId, parts: [ConstId; 2]) -> Option<ConstId> {
    let [Some(re), Some(im)] = parts.map(|part| unit.consts.as_real(part)) else { return None };
    let folding = unit.folding;
    if folding.rounding_math || folding.keeps(re) || folding.keeps(im) {
        return None;
    }
    if let Some(short) = stem(name, &["cabs", "carg"]) {
        let result = real_math::polar(short, format_of(unit, ty)?, [re, im])?;
        return Some(unit.consts.real(ty, result));
    }
    let short = stem(name, &COMPLEX)?;
    let TypeKind::Complex(part) = *unit.types.kind(ty) else { return None };
    let result = if short == "cproj" {
        let infinite = re.quad().is_infinite() || im.quad().is_infinite();
        let zero = RealBits::from_quad(Quad::ZERO.copy_sign(im.quad()));
        if infinite { [RealBits::from_quad(Quad::INFINITY), zero] } else { [re, im] }
    } else {
        real_math::of_complex(short, format_of(unit, part)?, [re, im])?
    };
    let [re, im] = result.map(|value| unit.consts.real(part, value));
    Some(fold_const::complex(unit, ty, re, im))
}

/// Counting and reversing the bits of constants.
fn bit_count(unit: &mut Unit, name: &str, ty: TypeId, arg: ConstId) -> Option<ConstId> {
    let known = [
        "ffs", "clz", "ctz", "clrsb", "popcount", "parity", "bswap16", "bswap32", "bswap64",
        "bswap128",
    ];
    let base = known.contains(&name).then_some(name).or_else(|| {
        ["ll", "l", "imax"]
            .iter()
            .find_map(|suffix| name.strip_suffix(suffix))
            .filter(|base| known.contains(base))
    })?;
    let value = unit.consts.as_int(arg)?;
    let bits = unit.types.precision(unit.consts[arg].ty)?.clamp(1, 128);
    let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    let raw = value as u128 & mask;
    let leading = raw.leading_zeros() - (128 - bits);
    let result = match base {
        "ffs" if raw == 0 => 0,
        "ffs" => raw.trailing_zeros() + 1,
        // Of zero the machine decides; the call stays.
        "clz" | "ctz" if raw == 0 => return None,
        "clz" => leading,
        "ctz" => raw.trailing_zeros(),
        "clrsb" => {
            let negative = raw >> (bits - 1) & 1 == 1;
            let folded = if negative { !raw & mask } else { raw };
            folded.leading_zeros() - (128 - bits) - 1
        }
        "popcount" => raw.count_ones(),
        "parity" => raw.count_ones() & 1,
        _ => return int(unit, ty, (raw.swap_bytes() >> (128 - bits)) as i128),
    };
    int(unit, ty, result.into())
}

/// `nan ("…")` and `nans ("…")`: the text is an integer in C's way of writing, and fills the digits from below. `None` if
/// it is no such integer.
pub fn nan_of_text(unit: &mut Unit, name: &str, ty: TypeId, text: &[u8]) -> Option<ConstId> {
    let signaling = stem(name, &["nan", "nans"])? == "nans";
    let format = format_of(unit, ty)?;
    let digits = std::str::from_utf8(text).ok()?.trim_start();
    // GCC reads a sign and forgets it.
    let digits = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    let payload = match digits.strip_prefix('0') {
        _ if digits.is_empty() => 0,
        Some("x" | "X") => 0,
        Some(rest) if rest.starts_with(['x', 'X']) => u128::from_str_radix(&rest[1..], 16).ok()?,
        Some("") => 0,
        Some(rest) => u128::from_str_radix(rest, 8).ok()?,
        None => digits.parse::<u128>().ok()?,
    };
    let precision = match format {
        RealFormat::Half => 11,
        RealFormat::Single => 24,
        RealFormat::Double => 53,
        RealFormat::Quad => 113,
    };
    // The highest digit tells the quiet from the signalling, which must not be an infinity.
    let room = precision - 2;
    let mut fraction = (payload & ((1 << room) - 1)) << (112 - (precision - 1));
    match signaling {
        false => fraction |= 1 << 111,
        true if fraction == 0 => fraction = 1 << 110,
        true => {}
    }
    let value = ConstValue::Real(RealBits(0x7fff << 112 | fraction));
    Some(unit.consts.intern(Const { ty, value, overflow: false }))
}
