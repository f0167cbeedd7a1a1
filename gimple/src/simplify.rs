//! Simplification by the rules of the table (`rules/table`), over any form of code.
//!
//! ```text
//!   _2 = _1 + 3;   _3 = _2 - 3;        =>   _3 = _1;                  (plus_minus)
//! ```
//!
//! The matchers are generated from the table. What they ask of the code, a [`Subject`] answers: GIMPLE in `tree_ssa`.

use crate::code::TreeCode;
use crate::tree::Operand;
use crate::types::TypeId;
use crate::unit::Unit;
use dumps::putln;
use std::fmt::Write;

/// An operation, or with code [`TreeCode::Single`] a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expr<V, T> {
    pub code: TreeCode,
    pub ty: T,
    pub ops: [V; 3],
}

/// An operation of a subject.
type E<S> = Expr<<S as Subject>::Value, <S as Subject>::Type>;

/// What simplification reads and makes.
pub trait Subject {
    type Value: Copy + PartialEq;
    type Type: Copy;

    /// What stands in place of an operand there is not.
    const NONE: Self::Value;

    /// The operation that computes a value, if that is to be looked at.
    fn definition(&self, value: Self::Value) -> Option<E<Self>>;
    /// Whether two values are the same, and may be evaluated once instead of twice.
    fn equal(&self, a: Self::Value, b: Self::Value) -> bool {
        a == b
    }
    /// What a value is converted from without a change of bits.
    fn nop_operand(&self, value: Self::Value) -> Option<Self::Value> {
        let definition = self.definition(value)?;
        let from = definition.ops[0];
        let nop = definition.code == TreeCode::Nop && self.nop(definition.ty, self.type_of(from));
        nop.then_some(from)
    }
    /// The value below a conversion that changes no bit, or the value itself.
    fn below_nop(&self, value: Self::Value) -> Self::Value {
        self.nop_operand(value).unwrap_or(value)
    }
    /// Whether nothing else uses a value, or nothing new would be computed so that it does not matter.
    fn single_use(&self, value: Self::Value) -> bool;
    /// Whether nothing else uses a value.
    fn used_once(&self, value: Self::Value) -> bool;
    /// The type of a value.
    fn type_of(&self, value: Self::Value) -> Self::Type;

    /// Whether a value is a constant of any kind.
    fn is_constant(&self, value: Self::Value) -> bool;
    /// The number an integer constant is.
    fn int(&self, value: Self::Value) -> Option<i128>;
    /// Whether a value is zero in any type.
    fn is_zero(&self, value: Self::Value) -> bool;
    /// Whether a value is one in any type.
    fn is_one(&self, value: Self::Value) -> bool;
    /// Whether all bits of a value are set.
    fn is_all_ones(&self, value: Self::Value) -> bool;
    /// Whether a value is a certain floating-point number, given by the bits of a `f64`.
    fn is_real(&self, value: Self::Value, bits: u64) -> bool;
    /// A mask of the bits that may be set in an integer.
    fn possible_bits(&self, value: Self::Value) -> Option<i128>;

    /// Whether a value is known not to be negative.
    fn nonnegative(&self, value: Self::Value) -> bool {
        self.possible_bits(value).is_some_and(|bits| bits >= 0)
    }

    /// Whether a value is a floating-point constant with its sign set.
    fn negative(&self, _value: Self::Value) -> bool {
        false
    }

    /// Whether a type is that of integers, truth values or enumerators.
    fn integral(&self, ty: Self::Type) -> bool;
    /// Whether a type has floating-point values, vectors and complex ones included.
    fn float(&self, ty: Self::Type) -> bool;
    /// Whether a type is a floating-point scalar.
    fn real(&self, ty: Self::Type) -> bool;
    /// Whether a type is that of pointers.
    fn pointer(&self, ty: Self::Type) -> bool;
    /// Whether values of the type have no sign.
    fn unsigned(&self, ty: Self::Type) -> bool;
    /// Whether overflow wraps around.
    fn wraps(&self, ty: Self::Type) -> bool;
    /// Whether overflow has no defined result, pointers moved around the address space included.
    fn undefined(&self, ty: Self::Type) -> bool;
    /// Whether the values are 0 and 1.
    fn truth(&self, ty: Self::Type) -> bool {
        self.integral(ty) && self.bits(ty) == Some(1) && self.unsigned(ty)
    }
    /// Whether values of the second type are values of the first as they are.
    fn same(&self, to: Self::Type, from: Self::Type) -> bool;
    /// Whether two integral types have the same values.
    fn alike(&self, a: Self::Type, b: Self::Type) -> bool {
        self.integral(a)
            && self.integral(b)
            && self.bits(a) == self.bits(b)
            && self.unsigned(a) == self.unsigned(b)
    }
    /// Whether a conversion between two types changes no bit.
    fn nop(&self, to: Self::Type, from: Self::Type) -> bool {
        let is_word = |ty| self.integral(ty) || self.pointer(ty);
        is_word(to) && is_word(from) && self.bits(to) == self.bits(from)
    }
    /// Whether values of a type fill the memory they are kept in.
    fn whole(&self, ty: Self::Type) -> bool;
    /// Whether NaNs of the type play a part.
    fn nans(&self, ty: Self::Type) -> bool;
    /// Whether the sign of zeros of the type plays a part.
    fn signed_zeros(&self, ty: Self::Type) -> bool;
    /// Whether floating-point exceptions can be seen.
    fn trapping(&self) -> bool;
    /// Whether signaling NaNs of the type play a part.
    fn snans(&self, ty: Self::Type) -> bool;
    /// Whether the direction of rounding may change at run time.
    fn rounding(&self) -> bool;
    /// The precision, or the size of what has none.
    fn bits(&self, ty: Self::Type) -> Option<i128>;
    /// The least and greatest number of an integral type.
    fn range(&self, ty: Self::Type) -> Option<(i128, i128)> {
        if !self.integral(ty) {
            return None;
        }
        match (self.bits(ty)?, self.unsigned(ty)) {
            (128, false) => Some((i128::MIN, i128::MAX)),
            (bits @ 1..128, false) => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            (bits @ 1..127, true) => Some((0, (1 << bits) - 1)),
            _ => None,
        }
    }
    /// Whether a type has a number.
    fn fits(&self, ty: Self::Type, number: Option<i128>) -> bool {
        number
            .zip(self.range(ty))
            .is_some_and(|(number, (low, high))| (low..=high).contains(&number))
    }
    /// What a number becomes in a type.
    fn wrap(&self, ty: Self::Type, number: Option<i128>) -> Option<i128>;
    /// The type of counts in shifts.
    fn int_type(&self) -> Self::Type;
    /// The type of comparisons of scalars.
    fn truth_type(&self) -> Self::Type;

    /// The integer type of as many bits as another, with or without a sign.
    fn integer_type(&mut self, like: Self::Type, unsigned: bool) -> Self::Type;
    /// The constant that is a number in a type, wrapped.
    fn constant(&mut self, ty: Self::Type, number: i128) -> Self::Value;
    /// The code of a conversion.
    fn conversion(&self, to: Self::Type, from: Self::Type) -> TreeCode;
    /// The value of an operation: one there is, or a new one where that is allowed.
    fn build(
        &mut self,
        code: TreeCode,
        ty: Self::Type,
        ops: [Self::Value; 3],
    ) -> Option<Self::Value>;
    /// Whether evaluating a value does something besides.
    fn has_effects(&self, _: Self::Value) -> bool {
        false
    }
    /// A value that will be there more than once, to be evaluated once.
    fn repeated(&mut self, value: Self::Value) -> Self::Value {
        value
    }
    /// A value will not be there any more: what it does is to be done.
    fn dropped(&mut self, _: Self::Value) {}
    /// A value that is no object.
    fn non_lvalue(&mut self, value: Self::Value) -> Self::Value {
        value
    }
    /// A rule has been applied.
    fn applied(&mut self, rule: &'static str);
}

/// Writes the rules applied since the last time to a dump, if it has `-folding`.
pub fn say_rules(unit: &mut Unit, dump: &mut dyn Write) {
    let Some(applied) = &mut unit.rules_applied else { return };
    for rule in applied.drain(..) {
        putln!(dump, "Applying pattern {rule}");
    }
}

impl<V: Copy, T> Expr<V, T> {
    /// A value as it is; `none` stands where it has no operands.
    pub fn of_value(ty: T, value: V, none: V) -> Expr<V, T> {
        Expr { code: TreeCode::Single, ty, ops: [value, none, none] }
    }

    /// The value, if no operation is left.
    pub fn as_value(&self) -> Option<V> {
        (self.code == TreeCode::Single).then_some(self.ops[0])
    }
}

impl Expr<Operand, TypeId> {
    /// A value as it is.
    pub fn value(ty: TypeId, op: Operand) -> Expr<Operand, TypeId> {
        Expr::of_value(ty, op, Operand::None)
    }
}

/// Calculation with numbers that may not exist, or be too large.
mod number {
    type Number = Option<i128>;

    pub fn add(a: Number, b: Number) -> Number {
        a?.checked_add(b?)
    }

    pub fn sub(a: Number, b: Number) -> Number {
        a?.checked_sub(b?)
    }

    pub fn mul(a: Number, b: Number) -> Number {
        a?.checked_mul(b?)
    }

    pub fn and(a: Number, b: Number) -> Number {
        Some(a? & b?)
    }

    pub fn or(a: Number, b: Number) -> Number {
        Some(a? | b?)
    }

    pub fn negate(a: Number) -> Number {
        a?.checked_neg()
    }

    pub fn not(a: Number) -> Number {
        Some(!a?)
    }

    pub fn shl(a: Number, b: Number) -> Number {
        let (a, b) = (a?, u32::try_from(b?).ok()?);
        let shifted = a.checked_shl(b)?;
        (shifted >> b == a).then_some(shifted)
    }

    /// The exponent of a power of two.
    pub fn log2(a: Number) -> Number {
        let a = a?;
        (a > 0 && a & (a - 1) == 0).then(|| a.trailing_zeros().into())
    }

    /// What an odd number is multiplied with to be 1, modulo 2^128: each step doubles the bits that are right.
    pub fn inverse(a: Number) -> Number {
        let a = a.filter(|a| a & 1 == 1)? as u128;
        let mut inverse = a;
        for _ in 0..7 {
            inverse = inverse.wrapping_mul(2u128.wrapping_sub(a.wrapping_mul(inverse)));
        }
        Some(inverse as i128)
    }

    pub fn compare(a: Number, b: Number, test: fn(&i128, &i128) -> bool) -> bool {
        a.zip(b).is_some_and(|(a, b)| test(&a, &b))
    }
}

/// What an operand is, as far as it decides which rules are tried.
enum Kind {
    Constant,
    /// What it is computed by; [`TreeCode::Single`] for anything else.
    Of(TreeCode),
}

fn kind<S: Subject>(s: &S, value: S::Value, definition: &Option<E<S>>) -> Kind {
    match definition {
        Some(definition) => Kind::Of(definition.code),
        None if s.is_constant(value) => Kind::Constant,
        None => Kind::Of(TreeCode::Single),
    }
}

include!(concat!(env!("OUT_DIR"), "/rules.rs"));
