//! The assembly file: insns, data, unwind tables, what debuggers are told.

pub mod anchors;
pub mod annotate;
pub mod cfi;
pub mod clean_state;
pub mod coverage;
pub mod data;
pub mod debug;
pub mod exceptions;
pub mod explicit_relocs;
pub mod file;
pub mod final_;
pub mod objects;
pub mod order;
pub mod varasm;
