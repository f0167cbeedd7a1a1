//! The machine: recognising insns, and everything that knows RISC-V, which the others know as `target`.

pub mod insn;
pub mod recog;
mod riscv;
pub mod target;
