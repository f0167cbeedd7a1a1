//! What is computed more than once: value numbering, partial redundancy, code motion and sinking.

pub mod motion;
pub mod sink;
pub mod tail_merge;
pub mod vn;
