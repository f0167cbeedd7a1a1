//! Tokens of small texts, shown one after the other.

use super::*;
use crate::lex::Spelling;
use gimple::location::HeaderKind;
use proptest::prelude::*;
use rstest::rstest;

fn shown(shared: &Shared, token: &Token) -> String {
    let mut bytes = Vec::new();
    match token.spelling(shared.symbols, &shared.literals) {
        Spelling::Text(text) => bytes.extend_from_slice(text),
        other => other.append_to(&mut bytes),
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let space = if token.has(flag::LINE_START) {
        "\n"
    } else if token.has(flag::SPACE) {
        " "
    } else {
        "|"
    };
    format!("{space}{text}")
}

/// The tokens of a text, each after what stands before it: nothing, a blank, or a line's start.
fn tokens(text: &[u8], standard: Standard) -> (String, String) {
    let (mut diag, mut symbols) = (Box::new(Diagnostics::captured()), Interner::new());
    let bytes = Arc::from(text);
    let file = diag.sources.add_text("x.c", bytes, Location::UNKNOWN, HeaderKind::User);
    let mut shared = Shared {
        diag: &mut diag,
        symbols: &mut symbols,
        literals: Literals::default(),
        options: LexOptions::new(standard),
        scratch: Vec::new(),
    };
    let mut lexer = Lexer::new(file.unwrap(), &shared);
    let mut result = String::new();
    loop {
        let token = lexer.next(&mut shared);
        if token.kind == TokenKind::Eof {
            break;
        }
        result.push_str(&shown(&shared, &token));
    }
    (result, diag.take_text())
}

const GNU17: Standard = Standard { year: 2017, gnu: true };
const C17: Standard = Standard { year: 2017, gnu: false };
const C89: Standard = Standard { year: 1990, gnu: false };

/// Bytes that are not UTF-8 stay what they are.
#[rstest]
#[case::first(b"\x80", b"\n\x80")]
#[case::last(b"a\xff", b"\na|\xff")]
fn stray_bytes(#[case] text: &[u8], #[case] expected: &[u8]) {
    assert_eq!(tokens(text, GNU17).0, String::from_utf8_lossy(expected));
}

#[rstest]
#[case("a+++b", "\na|++|+|b")]
#[case("x = .5e+3f-0x1p-2;", "\nx = .5e+3f|-|0x1p-2|;")]
#[case("a/* c\n */b // d\n  c", "\na b\nc")]
#[case("a\\\nb \\\n c", "\nab c")]
#[case("\"a\\\"b\" L'x' u8\"y\" u\"z\"", "\n\"a\\\"b\" L'x' u8\"y\" u\"z\"")]
#[case("<:<%:>%>%:%:%:", "\n<:|<%|:>|%>|%:%:|%:")]
#[case("... .. . ->->*", "\n... .|. . ->|->|*")]
#[case("a$b é \\u00e9x @", "\na$b é éx @")]
#[case("R\"x(a\nb)\")x\" y", "\nR\"x(a\nb)\")x\" y")]
#[case("1.2.3.e+f 0xe+1 1'000", "\n1.2.3.e+f 0xe+1 1|'000")]
#[case("<<= >>= >> >= ## #", "\n<<= >>= >> >= ## #")]
fn gnu(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(tokens(text.as_bytes(), GNU17).0, expected);
}

#[rstest]
#[case(C17, "??=??(??) ??/\nx \"??/n\"", "\n#|[|] x \"\\n\"")]
#[case(C89, "a // b", "\na /|/ b")]
#[case(C89, "u'x' <: 1p+1", "\nu|'x' <|: 1p|+|1")]
#[case(Standard { year: 2023, gnu: false }, "1'000 a::b u8'x'", "\n1'000 a|::|b u8'x'")]
fn dialects(#[case] standard: Standard, #[case] text: &str, #[case] expected: &str) {
    assert_eq!(tokens(text.as_bytes(), standard).0, expected);
}

#[rstest]
#[case("/* x", "unterminated comment")]
#[case("\"abc", "missing terminating \" character")]
#[case("R\"(abc", "unterminated raw string")]
#[case("a\0b", "null character(s) ignored")]
#[case("a ??= b", "trigraph ??= ignored, use -trigraphs to enable [-Wtrigraphs]")]
fn mistakes(#[case] text: &str, #[case] message: &str) {
    let got = tokens(text.as_bytes(), GNU17).1;
    assert!(got.lines().next().unwrap().ends_with(message), "{got}");
}

proptest! {
    #[test]
    fn any_bytes_end(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        tokens(&bytes, GNU17);
        tokens(&bytes, C17);
    }

    #[test]
    fn pieces_end(pieces in proptest::collection::vec(
        proptest::sample::select(vec!["\\\n", "??/\n", "??=", "\"", "'", "R\"(", ")\"", "/*", "*/", "\\u00e9", "\\", "\n", "1e+", "L", "é", " "]), 0..40)) {
        let text = pieces.concat();
        tokens(text.as_bytes(), C17);
        tokens(text.as_bytes(), GNU17);
    }
}
