//! The book under `docs/book`: its commands are run, and print what stands there.
//!
//! A block ```` ```console ```` has commands after `$ ` and what they print. `$ cat FILE` makes the file that it shows.
//! `GIMLET_BLESS=1` writes into the book what the commands print now.

use crate::support::{ScratchDir, project_dir, require_tools, shell};
use std::fs;
use std::path::Path;

/// A block as it is when its commands have been run.
fn renewed(block: &str, dir: &Path) -> String {
    let mut out = String::new();
    let mut lines = block.lines().peekable();
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("$ ").expect("a block begins with a command");
        let mut shown = String::new();
        while let Some(next) = lines.next_if(|line| !line.starts_with("$ ")) {
            shown.push_str(next);
            shown.push('\n');
        }
        if let Some(file) = command.strip_prefix("cat ") {
            fs::write(dir.join(file), &shown).expect("a file");
        } else {
            shown = shell(command, dir);
        }
        out.push_str(&format!("{line}\n{}", shown.trim_start_matches('\n')));
    }
    out
}

#[test]
fn its_commands_print_what_it_says() {
    require_tools();
    let folder = project_dir("docs/book/src");
    let summary = fs::read_to_string(folder.join("SUMMARY.md")).expect("a summary");
    let chapters = summary.split("](").skip(1).filter_map(|part| part.split(')').next());
    let mut different = Vec::new();
    for chapter in chapters {
        let text = fs::read_to_string(folder.join(chapter)).expect("a chapter");
        let dir = ScratchDir::new().expect("a scratch directory");
        let mut now = String::new();
        for (index, part) in text.split("```").enumerate() {
            if index > 0 {
                now.push_str("```");
            }
            match part.strip_prefix("console\n") {
                Some(block) => now.push_str(&format!("console\n{}", renewed(block, dir.path()))),
                None => now.push_str(part),
            }
        }
        if now != text {
            different.push(format!("{chapter} is now\n{now}"));
            if std::env::var_os("GIMLET_BLESS").is_some() {
                fs::write(folder.join(chapter), now).expect("a chapter can be written");
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// What the texts between `{{#include` and `}}` name; after a colon a part of a file, between two marks.
#[test]
fn what_it_includes_is_there() {
    let folder = project_dir("docs/book/src");
    let included = |chapter: &str| -> Vec<String> {
        let text = fs::read_to_string(folder.join(chapter)).expect("a chapter");
        let names = text.split("{{#include ").skip(1).filter_map(|rest| rest.split("}}").next());
        let names = names.map(|name| name.split_once(':').unwrap_or((name, "")));
        let part = |(file, part): (&str, &str)| {
            let text = fs::read_to_string(folder.join(file)).expect("an included file");
            if part.is_empty() {
                return text;
            }
            let after = text.split_once(&format!("// ANCHOR: {part}\n")).expect("the beginning").1;
            after.split_once(&format!("// ANCHOR_END: {part}\n")).expect("the end").0.to_string()
        };
        names.map(part).collect()
    };
    let passes = included("write-a-pass.md");
    assert_eq!(passes.len(), 3);
    assert!(passes[0].contains("impl DynamicPass for RedundantMasks"));
    let library = included("library.md");
    assert_eq!(library.len(), 7);
    assert!(library.iter().all(|part| part.contains("\n#[test]\nfn ")));
}
