//! Everything that knows RISC-V of 64 bits.

pub mod abi;
pub mod builtin_macros;
pub mod constants;
pub mod frame;
pub mod isa;
pub mod machine_options;
pub mod output;
pub mod patterns;
pub mod predicates;
pub mod regs;
pub mod target;
pub mod trampoline;

/// Numbers of `unspec` and `unspec_volatile` expressions.
pub const UNSPEC_COPYSIGN: u32 = 1;
pub const UNSPEC_QUIET_COMPARE: u32 = 2;
pub const UNSPEC_MIN_MAX: u32 = 3;
pub const UNSPEC_TLS_LE: u32 = 4;
pub const UNSPEC_TLS_IE: u32 = 5;
pub const UNSPEC_TLS_GD: u32 = 6;
pub const UNSPECV_BLOCKAGE: u32 = 1;
pub const UNSPECV_FENCE: u32 = 2;
pub const UNSPECV_AMO: u32 = 3;
pub const UNSPECV_CAS: u32 = 4;
pub const UNSPECV_FRFLAGS: u32 = 5;
pub const UNSPECV_FSFLAGS: u32 = 6;
pub const UNSPECV_GLOBAL_REGISTER: u32 = 7;
pub const UNSPECV_EH_RETURN: u32 = 8;
pub const UNSPECV_MRET: u32 = 9;
pub const UNSPECV_SRET: u32 = 10;
pub const UNSPECV_URET: u32 = 11;

/// Register a nested function's static chain is passed in: `t2`.
pub const STATIC_CHAIN: u32 = 7;

/// The register that says how far `__builtin_eh_return` moves the stack pointer: `a4`.
pub const EH_STACK_ADJUST: u32 = 14;

/// How many of the argument registers, from `a0` on, unwinders hand over to those who catch.
pub const EH_DATA_REGISTERS: u32 = 4;

/// The numbers of `unspec`s with their names in dumps.
const UNSPECS: [(u32, &str); 6] = [
    (UNSPEC_COPYSIGN, "UNSPEC_COPYSIGN"),
    (UNSPEC_QUIET_COMPARE, "UNSPEC_FLT_QUIET"),
    (UNSPEC_MIN_MAX, "UNSPEC_FMIN"),
    (UNSPEC_TLS_LE, "UNSPEC_TLS_LE"),
    (UNSPEC_TLS_IE, "UNSPEC_TLS_IE"),
    (UNSPEC_TLS_GD, "UNSPEC_TLS_GD"),
];

/// The numbers of `unspec_volatile`s with their names in dumps.
const VOLATILE_UNSPECS: [(u32, &str); 11] = [
    (UNSPECV_BLOCKAGE, "UNSPECV_BLOCKAGE"),
    (UNSPECV_FENCE, "UNSPECV_FENCE"),
    (UNSPECV_AMO, "UNSPEC_SYNC_OLD_OP"),
    (UNSPECV_CAS, "UNSPEC_COMPARE_AND_SWAP"),
    (UNSPECV_FRFLAGS, "UNSPECV_FRFLAGS"),
    (UNSPECV_FSFLAGS, "UNSPECV_FSFLAGS"),
    (UNSPECV_GLOBAL_REGISTER, "UNSPECV_GLOBAL_REGISTER"),
    (UNSPECV_EH_RETURN, "UNSPECV_EH_RETURN"),
    (UNSPECV_MRET, "UNSPECV_MRET"),
    (UNSPECV_SRET, "UNSPECV_SRET"),
    (UNSPECV_URET, "UNSPECV_URET"),
];

fn unspecs(volatile: bool) -> &'static [(u32, &'static str)] {
    if volatile { &VOLATILE_UNSPECS } else { &UNSPECS }
}

/// The name of an `unspec`, as a dump prints it.
pub fn unspec_name(number: u32, volatile: bool) -> &'static str {
    let known = unspecs(volatile).iter().find(|(own, _)| *own == number);
    known.expect("every unspec has a name").1
}

/// The number of the `unspec` of a name.
pub fn unspec_number(name: &str, volatile: bool) -> Option<u32> {
    unspecs(volatile).iter().find(|(_, own)| *own == name).map(|(number, _)| *number)
}
