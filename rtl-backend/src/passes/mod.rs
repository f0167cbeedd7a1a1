//! The passes over RTL, each in a file of its own with a function `run`.
//!
//! A pass that prints writes to [`crate::state::RtlContext::dump`], which is `None` when nobody asked.

pub mod bbro;
pub mod ce;
pub mod combine;
mod cross_jump;
pub mod cse;
pub mod dce;
pub mod dfinit;
mod extensions;
pub mod gcse;
pub mod jump;
pub mod layout;
pub mod loop_invariant;
pub mod pro_and_epilogue;
pub mod sched;
pub mod shorten;
pub(crate) mod shrink_wrap;
mod sink_copies;
pub mod split;
pub mod subreg;
pub mod vartrack;
pub mod vregs;
