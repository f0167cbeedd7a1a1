//! What becomes of each builtin function: the part of the ledger that the table of builtins makes.
//!
//! A row of the ledger stands for a family: a name with the suffixes that say the type (`f`, `l`, `f32`; `l`, `ll`,
//! `imax`) or the size (`_1` to `_16`). What is refused is refused by this table. A builtin that is in no list is called by
//! its library name; one that no library has must be in a list, which a test sees to.

use crate::builtins::{BUILTINS, Builtin};
use crate::ledger::{Entry, Section, Support};

/// What is refused: what GCC makes for itself only, and what needs parts of the machine that are not described.
const REFUSED: &[&str] = &[
    "adjust_descriptor",
    "aggregate_incoming_address",
    "args_info",
    "cxa_end_cleanup",
    "descriptor",
    "eh_copy_values",
    "eh_filter",
    "eh_pointer",
    "init_descriptor",
    "init_dwarf_reg_size_table",
    "init_heap_trampoline",
    "launder",
    "memcmp_eq",
    "saveregs",
    "nonlocal_goto",
    "setjmp_receiver",
    "setjmp_setup",
    "init_trampoline",
    "adjust_trampoline",
    "set_thread_pointer",
    "speculation_safe_value_1",
    "speculation_safe_value_16",
    "speculation_safe_value_2",
    "speculation_safe_value_4",
    "speculation_safe_value_8",
    "speculation_safe_value_ptr",
    "strcmp_eq",
    "strncmp_eq",
    "trampoline",
    "unwind_resume",
    "update_setjmp_buf",
];

/// Whether a builtin is not supported.
pub fn is_refused(name: &str) -> bool {
    REFUSED.contains(&name)
}

/// The families that are folded or expanded, by the tests that show it.
const TESTED: &[(&str, &[&str])] = &[
    (
        "tests/run/builtins-classify.c",
        &["FILE", "FUNCTION", "LINE", "fpclassify", "isfinite", "isinf_sign", "isnormal", "strlen"],
    ),
    (
        "tests/run/builtins-sized-atomics.c",
        &[
            "__atomic_add_fetch",
            "__atomic_always_lock_free",
            "__atomic_and_fetch",
            "__atomic_clear",
            "__atomic_compare_exchange",
            "__atomic_exchange",
            "__atomic_fetch_add",
            "__atomic_fetch_and",
            "__atomic_fetch_nand",
            "__atomic_fetch_or",
            "__atomic_fetch_sub",
            "__atomic_fetch_xor",
            "__atomic_is_lock_free",
            "__atomic_load",
            "__atomic_nand_fetch",
            "__atomic_or_fetch",
            "__atomic_signal_fence",
            "__atomic_store",
            "__atomic_sub_fetch",
            "__atomic_test_and_set",
            "__atomic_thread_fence",
            "__atomic_xor_fetch",
            "__sync_add_and_fetch",
            "__sync_and_and_fetch",
            "__sync_bool_compare_and_swap",
            "__sync_fetch_and_add",
            "__sync_fetch_and_and",
            "__sync_fetch_and_nand",
            "__sync_fetch_and_or",
            "__sync_fetch_and_sub",
            "__sync_fetch_and_xor",
            "__sync_lock_release",
            "__sync_lock_test_and_set",
            "__sync_nand_and_fetch",
            "__sync_or_and_fetch",
            "__sync_sub_and_fetch",
            "__sync_synchronize",
            "__sync_val_compare_and_swap",
            "__sync_xor_and_fetch",
        ],
    ),
    (
        "tests/run/atomics.c",
        &[
            "__atomic_compare_exchange_n",
            "__atomic_exchange_n",
            "__atomic_load_n",
            "__atomic_store_n",
        ],
    ),
    (
        "tests/passes/optimized/checked-printing.c",
        &["__fprintf_chk", "__printf_chk", "fputs", "putchar", "puts"],
    ),
    (
        "tests/passes/objsz/sizes.c",
        &[
            "__memcpy_chk",
            "__memset_chk",
            "__snprintf_chk",
            "__sprintf_chk",
            "__strcpy_chk",
            "__strncpy_chk",
            "object_size",
        ],
    ),
    (
        "tests/run/builtins-integers.c",
        &[
            "abs",
            "add_overflow",
            "add_overflow_p",
            "alloca",
            "alloca_with_align",
            "alloca_with_align_and_max",
            "assume_aligned",
            "bswap128",
            "bswap16",
            "bswap32",
            "bswap64",
            "classify_type",
            "clrsb",
            "clz",
            "ctz",
            "expect",
            "expect_with_probability",
            "ffs",
            "labs",
            "llabs",
            "memset",
            "mul_overflow",
            "mul_overflow_p",
            "parity",
            "popcount",
            "prefetch",
            "sadd_overflow",
            "saddl_overflow",
            "saddll_overflow",
            "smul_overflow",
            "smull_overflow",
            "smulll_overflow",
            "ssub_overflow",
            "ssubl_overflow",
            "ssubll_overflow",
            "sub_overflow",
            "sub_overflow_p",
            "trap",
            "uadd_overflow",
            "uaddl_overflow",
            "uaddll_overflow",
            "umul_overflow",
            "umull_overflow",
            "umulll_overflow",
            "unreachable",
            "usub_overflow",
            "usubl_overflow",
            "usubll_overflow",
            "va_copy",
            "va_end",
            "va_start",
        ],
    ),
    ("tests/passes/expand/next-argument.c", &["next_arg"]),
    (
        "tests/run/folded-math.c",
        &[
            "acos",
            "acosh",
            "asin",
            "asinh",
            "atan",
            "atan2",
            "atanh",
            "cabs",
            "carg",
            "cbrt",
            "ccos",
            "ccosh",
            "ceil",
            "cexp",
            "cimag",
            "clog",
            "conj",
            "constant_p",
            "copysign",
            "cos",
            "cosh",
            "cproj",
            "creal",
            "csin",
            "csinh",
            "csqrt",
            "ctan",
            "ctanh",
            "drem",
            "erf",
            "erfc",
            "exp",
            "exp10",
            "exp2",
            "expm1",
            "fabs",
            "fdim",
            "finite",
            "floor",
            "fma",
            "fmax",
            "fmin",
            "fmod",
            "huge_val",
            "hypot",
            "iceil",
            "ifloor",
            "ilogb",
            "inf",
            "iround",
            "isinf",
            "isnan",
            "lceil",
            "ldexp",
            "lfloor",
            "llceil",
            "llfloor",
            "llround",
            "log",
            "log10",
            "log1p",
            "log2",
            "logb",
            "lround",
            "nan",
            "nans",
            "nextafter",
            "nexttoward",
            "pow",
            "pow10",
            "powi",
            "printf",
            "remainder",
            "round",
            "roundeven",
            "scalbln",
            "scalbn",
            "signbit",
            "significand",
            "sin",
            "sinh",
            "sqrt",
            "tan",
            "tanh",
            "tgamma",
            "trunc",
        ],
    ),
    (
        "tests/run/folded-strings.c",
        &[
            "bcmp",
            "bcopy",
            "bzero",
            "index",
            "memchr",
            "memcmp",
            "memcpy",
            "mempcpy",
            "rindex",
            "snprintf",
            "sprintf",
            "stpcpy",
            "strcat",
            "strchr",
            "strcmp",
            "strcpy",
            "strcspn",
            "strncasecmp",
            "strncat",
            "strncmp",
            "strncpy",
            "strnlen",
            "strpbrk",
            "strrchr",
            "strspn",
            "strstr",
        ],
    ),
    ("tests/passes/assembly/builtins-by-parts.c", &["cexpi", "dynamic_object_size"]),
    ("tests/run/builtins-memory.c", &["clear_padding", "speculation_safe_value"]),
    (
        "tests/passes/assembly/frame-builtins.c",
        &[
            "dwarf_cfa",
            "dwarf_sp_column",
            "eh_return_data_regno",
            "extend_pointer",
            "extract_return_addr",
            "frame_address",
            "frob_return_addr",
            "return_address",
            "riscv_frflags",
            "riscv_fsflags",
            "thread_pointer",
        ],
    ),
    ("tests/passes/expand/builtins-with-other-names.c", &["irint"]),
    (
        "tests/passes/expand/float-exceptions.c",
        &["isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered"],
    ),
    ("tests/run/builtin-setjmp.c", &["longjmp", "setjmp"]),
    (
        "tests/passes/expand/untyped-calls.c",
        &["apply", "apply_args", "eh_return", "return", "unwind_init"],
    ),
    ("tests/passes/optimized/rounding.c", &["rint"]),
    ("tests/passes/optimized/stack-restore.c", &["stack_restore", "stack_save"]),
    ("tests/passes/diagnostics/arg-pack.c", &["va_arg_pack", "va_arg_pack_len"]),
];

/// Suffixes that tell the type of a family's members.
const TYPE_SUFFIXES: [&str; 9] = ["f128", "f64x", "f32x", "f64", "f32", "imax", "ll", "f", "l"];

/// The name a family goes by: the shortest that is a builtin.
fn family(name: &'static str) -> &'static str {
    if name.starts_with("__") {
        let known = |plain: &&str| Builtin::find(plain).is_some();
        return ["_16", "_1", "_2", "_4", "_8"]
            .iter()
            .find_map(|size| name.strip_suffix(size).filter(known))
            .unwrap_or(name);
    }
    // `floorl` is of the family of `floor`: their types differ in what numbers they are only.
    let mine = Builtin::find(name).map_or("", |row| row.info().signature);
    let is_family = |plain: &&str| {
        Builtin::find(plain).is_some_and(|row| {
            let other = row.info().signature;
            other == "?" || shape(other) == shape(mine)
        })
    };
    TYPE_SUFFIXES
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix).filter(is_family))
        .unwrap_or(name)
}

/// A signature with its numeric types made one.
fn shape(signature: &str) -> String {
    signature.chars().map(|c| if "fdeqghjkilLz".contains(c) { 'n' } else { c }).collect()
}

/// What becomes of a family.
fn support(name: &str) -> Support {
    let test = TESTED.iter().find(|row| row.1.contains(&name)).map(|row| row.0);
    match test {
        _ if is_refused(name) => Support::Refused,
        Some(test) => Support::Implemented(test),
        None => Support::Library,
    }
}

/// The builtins' section of the ledger; `keywords` are the builtins that are no functions, with what is done with them.
pub fn ledger(keywords: &[(&'static str, Support)]) -> Section {
    let full = |name: &str| match name.starts_with("__") {
        true => name.to_string(),
        false => format!("__builtin_{name}"),
    };
    let mut entries: Vec<Entry> = BUILTINS
        .iter()
        .filter(|row| family(row.name) == row.name)
        .map(|row| Entry { name: full(row.name), support: support(row.name) })
        .chain(keywords.iter().map(|&(name, support)| Entry { name: name.to_string(), support }))
        .collect();
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Section { title: "Builtins", entries }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_library_has_is_tested_or_refused() {
        let open = |row: &&crate::builtins::BuiltinInfo| {
            !row.library && matches!(support(family(row.name)), Support::Library)
        };
        let open: Vec<&str> = BUILTINS.iter().filter(open).map(|row| row.name).collect();
        // The library functions among those whose plain names are no builtins.
        let library = ["clog10", "nearbyint", "putc", "putc_unlocked", "__atomic_feraiseexcept"];
        let is_library = |name: &str| library.contains(&name) || name.starts_with("fe");
        let open: Vec<&str> = open.into_iter().filter(|name| !is_library(family(name))).collect();
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn lists_name_builtins() {
        let listed = TESTED.iter().flat_map(|row| row.1).chain(REFUSED);
        let unknown: Vec<_> = listed.filter(|name| Builtin::find(name).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn families_are_by_type_and_size() {
        let families = [
            "floorl",
            "roundf128",
            "ctzll",
            "ffsimax",
            "__atomic_load_8",
            "strcat",
            "lroundf",
            "putc_unlocked",
        ];
        let names = families.map(family);
        assert_eq!(
            names,
            ["floor", "round", "ctz", "ffs", "__atomic_load", "strcat", "lround", "putc_unlocked"]
        );
    }
}
