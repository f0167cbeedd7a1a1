//! Tokens of GIMPLE text.

use std::fmt;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tok<'t> {
    /// A name; a dot that a digit follows belongs to it (`iftmp.0_12`, `D.1234`), and so may a dot before it
    /// (`.MEM_7`).
    Ident(&'t str),
    /// A number with whatever follows it: `16B`, `0x1f`, `1.0e+0`.
    Num(&'t str),
    Str(Vec<u8>),
    Punct(&'static str),
    Eof,
}

impl fmt::Display for Tok<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tok::Ident(text) | Tok::Num(text) => write!(f, "'{text}'"),
            Tok::Str(_) => f.write_str("string"),
            Tok::Punct(text) => write!(f, "'{text}'"),
            Tok::Eof => f.write_str("end of file"),
        }
    }
}

const PUNCTUATION: [&str; 46] = [
    "...", ";;", "//", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "<>", "{v}", "+", "-",
    "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "=", "?", ":", ";", ",", ".", "(", ")", "[",
    "]", "{", "}", "#", "@", "\\", "'", "`", "$", "\u{3c6}", "\u{3d5}",
];

/// Cuts a text into tokens.
#[derive(Clone)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Where the last token begins.
    start: usize,
    line: u32,
    line_start: usize,
}

fn is_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0, start: 0, line: 1, line_start: 0 }
    }

    /// Line and column of the last token.
    pub fn place(&self) -> (u32, u32) {
        (self.line, (self.start.saturating_sub(self.line_start) + 1) as u32)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.rest().chars().nth(ahead)
    }

    /// The text up to the end of the line, which is skipped.
    pub fn rest_of_line(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find('\n').unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The text from here, and how to get after a part of it; for what is no token.
    pub fn take_until(&mut self, end: char) -> Option<&'t str> {
        let rest = self.rest();
        let length = rest.find(end)?;
        self.at += length + end.len_utf8();
        Some(&rest[..length])
    }

    /// Whether the next token but one begins with a character.
    pub fn follows(&self, wanted: char) -> bool {
        self.rest().trim_start().starts_with(wanted)
    }

    /// The name that the text goes on with; empty if it is none.
    pub fn coming_word(&self) -> &'t str {
        let rest = self.rest().trim_start();
        &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())]
    }

    /// Whether after a name of that length that comes at once, something is taken of what it means.
    pub fn goes_into(&self, length: usize) -> bool {
        self.rest().get(length..).is_some_and(|rest| rest.starts_with(['.', '[']))
    }

    /// The rest of the name of a function that is called: what stands before ` (`.
    pub fn called(&self) -> Option<&'t str> {
        let rest = self.rest();
        let end = rest.find(|c| !is_part(c) && c != '.')?;
        rest[end..].starts_with(" (").then_some(&rest[..end])
    }

    /// Where the line begins, and the line.
    pub fn line(&self) -> (usize, &'t str) {
        let line = &self.text[self.line_start..];
        (self.line_start, line.split('\n').next().unwrap_or(line))
    }

    /// The place after the last token.
    pub fn here(&self) -> usize {
        self.at
    }

    /// Goes to another place of the text, to look at it; errors there have no place.
    pub fn go_to(&mut self, place: usize) {
        self.at = place;
    }

    /// Whether the text goes on with exactly this.
    pub fn at_mark(&self, mark: &str) -> bool {
        self.rest().starts_with(mark)
    }

    /// Whether the text goes on with this, and no name's part after it.
    pub fn goes_on_with(&self, words: &str) -> bool {
        let rest = self.rest().strip_prefix(words);
        rest.is_some_and(|rest| !rest.starts_with(|c| is_part(c) || c == '.'))
    }

    /// Whether the text goes on with a name in brackets whose first one has been taken.
    pub fn names_something(&self) -> bool {
        ["retval>", "unnamed", "signed-boolean:"].iter().any(|mark| self.at_mark(mark))
    }

    pub fn skip(&mut self, length: usize) {
        self.at += length;
    }

    /// Whether a number follows at once.
    pub fn follows_number(&self) -> bool {
        self.rest().starts_with(|c: char| c.is_ascii_digit()) || self.rest().starts_with("Inf")
    }

    fn skip_space(&mut self) {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.at += 1;
                    self.line_start = self.at;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                _ => break,
            }
        }
    }

    /// The next token.
    pub fn next(&mut self) -> Result<Tok<'t>, String> {
        self.skip_space();
        self.start = self.at;
        let Some(first) = self.peek(0) else { return Ok(Tok::Eof) };
        if first == '"' {
            return self.string();
        }
        let dotted = first == '.' && self.peek(1).is_some_and(is_start);
        if is_start(first) || dotted && self.is_internal_name() {
            return Ok(Tok::Ident(self.word()));
        }
        if first.is_ascii_digit() {
            return Ok(Tok::Num(self.numeral()));
        }
        match PUNCTUATION.iter().find(|punct| self.rest().starts_with(**punct)) {
            Some(punct) => {
                self.at += punct.len();
                Ok(Tok::Punct(punct))
            }
            None => Err(format!("unexpected character '{}'", first.escape_default())),
        }
    }

    /// `.MEM_7` and `.ADD_OVERFLOW`: a dot before capitals that does not select a member.
    fn is_internal_name(&self) -> bool {
        let before = self.text[..self.at].chars().next_back();
        let member = before.is_some_and(|c| is_part(c) || matches!(c, ')' | ']'));
        !member && self.peek(1).is_some_and(|c| c.is_ascii_uppercase())
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let mut end = usize::from(rest.starts_with('.'));
        let mut chars = rest[end..].char_indices().peekable();
        let base = end;
        while let Some((index, c)) = chars.next() {
            let digit_follows = chars.peek().is_some_and(|&(_, next)| next.is_ascii_digit());
            if is_part(c) || c == '.' && digit_follows {
                end = base + index + c.len_utf8();
            } else {
                break;
            }
        }
        self.at += end;
        &rest[..end]
    }

    fn numeral(&mut self) -> &'t str {
        let rest = self.rest();
        let hex = rest.starts_with("0x");
        let mut end = 0;
        let mut last = ' ';
        for c in rest.chars() {
            let exponent_sign = matches!(c, '+' | '-') && matches!(last, 'e' | 'E') && !hex;
            let dots = c == '.' && rest[end + 1..].starts_with('.');
            if (c.is_ascii_alphanumeric() || c == '.' || exponent_sign) && !dots {
                end += 1;
                last = c;
            } else {
                break;
            }
        }
        self.at += end;
        &rest[..end]
    }

    fn string(&mut self) -> Result<Tok<'t>, String> {
        let mut bytes = Vec::new();
        self.at += 1;
        loop {
            let Some(c) = self.peek(0) else { return Err("string without an end".into()) };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(Tok::Str(bytes)),
                '\\' => self.escape(&mut bytes)?,
                '\n' => {
                    self.line += 1;
                    self.line_start = self.at;
                    bytes.push(b'\n');
                }
                c => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), String> {
        let Some(c) = self.peek(0) else { return Err("string without an end".into()) };
        self.at += c.len_utf8();
        bytes.push(match c {
            'b' => 8,
            'f' => 12,
            'n' => b'\n',
            'r' => b'\r',
            't' => b'\t',
            'v' => 11,
            '\\' | '"' | '\'' => c as u8,
            'x' => {
                let digits = self.rest().get(..2).unwrap_or("");
                let Ok(value) = u8::from_str_radix(digits, 16) else {
                    return Err("unknown escape in string".into());
                };
                self.at += 2;
                value
            }
            _ => return Err("unknown escape in string".into()),
        });
        Ok(())
    }
}

/// The value of a decimal or hexadecimal integer.
pub(super) fn unsigned(text: &str) -> Option<u128> {
    match text.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
