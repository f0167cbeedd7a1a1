//! The control flow graph: dominance, orders, edits and what is cleaned up after them. No passes.

mod carried_labels;
pub mod cfg_cleanup;
pub mod cfg_edit;
pub mod copy_blocks;
pub mod dom_walk;
pub mod dominance;
pub mod frontiers;
pub mod order;
