//! Drops local variables nothing refers to any more (`remove_unused_locals`).
//!
//! ```text
//! int x;  int D.1510;                  int D.1510;
//! <bb 2> :                        =>   <bb 2> :
//! D.1510 = n_5(D) + 1;                 D.1510 = n_5(D) + 1;
//! ```
//!
//! A variable stays that a statement names, or that an SSA name still in use is a version of. Linear.

use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::pass::{PassContext, Todo};
use gimple::ssa::name_flag;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;

/// Runs it.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let used = used_variables(cx.unit, f);
    f.locals.retain(|local| used.contains(local));
    Todo::NONE
}

fn used_variables(unit: &Unit, f: &Function) -> FxHashSet<DeclId> {
    let mut used = FxHashSet::default();
    for data in f.names.values() {
        if data.flags & (name_flag::RELEASED | name_flag::VIRTUAL) == 0 && data.var.is_some() {
            used.insert(data.var);
        }
    }
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            f.for_each_read(stmt, &mut |op| note(unit, op, &mut used));
            f.for_each_write(stmt, &mut |op| note(unit, op, &mut used));
        }
        for phi in f.phis(block) {
            f.phi(phi).args.iter().for_each(|arg| note(unit, arg.value, &mut used));
        }
    }
    used
}

fn note(unit: &Unit, op: Operand, used: &mut FxHashSet<DeclId>) {
    match op {
        Operand::Decl(decl) => {
            used.insert(decl);
        }
        Operand::Tree(id) => unit.trees.for_each_operand(id, |inner| note(unit, inner, used)),
        _ => {}
    }
}
