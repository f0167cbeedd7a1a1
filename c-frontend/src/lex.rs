//! Lexical analysis: bytes to preprocessing tokens, and tokens to the values of constants.
//!
//! A [`Token`] is twelve bytes: kind, flags, [`Location`] and one number, which for identifiers is
//! the [`Symbol`] and for literals an index into the [`Literals`] table, where the spelling is kept
//! (without line splices, with trigraphs replaced). The spelling of everything else follows from
//! its kind.
//!
//! * [`lexer`] makes tokens from the text of one file;
//! * [`number`] classifies preprocessing numbers into integer and floating constants;
//! * [`literal`] decodes character constants and string literals.

pub mod characters;
pub mod lexer;
pub mod literal;
pub mod number;

use gimple::location::Location;
use gimple::symbol::{Interner, Symbol};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// The end of the translation unit, or of the directive at hand.
    Eof,
    /// An identifier or keyword; the value is its symbol.
    Identifier,
    /// A preprocessing number.
    Number,
    /// A character constant: none, `L`, `u`, `U`, `u8`.
    Char,
    WideChar,
    Char16,
    Char32,
    Utf8Char,
    /// A string literal: none, `L`, `u`, `U`, `u8`; raw ones included.
    String,
    WideString,
    String16,
    String32,
    Utf8String,
    /// A literal without its closing quote.
    Unterminated,
    /// `<name>` after `#include`.
    HeaderName,
    /// A character that begins no token; the value is the character.
    Other,
    /// A comment kept by `-C`.
    Comment,
    /// The start of a `#pragma` that the preprocessor does not handle itself. Its tokens follow, up
    /// to a [`Self::PragmaEnd`].
    Pragma,
    PragmaEnd,
    /// Says where white space was in macro expansions; never reaches the parser.
    Padding,
    /// A parameter in the body of a macro; never leaves the preprocessor.
    Parameter,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Semicolon,
    Comma,
    Colon,
    /// `::`, one token in C2x only.
    Scope,
    Question,
    Dot,
    Ellipsis,
    Arrow,
    PlusPlus,
    MinusMinus,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    And,
    Or,
    Xor,
    Tilde,
    Not,
    AndAnd,
    OrOr,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    EqualEqual,
    NotEqual,
    Equal,
    PlusEqual,
    MinusEqual,
    StarEqual,
    SlashEqual,
    PercentEqual,
    AndEqual,
    OrEqual,
    XorEqual,
    ShiftLeftEqual,
    ShiftRightEqual,
    Hash,
    HashHash,
}

impl TokenKind {
    /// The spelling of a punctuator, and nothing for what has a spelling of its own.
    pub fn punctuator(self) -> &'static str {
        use TokenKind::*;
        match self {
            LeftParen => "(",
            RightParen => ")",
            LeftBracket => "[",
            RightBracket => "]",
            LeftBrace => "{",
            RightBrace => "}",
            Semicolon => ";",
            Comma => ",",
            Colon => ":",
            Scope => "::",
            Question => "?",
            Dot => ".",
            Ellipsis => "...",
            Arrow => "->",
            PlusPlus => "++",
            MinusMinus => "--",
            Plus => "+",
            Minus => "-",
            Star => "*",
            Slash => "/",
            Percent => "%",
            And => "&",
            Or => "|",
            Xor => "^",
            Tilde => "~",
            Not => "!",
            AndAnd => "&&",
            OrOr => "||",
            ShiftLeft => "<<",
            ShiftRight => ">>",
            Less => "<",
            Greater => ">",
            LessEqual => "<=",
            GreaterEqual => ">=",
            EqualEqual => "==",
            NotEqual => "!=",
            Equal => "=",
            PlusEqual => "+=",
            MinusEqual => "-=",
            StarEqual => "*=",
            SlashEqual => "/=",
            PercentEqual => "%=",
            AndEqual => "&=",
            OrEqual => "|=",
            XorEqual => "^=",
            ShiftLeftEqual => "<<=",
            ShiftRightEqual => ">>=",
            Hash => "#",
            HashHash => "##",
            _ => "",
        }
    }

    /// Whether this is a string literal with or without a prefix.
    pub fn is_string(self) -> bool {
        (TokenKind::String as u8..=TokenKind::Utf8String as u8).contains(&(self as u8))
    }

    /// Whether this is a character constant with or without a prefix.
    pub fn is_char(self) -> bool {
        (TokenKind::Char as u8..=TokenKind::Utf8Char as u8).contains(&(self as u8))
    }

    /// Whether the token's value is an index into [`Literals`].
    pub fn is_literal(self) -> bool {
        (TokenKind::Number as u8..=TokenKind::HeaderName as u8).contains(&(self as u8))
            || self == TokenKind::Comment
    }
}

/// What the flags of a token say; combined with `|`.
pub mod flag {
    /// White space stands before the token.
    pub const SPACE: u8 = 1;
    /// The token is the first of its line.
    pub const LINE_START: u8 = 2;
    /// The token is spelled as a digraph: `<:`, `%:`.
    pub const DIGRAPH: u8 = 4;
    /// An identifier that no longer names a macro, because it came about within that macro's
    /// expansion.
    pub const NO_EXPAND: u8 = 8;
    /// In a macro's body: `##` stands after the token.
    pub const PASTE: u8 = 16;
    /// In a macro's body: `#` stands before the parameter.
    pub const STRINGIFY: u8 = 32;
    /// In a macro's body: the parameter or end of a `__VA_OPT__` group.
    pub const GROUP: u8 = 64;
    /// An identifier that is spelled with universal character names or `#` of a directive name.
    pub const EXTENDED: u8 = 128;
}

/// A preprocessing token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// See [`flag`].
    pub flags: u8,
    /// Where it is; virtual if a macro produced it.
    pub loc: Location,
    /// A symbol, an index into the literals, or a character, as the kind has it.
    pub value: u32,
}

const _: () = assert!(size_of::<Token>() == 12);

impl Token {
    /// A token without flags or value.
    pub fn new(kind: TokenKind, loc: Location) -> Token {
        Token { kind, flags: 0, loc, value: 0 }
    }

    /// The symbol of an identifier.
    pub fn symbol(&self) -> Option<Symbol> {
        (self.kind == TokenKind::Identifier).then_some(Symbol(self.value))
    }

    /// Whether this is the identifier `symbol`.
    pub fn is_symbol(&self, symbol: Symbol) -> bool {
        self.kind == TokenKind::Identifier && self.value == symbol.0
    }

    /// Whether a flag is set.
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The text of the token as it is spelled.
    pub fn spelling<'a>(&self, symbols: &'a Interner, literals: &'a Literals) -> Spelling<'a> {
        match self.kind {
            TokenKind::Identifier => Spelling::Text(symbols.text(Symbol(self.value)).as_bytes()),
            kind if kind.is_literal() => Spelling::Text(literals.bytes(self.value)),
            TokenKind::Other => match char::from_u32(self.value) {
                Some(c) => Spelling::Char(c),
                // A byte that is no part of a UTF-8 character.
                None => Spelling::Byte(self.value as u8),
            },
            kind if self.has(flag::DIGRAPH) => Spelling::Text(digraph(kind).as_bytes()),
            kind => Spelling::Text(kind.punctuator().as_bytes()),
        }
    }
}

/// The value of an [`TokenKind::Other`] token for a byte that is not UTF-8.
pub(crate) fn stray_byte(byte: u8) -> u32 {
    0x8000_0000 | u32::from(byte)
}

fn digraph(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::LeftBracket => "<:",
        TokenKind::RightBracket => ":>",
        TokenKind::LeftBrace => "<%",
        TokenKind::RightBrace => "%>",
        TokenKind::Hash => "%:",
        TokenKind::HashHash => "%:%:",
        kind => kind.punctuator(),
    }
}

/// The text of one token.
#[derive(Clone, Copy, Debug)]
pub enum Spelling<'a> {
    /// Bytes kept elsewhere.
    Text(&'a [u8]),
    /// One character.
    Char(char),
    /// One byte that is not UTF-8.
    Byte(u8),
}

impl Spelling<'_> {
    /// Appends the text.
    pub fn append_to(&self, out: &mut Vec<u8>) {
        match *self {
            Spelling::Text(bytes) => out.extend_from_slice(bytes),
            Spelling::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Spelling::Byte(byte) => out.push(byte),
        }
    }
}

/// The spellings of numbers, character constants and string literals.
#[derive(Default)]
pub struct Literals {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Literals {
    /// Keeps a spelling.
    pub fn add(&mut self, spelling: &[u8]) -> u32 {
        if self.bytes.len() + spelling.len() > u32::MAX as usize {
            // More than the tables can index: the literal reads as empty.
            return self.add(&[]);
        }
        self.bytes.extend_from_slice(spelling);
        self.ends.push(self.bytes.len() as u32);
        self.ends.len() as u32 - 1
    }

    /// A kept spelling.
    pub fn bytes(&self, index: u32) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.bytes[start as usize..self.ends[index as usize] as usize]
    }
}
