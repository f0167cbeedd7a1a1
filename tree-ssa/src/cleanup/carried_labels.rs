//! Labels on their way from block to block, as the cleaning of the CFG removes the blocks they stood in one after the other.
//! Moved one by one, the labels of a chain of blocks would be moved as often as there are blocks after theirs.

use gimple::cfg::BlockId;
use gimple::function::Function;
use gimple::location::Location;
use gimple::stmt::{StmtId, StmtKind};
use std::collections::VecDeque;

/// Labels that have been taken out of their blocks and belong at the start of another, which is looked at next.
pub struct CarriedLabels {
    /// The block whose turn comes after this one, if blocks come in order.
    pub next: BlockId,
    to: BlockId,
    labels: VecDeque<StmtId>,
    /// The last one stands first: each move puts labels down one before the other.
    reversed: bool,
    loc: Option<Location>,
}

impl CarriedLabels {
    /// None, and blocks come in no order.
    pub fn new() -> CarriedLabels {
        let (next, to) = (BlockId::NONE, BlockId::NONE);
        CarriedLabels { next, to, labels: VecDeque::new(), reversed: false, loc: None }
    }

    /// The place in the source of the labels carried, if there are any. Without optimisation it is the same for all.
    pub fn loc(&self) -> Option<Location> {
        self.loc
    }

    /// Takes a label out of its block, after those carried to that block.
    pub fn take(&mut self, f: &mut Function, label: StmtId) {
        f.unlink_stmt(label);
        self.loc = Some(f.stmt_info[label].loc);
        match self.reversed {
            true => self.labels.push_front(label),
            false => self.labels.push_back(label),
        }
    }

    /// Says that what is carried belongs to a block, in the reverse order.
    pub fn turn(&mut self, to: BlockId) {
        self.reversed = !self.reversed;
        self.to = to;
    }

    /// Puts the labels where they belong.
    pub fn put_down(&mut self, f: &mut Function) {
        if self.labels.is_empty() {
            self.reversed = false;
            return;
        }
        let to = self.to;
        let put = |stmt: StmtId| {
            if let StmtKind::Label(label) = f.stmts[stmt].kind {
                f.prepend_to_block(to, stmt);
                f.labels.place(label, to);
            }
        };
        let labels = self.labels.drain(..);
        match std::mem::take(&mut self.reversed) {
            true => labels.for_each(put),
            false => labels.rev().for_each(put),
        }
        self.loc = None;
    }
}
