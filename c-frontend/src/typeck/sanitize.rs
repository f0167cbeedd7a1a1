//! Undefined behaviour that the front end sees and looks for where `-fsanitize=` asks: each check is a condition under which
//! the program ends, before what it guards.
//!
//! ```text
//! a / b   =>   if (SAVE_EXPR <b>, SAVE_EXPR <a>, SAVE_EXPR <b> == 0) __builtin_trap ();, SAVE_EXPR <a> / SAVE_EXPR <b>
//! v[i]    =>   v[.UBSAN_BOUNDS (0B, SAVE_EXPR <i>, 9);, SAVE_EXPR <i>;]
//! ```
//! Nothing is looked for outside of functions, nor where a constant is required. What GIMPLE shows as well (null pointers,
//! overflow of sums) is looked for there, by pass `ubsan`.

use super::convert;
use crate::context::Context;
use crate::fold::{self, build_compound, build_cond, fold_binary, fold_convert, save_expr, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use TreeCode::*;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::constant::RealBits;
use gimple::location::Location;
use gimple::sanitize::Sanitize;
use gimple::stmt::InternalFn;
use gimple::types::{ArrayDomain, RealFormat, TypeId, TypeKind};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;

/// What is looked for here, of these kinds.
fn asked(cx: &Context, kinds: Sanitize) -> Sanitize {
    let function = cx.current_function;
    if function.is_none() || cx.folding.require_constant {
        return Sanitize::NONE;
    }
    cx.unit.sanitized(&cx.options, function).intersection(kinds)
}

/// A division or shift after the checks that are asked for, given by a function that builds it of its operands.
pub(super) fn guarded(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    [a, b]: [ExprId; 2],
    build: impl FnOnce(&mut Context, [ExprId; 2]) -> ExprId,
) -> ExprId {
    let shift = matches!(code, Lshift | Rshift);
    let kinds = match code {
        TruncDiv | TruncMod | Rdiv => {
            Sanitize::DIVIDE | Sanitize::FLOAT_DIVIDE | Sanitize::SIGNED_OVERFLOW
        }
        _ if shift => Sanitize::SHIFT_BASE | Sanitize::SHIFT_EXPONENT,
        _ => Sanitize::NONE,
    };
    let asked = asked(cx, kinds);
    if asked == Sanitize::NONE {
        return build(cx, [a, b]);
    }
    let operands = [a, b].map(|e| {
        let saved = save_expr(cx, e);
        fold::fully_fold(cx, saved, false)
    });
    let wrong = if shift {
        wrong_shift(cx, loc, asked, code, operands)
    } else {
        wrong_division(cx, loc, asked, operands)
    };
    let e = build(cx, operands);
    match wrong {
        Some(wrong) => unless(cx, loc, wrong, e),
        None => e,
    }
}

/// An expression, before which the program ends if something is wrong.
fn unless(cx: &mut Context, loc: Location, wrong: ExprId, e: ExprId) -> ExprId {
    let nothing = cx.expr(ExprKind::Void, cx.unit.common.void, loc, 0);
    let check = trap_if(cx, loc, wrong, nothing);
    let ty = cx.type_of(e);
    build_compound(cx, loc, ty, check, e)
}

/// `if (wrong) __builtin_trap (); else otherwise`.
fn trap_if(cx: &mut Context, loc: Location, wrong: ExprId, otherwise: ExprId) -> ExprId {
    let void = cx.unit.common.void;
    let function = cx.unit.implicit_builtin(Builtin::Trap, void, &[], false);
    let trap = fold::builtin::build_call(cx, loc, function, void, Vec::new());
    build_cond(cx, loc, void, wrong, trap, otherwise)
}

/// A condition after both operands, which are evaluated there whatever the condition comes to.
fn after_operands(
    cx: &mut Context,
    loc: Location,
    [a, b]: [ExprId; 2],
    condition: ExprId,
) -> ExprId {
    let ty = cx.type_of(condition);
    let inner = after(cx, loc, ty, a, condition);
    after(cx, loc, ty, b, inner)
}

/// `first, e`, where the first has an effect.
fn after(cx: &mut Context, loc: Location, ty: TypeId, first: ExprId, e: ExprId) -> ExprId {
    if cx.has_side_effects(first) { build_compound(cx, loc, ty, first, e) } else { e }
}

/// A number of the type of an expression.
fn number(cx: &mut Context, loc: Location, like: ExprId, value: i128) -> ExprId {
    let ty = cx.type_of(like);
    if util::integral(cx, ty) {
        return cx.int_expr(ty, value, loc);
    }
    let int = cx.int_expr(cx.unit.common.int, value, loc);
    fold_convert(cx, loc, ty, int)
}

fn truth(cx: &mut Context, loc: Location, code: TreeCode, a: ExprId, b: ExprId) -> ExprId {
    let bool_ = cx.unit.common.bool_;
    fold_binary(cx, loc, code, bool_, a, b)
}

/// When a division is undefined: by zero, or of the least number by -1.
fn wrong_division(
    cx: &mut Context,
    loc: Location,
    asked: Sanitize,
    [a, b]: [ExprId; 2],
) -> Option<ExprId> {
    let ty = cx.type_of(a);
    let integral = util::integral(cx, ty);
    let by_zero = match integral {
        true => asked.contains(Sanitize::DIVIDE),
        false => util::is_float(cx, ty) && asked.contains(Sanitize::FLOAT_DIVIDE),
    };
    let mut wrong = by_zero.then(|| {
        let zero = number(cx, loc, b, 0);
        truth(cx, loc, Eq, b, zero)
    });
    let overflows = integral && !util::unsigned(cx, ty) && !util::overflow_wraps(cx, ty);
    if overflows && asked.contains(Sanitize::SIGNED_OVERFLOW) {
        let least = util::bounds(cx, ty).0;
        let [least, minus_one] = [least, -1].map(|value| number(cx, loc, a, value));
        let first = truth(cx, loc, Eq, a, least);
        let second = truth(cx, loc, Eq, b, minus_one);
        let both = truth(cx, loc, TruthAnd, first, second);
        wrong = Some(match wrong {
            Some(zero) => truth(cx, loc, TruthOr, zero, both),
            None => both,
        });
    }
    let wrong = wrong.filter(|&wrong| !util::is_int_zero(cx, wrong))?;
    Some(after_operands(cx, loc, [a, b], wrong))
}

/// When a shift is undefined: by too much or too little, or where bits of a signed number are lost.
fn wrong_shift(
    cx: &mut Context,
    loc: Location,
    asked: Sanitize,
    code: TreeCode,
    [a, b]: [ExprId; 2],
) -> Option<ExprId> {
    let (ty, count) = (cx.type_of(a), cx.type_of(b));
    let last = i128::from(util::precision(cx, ty)) - 1;
    let amounts = util::integer_like(cx, count, true);
    let amount = fold_convert(cx, loc, amounts, b);
    let bool_ = cx.unit.common.bool_;
    let too_far = match asked.contains(Sanitize::SHIFT_EXPONENT) {
        true => {
            let last = cx.int_expr(amounts, last, loc);
            truth(cx, loc, Gt, amount, last)
        }
        false => cx.int_expr(bool_, 0, loc),
    };
    let base = code == Lshift
        && !util::unsigned(cx, ty)
        && !util::overflow_wraps(cx, ty)
        && cx.options.standard.year >= 1999
        && asked.contains(Sanitize::SHIFT_BASE);
    let lost = base.then(|| {
        let bits = util::integer_like(cx, ty, true);
        let (value, amount) = (fold_convert(cx, loc, bits, a), fold_convert(cx, loc, bits, b));
        let last = cx.int_expr(bits, last, loc);
        let rest = fold_binary(cx, loc, Minus, bits, last, amount);
        let high = fold_binary(cx, loc, Rshift, bits, value, rest);
        let zero = cx.int_expr(bits, 0, loc);
        truth(cx, loc, Ne, high, zero)
    });
    let harmless = |cx: &Context, e| util::is_int_zero(cx, e);
    if harmless(cx, too_far) && lost.is_none_or(|lost| harmless(cx, lost)) {
        return None;
    }
    let wrong = after_operands(cx, loc, [a, b], too_far);
    Some(match lost {
        Some(lost) => truth(cx, loc, TruthOr, wrong, lost),
        None => wrong,
    })
}

/// The number of elements of a variable length array, after the check that there are any.
pub fn array_bound(cx: &mut Context, loc: Location, count: ExprId) -> ExprId {
    if asked(cx, Sanitize::VLA_BOUND) == Sanitize::NONE {
        return count;
    }
    let count = save_expr(cx, count);
    let zero = number(cx, loc, count, 0);
    let wrong = truth(cx, loc, Le, count, zero);
    unless(cx, loc, wrong, count)
}

/// A floating point number converted to an integer type that holds it, else the program ends.
pub(super) fn float_to_integer(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
) -> Option<ExprId> {
    let from = cx.type_of(e);
    let TypeKind::Real(format) = *cx.unit.types.kind(from) else { return None };
    if asked(cx, Sanitize::FLOAT_CAST) == Sanitize::NONE
        || util::constant(cx, e).is_some()
        || util::is_bool(cx, ty)
    {
        return None;
    }
    let saved = save_expr(cx, e);
    let e = fold::fully_fold(cx, saved, false);
    let limits = limits(util::precision(cx, ty), util::unsigned(cx, ty), format);
    let [below, above] = limits.map(|value| {
        let id = cx.unit.consts.real(from, value);
        cx.const_expr(id, loc)
    });
    let low = truth(cx, loc, Unle, e, below);
    let high = truth(cx, loc, Unge, e, above);
    let wrong = truth(cx, loc, TruthOr, low, high);
    let zero = cx.int_expr(cx.unit.common.int, 0, loc);
    let check = trap_if(cx, loc, wrong, zero);
    let converted = fold::fold_unary(cx, loc, FixTrunc, ty, e);
    Some(build_compound(cx, loc, ty, check, converted))
}

/// The numbers nearest to the range of an integer type that are outside of it, of a format; infinities where it ends before.
fn limits(precision: u32, unsigned: bool, format: RealFormat) -> [RealBits; 2] {
    let (mantissa, greatest) = match format {
        RealFormat::Half => (11, 16),
        RealFormat::Single => (24, 128),
        RealFormat::Double => (53, 1024),
        RealFormat::Quad => (113, 16384),
    };
    let power = |exponent: u32| match exponent {
        _ if exponent >= greatest => Quad::INFINITY,
        128 => (Quad::from_u128(1 << 127).value + Quad::from_u128(1 << 127).value).value,
        _ => Quad::from_u128(1 << exponent).value,
    };
    let (below, above) = if unsigned {
        (-power(0), power(precision))
    } else {
        // From the least number the step to the next one below is 1, or a unit in the last place.
        let least = power(precision - 1);
        (-(least + power(precision.saturating_sub(mantissa))).value, least)
    };
    [below, above].map(RealBits::from_quad)
}

/// A subscript after the check that it is within the array.
pub(super) fn subscript(cx: &mut Context, loc: Location, array: ExprId, index: ExprId) -> ExprId {
    if asked(cx, Sanitize::BOUNDS) == Sanitize::NONE {
        return index;
    }
    let Some(last) = last_subscript(cx, loc, array) else { return index };
    checked_subscript(cx, loc, array, index, last)
}

/// `array[index]` whose address is taken: that one past the last element is allowed.
pub(super) fn allow_end(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    let ExprKind::ArrayRef(array, index) = cx.exprs[e].kind else { return e };
    let ExprKind::Compound(check, value) = cx.exprs[index].kind else { return e };
    let ExprKind::Internal(InternalFn::UbsanBounds, ref operands) = cx.exprs[check].kind else {
        return e;
    };
    let last = operands[2];
    let ty = cx.type_of(last);
    let one = cx.int_expr(ty, 1, loc);
    let last = fold_binary(cx, loc, Plus, ty, last, one);
    let index = checked_subscript(cx, loc, array, value, last);
    let element = cx.type_of(e);
    fold::build_array(cx, loc, element, array, index)
}

fn checked_subscript(
    cx: &mut Context,
    loc: Location,
    array: ExprId,
    index: ExprId,
    last: ExprId,
) -> ExprId {
    if let Some(last) = cx.int_value(last) {
        let masked = match util::binary(cx, index) {
            Some((BitAnd, _, mask)) => cx.int_value(mask),
            _ => None,
        };
        let greatest = cx.int_value(index).or(masked);
        if greatest.is_some_and(|value| (0..=last).contains(&value)) {
            return index;
        }
    }
    let index = save_expr(cx, index);
    let array_type = cx.type_of(array);
    let pointer = cx.unit.types.pointer_to(array_type);
    let null = cx.int_expr(pointer, 0, loc);
    let void = cx.unit.common.void;
    let call = ExprKind::Internal(InternalFn::UbsanBounds, [null, index, last].into());
    let check = cx.expr(call, void, loc, expr_flag::SIDE_EFFECTS);
    let ty = cx.type_of(index);
    build_compound(cx, loc, ty, check, index)
}

/// The last subscript of an array, where it is known and meant: an array at the end of a structure that a pointer leads to
/// may go on.
fn last_subscript(cx: &mut Context, loc: Location, array: ExprId) -> Option<ExprId> {
    let ty = cx.type_of(array);
    let TypeKind::Array { domain, .. } = *cx.unit.types.kind(ty) else { return None };
    let sizetype = cx.unit.common.sizetype;
    match domain {
        ArrayDomain::Count(0) | ArrayDomain::Unknown => None,
        ArrayDomain::Count(count) => {
            let strict = asked(cx, Sanitize::BOUNDS_STRICT) != Sanitize::NONE;
            (strict || !may_go_on(cx, array))
                .then(|| cx.int_expr(sizetype, i128::from(count) - 1, loc))
        }
        ArrayDomain::Variable(_) => {
            let count = *cx.variable_sizes.get(&ty)?;
            let count = util::converted(cx, count).unwrap_or(count);
            let signed = cx.unit.common.long;
            let count = fold_convert(cx, loc, signed, count);
            let minus_one = cx.int_expr(signed, -1, loc);
            let last = fold_binary(cx, loc, Plus, signed, count, minus_one);
            Some(convert(cx, sizetype, last))
        }
    }
}

/// Whether an array is the last member of what a pointer leads to.
fn may_go_on(cx: &Context, array: ExprId) -> bool {
    let mut e = array;
    while let ExprKind::Component(base, field) = cx.exprs[e].kind {
        let types = &cx.unit.types;
        let record = cx.type_of(base);
        if matches!(types.kind(record), TypeKind::Record { .. })
            && types.fields(record).last() != Some(&field)
        {
            return false;
        }
        e = base;
    }
    e != array && matches!(cx.exprs[e].kind, ExprKind::Indirect(_) | ExprKind::MemRef(..))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(32, false, RealFormat::Double, -2147483649.0, 2147483648.0)]
    #[case(32, false, RealFormat::Single, -2147483904.0, 2147483648.0)]
    #[case(8, true, RealFormat::Single, -1.0, 256.0)]
    #[case(64, false, RealFormat::Double, -9223372036854777856.0, 9223372036854775808.0)]
    #[case(128, true, RealFormat::Single, -1.0, f64::INFINITY)]
    #[case(32, true, RealFormat::Half, -1.0, f64::INFINITY)]
    fn numbers_outside_of_a_type(
        #[case] precision: u32,
        #[case] unsigned: bool,
        #[case] format: RealFormat,
        #[case] below: f64,
        #[case] above: f64,
    ) {
        assert_eq!(limits(precision, unsigned, format).map(RealBits::to_f64), [below, above]);
    }
}
