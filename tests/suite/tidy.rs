//! Rules of the source that no compiler checks: every file says what it is for, files and functions
//! stay small, nothing is left half done, and only the backend knows which machine it compiles for.

use crate::support::{project_dir, test_files};
use std::fs;
use std::path::{Path, PathBuf};

const MAX_FILE: usize = 1000;
const MAX_FUNCTION: usize = 100;

/// Tables of data: not read from top to bottom.
const DATA_FILES: &[&str] = &[];

/// Functions that are one long `match` or one long test, which cutting up would not make clearer.
const LONG_FUNCTIONS: &[&str] = &["rows_in_order", "run_function"];

fn sources() -> Vec<(PathBuf, String)> {
    let root = project_dir("");
    let folders = [
        "src",
        "dumps",
        "rules",
        "gimple",
        "c-frontend",
        "tree-ssa",
        "tree-passes",
        "ipa",
        "rtl-backend",
        "prove",
        "tests",
    ];
    folders
        .iter()
        .filter(|f| root.join(f).exists())
        .flat_map(|f| test_files(&root.join(f), &["rs"]))
        .filter(|p| !p.components().any(|c| c.as_os_str() == "target"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a readable source file");
            (path.strip_prefix(&root).expect("a file of the project").to_path_buf(), text)
        })
        .collect()
}

fn report(rule: &str, broken: &[String]) {
    assert!(broken.is_empty(), "{rule}:\n  {}", broken.join("\n  "));
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent: Vec<String> = sources()
        .iter()
        .filter(|(_, text)| !text.starts_with("//!"))
        .map(|(path, _)| path.display().to_string())
        .collect();
    report("a file opens with //!", &silent);
}

#[test]
fn files_are_short_enough_to_read() {
    let long: Vec<String> = sources()
        .iter()
        .filter(|(path, text)| {
            text.lines().count() > MAX_FILE && !DATA_FILES.iter().any(|d| path.ends_with(d))
        })
        .map(|(path, text)| format!("{}: {} lines", path.display(), text.lines().count()))
        .collect();
    report("a file has at most 1000 lines", &long);
}

/// The functions of a formatted file: name, first line, number of lines. A function ends at the
/// closing brace in the column where it began.
fn functions(text: &str) -> Vec<(String, usize, usize)> {
    let mut found = Vec::new();
    let mut open: Vec<(usize, String, usize)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let body = line.trim_start();
        let indent = line.len() - body.len();
        if body.starts_with('}')
            && let Some(i) = open.iter().rposition(|(column, ..)| *column == indent)
        {
            let (_, name, first) = open.remove(i);
            found.push((name, first + 1, number - first + 1));
        }
        let before_name = body.split_once("fn ").filter(|(before, _)| {
            before.split_whitespace().all(|w| {
                matches!(w, "pub" | "const" | "unsafe" | "extern" | "\"C\"")
                    || w.starts_with("pub(")
            })
        });
        if let Some((_, rest)) = before_name {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            if !line.ends_with(['}', ';']) {
                open.push((indent, rest[..end].to_string(), number));
            }
        }
    }
    found
}

#[test]
fn functions_are_short_enough_to_read() {
    let mut long = Vec::new();
    for (path, text) in sources() {
        for (name, line, lines) in functions(&text) {
            if lines > MAX_FUNCTION && !LONG_FUNCTIONS.contains(&name.as_str()) {
                long.push(format!("{}:{line}: {name}: {lines} lines", path.display()));
            }
        }
    }
    report("a function has at most 100 lines", &long);
}

/// Lines of a file that contain any of `words`; its own words are not meant.
fn lines_with(path: &Path, text: &str, words: &[String]) -> Vec<String> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| words.iter().any(|w| line.contains(w)))
        .map(|(i, line)| format!("{}:{}: {}", path.display(), i + 1, line.trim()))
        .collect()
}

#[test]
fn nothing_is_left_half_done() {
    // Put together here so that this file does not contain them.
    let words = [
        ["todo", "!("],
        ["unimplemented", "!("],
        ["allow(dead", "_code"],
        ["allow(un", "used"],
        ["allow(clippy::", "all"],
        ["#[ig", "nore"],
        ["FIX", "ME"],
        ["/wo", "rk/"],
        ["/ro", "ot/"],
    ]
    .map(|halves| halves.concat());
    let left: Vec<String> =
        sources().iter().flat_map(|(path, text)| lines_with(path, text, &words)).collect();
    report("nothing is left half done", &left);
}

#[test]
fn only_the_backend_names_the_machine() {
    let words = [["ris", "cv"], ["RIS", "C-V"], ["rv", "64"], ["RI", "SCV"]].map(|h| h.concat());
    let named: Vec<String> = sources()
        .iter()
        .filter(|(path, _)| {
            // The command finds the machine's assembler and headers, the tests run its programs.
            !path.starts_with("rtl-backend/src/machine")
                && !path.ends_with("rtl-backend/src/lib.rs")
                && !path.ends_with("rtl-backend/build.rs")
                && !path.starts_with("rtl-backend/tests")
                && !path.starts_with("src")
                && !path.starts_with("tests")
        })
        .flat_map(|(path, text)| lines_with(path, text, &words))
        .collect();
    report("only rtl-backend/src/machine knows the machine", &named);
}

/// Arrows between rooms that lead down all the same, with the reason.
const DOWN: &[(&str, &str, &str)] = &[
    ("rtl-backend", "rtl", "an insn's text and data flow are those of the machine's insn"),
    (
        "rtl-backend",
        "expand/memref.rs",
        "an anchor is chosen by what the variable will be in the file",
    ),
];

/// The rooms of a crate by ARCHITECTURE.md's table, from the top; those of one row may use each other.
fn rooms(architecture: &str, of: &str) -> Vec<Vec<String>> {
    let table = architecture.split(&format!("| rooms of `{of}/src`")).nth(1);
    let rows = table.expect("a table of rooms").lines().skip(2);
    rows.take_while(|row| row.starts_with('|'))
        .map(|row| {
            let names = row.split('|').nth(1).expect("a first column").split(',');
            names.map(|name| name.trim().trim_matches('`').to_string()).collect()
        })
        .collect()
}

/// The rooms that a file names with `crate::`, its tests left out.
fn rooms_used(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let text: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let first_word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut used = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            used.push(first_word(rest));
            continue;
        };
        let (mut depth, mut item) = (0, true);
        for (at, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => item = true,
                _ if item && letter.is_alphanumeric() => {
                    used.push(first_word(&group[at..]));
                    item = false;
                }
                _ => {}
            }
        }
    }
    used
}

#[test]
fn rooms_stand_on_those_above_them() {
    let architecture = fs::read_to_string(project_dir("ARCHITECTURE.md")).expect("a readable file");
    let mut down = Vec::new();
    for of in ["tree-ssa", "rtl-backend"] {
        let rooms = rooms(&architecture, of);
        let row = |name: &str| rooms.iter().position(|row| row.iter().any(|room| room == name));
        for (path, text) in sources() {
            let Ok(inside) = path.strip_prefix(Path::new(of).join("src")) else { continue };
            let room = inside.components().next().expect("a name").as_os_str().to_string_lossy();
            let room = room.trim_end_matches(".rs");
            if room == "lib" || DOWN.iter().any(|(c, part, _)| *c == of && inside.starts_with(part))
            {
                continue;
            }
            let own = row(room);
            if own.is_none() {
                down.push(format!("{}: no row has its room", path.display()));
            }
            let below = rooms_used(&text).into_iter().filter(|used| row(used) > own);
            down.extend(below.map(|used| format!("{} uses {used}", path.display())));
        }
    }
    report("rooms stand on those above them", &down);
}

#[test]
fn rooms_are_found_in_imports() {
    let text =
        "use crate::a::{b, c::{d}};\nuse crate::{e::f, g};\n// crate::h\nlet x = crate::i::j();\n";
    assert_eq!(rooms_used(text), ["a", "e", "g", "i"]);
}

/// How many times a name of a builtin may be written as a string outside the table. What is left are words that mean
/// something else there (names of passes, of RTL codes and insns, of attributes) and names that programs chose.
const BUILTIN_NAMES: usize = 80;

#[test]
fn builtins_are_named_by_the_table_only() {
    let names: Vec<String> = sources()
        .iter()
        .filter(|(path, _)| {
            // The interpreter's library is called by the names of its functions, whether these are builtins or not.
            !path.starts_with("tests")
                && !path.starts_with("gimple/src/builtins")
                && !path.starts_with("gimple/src/interp/libc")
                && !path.components().any(|part| part.as_os_str() == "tests")
        })
        .flat_map(|(path, text)| {
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().starts_with("//"));
            lines
                .flat_map(|(number, line)| {
                    line.split('"').skip(1).step_by(2).map(move |word| (number + 1, word))
                })
                .filter(|(_, word)| {
                    let plain = word.strip_prefix("__builtin_").unwrap_or(word);
                    gimple::builtins::Builtin::find(plain).is_some()
                })
                .map(|(number, word)| format!("{}:{number}: {word}", path.display()))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(
        names.len() <= BUILTIN_NAMES,
        "{} names of builtins as strings:\n  {}",
        names.len(),
        names.join("\n  ")
    );
}

/// Whether a directive says what is there, not only what is not.
fn says_what_is_there(directive: &str) -> bool {
    let is_none =
        directive.contains("-times ") && directive.split(['"', '}']).any(|part| part.trim() == "0");
    !directive.contains("-not ") && !is_none
}

/// What is not in a dump is not there either where the pass did not run, or the function is empty.
#[test]
fn tests_of_passes_say_what_is_there() {
    let silent: Vec<String> = test_files(&project_dir("tests/passes"), &["c"])
        .into_iter()
        .filter(|path| {
            let text = fs::read_to_string(path).expect("a readable test");
            let mut directives = text.split("{ dg-").skip(1);
            let finals = text.split("dg-final").skip(1);
            let finals: Vec<&str> = finals.map(|rest| rest.lines().next().unwrap_or("")).collect();
            let shown = ["do run", "error", "warning", "message", "note"];
            !finals.is_empty()
                && !directives.any(|rest| shown.iter().any(|word| rest.starts_with(word)))
                && !finals.iter().any(|directive| says_what_is_there(directive))
        })
        .map(|path| path.display().to_string())
        .collect();
    report("a test says what is in a dump", &silent);
}

#[test]
fn functions_are_measured() {
    let text = "pub fn a() {\n    x\n}\nimpl T {\n    fn b(\n        &self,\n    ) {\n    }\n    fn c() {}\n}\n";
    let found = functions(text);
    assert_eq!(found, [("a".to_string(), 1, 3), ("b".to_string(), 5, 4)]);
}
