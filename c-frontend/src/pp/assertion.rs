//! Assertions, an extension of old: `#assert machine (small)`, asked for by `#if #machine (small)`.
//!
//! A predicate has any number of answers, each a list of tokens; `#if #machine` asks whether it has one at all.

use super::Preprocessor;
use crate::lex::{TokenKind, flag};
use gimple::symbol::Symbol;

/// What the target's macros say of its system, asserted before a program says anything.
const SYSTEMS: [(&str, &str); 3] =
    [("__linux__", "linux"), ("__unix__", "unix"), ("__unix__", "posix")];

/// Who reads an assertion: what may be left out of it depends on that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Assert,
    Unassert,
    Condition,
}

impl Preprocessor<'_> {
    /// Asserts what holds of the target's system.
    pub(super) fn predefine_assertions(&mut self) {
        for (name, answer) in SYSTEMS {
            let name = self.shared.symbols.intern(name);
            if self.macro_of(name).is_some() {
                let predicate = self.shared.symbols.intern("system");
                self.assertions.entry(predicate).or_default().push(answer.to_string());
            }
        }
    }

    /// `#assert predicate (answer)`.
    pub(super) fn assert(&mut self) {
        let Some((predicate, Some(answer))) = self.assertion(Reader::Assert) else { return };
        let answers = self.assertions.entry(predicate).or_default();
        if answers.contains(&answer) {
            let name = self.shared.symbols.text(predicate);
            let text = format!("\"{name}\" re-asserted");
            let at = self.last;
            self.shared.diag.warning("", at, text);
            return;
        }
        answers.push(answer);
        self.check_end("assert");
    }

    /// `#unassert predicate`, or of one answer only.
    pub(super) fn unassert(&mut self) {
        let Some((predicate, answer)) = self.assertion(Reader::Unassert) else { return };
        match answer {
            None => {
                self.assertions.remove(&predicate);
            }
            Some(answer) => {
                if let Some(answers) = self.assertions.get_mut(&predicate) {
                    answers.retain(|given| *given != answer);
                }
                self.check_end("unassert");
            }
        }
    }

    /// Whether what follows `#` in a condition has been asserted; `None` after a mistake.
    pub(super) fn test_assertion(&mut self) -> Option<bool> {
        let (predicate, answer) = self.assertion(Reader::Condition)?;
        let answers = self.assertions.get(&predicate);
        Some(match answer {
            None => answers.is_some_and(|answers| !answers.is_empty()),
            Some(answer) => answers.is_some_and(|answers| answers.contains(&answer)),
        })
    }

    fn assertion(&mut self, reader: Reader) -> Option<(Symbol, Option<String>)> {
        self.prevent_expansion += 1;
        let parsed = self.parse_assertion(reader);
        self.prevent_expansion -= 1;
        parsed
    }

    fn parse_assertion(&mut self, reader: Reader) -> Option<(Symbol, Option<String>)> {
        let name = self.get_no_padding();
        let Some(predicate) = name.symbol() else {
            let text = match name.kind {
                TokenKind::Eof => "assertion without predicate",
                _ => "predicate must be an identifier",
            };
            self.shared.diag.error(name.loc, text);
            return None;
        };
        let paren = self.get_no_padding();
        if paren.kind != TokenKind::LeftParen {
            let complete = match reader {
                Reader::Assert => false,
                Reader::Unassert => paren.kind == TokenKind::Eof,
                Reader::Condition => true,
            };
            if complete {
                self.pending.push(paren);
                return Some((predicate, None));
            }
            self.shared.diag.error(paren.loc, "missing '(' after predicate");
            return None;
        }
        let mut answer = Vec::new();
        loop {
            let token = self.get_no_padding();
            match token.kind {
                TokenKind::Eof => {
                    self.shared.diag.error(paren.loc, "missing ')' to complete answer");
                    return None;
                }
                TokenKind::RightParen => break,
                _ => {}
            }
            if token.has(flag::SPACE) && !answer.is_empty() {
                answer.push(b' ');
            }
            self.spelling(&token).append_to(&mut answer);
        }
        if answer.is_empty() {
            self.shared.diag.error(paren.loc, "predicate's answer is empty");
            return None;
        }
        Some((predicate, Some(String::from_utf8_lossy(&answer).into_owned())))
    }
}
