//! Debug statements of an inlined body: what parameters are bound to, where the function is entered, and copies of the
//! body's own.
//!
//! ```text
//!   y_5 = f (x_3, 7);      # DEBUG a => x_3
//!                          # DEBUG b => 7
//!                          # DEBUG INLINE_ENTRY f
//!                          ...
//!                          # DEBUG b => NULL
//! ```
//!
//! Copies name what the statements around them turn out to be called; names that nothing else needed are not made for them.

use super::copy::Copy;
use crate::renaming::BodyCopy;
use gimple::cfg::BlockId;
use gimple::debug_stmts::{DebugKind, DebugPlace, DebugStmt};
use gimple::decl::DeclId;
use gimple::location::Location;
use gimple::stmt::StmtId;
use gimple::tree::Operand;

impl Copy<'_> {
    /// Binds a variable at the end of a block.
    pub(super) fn bind(&mut self, block: BlockId, var: DeclId, value: Operand, loc: Location) {
        if self.f.debug.binds
            && let Some(var) = self.unit.tracked_variable(var)
        {
            let bind = DebugKind::Bind { var, value };
            self.f.add_debug(self.unit, DebugPlace::AtEnd(block), bind, (loc, self.scope));
        }
    }

    /// Marks where the function is entered.
    pub(super) fn mark_entry(&mut self, block: BlockId) {
        if self.markers && self.entries {
            let loc = self.unit.decls[self.body.decl].loc;
            let entry = DebugKind::InlineEntry(self.body.decl);
            self.f.add_debug(self.unit, DebugPlace::AtEnd(block), entry, (loc, self.scope));
        }
    }

    /// Copies debug statements to the end of a block, as they are.
    pub(super) fn copy_debug(&mut self, block: BlockId, stmts: &[DebugStmt]) {
        for stmt in stmts {
            let marker = matches!(stmt.kind, DebugKind::BeginStmt | DebugKind::InlineEntry(_));
            // A marker of a block that is unused in the function itself has no copy.
            let wanted =
                if marker { self.markers && stmt.scope.is_some() } else { self.f.debug.binds };
            if !wanted {
                continue;
            }
            let kind = if marker { stmt.kind } else { DebugKind::Gone };
            let place = DebugPlace::AtEnd(block);
            let scope = self.scope_at(self.body.scope(stmt.scope));
            let id = self.f.add_debug(self.unit, place, kind, (stmt.loc, scope));
            if !marker {
                self.binds.push((id, stmt.kind));
            }
        }
    }

    /// Brings the names and variables in copied binds up to date, when all others have their copies.
    pub(super) fn bind_copied(&mut self) {
        for (id, kind) in std::mem::take(&mut self.binds) {
            let kind = self.debug_kind(kind);
            self.f.set_debug_kind(self.unit, id, kind);
        }
    }

    /// After the call the variables of the body have no value (`reset_debug_bindings`).
    pub(super) fn reset_variables(&mut self, stmt: StmtId) {
        if !self.f.debug.binds {
            return;
        }
        let info = self.f.stmt_info[stmt];
        let body = self.body;
        for old in body.params.iter().chain(body.locals.iter().rev()) {
            if let Some(&new) = self.renaming.decls.get(old)
                && let Some(var) = self.unit.tracked_variable(new)
            {
                let bind = DebugKind::Bind { var, value: Operand::None };
                let place = DebugPlace::Before(stmt);
                self.f.add_debug(self.unit, place, bind, (info.loc, info.scope));
            }
        }
    }
}
