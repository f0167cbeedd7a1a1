//! The assembly file: sections, symbols, data, the constant pool.
//!
//! Text is GCC's, directive for directive.

use dumps::{put, putln};
use gimple::decl::DeclId;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::fmt::Write;

use crate::asm::{AsmUnit, CodegenOptions};
use crate::machine::target::{TRIPLET, output::quoted};
use crate::output::annotate::Annotator;
use crate::output::debug::{self, DebugFile};
use crate::output::exceptions::CallSites;
use crate::rtl::mode::Mode;

/// Where a symbol is seen.
#[derive(Clone, Debug, Default)]
pub struct Linkage {
    /// `.globl`.
    pub public: bool,
    pub weak: bool,
    /// `hidden`, `protected`, `internal`, or empty for the default.
    pub visibility: &'static str,
    /// A section asked for by attribute.
    pub section: Option<String>,
    /// The linker is to keep its section (`retain`).
    pub retain: bool,
    /// A function's instructions that may be patched, and how many of them before its entry, where it says so.
    pub patchable: Option<(u16, u16)>,
    /// The names with versions by which shared libraries offer it (`symver`).
    pub versions: Vec<String>,
}

/// Which section an object belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataKind {
    /// Written to at run time.
    Data,
    /// Never written to.
    ReadOnly,
    /// All zeros.
    Bss,
    /// Tentative, merged by the linker (`-fcommon`).
    Common,
    /// Thread-local, with or without an initialiser.
    ThreadData,
    ThreadBss,
    /// A string literal that may be merged with equal ones: element size.
    MergeableString(u32),
}

/// A piece of an object's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    Bytes(Vec<u8>),
    Zero(u64),
    Int {
        size: u32,
        value: u64,
    },
    /// The address of a symbol plus a constant; `size` bytes.
    Symbol {
        size: u32,
        name: String,
        addend: i64,
    },
    /// The difference of two labels (`&&a - &&b`).
    Difference {
        size: u32,
        plus: String,
        minus: String,
        addend: i64,
    },
}

/// A variable or constant.
#[derive(Clone, Debug)]
pub struct DataObject {
    pub name: String,
    /// In bytes.
    pub align: u32,
    pub size: u64,
    pub kind: DataKind,
    pub linkage: Linkage,
    /// The value, without padding at the end.
    pub pieces: Vec<Piece>,
}

impl DataObject {
    fn has_relocations(&self) -> bool {
        self.pieces.iter().any(|p| matches!(p, Piece::Symbol { .. }))
    }
}

/// Writes an assembly file.
#[derive(Default)]
pub struct AsmFile {
    out: String,
    section: String,
    options: CodegenOptions,
    /// What debuggers are told of the functions so far.
    pub debug: DebugFile,
    /// Its comments.
    pub annotator: Annotator,
    /// How many calls so far have landing pads.
    pub call_sites: u32,
    /// How many labels so far say where an address is computed from.
    pub address_labels: u32,
}

impl AsmFile {
    /// Starts the file as GCC does.
    pub fn new(source_name: &str, options: &CodegenOptions) -> AsmFile {
        let annotator = Annotator::new(options.annotations);
        let mut file = AsmFile { options: options.clone(), annotator, ..AsmFile::default() };
        file.line(format_args!(".file\t{}", quoted(source_name)));
        file.line(format_args!(".option {}", if options.pic { "pic" } else { "nopic" }));
        if !options.machine.relax {
            file.line(format_args!(".option norelax"));
        }
        if options.machine.attributes {
            let unaligned = u8::from(!options.machine.strict_align);
            file.line(format_args!(".attribute arch, \"{}\"", options.machine.isa.attribute()));
            file.line(format_args!(".attribute unaligned_access, {unaligned}"));
            let stack = options.machine.stack_align();
            file.line(format_args!(".attribute stack_align, {stack}"));
        }
        if options.annotations.source {
            let version = env!("CARGO_PKG_VERSION");
            let command = options.command_line.trim_start_matches("GNU C ");
            putln!(
                file.out,
                "# Gimlet {version} as GNU C version 12.2.0 ({TRIPLET})\n# options passed: {command}"
            );
        }
        file.switch_section(".text");
        if options.debug.level > 0 {
            file.label(".Ltext0");
        }
        if options.cfi && !options.unwinds {
            file.line(format_args!(".cfi_sections\t.debug_frame"));
        }
        file
    }

    /// A name of the program in assembly.
    pub fn user_label(&self, name: &str) -> String {
        self.options.user_label(name)
    }

    /// What options say of code and data.
    pub fn options(&self) -> &CodegenOptions {
        &self.options
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.out
    }

    /// Writes what debuggers are told, after all data: `written` are the variables of the file, and those of others that it uses.
    pub fn debug_sections(
        &mut self,
        unit: &mut AsmUnit,
        source: &mut gimple::unit::Unit,
        ident: &str,
        written: &FxHashSet<DeclId>,
    ) {
        if self.options.debug.level > 0 {
            self.end_data(unit);
            let mut debug = std::mem::take(&mut self.debug);
            debug::sections(source, &mut debug, &self.options, ident, written, &mut self.out);
        }
    }

    /// Ends the file and hands out its text.
    pub fn finish(mut self, unit: &mut AsmUnit, ident: &str) -> String {
        self.end_data(unit);
        if self.call_sites > 0 {
            CallSites::reference(&self.options, &mut self.out);
        }
        if self.options.ident {
            self.line(format_args!(".ident\t\"{ident}\""));
        }
        let executable = if unit.executable_stack { "x" } else { "" };
        self.line(format_args!(".section\t.note.GNU-stack,\"{executable}\",@progbits"));
        self.out
    }

    /// Writes what is left of the data: the constant pool, and the command line where it is wanted.
    fn end_data(&mut self, unit: &mut AsmUnit) {
        self.constant_pool(unit);
        if let Some(command) = self.options.recorded.take() {
            self.switch_section(".GCC.command.line,\"MS\",@progbits,1");
            let mut bytes = command.into_bytes();
            bytes.push(0);
            self.bytes(&bytes);
        }
    }

    /// A line of text, indented by a tab.
    pub fn line(&mut self, text: std::fmt::Arguments) {
        self.out.push('\t');
        let _ = self.out.write_fmt(text);
        self.out.push('\n');
    }

    /// The text so far, for a function's body to be written after it, with room for about as many bytes as that takes.
    pub fn body(&mut self, bytes: usize) -> &mut String {
        self.out.reserve(bytes);
        &mut self.out
    }

    /// A file-scope `asm`.
    pub fn toplevel_asm(&mut self, text: &str) {
        put!(self.out, "#APP\n\t{text}\n#NO_APP\n");
    }

    /// A label.
    pub fn label(&mut self, name: &str) {
        putln!(self.out, "{name}:");
    }

    /// Makes `section` the current one: `.text`, `.data`, `.bss`, or `.section` operands.
    pub fn switch_section(&mut self, section: &str) {
        if self.section == section {
            return;
        }
        self.section = section.to_string();
        if matches!(section, ".text" | ".data" | ".bss") {
            self.line(format_args!("{section}"));
        } else {
            self.line(format_args!(".section\t{section}"));
        }
    }

    fn align(&mut self, bytes: u32) {
        if bytes > 1 {
            self.line(format_args!(".align\t{}", bytes.trailing_zeros()));
        }
    }

    fn linkage(&mut self, name: &str, linkage: &Linkage) {
        if linkage.weak {
            self.line(format_args!(".weak\t{name}"));
        } else if linkage.public {
            self.line(format_args!(".globl\t{name}"));
        }
        if !linkage.visibility.is_empty() {
            self.line(format_args!(".{}\t{name}", linkage.visibility));
        }
    }

    /// Opens a function: section, alignment, symbol.
    pub fn start_function(&mut self, name: &str, linkage: &Linkage, align: u32) {
        match &linkage.section {
            Some(section) => {
                let kept = if linkage.retain { "R" } else { "" };
                self.switch_section(&format!("{section},\"ax{kept}\",@progbits"));
            }
            None if linkage.retain => {
                self.switch_section(&format!(".text.{name},\"axR\",@progbits"));
            }
            None => self.switch_section(".text"),
        }
        let least = self.options.machine.code_align().max(self.options.align_functions);
        self.align(align.max(least));
        self.linkage(name, linkage);
        let (nops, before) = linkage.patchable.unwrap_or(self.options.patchable);
        if nops > 0 {
            self.patchable_entry(name);
            self.nops(before);
        }
        self.line(format_args!(".type\t{name}, @function"));
        self.label(name);
        self.nops(nops - before);
    }

    /// The place of the instructions that may be patched is listed in a section of its own.
    fn patchable_entry(&mut self, name: &str) {
        let text = self.section.clone();
        let label = self.debug.next_entry();
        self.switch_section(&format!("__patchable_function_entries,\"awo\",@progbits,{name}"));
        self.align(8);
        self.line(format_args!(".8byte\t.LPFE{label}"));
        self.switch_section(&text);
        self.label(&format!(".LPFE{label}"));
    }

    fn nops(&mut self, count: u16) {
        for _ in 0..count {
            self.line(format_args!("nop"));
        }
    }

    /// Says how large what a symbol stands for is.
    fn size(&mut self, name: &str, size: std::fmt::Arguments) {
        if self.options.sizes {
            self.line(format_args!(".size\t{name}, {size}"));
        }
    }

    /// Closes a function.
    pub fn end_function(&mut self, name: &str, linkage: &Linkage) {
        self.size(name, format_args!(".-{name}"));
        self.versions(name, linkage);
    }

    fn versions(&mut self, name: &str, linkage: &Linkage) {
        for version in &linkage.versions {
            self.line(format_args!(".symver\t{name}, {version}"));
        }
    }

    /// What is said of a symbol that is only referred to: that it may be missing, where it is seen.
    pub fn reference(&mut self, name: &str, linkage: &Linkage) {
        if linkage.weak {
            self.line(format_args!(".weak\t{name}"));
        }
        if !linkage.visibility.is_empty() {
            self.line(format_args!(".{}\t{name}", linkage.visibility));
        }
    }

    /// A name of this file's for a symbol of another's that may be missing.
    pub fn weakref(&mut self, name: &str, target: &str) {
        self.line(format_args!(".weakref\t{name},{target}"));
    }

    /// A function that the dynamic linker chooses: `resolver` returns it.
    pub fn ifunc(&mut self, name: &str, resolver: &str, linkage: &Linkage) {
        self.linkage(name, linkage);
        self.line(format_args!(".type\t{name}, @gnu_indirect_function"));
        self.line(format_args!(".set\t{name},{resolver}"));
    }

    /// An alias of a symbol defined in this file.
    pub fn alias(&mut self, name: &str, target: &str, linkage: &Linkage) {
        self.linkage(name, linkage);
        self.line(format_args!(".set\t{name},{target}"));
        self.versions(name, linkage);
    }

    /// An entry of `.init_array` or `.fini_array`: the address of a function run before or after `main`.
    pub fn pointer_entry(&mut self, section: &str, priority: Option<u16>, name: &str) {
        let suffix = priority.map(|number| format!(".{number:05}")).unwrap_or_default();
        let previous = self.section.clone();
        self.switch_section(&format!("{section}{suffix},\"aw\""));
        let word = self.options.machine.isa.word().size();
        self.align(word);
        self.line(format_args!("{}\t{name}", if word == 4 { ".word" } else { ".dword" }));
        self.switch_section(&previous);
    }

    /// Writes a function that does no more than load an argument and go on in another.
    pub fn jumping_function(&mut self, name: &str, setup: &[&str], target: &str) {
        self.switch_section(".text");
        self.align(2);
        self.line(format_args!(".type\t{name}, @function"));
        self.label(name);
        for line in setup {
            self.line(format_args!("{line}"));
        }
        let plt = if self.options.pic { "@plt" } else { "" };
        self.line(format_args!("tail\t{target}{plt}"));
        self.size(name, format_args!(".-{name}"));
    }

    /// Writes an object.
    pub fn object(&mut self, object: &DataObject) {
        let name = &object.name;
        if object.kind == DataKind::Common {
            if !object.linkage.visibility.is_empty() {
                self.line(format_args!(".{}\t{name}", object.linkage.visibility));
            }
            return self.line(format_args!(
                ".comm\t{name},{},{}",
                object.size.max(1),
                object.align
            ));
        }
        self.declare(object);
        let section = section_of(&self.options, object);
        self.switch_section(&section);
        self.align(object.align);
        self.contents(object);
    }

    /// Says how the symbol of an object is seen.
    pub fn declare(&mut self, object: &DataObject) {
        if !object.name.starts_with(".L") {
            self.linkage(&object.name, &object.linkage);
            self.versions(&object.name, &object.linkage);
        }
    }

    /// Writes objects of a section at their offsets from its anchors' base, which are the places of the anchors as well.
    pub fn block(
        &mut self,
        section: &str,
        anchors: &BTreeMap<u64, u32>,
        objects: &[(u64, &DataObject)],
    ) {
        self.switch_section(section);
        self.align(objects.iter().map(|(_, object)| object.align).max().unwrap_or(1));
        for (offset, label) in anchors {
            self.line(format_args!(".set\t.LANCHOR{label},. + {offset}"));
        }
        let mut at = 0;
        for &(offset, object) in objects {
            debug_assert!(offset >= at, "{} overlaps what is before it", object.name);
            if offset > at {
                self.line(format_args!(".zero\t{}", offset - at));
            }
            self.contents(object);
            at = offset + object.size;
        }
    }

    /// The symbol and the value of an object.
    fn contents(&mut self, object: &DataObject) {
        let name = &object.name;
        if !name.starts_with(".L") {
            self.line(format_args!(".type\t{name}, @object"));
            self.size(name, format_args!("{}", object.size));
        }
        self.label(name);
        if matches!(object.kind, DataKind::Bss | DataKind::ThreadBss) {
            if object.size > 0 {
                self.line(format_args!(".zero\t{}", object.size));
            }
            return;
        }
        let mut written = 0;
        for piece in &object.pieces {
            written += self.piece(piece);
        }
        if object.size > written {
            self.line(format_args!(".zero\t{}", object.size - written));
        }
    }

    /// Writes a piece and answers its size.
    fn piece(&mut self, piece: &Piece) -> u64 {
        match piece {
            Piece::Bytes(bytes) => {
                self.bytes(bytes);
                bytes.len() as u64
            }
            Piece::Zero(count) => {
                if *count > 0 {
                    self.line(format_args!(".zero\t{count}"));
                }
                *count
            }
            Piece::Int { size, value } => {
                match size {
                    1 => self.line(format_args!(".byte\t{}", *value as i8)),
                    2 => self.line(format_args!(".half\t{}", *value as i16)),
                    4 => self.line(format_args!(".word\t{}", *value as i32)),
                    _ if !self.options.machine.isa.wide => {
                        self.line(format_args!(".word\t{}", *value as i32));
                        self.line(format_args!(".word\t{}", (*value >> 32) as i32));
                    }
                    _ => self.line(format_args!(".dword\t{}", *value as i64)),
                }
                *size as u64
            }
            Piece::Symbol { size, name, addend } => {
                let directive = if *size == 4 { ".word" } else { ".dword" };
                match addend {
                    0 => self.line(format_args!("{directive}\t{name}")),
                    _ => self.line(format_args!("{directive}\t{name}{addend:+}")),
                }
                *size as u64
            }
            Piece::Difference { size, plus, minus, addend } => {
                let directive = match size {
                    1 => ".byte",
                    2 => ".half",
                    4 => ".word",
                    _ => ".dword",
                };
                match addend {
                    0 => self.line(format_args!("{directive}\t{plus}-{minus}")),
                    _ => self.line(format_args!("{directive}\t{plus}-{minus}{addend:+}")),
                }
                *size as u64
            }
        }
    }

    /// Bytes as `.string`s where they end with a zero, `.ascii` otherwise.
    fn bytes(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            match rest.iter().position(|b| *b == 0) {
                Some(end) => {
                    self.out.push_str("\t.string\t\"");
                    escape(&rest[..end], &mut self.out);
                    self.out.push_str("\"\n");
                    rest = &rest[end + 1..];
                }
                None => {
                    self.out.push_str("\t.ascii\t\"");
                    escape(rest, &mut self.out);
                    self.out.push_str("\"\n");
                    return;
                }
            }
        }
    }

    /// Writes pool constants that are not in the file yet.
    pub fn constant_pool(&mut self, unit: &mut AsmUnit) {
        for constant in unit.take_pool() {
            let size = constant.mode.size();
            match self.options.merge_constants {
                true => self.switch_section(&format!(".rodata.cst{size},\"aM\",@progbits,{size}")),
                false => self.switch_section(".rodata"),
            }
            self.align(size);
            self.label(&format!(".LC{}", constant.label));
            let words = if constant.mode == Mode::DI { 0 } else { size / 4 };
            for i in 0..words {
                self.line(format_args!(".word\t{}", (constant.bits >> (32 * i)) as u32 as i32));
            }
            if words == 0 {
                self.line(format_args!(".dword\t{}", constant.bits as u64 as i64));
            }
        }
    }
}

/// The section of an object, with the flag that keeps it where that is asked for.
pub fn section_of(options: &CodegenOptions, object: &DataObject) -> String {
    let section = plain_section(options, object);
    match section.rfind('"') {
        Some(quote) if object.linkage.retain => {
            format!("{}R{}", &section[..quote], &section[quote..])
        }
        _ => section,
    }
}

fn plain_section(options: &CodegenOptions, object: &DataObject) -> String {
    let zero = matches!(object.kind, DataKind::Bss | DataKind::ThreadBss);
    if let Some(section) = &object.linkage.section {
        // The assembler knows the type of what is neither.
        let (flags, ty) = match object.kind {
            DataKind::ThreadBss if section.starts_with(".tbss") => ("awT", ",@nobits"),
            DataKind::ThreadBss | DataKind::ThreadData => ("awT", ",@progbits"),
            DataKind::ReadOnly => ("a", ""),
            _ if zero && section.starts_with(".bss") => ("aw", ",@nobits"),
            _ => ("aw", ""),
        };
        return format!("{section},\"{flags}\"{ty}");
    }
    let relocated = options.pic && object.has_relocations();
    let internal = object.name.starts_with(".L");
    let alone = options.data_sections || object.linkage.retain;
    let own = match alone && !internal {
        true => format!(".{}", object.name),
        false => String::new(),
    };
    let small = object.size > 0 && object.size <= options.small_data_limit && !internal;
    match object.kind {
        DataKind::Bss if small => format!(".sbss{own},\"aw\",@nobits"),
        DataKind::Data if small => format!(".sdata{own},\"aw\""),
        DataKind::ReadOnly if small => format!(".srodata{own},\"a\""),
        DataKind::Bss | DataKind::Common if own.is_empty() => ".bss".into(),
        DataKind::Bss | DataKind::Common => format!(".bss{own},\"aw\",@nobits"),
        DataKind::Data if relocated => format!(".data.rel{own},\"aw\""),
        DataKind::Data if own.is_empty() => ".data".into(),
        DataKind::Data => format!(".data{own},\"aw\""),
        DataKind::ReadOnly if relocated => format!(".data.rel.ro{own},\"aw\""),
        DataKind::ReadOnly if own.is_empty() => ".rodata".into(),
        DataKind::ReadOnly => format!(".rodata{own},\"a\""),
        DataKind::ThreadData => format!(".tdata{own},\"awT\",@progbits"),
        DataKind::ThreadBss => format!(".tbss{own},\"awT\",@nobits"),
        DataKind::MergeableString(1) => {
            format!(".rodata.str1.{},\"aMS\",@progbits,1", object.align.max(1))
        }
        DataKind::MergeableString(size) => {
            format!(".rodata.str{size}.{},\"aMS\",@progbits,{size}", object.align.max(size))
        }
    }
}

/// Escapes bytes as GCC writes them in strings.
fn escape(bytes: &[u8], out: &mut String) {
    for &b in bytes {
        match b {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            0x20..=0x7e => out.push(b as char),
            _ => {
                put!(out, "\\{b:03o}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn data_reads_like_gcc() {
        let mut unit = AsmUnit::default();
        let mut file = AsmFile::new("t.c", &unit.options);
        let object = |name: &str, kind, pieces, size| DataObject {
            name: name.into(),
            align: 8,
            size,
            kind,
            linkage: Linkage { public: true, ..Linkage::default() },
            pieces,
        };
        file.object(&object(
            "s",
            DataKind::Data,
            vec![Piece::Symbol { size: 8, name: ".LC0".into(), addend: 4 }],
            8,
        ));
        file.object(&object("z", DataKind::Bss, vec![], 40));
        file.object(&object(
            ".LC0",
            DataKind::MergeableString(1),
            vec![Piece::Bytes(b"hi\n\x01z\"\0".to_vec())],
            7,
        ));
        file.object(&object("w", DataKind::Data, vec![Piece::Int { size: 4, value: 7 }], 16));
        unit.pool_constant(Mode::DF, 0x3ff8_0000_0000_0000);
        let text = file.finish(&mut unit, "gimlet");
        let body = text.split_once("\t.text\n").map_or("", |p| p.1);
        expect![[r#"
            	.globl	s
            	.section	.data.rel,"aw"
            	.align	3
            	.type	s, @object
            	.size	s, 8
            s:
            	.dword	.LC0+4
            	.globl	z
            	.bss
            	.align	3
            	.type	z, @object
            	.size	z, 40
            z:
            	.zero	40
            	.section	.rodata.str1.8,"aMS",@progbits,1
            	.align	3
            .LC0:
            	.string	"hi\n\001z\""
            	.globl	w
            	.data
            	.align	3
            	.type	w, @object
            	.size	w, 16
            w:
            	.word	7
            	.zero	12
            	.section	.rodata.cst8,"aM",@progbits,8
            	.align	3
            .LC1:
            	.word	0
            	.word	1073217536
            	.ident	"gimlet"
            	.section	.note.GNU-stack,"",@progbits
        "#]]
        .assert_eq(&body.replace(".LC0:\n\t.word", ".LC1:\n\t.word"));
    }
}
