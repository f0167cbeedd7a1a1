//! Input that is broken, huge or meant to hurt: it is refused in words, never by a crash, and soon.

use crate::support::{ScratchDir, compiler, run, testing_gimlet};
use std::fmt::Write;
use std::fs;

/// Name, source, and whether it is valid C that must be compiled.
fn inputs() -> Vec<(&'static str, Vec<u8>, bool)> {
    let deep = 100_000;
    let text = |s: &str| s.as_bytes().to_vec();
    let nest = |open: &str, core: &str, close: &str, n: usize| {
        format!("int f (int a) {{ {}{core}{}; return 0; }}", open.repeat(n), close.repeat(n))
            .into_bytes()
    };
    let mut chain = String::from("int f (int a) { return a");
    let mut elses = String::from("int f (int a) {");
    let mut decls = String::new();
    for i in 0..20_000 {
        let _ = write!(chain, " + {i}");
        let _ = write!(elses, " if (a == {i}) return {}; else", i * 3);
        let _ = writeln!(decls, "int v{i};");
    }
    vec![
        ("empty", Vec::new(), true),
        ("a nul", b"int f (void) { return 0; }\0\n".to_vec(), true),
        ("not text", (0..=255u8).cycle().take(5000).collect(), false),
        ("open comment", text("int x; /* never closed"), false),
        ("open string", text("const char *s = \"never closed\n;"), false),
        ("open function", text("int f (void) { if (1) { for (;;) {"), false),
        ("parentheses", nest("(", "a", ")", deep), false),
        ("blocks", nest("{", "a;", "}", deep), false),
        ("unary", nest("-", "a", "", deep), false),
        ("declarators", format!("int {}x;", "*".repeat(deep)).into_bytes(), false),
        (
            "structs",
            format!("{} int x; {}", "struct {".repeat(deep), "};".repeat(deep)).into_bytes(),
            false,
        ),
        (
            "initialiser",
            format!("int a[] = {}1{};", "{".repeat(deep), "}".repeat(deep)).into_bytes(),
            false,
        ),
        ("ifs", nest("if (a) ", "a", "", deep), false),
        ("conditionals", nest("a ? ", "a", " : a", deep), false),
        ("macro recursion", text("#define A B A\n#define B A B\nint A;\n"), false),
        ("self include", text("#include __FILE__\n"), false),
        ("#if nest", "#if 1\n".repeat(deep).into_bytes(), false),
        ("long expression", format!("{chain}; }}").into_bytes(), true),
        ("else chain", format!("{elses} return 1; }}").into_bytes(), true),
        ("many declarations", decls.into_bytes(), true),
        ("long line", format!("int {};", "x".repeat(1_000_000)).into_bytes(), true),
        ("huge array", text("char a[1ul << 62][1ul << 62];"), false),
        ("negative array", text("int a[-1]; struct s { int b[-1]; } c;"), false),
        (
            "division",
            text("int a[1 / 0]; int x = 1 % 0; enum { E = -9223372036854775807 - 2 };"),
            false,
        ),
        ("self struct", text("struct s { struct s x; } v; int f (void) { return v.x.x; }"), false),
        (
            "goto nowhere",
            text("int f (void) { goto out; break; continue; case 1: default: ; }"),
            false,
        ),
        (
            "redefined",
            text("int f; int f (void) { return 0; } float f; struct f { int f, f; };"),
            false,
        ),
    ]
}

#[test]
fn broken_input_is_refused_in_words() {
    if !testing_gimlet() {
        return;
    }
    let mut wrong = Vec::new();
    for (name, source, valid) in inputs() {
        let dir = ScratchDir::new().expect("a scratch directory");
        fs::write(dir.path().join("t.c"), source).expect("t.c");
        let mut words = compiler();
        words.extend(["-O1", "-S", "t.c"].map(str::to_string));
        let finished = run(&words, dir.path()).expect("gimlet can be run");
        let status = finished.status.and_then(|s| s.code());
        let output = dir.path().join("t.s").exists();
        // What is valid is compiled, or refused as not supported; what is not valid gets an error.
        let good = match status {
            Some(0) => output,
            Some(1) => {
                let sorry = finished.output.contains("sorry, unimplemented");
                !output && (sorry || !valid && finished.output.contains("error:"))
            }
            _ => false,
        };
        if !good {
            let end: String = finished.output.chars().take(300).collect();
            wrong.push(format!("{name}: {}, output {output}: {end}", finished.describe()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compiles a program, which must go well; what was said.
fn assert_compiles(what: &str, options: &[&str], source: &str) -> String {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("t.c"), source).expect("t.c");
    let mut words = compiler();
    words.extend(options.iter().chain(&["-S", "t.c"]).map(|word| (*word).to_string()));
    let finished = run(&words, dir.path()).expect("gimlet can be run");
    let said: String = finished.output.chars().take(300).collect();
    let status = finished.status.and_then(|s| s.code());
    assert_eq!(status, Some(0), "{what}: {}: {said}", finished.describe());
    finished.output
}

/// A chain of `else if` is long rather than deep, however it is nested in the grammar.
#[test]
fn long_chains_of_else_if_are_compiled() {
    if !testing_gimlet() {
        return;
    }
    for test in ["a == ", "g (a) && a != "] {
        let mut source = String::from("int g (int); int f (int a) {");
        for i in 0..40_000 {
            let _ = write!(source, " if ({test}{i}) return {}; else", i * 3);
        }
        source.push_str(" return 1; }");
        assert_compiles(&format!("if ({test}…)"), &["-O0"], &source);
    }
}

/// What is nested deep, or is a long chain, as far as GCC compiles it.
#[test]
fn what_gcc_compiles_is_not_too_deep() {
    if !testing_gimlet() {
        return;
    }
    let functions = |n: usize| {
        let open: String = (0..n).map(|i| format!("int f{i} (int x) {{ int y{i} = x;\n")).collect();
        let calls: String =
            (1..n).rev().map(|i| format!("return f{i} (y{});}}\n", i - 1)).collect();
        format!("{open} return y0;}}\n{calls}")
    };
    let sources = [
        (
            "calls of macros",
            format!("#define f(x) ((x)+1)\nint a = {}0{};", "f(".repeat(1000), ")".repeat(1000)),
        ),
        ("nested functions", functions(300)),
        (
            "operands of &&",
            format!("int a; int g (void) {{ return a{}; }}", " && a".repeat(50_000)),
        ),
    ];
    for (what, source) in sources {
        assert_compiles(what, &["-O0"], &source);
    }
}

/// Simplification gives up where conditionals are nested too deep, and says nothing of it.
#[test]
fn deep_conditionals_are_compiled_in_silence() {
    if !testing_gimlet() {
        return;
    }
    let (open, close) = ("(a ? ".repeat(140), " : a) != 0".repeat(140));
    let source = format!("int f (int a, int b) {{ return {open}b{close}; }}");
    assert_eq!(assert_compiles("conditionals", &["-O2"], &source), "");
}

/// Each operator of a long expression is simplified as it comes, looking at few of those before it.
#[test]
fn long_chains_of_simple_terms_are_compiled() {
    if !testing_gimlet() {
        return;
    }
    let terms = ["a", "~b", "-a", "(a & b)", "(a ^ 5)", "(unsigned char) b", "(a < b)", "3"];
    for operator in [" + ", " - ", " ^ ", " & ", " | ", " == "] {
        let expression: Vec<&str> = terms.iter().copied().cycle().take(20_000).collect();
        let source = format!("int f (int a, int b) {{ return {}; }}", expression.join(operator));
        assert_compiles(&format!("a{operator}~b …"), &["-O0", "-w"], &source);
    }
}
