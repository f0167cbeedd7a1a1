//! Live variables: those whose value may still be read.
//!
//! ```text
//!   LiveOut(B) = ∪ LiveIn(S) over the successors S     LiveIn(B) = LiveUse(B) ∪ (LiveOut(B) − Def(B))
//! ```
//!
//! Backward, union. `LiveUse` are the register variables a block reads before it writes them.

use super::Direction;
use super::bits::{GenKill, Meet};
use crate::ssa::into_ssa::{for_each_register_def, for_each_register_use};
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// The register variables of a function in order of their uids, with their numbers.
pub fn variables(unit: &Unit, f: &Function) -> (Vec<DeclId>, FxHashMap<DeclId, usize>) {
    let mut found: Vec<DeclId> = Vec::new();
    for block in f.block_iter() {
        for stmt in f.block_stmts(block) {
            for_each_register_use(unit, f, stmt, &mut |var| found.push(var));
            for_each_register_def(unit, f, stmt, &mut |var| found.push(var));
        }
    }
    found.sort_unstable();
    found.dedup();
    let numbers = found.iter().enumerate().map(|(index, &var)| (var, index)).collect();
    (found, numbers)
}

/// The problem, over the variables numbered by `numbers`.
pub fn problem(unit: &Unit, f: &Function, numbers: &FxHashMap<DeclId, usize>) -> GenKill {
    let mut problem =
        GenKill::new("live-variables", f, numbers.len(), Direction::Backward, Meet::Union);
    for block in f.block_iter() {
        for stmt in f.block_stmts(block) {
            for_each_register_use(unit, f, stmt, &mut |var| {
                let fact = numbers[&var];
                if !problem.killed.contains(block, fact) {
                    problem.generated.insert(block, fact);
                }
            });
            for_each_register_def(unit, f, stmt, &mut |var| {
                problem.killed.insert(block, numbers[&var]);
            });
        }
    }
    problem
}
