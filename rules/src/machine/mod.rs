//! The language of machine descriptions, and what makes Rust of them.
//!
//! A description says of every insn of a machine which expressions it computes, what its operands may be, how it is
//! printed, what it costs and how long it is. The head of a description explains the language. [`parse`] reads one,
//! [`generate`] writes Rust: a table of the insns, and the functions that find the insn of an expression by a decision
//! tree over the codes and modes of its parts (`tree.rs`).

pub mod ast;
mod generate;
mod parse;
mod tree;

pub use generate::generate;
pub use parse::parse;
