//! Where the characters of a format are written, and what is said of them there.
//!
//! ```text
//! x.c:9:13: warning: format ‘%d’ expects argument of type ‘int’, but argument 2 has type ‘long int’ [-Wformat=]
//!     9 |   printf ("%d\n", l);
//!       |            ~^     ~
//!       |             |     |
//!       |             int   long int
//!       |            %ld
//! ```
//! Where the format is not one literal on the spot (strings written side by side, a macro), the warning is at its first
//! part, and a note shows the characters.

use crate::context::Context;
use gimple::diagnostic::{FixIt, RichLocation};
use gimple::location::{Location, SourceMap};

/// A format that is known.
pub(super) struct Text {
    /// What it holds, up to the first null character that ends it.
    pub bytes: Vec<u8>,
    /// Where the argument is.
    pub at: Location,
    /// The literal, where it is one; else nothing is known of its characters' places.
    pub literal: Option<Location>,
}

/// What is shown beside a warning about characters of a format.
#[derive(Default)]
pub(super) struct Shown {
    /// What the characters ask for.
    pub expected: Option<String>,
    /// The argument, and what it is.
    pub argument: Option<(Location, String)>,
    /// What may stand in place of the characters from some element on: its index, and the text.
    pub corrected: Option<(usize, String)>,
}

/// The first and the last byte of a character.
#[derive(Clone, Copy)]
struct Extent {
    first: Location,
    last: Location,
}

/// Characters of a format, by their indices.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub from: usize,
    pub caret: usize,
    pub last: usize,
}

impl Span {
    pub fn one(at: usize) -> Span {
        Span { from: at, caret: at, last: at }
    }
}

/// Warns about characters of a format.
pub(super) fn warn(
    cx: &mut Context,
    option: &str,
    text: &Text,
    span: Span,
    message: String,
    shown: Shown,
) {
    let argument = |at: RichLocation| match &shown.argument {
        Some((argument, label)) if !argument.is_unknown() => {
            at.with_range(*argument, Some(label.clone()))
        }
        _ => at,
    };
    let places = text.literal.and_then(|literal| places(cx, literal, span.last));
    let Some(places) = places else {
        cx.warning(option, argument(text.at.into()), message);
        return;
    };
    let [start, caret, last] = [span.from, span.caret, span.last].map(|index| places[index].0);
    let sources = &mut cx.unit.diagnostics.sources;
    let mut shown_at = RichLocation::from(sources.within(caret.first, start.first, last.last));
    if let Some(label) = shown.expected {
        shown_at = shown_at.with_label(label);
    }
    if let Some((kept, ending)) = shown.corrected
        && let Some(mut corrected) = sources.written_between(start.first, places[kept].0.first)
    {
        corrected.push_str(&ending);
        let whole = shown_at.location;
        shown_at = shown_at.with_fixit(FixIt::Replace(whole, corrected));
    }
    if text.at.is_virtual() || places[span.from].1 != 0 || places[span.last].1 != 0 {
        if cx.warning(option, argument(text.at.into()), message) {
            cx.note(shown_at, "format string is defined here");
        }
    } else {
        cx.warning(option, argument(shown_at), message);
    }
}

/// Where the characters of a literal are written, up to and with one, and in which of the literals side by side. `None` where
/// a spelling does not show it: characters of other sets, lines that are continued, raw strings.
fn places(cx: &Context, literal: Location, upto: usize) -> Option<Vec<(Extent, usize)>> {
    let alone = [literal];
    let parts = cx.string_parts.get(&literal).map_or(&alone[..], |parts| parts);
    let sources = &cx.unit.diagnostics.sources;
    let mut all = Vec::new();
    for (number, &part) in parts.iter().enumerate() {
        places_in(sources, part, upto, number, &mut all)?;
        if all.len() > upto {
            break;
        }
    }
    // The null character at the end has no place.
    (all.len() > upto).then_some(all)
}

fn places_in(
    sources: &SourceMap,
    part: Location,
    upto: usize,
    number: usize,
    all: &mut Vec<(Extent, usize)>,
) -> Option<()> {
    let start = sources.spelling_point(part);
    let column = sources.spelling_position(start).column.checked_sub(1)? as usize;
    let spelling = sources.physical_line_text(start)?.get(column..)?;
    let mut at = if spelling.starts_with(b"u8\"") { 2 } else { 0 };
    if spelling.get(at) != Some(&b'"') {
        return None;
    }
    at += 1;
    while all.len() <= upto {
        let length = match spelling.get(at..)? {
            [b'"', ..] => return Some(()),
            [b'\\', b'x', rest @ ..] => {
                2 + rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count()
            }
            [b'\\', rest @ ..] if matches!(rest.first(), Some(b'0'..=b'7')) => {
                1 + rest.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count()
            }
            [b'\\', b'u' | b'U', ..] | [b'\\'] | [] => return None,
            [b'\\', ..] => 2,
            _ => 1,
        };
        let first = start.offset_by(at as u32);
        at += length;
        all.push((Extent { first, last: start.offset_by(at as u32 - 1) }, number));
    }
    Some(())
}
