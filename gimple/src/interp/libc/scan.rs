//! `sscanf` and the conversions of `<stdlib.h>` from text to numbers.

use crate::interp::ErrorKind;
use crate::interp::machine::Machine;

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0b'
}

/// `strtol` and its kin: the magnitude, the sign, and the bytes used (0 where there is no number).
pub(super) fn integer(text: &[u8], base: u32) -> (u128, bool, usize) {
    let mut at = text.iter().take_while(|&&byte| is_space(byte)).count();
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'+' | b'-')) {
        at += 1;
    }
    let hex = matches!(text.get(at..at + 2), Some(b"0x" | b"0X"))
        && text.get(at + 2).is_some_and(u8::is_ascii_hexdigit);
    let base = match base {
        0 | 16 if hex => {
            at += 2;
            16
        }
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        base => base.clamp(2, 36),
    };
    let start = at;
    let mut value: u128 = 0;
    while let Some(digit) = text.get(at).and_then(|&byte| char::from(byte).to_digit(base)) {
        value = value.saturating_mul(base.into()).saturating_add(digit.into());
        at += 1;
    }
    (value, negative, if at == start { 0 } else { at })
}

/// `strtod`: the value and the bytes used.
pub(super) fn real(text: &[u8]) -> (f64, usize) {
    let blank = text.iter().take_while(|&&byte| is_space(byte)).count();
    let body = &text[blank..];
    let mut at = usize::from(matches!(body.first(), Some(b'+' | b'-')));
    for name in ["infinity", "inf", "nan"] {
        let given = body.get(at..at + name.len());
        if given.is_some_and(|given| given.eq_ignore_ascii_case(name.as_bytes())) {
            let value = if name == "nan" { f64::NAN } else { f64::INFINITY };
            let value = if body[0] == b'-' { -value } else { value };
            return (value, blank + at + name.len());
        }
    }
    let digits = |from: usize| body[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(at);
    at += whole;
    let mut fraction = 0;
    if body.get(at) == Some(&b'.') {
        fraction = digits(at + 1);
        if whole + fraction > 0 {
            at += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return (0.0, 0);
    }
    if matches!(body.get(at), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(body.get(at + 1), Some(b'+' | b'-')));
        if at + 1 + signed < body.len() {
            let exponent = digits(at + 1 + signed);
            if exponent > 0 {
                at += 1 + signed + exponent;
            }
        }
    }
    let value = std::str::from_utf8(&body[..at]).ok().and_then(|text| text.parse().ok());
    (value.unwrap_or(0.0), blank + at)
}

/// Reads `text` by a format into the places given; the number of values stored, or -1 at the end of the text, and how
/// many bytes were read.
pub(super) fn scan(
    m: &mut Machine<'_>,
    text: &[u8],
    form: &[u8],
    places: &[u64],
) -> Result<(i32, usize), ErrorKind> {
    let (mut at, mut f, mut stored, mut next) = (0, 0, 0, 0);
    while f < form.len() {
        let byte = form[f];
        f += 1;
        if is_space(byte) {
            at += text[at..].iter().take_while(|&&byte| is_space(byte)).count();
            continue;
        }
        if byte != b'%' || form.get(f) == Some(&b'%') {
            if byte == b'%' {
                f += 1;
            }
            if text.get(at) != Some(&byte) {
                break;
            }
            at += 1;
            continue;
        }
        let skip = form.get(f) == Some(&b'*');
        f += usize::from(skip);
        let digits = form[f..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let width = std::str::from_utf8(&form[f..f + digits]).ok().and_then(|t| t.parse().ok());
        let width: usize = width.unwrap_or(usize::MAX);
        f += digits;
        let mut size = 4;
        while let Some(modifier) = form.get(f) {
            size = match (modifier, size) {
                (b'h', 2) => 1,
                (b'h', _) => 2,
                (b'l' | b'L' | b'q' | b'j' | b'z' | b't', _) => 8,
                _ => break,
            };
            f += 1;
        }
        let Some(&conversion) = form.get(f) else { break };
        f += 1;
        if !matches!(conversion, b'c' | b'n') {
            at += text[at..].iter().take_while(|&&byte| is_space(byte)).count();
        }
        if at >= text.len() && conversion != b'n' {
            return Ok((if stored == 0 { -1 } else { stored }, at));
        }
        let rest = &text[at..text.len().min(at.saturating_add(width))];
        let (bytes, used) = match conversion {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => {
                let base = match conversion {
                    b'i' => 0,
                    b'x' | b'X' | b'p' => 16,
                    b'o' => 8,
                    _ => 10,
                };
                let (value, negative, used) = integer(rest, base);
                let value = if negative { (value as u64).wrapping_neg() } else { value as u64 };
                (value.to_le_bytes()[..size].to_vec(), used)
            }
            b'f' | b'e' | b'g' => {
                let (value, used) = real(rest);
                let bytes = match size {
                    8 => value.to_bits().to_le_bytes().to_vec(),
                    _ => (value as f32).to_bits().to_le_bytes().to_vec(),
                };
                (bytes, used)
            }
            b's' => {
                let length = rest.iter().take_while(|&&byte| !is_space(byte)).count();
                let mut word = rest[..length].to_vec();
                word.push(0);
                (word, length)
            }
            b'c' => {
                let length = if width == usize::MAX { 1 } else { width.min(rest.len()) };
                (rest[..length].to_vec(), length)
            }
            b'n' => ((at as u64).to_le_bytes()[..size].to_vec(), 0),
            _ => return Err(ErrorKind::Unsupported("scanf conversion".into())),
        };
        if used == 0 && conversion != b'n' {
            break;
        }
        at += used;
        if !skip {
            let place = places.get(next).copied().unwrap_or(0);
            next += 1;
            m.write_bytes(place, &bytes)?;
            stored += i32::from(conversion != b'n');
        }
    }
    Ok((stored, at))
}
