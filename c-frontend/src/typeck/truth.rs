//! Conditions: an expression as a truth value.

use super::{binary, boolean, spell, types};
use crate::context::Context;
use crate::fold::{
    build_compound, build_cond, build1, build2, fold_unary, int_const, save_expr, util,
};
use crate::generic::{ExprId, ExprKind};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::decl::{DeclKind, flag};
use gimple::location::Location;
use gimple::types::TypeKind;

/// `e` as a condition, of type `int` (`c_objc_common_truthvalue_conversion`): a comparison with zero, unless it yields a
/// truth value anyway. Complains of what is no scalar.
pub fn truthvalue_conversion(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    let ty = cx.type_of(e);
    let complaint = match cx.unit.types.kind(ty) {
        TypeKind::Array { .. } => {
            "used array that cannot be converted to pointer where scalar is required"
        }
        TypeKind::Record { .. } => "used struct type value where scalar is required",
        TypeKind::Union { .. } => "used union type value where scalar is required",
        TypeKind::Void => "void value not ignored as it ought to be",
        TypeKind::Vector { .. } => "used vector type where scalar is required",
        _ => return convert_to(cx, loc, e, 0),
    };
    cx.error_at(loc, complaint)
}

fn convert_to(cx: &mut Context, loc: Location, e: ExprId, depth: u32) -> ExprId {
    let int = cx.unit.common.int;
    if depth > util::MAX_DEPTH {
        return compare_with_zero(cx, loc, e);
    }
    boolean::warn_of_condition(cx, loc, e);
    let ty = cx.type_of(e);
    match cx.exprs[e].kind {
        ExprKind::Binary(code, ..) if util::is_truth_code(code) && ty == int => e,
        ExprKind::Unary(TruthNot, _) if ty == int => e,
        ExprKind::Binary(code, a, b) if code.is_comparison() => build2(cx, loc, code, int, a, b),
        ExprKind::Binary(code, a, b) if util::is_truth_code(code) => {
            let (a, b) = (convert_to(cx, loc, a, depth + 1), convert_to(cx, loc, b, depth + 1));
            build2(cx, loc, code, int, a, b)
        }
        ExprKind::Unary(TruthNot, a) => {
            let a = convert_to(cx, loc, a, depth + 1);
            build1(cx, loc, TruthNot, int, a)
        }
        ExprKind::Binary(Lrotate | Rrotate, a, count) => {
            let a = convert_to(cx, loc, a, depth + 1);
            match cx.has_side_effects(count) {
                true => build_compound(cx, loc, int, count, a),
                false => a,
            }
        }
        ExprKind::Const(id) => {
            let zero = gimple::fold_const::is_zero(&cx.unit, id);
            int_const(cx, loc, int, (!zero).into())
        }
        ExprKind::Addr(object) => match always_true(cx, object) {
            true => {
                warn_address(cx, loc, object);
                int_const(cx, loc, int, 1)
            }
            false => compare_with_zero(cx, loc, e),
        },
        ExprKind::Unary(Negate | Abs | Float, a) => convert_to(cx, loc, a, depth + 1),
        ExprKind::Unary(Nop, a) => {
            // A widening changes nothing, and neither does a conversion between pointers.
            let (to, from) = (ty, cx.type_of(a));
            let types = &cx.unit.types;
            let both_int = types.is_integral(to) && types.is_integral(from);
            let both_pointer = types.is_pointer(to) && types.is_pointer(from);
            let both_real = types.is_real(to) && types.is_real(from);
            let wide = if both_real {
                types.size(to) >= types.size(from)
            } else {
                types.precision(to) >= types.precision(from)
            };
            if (both_int || both_pointer || both_real) && wide {
                return convert_to(cx, loc, a, depth + 1);
            }
            compare_with_zero(cx, loc, e)
        }
        ExprKind::Cond(c, a, b) if a.is_some() && b.is_some() => {
            let void = cx.unit.common.void;
            let mut arm = |arm: ExprId| {
                if cx.type_of(arm) == void { arm } else { convert_to(cx, loc, arm, depth + 1) }
            };
            let (a, b) = (arm(a), arm(b));
            build_cond(cx, loc, int, c, a, b)
        }
        ExprKind::Binary(Complex, re, im) => parts(cx, loc, e, (re, im), depth),
        ExprKind::Modify(_, value) if !cx.exprs[e].has(crate::generic::expr_flag::NO_WARNING) => {
            let text = "suggest parentheses around assignment used as truth value";
            if !matches!(cx.exprs[value].kind, ExprKind::Error) {
                cx.warning("parentheses", loc, text);
            }
            compare_with_zero(cx, loc, e)
        }
        _ => compare_with_zero(cx, loc, e),
    }
}

fn compare_with_zero(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    let ty = cx.type_of(e);
    if let TypeKind::Complex(part) = *cx.unit.types.kind(ty) {
        let saved = save_expr(cx, e);
        let re = fold_unary(cx, loc, Realpart, part, saved);
        let im = fold_unary(cx, loc, Imagpart, part, saved);
        return parts(cx, loc, e, (re, im), 0);
    }
    let zero = if cx.unit.types.is_real(ty) || cx.unit.types.is_pointer(ty) {
        int_const(cx, loc, ty, 0)
    } else {
        int_const(cx, loc, cx.unit.common.int, 0)
    };
    binary::build_binary(cx, loc, Ne, e, zero)
}

/// A complex number is true where a part is.
fn parts(
    cx: &mut Context,
    loc: Location,
    e: ExprId,
    (re, im): (ExprId, ExprId),
    depth: u32,
) -> ExprId {
    let code = if cx.has_side_effects(e) { TruthOr } else { TruthOrIf };
    let (re, im) = (convert_to(cx, loc, re, depth + 1), convert_to(cx, loc, im, depth + 1));
    build2(cx, loc, code, cx.unit.common.int, re, im)
}

/// Whether the address of an object is never null (`decl_with_nonnull_addr_p`).
fn always_true(cx: &Context, object: ExprId) -> bool {
    match cx.exprs[object].kind {
        ExprKind::Decl(decl) => {
            let d = &cx.unit.decls[decl];
            !d.has(flag::WEAK) && d.kind != DeclKind::Result
        }
        ExprKind::Const(_) => true,
        _ => false,
    }
}

fn warn_address(cx: &mut Context, loc: Location, object: ExprId) {
    if let Some(name) = spell::expr_text(cx, object)
        && !matches!(cx.exprs[object].kind, ExprKind::Const(_))
    {
        let text = format!("the address of ‘{name}’ will always evaluate as ‘true’");
        cx.warning("address", loc, text);
    }
}

/// `!e`.
pub fn logical_not(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    if !types::is_scalar(cx, cx.type_of(e)) {
        return cx.error_at(loc, "wrong type argument to unary exclamation mark");
    }
    let e = truthvalue_conversion(cx, loc, e);
    if cx.is_error(e) {
        return e;
    }
    let int = cx.unit.common.int;
    match crate::fold::util::constant(cx, e) {
        Some(_) => fold_unary(cx, loc, TruthNot, int, e),
        None => crate::fold::truth::invert(cx, loc, e),
    }
}
