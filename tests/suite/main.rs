//! Gimlet tested from outside, as one program: `cargo test --test suite [MODULE]`.

mod passes;
mod reference;
mod run;
mod support;
mod tidy;
