//! The target as the rest of the backend asks for it: registers by what they are for, in the words of GCC's target macros, and
//! what the machine does in its own way. Nobody but `machine` names RISC-V.
//!
//! ```text
//! STACK_POINTER_REGNUM   2 sp       HARD_FRAME_POINTER_REGNUM  8 s0       RETURN_ADDR_REGNUM  1 ra
//! ARG_POINTER_REGNUM    64 arg      FRAME_POINTER_REGNUM      65 frame    both gone after `reload`
//! ```

use super::riscv::regs;

pub use super::riscv::machine_options::{
    MACHINE, MachineOptions, architecture_of, judge_word, machine_macros,
};
pub use super::riscv::regs::{
    Convention, FIXED, NAMES as REGISTER_NAMES, NUM_HARD, RegClass, by_name, can_be_kept, fixed,
    order,
};
pub use super::riscv::target::{narrow_target, target};
pub use super::riscv::{
    DESCRIPTION_FILE, EH_STACK_ADJUST, FLUSH_ICACHE, STATIC_CHAIN, TRIPLET, abi, constants,
    description, frame, isa, machine_options, output, pipeline, predicates, trampoline,
};

/// The register that is 0.
pub const ZERO_REGNUM: u32 = regs::ZERO;
/// Where a call leaves the address to return to.
pub const RETURN_ADDR_REGNUM: u32 = regs::RA;
pub const STACK_POINTER_REGNUM: u32 = regs::SP;
/// The frame pointer of functions that have one.
pub const HARD_FRAME_POINTER_REGNUM: u32 = regs::S0;
/// The frame pointer until the frame is laid out.
pub const FRAME_POINTER_REGNUM: u32 = regs::FRAME_POINTER;
/// The pointer to the arguments on the stack until the frame is laid out.
pub const ARG_POINTER_REGNUM: u32 = regs::ARG_POINTER;
/// The pointer to what a thread has of its own.
pub const THREAD_POINTER_REGNUM: u32 = regs::TP;
/// What prologues and epilogues calculate in.
pub const PROLOGUE_TEMP_REGNUM: u32 = regs::T0;
/// The address of a sibling call that is not known.
pub const SIBCALL_TEMP_REGNUM: u32 = regs::T1;
/// The label, the frame and the stack pointer of a jump out of a function.
pub const NONLOCAL_GOTO_REGNUMS: [u32; 3] = [regs::T1, regs::T3, regs::T4];
/// The first and the last of the general registers for arguments.
pub const GP_ARG_FIRST: u32 = regs::A0;
pub const GP_ARG_LAST: u32 = regs::A7;
/// The general register for a value.
pub const GP_RETURN: u32 = regs::A0;
/// The first register for floating-point numbers.
pub const FP_REG_FIRST: u32 = regs::FT0;
/// The first and the last of those for arguments.
pub const FP_ARG_FIRST: u32 = regs::FA0;
pub const FP_ARG_LAST: u32 = regs::FA0 + 7;
/// That for a value.
pub const FP_RETURN: u32 = regs::FA0;

/// Whether a register is a pointer that others take the place of when the frame is laid out (`ELIMINABLE_REGS`).
pub fn is_eliminable(reg: u32) -> bool {
    matches!(reg, ARG_POINTER_REGNUM | FRAME_POINTER_REGNUM)
}

/// Whether the frame is reached by a register, before or after it is laid out.
pub fn is_frame_base(reg: u32) -> bool {
    is_eliminable(reg) || matches!(reg, STACK_POINTER_REGNUM | HARD_FRAME_POINTER_REGNUM)
}
