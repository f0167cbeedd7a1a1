//! What statements do: the effects of calls and what they say of their arguments, and what code costs in size.

pub mod arg_flags;
pub mod call_effects;
pub mod fn_spec;
pub mod size;
