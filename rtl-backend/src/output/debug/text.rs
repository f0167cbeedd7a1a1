//! Data of DWARF sections as the assembler reads it, each item with what it is where comments are asked for (`-dA`).
//!
//! ```text
//!         .uleb128 2      # (DIE (0x2e) DW_TAG_subprogram)
//!         .byte   1       # DW_AT_external
//!         .string "f"     # DW_AT_name
//! ```

use crate::machine::target::output::quoted;
use dumps::put;
use std::fmt::{Display, Write};

/// A number of DWARF's with its name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Code(pub u32, pub &'static str);

/// Writes a unit's data and keeps count of its bytes.
pub struct DwarfText<'a> {
    out: &'a mut String,
    comments: bool,
    /// Bytes of an address.
    pub word: usize,
    /// Where the next item stands in the unit.
    pub offset: usize,
}

impl DwarfText<'_> {
    /// A writer at a unit's start.
    pub fn new(out: &mut String, comments: bool, word: usize) -> DwarfText<'_> {
        DwarfText { out, comments, word, offset: 0 }
    }

    /// Text that is no item.
    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A number or a label of one, two, four or eight bytes.
    pub fn fixed(&mut self, size: usize, value: impl Display, what: impl Display) {
        let directive = match size {
            1 => "byte",
            2 => "2byte",
            4 => "4byte",
            _ => "8byte",
        };
        put!(self.out, "\t.{directive}\t{value}");
        self.end(size, what);
    }

    /// Begins a section of lists, which had another name before DWARF 5, and no head.
    pub fn begin_lists(&mut self, version: u8, name: &str, old_name: &str) {
        if version < 5 {
            return self.raw(&format!("\t.section\t.debug_{old_name},\"\",@progbits\n"));
        }
        self.raw(&format!("\t.section\t.debug_{name},\"\",@progbits\n"));
        self.fixed(4, format_args!(".L{name}1-.L{name}0"), "Length of the lists");
        self.raw(&format!(".L{name}0:\n"));
        self.fixed(2, version, "DWARF version");
        self.fixed(1, self.word, "Address Size");
        self.fixed(1, 0, "Segment Size");
        self.fixed(4, 0, "Offset Entry Count");
    }

    /// An address, or a number of its size.
    pub fn address(&mut self, value: impl Display, what: impl Display) {
        self.fixed(self.word, value, what);
    }

    /// A number of as few bytes as it takes.
    pub fn uleb(&mut self, value: u32, what: impl Display) {
        put!(self.out, "\t.uleb128 {value}");
        self.end(uleb_size(value), what);
    }

    /// A number that may be negative, of as few bytes as it takes.
    pub fn sleb(&mut self, value: i64, what: impl Display) {
        put!(self.out, "\t.sleb128 {value}");
        self.end(sleb_size(value), what);
    }

    /// What another directive makes of an operand.
    pub fn directive(&mut self, size: usize, directive: &str, operand: &str) {
        put!(self.out, "\t.{directive}\t{operand}");
        self.end(size, "symbol");
    }

    /// As [`DwarfText::uleb`], in hexadecimal: one of DWARF's own numbers.
    pub fn code(&mut self, Code(value, name): Code) {
        put!(self.out, "\t.uleb128 {value:#x}");
        self.end(uleb_size(value), format_args!("({name})"));
    }

    /// A text, with the null after it.
    pub fn string(&mut self, text: &str, what: impl Display) {
        put!(self.out, "\t.string\t{}", quoted(text));
        self.end(text.len() + 1, what);
    }

    /// The start of an entry, by its abbreviation.
    pub fn entry(&mut self, abbreviation: u32, tag: Code) {
        let at = self.offset;
        self.uleb(abbreviation, format_args!("(DIE ({at:#x}) {})", tag.1));
    }

    fn end(&mut self, size: usize, what: impl Display) {
        self.offset += size;
        if self.comments {
            put!(self.out, "\t# {what}");
        }
        self.out.push('\n');
    }
}

/// Bytes of a number in LEB128.
pub fn uleb_size(value: u32) -> usize {
    (32 - value.leading_zeros()).div_ceil(7).max(1) as usize
}

/// Bytes of a number that may be negative in LEB128: a bit is for the sign.
pub fn sleb_size(value: i64) -> usize {
    let magnitude = if value < 0 { !value } else { value };
    (65 - magnitude.leading_zeros()).div_ceil(7) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_and_comments_are_asked_for() {
        let mut out = String::new();
        let mut data = DwarfText::new(&mut out, true, 8);
        data.uleb(127, "one");
        data.uleb(128, "two");
        data.string("ab", "three");
        data.fixed(4, ".L1", "four");
        data.entry(2, Code(0x2e, "DW_TAG_subprogram"));
        assert_eq!(data.offset, 1 + 2 + 3 + 4 + 1);
        let sizes = [0, 63, 64, -1, -64, -65, i64::MIN].map(sleb_size);
        assert_eq!(sizes, [1, 1, 2, 1, 1, 2, 10]);
        assert!(
            out.ends_with("\t.4byte\t.L1\t# four\n\t.uleb128 2\t# (DIE (0xa) DW_TAG_subprogram)\n")
        );
        let mut plain = String::new();
        DwarfText::new(&mut plain, false, 8).uleb(1, "one");
        assert_eq!(plain, "\t.uleb128 1\n");
    }
}
