//! What an identifier that is not declared may have been meant to be.

use super::Parser;
use crate::scope::Binding;
use crate::suggest::Nearest;
use gimple::builtins::Builtin;
use gimple::decl::DeclKind;
use gimple::diagnostic::{FixIt, RichLocation};
use gimple::location::Location;
use gimple::symbol::Symbol;
use std::fmt;

/// What the identifier stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sought {
    /// Any name.
    Name,
    /// The name of a function, or a pointer to one.
    Function,
    /// A typedef name.
    Type,
}

/// Keywords that begin a declaration, which a misspelt type name may have been meant to be.
const DECLARING: &[&str] = &[
    "auto", "char", "const", "double", "enum", "extern", "float", "inline", "int", "long",
    "register", "restrict", "short", "signed", "static", "struct", "typedef", "typeof", "union",
    "unsigned", "void", "volatile",
];

/// Names of the standard library that are often used where their header has been forgotten.
const HEADERS: &[(&str, &str)] = &[
    ("assert.h", "assert static_assert"),
    ("ctype.h", "isalnum isalpha isdigit islower isprint isspace isupper isxdigit tolower toupper"),
    ("errno.h", "errno EDOM EILSEQ ERANGE"),
    ("float.h", "DBL_EPSILON DBL_MAX DBL_MIN FLT_EPSILON FLT_MAX FLT_MIN LDBL_MAX LDBL_MIN"),
    (
        "inttypes.h",
        "PRId8 PRId16 PRId32 PRId64 PRIu8 PRIu16 PRIu32 PRIu64 PRIx8 PRIx16 PRIx32 PRIx64 PRIdPTR PRIuPTR PRIxPTR \
         SCNd16 SCNd32 SCNd64 SCNu16 SCNu32 SCNu64 SCNx32 SCNx64",
    ),
    (
        "limits.h",
        "CHAR_BIT CHAR_MAX CHAR_MIN INT_MAX INT_MIN LLONG_MAX LLONG_MIN LONG_MAX LONG_MIN MB_LEN_MAX SCHAR_MAX \
         SCHAR_MIN SHRT_MAX SHRT_MIN UCHAR_MAX UINT_MAX ULLONG_MAX ULONG_MAX USHRT_MAX",
    ),
    ("math.h", "ceil cos exp fabs floor fmod log pow sin sqrt tan"),
    ("setjmp.h", "jmp_buf longjmp"),
    ("signal.h", "SIGABRT SIGFPE SIGILL SIGINT SIGSEGV SIGTERM sig_atomic_t"),
    ("stdarg.h", "va_arg va_copy va_end va_list va_start"),
    ("stdbool.h", "bool false true"),
    ("stddef.h", "NULL max_align_t offsetof ptrdiff_t size_t wchar_t"),
    (
        "stdint.h",
        "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t \
         INT8_MAX INT16_MAX INT32_MAX INT64_MAX UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX INTPTR_MAX UINTPTR_MAX \
         PTRDIFF_MAX PTRDIFF_MIN SIZE_MAX",
    ),
    (
        "stdio.h",
        "BUFSIZ EOF FILE FILENAME_MAX fclose fgets fopen fpos_t fprintf fputs fread fscanf fwrite getchar printf putchar \
         puts scanf snprintf sprintf sscanf stderr stdin stdout vprintf",
    ),
    (
        "stdlib.h",
        "EXIT_FAILURE EXIT_SUCCESS RAND_MAX abort abs atexit atoi calloc exit free getenv malloc qsort rand realloc \
         strtol strtoul",
    ),
    (
        "string.h",
        "memchr memcmp memcpy memmove memset strcat strchr strcmp strcpy strcspn strlen strncat strncmp strncpy \
         strpbrk strrchr strspn strstr strtok",
    ),
    ("time.h", "asctime clock clock_t ctime difftime gmtime localtime mktime strftime time time_t"),
    ("wchar.h", "WCHAR_MAX WCHAR_MIN wint_t"),
];

/// The header that a name of the library is in.
fn header_of(name: &str) -> Option<&'static str> {
    let has = |names: &str| names.split_ascii_whitespace().any(|other| other == name);
    HEADERS.iter().find(|(_, names)| has(names)).map(|(header, _)| *header)
}

/// What a name was meant to be, perhaps; in a message it reads `; did you mean ‘name’?`.
#[derive(Default)]
pub(super) struct Meant(pub(super) Option<String>);

impl Meant {
    /// The place of the name that is wrong, with the right one proposed.
    pub(super) fn at(&self, loc: Location) -> RichLocation {
        let place = RichLocation::from(loc);
        match &self.0 {
            Some(name) => place.with_fixit(FixIt::Replace(loc, name.clone())),
            None => place,
        }
    }
}

impl fmt::Display for Meant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, "; did you mean ‘{name}’?"))
    }
}

impl Parser<'_> {
    /// What was meant. Nothing is suggested for a name of the library, whose header is missing ([`Parser::note_header`]).
    pub(super) fn suggestion(&self, symbol: Symbol, sought: Sought) -> Meant {
        let goal = self.cx.unit.symbols.text(symbol);
        if header_of(goal).is_some() {
            return Meant::default();
        }
        let mut nearest = Nearest::new(goal);
        let reserved = goal.starts_with('_');
        for (candidate, binding) in self.scopes.visible() {
            let text = self.cx.unit.symbols.text(candidate);
            if (reserved || !is_reserved(text)) && self.is_sought(binding, sought) {
                nearest.consider(text);
            }
        }
        if sought == Sought::Type {
            DECLARING.iter().for_each(|keyword| nearest.consider(keyword));
        } else if reserved {
            consider_builtins(&mut nearest);
        }
        let mut macros = nearest.nearer();
        for name in self.pp.macros() {
            let text = self.cx.unit.symbols.text(name);
            if reserved || !is_reserved(text) {
                macros.consider(text);
            }
        }
        Meant(macros.found().or_else(|| nearest.found()))
    }

    /// Says in which header a name is that is not declared.
    pub(super) fn note_header(&mut self, name: &str, loc: Location) {
        let Some(header) = header_of(name) else { return };
        let builtin = Builtin::find(name).is_some_and(|builtin| builtin.info().library);
        let text = if builtin {
            format!("include ‘<{header}>’ or provide a declaration of ‘{name}’")
        } else {
            format!(
                "‘{name}’ is defined in header ‘<{header}>’; did you forget to ‘#include <{header}>’?"
            )
        };
        self.note(loc, text);
    }

    fn is_sought(&self, binding: Binding, sought: Sought) -> bool {
        match (binding, sought) {
            (Binding::Error, _) => false,
            (Binding::Typedef(_), Sought::Type) => true,
            (_, Sought::Type) => false,
            (Binding::Decl(decl), _) if self.unit.implicit.contains(&decl) => false,
            (_, Sought::Name) => true,
            (Binding::Decl(id), Sought::Function) => {
                let (decl, types) = (&self.cx.unit.decls[id], &self.cx.unit.types);
                decl.kind == DeclKind::Function
                    || types.pointee(decl.ty).is_some_and(|to| {
                        matches!(types.kind(to), gimple::types::TypeKind::Function { .. })
                    })
            }
            _ => false,
        }
    }
}

/// Shows the builtins by the names they always have. Functions of the library are only meant where they are declared.
fn consider_builtins(nearest: &mut Nearest<'_>) {
    for builtin in Builtin::all().filter(|builtin| !builtin.name().starts_with("__")) {
        nearest.consider(&format!("__builtin_{}", builtin.name()));
    }
}

/// Whether a name is reserved for the implementation.
fn is_reserved(name: &str) -> bool {
    let second = name.as_bytes().get(1);
    name.starts_with('_') && second.is_some_and(|&c| c == b'_' || c.is_ascii_uppercase())
}
