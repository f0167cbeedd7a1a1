//! The formatting of `printf`, as glibc does it: reals are expanded exactly and rounded to even.

use super::Value;
use crate::constant::RealBits;
use crate::interp::ErrorKind;
use crate::interp::machine::Machine;
use crate::print::decimal_expansion;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;

type Result<T> = std::result::Result<T, ErrorKind>;

/// Where variadic arguments come from.
pub(super) enum Source<'a> {
    List(&'a [Value], usize),
    /// A `va_list`: the address of the next argument.
    Memory(u64),
}

impl Source<'_> {
    fn word(&mut self, m: &Machine<'_>) -> Result<u64> {
        match self {
            Source::List(values, next) => {
                *next += 1;
                Ok(values.get(*next - 1).map_or(0, |value| value.bits as u64))
            }
            Source::Memory(at) => {
                let word = m.memory.load_u64(*at)?;
                *at += 8;
                Ok(word)
            }
        }
    }

    fn real(&mut self, m: &Machine<'_>, long: bool) -> Result<Quad> {
        match self {
            Source::List(values, next) => {
                *next += 1;
                Ok(values.get(*next - 1).map_or(Quad::from_bits(0), |value| value.quad()))
            }
            Source::Memory(at) if long => {
                *at = at.next_multiple_of(16);
                let mut bytes = [0; 16];
                bytes.copy_from_slice(m.memory.bytes(*at, 16)?);
                *at += 16;
                Ok(Quad::from_bits(u128::from_le_bytes(bytes)))
            }
            Source::Memory(_) => {
                Ok(crate::interp::value::quad_from_f64(f64::from_bits(self.word(m)?)))
            }
        }
    }
}

#[derive(Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Bytes of the integer; 16 for `L`.
    size: usize,
}

/// The widest field that is produced.
const MAX_WIDTH: usize = 1 << 24;

/// Formats the arguments by a format string.
pub(super) fn format(m: &mut Machine<'_>, text: &[u8], args: &mut Source<'_>) -> Result<Vec<u8>> {
    let mut out: Vec<u8> = Vec::new();
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let spec = parse(m, &mut rest, args)?;
        let Some((&conversion, tail)) = rest.split_first() else { break };
        rest = tail;
        one(m, &mut out, conversion, &spec, args)?;
    }
    Ok(out)
}

fn parse(m: &Machine<'_>, rest: &mut &[u8], args: &mut Source<'_>) -> Result<Spec> {
    let mut spec = Spec { size: 4, ..Spec::default() };
    while let Some((&flag, tail)) = rest.split_first() {
        match flag {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            b'\'' => {}
            _ => break,
        }
        *rest = tail;
    }
    match number(m, rest, args)? {
        Some(width) if width < 0 => {
            spec.left = true;
            spec.width = width.unsigned_abs() as usize;
        }
        width => spec.width = width.unwrap_or(0) as usize,
    }
    if let Some((b'.', tail)) = rest.split_first() {
        *rest = tail;
        let precision = number(m, rest, args)?.unwrap_or(0);
        spec.precision = usize::try_from(precision).ok();
    }
    if spec.width > MAX_WIDTH || spec.precision.is_some_and(|p| p > MAX_WIDTH) {
        return Err(ErrorKind::OutOfMemory);
    }
    while let Some((&modifier, tail)) = rest.split_first() {
        spec.size = match (modifier, spec.size) {
            (b'h', 2) => 1,
            (b'h', _) => 2,
            (b'l' | b'q' | b'j' | b'z' | b't', _) => 8,
            (b'L', _) => 16,
            _ => break,
        };
        *rest = tail;
    }
    Ok(spec)
}

fn number(m: &Machine<'_>, rest: &mut &[u8], args: &mut Source<'_>) -> Result<Option<i32>> {
    if let Some((b'*', tail)) = rest.split_first() {
        *rest = tail;
        return Ok(Some(args.word(m)? as i32));
    }
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, tail) = rest.split_at(digits);
    *rest = tail;
    let value = number.iter().fold(0i32, |value, &digit| {
        value.saturating_mul(10).saturating_add(i32::from(digit - b'0'))
    });
    Ok((digits != 0).then_some(value))
}

fn one(
    m: &mut Machine<'_>,
    out: &mut Vec<u8>,
    conversion: u8,
    spec: &Spec,
    args: &mut Source<'_>,
) -> Result<()> {
    match conversion {
        b'%' => out.push(b'%'),
        b'd' | b'i' => {
            let value = signed(args.word(m)?, spec.size);
            let digits = value.unsigned_abs().to_string();
            integer(out, spec, sign(spec, value < 0), &digits, value == 0);
        }
        b'u' | b'o' | b'x' | b'X' => {
            let value = unsigned(args.word(m)?, spec.size);
            let (mut digits, mut prefix) = match conversion {
                b'u' => (value.to_string(), ""),
                b'o' => (format!("{value:o}"), ""),
                b'x' => (format!("{value:x}"), "0x"),
                _ => (format!("{value:X}"), "0X"),
            };
            if !spec.alternate || value == 0 {
                prefix = "";
            }
            if conversion == b'o' && spec.alternate && value != 0 {
                digits.insert(0, '0');
            }
            integer(out, spec, prefix, &digits, value == 0);
        }
        b'c' => {
            let byte = args.word(m)? as u8;
            pad(out, spec, &[byte]);
        }
        b's' => {
            let address = args.word(m)?;
            let text = match (address, spec.precision) {
                (0, _) => b"(null)",
                (_, None) => m.memory.c_str(address)?,
                (_, Some(0)) => &[],
                (_, Some(most)) => {
                    let tail = m.memory.tail(address)?;
                    let tail = &tail[..tail.len().min(most)];
                    let end = tail.iter().position(|&byte| byte == 0);
                    m.memory.bytes(address, end.map_or(tail.len(), |end| end + 1))?;
                    &tail[..end.unwrap_or(tail.len())]
                }
            };
            let text = &text[..text.len().min(spec.precision.unwrap_or(usize::MAX))];
            pad(out, spec, text);
        }
        b'p' => match args.word(m)? {
            0 => pad(out, spec, b"(nil)"),
            address => pad(out, spec, format!("{address:#x}").as_bytes()),
        },
        b'n' => {
            let address = args.word(m)?;
            m.memory.store(address, out.len() as u64, spec.size.min(8))?;
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let value = args.real(m, spec.size == 16)?;
            real(out, spec, conversion, value);
        }
        other => out.extend([b'%', other]),
    }
    Ok(())
}

fn signed(word: u64, size: usize) -> i64 {
    match size {
        1 => (word as i8).into(),
        2 => (word as i16).into(),
        4 => (word as i32).into(),
        _ => word as i64,
    }
}

fn unsigned(word: u64, size: usize) -> u64 {
    match size {
        1 => (word as u8).into(),
        2 => (word as u16).into(),
        4 => (word as u32).into(),
        _ => word,
    }
}

fn sign(spec: &Spec, negative: bool) -> &'static str {
    if negative {
        "-"
    } else if spec.plus {
        "+"
    } else if spec.space {
        " "
    } else {
        ""
    }
}

fn integer(out: &mut Vec<u8>, spec: &Spec, prefix: &str, digits: &str, zero: bool) {
    let digits = if zero && spec.precision == Some(0) { "" } else { digits };
    let mut wanted = spec.precision.unwrap_or(0);
    if spec.zero && !spec.left && spec.precision.is_none() {
        wanted = spec.width.saturating_sub(prefix.len());
    }
    let zeros = wanted.saturating_sub(digits.len());
    let text = format!("{prefix}{}{digits}", "0".repeat(zeros));
    pad(out, spec, text.as_bytes());
}

fn pad(out: &mut Vec<u8>, spec: &Spec, text: &[u8]) {
    let blanks = spec.width.saturating_sub(text.len());
    if !spec.left {
        out.resize(out.len() + blanks, b' ');
    }
    out.extend_from_slice(text);
    if spec.left {
        out.resize(out.len() + blanks, b' ');
    }
}

fn real(out: &mut Vec<u8>, spec: &Spec, conversion: u8, value: Quad) {
    let upper = conversion.is_ascii_uppercase();
    let sign = sign(spec, value.is_negative());
    let body = match decimal_expansion(RealBits::from_quad(value)) {
        None => {
            let name = if value.is_nan() { "nan" } else { "inf" };
            let name = if upper { name.to_uppercase() } else { name.to_string() };
            return pad(out, spec, format!("{sign}{name}").as_bytes());
        }
        Some((digits, point)) => match conversion.to_ascii_lowercase() {
            b'f' => fixed(&digits, point, spec.precision.unwrap_or(6), spec.alternate),
            b'e' => exponential(&digits, point, spec.precision.unwrap_or(6), spec.alternate),
            b'g' => general(&digits, point, spec),
            _ => hexadecimal(value, spec),
        },
    };
    let body = if upper { body.to_uppercase() } else { body };
    let mut zeros = 0;
    if spec.zero && !spec.left {
        zeros = spec.width.saturating_sub(sign.len() + body.len());
    }
    let text = match body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")) {
        Some(rest) => format!("{sign}{}{}{rest}", &body[..2], "0".repeat(zeros)),
        None => format!("{sign}{}{body}", "0".repeat(zeros)),
    };
    pad(out, spec, text.as_bytes());
}

/// Keeps `count` digits (may be 0 or negative), rounded half to even. Digits and the power of ten of the first.
fn rounded(digits: &[u8], point: i32, count: i64) -> (Vec<u8>, i32) {
    if count >= digits.len() as i64 {
        return (digits.to_vec(), point);
    }
    if count < 0 {
        return (Vec::new(), point);
    }
    let count = count as usize;
    let mut kept = digits[..count].to_vec();
    let rest = &digits[count..];
    let beyond_half = rest[0] > 5 || rest[0] == 5 && rest[1..].iter().any(|&digit| digit != 0);
    let exactly_half = rest[0] == 5 && !beyond_half;
    let odd = kept.last().is_some_and(|digit| digit % 2 == 1);
    if beyond_half || exactly_half && odd {
        let mut index = kept.len();
        loop {
            if index == 0 {
                kept.insert(0, 1);
                return (kept, point + 1);
            }
            index -= 1;
            if kept[index] < 9 {
                kept[index] += 1;
                break;
            }
            kept[index] = 0;
        }
    }
    (kept, point)
}

fn push_digits(text: &mut String, digits: &[u8], from: i32, to: i32, point: i32) {
    // Digit of the power of ten `p` is at position `point - p`.
    let mut power = from;
    while power >= to {
        let index = i64::from(point) - i64::from(power);
        let digit = usize::try_from(index).ok().and_then(|index| digits.get(index)).unwrap_or(&0);
        text.push(char::from(b'0' + digit));
        power -= 1;
    }
}

fn fixed(digits: &[u8], point: i32, precision: usize, alternate: bool) -> String {
    let count = i64::from(point) + 1 + precision as i64;
    let (digits, point) = rounded(digits, point, count);
    let mut text = String::new();
    let first = if digits.is_empty() { 0 } else { point.max(0) };
    push_digits(&mut text, &digits, first, 0, point);
    if precision > 0 || alternate {
        text.push('.');
        push_digits(&mut text, &digits, -1, -(precision as i32), point);
    }
    text
}

fn exponential(digits: &[u8], point: i32, precision: usize, alternate: bool) -> String {
    let zero = digits == [0];
    let (digits, point) = rounded(digits, point, precision as i64 + 1);
    let exponent = if zero { 0 } else { point };
    let mut text = String::new();
    push_digits(&mut text, &digits, point, point, point);
    if precision > 0 || alternate {
        text.push('.');
        push_digits(&mut text, &digits, point - 1, point - precision as i32, point);
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{text}e{sign}{:02}", exponent.abs())
}

fn general(digits: &[u8], point: i32, spec: &Spec) -> String {
    let precision = spec.precision.unwrap_or(6).max(1);
    let (_, exponent) = rounded(digits, point, precision as i64);
    let exponent = if digits == [0] { 0 } else { exponent };
    let text = if exponent < -4 || i64::from(exponent) >= precision as i64 {
        exponential(digits, point, precision - 1, spec.alternate)
    } else {
        let places = (precision as i64 - 1 - i64::from(exponent)).max(0) as usize;
        fixed(digits, point, places, spec.alternate)
    };
    if spec.alternate || !text.contains('.') {
        return text;
    }
    let (mantissa, exponent) = match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, format!("e{exponent}")),
        None => (text.as_str(), String::new()),
    };
    format!("{}{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
}

/// `%a` of a double: `0x1.8p+1`.
fn hexadecimal(value: Quad, spec: &Spec) -> String {
    let bits = crate::interp::value::quad_to_f64(value).to_bits();
    let (biased, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
    let (lead, exponent) = match (biased, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, biased as i64 - 1023),
    };
    let mut lead = lead;
    let mut digits = format!("{fraction:013x}");
    match spec.precision {
        Some(precision) if precision < 13 => {
            let shift = 52 - 4 * precision as u32;
            let whole: u64 = lead << 52 | fraction;
            let (half, mask) = (1u64 << (shift - 1), (1u64 << shift) - 1);
            let mut kept = whole >> shift;
            let rest = whole & mask;
            if rest > half || rest == half && kept & 1 == 1 {
                kept += 1;
            }
            lead = kept >> (4 * precision);
            let low = kept & ((1u64 << (4 * precision)) - 1);
            digits = if precision == 0 { String::new() } else { format!("{low:0precision$x}") };
        }
        Some(precision) => digits.extend(std::iter::repeat_n('0', precision - 13)),
        None => digits.truncate(digits.trim_end_matches('0').len()),
    }
    let point = if digits.is_empty() && !spec.alternate { "" } else { "." };
    format!("0x{lead}{point}{digits}p{exponent:+}")
}
