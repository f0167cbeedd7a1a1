//! Pass `ifcombine`: joins conditions that lead to the same blocks.
