//! Builtins that hand on what nobody knows the type of, and those that unwinders are made of.
//!
//! ```text
//! args = __builtin_apply_args ();               at the function's start: a0 … a7, fa0 … fa7 to memory
//! value = __builtin_apply (f, args, 64);        64 bytes of stack, the registers from memory; f; a0, fa0 to memory
//! __builtin_return (value);                     a0, fa0 from memory; the function's end
//! __builtin_unwind_init ();                     all registers that calls keep are saved in the frame
//! __builtin_eh_return (offset, handler);        the frame goes, sp += offset, goto *handler
//! ```

use super::{Expander, Result};
use crate::rtl::function::InsnId;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::builtins::Builtin;
use gimple::stmt::Call;

/// Where values go that `__builtin_return` gives the function's callers: the registers that hold them until the end.
#[derive(Clone, Copy)]
pub(super) struct UntypedReturn {
    label: InsnId,
    values: [RtxId; 2],
}

impl Expander<'_> {
    /// Expands one of them. Returns whether control ends there.
    pub(super) fn untyped_builtin(&mut self, builtin: Builtin, call: &Call) -> Result<bool> {
        let word_mode = self.em.word_mode();
        let hands_on = matches!(builtin, Builtin::ApplyArgs | Builtin::Apply | Builtin::Return);
        let machine = &self.em.unit.options.machine;
        if hands_on && (machine.float_arguments != 8 || !machine.isa.wide) {
            return self.sorry("calls handed on as they came, but for ‘-mabi=lp64d’");
        }
        match builtin {
            Builtin::ApplyArgs => {
                let block = match self.own_arguments {
                    Some(block) => block,
                    None => *self.own_arguments.insert(self.em.keep_arguments()),
                };
                let address = self.em.address_of(block);
                self.finish_builtin(call, address, word_mode)?;
                Ok(false)
            }
            Builtin::Apply => {
                let [callee, block, size] = [0, 1, 2].map(|index| call.args[index]);
                let (callee, block) = (self.scalar(callee)?.0, self.scalar(block)?.0);
                let callee = self.em.force_reg(word_mode, callee);
                let block = self.em.force_reg(word_mode, block);
                let (size, mode) = self.scalar(size)?;
                let size = self.em.convert(size, mode, word_mode, true);
                let size = self.em.force_reg(word_mode, size);
                let value = self.em.call_with_block(callee, block, size);
                self.stack_changed()?;
                let address = self.em.address_of(value);
                self.finish_builtin(call, address, word_mode)?;
                Ok(false)
            }
            Builtin::Return => {
                let (block, _) = self.scalar(call.args[0])?;
                let block = self.em.force_reg(word_mode, block);
                let values = self.em.values_of_block(block);
                self.return_untyped(values);
                Ok(true)
            }
            Builtin::UnwindInit => {
                self.em.f.frame.saves_all_registers = true;
                Ok(false)
            }
            _ => {
                let (offset, _) = self.scalar(call.args[0])?;
                let offset = self.em.force_reg(word_mode, offset);
                let (handler, _) = self.scalar(call.args[1])?;
                let handler = self.em.force_reg(word_mode, handler);
                let slot = self.return_slot();
                self.em.emit_move(slot, handler);
                self.em.eh_return(offset);
                Ok(true)
            }
        }
    }

    fn return_untyped(&mut self, values: [RtxId; 2]) {
        let to = match self.untyped_return {
            Some(to) => to,
            None => {
                let label = self.em.new_label();
                let values = [self.em.word_mode(), Mode::DF].map(|mode| self.em.new_reg(mode));
                *self.untyped_return.insert(UntypedReturn { label, values })
            }
        };
        for (to, from) in to.values.into_iter().zip(values) {
            self.em.emit_move(to, from);
        }
        self.em.emit_jump(to.label);
    }

    /// After the function's ordinary end: the end for those who left by `__builtin_return`.
    pub(super) fn end_of_untyped(&mut self) {
        let Some(UntypedReturn { label, values }) = self.untyped_return else { return };
        let end = self.em.new_label();
        self.em.emit_jump(end);
        self.em.emit_label(label);
        self.em.set_value_registers(values);
        self.em.emit_label(end);
        self.em.use_value_registers();
    }
}
