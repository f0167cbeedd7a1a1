//! Copies: anything to anything of one mode.

use super::Emitter;
use crate::machine::target::constants::{build_integer, integer_cost, simm12};
use crate::rtl::code::Code;
use crate::rtl::function::FIRST_PSEUDO;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag, symbol_flag};

impl Emitter<'_> {
    /// Copies `src` to `dst` (register, subreg or memory), both of `dst`'s mode.
    pub fn emit_move(&mut self, dst: RtxId, src: RtxId) {
        let mode = self.mode_of(dst);
        if dst == src {
            return;
        }
        if mode == Mode::BLK {
            let size =
                self.f.rtx.mem_attrs(dst).size.or(self.f.rtx.mem_attrs(src).size).unwrap_or(0);
            return self.block_move(dst, src, size as i64);
        }
        if self.f.rtx.is_multiword(mode) {
            return self.move_words(dst, src, mode);
        }
        if self.is_mem(src) && mode.is_narrower_int(self.word_mode()) {
            return self.load_narrow(dst, src, mode);
        }
        if self.is_mem(dst) {
            let src = self.store_operand(mode, src);
            self.emit_set(dst, src);
            return;
        }
        match self.f.rtx.code(src) {
            Code::ConstInt => self.move_integer(dst, src, mode),
            Code::ConstDouble => self.move_double(dst, src, mode),
            Code::Const => self.move_symbol_plus(dst, src),
            Code::Plus => self.move_sum(dst, src),
            _ => {
                self.emit_set(dst, src);
            }
        }
    }

    /// What a store of `mode` takes: a register that stays one, or zero.
    fn store_operand(&mut self, mode: Mode, src: RtxId) -> RtxId {
        if self.f.rtx.is_int(src, 0) {
            return src;
        }
        let is_zero = self.f.rtx.code(src) == Code::ConstDouble && self.f.rtx.double_bits(src) == 0;
        // No insn stores two words of zeros.
        if is_zero && mode.size() <= self.word_mode().size() {
            return src;
        }
        self.word_to_store(mode, src)
    }

    fn move_integer(&mut self, dst: RtxId, src: RtxId, mode: Mode) {
        let word_mode = self.word_mode();
        let value = mode.trunc_int(self.f.rtx.int_value(src));
        let src = self.int(value);
        let extensions = self.f.rtx.extensions;
        let narrow = matches!(mode, Mode::HI | Mode::SI);
        if mode.is_float() || integer_cost(value, extensions) == 1 || mode != word_mode && !narrow {
            self.emit_set(dst, src);
            return;
        }
        if mode == Mode::HI {
            // No insn adds halves of half a word: the number is made in a whole register.
            let wide = self.copy_to_reg(word_mode, src);
            let low = self.lowpart(mode, wide);
            self.emit_set(dst, low);
            return;
        }
        let steps = build_integer(value, extensions);
        if steps.len() >= super::optabs::POOLED {
            let mem = self.pool_mem(word_mode, value as u64 as u128);
            let insn = self.emit_set(dst, mem);
            self.note_equal(insn, src);
            return;
        }
        let first = self.int(steps[0].value);
        let mut acc = self.new_reg(mode);
        self.emit_set(acc, first);
        for (i, step) in steps[1..].iter().enumerate() {
            let operand = self.int(step.value);
            let next = if i + 2 == steps.len() { dst } else { self.new_reg(mode) };
            let sum = self.f.rtx.gen_binary(step.code, mode, acc, operand);
            let insn = self.emit_set(next, sum);
            if next == dst {
                self.note_equal(insn, src);
            }
            acc = next;
        }
    }

    fn move_double(&mut self, dst: RtxId, src: RtxId, mode: Mode) {
        let bits = self.f.rtx.double_bits(src);
        if bits == 0 {
            self.emit_set(dst, src);
            return;
        }
        let mem = self.pool_mem(mode, bits);
        let insn = self.emit_set(dst, mem);
        self.note_equal(insn, src);
    }

    /// The flags of a symbol in the constant pool: section anchors may lead to it.
    pub fn pool_flags(&self) -> u32 {
        let block = if self.f.optimize > 0 { symbol_flag::HAS_BLOCK } else { 0 };
        symbol_flag::LOCAL | block
    }

    /// The symbol of a section's anchor.
    pub fn anchor(&mut self, label: u32) -> RtxId {
        let flags = self.pool_flags() | symbol_flag::ANCHOR;
        self.symbol(&format!("*.LANCHOR{label}"), flags, "", false)
    }

    /// A constant in memory, its address in a register.
    pub(super) fn pooled(&mut self, mode: Mode, constant: RtxId) -> RtxId {
        let mem = self.pooled_float(mode, constant);
        let address = self.f.rtx.op(mem, 0);
        let address = self.copy_to_reg(self.word_mode(), address);
        self.f.rtx.replace_address(mem, address)
    }

    /// The place in the constant pool of a number that is no integer.
    pub(super) fn pooled_float(&mut self, mode: Mode, constant: RtxId) -> RtxId {
        let bits = self.f.rtx.double_bits(constant);
        self.pool_mem(mode, bits)
    }

    /// The place in the constant pool of a number of a word; none for one that insns make.
    pub(super) fn pooled_number(&mut self, mode: Mode, constant: RtxId) -> Option<RtxId> {
        let value = self.f.rtx.as_int(constant).filter(|_| mode == self.word_mode())?;
        let steps = integer_cost(value, self.f.rtx.extensions);
        (steps >= super::optabs::POOLED).then(|| self.pool_mem(mode, value as u64 as u128))
    }

    /// A reference to the constant pool's entry with these bits.
    fn pool_mem(&mut self, mode: Mode, bits: u128) -> RtxId {
        let label = self.unit.pool_constant(mode, bits);
        let symbol = self.symbol(&format!("*.LC{label}"), self.pool_flags(), "", false);
        self.f.rtx.add_flags(symbol, flag::U);
        self.mem_attrs(mode, symbol, MemAttrs::of_mode(mode), flag::U | flag::C)
    }

    /// `dst = symbol + offset`: one `lla` where the symbol binds locally, an addition otherwise.
    fn move_symbol_plus(&mut self, dst: RtxId, src: RtxId) {
        let sum = self.f.rtx.op(src, 0);
        let (base, offset) = (self.f.rtx.op(sum, 0), self.f.rtx.op(sum, 1));
        let local = self.f.rtx.code(base) == Code::LabelRef || {
            let info = self.f.rtx.symbol_info(self.f.rtx.symbol_of(base));
            info.flags & symbol_flag::LOCAL != 0 && !info.weak
        };
        let value = self.f.rtx.int_value(offset);
        if local && (-(1 << 20)..1 << 20).contains(&value) {
            self.emit_set(dst, src);
            return;
        }
        let reg = self.copy_to_reg(self.word_mode(), base);
        let sum = self.binop(Code::Plus, self.word_mode(), reg, offset);
        self.emit_set(dst, sum);
    }

    /// `dst = base + offset`, where the offset may be more than one addition takes.
    fn move_sum(&mut self, dst: RtxId, src: RtxId) {
        let word_mode = self.word_mode();
        let (base, offset) = (self.f.rtx.op(src, 0), self.f.rtx.op(src, 1));
        let near = self.f.rtx.as_int(offset).is_some_and(|v| simm12(v) || self.is_virtual(base));
        let src = if near && self.is_reg(base) {
            src
        } else if near {
            let base = self.force_reg(word_mode, base);
            self.f.rtx.gen_binary(Code::Plus, word_mode, base, offset)
        } else {
            self.binop(Code::Plus, word_mode, base, offset)
        };
        self.emit_set(dst, src);
    }

    /// Copies a value of several words, in the order that does not overwrite what is still to be read.
    fn move_words(&mut self, dst: RtxId, src: RtxId, mode: Mode) {
        let count = mode.size() / self.word_mode().size();
        let mut copies: Vec<(RtxId, RtxId)> = (0..count)
            .map(|index| (self.word(dst, mode, index), self.word(src, mode, index)))
            .collect();
        let (first, second) = (copies[0].0, copies[1].1);
        let overlaps = match (self.f.rtx.as_reg(first), self.f.rtx.as_reg(second)) {
            (Some(a), Some(b)) => a == b,
            _ => {
                self.is_mem(src)
                    && self.f.rtx.as_reg(first).is_some_and(|r| self.mentions_reg(second, r))
            }
        };
        if overlaps {
            copies.reverse();
        }
        let before = self.f.last;
        for (to, from) in copies {
            self.emit_move(to, from);
        }
        let is_pseudo = self.f.rtx.code(dst) == Code::Reg && self.f.rtx.regno(dst) >= FIRST_PSEUDO;
        if is_pseudo && before.exists() {
            let first = self.f.next(before);
            self.move_into_pair(dst, first);
        }
    }

    fn mentions_reg(&self, x: RtxId, regno: u32) -> bool {
        let mut found = false;
        self.f.rtx.walk(x, &mut |x| {
            found |= self.f.rtx.as_reg(x) == Some(regno);
            true
        });
        found
    }

    /// Word `index` of a value of several words.
    pub fn word(&mut self, x: RtxId, mode: Mode, index: u32) -> RtxId {
        debug_assert!(self.f.rtx.is_multiword(mode));
        let word_mode = self.word_mode();
        let offset = word_mode.size() * index;
        let r = &mut self.f.rtx;
        match r.code(x) {
            Code::ConstInt => {
                let value = r.int_value(x) >> (8 * offset).min(63);
                self.int(word_mode.trunc_int(value))
            }
            Code::ConstDouble => {
                let bits = r.double_bits(x);
                self.int(word_mode.trunc_int((bits >> (8 * offset)) as u64 as i64))
            }
            Code::Mem => self.adjust_address(x, word_mode, i64::from(offset)),
            Code::Reg if r.regno(x) < FIRST_PSEUDO => {
                let regno = r.regno(x) + index;
                let word = r.gen_reg(word_mode, regno);
                if index > 0 {
                    let unnamed = r.string("");
                    r.name_reg_node(word, unnamed, offset as i32);
                }
                word
            }
            _ => r.gen_raw_subreg(word_mode, x, offset),
        }
    }

    /// The low part of an integer value, as the narrower (or, with undefined upper bits, wider) `mode`.
    pub fn lowpart(&mut self, mode: Mode, x: RtxId) -> RtxId {
        let old = self.mode_of(x);
        if old == mode {
            return x;
        }
        let r = &mut self.f.rtx;
        match r.code(x) {
            Code::ConstInt => {
                let value = r.int_value(x);
                self.int(mode.trunc_int(value))
            }
            Code::ConstDouble if old == Mode::TI => {
                let value = r.double_bits(x) as u64 as i64;
                self.int(mode.trunc_int(value))
            }
            Code::Mem if mode.size() < old.size() => self.adjust_address(x, mode, 0),
            Code::Reg if r.regno(x) < 64 => {
                let regno = r.regno(x);
                r.gen_reg(mode, regno)
            }
            Code::Reg => r.gen_raw_subreg(mode, x, 0),
            Code::Subreg => {
                let (inner, byte) = (r.op(x, 0), r.subreg_byte(x));
                if byte == 0 && r.mode(inner) == mode {
                    return inner;
                }
                r.gen_raw_subreg(mode, inner, byte)
            }
            _ => {
                let reg = self.copy_to_reg(old, x);
                self.lowpart(mode, reg)
            }
        }
    }

    /// The same bits as a value of `mode`, of equal size (unions, `VIEW_CONVERT_EXPR`).
    pub fn bitcast(&mut self, x: RtxId, from: Mode, mode: Mode) -> RtxId {
        let (from, mode) = (self.held(from), self.held(mode));
        if from == mode {
            return x;
        }
        debug_assert_eq!(from.size(), mode.size());
        if self.is_mem(x) {
            return self.adjust_address(x, mode, 0);
        }
        if let Some(value) = self.f.rtx.as_int(x) {
            return if mode.is_float() {
                let bits = if mode == Mode::TF {
                    value as i128 as u128
                } else {
                    value as u64 as u128 & mode.mask() as u128
                };
                self.float_const(mode, bits)
            } else {
                x
            };
        }
        if self.f.rtx.code(x) == Code::ConstDouble {
            let bits = self.f.rtx.double_bits(x);
            return if mode.is_float() {
                self.float_const(mode, bits)
            } else {
                let value = if from == Mode::SF {
                    bits as u32 as i32 as i128
                } else if from == Mode::DF {
                    bits as u64 as i64 as i128
                } else {
                    bits as i128
                };
                self.wide_int(mode, value)
            };
        }
        if self.is_wide_float(from) || self.is_wide_float(mode) {
            return self.through_memory(x, from, mode);
        }
        let dst = self.new_reg(mode);
        if self.f.rtx.is_multiword(mode) {
            for i in 0..2 {
                let (d, s) = (self.word(dst, mode, i), self.word(x, from, i));
                self.emit_move(d, s);
            }
            return dst;
        }
        let src = self.force_mode_reg(from, x);
        let cast = self.f.rtx.gen_raw_subreg(mode, src, 0);
        self.emit_set(dst, cast);
        dst
    }

    /// Whether a mode's values are in floating-point registers that have more bits than a word.
    pub(super) fn is_wide_float(&self, mode: Mode) -> bool {
        mode == Mode::DF && !self.is_soft(mode) && mode.size() > self.word_mode().size()
    }

    /// The same bits as a value of another mode, where no insn copies them from register to register.
    fn through_memory(&mut self, x: RtxId, from: Mode, to: Mode) -> RtxId {
        let place = self.stack_temp(u64::from(from.size()), from.align());
        let written = self.adjust_address(place, from, 0);
        self.emit_move(written, x);
        let read = self.adjust_address(place, to, 0);
        self.copy_to_reg(to, read)
    }

    /// A pseudo of exactly `mode` holding `x`.
    pub(crate) fn force_mode_reg(&mut self, mode: Mode, x: RtxId) -> RtxId {
        let mode = self.held(mode);
        if self.f.rtx.code(x) == Code::Reg && self.mode_of(x) == mode {
            return x;
        }
        let reg = self.new_reg(mode);
        self.emit_move(reg, x);
        reg
    }
}
