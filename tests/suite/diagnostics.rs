//! What is said of erroneous and doubtful programs: each program of `tests/diagnostics` with every error and warning
//! GCC 12 has for it, in order.
//!
//! A file there holds the programs of one topic:
//!
//! ```text
//! === NAME OPTIONS
//! the program
//! ---
//! LINE:COLUMN: error: text
//! ```
//!
//! Where Gimlet differs from GCC, `tests/diagnostics/differences` says how far; the test fails when a program is worse
//! than listed there, and when it is better. `GIMLET_CC=GCC GIMLET_RECORD=1` writes the expectations anew.

use crate::support::{ScratchDir, compiler, for_each_file, project_dir, run, testing_gimlet};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// One program.
struct Case {
    options: String,
    source: String,
    expected: Vec<String>,
}

/// How what is said agrees with GCC, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Agreement {
    Same,
    /// The first error is the same; something after it, or a warning, is not.
    FirstError,
    /// The first error is in the same place, in other words.
    Place,
    Nothing,
}

/// The share of erroneous programs whose first error must be where GCC has it, in percent.
const SAME_PLACE: usize = 95;

/// The programs of a topic, by `topic/name`.
fn cases_of(file: &Path) -> Vec<(String, Case)> {
    let text = fs::read_to_string(file).expect("a readable file");
    let topic = file.file_stem().expect("a file name").to_string_lossy().into_owned();
    let mut cases: Vec<(String, Case)> = Vec::new();
    let mut in_source = true;
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("=== ") {
            let (name, options) = head.split_once(' ').unwrap_or((head, ""));
            let case =
                Case { options: options.to_string(), source: String::new(), expected: Vec::new() };
            cases.push((format!("{topic}/{name}"), case));
            in_source = true;
            continue;
        }
        let (_, case) = cases.last_mut().expect("a file begins with `===`");
        if line == "---" {
            in_source = false;
        } else if in_source {
            case.source.push_str(line);
            case.source.push('\n');
        } else {
            case.expected.push(line.to_string());
        }
    }
    cases
}

/// The errors and warnings in a compiler's output, notes left out, quotes made plain.
fn diagnostics(output: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in output.lines() {
        let line = line.replace(['‘', '’'], "'");
        let Some((place, rest)) = line.split_once(": ") else { continue };
        let kinds = ["error: ", "fatal error: ", "warning: ", "sorry, unimplemented: "];
        let Some((_, place)) = place.split_once(':') else { continue };
        if kinds.iter().any(|kind| rest.starts_with(kind)) {
            let place = if place.contains(':') { place.to_string() } else { format!("{place}:0") };
            found.push(format!("{place}: {rest}"));
        }
    }
    found
}

fn first_error(diagnostics: &[String]) -> Option<&String> {
    diagnostics.iter().find(|text| !text.contains(": warning: "))
}

fn place(diagnostic: &str) -> &str {
    diagnostic.split_once(": ").map_or(diagnostic, |(place, _)| place)
}

fn agreement(expected: &[String], found: &[String]) -> Agreement {
    if expected == found {
        return Agreement::Same;
    }
    match (first_error(expected), first_error(found)) {
        (a, b) if a == b => Agreement::FirstError,
        (Some(a), Some(b)) if place(a) == place(b) => Agreement::Place,
        _ => Agreement::Nothing,
    }
}

fn compile(case: &Case) -> Result<Vec<String>, String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    fs::write(dir.path().join("t.c"), &case.source).map_err(|e| e.to_string())?;
    let mut words = compiler();
    words.extend(case.options.split_whitespace().map(str::to_string));
    words.extend(["-S", "t.c", "-o", "t.s"].map(str::to_string));
    let finished = run(&words, dir.path())?;
    match finished.status.and_then(|status| status.code()) {
        Some(0 | 1) => Ok(diagnostics(&finished.output)),
        _ => Err(format!("{}\n{}", finished.describe(), finished.output)),
    }
}

/// The listed differences: `topic/name agreement`, and why.
fn listed_differences() -> BTreeMap<String, Agreement> {
    let text = fs::read_to_string(project_dir("tests/diagnostics/differences")).expect("the list");
    let mut listed = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (Some(name), Some(how)) = (words.next(), words.next()) else { continue };
        let agreement = match how {
            "first-error" => Agreement::FirstError,
            "place" => Agreement::Place,
            "nothing" => Agreement::Nothing,
            other => panic!("{name}: no such agreement: {other}"),
        };
        listed.insert(name.to_string(), agreement);
    }
    listed
}

fn topics() -> Vec<PathBuf> {
    let entries = fs::read_dir(project_dir("tests/diagnostics")).expect("the folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    files
}

#[test]
fn errors_and_warnings_are_as_gccs() {
    if std::env::var_os("GIMLET_RECORD").is_some() {
        topics().iter().for_each(|file| record(file));
        return;
    }
    let cases: BTreeMap<String, Case> = topics().iter().flat_map(|file| cases_of(file)).collect();
    let wanted = std::env::var("GIMLET_TEST").unwrap_or_default();
    let names: Vec<PathBuf> =
        cases.keys().filter(|name| name.contains(&wanted)).map(PathBuf::from).collect();
    let listed = if testing_gimlet() { listed_differences() } else { BTreeMap::new() };
    let places = Mutex::new((0, 0));
    for_each_file(&names, |name| {
        let name = name.to_string_lossy();
        let case = &cases[name.as_ref()];
        let found = compile(case)?;
        let reached = agreement(&case.expected, &found);
        if first_error(&case.expected).is_some() {
            let mut places = places.lock().expect("no worker panics");
            places.0 += usize::from(reached < Agreement::Nothing);
            places.1 += 1;
        }
        let expected = listed.get(name.as_ref()).copied().unwrap_or(Agreement::Same);
        if reached == expected {
            return Ok(());
        }
        let mut text = format!("agreement is {reached:?}, listed is {expected:?}\n");
        for (sign, lines) in [('-', &case.expected), ('+', &found)] {
            for line in lines.iter() {
                let _ = writeln!(text, "{sign} {line}");
            }
        }
        Err(text)
    });
    let unknown: Vec<_> = listed.keys().filter(|name| !cases.contains_key(*name)).collect();
    assert!(unknown.is_empty(), "listed differences of no program: {unknown:?}");
    let (same, all) = places.into_inner().expect("no worker panics");
    assert!(same * 100 >= all * SAME_PLACE, "{same} of {all} first errors are in GCC's place");
}

/// Writes a topic's expectations anew, from what the compiler at hand says.
fn record(file: &Path) {
    let mut text = String::new();
    for (name, case) in cases_of(file) {
        let name = name.split_once('/').map_or(name.as_str(), |(_, name)| name);
        let found = compile(&case).expect("the compiler can be run");
        let head = format!("=== {name} {}", case.options);
        let _ = write!(text, "{}\n{}---\n", head.trim_end(), case.source);
        for line in found {
            let _ = writeln!(text, "{line}");
        }
    }
    fs::write(file, text).expect("a writable file");
}
