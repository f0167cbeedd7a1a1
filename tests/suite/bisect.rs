//! Debug counters, and `gimlet bisect` with a test of one's own. (What it finds of planted faults, the tests of
//! `src/bisect` say.)

use crate::support::{CROSS_GCC, EMULATOR, ScratchDir, require_tools};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Two calls that move into one arm each.
const SINKS: &str = "
int f (int a, int b, int c)
{
  int x = a * b, y = a * c;
  if (c > 3)
    return x;
  if (b)
    return y;
  return 0;
}
";

fn gimlet(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gimlet"));
    command.args(arguments).current_dir(dir).output().expect("gimlet can be run")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn with(program: &str) -> ScratchDir {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("x.c"), program).expect("a file");
    dir
}

#[test]
fn counters_leave_changes_out() {
    let dir = with(SINKS);
    let sunk = |option: &str| {
        let output =
            gimlet(dir.path(), &["-O2", "-fdump-tree-sink1-stats=stdout", "-S", option, "x.c"]);
        let dump = text(&output.stdout);
        let count = dump.lines().find_map(|line| line.strip_prefix("Sunk statements: "));
        (count.unwrap_or("0").to_string(), text(&output.stderr))
    };
    assert_eq!(sunk("-w"), ("2".to_string(), String::new()));
    let (count, said) = sunk("-fdbg-cnt=sink:1-1");
    assert_eq!(count, "1");
    assert_eq!(
        said,
        "***dbgcnt: lower limit 1 reached for sink.***\n***dbgcnt: upper limit 1 reached for sink.***\n"
    );
    assert_eq!(sunk("-fdbg-cnt=sink:7-9"), ("0".to_string(), String::new()));
}

#[test]
fn counters_are_listed() {
    let dir = with(SINKS);
    let output =
        gimlet(dir.path(), &["-O2", "-fdbg-cnt-list", "-fdbg-cnt=sink:1-4:6-7", "-S", "x.c"]);
    let list = text(&output.stderr);
    assert!(
        list.contains("\n  sink                          2                 [1, 4], [6, 7]\n"),
        "{list}"
    );
    assert!(list.contains("\n  ch                            0                 unset\n"), "{list}");
    let output = gimlet(dir.path(), &["-fdbg-cnt=nothing:1", "-S", "x.c"]);
    let said = text(&output.stderr);
    assert!(!output.status.success());
    assert!(
        said.contains("cannot find a valid counter name ‘nothing’ of ‘-fdbg-cnt=’ option"),
        "{said}"
    );
}

#[test]
fn a_test_of_ones_own_finds_the_run() {
    require_tools();
    // What the program does depends on whether `fre` has seen that `x` is still one; both are right.
    let dir = with(
        "int puts (const char *);
         int main (void)
         {
           int x = 1, y;
           asm (\"\" : : \"r\" (x));
           y = x + 1;
           puts (\"tested\");
           return __builtin_constant_p (y) ? y : 0;
         }\n",
    );
    let test = format!("{EMULATOR} ./program");
    let words: Vec<&str> = test.split(' ').collect();
    let arguments = ["bisect", "-O2", "-static", "x.c", "-o", "program", "--"];
    let output = gimlet(dir.path(), &[&arguments[..], &words].concat());
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{} ({CROSS_GCC})", text(&output.stderr));
    assert!(said.contains(" of function ‘main’ (run "), "{said}");
    // What the program prints stands beside the report.
    assert!(said.starts_with("x.c: goes wrong") && text(&output.stderr).contains("tested\n"));
    // It ends with what the pass has made of the function.
    let changed = |mark: char| said.lines().any(|line| line.starts_with(mark));
    assert!(said.contains("@@ function main") && changed('-') && changed('+'), "{said}");
}

#[test]
fn trouble_is_told_from_culprits() {
    let dir =
        with("int printf (const char *, ...);\nint main (void) { printf (\"1\\n\"); return 0; }\n");
    fs::write(dir.path().join("bad.c"), "int f (void) { return }\n").expect("a file");
    for (arguments, status, said) in [
        (&["bisect", "-O2", "x.c"][..], 1, "nothing is wrong after any pass"),
        (&["bisect", "-O2", "bad.c"], 2, "bad.c does not compile"),
        (&["bisect", "-O2", "x.c", "bad.c"], 2, "the interpreter runs one file"),
        (&["bisect", "-O2", "x.c", "--"], 2, "there is no test after"),
        (&["bisect", "-O2"], 2, "there is no file to compile"),
        (&["bisect"], 2, "Usage"),
    ] {
        let output = gimlet(dir.path(), arguments);
        let all = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {all}");
        assert!(all.contains(said), "{arguments:?}: {all}");
    }
}

#[test]
fn remarks_are_chosen_by_option() {
    let dir = with(
        "int printf (const char *, ...);
         static int g (int a) { return a + 1; }
         int main (void) { return printf (\"%d\", g (1)); }\n",
    );
    let said = |option: &str| {
        let output = gimlet(dir.path(), &["-O2", "-S", "x.c", option]);
        assert!(output.status.success(), "{option}");
        text(&output.stderr)
    };
    assert_eq!(said("-w"), "");
    assert!(said("-fopt-info").contains(" optimized:  Inlining g/"), "{}", said("-fopt-info"));
    assert!(said("-fopt-info-inline-missed").contains(": missed:   not inlinable: main/"));
    assert_eq!(said("-fopt-info-vec-all"), "");
    assert_eq!(said("-fopt-info-optimized=said.txt"), "");
    let file = fs::read_to_string(dir.path().join("said.txt")).expect("a file");
    assert_eq!(file, said("-fopt-info"));
    assert!(file.starts_with("x.c:3:"), "{file}");
    let output = gimlet(dir.path(), &["-S", "x.c", "-fopt-info-nonsense"]);
    assert!(text(&output.stderr).contains("unknown option ‘nonsense’ in ‘-fopt-info-nonsense’"));
    assert!(!output.status.success());
}

/// Faults that a plugin plants, one in each kind of thing: by name, the place of the mistake, the function, and the counter
/// of the pass beside which it is made.
const PLANTED: [(&str, usize, &str, Option<&str>); 14] = [
    ("constant", 2, "sums", Some("ccp")),
    ("operands", 2, "differences", Some("forwprop")),
    ("branch", 2, "branches", Some("copyprop")),
    ("comparison", 1, "branches", Some("fre")),
    ("store", 2, "stores", Some("dse")),
    ("call", 3, "calls", Some("dce")),
    ("argument", 2, "calls", Some("lim")),
    ("phi", 2, "joins", Some("mergephi")),
    ("operator", 1, "sums", Some("phiopt")),
    ("shift", 2, "shifts", Some("sink")),
    ("load", 1, "loads", Some("ch")),
    ("stored", 3, "stores", Some("vrp")),
    ("case", 1, "cases", Some("dse")),
    ("result", 2, "differences", None),
];

/// The counter and the number of the change in `by change 2 of 5 it makes there: -fdbg-cnt=fre:1-3 is wrong, …`.
fn change_of(report: &str) -> Option<(&str, u64)> {
    let line = report.lines().find_map(|line| line.strip_prefix("by change "))?;
    let (_, rest) = line.split_once(" it makes there: -fdbg-cnt=")?;
    let (counter, limits) = rest.split_once(":1-")?;
    let number = limits.split(' ').next()?.parse().ok()?;
    rest.starts_with(&format!("{counter}:1-{number} is wrong, ")).then_some((counter, number))
}

#[test]
fn faults_of_a_plugin_are_found() {
    let plugin = crate::plugin::example("libplanted.so");
    let program = crate::support::project_dir("tests/plugin/planted.c").display().to_string();
    let dir = ScratchDir::new().expect("a scratch directory");
    for (fault, at, function, counter) in PLANTED {
        let options = [
            "-O2".to_string(),
            format!("-fplugin={plugin}"),
            format!("-fplugin-arg-libplanted-fault={fault}"),
            format!("-fplugin-arg-libplanted-at={at}"),
        ];
        let run = |more: &[&str]| {
            let words = more.iter().filter(|word| word.starts_with("bisect")).copied();
            let options = options.iter().map(String::as_str);
            let others = more.iter().filter(|word| !word.starts_with("bisect")).copied();
            let words: Vec<&str> = words.chain(options).chain(others).chain([&*program]).collect();
            gimlet(dir.path(), &words)
        };
        let output = run(&["bisect"]);
        let report = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{fault}: {report}{}", text(&output.stderr));
        let named = format!("goes wrong in pass ‘planted’ of function ‘{function}’ (run ");
        assert!(report.contains(&named), "{fault}: {report}");
        let found = change_of(&report);
        assert_eq!(found.map(|(name, _)| name), counter, "{fault}: {report}");
        // The counter's limits do what the report says of them.
        let right = gimlet(dir.path(), &["-O2", "--interpret", &program]);
        if let Some((name, number)) = found {
            let with = |last: u64| {
                let range = if last == 0 { "0".to_string() } else { format!("1-{last}") };
                let counted = format!("-fdbg-cnt={name}:{range}");
                text(&run(&["--interpret=optimized", &counted]).stdout)
            };
            assert_ne!(with(number), text(&right.stdout), "{fault}");
            assert_eq!(with(number - 1), text(&right.stdout), "{fault}");
        }
    }
}
