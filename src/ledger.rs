//! `gimlet --ledger`: the sections of the ledger, a table of the compiler each.

use crate::option_table::{DEBUG, FLAGS, WARNINGS};
use gimple::ledger::{Section, markdown};
use gimple::option_row::entries;

/// The tables, in the order of the page.
fn sections() -> Vec<Section> {
    vec![
        c_frontend::parse::attributes::ledger(),
        c_frontend::parse::builtin::ledger(),
        options(),
        c_frontend::parse::pragma::ledger(),
    ]
}

/// The command line's options.
fn options() -> Section {
    let groups = [(FLAGS, "-f"), (DEBUG, "-g"), (rtl_backend::MACHINE, "-m"), (WARNINGS, "-W")];
    let entries = groups.iter().flat_map(|(table, letter)| entries(table, letter)).collect();
    Section { title: "Options", entries }
}

/// The whole ledger as Markdown.
pub fn text() -> String {
    markdown(&sections())
}
