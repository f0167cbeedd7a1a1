//! `gimlet --ledger`: the sections of the ledger, a table of the compiler each.

use crate::option_table::{DEBUG, FLAGS, WARNINGS};
use gimple::ledger::{Section, markdown};
use gimple::option_row::entries;

/// The tables, in the order of the page.
fn sections() -> Vec<Section> {
    vec![
        c_frontend::parse::attribute_table::ledger(),
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

/// `--completion=PREFIX`: the options that begin so, a line each, with the values they have words for.
pub fn completions(prefix: &str) -> String {
    let groups = [(FLAGS, "-f"), (DEBUG, "-g"), (rtl_backend::MACHINE, "-m"), (WARNINGS, "-W")];
    let mut words: Vec<String> = Vec::new();
    for (table, letter) in groups {
        let names = table.iter().flat_map(|group| group.names.split_ascii_whitespace());
        for name in names {
            let (stem, values) = name.split_once('=').unwrap_or((name, ""));
            let equals = if name.contains('=') { "=" } else { "" };
            match values.strip_prefix('[').and_then(|values| values.strip_suffix(']')) {
                Some(list) => {
                    words.extend(list.split('|').map(|value| format!("{letter}{stem}={value}")));
                }
                None => words.push(format!("{letter}{stem}{equals}")),
            }
            if equals.is_empty() {
                words.push(format!("{letter}no-{stem}"));
            }
        }
    }
    words.retain(|word| word.starts_with(prefix));
    words.sort_unstable();
    words.dedup();
    words.into_iter().map(|word| word + "\n").collect()
}

/// The whole ledger as Markdown.
pub fn text() -> String {
    markdown(&sections())
}
