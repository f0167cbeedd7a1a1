//! Whole dumps against expected ones: the files of the folder `NAME.dumps` beside the test `NAME.c`.
//!
//! A file's name is the pass and the modifiers of its dump, as in `-fdump-tree-PASS-MODIFIERS`; `rtl-PASS` and
//! `ipa-PASS` for the other kinds. The test has to ask for the dump itself. Dumps are compared as `gimlet diff` does
//! when told to be exact: function by function, numbers that the compiler chose for itself renumbered.
//! `--bless` writes the dump that is there to where the expectation is.

use super::Status;
use super::run::TestRun;
use crate::compare::{Layout, differences};
use crate::directives::tcl::glob_match;
use std::fs;
use std::path::Path;

/// Judges each expected dump.
pub(super) fn compare(run: &mut TestRun<'_>) -> Result<(), String> {
    let folder = run.path.with_extension("dumps");
    if !folder.is_dir() || run.expects_errors() {
        return Ok(());
    }
    let text = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(text)? {
        names.push(entry.map_err(text)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    for expected in names {
        one(run, &folder.join(&expected), &expected)?;
    }
    Ok(())
}

fn one(run: &mut TestRun<'_>, file: &Path, expected: &str) -> Result<(), String> {
    let (letter, pass) = if let Some(pass) = expected.strip_prefix("rtl-") {
        ('r', pass)
    } else if let Some(pass) = expected.strip_prefix("ipa-") {
        ('i', pass)
    } else {
        ('t', expected)
    };
    let pass = pass.split('-').next().unwrap_or(pass).to_string();
    let name = format!("{}expected dump {expected}", run.spaced_name());
    let base = run.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let pattern = format!("{base}.[0-9][0-9][0-9]{letter}.{pass}");
    let found = fs::read_dir(run.scratch.path())
        .map_err(|e| e.to_string())?
        .filter_map(|e| e.ok()?.file_name().into_string().ok())
        .find(|name| glob_match(&pattern, name));
    let Some(dump) = found else {
        run.record(Status::Unresolved, name, || format!("there is no dump of {pass}"));
        return Ok(());
    };
    let read = |path: &Path| {
        fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
    };
    let (wanted, got) = (read(file)?, read(&run.scratch.path().join(dump))?);
    let different = differences(&wanted, &got, Layout::of_pass(&pass));
    if !different.is_empty() && run.config.bless {
        fs::write(file, got).map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    }
    let shown = file.display().to_string();
    run.judge(different.is_empty(), false, name, || format!("{shown}\n{}", different.concat()));
    Ok(())
}
