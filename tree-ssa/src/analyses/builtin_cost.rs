//! Builtin functions that are no calls in the end.

/// Those that become nothing, or a move (`is_simple_builtin`).
const SIMPLE: &[&str] = &[
    "aggregate_incoming_address",
    "assume_aligned",
    "constant_p",
    "eh_copy_values",
    "eh_filter",
    "eh_pointer",
    "expect",
    "expect_with_probability",
    "extract_return_addr",
    "frame_address",
    "frob_return_addr",
    "object_size",
    "return",
    "return_address",
    "stack_restore",
    "stack_save",
    "unreachable",
    "va_end",
];

/// Those that become an instruction or two.
const INEXPENSIVE: &[&str] = &[
    "abs",
    "alloca",
    "alloca_with_align",
    "alloca_with_align_and_max",
    "bswap128",
    "bswap16",
    "bswap32",
    "bswap64",
    "clz",
    "clzimax",
    "clzl",
    "clzll",
    "ctz",
    "ctzimax",
    "ctzl",
    "ctzll",
    "ffs",
    "ffsimax",
    "ffsl",
    "ffsll",
    "finite",
    "finitef",
    "finitel",
    "fpclassify",
    "imaxabs",
    "isfinite",
    "isgreater",
    "isgreaterequal",
    "isinf",
    "isinf_sign",
    "isinff",
    "isinfl",
    "isless",
    "islessequal",
    "islessgreater",
    "isnan",
    "isnanf",
    "isnanl",
    "isnormal",
    "isunordered",
    "labs",
    "llabs",
    "parity",
    "parityimax",
    "parityl",
    "parityll",
    "popcount",
    "popcountimax",
    "popcountl",
    "popcountll",
    "prefetch",
    "saveregs",
    "trap",
    "va_arg_pack",
    "va_arg_pack_len",
    "va_copy",
];

/// Whether a builtin function, by its name without `__builtin_`, becomes nothing, or a move.
pub fn is_simple_builtin(name: &str) -> bool {
    SIMPLE.binary_search(&name).is_ok()
}

/// Whether a builtin function becomes a few instructions at most (`is_inexpensive_builtin`).
pub fn is_inexpensive_builtin(name: &str) -> bool {
    INEXPENSIVE.binary_search(&name).is_ok() || is_simple_builtin(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(SIMPLE.is_sorted() && INEXPENSIVE.is_sorted());
        assert!(is_inexpensive_builtin("return_address") && !is_inexpensive_builtin("memcpy"));
    }
}
