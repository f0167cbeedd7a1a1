//! Where statements stand, so that new ones come after what they use.

use super::Reassoc;
use gimple::cfg::BlockId;
use gimple::function::Function;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use tree_ssa::graph::dominance::Dominators;

/// Dominance of statements. Those of a block are numbered in order; a new one has the number of that beside which it was
/// put.
pub struct Places<'a> {
    tree: &'a Dominators,
    numbers: Vec<u32>,
}

impl<'a> Places<'a> {
    /// Numbers the statements of a function.
    pub fn of(f: &Function, tree: &'a Dominators) -> Places<'a> {
        let mut places = Places { tree, numbers: vec![0; f.stmts.len()] };
        for block in f.block_iter() {
            for (index, stmt) in f.block_stmts(block).enumerate() {
                places.numbers[stmt.0 as usize] = index as u32 + 1;
            }
        }
        places
    }

    /// The number of a statement in its block.
    pub fn number(&self, stmt: StmtId) -> u32 {
        self.numbers.get(stmt.0 as usize).copied().unwrap_or(0)
    }

    /// Gives a statement a number.
    pub fn set(&mut self, stmt: StmtId, number: u32) {
        let index = stmt.0 as usize;
        if index >= self.numbers.len() {
            self.numbers.resize(index + 1, 0);
        }
        self.numbers[index] = number;
    }

    /// Whether a block is passed on every path to another.
    pub fn is_dominated(&self, block: BlockId, by: BlockId) -> bool {
        self.tree.dominated_by(block, by)
    }

    /// Whether a statement stands before another on every path to that (`reassoc_stmt_dominates_stmt_p`).
    pub fn dominates(&self, f: &Function, a: StmtId, b: StmtId) -> bool {
        let (x, y) = (f.stmts[a].block, f.stmts[b].block);
        if x.is_none() || a == b {
            return true;
        }
        if y.is_none() {
            return false;
        }
        if x != y {
            return self.tree.dominated_by(y, x);
        }
        if f.is_phi(a) || f.is_phi(b) {
            return f.is_phi(a);
        }
        let number = self.number(a);
        if number != self.number(b) {
            return number < self.number(b);
        }
        let mut at = f.stmts[a].next;
        while at.is_some() && self.number(at) == number {
            if at == b {
                return true;
            }
            at = f.stmts[at].next;
        }
        false
    }
}

impl Reassoc<'_, '_> {
    /// Puts a new statement before another.
    pub fn insert_before(&mut self, at: StmtId, stmt: StmtId) {
        self.f.insert_before(at, stmt);
        self.places.set(stmt, self.places.number(at));
    }

    /// Puts a new statement after another, after all labels where that is a φ or a label.
    pub fn insert_after(&mut self, at: StmtId, stmt: StmtId) {
        let block = self.f.stmts[at].block;
        if !self.f.is_phi(at) && !matches!(self.f.stmts[at].kind, StmtKind::Label(_)) {
            self.f.insert_after(at, stmt);
            return self.places.set(stmt, self.places.number(at));
        }
        self.f.insert_after_labels(block, stmt);
        let data = &self.f.stmts[stmt];
        let beside = data.next.expand().or(data.prev.expand());
        let number = beside.map_or(1, |beside| self.places.number(beside));
        self.places.set(stmt, number);
    }

    /// Where an operation of two operands can be put that was to be at `stmt`: there, or after the later of the
    /// definitions of the two, if one stands after it (`find_insert_point`).
    fn latest(&self, stmt: StmtId, args: [Operand; 2]) -> (StmtId, bool) {
        let (mut point, mut before) = (stmt, true);
        for op in args {
            if let Some(def) = self.definition(op)
                && self.f.stmts[def].block.is_some()
                && self.places.dominates(self.f, point, def)
            {
                (point, before) = (def, false);
            }
        }
        (point, before)
    }

    /// Puts an operation of two operands before `stmt`, or where its operands are known.
    pub fn insert_where_known(&mut self, stmt: StmtId, new: StmtId, args: [Operand; 2]) {
        match self.latest(stmt, args) {
            (point, true) => self.insert_before(point, new),
            (point, false) => self.insert_after(point, new),
        }
    }

    /// Puts a statement that computes an operand of `stmt` before that (`insert_stmt_before_use`).
    pub fn insert_before_use(&mut self, stmt: StmtId, needed: StmtId) {
        if self.f.stmts[needed].block.is_some() {
            return;
        }
        if let Some(operation) = self.binary(needed) {
            self.insert_where_known(stmt, needed, operation.args);
        }
    }

    /// Puts an operation after the definitions of its operands (`build_and_add_sum`).
    pub fn insert_after_operands(&mut self, new: StmtId, args: [Operand; 2]) {
        let defs =
            args.map(|op| self.definition(op).filter(|&def| self.f.stmts[def].block.is_some()));
        let point = match defs {
            [Some(a), Some(b)] if self.places.dominates(self.f, a, b) => b,
            [Some(a), _] => a,
            [None, Some(b)] => b,
            [None, None] => {
                let entry = self.tree_root();
                self.f.insert_after_labels(entry, new);
                let number = self.f.stmts[new].next.expand();
                let number = number.map_or(1, |next| self.places.number(next));
                return self.places.set(new, number);
            }
        };
        self.insert_after(point, new);
    }

    /// The first block.
    fn tree_root(&self) -> gimple::cfg::BlockId {
        let entry = gimple::cfg::ENTRY;
        self.f.single_succ(entry).map_or(entry, |edge| self.f.edges[edge].dst)
    }
}
