//! A product of a constant and a constant with another number's sign.
//!
//! ```text
//!   _1 = __builtin_copysign (1.0e+0, y_2(D));          _3 = __builtin_copysign (8.0e+0, y_2(D));
//!   _4 = x_5(D) * 8.0e+0;                        =>    _6 = x_5(D) * _3;
//!   _6 = _4 * _1;
//! ```

use super::Reassoc;
use super::operands::Entry;
use gimple::builtins::Family;
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::fold_const;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use tree_ssa::edit::Cursor;
use tree_ssa::effects::call_effects;

/// `copysign (number, sign)`.
struct CopySign {
    stmt: StmtId,
    number: ConstId,
    sign: Operand,
}

impl Reassoc<'_, '_> {
    /// Multiplies the number whose sign is another's by the constant factor at the end of a list
    /// (`attempt_builtin_copysign`).
    pub fn multiply_copysign(&mut self, list: &mut Vec<Entry>) {
        let [others @ .., last] = list.as_slice() else { return };
        let Some(factor) = last.op.constant() else { return };
        let Some(factor_value) = self.cx.unit.consts.as_real(factor) else { return };
        let mut found = None;
        for (index, entry) in others.iter().enumerate() {
            let Some(call) = self.copysign(entry.op) else { continue };
            let ty = self.cx.unit.consts[call.number].ty;
            let product =
                fold_const::const_binop(self.cx.unit, TreeCode::Mult, ty, factor, call.number);
            if let Some(product) = product {
                found = Some((index, call, product));
                break;
            }
        }
        let Some((index, CopySign { stmt, number, sign }, product)) = found else { return };
        // Of a negative factor, the number's sign is the opposite.
        let negative = factor_value.is_negative();
        let line = format!(
            "Optimizing copysign: % * COPYSIGN (%, %) into {}COPYSIGN (%, %",
            if negative { "-" } else { "" }
        );
        let product = Operand::Const(product);
        let [factor, number] = [factor, number].map(Operand::Const);
        self.say(&line, &[factor, number, sign, product, sign]);
        let mut value = self.copysign_after(stmt, product, sign);
        if negative && let Some(def) = self.definition(value) {
            let ty = self.cx.unit.type_of(self.f, value);
            let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
            let negated = Cursor::nowhere().like(self.f, def).assign(
                self.cx.unit,
                self.f,
                Operand::Ssa(name),
                TreeCode::Negate,
                [value],
            );
            self.insert_after(def, negated);
            value = Operand::Ssa(name);
        }
        list.pop();
        list[index].op = value;
    }

    /// The call of `copysign` of a constant that computes an operand, if nothing else uses it.
    fn copysign(&self, op: Operand) -> Option<CopySign> {
        let name = op.ssa().filter(|&name| self.f.has_single_use(name))?;
        let stmt = self.f.names[name].def.expand()?;
        let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { return None };
        let (Callee::Decl(_), [number, sign]) = (call.callee, call.args.as_slice()) else {
            return None;
        };
        let builtin = call_effects::callee_builtin(self.cx.unit, call)?;
        let number = number.constant()?;
        self.cx.unit.consts.as_real(number)?;
        (builtin.standard_family() == Some(Family::Copysign)).then_some(CopySign {
            stmt,
            number,
            sign: *sign,
        })
    }

    /// A call like another, after it, of another number; the result.
    fn copysign_after(&mut self, stmt: StmtId, number: Operand, sign: Operand) -> Operand {
        let mut kind = self.f.stmts[stmt].kind.clone();
        let lhs = kind.lhs();
        let ty = self.cx.unit.type_of(self.f, lhs);
        let name = Operand::Ssa(self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
        if let StmtKind::Call(call) = &mut kind {
            (call.lhs, call.args) = (name, vec![number, sign]);
        }
        let new = Cursor::nowhere().like(self.f, stmt).make(self.cx.unit, self.f, kind);
        self.insert_after(stmt, new);
        name
    }
}
