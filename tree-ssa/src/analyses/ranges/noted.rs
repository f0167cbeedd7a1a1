//! Ranges as they are kept with names: one interval, or all but one.
//!
//! ```text
//!   x_1 in [1, 5] [8, 9]        kept as [1, 9], of whose values the lowest four bits may be set
//!   x_2 in [-5, -1] [1, 5]      kept as ~[0, 0]
//! ```

use super::{Kind, Range};
use gimple::function::Function;
use gimple::nonzero_bits::{NonzeroBits, NotedRange};
use gimple::ssa::SsaName;

/// The smallest interval that holds a range, or all but one interval.
pub fn as_interval(range: &Range) -> Range {
    let kind = range.kind();
    let (low, high) = range.bounds();
    match range.complement().parts().first() {
        Some(&(from, to)) if low == kind.min() && high == kind.max() => {
            Range::between(kind, from, to).complement()
        }
        _ => Range::between(kind, low, high),
    }
}

/// Notes the range of a name, together with what was noted before (`set_range_info`).
pub fn note(f: &mut Function, name: SsaName, range: &Range) {
    let before = f.nonzero_bits.range(name);
    let kind = range.kind();
    if range.is_full() || range.is_empty() || kind.bits > 64 {
        return;
    }
    let range = match before {
        Some(before) => range.intersect(&range_of(kind, before)),
        None => range.clone(),
    };
    if range.is_empty() {
        return;
    }
    let bits = before.map_or(NonzeroBits::ALL, |before| before.bits);
    let kept = as_interval(&range);
    let noted = match kept.parts() {
        [_, _] => {
            let (low, high) = kept.complement().bounds();
            NotedRange { outside: true, low, high, bits }
        }
        _ => {
            let (low, high) = kept.bounds();
            NotedRange { outside: false, low, high, bits: bits & bits_of(kind, low, high) }
        }
    };
    f.nonzero_bits.set_range(name, noted);
}

/// The range noted of a name.
pub fn noted(f: &Function, name: SsaName, kind: Kind) -> Option<Range> {
    f.nonzero_bits.range(name).filter(|_| kind.bits <= 64).map(|noted| range_of(kind, noted))
}

fn range_of(kind: Kind, noted: NotedRange) -> Range {
    let inside = Range::between(kind, noted.low, noted.high);
    if noted.outside { inside.complement() } else { inside }
}

/// The bits that may be set in numbers between two: those of the least, and all from the first in which they differ.
fn bits_of(kind: Kind, low: i128, high: i128) -> u64 {
    let all = NonzeroBits::ALL >> (64 - kind.bits);
    let differ = (low ^ high) as u64 & all;
    low as u64 & all | NonzeroBits::ALL.checked_shr(differ.leading_zeros()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_above_which_bounds_agree() {
        let kind = Kind { bits: 8, signed: false, pointer: false };
        let of = |low, high| bits_of(kind, low, high);
        assert_eq!([of(0, 5), of(4, 4), of(8, 11), of(1, 255)], [7, 4, 11, 255]);
    }
}
