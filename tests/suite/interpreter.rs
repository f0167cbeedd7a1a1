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
