//! Options of code generation: each has a row whose outcome depends on it, in the program's run or in the assembly.
//! The rows pass with GCC too (`GIMLET_CC`), but for those that say what Gimlet refuses.

use crate::support::{
    EMULATOR, Finished, ScratchDir, compiler, require_tools, run, testing_gimlet,
};
use rstest::rstest;
use std::fs;

/// Writes `x.c` and compiles it with these options.
fn compile(dir: &ScratchDir, source: &str, options: &str) -> Finished {
    fs::write(dir.path().join("x.c"), source).expect("x.c");
    let mut words = compiler();
    words.extend(options.split_whitespace().map(str::to_string));
    words.push("x.c".to_string());
    let mut finished = run(&words, dir.path()).expect("the compiler can be run");
    finished.output = finished.output.replace(['‘', '’'], "'");
    finished
}

/// The assembly, blanks between words made one.
fn assembly(source: &str, options: &str) -> String {
    let dir = ScratchDir::new().expect("a scratch directory");
    let finished = compile(&dir, source, &format!("{options} -S"));
    assert!(finished.succeeded(), "{options}: {}", finished.output);
    let text = fs::read_to_string(dir.path().join("x.s")).expect("x.s");
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

/// What the program that the source makes prints, and its exit status.
fn outcome(source: &str, options: &str) -> (String, Option<i32>) {
    require_tools();
    let dir = ScratchDir::new().expect("a scratch directory");
    let finished = compile(&dir, source, &format!("{options} -static -o x"));
    assert!(finished.succeeded(), "{options}: {}", finished.output);
    let words = [EMULATOR.to_string(), "./x".to_string()];
    let ran = run(&words, dir.path()).expect("the program can be run");
    (ran.output, ran.status.and_then(|status| status.code()))
}

const SIGNS: &str = "#include <stdio.h>\n\
    struct s { int a : 3; signed int b : 3; };\n\
    int main (void) { struct s s = { -1, -1 }; char c = -1; printf (\"%d %d %d %d\\n\", c, s.a, s.b, '\\377'); }";
const SIZES: &str = "#include <stdio.h>\n#include <stddef.h>\n\
    enum e { A, B }; struct s { char c; double d; };\n\
    int main (void) { printf (\"%d %d %d %d\\n\", (int) sizeof (enum e), (int) sizeof (struct s),\n\
    (int) sizeof (L\"ab\"), (wchar_t) -1 > 0); }";
const ORDERS: &str = "#include <stdio.h>\n\
    struct s { short a; int b : 12; } s = { 1, 2 };\n\
    struct __attribute__ ((scalar_storage_order (\"little-endian\"))) t { short a; } t = { 1 };\n\
    int main (void) { unsigned char *p = (unsigned char *) &s;\n\
    printf (\"%x %x %x %x %d\\n\", p[0], p[1], p[2], *(char *) &t, s.a + s.b); }";
const FILLED: &str = "#include <stdio.h>\nint main (void) { int x; short y;\n#ifdef SET\nx = y = 3;\n#endif\n\
    printf (\"%x %d\\n\", x, y); }";
const PROBED: &str = "#include <stdio.h>\n#include <string.h>\n\
    __attribute__ ((noinline)) int f (int n) { char *a = __builtin_alloca (n); char b[n * 2];\n\
    memset (a, 1, n); memset (b, 2, n * 2); return a[n - 1] + b[n] + b[2 * n - 1] - 4; }\n\
    int main (void) { printf (\"%d %d %d\\n\", f (1), f (4096) + 3, f (1000000) + 8); return 0; }";
const INSTRUMENTED: &str = "#include <stdio.h>\n\
    #define PLAIN __attribute__ ((no_instrument_function))\n\
    int f (void) { return 1; } int g (void) { return 2; } int main (void);\n\
    PLAIN void __cyg_profile_func_exit (void *a, void *b) {}\n\
    PLAIN void __cyg_profile_func_enter (void *a, void *b)\n\
    { fputs (a == (void *) f ? \"f \" : a == (void *) g ? \"g \" : \"main \", stdout); }\n\
    PLAIN static void end (void) __attribute__ ((destructor)); PLAIN static void end (void) { puts (\"\"); }\n\
    int main (void) { return f () + g () - 3; }";
const OVERFLOWS: &str = "#include <limits.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
    __attribute__ ((noinline)) int more (int a) { return a + 1 > a; }\n\
    __attribute__ ((noinline)) int sum (int a, int b) { return a + b; }\n\
    int main (int argc, char **argv) { int m = INT_MAX; __asm__ (\"\" : \"+r\" (m));\n\
    printf (\"%d\\n\", more (m)); fflush (stdout); printf (\"%d\\n\", sum (m, argc)); return 0; }";
// Values below, in and above each range; what is the same with and without `-fwrapv`.
const RANGES: &str = "#include <limits.h>\n#include <stdio.h>\n\
    __attribute__ ((noipa)) int within (int a) { return a >= 5 && a <= 10; }\n\
    __attribute__ ((noipa)) int outside (long a) { return a < 5 || a > 10; }\n\
    __attribute__ ((noipa)) int three (signed char a) { return a == 61 || a == 62 || a == 63; }\n\
    __attribute__ ((noipa)) int below (int a) { return a >= -7 && a <= -3; }\n\
    int main (void) { int v[] = { INT_MIN, -128, -8, -7, -3, -2, 0, 4, 5, 10, 11, 60, 61, 63, 64, INT_MAX };\n\
    for (int i = 0; i < 16; i++) printf (\"%d%d%d%d \", within (v[i]), outside (v[i]), three (v[i]), below (v[i]));\n\
    return 0; }";
const IN_RANGES: &str =
    "0100 0100 0100 0101 0101 0100 0100 0100 1000 1000 0100 0100 0110 0110 0100 0100 ";

#[rstest]
#[case("", SIGNS, "255 -1 -1 255\n")]
#[case("-fsigned-char", SIGNS, "-1 -1 -1 -1\n")]
#[case("-fno-unsigned-char", SIGNS, "-1 -1 -1 -1\n")]
#[case("-funsigned-char", SIGNS, "255 -1 -1 255\n")]
#[case("-funsigned-bitfields", SIGNS, "255 7 -1 255\n")]
#[case("-fno-signed-bitfields", SIGNS, "255 7 -1 255\n")]
#[case("-fsigned-bitfields", SIGNS, "255 -1 -1 255\n")]
#[case("", SIZES, "4 16 12 0\n")]
#[case("-fshort-enums", SIZES, "1 16 12 0\n")]
#[case("-fpack-struct", SIZES, "4 9 12 0\n")]
#[case("-fpack-struct=4", SIZES, "4 12 12 0\n")]
#[case("-fshort-wchar", SIZES, "4 16 6 1\n")]
#[case("-fsso-struct=big-endian", ORDERS, "0 1 0 1 3\n")]
#[case("-fsso-struct=little-endian", ORDERS, "1 0 2 1 3\n")]
#[case("-fsso-struct=native", ORDERS, "1 0 2 1 3\n")]
#[case("-O1 -ftrivial-auto-var-init=zero", FILLED, "0 0\n")]
#[case("-O1 -ftrivial-auto-var-init=pattern", FILLED, "fefefefe -258\n")]
#[case(
    "-O1 -ftrivial-auto-var-init=pattern -ftrivial-auto-var-init=uninitialized -DSET",
    FILLED,
    "3 3\n"
)]
#[case("-O0 -fstack-clash-protection", PROBED, "1 4 9\n")]
#[case("-O2 -fstack-clash-protection", PROBED, "1 4 9\n")]
#[case("-finstrument-functions", INSTRUMENTED, "main f g \n")]
#[case(
    "-finstrument-functions -finstrument-functions-exclude-function-list=f,h",
    INSTRUMENTED,
    "main g \n"
)]
#[case("-finstrument-functions -finstrument-functions-exclude-file-list=x.c", INSTRUMENTED, "\n")]
#[case(
    "-flax-vector-conversions -Wno-psabi",
    "#include <stdio.h>\n\
    typedef int v4 __attribute__ ((vector_size (16))); typedef short v8 __attribute__ ((vector_size (16)));\n\
    int main (void) { v4 a = { 1, 2, 65536, 4 }; v8 b = a; printf (\"%d %d %d\\n\", b[0], b[4], b[5]); }",
    "1 0 1\n"
)]
#[case(
    "-fallow-parameterless-variadic-functions",
    "#include <stdio.h>\n\
    int f (...) { return 3; }\nint main (void) { printf (\"%d\\n\", f (1, 2.0)); }",
    "3\n"
)]
#[case("-O2", OVERFLOWS, "1\n-2147483648\n")]
#[case("-O2 -fwrapv", OVERFLOWS, "0\n-2147483648\n")]
#[case("-O0 -fwrapv", RANGES, IN_RANGES)]
#[case("-O2 -fwrapv", RANGES, IN_RANGES)]
#[case("-O2 -ftrapv", RANGES, IN_RANGES)]
#[case("-O0 -fharden-compares -fharden-conditional-branches", RANGES, IN_RANGES)]
#[case("", CHARACTERS, "3 3 12 e9\n")]
#[case("-finput-charset=latin1", CHARACTERS, "5 5 16 e9\n")]
#[case("-fexec-charset=ISO-8859-2", CHARACTERS, "2 3 12 e9\n")]
#[case("-finput-charset=latin1 -fexec-charset=latin1", CHARACTERS, "3 5 16 e9\n")]
#[case("-O0 -frounding-math", ROUNDED, "1 1 1\n")]
#[case("-O2 -frounding-math", ROUNDED, "1 1 1\n")]
#[case("-O2 -fno-rounding-math", ROUNDED, "0 0 0\n")]
#[case("-O2 -fsignaling-nans", SIGNALING, "1 1 1\n")]
#[case("-O2 -fno-signaling-nans", SIGNALING, "0 0 0\n")]
fn a_program_prints(#[case] options: &str, #[case] source: &str, #[case] expected: &str) {
    let (printed, status) = outcome(source, options);
    assert_eq!((printed.as_str(), status), (expected, Some(0)), "{options}");
}

const FLOAT_DIVISION: &str = "double f (double a, double b) { return __builtin_sqrt (a / b) + 1; }";
const DIVISION: &str = "int f (int a, int b) { return a * b / (a - b); }";

#[rstest]
#[case("-O0")]
#[case("-O2")]
#[case("-Os")]
fn insns_for_bits_do_what_is_done_without_them(#[case] level: &str) {
    require_tools();
    let source = include_str!("../run/bit-insns.c");
    let dir = ScratchDir::new().expect("a scratch directory");
    let options = format!("{level} -march=rv64gc_zba_zbb_zbs -static -o x");
    let finished = compile(&dir, source, &options);
    assert!(finished.succeeded(), "{options}: {}", finished.output);
    let words = [EMULATOR, "-cpu", "rv64,zba=true,zbb=true,zbs=true", "./x"].map(str::to_string);
    let ran = run(&words, dir.path()).expect("the program can be run");
    assert_eq!(ran.output, outcome(source, level).0, "{level}");
}

#[rstest]
#[case("-O0 -ftrapv")]
#[case("-O2 -ftrapv")]
fn overflow_ends_the_program(#[case] options: &str) {
    let source = "int main (int argc, char **argv) { int m = 0x7fffffff; __asm__ (\"\" : \"+r\" (m)); m += argc;\n\
        __asm__ volatile (\"\" : \"+r\" (m)); return 0; }";
    assert_eq!(outcome(source, "-O2").1, Some(0));
    assert_ne!(outcome(source, options).1, Some(0));
}

#[rstest]
#[case("-fstack-protector", true)]
#[case("-fstack-protector-strong", true)]
#[case("-fstack-protector-all", true)]
#[case("-fstack-protector -fno-stack-protector", false)]
#[case("-fstack-protector-explicit", false)]
fn the_stack_protector_stops_an_overrun(#[case] options: &str, #[case] stopped: bool) {
    let source = "#include <stdlib.h>\n#include <string.h>\n\
        __attribute__ ((noinline)) void f (int n) { char b[8]; memset (b, 1, n);\n\
        __asm__ volatile (\"\" : : \"r\" (b) : \"memory\"); }\n\
        int main (int argc, char **argv) { f (argc * 12); _Exit (0); }";
    for level in ["-O0", "-O2"] {
        let (_, status) = outcome(source, &format!("{level} {options}"));
        assert_eq!(
            status == Some(134) || status.is_none(),
            stopped,
            "{level} {options} {status:?}"
        );
    }
}

const CHARACTERS: &str = "#include <stdio.h>\nint main (void) {\n\
    printf (\"%d %d %d %x\\n\", (int) sizeof \"é\", (int) sizeof u8\"é\", (int) sizeof L\"éa\", L'\\u00e9'); return 0; }";
const ROUNDED: &str = "#include <stdio.h>\n#define F __attribute__ ((noipa))\n\
    F void direction (int d) { __asm__ volatile (\"fsrm %0\" : : \"r\" (d)); }\n\
    F double third (void) { return 1.0 / 3.0; } F double minus (double x) { return x - 0.0; }\n\
    F double whole (void) { return (double) 9007199254740993L; }\n\
    int main (void) { double a = third (), b = whole (); direction (3); int r = third () != a, s = whole () != b;\n\
    direction (2); int z = __builtin_signbit (minus (0.0)); direction (0);\n\
    printf (\"%d %d %d\\n\", r, s, z != 0); return 0; }";
const SIGNALING: &str = "#include <stdio.h>\n#define F __attribute__ ((noipa))\n\
    F double times (double x) { return x * 1.0; } F double over (double x) { return x / 1.0; }\n\
    F double there (double x) { return (double) (long double) x; }\n\
    F int quiet (double x) { long b; __builtin_memcpy (&b, &x, 8); return b >> 51 & 1; }\n\
    int main (void) { double x = __builtin_nans (\"\");\n\
    printf (\"%d %d %d\\n\", quiet (times (x)), quiet (over (x)), quiet (there (x))); return 0; }";

const CODE: &str = "int g; int z = 0; int d = 3; const int c = 4; static int h (int a) { return a + g; }\n\
    extern int e; int u (int); static char *s = \"abc\"; char *t (void) { return s; }\n\
    int f (int a) { return u (h (a)) + e + d; } double k (void) { return 1.5; }";
const FRAME: &str = "int u (int *); int f (int a) { int b[4]; b[0] = a; return u (b) + a; }";
const CLEANED: &str = "void c (int *); int u (int); int f (int a)\n\
    { int b __attribute__ ((cleanup (c))) = a; return u (a); }";
const SWITCH: &str = "int f (int a) { switch (a) { case 0: return 5; case 1: return 9; case 2: return 2; case 3:\n\
    return 77; case 4: return 1; case 5: return 66; case 6: return 4; } return 0; }";
const LIBRARY: &str = "#include <stdlib.h>\nint f (int a) { return abs (a); }\n\
    double sqrt (double); double q (double x) { return sqrt (x); }";

const PREFIXED: &str = "#define TEXT(x) #x\n#define EXPANDED(x) TEXT (x)\n\
    char prefix[] = EXPANDED (__USER_LABEL_PREFIX__); int u (void), v (void) __asm__ (\"given\");\n\
    __int128 f (__int128 a) { return a / u () + v (); } __int128 (*g) (__int128) = f;\n\
    extern __int128 k (__int128) __attribute__ ((alias (\"f\")));";
const EBCDIC: &str = "char a[] = \"a1\\n\\x41\"; int b = 'a'; _Static_assert (u'a' == 97, \"as it is\");\n\
    __asm__ (\"# as it stands\"); int c __attribute__ ((section (\"plain\")));";

const NAN: &str = "int f (double a) { return a != a; }";
const MORE: &str = "static int h (int a) { return a * 7 + 1; } int f (int a) { return h (a); }\n\
    int k (int a) { return h (a + 1); }";
const ALIASES: &str = "int f (int *a, float *b) { *a = 1; *b = 2; return *a; }";
const NAMELESS: &str = "struct a { int x; }; struct b { int y; struct a; };\n\
    int f (struct b *p) { return p->x; }";
const KEPT: &str = "static int v (void) { return 1; } int x = 1;";

/// What must stand in the assembly, and what must not.
#[rstest]
#[case("-O2 -ffinite-math-only", NAN, "li a0,0", "feq")]
#[case("-O2 -ffast-math", NAN, "li a0,0", "feq")]
#[case("-O2 -fno-finite-math-only", NAN, "feq", "li a0,0")]
#[case("-O2 -fno-signed-zeros", "double f (double a) { return a + 0.0; }", "ret", "fadd")]
#[case("-O2 -fsigned-zeros", "double f (double a) { return a + 0.0; }", "fadd", ".cfi")]
#[case("-g -gtoggle", CODE, "f:", ".debug_line")]
#[case("-gtoggle", CODE, ".debug_line", ".GCC.command")]
#[case("-O2 -fnon-call-exceptions", "void f (int *p) { int a = *p; }", "lw", ".bss\n")]
#[case("-O1 -fnon-call-exceptions", "void f (int *p) { int a = *p; }", ".cfi_startproc", ".bss\n")]
#[case("-O2 -fno-non-call-exceptions", "void f (int *p) { int a = *p; }", "f:", "lw")]
#[case("-fcx-fortran-rules", "int a = __GCC_IEC_559_COMPLEX;", "a:", ".word")]
#[case("-fcx-limited-range", "int a = __GCC_IEC_559_COMPLEX;", "a:", ".word")]
#[case("-fno-trapping-math", "int a = __NO_TRAPPING_MATH__;", ".word 1", ".cfi")]
#[case(
    "-O1 -fsingle-precision-constant",
    "double f (void) { return 1.1; }",
    ".word 1072798105",
    ".cfi"
)]
#[case("-fms-extensions", NAMELESS, ",4(a5)", ".cfi")]
#[case("-fplan9-extensions", NAMELESS, ",4(a5)", ".cfi")]
#[case("-O1 -fgnu89-inline", "inline int f (void) { return 1; } int g;", "f:", ".cfi")]
#[case("-O1 -fno-gnu89-inline", "inline int f (void) { return 1; } int g;", "g:", "f:")]
#[case("-O2 -fno-toplevel-reorder", KEPT, "v:", ".cfi")]
#[case("-O2 -ftoplevel-reorder", KEPT, "x:", "v:")]
#[case(
    "-O2 -fno-inline-small-functions -fno-inline-functions-called-once -fno-inline-functions -fno-early-inlining",
    MORE,
    " h\n",
    ".cfi"
)]
#[case("-O2 -fno-inline", MORE, " h\n", ".cfi")]
#[case("-O2 -finline-small-functions -finline-functions-called-once -finline", MORE, "f:", "call")]
#[case("-O2 -fstrict-aliasing", ALIASES, "li a0,1", "lw a0,0(a0)")]
#[case("-O2 -fno-strict-aliasing", ALIASES, "lw a0,0(a0)", "li a0,1")]
#[case("-O2 -fwrapv-pointer", "int f (char *p) { return p + 1 > p; }", "tu a0,", "li a0,1")]
#[case("-ffunction-sections", CODE, ".section .text.f,\"ax\",@progbits", ".text.h.")]
#[case("-fno-function-sections", CODE, "f:", ".text.f")]
#[case("-fdata-sections", CODE, ".section .bss.g,\"aw\",@nobits", ".data\n")]
#[case("-fdata-sections", CODE, ".section .data.d,\"aw\"", ".data\n")]
#[case("-fdata-sections", CODE, ".section .rodata.c,\"a\"", ".data\n")]
#[case("-O1 -fleading-underscore", PREFIXED, "\n_f:", "\nf:")]
#[case("-O1 -fleading-underscore", PREFIXED, "call _u@plt", "call _given")]
#[case("-O1 -fleading-underscore", PREFIXED, "call given@plt", "_.LC")]
#[case("-O1 -fleading-underscore", PREFIXED, "call ___divti3@plt", "_.L")]
#[case("-O1 -fleading-underscore", PREFIXED, ".dword _f", ".dword f")]
#[case("-O1 -fleading-underscore", PREFIXED, ".set _k,_f", ".set k")]
#[case("-O1 -fleading-underscore", PREFIXED, ".string \"_\"", ".globl g\n")]
#[case("-O1 -fleading-underscore -g", PREFIXED, ".string \"f\"", ".string \"_f\"")]
#[case("-O1 -fleading-underscore -fno-leading-underscore", PREFIXED, "\nf:", "\n_f:")]
#[case("-fexec-charset=IBM1047", EBCDIC, ".string \"\\201\\361%A\"", "a1")]
#[case("-fexec-charset=IBM1047", EBCDIC, "# as it stands", ".section \\")]
#[case("-fexec-charset=IBM1047", EBCDIC, ".section plain,", ".word 97\n")]
#[case("-fcommon", CODE, ".comm g,4,4", ".comm d")]
#[case("-fno-common", CODE, "g:", ".comm")]
#[case("-fvisibility=hidden", CODE, ".hidden f", ".hidden e")]
#[case("-fvisibility=protected", CODE, ".protected g", ".hidden")]
#[case("-fvisibility=default", CODE, ".globl f", ".hidden")]
#[case("-O1 -fPIC", CODE, "@plt", "lla a5,d\n")]
#[case("-O1 -fPIC", CODE, ".option pic", "lw a5,d\n")]
#[case("-O1 -fpic -fvisibility=hidden", CODE, ".hidden d", "la a5,d\n")]
#[case("-O1 -fno-pic", CODE, ".option nopic", "@plt")]
#[case("-O1 -fPIE", CODE, "call u@plt", "la a5,d\n")]
#[case("-O1 -fno-pie", CODE, "call u", "@plt")]
#[case("-O1 -mno-plt", CODE, "jalr", "u@plt")]
#[case("-O1 -mplt", CODE, "call u@plt", "jalr")]
#[case("-fno-pic -msmall-data-limit=8", CODE, ".sbss", ".data\n")]
#[case("-fno-pic -msmall-data-limit=0", CODE, ".data\n", ".sbss")]
#[case("-fno-zero-initialized-in-bss", "int z = 0;", ".data\n", ".bss\n")]
#[case("-fzero-initialized-in-bss", "int z = 0;", ".bss\n", ".data\n")]
#[case("-O1 -fno-merge-constants", CODE, ".rodata\n", ".rodata.str")]
#[case("-O1 -fmerge-constants", CODE, ".rodata.str", ".rodata\n.align 3\n.LC")]
#[case("-fno-ident", CODE, "f:", ".ident")]
#[case("-Qn", CODE, "f:", ".ident")]
#[case("-fident", CODE, ".ident", ".GCC.command")]
#[case(
    "-frecord-gcc-switches",
    CODE,
    ".section .GCC.command.line,\"MS\",@progbits,1",
    ".rodata.zz"
)]
#[case("-falign-functions=32", CODE, ".align 5", ".align 6")]
#[case("-fpatchable-function-entry=3,1", CODE, "nop\n.type f, @function\nf:", ".align 6")]
#[case("-mno-relax", CODE, ".option norelax", ".align 6")]
#[case("-mrelax", CODE, "f:", "norelax")]
#[case("-O2 -msave-restore", CODE, "call t0,__riscv_save_0", "sd")]
#[case("-O2 -mno-save-restore", CODE, "sd", "__riscv_save")]
#[case("-mexplicit-relocs -fpic", CODE, "auipc", "lla")]
#[case("-mno-explicit-relocs -fpic", CODE, "lla", "auipc")]
#[case("-mno-riscv-attribute", CODE, "f:", ".attribute")]
#[case("-mno-strict-align", CODE, "unaligned_access, 1", "unaligned_access, 0")]
#[case("-mstrict-align", CODE, "unaligned_access, 0", "unaligned_access, 1")]
#[case("-march=rv64gc_zba", CODE, "_zba1p0", "_zbb")]
#[case("-march=rv64imafd", CODE, "_d2p2_zicsr2p0", "_c2p0")]
#[case("-march=rv64imac -mabi=lp64", CODE, "_a2p1_c2p0", "_f2p2")]
#[case(
    "-march=rv64imac_zicbom_zihintpause_zifencei -mabi=lp64",
    CODE,
    "_zicbom_zifencei2p0_zihintpause\"",
    "zicsr"
)]
#[case("-misa-spec=2.2", CODE, "rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0\"", "zicsr")]
#[case("-mcpu=sifive-s51 -mabi=lp64", CODE, "rv64i2p1_m2p0_a2p1_c2p0\"", "_f2p2")]
#[case("-O1 -march=rv64i -mabi=lp64", DIVISION, "call __muldi3@plt", "mulw")]
#[case("-O1 -march=rv64i -mabi=lp64", DIVISION, "call __divdi3@plt", "divw")]
#[case("-O1 -mno-div", DIVISION, "call __divdi3@plt", "divw")]
#[case("-O1 -mno-div", DIVISION, "mulw", "__muldi3")]
#[case("-O1 -mno-fdiv", FLOAT_DIVISION, "call __divdf3@plt", "fdiv")]
#[case("-O1 -mno-fdiv -fno-math-errno", FLOAT_DIVISION, "sqrt@plt", "fsqrt")]
#[case("-O1 -mfdiv -fno-math-errno", FLOAT_DIVISION, "fsqrt", "__divdf3")]
#[case("-O1 -mdiv", DIVISION, "divw", "call")]
#[case(
    "-march=rv64im -mabi=lp64",
    "int x; int f (void) { return __atomic_load_n (&x, __ATOMIC_ACQUIRE); }\n\
     int a = sizeof __riscv_muldiv; int __riscv_atomic;",
    "fence",
    "amo"
)]
#[case("-march=rv64i_zve32x_zvl256b -mabi=lp64", "int a[__riscv_v_min_vlen];", "1024", "vset")]
#[case("-march=rv64gcv", CODE, "_c2p0_v1p0_zicsr2p0", "vset")]
#[case(
    "-O1 -march=rv64imac -mabi=lp64",
    "double f (double a) { return a + 1; }",
    "call __adddf3@plt",
    "fadd"
)]
#[case("-O1 -mabi=lp64", "double f (double a) { return a + 1; }", "fmv.x.d a0,", "call")]
#[case(
    "-O1 -mabi=lp64f",
    "double f (float a, double b) { return a + b; }",
    "fcvt.d.s fa5,fa0",
    "call"
)]
#[case(
    "-march=rv64imafc -mabi=lp64f",
    "int a = sizeof __riscv_float_abi_single + __riscv_flen;",
    "a:",
    "call"
)]
#[case(
    "-march=rv64imac -mabi=lp64",
    "int a = sizeof __riscv_float_abi_soft; int __riscv_f;",
    "a:",
    "call"
)]
#[case("-mcpu=sifive-u74 -mtune=rocket -mabi=lp64d", CODE, "_c2p0", "norelax")]
#[case("-mcmodel=medlow -fno-pic", "int a = sizeof __riscv_cmodel_medlow;", "a:", "@plt")]
#[case("-mcmodel=medany -fno-pic", "int a = sizeof __riscv_cmodel_medany;", "a:", "@plt")]
#[case("-pg -O1", FRAME, "call _mcount@plt", ".align 6")]
#[case("-fprofile -O1", FRAME, "call _mcount@plt", ".align 6")]
#[case("-finstrument-functions", FRAME, "__cyg_profile_func_enter", "_mcount")]
#[case("-O1 -fasynchronous-unwind-tables", FRAME, ".cfi_offset 1, -8", ".cfi_sections")]
#[case("-O1 -funwind-tables", FRAME, ".cfi_def_cfa_offset 0", ".cfi_sections")]
#[case("-O1 -fexceptions", FRAME, ".cfi_restore 1", ".cfi_sections")]
#[case("-O0 -fexceptions", FRAME, ".cfi_def_cfa 8, 0", ".cfi_sections")]
#[case("-O1 -fno-asynchronous-unwind-tables", FRAME, "f:", ".cfi")]
#[case("-O1 -g", FRAME, ".cfi_sections .debug_frame", ".eh_frame")]
#[case("-O1 -g -fno-dwarf2-cfi-asm", FRAME, ".loc 1 1", ".cfi_")]
#[case("-O1 -g1", FRAME, ".loc 1 1", ".align 6")]
#[case("-O1 -g -dA", FRAME, "# x.c:1:30\n.loc 1 1 30\n", ".align 6")]
#[case("-O1 -g -dA", FRAME, ".uleb128 1 # (DIE (0xc) DW_TAG_compile_unit)", ".align 6")]
#[case("-O1 -g -dA", FRAME, ".string \"f\" # DW_AT_name", ".align 6")]
#[case("-O1 -g -dA", FRAME, ".uleb128 0x3a # (DW_AT_decl_file)", ".align 6")]
#[case("-O1 -g -dA", FRAME, ".byte 0 # end of children of DIE 0xc", ".align 6")]
#[case("-O1 -dA", FRAME, "# SUCC: EXIT [always]", "DW_AT")]
#[case("-O1 -fexceptions -dA", CLEANED, "# landing pad", "DW_AT")]
#[case("-O1 -ggdb3", FRAME, ".file 1 \"x.c\"", ".align 6")]
#[case("-O1 -gdwarf-4", FRAME, ".file 1 \"x.c\"", ".align 6")]
#[case("-O1 -g -gno-column-info", FRAME, ".loc 1 1 0", ".loc 1 1 3")]
#[case("-O1 -g -g0", FRAME, "f:", ".loc")]
#[case("-O1 -g -fdebug-prefix-map=x=/src/y", FRAME, ".file 1 \"/src/y.c\"", "\"x.c\"\n.loc")]
#[case("-fmacro-prefix-map=x=/src/y", "char *f = __FILE__;", "\"/src/y.c\"", "\"x.c\"\n.z")]
#[case("-ffile-prefix-map=x=/src/y", "char *f = __FILE__;", "\"/src/y.c\"", "\"x.c\"\n.z")]
#[case("-O1 -fno-omit-frame-pointer", FRAME, "addi s0,sp", ".loc")]
#[case("-O1 -fomit-frame-pointer", FRAME, "ra", "addi s0,sp")]
#[case("-O2 -fno-jump-tables -fno-tree-switch-conversion", SWITCH, "f:", ".word")]
#[case("-O2 -fjump-tables -fno-tree-switch-conversion", SWITCH, ".word", ".cfi")]
#[case("-fno-builtin", LIBRARY, "call abs", "fsqrt")]
#[case("-fno-builtin-abs", LIBRARY, "call abs", "call q")]
#[case("-fbuiltin", LIBRARY, "f:", "call abs")]
#[case("-ffreestanding", LIBRARY, "call abs", "fsqrt")]
#[case("-fhosted", LIBRARY, "f:", "call abs")]
#[case("-O1 -fno-math-errno", LIBRARY, "fsqrt.d", "call sqrt")]
#[case("-O1 -fmath-errno", LIBRARY, "sqrt@plt", ".cfi")]
#[case(
    "-mstack-protector-guard=tls -mstack-protector-guard-reg=tp -mstack-protector-guard-offset=16 \
        -fstack-protector-all -O1",
    FRAME,
    "16(tp)",
    "__stack_chk_guard"
)]
#[case(
    "-mstack-protector-guard=global -fstack-protector-all -O1",
    FRAME,
    "__stack_chk_guard",
    "(tp)"
)]
fn the_assembly_has(
    #[case] options: &str,
    #[case] source: &str,
    #[case] there: &str,
    #[case] not_there: &str,
) {
    let text = assembly(source, options);
    assert!(text.contains(there), "{options}: no {there} in\n{text}");
    assert!(!text.contains(not_there), "{options}: {not_there} in\n{text}");
}

#[rstest]
#[case("-march=rv32imac", "ABI requires '-march=rv64'")]
#[case("-mabi=ilp32", "ABI requires '-march=rv32'")]
#[case("-march=rv64imac", "requested ABI requires '-march' to subsume the 'D' extension")]
#[case("-march=rv64imam -mabi=lp64", "ISA string is not in canonical order. 'm'")]
#[case("-march=rv64e -mabi=lp64", "rv64e is not a valid base ISA")]
#[case("-march=rv32e -mabi=ilp32", "rv32e requires ilp32e ABI")]
#[case("-mcpu=rocket", "'-mcpu=rocket': unknown CPU")]
#[case("-misa-spec=3", "unrecognized argument in option '-misa-spec=3'")]
#[case("-mabi=foo", "unrecognized argument in option '-mabi=foo'")]
#[case("-mcmodel=large", "valid arguments to '-mcmodel=' are: medany medlow")]
#[case("-mtune=foo", "unknown cpu 'foo' for '-mtune'")]
#[case("-fvisibility=foo", "unrecognized visibility value 'foo'")]
#[case("-fpack-struct=3", "structure alignment must be a small power of two, not 3")]
#[case("-falign-functions=abc", "invalid arguments for '-falign-functions' option: 'abc'")]
#[case("-fsplit-stack", "'-fsplit-stack' is not supported by this compiler configuration")]
#[case("-fcf-protection=full", "'-fcf-protection=full' is not supported for this target")]
#[case("-gfoo", "unrecognized debug output level 'foo'")]
#[case("-gdwarf-9", "dwarf version 9 is not supported")]
#[case("-fmax-errors=x", "should be a non-negative integer")]
#[case("-fsanitize=foo", "unrecognized argument to '-fsanitize=' option: 'foo'")]
#[case("-fsanitize=all", "'-fsanitize=all' option is not valid")]
#[case("-fsanitize-coverage=foo", "arguments to '-fsanitize-coverage=' are: trace-cmp trace-pc")]
fn refused_as_gcc_refuses(#[case] options: &str, #[case] text: &str) {
    let dir = ScratchDir::new().expect("a scratch directory");
    let finished = compile(&dir, CODE, &format!("{options} -S"));
    assert!(!finished.succeeded() && finished.output.contains(text), "{}", finished.output);
}

/// What has no code where words have 32 bits is named.
#[rstest]
#[case(
    "void f (void *g) { __builtin_return (__builtin_apply (g, __builtin_apply_args (), 64)); }",
    "-O0",
    "calls handed on as they came"
)]
#[case("int f (void) { return 1; }", "-O0 --coverage", "counts of what runs on RV32")]
fn what_has_no_code_on_rv32_is_refused(
    #[case] code: &str,
    #[case] options: &str,
    #[case] what: &str,
) {
    if !testing_gimlet() {
        return;
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    let finished = compile(&dir, code, &format!("-march=rv32gc -mabi=ilp32d {options} -S"));
    assert!(!finished.succeeded(), "{code}");
    assert!(
        finished.output.contains(&format!("sorry, unimplemented: {what}")),
        "{}",
        finished.output
    );
    assert!(!dir.path().join("x.s").exists());
}

#[rstest]
#[case("-fsanitize=address")]
#[case("-fsanitize=shift")]
#[case("-fsanitize-coverage=trace-cmp")]
#[case("-fopenmp")]
#[case("-fgnu-tm")]
#[case("-mshorten-memrefs")]
#[case("-mbranch-cost=3")]
#[case("-malign-data=natural")]
#[case("-mtune=size")]
#[case("-fauto-profile")]
fn what_is_not_implemented_is_refused(#[case] options: &str) {
    if !testing_gimlet() {
        return;
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    let finished = compile(&dir, CODE, &format!("{options} -S"));
    assert!(!finished.succeeded(), "{options}");
    assert!(finished.output.contains("sorry, unimplemented: -"), "{}", finished.output);
    assert!(!dir.path().join("x.s").exists());
}

/// What traps may end in an exception: where a cleanup would run then, it is said that it would not.
#[rstest]
#[case("b += *p;", true)]
#[case("*p = u (a);", true)]
#[case("b = v[a];", true)]
#[case("__builtin_memcpy (&b, p, 4);", true)]
#[case("__asm__ volatile (\"\" : : \"m\" (b));", true)]
#[case("b = u (a); w = a; v[3] = b / a; return b;", false)]
fn traps_within_reach_of_a_cleanup(#[case] body: &str, #[case] refused: bool) {
    let source = format!(
        "void c (int *); int u (int); extern int v[8]; int w; int f (int a, int *p)\n\
        {{ int b __attribute__ ((cleanup (c))) = a; {body} return 0; }}"
    );
    let dir = ScratchDir::new().expect("a scratch directory");
    for (options, refused) in
        [("-fnon-call-exceptions", refused), ("-fno-non-call-exceptions", false)]
    {
        let finished = compile(&dir, &source, &format!("-O2 -fexceptions {options} -S"));
        let said = finished.output.contains("sorry, unimplemented: what may trap");
        assert_eq!((finished.succeeded(), said), (!refused, refused), "{}", finished.output);
    }
}

/// Flags that switch passes: the list of passes shows it.
#[rstest]
#[case("tree-ccp", "tree-ccp1")]
#[case("tree-forwprop", "tree-forwprop1")]
#[case("tree-fre", "tree-fre1")]
#[case("tree-dse", "tree-dse1")]
#[case("tree-sra", "tree-esra")]
#[case("tree-dce", "tree-cddce1")]
#[case("ssa-phiopt", "tree-phiopt1")]
#[case("tree-copy-prop", "tree-copyprop1")]
#[case("tree-ch", "tree-ch2")]
#[case("tree-loop-im", "tree-lim2")]
#[case("tree-pre", "tree-pre")]
#[case("code-hoisting", "tree-pre")]
#[case("tree-sink", "tree-sink1")]
#[case("tree-pta", "tree-alias")]
#[case("tree-reassoc", "tree-reassoc1")]
fn a_flag_switches_its_pass(#[case] flag: &str, #[case] pass: &str) {
    for (options, on) in [(format!("-f{flag}"), "ON"), (format!("-fno-{flag}"), "OFF")] {
        let dir = ScratchDir::new().expect("a scratch directory");
        let finished = compile(
            &dir,
            CODE,
            &format!("-O2 -fno-tree-pre -fno-code-hoisting {options} -fdump-passes -S"),
        );
        let line = finished.output.lines().find(|line| {
            line.trim_start()
                .strip_prefix(pass)
                .is_some_and(|rest| rest.trim_start().starts_with(':'))
        });
        let line = line.unwrap_or_else(|| panic!("no {pass} in {}", finished.output));
        assert!(line.contains(on), "{options}: {line}");
    }
}

#[test]
fn debuggers_find_lines() {
    require_tools();
    let dir = ScratchDir::new().expect("a scratch directory");
    let source = "int g;\nint f (int a)\n{\n  g = a;\n  return a * 3;\n}\n";
    let finished = compile(&dir, source, "-O0 -g -c -o x.o");
    assert!(finished.succeeded(), "{}", finished.output);
    let words = ["riscv64-linux-gnu-objdump", "-dl", "x.o"].map(str::to_string);
    let listing = run(&words, dir.path()).expect("objdump").output;
    for line in ["x.c:4", "x.c:5"] {
        assert!(listing.contains(line), "{line}: {listing}");
    }
}

const WRONG: &str = "int f (int a) { return b; }\nint g (void) { return c; }\n";

/// What the messages say, and what they do not.
#[rstest]
#[case("-fdiagnostics-show-caret", WRONG, "^", "\u{1b}")]
#[case("-fno-diagnostics-show-caret", WRONG, "error:", "^")]
#[case("-fdiagnostics-plain-output", WRONG, "error:", "^")]
#[case("-fdiagnostics-show-line-numbers", WRONG, "1 |", "\u{1b}")]
#[case("-fno-diagnostics-show-line-numbers", WRONG, "^", "1 |")]
#[case("-fno-show-column", WRONG, "x.c:1: error", "x.c:1:2")]
#[case("-fdiagnostics-color=always", WRONG, "\u{1b}[", "warning:")]
#[case("-fmax-errors=1", WRONG, "compilation terminated due to -fmax-errors=1", "'c' undeclared")]
#[case("-fno-dollars-in-identifiers", "int a$b;", "stray '$'", "warning:")]
#[case(
    "-fno-asm",
    "int typeof (int asm); int f (void) { return b; }",
    "'b' undeclared",
    "expected"
)]
#[case(
    "-std=c17 -fasm",
    "typeof (1) a; asm (\"\"); int f (void) { return b; }",
    "'b' undeclared",
    "expected"
)]
#[case("-fasm -std=c17", "typeof (1) a;", "expected", "warning:")]
#[case("-O0", "int a; \u{1b}[31m", "int a; <U+001B>[31m\n      |        ^~~~~~~~\n", "warning:")]
#[case("-fpreprocessed", "int a = __LINE__;", "__LINE__", "warning:")]
#[case("-fmax-include-depth=2", "#include \"x.c\"", "#include nested depth", "warning:")]
#[case("-Wall -Werror", "static int v;", "[-Werror=unused-variable]", "\u{1b}")]
#[case("-Wall -Werror -fno-diagnostics-show-option", "static int v;", "error:", "[-W")]
fn the_messages_have(
    #[case] options: &str,
    #[case] source: &str,
    #[case] there: &str,
    #[case] not_there: &str,
) {
    let dir = ScratchDir::new().expect("a scratch directory");
    let text = compile(&dir, source, &format!("{options} -S")).output;
    assert!(text.contains(there), "{options}: no {there} in\n{text}");
    assert!(!text.contains(not_there), "{options}: {not_there} in\n{text}");
}

/// Passes that an option switches off, of which nothing but their dumps shows that they run.
#[rstest]
#[case("-fno-devirtualize", "ipa-devirt ")]
#[case("-fno-devirtualize-speculatively", "ipa-devirt ")]
#[case("-fno-tree-loop-optimize", "tree-loop ")]
fn a_pass_is_switched_off(#[case] options: &str, #[case] pass: &str) {
    let dir = ScratchDir::new().expect("a scratch directory");
    for (options, how) in [("", "ON"), (options, "OFF")] {
        let source =
            "int f (int n) { int s = 0; for (int i = 0; i < n; i++) s += s ^ i; return s; }";
        let finished = compile(&dir, source, &format!("-O2 {options} -fdump-passes -S"));
        let line = finished.output.lines().find(|line| line.trim_start().starts_with(pass));
        assert!(line.is_some_and(|line| line.trim_end().ends_with(how)), "{options}: {line:?}");
    }
}

/// How often a loop runs is found by doing what it does, where the pass that would have found it does not run.
#[rstest]
#[case("", false)]
#[case("-fno-tree-loop-ivcanon", true)]
fn rounds_are_counted_by_running_them(#[case] options: &str, #[case] counted: bool) {
    let dir = ScratchDir::new().expect("a scratch directory");
    let source = "void g (int); void f (void) { for (int i = 1; i < 20; i = i * 3 + 1) g (i); }";
    let dump = "-fdump-tree-cunrolli-details=stdout";
    let finished = compile(&dir, source, &format!("-O2 {options} {dump} -S"));
    assert_eq!(finished.output.contains("Loop 1 iterates 3 times."), counted, "{options}");
}

/// Parameters and their values, as GCC takes and refuses them.
#[rstest]
#[case("--param=nonsense=0", "unrecognized command-line option '--param=nonsense=0'")]
#[case("--param max-unroll-times=x", "should be a non-negative integer")]
fn what_is_no_parameter_is_refused(#[case] options: &str, #[case] text: &str) {
    let dir = ScratchDir::new().expect("a scratch directory");
    let finished = compile(&dir, CODE, &format!("{options} -S"));
    assert!(!finished.succeeded() && finished.output.contains(text), "{}", finished.output);
}

/// Words of refused options that say what holds anyway, and warnings that Gimlet does not give.
#[rstest]
#[case("-ftrivial-auto-var-init=uninitialized -fzero-call-used-regs=skip -fcf-protection=none")]
#[case("-fno-openmp -fno-sanitize=all -fno-lto -fno-profile-arcs")]
#[case("-finput-charset=UTF-8 -fexec-charset=UTF-8 -fdiagnostics-format=text")]
#[case("-Wstack-usage=1000 -Wduplicated-cond -Wno-anything -Werror=null-dereference")]
#[case("-misa-spec=20191213 -mpreferred-stack-boundary=4 -mno-save-restore -malign-data=xlen")]
#[case("-flto -fwhole-program -fno-semantic-interposition -fgcse -fno-web")]
fn taken_without_a_word(#[case] options: &str) {
    let dir = ScratchDir::new().expect("a scratch directory");
    let finished = compile(&dir, CODE, &format!("{options} -S"));
    assert!(finished.succeeded() && finished.output.is_empty(), "{options}: {}", finished.output);
}

/// Frames of all shapes are found again from below: large, of variable size, and with several ways out.
#[rstest]
#[case("-O0 -funwind-tables")]
#[case("-O1 -fasynchronous-unwind-tables")]
#[case("-O2 -fexceptions")]
fn the_stack_is_unwound(#[case] options: &str) {
    let source = "#include <execinfo.h>\n#include <stdio.h>\nvoid *b[40];\n\
        __attribute__ ((noinline)) int deep (int n) { char big[5000];\n\
        __asm__ volatile (\"\" : : \"r\" (big) : \"memory\"); if (n == 0) return backtrace (b, 40);\n\
        int r = deep (n - 1); __asm__ volatile (\"\" ::: \"memory\"); return r; }\n\
        __attribute__ ((noinline)) int dyn (int n) { char v[n * 8];\n\
        __asm__ volatile (\"\" : : \"r\" (v) : \"memory\"); int r = deep (n);\n\
        __asm__ volatile (\"\" : : \"r\" (v) : \"memory\"); return r; }\n\
        int main (void) { printf (\"%d\\n\", dyn (5) >= 8); return 0; }";
    assert_eq!(outcome(source, options).0, "1\n");
}
