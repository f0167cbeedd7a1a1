//! `--help=CLASS[,CLASS]...`: the options of a class that have an effect, each with what it does; with `-Q`, each with its
//! state on this command line.
//!
//! ```text
//! The following options control optimizations:
//!   -ftree-ch                   Copy loops' tests before them.
//!   -ftree-ch                                   [enabled]                          (-Q)
//! ```
//! The texts are `option_texts.txt`, in which a class begins with `# CLASS`. The manual page and completions have them, too.
//! The states are those of `option_states.txt`, which has every option of GCC.

use crate::cli::CommandLine;
use crate::option_states;
use dumps::{complain, put, putln};
use std::fmt::Write;

const TEXTS: &str = include_str!("option_texts.txt");

/// Columns of an option's name, and of a line.
const NAME: usize = 27;
const LINE: usize = 80;

/// The classes: the name, and what is said above its options.
const CLASSES: [(&str, &str); 6] = [
    ("optimizers", "The following options control optimizations:"),
    ("common", "The following options are language-independent:"),
    ("c", "The following options are supported by the language C:"),
    ("target", "The following options are target specific:"),
    ("warnings", "The following options control compiler warning messages:"),
    ("params", "The following options control parameters:"),
];

/// An option that has an effect.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    pub class: &'static str,
    /// With the dash: `-ftree-ccp`, `-march=`.
    pub name: &'static str,
    pub text: &'static str,
}

/// All options that have an effect, in the order of the page.
pub fn described() -> impl Iterator<Item = Described> {
    let mut class = "";
    TEXTS.lines().filter_map(move |line| {
        if let Some(name) = line.strip_prefix("# ") {
            class = name;
            return None;
        }
        line.split_once(' ').map(|(name, text)| Described { class, name, text })
    })
}

/// The page of some classes; unknown ones are warned of.
pub fn page(line: &CommandLine, classes: &str) -> String {
    let mut out = String::new();
    let words: Vec<&str> = classes.split(',').collect();
    // `joined` are options with a value after a `=`, `^joined` the others.
    let joined = words.iter().find_map(|word| match *word {
        "joined" => Some(true),
        "^joined" => Some(false),
        _ => None,
    });
    let wanted = |name: &str| joined.is_none_or(|joined| name.ends_with('=') == joined);
    for word in words {
        let Some((class, heading)) = CLASSES.iter().find(|class| class.0 == word) else {
            if !matches!(
                word,
                "joined" | "^joined" | "separate" | "^separate" | "undocumented" | "^undocumented"
            ) {
                complain!("gimlet: warning: unrecognized argument to ‘--help=’ option: ‘{word}’");
            }
            continue;
        };
        putln!(out, "{heading}");
        if line.states {
            option_states::page(line, class, joined, &mut out);
        } else {
            for option in described().filter(|option| option.class == *class && wanted(option.name))
            {
                row(&mut out, option.name, option.text);
            }
        }
        out.push('\n');
    }
    out
}

/// A line: the option with its text, broken into lines.
fn row(out: &mut String, name: &str, text: &str) {
    put!(out, "  {name:NAME$} ");
    let mut column = 3 + name.len().max(NAME);
    for (index, word) in text.split(' ').enumerate() {
        if index > 0 && column + word.chars().count() > LINE {
            put!(out, "\n{:1$}", "", NAME + 3);
            column = NAME + 3;
        } else if index > 0 {
            out.push(' ');
        }
        out.push_str(word);
        column += word.chars().count() + 1;
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::option_table::{DEBUG, FLAGS, WARNINGS};
    use gimple::option_row::{Action, OptionGroup};
    use std::collections::BTreeSet;

    /// The options of a table that have an effect.
    fn with_effect(table: &[OptionGroup], letter: &str) -> Vec<String> {
        let has = |group: &&OptionGroup| {
            matches!(group.action, Action::Does(_) | Action::Partly(..) | Action::Own(_))
        };
        let names = table.iter().filter(has).flat_map(|group| group.names.split_whitespace());
        let bare = |name: &str| name[..name.find('=').map_or(name.len(), |at| at + 1)].to_string();
        names.map(|name| format!("-{letter}{}", bare(name))).collect()
    }

    #[test]
    fn every_option_with_an_effect_is_described() {
        let tables = [(FLAGS, "f"), (DEBUG, "g"), (rtl_backend::MACHINE, "m"), (WARNINGS, "W")];
        let names = tables.iter().flat_map(|(table, letter)| with_effect(table, letter));
        let expected: BTreeSet<String> = names.collect();
        let there = described().filter(|option| option.class != "params");
        let there: BTreeSet<String> = there.map(|option| option.name.to_string()).collect();
        let lacking: Vec<_> = expected.difference(&there).collect();
        let left: Vec<_> = there.difference(&expected).collect();
        assert!(
            lacking.is_empty() && left.is_empty(),
            "not described: {lacking:?}; gone: {left:?}"
        );
        for option in described() {
            assert!(CLASSES.iter().any(|class| class.0 == option.class), "{option:?}");
            assert!(option.text.ends_with('.'), "{option:?}");
        }
    }

    #[test]
    fn texts_are_broken_into_lines() {
        let mut out = String::new();
        row(&mut out, "-fa", &"word ".repeat(12).trim_end().repeat(2));
        assert!(out.lines().all(|line| line.len() <= LINE), "{out}");
        assert!(out.starts_with("  -fa                         word word "), "{out}");
    }
}
