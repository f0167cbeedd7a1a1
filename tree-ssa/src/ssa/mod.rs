//! SSA form: into it, kept, and out of it again.

pub mod address_taken;
pub mod binds;
pub mod crited;
mod dfa_stats;
pub mod into_ssa;
pub mod live_region;
pub mod out_of_ssa;
pub mod phi_placement;
pub mod release_ssa;
pub mod strictness;
pub mod uncprop;
pub mod update_ssa;
