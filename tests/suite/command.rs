//! The command as a user sees it: names of outputs and dumps, exit statuses, what it says about options
//! it does not know. Every row was seen with GCC 12, and the tests pass with it (`GIMLET_CC`).

use crate::support::{Finished, ScratchDir, compiler, run, testing_gimlet};
use rstest::rstest;
use std::fs;
use std::process::{Command, Stdio};

const SOURCE: &str = "int g;\nint f (int a) { return a + g; }\n";

/// A directory with `x.c`, `a.b.c` and an empty folder `d`.
fn scratch() -> ScratchDir {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("x.c"), SOURCE).expect("x.c");
    fs::write(dir.path().join("a.b.c"), "int h (void) { return 1; }\n").expect("a.b.c");
    fs::create_dir(dir.path().join("d")).expect("d");
    dir
}

fn compile(dir: &ScratchDir, arguments: &str) -> Finished {
    let mut words = compiler();
    let unquoted = |w: &str| if w == "''" { String::new() } else { w.to_string() };
    words.extend(arguments.split_whitespace().map(unquoted));
    let mut finished = run(&words, dir.path()).expect("the compiler can be run");
    finished.output = finished.output.replace(['‘', '’'], "'");
    finished
}

/// The files there are, below the input files.
fn new_files(dir: &ScratchDir) -> String {
    let mut names = Vec::new();
    for (folder, prefix) in [(dir.path().to_path_buf(), ""), (dir.path().join("d"), "d/")] {
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            if entry.path().is_file() {
                names.push(format!("{prefix}{}", entry.file_name().to_string_lossy()));
            }
        }
    }
    names.retain(|n| n != "x.c" && n != "a.b.c");
    names.sort();
    names.join(" ")
}

#[rstest]
#[case("-S x.c -fdump-tree-cfg", "x.c.015t.cfg x.s")]
#[case("-S x.c -o d/y.s -fdump-tree-cfg", "d/y.c.015t.cfg d/y.s")]
#[case("-S x.c -dumpdir d/ -fdump-tree-cfg", "d/x.c.015t.cfg x.s")]
#[case("-S x.c -o x.s -dumpdir d/ -dumpbase '' -fdump-tree-ssa", "d/x.c.021t.ssa x.s")]
#[case("-S x.c -dumpbase b -fdump-rtl-expand", "b.253r.expand x.s")]
#[case("-S x.c a.b.c -fdump-tree-gimple", "a.b.c.006t.gimple a.b.s x.c.006t.gimple x.s")]
#[case("-O2 -S x.c -fdump-tree-fre", "x.c.039t.fre1 x.c.112t.fre3 x.c.193t.fre5 x.s")]
#[case("-O2 -S x.c -fdump-tree-fre=d/all", "d/all x.s")]
#[case("-O2 -S x.c -fdump-tree-optimized=stderr", "x.s")]
#[case("-O0 -S x.c -fdump-tree-ccp1", "x.s")]
#[case("-fsyntax-only x.c", "")]
#[case("-E x.c -o d/x.i", "d/x.i")]
#[case("-x c -S x.c -o d/out", "d/out")]
fn files_are_called(#[case] arguments: &str, #[case] expected: &str) {
    let dir = scratch();
    let finished = compile(&dir, arguments);
    assert!(finished.succeeded(), "{}\n{}", finished.describe(), finished.output);
    assert_eq!(new_files(&dir), expected);
}

#[rstest]
#[case("", "fatal error: no input files")]
#[case("-S nofile.c", "nofile.c: No such file or directory")]
#[case("-S x.c a.b.c -o z.s", "cannot specify '-o' with '-c', '-S' or '-E' with multiple files")]
#[case("-S x.c -ffoo", "error: unrecognized command-line option '-ffoo'")]
#[case("-S x.c -fno-tree-foo", "error: unrecognized command-line option '-fno-tree-foo'")]
#[case("-S x.c -Wfoo", "error: unrecognized command-line option '-Wfoo'")]
#[case("-S x.c -mfoo", "error: unrecognized command-line option '-mfoo'")]
#[case("-S x.c -std=c33", "error: unrecognized command-line option '-std=c33'")]
#[case("-x foo -S x.c", "language foo not recognized")]
#[case("--bogus -S x.c", "unrecognized command-line option '--bogus'")]
#[case("-S x.c -fdump-tree-foo", "error: unrecognized command-line option '-fdump-tree-foo'")]
#[case("-S x.c -fdisable-tree-foo", "error: unknown pass tree-foo specified in '-fdisable'")]
#[case("-S x.c -o nodir/z.s", "No such file or directory")]
#[case("-S x.c -fdump-tree-cfg=nodir/x", "could not open dump file 'nodir/x'")]
fn mistakes_are_said(#[case] arguments: &str, #[case] message: &str) {
    let dir = scratch();
    let finished = compile(&dir, arguments);
    assert!(finished.output.contains(message), "{}", finished.output);
    assert_eq!(finished.status.and_then(|s| s.code()), Some(1), "{}", finished.output);
    assert!(!dir.path().join("x.s").exists(), "an output in spite of an error");
}

#[rstest]
#[case("-S x.c -Wno-foo", "")]
#[case("-O2 -S x.c -fdisable-tree-ccp1=f", "note: disable pass tree-ccp1 for function f")]
#[case("-S x.c -fdump-tree-cfg-foo", "warning: ignoring unknown option 'foo'")]
#[case("-O2 -S x.c -fdump-passes", "tree-ccp1                                     :  ON")]
#[case("--version", "12.2.0")]
#[case("--help", "Usage: ")]
#[case("-O2 -S x.c -ftime-report", "Time variable")]
fn not_every_remark_is_an_error(#[case] arguments: &str, #[case] message: &str) {
    let dir = scratch();
    let finished = compile(&dir, arguments);
    assert!(finished.succeeded(), "{}\n{}", finished.describe(), finished.output);
    assert!(finished.output.contains(message), "{}", finished.output);
    if message.is_empty() {
        assert_eq!(finished.output, "");
    }
}

#[test]
fn an_error_in_the_source_has_a_place_and_a_caret() {
    let dir = scratch();
    fs::write(dir.path().join("e.c"), "int f (void) { return z; }\n").expect("e.c");
    let finished = compile(&dir, "-S e.c");
    assert_eq!(finished.status.and_then(|s| s.code()), Some(1));
    let expected = "\
e.c: In function 'f':
e.c:1:23: error: 'z' undeclared (first use in this function)
    1 | int f (void) { return z; }
      |                       ^
e.c:1:23: note: each undeclared identifier is reported only once for each function it appears in
";
    assert_eq!(finished.output, expected);
    assert_eq!(new_files(&dir), "e.c");
}

#[test]
fn a_mistake_comes_with_what_was_meant() {
    let dir = scratch();
    let source = "#define LIMIT 3\nint f (void) { return LIMT; }\nint *g (void) { return NULL; }\n";
    fs::write(dir.path().join("e.c"), source).expect("e.c");
    let said = compile(&dir, "-S e.c").output;
    let expected = "\
e.c:2:23: error: 'LIMT' undeclared (first use in this function); did you mean 'LIMIT'?
    2 | int f (void) { return LIMT; }
      |                       ^~~~
      |                       LIMIT
";
    assert!(said.contains(expected), "{said}");
    let header = "note: 'NULL' is defined in header '<stddef.h>'; did you forget to '#include <stddef.h>'?\n";
    assert!(said.contains(header), "{said}");
    let source = "int main (void) { return puts (\"a\"); }\n";
    fs::write(dir.path().join("e.c"), source).expect("e.c");
    let said = compile(&dir, "-S e.c").output;
    assert!(
        said.contains("note: include '<stdio.h>' or provide a declaration of 'puts'\n"),
        "{said}"
    );
}

#[test]
fn standard_input_and_output() {
    let words = compiler();
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .args(["-S", "-x", "c", "-", "-o", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the compiler can be run");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, SOURCE.as_bytes()).expect("the compiler reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the compiler ends");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\nf:\n"), "{text}");
}

/// Build systems read where headers are looked for.
#[test]
fn the_search_path_is_shown() {
    let dir = scratch();
    let finished = compile(&dir, "-v -E -Id -iquote . x.c -o x.i");
    assert!(finished.succeeded(), "{}", finished.output);
    let head =
        "#include \"...\" search starts here:\n .\n#include <...> search starts here:\n d\n /usr";
    assert!(finished.output.contains(head), "{}", finished.output);
    assert!(finished.output.contains("\nEnd of search list.\n"), "{}", finished.output);
}

/// With binutils and the C library alone, programs are assembled and linked too; without them it is said what lacks.
#[test]
fn linking_needs_no_gcc() {
    if !testing_gimlet() {
        return;
    }
    let dir = scratch();
    fs::write(
        dir.path().join("m.c"),
        "int puts (const char *);\nint main (void) { puts (\"x\"); return 0; }\n",
    )
    .expect("m.c");
    let gimlet = env!("CARGO_BIN_EXE_gimlet");
    let tools = dir.path().join("tools");
    fs::create_dir(&tools).expect("a folder");
    let linked = |options: &[&str]| {
        let mut command = Command::new(gimlet);
        command.env("PATH", &tools).current_dir(dir.path()).args(options);
        command.output().expect("gimlet can be run")
    };
    let said = String::from_utf8_lossy(&linked(&["m.c"]).stderr).into_owned();
    assert!(said.contains("cannot assemble: neither riscv64-linux-gnu-as nor"), "{said}");
    for tool in ["as", "ld"] {
        let name = format!("riscv64-linux-gnu-{tool}");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let place = std::env::split_paths(&path).map(|d| d.join(&name)).find(|p| p.exists());
        std::os::unix::fs::symlink(place.expect("binutils"), tools.join(name)).expect("a link");
    }
    for options in [vec!["m.c"], vec!["-static", "m.c"], vec!["-fpie", "-pie", "-O1", "m.c"]] {
        let output = linked(&options);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut program = Command::new("qemu-riscv64");
        let run = program.args(["-L", "/usr/riscv64-linux-gnu", "a.out"]).current_dir(dir.path());
        assert_eq!(run.output().expect("the emulator runs").stdout, b"x\n", "{options:?}");
    }
}

#[test]
fn the_interpreter_says_what_it_cannot_pass() {
    if !testing_gimlet() {
        return;
    }
    let dir = scratch();
    let text = "void f () {}\nint main (void)\n{\n  int n = 3;\n  struct { char c[n]; } s;\n  f (n, s);\n}\n";
    std::fs::write(dir.path().join("sized.c"), text).expect("the file is written");
    let finished = compile(&dir, "--interpret=gimple -w sized.c");
    let said = "unsupported: argument whose size is not constant in function main";
    assert!(finished.output.contains(said), "{}", finished.output);
}

#[test]
fn a_disabled_pass_leaves_no_dump_of_the_function() {
    let dir = scratch();
    let finished = compile(&dir, "-O2 -S x.c -fdump-tree-ccp1=out -fdisable-tree-ccp1");
    assert!(finished.succeeded(), "{}", finished.output);
    assert!(!dir.path().join("out").exists());
}

/// What is said where this is the first word.
fn first_word(dir: &ScratchDir, word: &str, rest: &str) -> Finished {
    let mut words = compiler();
    words.insert(1, word.to_string());
    words.push(rest.to_string());
    let mut finished = run(&words, dir.path()).expect("the compiler can be run");
    finished.output = finished.output.replace(['‘', '’'], "'");
    finished
}

#[test]
fn a_misspelt_subcommand_is_said() {
    if !testing_gimlet() {
        return;
    }
    let dir = scratch();
    let words = [("exploer", "explore"), ("bisec", "bisect"), ("chek", "check")];
    for (word, meant) in words.into_iter().chain([("help", "--help"), ("version", "--version")]) {
        let said = first_word(&dir, word, "x.c");
        let message = format!("there is no command and no file '{word}'; did you mean '{meant}'?");
        assert!(said.output.contains(&message), "{}", said.output);
        assert_eq!(said.status.and_then(|status| status.code()), Some(2), "{word}");
    }
    // A file of that name is an input; what is far from all is a file that is missing.
    fs::write(dir.path().join("chek"), "").expect("a file");
    assert!(!first_word(&dir, "chek", "-c").output.contains("did you mean"));
    assert!(first_word(&dir, "nothing", "-c").output.contains("No such file or directory"));
    let help = compile(&dir, "--help").output;
    for word in ["explore", "bisect", "diff", "check", "prove", "motion"] {
        assert!(help.lines().any(|line| line.starts_with(&format!("  {word} "))), "{word}: {help}");
    }
}

#[test]
fn each_subcommand_says_what_it_does() {
    if !testing_gimlet() {
        return;
    }
    let dir = scratch();
    for word in ["explore", "bisect", "diff", "check", "prove", "motion"] {
        let words = [compiler()[0].clone(), word.to_string(), "--help".to_string()];
        let said = run(&words, dir.path()).expect("the compiler can be run");
        assert_eq!(said.status.and_then(|status| status.code()), Some(0), "{word}");
        assert!(said.output.starts_with(&format!("Usage: gimlet {word} ")), "{}", said.output);
    }
}

/// Who closes a pipe has read enough: nothing is said, and nothing is wrong.
#[test]
fn a_closed_pipe_ends_quietly() {
    if !testing_gimlet() {
        return;
    }
    let dir = scratch();
    for line in [
        "-O2 -fdump-tree-all=stdout -S x.c",
        "--help",
        "--ledger",
        "-E x.c",
        "-S -o - x.c",
        "explore --help",
        "motion x.c",
        "bisect --help",
        "diff --help",
        "explore x.c -o -",
    ] {
        let mut words = compiler();
        words.splice(1..1, line.split(' ').map(str::to_string));
        let mut process = Command::new(&words[0])
            .args(&words[1..])
            .current_dir(dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the compiler can be run");
        drop(process.stdout.take());
        let output = process.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(said, "", "{line}");
        assert!(output.status.code().is_some(), "{line}: {:?}", output.status);
    }
}

#[test]
fn check_judges_tests() {
    if !testing_gimlet() {
        return;
    }
    let dir = scratch();
    let test = "/* { dg-options \"-O2 -fdump-tree-optimized\" } */\nint f (void) { return 3; }\n\
                /* { dg-final { scan-tree-dump \"return 3;\" \"optimized\" } } */\n\
                /* { dg-final { scan-tree-dump \"return 4;\" \"optimized\" } } */\n";
    fs::write(dir.path().join("t.c"), test).expect("t.c");
    let words = [env!("CARGO_BIN_EXE_gimlet"), "check", "-v", "t.c"].map(str::to_string);
    let finished = run(&words, dir.path()).expect("gimlet can be run");
    assert_eq!(finished.status.and_then(|s| s.code()), Some(1), "{}", finished.output);
    for line in [
        "PASS: t.c (test for excess errors)\n",
        "PASS: t.c scan-tree-dump optimized \"return 3;\"\n",
        "FAIL: t.c scan-tree-dump optimized \"return 4;\"\n",
    ] {
        assert!(finished.output.contains(line), "{}", finished.output);
    }
}
