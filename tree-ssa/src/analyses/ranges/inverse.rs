//! What an operand was, if this came out: operations solved for one of their operands.

use super::ops::{self, Overflow};
use super::range::{Kind, Range};
use gimple::code::TreeCode;

/// The values `x` with `x code b`.
fn related(code: TreeCode, kind: Kind, b: &Range) -> Range {
    use TreeCode::*;
    if b.is_empty() {
        return Range::full(kind);
    }
    let (low, high) = b.bounds();
    match code {
        Lt => Range::between(kind, kind.min(), high - 1),
        Le => Range::between(kind, kind.min(), high),
        Gt => Range::between(kind, low + 1, kind.max()),
        Ge => Range::between(kind, low, kind.max()),
        Eq => b.clone(),
        Ne if b.singleton().is_some() => b.complement(),
        _ => Range::full(kind),
    }
}

/// The comparison that is true where this one is false, integers compared.
pub fn inverted(code: TreeCode) -> Option<TreeCode> {
    use TreeCode::*;
    Some(match code {
        Lt => Ge,
        Le => Gt,
        Gt => Le,
        Ge => Lt,
        Eq => Ne,
        Ne => Eq,
        _ => return None,
    })
}

/// The same comparison with its operands exchanged.
pub fn swapped(code: TreeCode) -> TreeCode {
    use TreeCode::*;
    match code {
        Lt => Gt,
        Le => Ge,
        Gt => Lt,
        Ge => Le,
        other => other,
    }
}

/// Whether a code compares two integers.
pub fn is_comparison(code: TreeCode) -> bool {
    inverted(code).is_some()
}

/// The first operand of an operation whose result is in `lhs`; `b` is the other, which unary operations lack. `None` if
/// nothing can be said.
pub fn first(
    code: TreeCode,
    kind: Kind,
    lhs: &Range,
    b: Option<&Range>,
    overflow: Overflow,
) -> Option<Range> {
    use TreeCode::*;
    if is_comparison(code) {
        let truth = if lhs.as_truth()? { code } else { inverted(code)? };
        return Some(related(truth, kind, b?));
    }
    match code {
        Single | Nop | Paren => return Some(before_conversion(kind, lhs)),
        Negate | BitNot => return Some(ops::unary(code, kind, lhs, overflow)),
        TruthNot => return Some(Range::truth(kind, Some(!lhs.as_truth()?))),
        Abs if !kind.pointer => {
            let positive = lhs.intersect(&Range::between(kind, 0, kind.max()));
            let negative = ops::unary(Negate, kind, &positive, Overflow::Wraps);
            // The least value has no counterpart: it may be there where it is its own.
            let least = Range::constant(kind, kind.min());
            let least = if overflow == Overflow::Wraps { least } else { Range::empty(kind) };
            return (!positive.is_empty()).then(|| positive.union(&negative).union(&least));
        }
        _ => {}
    }
    let b = b.filter(|b| !b.is_empty())?;
    match code {
        Plus => Some(ops::binary(Minus, lhs, b, overflow)),
        Minus => Some(ops::binary(Plus, lhs, b, overflow)),
        Mult if overflow == Overflow::Undefined && b.singleton().is_some_and(|by| by != 0) => {
            Some(ops::binary(TruncDiv, lhs, b, overflow))
        }
        BitXor => {
            let (lhs, b) = (lhs.singleton()?, b.singleton()?);
            Some(Range::constant(kind, lhs ^ b))
        }
        BitAnd if !lhs.is_empty() && !lhs.contains(0) => Some(Range::nonzero(kind)),
        BitIor if lhs.singleton() == Some(0) => Some(Range::constant(kind, 0)),
        Min => {
            let (low, high) = lhs.bounds();
            // Where the other is greater, it is this one that comes out.
            let most = if b.bounds().0 > high { high } else { kind.max() };
            Some(Range::between(kind, low, most))
        }
        Max => {
            let (low, high) = lhs.bounds();
            let least = if b.bounds().1 < low { low } else { kind.min() };
            Some(Range::between(kind, least, high))
        }
        Rshift => {
            let count = b.singleton().filter(|&n| (0..i128::from(kind.bits)).contains(&n))?;
            let (low, high) = lhs.bounds();
            Some(Range::between(kind, low << count, (high << count) + (1 << count) - 1))
        }
        _ => None,
    }
}

/// The second operand of a binary operation whose result is in `lhs`; `a` is the first.
pub fn second(
    code: TreeCode,
    kind: Kind,
    lhs: &Range,
    a: &Range,
    overflow: Overflow,
) -> Option<Range> {
    use TreeCode::*;
    if is_comparison(code) {
        let truth = if lhs.as_truth()? { code } else { inverted(code)? };
        return Some(related(swapped(truth), kind, a));
    }
    match code {
        Plus | Mult | BitXor | BitAnd | BitIor | Min | Max => {
            first(code, kind, lhs, Some(a), overflow)
        }
        Minus if !a.is_empty() => Some(ops::binary(Minus, a, lhs, overflow)),
        _ => None,
    }
}

/// What was converted, if this came out.
fn before_conversion(kind: Kind, lhs: &Range) -> Range {
    let to = lhs.kind();
    if kind.bits <= to.bits {
        let possible = ops::convert(to, &Range::full(kind));
        return ops::convert(kind, &lhs.intersect(&possible));
    }
    // The upper bits are lost: all that is known is what comes out of values that fit.
    let lost = ops::convert(to, &Range::full(kind));
    debug_assert!(lost.is_full());
    let kept = Range::of_parts(
        kind,
        lhs.parts().iter().filter_map(|&(low, high)| {
            let (low, high) = (low.max(kind.min()), high.min(kind.max()));
            (low <= high).then_some((low, high))
        }),
    );
    let fits = Range::between(kind, to.min(), to.max());
    kept.union(&fits.complement())
}
