//! Code whose values have the unit's types, as the rules see it: GIMPLE, and expressions over its operands.
//!
//! What is the same for all of it, and for no other code, is answered here: what constants and types are, and what the
//! options say of them.

use crate::code::TreeCode;
use crate::constant::RealBits;
use crate::fold_const;
use crate::nonzero_bits::NonzeroBits;
use crate::operand_equal::operand_equal;
use crate::options::{Flag, Options};
use crate::simplify::{Expr, Subject};
use crate::ssa::SsaName;
use crate::tree::Operand;
use crate::types::TypeId;
use crate::types_compatible::useless_type_conversion;
use crate::unit::Unit;

/// Code whose values have the unit's types; it is a [`Subject`].
pub trait TypedSubject {
    type Value: Copy + PartialEq;

    /// What stands in place of an operand there is not.
    const NONE: Self::Value;

    fn unit(&self) -> &Unit;
    fn unit_mut(&mut self) -> &mut Unit;
    fn options(&self) -> &Options;

    /// The operation that computes a value, if that is to be looked at.
    fn definition(&self, value: Self::Value) -> Option<Expr<Self::Value, TypeId>>;
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
}

impl<T: TypedSubject> Subject for T {
    type Value = T::Value;
    type Type = TypeId;

    const NONE: T::Value = T::NONE;

    fn definition(&self, value: T::Value) -> Option<Expr<T::Value, TypeId>> {
        TypedSubject::definition(self, value)
    }
    fn equal(&self, a: T::Value, b: T::Value) -> bool {
        let trees = [a, b].map(|value| TypedSubject::operand(self, value).tree());
        match trees {
            [Some(p), Some(q)] => {
                let unit = TypedSubject::unit(self);
                p == q || operand_equal(unit, Operand::Tree(p), Operand::Tree(q))
            }
            _ => a == b,
        }
    }
    fn single_use(&self, value: T::Value) -> bool {
        TypedSubject::single_use(self, value)
    }
    fn used_once(&self, value: T::Value) -> bool {
        TypedSubject::used_once(self, value)
    }
    fn type_of(&self, value: T::Value) -> TypeId {
        TypedSubject::type_of(self, value)
    }
    fn build(&mut self, code: TreeCode, ty: TypeId, ops: [T::Value; 3]) -> Option<T::Value> {
        TypedSubject::build(self, code, ty, ops)
    }
    fn whole(&self, ty: TypeId) -> bool {
        let types = &TypedSubject::unit(self).types;
        types.precision(ty).map(u64::from) == types.size(ty).map(|bytes| 8 * bytes)
    }
    fn is_constant(&self, value: T::Value) -> bool {
        TypedSubject::operand(self, value).constant().is_some()
    }
    fn int(&self, value: T::Value) -> Option<i128> {
        let op = TypedSubject::operand(self, value);
        let number = TypedSubject::unit(self).as_int(op)?;
        // The greater half of the numbers of 128 bits without sign is out of reach.
        let ty = TypedSubject::unit(self).consts[op.constant()?].ty;
        (number >= 0 || !self.unsigned(ty)).then_some(number)
    }
    fn is_zero(&self, value: T::Value) -> bool {
        TypedSubject::operand(self, value)
            .constant()
            .is_some_and(|id| fold_const::is_zero(TypedSubject::unit(self), id))
    }
    fn is_one(&self, value: T::Value) -> bool {
        TypedSubject::operand(self, value)
            .constant()
            .is_some_and(|id| fold_const::is_one(TypedSubject::unit(self), id))
    }
    fn is_all_ones(&self, value: T::Value) -> bool {
        TypedSubject::operand(self, value)
            .constant()
            .is_some_and(|id| fold_const::is_all_ones(TypedSubject::unit(self), id))
    }
    fn is_real(&self, value: T::Value, bits: u64) -> bool {
        let wanted = RealBits::from_f64(f64::from_bits(bits));
        let id = TypedSubject::operand(self, value).constant();
        id.and_then(|id| TypedSubject::unit(self).consts.as_real(id)) == Some(wanted)
    }
    fn negative(&self, value: T::Value) -> bool {
        let id = TypedSubject::operand(self, value).constant();
        let real = id.and_then(|id| TypedSubject::unit(self).consts.as_real(id));
        real.is_some_and(RealBits::has_sign)
    }
    fn possible_bits(&self, value: T::Value) -> Option<i128> {
        let ty = TypedSubject::type_of(self, value);
        if !Subject::integral(self, ty) {
            return None;
        }
        let any = TypedSubject::unit(self).types.wrap(ty, -1);
        match TypedSubject::operand(self, value) {
            Operand::Ssa(name) => {
                let known = TypedSubject::known_bits(self, name);
                let bits = if known == NonzeroBits::ALL { -1 } else { i128::from(known) };
                Some(TypedSubject::unit(self).types.wrap(ty, bits))
            }
            _ => self.int(value).or(Some(any)),
        }
    }

    fn integral(&self, ty: TypeId) -> bool {
        TypedSubject::unit(self).types.is_integral(ty)
    }
    fn float(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        while let Some(element) = TypedSubject::unit(self).types.element(ty) {
            ty = element;
        }
        TypedSubject::unit(self).types.is_real(ty)
    }
    fn real(&self, ty: TypeId) -> bool {
        TypedSubject::unit(self).types.is_real(ty)
    }
    fn pointer(&self, ty: TypeId) -> bool {
        TypedSubject::unit(self).types.is_pointer(ty)
    }
    fn unsigned(&self, ty: TypeId) -> bool {
        TypedSubject::unit(self).types.is_unsigned(ty)
    }
    fn wraps(&self, ty: TypeId) -> bool {
        self.unsigned(ty) || TypedSubject::options(self).on(Flag::Wrapv)
    }
    fn undefined(&self, ty: TypeId) -> bool {
        if self.pointer(ty) {
            return !TypedSubject::options(self).on(Flag::Wrapv)
                && !TypedSubject::options(self).on(Flag::WrapvPointer);
        }
        Subject::integral(self, ty)
            && !self.wraps(ty)
            && !TypedSubject::options(self).on(Flag::Trapv)
    }
    fn same(&self, to: TypeId, from: TypeId) -> bool {
        useless_type_conversion(TypedSubject::unit(self), to, from)
    }
    fn nans(&self, ty: TypeId) -> bool {
        self.float(ty) && TypedSubject::options(self).honor_nans()
    }
    fn signed_zeros(&self, _ty: TypeId) -> bool {
        TypedSubject::options(self).on(Flag::SignedZeros)
    }
    fn trapping(&self) -> bool {
        TypedSubject::options(self).on(Flag::TrappingMath)
    }
    fn snans(&self, ty: TypeId) -> bool {
        self.float(ty) && TypedSubject::unit(self).folding.signaling_nans
    }
    fn rounding(&self) -> bool {
        TypedSubject::unit(self).folding.rounding_math
    }
    fn bits(&self, ty: TypeId) -> Option<i128> {
        let types = &TypedSubject::unit(self).types;
        let bits = types.precision(ty).map(i128::from);
        bits.or_else(|| types.size(ty).map(|bytes| 8 * i128::from(bytes)))
    }
    fn wrap(&self, ty: TypeId, number: Option<i128>) -> Option<i128> {
        number.map(|number| TypedSubject::unit(self).types.wrap(ty, number))
    }
    fn int_type(&self) -> TypeId {
        TypedSubject::unit(self).common.int
    }
    fn truth_type(&self) -> TypeId {
        TypedSubject::unit(self).common.bool_
    }

    fn integer_type(&mut self, like: TypeId, unsigned: bool) -> TypeId {
        match TypedSubject::unit(self).types.precision(like) {
            Some(bits) if self.unsigned(like) != unsigned => {
                TypedSubject::unit_mut(self).types.nonstandard_integer(bits as u16, unsigned)
            }
            _ => like,
        }
    }
    fn constant(&mut self, ty: TypeId, number: i128) -> T::Value {
        let constant = fold_const::splat(TypedSubject::unit_mut(self), ty, number);
        TypedSubject::of_operand(self, Operand::Const(constant))
    }
    fn conversion(&self, to: TypeId, from: TypeId) -> TreeCode {
        match (self.real(to), self.real(from)) {
            (true, false) => TreeCode::Float,
            (false, true) => TreeCode::FixTrunc,
            _ => TreeCode::Nop,
        }
    }
    fn applied(&mut self, rule: &'static str) {
        if let Some(applied) = &mut TypedSubject::unit_mut(self).rules_applied {
            applied.push(rule);
        }
    }
}
