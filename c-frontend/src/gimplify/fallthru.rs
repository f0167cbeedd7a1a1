//! Whether control reaches the end of a statement.

use super::Gimplifier;
use crate::generic::{ExprId, ExprKind};
use gimple::stmt::{Callee, Seq, StmtKind};

impl Gimplifier<'_> {
    /// Whether control may reach the end of a sequence (`gimple_seq_may_fallthru`).
    pub(super) fn seq_may_fallthru(&self, seq: Seq) -> bool {
        let mut work = vec![seq];
        while let Some(seq) = work.pop() {
            let Some(last) = self.f.last_but_markers(seq) else { continue };
            match &self.f.stmts[last].kind {
                StmtKind::Goto(_)
                | StmtKind::Return(_)
                | StmtKind::Switch(_)
                | StmtKind::Cond { .. } => return false,
                StmtKind::Bind { body, .. } => work.push(*body),
                StmtKind::Try { body, cleanup, .. } => work.extend([*body, *cleanup]),
                StmtKind::Call(call) => {
                    if matches!(call.callee, Callee::Decl(decl) if self.is_noreturn(decl)) {
                        return false;
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// Whether control may reach the end of a GENERIC statement (`block_may_fallthru`).
    pub(super) fn block_may_fallthru(&self, e: ExprId) -> bool {
        let mut work = vec![e];
        let mut falls = false;
        // Either arm of a condition suffices: `work` holds alternatives.
        while let Some(e) = work.pop() {
            if e.is_none() {
                return true;
            }
            let last = self.last_of(e);
            match *self.kind(last) {
                ExprKind::Goto(_) | ExprKind::ComputedGoto(_) | ExprKind::Return(_) => {}
                ExprKind::Cond(_, a, b) if self.is_void(self.ty(last)) => work.extend([a, b]),
                ExprKind::Bind { body, .. } => work.push(body),
                ExprKind::TryFinally(body, _) => work.push(body),
                ExprKind::Modify(_, from) | ExprKind::Init(_, from) => {
                    falls |= !self.is_noreturn_call(from);
                }
                _ => falls |= !self.is_noreturn_call(last),
            }
            if falls {
                return true;
            }
        }
        falls
    }

    fn is_noreturn_call(&self, e: ExprId) -> bool {
        match *self.kind(e) {
            ExprKind::Call { callee, .. } => {
                self.called_function(callee).is_some_and(|decl| self.is_noreturn(decl))
            }
            _ => false,
        }
    }

    /// The last statement of a list (`expr_last`).
    pub(super) fn last_of(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::List(stmts) = self.kind(e)
            && let Some(&last) = stmts.last()
        {
            e = last;
        }
        e
    }
}
