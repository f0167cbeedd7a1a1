//! What the functions of one assembly file share: label numbers, the constant pool, code generation options.

use gimple::decl::DeclId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use crate::mode::Mode;

/// Position-independence and the like, as options set them.
#[derive(Clone, Debug)]
pub struct CodegenOptions {
    /// `-fpic`, `-fpie` (Debian's default): external data is reached through the GOT, calls through the PLT.
    pub pic: bool,
    /// Objects up to this size go to `.sdata`/`.sbss` where not position independent.
    pub small_data_limit: u64,
    /// `-fomit-frame-pointer` where it can be (on from `-O1`).
    pub omit_frame_pointer: bool,
}

impl Default for CodegenOptions {
    fn default() -> Self {
        CodegenOptions { pic: true, small_data_limit: 8, omit_frame_pointer: true }
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
pub struct Unit {
    pub options: CodegenOptions,
    /// Whether code is put on the stack: trampolines.
    pub executable_stack: bool,
    /// Symbols of other files that are referred to and of which the file has more to say: they are weak, or hidden.
    pub noted_references: BTreeSet<DeclId>,
    next_label: u32,
    next_constant: u32,
    pool: Vec<PoolConstant>,
    pool_map: FxHashMap<(Mode, u128), u32>,
    pool_done: usize,
}

impl Unit {
    /// A new file's state.
    pub fn new(options: CodegenOptions) -> Unit {
        Unit { options, ..Unit::default() }
    }

    /// The next `.L` number. GCC's first label is 2.
    pub fn new_label(&mut self) -> u32 {
        self.next_label += 1;
        self.next_label + 1
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
}
