//! Gimlet's backend: GIMPLE to RTL to RISC-V assembly.
//!
//! The way: `expand` builds an [`rtl::function::RtlFunction`] with pseudo-registers through [`emit::Emitter`]; the passes
//! in [`passes`] and [`allocation`] lower it to hard registers and frame slots; `final` prints assembly. Between passes
//! the function is in [`state`], what the functions of a file share in [`asm`]. Everything that knows RISC-V
//! is in [`machine`]; data (variables, strings, the constant pool) is printed by [`output::varasm`].

pub mod allocation;
pub mod asm;
pub mod emit;
pub mod expand;
pub mod machine;
pub mod output;
pub mod passes;
mod read_back;
pub mod rtl;
pub mod state;

pub use machine::target::{
    MACHINE, MachineOptions, architecture_of, judge_word, machine_macros, narrow_target, target,
};
