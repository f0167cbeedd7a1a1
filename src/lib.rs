//! Gimlet as a library: C or GIMPLE in, passes run one by one, their dumps and RISC-V assembly out.
//!
//! A [`Session`] has a command line's options and the passes of its user; a [`Unit`](session::Unit) is one unit on its
//! way. This is a pass of one's own after `fre1`, with its dump:
//!
//! ```
//! use gimlet::gimple::function::{Function, Prop};
//! use gimlet::gimple::pass::{DynamicPass, Hook, Pass, PassContext, Todo};
//! use std::fmt::Write;
//!
//! struct CountBlocks;
//!
//! impl DynamicPass for CountBlocks {
//!     fn describe(&self) -> Pass {
//!         Pass::of_user("count-blocks").requires(Prop::CFG)
//!     }
//!     fn execute(&mut self, cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
//!         let _ = writeln!(cx.dump, "{} blocks", f.block_order().len());
//!         Todo::NONE
//!     }
//! }
//!
//! # fn main() -> Result<(), gimlet::session::Error> {
//! let mut session = gimlet::Session::new(["-O2", "-fdump-tree-count-blocks=stdout"])?;
//! session.register("fre", 1, Hook::After, CountBlocks);
//! let mut unit = session.read("f.c", "int f (int a, int b) { return (a + b) * (b + a); }")?;
//! unit.run_to("optimized")?;
//! assert!(unit.text("f").is_some_and(|text| text.contains("_1 * _1")));
//! assert!(unit.assembly()?.contains("mulw"));
//! # Ok(())
//! # }
//! ```
//!
//! [`command`] is what the program `gimlet` does: [`cli`] reads the command line, [`driver`] takes each input as far as asked,
//! [`compile`] takes one translation unit through front end and passes, [`pass_table`] lists the passes.

mod bisect;
pub mod cli;
mod code_macros;
pub mod command;
pub mod compile;
mod dependencies;
pub mod driver;
mod explore;
mod interpret;
mod ledger;
mod manual;
mod memory_report;
mod motion;
mod opt_info;
mod opt_record;
mod option_help;
mod option_states;
mod option_table;
mod option_words;
pub mod pass_table;
mod preprocess;
#[cfg(feature = "prove")]
mod prove;
mod read_back;
mod search_path;
mod services;
pub mod session;
mod symbol_dump;
mod time_trace;

pub use session::Session;

pub use ::plugin::plugin;
pub use c_frontend;
pub use dumps;
pub use gimple;
pub use rtl_backend;
pub use tree_ssa;
