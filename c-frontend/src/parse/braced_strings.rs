//! Braced lists of characters become strings: `char s[4] = { 'a', 'b' }` is `char s[4] = "ab"`
//! (`braced_lists_to_strings`).

use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::constant::{Const, ConstValue};
use gimple::tree::CtorIndex;
use gimple::types::{ArrayDomain, TypeId, TypeKind};

/// So many zeros between two elements are not written out.
const MAX_GAP: usize = 256;

/// An initialiser with the lists of characters in it made strings, where all are constants.
pub fn braced_lists_to_strings(cx: &mut Context, init: ExprId) -> ExprId {
    let expr = cx.exprs[init].clone();
    let ExprKind::Constructor(mut elements) = expr.kind else { return init };
    match *cx.unit.types.kind(expr.ty) {
        TypeKind::Array { element, domain } if is_character(cx, element) => {
            return string_of(cx, &elements, expr.ty, domain, init);
        }
        TypeKind::Array { .. } | TypeKind::Record { .. } | TypeKind::Union { .. } => {}
        _ => return init,
    }
    let mut changed = false;
    for (_, value) in elements.iter_mut() {
        let new = braced_lists_to_strings(cx, *value);
        changed |= new != *value;
        *value = new;
    }
    if !changed {
        return init;
    }
    cx.exprs.add(ExprKind::Constructor(elements), expr.ty, expr.loc, expr.flags)
}

fn is_character(cx: &Context, ty: TypeId) -> bool {
    let common = &cx.unit.common;
    [common.char_, common.schar, common.uchar].contains(&cx.unit.types.main_variant(ty))
}

fn string_of(
    cx: &mut Context,
    elements: &[(CtorIndex, ExprId)],
    ty: TypeId,
    domain: ArrayDomain,
    init: ExprId,
) -> ExprId {
    let ArrayDomain::Count(length @ 1..) = domain else { return init };
    let mut text: Vec<u8> = Vec::new();
    for (position, &(index, value)) in elements.iter().enumerate() {
        let at = match index {
            CtorIndex::Index(at) => at as usize,
            CtorIndex::None => position,
            _ => return init,
        };
        let Some(byte) = cx.int_value(value) else { return init };
        if byte == 0 && position + 1 < elements.len() {
            continue;
        }
        if at < text.len() || at - text.len() >= MAX_GAP || at as u64 >= length {
            return init;
        }
        text.resize(at, 0);
        text.push(byte as u8);
    }
    if (text.len() as u64) < length {
        text.push(0);
    }
    let value = Const { ty, value: ConstValue::String(text.into()), overflow: false };
    let id = cx.unit.consts.intern(value);
    let loc = cx.exprs[init].loc;
    cx.exprs.add(ExprKind::Const(id), ty, loc, expr_flag::CONSTANT)
}
