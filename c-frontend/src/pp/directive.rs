//! Directives: what a line that begins with `#` does.

use super::{Event, MOST_TOO_DEEP, ParsingArgs, Preprocessor};
use crate::lex::{Token, TokenKind, flag};
use gimple::diagnostic::{FixIt, RichLocation};
use gimple::location::{HeaderKind, LineChangeReason, Location, PresumedLine};

/// What a misspelled directive may have been meant to be.
const DIRECTIVES: [&str; 17] = [
    "define",
    "include",
    "endif",
    "ifdef",
    "if",
    "else",
    "ifndef",
    "undef",
    "line",
    "elif",
    "elifdef",
    "elifndef",
    "error",
    "pragma",
    "warning",
    "include_next",
    "ident",
];

impl Preprocessor<'_> {
    /// Carries out the directive whose `#` has been read. Returns a token if the directive is
    /// handed on: a pragma.
    pub(super) fn directive(&mut self, hash: Token) -> Option<Token> {
        let outer = (self.prevent_expansion, self.parsing_args);
        if self.parsing_args == ParsingArgs::Collecting && self.shared.diag.warnings.pedantic() {
            let text = "embedding a directive within macro arguments is not portable";
            self.shared.diag.pedwarn("pedantic", RichLocation::point(hash.loc), text);
        }
        (self.prevent_expansion, self.parsing_args) = (0, ParsingArgs::No);
        self.in_directive = true;
        let after_hash = self.buffers.last().map(|buffer| buffer.lexer.offset());
        if let Some(buffer) = self.buffers.last_mut() {
            buffer.lexer.in_directive = true;
        }
        let word = self.lex();
        if self.options.assembler && !self.is_directive(&word) {
            // A comment of the assembler's.
            if let (Some(buffer), Some(offset)) = (self.buffers.last_mut(), after_hash) {
                buffer.lexer.back_to(offset);
                buffer.lexer.in_directive = false;
                buffer.guard.saw_token();
            }
            self.in_directive = false;
            (self.prevent_expansion, self.parsing_args) = outer;
            self.event(|_| Event::Line(hash.loc));
            return Some(hash);
        }
        let token = self.dispatch(&word);
        if self.in_directive {
            self.end_directive();
        }
        (self.prevent_expansion, self.parsing_args) = outer;
        token
    }

    /// Whether a word after `#` makes a directive; nothing at all does.
    fn is_directive(&self, word: &Token) -> bool {
        const MORE: [&str; 4] = ["import", "sccs", "assert", "unassert"];
        match word.kind {
            TokenKind::Eof => true,
            TokenKind::Identifier => {
                let text = self.text_of(word);
                DIRECTIVES.contains(&text.as_str()) || MORE.contains(&text.as_str())
            }
            _ => false,
        }
    }

    /// Leaves what remains of the line.
    pub(super) fn end_directive(&mut self) {
        self.drop_contexts();
        self.pending.clear();
        self.in_directive = false;
        if let Some(buffer) = self.buffers.last_mut() {
            buffer.lexer.skip_line(&mut self.shared);
        }
    }

    fn dispatch(&mut self, word: &Token) -> Option<Token> {
        let conditional = self.directive_word(word);
        if conditional.is_empty()
            && word.kind != TokenKind::Eof
            && let Some(buffer) = self.buffers.last_mut()
        {
            buffer.guard.saw_token();
        }
        match conditional {
            "" => {}
            "if" => {
                self.if_directive(word.loc);
                return None;
            }
            "ifdef" | "ifndef" => {
                self.ifdef(word.loc, conditional);
                return None;
            }
            _ => {
                self.close_group(conditional);
                return None;
            }
        }
        match word.kind {
            TokenKind::Eof => return None,
            TokenKind::Number => {
                self.line_marker(word);
                return None;
            }
            TokenKind::Identifier => {}
            _ => {
                let text = self.text_of(word);
                let text = format!("invalid preprocessing directive #{text}");
                self.error(text);
                return None;
            }
        }
        match self.text_of(word).as_str() {
            "define" => self.define(),
            "undef" => self.undef(),
            "include" => self.include(word, false, false),
            "include_next" => {
                if self.shared.diag.warnings.pedantic() {
                    let text = "#include_next is a GCC extension";
                    self.shared.diag.pedwarn("", word.loc, text);
                }
                self.include(word, true, false)
            }
            "import" => self.include(word, false, true),
            "line" => self.line(word),
            "error" => self.message(word, true),
            "warning" => self.message(word, false),
            "pragma" => return self.pragma(word),
            "ident" | "sccs" => self.ident(word),
            "assert" => self.assert(),
            "unassert" => self.unassert(),
            text => {
                let message = format!("invalid preprocessing directive #{text}");
                let near = DIRECTIVES.iter().find(|name| is_near(text, name));
                match near.filter(|_| !self.options.preprocess_only) {
                    Some(name) => {
                        let fixit = FixIt::Replace(word.loc, (*name).to_string());
                        let at = RichLocation::from(word.loc).with_fixit(fixit);
                        self.shared.diag.error(at, format!("{message}; did you mean #{name}?"));
                    }
                    None => self.shared.diag.error(word.loc, message),
                }
            }
        }
        None
    }

    /// Reports tokens after a complete directive.
    pub(super) fn check_end(&mut self, word: &str) {
        let token = self.get_no_padding();
        if token.kind != TokenKind::Eof {
            let option = if matches!(word, "else" | "endif") { "endif-labels" } else { "" };
            let text = format!("extra tokens at end of #{word} directive");
            self.shared.diag.pedwarn(option, self.last, text);
        }
    }

    /// The rest of the line as text, with one blank for white space.
    pub(super) fn rest_as_text(&mut self) -> String {
        let mut text = Vec::new();
        loop {
            let token = self.lex();
            if token.kind == TokenKind::Eof {
                return String::from_utf8_lossy(&text).into_owned();
            }
            if token.has(flag::SPACE) && !text.is_empty() {
                text.push(b' ');
            }
            self.spelling(&token).append_to(&mut text);
        }
    }

    fn message(&mut self, word: &Token, error: bool) {
        let rest = self.rest_as_text();
        if error {
            self.shared.diag.error(word.loc, format!("#error {rest}"));
        } else {
            self.shared.diag.warning("cpp", word.loc, format!("#warning {rest}"));
        }
    }

    fn ident(&mut self, word: &Token) {
        let string = self.get_no_padding();
        let name = self.text_of(word);
        if string.kind != TokenKind::String {
            let text = format!("invalid #{name} directive");
            self.error(text);
            return;
        }
        let text = format!("#ident {}", self.text_of(&string));
        self.check_end(&name);
        self.event(|_| Event::Directive(text, word.loc));
    }

    /// The digits of a line number.
    fn line_number(&self, token: &Token) -> Option<u32> {
        let text = self.literal(token);
        let separated = text.windows(2).any(|pair| pair == b"''")
            || text.first() == Some(&b'\'')
            || text.last() == Some(&b'\'');
        let digit = |b: &u8| b.is_ascii_digit() || *b == b'\'';
        if token.kind != TokenKind::Number || separated || !text.iter().all(digit) {
            return None;
        }
        let value = text.iter().filter(|&&b| b != b'\'').fold(0u64, |value, &digit| {
            value.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
        });
        Some(value.min(u64::from(u32::MAX)) as u32)
    }

    /// `#line`
    fn line(&mut self, word: &Token) {
        let token = self.get_no_padding();
        let Some(line) = self.line_number(&token) else {
            let text = if token.kind == TokenKind::Eof {
                "unexpected end of file after #line".to_string()
            } else {
                format!("\"{}\" after #line is not a positive integer", self.text_of(&token))
            };
            self.error(text);
            return;
        };
        let limit = if self.options.standard.year >= 1999 { 2_147_483_647 } else { 32_767 };
        if self.shared.diag.warnings.pedantic() && (line == 0 || line > limit) {
            let text = "line number out of range";
            self.shared.diag.pedwarn("pedantic", self.last, text);
        }
        let file = self.get_no_padding();
        let name = match file.kind {
            TokenKind::String => {
                self.check_end("line");
                Some(self.unquoted(&file))
            }
            TokenKind::Eof => None,
            _ => {
                let text = format!("\"{}\" is not a valid filename", self.text_of(&file));
                self.error(text);
                return;
            }
        };
        let kind = self.buffers.last().map(|buffer| buffer.kind).unwrap_or_default();
        self.change_line(word.loc, line, name, kind, LineChangeReason::Rename);
    }

    /// `# 12 "file" 1 3`
    fn line_marker(&mut self, number: &Token) {
        let Some(line) = self.line_number(number) else {
            let text = format!("\"{}\" after # is not a positive integer", self.text_of(number));
            self.error(text);
            return;
        };
        let file = self.lex();
        let mut kind = self.buffers.last().map(|buffer| buffer.kind).unwrap_or_default();
        let mut reason = LineChangeReason::Rename;
        let mut name = None;
        if file.kind == TokenKind::String {
            name = Some(self.unquoted(&file));
            kind = HeaderKind::User;
            loop {
                let token = self.lex();
                match (token.kind, self.literal(&token)) {
                    (TokenKind::Eof, _) => break,
                    (TokenKind::Number, b"1") => reason = LineChangeReason::Enter,
                    (TokenKind::Number, b"2") => reason = LineChangeReason::Leave,
                    (TokenKind::Number, b"3") => kind = HeaderKind::System,
                    (TokenKind::Number, b"4") => kind = HeaderKind::SystemExternC,
                    _ => {
                        let text = self.text_of(&token);
                        let text = format!("invalid flag \"{text}\" in line directive");
                        self.error(text);
                        break;
                    }
                }
            }
        } else if file.kind != TokenKind::Eof {
            let text = format!("\"{}\" is not a valid filename", self.text_of(&file));
            self.error(text);
            return;
        }
        if let Some(buffer) = self.buffers.last_mut() {
            buffer.kind = kind;
        }
        self.change_line(number.loc, line, name, kind, reason);
    }

    /// The bytes between the quotes of a string, its escapes undone.
    fn unquoted(&self, token: &Token) -> String {
        let text = String::from_utf8_lossy(self.literal(token)).into_owned();
        let inner = text.trim_start_matches(|c| c != '"').trim_matches('"');
        inner.replace("\\\\", "\\").replace("\\\"", "\"")
    }

    fn change_line(
        &mut self,
        marker: Location,
        line: u32,
        name: Option<String>,
        kind: HeaderKind,
        reason: LineChangeReason,
    ) {
        self.end_directive();
        let Some(buffer) = self.buffers.last() else { return };
        let sources = &mut self.shared.diag.sources;
        let name = name.unwrap_or_else(|| sources.position(marker).file.to_string());
        let name = sources.name_id(&name);
        let (file, offset) = (buffer.lexer.file, buffer.lexer.offset());
        let presumed = PresumedLine { line, name, kind };
        sources.change_line(file, offset, presumed, reason, marker);
        let here = buffer.lexer.here();
        self.event(|_| match reason {
            LineChangeReason::Rename => Event::Rename(here),
            LineChangeReason::Enter => Event::Enter(here),
            LineChangeReason::Leave => Event::Leave(here),
        });
    }

    /// `#include`, `#include_next`, `#import`
    fn include(&mut self, word: &Token, next: bool, once: bool) {
        let spelled = self.text_of(word);
        if let Some(buffer) = self.buffers.last_mut() {
            buffer.lexer.angled = true;
        }
        let token = self.get_no_padding();
        let header = self.header_name(&token);
        if let Some(buffer) = self.buffers.last_mut() {
            buffer.lexer.angled = false;
        }
        let Some((path, angled)) = header else {
            let text = format!("#{spelled} expects \"FILENAME\" or <FILENAME>");
            self.error(text);
            return;
        };
        if path.is_empty() {
            let text = format!("empty filename in #{spelled}");
            self.error(text);
            return;
        }
        self.check_end(&spelled);
        let depth = self.buffers.len() as u32;
        if depth >= self.options.max_include_depth {
            let limit = self.options.max_include_depth;
            self.error(format!(
                "#include nested depth {depth} exceeds maximum of {limit} \
                 (use -fmax-include-depth=DEPTH to increase the maximum)"
            ));
            self.too_deep += 1;
            if self.too_deep >= MOST_TOO_DEEP {
                self.shared.diag.fatal(token.loc, "too many inclusions that nest too deep");
            }
            return;
        }
        let main = self.buffers.len() == 1;
        if next && main {
            let text = "#include_next in primary source file";
            self.shared.diag.warning("", word.loc, text);
        }
        self.end_directive();
        self.include_header(&path, angled, next && !main, once, &token);
    }

    /// The name of a header, and whether it is in angle brackets; `token` begins it.
    pub(super) fn header_name(&mut self, token: &Token) -> Option<(String, bool)> {
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match token.kind {
            TokenKind::String | TokenKind::HeaderName => {
                let text = self.literal(token);
                let inner = text.get(1..text.len() - 1)?;
                let angled = token.kind == TokenKind::HeaderName;
                text.starts_with(b"R").then_some(()).map_or(Some((lossy(inner), angled)), |()| None)
            }
            TokenKind::Less => {
                // Put together from what macros made.
                let mut text = Vec::new();
                loop {
                    let token = self.get_no_padding();
                    match token.kind {
                        TokenKind::Greater => return Some((lossy(&text), true)),
                        TokenKind::Eof => {
                            self.error("missing terminating > character");
                            return Some((lossy(&text), true));
                        }
                        _ => {}
                    }
                    if token.has(flag::SPACE) && !text.is_empty() {
                        text.push(b' ');
                    }
                    self.spelling(&token).append_to(&mut text);
                }
            }
            _ => None,
        }
    }
}

/// Whether two words differ by one letter more, less, or exchanged.
fn is_near(written: &str, name: &str) -> bool {
    let (a, b) = (written.as_bytes(), name.as_bytes());
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let tail = |skip_a: usize, skip_b: usize| {
        a.get(same + skip_a..).is_some_and(|rest| Some(rest) == b.get(same + skip_b..))
    };
    let swapped = a.len() == b.len()
        && a.len() >= same + 2
        && (a[same], a[same + 1]) == (b[same + 1], b[same])
        && a[same + 2..] == b[same + 2..];
    tail(1, 0) || tail(0, 1) || tail(1, 1) || swapped
}
