//! Copies that make SSA form conventional: of φ arguments at the ends of the blocks they come from, of φ results after
//! the φs.
//!
//! ```text
//!   # x_1 = PHI <x_2(3), …>             # x_7 = PHI <x_8(3), …>
//!                                 =>    x_1 = x_7;              (result)
//!   <bb 3>: …                           <bb 3>: … x_8 = x_2;    (argument)
//! ```
//!
//! The copies at one place happen at once: for the questions of liveness they stand at one position. Those that turn out
//! to join names of one partition are taken out again; the rest is put in an order at the end, with a temporary for each
//! cycle. At the end of a block copies stand before the statement that decides where to go, so that no edge has to be
//! split for them, unless that statement defines something itself.

use super::classes::Classes;
use super::liveness::{END_COPIES, Liveness, TOP_COPIES, control_stmt};
use super::parallel_copy::sequentialize;
use crate::edit::Cursor;
use gimple::cfg::BlockId;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::location::Location;
use gimple::partitions::{Partition, PartitionId, Partitions, Place};
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// A copy of an argument of a φ.
#[derive(Clone, Copy)]
struct ArgumentCopy {
    phi: StmtId,
    index: usize,
    stmt: StmtId,
}

/// A copy of a φ's result: `stmt` defines the name that was the result.
#[derive(Clone, Copy)]
struct ResultCopy {
    phi: StmtId,
    stmt: StmtId,
}

/// The copies that have been inserted into a function.
#[derive(Default)]
pub struct Copies {
    arguments: Vec<ArgumentCopy>,
    results: Vec<ResultCopy>,
}

/// The real φs of a function in order.
pub fn real_phis(f: &Function) -> Vec<StmtId> {
    let mut phis = Vec::new();
    for block in f.block_iter() {
        phis.extend(f.phis(block).filter(|&phi| !f.is_virtual_phi(phi)));
    }
    phis
}

impl Copies {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.arguments.len() + self.results.len()
    }

    /// Copies the argument of a φ at a position, at the end of the block it comes from; the copy's name.
    pub fn copy_argument(
        &mut self,
        unit: &Unit,
        f: &mut Function,
        phi: StmtId,
        index: usize,
        live: &mut Liveness<'_>,
    ) -> SsaName {
        let (result, value) = (f.phi(phi).result, f.phi(phi).args[index].value);
        let edge = f.blocks[f.stmts[phi].block].preds[index];
        let src = f.edges[edge].src;
        let (name, stmt) = new_copy(unit, f, result, value);
        let mut end = match control_stmt(f, src) {
            Some(control) => Cursor::before(control),
            None => Cursor::end(src),
        };
        end.put(unit, f, stmt);
        live.place(f, stmt, END_COPIES);
        live.define(f, name);
        f.set_phi_arg(phi, index, Operand::Ssa(name));
        if let Operand::Ssa(old) = value {
            live.forget(old);
        }
        self.arguments.push(ArgumentCopy { phi, index, stmt });
        name
    }

    /// Gives a φ a new result that is copied to the old one after the φs; the new one's name.
    pub fn copy_result(
        &mut self,
        unit: &Unit,
        f: &mut Function,
        phi: StmtId,
        classes: &mut Classes,
        live: &mut Liveness<'_>,
    ) -> SsaName {
        let old = f.phi(phi).result;
        let key = live.order_key(old);
        let block = f.stmts[phi].block;
        let (name, stmt) = new_copy(unit, f, old, Operand::None);
        set_result(f, phi, name);
        f.names[old].def = stmt;
        if let StmtKind::Assign { lhs, rhs, .. } = &mut f.stmts[stmt].kind {
            (*lhs, rhs[0]) = (Operand::Ssa(old), Operand::Ssa(name));
        }
        Cursor::start(block).put(unit, f, stmt);
        live.place(f, stmt, TOP_COPIES);
        live.define(f, name);
        live.define(f, old);
        live.forget(old);
        classes.rekey(old, key, live);
        self.results.push(ResultCopy { phi, stmt });
        name
    }

    /// Takes out the copies within one class; how many there were.
    pub fn remove_coalesced(&mut self, f: &mut Function, classes: &mut Classes) -> usize {
        let before = self.count();
        self.arguments.retain(|copy| {
            let Some((lhs, rhs)) = sides(f, copy.stmt) else { return true };
            let within =
                matches!(rhs, Operand::Ssa(name) if classes.find(name) == classes.find(lhs));
            if within {
                f.set_phi_arg(copy.phi, copy.index, rhs);
                f.remove_stmt(copy.stmt);
            }
            !within
        });
        self.results.retain(|copy| {
            let Some((lhs, Operand::Ssa(rhs))) = sides(f, copy.stmt) else { return true };
            let within = classes.find(rhs) == classes.find(lhs);
            if within {
                f.detach_stmt(copy.stmt);
                set_result(f, copy.phi, lhs);
                f.release_ssa_name(rhs);
            }
            !within
        });
        before - self.count()
    }

    /// Puts the copies of each place in an order in which they may happen one after the other; the number of temporaries
    /// that took.
    pub fn put_in_order(
        &self,
        unit: &Unit,
        f: &mut Function,
        partitions: &mut Partitions,
    ) -> usize {
        let mut temporaries = 0;
        let ends = self.arguments.iter().map(|copy| (copy.stmt, true));
        let tops = self.results.iter().map(|copy| (copy.stmt, false));
        let mut groups: Vec<(BlockId, bool, StmtId)> =
            ends.chain(tops).map(|(stmt, end)| (f.stmts[stmt].block, end, stmt)).collect();
        groups.sort_unstable();
        for group in groups.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let stmts: Vec<StmtId> = group.iter().map(|entry| entry.2).collect();
            if stmts.len() > 1 {
                temporaries += order_group(unit, f, partitions, &stmts);
            }
        }
        temporaries
    }
}

/// A name like `like` and a statement, in no block yet, that copies `value` to it.
fn new_copy(unit: &Unit, f: &mut Function, like: SsaName, value: Operand) -> (SsaName, StmtId) {
    let stmt = f.new_stmt(StmtKind::copy(Operand::None, value), Location::default());
    let (var, ty, ident) = (f.names[like].var, f.names[like].ty, f.names[like].ident);
    let name = match var.expand() {
        Some(var) => f.make_ssa_name(unit, var, stmt),
        None => f.make_temp_ssa_name(ty, ident, stmt),
    };
    if let StmtKind::Assign { lhs, .. } = &mut f.stmts[stmt].kind {
        *lhs = Operand::Ssa(name);
    }
    (name, stmt)
}

fn set_result(f: &mut Function, phi: StmtId, name: SsaName) {
    if let StmtKind::Phi(node) = &mut f.stmts[phi].kind {
        node.result = name;
    }
    f.names[name].def = phi;
}

/// What a copy writes, and what it reads.
fn sides(f: &Function, stmt: StmtId) -> Option<(SsaName, Operand)> {
    match f.stmts[stmt].kind {
        StmtKind::Assign { lhs: Operand::Ssa(lhs), rhs, .. } => Some((lhs, rhs[0])),
        _ => None,
    }
}

/// Orders copies that happen at once, which stand one after the other; the number of temporaries.
fn order_group(
    unit: &Unit,
    f: &mut Function,
    partitions: &mut Partitions,
    stmts: &[StmtId],
) -> usize {
    let mut of_target = FxHashMap::default();
    let mut copies = Vec::with_capacity(stmts.len());
    for &stmt in stmts {
        let Some((lhs, rhs)) = sides(f, stmt) else { continue };
        let source = match rhs {
            Operand::Ssa(name) => Place::Partition(partitions.of(name)),
            value => Place::Value(value),
        };
        of_target.insert(partitions.of(lhs), stmt);
        copies.push((partitions.of(lhs), source));
    }
    // What stands after the group, before which its statements are put back.
    let members: FxHashSet<StmtId> = stmts.iter().copied().collect();
    let mut nexts = stmts.iter().map(|&stmt| f.stmts[stmt].next);
    let after = nexts.find(|next| !members.contains(next)).and_then(|next| next.expand());
    let block = f.stmts[stmts[0]].block;
    for &stmt in stmts {
        f.unlink_stmt(stmt);
    }
    let put = |f: &mut Function, stmt: StmtId| match after {
        Some(next) => f.insert_before(next, stmt),
        None => f.append_to_block(block, stmt),
    };
    let mut saved: FxHashMap<_, SsaName> = FxHashMap::default();
    for copy in sequentialize(&copies) {
        match (copy.dst, copy.src) {
            (Place::SavedOf(partition), _) => {
                let Some(name) = value_read(f, stmts, partitions, partition) else { continue };
                let ty = f.names[name].ty;
                let (temporary, stmt) = new_copy(unit, f, name, Operand::Ssa(name));
                f.names[temporary].var = DeclId::NONE;
                f.names[temporary].ident = Symbol::NONE;
                put(f, stmt);
                f.update_stmt(unit, stmt);
                let own = Partition { count: 1, var: DeclId::NONE, ty };
                let partition_of = partitions.table.push(own);
                partitions.of.resize(f.names.len(), PartitionId::NONE);
                partitions.of[temporary.0 as usize] = partition_of;
                saved.insert(partition, temporary);
            }
            (Place::Partition(target), source) => {
                let Some(&stmt) = of_target.get(&target) else { continue };
                if let Place::SavedOf(partition) = source
                    && let Some(&temporary) = saved.get(&partition)
                    && let StmtKind::Assign { rhs, .. } = &mut f.stmts[stmt].kind
                {
                    rhs[0] = Operand::Ssa(temporary);
                }
                put(f, stmt);
                f.update_stmt(unit, stmt);
            }
            (Place::Value(_), _) => {}
        }
    }
    saved.len()
}

/// The name under which a group of copies reads a partition.
fn value_read(
    f: &Function,
    stmts: &[StmtId],
    partitions: &Partitions,
    partition: PartitionId,
) -> Option<SsaName> {
    stmts.iter().find_map(|&stmt| match sides(f, stmt) {
        Some((_, Operand::Ssa(name))) if partitions.of(name) == partition => Some(name),
        _ => None,
    })
}
