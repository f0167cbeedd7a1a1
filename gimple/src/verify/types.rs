//! Which types may stand for which without a conversion: the verifier's own statement of `useless_type_conversion_p`,
//! lenient where passes may differ from the front end in what they keep of a type.

use crate::types::{ArrayDomain, TypeFlags, TypeId, TypeKind, Types};

/// Whether a value of type `inner` may be used where one of type `outer` is wanted.
pub(super) fn compatible(types: &Types, outer: TypeId, inner: TypeId) -> bool {
    let (mut outer, mut inner) = (outer, inner);
    // Each round goes one array, vector or complex type inwards.
    for _ in 0..10_000 {
        if types.same_main(outer, inner) {
            return true;
        }
        match (types.kind(outer), types.kind(inner)) {
            (TypeKind::Pointer(_), TypeKind::Pointer(_))
            | (TypeKind::Function { .. }, TypeKind::Function { .. }) => return true,
            (TypeKind::Real(a), TypeKind::Real(b)) => return a == b,
            (&TypeKind::Complex(a), &TypeKind::Complex(b)) => (outer, inner) = (a, b),
            (
                &TypeKind::Vector { element: a, lanes: n },
                &TypeKind::Vector { element: b, lanes: m },
            ) if n == m => (outer, inner) = (a, b),
            (
                &TypeKind::Array { element: a, domain: n },
                &TypeKind::Array { element: b, domain: m },
            ) => {
                if let (ArrayDomain::Count(n), ArrayDomain::Count(m)) = (n, m)
                    && n != m
                {
                    return false;
                }
                (outer, inner) = (a, b);
            }
            _ => {
                return types.is_integral(outer)
                    && types.is_integral(inner)
                    && types.precision(outer) == types.precision(inner)
                    && types.is_unsigned(outer) == types.is_unsigned(inner);
            }
        }
    }
    true
}

/// Whether a type is one comparisons may yield.
pub(super) fn is_truth(types: &Types, ty: TypeId) -> bool {
    match *types.kind(ty) {
        TypeKind::Bool => true,
        TypeKind::Vector { element, .. } => types.is_integral(element),
        _ => {
            types.is_integral(ty)
                && (types.precision(ty) == Some(1)
                    || types[ty].flags.0 & TypeFlags::SIGNED_BOOLEAN != 0)
        }
    }
}

/// Whether a type, or the element type of a vector, is integral.
pub(super) fn integral_or_vector(types: &Types, ty: TypeId) -> bool {
    match *types.kind(ty) {
        TypeKind::Vector { element, .. } => types.is_integral(element),
        _ => types.is_integral(ty),
    }
}
