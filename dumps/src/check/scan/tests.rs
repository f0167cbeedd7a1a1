//! Tests of scans: verdict and wording.

use super::super::run::TestRun;
use super::super::{CheckConfig, ScratchDir};
use super::*;
use crate::directives::tcl::words;
use crate::directives::{Target, read_test};
use rstest::rstest;

fn outcomes(check: &str, options: &[String]) -> Result<Vec<Outcome>, String> {
    let dir = ScratchDir::new().unwrap();
    fs::write(dir.path().join("a.c.039t.fre1"), "x_1 = x_2;\n").unwrap();
    fs::write(dir.path().join("a.s"), "f:\n\tret\n\t.hidden f\n").unwrap();
    let target = Target::lp64_linux("mmix-knuth-linux-gnu");
    let mut config = CheckConfig::new(Vec::new(), target.clone());
    config.missing_passes.push("tree-vect".into());
    let test = read_test("", &target, options);
    let mut run = TestRun {
        name: "t".into(),
        path: Path::new("q/a.c"),
        source: "",
        test: &test,
        config: &config,
        scratch: dir,
        outcomes: Vec::new(),
        judged_one: false,
    };
    let check = FinalCheck { words: words(check).unwrap(), line: 1 };
    assert!(evaluate(&mut run, &check)?);
    Ok(run.outcomes)
}

#[rstest]
#[case(r#"scan-tree-dump "x_\[0-9\]" "fre1""#, r#"PASS: t scan-tree-dump fre1 "x_[0-9]""#)]
#[case(r#"scan-tree-dump-not "x" "fre1""#, r#"FAIL: t scan-tree-dump-not fre1 "x""#)]
#[case(r#"scan-tree-dump-times "x" 2 "fre1""#, r#"PASS: t scan-tree-dump-times fre1 "x" 2"#)]
#[case(r#"scan-tree-dump-times "(x)" 2 "fre1""#, r#"FAIL: t scan-tree-dump-times fre1 "(x)" 2"#)]
#[case(r#"scan-tree-dump-times "(x)" 4 "fre1""#, r#"PASS: t scan-tree-dump-times fre1 "(x)" 4"#)]
#[case(r#"scan-tree-dump "x" "fre2""#, r#"UNRESOLVED: t scan-tree-dump fre2 "x""#)]
#[case(r#"scan-tree-dump "x" "fre*""#, r#"PASS: t scan-tree-dump fre* "x""#)]
#[case(r#"scan-tree-dump "x" "fre1" { xfail lp64 }"#, r#"XPASS: t scan-tree-dump fre1 "x""#)]
#[case(r#"scan-tree-dump "z" "fre1" { xfail lp64 }"#, r#"XFAIL: t scan-tree-dump fre1 "z""#)]
#[case(r#"scan-tree-dump "z" "fre1" { target ia32 }"#, "")]
#[case(r#"scan-assembler "\tret""#, r"PASS: t scan-assembler \tret")]
#[case(r#"scan-assembler-times "ret" 3"#, "FAIL: t scan-assembler-times ret 3")]
#[case("scan-hidden f", "PASS: t scan-hidden hidden[ \\t_]*f")]
#[case("scan-not-hidden f", "FAIL: t scan-not-hidden hidden[ \\t_]*f")]
#[case("scan-file a.s ret", "PASS: t scan-file ret")]
#[case("scan-file-not b.s ret", "UNRESOLVED: t scan-file-not ret")]
fn scans(#[case] check: &str, #[case] expected: &str) {
    let found = outcomes(check, &[]).unwrap();
    assert_eq!(found.iter().map(ToString::to_string).collect::<String>(), expected);
}

#[rstest]
#[case(r#"scan-tree-dump "(" "fre1""#, "parentheses () not balanced")]
#[case(r#"scan-tree-dump "x""#, "scan-tree-dump: too few arguments")]
#[case(r#"scan-assembler a {target lp64} b"#, "scan-assembler: too many arguments")]
#[case(r#"scan-assembler a {target lp46}"#, "syntax error in target selector")]
fn wrong_scans_are_errors(#[case] check: &str, #[case] expected: &str) {
    let error = outcomes(check, &[]).unwrap_err();
    assert!(error.contains(expected), "{error}");
}

#[rstest]
#[case("vect", "-fdump-tree-vect", "Gimlet has no pass vect")]
#[case("dom2", "-fdump-tree-dom2", "dom2 did not run, or wrote nothing")]
#[case("dom2", "-O2", "no option asks for it")]
fn why_there_is_no_dump(#[case] pass: &str, #[case] option: &str, #[case] expected: &str) {
    let found = outcomes(&format!("scan-tree-dump x {pass}"), &[option.into()]).unwrap();
    assert!(found[0].detail.contains(expected), "{}", found[0].detail);
}

#[test]
fn other_commands_are_no_scans() {
    for name in ["scan-tree-dump-dem-times", "scan-hidden-times", "gdb-test", "scan-moon"] {
        assert!(classify(name).is_none(), "{name}");
    }
}
