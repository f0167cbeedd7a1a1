//! `gimlet diff`: what is the same, what differs, and how it is told.

use crate::support::{CROSS_GCC, ScratchDir, project_dir, require_tools, run_ok, words};
use rstest::rstest;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const DUMP: &str = "
;; Function f (f, funcdef_no=0, decl_uid=1488, cgraph_uid=1, symbol_order=0)

int f (int a)
{
  int D.1499;

  <bb 2> :
  _1 = a_2(D) + 1;
  return _1;

}


;; Function g (g, funcdef_no=1, decl_uid=1490, cgraph_uid=2, symbol_order=1)

void g ()
{
  <bb 2> :
  return;

}
";

fn diff(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gimlet"));
    command.arg("diff").args(arguments).current_dir(dir).output().expect("gimlet can be run")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Two dumps in a folder, as `a` and `b`.
fn two(a: &str, b: &str) -> ScratchDir {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("a"), a).expect("a file");
    fs::write(dir.path().join("b"), b).expect("a file");
    dir
}

#[rstest]
#[case("_1", "_7", &[], 0)]
#[case("_1", "_7", &["--exact"], 1)]
#[case("bb 2", "bb 9", &[], 0)]
#[case("bb 2", "bb 9", &["--exact"], 1)]
#[case("D.1499", "D.1500", &["--exact"], 0)]
#[case("+ 1", "+ 2", &[], 1)]
#[case("return _1", "return _3", &[], 1)]
#[case("+ 1", "+ 2", &["--function=g"], 0)]
#[case("+ 1", "+ 1", &["--exact"], 0)]
fn renaming_does_not_count(
    #[case] from: &str,
    #[case] to: &str,
    #[case] options: &[&str],
    #[case] status: i32,
) {
    let dir = two(DUMP, &DUMP.replace(from, to));
    let output = diff(dir.path(), &[options, &["a", "b"]].concat());
    assert_eq!(output.status.code(), Some(status), "{}", text(&output));
    assert_eq!(text(&output).is_empty(), status == 0);
}

#[test]
fn a_difference_is_shown_in_its_function() {
    let dir = two(DUMP, &DUMP.replace("+ 1", "+ 2"));
    let shown = text(&diff(dir.path(), &["-U1", "a", "b"]));
    assert_eq!(
        shown,
        "--- a\n+++ b\n@@ -4,3 +4,3 @@ function f\n   <bb 2> :\n-  _1 = a_2(D) + 1;\n\
         +  _1 = a_2(D) + 2;\n   return _1;\n"
    );
    let colours = text(&diff(dir.path(), &["--color", "a", "b"]));
    assert!(colours.contains("\x1b[31m-  _1 = a_2(D) + 1;\x1b[0m"), "{colours}");
    let columns = text(&diff(dir.path(), &["-y", "--width=60", "a", "b"]));
    assert!(columns.contains("  _1 = a_2(D) + 1;           |   _1 = a_2(D) + 2;"), "{columns}");
    assert!(text(&diff(dir.path(), &["-q", "a", "b"])).ends_with("function f differs\n"));
}

/// Names of B that stand for others are shown as A has them.
#[test]
fn hunks_are_in_one_numbering() {
    let b = DUMP.replace("_1", "_9").replace("  return _9;", "  _1 = _9 * 2;\n  return _1;");
    let dir = two(DUMP, &b.replace("bb 2", "bb 5"));
    let shown = text(&diff(dir.path(), &["-U1", "a", "b"]));
    let hunk = "@@ -5,3 +5,4 @@ function f\n   _1 = a_2(D) + 1;\n+  _1' = _1 * 2;\n-  return _1;\n+  return _1';\n }\n";
    assert!(shown.ends_with(hunk), "{shown}");
    let exact = text(&diff(dir.path(), &["--exact", "-U1", "a", "b"]));
    assert!(exact.contains("+  _1 = _9 * 2;\n"), "{exact}");
}

#[test]
fn a_difference_can_be_a_page() {
    let dir = two(DUMP, &DUMP.replace("+ 1", "+ 2").replace("void g", "void g<h>"));
    let output = diff(dir.path(), &["--html", "a", "b"]);
    assert_eq!(output.status.code(), Some(1));
    let page = text(&output);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("<td class=\"added\">  _1 = a_2(D) + <b>2</b>;</td>"), "{page}");
    assert!(page.contains("void g<b>&lt;h></b> ()"), "{page}");
    let same = diff(dir.path(), &["--html", "a", "a"]);
    assert_eq!(same.status.code(), Some(0));
    assert!(text(&same).contains("There is no difference."));
}

/// What is misspelt is no agreement.
#[test]
fn passes_and_files_that_are_not_there_are_said() {
    let dir = two(DUMP, DUMP);
    fs::create_dir(dir.path().join("d")).expect("a folder");
    fs::write(dir.path().join("d/x.c.021t.ssa"), DUMP).expect("a file");
    for (arguments, message) in [
        (&["--passes=nonsense", "d", "d"][..], "there is no pass ‘nonsense’"),
        (&["--passes=ssa,pre", "d", "d"], "in neither is a dump of pass ‘pre’"),
        (&["--reference=cc", "gone.c"], "gone.c: No such file or directory"),
        (&["--reference=cc", "--passes=nonsense", "a"], "there is no pass ‘nonsense’"),
        (&["--reference=cc", "--html", "a"], "exclude each other"),
        (&["--reference=false", "a"], "the reference has made no dump to compare with"),
        (&["--function=nobody", "a", "b"], "in neither is a function ‘nobody’"),
    ] {
        let output = diff(dir.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
    assert_eq!(diff(dir.path(), &["--passes=ssa", "d", "d"]).status.code(), Some(0));
}

#[test]
fn functions_that_one_side_lacks_are_named() {
    let only_f = DUMP.split(";; Function g").next().unwrap_or_default();
    let dir = two(DUMP, only_f);
    assert!(text(&diff(dir.path(), &["a", "b"])).contains("Only in A: function g\n"));
    assert!(text(&diff(dir.path(), &["b", "a"])).contains("Only in B: function g\n"));
    let stat = text(&diff(dir.path(), &["--stat", "a", "b"]));
    let row: Vec<&str> = stat.lines().nth(1).unwrap_or_default().split_whitespace().collect();
    assert_eq!(row, ["dump", "1", "0", "1", "0", "0", "0"], "{stat}");
}

#[test]
fn sets_are_compared_pass_by_pass() {
    let dir = ScratchDir::new().expect("a scratch directory");
    for (folder, base, number) in [("a", "x.c", "1"), ("b", "y.c", "2")] {
        fs::create_dir(dir.path().join(folder)).expect("a folder");
        let write = |name: &str, text: &str| {
            fs::write(dir.path().join(folder).join(format!("{base}.{name}")), text)
                .expect("a file");
        };
        write("021t.ssa", DUMP);
        write("033t.ccp1", &DUMP.replace("+ 1", &format!("+ {number}")));
        write("253r.expand", "\n;; Function f (f, funcdef_no=0)\n\n(insn 5 2 6 2 (set (reg:DI 72)\n        (const_int 1)) -1\n     (nil))\n".replace("72", &format!("7{number}")).as_str());
    }
    fs::write(dir.path().join("b/y.c.252t.optimized"), DUMP).expect("a file");
    let stat = text(&diff(dir.path(), &["--stat", "a", "b"]));
    let rows: Vec<Vec<&str>> =
        stat.lines().skip(1).map(|line| line.split_whitespace().take(5).collect()).collect();
    assert_eq!(
        rows,
        [
            ["ssa", "2", "0", "0", "0"],
            ["ccp1", "1", "1", "0", "0"],
            ["optimized", "0", "0", "0", "2"],
            ["rtl:expand", "1", "0", "0", "0"]
        ]
    );
    let prefixes = diff(dir.path(), &["--passes=ssa,rtl:expand", "a/x.c", "b/y.c"]);
    assert_eq!(prefixes.status.code(), Some(0), "{}", text(&prefixes));
}

#[test]
fn assembly_is_compared_without_directives() {
    let assembly = |label: &str, name: &str| {
        format!(
            "\t.file\t\"{name}\"\n\t.type\tf, @function\nf:\n{label}:\n\tj\t{label}\n\t.size\tf, .-f\n"
        )
    };
    let dir = two(&assembly(".L3", "x.c"), &assembly(".L7", "y.c"));
    assert_eq!(diff(dir.path(), &["a", "b"]).status.code(), Some(0));
}

#[test]
fn trouble_has_a_status_of_its_own() {
    let dir = two(DUMP, DUMP);
    for (arguments, message) in [
        (&["a"][..], "two dumps or sets of dumps are compared, not 1"),
        (&["a", "nothing"], "nothing: there are no dumps"),
        (&["--nonsense"], "unknown option ‘--nonsense’\nUsage: gimlet diff "),
        (&["--reference=cc", "x.c", "-O2"], "options of the compiler stand after ‘--’\n"),
        (&["a", "b", "--", "-O2"], "compiler options are for --reference"),
        (&["--reference=no-such-compiler", "a"], "cannot run no-such-compiler"),
    ] {
        let output = diff(dir.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(message), "{error}");
    }
    assert!(text(&diff(dir.path(), &["--help"])).starts_with("Usage: gimlet diff "));
}

#[test]
fn gcc_is_the_same_as_itself() {
    require_tools();
    let source = project_dir("tests/reference/arithmetic.c").display().to_string();
    let dir = ScratchDir::new().expect("a scratch directory");
    let compare = |reference: &str, compiler: &str| {
        let passes = "--passes=gimple,ssa,rtl:expand,asm";
        let arguments = ["--reference", reference, "--compiler", compiler, passes, &source];
        let output = diff(dir.path(), &[&arguments[..], &["--", "-O2"]].concat());
        (output.status.code(), text(&output))
    };
    let (status, table) = compare(CROSS_GCC, CROSS_GCC);
    assert_eq!(status, Some(0), "{table}");
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split_whitespace().collect();
        assert_eq!((cells[1], cells[3], cells[6]), (cells[2], "100.00", "100.00"), "{table}");
        assert_ne!(cells[1], "0", "{table}");
    }
    let (status, table) = compare(CROSS_GCC, &format!("{CROSS_GCC} -fno-omit-frame-pointer"));
    assert_eq!(status, Some(1), "{table}");
}

#[test]
fn gccs_dumps_are_read() {
    require_tools();
    let source = project_dir("tests/reference/arithmetic.c").display().to_string();
    let dir = ScratchDir::new().expect("a scratch directory");
    for (folder, level) in [("a", "-O1"), ("b", "-O2")] {
        fs::create_dir(dir.path().join(folder)).expect("a folder");
        let dumps = ["-fdump-tree-all", "-fdump-rtl-all", "-fdump-ipa-all"];
        let output =
            ["-o", &format!("{folder}/x.s"), "-dumpdir", &format!("{folder}/")].map(String::from);
        let command = [words(&[CROSS_GCC, level, "-S", &source]), words(&dumps), words(&output)];
        run_ok(&command.concat(), dir.path()).expect("GCC compiles");
    }
    assert_eq!(diff(dir.path(), &["--exact", "a", "a"]).status.code(), Some(0));
    let stat = text(&diff(dir.path(), &["--stat", "a", "b"]));
    let names: Vec<&str> = stat.lines().filter_map(|l| l.split_whitespace().next()).collect();
    for pass in ["gimple", "ssa", "optimized", "rtl:expand", "rtl:final", "ipa:inline", "asm"] {
        assert!(names.contains(&pass), "no {pass} in\n{stat}");
    }
}

/// A loop that several passes change.
const LOOP: &str = "int f (int *a, int n)\n{\n  int s = 0;\n  for (int i = 0; i < n; i++)\n    s += a[i] * 3;\n  return s;\n}\n";

/// Each pass gets what the reference gave its own.
#[test]
fn passes_are_compared_one_at_a_time() {
    require_tools();
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("x.c"), LOOP).expect("a file");
    let reference = format!("--reference={CROSS_GCC}");
    let given = |list: &str| {
        let output = diff(dir.path(), &[&reference, list, "--stat", "x.c", "--", "-O2"]);
        (text(&output), output.status.code())
    };
    let (table, status) = given("--given=ccp1,dom3");
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!((rows.len(), status), (3, Some(0)), "{table}");
    for (row, pass) in rows.iter().zip(["ccp1 → forwprop1 ", "dom3 → strlen1 ", "all "]) {
        assert!(row.starts_with(pass) && row.contains(" 100.00 "), "{table}");
    }
    let (table, _) = given("--given=rtl:jump");
    let row = table.lines().nth(1).unwrap_or_default();
    assert!(row.starts_with("rtl:jump → rtl:subreg1 ") && row.contains(" 100.00 "), "{table}");
    let (table, _) = given("--given=all");
    assert!(table.lines().count() > 100 && !table.contains("→ fixup_cfg3"), "{table}");
    let output = diff(dir.path(), &[&reference, "--given=nonsense", "x.c"]);
    assert_eq!(output.status.code(), Some(2));
    let output = diff(dir.path(), &["--given=ssa", "a", "b"]);
    assert_eq!(output.status.code(), Some(2));
}
