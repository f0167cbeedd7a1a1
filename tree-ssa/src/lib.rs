//! What passes over GIMPLE stand on: dominance, SSA form, alias analysis, folding, cleaning up. The passes over one function
//! are in `tree_passes`, those over the whole unit in `ipa`; neither knows the other, and nothing here knows them.

pub mod analyses;
pub mod cleanup;
pub mod dump_text;
pub mod edit;
pub mod effects;
pub mod fold;
pub mod graph;
pub mod object_size;
pub mod profile;
pub mod sets;
pub mod ssa;
