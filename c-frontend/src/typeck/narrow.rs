//! Looking below widening conversions: what an operand was before it was promoted.

use crate::context::Context;
use crate::fold::{self, util};
use crate::generic::{ExprId, ExprKind};
use gimple::code::TreeCode;
use gimple::types::{TypeId, TypeKind};

/// The operand of an integral, pointer or real conversion and the difference of precisions it makes.
fn step(cx: &Context, e: ExprId) -> Option<(ExprId, i64)> {
    let ExprKind::Unary(TreeCode::Nop, inner) = cx.exprs[e].kind else { return None };
    if matches!(cx.unit.types.kind(cx.type_of(inner)), TypeKind::Vector { .. }) {
        return None;
    }
    let bits = |ty| {
        if cx.unit.types.is_real(ty) { util::mode_bits(cx, ty) } else { util::precision(cx, ty) }
    };
    Some((inner, i64::from(bits(cx.type_of(e))) - i64::from(bits(cx.type_of(inner)))))
}

/// The expression below widening conversions of one kind, and whether they extend it with zeros (`get_narrower`).
pub fn narrower(cx: &Context, e: ExprId) -> (ExprId, bool) {
    let is_integral = util::integral(cx, cx.type_of(e));
    let (mut inner, mut win) = (e, e);
    let mut extends_zeros = false;
    let mut first = true;
    while let Some((below, change)) = step(cx, inner) {
        if change < 0 || changes_partial_mode(cx, inner, below) {
            break;
        }
        let below_unsigned = util::unsigned(cx, cx.type_of(below));
        if change > 0 {
            if first {
                extends_zeros = below_unsigned;
            } else if extends_zeros != below_unsigned {
                break;
            }
        } else if first {
            extends_zeros = util::unsigned(cx, cx.type_of(inner));
        }
        first = false;
        inner = below;
        if util::integral(cx, cx.type_of(below)) == is_integral {
            win = below;
        }
    }
    (win, extends_zeros)
}

/// Whether a conversion changes the sign of a bit-field that does not fill its mode, which takes instructions to extend:
/// GCC makes it a `CONVERT_EXPR`.
fn changes_partial_mode(cx: &Context, outer: ExprId, inner: ExprId) -> bool {
    let (to, from) = (cx.type_of(outer), cx.type_of(inner));
    util::integral(cx, from)
        && util::unsigned(cx, to) != util::unsigned(cx, from)
        && util::precision(cx, from) != util::mode_bits(cx, from)
}

/// The expression below conversions that `to` makes superfluous: it may be converted to `to` without them
/// (`get_unwidened`).
pub fn unwidened(cx: &mut Context, e: ExprId, to: Option<TypeId>) -> ExprId {
    let ty = cx.type_of(e);
    let last = util::precision(cx, to.unwrap_or(ty));
    let mut zeros =
        to.is_some_and(|to| to != ty && last > util::precision(cx, ty) && util::unsigned(cx, ty));
    let (mut inner, mut win) = (e, e);
    while let Some((below, change)) = step(cx, inner) {
        if change < 0 && last > util::precision(cx, cx.type_of(inner)) {
            break;
        }
        inner = below;
        if change > 0 {
            let of = cx.type_of(inner);
            if !zeros || last <= util::precision(cx, of) {
                win = inner;
            }
            if (zeros || util::converted(cx, inner).is_some()) && util::unsigned(cx, of) {
                zeros = true;
                win = inner;
            }
        }
    }
    constant_in_small_type(cx, win, to.map(|_| last))
}

/// A constant that fits a smaller type, in it.
fn constant_in_small_type(cx: &mut Context, e: ExprId, at_least: Option<u32>) -> ExprId {
    let Some(value) = cx.int_value(e) else { return e };
    let ty = cx.type_of(e);
    if !util::integral(cx, ty) {
        return e;
    }
    let unsigned = util::unsigned(cx, ty);
    let needed = if unsigned {
        (128 - (value as u128).leading_zeros()).max(1)
    } else {
        129 - (if value < 0 { !value } else { value }).leading_zeros()
    };
    let needed = needed.max(at_least.unwrap_or(0));
    if needed >= util::precision(cx, ty) || !matches!(needed, 8 | 16 | 32 | 64 | 128) {
        return e;
    }
    let small = util::integer_of(cx, needed, unsigned);
    let loc = cx.get(e).loc;
    fold::fold_convert(cx, loc, small, e)
}

/// Whether a constant's value is one of an integral type's (`int_fits_type_p`).
pub fn int_fits(cx: &Context, e: ExprId, ty: TypeId) -> bool {
    let Some(value) = cx.int_value(e) else { return false };
    let from = cx.type_of(e);
    let huge = util::unsigned(cx, from) && value < 0;
    let wide = util::unsigned(cx, ty) && util::precision(cx, ty) == 128;
    if huge {
        return wide;
    }
    if wide {
        return value >= 0;
    }
    let (low, high) = util::bounds(cx, ty);
    (low..=high).contains(&value)
}

/// The standard type of a width with another sign, enumerations and booleans included
/// (`c_common_signed_or_unsigned_type`).
pub fn with_sign(cx: &mut Context, unsigned: bool, ty: TypeId) -> TypeId {
    if !util::integral(cx, ty) {
        return ty;
    }
    util::standard_integer_like(cx, ty, unsigned)
}
