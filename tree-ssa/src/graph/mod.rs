//! The control flow graph: dominance, orders, edits and what is cleaned up after them. No passes.

pub mod analyses;
pub mod components;
pub mod contiguous;
pub mod dom_walk;
pub mod dominance;
pub mod frontiers;
pub mod natural_loops;
pub mod order;
