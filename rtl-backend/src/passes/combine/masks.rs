//! The low bits of a value by shifts, where its mask is a number that no immediate holds and that nothing else needs.
//!
//! ```text
//! (set (reg:DI 80) (lshiftrt:DI (reg:DI 74) (const_int 5)))
//! (set (reg:DI 82) (plus:DI (reg:DI 81) (const_int -1)))         REG_EQUAL 0x3fffff
//! (set (reg:DI 83) (and:DI (reg:DI 80) (reg:DI 82)))
//! ⇒
//! (set (reg:DI 80) (ashift:DI (reg:DI 74) (const_int 37)))
//! (set (reg:DI 83) (lshiftrt:DI (reg:DI 80) (const_int 42)))
//! ```
//! A mask that several operations share, or that has moved out of a loop, stays a number in a register: `cse1` and
//! `loop2_invariant` have run. Whether such bits are all zero is seen before they are shifted down again, and whether a
//! single one is set is that bit.

use super::Combiner;
use crate::machine::recog::recog_insn;
use crate::machine::target::constants::simm12;
use crate::rtl::code::Code;
use crate::rtl::function::{FIRST_PSEUDO, InsnId, RegNote};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;

/// A definition whose only reader is the insn looked at.
#[derive(Clone, Copy)]
struct Definition {
    /// The insn's number.
    index: u32,
    src: RtxId,
}

/// Low bits of a register's value: those from `low` on, `width` of them.
struct Field {
    base: RtxId,
    low: u32,
    width: u32,
    /// The definition that makes room for the shift up.
    room: u32,
    /// Another one that goes away.
    goes: u32,
}

impl Combiner<'_> {
    /// Masks by shifts; `true` if the insn has changed.
    pub(super) fn mask_by_shifts(&mut self, at: InsnId) -> bool {
        let r = &self.f.rtx;
        let pattern = self.f.insn(at).pattern;
        if r.code(pattern) != Code::Set {
            return false;
        }
        let value = r.op(pattern, 1);
        match r.code(value) {
            Code::And if r.mode(value) == r.word() => match self.field(value) {
                Some(field) => self.shift(at, &field),
                None => false,
            },
            Code::Eq | Code::Ne => self.test_unshifted(at, value) || self.single_bit(at, value),
            Code::IfThenElse => self.test_unshifted(at, r.op(value, 0)),
            _ => false,
        }
    }

    /// The definition of a register in this block, before the insn looked at, which alone reads it.
    fn only_for_this(&self, x: RtxId) -> Option<Definition> {
        let reg = self.f.rtx.as_reg(x).filter(|reg| *reg >= FIRST_PSEUDO)?;
        let state = self.regs.get(reg as usize)?;
        if state.position <= self.block_start || state.reads != 1 || state.writes != 1 {
            return None;
        }
        let index = state.position - 1;
        let pattern = self.f.insn(self.table.insn(index)).pattern;
        let plain = self.f.rtx.code(pattern) == Code::Set && self.f.rtx.op(pattern, 0) == x;
        plain.then(|| Definition { index, src: self.f.rtx.op(pattern, 1) })
    }

    /// The number a definition makes.
    fn number(&self, definition: Definition) -> Option<i64> {
        let id = self.table.insn(definition.index);
        self.f.rtx.as_int(self.f.equal_constant(id).unwrap_or(definition.src))
    }

    /// What bits an `and` takes, and of what.
    fn field(&self, and: RtxId) -> Option<Field> {
        let r = &self.f.rtx;
        let (a, mask) = (r.op(and, 0), r.op(and, 1));
        let mask = self.only_for_this(mask)?;
        let number = self.number(mask)?;
        if simm12(number) || !(number as u64).wrapping_add(1).is_power_of_two() {
            return None;
        }
        let width = number.count_ones();
        if let Some(shifted) = self.only_for_this(a)
            && let Some((base, low, bits)) = self.shifted_down(shifted.src)
            && low + width <= bits
        {
            return Some(Field { base, low, width, room: shifted.index, goes: mask.index });
        }
        let reg = r.as_reg(a).filter(|reg| *reg >= FIRST_PSEUDO)?;
        let set_before = self.regs.get(reg as usize)?.position <= mask.index;
        set_before.then_some(Field { base: a, low: 0, width, room: mask.index, goes: mask.index })
    }

    /// The register, the number of bits and the width of a logical shift to the right.
    fn shifted_down(&self, x: RtxId) -> Option<(RtxId, u32, u32)> {
        let r = &self.f.rtx;
        let (shift, bits) = match r.code(x) {
            Code::SignExtend if r.mode(r.op(x, 0)) == Mode::SI => (r.op(x, 0), 32),
            _ => (x, r.word().bits()),
        };
        if r.mode(x) != r.word() || r.code(shift) != Code::Lshiftrt {
            return None;
        }
        let (from, count) = (r.op(shift, 0), r.as_int(r.op(shift, 1))?);
        let base = match r.code(from) {
            Code::Subreg if r.subreg_byte(from) == 0 => r.op(from, 0),
            _ => from,
        };
        let is_word = r.mode(base) == r.word() && r.as_reg(base).is_some();
        (is_word && (1..i64::from(bits)).contains(&count)).then_some((base, count as u32, bits))
    }

    fn shift(&mut self, at: InsnId, field: &Field) -> bool {
        let word = self.f.rtx.word().bits();
        let up = self.f.rtx.const_int(i64::from(word - field.low - field.width));
        let down = self.f.rtx.const_int(i64::from(word - field.width));
        // The register that the definition sets holds something else now.
        let room = self.table.insn(field.room);
        let shifted = self.f.rtx.op(self.f.insn(room).pattern, 0);
        self.facts.forget(self.f.rtx.regno(shifted));
        let raised = self.f.rtx.gen_binary(Code::Ashift, self.f.rtx.word(), field.base, up);
        let lowered = self.f.rtx.gen_binary(Code::Lshiftrt, self.f.rtx.word(), shifted, down);
        let pattern = self.f.insn(at).pattern;
        let raise = self.f.rtx.gen_set(shifted, raised);
        let lower = self.f.rtx.gen_set(self.f.rtx.op(pattern, 0), lowered);
        if field.goes != field.room {
            self.delete_definition(field.goes);
        }
        self.rewrite(room, raise);
        self.rewrite(at, lower);
        true
    }

    /// Gives an insn another pattern, which is one of the machine's. [`Self::refs`] are its references then.
    fn rewrite(&mut self, id: InsnId, pattern: RtxId) {
        self.gather_refs(id);
        self.count(-1);
        self.f.set_pattern(id, pattern);
        self.f.retain_notes(id, |note| !matches!(note, RegNote::Equal(_)));
        recog_insn(self.f, id);
        self.gather_refs(id);
        self.count(1);
    }

    /// `x >> n == 0` where `x` has been shifted up as far: `x == 0`.
    fn test_unshifted(&mut self, at: InsnId, test: RtxId) -> bool {
        let r = &self.f.rtx;
        if !matches!(r.code(test), Code::Eq | Code::Ne) || !r.is_int(r.op(test, 1), 0) {
            return false;
        }
        let Some(lowered) = self.only_for_this(r.op(test, 0)) else { return false };
        let (src, pattern) = (lowered.src, self.f.insn(at).pattern);
        if r.code(src) != Code::Lshiftrt || r.mode(src) != r.word() {
            return false;
        }
        let (shifted, count) = (r.op(src, 0), r.as_int(r.op(src, 1)));
        let raised = self.only_read_by(shifted, lowered.index);
        let lost = raised.filter(|x| r.code(*x) == Code::Ashift).map(|x| r.as_int(r.op(x, 1)));
        if !matches!((count, lost), (Some(down), Some(Some(up))) if down <= up) {
            return false;
        }
        let reg = r.regno(r.op(test, 0));
        let Some(new) = self.substitute(pattern, reg, shifted) else { return false };
        self.delete_definition(lowered.index);
        self.rewrite(at, new);
        true
    }

    /// `(x & m) != 0` where `m` is a single bit that no immediate holds: that bit, shifted down.
    fn single_bit(&mut self, at: InsnId, test: RtxId) -> bool {
        let r = &self.f.rtx;
        if r.code(test) != Code::Ne || r.mode(test) != r.word() || !r.is_int(r.op(test, 1), 0) {
            return false;
        }
        let Some(and) = self.only_for_this(r.op(test, 0)) else { return false };
        if r.code(and.src) != Code::And || r.mode(and.src) != r.word() {
            return false;
        }
        let (x, picked) = (r.op(and.src, 0), r.op(test, 0));
        let Some(mask) = self.only_for_this(r.op(and.src, 1)) else { return false };
        let bit = self.number(mask).filter(|m| !simm12(*m) && (*m as u64).is_power_of_two());
        let Some(bit) = bit else { return false };
        let count = self.f.rtx.const_int(i64::from(bit.trailing_zeros()));
        let one = self.f.rtx.const_int(1);
        let lowered = self.f.rtx.gen_binary(Code::Lshiftrt, self.f.rtx.word(), x, count);
        let lower = self.f.rtx.gen_set(picked, lowered);
        let value = self.f.rtx.gen_binary(Code::And, self.f.rtx.word(), picked, one);
        let pattern = self.f.insn(at).pattern;
        let pick = self.f.rtx.gen_set(self.f.rtx.op(pattern, 0), value);
        self.facts.forget(self.f.rtx.regno(picked));
        self.delete_definition(mask.index);
        self.rewrite(self.table.insn(and.index), lower);
        self.rewrite(at, pick);
        true
    }

    /// What a register of this block holds that is set once, and not after the insn of a number.
    fn only_read_by(&self, x: RtxId, reader: u32) -> Option<RtxId> {
        let reg = self.f.rtx.as_reg(x).filter(|reg| *reg >= FIRST_PSEUDO)?;
        let state = self.regs.get(reg as usize)?;
        if state.position <= self.block_start || state.position > reader || state.writes != 1 {
            return None;
        }
        let pattern = self.f.insn(self.table.insn(state.position - 1)).pattern;
        (self.f.rtx.code(pattern) == Code::Set).then(|| self.f.rtx.op(pattern, 1))
    }
}
