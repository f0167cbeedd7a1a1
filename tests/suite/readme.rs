//! README's table: every command in it runs as it stands there, and prints what it is said to show.

use crate::plugin;
use crate::support::{CROSS_GCC, ScratchDir, project_dir, require_tools, shell};
use std::fs;
use std::path::Path;

/// What is compiled as `x.c`.
const SOURCE: &str = "\
int printf (const char *, ...);
static int twice (int n) { return n + n; }
int f (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += twice (i) - 3;
  return s;
}
int main (void)
{
  printf (\"%d\\n\", f (6));
  return 0;
}
";

/// A test for `gimlet bisect` that the program passes as it is compiled.
const TEST: &str =
    "#!/bin/sh\n[ \"$(qemu-riscv64 -L /usr/riscv64-linux-gnu ./x 2>/dev/null)\" = 12 ]\n";

/// How a command ends, and something that it prints; `*` stands for the rest of the command.
const EXPECTED: &[(&str, i32, &str)] = &[
    ("gimlet -O2 -fdump-tree-pre-details-stats=stderr -S x.c", 0, ";; Function f (f, "),
    ("gimlet -O2 -fdump-tree-ssa-vops=stdout -S x.c", 0, "# .MEM_"),
    ("gimlet -O2 -fdump-passes -S x.c", 0, "tree-fre1"),
    ("gimlet --help=optimizers", 0, "Propagate constants along"),
    ("gimlet -Q -O2 --help=optimizers", 0, "-ftree-pre                  \t\t[enabled]"),
    ("gimlet -O2 -fdisable-tree-fre1=f -S x.c", 0, "disable pass tree-fre1 for function f"),
    ("gimlet -O2 -ftime-report -S x.c", 0, "Time variable"),
    ("gimlet -O2 -fmem-report -S x.c", 0, "Memory by activity"),
    ("gimlet -O2 -fdump-rtl-combine-slim=stdout -S x.c", 0, ";; Function f (f, "),
    ("gimlet -O2 -fdump-rtl-combine-graph -S x.c", 0, ""),
    ("gimlet -O2 -g -fdump-rtl-vartrack=stdout -S x.c", 0, "(var_location s "),
    ("gimlet -O2 -march=rv32gc -mabi=ilp32d -S x.c", 0, ""),
    ("gimlet -O2 -fdump-ipa-cgraph=stdout -S x.c", 0, "Symbol table:"),
    ("gimlet -O2 -fcompare-debug=-fno-inline -S x.c", 1, "‘-fcompare-debug’ failure"),
    ("gimlet -O2 -fchecking -S x.c", 0, ""),
    ("gimlet -O2 -fchecking=2 --interpret=all x.c", 0, "12\n"),
    ("gimlet -O2 x.c -static -o x && qemu-riscv64 x", 0, "12\n"),
    ("gimlet -O2 -fssa-form=minimal *", 0, ";; Function f (f, "),
    ("gimlet -O2 -fdump-tree-optimized-blockargs=stdout -S x.c", 0, "> (s_"),
    ("gimlet -O2 -fdataflow=live,available *", 0, "live"),
    ("gimlet -O0 -ftree-lexical-pre=lcm *", 0, ";; Function f (f, "),
    ("gimlet motion x.c", 0, "| way | operations |"),
    ("gimlet -O2 --interpret=ssa x.c", 0, "12\n"),
    ("gimlet --interpret x.c", 0, "12\n"),
    ("gimlet -O2 --interpret=all x.c", 0, "12\n"),
    ("gimlet --ledger", 0, "# Ledger\n"),
    ("gimlet explore -O2 x.c -o x.html", 0, ""),
    ("gimlet explore --serve -O2 x.c", 124, "127.0.0.1"),
    ("gimlet explore -O2 --versus=-O3 --with=details x.c -o x.html", 0, ""),
    ("gimlet prove -O2 x.c", 0, "proved"),
    ("gimlet prove --compiler riscv64-linux-gnu-gcc -O2 x.c", 0, "proved"),
    ("gimlet prove -O2 --for=5 --keep=found x.c", 0, "proved"),
    ("gimlet prove -O2 --for=5 --generate='cat x.c'", 0, "proved"),
    ("gimlet bisect -O2 x.c", 1, "nothing is wrong after any pass"),
    ("gimlet bisect -O2 x.c -o x -- ./test.sh", 1, "nothing"),
    ("gimlet -O2 -fdbg-cnt=sink:1-3 -fdbg-cnt-list -S x.c", 0, "counter name"),
    ("gimlet --coverage *", 0, "Lines executed:"),
    ("gimlet -O2 -fopt-info-inline-all -S x.c", 0, "Inlining twice/"),
    ("gimlet -O1 -fplugin=./libmasks.so -fdump-tree-masks=stdout -S x.c", 0, ";; Function f (f, "),
    ("gimlet -O2 -fbody-from=x.c.141t.lim2 -fstart-pass=pre *", 0, ";; Function f (f, "),
    ("gimlet -O2 -fbody-from=x.c.141t.lim2 -fstop-pass=read *", 0, ";; Function f (f, "),
    ("gimlet check -v tests/passes/ccp/*.c", 0, "# of expected passes"),
    (
        "gimlet check --compiler riscv64-linux-gnu-gcc --sum gcc.sum tests/passes",
        0,
        "# of expected",
    ),
    ("gimlet check --bless x.c", 0, ""),
    ("gimlet diff --stat a/ b/", 1, "lines -"),
    ("gimlet diff --passes=ssa,rtl:expand a/ b/", 1, "@@"),
    ("gimlet diff --html a/ b/ > diff.html", 1, ""),
    ("gimlet diff --reference riscv64-linux-gnu-gcc x.c -- -O2", 1, "functions  identical"),
    (
        "gimlet diff --stat --reference riscv64-linux-gnu-gcc --given=ccp1 x.c -- -O2",
        0,
        "ccp1 → forwprop1",
    ),
];

/// The commands of the table.
fn commands() -> Vec<String> {
    let text = fs::read_to_string(project_dir("README.md")).expect("README");
    let rows = text.lines().skip_while(|line| *line != "|---|---|").skip(1);
    let rows = rows.take_while(|line| line.starts_with("| "));
    let spans = rows.flat_map(|row| row.split('`').skip(1).step_by(2).map(str::to_string));
    spans.filter(|span| span.starts_with("gimlet ")).collect()
}

/// What the commands name: a program, a test, dumps of two builds, a dump of GCC's, a plugin, tests.
fn prepare(dir: &Path, with_plugin: bool) {
    fs::write(dir.join("x.c"), SOURCE).expect("x.c");
    fs::write(dir.join("test.sh"), TEST).expect("test.sh");
    let link = |to: &Path, name: &str| {
        std::os::unix::fs::symlink(to, dir.join(name)).expect("a link");
    };
    if with_plugin {
        link(Path::new(&plugin::masks()), "libmasks.so");
    }
    fs::create_dir_all(dir.join("tests/passes/ccp")).expect("a folder");
    for name in ["alignment.c", "no-bits.c"] {
        let from = project_dir("tests/passes/ccp").join(name);
        fs::copy(from, dir.join("tests/passes/ccp").join(name)).expect("a test");
    }
    let dumps = "-fdump-tree-ssa -fdump-rtl-expand -S x.c";
    let said = shell(
        &format!(
            "chmod +x test.sh; mkdir a b; gimlet -O2 {dumps} -dumpdir a/ -o a/x.s; \
             gimlet -O2 -fwrapv -DEXTRA {dumps} -fno-inline -dumpdir b/ -o b/x.s; \
             {CROSS_GCC} -O2 -fdump-tree-lim2 -S x.c"
        ),
        dir,
    );
    assert_eq!(said, "");
}

/// Each begins in a folder of its own, as one may overwrite what another reads.
fn run(command: &str) -> (i32, String) {
    let dir = ScratchDir::new().expect("a scratch directory");
    prepare(dir.path(), command.contains("-fplugin"));
    // A server does not end by itself.
    let limit = if command.contains("--serve") { 3 } else { 300 };
    fs::write(dir.path().join("command"), command).expect("the command");
    let said = shell(&format!("timeout {limit} sh command; echo \"status $?\""), dir.path());
    let (said, status) = said.rsplit_once("status ").expect("a status");
    (status.trim().parse().expect("a number"), said.to_string())
}

#[test]
fn every_row_does_what_it_says() {
    require_tools();
    let commands = commands();
    let matches = |row: &&(&str, i32, &str), command: &str| match row.0.strip_suffix(" *") {
        Some(beginning) => command.starts_with(beginning),
        None => command == row.0,
    };
    for row in EXPECTED {
        assert!(commands.iter().any(|command| matches(&row, command)), "README lacks {}", row.0);
    }
    let mut wrong = Vec::new();
    for command in &commands {
        let Some(row) = EXPECTED.iter().find(|row| matches(row, command)) else {
            wrong.push(format!("{command}: nothing is expected of it"));
            continue;
        };
        let (status, said) = run(command);
        if status != row.1 || !said.contains(row.2) || said.contains("sorry, unimplemented") {
            wrong.push(format!("{command}: status {status}\n{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
