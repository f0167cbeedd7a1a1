//! What a preprocessing number means: an integer or floating constant with its suffix.
//!
//! The type of an integer constant is the parser's business (it needs the target's sizes); here are
//! its value, base and suffix. A floating constant's digits are handed on as text.

use gimple::diagnostic::Diagnostics;
use gimple::location::Location;
use gimple::options::Standard;

/// The suffix of an integer constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IntegerSuffix {
    /// `u`
    pub unsigned: bool,
    /// 1 for `l`, 2 for `ll`.
    pub longs: u8,
    /// `i`, `j`
    pub imaginary: bool,
}

/// The type a floating constant's suffix asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FloatSuffix {
    /// None: `double`.
    #[default]
    None,
    /// `f`
    Float,
    /// `l`
    LongDouble,
    /// `d`: `double` whatever the default is.
    Double,
    /// `fN`
    FloatN(u16),
    /// `fNx`
    FloatNx(u16),
    /// `w`
    W,
    /// `q`
    Q,
    /// `df`, `dd`, `dl`: bits of a decimal type.
    Decimal(u16),
}

/// A number, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number {
    /// An integer constant.
    Integer {
        /// The value, modulo 2 to the 128.
        value: u128,
        /// 2, 8, 10 or 16.
        base: u32,
        /// The suffix.
        suffix: IntegerSuffix,
        /// The value is wider than 64 bits; that has been reported.
        overflow: bool,
    },
    /// A floating constant.
    Floating {
        /// The digits, point and exponent, with the `0x` of a hexadecimal one; without suffix.
        text: String,
        /// The suffix.
        suffix: FloatSuffix,
        /// `i`, `j`
        imaginary: bool,
    },
    /// No constant; that has been reported.
    Invalid,
}

/// Understands the spelling of a preprocessing number.
pub fn classify(
    spelling: &[u8],
    standard: Standard,
    at: Location,
    diag: &mut Diagnostics,
) -> Number {
    match split(spelling) {
        Err(message) => {
            diag.error(at, message);
            Number::Invalid
        }
        Ok(parts) => {
            pedantic(&parts, standard, at, diag);
            if parts.floating { floating(&parts, at, diag) } else { integer(&parts, at, diag) }
        }
    }
}

struct Parts {
    base: u32,
    floating: bool,
    /// Digits, point and exponent, without the prefix and digit separators.
    text: String,
    suffix: String,
}

/// Splits a number into its parts, as far as its digits are right.
fn split(spelling: &[u8]) -> Result<Parts, String> {
    let spelling: Vec<u8> = spelling.iter().copied().filter(|&b| b != b'\'').collect();
    let rest = &spelling[..];
    let digit_after =
        |n: usize, base| rest.get(n).is_some_and(|&b| b == b'.' || char::from(b).is_digit(base));
    let (mut base, start) = match rest {
        [b'0', b'x' | b'X', ..] if digit_after(2, 16) => (16, 2),
        [b'0', b'b' | b'B', ..] if matches!(rest.get(2), Some(b'0' | b'1')) => (2, 2),
        [b'0', ..] => (8, 0),
        _ => (10, 0),
    };
    let (mut pos, mut points, mut highest, mut digits) = (start, 0, 0, 0);
    let mut has_exponent = false;
    while let Some(&byte) = rest.get(pos) {
        let c = char::from(byte);
        if let Some(digit) = c.to_digit(if base == 16 { 16 } else { 10 }) {
            highest = highest.max(digit);
            digits += 1;
        } else if byte == b'.' {
            points += 1;
            if points > 1 {
                return Err("too many decimal points in number".into());
            }
        } else {
            has_exponent = matches!((base, byte), (16, b'p' | b'P') | (8 | 10, b'e' | b'E'));
            break;
        }
        pos += 1;
    }
    let floating = points > 0 || has_exponent;
    if base == 8 && floating {
        base = 10;
    }
    if floating && base == 2 {
        return Err("invalid suffix \"".to_string()
            + &lossy(&rest[pos - 1..])
            + "\" on integer constant");
    }
    if highest >= base {
        let kind = if base == 2 { "binary" } else { "octal" };
        return Err(format!("invalid digit \"{highest}\" in {kind} constant"));
    }
    if floating && base == 16 && digits == 0 {
        return Err("no digits in hexadecimal floating constant".into());
    }
    if has_exponent {
        pos = exponent_end(rest, pos)?;
    } else if floating && base == 16 {
        return Err("hexadecimal floating constants require an exponent".into());
    }
    let prefix = if floating && base == 16 { "0x" } else { "" };
    Ok(Parts {
        base,
        floating,
        text: prefix.to_string() + &lossy(&rest[start..pos]),
        suffix: lossy(&rest[pos..]),
    })
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn exponent_end(rest: &[u8], pos: usize) -> Result<usize, String> {
    let mut pos = pos + 1;
    if matches!(rest.get(pos), Some(b'+' | b'-')) {
        pos += 1;
    }
    let digits = rest[pos..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 { Err("exponent has no digits".into()) } else { Ok(pos + digits) }
}

fn pedantic(parts: &Parts, standard: Standard, at: Location, diag: &mut Diagnostics) {
    if !diag.warnings.pedantic() {
        return;
    }
    if parts.base == 2 && standard.year < 2020 {
        diag.pedwarn("pedantic", at, "binary constants are a C2X feature or GCC extension");
    } else if parts.base == 16 && parts.floating && standard.year < 1999 {
        diag.pedwarn("pedantic", at, "use of C99 hexadecimal floating constant");
    }
}

fn integer(parts: &Parts, at: Location, diag: &mut Diagnostics) -> Number {
    let Some(suffix) = integer_suffix(&parts.suffix) else {
        diag.error(at, format!("invalid suffix \"{}\" on integer constant", parts.suffix));
        return Number::Invalid;
    };
    if suffix.imaginary && diag.warnings.pedantic() {
        diag.pedwarn("pedantic", at, "imaginary constants are a GCC extension");
    }
    let mut value = 0u128;
    let mut overflow = false;
    for digit in parts.text.chars().filter_map(|c| c.to_digit(parts.base)) {
        overflow |= value > u128::from((u64::MAX - u64::from(digit)) / u64::from(parts.base));
        value = value.wrapping_mul(u128::from(parts.base)).wrapping_add(u128::from(digit));
    }
    if overflow {
        diag.pedwarn("", at, "integer constant is too large for its type");
    }
    Number::Integer { value, base: parts.base, suffix, overflow }
}

fn integer_suffix(text: &str) -> Option<IntegerSuffix> {
    let mut suffix = IntegerSuffix::default();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let double = rest.starts_with("ll") || rest.starts_with("LL");
        let length = match c {
            'u' | 'U' if !suffix.unsigned => {
                suffix.unsigned = true;
                1
            }
            'l' | 'L' if suffix.longs == 0 => {
                suffix.longs = 1 + u8::from(double);
                1 + usize::from(double)
            }
            'i' | 'I' | 'j' | 'J' if !suffix.imaginary => {
                suffix.imaginary = true;
                1
            }
            _ => return None,
        };
        rest = &rest[length..];
    }
    Some(suffix)
}

fn floating(parts: &Parts, at: Location, diag: &mut Diagnostics) -> Number {
    let Some((suffix, imaginary)) = float_suffix(&parts.suffix) else {
        diag.error(at, format!("invalid suffix \"{}\" on floating constant", parts.suffix));
        return Number::Invalid;
    };
    if imaginary && diag.warnings.pedantic() {
        diag.pedwarn("pedantic", at, "imaginary constants are a GCC extension");
    }
    Number::Floating { text: parts.text.clone(), suffix, imaginary }
}

fn float_suffix(text: &str) -> Option<(FloatSuffix, bool)> {
    if let Some(suffix) = plain_float_suffix(text) {
        return Some((suffix, false));
    }
    let imaginary = |c: char| matches!(c, 'i' | 'I' | 'j' | 'J');
    let rest = text.strip_suffix(imaginary).or_else(|| text.strip_prefix(imaginary))?;
    match plain_float_suffix(rest)? {
        FloatSuffix::Decimal(_) => None,
        suffix => Some((suffix, true)),
    }
}

fn plain_float_suffix(text: &str) -> Option<FloatSuffix> {
    Some(match text {
        "" => FloatSuffix::None,
        "f" | "F" => FloatSuffix::Float,
        "l" | "L" => FloatSuffix::LongDouble,
        "d" | "D" => FloatSuffix::Double,
        "w" | "W" => FloatSuffix::W,
        "q" | "Q" => FloatSuffix::Q,
        "df" | "DF" => FloatSuffix::Decimal(32),
        "dd" | "DD" => FloatSuffix::Decimal(64),
        "dl" | "DL" => FloatSuffix::Decimal(128),
        _ => {
            let rest = text.strip_prefix(['f', 'F'])?;
            let (digits, extended) = match rest.strip_suffix('x') {
                Some(digits) => (digits, true),
                None => (rest, false),
            };
            match (digits, extended) {
                ("16" | "32" | "64" | "128", false) => FloatSuffix::FloatN(digits.parse().ok()?),
                ("32" | "64" | "128", true) => FloatSuffix::FloatNx(digits.parse().ok()?),
                _ => return None,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn classified(text: &str) -> (Number, String) {
        let mut diag = Diagnostics::captured();
        let number = classify(text.as_bytes(), Standard::default(), Location::UNKNOWN, &mut diag);
        (number, diag.take_text())
    }

    #[rstest]
    #[case("0", 0, 8, "")]
    #[case("0x7fUL", 127, 16, "ul")]
    #[case("0b101", 5, 2, "")]
    #[case("017ll", 15, 8, "ll")]
    #[case("18446744073709551615u", u64::MAX.into(), 10, "u")]
    #[case("1'000'000", 1_000_000, 10, "")]
    #[case("3LLi", 3, 10, "lli")]
    fn integers(#[case] text: &str, #[case] value: u128, #[case] base: u32, #[case] suffix: &str) {
        let suffix = IntegerSuffix {
            unsigned: suffix.contains('u'),
            longs: suffix.matches('l').count() as u8,
            imaginary: suffix.contains('i'),
        };
        let expected = Number::Integer { value, base, suffix, overflow: false };
        assert_eq!(classified(text), (expected, String::new()));
    }

    #[rstest]
    #[case("1.5f", "1.5", FloatSuffix::Float, false)]
    #[case("09.5", "09.5", FloatSuffix::None, false)]
    #[case("0x1.8p-3L", "0x1.8p-3", FloatSuffix::LongDouble, false)]
    #[case("1e10F128", "1e10", FloatSuffix::FloatN(128), false)]
    #[case(".5if", ".5", FloatSuffix::Float, true)]
    #[case("2.F64x", "2.", FloatSuffix::FloatNx(64), false)]
    fn floats(
        #[case] spelling: &str,
        #[case] text: &str,
        #[case] suffix: FloatSuffix,
        #[case] imaginary: bool,
    ) {
        let expected = Number::Floating { text: text.into(), suffix, imaginary };
        assert_eq!(classified(spelling), (expected, String::new()));
    }

    #[rstest]
    #[case("08", "invalid digit \"8\" in octal constant")]
    #[case("0b12", "invalid digit \"2\" in binary constant")]
    #[case("1.2.3", "too many decimal points in number")]
    #[case("0x1.2", "hexadecimal floating constants require an exponent")]
    #[case("1e", "exponent has no digits")]
    #[case("12abc", "invalid suffix \"abc\" on integer constant")]
    #[case("0x", "invalid suffix \"x\" on integer constant")]
    #[case("1.5fz", "invalid suffix \"fz\" on floating constant")]
    #[case("1lul", "invalid suffix \"lul\" on integer constant")]
    fn mistakes(#[case] text: &str, #[case] message: &str) {
        assert_eq!(classified(text), (Number::Invalid, format!("gimlet: error: {message}\n")));
    }

    #[test]
    fn too_large() {
        let (number, text) = classified("99999999999999999999");
        let Number::Integer { value, overflow, .. } = number else { panic!() };
        assert_eq!((value, overflow), (99_999_999_999_999_999_999, true));
        assert_eq!(text, "gimlet: warning: integer constant is too large for its type\n");
    }
}
