//! Names of temporaries that become variables again, as control comes to their uses by other ways than their definitions.
//!
//! ```text
//!   _1 = one (2);                        D.5 = one (2);
//!
//!   <bb 4> :                             <bb 4> :         <- setjmp may return here once more, from any later call
//!   _2 = _setjmp (&b);            =>     _2 = _setjmp (&b);
//!   _3 = _1 + _2;                        _3 = D.5 + _2;
//! ```
//!
//! Gimplification makes names where an expression's value is used once, further down; only edges that stand for no jump
//! of the source (calls that return twice, labels whose addresses are taken) lead between the two.

use crate::edit::locals::new_local;
use crate::graph::dominance::Dominators;
use gimple::cfg::{BlockId, EdgeFlags};
use gimple::entity::EntityVec;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// Makes variables of the names whose definitions do not dominate all their uses.
pub fn make_variables(unit: &mut Unit, f: &mut Function, tree: &Dominators) {
    if !f.edges.values().any(|edge| edge.flags.intersects(EdgeFlags::ABNORMAL)) {
        return;
    }
    let statements: Vec<StmtId> =
        f.block_order().into_iter().flat_map(|block| f.block_stmts(block)).collect();
    let mut names = undominated(unit, f, tree, &statements);
    if names.is_empty() {
        return;
    }
    names.sort_unstable();
    names.dedup();
    let mut variables: FxHashMap<SsaName, Operand> = FxHashMap::default();
    for &name in &names {
        let var = new_local(unit, f, f.names[name].ty, None);
        variables.insert(name, Operand::Decl(var));
    }
    for stmt in statements {
        let mut changed = false;
        f.map_operands(stmt, &mut |op, _| {
            let new = unit.replace_ssa(op, &mut |name| variables.get(&name).copied());
            changed |= new != op;
            new
        });
        if changed {
            f.update_stmt(unit, stmt);
        }
    }
    for name in names {
        f.release_ssa_name(name);
    }
}

/// The names used where their definitions do not reach on all paths, once for each such use.
fn undominated(
    unit: &Unit,
    f: &Function,
    tree: &Dominators,
    statements: &[StmtId],
) -> Vec<SsaName> {
    let mut defined: EntityVec<SsaName, BlockId> = EntityVec::filled(BlockId::NONE, f.names.len());
    for &stmt in statements {
        f.for_each_write(stmt, &mut |op| {
            if let Operand::Ssa(name) = op {
                defined[name] = f.stmts[stmt].block;
            }
        });
    }
    let mut found = Vec::new();
    for &stmt in statements {
        let block = f.stmts[stmt].block;
        let mut read = |name: SsaName| {
            let from = defined[name];
            if from.is_some() && from != block && !tree.dominated_by(block, from) {
                found.push(name);
            }
        };
        f.for_each_used_name(unit, stmt, &mut read);
    }
    found
}
