//! Conversions by C's rules (`convert`), moved into arithmetic where only the low bits of its result are wanted:
//! `(char) (i + j)` is `(char) i + (char) j`.

use super::{conversion, narrow, sanitize, spell, truth, types};
use crate::context::Context;
use crate::fold::{self, build1, fold_binary, fold_convert, fold_unary, int_const, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use TreeCode::*;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// How deep truncations are pushed into arithmetic.
const MAX_DEPTH: u32 = 256;

/// `e` converted to `ty`.
pub fn convert(cx: &mut Context, ty: TypeId, e: ExprId) -> ExprId {
    let loc = cx.get(e).loc;
    convert_at(cx, loc, ty, e, 0)
}

fn convert_at(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId, depth: u32) -> ExprId {
    let from = cx.type_of(e);
    if from == ty || cx.is_error(e) {
        return e;
    }
    let stripped = util::strip_type_nops(cx, e);
    if cx.unit.types.same_main(ty, from)
        && (!types::is_complex(cx, from)
            || matches!(cx.exprs[stripped].kind, ExprKind::Binary(Complex, ..)))
    {
        return fold_convert(cx, loc, ty, e);
    }
    if types::is_void(cx, from) {
        return cx.error_at(loc, "void value not ignored as it ought to be");
    }
    if let ExprKind::Compound(first, value) = cx.exprs[stripped].kind
        && depth < MAX_DEPTH
        && (util::integral(cx, ty) && !matches!(cx.unit.types.kind(ty), TypeKind::Bool)
            || cx.unit.types.is_real(ty)
            || types::is_complex(cx, ty))
    {
        let value = convert_comma_value(cx, loc, ty, value, depth + 1);
        return fold::build_compound(cx, loc, cx.type_of(value), first, value);
    }
    match cx.unit.types.kind(ty) {
        TypeKind::Void => build_void(cx, loc, ty, e),
        TypeKind::Bool => {
            // A variable has no place that the comparison could take.
            let plain = matches!(cx.exprs[e].kind, ExprKind::Decl(_));
            let at = if plain { Location::UNKNOWN } else { loc };
            let condition = truth::truthvalue_conversion(cx, at, e);
            if cx.is_error(condition) {
                return condition;
            }
            fold_convert(cx, at, ty, condition)
        }
        TypeKind::Integer { .. } | TypeKind::Enum { .. } => {
            to_integer(cx, loc, ty, stripped, depth)
        }
        TypeKind::Pointer(_) => to_pointer(cx, loc, ty, stripped),
        TypeKind::Real(_) => to_real(cx, loc, ty, stripped),
        TypeKind::Complex(_) => to_complex(cx, loc, ty, stripped),
        TypeKind::Vector { .. } => to_vector(cx, loc, ty, stripped),
        _ if types::compatible_unqualified(cx, ty, from) => e,
        _ => cx.error_at(loc, "conversion to non-scalar type requested"),
    }
}

/// The value of a comma expression converted to `ty`. What is stored is folded before it is converted, so that the
/// conversion of an integer or a constant to a floating-point type stays as it is here.
fn convert_comma_value(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    value: ExprId,
    depth: u32,
) -> ExprId {
    let from = cx.type_of(value);
    let is_constant = util::constant(cx, value).is_some();
    let code = match (cx.unit.types.is_real(from), cx.unit.types.is_real(ty)) {
        (false, true) if util::integral(cx, from) => Float,
        (true, true) if is_constant && from != ty => Nop,
        (true, false) if is_constant && util::integral(cx, ty) => FixTrunc,
        _ => {
            let converted = convert_at(cx, loc, ty, value, depth);
            let Some(id) = util::constant(cx, converted) else { return converted };
            let id = gimple::fold_const::drop_overflow(&mut cx.unit, id);
            return cx.const_expr(id, loc);
        }
    };
    build1(cx, loc, code, ty, value)
}

/// `(void) e`.
fn build_void(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    build1(cx, loc, Nop, ty, e)
}

fn to_pointer(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    let from = cx.type_of(e);
    if cx.unit.types.is_pointer(from) {
        return fold_unary(cx, loc, Nop, ty, e);
    }
    if !util::integral(cx, from) {
        return cx.error_at(cx.input_location(), "cannot convert to a pointer type");
    }
    // By way of the signed integer type of a pointer's width.
    let bits = util::precision(cx, ty);
    let mut e = e;
    if util::precision(cx, from) != bits {
        let wide = util::integer_of(cx, bits, false);
        e = fold_unary(cx, loc, Nop, wide, e);
    }
    fold_unary(cx, loc, Nop, ty, e)
}

fn to_real(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    let from = cx.type_of(e);
    match *cx.unit.types.kind(from) {
        TypeKind::Real(_) => {
            if let Some(narrowed) = narrow_real_operation(cx, loc, ty, e) {
                return narrowed;
            }
            fold_unary(cx, loc, Nop, ty, e)
        }
        TypeKind::Complex(part) => {
            let re = fold_unary(cx, loc, Realpart, part, e);
            to_real_or_same(cx, loc, ty, re)
        }
        TypeKind::Pointer(_) => cx.error_at(
            cx.input_location(),
            "pointer value used where a floating-point was expected",
        ),
        _ if util::integral(cx, from) => fold_unary(cx, Location::UNKNOWN, Float, ty, e),
        _ => cx.error_at(
            cx.input_location(),
            "aggregate value used where a floating-point was expected",
        ),
    }
}

/// A real expression below extensions from narrower formats; a constant in the narrowest standard type that holds it
/// (`strip_float_extensions`).
fn without_extensions(cx: &mut Context, e: ExprId) -> ExprId {
    if let Some(id) = util::constant(cx, e) {
        let Some(bits) = cx.unit.consts.as_real(id) else { return e };
        let c = &cx.unit.common;
        for ty in [c.float, c.double] {
            let size = |ty| cx.unit.types.size(ty);
            if size(ty) >= size(cx.type_of(e)) {
                break;
            }
            let format = gimple::fold_const::format_of(&cx.unit, ty);
            if format.is_some_and(|f| gimple::fold_const::round_to_format(f, bits) == bits) {
                let id = cx.unit.consts.real(ty, bits);
                return cx.const_expr(id, cx.get(e).loc);
            }
        }
        return e;
    }
    let mut inner = e;
    while let ExprKind::Unary(Nop, below) = cx.exprs[inner].kind {
        let (outer, of) = (cx.type_of(inner), cx.type_of(below));
        if !cx.unit.types.is_real(of) || util::mode_bits(cx, of) > util::mode_bits(cx, outer) {
            break;
        }
        inner = below;
    }
    inner
}

/// A real operation whose result is narrowed, done in the narrow type where that cannot change a rounding:
/// `(float) ((double) f * 2.0)` is `f * 2.0f`.
fn narrow_real_operation(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> Option<ExprId> {
    let from = cx.type_of(e);
    let bits = util::mode_bits(cx, ty);
    if bits >= util::mode_bits(cx, from) {
        return None;
    }
    match cx.exprs[e].kind {
        // Rounded up and down are different things for a number and its negative.
        ExprKind::Unary(Negate, _) if cx.unit.folding.rounding_math => None,
        ExprKind::Unary(code @ (Negate | Abs), a) => {
            let a = convert(cx, ty, a);
            Some(build1(cx, loc, code, ty, a))
        }
        ExprKind::Binary(code @ (Plus | Minus | Mult | Rdiv), a, b) => {
            let (x, y) = (without_extensions(cx, a), without_extensions(cx, b));
            let narrow = |cx: &Context, e| {
                let of = cx.type_of(e);
                cx.unit.types.is_real(of) && util::mode_bits(cx, of) <= bits
            };
            // The wide format has to have more than twice the digits: each standard one has.
            if !narrow(cx, x) || !narrow(cx, y) {
                return None;
            }
            let (x, y) = (convert(cx, ty, x), convert(cx, ty, y));
            Some(fold::build2(cx, loc, code, ty, x, y))
        }
        ExprKind::Call { callee, ref args } if args.len() == 1 => {
            let arg = args[0];
            narrow_math_call(cx, loc, ty, callee, arg)
        }
        _ => None,
    }
}

/// `(float) sqrt (f)` is `sqrtf (f)`, whose result is rounded correctly.
fn narrow_math_call(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    callee: ExprId,
    arg: ExprId,
) -> Option<ExprId> {
    let decl = util::called_function(cx, callee)?;
    let builtin = cx.unit.decls[decl].builtin?;
    let inner = without_extensions(cx, arg);
    if cx.options.optimize == 0
        || cx.unit.types.main_variant(ty) != cx.unit.common.float
        || cx.unit.types.main_variant(cx.type_of(inner)) != cx.unit.common.float
    {
        return None;
    }
    if builtin != Builtin::Sqrt {
        return None;
    }
    let narrow = Builtin::Sqrtf;
    let function = narrow_function(cx, decl, narrow, ty)?;
    let object = cx.decl_expr(function, loc);
    let pointer = cx.unit.types.pointer_to(cx.unit.decls[function].ty);
    let callee = fold::build_addr(cx, loc, pointer, object);
    let flags = cx.exprs[inner].flags & expr_flag::SIDE_EFFECTS;
    let args = vec![inner].into_boxed_slice();
    Some(cx.expr(ExprKind::Call { callee, args }, ty, loc, flags | expr_flag::SIDE_EFFECTS))
}

/// The declaration of a builtin that the program may not have declared, made after the one of another builtin.
fn narrow_function(
    cx: &mut Context,
    like: gimple::decl::DeclId,
    builtin: Builtin,
    ty: TypeId,
) -> Option<gimple::decl::DeclId> {
    if let Some(&decl) = cx.folding.functions.get(&builtin) {
        return Some(decl);
    }
    let mut decl = cx.unit.decls[like].clone();
    let name = cx.unit.symbols.intern(&format!("__builtin_{}", builtin.name()));
    let plain = cx.unit.symbols.intern(builtin.name());
    decl.name = Some(name);
    decl.builtin = Some(builtin);
    decl.ty = cx.unit.types.function_of(ty, vec![ty], false, true);
    decl.extra_mut().assembler_name = Some(plain);
    let decl = cx.new_decl(decl);
    cx.folding.functions.insert(builtin, decl);
    Some(decl)
}

fn to_real_or_same(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    if cx.type_of(e) == ty { e } else { to_real(cx, loc, ty, e) }
}

fn to_complex(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    let from = cx.type_of(e);
    let Some(part) = cx.unit.types.element(ty) else { return e };
    match *cx.unit.types.kind(from) {
        TypeKind::Real(_) | TypeKind::Integer { .. } | TypeKind::Enum { .. } | TypeKind::Bool => {
            let re = convert(cx, part, e);
            let zero = int_const(cx, loc, part, 0);
            fold_binary(cx, loc, Complex, ty, re, zero)
        }
        TypeKind::Complex(inner) => {
            if cx.unit.types.same_main(inner, part) {
                return e;
            }
            if let ExprKind::Binary(Complex, re, im) = cx.exprs[e].kind {
                let (re, im) = (convert(cx, part, re), convert(cx, part, im));
                return fold_binary(cx, loc, Complex, ty, re, im);
            }
            let e = fold::fully_fold(cx, e, false);
            let e = fold::save_expr(cx, e);
            let re = fold_unary(cx, loc, Realpart, inner, e);
            let im = fold_unary(cx, loc, Imagpart, inner, e);
            let (re, im) = (convert(cx, part, re), convert(cx, part, im));
            fold_binary(cx, loc, Complex, ty, re, im)
        }
        TypeKind::Pointer(_) => {
            cx.error_at(cx.input_location(), "pointer value used where a complex was expected")
        }
        _ => cx.error_at(cx.input_location(), "aggregate value used where a complex was expected"),
    }
}

fn to_vector(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    let from = cx.type_of(e);
    let same_size = cx.unit.types.size(from) == cx.unit.types.size(ty);
    let usable = types::is_vector(cx, from) || util::integral(cx, from);
    if !usable {
        return cx.error_at(loc, "cannot convert value to a vector");
    }
    if !same_size {
        let text = format!(
            "cannot convert a value of type {} to vector type {} which has different size",
            spell::quoted(cx, from),
            spell::quoted(cx, ty)
        );
        return cx.error_at(loc, text);
    }
    fold_unary(cx, loc, ViewConvert, ty, e)
}

fn to_integer(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId, depth: u32) -> ExprId {
    let from = cx.type_of(e);
    match *cx.unit.types.kind(from) {
        TypeKind::Pointer(_) => {
            if util::is_int_zero(cx, e) && !util::overflowed(cx, e) {
                return int_const(cx, loc, ty, 0);
            }
            let bits = util::precision(cx, from);
            let wide = util::integer_of(cx, bits, false);
            let e = if util::precision(cx, ty) == bits && !util::unsigned(cx, ty) {
                e
            } else {
                // It is where the whole conversion is.
                fold_unary(cx, Location::UNKNOWN, Nop, wide, e)
            };
            fold_convert(cx, loc, ty, e)
        }
        TypeKind::Real(_) => match sanitize::float_to_integer(cx, loc, ty, e) {
            Some(checked) => checked,
            None => fold_unary(cx, loc, FixTrunc, ty, e),
        },
        TypeKind::Complex(part) => {
            let re = fold_unary(cx, loc, Realpart, part, e);
            convert(cx, ty, re)
        }
        TypeKind::Vector { .. } => {
            if cx.unit.types.size(from) != cx.unit.types.size(ty) {
                return cx.error_at(
                    loc,
                    "cannot convert a vector of type to an integer type of different size",
                );
            }
            fold_unary(cx, loc, ViewConvert, ty, e)
        }
        _ if util::integral(cx, from) => integer_to_integer(cx, loc, ty, e, depth),
        _ => cx.error_at(cx.input_location(), "aggregate value used where an integer was expected"),
    }
}

fn integer_to_integer(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
    depth: u32,
) -> ExprId {
    let from = cx.type_of(e);
    // A comparison yields 0 or 1 in any type.
    if let ExprKind::Binary(code, a, b) = cx.exprs[e].kind
        && code.is_comparison()
    {
        return fold::build2(cx, cx.get(e).loc, code, ty, a, b);
    }
    let (inner, outer) = (util::precision(cx, from), util::precision(cx, ty));
    if outer >= inner {
        return fold_unary(cx, loc, Nop, ty, e);
    }
    let odd = outer != util::mode_bits(cx, ty);
    if matches!(cx.unit.types.kind(ty), TypeKind::Enum { .. }) || odd {
        // To the integer type of the mode first.
        let unsigned = util::unsigned(cx, ty);
        let whole = util::integer_of_mode(cx, ty, unsigned);
        let e = if whole == from { e } else { integer_to_integer(cx, loc, whole, e, depth) };
        return fold_unary(cx, loc, Nop, ty, e);
    }
    if depth < MAX_DEPTH
        && let Some(narrowed) = narrow_operation(cx, loc, ty, e, depth)
    {
        return narrowed;
    }
    if util::constant(cx, e).is_some() {
        return fold_convert(cx, loc, ty, e);
    }
    fold_unary(cx, loc, Nop, ty, e)
}

/// The truncation to `ty` of an operation, moved to its operands, where it is one that needs only their low bits.
fn narrow_operation(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
    depth: u32,
) -> Option<ExprId> {
    match cx.exprs[e].kind {
        ExprKind::Binary(Rshift, a, b) => {
            let count = cx.int_value(b)?;
            if count > 0 {
                return None;
            }
            narrow_operands(cx, loc, ty, e, (Rshift, a, b), depth)
        }
        ExprKind::Binary(Lshift, a, b) => {
            let count = cx.int_value(b)?;
            if count < 0 || !util::unsigned(cx, ty) {
                return None;
            }
            if count < i128::from(util::mode_bits(cx, ty)) {
                return narrow_operands(cx, loc, ty, e, (Lshift, a, b), depth);
            }
            let zero = int_const(cx, loc, ty, 0);
            Some(if cx.has_side_effects(e) {
                fold::build_compound(cx, loc, ty, e, zero)
            } else {
                zero
            })
        }
        ExprKind::Binary(TruncDiv, a, b) => {
            let (a, b) = (narrow::unwidened(cx, a, None), narrow::unwidened(cx, b, None));
            let outer = util::precision(cx, ty);
            let (x, y) = (cx.type_of(a), cx.type_of(b));
            let sign = util::unsigned(cx, x);
            let safe = sign || cx.int_value(b).is_some() && !util::is_all_ones(cx, b);
            if outer < util::precision(cx, x)
                || outer < util::precision(cx, y)
                || sign != util::unsigned(cx, y)
                || sign != util::unsigned(cx, cx.type_of(e))
                || !safe
            {
                return None;
            }
            do_narrow(cx, loc, ty, e, (TruncDiv, a, b), depth)
        }
        ExprKind::Binary(code @ (Min | Max), a, b) => {
            let (x, y) = (narrow::unwidened(cx, a, Some(ty)), narrow::unwidened(cx, b, Some(ty)));
            let outer = util::precision(cx, ty);
            let (p, q) = (cx.type_of(x), cx.type_of(y));
            if outer < util::precision(cx, p)
                || outer < util::precision(cx, q)
                || util::unsigned(cx, p) != util::unsigned(cx, q)
            {
                return None;
            }
            narrow_operands(cx, loc, ty, e, (code, a, b), depth)
        }
        ExprKind::Binary(Mult, a, b) => {
            // Factors that were wider, or extended in two manners, are left to folding.
            let (x, y) = (narrow::unwidened(cx, a, Some(ty)), narrow::unwidened(cx, b, Some(ty)));
            let (x, y) = (cx.type_of(x), cx.type_of(y));
            let outer = util::precision(cx, ty);
            if outer < util::precision(cx, x)
                || outer < util::precision(cx, y)
                || util::unsigned(cx, x) != util::unsigned(cx, y)
            {
                return None;
            }
            narrow_operands(cx, loc, ty, e, (Mult, a, b), depth)
        }
        ExprKind::Binary(code @ (Plus | Minus | BitAnd | BitIor | BitXor), a, b) => {
            narrow_operands(cx, loc, ty, e, (code, a, b), depth)
        }
        ExprKind::Unary(code @ (Negate | BitNot), a) => Some(narrow_unary(cx, ty, code, a, depth)),
        ExprKind::Unary(Nop, a) => {
            if matches!(cx.unit.types.kind(cx.type_of(a)), TypeKind::Vector { .. }) {
                return None;
            }
            // What has been extended or cut before: all at once.
            let inner = narrow::unwidened(cx, a, Some(ty));
            Some(convert_at(cx, cx.get(inner).loc, ty, inner, depth + 1))
        }
        ExprKind::Cond(c, a, b) if a.is_some() && b.is_some() => {
            let folded = cx.exprs[e].has(expr_flag::FOLDED);
            let [a, b] = [a, b].map(|arm| match cx.exprs[arm].has(expr_flag::FOLDED) && !folded {
                // An arm that was folded on its own, as the signs of the two differ, is one value.
                true => plain_arm(cx, ty, arm),
                false => narrow_arm(cx, ty, arm, depth),
            });
            Some(fold::build_cond(cx, Location::UNKNOWN, ty, c, a, b))
        }
        _ => None,
    }
}

/// `-a` or `~a` in the unsigned type of the result; all of it loses its place.
fn narrow_unary(cx: &mut Context, ty: TypeId, code: TreeCode, a: ExprId, depth: u32) -> ExprId {
    let work = if matches!(cx.unit.types.kind(ty), TypeKind::Enum { .. }) {
        util::integer_of(cx, util::precision(cx, ty), true)
    } else {
        util::integer_like(cx, ty, true)
    };
    let a = convert_at(cx, cx.get(a).loc, work, a, depth + 1);
    let folded = fold_unary(cx, Location::UNKNOWN, code, work, a);
    convert_at(cx, Location::UNKNOWN, ty, folded, depth + 1)
}

/// An arm of `?:` converted to `ty` as a whole.
fn plain_arm(cx: &mut Context, ty: TypeId, arm: ExprId) -> ExprId {
    let own = cx.type_of(arm);
    if own == cx.unit.common.void || own == ty {
        return arm;
    }
    fold_convert(cx, cx.get(arm).loc, ty, arm)
}

/// An arm of `?:` converted to `ty`, if it has a value.
fn narrow_arm(cx: &mut Context, ty: TypeId, arm: ExprId, depth: u32) -> ExprId {
    if cx.type_of(arm) == cx.unit.common.void {
        return arm;
    }
    convert_at(cx, cx.get(arm).loc, ty, arm, depth + 1)
}

fn narrow_operands(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
    (code, a, b): (TreeCode, ExprId, ExprId),
    depth: u32,
) -> Option<ExprId> {
    let (x, y) = (narrow::unwidened(cx, a, Some(ty)), narrow::unwidened(cx, b, Some(ty)));
    let from_pointer =
        |e| util::converted(cx, e).is_some_and(|inner| cx.unit.types.is_pointer(cx.type_of(inner)));
    if code == Minus && from_pointer(x) && from_pointer(y) {
        return None;
    }
    do_narrow(cx, loc, ty, e, (code, x, y), depth)
}

/// The operation in the type the result is truncated to, unsigned where a signed one could overflow that did not.
fn do_narrow(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
    (code, a, b): (TreeCode, ExprId, ExprId),
    depth: u32,
) -> Option<ExprId> {
    let of = cx.type_of(e);
    let mut work = ty;
    if matches!(cx.unit.types.kind(ty), TypeKind::Enum { .. }) {
        let unsigned = util::unsigned(cx, ty);
        work = util::integer_of(cx, util::precision(cx, ty), unsigned);
    }
    if util::precision(cx, work) == util::precision(cx, of) {
        return None;
    }
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let outer = util::precision(cx, work);
    let shift = matches!(code, Lshift | Rshift | Lrotate | Rrotate);
    let wraps = |ty| util::integral(cx, ty) && util::overflow_wraps(cx, ty);
    let wide = |ty| util::precision(cx, ty) * 2 > outer;
    let unsigned = util::unsigned(cx, of)
        || util::unsigned(cx, x) && (util::unsigned(cx, y) || shift)
        || code == Lshift
        || (!wraps(x) || !wraps(y)) && (wide(x) || wide(y)) && matches!(code, Plus | Minus | Mult);
    if util::unsigned(cx, work) != unsigned {
        work = util::integer_like(cx, work, unsigned);
    }
    let a = convert_at(cx, cx.get(a).loc, work, a, depth + 1);
    let b = convert_at(cx, cx.get(b).loc, if shift { y } else { work }, b, depth + 1);
    let folded = fold_binary(cx, loc, code, work, a, b);
    Some(convert_at(cx, loc, ty, folded, depth + 1))
}

/// As [`convert`], with warnings where the value may not be the same afterwards (`convert_and_check`).
pub fn convert_and_check(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    let result = convert(cx, ty, e);
    if cx.folding.inhibit_warnings > 0 || cx.is_error(result) || util::overflowed(cx, e) {
        return result;
    }
    conversion::check(cx, loc, ty, e, result)
}
