//! Dump files, and everything that reads dumps as text.
//!
//! This crate knows how GCC spells its dump options, how it names dump files and what it writes
//! around them; it knows nothing of the IR that is dumped. The writing half is used by the pass
//! manager and by every pass:
//!
//! * [`options`]: `-fdump-tree-PASS-details=FILE`, `-fdisable-tree-PASS=f`, resolved against the pass table;
//! * [`naming`]: `-o -dumpdir -dumpbase -dumpbase-ext` to `BASE.034t.ccp1`;
//! * [`stream`]: the [`DumpManager`] that owns the files and the [`Dump`] sink a pass writes to;
//! * [`mod@put`]: macros for text that is written without fail;
//! * [`timing`]: the table of `-ftime-report`;
//! * [`usage`]: what a subcommand says that is called wrongly.
//!
//! The reading half is used by tests and by `gimlet check`:
//!
//! * [`directives`]: DejaGnu's `dg-…` comments, read and evaluated; [`tcl_regex`]: their patterns;
//! * [`check`]: runs a compiler on a test and judges what it left;
//! * [`compare`]: a dump held against a reference dump; [`diff`]: two sets of dumps, by structure.

pub mod check;
pub mod compare;
pub mod diff;
pub mod directives;
pub mod dot;
pub mod naming;
pub mod options;
pub mod put;
pub mod stream;
pub mod tcl_regex;
pub mod timing;
pub mod usage;

pub use naming::{DumpNaming, NamingInputs, OutputStage};
pub use options::{
    DumpFlags, DumpKind, DumpOptions, OptionMessage, PassDumpInfo, PassState, Severity,
};
pub use stream::{Dump, DumpManager, MemoryDump};
