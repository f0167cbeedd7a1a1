//! Formats taken apart.
//!
//! ```text
//!   "n = %5d\n"       text "n = ", a number in 5 columns at least, text "\n"
//!   "%-*.3ls"         a wide string to the left of as many columns as an argument says, 3 bytes of it at most
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
    Number(i64),
    /// A number that no integer holds: where in the directive it begins, and the digit with which it becomes too large.
    TooLarge {
        from: usize,
        at: usize,
    },
    /// `*`: the next argument.
    Argument,
}

/// What is said of the size of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Modifier {
    #[default]
    None,
    Char,
    Short,
    Long,
    LongLong,
    /// `L`, which integers take for `ll`.
    LongDouble,
    Intmax,
    Size,
    Ptrdiff,
}

/// A directive that converts an argument.
#[derive(Clone, Default)]
pub struct Conversion {
    pub flags: Vec<u8>,
    pub width: Option<Amount>,
    pub precision: Option<Amount>,
    pub modifier: Modifier,
    pub letter: u8,
}

impl Conversion {
    pub fn has(&self, flag: u8) -> bool {
        self.flags.contains(&flag)
    }

    pub fn is_signed(&self) -> bool {
        matches!(self.letter, b'd' | b'i')
    }

    /// Whether it is of wide characters.
    pub fn is_wide(&self) -> bool {
        matches!(self.letter, b'C' | b'S') || self.modifier == Modifier::Long
    }
}

/// The directive that begins in a format before its end; nothing if it is one that nothing is known of (`%p`), that no
/// standard explains, or whose arguments are numbered.
pub fn directive(format: &[u8], at: usize) -> Option<Directive> {
    let rest = &format[at..];
    if rest[0] != b'%' {
        let length = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
        return Some(Directive { offset: at, length, conversion: None });
    }
    let (conversion, length) = conversion(rest)?;
    Some(Directive { offset: at, length, conversion: Some(conversion) })
}

/// A conversion at the start of some text, and how long it is.
fn conversion(text: &[u8]) -> Option<(Conversion, usize)> {
    let mut result = Conversion::default();
    let mut at = 1;
    while let Some(&flag) = text.get(at).filter(|flag| b"-+ #0".contains(flag)) {
        result.flags.push(flag);
        at += 1;
    }
    result.width = amount(text, &mut at);
    if text.get(at) == Some(&b'.') {
        at += 1;
        result.precision = Some(amount(text, &mut at).unwrap_or(Amount::Number(0)));
    }
    let (letters, modifier) = match text.get(at..)? {
        [b'h', b'h', ..] => (2, Modifier::Char),
        [b'h', ..] => (1, Modifier::Short),
        [b'l', b'l', ..] => (2, Modifier::LongLong),
        [b'l', ..] => (1, Modifier::Long),
        [b'z', ..] => (1, Modifier::Size),
        [b'j', ..] => (1, Modifier::Intmax),
        [b't', ..] => (1, Modifier::Ptrdiff),
        [b'L', ..] => (1, Modifier::LongDouble),
        _ => (0, Modifier::None),
    };
    result.modifier = modifier;
    at += letters;
    result.letter = *text.get(at)?;
    b"diouxXcCsSfFeEgGaAn%".contains(&result.letter).then_some((result, at + 1))
}

/// A width or precision, if there is one.
fn amount(text: &[u8], at: &mut usize) -> Option<Amount> {
    if text.get(*at) == Some(&b'*') {
        *at += 1;
        return Some(Amount::Argument);
    }
    let (from, mut number, mut overflow) = (*at, 0i64, None);
    while let Some(digit) = text.get(*at).filter(|byte| byte.is_ascii_digit()) {
        let value = number.checked_mul(10).and_then(|it| it.checked_add(i64::from(digit - b'0')));
        match value {
            Some(value) if overflow.is_none() => number = value,
            _ => overflow = overflow.or(Some(*at)),
        }
        *at += 1;
    }
    match overflow {
        Some(at) => Some(Amount::TooLarge { from, at }),
        None => (*at > from).then_some(Amount::Number(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// The offsets and lengths of the directives of a format.
    fn parts(format: &[u8]) -> Option<Vec<(usize, usize)>> {
        let (mut at, mut all) = (0, Vec::new());
        while at < format.len() {
            let part = directive(format, at)?;
            all.push((part.offset, part.length));
            at += part.length;
        }
        Some(all)
    }

    #[test]
    fn directives_follow_each_other() {
        let expected = [(0, 1), (1, 2), (3, 1), (4, 7)];
        assert_eq!(parts(b"a%%b%-5.*ld").as_deref(), Some(&expected[..]));
    }

    #[rstest]
    #[case(b"%")]
    #[case(b"%1$d")]
    #[case(b"%y")]
    #[case(b"%p")]
    #[case(b"%'d")]
    #[case(b"%5.")]
    fn some_are_not_understood(#[case] format: &[u8]) {
        assert!(directive(format, 0).is_none());
    }

    #[rstest]
    #[case(b"%hhd", Modifier::Char, b'd')]
    #[case(b"%lls", Modifier::LongLong, b's')]
    #[case(b"%Lf", Modifier::LongDouble, b'f')]
    #[case(b"%zu", Modifier::Size, b'u')]
    #[case(b"%jx", Modifier::Intmax, b'x')]
    #[case(b"%ti", Modifier::Ptrdiff, b'i')]
    fn modifiers(#[case] format: &[u8], #[case] modifier: Modifier, #[case] letter: u8) {
        let conversion = directive(format, 0).unwrap().conversion.unwrap();
        assert_eq!((conversion.modifier, conversion.letter), (modifier, letter));
    }

    #[test]
    fn some_numbers_are_too_large() {
        let conversion = directive(b"%99999999999999999999d", 0).unwrap().conversion.unwrap();
        assert!(conversion.width == Some(Amount::TooLarge { from: 1, at: 19 }));
        let conversion = directive(b"%9223372036854775807d", 0).unwrap().conversion.unwrap();
        assert!(conversion.width == Some(Amount::Number(i64::MAX)));
    }
}
