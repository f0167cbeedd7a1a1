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
