//! Passes over values in registers: propagation, folding, removal of what nobody uses.

pub mod backprop;
pub mod build;
pub mod ccp;
pub mod copyprop;
pub mod dce;
pub mod dom;
pub mod evrp;
pub mod fab;
pub mod fold_builtins;
mod fold_strings;
pub mod forwprop;
pub mod gimple_fold;
pub mod harden;
pub mod if_to_switch;
pub mod ifcombine;
pub mod known_call;
pub mod merge_phi;
pub mod phiopt;
pub mod propagate;
pub mod reassoc;
pub mod remove_unused_locals;
pub mod substitute;
pub mod switch_conversion;
pub mod tailcall;
pub mod thread;
pub mod types_compatible;
pub mod widening_mul;
