//! What is found out about functions: where pointers lead and what statements touch, how values change in loops and how
//! often those run, ranges, data flow. What is kept with a function is found in `graph::analyses`.

pub mod address_bits;
pub mod alias;
pub mod alignment;
pub mod data_ref;
pub mod dataflow;
pub mod early_uninit;
pub mod int_cost;
pub mod live_locals;
pub mod nest_ref;
pub mod niter;
pub mod points_to;
pub mod ranges;
pub mod scev;
pub mod sums;
pub mod switch_clusters;
pub mod symbol_references;
pub mod trap;
pub mod uninit;
pub mod waccess;
