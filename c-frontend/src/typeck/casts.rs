//! What is doubtful about casts: `-Wcast-qual`, `-Wcast-align`, `-Wbad-function-cast`, `-Wcast-function-type`, and casts
//! between pointers and integers of other sizes.

use super::{spell, types};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::location::Location;
use gimple::types::{Quals, TypeId, TypeKind, TypeSize};

/// Whether a type is one of the integers: enumerations and booleans are not meant.
fn is_integer(cx: &Context, ty: TypeId) -> bool {
    matches!(cx.unit.types.kind(ty), TypeKind::Integer { .. })
}

pub(super) fn warn_of_cast(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) {
    let from = cx.type_of(e);
    let (to_pointer, from_pointer) = (cx.unit.types.is_pointer(ty), cx.unit.types.is_pointer(from));
    let sizes_differ = cx.unit.types.size(ty) != cx.unit.types.size(from);
    let is_const = cx.exprs[e].has(expr_flag::CONSTANT);
    let pointers = cx.unit.types.pointee(ty).zip(cx.unit.types.pointee(from));
    if let Some((to_target, from_target)) = pointers {
        if cx.unit.diagnostics.warnings.enabled("cast-qual") {
            warn_of_qualifiers(cx, loc, ty, from);
        }
        warn_of_alignment(cx, loc, to_target, from_target);
    }
    if is_integer(cx, ty) && from_pointer && sizes_differ {
        cx.warning("pointer-to-int-cast", loc, "cast from pointer to integer of different size");
    }
    if matches!(cx.exprs[e].kind, ExprKind::Call { .. })
        && std::mem::discriminant(cx.unit.types.kind(ty))
            != std::mem::discriminant(cx.unit.types.kind(from))
    {
        let (from, to) = (spell::quoted(cx, from), spell::quoted(cx, ty));
        let text = format!("cast from function call of type {from} to non-matching type {to}");
        cx.warning("bad-function-cast", loc, text);
    }
    if to_pointer && is_integer(cx, from) && sizes_differ && !is_const {
        cx.warning("int-to-pointer-cast", loc, "cast to pointer from integer of different size");
    }
    if let Some((p, q)) = pointers {
        let functions = (types::is_function(cx, p), types::is_function(cx, q));
        if functions == (true, true) && !safe_function_cast(cx, p, q) {
            let text = format!(
                "cast between incompatible function types from {} to {}",
                spell::quoted(cx, from),
                spell::quoted(cx, ty)
            );
            cx.warning("cast-function-type", loc, text);
        }
    }
}

/// Qualifiers of what is pointed to, and on the way there.
fn warn_of_qualifiers(cx: &mut Context, loc: Location, to: TypeId, from: TypeId) {
    let mut levels = Vec::new();
    let (mut inner, mut outer) = (from, to);
    while let (&TypeKind::Pointer(p), &TypeKind::Pointer(q)) =
        (cx.unit.types.kind(inner), cx.unit.types.kind(outer))
    {
        levels.push((p, q));
        (inner, outer) = (p, q);
    }
    let mut lost = Quals::NONE;
    for &(before, after) in &levels {
        let functions = types::is_function(cx, before) && types::is_function(cx, after);
        if !functions {
            // Qualifiers of arrays are those of their elements.
            let quals = |ty| cx.unit.types[ty].quals;
            lost = lost.union(quals(before).without(quals(after)));
        }
    }
    if !lost.is_empty() {
        let text = format!(
            "cast discards ‘{}’ qualifier from pointer target type",
            spell::qualifiers(lost)
        );
        cx.warning("cast-qual", loc, text);
        return;
    }
    // A qualifier that is added below a pointer that may be written lets a `const` object be written.
    if levels.len() < 2 || !cx.unit.types.same_main(inner, outer) {
        return;
    }
    let mut is_const = types::target_quals(cx, levels[0].1).contains(Quals::CONST);
    for &(before, after) in &levels {
        let quals = types::target_quals(cx, after);
        if !quals.without(types::target_quals(cx, before)).is_empty() && !is_const {
            let text = format!(
                "to be safe all intermediate pointers in cast from {} to {} must be ‘const’ qualified",
                spell::quoted(cx, from),
                spell::quoted(cx, to)
            );
            cx.warning("cast-qual", loc, text);
            return;
        }
        is_const &= quals.contains(Quals::CONST);
    }
}

/// A pointer to something that has to be aligned more strictly.
fn warn_of_alignment(cx: &mut Context, loc: Location, to: TypeId, from: TypeId) {
    // Where the machine reads what is not aligned, only `-Wcast-align=strict` complains.
    let enough = if cx.unit.target.strict_alignment { 1 } else { 2 };
    if cx.unit.diagnostics.warnings.level("cast-align", 1) < enough {
        return;
    }
    let opaque = types::is_record(cx, from) && cx.unit.types[from].size == TypeSize::Incomplete;
    if types::is_void(cx, from) || types::is_function(cx, from) || opaque {
        return;
    }
    if cx.unit.types.align(to) > cx.unit.types.align(from) {
        cx.warning("cast-align", loc, "cast increases required alignment of target type");
    }
}

/// Whether functions of one type may be called as the other: `void (*) (void)` is the pointer to any function, and
/// results and parameters may differ as long as they are passed alike.
fn safe_function_cast(cx: &Context, p: TypeId, q: TypeId) -> bool {
    let types = &cx.unit.types;
    let (
        TypeKind::Function {
            result: p_result,
            params: p_params,
            variadic: p_more,
            prototyped: p_known,
        },
        TypeKind::Function {
            result: q_result,
            params: q_params,
            variadic: q_more,
            prototyped: q_known,
        },
    ) = (types.kind(p), types.kind(q))
    else {
        return true;
    };
    let any = |result: TypeId, params: &[TypeId], more: bool, known: bool| {
        types::is_void(cx, result) && params.is_empty() && known && !more
    };
    if any(*p_result, p_params, *p_more, *p_known) || any(*q_result, q_params, *q_more, *q_known) {
        return true;
    }
    if !passed_alike(cx, *p_result, *q_result) {
        return false;
    }
    // A list without an ellipsis has an end; one with it, or none at all, leaves the rest open.
    let (p_open, q_open) = (*p_more || !*p_known, *q_more || !*q_known);
    let same_length = match p_params.len().cmp(&q_params.len()) {
        std::cmp::Ordering::Equal => true,
        std::cmp::Ordering::Less => p_open,
        std::cmp::Ordering::Greater => q_open,
    };
    same_length && p_params.iter().zip(q_params).all(|(&a, &b)| passed_alike(cx, a, b))
}

fn passed_alike(cx: &Context, a: TypeId, b: TypeId) -> bool {
    let types = &cx.unit.types;
    if types.is_pointer(a) && types.is_pointer(b) {
        return true;
    }
    if types.is_integral(a) && types.is_integral(b) && types.precision(a) == types.precision(b) {
        let int = types.precision(cx.unit.common.int);
        if types.precision(a) >= int || types.is_unsigned(a) == types.is_unsigned(b) {
            return true;
        }
    }
    types::compatible_unqualified(cx, a, b)
}
