//! What the dump of `expand` says before the insns, put together only if there is one.
//!
//! ```text
//! ;; Generating RTL for gimple basic block 2
//! Merging block 3 into block 2...
//! ```

use std::fmt;

/// The text; nothing is added to it if nobody reads it.
#[derive(Default)]
pub(super) struct Report {
    text: String,
    is_read: bool,
}

impl Report {
    pub(super) fn new(is_read: bool) -> Report {
        Report { text: String::new(), is_read }
    }

    /// What `write!` calls.
    pub(super) fn write_fmt(&mut self, what: fmt::Arguments<'_>) -> fmt::Result {
        if self.is_read { fmt::Write::write_fmt(&mut self.text, what) } else { Ok(()) }
    }

    pub(super) fn text(self) -> String {
        self.text
    }
}
