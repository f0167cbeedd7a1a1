//! Gimlet's backend: GIMPLE to RTL to RISC-V assembly.
//!
//! The way: `expand` builds an [`function::RtlFunction`] with pseudo-registers through [`emit::Emitter`]; the passes
//! in [`passes`] lower it to hard registers and frame slots; `final` prints assembly. Everything that knows RISC-V
//! is in [`riscv`]; data (variables, strings, the constant pool) is printed by [`varasm`].

pub mod cfg;
pub mod code;
pub mod data;
pub mod debug;
pub mod df;
pub mod emit;
pub mod expand;
mod frame_refs;
pub mod function;
mod gates;
mod group;
pub mod insn_table;
mod leaf;
pub mod live;
pub mod mode;
pub mod passes;
pub mod pipeline;
mod points;
pub mod print;
pub mod recog;
mod reg_table;
pub mod riscv;
pub mod rtx;
pub mod simplify;
pub mod unit;
pub mod varasm;
mod verify;

pub use riscv::machine_options::{MACHINE, MachineOptions, judge_word, machine_macros};
pub use riscv::target::target;
