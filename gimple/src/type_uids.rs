//! The numbers GCC's dumps show types without a name by: `int (*<T2a6>) (int)`.
//!
//! ```text
//! int a[10];                    2a2 the range 0 … 9, 2a3 int[10]
//! typedef struct s {int x;} S;  2a4 struct s, 2a5 S
//! void f (S *);                 2a6 S *, 2a7 struct s *, 2a8 void (S *), 2a9 void (struct s *)
//! ```
//!
//! GCC numbers types as it makes them. Types that are equal but for typedef names share a canonical type, which is made
//! after the first of them where no program text asked for it. What builtin functions take and return was made before
//! the program is read. Constant for each type made.

use crate::builtins::{Builtin, Signature, SignaturePart};
use crate::entity::EntityVec;
use crate::types::{ArrayDomain, CommonTypes, Quals, Type, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// No number: a type that GCC has not made.
const POSTPONED: u32 = u32::MAX;
/// The number of the first type a program makes.
const FIRST: u32 = 0x2a2;

/// Function types that GCC makes for builtins which Gimlet's table lacks, written as there.
const MORE_SIGNATURES: &[&str] = &[
    "Kv*Kv*", "b", "bi", "bl*l*", "buL*uL*", "bv*", "did", "eie", "fif", "iKv*", "iKv*i", "iii",
    "iiuiui", "iv*Kc*", "iv*i", "li", "lv*l", "sss", "ui", "uii", "uiui", "uif", "uil", "uiui",
    "uiuiui", "uiuiuiui", "uiul", "uius", "uiv*", "uiv*ui", "ul", "ulKv*", "ulf", "ululul",
    "ulululul", "ulv*", "ulv*ul", "usus", "ususus", "usui", "v*Kv*", "v*i", "v*Kv*Kv*", "v*Kv*ul",
    "vKv*", "vKv*ul", "vb", "vdd", "vff", "vii", "vuiui", "vuiv*", "vulul", "vulv*", "vusus",
    "vv**", "vv*Kv*ul", "vv*ii", "vv*iul", "vv*l", "vv*v*ui", "vv*v*",
];

/// Pointers to functions that builtins take, by the signature of the function, and their numbers; `?` is `void ()`.
const POINTERS_TO_FUNCTIONS: &[(&str, u32)] = &[("?", 0x1ee), ("vv*", 0xdb), ("vv*v*", 0x145)];

/// A type of GCC's that stands for all that are equal but for names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Canonical(u32);

/// How a canonical type is made of others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Shape {
    /// A basic type, a record, union or enumeration, or what else is only equal to itself.
    Own(TypeId),
    Qualified(Canonical, Quals),
    Pointer(Canonical),
    Array(Canonical, ArrayDomain),
    Complex(Canonical),
    Vector(Canonical, u32),
    /// Result, parameters, whether variadic, whether prototyped.
    Function(Canonical, Vec<Canonical>, bool, bool),
}

/// The numbers of a unit's types.
pub(crate) struct TypeUids {
    next: u32,
    postponed: bool,
    /// By type: its number, its canonical type, and whether it is that.
    types: Vec<(u32, Canonical, bool)>,
    shapes: FxHashMap<Shape, Canonical>,
    /// By canonical type: the number of GCC's node, once there is one, and the type without its qualifiers.
    numbers: Vec<(Option<u32>, Canonical)>,
    /// Functions whose type has attributes of its own, by type and qualifiers, once their address has been taken.
    attributed: FxHashSet<(Canonical, Quals)>,
    /// Function types with attributes, by the type and its attributes in the order of the alphabet.
    variants: FxHashSet<(TypeId, Vec<String>)>,
    /// Numbers of elements whose range of indices has been made.
    ranges: FxHashSet<u64>,
}

impl TypeUids {
    /// The numbers of what there is before the program is read.
    pub(crate) fn new(table: &EntityVec<TypeId, Type>, common: &CommonTypes) -> TypeUids {
        let mut uids = TypeUids {
            next: 1,
            postponed: false,
            types: Vec::new(),
            shapes: FxHashMap::default(),
            numbers: Vec::new(),
            attributed: FxHashSet::default(),
            variants: FxHashSet::default(),
            ranges: FxHashSet::default(),
        };
        for (id, _) in table.iter() {
            uids.note(table, id);
        }
        let signatures = Builtin::all().map(|builtin| builtin.info().signature);
        let signatures = signatures.chain(MORE_SIGNATURES.iter().copied());
        for signature in signatures.filter_map(Signature::read) {
            uids.signature(common, &signature);
        }
        for result in [common.void, common.int, common.bool_] {
            let result = uids.types[result.0 as usize].1;
            uids.known(Shape::Function(result, Vec::new(), false, false), 0);
        }
        for &(signature, number) in POINTERS_TO_FUNCTIONS {
            let function = match Signature::read(signature) {
                Some(signature) => uids.signature(common, &signature),
                None => {
                    let void = uids.types[common.void.0 as usize].1;
                    uids.canonical(Shape::Function(void, Vec::new(), false, false))
                }
            };
            uids.known(Shape::Pointer(function), number);
        }
        uids.next = FIRST;
        uids
    }

    /// The number of a type.
    pub(crate) fn of(&self, ty: TypeId) -> u32 {
        self.types.get(ty.0 as usize).map_or(0, |entry| entry.0)
    }

    /// GCC makes a type that nothing else can tell from another.
    pub(crate) fn skip(&mut self) {
        self.next += 1;
    }

    /// The address of a function is taken that is qualified (`const`, or `volatile` where it does not return) or whose
    /// type has attributes: the pointer is to a type of its own, and so is its canonical type.
    pub(crate) fn function_address(&mut self, function: TypeId, quals: Quals, attributed: bool) {
        let (_, plain, _) = self.types[function.0 as usize];
        let class = match quals.is_empty() {
            true => plain,
            false => self.canonical(Shape::Qualified(plain, quals)),
        };
        let fresh = attributed && self.attributed.insert((plain, quals));
        if fresh && !quals.is_empty() {
            self.next += 1;
        }
        self.number(class);
        if fresh {
            self.next += 1;
        }
        let pointer = self.canonical(Shape::Pointer(class));
        self.number(pointer);
    }

    /// A function type gets attributes: with the same ones it is the same type (`build_type_attribute_variant`). The types of
    /// builtins have had all but those that name parameters since before the program is read.
    pub(crate) fn attribute_variant(&mut self, function: TypeId, attributes: &[&str]) {
        let (_, class, itself) = self.types[function.0 as usize];
        let of_builtin = itself && self.numbers[class.0 as usize].0 == Some(0);
        let by_builtins = |name: &&str| {
            ["format ", "alloc_size ", "warn_unused_result"].iter().any(|it| name.starts_with(it))
        };
        let known = of_builtin
            && attributes.iter().all(by_builtins)
            && attributes.first().is_none_or(|first| !first.starts_with("warn"));
        let mut key: Vec<String> = attributes.iter().map(|name| (*name).to_owned()).collect();
        key.sort_unstable();
        key.dedup();
        if !known && !key.is_empty() && self.variants.insert((function, key)) {
            self.next += 1;
        }
    }

    /// Whether types that are noted are such as GCC does not make, or makes later.
    pub(crate) fn postpone(&mut self, postponed: bool) {
        self.postponed = postponed;
    }

    /// A type is asked for again: GCC makes it now if it has not before.
    pub(crate) fn met(&mut self, ty: TypeId) {
        let (number, class, _) = self.types[ty.0 as usize];
        if number == POSTPONED && !self.postponed {
            self.types[ty.0 as usize].0 = self.number(class);
        }
    }

    /// Numbers a new type.
    pub(crate) fn note(&mut self, table: &EntityVec<TypeId, Type>, id: TypeId) {
        let ty = &table[id];
        let main = ty.main_variant;
        let (shape, canonical) = if main.is_some() && main != id {
            let (_, of, plain) = self.types[main.0 as usize];
            let named = ty.name != table[main].name || table[main].quals == ty.quals;
            if ty.quals == table[main].quals {
                (None, (of, false))
            } else {
                (Some(Shape::Qualified(of, ty.quals)), (of, plain && !named))
            }
        } else {
            let (shape, itself) = self.shape(id, &ty.kind);
            (Some(shape), (Canonical(0), itself))
        };
        let (class, itself) = match shape {
            Some(shape) => (self.canonical(shape), canonical.1),
            None => canonical,
        };
        if self.postponed {
            self.types.push((POSTPONED, class, itself));
            return;
        }
        if let TypeKind::Array { domain: ArrayDomain::Count(n), .. } = ty.kind
            && self.ranges.insert(n)
        {
            self.next += 1;
        }
        if let TypeKind::Array { element, domain } = ty.kind
            && element < id
        {
            // An array of qualified elements is a variant of one of plain elements.
            let (_, element, _) = self.types[element.0 as usize];
            let plain = self.numbers[element.0 as usize].1;
            if plain != element {
                let array = self.canonical(Shape::Array(plain, domain));
                self.number(array);
            }
        }
        let number = if itself { self.number(class) } else { self.fresh() };
        self.number(class);
        self.types.push((number, class, itself));
    }

    /// What a type is made of, and whether these are canonical.
    fn shape(&self, id: TypeId, kind: &TypeKind) -> (Shape, bool) {
        let part = |ty: TypeId| {
            let (_, class, itself) = self.types[ty.0 as usize];
            (class, itself)
        };
        match kind {
            TypeKind::Pointer(to) if *to < id => {
                let (to, itself) = part(*to);
                (Shape::Pointer(to), itself)
            }
            TypeKind::Array { element, domain } if *element < id => {
                let (element, itself) = part(*element);
                (Shape::Array(element, *domain), itself)
            }
            TypeKind::Complex(of) if *of < id => {
                let (of, itself) = part(*of);
                (Shape::Complex(of), itself)
            }
            TypeKind::Vector { element, lanes } if *element < id => {
                let (element, itself) = part(*element);
                (Shape::Vector(element, *lanes), itself)
            }
            TypeKind::Function { result, params, variadic, prototyped } => {
                let (result, mut all) = part(*result);
                let params = params
                    .iter()
                    .map(|&param| {
                        let (param, itself) = part(param);
                        all &= itself;
                        param
                    })
                    .collect();
                (Shape::Function(result, params, *variadic, *prototyped), all)
            }
            _ => (Shape::Own(id), true),
        }
    }

    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    fn canonical(&mut self, shape: Shape) -> Canonical {
        let next = Canonical(self.numbers.len() as u32);
        let plain = match shape {
            Shape::Qualified(plain, _) => plain,
            _ => next,
        };
        let class = *self.shapes.entry(shape).or_insert(next);
        if class == next {
            self.numbers.push((None, plain));
        }
        class
    }

    /// The number of a canonical type, which is made if there is none.
    fn number(&mut self, class: Canonical) -> u32 {
        match self.numbers[class.0 as usize].0 {
            Some(number) => number,
            None => {
                let number = self.fresh();
                self.numbers[class.0 as usize].0 = Some(number);
                number
            }
        }
    }

    /// A type that GCC has before the program is read.
    fn known(&mut self, shape: Shape, number: u32) -> Canonical {
        let class = self.canonical(shape);
        self.numbers[class.0 as usize].0 = Some(number);
        class
    }

    /// The function type a signature of the builtin table stands for, and the types it is made of.
    fn signature(&mut self, common: &CommonTypes, signature: &Signature) -> Canonical {
        let result = self.signature_part(common, &signature.result);
        let params =
            signature.params.iter().map(|part| self.signature_part(common, part)).collect();
        self.known(Shape::Function(result, params, signature.variadic, true), 0)
    }

    fn signature_part(&mut self, common: &CommonTypes, part: &SignaturePart) -> Canonical {
        let base = common.of_letter(part.letter, part.unsigned);
        let (_, mut class, _) = self.types[base.0 as usize];
        if part.complex {
            class = self.known(Shape::Complex(class), 0);
        }
        if !part.quals.is_empty() {
            class = self.known(Shape::Qualified(class, part.quals), 0);
        }
        for level in 0..part.pointers {
            if level > 0 && part.to_const_pointer {
                class = self.known(Shape::Qualified(class, Quals::CONST), 0);
            }
            class = self.known(Shape::Pointer(class), 0);
        }
        class
    }
}
