//! `gimlet --ledger`: the sections of the ledger, a table of the compiler each.

use gimple::ledger::{Section, markdown};

/// The tables, in the order of the page.
fn sections() -> Vec<Section> {
    Vec::new()
}

/// The whole ledger as Markdown.
pub fn text() -> String {
    markdown(&sections())
}
