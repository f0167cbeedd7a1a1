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

use crate::builtins::{Builtin, Family};
use crate::constant::{Const, ConstId, ConstValue, RealBits};
use crate::fold_const::{self, format_of};
use crate::options::{Flag, Options};
use crate::real_math::{self, precise};
use crate::types::{RealFormat, TypeId, TypeKind};
use crate::unit::Unit;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;

/// Whether a function takes one real number and has a result of its type.
fn takes_one(family: Family) -> bool {
    use Family::*;
    matches!(
        family,
        Sin | Cos
            | Tan
            | Asin
            | Acos
            | Atan
            | Sinh
            | Cosh
            | Tanh
            | Asinh
            | Acosh
            | Atanh
            | Exp
            | Exp2
            | Exp10
            | Pow10
            | Expm1
            | Log
            | Log2
            | Log10
            | Log1p
            | Sqrt
            | Cbrt
            | Erf
            | Erfc
            | Tgamma
            | Floor
            | Ceil
            | Trunc
            | Round
            | Roundeven
            | Logb
            | Significand
    )
}

/// The integral function that gives the integer which a function of one real number has as result.
fn to_integer(family: Family) -> Option<Family> {
    match family {
        Family::Lround | Family::Llround | Family::Iround => Some(Family::Round),
        Family::Lceil | Family::Llceil | Family::Iceil => Some(Family::Ceil),
        Family::Lfloor | Family::Llfloor | Family::Ifloor => Some(Family::Floor),
        Family::Ilogb => Some(Family::Ilogb),
        _ => None,
    }
}

/// Whether a function takes two real numbers.
fn takes_two(family: Family) -> bool {
    use Family::*;
    matches!(
        family,
        Atan2 | Hypot | Fmod | Remainder | Drem | Fdim | Fmax | Fmin | Pow | Nextafter | Nexttoward
    )
}

/// Whether a function takes a complex number and has a complex result.
fn takes_complex(family: Family) -> bool {
    use Family::*;
    matches!(family, Csin | Ccos | Ctan | Csinh | Ccosh | Ctanh | Cexp | Clog | Csqrt | Cproj)
}

/// The result of a call, in type `ty`, if it is known.
pub fn fold_call(
    unit: &mut Unit,
    options: &Options,
    builtin: Builtin,
    ty: TypeId,
    args: &[ConstId],
) -> Option<ConstId> {
    let family = builtin.family();
    let raises = options.on(Flag::MathErrno) || options.on(Flag::TrappingMath);
    let value = |index: usize| unit.consts[args[index]].value.clone();
    if args.iter().any(|&arg| unit.consts.as_real(arg).is_some_and(|x| unit.folding.keeps(x))) {
        return None;
    }
    let care = unit.folding.rounding_math;
    match args.len() {
        1 => match value(0) {
            ConstValue::Int(_) => bit_count(unit, family, ty, args[0]),
            ConstValue::Real(x) => of_real(unit, family, ty, x),
            ConstValue::Complex(re, im) => of_complex(unit, family, ty, [re, im]),
            _ => None,
        },
        2 => match (value(0), value(1)) {
            (ConstValue::Real(x), ConstValue::Real(y)) => {
                let format = format_of(unit, ty)?;
                if !takes_two(family) {
                    return None;
                }
                let result = of_reals(format, raises, family, x, y)?;
                if care && !precise::of_two(family, x, y, result) {
                    return None;
                }
                Some(unit.consts.real(ty, result))
            }
            (ConstValue::Real(x), ConstValue::Int(n)) => {
                let format = format_of(unit, ty)?;
                let result = match family {
                    Family::Powi => {
                        let result = real_math::power_by_int(format, x, i64::try_from(n).ok()?);
                        let times = RealBits::from_quad(Quad::from_i128(n).value);
                        if care && !precise::power(x, times, result) {
                            return None;
                        }
                        result
                    }
                    Family::Ldexp | Family::Scalbn | Family::Scalbln => {
                        real_math::scaled(format, x, n)?
                    }
                    _ => return None,
                };
                Some(unit.consts.real(ty, result))
            }
            _ => None,
        },
        3 if family == Family::Fma => {
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

fn of_real(unit: &mut Unit, family: Family, ty: TypeId, x: RealBits) -> Option<ConstId> {
    let value = x.quad();
    if let Some(to) = to_integer(family) {
        let bits = unit.types.precision(ty)? as usize;
        let result = real_math::integer(to, bits, x)?;
        return int(unit, ty, result);
    }
    match family {
        Family::Isnan => return int(unit, ty, value.is_nan().into()),
        Family::Isinf => {
            let sign = if value.is_negative() { -1 } else { 1 };
            return int(unit, ty, if value.is_infinite() { sign } else { 0 });
        }
        Family::Signbit => return int(unit, ty, value.is_negative().into()),
        Family::Isfinite | Family::Finite => return int(unit, ty, value.is_finite().into()),
        _ if takes_one(family) => {}
        _ => return None,
    }
    let format = format_of(unit, ty)?;
    let result = match family {
        Family::Logb if value.is_infinite() => RealBits::from_quad(value.abs()),
        Family::Logb | Family::Significand if !value.is_finite() => x,
        Family::Logb if value.is_zero() => return None,
        Family::Logb => RealBits::from_quad(Quad::from_i128(value.ilogb().into()).value),
        Family::Significand if value.is_zero() => x,
        Family::Significand => RealBits::from_quad(value.scalbn(-value.ilogb())),
        whole @ (Family::Floor
        | Family::Ceil
        | Family::Trunc
        | Family::Round
        | Family::Roundeven) => real_math::integral(whole, x)?,
        _ => {
            let result = real_math::of_one(family, format, x)?;
            if unit.folding.rounding_math && !precise::of_one(family, x, result) {
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
    family: Family,
    x: RealBits,
    y: RealBits,
) -> Option<RealBits> {
    match family {
        Family::Pow => real_math::power(format, raises, x, y),
        Family::Nextafter | Family::Nexttoward => real_math::next_after(format, raises, x, y),
        _ => real_math::of_two(family, format, x, y),
    }
}

fn of_complex(unit: &mut Unit, family: Family, ty: TypeId, parts: [ConstId; 2]) -> Option<ConstId> {
    let [Some(re), Some(im)] = parts.map(|part| unit.consts.as_real(part)) else { return None };
    let folding = unit.folding;
    if folding.rounding_math || folding.keeps(re) || folding.keeps(im) {
        return None;
    }
    if matches!(family, Family::Cabs | Family::Carg) {
        let result = real_math::polar(family, format_of(unit, ty)?, [re, im])?;
        return Some(unit.consts.real(ty, result));
    }
    if !takes_complex(family) {
        return None;
    }
    let TypeKind::Complex(part) = *unit.types.kind(ty) else { return None };
    let result = if family == Family::Cproj {
        let infinite = re.quad().is_infinite() || im.quad().is_infinite();
        let zero = RealBits::from_quad(Quad::ZERO.copy_sign(im.quad()));
        if infinite { [RealBits::from_quad(Quad::INFINITY), zero] } else { [re, im] }
    } else {
        real_math::of_complex(family, format_of(unit, part)?, [re, im])?
    };
    let [re, im] = result.map(|value| unit.consts.real(part, value));
    Some(fold_const::complex(unit, ty, re, im))
}

/// Counting and reversing the bits of constants.
fn bit_count(unit: &mut Unit, family: Family, ty: TypeId, arg: ConstId) -> Option<ConstId> {
    let value = unit.consts.as_int(arg)?;
    let bits = unit.types.precision(unit.consts[arg].ty)?.clamp(1, 128);
    let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    let raw = value as u128 & mask;
    let leading = raw.leading_zeros() - (128 - bits);
    let result = match family {
        Family::Ffs if raw == 0 => 0,
        Family::Ffs => raw.trailing_zeros() + 1,
        // Of zero the machine decides; the call stays.
        Family::Clz | Family::Ctz if raw == 0 => return None,
        Family::Clz => leading,
        Family::Ctz => raw.trailing_zeros(),
        Family::Clrsb => {
            let negative = raw >> (bits - 1) & 1 == 1;
            let folded = if negative { !raw & mask } else { raw };
            folded.leading_zeros() - (128 - bits) - 1
        }
        Family::Popcount => raw.count_ones(),
        Family::Parity => raw.count_ones() & 1,
        Family::Bswap16 | Family::Bswap32 | Family::Bswap64 | Family::Bswap128 => {
            return int(unit, ty, (raw.swap_bytes() >> (128 - bits)) as i128);
        }
        _ => return None,
    };
    int(unit, ty, result.into())
}

/// `nan ("…")` and `nans ("…")`: the text is an integer in C's way of writing, and fills the digits from below. `None` if
/// it is no such integer.
pub fn nan_of_text(unit: &mut Unit, signaling: bool, ty: TypeId, text: &[u8]) -> Option<ConstId> {
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
