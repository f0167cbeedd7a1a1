//! The table of attributes: how each acts, how many arguments it takes, what dumps show of it, and what the ledger says.

use gimple::decl::flag;
use gimple::ledger::{Entry, Section, Support};
use gimple::sanitize::Sanitize;
use gimple::types::TypeFlags;

/// How an attribute acts, where it is more than setting a flag.
#[derive(Clone, Copy)]
pub(super) enum Action {
    /// Sets flags of the declaration.
    Decl(u64),
    /// Sets flags of the type.
    Type(u16),
    Aligned,
    Packed,
    Mode,
    VectorSize,
    Section,
    Alias,
    Ifunc,
    NoInit,
    Weakref,
    Visibility,
    TlsModel,
    Cleanup,
    Priority(u64),
    Nonnull,
    AllocSize,
    Common(bool),
    StackProtector(bool),
    Patchable,
    ZeroedRegisters,
    /// Undefined behaviour that is not looked for.
    NotSanitized(Sanitize),
    /// The same, named by the arguments.
    NoSanitize,
    Copy,
    StorageOrder,
    Symver,
    Interrupt,
    Fallthrough,
    Optimize,
    /// Something is said where it is used.
    Notice,
    /// Accepted without effect.
    Nothing,
    /// Its arguments are not even parsed.
    SkipArguments,
    /// Machines have their own ways to do this, and this one has none.
    NotHere,
}

use Action as A;

const fn does(test: &'static str) -> Support {
    Support::Implemented(test)
}

const REFUSED: Support = Support::Refused;
const WARNS: Support = Support::Harmless("about warnings, which come or stay away without it");
const OFF: Support = Support::Harmless("switches off what Gimlet never does");
const HINT: Support = Support::Harmless("allows more to be made of a program, and nothing is");

/// The attributes, how they act, and what the ledger says of them.
#[rustfmt::skip]
const ATTRIBUTES: &[(&str, Action, Support)] = &[
    ("access", A::SkipArguments, WARNS),
    ("alias", A::Alias, does("tests/passes/assembly/attributes.c")),
    ("aligned", A::Aligned, does("tests/run/attributes.c")),
    ("alloc_align", A::Nothing, HINT),
    ("alloc_size", A::AllocSize, does("tests/passes/objsz/alloc-size.c")),
    ("always_inline", A::Decl(flag::ALWAYS_INLINE), does("tests/passes/inline/other-options.c")),
    ("artificial", A::Nothing, HINT),
    ("assume_aligned", A::Nothing, HINT),
    ("cleanup", A::Cleanup, Support::Partly("tests/run/cleanup-attribute.c", "not run where the stack is unwound")),
    ("cold", A::Decl(flag::COLD), HINT),
    ("common", A::Common(true), does("tests/passes/assembly/attributes.c")),
    ("const", A::Decl(flag::CONST), does("tests/passes/optimized/attributes.c")),
    ("constructor", A::Priority(flag::CONSTRUCTOR), does("tests/run/attributes.c")),
    ("copy", A::Copy, does("tests/passes/assembly/attributes.c")),
    ("deprecated", A::Notice, does("tests/diagnostics/attributes.txt")),
    ("designated_init", A::Nothing, WARNS),
    ("destructor", A::Priority(flag::DESTRUCTOR), does("tests/run/attributes.c")),
    ("error", A::Notice, does("tests/diagnostics/attributes.txt")),
    (
        "externally_visible",
        A::Decl(flag::PRESERVED),
        does("tests/passes/whole-program/externally-visible.c"),
    ),
    ("fallthrough", A::Fallthrough, does("tests/diagnostics/warnings.txt")),
    ("fd_arg", A::SkipArguments, WARNS),
    ("flatten", A::Nothing, HINT),
    ("format", A::SkipArguments, does("tests/diagnostics/warnings.txt")),
    ("format_arg", A::SkipArguments, WARNS),
    ("gnu_inline", A::Decl(flag::GNU_INLINE), does("tests/run/attributes.c")),
    ("hot", A::Decl(flag::HOT), HINT),
    ("ifunc", A::Ifunc, does("tests/passes/assembly/ifunc.c")),
    ("interrupt", A::Interrupt, does("tests/passes/assembly/interrupt.c")),
    ("leaf", A::Decl(flag::LEAF), HINT),
    ("malloc", A::Decl(flag::MALLOC), does("tests/passes/optimized/attributes.c")),
    ("may_alias", A::Type(TypeFlags::MAY_ALIAS), does("tests/run/attributes.c")),
    ("maybe_unused", A::Decl(flag::UNUSED), WARNS),
    ("mode", A::Mode, does("tests/run/attributes.c")),
    ("naked", A::Decl(flag::NAKED), does("tests/passes/assembly/naked.c")),
    ("no_icf", A::Nothing, HINT),
    ("no_instrument_function", A::Decl(flag::NO_INSTRUMENT), does("tests/run/instrument.c")),
    ("no_profile_instrument_function", A::Decl(flag::NO_PROFILE), does("tests/suite/coverage.rs")),
    ("no_reorder", A::Nothing, HINT),
    ("no_sanitize", A::NoSanitize, does("tests/passes/sanopt/attributes.c")),
    ("no_sanitize_address", A::Nothing, OFF),
    ("no_sanitize_thread", A::Nothing, OFF),
    ("no_sanitize_undefined", A::NotSanitized(Sanitize::EVERYTHING), does("tests/passes/sanopt/attributes.c")),
    ("no_sanitize_coverage", A::NotSanitized(Sanitize::COVERAGE), does("tests/passes/sancov/blocks.c")),
    ("no_split_stack", A::Nothing, OFF),
    ("no_stack_limit", A::Nothing, OFF),
    ("no_stack_protector", A::StackProtector(false), does("tests/passes/assembly/no-stack-protector.c")),
    ("noclone", A::Decl(flag::NOCLONE), HINT),
    ("nocommon", A::Common(false), does("tests/passes/assembly/attributes.c")),
    ("nodiscard", A::SkipArguments, does("tests/diagnostics/doubtful-declarations.txt")),
    ("noinit", A::NoInit, does("tests/passes/assembly/attributes.c")),
    ("noinline", A::Decl(flag::NOINLINE), does("tests/passes/assembly/attributes.c")),
    ("noipa", A::Decl(flag::NOIPA | flag::NOINLINE | flag::NOCLONE), does("tests/passes/optimized/attributes.c")),
    ("nonnull", A::Nonnull, does("tests/diagnostics/warnings.txt")),
    ("nonstring", A::Nothing, WARNS),
    ("noplt", A::Nothing, HINT),
    ("noreturn", A::Decl(flag::NORETURN), does("tests/run/attributes.c")),
    ("nothrow", A::Decl(flag::NOTHROW), HINT),
    ("optimize", A::Optimize, does("tests/passes/inline/other-options.c")),
    ("packed", A::Packed, does("tests/run/attributes.c")),
    ("patchable_function_entry", A::Patchable, does("tests/passes/assembly/attributes.c")),
    ("pure", A::Decl(flag::PURE), does("tests/passes/optimized/attributes.c")),
    ("retain", A::Decl(flag::RETAIN), does("tests/passes/assembly/attributes.c")),
    ("returns_nonnull", A::Decl(flag::RETURNS_NONNULL), HINT),
    ("returns_twice", A::Decl(flag::RETURNS_TWICE), does("tests/passes/optimized/attributes.c")),
    ("scalar_storage_order", A::StorageOrder, does("tests/run/storage-order.c")),
    ("section", A::Section, does("tests/passes/assembly/attributes.c")),
    ("sentinel", A::Nothing, does("tests/diagnostics/attributes.txt")),
    ("simd", A::SkipArguments, HINT),
    ("stack_protect", A::StackProtector(true), does("tests/passes/assembly/stack-protect.c")),
    ("symver", A::Symver, does("tests/passes/assembly/symver.c")),
    ("target", A::NotHere, REFUSED),
    ("target_clones", A::NotHere, REFUSED),
    ("tls_model", A::TlsModel, does("tests/passes/assembly/tls-models.c")),
    ("transparent_union", A::Type(TypeFlags::TRANSPARENT_UNION), does("tests/run/attributes.c")),
    ("unavailable", A::Notice, does("tests/diagnostics/attributes.txt")),
    ("uninitialized", A::Decl(flag::UNINITIALIZED), does("tests/run/auto-init.c")),
    ("unused", A::Decl(flag::UNUSED), WARNS),
    ("used", A::Decl(flag::USED | flag::PRESERVED), does("tests/passes/assembly/attributes.c")),
    ("vector_size", A::VectorSize, does("tests/run/attributes.c")),
    ("visibility", A::Visibility, does("tests/passes/assembly/attributes.c")),
    ("volatile", A::Decl(flag::NORETURN), HINT),
    ("warn_if_not_aligned", A::Nothing, WARNS),
    ("warn_unused_result", A::Nothing, does("tests/diagnostics/warnings.txt")),
    ("warning", A::Notice, does("tests/diagnostics/attributes.txt")),
    ("weak", A::Decl(flag::WEAK), does("tests/run/attributes.c")),
    ("weakref", A::Weakref, does("tests/passes/assembly/weak.c")),
    ("zero_call_used_regs", A::ZeroedRegisters, does("tests/passes/assembly/zeroed-registers.c")),
    ("no_address_safety_analysis", A::Nothing, OFF),
];

/// What the ledger says of attributes.
pub fn ledger() -> Section {
    let row = |row: &(&str, Action, Support)| Entry { name: row.0.to_string(), support: row.2 };
    Section { title: "Attributes", entries: ATTRIBUTES.iter().map(row).collect() }
}

/// How many arguments attributes take, at least and at most, where they take so many and no more.
pub(super) const ARGUMENT_COUNTS: &[(&str, usize, usize)] = &[
    ("alias", 1, 1),
    ("aligned", 0, 1),
    ("always_inline", 0, 0),
    ("cleanup", 1, 1),
    ("cold", 0, 0),
    ("common", 0, 0),
    ("const", 0, 0),
    ("constructor", 0, 1),
    ("destructor", 0, 1),
    ("flatten", 0, 0),
    ("gnu_inline", 0, 0),
    ("hot", 0, 0),
    ("ifunc", 1, 1),
    ("interrupt", 0, 1),
    ("leaf", 0, 0),
    ("may_alias", 0, 0),
    ("mode", 1, 1),
    ("nocommon", 0, 0),
    ("noclone", 0, 0),
    ("noinline", 0, 0),
    ("noreturn", 0, 0),
    ("nothrow", 0, 0),
    ("packed", 0, 0),
    ("pure", 0, 0),
    ("returns_nonnull", 0, 0),
    ("returns_twice", 0, 0),
    ("section", 1, 1),
    ("tls_model", 1, 1),
    ("transparent_union", 0, 0),
    ("unused", 0, 0),
    ("used", 0, 0),
    ("vector_size", 1, 1),
    ("visibility", 1, 1),
    ("warn_unused_result", 0, 0),
    ("weak", 0, 0),
    ("weakref", 0, 1),
];

/// Attributes that belong to the type of a function.
pub(super) const OF_TYPE: &[&str] = &[
    "access",
    "alloc_align",
    "alloc_size",
    "assume_aligned",
    "format",
    "format_arg",
    "nonnull",
    "returns_nonnull",
    "sentinel",
    "warn_unused_result",
];

/// Whether an attribute, as dumps show it, is one of the function's type.
pub(super) fn is_of_type(shown: &str) -> bool {
    let name = shown.split(' ').next().unwrap_or(shown);
    OF_TYPE.contains(&name)
}

/// Attributes that dumps do not show on functions.
pub(super) const NOT_SHOWN: &[&str] = &[
    "access",
    "fallthrough",
    "may_alias",
    "mode",
    "packed",
    "scalar_storage_order",
    "transparent_union",
    "vector_size",
    "volatile",
];

/// Whether there is an attribute of a name, without underscores around it.
pub(super) fn is_known(name: &str) -> bool {
    find(name).is_some()
}

pub(super) fn find(name: &str) -> Option<Action> {
    ATTRIBUTES.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// A name without the underscores around it.
pub(super) fn plain(name: &str) -> &str {
    name.strip_prefix("__")
        .and_then(|rest| rest.strip_suffix("__"))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(name)
}
