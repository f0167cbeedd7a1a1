//! From the bytes of one file to preprocessing tokens.
//!
//! Translation phases 1 to 3 at once: trigraphs, line splices and comments are seen through where
//! tokens are made, so that the common case, a token without any of them, costs one scan over its
//! bytes and no copy. The text after the end of the file reads as line ends, which every rule
//! stops at.

use super::characters::{self, BLANK, DIGIT, IDENT_START, PLAIN, is};
use super::{Literals, Token, TokenKind, flag, stray_byte};
use gimple::diagnostic::{Diagnostics, RichLocation};
use gimple::location::{FileId, Location};
use gimple::options::Standard;
use gimple::symbol::Interner;
use std::sync::Arc;

/// What the dialect makes of characters.
#[derive(Clone, Debug)]
pub struct LexOptions {
    /// `??=` and the like are replaced.
    pub trigraphs: bool,
    /// `//` begins a comment.
    pub line_comments: bool,
    /// `<:` and the like are tokens.
    pub digraphs: bool,
    /// `$` may stand in identifiers.
    pub dollars: bool,
    /// `u""`, `U""`, `u8""` are literals.
    pub unicode_literals: bool,
    /// `u8''` is a constant.
    pub utf8_chars: bool,
    /// `R"(…)"` is a literal.
    pub raw_strings: bool,
    /// `p` exponents and universal character names (not in C89).
    pub extended: bool,
    /// `'` separates digits, `::` is a token (C2x).
    pub c2x: bool,
    /// Comments become tokens (`-C`).
    pub keep_comments: bool,
    /// Comments are looked into (`-Wcomment`).
    pub check_comments: bool,
    /// Quotes need not be closed: the text is assembly.
    pub open_quotes: bool,
}

impl LexOptions {
    /// What a dialect makes of characters.
    pub fn new(standard: Standard) -> LexOptions {
        let Standard { year, gnu } = standard;
        LexOptions {
            trigraphs: !gnu,
            line_comments: gnu || year >= 1999,
            digraphs: gnu || year >= 1994,
            dollars: true,
            unicode_literals: year >= 2011 || (gnu && year >= 1999),
            utf8_chars: year >= 2020,
            raw_strings: gnu && year >= 1999,
            extended: gnu || year >= 1999,
            c2x: year >= 2020,
            keep_comments: false,
            check_comments: false,
            open_quotes: false,
        }
    }
}

/// What the lexers of all files share.
pub struct Shared<'a> {
    /// Where mistakes are reported; in a box, as it changes places with the parser's at each token.
    pub diag: &'a mut Box<Diagnostics>,
    /// The identifiers.
    pub symbols: &'a mut Interner,
    /// The spellings of literals.
    pub literals: Literals,
    /// The dialect.
    pub options: LexOptions,
    /// For tokens with splices, trigraphs or universal character names in them.
    pub scratch: Vec<u8>,
}

/// The state of reading one file.
pub struct Lexer {
    text: Arc<[u8]>,
    pos: usize,
    base: Location,
    /// Which inclusion this is.
    pub file: FileId,
    trigraphs: bool,
    /// `//` begins a comment: everywhere in system headers.
    pub line_comments: bool,
    /// The next token is the first of its line.
    pub line_start: bool,
    /// The end of the line ends the directive: `Eof` is returned there.
    pub in_directive: bool,
    /// `<` begins a header name.
    pub angled: bool,
}

impl Lexer {
    /// Reads bytes that belong to no file: what `##` makes, or the text of `_Pragma`.
    pub fn of_bytes(bytes: Vec<u8>, at: Location, shared: &Shared) -> Lexer {
        Lexer {
            text: Arc::from(bytes),
            pos: 0,
            base: at,
            file: FileId::BUILTIN,
            trigraphs: shared.options.trigraphs,
            line_comments: shared.options.line_comments,
            line_start: false,
            in_directive: true,
            angled: false,
        }
    }

    /// The token that all the bytes make, if they make one.
    pub fn is_one_token(&mut self, shared: &mut Shared) -> Option<Token> {
        let lone = matches!(self.text.first(), Some(b'"' | b'\'')) && self.text.len() < 2;
        if lone || self.text.contains(&b'\n') || self.has_open_quote() {
            return None;
        }
        let token = self.next(shared);
        let whole = self.pos >= self.text.len();
        (whole && !matches!(token.kind, TokenKind::Other | TokenKind::Eof)).then_some(token)
    }

    /// Whether a quote begins that does not end; asked so as not to report it.
    fn has_open_quote(&self) -> bool {
        let quote = self.text.iter().find(|&&b| b == b'"' || b == b'\'');
        quote.is_some_and(|quote| self.text.iter().filter(|&b| b == quote).count() < 2)
    }

    /// Reads an inclusion from its start.
    pub fn new(file: FileId, shared: &Shared) -> Lexer {
        let text = shared.diag.sources.text(file).clone();
        let mut lexer = Lexer {
            pos: 0,
            base: shared.diag.sources.location(file, 0),
            text,
            file,
            trigraphs: shared.options.trigraphs,
            line_comments: shared.options.line_comments,
            line_start: true,
            in_directive: false,
            angled: false,
        };
        if lexer.text.starts_with(b"\xef\xbb\xbf") {
            lexer.pos = 3;
        }
        lexer
    }

    /// The offset that is read next.
    pub fn offset(&self) -> u32 {
        self.pos as u32
    }

    /// The location of an offset.
    pub fn location(&self, offset: usize) -> Location {
        self.base.offset_by(offset as u32)
    }

    /// The location that is read next.
    pub fn here(&self) -> Location {
        self.location(self.pos.min(self.text.len()))
    }

    /// Where the last line ends: at its newline.
    pub fn last_line_end(&self) -> Location {
        let newline = usize::from(self.text.last() == Some(&b'\n'));
        self.location(self.text.len() - newline)
    }

    /// Stops reading: the next token is the end.
    pub fn stop(&mut self) {
        self.pos = self.text.len();
    }

    /// Goes back to where a token begins, which was the last one read.
    pub fn back_to(&mut self, offset: u32) {
        self.pos = offset as usize;
    }

    #[inline]
    fn byte(&self, pos: usize) -> u8 {
        self.text.get(pos).copied().unwrap_or(b'\n')
    }

    /// The character at an offset and the offset after it, seeing through splices and trigraphs.
    #[inline]
    fn char_at(&self, pos: usize) -> (u8, usize) {
        let byte = self.byte(pos);
        if byte != b'\\' && byte != b'?' { (byte, pos + 1) } else { self.slow_char(pos) }
    }

    #[cold]
    fn slow_char(&self, mut pos: usize) -> (u8, usize) {
        loop {
            let (byte, next) = self.trigraph_at(pos);
            match self.splice_end(next).filter(|_| byte == b'\\') {
                Some(end) => pos = end,
                None => return (byte, next),
            }
        }
    }

    fn trigraph_at(&self, pos: usize) -> (u8, usize) {
        if self.trigraphs
            && self.byte(pos) == b'?'
            && self.byte(pos + 1) == b'?'
            && let Some(byte) = characters::trigraph(self.byte(pos + 2))
        {
            return (byte, pos + 3);
        }
        (self.byte(pos), pos + 1)
    }

    /// The start of the next line, if after a backslash there is only white space on this one.
    fn splice_end(&self, mut pos: usize) -> Option<usize> {
        while pos < self.text.len() {
            match self.byte(pos) {
                b'\n' => return Some(pos + 1),
                b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => pos += 1,
                _ => return None,
            }
        }
        None
    }

    /// The next token.
    pub fn next(&mut self, shared: &mut Shared) -> Token {
        let mut flags = if self.line_start { flag::LINE_START } else { 0 };
        self.line_start = false;
        loop {
            let start = self.pos;
            let byte = self.byte(start);
            if is(byte, IDENT_START) {
                return self.word(start, flags, shared);
            }
            if is(byte, BLANK) {
                self.blanks(shared);
                flags |= flag::SPACE;
                continue;
            }
            if byte == b'\n' {
                if self.in_directive || start >= self.text.len() {
                    return Token { flags, ..Token::new(TokenKind::Eof, self.here()) };
                }
                self.pos += 1;
                flags = flag::LINE_START;
                continue;
            }
            if is(byte, DIGIT) {
                return self.number(start, flags, shared);
            }
            if let Some(kind) = alone(byte) {
                self.pos += 1;
                return Token { flags, ..Token::new(kind, self.location(start)) };
            }
            let (byte, next) = self.char_at(start);
            if byte == b'\n' || is(byte, BLANK | IDENT_START | DIGIT) {
                // A splice stands before it.
                self.pos = next - 1;
                continue;
            }
            if byte == b'/' {
                let (second, after) = self.char_at(next);
                if second == b'*' || (second == b'/' && self.line_comments) {
                    self.pos = after;
                    self.comment(start, second == b'*', shared);
                    if shared.options.keep_comments && !self.in_directive {
                        return self.kept(TokenKind::Comment, start, flags, shared);
                    }
                    flags |= flag::SPACE;
                    continue;
                }
            }
            let start = self.token_start(start, next);
            return self.other(byte, start, next, flags, shared);
        }
    }

    /// Where the character that ends at `next` begins, after any splices from `start` on.
    fn token_start(&self, start: usize, next: usize) -> usize {
        let trigraph = next >= 3 && self.trigraph_at(next - 3).1 == next;
        if next == start + 1 {
            start
        } else if self.trigraphs && trigraph && next - 3 >= start {
            next - 3
        } else {
            next - 1
        }
    }

    fn blanks(&mut self, shared: &mut Shared) {
        let start = self.pos;
        let mut null = false;
        loop {
            let byte = self.byte(self.pos);
            if !is(byte, BLANK) {
                break;
            }
            null |= byte == 0;
            self.pos += 1;
        }
        if null {
            let text = "null character(s) ignored";
            shared.diag.warning("", self.location(start), text);
        }
    }

    /// Skips the rest of a comment that begins at `start`.
    fn comment(&mut self, start: usize, block: bool, shared: &mut Shared) {
        self.skip_comment(start, block, shared);
        if shared.options.check_comments {
            self.warn_of_comment(start, block, shared);
        }
    }

    /// Warns of what looks like the beginning of another comment, and of a line that is longer than it seems.
    fn warn_of_comment(&self, start: usize, block: bool, shared: &mut Shared) {
        let text = &self.text[start..self.pos];
        if !block {
            if text.contains(&b'\n') {
                shared.diag.warning("comment", self.location(start), "multi-line comment");
            }
            return;
        }
        for at in 2..text.len().saturating_sub(2) {
            if text[at..].starts_with(b"/*") && text[at + 2] != b'/' {
                let place = RichLocation::point(self.location(start + at));
                shared.diag.warning("comment", place, "\"/*\" within comment");
            }
        }
    }

    /// Skips the rest of a comment.
    fn skip_comment(&mut self, start: usize, block: bool, shared: &mut Shared) {
        if !block {
            loop {
                match self.byte(self.pos) {
                    b'\n' => return,
                    b'\\' | b'?' => match self.char_at(self.pos) {
                        (b'\n', next) => {
                            self.pos = next - 1;
                            return;
                        }
                        (_, next) => self.pos = next,
                    },
                    _ => self.pos += 1,
                }
            }
        }
        loop {
            while is(self.byte(self.pos), PLAIN) {
                self.pos += 1;
            }
            if self.pos >= self.text.len() {
                shared.diag.error(self.location(start), "unterminated comment");
                return;
            }
            let star = self.byte(self.pos) == b'*';
            self.pos += 1;
            if star && let (b'/', next) = self.char_at(self.pos) {
                self.pos = next;
                return;
            }
        }
    }

    /// A token whose spelling is kept as the file has it.
    fn kept(&self, kind: TokenKind, start: usize, flags: u8, shared: &mut Shared) -> Token {
        let value = shared.literals.add(&self.text[start..self.pos.min(self.text.len())]);
        Token { kind, flags, loc: self.location(start), value }
    }

    fn word(&mut self, start: usize, flags: u8, shared: &mut Shared) -> Token {
        let first = self.byte(start);
        if matches!(first, b'L' | b'u' | b'U' | b'R')
            && let Some(token) = self.prefixed(start, flags, shared)
        {
            return token;
        }
        let mut end = start + 1;
        while is(self.byte(end), IDENT_START | DIGIT) {
            end += 1;
        }
        if matches!(self.byte(end), b'\\' | b'?' | b'$' | 0x80..) {
            return self.slow_word(start, flags, shared);
        }
        self.pos = end;
        let text = std::str::from_utf8(&self.text[start..end]).unwrap_or_default();
        let value = shared.symbols.intern(text).0;
        Token { kind: TokenKind::Identifier, flags, loc: self.location(start), value }
    }

    /// An identifier with splices, `$`, universal or extended characters in it. If no identifier
    /// begins here, the character is one of its own.
    #[cold]
    fn slow_word(&mut self, start: usize, mut flags: u8, shared: &mut Shared) -> Token {
        let mut text = std::mem::take(&mut shared.scratch);
        text.clear();
        self.pos = start;
        loop {
            let (byte, next) = self.char_at(self.pos);
            let begin = next - 1;
            if is(byte, IDENT_START | DIGIT) || (byte == b'$' && shared.options.dollars) {
                text.push(byte);
                self.pos = next;
            } else if byte >= 0x80
                && let Some(c) = characters::decode_utf8(&self.text[begin..])
                && characters::in_identifier(c, text.is_empty())
            {
                text.extend_from_slice(&self.text[begin..begin + c.len_utf8()]);
                self.pos = begin + c.len_utf8();
            } else if byte == b'\\'
                && shared.options.extended
                && let Some((c, after)) = self.universal_name(next)
                && (characters::in_identifier(c, text.is_empty())
                    || (c == '$' && shared.options.dollars))
            {
                flags |= flag::EXTENDED;
                text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                self.pos = after;
            } else {
                break;
            }
        }
        let mut token = Token { flags, ..Token::new(TokenKind::Identifier, self.location(start)) };
        if let Ok(name) = std::str::from_utf8(&text) {
            token.value = shared.symbols.intern(name).0;
        }
        if text.is_empty() {
            token = self.stray(start, flags);
        }
        shared.scratch = text;
        token
    }

    /// The character of a universal character name, after whose backslash `pos` is.
    fn universal_name(&self, pos: usize) -> Option<(char, usize)> {
        let (kind, mut pos) = self.char_at(pos);
        let digits = match kind {
            b'u' => 4,
            b'U' => 8,
            _ => return None,
        };
        let mut value = 0u32;
        for _ in 0..digits {
            let (byte, next) = self.char_at(pos);
            value = value.checked_mul(16)? + char::from(byte).to_digit(16)?;
            pos = next;
        }
        Some((char::from_u32(value)?, pos))
    }

    /// A character that begins no token.
    fn stray(&mut self, start: usize, flags: u8) -> Token {
        let (byte, next) = self.char_at(start);
        let begin = next - 1;
        let decoded = self.text.get(begin..).and_then(characters::decode_utf8);
        let (value, end) = match decoded {
            Some(c) if byte >= 0x80 => (c as u32, begin + c.len_utf8()),
            _ if byte >= 0x80 => (stray_byte(byte), next),
            _ => (u32::from(byte), next),
        };
        self.pos = end;
        Token { kind: TokenKind::Other, flags, loc: self.location(begin), value }
    }

    /// A literal with a prefix, if one begins here.
    fn prefixed(&mut self, start: usize, flags: u8, shared: &mut Shared) -> Option<Token> {
        use TokenKind::*;
        let rest = &self.text[start..];
        let unicode = shared.options.unicode_literals;
        let (length, string, character) = match rest {
            [b'L', ..] => (1, WideString, WideChar),
            [b'u', b'8', ..] if unicode => (2, Utf8String, Utf8Char),
            [b'u', ..] if unicode => (1, String16, Char16),
            [b'U', ..] if unicode => (1, String32, Char32),
            [b'R', ..] => (0, String, Char),
            _ => return None,
        };
        let raw = shared.options.raw_strings;
        match rest.get(length..)? {
            [b'"', ..] => Some(self.quoted(string, start, start + length, flags, shared)),
            [b'\'', ..] if character != Utf8Char || shared.options.utf8_chars => {
                Some(self.quoted(character, start, start + length, flags, shared))
            }
            [b'R', b'"', ..] if raw => {
                self.raw_string(string, start, start + length + 2, flags, shared)
            }
            _ => None,
        }
    }

    /// `R"delimiter(…)delimiter"`, whose delimiter begins at `pos`.
    fn raw_string(
        &mut self,
        kind: TokenKind,
        start: usize,
        pos: usize,
        flags: u8,
        shared: &mut Shared,
    ) -> Option<Token> {
        let rest = &self.text[pos..];
        let length = rest.iter().take(17).position(|&b| b == b'(')?;
        let valid = |b: &u8| !b.is_ascii_whitespace() && !matches!(b, b')' | b'\\');
        if !rest[..length].iter().all(valid) {
            return None;
        }
        let delimiter = &rest[..length];
        let mut at = length + 1;
        let end = loop {
            let Some(close) = rest[at..].iter().position(|&b| b == b')') else {
                shared.diag.error(self.location(start), "unterminated raw string");
                self.pos = self.text.len();
                return Some(self.kept(kind, start, flags, shared));
            };
            let close = at + close + 1;
            let tail = &rest[close..];
            if tail.starts_with(delimiter) && tail.get(length) == Some(&b'"') {
                break close + length + 1;
            }
            at = close;
        };
        self.pos = pos + end;
        Some(self.kept(kind, start, flags, shared))
    }

    fn number(&mut self, start: usize, flags: u8, shared: &mut Shared) -> Token {
        let mut end = start + 1;
        loop {
            let byte = self.byte(end);
            let sign = matches!(byte, b'+' | b'-') && self.exponent(self.byte(end - 1), shared);
            if sign || is(byte, IDENT_START | DIGIT) || byte == b'.' {
                end += 1;
            } else {
                break;
            }
        }
        if matches!(self.byte(end), b'\\' | b'?' | b'$' | b'\'' | 0x80..) {
            return self.slow_number(start, flags, shared);
        }
        self.pos = end;
        self.kept(TokenKind::Number, start, flags, shared)
    }

    fn exponent(&self, byte: u8, shared: &Shared) -> bool {
        matches!(byte, b'e' | b'E') || (matches!(byte, b'p' | b'P') && shared.options.extended)
    }

    #[cold]
    fn slow_number(&mut self, start: usize, flags: u8, shared: &mut Shared) -> Token {
        let mut text = std::mem::take(&mut shared.scratch);
        text.clear();
        self.pos = start;
        loop {
            let (byte, next) = self.char_at(self.pos);
            let begin = next - 1;
            let last = text.last().copied().unwrap_or(b' ');
            let separated = byte == b'\'' && shared.options.c2x && {
                let following = self.char_at(next).0;
                following.is_ascii_alphanumeric() || following == b'_'
            };
            if is(byte, IDENT_START | DIGIT)
                || byte == b'.'
                || separated
                || (byte == b'$' && shared.options.dollars)
                || (matches!(byte, b'+' | b'-') && self.exponent(last, shared))
            {
                text.push(byte);
                self.pos = next;
                if separated {
                    // What a separator stands before is a digit: `0x0'e-1` is a difference.
                    let (digit, next) = self.char_at(self.pos);
                    text.push(digit);
                    self.pos = next;
                    if matches!(self.char_at(next).0, b'+' | b'-') {
                        break;
                    }
                }
            } else if byte >= 0x80
                && let Some(c) = characters::decode_utf8(&self.text[begin..])
                && characters::in_identifier(c, false)
            {
                text.extend_from_slice(&self.text[begin..begin + c.len_utf8()]);
                self.pos = begin + c.len_utf8();
            } else {
                break;
            }
        }
        let value = shared.literals.add(&text);
        shared.scratch = text;
        Token { kind: TokenKind::Number, flags, loc: self.location(start), value }
    }

    /// A character constant or string literal, whose opening quote is at `quote`.
    fn quoted(
        &mut self,
        kind: TokenKind,
        start: usize,
        quote: usize,
        flags: u8,
        shared: &mut Shared,
    ) -> Token {
        let close = if self.byte(quote) == b'<' { b'>' } else { self.byte(quote) };
        let mut end = quote + 1;
        loop {
            while is(self.byte(end), PLAIN) {
                end += 1;
            }
            match self.byte(end) {
                byte if byte == close => break,
                b'\n' => return self.unterminated(start, end, close, flags, shared),
                b'\\' if close == b'>' => end += 1,
                b'\\' if self.splice_end(end + 1).is_none() => {
                    end += if self.byte(end + 1) == b'\n' { 1 } else { 2 };
                }
                b'\\' => return self.slow_quoted(kind, start, close, flags, shared),
                b'?' if self.trigraph_at(end).1 != end + 1 => {
                    return self.slow_quoted(kind, start, close, flags, shared);
                }
                b'?' => {
                    self.ignored_trigraph(end, shared);
                    end += 1;
                }
                _ => end += 1,
            }
        }
        self.pos = end + 1;
        self.kept(kind, start, flags, shared)
    }

    /// Warns of what would be a trigraph in standard C.
    #[cold]
    fn ignored_trigraph(&self, pos: usize, shared: &mut Shared) {
        let third = self.byte(pos + 2);
        let found =
            !self.trigraphs && self.byte(pos + 1) == b'?' && characters::trigraph(third).is_some();
        if found {
            let third = char::from(third);
            let text = format!("trigraph ??{third} ignored, use -trigraphs to enable");
            shared.diag.warning("trigraphs", RichLocation::point(self.location(pos)), text);
        }
    }

    fn unterminated(
        &mut self,
        start: usize,
        end: usize,
        close: u8,
        flags: u8,
        shared: &mut Shared,
    ) -> Token {
        self.pos = end;
        if close == b'>' {
            // No other `>` need be looked for on this line.
            self.angled = false;
            self.pos = start + 1;
            return Token { flags, ..Token::new(TokenKind::Less, self.location(start)) };
        }
        self.missing_quote(start, close, shared);
        self.kept(TokenKind::Unterminated, start, flags, shared)
    }

    fn missing_quote(&self, start: usize, close: u8, shared: &mut Shared) {
        if shared.options.open_quotes {
            return;
        }
        let text = format!("missing terminating {} character", char::from(close));
        shared.diag.pedwarn("", RichLocation::point(self.location(start)), text);
    }

    /// A literal with splices or trigraphs in it.
    #[cold]
    fn slow_quoted(
        &mut self,
        mut kind: TokenKind,
        start: usize,
        close: u8,
        flags: u8,
        shared: &mut Shared,
    ) -> Token {
        let mut text = std::mem::take(&mut shared.scratch);
        text.clear();
        self.pos = start;
        let mut open = false;
        loop {
            let (byte, next) = self.char_at(self.pos);
            if byte == b'\n' {
                self.pos = next - 1;
                self.missing_quote(start, close, shared);
                kind = TokenKind::Unterminated;
                break;
            }
            text.push(byte);
            self.pos = next;
            if byte == close && open {
                break;
            }
            open |= matches!(byte, b'"' | b'\'' | b'<');
            if byte == b'\\' && close != b'>' {
                let (escaped, next) = self.char_at(self.pos);
                if escaped != b'\n' {
                    text.push(escaped);
                    self.pos = next;
                }
            }
        }
        let value = shared.literals.add(&text);
        shared.scratch = text;
        Token { kind, flags, loc: self.location(start), value }
    }

    /// Literals, punctuators and strays; `byte` is the first character, `next` the offset after it.
    fn other(
        &mut self,
        byte: u8,
        start: usize,
        next: usize,
        flags: u8,
        shared: &mut Shared,
    ) -> Token {
        match byte {
            b'"' => return self.quoted(TokenKind::String, start, start, flags, shared),
            b'\'' => return self.quoted(TokenKind::Char, start, start, flags, shared),
            b'.' if self.char_at(next).0.is_ascii_digit() => {
                return self.number(start, flags, shared);
            }
            b'<' if self.angled => {
                return self.quoted(TokenKind::HeaderName, start, start, flags, shared);
            }
            b'?' => self.ignored_trigraph(start, shared),
            b'$' if shared.options.dollars => return self.slow_word(start, flags, shared),
            b'\\' | 0x80.. => return self.slow_word(start, flags, shared),
            _ => {}
        }
        let Some((kind, end, digraph)) = self.punctuator(byte, next, &shared.options) else {
            return self.stray(start, flags);
        };
        self.pos = end;
        let flags = if digraph { flags | flag::DIGRAPH } else { flags };
        Token { flags, ..Token::new(kind, self.location(start)) }
    }

    /// The longest punctuator that begins with `first`, where it ends, and whether it is a digraph.
    fn punctuator(
        &self,
        first: u8,
        next: usize,
        options: &LexOptions,
    ) -> Option<(TokenKind, usize, bool)> {
        use TokenKind::*;
        let (second, after) = self.char_at(next);
        let two = |kind| Some((kind, after, false));
        let three = |third, long, short| match self.char_at(after) {
            (byte, end) if byte == third => Some((long, end, false)),
            _ => Some((short, after, false)),
        };
        if options.digraphs {
            let kind = match (first, second) {
                (b'<', b':') => Some(LeftBracket),
                (b':', b'>') => Some(RightBracket),
                (b'<', b'%') => Some(LeftBrace),
                (b'%', b'>') => Some(RightBrace),
                (b'%', b':') => match (self.char_at(after), self.char_at(self.char_at(after).1)) {
                    ((b'%', _), (b':', end)) => return Some((HashHash, end, true)),
                    _ => Some(Hash),
                },
                _ => None,
            };
            if let Some(kind) = kind {
                return Some((kind, after, true));
            }
        }
        match (first, second) {
            (b'.', b'.') if self.char_at(after).0 == b'.' => three(b'.', Ellipsis, Dot),
            (b'-', b'>') => two(Arrow),
            (b'+', b'+') => two(PlusPlus),
            (b'-', b'-') => two(MinusMinus),
            (b'&', b'&') => two(AndAnd),
            (b'|', b'|') => two(OrOr),
            (b'<', b'<') => three(b'=', ShiftLeftEqual, ShiftLeft),
            (b'>', b'>') => three(b'=', ShiftRightEqual, ShiftRight),
            (b'<', b'=') => two(LessEqual),
            (b'>', b'=') => two(GreaterEqual),
            (b'=', b'=') => two(EqualEqual),
            (b'!', b'=') => two(NotEqual),
            (b'+', b'=') => two(PlusEqual),
            (b'-', b'=') => two(MinusEqual),
            (b'*', b'=') => two(StarEqual),
            (b'/', b'=') => two(SlashEqual),
            (b'%', b'=') => two(PercentEqual),
            (b'&', b'=') => two(AndEqual),
            (b'|', b'=') => two(OrEqual),
            (b'^', b'=') => two(XorEqual),
            (b'#', b'#') => two(HashHash),
            (b':', b':') if options.c2x => two(Scope),
            _ => single(first).map(|kind| (kind, next, false)),
        }
    }

    /// Skips lines of a group that a conditional leaves out, up to the next `#` that begins a line.
    /// Returns whether there is one; the `#` has been read then.
    pub fn skip_to_directive(&mut self, shared: &mut Shared) -> bool {
        let mut line_start = self.line_start;
        self.line_start = false;
        while self.pos < self.text.len() {
            let start = self.pos;
            let (byte, next) = self.char_at(start);
            self.pos = next;
            match byte {
                b'\n' => line_start = true,
                b'#' if line_start => return true,
                b'%' if line_start && shared.options.digraphs && self.char_at(next).0 == b':' => {
                    self.pos = self.char_at(next).1;
                    return true;
                }
                b'/' => {
                    let (second, after) = self.char_at(next);
                    let block = second == b'*';
                    if block || (second == b'/' && self.line_comments) {
                        self.pos = after;
                        self.comment(start, block, shared);
                    } else {
                        line_start = false;
                    }
                }
                b'"' | b'\'' => {
                    line_start = false;
                    self.skip_quoted(byte);
                }
                _ if is(byte, BLANK) => {}
                _ => line_start = false,
            }
        }
        false
    }

    fn skip_quoted(&mut self, close: u8) {
        loop {
            let (byte, next) = self.char_at(self.pos);
            if byte == b'\n' {
                self.pos = next - 1;
                return;
            }
            self.pos = next;
            if byte == close {
                return;
            }
            if byte == b'\\'
                && let (escaped, next) = self.char_at(next)
                && escaped != b'\n'
            {
                self.pos = next;
            }
        }
    }

    /// Skips to the end of the line, and past it.
    pub fn skip_line(&mut self, shared: &mut Shared) {
        self.in_directive = true;
        self.angled = false;
        while self.pos < self.text.len() {
            let (byte, next) = self.char_at(self.pos);
            if byte == b'\n' {
                self.pos = next;
                break;
            }
            let (second, after) = self.char_at(next);
            let comment =
                byte == b'/' && (second == b'*' || (second == b'/' && self.line_comments));
            let start = self.pos;
            self.pos = next;
            if comment {
                self.pos = after;
                self.comment(start, second == b'*', shared);
            } else if matches!(byte, b'"' | b'\'') {
                self.skip_quoted(byte);
            }
        }
        self.in_directive = false;
        self.line_start = true;
    }

    /// The rest of the line as it is written, without what follows from splices.
    pub fn rest_of_line(&self) -> Vec<u8> {
        let (mut text, mut pos) = (Vec::new(), self.pos);
        loop {
            let (byte, next) = self.char_at(pos);
            if byte == b'\n' {
                break;
            }
            text.push(byte);
            pos = next;
        }
        text
    }
}

/// The punctuators that are the beginning of no other.
#[inline]
fn alone(byte: u8) -> Option<TokenKind> {
    use TokenKind::*;
    Some(match byte {
        b'(' => LeftParen,
        b')' => RightParen,
        b'[' => LeftBracket,
        b']' => RightBracket,
        b'{' => LeftBrace,
        b'}' => RightBrace,
        b';' => Semicolon,
        b',' => Comma,
        b'~' => Tilde,
        _ => return None,
    })
}

/// The punctuators of one character.
fn single(byte: u8) -> Option<TokenKind> {
    use TokenKind::*;
    Some(match byte {
        b':' => Colon,
        b'?' => Question,
        b'.' => Dot,
        b'+' => Plus,
        b'-' => Minus,
        b'*' => Star,
        b'/' => Slash,
        b'%' => Percent,
        b'&' => And,
        b'|' => Or,
        b'^' => Xor,
        b'!' => Not,
        b'<' => Less,
        b'>' => Greater,
        b'=' => Equal,
        b'#' => Hash,
        _ => return alone(byte),
    })
}

#[cfg(test)]
mod tests;
