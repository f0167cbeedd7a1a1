//! Calls handed on as they came, arguments and value of whatever types (`__builtin_apply` and its kin).
//!
//! What is handed on is in memory:
//!
//! | offset | block of arguments         | block of a value |
//! |--------|----------------------------|------------------|
//! | 0      | where those on the stack are | `a0`           |
//! | 8      | `a0` to `a7`               | `fa0`            |
//! | 72     | `fa0` to `fa7`             |                  |

use super::{CallSpec, Emitter};
use crate::machine::target::abi::{AbiField, AbiType};
use crate::machine::target::{FP_ARG_FIRST, FP_RETURN, GP_ARG_FIRST, GP_RETURN};
use crate::rtl::code::Code;
use crate::rtl::function::{VIRTUAL_INCOMING_ARGS, VIRTUAL_OUTGOING_ARGS};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::builtins::Builtin;

const ARGUMENTS_SIZE: u64 = 136;
const VALUE_SIZE: u64 = 16;

/// Register, mode and offset of what arguments come in.
fn argument_registers() -> impl Iterator<Item = (u32, Mode, i64)> {
    let general = (0..8u32).map(|i| (GP_ARG_FIRST + i, Mode::DI, 8 + 8 * i64::from(i)));
    general.chain((0..8u32).map(|i| (FP_ARG_FIRST + i, Mode::DF, 72 + 8 * i64::from(i))))
}

/// Register, mode and offset of what a value is returned in.
const VALUE_REGISTERS: [(u32, Mode, i64); 2] = [(GP_RETURN, Mode::DI, 0), (FP_RETURN, Mode::DF, 8)];

impl Emitter<'_> {
    /// The block of the function's own arguments, kept where they arrive.
    pub fn keep_arguments(&mut self) -> RtxId {
        let block = self.stack_local(ARGUMENTS_SIZE, 8, "");
        self.at_start(|em| {
            for (regno, mode, offset) in argument_registers() {
                let slot = em.adjust_address(block, mode, offset);
                let reg = em.f.rtx.gen_reg(mode, regno);
                em.emit_set(slot, reg);
            }
            let incoming = em.f.reg(VIRTUAL_INCOMING_ARGS);
            let incoming = em.copy_to_reg(Mode::DI, incoming);
            let slot = em.adjust_address(block, Mode::DI, 0);
            em.emit_set(slot, incoming);
        });
        block
    }

    /// Calls a function with the arguments of a block, `size` bytes of them on the stack; the block of its value.
    pub fn call_with_block(&mut self, callee: RtxId, block: RtxId, size: RtxId) -> RtxId {
        let saved = self.save_stack();
        self.allocate_dynamic(size, 16, false, None);
        let slot = self.mem(Mode::DI, block);
        let incoming = self.copy_to_reg(Mode::DI, slot);
        let outgoing = self.f.reg(VIRTUAL_OUTGOING_ARGS);
        let outgoing = self.copy_to_reg(Mode::DI, outgoing);
        let args = [(outgoing, Mode::DI), (incoming, Mode::DI), (size, Mode::DI)];
        self.libcall(Builtin::Memcpy.name(), Mode::DI, &args);
        let mut usage = Vec::new();
        for (regno, mode, offset) in argument_registers() {
            let address = self.plus_constant(block, offset);
            let slot = self.mem(mode, address);
            let reg = self.f.rtx.gen_reg(mode, regno);
            self.emit_set(reg, slot);
            usage.push(self.f.rtx.gen_unary(Code::Use, Mode::VOID, reg));
        }
        let fields = VALUE_REGISTERS.map(|(_, mode, offset)| AbiField {
            offset: offset as u64,
            size: 8,
            float: mode.is_float(),
        });
        let ret = AbiType::Aggregate { size: VALUE_SIZE, align: 8, fields: Some(fields.to_vec()) };
        let location = self.return_location(&ret);
        let spec = CallSpec::new(callee, &[], 0, &ret);
        self.emit_call_insn(callee, &location, &spec, (usage, 0), false);
        let value = self.stack_local(VALUE_SIZE, 8, "");
        self.receive_value(&ret, &location, Some(value));
        self.restore_stack(saved);
        value
    }

    /// What the block of a value holds, in registers.
    pub fn values_of_block(&mut self, block: RtxId) -> [RtxId; 2] {
        VALUE_REGISTERS.map(|(_, mode, offset)| {
            let address = self.plus_constant(block, offset);
            let slot = self.mem(mode, address);
            self.copy_to_reg(mode, slot)
        })
    }

    /// Puts values into the registers a function returns in.
    pub fn set_value_registers(&mut self, values: [RtxId; 2]) {
        for ((regno, mode, _), value) in VALUE_REGISTERS.into_iter().zip(values) {
            let reg = self.f.rtx.gen_reg(mode, regno);
            self.emit_set(reg, value);
        }
    }

    /// The function ends here with what its registers for a value hold.
    pub fn use_value_registers(&mut self) {
        for (regno, mode, _) in VALUE_REGISTERS {
            let reg = self.f.rtx.gen_reg(mode, regno);
            self.f.return_regs.push(regno);
            self.emit_use(reg);
        }
    }
}
