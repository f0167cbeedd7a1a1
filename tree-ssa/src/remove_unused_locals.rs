//! Drops local variables nothing refers to any more (`remove_unused_locals`).
//!
//! ```text
//! int x;  int D.1510;                  int D.1510;
//! <bb 2> :                        =>   <bb 2> :
//! D.1510 = n_5(D) + 1;                 D.1510 = n_5(D) + 1;
//! ```
//!
//! A variable stays that a statement names, or that an SSA name still in use is a version of. The end of a variable's
//! life is no use; such clobbers go with their variables. Linear.

use crate::into_ssa::is_clobber;
use crate::lexical_blocks;
use crate::update_ssa::unlink_stmt_vdef;
use gimple::decl::{DeclId, DeclKind};
use gimple::function::Function;
use gimple::pass::{PassContext, Todo};
use gimple::ssa::name_flag;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// Runs it.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let used = used_variables(cx.unit, f);
    let blocks = {
        let unit = &*cx.unit;
        let mut goes = |f: &Function, stmt| {
            clobbered_variable(unit, f, stmt).is_some_and(|var| !used.contains(&var))
        };
        lexical_blocks::used_blocks(f, &mut goes)
    };
    remove_clobbers(cx.unit, f, &used);
    remove_locals(f, &used);
    lexical_blocks::prune(cx.unit, f, &used, blocks);
    if cx.dump.details() {
        let flags = cx.dump.flags();
        // Errors of the dump's file wait in the dump manager.
        let _ = cx.dump.write_str(&lexical_blocks::text(cx.unit, f, flags));
    }
    Todo::NONE
}

/// Drops the unused variables, and the names of the values they would have on entry.
fn remove_locals(f: &mut Function, used: &FxHashSet<DeclId>) {
    let (kept, unused) =
        std::mem::take(&mut f.locals).into_iter().partition(|local| used.contains(local));
    f.locals = kept;
    let unused: Vec<DeclId> = unused;
    for local in unused {
        if let Some(&name) = f.default_defs.get(&local) {
            f.release_ssa_name(name);
        }
    }
}

fn used_variables(unit: &Unit, f: &Function) -> FxHashSet<DeclId> {
    let mut used = FxHashSet::default();
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            if clobbered_variable(unit, f, stmt).is_some() {
                continue;
            }
            if let StmtKind::Label(label) = f.stmts[stmt].kind {
                used.insert(label);
            }
            f.for_each_read(stmt, &mut |op| note(unit, f, op, &mut used));
            f.for_each_write(stmt, &mut |op| note(unit, f, op, &mut used));
        }
        for phi in f.phis(block) {
            let phi = f.phi(phi);
            if !f.names[phi.result].has(name_flag::VIRTUAL) {
                note(unit, f, Operand::Ssa(phi.result), &mut used);
                phi.args.iter().for_each(|arg| note(unit, f, arg.value, &mut used));
            }
        }
    }
    used
}

/// The local variable whose life a statement ends.
fn clobbered_variable(unit: &Unit, f: &Function, stmt: StmtId) -> Option<DeclId> {
    let StmtKind::Assign { lhs, .. } = f.stmts[stmt].kind else { return None };
    if !is_clobber(unit, f, stmt) {
        return None;
    }
    match unit.trees.base_address(lhs) {
        Operand::Decl(var) if !unit.decls[var].is_global() => Some(var),
        _ => None,
    }
}

fn remove_clobbers(unit: &mut Unit, f: &mut Function, used: &FxHashSet<DeclId>) {
    for block in f.block_order() {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            if clobbered_variable(unit, f, stmt)
                .is_some_and(|var| unit.decls[var].kind == DeclKind::Var && !used.contains(&var))
            {
                unlink_stmt_vdef(unit, f, stmt);
                f.remove_stmt(stmt);
            }
        }
    }
}

fn note(unit: &Unit, f: &Function, op: Operand, used: &mut FxHashSet<DeclId>) {
    match op {
        Operand::Decl(decl) => {
            used.insert(decl);
        }
        Operand::Ssa(name) if f.names[name].var.is_some() => {
            used.insert(f.names[name].var);
        }
        Operand::Tree(id) => unit.trees.for_each_operand(id, |inner| note(unit, f, inner, used)),
        _ => {}
    }
}
