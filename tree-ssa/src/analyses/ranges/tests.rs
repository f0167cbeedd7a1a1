//! Every value that an operation can yield is in the range it is said to have: tried on all values of small types.

use super::inverse::{first, is_comparison, second};
use super::ops::{Overflow, binary, compare, convert, pointer_plus, unary};
use super::range::{Kind, Range};
use gimple::code::TreeCode::{self, *};
use proptest::prelude::*;
use rstest::rstest;

const fn kind(bits: u32, signed: bool) -> Kind {
    Kind { bits, signed, pointer: false }
}

const KINDS: [Kind; 4] = [kind(3, true), kind(3, false), kind(1, true), kind(1, false)];

fn values(kind: Kind) -> impl Iterator<Item = i128> + Clone {
    kind.min()..=kind.max()
}

/// All intervals, and all that lack an interval.
fn ranges(kind: Kind) -> Vec<Range> {
    let mut all = Vec::new();
    for low in values(kind) {
        for high in low..=kind.max() {
            let range = Range::between(kind, low, high);
            all.extend([range.complement(), range]);
        }
    }
    all.retain(|range| !range.is_empty());
    all
}

/// What an operation yields; nothing where that is undefined.
fn concrete(code: TreeCode, kind: Kind, x: i128, y: i128, overflow: Overflow) -> Option<i128> {
    let exact = match code {
        Plus => x + y,
        Minus => x - y,
        Mult => x * y,
        TruncDiv => x.checked_div(y)?,
        TruncMod => {
            x.checked_div(y).filter(|q| overflow == Overflow::Wraps || *q <= kind.max())?;
            x % y
        }
        Min => x.min(y),
        Max => x.max(y),
        BitAnd => x & y,
        BitIor => x | y,
        BitXor => x ^ y,
        Lshift if (0..kind.bits.into()).contains(&y) => return Some(kind.wrap(x << y)),
        Rshift if (0..kind.bits.into()).contains(&y) => x >> y,
        Lshift | Rshift => return None,
        Lt => i128::from(x < y),
        Le => i128::from(x <= y),
        Gt => i128::from(x > y),
        Ge => i128::from(x >= y),
        Eq => i128::from(x == y),
        Ne => i128::from(x != y),
        Negate => -x,
        BitNot => !x,
        Abs => x.abs(),
        _ => unreachable!("{code:?}"),
    };
    let fits = (kind.min()..=kind.max()).contains(&exact) || is_comparison(code) || code == BitNot;
    (fits || overflow == Overflow::Wraps)
        .then(|| if is_comparison(code) { exact } else { kind.wrap(exact) })
}

fn overflows(kind: Kind) -> &'static [Overflow] {
    if kind.signed {
        &[Overflow::Wraps, Overflow::Undefined, Overflow::Traps]
    } else {
        &[Overflow::Wraps]
    }
}

#[rstest]
fn binary_operations_contain_all_results(
    #[values(
        Plus, Minus, Mult, TruncDiv, TruncMod, Min, Max, BitAnd, BitIor, BitXor, Lshift, Rshift
    )]
    code: TreeCode,
) {
    for kind in KINDS {
        for &overflow in overflows(kind) {
            for a in ranges(kind) {
                for b in ranges(kind) {
                    let result = binary(code, &a, &b, overflow);
                    for x in values(kind).filter(|&x| a.contains(x)) {
                        for y in values(kind).filter(|&y| b.contains(y)) {
                            if let Some(value) = concrete(code, kind, x, y, overflow) {
                                assert!(
                                    result.contains(value),
                                    "{x} {code:?} {y} = {value}: {a:?} {b:?} {result:?} {overflow:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}

#[rstest]
fn comparisons_are_decided_rightly(#[values(Lt, Le, Gt, Ge, Eq, Ne)] code: TreeCode) {
    for kind in KINDS {
        for a in ranges(kind) {
            for b in ranges(kind) {
                let Some(truth) = compare(code, &a, &b) else { continue };
                for x in values(kind).filter(|&x| a.contains(x)) {
                    for y in values(kind).filter(|&y| b.contains(y)) {
                        let value = concrete(code, kind, x, y, Overflow::Wraps);
                        assert_eq!(value, Some(i128::from(truth)), "{x} {code:?} {y}: {a:?} {b:?}");
                    }
                }
            }
        }
    }
}

#[rstest]
fn unary_operations_contain_all_results(#[values(Negate, BitNot, Abs)] code: TreeCode) {
    for kind in KINDS {
        for &overflow in overflows(kind) {
            for a in ranges(kind) {
                let result = unary(code, kind, &a, overflow);
                for x in values(kind).filter(|&x| a.contains(x)) {
                    if let Some(value) = concrete(code, kind, x, 0, overflow) {
                        assert!(
                            result.contains(value),
                            "{code:?} {x}: {a:?} {result:?} {overflow:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn conversions_contain_all_results_and_what_was_converted() {
    let kinds = [kind(2, true), kind(2, false), kind(4, true), kind(4, false), Kind::BOOL];
    for from in kinds {
        for to in kinds {
            for a in ranges(from) {
                let result = convert(to, &a);
                for x in values(from).filter(|&x| a.contains(x)) {
                    assert!(result.contains(to.wrap(x)), "{x}: {a:?} {result:?}");
                }
            }
            for lhs in ranges(to) {
                let before =
                    first(Nop, from, &lhs, None, Overflow::Wraps).expect("conversions are solved");
                for x in values(from).filter(|&x| lhs.contains(to.wrap(x))) {
                    assert!(before.contains(x), "{x}: {lhs:?} {before:?}");
                }
            }
        }
    }
}

#[rstest]
fn operands_contain_all_that_leads_to_the_result(
    #[values(
        Plus, Minus, Mult, Min, Max, BitAnd, BitIor, BitXor, Rshift, Lt, Le, Gt, Ge, Eq, Ne,
        TruncDiv, TruncMod
    )]
    code: TreeCode,
) {
    for kind in KINDS {
        let result_kind = if is_comparison(code) { Kind::BOOL } else { kind };
        for &overflow in overflows(kind) {
            for lhs in ranges(result_kind) {
                for known in ranges(kind) {
                    let x_is = first(code, kind, &lhs, Some(&known), overflow);
                    let y_is = second(code, kind, &lhs, &known, overflow);
                    for x in values(kind) {
                        for y in values(kind) {
                            let value = concrete(code, kind, x, y, overflow);
                            if !value.is_some_and(|value| lhs.contains(value)) {
                                continue;
                            }
                            let right =
                                x_is.as_ref().is_none_or(|r| !known.contains(y) || r.contains(x));
                            assert!(
                                right,
                                "{x} {code:?} {y} in {lhs:?}: {known:?} {x_is:?} {overflow:?}"
                            );
                            let right =
                                y_is.as_ref().is_none_or(|r| !known.contains(x) || r.contains(y));
                            assert!(
                                right,
                                "{x} {code:?} {y} in {lhs:?}: {known:?} {y_is:?} {overflow:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[rstest]
fn unary_operands_contain_all_that_leads_to_the_result(
    #[values(Negate, BitNot, Abs)] code: TreeCode,
) {
    for kind in KINDS {
        for &overflow in overflows(kind) {
            for lhs in ranges(kind) {
                let Some(before) = first(code, kind, &lhs, None, overflow) else { continue };
                for x in values(kind) {
                    let value = concrete(code, kind, x, 0, overflow);
                    if value.is_some_and(|value| lhs.contains(value)) {
                        assert!(
                            before.contains(x),
                            "{code:?} {x} in {lhs:?}: {before:?} {overflow:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn limits_of_the_widest_types() {
    let (long, unsigned) = (kind(64, true), kind(64, false));
    let top = Range::constant(unsigned, unsigned.max());
    let one = Range::constant(unsigned, 1);
    assert_eq!(binary(Plus, &top, &one, Overflow::Wraps).singleton(), Some(0));
    assert!(binary(Mult, &Range::full(unsigned), &top, Overflow::Wraps).is_full());
    let least = Range::constant(long, long.min());
    assert!(unary(Negate, long, &least, Overflow::Wraps).contains(long.min()));
    assert_eq!(convert(long, &top).singleton(), Some(-1));
    assert_eq!(
        convert(unsigned, &Range::between(long, -1, 1)).text().to_string(),
        "[0, 1][18446744073709551615, +INF]"
    );
}

#[test]
fn pointers_are_null_or_not() {
    let pointer = Kind { bits: 64, signed: false, pointer: true };
    let (any, some) = (Range::full(pointer), Range::nonzero(pointer));
    let size = kind(64, false);
    let (four, open) = (Range::constant(size, 4), Range::full(size));
    assert_eq!(pointer_plus(&any, &four, Overflow::Undefined), some);
    assert_eq!(pointer_plus(&some, &open, Overflow::Undefined), some);
    assert!(pointer_plus(&any, &open, Overflow::Undefined).is_full());
    assert!(pointer_plus(&some, &open, Overflow::Wraps).is_full());
    assert_eq!(some.text().to_string(), "[1B, +INF]");
}

fn set(mask: u16) -> Range {
    let kind = kind(4, true);
    let values = values(kind).filter(|value| mask >> (value + 8) & 1 != 0);
    Range::of_parts(kind, values.map(|value| (value, value)))
}

fn mask(range: &Range) -> u16 {
    values(range.kind()).filter(|&v| range.contains(v)).fold(0, |all, v| all | 1 << (v + 8))
}

proptest! {
    #[test]
    fn sets_are_sets(a: u16, b: u16) {
        let (x, y) = (set(a), set(b));
        prop_assert_eq!(mask(&x), a);
        prop_assert_eq!(mask(&x.union(&y)), a | b);
        prop_assert_eq!(mask(&x.intersect(&y)), a & b);
        prop_assert_eq!(mask(&x.complement()), !a);
    }

    /// More intervals than there is room for: the result has all of them, and more.
    #[test]
    fn many_intervals_are_contained(values in prop::collection::vec(0i128..200, 0..60)) {
        let range = Range::of_parts(kind(8, false), values.iter().map(|&v| (v, v)));
        prop_assert!(values.iter().all(|&v| range.contains(v)));
        prop_assert!(range.parts().windows(2).all(|two| two[0].1 + 1 < two[1].0));
    }

    #[test]
    fn operations_on_wide_values(code in prop::sample::select(vec![Plus, Minus, Mult, TruncDiv, TruncMod,
        Min, Max, BitAnd, BitIor, BitXor]), signed: bool, a: [i64; 2], b: [i64; 2], x: u64, y: u64) {
        let kind = kind(64, signed);
        let within = |bounds: [i64; 2], at: u64| {
            let (p, q) = (kind.wrap(bounds[0].into()), kind.wrap(bounds[1].into()));
            let (low, high) = (p.min(q), p.max(q));
            (Range::between(kind, low, high), low + i128::from(at) % (high - low + 1))
        };
        let ((a, x), (b, y)) = (within(a, x), within(b, y));
        // Products of two words do not fit into what the test computes with.
        prop_assume!(code != Mult || x.checked_mul(y).is_some());
        if let Some(value) = concrete(code, kind, x, y, Overflow::Wraps) {
            prop_assert!(binary(code, &a, &b, Overflow::Wraps).contains(value));
        }
    }
}
