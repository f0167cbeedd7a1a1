//! What debuggers are told: source lines (`.file`, `.loc`), and the functions of the unit as DWARF.

use crate::output::dwarf::{Code, DwarfText};
use crate::output::unit::CodegenOptions;
use crate::rtl::function::Loc;
use dumps::{put, putln};
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
        putln!(out, "\t.file {number} {}", quoted(&options.debug_name(name)));
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
        if options.annotations.debug {
            let name = quoted(&options.debug_name(name));
            let name = name.trim_matches('"');
            putln!(out, "\t# {name}:{}:{}", loc.line, loc.column);
        }
        putln!(out, "\t.loc {file} {} {column}", loc.line);
        file
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

// DWARF's numbers, as far as they are used here.
const TAG_COMPILE_UNIT: Code = Code(0x11, "DW_TAG_compile_unit");
const TAG_SUBPROGRAM: Code = Code(0x2e, "DW_TAG_subprogram");
const FORM_ADDR: Code = Code(0x01, "DW_FORM_addr");
const FORM_DATA4: Code = Code(0x06, "DW_FORM_data4");
const FORM_DATA8: Code = Code(0x07, "DW_FORM_data8");
const FORM_STRING: Code = Code(0x08, "DW_FORM_string");
const FORM_BLOCK1: Code = Code(0x0a, "DW_FORM_block1");
const FORM_DATA1: Code = Code(0x0b, "DW_FORM_data1");
const FORM_FLAG: Code = Code(0x0c, "DW_FORM_flag");
const FORM_UDATA: Code = Code(0x0f, "DW_FORM_udata");
const FORM_SEC_OFFSET: Code = Code(0x17, "DW_FORM_sec_offset");
const FORM_EXPRLOC: Code = Code(0x18, "DW_FORM_exprloc");
const AT_NAME: Code = Code(0x03, "DW_AT_name");
const AT_STMT_LIST: Code = Code(0x10, "DW_AT_stmt_list");
const AT_LOW_PC: Code = Code(0x11, "DW_AT_low_pc");
const AT_HIGH_PC: Code = Code(0x12, "DW_AT_high_pc");
const AT_LANGUAGE: Code = Code(0x13, "DW_AT_language");
const AT_COMP_DIR: Code = Code(0x1b, "DW_AT_comp_dir");
const AT_PRODUCER: Code = Code(0x25, "DW_AT_producer");
const AT_DECL_COLUMN: Code = Code(0x39, "DW_AT_decl_column");
const AT_DECL_FILE: Code = Code(0x3a, "DW_AT_decl_file");
const AT_DECL_LINE: Code = Code(0x3b, "DW_AT_decl_line");
const AT_EXTERNAL: Code = Code(0x3f, "DW_AT_external");
const AT_FRAME_BASE: Code = Code(0x40, "DW_AT_frame_base");
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
        let mut data = DwarfText::new(out, options.annotations.debug);
        data.raw("\t.text\n.Letext0:\n\t.section\t.debug_info,\"\",@progbits\n.Ldebug_info0:\n");
        data.fixed(4, ".Ldebug_info1-.Ldebug_info2", "Length of Compilation Unit Info");
        data.raw(".Ldebug_info2:\n");
        data.fixed(2, version, "DWARF version number");
        if version >= 5 {
            data.fixed(1, 1, "DW_UT_compile");
            data.fixed(1, 8, "Pointer Size (in bytes)");
        }
        data.fixed(4, ".Ldebug_abbrev0", "Offset Into Abbrev. Section");
        if version < 5 {
            data.fixed(1, 8, "Pointer Size (in bytes)");
        }
        let unit = data.offset;
        data.entry(1, TAG_COMPILE_UNIT);
        data.string(producer, AT_PRODUCER.1);
        data.fixed(1, if version >= 5 { LANG_C11 } else { LANG_C99 }, AT_LANGUAGE.1);
        data.string(&options.debug_name(&self.source), AT_NAME.1);
        data.string(&options.debug_name(&self.directory), AT_COMP_DIR.1);
        if one_range {
            range(version, ".Ltext0", ".Letext0", &mut data);
        }
        data.fixed(4, ".Ldebug_line0", AT_STMT_LIST.1);
        for function in &self.described {
            function.entry(version, &mut data);
        }
        data.fixed(1, 0, format_args!("end of children of DIE {unit:#x}"));
        data.raw(".Ldebug_info1:\n");
        abbreviations(version, one_range, &mut data);
        data.raw("\t.section\t.debug_line,\"\",@progbits\n.Ldebug_line0:\n");
    }
}

impl DebugFunction {
    fn entry(&self, version: u8, data: &mut DwarfText) {
        data.entry(2, TAG_SUBPROGRAM);
        data.fixed(1, u8::from(self.public), AT_EXTERNAL.1);
        data.string(&self.name, AT_NAME.1);
        data.uleb(self.file, AT_DECL_FILE.1);
        data.uleb(self.line, AT_DECL_LINE.1);
        data.uleb(self.column, AT_DECL_COLUMN.1);
        let (low, high) = (format!(".LFB{}", self.number), format!(".LFE{}", self.number));
        range(version, &low, &high, data);
        data.fixed(1, 1, AT_FRAME_BASE.1);
        data.fixed(1, OP_CALL_FRAME_CFA, "DW_OP_call_frame_cfa");
    }
}

/// Where code begins and ends: from version 4 on the end is an offset.
fn range(version: u8, low: &str, high: &str, data: &mut DwarfText) {
    let end = if version >= 4 { format!("{high}-{low}") } else { high.to_string() };
    data.fixed(8, low, AT_LOW_PC.1);
    data.fixed(8, end, AT_HIGH_PC.1);
}

fn abbreviations(version: u8, one_range: bool, data: &mut DwarfText) {
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
    data.raw("\t.section\t.debug_abbrev,\"\",@progbits\n.Ldebug_abbrev0:\n");
    let kinds = [
        (TAG_COMPILE_UNIT, 1, "DW_children_yes", &unit[..]),
        (TAG_SUBPROGRAM, 0, "DW_children_no", &function[..]),
    ];
    for (number, (tag, children, has, attributes)) in (1..).zip(kinds) {
        data.uleb(number, "(abbrev code)");
        data.code(tag);
        data.fixed(1, children, has);
        for &(attribute, form) in attributes {
            data.code(attribute);
            data.code(form);
        }
        data.raw("\t.byte\t0\n\t.byte\t0\n");
    }
    data.raw("\t.byte\t0\n");
}
