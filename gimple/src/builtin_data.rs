//! The rows of the builtin table, sorted by name.
//!
//! Signatures: the result type, then the parameters. `v` void, `b` `_Bool`, `c` char, `s` short, `i` int, `l` long,
//! `L` long long, `n` `__int128`, `f` float, `d` double, `e` long double, `z` `size_t`, `Z` `ssize_t`, `a` `va_list`
//! (`A`: a reference to one), `w` wide `wint_t`, `u` before an integer makes it unsigned, `X` before a real makes it
//! complex, `*` after a type makes a pointer to it, `K` before one makes it const; `.` at the end is `...`; `?` alone is
//! an unprototyped or type-generic function which the front end treats by name.

use crate::builtins::{BuiltinInfo, ecf};

const N: u16 = ecf::NOTHROW | ecf::LEAF;
const C: u16 = N | ecf::CONST;

const fn row(name: &'static str, signature: &'static str, flags: u16, library: bool) -> BuiltinInfo {
    BuiltinInfo { name, signature, flags, library }
}

/// All builtins, sorted by name.
pub static BUILTINS: &[BuiltinInfo] = &[
    row("abort", "v", N | ecf::NORETURN | ecf::COLD, true),
    row("abs", "ii", C, true),
    row("expect", "lll", C, false),
    row("unreachable", "v", C | ecf::NORETURN, false),
];
