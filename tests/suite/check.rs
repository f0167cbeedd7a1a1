//! `gimlet check`: verdicts are DejaGnu's, and each option does what its help says.
//!
//! `tests/verdicts` holds tests that pass and fail in every way, and for each what DejaGnu said of it with the
//! reference compiler.

use crate::support::{ScratchDir, compiler, for_each_file, project_dir, require_tools, test_files};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn check(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gimlet"));
    command.arg("check").args(["--compiler", &compiler().join(" ")]).args(arguments);
    command.current_dir(dir).output().expect("gimlet can be run")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A directory with these files.
fn files(files: &[(&str, &str)]) -> ScratchDir {
    let dir = ScratchDir::new().expect("a scratch directory");
    for (name, content) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("a file");
    }
    dir
}

#[test]
fn verdicts_are_those_of_dejagnu() {
    require_tools();
    for_each_file(&test_files(&project_dir("tests/verdicts"), &["c"]), |file| {
        let dir = ScratchDir::new().map_err(|e| e.to_string())?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let sum = dir.path().join("sum").display().to_string();
        let folder = project_dir("tests/verdicts");
        let output = check(&folder, &["--default-options=-ansi", "--sum", &sum, &name]);
        let expected = fs::read_to_string(file.with_extension("sum")).map_err(|e| e.to_string())?;
        let got = fs::read_to_string(&sum).map_err(|e| e.to_string())?;
        let words = ["PASS:", "FAIL:", "XPASS:", "XFAIL:", "UN", "ERROR:"];
        let verdicts = got.lines().filter(|line| words.iter().any(|word| line.starts_with(word)));
        let got: String = verdicts.map(|line| format!("{line}\n")).collect();
        if got != expected {
            let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
            return Err(dumps::compare::unified_diff(&lines(&expected), &lines(&got)));
        }
        let bad = ["FAIL:", "XPASS:", "UNRESOLVED:", "ERROR:"];
        let is_bad = expected.lines().any(|line| bad.iter().any(|word| line.starts_with(word)));
        let status = output.status.code();
        if status == Some(i32::from(is_bad)) { Ok(()) } else { Err(format!("status {status:?}")) }
    });
}

#[test]
fn a_failure_is_explained() {
    let source = "/* { dg-options \"-O2 -fdump-tree-optimized\" } */\n\
                  int f (int a) { return a + 5; }\n\
                  /* { dg-final { scan-tree-dump {a_\\d+\\(D\\) \\+ 6;} \"optimized\" } } */\n\
                  /* { dg-final { scan-tree-dump-not {return} \"optimized\" } } */\n";
    let dir = files(&[("x.c", source)]);
    let output = check(dir.path(), &["x.c"]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in [
        "FAIL: x.c scan-tree-dump optimized \"a_\\\\d+\\\\(D\\\\) \\\\+ 6;\"\n    x.c:3: /* { dg-final",
        "options: -O2 -fdump-tree-optimized",
        ".optimized",
        "closest lines:",
        "= a_1(D) + 5;",
        "found at:",
        "# of unexpected failures\t2",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

#[test]
fn a_missing_pass_is_told_from_one_that_did_not_run() {
    let source = "/* { dg-options \"-O2 -fdump-tree-graphite -fdump-tree-ccp1=stderr\" } */\nint x;\n\
                  /* { dg-final { scan-tree-dump {x} \"graphite\" } } */\n\
                  /* { dg-final { scan-tree-dump {x} \"ccp1\" } } */\n";
    let dir = files(&[("x.c", source)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_gimlet"));
    let output = command.args(["check", "x.c"]).current_dir(dir.path()).output().expect("it runs");
    let text = text(&output);
    assert!(text.contains("UNRESOLVED: x.c scan-tree-dump graphite \"x\""), "{text}");
    assert!(text.contains("Gimlet has no pass graphite"), "{text}");
    assert!(text.contains("ccp1 did not run, or wrote nothing"), "{text}");
}

#[test]
fn suites_are_known_by_their_folders() {
    let dir = files(&[
        ("gcc.dg/a.c", "int x;\n"),
        ("gcc.dg/torture/b.c", "int y;\n"),
        ("gcc.dg/vect/c.c", "int z;\n"),
        ("gcc.target/i386/d.c", "int z;\n"),
        ("gcc.dg/e.txt", ""),
    ]);
    let listed = text(&check(dir.path(), &["--list", "."]));
    for part in [
        "gcc.dg/a.c: compile -ansi -pedantic-errors\n",
        "gcc.dg/torture/b.c   -O0: compile -O0\n",
        "gcc.dg/torture/b.c   -O3 -g: compile -O3 -g\n",
        "gcc.dg/vect/c.c: unsupported: requires vect_int\n",
        "gcc.target/i386/d.c   -O0: unsupported: not a suite for this target\n",
    ] {
        assert!(listed.contains(part), "no {part:?} in\n{listed}");
    }
    assert!(!listed.contains("e.txt"));
    let forced = text(&check(dir.path(), &["--list", "--force", "gcc.dg/vect"]));
    assert!(forced.contains("gcc.dg/vect/c.c: compile -ftree-vectorize"), "{forced}");
}

#[test]
fn files_are_kept_where_asked() {
    let dir =
        files(&[("x.c", "/* { dg-options \"-fdump-tree-ssa\" } */\nint x;\n"), ("l", "x.c\n")]);
    let output = check(dir.path(), &["--keep=kept", "-j", "2", "-v", "--files-from=l"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output).starts_with("PASS: x.c (test for excess errors)\n"), "{output:?}");
    assert!(dir.path().join("kept/x.c/x.s").exists());
}

#[test]
fn expectations_can_be_renewed() {
    let body = "/* { dg-options \"-O2 -fdump-tree-optimized\" } */\n\
                /* { dg-final { check-function-bodies \"** \" \"\" } } */\n\
                /*\n** f1:\n** \tnop\n*/\nint f1 (int a) { return a; }\n";
    let dir = files(&[("x.c", body), ("x.dumps/optimized", ";; Function f1 (f1)\n\nold\n")]);
    let before = check(dir.path(), &["x.c"]);
    let shown = text(&before);
    assert!(shown.contains("FAIL: x.c check-function-bodies f1"), "{shown}");
    assert!(shown.contains("FAIL: x.c expected dump optimized"), "{shown}");
    assert_eq!(fs::read_to_string(dir.path().join("x.c")).expect("x.c"), body);
    check(dir.path(), &["--bless", "x.c"]);
    let after = check(dir.path(), &["x.c"]);
    assert_eq!(after.status.code(), Some(0), "{}", text(&after));
    let renewed = fs::read_to_string(dir.path().join("x.c")).expect("x.c");
    assert!(renewed.contains("** f1:\n** \tret\n*/"), "{renewed}");
}

/// A function that is not there may have been renamed: what is expected of it stays.
#[test]
fn what_is_expected_of_a_missing_function_is_not_blessed_away() {
    let body = "/* { dg-do compile } */\n/* { dg-final { check-function-bodies \"**\" \"\" } } */\n/*\n** gone:\n** \tret\n*/\n/*\n** f1:\n** \tnop\n*/\nvoid f1 (void) { }\n";
    let dir = files(&[("x.c", body)]);
    check(dir.path(), &["--bless", "--default-options=-O2", "x.c"]);
    let renewed = fs::read_to_string(dir.path().join("x.c")).expect("x.c");
    assert!(renewed.contains("** gone:\n** \tret\n*/"), "{renewed}");
    assert!(renewed.contains("** f1:\n**\tret\n*/"), "{renewed}");
}

#[test]
fn wrong_usage_is_told() {
    let dir = files(&[]);
    for (arguments, message) in [
        (&["--nonsense"][..], "unknown option ‘--nonsense’"),
        (&[], "no test files"),
        (&["-j", "x", "a.c"], "‘x’ is not a positive number"),
        (&["--sum"], "‘--sum’ needs a value"),
    ] {
        let output = check(dir.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(message), "{error}");
    }
    let help = check(dir.path(), &["--help"]);
    assert_eq!(help.status.code(), Some(0));
    assert!(text(&help).starts_with("Usage: gimlet check "));
}

#[test]
fn what_the_compiler_lacks_makes_a_test_unsupported() {
    let source = "/* { dg-require-effective-target fopenacc } */\nint x;\n";
    let dir = files(&[("x.c", source), ("no-acc", "")]);
    let script = "#!/bin/sh\ncase \"$*\" in *fopenacc*) exit 1;; esac\nexit 0\n";
    fs::write(dir.path().join("cc"), script).expect("a script");
    let run = |compiler: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gimlet"));
        command.args(["check", "-v", "--compiler", compiler, "x.c"]).current_dir(dir.path());
        text(&command.output().expect("gimlet can be run"))
    };
    let cc = format!("sh {}", dir.path().join("cc").display());
    assert!(run(&cc).starts_with("UNSUPPORTED: x.c\n"), "{}", run(&cc));
    assert!(run("true").starts_with("PASS: x.c"), "{}", run("true"));
}
