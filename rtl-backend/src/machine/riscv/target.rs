//! What the front end and the tree passes know of RV64GC, `lp64d`.

use super::builtin_macros::PREDEFINED_MACROS;
use super::constants;
use gimple::target::TargetDesc;

/// The description of the target.
pub fn target() -> TargetDesc {
    TargetDesc {
        triplet: "riscv64-linux-gnu",
        trampoline_size: super::trampoline::SIZE,
        fused_multiply_add: true,
        constant_cost: constants::operand_cost,
        predefined_macros: PREDEFINED_MACROS,
        ..TargetDesc::lp64()
    }
}

/// The description with words of 32 bits, `ilp32d`.
pub fn narrow_target() -> TargetDesc {
    let wide = target();
    TargetDesc {
        triplet: wide.triplet,
        fused_multiply_add: wide.fused_multiply_add,
        constant_cost: wide.constant_cost,
        predefined_macros: wide.predefined_macros,
        ..TargetDesc::ilp32()
    }
}
