//! Where the characters of a string literal are written.
//!
//! ```text
//!   printf ("a\t" "b", x);
//!            ^^^^  ^           three characters, the last in the second of two literals side by side
//! ```

use crate::location::{Location, SourceMap};

/// Characters of a string, by their indices.
#[derive(Clone, Copy)]
pub struct Span {
    pub from: usize,
    pub caret: usize,
    pub last: usize,
}

impl Span {
    /// One character.
    pub fn one(at: usize) -> Span {
        Span { from: at, caret: at, last: at }
    }
}

/// The first and the last byte of a character's spelling, and the number of the literal it is in.
#[derive(Clone, Copy)]
struct Spelled {
    first: Location,
    last: Location,
    part: usize,
}

/// The places of the characters of a literal.
pub struct Characters(Vec<Spelled>);

impl Characters {
    /// The characters of the literal at a location up to and with one. `None` where the spelling does not show it:
    /// characters of other sets, lines that are continued, raw strings, or something that is no literal. Linear in `upto`.
    pub fn of(sources: &SourceMap, literal: Location, upto: usize) -> Option<Characters> {
        let (all, _) = read_all(sources, literal, upto)?;
        (all.len() > upto).then_some(Characters(all))
    }

    /// All `length` characters of the literal at a location, and the null character after them, which is where the closing
    /// quote is.
    pub fn with_end(sources: &SourceMap, literal: Location, length: usize) -> Option<Characters> {
        let (mut all, end) = read_all(sources, literal, length)?;
        if all.len() == length {
            all.push(end?);
        }
        (all.len() > length).then_some(Characters(all))
    }

    /// The location that shows some of them.
    pub fn range(&self, sources: &mut SourceMap, span: Span) -> Location {
        let [from, caret, last] = [span.from, span.caret, span.last].map(|index| self.0[index]);
        sources.within(caret.first, from.first, last.last)
    }

    /// Where one begins.
    pub fn start(&self, index: usize) -> Location {
        self.0[index].first
    }

    /// Whether some of them are in the first of the literals side by side.
    pub fn in_first_part(&self, span: Span) -> bool {
        self.0[span.from].part == 0 && self.0[span.last].part == 0
    }
}

/// Reads the characters of literals side by side, up to and with one, and the closing quote of the last.
fn read_all(
    sources: &SourceMap,
    literal: Location,
    upto: usize,
) -> Option<(Vec<Spelled>, Option<Spelled>)> {
    let alone = [literal];
    let parts = sources.string_parts.get(&literal).map_or(&alone[..], |parts| parts);
    let (mut all, mut end) = (Vec::new(), None);
    for (number, &part) in parts.iter().enumerate() {
        end = read(sources, part, upto, number, &mut all)?;
        if all.len() > upto {
            break;
        }
    }
    Some((all, end))
}

/// Reads the characters of one literal; returns the closing quote where it comes to that.
fn read(
    sources: &SourceMap,
    literal: Location,
    upto: usize,
    part: usize,
    all: &mut Vec<Spelled>,
) -> Option<Option<Spelled>> {
    let start = sources.spelling_point(literal);
    let column = sources.spelling_position(start).column.checked_sub(1)? as usize;
    let spelling = sources.physical_line_text(start)?.get(column..)?;
    let mut at = if spelling.starts_with(b"u8\"") { 2 } else { 0 };
    if spelling.get(at) != Some(&b'"') {
        return None;
    }
    at += 1;
    while all.len() <= upto {
        let first = start.offset_by(at as u32);
        let length = match spelling.get(at..)? {
            [b'"', ..] => return Some(Some(Spelled { first, last: first, part })),
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
        at += length;
        all.push(Spelled { first, last: start.offset_by(at as u32 - 1), part });
    }
    Some(None)
}
