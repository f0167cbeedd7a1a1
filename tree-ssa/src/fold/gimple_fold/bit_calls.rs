//! What functions that count or move bits are compared with, said of their arguments.
//!
//! ```text
//!   _1 = __builtin_ctz (x_2(D));        =>   _4 = x_2(D) & 7;
//!   if (_1 > 2)                              if (_4 == 0)
//!
//!   _1 = __builtin_bswap32 (x_2(D));    =>   if (x_2(D) == 0x78563412)
//!   if (_1 == 0x12345678)
//! ```

use super::{Expr, Simplifier};
use crate::effects::call_effects;
use gimple::bit_calls::{Said, compared};
use gimple::builtins::{Builtin, Family};
use gimple::code::TreeCode;
use gimple::fold_call::fold_call;
use gimple::function::Function;
use gimple::simplify;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::typed_subject::TypedSubject;
use gimple::types::TypeId;
use gimple::unit::Unit;

/// A call that is looked at.
#[derive(Clone, Copy)]
struct BitCall {
    builtin: Builtin,
    argument: Operand,
    /// The type of the argument and its precision.
    ty: TypeId,
    bits: i128,
}

fn bit_call(unit: &Unit, f: &Function, stmt: StmtId) -> Option<BitCall> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
    let builtin = call_effects::callee_builtin(unit, call)?;
    use Family::*;
    let known = matches!(
        builtin.family(),
        Popcount | Parity | Ctz | Clz | Ffs | Bswap16 | Bswap32 | Bswap64 | Bswap128
    );
    let [argument] = call.args[..] else { return None };
    let ty = unit.type_of(f, argument);
    if !known || !unit.types.is_integral(ty) || unit.types.precision(ty)? > 64 {
        return None;
    }
    Some(BitCall { builtin, argument, ty, bits: unit.types.precision(ty)?.into() })
}

/// A mask of the lowest bits.
fn mask(bits: i128) -> i128 {
    (1 << bits) - 1
}

impl Simplifier<'_> {
    /// What can be said of a comparison with the result of a call.
    pub(super) fn bit_call_rules(&mut self, expr: &Expr) -> Option<Expr> {
        if !expr.code.is_comparison() {
            return None;
        }
        let call = self.call_of(expr.ops[0])?;
        use Family::*;
        if matches!(call.builtin.family(), Bswap16 | Bswap32 | Bswap64 | Bswap128) {
            return self.swapped_bytes(expr, call);
        }
        let number = self.int(expr.ops[1])?;
        let said = compared(call.builtin.family(), call.bits, expr.code, number)?;
        let ty = call.ty;
        match said {
            Said::Truth(holds) => {
                let value = self.constant(expr.ty, holds.into());
                Some(Expr::value(expr.ty, value))
            }
            Said::Argument(code, number) => {
                Some(self.compare(expr, code, call.argument, ty, number))
            }
            Said::Sign(code) => {
                let signed = simplify::Subject::integer_type(self, ty, false);
                let operand = [call.argument, Operand::None, Operand::None];
                let value = self.build(TreeCode::Nop, signed, operand)?;
                Some(self.compare(expr, code, value, signed, 0))
            }
            Said::Lowest { bits, code, number } => {
                let low = self.low_bits(call, bits)?;
                Some(self.compare(expr, code, low, ty, number))
            }
            Said::OnlyAbove { bits, holds } => self.only_above(expr, call, bits, holds),
        }
    }

    fn call_of(&self, op: Operand) -> Option<BitCall> {
        let Operand::Ssa(name) = op else { return None };
        if self.made(name).is_some() {
            return None;
        }
        (self.valueize)(name)?;
        let call = bit_call(self.unit, self.f, self.f.names[name].def.expand()?)?;
        Some(BitCall { argument: self.value_of(call.argument), ..call })
    }

    fn compare(
        &mut self,
        expr: &Expr,
        code: TreeCode,
        value: Operand,
        ty: TypeId,
        number: i128,
    ) -> Expr {
        let number = self.constant(ty, number);
        Expr { code, ty: expr.ty, ops: [value, number, Operand::None] }
    }

    /// The lowest bits of the argument.
    fn low_bits(&mut self, call: BitCall, bits: i128) -> Option<Operand> {
        let ones = self.constant(call.ty, mask(bits));
        self.build(TreeCode::BitAnd, call.ty, [call.argument, ones, Operand::None])
    }

    /// The lowest bits are 0 and the argument is not, or the opposite.
    fn only_above(&mut self, expr: &Expr, call: BitCall, bits: i128, holds: bool) -> Option<Expr> {
        let (clear, set, both) = match holds {
            true => (TreeCode::Eq, TreeCode::Ne, TreeCode::BitAnd),
            false => (TreeCode::Ne, TreeCode::Eq, TreeCode::BitIor),
        };
        let low = self.low_bits(call, bits)?;
        let zero = self.constant(call.ty, 0);
        let below = self.build(clear, expr.ty, [low, zero, Operand::None])?;
        let any = self.build(set, expr.ty, [call.argument, zero, Operand::None])?;
        Some(Expr { code: both, ty: expr.ty, ops: [below, any, Operand::None] })
    }

    /// Two numbers with their bytes swapped are equal where they are.
    fn swapped_bytes(&mut self, expr: &Expr, call: BitCall) -> Option<Expr> {
        if !matches!(expr.code, TreeCode::Eq | TreeCode::Ne) {
            return None;
        }
        let other = match expr.ops[1] {
            Operand::Const(id) => {
                Operand::Const(fold_call(self.unit, self.options, call.builtin, call.ty, &[id])?)
            }
            op => {
                let other = self.call_of(op)?;
                if other.builtin != call.builtin {
                    return None;
                }
                other.argument
            }
        };
        Some(Expr { code: expr.code, ty: expr.ty, ops: [call.argument, other, Operand::None] })
    }

    /// Bytes swapped, bits taken or set, and bytes swapped again: the bits are others instead.
    pub(super) fn swapped_back(&mut self, stmt: StmtId) -> Option<Expr> {
        use Family::*;
        let call = bit_call(self.unit, self.f, stmt)?;
        let result = self.f.stmts[stmt].kind.lhs().ssa()?;
        let ty = self.f.names[result].ty;
        let swaps = matches!(call.builtin.family(), Bswap16 | Bswap32 | Bswap64 | Bswap128);
        let Operand::Ssa(name) = call.argument else { return None };
        let def = self.f.names[name].def.expand().filter(|_| swaps)?;
        let StmtKind::Assign { code, rhs: [inner, Operand::Const(mask), _], .. } =
            self.f.stmts[def].kind
        else {
            return None;
        };
        if !matches!(code, TreeCode::BitAnd | TreeCode::BitIor | TreeCode::BitXor) {
            return None;
        }
        let inner = self.call_of(inner).filter(|inner| inner.builtin == call.builtin)?;
        let mask = fold_call(self.unit, self.options, call.builtin, call.ty, &[mask])?;
        Some(Expr { code, ty, ops: [inner.argument, Operand::Const(mask), Operand::None] })
    }

    /// The number of ones, or their parity, where only one bit can be set: that bit.
    pub(super) fn only_bit(&mut self, stmt: StmtId) -> Option<Expr> {
        let call = bit_call(self.unit, self.f, stmt)?;
        let result = self.f.stmts[stmt].kind.lhs().ssa()?;
        if !matches!(call.builtin.family(), Family::Popcount | Family::Parity) || call.bits > 64 {
            return None;
        }
        let possible = simplify::Subject::possible_bits(self, call.argument)? & mask(call.bits);
        if possible.count_ones() != 1 {
            return None;
        }
        let ty = self.f.names[result].ty;
        let by = self.constant(self.unit.common.int, possible.trailing_zeros().into());
        let unsigned = simplify::Subject::integer_type(self, call.ty, true);
        let operand = [call.argument, Operand::None, Operand::None];
        let argument = self.build(TreeCode::Nop, unsigned, operand)?;
        let bit = self.build(TreeCode::Rshift, unsigned, [argument, by, Operand::None])?;
        Some(Expr { code: TreeCode::Nop, ty, ops: [bit, Operand::None, Operand::None] })
    }
}
