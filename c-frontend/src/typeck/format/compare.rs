//! The arguments held against the types that the conversions take.

use super::place::{Shown, Text, warn};
use super::table::{Base, Family};
use crate::context::Context;
use crate::fold::util;
use crate::generic::{ExprId, ExprKind};
use crate::typeck::spell;
use gimple::decl::flag;
use gimple::diagnostic::literal::Span;
use gimple::location::Location;
use gimple::types::{Quals, TypeId};

/// An argument of a call.
#[derive(Clone, Copy)]
pub(super) struct Argument {
    /// Converted and promoted.
    pub value: ExprId,
    pub at: Location,
}

/// What takes an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taker {
    Conversion,
    Width,
    Precision,
}

/// An argument that a conversion takes.
pub(super) struct Wanted {
    pub taker: Taker,
    pub base: Base,
    pub pointers: usize,
    /// Any kind of character will do.
    pub any_char: bool,
    pub writes: bool,
    /// The number of the argument, from one, and the argument; `None` where there is none.
    pub argument: Option<(usize, Argument)>,
    /// The indices of what is shown: the `%`, what the message repeats, and its last character, where the caret goes.
    pub directive: usize,
    pub from: usize,
    pub caret: usize,
    /// What the message repeats ends before this index.
    pub end: usize,
    /// The last character of the conversion, and where its length modifier would stand.
    pub last: usize,
    pub length_at: usize,
    /// The conversion's letter.
    pub letter: u8,
}

/// Checks one argument; `call` is where things are said of the call as a whole.
pub(super) fn check(
    cx: &mut Context,
    call: Location,
    family: &Family,
    text: &Text,
    wanted: &Wanted,
) {
    let Some((number, argument)) = wanted.argument else {
        complain(cx, family, text, wanted);
        return;
    };
    let mut ty = cx.type_of(argument.value);
    for level in 0..wanted.pointers {
        let Some(to) = cx.unit.types.pointee(ty) else {
            complain(cx, family, text, wanted);
            return;
        };
        let quals = cx.unit.types[to].quals;
        let said = if level == 0 && wanted.writes && util::is_zero(cx, argument.value) {
            Some("writing through null pointer")
        } else if level == 0
            && wanted.writes
            && (quals.contains(Quals::CONST) || is_constant(cx, argument.value))
        {
            Some("writing into constant object")
        } else if level > 0 && quals != Quals::NONE && cx.unit.diagnostics.warnings.pedantic() {
            Some("extra type qualifiers in format argument")
        } else {
            None
        };
        if let Some(said) = said {
            cx.warning("format=", call, format!("{said} (argument {number})"));
        }
        ty = to;
    }
    let have = cx.unit.types.main_variant(ty);
    if !agrees(cx, wanted, have) {
        complain(cx, family, text, wanted);
    }
}

/// Whether a pointer is the address of a literal or of a variable that is only read.
fn is_constant(cx: &Context, pointer: ExprId) -> bool {
    let ExprKind::Addr(object) = cx.exprs[util::strip_nops(cx, pointer)].kind else { return false };
    match cx.exprs[object].kind {
        ExprKind::Const(_) => true,
        ExprKind::Decl(decl) => cx.unit.decls[decl].has(flag::READONLY),
        _ => false,
    }
}

/// Whether a type, of a value or of what pointers lead to, is what is wanted.
fn agrees(cx: &Context, wanted: &Wanted, have: TypeId) -> bool {
    let base = base_type(cx, wanted.base);
    let types = &cx.unit.types;
    let c = &cx.unit.common;
    let warnings = &cx.unit.diagnostics.warnings;
    let pedantic = warnings.pedantic();
    let is_char = [c.char_, c.schar, c.uchar].contains(&have);
    let any_char = wanted.any_char && is_char;
    if base == have {
        return true;
    }
    match wanted.base {
        Base::Void => !pedantic || (wanted.pointers == 1 && is_char),
        // The three kinds are as good as each other.
        Base::Char if any_char => !pedantic || wanted.pointers < 2,
        _ => {
            let strict = match wanted.pointers {
                0 => false,
                1 if any_char => false,
                _ => pedantic,
            };
            let strict = strict
                || (warnings.enabled("format-signedness") && !(wanted.pointers == 1 && any_char));
            types.is_integral(base) && !strict && other_sign(cx, base, have)
        }
    }
}

/// The integer types that differ in nothing but sign.
fn pairs(cx: &Context) -> [(TypeId, TypeId); 5] {
    let c = &cx.unit.common;
    [
        (c.int, c.uint),
        (c.long, c.ulong),
        (c.llong, c.ullong),
        (c.short, c.ushort),
        (c.schar, c.uchar),
    ]
}

/// Whether an integer type is what another one becomes with the first one's sign.
fn other_sign(cx: &Context, wanted: TypeId, have: TypeId) -> bool {
    let c = &cx.unit.common;
    let plain_char = have == c.char_ && [c.schar, c.uchar].contains(&wanted);
    plain_char
        || pairs(cx).iter().any(|&(x, y)| (wanted, have) == (x, y) || (wanted, have) == (y, x))
}

/// An integer type with this sign.
fn with_sign(cx: &Context, ty: TypeId, unsigned: bool) -> TypeId {
    let pair = pairs(cx).into_iter().find(|&(x, y)| ty == x || ty == y);
    pair.map_or(ty, |(signed, other)| if unsigned { other } else { signed })
}

/// The type of a name in the tables.
fn base_type(cx: &Context, base: Base) -> TypeId {
    let c = &cx.unit.common;
    let main = |ty: TypeId| cx.unit.types.main_variant(ty);
    match base {
        Base::Void => c.void,
        Base::Char => c.char_,
        Base::SignedChar => c.schar,
        Base::UnsignedChar => c.uchar,
        Base::Short => c.short,
        Base::UnsignedShort => c.ushort,
        Base::Int => c.int,
        Base::UnsignedInt | Base::WideInt => c.uint,
        Base::Long => c.long,
        Base::UnsignedLong => c.ulong,
        Base::LongLong => c.llong,
        Base::UnsignedLongLong => c.ullong,
        Base::Size => main(c.size_t),
        Base::SignedSize => with_sign(cx, main(c.size_t), false),
        Base::PtrDiff => main(c.ptrdiff_t),
        Base::UnsignedPtrDiff => with_sign(cx, main(c.ptrdiff_t), true),
        // The greatest width, of least rank.
        Base::IntMax => c.int64,
        Base::UnsignedIntMax => c.uint64,
        Base::WideChar if cx.unit.target.wchar_signed => c.int,
        Base::WideChar => c.uint,
        Base::Float => c.float,
        Base::Double => c.double,
        Base::LongDouble => c.long_double,
    }
}

/// A type with as many stars as it points.
fn starred(name: &str, pointers: usize) -> String {
    let stars = "*".repeat(pointers);
    if pointers == 0 { name.to_string() } else { format!("{name} {stars}") }
}

/// Says that an argument is missing or of another type.
fn complain(cx: &mut Context, family: &Family, text: &Text, wanted: &Wanted) {
    let shown = String::from_utf8_lossy(&text.bytes[wanted.from..wanted.end]).into_owned();
    let what = match wanted.taker {
        Taker::Conversion => format!("format ‘%{shown}’"),
        Taker::Width => format!("field width specifier ‘{shown}’"),
        Taker::Precision => format!("field precision specifier ‘{shown}’"),
    };
    let base = spell::type_text(cx, base_type(cx, wanted.base), false);
    let expected = starred(wanted.base.typedef().unwrap_or(&base), wanted.pointers);
    let mut details = Shown { expected: Some(starred(&base, wanted.pointers)), ..Shown::default() };
    let message = match wanted.argument {
        None => format!("{what} expects a matching ‘{expected}’ argument"),
        Some((number, argument)) => {
            let ty = cx.type_of(argument.value);
            let quoted = spell::quoted(cx, ty);
            details.argument = Some((argument.at, unquoted(&quoted)));
            details.corrected = (wanted.taker == Taker::Conversion)
                .then(|| correction(cx, family, ty, wanted.letter))
                .flatten()
                .map(|ending| (wanted.length_at, ending));
            format!(
                "{what} expects argument of type ‘{expected}’, but argument {number} has type {quoted}"
            )
        }
    };
    let span = Span { from: wanted.directive, caret: wanted.caret, last: wanted.last };
    warn(cx, "format=", text, span, message, details);
}

/// A type without its quotes, as labels show it: `my_t {aka long unsigned int}`.
fn unquoted(text: &str) -> String {
    text.replace(['‘', '’'], "")
}

/// The end of a conversion that takes a type: `ld`. One with the same letter is better.
fn correction(cx: &Context, family: &Family, ty: TypeId, letter: u8) -> Option<String> {
    let same = family.conversions.iter().filter(|row| row.letters.as_bytes().contains(&letter));
    let any = family.conversions.iter();
    let same = same.map(|row| (row, letter));
    same.chain(any.map(|row| (row, row.letters.as_bytes()[0]))).find_map(|(row, letter)| {
        let pointers = row.pointers?;
        let mut ty = ty;
        for _ in 0..pointers {
            ty = cx.unit.types.pointee(ty)?;
        }
        let ty = cx.unit.types.main_variant(ty);
        let (length, ..) = row.types.iter().find(|(_, _, base)| {
            let base = base_type(cx, *base);
            base == ty || other_sign(cx, base, ty)
        })?;
        let length = family
            .lengths
            .iter()
            .find(|(_, other, _)| other == length)
            .map_or("", |(text, ..)| text);
        Some(format!("{length}{}", char::from(letter)))
    })
}

/// What the integer promotions make of a type that is passed by value.
pub(super) fn promoted(base: Base) -> Base {
    match base {
        Base::SignedChar | Base::UnsignedChar | Base::Short | Base::UnsignedShort => Base::Int,
        _ => base,
    }
}
