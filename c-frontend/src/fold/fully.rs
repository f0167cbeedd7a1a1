//! Folding whole expressions from the leaves up (`c_fully_fold`).
//!
//! The semantic actions build expressions as they are written, so that they can warn about what was written; each full
//! expression is then folded once. Arguments of calls and the bodies of statement expressions have been folded when
//! they were complete. The walk keeps its own stack: chains of operators may be as long as they like.

use super::build::*;
use super::util::*;
use super::{address, fold_binary, fold_build_cond, fold_unary};
use crate::context::Context;
use crate::generic::{Expr, ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::decl::flag;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeKind;

enum Task {
    /// Fold the expression; `place` where it is an object to be stored to or to have its address taken.
    Visit { e: ExprId, place: bool },
    /// The operands are on the value stack.
    Build { e: ExprId },
}

/// `e` folded; `in_init` for the initialiser of an object with static storage, where floating-point exceptions do not
/// matter.
pub fn fully_fold(cx: &mut Context, e: ExprId, in_init: bool) -> ExprId {
    fold_tree(cx, e, in_init, false)
}

/// An object that is stored to, or has its address taken, with the expressions in it folded.
pub fn fully_fold_lvalue(cx: &mut Context, e: ExprId) -> ExprId {
    fold_tree(cx, e, false, true)
}

fn fold_tree(cx: &mut Context, e: ExprId, in_init: bool, place: bool) -> ExprId {
    if cx.exprs[e].has(expr_flag::FOLDED) {
        return if place { e } else { strip_type_nops(cx, e) };
    }
    let saved = super::enter_initializer(cx, in_init);
    let (mut tasks, mut values) = (Vec::with_capacity(8), Vec::with_capacity(8));
    tasks.push(Task::Visit { e, place });
    while let Some(task) = tasks.pop() {
        match task {
            Task::Visit { e, place } => visit(cx, e, place, &mut tasks, &mut values),
            Task::Build { e } => {
                let folded = rebuild(cx, e, &mut values);
                cx.exprs[folded].flags |= expr_flag::FOLDED;
                values.push(folded);
            }
        }
    }
    super::leave_initializer(cx, saved);
    let folded = values.pop().unwrap_or(e);
    if place { folded } else { strip_type_nops(cx, folded) }
}

fn visit(
    cx: &mut Context,
    e: ExprId,
    place: bool,
    tasks: &mut Vec<Task>,
    values: &mut Vec<ExprId>,
) {
    if cx.exprs[e].has(expr_flag::FOLDED) {
        values.push(e);
        return;
    }
    if cx.folding.initializer
        && !place
        && matches!(cx.exprs[e].kind, ExprKind::ArrayRef(..) | ExprKind::Component(..))
        && let Some(part) = super::constant_part::constant_part(cx, e)
    {
        values.push(part);
        return;
    }
    // Operands are visited in order, so that the last one is on top of the value stack.
    let mut operands: [Option<(ExprId, bool)>; 3] = [None; 3];
    match cx.exprs[e].kind {
        ExprKind::Unary(TreeCode::Realpart | TreeCode::Imagpart, a) => {
            operands[0] = Some((a, place));
        }
        ExprKind::Unary(_, a)
        | ExprKind::Indirect(a)
        | ExprKind::MemRef(a, _, _)
        | ExprKind::NonLvalue(a)
        | ExprKind::ConvertVector(a)
        | ExprKind::Save(a) => operands[0] = Some((a, false)),
        ExprKind::Addr(a) => operands[0] = Some((a, true)),
        ExprKind::VaArg(a) => operands[0] = Some((a, true)),
        ExprKind::Component(a, _) | ExprKind::BitFieldRef(a, _, _) => {
            operands[0] = Some((a, true));
        }
        ExprKind::Binary(_, a, b) | ExprKind::Compound(a, b) => {
            operands[0] = Some((a, false));
            operands[1] = Some((b, false));
        }
        // What is stored was folded before it was converted to the object's type.
        ExprKind::Modify(a, _) => operands[0] = Some((a, true)),
        ExprKind::ArrayRef(a, b) | ExprKind::Incr(_, a, b) => {
            operands[0] = Some((a, true));
            operands[1] = Some((b, false));
        }
        ExprKind::Cond(a, b, c) => {
            for (slot, operand) in operands.iter_mut().zip([a, b, c]) {
                *slot = operand.expand().map(|operand| (operand, false));
            }
        }
        ExprKind::Ternary(_, args) => operands = args.map(|arg| Some((arg, false))),
        ExprKind::Decl(_) if !place => {
            let value = constant_value(cx, e);
            values.push(value);
            return;
        }
        _ => {
            values.push(e);
            return;
        }
    }
    tasks.push(Task::Build { e });
    for (operand, place) in operands.into_iter().rev().flatten() {
        tasks.push(Task::Visit { e: operand, place });
    }
}

/// The constant a read-only variable is known to hold (`decl_constant_value_for_optimization`), or `e`.
fn constant_value(cx: &mut Context, e: ExprId) -> ExprId {
    let ExprKind::Decl(decl) = cx.exprs[e].kind else { return e };
    let d = &cx.unit.decls[decl];
    let in_init = cx.folding.initializer;
    if !in_init && (cx.options.optimize == 0 || cx.current_function.is_none())
        || d.kind != gimple::decl::DeclKind::Var
        || !d.has(flag::READONLY)
        || d.has(flag::VOLATILE)
        || d.has(flag::WEAK)
        || matches!(cx.unit.types.kind(d.ty), TypeKind::Array { .. })
    {
        return e;
    }
    let (ty, loc) = (d.ty, cx.exprs[e].loc);
    if let Some(&Operand::Const(id)) = cx.unit.initializers.get(&decl) {
        let value = cx.const_expr(id, loc);
        return super::fold_convert(cx, loc, cx.unit.types.main_variant(ty), value);
    }
    if let Some(&init) = cx.unit.initializers.get(&decl)
        && let Some(Operand::Decl(object)) = cx.unit.addressed(init)
    {
        let object = cx.decl_expr(object, loc);
        return build_addr(cx, loc, cx.unit.types.main_variant(ty), object);
    }
    if let Some(&init) = cx.unit.initializers.get(&decl)
        && let Some(Operand::Const(text)) = cx.unit.addressed(unconverted(cx, init))
        && matches!(cx.unit.consts[text].value, ConstValue::String(_))
    {
        let text = cx.const_expr(text, loc);
        let pointer = cx.unit.types.pointer_to(cx.type_of(text));
        let address = build_addr(cx, loc, pointer, text);
        return super::fold_convert(cx, loc, cx.unit.types.main_variant(ty), address);
    }
    match cx.local_inits.get(&decl) {
        Some(&init)
            if cx.exprs[init].has(expr_flag::CONSTANT)
                && !matches!(cx.exprs[init].kind, ExprKind::Constructor(_)) =>
        {
            init
        }
        _ => e,
    }
}

/// What an initialiser converts.
fn unconverted(cx: &Context, mut init: Operand) -> Operand {
    while let Some(id) = init.tree()
        && let TreeKind::Expr { code: TreeCode::Nop, args } = *cx.unit.trees.kind(id)
    {
        init = args[0];
    }
    init
}

fn pop(values: &mut Vec<ExprId>, fallback: ExprId) -> ExprId {
    values.pop().unwrap_or(fallback)
}

/// The expression over its folded operands, folded itself.
fn rebuild(cx: &mut Context, e: ExprId, values: &mut Vec<ExprId>) -> ExprId {
    let Expr { kind, ty, loc, flags } = cx.exprs[e].clone();
    match kind {
        ExprKind::Unary(code, a) => {
            let a = pop(values, a);
            let part = matches!(code, TreeCode::Realpart | TreeCode::Imagpart);
            let a = if part { a } else { operand(cx, a) };
            same_flags(cx, flags, |cx| fold_unary(cx, loc, code, ty, a))
        }
        ExprKind::Binary(code, a, b) => {
            let b = pop(values, b);
            let a = pop(values, a);
            let (a, b) = (operand(cx, a), operand(cx, b));
            fold_binary(cx, loc, code, ty, a, b)
        }
        ExprKind::Compound(a, b) => {
            let b = pop(values, b);
            let a = pop(values, a);
            fold_comma(cx, e, a, b)
        }
        ExprKind::Cond(a, b, c) => {
            let c = if c.is_some() { pop(values, c) } else { c };
            let b = if b.is_some() { pop(values, b) } else { b };
            let a = pop(values, a);
            let a = operand(cx, a);
            let value = ty != cx.unit.common.void;
            let arm = |arm: ExprId| {
                if arm.is_some() && value { operand(cx, arm) } else { arm }
            };
            let (b, c) = (arm(b), arm(c));
            fold_build_cond(cx, loc, ty, a, b, c)
        }
        ExprKind::Ternary(code, args) => {
            let mut args = args;
            for arg in args.iter_mut().rev() {
                let value = pop(values, *arg);
                *arg = operand(cx, value);
            }
            super::vector::fold_ternary(cx, loc, code, ty, args)
        }
        ExprKind::ConvertVector(a) => {
            let a = pop(values, a);
            super::vector::fold_convert_vector(cx, e, a)
        }
        ExprKind::ArrayRef(..) | ExprKind::Modify(..) | ExprKind::Incr(..) => {
            rebuild_access(cx, e, kind, values)
        }
        kind => rebuild_reference(cx, e, kind, values),
    }
}

/// References and what holds one operand, over the folded operand.
fn rebuild_reference(
    cx: &mut Context,
    e: ExprId,
    kind: ExprKind,
    values: &mut Vec<ExprId>,
) -> ExprId {
    let (ty, loc) = (cx.exprs[e].ty, cx.exprs[e].loc);
    match kind {
        ExprKind::Indirect(a) => {
            let a = pop(values, a);
            let a = operand(cx, a);
            if let ExprKind::Addr(object) = cx.exprs[a].kind
                && matches!(cx.exprs[object].kind, ExprKind::Decl(_))
                && !cx.exprs[object].has(expr_flag::READONLY)
                && cx.unit.types.same_main(cx.type_of(object), ty)
            {
                return object;
            }
            replace(cx, e, ExprKind::Indirect(a))
        }
        ExprKind::MemRef(a, offset, alias) => {
            let a = pop(values, a);
            replace(cx, e, ExprKind::MemRef(a, offset, alias))
        }
        ExprKind::NonLvalue(a) => {
            let a = pop(values, a);
            super::non_lvalue(cx, loc, a)
        }
        ExprKind::Save(a) => {
            // The same node goes on standing for the one evaluation.
            let a = pop(values, a);
            cx.exprs[e].kind = ExprKind::Save(a);
            e
        }
        ExprKind::Addr(a) => {
            let a = pop(values, a);
            match address::offset_from_constant(cx, a) {
                Some(_) => address::fold_addr(cx, loc, ty, a),
                None => replace(cx, e, ExprKind::Addr(a)),
            }
        }
        ExprKind::VaArg(a) => {
            let a = pop(values, a);
            replace(cx, e, ExprKind::VaArg(a))
        }
        ExprKind::Component(a, field) => {
            let a = pop(values, a);
            replace(cx, e, ExprKind::Component(a, field))
        }
        ExprKind::BitFieldRef(a, size, pos) => {
            let a = pop(values, a);
            replace(cx, e, ExprKind::BitFieldRef(a, size, pos))
        }
        _ => e,
    }
}

/// Subscripts and assignments, over the folded operands.
fn rebuild_access(cx: &mut Context, e: ExprId, kind: ExprKind, values: &mut Vec<ExprId>) -> ExprId {
    match kind {
        ExprKind::ArrayRef(a, b) => {
            let b = pop(values, b);
            let a = pop(values, a);
            let b = operand(cx, b);
            replace(cx, e, ExprKind::ArrayRef(a, b))
        }
        ExprKind::Modify(a, b) => {
            let a = pop(values, a);
            let b = operand(cx, b);
            replace(cx, e, ExprKind::Modify(a, b))
        }
        ExprKind::Incr(op, a, b) => {
            let b = pop(values, b);
            let a = pop(values, a);
            replace(cx, e, ExprKind::Incr(op, a, b))
        }
        _ => e,
    }
}

/// An operand, without conversions to the type it has.
fn operand(cx: &Context, e: ExprId) -> ExprId {
    strip_type_nops(cx, e)
}

/// Keeps what was said of the expression before (`NO_WARNING`, `INTEGER_CONSTANT_EXPR`) of the one that replaces it.
fn same_flags(cx: &mut Context, flags: u16, f: impl FnOnce(&mut Context) -> ExprId) -> ExprId {
    let folded = f(cx);
    cx.exprs[folded].flags |= flags & (expr_flag::NO_WARNING | expr_flag::ARTIFICIAL);
    folded
}

/// The expression with other operands; itself where they are the same.
fn replace(cx: &mut Context, e: ExprId, kind: ExprKind) -> ExprId {
    let same = match (&cx.exprs[e].kind, &kind) {
        (&ExprKind::Indirect(a), &ExprKind::Indirect(b))
        | (&ExprKind::MemRef(a, _, _), &ExprKind::MemRef(b, _, _))
        | (&ExprKind::Addr(a), &ExprKind::Addr(b))
        | (&ExprKind::VaArg(a), &ExprKind::VaArg(b))
        | (&ExprKind::Component(a, _), &ExprKind::Component(b, _))
        | (&ExprKind::BitFieldRef(a, _, _), &ExprKind::BitFieldRef(b, _, _)) => a == b,
        (&ExprKind::ArrayRef(a, x), &ExprKind::ArrayRef(b, y))
        | (&ExprKind::Modify(a, x), &ExprKind::Modify(b, y))
        | (&ExprKind::Incr(_, a, x), &ExprKind::Incr(_, b, y)) => a == b && x == y,
        _ => false,
    };
    if same {
        return e;
    }
    let Expr { ty, loc, flags, .. } = cx.exprs[e].clone();
    if let ExprKind::Addr(object) = kind {
        return build_addr(cx, loc, ty, object);
    }
    cx.expr(kind, ty, loc, flags)
}

/// `a, b`: `b` alone where `a` does nothing and `b` is no constant, `(void) 0` included.
fn fold_comma(cx: &mut Context, e: ExprId, a: ExprId, b: ExprId) -> ExprId {
    let Expr { ty, loc, .. } = cx.exprs[e].clone();
    if cx.has_side_effects(a) || cx.exprs[b].has(expr_flag::CONSTANT) {
        if matches!(cx.exprs[e].kind, ExprKind::Compound(x, y) if x == a && y == b) {
            return e;
        }
        return build_compound(cx, loc, ty, a, b);
    }
    b
}
