//! Classes of bytes and characters.

/// The byte may begin an identifier.
pub const IDENT_START: u8 = 1;
/// The byte is a decimal digit.
pub const DIGIT: u8 = 2;
/// The byte is white space within a line.
pub const BLANK: u8 = 4;
/// A plain byte within a string literal or comment, that ends neither and begins no splice.
pub const PLAIN: u8 = 8;

/// The classes of each byte.
pub static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        let mut class = 0;
        if b.is_ascii_alphabetic() || b == b'_' {
            class |= IDENT_START;
        }
        if b.is_ascii_digit() {
            class |= DIGIT;
        }
        if matches!(b, b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\r' | 0) {
            class |= BLANK;
        }
        if !matches!(b, b'"' | b'\'' | b'\\' | b'\n' | b'?' | b'*' | b'/' | b'>' | 0) {
            class |= PLAIN;
        }
        table[byte] = class;
        byte += 1;
    }
    table
};

/// Whether a byte is of one of the classes.
#[inline]
pub fn is(byte: u8, classes: u8) -> bool {
    CLASS[byte as usize] & classes != 0
}

/// Ranges of characters allowed in identifiers (C11 annex D.1).
const IN_IDENTIFIER: &[(u32, u32)] = &[
    (0xa8, 0xa8),
    (0xaa, 0xaa),
    (0xad, 0xad),
    (0xaf, 0xaf),
    (0xb2, 0xb5),
    (0xb7, 0xba),
    (0xbc, 0xbe),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0xff),
    (0x100, 0x167f),
    (0x1681, 0x180d),
    (0x180f, 0x1fff),
    (0x200b, 0x200d),
    (0x202a, 0x202e),
    (0x203f, 0x2040),
    (0x2054, 0x2054),
    (0x2060, 0x206f),
    (0x2070, 0x218f),
    (0x2460, 0x24ff),
    (0x2776, 0x2793),
    (0x2c00, 0x2dff),
    (0x2e80, 0x2fff),
    (0x3004, 0x3007),
    (0x3021, 0x302f),
    (0x3031, 0x303f),
    (0x3040, 0xd7ff),
    (0xf900, 0xfd3d),
    (0xfd40, 0xfdcf),
    (0xfdf0, 0xfe44),
    (0xfe47, 0xfffd),
    (0x10000, 0x1fffd),
    (0x20000, 0x2fffd),
    (0x30000, 0x3fffd),
    (0x40000, 0x4fffd),
    (0x50000, 0x5fffd),
    (0x60000, 0x6fffd),
    (0x70000, 0x7fffd),
    (0x80000, 0x8fffd),
    (0x90000, 0x9fffd),
    (0xa0000, 0xafffd),
    (0xb0000, 0xbfffd),
    (0xc0000, 0xcfffd),
    (0xd0000, 0xdfffd),
    (0xe0000, 0xefffd),
];

/// Ranges not allowed at the start of an identifier (C11 annex D.2).
const NOT_AT_START: &[(u32, u32)] =
    &[(0x300, 0x36f), (0x1dc0, 0x1dff), (0x20d0, 0x20ff), (0xfe20, 0xfe2f)];

fn within(ranges: &[(u32, u32)], c: u32) -> bool {
    let index = ranges.partition_point(|&(_, last)| last < c);
    ranges.get(index).is_some_and(|&(first, _)| first <= c)
}

/// Whether a character beyond ASCII may stand in an identifier, `first` at its start.
pub fn in_identifier(c: char, first: bool) -> bool {
    let c = c as u32;
    within(IN_IDENTIFIER, c) && !(first && within(NOT_AT_START, c))
}

/// The character that the bytes begin with, if they begin with valid UTF-8 beyond ASCII.
pub fn decode_utf8(bytes: &[u8]) -> Option<char> {
    let length = match bytes.first()? {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    std::str::from_utf8(bytes.get(..length)?).ok()?.chars().next()
}

/// What a trigraph's third character stands for.
pub fn trigraph(third: u8) -> Option<u8> {
    Some(match third {
        b'=' => b'#',
        b'/' => b'\\',
        b'\'' => b'^',
        b'(' => b'[',
        b')' => b']',
        b'!' => b'|',
        b'<' => b'{',
        b'>' => b'}',
        b'-' => b'~',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_ranges() {
        assert!(is(b'_', IDENT_START) && !is(b'$', IDENT_START) && is(b'7', DIGIT));
        assert!(in_identifier('é', true) && !in_identifier('\u{d7}', true));
        assert!(in_identifier('\u{301}', false) && !in_identifier('\u{301}', true));
        assert!(IN_IDENTIFIER.is_sorted() && NOT_AT_START.is_sorted());
        assert_eq!(decode_utf8("漢x".as_bytes()), Some('漢'));
        assert_eq!(decode_utf8(b"\xe6\xbcx"), None);
    }
}
