//! Interned identifiers. A [`Symbol`] is compared and hashed as a number; its text lives once in the [`Interner`].

use rustc_hash::FxHashMap;

crate::entity! {
    /// An interned string: an identifier, a tag, an assembler name.
    Symbol;
}

/// The table of all identifiers of a compilation.
#[derive(Default)]
pub struct Interner {
    map: FxHashMap<Box<str>, Symbol>,
    text: Vec<Box<str>>,
}

impl Interner {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The symbol of `text`, made on first sight.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.map.get(text) {
            return symbol;
        }
        let symbol = Symbol(self.text.len() as u32);
        self.text.push(text.into());
        self.map.insert(text.into(), symbol);
        symbol
    }

    /// The symbol of `text` if it has been interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.map.get(text).copied()
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.text[symbol.0 as usize]
    }

    /// Number of distinct symbols.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether nothing has been interned.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}
