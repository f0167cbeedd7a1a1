//! Real and complex-real constants, computed in the format of their type with round-to-nearest-even.

use super::Folding;
use crate::code::TreeCode;
use crate::constant::{ConstId, ConstValue, RealBits};
use crate::types::{RealFormat, TypeId, TypeKind};
use crate::unit::Unit;
use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};
use std::cmp::Ordering;

/// The format of a real type.
pub fn format_of(unit: &Unit, ty: TypeId) -> Option<RealFormat> {
    match *unit.types.kind(ty) {
        TypeKind::Real(format) => Some(format),
        _ => None,
    }
}

/// The value rounded to a format (`real_convert`).
pub fn round_to_format(format: RealFormat, bits: RealBits) -> RealBits {
    fn round<F: Float + FloatConvert<Quad>>(value: Quad) -> RealBits
    where
        Quad: FloatConvert<F>,
    {
        let mut inexact = false;
        let narrow: F = value.convert(&mut inexact).value;
        RealBits::from_quad(narrow.convert(&mut inexact).value)
    }
    match format {
        RealFormat::Half => round::<Half>(bits.quad()),
        RealFormat::Single => round::<Single>(bits.quad()),
        RealFormat::Double => round::<Double>(bits.quad()),
        RealFormat::Quad => bits,
    }
}

/// Whether a value has no fraction.
pub fn is_whole(bits: RealBits) -> bool {
    let value = bits.quad();
    value.is_finite() && value.round_to_integral(Round::TowardZero).value == value
}

/// The value of the text of a floating constant without suffix, rounded once to a format. `None` if it is no number.
pub fn parse_real(format: RealFormat, text: &str) -> Option<RealBits> {
    fn parse<F: Float + FloatConvert<Quad>>(text: &str) -> Option<RealBits> {
        let mut inexact = false;
        let value = F::from_str_r(text, Round::NearestTiesToEven).ok()?.value;
        Some(RealBits::from_quad(value.convert(&mut inexact).value))
    }
    match format {
        RealFormat::Half => parse::<Half>(text),
        RealFormat::Single => parse::<Single>(text),
        RealFormat::Double => parse::<Double>(text),
        RealFormat::Quad => parse::<Quad>(text),
    }
}

/// An integer as a real, rounded once.
pub(super) fn from_int(format: RealFormat, value: i128, unsigned: bool) -> RealBits {
    fn make<F: Float + FloatConvert<Quad>>(value: i128, unsigned: bool) -> RealBits {
        let number: F =
            if unsigned { F::from_u128(value as u128).value } else { F::from_i128(value).value };
        let mut inexact = false;
        RealBits::from_quad(number.convert(&mut inexact).value)
    }
    match format {
        RealFormat::Half => make::<Half>(value, unsigned),
        RealFormat::Single => make::<Single>(value, unsigned),
        RealFormat::Double => make::<Double>(value, unsigned),
        RealFormat::Quad => make::<Quad>(value, unsigned),
    }
}

/// A real truncated to an integer type, and whether it was out of its range; such values saturate, NaN becomes 0.
pub(super) fn to_int(unit: &Unit, ty: TypeId, bits: RealBits) -> Option<(i128, bool)> {
    let precision = unit.types.precision(ty)? as usize;
    let value = bits.quad();
    if value.is_nan() {
        return Some((0, true));
    }
    let mut exact = false;
    let (result, status) = if unit.types.is_unsigned(ty) {
        let StatusAnd { status, value } = value.to_u128_r(precision, Round::TowardZero, &mut exact);
        (value as i128, status)
    } else {
        // One bit holds 0 and -1; the library knows no such type.
        let width = precision.max(2);
        let StatusAnd { status, value } = value.to_i128_r(width, Round::TowardZero, &mut exact);
        match value {
            1.. if precision == 1 => (0, Status::INVALID_OP),
            ..-1 if precision == 1 => (-1, Status::INVALID_OP),
            _ => (value, status),
        }
    };
    Some((result, status.contains(Status::INVALID_OP)))
}

/// `a code b` in a format, or `None` where the operation would raise what `folding` wants kept.
pub(super) fn binop(
    folding: Folding,
    code: TreeCode,
    format: RealFormat,
    a: RealBits,
    b: RealBits,
) -> Option<RealBits> {
    match format {
        RealFormat::Half => calculate::<Half>(folding, code, a, b),
        RealFormat::Single => calculate::<Single>(folding, code, a, b),
        RealFormat::Double => calculate::<Double>(folding, code, a, b),
        RealFormat::Quad => calculate::<Quad>(folding, code, a, b),
    }
}

fn calculate<F: Float + FloatConvert<Quad>>(
    folding: Folding,
    code: TreeCode,
    a: RealBits,
    b: RealBits,
) -> Option<RealBits>
where
    Quad: FloatConvert<F>,
{
    use TreeCode::*;
    if folding.trapping_math && code == Rdiv && b.quad().is_zero() {
        return None;
    }
    if folding.keeps(a) || folding.keeps(b) {
        return None;
    }
    if a.quad().is_nan() {
        return Some(a);
    }
    if b.quad().is_nan() {
        return Some(b);
    }
    let mut inexact = false;
    let x: F = a.quad().convert(&mut inexact).value;
    let y: F = b.quad().convert(&mut inexact).value;
    let StatusAnd { status, value } = match code {
        Plus => x + y,
        Minus => x - y,
        Mult => x * y,
        Rdiv => x / y,
        Min => Status::OK.and(if y < x { y } else { x }),
        Max => Status::OK.and(if x < y { y } else { x }),
        _ => return None,
    };
    if folding.trapping_math
        && (value.is_nan() || (value.is_infinite() && x.is_finite() && y.is_finite()))
    {
        return None;
    }
    if folding.rounding_math && status.contains(Status::INEXACT) {
        return None;
    }
    Some(RealBits::from_quad(value.convert(&mut inexact).value))
}

/// Product or quotient of two complex numbers `(ar, ai)` and `(br, bi)`, each part rounded to the format. `None` unless
/// all parts of operands and result are finite.
pub(super) fn complex_binop(
    code: TreeCode,
    format: RealFormat,
    parts: [RealBits; 4],
) -> Option<(RealBits, RealBits)> {
    let [ar, ai, br, bi] = parts.map(RealBits::quad);
    if ![ar, ai, br, bi].iter().all(|part| part.is_finite()) {
        return None;
    }
    // x * y + z * w with one product exact: enough for the results to be those of one rounding in double and float.
    let dot = |x: Quad, y: Quad, z: Quad, w: Quad| x.mul_add(y, (z * w).value).value;
    let (re, im) = match code {
        TreeCode::Mult => (dot(ar, br, -ai, bi), dot(ar, bi, ai, br)),
        _ => {
            let norm = dot(br, br, bi, bi);
            if norm.is_zero() {
                return None;
            }
            ((dot(ar, br, ai, bi) / norm).value, (dot(ai, br, -ar, bi) / norm).value)
        }
    };
    let round = |value| round_to_format(format, RealBits::from_quad(value));
    let (re, im) = (round(re), round(im));
    (re.quad().is_finite() && im.quad().is_finite()).then_some((re, im))
}

/// The truth of a comparison; NaNs are quiet, so comparing with one is false (or true for `!=` and the unordered ones).
pub(super) fn compare(code: TreeCode, a: RealBits, b: RealBits) -> Option<bool> {
    use TreeCode::*;
    let order = a.quad().partial_cmp(&b.quad());
    Some(match code {
        Eq => order == Some(Ordering::Equal),
        Ne => order != Some(Ordering::Equal),
        Lt => order == Some(Ordering::Less),
        Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Gt => order == Some(Ordering::Greater),
        Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        Unordered => order.is_none(),
        Ordered => order.is_some(),
        Unlt => !matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        Unle => order != Some(Ordering::Greater),
        Ungt => !matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Unge => order != Some(Ordering::Less),
        Uneq => matches!(order, None | Some(Ordering::Equal)),
        Ltgt => matches!(order, Some(Ordering::Less | Ordering::Greater)),
        _ => return None,
    })
}

/// The bits of a value in a format, as memory holds them.
pub fn format_bits(format: RealFormat, bits: RealBits) -> u128 {
    match format {
        RealFormat::Half => bits.half_bits().into(),
        RealFormat::Single => bits.single_bits().into(),
        RealFormat::Double => bits.double_bits().into(),
        RealFormat::Quad => bits.0,
    }
}

/// A real constant's bits as an integer, or as a real of the same size.
pub(super) fn view_convert(unit: &mut Unit, ty: TypeId, c: ConstId) -> Option<ConstId> {
    let constant = &unit.consts[c];
    let ConstValue::Real(bits) = constant.value else { return None };
    let format = format_of(unit, constant.ty)?;
    if unit.types.size(ty) != unit.types.size(constant.ty) {
        return None;
    }
    let raw = format_bits(format, bits) as i128;
    if unit.types.is_integral(ty) {
        return Some(unit.int_id(ty, raw));
    }
    from_integer_bits(unit, ty, raw)
}

/// The bits in memory of a real constant as an integer.
pub(super) fn integer_bits(unit: &Unit, c: ConstId) -> Option<i128> {
    let constant = &unit.consts[c];
    let ConstValue::Real(bits) = constant.value else { return None };
    Some(format_bits(format_of(unit, constant.ty)?, bits) as i128)
}

/// The real constant whose bits in memory are those of an integer.
pub(super) fn from_integer_bits(unit: &mut Unit, ty: TypeId, raw: i128) -> Option<ConstId> {
    fn read<F: Float + FloatConvert<Quad>>(raw: u128) -> RealBits {
        let mut inexact = false;
        let value = F::from_bits(raw);
        let bits = RealBits::from_quad(value.convert(&mut inexact).value);
        // Being read makes no signaling NaN quiet: that is told by the first bit of the fraction.
        let signaling = value.is_nan() && raw >> (F::PRECISION - 2) & 1 == 0;
        RealBits(if signaling { bits.0 & !(1 << 111) } else { bits.0 })
    }
    let raw = raw as u128;
    let bits = match format_of(unit, ty)? {
        RealFormat::Half => read::<Half>(raw & 0xffff),
        RealFormat::Single => read::<Single>(raw & 0xffff_ffff),
        RealFormat::Double => read::<Double>(raw & 0xffff_ffff_ffff_ffff),
        RealFormat::Quad => RealBits(raw),
    };
    Some(unit.consts.real(ty, bits))
}
