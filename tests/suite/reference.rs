//! The reference dumps: `tests/reference/NAME/PASS` is what GCC printed for `NAME.c` after PASS at
//! `-O2` (the `ssa` dump with virtual operands, and as `ssa-details` with what the pass says), and Gimlet prints the
//! same.
//!
//! `tests/reference/NAME/passes` is what GCC's passes after `ssa` leave of each function, missing passes included.
//! Where Gimlet's pass leaves something else `tests/reference/differences` says so, from which pass to which, and why:
//! a difference that is not listed is an error, and so is one that is listed and is not there.
//!
//! `tests/reference/regenerate` makes the dumps anew with the reference compiler.

use crate::support::{
    ScratchDir, compiler, for_each_file, project_dir, run_ok, test_files, testing_gimlet, words,
};
use dumps::compare::{FunctionDump, Layout, differences, functions, unified_diff};
use gimlet::pass_table;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// GCC's changes from pass to pass, beside the dumps that are whole.
const CHANGES: &str = "passes";

/// The option that dumps a pass as its reference was made.
fn dump_option(reference: &str) -> String {
    let modified = match reference {
        "ssa" => "ssa-vops",
        "ssa-details" => "ssa-vops-details",
        _ => reference,
    };
    format!("-fdump-tree-{modified}={reference}")
}

fn compare_with_reference(source: &Path) -> Result<(), String> {
    let text = |e: std::io::Error| e.to_string();
    let dir = ScratchDir::new().map_err(text)?;
    let references = source.with_extension("");
    let mut passes = Vec::new();
    for entry in fs::read_dir(&references).map_err(|e| format!("no reference: {e}"))? {
        passes.push(entry.map_err(text)?.file_name().to_string_lossy().into_owned());
    }
    passes.retain(|pass| pass != CHANGES);
    passes.sort();
    // A run dumps a pass once.
    let (details, plain): (Vec<_>, Vec<_>) =
        passes.iter().partition(|pass| pass.ends_with("-details"));
    for (dumped, others) in [(plain, "-fdump-tree-all"), (details, "-w")] {
        let mut command = compiler();
        command.extend(words(&["-O2", "-w", "-S", "-o", "x.s", others]));
        command.extend(dumped.into_iter().map(|pass| dump_option(pass)));
        command.push(source.display().to_string());
        run_ok(&command, dir.path())?;
    }
    let mut found = Vec::new();
    for pass in &passes {
        let reference = fs::read_to_string(references.join(pass)).map_err(text)?;
        let dump = fs::read_to_string(dir.path().join(pass))
            .map_err(|e| format!("no dump of {pass}: {e}"))?;
        let different = differences(&reference, &dump, Layout::of_pass(pass));
        found.extend(different.into_iter().map(|d| format!("\n{pass}, {d}")));
    }
    let name = references.file_name().expect("the file's name").to_string_lossy();
    let changes = fs::read_to_string(references.join(CHANGES)).map_err(text)?;
    found.extend(compare_changes(&name, &changes, &numbered_dumps(dir.path()).map_err(text)?)?);
    if found.is_empty() { Ok(()) } else { Err(found.concat()) }
}

/// The dumps that have a number in their names, by pass.
fn numbered_dumps(dir: &Path) -> std::io::Result<BTreeMap<String, String>> {
    let mut dumps = BTreeMap::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let pass = name.split_once("t.").filter(|(before, _)| before.ends_with(char::is_numeric));
        if let Some((_, pass)) = pass {
            dumps.insert(pass.to_string(), fs::read_to_string(&path)?);
        }
    }
    Ok(dumps)
}

/// What GCC's passes leave, pass by pass: [`CHANGES`] being read.
#[derive(Default)]
struct Replay {
    /// The functions the last pass has dumps of.
    dumped: BTreeSet<String>,
    /// Each function as it is now.
    bodies: BTreeMap<String, Vec<String>>,
}

impl Replay {
    /// Reads what is written of the next pass; the pass's name.
    fn next<'a>(&mut self, section: &'a str) -> &'a str {
        let (heading, changed) = section.split_once('\n').unwrap_or((section, ""));
        let (pass, names) = heading.split_once(':').unwrap_or((heading, ""));
        if !names.is_empty() {
            self.dumped = names.split_whitespace().map(str::to_string).collect();
        }
        for function in functions(changed, Layout::Headers) {
            self.bodies.insert(function.name, function.lines);
        }
        pass
    }
}

/// A dump's functions as the pass leaves them, without what it says of them. Of a function that is printed twice the
/// second print counts.
fn left_by(dump: &str) -> Vec<FunctionDump> {
    let mut text = String::new();
    let mut body_start = 0;
    let mut before = ["", ""];
    let mut inside = false;
    for line in dump.lines().filter(|line| !line.is_empty()) {
        if line.starts_with(";; Function ") {
            let _ = writeln!(text, "{line}");
            body_start = text.len();
        } else if line == "{" {
            inside = true;
            text.truncate(body_start);
            let attributes = before[0].starts_with("__attribute__").then_some(before[0]);
            for above in attributes.into_iter().chain([before[1]]) {
                let _ = writeln!(text, "{above}");
            }
        }
        if inside {
            let _ = writeln!(text, "{line}");
        }
        inside &= line != "}";
        before = [before[1], line];
    }
    functions(&text, Layout::Headers)
}

/// The passes, first and last, between which Gimlet leaves something else of a function at each, and the first of the
/// differences.
struct Stretch {
    first: String,
    last: String,
    shown: String,
}

/// What is not as GCC's passes leave it, or is and `differences` says otherwise.
fn compare_changes(
    name: &str,
    changes: &str,
    dumps: &BTreeMap<String, String>,
) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut replay = Replay::default();
    let mut stretches: BTreeMap<String, Vec<Stretch>> = BTreeMap::new();
    // The functions in whose stretch the walk is.
    let mut differing: BTreeSet<String> = BTreeSet::new();
    for section in format!("\n{changes}").split("\n;; Pass ").skip(1) {
        let pass = replay.next(section);
        let Some(dump) = dumps.get(pass) else {
            if !is_left_out(pass) {
                found.push(format!("\n{pass}: no dump"));
            }
            continue;
        };
        let got: BTreeMap<String, Vec<String>> =
            left_by(dump).into_iter().map(|f| (f.name, f.lines)).collect();
        let all: BTreeSet<&String> = replay.dumped.iter().chain(got.keys()).collect();
        for function in all {
            let wanted = replay.bodies.get(function).filter(|_| replay.dumped.contains(function));
            let got = got.get(function);
            if wanted == got {
                differing.remove(function);
                continue;
            }
            let known = stretches.entry(function.clone()).or_default();
            if differing.insert(function.clone()) {
                let lines = |body: Option<&Vec<String>>| body.cloned().unwrap_or_default();
                let shown = unified_diff(&lines(wanted), &lines(got));
                known.push(Stretch { first: pass.to_string(), last: pass.to_string(), shown });
            } else if let Some(stretch) = known.last_mut() {
                stretch.last = pass.to_string();
            }
        }
    }
    let mut listed = listed_differences(name)?;
    for (function, stretches) in stretches {
        for Stretch { first, last, shown } in stretches {
            let line = format!("{name} {function} {first}..{last}");
            if !listed.remove(&line) {
                found.push(format!("\n{line}: not listed\n{shown}"));
            }
        }
    }
    found.extend(listed.into_iter().map(|line| format!("\n{line}: listed, but not so\n")));
    Ok(found)
}

/// Whether Gimlet has nothing to dump there: the pass is missing, or the group it stands in is.
fn is_left_out(pass: &str) -> bool {
    let in_missing = ["fre4", "dse4"];
    let table = pass_table::table();
    in_missing.contains(&pass)
        || table.iter().any(|row| row.full_name() == pass && row.pass.is_missing())
}

/// What `tests/reference/differences` lists of a program: `NAME FUNCTION FIRST..LAST: REASON` lines without their reasons.
fn listed_differences(name: &str) -> Result<BTreeSet<String>, String> {
    if !testing_gimlet() {
        return Ok(BTreeSet::new());
    }
    let file = project_dir("tests/reference/differences");
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut listed = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (what, reason) = line.split_once(": ").unwrap_or((line, ""));
        if reason.is_empty() {
            return Err(format!("{}: no reason given: {line}", file.display()));
        }
        if what.split(' ').next() == Some(name) {
            listed.insert(what.to_string());
        }
    }
    Ok(listed)
}

#[test]
fn dumps_are_those_of_gcc() {
    let sources = test_files(&project_dir("tests/reference"), &["c"]);
    for_each_file(&sources, compare_with_reference);
}
