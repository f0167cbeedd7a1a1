//! Vectors: constants, constructors and lanes. Those of integers that fit a register or a pair are kept there, the first
//! lane in its low bits; others are in memory.
//!
//! ```text
//!   _3 = {a_1(D), b_2(D)};               (set (reg:DI 76) (const_int 0))
//!                                  =>    (set (reg:DI 77) (zero_extend:DI (subreg:SI (reg 73) 0)))
//!                                        (set (reg:DI 79) (and:DI (reg:DI 76) …))
//!                                        (set (reg:DI 76) (ior:DI (reg:DI 79) (reg:DI 77))) …
//! ```

use super::{Expander, Result, Value};
use crate::emit::Before;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::code::TreeCode;
use gimple::constant::{ConstId, ConstValue};
use gimple::fold_const;
use gimple::tree::{CtorIndex, Operand};
use gimple::types::TypeId;

impl Expander<'_> {
    /// A vector constant as the integer it is in a register.
    pub(super) fn word_of_constant(&mut self, id: ConstId, mode: Mode) -> Result<Value> {
        let word = self.unit.types.nonstandard_integer(mode.bits() as u16, true);
        let whole = fold_const::const_unop(self.unit, TreeCode::ViewConvert, word, id);
        let Some(value) = whole.and_then(|id| self.unit.consts.as_int(id)) else {
            return self.sorry("this vector constant");
        };
        let word = match self.em.f.rtx.is_multiword(mode) {
            true => self.em.wide_int(mode, value),
            false => self.em.int(mode.trunc_int(value as i64)),
        };
        Ok(Value::Scalar(word, mode))
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

    /// A vector in a register, of its lanes; none for another vector, and for one of parts of it. The register is cleared,
    /// and the lanes come one after the other.
    pub(super) fn word_of_lanes(
        &mut self,
        ty: TypeId,
        elements: &[(CtorIndex, Operand)],
    ) -> Result<Option<Value>> {
        let mode = self.mode_of_type(ty);
        let Some((element, lanes)) = self.unit.types.lanes(ty) else { return Ok(None) };
        let lane_mode = self.mode_of_type(element);
        let in_order = |(at, &(index, value)): (usize, &(CtorIndex, Operand))| {
            let own = self.unit.type_of(self.f, value);
            self.mode_of_type(own) == lane_mode
                && match index {
                    CtorIndex::None => true,
                    CtorIndex::Index(index) => index == at as u64,
                    _ => false,
                }
        };
        if !mode.is_int() || !elements.iter().enumerate().all(in_order) {
            return Ok(None);
        }
        let is_zero = |e: &Self, value: Operand| e.unit.as_int(value) == Some(0);
        let zeros = elements.iter().filter(|&&(_, value)| is_zero(self, value)).count();
        let cleared = elements.len() < lanes as usize || 4 * zeros >= 3 * elements.len();
        let vector = self.em.new_reg(mode);
        let zero = self.em.int(0);
        self.em.emit_move(vector, zero);
        let (size, word_bits) = (u64::from(lane_mode.bits()), u64::from(self.em.word_bits()));
        let mut last_word = None;
        for (lane, &(_, value)) in elements.iter().enumerate() {
            if cleared && is_zero(self, value) {
                continue;
            }
            let value = self.scalar(value)?;
            let pos = size * lane as u64;
            // `combine` finds out in GCC that there are zeros yet.
            let before = match last_word {
                _ if self.options.optimize == 0 => Before::Unknown,
                Some(word) if word == pos / word_bits => Before::Clear,
                _ => Before::Zero,
            };
            last_word = Some(pos / word_bits);
            self.em.store_register_bits(vector, (pos, size), value, before);
        }
        Ok(Some(Value::Scalar(vector, mode)))
    }

    /// Some bits of a vector in a register, or of one in memory that could be in one, as a value of a type.
    pub(super) fn part_of_vector(
        &mut self,
        (vector, whole): (RtxId, Mode),
        (pos, size): (u64, u64),
        ty: TypeId,
    ) -> Value {
        let mode = self.mode_of_type(ty);
        if self.em.f.rtx.code(vector) == Code::Mem
            && size == u64::from(mode.bits())
            && pos.is_multiple_of(8)
        {
            return Value::Scalar(self.em.adjust_address(vector, mode, pos as i64 / 8), mode);
        }
        let unsigned = self.unit.types.is_unsigned(ty);
        let target = self.goal.take();
        let part = self.em.load_register_bits((vector, whole), (pos, size), unsigned, mode, target);
        Value::Scalar(part, mode)
    }

    /// `BIT_INSERT_EXPR <a, b, pos>`: a copy of the vector with one lane replaced.
    pub(super) fn bit_insert(&mut self, ty: TypeId, rhs: [Operand; 3]) -> Result<Value> {
        let Some(pos) = self.unit.as_int(rhs[2]) else {
            return self.sorry("bits inserted at a place that varies");
        };
        let whole = self.operand(rhs[0])?;
        let (value, mode) = self.scalar(rhs[1])?;
        match whole {
            Value::Scalar(vector, of) if mode.is_int() && of.is_int() => {
                let copy = self.em.copy_to_reg(of, vector);
                let bits = (pos as u64, u64::from(mode.bits()));
                self.em.store_register_bits(copy, bits, (value, mode), Before::Unknown);
                Ok(Value::Scalar(copy, of))
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
