//! Building expression nodes without folding them (`build1`, `build2`, …): the flags follow from the operands.

use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::decl::{DeclKind, flag};
use gimple::location::Location;
use gimple::types::{FieldId, TypeId};

/// Flags an operation inherits: side effects of any operand, constness of all.
fn inherited(cx: &Context, operands: &[ExprId]) -> u16 {
    let mut flags = expr_flag::CONSTANT;
    for &operand in operands {
        let of = cx.exprs[operand].flags;
        flags |= of & expr_flag::SIDE_EFFECTS;
        flags &= of | !expr_flag::CONSTANT;
    }
    flags
}

/// `code a`.
pub fn build1(cx: &mut Context, loc: Location, code: TreeCode, ty: TypeId, a: ExprId) -> ExprId {
    let mut flags = inherited(cx, &[a]);
    if matches!(code, TreeCode::Realpart | TreeCode::Imagpart) {
        flags |= cx.exprs[a].flags & (expr_flag::VOLATILE | expr_flag::READONLY);
    }
    cx.expr(ExprKind::Unary(code, a), ty, loc, flags)
}

/// `a code b`.
pub fn build2(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> ExprId {
    let mut flags = inherited(cx, &[a, b]);
    if matches!(code, TreeCode::TruncDiv | TreeCode::TruncMod) && cx.int_value(b) == Some(0) {
        flags &= !expr_flag::CONSTANT;
    }
    cx.expr(ExprKind::Binary(code, a, b), ty, loc, flags)
}

/// `c ? a : b`; an arm may be `NONE`.
pub fn build_cond(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    c: ExprId,
    a: ExprId,
    b: ExprId,
) -> ExprId {
    let arms: Vec<ExprId> = [c, a, b].into_iter().filter(|arm| arm.is_some()).collect();
    let mut flags = inherited(cx, &arms);
    if a.is_none() || b.is_none() || ty == cx.unit.common.void {
        flags |= expr_flag::SIDE_EFFECTS;
    }
    cx.expr(ExprKind::Cond(c, a, b), ty, loc, flags)
}

/// `a, b`, without simplification.
pub fn build_compound(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId, b: ExprId) -> ExprId {
    let flags = inherited(cx, &[a, b]) & expr_flag::SIDE_EFFECTS;
    cx.expr(ExprKind::Compound(a, b), ty, loc, flags)
}

/// `&object` as a pointer of type `ty`; constant where the object has static storage and no index varies.
pub fn build_addr(cx: &mut Context, loc: Location, ty: TypeId, object: ExprId) -> ExprId {
    let flags = address_flags(cx, object);
    cx.expr(ExprKind::Addr(object), ty, loc, flags)
}

fn address_flags(cx: &Context, mut object: ExprId) -> u16 {
    let mut flags = expr_flag::CONSTANT;
    let drop_constant = |flags: u16, operand: u16| {
        (flags | operand & expr_flag::SIDE_EFFECTS) & (operand | !expr_flag::CONSTANT)
    };
    loop {
        match cx.exprs[object].kind {
            ExprKind::Component(base, _)
            | ExprKind::BitFieldRef(base, _, _)
            | ExprKind::Unary(
                TreeCode::Realpart | TreeCode::Imagpart | TreeCode::ViewConvert,
                base,
            ) => object = base,
            ExprKind::ArrayRef(base, index) => {
                flags = drop_constant(flags, cx.exprs[index].flags);
                object = base;
            }
            ExprKind::Indirect(pointer) | ExprKind::MemRef(pointer, _, _) => {
                return drop_constant(flags, cx.exprs[pointer].flags);
            }
            ExprKind::Decl(decl) => {
                let decl = &cx.unit.decls[decl];
                let fixed = decl.kind == DeclKind::Function
                    || decl.kind == DeclKind::Label
                    || (decl.is_global() && !decl.has(flag::THREAD_LOCAL));
                return if fixed { flags } else { flags & !expr_flag::CONSTANT };
            }
            ExprKind::CompoundLiteral(decl, _) => {
                let fixed = cx.unit.decls[decl].has(flag::STATIC);
                return if fixed { flags } else { flags & !expr_flag::CONSTANT };
            }
            ExprKind::Const(_) => return flags,
            _ => {
                return (flags | cx.exprs[object].flags & expr_flag::SIDE_EFFECTS)
                    & !expr_flag::CONSTANT;
            }
        }
    }
}

/// Flags of a reference to an object of type `ty` reached through `operands`.
fn reference_flags(cx: &Context, ty: TypeId, operands: &[ExprId]) -> u16 {
    use gimple::types::Quals;
    let quals = cx.unit.types[ty].quals;
    let mut flags = inherited(cx, operands) & expr_flag::SIDE_EFFECTS;
    if quals.contains(Quals::VOLATILE) {
        flags |= expr_flag::VOLATILE | expr_flag::SIDE_EFFECTS;
    }
    if quals.contains(Quals::CONST) {
        flags |= expr_flag::READONLY;
    }
    flags
}

/// `*pointer`, an object of type `ty`.
pub fn build_indirect_ref(cx: &mut Context, loc: Location, ty: TypeId, pointer: ExprId) -> ExprId {
    let flags = reference_flags(cx, ty, &[pointer]);
    cx.expr(ExprKind::Indirect(pointer), ty, loc, flags)
}

/// `base.field` as an object of type `ty`.
pub fn build_component(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    base: ExprId,
    field: FieldId,
) -> ExprId {
    let mut flags = reference_flags(cx, ty, &[base]);
    flags |= cx.exprs[base].flags & (expr_flag::VOLATILE | expr_flag::READONLY);
    cx.expr(ExprKind::Component(base, field), ty, loc, flags)
}

/// `base[index]` of an array, as an object of type `ty`.
pub fn build_array(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    base: ExprId,
    index: ExprId,
) -> ExprId {
    let mut flags = reference_flags(cx, ty, &[base, index]);
    flags |= cx.exprs[base].flags & (expr_flag::VOLATILE | expr_flag::READONLY);
    cx.expr(ExprKind::ArrayRef(base, index), ty, loc, flags)
}

/// `base[index]` reaching for bits.
pub fn build_bit_field_ref(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    base: ExprId,
    size: u32,
    pos: u64,
) -> ExprId {
    let flags = inherited(cx, &[base]) & expr_flag::SIDE_EFFECTS;
    cx.expr(ExprKind::BitFieldRef(base, size, pos), ty, loc, flags)
}
