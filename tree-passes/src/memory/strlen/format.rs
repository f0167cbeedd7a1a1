//! Formats taken apart: what a directive prints, in how many characters.
//!
//! ```text
//!   "n = %5d\n"       text "n = ", a number in 5 columns at least, text "\n"
//!   %d of an int      1 to 11 characters
//!   %#x of 0 to 255   1 to 4
//! ```

/// A part of a format.
pub struct Directive {
    /// Where it is in the format.
    pub offset: usize,
    pub length: usize,
    /// Nothing for text that is printed as it is.
    pub conversion: Option<Conversion>,
}

/// A width or a precision.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    Number(u64),
    /// `*`: the next argument.
    Argument,
}

#[derive(Clone, Default)]
pub struct Conversion {
    pub flags: Vec<u8>,
    pub width: Option<Amount>,
    pub precision: Option<Amount>,
    /// The bytes of an integer, where a letter says it.
    pub size: Option<u64>,
    /// `L`, or a wide character.
    pub unusual: bool,
    pub letter: u8,
}

impl Conversion {
    pub fn has(&self, flag: u8) -> bool {
        self.flags.contains(&flag)
    }

    pub fn is_signed(&self) -> bool {
        matches!(self.letter, b'd' | b'i')
    }
}

/// How many characters are printed: at least, likely, at most, and at most in unlikely locales.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count {
    pub min: u64,
    pub likely: u64,
    pub max: u64,
    pub unlikely: u64,
}

/// Stands for a number of characters of which nothing is known.
pub const UNBOUNDED: u64 = u64::MAX;

impl Count {
    pub fn exactly(count: u64) -> Count {
        Count { min: count, likely: count, max: count, unlikely: count }
    }

    pub fn plus(self, other: Count) -> Count {
        let max = self.max.saturating_add(other.max);
        let unlikely = self.unlikely.saturating_add(other.unlikely);
        Count {
            min: self.min.saturating_add(other.min),
            likely: self.likely.saturating_add(other.likely),
            max,
            unlikely: if max == UNBOUNDED { UNBOUNDED } else { unlikely },
        }
    }

    /// In so many columns at least.
    pub fn widened(self, width: u64) -> Count {
        Count {
            min: self.min.max(width),
            likely: self.likely.max(width),
            max: self.max.max(width),
            unlikely: self.unlikely.max(width),
        }
    }

    /// As GCC prints it: what is not bounded is -1.
    pub fn text(&self) -> String {
        let Count { min, likely, max, unlikely } = *self;
        format!("{min}, {likely}, {}, {}", max as i64, unlikely as i64)
    }
}

/// The directives of a format; nothing if there is one that no standard explains, or whose arguments are numbered.
pub fn directives(format: &[u8]) -> Option<Vec<Directive>> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < format.len() {
        let rest = &format[at..];
        if rest[0] != b'%' {
            let length = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
            parts.push(Directive { offset: at, length, conversion: None });
            at += length;
            continue;
        }
        let (conversion, length) = conversion(rest)?;
        parts.push(Directive { offset: at, length, conversion: Some(conversion) });
        at += length;
    }
    Some(parts)
}

/// A conversion at the start of some text, and how long it is.
fn conversion(text: &[u8]) -> Option<(Conversion, usize)> {
    let mut result = Conversion::default();
    let mut at = 1;
    while let Some(&flag) = text.get(at).filter(|flag| b"-+ #0".contains(flag)) {
        result.flags.push(flag);
        at += 1;
    }
    result.width = amount(text, &mut at)?;
    if text.get(at) == Some(&b'.') {
        at += 1;
        result.precision = Some(amount(text, &mut at)?.unwrap_or(Amount::Number(0)));
    }
    let rest = text.get(at..)?;
    let (letters, size) = match rest {
        [b'h', b'h', ..] => (2, Some(1)),
        [b'h', ..] => (1, Some(2)),
        [b'l', b'l', ..] => (2, Some(8)),
        [b'l' | b'z' | b'j' | b't', ..] => (1, Some(8)),
        [b'L', ..] => (1, None),
        _ => (0, Some(4)),
    };
    result.size = size;
    at += letters;
    result.letter = *text.get(at)?;
    result.unusual = size.is_none() || letters > 0 && !b"diouxX".contains(&result.letter);
    b"diouxXcsfFeEgGaApn%".contains(&result.letter).then_some((result, at + 1))
}

/// A width or precision, if there is one.
fn amount(text: &[u8], at: &mut usize) -> Option<Option<Amount>> {
    if text.get(*at) == Some(&b'*') {
        *at += 1;
        return Some(Some(Amount::Argument));
    }
    let digits = text.get(*at..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return Some(None);
    }
    let number = std::str::from_utf8(&text[*at..*at + digits]).ok()?.parse().ok()?;
    *at += digits;
    Some(Some(Amount::Number(number)))
}

/// How long a number is.
pub fn number_length(conversion: &Conversion, precision: Option<u64>, value: i128) -> u64 {
    let (base, prefix) = match conversion.letter {
        b'x' | b'X' => (16, 2),
        b'o' => (8, 1),
        _ => (10, 0),
    };
    let mut digits = u64::from(value == 0 && precision != Some(0));
    let mut rest = value.unsigned_abs();
    while rest > 0 {
        rest /= base;
        digits += 1;
    }
    let padded = digits.max(precision.unwrap_or(0));
    let sign =
        conversion.is_signed() && (value < 0 || conversion.has(b'+') || conversion.has(b' '));
    let with_prefix = conversion.has(b'#') && value != 0 && (base == 16 || padded == digits);
    padded + u64::from(sign) + if with_prefix { prefix } else { 0 }
}

/// How many characters numbers of a range take. `known`: there is more to the range than the type.
pub fn number(
    conversion: &Conversion,
    precision: Option<u64>,
    (low, high): (i128, i128),
    known: bool,
) -> Count {
    let length = |value| number_length(conversion, precision, value);
    let ends = [length(low), length(high)];
    let inside = |value: &i128| (low..=high).contains(value);
    // Between the ends the shortest are those about 0, and the longest are the ends.
    let short = [-1, 0, 1].into_iter().filter(inside).map(length).min();
    let long = [-1, 0, 1].into_iter().filter(inside).map(length).max();
    let min = ends[0].min(ends[1]).min(short.unwrap_or(u64::MAX));
    let max = ends[0].max(ends[1]).max(long.unwrap_or(0));
    let likely = if known { max } else { length(1) };
    Count { min, likely, max, unlikely: max }
}

/// How many characters a floating-point number of double precision takes, whatever it is.
pub fn float(conversion: &Conversion, precision: Option<u64>) -> Option<Count> {
    const DIGITS: u64 = 309;
    /// What a decimal point may take more than one byte, in some locales.
    const POINT: u64 = 5;
    let precision = precision.unwrap_or(6);
    if precision == 0 || conversion.unusual || !conversion.flags.is_empty() {
        return None;
    }
    let (min, likely, max) = match conversion.letter {
        b'f' | b'F' => (3, 2 + precision, 2 + DIGITS + precision),
        b'e' | b'E' => (3, 6 + precision, 8 + precision),
        b'g' | b'G' if precision == 6 => (1, 6 + precision, 7 + precision),
        _ => return None,
    };
    Some(Count { min, likely, max, unlikely: max + POINT })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(format: &str, range: (i128, i128), known: bool) -> String {
        let parts = directives(format.as_bytes()).unwrap();
        let conversion = parts[0].conversion.clone().unwrap();
        let precision = match conversion.precision {
            Some(Amount::Number(number)) => Some(number),
            _ => None,
        };
        number(&conversion, precision, range, known).text()
    }

    #[test]
    fn numbers() {
        let int = (i32::MIN.into(), i32::MAX.into());
        assert_eq!(counted("%d", int, false), "1, 1, 11, 11");
        assert_eq!(counted("%+d", int, false), "2, 2, 11, 11");
        assert_eq!(counted("%.4d", int, false), "4, 4, 11, 11");
        assert_eq!(counted("%#x", (0, u32::MAX.into()), false), "1, 3, 10, 10");
        assert_eq!(counted("%#o", (0, u32::MAX.into()), false), "1, 2, 12, 12");
        assert_eq!(counted("%d", (-5, 100), true), "1, 3, 3, 3");
        assert_eq!(counted("%d", (10, 100), true), "2, 3, 3, 3");
        assert_eq!(counted("%.0d", (0, 0), true), "0, 0, 0, 0");
    }

    #[test]
    fn parts() {
        let parts = directives(b"a%%b%-5.*ld").unwrap();
        let spans: Vec<(usize, usize)> = parts.iter().map(|it| (it.offset, it.length)).collect();
        assert_eq!(spans, [(0, 1), (1, 2), (3, 1), (4, 7)]);
        assert!(directives(b"%").is_none());
        assert!(directives(b"%1$d").is_none());
        assert!(directives(b"%y").is_none());
    }
}
