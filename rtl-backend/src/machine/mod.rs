//! The machine: recognising insns, and everything that knows RISC-V.

pub mod recog;
pub mod riscv;
