//! Predicates over what a function is called with: when something in it happens, or is not constant.
//!
//! A predicate is a conjunction of clauses, a clause a disjunction of conditions, one bit each: `(op0 == 2) && (op1 changed
//! || not inlined)`. What does not fit (more than 30 conditions of a function, more than eight clauses) is taken to
//! be true: predicates only ever promise that something does not happen.

use super::param_loads::Part;
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::operand_equal::operand_equal;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use smallvec::SmallVec;
use tree_ssa::analyses::ranges::ops::compare;
use tree_ssa::analyses::ranges::{Kind, Range};

/// The most clauses of a predicate.
const MAX_CLAUSES: usize = 8;
/// The bit of what never is.
const FALSE: u32 = 1;
/// The bit of not having been inlined.
pub const NOT_INLINED: u32 = 2;
/// The bits before that of the first condition.
pub const FIXED: u32 = 2;
/// The most conditions of a function.
const MAX_CONDITIONS: usize = 30;

/// What a condition asks of a parameter's value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Test {
    /// Whether it is no constant for the call.
    Changed,
    /// Whether it is no constant, asked by `__builtin_constant_p`.
    NotConstant,
    /// A comparison with a constant.
    Compare(TreeCode, Operand),
}

/// An operation with one operand that is not constant, at a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Operation {
    pub code: TreeCode,
    pub ty: TypeId,
    pub position: u8,
    pub constants: [Operand; 2],
}

/// A question about a parameter or a part of it, or about what operations make of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    pub param: u32,
    /// The part that is asked about, if it is not the whole.
    pub part: Option<Part>,
    pub ty: TypeId,
    /// Whether values of the type can be NaNs, so that a comparison and its opposite are not all there is.
    pub has_nans: bool,
    pub operations: SmallVec<[Operation; 1]>,
    pub test: Test,
}

/// What may be true of a call, one bit a condition.
#[derive(Clone, Copy)]
pub struct Possible {
    /// Of what says whether something is executed.
    pub executed: u32,
    /// Of what says whether something is constant.
    pub changed: u32,
}

/// A conjunction of clauses, in falling order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Predicate {
    /// After the last clause there are zeros.
    clauses: [u32; MAX_CLAUSES],
}

impl Predicate {
    /// What is always so: no clause.
    pub const TRUE: Predicate = Predicate { clauses: [0; MAX_CLAUSES] };

    /// What is never so.
    pub const fn never() -> Predicate {
        Predicate::of_clause(FALSE)
    }

    /// One clause.
    pub const fn of_clause(clause: u32) -> Predicate {
        let mut clauses = [0; MAX_CLAUSES];
        clauses[0] = clause;
        Predicate { clauses }
    }

    pub fn is_true(&self) -> bool {
        self.clauses[0] == 0
    }

    pub fn is_false(&self) -> bool {
        self.clauses[0] == FALSE
    }

    /// The clauses; none where it is always so.
    pub fn clauses(&self) -> impl Iterator<Item = u32> + '_ {
        self.clauses.iter().copied().take_while(|&clause| clause != 0)
    }

    /// Whether it may hold where the conditions in `possible` may.
    pub fn may_hold(&self, possible: u32) -> bool {
        self.clauses().all(|clause| clause & possible != 0)
    }

    /// How often, in terms of what `change` says of a parameter, what is not constant by this is to be computed anew.
    pub fn probability(
        &self,
        conditions: &[Condition],
        possible: u32,
        change: impl Fn(u32) -> u32,
    ) -> u32 {
        let of_bit =
            |bit: u32| match bit.checked_sub(FIXED).map(|index| &conditions[index as usize]) {
                Some(Condition { param, test: Test::Changed, .. }) => change(*param),
                _ => super::summary::ALWAYS,
            };
        let of_clause = |clause: u32| {
            let named = (0..u32::BITS).filter(|bit| clause & possible & 1 << bit != 0);
            named.map(of_bit).max().unwrap_or(0)
        };
        self.clauses().map(of_clause).min().unwrap_or(super::summary::ALWAYS)
    }

    /// Adds a clause, unless there is one that says as much already, or it is true by itself.
    fn require(&mut self, conditions: &[Condition], clause: u32) {
        if clause == 0 || self.is_false() {
            return;
        }
        if clause == FALSE {
            *self = Predicate::never();
            return;
        }
        if self.clauses().any(|known| known & clause == known) {
            return;
        }
        let weaker = |known: u32| known & clause == clause;
        let mut kept: SmallVec<[u32; MAX_CLAUSES + 1]> =
            self.clauses().filter(|&known| !weaker(known)).collect();
        if holds_either_way(conditions, clause) || kept.len() == MAX_CLAUSES {
            return;
        }
        let place = kept.partition_point(|&known| known > clause);
        kept.insert(place, clause);
        self.clauses = [0; MAX_CLAUSES];
        self.clauses[..kept.len()].copy_from_slice(&kept);
    }

    /// Both.
    pub fn and(mut self, conditions: &[Condition], other: &Predicate) -> Predicate {
        other.clauses().for_each(|clause| self.require(conditions, clause));
        self
    }

    /// Either.
    pub fn or(self, conditions: &[Condition], other: &Predicate) -> Predicate {
        if self.is_false() || self == *other {
            return *other;
        }
        if other.is_false() {
            return self;
        }
        let mut either = Predicate::TRUE;
        for mine in self.clauses() {
            other.clauses().for_each(|theirs| either.require(conditions, mine | theirs));
        }
        either
    }
}

/// Whether a clause names a condition and its opposite. As in GCC those of different parts of what a parameter points to
/// count as of one, which only makes a predicate weaker.
fn holds_either_way(conditions: &[Condition], clause: u32) -> bool {
    let named = || {
        conditions
            .iter()
            .enumerate()
            .filter(|(index, _)| clause >> (*index as u32 + FIXED) & 1 == 1)
    };
    let kind = |of: &Condition| (of.param, of.part.map(|part| part.by_ref), of.ty);
    named().any(|(at, one)| {
        let Test::Compare(code, value) = one.test else { return false };
        let opposite = code.invert_comparison(one.has_nans).map(|code| Test::Compare(code, value));
        named().skip_while(|(index, _)| *index <= at).any(|(_, other)| {
            Some(other.test) == opposite
                && kind(other) == kind(one)
                && other.operations == one.operations
        })
    })
}

/// The predicate of one condition, which is added to a function's if it is new.
pub fn ask(conditions: &mut Vec<Condition>, condition: Condition) -> Predicate {
    let index = match conditions.iter().position(|known| *known == condition) {
        Some(index) => index,
        None if conditions.len() == MAX_CONDITIONS => return Predicate::TRUE,
        None => {
            conditions.push(condition);
            conditions.len() - 1
        }
    };
    of_condition(index)
}

/// The predicate of a condition, by its place.
pub const fn of_condition(index: usize) -> Predicate {
    Predicate::of_clause(1 << (index as u32 + FIXED))
}

/// What may be true of an inlined call (`evaluate_conditions_for_known_args`). `arg` says what is passed for a condition's
/// parameter, or is in that part of it, and whether what is passed is the same for all calls. Takes a time proportional to the number of conditions.
pub fn possible(
    unit: &Unit,
    conditions: &[Condition],
    arg: &dyn Fn(&Condition) -> (Operand, bool),
) -> Possible {
    let mut possible = Possible { executed: 0, changed: 0 };
    for (index, condition) in conditions.iter().enumerate() {
        let bit = 1 << (index as u32 + FIXED);
        let (arg, same) = arg(condition);
        let constant = tree_ssa::fold::is_invariant(unit, arg);
        let (executed, changed) = match condition.test {
            // What is in memory is not known, but that what is passed by value is the same for all calls may be.
            Test::Changed
                if condition.part.is_some_and(|part| !part.by_ref) && same && !constant =>
            {
                (false, false)
            }
            _ if condition.part.is_some() && !constant => (true, true),
            Test::Changed => (true, !constant && !same),
            Test::NotConstant => (true, !constant),
            Test::Compare(code, value) if constant => {
                let truth = outcome(unit, condition, arg, code, value) != Some(false);
                (truth, truth)
            }
            Test::Compare(..) => (true, true),
        };
        possible.executed |= if executed { bit } else { 0 };
        possible.changed |= if changed { bit } else { 0 };
    }
    possible
}

/// Rules out comparisons that do not hold for any number of the range of what is passed for a parameter.
pub fn rule_out(
    unit: &Unit,
    conditions: &[Condition],
    (param, range): (u32, &Range),
    possible: &mut Possible,
) {
    for (index, condition) in conditions.iter().enumerate() {
        let Test::Compare(code, value) = condition.test else { continue };
        let plain = condition.param == param
            && condition.part.is_none()
            && condition.operations.is_empty()
            && Kind::of(unit, condition.ty) == Some(range.kind());
        let Some(number) = unit.as_int(value).filter(|_| plain) else { continue };
        let (low, high) = (range.kind().min(), range.kind().max());
        if !(low..=high).contains(&number) {
            continue;
        }
        if compare(code, range, &Range::constant(range.kind(), number)) == Some(false) {
            let bit = 1 << (index as u32 + FIXED);
            possible.executed &= !bit;
            possible.changed &= !bit;
        }
    }
}

/// How a comparison comes out for a constant.
fn outcome(
    unit: &Unit,
    condition: &Condition,
    arg: Operand,
    code: TreeCode,
    value: Operand,
) -> Option<bool> {
    let plain = condition.operations.is_empty();
    if unit.addressed(arg).is_some() {
        // An object is nowhere else than at its address, which is not zero.
        let equal = match unit.as_int(value) {
            Some(0) => false,
            _ if operand_equal(unit, arg, value) => true,
            _ => return None,
        };
        return match code {
            TreeCode::Eq if plain => Some(equal),
            TreeCode::Ne if plain => Some(!equal),
            _ => None,
        };
    }
    let (arg, against) = (arg.constant()?, value.constant()?);
    let of_arg = unit.consts[arg].ty;
    if unit.types.size(of_arg) != unit.types.size(condition.ty) {
        return None;
    }
    if unit.types.is_real(of_arg) && plain {
        return fold_const::compare(unit, code, arg, against);
    }
    let (arg, value) = (unit.consts.as_int(arg)?, unit.consts.as_int(against)?);
    let mut number = unit.types.wrap(condition.ty, arg);
    for operation in &condition.operations {
        number = operated(unit, operation, number)?;
    }
    let ordered = !matches!(code, TreeCode::Eq | TreeCode::Ne);
    if ordered && is_widest(unit, unit.consts[against].ty) {
        return None;
    }
    code.compare(number, value)
}

/// Whether a type has numbers that are negative where they are kept (`unsigned __int128`).
fn is_widest(unit: &Unit, ty: TypeId) -> bool {
    unit.types.is_unsigned(ty) && unit.types.precision(ty).is_some_and(|bits| bits >= i128::BITS)
}

/// What an operation makes of a number, if that is the same for the number as it is kept.
pub fn operated(unit: &Unit, operation: &Operation, number: i128) -> Option<i128> {
    use TreeCode::*;
    let of_constant = operation.constants[0].constant().map(|id| unit.consts[id].ty);
    let by_sign = !matches!(
        operation.code,
        Nop | Single
            | Negate
            | BitNot
            | Plus
            | Minus
            | Mult
            | BitAnd
            | BitIor
            | BitXor
            | Lshift
            | Eq
            | Ne
    );
    if by_sign && of_constant.into_iter().chain([operation.ty]).any(|ty| is_widest(unit, ty)) {
        return None;
    }
    let constant = || unit.as_int(operation.constants[0]);
    let sides = || {
        Some(if operation.position == 0 { (number, constant()?) } else { (constant()?, number) })
    };
    let made = match operation.code {
        Nop | Single => number,
        Negate => number.checked_neg()?,
        BitNot => !number,
        code => {
            let (a, b) = sides()?;
            match code {
                Plus => a.checked_add(b)?,
                Minus => a.checked_sub(b)?,
                Mult => a.checked_mul(b)?,
                BitAnd => a & b,
                BitIor => a | b,
                BitXor => a ^ b,
                TruncDiv | ExactDiv if b != 0 => a / b,
                TruncMod if b != 0 => a % b,
                Lshift if (0..64).contains(&b) => a.checked_mul(1 << b)?,
                Rshift if (0..127).contains(&b) => a >> b,
                _ => i128::from(code.compare(a, b)?),
            }
        }
    };
    unit.types.is_integral(operation.ty).then(|| unit.types.wrap(operation.ty, made))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gimple::constant::ConstId;
    use proptest::prelude::*;

    fn conditions() -> Vec<Condition> {
        let value = Operand::Const(ConstId(0));
        let one = |test| Condition {
            param: 0,
            part: None,
            ty: TypeId(1),
            has_nans: false,
            operations: SmallVec::new(),
            test,
        };
        vec![
            one(Test::Compare(TreeCode::Eq, value)),
            one(Test::Compare(TreeCode::Ne, value)),
            one(Test::Changed),
            one(Test::NotConstant),
        ]
    }

    proptest! {
        /// Where both (either) of two may hold, so may their conjunction (disjunction).
        #[test]
        fn no_truth_is_lost(a in proptest::collection::vec(0u32..64, 0..6), b in proptest::collection::vec(0u32..64, 0..6), truths in 0u32..64) {
            let conditions = conditions();
            // Of a comparison and its opposite one is true.
            let truths = truths & !FALSE | if truths & 4 == 0 { 8 } else { 0 };
            let of = |clauses: &[u32]| clauses.iter().fold(Predicate::TRUE, |p, &clause| {
                p.and(&conditions, &Predicate::of_clause(clause))
            });
            let naive = |clauses: &[u32]| clauses.iter().all(|&clause| clause == 0 || clause & truths != 0);
            let (p, q) = (of(&a), of(&b));
            prop_assert_eq!(p.may_hold(truths), naive(&a));
            prop_assert_eq!(p.and(&conditions, &q).may_hold(truths), naive(&a) && naive(&b) );
            prop_assert!(p.or(&conditions, &q).may_hold(truths) || !(naive(&a) || naive(&b)));
        }
    }
}
