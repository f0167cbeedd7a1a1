//! Bit-fields, insn for insn as GCC makes them.
//!
//! ```text
//! p->c = 1   =>   (set (reg:DI 76) (zero_extend:DI (mem/j:QI …)))          the unit the bits are in
//!                 (set (reg:QI 75) (subreg:QI (reg:DI 76) 0))
//!                 (set (reg:DI 77) (and:DI (subreg:DI (reg:QI 75) 0) …))    the bits cleared
//!                 (set (reg:QI 78) (subreg:QI (reg:DI 77) 0))
//!                 (set (reg:DI 79) (ior:DI (subreg:DI (reg:QI 78) 0) …))    and set
//!                 (set (reg:QI 80) (subreg:QI (reg:DI 79) 0))
//!                 (set (mem/j:QI …) (reg:QI 80))
//! ```
//! The unit is the largest one that is aligned and stays within what may be touched: for a load that is all of an aligned
//! word, for a store the bit-fields side by side. Where there is none, the bits are taken in pieces.

use super::Emitter;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, StrId};

/// Bits of memory.
#[derive(Clone, Copy)]
pub struct Bits {
    /// The object they are in, in the mode of its type.
    pub mem: RtxId,
    /// The first of them.
    pub pos: u64,
    pub size: u64,
}

/// Bits that may be written: the first of them, and where they end. `None`: what is aligned.
pub type Region = Option<(u64, u64)>;

/// What is known of a unit of which bits are replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Before {
    /// Nothing.
    Unknown,
    /// The bits themselves are zero.
    Clear,
    /// All of it is zero.
    Zero,
}

/// A value and its mode.
type Typed = (RtxId, Mode);

impl Emitter<'_> {
    /// Stores a value in bits of memory. `field`: the mode of what is stored, where it is no bit-field.
    pub fn store_field(&mut self, bits: Bits, region: Region, field: Option<Mode>, value: Typed) {
        let (field, value) = match value.1 {
            mode if self.is_soft(mode) => {
                let held = self.held(mode);
                (field.map(|_| held), (self.force_mode_reg(mode, value.0), held))
            }
            _ => (field, value),
        };
        let (mut bits, mut end) = (bits, region.map(|(_, end)| end));
        if let Some((first, last)) = region.filter(|&(first, _)| first != 0) {
            bits.pos -= first;
            end = Some((last - first).next_multiple_of(8));
            let align = self.f.rtx.mem_attrs(bits.mem).align;
            let unit = best_unit(bits, end, align, self.word_bits());
            let mode = unit.unwrap_or_else(|| self.mode_of(bits.mem));
            let size = (bits.pos + bits.size).div_ceil(8);
            bits.mem = self.bits_address(bits.mem, mode, (first / 8) as i64, size);
        }
        self.store_bits_at(bits, end, field, value);
    }

    fn store_bits_at(
        &mut self,
        bits: Bits,
        end: Option<u64>,
        field: Option<Mode>,
        (value, mode): Typed,
    ) {
        let word_mode = self.word_mode();
        if let Some(field) = field.filter(|&field| self.is_aligned_value(bits, field)) {
            let part = self.bits_address(bits.mem, field, (bits.pos / 8) as i64, 0);
            return self.emit_move(part, value);
        }
        let word = u64::from(self.word_bits());
        let (value, mode) = match self.is_wide_float(mode) {
            true => (self.bitcast(value, mode, Mode::DI), Mode::DI),
            false => (value, mode),
        };
        if bits.size > word {
            for index in 0..bits.size.div_ceil(word) {
                let part_value = self.word(value, mode, index as u32);
                let done = word * index;
                let size = word.min(bits.size - done);
                let part = Bits { pos: bits.pos + done, size, ..bits };
                self.store_bits_at(part, end, Some(word_mode), (part_value, word_mode));
            }
            return;
        }
        let (value, mode) = match mode {
            mode if self.f.rtx.is_multiword(mode) && mode.is_int() => {
                (self.word(value, mode, 0), self.word_mode())
            }
            _ => self.as_integer((value, mode)),
        };
        self.forget_unit(bits, end);
        self.store_in_unit(bits, end, (value, mode));
    }

    /// The bits of a real number as an integer, to be stored among others.
    fn as_integer(&mut self, (value, mode): Typed) -> Typed {
        let integer = match mode {
            Mode::SF => Mode::SI,
            Mode::DF => Mode::DI,
            _ => return (value, mode),
        };
        let copy = self.new_reg(integer);
        if self.is_reg(value) && !self.is_wide_float(mode) {
            let part = self.f.rtx.gen_raw_subreg(mode, copy, 0);
            self.emit_set(part, value);
        } else {
            let value = self.bitcast(value, mode, integer);
            self.emit_move(copy, value);
        }
        (copy, integer)
    }

    /// GCC loads the unit to see whether an instruction takes bits out of registers or puts them there.
    fn forget_unit(&mut self, bits: Bits, end: Option<u64>) {
        let align = self.f.rtx.mem_attrs(bits.mem).align;
        if let Some(mode) = best_unit(bits, end, align, self.word_bits()) {
            self.aside(|em| {
                let (unit, _) = em.unit_of_bits(bits, mode);
                em.copy_to_reg(mode, unit);
            });
        }
    }

    fn store_in_unit(&mut self, bits: Bits, end: Option<u64>, value: Typed) {
        let own = self.mode_of(bits.mem);
        let word = self.word_bits();
        let most = if own.is_int() { own.bits().min(word) } else { word };
        let align = self.f.rtx.mem_attrs(bits.mem).align;
        match best_unit(bits, end, align, most) {
            Some(mode) => {
                let (unit, pos) = self.unit_of_bits(bits, mode);
                self.replace_bits(unit, mode, (pos, bits.size), value, Before::Unknown);
            }
            None => self.store_pieces(bits, end, value),
        }
    }

    /// Replaces bits of a unit.
    fn replace_bits(
        &mut self,
        unit: RtxId,
        mode: Mode,
        (pos, size): (u64, u64),
        (value, value_mode): Typed,
        before: Before,
    ) {
        let field = low_mask(size);
        let whole = u64::from(mode.bits());
        let constant = self.f.rtx.as_int(value).map(|value| value as u64 & field);
        let value = match constant {
            Some(constant) => self.int(mode.trunc_int((constant << pos) as i64)),
            None => {
                let excess = u64::from(value_mode.bits()) != size && pos + size != whole;
                let mut value = self.converted(value, value_mode, mode, true);
                if excess {
                    let mask = self.int(mode.trunc_int(field as i64));
                    value = self.bitwise(Code::And, mode, value, mask);
                }
                self.shifted_bits(Code::Ashift, mode, value, pos)
            }
        };
        if before == Before::Zero {
            return self.emit_move(unit, value);
        }
        let mut word = self.force_mode_reg(mode, unit);
        if constant != Some(field) && before == Before::Unknown {
            let hole = self.int(mode.trunc_int(!(field << pos) as i64));
            word = self.bitwise(Code::And, mode, word, hole);
            word = self.force_mode_reg(mode, word);
        }
        if constant != Some(0) {
            word = self.bitwise(Code::Ior, mode, word, value);
            word = self.force_mode_reg(mode, word);
        }
        self.emit_move(unit, word);
    }

    /// Stores a value in bits of a register: in words of it, or within one.
    pub fn store_register_bits(
        &mut self,
        register: RtxId,
        (pos, size): (u64, u64),
        (value, mode): Typed,
        before: Before,
    ) {
        let own = self.mode_of(register);
        if own.is_float() {
            return self.emit_move(register, value);
        }
        let (value, mode) = self.as_integer((value, mode));
        if size == u64::from(own.bits()) {
            return self.emit_move(register, value);
        }
        if !self.f.rtx.is_multiword(own) {
            return self.replace_bits(register, own, (pos, size), (value, mode), before);
        }
        let word = u64::from(self.word_bits());
        let unit = self.word(register, own, (pos / word) as u32);
        match size == word {
            true => self.emit_move(unit, value),
            false => {
                let bits = (pos % word, size);
                self.replace_bits(unit, self.word_mode(), bits, (value, mode), before);
            }
        }
    }

    /// Bits of a value in registers, of a word of it at most, as a value of a mode.
    pub fn load_register_bits(
        &mut self,
        (x, own): Typed,
        (pos, size): (u64, u64),
        unsigned: bool,
        mode: Mode,
        target: Option<RtxId>,
    ) -> RtxId {
        let (unit, own, pos) = match self.f.rtx.is_multiword(own) {
            true => {
                let word = u64::from(self.word_bits());
                (self.word(x, own, (pos / word) as u32), self.word_mode(), pos % word)
            }
            false => (x, own, pos),
        };
        let integer = match mode {
            Mode::SF => Mode::SI,
            Mode::DF => Mode::DI,
            _ => mode,
        };
        if pos == 0 && size == u64::from(mode.bits()) {
            let low = self.lowpart(integer, unit);
            return self.extracted(low, integer, mode, unsigned);
        }
        let value = self.bits_of(integer, unit, own, (pos, size), unsigned, target);
        let held = if unsigned { integer } else { mode_of_bits(pos + size) };
        self.extracted(value, held, mode, unsigned)
    }

    /// Stores bits that no unit holds, those of each aligned piece of memory on their own.
    fn store_pieces(&mut self, bits: Bits, end: Option<u64>, (value, mode): Typed) {
        let own = self.mode_of(bits.mem);
        let mut unit = u64::from(self.f.rtx.mem_attrs(bits.mem).align).min(self.word_bits().into());
        if own.is_int() {
            unit = unit.min(own.bits().into());
        }
        let mut done = 0;
        while done < bits.size {
            let at = bits.pos + done;
            let start = at - at % unit;
            if unit > 8 && end.is_some_and(|end| start + unit > end) {
                unit /= 2;
                continue;
            }
            let size = (bits.size - done).min(unit - at % unit);
            let part = match self.f.rtx.as_int(value) {
                Some(value) => self.int(((value as u64 >> done) & low_mask(size)) as i64),
                None => self.bits_of(self.word_mode(), value, mode, (done, size), true, None),
            };
            self.store_in_unit(Bits { pos: at, size, ..bits }, end, (part, self.word_mode()));
            done += size;
        }
    }

    /// Loads bits of memory as a value of a mode. `target`: where it is wanted.
    pub fn load_field(
        &mut self,
        bits: Bits,
        unsigned: bool,
        mode: Mode,
        target: Option<RtxId>,
    ) -> RtxId {
        let mode = self.held(mode);
        let exact = Mode::int_of_size(bits.size / 8)
            .filter(|exact| mode.is_int() && u64::from(exact.bits()) == bits.size);
        let whole = exact.unwrap_or(mode);
        if self.is_aligned_value(bits, whole) {
            let part = self.bits_address(bits.mem, whole, (bits.pos / 8) as i64, 0);
            return self.extracted(part, whole, mode, unsigned);
        }
        let word = u64::from(self.word_bits());
        if bits.size > word {
            return self.load_wide_field(bits, unsigned, mode);
        }
        self.forget_unit(bits, None);
        let integer = match mode {
            mode if self.f.rtx.is_multiword(mode) => self.word_mode(),
            Mode::SF => Mode::SI,
            Mode::DF => Mode::DI,
            _ => mode,
        };
        let (value, held) = self.load_from_unit(bits, unsigned, integer, target);
        self.extracted(value, held, mode, unsigned)
    }

    /// Loads more bits than a word has: those of each word on their own.
    fn load_wide_field(&mut self, bits: Bits, unsigned: bool, mode: Mode) -> RtxId {
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        let word = u64::from(self.word_bits());
        let upper = Bits { pos: bits.pos + word, size: bits.size - word, ..bits };
        let low = self.load_field(Bits { size: word, ..bits }, true, word_mode, None);
        let low = self.force_mode_reg(word_mode, low);
        let high = self.load_field(upper, unsigned, word_mode, None);
        let pair = self.concat(pair_mode, low, high);
        self.extracted(pair, pair_mode, mode, unsigned)
    }

    /// A value that has been taken out of memory in the mode in which it is wanted.
    fn extracted(&mut self, value: RtxId, from: Mode, to: Mode, unsigned: bool) -> RtxId {
        if to.is_float() && from.is_int() {
            let integer = if to == Mode::SF { Mode::SI } else { Mode::DI };
            let value = self.converted(value, from, integer, unsigned);
            let value = self.force_mode_reg(integer, value);
            if self.is_wide_float(to) {
                return self.bitcast(value, integer, to);
            }
            return self.f.rtx.gen_raw_subreg(to, value, 0);
        }
        if from == to { value } else { self.converted(value, from, to, unsigned) }
    }

    fn load_from_unit(
        &mut self,
        bits: Bits,
        unsigned: bool,
        mode: Mode,
        target: Option<RtxId>,
    ) -> Typed {
        let align = self.f.rtx.mem_attrs(bits.mem).align;
        let Some(unit) = best_unit(bits, None, align, self.word_bits()) else {
            return (self.load_pieces(bits, unsigned), self.word_mode());
        };
        let (whole, pos) = self.unit_of_bits(bits, unit);
        if unsigned {
            (self.bits_of(mode, whole, unit, (pos, bits.size), true, target), mode)
        } else {
            let narrow = mode_of_bits(pos + bits.size);
            (self.bits_of(mode, whole, unit, (pos, bits.size), false, target), narrow)
        }
    }

    /// Bits of a value. Unsigned ones come in the mode that is asked for, signed ones in the smallest that held them.
    fn bits_of(
        &mut self,
        to: Mode,
        x: RtxId,
        mode: Mode,
        (pos, size): (u64, u64),
        unsigned: bool,
        target: Option<RtxId>,
    ) -> RtxId {
        let whole = u64::from(mode.bits());
        if unsigned {
            if pos > 0 {
                self.target = target.filter(|_| to == mode);
            }
            let x = self.shifted_bits(Code::Lshiftrt, mode, x, pos);
            let x = if mode == to { x } else { self.converted(x, mode, to, true) };
            if whole == pos + size {
                return x;
            }
            let mask = self.int(to.trunc_int(low_mask(size) as i64));
            self.target = target;
            return self.bitwise(Code::And, to, x, mask);
        }
        let x = self.force_mode_reg(mode, x);
        let narrow = mode_of_bits(pos + size);
        let x = if narrow == mode { x } else { self.converted(x, mode, narrow, false) };
        let target = target.filter(|_| narrow == to);
        let whole = u64::from(narrow.bits());
        self.target = target.filter(|_| whole > pos + size);
        let x = self.shifted_bits(Code::Ashift, narrow, x, whole - pos - size);
        self.target = target;
        self.shifted_bits(Code::Ashiftrt, narrow, x, whole - size)
    }

    /// Loads bits that no unit holds, a word put together from pieces.
    fn load_pieces(&mut self, bits: Bits, unsigned: bool) -> RtxId {
        let word_mode = self.word_mode();
        let unit = u64::from(self.f.rtx.mem_attrs(bits.mem).align).min(self.word_bits().into());
        let mut word = None;
        let mut done = 0;
        while done < bits.size {
            let at = bits.pos + done;
            let size = (bits.size - done).min(unit - at % unit);
            let (part, _) =
                self.load_from_unit(Bits { pos: at, size, ..bits }, true, word_mode, None);
            let part = self.shifted_bits(Code::Ashift, word_mode, part, done);
            word = Some(match word {
                None => part,
                Some(word) => self.bitwise(Code::Ior, word_mode, part, word),
            });
            done += size;
        }
        let word = word.unwrap_or_else(|| self.f.rtx.const_int(0));
        if unsigned {
            return word;
        }
        let whole = u64::from(self.word_bits());
        let word = self.shifted_bits(Code::Ashift, word_mode, word, whole - bits.size);
        self.shifted_bits(Code::Ashiftrt, word_mode, word, whole - bits.size)
    }

    /// The lowest bits of a value, extended to all of its mode.
    pub fn reduce_to_bits(&mut self, x: RtxId, mode: Mode, size: u32, unsigned: bool) -> RtxId {
        if unsigned {
            let mask = self.int(mode.trunc_int(low_mask(size.into()) as i64));
            let x = match self.promoted_reg(x, false) {
                _ if mode.size() >= self.word_mode().size() => x,
                Some(reg) => self.lowpart(mode, reg),
                None => self.force_mode_reg(mode, x),
            };
            return self.bitwise(Code::And, mode, x, mask);
        }
        let target = self.target.take();
        let count = u64::from(mode.bits() - size);
        self.target = target;
        let up = self.shifted_bits(Code::Ashift, mode, x, count);
        self.target = target;
        self.shifted_bits(Code::Ashiftrt, mode, up, count)
    }

    /// The unit of a mode that bits are in, and their position in it.
    fn unit_of_bits(&mut self, bits: Bits, mode: Mode) -> (RtxId, u64) {
        let pos = bits.pos % u64::from(mode.bits());
        let offset = ((bits.pos - pos) / 8) as i64;
        (self.bits_address(bits.mem, mode, offset, 0), pos)
    }

    /// Whether bits are a whole value of a mode, aligned as such.
    fn is_aligned_value(&self, bits: Bits, mode: Mode) -> bool {
        let align = mode.align() * 8;
        bits.size == u64::from(mode.bits())
            && bits.pos.is_multiple_of(align.into())
            && self.f.rtx.mem_attrs(bits.mem).align >= align
    }

    /// Part of an object, or what may reach beyond it: then it is not known any more what it is part of.
    fn bits_address(&mut self, mem: RtxId, mode: Mode, offset: i64, size: u64) -> RtxId {
        let size = if mode.size() > 0 { u64::from(mode.size()) } else { size };
        let old = *self.f.rtx.mem_attrs(mem);
        if mode == self.mode_of(mem) && offset == 0 && old.size == Some(size) {
            return mem;
        }
        let start = old.offset.map(|start| start + offset);
        let inside = start.is_some_and(|start| start >= 0)
            && old.size.is_some_and(|whole| offset as u64 + size <= whole);
        let align = match offset {
            0 => old.align,
            _ => old.align.min(8 << offset.trailing_zeros().min(20)),
        };
        let (expr, alias) = if inside { (old.expr, old.alias) } else { (StrId::NONE, 0) };
        let attrs = MemAttrs { expr, alias, offset: start, size: Some(size), align, ..old };
        let address = self.f.rtx.op(mem, 0);
        let address = self.plus_constant(address, offset);
        let flags = self.f.rtx.flags(mem);
        self.mem_attrs(mode, address, attrs, flags)
    }

    /// A bitwise operation in any integer mode: it is done in a whole register.
    fn bitwise(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        if self.f.rtx.is_multiword(mode) {
            return self.binop(code, mode, a, b);
        }
        if mode != self.word_mode() {
            self.target = None;
            let (a, b) = (self.loose_word(a), self.loose_word(b));
            let wide = self.bitwise(code, self.word_mode(), a, b);
            return self.lowpart(mode, wide);
        }
        let (a, b) = self.in_order(self.target, a, b);
        self.word_operation(code, mode, a, b)
    }

    /// A value in a whole register, of whose upper bits nothing is known.
    fn loose_word(&mut self, x: RtxId) -> RtxId {
        if self.f.rtx.as_int(x).is_some() {
            return x;
        }
        if let Some(reg) = self.promoted_reg(x, true) {
            return reg;
        }
        let x = self.force_mode_reg(self.mode_of(x), x);
        self.lowpart(self.word_mode(), x)
    }

    fn shifted_bits(&mut self, code: Code, mode: Mode, x: RtxId, count: u64) -> RtxId {
        if count == 0 {
            return x;
        }
        let x = match (code, self.f.rtx.code(x)) {
            (Code::Ashift, Code::Subreg) if mode.size() < 4 && self.promoted_var(x).is_none() => {
                self.force_mode_reg(mode, x)
            }
            _ => x,
        };
        let count = self.int(count as i64);
        self.binop(code, mode, x, count)
    }

    /// A value in another integer mode.
    fn converted(&mut self, x: RtxId, from: Mode, to: Mode, unsigned: bool) -> RtxId {
        if from == to {
            return x;
        }
        if to.size() > from.size() || self.f.rtx.as_int(x).is_some() {
            return self.convert(x, from, to, unsigned);
        }
        if let Some(reg) = self.promoted_reg(x, unsigned) {
            let part = self.f.rtx.gen_raw_subreg(to, reg, 0);
            self.f.rtx.add_flags(part, self.f.rtx.flags(x));
            return part;
        }
        if self.f.rtx.code(x) != Code::Subreg {
            let x = self.force_mode_reg(from, x);
            return self.lowpart(to, x);
        }
        let copy = self.new_reg(to);
        let low = self.lowpart(to, x);
        self.emit_set(copy, low);
        copy
    }
}

/// So many bits, all ones.
fn low_mask(size: u64) -> u64 {
    if size >= 64 { u64::MAX } else { (1 << size) - 1 }
}

/// The smallest mode that has so many bits.
fn mode_of_bits(bits: u64) -> Mode {
    match bits {
        0..=8 => Mode::QI,
        9..=16 => Mode::HI,
        17..=32 => Mode::SI,
        _ => Mode::DI,
    }
}

/// The largest unit, of `most` bits at most, that holds bits of memory of an alignment and ends where it may.
fn best_unit(bits: Bits, end: Option<u64>, align: u32, most: u32) -> Option<Mode> {
    let end = end.unwrap_or_else(|| {
        (bits.pos + bits.size.max(1)).next_multiple_of(u64::from(align.min(128)))
    });
    let mut best = None;
    for mode in [Mode::QI, Mode::HI, Mode::SI, Mode::DI] {
        let unit = u64::from(mode.bits());
        let start = bits.pos - bits.pos % unit;
        if bits.pos + bits.size > start + unit {
            continue;
        }
        if start + unit > end || mode.align() * 8 > align || mode.bits() > most {
            break;
        }
        best = Some(mode);
    }
    best
}
