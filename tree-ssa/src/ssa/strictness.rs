//! Whether SSA form is strict: every read of a name is dominated by its definition.
//!
//! ```text
//!   if (a_1(D) > 0) goto <bb 3>; else goto <bb 4>;
//!   <bb 3>: x_2 = 1;
//!   <bb 4>: # x_3 = PHI <x_4(D)(2), x_2(3)>          x_4(D) is read and never written: the program is not strict
//! ```
//!
//! As in GCC a variable that may be read before it is written gets a default definition, which counts as standing at the
//! entry, so the form built is strict always, the program maybe not. [`check_strict`] is about the form,
//! [`undefined_reads`] about the program.

use crate::graph::dominance::Dominators;
use crate::ssa::out_of_ssa::is_undefined;
use gimple::cfg::{BlockId, ENTRY};
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::unit::Unit;

/// A read of a name at a place that its definition does not dominate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotDominated {
    pub name: SsaName,
    pub stmt: StmtId,
}

/// The names a statement reads, each with the block at whose end (φ) or in which it is read.
fn reads(unit: &Unit, f: &Function, stmt: StmtId, read: &mut dyn FnMut(SsaName, BlockId)) {
    let home = f.stmts[stmt].block;
    if let StmtKind::Phi(phi) = &f.stmts[stmt].kind {
        for (arg, &edge) in phi.args.iter().zip(&f.blocks[home].preds) {
            if let Some(name) = arg.value.ssa() {
                read(name, f.edges[edge].src);
            }
        }
        return;
    }
    f.for_each_read(stmt, &mut |op| unit.for_each_ssa(op, &mut |name| read(name, home)));
    if let Some(vuse) = f.stmts[stmt].vuse.expand() {
        read(vuse, home);
    }
}

fn statements(f: &Function) -> impl Iterator<Item = StmtId> + '_ {
    f.block_order()
        .into_iter()
        .flat_map(|block| f.phis(block).chain(f.block_stmts(block)).collect::<Vec<_>>())
}

/// The reads of variables that nothing has given a value on any path there, in order.
pub fn undefined_reads(unit: &Unit, f: &Function) -> Vec<NotDominated> {
    let mut found = Vec::new();
    for stmt in statements(f) {
        reads(unit, f, stmt, &mut |name, _| {
            if Some(f.names[name].var) != f.vop.expand() && is_undefined(unit, f, name) {
                found.push(NotDominated { name, stmt });
            }
        });
    }
    found
}

/// Checks that every read in a reachable block is dominated by the name's definition. Linear.
///
/// # Errors
/// The first that is not.
pub fn check_strict(unit: &Unit, f: &Function, tree: &Dominators) -> Result<(), NotDominated> {
    let mut position = vec![0u32; f.stmts.len()];
    for block in f.block_iter() {
        for (index, stmt) in (1u32..).zip(f.block_stmts(block)) {
            position[stmt.0 as usize] = index;
        }
    }
    let mut wrong = None;
    for stmt in statements(f) {
        let phi = f.is_phi(stmt);
        reads(unit, f, stmt, &mut |name, place| {
            let def = f.names[name].def;
            let home = if def.is_some() { f.stmts[def].block } else { ENTRY };
            let before = def.is_none() || position[def.0 as usize] < position[stmt.0 as usize];
            let fine = !tree.contains(place)
                || (home == place && (phi || before))
                || (home != place && tree.dominated_by(place, home));
            if !fine && wrong.is_none() {
                wrong = Some(NotDominated { name, stmt });
            }
        });
    }
    wrong.map_or(Ok(()), Err)
}
