//! Sizes and alignments of types.

use super::{convert, spell, types};
use crate::context::Context;
use crate::fold::{self, fold_binary, int_const, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind, TypeSize};

/// The size of a complete type in bytes, as an expression of `sizetype`; that of a variable length array is calculated.
pub fn size_in_bytes(cx: &mut Context, loc: Location, ty: TypeId) -> ExprId {
    let sizetype = cx.unit.common.sizetype;
    match cx.unit.types[ty].size {
        TypeSize::Const(size) => int_const(cx, loc, sizetype, size.into()),
        TypeSize::Incomplete => int_const(cx, loc, sizetype, 1),
        TypeSize::Variable => {
            let TypeKind::Array { element, .. } = *cx.unit.types.kind(ty) else {
                let main = cx.unit.types.main_variant(ty);
                return match cx.record_sizes.get(&main) {
                    Some(record) => record.bytes,
                    None => int_const(cx, loc, sizetype, 1),
                };
            };
            let element_size = size_in_bytes(cx, loc, element);
            let count = element_count(cx, loc, ty);
            fold_binary(cx, loc, TreeCode::Mult, sizetype, element_size, count)
        }
    }
}

/// The number of elements of an array, as an expression of `sizetype`.
fn element_count(cx: &mut Context, loc: Location, ty: TypeId) -> ExprId {
    use gimple::types::ArrayDomain;
    let sizetype = cx.unit.common.sizetype;
    if let TypeKind::Array { domain: ArrayDomain::Count(count), .. } = *cx.unit.types.kind(ty) {
        return int_const(cx, loc, sizetype, count.into());
    }
    let main = cx.unit.types.main_variant(ty);
    let known = cx.variable_sizes.get(&ty).or_else(|| cx.variable_sizes.get(&main)).copied();
    match known {
        Some(count) => {
            let count = fold::fully_fold(cx, count, false);
            // It is where the size is asked for.
            fold::fold_convert(cx, Location::UNKNOWN, sizetype, count)
        }
        None => int_const(cx, loc, sizetype, 1),
    }
}

/// `sizeof (ty)`, of type `size_t`. `operator` is `sizeof` or what else is asking.
pub fn size_of(cx: &mut Context, loc: Location, ty: TypeId, operator: &str) -> ExprId {
    let size_t = cx.unit.common.size_t;
    match cx.unit.types.kind(ty) {
        TypeKind::Function { .. } => {
            let text = format!("invalid application of ‘{operator}’ to a function type");
            cx.pedwarn("pointer-arith", loc, text);
            return int_const(cx, loc, size_t, 1);
        }
        TypeKind::Void => {
            let text = format!("invalid application of ‘{operator}’ to a void type");
            cx.pedwarn("pointer-arith", loc, text);
            return int_const(cx, loc, size_t, 1);
        }
        _ => {}
    }
    if cx.unit.types[ty].size == TypeSize::Incomplete {
        let text = format!(
            "invalid application of ‘{operator}’ to incomplete type {}",
            spell::quoted(cx, ty)
        );
        return cx.error_at(loc, text);
    }
    let size = size_in_bytes(cx, loc, ty);
    let size = fold::fold_convert(cx, loc, size_t, size);
    if util::constant(cx, size).is_some() {
        cx.exprs[size].flags |= expr_flag::INTEGER_CONSTANT_EXPR;
    }
    size
}

/// `sizeof e`. Of a bit-field there is none.
pub fn size_of_expr(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    if super::rvalue::bit_field(cx, e).is_some() {
        return cx.error_at(loc, "‘sizeof’ applied to a bit-field");
    }
    let ty = cx.type_of(e);
    let size = size_of(cx, loc, ty, "sizeof");
    // The operand is evaluated if its type's size has to be.
    if !cx.is_error(size) && is_variable(cx, ty) && cx.has_side_effects(e) {
        let size_t = cx.unit.common.size_t;
        return fold::build_compound(cx, loc, size_t, e, size);
    }
    size
}

/// Whether a type has a size known at run time only.
pub fn is_variable(cx: &Context, ty: TypeId) -> bool {
    cx.unit.types[ty].size == TypeSize::Variable
}

/// `_Alignof (ty)`; `__alignof__` of a type says what alignment it is given, which is the same on targets that align
/// everything naturally.
pub fn align_of(cx: &mut Context, loc: Location, ty: TypeId, operator: &str) -> ExprId {
    let size_t = cx.unit.common.size_t;
    match cx.unit.types.kind(ty) {
        TypeKind::Function { .. } | TypeKind::Void => {
            let text = format!("invalid application of ‘{operator}’ to a void type");
            if types::is_void(cx, ty) {
                cx.pedwarn("pointer-arith", loc, text);
            }
            return int_const(cx, loc, size_t, 1);
        }
        TypeKind::Array { element, .. } => {
            let element = *element;
            return align_of(cx, loc, element, operator);
        }
        _ => {}
    }
    if cx.unit.types[ty].size == TypeSize::Incomplete {
        let text = format!(
            "invalid application of ‘{operator}’ to incomplete type {}",
            spell::quoted(cx, ty)
        );
        return cx.error_at(loc, text);
    }
    let align = cx.unit.types.align(ty);
    int_const(cx, loc, size_t, align.into())
}

/// `__alignof__ e`: the alignment of the object, which may be more than its type's.
pub fn align_of_expr(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    let size_t = cx.unit.common.size_t;
    let align = match cx.exprs[e].kind {
        ExprKind::Decl(decl) => {
            let d = &cx.unit.decls[decl];
            (d.align > 0).then_some(d.align)
        }
        ExprKind::Component(_, field) => {
            let field = cx.unit.types.field(field);
            if field.is_bitfield {
                return cx.error_at(loc, "‘__alignof’ applied to a bit-field");
            }
            Some(field.align)
        }
        _ => None,
    };
    match align {
        Some(align) => int_const(cx, loc, size_t, align.into()),
        None => {
            let ty = cx.type_of(e);
            align_of(cx, loc, ty, "__alignof__")
        }
    }
}

/// `__builtin_offsetof`: the address of a reference below a null pointer, as a number of `size_t`.
pub fn offset_of(cx: &mut Context, loc: Location, reference: ExprId) -> ExprId {
    let size_t = cx.unit.common.size_t;
    if cx.is_error(reference) {
        return reference;
    }
    let reference = fold::fully_fold_lvalue(cx, reference);
    if let Some(offset) = fold::address::offset_from_constant(cx, reference) {
        let e = int_const(cx, loc, size_t, offset);
        cx.exprs[e].flags |= expr_flag::INTEGER_CONSTANT_EXPR;
        return e;
    }
    if let Some(field) = super::rvalue::bit_field(cx, reference) {
        let name = cx.unit.types.field(field).name.map_or("", |name| cx.unit.symbols.text(name));
        let text = format!("attempt to take address of bit-field structure member ‘{name}’");
        let at = cx.input_location();
        return cx.error_at(at, text);
    }
    variable_offset(cx, loc, reference)
}

/// An offset with indices that are not constant.
fn variable_offset(cx: &mut Context, loc: Location, mut reference: ExprId) -> ExprId {
    let size_t = cx.unit.common.size_t;
    let mut total = int_const(cx, loc, size_t, 0);
    loop {
        let (base, term) = match cx.exprs[reference].kind {
            ExprKind::Component(base, field) => {
                let offset = cx.unit.types.field(field).byte_offset();
                let mut offset = int_const(cx, loc, size_t, offset.into());
                if let Some(place) = cx.field_offsets.get(&field).copied() {
                    let place = convert(cx, size_t, place.bytes);
                    offset = fold_binary(cx, loc, TreeCode::Plus, size_t, place, offset);
                }
                (base, offset)
            }
            ExprKind::ArrayRef(base, index) => {
                let ty = cx.type_of(reference);
                let size = size_of(cx, loc, ty, "sizeof");
                let index = convert(cx, size_t, index);
                (base, fold_binary(cx, loc, TreeCode::Mult, size_t, index, size))
            }
            _ => return total,
        };
        total = fold_binary(cx, loc, TreeCode::Plus, size_t, total, term);
        reference = base;
    }
}
