//! What debuggers are told: source lines (`.file`, `.loc`), and the functions of the unit as DWARF.

use crate::output::unit::CodegenOptions;
use crate::rtl::function::Loc;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The part of the assembly file that is about debugging.
#[derive(Default, Debug)]
pub struct DebugFile {
    files: FxHashMap<Box<str>, u32>,
    /// Functions written so far, debugged or not.
    functions: u32,
    entries: u32,
    /// Those that debuggers are told of.
    pub described: Vec<DebugFunction>,
    /// The unit's source file as it was named, and the directory it was compiled in.
    pub source: String,
    pub directory: String,
}

/// A function as debuggers know it; its code is between `.LFBn` and `.LFEn`.
#[derive(Debug)]
pub struct DebugFunction {
    pub number: u32,
    pub name: String,
    pub public: bool,
    /// The number of its source file.
    pub file: u32,
    pub line: u32,
    pub column: u32,
}

impl DebugFile {
    /// The number of the next function.
    pub fn next_function(&mut self) -> u32 {
        self.functions += 1;
        self.functions - 1
    }

    /// The number of the next entry that may be patched.
    pub fn next_entry(&mut self) -> u32 {
        self.entries += 1;
        self.entries
    }

    /// The number of a source file; the first use of it is announced.
    fn file_number(&mut self, name: &str, options: &CodegenOptions, out: &mut String) -> u32 {
        if let Some(&number) = self.files.get(name) {
            return number;
        }
        let number = self.files.len() as u32 + 1;
        self.files.insert(name.into(), number);
        let _ = writeln!(out, "\t.file {number} {}", quoted(&options.debug_name(name)));
        number
    }

    /// Says where the code that follows comes from; the file's number.
    pub fn place(
        &mut self,
        name: &str,
        loc: Loc,
        options: &CodegenOptions,
        out: &mut String,
    ) -> u32 {
        let file = self.file_number(name, options, out);
        let column = if options.debug.columns { loc.column } else { 0 };
        let _ = writeln!(out, "\t.loc {file} {} {column}", loc.line);
        file
    }
}

/// A text as the assembler reads it.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

// DWARF's numbers, as far as they are used here.
const TAG_COMPILE_UNIT: u32 = 0x11;
const TAG_SUBPROGRAM: u32 = 0x2e;
const FORM_ADDR: u32 = 0x01;
const FORM_DATA4: u32 = 0x06;
const FORM_DATA8: u32 = 0x07;
const FORM_STRING: u32 = 0x08;
const FORM_BLOCK1: u32 = 0x0a;
const FORM_DATA1: u32 = 0x0b;
const FORM_FLAG: u32 = 0x0c;
const FORM_UDATA: u32 = 0x0f;
const FORM_SEC_OFFSET: u32 = 0x17;
const FORM_EXPRLOC: u32 = 0x18;
const AT_NAME: u32 = 0x03;
const AT_STMT_LIST: u32 = 0x10;
const AT_LOW_PC: u32 = 0x11;
const AT_HIGH_PC: u32 = 0x12;
const AT_LANGUAGE: u32 = 0x13;
const AT_COMP_DIR: u32 = 0x1b;
const AT_PRODUCER: u32 = 0x25;
const AT_DECL_COLUMN: u32 = 0x39;
const AT_DECL_FILE: u32 = 0x3a;
const AT_DECL_LINE: u32 = 0x3b;
const AT_EXTERNAL: u32 = 0x3f;
const AT_FRAME_BASE: u32 = 0x40;
const LANG_C99: u32 = 0x0c;
const LANG_C11: u32 = 0x1d;
const OP_CALL_FRAME_CFA: u32 = 0x9c;

impl DebugFile {
    /// The sections `.debug_info` and `.debug_abbrev`: the unit and its functions. The lines are the assembler's to
    /// encode.
    pub fn sections(&self, options: &CodegenOptions, producer: &str, out: &mut String) {
        let version = options.debug.version;
        // Functions in sections of their own have no common range.
        let one_range = !options.function_sections;
        out.push_str(
            "\t.text\n.Letext0:\n\t.section\t.debug_info,\"\",@progbits\n.Ldebug_info0:\n",
        );
        out.push_str("\t.4byte\t.Ldebug_info1-.Ldebug_info2\n.Ldebug_info2:\n");
        let _ = writeln!(out, "\t.2byte\t{version}");
        out.push_str(match version {
            5 => "\t.byte\t1\n\t.byte\t8\n\t.4byte\t.Ldebug_abbrev0\n",
            _ => "\t.4byte\t.Ldebug_abbrev0\n\t.byte\t8\n",
        });
        let language = if version >= 5 { LANG_C11 } else { LANG_C99 };
        let _ = write!(
            out,
            "\t.uleb128 1\n\t.string\t{}\n\t.byte\t{language}\n\t.string\t{}\n\t.string\t{}\n",
            quoted(producer),
            quoted(&options.debug_name(&self.source)),
            quoted(&options.debug_name(&self.directory)),
        );
        if one_range {
            range(version, ".Ltext0", ".Letext0", out);
        }
        out.push_str("\t.4byte\t.Ldebug_line0\n");
        for function in &self.described {
            function.entry(version, out);
        }
        out.push_str("\t.byte\t0\n.Ldebug_info1:\n");
        abbreviations(version, one_range, out);
        out.push_str("\t.section\t.debug_line,\"\",@progbits\n.Ldebug_line0:\n");
    }
}

impl DebugFunction {
    fn entry(&self, version: u8, out: &mut String) {
        let _ = write!(
            out,
            "\t.uleb128 2\n\t.byte\t{}\n\t.string\t{}\n\t.uleb128 {}\n\t.uleb128 {}\n\t.uleb128 {}\n",
            u8::from(self.public),
            quoted(&self.name),
            self.file,
            self.line,
            self.column,
        );
        let (low, high) = (format!(".LFB{}", self.number), format!(".LFE{}", self.number));
        range(version, &low, &high, out);
        let _ = write!(out, "\t.byte\t1\n\t.byte\t{OP_CALL_FRAME_CFA}\n");
    }
}

/// Where code begins and ends: from version 4 on the end is an offset.
fn range(version: u8, low: &str, high: &str, out: &mut String) {
    let end = if version >= 4 { format!("{high}-{low}") } else { high.to_string() };
    let _ = write!(out, "\t.8byte\t{low}\n\t.8byte\t{end}\n");
}

fn abbreviations(version: u8, one_range: bool, out: &mut String) {
    let modern = version >= 4;
    let high = (AT_HIGH_PC, if modern { FORM_DATA8 } else { FORM_ADDR });
    let mut unit = vec![
        (AT_PRODUCER, FORM_STRING),
        (AT_LANGUAGE, FORM_DATA1),
        (AT_NAME, FORM_STRING),
        (AT_COMP_DIR, FORM_STRING),
    ];
    if one_range {
        unit.extend([(AT_LOW_PC, FORM_ADDR), high]);
    }
    unit.push((AT_STMT_LIST, if modern { FORM_SEC_OFFSET } else { FORM_DATA4 }));
    let function = [
        (AT_EXTERNAL, FORM_FLAG),
        (AT_NAME, FORM_STRING),
        (AT_DECL_FILE, FORM_UDATA),
        (AT_DECL_LINE, FORM_UDATA),
        (AT_DECL_COLUMN, FORM_UDATA),
        (AT_LOW_PC, FORM_ADDR),
        high,
        (AT_FRAME_BASE, if modern { FORM_EXPRLOC } else { FORM_BLOCK1 }),
    ];
    out.push_str("\t.section\t.debug_abbrev,\"\",@progbits\n.Ldebug_abbrev0:\n");
    let kinds = [(TAG_COMPILE_UNIT, 1, &unit[..]), (TAG_SUBPROGRAM, 0, &function[..])];
    for (index, (tag, children, attributes)) in kinds.into_iter().enumerate() {
        let _ = write!(out, "\t.uleb128 {}\n\t.uleb128 {tag:#x}\n\t.byte\t{children}\n", index + 1);
        for (attribute, form) in attributes {
            let _ = write!(out, "\t.uleb128 {attribute:#x}\n\t.uleb128 {form:#x}\n");
        }
        out.push_str("\t.byte\t0\n\t.byte\t0\n");
    }
    out.push_str("\t.byte\t0\n");
}
