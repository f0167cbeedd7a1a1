//! Conversions between modes.

use super::Emitter;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;

impl Emitter<'_> {
    /// `x` of mode `from` converted to mode `to`. `unsigned` says how the integer side is to be read: the source's
    /// signedness when widening or going to float, the destination's when coming from float.
    pub fn convert(&mut self, x: RtxId, from: Mode, to: Mode, unsigned: bool) -> RtxId {
        let target = self.target.take();
        if from == to {
            return x;
        }
        if matches!(from, Mode::SI | Mode::DI | Mode::SF | Mode::DF) {
            let x = if from.is_float() || to.is_float() && !self.is_by_library(to) {
                self.force_reg(from, x)
            } else {
                x
            };
            self.target = target;
            return self.convert_value(x, from, to, unsigned);
        }
        self.target = target.filter(|_| from.is_int() && to.is_int());
        self.convert_value(x, from, to, unsigned)
    }

    fn convert_value(&mut self, x: RtxId, from: Mode, to: Mode, unsigned: bool) -> RtxId {
        match (from.is_float(), to.is_float()) {
            (false, false) => self.convert_int(x, from, to, unsigned),
            (false, true) => self.int_to_float(x, from, to, unsigned),
            (true, false) => self.float_to_int(x, from, to, unsigned),
            (true, true) => self.float_to_float(x, from, to),
        }
    }

    fn convert_int(&mut self, x: RtxId, from: Mode, to: Mode, unsigned: bool) -> RtxId {
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        if let Some(value) = self.f.rtx.as_int(x) {
            let value = from.trunc_int(value);
            let value = if unsigned { (value as u64 & from.mask()) as i64 } else { value };
            if unsigned && from == Mode::DI && to == Mode::TI {
                return self.wide_int(to, value as u64 as i128);
            }
            return self.int(to.trunc_int(value));
        }
        if from != pair_mode && to != pair_mode {
            return self.convert_integer(x, from, to, unsigned);
        }
        if from == pair_mode {
            self.target = None;
            let low = self.word(x, pair_mode, 0);
            return match to {
                _ if to == word_mode => low,
                _ => self.convert_int(low, word_mode, to, unsigned),
            };
        }
        let target = self.target.take();
        let low = self.convert(x, from, word_mode, unsigned);
        let low = if from == word_mode { self.force_reg(word_mode, low) } else { low };
        let pair = self.result_reg(pair_mode, target);
        let [low_word, high_word] = [0, 1].map(|index| self.word(pair, pair_mode, index));
        self.emit_move(low_word, low);
        let high = if unsigned {
            self.int(0)
        } else {
            let count = self.int(i64::from(self.word_bits()) - 1);
            self.binop(Code::Ashiftrt, word_mode, low, count)
        };
        self.emit_move(high_word, high);
        pair
    }

    /// A value as the wider register wants it that `dst` is part of: in one of its own, if it is not held so.
    pub fn widened_for(&mut self, dst: RtxId, x: RtxId, mode: Mode, unsigned: bool) -> RtxId {
        let mode = self.held(mode);
        match self.promoted_var(dst) {
            Some(var) if self.f.rtx.as_int(x).is_none() => {
                let (wide, unsigned) = (self.mode_of(var), unsigned && mode != Mode::SI);
                let value = self.convert(x, mode, wide, unsigned);
                self.promoted_subreg(value, mode, unsigned)
            }
            _ => x,
        }
    }

    /// `dst:TO = extend (x:FROM)`.
    pub(crate) fn extend_into(
        &mut self,
        dst: RtxId,
        x: RtxId,
        from: Mode,
        to: Mode,
        unsigned: bool,
    ) {
        if let Some(value) = self.f.rtx.as_int(x) {
            let value = from.trunc_int(value);
            let value =
                self.int(if unsigned { (value as u64 & from.mask()) as i64 } else { value });
            return self.emit_move(dst, value);
        }
        if let Some(reg) = self.promoted_reg(x, unsigned) {
            return self.emit_move(dst, reg);
        }
        let loads = self.is_mem(x) && !self.is_volatile(x);
        let x = if loads { x } else { self.force_reg(from, x) };
        let code = if unsigned { Code::ZeroExtend } else { Code::SignExtend };
        let value = self.f.rtx.gen_unary(code, to, x);
        self.emit_set(dst, value);
    }

    /// A register of two words: the one that is wanted, or a new one.
    pub(crate) fn concat(&mut self, mode: Mode, low: RtxId, high: RtxId) -> RtxId {
        self.joined(mode, &[low, high])
    }

    /// A register of several words, the lowest first.
    pub(crate) fn joined(&mut self, mode: Mode, words: &[RtxId]) -> RtxId {
        let target = self.target.take();
        let dst = self.result_reg(mode, target);
        let places: Vec<RtxId> =
            (0..words.len()).map(|index| self.word(dst, mode, index as u32)).collect();
        for (place, &word) in places.into_iter().zip(words) {
            self.emit_move(place, word);
        }
        dst
    }

    fn int_to_float(&mut self, x: RtxId, from: Mode, to: Mode, unsigned: bool) -> RtxId {
        if from.size() < 4 {
            let wide = self.convert(x, from, Mode::SI, unsigned);
            return self.int_to_float(wide, Mode::SI, to, false);
        }
        if self.is_by_library(to) || self.f.rtx.is_multiword(from) {
            let name = format!(
                "__float{}{}{}",
                if unsigned { "un" } else { "" },
                suffix(from),
                suffix(to)
            );
            return self.const_libcall(&name, to, &[(x, from)]);
        }
        let x = self.force_reg(from, x);
        let code = if unsigned { Code::UnsignedFloat } else { Code::Float };
        self.emit_unary(code, to, x)
    }

    fn float_to_int(&mut self, x: RtxId, from: Mode, to: Mode, unsigned: bool) -> RtxId {
        if to.size() < 4 {
            let wide = self.float_to_int(x, from, Mode::SI, unsigned);
            return self.lowpart(to, wide);
        }
        if self.is_by_library(from) || self.f.rtx.is_multiword(to) {
            let name =
                format!("__fix{}{}{}", if unsigned { "uns" } else { "" }, suffix(from), suffix(to));
            return self.const_libcall(&name, to, &[(x, from)]);
        }
        let target = self.target.take();
        let result = self.result_reg(to, target);
        let x = self.force_reg(from, x);
        let code = if unsigned { Code::UnsignedFix } else { Code::Fix };
        self.target = Some(result);
        self.emit_unary(code, to, x)
    }

    fn float_to_float(&mut self, x: RtxId, from: Mode, to: Mode) -> RtxId {
        let widens = to.size() > from.size();
        if self.is_by_library(from) || self.is_by_library(to) {
            let name = format!(
                "__{}{}{}2",
                if widens { "extend" } else { "trunc" },
                suffix(from),
                suffix(to)
            );
            return self.const_libcall(&name, to, &[(x, from)]);
        }
        let x = self.force_reg(from, x);
        self.emit_unary(if widens { Code::FloatExtend } else { Code::FloatTruncate }, to, x)
    }
}

/// The mode's letters in a libgcc function's name.
pub(crate) fn suffix(mode: Mode) -> &'static str {
    match mode {
        Mode::QI => "qi",
        Mode::HI => "hi",
        Mode::SI => "si",
        Mode::DI => "di",
        Mode::TI => "ti",
        Mode::SF => "sf",
        Mode::DF => "df",
        _ => "tf",
    }
}
