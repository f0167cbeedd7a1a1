//! The numbers of alias sets, as memory references print them (`[1 a+0 S4 A32]`).
//!
//! A type gets its number when it is first asked for: one counter serves the whole unit. Characters, and what may alias
//! everything, have 0. A structure comes before its members, and all types that C lets stand for each other share one.

use crate::expand::Expander;
use gimple::options::Flag;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeFlags, TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// What has a number: a type, or a pointer so many levels above one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key(TypeId, u32);

/// The numbers given so far.
#[derive(Default)]
pub struct AliasNumbers {
    of: FxHashMap<Key, u32>,
    given: u32,
    frame: Option<u32>,
    /// The numbers of types of numbers, which no other type's objects have as a part or a whole.
    numbers: FxHashSet<u32>,
    /// How many of the types that the front end asked for have been numbered.
    early: usize,
    /// How many of the symbol table's nodes have been looked at.
    pub(crate) symbols: usize,
}

impl AliasNumbers {
    /// The set of what prologues save.
    pub fn of_frame(&mut self) -> u32 {
        *self.frame.get_or_insert_with(|| {
            self.given += 1;
            self.given
        })
    }

    /// Whether references with these numbers may be to the same object. Structures and pointers are not told apart.
    pub fn may_conflict(&self, a: u32, b: u32) -> bool {
        let numbers = self.numbers.contains(&a) && self.numbers.contains(&b);
        a == 0 || b == 0 || a == b || !(numbers || self.is_frame(a) || self.is_frame(b))
    }

    /// Whether a number is that of what prologues save.
    pub fn is_frame(&self, set: u32) -> bool {
        self.frame == Some(set)
    }

    /// The set of objects of a type.
    pub fn of_type(&mut self, unit: &Unit, ty: TypeId) -> u32 {
        let types = &unit.types;
        let free = |ty: TypeId| types[ty].flags.0 & TypeFlags::MAY_ALIAS != 0;
        if free(ty) || free(types.main_variant(ty)) {
            return 0;
        }
        let ty = types.main_variant(ty);
        match *types.kind(ty) {
            TypeKind::Function { .. } | TypeKind::Void => 0,
            TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => {
                self.of_type(unit, element)
            }
            TypeKind::Integer { .. } | TypeKind::Enum { .. } => self.of_integer(unit, ty),
            TypeKind::Pointer(_) => {
                let key = pointer_key(unit, ty);
                self.of_key(key).0
            }
            TypeKind::Real(_) => {
                let set = self.of_key(Key(ty, 0)).0;
                self.numbers.insert(set);
                set
            }
            _ => {
                let (set, fresh) = self.of_key(Key(ty, 0));
                if fresh {
                    self.number_parts(unit, ty);
                }
                set
            }
        }
    }

    /// An integer type goes with the signed one of its size and rank.
    fn of_integer(&mut self, unit: &Unit, ty: TypeId) -> u32 {
        let common = &unit.common;
        if [common.char_, common.schar, common.uchar].contains(&ty) {
            return 0;
        }
        let ty = match *unit.types.kind(ty) {
            TypeKind::Enum { precision, unsigned, .. } => match (precision, unsigned) {
                (..=8, _) => return 0,
                (..=16, _) => common.short,
                (..=32, _) => common.int,
                _ => unit.int64(false),
            },
            _ => ty,
        };
        let pairs = [
            (common.ushort, common.short),
            (common.uint, common.int),
            (common.ulong, common.long),
            (common.ullong, common.llong),
            (common.uint128, common.int128),
            (common.size_t, common.long),
            (common.sizetype, common.long),
        ];
        let signed = pairs.iter().find(|&&(unsigned, _)| unsigned == ty).map_or(ty, |pair| pair.1);
        let set = self.of_key(Key(signed, 0)).0;
        self.numbers.insert(set);
        set
    }

    /// The number of a key, and whether it is new.
    fn of_key(&mut self, key: Key) -> (u32, bool) {
        if let Some(&set) = self.of.get(&key) {
            return (set, false);
        }
        self.given += 1;
        self.of.insert(key, self.given);
        (self.given, true)
    }

    fn number_parts(&mut self, unit: &Unit, ty: TypeId) {
        match unit.types.kind(ty) {
            TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. } => {
                for &field in fields {
                    let field = unit.types.field(field);
                    if !field.is_bitfield {
                        self.of_type(unit, field.ty);
                    }
                }
            }
            TypeKind::Complex(part) => {
                self.of_type(unit, *part);
            }
            _ => {}
        }
    }
}

/// What a pointer type leads to in the end, and over how many pointers; arrays on the way do not count. All pointers that
/// lead to `void` are one.
fn pointer_key(unit: &Unit, ty: TypeId) -> Key {
    let mut levels = 0;
    let mut at = ty;
    loop {
        match *unit.types.kind(at) {
            TypeKind::Pointer(to) => {
                levels += 1;
                at = to;
            }
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => at = element,
            _ => break,
        }
    }
    let at = unit.types.main_variant(at);
    match unit.types.kind(at) {
        TypeKind::Void => Key(at, 1),
        _ => Key(at, levels),
    }
}

impl Expander<'_> {
    /// The alias set of objects of a type.
    pub(super) fn alias_set(&mut self, ty: TypeId) -> u32 {
        self.em.unit.alias_sets.of_type(self.unit, ty)
    }

    /// What a reference starts from, and the object whose alias set it has where that is not its own.
    pub(super) fn alias_parent(&self, op: Operand) -> (Operand, Option<Operand>) {
        let mut at = op;
        let mut parent = None;
        while let Operand::Tree(id) = at {
            let (base, through) = match *self.unit.trees.kind(id) {
                TreeKind::ComponentRef { base, field }
                | TreeKind::PlacedComponentRef { base, field, .. } => {
                    let ty = self.unit.type_of(self.f, base);
                    let union = matches!(self.unit.types.kind(ty), TypeKind::Union { .. });
                    (base, union || self.unit.types.field(field).is_bitfield)
                }
                TreeKind::ArrayRef { base, .. } | TreeKind::SizedArrayRef { base, .. } => {
                    (base, false)
                }
                TreeKind::BitFieldRef { base, .. } | TreeKind::ViewConvert(base) => (base, true),
                TreeKind::Realpart(base) | TreeKind::Imagpart(base) => (base, false),
                _ => break,
            };
            if through {
                parent = Some(base);
            }
            at = base;
        }
        (at, parent)
    }

    /// The alias set of a reference: that of the object around it where that is how it is reached.
    pub(super) fn alias_set_of_reference(&mut self, op: Operand) -> u32 {
        let (at, parent) = self.alias_parent(op);
        // The object a reference starts from comes before what is in it.
        let whole = self.unit.type_of(self.f, at);
        self.alias_set(whole);
        let object = parent.unwrap_or(op);
        let ty = self.unit.type_of(self.f, object);
        if let Operand::Tree(id) = at
            && let TreeKind::MemRef { alias_ptr, .. } | TreeKind::TargetMemRef { alias_ptr, .. } =
                *self.unit.trees.kind(id)
            && let Some(to) = self.unit.types.pointee(alias_ptr)
        {
            let inner = self.unit.types.main_variant(self.unit.trees[id].ty);
            if self.unit.types[to].flags.0 & TypeFlags::MAY_ALIAS != 0 {
                return 0;
            }
            if inner != self.unit.types.main_variant(to) {
                return self.alias_set(to);
            }
        }
        self.alias_set(ty)
    }

    /// Gives the types their numbers that were asked for when the program was read and functions were optimised; and where
    /// all is to be in the order of the source, the variables that stand before the function, which are written before it.
    pub(super) fn number_variables(&mut self) {
        let Some(own) = self.unit.symtab_node(self.f.decl).map(|node| node.order) else { return };
        let symtab = self.unit.symtab();
        let sets = &mut self.em.unit.alias_sets;
        for &ty in &self.unit.early_alias_sets[sets.early..] {
            sets.of_type(self.unit, ty);
        }
        sets.early = self.unit.early_alias_sets.len();
        if self.options.on(Flag::ToplevelReorder) {
            return;
        }
        let mut index = sets.symbols;
        while let Some(node) = symtab.get(index).filter(|node| node.order < own) {
            let data = &self.unit.decls[node.decl];
            if data.kind == gimple::decl::DeclKind::Var && node.definition {
                self.em.unit.alias_sets.of_type(self.unit, data.ty);
            }
            index += 1;
        }
        self.em.unit.alias_sets.symbols = index;
    }

    /// Whether an access may fail: of what a pointer points to, or beside an array.
    pub(super) fn may_trap(&self, op: Operand) -> bool {
        let mut at = op;
        while let Operand::Tree(id) = at {
            at = match *self.unit.trees.kind(id) {
                TreeKind::ArrayRef { base, index } => {
                    let ty = self.unit.type_of(self.f, base);
                    let within = match (self.unit.types.kind(ty), self.unit.as_int(index)) {
                        (TypeKind::Array { domain: ArrayDomain::Count(count), .. }, Some(i)) => {
                            i >= 0 && (i as u64) < *count
                        }
                        _ => false,
                    };
                    if !within {
                        return true;
                    }
                    base
                }
                TreeKind::ComponentRef { base, .. }
                | TreeKind::BitFieldRef { base, .. }
                | TreeKind::ViewConvert(base)
                | TreeKind::Realpart(base)
                | TreeKind::Imagpart(base) => base,
                TreeKind::MemRef { base, offset, .. } => {
                    let Some(object) = self.unit.addressed(base) else { return true };
                    let whole = self.unit.types.size(self.unit.type_of(self.f, object));
                    let part = self.unit.types.size(self.unit.trees[id].ty);
                    let inside = whole
                        .zip(part)
                        .is_some_and(|(whole, part)| offset >= 0 && offset as u64 + part <= whole);
                    if !inside {
                        return true;
                    }
                    object
                }
                _ => return true,
            };
        }
        false
    }
}
