//! Parts of constants in initialisers: elements of strings, and of read-only objects whose initialiser is known.
//!
//! ```text
//! static const struct { int a[2]; } s[] = { { 1, 2 } };
//! int x = s[0].a[1] + "abc"[2];    →    int x = 2 + 99;
//! ```

use super::util::constant;
use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::constant::{ConstId, ConstValue};
use gimple::decl::{DeclKind, flag};
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::{FieldId, TypeKind};

/// A step from an object to a part of it.
enum Step {
    Field(FieldId),
    Index(u64),
}

/// The constant that `e`, a part of something constant, is known to be.
pub fn constant_part(cx: &mut Context, e: ExprId) -> Option<ExprId> {
    let mut steps = Vec::new();
    let mut base = e;
    let mut whole = loop {
        match cx.exprs[base].kind {
            ExprKind::Component(of, field) => {
                steps.push(Step::Field(field));
                base = of;
            }
            ExprKind::ArrayRef(of, index) => {
                let index = cx.int_value(index).and_then(|index| u64::try_from(index).ok())?;
                steps.push(Step::Index(index));
                base = of;
            }
            ExprKind::NonLvalue(inner) => base = inner,
            ExprKind::Const(id) => break Operand::Const(id),
            ExprKind::Decl(decl) => {
                let d = &cx.unit.decls[decl];
                let known = d.kind == DeclKind::Var
                    && d.has(flag::READONLY)
                    && !d.has(flag::VOLATILE)
                    && !d.has(flag::WEAK);
                break *cx.unit.initializers.get(&decl).filter(|_| known)?;
            }
            _ => return None,
        }
    };
    if cx.exprs[e].has(expr_flag::VOLATILE) || crate::typeck::storage_order::is_reversed(cx, e) {
        return None;
    }
    let (ty, loc) = (cx.unit.types.main_variant(cx.exprs[e].ty), cx.exprs[e].loc);
    while let Some(step) = steps.pop() {
        if let (Operand::Const(id), Step::Index(index)) = (whole, &step) {
            let value = string_element(cx, id, *index)?;
            return steps.is_empty().then(|| cx.int_expr(ty, value, loc));
        }
        whole = element(cx, whole, &step)?;
    }
    let Operand::Const(id) = whole else { return None };
    let value = cx.const_expr(id, loc);
    constant(cx, value)?;
    Some(super::fold_convert(cx, loc, ty, value))
}

/// A byte of a string as its type says; elements of wide strings are no constants in GCC's eyes.
fn string_element(cx: &Context, id: ConstId, index: u64) -> Option<i128> {
    let string = &cx.unit.consts[id];
    let (ConstValue::String(bytes), TypeKind::Array { element, .. }) =
        (&string.value, cx.unit.types.kind(string.ty))
    else {
        return None;
    };
    if cx.unit.types.size(*element) != Some(1) {
        return None;
    }
    let byte = *bytes.get(usize::try_from(index).ok()?)?;
    let unsigned = cx.unit.types.is_unsigned(*element);
    Some(if unsigned { byte.into() } else { (byte as i8).into() })
}

/// The element of a constructor that a step leads to, if it is listed.
fn element(cx: &Context, whole: Operand, step: &Step) -> Option<Operand> {
    let Operand::Tree(id) = whole else { return None };
    let TreeKind::Constructor(elements) = cx.unit.trees.kind(id) else { return None };
    let is_it = |at: &CtorIndex| match (at, step) {
        (CtorIndex::Field(a), Step::Field(b)) => a == b,
        (CtorIndex::Index(a), Step::Index(b)) => a == b,
        (CtorIndex::Range(first, last), Step::Index(b)) => (first..=last).contains(&b),
        _ => false,
    };
    // Most lists are without holes.
    if let &Step::Index(index) = step
        && let Some((at, value)) = usize::try_from(index).ok().and_then(|n| elements.get(n))
        && is_it(at)
    {
        return Some(*value);
    }
    elements.iter().find(|(at, _)| is_it(at)).map(|&(_, value)| value)
}
