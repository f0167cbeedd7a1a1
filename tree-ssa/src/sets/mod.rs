//! Sets of small numbers, chosen by what is asked of them.

pub(crate) mod mark_set;
pub(crate) mod ordered_set;
pub(crate) mod rounds;
