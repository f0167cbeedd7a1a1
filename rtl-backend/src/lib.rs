//! Gimlet's backend: GIMPLE to RTL to RISC-V assembly.
//!
//! The way: `expand` builds an [`rtl::function::RtlFunction`] with pseudo-registers through [`emit::Emitter`]; the passes
//! in [`passes`] lower it to hard registers and frame slots; `final` prints assembly. Everything that knows RISC-V
//! is in [`machine::riscv`]; data (variables, strings, the constant pool) is printed by [`output::varasm`].

pub mod allocation;
pub mod emit;
pub mod expand;
pub mod machine;
pub mod output;
pub mod passes;
pub mod pipeline;
pub mod rtl;

pub use machine::riscv::machine_options::{
    MACHINE, MachineOptions, architecture_of, judge_word, machine_macros,
};
pub use machine::riscv::target::{narrow_target, target};
