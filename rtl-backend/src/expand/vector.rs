//! Vectors: constants, constructors and lanes. Those of integers that fit a register are kept in one, the first lane in its
//! low bits; others are in memory.
//!
//! ```text
//!   _3 = {a_1(D), b_2(D)};               (set (reg 75) (zero_extend:DI (subreg:SI (reg 73) 0)))
//!                                  =>    (set (reg 76) (ashift:DI (reg 74) (const_int 32)))
//!                                        (set (reg 72) (ior:DI (reg 75) (reg 76)))
//! ```

use super::{Expander, Result, Value};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::code::TreeCode;
use gimple::constant::{ConstId, ConstValue};
use gimple::fold_const;
use gimple::tree::{CtorIndex, Operand};
use gimple::types::TypeId;

/// Whether vectors of a mode are integers in one register: no others have an integer's mode.
pub(super) fn is_register(mode: Mode) -> bool {
    mode.is_int() && mode.size() <= Mode::DI.size()
}

impl Expander<'_> {
    /// A vector constant as the integer it is in a register.
    pub(super) fn word_of_constant(&mut self, id: ConstId, mode: Mode) -> Result<Value> {
        let word = self.unit.types.nonstandard_integer(mode.bits() as u16, true);
        let whole = fold_const::const_unop(self.unit, TreeCode::ViewConvert, word, id);
        let Some(value) = whole.and_then(|id| self.unit.consts.as_int(id)) else {
            return self.sorry("this vector constant");
        };
        Ok(Value::Scalar(self.em.int(mode.trunc_int(value as i64)), mode))
    }

    /// A vector constant, put together in the frame a word at a time.
    pub(super) fn vector_constant(&mut self, id: ConstId) -> Result<RtxId> {
        let ty = self.unit.consts[id].ty;
        let size = self.unit.types.size(ty).unwrap_or(0);
        let slot = self.new_slot(ty, "")?;
        let word = [8, 4, 2, 1].into_iter().find(|word| size.is_multiple_of(*word)).unwrap_or(1);
        let element = self.unit.types.nonstandard_integer(8 * word as u16, true);
        let words = self.unit.types.vector_of(element, (size / word) as u32);
        let whole = fold_const::const_unop(self.unit, TreeCode::ViewConvert, words, id);
        let Some(ConstValue::Vector(parts)) = whole.map(|id| self.unit.consts[id].value.clone())
        else {
            return self.sorry("this vector constant");
        };
        let mode = self.mode_of_type(element);
        for (index, part) in parts.iter().enumerate() {
            let value = self.unit.consts.as_int(*part).unwrap_or(0);
            let value = self.em.int(mode.trunc_int(value as i64));
            let place = self.em.adjust_address(slot, mode, index as i64 * word as i64);
            self.em.emit_move(place, value);
        }
        Ok(slot)
    }

    /// A vector in a register, of all of its lanes; none for another vector, and for one of parts of it.
    pub(super) fn word_of_lanes(
        &mut self,
        ty: TypeId,
        elements: &[(CtorIndex, Operand)],
    ) -> Result<Option<Value>> {
        let mode = self.mode_of_type(ty);
        let Some((element, lanes)) = self.unit.types.lanes(ty) else { return Ok(None) };
        let in_order = |(at, &(index, _)): (usize, &(CtorIndex, Operand))| match index {
            CtorIndex::None => true,
            CtorIndex::Index(index) => index == at as u64,
            _ => false,
        };
        if !is_register(mode)
            || elements.len() as u64 != u64::from(lanes)
            || !elements.iter().enumerate().all(in_order)
        {
            return Ok(None);
        }
        let lane_mode = self.mode_of_type(element);
        let step = lane_mode.bits();
        let (mut word, mut known) = (None, 0u64);
        for (lane, &(_, value)) in elements.iter().enumerate() {
            let at = step * lane as u32;
            let (value, _) = self.scalar(value)?;
            if let Some(number) = self.em.f.rtx.as_int(value) {
                known |= (number as u64 & lane_mode.mask()) << at;
                continue;
            }
            let part = self.lane_at(value, lane_mode, at);
            word = Some(match word {
                Some(word) => self.em.binop(Code::Ior, self.em.word_mode(), word, part),
                None => part,
            });
        }
        let known_word = self.em.int(known as i64);
        let word = match word {
            None => self.em.int(mode.trunc_int(known as i64)),
            Some(word) if known == 0 => self.em.lowpart(mode, word),
            Some(word) => {
                let word = self.em.binop(Code::Ior, self.em.word_mode(), word, known_word);
                self.em.lowpart(mode, word)
            }
        };
        Ok(Some(Value::Scalar(word, mode)))
    }

    /// A lane in its place in a word, the other bits of which are zero.
    fn lane_at(&mut self, value: RtxId, mode: Mode, at: u32) -> RtxId {
        let word_mode = self.em.word_mode();
        if at == 0 {
            return self.em.convert(value, mode, word_mode, true);
        }
        // To the top and down again, which clears what is above.
        let value = self.em.force_reg(mode, value);
        let wide = self.em.lowpart(word_mode, value);
        let above = word_mode.bits() - mode.bits();
        let (up, down) = (self.em.int(above.into()), self.em.int((above - at).into()));
        let top = self.em.binop(Code::Ashift, word_mode, wide, up);
        self.em.binop(Code::Lshiftrt, word_mode, top, down)
    }

    /// The bits of a register that begin at one of them, as a value of a type with a mode of as many bits.
    pub(super) fn part_of_word(&mut self, word: RtxId, pos: u64, ty: TypeId) -> Value {
        let mode = self.mode_of_type(ty);
        if let Some(number) = self.em.f.rtx.as_int(word) {
            return Value::Scalar(self.em.int(mode.trunc_int(number >> pos)), mode);
        }
        let wide = self.em.lowpart(self.em.word_mode(), word);
        let count = self.em.int(pos as i64);
        let unsigned = self.unit.types.is_unsigned(ty);
        let down = if unsigned { Code::Lshiftrt } else { Code::Ashiftrt };
        let part = self.em.binop(down, self.em.word_mode(), wide, count);
        Value::Scalar(self.em.lowpart(mode, part), mode)
    }

    /// `BIT_INSERT_EXPR <a, b, pos>`: a copy of the vector with one lane replaced.
    pub(super) fn bit_insert(&mut self, ty: TypeId, rhs: [Operand; 3]) -> Result<Value> {
        let word_mode = self.em.word_mode();
        let Some(pos) = self.unit.as_int(rhs[2]) else {
            return self.sorry("bits inserted at a place that varies");
        };
        let whole = self.operand(rhs[0])?;
        let (value, mode) = self.scalar(rhs[1])?;
        match whole {
            Value::Scalar(word, of) if mode.is_int() && is_register(of) => {
                let holes = self.em.int(!((mode.mask() << pos) as i64));
                let word = self.em.lowpart(word_mode, word);
                let rest = self.em.binop(Code::And, word_mode, word, holes);
                let lane = self.lane_at(value, mode, pos as u32);
                let word = self.em.binop(Code::Ior, word_mode, rest, lane);
                Ok(Value::Scalar(self.em.lowpart(of, word), of))
            }
            Value::Memory(mem) => {
                let copy = self.new_slot(ty, "")?;
                let size = self.unit.types.size(ty).unwrap_or(0);
                self.em.block_move(copy, mem, size as i64);
                let lane = self.em.adjust_address(copy, mode, pos as i64 / 8);
                self.store_memory(lane, value, mode);
                Ok(Value::Memory(copy))
            }
            _ => self.sorry("bits inserted into a value of this type"),
        }
    }
}
