//! Memory: what may overlap, what is stored in vain, how large objects are.

pub mod alias;
pub mod dse;
pub mod object_size;
