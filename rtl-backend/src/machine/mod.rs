//! The machine: recognising insns, and everything that knows RISC-V.

pub mod insn;
pub mod recog;
pub mod riscv;
