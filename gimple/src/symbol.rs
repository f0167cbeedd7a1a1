//! Interned identifiers. A [`Symbol`] is compared and hashed as a number; its text lives once in the [`Interner`].

use crate::hash_index::HashIndex;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

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

struct Table {
    /// All texts, one after the other.
    text: String,
    /// Where each begins, and where the next one will.
    starts: Vec<u32>,
    index: HashIndex,
}

impl Default for Table {
    fn default() -> Self {
        Table { text: String::new(), starts: vec![0], index: HashIndex::default() }
    }
}

impl Table {
    fn text(&self, symbol: u32) -> &str {
        let [start, end] = [symbol, symbol + 1].map(|at| self.starts[at as usize] as usize);
        &self.text[start..end]
    }

    fn find(&self, hash: u64, text: &str) -> Option<Symbol> {
        self.index.find(hash, |symbol| self.text(symbol) == text).map(Symbol)
    }
}

fn hash_of(text: &str) -> u64 {
    FxBuildHasher.hash_one(text)
}

impl Interner {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The symbol of `text`, made on first sight.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash_of(text);
        if let Some(symbol) = self.table.find(hash, text) {
            return symbol;
        }
        let symbol = self.len() as u32;
        let table = &mut *self.table;
        table.text.push_str(text);
        table.starts.push(table.text.len() as u32);
        table.index.insert(hash, symbol);
        Symbol(symbol)
    }

    /// The symbol of `text` if it has been interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.table.find(hash_of(text), text)
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.table.text(symbol.0)
    }

    /// Number of distinct symbols.
    pub fn len(&self) -> usize {
        self.table.starts.len() - 1
    }

    /// Whether nothing has been interned.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
