//! What debuggers are told: source lines, and the program's types, variables, functions and blocks as DWARF.
//!
//! While functions are written, `lines` says where their code comes from and `functions` where their lexical blocks
//! begin and end; what is known of their variables comes with them ([`places`]). At the end of the file the entries
//! are made (`types`, `variables`, `functions`) and written (`dies`, `text`): `-g1` has functions only.

mod codes;
mod dies;
pub mod functions;
mod inlined;
mod lines;
mod locations;
mod macros;
pub mod places;
mod ranges;
pub mod text;
mod types;
mod variables;

pub use functions::{Blocks, DebugBody, DebugFunction};
pub use lines::Lines;
pub use locations::Tracks;

use crate::asm::CodegenOptions;
use codes::*;
use dies::{DieId, Dies, Value};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::InlinedParams;
use gimple::location::Location;
use gimple::unit::Unit;
use locations::{Locations, Stretch};
use places::Place;
use ranges::RangeList;
use rustc_hash::{FxHashMap, FxHashSet};
use text::{Code, DwarfText};
use types::Described;

/// The part of the assembly file that is about debugging.
#[derive(Default, Debug)]
pub struct DebugFile {
    files: FxHashMap<Box<str>, u32>,
    /// Functions written so far, debugged or not.
    functions: u32,
    entries: u32,
    /// The last row of the line table is no place to stop at.
    not_stmt: bool,
    /// The number of the next label where a lexical block begins or ends.
    pub next_label: u32,
    /// The number of the next label where a variable gets to another place.
    pub next_location: u32,
    /// Those that debuggers are told of.
    pub described: Vec<DebugFunction>,
    /// The unit's source file as it was named, and the directory it was compiled in.
    pub source: String,
    pub directory: String,
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
}

/// The entries of a unit in the making.
struct Information<'a> {
    unit: &'a mut Unit,
    options: &'a CodegenOptions,
    debug: &'a mut DebugFile,
    /// Source files that have been named late.
    files: String,
    dies: Dies,
    root: DieId,
    types: FxHashMap<Described, DieId>,
    /// Types that have been referred to, whose entries are empty.
    unfilled: Vec<(Described, DieId)>,
    /// The entries of the blocks that types are local to.
    type_parents: FxHashMap<gimple::types::TypeId, DieId>,
    /// Where the variables of the function at hand are.
    places: FxHashMap<DeclId, Place>,
    locations: Locations,
    /// The variables this file holds, and those that have entries.
    written: &'a FxHashSet<DeclId>,
    told: FxHashSet<DeclId>,
    /// What stands for functions that were inlined, and for their parameters.
    abstracts: FxHashMap<DeclId, DieId>,
    params: InlinedParams,
    ranges: Vec<RangeList>,
    location_lists: Vec<Vec<Stretch>>,
}

/// Writes the sections of debugging information. `written` are the variables the file holds; the lines are the assembler's
/// to encode.
pub fn sections(
    unit: &mut Unit,
    debug: &mut DebugFile,
    options: &CodegenOptions,
    producer: &str,
    written: &FxHashSet<DeclId>,
    out: &mut String,
) {
    let version = options.debug.version;
    let word = if options.machine.isa.wide { 8 } else { 4 };
    let params = std::mem::take(unit.pass_state.of::<InlinedParams>());
    let mut information = Information {
        unit,
        options,
        debug,
        files: String::new(),
        dies: Dies::new(version, word),
        root: DieId(0),
        types: FxHashMap::default(),
        unfilled: Vec::new(),
        type_parents: FxHashMap::default(),
        places: FxHashMap::default(),
        locations: Locations::default(),
        written,
        told: FxHashSet::default(),
        abstracts: FxHashMap::default(),
        params,
        ranges: Vec::new(),
        location_lists: Vec::new(),
    };
    let code = information.everything(producer);
    let macros = information.macro_entries();
    if !macros.is_empty() {
        let attribute = if version >= 5 { AT_MACROS } else { AT_GNU_MACROS };
        let place = Value::Section(".Ldebug_macro0".into());
        information.dies.set(information.root, attribute, place);
    }
    let Information { files, mut dies, ranges, location_lists, .. } = information;
    out.push_str("\t.text\n.Letext0:\n");
    out.push_str(&files);
    let mut data = DwarfText::new(out, options.annotations.debug, word);
    data.raw("\t.section\t.debug_info,\"\",@progbits\n.Ldebug_info0:\n");
    data.fixed(4, ".Ldebug_info1-.Ldebug_info2", "Length of Compilation Unit Info");
    data.raw(".Ldebug_info2:\n");
    data.fixed(2, version, "DWARF version number");
    if version >= 5 {
        data.fixed(1, 1, "DW_UT_compile");
        data.fixed(1, word, "Pointer Size (in bytes)");
    }
    data.fixed(4, ".Ldebug_abbrev0", "Offset Into Abbrev. Section");
    if version < 5 {
        data.fixed(1, word, "Pointer Size (in bytes)");
    }
    let abbreviations = dies.write(&mut data);
    data.raw(".Ldebug_info1:\n");
    abbreviations.write(&mut data);
    ranges::write_addresses(&code, &mut data);
    locations::write_lists(version, &location_lists, &mut data);
    ranges::write_lists(version, &ranges, &mut data);
    if !macros.is_empty() {
        macros::write(version, &macros, &mut data);
    }
    data.raw("\t.section\t.debug_line,\"\",@progbits\n.Ldebug_line0:\n");
    dies.texts(&mut data);
}

impl Information<'_> {
    /// Makes all entries; returns where the code is.
    fn everything(&mut self, producer: &str) -> RangeList {
        let version = self.dies.version();
        self.root = self.dies.add(DieId::NONE, TAG_COMPILE_UNIT);
        let root = self.root;
        self.dies.text(root, AT_PRODUCER, producer);
        let language = if version >= 5 { LANG_C11 } else { LANG_C99 };
        self.dies.number(root, AT_LANGUAGE, language);
        let source = self.options.debug_name(&self.debug.source);
        self.dies.text(root, AT_NAME, &source);
        let directory = self.options.debug_name(&self.debug.directory);
        self.dies.text(root, AT_COMP_DIR, &directory);
        let mut functions = std::mem::take(&mut self.debug.described);
        let code = self.code(&functions);
        self.dies.set(root, AT_STMT_LIST, Value::Section(".Ldebug_line0".into()));
        for function in &mut functions {
            self.function(function);
        }
        if self.options.debug.level > 1 {
            self.globals();
        }
        self.fill_types();
        code
    }

    /// Where the unit's code is: in `.text`, and in other sections function by function.
    fn code(&mut self, functions: &[DebugFunction]) -> RangeList {
        let text = (".Ltext0".to_string(), ".Letext0".to_string());
        let mut code = vec![text];
        for function in functions.iter().filter(|function| function.elsewhere) {
            code.push((format!(".LFB{}", function.number), format!(".LFE{}", function.number)));
        }
        if let [(low, high)] = &code[..] {
            self.dies.range(self.root, low, high);
        } else {
            self.dies.set(self.root, AT_RANGES, Value::Section(".LRL0".into()));
            self.dies.set(self.root, AT_LOW_PC, Value::Address("0".into()));
            self.ranges.push(code.clone());
        }
        code
    }

    /// The variables outside of functions that are used, and those of functions that are no more.
    fn globals(&mut self) {
        let nodes = self.unit.symtab().iter().map(|node| node.decl);
        let decls: Vec<DeclId> = nodes.collect();
        for decl in decls {
            let data = &self.unit.decls[decl];
            let wanted = data.kind == DeclKind::Var
                && data.name.is_some()
                && !data.has(flag::IGNORED)
                && !data.has(flag::ARTIFICIAL)
                && !self.told.contains(&decl);
            if wanted {
                self.global(self.root, decl);
            }
        }
    }

    /// Says where something is declared.
    fn declared_at(&mut self, die: DieId, loc: Location) {
        self.placed(die, loc, [AT_DECL_FILE, AT_DECL_LINE, AT_DECL_COLUMN]);
    }

    /// Says where something is in the source, as file, line and column.
    fn placed(&mut self, die: DieId, loc: Location, attributes: [Code; 3]) {
        if loc.is_unknown() || loc == Location::BUILTIN {
            return;
        }
        let place = self.unit.diagnostics.sources.position(loc);
        let (line, column) = (place.line, place.column);
        let file = self.debug.file_number(place.file, self.options, &mut self.files);
        self.dies.number(die, attributes[0], file.into());
        self.dies.number(die, attributes[1], line.into());
        if self.options.debug.columns {
            self.dies.number(die, attributes[2], column.into());
        }
    }
}
