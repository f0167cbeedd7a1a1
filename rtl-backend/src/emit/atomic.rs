//! The A extension: read-modify-write instructions, compare and swap, loads and stores between fences.
//!
//! An operation is one insn, an `unspec_volatile` of the address, the operands and the memory model, so that nothing
//! can come between its instructions. Which operation it is, a constant among its operands says.

use super::Emitter;
use crate::machine::target::description::{UNSPECV_AMO, UNSPECV_CAS};
use crate::machine::target::{GP_ARG_FIRST, GP_RETURN};
use crate::rtl::code::Code;
use crate::rtl::function::InsnKind;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag};

/// The memory models' numbers in `<stdatomic.h>`'s order.
pub mod model {
    pub const RELAXED: i64 = 0;
    pub const CONSUME: i64 = 1;
    pub const ACQUIRE: i64 = 2;
    pub const RELEASE: i64 = 3;
    pub const SEQ_CST: i64 = 5;

    /// Whether what follows must not be seen before.
    pub fn acquires(model: i64) -> bool {
        !matches!(model, RELAXED | RELEASE)
    }

    /// Whether what came before must be seen before.
    pub fn releases(model: i64) -> bool {
        !matches!(model, RELAXED | CONSUME | ACQUIRE)
    }
}

/// A read-modify-write instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amo {
    Add,
    Or,
    Xor,
    And,
    Swap,
}

impl Emitter<'_> {
    /// `old = *address; *address = old op value`: the old value.
    pub fn atomic_fetch(
        &mut self,
        amo: Amo,
        mode: Mode,
        address: RtxId,
        value: RtxId,
        model: i64,
    ) -> RtxId {
        let address = self.force_mode_reg(self.word_mode(), address);
        let value = self.reg_or_0(mode, value);
        let (model, which) = (self.int(model), self.int(amo as i64));
        let items = [address, value, model, which];
        let source = self.f.rtx.gen_vector(Code::UnspecVolatile, mode, &items, UNSPECV_AMO);
        let old = self.new_reg(mode);
        self.emit_set(old, source);
        old
    }

    /// `if (*address == expected) *address = desired`: the value found there. The insn needs more registers than
    /// `reload` has to spare, so its operands are hard registers, as a call's are. It compares whole registers, and a
    /// word is loaded with its sign extended: so is what is expected.
    pub fn atomic_compare_and_swap(
        &mut self,
        mode: Mode,
        [address, expected, desired]: [RtxId; 3],
        [success, failure]: [i64; 2],
    ) -> RtxId {
        let word_mode = self.word_mode();
        let regs: Vec<RtxId> = [(word_mode, 1), (word_mode, 2), (mode, 3)]
            .map(|(mode, index)| self.f.rtx.gen_reg(mode, GP_ARG_FIRST + index))
            .to_vec();
        let expected = self.convert(expected, mode, word_mode, false);
        let values = [(word_mode, address), (word_mode, expected), (mode, desired)]
            .map(|(mode, value)| self.force_mode_reg(mode, value));
        for (&reg, value) in regs.iter().zip(values) {
            self.emit_move(reg, value);
        }
        let models = self.int(success << 4 | failure);
        let items = [regs[0], regs[1], regs[2], models];
        let source = self.f.rtx.gen_vector(Code::UnspecVolatile, mode, &items, UNSPECV_CAS);
        let found = self.f.rtx.gen_reg(mode, GP_RETURN);
        let set = self.f.rtx.gen_set(found, source);
        let scratch = self.f.rtx.gen_reg(word_mode, GP_ARG_FIRST + 4);
        let clobber = self.f.rtx.gen_unary(Code::Clobber, Mode::VOID, scratch);
        let pattern = self.f.rtx.gen_parallel(&[set, clobber]);
        self.emit(InsnKind::Insn, pattern);
        self.copy_to_reg(mode, found)
    }

    /// `*address` between the fences its model asks for.
    pub fn atomic_load(&mut self, mode: Mode, address: RtxId, model: i64) -> RtxId {
        if model == model::SEQ_CST {
            self.emit_fence();
        }
        let from = self.atomic_memory(mode, address);
        let value = self.copy_to_reg(mode, from);
        if model::acquires(model) {
            self.emit_fence();
        }
        value
    }

    /// `*address = value`: a swap whose result nobody wants, or a store between fences where there is no such swap.
    pub fn atomic_store(&mut self, mode: Mode, address: RtxId, value: RtxId, model: i64) {
        if self.is_word(mode) && mode.size() >= Mode::SI.size() {
            self.atomic_fetch(Amo::Swap, mode, address, value, model);
            return;
        }
        if model::releases(model) {
            self.emit_fence();
        }
        let to = self.atomic_memory(mode, address);
        let value = self.reg_or_0(mode, value);
        self.emit_move(to, value);
        if model == model::SEQ_CST {
            self.emit_fence();
        }
    }

    /// `old = *address; *address = 1` of a byte, by the word around it: the old byte.
    pub fn atomic_test_and_set(&mut self, address: RtxId, model: i64) -> RtxId {
        let word_mode = self.word_mode();
        let address = self.force_mode_reg(word_mode, address);
        let (three, word_mask, one) = (self.int(3), self.int(-4), self.int(1));
        let byte = self.binop(Code::And, word_mode, address, three);
        let shift = self.binop(Code::Ashift, word_mode, byte, three);
        let word = self.binop(Code::And, word_mode, address, word_mask);
        let one = self.copy_to_reg(word_mode, one);
        let bit = self.binop(Code::Ashift, word_mode, one, shift);
        let bit = self.lowpart(Mode::SI, bit);
        let old = self.atomic_fetch(Amo::Or, Mode::SI, word, bit, model);
        let old = self.convert(old, Mode::SI, word_mode, true);
        let old = self.binop(Code::Lshiftrt, word_mode, old, shift);
        let byte_mask = self.int(0xff);
        self.binop(Code::And, word_mode, old, byte_mask)
    }

    fn atomic_memory(&mut self, mode: Mode, address: RtxId) -> RtxId {
        let address = self.force_mode_reg(self.word_mode(), address);
        self.mem_attrs(mode, address, MemAttrs::of_mode(mode), flag::V)
    }
}
