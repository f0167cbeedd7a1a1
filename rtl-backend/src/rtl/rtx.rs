//! RTL expressions (rtx): an arena of 16-byte nodes addressed by [`RtxId`].
//!
//! Invariants:
//! * a node never moves; changing one in place changes it for everybody who shares it;
//! * each register has one entry in a table (`crate::rtl::reg_table`) that all references to it share, so that giving a pseudo
//!   its hard register is one store; `const_int`s and `pc` are shared too; everything else is unshared unless a pass
//!   shares on purpose;
//! * a `const_int` is sign-extended from the mode it is used in.
//!
//! Registers and small integers, which are half of all operands, have no node: their [`RtxId`] says what they are
//! (`crate::rtl::leaf`). A walk over an expression then needs no memory for them but the table of the registers' numbers.
//!
//! The node's three words mean, by code: operands of fixed arity are in `a`, `b`, `c`; `reg` (of a hard register in a mode
//! of its own): number, attributes, original pseudo; large `const_int`: low and high half; `const_double`: index of the
//! bits; `symbol_ref`: symbol;
//! `label_ref`: the label's insn; `subreg`: operand, byte; `mem`: address, attributes; vectors: start, length and,
//! for `unspec`, the number.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{BuildHasher, Hash, Hasher};

use crate::machine::target::isa::extension;
use crate::rtl::code::Code;
use crate::rtl::leaf::Leaf;
use crate::rtl::mode::Mode;
use crate::rtl::reg_table::RegTable;

gimple::entity! {
    /// An expression: the index of its node, or a [leaf](crate::rtl::leaf) itself.
    RtxId;
    /// A text: a variable's name in a dump, a memory reference's spelling.
    StrId;
    /// A symbol of the assembly file.
    SymId;
    /// The attributes of a `mem`.
    MemAttrsId;
}

/// Flag bits of a node; the letter is what the dump prints after the slash.
pub mod flag {
    /// `/s`: the subreg is of a promoted register; the mem is in a structure.
    pub const S: u16 = 1;
    /// `/v`: volatile mem; register of a user variable.
    pub const V: u16 = 2;
    /// `/u`: unchanging mem or symbol; unsigned promotion (with `/s`).
    pub const U: u16 = 4;
    /// `/f`: pointer register; frame-related insn.
    pub const F: u16 = 8;
    /// `/j`: jump flag.
    pub const J: u16 = 16;
    /// `/c`: mem that cannot trap.
    pub const C: u16 = 32;
    /// `/i`: register holding the function's value.
    pub const I: u16 = 64;
}

/// Bits of a symbol's `[flags …]`.
pub mod symbol_flag {
    /// A function.
    pub const FUNCTION: u32 = 0x1;
    /// Binds within this unit.
    pub const LOCAL: u32 = 0x2;
    /// Defined elsewhere.
    pub const EXTERNAL: u32 = 0x40;
    /// Has a block (an object section anchors may address).
    pub const HAS_BLOCK: u32 = 0x80;
    /// It is a section's anchor.
    pub const ANCHOR: u32 = 0x100;
}

/// What a dump and the address selection know of a symbol.
#[derive(Clone, Debug)]
pub struct SymbolInfo {
    /// Assembler name; a leading `*` means "not to be decorated" as in GCC's dumps.
    pub name: Box<str>,
    /// [`symbol_flag`] bits.
    pub flags: u32,
    /// `function_decl`, `var_decl` or empty: what the dump names after the flags.
    pub decl: &'static str,
    /// The name in the source, where it is another one.
    pub declared: Option<Box<str>>,
    /// Weak: may be absent, so its address is no constant.
    pub weak: bool,
    /// It is defined to be another symbol (`__attribute__ ((alias))`).
    pub is_alias: bool,
}

impl SymbolInfo {
    /// The name without the mark.
    pub fn plain_name(&self) -> &str {
        self.name.strip_prefix('*').unwrap_or(&self.name)
    }
}

/// The attributes of a memory reference, printed as `[1 v+0 S4 A32]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemAttrs {
    /// Spelling of the tree the reference came from, if known.
    pub expr: StrId,
    /// Alias set; 0 conflicts with everything.
    pub alias: u32,
    /// Offset from `expr`, if known.
    pub offset: Option<i64>,
    /// Size in bytes, if known.
    pub size: Option<u64>,
    /// Alignment in bits.
    pub align: u32,
    /// In a spill slot the pseudo it belongs to, in a variable its number and [`VARIABLE`]; 0 where neither is known.
    pub base: u32,
}

/// Tells the numbers of variables from those of pseudos.
pub const VARIABLE: u32 = 1 << 31;

impl MemAttrs {
    /// Nothing known beyond the mode.
    pub fn of_mode(mode: Mode) -> MemAttrs {
        let size = mode.size();
        MemAttrs {
            expr: StrId::NONE,
            alias: 0,
            offset: None,
            size: (size > 0).then_some(size as u64),
            align: mode.align() * 8,
            base: 0,
        }
    }
}

/// The name and offset a register prints in brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegAttrs {
    pub name: StrId,
    pub offset: i32,
}

/// What an inline `asm` carries besides its operands.
#[derive(Clone, Debug)]
pub struct AsmInfo {
    /// The template, with GCC's `%0`, `%[name]` already turned into numbers.
    pub template: Box<str>,
    /// Output constraints, in operand order.
    pub outputs: Vec<Box<str>>,
    /// Input constraints; a digit ties an input to an output.
    pub inputs: Vec<Box<str>>,
    /// Input operands.
    pub operands: Vec<RtxId>,
    /// Labels of `asm goto`.
    pub labels: Vec<RtxId>,
    /// Hard registers clobbered, beyond `memory`.
    pub clobbers: Vec<u32>,
    /// Whether memory is clobbered.
    pub clobbers_memory: bool,
    /// `asm volatile`.
    pub volatile: bool,
    /// Output destinations (registers or memory).
    pub results: Vec<RtxId>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) code: Code,
    pub(crate) mode: Mode,
    pub(crate) flags: u16,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

impl Node {
    /// The value of a `const_int`.
    fn int_value(&self) -> i64 {
        (u64::from(self.a) | u64::from(self.b) << 32) as i64
    }
}

/// The node of a `const_int`.
fn int_node(value: i64) -> Node {
    let (a, b) = (value as u32, (value >> 32) as u32);
    Node { code: Code::ConstInt, mode: Mode::VOID, flags: 0, a, b, c: 0 }
}

/// Places for attributes used lately.
const RECENT_ATTRS: usize = 64;

/// A state of the arena before an attempt that may come to nothing.
pub struct Mark {
    nodes: usize,
    vectors: usize,
}

/// All expressions of a function and the tables they refer to.
#[derive(Default)]
pub struct RtxArena {
    nodes: Vec<Node>,
    /// The nodes that were made as `subreg`s or as registers, in order.
    reg_nodes: Vec<RtxId>,
    vectors: Vec<RtxId>,
    /// The nodes of integers that are no leaves.
    ints: FxHashMap<i64, RtxId>,
    doubles: Vec<u128>,
    /// All strings one after the other, and where each ends.
    strings: String,
    string_ends: Vec<u32>,
    symbols: Vec<SymbolInfo>,
    symbol_map: FxHashMap<Box<str>, SymId>,
    /// What symbols begin with in assembly, unless they say otherwise.
    pub label_prefix: &'static str,
    /// The machine's extensions that insns need, a bit each.
    pub extensions: u32,
    mem_attrs: Vec<MemAttrs>,
    /// Some of the attributes used lately, each at the place its hash gives it.
    recent_attrs: Vec<MemAttrsId>,
    reg_attrs: Vec<RegAttrs>,
    asms: Vec<AsmInfo>,
    /// The registers, hard ones first.
    pub(crate) regs: RegTable,
    pc: Option<RtxId>,
    /// After the last node that one of the tables above shares.
    shared: usize,
}

/// An operand of an expression, for matching.
impl RtxArena {
    pub(crate) fn push(&mut self, node: Node) -> RtxId {
        let id = RtxId(self.nodes.len() as u32);
        if matches!(node.code, Code::Subreg | Code::Reg) {
            self.reg_nodes.push(id);
        }
        self.nodes.push(node);
        id
    }

    /// The node that was the `index`th to be made as a `subreg` or a register. A `subreg` may be a register by now.
    pub fn reg_node(&self, index: usize) -> Option<RtxId> {
        self.reg_nodes.get(index).copied()
    }

    /// Calls `change` with the index of every node.
    pub(super) fn for_each_node(&mut self, mut change: impl FnMut(&mut RtxArena, u32)) {
        for index in 0..self.nodes.len() as u32 {
            change(self, index);
        }
    }

    /// Makes room for this many more nodes.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    /// Where the arena stands, to be gone back to by [`Self::forget`].
    pub fn mark(&self) -> Mark {
        Mark { nodes: self.nodes.len(), vectors: self.vectors.len() }
    }

    /// Forgets the nodes made since the mark, unless some of them are shared from now on. Nothing else may refer to them.
    pub fn forget(&mut self, mark: &Mark) {
        if self.shared <= mark.nodes {
            self.nodes.truncate(mark.nodes);
            self.vectors.truncate(mark.vectors);
            while self.reg_nodes.last().is_some_and(|last| last.0 as usize >= mark.nodes) {
                self.reg_nodes.pop();
            }
        }
    }

    /// The node of what is no leaf.
    #[inline]
    fn inner(&self, x: RtxId) -> &Node {
        &self.nodes[x.0 as usize]
    }

    /// The node of what is no leaf, to be changed.
    #[inline]
    pub(crate) fn node_mut(&mut self, x: RtxId) -> &mut Node {
        &mut self.nodes[x.0 as usize]
    }

    /// What the node of `x` says; what it would say if `x` is a leaf.
    pub(crate) fn node(&self, x: RtxId) -> Node {
        match x.leaf() {
            Leaf::None => *self.inner(x),
            Leaf::Reg(r) => self.regs.node(r),
            Leaf::Int(value) => int_node(value),
        }
    }

    /// The code of `x`.
    #[inline]
    pub fn code(&self, x: RtxId) -> Code {
        match x.leaf() {
            Leaf::None => self.inner(x).code,
            Leaf::Reg(_) => Code::Reg,
            Leaf::Int(_) => Code::ConstInt,
        }
    }

    /// The mode of `x`.
    #[inline]
    pub fn mode(&self, x: RtxId) -> Mode {
        match x.leaf() {
            Leaf::None => self.inner(x).mode,
            Leaf::Reg(r) => self.regs.mode(r),
            Leaf::Int(_) => Mode::VOID,
        }
    }

    /// The [`flag`] bits of `x`.
    #[inline]
    pub fn flags(&self, x: RtxId) -> u16 {
        match x.leaf() {
            Leaf::None => self.inner(x).flags,
            Leaf::Reg(r) => self.regs.details(r).flags,
            Leaf::Int(_) => 0,
        }
    }

    /// Takes [`flag`] bits away from a node that is no leaf.
    pub fn clear_flags(&mut self, x: RtxId, flags: u16) {
        self.node_mut(x).flags &= !flags;
    }

    /// Adds [`flag`] bits. Numbers have none.
    pub fn add_flags(&mut self, x: RtxId, flags: u16) {
        match x.leaf() {
            Leaf::None => self.node_mut(x).flags |= flags,
            Leaf::Reg(r) => self.regs.details_mut(r).flags |= flags,
            Leaf::Int(_) => {}
        }
    }

    /// Operand `index` of a node of fixed arity (the address of a `mem`, the register of a `subreg`).
    #[inline]
    pub fn op(&self, x: RtxId, index: usize) -> RtxId {
        let node = self.inner(x);
        debug_assert!(index < node.code.arity(), "operand {index} of {:?}", node.code);
        RtxId(match index {
            0 => node.a,
            1 => node.b,
            _ => node.c,
        })
    }

    /// Replaces operand `index` in place.
    #[inline]
    pub fn set_op(&mut self, x: RtxId, index: usize, value: RtxId) {
        let node = self.node_mut(x);
        debug_assert!(index < node.code.arity());
        match index {
            0 => node.a = value.0,
            1 => node.b = value.0,
            _ => node.c = value.0,
        }
    }

    /// Number of operands, those of vectors and `asm_operands` inputs included.
    #[inline]
    pub fn num_ops(&self, x: RtxId) -> usize {
        if x.is_leaf() {
            return 0;
        }
        let node = self.inner(x);
        let arity = node.code.arity();
        if arity > 0 {
            arity
        } else if node.code.is_vector() {
            node.b as usize
        } else if node.code == Code::AsmOperands {
            let asm = &self.asms[node.a as usize];
            asm.operands.len() + asm.labels.len()
        } else {
            0
        }
    }

    /// The operands of a vector.
    #[inline]
    pub fn items(&self, x: RtxId) -> &[RtxId] {
        let node = self.inner(x);
        debug_assert!(node.code.is_vector());
        &self.vectors[node.a as usize..(node.a + node.b) as usize]
    }

    /// Operand `index`, those of vectors included.
    #[inline]
    pub fn any_op(&self, x: RtxId, index: usize) -> RtxId {
        let node = self.inner(x);
        if node.code.arity() > 0 {
            self.op(x, index)
        } else if node.code.is_vector() {
            self.vectors[node.a as usize + index]
        } else if node.code == Code::AsmOperands {
            let asm = &self.asms[node.a as usize];
            asm.operands
                .get(index)
                .copied()
                .unwrap_or_else(|| asm.labels[index - asm.operands.len()])
        } else {
            self.op(x, index)
        }
    }

    /// Replaces operand `index` in place, those of vectors included.
    pub fn set_any_op(&mut self, x: RtxId, index: usize, value: RtxId) {
        let node = *self.inner(x);
        if node.code.is_vector() {
            self.vectors[node.a as usize + index] = value;
        } else if node.code == Code::AsmOperands {
            let asm = &mut self.asms[node.a as usize];
            let inputs = asm.operands.len();
            if index < inputs {
                asm.operands[index] = value;
            } else {
                asm.labels[index - inputs] = value;
            }
        } else {
            self.set_op(x, index, value);
        }
    }

    /// A node of fixed arity.
    pub fn gen_raw(&mut self, code: Code, mode: Mode, ops: [RtxId; 3]) -> RtxId {
        self.push(Node { code, mode, flags: 0, a: ops[0].0, b: ops[1].0, c: ops[2].0 })
    }

    /// A unary expression.
    pub fn gen_unary(&mut self, code: Code, mode: Mode, a: RtxId) -> RtxId {
        debug_assert_eq!(code.arity(), 1);
        self.push(Node { code, mode, flags: 0, a: a.0, b: 0, c: 0 })
    }

    /// A binary expression.
    pub fn gen_binary(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        debug_assert_eq!(code.arity(), 2);
        self.push(Node { code, mode, flags: 0, a: a.0, b: b.0, c: 0 })
    }

    /// A ternary expression.
    pub fn gen_ternary(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId, c: RtxId) -> RtxId {
        debug_assert_eq!(code.arity(), 3);
        self.push(Node { code, mode, flags: 0, a: a.0, b: b.0, c: c.0 })
    }

    /// `(set dst src)`.
    pub fn gen_set(&mut self, dst: RtxId, src: RtxId) -> RtxId {
        self.gen_binary(Code::Set, Mode::VOID, dst, src)
    }

    /// `(parallel [items])`.
    pub fn gen_parallel(&mut self, items: &[RtxId]) -> RtxId {
        self.gen_vector(Code::Parallel, Mode::VOID, items, 0)
    }

    /// `(unspec:MODE [items] number)`.
    pub fn gen_vector(&mut self, code: Code, mode: Mode, items: &[RtxId], number: u32) -> RtxId {
        debug_assert!(code.is_vector());
        let start = self.vectors.len() as u32;
        self.vectors.extend_from_slice(items);
        self.push(Node { code, mode, flags: 0, a: start, b: items.len() as u32, c: number })
    }

    /// The number of an `unspec`.
    pub fn unspec_number(&self, x: RtxId) -> u32 {
        debug_assert!(matches!(self.code(x), Code::Unspec | Code::UnspecVolatile));
        self.inner(x).c
    }

    /// `(const_int value)`, shared.
    pub fn const_int(&mut self, value: i64) -> RtxId {
        if let Some(x) = RtxId::of_int(value) {
            return x;
        }
        if let Some(&x) = self.ints.get(&value) {
            return x;
        }
        let x = self.push(int_node(value));
        self.ints.insert(value, x);
        self.shared = self.nodes.len();
        x
    }

    /// The value of a `const_int`.
    #[inline]
    pub fn int_value(&self, x: RtxId) -> i64 {
        debug_assert_eq!(self.code(x), Code::ConstInt);
        match x.leaf() {
            Leaf::Int(value) => value,
            _ => self.inner(x).int_value(),
        }
    }

    /// The value, if `x` is a `const_int`.
    #[inline]
    pub fn as_int(&self, x: RtxId) -> Option<i64> {
        match x.leaf() {
            Leaf::None => {
                let node = self.inner(x);
                (node.code == Code::ConstInt).then(|| node.int_value())
            }
            Leaf::Reg(_) => None,
            Leaf::Int(value) => Some(value),
        }
    }

    /// Whether `x` is the `const_int` `value`.
    #[inline]
    pub fn is_int(&self, x: RtxId, value: i64) -> bool {
        self.as_int(x) == Some(value)
    }

    /// A floating-point constant (or `TImode` integer) from its bits in the target's format.
    pub fn const_double(&mut self, mode: Mode, bits: u128) -> RtxId {
        let index = self.doubles.len() as u32;
        self.doubles.push(bits);
        self.push(Node { code: Code::ConstDouble, mode, flags: 0, a: index, b: 0, c: 0 })
    }

    /// The bits of a `const_double`.
    pub fn double_bits(&self, x: RtxId) -> u128 {
        debug_assert_eq!(self.code(x), Code::ConstDouble);
        self.doubles[self.inner(x).a as usize]
    }

    /// Keeps `text`, without looking whether it is there already: names come once.
    pub fn string(&mut self, text: &str) -> StrId {
        self.strings.push_str(text);
        self.string_ends.push(self.strings.len() as u32);
        StrId(self.string_ends.len() as u32 - 1)
    }

    /// The text of a string.
    pub fn text(&self, id: StrId) -> &str {
        let index = id.0 as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.string_ends[before]);
        &self.strings[start as usize..self.string_ends[index] as usize]
    }

    /// The symbol named `name`, made with these properties on first sight.
    pub fn symbol(&mut self, name: &str, flags: u32, decl: &'static str, weak: bool) -> SymId {
        if let Some(&id) = self.symbol_map.get(name) {
            return id;
        }
        let id = SymId(self.symbols.len() as u32);
        let declared = None;
        self.symbols.push(SymbolInfo {
            name: name.into(),
            flags,
            decl,
            declared,
            weak,
            is_alias: false,
        });
        self.symbol_map.insert(name.into(), id);
        id
    }

    /// Notes that a symbol is another one's alias.
    pub fn mark_alias(&mut self, id: SymId) {
        self.symbols[id.0 as usize].is_alias = true;
    }

    /// Adds to the flags of a symbol.
    pub fn add_symbol_flags(&mut self, id: SymId, flags: u32) {
        self.symbols[id.0 as usize].flags |= flags;
    }

    /// The table entry of a symbol.
    pub fn symbol_info(&self, id: SymId) -> &SymbolInfo {
        &self.symbols[id.0 as usize]
    }

    /// Whether a symbol's name begins so.
    pub fn has_symbol(&self, start: &str) -> bool {
        self.symbols.iter().any(|symbol| symbol.name.starts_with(start))
    }

    /// Says what the declaration of a symbol is called in the source.
    pub fn set_declared_name(&mut self, id: SymId, name: &str) {
        let info = &mut self.symbols[id.0 as usize];
        if info.declared.is_none() && info.plain_name() != name {
            info.declared = Some(name.into());
        }
    }

    /// Writes the name of a `symbol_ref` as the assembler sees it.
    pub fn push_symbol(&self, x: RtxId, out: &mut String) {
        let info = self.symbol_info(self.symbol_of(x));
        if !info.name.starts_with('*') {
            out.push_str(self.label_prefix);
        }
        out.push_str(info.plain_name());
    }

    /// The mode of words and addresses.
    #[inline]
    pub fn word(&self) -> Mode {
        if self.extensions & extension::RV32 != 0 { Mode::SI } else { Mode::DI }
    }

    /// Whether a value of a mode takes more than one register. A number that has no floating-point register is held in
    /// an integer mode.
    #[inline]
    pub fn is_multiword(&self, mode: Mode) -> bool {
        match mode {
            Mode::TI | Mode::TF => true,
            Mode::DI => self.extensions & extension::RV32 != 0,
            _ => false,
        }
    }

    /// `(symbol_ref:DI ("name"))`.
    pub fn symbol_ref(&mut self, id: SymId) -> RtxId {
        let mode = self.word();
        self.push(Node { code: Code::SymbolRef, mode, flags: 0, a: id.0, b: 0, c: 0 })
    }

    /// The symbol of a `symbol_ref`.
    pub fn symbol_of(&self, x: RtxId) -> SymId {
        debug_assert_eq!(self.code(x), Code::SymbolRef);
        SymId(self.inner(x).a)
    }

    /// A register node of its own: a hard register in whatever mode.
    pub fn gen_reg(&mut self, mode: Mode, regno: u32) -> RtxId {
        self.push(Node { code: Code::Reg, mode, flags: 0, a: regno, b: u32::MAX, c: u32::MAX })
    }

    /// The number of a `reg`.
    #[inline]
    pub fn regno(&self, x: RtxId) -> u32 {
        debug_assert_eq!(self.code(x), Code::Reg);
        match x.leaf() {
            Leaf::Reg(r) => self.regs.number(r),
            _ => self.inner(x).a,
        }
    }

    /// The number, if `x` is a `reg`.
    #[inline]
    pub fn as_reg(&self, x: RtxId) -> Option<u32> {
        match x.leaf() {
            Leaf::None => {
                let node = self.inner(x);
                (node.code == Code::Reg).then_some(node.a)
            }
            Leaf::Reg(r) => Some(self.regs.number(r)),
            Leaf::Int(_) => None,
        }
    }

    /// Gives the node of a pseudo its hard register; the pseudo's number is kept for the dump.
    pub fn assign_hard_reg(&mut self, x: RtxId, hard: u32) {
        debug_assert_eq!(self.code(x), Code::Reg);
        match x.leaf() {
            Leaf::Reg(r) => self.regs.replace(r, hard),
            _ => {
                let node = self.node_mut(x);
                if node.c == u32::MAX {
                    node.c = node.a;
                }
                node.a = hard;
            }
        }
    }

    /// The pseudo a register node stood for before allocation.
    pub fn original_regno(&self, x: RtxId) -> Option<u32> {
        let c = self.node(x).c;
        (c != u32::MAX).then_some(c)
    }

    /// Names a register for dumps.
    pub fn set_reg_name(&mut self, regno: u32, name: StrId, offset: i32) {
        let index = self.reg_attrs.len() as u32;
        self.reg_attrs.push(RegAttrs { name, offset });
        self.regs.details_mut(regno).name = index;
    }

    /// Names one reference to a register, which has a node of its own.
    pub fn name_reg_node(&mut self, x: RtxId, name: StrId, offset: i32) {
        debug_assert_eq!(self.code(x), Code::Reg);
        let index = self.reg_attrs.len() as u32;
        self.reg_attrs.push(RegAttrs { name, offset });
        self.node_mut(x).b = index;
    }

    /// The name of a register node.
    pub fn reg_name(&self, x: RtxId) -> Option<RegAttrs> {
        let b = self.node(x).b;
        (b != u32::MAX).then(|| self.reg_attrs[b as usize])
    }

    /// `(mem:MODE address)` with its attributes.
    pub fn gen_mem(&mut self, mode: Mode, address: RtxId, attrs: MemAttrs) -> RtxId {
        let id = self.intern_mem_attrs(attrs);
        self.push(Node { code: Code::Mem, mode, flags: 0, a: address.0, b: id.0, c: 0 })
    }

    /// Keeps the attributes, once if they are like some used shortly before. A table of all of them would be as large as
    /// that of the attributes, and be gone through in the order of hashes, to save little.
    fn intern_mem_attrs(&mut self, attrs: MemAttrs) -> MemAttrsId {
        self.recent_attrs.resize(RECENT_ATTRS, MemAttrsId::NONE);
        let place = FxBuildHasher.hash_one(attrs) as usize % RECENT_ATTRS;
        if let Some(id) = self.recent_attrs[place].expand()
            && self.mem_attrs[id.0 as usize] == attrs
        {
            return id;
        }
        let id = MemAttrsId(self.mem_attrs.len() as u32);
        self.mem_attrs.push(attrs);
        self.recent_attrs[place] = id;
        id
    }

    /// The attributes of a `mem`.
    pub fn mem_attrs(&self, x: RtxId) -> &MemAttrs {
        debug_assert_eq!(self.code(x), Code::Mem);
        &self.mem_attrs[self.inner(x).b as usize]
    }

    /// Replaces the attributes of a `mem`.
    pub fn set_mem_attrs(&mut self, x: RtxId, attrs: MemAttrs) {
        let id = self.intern_mem_attrs(attrs);
        self.node_mut(x).b = id.0;
    }

    /// A copy of the `mem` with another address (same mode and attributes).
    pub fn replace_address(&mut self, mem: RtxId, address: RtxId) -> RtxId {
        let mut node = *self.inner(mem);
        node.a = address.0;
        self.push(node)
    }

    /// `(subreg:MODE inner byte)`, as it stands; [`crate::rtl::simplify`] folds.
    pub fn gen_raw_subreg(&mut self, mode: Mode, inner: RtxId, byte: u32) -> RtxId {
        self.push(Node { code: Code::Subreg, mode, flags: 0, a: inner.0, b: byte, c: 0 })
    }

    /// The byte offset of a `subreg`.
    #[inline]
    pub fn subreg_byte(&self, x: RtxId) -> u32 {
        debug_assert_eq!(self.code(x), Code::Subreg);
        self.inner(x).b
    }

    /// `(label_ref:DI insn)`.
    pub fn label_ref(&mut self, label: u32) -> RtxId {
        let mode = self.word();
        self.push(Node { code: Code::LabelRef, mode, flags: 0, a: label, b: 0, c: 0 })
    }

    /// `(label_ref label)` as the target of a jump, which is no address.
    pub fn jump_target(&mut self, label: u32) -> RtxId {
        self.push(Node { code: Code::LabelRef, mode: Mode::VOID, flags: 0, a: label, b: 0, c: 0 })
    }

    /// Makes the target of a jump another label. As in GCC, it is of an address's mode from now on.
    pub(crate) fn retarget(&mut self, x: RtxId, label: u32) {
        self.set_label(x, label);
        self.node_mut(x).mode = self.word();
    }

    /// The insn number a `label_ref` names.
    pub fn label_of(&self, x: RtxId) -> u32 {
        debug_assert_eq!(self.code(x), Code::LabelRef);
        self.inner(x).a
    }

    /// Lets a `label_ref` name another label.
    pub fn set_label(&mut self, x: RtxId, label: u32) {
        self.node_mut(x).a = label;
    }

    /// `(pc)`, shared.
    pub fn pc(&mut self) -> RtxId {
        if let Some(pc) = self.pc {
            return pc;
        }
        let pc = self.gen_leaf(Code::Pc);
        self.pc = Some(pc);
        self.shared = self.nodes.len();
        pc
    }

    /// A node without operands (`return`, `simple_return`, `scratch`).
    pub fn gen_leaf(&mut self, code: Code) -> RtxId {
        self.push(Node { code, mode: Mode::VOID, flags: 0, a: 0, b: 0, c: 0 })
    }

    /// `(asm_operands …)`.
    pub fn gen_asm(&mut self, mode: Mode, info: AsmInfo) -> RtxId {
        let index = self.asms.len() as u32;
        let flags = if info.volatile { flag::V } else { 0 };
        self.asms.push(info);
        self.push(Node { code: Code::AsmOperands, mode, flags, a: index, b: 0, c: 0 })
    }

    /// What an `asm_operands` carries.
    pub fn asm_info(&self, x: RtxId) -> &AsmInfo {
        debug_assert_eq!(self.code(x), Code::AsmOperands);
        &self.asms[self.inner(x).a as usize]
    }

    /// What an `asm_operands` carries, to be changed.
    pub fn asm_info_mut(&mut self, x: RtxId) -> &mut AsmInfo {
        let index = self.inner(x).a as usize;
        &mut self.asms[index]
    }

    /// A copy of `x` that shares nothing that a later pass may change in place.
    pub fn deep_copy(&mut self, x: RtxId) -> RtxId {
        let copy = self.shallow_copy(x);
        for i in 0..self.num_ops(copy) {
            let child = self.any_op(copy, i);
            if self.num_ops(child) > 0 {
                let child = self.deep_copy(child);
                self.set_any_op(copy, i, child);
            }
        }
        copy
    }

    /// A copy of the node `x` alone, its operands shared. Vectors get a vector of their own; leaves are never changed.
    pub fn shallow_copy(&mut self, x: RtxId) -> RtxId {
        if x.is_leaf() {
            return x;
        }
        let mut node = *self.inner(x);
        if node.code.is_vector() {
            let start = node.a as usize;
            node.a = self.vectors.len() as u32;
            for i in start..start + node.b as usize {
                let item = self.vectors[i];
                self.vectors.push(item);
            }
        } else if node.code == Code::AsmOperands {
            let info = self.asms[node.a as usize].clone();
            node.a = self.asms.len() as u32;
            self.asms.push(info);
        }
        self.push(node)
    }

    /// Whether `a` and `b` are the same expression.
    pub fn equal(&self, a: RtxId, b: RtxId) -> bool {
        if a == b {
            return true;
        }
        if self.code(a) != self.code(b) || self.mode(a) != self.mode(b) {
            return false;
        }
        if self.code(a) == Code::Reg {
            return self.regno(a) == self.regno(b);
        }
        if a.is_leaf() || b.is_leaf() {
            // Numbers that are leaves are equal only if they are the same.
            return false;
        }
        let (x, y) = (self.inner(a), self.inner(b));
        match x.code {
            Code::SymbolRef | Code::LabelRef => x.a == y.a,
            Code::ConstInt => x.a == y.a && x.b == y.b,
            Code::ConstDouble => self.double_bits(a) == self.double_bits(b),
            Code::Subreg => x.b == y.b && self.equal(RtxId(x.a), RtxId(y.a)),
            Code::Mem => (x.flags | y.flags) & flag::V == 0 && self.equal(RtxId(x.a), RtxId(y.a)),
            Code::AsmOperands | Code::UnspecVolatile | Code::Scratch => false,
            Code::Parallel | Code::Unspec => {
                x.b == y.b
                    && x.c == y.c
                    && (0..x.b as usize).all(|i| self.equal(self.any_op(a, i), self.any_op(b, i)))
            }
            code => (0..code.arity()).all(|i| self.equal(self.op(a, i), self.op(b, i))),
        }
    }

    /// Feeds what [`Self::equal`] compares of `x` alone, without its operands, to a hash. Registers are the caller's: their
    /// numbers or the values they hold.
    pub fn hash_node(&self, x: RtxId, h: &mut impl Hasher) {
        (self.code(x), self.mode(x)).hash(h);
        match self.code(x) {
            Code::ConstInt => self.int_value(x).hash(h),
            Code::ConstDouble => self.double_bits(x).hash(h),
            Code::SymbolRef => self.symbol_of(x).hash(h),
            Code::LabelRef => self.label_of(x).hash(h),
            Code::Subreg => self.subreg_byte(x).hash(h),
            _ => {}
        }
    }

    /// Calls `visit` on `x` and every expression within it, outermost first; `visit` says whether to go deeper.
    #[inline]
    pub fn walk(&self, x: RtxId, visit: &mut impl FnMut(RtxId) -> bool) {
        if visit(x) && !x.is_leaf() {
            self.walk_operands(x, visit);
        }
    }

    /// As [`Self::walk`], of all within `x`. Most operands are leaves, which need no call of their own.
    fn walk_operands(&self, x: RtxId, visit: &mut impl FnMut(RtxId) -> bool) {
        self.each_op(x, &mut |op| {
            if visit(op) && !op.is_leaf() {
                self.walk_operands(op, visit);
            }
        });
    }

    /// Whether `x` is a register, a number, or an operation on such alone.
    #[inline]
    pub fn is_shallow(&self, x: RtxId) -> bool {
        if x.is_leaf() {
            return true;
        }
        let &Node { code, a, b, c, .. } = self.inner(x);
        let arity = code.arity();
        let leaves = || [a, b, c][..arity].iter().all(|&op| RtxId(op).is_leaf());
        arity > 0 && code != Code::Mem && leaves()
    }

    /// Calls `visit` on the operands of `x`, those of vectors and `asm_operands` inputs included.
    #[inline(always)]
    pub fn each_op(&self, x: RtxId, visit: &mut impl FnMut(RtxId)) {
        if x.is_leaf() {
            return;
        }
        let &Node { code, a, b, c, .. } = self.inner(x);
        let arity = code.arity();
        if arity > 0 {
            [a, b, c][..arity].iter().for_each(|&op| visit(RtxId(op)));
        } else if code.is_vector() {
            self.items(x).iter().for_each(|&op| visit(op));
        } else {
            (0..self.num_ops(x)).for_each(|i| visit(self.any_op(x, i)));
        }
    }
}
