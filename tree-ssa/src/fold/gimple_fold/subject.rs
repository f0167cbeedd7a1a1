//! GIMPLE as the rules see it.

use super::{Expr, MAX_DEPTH, Simplifier};
use gimple::code::TreeCode;
use gimple::options::Options;
use gimple::ssa::SsaName;
use gimple::tree::Operand;
use gimple::typed_subject::TypedSubject;
use gimple::types::TypeId;
use gimple::unit::Unit;

impl TypedSubject for Simplifier<'_> {
    type Value = Operand;

    const NONE: Operand = Operand::None;

    fn unit(&self) -> &Unit {
        self.unit
    }

    fn unit_mut(&mut self) -> &mut Unit {
        self.unit
    }

    fn options(&self) -> &Options {
        self.options
    }

    fn definition(&self, value: Operand) -> Option<Expr> {
        self.def(value)
    }

    fn operand(&self, value: Operand) -> Operand {
        value
    }

    fn of_operand(&mut self, op: Operand) -> Operand {
        op
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

    fn known_bits(&self, name: SsaName) -> u64 {
        self.f.nonzero_bits.get(name)
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
}
