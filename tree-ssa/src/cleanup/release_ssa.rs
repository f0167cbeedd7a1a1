//! Pass `release_ssa`: closes the holes in the numbers of SSA names.
//!
//! ```text
//! _9 = _4 + 1;  (4 and 5 to 8 are free)   =>   _5 = _4 + 1;
//! ```
//!
//! Names that were released are forgotten, and those in use move down in order, so that tables indexed by version are
//! as small as they can be (`release_free_names_and_compact_live_names`). For the same reason the statements move
//! together in the order of the blocks ([`Function::compact_stmts`]): the early passes have left many dead. Linear.

use crate::cleanup::remove_unused_locals;
use dumps::putln;
use gimple::entity::EntityVec;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use std::fmt::Write;

/// `release_ssa` for the pass table.
pub const PASS: Pass = Pass::tree("release_ssa", execute).requires(Prop::SSA);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    // What only ends the lives of variables that are not used has names, too.
    let _ = remove_unused_locals::execute(cx, f);
    let before = f.names.len();
    let released = f.free_names.len() + f.free_names_queue.len();
    f.settle_debug(cx.unit);
    f.free_names.clear();
    f.free_names_queue.clear();
    let map = new_numbers(f);
    let kept = map.values().filter(|name| name.is_some()).count();
    cx.statistics.count("SSA names released", released as u64);
    if kept < before {
        renumber(cx, f, map);
        // What is known by version is not known any more.
        crate::analyses::alias::forget(f);
    }
    f.compact_stmts();
    if cx.dump.enabled() {
        // Of the numbers that are left, number 0 among them, as GCC counts.
        let percent = released as f64 * 100.0 / kept.max(1) as f64;
        let holes = before - kept;
        putln!(cx.dump, "Released {released} names, {percent:.2}%, removed {holes} holes");
    }
    Todo::NONE
}

/// The new number of each name; `NONE` for those that are free.
fn new_numbers(f: &Function) -> EntityVec<SsaName, SsaName> {
    let mut map = EntityVec::with_capacity(f.names.len());
    let mut next = SsaName(0);
    for data in f.names.values() {
        // Number 0 is nobody's, and stays.
        if map.is_empty() || !data.flags.intersects(NameFlags::RELEASED) {
            map.push(next);
            next.0 += 1;
        } else {
            map.push(SsaName::NONE);
        }
    }
    map
}

fn renumber(cx: &mut PassContext<'_>, f: &mut Function, map: EntityVec<SsaName, SsaName>) {
    let new = |name: SsaName| if name.is_some() { map[name] } else { name };
    for node in f.uses.values_mut() {
        if node.name.is_some() && map[node.name].is_some() {
            node.name = map[node.name];
        }
    }
    for name in f.default_defs.values_mut() {
        *name = new(*name);
    }
    for block in f.block_order() {
        for first in [f.blocks[block].phis.first, f.blocks[block].stmts.first] {
            let mut stmt = first;
            while stmt.is_some() {
                renumber_stmt(cx, f, stmt, &new);
                stmt = f.stmts[stmt].next;
            }
        }
    }
    f.rename_debug(cx.unit, &new);
    f.names.retain(|name| map[name].is_some());
    f.nonzero_bits.retain(|name| map[name].is_some(), new);
}

fn renumber_stmt(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    new: &dyn Fn(SsaName) -> SsaName,
) {
    if let StmtKind::Phi(phi) = &mut f.stmts[stmt].kind {
        phi.result = new(phi.result);
        for arg in &mut phi.args {
            if let Operand::Ssa(name) = arg.value {
                arg.value = Operand::Ssa(new(name));
            } else {
                arg.value =
                    cx.unit.replace_ssa(arg.value, &mut |name| Some(Operand::Ssa(new(name))));
            }
        }
        return;
    }
    f.map_operands(stmt, &mut |op, _| {
        cx.unit.replace_ssa(op, &mut |name| Some(Operand::Ssa(new(name))))
    });
    let data = &mut f.stmts[stmt];
    data.vuse = new(data.vuse);
    data.vdef = new(data.vdef);
}
