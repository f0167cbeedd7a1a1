//! Which conversions change nothing: when a value of one type may stand for one of another in GIMPLE.

use crate::types::{TypeFlags, TypeId, TypeKind};
use crate::unit::Unit;

/// Whether a value of type `inner` may be used as one of type `outer` without a conversion
/// (`useless_type_conversion_p`).
pub fn useless_type_conversion(unit: &Unit, outer: TypeId, inner: TypeId) -> bool {
    let types = &unit.types;
    let (mut outer, mut inner) = (types.main_variant(outer), types.main_variant(inner));
    loop {
        if outer == inner {
            return true;
        }
        match (types.kind(outer), types.kind(inner)) {
            // What a pointer points to plays no part, as long as it is not a function on one side only.
            (&TypeKind::Pointer(to), &TypeKind::Pointer(from)) => {
                let function = |ty| matches!(types.kind(ty), TypeKind::Function { .. });
                return !function(to) || function(from);
            }
            // Only an unsigned bit-field of one bit is like a truth value.
            (TypeKind::Bool, _) | (_, TypeKind::Bool) if types.precision(outer) != Some(1) => {
                return false;
            }
            (TypeKind::Bool | TypeKind::Integer { .. } | TypeKind::Enum { .. }, _) => {
                let boolean = |ty: TypeId| types[ty].flags.0 & TypeFlags::SIGNED_BOOLEAN;
                return types.is_integral(inner)
                    && boolean(outer) == boolean(inner)
                    && types.precision(outer) == types.precision(inner)
                    && types.is_unsigned(outer) == types.is_unsigned(inner);
            }
            (TypeKind::Real(a), TypeKind::Real(b)) => return a == b,
            (&TypeKind::Complex(a), &TypeKind::Complex(b)) => {
                (outer, inner) = (types.main_variant(a), types.main_variant(b));
            }
            (
                &TypeKind::Vector { element: a, lanes: n },
                &TypeKind::Vector { element: b, lanes: m },
            ) if n == m => (outer, inner) = (types.main_variant(a), types.main_variant(b)),
            (
                &TypeKind::Array { element: a, domain: n },
                &TypeKind::Array { element: b, domain: m },
            ) if n == m => (outer, inner) = (types.main_variant(a), types.main_variant(b)),
            (TypeKind::Function { .. }, TypeKind::Function { .. }) => return true,
            _ => return false,
        }
    }
}

/// Whether conversion is useless both ways (`types_compatible_p`).
pub fn types_compatible(unit: &Unit, a: TypeId, b: TypeId) -> bool {
    useless_type_conversion(unit, a, b) && useless_type_conversion(unit, b, a)
}

/// Whether converting between two scalar types keeps every bit of the value: a sign change or nothing
/// (`tree_nop_conversion_p`).
pub fn nop_conversion(unit: &Unit, outer: TypeId, inner: TypeId) -> bool {
    let types = &unit.types;
    let scalar = |ty| types.is_integral(ty) || types.is_pointer(ty);
    if scalar(outer) && scalar(inner) {
        return types.precision(outer) == types.precision(inner);
    }
    match (types.kind(outer), types.kind(inner)) {
        (TypeKind::Real(a), TypeKind::Real(b)) => a == b,
        _ => types.main_variant(outer) == types.main_variant(inner),
    }
}
