//! The reference dumps: `tests/reference/NAME/PASS` is what GCC printed for `NAME.c` after PASS at
//! `-O2` (the `ssa` dump with virtual operands, and as `ssa-details` with what the pass says), and Gimlet prints the
//! same.
//!
//! `tests/reference/regenerate` makes them anew with the reference compiler.

use crate::support::{ScratchDir, compiler, for_each_file, project_dir, run_ok, test_files, words};
use dumps::compare::{Layout, differences};
use std::fs;
use std::path::Path;

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
    passes.sort();
    // A run dumps a pass once.
    let (details, plain): (Vec<_>, Vec<_>) =
        passes.iter().partition(|pass| pass.ends_with("-details"));
    for dumped in [plain, details] {
        let mut command = compiler();
        command.extend(words(&["-O2", "-w", "-S", "-o", "x.s"]));
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
    if found.is_empty() { Ok(()) } else { Err(found.concat()) }
}

#[test]
fn dumps_are_those_of_gcc() {
    let sources = test_files(&project_dir("tests/reference"), &["c"]);
    for_each_file(&sources, compare_with_reference);
}
