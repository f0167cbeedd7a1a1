//! GIMPLE as the rules see it.

use super::{Expr, MAX_DEPTH, Simplifier};
use gimple::code::TreeCode;
use gimple::constant::RealBits;
use gimple::fold_const;
use gimple::nonzero_bits::NonzeroBits;
use gimple::option_data::Flag;
use gimple::simplify::Subject;
use gimple::ssa::SsaName;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;

impl Subject for Simplifier<'_> {
    type Value = Operand;
    type Type = TypeId;

    const NONE: Operand = Operand::None;

    fn definition(&self, value: Operand) -> Option<Expr> {
        self.def(value)
    }

    fn single_use(&self, value: Operand) -> bool {
        !self.making || self.used_once(value)
    }

    fn used_once(&self, value: Operand) -> bool {
        value.ssa().is_none_or(|name| {
            self.made(name).is_some() || self.f.has_single_use(name) || self.f.has_zero_uses(name)
        })
    }

    fn type_of(&self, value: Operand) -> TypeId {
        match value.ssa().and_then(|name| self.made(name)) {
            Some(made) => made.ty,
            None => self.unit.type_of(self.f, value),
        }
    }

    fn is_constant(&self, value: Operand) -> bool {
        value.constant().is_some()
    }

    fn int(&self, value: Operand) -> Option<i128> {
        let number = self.unit.as_int(value)?;
        // The greater half of the numbers of 128 bits without sign is out of reach.
        let ty = self.unit.consts[value.constant()?].ty;
        (number >= 0 || !self.unit.types.is_unsigned(ty)).then_some(number)
    }

    fn is_zero(&self, value: Operand) -> bool {
        value.constant().is_some_and(|id| fold_const::is_zero(self.unit, id))
    }

    fn is_one(&self, value: Operand) -> bool {
        value.constant().is_some_and(|id| fold_const::is_one(self.unit, id))
    }

    fn is_all_ones(&self, value: Operand) -> bool {
        value.constant().is_some_and(|id| fold_const::is_all_ones(self.unit, id))
    }

    fn is_real(&self, value: Operand, bits: u64) -> bool {
        let wanted = RealBits::from_f64(f64::from_bits(bits));
        value.constant().and_then(|id| self.unit.consts.as_real(id)) == Some(wanted)
    }

    fn possible_bits(&self, value: Operand) -> Option<i128> {
        let ty = Subject::type_of(self, value);
        if !self.integral(ty) {
            return None;
        }
        match value {
            Operand::Ssa(name) => {
                let known = self.f.nonzero_bits.get(name);
                let bits = if known == NonzeroBits::ALL { -1 } else { i128::from(known) };
                Some(self.unit.types.wrap(ty, bits))
            }
            _ => Subject::int(self, value).or(Some(self.unit.types.wrap(ty, -1))),
        }
    }

    fn integral(&self, ty: TypeId) -> bool {
        self.unit.types.is_integral(ty)
    }

    fn float(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        while let Some(element) = self.unit.types.element(ty) {
            ty = element;
        }
        self.unit.types.is_real(ty)
    }

    fn real(&self, ty: TypeId) -> bool {
        self.unit.types.is_real(ty)
    }

    fn pointer(&self, ty: TypeId) -> bool {
        self.unit.types.is_pointer(ty)
    }

    fn unsigned(&self, ty: TypeId) -> bool {
        self.unit.types.is_unsigned(ty)
    }

    fn wraps(&self, ty: TypeId) -> bool {
        self.unit.types.is_unsigned(ty) || self.options.on(Flag::Wrapv)
    }

    fn undefined(&self, ty: TypeId) -> bool {
        if self.pointer(ty) {
            return !self.options.on(Flag::Wrapv) && !self.options.on(Flag::WrapvPointer);
        }
        self.integral(ty) && !self.wraps(ty) && !self.options.on(Flag::Trapv)
    }

    fn same(&self, to: TypeId, from: TypeId) -> bool {
        useless_type_conversion(self.unit, to, from)
    }

    fn whole(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        types.precision(ty).map(u64::from) == types.size(ty).map(|bytes| 8 * bytes)
    }

    fn nans(&self, ty: TypeId) -> bool {
        self.float(ty) && self.options.honor_nans()
    }

    fn signed_zeros(&self, _: TypeId) -> bool {
        self.options.on(Flag::SignedZeros)
    }

    fn trapping(&self) -> bool {
        self.options.on(Flag::TrappingMath)
    }

    fn snans(&self, ty: TypeId) -> bool {
        self.float(ty) && self.unit.folding.signaling_nans
    }

    fn rounding(&self) -> bool {
        self.unit.folding.rounding_math
    }

    fn bits(&self, ty: TypeId) -> Option<i128> {
        let types = &self.unit.types;
        let bits = types.precision(ty).map(i128::from);
        bits.or_else(|| types.size(ty).map(|bytes| 8 * i128::from(bytes)))
    }

    fn wrap(&self, ty: TypeId, number: Option<i128>) -> Option<i128> {
        number.map(|number| self.unit.types.wrap(ty, number))
    }

    fn int_type(&self) -> TypeId {
        self.unit.common.int
    }

    fn truth_type(&self) -> TypeId {
        self.unit.common.bool_
    }

    fn integer_type(&mut self, like: TypeId, unsigned: bool) -> TypeId {
        match self.unit.types.precision(like) {
            Some(bits) if self.unsigned(like) != unsigned => {
                self.unit.types.nonstandard_integer(bits as u16, unsigned)
            }
            _ => like,
        }
    }

    fn constant(&mut self, ty: TypeId, number: i128) -> Operand {
        Operand::Const(fold_const::splat(self.unit, ty, number))
    }

    fn conversion(&self, to: TypeId, from: TypeId) -> TreeCode {
        match (self.unit.types.is_real(to), self.unit.types.is_real(from)) {
            (true, false) => TreeCode::Float,
            (false, true) => TreeCode::FixTrunc,
            _ => TreeCode::Nop,
        }
    }

    fn build(&mut self, code: TreeCode, ty: TypeId, ops: [Operand; 3]) -> Option<Operand> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let simpler = self.simplify(code, ty, ops);
        self.depth -= 1;
        let expr = simpler.unwrap_or(Expr { code, ty, ops });
        if let Some(value) = expr.as_value() {
            return Some(value);
        }
        if !self.making {
            return None;
        }
        self.made.push(expr);
        let index = self.f.names.len() + self.made.len() - 1;
        Some(Operand::Ssa(SsaName(index as u32)))
    }

    fn applied(&mut self, rule: &'static str) {
        if let Some(applied) = &mut self.unit.rules_applied {
            applied.push(rule);
        }
    }
}
