//! Unary operators and increments.

use super::{refs, rvalue, spell, truth, types};
use crate::context::Context;
use crate::fold::{self, build_compound, build1, fold_unary, int_const, save_expr, util};
use crate::generic::{ExprId, ExprKind, Incr, expr_flag};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind, TypeSize};

/// A unary operator of C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    /// `~`, which conjugates complex numbers.
    Complement,
    Not,
    Real,
    Imag,
}

/// `op e`.
pub fn build_unary(cx: &mut Context, loc: Location, op: UnaryOp, e: ExprId) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    if let UnaryOp::Real | UnaryOp::Imag = op {
        return build_part(cx, loc, op == UnaryOp::Real, e);
    }
    let e = rvalue::default_function_array_conversion(cx, loc, e);
    if op == UnaryOp::Not {
        return truth::logical_not(cx, loc, e);
    }
    let ty = cx.type_of(e);
    let arithmetic = types::is_arithmetic(cx, ty) || types::is_vector(cx, ty);
    match op {
        UnaryOp::Plus if arithmetic => {
            let e = rvalue::default_conversion(cx, e);
            let value = fold::non_lvalue(cx, loc, e);
            keep_constness(cx, e, value)
        }
        UnaryOp::Minus if arithmetic => build_value(cx, loc, Negate, e),
        UnaryOp::Complement if types::is_complex(cx, ty) => {
            cx.pedwarn("pedantic", loc, "ISO C does not support ‘~’ for complex conjugation");
            build_value(cx, loc, Conj, e)
        }
        UnaryOp::Complement if util::any_integral(cx, ty) => {
            super::boolean::warn_of_complement(cx, loc, e);
            build_value(cx, loc, BitNot, e)
        }
        _ => {
            let name = match op {
                UnaryOp::Plus => "unary plus",
                UnaryOp::Minus => "unary minus",
                _ => "bit-complement",
            };
            cx.error_at(loc, format!("wrong type argument to {name}"))
        }
    }
}

fn build_value(cx: &mut Context, loc: Location, code: TreeCode, e: ExprId) -> ExprId {
    let promoted = rvalue::default_conversion(cx, e);
    if cx.is_error(promoted) {
        return promoted;
    }
    let ty = cx.type_of(promoted);
    if util::constant(cx, promoted).is_none() {
        return build1(cx, loc, code, ty, promoted);
    }
    let folded = fold_unary(cx, loc, code, ty, promoted);
    if util::overflowed(cx, folded)
        && !util::overflowed(cx, promoted)
        && cx.folding.inhibit_warnings == 0
    {
        let value = spell::expr_text(cx, folded).unwrap_or_default();
        let text = format!(
            "integer overflow in expression of type {} results in ‘{value}’",
            spell::quoted(cx, ty)
        );
        cx.warning("overflow", loc, text);
    }
    keep_constness(cx, promoted, folded)
}

/// What comes of an integer constant expression is one.
fn keep_constness(cx: &mut Context, from: ExprId, to: ExprId) -> ExprId {
    if cx.exprs[from].has(expr_flag::INTEGER_CONSTANT_EXPR) && util::constant(cx, to).is_some() {
        cx.exprs[to].flags |= expr_flag::INTEGER_CONSTANT_EXPR;
    }
    to
}

/// `__real__ e` and `__imag__ e`; of real numbers, the number and zero.
fn build_part(cx: &mut Context, loc: Location, real: bool, e: ExprId) -> ExprId {
    let ty = cx.type_of(e);
    let code = if real { Realpart } else { Imagpart };
    match *cx.unit.types.kind(ty) {
        TypeKind::Complex(part) => {
            let quals = cx.unit.types[ty].quals;
            let part = types::with_quals(cx, part, quals);
            if util::constant(cx, e).is_some()
                || matches!(cx.exprs[e].kind, ExprKind::Binary(Complex, ..))
            {
                return fold_unary(cx, loc, code, part, e);
            }
            build1(cx, loc, code, part, e)
        }
        _ if types::is_arithmetic(cx, ty) => {
            if real {
                // `__real__ x = 1` is taken for real objects too.
                if super::rvalue::lvalue_p(cx, e) { e } else { fold::non_lvalue(cx, loc, e) }
            } else {
                let zero = int_const(cx, loc, ty, 0);
                fold::omit_one_operand(cx, loc, ty, zero, e)
            }
        }
        _ => {
            let name = if real { "__real" } else { "__imag" };
            cx.error_at(loc, format!("wrong type argument to {name}"))
        }
    }
}

/// `++e`, `e++` and their like.
pub fn build_increment(cx: &mut Context, loc: Location, op: Incr, e: ExprId) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    let increments = matches!(op, Incr::PreIncrement | Incr::PostIncrement);
    let word = if increments { "increment" } else { "decrement" };
    if matches!(cx.exprs[e].kind, ExprKind::Cond(..) | ExprKind::Compound(..))
        || !rvalue::lvalue_p(cx, e)
    {
        return cx.error_at(loc, format!("lvalue required as {word} operand"));
    }
    let ty = cx.type_of(e);
    if let Some(text) = wrong_operand(cx, ty, word) {
        return cx.error_at(loc, text);
    }
    if cx.exprs[e].has(expr_flag::READONLY)
        && let Some(error) = super::assign::readonly_error(cx, loc, e, word)
    {
        return error;
    }
    let e = fold::fully_fold_lvalue(cx, e);
    if super::atomic::is_atomic(cx, e) {
        let code = if increments { TreeCode::Plus } else { TreeCode::Minus };
        let one = int_const(cx, loc, cx.unit.common.int, 1);
        let old = matches!(op, Incr::PostIncrement | Incr::PostDecrement);
        return super::atomic::update(cx, loc, e, code, one, old);
    }
    if let TypeKind::Complex(part) = *cx.unit.types.kind(ty) {
        return complex_increment(cx, loc, op, e, part);
    }
    if let TypeKind::Bool = cx.unit.types.kind(ty) {
        cx.warning("bool-operation", loc, format!("{word} of a boolean expression"));
        return boolean_increment(cx, loc, op, e);
    }
    let Some(amount) = amount(cx, loc, ty, word) else { return cx.error_expr(loc) };
    cx.expr(ExprKind::Incr(op, e, amount), ty, loc, expr_flag::SIDE_EFFECTS)
}

fn wrong_operand(cx: &Context, ty: TypeId, word: &str) -> Option<String> {
    let types = &cx.unit.types;
    if let Some(to) = types.pointee(ty) {
        if types[to].size == TypeSize::Incomplete && types::is_record(cx, to) {
            return Some(format!(
                "{word} of pointer to an incomplete type {}",
                spell::quoted(cx, to)
            ));
        }
        return None;
    }
    let fine = types::is_arithmetic(cx, ty) || types::is_vector(cx, ty);
    (!fine).then(|| format!("wrong type argument to {word}"))
}

/// What is added: 1 in the operand's type, for pointers the size of what they point to.
fn amount(cx: &mut Context, loc: Location, ty: TypeId, word: &str) -> Option<ExprId> {
    let Some(to) = cx.unit.types.pointee(ty) else {
        return Some(int_const(cx, loc, ty, 1));
    };
    if types::is_void(cx, to) || types::is_function(cx, to) {
        let what = if types::is_void(cx, to) { "‘void’" } else { "function" };
        let text = format!("wrong type argument to {word}: pointer to {what}");
        if cx.unit.diagnostics.warnings.pedantic() {
            cx.pedwarn("pointer-arith", loc, text);
        }
        return Some(int_const(cx, loc, cx.unit.common.sizetype, 1));
    }
    if types::is_record(cx, to) && cx.unit.types[to].size == TypeSize::Incomplete {
        refs::incomplete_use(cx, loc, to);
        return None;
    }
    Some(super::size::size_in_bytes(cx, loc, to))
}

/// A complex number is incremented in its real part.
fn complex_increment(cx: &mut Context, loc: Location, op: Incr, e: ExprId, part: TypeId) -> ExprId {
    let ty = cx.type_of(e);
    let e = stabilize(cx, e);
    let re = build1(cx, loc, Realpart, part, e);
    let im = build1(cx, loc, Imagpart, part, e);
    let re = build_increment(cx, loc, op, re);
    fold::build2(cx, loc, Complex, ty, re, im)
}

/// `_Bool` objects: incrementing sets them, decrementing inverts them.
fn boolean_increment(cx: &mut Context, loc: Location, op: Incr, e: ExprId) -> ExprId {
    let ty = cx.type_of(e);
    let result = cx.unit.types.main_variant(ty);
    let e = stabilize(cx, e);
    let value = match op {
        Incr::PreIncrement | Incr::PostIncrement => int_const(cx, loc, result, 1),
        Incr::PreDecrement | Incr::PostDecrement => fold_unary(cx, loc, TruthNot, result, e),
    };
    let post = matches!(op, Incr::PostIncrement | Incr::PostDecrement);
    if !post {
        return cx.expr(ExprKind::Modify(e, value), result, loc, expr_flag::SIDE_EFFECTS);
    }
    let old = save_expr(cx, e);
    let stored = cx.expr(ExprKind::Modify(e, value), result, loc, expr_flag::SIDE_EFFECTS);
    let rest = build_compound(cx, loc, result, stored, old);
    build_compound(cx, loc, result, old, rest)
}

/// An lvalue that may be evaluated more than once: what has side effects within it is saved (`stabilize_reference`).
pub fn stabilize(cx: &mut Context, e: ExprId) -> ExprId {
    // The way down to the object, then up again over what had to be replaced.
    let mut path = Vec::new();
    let mut base = e;
    while let ExprKind::Component(inner, _)
    | ExprKind::ArrayRef(inner, _)
    | ExprKind::BitFieldRef(inner, _, _)
    | ExprKind::Unary(Nop | Realpart | Imagpart | ViewConvert | Float | FixTrunc, inner) =
        cx.exprs[base].kind
    {
        path.push(base);
        base = inner;
    }
    let mut result = match cx.exprs[base].kind {
        ExprKind::Indirect(pointer) => {
            let stable = stabilize_value(cx, pointer, 0);
            with_base(cx, base, ExprKind::Indirect(stable))
        }
        ExprKind::MemRef(pointer, offset, alias) => {
            let stable = stabilize_value(cx, pointer, 0);
            with_base(cx, base, ExprKind::MemRef(stable, offset, alias))
        }
        _ => base,
    };
    while let Some(outer) = path.pop() {
        let kind = match cx.exprs[outer].kind {
            ExprKind::Component(_, field) => ExprKind::Component(result, field),
            ExprKind::ArrayRef(_, index) => {
                let index = stabilize_value(cx, index, 0);
                ExprKind::ArrayRef(result, index)
            }
            ExprKind::BitFieldRef(_, size, pos) => ExprKind::BitFieldRef(result, size, pos),
            ExprKind::Unary(code, _) => ExprKind::Unary(code, result),
            _ => return e,
        };
        result = with_base(cx, outer, kind);
    }
    result
}

fn with_base(cx: &mut Context, e: ExprId, kind: ExprKind) -> ExprId {
    let (ty, loc, flags) = (cx.exprs[e].ty, cx.exprs[e].loc, cx.exprs[e].flags);
    cx.expr(kind, ty, loc, flags & !expr_flag::FOLDED)
}

/// A value within an lvalue: constants, variables that nothing in between changes and arithmetic on them stay as they
/// are where they have no side effects; calls and increments are saved (`stabilize_reference_1`).
fn stabilize_value(cx: &mut Context, e: ExprId, depth: u32) -> ExprId {
    let expr = &cx.exprs[e];
    if expr.has(expr_flag::CONSTANT)
        || matches!(expr.kind, ExprKind::Save(_))
        || expr.has(expr_flag::READONLY) && !expr.has(expr_flag::SIDE_EFFECTS)
    {
        return e;
    }
    let (ty, loc) = (expr.ty, expr.loc);
    match expr.kind {
        ExprKind::Binary(TruncDiv | ExactDiv | TruncMod | Rdiv, ..) => save_expr(cx, e),
        ExprKind::Binary(code, a, b) if depth < util::MAX_DEPTH && !code.is_comparison() => {
            let a = stabilize_value(cx, a, depth + 1);
            let b = stabilize_value(cx, b, depth + 1);
            fold::build2(cx, loc, code, ty, a, b)
        }
        ExprKind::Unary(code, a) if depth < util::MAX_DEPTH => {
            let a = stabilize_value(cx, a, depth + 1);
            build1(cx, loc, code, ty, a)
        }
        _ if cx.has_side_effects(e) => save_expr(cx, e),
        _ => e,
    }
}
