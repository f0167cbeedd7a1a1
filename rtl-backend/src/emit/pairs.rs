//! Values of two registers, and structures in registers, as GCC's `expand` moves them.
//!
//! ```text
//! x = f ();   =>   (call_insn (set (reg:TI 10 a0) (call f)))            of a structure of two words
//!                  (clobber (reg:TI 72))
//!                  (set (subreg:DI (reg:TI 72) 0) (reg:DI 10 a0))
//!                  (set (subreg:DI (reg:TI 72) 8) (reg:DI 11 a1 [+8 ]))
//!                  (set (mem:DI x) (subreg:DI (reg:TI 72) 0)) …
//! return x;   =>   (set (reg:DI 76) (const_int 0)), then piece by piece, as large as the type's alignment allows, into the
//!                  words, and the words into `<retval>`
//! ```

use super::Emitter;
use crate::machine::target::GP_RETURN;
use crate::machine::target::abi::{AbiType, ArgLocation, Place};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, flag};

impl Emitter<'_> {
    /// The mode of a structure's value in one or two general registers; nothing for other values.
    pub fn structure_mode(&self, ty: &AbiType) -> Option<Mode> {
        let location = self.return_location(ty);
        let is_general = self.is_in_general_registers(&location);
        let (true, true) = (ty.is_aggregate(), is_general) else { return None };
        Some(match ty.size() {
            1 => Mode::QI,
            2 => Mode::HI,
            3..=4 => Mode::SI,
            5..=8 => Mode::DI,
            _ => Mode::TI,
        })
    }

    /// Whether a value is in one general register, or in two that follow each other.
    pub(super) fn is_in_general_registers(&self, location: &ArgLocation) -> bool {
        let in_general = |piece: &crate::machine::target::abi::Piece| {
            matches!(piece.place, Place::Reg(_)) && !piece.mode.is_float()
        };
        !location.by_reference
            && matches!(location.pieces.len(), 1 | 2)
            && location.pieces.iter().all(in_general)
    }

    /// Copies a value of two words into a pseudo-register, of which nothing else is left.
    pub(super) fn move_into_pair(&mut self, dst: RtxId, first: InsnId) {
        let pattern = self.f.rtx.gen_unary(Code::Clobber, Mode::VOID, dst);
        let loc = self.f.insn(first).loc;
        let clobber = self.f.make_insn(InsnKind::Insn, pattern, loc);
        self.f.link_before(clobber, first);
    }

    /// Takes a structure's value out of its two registers.
    pub(super) fn receive_structure(&mut self, mode: Mode) -> RtxId {
        let hard = self.f.rtx.gen_reg(mode, GP_RETURN);
        let value = self.new_reg(mode);
        self.emit_move(value, hard);
        value
    }

    /// Stores a structure that is held in a register or a pair: at once, or in pieces of at most `align` bits.
    pub fn store_structure(&mut self, mem: RtxId, value: RtxId, size: i64, align: u32) {
        let word_mode = self.word_mode();
        let mode = self.mode_of(value);
        let at_once = size == i64::from(mode.size()) && mode != self.pair_mode();
        if at_once && self.f.rtx.mem_attrs(mem).align >= mode.bits() {
            let to = self.adjust_address(mem, mode, 0);
            self.emit_set(to, value);
            return;
        }
        let (value, mode) = match mode {
            mode if mode.is_narrower_int(word_mode) => {
                (self.emit_unary(Code::SignExtend, word_mode, value), word_mode)
            }
            _ => (value, mode),
        };
        let size_of_word = i64::from(self.word_mode().size());
        let unit = i64::from(align / 8).clamp(1, size_of_word);
        let mut offset = 0;
        while offset < size {
            let mut step = unit;
            while offset + step > size {
                step /= 2;
            }
            let Some(piece) = Mode::int_of_size(step as u64) else { return };
            let within = offset % size_of_word;
            let start = (offset - within) as u32;
            let part = if within == 0 {
                self.f.rtx.gen_raw_subreg(piece, value, start)
            } else {
                let whole = match mode {
                    mode if mode == word_mode => value,
                    _ => self.f.rtx.gen_raw_subreg(word_mode, value, start),
                };
                let count = self.int(8 * within);
                let shifted = self.emit_binary(Code::Lshiftrt, word_mode, whole, count);
                let low = self.lowpart(piece, shifted);
                match piece {
                    Mode::QI | Mode::HI if within + step < size_of_word => {
                        let all = self.int(-1);
                        let low = self.copy_to_reg(piece, low);
                        let wide = self.lowpart(word_mode, low);
                        let cut = self.masked(wide, all);
                        self.lowpart(piece, cut)
                    }
                    _ => low,
                }
            };
            let to = self.adjust_address(mem, piece, offset);
            self.emit_set(to, part);
            offset += step;
        }
    }

    /// A structure in memory as the register or pair that it is returned in.
    pub fn load_structure(&mut self, mem: RtxId, size: i64, align: u32, mode: Mode) -> RtxId {
        let words = self.load_words(mem, size, align);
        self.lowpart(mode, words)
    }

    /// A structure in memory as words: one, or a pair.
    fn load_words(&mut self, mem: RtxId, size: i64, align: u32) -> RtxId {
        let word_mode = self.word_mode();
        let size_of_word = i64::from(self.word_mode().size());
        let unit = i64::from(align / 8).clamp(1, size_of_word);
        let mut words = Vec::with_capacity(2);
        let mut offset = 0;
        while offset < size {
            if offset % size_of_word == 0 {
                let word = self.new_reg(word_mode);
                let zero = self.int(0);
                self.emit_set(word, zero);
                words.push(word);
            }
            let mut step = unit;
            while offset + step > size {
                step /= 2;
            }
            let Some(piece) = Mode::int_of_size(step as u64) else { break };
            let from = self.adjust_address(mem, piece, offset);
            let word = words[words.len() - 1];
            self.insert_piece(word, from, 8 * (offset % size_of_word));
            offset += step;
        }
        match words[..] {
            [word] => self.copy_to_reg(word_mode, word),
            _ => {
                let pair = self.new_reg(self.pair_mode());
                for (index, &word) in words.iter().enumerate() {
                    let part =
                        self.f.rtx.gen_raw_subreg(word_mode, pair, word_mode.size() * index as u32);
                    self.emit_set(part, word);
                }
                pair
            }
        }
    }

    /// Puts a piece from memory into a word, at a bit position.
    fn insert_piece(&mut self, word: RtxId, from: RtxId, position: i64) {
        let word_mode = self.word_mode();
        let piece = self.mode_of(from);
        if piece == word_mode {
            self.emit_set(word, from);
            return;
        }
        let bits = i64::from(piece.bits());
        let extended = self.emit_unary(Code::ZeroExtend, word_mode, from);
        let mask = (1i64 << bits) - 1;
        let placed = if position + bits == i64::from(self.word_bits()) {
            let count = self.int(position);
            self.emit_binary(Code::Ashift, word_mode, extended, count)
        } else {
            let mask = self.int(mask);
            let cut = self.masked(extended, mask);
            if position == 0 {
                cut
            } else {
                let count = self.int(position);
                self.emit_binary(Code::Ashift, word_mode, cut, count)
            }
        };
        let others = self.int(word_mode.trunc_int(!(mask << position)));
        let kept = self.masked(word, others);
        let whole = self.emit_binary(Code::Ior, word_mode, kept, placed);
        self.emit_set(word, whole);
    }

    /// `x & mask`, the mask in a register where no instruction takes it.
    fn masked(&mut self, x: RtxId, mask: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let result = self.new_reg(word_mode);
        let mask = self.arith_operand(word_mode, mask);
        let value = self.f.rtx.gen_binary(Code::And, word_mode, x, mask);
        self.emit_set(result, value);
        result
    }

    /// Ends a function whose value is in two registers.
    pub(super) fn return_pair(&mut self, ty: &AbiType, mode: Mode, value: RtxId) {
        let hard = self.f.rtx.gen_reg(mode, GP_RETURN);
        self.emit_move(hard, value);
        self.clobber_forgotten(ty);
        self.f.rtx.add_flags(hard, flag::I);
        self.f.return_regs.extend([GP_RETURN, GP_RETURN + 1]);
        self.emit_use(hard);
    }
}
