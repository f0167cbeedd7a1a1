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
        // As `==` and `!=`, or as whether the result is greater than a number.
        let (test, number) = match expr.code {
            TreeCode::Eq | TreeCode::Ne | TreeCode::Gt => (expr.code, number),
            TreeCode::Le => (TreeCode::Le, number),
            TreeCode::Ge => (TreeCode::Gt, number - 1),
            TreeCode::Lt => (TreeCode::Le, number - 1),
            _ => return None,
        };
        match call.builtin.family() {
            Popcount if number == 0 => {
                let code = match test {
                    TreeCode::Eq | TreeCode::Le => TreeCode::Eq,
                    _ => TreeCode::Ne,
                };
                self.argument_is(expr, call, code, call.argument, 0)
            }
            Clz => self.leading_zeros(expr, call, test, number),
            Ctz => self.lowest_bit(expr, call, test, number, number + 1),
            Ffs if number == 0 => {
                let code = if matches!(test, TreeCode::Eq | TreeCode::Le) {
                    TreeCode::Eq
                } else {
                    TreeCode::Ne
                };
                self.argument_is(expr, call, code, call.argument, 0)
            }
            Ffs => self.first_bit(expr, call, test, number),
            _ => None,
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

    fn argument_is(
        &mut self,
        expr: &Expr,
        call: BitCall,
        code: TreeCode,
        value: Operand,
        number: i128,
    ) -> Option<Expr> {
        Some(self.compare(expr, code, value, call.ty, number))
    }

    fn truth(&mut self, expr: &Expr, holds: bool) -> Option<Expr> {
        let value = self.constant(expr.ty, holds.into());
        Some(Expr::value(expr.ty, value))
    }

    /// The lowest bits of the argument.
    fn low_bits(&mut self, call: BitCall, bits: i128) -> Option<Operand> {
        let ones = self.constant(call.ty, mask(bits));
        self.build(TreeCode::BitAnd, call.ty, [call.argument, ones, Operand::None])
    }

    fn leading_zeros(
        &mut self,
        expr: &Expr,
        call: BitCall,
        test: TreeCode,
        number: i128,
    ) -> Option<Expr> {
        let is = match test {
            TreeCode::Eq => true,
            TreeCode::Ne => false,
            _ => return None,
        };
        if number == 0 {
            let signed = simplify::Subject::integer_type(self, call.ty, false);
            let value =
                self.build(TreeCode::Nop, signed, [call.argument, Operand::None, Operand::None])?;
            let code = if is { TreeCode::Lt } else { TreeCode::Ge };
            return Some(self.compare(expr, code, value, signed, 0));
        }
        if number == call.bits - 1 {
            return self.argument_is(expr, call, test, call.argument, 1);
        }
        None
    }

    /// `ctz (x) == n`, and `ctz (x) > n`, where as many bits as `below` says must be 0.
    fn lowest_bit(
        &mut self,
        expr: &Expr,
        call: BitCall,
        test: TreeCode,
        number: i128,
        below: i128,
    ) -> Option<Expr> {
        match test {
            TreeCode::Eq | TreeCode::Ne => {
                if !(0..call.bits).contains(&number) {
                    return self.truth(expr, test == TreeCode::Ne);
                }
                let low = self.low_bits(call, number + 1)?;
                self.argument_is(expr, call, test, low, 1 << number)
            }
            _ => {
                let greater = test == TreeCode::Gt;
                if below <= 0 {
                    return self.truth(expr, greater);
                }
                if below >= call.bits {
                    return self.truth(expr, !greater);
                }
                let low = self.low_bits(call, below)?;
                let code = if greater { TreeCode::Eq } else { TreeCode::Ne };
                self.argument_is(expr, call, code, low, 0)
            }
        }
    }

    /// `ffs (x) == n` and `ffs (x) > n` for a number that is not zero.
    fn first_bit(
        &mut self,
        expr: &Expr,
        call: BitCall,
        test: TreeCode,
        number: i128,
    ) -> Option<Expr> {
        if matches!(test, TreeCode::Eq | TreeCode::Ne) {
            if !(0..=call.bits).contains(&number) {
                return self.truth(expr, test == TreeCode::Ne);
            }
            let low = self.low_bits(call, number)?;
            return self.argument_is(expr, call, test, low, 1 << (number - 1));
        }
        let greater = test == TreeCode::Gt;
        if number < 0 {
            return self.truth(expr, greater);
        }
        if number >= call.bits {
            return self.truth(expr, !greater);
        }
        let (clear, set, both) = if greater {
            (TreeCode::Eq, TreeCode::Ne, TreeCode::BitAnd)
        } else {
            (TreeCode::Ne, TreeCode::Eq, TreeCode::BitIor)
        };
        let low = self.low_bits(call, number)?;
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
