//! Folding addresses: pointer arithmetic, dereferences, and comparisons of addresses.

use super::build::{build_addr, build_array, build_indirect_ref};
use super::util::*;
use super::{fold_binary, fold_convert, fold_unary, int_const};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use TreeCode::{Minus, Plus, PointerPlus};
use gimple::code::TreeCode;
use gimple::decl::{DeclKind, flag};
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// `pointer + offset` in bytes (`fold_build_pointer_plus`).
pub fn pointer_plus(cx: &mut Context, loc: Location, pointer: ExprId, offset: ExprId) -> ExprId {
    let (ty, sizetype) = (cx.type_of(pointer), cx.unit.common.sizetype);
    let offset = fold_convert(cx, loc, sizetype, offset);
    fold_binary(cx, loc, PointerPlus, ty, pointer, offset)
}

pub(super) fn fold_pointer_plus(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let sizetype = cx.unit.common.sizetype;
    let stripped = strip_nops(cx, a);
    // An integer used as a pointer is added to as an integer.
    if integral(cx, cx.type_of(stripped)) {
        let offset = fold_convert(cx, loc, sizetype, b);
        let base = fold_convert(cx, loc, sizetype, stripped);
        let sum = fold_binary(cx, loc, Plus, sizetype, offset, base);
        return Some(fold_convert(cx, loc, ty, sum));
    }
    // (T *) ((U *) p + c) and &a[i] + c are left to the gimplifier.
    None
}

/// The pointer and constant byte offset an expression is the sum of.
fn pointer_and_offset(cx: &Context, e: ExprId) -> (ExprId, i128) {
    let e = strip_nops(cx, e);
    if let Some((PointerPlus, pointer, offset)) = binary(cx, e)
        && let Some(value) = cx.int_value(offset)
    {
        return (strip_nops(cx, pointer), i128::from(value as i64));
    }
    (e, 0)
}

/// `a - b` in bytes.
pub(super) fn fold_pointer_diff(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let ((p, x), (q, y)) = (pointer_and_offset(cx, a), pointer_and_offset(cx, b));
    if (x != 0 || y != 0) && operand_equal(cx, p, q) {
        return Some(int_const(cx, loc, ty, x - y));
    }
    if let (Some((p, x)), Some((q, y))) = (address_offset(cx, a), address_offset(cx, b))
        && same_object(cx, p, q)
    {
        return Some(int_const(cx, loc, ty, x - y));
    }
    if let (&ExprKind::Addr(x), &ExprKind::Addr(y)) = (&cx.exprs[a].kind, &cx.exprs[b].kind)
        && let Some(difference) = elements_apart(cx, loc, ty, x, y)
    {
        return Some(difference);
    }
    None
}

/// How far apart two elements of an array are in bytes, or of arrays that pointers lead to a known way apart
/// (`fold_addr_of_array_ref_difference`).
fn elements_apart(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    x: ExprId,
    y: ExprId,
) -> Option<ExprId> {
    let (mut x, mut y) = (x, y);
    let mut indices = Vec::new();
    while let (&ExprKind::ArrayRef(xs, i), &ExprKind::ArrayRef(ys, j)) =
        (&cx.exprs[x].kind, &cx.exprs[y].kind)
    {
        let size = cx.unit.types.size(cx.type_of(x))?;
        if cx.unit.types.size(cx.type_of(y)) != Some(size) {
            return None;
        }
        indices.push((i, j, size));
        (x, y) = (xs, ys);
    }
    if indices.is_empty() {
        return None;
    }
    let mut sum = match (&cx.exprs[x].kind, &cx.exprs[y].kind) {
        (&ExprKind::Indirect(p), &ExprKind::Indirect(q)) => {
            let (p, q) = (strip_nops(cx, p), strip_nops(cx, q));
            fold_pointer_diff(cx, loc, ty, p, q)?
        }
        _ if operand_equal(cx, x, y) => int_const(cx, loc, ty, 0),
        _ => return None,
    };
    while let Some((i, j, size)) = indices.pop() {
        let (i, j) = (fold_convert(cx, loc, ty, i), fold_convert(cx, loc, ty, j));
        let apart = fold_binary(cx, loc, Minus, ty, i, j);
        let size = int_const(cx, loc, ty, size.into());
        let bytes = fold_binary(cx, loc, TreeCode::Mult, ty, apart, size);
        sum = fold_binary(cx, loc, Plus, ty, sum, bytes);
    }
    Some(sum)
}

/// The object whose address an expression is, and the constant offset in bytes within it; the object is a declaration,
/// a string, or what a pointer leads to.
pub(super) fn address_offset(cx: &Context, e: ExprId) -> Option<(ExprId, i128)> {
    let (e, mut offset) = pointer_and_offset(cx, e);
    let mut object = match cx.exprs[e].kind {
        ExprKind::Addr(object) => object,
        _ => return None,
    };
    let types = &cx.unit.types;
    loop {
        match cx.exprs[object].kind {
            ExprKind::Component(base, field) => {
                if cx.field_offsets.contains_key(&field) {
                    return None;
                }
                let field = types.field(field);
                if field.is_bitfield || matches!(types.kind(cx.type_of(base)), TypeKind::Void) {
                    return None;
                }
                offset += i128::from(field.byte_offset());
                object = base;
            }
            ExprKind::ArrayRef(base, index) => {
                let size = types.size(cx.type_of(object))?;
                offset += cx.int_value(index)?.checked_mul(size.into())?;
                object = base;
            }
            _ => return Some((object, offset)),
        }
    }
}

/// A dereference of an address, as the object itself (`fold_indirect_ref`).
pub fn fold_indirect(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    pointer: ExprId,
) -> Option<ExprId> {
    let inner = strip_nops(cx, pointer);
    if let ExprKind::Addr(object) = cx.exprs[inner].kind {
        return indirect_of_address(cx, loc, ty, object);
    }
    // *(&complex + size of a part) is the imaginary part; *(&array + n) with a constant n is an element.
    if let Some((PointerPlus, base, offset)) = binary(cx, inner) {
        let base = strip_nops(cx, base);
        let offset = cx.int_value(offset)?;
        let ExprKind::Addr(object) = cx.exprs[base].kind else { return None };
        let of = cx.type_of(object);
        let part = cx.unit.types.element(of)?;
        if !cx.unit.types.same_main(part, ty) {
            return None;
        }
        let size = i128::from(cx.unit.types.size(part)?);
        return match *cx.unit.types.kind(of) {
            TypeKind::Complex(_) if offset == size => {
                Some(fold_unary(cx, loc, TreeCode::Imagpart, ty, object))
            }
            TypeKind::Array { .. } if size > 0 && offset % size == 0 && offset >= 0 => {
                let index = int_const(cx, loc, cx.unit.common.sizetype, offset / size);
                Some(build_array(cx, loc, ty, object, index))
            }
            _ => None,
        };
    }
    // *(T *) (pointer to array of T) is its first element.
    let to = cx.unit.types.pointee(cx.type_of(inner))?;
    let TypeKind::Array { element, .. } = *cx.unit.types.kind(to) else { return None };
    if inner == pointer || !cx.unit.types.same_main(element, ty) {
        return None;
    }
    let array = fold_indirect(cx, loc, to, inner);
    let array = array.unwrap_or_else(|| build_indirect_ref(cx, loc, to, inner));
    let zero = int_const(cx, loc, cx.unit.common.sizetype, 0);
    Some(build_array(cx, loc, ty, array, zero))
}

fn indirect_of_address(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    object: ExprId,
) -> Option<ExprId> {
    let of = cx.type_of(object);
    if cx.unit.types.same_main(of, ty) {
        return Some(object);
    }
    match *cx.unit.types.kind(of) {
        TypeKind::Array { element, .. } if cx.unit.types.same_main(element, ty) => {
            let zero = int_const(cx, loc, cx.unit.common.sizetype, 0);
            Some(build_array(cx, loc, ty, object, zero))
        }
        TypeKind::Complex(part) if cx.unit.types.same_main(part, ty) => {
            Some(fold_unary(cx, loc, TreeCode::Realpart, ty, object))
        }
        _ => None,
    }
}

/// `&object`, folded: `&*p` is `p`; the address of a component of a null pointer is a number.
pub fn fold_addr(cx: &mut Context, loc: Location, ty: TypeId, object: ExprId) -> ExprId {
    if let ExprKind::Indirect(pointer) = cx.exprs[object].kind {
        return fold_convert(cx, loc, ty, pointer);
    }
    if let Some(offset) = offset_from_constant(cx, object) {
        return int_const(cx, loc, ty, offset);
    }
    build_addr(cx, loc, ty, object)
}

/// The number that the address of a reference below a constant pointer is: `&((struct s *) 0)->m`.
pub fn offset_from_constant(cx: &Context, mut object: ExprId) -> Option<i128> {
    let types = &cx.unit.types;
    let mut offset = 0i128;
    loop {
        match cx.exprs[object].kind {
            ExprKind::Component(base, field) => {
                if cx.field_offsets.contains_key(&field) {
                    return None;
                }
                let field = types.field(field);
                if field.is_bitfield {
                    return None;
                }
                offset += i128::from(field.byte_offset());
                object = base;
            }
            ExprKind::ArrayRef(base, index) => {
                let size = types.size(cx.type_of(object))?;
                offset += cx.int_value(index)?.checked_mul(size.into())?;
                object = base;
            }
            ExprKind::Indirect(pointer) => {
                return cx.int_value(strip_nops(cx, pointer))?.checked_add(offset);
            }
            _ => return None,
        }
    }
}

/// Whether the address of a declared object is known not to be null.
fn nonnull_object(cx: &Context, object: ExprId) -> bool {
    match cx.exprs[object].kind {
        ExprKind::Decl(decl) => !cx.unit.decls[decl].has(flag::WEAK),
        ExprKind::Const(_) | ExprKind::CompoundLiteral(..) => true,
        _ => false,
    }
}

/// Comparison of addresses, where at least one is an address expression.
pub(super) fn compare_addresses(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (p, x) = address_offset(cx, a)?;
    if is_int_zero(cx, b) {
        // The address of an object is not null; a weak one may be.
        if !matches!(code, TreeCode::Eq | TreeCode::Ne) || x != 0 && !nonnull_object(cx, p) {
            return None;
        }
        return nonnull_object(cx, p)
            .then(|| int_const(cx, loc, ty, (code == TreeCode::Ne).into()));
    }
    let (q, y) = address_offset(cx, b)?;
    if same_object(cx, p, q) {
        return Some(int_const(cx, loc, ty, code.compare(x, y)?.into()));
    }
    // Distinct variables have distinct addresses.
    let variable = |e| match cx.exprs[e].kind {
        ExprKind::Decl(decl) => {
            let d = &cx.unit.decls[decl];
            (matches!(d.kind, DeclKind::Var | DeclKind::Parm)
                && !d.has(flag::WEAK)
                && x == 0
                && y == 0)
                .then_some(decl)
        }
        _ => None,
    };
    let interposable = |decl: gimple::decl::DeclId| {
        let d = &cx.unit.decls[decl];
        d.has(flag::EXTERNAL) || d.has(flag::PUBLIC)
    };
    let (p, q) = (variable(p)?, variable(q)?);
    // Nothing is known to be interposed when an initialiser must be computed.
    let unknown = interposable(p) && interposable(q) && !cx.folding.initializer;
    if p == q || unknown || !matches!(code, TreeCode::Eq | TreeCode::Ne) {
        return None;
    }
    Some(int_const(cx, loc, ty, (code == TreeCode::Ne).into()))
}

/// `&p->m == &s.m` is `p == &s`: the same component of both sides goes.
pub(super) fn strip_common_component(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let addressed = |e| match cx.exprs[strip_nops(cx, e)].kind {
        ExprKind::Addr(object) => Some(object),
        _ => None,
    };
    let (mut x, mut y) = (addressed(a)?, addressed(b)?);
    let mut stripped = false;
    while let (&ExprKind::Component(bx, f), &ExprKind::Component(by, g)) =
        (&cx.exprs[x].kind, &cx.exprs[y].kind)
    {
        if f != g {
            break;
        }
        (x, y, stripped) = (bx, by, true);
    }
    if !stripped {
        return None;
    }
    let mut address = |object| {
        let pointer = cx.unit.types.pointer_to(cx.type_of(object));
        fold_addr(cx, loc, pointer, object)
    };
    let (x, y) = (address(x), address(y));
    let y = fold_convert(cx, loc, cx.type_of(x), y);
    Some(fold_binary(cx, loc, code, ty, x, y))
}
