//! The interface `expand` builds RTL with.
//!
//! # How to use it
//! ```text
//! let mut unit = AsmUnit::new(options);                 // once per assembly file
//! let mut f = RtlFunction::new("fact", optimize);    // once per function
//! let mut em = Emitter::new(&mut f, &mut unit);
//! let n = em.receive_params(&params, false, &ret_ty); // one value per parameter
//! em.note_function_beg();
//! let label = em.new_label();
//! em.branch(Code::Le, Mode::DI, x, one, label, None); // compare and jump
//! …
//! em.emit_return(&ret_ty, Some(value));               // falls or jumps to the end; call once, last
//! em.finish();                                        // builds the CFG
//! ```
//! Everything is appended to the insn stream in the order of the calls; blocks and edges are found from labels and
//! jumps by [`Emitter::finish`], so expand needs no blocks of its own: make one label per GIMPLE block that is
//! jumped to. Positions come from [`Emitter::set_loc`].
//!
//! # Values
//! `DI` and `TI` stand here for a word and a pair of words ([`Emitter::word_mode`], [`Emitter::pair_mode`]): where words have
//! 32 bits these are `SI`, which is extended to nothing then, and `DI`.
//!
//! A value is an [`RtxId`] plus a [`Mode`] the caller knows:
//! * `reg`, `subreg`, `mem` of that mode; `const_int` (any integer mode); `const_double` (float modes, `TI`);
//!   `symbol_ref` (addresses, `DI`). Every function here takes any of them as an operand and forces what the machine
//!   wants into registers.
//! * 32-bit results (`SI` arithmetic, loads, converted values) come back in pseudos of their own mode, of whose upper halves
//!   nothing is said, as GCC has them: `cse1` says what the machine does with these. Keep `int` variables in `DI` pseudos
//!   made by [`Emitter::new_var`], store to them with [`Emitter::store_var`] and read them with [`Emitter::var_value`]: that
//!   is `(subreg/s/u:SI (reg:DI n) 0)`, a *promoted* subreg, whose register is known to be sign-extended, and no extension
//!   is emitted where the value is known to be extended already. Narrow variables (`QI`, `HI`) are kept
//!   the same way, sign- or zero-extended by their signedness; `SI` is always kept sign-extended, as the ABI does.
//! * `TI` and `TF` values live in pseudos of that mode (or `mem`); all code here touches them by words.
//!   Single `DI` pairs are made of them by the `subreg1` pass.
//! * Pseudos may be assigned several times (out-of-SSA partitions are just pseudos).
//!
//! # What is offered
//! | want | call |
//! |---|---|
//! | pseudo, named for dumps | [`Emitter::new_reg`], [`Emitter::new_var`] |
//! | constants | [`Emitter::int`], [`Emitter::float_const`], [`Emitter::symbol`], [`Emitter::plus_constant`] |
//! | memory | [`Emitter::mem`], [`Emitter::mem_attrs`], [`Emitter::adjust_address`], [`Emitter::stack_local`] |
//! | copy anything to anything of one mode | [`Emitter::emit_move`] |
//! | integer, float conversions, truncation, bit casts | [`Emitter::convert`], [`Emitter::lowpart`], [`Emitter::bitcast`] |
//! | `+ - * / % & \| ^ << >>`, min, max | [`Emitter::binop`] |
//! | `- ~ abs sqrt` | [`Emitter::unop`]; fused multiply-add: [`Emitter::fma`] |
//! | comparison as a value | [`Emitter::store_flag`] |
//! | compare and jump | [`Emitter::branch`] |
//! | labels, jumps, tables, computed goto | [`Emitter::new_label`] … [`Emitter::table_jump`], [`Emitter::indirect_jump`] |
//! | calls | [`Emitter::call`] (psABI done inside), [`Emitter::libcall`] |
//! | parameters and return | [`Emitter::receive_params`], [`Emitter::emit_return`] |
//! | `memcpy`/`memset` of known size | [`Emitter::block_move`], [`Emitter::block_clear`] |
//! | bit-fields | [`Emitter::extract_bits`], [`Emitter::store_bits`] |
//! | `alloca`, variable-length arrays | [`Emitter::allocate_dynamic`], [`Emitter::save_stack`], [`Emitter::restore_stack`] |
//! | `va_start` | [`Emitter::va_start_address`] |
//! | inline assembly | [`Emitter::asm`] |
//!
//! Comparison codes are signed (`Lt`) or unsigned (`Ltu`) for integers; for floats `Eq Ne Lt Le Gt Ge Unordered
//! Ordered Unlt Unle Ungt Unge Uneq Ltgt`. Division and right shifts say their signedness by code too: `Div`/`Udiv`,
//! `Mod`/`Umod`, `Ashiftrt`/`Lshiftrt`.

mod arith;
mod asm;
mod atomic;
mod bitmanip;
mod bits;
mod blocks;
mod by_constant;
mod call;
mod compare;
mod control;
mod convert;
mod fields;
mod incoming;
mod moves;
mod multiword;
mod optabs;
mod pairs;
mod soft_float;
mod stack;
mod sums;
mod untyped;

pub use asm::{AsmOperands, AsmStore};
pub use atomic::{Amo, model};
pub use call::{CallArg, CallSpec, ParamSpec};
pub use fields::{Before, Bits, Region};
pub use incoming::{Arrival, IncomingParam};

use crate::asm::AsmUnit;
use crate::machine::target::constants::simm12;
use crate::rtl::code::Code;
use crate::rtl::function::{
    InsnId, InsnKind, LAST_VIRTUAL, Loc, LocId, RegNote, RtlFunction, VIRTUAL_INCOMING_ARGS,
    VIRTUAL_STACK_VARS,
};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, StrId, flag};
use std::collections::BTreeMap;

/// Appends insns to a function.
pub struct Emitter<'a> {
    /// The function under construction.
    pub f: &'a mut RtlFunction,
    /// What it shares with the rest of the file.
    pub unit: &'a mut AsmUnit,
    loc: LocId,
    /// Whether the program's variables are given their places, which leave gaps as they are.
    pub laying_out: bool,
    /// Where control comes to the function's end without its value, and the register that should have it.
    pub forgotten: Option<(InsnId, RtxId)>,
    /// Whether the next operation is one of an unsigned type: halves of words are held as signed numbers.
    pub of_unsigned: bool,
    /// Where the result of the next operation is wanted, if it fits.
    target: Option<RtxId>,
    /// The mode of the accesses to bits that are emitted next, where it is not to be chosen.
    pub bit_mode: Option<Mode>,
    /// Places in the frame, by size, that only past statements needed.
    free_places: BTreeMap<u64, Vec<i64>>,
    /// Those the present statement needs: offset and size.
    taken_places: Vec<(i64, u64)>,
}

impl<'a> Emitter<'a> {
    /// Goes on at the end of `f`.
    pub fn new(f: &'a mut RtlFunction, unit: &'a mut AsmUnit) -> Emitter<'a> {
        let (free_places, taken_places) = (BTreeMap::new(), Vec::new());
        let (loc, target, bit_mode) = (LocId::UNKNOWN, None, None);
        let laying_out = false;
        let of_unsigned = false;
        Emitter {
            f,
            unit,
            loc,
            laying_out,
            forgotten: None,
            of_unsigned,
            target,
            bit_mode,
            free_places,
            taken_places,
        }
    }

    /// The position of the insns emitted from here on.
    pub fn set_loc(&mut self, loc: Loc) {
        self.loc = self.f.loc_id(loc);
    }

    /// That position, to come back to.
    pub fn loc_id(&self) -> LocId {
        self.loc
    }

    /// Goes back to a position.
    pub fn set_loc_id(&mut self, loc: LocId) {
        self.loc = loc;
    }

    /// Says where the result of the operation emitted next is wanted. It may end up elsewhere.
    pub fn aim(&mut self, target: Option<RtxId>) {
        self.target = target;
    }

    /// The register, or the word of one, for the result of an operation: the one that is wanted, or a new one.
    pub(crate) fn result_reg(&mut self, mode: Mode, target: Option<RtxId>) -> RtxId {
        let fits = |x: &RtxId| {
            let is_word = |inner| self.f.rtx.is_multiword(self.mode_of(inner));
            let whole = match self.f.rtx.code(*x) {
                Code::Subreg => is_word(self.f.rtx.op(*x, 0)),
                code => code == Code::Reg,
            };
            whole && self.mode_of(*x) == mode
        };
        match target.filter(fits) {
            Some(target) => target,
            None => self.new_reg(mode),
        }
    }

    // ---- constants and registers ------------------------------------------------------------------

    /// `(const_int value)`.
    pub fn int(&mut self, value: i64) -> RtxId {
        self.f.rtx.const_int(value)
    }

    /// An integer constant of up to 128 bits, as an operand of `mode`.
    pub fn wide_int(&mut self, mode: Mode, value: i128) -> RtxId {
        if mode == Mode::TI && value as i64 as i128 != value {
            self.f.rtx.const_double(self.pair_mode(), value as u128)
        } else {
            self.int(mode.trunc_int(value as i64))
        }
    }

    /// A floating-point constant by its bits in the target's format (binary32, binary64, binary128).
    pub fn float_const(&mut self, mode: Mode, bits: u128) -> RtxId {
        if self.is_soft(mode) {
            return self.int(self.held(mode).trunc_int(bits as u64 as i64));
        }
        self.f.rtx.const_double(mode, bits)
    }

    /// The address of a symbol. `flags` are [`crate::rtl::rtx::symbol_flag`] bits: `LOCAL` where it binds in this file.
    pub fn symbol(&mut self, name: &str, flags: u32, decl: &'static str, weak: bool) -> RtxId {
        let id = self.f.rtx.symbol(name, flags, decl, weak);
        self.f.rtx.symbol_ref(id)
    }

    /// The mode of a word: of general registers and of addresses.
    pub fn word_mode(&self) -> Mode {
        self.f.rtx.word()
    }

    /// The integer mode of two words.
    pub fn pair_mode(&self) -> Mode {
        if self.word_mode() == Mode::DI { Mode::TI } else { Mode::DI }
    }

    /// The bits of a word.
    pub fn word_bits(&self) -> u32 {
        self.word_mode().bits()
    }

    /// A new pseudo-register.
    pub fn new_reg(&mut self, mode: Mode) -> RtxId {
        self.f.new_reg(self.held(mode))
    }

    /// Gives a pseudo-register a name for dumps, if it has none.
    pub fn name_register(&mut self, x: RtxId, name: &str) {
        if self.f.rtx.reg_name(x).is_none() {
            let id = self.f.rtx.string(name);
            self.f.rtx.set_reg_name(self.f.rtx.regno(x), id, 0);
        }
    }

    /// A new pseudo-register with the name of a variable or SSA name (for dumps; `""` for none); `user` marks a
    /// variable of the source (`/v`), `pointer` a pointer (`/f`).
    pub fn new_named_reg(&mut self, mode: Mode, name: &str, user: bool, pointer: bool) -> RtxId {
        let x = self.f.new_reg(self.held(mode));
        if !name.is_empty() {
            let id = self.f.rtx.string(name);
            self.f.rtx.set_reg_name(self.f.rtx.regno(x), id, 0);
        }
        self.f.rtx.add_flags(x, if user { flag::V } else { 0 } | if pointer { flag::F } else { 0 });
        x
    }

    /// Says in a register's name that it is a later part of what is named.
    pub fn shift_name(&mut self, x: RtxId, offset: u32) {
        if let Some(name) = self.f.rtx.reg_name(x).filter(|_| offset > 0) {
            self.f.rtx.set_reg_name(self.f.rtx.regno(x), name.name, offset as i32);
        }
    }

    /// A register for a variable or SSA name of `mode`: narrow integers get a whole `DI` register.
    pub fn new_var(&mut self, mode: Mode, name: &str, user: bool, pointer: bool) -> RtxId {
        let mode = promoted_mode(self.held(mode), self.f.rtx.word());
        self.new_named_reg(mode, name, user, pointer)
    }

    /// The value of `mode` in a register made by [`Self::new_var`].
    pub fn var_value(&mut self, var: RtxId, mode: Mode, unsigned: bool) -> RtxId {
        let mode = self.held(mode);
        if self.mode_of(var) == mode {
            return var;
        }
        if mode != Mode::SI
            && let Some(reg) = self.f.rtx.as_reg(var)
        {
            let kept = (mode.bits() as u8, unsigned);
            if *self.f.narrow_vars.entry(reg).or_insert(kept) != kept {
                // Nothing is known of what is two things.
                self.f.narrow_vars.insert(reg, (64, false));
            }
        }
        self.promoted_subreg(var, mode, unsigned)
    }

    /// Assigns `value` of `mode` to a register made by [`Self::new_var`], extending it as variables are kept.
    pub fn store_var(&mut self, var: RtxId, value: RtxId, mode: Mode, unsigned: bool) {
        let mode = self.held(mode);
        let wide = self.mode_of(var);
        if wide == mode {
            self.emit_move(var, value);
        } else {
            let unsigned = unsigned && mode != Mode::SI;
            self.extend_into(var, value, mode, wide, unsigned);
        }
    }

    /// `(subreg/s:MODE (reg:DI) 0)`: the low part of a register known to be extended from it.
    pub fn promoted_subreg(&mut self, reg: RtxId, mode: Mode, unsigned: bool) -> RtxId {
        if mode == Mode::SI
            && let Some(reg) = self.f.rtx.as_reg(reg)
        {
            self.f.extended.grow_and_insert(reg as usize);
        }
        let x = self.f.rtx.gen_raw_subreg(mode, reg, 0);
        let unsigned = unsigned && mode != Mode::SI;
        self.f.rtx.add_flags(x, flag::S | if unsigned { flag::V } else { flag::U });
        x
    }

    /// The register made by [`Self::new_var`] that [`Self::var_value`] gave `x` for; `None` where `x` is no such subreg.
    pub fn promoted_var(&self, x: RtxId) -> Option<RtxId> {
        let r = &self.f.rtx;
        (r.code(x) == Code::Subreg && r.flags(x) & flag::S != 0).then(|| r.op(x, 0))
    }

    /// Whether a value is to be extended by zeros: its register is, or nothing is known of it.
    pub fn is_read_unsigned(&self, x: RtxId) -> bool {
        self.promoted_var(x).is_none() || self.promoted_reg(x, true).is_some()
    }

    /// The register a promoted subreg extends to, if `x` is one of the wanted signedness.
    pub(crate) fn promoted_reg(&self, x: RtxId, unsigned: bool) -> Option<RtxId> {
        let r = &self.f.rtx;
        if r.code(x) != Code::Subreg || r.flags(x) & flag::S == 0 {
            return None;
        }
        let is_unsigned = r.flags(x) & flag::V != 0;
        // A zero-extended byte or halfword is a fine sign-extended value of no narrower mode only.
        (is_unsigned == unsigned).then(|| r.op(x, 0))
    }

    /// The mode of `x`; `VOID` for integer constants.
    pub fn mode_of(&self, x: RtxId) -> Mode {
        self.f.rtx.mode(x)
    }

    /// Whether `x` is a register or a subreg of one.
    pub fn is_reg(&self, x: RtxId) -> bool {
        let r = &self.f.rtx;
        match r.code(x) {
            Code::Reg => true,
            Code::Subreg => r.code(r.op(x, 0)) == Code::Reg,
            _ => false,
        }
    }

    pub(crate) fn is_mem(&self, x: RtxId) -> bool {
        self.f.rtx.code(x) == Code::Mem
    }

    /// `x` itself if it is a register, a new register holding it otherwise.
    pub fn force_reg(&mut self, mode: Mode, x: RtxId) -> RtxId {
        // Bits that are held as an integer are no real number yet.
        let held = self.is_reg(x) && (self.f.rtx.code(x) == Code::Reg || !mode.is_float());
        if held && !self.is_virtual(x) { x } else { self.copy_to_reg(mode, x) }
    }

    /// A new register holding `x`.
    pub fn copy_to_reg(&mut self, mode: Mode, x: RtxId) -> RtxId {
        let mode = self.held(mode);
        let reg = self.new_reg(mode);
        self.emit_move(reg, x);
        if matches!(self.f.rtx.code(x), Code::SymbolRef | Code::LabelRef | Code::Const) {
            self.mark_pointer(reg);
        }
        reg
    }

    /// `x`, or a register holding it where it is no 12-bit immediate.
    pub(crate) fn arith_operand(&mut self, mode: Mode, x: RtxId) -> RtxId {
        match self.f.rtx.as_int(x) {
            Some(value) if simm12(value) => x,
            _ => self.force_reg(mode, x),
        }
    }

    /// `x` if it is zero, a register otherwise.
    pub(crate) fn reg_or_0(&mut self, mode: Mode, x: RtxId) -> RtxId {
        if self.f.rtx.is_int(x, 0) { x } else { self.force_reg(mode, x) }
    }

    // ---- insns ------------------------------------------------------------------------------------

    /// Appends an insn.
    pub fn emit(&mut self, kind: InsnKind, pattern: RtxId) -> InsnId {
        let id = self.f.make_insn(kind, pattern, self.loc);
        let last = self.f.last;
        self.f.link_after(id, last);
        id
    }

    /// What `build` emits stands at the function's start, after the notes there, instead of here. It may use the frame
    /// only, not what the function computes.
    pub fn at_start<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.f.last;
        let value = build(self);
        let mut at = if before.exists() { self.f.next(before) } else { InsnId::NIL };
        let mut anchor = InsnId::NIL;
        let mut first = self.f.first;
        while first.exists() && matches!(self.f.insn(first).kind, InsnKind::Note(_)) {
            anchor = first;
            first = self.f.next(first);
        }
        if first == at {
            return value;
        }
        while at.exists() {
            let next = self.f.next(at);
            self.f.unlink(at);
            self.f.link_after(at, anchor);
            anchor = at;
            at = next;
        }
        value
    }

    /// What `build` emits is taken out of the chain, to be put somewhere else.
    pub fn aside(&mut self, build: impl FnOnce(&mut Self)) -> Vec<InsnId> {
        let before = self.f.last;
        build(self);
        self.taken_after(before)
    }

    /// What stands after an insn is taken out of the chain.
    pub fn taken_after(&mut self, before: InsnId) -> Vec<InsnId> {
        let mut taken = Vec::new();
        while self.f.last != before {
            let last = self.f.last;
            self.f.unlink(last);
            taken.push(last);
        }
        taken.reverse();
        taken
    }

    /// Puts insns back at the end.
    pub fn bring_back(&mut self, insns: Vec<InsnId>) {
        for insn in insns {
            let last = self.f.last;
            self.f.link_after(insn, last);
        }
    }

    /// Appends `(set dst src)` as it stands. The caller knows the machine has such an insn.
    pub(crate) fn emit_set(&mut self, dst: RtxId, src: RtxId) -> InsnId {
        let pattern = self.f.rtx.gen_set(dst, src);
        self.emit(InsnKind::Insn, pattern)
    }

    /// Appends `(set (reg) (code a b))` into a new register of `mode`.
    pub(crate) fn emit_binary(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let target = self.target.take();
        let dst = self.result_reg(mode, target);
        let src = self.f.rtx.gen_binary(code, mode, a, b);
        self.emit_set(dst, src);
        dst
    }

    /// Appends `(set (reg) (code a))` into a new register of `mode`.
    pub(crate) fn emit_unary(&mut self, code: Code, mode: Mode, a: RtxId) -> RtxId {
        let target = self.target.take();
        let dst = self.result_reg(mode, target);
        let src = self.f.rtx.gen_unary(code, mode, a);
        self.emit_set(dst, src);
        dst
    }

    /// Appends `(use x)`.
    pub fn emit_use(&mut self, x: RtxId) {
        let pattern = self.f.rtx.gen_unary(Code::Use, Mode::VOID, x);
        self.emit(InsnKind::Insn, pattern);
    }

    /// Appends `(clobber x)`.
    pub fn emit_clobber(&mut self, x: RtxId) {
        let pattern = self.f.rtx.gen_unary(Code::Clobber, Mode::VOID, x);
        self.emit(InsnKind::Insn, pattern);
    }

    /// Records what the last insn's result equals.
    pub(crate) fn note_equal(&mut self, insn: InsnId, value: RtxId) {
        self.f.add_note(insn, RegNote::Equal(value));
    }

    // ---- memory -----------------------------------------------------------------------------------

    /// `(mem:MODE address)` with the mode's size and alignment, the address made legitimate.
    pub fn mem(&mut self, mode: Mode, address: RtxId) -> RtxId {
        self.mem_attrs(mode, address, MemAttrs::of_mode(mode), 0)
    }

    /// `(mem:MODE address)` with these attributes and [`flag`]s (`V` volatile, `U` read-only, `C` cannot trap).
    pub fn mem_attrs(&mut self, mode: Mode, address: RtxId, attrs: MemAttrs, flags: u16) -> RtxId {
        let mode = self.held(mode);
        let address = if mode == Mode::BLK {
            self.block_address(address)
        } else {
            self.legitimate_address(address)
        };
        let x = self.f.rtx.gen_mem(mode, address, attrs);
        self.f.rtx.add_flags(x, flags);
        x
    }

    /// An address for a `BLK` reference: anything to which offsets can be added cheaply.
    fn block_address(&mut self, address: RtxId) -> RtxId {
        match self.f.rtx.code(address) {
            Code::Reg | Code::Plus => address,
            _ => self.force_reg(self.word_mode(), address),
        }
    }

    /// `address` if loads and stores take it (register, or register plus 12 bits), its like otherwise.
    pub fn legitimate_address(&mut self, address: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let r = &self.f.rtx;
        match r.code(address) {
            Code::Reg => address,
            Code::Plus => {
                let (base, offset) = (r.op(address, 0), r.op(address, 1));
                match r.as_int(offset) {
                    Some(value) if r.code(base) == Code::Reg => {
                        if simm12(value) || self.is_virtual(base) {
                            return address;
                        }
                        self.split_offset(base, value)
                    }
                    Some(value) => {
                        let base = self.force_reg(word_mode, base);
                        self.plus_address(base, value)
                    }
                    None => {
                        let sum = self.binop(Code::Plus, word_mode, base, offset);
                        self.force_reg(word_mode, sum)
                    }
                }
            }
            Code::Const => {
                let sum = r.op(address, 0);
                let (base, offset) = (r.op(sum, 0), r.int_value(r.op(sum, 1)));
                let base = self.force_reg(word_mode, base);
                self.plus_address(base, offset)
            }
            _ => {
                let reg = self.copy_to_reg(word_mode, address);
                self.f.rtx.add_flags(reg, flag::F);
                reg
            }
        }
    }

    fn plus_address(&mut self, base: RtxId, offset: i64) -> RtxId {
        if offset == 0 {
            return base;
        }
        if !simm12(offset) {
            return self.split_offset(base, offset);
        }
        let offset = self.int(offset);
        self.f.rtx.gen_binary(Code::Plus, self.word_mode(), base, offset)
    }

    /// Base plus a large offset: the upper part into a register, the low twelve bits into the address.
    fn split_offset(&mut self, base: RtxId, offset: i64) -> RtxId {
        let low = (offset << 52) >> 52;
        let high = self.int(offset.wrapping_sub(low));
        let reg = self.binop(Code::Plus, self.word_mode(), base, high);
        self.f.rtx.add_flags(reg, flag::F);
        self.plus_address(reg, low)
    }

    /// Whether `x` is the register that locals are found from.
    pub fn is_frame_base(&self, x: RtxId) -> bool {
        self.f.rtx.as_reg(x) == Some(VIRTUAL_STACK_VARS)
    }

    pub(crate) fn is_virtual(&self, x: RtxId) -> bool {
        matches!(self.f.rtx.as_reg(x), Some(VIRTUAL_INCOMING_ARGS..=LAST_VIRTUAL))
    }

    /// `base + offset` without emitting anything where that can be: for addresses that go into a `mem`.
    pub fn plus_constant(&mut self, base: RtxId, offset: i64) -> RtxId {
        if offset == 0 {
            return base;
        }
        let word_mode = self.word_mode();
        // Addresses of 32 bits go round.
        let offset = word_mode.trunc_int(offset);
        let r = &mut self.f.rtx;
        match r.code(base) {
            Code::ConstInt => {
                let value = word_mode.trunc_int(r.int_value(base).wrapping_add(offset));
                r.const_int(value)
            }
            Code::Plus if r.code(r.op(base, 1)) == Code::ConstInt => {
                let (inner, value) =
                    (r.op(base, 0), r.int_value(r.op(base, 1)).wrapping_add(offset));
                self.plus_constant(inner, value)
            }
            Code::Const => {
                let sum = r.op(base, 0);
                let (inner, value) = (r.op(sum, 0), r.int_value(r.op(sum, 1)).wrapping_add(offset));
                self.plus_constant(inner, value)
            }
            code => {
                let value = r.const_int(offset);
                let sum = r.gen_binary(Code::Plus, word_mode, base, value);
                if matches!(code, Code::SymbolRef | Code::LabelRef) {
                    r.gen_unary(Code::Const, word_mode, sum)
                } else {
                    sum
                }
            }
        }
    }

    /// The part of `mem` at `offset` bytes, as `mode`.
    pub fn adjust_address(&mut self, mem: RtxId, mode: Mode, offset: i64) -> RtxId {
        let mode = self.held(mode);
        let mut attrs = *self.f.rtx.mem_attrs(mem);
        let old = self.mode_of(mem);
        if old == mode && offset == 0 {
            return mem;
        }
        attrs.offset = attrs.offset.map(|o| o + offset);
        attrs.size = if mode == Mode::BLK {
            attrs.size.map(|s| s.saturating_sub(offset.max(0) as u64))
        } else {
            Some(mode.size() as u64)
        };
        if offset != 0 {
            let step = 8 << offset.trailing_zeros().min(20);
            attrs.align = attrs.align.min(step);
        }
        let address = self.f.rtx.op(mem, 0);
        let address = self.plus_constant(address, offset);
        let flags = self.f.rtx.flags(mem);
        self.mem_attrs(mode, address, attrs, flags)
    }

    /// A place of `size` bytes in the frame, aligned to `align` bytes, as a `BLK` reference.
    pub fn stack_local(&mut self, size: u64, align: u32, name: &str) -> RtxId {
        let offset = match !self.laying_out {
            true => self.f.fit_stack_local(size, align),
            false => self.f.assign_stack_local(size, align),
        };
        self.frame_place(offset, size, align, name)
    }

    /// A place in the frame for what no later statement asks for: later ones get the same bytes.
    pub fn stack_temp(&mut self, size: u64, align: u32) -> RtxId {
        let align = align.max(self.word_mode().size());
        // A place much larger than what is asked for is left to who needs it.
        let fitting = self.free_places.range_mut(size..=2 * size).find_map(|(&room, places)| {
            let index = places.iter().rposition(|offset| offset % i64::from(align.min(16)) == 0)?;
            Some((places.swap_remove(index), room))
        });
        let (offset, room) =
            fitting.unwrap_or_else(|| (self.f.assign_stack_local(size, align), size));
        self.taken_places.push((offset, room));
        self.frame_place(offset, size, align, "")
    }

    /// A statement begins: what the one before kept in the frame is free again.
    pub fn free_temps(&mut self) {
        for (offset, room) in self.taken_places.drain(..) {
            self.free_places.entry(room).or_default().push(offset);
        }
    }

    fn frame_place(&mut self, offset: i64, size: u64, align: u32, name: &str) -> RtxId {
        let base = self.f.reg(VIRTUAL_STACK_VARS);
        let address = self.plus_constant(base, offset);
        let expr = if name.is_empty() { StrId::NONE } else { self.f.rtx.string(name) };
        let attrs = MemAttrs {
            expr,
            alias: 0,
            offset: Some(0),
            size: Some(size),
            align: align.max(1) * 8,
            base: 0,
        };
        let x = self.f.rtx.gen_mem(Mode::BLK, address, attrs);
        self.f.rtx.add_flags(x, flag::C);
        x
    }

    /// A register holding the address of `mem`.
    pub fn address_of(&mut self, mem: RtxId) -> RtxId {
        let address = self.f.rtx.op(mem, 0);
        match self.f.rtx.code(address) {
            Code::Reg if !self.is_virtual(address) => address,
            Code::Plus => {
                let (base, offset) = (self.f.rtx.op(address, 0), self.f.rtx.op(address, 1));
                self.binop(Code::Plus, self.word_mode(), base, offset)
            }
            _ => self.copy_to_reg(self.word_mode(), address),
        }
    }
}

/// The mode of the register that holds a variable of `mode`.
pub fn promoted_mode(mode: Mode, word: Mode) -> Mode {
    if mode.is_int() && mode.size() < word.size() { word } else { mode }
}

impl RtlFunction {
    /// Reserves `size` bytes of frame aligned to `align` bytes; the answer is the (negative) offset from the top of
    /// the locals. Alignment beyond the stack's is the caller's matter (over-allocate and round).
    pub fn assign_stack_local(&mut self, size: u64, align: u32) -> i64 {
        let align = align.clamp(1, 16) as i64;
        self.frame.max_align = self.frame.max_align.max(align as u32);
        self.frame.locals = (self.frame.locals + size as i64 + align - 1) & -align;
        -self.frame.locals
    }

    /// As [`Self::assign_stack_local`], in a gap if there is one that is large enough; what alignment leaves is a gap.
    pub fn fit_stack_local(&mut self, size: u64, align: u32) -> i64 {
        let (size, unit) = (size as i64, align.clamp(1, 16) as i64);
        let fits = |&(start, end): &(i64, i64)| (end - size) & -unit >= start;
        if let Some(index) = self.frame.holes.iter().rposition(fits) {
            let (start, end) = self.frame.holes.remove(index);
            let offset = (end - size) & -unit;
            self.add_hole(start, offset);
            self.add_hole(offset + size, end);
            return offset;
        }
        let top = -self.frame.locals;
        let offset = self.assign_stack_local(size as u64, align);
        self.add_hole(offset + size, top);
        offset
    }

    fn add_hole(&mut self, start: i64, end: i64) {
        if start < end {
            self.frame.holes.push((start, end));
        }
    }
}
