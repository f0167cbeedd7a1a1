//! Source lines: `.file` and `.loc`; the assembler makes `.debug_line` of them.

use super::DebugFile;
use crate::output::unit::CodegenOptions;
use crate::rtl::function::Loc;
use dumps::{put, putln};
use std::fmt::Write;

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
    pub fn place(&mut self, name: &str, loc: Loc, options: &CodegenOptions, out: &mut String) {
        let file = self.file_number(name, options, out);
        let column = if options.debug.columns { loc.column } else { 0 };
        if options.annotations.debug {
            let name = quoted(&options.debug_name(name));
            let name = name.trim_matches('"');
            putln!(out, "\t# {name}:{}:{}", loc.line, loc.column);
        }
        putln!(out, "\t.loc {file} {} {column}", loc.line);
    }
}

/// A text as the assembler reads it, what does not print as an octal escape.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            0x20..=0x7e => out.push(char::from(byte)),
            _ => {
                put!(out, "\\{byte:03o}");
            }
        }
    }
    out.push('"');
    out
}
