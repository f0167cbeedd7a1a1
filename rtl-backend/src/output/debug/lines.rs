//! Source lines: `.file` and `.loc`; the assembler makes `.debug_line` of them.

use super::DebugFile;
use crate::asm::CodegenOptions;
use crate::machine::target::output::quoted;
use crate::rtl::function::Loc;
use dumps::{put, putln};
use std::fmt::Write;

/// The row of the line table that was written last.
#[derive(Default)]
pub struct Lines {
    pub last: Loc,
    discriminator: u32,
    /// That of the block at hand.
    pub block: u32,
    /// Whether debuggers may stop at the row.
    is_stmt: bool,
    /// The next insn has a row, wherever it is.
    forced: bool,
    /// Statements begin where markers are, and nowhere else.
    marked: bool,
}

impl Lines {
    /// The row of a function's beginning.
    pub fn at(start: Loc, marked: bool) -> Lines {
        Lines { last: start, is_stmt: true, marked, ..Lines::default() }
    }

    /// A statement begins, which has a row of its own; `false` where nothing is known of its place.
    pub fn mark(&mut self, loc: Loc) -> bool {
        if loc.line == 0 {
            return false;
        }
        (self.last, self.discriminator) = (loc, self.block);
        (self.is_stmt, self.forced) = (true, false);
        true
    }

    /// What comes first in the body has a row of its own.
    pub fn begin_body(&mut self) {
        self.forced = true;
    }

    /// Goes to the place of an insn. Whether that takes a row: in a place that was there already another block of the line
    /// begins, which is no place to stop at.
    pub fn enter(&mut self, loc: Loc) -> bool {
        // What has no place is where that before it was.
        let loc = if loc.line == 0 { self.last } else { loc };
        if loc.line == 0 {
            return false;
        }
        let moved = std::mem::take(&mut self.forced) || !loc.is_at(self.last);
        let other = self.block != self.discriminator;
        (self.last, self.discriminator) = (loc, self.block);
        self.is_stmt = moved && !self.marked;
        moved || other
    }
}

impl DebugFile {
    /// The number of a source file; the first use of it is announced.
    pub(super) fn file_number(
        &mut self,
        name: &str,
        options: &CodegenOptions,
        out: &mut String,
    ) -> u32 {
        if let Some(&number) = self.files.get(name) {
            return number;
        }
        let number = self.files.len() as u32 + 1;
        self.files.insert(name.into(), number);
        putln!(out, "\t.file {number} {}", quoted(&options.debug_name(name)));
        number
    }

    /// Says where the code that follows comes from.
    pub fn place(&mut self, name: &str, lines: &Lines, options: &CodegenOptions, out: &mut String) {
        let loc = lines.last;
        let file = self.file_number(name, options, out);
        let column = if options.debug.columns { loc.column } else { 0 };
        if options.annotations.debug {
            let name = quoted(&options.debug_name(name));
            let name = name.trim_matches('"');
            putln!(out, "\t# {name}:{}:{}", loc.line, loc.column);
        }
        put!(out, "\t.loc {file} {} {column}", loc.line);
        if lines.is_stmt == self.not_stmt {
            self.not_stmt = !lines.is_stmt;
            put!(out, " is_stmt {}", u8::from(lines.is_stmt));
        }
        if lines.discriminator != 0 {
            put!(out, " discriminator {}", lines.discriminator);
        }
        out.push('\n');
    }
}
