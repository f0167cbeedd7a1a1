//! What is known of a parameter: the constants it may be, which of its bits may be set, and its range.
//!
//! ```text
//!   f (7) and f (3) from a loop, nothing else calls f:   a is 7 or 3; mask 0x7; [3, 7]
//! ```
//!
//! All three only fall: from nothing seen yet, through what has been seen, to anything.

use super::graph::{EdgeId, NodeId};
use crate::predicate::{self, Operation};
use gimple::known_bits::{self, KnownBits};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use smallvec::SmallVec;
use tree_ssa::analyses::ranges::{Kind, Range};
use tree_ssa::profile::sreal::Sreal;

gimple::entity! {
    /// A constant that some parameter may be.
    ValueId;
}

/// A range that has been widened so often is given up.
const MOST_WIDENINGS: u32 = 24;

/// Where a value comes from: a call, and the value of the caller's parameter it is computed from, if it is.
#[derive(Clone, Copy)]
pub struct Source {
    pub edge: EdgeId,
    pub from: Option<(ValueId, u32)>,
}

/// A constant that a parameter may be.
pub struct Value {
    pub constant: Operand,
    pub sources: Vec<Source>,
    /// How often a recursive call has changed it.
    pub generation: u32,
    /// What a copy of the function for it saves and takes, by itself and with what follows from it in functions called.
    pub local: (Sreal, i64),
    pub propagated: (Sreal, i64),
    /// The copy that was made for it.
    pub copy: Option<NodeId>,
    pub cycle: u32,
}

/// The constants.
#[derive(Default, Clone)]
pub struct Lattice {
    pub values: SmallVec<[ValueId; 2]>,
    /// It may also be what is not known.
    pub variable: bool,
    pub bottom: bool,
}

impl Lattice {
    /// The only value.
    pub fn single(&self) -> Option<ValueId> {
        let one = !self.bottom && !self.variable && self.values.len() == 1;
        one.then(|| self.values[0])
    }

    /// Notes that anything may come. Returns whether that is new.
    pub fn set_variable(&mut self) -> bool {
        !self.bottom && !std::mem::replace(&mut self.variable, true)
    }

    pub fn set_bottom(&mut self) -> bool {
        !std::mem::replace(&mut self.bottom, true)
    }
}

/// Bits of a parameter of at most 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bits {
    Top,
    /// Those in `mask` are not known; of the others `value` says which are set.
    Known {
        value: u64,
        mask: u64,
    },
    Bottom,
}

/// The bits of a type; nothing where it is none of bits, or of too many.
pub fn all_bits(unit: &Unit, ty: TypeId) -> Option<u64> {
    let bits = match unit.types.is_pointer(ty) {
        true => unit.types.size(ty)? * 8,
        false if unit.types.is_integral(ty) => u64::from(unit.types.precision(ty)?),
        false => return None,
    };
    (1..=64).contains(&bits).then(|| u64::MAX >> (64 - bits))
}

impl Bits {
    /// Also may be what `other` says, among `all` bits. Returns whether anything is lost.
    pub fn meet(&mut self, other: Bits, all: u64) -> bool {
        let new = match (*self, other) {
            (Bits::Bottom, _) | (_, Bits::Bottom) => Bits::Bottom,
            (known, Bits::Top) => known,
            (Bits::Top, Bits::Known { value, mask }) => known(value, mask, all),
            (Bits::Known { value: a, mask: m }, Bits::Known { value: b, mask: n }) => {
                let [a, b] = [(a, m), (b, n)]
                    .map(|(value, mask)| KnownBits { value: value.into(), mask: mask.into() });
                of_known(a.joined(b), all)
            }
        };
        std::mem::replace(self, new) != new
    }

    /// What an operation with a constant makes of them, being those of a value of type `of`.
    pub fn after(self, unit: &Unit, of: TypeId, operation: &Operation, all: u64) -> Bits {
        let Bits::Known { value, mask } = self else { return self };
        let extended = |bits: u64| unit.types.wrap(of, bits.into());
        let param = KnownBits { value: extended(value), mask: extended(mask) };
        let constant = unit.as_int(operation.constants[0]).map(KnownBits::constant);
        let (a, b) = match constant {
            Some(constant) if operation.position != 0 => (constant, Some(param)),
            _ => (param, constant),
        };
        let integral = unit.types.is_integral(of) && unit.types.is_integral(operation.ty);
        let made = if integral {
            known_bits::evaluate(unit, operation.code, operation.ty, a, b, of)
        } else {
            None
        };
        made.map_or(Bits::Bottom, |bits| of_known(bits, all))
    }
}

fn of_known(bits: KnownBits, all: u64) -> Bits {
    known(bits.value as u64, bits.mask as u64, all)
}

fn known(value: u64, mask: u64, all: u64) -> Bits {
    let mask = mask & all;
    if mask == all { Bits::Bottom } else { Bits::Known { value: value & all & !mask, mask } }
}

/// A range; empty as long as nothing has been seen.
#[derive(Clone)]
pub struct RangeLattice {
    /// Nothing of what has no ranges.
    pub range: Option<Range>,
    widenings: u32,
}

impl RangeLattice {
    pub fn top(kind: Option<Kind>) -> RangeLattice {
        RangeLattice { range: kind.map(Range::empty), widenings: 0 }
    }

    pub fn is_bottom(&self) -> bool {
        self.range.is_none()
    }

    pub fn set_bottom(&mut self) -> bool {
        self.range.take().is_some()
    }

    /// Also may be in `other`. As in GCC, what is kept is one interval, or all but one.
    pub fn meet(&mut self, other: &Range) -> bool {
        let Some(old) = &self.range else { return false };
        let mut new = old.union(other);
        let kind = new.kind();
        if new.parts().len() > 1 {
            let (low, high) = new.bounds();
            let all_but_one = low == kind.min() && high == kind.max() && new.parts().len() == 2;
            if !all_but_one {
                new = Range::between(kind, low, high);
            }
        }
        if new == *old {
            return false;
        }
        self.widenings += 1;
        let given_up = new.is_full() || self.widenings > MOST_WIDENINGS;
        self.range = (!given_up).then_some(new);
        true
    }
}

/// A constant as a parameter gets it; nothing if it cannot be passed for such.
pub fn converted(unit: &mut Unit, ty: TypeId, constant: Operand) -> Option<Operand> {
    let scalar = |unit: &Unit, ty| unit.types.is_integral(ty) || unit.types.is_pointer(ty);
    if let Some(number) = unit.as_int(constant) {
        return scalar(unit, ty).then(|| unit.int(ty, number));
    }
    if unit.addressed(constant).is_some() {
        return unit.types.is_pointer(ty).then_some(constant);
    }
    let of_constant = unit.consts[constant.constant()?].ty;
    let same = unit.types.main_variant(of_constant) == unit.types.main_variant(ty);
    same.then_some(constant)
}

/// What an operation makes of a constant of a parameter.
pub fn computed(unit: &mut Unit, operation: &Operation, constant: Operand) -> Option<Operand> {
    let number = predicate::operated(unit, operation, unit.as_int(constant)?)?;
    Some(unit.int(operation.ty, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether a number of eight bits may be what is known.
    fn may_be(bits: Bits, number: u64) -> bool {
        match bits {
            Bits::Top => false,
            Bits::Known { value, mask } => (number ^ value) & !mask & 0xff == 0,
            Bits::Bottom => true,
        }
    }

    proptest! {
        /// What either may be, both together may be, and what meets itself stays.
        #[test]
        fn nothing_that_may_be_is_lost(a in 0u64..256, m in 0u64..256, b in 0u64..256, n in 0u64..256, number in 0u64..256) {
            let (p, q) = (known(a, m, 0xff), known(b, n, 0xff));
            let mut both = p;
            both.meet(q, 0xff);
            prop_assert!(may_be(both, number) || !(may_be(p, number) || may_be(q, number)));
            prop_assert!(!both.meet(p, 0xff) && !both.meet(q, 0xff));
        }
    }

    #[test]
    fn a_range_is_one_interval_or_all_but_one() {
        let kind = Kind { bits: 8, signed: true, pointer: false };
        let mut lattice = RangeLattice::top(Some(kind));
        assert!(
            lattice.meet(&Range::between(kind, 1, 3)) && lattice.meet(&Range::between(kind, 9, 9))
        );
        assert_eq!(lattice.range, Some(Range::between(kind, 1, 9)));
        let mut lattice = RangeLattice::top(Some(kind));
        assert!(lattice.meet(&Range::nonzero(kind)));
        assert!(!lattice.meet(&Range::between(kind, 5, 6)));
        assert_eq!(lattice.range, Some(Range::nonzero(kind)));
        assert!(lattice.meet(&Range::constant(kind, 0)) && lattice.is_bottom());
    }
}
