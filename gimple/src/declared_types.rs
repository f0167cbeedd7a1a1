//! Where a program declares its types, and what a typedef names: debuggers are told, nobody else asks.
//!
//! ```text
//! typedef const struct point location;     location → const struct point, declared here
//! ```
//! It is kept as state of the unit ([`crate::pass_state`]).

use crate::location::Location;
use crate::symbol::Symbol;
use crate::types::TypeId;
use rustc_hash::FxHashMap;

/// The declarations of types.
#[derive(Default, Debug)]
pub struct DeclaredTypes {
    typedefs: FxHashMap<TypeId, (TypeId, Location)>,
    /// The typedefs by the main variant of the type and by name: qualified variants of a typedef have its name.
    by_name: FxHashMap<(TypeId, Symbol), TypeId>,
    tags: FxHashMap<TypeId, Location>,
}

impl DeclaredTypes {
    /// Notes that the type `named` is `name` for `original`, whose main variant is `main`. The first declaration counts.
    pub fn add_typedef(
        &mut self,
        (named, name): (TypeId, Symbol),
        (original, main): (TypeId, TypeId),
        loc: Location,
    ) {
        if named != original {
            self.typedefs.entry(named).or_insert((original, loc));
            self.by_name.entry((main, name)).or_insert(named);
        }
    }

    /// Notes where a structure, union or enumeration is declared; the last place counts, which is its definition's.
    pub fn add_tag(&mut self, ty: TypeId, loc: Location) {
        self.tags.insert(ty, loc);
    }

    /// What a typedef names, and where it is declared.
    pub fn typedef(&self, named: TypeId) -> Option<(TypeId, Location)> {
        self.typedefs.get(&named).copied()
    }

    /// The typedef of this name for a type with this main variant.
    pub fn typedef_called(&self, main: TypeId, name: Symbol) -> Option<TypeId> {
        self.by_name.get(&(main, name)).copied()
    }

    /// Where a structure, union or enumeration is declared.
    pub fn tag(&self, ty: TypeId) -> Option<Location> {
        self.tags.get(&ty).copied()
    }
}
