//! Type-based alias analysis: which types of accesses may concern the same object.
//!
//! C's rule: an object is accessed through its own type (signed or unsigned), a character type, or an aggregate that
//! contains it. Each type has a representative; two accesses conflict if the representatives are equal, if one is
//! unrestricted, or if one is an aggregate with the other somewhere inside. Pointers to different types do not conflict, but
//! `void *` does with all pointers. What type names and qualifiers there are on the way to what is pointed to in the end,
//! and arrays, do not matter.

use gimple::types::{TypeFlags, TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// Remembers what has been found out of types.
#[derive(Default)]
pub struct AliasSets {
    representative: FxHashMap<TypeId, TypeId>,
    /// The representatives of pointers, by the type that is pointed to in the end, and over how many pointers.
    pointers: FxHashMap<(TypeId, u32), TypeId>,
    members: FxHashMap<TypeId, Members>,
    /// The answers given so far.
    conflicts: FxHashMap<(TypeId, TypeId), bool>,
}

/// What an aggregate has within it.
#[derive(Default)]
struct Members {
    /// The representatives.
    types: FxHashSet<TypeId>,
    /// Whether something in it may be accessed as any type: characters.
    free: bool,
    /// Whether there is a pointer in it.
    pointer: bool,
}

impl AliasSets {
    /// Whether accesses as `a` and as `b` may concern the same object (`alias_sets_conflict_p`). `NONE` is any type.
    pub fn conflict(&mut self, unit: &Unit, a: TypeId, b: TypeId) -> bool {
        if a.is_none() || b.is_none() || a == b {
            return true;
        }
        if let Some(&known) = self.conflicts.get(&(a, b)) {
            return known;
        }
        let answer = self.sets_conflict(unit, a, b);
        self.conflicts.insert((a, b), answer);
        answer
    }

    fn sets_conflict(&mut self, unit: &Unit, a: TypeId, b: TypeId) -> bool {
        let (a, b) = (self.representative(unit, a), self.representative(unit, b));
        a.is_none()
            || b.is_none()
            || a == b
            || self.contains(unit, a, b)
            || self.contains(unit, b, a)
            || self.conflict_as_pointers(unit, a, b)
    }

    /// Whether two representatives conflict because of `void *`, which any pointer may be accessed as.
    fn conflict_as_pointers(&mut self, unit: &Unit, a: TypeId, b: TypeId) -> bool {
        let any = unit.common.void_ptr;
        if !self.has_pointer(unit, a) || !self.has_pointer(unit, b) {
            return false;
        }
        let is_pointer = |ty| unit.types.is_pointer(ty);
        a == any
            || b == any
            || is_pointer(a) && self.contains(unit, b, any)
            || is_pointer(b) && self.contains(unit, a, any)
    }

    /// Whether a representative is a pointer or an aggregate with one in it.
    fn has_pointer(&mut self, unit: &Unit, ty: TypeId) -> bool {
        unit.types.is_pointer(ty) || self.members(unit, ty).is_some_and(|members| members.pointer)
    }

    /// The same for what is or may be held by the first.
    fn holds_as_pointer(&mut self, unit: &Unit, outer: TypeId, inner: TypeId) -> bool {
        let any = unit.common.void_ptr;
        unit.types.is_pointer(inner)
            && self.has_pointer(unit, outer)
            && (outer == any || inner == any || self.contains(unit, outer, any))
    }

    /// Whether accesses of a type may be of any object.
    pub fn is_free(&mut self, unit: &Unit, ty: TypeId) -> bool {
        self.representative(unit, ty).is_none()
    }

    /// Whether an object of one type is or may hold one of another (`alias_set_subset_of`).
    pub fn holds(&mut self, unit: &Unit, outer: TypeId, inner: TypeId) -> bool {
        let (outer, inner) = (self.representative(unit, outer), self.representative(unit, inner));
        outer.is_none()
            || inner.is_none()
            || outer == inner
            || self.contains(unit, outer, inner)
            || self.holds_as_pointer(unit, outer, inner)
    }

    /// Whether what is read after a store as `later` would read the same had only the store as `earlier` been made, of the
    /// same value: the type that the object has after both allows no access that it does not allow after the first.
    pub fn keeps_type(&mut self, unit: &Unit, earlier: TypeId, later: TypeId) -> bool {
        let (outer, inner) = (self.representative(unit, earlier), self.representative(unit, later));
        match (outer.is_none(), inner.is_none()) {
            (true, _) => true,
            (false, true) => self.members(unit, outer).is_some_and(|members| members.free),
            (false, false) => {
                outer == inner
                    || self.contains(unit, outer, inner)
                    || self.holds_as_pointer(unit, outer, inner)
            }
        }
    }

    /// The representative, `NONE` for types that may alias anything (`get_alias_set`).
    pub fn representative(&mut self, unit: &Unit, ty: TypeId) -> TypeId {
        if ty.is_none() {
            return ty;
        }
        if let Some(&known) = self.representative.get(&ty) {
            return known;
        }
        let mut found = find_representative(unit, ty);
        if found.is_some() && unit.types.is_pointer(found) {
            found = self.pointer_representative(unit, found);
        }
        self.representative.insert(ty, found);
        found
    }

    /// One for all pointers that lead to the same type.
    fn pointer_representative(&mut self, unit: &Unit, pointer: TypeId) -> TypeId {
        let (mut ty, mut depth) = (pointer, 0);
        loop {
            ty = match *unit.types.kind(ty) {
                TypeKind::Pointer(to) => {
                    depth += 1;
                    to
                }
                TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => element,
                // Function types that are equal but for names are not told from others.
                TypeKind::Void | TypeKind::Function { .. } => return unit.common.void_ptr,
                _ => break,
            };
        }
        *self.pointers.entry((unit.types.main_variant(ty), depth)).or_insert(pointer)
    }

    /// Whether an object of aggregate `outer` may hold one of `inner` (both representatives).
    fn contains(&mut self, unit: &Unit, outer: TypeId, inner: TypeId) -> bool {
        self.members(unit, outer).is_some_and(|members| members.types.contains(&inner))
    }

    /// What an aggregate has within it; `None` for other types.
    fn members(&mut self, unit: &Unit, outer: TypeId) -> Option<&Members> {
        let kind = unit.types.kind(outer);
        if !matches!(
            kind,
            TypeKind::Record { .. }
                | TypeKind::Union { .. }
                | TypeKind::Complex(_)
                | TypeKind::Vector { .. }
        ) {
            return None;
        }
        if !self.members.contains_key(&outer) {
            let members = self.collect_members(unit, outer);
            self.members.insert(outer, members);
        }
        self.members.get(&outer)
    }

    fn collect_members(&mut self, unit: &Unit, outer: TypeId) -> Members {
        let mut members = Members::default();
        let mut work = vec![outer];
        while let Some(ty) = work.pop() {
            let parts: Vec<TypeId> = match unit.types.kind(ty) {
                TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. } => {
                    fields.iter().map(|&field| field_type(unit, field)).collect()
                }
                TypeKind::Complex(part) => vec![*part],
                TypeKind::Vector { element, .. } => vec![*element],
                _ => Vec::new(),
            };
            for part in parts {
                members.pointer |= unit.types.is_pointer(part);
                let part = self.representative(unit, part);
                // A character member does not make the aggregate alias everything: the bytes are reached as characters.
                if part.is_none() {
                    members.free = true;
                } else if members.types.insert(part) {
                    work.push(part);
                }
            }
        }
        members
    }
}

/// Whether accesses as `ty` may be of any object, as those of characters.
pub fn is_unrestricted(unit: &Unit, ty: TypeId) -> bool {
    ty.is_none() || find_representative(unit, ty).is_none()
}

fn field_type(unit: &Unit, field: gimple::types::FieldId) -> TypeId {
    let field = unit.types.field(field);
    if field.is_bitfield { field.declared_type } else { field.ty }
}

fn find_representative(unit: &Unit, ty: TypeId) -> TypeId {
    let mut ty = ty;
    loop {
        if unit.types[ty].flags.0 & TypeFlags::MAY_ALIAS != 0 {
            return TypeId::NONE;
        }
        match unit.types.kind(ty) {
            TypeKind::Array { element, .. } => ty = *element,
            _ => break,
        }
    }
    let main = unit.types.main_variant(ty);
    match unit.types.kind(main) {
        TypeKind::Void | TypeKind::Function { .. } => TypeId::NONE,
        TypeKind::Pointer(_) => main,
        TypeKind::Bool | TypeKind::Real(_) | TypeKind::Record { .. } | TypeKind::Union { .. } => {
            main
        }
        TypeKind::Complex(_) | TypeKind::Vector { .. } => main,
        TypeKind::Integer { precision, .. } | TypeKind::Enum { precision, .. } => {
            integer_representative(unit, main, *precision)
        }
        TypeKind::Array { .. } => TypeId::NONE,
    }
}

fn integer_representative(unit: &Unit, main: TypeId, precision: u16) -> TypeId {
    let c = &unit.common;
    if precision <= 8 {
        return TypeId::NONE;
    }
    for (unsigned, signed) in
        [(c.ushort, c.short), (c.uint, c.int), (c.ulong, c.long), (c.ullong, c.llong)]
    {
        if main == unsigned || main == signed {
            return signed;
        }
    }
    // Enumerations, bit-field types and types of the compiler's own go by their width.
    match u32::from(precision) {
        16 => c.short,
        32 => c.int,
        128 => c.int128,
        _ => TypeId::NONE,
    }
}
