//! Which simplification rules the tests of rules apply: `tests/passes/rules/unapplied.txt` lists the others.

use crate::run::options_of;
use crate::support::{project_dir, test_files};
use expect_test::expect_file;
use std::collections::BTreeSet;
use std::process::Command;

/// The rules applied to a file, by its dumps with `-folding`.
fn applied(file: &std::path::Path, found: &mut BTreeSet<String>) {
    let dir = std::env::temp_dir().join(format!("gimlet-rules-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory for dumps");
    let status = Command::new(env!("CARGO_BIN_EXE_gimlet"))
        .args(["-O1", "-w"])
        .args(options_of(file).expect("options"))
        .args(["-S", "-o", "out.s", "-dumpdir", "./"])
        .args(["-fdump-tree-all-folding", "-fdump-rtl-combine-details"])
        .arg(file)
        .current_dir(&dir)
        .status()
        .expect("gimlet runs");
    assert!(status.success(), "{}", file.display());
    for entry in std::fs::read_dir(&dir).expect("the directory is there") {
        let text = std::fs::read_to_string(entry.expect("a file").path()).unwrap_or_default();
        let rules = text.lines().filter_map(|line| line.strip_prefix("Applying pattern "));
        found.extend(rules.map(str::to_string));
    }
    std::fs::remove_dir_all(&dir).expect("the directory can go");
}

/// `UPDATE_EXPECT=1` writes the list anew.
#[test]
fn rules_no_test_applies_are_listed() {
    let mut found = BTreeSet::new();
    for file in test_files(&project_dir("tests/passes/rules"), &["c"]) {
        applied(&file, &mut found);
    }
    let others: String = gimple::simplify::RULES
        .iter()
        .filter(|rule| !found.contains(**rule))
        .map(|rule| format!("{rule}\n"))
        .collect();
    expect_file![project_dir("tests/passes/rules/unapplied.txt")].assert_eq(&others);
}
