//! RTL itself: expressions, insns, functions, their graph, text and verifier.

pub mod binds;
pub mod cfg;
pub mod code;
mod compact;
pub mod df;
pub mod dominance;
pub mod edge_places;
pub mod function;
pub mod graph;
pub(crate) mod group;
pub mod insn_table;
pub mod jumps;
pub(crate) mod leaf;
pub mod locals;
pub mod mode;
pub mod parked;
pub mod print;
pub mod read;
pub mod real;
pub(crate) mod reg_table;
pub mod rtx;
pub mod simplify;
pub mod slim;
pub mod stamps;
pub mod summary;
pub(crate) mod verify;
pub mod worklist;
