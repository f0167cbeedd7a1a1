//! Scopes: what identifiers and tags mean where.
//!
//! All live bindings are one stack, innermost last; the heads by symbol lead to the innermost binding of each, which
//! leads to the one it shadows. Lookup is O(1), and leaving a scope costs what was bound in it. Labels have function
//! scope and are kept with the function; declarations with external linkage are remembered beyond their scope in
//! [`Scopes::externals`], since a later declaration anywhere in the unit must agree with them.

use gimple::constant::ConstId;
use gimple::decl::DeclId;
use gimple::location::Location;
use gimple::stmt::ScopeId;
use gimple::symbol::Symbol;
use gimple::types::TypeId;
use rustc_hash::FxHashMap;

/// What an ordinary identifier names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// A variable, parameter or function.
    Decl(DeclId),
    /// A typedef name; the type is the variant that carries the name.
    Typedef(TypeId),
    /// An enumeration constant.
    Enumerator(ConstId),
    /// Something already diagnosed.
    Error,
}

/// What a binding binds, in either name space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Ordinary(Binding),
    /// A struct, union or enum.
    Tag(TypeId),
}

impl Meaning {
    fn space(self) -> usize {
        matches!(self, Meaning::Tag(_)).into()
    }
}

/// A binding and where it was made.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub symbol: Symbol,
    pub meaning: Meaning,
    pub loc: Location,
    shadowed: u32,
    frame: u32,
}

/// What a scope belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameKind {
    File,
    /// A parameter list.
    Prototype,
    /// The outermost block of a function, with its parameters.
    Function,
    Block,
}

/// An open scope.
#[derive(Debug)]
pub struct Frame {
    pub kind: FrameKind,
    /// Declarations in order, for the `Bind` the scope becomes.
    pub vars: Vec<DeclId>,
    /// The lexical block, in functions.
    pub scope: ScopeId,
    start: usize,
}

const NOTHING: u32 = u32::MAX;

/// All open scopes.
pub struct Scopes {
    entries: Vec<Entry>,
    heads: [Vec<u32>; 2],
    frames: Vec<Frame>,
    /// Functions and variables with linkage, by name, whether or not a declaration is in scope.
    pub externals: FxHashMap<Symbol, DeclId>,
}

impl Default for Scopes {
    fn default() -> Self {
        Scopes::new()
    }
}

impl Scopes {
    /// The file scope, empty.
    pub fn new() -> Scopes {
        let mut scopes = Scopes {
            entries: Vec::new(),
            heads: [Vec::new(), Vec::new()],
            frames: Vec::new(),
            externals: FxHashMap::default(),
        };
        scopes.push(FrameKind::File, ScopeId::NONE);
        scopes
    }

    /// Opens a scope.
    pub fn push(&mut self, kind: FrameKind, scope: ScopeId) {
        self.frames.push(Frame { kind, vars: Vec::new(), scope, start: self.entries.len() });
    }

    /// Leaves the innermost scope and forgets what it bound.
    pub fn pop(&mut self) -> Frame {
        self.pop_keeping().0
    }

    /// As [`Self::pop`], returning what was bound, in order.
    pub fn pop_keeping(&mut self) -> (Frame, Vec<Entry>) {
        let frame = self.frames.pop().unwrap_or(Frame {
            kind: FrameKind::File,
            vars: Vec::new(),
            scope: ScopeId::NONE,
            start: 0,
        });
        for entry in self.entries[frame.start..].iter().rev() {
            self.heads[entry.meaning.space()][entry.symbol.0 as usize] = entry.shadowed;
        }
        let kept = self.entries.split_off(frame.start);
        (frame, kept)
    }

    /// The innermost scope.
    pub fn current(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The kind of the innermost scope.
    pub fn kind(&self) -> FrameKind {
        self.frames.last().map_or(FrameKind::File, |frame| frame.kind)
    }

    /// Whether no scope but the file's is open.
    pub fn at_file_scope(&self) -> bool {
        self.frames.len() == 1
    }

    /// The innermost lexical block of the function.
    pub fn lexical_scope(&self) -> ScopeId {
        self.frames.last().map_or(ScopeId::NONE, |frame| frame.scope)
    }

    /// The outermost scope of the innermost function, if within one.
    pub fn function_frame(&mut self) -> Option<&mut Frame> {
        self.frames.iter_mut().rev().find(|frame| frame.kind == FrameKind::Function)
    }

    /// Binds a name in the innermost scope; an earlier binding there is shadowed by it.
    pub fn bind(&mut self, symbol: Symbol, meaning: Meaning, loc: Location) {
        let heads = &mut self.heads[meaning.space()];
        let index = symbol.0 as usize;
        if heads.len() <= index {
            heads.resize(index + 1, NOTHING);
        }
        let shadowed = heads[index];
        heads[index] = self.entries.len() as u32;
        let frame = self.frames.len() as u32 - 1;
        self.entries.push(Entry { symbol, meaning, loc, shadowed, frame });
    }

    fn head(&self, space: usize, symbol: Symbol) -> Option<&Entry> {
        let head = *self.heads[space].get(symbol.0 as usize)?;
        self.entries.get(head as usize)
    }

    fn head_mut(&mut self, space: usize, symbol: Symbol) -> Option<&mut Entry> {
        let head = *self.heads[space].get(symbol.0 as usize)?;
        self.entries.get_mut(head as usize)
    }

    /// What an identifier means here.
    #[inline]
    pub fn lookup(&self, symbol: Symbol) -> Option<Binding> {
        match self.head(0, symbol)?.meaning {
            Meaning::Ordinary(binding) => Some(binding),
            Meaning::Tag(_) => None,
        }
    }

    /// The binding of an identifier made in the innermost scope, if there is one.
    pub fn lookup_current(&self, symbol: Symbol) -> Option<Entry> {
        let entry = *self.head(0, symbol)?;
        (entry.frame as usize + 1 == self.frames.len()).then_some(entry)
    }

    /// The bindings of an identifier, innermost first, and whether each was made at file scope.
    pub fn bindings(&self, symbol: Symbol) -> impl Iterator<Item = (&Entry, bool)> {
        let mut next = self.head(0, symbol);
        std::iter::from_fn(move || {
            let entry = next?;
            next = self.entries.get(entry.shadowed as usize);
            Some((entry, entry.frame == 0))
        })
    }

    /// Where the innermost binding of an identifier was made.
    pub fn location(&self, symbol: Symbol) -> Location {
        self.head(0, symbol).map_or(Location::UNKNOWN, |entry| entry.loc)
    }

    /// Whether the innermost binding of an identifier is at file scope.
    pub fn is_bound_at_file_scope(&self, symbol: Symbol) -> bool {
        self.head(0, symbol).is_some_and(|entry| entry.frame == 0)
    }

    /// Replaces what the innermost binding of an identifier means.
    pub fn rebind(&mut self, symbol: Symbol, binding: Binding) {
        if let Some(entry) = self.head_mut(0, symbol) {
            entry.meaning = Meaning::Ordinary(binding);
        }
    }

    /// The type a tag names here.
    pub fn lookup_tag(&self, symbol: Symbol) -> Option<TypeId> {
        match self.head(1, symbol)?.meaning {
            Meaning::Tag(ty) => Some(ty),
            Meaning::Ordinary(_) => None,
        }
    }

    /// Where a tag was seen first in the scope that binds it.
    pub fn tag_location(&self, symbol: Symbol) -> Location {
        self.head(1, symbol).map_or(Location::UNKNOWN, |entry| entry.loc)
    }

    /// The type a tag names in the innermost scope.
    pub fn lookup_tag_current(&self, symbol: Symbol) -> Option<TypeId> {
        let entry = self.head(1, symbol)?;
        if entry.frame as usize + 1 != self.frames.len() {
            return None;
        }
        self.lookup_tag(symbol)
    }

    /// The identifiers bound here, innermost first.
    pub fn visible(&self) -> impl Iterator<Item = (Symbol, Binding)> {
        self.entries.iter().rev().filter_map(|entry| match entry.meaning {
            Meaning::Ordinary(binding) => Some((entry.symbol, binding)),
            Meaning::Tag(_) => None,
        })
    }

    /// The declarations bound at file scope, in order.
    pub fn file_scope_decls(&self) -> impl Iterator<Item = DeclId> {
        let end = self.frames.get(1).map_or(self.entries.len(), |frame| frame.start);
        self.entries[..end].iter().filter_map(|entry| match entry.meaning {
            Meaning::Ordinary(Binding::Decl(decl)) => Some(decl),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inner_binding_shadows_until_its_scope_is_left() {
        let (name, other) = (Symbol(7), Symbol(3));
        let mut scopes = Scopes::new();
        let outer = Binding::Decl(DeclId(1));
        scopes.bind(name, Meaning::Ordinary(outer), Location::UNKNOWN);
        scopes.bind(name, Meaning::Tag(TypeId(5)), Location::UNKNOWN);
        scopes.push(FrameKind::Block, ScopeId(0));
        assert!(scopes.lookup_current(name).is_none());
        scopes.bind(name, Meaning::Ordinary(Binding::Typedef(TypeId(2))), Location::UNKNOWN);
        assert_eq!(scopes.lookup(name), Some(Binding::Typedef(TypeId(2))));
        assert_eq!(scopes.lookup_tag(name), Some(TypeId(5)));
        assert_eq!(scopes.lookup(other), None);
        scopes.pop();
        assert_eq!(scopes.lookup(name), Some(outer));
        assert!(scopes.at_file_scope());
    }
}
