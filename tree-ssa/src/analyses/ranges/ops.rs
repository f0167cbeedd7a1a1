//! Operations on ranges: every value that can come out of any two values is in the result.

use super::range::{Kind, Range};
use gimple::code::TreeCode;
use smallvec::SmallVec;

/// Pairs of intervals that are looked at one by one; of more, only the bounds count.
const MOST_PAIRS: usize = 12;

/// Intervals of up to so many values are taken apart.
const FEW_VALUES: i128 = 4;

/// What becomes of a result that its type does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// It is taken modulo the number of values.
    Wraps,
    /// It does not happen.
    Undefined,
    /// The program ends; the operation must stay, so its result is not known.
    Traps,
}

type Parts = SmallVec<[(i128, i128); 4]>;

/// The intervals of a range, or its bounds where these are too many. Of intervals of a few values each is looked at by
/// itself: a truth times four is 0 or 4, not something between.
fn parts_of(range: &Range, other: usize) -> Parts {
    let parts = if range.parts().len() * other > MOST_PAIRS {
        Parts::from_slice(&[range.bounds()])
    } else {
        range.parts().iter().copied().collect()
    };
    let mut each = Parts::new();
    for (low, high) in parts {
        if high - low < FEW_VALUES {
            each.extend((low..=high).map(|value| (value, value)));
        } else {
            each.push((low, high));
        }
    }
    each
}

/// Adds what of an interval of exact results there is as values.
fn fit(kind: Kind, overflow: Overflow, low: i128, high: i128, to: &mut Parts) {
    if kind.min() <= low && high <= kind.max() {
        return to.push((low, high));
    }
    if overflow == Overflow::Undefined {
        let (clamped_low, clamped_high) = (low.max(kind.min()), high.min(kind.max()));
        // Where nothing is left the operation is never executed; that is not said.
        if clamped_low <= clamped_high {
            return to.push((clamped_low, clamped_high));
        }
    } else if overflow == Overflow::Wraps && high - low < kind.count() {
        let (low, high) = (kind.wrap(low), kind.wrap(high));
        if low <= high {
            return to.push((low, high));
        }
        to.push((kind.min(), high));
        return to.push((low, kind.max()));
    }
    to.push((kind.min(), kind.max()));
}

/// An operation on bounds, `None` where they say nothing.
fn on_bounds(code: TreeCode, a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    use TreeCode::*;
    let corners = |f: &dyn Fn(i128, i128) -> Option<i128>| {
        let all = [f(a.0, b.0)?, f(a.0, b.1)?, f(a.1, b.0)?, f(a.1, b.1)?];
        Some((*all.iter().min()?, *all.iter().max()?))
    };
    match code {
        Plus => Some((a.0 + b.0, a.1 + b.1)),
        Minus => Some((a.0 - b.1, a.1 - b.0)),
        Mult => corners(&|x, y| x.checked_mul(y)),
        TruncDiv | ExactDiv => corners(&|x, y| x.checked_div(y)),
        Min => Some((a.0.min(b.0), a.1.min(b.1))),
        Max => Some((a.0.max(b.0), a.1.max(b.1))),
        Rshift => corners(&|x, y| Some(x >> y.clamp(0, 127))),
        _ => None,
    }
}

/// The range of a binary operation on values of one kind (shifts: the count may be of another).
pub fn binary(code: TreeCode, a: &Range, b: &Range, overflow: Overflow) -> Range {
    use TreeCode::*;
    let kind = a.kind();
    if a.is_empty() || b.is_empty() {
        return Range::full(kind);
    }
    match code {
        Plus | Minus | Mult | Min | Max => {}
        TruncDiv | ExactDiv => return divide(a, b, overflow),
        TruncMod => return remainder(a, b),
        Lshift | Rshift => {
            // Other counts are not defined.
            let count = Range::between(b.kind(), 0, i128::from(kind.bits) - 1);
            let count = count.intersect(b);
            if count.is_empty() {
                return Range::full(kind);
            }
            return if code == Lshift {
                shift_left(a, &count)
            } else {
                by_bounds(code, a, &count, overflow)
            };
        }
        BitAnd | BitIor | BitXor => return bitwise(code, a, b),
        _ => return Range::full(kind),
    }
    by_bounds(code, a, b, overflow)
}

/// An operation on the bounds of any two parts.
fn by_bounds(code: TreeCode, a: &Range, b: &Range, overflow: Overflow) -> Range {
    let kind = a.kind();
    let (left, right) = (parts_of(a, b.parts().len()), parts_of(b, a.parts().len()));
    let mut results = Parts::new();
    for &x in &left {
        for &y in &right {
            let Some((low, high)) = on_bounds(code, x, y) else { return Range::full(kind) };
            fit(kind, overflow, low, high, &mut results);
        }
    }
    Range::of_parts(kind, results)
}

fn divide(a: &Range, b: &Range, overflow: Overflow) -> Range {
    let kind = a.kind();
    let mut results = Parts::new();
    let by = b.intersect(&Range::nonzero(kind));
    // On both sides of zero quotients go in opposite directions.
    let parts = parts_of(&by, a.parts().len());
    let sides = parts.iter().flat_map(|&(low, high)| [(low, high.min(-1)), (low.max(1), high)]);
    for side in sides.filter(|&(low, high)| low <= high) {
        for &of in &parts_of(a, 2 * by.parts().len()) {
            if let Some((low, high)) = on_bounds(TreeCode::TruncDiv, of, side) {
                fit(kind, overflow, low, high, &mut results);
            }
        }
    }
    if results.is_empty() { Range::full(kind) } else { Range::of_parts(kind, results) }
}

/// `a % b` has the sign of `a`, and is nearer to zero than `b` and no farther than `a`.
fn remainder(a: &Range, b: &Range) -> Range {
    let kind = a.kind();
    let (low, high) = b.bounds();
    let most = low.abs().max(high.abs()) - 1;
    if most < 0 {
        return Range::full(kind);
    }
    let (from, to) = a.bounds();
    Range::between(kind, from.max(-most).min(0), to.min(most).max(0))
}

/// Shifts to the left lose the bits that do not fit, whatever the type.
fn shift_left(a: &Range, b: &Range) -> Range {
    let kind = a.kind();
    let (least, most) = b.bounds();
    if least < 0 || most >= i128::from(kind.bits) {
        return Range::full(kind);
    }
    let mut results = Parts::new();
    for &(low, high) in a.parts() {
        let low = if low < 0 { low << most } else { low << least };
        let high = if high < 0 { high << least } else { high << most };
        if least != most && (low < kind.min() || high > kind.max()) {
            return Range::full(kind);
        }
        fit(kind, Overflow::Wraps, low, high, &mut results);
    }
    Range::of_parts(kind, results)
}

/// Bits that all values of an interval share: those that are set, and those that may be.
pub fn shared_bits(kind: Kind, (low, high): (i128, i128)) -> (i128, i128) {
    let all = kind.count() - 1;
    let (low, high) = (low & all, high & all);
    let differ = low ^ high;
    let open = if differ == 0 { 0 } else { (1 << (128 - differ.leading_zeros())) - 1 };
    (low & !open, (low | open) & all)
}

fn bitwise(code: TreeCode, a: &Range, b: &Range) -> Range {
    use TreeCode::BitAnd;
    let kind = a.kind();
    // The operand that changes nothing.
    let neutral = Some(if code == BitAnd { kind.wrap(-1) } else { 0 });
    if b.singleton() == neutral {
        return a.clone();
    } else if a.singleton() == neutral {
        return b.clone();
    }
    let (left, right) = (parts_of(a, b.parts().len()), parts_of(b, a.parts().len()));
    let mut results = Parts::new();
    for &x in &left {
        for &y in &right {
            match with_mask(code, kind, x, y).or_else(|| bits_of(code, kind, x, y)) {
                Some(bounds) => results.push(bounds),
                // What is set in one is set in both together.
                None if code == TreeCode::BitIor && [x, y].into_iter().any(excludes_zero) => {
                    results.extend_from_slice(Range::nonzero(kind).parts());
                }
                None => return Range::full(kind),
            }
        }
    }
    Range::of_parts(kind, results)
}

fn excludes_zero((low, high): (i128, i128)) -> bool {
    low > 0 || high < 0
}

/// What comes of an interval and a mask whose bits are all clear, then all set (of `or` the other way round), then do not
/// matter, as the interval's values have the same there: its bounds, masked.
fn with_mask(code: TreeCode, kind: Kind, a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    let (mask, (low, high)) = match (a.0 == a.1, b.0 == b.1) {
        (_, true) => (b.0, a),
        (true, _) => (a.0, b),
        _ => return None,
    };
    let all = kind.count() - 1;
    let kept = match code {
        TreeCode::BitAnd => mask & all,
        TreeCode::BitIor => !mask & all,
        _ => return None,
    };
    let cleared = if kept == 0 { kind.bits } else { kept.trailing_zeros() };
    let above = !(kept | ((1 << cleared) - 1)) & all;
    let from = if above == 0 { kind.bits } else { above.trailing_zeros() };
    if (low & all) >> from != (high & all) >> from {
        return None;
    }
    let masked =
        |value| kind.wrap(if code == TreeCode::BitAnd { value & mask } else { value | mask });
    let bounds = (masked(low), masked(high));
    (bounds.0 <= bounds.1).then_some(bounds)
}

/// What the bits that all values of either interval share, and the signs, say of the result.
fn bits_of(code: TreeCode, kind: Kind, x: (i128, i128), y: (i128, i128)) -> Option<(i128, i128)> {
    use TreeCode::{BitAnd, BitIor};
    let ((set_x, may_x), (set_y, may_y)) = (shared_bits(kind, x), shared_bits(kind, y));
    let (set, may) = match code {
        BitAnd => (set_x & set_y, may_x & may_y),
        BitIor => (set_x | set_y, may_x | may_y),
        _ => {
            let open = (set_x ^ may_x) | (set_y ^ may_y);
            ((set_x ^ set_y) & !open, (set_x ^ set_y) | open)
        }
    };
    let (mut low, mut high) = (kind.wrap(set), kind.wrap(may));
    match code {
        BitAnd => {
            if x.1 < 0 && y.1 < 0 {
                high = high.min(x.1).min(y.1);
            }
            for one in [x, y].into_iter().filter(|one| one.0 >= 0) {
                high = high.min(one.1);
            }
        }
        BitIor => {
            if x.0 >= 0 && y.0 >= 0 {
                low = low.max(x.0).max(y.0);
            }
            for one in [x, y].into_iter().filter(|one| one.1 < 0) {
                low = low.max(one.0);
            }
        }
        _ => {}
    }
    let only_sign = |one: (i128, i128)| one.0 == one.1 && one.0 == kind.min();
    if low > high && code == BitAnd && kind.signed && (only_sign(x) || only_sign(y)) {
        return Some((kind.min(), 0));
    }
    (low <= high).then_some((low, high))
}

/// A pointer and something added to it: all that matters is whether it can be null. Neither adding to an object's address
/// nor adding something to a null pointer yields null, unless addresses wrap.
pub fn pointer_plus(a: &Range, offset: &Range, overflow: Overflow) -> Range {
    let kind = a.kind();
    let zero = |range: &Range| range.singleton() == Some(0);
    if a.is_empty() || offset.is_empty() {
        Range::full(kind)
    } else if zero(offset) {
        a.clone()
    } else if let (true, Some(value)) = (zero(a), offset.singleton())
        && overflow == Overflow::Undefined
    {
        Range::constant(kind, value)
    } else if overflow == Overflow::Undefined && !(a.contains(0) && offset.contains(0)) {
        Range::nonzero(kind)
    } else {
        Range::full(kind)
    }
}

/// The range of a unary operation whose result is of the kind given.
pub fn unary(code: TreeCode, kind: Kind, a: &Range, overflow: Overflow) -> Range {
    use TreeCode::*;
    if a.is_empty() {
        return Range::full(kind);
    }
    match code {
        Single | Paren => convert(kind, a),
        Nop => convert(kind, a),
        Negate => binary(Minus, &Range::constant(kind, 0), a, overflow),
        BitNot => binary(Minus, &Range::constant(kind, -1), a, Overflow::Wraps),
        TruthNot => Range::truth(kind, a.as_truth().map(|truth| !truth)),
        Abs | Absu => {
            let mut results = Parts::new();
            for &(low, high) in a.parts() {
                let least = if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) };
                fit(kind, overflow, least, low.abs().max(high.abs()), &mut results);
            }
            Range::of_parts(kind, results)
        }
        _ => Range::full(kind),
    }
}

/// The same values in another type.
pub fn convert(kind: Kind, a: &Range) -> Range {
    if kind == a.kind() {
        return a.clone();
    }
    let mut results = Parts::new();
    for &(low, high) in a.parts() {
        fit(kind, Overflow::Wraps, low, high, &mut results);
    }
    Range::of_parts(kind, results)
}

/// Whether a comparison comes out the same for all values.
pub fn compare(code: TreeCode, a: &Range, b: &Range) -> Option<bool> {
    use TreeCode::*;
    if a.is_empty() || b.is_empty() || a.kind() != b.kind() {
        return None;
    }
    let ((a_low, a_high), (b_low, b_high)) = (a.bounds(), b.bounds());
    let decide = |always: bool, never: bool| (always || never).then_some(always);
    match code {
        Lt => decide(a_high < b_low, a_low >= b_high),
        Le => decide(a_high <= b_low, a_low > b_high),
        Gt => decide(a_low > b_high, a_high <= b_low),
        Ge => decide(a_low >= b_high, a_high < b_low),
        Eq | Ne => {
            let equal = a.singleton().is_some() && a.singleton() == b.singleton();
            let apart = a.intersect(b).is_empty();
            decide(equal, apart).map(|equal| equal == (code == Eq))
        }
        _ => None,
    }
}
