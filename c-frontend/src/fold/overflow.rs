//! Folding of the builtins that say whether an operation overflows: `__builtin_add_overflow`, `__builtin_smull_overflow`,
//! `__builtin_sub_overflow_p` and their like.
//!
//! ```text
//! __builtin_add_overflow (a, b, &r)
//!   →   r = REALPART_EXPR <SAVE_EXPR <.ADD_OVERFLOW (a, b)>>, (_Bool) IMAGPART_EXPR <SAVE_EXPR <.ADD_OVERFLOW (a, b)>>
//! ```
//! The internal function works as if on integers without limits and says in the imaginary part whether the result's type
//! could not hold the result.

use super::address::fold_indirect;
use super::build::{build_indirect_ref, build1};
use super::{fold_convert, omit_one_operand};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::location::Location;
use gimple::stmt::InternalFn;
use gimple::types::{Quals, TypeId};

/// The internal function a builtin stands for, and whether it stores no result.
fn operation(builtin: Builtin) -> Option<(InternalFn, bool)> {
    use Builtin::*;
    let function = match builtin {
        AddOverflow | SaddOverflow | SaddlOverflow | SaddllOverflow | UaddOverflow
        | UaddlOverflow | UaddllOverflow | AddOverflowP => InternalFn::AddOverflow,
        SubOverflow | SsubOverflow | SsublOverflow | SsubllOverflow | UsubOverflow
        | UsublOverflow | UsubllOverflow | SubOverflowP => InternalFn::SubOverflow,
        MulOverflow | SmulOverflow | SmullOverflow | SmulllOverflow | UmulOverflow
        | UmullOverflow | UmulllOverflow | MulOverflowP => InternalFn::MulOverflow,
        _ => return None,
    };
    Some((function, matches!(builtin, AddOverflowP | SubOverflowP | MulOverflowP)))
}

/// A call of an overflow builtin, its arguments converted and folded.
pub fn fold_overflow(
    cx: &mut Context,
    loc: Location,
    builtin: Builtin,
    [a, b, last]: [ExprId; 3],
) -> Option<ExprId> {
    let (function, only_asks) = operation(builtin)?;
    let told = cx.type_of(last);
    let target = if only_asks { told } else { cx.unit.types.pointee(told)? };
    let target = cx.unit.types.qualified(target, Quals::NONE);
    let bool_ = cx.unit.common.bool_;
    let (result, overflow) = match constant_result(cx, function, a, b, target) {
        Some((value, overflow)) => {
            (cx.int_expr(target, value, loc), cx.int_expr(bool_, overflow.into(), loc))
        }
        None => {
            let complex = complex_type(cx, target);
            let flags = (cx.exprs[a].flags | cx.exprs[b].flags) & expr_flag::SIDE_EFFECTS;
            let call = cx.expr(ExprKind::Internal(function, [a, b].into()), complex, loc, flags);
            let saved = cx.expr(ExprKind::Save(call), complex, loc, expr_flag::SIDE_EFFECTS);
            let flag = build1(cx, loc, TreeCode::Imagpart, target, saved);
            let overflow = fold_convert(cx, loc, bool_, flag);
            (build1(cx, loc, TreeCode::Realpart, target, saved), overflow)
        }
    };
    if only_asks {
        return Some(omit_one_operand(cx, loc, bool_, overflow, last));
    }
    let place = fold_indirect(cx, loc, target, last)
        .unwrap_or_else(|| build_indirect_ref(cx, loc, target, last));
    let void = cx.unit.common.void;
    let store = cx.expr(ExprKind::Modify(place, result), void, loc, expr_flag::SIDE_EFFECTS);
    Some(cx.expr(ExprKind::Compound(store, overflow), bool_, loc, expr_flag::SIDE_EFFECTS))
}

/// The complex type of result and flag; of these types only that of `int` has a name.
fn complex_type(cx: &mut Context, part: TypeId) -> TypeId {
    let part = cx.unit.types.main_variant(part);
    let complex = cx.unit.types.complex_of(part);
    if part == cx.unit.common.int && cx.unit.types[complex].name.is_none() {
        cx.unit.types.get_mut(complex).name = Some(cx.unit.symbols.intern("complex int"));
    }
    complex
}

/// Result and overflow of an operation on constants.
fn constant_result(
    cx: &Context,
    function: InternalFn,
    a: ExprId,
    b: ExprId,
    target: TypeId,
) -> Option<(i128, bool)> {
    let code = match function {
        InternalFn::AddOverflow => TreeCode::Plus,
        InternalFn::SubOverflow => TreeCode::Minus,
        _ => TreeCode::Mult,
    };
    let x = (cx.int_value(a)?, cx.type_of(a));
    let y = (cx.int_value(b)?, cx.type_of(b));
    Some(fold_const::arith_overflow(&cx.unit.types, code, target, x, y))
}
