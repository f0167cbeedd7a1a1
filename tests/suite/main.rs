//! Gimlet tested from outside, as one program: `cargo test --test suite [MODULE]`.

mod abi;
mod bisect;
mod book;
mod book_passes;
mod browser;
mod build_systems;
mod check;
mod claims;
mod command;
mod command_lines;
mod coverage;
mod debug;
mod diagnostics;
mod diff;
mod dump_options;
mod explore;
mod explore_live;
mod file_system;
mod forms;
mod fuzz;
mod hostile;
mod interpreter;
mod ledger;
mod library;
mod manual;
mod motion;
mod option_rows;
mod options;
mod ordinary;
mod passes;
mod plugin;
#[cfg(feature = "prove")]
mod prove;
mod random;
#[cfg(feature = "prove")]
mod readme;
mod reference;
mod reference_ipa;
mod roundtrip;
mod rtl_text;
mod rules;
mod run;
mod sanitize;
mod shared;
mod support;
mod tidy;
