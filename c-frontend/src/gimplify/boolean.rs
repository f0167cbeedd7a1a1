//! Truth values. In GENERIC they have type `int`; GIMPLE computes them as booleans and converts.
//!
//! ```text
//! x = !a + (b == 0);      _1 = a == 0;
//!                         _2 = (int) _1;
//!                         _3 = b == 0;
//!                         _4 = (int) _3;
//!                         x = _2 + _4;
//! ```

use super::expr::is_truth;
use super::{Gimplifier, Rhs, RhsKind};
use crate::generic::{ExprId, ExprKind};
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::stmt::Seq;
use gimple::tree::Operand;
use gimple::types::TypeKind;

impl Gimplifier<'_> {
    /// A comparison or logical operation as a right-hand side of its own type.
    pub(super) fn truth_value(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        let ty = self.ty(e);
        if let ExprKind::Binary(code, a, b) = *self.kind(e) {
            if matches!(self.cx.unit.types.kind(ty), TypeKind::Vector { .. }) {
                let left = self.val(a, seq);
                let right = self.val(b, seq);
                return Rhs::binary(code, ty, left, right);
            }
            if matches!(code, TreeCode::TruthAndIf | TreeCode::TruthOrIf) {
                return self.short_circuit_value(e, seq);
            }
        }
        let rhs = self.truth(e, seq);
        if self.is_useless(ty, self.cx.unit.common.bool_) {
            return rhs;
        }
        let value = self.as_val(rhs, seq);
        Rhs::unary(TreeCode::Nop, ty, value)
    }

    /// `a && b ? 1 : 0` (`gimplify_boolean_expr`).
    fn short_circuit_value(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        let (ty, loc) = (self.ty(e), self.cx.exprs[e].loc);
        let one = self.cx.int_expr(ty, 1, loc);
        let zero = self.cx.int_expr(ty, 0, loc);
        let flags = self.cx.exprs[e].flags;
        let cond = self.cx.exprs.add(ExprKind::Cond(e, one, zero), ty, loc, flags);
        self.rhs(cond, seq)
    }

    /// A truth value as a boolean right-hand side.
    fn truth(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        let e = self.boolify(e);
        let bool_ = self.cx.unit.common.bool_;
        match *self.kind(e) {
            ExprKind::Binary(code, a, b) if code.is_comparison() => {
                let left = self.val(a, seq);
                let right = self.val(b, seq);
                Rhs::binary(code, bool_, left, right)
            }
            ExprKind::Unary(TreeCode::TruthNot, a) => {
                let value = self.val(a, seq);
                Rhs::unary(TreeCode::BitNot, bool_, value)
            }
            ExprKind::Binary(
                code @ (TreeCode::TruthAnd | TreeCode::TruthOr | TreeCode::TruthXor),
                a,
                b,
            ) => {
                let left = self.val(a, seq);
                let right = self.val(b, seq);
                let code = match code {
                    TreeCode::TruthAnd => TreeCode::BitAnd,
                    TreeCode::TruthOr => TreeCode::BitIor,
                    _ => TreeCode::BitXor,
                };
                Rhs::binary(code, bool_, left, right)
            }
            _ => self.rhs(e, seq),
        }
    }

    /// The expression with type `_Bool`, operands of logical operators included (`gimple_boolify`).
    pub(super) fn boolify(&mut self, e: ExprId) -> ExprId {
        let bool_ = self.cx.unit.common.bool_;
        let ty = self.ty(e);
        if matches!(self.cx.unit.types.kind(ty), TypeKind::Vector { .. }) {
            return e;
        }
        let kind = match *self.kind(e) {
            ExprKind::Binary(TreeCode::Ne, a, b) if self.cx.int_value(b) == Some(0) => {
                ExprKind::Binary(TreeCode::Ne, self.boolify_expect(a), b)
            }
            ExprKind::Binary(code, a, b) if code.is_comparison() => ExprKind::Binary(code, a, b),
            ExprKind::Binary(code, ..) if is_truth(code) => return self.boolify_chain(e),
            ExprKind::Unary(TreeCode::TruthNot, a) => {
                ExprKind::Unary(TreeCode::TruthNot, self.boolify(a))
            }
            _ if matches!(self.cx.unit.types.kind(ty), TypeKind::Bool) => return e,
            ExprKind::Compound(first, value) => ExprKind::Compound(first, self.boolify(value)),
            ExprKind::Const(id) => {
                let truth = i128::from(!gimple::fold_const::is_zero(&self.cx.unit, id));
                return self.cx.int_expr(bool_, truth, self.cx.exprs[e].loc);
            }
            // An integer that was a truth value.
            ExprKind::Unary(TreeCode::Nop, inner) if self.is_boolean(inner) => {
                return self.boolify(inner);
            }
            _ => {
                let loc = self.cx.exprs[e].loc;
                return crate::fold::fold_convert(self.cx, loc, bool_, e);
            }
        };
        let expr = &self.cx.exprs[e];
        let (loc, flags) = (expr.loc, expr.flags);
        self.cx.exprs.add(kind, bool_, loc, flags)
    }

    fn is_boolean(&self, e: ExprId) -> bool {
        let ty = self.ty(e);
        matches!(self.cx.unit.types.kind(ty), TypeKind::Bool)
            || matches!(*self.kind(e), ExprKind::Binary(code, ..) | ExprKind::Unary(code, _) if is_truth(code))
    }

    /// Logical operators nest to the left in long chains: those are walked, not recursed into.
    fn boolify_chain(&mut self, e: ExprId) -> ExprId {
        let bool_ = self.cx.unit.common.bool_;
        let mut spine = Vec::new();
        let mut leftmost = e;
        while let ExprKind::Binary(code, a, b) = *self.kind(leftmost)
            && is_truth(code)
            && !code.is_comparison()
        {
            spine.push((leftmost, code, b));
            leftmost = a;
        }
        let mut left = self.boolify(leftmost);
        for (original, code, b) in spine.into_iter().rev() {
            let right = self.boolify(b);
            let expr = &self.cx.exprs[original];
            let (loc, flags) = (expr.loc, expr.flags);
            left = self.cx.exprs.add(ExprKind::Binary(code, left, right), bool_, loc, flags);
        }
        left
    }

    /// The truth value inside `__builtin_expect ((long) (a == b), 1)` becomes a boolean, too.
    fn boolify_expect(&mut self, e: ExprId) -> ExprId {
        let ExprKind::Call { callee, args } = self.kind(e).clone() else { return e };
        if args.len() != 2 || self.called_builtin(callee) != Some(Builtin::Expect) {
            return e;
        }
        let ty = self.ty(e);
        let mut arg = args[0];
        if let ExprKind::Unary(TreeCode::Nop, inner) = *self.kind(arg)
            && self.ty(arg) == ty
        {
            arg = inner;
        }
        let truth = match *self.kind(arg) {
            ExprKind::Binary(code, ..) | ExprKind::Unary(code, _) => is_truth(code),
            _ => false,
        };
        if !truth {
            return e;
        }
        let arg = self.boolify(arg);
        let expr = self.cx.exprs[e].clone();
        let arg = self.cx.exprs.add(ExprKind::Unary(TreeCode::Nop, arg), ty, expr.loc, 0);
        let mut args = args;
        args[0] = arg;
        self.cx.exprs.add(ExprKind::Call { callee, args }, ty, expr.loc, expr.flags)
    }

    /// A boolean expression as the comparison of a condition statement (`is_gimple_condexpr`).
    pub(super) fn condition(&mut self, e: ExprId, seq: &mut Seq) -> (TreeCode, Operand, Operand) {
        let rhs = match *self.kind(e) {
            ExprKind::Binary(code, ..) if code.is_comparison() => {
                self.at(self.own_place(e), |this| this.truth(e, seq))
            }
            _ => self.rhs(e, seq),
        };
        if let RhsKind::Op(code, [a, b, _]) = rhs.kind
            && code.is_comparison()
        {
            return (code, a, b);
        }
        let ty = rhs.ty;
        let value = self.at(self.own_place(e), |this| this.as_val(rhs, seq));
        let zero = self.zero(ty);
        (TreeCode::Ne, value, zero)
    }
}
