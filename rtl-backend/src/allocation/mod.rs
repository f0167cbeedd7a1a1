//! Registers for pseudos: live ranges, allocation, spilling, and the check of what came out.

pub mod check_allocation;
pub(crate) mod dominating_cuts;
pub(crate) mod edge_order;
pub(crate) mod fast;
pub(crate) mod frame_refs;
pub mod ira;
pub mod live;
pub(crate) mod lra;
pub(crate) mod notes;
pub(crate) mod points;
pub mod reload;
pub(crate) mod report;
pub(crate) mod threads;
