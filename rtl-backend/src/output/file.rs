//! The assembly file: what it begins with, its variables, aliases and `asm`, and what it ends with.
//!
//! Functions come one after the other, by pass `final`; what else there is comes before the function that it stands before in
//! the source (`-fno-toplevel-reorder`), or after all functions.

use crate::asm::{AsmUnit, CodegenOptions, set_registers};
use crate::expand::assembler_name;
use crate::output::objects::{self, linkage};
use crate::output::varasm::{AsmFile, DataKind, DataObject, Linkage, Piece};
use crate::output::{anchors, coverage, order};
use crate::state::take_asm;
use gimple::constant::ConstValue;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::location::Location;
use gimple::options::{Flag, Options};
use gimple::unit::{SymtabNode, Unit};
use rustc_hash::FxHashSet;
use tree_ssa::analyses::symbol_references;

/// What identifies the compiler in the object file.
const IDENT: &str = concat!("gimlet ", env!("CARGO_PKG_VERSION"));

/// The file so far.
struct FileState {
    text: AsmFile,
    /// Where functions, variables and `asm` stand in the order of the source: how many of the symbol table's nodes and of
    /// the `asm` are written.
    written: (usize, usize),
    /// Variables that hold addresses of labels within functions still to come.
    waiting: Vec<DeclId>,
    /// The variables that wait for all functions, whose order is up to us.
    deferred: Vec<DeclId>,
    /// The variables that have been written.
    held: FxHashSet<DeclId>,
    /// The variables that are written: all where symbols keep the order of the source.
    wanted: Option<FxHashSet<DeclId>>,
}

/// Starts the assembly file of a unit that has been parsed: what it says in `asm` at file scope comes first, unless all is
/// to be in the order of the source.
pub fn begin_file(unit: &mut Unit, options: &Options, source_name: &str) {
    let mut codegen = CodegenOptions::of(options);
    if !codegen.machine.isa.wide && options.code.coverage.arcs {
        unit.diagnostics.sorry(Location::UNKNOWN, "counts of what runs on RV32");
    }
    set_registers(unit, options, &mut codegen);
    let mut text = AsmFile::new(source_name, &codegen);
    text.debug.source.clone_from(&unit.main_input);
    text.debug.directory.clone_from(&options.code.directory);
    let mut asms = 0;
    if options.on(Flag::ToplevelReorder) {
        for (_, written) in &unit.toplevel_asm {
            text.toplevel_asm(written);
        }
        asms = unit.toplevel_asm.len();
    }
    unit.pass_state.put(FileState {
        text,
        written: (0, asms),
        waiting: Vec::new(),
        deferred: Vec::new(),
        held: FxHashSet::default(),
        wanted: None,
    });
    unit.backend = Some(Box::new(AsmUnit::new(codegen)));
}

/// Says that nobody is going to see the RTL of functions: names that only dumps show are not put together.
pub fn leave_out_names(unit: &mut Unit) {
    let mut asm = take_asm(unit);
    asm.shows_names = false;
    unit.backend = Some(asm);
}

/// Ends the assembly file: variables, strings, aliases, what was declared weak; returns its text.
pub fn finish_file(unit: &mut Unit, options: &Options) -> String {
    let mut file = FileWriter::resume(unit, options);
    file.write_rest();
    let FileWriter { unit, mut asm, state, .. } = file;
    let FileState { mut text, held: mut written, wanted, .. } = state;
    // Of what other files define, that is told of which is used.
    let used = wanted.unwrap_or_else(|| std::mem::take(&mut asm.referred));
    written.extend(used.into_iter().filter(|&decl| {
        unit.decls[decl].kind == DeclKind::Var && unit.decls[decl].has(flag::EXTERNAL)
    }));
    text.debug_sections(&mut asm, unit, IDENT, &written);
    text.finish(&mut asm, IDENT)
}

/// Writes to the file.
pub struct FileWriter<'a> {
    unit: &'a mut Unit,
    options: &'a Options,
    pub asm: Box<AsmUnit>,
    state: FileState,
}

impl<'a> FileWriter<'a> {
    /// Goes on with the file of a unit.
    ///
    /// # Panics
    /// If no file has been begun.
    pub fn resume(unit: &'a mut Unit, options: &'a Options) -> FileWriter<'a> {
        let asm = take_asm(unit);
        let state = unit.pass_state.take().expect("the assembly file was begun");
        FileWriter { unit, options, asm, state }
    }

    /// Leaves the file for what is written next.
    pub fn suspend(self) {
        self.unit.pass_state.put(self.state);
        self.unit.backend = Some(self.asm);
    }

    /// The text, and what the functions share.
    pub fn parts(&mut self) -> (&mut AsmFile, &mut AsmUnit) {
        (&mut self.state.text, &mut self.asm)
    }

    /// Writes what stands before a function in the source, where its order is kept.
    pub fn write_before(&mut self, function: DeclId) {
        if !self.options.on(Flag::ToplevelReorder)
            && let Some(node) = self.unit.symtab_node(function)
        {
            let order = node.order;
            self.write_up_to(order);
        }
    }

    /// Writes the variables, aliases and `asm` that stand before a place in the order of the source.
    fn write_up_to(&mut self, order: u32) {
        loop {
            let (symbols, asms) = self.state.written;
            let symbol = self.unit.symtab().get(symbols).filter(|node| node.order < order).cloned();
            let text = self.unit.toplevel_asm.get(asms).filter(|(at, _)| *at < order);
            match (symbol, text) {
                (None, None) => return,
                (Some(node), text) if text.is_none_or(|(at, _)| node.order < *at) => {
                    self.state.written.0 += 1;
                    self.write_symbol(&node);
                }
                (_, Some((_, text))) => {
                    self.state.written.1 += 1;
                    self.state.text.toplevel_asm(text);
                }
                (Some(_), None) => {
                    unreachable!("a symbol without an `asm` before it has been written")
                }
            }
        }
    }

    /// Writes what a node of the symbol table stands for, if it is no function's body.
    fn write_symbol(&mut self, node: &SymtabNode) {
        let unit = &*self.unit;
        let data = &unit.decls[node.decl];
        if data.has(flag::HARD_REGISTER) {
            return;
        }
        let text = &mut self.state.text;
        if let Some(&folded) = unit.folded.get(&node.decl) {
            self.state.held.insert(node.decl);
            let (name, folded) = (assembler_name(unit, node.decl), assembler_name(unit, folded));
            text.alias(&name, &folded, &linkage(unit, node.decl));
        } else if let Some(target) = data.extra.as_ref().and_then(|extra| extra.alias) {
            self.state.held.insert(node.decl);
            let (name, linkage) = (assembler_name(unit, node.decl), linkage(unit, node.decl));
            let target = self.asm.options.user_label(unit.symbols.text(target));
            if data.has(flag::WEAK | flag::EXTERNAL) {
                text.weakref(&name, &target);
            } else if data.has(flag::IFUNC) {
                text.ifunc(&name, &target, &linkage);
            } else {
                text.alias(&name, &target, &linkage);
            }
        } else if data.kind == DeclKind::Function {
            if node.definition {
                self.initializer_entries(node.decl);
            }
        } else if node.definition && self.is_wanted(node.decl) {
            if self.options.on(Flag::ToplevelReorder) {
                self.state.deferred.push(node.decl);
            } else if self.write_variable(node.decl).is_err() {
                self.state.waiting.push(node.decl);
            }
        }
    }

    fn is_wanted(&self, decl: DeclId) -> bool {
        self.state.wanted.as_ref().is_none_or(|wanted| wanted.contains(&decl))
    }

    /// Constructors and destructors are listed for the startup code.
    fn initializer_entries(&mut self, decl: DeclId) {
        let data = &self.unit.decls[decl];
        let name = assembler_name(self.unit, decl);
        let priority = data.extra.as_ref().and_then(|extra| extra.priority);
        for (bit, section) in
            [(flag::CONSTRUCTOR, ".init_array"), (flag::DESTRUCTOR, ".fini_array")]
        {
            if data.has(bit) {
                self.state.text.pointer_entry(section, priority, &name);
            }
        }
    }

    /// Writes what no function stands after.
    fn write_rest(&mut self) {
        if self.options.on(Flag::ToplevelReorder) && !self.unit.has_rtl_bodies {
            let referred = std::mem::take(&mut self.asm.referred);
            let reached = symbol_references::reached_variables(self.unit, referred.into_iter());
            self.state.wanted = Some(reached);
        }
        self.write_up_to(u32::MAX);
        self.write_deferred();
        let waiting = std::mem::take(&mut self.state.waiting);
        for decl in waiting.into_iter().chain(self.unlisted_constants()) {
            if self.state.held.contains(&decl) {
                continue;
            }
            if let Err(what) = self.write_variable(decl) {
                self.refuse(decl, what);
            }
        }
        self.write_strings();
        for &decl in &self.asm.noted_references {
            let target = self.unit.decls[decl].extra.as_ref().and_then(|extra| extra.alias);
            if target.is_none() {
                let (name, linkage) = (assembler_name(self.unit, decl), linkage(self.unit, decl));
                self.state.text.reference(&name, &linkage);
            }
        }
        if let Some(coverage) = &self.unit.coverage {
            coverage::write(&mut self.state.text, coverage);
        }
    }

    /// Writes the variables whose order is up to us: GCC's is last first.
    fn write_deferred(&mut self) {
        let blocks = anchors::are_used(self.options) || !self.asm.anchors.blocks.is_empty();
        let mut variables = Vec::new();
        for decl in std::mem::take(&mut self.state.deferred).into_iter().rev() {
            match self.object_of(decl) {
                Ok(object) if blocks && object.kind != DataKind::Common => {
                    self.write_strings();
                    self.state.text.declare(&object);
                    variables.push((decl, object));
                }
                Ok(object) => self.state.text.object(&object),
                Err(what) => self.refuse(decl, what),
            }
        }
        if blocks {
            for decl in self.unlisted_constants() {
                if self.asm.anchors.place(decl).is_some()
                    && let Ok(object) = self.object_of(decl)
                {
                    variables.push((decl, object));
                }
            }
            self.state.text.constant_pool(&mut self.asm);
            order::write_blocks(&mut self.state.text, &self.asm.anchors, &variables);
        }
    }

    /// Initialised variables that are in no symbol table: constants that gimplification has put into memory, so far as
    /// anything still refers to them. What only they refer to has not been written, either.
    fn unlisted_constants(&self) -> Vec<DeclId> {
        let unit = &*self.unit;
        let mut found: Vec<DeclId> = unit
            .initializers
            .keys()
            .copied()
            .filter(|&decl| unit.decls[decl].has(flag::STATIC) && unit.symtab_node(decl).is_none())
            .filter(|&decl| self.is_wanted(decl))
            .collect();
        found.sort_unstable();
        found
    }

    /// Says that what a variable is initialised with is no constant.
    fn refuse(&mut self, decl: DeclId, what: String) {
        let loc = self.unit.decls[decl].loc;
        self.unit.diagnostics.error(loc, what);
    }

    fn write_variable(&mut self, decl: DeclId) -> Result<(), String> {
        let object = self.object_of(decl)?;
        self.state.text.object(&object);
        Ok(())
    }

    /// A variable as it is to be written, now.
    fn object_of(&mut self, decl: DeclId) -> Result<DataObject, String> {
        self.state.held.insert(decl);
        objects::describe(self.unit, self.options, &mut self.asm, decl)
    }

    /// Writes the string literals that code and data refer to.
    fn write_strings(&mut self) {
        for (id, label) in self.asm.take_strings() {
            let constant = &self.unit.consts[id];
            let ConstValue::String(bytes) = &constant.value else { continue };
            let element = self.unit.types.element(constant.ty);
            let width = element.and_then(|ty| self.unit.types.size(ty)).unwrap_or(1) as u32;
            // An array may be longer than the string it is initialised with.
            let mut bytes = bytes.to_vec();
            let size = self.unit.types.size(constant.ty).unwrap_or(0);
            if size > bytes.len() as u64 {
                bytes.resize(size as usize, 0);
            }
            let object = DataObject {
                name: format!(".LC{label}"),
                align: 8,
                size: bytes.len() as u64,
                kind: if self.asm.options.merge_constants {
                    string_kind(&bytes, width)
                } else {
                    DataKind::ReadOnly
                },
                linkage: Linkage::default(),
                pieces: vec![Piece::Bytes(bytes)],
            };
            self.state.text.object(&object);
        }
    }
}

/// A literal may be merged with others if its only terminator is at its end.
fn string_kind(bytes: &[u8], width: u32) -> DataKind {
    let width_bytes = width as usize;
    let terminators =
        bytes.chunks(width_bytes).filter(|unit| unit.iter().all(|&byte| byte == 0)).count();
    let ends =
        bytes.len() >= width_bytes && bytes[bytes.len() - width_bytes..].iter().all(|&b| b == 0);
    if terminators == 1 && ends { DataKind::MergeableString(width) } else { DataKind::ReadOnly }
}
