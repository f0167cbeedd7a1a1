//! Counting how often lines are executed: `gcov` says of Gimlet's build what it says of GCC's.

use crate::support::{CROSS_GCC, EMULATOR, ScratchDir, require_tools};
use rstest::rstest;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// `gcov` for the target, which comes with its GCC.
const GCOV: &str = "riscv64-linux-gnu-gcov";

const PROGRAM: &str = "#include <stdio.h>
#include <stdlib.h>
static int depth (int n) { return n <= 0 ? 0 : 1 + depth (n - 1); }
static void leap (int n) { if (n == 3) exit (7); }
static int kind (int c)
{
  switch (c)
    {
    case 1: return 10;
    case 2: case 3: return 20;
    case 7: c += 5; /* fallthrough */
    default: return c;
    }
}
__attribute__ ((no_profile_instrument_function)) int unseen (int a)
{
  return a + 1;
}
int main (int argc, char **argv)
{
  int sum = 0;
  if (argc < 3)
    for (int i = 4; i < 13; i++)
      leap (i);
  else
    sum += 100;
  for (int i = 0; i < 9; i++)
    {
      sum += kind (i);
      if (i == 5)
        continue;
      if (i == 8 && sum > 3)
        {
          sum ^= 1;
          break;
        }
    }
  while (sum > 100)
    sum /= 2;
  printf (\"%d %d %d\\n\", sum, depth (5), unseen (1));
  if (argc > 10)
    abort ();
  exit (0);
}
";

fn run(dir: &Path, command: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(command);
    let output = command.args(arguments).current_dir(dir).output().expect("it can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// What `gcov` says of a build of the program by a compiler: each line with the number of its executions.
fn report(compiler: &str, options: &[&str]) -> String {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("x.c"), PROGRAM).expect("a file");
    run(dir.path(), compiler, &[&["-w", "-c", "x.c"], options].concat());
    run(dir.path(), compiler, &[&["-static", "x.o", "-o", "x"], options].concat());
    // A second run's counts are added to those of the first.
    run(dir.path(), EMULATOR, &["./x"]);
    run(dir.path(), EMULATOR, &["./x"]);
    run(dir.path(), GCOV, &["x.c"]);
    let text = fs::read_to_string(dir.path().join("x.c.gcov")).expect("gcov's report");
    text.lines().filter(|line| !line.contains("-:    0:")).map(|line| format!("{line}\n")).collect()
}

#[rstest]
#[case(&["--coverage"])]
#[case(&["-fprofile-arcs", "-ftest-coverage", "-fprofile-update=atomic"])]
fn lines_are_executed_as_often_as_in_gccs_build(#[case] options: &[&str]) {
    require_tools();
    let options = [options, &["-O0"]].concat();
    let ours = report(env!("CARGO_BIN_EXE_gimlet"), &options);
    assert!(ours.contains("       20:   23:    for (int"), "{ours}");
    assert_eq!(ours, report(CROSS_GCC, &options));
}

#[test]
fn optimised_programs_count_too() {
    require_tools();
    let ours = report(env!("CARGO_BIN_EXE_gimlet"), &["--coverage", "-O2"]);
    let line = ours.lines().find(|line| line.contains("sum += kind (i)")).expect("the line");
    assert!(line.trim_start().starts_with("18:"), "{line}");
}

#[test]
fn counts_go_where_options_say() {
    require_tools();
    let dir = ScratchDir::new().expect("a scratch directory");
    let here = dir.path();
    fs::write(here.join("x.c"), PROGRAM).expect("a file");
    let place = here.join("counts").display().to_string();
    let option = format!("-fprofile-generate={place}");
    run(here, env!("CARGO_BIN_EXE_gimlet"), &["-w", "-O1", &option, "-static", "x.c", "-o", "x"]);
    run(here, EMULATOR, &["./x"]);
    let files: Vec<String> = fs::read_dir(place)
        .expect("the folder")
        .flatten()
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert!(files[0].ends_with("#x.gcda"), "{files:?}");
    assert!(!here.join("x.gcno").exists());
}

/// Whose functions count, source files say by expressions.
#[rstest]
#[case("-fprofile-filter-files=.*\\.h;q.*", true, false)]
#[case("-fprofile-filter-files=x\\.c$", false, true)]
#[case("-fprofile-exclude-files=x\\.c$", true, false)]
#[case("-fprofile-exclude-files=x\\.c$;y -fprofile-filter-files=.", true, false)]
#[case("-O1", true, true)]
fn files_are_chosen(#[case] options: &str, #[case] header: bool, #[case] source: bool) {
    let dir = ScratchDir::new().expect("a scratch directory");
    let here = dir.path();
    fs::write(here.join("q.h"), "static int in_header (int a) { return a + 1; }").expect("a file");
    let text = "#include \"q.h\"\nint in_source (int a) { return in_header (a); }";
    fs::write(here.join("x.c"), text).expect("a file");
    let gimlet = env!("CARGO_BIN_EXE_gimlet");
    let options: Vec<&str> = options.split(' ').collect();
    run(here, gimlet, &[&["-S", "-fprofile-generate", "x.c"], &options[..]].concat());
    let assembly = fs::read_to_string(here.join("x.s")).expect("the assembly");
    let counted = |name: &str| assembly.contains(&format!("__gcov0.{name}:"));
    assert_eq!((counted("in_header"), counted("in_source")), (header, source), "{assembly}");
}

#[test]
fn notes_go_where_options_say() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let here = dir.path();
    fs::write(here.join("x.c"), PROGRAM).expect("a file");
    let gimlet = env!("CARGO_BIN_EXE_gimlet");
    let options = ["--coverage", "-fprofile-note=n", "-fprofile-dir=d", "-fprofile-abs-path"];
    run(here, gimlet, &[&["-w", "-S", "x.c"], &options[..]].concat());
    let notes = fs::read(here.join("n")).expect("the notes");
    let source = here.join("x.c").display().to_string();
    assert!(notes.windows(source.len()).any(|part| part == source.as_bytes()));
    let assembly = fs::read_to_string(here.join("x.s")).expect("the assembly");
    assert!(assembly.contains("\"d/#"), "{assembly}");
}

#[test]
fn remarks_are_packed() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let here = dir.path();
    let source = "int e (int);\nstatic int g (int a) { return e (a) * 3; }\nint f (int a) { return g (a); }\n";
    fs::write(here.join("x.c"), source).expect("a file");
    let gimlet = env!("CARGO_BIN_EXE_gimlet");
    run(here, gimlet, &["-O2", "-fsave-optimization-record", "-S", "x.c"]);
    let output = run(here, "gzip", &["-dc", "x.c.opt-record.json.gz"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("\"kind\": \"success\", \"message\": [\"Inlining g/"), "{text}");
    assert!(text.contains("\"function\": \"f\""), "{text}");
    // What came from a function that was inlined says by which call.
    let site = "{\"file\": \"x.c\", \"line\": 3, \"column\": 24}";
    let chain = format!("[{{\"fndecl\": \"g\"}}, {{\"site\": {site}, \"fndecl\": \"f\"}}]");
    assert!(text.contains(&format!("\"inlining_chain\": {chain}")), "{text}");
}

#[test]
fn the_stack_of_each_function_is_measured() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let here = dir.path();
    let source = "int u (char *);\nint f (void) { char b[256]; return u (b); }\nint g (int a) { return a; }\n";
    fs::write(here.join("x.c"), source).expect("a file");
    run(here, env!("CARGO_BIN_EXE_gimlet"), &["-O2", "-fstack-usage", "-S", "x.c"]);
    let text = fs::read_to_string(here.join("x.su")).expect("the file");
    assert_eq!(text, "x.c:2:5:f\t272\tstatic\nx.c:3:5:g\t0\tstatic\n");
}
