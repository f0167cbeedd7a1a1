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
use gimple::diagnostic::literal::{Characters, Span};
use gimple::diagnostic::{FixIt, RichLocation};
use gimple::location::Location;

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
    let places = text
        .literal
        .and_then(|literal| Characters::of(&cx.unit.diagnostics.sources, literal, span.last));
    let Some(places) = places else {
        cx.warning(option, argument(text.at.into()), message);
        return;
    };
    let sources = &mut cx.unit.diagnostics.sources;
    let mut shown_at = RichLocation::from(places.range(sources, span));
    if let Some(label) = shown.expected {
        shown_at = shown_at.with_label(label);
    }
    if let Some((kept, ending)) = shown.corrected
        && let Some(mut corrected) =
            sources.written_between(places.start(span.from), places.start(kept))
    {
        corrected.push_str(&ending);
        let whole = shown_at.location;
        shown_at = shown_at.with_fixit(FixIt::Replace(whole, corrected));
    }
    if text.at.is_virtual() || !places.in_first_part(span) {
        if cx.warning(option, argument(text.at.into()), message) {
            cx.note(shown_at, "format string is defined here");
        }
    } else {
        cx.warning(option, argument(shown_at), message);
    }
}
