//! Arithmetic on constants: what `const_unop`, `const_binop`, `fold_relational_const` and `fold_convert_const` compute
//! in GCC's fold-const.
//!
//! Every function returns `None` where GCC leaves the operation alone: division by zero, floating-point operations
//! that would raise an exception under `-ftrapping-math` (the default; static initialisers are folded without it,
//! see [`Folding`]), shifts by negative counts, operands it knows nothing of.
//!
//! Integers are kept as [`ConstValue::Int`], extended to 128 bits by the sign of their type; `unsigned __int128` values
//! as their bit pattern. A result that does not fit a signed type is wrapped and carries the overflow flag, which
//! operations on it inherit; [`drop_overflow`] takes it off, as passes do.
//!
//! Real values are kept as binary128; an operation is done in the format of its type, so that each result is rounded
//! once.

mod bits;
mod overflow;
mod real;
mod vector;

pub use bits::{constant_bytes, constant_of_bytes};
pub use overflow::arith_overflow;
pub use vector::{const_ternary, convert_lanes};

use crate::code::TreeCode;
use crate::constant::{Const, ConstId, ConstValue, RealBits};
use crate::types::{TypeId, TypeKind};
use crate::unit::Unit;
use rustc_apfloat::Float;

pub use real::{format_bits, format_of, is_whole, parse_real, round_to_format};

/// How much care of the floating-point environment is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Folding {
    /// Keep operations that would raise an exception (`-ftrapping-math`).
    pub trapping_math: bool,
    /// Keep inexact operations (`-frounding-math`).
    pub rounding_math: bool,
    /// Keep operations on signaling NaNs, and those that change nothing but such NaNs (`-fsignaling-nans`).
    pub signaling_nans: bool,
    /// Strings of the program are not in a set that extends ASCII (`-fexec-charset=`): what they mean to the library
    /// is not looked at.
    pub foreign_strings: bool,
}

impl Default for Folding {
    fn default() -> Self {
        Folding {
            trapping_math: true,
            rounding_math: false,
            signaling_nans: false,
            foreign_strings: false,
        }
    }
}

impl Folding {
    /// As static initialisers are folded.
    pub const INITIALIZER: Folding = Folding {
        trapping_math: false,
        rounding_math: false,
        signaling_nans: false,
        foreign_strings: false,
    };

    /// Whether an operation on this constant is left to the run.
    pub(crate) fn keeps(self, bits: RealBits) -> bool {
        self.signaling_nans && bits.is_signaling_nan()
    }
}

/// The constant `value` of `ty`, wrapped to it; it overflows where `ty` is signed and `value` did not fit or the
/// calculation had overflowed already (`force_fit_type`).
pub fn fit(unit: &mut Unit, ty: TypeId, value: i128, overflow: bool) -> ConstId {
    let wrapped = unit.types.wrap(ty, value);
    if !unit.types.is_unsigned(ty) && (overflow || wrapped != value) {
        return unit.consts.intern(Const { ty, value: ConstValue::Int(wrapped), overflow: true });
    }
    unit.consts.int(ty, wrapped)
}

/// The constant without its overflow flag (`drop_tree_overflow`).
pub fn drop_overflow(unit: &mut Unit, id: ConstId) -> ConstId {
    if !unit.consts[id].overflow {
        return id;
    }
    let mut constant = unit.consts[id].clone();
    constant.overflow = false;
    match constant.value {
        ConstValue::Complex(re, im) => {
            let (re, im) = (drop_overflow(unit, re), drop_overflow(unit, im));
            complex(unit, constant.ty, re, im)
        }
        _ => unit.consts.intern(constant),
    }
}

/// The same constant with its overflow flag set.
pub fn with_overflow(unit: &mut Unit, id: ConstId) -> ConstId {
    let constant = Const { overflow: true, ..unit.consts[id].clone() };
    unit.consts.intern(constant)
}

/// The complex constant of two parts; it has overflowed if a part has.
pub fn complex(unit: &mut Unit, ty: TypeId, re: ConstId, im: ConstId) -> ConstId {
    let overflow = unit.consts[re].overflow || unit.consts[im].overflow;
    unit.consts.intern(Const { ty, value: ConstValue::Complex(re, im), overflow })
}

/// The zero of a scalar, complex or vector type (`build_zero_cst`).
pub fn zero(unit: &mut Unit, ty: TypeId) -> ConstId {
    splat(unit, ty, 0)
}

/// The value of a scalar, complex or vector type whose bytes in memory are all the same; booleans and the numbers of
/// enumerations that are narrower than a byte take its low bits.
pub fn filled(unit: &mut Unit, ty: TypeId, byte: u8) -> Option<ConstId> {
    match *unit.types.kind(ty) {
        TypeKind::Real(_) => real::from_integer_bits(unit, ty, i128::from_le_bytes([byte; 16])),
        TypeKind::Complex(part) => {
            let part = filled(unit, part, byte)?;
            Some(complex(unit, ty, part, part))
        }
        TypeKind::Vector { element, lanes } => {
            let lane = filled(unit, element, byte)?;
            let value = ConstValue::Vector(vec![lane; lanes as usize].into_boxed_slice());
            Some(unit.consts.intern(Const { ty, value, overflow: false }))
        }
        _ if unit.types.is_integral(ty) || unit.types.is_pointer(ty) => {
            Some(unit.int_id(ty, i128::from_le_bytes([byte; 16])))
        }
        _ => None,
    }
}

/// A small integer in a scalar type, as real part of a complex type, or in all lanes of a vector type
/// (`build_int_cst`, `build_one_cst` and their kin).
pub fn splat(unit: &mut Unit, ty: TypeId, value: i128) -> ConstId {
    match *unit.types.kind(ty) {
        TypeKind::Real(_) => {
            let quad = rustc_apfloat::ieee::Quad::from_i128(value).value;
            unit.consts.real(ty, RealBits::from_quad(quad))
        }
        TypeKind::Complex(part) => {
            let (re, im) = (splat(unit, part, value), splat(unit, part, 0));
            complex(unit, ty, re, im)
        }
        TypeKind::Vector { element, lanes } => {
            let lane = splat(unit, element, value);
            let value = ConstValue::Vector(vec![lane; lanes as usize].into_boxed_slice());
            unit.consts.intern(Const { ty, value, overflow: false })
        }
        _ => unit.int_id(ty, value),
    }
}

/// Whether a constant is zero: integer 0, real 0 of either sign, complex or vector of such (`integer_zerop` or
/// `real_zerop`).
pub fn is_zero(unit: &Unit, id: ConstId) -> bool {
    all_parts(unit, id, &|value| match value {
        ConstValue::Int(value) => *value == 0,
        ConstValue::Real(bits) => bits.quad().is_zero(),
        _ => false,
    })
}

/// Whether a constant is one: integer 1, real 1, complex with imaginary part 0, or vector of ones.
pub fn is_one(unit: &Unit, id: ConstId) -> bool {
    match unit.consts[id].value {
        ConstValue::Complex(re, im) => is_one(unit, re) && is_zero(unit, im),
        _ => all_parts(unit, id, &|value| match value {
            ConstValue::Int(value) => *value == 1,
            ConstValue::Real(bits) => *bits == RealBits::from_f64(1.0),
            _ => false,
        }),
    }
}

/// Whether a constant has all bits set (`integer_all_onesp`).
pub fn is_all_ones(unit: &Unit, id: ConstId) -> bool {
    match &unit.consts[id].value {
        ConstValue::Int(value) => *value == unit.types.wrap(unit.consts[id].ty, -1),
        ConstValue::Vector(lanes) => lanes.iter().all(|&lane| is_all_ones(unit, lane)),
        ConstValue::Complex(re, im) => is_all_ones(unit, *re) && is_zero(unit, *im),
        _ => false,
    }
}

fn all_parts(unit: &Unit, id: ConstId, test: &dyn Fn(&ConstValue) -> bool) -> bool {
    match &unit.consts[id].value {
        ConstValue::Complex(re, im) => all_parts(unit, *re, test) && all_parts(unit, *im, test),
        ConstValue::Vector(lanes) => lanes.iter().all(|&lane| all_parts(unit, lane, test)),
        value => test(value),
    }
}

/// The constant `code c` of type `ty` (`const_unop`); conversions included.
pub fn const_unop(unit: &mut Unit, code: TreeCode, ty: TypeId, c: ConstId) -> Option<ConstId> {
    use TreeCode::*;
    if matches!(code, Nop | Float | FixTrunc) {
        return const_convert(unit, code, ty, c);
    }
    let constant = unit.consts[c].clone();
    let vectors = [ty, constant.ty].map(|ty| unit.types.lanes(ty).is_some());
    if code == ViewConvert && vectors != [false; 2] {
        return vector::view_convert(unit, ty, c);
    }
    match constant.value {
        ConstValue::Int(value) => const_int_unop(unit, code, ty, value, constant.overflow),
        ConstValue::Real(bits) => match code {
            Negate => Some(real_const(unit, ty, RealBits::from_quad(-bits.quad()), &constant)),
            Abs => Some(real_const(unit, ty, RealBits::from_quad(bits.quad().abs()), &constant)),
            Paren => Some(c),
            TruthNot => Some(unit.int_id(ty, bits.quad().is_zero().into())),
            ViewConvert => real::view_convert(unit, ty, c),
            _ => None,
        },
        ConstValue::Complex(re, im) => {
            let part = unit.consts[re].ty;
            match code {
                Negate => {
                    let re = const_unop(unit, Negate, part, re)?;
                    let im = const_unop(unit, Negate, part, im)?;
                    Some(complex(unit, ty, re, im))
                }
                Conj | BitNot => {
                    let im = const_unop(unit, Negate, part, im)?;
                    Some(complex(unit, ty, re, im))
                }
                Realpart => Some(re),
                Imagpart => Some(im),
                Paren => Some(c),
                TruthNot => {
                    let value = is_zero(unit, re) && is_zero(unit, im);
                    Some(unit.int_id(ty, value.into()))
                }
                _ => None,
            }
        }
        ConstValue::Vector(lanes) => vector::unop(unit, code, ty, &lanes),
        ConstValue::String(_) => None,
    }
}

fn real_const(unit: &mut Unit, ty: TypeId, bits: RealBits, from: &Const) -> ConstId {
    unit.consts.intern(Const { ty, value: ConstValue::Real(bits), overflow: from.overflow })
}

fn const_int_unop(
    unit: &mut Unit,
    code: TreeCode,
    ty: TypeId,
    value: i128,
    overflow: bool,
) -> Option<ConstId> {
    use TreeCode::*;
    Some(match code {
        Negate => {
            let (result, wrapped) = value.overflowing_neg();
            fit(unit, ty, result, overflow || wrapped)
        }
        Abs => {
            let negative = value < 0 && !unit.types.is_unsigned(ty);
            let (result, wrapped) = if negative { value.overflowing_neg() } else { (value, false) };
            fit(unit, ty, result, overflow || wrapped)
        }
        Absu => unit.int_id(ty, value.wrapping_abs()),
        BitNot => fit(unit, ty, unit.types.wrap(ty, !value), overflow),
        TruthNot => unit.int_id(ty, (value == 0).into()),
        Conj | Realpart | Paren => fit(unit, ty, value, overflow),
        Imagpart => unit.int_id(ty, 0),
        ViewConvert => {
            let from = unit.int_id(ty, value);
            return if unit.types.is_integral(ty) || unit.types.is_pointer(ty) {
                Some(from)
            } else {
                real::from_integer_bits(unit, ty, value)
            };
        }
        _ => return None,
    })
}

/// `a code b` of type `ty` for constants, trapping operations excluded (`const_binop`). Comparisons are done too.
pub fn const_binop(
    unit: &mut Unit,
    code: TreeCode,
    ty: TypeId,
    a: ConstId,
    b: ConstId,
) -> Option<ConstId> {
    const_binop_in(unit, unit.folding, code, ty, a, b)
}

/// As [`const_binop`], with a choice of what to do about the floating-point environment.
pub fn const_binop_in(
    unit: &mut Unit,
    folding: Folding,
    code: TreeCode,
    ty: TypeId,
    a: ConstId,
    b: ConstId,
) -> Option<ConstId> {
    if code.is_comparison() {
        return const_compare(unit, code, ty, a, b);
    }
    let (left, right) = (unit.consts[a].clone(), unit.consts[b].clone());
    let overflow = left.overflow || right.overflow;
    match (left.value, right.value) {
        (ConstValue::Int(_), ConstValue::Int(_)) if code == TreeCode::Complex => {
            Some(complex(unit, ty, a, b))
        }
        (ConstValue::Int(x), ConstValue::Int(y)) => {
            const_int_binop(unit, code, ty, (left.ty, x), (right.ty, y), overflow)
        }
        (ConstValue::Real(x), ConstValue::Real(y)) => {
            if code == TreeCode::Complex {
                return Some(complex(unit, ty, a, b));
            }
            let bits = real::binop(folding, code, format_of(unit, ty)?, x, y)?;
            Some(unit.consts.intern(Const { ty, value: ConstValue::Real(bits), overflow }))
        }
        (ConstValue::Complex(ar, ai), ConstValue::Complex(br, bi)) => {
            const_complex_binop(unit, folding, code, ty, (ar, ai), (br, bi))
        }
        (ConstValue::Vector(x), ConstValue::Vector(y)) => {
            vector::binop(unit, folding, code, ty, &x, &y)
        }
        (ConstValue::Vector(x), ConstValue::Int(_)) => {
            vector::shift(unit, folding, code, ty, &x, b)
        }
        _ => None,
    }
}

/// Integer arithmetic (`int_const_binop`); the logic of GENERIC included.
fn const_int_binop(
    unit: &mut Unit,
    code: TreeCode,
    ty: TypeId,
    (left_ty, a): (TypeId, i128),
    (_, b): (TypeId, i128),
    overflow: bool,
) -> Option<ConstId> {
    use TreeCode::*;
    let unsigned = unit.types.is_unsigned(left_ty);
    let precision = unit.types.precision(left_ty)?;
    let (value, overflowed) = match code {
        BitIor => (a | b, false),
        BitXor => (a ^ b, false),
        BitAnd => (a & b, false),
        TruthAnd | TruthAndIf => ((a != 0 && b != 0).into(), false),
        TruthOr | TruthOrIf => ((a != 0 || b != 0).into(), false),
        TruthXor => (((a != 0) != (b != 0)).into(), false),
        Lshift | Rshift if b < 0 => return None,
        Lshift if b >= i128::from(precision) => (0, false),
        // Shifts never overflow: wrap here, so that `fit` sees no difference.
        Lshift => (unit.types.wrap(ty, a.wrapping_shl(b as u32)), false),
        Rshift => (shift_right(a, b, unsigned), false),
        Lrotate => (rotate_left(unit, left_ty, a, b), false),
        Rrotate => (rotate_left(unit, left_ty, a, i128::from(precision) - b), false),
        Plus | PointerPlus => a.overflowing_add(b),
        Minus | PointerDiff => a.overflowing_sub(b),
        Mult => a.overflowing_mul(b),
        MultHighpart if precision <= 64 => (a.wrapping_mul(b) >> precision, false),
        TruncDiv | ExactDiv | TruncMod => divide(code, a, b, unsigned && precision == 128)?,
        Min => (if less(a, b, unsigned) { a } else { b }, false),
        Max => (if less(a, b, unsigned) { b } else { a }, false),
        _ => return None,
    };
    // The remainder of the most negative value by -1 is where the division overflows.
    let overflowed = overflowed
        || code == TruncMod
            && b == -1
            && !unsigned
            && a == unit.types.wrap(ty, 1 << (precision - 1));
    if matches!(code, PointerPlus | PointerDiff) {
        return Some(unit.int_id(ty, value));
    }
    Some(fit(unit, ty, value, overflow || overflowed))
}

fn shift_right(a: i128, b: i128, unsigned: bool) -> i128 {
    match (unsigned, b >= 128) {
        (true, true) => 0,
        (true, false) => (a as u128 >> b) as i128,
        (false, true) => a >> 127,
        (false, false) => a >> b,
    }
}

fn rotate_left(unit: &Unit, ty: TypeId, a: i128, b: i128) -> i128 {
    let bits = i128::from(unit.types.precision(ty).unwrap_or(128));
    let count = b.rem_euclid(bits) as u32;
    let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    let value = a as u128 & mask;
    let rotated = if count == 0 { value } else { value << count | value >> (bits as u32 - count) };
    unit.types.wrap(ty, (rotated & mask) as i128)
}

fn less(a: i128, b: i128, unsigned: bool) -> bool {
    // Values of unsigned types narrower than 128 bits are never negative here.
    if unsigned { (a as u128) < b as u128 } else { a < b }
}

fn divide(code: TreeCode, a: i128, b: i128, wide_unsigned: bool) -> Option<(i128, bool)> {
    if b == 0 {
        return None;
    }
    Some(match (code, wide_unsigned) {
        (TreeCode::TruncMod, true) => ((a as u128 % b as u128) as i128, false),
        (TreeCode::TruncMod, false) => a.overflowing_rem(b),
        (_, true) => ((a as u128 / b as u128) as i128, false),
        (_, false) => a.overflowing_div(b),
    })
}

/// Integer arithmetic on values of one type: the wrapped result, and whether it overflowed. `None` as for
/// [`const_binop`].
pub fn int_binop(unit: &mut Unit, code: TreeCode, ty: TypeId, a: i128, b: i128) -> Option<i128> {
    let id = const_int_binop(unit, code, ty, (ty, a), (ty, b), false)?;
    unit.consts.as_int(id)
}

type Parts = (ConstId, ConstId);

fn const_complex_binop(
    unit: &mut Unit,
    folding: Folding,
    code: TreeCode,
    ty: TypeId,
    (ar, ai): Parts,
    (br, bi): Parts,
) -> Option<ConstId> {
    use TreeCode::*;
    let part = unit.types.element(ty)?;
    let (re, im) = match code {
        Plus | Minus => (
            const_binop_in(unit, folding, code, part, ar, br)?,
            const_binop_in(unit, folding, code, part, ai, bi)?,
        ),
        Mult | Rdiv if unit.types.is_real(part) => {
            let parts = [ar, ai, br, bi].map(|id| unit.consts.as_real(id));
            let [Some(ar), Some(ai), Some(br), Some(bi)] = parts else { return None };
            let parts = [ar, ai, br, bi];
            if folding.rounding_math || parts.iter().any(|&bits| folding.keeps(bits)) {
                return None;
            }
            let nan = parts.iter().find(|bits| bits.quad().is_nan());
            let infinite = parts.iter().any(|bits| bits.quad().is_infinite());
            if let Some(&nan) = nan
                && !infinite
                && folding == Folding::INITIALIZER
            {
                let nan = unit.consts.real(part, nan);
                return Some(complex(unit, ty, nan, nan));
            }
            let (re, im) = real::complex_binop(code, format_of(unit, part)?, parts)?;
            (unit.consts.real(part, re), unit.consts.real(part, im))
        }
        Mult => {
            let mut op = |code, a, b| const_binop_in(unit, folding, code, part, a, b);
            let (rr, ii) = (op(Mult, ar, br)?, op(Mult, ai, bi)?);
            let (ri, ir) = (op(Mult, ar, bi)?, op(Mult, ai, br)?);
            (op(Minus, rr, ii)?, op(Plus, ri, ir)?)
        }
        TruncDiv | ExactDiv => {
            // (a * conj b) / |b|².
            let mut op = |code, a, b| const_binop_in(unit, folding, code, part, a, b);
            let (rr, ii) = (op(Mult, br, br)?, op(Mult, bi, bi)?);
            let norm = op(Plus, rr, ii)?;
            let (x, y) = (op(Mult, ar, br)?, op(Mult, ai, bi)?);
            let (z, w) = (op(Mult, ai, br)?, op(Mult, ar, bi)?);
            let (re, im) = (op(Plus, x, y)?, op(Minus, z, w)?);
            (op(TruncDiv, re, norm)?, op(TruncDiv, im, norm)?)
        }
        _ => return None,
    };
    Some(complex(unit, ty, re, im))
}

/// The truth of a comparison of two constants in the boolean or integer type `ty` (`fold_relational_const`).
pub fn const_compare(
    unit: &mut Unit,
    code: TreeCode,
    ty: TypeId,
    a: ConstId,
    b: ConstId,
) -> Option<ConstId> {
    if let (ConstValue::Vector(x), ConstValue::Vector(y)) =
        (unit.consts[a].value.clone(), unit.consts[b].value.clone())
    {
        return vector::compare(unit, code, ty, &x, &y);
    }
    let kept = |id: ConstId| unit.consts.as_real(id).is_some_and(|bits| unit.folding.keeps(bits));
    if kept(a) || kept(b) {
        return None;
    }
    let truth = compare(unit, code, a, b)?;
    Some(unit.int_id(ty, truth.into()))
}

/// The truth of a comparison of two scalar or complex constants.
pub fn compare(unit: &Unit, code: TreeCode, a: ConstId, b: ConstId) -> Option<bool> {
    use TreeCode::*;
    match (&unit.consts[a].value, &unit.consts[b].value) {
        (&ConstValue::Int(x), &ConstValue::Int(y)) => {
            let unsigned = unit.types.is_unsigned(unit.consts[a].ty);
            Some(match code {
                Eq | Uneq => x == y,
                Ne | Ltgt => x != y,
                Lt | Unlt => less(x, y, unsigned),
                Le | Unle => !less(y, x, unsigned),
                Gt | Ungt => less(y, x, unsigned),
                Ge | Unge => !less(x, y, unsigned),
                Ordered => true,
                Unordered => false,
                _ => return None,
            })
        }
        (ConstValue::Real(x), ConstValue::Real(y)) => real::compare(code, *x, *y),
        (ConstValue::Complex(ar, ai), ConstValue::Complex(br, bi)) => {
            let same = compare(unit, Eq, *ar, *br)? && compare(unit, Eq, *ai, *bi)?;
            match code {
                Eq => Some(same),
                Ne => Some(!same),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The constant converted to `ty` (`fold_convert_const`); `code` is one of the conversions.
pub fn const_convert(unit: &mut Unit, code: TreeCode, ty: TypeId, c: ConstId) -> Option<ConstId> {
    let constant = unit.consts[c].clone();
    if constant.ty == ty {
        return Some(c);
    }
    let to = unit.types.kind(ty).clone();
    let integral = unit.types.is_integral(ty) || unit.types.is_pointer(ty);
    match (constant.value, to) {
        (ConstValue::Int(value), _) if integral => {
            Some(convert_int(unit, ty, constant.ty, value, constant.overflow))
        }
        (ConstValue::Int(value), TypeKind::Real(_)) => {
            let unsigned = unit.types.is_unsigned(constant.ty);
            let bits = real::from_int(format_of(unit, ty)?, value, unsigned);
            let exact = || real::to_int(unit, constant.ty, bits) == Some((value, false));
            if unit.folding.rounding_math && !exact() {
                return None;
            }
            let overflow = constant.overflow;
            Some(unit.consts.intern(Const { ty, value: ConstValue::Real(bits), overflow }))
        }
        (ConstValue::Real(bits), TypeKind::Real(_)) => {
            if unit.folding.keeps(bits) {
                return None;
            }
            // Without a change of format a NaN stays what it is.
            let same = format_of(unit, ty) == format_of(unit, constant.ty);
            let rounded = if same { bits } else { round_to_format(format_of(unit, ty)?, bits) };
            if unit.folding.rounding_math && rounded != bits && !bits.quad().is_nan() {
                return None;
            }
            let bits = rounded;
            let overflow = constant.overflow;
            Some(unit.consts.intern(Const { ty, value: ConstValue::Real(bits), overflow }))
        }
        (ConstValue::Real(bits), _) if integral && unit.folding.keeps(bits) => None,
        (ConstValue::Real(bits), _) if integral => {
            let (value, inexact) = real::to_int(unit, ty, bits)?;
            let overflow = inexact || constant.overflow;
            Some(unit.consts.intern(Const { ty, value: ConstValue::Int(value), overflow }))
        }
        (ConstValue::Complex(re, im), TypeKind::Complex(part)) => {
            let re = convert_part(unit, part, re)?;
            let im = convert_part(unit, part, im)?;
            Some(complex(unit, ty, re, im))
        }
        (ConstValue::Vector(lanes), TypeKind::Vector { element, lanes: count })
            if lanes.len() == count as usize && code != TreeCode::Nop =>
        {
            vector::convert(unit, code, ty, element, &lanes)
        }
        (value @ ConstValue::Vector(_), TypeKind::Vector { .. })
            if crate::types_compatible::useless_type_conversion(unit, ty, constant.ty) =>
        {
            Some(unit.consts.intern(Const { ty, value, overflow: constant.overflow }))
        }
        _ => None,
    }
}

fn convert_int(unit: &mut Unit, ty: TypeId, from: TypeId, value: i128, overflow: bool) -> ConstId {
    // Whether the value fits: a huge `unsigned __int128` looks negative in its bit pattern.
    let misread = value < 0
        && unit.types.is_unsigned(from)
        && !unit.types.is_unsigned(ty)
        && unit.types.precision(ty) == Some(128);
    let overflow = if unit.types.is_pointer(from) { false } else { overflow || misread };
    if unit.types.is_pointer(from) {
        return unit.int_id(ty, value);
    }
    fit(unit, ty, value, overflow)
}

fn convert_part(unit: &mut Unit, ty: TypeId, c: ConstId) -> Option<ConstId> {
    let from = unit.consts[c].ty;
    let code = match (unit.types.is_real(from), unit.types.is_real(ty)) {
        (false, true) => TreeCode::Float,
        (true, false) => TreeCode::FixTrunc,
        _ => TreeCode::Nop,
    };
    const_convert(unit, code, ty, c)
}

#[cfg(test)]
mod tests;
