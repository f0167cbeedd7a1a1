//! Entries of types: only of those that something refers to.
//!
//! ```text
//! typedef struct { const int *p; unsigned f : 3; } t;
//! ⇒  typedef t → structure { member p → pointer → const → int, member f → unsigned int, 3 bits at bit 64 }
//! ```
//! An entry is made where its type is first referred to, and filled in later: types may be nested as deep as a program
//! likes. Linear in the entries.

use super::Information;
use super::codes::*;
use super::dies::{DieId, Value};
use super::text::Code;
use gimple::declared_types::DeclaredTypes;
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::types::{
    ArrayDomain, Enumerator, Field, FieldId, Quals, TypeFlags, TypeId, TypeKind, TypeSize,
};
use gimple::unit::Unit;

/// The qualifiers, the innermost first.
const QUALIFIERS: [(Quals, Code); 4] = [
    (Quals::ATOMIC, TAG_ATOMIC_TYPE),
    (Quals::CONST, TAG_CONST_TYPE),
    (Quals::VOLATILE, TAG_VOLATILE_TYPE),
    (Quals::RESTRICT, TAG_RESTRICT_TYPE),
];

/// The type of a unit that entries are to be made of: `named` where a typedef is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Described {
    ty: TypeId,
    named: bool,
    /// Qualifiers beside those that the typedef has.
    quals: Quals,
}

impl Information<'_> {
    /// Says of what type something is; nothing is said of `void`.
    pub(super) fn set_type(&mut self, die: DieId, ty: TypeId) {
        let described = describe(self.unit, ty);
        if let Some(entry) = self.type_entry(described) {
            self.dies.set(die, AT_TYPE, Value::Entry(entry));
        }
    }

    fn type_entry(&mut self, described: Described) -> Option<DieId> {
        if let Some(&known) = self.types.get(&described) {
            return Some(known);
        }
        let Described { ty, named, quals } = described;
        let kind = self.unit.types.kind(ty);
        if !named && quals.is_empty() && matches!(kind, TypeKind::Void) {
            return None;
        }
        let outer = QUALIFIERS.iter().rfind(|(one, _)| quals.intersects(*one));
        let tag = match (outer, kind) {
            (Some((_, tag)), _) => *tag,
            _ if named => TAG_TYPEDEF,
            (_, TypeKind::Enum { .. }) => TAG_ENUMERATION_TYPE,
            (_, TypeKind::Pointer(_)) => TAG_POINTER_TYPE,
            (_, TypeKind::Vector { .. } | TypeKind::Array { .. }) => TAG_ARRAY_TYPE,
            (_, TypeKind::Record { .. }) => TAG_STRUCTURE_TYPE,
            (_, TypeKind::Union { .. }) => TAG_UNION_TYPE,
            (_, TypeKind::Function { .. }) => TAG_SUBROUTINE_TYPE,
            _ => TAG_BASE_TYPE,
        };
        let parent = self.type_parents.get(&ty).copied().unwrap_or(self.root);
        let die = self.dies.add(parent, tag);
        self.types.insert(described, die);
        self.unfilled.push((described, die));
        Some(die)
    }

    /// Fills in the entries of types that have been referred to, and of those that these refer to.
    pub(super) fn fill_types(&mut self) {
        while let Some((described, die)) = self.unfilled.pop() {
            self.fill(described, die);
        }
    }

    fn fill(&mut self, Described { ty, named, quals }: Described, die: DieId) {
        if let Some((one, _)) = QUALIFIERS.iter().rfind(|(one, _)| quals.intersects(*one)) {
            let inner = Described { ty, named, quals: quals.without(*one) };
            if let Some(entry) = self.type_entry(inner) {
                self.dies.set(die, AT_TYPE, Value::Entry(entry));
            }
        } else if named {
            self.typedef(ty, die);
        } else {
            self.plain(ty, die);
        }
    }

    fn typedef(&mut self, ty: TypeId, die: DieId) {
        let data = &self.unit.types[ty];
        let (name, main) = (data.name, data.main_variant);
        let known = self.unit.pass_state.of::<DeclaredTypes>().typedef(ty);
        let (original, loc) = known.unwrap_or((main, Location::UNKNOWN));
        self.set_name(die, name);
        self.declared_at(die, loc);
        self.set_type(die, original);
    }

    fn plain(&mut self, ty: TypeId, die: DieId) {
        let kind = self.unit.types.kind(ty).clone();
        let size = self.unit.types.size(ty);
        match kind {
            TypeKind::Pointer(to) => {
                self.dies.number(die, AT_BYTE_SIZE, size.unwrap_or(8));
                self.set_type(die, to);
            }
            TypeKind::Record { tag, fields } => self.record(die, ty, tag, &fields, false),
            TypeKind::Union { tag, fields } => self.record(die, ty, tag, &fields, true),
            TypeKind::Enum { tag, precision, unsigned, values } => {
                self.enumeration(die, ty, tag, (precision, unsigned), &values);
            }
            TypeKind::Vector { element, lanes } => {
                self.dies.set(die, AT_GNU_VECTOR, Value::Flag);
                self.set_type(die, element);
                self.bounds(die, ArrayDomain::Count(lanes.into()));
            }
            TypeKind::Array { element, domain } => self.array(die, element, domain),
            TypeKind::Function { result, params, variadic, prototyped } => {
                if prototyped {
                    self.dies.set(die, AT_PROTOTYPED, Value::Flag);
                }
                self.set_type(die, result);
                for param in params {
                    let entry = self.dies.add(die, TAG_FORMAL_PARAMETER);
                    self.set_type(entry, param);
                }
                if variadic || !prototyped {
                    self.dies.add(die, TAG_UNSPECIFIED_PARAMETERS);
                }
            }
            TypeKind::Void | TypeKind::Bool | TypeKind::Integer { .. } => self.base(die, ty),
            TypeKind::Real(_) | TypeKind::Complex(_) => self.base(die, ty),
        }
    }

    fn base(&mut self, die: DieId, ty: TypeId) {
        let types = &self.unit.types;
        let common = &self.unit.common;
        let encoding = match *types.kind(ty) {
            TypeKind::Bool => ATE_BOOLEAN,
            TypeKind::Real(_) => ATE_FLOAT,
            TypeKind::Complex(part) if types.is_real(part) => ATE_COMPLEX_FLOAT,
            TypeKind::Complex(_) => ATE_LO_USER,
            TypeKind::Integer { unsigned, .. } => {
                let character = [common.char_, common.schar, common.uchar].contains(&ty);
                match (character, unsigned) {
                    (true, true) => ATE_UNSIGNED_CHAR,
                    (true, false) => ATE_SIGNED_CHAR,
                    (false, true) => ATE_UNSIGNED,
                    (false, false) => ATE_SIGNED,
                }
            }
            _ => ATE_SIGNED,
        };
        let name = match (types[ty].name, types.element(ty)) {
            (Some(name), _) => self.unit.symbols.text(name).to_string(),
            (None, Some(part)) => {
                let part = types[part].name.map_or("", |name| self.unit.symbols.text(name));
                format!("complex {part}")
            }
            _ => String::new(),
        };
        let size = types.size(ty).unwrap_or(0);
        self.dies.number(die, AT_BYTE_SIZE, size);
        self.dies.number(die, AT_ENCODING, encoding);
        if !name.is_empty() {
            self.dies.text(die, AT_NAME, &name);
        }
    }

    fn set_name(&mut self, die: DieId, name: Option<Symbol>) {
        if let Some(name) = name {
            self.dies.text(die, AT_NAME, self.unit.symbols.text(name));
        }
    }

    /// The name and size of a structure, union or enumeration, and where it is declared. Whether it is complete.
    fn tagged(&mut self, die: DieId, ty: TypeId, tag: Option<Symbol>) -> bool {
        self.set_name(die, tag);
        match self.unit.types[ty].size {
            TypeSize::Incomplete => {
                self.dies.set(die, AT_DECLARATION, Value::Flag);
                return false;
            }
            TypeSize::Const(size) => self.dies.number(die, AT_BYTE_SIZE, size),
            TypeSize::Variable => {}
        }
        let loc = self.unit.pass_state.of::<DeclaredTypes>().tag(ty);
        self.declared_at(die, loc.unwrap_or(Location::UNKNOWN));
        true
    }

    fn record(
        &mut self,
        die: DieId,
        ty: TypeId,
        tag: Option<Symbol>,
        fields: &[FieldId],
        is_union: bool,
    ) {
        if !self.tagged(die, ty, tag) {
            return;
        }
        for &field in fields {
            let field = self.unit.types.field(field).clone();
            if field.is_bitfield && field.name.is_none() {
                continue;
            }
            let entry = self.dies.add(die, TAG_MEMBER);
            self.set_name(entry, field.name);
            self.set_type(entry, if field.is_bitfield { field.declared_type } else { field.ty });
            if field.is_bitfield {
                self.bits(entry, &field);
            } else if !is_union {
                self.dies.number(entry, AT_DATA_MEMBER_LOCATION, field.byte_offset());
            }
        }
    }

    /// Where a bit-field is: up to DWARF 3 within a unit of its type, its bits counted from the most significant one.
    fn bits(&mut self, entry: DieId, field: &Field) {
        self.dies.number(entry, AT_BIT_SIZE, field.bit_size);
        if self.dies.version() >= 4 {
            self.dies.number(entry, AT_DATA_BIT_OFFSET, field.bit_offset);
            return;
        }
        let unit = 8 * self.unit.types.size(field.declared_type).unwrap_or(4);
        let within = field.bit_offset % unit;
        self.dies.number(entry, AT_BYTE_SIZE, unit / 8);
        self.dies.set(
            entry,
            AT_BIT_OFFSET,
            Value::Signed((unit - within) as i64 - field.bit_size as i64),
        );
        let byte = (field.bit_offset - within) / 8;
        self.dies.number(entry, AT_DATA_MEMBER_LOCATION, byte);
    }

    fn enumeration(
        &mut self,
        die: DieId,
        ty: TypeId,
        tag: Option<Symbol>,
        (precision, unsigned): (u16, bool),
        values: &[Enumerator],
    ) {
        if !self.tagged(die, ty, tag) {
            return;
        }
        self.dies.number(die, AT_ENCODING, if unsigned { ATE_UNSIGNED } else { ATE_SIGNED });
        let common = &self.unit.common;
        let standard = [
            common.uint,
            common.int,
            common.ulong,
            common.long,
            common.uchar,
            common.schar,
            common.ushort,
            common.short,
        ];
        let same = |&&one: &&TypeId| {
            let types = &self.unit.types;
            types.precision(one) == Some(precision.into()) && types.is_unsigned(one) == unsigned
        };
        let known = standard.iter().find(same).copied();
        let nonstandard = || self.unit.types.nonstandard_integer(precision, unsigned);
        let underlying = known.unwrap_or_else(nonstandard);
        self.set_type(die, underlying);
        for one in values {
            let entry = self.dies.add(die, TAG_ENUMERATOR);
            self.set_name(entry, Some(one.name));
            self.dies.set(entry, AT_CONST_VALUE, constant(one.value));
        }
    }

    /// The dimensions of an array stand side by side.
    fn array(&mut self, die: DieId, mut element: TypeId, domain: ArrayDomain) {
        let mut domains = vec![domain];
        while let TypeKind::Array { element: inner, domain } = *self.unit.types.kind(element) {
            domains.push(domain);
            element = inner;
        }
        self.set_type(die, element);
        for domain in domains {
            self.bounds(die, domain);
        }
    }

    fn bounds(&mut self, array: DieId, domain: ArrayDomain) {
        let entry = self.dies.add(array, TAG_SUBRANGE_TYPE);
        self.set_type(entry, self.unit.common.ulong);
        match domain {
            ArrayDomain::Count(0) => self.dies.number(entry, AT_COUNT, 0),
            ArrayDomain::Count(count) => self.dies.number(entry, AT_UPPER_BOUND, count - 1),
            ArrayDomain::Variable(index) => {
                let bound = self.unit.array_bounds.get(&index).copied();
                if let Some(location) = bound.and_then(|bound| self.variable_bound(bound)) {
                    self.dies.set(entry, AT_UPPER_BOUND, location);
                }
            }
            ArrayDomain::Unknown => {}
        }
    }
}

/// A constant of an integral type.
pub(super) fn constant(value: i128) -> Value {
    match u64::try_from(value) {
        Ok(value) => Value::Number(value),
        Err(_) => Value::Signed(value as i64),
    }
}

/// What entries a type has: that of its typedef, or of what it is.
fn describe(unit: &mut Unit, ty: TypeId) -> Described {
    let data = &unit.types[ty];
    let (main, name) = (data.main_variant, data.name);
    // Qualifiers of an array are its elements', those of a function say how it behaves.
    let unqualified = matches!(data.kind, TypeKind::Array { .. } | TypeKind::Function { .. });
    let quals = if unqualified { Quals::NONE } else { data.quals };
    let reference = data.flags.0 & TypeFlags::REFERENCE != 0;
    let plain = name.is_none() || unit.types[main].name == name || reference;
    let name = name.filter(|_| !plain);
    let Some(name) = name else {
        let array = matches!(unit.types.kind(ty), TypeKind::Array { .. });
        return Described { ty: if array { ty } else { main }, named: false, quals };
    };
    let named = unit.pass_state.of::<DeclaredTypes>().typedef_called(main, name);
    match named {
        Some(named) => {
            let own = if unqualified { Quals::NONE } else { unit.types[named].quals };
            Described { ty: named, named: true, quals: quals.without(own) }
        }
        None => Described { ty, named: true, quals: Quals::NONE },
    }
}
