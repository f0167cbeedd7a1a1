//! GCC's builtins that have no library function: bits, hints, the stack, variadic arguments, atomics.

use super::{Args, Outcome, Value, signed};
use crate::interp::code::VARARGS_SLOT;
use crate::interp::machine::{Machine, Stop};
use crate::interp::{ErrorKind, ExitCode};
use std::cmp::Ordering;

type Function = fn(&mut Machine<'_>, &[Value]) -> Outcome;

/// The function of a name.
pub(super) fn find(name: &str) -> Option<Function> {
    bits(name).or_else(|| machine(name)).or_else(|| compares(name)).or_else(|| atomic(name))
}

fn bits(name: &str) -> Option<Function> {
    Some(match name {
        "abs" => |_, a| signed(a.int(0).wrapping_abs().into()),
        "labs" | "llabs" | "imaxabs" => |_, a| signed((a.word(0) as i64).wrapping_abs()),
        "ffs" => |_, a| Ok(first_set((a.word(0) as u32).into()).into()),
        "ffsl" | "ffsll" => |_, a| Ok(first_set(a.word(0)).into()),
        "clz" => |_, a| Ok((a.word(0) as u32).leading_zeros().into()),
        "clzl" | "clzll" => |_, a| Ok(a.word(0).leading_zeros().into()),
        "ctz" => |_, a| Ok((a.word(0) as u32).trailing_zeros().into()),
        "ctzl" | "ctzll" => |_, a| Ok(a.word(0).trailing_zeros().into()),
        "clrsb" => |_, a| {
            let value = a.int(0);
            Ok(((value ^ value >> 31) as u32).leading_zeros().saturating_sub(1).into())
        },
        "clrsbl" | "clrsbll" => |_, a| {
            let value = a.word(0) as i64;
            Ok(((value ^ value >> 63) as u64).leading_zeros().saturating_sub(1).into())
        },
        "popcount" => |_, a| Ok((a.word(0) as u32).count_ones().into()),
        "popcountl" | "popcountll" => |_, a| Ok(a.word(0).count_ones().into()),
        "parity" => |_, a| Ok(((a.word(0) as u32).count_ones() & 1).into()),
        "parityl" | "parityll" => |_, a| Ok((a.word(0).count_ones() & 1).into()),
        "bswap16" => |_, a| Ok((a.word(0) as u16).swap_bytes().into()),
        "bswap32" => |_, a| Ok((a.word(0) as u32).swap_bytes().into()),
        "bswap64" => |_, a| Ok(a.word(0).swap_bytes().into()),
        "bswap128" => |_, a| Ok(a.value(0).bits.swap_bytes()),
        // A word is as long as the longest integer.
        "ffsimax" | "clzimax" | "ctzimax" | "clrsbimax" | "popcountimax" | "parityimax" => {
            return bits(&name.replace("imax", "l"));
        }
        _ => return None,
    })
}

fn first_set(value: u64) -> u32 {
    if value == 0 { 0 } else { value.trailing_zeros() + 1 }
}

fn machine(name: &str) -> Option<Function> {
    Some(match name {
        "expect" | "expect_with_probability" | "assume_aligned" | "launder" | "ssa_name" => {
            |_, a| Ok(a.value(0).bits)
        }
        "constant_p"
        | "is_constant_evaluated"
        | "prefetch"
        | "va_end"
        | "clear_cache"
        | "__clear_cache"
        | "dwarf_cfa"
        | "return_address"
        | "extract_return_addr"
        | "unwind_init"
        | "eh_return_data_regno"
        | "init_dwarf_reg_size_table"
        | "clear_padding" => |_, _| Ok(0),
        "object_size" | "dynamic_object_size" => {
            |_, a| Ok(if a.int(1) & 2 == 0 { u128::from(u64::MAX) } else { 0 })
        }
        "unreachable" => |_, _| Err(ErrorKind::Unreachable.into()),
        "trap" => |_, _| Err(Stop::Exit(ExitCode::TRAP)),
        "frame_address" => |m, _| Ok(m.sp.into()),
        "setjmp_receiver" => |_, _| Ok(0),
        "init_trampoline" => |m, a| {
            let at = a.word(0);
            m.memory.store(at, a.word(2), 8)?;
            m.memory.store(at + 8, a.word(1), 8)?;
            m.trampolines.insert(at);
            Ok(0)
        },
        "adjust_trampoline" => |_, a| Ok(a.word(0).into()),
        "alloca" => |m, a| Ok(m.reserve(a.word(0), 16)?.into()),
        "alloca_with_align" | "alloca_with_align_and_max" => {
            |m, a| Ok(m.reserve(a.word(0), a.word(1) / 8)?.into())
        }
        "stack_save" => |m, _| Ok(m.sp.into()),
        "stack_restore" => |m, a| {
            m.sp = a.word(0);
            Ok(0)
        },
        "va_start" => |m, a| {
            let area = m.regs[m.base + VARARGS_SLOT as usize];
            m.memory.store(a.word(0), area, 8)?;
            Ok(0)
        },
        "va_copy" => |m, a| {
            m.memory.store(a.word(0), a.word(1), 8)?;
            Ok(0)
        },
        "next_arg" => |m, _| Ok(m.regs[m.base + VARARGS_SLOT as usize].into()),
        _ => return None,
    })
}

fn compares(name: &str) -> Option<Function> {
    fn ordering(a: &[Value]) -> Option<Ordering> {
        a.value(0).quad().partial_cmp(&a.value(1).quad())
    }
    Some(match name {
        "isgreater" => |_, a| Ok((ordering(a) == Some(Ordering::Greater)).into()),
        "isless" => |_, a| Ok((ordering(a) == Some(Ordering::Less)).into()),
        "isgreaterequal" => {
            |_, a| Ok(matches!(ordering(a), Some(Ordering::Greater | Ordering::Equal)).into())
        }
        "islessequal" => {
            |_, a| Ok(matches!(ordering(a), Some(Ordering::Less | Ordering::Equal)).into())
        }
        "islessgreater" => {
            |_, a| Ok(matches!(ordering(a), Some(Ordering::Less | Ordering::Greater)).into())
        }
        "isunordered" => |_, a| Ok(ordering(a).is_none().into()),
        _ => return None,
    })
}

/// `__atomic_*_N` and `__sync_*_N` for one thread; the size is in the name.
fn atomic(name: &str) -> Option<Function> {
    macro_rules! sized {
        ($size:expr, $stem:expr) => {
            match $stem {
                "__atomic_load" => |m, a| Ok(read::<$size>(m, a.word(0))?.into()),
                "__atomic_store" => |m, a| {
                    m.memory.store(a.word(0), a.word(1), $size)?;
                    Ok(0)
                },
                "__sync_lock_release" => |m, a| {
                    m.memory.store(a.word(0), 0, $size)?;
                    Ok(0)
                },
                "__atomic_exchange" | "__sync_lock_test_and_set" => {
                    |m, a| update::<$size>(m, a, true, |_, new| new)
                }
                "__atomic_fetch_add" | "__sync_fetch_and_add" => {
                    |m, a| update::<$size>(m, a, true, u64::wrapping_add)
                }
                "__atomic_fetch_sub" | "__sync_fetch_and_sub" => {
                    |m, a| update::<$size>(m, a, true, u64::wrapping_sub)
                }
                "__atomic_fetch_and" | "__sync_fetch_and_and" => {
                    |m, a| update::<$size>(m, a, true, |x, y| x & y)
                }
                "__atomic_fetch_or" | "__sync_fetch_and_or" => {
                    |m, a| update::<$size>(m, a, true, |x, y| x | y)
                }
                "__atomic_fetch_xor" | "__sync_fetch_and_xor" => {
                    |m, a| update::<$size>(m, a, true, |x, y| x ^ y)
                }
                "__atomic_fetch_nand" | "__sync_fetch_and_nand" => {
                    |m, a| update::<$size>(m, a, true, |x, y| !(x & y))
                }
                "__atomic_add_fetch" | "__sync_add_and_fetch" => {
                    |m, a| update::<$size>(m, a, false, u64::wrapping_add)
                }
                "__atomic_sub_fetch" | "__sync_sub_and_fetch" => {
                    |m, a| update::<$size>(m, a, false, u64::wrapping_sub)
                }
                "__atomic_and_fetch" | "__sync_and_and_fetch" => {
                    |m, a| update::<$size>(m, a, false, |x, y| x & y)
                }
                "__atomic_or_fetch" | "__sync_or_and_fetch" => {
                    |m, a| update::<$size>(m, a, false, |x, y| x | y)
                }
                "__atomic_xor_fetch" | "__sync_xor_and_fetch" => {
                    |m, a| update::<$size>(m, a, false, |x, y| x ^ y)
                }
                "__atomic_nand_fetch" | "__sync_nand_and_fetch" => {
                    |m, a| update::<$size>(m, a, false, |x, y| !(x & y))
                }
                "__atomic_compare_exchange" => compare_exchange::<$size>,
                "__sync_bool_compare_and_swap" => |m, a| Ok(swap::<$size>(m, a)?.0.into()),
                "__sync_val_compare_and_swap" => |m, a| Ok(swap::<$size>(m, a)?.1.into()),
                _ => return None,
            }
        };
    }
    if let Some(function) = atomic_without_size(name) {
        return Some(function);
    }
    let (stem, size) = name.rsplit_once('_')?;
    Some(match size {
        "1" => sized!(1, stem),
        "2" => sized!(2, stem),
        "4" => sized!(4, stem),
        "8" => sized!(8, stem),
        _ => return None,
    })
}

/// The atomic functions whose names say no size: fences, flags, and the forms of any size with the size, the object, and
/// where values come from and go to.
fn atomic_without_size(name: &str) -> Option<Function> {
    if matches!(name, "__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence") {
        return Some(|_, _| Ok(0));
    }
    Some(match name {
        "__atomic_test_and_set" => |m, a| {
            let old = read::<1>(m, a.word(0))?;
            m.memory.store(a.word(0), 1, 1)?;
            Ok(u128::from(old != 0))
        },
        // The forms of any size: the size, the object, and where values come from and go to.
        "__atomic_load" => |m, a| {
            m.memory.copy(a.word(2), a.word(1), a.word(0) as usize)?;
            Ok(0)
        },
        "__atomic_store" => |m, a| {
            m.memory.copy(a.word(1), a.word(2), a.word(0) as usize)?;
            Ok(0)
        },
        "__atomic_exchange" => |m, a| {
            let size = a.word(0) as usize;
            let old = m.memory.bytes(a.word(1), size)?.to_vec();
            m.memory.copy(a.word(1), a.word(2), size)?;
            m.memory.bytes_mut(a.word(3), size)?.copy_from_slice(&old);
            Ok(0)
        },
        "__atomic_compare_exchange" => |m, a| {
            let size = a.word(0) as usize;
            let same = m.memory.bytes(a.word(1), size)? == m.memory.bytes(a.word(2), size)?;
            let (to, from) = if same { (1, 3) } else { (2, 1) };
            m.memory.copy(a.word(to), a.word(from), size)?;
            Ok(same.into())
        },
        "__atomic_clear" => |m, a| {
            m.memory.store(a.word(0), 0, 1)?;
            Ok(0)
        },
        _ => return None,
    })
}

fn read<const SIZE: usize>(m: &Machine<'_>, address: u64) -> Result<u64, ErrorKind> {
    let mut word = [0; 8];
    word[..SIZE].copy_from_slice(m.memory.bytes(address, SIZE)?);
    Ok(u64::from_le_bytes(word))
}

fn update<const SIZE: usize>(
    m: &mut Machine<'_>,
    a: &[Value],
    old_value: bool,
    change: impl Fn(u64, u64) -> u64,
) -> Outcome {
    let old = read::<SIZE>(m, a.word(0))?;
    let new = change(old, a.word(1));
    m.memory.store(a.word(0), new, SIZE)?;
    let cut = |value: u64| if SIZE == 8 { value } else { value & ((1 << (8 * SIZE)) - 1) };
    Ok(cut(if old_value { old } else { new }).into())
}

fn compare_exchange<const SIZE: usize>(m: &mut Machine<'_>, a: &[Value]) -> Outcome {
    let (old, expected) = (read::<SIZE>(m, a.word(0))?, read::<SIZE>(m, a.word(1))?);
    if old == expected {
        m.memory.store(a.word(0), a.word(2), SIZE)?;
        return Ok(1);
    }
    m.memory.store(a.word(1), old, SIZE)?;
    Ok(0)
}

fn swap<const SIZE: usize>(m: &mut Machine<'_>, a: &[Value]) -> Result<(bool, u64), Stop> {
    let old = read::<SIZE>(m, a.word(0))?;
    let expected = a.word(1).to_le_bytes();
    let same = old.to_le_bytes()[..SIZE] == expected[..SIZE];
    if same {
        m.memory.store(a.word(0), a.word(2), SIZE)?;
    }
    Ok((same, old))
}
