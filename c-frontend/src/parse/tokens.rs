//! Looking at tokens, taking them, and finding the way again after a syntax error.

use super::keyword::{Keyword, Keywords};
use super::{MAX_NESTING, Parser, TokenSource};
use crate::context::Context;
use crate::layout::default_pack;
use crate::lex::{Token, TokenKind, flag};
use crate::scope::{Binding, Scopes};
use gimple::diagnostic::{FixIt, RichLocation};
use gimple::location::Location;
use gimple::options::{Flag, Standard};
use gimple::symbol::Symbol;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

impl<'a> Parser<'a> {
    /// A parser at the start of a translation unit.
    pub fn new(pp: &'a mut dyn TokenSource, mut cx: Context) -> Parser<'a> {
        let gimple = cx.options.on(Flag::Gimple);
        let pack = default_pack(cx.options.code.pack_struct);
        let wanted = cx.options.code.big_endian_records;
        let reversed = wanted.is_some_and(|big| big != cx.unit.target.big_endian);
        let dialect = Standard { gnu: cx.options.on(Flag::Asm), ..cx.options.standard };
        let keywords = Keywords::new(&mut cx.unit.symbols, dialect, gimple);
        Parser {
            cx,
            pp,
            scopes: Scopes::new(),
            function: None,
            enclosing: Vec::new(),
            extension: 0,
            unit: super::UnitState { pack, reversed, ..super::UnitState::default() },
            pending_effects: Vec::new(),
            sized_types: FxHashSet::default(),
            modified_records: FxHashSet::default(),
            pending_attrs: None,
            pending_gimple: None,
            forward_params: Vec::new(),
            defining: Vec::new(),
            keywords,
            ahead: VecDeque::new(),
            previous: Token::new(TokenKind::Eof, Location::UNKNOWN),
            written: super::written::Written::default(),
            last_sizeof: None,
            last_enumerator: None,
            written_arguments: super::sizeof_checks::WrittenArguments::default(),
            braces: super::initializer::Braces::default(),
            falls_into: false,
            marked_fall_through: false,
            taken: 0,
            depth: 0,
            in_error: false,
            gave_up: false,
        }
    }

    fn fill(&mut self, count: usize) {
        while self.ahead.len() < count {
            let unit = &mut self.cx.unit;
            let token = self.pp.next_token(&mut unit.symbols, &mut unit.diagnostics);
            let mut token = token;
            if token.kind == TokenKind::Pragma {
                self.fill_pragma(token);
                continue;
            }
            if token.has(flag::LINE_START) {
                self.cx.line_start = token.loc;
            } else if token.kind == TokenKind::Eof && !self.cx.line_start.is_unknown() {
                token.loc = self.cx.input_location();
            }
            self.ahead.push_back(token);
        }
    }

    /// The next token.
    #[inline]
    pub fn peek(&mut self) -> Token {
        if self.ahead.is_empty() {
            self.fill(1);
        }
        self.ahead[0]
    }

    /// The token after the next.
    pub fn peek2(&mut self) -> Token {
        self.peek_nth(1)
    }

    /// The token `n` tokens after the next.
    pub fn peek_nth(&mut self, n: usize) -> Token {
        self.fill(n + 1);
        self.ahead[n]
    }

    /// Takes the next token.
    #[inline]
    pub(super) fn next(&mut self) -> Token {
        let token = self.peek();
        if token.kind != TokenKind::Eof {
            self.ahead.pop_front();
            self.previous = token;
            self.taken += 1;
        }
        token
    }

    /// Takes a token if none has been taken since `mark`, a value of `taken`: a loop over a list makes progress.
    pub(super) fn ensure_progress(&mut self, mark: u64) {
        if self.taken == mark {
            self.next();
        }
    }

    /// The token taken last.
    pub fn previous(&self) -> Token {
        self.previous
    }

    /// Where the next token is.
    #[inline]
    pub fn loc(&mut self) -> Location {
        self.peek().loc
    }

    /// Whether the next token is of a kind.
    #[inline]
    pub fn at(&mut self, kind: TokenKind) -> bool {
        self.peek().kind == kind
    }

    /// The keyword a token is, if any.
    #[inline]
    pub fn keyword_of(&self, token: Token) -> Option<Keyword> {
        if token.kind == TokenKind::Identifier {
            self.keywords.get(Symbol(token.value))
        } else {
            None
        }
    }

    /// The keyword the next token is, if any.
    #[inline]
    pub fn keyword(&mut self) -> Option<Keyword> {
        let token = self.peek();
        self.keyword_of(token)
    }

    /// Whether the next token is a keyword.
    #[inline]
    pub fn at_keyword(&mut self, keyword: Keyword) -> bool {
        self.keyword() == Some(keyword)
    }

    /// The identifier a token is, keywords left out.
    #[inline]
    pub fn identifier_of(&self, token: Token) -> Option<Symbol> {
        token.symbol().filter(|&symbol| self.keywords.get(symbol).is_none())
    }

    /// The identifier the next token is, keywords left out.
    #[inline]
    pub fn identifier(&mut self) -> Option<Symbol> {
        let token = self.peek();
        self.identifier_of(token)
    }

    /// Takes the next token if it is of a kind.
    #[inline]
    pub fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.next();
        }
        found
    }

    /// Takes the next token if it is a keyword.
    pub fn accept_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.next();
        }
        found
    }

    /// Takes a token that must come next; complains if it does not, taking nothing.
    pub fn expect(&mut self, kind: TokenKind) -> bool {
        if self.accept(kind) {
            return true;
        }
        self.missing_token(kind);
        false
    }

    /// Complains that a token is missing, at the end of the token before.
    fn missing_token(&mut self, kind: TokenKind) {
        let text = format!("expected ‘{}’", kind.punctuator());
        let insertable = matches!(
            kind,
            TokenKind::Semicolon
                | TokenKind::RightParen
                | TokenKind::RightBracket
                | TokenKind::Colon
                | TokenKind::RightBrace
                | TokenKind::Comma
        );
        if insertable && self.previous.kind != TokenKind::Eof {
            let at = RichLocation::from(self.end_of_previous())
                .with_fixit(FixIt::InsertAfter(self.previous.loc, kind.punctuator().to_string()));
            self.syntax_error_at(at, &text);
        } else {
            self.syntax_error(&text);
        }
    }

    /// The place just after the token taken last.
    pub fn end_of_previous(&self) -> Location {
        let mut text = Vec::new();
        self.previous.spelling(&self.cx.unit.symbols, self.pp.literals()).append_to(&mut text);
        self.previous.loc.offset_by(text.len() as u32)
    }

    /// Takes a keyword that must come next.
    pub fn expect_keyword(&mut self, keyword: Keyword, spelling: &str) -> bool {
        if self.accept_keyword(keyword) {
            return true;
        }
        self.syntax_error(&format!("expected ‘{spelling}’"));
        false
    }

    /// What an identifier means here.
    #[inline]
    pub fn lookup(&self, symbol: Symbol) -> Option<Binding> {
        self.scopes.lookup(symbol)
    }

    /// An error.
    pub fn error(&mut self, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        self.cx.unit.diagnostics.error(at, text);
    }

    /// A warning that `-Wname` controls.
    pub fn warning(
        &mut self,
        name: &str,
        at: impl Into<RichLocation>,
        text: impl AsRef<str>,
    ) -> bool {
        self.cx.unit.diagnostics.warning(name, at, text)
    }

    /// What the standard requires a diagnostic for.
    pub fn pedwarn(
        &mut self,
        name: &str,
        at: impl Into<RichLocation>,
        text: impl AsRef<str>,
    ) -> bool {
        self.cx.unit.diagnostics.pedwarn(name, at, text)
    }

    /// What `-Wpedantic` warns of, but not within `__extension__`.
    pub fn pedantic(&mut self, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        if self.extension == 0 {
            self.cx.unit.diagnostics.pedwarn("pedantic", at, text);
        }
    }

    /// What C90 lacks: a pedantic warning there, elsewhere a warning for those who ask for it by name.
    pub fn pedwarn_c90(&mut self, name: &str, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        const COMPATIBLE: &str = "c90-c99-compat";
        let warnings = &self.cx.unit.diagnostics.warnings;
        let c90 = self.cx.options.standard.year < 1999;
        let pedantic = c90 && warnings.pedantic();
        let (option, required) = if warnings.refused(name) {
            return;
        } else if warnings.requested(name) {
            (name, c90)
        } else if self.extension > 0 || warnings.refused(COMPATIBLE) {
            return;
        } else if warnings.requested(COMPATIBLE) {
            (COMPATIBLE, pedantic)
        } else if pedantic {
            (name, true)
        } else {
            return;
        };
        match required {
            true => self.pedwarn(option, at, text),
            false => self.warning(option, at, text),
        };
    }

    /// A note on the diagnostic before.
    pub fn note(&mut self, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        self.cx.unit.diagnostics.note(at, text);
    }

    /// Something valid that is not supported.
    pub fn sorry(&mut self, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        self.cx.unit.diagnostics.sorry(at, text);
    }

    /// Reports `text`, which begins with `expected`, before the next token; not while an error is being recovered from.
    pub fn syntax_error(&mut self, text: &str) {
        let at = self.loc();
        self.syntax_error_at(at.into(), text);
    }

    fn syntax_error_at(&mut self, at: RichLocation, text: &str) {
        if self.in_error {
            return;
        }
        self.in_error = true;
        let token = self.peek();
        let text = format!("{text} {}", self.before(token));
        self.error(at, text);
    }

    /// Names the token an error stands before, in GCC's words.
    fn before(&self, token: Token) -> String {
        let mut bytes = Vec::new();
        token.spelling(&self.cx.unit.symbols, self.pp.literals()).append_to(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        match token.kind {
            TokenKind::Eof => "at end of input".to_string(),
            TokenKind::Identifier => format!("before ‘{text}’"),
            TokenKind::Number => "before numeric constant".to_string(),
            TokenKind::Pragma => "before ‘#pragma’".to_string(),
            TokenKind::PragmaEnd => "before end of line".to_string(),
            kind if kind.is_string() => "before string constant".to_string(),
            kind if kind.is_char() => format!("before {text}"),
            _ => format!("before ‘{text}’ token"),
        }
    }

    /// Whether a syntax error is being recovered from.
    pub fn is_in_error(&self) -> bool {
        self.in_error
    }

    /// Suppresses syntax errors until the parser has found its way again: an error has been reported already.
    pub fn suppress_errors(&mut self) {
        self.in_error = true;
    }

    /// Says that the parser has found its way again: the next syntax error is reported.
    pub fn recovered(&mut self) {
        self.in_error = self.gave_up;
    }

    /// Enters a nested construct. `false`, with a diagnostic, if nesting is too deep; then everything up to the end of
    /// the file is skipped. Each `true` is to be paired with a [`Self::leave`].
    pub fn enter(&mut self) -> bool {
        let deepest = crate::limits::depth(MAX_NESTING);
        if self.depth < deepest {
            self.depth += 1;
            return true;
        }
        if !self.gave_up {
            self.gave_up = true;
            let at = self.loc();
            self.sorry(at, format!("nesting deeper than {deepest} levels"));
            self.in_error = true;
        }
        while self.peek().kind != TokenKind::Eof {
            self.next();
        }
        false
    }

    /// Leaves a nested construct.
    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Skips to a token of a kind and takes it (`c_parser_skip_until_found`): brackets are skipped in pairs; a `;` or
    /// an unpaired `}` ends the search. Ends error recovery.
    pub fn skip_until(&mut self, kind: TokenKind) {
        let mut nesting = 0u32;
        loop {
            let token = self.peek();
            if nesting == 0 && token.kind == kind {
                self.next();
                break;
            }
            match token.kind {
                TokenKind::Eof => break,
                TokenKind::Semicolon if nesting == 0 => break,
                TokenKind::LeftBrace | TokenKind::LeftParen | TokenKind::LeftBracket => {
                    nesting += 1
                }
                TokenKind::RightBrace | TokenKind::RightParen | TokenKind::RightBracket => {
                    if nesting == 0 {
                        break;
                    }
                    nesting -= 1;
                }
                _ => {}
            }
            self.next();
        }
        self.in_error = self.gave_up;
    }

    /// Skips to the `}` of the braces at hand and takes it.
    pub fn skip_to_brace(&mut self) {
        loop {
            self.skip_until(TokenKind::RightBrace);
            if self.previous.kind == TokenKind::RightBrace || !self.accept(TokenKind::Semicolon) {
                return;
            }
        }
    }

    /// Takes a token that must come next, or skips to it.
    pub fn expect_or_skip(&mut self, kind: TokenKind) -> bool {
        if self.expect(kind) {
            return true;
        }
        self.skip_until(kind);
        false
    }

    /// Skips to the end of a parameter or list item: to a `,`, or what ends the list.
    pub fn skip_to_comma(&mut self) {
        let mut nesting = 0u32;
        loop {
            match self.peek().kind {
                TokenKind::Eof => break,
                TokenKind::Comma | TokenKind::Semicolon if nesting == 0 => break,
                TokenKind::LeftBrace | TokenKind::LeftParen | TokenKind::LeftBracket => {
                    nesting += 1
                }
                TokenKind::RightBrace | TokenKind::RightParen | TokenKind::RightBracket => {
                    if nesting == 0 {
                        break;
                    }
                    nesting -= 1;
                }
                _ => {}
            }
            self.next();
        }
        self.in_error = self.gave_up;
    }

    /// Skips to the end of a declaration or statement: after a `;` or the `}` of a block begun here, or before a `}`
    /// begun earlier.
    pub fn skip_to_end_of_statement(&mut self) {
        let mut nesting = 0u32;
        loop {
            match self.peek().kind {
                TokenKind::Eof => break,
                TokenKind::Semicolon => {
                    self.next();
                    if nesting == 0 {
                        break;
                    }
                    continue;
                }
                TokenKind::LeftBrace => nesting += 1,
                TokenKind::RightBrace => {
                    if nesting == 0 {
                        break;
                    }
                    nesting -= 1;
                    if nesting == 0 {
                        self.next();
                        break;
                    }
                }
                TokenKind::Pragma => {
                    self.skip_pragma();
                    continue;
                }
                _ => {}
            }
            self.next();
        }
        self.in_error = self.gave_up;
    }

    /// Skips the rest of a pragma, its end included.
    pub fn skip_pragma(&mut self) {
        while !matches!(self.peek().kind, TokenKind::Eof | TokenKind::PragmaEnd) {
            self.next();
        }
        self.accept(TokenKind::PragmaEnd);
    }
}
