//! The table of options against the sources: what it says has an effect is asked for, and each is asked for by its row.

use crate::support::project_dir;
use gimlet::gimple::option_data::{DEFAULTS, FLAGS};
use gimlet::gimple::option_row::Action;
use std::collections::HashSet;
use std::path::Path;

/// Where options are asked for.
const SOURCES: [&str; 8] = [
    "src",
    "dumps/src",
    "gimple/src",
    "c-frontend/src",
    "tree-ssa/src",
    "tree-passes/src",
    "ipa/src",
    "rtl-backend/src",
];
/// Where options are read as words.
const WORDS: [&str; 5] = [
    "src/cli.rs",
    "src/cli/words.rs",
    "src/option_words.rs",
    "src/opt_info.rs",
    "gimple/src/options.rs",
];

fn flags_named(dir: &Path, found: &mut HashSet<String>) {
    for entry in std::fs::read_dir(dir).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            flags_named(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("option_data.rs") {
            let text = std::fs::read_to_string(&path).expect("a source");
            for rest in text.split("Flag::").skip(1) {
                let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
                found.insert(rest[..end].to_string());
            }
        }
    }
}

fn has_effect(action: Action) -> bool {
    matches!(action, Action::Does(_) | Action::Partly(..) | Action::Own(_))
}

/// Adding a flag is its row and its reader; a flag that nobody asks for does nothing, and has no flag.
#[test]
fn every_flag_is_asked_for_and_said_to_have_an_effect() {
    let mut named = HashSet::new();
    for dir in SOURCES {
        flags_named(&project_dir(dir), &mut named);
    }
    for (flag, name, _) in DEFAULTS {
        assert!(named.contains(&format!("{flag:?}")), "nobody asks for {flag:?} (-f{name})");
        let row = FLAGS.iter().find(|row| row.names == *name).expect("each flag has a row");
        assert!(has_effect(row.action), "-f{name} is asked for, and said to do nothing");
    }
}

#[test]
fn every_other_option_with_an_effect_is_read_as_a_word() {
    let text: String = WORDS
        .iter()
        .map(|file| std::fs::read_to_string(project_dir(file)).expect("a source"))
        .collect();
    for row in FLAGS.iter().filter(|row| has_effect(row.action)) {
        if DEFAULTS.iter().any(|(_, name, _)| *name == row.names) {
            continue;
        }
        let stem = row.names.split('=').next().unwrap_or(row.names).trim_end_matches('-');
        // Some are read by what they begin with, or with the dash.
        let family = stem.split('-').next().unwrap_or(stem);
        let forms = [format!("\"{stem}"), format!("\"-f{stem}"), format!("\"{family}-\"")];
        assert!(forms.iter().any(|form| text.contains(form)), "nobody reads -f{}", row.names);
    }
}
