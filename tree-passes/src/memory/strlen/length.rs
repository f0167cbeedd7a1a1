//! How long a string is: a number, or a sum that is computed only where it is needed.
//!
//! ```text
//!   strcpy (d_2, s_3);  _9 = stpcpy (d_2, s_3)       (size_t) _9 - (size_t) d_2
//!   memcpy (_9, "abc", 4);                           (size_t) _9 - (size_t) d_2 + 3
//! ```

use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::tree::Operand;
use gimple::unit::Unit;
use smallvec::{SmallVec, smallvec};
use tree_ssa::edit::Cursor;

/// Terms a sum has at most.
const MOST_TERMS: usize = 6;

/// What is added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Term {
    Name(SsaName),
    /// The bytes from one pointer to another.
    Distance {
        from: Operand,
        to: Operand,
    },
}

/// A number of characters: terms, each added or subtracted, and a constant. As in C, it wraps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Length {
    terms: SmallVec<[(Term, bool); 1]>,
    constant: u64,
}

impl Length {
    /// A number.
    pub fn known(constant: u64) -> Length {
        Length { terms: SmallVec::new(), constant }
    }

    /// What a name holds.
    pub fn name(name: SsaName) -> Length {
        Length { terms: smallvec![(Term::Name(name), true)], constant: 0 }
    }

    /// What a name or a constant of type `size_t` holds.
    pub fn of(unit: &Unit, op: Operand) -> Option<Length> {
        match op {
            Operand::Ssa(name) => Some(Length::name(name)),
            _ => unit.as_int(op).map(|number| Length::known(number as u64)),
        }
    }

    /// The bytes from one pointer to another.
    pub fn distance(from: Operand, to: Operand) -> Length {
        Length { terms: smallvec![(Term::Distance { from, to }, true)], constant: 0 }
    }

    /// The number it is, if that is known.
    pub fn as_known(&self) -> Option<u64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The name that holds it.
    pub fn as_name(&self) -> Option<SsaName> {
        match (&self.terms[..], self.constant) {
            (&[(Term::Name(name), true)], 0) => Some(name),
            _ => None,
        }
    }

    /// Whether an operand holds it.
    pub fn is(&self, unit: &Unit, op: Operand) -> bool {
        match op {
            Operand::Ssa(name) => self.as_name() == Some(name),
            _ => {
                let number = unit.as_int(op).and_then(|number| u64::try_from(number).ok());
                number.is_some() && self.as_known() == number
            }
        }
    }

    /// The sum of two; nothing where it would have too many terms.
    pub fn plus(&self, other: &Length) -> Option<Length> {
        self.combined(other, true)
    }

    /// The difference of two.
    pub fn minus(&self, other: &Length) -> Option<Length> {
        self.combined(other, false)
    }

    /// The same and so many more.
    pub fn plus_constant(&self, more: u64) -> Length {
        Length { constant: self.constant.wrapping_add(more), ..self.clone() }
    }

    fn combined(&self, other: &Length, added: bool) -> Option<Length> {
        let mut sum = self.clone();
        sum.constant = if added {
            sum.constant.wrapping_add(other.constant)
        } else {
            sum.constant.wrapping_sub(other.constant)
        };
        for &(term, positive) in &other.terms {
            let positive = positive == added;
            match sum.terms.iter().position(|&it| it == (term, !positive)) {
                Some(opposite) => drop(sum.terms.remove(opposite)),
                None => sum.terms.push((term, positive)),
            }
        }
        (sum.terms.len() <= MOST_TERMS).then_some(sum)
    }

    /// Computes it at a place, up to the last operation, which is returned.
    pub fn expression(
        &self,
        unit: &mut Unit,
        f: &mut Function,
        at: &mut Cursor,
    ) -> (TreeCode, [Operand; 2]) {
        let size_t = unit.common.size_t;
        let none = Operand::None;
        let mut sum: Option<(TreeCode, [Operand; 2])> = None;
        if !self.terms.iter().any(|&(_, positive)| positive) {
            sum = Some((TreeCode::Single, [unit.int(size_t, self.constant.into()), none]));
        }
        let constant = if sum.is_some() { 0 } else { self.constant };
        let (added, subtracted): (Vec<_>, Vec<_>) =
            self.terms.iter().partition(|(_, positive)| *positive);
        for (term, positive) in added.into_iter().chain(subtracted) {
            let left = sum.map(|sum| value(unit, f, at, sum));
            let term = match term {
                Term::Name(name) => (TreeCode::Single, [Operand::Ssa(name), none]),
                Term::Distance { from, to } => {
                    let to = at.temporary(unit, f, size_t, TreeCode::Nop, [to]);
                    let from = at.temporary(unit, f, size_t, TreeCode::Nop, [from]);
                    (TreeCode::Minus, [to, from])
                }
            };
            sum = Some(match left {
                None => term,
                Some(left) => {
                    let right = value(unit, f, at, term);
                    (if positive { TreeCode::Plus } else { TreeCode::Minus }, [left, right])
                }
            });
        }
        match sum {
            Some(sum) if constant != 0 => {
                let left = value(unit, f, at, sum);
                (TreeCode::Plus, [left, unit.int(size_t, constant.into())])
            }
            Some(sum) => sum,
            None => (TreeCode::Single, [unit.int(size_t, constant.into()), none]),
        }
    }

    /// Computes it at a place.
    pub fn compute(&self, unit: &mut Unit, f: &mut Function, at: &mut Cursor) -> Operand {
        let last = self.expression(unit, f, at);
        value(unit, f, at, last)
    }
}

/// The value of an operation, computed at a place unless it is there already.
fn value(
    unit: &mut Unit,
    f: &mut Function,
    at: &mut Cursor,
    (code, operands): (TreeCode, [Operand; 2]),
) -> Operand {
    match code {
        TreeCode::Single => operands[0],
        _ => at.temporary(unit, f, unit.common.size_t, code, operands),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_subtracted_again_is_gone() {
        let (a, b) = (Length::name(SsaName(1)), Length::name(SsaName(2)));
        let sum = a.plus(&b).and_then(|sum| sum.plus_constant(3).minus(&a));
        assert_eq!(sum, Some(b.plus_constant(3)));
    }

    #[test]
    fn sums_stay_short() {
        let mut sum = Length::known(0);
        let longer = |sum: &Length, name| sum.plus(&Length::name(SsaName(name)));
        for name in 1..=MOST_TERMS as u32 {
            sum = longer(&sum, name).expect("that many terms are kept");
        }
        assert_eq!(longer(&sum, 99), None);
    }
}
