//! Builtins that say what kind of number a floating-point number is: trees of quiet comparisons.

use super::build::build_cond;
use super::builtin::{largest, real, real_value};
use super::util::*;
use super::{fold_binary, fold_convert, fold_unary, int_const, save_expr};
use crate::context::Context;
use crate::generic::ExprId;
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::constant::RealBits;
use gimple::fold_const;
use gimple::location::Location;
use gimple::types::{RealFormat, TypeId};
use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert};

/// The least positive number of a type that is normal.
fn smallest_normal(cx: &mut Context, loc: Location, ty: TypeId) -> Option<ExprId> {
    let mut inexact = false;
    let value: Quad = match fold_const::format_of(&cx.unit, ty)? {
        RealFormat::Half => Half::smallest_normalized().convert(&mut inexact).value,
        RealFormat::Single => Single::smallest_normalized().convert(&mut inexact).value,
        RealFormat::Double => Double::smallest_normalized().convert(&mut inexact).value,
        RealFormat::Quad => Quad::smallest_normalized(),
    };
    real(cx, loc, ty, value)
}

/// Whether a constant is normal in its own type: what is held is wider.
fn is_normal(cx: &mut Context, loc: Location, ty: TypeId, value: Quad) -> Option<bool> {
    let least = smallest_normal(cx, loc, ty)?;
    let least = real_value(cx, least)?;
    Some(value.is_finite() && value.abs() >= least)
}

/// `__builtin_isnormal (a)`: neither greater than the largest number nor less than the least normal one.
pub(super) fn fold_isnormal(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
) -> Option<ExprId> {
    let of = cx.type_of(a);
    if let Some(value) = real_value(cx, a) {
        let normal = is_normal(cx, loc, of, value)?;
        return Some(int_const(cx, loc, ty, normal.into()));
    }
    let a = save_expr(cx, a);
    let magnitude = fold_unary(cx, loc, Abs, of, a);
    let (most, least) = (largest(cx, loc, of)?, smallest_normal(cx, loc, of)?);
    let above = fold_binary(cx, loc, Ungt, ty, magnitude, most);
    let below = fold_binary(cx, loc, Unlt, ty, magnitude, least);
    let (finite, large) =
        (fold_unary(cx, loc, TruthNot, ty, above), fold_unary(cx, loc, TruthNot, ty, below));
    Some(fold_binary(cx, loc, TruthAnd, ty, finite, large))
}

/// `__builtin_isinf_sign (a)`: 1 or -1 for the infinities, else 0.
pub(super) fn fold_isinf_sign(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
) -> Option<ExprId> {
    let of = cx.type_of(a);
    let [one, zero, minus_one] = [1, 0, -1].map(|value| int_const(cx, loc, ty, value));
    if let Some(value) = real_value(cx, a) {
        let sign = if value.is_negative() { minus_one } else { one };
        return Some(if value.is_infinite() { sign } else { zero });
    }
    let a = save_expr(cx, a);
    let magnitude = fold_unary(cx, loc, Abs, of, a);
    let most = largest(cx, loc, of)?;
    let finite = fold_binary(cx, loc, Unle, ty, magnitude, most);
    let infinite = fold_unary(cx, loc, TruthNot, ty, finite);
    let none = fold_convert(cx, loc, of, zero);
    let negative = fold_binary(cx, loc, Lt, ty, a, none);
    let sign = build_cond(cx, loc, ty, negative, minus_one, one);
    Some(build_cond(cx, loc, ty, infinite, sign, zero))
}

/// `__builtin_fpclassify (nan, infinite, normal, subnormal, zero, a)`.
pub(super) fn fold_fpclassify(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    classes: [ExprId; 5],
    a: ExprId,
) -> Option<ExprId> {
    let of = cx.type_of(a);
    if !is_float(cx, of) {
        return None;
    }
    let [nan, infinite, normal, subnormal, zero] =
        classes.map(|class| fold_convert(cx, loc, ty, class));
    if let Some(value) = real_value(cx, a) {
        return Some(if value.is_nan() {
            nan
        } else if value.is_infinite() {
            infinite
        } else if value.is_zero() {
            zero
        } else if is_normal(cx, loc, of, value)? {
            normal
        } else {
            subnormal
        });
    }
    let magnitude = fold_unary(cx, loc, Abs, of, a);
    let a = save_expr(cx, magnitude);
    let none = cx.unit.consts.real(of, RealBits::from_quad(Quad::ZERO));
    let none = cx.const_expr(none, loc);
    let (most, least) = (largest(cx, loc, of)?, smallest_normal(cx, loc, of)?);
    let is_zero = fold_binary(cx, loc, Eq, ty, a, none);
    let small = build_cond(cx, loc, ty, is_zero, zero, subnormal);
    let large = fold_binary(cx, loc, Ge, ty, a, least);
    let finite = build_cond(cx, loc, ty, large, normal, small);
    let bounded = fold_binary(cx, loc, Unle, ty, a, most);
    let number = build_cond(cx, loc, ty, bounded, finite, infinite);
    let ordered = fold_binary(cx, loc, Ordered, ty, a, a);
    Some(build_cond(cx, loc, ty, ordered, number, nan))
}
