//! What the functions of one assembly file share: label numbers, the constant pool, strings, code generation options.

pub mod alias_numbers;
pub mod anchors;
mod registers;

pub use registers::set_registers;

use alias_numbers::AliasNumbers;
use anchors::Anchors;
use gimple::constant::ConstId;
use gimple::decl::DeclId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

use crate::machine::target::Convention;
use crate::machine::target::machine_options::MachineOptions;
use crate::rtl::function::{InsnId, InsnKind, RtlFunction};
use crate::rtl::mode::Mode;
use gimple::options::{Annotations, Debug, Flag, Options, map_prefix};

/// Position-independence and the like, as options set them.
#[derive(Clone, Debug)]
pub struct CodegenOptions {
    /// `-fpic`, `-fpie` (Debian's default): external data is reached through the GOT, calls through the PLT.
    pub pic: bool,
    /// Functions of other objects are called by the PLT (`-mno-plt`: by their addresses in the GOT).
    pub plt: bool,
    /// Objects up to this size go to `.sdata`/`.sbss`.
    pub small_data_limit: u64,
    pub machine: MachineOptions,
    /// A section of its own for each function, for each variable.
    pub function_sections: bool,
    pub data_sections: bool,
    /// Variables that are initialised with zeros need no place in the file.
    pub zero_in_bss: bool,
    /// Symbols are said to have sizes.
    pub sizes: bool,
    /// Constants may be merged with equal ones by the linker.
    pub merge_constants: bool,
    /// The object file names the compiler.
    pub ident: bool,
    /// The command line, where the object file is to have it.
    pub recorded: Option<String>,
    pub annotations: Annotations,
    /// The options, for `-fverbose-asm`.
    pub command_line: String,
    /// The alignment functions are given, 0 for the target's.
    pub align_functions: u32,
    /// Instructions that do nothing at a function's start, and how many of them stand before its symbol.
    pub patchable: (u16, u16),
    /// How to unwind the stack is said, and whether in tables the program loads.
    pub cfi: bool,
    pub unwinds: bool,
    pub debug: Debug,
    /// Whether functions are optimised.
    pub optimized: bool,
    /// Names of directories in debugging information, old and new.
    pub debug_prefixes: Vec<(String, String)>,
    /// Hard registers that are kept for the program, a bit each.
    pub kept: u64,
    /// Which registers calls change, and which a function keeps.
    pub convention: Convention,
    /// What names of the program begin with.
    pub label_prefix: &'static str,
    /// `-fomit-frame-pointer` where it can be (on from `-O1`).
    pub omit_frame_pointer: bool,
}

impl Default for CodegenOptions {
    fn default() -> Self {
        CodegenOptions {
            pic: true,
            plt: true,
            small_data_limit: 0,
            machine: MachineOptions::default(),
            function_sections: false,
            data_sections: false,
            zero_in_bss: true,
            sizes: true,
            merge_constants: true,
            ident: true,
            recorded: None,
            annotations: Annotations::default(),
            command_line: String::new(),
            align_functions: 0,
            patchable: (0, 0),
            cfi: false,
            unwinds: false,
            debug: Debug::default(),
            optimized: false,
            debug_prefixes: Vec::new(),
            kept: 0,
            convention: Convention::default(),
            label_prefix: "",
            omit_frame_pointer: true,
        }
    }
}

impl CodegenOptions {
    /// What the command line says of code and objects.
    pub fn of(options: &Options) -> CodegenOptions {
        let (machine, _) = MachineOptions::read(&options.machine);
        let pic = options.pic != 0;
        let mut convention = Convention::of(machine.float_width, machine.float_arguments);
        if !machine.isa.wide {
            convention = convention.narrow(machine.isa.has("e"), machine.embedded);
        }
        CodegenOptions {
            pic,
            plt: machine.plt,
            small_data_limit: if pic { 0 } else { machine.small_data_limit.unwrap_or(8) },
            convention,
            machine,
            omit_frame_pointer: options.on(Flag::OmitFramePointer),
            kept: 0,
            label_prefix: if options.on(Flag::LeadingUnderscore) { "_" } else { "" },
            function_sections: options.on(Flag::FunctionSections),
            data_sections: options.on(Flag::DataSections),
            zero_in_bss: options.on(Flag::ZeroInitializedInBss),
            sizes: !options.on(Flag::InhibitSizeDirective),
            merge_constants: options.on(Flag::MergeConstants),
            ident: options.on(Flag::Ident),
            recorded: options
                .on(Flag::RecordGccSwitches)
                .then(|| options.code.command_line.clone()),
            annotations: options.code.annotations,
            command_line: options.code.command_line.clone(),
            align_functions: options.code.align_functions,
            patchable: options.code.patchable,
            cfi: options.wants_cfi(),
            unwinds: options.unwinds(),
            debug: options.code.debug,
            optimized: options.optimize > 0,
            debug_prefixes: options.code.debug_prefixes.clone(),
        }
    }

    /// A name of the program in assembly.
    pub fn user_label(&self, name: &str) -> String {
        user_label(self.label_prefix, name)
    }

    /// A file's name as debugging information has it.
    pub fn debug_name(&self, name: &str) -> String {
        map_prefix(&self.debug_prefixes, name)
    }
}

/// A name in assembly: with the prefix that names have, unless `*` says that it is to be taken as it is.
pub fn user_label(prefix: &str, name: &str) -> String {
    match name.strip_prefix('*') {
        Some(given) => given.to_string(),
        None => format!("{prefix}{name}"),
    }
}

/// A constant in memory, named `.LCn`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolConstant {
    pub label: u32,
    pub mode: Mode,
    pub bits: u128,
}

/// State of one assembly file.
#[derive(Default)]
pub struct AsmUnit {
    pub options: CodegenOptions,
    /// Whether code is put on the stack: trampolines.
    pub executable_stack: bool,
    /// Whether somebody may see what registers and memory references of RTL are called.
    pub shows_names: bool,
    /// Symbols of other files that are referred to and of which the file has more to say: they are weak, or hidden.
    pub noted_references: BTreeSet<DeclId>,
    /// The numbers of alias sets.
    pub alias_sets: AliasNumbers,
    /// Where variables stand that code gets at by way of their sections' anchors.
    pub anchors: Anchors,
    /// Assembler numbers of labels that static data and other functions may refer to.
    pub label_numbers: FxHashMap<DeclId, u32>,
    /// What the functions that have been expanded refer to.
    pub referred: FxHashSet<DeclId>,
    next_label: u32,
    next_constant: u32,
    constants_reserved: bool,
    pool: Vec<PoolConstant>,
    pool_map: FxHashMap<(Mode, u128), u32>,
    pool_done: usize,
    strings: FxHashMap<ConstId, u32>,
    fresh_strings: Vec<(ConstId, u32)>,
}

impl AsmUnit {
    /// A new file's state.
    pub fn new(options: CodegenOptions) -> AsmUnit {
        AsmUnit { options, shows_names: true, ..AsmUnit::default() }
    }

    /// The next `.L` number, from 1 on.
    pub fn new_label(&mut self) -> u32 {
        self.next_label += 1;
        self.next_label
    }

    /// The last label's number.
    pub fn last_label(&self) -> u32 {
        self.next_label
    }

    /// Takes back the labels after that number, which nothing names any more.
    pub fn forget_labels_after(&mut self, last: u32) {
        self.next_label = last;
    }

    /// Sets numbers of labels aside for those that have numbers of their own. The answer is by how much these are to be
    /// raised, where some have been given away.
    fn reserve_labels(&mut self, least: u32, most: u32) -> u32 {
        let by = if least > self.next_label { 0 } else { self.next_label };
        self.next_label = self.next_label.max(most.saturating_add(by));
        by
    }

    /// Labels that were read keep their numbers, unless labels of the file have some of them already.
    pub fn settle_labels(&mut self, f: &mut RtlFunction) {
        let is_label = |f: &RtlFunction, id| f.insn(id).kind == InsnKind::Label;
        let labels: Vec<InsnId> = f.chain().filter(|&id| is_label(f, id)).collect();
        let numbers = || labels.iter().map(|&id| f.insn(id).label);
        let (Some(least), Some(most)) = (numbers().min(), numbers().max()) else { return };
        let by = self.reserve_labels(least, most);
        for id in labels {
            let label = &mut f.insn_mut(id).label;
            *label = label.saturating_add(by);
        }
    }

    /// Keeps the first `.LC` numbers for constants that have them already, if this is asked for the first time and none has been
    /// given.
    pub fn reserve_constants(&mut self, count: u32) -> bool {
        let free =
            !std::mem::replace(&mut self.constants_reserved, true) && self.next_constant == 0;
        if free {
            self.next_constant = count;
        }
        free
    }

    /// Whether [`Self::reserve_constants`] has been asked.
    pub fn has_reserved_constants(&self) -> bool {
        self.constants_reserved
    }

    /// The next `.LC` number, for a string or another constant object of the caller's.
    pub fn new_constant_label(&mut self) -> u32 {
        self.next_constant += 1;
        self.next_constant - 1
    }

    /// The `.LC` number of a pool entry holding `bits`, made on first sight.
    pub fn pool_constant(&mut self, mode: Mode, bits: u128) -> u32 {
        if let Some(&label) = self.pool_map.get(&(mode, bits)) {
            return label;
        }
        let label = self.new_constant_label();
        self.pool_map.insert((mode, bits), label);
        self.pool.push(PoolConstant { label, mode, bits });
        label
    }

    /// The pool entry of this label, if it is one.
    pub fn find_pool_constant(&self, label: u32) -> Option<&PoolConstant> {
        let index = self.pool.binary_search_by_key(&label, |c| c.label).ok()?;
        Some(&self.pool[index])
    }

    /// Pool entries not yet written out.
    pub fn take_pool(&mut self) -> Vec<PoolConstant> {
        let fresh = self.pool[self.pool_done..].to_vec();
        self.pool_done = self.pool.len();
        fresh
    }

    /// The `.LC` number of a string literal, given on first sight.
    pub fn string_label(&mut self, id: ConstId) -> u32 {
        if let Some(&label) = self.strings.get(&id) {
            return label;
        }
        let label = self.new_constant_label();
        self.strings.insert(id, label);
        self.fresh_strings.push((id, label));
        label
    }

    /// The string literals not yet written out, in order of first use.
    pub fn take_strings(&mut self) -> Vec<(ConstId, u32)> {
        std::mem::take(&mut self.fresh_strings)
    }
}
