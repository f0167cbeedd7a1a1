//! Gimlet tested from outside, as one program: `cargo test --test suite [MODULE]`.

mod abi;
<<<<<<< HEAD
mod build_systems;
=======
mod check;
>>>>>>> fadb41c (Lines of messages may be negative, triplets quoted; what is known to fail by its own directive leaves dg-xfail-if for another; tests of check and diff)
mod command;
mod command_lines;
mod diagnostics;
mod diff;
mod forms;
mod fuzz;
mod hostile;
mod ledger;
mod options;
mod ordinary;
mod motion;
mod passes;
mod random;
mod reference;
mod roundtrip;
mod run;
mod support;
mod tidy;
