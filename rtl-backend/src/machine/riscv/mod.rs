//! Everything that knows RISC-V of 64 bits.

pub mod abi;
pub mod builtin_macros;
pub mod constants;
pub mod description;
pub mod frame;
pub mod isa;
pub mod machine_options;
pub mod output;
pub mod pipeline;
pub mod predicates;
pub mod regs;
pub mod target;
pub mod trampoline;

/// What the machine is called by tools.
pub const TRIPLET: &str = "riscv64-linux-gnu";

/// The file that describes the machine's insns, as dumps name it.
pub const DESCRIPTION_FILE: &str = "riscv.md";

/// The function that makes the machine see code that has been written as data.
pub const FLUSH_ICACHE: &str = "__riscv_flush_icache";

/// Register a nested function's static chain is passed in: `t2`.
pub const STATIC_CHAIN: u32 = 7;

/// The register that says how far `__builtin_eh_return` moves the stack pointer: `a4`.
pub const EH_STACK_ADJUST: u32 = 14;

/// How many of the argument registers, from `a0` on, unwinders hand over to those who catch.
pub const EH_DATA_REGISTERS: u32 = 4;
