//! Block arguments instead of φs (`-blockargs`): a block has parameters, and every jump to it says what they are.
//!
//! ```text
//!   <bb 2> :                                 <bb 2> :
//!                                            goto <bb 3> (0);
//!
//!   <bb 3> :                           =     <bb 3> (i_1) :
//!   # i_1 = PHI <0(2), i_2(3)>               i_2 = i_1 + 1;
//!   i_2 = i_1 + 1;                           if (i_2 < n_3(D))
//!   if (i_2 < n_3(D))                          goto <bb 3> (i_2); [INV]
//!     goto <bb 3>; [INV]                     else
//!   else                                       goto <bb 4>; [INV]
//!     goto <bb 4>; [INV]
//! ```
//!
//! Both say the same. Edges that no jump shows (from a `switch`, a computed `goto`, a call that may return elsewhere, and from
//! the entry) have a line of their own, `;; args <bb 3> (i_2)`. The reader takes the form.

use super::Printer;
use crate::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId};
use crate::function::Function;
use crate::stmt::{StmtId, StmtKind};
use dumps::DumpFlags;

impl Printer<'_> {
    /// The φs of a block that are shown.
    fn shown_phis(&self, f: &Function, block: BlockId) -> Vec<StmtId> {
        let virtuals = self.has(DumpFlags::VOPS);
        f.phis(block).filter(|&phi| virtuals || !f.is_virtual_phi(phi)).collect()
    }

    /// ` (x_1, y_2)` after a block's name, where it has parameters.
    pub(super) fn block_parameters(&mut self, f: &Function, block: BlockId) {
        if !self.has(DumpFlags::BLOCKARGS) {
            return;
        }
        for (index, phi) in self.shown_phis(f, block).into_iter().enumerate() {
            self.text(if index == 0 { " (" } else { ", " });
            self.ssa_name(f.phi(phi).result);
        }
        self.close_list(f, block);
    }

    /// ` (0, y_3)` after the block an edge leads to.
    pub(super) fn edge_arguments(&mut self, f: &Function, edge: EdgeId) {
        if !self.has(DumpFlags::BLOCKARGS) {
            return;
        }
        let block = f.edges[edge].dst;
        for (index, phi) in self.shown_phis(f, block).into_iter().enumerate() {
            self.text(if index == 0 { " (" } else { ", " });
            self.operand(f.phi_arg(phi, edge));
        }
        self.close_list(f, block);
    }

    fn close_list(&mut self, f: &Function, block: BlockId) {
        if !self.shown_phis(f, block).is_empty() {
            self.text(")");
        }
    }

    /// Whether an edge has to be shown for its arguments.
    pub(super) fn has_arguments(&self, f: &Function, edge: EdgeId) -> bool {
        self.has(DumpFlags::BLOCKARGS) && !self.shown_phis(f, f.edges[edge].dst).is_empty()
    }

    /// The lines for the edges of a block that no jump shows.
    pub(super) fn hidden_arguments(&mut self, f: &Function, block: BlockId) {
        if !self.has(DumpFlags::BLOCKARGS) {
            return;
        }
        let last = f.last_stmt(block).map(|stmt| &f.stmts[stmt].kind);
        let shown = EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE | EdgeFlags::FALLTHRU;
        for &edge in &f.blocks[block].succs {
            let jump = f.edges[edge].flags.intersects(shown)
                && block != ENTRY
                && !matches!(last, Some(StmtKind::Switch(_) | StmtKind::Goto(_)));
            if !jump && self.has_arguments(f, edge) {
                self.text(if block == ENTRY { "  ;; entry args " } else { "  ;; args " });
                self.block_name(f.edges[edge].dst);
                self.edge_arguments(f, edge);
                self.text("\n");
            }
        }
    }
}
