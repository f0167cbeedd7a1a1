//! Conditions: `if`, `?:` and short-circuit logic as jumps.
//!
//! ```text
//! if (a && f (b)) g ();       if (a != 0) goto <D.1>; else goto <D.2>;
//!                             <D.1>:
//!                             _1 = f (b);
//!                             if (_1 != 0) goto <D.3>; else goto <D.4>;
//!                             <D.3>:
//!                             g ();
//!                             <D.4>:
//!                             <D.2>:
//! ```

use super::stmt::Rest;
use super::{Gimplifier, Rhs};
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::location::Location;
use gimple::stmt::{Seq, StmtKind};
use gimple::tree::Operand;

/// Where a condition jumps: nowhere (fall through), or to a label, made when it is first needed.
type Target<'a> = Option<&'a mut DeclId>;

impl Gimplifier<'_> {
    /// `c ? a : b` as a value: a temporary that both arms assign.
    pub(super) fn cond_value(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        let ty = self.ty(e);
        let ExprKind::Cond(cond, a, b) = *self.kind(e) else { return self.rhs(e, seq) };
        if self.is_void(ty) {
            self.stmt(e, seq);
            let int = self.cx.unit.common.int;
            return Rhs::single(self.zero(int), int);
        }
        let result = self.named_variable(ty, "iftmp");
        let loc = self.cx.exprs[e].loc;
        let a = self.assign_arm(result, a);
        let b = self.assign_arm(result, b);
        let whole = self.statement(ExprKind::Cond(cond, a, b), loc);
        self.stmt(whole, seq);
        Rhs::single(Operand::Decl(result), ty)
    }

    fn assign_arm(&mut self, result: DeclId, arm: ExprId) -> ExprId {
        if arm.is_none() || self.is_void(self.ty(arm)) {
            return arm;
        }
        let loc = self.loc;
        let to = self.cx.decl_expr(result, loc);
        self.statement(ExprKind::Init(to, arm), loc)
    }

    fn statement(&mut self, kind: ExprKind, loc: Location) -> ExprId {
        let void = self.cx.unit.common.void;
        self.cx.exprs.add(kind, void, loc, expr_flag::SIDE_EFFECTS)
    }

    fn list(&mut self, stmts: Vec<ExprId>) -> ExprId {
        let loc = self.loc;
        self.statement(ExprKind::List(stmts), loc)
    }

    /// `if (cond) a else b` (`gimplify_cond_expr`); the `else` is left to `rest`.
    pub(super) fn cond_stmt(&mut self, e: ExprId, seq: &mut Seq, rest: &mut Vec<Rest>) {
        let ExprKind::Cond(cond, then, otherwise) = *self.kind(e) else { return };
        let loc = self.cx.exprs[e].loc;
        // What stands before a comma is evaluated before the condition proper.
        let cond = self.compound(cond, seq);
        let cond = self.boolify(cond);
        if self.is_short_circuit(cond) {
            let jumps = self.shortcut_cond(cond, then, otherwise, loc);
            self.conditions += 1;
            rest.push(Rest::EndOfCond(DeclId::NONE, self.loc));
            rest.push(Rest::Stmt(jumps, self.loc));
            return;
        }
        let test = self.condition(cond, seq);
        self.conditions += 1;
        self.cond_arms(test, (then, otherwise), loc, seq, rest);
    }

    /// The condition statement and its arms.
    fn cond_arms(
        &mut self,
        (code, lhs, rhs): (TreeCode, Operand, Operand),
        (then, otherwise): (ExprId, ExprId),
        loc: Location,
        seq: &mut Seq,
        rest: &mut Vec<Rest>,
    ) {
        let then_goto = self.direct_goto(then, loc);
        let else_goto = self.direct_goto(otherwise, loc);
        let true_label = then_goto.unwrap_or_else(|| self.new_label());
        let false_label = else_goto.unwrap_or_else(|| self.new_label());
        let stmt = self.emit(seq, StmtKind::Cond { code, lhs, rhs, true_label, false_label });
        self.fold_stmt(stmt);
        let mut end = DeclId::NONE;
        if then_goto.is_none() {
            if then.is_none() && else_goto.is_none() && otherwise.is_some() {
                // `if (…) {} else { … }`: the true label stands after it all.
                end = true_label;
            } else {
                self.emit_label(seq, true_label);
                self.optional_stmt(then, seq);
                if else_goto.is_none() && otherwise.is_some() && self.seq_may_fallthru(*seq) {
                    end = self.new_label();
                    // It is not at the condition's place, nor at that of either arm.
                    let jump = self.emit(seq, StmtKind::Goto(Operand::Decl(end)));
                    self.f.stmt_info[jump].loc = Location::UNKNOWN;
                }
            }
        }
        rest.push(Rest::EndOfCond(end, self.loc));
        if else_goto.is_none() {
            self.emit_label(seq, false_label);
            rest.push(Rest::Stmt(otherwise, self.loc));
        }
    }

    fn optional_stmt(&mut self, e: ExprId, seq: &mut Seq) {
        if e.is_some() {
            self.stmt(e, seq);
        }
    }

    /// The label, where a statement is nothing but a jump to one. Without optimisation the jump's own line must not get
    /// lost.
    fn direct_goto(&self, e: ExprId, cond_loc: Location) -> Option<DeclId> {
        let goto = self.find_goto(e)?;
        let ExprKind::Goto(label) = *self.kind(goto) else { return None };
        let loc = self.cx.exprs[goto].loc;
        let same_line = cond_loc.is_unknown() || loc.is_unknown() || loc == cond_loc;
        (self.cx.options.optimize > 0 || same_line).then_some(label)
    }

    /// The jump, where a statement is nothing else (`find_goto`).
    fn find_goto(&self, mut e: ExprId) -> Option<ExprId> {
        while e.is_some() {
            match self.kind(e) {
                ExprKind::Goto(_) => return Some(e),
                ExprKind::List(stmts) => match stmts[..] {
                    [only] => e = only,
                    _ => return None,
                },
                _ => return None,
            }
        }
        None
    }

    fn is_short_circuit(&self, e: ExprId) -> bool {
        matches!(self.kind(e), ExprKind::Binary(TreeCode::TruthAndIf | TreeCode::TruthOrIf, ..))
    }

    /// `if (a && b) …` as statements that jump (`shortcut_cond_expr`).
    fn shortcut_cond(
        &mut self,
        mut pred: ExprId,
        mut then: ExprId,
        mut otherwise: ExprId,
        loc: Location,
    ) -> ExprId {
        let mut then_matters = self.matters(then);
        let mut else_matters = self.matters(otherwise);
        if !else_matters {
            // `if (a && b) c` is `if (a) if (b) c`; an `else` that does nothing goes with `b`.
            while let ExprKind::Binary(TreeCode::TruthAndIf, a, b) = *self.kind(pred) {
                let at = self.cx.exprs[pred].loc;
                then = self.shortcut_cond(b, then, otherwise, at);
                then_matters = self.matters(then);
                pred = a;
                otherwise = ExprId::NONE;
            }
        }
        if !then_matters {
            // `if (a || b); else d` is `if (a); else if (b); else d`.
            while let ExprKind::Binary(TreeCode::TruthOrIf, a, b) = *self.kind(pred) {
                let at = self.cx.exprs[pred].loc;
                otherwise = self.shortcut_cond(b, then, otherwise, at);
                else_matters = self.matters(otherwise);
                pred = a;
                then = ExprId::NONE;
            }
        }
        if !self.is_short_circuit(pred) {
            return self.statement(ExprKind::Cond(pred, then, otherwise), loc);
        }
        self.shortcut_jumps(pred, (then, then_matters), (otherwise, else_matters), loc)
    }

    /// The general case: jumps out of the middle of the condition.
    fn shortcut_jumps(
        &mut self,
        pred: ExprId,
        (mut then, mut then_matters): (ExprId, bool),
        (mut otherwise, mut else_matters): (ExprId, bool),
        loc: Location,
    ) -> ExprId {
        let (mut true_label, mut false_label, mut end_label) =
            (DeclId::NONE, DeclId::NONE, DeclId::NONE);
        if let Some(label) = self.goto_target(then) {
            (true_label, then, then_matters) = (label, ExprId::NONE, false);
        }
        if let Some(label) = self.goto_target(otherwise) {
            (false_label, otherwise, else_matters) = (label, ExprId::NONE, false);
        }
        let hijacks_true = true_label.is_some();
        let jumps_false = false_label.is_some() || else_matters;
        if !then_matters && !else_matters {
            return self.shortcut_cond_r(
                pred,
                hijacks_true.then_some(&mut true_label),
                jumps_false.then_some(&mut false_label),
                loc,
            );
        }
        let last = self.last_of(if else_matters { otherwise } else { then });
        if let ExprKind::Label(label) = *self.kind(last) {
            end_label = label;
        }
        let emit_end = end_label.is_none();
        let emit_false = false_label.is_none();
        let jump_over_else = self.block_may_fallthru(then);
        let on_true = hijacks_true.then_some(&mut true_label);
        let on_false = if jumps_false { &mut false_label } else { &mut end_label };
        let test = self.shortcut_cond_r(pred, on_true, Some(on_false), loc);
        let mut stmts = vec![test];
        if then.is_some() {
            stmts.push(then);
        }
        if else_matters {
            if jump_over_else {
                // It is where the arm before it ends.
                let jump = self.jump(Some(&mut end_label));
                if then.is_some() {
                    let arm = self.last_of(then);
                    self.cx.exprs[jump].loc = self.cx.exprs[arm].loc;
                }
                stmts.push(jump);
            }
            if emit_false {
                stmts.push(self.label_stmt(false_label));
            }
            stmts.push(otherwise);
        }
        if emit_end && end_label.is_some() {
            stmts.push(self.label_stmt(end_label));
        }
        self.list(stmts)
    }

    fn goto_target(&self, e: ExprId) -> Option<DeclId> {
        match *self.kind(self.find_goto(e)?) {
            ExprKind::Goto(label) => Some(label),
            _ => None,
        }
    }

    fn label_stmt(&mut self, label: DeclId) -> ExprId {
        self.statement(ExprKind::Label(label), Location::UNKNOWN)
    }

    /// A jump, or `NONE` to fall through (`build_and_jump`).
    fn jump(&mut self, target: Target<'_>) -> ExprId {
        let Some(label) = target else { return ExprId::NONE };
        if label.is_none() {
            *label = self.new_label();
        }
        self.statement(ExprKind::Goto(*label), Location::UNKNOWN)
    }

    /// Statements that test `pred` and jump (`shortcut_cond_r`).
    fn shortcut_cond_r(
        &mut self,
        pred: ExprId,
        on_true: Target<'_>,
        on_false: Target<'_>,
        loc: Location,
    ) -> ExprId {
        if !self.enter() {
            return self.list(Vec::new());
        }
        let result = self.shortcut_cond_inner(pred, on_true, on_false, loc);
        self.leave();
        result
    }

    fn shortcut_cond_inner(
        &mut self,
        pred: ExprId,
        on_true: Target<'_>,
        on_false: Target<'_>,
        loc: Location,
    ) -> ExprId {
        let at = self.cx.exprs[pred].loc;
        let mut local = DeclId::NONE;
        let mut stmts = Vec::new();
        match *self.kind(pred) {
            ExprKind::Binary(TreeCode::TruthAndIf, a, b) => {
                let on_false = on_false.unwrap_or(&mut local);
                stmts.push(self.shortcut_cond_r(a, None, Some(&mut *on_false), loc));
                stmts.push(self.shortcut_cond_r(b, on_true, Some(on_false), at));
            }
            ExprKind::Binary(TreeCode::TruthOrIf, a, b) => {
                let on_true = on_true.unwrap_or(&mut local);
                stmts.push(self.shortcut_cond_r(a, Some(&mut *on_true), None, loc));
                stmts.push(self.shortcut_cond_r(b, Some(on_true), on_false, at));
            }
            ExprKind::Cond(c, a, b) if !self.is_void(self.ty(a)) && !self.is_void(self.ty(b)) => {
                let (mut on_true, mut on_false) = (on_true, on_false);
                let a =
                    self.shortcut_cond_r(a, on_true.as_deref_mut(), on_false.as_deref_mut(), loc);
                let b = self.shortcut_cond_r(b, on_true, on_false, at);
                stmts.push(self.statement(ExprKind::Cond(c, a, b), loc));
            }
            _ => {
                let (a, b) = (self.jump(on_true), self.jump(on_false));
                stmts.push(self.statement(ExprKind::Cond(pred, a, b), loc));
            }
        }
        if local.is_some() {
            stmts.push(self.label_stmt(local));
        }
        match stmts[..] {
            [only] => only,
            _ => self.list(stmts),
        }
    }

    /// Whether a statement does anything (`TREE_SIDE_EFFECTS`).
    fn matters(&self, e: ExprId) -> bool {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            if e.is_none() {
                continue;
            }
            match self.kind(e) {
                ExprKind::Empty => {}
                ExprKind::List(stmts) => work.extend(stmts),
                ExprKind::Cond(c, a, b) if self.is_void(self.ty(e)) => work.extend([*b, *a, *c]),
                ExprKind::Bind { .. }
                | ExprKind::DeclStmt(_)
                | ExprKind::Label(_)
                | ExprKind::Goto(_)
                | ExprKind::ComputedGoto(_)
                | ExprKind::Switch { .. }
                | ExprKind::Case { .. }
                | ExprKind::Return(_)
                | ExprKind::Asm(_)
                | ExprKind::Modify(..)
                | ExprKind::Init(..)
                | ExprKind::Incr(..)
                | ExprKind::TryFinally(..) => return true,
                _ if self.cx.exprs[e].has(expr_flag::SIDE_EFFECTS) => return true,
                _ => {}
            }
        }
        false
    }
}
