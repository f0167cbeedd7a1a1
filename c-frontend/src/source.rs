//! The preprocessor as the parser's source of tokens.
//!
//! While the parser works, diagnostics and identifiers belong to the unit; for the time of reading a token they change
//! places with what the preprocessor holds.

use crate::lex::{Literals, Token};
use crate::parse::TokenSource;
use crate::pp::{PpOptions, Preprocessor};
use gimple::diagnostic::Diagnostics;
use gimple::symbol::{Interner, Symbol};
use gimple::unit::Unit;

/// What the preprocessor holds while it is not reading.
pub struct Placeholders {
    diagnostics: Box<Diagnostics>,
    symbols: Interner,
}

impl Placeholders {
    /// Placeholders for one translation unit.
    pub fn new() -> Placeholders {
        Placeholders { diagnostics: Box::new(Diagnostics::captured()), symbols: Interner::new() }
    }
}

impl Default for Placeholders {
    fn default() -> Self {
        Self::new()
    }
}

/// A preprocessor between tokens.
pub struct PpSource<'a> {
    pp: Preprocessor<'a>,
}

impl<'a> PpSource<'a> {
    /// Opens the main file of a unit.
    pub fn open(
        unit: &mut Unit,
        placeholders: &'a mut Placeholders,
        options: PpOptions,
        path: &str,
    ) -> PpSource<'a> {
        PpSource::begin(unit, placeholders, |diagnostics, symbols| {
            Preprocessor::new(diagnostics, symbols, options, path)
        })
    }

    /// Begins a unit whose main file is called `name` and has this text.
    pub fn from_text(
        unit: &mut Unit,
        placeholders: &'a mut Placeholders,
        options: PpOptions,
        name: &str,
        text: &[u8],
    ) -> PpSource<'a> {
        PpSource::begin(unit, placeholders, |diagnostics, symbols| {
            Preprocessor::from_text(diagnostics, symbols, options, name, text)
        })
    }

    fn begin(
        unit: &mut Unit,
        placeholders: &'a mut Placeholders,
        preprocessor: impl FnOnce(&'a mut Box<Diagnostics>, &'a mut Interner) -> Preprocessor<'a>,
    ) -> PpSource<'a> {
        std::mem::swap(&mut unit.diagnostics, &mut placeholders.diagnostics);
        std::mem::swap(&mut unit.symbols, &mut placeholders.symbols);
        let Placeholders { diagnostics, symbols } = placeholders;
        let mut source = PpSource { pp: preprocessor(diagnostics, symbols) };
        source.exchange(&mut unit.symbols, &mut unit.diagnostics);
        source
    }

    /// The rule of `-MD`, complete once all tokens have been read.
    pub fn dependency_rule(&self) -> String {
        self.pp.dependency_rule()
    }

    /// Says what is left to say when all tokens have been read.
    pub fn finish(&mut self, unit: &mut Unit) {
        self.exchange(&mut unit.symbols, &mut unit.diagnostics);
        self.pp.finish();
        self.exchange(&mut unit.symbols, &mut unit.diagnostics);
    }

    fn exchange(&mut self, symbols: &mut Interner, diagnostics: &mut Box<Diagnostics>) {
        std::mem::swap(&mut *self.pp.shared.symbols, symbols);
        std::mem::swap(&mut *self.pp.shared.diag, diagnostics);
    }
}

impl TokenSource for PpSource<'_> {
    fn next_token(&mut self, symbols: &mut Interner, diagnostics: &mut Box<Diagnostics>) -> Token {
        self.exchange(symbols, diagnostics);
        let token = self.pp.next_token();
        self.exchange(symbols, diagnostics);
        token
    }

    fn keep_strays(&mut self, keep: bool) {
        self.pp.keeps_strays = keep;
    }

    fn redefine(
        &mut self,
        symbols: &mut Interner,
        diagnostics: &mut Box<Diagnostics>,
        macros: &[(&str, Option<&str>)],
    ) {
        self.exchange(symbols, diagnostics);
        self.pp.redefine(macros);
        self.exchange(symbols, diagnostics);
    }

    fn macros(&self) -> Vec<Symbol> {
        self.pp.macros().collect()
    }

    fn literals(&self) -> &Literals {
        &self.pp.shared.literals
    }
}
