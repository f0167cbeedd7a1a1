//! Interned identifiers. A [`Symbol`] is compared and hashed as a number; its text lives once in the [`Interner`].

use rustc_hash::FxHashMap;

crate::entity! {
    /// An interned string: an identifier, a tag, an assembler name.
    Symbol;
}

/// The table of all identifiers of a compilation. Its owner is one pointer, as parser and preprocessor hand it to and fro
/// with each token.
#[derive(Default)]
pub struct Interner {
    table: Box<Table>,
}

#[derive(Default)]
struct Table {
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
        let table = &mut *self.table;
        if let Some(&symbol) = table.map.get(text) {
            return symbol;
        }
        let symbol = Symbol(table.text.len() as u32);
        table.text.push(text.into());
        table.map.insert(text.into(), symbol);
        symbol
    }

    /// The symbol of `text` if it has been interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.table.map.get(text).copied()
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.table.text[symbol.0 as usize]
    }

    /// Number of distinct symbols.
    pub fn len(&self) -> usize {
        self.table.text.len()
    }

    /// Whether nothing has been interned.
    pub fn is_empty(&self) -> bool {
        self.table.text.is_empty()
    }
}
