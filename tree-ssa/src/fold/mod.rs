//! Folding: simpler statements for what is known, the engine that propagates values, and putting values in place of names.

mod build;
pub mod fold_builtins;
pub mod fold_memory;
mod fold_strings;
pub mod gimple_fold;
pub mod known_call;
pub mod place;
pub mod propagate;
pub mod substitute;
