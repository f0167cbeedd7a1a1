//! `--interpret` as a user meets it: what a wrong program is told, and where.

use crate::support::{ScratchDir, shell};
use rstest::rstest;
use std::fs;

/// What is said of a program, and the status.
fn interpreted(options: &str, source: &str) -> String {
    let dir = ScratchDir::new().expect("a scratch directory");
    fs::write(dir.path().join("x.c"), source).expect("the program");
    shell(&format!("gimlet -w {options} x.c; echo \"status $?\""), dir.path())
}

/// The place in the source, and below it the calls that led there.
#[test]
fn an_error_has_its_place_and_calls() {
    let source = "int g (int *p)\n{\n  return *p;\n}\nint f (int *p) { return g (p) + 1; }\n\
                  int main (void) { return f (0); }\n";
    let said = "\
x.c:3:10: runtime error: invalid read of 4 bytes at 0x0 in function g: D.N = *p;
    #0 g x.c:3:10
    #1 f x.c:5:25
    #2 main x.c:6:26
status 3
";
    let now = interpreted("-O0 --interpret", source);
    let at = now.find("D.").expect("a temporary") + 2;
    let digits = now[at..].find(' ').expect("its end");
    assert_eq!(format!("{}N{}", &now[..at], &now[at + digits..]), said);
}

/// A chain that is long is shown by its ends.
#[test]
fn long_chains_are_cut() {
    let source = "int f (int n)\n{\n  return n ? f (n - 1) + 1 : *(int *) 8;\n}\n\
                  int main (void) { return f (100); }\n";
    let said = interpreted("-O0 --interpret", source);
    assert!(said.contains("\n    #11 f x.c:3:14\n    ... 78 more calls\n    #90 f x.c"), "{said}");
    assert!(said.contains("\n    #101 main x.c:5:26\n"), "{said}");
}

/// Accesses to the heap that go to no block, each with a line of the program.
#[rstest]
#[case("return p[3];", "invalid read of 4 bytes", ", 0 bytes past the end of a block of 12 bytes")]
#[case("p[4] = 1; return 0;", "write of 4", ", 4 bytes past the end of a block of 12 bytes")]
#[case("return p[-1];", "invalid read of 4 bytes", "")]
#[case("free (p); return *p;", "read of 4", ", in a block of 12 bytes that was freed")]
#[case("memset (p, 0, 16); return 0;", "write of 16", ", 0 bytes past the end of a block of 12")]
#[case("memset (p, 1, 12); return strlen ((char *) p);", "read of", "past the end of a block")]
#[case("free (p); free (p); return 0;", "free of what malloc did not return", "")]
#[case(
    "p = realloc (p, 8); return p[2];",
    "read of 4",
    ", 0 bytes past the end of a block of 8 bytes"
)]
fn the_heap_is_guarded(#[case] body: &str, #[case] access: &str, #[case] place: &str) {
    let source = format!(
        "#include <stdlib.h>\n#include <string.h>\nint main (void)\n{{\n  int *p = malloc (12);\n  {body}\n}}\n"
    );
    for options in ["-O0 --interpret", "-O0 --interpret=ssa"] {
        let said = interpreted(options, &source);
        assert!(said.starts_with("x.c:6:"), "{said}");
        assert!(said.contains(access) && said.contains(place), "{said}");
        assert!(said.ends_with("status 3\n"), "{said}");
    }
}

/// What is right stays so.
#[test]
fn blocks_are_used_whole() {
    let source = "#include <stdlib.h>\n#include <string.h>\nint main (void)\n{\n  char *p = malloc (5), *q;\n  \
                  strcpy (p, \"four\");\n  p = realloc (p, 9);\n  strcat (p, \"five\");\n  void *a;\n  \
                  if (posix_memalign (&a, 256, 3) || (long) a % 256) return 1;\n  memset (a, 1, 3);\n  \
                  free (a);\n  q = memchr (p, 'v', (size_t) -1);\n  int n = strlen (p) + (q - p);\n  \
                  free (p);\n  return n;\n}\n";
    assert_eq!(interpreted("-O0 --interpret=all", source), "status 14\n");
}

/// RTL is not interpreted, which is said instead of running nothing.
#[rstest]
#[case("expand")]
#[case("combine")]
fn rtl_is_refused(#[case] pass: &str) {
    let said = interpreted(&format!("-O2 --interpret={pass}"), "int main (void) { return 0; }\n");
    let expected = format!(
        "gimlet: error: ‘{pass}’ leaves RTL, which is not interpreted; the last pass whose result can be run is \
         ‘optimized’\nstatus 1\n"
    );
    assert_eq!(said, expected);
}

/// What reads a value that nothing was written to, where it decides something.
#[rstest]
#[case("int x; if (c) x = 3; return x == 4 ? 1 : 2;", 7, "a branch depends on it")]
#[case("int a[4]; a[0] = 1; return a[c + 1] ? 1 : 2;", 7, "a branch depends on it")]
#[case("int *p; return *p;", 7, "an address depends on it")]
#[case("int x; switch (x) { case 1: return 2; } return 3;", 7, "a branch depends on it")]
#[case("int i, a[4] = { 0 }; if (c) i = 1; return a[i];", 7, "an address depends on it")]
#[case("int x; if (c) x = 1; printf (\"%d\\n\", x); return 0;", 7, "it is passed to the library")]
#[case("char s[4]; s[0] = 'a'; puts (s); return 0;", 7, "the library reads it")]
#[case("char s[4] = { 1 }, t[4]; return memcmp (s, t, 4);", 7, "the library reads it")]
#[case("int x; return x;", 11, "it is returned to the library")]
#[case("int *p = malloc (8); p[0] = 1; if (p[1]) return 1; return 2;", 7, "a branch depends")]
#[case(
    "struct { char c; int i; } s = { 1 }, t; t.c = 1; s = t; return s.i ? 1 : 2;",
    7,
    "a branch"
)]
#[case("struct { int a : 3, b : 5; } s; s.a = 1; return s.b > 2 ? 1 : 2;", 7, "a branch depends")]
#[case("double d; if (c) d = 1; return d > 0 ? 1 : 2;", 7, "a branch depends on it")]
#[case("__int128 d; if (c) d = 1; return d > 0 ? 1 : 2;", 7, "a branch depends on it")]
#[case(
    "int x, y = 1; y += x; y <<= 2; if (y & 8) return 1; return 2;",
    7,
    "a branch depends on it"
)]
fn what_has_no_value_decides_nothing(
    #[case] body: &str,
    #[case] line: u32,
    #[case] decision: &str,
) {
    let source = format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint f (int c);\n\
         int f (int c)\n{{\n  {body}\n}}\nint main (int argc, char **argv)\n{{\n  return f (argc - 1);\n}}\n"
    );
    let said = interpreted("-O0 --interpret", &source);
    assert!(said.starts_with(&format!("x.c:{line}:")), "{said}");
    assert!(said.contains(": runtime error: use of an uninitialized value: "), "{said}");
    assert!(said.contains(decision) && said.ends_with("status 3\n"), "{said}");
    assert!(said.contains("\n    #0 ") && said.contains(" main x.c:11:"), "{said}");
}

/// What is copied, masked out or not looked at may have no value, after any pass.
#[rstest]
#[case(
    "struct { char c; int i; } s, t; s.c = 1; s.i = 2; t = s; memcpy (&s, &t, sizeof s); return s.i;"
)]
#[case("int x, y; if (!c) y = 2; else x = 1; return c && x ? 1 : y;")]
#[case("struct { int a : 3, b : 5; } s; s.b = 2; s.a = 1; return s.b + (s.a > 0) - 1;")]
#[case("unsigned x; return ((x | 1) & 1) == 1 ? 2 : 3;")]
#[case("unsigned x; x <<= 4; return x & 15 ? 1 : 2;")]
#[case("union { int i; char c[8]; } u; u.i = 2; return u.c[0];")]
#[case("int x; asm (\"\" : \"=r\" (x)); if (x == 77) return 3; return 2;")]
#[case("char *p = malloc (4); p[0] = 1; p = realloc (p, 8); p[7] = 1; return p[0] + p[7];")]
#[case("int v[c + 2]; v[1] = 2; return v[1];")]
#[case("char s[8]; strcpy (s, \"ab\"); return strlen (s);")]
#[case("char s[8]; s[0] = 'a'; return strncmp (s, \"b\", 8) < 0 ? 2 : 3;")]
#[case("long long v = 0; memset (&v, 1, 1); return __builtin_bswap64 (v) >> 56 == 1 ? 2 : 3;")]
#[case("_Complex double z; __real__ z = 2; return __real__ z;")]
#[case(
    "typedef int v4 __attribute__ ((vector_size (16))); v4 v, w; v[1] = 2; w = v + v; return w[1] / 2;"
)]
fn what_decides_nothing_needs_no_value(#[case] body: &str) {
    let source = format!(
        "#include <stdlib.h>\n#include <string.h>\nint f (int c)\n{{\n  {body}\n}}\n\
         int main (int argc, char **argv)\n{{\n  return f (argc - 1);\n}}\n"
    );
    for options in ["-O0 --interpret", "-O2 --interpret=ssa", "-O2 --interpret=optimized"] {
        assert_eq!(interpreted(options, &source), "status 2\n", "{options}: {body}");
    }
}
