//! Jumps from one function into another, landing pads of exceptions, and the trampolines of nested functions.
//!
//! ```text
//! __builtin_nonlocal_goto (&<D.1>, buffer);        t1 = &<D.1>; t3 = buffer[0]; t4 = buffer[1];
//!                                                  sp = t4; s0 = t3; goto *t1;
//! ```
//!
//! A function that is jumped into keeps its frame and stack pointers in a buffer that those who jump find. The registers
//! in between are fixed ones, as no frame slot can be reached once the first of the two pointers is changed.

use super::{Expander, Result};
use crate::machine::target::GP_ARG_FIRST;
use crate::machine::target::trampoline;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::builtins::Builtin;
use gimple::cfg::BlockId;
use gimple::decl::flag;
use gimple::stmt::{Call, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeKind;

/// Where buffers hold frame pointer, stack pointer of non-local gotos, and label and stack pointer of `__builtin_setjmp`.
/// Each is a word, and this is which.
const FRAME_AT: i64 = 0;
const GOTO_STACK_AT: i64 = 1;
const SETJMP_LABEL_AT: i64 = 1;
const SETJMP_STACK_AT: i64 = 2;

impl Expander<'_> {
    /// The address of a buffer, in a register.
    fn buffer(&mut self, address: Operand) -> Result<RtxId> {
        let (address, _) = self.scalar(address)?;
        Ok(self.em.force_reg(self.em.word_mode(), address))
    }

    fn word_at(&mut self, address: RtxId, index: i64) -> RtxId {
        let offset = index * i64::from(self.em.word_mode().size());
        let address = self.em.plus_constant(address, offset);
        self.em.mem(self.em.word_mode(), address)
    }

    /// Builtins that jump out of the function, or prepare for being jumped into. Returns whether control ends there.
    pub(super) fn jump_builtin(&mut self, builtin: Builtin, call: &Call) -> Result<bool> {
        match builtin {
            Builtin::NonlocalGoto => {
                let (label, _) = self.scalar(call.args[0])?;
                let buffer = self.buffer(call.args[1])?;
                let frame = self.word_at(buffer, FRAME_AT);
                let stack = self.word_at(buffer, GOTO_STACK_AT);
                self.em.nonlocal_jump(label, frame, stack);
                Ok(true)
            }
            Builtin::Longjmp => {
                let buffer = self.buffer(call.args[0])?;
                let frame = self.word_at(buffer, FRAME_AT);
                let label = self.word_at(buffer, SETJMP_LABEL_AT);
                let stack = self.word_at(buffer, SETJMP_STACK_AT);
                self.em.nonlocal_jump(label, frame, stack);
                Ok(true)
            }
            Builtin::SetjmpSetup => {
                let buffer = self.buffer(call.args[0])?;
                let (label, _) = self.scalar(call.args[1])?;
                let frame = self.word_at(buffer, FRAME_AT);
                let label_slot = self.word_at(buffer, SETJMP_LABEL_AT);
                let stack = self.word_at(buffer, SETJMP_STACK_AT);
                self.em.emit_move(label_slot, label);
                self.em.save_frame(frame, stack);
                Ok(false)
            }
            // The label the jump arrives at has done it all.
            _ => Ok(false),
        }
    }

    /// At the start of a landing pad, keeps the exception before anything else happens.
    pub(super) fn land(&mut self, block: BlockId) {
        if self.pads.is_empty() {
            return;
        }
        let labels = self.f.block_stmts(block).map_while(|stmt| match self.f.stmts[stmt].kind {
            StmtKind::Label(label) => Some(label),
            _ => None,
        });
        let mut pads = labels.filter(|&label| self.unit.decls[label].has(flag::LANDING_PAD));
        if pads.next().is_some() {
            let exception = self.exception();
            let arrived = self.em.f.rtx.gen_reg(self.em.word_mode(), GP_ARG_FIRST);
            self.em.emit_move(exception, arrived);
        }
    }

    /// The register that holds the exception which is under way.
    pub(super) fn exception(&mut self) -> RtxId {
        match self.exception {
            Some(exception) => exception,
            None => *self.exception.insert(self.em.new_reg(self.em.word_mode())),
        }
    }

    /// At the start of a function with labels that inner ones jump to: keeps its frame and stack pointers.
    pub(super) fn save_for_receivers(&mut self) -> Result<()> {
        let Some((frame, stack)) = self.save_area()? else { return Ok(()) };
        self.em.save_frame(frame, stack);
        Ok(())
    }

    /// Keeps the stack pointer anew after it has changed.
    pub(super) fn stack_changed(&mut self) -> Result<()> {
        let Some((_, stack)) = self.save_area()? else { return Ok(()) };
        self.em.save_stack_pointer(stack);
        Ok(())
    }

    /// The slots for frame and stack pointer.
    fn save_area(&mut self) -> Result<Option<(RtxId, RtxId)>> {
        let area = self.f.nonlocal_goto_save_area;
        if area == Operand::None {
            return Ok(None);
        }
        let ty = self.unit.type_of(self.f, area);
        debug_assert!(matches!(self.unit.types.kind(ty), TypeKind::Array { .. }));
        let memory = self.reference_memory(area, ty)?;
        let word_mode = self.em.word_mode();
        let size = i64::from(word_mode.size());
        let frame = self.em.adjust_address(memory, word_mode, FRAME_AT * size);
        let stack = self.em.adjust_address(memory, word_mode, GOTO_STACK_AT * size);
        Ok(Some((frame, stack)))
    }

    /// `__builtin_init_trampoline` and `__builtin_adjust_trampoline`.
    pub(super) fn trampoline_builtin(&mut self, builtin: Builtin, call: &Call) -> Result<()> {
        let word_mode = self.em.word_mode();
        let (address, _) = self.scalar(call.args[0])?;
        if builtin == Builtin::AdjustTrampoline {
            return self.finish_builtin(call, address, word_mode);
        }
        let address = self.em.force_reg(word_mode, address);
        let (function, _) = self.scalar(call.args[1])?;
        let (chain, _) = self.scalar(call.args[2])?;
        let code = match word_mode {
            Mode::DI => trampoline::CODE,
            _ => trampoline::NARROW_CODE,
        };
        for (index, word) in code.into_iter().enumerate() {
            let slot = self.em.plus_constant(address, 4 * index as i64);
            let slot = self.em.mem(Mode::SI, slot);
            let word = self.em.int(i64::from(word as i32));
            self.em.emit_move(slot, word);
        }
        let data = self.em.plus_constant(address, trampoline::CHAIN_AT);
        let slot = self.word_at(data, 0);
        self.em.emit_move(slot, chain);
        let slot = self.word_at(data, 1);
        self.em.emit_move(slot, function);
        let end = self.em.plus_constant(address, i64::from(trampoline::SIZE));
        let zero = self.em.int(0);
        let args = [(address, word_mode), (end, word_mode), (zero, word_mode)];
        self.em.libcall(trampoline::FLUSH, Mode::VOID, &args);
        self.em.unit.executable_stack = true;
        Ok(())
    }
}
