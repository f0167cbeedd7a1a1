//! `<stdlib.h>` and what else of the system programs call: memory, exit, conversions, sorting, random numbers.

use super::{Args, Outcome, Value, scan, signed};
use crate::interp::machine::{Machine, Stop};
use crate::interp::{ErrorKind, ExitCode};
use std::cmp::Ordering;

/// Size of a page.
const PAGE: u64 = 4096;

type Function = fn(&mut Machine<'_>, &[Value]) -> Outcome;

/// The function of a name.
pub(super) fn find(name: &str) -> Option<Function> {
    Some(match name {
        "malloc" => |m, a| Ok(m.memory.allocate(a.word(0), 16).unwrap_or(0).into()),
        "valloc" => |m, a| Ok(m.memory.allocate(a.word(0), PAGE).unwrap_or(0).into()),
        "calloc" => |m, a| {
            let Some(size) = a.word(0).checked_mul(a.word(1)) else { return Ok(0) };
            let Some(block) = m.memory.allocate(size, 16) else { return Ok(0) };
            m.memory.fill(block, 0, size as usize)?;
            Ok(block.into())
        },
        "aligned_alloc" | "memalign" => {
            |m, a| Ok(m.memory.allocate(a.word(1), a.word(0)).unwrap_or(0).into())
        }
        "posix_memalign" => |m, a| {
            let block = m.memory.allocate(a.word(2), a.word(1)).unwrap_or(0);
            m.memory.store(a.word(0), block, 8)?;
            Ok(if block == 0 { 12 } else { 0 })
        },
        "realloc" => realloc,
        "free" | "cfree" => |m, a| {
            if m.memory.release(a.word(0)) {
                Ok(0)
            } else {
                Err(ErrorKind::BadCall("free of what malloc did not return".into()).into())
            }
        },
        "abort" => |_, _| Err(Stop::Exit(ExitCode::ABORT)),
        "exit" => |_, a| Err(Stop::Exit(ExitCode(a.int(0) & 0xff))),
        "_exit" | "_Exit" | "quick_exit" => |m, a| {
            m.libc.quick_exit = true;
            Err(Stop::Exit(ExitCode(a.int(0) & 0xff)))
        },
        "atexit" => |m, a| {
            m.at_exit.push(a.word(0));
            Ok(0)
        },
        "raise" | "kill" | "__assert_fail" | "__stack_chk_fail" | "__chk_fail" => {
            |_, _| Err(Stop::Exit(ExitCode::ABORT))
        }
        "atoi" => |m, a| signed((parse(m, a, 10)?.0 as i32).into()),
        "atol" | "atoll" => |m, a| signed(parse(m, a, 10)?.0),
        "atof" => |m, a| Ok(scan::real(m.memory.c_str(a.word(0))?).0.to_bits().into()),
        "strtol" | "strtoll" | "strtoimax" | "__isoc23_strtol" => |m, a| {
            let (value, used) = parse(m, a, a.int(2) as u32)?;
            end(m, a, used)?;
            signed(value)
        },
        "strtoul" | "strtoull" | "strtoumax" => |m, a| {
            let (value, negative, used) =
                scan::integer(m.memory.c_str(a.word(0))?, a.int(2) as u32);
            end(m, a, used)?;
            let value = u64::try_from(value).unwrap_or(u64::MAX);
            Ok(if negative { value.wrapping_neg() } else { value }.into())
        },
        "strtod" => |m, a| {
            let (value, used) = scan::real(m.memory.c_str(a.word(0))?);
            end(m, a, used)?;
            Ok(value.to_bits().into())
        },
        "strtof" => |m, a| {
            let (value, used) = scan::real(m.memory.c_str(a.word(0))?);
            end(m, a, used)?;
            Ok((value as f32).to_bits().into())
        },
        "qsort" => qsort,
        "bsearch" => bsearch,
        "rand" | "random" => |m, _| Ok(random(m).into()),
        "srand" | "srandom" => |m, a| {
            seed(m, a.word(0) as u32);
            Ok(0)
        },
        "__errno_location" => |m, _| {
            if m.libc.errno == 0 {
                m.libc.errno = m.memory.add_global(4, 4)?;
            }
            Ok(m.libc.errno.into())
        },
        "clock" | "time" | "getpid" | "getenv" | "signal" | "sleep" | "usleep" | "alarm"
        | "system" | "setlocale" | "isatty" | "sigaction" | "sigemptyset" | "mprotect"
        | "setrlimit" | "getrlimit" | "gettimeofday" => |_, _| Ok(0),
        "sysconf" | "getpagesize" => |_, _| Ok(PAGE.into()),
        _ => return None,
    })
}

fn realloc(m: &mut Machine<'_>, a: &[Value]) -> Outcome {
    let (old, size) = (a.word(0), a.word(1));
    if old == 0 {
        return Ok(m.memory.allocate(size, 16).unwrap_or(0).into());
    }
    if size == 0 {
        m.memory.release(old);
        return Ok(0);
    }
    let Some(room) = m.memory.block_size(old) else {
        return Err(ErrorKind::BadCall("realloc of what malloc did not return".into()).into());
    };
    let Some(new) = m.memory.allocate(size, 16) else { return Ok(0) };
    m.memory.copy(new, old, room.min(size as usize))?;
    m.memory.release(old);
    Ok(new.into())
}

fn parse(m: &Machine<'_>, a: &[Value], base: u32) -> Result<(i64, usize), Stop> {
    let (value, negative, used) = scan::integer(m.memory.c_str(a.word(0))?, base);
    let value = i128::try_from(value).unwrap_or(i128::MAX);
    let value = if negative { -value } else { value };
    Ok((value.clamp(i64::MIN.into(), i64::MAX.into()) as i64, used))
}

fn end(m: &mut Machine<'_>, a: &[Value], used: usize) -> Result<(), ErrorKind> {
    if a.word(1) != 0 { m.memory.store(a.word(1), a.word(0) + used as u64, 8) } else { Ok(()) }
}

fn compare(m: &mut Machine<'_>, function: u64, x: u64, y: u64) -> Result<Ordering, Stop> {
    Ok((m.call_pointer(function, &[x, y])? as i32).cmp(&0))
}

/// A merge sort, as glibc's, so that equal elements stay in order.
fn qsort(m: &mut Machine<'_>, a: &[Value]) -> Outcome {
    let (base, count, size) = (a.word(0), a.word(1) as usize, a.word(2) as usize);
    let function = a.word(3);
    let bytes = count.checked_mul(size).ok_or(ErrorKind::OutOfMemory)?;
    if count < 2 || size == 0 {
        return Ok(0);
    }
    let image = m.memory.copied_bytes(base, bytes)?.to_vec();
    // The elements are compared in a copy that stays as it is.
    let Some(copy) = m.memory.allocate(bytes as u64, 16) else {
        return Err(ErrorKind::OutOfMemory.into());
    };
    m.write_bytes(copy, &image)?;
    let mut order: Vec<usize> = (0..count).collect();
    let mut width = 1;
    while width < count {
        let mut merged = Vec::with_capacity(count);
        for start in (0..count).step_by(2 * width) {
            let middle = (start + width).min(count);
            let stop = (start + 2 * width).min(count);
            let (mut i, mut j) = (start, middle);
            while i < middle && j < stop {
                let address = |index: usize| copy + (order[index] * size) as u64;
                if compare(m, function, address(i), address(j))? == Ordering::Greater {
                    merged.push(order[j]);
                    j += 1;
                } else {
                    merged.push(order[i]);
                    i += 1;
                }
            }
            merged.extend_from_slice(&order[i..middle]);
            merged.extend_from_slice(&order[j..stop]);
        }
        order = merged;
        width *= 2;
    }
    m.memory.release(copy);
    let sorted: Vec<u8> =
        order.iter().flat_map(|&index| &image[index * size..(index + 1) * size]).copied().collect();
    m.write_bytes(base, &sorted)?;
    Ok(0)
}

fn bsearch(m: &mut Machine<'_>, a: &[Value]) -> Outcome {
    let function = a.word(4);
    let (mut low, mut high) = (0, a.word(2));
    while low < high {
        let middle = low + (high - low) / 2;
        let at = a.word(1) + middle * a.word(3);
        match compare(m, function, a.word(0), at)? {
            Ordering::Equal => return Ok(at.into()),
            Ordering::Less => high = middle,
            Ordering::Greater => low = middle + 1,
        }
    }
    Ok(0)
}

/// glibc's additive generator: `r[i] = r[i-3] + r[i-31]`, seeded by a linear congruence.
fn seed(m: &mut Machine<'_>, seed: u32) {
    let mut state: Vec<u32> = Vec::with_capacity(344);
    state.push(if seed == 0 { 1 } else { seed });
    for index in 1..31 {
        let last = i64::from(state[index - 1] as i32);
        let next = 16807 * last % 2_147_483_647;
        state.push(if next < 0 { next + 2_147_483_647 } else { next } as u32);
    }
    for index in 31..34 {
        state.push(state[index - 31]);
    }
    for index in 34..344 {
        state.push(state[index - 31].wrapping_add(state[index - 3]));
    }
    m.libc.random = state.split_off(344 - 34);
}

fn random(m: &mut Machine<'_>) -> u32 {
    if m.libc.random.is_empty() {
        seed(m, 1);
    }
    let state = &mut m.libc.random;
    let length = state.len();
    let next = state[length - 31].wrapping_add(state[length - 3]);
    state.push(next);
    if length > 4096 {
        state.drain(..length - 33);
    }
    next >> 1
}
