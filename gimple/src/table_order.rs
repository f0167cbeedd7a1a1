//! The tables of a function put in the order in which passes walk them.
//!
//! A function of some size does not fit in the cache, and every pass walks it block by block. Statements are made in
//! another order: φs variable by variable, what a pass inserts at the end; and half of those a function that branches a lot
//! began with are labels and jumps that the CFG has made superfluous, or dead. [`Function::compact_stmts`] moves what is
//! left together, so that a walk reads memory from one end to the other.

use crate::entity::EntityVec;
use crate::function::Function;
use crate::location::Location;
use crate::ssa::{UseId, UseNode};
use crate::stmt::{Phi, Seq, Stmt, StmtId, StmtKind};

impl Function {
    /// Moves statements, φs and uses together in the order of the blocks, and forgets the statements that are in none.
    ///
    /// All statements and uses get new numbers: nothing outside the function may hold one. The order of the uses of a
    /// name stays. Linear.
    pub fn compact_stmts(&mut self) {
        let old_stmts = std::mem::take(&mut self.stmts);
        let mut moving = Moving {
            stmts: EntityVec::with_capacity(old_stmts.len()),
            uses: EntityVec::with_capacity(self.uses.len()),
            new_uses: vec![UseId::NONE; self.uses.len()],
            old_uses: std::mem::take(&mut self.uses),
            old_stmts,
            old_phis: Vec::new(),
        };
        for block in self.block_order() {
            let data = &mut self.blocks[block];
            data.phis = moving.seq(data.phis);
            data.stmts = moving.seq(data.stmts);
        }
        let Moving { stmts, mut uses, new_uses, old_stmts, .. } = moving;
        let renamed = |id: UseId| if id.is_some() { new_uses[id.0 as usize] } else { id };
        for node in uses.values_mut() {
            (node.prev, node.next) = (renamed(node.prev), renamed(node.next));
        }
        for data in self.names.values_mut() {
            data.uses = renamed(data.uses);
            if data.def.is_some() {
                // Each moved statement has left its new number.
                data.def = old_stmts[data.def].next;
            }
        }
        self.free_uses.clear();
        (self.stmts, self.uses) = (stmts, uses);
    }
}

/// The tables while entries move from the old ones to the new.
struct Moving {
    old_stmts: EntityVec<StmtId, Stmt>,
    stmts: EntityVec<StmtId, Stmt>,
    old_uses: EntityVec<UseId, UseNode>,
    uses: EntityVec<UseId, UseNode>,
    /// The new number of each use.
    new_uses: Vec<UseId>,
    /// Kept to the end, so that their memory is not that of the new ones, which is to be in order.
    old_phis: Vec<StmtKind>,
}

impl Moving {
    /// Moves a sequence. In place of each statement stays an empty one whose `next` is the new number.
    fn seq(&mut self, old: Seq) -> Seq {
        let mut seq = Seq::EMPTY;
        let mut at = old.first;
        while at.is_some() {
            let id = self.stmts.next_key();
            let mut left = Stmt::new(StmtKind::Nop, Location::default());
            left.next = id;
            let mut stmt = std::mem::replace(&mut self.old_stmts[at], left);
            at = stmt.next;
            stmt.prev = seq.last;
            stmt.next = if at.is_some() { StmtId(id.0 + 1) } else { StmtId::NONE };
            self.stmt_uses(&mut stmt, id);
            self.stmts.push(stmt);
            seq = Seq { first: if seq.is_empty() { id } else { seq.first }, last: id };
        }
        seq
    }

    /// Moves the uses of a statement.
    fn stmt_uses(&mut self, stmt: &mut Stmt, id: StmtId) {
        if let StmtKind::Phi(phi) = &mut stmt.kind {
            let mut moved = Phi { result: phi.result, args: std::mem::take(&mut phi.args) };
            for arg in &mut moved.args {
                if arg.use_node.is_some() {
                    arg.use_node = self.one_use(arg.use_node, id);
                }
            }
            let new = StmtKind::Phi(Box::new(moved));
            self.old_phis.push(std::mem::replace(&mut stmt.kind, new));
            return;
        }
        let mut old = stmt.uses;
        let mut last = UseId::NONE;
        while old.is_some() {
            let next = self.old_uses[old].next_in_stmt;
            let new = self.one_use(old, id);
            if last.is_some() {
                self.uses[last].next_in_stmt = new;
            } else {
                stmt.uses = new;
            }
            (old, last) = (next, new);
        }
    }

    fn one_use(&mut self, old: UseId, stmt: StmtId) -> UseId {
        let new = self.uses.push(UseNode { stmt, ..self.old_uses[old].clone() });
        self.new_uses[old.0 as usize] = new;
        new
    }
}
