//! The freestanding headers that come with the compiler rather than with the C library.
//!
//! They are written against the predefined macros (`__SIZE_TYPE__`, `__INT_MAX__`, …) and know
//! nothing of a target. What they promise to C libraries is what GCC's promise: `__need_size_t` and
//! the like ask `stddef.h` for one type only, `_GCC_LIMITS_H_` says that `limits.h` has been here.

const HEADERS: &[(&str, &str)] = &[
    ("float.h", include_str!("headers/float.h")),
    ("iso646.h", include_str!("headers/iso646.h")),
    ("limits.h", include_str!("headers/limits.h")),
    ("stdalign.h", include_str!("headers/stdalign.h")),
    ("stdarg.h", include_str!("headers/stdarg.h")),
    ("stdatomic.h", include_str!("headers/stdatomic.h")),
    ("stdbool.h", include_str!("headers/stdbool.h")),
    ("stddef.h", include_str!("headers/stddef.h")),
    ("stdint.h", include_str!("headers/stdint.h")),
    ("stdnoreturn.h", include_str!("headers/stdnoreturn.h")),
    ("unwind.h", include_str!("headers/unwind.h")),
    ("varargs.h", include_str!("headers/varargs.h")),
];

/// The text of a header.
pub fn find(name: &str) -> Option<&'static str> {
    HEADERS.iter().find(|header| header.0 == name).map(|header| header.1)
}
