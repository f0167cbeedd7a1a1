//! Which warnings are shown, and which of them count as errors.
//!
//! A warning is known by its option's name without the `-W`: `int-conversion`. What is known of each
//! is data: whether it is on by default, and which of the groups `-Wall`, `-Wextra`, `-Wpedantic`,
//! `-Wunused`, `-Wformat` turn it on. As in GCC, what is said of a warning by name wins over what a
//! group says, whatever the order.

use crate::location::{Location, SourceMap};
use rustc_hash::{FxHashMap, FxHashSet};

/// How one warning is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// It is not shown.
    Ignored,
    /// It is shown.
    Warning,
    /// It is shown as an error.
    Error,
}

const ALL: u16 = 1;
const EXTRA: u16 = 2;
const PEDANTIC: u16 = 4;
const UNUSED: u16 = 8;
const FORMAT: u16 = 16;
/// On where `-Wformat=2` is given.
const FORMAT_2: u16 = 512;
/// On where both `-Wunused` (or `-Wall`) and `-Wextra` are given.
const UNUSED_EXTRA: u16 = 32;
const CONVERSION: u16 = 64;
const SHADOW: u16 = 128;
const SHADOW_LOCAL: u16 = 256;

/// Name, whether it is on by default, the groups that turn it on; sorted by name.
#[rustfmt::skip]
const WARNINGS: &[(&str, bool, u16)] = &[
    ("abi", true, 0),
    ("absolute-value", false, EXTRA),
    ("address", false, ALL),
    ("address-of-packed-member", true, 0),
    ("aggregate-return", false, 0),
    ("aggressive-loop-optimizations", true, 0),
    ("alloc-size-larger-than", false, 0),
    ("alloc-zero", false, 0),
    ("alloca", false, 0),
    ("alloca-larger-than", false, 0),
    ("arith-conversion", false, 0),
    ("array-bounds", false, ALL),
    ("array-compare", false, ALL),
    ("array-parameter", false, ALL),
    ("attribute-alias", true, 0),
    ("attribute-warning", true, 0),
    ("attributes", true, 0),
    ("bad-function-cast", false, 0),
    ("bidi-chars", true, 0),
    ("bool-compare", false, ALL),
    ("bool-operation", false, ALL),
    ("builtin-declaration-mismatch", true, 0),
    ("builtin-macro-redefined", true, 0),
    ("c++-compat", false, 0),
    ("c11-c2x-compat", true, 0),
    ("c90-c99-compat", true, 0),
    ("c99-c11-compat", true, 0),
    ("cannot-profile", true, 0),
    ("cast-align", false, 0),
    ("cast-function-type", false, EXTRA),
    ("cast-qual", false, 0),
    ("char-subscripts", false, ALL),
    ("clobbered", false, EXTRA),
    ("comment", false, ALL),
    ("conversion", false, 0),
    ("coverage-invalid-line-number", true, 0),
    ("coverage-mismatch", true, 0),
    ("cpp", true, 0),
    ("dangling-else", false, ALL),
    ("dangling-pointer", false, ALL),
    ("date-time", false, 0),
    ("declaration-after-statement", true, 0),
    ("deprecated", true, 0),
    ("deprecated-declarations", true, 0),
    ("designated-init", true, 0),
    ("disabled-optimization", false, 0),
    ("discarded-array-qualifiers", true, 0),
    ("discarded-qualifiers", true, 0),
    ("div-by-zero", true, 0),
    ("double-promotion", false, 0),
    ("duplicate-decl-specifier", false, ALL),
    ("duplicated-branches", false, 0),
    ("duplicated-cond", false, 0),
    ("empty-body", false, EXTRA),
    ("endif-labels", true, 0),
    ("enum-compare", true, 0),
    ("enum-conversion", false, EXTRA),
    ("expansion-to-defined", false, EXTRA | PEDANTIC),
    ("float-conversion", false, CONVERSION),
    ("float-equal", false, 0),
    ("format", false, ALL | FORMAT),
    ("format-contains-nul", false, ALL | FORMAT),
    ("format-diag", false, ALL | FORMAT),
    ("format-extra-args", false, ALL | FORMAT),
    ("format-nonliteral", false, FORMAT_2),
    ("format-overflow", false, ALL | FORMAT),
    ("format-security", false, FORMAT_2),
    ("format-signedness", false, 0),
    ("format-truncation", false, ALL | FORMAT),
    ("format-y2k", false, FORMAT_2),
    ("format-zero-length", false, ALL | FORMAT),
    ("frame-address", false, ALL),
    ("frame-larger-than", false, 0),
    ("free-nonheap-object", true, 0),
    ("if-not-aligned", true, 0),
    ("ignored-attributes", true, 0),
    ("ignored-qualifiers", false, EXTRA),
    ("implicit", false, ALL),
    ("implicit-fallthrough", false, EXTRA),
    ("implicit-function-declaration", true, ALL),
    ("implicit-int", true, ALL),
    ("incompatible-pointer-types", true, 0),
    ("infinite-recursion", false, ALL),
    ("init-self", false, 0),
    ("inline", false, 0),
    ("int-conversion", true, 0),
    ("int-in-bool-context", false, ALL),
    ("int-to-pointer-cast", true, 0),
    ("invalid-memory-model", true, 0),
    ("invalid-pch", false, 0),
    ("jump-misses-init", false, 0),
    ("larger-than", false, 0),
    ("logical-not-parentheses", false, ALL),
    ("logical-op", false, 0),
    ("long-long", true, 0),
    ("lto-type-mismatch", true, 0),
    ("main", true, ALL | PEDANTIC),
    ("maybe-uninitialized", false, ALL | EXTRA),
    ("memset-elt-size", false, ALL),
    ("memset-transposed-args", false, ALL),
    ("misleading-indentation", false, ALL),
    ("mismatched-dealloc", false, ALL),
    ("missing-attributes", false, ALL),
    ("missing-braces", false, ALL),
    ("missing-declarations", false, 0),
    ("missing-field-initializers", false, EXTRA),
    ("missing-include-dirs", false, 0),
    ("missing-parameter-type", false, EXTRA),
    ("missing-profile", true, 0),
    ("missing-prototypes", false, 0),
    ("multichar", true, 0),
    ("multistatement-macros", false, ALL),
    ("narrowing", true, 0),
    ("nested-externs", false, 0),
    ("nonnull", false, ALL | FORMAT),
    ("nonnull-compare", false, ALL),
    ("normalized", true, 0),
    ("null-dereference", false, 0),
    ("odr", true, 0),
    ("old-style-declaration", false, EXTRA),
    ("old-style-definition", true, 0),
    ("openacc-parallelism", false, 0),
    ("openmp-simd", false, ALL),
    ("overflow", true, 0),
    ("overlength-strings", false, PEDANTIC),
    ("override-init", false, EXTRA),
    ("override-init-side-effects", true, 0),
    ("packed", false, 0),
    ("packed-bitfield-compat", true, 0),
    ("packed-not-aligned", false, ALL),
    ("padded", false, 0),
    ("parentheses", false, ALL),
    ("pedantic", false, PEDANTIC),
    ("pointer-arith", false, PEDANTIC),
    ("pointer-compare", true, 0),
    ("pointer-sign", false, ALL | PEDANTIC),
    ("pointer-to-int-cast", true, 0),
    ("pragmas", true, 0),
    ("prio-ctor-dtor", true, 0),
    ("psabi", true, 0),
    ("redundant-decls", false, 0),
    ("restrict", false, ALL),
    ("return-local-addr", true, 0),
    ("return-type", true, ALL),
    ("scalar-storage-order", true, 0),
    ("sequence-point", false, ALL),
    ("shadow", false, 0),
    ("shadow-compatible-local", false, SHADOW | SHADOW_LOCAL),
    ("shadow-local", false, SHADOW),
    ("shift-count-negative", true, 0),
    ("shift-count-overflow", true, 0),
    ("shift-negative-value", true, EXTRA),
    ("shift-overflow", true, 0),
    ("sign-compare", false, EXTRA),
    ("sign-conversion", false, CONVERSION),
    ("sizeof-array-argument", true, 0),
    ("sizeof-array-div", false, ALL),
    ("sizeof-pointer-div", false, ALL),
    ("sizeof-pointer-memaccess", false, ALL),
    ("stack-protector", false, 0),
    ("stack-usage", false, 0),
    ("strict-aliasing", false, ALL),
    ("strict-overflow", false, ALL),
    ("strict-prototypes", false, 0),
    ("string-compare", false, EXTRA),
    ("stringop-overflow", true, 0),
    ("stringop-overread", true, 0),
    ("stringop-truncation", false, ALL),
    ("suggest-attribute", false, 0),
    ("suggest-final-methods", false, 0),
    ("suggest-final-types", false, 0),
    ("switch", false, ALL),
    ("switch-bool", true, 0),
    ("switch-default", false, 0),
    ("switch-enum", false, 0),
    ("switch-outside-range", true, 0),
    ("switch-unreachable", true, 0),
    ("sync-nand", true, 0),
    ("system-headers", false, 0),
    ("tautological-compare", false, ALL),
    ("traditional", false, 0),
    ("traditional-conversion", false, 0),
    ("trampolines", false, 0),
    ("trigraphs", true, 0),
    ("trivial-auto-var-init", false, 0),
    ("tsan", true, 0),
    ("type-limits", false, EXTRA),
    ("undef", false, 0),
    ("uninitialized", false, ALL | EXTRA),
    ("unknown-pragmas", false, ALL),
    ("unsuffixed-float-constants", false, 0),
    ("unused", false, UNUSED),
    ("unused-but-set-parameter", false, UNUSED_EXTRA),
    ("unused-but-set-variable", false, UNUSED),
    ("unused-const-variable", false, UNUSED),
    ("unused-function", false, UNUSED),
    ("unused-label", false, UNUSED),
    ("unused-local-typedefs", false, UNUSED),
    ("unused-macros", false, 0),
    ("unused-parameter", false, UNUSED_EXTRA),
    ("unused-result", true, 0),
    ("unused-value", false, UNUSED),
    ("unused-variable", false, UNUSED),
    ("use-after-free", false, ALL),
    ("varargs", true, 0),
    ("variadic-macros", false, PEDANTIC),
    ("vector-operation-performance", false, 0),
    ("vla", true, 0),
    ("vla-larger-than", false, 0),
    ("vla-parameter", false, ALL),
    ("volatile-register-var", false, ALL),
    ("write-strings", false, 0),
    ("zero-length-bounds", false, ALL),
];

/// The name a warning is kept under: one with levels may end in `=`, as diagnostics show it, and the kinds of
/// shadowing look like levels. One warning has two names.
fn plain(name: &str) -> &str {
    match name {
        "comments" => "comment",
        "shadow=global" => "shadow",
        "shadow=local" => "shadow-local",
        "shadow=compatible-local" => "shadow-compatible-local",
        name => name.strip_suffix('=').unwrap_or(name),
    }
}

/// The row of a warning.
fn known(name: &str) -> Option<&'static (&'static str, bool, u16)> {
    let name = plain(name);
    WARNINGS.binary_search_by(|row| row.0.cmp(name)).ok().map(|index| &WARNINGS[index])
}

/// The groups a name stands for.
fn group_of(name: &str) -> u16 {
    match plain(name) {
        "all" => ALL | UNUSED | FORMAT,
        "extra" => EXTRA,
        "pedantic" => PEDANTIC,
        "unused" => UNUSED,
        "format" => FORMAT,
        "conversion" => CONVERSION,
        "shadow" => SHADOW,
        "shadow-local" => SHADOW_LOCAL,
        _ => 0,
    }
}

/// What `#pragma GCC diagnostic` says from a place on.
#[derive(Clone, Debug)]
enum PragmaChange {
    /// One warning is treated so.
    Set(String, Treatment),
    /// The states go back to what they were before this many changes.
    PopTo(usize),
}

/// The state of all warnings.
#[derive(Clone, Debug, Default)]
pub struct Warnings {
    groups: u16,
    /// Said by name on the command line: shown or not.
    shown: FxHashMap<String, bool>,
    /// The levels of `-Wname=level`.
    levels: FxHashMap<&'static str, u32>,
    /// `-Werror=name` and `-Wno-error=name`.
    as_error: FxHashMap<String, bool>,
    all_as_errors: bool,
    inhibited: bool,
    pedantic_errors: bool,
    system_headers: bool,
    pragmas: Vec<(Location, PragmaChange)>,
    pragma_stack: Vec<usize>,
    /// Warnings that a pragma switches on somewhere.
    by_some_pragma: FxHashSet<String>,
    /// Warnings that a pragma has named.
    named_by_pragma: FxHashSet<String>,
}

impl Warnings {
    /// Takes the text of a `-W…` option after the `-W`, or `w`, `pedantic`, `pedantic-errors`.
    /// Returns false if there is no such warning.
    pub fn set_option(&mut self, text: &str) -> bool {
        let (kind, on) = text.strip_prefix("no-").map_or((text, true), |kind| (kind, false));
        if plain(kind).starts_with("shadow-") {
            return self.set_shown(plain(kind), on);
        }
        let (text, level) = text.split_once('=').map_or((text, None), |(t, l)| (t, Some(l)));
        match (text, level) {
            ("error", None) => self.all_as_errors = true,
            ("no-error", None) => self.all_as_errors = false,
            ("error", Some(name)) => return self.set_error(name, true),
            ("no-error", Some(name)) => return self.set_error(name, false),
            ("system-headers", _) => self.system_headers = true,
            ("no-system-headers", _) => self.system_headers = false,
            _ => {
                let (name, on) =
                    text.strip_prefix("no-").map_or((text, true), |name| (name, false));
                let number = |level: &str| match level {
                    "strict" => Some(2),
                    level => level.parse().ok(),
                };
                if let (Some(row), Some(level)) = (known(name), level.and_then(number)) {
                    self.levels.insert(row.0, level);
                }
                return self.set_shown(name, on && level != Some("0"));
            }
        }
        true
    }

    fn set_error(&mut self, name: &str, on: bool) -> bool {
        let Some(row) = known(name) else { return false };
        self.as_error.insert(row.0.to_string(), on);
        if on {
            self.set_shown(name, true);
        }
        true
    }

    fn set_shown(&mut self, name: &str, on: bool) -> bool {
        let group = group_of(name);
        if on {
            self.groups |= group;
        } else {
            self.groups &= !group;
        }
        if group & FORMAT != 0 {
            self.set_format_level(name);
        }
        for part in match name {
            "implicit" => &["implicit-int", "implicit-function-declaration"][..],
            "unused-variable" => &["unused-const-variable"],
            _ => &[],
        } {
            self.shown.insert((*part).to_string(), on);
        }
        if let Some(row) = known(name) {
            self.shown.insert(row.0.to_string(), on);
        }
        group != 0 || known(name).is_some()
    }

    /// What the level of `-Wformat` turns on.
    fn set_format_level(&mut self, name: &str) {
        let level = self.levels.get("format").copied().unwrap_or(1);
        if name == "format" && level >= 2 && self.groups & FORMAT != 0 {
            self.groups |= FORMAT_2;
        } else if self.groups & FORMAT == 0 {
            self.groups &= !FORMAT_2;
        }
    }

    /// `-w`: no warning is shown.
    pub fn inhibit(&mut self) {
        self.inhibited = true;
    }

    /// `-pedantic-errors`: what the standard forbids is an error.
    pub fn set_pedantic_errors(&mut self) {
        self.pedantic_errors = true;
        self.groups |= PEDANTIC;
    }

    /// Whether `-Wpedantic` is in force.
    pub fn pedantic(&self) -> bool {
        self.groups & PEDANTIC != 0
    }

    /// Whether pedantic warnings are errors.
    pub fn pedantic_errors(&self) -> bool {
        self.pedantic_errors
    }

    /// Whether warnings in system headers are shown.
    pub fn system_headers(&self) -> bool {
        self.system_headers
    }

    /// Whether `-w` was given.
    pub fn inhibited(&self) -> bool {
        self.inhibited
    }

    /// Whether `-Werror` makes every warning an error.
    pub fn all_as_errors(&self) -> bool {
        self.all_as_errors
    }

    /// Whether the warning was asked for, by name or through a group, and is not merely on by
    /// default.
    pub fn requested(&self, name: &str) -> bool {
        match self.shown.get(plain(name)) {
            Some(&on) => on,
            None => known(name).is_some_and(|row| self.by_group(row.2)),
        }
    }

    /// Whether the command line says `-Wno-NAME`.
    pub fn refused(&self, name: &str) -> bool {
        self.shown.get(name) == Some(&false)
    }

    /// The level of a warning: 0 where it is off, `default` where it is on and no level is given.
    pub fn level(&self, name: &str, default: u32) -> u32 {
        match self.enabled(name) {
            true => self.levels.get(name).copied().unwrap_or(default),
            false => 0,
        }
    }

    /// Whether the warning is on anywhere: for code without pragmas, or where a pragma says so.
    pub fn enabled(&self, name: &str) -> bool {
        !self.inhibited && (self.by_options(name) || self.by_some_pragma.contains(name))
    }

    /// Whether the warning is on for code without pragmas.
    fn by_options(&self, name: &str) -> bool {
        match self.shown.get(plain(name)) {
            Some(&on) => on,
            None => known(name).is_none_or(|row| row.1 || self.by_group(row.2)),
        }
    }

    fn by_group(&self, groups: u16) -> bool {
        let both = UNUSED | EXTRA;
        groups & self.groups != 0 || (groups & UNUSED_EXTRA != 0 && self.groups & both == both)
    }

    /// How a warning at a place is treated. `name` is empty for warnings without an option.
    pub fn treatment(&self, name: &str, location: Location, sources: &SourceMap) -> Treatment {
        if self.inhibited {
            return Treatment::Ignored;
        }
        if let Some(treatment) = self.by_pragma(name, location, sources) {
            // What a pragma says wins over `-Werror`.
            return treatment;
        }
        if !name.is_empty() && !self.by_options(name) {
            Treatment::Ignored
        } else if self.is_error(name) {
            Treatment::Error
        } else {
            Treatment::Warning
        }
    }

    fn is_error(&self, name: &str) -> bool {
        self.as_error.get(plain(name)).copied().unwrap_or(self.all_as_errors)
    }

    fn by_pragma(&self, name: &str, at: Location, sources: &SourceMap) -> Option<Treatment> {
        if self.pragmas.is_empty() || name.is_empty() {
            return None;
        }
        let name = plain(name);
        let mut index = self.pragmas.partition_point(|(pragma, _)| sources.precedes(*pragma, at));
        while let Some((_, change)) = index.checked_sub(1).map(|last| &self.pragmas[last]) {
            match change {
                PragmaChange::PopTo(before) => index = *before,
                PragmaChange::Set(set, treatment) if set == name => return Some(*treatment),
                PragmaChange::Set(..) => index -= 1,
            }
        }
        None
    }

    /// `#pragma GCC diagnostic ignored/warning/error "-Wname"`. False if there is no such warning.
    pub fn pragma_set(&mut self, at: Location, name: &str, treatment: Treatment) -> bool {
        // A group that is ignored is so in name only: its members are as they were.
        let group = if treatment == Treatment::Ignored { 0 } else { group_of(name) };
        for &(member, _, groups) in WARNINGS.iter().filter(|row| row.2 & group != 0) {
            // What was named itself does not follow its group.
            let named = self.shown.contains_key(member) || self.named_by_pragma.contains(member);
            if !named && (groups & UNUSED_EXTRA == 0 || self.by_group(groups)) {
                self.pragma_set_one(at, member, treatment);
            }
        }
        if let Some(row) = known(name) {
            self.named_by_pragma.insert(row.0.to_string());
            self.pragma_set_one(at, row.0, treatment);
            return true;
        }
        group_of(name) != 0 || matches!(name, "implicit" | "error")
    }

    fn pragma_set_one(&mut self, at: Location, name: &str, treatment: Treatment) {
        if treatment != Treatment::Ignored {
            self.by_some_pragma.insert(name.to_string());
        }
        self.pragmas.push((at, PragmaChange::Set(name.to_string(), treatment)));
    }

    /// `#pragma GCC diagnostic push`.
    pub fn pragma_push(&mut self) {
        self.pragma_stack.push(self.pragmas.len());
    }

    /// `#pragma GCC diagnostic pop`.
    pub fn pragma_pop(&mut self, at: Location) {
        let before = self.pragma_stack.pop().unwrap_or(0);
        self.pragmas.push((at, PragmaChange::PopTo(before)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn treatment(options: &[&str], name: &str) -> Treatment {
        let mut warnings = Warnings::default();
        for option in options {
            assert!(warnings.set_option(option));
        }
        warnings.treatment(name, Location::UNKNOWN, &SourceMap::new())
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(WARNINGS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn names_win_over_groups() {
        use Treatment::{Error, Ignored, Warning};
        assert_eq!(treatment(&[], "unused-variable"), Ignored);
        assert_eq!(treatment(&["all"], "unused-variable"), Warning);
        assert_eq!(treatment(&["no-unused-variable", "all"], "unused-variable"), Ignored);
        assert_eq!(treatment(&["all"], "unused-parameter"), Ignored);
        assert_eq!(treatment(&["all", "extra"], "unused-parameter"), Warning);
        assert_eq!(treatment(&["error=undef"], "undef"), Error);
        assert_eq!(treatment(&["error", "no-error=int-conversion"], "int-conversion"), Warning);
        assert!(!Warnings::default().set_option("no-such-thing"));
    }

    #[test]
    fn formats_have_levels() {
        use Treatment::{Ignored, Warning};
        assert_eq!(treatment(&["all"], "format="), Warning);
        assert_eq!(treatment(&["all"], "format-security"), Ignored);
        assert_eq!(treatment(&["format=2", "all"], "format-security"), Warning);
        assert_eq!(treatment(&["format=2", "no-format"], "format-security"), Ignored);
        assert_eq!(treatment(&["format=1"], "format-nonliteral"), Ignored);
        assert_eq!(treatment(&["format-nonliteral"], "format-nonliteral"), Warning);
    }
}
