//! Types.
//!
//! A type is made once and never changes, but for records, unions and enums, which are completed in place. Variants
//! of one type (qualified, or named by a typedef) share a `main_variant`; two types are the same type, qualifiers
//! and names aside, when their main variants are equal (or, for derived types, structurally compatible: see the
//! front end). Derived types (pointers, qualified variants) are made through the table, which remembers them, so that
//! equal derivations have equal ids.

use crate::entity::EntityVec;
use crate::flag_set::flag_set;
use crate::symbol::Symbol;
use crate::target::TargetDesc;
use crate::type_uids::TypeUids;
use rustc_hash::FxHashMap;

crate::entity! {
    /// A type.
    TypeId;
    /// A field of a record or union.
    FieldId;
}

flag_set! {
    /// Type qualifiers.
    pub struct Quals: u8 {
        /// `const`
        CONST = 1;
        /// `volatile`
        VOLATILE = 2;
        /// `restrict`
        RESTRICT = 4;
        /// `_Atomic`
        ATOMIC = 8;
    }
}

/// The formats a real type may have; the value of every format is kept as binary128.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RealFormat {
    /// IEEE binary16.
    Half,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// IEEE binary128.
    Quad,
}

/// The size of a type in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeSize {
    /// Not (yet) known: incomplete types, functions.
    Incomplete,
    /// A constant.
    Const(u64),
    /// Known at run time only (variable length arrays and what holds them); the front end keeps the expression.
    Variable,
}

/// The index range of an array type; the lower bound is always 0 in C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayDomain {
    /// `T[]`.
    Unknown,
    /// `T[n]`, the number of elements.
    Count(u64),
    /// `T[expr]`, known at run time only; the index tells variable arrays apart.
    Variable(u32),
}

/// An enumeration constant.
#[derive(Clone, Copy, Debug)]
pub struct Enumerator {
    pub name: Symbol,
    pub value: i128,
}

/// What a type is.
#[derive(Clone, Debug)]
pub enum TypeKind {
    Void,
    /// `_Bool`, precision 1; and the boolean types of comparisons.
    Bool,
    /// An integer type; `precision` in bits.
    Integer {
        precision: u16,
        unsigned: bool,
    },
    /// An enumeration with the precision and sign of its underlying type.
    Enum {
        tag: Option<Symbol>,
        precision: u16,
        unsigned: bool,
        values: Vec<Enumerator>,
    },
    Real(RealFormat),
    Complex(TypeId),
    Pointer(TypeId),
    /// A vector of `lanes` elements.
    Vector {
        element: TypeId,
        lanes: u32,
    },
    Array {
        element: TypeId,
        domain: ArrayDomain,
    },
    Record {
        tag: Option<Symbol>,
        fields: Vec<FieldId>,
    },
    Union {
        tag: Option<Symbol>,
        fields: Vec<FieldId>,
    },
    /// `prototyped` is false for `T f ()`.
    Function {
        result: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
        prototyped: bool,
    },
}

/// Rarely set facts about a type, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TypeFlags(pub u16);

impl TypeFlags {
    /// `__attribute__((may_alias))`.
    pub const MAY_ALIAS: u16 = 1;
    /// `__attribute__((packed))`.
    pub const PACKED: u16 = 2;
    /// The alignment was given by the user.
    pub const USER_ALIGN: u16 = 4;
    /// `__attribute__((transparent_union))`.
    pub const TRANSPARENT_UNION: u16 = 8;
    /// A character type whose arrays are strings (`char`, and variants).
    pub const STRING: u16 = 16;
    /// Ends in a flexible array member.
    pub const FLEXIBLE: u16 = 32;
    /// A bit-field's own type, `<unnamed-unsigned:5>`.
    pub const BITFIELD: u16 = 64;
    /// A type of the compiler's own making (`sizetype`, `__builtin_va_list`).
    pub const ARTIFICIAL: u16 = 128;
    /// A pointer that is a reference: what builtins take a `va_list` by.
    pub const REFERENCE: u16 = 256;
    /// A lane of what comparing vectors yields, `<signed-boolean:32>`: 0, or all bits set.
    pub const SIGNED_BOOLEAN: u16 = 512;
    /// A vector that converts to any other of its size without a cast: the value of a comparison in C.
    pub const OPAQUE: u16 = 1024;
    /// A structure, union or array whose scalars are stored with their bytes in the order that is not the target's.
    pub const REVERSED: u16 = 2048;
}

/// A type.
#[derive(Clone, Debug)]
pub struct Type {
    pub kind: TypeKind,
    pub quals: Quals,
    /// The typedef name, or the spelling of a basic type (`long unsigned int`); tags are in `kind`.
    pub name: Option<Symbol>,
    /// The unqualified, unnamed original of this variant (itself for the original).
    pub main_variant: TypeId,
    pub size: TypeSize,
    /// In bytes; 1 for incomplete types.
    pub align: u32,
    pub flags: TypeFlags,
}

/// A field of a record or union. Offsets count from the start of the record.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: Option<Symbol>,
    pub ty: TypeId,
    /// Number printed as the field's `D.` name where it has none.
    pub uid: u32,
    /// Offset in bits of the first bit.
    pub bit_offset: u64,
    /// Size in bits (of the bit-field, or of the type; 0 for flexible arrays).
    pub bit_size: u64,
    pub is_bitfield: bool,
    /// For a bit-field, the type it was declared with.
    pub declared_type: TypeId,
    pub container: TypeId,
    /// Alignment of the field in bytes.
    pub align: u32,
}

impl Field {
    /// Byte offset of the byte that holds the field's first bit.
    pub fn byte_offset(&self) -> u64 {
        self.bit_offset / 8
    }
}

/// The types every unit has.
#[derive(Clone, Debug)]
pub struct CommonTypes {
    pub void: TypeId,
    pub bool_: TypeId,
    pub char_: TypeId,
    pub schar: TypeId,
    pub uchar: TypeId,
    pub short: TypeId,
    pub ushort: TypeId,
    pub int: TypeId,
    pub uint: TypeId,
    pub long: TypeId,
    pub ulong: TypeId,
    pub llong: TypeId,
    pub ullong: TypeId,
    /// The types of 64 bits, those of least rank.
    pub int64: TypeId,
    pub uint64: TypeId,
    pub int128: TypeId,
    pub uint128: TypeId,
    pub float: TypeId,
    pub double: TypeId,
    pub long_double: TypeId,
    /// The interchange and extended types of TS 18661-3: types of their own, whatever their formats.
    pub float32: TypeId,
    pub float64: TypeId,
    pub float128: TypeId,
    pub float32x: TypeId,
    pub float64x: TypeId,
    pub complex_float: TypeId,
    pub complex_double: TypeId,
    pub complex_long_double: TypeId,
    /// `sizetype`: what offsets are counted in (prints as `sizetype`).
    pub sizetype: TypeId,
    pub ssizetype: TypeId,
    pub size_t: TypeId,
    pub ptrdiff_t: TypeId,
    pub void_ptr: TypeId,
    pub const_void_ptr: TypeId,
    pub char_ptr: TypeId,
    pub const_char_ptr: TypeId,
    /// `__builtin_va_list`.
    pub va_list: TypeId,
}

/// All types of a unit.
pub struct Types {
    table: EntityVec<TypeId, Type>,
    fields: EntityVec<FieldId, Field>,
    pointers: FxHashMap<TypeId, TypeId>,
    references: FxHashMap<TypeId, TypeId>,
    ref_all: FxHashMap<TypeId, TypeId>,
    less_aligned: FxHashMap<(TypeId, u32), TypeId>,
    variants: FxHashMap<(TypeId, Quals, Option<Symbol>), TypeId>,
    nonstandard: FxHashMap<(u16, bool), TypeId>,
    arrays: FxHashMap<(TypeId, ArrayDomain), TypeId>,
    reversed_arrays: FxHashMap<TypeId, TypeId>,
    bit_units: FxHashMap<TypeId, Vec<FieldId>>,
    vectors: FxHashMap<(TypeId, u32), TypeId>,
    opaque_vectors: FxHashMap<(TypeId, u32), TypeId>,
    signed_booleans: FxHashMap<u16, TypeId>,
    complexes: FxHashMap<TypeId, TypeId>,
    functions: FxHashMap<(TypeId, Vec<TypeId>, bool, bool), TypeId>,
    pointer_size: u32,
    next_variable_domain: u32,
    uids: Option<TypeUids>,
}

impl Types {
    /// The table with the common types of `target`; `intern` makes their names.
    pub fn new(
        target: &TargetDesc,
        intern: &mut dyn FnMut(&str) -> Symbol,
    ) -> (Types, CommonTypes) {
        let mut types = Types {
            table: EntityVec::new(),
            fields: EntityVec::new(),
            pointers: FxHashMap::default(),
            references: FxHashMap::default(),
            ref_all: FxHashMap::default(),
            less_aligned: FxHashMap::default(),
            variants: FxHashMap::default(),
            nonstandard: FxHashMap::default(),
            arrays: FxHashMap::default(),
            reversed_arrays: FxHashMap::default(),
            bit_units: FxHashMap::default(),
            vectors: FxHashMap::default(),
            opaque_vectors: FxHashMap::default(),
            signed_booleans: FxHashMap::default(),
            complexes: FxHashMap::default(),
            functions: FxHashMap::default(),
            pointer_size: target.pointer_size,
            next_variable_domain: 0,
            uids: None,
        };
        let common = types.make_common(target, intern);
        (types, common)
    }

    fn make_common(
        &mut self,
        target: &TargetDesc,
        intern: &mut dyn FnMut(&str) -> Symbol,
    ) -> CommonTypes {
        let mut int = |types: &mut Types, name: &str, bytes: u32, unsigned: bool| {
            let kind = TypeKind::Integer { precision: (bytes * 8) as u16, unsigned };
            types.basic(kind, Some(intern(name)), bytes)
        };
        let void = int(self, "void", 1, true);
        self.table[void].kind = TypeKind::Void;
        let bool_ = int(self, "_Bool", 1, true);
        self.table[bool_].kind = TypeKind::Bool;
        let char_ = int(self, "char", 1, !target.char_signed);
        let schar = int(self, "signed char", 1, false);
        let uchar = int(self, "unsigned char", 1, true);
        self.table[char_].flags.0 |= TypeFlags::STRING;
        let short = int(self, "short int", target.short_size, false);
        let ushort = int(self, "short unsigned int", target.short_size, true);
        let int_ = int(self, "int", target.int_size, false);
        let uint = int(self, "unsigned int", target.int_size, true);
        let long = int(self, "long int", target.long_size, false);
        let ulong = int(self, "long unsigned int", target.long_size, true);
        let llong = int(self, "long long int", target.long_long_size, false);
        let ullong = int(self, "long long unsigned int", target.long_long_size, true);
        let narrow = target.pointer_size == target.int_size;
        let (size_t, ptrdiff_t) = if narrow { (uint, int_) } else { (ulong, long) };
        let int128 = int(self, "__int128", 16, false);
        let uint128 = int(self, "__int128 unsigned", 16, true);
        let sizetype = int(self, "sizetype", target.pointer_size, true);
        let ssizetype = int(self, "ssizetype", target.pointer_size, false);
        for (ty, unsigned) in [(int128, false), (uint128, true)] {
            self.nonstandard.insert((128, unsigned), ty);
        }
        let mut real = |types: &mut Types, name: &str, format, bytes| {
            types.basic(TypeKind::Real(format), Some(intern(name)), bytes)
        };
        let float = real(self, "float", RealFormat::Single, 4);
        let double = real(self, "double", RealFormat::Double, 8);
        let long_format =
            if target.long_double_mantissa == 113 { RealFormat::Quad } else { RealFormat::Double };
        let long_double = real(self, "long double", long_format, target.long_double_size);
        let float32 = real(self, "_Float32", RealFormat::Single, 4);
        let float64 = real(self, "_Float64", RealFormat::Double, 8);
        let float128 = real(self, "_Float128", RealFormat::Quad, 16);
        let float32x = real(self, "_Float32x", RealFormat::Double, 8);
        let float64x = real(self, "_Float64x", RealFormat::Quad, 16);
        let (complex_float, complex_double) = (self.complex_of(float), self.complex_of(double));
        let complex_long_double = self.complex_of(long_double);
        for (part, name) in [(float, "float"), (double, "double"), (long_double, "long double")] {
            let complex = self.complex_of(part);
            self.table[complex].name = Some(intern(&format!("complex {name}")));
        }
        let const_void = self.qualified(void, Quals::CONST);
        let const_char = self.qualified(char_, Quals::CONST);
        let void_ptr = self.pointer_to(void);
        let va_list = self
            .add(Type { name: Some(intern("__builtin_va_list")), ..self.table[void_ptr].clone() });
        self.table[va_list].main_variant = void_ptr;
        CommonTypes {
            void,
            bool_,
            char_,
            schar,
            uchar,
            short,
            ushort,
            int: int_,
            uint,
            long,
            ulong,
            llong,
            ullong,
            int64: if target.long_size == 8 { long } else { llong },
            uint64: if target.long_size == 8 { ulong } else { ullong },
            int128,
            uint128,
            float,
            double,
            long_double,
            float32,
            float64,
            float128,
            float32x,
            float64x,
            complex_float,
            complex_double,
            complex_long_double,
            sizetype,
            ssizetype,
            size_t,
            ptrdiff_t,
            void_ptr,
            const_void_ptr: self.pointer_to(const_void),
            char_ptr: self.pointer_to(char_),
            const_char_ptr: self.pointer_to(const_char),
            va_list,
        }
    }

    fn basic(&mut self, kind: TypeKind, name: Option<Symbol>, bytes: u32) -> TypeId {
        self.add(Type {
            kind,
            quals: Quals::NONE,
            name,
            main_variant: TypeId::NONE,
            size: TypeSize::Const(bytes.into()),
            align: bytes.max(1),
            flags: TypeFlags::default(),
        })
    }

    /// Adds a type as it is; a `main_variant` of `NONE` becomes the type itself.
    pub fn add(&mut self, ty: Type) -> TypeId {
        let id = self.table.push(ty);
        if self.table[id].main_variant.is_none() {
            self.table[id].main_variant = id;
        }
        if let Some(uids) = &mut self.uids {
            uids.note(&self.table, id);
        }
        id
    }

    /// Numbers types from here on as GCC does, for dumps: the program is about to be read.
    pub fn number_types(&mut self, common: &CommonTypes) {
        self.uids = Some(TypeUids::new(&self.table, common));
    }

    /// The number dumps show a type without a name by (`TYPE_UID`).
    pub fn uid(&self, ty: TypeId) -> u32 {
        self.uids.as_ref().map_or(ty.0, |uids| uids.of(ty))
    }

    /// A function type gets attributes, which makes it another type for GCC, once for the same attributes.
    pub fn note_attributes(&mut self, function: TypeId, attributes: &[&str]) {
        if let Some(uids) = &mut self.uids {
            uids.attribute_variant(function, attributes);
        }
    }

    /// GCC makes a type here of which nothing else can be seen.
    pub fn skip_uid(&mut self) {
        if let Some(uids) = &mut self.uids {
            uids.skip();
        }
    }

    /// Adds a field.
    pub fn add_field(&mut self, field: Field) -> FieldId {
        self.fields.push(field)
    }

    /// The field.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id]
    }

    /// The field, to be laid out.
    pub fn field_mut(&mut self, id: FieldId) -> &mut Field {
        &mut self.fields[id]
    }

    /// The type, to be completed. Variants made before are not changed: see [`Self::complete_variants`].
    pub fn get_mut(&mut self, id: TypeId) -> &mut Type {
        &mut self.table[id]
    }

    /// Copies kind, size, alignment and flags of a just completed main variant to its variants. Linear in the number
    /// of types made since `main` itself.
    pub fn complete_variants(&mut self, main: TypeId) {
        let original = self.table[main].clone();
        for index in main.0 + 1..self.table.len() as u32 {
            let variant = &mut self.table[TypeId(index)];
            if variant.main_variant == main {
                variant.kind = original.kind.clone();
                variant.size = original.size;
                variant.align = variant.align.max(original.align);
                variant.flags.0 |= original.flags.0;
            }
        }
    }

    /// Number of types.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there is no type.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The pointer type to `to`.
    pub fn pointer_to(&mut self, to: TypeId) -> TypeId {
        if let Some(&pointer) = self.pointers.get(&to) {
            if let Some(uids) = &mut self.uids {
                uids.met(pointer);
            }
            return pointer;
        }
        let pointer = self.basic(TypeKind::Pointer(to), None, self.pointer_size);
        self.pointers.insert(to, pointer);
        pointer
    }

    /// The pointer type to `to` through which anything may be accessed (`char * {ref-all}`).
    pub fn ref_all_pointer_to(&mut self, to: TypeId) -> TypeId {
        if self.table[to].flags.0 & TypeFlags::MAY_ALIAS != 0 {
            return self.pointer_to(to);
        }
        if let Some(&pointer) = self.ref_all.get(&to) {
            return pointer;
        }
        let plain = self.pointer_to(to);
        let mut node = self.table[plain].clone();
        node.main_variant = TypeId::NONE;
        node.flags.0 |= TypeFlags::MAY_ALIAS;
        let pointer = self.add(node);
        self.ref_all.insert(to, pointer);
        pointer
    }

    /// The type as one that may lie at multiples of fewer bytes.
    pub fn aligned_at_most(&mut self, ty: TypeId, align: u32) -> TypeId {
        if self.table[ty].align <= align {
            return ty;
        }
        if let Some(&known) = self.less_aligned.get(&(ty, align)) {
            return known;
        }
        let variant = self.add(Type { align, ..self.table[ty].clone() });
        self.less_aligned.insert((ty, align), variant);
        variant
    }

    /// The type of the address of a function of type `to`. In GCC it points to a qualified type where the function is
    /// `const` or does not return, and to one with attributes where the type has some, as builtins' have.
    pub fn pointer_to_function(&mut self, to: TypeId, quals: Quals, attributed: bool) -> TypeId {
        if quals.is_empty() && !attributed {
            return self.pointer_to(to);
        }
        if let Some(uids) = &mut self.uids {
            uids.function_address(to, quals, attributed);
            uids.postpone(true);
        }
        let pointer = self.pointer_to(to);
        if let Some(uids) = &mut self.uids {
            uids.postpone(false);
        }
        pointer
    }

    /// The reference type to `to`: a pointer type with another spelling.
    pub fn reference_to(&mut self, to: TypeId) -> TypeId {
        let pointer = self.pointer_to(to);
        if let Some(&reference) = self.references.get(&to) {
            return reference;
        }
        let flags = TypeFlags(self.table[pointer].flags.0 | TypeFlags::REFERENCE);
        let reference = self.add(Type { flags, ..self.table[pointer].clone() });
        self.references.insert(to, reference);
        reference
    }

    /// The variant of `ty` with exactly the qualifiers `quals` and the same name.
    pub fn qualified(&mut self, ty: TypeId, quals: Quals) -> TypeId {
        let name = self.table[ty].name;
        self.variant(ty, quals, name)
    }

    /// The variant of `ty` with no qualifier and no typedef name.
    pub fn main_variant(&self, ty: TypeId) -> TypeId {
        self.table[ty].main_variant
    }

    /// The variant of `ty` named `name` with `quals`.
    pub fn variant(&mut self, ty: TypeId, quals: Quals, name: Option<Symbol>) -> TypeId {
        let original = &self.table[ty];
        if original.quals == quals && original.name == name {
            return ty;
        }
        let main = original.main_variant;
        let main_type = &self.table[main];
        if original.align == main_type.align
            && original.flags == main_type.flags
            && main_type.quals == quals
            && main_type.name == name
        {
            return main;
        }
        // An over-aligned variant has variants of its own.
        let key = if original.align == main_type.align && original.flags == main_type.flags {
            main
        } else {
            ty
        };
        if let Some(&variant) = self.variants.get(&(key, quals, name)) {
            return variant;
        }
        let variant = Type { quals, name, main_variant: main, ..original.clone() };
        let id = self.add(variant);
        self.variants.insert((key, quals, name), id);
        id
    }

    /// An integer type of any precision (`<unnamed-unsigned:5>`); sizes are those of the next power of two.
    pub fn nonstandard_integer(&mut self, precision: u16, unsigned: bool) -> TypeId {
        if let Some(&ty) = self.nonstandard.get(&(precision, unsigned)) {
            return ty;
        }
        let bytes = u32::from(precision.div_ceil(8)).next_power_of_two();
        let ty = self.basic(TypeKind::Integer { precision, unsigned }, None, bytes);
        self.table[ty].flags.0 |= TypeFlags::BITFIELD;
        self.nonstandard.insert((precision, unsigned), ty);
        ty
    }

    /// The complex type over `part`.
    pub fn complex_of(&mut self, part: TypeId) -> TypeId {
        if let Some(&ty) = self.complexes.get(&part) {
            return ty;
        }
        let (size, align) = (self.size(part).unwrap_or(0), self.table[part].align);
        let ty = self.basic(TypeKind::Complex(part), None, align);
        self.table[ty].size = TypeSize::Const(2 * size);
        self.complexes.insert(part, ty);
        ty
    }

    /// The vector type of `lanes` `element`s.
    pub fn vector_of(&mut self, element: TypeId, lanes: u32) -> TypeId {
        if let Some(&ty) = self.vectors.get(&(element, lanes)) {
            return ty;
        }
        let ty = self.new_vector(element, lanes);
        self.vectors.insert((element, lanes), ty);
        ty
    }

    /// The vector type of `lanes` `element`s that C converts to any other of its size (`build_opaque_vector_type`).
    pub fn opaque_vector_of(&mut self, element: TypeId, lanes: u32) -> TypeId {
        if let Some(&ty) = self.opaque_vectors.get(&(element, lanes)) {
            return ty;
        }
        let ty = self.new_vector(element, lanes);
        self.table[ty].flags.0 |= TypeFlags::OPAQUE;
        self.opaque_vectors.insert((element, lanes), ty);
        ty
    }

    fn new_vector(&mut self, element: TypeId, lanes: u32) -> TypeId {
        let size = self.size(element).unwrap_or(1) * u64::from(lanes);
        let ty = self.basic(TypeKind::Vector { element, lanes }, None, size.min(1 << 20) as u32);
        self.table[ty].size = TypeSize::Const(size);
        ty
    }

    /// The type of a lane of a vector comparison's value whose operands have lanes of `bits` bits.
    pub fn signed_boolean(&mut self, bits: u16) -> TypeId {
        if let Some(&ty) = self.signed_booleans.get(&bits) {
            return ty;
        }
        let kind = TypeKind::Integer { precision: bits, unsigned: false };
        let ty = self.basic(kind, None, u32::from(bits / 8).max(1));
        self.table[ty].flags.0 |= TypeFlags::SIGNED_BOOLEAN;
        self.signed_booleans.insert(bits, ty);
        ty
    }

    /// The type comparing two values of the vector type `of` yields (`truth_type_for`).
    pub fn mask_of(&mut self, of: TypeId) -> Option<TypeId> {
        let TypeKind::Vector { element, lanes } = *self.kind(of) else { return None };
        let bits = 8 * self.size(element)?;
        let lane = self.signed_boolean(u16::try_from(bits).ok()?);
        Some(self.vector_of(lane, lanes))
    }

    /// The lanes of a vector type: their type and number.
    pub fn lanes(&self, ty: TypeId) -> Option<(TypeId, u32)> {
        match *self.kind(ty) {
            TypeKind::Vector { element, lanes } => Some((element, lanes)),
            _ => None,
        }
    }

    /// The array type of `element` over `domain`.
    pub fn array_of(&mut self, element: TypeId, domain: ArrayDomain) -> TypeId {
        if let Some(&ty) = self.arrays.get(&(element, domain))
            && self.table[ty].size != TypeSize::Incomplete
        {
            return ty;
        }
        let size = match (domain, self.table[element].size) {
            (ArrayDomain::Count(n), TypeSize::Const(size)) => {
                size.checked_mul(n).map_or(TypeSize::Incomplete, TypeSize::Const)
            }
            (ArrayDomain::Variable(_), _) | (_, TypeSize::Variable) => TypeSize::Variable,
            _ => TypeSize::Incomplete,
        };
        let ty = self.basic(TypeKind::Array { element, domain }, None, 1);
        self.table[ty].size = size;
        self.table[ty].align = self.table[element].align;
        self.arrays.insert((element, domain), ty);
        ty
    }

    /// The array whose elements, and theirs, are stored with their bytes in the order that is not the target's.
    pub fn reversed_array(&mut self, array: TypeId) -> TypeId {
        let TypeKind::Array { element, domain } = *self.kind(array) else { return array };
        if self.is_reversed(array) {
            return array;
        }
        if let Some(&ty) = self.reversed_arrays.get(&array)
            && self.table[ty].size != TypeSize::Incomplete
        {
            return ty;
        }
        let element = self.reversed_array(element);
        let Type { size, align, quals, .. } = self.table[array];
        let ty = self.basic(TypeKind::Array { element, domain }, None, 1);
        let made = &mut self.table[ty];
        (made.size, made.align, made.quals) = (size, align, quals);
        made.flags.0 |= TypeFlags::REVERSED;
        self.reversed_arrays.insert(array, ty);
        ty
    }

    /// Whether the scalars that are immediate parts of an aggregate have their bytes in the other order.
    pub fn is_reversed(&self, ty: TypeId) -> bool {
        self.table[ty].flags.0 & TypeFlags::REVERSED != 0
    }

    /// The bits that may be written along with a bit-field, from the first one to after the last: those of the bit-fields
    /// beside it, up to a member of another kind or one of no width, whole bytes, and up to the smallest integer that holds
    /// them if nothing else is there (`DECL_BIT_FIELD_REPRESENTATIVE`).
    pub fn bit_field_run(&self, record: TypeId, field: FieldId) -> (u64, u64) {
        let own = self.field(field).bit_offset;
        let (mut first, mut last) = (own, own);
        let mut among = false;
        let mut run = (0, 0);
        let mut limit = self.size(record).map_or(u64::MAX, |size| 8 * size);
        for &other in self.fields(record) {
            let data = self.field(other);
            let (start, end) = (data.bit_offset, data.bit_offset + data.bit_size);
            if !data.is_bitfield || data.bit_size == 0 {
                if among {
                    limit = start;
                    break;
                }
                run = (end, end);
                continue;
            }
            if run.1 <= run.0 {
                run.0 = start;
            }
            run.1 = end;
            among |= other == field;
            (first, last) = run;
        }
        first -= first % 8;
        let width = (last - first).next_multiple_of(8);
        let whole = width.next_power_of_two().max(8);
        (first, first + if first + whole <= limit { whole } else { width })
    }

    /// The fields without a name through which a structure's bit-fields are accessed, where their bits are numbered from
    /// the other end: they are no members, and lie over those.
    pub fn bit_units(&self, ty: TypeId) -> &[FieldId] {
        self.bit_units.get(&self.main_variant(ty)).map_or(&[], |units| units)
    }

    /// Sets the units of a structure's bit-fields.
    pub fn set_bit_units(&mut self, ty: TypeId, units: Vec<FieldId>) {
        let main = self.main_variant(ty);
        self.bit_units.insert(main, units);
    }

    /// A domain no other array has, for an array whose bound is known at run time only.
    pub fn fresh_variable_domain(&mut self) -> ArrayDomain {
        self.next_variable_domain += 1;
        ArrayDomain::Variable(self.next_variable_domain - 1)
    }

    /// Whether an array's domain is one of those that are known at run time only.
    pub fn has_domain(&self, domain: ArrayDomain) -> bool {
        matches!(domain, ArrayDomain::Variable(index) if index < self.next_variable_domain)
    }

    /// The function type.
    pub fn function_of(
        &mut self,
        result: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
        prototyped: bool,
    ) -> TypeId {
        let key = (result, params, variadic, prototyped);
        if let Some(&ty) = self.functions.get(&key) {
            return ty;
        }
        let kind = TypeKind::Function { result, params: key.1.clone(), variadic, prototyped };
        let ty = self.basic(kind, None, 1);
        self.table[ty].size = TypeSize::Incomplete;
        self.functions.insert(key, ty);
        ty
    }

    /// What the type is.
    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.table[ty].kind
    }

    /// Size in bytes, where it is a constant.
    pub fn size(&self, ty: TypeId) -> Option<u64> {
        match self.table[ty].size {
            TypeSize::Const(size) => Some(size),
            _ => None,
        }
    }

    /// Size in bits, where it is a constant that can be counted.
    pub fn bits(&self, ty: TypeId) -> Option<i64> {
        i64::try_from(self.size(ty)?).ok()?.checked_mul(8)
    }

    /// Alignment in bytes.
    pub fn align(&self, ty: TypeId) -> u32 {
        self.table[ty].align
    }

    /// The type a pointer points to.
    pub fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.table[ty].kind {
            TypeKind::Pointer(to) => Some(to),
            _ => None,
        }
    }

    /// The element type of an array or vector, or the part type of a complex type.
    pub fn element(&self, ty: TypeId) -> Option<TypeId> {
        match self.table[ty].kind {
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => Some(element),
            TypeKind::Complex(part) => Some(part),
            _ => None,
        }
    }

    /// Fields of a record or union.
    pub fn fields(&self, ty: TypeId) -> &[FieldId] {
        match &self.table[ty].kind {
            TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. } => fields,
            _ => &[],
        }
    }

    /// Precision in bits of an integral, boolean, enumerated or pointer type.
    pub fn precision(&self, ty: TypeId) -> Option<u32> {
        match self.table[ty].kind {
            TypeKind::Bool => Some(1),
            TypeKind::Integer { precision, .. } | TypeKind::Enum { precision, .. } => {
                Some(precision.into())
            }
            TypeKind::Pointer(_) => Some(self.pointer_size * 8),
            _ => None,
        }
    }

    /// Whether a type is an integer that leaves bits of its mode unused, as a bit-field's (`unsigned : 24`).
    pub fn is_bit_precise(&self, ty: TypeId) -> bool {
        let TypeKind::Integer { precision, .. } = self.table[ty].kind else { return false };
        self.size(ty).is_some_and(|bytes| u64::from(precision) != 8 * bytes)
    }

    /// Whether values are unsigned (pointers and booleans are).
    pub fn is_unsigned(&self, ty: TypeId) -> bool {
        match self.table[ty].kind {
            TypeKind::Bool | TypeKind::Pointer(_) => true,
            TypeKind::Integer { unsigned, .. } | TypeKind::Enum { unsigned, .. } => unsigned,
            _ => false,
        }
    }

    /// Integer, enumeral or boolean (`INTEGRAL_TYPE_P`).
    pub fn is_integral(&self, ty: TypeId) -> bool {
        matches!(
            self.table[ty].kind,
            TypeKind::Bool | TypeKind::Integer { .. } | TypeKind::Enum { .. }
        )
    }

    /// Whether the type is that of functions which take anonymous arguments.
    pub fn is_variadic(&self, ty: TypeId) -> bool {
        matches!(self.table[ty].kind, TypeKind::Function { variadic: true, .. })
    }

    /// Whether the type is a pointer.
    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.table[ty].kind, TypeKind::Pointer(_))
    }

    /// Whether the type is a scalar real type.
    pub fn is_real(&self, ty: TypeId) -> bool {
        matches!(self.table[ty].kind, TypeKind::Real(_))
    }

    /// Record, union or array (`AGGREGATE_TYPE_P`).
    pub fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(
            self.table[ty].kind,
            TypeKind::Record { .. } | TypeKind::Union { .. } | TypeKind::Array { .. }
        )
    }

    /// Whether a variable of the type may live in a register before anything is known of its uses
    /// (`is_gimple_reg_type`): everything but aggregates, functions and `void`.
    pub fn is_register_type(&self, ty: TypeId) -> bool {
        !matches!(
            self.table[ty].kind,
            TypeKind::Record { .. }
                | TypeKind::Union { .. }
                | TypeKind::Array { .. }
                | TypeKind::Function { .. }
                | TypeKind::Void
        )
    }

    /// Whether the type's main variant and another's are the same type.
    pub fn same_main(&self, a: TypeId, b: TypeId) -> bool {
        self.table[a].main_variant == self.table[b].main_variant
    }

    /// `value` wrapped to the type's precision and sign.
    #[inline]
    pub fn wrap(&self, ty: TypeId, value: i128) -> i128 {
        let (bits, unsigned) = match self.table[ty].kind {
            TypeKind::Bool => (1, true),
            TypeKind::Pointer(_) => (self.pointer_size * 8, true),
            TypeKind::Integer { precision, unsigned, .. }
            | TypeKind::Enum { precision, unsigned, .. } => (precision.into(), unsigned),
            _ => return value,
        };
        wrap_to(bits, unsigned, value)
    }

    /// Puts values of an integral type in order (unsigned ones of 128 bits are kept wrapped); it is its own inverse.
    pub fn order_key(&self, ty: TypeId, value: i128) -> i128 {
        let wide = self.precision(ty) == Some(128) && self.is_unsigned(ty);
        if wide { value ^ i128::MIN } else { value }
    }
}

/// `value` wrapped to so many bits.
#[inline]
fn wrap_to(bits: u32, unsigned: bool, value: i128) -> i128 {
    match (bits, unsigned) {
        // Folding does this all the time, and nearly always for a type of one machine word.
        (1..=64, true) => i128::from((value as u64) << (64 - bits) >> (64 - bits)),
        (1..=64, false) => i128::from((value as i64) << (64 - bits) >> (64 - bits)),
        (65..=127, true) => ((value as u128) << (128 - bits) >> (128 - bits)) as i128,
        (65..=127, false) => value << (128 - bits) >> (128 - bits),
        _ => value,
    }
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        &self.table[id]
    }
}
