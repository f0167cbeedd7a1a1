//! The statements that clauses guard, and what only looks as if they did: `-Wempty-body`, `-Wmisleading-indentation` and
//! `-Wmultistatement-macros`.
//!
//! ```text
//! if (a)
//!   b ();
//!   c ();      indented as the body is, but not guarded
//! ```

use super::Parser;
use super::keyword::Keyword;
use crate::generic::{ExprId, ExprKind};
use crate::lex::{Token, TokenKind};
use gimple::location::Location;

/// A clause that guards a statement: its keyword, and the statement's first token, with labels and without.
#[derive(Clone, Copy)]
pub(super) struct Guard {
    /// The keyword, as messages show it.
    pub word: &'static str,
    pub keyword: Token,
    pub body: Token,
    pub after_labels: Location,
}

/// Where a token is and how far its line is indented, with tabs as wide as they look.
struct Column {
    file: u32,
    line: u32,
    column: u32,
    indentation: u32,
}

impl Parser<'_> {
    /// Parses the body of a loop that a keyword begins, as [`Self::substatement`].
    pub(super) fn guarded_body(&mut self, word: &'static str, keyword: Token) -> ExprId {
        let body = self.peek();
        let scoped = self.has_block_scopes();
        let block = self.begin_block(scoped);
        self.labels();
        let after_labels = self.loc();
        self.statement();
        let stmt = self.end_block(block, body.loc);
        self.warn_after(Guard { word, keyword, body, after_labels });
        stmt
    }

    /// Parses a branch of an `if`, which a keyword begins; an empty statement is kept.
    pub(super) fn branch(&mut self, word: &'static str, keyword: Token) -> ExprId {
        let body = self.peek();
        let scoped = self.has_block_scopes();
        let block = self.begin_block(scoped);
        while self.at_label() {
            self.label();
        }
        let after_labels = self.loc();
        if self.accept(TokenKind::Semicolon) {
            let empty = self.cx.unit.common.void;
            let stmt = self.cx.expr(ExprKind::Empty, empty, after_labels, 0);
            self.add_stmt(stmt);
            if word == "else" || !self.at_keyword(Keyword::Else) {
                let text = format!("suggest braces around empty body in an ‘{word}’ statement");
                self.warning("empty-body", after_labels, text);
            }
        } else {
            self.statement();
        }
        let stmt = self.end_block(block, body.loc);
        self.warn_after(Guard { word, keyword, body, after_labels });
        stmt
    }

    /// Warns, a guarded statement having been parsed, of what follows it.
    fn warn_after(&mut self, guard: Guard) {
        let next = self.peek();
        let warnings = &self.cx.unit.diagnostics.warnings;
        let (indentation, macros) =
            (warnings.enabled("misleading-indentation"), warnings.enabled("multistatement-macros"));
        if indentation && self.is_misleading(guard, next) {
            let word = guard.word;
            let text = format!("this ‘{word}’ clause does not guard...");
            if self.warning("misleading-indentation", guard.keyword.loc, text) {
                let text = format!(
                    "...this statement, but the latter is misleadingly indented as if it were guarded by the ‘{word}’"
                );
                self.note(next.loc, text);
            }
        }
        let plain = !matches!(guard.body.kind, TokenKind::LeftBrace | TokenKind::Semicolon);
        if macros && plain && next.kind != TokenKind::Semicolon {
            self.warn_of_macro_after(guard, next.loc);
        }
    }

    /// A token's line and column; nothing for what a macro made.
    fn column_of(&self, loc: Location) -> Option<Column> {
        let sources = &self.cx.unit.diagnostics.sources;
        if sources.expansion(loc).is_some() {
            return None;
        }
        let position = sources.position(loc);
        let text = sources.physical_line_text(loc)?;
        let tab = self.cx.unit.diagnostics.options.tabstop;
        let before = text.get(..position.column.checked_sub(1)? as usize)?;
        let (file, _, _) = sources.stretch(loc);
        Some(Column {
            file: file as u32,
            line: position.line,
            column: width(before, tab),
            indentation: indentation(text, tab).unwrap_or(0),
        })
    }

    /// Whether the statement that follows looks as if it were guarded.
    fn is_misleading(&self, guard: Guard, next: Token) -> bool {
        let ends = matches!(
            next.kind,
            TokenKind::RightBrace | TokenKind::Semicolon | TokenKind::Eof | TokenKind::Pragma
        );
        let otherwise = self.keyword_of(next) == Some(Keyword::Else);
        if ends || otherwise || guard.body.kind == TokenKind::LeftBrace {
            return false;
        }
        let sources = &self.cx.unit.diagnostics.sources;
        if sources.expansion(guard.body.loc).is_some() || sources.is_renamed(guard.body.loc) {
            return false;
        }
        let (Some(body), Some(next_at)) =
            (self.column_of(guard.body.loc), self.column_of(next.loc))
        else {
            return false;
        };
        let at = sources.expansion_point(guard.keyword.loc);
        let Some(keyword) = self.column_of(at) else { return false };
        if body.file != next_at.file || keyword.file != body.file {
            return false;
        }
        if next_at.line == body.line {
            return keyword.line < body.line
                || keyword.line == body.line && keyword.column == keyword.indentation;
        }
        if next_at.line < body.line || next_at.indentation < next_at.column {
            return false;
        }
        let empty = guard.body.kind == TokenKind::Semicolon;
        let aligned = match empty {
            false => next_at.column == body.column,
            true => {
                body.line > keyword.line
                    && body.indentation != body.column
                    && next_at.column > keyword.indentation
            }
        };
        if aligned {
            // Code that is not indented at all misleads nobody.
            let of_guard = if guard.word == "else" { keyword.indentation } else { keyword.column };
            return body.column > keyword.indentation
                && body.column != of_guard
                && !self.is_unindented_between(guard.body.loc, &body, &next_at);
        }
        empty
            && body.line == keyword.line
            && (next_at.column > keyword.indentation
                || next.kind == TokenKind::LeftBrace && next_at.column == keyword.indentation)
    }

    /// Whether a line between two is indented less than the second: what is conditionally compiled, say.
    fn is_unindented_between(&self, body: Location, from: &Column, to: &Column) -> bool {
        let sources = &self.cx.unit.diagnostics.sources;
        let tab = self.cx.unit.diagnostics.options.tabstop;
        (1..i64::from(to.line.saturating_sub(from.line))).any(|delta| {
            sources
                .neighbouring_line(body, delta)
                .and_then(|line| sources.physical_line_text(line))
                .and_then(|text| indentation(text, tab))
                .is_some_and(|width| width < to.column)
        })
    }

    /// Warns of a macro of several statements of which only the first is guarded.
    fn warn_of_macro_after(&mut self, guard: Guard, next: Location) {
        let sources = &self.cx.unit.diagnostics.sources;
        let body = guard.after_labels;
        let (Some(of_body), Some(of_next)) =
            (sources.expansion_number(body), sources.expansion_number(next))
        else {
            return;
        };
        if of_body != of_next || sources.in_system_header(body) || sources.in_system_header(next) {
            return;
        }
        let defined = |loc| sources.definition_point(loc);
        let places = [defined(body), defined(next), defined(guard.keyword.loc)];
        if places[0] == places[1] || places[0] == places[2] || places[1] == places[2] {
            return;
        }
        // The clause may come of the same expansion.
        let mut at = guard.keyword.loc;
        while let Some(step) = sources.expansion(at) {
            if sources.expansion_number(at) == Some(of_body) {
                return;
            }
            at = sources.caret(step.expansion);
        }
        let text = "macro expands to multiple statements";
        if self.warning("multistatement-macros", body, text) {
            let text = format!(
                "some parts of macro expansion are not guarded by this ‘{}’ clause",
                guard.word
            );
            self.note(guard.keyword.loc, text);
        }
    }
}

/// How wide a text looks.
fn width(text: &[u8], tab: u32) -> u32 {
    text.iter().fold(0, |column, &byte| match byte {
        b'\t' => column + tab - column % tab,
        _ => column + 1,
    })
}

/// How far a line is indented; nothing for an empty one.
fn indentation(text: &[u8], tab: u32) -> Option<u32> {
    let first = text.iter().position(|byte| !byte.is_ascii_whitespace())?;
    Some(width(&text[..first], tab))
}
