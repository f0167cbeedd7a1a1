//! Analyses and passes over GIMPLE: dominance, into SSA, alias analysis, folding, and the passes built on them.

pub mod analyses;
pub mod cleanup;
pub mod dump_text;
pub mod edit;
pub mod effects;
pub mod fold;
pub mod graph;
pub mod ipa;
pub mod loops;
pub mod lowering;
pub mod memory;
pub mod profile;
pub mod redundancy;
pub mod scalar;
pub mod sets;
pub mod ssa;
