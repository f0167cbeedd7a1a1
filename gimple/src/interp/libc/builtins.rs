//! GCC's builtins that have no library function: bits, hints, the stack, variadic arguments, atomics.

use super::{Args, Outcome, Value, signed};
use crate::builtins::{Builtin, Family};
use crate::interp::code::VARARGS_SLOT;
use crate::interp::machine::{Machine, Stop};
use crate::interp::{ErrorKind, ExitCode};
use std::cmp::Ordering;

type Function = fn(&mut Machine<'_>, &[Value]) -> Outcome;

/// The function of a name.
pub(super) fn find(name: &str) -> Option<Function> {
    let builtin = Builtin::find(name)?;
    bits(builtin)
        .or_else(|| machine(builtin))
        .or_else(|| compares(builtin))
        .or_else(|| atomic(builtin))
}

/// Operations on bits, hints and comparisons, and what looks at no value at all.
pub(super) fn is_operation(builtin: Builtin) -> bool {
    bits(builtin).is_some()
        || compares(builtin).is_some()
        || matches!(
            builtin,
            Builtin::Expect
                | Builtin::ExpectWithProbability
                | Builtin::AssumeAligned
                | Builtin::Launder
                | Builtin::ConstantP
                | Builtin::Prefetch
                | Builtin::VaStart
                | Builtin::VaEnd
                | Builtin::ObjectSize
                | Builtin::DynamicObjectSize
        )
}

fn bits(builtin: Builtin) -> Option<Function> {
    Some(match builtin {
        Builtin::Abs => |_, a| signed(a.int(0).wrapping_abs().into()),
        Builtin::Labs | Builtin::Llabs | Builtin::Imaxabs => {
            |_, a| signed((a.word(0) as i64).wrapping_abs())
        }
        Builtin::Ffs => |_, a| Ok(first_set((a.word(0) as u32).into()).into()),
        Builtin::Ffsl | Builtin::Ffsll | Builtin::Ffsimax => |_, a| Ok(first_set(a.word(0)).into()),
        Builtin::Clz => |_, a| Ok((a.word(0) as u32).leading_zeros().into()),
        Builtin::Clzl | Builtin::Clzll | Builtin::Clzimax => {
            |_, a| Ok(a.word(0).leading_zeros().into())
        }
        Builtin::Ctz => |_, a| Ok((a.word(0) as u32).trailing_zeros().into()),
        Builtin::Ctzl | Builtin::Ctzll | Builtin::Ctzimax => {
            |_, a| Ok(a.word(0).trailing_zeros().into())
        }
        Builtin::Clrsb => |_, a| {
            let value = a.int(0);
            Ok(((value ^ value >> 31) as u32).leading_zeros().saturating_sub(1).into())
        },
        Builtin::Clrsbl | Builtin::Clrsbll | Builtin::Clrsbimax => |_, a| {
            let value = a.word(0) as i64;
            Ok(((value ^ value >> 63) as u64).leading_zeros().saturating_sub(1).into())
        },
        Builtin::Popcount => |_, a| Ok((a.word(0) as u32).count_ones().into()),
        Builtin::Popcountl | Builtin::Popcountll | Builtin::Popcountimax => {
            |_, a| Ok(a.word(0).count_ones().into())
        }
        Builtin::Parity => |_, a| Ok(((a.word(0) as u32).count_ones() & 1).into()),
        Builtin::Parityl | Builtin::Parityll | Builtin::Parityimax => {
            |_, a| Ok((a.word(0).count_ones() & 1).into())
        }
        Builtin::Bswap16 => |_, a| Ok((a.word(0) as u16).swap_bytes().into()),
        Builtin::Bswap32 => |_, a| Ok((a.word(0) as u32).swap_bytes().into()),
        Builtin::Bswap64 => |_, a| Ok(a.word(0).swap_bytes().into()),
        Builtin::Bswap128 => |_, a| Ok(a.value(0).bits.swap_bytes()),
        _ => return None,
    })
}

fn first_set(value: u64) -> u32 {
    if value == 0 { 0 } else { value.trailing_zeros() + 1 }
}

fn machine(builtin: Builtin) -> Option<Function> {
    Some(match builtin {
        Builtin::Expect
        | Builtin::ExpectWithProbability
        | Builtin::AssumeAligned
        | Builtin::Launder => |_, a| Ok(a.value(0).bits),
        Builtin::ConstantP
        | Builtin::Prefetch
        | Builtin::VaEnd
        | Builtin::ClearCache
        | Builtin::DwarfCfa
        | Builtin::ReturnAddress
        | Builtin::ExtractReturnAddr
        | Builtin::UnwindInit
        | Builtin::EhReturnDataRegno
        | Builtin::InitDwarfRegSizeTable
        | Builtin::ClearPadding => |_, _| Ok(0),
        Builtin::ObjectSize | Builtin::DynamicObjectSize => {
            |_, a| Ok(if a.int(1) & 2 == 0 { u128::from(u64::MAX) } else { 0 })
        }
        Builtin::Unreachable => |_, _| Err(ErrorKind::Unreachable.into()),
        Builtin::Trap => |_, _| Err(Stop::Exit(ExitCode::TRAP)),
        Builtin::FrameAddress => |m, _| Ok(m.sp.into()),
        Builtin::SetjmpReceiver => |_, _| Ok(0),
        Builtin::InitTrampoline => |m, a| {
            let at = a.word(0);
            m.memory.store(at, a.word(2), 8)?;
            m.memory.store(at + 8, a.word(1), 8)?;
            m.trampolines.insert(at);
            Ok(0)
        },
        Builtin::AdjustTrampoline => |_, a| Ok(a.word(0).into()),
        Builtin::Alloca => |m, a| Ok(m.reserve(a.word(0), 16)?.into()),
        Builtin::AllocaWithAlign | Builtin::AllocaWithAlignAndMax => {
            |m, a| Ok(m.reserve(a.word(0), a.word(1) / 8)?.into())
        }
        Builtin::StackSave => |m, _| Ok(m.sp.into()),
        Builtin::StackRestore => |m, a| {
            m.sp = a.word(0);
            Ok(0)
        },
        Builtin::VaStart => |m, a| {
            let area = m.regs[m.base + VARARGS_SLOT as usize];
            m.memory.store(a.word(0), area, 8)?;
            Ok(0)
        },
        Builtin::VaCopy => |m, a| {
            m.memory.store(a.word(0), a.word(1), 8)?;
            Ok(0)
        },
        Builtin::NextArg => |m, _| Ok(m.regs[m.base + VARARGS_SLOT as usize].into()),
        _ => return None,
    })
}

fn compares(builtin: Builtin) -> Option<Function> {
    fn ordering(a: &[Value]) -> Option<Ordering> {
        a.value(0).quad().partial_cmp(&a.value(1).quad())
    }
    Some(match builtin {
        Builtin::Isgreater => |_, a| Ok((ordering(a) == Some(Ordering::Greater)).into()),
        Builtin::Isless => |_, a| Ok((ordering(a) == Some(Ordering::Less)).into()),
        Builtin::Isgreaterequal => {
            |_, a| Ok(matches!(ordering(a), Some(Ordering::Greater | Ordering::Equal)).into())
        }
        Builtin::Islessequal => {
            |_, a| Ok(matches!(ordering(a), Some(Ordering::Less | Ordering::Equal)).into())
        }
        Builtin::Islessgreater => {
            |_, a| Ok(matches!(ordering(a), Some(Ordering::Less | Ordering::Greater)).into())
        }
        Builtin::Isunordered => |_, a| Ok(ordering(a).is_none().into()),
        _ => return None,
    })
}

/// `__atomic_*_N` and `__sync_*_N` for one thread; the size is in the name.
fn atomic(builtin: Builtin) -> Option<Function> {
    macro_rules! sized {
        ($size:expr, $family:expr) => {
            match $family {
                Family::AtomicLoad => |m, a| Ok(read::<$size>(m, a.word(0))?.into()),
                Family::AtomicStore => |m, a| {
                    m.memory.store(a.word(0), a.word(1), $size)?;
                    Ok(0)
                },
                Family::SyncLockRelease => |m, a| {
                    m.memory.store(a.word(0), 0, $size)?;
                    Ok(0)
                },
                Family::AtomicExchange | Family::SyncLockTestAndSet => {
                    |m, a| update::<$size>(m, a, true, |_, new| new)
                }
                Family::AtomicFetchAdd | Family::SyncFetchAndAdd => {
                    |m, a| update::<$size>(m, a, true, u64::wrapping_add)
                }
                Family::AtomicFetchSub | Family::SyncFetchAndSub => {
                    |m, a| update::<$size>(m, a, true, u64::wrapping_sub)
                }
                Family::AtomicFetchAnd | Family::SyncFetchAndAnd => {
                    |m, a| update::<$size>(m, a, true, |x, y| x & y)
                }
                Family::AtomicFetchOr | Family::SyncFetchAndOr => {
                    |m, a| update::<$size>(m, a, true, |x, y| x | y)
                }
                Family::AtomicFetchXor | Family::SyncFetchAndXor => {
                    |m, a| update::<$size>(m, a, true, |x, y| x ^ y)
                }
                Family::AtomicFetchNand | Family::SyncFetchAndNand => {
                    |m, a| update::<$size>(m, a, true, |x, y| !(x & y))
                }
                Family::AtomicAddFetch | Family::SyncAddAndFetch => {
                    |m, a| update::<$size>(m, a, false, u64::wrapping_add)
                }
                Family::AtomicSubFetch | Family::SyncSubAndFetch => {
                    |m, a| update::<$size>(m, a, false, u64::wrapping_sub)
                }
                Family::AtomicAndFetch | Family::SyncAndAndFetch => {
                    |m, a| update::<$size>(m, a, false, |x, y| x & y)
                }
                Family::AtomicOrFetch | Family::SyncOrAndFetch => {
                    |m, a| update::<$size>(m, a, false, |x, y| x | y)
                }
                Family::AtomicXorFetch | Family::SyncXorAndFetch => {
                    |m, a| update::<$size>(m, a, false, |x, y| x ^ y)
                }
                Family::AtomicNandFetch | Family::SyncNandAndFetch => {
                    |m, a| update::<$size>(m, a, false, |x, y| !(x & y))
                }
                Family::AtomicCompareExchange => compare_exchange::<$size>,
                Family::SyncBoolCompareAndSwap => |m, a| Ok(swap::<$size>(m, a)?.0.into()),
                Family::SyncValCompareAndSwap => |m, a| Ok(swap::<$size>(m, a)?.1.into()),
                _ => return None,
            }
        };
    }
    if let Some(function) = atomic_without_size(builtin) {
        return Some(function);
    }
    let family = builtin.family();
    Some(match builtin.suffix() {
        "_1" => sized!(1, family),
        "_2" => sized!(2, family),
        "_4" => sized!(4, family),
        "_8" => sized!(8, family),
        _ => return None,
    })
}

/// The atomic functions whose names say no size: fences, flags, and the forms of any size with the size, the object, and
/// where values come from and go to.
fn atomic_without_size(builtin: Builtin) -> Option<Function> {
    if matches!(
        builtin,
        Builtin::SyncSynchronize | Builtin::AtomicThreadFence | Builtin::AtomicSignalFence
    ) {
        return Some(|_, _| Ok(0));
    }
    Some(match builtin {
        Builtin::AtomicTestAndSet => |m, a| {
            let old = read::<1>(m, a.word(0))?;
            m.memory.store(a.word(0), 1, 1)?;
            Ok(u128::from(old != 0))
        },
        // The forms of any size: the size, the object, and where values come from and go to.
        Builtin::AtomicLoad => |m, a| {
            m.memory.copy(a.word(2), a.word(1), a.word(0) as usize)?;
            Ok(0)
        },
        Builtin::AtomicStore => |m, a| {
            m.memory.copy(a.word(1), a.word(2), a.word(0) as usize)?;
            Ok(0)
        },
        Builtin::AtomicExchange => |m, a| {
            let size = a.word(0) as usize;
            let old = m.memory.bytes(a.word(1), size)?.to_vec();
            m.memory.copy(a.word(1), a.word(2), size)?;
            m.memory.bytes_mut(a.word(3), size)?.copy_from_slice(&old);
            Ok(0)
        },
        Builtin::AtomicCompareExchange => |m, a| {
            let size = a.word(0) as usize;
            let same = m.memory.bytes(a.word(1), size)? == m.memory.bytes(a.word(2), size)?;
            let (to, from) = if same { (1, 3) } else { (2, 1) };
            m.memory.copy(a.word(to), a.word(from), size)?;
            Ok(same.into())
        },
        Builtin::AtomicClear => |m, a| {
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
