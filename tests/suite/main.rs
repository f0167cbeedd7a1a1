//! Gimlet tested from outside, as one program: `cargo test --test suite [MODULE]`.

mod abi;
mod build_systems;
mod check;
mod command;
mod command_lines;
mod diagnostics;
mod diff;
mod forms;
mod fuzz;
mod hostile;
mod ledger;
mod library;
mod motion;
mod options;
mod ordinary;
mod passes;
mod random;
mod reference;
mod roundtrip;
mod rules;
mod run;
mod shared;
mod support;
mod tidy;
