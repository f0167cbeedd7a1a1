//! Sets of small numbers, chosen by what is asked of them.

pub mod mark_set;
pub mod ordered_set;
pub mod rounds;
