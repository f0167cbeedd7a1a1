//! Analyses and passes over GIMPLE: dominance, into SSA, alias analysis, folding, and the passes built on them.

pub mod call_effects;
pub mod cfg_edit;
pub mod types_compatible;
