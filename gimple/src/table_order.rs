//! The tables of a function put in the order in which passes walk them.
//!
//! A function of some size does not fit in the cache, and every pass walks it block by block. Statements are made in
//! another order: φs variable by variable, what a pass inserts at the end; and half of those a function that branches a lot
//! began with are labels and jumps that the CFG has made superfluous, or dead. [`Function::compact_stmts`] moves what is
//! left together, so that a walk reads memory from one end to the other.

use crate::entity::EntityVec;
use crate::function::Function;
use crate::ssa::{UseId, UseNode};
use crate::stmt::{Phi, Seq, Stmt, StmtId, StmtKind};

impl Function {
    /// Moves statements, φs and uses together in the order of the blocks, and forgets the statements that are in none.
    ///
    /// All statements and uses get new numbers: nothing outside the function may hold one. The order of the uses of a
    /// name stays. Linear, and in place: pages that are touched for the first time cost more than the moves.
    pub fn compact_stmts(&mut self) {
        let order = self.block_order();
        let mut numbers = Numbers {
            new_stmts: EntityVec::filled(StmtId::NONE, self.stmts.len()),
            new_uses: EntityVec::filled(UseId::NONE, self.uses.len()),
            stmts: &mut self.stmts,
            uses: &mut self.uses,
            next_stmt: StmtId(0),
            next_use: UseId(0),
            old_phis: Vec::new(),
        };
        for block in order {
            let data = &mut self.blocks[block];
            data.phis = numbers.seq(data.phis);
            data.stmts = numbers.seq(data.stmts);
        }
        let Numbers { new_stmts, new_uses, .. } = numbers;
        let renamed = |id: UseId| if id.is_some() { new_uses[id] } else { id };
        for node in self.uses.values_mut() {
            (node.prev, node.next) = (renamed(node.prev), renamed(node.next));
        }
        for data in self.names.values_mut() {
            data.uses = renamed(data.uses);
            if data.def.is_some() {
                data.def = new_stmts[data.def];
            }
        }
        self.stmts.rearrange(new_stmts);
        self.uses.rearrange(new_uses);
        self.free_uses.clear();
    }
}

/// The tables as their entries get new numbers. They refer to each other by these, and are not moved yet.
struct Numbers<'a> {
    stmts: &'a mut EntityVec<StmtId, Stmt>,
    uses: &'a mut EntityVec<UseId, UseNode>,
    new_stmts: EntityVec<StmtId, StmtId>,
    new_uses: EntityVec<UseId, UseId>,
    next_stmt: StmtId,
    next_use: UseId,
    /// Kept to the end, so that their memory is not that of the new ones, which is to be in order.
    old_phis: Vec<StmtKind>,
}

impl Numbers<'_> {
    /// Numbers a sequence, and links its statements by their new numbers.
    fn seq(&mut self, old: Seq) -> Seq {
        let mut seq = Seq::EMPTY;
        let mut at = old.first;
        while at.is_some() {
            let id = self.next_stmt;
            self.next_stmt.0 += 1;
            self.new_stmts[at] = id;
            self.stmt_uses(at, id);
            let stmt = &mut self.stmts[at];
            at = stmt.next;
            stmt.prev = seq.last;
            stmt.next = if at.is_some() { self.next_stmt } else { StmtId::NONE };
            seq = Seq { first: if seq.is_empty() { id } else { seq.first }, last: id };
        }
        seq
    }

    /// Numbers the uses of a statement.
    fn stmt_uses(&mut self, at: StmtId, id: StmtId) {
        if let StmtKind::Phi(phi) = &mut self.stmts[at].kind {
            let mut moved = Phi { result: phi.result, args: std::mem::take(&mut phi.args) };
            for arg in &mut moved.args {
                if arg.use_node.is_some() {
                    arg.use_node = self.one_use(arg.use_node, id);
                }
            }
            let new = StmtKind::Phi(Box::new(moved));
            self.old_phis.push(std::mem::replace(&mut self.stmts[at].kind, new));
            return;
        }
        let mut old = std::mem::replace(&mut self.stmts[at].uses, UseId::NONE);
        if old.is_some() {
            self.stmts[at].uses = self.next_use;
        }
        while old.is_some() {
            let next = self.uses[old].next_in_stmt;
            self.one_use(old, id);
            if next.is_some() {
                self.uses[old].next_in_stmt = self.next_use;
            }
            old = next;
        }
    }

    fn one_use(&mut self, old: UseId, stmt: StmtId) -> UseId {
        let new = self.next_use;
        self.next_use.0 += 1;
        self.uses[old].stmt = stmt;
        self.new_uses[old] = new;
        new
    }
}
