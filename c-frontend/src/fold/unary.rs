//! Folding conversions and the other unary operations.

use super::build::{build_compound, build_cond, build1};
use super::simplify::simplify;
use super::util::*;
use super::{fold_binary, fold_build_cond, fold_convert, fold_unary, int_const, negate, truth};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// What `code a` folds to (`fold_unary`).
pub(super) fn try_unary(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
) -> Option<ExprId> {
    if let Some(id) = constant(cx, a)
        && let Some(folded) = fold_const::const_unop(&mut cx.unit, code, ty, id)
    {
        return Some(cx.const_expr(folded, loc));
    }
    if let Some(simpler) = simplify(cx, loc, code, ty, [a, ExprId::NONE, ExprId::NONE]) {
        return Some(simpler);
    }
    use TreeCode::{Imagpart, Paren, Realpart, ViewConvert};
    if !matches!(code, ViewConvert | Paren | Realpart | Imagpart)
        && let Some(folded) = into_operand(cx, loc, code, ty, a)
    {
        return Some(folded);
    }
    match code {
        TreeCode::Nop | TreeCode::Float | TreeCode::FixTrunc => {
            try_conversion(cx, loc, code, ty, a)
        }
        TreeCode::Negate => negate::fold_negate(cx, loc, ty, a),
        TreeCode::TruthNot => truth::fold_not(cx, loc, a).map(|e| fold_convert(cx, loc, ty, e)),
        TreeCode::Conj => {
            let (TreeCode::Complex, re, im) = binary(cx, a)? else { return None };
            let part = cx.unit.types.element(ty)?;
            let im = fold_unary(cx, loc, TreeCode::Negate, part, im);
            Some(fold_binary(cx, loc, TreeCode::Complex, ty, re, im))
        }
        TreeCode::Realpart | TreeCode::Imagpart => try_part(cx, loc, code, ty, a),
        TreeCode::ViewConvert if cx.type_of(a) == ty => Some(a),
        _ => None,
    }
}

/// Pushes an operation into the value of a comma expression, or into the arms of a conditional.
fn into_operand(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
) -> Option<ExprId> {
    let outer = cx.type_of(a);
    let inner = strip_nops(cx, a);
    match cx.exprs[inner].kind {
        ExprKind::Compound(first, value) => {
            let value = fold_convert(cx, loc, outer, value);
            let value = fold_unary(cx, loc, code, ty, value);
            Some(build_compound(cx, loc, ty, first, value))
        }
        ExprKind::Cond(c, x, y) if x.is_some() && y.is_some() => {
            let void = cx.unit.common.void;
            let mut arm = |arm: ExprId| {
                if cx.type_of(arm) == void {
                    return arm;
                }
                let arm = fold_convert(cx, loc, outer, arm);
                fold_unary(cx, loc, code, ty, arm)
            };
            let (x, y) = (arm(x), arm(y));
            let folded = fold_build_cond(cx, loc, ty, c, x, y);
            Some(out_of_arms(cx, loc, code, ty, folded))
        }
        _ => None,
    }
}

/// A conversion that has only moved into both arms of a conditional comes out again, unless it is between integers no
/// wider than a word, which are cheap.
fn out_of_arms(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    folded: ExprId,
) -> ExprId {
    let ExprKind::Cond(c, x, y) = cx.exprs[folded].kind else { return folded };
    let arms = (unary(cx, x), unary(cx, y));
    let (Some((cx1, xi)), Some((cy1, yi))) = arms else { return folded };
    if code != TreeCode::Nop || cx1 != code || cy1 != code || cx.type_of(xi) != cx.type_of(yi) {
        return folded;
    }
    let inner = cx.type_of(xi);
    if integral(cx, inner) && precision(cx, inner) <= cx.unit.target.word_bits {
        return folded;
    }
    let cond = build_cond(cx, loc, inner, c, xi, yi);
    build1(cx, loc, code, ty, cond)
}

fn try_conversion(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
) -> Option<ExprId> {
    let from = cx.type_of(a);
    if from == ty {
        return Some(a);
    }
    if let Some((comparison, x, y)) = binary(cx, a)
        && comparison.is_comparison()
        && !matches!(cx.unit.types.kind(from), TypeKind::Vector { .. })
    {
        if is_bool(cx, ty) {
            return Some(super::build::build2(cx, loc, comparison, ty, x, y));
        }
        if cx.unit.types.is_real(ty) {
            let (yes, no) = (int_const(cx, loc, ty, 1), int_const(cx, loc, ty, 0));
            return Some(build_cond(cx, loc, ty, a, yes, no));
        }
    }
    if let ExprKind::Modify(target, value) = cx.exprs[a].kind
        && cx.exprs[value].has(expr_flag::CONSTANT)
        && !matches!(cx.exprs[target].kind, ExprKind::Component(_, field)
            if cx.unit.types.field(field).is_bitfield)
    {
        // First the assignment, then the converted constant.
        let value = fold_unary(cx, loc, code, ty, value);
        return Some(build_compound(cx, loc, ty, a, value));
    }
    if code != TreeCode::Nop {
        return None;
    }
    mask_in_narrower(cx, loc, ty, a)
        .or_else(|| address_of_whole(cx, loc, ty, a))
        .or_else(|| pointer_plus_through_cast(cx, loc, ty, a))
        .or_else(|| not_through_cast(cx, loc, ty, a))
        .or_else(|| shift_through_cast(cx, loc, ty, a))
        .or_else(|| narrower_product(cx, loc, ty, a))
}

/// `(T) (x & c)` is `(T) x & (T) c`, where no sign bit gets in between.
fn mask_in_narrower(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId) -> Option<ExprId> {
    let (TreeCode::BitAnd, x, mask) = binary(cx, a)? else { return None };
    let value = cx.int_value(mask)?;
    if !matches!(cx.unit.types.kind(ty), TypeKind::Integer { .. }) {
        return None;
    }
    let from = cx.type_of(a);
    let keeps = unsigned(cx, from) || precision(cx, ty) <= precision(cx, from) || value >= 0;
    if !keeps {
        return None;
    }
    let mut x = x;
    let extends_sign = !unsigned(cx, from) && precision(cx, ty) > precision(cx, from);
    if extends_sign
        && cx.unit.target.narrow_loads_zero_extend
        && mode_bits(cx, from) < precision(cx, cx.unit.common.int)
    {
        // Either extension will do: the one that loads make.
        let work = integer_like(cx, from, true);
        x = fold_convert(cx, loc, work, x);
    }
    let x = fold_convert(cx, loc, ty, x);
    let overflowed = overflowed(cx, mask);
    let mut mask = int_const(cx, loc, ty, value);
    if overflowed && let Some(id) = constant(cx, mask) {
        let id = fold_const::with_overflow(&mut cx.unit, id);
        mask = cx.const_expr(id, loc);
    }
    Some(fold_binary(cx, loc, TreeCode::BitAnd, ty, x, mask))
}

/// `(T *) &x.first` is `&x` where `x` is a `T`.
fn address_of_whole(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId) -> Option<ExprId> {
    let ExprKind::Addr(mut object) = cx.exprs[a].kind else { return None };
    let target = cx.unit.types.pointee(ty)?;
    if !cx.unit.types[ty].quals.is_empty() {
        return None;
    }
    let part = object;
    loop {
        object = match cx.exprs[object].kind {
            ExprKind::Component(base, field)
                if cx.unit.types.field(field).byte_offset() == 0
                    && !cx.unit.types.field(field).is_bitfield =>
            {
                base
            }
            ExprKind::ArrayRef(base, index) if cx.int_value(index) == Some(0) => base,
            _ => break,
        };
    }
    if object == part || !cx.unit.types.same_main(cx.type_of(object), target) {
        return None;
    }
    let address = match cx.exprs[object].kind {
        ExprKind::Indirect(pointer) => pointer,
        _ => {
            let own = cx.unit.types.pointer_to(cx.type_of(object));
            super::build::build_addr(cx, loc, own, object)
        }
    };
    Some(fold_convert(cx, loc, ty, address))
}

/// `(T1) ((T2) x p+ y)` is `(T1) x p+ y`.
fn pointer_plus_through_cast(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
) -> Option<ExprId> {
    let (TreeCode::PointerPlus, pointer, offset) = binary(cx, a)? else { return None };
    if !cx.unit.types.is_pointer(ty) {
        return None;
    }
    converted(cx, pointer)?;
    let pointer = fold_convert(cx, loc, ty, pointer);
    Some(fold_binary(cx, loc, TreeCode::PointerPlus, ty, pointer, offset))
}

/// `(T1) ~(T2) x` is `~(T1) x` where `x` is at least as wide.
fn not_through_cast(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId) -> Option<ExprId> {
    let (TreeCode::BitNot, inner) = unary(cx, a)? else { return None };
    let x = converted(cx, inner)?;
    let from = cx.type_of(a);
    if !integral(cx, ty)
        || precision(cx, ty) != precision(cx, from)
        || !integral(cx, cx.type_of(x))
        || precision(cx, ty) > precision(cx, cx.type_of(x))
    {
        return None;
    }
    let x = fold_convert(cx, loc, ty, x);
    Some(fold_unary(cx, loc, TreeCode::BitNot, ty, x))
}

/// `(T1) ((T2) x << 3)` is `(T1) x << 3` where `x` is no wider.
fn shift_through_cast(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId) -> Option<ExprId> {
    let (TreeCode::Lshift, inner, count) = binary(cx, a)? else { return None };
    constant(cx, count)?;
    let x = converted(cx, inner)?;
    let (from, own) = (cx.type_of(a), cx.type_of(x));
    if !integral(cx, ty)
        || precision(cx, ty) != precision(cx, from)
        || !integral(cx, own)
        || precision(cx, own) > precision(cx, ty)
    {
        return None;
    }
    let x = fold_convert(cx, loc, ty, x);
    Some(fold_binary(cx, loc, TreeCode::Lshift, ty, x, count))
}

/// The product of two wider integers, truncated: the product of the truncated, without signed overflow.
fn narrower_product(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId) -> Option<ExprId> {
    let (TreeCode::Mult, x, y) = binary(cx, a)? else { return None };
    let from = cx.type_of(a);
    if !integral(cx, ty) || !integral(cx, from) || precision(cx, ty) >= precision(cx, from) {
        return None;
    }
    let work = if overflow_wraps(cx, ty) { ty } else { integer_like(cx, ty, true) };
    let (x, y) = (fold_convert(cx, loc, work, x), fold_convert(cx, loc, work, y));
    let product = fold_binary(cx, loc, TreeCode::Mult, work, x, y);
    Some(fold_convert(cx, loc, ty, product))
}

fn try_part(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
) -> Option<ExprId> {
    let first = code == TreeCode::Realpart;
    if !matches!(cx.unit.types.kind(cx.type_of(a)), TypeKind::Complex(_)) {
        return if first {
            Some(fold_convert(cx, loc, ty, a))
        } else {
            let zero = int_const(cx, loc, ty, 0);
            Some(super::omit_one_operand(cx, loc, ty, zero, a))
        };
    }
    match cx.exprs[a].kind {
        ExprKind::Binary(op @ (TreeCode::Plus | TreeCode::Minus), x, y) => {
            let x = fold_unary(cx, loc, code, ty, x);
            let y = fold_unary(cx, loc, code, ty, y);
            Some(fold_binary(cx, loc, op, ty, x, y))
        }
        ExprKind::Unary(TreeCode::Conj, x) => {
            let part = fold_unary(cx, loc, code, ty, x);
            Some(if first { part } else { fold_unary(cx, loc, TreeCode::Negate, ty, part) })
        }
        _ => None,
    }
}
