//! Analyses and passes over GIMPLE: dominance, into SSA, alias analysis, folding, and the passes built on them.

pub mod address_taken;
pub mod alias;
pub mod analyses;
pub mod call_effects;
pub mod cfg_edit;
pub mod dom_walk;
pub mod dominance;
pub mod dump_text;
pub mod frontiers;
pub mod gimple_fold;
pub mod into_ssa;
pub mod loops;
pub mod order;
pub mod out_of_ssa;
pub mod phi_placement;
pub mod phiopt;
pub mod release_ssa;
pub mod remove_unused_locals;
pub mod types_compatible;
pub mod update_ssa;
