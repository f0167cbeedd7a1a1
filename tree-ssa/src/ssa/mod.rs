//! SSA form: into it, kept, and out of it again.

pub mod address_taken;
pub mod binds;
pub mod copy_blocks;
pub mod crited;
mod dfa_stats;
pub mod into_ssa;
pub mod live_region;
pub mod out_of_ssa;
pub mod phi_placement;
pub mod rename_copies;
pub mod strictness;
pub mod update_ssa;
