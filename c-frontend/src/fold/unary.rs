//! Folding conversions and the other unary operations.

use super::build::{build_compound, build_cond, build1};
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
        TreeCode::Abs => try_abs(cx, loc, ty, a),
        TreeCode::BitNot => try_bit_not(cx, loc, ty, a),
        TreeCode::TruthNot => truth::fold_not(cx, loc, a).map(|e| fold_convert(cx, loc, ty, e)),
        TreeCode::Conj => match unary(cx, a) {
            Some((TreeCode::Conj, inner)) => Some(inner),
            _ => match binary(cx, a) {
                Some((TreeCode::Complex, re, im)) => {
                    let part = cx.unit.types.element(ty)?;
                    let im = fold_unary(cx, loc, TreeCode::Negate, part, im);
                    Some(fold_binary(cx, loc, TreeCode::Complex, ty, re, im))
                }
                _ => None,
            },
        },
        TreeCode::Realpart | TreeCode::Imagpart => try_part(cx, loc, code, ty, a),
        TreeCode::ViewConvert => try_view(cx, loc, ty, a),
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
    if let Some(folded) = conversion_of_conversion(cx, loc, ty, a) {
        return Some(folded);
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
        .or_else(|| pointer_plus_through_cast(cx, loc, ty, a))
        .or_else(|| not_through_cast(cx, loc, ty, a))
        .or_else(|| narrower_product(cx, loc, ty, a))
}

/// What is known of the type a conversion comes from, passes through or ends in.
struct Shape {
    int: bool,
    ptr: bool,
    float: bool,
    vector: bool,
    prec: u32,
    unsigned: bool,
}

fn shape(cx: &Context, ty: TypeId) -> Shape {
    let types = &cx.unit.types;
    Shape {
        int: types.is_integral(ty),
        ptr: types.is_pointer(ty),
        float: types.is_real(ty),
        vector: matches!(types.kind(ty), TypeKind::Vector { .. }),
        prec: if types.is_real(ty) { mode_bits(cx, ty) } else { precision(cx, ty) },
        unsigned: types.is_unsigned(ty),
    }
}

/// `(last) (inter) x`: whether the middle conversion can go.
fn conversion_of_conversion(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
) -> Option<ExprId> {
    let (code, x) = unary(cx, a)?;
    if !matches!(code, TreeCode::Nop | TreeCode::Float | TreeCode::FixTrunc) {
        return None;
    }
    let from = cx.type_of(x);
    let (inside, inter, last) = (shape(cx, from), shape(cx, cx.type_of(a)), shape(cx, ty));
    if inside.vector || inter.vector || last.vector {
        return None;
    }
    // To its own type by way of one at least as wide.
    let there_and_back = cx.unit.types.same_main(ty, from)
        && ((inter.int || inter.ptr) && last.int || inter.float && last.float)
        && !super::honor_signaling_nans(cx, from)
        && inter.prec >= last.prec;
    // Widened without a change of sign.
    let widened = (inter.int && inside.int || inter.float && inside.float)
        && (last.int || last.float)
        && inter.prec >= inside.prec
        && (inter.float || inter.unsigned == inside.unsigned)
        && !super::honor_signaling_nans(cx, from);
    // Zero-extended, then sign-extended; or merely changed in sign at the end.
    let extended_twice = inside.int
        && inter.int
        && last.int
        && (inside.prec < inter.prec
            && inter.prec < last.prec
            && inside.unsigned
            && !inter.unsigned
            || last.prec == inter.prec);
    let integers = !inside.float
        && !inter.float
        && !last.float
        && (inside.int || inside.ptr)
        && (inter.int || inter.ptr)
        && (last.int || last.ptr)
        && (inter.prec >= inside.prec || inter.prec >= last.prec)
        && !(inside.int
            && inter.int
            && inter.unsigned != inside.unsigned
            && inter.prec < last.prec)
        && (inter.unsigned && inter.prec > inside.prec)
            == (last.unsigned && last.prec > inter.prec)
        && !(inside.ptr && inter.prec != last.prec)
        && !(last.ptr && inside.prec != inter.prec);
    (there_and_back || widened || extended_twice || integers).then(|| fold_convert(cx, loc, ty, x))
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
    let mask = int_const(cx, loc, ty, value);
    Some(fold_binary(cx, loc, TreeCode::BitAnd, ty, x, mask))
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

fn try_abs(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId) -> Option<ExprId> {
    if let Some((TreeCode::Abs, _)) = unary(cx, a) {
        return Some(a);
    }
    if nonnegative(cx, a) {
        return Some(a);
    }
    if let Some((TreeCode::Negate, inner)) = unary(cx, a) {
        return Some(fold_unary(cx, loc, TreeCode::Abs, ty, inner));
    }
    None
}

fn try_bit_not(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId) -> Option<ExprId> {
    let stripped = strip_nops(cx, a);
    match cx.exprs[stripped].kind {
        ExprKind::Unary(TreeCode::BitNot, inner) if stripped == a => {
            Some(fold_convert(cx, loc, ty, inner))
        }
        // ~ - x is x - 1.
        ExprKind::Unary(TreeCode::Negate, inner) if integral(cx, ty) => {
            let (inner, one) = (fold_convert(cx, loc, ty, inner), int_const(cx, loc, ty, 1));
            Some(fold_binary(cx, loc, TreeCode::Minus, ty, inner, one))
        }
        // ~ (x - 1) is -x.
        ExprKind::Binary(code, x, y)
            if integral(cx, ty)
                && ((code == TreeCode::Plus && is_all_ones(cx, y))
                    || (code == TreeCode::Minus && is_one(cx, y))) =>
        {
            let x = fold_convert(cx, loc, ty, x);
            Some(fold_unary(cx, loc, TreeCode::Negate, ty, x))
        }
        // ~ (x + c) is ~c - x.
        ExprKind::Binary(TreeCode::Plus, x, y)
            if integral(cx, ty)
                && cx
                    .int_value(y)
                    .is_some_and(|value| unsigned(cx, ty) || value != bounds(cx, ty).0) =>
        {
            let (x, y) = (fold_convert(cx, loc, ty, x), fold_convert(cx, loc, ty, y));
            let y = fold_unary(cx, loc, TreeCode::BitNot, ty, y);
            Some(fold_binary(cx, loc, TreeCode::Minus, ty, y, x))
        }
        // ~ (x - y) is ~x + y.
        ExprKind::Binary(TreeCode::Minus, x, y) if integral(cx, ty) => {
            let (x, y) = (fold_convert(cx, loc, ty, x), fold_convert(cx, loc, ty, y));
            if overflow_wraps(cx, ty) {
                let difference = fold_binary(cx, loc, TreeCode::Minus, ty, y, x);
                let minus_one = int_const(cx, loc, ty, -1);
                return Some(fold_binary(cx, loc, TreeCode::Plus, ty, difference, minus_one));
            }
            let x = fold_unary(cx, loc, TreeCode::BitNot, ty, x);
            Some(fold_binary(cx, loc, TreeCode::Plus, ty, x, y))
        }
        // ~ (c ^ x) with a constant that inverts freely.
        ExprKind::Binary(TreeCode::BitXor, x, y) if cx.int_value(y).is_some() => {
            let y = fold_convert(cx, loc, ty, y);
            let y = fold_unary(cx, loc, TreeCode::BitNot, ty, y);
            let x = fold_convert(cx, loc, ty, x);
            Some(fold_binary(cx, loc, TreeCode::BitXor, ty, x, y))
        }
        _ => None,
    }
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
        ExprKind::Binary(TreeCode::Complex, re, im) => {
            let (kept, omitted) = if first { (re, im) } else { (im, re) };
            Some(super::omit_one_operand(cx, loc, ty, kept, omitted))
        }
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

fn try_view(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId) -> Option<ExprId> {
    let from = cx.type_of(a);
    if from == ty {
        return Some(a);
    }
    if let Some((TreeCode::ViewConvert, inner)) = unary(cx, a) {
        return Some(build1(cx, loc, TreeCode::ViewConvert, ty, inner));
    }
    let simple = |ty| integral(cx, ty) || cx.unit.types.is_pointer(ty);
    if simple(ty) && simple(from) && precision(cx, ty) == precision(cx, from) {
        return Some(fold_convert(cx, loc, ty, a));
    }
    None
}
