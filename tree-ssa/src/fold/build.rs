//! Statements made by a cursor that the rules make simpler first.

use super::gimple_fold::{Expr, Simplifier};
use crate::edit::Cursor;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::options::Options;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;

impl Cursor {
    /// As [`Cursor::temporary`], unless the rules of the table find the value without a statement, or in a simpler way
    /// (`gimple_build`). What defines the operands is not looked at; they stay in their order where only that would change.
    pub fn fold<const N: usize>(
        &mut self,
        (unit, options): (&mut Unit, &Options),
        f: &mut Function,
        ty: TypeId,
        code: TreeCode,
        rhs: [Operand; N],
    ) -> Operand {
        let mut ops = [Operand::None; 3];
        ops[..N].copy_from_slice(&rhs);
        let mut expr = Expr { code, ty, ops };
        let found = Simplifier::new(unit, f, options, &|_| None).simplify(code, ty, ops);
        if let Some(simpler) = found {
            if let Some(value) = simpler.as_value() {
                return value;
            }
            if simpler.code != code || simpler.ops[0] != ops[1] {
                expr = simpler;
            }
        }
        self.temporary(unit, f, unit.types.main_variant(ty), expr.code, expr.ops)
    }
}
