//! Names in copies of blocks without an update of SSA form: what a copy defines takes the place of what its original does, in
//! the copy.
//!
//! ```text
//!   <bb 7> :                          <bb 7> :
//!   # x_8 = PHI <>                    # x_8 = PHI <>
//!   _9 = x_1 + 1;             =>      _9 = x_8 + 1;
//!   if (_2 > n_3(D)) ...              if (_9 > n_3(D)) ...
//! ```

use crate::graph::analyses;
use crate::ssa::binds;
use crate::ssa::update_ssa::{PendingUpdate, Shown, dump_summary};
use dumps::Dump;
use dumps::putln;
use gimple::cfg::BlockId;
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt::Write;

/// Lets copies of blocks use the names that are registered for them, where nothing else is to be updated: what the originals
/// define is used after them through φs only, which have arguments for the copies. Costs what is in the copies.
pub fn rename_in_copies(
    (unit, dump): (&mut Unit, &mut Dump<'_>),
    f: &mut Function,
    copies: &[BlockId],
    (start, affected): (BlockId, &[BlockId]),
) {
    let pending = analyses::of(f).kept.of::<PendingUpdate>();
    let replaced = std::mem::take(&mut pending.replaced);
    let mut copy_of: FxHashMap<SsaName, SsaName> = FxHashMap::default();
    for (&new, olds) in &replaced {
        for &name in olds.iter().chain([&new]) {
            f.names[name].flags = f.names[name].flags.without(NameFlags::UPDATING);
        }
        copy_of.extend(olds.first().map(|&old| (old, new)));
    }
    if dump.enabled() {
        if dump.details() {
            putln!(dump, "\nUpdating SSA:");
        }
        let affected = affected.iter().map(|block| block.0 as usize).collect();
        let shown = Shown { replaced, symbols: Vec::new(), affected };
        dump_summary(unit, f, dump, &shown, &[], start);
    }
    let named = |name: SsaName| copy_of.get(&name).map(|&copy| Operand::Ssa(copy));
    for &block in copies {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            rename_uses(unit, f, stmt, &named);
        }
        for place in f.debug_places(block) {
            binds::replace_at(unit, f, place, &mut |_, _, name| named(name));
        }
        for edge in f.blocks[block].succs.clone() {
            let index = f.edges[edge].dst_idx as usize;
            let phis: Vec<StmtId> = f.phis(f.edges[edge].dst).collect();
            for phi in phis {
                if let Some(copy) = f.phi(phi).args[index].value.ssa().and_then(named) {
                    f.set_phi_arg(phi, index, copy);
                }
            }
        }
    }
}

/// Replaces what a statement uses, memory included.
fn rename_uses(
    unit: &mut Unit,
    f: &mut Function,
    stmt: StmtId,
    named: &dyn Fn(SsaName) -> Option<Operand>,
) {
    let mut wanted: SmallVec<[(Operand, Operand); 4]> = SmallVec::new();
    f.for_each_read(stmt, &mut |op| wanted.push((op, op)));
    f.for_each_write(stmt, &mut |op| wanted.extend(op.tree().map(|_| (op, op))));
    for (_, new) in &mut wanted {
        *new = unit.replace_ssa(*new, &mut |name| named(name));
    }
    wanted.retain(|(old, new)| old != new);
    let state = f.stmts[stmt].vuse;
    if !wanted.is_empty() {
        f.map_operands(stmt, &mut |op, write| {
            let may_change = !write || op.tree().is_some();
            let found = wanted.iter().find(|entry| may_change && entry.0 == op);
            found.map_or(op, |entry| entry.1)
        });
        f.update_stmt(unit, stmt);
    }
    if let Some(Operand::Ssa(copy)) = state.expand().and_then(named) {
        f.set_vuse(stmt, copy);
    }
}
