//! Pointer arithmetic: `p + i` in units of what `p` points to, differences, comparisons.

use super::{binary, convert, refs, size, spell, types};
use crate::context::Context;
use crate::fold::{self, fold_binary, fold_unary, util};
use crate::generic::{ExprId, expr_flag};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{Quals, TypeId, TypeKind, TypeSize};

/// The size pointer arithmetic counts in; of `void` and functions 1, with a pedantic complaint.
fn unit_size(cx: &mut Context, loc: Location, to: TypeId, subtraction: bool) -> Option<ExprId> {
    let complaint = match cx.unit.types.kind(to) {
        TypeKind::Void => Some("pointer of type ‘void *’ used in "),
        TypeKind::Function { .. } => Some("pointer to a function used in "),
        _ => None,
    };
    if let Some(text) = complaint {
        let what = if subtraction { "subtraction" } else { "arithmetic" };
        cx.pedwarn("pointer-arith", loc, format!("{text}{what}"));
        return Some(fold::int_const(cx, loc, cx.unit.common.sizetype, 1));
    }
    if cx.unit.types[to].size == TypeSize::Incomplete {
        if types::is_record(cx, to) {
            refs::incomplete_use(cx, loc, to);
        } else {
            cx.error(loc, "arithmetic on pointer to an incomplete type");
        }
        return None;
    }
    Some(size::size_in_bytes(cx, loc, to))
}

/// `pointer + index` or `pointer - index` (`pointer_int_sum`), folded.
pub fn pointer_int_sum(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    pointer: ExprId,
    index: ExprId,
) -> ExprId {
    let result = cx.type_of(pointer);
    let Some(to) = cx.unit.types.pointee(result) else { return cx.error_expr(loc) };
    let Some(unit) = unit_size(cx, loc, to, false) else { return cx.error_expr(loc) };
    let (mut pointer, mut index) = (pointer, index);
    // A constant term of the index is added by itself, so that common parts are seen to be common.
    if let Some((inner @ (Plus | Minus), x, term)) = util::binary(cx, index)
        && !cx.exprs[index].has(expr_flag::CONSTANT)
        && cx.exprs[term].has(expr_flag::CONSTANT)
        && cx.exprs[unit].has(expr_flag::CONSTANT)
        && matches!(cx.unit.types.kind(cx.type_of(x)), TypeKind::Integer { .. })
        && (!util::unsigned(cx, cx.type_of(index))
            || util::precision(cx, cx.type_of(index)) == util::precision(cx, result))
    {
        let own = cx.type_of(index);
        let code = if inner == Minus { if code == Plus { Minus } else { Plus } } else { code };
        let term = convert(cx, own, term);
        pointer = binary::build_binary(cx, loc, code, pointer, term);
        index = convert(cx, own, x);
    }
    let sizetype = cx.unit.common.sizetype;
    let bits = util::precision(cx, sizetype);
    let own = cx.type_of(index);
    if util::precision(cx, own) != bits || !util::unsigned(cx, own) {
        let wide = util::integer_of(cx, bits, true);
        index = convert(cx, wide, index);
    }
    let work = cx.type_of(index);
    let unit = convert(cx, work, unit);
    let product = fold_binary(cx, loc, Mult, work, index, unit);
    let mut offset = convert(cx, sizetype, product);
    if util::overflowed(cx, offset)
        && !util::overflowed(cx, product)
        && let Some(id) = util::constant(cx, offset)
    {
        let id = gimple::fold_const::drop_overflow(&mut cx.unit, id);
        offset = cx.const_expr(id, loc);
    }
    if code == Minus {
        offset = fold_unary(cx, loc, Negate, sizetype, offset);
    }
    let sum = fold::address::pointer_plus(cx, loc, pointer, offset);
    let sum_ty = cx.type_of(sum);
    if sum_ty != result { fold::fold_convert(cx, loc, result, sum) } else { sum }
}

/// `a - b` of two pointers, of type `ptrdiff_t` (`pointer_diff`).
pub fn pointer_diff(cx: &mut Context, loc: Location, a: ExprId, b: ExprId) -> ExprId {
    let ptrdiff = cx.unit.common.ptrdiff_t;
    let ty = cx.type_of(a);
    let Some(to) = cx.unit.types.pointee(ty) else { return cx.error_expr(loc) };
    let Some(unit) = unit_size(cx, loc, to, true) else { return cx.error_expr(loc) };
    let (x, y) = (fold::fully_fold(cx, a, false), fold::fully_fold(cx, b, false));
    // Qualifiers of the pointers themselves are cast away.
    let (x, y) = (unqualified(cx, x), unqualified(cx, y));
    let difference = fold_binary(cx, loc, PointerDiff, ptrdiff, x, y);
    if util::is_zero(cx, unit) {
        cx.error(loc, "arithmetic on pointer to an empty aggregate");
    }
    let unit = convert(cx, ptrdiff, unit);
    fold_binary(cx, loc, ExactDiv, ptrdiff, difference, unit)
}

/// A pointer without qualifiers of its own.
fn unqualified(cx: &mut Context, e: ExprId) -> ExprId {
    let ty = cx.type_of(e);
    let plain = cx.unit.types[ty].quals.is_empty();
    let ty = if plain { ty } else { cx.unit.types.main_variant(ty) };
    convert(cx, ty, e)
}

/// Converts two pointers that are compared to one type; complains where they point to different things.
pub fn compared_pointers(
    cx: &mut Context,
    loc: Location,
    a: ExprId,
    b: ExprId,
    equality: bool,
) -> (ExprId, ExprId) {
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let (Some(p), Some(q)) = (cx.unit.types.pointee(x), cx.unit.types.pointee(y)) else {
        return (a, b);
    };
    let (to_x, to_y) = (types::unqualified_target(cx, x), types::unqualified_target(cx, y));
    let same = match (to_x, to_y) {
        (Some(p), Some(q)) => types::compatible(cx, p, q),
        _ => false,
    };
    let common = if same {
        types::common_pointer_type(cx, x, y)
    } else if equality && (types::is_void(cx, p) || types::is_void(cx, q)) {
        let quals = cx.unit.types[p].quals.union(cx.unit.types[q].quals);
        void_pointer(cx, quals)
    } else {
        if !types::is_void(cx, p) && !types::is_void(cx, q) || !equality {
            cx.pedwarn("", loc, "comparison of distinct pointer types lacks a cast");
        }
        void_pointer(cx, Quals::NONE)
    };
    (convert(cx, common, a), convert(cx, common, b))
}

/// The pointer type to `void` with qualifiers.
pub fn void_pointer(cx: &mut Context, quals: Quals) -> TypeId {
    let void = cx.unit.common.void;
    let void = cx.unit.types.qualified(void, quals);
    cx.unit.types.pointer_to(void)
}

/// Complains that a pointer and an integer are compared.
pub fn mixed_comparison(cx: &mut Context, loc: Location) {
    cx.pedwarn("", loc, "comparison between pointer and integer");
}

/// Names two operand types in a complaint.
pub fn operand_types(cx: &Context, a: ExprId, b: ExprId) -> String {
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    format!("(have {} and {})", spell::quoted(cx, x), spell::quoted(cx, y))
}
