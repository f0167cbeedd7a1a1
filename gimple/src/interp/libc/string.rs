//! `<string.h>`, `<strings.h>`, `<ctype.h>`.

use super::{Args, Outcome, Value, signed};
use crate::interp::machine::Machine;
use std::cmp::Ordering;

type Function = fn(&mut Machine<'_>, &[Value]) -> Outcome;

/// The function of a name.
pub(super) fn find(name: &str) -> Option<Function> {
    blocks(name).or_else(|| copies(name)).or_else(|| searches(name)).or_else(|| ctype(name))
}

/// Blocks of bytes.
fn blocks(name: &str) -> Option<Function> {
    Some(match name {
        "memcpy" | "memmove" | "__memcpy_chk" | "__memmove_chk" => |m, a| {
            m.memory.copy(a.word(0), a.word(1), a.word(2) as usize)?;
            Ok(a.word(0).into())
        },
        "mempcpy" | "__mempcpy_chk" => |m, a| {
            m.memory.copy(a.word(0), a.word(1), a.word(2) as usize)?;
            Ok((a.word(0) + a.word(2)).into())
        },
        "bcopy" => |m, a| {
            m.memory.copy(a.word(1), a.word(0), a.word(2) as usize)?;
            Ok(0)
        },
        "memset" | "__memset_chk" => |m, a| {
            if a.word(2) != 0 {
                m.memory.fill(a.word(0), a.word(1) as u8, a.word(2) as usize)?;
            }
            Ok(a.word(0).into())
        },
        "bzero" => |m, a| {
            if a.word(1) != 0 {
                m.memory.fill(a.word(0), 0, a.word(1) as usize)?;
            }
            Ok(0)
        },
        "memcmp" | "bcmp" | "memcmp_eq" => |m, a| {
            let n = a.word(2) as usize;
            if n == 0 {
                return Ok(0);
            }
            let (x, y) =
                (m.memory.copied_bytes(a.word(0), n)?, m.memory.copied_bytes(a.word(1), n)?);
            first_difference(m, a, x, y)?;
            order(x.cmp(y))
        },
        "memchr" => |m, a| {
            let n = (a.word(2) as usize).min(m.memory.tail(a.word(0))?.len());
            let bytes = m.memory.copied_bytes(a.word(0), n)?;
            let at = bytes.iter().position(|&byte| byte == a.word(1) as u8);
            m.memory.bytes(a.word(0), at.map_or(n, |at| at + 1))?;
            found(a.word(0), at)
        },
        _ => return None,
    })
}

/// Copies of strings.
fn copies(name: &str) -> Option<Function> {
    Some(match name {
        "strlen" => |m, a| Ok(m.memory.c_str(a.word(0))?.len() as u128),
        "strnlen" => |m, a| {
            let tail = m.memory.tail(a.word(0))?;
            let tail = &tail[..tail.len().min(a.word(1) as usize)];
            let end = tail.iter().position(|&byte| byte == 0);
            m.memory.bytes(a.word(0), end.map_or(tail.len(), |end| end + 1))?;
            Ok(end.unwrap_or(tail.len()) as u128)
        },
        "strcpy" | "__strcpy_chk" => |m, a| {
            copy_string(m, a.word(0), a.word(1), usize::MAX)?;
            Ok(a.word(0).into())
        },
        "stpcpy" | "__stpcpy_chk" => {
            |m, a| Ok((a.word(0) + copy_string(m, a.word(0), a.word(1), usize::MAX)? as u64).into())
        }
        "strncpy" | "__strncpy_chk" => |m, a| {
            copy_padded(m, a.word(0), a.word(1), a.word(2))?;
            Ok(a.word(0).into())
        },
        "stpncpy" => {
            |m, a| Ok((a.word(0) + copy_padded(m, a.word(0), a.word(1), a.word(2))?).into())
        }
        "strcat" | "__strcat_chk" => |m, a| {
            let end = a.word(0) + m.memory.c_str(a.word(0))?.len() as u64;
            copy_string(m, end, a.word(1), usize::MAX)?;
            Ok(a.word(0).into())
        },
        "strncat" | "__strncat_chk" => |m, a| {
            let end = a.word(0) + m.memory.c_str(a.word(0))?.len() as u64;
            copy_string(m, end, a.word(1), a.word(2) as usize)?;
            Ok(a.word(0).into())
        },
        "strdup" | "__strdup" => |m, a| duplicate(m, a.word(0), usize::MAX),
        "strndup" => |m, a| duplicate(m, a.word(0), a.word(1) as usize),
        _ => return None,
    })
}

/// Comparisons and searches.
fn searches(name: &str) -> Option<Function> {
    Some(match name {
        "strcmp" | "strcoll" | "strcmp_eq" => {
            |m, a| order(m.memory.c_str(a.word(0))?.cmp(m.memory.c_str(a.word(1))?))
        }
        "strncmp" | "strncmp_eq" => |m, a| {
            let n = a.word(2) as usize;
            let (x, y) = (text_at(m, a.word(0), n)?, text_at(m, a.word(1), n)?);
            first_difference(m, a, x, y)?;
            order(x.cmp(y))
        },
        "strcasecmp" => |m, a| {
            let lower = |bytes: &[u8]| bytes.to_ascii_lowercase();
            order(lower(m.memory.c_str(a.word(0))?).cmp(&lower(m.memory.c_str(a.word(1))?)))
        },
        "strncasecmp" => |m, a| {
            let n = a.word(2) as usize;
            let (x, y) = (text_at(m, a.word(0), n)?, text_at(m, a.word(1), n)?);
            first_difference(m, a, &x.to_ascii_lowercase(), &y.to_ascii_lowercase())?;
            order(x.to_ascii_lowercase().cmp(&y.to_ascii_lowercase()))
        },
        "strchr" | "index" => |m, a| {
            let text = m.memory.c_str(a.word(0))?;
            let byte = a.word(1) as u8;
            let at = text.iter().position(|&b| b == byte);
            found(a.word(0), at.or((byte == 0).then_some(text.len())))
        },
        "strrchr" | "rindex" => |m, a| {
            let text = m.memory.c_str(a.word(0))?;
            let byte = a.word(1) as u8;
            let at = text.iter().rposition(|&b| b == byte);
            found(a.word(0), if byte == 0 { Some(text.len()) } else { at })
        },
        "strchrnul" => |m, a| {
            let text = m.memory.c_str(a.word(0))?;
            let at = text.iter().position(|&b| b == a.word(1) as u8);
            found(a.word(0), at.or(Some(text.len())))
        },
        "strstr" => |m, a| {
            let (text, wanted) = (m.memory.c_str(a.word(0))?, m.memory.c_str(a.word(1))?);
            if wanted.is_empty() {
                return Ok(a.word(0).into());
            }
            found(a.word(0), text.windows(wanted.len()).position(|window| window == wanted))
        },
        "strspn" => |m, a| {
            let (text, set) = (m.memory.c_str(a.word(0))?, m.memory.c_str(a.word(1))?);
            Ok(text.iter().take_while(|byte| set.contains(byte)).count() as u128)
        },
        "strcspn" => |m, a| {
            let (text, set) = (m.memory.c_str(a.word(0))?, m.memory.c_str(a.word(1))?);
            Ok(text.iter().take_while(|byte| !set.contains(byte)).count() as u128)
        },
        "strpbrk" => |m, a| {
            let (text, set) = (m.memory.c_str(a.word(0))?, m.memory.c_str(a.word(1))?);
            found(a.word(0), text.iter().position(|byte| set.contains(byte)))
        },
        "strtok" => strtok,
        _ => return None,
    })
}

fn ctype(name: &str) -> Option<Function> {
    Some(match name {
        "isdigit" => |_, a| class(a, |c| c.is_ascii_digit()),
        "isalpha" => |_, a| class(a, |c| c.is_ascii_alphabetic()),
        "isalnum" => |_, a| class(a, |c| c.is_ascii_alphanumeric()),
        "isspace" => |_, a| class(a, |c| c.is_ascii_whitespace() || c == b'\x0b'),
        "isupper" => |_, a| class(a, |c| c.is_ascii_uppercase()),
        "islower" => |_, a| class(a, |c| c.is_ascii_lowercase()),
        "isxdigit" => |_, a| class(a, |c| c.is_ascii_hexdigit()),
        "ispunct" => |_, a| class(a, |c| c.is_ascii_punctuation()),
        "isprint" => |_, a| class(a, |c| matches!(c, b' '..=b'~')),
        "isgraph" => |_, a| class(a, |c| c.is_ascii_graphic()),
        "iscntrl" => |_, a| class(a, |c| c.is_ascii_control()),
        "isblank" => |_, a| class(a, |c| c == b' ' || c == b'\t'),
        "isascii" => |_, a| Ok(u128::from(a.word(0) < 128)),
        "toascii" => |_, a| Ok(u128::from(a.word(0) & 127)),
        "tolower" => |_, a| signed(case(a.int(0), |c| c.to_ascii_lowercase()).into()),
        "toupper" => |_, a| signed(case(a.int(0), |c| c.to_ascii_uppercase()).into()),
        "__ctype_b_loc" => |m, _| table(m, "b", 2, |c| ctype_bits(c).into()),
        "__ctype_tolower_loc" => {
            |m, _| table(m, "lower", 4, |c| case(c, |c| c.to_ascii_lowercase()) as u32)
        }
        "__ctype_toupper_loc" => {
            |m, _| table(m, "upper", 4, |c| case(c, |c| c.to_ascii_uppercase()) as u32)
        }
        _ => return None,
    })
}

fn class(args: &[Value], test: impl Fn(u8) -> bool) -> Outcome {
    let is = u8::try_from(args.int(0)).is_ok_and(test);
    Ok(u128::from(is))
}

fn case(c: i32, map: impl Fn(u8) -> u8) -> i32 {
    u8::try_from(c).map_or(c, |c| map(c).into())
}

/// glibc's classification bits on a little-endian machine.
fn ctype_bits(c: i32) -> u16 {
    let Ok(c) = u8::try_from(c) else { return 0 };
    let bits = [
        (c.is_ascii_uppercase(), 0x100),
        (c.is_ascii_lowercase(), 0x200),
        (c.is_ascii_alphabetic(), 0x400),
        (c.is_ascii_digit(), 0x800),
        (c.is_ascii_hexdigit(), 0x1000),
        (c.is_ascii_whitespace() || c == b'\x0b', 0x2000),
        (matches!(c, b' '..=b'~'), 0x4000),
        (c.is_ascii_graphic(), 0x8000),
        (c == b' ' || c == b'\t', 0x1),
        (c.is_ascii_control(), 0x2),
        (c.is_ascii_punctuation(), 0x4),
        (c.is_ascii_alphanumeric(), 0x8),
    ];
    bits.iter().filter(|(is, _)| *is).fold(0, |sum, (_, bit)| sum | bit)
}

/// The address of a pointer to the entry for 0 of a table over -128 to 255.
fn table(
    m: &mut Machine<'_>,
    name: &'static str,
    size: u64,
    entry: impl Fn(i32) -> u32,
) -> Outcome {
    if let Some(&address) = m.libc.tables.get(name) {
        return Ok(address.into());
    }
    let start = m.memory.add_global(384 * size, 8)?;
    for c in -128..256 {
        let at = start + (c + 128) as u64 * size;
        m.memory.store(at, entry(c).into(), size as usize)?;
    }
    let pointer = m.memory.add_global(8, 8)?;
    m.memory.store(pointer, start + 128 * size, 8)?;
    m.libc.tables.insert(name, pointer);
    Ok(pointer.into())
}

fn order(ordering: Ordering) -> Outcome {
    signed(ordering as i64)
}

fn found(base: u64, at: Option<usize>) -> Outcome {
    Ok(at.map_or(0, |at| base + at as u64).into())
}

/// What decides a comparison has a value: the bytes up to the first that differs.
fn first_difference(
    m: &Machine<'_>,
    a: &[Value],
    x: &[u8],
    y: &[u8],
) -> Result<(), crate::interp::ErrorKind> {
    let same = x.iter().zip(y).take_while(|(x, y)| x == y).count();
    for (argument, text) in [(0, x), (1, y)] {
        let decisive = (same + 1).min(text.len());
        if decisive != 0 {
            m.memory.bytes(a.word(argument), decisive)?;
        }
    }
    Ok(())
}

/// A string, or its first `n` bytes, each of which has a value.
fn prefix<'m>(
    m: &'m Machine<'_>,
    address: u64,
    n: usize,
) -> Result<&'m [u8], crate::interp::ErrorKind> {
    let text = text_at(m, address, n)?;
    if n != 0 {
        m.memory.bytes(address, (text.len() + 1).min(n))?;
    }
    Ok(text)
}

/// A string, or its first `n` bytes.
fn text_at<'m>(
    m: &'m Machine<'_>,
    address: u64,
    n: usize,
) -> Result<&'m [u8], crate::interp::ErrorKind> {
    if n == 0 {
        return Ok(&[]);
    }
    let tail = m.memory.tail(address)?;
    let tail = &tail[..tail.len().min(n)];
    let length = tail.iter().position(|&byte| byte == 0).unwrap_or(tail.len());
    Ok(&tail[..length])
}

fn copy_string(
    m: &mut Machine<'_>,
    to: u64,
    from: u64,
    most: usize,
) -> Result<usize, crate::interp::ErrorKind> {
    let text = prefix(m, from, most)?.to_vec();
    let place = m.memory.bytes_mut(to, text.len() + 1)?;
    place[..text.len()].copy_from_slice(&text);
    place[text.len()] = 0;
    Ok(text.len())
}

fn copy_padded(
    m: &mut Machine<'_>,
    to: u64,
    from: u64,
    n: u64,
) -> Result<u64, crate::interp::ErrorKind> {
    let text = prefix(m, from, n as usize)?.to_vec();
    if n != 0 {
        let place = m.memory.bytes_mut(to, n as usize)?;
        place[..text.len()].copy_from_slice(&text);
        place[text.len()..].fill(0);
    }
    Ok(text.len() as u64)
}

fn duplicate(m: &mut Machine<'_>, from: u64, most: usize) -> Outcome {
    let length = prefix(m, from, most)?.len();
    let Some(copy) = m.memory.allocate(length as u64 + 1, 16) else { return Ok(0) };
    copy_string(m, copy, from, most)?;
    Ok(copy.into())
}

fn strtok(m: &mut Machine<'_>, a: &[Value]) -> Outcome {
    let start = if a.word(0) != 0 { a.word(0) } else { m.libc.token };
    if start == 0 {
        return Ok(0);
    }
    let (text, set) = (m.memory.c_str(start)?, m.memory.c_str(a.word(1))?);
    let skipped = text.iter().take_while(|byte| set.contains(byte)).count();
    let length = text[skipped..].iter().take_while(|byte| !set.contains(byte)).count();
    let more = skipped + length < text.len();
    let token = start + skipped as u64;
    if length == 0 {
        m.libc.token = 0;
        return Ok(0);
    }
    if more {
        m.memory.store(token + length as u64, 0, 1)?;
        m.libc.token = token + length as u64 + 1;
    } else {
        m.libc.token = 0;
    }
    Ok(token.into())
}
