//! `-Q --help=CLASS`: what GCC 12.2 answers, row by row. `option_states.txt` has the rows in GCC's order:
//!
//! ```text
//! CLASSES <tab> NAME <tab> STATE[@LEVELS][; STATE@LEVELS]... [<tab> WORD=>STATE[; WORD=>STATE]...]
//! oc      -fgcse           -@01g; +@23szf
//! w       -Waddress        -                                   -Wall=>+
//! ```
//! A state is `+` (enabled), `-` (disabled), `.` (nothing), or the text itself; where the name is `!`, the row is. A word of the command line changes what
//! it names, and what the fourth column says of it; what names an option itself counts for more than what implies it.

use crate::cli::CommandLine;
use dumps::putln;
use rtl_backend::MachineOptions;
use std::fmt::Write;

const STATES: &str = include_str!("option_states.txt");

/// Columns of an option's name; one of so many, without the range of its value, has one tab before its state instead of
/// two.
const NAME: usize = 27;
const LONG_NAME: usize = 29;

/// The letters of the classes in the first column.
const LETTERS: [(&str, char); 6] = [
    ("optimizers", 'o'),
    ("common", 'c'),
    ("c", 'l'),
    ("target", 't'),
    ("warnings", 'w'),
    ("params", 'p'),
];

/// A row of the table.
struct Row {
    classes: &'static str,
    name: &'static str,
    states: &'static str,
    effects: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    STATES.lines().filter(|line| !line.starts_with('>')).filter_map(|line| {
        let mut columns = line.split('\t');
        let (classes, name, states) = (columns.next()?, columns.next()?, columns.next()?);
        if name == "!" {
            let states = line.splitn(3, '\t').nth(2)?;
            return Some(Row { classes, name, states, effects: "" });
        }
        Some(Row { classes, name, states, effects: columns.next().unwrap_or("") })
    })
}

/// The rows of a class with their states on this command line; of those with a value after a `=`, or of the others, if
/// `joined` says so.
pub fn page(line: &CommandLine, class: &str, joined: Option<bool>, out: &mut String) {
    let Some((_, letter)) = LETTERS.iter().find(|(name, _)| *name == class) else { return };
    let words = words(line);
    let level = level(&words);
    let (machine, _) = MachineOptions::read(&line.options.machine);
    for row in rows().filter(|row| row.classes.contains(*letter)) {
        if joined.is_some_and(|joined| row.name.contains('=') != joined) {
            continue;
        }
        if row.name == "!" {
            // GCC's own text of it is not cut where its name ends.
            putln!(out, "{}", row.states);
            continue;
        }
        let state = match row.name {
            "-march=" => machine.isa.name(),
            "-mfdiv" if machine.float_width == 0 => "-".to_string(),
            _ => row.state(level, &words),
        };
        let shown = match state.as_str() {
            "+" => "[enabled]",
            "-" => "[disabled]",
            "." => "",
            text => text,
        };
        let tabs = if row.width() < LONG_NAME { "\t\t" } else { "\t" };
        putln!(out, "  {:NAME$} {tabs}{shown}", row.name);
    }
    // What stands below the rows of a class.
    for text in STATES.lines().filter_map(|text| text.strip_prefix('>')?.strip_prefix(*letter)) {
        putln!(out, "{text}");
    }
}

/// The words of the command line, each whole: `--param X=1` is `--param=X=1`.
fn words(line: &CommandLine) -> Vec<String> {
    let mut words = Vec::new();
    let mut given = line.words.iter();
    while let Some(word) = given.next() {
        match (word.as_str(), given.as_slice().first()) {
            ("--param", Some(value)) => {
                words.push(format!("--param={value}"));
                given.next();
            }
            ("-W", _) => words.push("-Wextra".to_string()),
            ("-pedantic", _) => words.push("-Wpedantic".to_string()),
            _ => words.push(word.clone()),
        }
    }
    words
}

/// The letter of the optimisation level: of several the last counts.
fn level(words: &[String]) -> char {
    let mut levels = words.iter().filter_map(|word| word.strip_prefix("-O"));
    match levels.next_back() {
        None => '0',
        Some("") => '1',
        Some(level) => match level.chars().next() {
            Some(digit @ '0'..='2') if level.len() == 1 => digit,
            Some(letter @ ('s' | 'z' | 'g' | 'f')) => letter,
            _ => '3',
        },
    }
}

impl Row {
    /// The name up to its value: `-Wformat=` of `-Wformat=<0,2>`.
    fn key(&self) -> &'static str {
        self.name.find('=').map_or(self.name, |at| match self.name[at + 1..].find('=') {
            Some(more) if self.name.starts_with("--param=") => &self.name[..at + more + 2],
            _ => &self.name[..=at],
        })
    }

    /// Columns of the name, without the range of its value.
    fn width(&self) -> usize {
        match self.name.strip_suffix('>').and_then(|name| name.rsplit_once('<')) {
            Some((name, range)) if range.split(',').count() == 2 => name.len(),
            _ => self.name.len(),
        }
    }

    fn state(&self, level: char, words: &[String]) -> String {
        let mut state = self.at_level(level);
        let mut own = None;
        for word in words {
            let (_, bare, on) = parts(word);
            if let Some(implied) = self.effect(word) {
                state = implied.to_string();
            } else if !on && self.effect(&bare).is_some() {
                state = self.at_level(level);
            }
            let key = self.key();
            if key.ends_with('=') && key != "--help=" && state != "[default]" {
                own = word.strip_prefix(key).map(str::to_string).or(own);
            } else if bare == key && matches!(state.as_str(), "+" | "-") {
                own = Some(if on { "+" } else { "-" }.to_string());
            }
        }
        own.unwrap_or(state)
    }

    fn at_level(&self, level: char) -> String {
        let states = self.states.split("; ");
        let mut states = states.map(|state| state.split_once('@').unwrap_or((state, "")));
        let state = states.find(|(_, levels)| levels.is_empty() || levels.contains(level));
        state.map_or(".", |(state, _)| state).to_string()
    }

    /// What a word makes of this row.
    fn effect(&self, word: &str) -> Option<&'static str> {
        let effects = self.effects.split("; ").filter_map(|effect| effect.split_once("=>"));
        effects.filter(|(name, _)| *name == word).map(|(_, state)| state).last()
    }
}

/// A word's letter, the option it switches, and whether it switches it on.
fn parts(word: &str) -> (&str, String, bool) {
    let Some((letter, rest)) = word.split_at_checked(2) else { return (word, word.into(), true) };
    match rest.strip_prefix("no-") {
        Some(bare) => (letter, format!("{letter}{bare}"), false),
        None => (letter, word.to_string(), true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gimple::option_data::{DEFAULTS, Flag, On};
    use gimple::options::Options;

    /// Shown as GCC shows them, and here otherwise: they wait for what the machine says.
    const OTHERWISE: [&str; 2] = ["short-enums", "tree-cselim"];

    /// What passes ask for is what is shown. Without optimisation hardly any asks.
    #[test]
    fn flags_are_shown_as_they_are() {
        let levels = [
            ('1', Options::new(1, false, false)),
            ('2', Options::new(2, false, false)),
            ('3', Options::new(3, false, false)),
            ('s', Options::new(2, true, false)),
            ('g', Options::new(1, false, true)),
            ('f', Options::fast()),
        ];
        let mut wrong = Vec::new();
        for row in rows() {
            let flag = row.name.strip_prefix("-f");
            let is_it = |known: &&(Flag, &str, On)| Some(known.1) == flag;
            let Some(flag) = DEFAULTS.iter().find(is_it) else { continue };
            if OTHERWISE.contains(&flag.1) {
                continue;
            }
            for (letter, options) in &levels {
                let shown = row.at_level(*letter);
                let on = if options.on(flag.0) { "+" } else { "-" };
                if matches!(shown.as_str(), "+" | "-") && shown != on {
                    wrong.push(format!("{} at {letter} is {on}, shown {shown}", row.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn what_names_an_option_counts_for_more() {
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let state = |name: &str, text: &str| {
            let row = rows().find(|row| row.name == name).expect("a row");
            row.state(level(&words(text)), &words(text))
        };
        assert_eq!(state("-Waddress", "-Wall"), "+");
        assert_eq!(state("-Waddress", "-Wno-address -Wall"), "-");
        assert_eq!(state("-Waddress", "-Wall -Wno-all"), "-");
        assert_eq!(state("-Wformat=<0,2>", "-Wall -Wformat=2"), "2");
        assert_eq!(state("-ftree-pre", "-O1"), "-");
        assert_eq!(state("-ftree-pre", "-O1 -O2"), "+");
        assert_eq!(state("--param=max-unroll-times=", "--param=max-unroll-times=3"), "3");
    }
}
