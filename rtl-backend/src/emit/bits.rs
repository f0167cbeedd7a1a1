//! Bit-fields, and pieces of memory no single access reaches.

use super::Emitter;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, flag};

impl Emitter<'_> {
    /// `size` bits at bit `pos` of the memory `mem`, as a value of integer mode `out`. At most 64 bits unless `out` is
    /// `TI`.
    pub fn extract_bits(
        &mut self,
        mem: RtxId,
        pos: u64,
        size: u64,
        unsigned: bool,
        out: Mode,
    ) -> RtxId {
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        let word = u64::from(self.word_bits());
        if size > word {
            let low = self.extract_bits(mem, pos, word, true, word_mode);
            let high = self.extract_bits(mem, pos + word, size - word, unsigned, word_mode);
            let pair = self.concat(pair_mode, low, high);
            return self.convert(pair, pair_mode, out, unsigned);
        }
        let word = if let Some((mode, byte, shift)) = self.bit_unit(mem, pos, size) {
            let unit = self.adjust_address(mem, mode, byte);
            let whole = self.convert(unit, mode, word_mode, unsigned);
            let whole = self.force_reg(word_mode, whole);
            if size == mode.bits() as u64 {
                whole
            } else {
                self.extract_from_word(whole, shift, size, unsigned)
            }
        } else {
            self.gather_bits(mem, pos, size, unsigned)
        };
        if out == word_mode {
            return word;
        }
        if out == pair_mode {
            return self.convert(word, word_mode, pair_mode, unsigned);
        }
        if size < out.bits() as u64 || !unsigned && size == out.bits() as u64 {
            return self.promoted_subreg(word, out, unsigned && out != Mode::SI);
        }
        self.lowpart(out, word)
    }

    /// `size` bits at bit `shift` of a word held in a register, extended to a word.
    pub fn extract_from_word(
        &mut self,
        word: RtxId,
        shift: u64,
        size: u64,
        unsigned: bool,
    ) -> RtxId {
        let word_mode = self.word_mode();
        let word = self.force_reg(word_mode, word);
        let bits = u64::from(self.word_bits());
        if shift == 0 && size == bits {
            return word;
        }
        if unsigned && size < 12 {
            let down = self.int(shift as i64);
            let low = self.binop(Code::Lshiftrt, word_mode, word, down);
            let mask = self.int((1 << size) - 1);
            return self.binop(Code::And, word_mode, low, mask);
        }
        let up = self.int((bits - size - shift) as i64);
        let top = self.binop(Code::Ashift, word_mode, word, up);
        let down = self.int((bits - size) as i64);
        self.binop(if unsigned { Code::Lshiftrt } else { Code::Ashiftrt }, word_mode, top, down)
    }

    /// The unit an access to these bits may use: its mode, byte offset, and the bits' position in it.
    fn bit_unit(&self, mem: RtxId, pos: u64, size: u64) -> Option<(Mode, i64, u64)> {
        if let Some(mode) = self.bit_mode {
            let start = pos / u64::from(mode.bits()) * u64::from(mode.bits());
            return Some((mode, (start / 8) as i64, pos - start));
        }
        let align = self.f.rtx.mem_attrs(mem).align as u64;
        let object = self.f.rtx.mem_attrs(mem).size;
        for mode in [Mode::QI, Mode::HI, Mode::SI, self.word_mode()] {
            let bits = mode.bits() as u64;
            if mode.size() > self.word_mode().size() {
                break;
            }
            let start = pos / bits * bits;
            let inside = object.is_none_or(|o| (start + bits) / 8 <= o);
            if pos + size <= start + bits && align >= bits && inside {
                return Some((mode, (start / 8) as i64, pos - start));
            }
        }
        None
    }

    /// Collects bits that straddle every unit byte by byte.
    fn gather_bits(&mut self, mem: RtxId, pos: u64, size: u64, unsigned: bool) -> RtxId {
        let word_mode = self.word_mode();
        let mut acc: Option<RtxId> = None;
        let mut done = 0;
        while done < size {
            let at = pos + done;
            let take = (8 - at % 8).min(size - done);
            let byte = self.adjust_address(mem, Mode::QI, (at / 8) as i64);
            let byte = self.convert(byte, Mode::QI, word_mode, true);
            let part =
                if take == 8 { byte } else { self.extract_from_word(byte, at % 8, take, true) };
            let up = self.int(done as i64);
            let part = self.binop(Code::Ashift, word_mode, part, up);
            acc = Some(match acc {
                Some(low) => self.binop(Code::Ior, word_mode, low, part),
                None => part,
            });
            done += take;
        }
        let word = acc.unwrap_or_else(|| self.f.rtx.const_int(0));
        if unsigned { word } else { self.extract_from_word(word, 0, size, false) }
    }

    /// Stores the low `size` bits of `value` (of integer mode `mode`) at bit `pos` of the memory `mem`.
    pub fn store_bits(&mut self, mem: RtxId, pos: u64, size: u64, value: RtxId, mode: Mode) {
        let word_mode = self.word_mode();
        let word = u64::from(self.word_bits());
        if size > word {
            let (low, high) =
                (self.word(value, self.pair_mode(), 0), self.word(value, self.pair_mode(), 1));
            self.store_bits(mem, pos, word, low, word_mode);
            return self.store_bits(mem, pos + word, size - word, high, word_mode);
        }
        let value = self.low_word(value, mode);
        let Some((unit_mode, byte, shift)) = self.bit_unit(mem, pos, size) else {
            return self.scatter_bits(mem, pos, size, value);
        };
        let unit = self.adjust_address(mem, unit_mode, byte);
        if size == unit_mode.bits() as u64 {
            let part = self.lowpart(unit_mode, value);
            return self.emit_move(unit, part);
        }
        let old = self.convert(unit, unit_mode, word_mode, unit_mode != Mode::SI);
        let new = self.insert_into_word(old, shift, size, value);
        let part = self.lowpart(unit_mode, new);
        self.emit_move(unit, part);
    }

    /// `value` of any integer mode as a word with undefined upper bits.
    fn low_word(&mut self, value: RtxId, mode: Mode) -> RtxId {
        match mode {
            _ if mode == self.word_mode() => value,
            _ if self.f.rtx.is_multiword(mode) => self.word(value, mode, 0),
            _ if self.f.rtx.as_int(value).is_some() => value,
            _ => {
                let reg = self.force_reg(mode, value);
                self.lowpart(self.word_mode(), reg)
            }
        }
    }

    /// `word` with `size` bits at `shift` replaced by the low bits of `value`.
    pub fn insert_into_word(&mut self, word: RtxId, shift: u64, size: u64, value: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let field = if size == 64 { u64::MAX } else { (1u64 << size) - 1 };
        let hole = self.int(!(field << shift) as i64);
        let kept = self.binop(Code::And, word_mode, word, hole);
        let bits = match self.f.rtx.as_int(value) {
            Some(v) => self.int(((v as u64 & field) << shift) as i64),
            None => {
                let low = self.extract_from_word(value, 0, size, true);
                let up = self.int(shift as i64);
                self.binop(Code::Ashift, word_mode, low, up)
            }
        };
        self.binop(Code::Ior, word_mode, kept, bits)
    }

    fn scatter_bits(&mut self, mem: RtxId, pos: u64, size: u64, value: RtxId) {
        let word_mode = self.word_mode();
        let value = self.force_reg(word_mode, value);
        let mut done = 0;
        while done < size {
            let at = pos + done;
            let take = (8 - at % 8).min(size - done);
            let down = self.int(done as i64);
            let part = self.binop(Code::Lshiftrt, word_mode, value, down);
            let byte = self.adjust_address(mem, Mode::QI, (at / 8) as i64);
            if take == 8 {
                let low = self.lowpart(Mode::QI, part);
                self.emit_move(byte, low);
            } else {
                let old = self.convert(byte, Mode::QI, word_mode, true);
                let new = self.insert_into_word(old, at % 8, take, part);
                let low = self.lowpart(Mode::QI, new);
                self.emit_move(byte, low);
            }
            done += take;
        }
    }

    /// `size` bytes (at most eight) at `offset` of `mem` in the low part of a word, the rest undefined or zero,
    /// without touching a byte more.
    pub(crate) fn load_bytes(&mut self, mem: RtxId, offset: i64, size: u32) -> RtxId {
        let word_mode = self.word_mode();
        let mut acc: Option<RtxId> = None;
        for (at, mode) in self.byte_units(mem, offset, size) {
            let part = self.adjust_address(mem, mode, offset + at as i64);
            let part = if mode == word_mode {
                self.force_reg(mode, part)
            } else {
                self.convert(part, mode, word_mode, at + mode.size() < size)
            };
            let up = self.int(8 * at as i64);
            let part = self.binop(Code::Ashift, word_mode, part, up);
            acc = Some(match acc {
                Some(low) => self.binop(Code::Ior, word_mode, low, part),
                None => part,
            });
        }
        acc.unwrap_or_else(|| self.f.rtx.const_int(0))
    }

    /// Stores the low `size` bytes of the word `reg` at `offset` of `mem`.
    pub(crate) fn store_bytes(&mut self, mem: RtxId, offset: i64, size: u32, reg: RtxId) {
        for (at, mode) in self.byte_units(mem, offset, size) {
            let part = self.adjust_address(mem, mode, offset + at as i64);
            let down = self.int(8 * at as i64);
            let bits = self.binop(Code::Lshiftrt, self.word_mode(), reg, down);
            let low = self.lowpart(mode, bits);
            self.emit_move(part, low);
        }
    }

    /// Aligned accesses that cover `size` bytes at `offset`.
    fn byte_units(&self, mem: RtxId, offset: i64, size: u32) -> Vec<(u32, Mode)> {
        let align = (self.f.rtx.mem_attrs(mem).align / 8).max(1) as i64;
        let mut units = Vec::new();
        let mut at = 0u32;
        while at < size {
            let mode = [self.word_mode(), Mode::SI, Mode::HI, Mode::QI]
                .into_iter()
                .find(|m| {
                    let s = m.size() as i64;
                    align >= s && (offset + at as i64) % s == 0 && at + m.size() <= size
                })
                .unwrap_or(Mode::QI);
            units.push((at, mode));
            at += mode.size();
        }
        units
    }

    /// Whether `mem` is volatile.
    pub fn is_volatile(&self, mem: RtxId) -> bool {
        self.f.rtx.flags(mem) & flag::V != 0
    }
}
