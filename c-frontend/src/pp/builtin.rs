//! What is defined before the first line: computed macros and predefined ones.

use super::macros::{Builtin, Macro};
use super::{PpOptions, Preprocessor};
use crate::lex::{Token, TokenKind, flag};
use gimple::diagnostic::RichLocation;
use gimple::location::Location;
use gimple::options::{Flag, Options};
use gimple::symbol::{Interner, Symbol};

/// Names with a meaning to the preprocessor.
pub(crate) struct Names {
    pub va_args: Symbol,
    pub va_opt: Symbol,
    pub defined: Symbol,
    pub has_include: Symbol,
    reserved: Vec<Symbol>,
}

/// The computed macros, and whether redefining them is warned about.
const COMPUTED: &[(&str, Builtin, bool)] = &[
    ("__TIMESTAMP__", Builtin::Timestamp, true),
    ("__TIME__", Builtin::Time, true),
    ("__DATE__", Builtin::Date, true),
    ("__FILE__", Builtin::File, true),
    ("__FILE_NAME__", Builtin::FileName, true),
    ("__BASE_FILE__", Builtin::BaseFile, true),
    ("__LINE__", Builtin::Line, true),
    ("__INCLUDE_LEVEL__", Builtin::IncludeLevel, true),
    ("__COUNTER__", Builtin::Counter, true),
    ("_Pragma", Builtin::Pragma, false),
    ("__has_include", Builtin::HasInclude, true),
    ("__has_include_next", Builtin::HasIncludeNext, true),
    ("__has_attribute", Builtin::HasAttribute, true),
    ("__has_cpp_attribute", Builtin::HasAttribute, true),
    ("__has_c_attribute", Builtin::HasAttribute, true),
    ("__has_builtin", Builtin::HasFunction, true),
];

impl Names {
    /// Interns the names.
    pub fn new(symbols: &mut Interner) -> Names {
        let reserved = COMPUTED.iter().filter(|row| row.2 && row.0 != "__FILE_NAME__");
        Names {
            reserved: reserved.map(|row| symbols.intern(row.0)).collect(),
            va_args: symbols.intern("__VA_ARGS__"),
            va_opt: symbols.intern("__VA_OPT__"),
            defined: symbols.intern("defined"),
            has_include: symbols.intern("__has_include"),
        }
    }

    /// Whether redefining or undefining a name is warned about.
    pub fn is_reserved(&self, name: Symbol) -> bool {
        self.reserved.contains(&name)
    }
}

/// The directives that define the predefined macros.
pub(super) fn predefined_text(options: &PpOptions) -> String {
    let mut text = String::new();
    if options.preprocessed {
        return text;
    }
    let mut define = |name: &str, value: &str| {
        text.push_str(&format!("#define {name} {value}\n"));
    };
    let year = options.standard.year;
    define("__STDC__", "1");
    if options.assembler {
        define("__ASSEMBLER__", "1");
    }
    let version = match year {
        ..=1990 => "",
        1994 => "199409L",
        1999 => "199901L",
        2011 => "201112L",
        2017 => "201710L",
        _ => "202000L",
    };
    if !version.is_empty() && !options.assembler {
        define("__STDC_VERSION__", version);
    }
    if (year >= 2011 || (options.standard.gnu && year >= 1999)) && !options.assembler {
        define("__STDC_UTF_16__", "1");
        define("__STDC_UTF_32__", "1");
    }
    define("__STDC_HOSTED__", if options.hosted { "1" } else { "0" });
    if options.undef {
        return text;
    }
    for (name, value) in [
        ("__GNUC__", "12"),
        ("__GNUC_MINOR__", "2"),
        ("__GNUC_PATCHLEVEL__", "0"),
        ("__VERSION__", "\"12.2.0\""),
        ("__ATOMIC_RELAXED", "0"),
        ("__ATOMIC_SEQ_CST", "5"),
        ("__ATOMIC_ACQUIRE", "2"),
        ("__ATOMIC_RELEASE", "3"),
        ("__ATOMIC_ACQ_REL", "4"),
        ("__ATOMIC_CONSUME", "1"),
    ] {
        define(name, value);
    }
    let overridden = |name: &str| options.extra_macros.iter().any(|extra| extra.0 == name);
    let mut language = Vec::new();
    language.push(if options.gnu_inline { "__GNUC_GNU_INLINE__" } else { "__GNUC_STDC_INLINE__" });
    if !options.optimize {
        language.push("__NO_INLINE__");
    }
    if !options.standard.gnu {
        language.push("__STRICT_ANSI__");
    }
    // What the language defines comes amid what the target defines.
    let split = options.target_macros.iter().position(|row| row.0 == "__USER_LABEL_PREFIX__");
    let (first, last) = options.target_macros.split_at(split.map_or(0, |index| index + 1));
    let target = |macros: &[(&str, &str)], text: &mut dyn FnMut(&str, &str)| {
        for (name, value) in macros {
            let allowed = options.standard.gnu || name.starts_with('_');
            if allowed && !overridden(name) {
                text(name, value);
            }
        }
    };
    target(first, &mut define);
    for name in language {
        define(name, "1");
    }
    target(last, &mut define);
    for (name, value) in &options.extra_macros {
        if let Some(value) = value {
            define(name, value);
        }
    }
    text
}

/// The macros that tell how code is optimised, with their values; those without one are not defined. `#pragma GCC
/// optimize` changes them.
pub fn optimization_macros(options: &Options) -> Vec<(&'static str, Option<&'static str>)> {
    let all_fast = {
        let (on, off) = (
            [Flag::UnsafeMath, Flag::FiniteMathOnly],
            [Flag::TrappingMath, Flag::SignedZeros, Flag::MathErrno, Flag::RoundingMath],
        );
        on.into_iter().all(|flag| options.on(flag)) && !off.into_iter().any(|flag| options.on(flag))
    };
    let finite = if options.on(Flag::FiniteMathOnly) { "1" } else { "0" };
    let mut macros = vec![("__FINITE_MATH_ONLY__", Some(finite))];
    for (name, defined) in [
        ("__OPTIMIZE__", options.optimize > 0),
        ("__OPTIMIZE_SIZE__", options.optimize_size),
        ("__FAST_MATH__", all_fast),
        ("__NO_MATH_ERRNO__", !options.on(Flag::MathErrno)),
        ("__NO_SIGNED_ZEROS__", !options.on(Flag::SignedZeros)),
        ("__NO_TRAPPING_MATH__", !options.on(Flag::TrappingMath)),
        ("__ROUNDING_MATH__", options.on(Flag::RoundingMath)),
        ("__SUPPORT_SNAN__", options.on(Flag::SignalingNans)),
        ("__ASSOCIATIVE_MATH__", options.on(Flag::AssociativeMath)),
        ("__RECIPROCAL_MATH__", options.on(Flag::ReciprocalMath)),
    ] {
        macros.push((name, defined.then_some("1")));
    }
    macros
}

impl Preprocessor<'_> {
    /// Defines macros that stand for a number, or takes their definitions away.
    pub(crate) fn redefine(&mut self, macros: &[(&str, Option<&str>)]) {
        for (name, value) in macros {
            let symbol = self.shared.symbols.intern(name);
            let id = value.map(|value| {
                let body = self.number_token(value, Location::UNKNOWN);
                self.add_macro(Macro::constant(symbol, body))
            });
            self.set_macro(symbol, id);
        }
    }

    /// Defines the computed macros.
    pub(super) fn define_builtins(&mut self) {
        for &(name, builtin, _) in COMPUTED {
            if builtin == Builtin::FileName {
                continue;
            }
            let name = self.shared.symbols.intern(name);
            let id = self.add_macro(Macro::computed(name, builtin));
            self.set_macro(name, Some(id));
        }
        let (va_args, va_opt) = (self.names.va_args, self.names.va_opt);
        self.node_mut(va_args).diagnosed = true;
        self.node_mut(va_opt).diagnosed = true;
    }

    /// A file's name as `-fmacro-prefix-map=` has it.
    fn mapped(&self, name: &str) -> String {
        gimple::options::map_prefix(&self.options.file_prefixes, name)
    }

    /// Expands a computed macro. False if the name stays.
    pub(super) fn expand_builtin(&mut self, builtin: Builtin, name: &Token) -> bool {
        let sources = &self.shared.diag.sources;
        let at = name.loc;
        let token = match builtin {
            Builtin::Pragma => return self.pragma_operator(name),
            Builtin::Line => {
                let line = sources.position(at).line;
                self.number_token(&line.to_string(), at)
            }
            Builtin::File => {
                let file = self.mapped(sources.position(at).file);
                self.string_token(&file, at)
            }
            Builtin::FileName => {
                let file = sources.position(at).file;
                let file = file.rsplit('/').next().unwrap_or(file).to_string();
                self.string_token(&file, at)
            }
            Builtin::BaseFile => {
                let file = self.mapped(&self.files.main_name);
                self.string_token(&file, at)
            }
            Builtin::IncludeLevel => {
                let level = self.buffers.iter().filter(|buffer| buffer.file.is_some()).count();
                self.number_token(&level.to_string(), at)
            }
            Builtin::Counter => {
                if self.in_directive && self.options.preprocessed {
                    let text = "__COUNTER__ expanded inside directive with -fdirectives-only";
                    self.shared.diag.error(at, text);
                }
                let value = self.counter;
                self.counter = self.counter.wrapping_add(1);
                self.number_token(&value.to_string(), at)
            }
            Builtin::Date | Builtin::Time | Builtin::Timestamp => self.time_token(builtin, at),
            Builtin::HasInclude | Builtin::HasIncludeNext => {
                let value = self.has_include(name, builtin == Builtin::HasIncludeNext);
                self.number_token(if value { "1" } else { "0" }, at)
            }
            Builtin::HasAttribute | Builtin::HasFunction => {
                let value = self.has_feature(name, builtin);
                self.number_token(&value, at)
            }
        };
        self.push_one(token);
        true
    }

    fn number_token(&mut self, text: &str, loc: Location) -> Token {
        let value = self.shared.literals.add(text.as_bytes());
        Token { kind: TokenKind::Number, flags: 0, loc, value }
    }

    fn string_token(&mut self, text: &str, loc: Location) -> Token {
        let text = format!("\"{}\"", super::files::quoted(text));
        let value = self.shared.literals.add(text.as_bytes());
        Token { kind: TokenKind::String, flags: 0, loc, value }
    }

    fn time_token(&mut self, builtin: Builtin, at: Location) -> Token {
        let time = CivilTime::from_seconds(self.options.now);
        let CivilTime { year, month, day, hour, minute, second, weekday } = time;
        let month = MONTHS[month];
        let clock = format!("{hour:02}:{minute:02}:{second:02}");
        let name = match builtin {
            Builtin::Date => "__DATE__",
            Builtin::Time => "__TIME__",
            _ => "__TIMESTAMP__",
        };
        let warning = format!("macro \"{name}\" might prevent reproducible builds");
        self.shared.diag.warning("date-time", RichLocation::point(at), warning);
        let text = match builtin {
            Builtin::Date => format!("{month} {day:2} {year}"),
            Builtin::Time => clock,
            _ => format!("{} {month} {day:2} {clock} {year}", DAYS[weekday]),
        };
        self.string_token(&text, at)
    }

    /// `( name )` after `__has_attribute` or `__has_builtin`, and what it amounts to.
    fn has_feature(&mut self, name: &Token, builtin: Builtin) -> String {
        let spelled = self.text_of(name);
        let open = self.get_no_padding();
        if open.kind != TokenKind::LeftParen {
            let text = format!("missing '(' after \"{spelled}\"");
            self.shared.diag.error(RichLocation::point(open.loc), text);
            return "0".into();
        }
        // The names of attributes may come out of macros, those of functions not.
        let literal = u32::from(builtin == Builtin::HasFunction);
        self.prevent_expansion += literal;
        let mut token = self.get_no_padding();
        let mut scope = String::new();
        let mut feature = self.text_of(&token);
        let after = self.get_no_padding();
        let mut close = after;
        if after.kind == TokenKind::Scope || after.kind == TokenKind::Colon {
            let mut next = self.get_no_padding();
            if next.kind == TokenKind::Colon {
                next = self.get_no_padding();
            }
            scope = std::mem::replace(&mut feature, self.text_of(&next));
            token = next;
            close = self.get_no_padding();
        }
        self.prevent_expansion -= literal;
        if token.kind != TokenKind::Identifier {
            let text = format!("macro \"{spelled}\" requires an identifier");
            self.shared.diag.error(RichLocation::point(token.loc), text);
        } else if close.kind != TokenKind::RightParen {
            let text = format!("missing ')' after \"{spelled}\"");
            self.shared.diag.error(RichLocation::point(close.loc), text);
        }
        let known = if builtin == Builtin::HasFunction {
            is_builtin_function(&feature)
        } else {
            return match (spelled.as_str(), standard_attribute(&feature)) {
                ("__has_c_attribute", version @ 1..) if scope.is_empty() => version,
                _ => attribute_version(&scope, &feature),
            }
            .to_string();
        };
        if known { "1" } else { "0" }.into()
    }

    pub(super) fn get_no_padding(&mut self) -> Token {
        loop {
            let token = self.get();
            if !matches!(token.kind, TokenKind::Padding | TokenKind::Comment) {
                return Token { flags: token.flags & !flag::LINE_START, ..token };
            }
        }
    }
}

/// Whether a function is built in: one of the table, or one that is a keyword to the parser.
fn is_builtin_function(name: &str) -> bool {
    let plain = name.strip_prefix("__builtin_");
    let keywords = [
        "assoc_barrier",
        "call_with_static_chain",
        "choose_expr",
        "complex",
        "convertvector",
        "has_attribute",
        "offsetof",
        "shuffle",
        "shufflevector",
        "tgmath",
        "types_compatible_p",
        "va_arg",
    ];
    plain.is_some_and(|plain| keywords.contains(&plain))
        || gimple::builtins::Builtin::find(plain.unwrap_or(name)).is_some()
}

/// The date by which the standard knows an attribute, else 0.
fn standard_attribute(name: &str) -> u32 {
    match name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name) {
        "deprecated" | "fallthrough" | "maybe_unused" => 201_904,
        "nodiscard" => 202_003,
        _ => 0,
    }
}

/// The value of `__has_attribute` for a known attribute, else 0.
fn attribute_version(scope: &str, name: &str) -> u32 {
    let name = name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name);
    let standard = standard_attribute(name);
    let gnu = ATTRIBUTES.binary_search(&name).is_ok();
    match scope {
        "gnu" | "__gnu__" => u32::from(gnu),
        "" if standard > 0 && !gnu => standard,
        _ => u32::from(gnu && scope.is_empty()),
    }
}

/// The GNU attributes, in order.
const ATTRIBUTES: &[&str] = &[
    "access",
    "alias",
    "aligned",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "cleanup",
    "cold",
    "common",
    "const",
    "constructor",
    "copy",
    "deprecated",
    "designated_init",
    "destructor",
    "error",
    "externally_visible",
    "fallthrough",
    "flatten",
    "format",
    "format_arg",
    "gnu_inline",
    "hot",
    "ifunc",
    "leaf",
    "malloc",
    "may_alias",
    "mode",
    "naked",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_split_stack",
    "no_stack_limit",
    "noclone",
    "nocommon",
    "noinit",
    "noinline",
    "noipa",
    "nonnull",
    "nonstring",
    "noplt",
    "noreturn",
    "nothrow",
    "optimize",
    "packed",
    "patchable_function_entry",
    "pure",
    "retain",
    "returns_nonnull",
    "returns_twice",
    "scalar_storage_order",
    "section",
    "sentinel",
    "simd",
    "stack_protect",
    "symver",
    "target",
    "target_clones",
    "tls_model",
    "transparent_union",
    "unavailable",
    "uninitialized",
    "unused",
    "used",
    "vector_size",
    "visibility",
    "warn_if_not_aligned",
    "warn_unused_result",
    "warning",
    "weak",
    "weakref",
    "zero_call_used_regs",
];

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// A moment in UTC.
struct CivilTime {
    year: u64,
    /// From zero.
    month: usize,
    day: u64,
    hour: u64,
    minute: u64,
    second: u64,
    /// Sunday is zero.
    weekday: usize,
}

impl CivilTime {
    fn from_seconds(seconds: u64) -> CivilTime {
        let days = seconds / 86_400;
        // Years that begin in March have their leap day at the end.
        let shifted = days + 719_468;
        let (era, in_era) = (shifted / 146_097, shifted % 146_097);
        let year = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
        let in_year = in_era - (365 * year + year / 4 - year / 100);
        let march_month = (5 * in_year + 2) / 153;
        let month = (march_month + 2) % 12;
        CivilTime {
            year: year + era * 400 + u64::from(month < 2),
            month: month as usize,
            day: in_year - (153 * march_month + 2) / 5 + 1,
            hour: seconds / 3600 % 24,
            minute: seconds / 60 % 60,
            second: seconds % 60,
            weekday: ((days + 4) % 7) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let show = |seconds| {
            let t = CivilTime::from_seconds(seconds);
            format!("{} {} {} {} {:02}", DAYS[t.weekday], MONTHS[t.month], t.day, t.year, t.hour)
        };
        assert_eq!(show(0), "Thu Jan 1 1970 00");
        assert_eq!(show(951_782_400), "Tue Feb 29 2000 00");
        assert_eq!(show(1_735_689_599), "Tue Dec 31 2024 23");
    }

    #[test]
    fn attributes_are_sorted() {
        assert!(ATTRIBUTES.is_sorted());
        assert_eq!(attribute_version("", "__packed__"), 1);
        assert_eq!(attribute_version("", "maybe_unused"), 201_904);
        assert_eq!(attribute_version("gnu", "no_such"), 0);
    }
}
