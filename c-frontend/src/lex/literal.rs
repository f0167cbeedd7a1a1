//! The values of character constants and string literals.
//!
//! The source is UTF-8, and so is the narrow execution character set unless options say otherwise. Then bytes without a
//! backslash stand for themselves in narrow literals, valid UTF-8 or not. Wide ones are UTF-16 or UTF-32.

use super::{TokenKind, characters};
use gimple::charset::Charset;
use gimple::diagnostic::Diagnostics;
use gimple::location::Location;

/// The width of a literal's elements in bytes, by its prefix; `wchar` is the target's.
pub fn element_size(kind: TokenKind, wchar: u32) -> u32 {
    match kind {
        TokenKind::WideChar | TokenKind::WideString => wchar,
        TokenKind::Char16 | TokenKind::String16 => 2,
        TokenKind::Char32 | TokenKind::String32 => 4,
        _ => 1,
    }
}

/// Appends the elements of one string literal or character constant, without a final null.
///
/// `spelling` is the literal with prefix and quotes, `size` that of an element in bytes, `set` the character set of
/// narrow ones.
pub fn decode(
    spelling: &[u8],
    size: u32,
    set: Charset,
    at: Location,
    diag: &mut Diagnostics,
    out: &mut Vec<u32>,
) {
    let Some(quote) = spelling.iter().position(|&b| b == b'"' || b == b'\'') else { return };
    let close = spelling[quote];
    let body = &spelling[quote + 1..];
    let raw = quote > 0 && spelling[quote - 1] == b'R';
    let mut decoder = Decoder { body, size, set, at, diag, out };
    if raw {
        let start = body.iter().position(|&b| b == b'(').unwrap_or(0);
        // `)`, the delimiter and the quote end it.
        let end = body.len().saturating_sub(start + 2).max(start + 1);
        decoder.body = body.get(start + 1..end).unwrap_or(&[]);
        decoder.plain();
    } else {
        decoder.body = body.strip_suffix(&[close]).unwrap_or(body);
        decoder.escaped();
    }
}

/// The bytes of elements in the target's byte order.
pub fn to_bytes(elements: &[u32], size: u32, big_endian: bool) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(elements.len() * size as usize);
    for element in elements {
        if big_endian {
            bytes.extend_from_slice(&element.to_be_bytes()[4 - size as usize..]);
        } else {
            bytes.extend_from_slice(&element.to_le_bytes()[..size as usize]);
        }
    }
    bytes
}

/// The character set of the elements of a literal, where `narrow` is that of those without a prefix.
pub fn set_of(kind: TokenKind, narrow: Charset) -> Charset {
    match kind {
        TokenKind::Char | TokenKind::String => narrow,
        _ => Charset::default(),
    }
}

/// What the value of a character constant depends on.
#[derive(Clone, Copy)]
pub struct CharTraits {
    /// Whether plain `char` has a sign.
    pub signed: bool,
    /// The width of `int`.
    pub int_bits: u32,
    /// The size of `wchar_t`.
    pub wchar: u32,
    /// The character set of constants without a prefix.
    pub narrow: Charset,
}

/// The value of a character constant.
pub fn char_value(
    kind: TokenKind,
    spelling: &[u8],
    traits: CharTraits,
    at: Location,
    diag: &mut Diagnostics,
) -> i64 {
    let CharTraits { signed: char_signed, int_bits, wchar, narrow } = traits;
    let mut elements = Vec::new();
    let size = element_size(kind, wchar);
    decode(spelling, size, set_of(kind, narrow), at, diag, &mut elements);
    let Some(&last) = elements.last() else {
        diag.error(at, "empty character constant");
        return 0;
    };
    if kind != TokenKind::Char {
        if elements.len() > 1 {
            diag.warning("", at, "character constant too long for its type");
        }
        return i64::from(last);
    }
    let most = (int_bits / 8) as usize;
    if elements.len() > most {
        diag.warning("", at, "character constant too long for its type");
    } else if elements.len() > 1 {
        diag.warning("multichar", at, "multi-character character constant");
    }
    if elements.len() == 1 {
        return if char_signed { i64::from(last as u8 as i8) } else { i64::from(last) };
    }
    let value = elements.iter().fold(0u64, |value, &byte| value << 8 | u64::from(byte & 0xff));
    let unused = 64 - int_bits.clamp(1, 64);
    (value << unused) as i64 >> unused
}

struct Decoder<'a> {
    body: &'a [u8],
    size: u32,
    set: Charset,
    at: Location,
    diag: &'a mut Diagnostics,
    out: &'a mut Vec<u32>,
}

impl Decoder<'_> {
    fn plain(&mut self) {
        while !self.body.is_empty() {
            self.character();
        }
    }

    fn escaped(&mut self) {
        while let Some(&byte) = self.body.first() {
            if byte == b'\\' && self.body.len() > 1 {
                self.body = &self.body[1..];
                self.escape();
            } else {
                self.character();
            }
        }
    }

    /// One character of the source.
    fn character(&mut self) {
        let byte = self.body[0];
        if byte.is_ascii() && !self.set.extends_ascii() {
            self.body = &self.body[1..];
            self.push(char::from(byte));
        } else if (self.size > 1 || !self.set.is_utf8())
            && let Some(c) = characters::decode_utf8(self.body)
        {
            self.body = &self.body[c.len_utf8()..];
            self.push(c);
        } else if self.size > 1 && !byte.is_ascii() {
            let cut = std::str::from_utf8(self.body).is_err_and(|e| e.error_len().is_none());
            let why = match cut {
                true => "Invalid argument",
                false => "Invalid or incomplete multibyte or wide character",
            };
            let text = format!("converting to execution character set: {why}");
            self.diag.error(self.at, text);
            self.body = &[];
        } else {
            self.body = &self.body[1..];
            self.out.push(u32::from(byte));
        }
    }

    fn push(&mut self, c: char) {
        match self.size {
            1 if !self.set.is_utf8() => match self.set.byte(c) {
                Some(byte) => self.out.push(u32::from(byte)),
                None => {
                    let text = "converting to execution character set: Invalid or incomplete multibyte or wide character";
                    self.diag.error(self.at, text);
                }
            },
            1 => self.out.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
            2 => self.out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&u| u32::from(u))),
            _ => self.out.push(c as u32),
        }
    }

    fn escape(&mut self) {
        let byte = self.body[0];
        let value = match byte {
            b'\\' | b'\'' | b'"' | b'?' => u32::from(byte),
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b'v' => 11,
            b'e' | b'E' => {
                if self.diag.warnings.pedantic() {
                    let text =
                        format!("non-ISO-standard escape sequence, '\\{}'", char::from(byte));
                    self.diag.pedwarn("pedantic", self.at, text);
                }
                27
            }
            b'x' => return self.hexadecimal(),
            b'0'..=b'7' => return self.octal(),
            b'u' => return self.universal(4),
            b'U' => return self.universal(8),
            _ => return self.unknown(),
        };
        self.body = &self.body[1..];
        match char::from_u32(value) {
            Some(c) if self.size == 1 => self.push(c),
            _ => self.out.push(value),
        }
    }

    fn unknown(&mut self) {
        let byte = self.body[0];
        let shown = match byte {
            b'!'..=b'~' => char::from(byte).to_string(),
            _ => format!("{byte:03o}"),
        };
        self.diag.pedwarn("", self.at, format!("unknown escape sequence: '\\{shown}'"));
        self.character();
    }

    fn largest(&self) -> u64 {
        (1u64 << (8 * self.size)) - 1
    }

    fn hexadecimal(&mut self) {
        self.body = &self.body[1..];
        let count = self.body.iter().take_while(|b| b.is_ascii_hexdigit()).count();
        if count == 0 {
            self.diag.error(self.at, "\\x used with no following hex digits");
            self.out.push(0);
            return;
        }
        let (mut value, mut overflow) = (0u64, false);
        for &byte in &self.body[..count] {
            overflow |= value > self.largest() >> 4;
            value =
                value << 4 & self.largest() | u64::from(char::from(byte).to_digit(16).unwrap_or(0));
        }
        self.body = &self.body[count..];
        if overflow {
            self.diag.pedwarn("", self.at, "hex escape sequence out of range");
        }
        self.out.push(value as u32);
    }

    fn octal(&mut self) {
        let count = self.body.iter().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
        let value = self.body[..count].iter().fold(0, |v, &b| v * 8 + u64::from(b - b'0'));
        self.body = &self.body[count..];
        if value > self.largest() {
            self.diag.pedwarn("", self.at, "octal escape sequence out of range");
        }
        self.out.push((value & self.largest()) as u32);
    }

    /// A value that ISO 10646 once had room for, as UTF-8 of five or six bytes.
    fn beyond_unicode(&mut self, value: u32, shown: &str) {
        self.diag.pedwarn("", self.at, format!("{shown} is outside the UCS codespace"));
        match self.size {
            1 => {
                let tails =
                    [0x20_0000, 0x400_0000].iter().filter(|&&end| value >= end).count() as u32 + 3;
                let lead = 0xff & !(0x7f >> (tails + 1));
                self.out.push(lead | value >> (6 * tails));
                self.out.extend((0..tails).rev().map(|tail| 0x80 | value >> (6 * tail) & 0x3f));
            }
            2 => {
                let text = "converting UCN to execution character set: Invalid or incomplete multibyte or wide character";
                self.diag.error(self.at, text);
            }
            _ => self.out.push(value),
        }
    }

    fn universal(&mut self, digits: usize) {
        let name = char::from(self.body[0]);
        let rest = &self.body[1..];
        let count = rest.iter().take(digits).take_while(|b| b.is_ascii_hexdigit()).count();
        let shown = format!("\\{name}{}", String::from_utf8_lossy(&rest[..count]));
        let value = rest[..count]
            .iter()
            .fold(0u32, |v, &b| v << 4 | char::from(b).to_digit(16).unwrap_or(0));
        self.body = &rest[count..];
        if count == 0 {
            self.diag.error(self.at, format!("{shown} used with no following hex digits"));
        } else if count < digits {
            self.diag.error(self.at, format!("incomplete universal character name {shown}"));
        }
        let allowed = value >= 0xa0 || matches!(value, 0x24 | 0x40 | 0x60);
        match char::from_u32(value) {
            _ if count < digits => self.out.push(u32::from(b'?')),
            Some(c) if allowed => self.push(c),
            None if (0x11_0000..0x8000_0000).contains(&value) => self.beyond_unicode(value, &shown),
            _ => {
                let text = format!("{shown} is not a valid universal character");
                self.diag.error(self.at, text);
                // Something stands there all the same.
                self.out.push(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn decoded(text: &str, size: u32) -> (Vec<u32>, String) {
        let (mut diag, mut out) = (Diagnostics::captured(), Vec::new());
        decode(text.as_bytes(), size, Charset::default(), Location::UNKNOWN, &mut diag, &mut out);
        (out, diag.take_text().replace("gimlet: ", ""))
    }

    #[rstest]
    #[case(r#""a\n\x41\101\e""#, 1, &[97, 10, 65, 65, 27])]
    #[case("\"é\"", 1, &[0xc3, 0xa9])]
    #[case("u\"é𝄞\"", 2, &[0xe9, 0xd834, 0xdd1e])]
    #[case(r#"L"\xffffffff\u00e9""#, 4, &[0xffff_ffff, 0xe9])]
    #[case(r#"R"x(a\n)")x""#, 1, &[97, 92, 110, 41, 34])]
    fn strings(#[case] text: &str, #[case] size: u32, #[case] expected: &[u32]) {
        assert_eq!(decoded(text, size), (expected.to_vec(), String::new()));
    }

    #[rstest]
    #[case(r#""\q""#, "warning: unknown escape sequence: '\\q'\n")]
    #[case(r#""\777""#, "warning: octal escape sequence out of range\n")]
    #[case(r#""\xfff""#, "warning: hex escape sequence out of range\n")]
    #[case(r#""\x""#, "error: \\x used with no following hex digits\n")]
    #[case(r#""\u12""#, "error: incomplete universal character name \\u12\n")]
    #[case(r#""\u0012""#, "error: \\u0012 is not a valid universal character\n")]
    fn mistakes(#[case] text: &str, #[case] message: &str) {
        assert_eq!(decoded(text, 1).1, message);
    }

    #[rstest]
    #[case("'a'", true, 97, "")]
    #[case(r"'\377'", true, -1, "")]
    #[case(r"'\377'", false, 255, "")]
    #[case("'ab'", true, 0x6162, "warning: multi-character character constant [-Wmultichar]\n")]
    #[case("'abcde'", true, 0x6263_6465, "warning: character constant too long for its type\n")]
    #[case("''", true, 0, "error: empty character constant\n")]
    fn constants(
        #[case] text: &str,
        #[case] signed: bool,
        #[case] value: i64,
        #[case] message: &str,
    ) {
        let mut diag = Diagnostics::captured();
        let at = Location::UNKNOWN;
        let traits = CharTraits { signed, int_bits: 32, wchar: 4, narrow: Charset::default() };
        let got = char_value(TokenKind::Char, text.as_bytes(), traits, at, &mut diag);
        assert_eq!((got, diag.take_text().replace("gimlet: ", "")), (value, message.to_string()));
    }

    #[test]
    fn code_pages_hold_characters_but_not_numbers() {
        let (mut diag, mut out) = (Diagnostics::captured(), Vec::new());
        let set = Charset::find("IBM1047").expect("it is known");
        decode(br#""a\n\x41""#, 1, set, Location::UNKNOWN, &mut diag, &mut out);
        assert_eq!(out, [0x81, 0x25, 0x41]);
    }

    #[test]
    fn byte_order() {
        assert_eq!(to_bytes(&[0x1234], 2, true), [0x12, 0x34]);
        assert_eq!(to_bytes(&[0x1234], 4, false), [0x34, 0x12, 0, 0]);
    }
}
