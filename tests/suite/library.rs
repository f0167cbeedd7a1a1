//! The library, as a program outside the workspace uses it: `tests/library` is a pass with a `main` around it.

use crate::support::project_dir;
use std::process::Command;

#[test]
fn a_pass_outside_the_workspace_changes_and_dumps() {
    let project = project_dir("tests/library");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--locked", "--", "masks.c"])
        // The same folder as the project's own, whose dependencies are built already.
        .env("CARGO_TARGET_DIR", project_dir("target"))
        .current_dir(&project)
        .output()
        .expect("cargo runs");
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{err}");
    let body =
        "  low_4 = x_3(D) & 15;\n  other_6 = y_5(D) & 255;\n  _1 = low_4;\n  _2 = other_6 & 15;\n";
    assert!(out.contains("\n1 masks removed\n"), "{out}");
    assert!(out.contains(body), "{out}");
}
