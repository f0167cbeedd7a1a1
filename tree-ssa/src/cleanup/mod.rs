//! Tidying up after passes: the CFG and its loops, locals that nothing uses, names that are free.

mod carried_labels;
pub mod cfg_cleanup;
pub mod closed_form;
pub mod fixup_cfg;
pub mod latches;
mod lexical_blocks;
pub mod preheader;
pub mod release_ssa;
pub mod remove_unused_locals;
