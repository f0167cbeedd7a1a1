//! Tests of the reader of directives.

use super::*;

fn read(source: &str) -> Test {
    let target = Target::lp64_linux("mmix-knuth-linux-gnu");
    read_test(source, &target, &["-ansi".to_string()])
}

#[test]
fn a_test_says_what_to_do_with_itself() {
    let test = read(
        "/* { dg-do run { target lp64 } } */\n\
         /* { dg-options \"-O2 -fdump-tree-optimized\" } */\n\
         /* { dg-additional-options \"-DX=\\\"a b\\\"\" { target lp64 } } */\n\
         /* { dg-additional-options \"-m32\" { target ia32 } } */\n\
         int main (void) { return 0; }\n\
         /* { dg-final { scan-tree-dump-times {a \\[1\\]} 2 \"optimized\" { xfail *-*-* } } } */\n\
         /* { dg-final { scan-assembler \"x\\\\.y\" { target ia32 } } } */\n",
    );
    assert_eq!(test.errors, Vec::new());
    assert_eq!(test.action, Action::Run);
    assert_eq!(test.unsupported, None);
    assert_eq!(test.options, ["-O2", "-fdump-tree-optimized", "-DX=\"a", "b\""]);
    assert_eq!(test.finals.len(), 2);
    let texts: Vec<_> = test.finals[0].words.iter().map(|w| w.text.as_str()).collect();
    assert_eq!(texts[..4], ["scan-tree-dump-times", "a \\[1\\]", "2", "optimized"]);
}

#[test]
fn default_options_hold_without_dg_options() {
    assert_eq!(read("int x;").options, ["-ansi"]);
    assert_eq!(read("/* { dg-options \"\" } */").options, Vec::<String>::new());
}

#[test]
fn a_later_dg_do_may_apply_instead() {
    let test = read("/* { dg-do run { target ia32 } } */\n/* { dg-do link { target lp64 } } */");
    assert_eq!((test.action, test.unsupported), (Action::Link, None));
    let test = read("/* { dg-do run { target ia32 } } */");
    assert!(test.unsupported.is_some());
}

#[test]
fn messages_know_their_line() {
    let test = read(
        "a; /* { dg-error \"undeclared\" } */\n\
         /* { dg-warning \"5:unused\" \"comment\" { target *-*-* } .-1 } */\n\
         b; /* { dg-line here } */\n\
         /* { dg-bogus \"x\" \"\" { xfail *-*-* } here } */\n\
         /* { dg-message \"cc1: y\" \"\" { target *-*-* } 0 } */\n",
    );
    assert_eq!(test.errors, Vec::new());
    let lines: Vec<_> = test.messages.iter().map(|m| m.line).collect();
    assert_eq!(lines, [Some(1), Some(1), Some(3), None]);
    assert!(test.messages[0].regex.is_match("x.c:1:7: error: ‘a’ undeclared here").unwrap());
    assert!(!test.messages[0].regex.is_match("x.c:1:7: note: ‘a’ undeclared here").unwrap());
    assert!(test.messages[1].regex.is_match("x.c:1:5: warning: unused").unwrap());
    assert_eq!(test.messages[1].comment, "comment at line 2");
    assert!(test.messages[2].xfail);
}

#[test]
fn skips_and_requirements() {
    assert!(read("/* { dg-require-effective-target vect_int } */").unsupported.is_some());
    assert!(read("/* { dg-require-effective-target lp64 } */").unsupported.is_none());
    let skip = "/* { dg-options \"-O2\" } */\n/* { dg-skip-if \"slow\" { *-*-* } { \"-O2\" } { \"\" } } */";
    assert_eq!(read(skip).unsupported.as_deref(), Some("slow"));
    let keep = "/* { dg-options \"-O1\" } */\n/* { dg-skip-if \"slow\" { *-*-* } { \"-O2\" } { \"\" } } */";
    assert_eq!(read(keep).unsupported, None);
}

#[test]
fn what_is_not_understood_is_reported() {
    assert_eq!(read("/* { dg-nonsense 1 } */").errors.len(), 1);
    assert_eq!(read("/* { dg-error \"(\" } */").errors.len(), 1);
    assert_eq!(read("/* { dg-do fly } */").errors.len(), 1);
}

#[test]
fn multiline_output_is_the_text_between() {
    let test = read(
        "/* { dg-begin-multiline-output \"\" }\n  foo;\n  ^~~\n   { dg-end-multiline-output \"\" } */",
    );
    assert_eq!(test.multiline.len(), 1);
    assert_eq!(test.multiline[0].lines, ["  foo;", "  ^~~"]);
}
