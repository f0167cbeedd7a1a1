//! Formats held against what a call passes (`-Wformat`).
//!
//! ```text
//! printf ("%d\n", l);     warning: format ‘%d’ expects argument of type ‘int’, but argument 2 has type ‘long int’
//! printf ("%d\n", i, i);  warning: too many arguments for format
//! printf (s);             warning: format not a string literal and no format arguments
//! ```
//! `table` is what formats may hold, `read` reads one, `compare` holds the types against each other, `place` finds
//! where its characters are written. Which functions take formats is said by their attributes (`format`, `format_arg`), and by
//! the names of those that C has.

mod compare;
mod place;
mod read;
mod table;

use crate::context::Context;
use crate::fold::{known_string, util};
use crate::generic::{ExprId, ExprKind};
use crate::typeck::check_call;
use compare::Argument;
use gimple::builtins::{Builtin, Signature};
use gimple::constant::ConstValue;
use gimple::decl::{AttributeArgument, DeclId};
use gimple::diagnostic::literal::Span;
use gimple::location::Location;
use gimple::types::TypeKind;
use place::{Shown, Text};
use read::{End, Reader};
use table::{Family, PRINTF, SCANF, STRFTIME};

/// What a function says of a format it takes.
#[derive(Clone, Copy)]
pub struct FormatAttribute {
    family: &'static Family,
    /// The number of the format, from one.
    pub format: usize,
    /// The number of the first argument that it speaks of, or 0.
    pub first: usize,
}

/// A family by the name attributes give it.
fn family(name: &str) -> Option<&'static Family> {
    let name = name.trim().trim_matches('_');
    match name.strip_prefix("gnu_").unwrap_or(name) {
        "printf" => Some(&PRINTF),
        "scanf" => Some(&SCANF),
        "strftime" => Some(&STRFTIME),
        _ => None,
    }
}

/// Whether an attribute's first argument names formats that there are, checked here or not.
pub fn is_family(name: &str) -> bool {
    let name = name.trim().trim_matches('_');
    family(name).is_some()
        || matches!(
            name,
            "strfmon"
                | "gcc_diag"
                | "gcc_cdiag"
                | "gcc_tdiag"
                | "gcc_cxxdiag"
                | "gcc_gfc"
                | "gcc_dump_printf"
                | "asm_fprintf"
        )
}

/// What the attributes of a declaration say of formats.
pub fn attributes_of(cx: &Context, decl: DeclId) -> Vec<FormatAttribute> {
    let data = &cx.unit.decls[decl];
    let written = data.extra.iter().flat_map(|extra| &extra.written);
    let named = written.filter(|attribute| cx.unit.symbols.text(attribute.name) == "format");
    let mut all: Vec<FormatAttribute> = named
        .filter_map(|attribute| {
            let [AttributeArgument::Text(text)] = &attribute.args[..] else { return None };
            let mut parts = text.split(',');
            let family = family(parts.next()?)?;
            let format = parts.next()?.trim().parse().ok().filter(|&format| format > 0)?;
            let first = parts.next()?.trim().parse().ok()?;
            Some(FormatAttribute { family, format, first })
        })
        .collect();
    if all.is_empty() {
        all.extend(data.builtin.and_then(of_builtin));
    }
    all
}

/// Whether warnings show formats and their arguments.
pub fn are_shown(cx: &Context) -> bool {
    let warnings = &cx.unit.diagnostics.warnings;
    let names = ["format", "format-overflow", "format-truncation", "restrict"];
    names.iter().any(|name| warnings.enabled(name))
}

/// Keeps where a call of a function that prints and its arguments are written, for the pass that warns of output that does
/// not fit. `extent` is the call's first and last token; `always` keeps them whatever is called.
pub fn keep_places(
    cx: &mut Context,
    callee: ExprId,
    extent: (Location, Location),
    places: &[Location],
    always: bool,
) {
    let decl = check_call::declaration(cx, DeclId::NONE, callee);
    let prints = |attribute: &FormatAttribute| std::ptr::eq(attribute.family, &PRINTF);
    if !always && (decl.is_none() || !attributes_of(cx, decl).iter().any(prints)) {
        return;
    }
    let sources = &mut cx.unit.diagnostics.sources;
    let call = sources.ranged(extent.0, extent.0, extent.1);
    for place in places.iter().copied().chain([call]) {
        sources.extents.insert(sources.caret(place), place);
    }
}

/// What functions that C has take.
fn of_builtin(builtin: Builtin) -> Option<FormatAttribute> {
    use Builtin::*;
    let family = match builtin.unchecked() {
        Printf | Fprintf | Sprintf | Snprintf | PrintfUnlocked | FprintfUnlocked | Vprintf
        | Vfprintf | Vsprintf | Vsnprintf => &PRINTF,
        Scanf | Fscanf | Sscanf | Vscanf | Vfscanf | Vsscanf => &SCANF,
        Strftime => &STRFTIME,
        _ => return None,
    };
    let signature = Signature::read(builtin.info().signature)?;
    // The format is the last string that is only read; after it is a list of arguments or there are arguments.
    let format =
        signature.params.iter().rposition(|part| part.pointers == 1 && part.letter == b'c')? + 1;
    let first = if signature.variadic { signature.params.len() + 1 } else { 0 };
    Some(FormatAttribute { family, format, first })
}

/// How the literals that a format may be went.
#[derive(Default)]
struct Tally {
    /// Not literals.
    unknown: u32,
    /// Literals of which all arguments are used.
    other: u32,
    empty: u32,
    /// Literals that leave arguments, and where the last of them is.
    left: u32,
    left_at: Location,
    empty_at: Location,
}

/// Checks the formats of a call, whose arguments are written at `places`.
pub fn check(cx: &mut Context, decl: DeclId, args: &[ExprId], places: &[Location]) {
    let loc = cx.input_location();
    for attribute in attributes_of(cx, decl) {
        let Some(&format) = args.get(attribute.format - 1) else { continue };
        let place = |index| places.get(index).copied().unwrap_or_default();
        let arguments: Vec<Argument> = args
            .iter()
            .enumerate()
            .skip(attribute.first.wrapping_sub(1))
            .map(|(index, &value)| Argument { value, at: place(index) })
            .collect();
        let list = (attribute.first > 0).then_some((attribute.first, &arguments[..]));
        let mut tally = Tally::default();
        let mut checker =
            Checker { cx, family: attribute.family, call: loc, list, tally: &mut tally };
        checker.check(format, 0);
        conclude(cx, &attribute, loc, list.map_or(0, |(_, all)| all.len()), &tally);
    }
}

/// What is said once of all that a format may be.
fn conclude(
    cx: &mut Context,
    attribute: &FormatAttribute,
    loc: Location,
    arguments: usize,
    tally: &Tally,
) {
    let family = attribute.family;
    if tally.unknown > 0 {
        if !family.arguments {
            let text = "format not a string literal, format string not checked";
            cx.warning("format-nonliteral", loc, text);
        } else if attribute.first > 0 {
            let text = "format not a string literal and no format arguments";
            if arguments > 0 || !cx.warning("format-security", loc, text) {
                let text = "format not a string literal, argument types not checked";
                cx.warning("format-nonliteral", loc, text);
            }
        }
    }
    if tally.unknown > 0 || tally.other > 0 {
        return;
    }
    if tally.left > 0 {
        cx.warning("format-extra-args", tally.left_at, "too many arguments for format");
    }
    if tally.empty > 0 {
        let text = format!("zero-length {} format string", family.name);
        cx.warning("format-zero-length", tally.empty_at, text);
    }
}

/// How deep conditional formats and calls are followed.
const DEPTH: u32 = 32;

struct Checker<'a> {
    cx: &'a mut Context,
    family: &'static Family,
    call: Location,
    list: Option<(usize, &'a [Argument])>,
    tally: &'a mut Tally,
}

impl Checker<'_> {
    /// Checks all that an argument may be.
    fn check(&mut self, format: ExprId, depth: u32) {
        let bare = util::strip_nops(self.cx, format);
        match &self.cx.exprs[bare].kind {
            _ if depth >= DEPTH => self.tally.unknown += 1,
            &ExprKind::Cond(_, yes, no) if yes.is_some() && no.is_some() => {
                self.check(yes, depth + 1);
                self.check(no, depth + 1);
            }
            &ExprKind::Compound(_, value) => self.check(value, depth + 1),
            ExprKind::Call { callee, args } => {
                let passed = util::called_function(self.cx, *callee)
                    .and_then(|decl| passed_format(self.cx, decl))
                    .and_then(|number| args.get(number.checked_sub(1)?).copied());
                match passed {
                    Some(inner) => self.check(inner, depth + 1),
                    None => self.tally.unknown += 1,
                }
            }
            _ if util::is_zero(self.cx, bare) => {
                // Nothing is printed, whatever is passed.
                if self.list.is_some_and(|(_, all)| !all.is_empty()) {
                    self.tally.left += 1;
                    self.tally.left_at = self.call;
                }
            }
            _ => self.check_one(bare),
        }
    }

    fn check_one(&mut self, format: ExprId) {
        let at = self.cx.get(format).loc;
        let at = if at.is_unknown() { self.call } else { at };
        let Some((bytes, literal)) = text_of(self.cx, format) else {
            if let Some(at) = wide_literal(self.cx, format) {
                self.cx.warning("format=", at, "format is a wide character string");
            } else {
                self.tally.unknown += 1;
            }
            return;
        };
        let at = literal.unwrap_or(at);
        let Some(bytes) = bytes.strip_suffix(b"\0") else {
            self.cx.warning("format=", at, "unterminated format string");
            return;
        };
        if bytes.is_empty() {
            self.tally.empty += 1;
            self.tally.empty_at = at;
            return;
        }
        let end = bytes.iter().position(|&byte| byte == 0);
        let text = Text { bytes: bytes[..end.unwrap_or(bytes.len())].to_vec(), at, literal };
        let read = Reader::new(self.cx, self.family, &text, self.call, self.list).read();
        if let Some(end) = end {
            let message = "embedded ‘\\0’ in format".to_string();
            let option = "format-contains-nul";
            place::warn(self.cx, option, &text, Span::one(end), message, Shown::default());
        }
        match read {
            End::Complete => self.tally.other += 1,
            End::ArgumentsLeft => {
                self.tally.left += 1;
                self.tally.left_at = at;
            }
        }
    }
}

/// The number of the argument that a function returns a translation of (`format_arg`).
fn passed_format(cx: &Context, decl: DeclId) -> Option<usize> {
    let extra = cx.unit.decls[decl].extra.as_ref()?;
    let attribute = extra
        .written
        .iter()
        .find(|attribute| cx.unit.symbols.text(attribute.name) == "format_arg")?;
    match &attribute.args[..] {
        [AttributeArgument::Text(text)] => text.trim().parse().ok(),
        _ => None,
    }
}

/// The bytes a pointer to narrow characters is known to lead to, all to the end of the object, and the literal they are.
fn text_of(cx: &Context, format: ExprId) -> Option<(Vec<u8>, Option<Location>)> {
    let (bytes, object) = known_string(cx, format)?;
    let literal = util::constant(cx, object).map(|_| cx.get(object).loc);
    Some((bytes, literal.filter(|loc| !loc.is_unknown())))
}

/// Where a literal of wide characters is that a pointer leads to.
fn wide_literal(cx: &Context, format: ExprId) -> Option<Location> {
    let ExprKind::Addr(object) = cx.exprs[format].kind else { return None };
    let id = util::constant(cx, object)?;
    let wide = matches!(cx.unit.consts[id].value, ConstValue::String(_))
        && matches!(cx.unit.types.kind(cx.type_of(object)), TypeKind::Array { .. });
    wide.then(|| cx.get(object).loc)
}
