//! Operators and builtins on vectors (`__attribute__ ((vector_size))`): arithmetic lane by lane, a scalar operand spread
//! over the lanes, comparisons that give masks, shuffles and conversions of lanes.
//!
//! ```text
//! a + 3                                a + { 3, 3, 3, 3 }
//! a < b                                VEC_COND_EXPR < a < b , { -1, … } , { 0, … } >
//! __builtin_shuffle (a, b, m)          VEC_PERM_EXPR < a , b , m >
//! __builtin_convertvector (a, f4)      .VEC_CONVERT (a)
//! ```
//!
//! What a comparison yields is an opaque vector type: it converts to any vector type of its size.

use super::{binary, convert, convert_and_check, rvalue, spell, types};
use crate::context::Context;
use crate::fold::{self, build2, save_expr, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::constant::{Const, ConstValue};
use gimple::location::Location;
use gimple::tree::CtorIndex;
use gimple::types::{TypeFlags, TypeId};

/// `a code b`, at least one of them a vector.
pub(super) fn operation(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    a: ExprId,
    b: ExprId,
) -> ExprId {
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    if matches!(code, TruthAndIf | TruthOrIf) {
        return cx.error_at(loc, "used vector type where scalar is required");
    }
    let shift = matches!(code, Lshift | Rshift);
    let by_scalar = shift && types::is_vector(cx, x) && util::integral(cx, y);
    let vector = if types::is_vector(cx, x) { x } else { y };
    let (a, b) =
        (spread(cx, loc, vector, a), if by_scalar { b } else { spread(cx, loc, vector, b) });
    if cx.is_error(a) || cx.is_error(b) {
        return cx.error_expr(loc);
    }
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let (Some((element, lanes)), float) = (cx.unit.types.lanes(x), util::is_float(cx, vector))
    else {
        return cx.error_expr(loc);
    };
    if code.is_comparison() {
        return comparison(cx, loc, code, a, b);
    }
    let bitwise = matches!(code, BitAnd | BitIor | BitXor | TruncMod) || shift;
    let fits =
        by_scalar || cx.unit.types.lanes(y).is_some_and(|(_, n)| n == lanes) && same_kind(cx, x, y);
    if !fits || float && bitwise {
        return binary::invalid_operands(cx, loc, code, a, b);
    }
    let code = if code == TruncDiv && cx.unit.types.is_real(element) { Rdiv } else { code };
    let result = types::value_type(cx, x);
    let a = convert(cx, result, a);
    let b = match (by_scalar, shift) {
        (true, _) => {
            let int = cx.unit.common.int;
            convert(cx, int, b)
        }
        (false, true) => b,
        (false, false) => convert(cx, result, b),
    };
    build2(cx, loc, code, result, a, b)
}

/// A comparison: all bits of the lanes where it holds.
fn comparison(cx: &mut Context, loc: Location, code: TreeCode, a: ExprId, b: ExprId) -> ExprId {
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let (Some((element, lanes)), Some((_, n))) = (cx.unit.types.lanes(x), cx.unit.types.lanes(y))
    else {
        return cx.error_expr(loc);
    };
    if !same_kind(cx, x, y) {
        return cx.error_at(loc, "comparing vectors with different element types");
    }
    if lanes != n {
        return cx.error_at(loc, "comparing vectors with different number of elements");
    }
    // Of operands that differ in sign the unsigned type wins.
    let common = if util::unsigned(cx, element) { x } else { y };
    let common = types::value_type(cx, common);
    let (a, b) = (convert(cx, common, a), convert(cx, common, b));
    let lane = util::integer_of(cx, util::mode_bits(cx, element), false);
    let result = cx.unit.types.opaque_vector_of(lane, lanes);
    let Some(mask) = cx.unit.types.mask_of(common) else { return cx.error_expr(loc) };
    let condition = build2(cx, loc, code, mask, a, b);
    let (yes, no) = (splat(cx, loc, result, -1), splat(cx, loc, result, 0));
    ternary(cx, loc, VecCond, result, [condition, yes, no])
}

/// The constant vector with an integer in all lanes.
fn splat(cx: &mut Context, loc: Location, ty: TypeId, value: i128) -> ExprId {
    let id = gimple::fold_const::splat(&mut cx.unit, ty, value);
    cx.const_expr(id, loc)
}

/// An operation with three operands.
pub fn ternary(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    args: [ExprId; 3],
) -> ExprId {
    let mut flags = expr_flag::CONSTANT;
    for arg in args {
        let of = cx.exprs[arg].flags;
        flags = (flags | of & expr_flag::SIDE_EFFECTS) & (of | !expr_flag::CONSTANT);
    }
    cx.expr(ExprKind::Ternary(code, args), ty, loc, flags)
}

/// Whether elements are of one kind: real of one format, or integers of one width.
fn same_kind(cx: &Context, a: TypeId, b: TypeId) -> bool {
    let (Some(x), Some(y)) = (cx.unit.types.element(a), cx.unit.types.element(b)) else {
        return false;
    };
    cx.unit.types.size(x) == cx.unit.types.size(y) && util::integral(cx, x) == util::integral(cx, y)
}

/// Whether a vector type converts to any other of its size.
pub fn is_opaque(cx: &Context, ty: TypeId) -> bool {
    cx.unit.types[ty].flags.0 & TypeFlags::OPAQUE != 0
}

/// A scalar in all lanes of a vector.
fn spread(cx: &mut Context, loc: Location, vector: TypeId, e: ExprId) -> ExprId {
    let from = cx.type_of(e);
    if types::is_vector(cx, from) {
        return e;
    }
    let Some((element, lanes)) = cx.unit.types.lanes(vector) else { return e };
    let real_to_integer = cx.unit.types.is_real(from) && !cx.unit.types.is_real(element);
    if !types::is_arithmetic(cx, from) || real_to_integer {
        return cx.error_at(cx.input_location(), "cannot convert value to a vector");
    }
    if loses(cx, element, e) {
        let text = format!(
            "conversion of scalar {} to vector {} involves truncation",
            spell::quoted(cx, from),
            spell::quoted(cx, vector)
        );
        return cx.error_at(loc, text);
    }
    let main = types::value_type(cx, vector);
    // That it fits was looked at; its sign may change.
    let checks = cx.checks_conversions.replace(false);
    let e = convert_and_check(cx, loc, element, e);
    cx.checks_conversions = checks;
    if cx.is_error(e) {
        return e;
    }
    if let Some(id) = util::constant(cx, e) {
        return constant(cx, loc, main, vec![id; lanes as usize]);
    }
    let e = save_expr(cx, e);
    let flags = cx.exprs[e].flags & expr_flag::SIDE_EFFECTS;
    let elements: Vec<(CtorIndex, ExprId)> = (0..lanes).map(|_| (CtorIndex::None, e)).collect();
    cx.expr(ExprKind::Constructor(elements.into_boxed_slice()), main, loc, flags)
}

/// Whether a scalar may not keep its value as a lane (`unsafe_conversion_p`).
fn loses(cx: &mut Context, element: TypeId, e: ExprId) -> bool {
    let from = cx.type_of(e);
    let float = (cx.unit.types.is_real(element), cx.unit.types.is_real(from));
    if let Some(id) = util::constant(cx, e) {
        let code = match float {
            (true, false) => Float,
            (false, true) => FixTrunc,
            _ => Nop,
        };
        let there = gimple::fold_const::const_unop(&mut cx.unit, code, element, id);
        let back = match float {
            (true, false) => FixTrunc,
            (false, true) => Float,
            _ => Nop,
        };
        let again =
            there.and_then(|id| gimple::fold_const::const_unop(&mut cx.unit, back, from, id));
        let value = |id: gimple::constant::ConstId| cx.unit.consts[id].value.clone();
        return again.map(value) != Some(value(id));
    }
    match float {
        (false, true) => true,
        (true, true) => cx.unit.types.size(from) > cx.unit.types.size(element),
        (true, false) => {
            let digits = if util::mode_bits(cx, element) <= 32 { 24 } else { 53 };
            util::precision(cx, from) > digits
        }
        (false, false) => util::precision(cx, from) > util::precision(cx, element),
    }
}

fn constant(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    lanes: Vec<gimple::constant::ConstId>,
) -> ExprId {
    let value = ConstValue::Vector(lanes.into_boxed_slice());
    let id = cx.unit.consts.intern(Const { ty, value, overflow: false });
    cx.const_expr(id, loc)
}

/// `__builtin_shuffle (a, mask)`, `__builtin_shuffle (a, b, mask)`.
pub fn build_shuffle(cx: &mut Context, loc: Location, args: &[ExprId]) -> ExprId {
    let (a, b, mask) = match *args {
        [a, mask] => (a, None, mask),
        [a, b, mask] => (a, Some(b), mask),
        _ => return cx.error_at(loc, "wrong number of arguments to ‘__builtin_shuffle’"),
    };
    if args.iter().any(|&arg| cx.is_error(arg)) {
        return cx.error_expr(loc);
    }
    let (ty, mask_type) = (cx.type_of(a), cx.type_of(mask));
    let integral = |cx: &Context, ty| types::is_vector(cx, ty) && !util::is_float(cx, ty);
    if !integral(cx, mask_type) {
        return cx.error_at(loc, "‘__builtin_shuffle’ last argument must be an integer vector");
    }
    if !types::is_vector(cx, ty) || b.is_some_and(|b| !types::is_vector(cx, cx.type_of(b))) {
        return cx.error_at(loc, "‘__builtin_shuffle’ arguments must be vectors");
    }
    if b.is_some_and(|b| !cx.unit.types.same_main(ty, cx.type_of(b))) {
        return cx.error_at(loc, "‘__builtin_shuffle’ argument vectors must be of the same type");
    }
    let (lanes, picks) = (cx.unit.types.lanes(ty), cx.unit.types.lanes(mask_type));
    let (Some((element, lanes)), Some((pick, picks))) = (lanes, picks) else {
        return cx.error_expr(loc);
    };
    if lanes != picks {
        return cx.error_at(
            loc,
            "‘__builtin_shuffle’ number of elements of the argument vector(s) and the mask vector should be the same",
        );
    }
    if cx.unit.types.size(element) != cx.unit.types.size(pick) {
        return cx.error_at(
            loc,
            "‘__builtin_shuffle’ argument vector(s) inner type must have the same size as inner type of the mask",
        );
    }
    let (a, b) = match b {
        Some(b) => (a, b),
        None => {
            let a = save_expr(cx, a);
            (a, a)
        }
    };
    ternary(cx, loc, VecPerm, ty, [a, b, mask])
}

/// `__builtin_shufflevector (a, b, indices…)`.
pub fn build_shufflevector(cx: &mut Context, loc: Location, args: &[ExprId]) -> ExprId {
    if args.iter().any(|&arg| cx.is_error(arg)) {
        return cx.error_expr(loc);
    }
    let &[a, b, ref indices @ ..] = args else {
        return cx.error_at(loc, "wrong number of arguments to ‘__builtin_shufflevector’");
    };
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let (Some((element, n)), Some((other, m))) = (cx.unit.types.lanes(x), cx.unit.types.lanes(y))
    else {
        return cx.error_at(loc, "‘__builtin_shufflevector’ arguments must be vectors");
    };
    if !cx.unit.types.same_main(element, other) {
        return cx.error_at(
            loc,
            "‘__builtin_shufflevector’ argument vectors must have the same element type",
        );
    }
    if !indices.len().is_power_of_two() {
        return cx.error_at(
            loc,
            "‘__builtin_shufflevector’ must specify a result with a power of two number of elements",
        );
    }
    let mut picks = Vec::with_capacity(indices.len());
    for &index in indices {
        match cx.int_value(index) {
            Some(value) if (-1..i128::from(n + m)).contains(&value) => picks.push(value),
            _ => {
                let text = spell::expr_text(cx, index).unwrap_or_else(|| "<expression>".into());
                return cx.error_at(
                    loc,
                    format!("invalid element index ‘{text}’ to ‘__builtin_shufflevector’"),
                );
            }
        }
    }
    let result = cx.unit.types.opaque_vector_of(element, picks.len() as u32);
    if n == m && picks.len() as u32 == n {
        let selector = mask_constant(cx, loc, element, &picks);
        return ternary(cx, loc, VecPerm, result, [a, b, selector]);
    }
    gather(cx, loc, result, (a, n), b, &picks)
}

/// The constant selector of a permutation; a lane of no matter takes the first element.
fn mask_constant(cx: &mut Context, loc: Location, element: TypeId, picks: &[i128]) -> ExprId {
    let lane = util::integer_of(cx, util::mode_bits(cx, element), false);
    let ty = cx.unit.types.vector_of(lane, picks.len() as u32);
    let lanes = picks.iter().map(|&pick| cx.unit.int_id(lane, pick.max(0))).collect();
    constant(cx, loc, ty, lanes)
}

/// Lanes picked out of vectors of another length than the result's, one by one.
fn gather(
    cx: &mut Context,
    loc: Location,
    result: TypeId,
    (a, n): (ExprId, u32),
    b: ExprId,
    picks: &[i128],
) -> ExprId {
    let Some((element, _)) = cx.unit.types.lanes(result) else { return cx.error_expr(loc) };
    let bits = util::mode_bits(cx, element);
    let (a, b) = (save_expr(cx, a), save_expr(cx, b));
    let flags = (cx.exprs[a].flags | cx.exprs[b].flags) & expr_flag::SIDE_EFFECTS;
    let elements: Vec<(CtorIndex, ExprId)> = picks
        .iter()
        .map(|&pick| {
            let pick = pick.max(0) as u64;
            let (from, lane) =
                if pick < u64::from(n) { (a, pick) } else { (b, pick - u64::from(n)) };
            let position = lane * u64::from(bits);
            (CtorIndex::None, fold::build_bit_field_ref(cx, loc, element, from, bits, position))
        })
        .collect();
    cx.expr(ExprKind::Constructor(elements.into()), result, loc, flags)
}

/// `__builtin_convertvector (e, ty)`.
pub fn build_convertvector(
    cx: &mut Context,
    loc: Location,
    e: ExprId,
    ty: TypeId,
    ty_loc: Location,
) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    let from = cx.type_of(e);
    let Some((inner, n)) = cx.unit.types.lanes(from) else {
        return cx.error_at(
            loc,
            "‘__builtin_convertvector’ first argument must be an integer or floating vector",
        );
    };
    let Some((outer, m)) = cx.unit.types.lanes(ty) else {
        return cx.error_at(
            ty_loc,
            "‘__builtin_convertvector’ second argument must be an integer or floating vector type",
        );
    };
    if n != m {
        return cx.error_at(
            loc,
            "‘__builtin_convertvector’ number of elements of the first argument vector and the second argument vector type should be the same",
        );
    }
    let same_width = cx.unit.types.size(inner) == cx.unit.types.size(outer);
    let (int, real) = (util::integral(cx, inner), util::integral(cx, outer));
    if same_width && int == real {
        return fold::build1(cx, loc, ViewConvert, ty, e);
    }
    let flags = cx.exprs[e].flags & expr_flag::SIDE_EFFECTS;
    let e = rvalue::default_conversion(cx, e);
    cx.expr(ExprKind::ConvertVector(e), ty, loc, flags)
}
