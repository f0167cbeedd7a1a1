//! The macros of the source, for `-g3` (`.debug_macro`).
//!
//! ```text
//! (define at line 0 "__STDC__ 1")         predefined, and on the command line: before the file is entered
//! start_file, from line 0: x.c
//!   define at line 1 "TWICE(x) ((x) + (x))"
//!   start_file, from line 2: a.h … end_file
//! end_file
//! ```

use super::Information;
use super::text::DwarfText;
use gimple::location::Location;
use gimple::macro_log::MacroEvent;

const DEFINE: u32 = 1;
const UNDEF: u32 = 2;
const START_FILE: u32 = 3;
const END_FILE: u32 = 4;

/// The header says where the line table is.
const HAS_LINE_TABLE: u32 = 2;

/// A step with its lines and files as numbers.
pub(super) enum MacroEntry {
    Define(u32, String),
    Undef(u32, String),
    Start { line: u32, file: u32 },
    End,
}

impl Information<'_> {
    /// What the preprocessor did, if that was noted.
    pub(super) fn macro_entries(&mut self) -> Vec<MacroEntry> {
        let Some(log) = self.unit.diagnostics.sources.macro_log.take() else { return Vec::new() };
        let mut entries = Vec::with_capacity(log.len() + 2);
        let mut depth = 0;
        for event in log {
            match event {
                MacroEvent::Define(loc, text) => {
                    let line = self.macro_line(loc, &mut depth, &mut entries);
                    entries.push(MacroEntry::Define(line, text));
                }
                MacroEvent::Undef(loc, name) => {
                    let line = self.macro_line(loc, &mut depth, &mut entries);
                    entries.push(MacroEntry::Undef(line, name));
                }
                MacroEvent::Enter(loc) => {
                    let sources = &self.unit.diagnostics.sources;
                    let from = sources.included_from(loc).unwrap_or(Location::UNKNOWN);
                    self.enter_main(&mut depth, &mut entries);
                    let line = self.macro_line(from, &mut depth, &mut entries);
                    let sources = &self.unit.diagnostics.sources;
                    let name = sources.position(loc).file.to_string();
                    let file = self.debug.file_number(&name, self.options, &mut self.files);
                    entries.push(MacroEntry::Start { line, file });
                    depth += 1;
                }
                // The main file is left at the end.
                MacroEvent::Leave if depth > 1 => {
                    entries.push(MacroEntry::End);
                    depth -= 1;
                }
                MacroEvent::Leave => {}
            }
        }
        entries.extend((0..depth).map(|_| MacroEntry::End));
        entries
    }

    /// The line of a place: 0 of what stands in no file. The first place in a file is where the main file is entered.
    fn macro_line(&mut self, loc: Location, depth: &mut u32, entries: &mut Vec<MacroEntry>) -> u32 {
        let place = self.unit.diagnostics.sources.position(loc);
        let (line, name) = (place.line, place.file.to_string());
        if name.is_empty() || name.starts_with('<') {
            return 0;
        }
        self.enter_main(depth, entries);
        line
    }

    /// The main file is entered before anything in a file.
    fn enter_main(&mut self, depth: &mut u32, entries: &mut Vec<MacroEntry>) {
        if *depth == 0 {
            let main = self.debug.source.clone();
            let file = self.debug.file_number(&main, self.options, &mut self.files);
            entries.push(MacroEntry::Start { line: 0, file });
            *depth = 1;
        }
    }
}

/// Writes the section.
pub(super) fn write(version: u8, entries: &[MacroEntry], data: &mut DwarfText) {
    data.raw("\t.section\t.debug_macro,\"\",@progbits\n.Ldebug_macro0:\n");
    data.fixed(2, version.max(4), "DWARF macro version number");
    data.fixed(1, HAS_LINE_TABLE, "Flags: 32-bit, lineptr present");
    data.fixed(4, ".Ldebug_line0", "Line table");
    for entry in entries {
        match entry {
            MacroEntry::Define(line, text) => text_at(DEFINE, *line, text, "Define macro", data),
            MacroEntry::Undef(line, name) => text_at(UNDEF, *line, name, "Undefine macro", data),
            MacroEntry::Start { line, file } => {
                data.fixed(1, START_FILE, "Start new file");
                data.uleb(*line, "Included from line number");
                data.uleb(*file, "Filename");
            }
            MacroEntry::End => data.fixed(1, END_FILE, "End file"),
        }
    }
    data.fixed(1, 0, "End compilation unit");
}

fn text_at(code: u32, line: u32, text: &str, what: &str, data: &mut DwarfText) {
    data.fixed(1, code, what);
    data.uleb(line, "At line number");
    data.string(text, "The macro");
}
