//! The source lines below a diagnostic: gutter, carets, underlines, labels and proposed edits.
//!
//! ```text
//!     7 |   return g(1,
//!       |          ~~~~
//!       |          |
//!       |          int
//!     8 |      2) + s
//!       |      ~~ ^
//! ```
//!
//! Columns are display columns here: tabs go to the next tab stop, wide characters count two.

use super::{Diagnostics, Extent, FixIt, Kind, RichLocation};
use crate::location::Location;
use rustc_hash::FxHashMap;

/// Lines longer than this are not shown; their diagnostics give byte columns.
const LONGEST_SHOWN_LINE: usize = 4096;
/// Ranges over more lines than this are reduced to their caret.
const MOST_SHOWN_LINES: u32 = 200;

/// Files that are named by linemarkers only, read when one of their lines is shown.
#[derive(Default)]
pub(super) struct FileCache {
    files: FxHashMap<String, Option<CachedFile>>,
}

struct CachedFile {
    bytes: Vec<u8>,
    lines: Vec<usize>,
}

/// Where the caret of a diagnostic stands; in column 0 if it is not shown.
#[derive(Clone, Copy)]
struct Caret {
    location: Location,
    line: u32,
    column: u32,
}

impl FileCache {
    fn line(&mut self, name: &str, line: u32) -> Option<&[u8]> {
        if !self.files.contains_key(name) {
            let file = std::fs::read(name).ok().map(|bytes| {
                let ends = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
                let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
                CachedFile { bytes, lines }
            });
            self.files.insert(name.to_string(), file);
        }
        let file = self.files.get(name)?.as_ref()?;
        let start = *file.lines.get(line.checked_sub(1)? as usize)?;
        let rest = &file.bytes[start..];
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        Some(&rest[..end]).filter(|_| !rest.is_empty())
    }
}

/// A range of one diagnostic, in lines and display columns; both ends belong to it.
struct Shown {
    start: (u32, u32),
    finish: (u32, u32),
    caret: Option<(u32, u32)>,
    label: Option<String>,
    color: &'static str,
}

/// A line as it is shown, and where its bytes went.
struct Line {
    text: String,
    /// For each byte the display column of its character, from one.
    columns: Vec<u32>,
    /// First and last display column that is not blank.
    ink: (u32, u32),
}

impl Line {
    /// `escaped`: whatever is not printable ASCII is shown by its number.
    fn new(bytes: &[u8], tabstop: u32, escaped: bool) -> Line {
        let (mut text, mut columns) = (String::new(), Vec::with_capacity(bytes.len()));
        let (mut column, mut ink) = (1u32, (u32::MAX, 0));
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                columns.extend(std::iter::repeat_n(column, c.len_utf8()));
                if escaped && !matches!(c, ' '..='~' | '\t' | '\0' | '\r') {
                    let number = format!("<U+{:04X}>", u32::from(c));
                    ink = (ink.0.min(column), column + number.len() as u32 - 1);
                    column += number.len() as u32;
                    text.push_str(&number);
                    continue;
                }
                let width = if c == '\t' { tabstop - (column - 1) % tabstop } else { width(c) };
                if c == '\t' {
                    text.extend(std::iter::repeat_n(' ', width as usize));
                } else {
                    text.push(if c == '\0' { ' ' } else { c });
                }
                if !c.is_whitespace() {
                    ink = (ink.0.min(column), column + width.max(1) - 1);
                }
                column += width;
            }
            for &byte in chunk.invalid() {
                columns.push(column);
                text.push_str(&format!("<{byte:02x}>"));
                ink = (ink.0.min(column), column + 3);
                column += 4;
            }
        }
        columns.push(column);
        text.truncate(text.trim_end().len());
        Line { text, columns, ink }
    }

    /// The display column of a byte column; both from one.
    fn column(&self, byte_column: u32) -> u32 {
        let index = byte_column.saturating_sub(1) as usize;
        let end = self.columns.last().copied().unwrap_or(1);
        self.columns
            .get(index)
            .copied()
            .unwrap_or(end + index.saturating_sub(self.columns.len() - 1) as u32)
    }
}

/// The number of columns a character takes.
fn width(c: char) -> u32 {
    match c as u32 {
        0x300..=0x36f | 0x200b..=0x200f | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1f64f
        | 0x1f900..=0x1f9ff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// The number of bytes of the token that begins here.
fn token_length(bytes: &[u8]) -> usize {
    let word = |&&b: &&u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b >= 0x80;
    let run = |from: usize| from + bytes[from..].iter().take_while(word).count();
    match bytes {
        [] => 1,
        [b'.', b'0'..=b'9', ..] | [b'0'..=b'9', ..] => number_length(bytes),
        [b'"' | b'\'', ..] => literal_length(bytes, 0),
        [first, ..] if word(&first) => {
            let end = run(0);
            let prefix = matches!(&bytes[..end], b"L" | b"u" | b"U" | b"u8");
            let quoted = matches!(bytes.get(end), Some(b'"' | b'\''));
            if prefix && quoted { literal_length(bytes, end) } else { end }
        }
        _ => {
            ["<<=", ">>=", "...", "<<", ">>", "->", "++", "--", "&&", "||", "##", "<=", ">=", "=="]
                .iter()
                .chain(&["!=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="])
                .find(|op| bytes.starts_with(op.as_bytes()))
                .map_or(1, |op| op.len())
        }
    }
}

fn number_length(bytes: &[u8]) -> usize {
    let mut end = 1;
    while let Some(&byte) = bytes.get(end) {
        let sign =
            matches!(byte, b'+' | b'-') && matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P');
        if !sign && !byte.is_ascii_alphanumeric() && !matches!(byte, b'.' | b'_') {
            break;
        }
        end += 1;
    }
    end
}

fn literal_length(bytes: &[u8], quote: usize) -> usize {
    let mut end = quote + 1;
    while end < bytes.len() && bytes[end] != bytes[quote] {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    (end + 1).min(bytes.len())
}

impl Diagnostics {
    /// The bytes of the line a location is on, as far as they can be had.
    fn line_bytes(&mut self, location: Location) -> Option<Vec<u8>> {
        let bytes = if self.sources.is_renamed(location) {
            let position = self.sources.spelling_position(location);
            let (file, line) = (position.file.to_string(), position.line);
            self.sources.line_text_of(&file, line).or_else(|| self.files.line(&file, line))
        } else {
            self.sources.physical_line_text(location)
        };
        bytes.filter(|bytes| bytes.len() <= LONGEST_SHOWN_LINE).map(<[u8]>::to_vec)
    }

    /// The display column of a location, whose byte column is known.
    pub(super) fn display_column(&self, location: Location, byte_column: u32) -> u32 {
        match self.sources.physical_line_text(location) {
            Some(bytes) if bytes.len() <= LONGEST_SHOWN_LINE => {
                Line::new(bytes, self.options.tabstop, false).column(byte_column)
            }
            _ => byte_column,
        }
    }

    /// Line and display column where a token begins (`last` false) or ends.
    fn point(&self, location: Location, last: bool) -> Option<(u32, u32)> {
        let position = self.sources.spelling_position(location);
        let bytes = self.sources.physical_line_text(location)?;
        if bytes.len() > LONGEST_SHOWN_LINE {
            return None;
        }
        let mut column = position.column;
        if last {
            let rest = bytes.get(column.saturating_sub(1) as usize..).unwrap_or(&[]);
            let header = rest.first() == Some(&b'<') && bytes.trim_ascii_start().starts_with(b"#");
            let header = rest.iter().position(|&byte| byte == b'>').filter(|_| header);
            column += header.unwrap_or_else(|| token_length(rest) - 1) as u32;
        }
        let line = Line::new(bytes, self.options.tabstop, self.escaped);
        // The last byte of a wide character ends where the next character begins.
        let shown = if last { line.column(column + 1).max(2) - 1 } else { line.column(column) };
        Some((position.line, shown.max(line.column(column))))
    }

    fn shown_range(&self, location: Location, caret: bool, color: &'static str) -> Option<Shown> {
        let (start, finish) = self.sources.range(location);
        let middle = self.sources.caret(location);
        let caret_at = self.point(middle, false)?;
        let token = !self.sources.ends_within_token(location);
        let alone = Shown {
            start: caret_at,
            finish: self.point(middle, token)?,
            caret: caret.then_some(caret_at),
            label: None,
            color,
        };
        let same_file = |other| {
            let file = |at| self.sources.spelling_position(at).file;
            file(other) == file(middle)
        };
        if start == finish {
            return Some(alone);
        }
        let (Some(first), Some(last)) = (self.point(start, false), self.point(finish, token))
        else {
            return Some(alone);
        };
        let sane = first <= caret_at && caret_at <= last && last.0 - first.0 < MOST_SHOWN_LINES;
        if !sane || !same_file(start) || !same_file(finish) {
            return Some(Shown { finish: caret_at, ..alone });
        }
        Some(Shown { start: first, finish: last, ..alone })
    }

    /// Shows the lines of a diagnostic, unless they were the last thing shown.
    pub(super) fn source_lines(&mut self, kind: Kind, at: &RichLocation) {
        let location = self.sources.caret(at.location);
        let repeated = self.shown_location == at.location && at.fixits.is_empty();
        if location.is_unknown() || !self.options.show_caret || repeated {
            return;
        }
        self.shown_location = at.location;
        self.escaped = at.escaped;
        let Some(mut primary) = self.shown_range(at.location, true, kind.color()) else { return };
        let Some(caret) = primary.caret else { return };
        let (caret_line, mut caret_column) = caret;
        if caret_line == 0 {
            return;
        }
        primary.label.clone_from(&at.label);
        match at.extent {
            Extent::Token => {}
            Extent::Point => (primary.start, primary.finish) = (caret, caret),
            Extent::Line => {
                // The line is shown, and nothing under it.
                (caret_column, primary.caret) = (0, None);
                (primary.start, primary.finish) = ((caret_line, 1), (caret_line, 0));
            }
        }
        let file = self.sources.spelling_position(location).file.to_string();
        let mut ranges = vec![primary];
        for (index, range) in at.ranges.iter().enumerate() {
            let color = if index % 2 == 0 { "32" } else { "34" };
            let same = self.sources.spelling_position(range.location).file == file
                && self.sources.same_expansion(location, range.location);
            if let Some(mut shown) = self.shown_range(range.location, false, color)
                && same
                && shown.start.0.abs_diff(caret_line) < MOST_SHOWN_LINES
            {
                shown.label.clone_from(&range.label);
                ranges.push(shown);
            }
        }
        let fixits = self.shown_fixits(&at.fixits);
        let mut lines: Vec<u32> = ranges.iter().flat_map(|r| r.start.0..=r.finish.0).collect();
        lines.extend(fixits.iter().map(|fixit| fixit.line));
        lines.sort_unstable();
        lines.dedup();
        let caret = Caret { location, line: caret_line, column: caret_column };
        self.show_lines(caret, &lines, &ranges, &fixits);
    }

    fn show_lines(&mut self, caret: Caret, lines: &[u32], ranges: &[Shown], fixits: &[ShownFixIt]) {
        let gutter = lines.last().map_or(0, |last| last.to_string().len()).max(5);
        let mut before = None;
        for &number in lines {
            // A gap of one line is filled, a longer one marked.
            if let Some(before) = before.replace(number).filter(|&before| before + 1 < number) {
                if number - before == 2 {
                    self.show_line(caret, before + 1, gutter, &[]);
                } else if self.options.show_line_numbers {
                    self.text.extend(format!("{}\n", ".".repeat(gutter + 1)).bytes());
                }
            }
            let here: Vec<&Shown> =
                ranges.iter().filter(|r| r.start.0 <= number && number <= r.finish.0).collect();
            if !self.show_line(caret, number, gutter, &here) {
                return;
            }
            let margin = self.margin(gutter, None);
            self.show_labels(&margin, number, &here);
            self.show_fixits(&margin, number, fixits, &here);
        }
    }

    fn margin(&self, gutter: usize, number: Option<u32>) -> String {
        let number = number.map(|n| n.to_string()).unwrap_or_default();
        if self.options.show_line_numbers { format!("{number:>gutter$} | ") } else { " ".into() }
    }

    fn line_near(&mut self, location: Location, caret_line: u32, number: u32) -> Option<Line> {
        let at =
            self.sources.neighbouring_line(location, i64::from(number) - i64::from(caret_line))?;
        let bytes = self.line_bytes(at)?;
        Some(Line::new(&bytes, self.options.tabstop, self.escaped))
    }

    fn show_line(&mut self, caret: Caret, number: u32, gutter: usize, ranges: &[&Shown]) -> bool {
        let Some(line) = self.line_near(caret.location, caret.line, number) else { return false };
        let state = |column: u32| ranges.iter().find(|r| r.covers(number, column, line.ink));
        let mut text = self.margin(gutter, Some(number));
        if self.options.color {
            let mut column = 1;
            text.push_str(&self.paint_runs(line.text.chars().map(|c| {
                let color = state(column).map(|range| range.color);
                column += width(c);
                (c, color)
            })));
        } else {
            text.push_str(&line.text);
        }
        text.push('\n');
        if !ranges.is_empty() {
            let bound = ranges.iter().fold(caret.column, |bound, range| {
                bound.max(if range.finish.0 == number { range.finish.1 } else { line.ink.1 })
            });
            text.push_str(&self.margin(gutter, None));
            text.push_str(&self.paint_runs((1..=bound).map(|column| match state(column) {
                Some(r) if r.caret == Some((number, column)) => ('^', Some(r.color)),
                Some(r) => ('~', Some(r.color)),
                None => (' ', None),
            })));
            text.push('\n');
        }
        self.text.extend(text.bytes());
        true
    }

    /// Text with each run of one colour painted in one go.
    fn paint_runs(&self, chars: impl Iterator<Item = (char, Option<&'static str>)>) -> String {
        let (mut text, mut run, mut run_color) = (String::new(), String::new(), None);
        for (c, color) in chars {
            if color != run_color {
                text.push_str(&self.painted(&run, run_color));
                run.clear();
                run_color = color;
            }
            run.push(c);
        }
        text + &self.painted(&run, run_color)
    }

    fn painted(&self, text: &str, color: Option<&str>) -> String {
        color.map_or_else(|| text.to_string(), |color| self.paint(color, text))
    }

    /// Labels go below their ranges, the rightmost uppermost, joined by bars.
    fn show_labels(&mut self, margin: &str, number: u32, ranges: &[&Shown]) {
        let mut labels: Vec<(u32, &str, &str)> = ranges
            .iter()
            .filter(|range| range.label_place().0 == number)
            .filter_map(|r| Some((r.label_place().1, r.label.as_deref()?, r.color)))
            .collect();
        if labels.is_empty() {
            return;
        }
        labels.sort_by_key(|label| label.0);
        let (mut row, mut next) = (1, u32::MAX);
        let mut rows = Vec::new();
        for &(column, text, _) in labels.iter().rev() {
            let wide: u32 = text.chars().map(width).sum();
            row += u32::from(column + wide >= next);
            rows.push((row, column != next));
            next = column;
        }
        rows.reverse();
        for line in 0..=row {
            let (mut text, mut column) = (margin.to_string(), 1);
            for (&(at, label, color), &(row, bar)) in labels.iter().zip(&rows) {
                let shown = match line.cmp(&row) {
                    std::cmp::Ordering::Greater => break,
                    std::cmp::Ordering::Equal => label,
                    std::cmp::Ordering::Less if bar => "|",
                    std::cmp::Ordering::Less => continue,
                };
                text.extend(std::iter::repeat_n(' ', at.saturating_sub(column) as usize));
                text.push_str(&self.paint(color, shown));
                column = at + shown.chars().map(width).sum::<u32>();
            }
            text.push('\n');
            self.text.extend(text.bytes());
        }
    }

    fn shown_fixits(&self, fixits: &[FixIt]) -> Vec<ShownFixIt> {
        let mut shown: Vec<ShownFixIt> = fixits
            .iter()
            .filter_map(|fixit| {
                let (location, text, after, length) = match fixit {
                    FixIt::InsertBefore(location, text) => (*location, text, false, 0),
                    FixIt::InsertAfter(location, text) => (*location, text, true, 0),
                    FixIt::Replace(location, text) => {
                        let (start, finish) = self.sources.range(*location);
                        let token = !self.sources.ends_within_token(*location);
                        let (first, last) = (self.point(start, false)?, self.point(finish, token)?);
                        let length = (last.1 + 1).saturating_sub(first.1);
                        (*location, text, false, if first.0 == last.0 { length } else { 1 })
                    }
                };
                let (start, finish) = self.sources.range(location);
                let at = self.point(if after { finish } else { start }, after)?;
                let column = at.1 + u32::from(after);
                Some(ShownFixIt { line: at.0, column, length, text: text.clone() })
            })
            .collect();
        shown.sort_by_key(|fixit| (fixit.line, fixit.column));
        shown
    }

    fn show_fixits(&mut self, margin: &str, number: u32, fixits: &[ShownFixIt], ranges: &[&Shown]) {
        let (mut text, mut column) = (margin.to_string(), 1);
        for fixit in fixits.iter().filter(|fixit| fixit.line == number) {
            let underlined = ranges.iter().any(|r| {
                r.start == (number, fixit.column)
                    && r.finish == (number, fixit.column + fixit.length - 1)
            });
            if fixit.length > 0 && (fixit.text.is_empty() || !underlined) {
                text.extend(std::iter::repeat_n(' ', fixit.column.saturating_sub(column) as usize));
                text.push_str(&self.paint("31", &"-".repeat(fixit.length as usize)));
                column = fixit.column + fixit.length;
            }
            if !fixit.text.is_empty() {
                if fixit.column < column {
                    text.push('\n');
                    text.push_str(margin);
                    column = 1;
                }
                text.extend(std::iter::repeat_n(' ', (fixit.column - column) as usize));
                text.push_str(&self.paint("32", &fixit.text));
                column = fixit.column + fixit.text.chars().map(width).sum::<u32>();
            }
        }
        if column > 1 {
            self.text.extend(text.bytes().chain(*b"\n"));
        }
    }
}

/// A proposed edit in lines and display columns.
struct ShownFixIt {
    line: u32,
    column: u32,
    length: u32,
    text: String,
}

impl Shown {
    /// Whether the range covers a point; blanks at the ends of lines are not covered.
    fn covers(&self, line: u32, column: u32, ink: (u32, u32)) -> bool {
        let inside = self.start <= (line, column) && (line, column) <= self.finish;
        let several = self.start.0 != self.finish.0;
        inside && (!several || (ink.0 <= column && column <= ink.1))
    }

    /// Where the label hangs: below the caret, or the start of a range without one.
    fn label_place(&self) -> (u32, u32) {
        self.caret.unwrap_or(self.start)
    }
}
