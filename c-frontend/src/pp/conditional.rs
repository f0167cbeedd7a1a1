//! `#if` and its kin: which groups of lines count, and what guards a header.

use super::Preprocessor;
use crate::lex::{Token, TokenKind};
use gimple::diagnostic::RichLocation;
use gimple::location::Location;
use gimple::symbol::Symbol;

/// A conditional whose `#endif` is still to come.
pub(crate) struct Conditional {
    /// Where it began.
    loc: Location,
    /// The word of its last directive.
    word: &'static str,
    /// One of its groups has been taken.
    taken: bool,
    /// It has had its `#else`.
    seen_else: bool,
    /// It may guard the file.
    guards: bool,
}

/// Whether all of a file is within `#ifndef NAME … #endif`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    /// Nothing has been read yet.
    Start,
    /// The conditional is open.
    Open(Symbol),
    /// It has been closed, and nothing has come after it.
    Closed(Symbol),
    /// There is none.
    None,
}

impl Guard {
    /// A token or directive outside of the guard means there is none.
    #[inline]
    pub fn saw_token(&mut self) {
        if !matches!(self, Guard::Open(_)) {
            *self = Guard::None;
        }
    }

    /// The macro that, if defined, leaves nothing of the file.
    pub fn name(self) -> Option<Symbol> {
        if let Guard::Closed(name) = self { Some(name) } else { None }
    }
}

impl Preprocessor<'_> {
    /// `#ifdef`, `#ifndef`
    pub(super) fn ifdef(&mut self, at: Location, word: &'static str) {
        let wanted = word == "ifdef";
        let name = self.macro_name(word, false);
        let mut holds = false;
        if let Some(token) = name {
            let name = Symbol(token.value);
            self.mark_asked(name);
            holds = self.macro_of(name).is_some() == wanted;
            self.check_end(word);
            let guard = (!wanted).then_some(name);
            self.open(at, word, holds, guard);
        } else {
            self.open(at, word, holds, None);
        }
    }

    /// `#if`
    pub(super) fn if_directive(&mut self, at: Location) {
        let (holds, guard) = self.condition("if");
        self.open(at, "if", holds, guard);
    }

    fn open(&mut self, at: Location, word: &'static str, holds: bool, guard: Option<Symbol>) {
        self.end_directive();
        let Some(buffer) = self.buffers.last_mut() else { return };
        let guard = guard.filter(|_| buffer.guard == Guard::Start);
        buffer.guard = match guard {
            Some(name) => Guard::Open(name),
            None if matches!(buffer.guard, Guard::Open(_)) => buffer.guard,
            None => Guard::None,
        };
        let guards = guard.is_some();
        let open = Conditional { loc: at, word, taken: holds, seen_else: false, guards };
        buffer.conditionals.push(open);
        if !holds {
            self.skip_group();
        }
    }

    /// `#else`, `#elif` and `#endif` at the end of a group that was taken.
    pub(super) fn close_group(&mut self, word: &'static str) {
        match self.buffers.last_mut().and_then(|buffer| buffer.conditionals.last_mut()) {
            None => {
                let text = format!("#{word} without #if");
                self.error(text);
                self.end_directive();
            }
            Some(_) if word == "endif" => {
                self.check_end(word);
                self.end_directive();
                self.pop_conditional();
            }
            Some(_) => {
                if self.alternative(word) {
                    return;
                }
                self.skip_group();
            }
        }
    }

    fn pop_conditional(&mut self) {
        let Some(buffer) = self.buffers.last_mut() else { return };
        let closed = buffer.conditionals.pop();
        buffer.guard = match buffer.guard {
            Guard::Open(name) if closed.is_some_and(|closed| closed.guards) => Guard::Closed(name),
            guard => guard,
        };
    }

    /// `#else` or `#elif…` of the innermost conditional: whether its group is taken.
    fn alternative(&mut self, word: &'static str) -> bool {
        let Some(buffer) = self.buffers.last_mut() else { return false };
        let Some(open) = buffer.conditionals.last_mut() else { return false };
        if open.guards {
            open.guards = false;
            buffer.guard = Guard::None;
        }
        let (first, taken, after_else) = (open.loc, open.taken, open.seen_else);
        if word == "else" {
            open.seen_else = true;
        }
        open.word = word;
        if after_else {
            self.error(format!("#{word} after #else"));
            let text = "the conditional began here";
            self.shared.diag.error(RichLocation::line(first), text);
        }
        let holds = match word {
            _ if taken => false,
            "else" => true,
            "elif" => self.condition("elif").0,
            _ => {
                let name = self.macro_name(word, false).and_then(|token| token.symbol());
                if let Some(name) = name {
                    self.mark_asked(name);
                }
                let defined = name.map(|name| self.macro_of(name).is_some());
                defined.is_some_and(|defined| defined == (word == "elifdef"))
            }
        };
        if word == "else" {
            self.check_end("else");
        }
        self.end_directive();
        if holds && let Some(open) = self.innermost() {
            open.taken = true;
        }
        holds
    }

    fn innermost(&mut self) -> Option<&mut Conditional> {
        self.buffers.last_mut()?.conditionals.last_mut()
    }

    /// Leaves lines out up to a group that counts, or the end of the conditional or file.
    fn skip_group(&mut self) {
        let mut nested = 0u32;
        loop {
            let Some(buffer) = self.buffers.last_mut() else { return };
            if !buffer.lexer.skip_to_directive(&mut self.shared) {
                return;
            }
            buffer.lexer.in_directive = true;
            self.in_directive = true;
            let token = buffer.lexer.next(&mut self.shared);
            self.last = token.loc;
            let word = self.directive_word(&token);
            match word {
                "if" | "ifdef" | "ifndef" => nested += 1,
                "endif" if nested > 0 => nested -= 1,
                "endif" => {
                    self.check_end("endif");
                    self.end_directive();
                    self.pop_conditional();
                    return;
                }
                "else" | "elif" | "elifdef" | "elifndef" if nested == 0 => {
                    if self.alternative(word) {
                        return;
                    }
                    continue;
                }
                _ => {}
            }
            self.end_directive();
        }
    }

    /// The word of a directive that has to do with conditionals, else nothing.
    pub(super) fn directive_word(&self, token: &Token) -> &'static str {
        if token.kind != TokenKind::Identifier {
            return "";
        }
        match self.shared.symbols.text(Symbol(token.value)) {
            "if" => "if",
            "ifdef" => "ifdef",
            "ifndef" => "ifndef",
            "else" => "else",
            "elif" => "elif",
            "elifdef" => "elifdef",
            "elifndef" => "elifndef",
            "endif" => "endif",
            _ => "",
        }
    }

    /// Reports the conditionals that are open at the end of a file.
    pub(super) fn unterminated(&mut self, open: Vec<Conditional>) {
        for conditional in open.into_iter().rev() {
            let text = format!("unterminated #{}", conditional.word);
            self.shared.diag.error(RichLocation::line(conditional.loc), text);
        }
    }
}
