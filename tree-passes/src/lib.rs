//! The tree passes over one function: lowering, scalars, memory, redundancies, loops. Each stands on the analyses and edits of
//! `tree_ssa`; the whole unit is seen in `ipa`.

pub mod loops;
pub mod lowering;
pub mod memory;
pub mod redundancy;
pub mod scalar;
