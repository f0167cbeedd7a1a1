//! What the compiler under test can do, found out by compiling: the effective targets that depend on it.
//!
//! Each property has a small program, options, and how far to take it; the property holds if that ends well and the
//! compiler says nothing. An answer is kept for the run.

use super::CheckConfig;
use super::process::{ScratchDir, run_with_timeout};
use crate::directives::Action;
use crate::directives::selector::Prober;
use rustc_hash::FxHashMap;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

struct Probe {
    property: &'static str,
    action: Action,
    options: &'static str,
    program: &'static str,
}

const fn probe(
    property: &'static str,
    action: Action,
    options: &'static str,
    program: &'static str,
) -> Probe {
    Probe { property, action, options, program }
}

use Action::{Assemble, Compile, Link, Run};

const EMPTY: &str = "int main (void) { return 0; }\n";
const PROBES: &[Probe] = &[
    probe("int128", Compile, "", "__int128 f (__int128 a) { return a * a; }\n"),
    probe("float32", Compile, "", "_Float32 f (_Float32 a) { return a * a; }\n"),
    probe("float64", Compile, "", "_Float64 f (_Float64 a) { return a * a; }\n"),
    probe("float128", Compile, "", "_Float128 f (_Float128 a) { return a * a; }\n"),
    probe("float32x", Compile, "", "_Float32x f (_Float32x a) { return a * a; }\n"),
    probe("float64x", Compile, "", "_Float64x f (_Float64x a) { return a * a; }\n"),
    probe("float128x", Compile, "", "_Float128x f (_Float128x a) { return a * a; }\n"),
    probe("float16", Compile, "", "_Float16 f (_Float16 a) { return a * a; }\n"),
    probe("dfp", Compile, "", "_Decimal64 f (_Decimal64 a) { return a + a; }\n"),
    probe("fixed_point", Compile, "", "_Fract f (_Fract a) { return a + a; }\n"),
    probe("fopenmp", Compile, "-fopenmp", "void f (void) {\n#pragma omp parallel\n{}\n}\n"),
    probe("fopenacc", Compile, "-fopenacc", "void f (void) {\n#pragma acc parallel\n{}\n}\n"),
    probe(
        "fgnu_tm",
        Compile,
        "-fgnu-tm",
        "int x; void f (void) { __transaction_atomic { x++; } }\n",
    ),
    probe("fgraphite", Compile, "-O1 -fgraphite", EMPTY),
    probe("analyzer", Compile, "-fanalyzer", EMPTY),
    probe("lto", Assemble, "-flto", "int f (void) { return 1; }\n"),
    probe("lto_incremental", Assemble, "-flto -r -nostdlib", "int f (void) { return 1; }\n"),
    probe("function_sections", Assemble, "-ffunction-sections", "void f (void) {}\n"),
    probe("fstack_protector", Run, "-fstack-protector", EMPTY),
    probe("fpic", Compile, "-fpic", "extern int x; int f (void) { return x; }\n"),
    probe("pie", Link, "-pie -fpie", EMPTY),
    probe("static", Link, "-static", EMPTY),
    probe("shared", Link, "-shared -fpic", "int f (void) { return 1; }\n"),
    probe("rdynamic", Link, "-rdynamic", EMPTY),
    probe("tls", Compile, "", "__thread int i; int f (void) { return i; }\n"),
    probe("tls_native", Compile, "-O2", "__thread int i; int f (void) { return i; }\n"),
    probe("tls_runtime", Run, "", "__thread int t = 3; int main (void) { return t - 3; }\n"),
    probe(
        "alias",
        Assemble,
        "",
        "void g (void) {} void f (void) __attribute__ ((alias (\"g\")));\n",
    ),
    probe("ifunc", Assemble, "", IFUNC),
    probe("symver", Assemble, "", "__attribute__ ((symver (\"f@V_1\"))) void f (void) {}\n"),
    probe(
        "naked_functions",
        Compile,
        "",
        "__attribute__ ((naked)) void f (void) { asm (\"ret\"); }\n",
    ),
    probe("init_priority", Compile, "", "__attribute__ ((constructor (500))) void f (void) {}\n"),
    probe("exceptions", Compile, "-fexceptions", EMPTY),
    probe("freorder", Compile, "-O2 -freorder-blocks-and-partition", EMPTY),
    probe("profiling", Link, "-fprofile-generate", EMPTY),
    probe("fsanitize_address", Link, "-fsanitize=address", EMPTY),
    probe("fsanitize_hwaddress", Link, "-fsanitize=hwaddress", EMPTY),
    probe("fsanitize_thread", Link, "-fsanitize=thread", EMPTY),
    probe("fsanitize_undefined", Link, "-fsanitize=undefined", EMPTY),
    probe("split_stack", Assemble, "-fsplit-stack", EMPTY),
    probe("pthread", Link, "-pthread", "#include <pthread.h>\nint main (void) { return 0; }\n"),
    probe("pthread_h", Compile, "", "#include <pthread.h>\nint x;\n"),
    probe("tgmath_h", Compile, "", "#include <tgmath.h>\nint x;\n"),
    probe("fenv", Compile, "-std=gnu99", "#include <fenv.h>\nint x = FE_DOWNWARD;\n"),
    probe("stdint_types", Compile, "", "#include <stdint.h>\nint8_t a; int64_t b; intptr_t c;\n"),
    probe("inttypes_types", Compile, "", "#include <inttypes.h>\nint8_t a; int64_t b;\n"),
    probe(
        "wchar",
        Link,
        "",
        "#include <wchar.h>\nint main (void) { wchar_t c = L'a'; return c == 0; }\n",
    ),
    probe(
        "cas_int",
        Link,
        "",
        "int x; int main (void) { return __sync_val_compare_and_swap (&x, 0, 1); }\n",
    ),
    probe("libatomic_available", Link, "-latomic", EMPTY),
    probe("libc_has_complex_functions", Link, "-lm", COMPLEX),
    probe("c99_runtime", Link, "-std=gnu99 -lm", COMPLEX),
    probe(
        "mempcpy",
        Link,
        "",
        "#define _GNU_SOURCE\n#include <string.h>\nchar b[4]; int main (void) { return mempcpy (b, \"a\", 2) == b; }\n",
    ),
    probe(
        "stpcpy",
        Link,
        "",
        "#define _GNU_SOURCE\n#include <string.h>\nchar b[4]; int main (void) { return stpcpy (b, \"a\") == b; }\n",
    ),
    probe("unsigned_char", Compile, "", "char a[(char) -1 > 0 ? 1 : -1];\n"),
    probe(
        "lp64",
        Compile,
        "",
        "char a[sizeof (long) == 8 && sizeof (void *) == 8 && sizeof (int) == 4 ? 1 : -1];\n",
    ),
    probe("ucn", Compile, "-std=c99", "int \\u00c1;\n"),
    probe("label_values", Compile, "", "int f (void) { void *p = &&a; goto *p; a: return 1; }\n"),
    probe("trampolines", Assemble, "", TRAMPOLINE),
    probe("nonlocal_goto", Compile, "", NONLOCAL),
    probe("named_sections", Assemble, "", "int x __attribute__ ((section (\".mine\")));\n"),
    probe("gc_sections", Link, "-Wl,--gc-sections", EMPTY),
];

const IFUNC: &str = "typedef void F (void); F g; void g (void) {}\nF *r (void) { return &g; }\n\
                     F f __attribute__ ((ifunc (\"r\")));\n";
const COMPLEX: &str = "#include <complex.h>\n#include <math.h>\ndouble _Complex z;\nfloat y;\n\
                       int main (void) { z = csqrt (z); y = sinf (y); return 0; }\n";
const TRAMPOLINE: &str = "int call (int (*f) (int)) { return f (1); }\nint main (void)\n{\n  int x = 1;\n  \
                          int in (int a) { return a - x; }\n  return call (in);\n}\n";
const NONLOCAL: &str = "void take (void (*) (void));\nint f (void)\n{\n  __label__ out;\n  \
                        void in (void) { goto out; }\n  take (in);\n  return 0;\nout:\n  return 1;\n}\n";

/// Asks the compiler of a [`CheckConfig`].
#[derive(Debug)]
pub(super) struct CompilerProber {
    compiler: Vec<String>,
    emulator: Vec<String>,
    link_options: Vec<String>,
    answers: Mutex<FxHashMap<&'static str, bool>>,
}

impl CompilerProber {
    pub(super) fn new(config: &CheckConfig) -> CompilerProber {
        CompilerProber {
            compiler: config.compiler.clone(),
            emulator: config.emulator.clone(),
            link_options: config.link_options.clone(),
            answers: Mutex::default(),
        }
    }

    /// Does the probe end well, with nothing to say? Not if it cannot be tried.
    fn try_it(&self, probe: &Probe) -> Option<bool> {
        let dir = ScratchDir::new().ok()?;
        std::fs::write(dir.path().join("probe.c"), probe.program).ok()?;
        let (program, leading) = self.compiler.split_first()?;
        let mut command = Command::new(program);
        command.args(leading).args(["-w", "probe.c", "-o", "probe.out"]);
        match probe.action {
            Action::Preprocess => command.arg("-E"),
            Compile => command.arg("-S"),
            Assemble => command.arg("-c"),
            Link | Run => command.args(&self.link_options),
        };
        command.args(probe.options.split_ascii_whitespace());
        command.current_dir(dir.path()).env("LC_ALL", "C");
        let limit = Duration::from_secs(60);
        let compiled = run_with_timeout(&mut command, limit, dir.path()).ok()?;
        let good = compiled.succeeded() && compiled.output.trim().is_empty();
        if !good || probe.action != Run {
            return Some(good);
        }
        let program = dir.path().join("probe.out");
        let mut command = match self.emulator.split_first() {
            None => Command::new(program),
            Some((emulator, leading)) => {
                let mut command = Command::new(emulator);
                command.args(leading).arg(program);
                command
            }
        };
        command.current_dir(dir.path());
        Some(run_with_timeout(&mut command, limit, dir.path()).ok()?.succeeded())
    }
}

impl Prober for CompilerProber {
    fn decide(&self, property: &str) -> Option<bool> {
        let probe = PROBES.iter().find(|probe| probe.property == property)?;
        let known = |prober: &CompilerProber| {
            prober.answers.lock().ok().and_then(|answers| answers.get(probe.property).copied())
        };
        if let Some(answer) = known(self) {
            return Some(answer);
        }
        let answer = self.try_it(probe)?;
        if let Ok(mut answers) = self.answers.lock() {
            answers.insert(probe.property, answer);
        }
        Some(answer)
    }
}
