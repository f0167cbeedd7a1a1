//! `__builtin_memcpy` and its like, and arrays of bytes, as GCC expands them.
//!
//! ```text
//! __builtin_memcpy (p, q, 3);   =>   three bytes are loaded, then stored: [0 MEM <char[1:3]> [(void *)p_2(D)]+0 S1 A8]
//! char s[] = "ab";              =>   (set (reg:DI 74) (const_int 25185)) (set (mem:HI s) (subreg:HI (reg:DI 74) 0)) …
//! ```
//! Without optimisation functions called by the library's names stay calls: only what says `__builtin_` is opened up.

use super::{Expander, Result};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag as rtx_flag};
use dumps::DumpFlags;
use gimple::builtins::Builtin;
use gimple::constant::ConstValue;
use gimple::print::operand_text;
use gimple::stmt::{Call, Callee};
use gimple::tree::Operand;

/// No larger array of bytes is stored by numbers.
const LARGEST: u64 = 128;

impl Expander<'_> {
    /// Expands a block operation; `None` where an ordinary call does.
    pub(super) fn inline_block_builtin(
        &mut self,
        builtin: Builtin,
        call: &Call,
    ) -> Result<Option<bool>> {
        let Callee::Decl(decl) = call.callee else { return Ok(None) };
        let own_name = self.unit.decl_name(decl).is_some_and(|name| name.starts_with("__builtin_"));
        let [to, second, count] = call.args[..] else { return Ok(None) };
        // Where it ends is not asked for.
        let builtin = match builtin {
            Builtin::Mempcpy if call.lhs.is_none() => Builtin::Memcpy,
            other => other,
        };
        if self.options.optimize == 0 && !own_name || builtin == Builtin::Mempcpy {
            return Ok(None);
        }
        let size = self.unit.as_int(count).and_then(|size| i64::try_from(size).ok());
        if size == Some(0) {
            return Ok(None);
        }
        let dst = self.pointed_block(to, size)?;
        let address = match builtin {
            Builtin::Memcpy => {
                let src = self.pointed_block(second, size)?;
                match size.filter(|&size| self.em.moves_by_pieces(dst, src, size)) {
                    Some(size) => self.em.block_move(dst, src, size),
                    None => {
                        let (count, _) = self.scalar(count)?;
                        self.em.block_move_call(dst, src, count);
                    }
                }
                self.em.f.rtx.op(dst, 0)
            }
            Builtin::Memset => {
                let byte = self.unit.as_int(second);
                let pieces = size.filter(|&size| self.em.moves_by_pieces(dst, dst, size));
                match (byte, pieces) {
                    (Some(byte), Some(size)) => {
                        let bytes = vec![byte as u8; size as usize];
                        if !self.em.store_literal(dst, &bytes) {
                            return Ok(None);
                        }
                    }
                    (Some(0), None) => {
                        let (count, _) = self.scalar(count)?;
                        self.em.block_clear_call(dst, count);
                    }
                    _ => return Ok(None),
                }
                self.em.f.rtx.op(dst, 0)
            }
            // What may overlap is the library's business.
            _ => {
                self.pointed_block(second, size)?;
                return Ok(None);
            }
        };
        if call.lhs.is_some() {
            self.finish_builtin(call, address, self.em.word_mode())?;
        }
        Ok(Some(false))
    }

    /// Whether a block operation of a known size is done piece by piece.
    pub(super) fn is_block_in_pieces(&self, builtin: Builtin, call: &Call) -> bool {
        let [to, second, count] = call.args[..] else { return false };
        let size = self.unit.as_int(count).and_then(|size| i64::try_from(size).ok());
        let second = match builtin {
            Builtin::Memcpy => self.block_alignment(second),
            Builtin::Mempcpy if call.lhs.is_none() => self.block_alignment(second),
            Builtin::Memset if self.unit.as_int(second).is_some() => u32::MAX,
            _ => return false,
        };
        let align = self.block_alignment(to).min(second);
        size.is_some_and(|size| size > 0 && self.em.is_in_pieces(size, align))
    }

    /// The alignment in bits of the memory a pointer leads to.
    fn block_alignment(&self, pointer: Operand) -> u32 {
        match self.unit.addressed(pointer) {
            Some(Operand::Const(_)) => 64,
            Some(object) => self.object_alignment(object),
            None => 8,
        }
    }

    /// The memory a pointer leads to, as dumps show it.
    fn pointed_block(&mut self, pointer: Operand, size: Option<i64>) -> Result<RtxId> {
        let object = self.unit.addressed(pointer);
        let (address, _) = self.scalar(pointer)?;
        let in_frame = match self.em.f.rtx.code(address) {
            Code::Plus => self.em.is_frame_base(self.em.f.rtx.op(address, 0)),
            _ => self.em.is_frame_base(address),
        };
        let address = match (in_frame, self.options.optimize > 0) {
            (false, true) => self.em.force_reg(self.em.word_mode(), address),
            (true, true) => self.em.copy_to_reg(self.em.word_mode(), address),
            (true, false) => address,
            (false, false) => self.em.copy_pointer(address),
        };
        let align = self.block_alignment(pointer);
        let flags = match object {
            Some(Operand::Const(_)) => rtx_flag::U | rtx_flag::C,
            Some(_) => rtx_flag::C,
            None => 0,
        };
        let text = operand_text(self.unit, self.f, pointer, DumpFlags::NONE);
        let bound = size.map_or(String::new(), |size| format!("1:{size}"));
        let expr = self.em.f.rtx.string(&format!("MEM <char[{bound}]> [(void *){text}]"));
        let size = size.map(|size| size as u64);
        let attrs = MemAttrs { expr, offset: Some(0), size, align, ..MemAttrs::of_mode(Mode::BLK) };
        Ok(self.em.mem_attrs(Mode::BLK, address, attrs, flags))
    }

    /// Stores an array of bytes that is a constant, if that is done by numbers.
    pub(super) fn store_literal(&mut self, lhs: Operand, rhs: Operand) -> Result<bool> {
        let Operand::Const(id) = rhs else { return Ok(false) };
        let ConstValue::String(bytes) = &self.unit.consts[id].value else { return Ok(false) };
        let mut bytes = bytes.to_vec();
        let ty = self.unit.type_of(self.f, lhs);
        match self.unit.types.size(ty) {
            // What the literal does not say is zero.
            Some(size) if (bytes.len() as u64..=LARGEST).contains(&size) => {
                bytes.resize(size as usize, 0);
            }
            _ => return Ok(false),
        }
        let dst = self.reference_memory(lhs, ty)?;
        Ok(self.em.store_literal(dst, &bytes))
    }
}
