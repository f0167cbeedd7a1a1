//! Everything that knows RISC-V (RV64GC, `lp64d`).

pub mod abi;
pub mod constants;
pub mod regs;

/// Numbers of `unspec` and `unspec_volatile` expressions.
pub const UNSPEC_COPYSIGN: u32 = 1;
pub const UNSPEC_TIE: u32 = 2;
pub const UNSPECV_BLOCKAGE: u32 = 1;
pub const UNSPECV_FENCE: u32 = 2;
pub const UNSPECV_LRSC: u32 = 3;

/// Register a nested function's static chain is passed in: `t2`.
pub const STATIC_CHAIN: u32 = 7;

/// The name of an `unspec`, as a dump prints it.
pub fn unspec_name(number: u32, volatile: bool) -> &'static str {
    match (volatile, number) {
        (false, UNSPEC_COPYSIGN) => "UNSPEC_COPYSIGN",
        (false, _) => "UNSPEC_TIE",
        (true, UNSPECV_BLOCKAGE) => "UNSPECV_BLOCKAGE",
        (true, UNSPECV_FENCE) => "UNSPECV_FENCE",
        (true, _) => "UNSPECV_LRSC",
    }
}
