//! What the front end and the tree passes know of RV64GC, `lp64d`.

use super::builtin_macros::PREDEFINED_MACROS;
use gimple::target::TargetDesc;

/// The description of the target.
pub fn target() -> TargetDesc {
    TargetDesc {
        triplet: "riscv64-linux-gnu",
        char_signed: false,
        wchar_signed: true,
        short_size: 2,
        int_size: 4,
        long_size: 8,
        long_long_size: 8,
        pointer_size: 8,
        wchar_size: 4,
        long_double_size: 16,
        long_double_mantissa: 113,
        biggest_alignment: 16,
        word_bits: 64,
        max_fixed_mode_bits: 128,
        big_endian: false,
        strict_alignment: true,
        slow_unaligned_access: true,
        narrow_loads_zero_extend: true,
        branch_cost: 3,
        move_by_pieces: 128,
        promote_function_values: true,
        constant_alignment: 8,
        trampoline_size: super::trampoline::SIZE,
        predefined_macros: PREDEFINED_MACROS,
        multiarch: "riscv64-linux-gnu",
    }
}
