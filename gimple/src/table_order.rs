//! The tables of a function put in the order in which passes walk them.
//!
//! A function of some size does not fit in the cache, and every pass walks it block by block. Statements are made in
//! another order: φs variable by variable, what a pass inserts at the end; and half of those a function that branches a lot
//! began with are labels and jumps that the CFG has made superfluous, or dead. [`Function::compact_cfg`], as soon as there is
//! a CFG, and [`Function::compact_stmts`], in SSA form, move what is left together, so that a walk reads memory from one
//! end to the other.

use crate::aside::Aside;
use crate::cfg::BlockId;
use crate::entity::EntityVec;
use crate::function::Function;
use crate::ssa::{SsaName, UseId, UseNode};
use crate::stmt::{Phi, Seq, Stmt, StmtFlags, StmtId, StmtInfo, StmtKind};
use rustc_hash::FxHashMap;

impl Function {
    /// Numbers the blocks of a function that is not in SSA form yet, and so has no φs, in their order, and moves the
    /// statements together in the same order. Removed blocks and statements that are in none are forgotten.
    ///
    /// All statements get new numbers: nothing outside the function may hold one. Linear, and in place: most statements
    /// are in that order already, and only move down.
    pub fn compact_cfg(&mut self) {
        self.renumber_blocks();
        let mut packing = Packing::starting(self);
        for block in self.block_order() {
            self.blocks[block].stmts = packing.block(self, block);
        }
        packing.cut_off(self);
    }

    /// Moves statements together in the order of the blocks, φs after them all in the same order, and forgets the
    /// statements that are in no block; uses, too, where many are free.
    ///
    /// All statements and uses get new numbers: nothing outside the function may hold one. The order of the uses of a
    /// name stays. Linear; φs change places through a table of their own, statements move in place.
    pub fn compact_stmts(&mut self) {
        let order = self.block_order();
        let mut phis = Vec::new();
        let mut packing = Packing::starting(self);
        for &block in &order {
            let mut at = std::mem::replace(&mut self.blocks[block].phis, Seq::EMPTY).first;
            while at.is_some() {
                let gone = Stmt::new(StmtKind::Nop);
                let phi = std::mem::replace(&mut self.stmts[at], gone);
                let next = phi.next;
                phis.push((phi, self.stmt_info[at]));
                at = next;
            }
        }
        for &block in &order {
            self.blocks[block].stmts = packing.block(self, block);
        }
        packing.cut_off(self);
        self.put_phis(phis);
        if self.free_uses.len() > self.uses.len() / 4 {
            self.compact_uses(&order);
        }
        self.give_back_room();
    }

    /// Gives back the room that tables have for more: while all functions of a unit wait for each other's summaries that is as
    /// much as what they hold.
    pub fn give_back_room(&mut self) {
        self.stmts.shrink_to_fit();
        self.stmt_info.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.block_info.shrink_to_fit();
        self.edges.shrink_to_fit();
        self.names.shrink_to_fit();
        self.uses.shrink_to_fit();
        self.free_uses.shrink_to_fit();
        self.free_names.shrink_to_fit();
        self.free_names_queue.shrink_to_fit();
    }

    /// Appends φs to the table and to the blocks they are from. They take new memory, in order.
    fn put_phis(&mut self, phis: Vec<(Stmt, StmtInfo)>) {
        let mut old = Vec::with_capacity(phis.len());
        for (mut stmt, info) in phis {
            let id = self.stmts.next_key();
            let StmtKind::Phi(phi) = &mut stmt.kind else { continue };
            let moved = Phi { result: phi.result, args: std::mem::take(&mut phi.args) };
            self.names[moved.result].def = id;
            for arg in moved.args.iter().filter(|arg| arg.use_node.is_some()) {
                self.uses[arg.use_node].stmt = id;
            }
            let new = StmtKind::Phi(Aside::new(moved));
            // Dropped at the end only, so that their memory is not that of the new ones.
            old.push(std::mem::replace(&mut stmt.kind, new));
            let seq = &mut self.blocks[stmt.block].phis;
            stmt.prev = seq.last;
            if stmt.next.is_some() {
                stmt.next = StmtId(id.0 + 1);
            }
            *seq = Seq { first: if seq.is_empty() { id } else { seq.first }, last: id };
            self.stmts.push(stmt);
            self.stmt_info.push(info);
        }
    }

    /// Moves the uses together in the order of the statements.
    fn compact_uses(&mut self, order: &[BlockId]) {
        let mut moving = MovingUses {
            uses: EntityVec::with_capacity(self.uses.len() - self.free_uses.len()),
            new: EntityVec::filled(UseId::NONE, self.uses.len()),
            old: std::mem::take(&mut self.uses),
        };
        for &block in order {
            for first in [self.blocks[block].phis.first, self.blocks[block].stmts.first] {
                let mut at = first;
                while at.is_some() {
                    moving.stmt(&mut self.stmts[at]);
                    at = self.stmts[at].next;
                }
            }
        }
        let MovingUses { mut uses, new, .. } = moving;
        let renamed = |id: UseId| if id.is_some() { new[id] } else { id };
        for node in uses.values_mut() {
            (node.prev, node.next) = (renamed(node.prev), renamed(node.next));
        }
        for data in self.names.values_mut() {
            data.uses = renamed(data.uses);
        }
        self.free_uses.clear();
        self.uses = uses;
    }
}

/// The statements while they move down.
#[derive(Default)]
struct Packing {
    /// The next new number: places below hold what has moved.
    next: u32,
    /// Where statements are that have given way to others, and which ones are there.
    places: FxHashMap<StmtId, StmtId>,
    strangers: FxHashMap<StmtId, StmtId>,
    /// The names a statement defines; empty between statements.
    defined: Vec<SsaName>,
    /// The old and new numbers of statements with debug statements before them.
    after_debug: Vec<(StmtId, StmtId)>,
}

impl Packing {
    /// Before the first block. Names forget their definitions and learn them anew: some have none any more, where a
    /// statement was left out or a call does not return, and the number they know is about to be another statement's.
    fn starting(f: &mut Function) -> Packing {
        for name in f.names.values_mut() {
            name.def = StmtId::NONE;
        }
        Packing::default()
    }

    /// Moves the statements of a block.
    fn block(&mut self, f: &mut Function, block: BlockId) -> Seq {
        let mut seq = Seq::EMPTY;
        let mut at = f.blocks[block].stmts.first;
        while at.is_some() {
            let id = self.take_place(f, at);
            let stmt = &mut f.stmts[id];
            if stmt.has(StmtFlags::DEBUG_BEFORE) {
                self.after_debug.push((at, id));
            }
            at = stmt.next;
            stmt.block = block;
            stmt.prev = seq.last;
            stmt.next = if at.is_some() { StmtId(self.next) } else { StmtId::NONE };
            seq = Seq { first: if seq.is_empty() { id } else { seq.first }, last: id };
            let mut node = stmt.uses;
            while node.is_some() {
                f.uses[node].stmt = id;
                node = f.uses[node].next_in_stmt;
            }
            self.defined.extend(f.stmts[id].vdef.expand());
            f.for_each_write(id, &mut |op| self.defined.extend(op.ssa()));
            for name in self.defined.drain(..) {
                f.names[name].def = id;
            }
        }
        seq
    }

    /// Forgets the statements that have not moved.
    fn cut_off(&self, f: &mut Function) {
        f.renumber_gaps(&self.after_debug);
        f.stmts.truncate(self.next as usize);
        f.stmt_info.truncate(self.next as usize);
    }

    /// Gives a statement the next number; one that is in its place and has not moved yet gives way.
    fn take_place(&mut self, f: &mut Function, old: StmtId) -> StmtId {
        let to = StmtId(self.next);
        self.next += 1;
        let at = self.places.remove(&old).unwrap_or(old);
        self.strangers.remove(&at);
        if at != to {
            f.stmts.swap(at, to);
            f.stmt_info.swap(at, to);
            if f.stmts[at].block.is_some() {
                let stranger = self.strangers.remove(&to).unwrap_or(to);
                self.places.insert(stranger, at);
                self.strangers.insert(at, stranger);
            }
        }
        to
    }
}

/// The uses while they move from the old table to the new.
struct MovingUses {
    old: EntityVec<UseId, UseNode>,
    uses: EntityVec<UseId, UseNode>,
    /// The new number of each use.
    new: EntityVec<UseId, UseId>,
}

impl MovingUses {
    fn stmt(&mut self, stmt: &mut Stmt) {
        if let StmtKind::Phi(phi) = &mut stmt.kind {
            for arg in phi.args.iter_mut().filter(|arg| arg.use_node.is_some()) {
                arg.use_node = self.one_use(arg.use_node);
            }
            return;
        }
        let mut old = stmt.uses;
        let mut last = UseId::NONE;
        while old.is_some() {
            let next = self.old[old].next_in_stmt;
            let new = self.one_use(old);
            if last.is_some() {
                self.uses[last].next_in_stmt = new;
            } else {
                stmt.uses = new;
            }
            (old, last) = (next, new);
        }
    }

    fn one_use(&mut self, old: UseId) -> UseId {
        let new = self.uses.push(self.old[old].clone());
        self.new[old] = new;
        new
    }
}

#[cfg(test)]
mod tests {
    use crate::cfg::ENTRY;
    use crate::decl::DeclId;
    use crate::function::Function;
    use crate::location::Location;
    use crate::stmt::{StmtId, StmtKind};
    use proptest::prelude::*;

    /// The labels of each block's statements.
    fn labels(f: &Function) -> Vec<Vec<DeclId>> {
        let label = |stmt: StmtId| match f.stmts[stmt].kind {
            StmtKind::Label(label) => label,
            _ => DeclId::NONE,
        };
        let stmts = |block| f.block_stmts(block).map(label).collect();
        f.block_order().into_iter().map(stmts).collect()
    }

    proptest! {
        /// In whatever order statements were made, and whichever are in no block, they are numbered as the blocks have
        /// them afterwards, and nothing else changes.
        #[test]
        fn packed_statements_are_in_order(
            order in Just((0..30u32).collect::<Vec<_>>()).prop_shuffle(),
            placed in 0..31usize,
        ) {
            let mut f = Function::new(DeclId(0), 0);
            f.init_cfg();
            for number in 0..30 {
                f.new_stmt(StmtKind::Label(DeclId(number)), Location::default());
            }
            let mut after = ENTRY;
            for (place, &stmt) in order[..placed].iter().enumerate() {
                if place % 4 == 0 {
                    after = f.create_block(after);
                }
                f.append_to_block(after, StmtId(stmt));
            }
            let before = labels(&f);
            f.compact_cfg();
            prop_assert_eq!(labels(&f), before);
            prop_assert_eq!(f.stmts.len(), placed);
            let stmts = f.block_order().into_iter().flat_map(|block| f.block_stmts(block).collect::<Vec<_>>());
            prop_assert!(stmts.map(|stmt| stmt.0).eq(0..placed as u32));
        }
    }
}
