//! `#pragma` and `_Pragma`: those of the preprocessor are carried out, all others handed on as
//! tokens between [`TokenKind::Pragma`] and [`TokenKind::PragmaEnd`].

use super::{Buffer, Event, Preprocessor};
use crate::lex::lexer::Lexer;
use crate::lex::{Token, TokenKind, flag};
use gimple::location::HeaderKind;
use gimple::symbol::Symbol;

/// The pragmas whose tokens are expanded for the parser.
const EXPANDED: [&str; 5] = ["pack", "redefine_extname", "message", "scalar_storage_order", "omp"];

impl Preprocessor<'_> {
    /// `#pragma`, after the word. Returns the first token of what is handed on.
    pub(super) fn pragma(&mut self, word: &Token) -> Option<Token> {
        let mut tokens = self.pragma_tokens(word)?;
        self.end_directive();
        let first = tokens.remove(0);
        self.push_tokens(tokens);
        Some(first)
    }

    /// The tokens that are handed on; none if the pragma was carried out.
    fn pragma_tokens(&mut self, word: &Token) -> Option<Vec<Token>> {
        let name = self.lex();
        let text = self.text_of(&name);
        let mut first = vec![name];
        let carried_out = match text.as_str() {
            _ if name.kind != TokenKind::Identifier => false,
            "once" => {
                self.once(&name);
                true
            }
            "push_macro" => {
                self.push_macro(&name);
                true
            }
            "pop_macro" => {
                self.pop_macro(&name);
                true
            }
            "poison" => {
                self.poison();
                true
            }
            "GCC" => {
                let second = self.lex();
                first.push(second);
                let text = self.text_of(&second);
                self.gcc_pragma(&second, &text)
            }
            _ => false,
        };
        if carried_out {
            // `-E` leaves a line for it.
            self.event(|_| Event::Line(name.loc));
            return None;
        }
        let expanded = !self.options.preprocess_only && EXPANDED.contains(&text.as_str());
        let mut tokens =
            vec![Token { flags: flag::LINE_START, ..Token::new(TokenKind::Pragma, word.loc) }];
        let mut last = first.pop();
        tokens.append(&mut first);
        while let Some(token) = last.filter(|token| token.kind != TokenKind::Eof) {
            tokens.push(token);
            last = Some(self.lex());
        }
        if !expanded {
            for token in &mut tokens {
                token.flags |= flag::NO_EXPAND;
            }
        }
        let end = last.map_or(word.loc, |token| token.loc);
        tokens.push(Token { flags: flag::LINE_START, ..Token::new(TokenKind::PragmaEnd, end) });
        Some(tokens)
    }

    /// `#pragma GCC …`; false if it is handed on.
    fn gcc_pragma(&mut self, name: &Token, text: &str) -> bool {
        match text {
            "poison" => self.poison(),
            "system_header" => self.system_header(name),
            "warning" | "error" => self.pragma_message(name, text == "error"),
            "dependency" => {
                // Time stamps of files are nobody's business here.
                self.rest_as_text();
            }
            _ => return false,
        }
        true
    }

    fn once(&mut self, name: &Token) {
        if self.buffers.len() == 1 || !self.mark_once() {
            let text = "#pragma once in main file";
            self.shared.diag.warning("", name.loc, text);
        }
        self.check_end("pragma");
    }

    fn poison(&mut self) {
        loop {
            let token = self.lex();
            match token.kind {
                TokenKind::Eof => return,
                TokenKind::Identifier => {
                    let name = Symbol(token.value);
                    if self.macro_of(name).is_some() {
                        let text = format!("poisoning existing macro \"{}\"", self.text_of(&token));
                        self.shared.diag.warning("", token.loc, text);
                    }
                    self.set_macro(name, None);
                    let node = self.node_mut(name);
                    (node.poisoned, node.diagnosed) = (true, true);
                }
                _ => {
                    let text = "invalid #pragma GCC poison directive";
                    self.shared.diag.error(token.loc, text);
                    return;
                }
            }
        }
    }

    fn system_header(&mut self, name: &Token) {
        if self.buffers.len() == 1 {
            let text = "#pragma system_header ignored outside include file";
            self.shared.diag.warning("", name.loc, text);
            return;
        }
        self.check_end("pragma");
        self.end_directive();
        if let Some(buffer) = self.buffers.last_mut() {
            buffer.kind = HeaderKind::System;
            buffer.lexer.line_comments = true;
            let (file, offset) = (buffer.lexer.file, buffer.lexer.offset());
            self.shared.diag.sources.mark_system_header(file, offset);
            let here = buffer.lexer.here();
            self.event(|_| Event::Rename(here));
        }
    }

    fn pragma_message(&mut self, name: &Token, error: bool) {
        let (mut text, mut at) = (String::new(), name.loc);
        loop {
            let token = self.get_no_padding();
            if token.kind != TokenKind::String {
                break;
            }
            at = token.loc;
            let spelled = self.text_of(&token);
            text.push_str(spelled.trim_matches('"'));
        }
        if text.is_empty() {
            let word = if error { "error" } else { "warning" };
            let text = format!("invalid \"#pragma GCC {word}\" directive");
            self.shared.diag.error(name.loc, text);
        } else if error {
            self.shared.diag.error(at, text);
        } else {
            self.shared.diag.warning("", at, text);
        }
    }

    /// The name in `( "name" )`.
    fn macro_in_string(&mut self, pragma: &Token) -> Option<Symbol> {
        let open = self.lex();
        let string = if open.kind == TokenKind::LeftParen { self.lex() } else { open };
        let well_formed = open.kind == TokenKind::LeftParen
            && string.kind == TokenKind::String
            && self.lex().kind == TokenKind::RightParen;
        if !well_formed {
            let text = format!("invalid #pragma {} directive", self.text_of(pragma));
            self.shared.diag.error(pragma.loc, text);
            return None;
        }
        let text = self.text_of(&string);
        Some(self.shared.symbols.intern(text.trim_matches('"').trim()))
    }

    fn push_macro(&mut self, pragma: &Token) {
        if let Some(name) = self.macro_in_string(pragma) {
            let node = self.node_mut(name).definition;
            let ids = self.pushed_macros.entry(name).or_default();
            ids.push(node);
        }
    }

    fn pop_macro(&mut self, pragma: &Token) {
        if let Some(name) = self.macro_in_string(pragma)
            && let Some(definition) = self.pushed_macros.get_mut(&name).and_then(Vec::pop)
        {
            self.node_mut(name).definition = definition;
        }
    }

    /// `_Pragma ( "text" )`, after the name. False if the name stays.
    pub(super) fn pragma_operator(&mut self, name: &Token) -> bool {
        if self.in_directive {
            return false;
        }
        let open = self.get_no_padding();
        let string = if open.kind == TokenKind::LeftParen { self.get_no_padding() } else { open };
        let well_formed = open.kind == TokenKind::LeftParen
            && string.kind.is_string()
            && self.get_no_padding().kind == TokenKind::RightParen;
        if !well_formed {
            self.error("_Pragma takes a parenthesized string literal");
            if open.kind == TokenKind::LeftParen {
                return false;
            }
            if open.kind != TokenKind::Eof {
                self.unget(open);
            }
            return true;
        }
        let literal = String::from_utf8_lossy(self.literal(&string)).into_owned();
        let inner = literal.trim_start_matches(|c| c != '"');
        let inner = inner.strip_prefix('"').and_then(|i| i.strip_suffix('"')).unwrap_or(inner);
        let text = inner.replace("\\\"", "\"").replace("\\\\", "\\").replace('\n', " ");
        // The text is read like a line of its own; what is open on the stacks waits.
        let contexts = std::mem::take(&mut self.contexts);
        let pending = std::mem::take(&mut self.pending);
        let lexer = Lexer::of_bytes(text.into_bytes(), name.loc, &self.shared);
        let (directory, found_in, kind, file) = match self.buffers.last() {
            Some(b) => (b.directory.clone(), b.found_in, b.kind, b.file),
            None => (String::new(), None, HeaderKind::User, None),
        };
        let guard = super::conditional::Guard::None;
        let conditionals = Vec::new();
        self.buffers.push(Buffer { lexer, conditionals, guard, file, directory, found_in, kind });
        self.in_directive = true;
        let tokens = self.pragma_tokens(name);
        self.in_directive = false;
        self.buffers.pop();
        (self.contexts, self.pending) = (contexts, pending);
        if let Some(mut tokens) = tokens {
            for token in &mut tokens {
                token.loc = name.loc;
                // The text is expanded no further: it has been read.
                token.flags &= !flag::LINE_START;
            }
            self.push_tokens(tokens);
        }
        true
    }
}
