//! Where things are in the source: a four-byte [`Location`] and the [`SourceMap`] that explains it.
//!
//! The space of locations has three zones, so that a token never carries more than four bytes:
//!
//! * **file locations**: every inclusion of a file owns a contiguous range, one number a byte;
//! * **virtual locations**: one number for each token that a macro expansion produced, which leads
//!   to where the token is spelled, where the definition of the macro mentions it, and where the
//!   macro was expanded;
//! * **ranged locations**: a caret with a start and a finish, for expressions.
//!
//! Line tables are made when a line is first asked for. `#line` and linemarkers (`# 12 "x.h" 1 3`)
//! give a file *presumed* names and lines; everything that prints a position uses these.
//! Locations order the bytes of one file, not of a whole translation unit: [`SourceMap::precedes`]
//! compares over inclusions.

use crate::macro_log::MacroEvent;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// A place in the source; the [`SourceMap`] knows which.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Location(u32);

/// First number of the zone of virtual locations.
const FIRST_VIRTUAL: u32 = 1 << 31;
/// First number of the zone of ranged locations.
const FIRST_RANGED: u32 = 3 << 30;
/// Number of virtual locations after which macro expansion is no longer tracked.
const MAX_VIRTUAL: usize = 1 << 26;
/// Number of ranged locations after which carets lose their ranges.
const MAX_RANGED: usize = 1 << 26;

impl Location {
    /// No location is known.
    pub const UNKNOWN: Location = Location(0);
    /// The location of what the compiler itself declares.
    pub const BUILTIN: Location = Location(1);

    /// Whether there is nothing to show for this location.
    pub fn is_unknown(self) -> bool {
        self == Location::UNKNOWN
    }

    /// Whether this is the location of a token that a macro expansion produced.
    pub fn is_virtual(self) -> bool {
        (FIRST_VIRTUAL..FIRST_RANGED).contains(&self.0)
    }

    /// The location of the token `tokens` further on in the same macro expansion; any other
    /// location stays as it is.
    #[must_use]
    pub fn following(self, tokens: u32) -> Location {
        if self.is_virtual() { Location(self.0 + tokens) } else { self }
    }

    /// The location `bytes` further on in the same file; a virtual location stays as it is.
    #[must_use]
    pub fn offset_by(self, bytes: u32) -> Location {
        if self.0 >= FIRST_VIRTUAL || self.0 <= 1 { self } else { Location(self.0 + bytes) }
    }
}

impl std::fmt::Debug for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "@{:#x}", self.0)
    }
}

/// One inclusion of one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileId(u32);

impl FileId {
    /// The file of what the compiler itself declares.
    pub const BUILTIN: FileId = FileId(0);
}

/// A name that the source map keeps: of a file or of a macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NameId(u32);

/// Whether a file is the user's or the system's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum HeaderKind {
    /// The user's own: warnings are shown.
    #[default]
    User,
    /// A system header: warnings are not shown.
    System,
    /// A system header whose declarations are `extern "C"`; for C the same as [`Self::System`].
    SystemExternC,
}

impl HeaderKind {
    /// Whether this is any kind of system header.
    pub fn is_system(self) -> bool {
        self != HeaderKind::User
    }
}

/// What a `#line` or a linemarker does to the chain of inclusions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineChangeReason {
    /// The file goes on under another name or line.
    Rename,
    /// A file is entered (linemarker flag 1).
    Enter,
    /// The includer is returned to (linemarker flag 2).
    Leave,
}

/// What a line is presumed to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PresumedLine {
    /// Its number.
    pub line: u32,
    /// Its file.
    pub name: NameId,
    /// Whose file that is.
    pub kind: HeaderKind,
}

/// A location as it is printed: presumed file, line and byte column, all counted from one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<'a> {
    /// The file's name as it was spelled.
    pub file: &'a str,
    /// The line, 0 if the place has none (`<built-in>`).
    pub line: u32,
    /// The column in bytes, 0 if unknown.
    pub column: u32,
    /// Whether the place is in a system header.
    pub system_header: bool,
}

/// One step from a virtual location outwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion<'a> {
    /// The macro that was expanded.
    pub name: &'a str,
    /// Where the macro's name stood; itself virtual in a nested expansion.
    pub expansion: Location,
    /// Where the token comes from: the definition's text, or the argument's token.
    pub spelling: Location,
    /// Where the macro's definition mentions the token or the parameter it replaced.
    pub definition: Location,
}

/// The text of a file, with the starts of its lines.
struct SourceText {
    bytes: Arc<[u8]>,
    lines: OnceLock<Vec<u32>>,
}

/// From `offset` on, the file's lines are numbered and named otherwise.
struct LineChange {
    offset: u32,
    physical_line: u32,
    presumed: PresumedLine,
    included_from: Location,
}

struct SourceFile {
    start: u32,
    length: u32,
    text: u32,
    name: NameId,
    kind: HeaderKind,
    included_from: Location,
    changes: Vec<LineChange>,
    /// The offsets of the directives that included other files.
    inclusions: Vec<u32>,
}

struct MacroMap {
    first: u32,
    name: NameId,
    expansion: Location,
}

struct MacroToken {
    spelling: Location,
    definition: Location,
}

struct Range {
    caret: Location,
    start: Location,
    finish: Location,
    /// The range ends with the byte at `finish`, not with the token that begins there.
    within_token: bool,
}

/// All the files of a translation unit, and what its locations mean.
#[derive(Default)]
pub struct SourceMap {
    texts: Vec<SourceText>,
    files: Vec<SourceFile>,
    names: Vec<Arc<str>>,
    name_ids: FxHashMap<Arc<str>, NameId>,
    macros: Vec<MacroMap>,
    macro_tokens: Vec<MacroToken>,
    ranges: Vec<Range>,
    next: u32,
    /// What the preprocessor does with macros, if that is to be kept.
    pub macro_log: Option<Vec<MacroEvent>>,
    /// Where the parts of strings written side by side are, by the place of the first: formats are shown part by part.
    pub string_parts: FxHashMap<Location, Box<[Location]>>,
    /// All that calls which print and their arguments span, by their places: statements have no more than those.
    pub extents: FxHashMap<Location, Location>,
}

impl SourceMap {
    /// An empty map, which knows [`Location::BUILTIN`] only.
    pub fn new() -> SourceMap {
        let mut map = SourceMap { next: 1, ..SourceMap::default() };
        map.add_text("<built-in>", Arc::from(&b""[..]), Location::UNKNOWN, HeaderKind::User);
        map
    }

    /// The identity of a name; equal names have one identity.
    pub fn name_id(&mut self, name: &str) -> NameId {
        if let Some(&id) = self.name_ids.get(name) {
            return id;
        }
        let id = NameId(self.names.len() as u32);
        let name: Arc<str> = Arc::from(name);
        self.names.push(name.clone());
        self.name_ids.insert(name, id);
        id
    }

    /// The text of a name.
    pub fn name(&self, id: NameId) -> &str {
        &self.names[id.0 as usize]
    }

    /// Adds one inclusion of a file. `None` if the space of locations is full.
    pub fn add_text(
        &mut self,
        name: &str,
        bytes: Arc<[u8]>,
        included_from: Location,
        kind: HeaderKind,
    ) -> Option<FileId> {
        let length = u32::try_from(bytes.len()).ok().filter(|&n| n < FIRST_VIRTUAL)?;
        // One number more than bytes: the end of the file has a location.
        let next = self.next.checked_add(length + 1).filter(|&n| n <= FIRST_VIRTUAL)?;
        let text = match self.texts.iter().rposition(|t| Arc::ptr_eq(&t.bytes, &bytes)) {
            Some(index) => index as u32,
            None => {
                self.texts.push(SourceText { bytes, lines: OnceLock::new() });
                self.texts.len() as u32 - 1
            }
        };
        let name = self.name_id(name);
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile {
            start: self.next,
            length,
            text,
            name,
            kind,
            included_from,
            changes: Vec::new(),
            inclusions: Vec::new(),
        });
        if !included_from.is_unknown() {
            let index = self.file_index(included_from);
            let parent = &mut self.files[index];
            parent.inclusions.push(included_from.0.saturating_sub(parent.start));
        }
        self.next = next;
        Some(id)
    }

    /// The bytes of a file.
    pub fn text(&self, file: FileId) -> &Arc<[u8]> {
        &self.texts[self.files[file.0 as usize].text as usize].bytes
    }

    /// The location of a byte of a file.
    pub fn location(&self, file: FileId, offset: u32) -> Location {
        let file = &self.files[file.0 as usize];
        Location(file.start + offset.min(file.length))
    }

    /// Makes the whole of a file a system header from `offset` on (`#pragma GCC system_header`).
    pub fn mark_system_header(&mut self, file: FileId, offset: u32) {
        let location = self.location(file, offset);
        let (presumed, from) = {
            let (file, _) = self.file_at(location);
            let (name, _, from) = self.presumed(file, offset);
            let line = self.presumed_line(file, offset, self.physical_line(file, offset));
            (PresumedLine { line, name, kind: HeaderKind::System }, from)
        };
        self.push_change(file, offset, presumed, from);
    }

    /// Records what the line starting at `offset` of `file` is presumed to be. `marker` is the
    /// location of the directive that says so.
    pub fn change_line(
        &mut self,
        file: FileId,
        offset: u32,
        presumed: PresumedLine,
        reason: LineChangeReason,
        marker: Location,
    ) {
        let included_from = self.included_from(marker);
        let included_from = match reason {
            LineChangeReason::Rename => included_from.unwrap_or_default(),
            LineChangeReason::Enter => marker,
            LineChangeReason::Leave => {
                included_from.and_then(|outer| self.included_from(outer)).unwrap_or_default()
            }
        };
        self.push_change(file, offset, presumed, included_from);
    }

    fn push_change(
        &mut self,
        file: FileId,
        offset: u32,
        presumed: PresumedLine,
        included_from: Location,
    ) {
        let physical_line = self.physical_line(&self.files[file.0 as usize], offset);
        let changes = &mut self.files[file.0 as usize].changes;
        changes.push(LineChange { offset, physical_line, presumed, included_from });
    }

    /// Starts the expansion of a macro. The locations of its tokens are those that
    /// [`Self::add_macro_token`] returns until the next call.
    pub fn begin_expansion(&mut self, name: NameId, expansion: Location) {
        let first = self.macro_tokens.len() as u32;
        match self.macros.last_mut() {
            Some(last) if last.first == first => *last = MacroMap { first, name, expansion },
            _ => self.macros.push(MacroMap { first, name, expansion }),
        }
    }

    /// The virtual location of the next token of the current expansion.
    pub fn add_macro_token(&mut self, spelling: Location, definition: Location) -> Location {
        let index = self.macro_tokens.len();
        if index >= MAX_VIRTUAL {
            return self.macros.last().map_or(spelling, |map| map.expansion);
        }
        self.macro_tokens.push(MacroToken { spelling, definition });
        Location(FIRST_VIRTUAL + index as u32)
    }

    /// A location that shows `caret` within the range from `start` to the end of the token at
    /// `finish`.
    pub fn ranged(&mut self, caret: Location, start: Location, finish: Location) -> Location {
        let caret = self.caret(caret);
        let (start, finish) = (self.range(start).0, self.range(finish).1);
        if (caret == start && caret == finish) || self.ranges.len() >= MAX_RANGED {
            return caret;
        }
        self.ranges.push(Range { caret, start, finish, within_token: false });
        Location(FIRST_RANGED + self.ranges.len() as u32 - 1)
    }

    /// A location that shows `caret` within the range from `start` to the very byte at `finish`: a part of a token.
    pub fn within(&mut self, caret: Location, start: Location, finish: Location) -> Location {
        if self.ranges.len() >= MAX_RANGED {
            return caret;
        }
        self.ranges.push(Range { caret, start, finish, within_token: true });
        Location(FIRST_RANGED + self.ranges.len() as u32 - 1)
    }

    /// Whether the last thing in a location's range is a byte rather than a token.
    pub fn ends_within_token(&self, location: Location) -> bool {
        self.range_entry(location).is_some_and(|range| range.within_token)
    }

    /// The text between two places of one line of a file, without the second.
    pub fn written_between(&self, start: Location, end: Location) -> Option<String> {
        let (file, _, first) = self.file_offset(start)?;
        let (other, _, last) = self.file_offset(end)?;
        let text = self.text(file).get(first as usize..last as usize).filter(|_| file == other)?;
        let line = !text.contains(&b'\n');
        line.then(|| String::from_utf8_lossy(text).into_owned())
    }

    fn range_entry(&self, location: Location) -> Option<&Range> {
        self.ranges.get(location.0.checked_sub(FIRST_RANGED)? as usize)
    }

    /// The location without its range.
    pub fn caret(&self, location: Location) -> Location {
        self.range_entry(location).map_or(location, |range| range.caret)
    }

    /// All that is written of what is at a place, where that is kept; else the place.
    pub fn extent(&self, place: Location) -> Location {
        self.extents.get(&place).copied().unwrap_or(place)
    }

    /// The first and the last token of a location's range.
    pub fn range(&self, location: Location) -> (Location, Location) {
        self.range_entry(location).map_or((location, location), |range| (range.start, range.finish))
    }

    /// The expansion that produced a virtual location.
    pub fn expansion(&self, location: Location) -> Option<Expansion<'_>> {
        let location = self.caret(location);
        let index = location.0.checked_sub(FIRST_VIRTUAL)?;
        let token = self.macro_tokens.get(index as usize)?;
        let map = self.macros.partition_point(|map| map.first <= index).checked_sub(1)?;
        let map = &self.macros[map];
        Some(Expansion {
            name: self.name(map.name),
            expansion: map.expansion,
            spelling: token.spelling,
            definition: token.definition,
        })
    }

    /// The number of the expansion that produced a virtual location.
    pub fn expansion_number(&self, location: Location) -> Option<usize> {
        let index = self.caret(location).0.checked_sub(FIRST_VIRTUAL)?;
        self.macros.partition_point(|map| map.first <= index).checked_sub(1)
    }

    /// Whether two locations are of the same macro expansions, or of none: only then are they shown together.
    pub fn same_expansion(&self, mut a: Location, mut b: Location) -> bool {
        loop {
            (a, b) = (self.caret(a), self.caret(b));
            match (self.expansion(a), self.expansion(b)) {
                (None, None) => return true,
                (Some(first), Some(second))
                    if self.expansion_number(a) == self.expansion_number(b)
                        && (first.spelling == first.definition)
                            == (second.spelling == second.definition) =>
                {
                    (a, b) = (first.spelling, second.spelling);
                }
                _ => return false,
            }
        }
    }

    /// Where the outermost macro that led to this token was expanded: what dumps print.
    pub fn expansion_point(&self, mut location: Location) -> Location {
        location = self.caret(location);
        while let Some(step) = self.expansion(location) {
            location = self.caret(step.expansion);
        }
        location
    }

    /// Where the token is written in a file.
    pub fn spelling_point(&self, mut location: Location) -> Location {
        location = self.caret(location);
        while let Some(step) = self.expansion(location) {
            location = self.caret(step.spelling);
        }
        location
    }

    /// Where a definition of a macro mentions the token; a place in a file.
    pub fn definition_point(&self, mut location: Location) -> Location {
        location = self.caret(location);
        while let Some(step) = self.expansion(location) {
            location = self.caret(step.definition);
        }
        location
    }

    /// The position of the outermost expansion point: file, line and byte column.
    pub fn position(&self, location: Location) -> Position<'_> {
        self.file_position(self.expansion_point(location), &mut 0)
    }

    /// As [`Self::position`], for who asks for one place after the other: the search for the line starts at `line`, which is
    /// the one found last.
    pub fn position_after(&self, location: Location, line: &mut u32) -> Position<'_> {
        self.file_position(self.expansion_point(location), line)
    }

    /// The position where the token is written.
    pub fn spelling_position(&self, location: Location) -> Position<'_> {
        self.file_position(self.spelling_point(location), &mut 0)
    }

    fn file_position(&self, location: Location, near: &mut u32) -> Position<'_> {
        if location.is_unknown() {
            return Position { file: "", line: 0, column: 0, system_header: false };
        }
        let (file, offset) = self.file_at(location);
        let (name, kind, _) = self.presumed(file, offset);
        let physical = self.physical_line_near(file, offset, *near);
        *near = physical;
        let line = self.presumed_line(file, offset, physical);
        let start = self.lines(file)[physical as usize - 1];
        let column = if line == 0 { 0 } else { offset - start + 1 };
        Position { file: self.name(name), line, column, system_header: kind.is_system() }
    }

    /// Whether the token is spelled in a system header.
    pub fn in_system_header(&self, location: Location) -> bool {
        self.header_kind(location).is_system()
    }

    /// The kind of the file that a token is spelled in. What a predefined macro made counts as
    /// spelled where the macro was expanded.
    pub fn header_kind(&self, location: Location) -> HeaderKind {
        let mut location = self.caret(location);
        while let Some(step) = self.expansion(location) {
            let spelling = self.caret(step.spelling);
            let predefined = !spelling.is_virtual() && self.in_builtin_text(spelling);
            location = if predefined { self.caret(step.expansion) } else { spelling };
        }
        if location.is_unknown() {
            return HeaderKind::User;
        }
        let (file, offset) = self.file_at(location);
        self.presumed(file, offset).1
    }

    /// Whether a token is spelled in the text of the predefined macros.
    pub fn is_predefined(&self, location: Location) -> bool {
        let location = self.spelling_point(location);
        !location.is_unknown() && self.in_builtin_text(location)
    }

    fn in_builtin_text(&self, location: Location) -> bool {
        self.file_at(location).0.name == self.files[0].name
    }

    /// The inclusion that brought in the (presumed) file of a location.
    pub fn included_from(&self, location: Location) -> Option<Location> {
        let location = self.expansion_point(location);
        if location.is_unknown() {
            return None;
        }
        let (file, offset) = self.file_at(location);
        Some(self.presumed(file, offset).2).filter(|from| !from.is_unknown())
    }

    /// The file, the physical name of that file, and the offset of a location in it.
    pub fn file_offset(&self, location: Location) -> Option<(FileId, &str, u32)> {
        let location = self.spelling_point(location);
        if location.is_unknown() {
            return None;
        }
        let index = self.file_index(location);
        let file = &self.files[index];
        Some((FileId(index as u32), self.name(file.name), location.0 - file.start))
    }

    /// The text of the physical line of a location, without its end.
    pub fn physical_line_text(&self, location: Location) -> Option<&[u8]> {
        let location = self.spelling_point(location);
        if location.is_unknown() {
            return None;
        }
        let (file, offset) = self.file_at(location);
        self.line_bytes(file, self.physical_line(file, offset))
    }

    /// A line of a file, counted from one, without its end.
    fn line_bytes(&self, file: &SourceFile, line: u32) -> Option<&[u8]> {
        let lines = self.lines(file);
        let bytes = &self.texts[file.text as usize].bytes;
        let start = *lines.get(line.checked_sub(1)? as usize)? as usize;
        let end = lines.get(line as usize).map_or(bytes.len(), |&next| next as usize);
        let line = bytes.get(start..end)?;
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The start of the physical line `delta` lines further down in the same file.
    pub fn neighbouring_line(&self, location: Location, delta: i64) -> Option<Location> {
        let location = self.spelling_point(location);
        let (file, offset) = self.file_at(location);
        let index = i64::from(self.physical_line(file, offset)) - 1 + delta;
        let start = self.lines(file).get(usize::try_from(index).ok()?)?;
        Some(Location(file.start + start))
    }

    /// Whether a `#line` or linemarker governs the position of a location.
    pub fn is_renamed(&self, location: Location) -> bool {
        let location = self.spelling_point(location);
        let (file, offset) = self.file_at(location);
        self.change_at(file, offset).is_some()
    }

    /// A number for the stretch of a file that a location is in: an inclusion or a `#line` ends one
    /// stretch and begins another. Diagnostics repeat the chain of inclusions for each.
    pub fn stretch(&self, location: Location) -> (usize, usize, usize) {
        let location = self.spelling_point(location);
        let index = self.file_index(location);
        let file = &self.files[index];
        let offset = location.0.saturating_sub(file.start);
        let changes = file.changes.partition_point(|change| change.offset <= offset);
        (index, changes, file.inclusions.partition_point(|&at| at < offset))
    }

    /// The text of line `line` of a file that is part of this translation unit under this name.
    pub fn line_text_of(&self, name: &str, line: u32) -> Option<&[u8]> {
        let id = *self.name_ids.get(name)?;
        let file = self.files.iter().find(|file| file.name == id && file.length > 0)?;
        self.line_bytes(file, line)
    }

    /// Whether `a` is read before `b`, over all inclusions.
    pub fn precedes(&self, a: Location, b: Location) -> bool {
        let (a, b) = (self.expansion_point(a), self.expansion_point(b));
        if a.is_unknown() || b.is_unknown() {
            return a < b;
        }
        let (chain_a, chain_b) = (self.inclusion_chain(a), self.inclusion_chain(b));
        for (x, y) in chain_a.iter().rev().zip(chain_b.iter().rev()) {
            if x != y {
                return x < y;
            }
        }
        chain_a.len() < chain_b.len()
    }

    fn inclusion_chain(&self, mut location: Location) -> Vec<Location> {
        let mut chain = vec![location];
        loop {
            location = self.expansion_point(self.file_at(location).0.included_from);
            if location.is_unknown() {
                return chain;
            }
            chain.push(location);
        }
    }

    fn file_index(&self, location: Location) -> usize {
        self.files.partition_point(|file| file.start <= location.0).saturating_sub(1)
    }

    fn file_at(&self, location: Location) -> (&SourceFile, u32) {
        let file = &self.files[self.file_index(location)];
        (file, (location.0 - file.start).min(file.length))
    }

    fn lines(&self, file: &SourceFile) -> &[u32] {
        let text = &self.texts[file.text as usize];
        text.lines.get_or_init(|| {
            let ends = text.bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect()
        })
    }

    /// The line of the file itself, counted from one.
    fn physical_line(&self, file: &SourceFile, offset: u32) -> u32 {
        self.lines(file).partition_point(|&start| start <= offset) as u32
    }

    /// As [`Self::physical_line`], looked for from the line `near` on in steps that double.
    fn physical_line_near(&self, file: &SourceFile, offset: u32, near: u32) -> u32 {
        let lines = self.lines(file);
        let mut low = near as usize;
        if low == 0 || lines.get(low - 1).is_none_or(|&start| start > offset) {
            return self.physical_line(file, offset);
        }
        let (mut high, mut step) = (low, 1);
        while lines.get(high).is_some_and(|&start| start <= offset) {
            (low, high, step) = (high + 1, high + step, 2 * step);
        }
        let between = &lines[low..high.min(lines.len())];
        (low + between.partition_point(|&start| start <= offset)) as u32
    }

    fn change_at<'a>(&self, file: &'a SourceFile, offset: u32) -> Option<&'a LineChange> {
        let after = file.changes.partition_point(|change| change.offset <= offset);
        after.checked_sub(1).map(|index| &file.changes[index])
    }

    fn presumed(&self, file: &SourceFile, offset: u32) -> (NameId, HeaderKind, Location) {
        match self.change_at(file, offset) {
            Some(change) => (change.presumed.name, change.presumed.kind, change.included_from),
            None => (file.name, file.kind, file.included_from),
        }
    }

    /// What `#line` makes of a physical line.
    fn presumed_line(&self, file: &SourceFile, offset: u32, physical: u32) -> u32 {
        match self.change_at(file, offset) {
            Some(change) => change.presumed.line.saturating_add(physical - change.physical_line),
            None if file.length == 0 && file.included_from.is_unknown() => 0,
            None => physical,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map_with(text: &str) -> (SourceMap, FileId) {
        let mut map = SourceMap::new();
        let bytes = Arc::from(text.as_bytes());
        let file = map.add_text("x.c", bytes, Location::UNKNOWN, HeaderKind::User).unwrap();
        (map, file)
    }

    fn shown(map: &SourceMap, location: Location) -> String {
        let at = map.position(location);
        format!("{}:{}:{}", at.file, at.line, at.column)
    }

    #[test]
    fn a_search_from_another_line_finds_the_same() {
        let (map, file) = map_with(&"x\n\nyz\n".repeat(40));
        for offset in 0..200 {
            let location = map.location(file, offset);
            let plain = map.position(location);
            for mut near in [0, 1, 2, 7, 50, 119, 120, 121, 500] {
                assert_eq!(map.position_after(location, &mut near), plain);
                assert_eq!(near, plain.line);
            }
        }
    }

    #[test]
    fn bytes_have_lines_and_columns() {
        let (map, file) = map_with("ab\ncd\n");
        let at = |offset| shown(&map, map.location(file, offset));
        assert_eq!([at(0), at(1), at(3), at(6)], ["x.c:1:1", "x.c:1:2", "x.c:2:1", "x.c:3:1"]);
        assert_eq!(shown(&map, Location::BUILTIN), "<built-in>:0:0");
    }

    #[test]
    fn virtual_locations_lead_both_ways() {
        let (mut map, file) = map_with("#define M x\nM M\n");
        let spelled = map.location(file, 10);
        let used = map.location(file, 12);
        let name = map.name_id("M");
        map.begin_expansion(name, used);
        let token = map.add_macro_token(spelled, spelled);
        map.begin_expansion(name, token);
        let inner = map.add_macro_token(spelled, spelled);
        assert_eq!(shown(&map, inner), "x.c:2:1");
        assert_eq!(map.spelling_point(inner), spelled);
        assert_eq!(map.expansion(inner).unwrap().expansion, token);
    }

    #[test]
    fn linemarkers_rename_and_nest() {
        let (mut map, file) = map_with("# 5 \"a.h\" 1 3\nq\n# 9 \"x.c\" 2\nr\n");
        let (header, main) = (map.name_id("a.h"), map.name_id("x.c"));
        let (first, second) = (map.location(file, 0), map.location(file, 16));
        let entered = PresumedLine { line: 5, name: header, kind: HeaderKind::System };
        let left = PresumedLine { line: 9, name: main, kind: HeaderKind::User };
        map.change_line(file, 14, entered, LineChangeReason::Enter, first);
        map.change_line(file, 28, left, LineChangeReason::Leave, second);
        let (q, r) = (map.location(file, 14), map.location(file, 28));
        assert_eq!(shown(&map, q), "a.h:5:1");
        assert!(map.in_system_header(q) && !map.in_system_header(r));
        assert_eq!(map.included_from(q), Some(first));
        assert_eq!(map.included_from(r), None);
        assert_eq!(shown(&map, r), "x.c:9:1");
    }

    #[test]
    fn order_looks_through_inclusions() {
        let (mut map, file) = map_with("#include \"a.h\"\nx\n");
        let at = map.location(file, 0);
        let bytes = Arc::from(&b"y\n"[..]);
        let inner = map.add_text("a.h", bytes, at, HeaderKind::User).unwrap();
        let (x, y) = (map.location(file, 15), map.location(inner, 0));
        assert!(map.precedes(y, x) && !map.precedes(x, y) && map.precedes(at, y));
    }
}
