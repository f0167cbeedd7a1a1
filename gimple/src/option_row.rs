//! A table of command-line options as data: what each does here, and which values it takes.

use crate::ledger::{Entry, Support};

/// What becomes of the options of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Done as GCC does it; the test's path.
    Does(&'static str),
    /// Done as far as the test shows; what is not done.
    Partly(&'static str, &'static str),
    /// Done, an option of our own that GCC has not; the test's path.
    Own(&'static str),
    /// Read and without effect; why nothing a program means depends on it here.
    Harmless(&'static str),
    /// Not implemented: refused, where it is not switched off.
    Sorry,
    /// Switching it off is not implemented.
    SorryOff,
    /// Refused by GCC too for this target, with these words; `%` is the value.
    Error(&'static str),
}

/// Options with one fate.
pub struct OptionGroup {
    pub action: Action,
    /// The names, without the dash and letter, between blanks. One that takes a value ends in `=`, after which `#` stands
    /// for a number and `[a|b]` for words to choose from.
    pub names: &'static str,
}

/// What a command line's word comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Take,
    /// The option is none of the table's.
    Unknown,
    /// Refused: not implemented.
    Sorry,
    /// Refused with these messages.
    Errors(Vec<String>),
}

/// Judges a word by a table: `letter` is `-f` or `-m`, `word` what follows.
pub fn judge(groups: &[OptionGroup], letter: &str, word: &str) -> Verdict {
    let (bare, on) = word.strip_prefix("no-").map_or((word, true), |bare| (bare, false));
    let (stem, value) = match bare.find('=') {
        Some(at) => (&bare[..=at], Some(&bare[at + 1..])),
        None => (bare, None),
    };
    for group in groups {
        for name in group.names.split_ascii_whitespace() {
            let (key, values) = split(name);
            let joined = key.ends_with('-') && bare.len() > key.len() && bare.starts_with(key);
            if key != stem && !joined {
                continue;
            }
            if on && let Some(problem) = value.and_then(|value| check(letter, stem, value, values))
            {
                return Verdict::Errors(problem);
            }
            return match group.action {
                Action::Sorry if on => Verdict::Sorry,
                Action::SorryOff if !on => Verdict::Sorry,
                Action::Error(text) if on => {
                    Verdict::Errors(vec![text.replace('%', value.unwrap_or_default())])
                }
                _ => Verdict::Take,
            };
        }
    }
    Verdict::Unknown
}

/// A name of a table and what it says of values.
fn split(name: &str) -> (&str, &str) {
    match name.find('=') {
        Some(at) => name.split_at(at + 1),
        None => (name, ""),
    }
}

fn check(letter: &str, stem: &str, value: &str, values: &str) -> Option<Vec<String>> {
    let option = format!("{letter}{stem}");
    if values == "#" {
        let ok = value.parse::<u32>().is_ok();
        let text = format!("argument to ‘{option}’ should be a non-negative integer");
        return (!ok).then(|| vec![text]);
    }
    let words = values.strip_prefix('[')?.strip_suffix(']')?;
    if words.split('|').any(|word| word == value) {
        return None;
    }
    let problem = match stem {
        "visibility=" => format!("unrecognized visibility value ‘{value}’"),
        "excess-precision=" => format!("unknown excess precision style ‘{value}’"),
        _ => format!("unrecognized argument in option ‘{option}{value}’"),
    };
    let mut valid: Vec<&str> = words.split('|').collect();
    valid.sort_unstable();
    Some(vec![problem, format!("valid arguments to ‘{option}’ are: {}", valid.join(" "))])
}

/// The lines of the ledger for a table, in order of their names.
pub fn entries(groups: &[OptionGroup], letter: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = groups
        .iter()
        .filter(|group| !matches!(group.action, Action::Own(_)))
        .flat_map(|group| {
            group.names.split_ascii_whitespace().map(|name| Entry {
                name: format!("{letter}{}", split(name).0),
                support: match group.action {
                    Action::Does(test) | Action::Own(test) => Support::Implemented(test),
                    Action::Partly(test, missing) => Support::Partly(test, missing),
                    Action::Harmless(why) => Support::Harmless(why),
                    Action::SorryOff => {
                        Support::Harmless("the default; switching it off is refused")
                    }
                    Action::Sorry | Action::Error(_) => Support::Refused,
                },
            })
        })
        .collect();
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[OptionGroup] = &[
        OptionGroup { action: Action::Sorry, names: "sanitize= openmp fixed-" },
        OptionGroup { action: Action::SorryOff, names: "asm" },
        OptionGroup {
            action: Action::Harmless("of no consequence"),
            names: "web level=# style=[a|b]",
        },
        OptionGroup { action: Action::Error("‘-fcf=%’ is not supported"), names: "cf=" },
    ];

    #[test]
    fn a_word_is_judged_by_its_row() {
        let of = |word| judge(TABLE, "-f", word);
        assert_eq!(of("sanitize=address"), Verdict::Sorry);
        assert_eq!(of("no-sanitize=address"), Verdict::Take);
        assert_eq!(of("fixed-a0"), Verdict::Sorry);
        assert_eq!(of("asm"), Verdict::Take);
        assert_eq!(of("no-asm"), Verdict::Sorry);
        assert_eq!(of("web"), Verdict::Take);
        assert_eq!(of("webb"), Verdict::Unknown);
        assert_eq!(of("level=3"), Verdict::Take);
        assert!(matches!(of("level=x"), Verdict::Errors(_)));
        assert!(matches!(of("style=c"), Verdict::Errors(texts) if texts.len() == 2));
        assert_eq!(
            of("cf=full"),
            Verdict::Errors(vec!["‘-fcf=full’ is not supported".to_string()])
        );
    }
}
