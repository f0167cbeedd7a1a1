//! `-Wswitch-unreachable`: what stands in a `switch` before its first label.
//!
//! ```text
//! switch (a)
//!   {
//!     a = 2;           statement will never be executed
//!   case 1: …
//! ```

use super::Gimplifier;
use gimple::decl::flag;
use gimple::stmt::{Callee, InternalFn, Seq, StmtKind};
use gimple::tree::Operand;

const OPTION: &str = "switch-unreachable";

impl Gimplifier<'_> {
    /// Warns of the first statement of the body of a `switch`, if no label stands before it.
    pub(super) fn warn_of_unreachable(&mut self, body: Seq) {
        if !self.cx.unit.diagnostics.warnings.enabled(OPTION) {
            return;
        }
        let mut work = vec![body.first];
        while let Some(stmt) = work.pop() {
            if stmt.is_none() {
                continue;
            }
            match self.f.stmts[stmt].kind {
                StmtKind::BeginStmt => work.push(self.f.stmts[stmt].next),
                StmtKind::Bind { body, .. } => work.extend([self.f.stmts[stmt].next, body.first]),
                StmtKind::Try { body, .. } if !body.is_empty() => {
                    work.extend([self.f.stmts[stmt].next, body.first]);
                }
                StmtKind::Label(_) => return,
                // Jumps to what the compiler put there are those of loops that a label is in.
                StmtKind::Goto(Operand::Decl(label))
                    if self.cx.unit.decls[label].has(flag::ARTIFICIAL) =>
                {
                    return;
                }
                // `-ftrivial-auto-var-init=` has put it there.
                StmtKind::Call(ref call)
                    if call.callee == Callee::Internal(InternalFn::DeferredInit) =>
                {
                    return;
                }
                _ => {
                    // A prediction has no place of its own.
                    let at = match self.f.stmts[stmt].kind {
                        StmtKind::Predict { .. } => self.loc,
                        _ => self.f.stmt_info[stmt].loc,
                    };
                    let text = "statement will never be executed";
                    self.cx.warning(OPTION, at, text);
                    return;
                }
            }
        }
    }
}
