//! The texts are what GCC 12.2 prints for the same mistakes.

use super::*;
use crate::location::{FileId, HeaderKind};
use expect_test::{Expect, expect};
use std::sync::Arc;

fn with_file(text: &str) -> (Diagnostics, FileId) {
    let mut sink = Diagnostics::captured();
    let bytes = Arc::from(text.as_bytes());
    let file = sink.sources.add_text("x.c", bytes, Location::UNKNOWN, HeaderKind::User).unwrap();
    (sink, file)
}

fn check(sink: &mut Diagnostics, expected: &Expect) {
    expected.assert_eq(&sink.take_text());
}

#[test]
fn a_warning_in_a_function() {
    let (mut sink, file) = with_file("int f(void){\n\tfoo(1);\n}\n");
    let at = sink.sources.location(file, 14);
    sink.set_function(Some("f"));
    let name = "implicit-function-declaration";
    assert!(sink.warning(name, at, "implicit declaration of function ‘foo’"));
    check(
        &mut sink,
        &expect![[r#"
            x.c: In function ‘f’:
            x.c:2:9: warning: implicit declaration of function ‘foo’ [-Wimplicit-function-declaration]
                2 |         foo(1);
                  |         ^~~
        "#]],
    );
}

#[test]
fn several_lines_with_labels() {
    let (mut sink, file) = with_file("return g(1,\n     2) + s\n");
    let at = |offset| sink.sources.location(file, offset);
    let (plus, call, paren) = (at(20), at(7), at(18));
    let call = sink.sources.ranged(call, call, paren);
    let rich = RichLocation::from(plus).with_range(call, Some("int".to_string()));
    sink.error(rich, "invalid operands to binary + (have ‘int’ and ‘struct S’)");
    check(
        &mut sink,
        &expect![[r#"
            x.c:2:9: error: invalid operands to binary + (have ‘int’ and ‘struct S’)
                1 | return g(1,
                  |        ~~~~
                  |        |
                  |        int
                2 |      2) + s
                  |      ~~ ^
        "#]],
    );
}

#[test]
fn a_part_of_a_token_is_shown_and_replaced() {
    let (mut sink, file) = with_file("print (\"a%ldx\", i);\n");
    let at = |sink: &Diagnostics, offset| sink.sources.location(file, offset);
    let (percent, letter, argument) = (at(&sink, 9), at(&sink, 11), at(&sink, 16));
    let directive = sink.sources.within(letter, percent, letter);
    let corrected = sink.sources.written_between(percent, at(&sink, 10)).expect("one line") + "d";
    let rich = RichLocation::from(directive)
        .with_label("long int")
        .with_range(argument, Some("int".to_string()))
        .with_fixit(FixIt::Replace(directive, corrected));
    sink.error(rich, "format");
    check(
        &mut sink,
        &expect![[r#"
            x.c:1:12: error: format
                1 | print ("a%ldx", i);
                  |          ~~^    ~
                  |            |    |
                  |            |    int
                  |            long int
                  |          %d
        "#]],
    );
}

#[test]
fn an_insertion_is_proposed() {
    let (mut sink, file) = with_file("  foo(1)\n  int x;\n");
    let (paren, int) = (sink.sources.location(file, 7), sink.sources.location(file, 11));
    let rich = RichLocation::from(paren.offset_by(1))
        .with_range(int, None)
        .with_fixit(FixIt::InsertAfter(paren, ";".to_string()));
    sink.error(rich, "expected ‘;’ before ‘int’");
    let text = sink.take_text();
    assert_eq!(
        text,
        "x.c:1:9: error: expected ‘;’ before ‘int’\n    1 |   foo(1)\n      |         ^\n      \
         |         ;\n    2 |   int x;\n      |   ~~~    \n"
    );
}

#[test]
fn macros_are_traced() {
    let text = "#define OP(A,O,B) ((A) O \\\n  (B))\n#define F(x) OP(x,+,s)\nint y = F(1);\n";
    let (mut sink, file) = with_file(text);
    let offset = |what: &str, from: usize| (from + text[from..].find(what).unwrap()) as u32;
    let at = |o: u32| sink.sources.location(file, o);
    let (used, plus) = (at(offset("F(1)", 40)), at(offset("+", 0)));
    let (op_in_f, o_in_op) = (at(offset("OP(x", 0)), at(offset("O \\", 0)));
    let (f, op) = (sink.sources.name_id("F"), sink.sources.name_id("OP"));
    sink.sources.begin_expansion(f, used);
    let op_token = sink.sources.add_macro_token(op_in_f, op_in_f);
    let plus_token = sink.sources.add_macro_token(plus, plus);
    sink.sources.begin_expansion(op, op_token);
    let token = sink.sources.add_macro_token(plus_token, o_in_op);
    sink.error(token, "invalid operands to binary +");
    check(
        &mut sink,
        &expect![[r#"
            x.c:3:19: error: invalid operands to binary +
                3 | #define F(x) OP(x,+,s)
                  |                   ^
            x.c:1:24: note: in definition of macro ‘OP’
                1 | #define OP(A,O,B) ((A) O \
                  |                        ^
            x.c:4:9: note: in expansion of macro ‘F’
                4 | int y = F(1);
                  |         ^
        "#]],
    );
}

#[test]
fn inclusions_colours_and_limits() {
    let (mut sink, file) = with_file("#include \"a.h\"\n");
    let from = sink.sources.location(file, 0);
    let bytes = Arc::from(&b"bad\n"[..]);
    let header = sink.sources.add_text("a.h", bytes, from, HeaderKind::User).unwrap();
    let at = sink.sources.location(header, 0);
    sink.options.color = true;
    sink.options.max_errors = 1;
    sink.error(at, "unknown type name ‘bad’");
    sink.error(at, "never seen");
    assert!(sink.is_fatal());
    let text = sink.take_text().replace('\x1b', "^").replace("^[K", "");
    let expected = "In file included from ^[01mx.c:1^[m:\n^[01ma.h:1:1:^[m ^[01;31merror: ^[munknown \
                    type name ‘^[01mbad^[m’\n    1 | ^[01;31mbad^[m\n      | ^[01;31m^~~^[m\n\
                    compilation terminated due to -fmax-errors=1.\n";
    assert_eq!(text, expected);
}

#[test]
fn plain_quotes_without_utf8() {
    let (mut sink, file) = with_file("x\n");
    sink.options.utf8 = false;
    sink.options.show_caret = false;
    let at = sink.sources.location(file, 0);
    sink.warnings.set_option("error");
    sink.warning("int-conversion", at, "a ‘b’ c");
    sink.finish();
    assert_eq!(
        sink.take_text(),
        "x.c:1:1: error: a 'b' c [-Werror=int-conversion]\n\
         gimlet: all warnings being treated as errors\n"
    );
    assert_eq!(sink.error_count(), 1);
}
