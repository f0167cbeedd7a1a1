//! Reassociation: both operands of a sum, product or bitwise operation are split into variable part, constant part and
//! literal, each kind is put together, and the whole again: `(a + 1) + 2` becomes `a + 3`.
//!
//! In a type whose overflow is undefined only constants may be moved, around one variable.

use super::util::*;
use super::{build::build2, fold_binary, fold_convert, negate};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use TreeCode::{Minus, Negate, Plus};
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::TypeId;

/// The parts of an operand: what is added, and what is subtracted.
#[derive(Clone, Copy, Default)]
struct Parts {
    var: Option<ExprId>,
    minus_var: Option<ExprId>,
    con: Option<ExprId>,
    minus_con: Option<ExprId>,
    lit: Option<ExprId>,
    minus_lit: Option<ExprId>,
}

impl Parts {
    fn count(&self) -> usize {
        [self.var, self.minus_var, self.con, self.minus_con, self.lit, self.minus_lit]
            .iter()
            .flatten()
            .count()
    }
}

fn is_literal(cx: &Context, e: ExprId) -> bool {
    constant(cx, e).is_some_and(|id| {
        matches!(
            cx.unit.consts[id].value,
            gimple::constant::ConstValue::Int(_) | gimple::constant::ConstValue::Real(_)
        )
    })
}

/// Splits an operand of `code`; `negated` for the right one of a subtraction.
fn split(cx: &mut Context, e: ExprId, ty: TypeId, code: TreeCode, negated: bool) -> Parts {
    let e = strip_sign_nops(cx, e);
    let mut parts = Parts::default();
    if is_literal(cx, e) {
        parts.lit = Some(e);
    } else if let Some((op, x, y)) = binary(cx, e)
        && (op == code
            || (!is_float(cx, cx.type_of(e))
                && (code == Plus && op == Minus || code == Minus && op == Plus)))
    {
        split_binary(cx, &mut parts, e, (x, y), op == Minus);
    } else if let (Some((TreeCode::BitNot, inner)), Plus | Minus) = (unary(cx, e), code) {
        // ~x is -x - 1.
        parts.minus_lit = Some(super::int_const(cx, cx.get(e).loc, ty, 1));
        parts.minus_var = Some(inner);
    } else if cx.exprs[e].has(expr_flag::CONSTANT) {
        parts.con = Some(e);
    } else {
        parts.var = Some(e);
    }
    if negated {
        std::mem::swap(&mut parts.lit, &mut parts.minus_lit);
        std::mem::swap(&mut parts.con, &mut parts.minus_con);
        std::mem::swap(&mut parts.var, &mut parts.minus_var);
    }
    for part in [
        &mut parts.var,
        &mut parts.minus_var,
        &mut parts.con,
        &mut parts.minus_con,
        &mut parts.lit,
        &mut parts.minus_lit,
    ] {
        if let Some(e) = part {
            *part = Some(fold_convert(cx, cx.get(*e).loc, ty, *e));
        }
    }
    parts
}

fn split_binary(
    cx: &mut Context,
    parts: &mut Parts,
    e: ExprId,
    (x, y): (ExprId, ExprId),
    minus: bool,
) {
    let (mut x, mut y) = (Some(x), Some(y));
    // A negated literal is found, since the constant is what is added.
    let mut lit_negative = false;
    if let Some(lit) = x.filter(|&x| is_literal(cx, x)) {
        parts.lit = Some(lit);
        x = None;
    } else if let Some(lit) = y.filter(|&y| is_literal(cx, y)) {
        parts.lit = Some(lit);
        lit_negative = minus;
        y = None;
    }
    let mut con_negative = false;
    if let Some(con) = x.filter(|&x| cx.exprs[x].has(expr_flag::CONSTANT)) {
        parts.con = Some(con);
        x = None;
    } else if let Some(con) = y.filter(|&y| cx.exprs[y].has(expr_flag::CONSTANT)) {
        parts.con = Some(con);
        con_negative = minus;
        y = None;
    }
    let mut var_negative = false;
    match (x, y) {
        (Some(_), Some(_)) => {
            // Two variables: the operand is one.
            *parts = Parts { var: Some(e), ..Parts::default() };
            return;
        }
        (Some(x), None) => parts.var = Some(x),
        (None, Some(y)) => {
            parts.var = Some(y);
            var_negative = minus;
        }
        (None, None) => {}
    }
    if lit_negative {
        std::mem::swap(&mut parts.lit, &mut parts.minus_lit);
    }
    if con_negative {
        std::mem::swap(&mut parts.con, &mut parts.minus_con);
    }
    if var_negative {
        std::mem::swap(&mut parts.var, &mut parts.minus_var);
    }
}

/// Puts two parts of one kind together; sums and differences are built as they are, so as not to come back here.
fn join(
    cx: &mut Context,
    loc: Location,
    a: Option<ExprId>,
    b: Option<ExprId>,
    code: TreeCode,
    ty: TypeId,
) -> Option<ExprId> {
    let (a, b) = match (a, b) {
        (Some(a), Some(b)) => (a, b),
        (a, b) => return a.or(b),
    };
    let op = |cx: &Context, e| match cx.exprs[e].kind {
        ExprKind::Binary(op, _, _) => Some(op),
        _ => None,
    };
    let additive = |op: Option<TreeCode>| matches!(op, Some(Plus | Minus));
    if op(cx, a) == Some(code)
        || op(cx, b) == Some(code)
        || code == Plus && (op(cx, a) == Some(Minus) || op(cx, b) == Some(Minus))
        || code == Minus && (additive(op(cx, a)) || additive(op(cx, b)))
    {
        if code == Plus {
            let negated = |e| match unary(cx, e) {
                Some((Negate, inner)) => Some(inner),
                _ => None,
            };
            if let Some(inner) = negated(a) {
                let (b, inner) = (fold_convert(cx, loc, ty, b), fold_convert(cx, loc, ty, inner));
                return Some(build2(cx, loc, Minus, ty, b, inner));
            }
            if let Some(inner) = negated(b) {
                let (a, inner) = (fold_convert(cx, loc, ty, a), fold_convert(cx, loc, ty, inner));
                return Some(build2(cx, loc, Minus, ty, a, inner));
            }
            if is_zero(cx, b) {
                return Some(fold_convert(cx, loc, ty, a));
            }
        } else if code == Minus && is_zero(cx, b) {
            return Some(fold_convert(cx, loc, ty, a));
        }
        let (a, b) = (fold_convert(cx, loc, ty, a), fold_convert(cx, loc, ty, b));
        return Some(build2(cx, loc, code, ty, a, b));
    }
    let (a, b) = (fold_convert(cx, loc, ty, a), fold_convert(cx, loc, ty, b));
    Some(fold_binary(cx, loc, code, ty, a, b))
}

/// Whether two variable parts cancel each other out; nothing else with two may be moved where overflow is undefined.
fn cancels(cx: &Context, x: ExprId, y: ExprId, ty: TypeId) -> bool {
    let mut opposite = false;
    let mut core = |mut e: ExprId| {
        if let Some((Negate, inner)) = unary(cx, e) {
            e = inner;
            opposite = !opposite;
        }
        match converted(cx, e) {
            Some(inner)
                if integral(cx, cx.type_of(inner))
                    && precision(cx, cx.type_of(inner)) <= precision(cx, ty) =>
            {
                inner
            }
            _ => e,
        }
    };
    let (x, y) = (core(x), core(y));
    opposite && operand_equal(cx, x, y)
}

/// Reassociates `a code b` of type `ty`, where that brings constants together.
pub(super) fn associate(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    if is_float(cx, ty) || !(integral(cx, ty) || cx.unit.types.is_pointer(ty)) {
        return None;
    }
    // Converting the parts costs expressions: look first whether there is anything to move.
    if !worth_splitting(cx, code, a) && !worth_splitting(cx, code, b) {
        return None;
    }
    // Both operands must be of the width of the result to be taken apart.
    let p = split(cx, a, ty, code, false);
    let q = split(cx, b, ty, code, code == Minus);
    let code = if code == Minus { Plus } else { code };
    let mut work = ty;
    if !overflow_wraps(cx, ty) {
        for operand in [a, b] {
            let own = cx.type_of(operand);
            if integral(cx, own)
                && overflow_wraps(cx, own)
                && precision(cx, own) == precision(cx, ty)
            {
                work = own;
                break;
            }
        }
    }
    if !overflow_wraps(cx, work) {
        let both =
            p.var.is_some() && q.var.is_some() || p.minus_var.is_some() && q.minus_var.is_some();
        if both {
            let x = p.var.or(p.minus_var)?;
            let y = q.var.or(q.minus_var)?;
            if !cancels(cx, x, y, work) {
                return None;
            }
        } else {
            let crossed = [(p.var, q.minus_var), (p.minus_var, q.var)];
            for pair in crossed {
                if let (Some(x), Some(y)) = pair
                    && !operand_equal(cx, x, y)
                {
                    return None;
                }
            }
        }
    }
    if p.count() + q.count() <= 2 {
        return None;
    }
    rejoin(cx, loc, code, work, p, q).map(|joined| fold_convert(cx, loc, ty, joined))
}

fn worth_splitting(cx: &Context, code: TreeCode, e: ExprId) -> bool {
    let e = strip_sign_nops(cx, e);
    match cx.exprs[e].kind {
        ExprKind::Binary(op, _, _) => {
            op == code || matches!((code, op), (Plus, Minus) | (Minus, Plus))
        }
        ExprKind::Unary(TreeCode::BitNot, _) => matches!(code, Plus | Minus),
        _ => false,
    }
}

fn rejoin(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    p: Parts,
    q: Parts,
) -> Option<ExprId> {
    let mut var = join(cx, loc, p.var, q.var, code, ty);
    let mut minus_var = join(cx, loc, p.minus_var, q.minus_var, code, ty);
    let mut con = join(cx, loc, p.con, q.con, code, ty);
    let mut minus_con = join(cx, loc, p.minus_con, q.minus_con, code, ty);
    let mut lit = join(cx, loc, p.lit, q.lit, code, ty);
    let mut minus_lit = join(cx, loc, p.minus_lit, q.minus_lit, code, ty);
    if var.is_some() && minus_var.is_some() {
        var = join(cx, loc, var, minus_var.take(), Minus, ty);
    }
    if con.is_some() && minus_con.is_some() {
        con = join(cx, loc, con, minus_con.take(), Minus, ty);
    }
    // The difference of the literals stays a subtraction where that keeps it small.
    if let (Some(plus), Some(minus)) = (lit, minus_lit) {
        let smaller = match (cx.int_value(plus), cx.int_value(minus)) {
            (Some(x), Some(y)) => x < y,
            _ => false,
        };
        if smaller && (var.is_some() || con.is_some()) {
            minus_lit = join(cx, loc, minus_lit, lit.take(), Minus, ty);
        } else {
            lit = join(cx, loc, lit, minus_lit.take(), Minus, ty);
        }
    }
    if lit.is_some_and(|e| overflowed(cx, e)) || minus_lit.is_some_and(|e| overflowed(cx, e)) {
        return None;
    }
    con = join(cx, loc, con, lit, code, ty);
    minus_con = join(cx, loc, minus_con, minus_lit, code, ty);
    if minus_con.is_some() {
        if con.is_some() {
            con = join(cx, loc, con, minus_con, Minus, ty);
        } else if var.is_some() {
            var = join(cx, loc, var, minus_con, Minus, ty);
        } else {
            let negative = negate::negate_expr(cx, loc, minus_con?);
            con = Some(negative);
        }
    }
    if minus_var.is_some() {
        if con.is_some() {
            con = join(cx, loc, con, minus_var, Minus, ty);
        } else if var.is_some() {
            var = join(cx, loc, var, minus_var, Minus, ty);
        } else {
            con = Some(negate::negate_expr(cx, loc, minus_var?));
        }
    }
    join(cx, loc, var, con, code, ty)
}
