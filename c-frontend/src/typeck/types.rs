//! Relations between types: compatibility, composite types, the usual arithmetic conversions.

use crate::context::Context;
use gimple::types::{ArrayDomain, Quals, TypeFlags, TypeId, TypeKind};

/// How deep compatibility looks into types made of types.
const MAX_DEPTH: u32 = 200;

/// Whether two types are compatible, qualifiers included (`comptypes`).
pub fn compatible(cx: &Context, a: TypeId, b: TypeId) -> bool {
    compatible_to(cx, a, b, 0)
}

/// Whether two types are compatible, qualifiers of the types themselves aside.
pub fn compatible_unqualified(cx: &Context, a: TypeId, b: TypeId) -> bool {
    let types = &cx.unit.types;
    compatible_to(cx, types.main_variant(a), types.main_variant(b), 0)
}

fn compatible_to(cx: &Context, a: TypeId, b: TypeId, depth: u32) -> bool {
    let types = &cx.unit.types;
    if a == b || depth > MAX_DEPTH {
        return true;
    }
    let array = |ty| matches!(types.kind(ty), TypeKind::Array { .. });
    if types[a].quals != types[b].quals && !(array(a) && array(b)) {
        return false;
    }
    if types.same_main(a, b) {
        return true;
    }
    match (types.kind(a), types.kind(b)) {
        (TypeKind::Pointer(x), TypeKind::Pointer(y)) => compatible_to(cx, *x, *y, depth + 1),
        (
            &TypeKind::Array { element: x, domain: m },
            &TypeKind::Array { element: y, domain: n },
        ) => {
            let sizes = match (m, n) {
                (ArrayDomain::Count(m), ArrayDomain::Count(n)) => m == n,
                _ => true,
            };
            sizes && compatible_to(cx, x, y, depth + 1)
        }
        (TypeKind::Function { .. }, TypeKind::Function { .. }) => {
            compatible_functions(cx, a, b, depth)
        }
        (
            &TypeKind::Vector { element: x, lanes: m },
            &TypeKind::Vector { element: y, lanes: n },
        ) => m == n && compatible_to(cx, types.main_variant(x), types.main_variant(y), depth + 1),
        (TypeKind::Enum { .. }, TypeKind::Enum { .. }) => false,
        // An enumeration is compatible with the integer type it is represented by.
        (TypeKind::Enum { precision, unsigned, .. }, TypeKind::Integer { .. }) => {
            underlying(cx, (*precision).into(), *unsigned) == types.main_variant(b)
        }
        (TypeKind::Integer { .. }, TypeKind::Enum { precision, unsigned, .. }) => {
            underlying(cx, (*precision).into(), *unsigned) == types.main_variant(a)
        }
        (TypeKind::Complex(x), TypeKind::Complex(y)) => types.same_main(*x, *y),
        _ => false,
    }
}

/// The integer type an enumeration of a width and sign is represented by.
pub fn underlying(cx: &Context, precision: u32, unsigned: bool) -> TypeId {
    let c = &cx.unit.common;
    let pairs = [(c.int, c.uint), (c.schar, c.uchar), (c.short, c.ushort), (c.long, c.ulong)];
    for (signed, other) in pairs {
        if cx.unit.types.precision(signed) == Some(precision) {
            return if unsigned { other } else { signed };
        }
    }
    c.int
}

fn compatible_functions(cx: &Context, a: TypeId, b: TypeId, depth: u32) -> bool {
    let types = &cx.unit.types;
    let (
        TypeKind::Function { result: r, params: p, variadic: v, prototyped: known },
        TypeKind::Function { result: s, params: q, variadic: w, prototyped: other },
    ) = (types.kind(a), types.kind(b))
    else {
        return false;
    };
    if !compatible_to(cx, types.main_variant(*r), types.main_variant(*s), depth + 1) {
        return false;
    }
    match (known, other) {
        (true, true) => {
            v == w
                && p.len() == q.len()
                && p.iter().zip(q).all(|(&x, &y)| {
                    let (bare, other) = (types.main_variant(x), types.main_variant(y));
                    compatible_to(cx, bare, other, depth + 1) || transparent_member(cx, x, y, depth)
                })
        }
        // Without a prototype every parameter must be what its argument is promoted to.
        (true, false) => !v && p.iter().all(|&p| self_promoting(cx, p)),
        (false, true) => !w && q.iter().all(|&q| self_promoting(cx, q)),
        (false, false) => true,
    }
}

/// Whether one type is a transparent union with a member compatible with the other.
fn transparent_member(cx: &Context, a: TypeId, b: TypeId, depth: u32) -> bool {
    [(a, b), (b, a)].into_iter().any(|(union, other)| {
        is_transparent_union(cx, union)
            && cx.unit.types.fields(union).iter().any(|&field| {
                let ty = cx.unit.types.main_variant(cx.unit.types.field(field).ty);
                compatible_to(cx, ty, cx.unit.types.main_variant(other), depth + 1)
            })
    })
}

/// Whether a type is a transparent union.
pub fn is_transparent_union(cx: &Context, ty: TypeId) -> bool {
    cx.unit.types[ty].flags.0 & TypeFlags::TRANSPARENT_UNION != 0
        && matches!(cx.unit.types.kind(ty), TypeKind::Union { .. })
}

/// Whether a parameter type is its own default promotion (`self_promoting_type_p`).
pub fn self_promoting(cx: &Context, ty: TypeId) -> bool {
    let types = &cx.unit.types;
    match types.kind(ty) {
        TypeKind::Real(_) => types.main_variant(ty) != cx.unit.common.float,
        TypeKind::Bool => false,
        TypeKind::Integer { .. } | TypeKind::Enum { .. } => {
            types.precision(ty) >= types.precision(cx.unit.common.int)
        }
        _ => true,
    }
}

/// The type two compatible declarations make together (`composite_type`).
pub fn composite_type(cx: &mut Context, a: TypeId, b: TypeId) -> TypeId {
    composite_to(cx, a, b, 0)
}

fn composite_to(cx: &mut Context, a: TypeId, b: TypeId, depth: u32) -> TypeId {
    if a == b || depth > MAX_DEPTH {
        return a;
    }
    let (x, y) = (cx.unit.types.kind(a).clone(), cx.unit.types.kind(b).clone());
    let quals = cx.unit.types[a].quals;
    match (x, y) {
        (TypeKind::Pointer(x), TypeKind::Pointer(y)) => {
            let to = composite_to(cx, x, y, depth + 1);
            if to == x {
                return a;
            }
            let pointer = cx.unit.types.pointer_to(to);
            cx.unit.types.qualified(pointer, quals)
        }
        (TypeKind::Array { element: x, domain: m }, TypeKind::Array { element: y, domain: n }) => {
            let element = composite_to(cx, x, y, depth + 1);
            let domain = match (m, n) {
                (ArrayDomain::Count(_), _) => m,
                (_, ArrayDomain::Count(_)) => n,
                (ArrayDomain::Variable(_), _) => m,
                _ => n,
            };
            match (element == x && domain == m, element == y && domain == n) {
                (true, _) => a,
                (_, true) => b,
                _ => array_like(cx, a, element, domain),
            }
        }
        (
            TypeKind::Function { result: r, params: p, variadic, prototyped },
            TypeKind::Function { result: s, params: q, prototyped: other, .. },
        ) => {
            let result = composite_to(cx, r, s, depth + 1);
            match (prototyped, other) {
                (true, false) | (false, false) if result == r => a,
                (false, true) if result == s => b,
                (true, true) => {
                    let params: Vec<TypeId> = p
                        .iter()
                        .zip(&q)
                        .map(|(&x, &y)| composite_to(cx, x, y, depth + 1))
                        .collect();
                    if result == r && params == p {
                        return a;
                    }
                    cx.unit.types.function_of(result, params, variadic, true)
                }
                _ => {
                    let (params, prototyped) = if prototyped { (p, true) } else { (q, other) };
                    cx.unit.types.function_of(result, params, variadic, prototyped)
                }
            }
        }
        (TypeKind::Enum { .. }, _) => b,
        _ => a,
    }
}

/// Whether a type is integral, real or complex.
pub fn is_arithmetic(cx: &Context, ty: TypeId) -> bool {
    let types = &cx.unit.types;
    types.is_integral(ty) || types.is_real(ty) || matches!(types.kind(ty), TypeKind::Complex(_))
}

/// Whether a type is arithmetic or a pointer.
pub fn is_scalar(cx: &Context, ty: TypeId) -> bool {
    is_arithmetic(cx, ty) || cx.unit.types.is_pointer(ty)
}

/// Whether a type is complex.
pub fn is_complex(cx: &Context, ty: TypeId) -> bool {
    matches!(cx.unit.types.kind(ty), TypeKind::Complex(_))
}

/// The type a value of an object's type has: no qualifiers, and no typedef name but for vectors, whose names stay.
pub fn value_type(cx: &mut Context, ty: TypeId) -> TypeId {
    if is_vector(cx, ty) {
        return with_quals(cx, ty, gimple::types::Quals::NONE);
    }
    cx.unit.types.main_variant(ty)
}

/// Whether a type is a vector.
pub fn is_vector(cx: &Context, ty: TypeId) -> bool {
    matches!(cx.unit.types.kind(ty), TypeKind::Vector { .. })
}

/// Whether a type is a function type.
pub fn is_function(cx: &Context, ty: TypeId) -> bool {
    matches!(cx.unit.types.kind(ty), TypeKind::Function { .. })
}

/// Whether a type is an array type.
pub fn is_array(cx: &Context, ty: TypeId) -> bool {
    matches!(cx.unit.types.kind(ty), TypeKind::Array { .. })
}

/// Whether a type is a struct or union type.
pub fn is_record(cx: &Context, ty: TypeId) -> bool {
    matches!(cx.unit.types.kind(ty), TypeKind::Record { .. } | TypeKind::Union { .. })
}

/// Whether a type is `void`, qualified or not.
pub fn is_void(cx: &Context, ty: TypeId) -> bool {
    matches!(cx.unit.types.kind(ty), TypeKind::Void)
}

/// Whether a type is `void` and not atomic: what pointers to anything are made of.
pub fn is_plain_void(cx: &Context, ty: TypeId) -> bool {
    is_void(cx, ty) && !cx.unit.types[ty].quals.contains(Quals::ATOMIC)
}

/// The part type of a complex type, or the type itself.
fn part(cx: &Context, ty: TypeId) -> TypeId {
    match *cx.unit.types.kind(ty) {
        TypeKind::Complex(part) => part,
        _ => ty,
    }
}

/// Rank of a real type among real types.
fn real_rank(cx: &Context, ty: TypeId) -> (u64, u8) {
    let c = &cx.unit.common;
    let main = cx.unit.types.main_variant(ty);
    // Of types of one format an interchange type (`_FloatN`) wins, then the standard one, then the extended (`_FloatNx`).
    let tie = if [c.float32, c.float64, c.float128].contains(&main) {
        2
    } else {
        u8::from(main != c.float32x && main != c.float64x)
    };
    (cx.unit.types.size(ty).unwrap_or(0), tie)
}

/// The type two arithmetic operands are converted to (`c_common_type`).
pub fn common_type(cx: &mut Context, a: TypeId, b: TypeId) -> TypeId {
    // A typedef's name stays, unless there are qualifiers.
    let plain = |ty| match cx.unit.types[ty].quals.is_empty() {
        true => ty,
        false => cx.unit.types.main_variant(ty),
    };
    let (a, b) = (plain(a), plain(b));
    if a == b {
        return a;
    }
    if is_vector(cx, a) {
        return a;
    }
    if is_vector(cx, b) {
        return b;
    }
    if is_complex(cx, a) || is_complex(cx, b) {
        let (x, y) = (part(cx, a), part(cx, b));
        let common = common_type(cx, x, y);
        if is_complex(cx, a) && common == x {
            return a;
        }
        if is_complex(cx, b) && common == y {
            return b;
        }
        return cx.unit.types.complex_of(common);
    }
    let types = &cx.unit.types;
    match (types.is_real(a), types.is_real(b)) {
        (true, true) => return common_real(cx, a, b),
        (true, false) => return a,
        (false, true) => return b,
        (false, false) => {}
    }
    if !types.is_integral(a) || !types.is_integral(b) {
        return a;
    }
    common_integer(cx, a, b)
}

/// The greater of two real types. Of two that are as large the standard one is it, without the name of a typedef.
fn common_real(cx: &Context, a: TypeId, b: TypeId) -> TypeId {
    let (x, y) = (real_rank(cx, a), real_rank(cx, b));
    let types = &cx.unit.types;
    if x == y && types.same_main(a, b) {
        let main = types.main_variant(a);
        let c = &cx.unit.common;
        return if [c.double, c.long_double].contains(&main) { main } else { b };
    }
    if x >= y { a } else { b }
}

/// Rank of an integer type wider than `int`, by GCC's order; the main variants are compared.
fn common_integer(cx: &mut Context, a: TypeId, b: TypeId) -> TypeId {
    let types = &cx.unit.types;
    let (p, q) = (types.precision(a).unwrap_or(0), types.precision(b).unwrap_or(0));
    let is_enum_or_bool = |ty| matches!(types.kind(ty), TypeKind::Enum { .. } | TypeKind::Bool);
    if p != q && (p > q && !is_enum_or_bool(a) || p < q && !is_enum_or_bool(b)) {
        return if p > q { a } else { b };
    }
    let c = &cx.unit.common;
    // Same precision: `long` before `int`, unsigned before signed.
    let unsigned = types.is_unsigned(a) && p >= q || types.is_unsigned(b) && q >= p;
    let main = [types.main_variant(a), types.main_variant(b)];
    for (signed, other) in [(c.llong, c.ullong), (c.long, c.ulong), (c.int128, c.uint128)] {
        if main.contains(&signed) || main.contains(&other) {
            return if unsigned { other } else { signed };
        }
    }
    if main.contains(&c.sizetype) {
        return c.sizetype;
    }
    let precision = p.max(q);
    if p == q && !is_enum_or_bool(a) && !is_enum_or_bool(b) {
        return if types.is_unsigned(a) { a } else { b };
    }
    crate::fold::util::integer_of(cx, precision, unsigned)
}

/// The qualifiers of what a pointer points to; of arrays, those of the elements.
pub fn target_quals(cx: &Context, mut ty: TypeId) -> Quals {
    let mut quals = cx.unit.types[ty].quals;
    while let TypeKind::Array { element, .. } = *cx.unit.types.kind(ty) {
        ty = element;
        quals = quals.union(cx.unit.types[ty].quals);
    }
    quals
}

/// A type without its qualifiers, keeping its typedef name's type; of arrays, without those of the elements.
pub fn unqualified(cx: &mut Context, ty: TypeId) -> TypeId {
    if let TypeKind::Array { element, domain } = *cx.unit.types.kind(ty) {
        let plain = unqualified(cx, element);
        return if plain == element { ty } else { array_like(cx, ty, plain, domain) };
    }
    if cx.unit.types[ty].quals.is_empty() {
        return ty;
    }
    cx.unit.types.main_variant(ty)
}

/// The array of some elements that has the storage order of another array.
fn array_like(cx: &mut Context, like: TypeId, element: TypeId, domain: ArrayDomain) -> TypeId {
    let array = cx.unit.types.array_of(element, domain);
    if cx.unit.types.is_reversed(like) { cx.unit.types.reversed_array(array) } else { array }
}

/// A type with more qualifiers; an array's go to its elements.
pub fn with_quals(cx: &mut Context, ty: TypeId, quals: Quals) -> TypeId {
    if let TypeKind::Array { element, domain } = *cx.unit.types.kind(ty) {
        let qualified = with_quals(cx, element, quals);
        return if qualified == element { ty } else { array_like(cx, ty, qualified, domain) };
    }
    let all = cx.unit.types[ty].quals.union(quals);
    cx.unit.types.qualified(ty, all)
}

/// The pointer type that both operands of a comparison, or both arms of a conditional, are converted to
/// (`common_pointer_type`): the composite of what they point to with the qualifiers of both.
pub fn common_pointer_type(cx: &mut Context, a: TypeId, b: TypeId) -> TypeId {
    if a == b {
        return a;
    }
    let (Some(x), Some(y)) = (cx.unit.types.pointee(a), cx.unit.types.pointee(b)) else { return a };
    let quals = target_quals(cx, x).union(target_quals(cx, y));
    let (x, y) = (unqualified(cx, x), unqualified(cx, y));
    let (x, y) = (main_of(cx, x), main_of(cx, y));
    let to = composite_type(cx, x, y);
    let to = with_quals(cx, to, quals);
    cx.unit.types.pointer_to(to)
}

fn main_of(cx: &Context, ty: TypeId) -> TypeId {
    if is_array(cx, ty) { ty } else { cx.unit.types.main_variant(ty) }
}

/// What a pointer points to with its own qualifiers dropped, for comparing targets of pointers; an atomic type stays one, as
/// its objects are others.
pub fn unqualified_target(cx: &mut Context, pointer: TypeId) -> Option<TypeId> {
    let to = cx.unit.types.pointee(pointer)?;
    let atomic = cx.unit.types[to].quals.contains(Quals::ATOMIC);
    let to = unqualified(cx, to);
    let to = main_of(cx, to);
    Some(if atomic { with_quals(cx, to, Quals::ATOMIC) } else { to })
}
