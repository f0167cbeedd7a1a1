//! Operations on promoted operands done in the narrower type they were promoted from, where the result is the same.

use super::{convert::convert, narrow, types};
use crate::context::Context;
use crate::fold::{self, util};
use crate::generic::ExprId;
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// The type to do a division, remainder or bitwise operation in (`shorten_binary_op`). `bitwise`: only how the operands
/// were extended matters, not the sign of the operation.
pub fn shorten_binary(
    cx: &mut Context,
    result: TypeId,
    a: ExprId,
    b: ExprId,
    bitwise: bool,
) -> TypeId {
    let (a, b) = (convert(cx, result, a), convert(cx, result, b));
    let (x, mut unsigned_x) = narrow::narrower(cx, a);
    let (y, mut unsigned_y) = narrow::narrower(cx, b);
    let (tx, ty) = (cx.type_of(x), cx.type_of(y));
    let mut unsigned = util::unsigned(cx, result);
    // An operand without a conversion that needs one extends by its own sign.
    if util::precision(cx, cx.type_of(a)) == util::precision(cx, tx) && cx.type_of(a) != result {
        unsigned_x = util::unsigned(cx, cx.type_of(a));
    }
    if util::precision(cx, cx.type_of(b)) == util::precision(cx, ty) && cx.type_of(b) != result {
        unsigned_y = util::unsigned(cx, cx.type_of(b));
    }
    if bitwise {
        unsigned = unsigned_x;
    }
    let (px, py, whole) =
        (util::precision(cx, tx), util::precision(cx, ty), util::precision(cx, result));
    if px < whole && py == px && unsigned_x == unsigned_y && (unsigned_x || !unsigned) {
        let common =
            if cx.unit.types.same_main(tx, ty) { tx } else { types::common_type(cx, tx, ty) };
        let common =
            if px < util::precision(cx, cx.unit.common.int) && util::precision(cx, common) != px {
                util::integer_of(cx, px, unsigned_x)
            } else {
                common
            };
        return narrow::with_sign(cx, unsigned_x, common);
    }
    for (constant, other, other_ty, other_unsigned) in
        [(x, y, ty, unsigned_y), (y, x, tx, unsigned_x)]
    {
        if cx.int_value(constant).is_some()
            && cx.int_value(other).is_none()
            && (other_unsigned || !unsigned)
            && util::precision(cx, other_ty) < whole
            && util::integral(cx, other_ty)
        {
            let narrow = narrow::with_sign(cx, other_unsigned, other_ty);
            if narrow::int_fits(cx, constant, narrow) {
                return narrow;
            }
        }
    }
    result
}

/// A comparison with the operands as they are to be compared; or its value, where the operands' types decide it
/// (`shorten_compare`).
pub enum Shortened {
    Value(ExprId),
    Operands(TreeCode, ExprId, ExprId),
}

/// What [`shorten_compare`] works on.
struct Comparison {
    code: TreeCode,
    result: TypeId,
    /// The operands as they are, and below their promotions.
    ops: [ExprId; 2],
    prims: [ExprId; 2],
    unsigned: [bool; 2],
}

/// Undoes the promotions of a comparison's operands, where it gives the same result.
pub fn shorten_compare(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    result: TypeId,
    a: ExprId,
    b: ExprId,
) -> Shortened {
    let mut c = Comparison { code, result, ops: [a, b], prims: [a, b], unsigned: [false; 2] };
    let whole = util::precision(cx, result);
    for i in 0..2 {
        let op = c.ops[i];
        let (prim, unsigned) = narrow::narrower(cx, op);
        (c.prims[i], c.unsigned[i]) = (prim, unsigned);
        let of = cx.type_of(op);
        let (p, q) = (util::precision(cx, cx.type_of(prim)), util::precision(cx, of));
        if p < q && q < whole && !unsigned && util::unsigned(cx, of) {
            c.prims[i] = op;
        }
        if c.prims[i] == op && of != result {
            c.unsigned[i] = util::unsigned(cx, of);
        }
    }
    let zero = |cx: &Context, e| util::is_zero(cx, e);
    if cx.exprs[c.prims[0]].has(crate::generic::expr_flag::CONSTANT) && !zero(cx, c.prims[1]) {
        c.ops.swap(0, 1);
        c.prims.swap(0, 1);
        c.unsigned.swap(0, 1);
        c.code = code.swap_comparison();
    }
    decide(cx, loc, c)
}

fn decide(cx: &mut Context, loc: Location, mut c: Comparison) -> Shortened {
    let real = c.prims.map(|e| cx.unit.types.is_real(cx.type_of(e)));
    let whole = util::precision(cx, c.result);
    let precisions = c.prims.map(|e| util::precision(cx, cx.type_of(e)));
    let constant = cx.int_value(c.prims[1]).is_some();
    let ty;
    if !real[0] && !real[1] && constant && precisions[0] < whole {
        match with_constant(cx, loc, &mut c) {
            Ok(narrow) => ty = narrow,
            Err(value) => return Shortened::Value(value),
        }
    } else if real[0] && real[1] && {
        let size = |e| cx.unit.types.size(cx.type_of(e));
        size(c.prims[0]) == size(c.prims[1])
    } {
        ty = cx.type_of(c.prims[0]);
    } else if !real[0]
        && !real[1]
        && c.unsigned[0] == c.unsigned[1]
        && precisions[0] < whole
        && precisions[1] < whole
    {
        let common = wider(cx, cx.type_of(c.prims[0]), cx.type_of(c.prims[1]));
        ty = narrow::with_sign(cx, c.unsigned[0] || util::unsigned(cx, c.result), common);
        for i in 0..2 {
            let own = cx.type_of(c.prims[i]);
            let own = narrow::with_sign(cx, c.unsigned[i], own);
            c.prims[i] = convert(cx, own, c.prims[i]);
        }
    } else {
        ty = c.result;
        let narrow = c.prims[0];
        c.prims = c.ops;
        if !real[0] && !real[1] && util::is_int_zero(cx, c.prims[1]) && util::unsigned(cx, c.result)
        {
            let truth = match c.code {
                Ge => Some(true),
                Lt => Some(false),
                _ => None,
            };
            if let Some(truth) = truth {
                warn_of_unsigned(cx, loc, narrow, truth);
                return Shortened::Value(known(cx, loc, c.prims[0], truth));
            }
        }
    }
    let a = convert(cx, ty, c.prims[0]);
    let b = convert(cx, ty, c.prims[1]);
    Shortened::Operands(c.code, a, b)
}

/// The wider of two types narrower than `int`, as it is.
fn wider(cx: &mut Context, a: TypeId, b: TypeId) -> TypeId {
    let (p, q) = (util::precision(cx, a), util::precision(cx, b));
    if p == q && !cx.unit.types.same_main(a, b) {
        return types::common_type(cx, a, b);
    }
    cx.unit.types.main_variant(if p >= q { a } else { b })
}

fn known(cx: &mut Context, loc: Location, operand: ExprId, truth: bool) -> ExprId {
    let int = cx.unit.common.int;
    let value = fold::int_const(cx, loc, int, truth.into());
    if cx.has_side_effects(operand) {
        return fold::build_compound(cx, loc, int, operand, value);
    }
    value
}

/// Warns of testing whether something without a sign is negative.
fn warn_of_unsigned(cx: &mut Context, loc: Location, operand: ExprId, truth: bool) {
    let is_enum = matches!(cx.unit.types.kind(cx.type_of(operand)), TypeKind::Enum { .. });
    if is_enum || cx.int_value(operand).is_some_and(|value| value >= 0) {
        return;
    }
    let what = if truth { ">= 0" } else { "< 0" };
    let text = format!("comparison of unsigned expression in ‘{what}’ is always {truth}");
    cx.warning("type-limits", loc, text);
}

/// A narrow operand against a wider constant: the type to compare in, or the comparison's value.
fn with_constant(cx: &mut Context, loc: Location, c: &mut Comparison) -> Result<TypeId, ExprId> {
    let unsigned = util::unsigned(cx, c.result);
    let own = cx.type_of(c.prims[0]);
    let mut ty = narrow::with_sign(cx, c.unsigned[0], own);
    let (low, high) = util::bounds(cx, ty);
    let result =
        if unsigned && !c.unsigned[0] { narrow::with_sign(cx, false, c.result) } else { c.result };
    let value = cx.int_value(c.prims[1]).unwrap_or(0);
    let value = cx.unit.types.wrap(result, value);
    // An unsigned 128-bit constant with its top bit set is above everything narrower.
    let huge = value < 0 && util::unsigned(cx, result);
    let above = huge || value > high;
    let below = !huge && value < low;
    let (at_least_high, at_most_low) = (huge || value >= high, !huge && value <= low);
    let mut truth = match c.code {
        Ne if above || below => Some(true),
        Eq if above || below => Some(false),
        Lt if above => Some(true),
        Lt if at_most_low => Some(false),
        Gt if below => Some(true),
        Gt if at_least_high => Some(false),
        Le if at_least_high => Some(true),
        Le if below => Some(false),
        Ge if at_most_low => Some(true),
        Ge if above => Some(false),
        _ => None,
    };
    c.prims[1] = fold::int_const(cx, loc, result, value);
    if unsigned && !c.unsigned[0] {
        // The operand was sign-extended for an unsigned comparison: only its sign counts.
        if truth.is_some() {
            let extreme = match c.code {
                Lt | Ge => Some(low),
                Le | Gt => Some(high),
                _ => None,
            };
            if let Some(extreme) = extreme {
                c.prims[1] = fold::int_const(cx, loc, ty, extreme);
                truth = None;
            }
        }
        ty = narrow::with_sign(cx, true, ty);
    }
    match truth {
        Some(truth) => {
            // Of a constant its value was asked for, not what its type can hold.
            let at = cx.get(c.prims[0]).loc;
            if cx.int_value(c.prims[0]).is_none()
                && cx.unit.diagnostics.sources.expansion(at).is_none()
            {
                let text =
                    format!("comparison is always {truth} due to limited range of data type");
                cx.warning("type-limits", loc, text);
            }
            Err(known(cx, loc, c.prims[0], truth))
        }
        None => Ok(ty),
    }
}
