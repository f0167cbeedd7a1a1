//! Passes over the functions of a unit together.

pub mod canonical_initializers;
pub mod inline;
pub mod pure_const;
pub mod remove_symbols;
