//! Simplification by the rules of the table (`rules/table`), over any form of code.
//!
//! ```text
//!   _2 = _1 + 3;   _3 = _2 - 3;        =>   _3 = _1;                  (plus_minus)
//! ```
//!
//! The matchers are generated from the table. What they ask of the code, a [`Subject`] answers: GIMPLE in `tree_ssa`, and
//! there, too, the expressions that say how values change in loops.

use crate::code::TreeCode;
use crate::constant::RealBits;
use crate::fold_const;
use crate::nonzero_bits::NonzeroBits;
use crate::options::{Flag, Options};
use crate::ssa::SsaName;
use crate::tree::Operand;
use crate::types::TypeId;
use crate::types_compatible::useless_type_conversion;
use crate::unit::Unit;
use std::fmt::Write;

/// An operation, or with code [`TreeCode::Single`] a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expr<V, T> {
    pub code: TreeCode,
    pub ty: T,
    pub ops: [V; 3],
}

/// An operation of a subject.
type E<S> = Expr<<S as Subject>::Value, TypeId>;

/// What simplification reads and makes.
pub trait Subject {
    type Value: Copy + PartialEq;

    /// What stands in place of an operand there is not.
    const NONE: Self::Value;

    fn unit(&self) -> &Unit;
    fn unit_mut(&mut self) -> &mut Unit;
    fn options(&self) -> &Options;

    /// The operation that computes a value, if that is to be looked at.
    fn definition(&self, value: Self::Value) -> Option<E<Self>>;
    /// The operand a value is; none where it is an operation.
    fn operand(&self, value: Self::Value) -> Operand;
    /// The value an operand is.
    fn of_operand(&mut self, op: Operand) -> Self::Value;
    /// Whether nothing else uses a value, or nothing new would be computed so that it does not matter.
    fn single_use(&self, value: Self::Value) -> bool;
    /// Whether nothing else uses a value.
    fn used_once(&self, value: Self::Value) -> bool;
    /// The type of a value.
    fn type_of(&self, value: Self::Value) -> TypeId;
    /// What is known of the bits of a name.
    fn known_bits(&self, name: SsaName) -> u64;
    /// The value of an operation: one there is, or a new one where that is allowed.
    fn build(&mut self, code: TreeCode, ty: TypeId, ops: [Self::Value; 3]) -> Option<Self::Value>;

    /// Whether a value is a constant of any kind.
    fn is_constant(&self, value: Self::Value) -> bool {
        self.operand(value).constant().is_some()
    }
    /// The number an integer constant is.
    fn int(&self, value: Self::Value) -> Option<i128> {
        let op = self.operand(value);
        let number = self.unit().as_int(op)?;
        // The greater half of the numbers of 128 bits without sign is out of reach.
        let ty = self.unit().consts[op.constant()?].ty;
        (number >= 0 || !self.unsigned(ty)).then_some(number)
    }
    /// Whether a value is zero in any type.
    fn is_zero(&self, value: Self::Value) -> bool {
        self.operand(value).constant().is_some_and(|id| fold_const::is_zero(self.unit(), id))
    }
    /// Whether a value is one in any type.
    fn is_one(&self, value: Self::Value) -> bool {
        self.operand(value).constant().is_some_and(|id| fold_const::is_one(self.unit(), id))
    }
    /// Whether all bits of a value are set.
    fn is_all_ones(&self, value: Self::Value) -> bool {
        self.operand(value).constant().is_some_and(|id| fold_const::is_all_ones(self.unit(), id))
    }
    /// Whether a value is a certain floating-point number, given by the bits of a `f64`.
    fn is_real(&self, value: Self::Value, bits: u64) -> bool {
        let wanted = RealBits::from_f64(f64::from_bits(bits));
        let id = self.operand(value).constant();
        id.and_then(|id| self.unit().consts.as_real(id)) == Some(wanted)
    }
    /// A mask of the bits that may be set in an integer.
    fn possible_bits(&self, value: Self::Value) -> Option<i128> {
        let ty = self.type_of(value);
        if !self.integral(ty) {
            return None;
        }
        let any = self.unit().types.wrap(ty, -1);
        match self.operand(value) {
            Operand::Ssa(name) => {
                let known = self.known_bits(name);
                let bits = if known == NonzeroBits::ALL { -1 } else { i128::from(known) };
                Some(self.unit().types.wrap(ty, bits))
            }
            _ => self.int(value).or(Some(any)),
        }
    }

    /// Whether a type is that of integers, truth values or enumerators.
    fn integral(&self, ty: TypeId) -> bool {
        self.unit().types.is_integral(ty)
    }
    /// Whether a type has floating-point values, vectors and complex ones included.
    fn float(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        while let Some(element) = self.unit().types.element(ty) {
            ty = element;
        }
        self.unit().types.is_real(ty)
    }
    /// Whether a type is a floating-point scalar.
    fn real(&self, ty: TypeId) -> bool {
        self.unit().types.is_real(ty)
    }
    /// Whether a type is that of pointers.
    fn pointer(&self, ty: TypeId) -> bool {
        self.unit().types.is_pointer(ty)
    }
    /// Whether values of the type have no sign.
    fn unsigned(&self, ty: TypeId) -> bool {
        self.unit().types.is_unsigned(ty)
    }
    /// Whether overflow wraps around.
    fn wraps(&self, ty: TypeId) -> bool {
        self.unsigned(ty) || self.options().on(Flag::Wrapv)
    }
    /// Whether overflow has no defined result, pointers moved around the address space included.
    fn undefined(&self, ty: TypeId) -> bool {
        if self.pointer(ty) {
            return !self.options().on(Flag::Wrapv) && !self.options().on(Flag::WrapvPointer);
        }
        self.integral(ty) && !self.wraps(ty) && !self.options().on(Flag::Trapv)
    }
    /// Whether the values are 0 and 1.
    fn truth(&self, ty: TypeId) -> bool {
        self.integral(ty) && self.bits(ty) == Some(1) && self.unsigned(ty)
    }
    /// Whether values of the second type are values of the first as they are.
    fn same(&self, to: TypeId, from: TypeId) -> bool {
        useless_type_conversion(self.unit(), to, from)
    }
    /// Whether two integral types have the same values.
    fn alike(&self, a: TypeId, b: TypeId) -> bool {
        self.integral(a)
            && self.integral(b)
            && self.bits(a) == self.bits(b)
            && self.unsigned(a) == self.unsigned(b)
    }
    /// Whether NaNs of the type play a part.
    fn nans(&self, ty: TypeId) -> bool {
        self.float(ty) && self.options().honor_nans()
    }
    /// Whether the sign of zeros of the type plays a part.
    fn signed_zeros(&self, _ty: TypeId) -> bool {
        self.options().on(Flag::SignedZeros)
    }
    /// Whether floating-point exceptions can be seen.
    fn trapping(&self) -> bool {
        self.options().on(Flag::TrappingMath)
    }
    /// Whether signaling NaNs of the type play a part.
    fn snans(&self, ty: TypeId) -> bool {
        self.float(ty) && self.unit().folding.signaling_nans
    }
    /// Whether the direction of rounding may change at run time.
    fn rounding(&self) -> bool {
        self.unit().folding.rounding_math
    }
    /// The precision, or the size of what has none.
    fn bits(&self, ty: TypeId) -> Option<i128> {
        let types = &self.unit().types;
        let bits = types.precision(ty).map(i128::from);
        bits.or_else(|| types.size(ty).map(|bytes| 8 * i128::from(bytes)))
    }
    /// The least and greatest number of an integral type.
    fn range(&self, ty: TypeId) -> Option<(i128, i128)> {
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
    fn fits(&self, ty: TypeId, number: Option<i128>) -> bool {
        number
            .zip(self.range(ty))
            .is_some_and(|(number, (low, high))| (low..=high).contains(&number))
    }
    /// What a number becomes in a type.
    fn wrap(&self, ty: TypeId, number: Option<i128>) -> Option<i128> {
        number.map(|number| self.unit().types.wrap(ty, number))
    }
    /// The type of counts in shifts.
    fn int_type(&self) -> TypeId {
        self.unit().common.int
    }
    /// The type of comparisons of scalars.
    fn truth_type(&self) -> TypeId {
        self.unit().common.bool_
    }

    /// The integer type of as many bits as another, with or without a sign.
    fn integer_type(&mut self, like: TypeId, unsigned: bool) -> TypeId {
        match self.unit().types.precision(like) {
            Some(bits) if self.unsigned(like) != unsigned => {
                self.unit_mut().types.nonstandard_integer(bits as u16, unsigned)
            }
            _ => like,
        }
    }
    /// The constant that is a number in a type, wrapped.
    fn constant(&mut self, ty: TypeId, number: i128) -> Self::Value {
        let constant = fold_const::splat(self.unit_mut(), ty, number);
        self.of_operand(Operand::Const(constant))
    }
    /// The code of a conversion.
    fn conversion(&self, to: TypeId, from: TypeId) -> TreeCode {
        match (self.real(to), self.real(from)) {
            (true, false) => TreeCode::Float,
            (false, true) => TreeCode::FixTrunc,
            _ => TreeCode::Nop,
        }
    }
    /// A rule has been applied.
    fn applied(&mut self, rule: &'static str) {
        if let Some(applied) = &mut self.unit_mut().rules_applied {
            applied.push(rule);
        }
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

    pub fn compare(a: Number, b: Number, test: fn(&i128, &i128) -> bool) -> bool {
        a.zip(b).is_some_and(|(a, b)| test(&a, &b))
    }
}

/// Writes the rules applied since the last time to a dump, if it has `-folding`.
pub fn say_rules(unit: &mut Unit, dump: &mut dyn Write) {
    let Some(applied) = &mut unit.rules_applied else { return };
    for rule in applied.drain(..) {
        // Errors of the dump's file wait in the dump manager.
        let _ = writeln!(dump, "Applying pattern {rule}");
    }
}

/// The code of a definition.
fn code_of<V, T>(definition: &Option<Expr<V, T>>) -> TreeCode {
    definition.as_ref().map_or(TreeCode::Single, |expr| expr.code)
}

include!(concat!(env!("OUT_DIR"), "/rules.rs"));
