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
use gimple::types::{TypeId, TypeKind};

/// The values within (or outside of) two inclusive bounds; a missing bound is infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Range {
    inside: bool,
    low: Option<i128>,
    high: Option<i128>,
}

const NOTHING: Range = Range { inside: false, low: None, high: None };

/// `a < b` for low bounds, where none is the smallest.
fn low_before(a: Option<i128>, b: Option<i128>) -> bool {
    match (a, b) {
        (None, None) => false,
        (None, Some(_)) => true,
        (Some(_), None) => false,
        (Some(a), Some(b)) => a < b,
    }
}

/// `a <= b` for high bounds, where none is the largest.
fn high_within(a: Option<i128>, b: Option<i128>) -> bool {
    match (a, b) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(a), Some(b)) => a <= b,
    }
}

/// The intersection of two ranges of values of type `ty`, if it is a range (`merge_ranges`).
fn merge(cx: &Context, ty: TypeId, mut a: Range, mut b: Range) -> Option<Range> {
    let low_equal = a.low == b.low;
    let high_equal = a.high == b.high;
    if low_before(b.low, a.low) || low_equal && !high_within(b.high, a.high) {
        std::mem::swap(&mut a, &mut b);
    }
    let disjoint = matches!((a.high, b.low), (Some(high), Some(low)) if high < low);
    let subset = high_within(b.high, a.high);
    let inside = |low, high| Some(Range { inside: true, low, high });
    let outside = |low, high| Some(Range { inside: false, low, high });
    match (a.inside, b.inside) {
        (true, true) if disjoint => Some(NOTHING),
        (true, true) => inside(b.low, if subset { b.high } else { a.high }),
        (true, false) if disjoint => Some(a),
        (true, false) if !subset || high_equal && !low_equal => inside(a.low, Some(b.low? - 1)),
        (true, false) if low_equal && high_equal => Some(NOTHING),
        (true, false) if low_equal => inside(Some(b.high? + 1), a.high),
        (true, false) => None,
        (false, true) if disjoint => Some(b),
        (false, true) if subset || high_equal => Some(NOTHING),
        (false, true) => inside(Some(a.high? + 1), b.high),
        (false, false) if disjoint => {
            let (high, low) = (a.high?, b.low?);
            if high + 1 == low {
                return outside(a.low, b.high);
            }
            let (min, max) = bounds(cx, ty);
            let open = a.low.is_none_or(|low| low == min) && b.high.is_none_or(|high| high == max);
            (open && high < low - 1).then_some(Range {
                inside: true,
                low: Some(high + 1),
                high: Some(low - 1),
            })
        }
        (false, false) if subset => Some(a),
        (false, false) => outside(a.low, b.high),
    }
}

/// The value a condition tests, and the range it must be in (`make_range`).
fn make_range(cx: &Context, condition: ExprId) -> (ExprId, Range) {
    let mut e = condition;
    let mut range = Range { inside: false, low: Some(0), high: Some(0) };
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
            // Bounds change places; not for unsigned numbers or the smallest one.
            if unsigned(cx, ty) || !overflow_undefined(cx, ty) {
                return None;
            }
            let (min, _) = bounds(cx, ty);
            let negate = |bound: Option<i128>| match bound {
                Some(value) if value == min => Err(()),
                bound => Ok(bound.map(|value| -value)),
            };
            let (low, high) = (negate(range.high).ok()?, negate(range.low).ok()?);
            Some((x, Range { low, high, ..range }))
        }
        ExprKind::Unary(BitNot, x) if integral(cx, ty) && !unsigned(cx, ty) => {
            let (low, high) = (range.high.map(|v| !v), range.low.map(|v| !v));
            Some((x, Range { low, high, ..range }))
        }
        ExprKind::Binary(op @ (Plus | Minus), x, y) if integral(cx, ty) => {
            let term = cx.int_value(y)?;
            shifted(cx, ty, x, if op == Plus { term.checked_neg()? } else { term }, range)
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
    if range.low != Some(0) || range.high != Some(0) {
        return None;
    }
    let of = cx.type_of(x);
    if !(integral(cx, of) || cx.unit.types.is_pointer(of)) || precision(cx, of) > 64 {
        return None;
    }
    let value = cx.int_value(y)?;
    let some = Some(value);
    let (inside, low, high) = match code {
        Ne => (false, some, some),
        Eq => (true, some, some),
        Gt => (false, None, some),
        Ge => (true, some, None),
        Lt => (false, some, None),
        Le => (true, None, some),
        _ => return None,
    };
    // The range asked for is "not 0": the comparison holds.
    let mut found = Range { inside: inside != range.inside, low, high };
    if unsigned(cx, of) && (low.is_none() || high.is_none()) {
        let natural = Range { inside: true, low: Some(0), high: None };
        found = merge(cx, of, found, natural)?;
        if let (Some(low @ 1..), None) = (found.low, found.high) {
            found = Range { inside: !found.inside, low: Some(0), high: Some(low - 1) };
        }
    }
    Some((x, found))
}

/// The range of `x` where that of `x - offset`, wrapped to `ty`, is known.
fn shifted(
    cx: &Context,
    ty: TypeId,
    x: ExprId,
    offset: i128,
    range: Range,
) -> Option<(ExprId, Range)> {
    if precision(cx, ty) > 64 || !overflow_undefined(cx, ty) && !overflow_wraps(cx, ty) {
        return None;
    }
    // The constant added is in the type, too: a large unsigned one is a negative number.
    let wraps = overflow_wraps(cx, ty);
    let moved = |bound: Option<i128>| match bound {
        None => Ok(None),
        Some(value) => {
            let exact = value + offset;
            let wrapped = cx.unit.types.wrap(ty, exact);
            if wraps || wrapped == exact { Ok(Some(wrapped)) } else { Err(()) }
        }
    };
    if wraps && (range.low.is_none() || range.high.is_none()) && cx.type_of(x) == ty {
        return None;
    }
    let (low, high) = (moved(range.low).ok()?, moved(range.high).ok()?);
    if let (Some(l), Some(h)) = (low, high)
        && h < l
    {
        let (new_low, new_high) = (cx.unit.types.wrap(ty, h + 1), cx.unit.types.wrap(ty, l - 1));
        if (new_low, new_high) == (l, h) {
            return Some((x, Range { low: None, high: None, ..range }));
        }
        let inside = !range.inside;
        return Some((x, Range { inside, low: Some(new_low), high: Some(new_high) }));
    }
    Some((x, Range { low, high, ..range }))
}

fn conversion(cx: &Context, ty: TypeId, x: ExprId, range: Range) -> Option<(ExprId, Range)> {
    let from = cx.type_of(x);
    if !integral(cx, from)
        || !integral(cx, ty)
        || precision(cx, from) > precision(cx, ty)
        || precision(cx, ty) > 64
    {
        return None;
    }
    let (min, max) = bounds(cx, from);
    let fits = |bound: Option<i128>| bound.is_none_or(|value| (min..=max).contains(&value));
    if !fits(range.low) || !fits(range.high) {
        return None;
    }
    if unsigned(cx, ty) || !unsigned(cx, from) {
        return Some((x, range));
    }
    // From unsigned to signed: large values were negative.
    let positive = if precision(cx, from) == precision(cx, ty) { max >> 1 } else { max };
    let natural = Range { inside: true, low: Some(0), high: Some(positive) };
    let own = Range { inside: range.low.is_some(), low: range.low, high: range.high };
    let merged = merge(cx, from, own, natural)?;
    let inside = if range.low.is_some() {
        merged.inside == range.inside
    } else {
        merged.inside != range.inside
    };
    Some((x, Range { inside, ..merged }))
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
    let compare = |cx: &mut Context, code, value| {
        let value = int_const(cx, loc, of, value);
        Some(fold_binary(cx, loc, code, ty, e, value))
    };
    let (low, high) = match (range.low, range.high) {
        (None, None) => {
            let yes = int_const(cx, loc, ty, 1);
            return Some(super::omit_one_operand(cx, loc, ty, yes, e));
        }
        (None, Some(high)) => return compare(cx, Le, high),
        (Some(low), None) => return compare(cx, Ge, low),
        (Some(low), Some(high)) if low == high => return compare(cx, Eq, low),
        (Some(low), Some(high)) => (low, high),
    };
    if low == 0 {
        let (e, of) = if unsigned(cx, of) { (e, of) } else { as_unsigned(cx, loc, e) };
        let high = int_const(cx, loc, of, high);
        return Some(fold_binary(cx, loc, Le, ty, e, high));
    }
    let bits = precision(cx, of);
    if low == 1 && bits > 1 && high == (1 << (bits - 1)) - 1 && unsigned(cx, of) {
        // 1 to the signed maximum: positive as a signed number.
        let signed = integer_like(cx, of, false);
        let (e, zero) = (fold_convert(cx, loc, signed, e), int_const(cx, loc, signed, 0));
        return Some(fold_binary(cx, loc, Gt, ty, e, zero));
    }
    if cx.unit.types.is_pointer(of) {
        return None;
    }
    let enumerated = matches!(cx.unit.types.kind(of), TypeKind::Enum { .. } | TypeKind::Bool);
    // The difference is compared as an unsigned number: that the signed one wraps with `-fwrapv` is not
    // enough, a number below the range makes a small one of it.
    let (e, work) = if unsigned(cx, of) && !enumerated { (e, of) } else { as_unsigned(cx, loc, e) };
    let offset = int_const(cx, loc, work, low);
    let shifted = fold_binary(cx, loc, Minus, work, e, offset);
    let width = int_const(cx, loc, work, high - low);
    Some(fold_binary(cx, loc, Le, ty, shifted, width))
}

fn as_unsigned(cx: &mut Context, loc: Location, e: ExprId) -> (ExprId, TypeId) {
    let ty = integer_like(cx, cx.type_of(e), true);
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
    let merged = merge(cx, cx.type_of(x), p, q)?;
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
