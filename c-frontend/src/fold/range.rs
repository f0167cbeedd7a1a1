//! Range tests: two comparisons of one value with constants become one (`c >= '0' && c <= '9'` is
//! `c - '0' <= 9` in an unsigned type).

use super::truth::invert;
use super::util::*;
use super::{fold_binary, fold_convert, int_const};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::range_test::{Check, Domain, Range};
use gimple::types::{TypeId, TypeKind};

/// What a type can hold.
fn domain(cx: &Context, ty: TypeId) -> Domain {
    Domain {
        bits: precision(cx, ty),
        unsigned: unsigned(cx, ty),
        wraps: overflow_wraps(cx, ty),
        undefined: overflow_undefined(cx, ty),
        pointer: cx.unit.types.is_pointer(ty),
    }
}

/// The value a condition tests, and the range it must be in (`make_range`).
fn make_range(cx: &Context, condition: ExprId) -> (ExprId, Range) {
    let mut e = condition;
    let mut range = Range::TRUE;
    for _ in 0..MAX_DEPTH {
        match step(cx, e, range) {
            Some((below, next)) => (e, range) = (below, next),
            None => break,
        }
    }
    (e, range)
}

fn step(cx: &Context, e: ExprId, range: Range) -> Option<(ExprId, Range)> {
    let ty = cx.type_of(e);
    match cx.exprs[e].kind {
        ExprKind::Unary(TruthNot, x) => {
            let truth = range.low == Some(0) && range.high == Some(0);
            truth.then_some((x, Range { inside: !range.inside, ..range }))
        }
        ExprKind::Binary(code, x, y) if code.is_comparison() => comparison(cx, code, x, y, range),
        ExprKind::Unary(Negate, x) if integral(cx, ty) => {
            Some((x, range.before_negation(domain(cx, ty))?))
        }
        ExprKind::Unary(BitNot, x) if integral(cx, ty) && !unsigned(cx, ty) => {
            Some((x, range.before_complement()))
        }
        ExprKind::Binary(op @ (Plus | Minus), x, y) if integral(cx, ty) => {
            let term = cx.int_value(y)?;
            let offset = if op == Plus { term.checked_neg()? } else { term };
            let same = cx.type_of(x) == ty;
            Some((x, range.before_difference(offset, domain(cx, ty), same)?))
        }
        ExprKind::Unary(Nop, x) => conversion(cx, ty, x, range),
        ExprKind::NonLvalue(x) => Some((x, range)),
        _ => None,
    }
}

fn comparison(
    cx: &Context,
    code: TreeCode,
    x: ExprId,
    y: ExprId,
    range: Range,
) -> Option<(ExprId, Range)> {
    let of = cx.type_of(x);
    if !(integral(cx, of) || cx.unit.types.is_pointer(of)) {
        return None;
    }
    Some((x, range.of_comparison(code, cx.int_value(y)?, domain(cx, of))?))
}

fn conversion(cx: &Context, ty: TypeId, x: ExprId, range: Range) -> Option<(ExprId, Range)> {
    let from = cx.type_of(x);
    if !integral(cx, from) || !integral(cx, ty) {
        return None;
    }
    Some((x, range.before_conversion(domain(cx, ty), domain(cx, from))?))
}

/// The condition that `e` is in a range (`build_range_check`).
pub(super) fn build_range_check(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
    range: Range,
) -> Option<ExprId> {
    if !range.inside {
        let inverse = build_range_check(cx, loc, ty, e, Range { inside: true, ..range })?;
        return Some(invert(cx, loc, inverse));
    }
    let of = cx.type_of(e);
    let (low, width) = match range.check(domain(cx, of))? {
        Check::Always => {
            let yes = int_const(cx, loc, ty, 1);
            return Some(super::omit_one_operand(cx, loc, ty, yes, e));
        }
        Check::Compare(code, value) => {
            let value = int_const(cx, loc, of, value);
            return Some(fold_binary(cx, loc, code, ty, e, value));
        }
        Check::Positive => {
            let signed = integer_like(cx, of, false);
            let (e, zero) = (fold_convert(cx, loc, signed, e), int_const(cx, loc, signed, 0));
            return Some(fold_binary(cx, loc, Gt, ty, e, zero));
        }
        Check::Within { low, width } => (low, width),
    };
    let enumerated = matches!(cx.unit.types.kind(of), TypeKind::Enum { .. } | TypeKind::Bool);
    let itself = unsigned(cx, of) && (low == 0 || !enumerated);
    let (e, work) = if itself { (e, of) } else { as_unsigned(cx, loc, e) };
    let mut shifted = e;
    if low != 0 {
        let offset = int_const(cx, loc, work, low);
        shifted = fold_binary(cx, loc, Minus, work, e, offset);
    }
    let width = int_const(cx, loc, work, width);
    Some(fold_binary(cx, loc, Le, ty, shifted, width))
}

fn as_unsigned(cx: &mut Context, loc: Location, e: ExprId) -> (ExprId, TypeId) {
    let own = cx.type_of(e);
    let ty = match cx.unit.types.kind(own) {
        TypeKind::Enum { .. } => integer_of(cx, precision(cx, own), true),
        _ => integer_like(cx, own, true),
    };
    (fold_convert(cx, loc, ty, e), ty)
}

/// `a && b` or `a || b` as one test of a range (`fold_range_test`).
pub(super) fn fold_range_test(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let or = matches!(code, TruthOr | TruthOrIf);
    if !or && !matches!(code, TruthAnd | TruthAndIf) {
        return None;
    }
    let (x, mut p) = make_range(cx, a);
    let of = cx.type_of(x);
    if !integral(cx, of) && !cx.unit.types.is_pointer(of) {
        return None;
    }
    let mut q = match cx.int_value(b) {
        Some(truth) => {
            // Any value makes a constant true, or none. Of a number that is never negative all are from 0 on.
            let natural = unsigned(cx, of) && !matches!(cx.unit.types.kind(of), TypeKind::Bool);
            let low = if natural && integral(cx, of) { Some(0) } else { None };
            Range { inside: truth != 0, low, high: None }
        }
        None => {
            let (y, q) = make_range(cx, b);
            if x == a || y == b || !operand_equal(cx, x, y) {
                return None;
            }
            q
        }
    };
    if or {
        p.inside = !p.inside;
        q.inside = !q.inside;
    }
    let merged = p.merge(q, domain(cx, cx.type_of(x)))?;
    let test = build_range_check(cx, loc, ty, x, merged)?;
    Some(if or { invert(cx, loc, test) } else { test })
}

/// `x / divisor code value` as a test of a range of `x`.
pub(super) fn compare_quotient(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    x: ExprId,
    divisor: i128,
    value: i128,
) -> Option<ExprId> {
    let of = cx.type_of(x);
    if precision(cx, of) > 64 || divisor == 0 || divisor == bounds(cx, of).0 {
        return None;
    }
    if divisor < 0 {
        // x / -d is -(x / d).
        return compare_quotient(cx, loc, code.swap_comparison(), ty, x, -divisor, -value);
    }
    let (min, max) = bounds(cx, of);
    let product = divisor.checked_mul(value)?;
    let (low, high) = match value.signum() {
        1 => (product, product + (divisor - 1)),
        0 if unsigned(cx, of) => (0, divisor - 1),
        0 => (-(divisor - 1), divisor - 1),
        _ => (product - (divisor - 1), product),
    };
    let (under, over) = (low < min, high > max);
    let outside = high < min || low > max;
    let known = |cx: &mut Context, truth: bool| {
        let value = int_const(cx, loc, ty, truth.into());
        Some(super::omit_one_operand(cx, loc, ty, value, x))
    };
    if outside {
        let above = low > max;
        return match code {
            Eq => known(cx, false),
            Ne => known(cx, true),
            Lt | Le => known(cx, above),
            _ => known(cx, !above),
        };
    }
    let against = |cx: &mut Context, code, value| {
        let value = int_const(cx, loc, of, value);
        Some(fold_binary(cx, loc, code, ty, x, value))
    };
    match code {
        Eq | Ne => {
            let range = Range {
                inside: code == Eq,
                low: (!under).then_some(low),
                high: (!over).then_some(high),
            };
            build_range_check(cx, loc, ty, x, range)
        }
        Lt if under => known(cx, false),
        Lt => against(cx, Lt, low),
        Le if over => known(cx, true),
        Le => against(cx, Le, high),
        Gt if over => known(cx, false),
        Gt => against(cx, Gt, high),
        Ge if under => known(cx, true),
        Ge => against(cx, Ge, low),
        _ => None,
    }
}
