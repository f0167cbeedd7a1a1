//! Block moves and clears.

use super::call::scalar_type;
use super::optabs::POOLED;
use super::{CallArg, CallSpec, Emitter};
use crate::machine::target::constants::integer_cost;
use crate::rtl::code::Code;
use crate::rtl::function::InsnId;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, symbol_flag};
use gimple::builtins::Builtin;

/// Most loads and stores a block operation is opened up into.
const MAX_PIECES: i64 = 16;

/// The same without optimisation, and how many are copied one after the other at any level; more are all loaded first.
const MOST_PIECES: i64 = 12;
const FEW_PIECES: i64 = 3;

/// Pieces that are compared one by one.
const MAX_COMPARED: i64 = 4;

impl Emitter<'_> {
    /// Copies `size` bytes between `BLK` references that do not overlap (or are the same).
    pub fn block_move(&mut self, dst: RtxId, src: RtxId, size: i64) {
        if size <= 0 {
            return;
        }
        let align = self.f.rtx.mem_attrs(dst).align.min(self.f.rtx.mem_attrs(src).align);
        let most = if self.f.optimize == 0 { MOST_PIECES } else { MAX_PIECES };
        if self.piece_count(size, align) > most {
            let count = self.int(size);
            return self.block_move_call(dst, src, count);
        }
        let (dst, src) =
            (self.block_of_fixed_address(dst, size), self.block_of_fixed_address(src, size));
        self.move_pieces(dst, src, size, align);
    }

    /// Copies piece by piece, or loads all of the widest before the first is stored.
    fn move_pieces(&mut self, dst: RtxId, src: RtxId, size: i64, align: u32) {
        let few = self.piece_count(size, align) <= FEW_PIECES;
        let mut widest = None;
        let (mut loaded, mut rest) = (Vec::new(), Vec::new());
        for (offset, mode) in pieces(size, align, self.word_mode()) {
            if few || *widest.get_or_insert(mode) != mode {
                rest.push((offset, mode));
            } else {
                let from = self.adjust_address(src, mode, offset);
                loaded.push((offset, mode, self.copy_to_reg(mode, from)));
            }
        }
        for (offset, mode, value) in loaded {
            let to = self.adjust_address(dst, mode, offset);
            self.emit_move(to, value);
        }
        for (offset, mode) in rest {
            let from = self.adjust_address(src, mode, offset);
            let to = self.adjust_address(dst, mode, offset);
            self.emit_move(to, from);
        }
    }

    /// Whether so many bytes are copied piece by piece.
    pub fn moves_by_pieces(&self, dst: RtxId, src: RtxId, size: i64) -> bool {
        let align = self.f.rtx.mem_attrs(dst).align.min(self.f.rtx.mem_attrs(src).align);
        self.is_in_pieces(size, align)
    }

    /// The same of bytes of which the alignment is known.
    pub fn is_in_pieces(&self, size: i64, align: u32) -> bool {
        self.piece_count(size, align) <= MOST_PIECES
    }

    /// Calls the function that copies memory. Addresses and size are in registers before the arguments are loaded.
    pub fn block_move_call(&mut self, dst: RtxId, src: RtxId, count: RtxId) {
        let word_mode = self.word_mode();
        let (to, from) = (self.f.rtx.op(dst, 0), self.f.rtx.op(src, 0));
        let to = self.copy_to_reg(word_mode, to);
        let from = self.copy_to_reg(word_mode, from);
        self.block_call(Builtin::Memcpy, to, (from, word_mode), count);
    }

    /// Calls the function that clears memory.
    pub fn block_clear_call(&mut self, dst: RtxId, count: RtxId) {
        let to = self.f.rtx.op(dst, 0);
        let to = self.copy_to_reg(self.word_mode(), to);
        let zero = self.int(0);
        self.block_call(Builtin::Memset, to, (zero, Mode::SI), count);
    }

    fn block_call(
        &mut self,
        builtin: Builtin,
        to: RtxId,
        (second, mode): (RtxId, Mode),
        count: RtxId,
    ) {
        let count = self.copy_to_reg(self.word_mode(), count);
        let insn = self.f.last;
        self.f.retain_notes(insn, |_| false);
        let flags = symbol_flag::FUNCTION | symbol_flag::EXTERNAL;
        let callee = self.symbol(builtin.name(), flags, "function_decl", false);
        let name = format!("__builtin_{}", builtin.name());
        let id = self.f.rtx.symbol_of(callee);
        self.f.rtx.set_declared_name(id, &name);
        let [word, second_type] = [self.word_mode(), mode].map(scalar_type);
        let args = [
            CallArg { value: to, ty: &word },
            CallArg { value: second, ty: &second_type },
            CallArg { value: count, ty: &word },
        ];
        let spec = CallSpec {
            name: &name,
            nothrow: true,
            returns_first: true,
            ..CallSpec::new(callee, &args, args.len(), &word)
        };
        self.call(&spec);
    }

    /// Stores bytes as numbers; `false`, and nothing is done, where they are many, or one takes too many instructions.
    pub fn store_literal(&mut self, dst: RtxId, bytes: &[u8]) -> bool {
        let size = bytes.len() as i64;
        let align = self.f.rtx.mem_attrs(dst).align;
        if self.piece_count(size, align) > MOST_PIECES {
            return false;
        }
        let number = |offset: i64, mode: Mode| {
            let range = offset as usize..offset as usize + mode.size() as usize;
            let number =
                bytes[range].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
            mode.trunc_int(number as i64)
        };
        let extensions = self.f.rtx.extensions;
        let cost = |offset, mode| integer_cost(number(offset, mode), extensions);
        if pieces(size, align, self.word_mode()).any(|(offset, mode)| cost(offset, mode) >= POOLED)
        {
            return false;
        }
        let dst = self.block_of_fixed_address(dst, size);
        for (offset, mode) in pieces(size, align, self.word_mode()) {
            let to = self.adjust_address(dst, mode, offset);
            let value = self.int(number(offset, mode));
            self.emit_move(to, value);
        }
        true
    }

    /// Branches to a label unless `size` bytes of two `BLK` references are the same; of the second, the bytes themselves may be
    /// known. `false`, and nothing is done, where a function had better be called.
    pub fn block_differs(
        &mut self,
        (a, b): (RtxId, Result<RtxId, &[u8]>),
        size: i64,
        label: InsnId,
    ) -> bool {
        let align = |this: &Self, mem| this.f.rtx.mem_attrs(mem).align;
        let common = b.map_or(align(self, a), |b| align(self, a).min(align(self, b)));
        if size <= 0 || self.piece_count(size, common) > MAX_COMPARED {
            return false;
        }
        let a = self.block_of_fixed_address(a, size);
        let b = b.map(|b| self.block_of_fixed_address(b, size));
        for (offset, mode) in pieces(size, common, self.word_mode()) {
            let left = self.adjust_address(a, mode, offset);
            let left = self.copy_to_reg(mode, left);
            let right = match b {
                Ok(b) => {
                    let right = self.adjust_address(b, mode, offset);
                    self.copy_to_reg(mode, right)
                }
                Err(bytes) => {
                    let range = offset as usize..offset as usize + mode.size() as usize;
                    let number = bytes[range].iter().rev();
                    let number = number.fold(0i64, |number, &byte| number << 8 | i64::from(byte));
                    // As a register holds it.
                    let unused = 64 - 8 * mode.size();
                    self.int(number << unused >> unused)
                }
            };
            self.branch(Code::Ne, mode, left, right, label, None);
        }
        true
    }

    /// Sets `size` bytes of a `BLK` reference to zero.
    pub fn block_clear(&mut self, dst: RtxId, size: i64) {
        if size <= 0 {
            return;
        }
        let align = self.f.rtx.mem_attrs(dst).align;
        if self.piece_count(size, align) > MAX_PIECES {
            let count = self.int(size);
            return self.block_clear_call(dst, count);
        }
        let dst = self.block_of_fixed_address(dst, size);
        let zero = self.int(0);
        for (offset, mode) in pieces(size, align, self.word_mode()) {
            let to = self.adjust_address(dst, mode, offset);
            self.emit_set(to, zero);
        }
    }

    /// The reference with an address that every offset up to `size` can be added to without an insn.
    fn block_of_fixed_address(&mut self, mem: RtxId, size: i64) -> RtxId {
        let address = self.f.rtx.op(mem, 0);
        let last = self.plus_constant(address, size - 1);
        let fits = match self.f.rtx.code(last) {
            crate::rtl::code::Code::Plus => {
                let (base, offset) = (self.f.rtx.op(last, 0), self.f.rtx.op(last, 1));
                self.is_reg(base)
                    && self.f.rtx.as_int(offset).is_some_and(|v| self.is_virtual(base) || v < 2048)
            }
            _ => true,
        };
        if fits {
            return mem;
        }
        let address = self.address_of(mem);
        self.f.rtx.replace_address(mem, address)
    }

    fn piece_count(&self, size: i64, align: u32) -> i64 {
        let unit = unit_size(align, self.word_mode());
        size / unit + (size % unit).count_ones() as i64
    }
}

/// Bytes of the widest access alignment allows.
fn unit_size(align: u32, word: Mode) -> i64 {
    (align as i64 / 8).clamp(1, word.size().into())
}

/// Offsets and modes that cover `size` bytes with aligned accesses.
fn pieces(size: i64, align: u32, word: Mode) -> impl Iterator<Item = (i64, Mode)> {
    let mut unit = unit_size(align, word);
    let mut offset = 0;
    std::iter::from_fn(move || {
        if offset >= size {
            return None;
        }
        while offset + unit > size {
            unit /= 2;
        }
        let at = offset;
        offset += unit;
        Some((at, Mode::int_of_size(unit as u64)?))
    })
}
