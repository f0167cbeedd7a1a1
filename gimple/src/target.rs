//! The target's description: everything the front end and the tree passes know about the machine.
//!
//! No crate outside the backend names a target. Sizes, alignments, signedness of `char`, predefined macros and
//! costs reach them as a value of [`TargetDesc`], which the backend makes.

/// Sizes and alignments are in bytes unless a name says bits.
#[derive(Clone, Debug)]
pub struct TargetDesc {
    /// The configuration triplet, for messages and paths (`-dumpmachine`).
    pub triplet: &'static str,
    /// Whether plain `char` is signed.
    pub char_signed: bool,
    /// Whether `wchar_t` is a signed type.
    pub wchar_signed: bool,
    /// Size of `short`, `int`, `long`, `long long`, and of pointers.
    pub short_size: u32,
    pub int_size: u32,
    pub long_size: u32,
    pub long_long_size: u32,
    pub pointer_size: u32,
    pub wchar_size: u32,
    /// Size and alignment of `long double`, and the mantissa bits of its format (113 for binary128, 53 for double).
    pub long_double_size: u32,
    pub long_double_mantissa: u32,
    /// Strictest alignment any scalar type has (`__BIGGEST_ALIGNMENT__`).
    pub biggest_alignment: u32,
    /// Bits of a machine word.
    pub word_bits: u32,
    /// Whether bytes and bit-fields are numbered from the most significant end.
    pub big_endian: bool,
    /// Whether an access must be aligned to its mode (`STRICT_ALIGNMENT`).
    pub strict_alignment: bool,
    /// Whether loads of integers narrower than `int` extend with zeros (`LOAD_EXTEND_OP`).
    pub narrow_loads_zero_extend: bool,
    /// The cost of a branch in instructions; decides `LOGICAL_OP_NON_SHORT_CIRCUIT` and if-conversion.
    pub branch_cost: u32,
    /// The cost of a multiplication of integers in instructions.
    pub multiply_cost: u32,
    /// The cost of a constant as an operand of an operation on bits, in instructions.
    pub constant_cost: fn(i64) -> u32,
    /// Alignment GCC raises the alignment of aggregates and arrays on the stack and in data to.
    pub constant_alignment: u32,
    /// Bytes of the code on the stack that stands for a nested function's address.
    pub trampoline_size: u32,
    /// Whether `a * b + c` of `float` and of `double` is one instruction.
    pub fused_multiply_add: bool,
    /// How many registers there are for values of a program, and what it costs to have more.
    pub registers: Registers,
    /// Whether an address may be a register and this constant.
    pub is_address_offset: fn(i64) -> bool,
    /// What names of the program begin with in assembly (`USER_LABEL_PREFIX`).
    pub user_label_prefix: &'static str,
    /// Macros the target predefines, in the order `-dM` has them.
    pub predefined_macros: &'static [(&'static str, &'static str)],
}

/// Registers of a target as passes count them that make more values live. Costs are in quarters of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Registers {
    /// How many there are (`target_avail_regs`).
    pub available: u32,
    /// How many of them a call changes (`target_clobbered_regs`).
    pub clobbered: u32,
    /// How many are left for the computation itself (`target_res_regs`).
    pub reserved: u32,
    /// What one more costs where few are left (`target_reg_cost`).
    pub cost: i64,
    /// What one costs that there is not (`target_spill_cost`).
    pub spill_cost: i64,
}

impl TargetDesc {
    /// A 64-bit machine with the data model LP64: `char` unsigned, `long double` binary128, no unaligned
    /// accesses. Targets start from it, tests that need just any target use it as it is.
    pub fn lp64() -> TargetDesc {
        TargetDesc {
            triplet: "generic",
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
            big_endian: false,
            strict_alignment: true,
            narrow_loads_zero_extend: true,
            branch_cost: 3,
            multiply_cost: 4,
            constant_cost: |value| u32::from(i16::try_from(value).is_err()),
            constant_alignment: 8,
            trampoline_size: 144,
            fused_multiply_add: false,
            registers: Registers {
                available: 28,
                clobbered: 15,
                reserved: 3,
                cost: 4,
                spill_cost: 68,
            },
            is_address_offset: |offset| (-2048..2048).contains(&offset),
            user_label_prefix: "",
            predefined_macros: &[],
        }
    }

    /// The same with the data model ILP32, on a machine with words of 32 bits.
    pub fn ilp32() -> TargetDesc {
        TargetDesc {
            long_size: 4,
            pointer_size: 4,
            word_bits: 32,
            constant_alignment: 4,
            ..TargetDesc::lp64()
        }
    }

    /// Whether there is `__int128`: an integer of two words.
    pub fn has_int128(&self) -> bool {
        self.word_bits >= 64
    }
}
