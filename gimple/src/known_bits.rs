//! Arithmetic on integers of which only some bits are known (`bit_value_binop`, `bit_value_unop`): what `ccp`, `cp`, and
//! the front end ask.
//!
//! ```text
//!   x & 12 is 0b??00,  (x & 12) + 1 is 0b??01,  (x & 12) << 1 is 0b??000
//! ```
//!
//! Value and mask are extended to 128 bits by the sign of their type; a mask bit that is set says the value's is not known.

use crate::code::TreeCode;
use crate::types::TypeId;
use crate::unit::Unit;

/// A partly known integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    pub value: i128,
    pub mask: i128,
}

impl KnownBits {
    const ZERO: KnownBits = KnownBits { value: 0, mask: 0 };

    /// A number all of whose bits are known.
    pub fn constant(value: i128) -> KnownBits {
        KnownBits { value, mask: 0 }
    }

    /// Any value of a type.
    pub fn unknown(unit: &Unit, ty: TypeId) -> KnownBits {
        KnownBits { value: 0, mask: unit.types.wrap(ty, -1) }
    }

    fn zeros_cleared(self) -> i128 {
        self.value & !self.mask
    }

    /// The bits that may be set.
    pub fn ones_set(self) -> i128 {
        self.value | self.mask
    }

    /// What is known of a value that is one or the other.
    pub fn joined(self, other: KnownBits) -> KnownBits {
        KnownBits { value: self.value, mask: self.mask | other.mask | (self.value ^ other.value) }
    }

    /// What is known of a value from 0 to `largest`.
    fn up_to(largest: i128) -> KnownBits {
        KnownBits { value: 0, mask: (1i128 << (128 - largest.leading_zeros())) - 1 }
    }

    /// The smallest and largest value it can be, of a type of so many bits.
    fn range(self, signed: bool, precision: u32) -> (i128, i128) {
        if signed && self.mask < 0 {
            let sign = -1i128 << (precision - 1);
            (self.zeros_cleared() | sign, self.ones_set() & !sign)
        } else {
            (self.zeros_cleared(), self.ones_set())
        }
    }
}

/// What `code` makes of partly known operands, the first of type `of`, in a type of 64 bits at most; `None` where nothing
/// is known of the result.
pub fn evaluate(
    unit: &Unit,
    code: TreeCode,
    ty: TypeId,
    a: KnownBits,
    b: Option<KnownBits>,
    of: TypeId,
) -> Option<KnownBits> {
    use TreeCode::*;
    let precision = unit.types.precision(ty)?;
    let wrap = |value: i128, mask: i128| {
        Some(KnownBits { value: unit.types.wrap(ty, value), mask: unit.types.wrap(ty, mask) })
    };
    match code {
        Single | Nop => return wrap(a.value, a.mask),
        BitNot => return wrap(!a.value, a.mask),
        Negate => {
            let negated = subtract(KnownBits::ZERO, a);
            return wrap(negated.value, negated.mask);
        }
        Abs => {
            let magnitude =
                if a.ones_set() < 0 { a.joined(subtract(KnownBits::ZERO, a)) } else { a };
            return wrap(magnitude.value, magnitude.mask);
        }
        _ => {}
    }
    let b = b?;
    let signed = !unit.types.is_unsigned(ty);
    match code {
        BitAnd => {
            let mask = (a.mask | b.mask) & (a.ones_set() & b.ones_set());
            wrap(a.value & b.value, mask)
        }
        BitIor => {
            let mask = (a.mask | b.mask) & !(a.zeros_cleared() | b.zeros_cleared());
            wrap(a.value | b.value, mask)
        }
        BitXor => wrap(a.value ^ b.value, a.mask | b.mask),
        Plus | PointerPlus => {
            let sum = add(a, b);
            wrap(sum.value, sum.mask)
        }
        Minus => {
            let difference = subtract(a, b);
            wrap(difference.value, difference.mask)
        }
        Lshift | Rshift | Lrotate | Rrotate => {
            let moved = moved_by_any(code, a, b, precision)?;
            wrap(moved.value, moved.mask)
        }
        Min | Max => {
            let (first, second) = (a.range(signed, precision), b.range(signed, precision));
            let (less, more) = if first.1 <= second.0 {
                (a, b)
            } else if second.1 <= first.0 {
                (b, a)
            } else {
                (a.joined(b), a.joined(b))
            };
            let chosen = if code == Min { less } else { more };
            wrap(chosen.value, chosen.mask)
        }
        TruncDiv | TruncMod => {
            let divided =
                divide(code, a, a.range(signed, precision), b.range(signed, precision), b)?;
            wrap(divided.value, divided.mask)
        }
        Mult => {
            let (known, other) = if a.mask == 0 { (a, b) } else { (b, a) };
            if known.mask == 0 && known.value >= 0 {
                return Some(times(other, known.value, |bits| unit.types.wrap(ty, bits)));
            }
            let zeros = trailing_zeros(a) + trailing_zeros(b);
            if zeros == 0 {
                return None;
            }
            let mask = if zeros >= precision { 0 } else { -1i128 << zeros };
            wrap(0, mask)
        }
        Eq | Ne => {
            let unknown = a.mask | b.mask;
            if a.value & !unknown != b.value & !unknown {
                wrap(i128::from(code == Ne), 0)
            } else {
                wrap(0, 1)
            }
        }
        Lt | Le | Gt | Ge => compare(unit, code, a, b, of).and_then(|truth| match truth {
            Some(truth) => wrap(truth.into(), 0),
            None => wrap(0, 1),
        }),
        _ => None,
    }
}

fn add(a: KnownBits, b: KnownBits) -> KnownBits {
    let (low, high) = (a.zeros_cleared() + b.zeros_cleared(), a.ones_set() + b.ones_set());
    KnownBits { value: low, mask: a.mask | b.mask | (low ^ high) }
}

/// A product with a number of 64 bits that is not negative: a sum of what is shifted by its bits.
fn times(a: KnownBits, number: i128, wrap: impl Fn(i128) -> i128) -> KnownBits {
    let wrapped = |bits: KnownBits| KnownBits { value: wrap(bits.value), mask: wrap(bits.mask) };
    let shifts = (0..64).filter(|bit| number >> bit & 1 != 0);
    shifts.fold(KnownBits::ZERO, |sum, bit| {
        let shifted = KnownBits { value: a.value << bit, mask: a.mask << bit };
        wrapped(add(sum, wrapped(shifted)))
    })
}

fn subtract(a: KnownBits, b: KnownBits) -> KnownBits {
    let (low, high) = (a.zeros_cleared() - b.ones_set(), a.ones_set() - b.zeros_cleared());
    KnownBits { value: low, mask: a.mask | b.mask | (low ^ high) }
}

/// A shift or rotation by any of the amounts that `by` can be, as long as none is out of bounds.
fn moved_by_any(code: TreeCode, a: KnownBits, by: KnownBits, precision: u32) -> Option<KnownBits> {
    if by.mask < 0 || by.value < 0 || by.ones_set() >= i128::from(precision) {
        return None;
    }
    let all = (1i128 << precision) - 1;
    let moved = |x: i128, by: u32| match code {
        TreeCode::Lshift => x << by,
        TreeCode::Rshift => x >> by,
        _ => {
            let left = if code == TreeCode::Lrotate { by } else { (precision - by) % precision };
            let bits = x & all;
            (bits << left) | (bits >> (precision - left))
        }
    };
    let mut joined: Option<KnownBits> = None;
    // The subsets of the mask, from all of it down to none.
    let mut subset = by.mask;
    loop {
        let amount = (by.zeros_cleared() | subset) as u32;
        let next =
            KnownBits { value: moved(a.zeros_cleared(), amount), mask: moved(a.mask, amount) };
        joined = Some(joined.map_or(next, |before| before.joined(next)));
        if subset == 0 {
            return joined;
        }
        subset = (subset - 1) & by.mask;
    }
}

/// A quotient or remainder of values that are not negative, by one that is not 0.
fn divide(
    code: TreeCode,
    a: KnownBits,
    dividend: (i128, i128),
    divisor: (i128, i128),
    b: KnownBits,
) -> Option<KnownBits> {
    if dividend.0 < 0 || divisor.0 <= 0 {
        return None;
    }
    if code == TreeCode::TruncDiv {
        return Some(KnownBits::up_to(dividend.1 / divisor.0));
    }
    if b.mask == 0 && b.value & (b.value - 1) == 0 {
        let kept = b.value - 1;
        return Some(KnownBits { value: a.value & kept, mask: a.mask & kept });
    }
    if dividend.1 < divisor.0 {
        return Some(a);
    }
    Some(KnownBits::up_to(dividend.1.min(divisor.1 - 1)))
}

fn trailing_zeros(bits: KnownBits) -> u32 {
    bits.ones_set().trailing_zeros()
}

/// The truth of an order comparison, as far as the ranges tell.
fn compare(
    unit: &Unit,
    code: TreeCode,
    a: KnownBits,
    b: KnownBits,
    of: TypeId,
) -> Option<Option<bool>> {
    use TreeCode::*;
    let (signed, precision) = (!unit.types.is_unsigned(of), unit.types.precision(of)?);
    if precision > 64 {
        // The largest unsigned value has no room.
        return Some(None);
    }
    let (a, b) = (a.range(signed, precision), b.range(signed, precision));
    let (code, a, b) = match code {
        Gt => (Lt, b, a),
        Ge => (Le, b, a),
        code => (code, a, b),
    };
    let (always, never) =
        if code == Lt { (a.1 < b.0, a.0 >= b.1) } else { (a.1 <= b.0, a.0 > b.1) };
    Some(if always {
        Some(true)
    } else if never {
        Some(false)
    } else {
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const PRECISION: u32 = 4;

    /// All partly known unsigned numbers of four bits.
    fn all() -> impl Iterator<Item = KnownBits> {
        (0..16).flat_map(|mask| {
            (0..16)
                .filter(move |value| value & mask == 0)
                .map(move |value| KnownBits { value, mask })
        })
    }

    fn values(bits: KnownBits) -> impl Iterator<Item = i128> {
        (0..16).filter(move |value| value & !bits.mask == bits.value)
    }

    fn admits(bits: KnownBits, value: i128) -> bool {
        (value ^ bits.value) & !bits.mask & 15 == 0
    }

    #[rstest]
    #[case(TreeCode::Lshift, |a, b| (b < 4).then(|| a << b))]
    #[case(TreeCode::Rshift, |a, b| (b < 4).then(|| a >> b))]
    #[case(TreeCode::Lrotate, |a, b| (b < 4).then(|| a << b | a >> (4 - b)))]
    #[case(TreeCode::Rrotate, |a, b| (b < 4).then(|| a >> b | a << (4 - b)))]
    #[case(TreeCode::TruncDiv, |a, b| (b != 0).then(|| a / b))]
    #[case(TreeCode::TruncMod, |a, b| (b != 0).then(|| a % b))]
    fn every_result_is_admitted(
        #[case] code: TreeCode,
        #[case] concrete: fn(i128, i128) -> Option<i128>,
    ) {
        let mut known = 0;
        for a in all() {
            for b in all() {
                let found = match code {
                    TreeCode::TruncDiv | TreeCode::TruncMod => {
                        divide(code, a, a.range(false, PRECISION), b.range(false, PRECISION), b)
                    }
                    _ => moved_by_any(code, a, b, PRECISION),
                };
                let Some(found) = found else { continue };
                known += usize::from(found.mask & 15 != 15);
                for (x, y) in values(a).flat_map(|x| values(b).map(move |y| (x, y))) {
                    let result = concrete(x, y).unwrap_or(found.value);
                    assert!(admits(found, result), "{code:?} {a:?} {b:?}: {x} {y} give {result}");
                }
            }
        }
        assert!(known > 100, "{code:?} says nothing");
    }

    #[test]
    fn products_with_a_number_are_admitted() {
        for (a, number) in all().flat_map(|a| (0..16).map(move |number| (a, number))) {
            let found = times(a, number, |bits| bits & 15);
            assert!(values(a).all(|x| admits(found, x * number)), "{a:?} * {number}: {found:?}");
        }
        let even = times(KnownBits { value: 1, mask: 4 }, 6, |bits| bits & 15);
        assert_eq!(even, KnownBits { value: 6, mask: 8 });
    }

    #[test]
    fn what_is_one_or_the_other_admits_both() {
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            let joined = a.joined(b);
            assert!(values(a).chain(values(b)).all(|value| admits(joined, value)));
        }
    }
}
