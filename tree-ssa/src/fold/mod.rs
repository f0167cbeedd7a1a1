//! Folding: simpler statements for what is known, the engine that propagates values, and putting values in place of names.

use gimple::tree::Operand;
use gimple::unit::Unit;

mod build;
pub mod fold_builtins;
mod fold_compared;
pub mod fold_memory;
mod fold_strings;
pub mod gimple_fold;
pub mod known_call;
pub mod place;
pub mod propagate;
pub mod substitute;

/// Whether an operand is the same value wherever it is evaluated in the function (`is_gimple_min_invariant`).
pub fn is_invariant(unit: &Unit, op: Operand) -> bool {
    match op {
        Operand::Const(_) => true,
        _ => unit.addressed(op).is_some_and(|object| {
            let mut names = false;
            unit.for_each_ssa(object, &mut |_| names = true);
            !names
                && matches!(unit.trees.base_address(object), Operand::Decl(_) | Operand::Const(_))
        }),
    }
}
