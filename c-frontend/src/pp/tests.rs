//! What `-E` prints for small texts; the expected texts are GCC's.

use super::*;
use expect_test::{Expect, expect};
use gimple::options::Standard;
use proptest::prelude::*;
use rstest::rstest;

/// The text of `-E` and the diagnostics.
fn preprocessed(text: &str, options: PpOptions) -> (String, String) {
    let (mut diag, mut symbols) = (Box::new(Diagnostics::captured()), Interner::new());
    let options = PpOptions { preprocess_only: true, undef: true, ..options };
    let pp = Preprocessor::from_text(&mut diag, &mut symbols, options, "x.c", text.as_bytes());
    let (out, _) = output::print(pp);
    (String::from_utf8_lossy(&out).into_owned(), diag.take_text())
}

/// The lines of `-E -P`.
fn plain(text: &str) -> String {
    let options = PpOptions { no_line_markers: true, ..PpOptions::default() };
    preprocessed(text, options).0
}

fn check(text: &str, expected: &Expect) {
    let (out, errors) = preprocessed(text, PpOptions::default());
    expected.assert_eq(&(out + &errors));
}

/// The values of `#if` conditions, one a line, and the diagnostics.
fn holds(condition: &str) -> (bool, String) {
    let text = format!("#if {condition}\nyes\n#endif\n");
    let options = PpOptions { no_line_markers: true, ..PpOptions::default() };
    let (out, errors) = preprocessed(&text, options);
    (out.contains("yes"), errors)
}

#[test]
fn the_examples_of_the_standard() {
    let text = "\
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };
";
    let expected = "\
f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);
f(2 * (2 +(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);
int i[] = { 1, 23, 4, 5, };
char c[2][6] = { \"hello\", \"\" };
";
    assert_eq!(plain(text), expected);
}

#[test]
fn stringifying_and_pasting() {
    let text = "\
#define str(s) # s
#define xstr(s) str(s)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW \"hello\"
#define LOW LOW \", world\"
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
#define t(x,y,z) x ## y ## z
str(strncmp(\"abc\\0d\", \"abc\", '\\4') /* this goes away */
== 0) str(: @\\n)
xstr(INCFILE(2).h) glue(HIGH, LOW); xglue(HIGH, LOW)
join(x, y) t(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(10,,) t(,11,) t(,,12) t(,,)
";
    let expected = "\
\"strncmp(\\\"abc\\\\0d\\\", \\\"abc\\\", '\\\\4') == 0\" \": @\\n\"
\"vers2.h\" \"hello\"; \"hello\" \", world\"
\"x ## y\" 123 45 67 89 10 11 12
";
    assert_eq!(plain(text), expected);
}

#[test]
fn variadic_macros() {
    let text = "\
#define e(f, args...) p(f, ## args)
#define e2(f, ...) p(f, ## __VA_ARGS__)
#define only(...) foo(a, ## __VA_ARGS__)
#define F(...) a __VA_OPT__(+) b
#define S(n, ...) T n __VA_OPT__(= { __VA_ARGS__ })
#define H(X, ...) X ## __VA_OPT__(a) ## X
#define Q(X, ...) #__VA_OPT__(X##X X)
#define EMPTY
e(\"a\") e(\"a\",) e(\"a\", b, c) e2(\"x\") e2(\"x\",1) only() only(1)
F() F(1) S(foo); S(bar, 1, 2); F(EMPTY) H(a,b) H(a) Q(x,1) Q(x)
";
    let expected = "\
p(\"a\") p(\"a\",) p(\"a\", b, c) p(\"x\") p(\"x\",1) foo(a) foo(a,1)
a b a + b T foo ; T bar = { 1, 2 }; a b aaa aa \"xx x\" \"\"
";
    assert_eq!(plain(text), expected);
}

#[test]
fn names_lose_the_right_to_be_expanded() {
    let text = "\
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
#define AA BB
#define BB AA
#define f(a) a*g
#define g(a) f(a)
G_0(42) AA BB AA(x)
f(2)(9) NIL(NIL)(1)
";
    assert_eq!(plain(text), "42 AA BB AA(x)\n2*9*g NIL(1)\n");
}

#[test]
fn tokens_do_not_run_together() {
    let text = "#define plus +\n#define EMP\n\
                +plus -plus plus+ plus plus plus= +EMP+ x.EMP.y 1EMP .EMP 5 L EMP \"x\"\n";
    assert_eq!(plain(text), "+ + -+ + + + + + = + + x. .y 1EMP . 5 L \"x\"\n");
}

#[test]
fn lines_are_kept() {
    check(
        "#define F(x) x __LINE__\nint a = F(\n  1 +\n  2\n  ) + __LINE__;\n\n\n\n\n\n\n\n\n\nb\n#line 7 \"y.c\"\nc\n",
        &expect![[r##"
            # 0 "x.c"
            # 0 "<built-in>"
            # 0 "<command-line>"
            # 1 "x.c"

            int a = 1 + 2 2


                + 5;
            # 15 "x.c"
            b
            # 7 "y.c"
            c
        "##]],
    );
}

#[test]
fn pragmas_are_handed_on() {
    check(
        "#pragma pack(1)\n#define P(x) _Pragma(#x) int y;\nP(weak y) z\n#pragma push_macro(\"P\")\n#undef P\n#pragma pop_macro(\"P\")\nP(a)\n",
        &expect![[r##"
            # 0 "x.c"
            # 0 "<built-in>"
            # 0 "<command-line>"
            # 1 "x.c"
            #pragma pack(1)


            # 3 "x.c"
            #pragma weak y
            # 3 "x.c"
             int y; z
                   

                   

            # 7 "x.c"
            #pragma a
            # 7 "x.c"
             int y;
        "##]],
    );
}

#[rstest]
#[case("1 ? 2 : (1/0)", true)]
#[case("0 ? 1 : 0 ? 1 : 0", false)]
#[case("1 ? 0 : 1 ? 1 : 1", false)]
#[case("-1 >> 1 == -1 && -1 > 0u", true)]
#[case("0 && 1/0 || 1", true)]
#[case("(2 + 3) * 4 == 20 && 2 + 3 * 4 == 14", true)]
#[case("'a' == 97 && L'a' == 97 && '\\n' == 10", true)]
#[case("0x7fffffffffffffff > 0 && 0xffffffffffffffff > 0", true)]
#[case("defined x || defined(y) || !defined __FILE__", false)]
#[case("!-~+0 == 0 && (1, 2) == 2", true)]
#[case("1 << 3 == 8 && 7 % 4 == 3 && (6 ^ 3) == 5 && (6 & 3 | 8) == 10", true)]
#[case("__has_include(<stddef.h>) || __has_attribute(nosuch)", false)]
#[case("__has_attribute(packed) && __has_builtin(__builtin_expect)", true)]
fn conditions(#[case] condition: &str, #[case] expected: bool) {
    assert_eq!(holds(condition), (expected, String::new()));
}

#[rstest]
#[case("", "#if with no expression")]
#[case("1 +", "operator '+' has no right operand")]
#[case("(1", "missing ')' in expression")]
#[case("1)", "missing '(' in expression")]
#[case("1 2", "missing binary operator before token \"2\"")]
#[case("1/0", "division by zero in #if")]
#[case("1.0", "floating constant in preprocessor expression")]
#[case("1 ? 2", "'?' without following ':'")]
#[case("()", "missing expression between '(' and ')'")]
#[case("defined", "operator \"defined\" requires an identifier")]
fn bad_conditions(#[case] condition: &str, #[case] message: &str) {
    let (_, errors) = holds(condition);
    assert!(errors.contains(&format!("error: {message}\n")), "{errors}");
}

#[test]
fn deep_conditions_need_no_stack() {
    let condition = "(".repeat(100_000) + "1" + &")".repeat(100_000);
    assert_eq!(holds(&condition), (true, String::new()));
    assert_eq!(holds(&("!".repeat(100_000) + "1")), (true, String::new()));
}

#[test]
fn conditional_groups() {
    let text = "\
#if 0
a \" #endif
#if 1
#else garbage
#endif
#elifdef q
b
#elifndef q
c
#elif 1/0
d
#else
e
#endif
#ifndef q
f /*
#endif
*/
#endif
";
    assert_eq!(plain(text), "c\nf\n");
}

#[test]
fn headers_are_found_and_guarded() {
    let dir = std::env::temp_dir().join(format!("gimlet-pp-test-{}", std::process::id()));
    let (first, second) = (dir.join("first"), dir.join("second"));
    std::fs::create_dir_all(&first).unwrap();
    std::fs::create_dir_all(&second).unwrap();
    std::fs::write(first.join("a.h"), "#ifndef A\n#define A\nfirst\n#include_next <a.h>\n#endif\n")
        .unwrap();
    std::fs::write(second.join("a.h"), "#pragma once\nsecond\n").unwrap();
    let dirs =
        [&first, &second].map(|path| SearchDir::new(path.to_string_lossy(), HeaderKind::System));
    let options = PpOptions { dirs: dirs.to_vec(), ..PpOptions::default() };
    let (out, errors) = preprocessed("#include <a.h>\n#include <a.h>\n#include <b.h>\n", options);
    std::fs::remove_dir_all(&dir).unwrap();
    let out = out.replace(&*dir.to_string_lossy(), "D");
    let expected = "\
# 0 \"x.c\"
# 0 \"<built-in>\"
# 0 \"<command-line>\"
# 1 \"x.c\"
# 1 \"D/first/a.h\" 1 3



# 3 \"D/first/a.h\" 3
first
# 1 \"D/second/a.h\" 1 3
       
second
# 5 \"D/first/a.h\" 2 3
# 2 \"x.c\" 2
";
    assert_eq!(out.trim_end_matches('\n'), expected.trim_end_matches('\n'));
    assert_eq!(
        errors,
        "x.c:3:10: fatal error: b.h: No such file or directory\n    3 | #include <b.h>\n      \
         |          ^~~~~\ncompilation terminated.\n"
    );
}

#[test]
fn the_compilers_own_headers_need_no_files() {
    let options = PpOptions {
        dirs: vec![SearchDir::builtin("builtin")],
        target_macros: &[("__SIZE_TYPE__", "long unsigned int")],
        undef: false,
        ..PpOptions::default()
    };
    let (mut diag, mut symbols) = (Box::new(Diagnostics::captured()), Interner::new());
    let text =
        b"#define __need_size_t\n#include <stddef.h>\n#include <stdbool.h>\nsize_t x = true;\n";
    let mut pp = Preprocessor::from_text(&mut diag, &mut symbols, options, "x.c", text);
    let mut words = Vec::new();
    loop {
        let token = pp.next_token();
        if token.kind == TokenKind::Eof {
            break;
        }
        words.push(pp.text_of(&token));
    }
    assert_eq!(words.join(" "), "typedef long unsigned int size_t ; size_t x = 1 ;");
    assert_eq!(diag.take_text(), "");
}

#[rstest]
#[case("#define A A A\n#define B A A A\nB B", "A A A A A A A A A A A A\n")]
#[case("#define F(x) x F\nF(1)(2)(3)", "1 F(2)(3)\n")]
fn expansion_comes_to_an_end(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(plain(text), expected);
}

#[test]
fn hostile_input_ends() {
    let bomb: String = (0..60).map(|n| format!("#define A{} A{n} A{n}\n", n + 1)).collect();
    let (_, errors) = preprocessed(&(bomb + "#if A60\n#endif\n"), PpOptions::default());
    assert!(errors.contains("missing binary operator"), "{errors}");
    // Limits of depth are those of the stack the command compiles on, of which this takes a small part.
    let nested = || {
        let calls = MAX_CALL_DEPTH as usize + 2;
        let text = "#define F(x) x\n".to_string() + &"F(".repeat(calls) + &")".repeat(calls);
        let (_, errors) = preprocessed(&text, PpOptions::default());
        assert!(errors.contains("nested more than"), "{errors}");
    };
    let stack = crate::limits::USUAL_STACK / 16;
    let thread = std::thread::Builder::new().stack_size(stack).spawn(nested).expect("a thread");
    thread.join().expect("the limit is met before the stack ends");
    let (_, errors) = preprocessed("#define F(x) F(x\nF(F(F(1", PpOptions::default());
    assert!(errors.contains("unterminated argument list"), "{errors}");
}

#[test]
fn standards_differ() {
    let gnu89 = Standard { year: 1990, gnu: true };
    let text = builtin::predefined_text(&PpOptions { standard: gnu89, ..PpOptions::default() });
    assert!(!text.contains("__STDC_VERSION__") && !text.contains("__STRICT_ANSI__"));
    let c99 = Standard { year: 1999, gnu: false };
    let text = builtin::predefined_text(&PpOptions { standard: c99, ..PpOptions::default() });
    assert!(text.contains("#define __STDC_VERSION__ 199901L\n"));
    assert!(text.contains("#define __STRICT_ANSI__ 1\n") && !text.contains("UTF_16"));
}

const PIECES: &[&str] = &[
    "#define ",
    "F",
    "G",
    "(x)",
    "(x,...)",
    "(",
    ")",
    ",",
    "##",
    "#",
    "\n",
    " ",
    "\n#if ",
    "\n#else\n",
    "\n#endif\n",
    "\n#elif ",
    "\n#undef F\n",
    "__VA_ARGS__",
    "__VA_OPT__(",
    "\"",
    "'",
    "\\\n",
    "/*",
    "*/",
    "1",
    "defined",
    "?",
    ":",
    "&&",
    "-",
    "\n#include ",
    "<",
    ">",
    "_Pragma(\"",
    "\")",
    "\n#pragma push_macro(\"F\")\n",
    "\n#pragma GCC poison G\n",
    "\n#line 3 \"f\"\n",
    "\n# 1 \"g\" 1\n",
    "__LINE__",
    "__COUNTER__",
    "x",
    "\n#include_next <stddef.h>\n",
    "__has_include(",
    "\n#pragma pack(",
];

proptest! {
    #[test]
    fn any_mixture_ends(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..60)) {
        let text = pieces.concat();
        let options = PpOptions { dirs: vec![SearchDir::builtin("b")], ..PpOptions::default() };
        preprocessed(&text, options.clone());
        let (mut diag, mut symbols) = (Box::new(Diagnostics::captured()), Interner::new());
        let bytes = text.as_bytes();
        let mut pp = Preprocessor::from_text(&mut diag, &mut symbols, options, "x.c", bytes);
        for _ in 0..100_000 {
            if pp.next_token().kind == TokenKind::Eof {
                break;
            }
        }
    }
}
