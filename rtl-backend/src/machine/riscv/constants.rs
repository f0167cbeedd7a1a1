//! Which constants an instruction takes and how the others are built.
//!
//! A constant no instruction takes whole is made with a sequence of `lui`/`addi`/`slli`/`xori`/`srli` steps. The
//! search follows the published idea of RISC-V compilers: peel the low twelve bits, then shift out zeros, and also
//! try the constant shifted up with its leading zeros filled; the shortest wins.

use super::isa::extension;
use crate::rtl::code::Code;
use smallvec::{SmallVec, smallvec};

/// Whether `value` fits the signed 12-bit immediate of most instructions.
#[inline]
pub fn simm12(value: i64) -> bool {
    (-2048..2048).contains(&value)
}

/// Whether `lui` alone makes `value`.
#[inline]
pub fn lui_operand(value: i64) -> bool {
    value & 0xfff == 0 && value as i32 as i64 == value
}

/// Whether one instruction of a machine with these extensions makes `value`.
#[inline]
pub fn is_loadable(value: i64, extensions: u32) -> bool {
    simm12(value)
        || lui_operand(value)
        || extensions & extension::ZBS != 0 && (value as u64).is_power_of_two()
}

/// A step of a constant's construction: the first loads `value`, each further one combines it with `code`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub code: Code,
    pub value: i64,
}

/// Longest sequence [`build_integer`] answers with.
pub const MAX_STEPS: usize = 8;

/// What makes a constant, in order.
pub type Steps = SmallVec<[Step; MAX_STEPS]>;

/// The steps that make `value`, the first being the plain load of what one instruction makes.
pub fn build_integer(value: i64, extensions: u32) -> Steps {
    let mut best = build_1(value, extensions);
    if best.len() > 2 && value > 0 {
        // Shift the leading zeros out, fill with ones or zeros, and bring them back with a logical shift.
        let shift = value.leading_zeros();
        for filled in
            [((value as u64) << shift | (1u64 << shift).wrapping_sub(1)) as i64, value << shift]
        {
            let mut other = build_1(filled, extensions);
            other.push(Step { code: Code::Lshiftrt, value: shift as i64 });
            if other.len() < best.len() {
                best = other;
            }
        }
    }
    best
}

fn build_1(value: i64, extensions: u32) -> Steps {
    if is_loadable(value, extensions) {
        return smallvec![Step { code: Code::Set, value }];
    }
    let low = (value << 52) >> 52;
    let high = value.wrapping_sub(low);
    // Most constants are `lui` and `addi`, and nothing is shorter.
    if lui_operand(high) {
        return smallvec![
            Step { code: Code::Set, value: high },
            Step { code: Code::Plus, value: low }
        ];
    }
    let mut best: Option<Steps> = None;
    let mut consider = |mut steps: Steps, last: Step| {
        steps.push(last);
        if best.as_ref().is_none_or(|b| steps.len() < b.len()) {
            best = Some(steps);
        }
    };
    // End with addi.
    if low != 0 {
        consider(build_1(high, extensions), Step { code: Code::Plus, value: low });
        // End with xori, where the upper part's sign is the other.
        if low < 0 {
            consider(build_1(value ^ low, extensions), Step { code: Code::Xor, value: low });
        }
    } else {
        // Eliminate trailing zeros and end with a left shift; keep twelve of them if that saves a lui.
        let shift = value.trailing_zeros() as i64;
        let mut shifted = value >> shift;
        let mut by = shift;
        if shift > 12 && !simm12(shifted) && lui_operand(shifted << 12) {
            shifted <<= 12;
            by -= 12;
        }
        consider(build_1(shifted, extensions), Step { code: Code::Ashift, value: by });
    }
    best.unwrap_or_default()
}

/// Number of instructions to load `value`.
pub fn integer_cost(value: i64, extensions: u32) -> usize {
    if is_loadable(value, extensions) { 1 } else { build_integer(value, extensions).len() }
}

/// The cost of a constant as an operand of an operation on bits, in instructions: those that are part of one cost nothing,
/// and those that take long to make are thought to be loaded from memory.
pub fn operand_cost(value: i64) -> u32 {
    if simm12(value) {
        0
    } else if integer_cost(value, 0) < 4 {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn run(steps: &[Step]) -> i64 {
        steps.iter().fold(0i64, |acc, step| match step.code {
            Code::Set => step.value,
            Code::Plus => acc.wrapping_add(step.value),
            Code::Xor => acc ^ step.value,
            Code::Ashift => acc << step.value,
            Code::Lshiftrt => ((acc as u64) >> step.value) as i64,
            _ => unreachable!("no such step"),
        })
    }

    proptest! {
        #[test]
        fn steps_make_the_constant(raw in any::<i64>(), shift in 0u32..64) {
            for value in [raw, raw >> shift, ((raw as u64) >> shift) as i64, raw << shift] {
                for extensions in [0, extension::ZBS] {
                    let steps = build_integer(value, extensions);
                    prop_assert_eq!(run(&steps), value);
                    prop_assert!(steps.len() <= MAX_STEPS);
                    prop_assert!(is_loadable(steps[0].value, extensions));
                }
            }
        }
    }

    #[test]
    fn known_lengths() {
        for (value, length) in [
            (5, 1),
            (4096, 1),
            (0x1234_5678, 2),
            (0x7_ffff_fff0, 3),
            (0xffff_ffff, 2),
            (0x8000_0000, 2),
        ] {
            assert_eq!(build_integer(value, 0).len(), length, "{value:#x}");
        }
        for (value, length) in [(1 << 40, 1), (i64::MIN, 1), (!(1 << 40), 2)] {
            assert_eq!(build_integer(value, extension::ZBS).len(), length, "{value:#x}");
        }
    }
}
