//! Reaching definitions: which assignments a variable's value may come from.
//!
//! ```text
//!   In(B) = ∪ Out(P) over the predecessors P          Out(B) = Gen(B) ∪ (In(B) − Kill(B))
//! ```
//!
//! Forward, union. A fact is a statement that writes a register variable; the last of each variable in a block is generated, all
//! others of that variable are killed.

use super::Direction;
use super::bits::{GenKill, Meet};
use crate::ssa::into_ssa::for_each_register_def;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::stmt::StmtId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// The definitions of a function in order, each with what it defines.
pub fn definitions(unit: &Unit, f: &Function) -> Vec<(StmtId, DeclId)> {
    let mut found = Vec::new();
    for block in f.block_iter() {
        for stmt in f.block_stmts(block) {
            for_each_register_def(unit, f, stmt, &mut |var| found.push((stmt, var)));
        }
    }
    found
}

/// The problem, over `definitions`.
pub fn problem(f: &Function, definitions: &[(StmtId, DeclId)]) -> GenKill {
    let mut problem =
        GenKill::new("reaching-definitions", f, definitions.len(), Direction::Forward, Meet::Union);
    let mut of_var: FxHashMap<DeclId, Vec<usize>> = FxHashMap::default();
    for (fact, &(_, var)) in definitions.iter().enumerate() {
        of_var.entry(var).or_default().push(fact);
    }
    // What a block writes it kills, once for each variable; its last definition stands.
    let mut last: FxHashMap<DeclId, (gimple::cfg::BlockId, usize)> = FxHashMap::default();
    for (fact, &(stmt, var)) in definitions.iter().enumerate() {
        let block = f.stmts[stmt].block;
        match last.insert(var, (block, fact)) {
            Some((before, old)) if before == block => problem.generated.remove(block, old),
            _ => of_var[&var].iter().for_each(|&other| problem.killed.insert(block, other)),
        }
        problem.generated.insert(block, fact);
    }
    problem
}
