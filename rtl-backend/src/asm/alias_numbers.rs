//! The numbers of alias sets, as memory references print them (`[1 a+0 S4 A32]`).
//!
//! A type gets its number when it is first asked for: one counter serves the whole unit. Characters, and what may alias
//! everything, have 0. A structure comes before its members, and all types that C lets stand for each other share one.

use gimple::types::{TypeFlags, TypeId, TypeKind};
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
    pub(crate) early: usize,
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
