//! The reference dumps of the IPA passes: `tests/reference-ipa/NAME/PASS` is what GCC printed for `NAME.c` at `-O2`, as far
//! as it is compared: `tests/reference-ipa/compared` says which lines are, and why others are not.
//!
//! Where Gimlet prints something else `tests/reference-ipa/differences` has the lines, GCC's and Gimlet's, and why. What is
//! different and not listed so is an error, and so is what is listed and not so. `tests/reference/regenerate` makes the dumps anew.

use crate::support::{
    ScratchDir, compiler, for_each_file, project_dir, run_ok, test_files, testing_gimlet, words,
};
use dumps::compare::edit_script;
use dumps::tcl_regex::Regex;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Which lines of a pass's dump are compared.
struct Compared {
    pass: String,
    begins: Regex,
    goes_on: Option<Regex>,
}

fn compared() -> Result<Vec<Compared>, String> {
    let file = project_dir("tests/reference-ipa/compared");
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split_whitespace();
        let (Some(pass), Some(begins)) = (parts.next(), parts.next()) else {
            return Err(format!("{}: no pattern: {line}", file.display()));
        };
        let regex = |pattern: &str| Regex::new(pattern).map_err(|e| format!("{pattern}: {e}"));
        let goes_on = parts.next().map(regex).transpose()?;
        rows.push(Compared { pass: pass.to_string(), begins: regex(begins)?, goes_on });
    }
    Ok(rows)
}

impl Compared {
    /// The lines that are compared, without addresses of the compiler's own and numbers of declarations.
    fn lines(&self, dump: &str) -> Result<Vec<String>, String> {
        let own = Regex::new("( @0x[0-9a-f]+)|(D[.][0-9]+)| +$").map_err(|e| e.to_string())?;
        let matches = |regex: &Regex, line: &str| regex.is_match(line).map_err(|e| e.to_string());
        // GCC prints the first tables of `cgraph` once more.
        let again = dump.match_indices("\nInitial Symbol table").nth(1);
        let dump = again.map_or(dump, |(at, _)| &dump[..at]);
        let mut lines = Vec::new();
        let mut inside = false;
        for line in dump.lines() {
            let begins = matches(&self.begins, line)?;
            let goes_on = match &self.goes_on {
                Some(regex) if inside && !begins => matches(regex, line)?,
                _ => false,
            };
            inside = begins || goes_on;
            if inside && !line.is_empty() {
                let mut kept = String::new();
                let mut at = 0;
                for (lo, hi) in own.find_all(line).map_err(|e| e.to_string())? {
                    kept.push_str(&line[at..lo]);
                    at = hi;
                }
                lines.push(kept + &line[at..]);
            }
        }
        Ok(lines)
    }
}

/// The lines that are listed as different, of a program's pass, with the reason as a heading.
fn listed(program: &str, pass: &str) -> Result<String, String> {
    let file = project_dir("tests/reference-ipa/differences");
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let heading = format!("{program} {pass}: ");
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&heading));
    if lines.next().is_some_and(|line| line.len() == heading.len()) {
        return Err(format!("{}: no reason given: {heading}", file.display()));
    }
    let mut found = String::new();
    for line in lines.take_while(|line| line.starts_with(['-', '+'])) {
        let _ = writeln!(found, "{line}");
    }
    Ok(found)
}

fn compare_with_reference(source: &Path) -> Result<(), String> {
    let text = |e: std::io::Error| e.to_string();
    let dir = ScratchDir::new().map_err(text)?;
    let references = source.with_extension("");
    let program = references.file_name().expect("the file's name").to_string_lossy().into_owned();
    let rows = compared()?;
    let mut command = compiler();
    command.extend(words(&["-O2", "-w", "-S", "-o", "x.s"]));
    command.extend(rows.iter().map(|row| format!("-fdump-ipa-{0}={0}", row.pass)));
    command.push(source.display().to_string());
    run_ok(&command, dir.path())?;
    let mut wrong = String::new();
    for row in &rows {
        let read =
            |path: &Path| fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
        let reference = row.lines(&read(&references.join(&row.pass))?)?;
        let own = row.lines(&read(&dir.path().join(&row.pass))?)?;
        let script = edit_script(&reference, &own);
        let changed: String = script
            .iter()
            .filter(|line| !line.starts_with(' '))
            .map(|line| format!("{line}\n"))
            .collect();
        let known = if testing_gimlet() { listed(&program, &row.pass)? } else { String::new() };
        if changed != known {
            let _ = write!(wrong, "\n{program} {}: REASON\n{changed}\nlisted:\n{known}", row.pass);
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

#[test]
fn ipa_dumps_are_those_of_gcc() {
    let sources = test_files(&project_dir("tests/reference-ipa"), &["c"]);
    for_each_file(&sources, compare_with_reference);
}
