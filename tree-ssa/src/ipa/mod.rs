//! Passes over the functions of a unit together.

pub mod call_edges;
pub mod comdats;
pub mod cp;
pub mod devirt;
mod fn_summary;
pub mod icf;
pub mod inline;
mod local_functions;
pub mod malloc_like;
pub mod modref;
pub mod nothrow;
mod param_loads;
mod predicate;
pub mod pure_const;
pub mod reference;
pub mod remove_symbols;
mod renaming;
pub mod single_use;
pub mod split;
pub mod sra;
mod summary;
pub mod summary_text;
mod symbol_text;
mod version;
pub mod visibility;
pub mod whole_program;
