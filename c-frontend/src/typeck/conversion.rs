//! Implicit conversions that may change the value: `-Wconversion`, `-Wsign-conversion`, `-Wfloat-conversion`,
//! `-Warith-conversion`, `-Wdouble-promotion`; of constants, `-Woverflow`.
//!
//! ```text
//! char c = i;             conversion from ‘int’ to ‘char’ may change value
//! unsigned u = i;         conversion to ‘unsigned int’ from ‘int’ may change the sign of the result
//! char d = c + c;         nothing: both operands fit
//! ```
//!
//! Of an operation it is the operands that are looked at, since its own type is that of the promotions.

use super::{convert::convert, narrow, shorten, spell, types};
use crate::context::Context;
use crate::fold::{self, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::location::Location;
use gimple::types::{Quals, TypeId, TypeKind};

/// So deep operations in operations are looked into.
const MAX_DEPTH: u32 = 256;

/// What a conversion may lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loss {
    /// What a floating-point value has that the target has not.
    Real,
    /// The sign.
    Sign,
    /// The imaginary part.
    Imaginary,
    /// High bits, or digits of an integer.
    Value,
}

impl Loss {
    fn option(self) -> &'static str {
        match self {
            Loss::Real => "float-conversion",
            Loss::Sign => "sign-conversion",
            Loss::Imaginary | Loss::Value => "conversion",
        }
    }
}

/// A conversion that is looked at.
#[derive(Clone, Copy)]
struct Conversion {
    loc: Location,
    to: TypeId,
    result: ExprId,
}

/// Warns of a conversion of `e` to `ty` that gave `result`; returns that, without an overflow that is the conversion's
/// alone (`warnings_for_convert_and_check`).
pub(super) fn check(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
    result: ExprId,
) -> ExprId {
    let from = cx.type_of(e);
    if cx.unit.types.same_main(ty, from) {
        return result;
    }
    let constant = util::constant(cx, e).is_some()
        || cx.exprs[e].has(expr_flag::CONSTANT) && !matches!(cx.exprs[e].kind, ExprKind::Addr(_));
    let wanted = is_wanted(cx);
    if !constant && !wanted {
        return result;
    }
    // The value is one of the unqualified type.
    let ty = cx.unit.types.qualified(ty, Quals::NONE);
    let sources = &cx.unit.diagnostics.sources;
    let loc = if sources.in_system_header(loc) { sources.expansion_point(loc) } else { loc };
    let conversion = Conversion { loc, to: ty, result: value_of(cx, result) };
    if constant {
        let folded = fold::fully_fold(cx, e, false);
        if let Some(result) = check_constant(cx, conversion, folded, result, wanted) {
            return result;
        }
    }
    if wanted {
        let value = value_of(cx, e);
        warn(cx, conversion, value, 0);
    }
    result
}

/// Whether any of the warnings is on: asked for each conversion there is.
fn is_wanted(cx: &mut Context) -> bool {
    const OPTIONS: [&str; 3] = ["conversion", "sign-conversion", "float-conversion"];
    let warnings = &cx.unit.diagnostics.warnings;
    *cx.checks_conversions
        .get_or_insert_with(|| OPTIONS.iter().any(|option| warnings.enabled(option)))
}

/// Warns of a `float` that becomes a `double` for `reason`, where nobody asked for that.
pub(super) fn warn_of_promotion(
    cx: &mut Context,
    loc: Location,
    to: TypeId,
    from: &[TypeId],
    reason: &str,
) {
    const OPTION: &str = "double-promotion";
    let common = &cx.unit.common;
    let part = |ty: TypeId| {
        let part = match *cx.unit.types.kind(ty) {
            TypeKind::Complex(part) => part,
            _ => ty,
        };
        cx.unit.types.main_variant(part)
    };
    if part(to) != common.double {
        return;
    }
    if let Some(&from) = from.iter().find(|&&ty| part(ty) == common.float)
        && cx.folding.inhibit_warnings == 0
        && cx.unit.diagnostics.warnings.enabled(OPTION)
    {
        let (from, to) = (spell::quoted(cx, from), spell::quoted(cx, to));
        let text = format!("implicit conversion from {from} to {to} {reason}");
        cx.warning(OPTION, loc, text);
    }
}

/// The last of a list of comma expressions.
fn value_of(cx: &Context, mut e: ExprId) -> ExprId {
    while let ExprKind::Compound(_, last) = cx.exprs[e].kind {
        e = last;
    }
    e
}

/// Warns of a value of one enumeration that becomes one of another.
pub(super) fn warn_of_enum(cx: &mut Context, loc: Location, ty: TypeId, from: TypeId) {
    let is_enum =
        |cx: &Context, ty: TypeId| matches!(cx.unit.types.kind(ty), TypeKind::Enum { .. });
    if is_enum(cx, ty) && is_enum(cx, from) && !cx.unit.types.same_main(ty, from) {
        let (from, to) = (spell::quoted(cx, from), spell::quoted(cx, ty));
        let text = format!("implicit conversion from {from} to {to}");
        cx.warning("enum-conversion", loc, text);
    }
}

/// What is said of an overflow of a constant; the result if that is all there is to say.
fn check_constant(
    cx: &mut Context,
    conversion: Conversion,
    e: ExprId,
    result: ExprId,
    wanted: bool,
) -> Option<ExprId> {
    let Conversion { loc, to, .. } = conversion;
    let (before, after) = (util::constant(cx, e)?, util::constant(cx, result)?);
    let from = cx.type_of(e);
    let is_int = |cx: &Context, id| matches!(cx.unit.consts[id].value, ConstValue::Int(_));
    let plain_int =
        matches!(cx.unit.types.kind(to), TypeKind::Integer { .. } | TypeKind::Enum { .. });
    if is_int(cx, before) && plain_int && util::integral(cx, from) {
        if narrow::int_fits(cx, e, to) {
            return None;
        }
        // The overflow is the conversion's, not the expression's.
        let cleaned = gimple::fold_const::drop_overflow(&mut cx.unit, after);
        let unsigned = util::unsigned(cx, to);
        let other = util::standard_integer_like(cx, to, !unsigned);
        let narrowed =
            !is_integer(cx, from) || util::precision(cx, from) != util::precision(cx, to);
        let kind = if narrow::int_fits(cx, e, other) {
            let pedantic = cx.unit.diagnostics.warnings.pedantic();
            (!unsigned && pedantic && narrowed).then_some("overflow in conversion")
        } else if !unsigned {
            Some("overflow in conversion")
        } else if util::unsigned(cx, from) {
            Some("conversion")
        } else {
            Some("unsigned conversion")
        };
        match kind {
            Some(kind) => {
                let text = change_text(cx, kind, conversion, e);
                cx.warning("overflow", loc, text);
            }
            None => {
                let _ = wanted && warn(cx, conversion, e, 0);
            }
        }
        return Some(cx.const_expr(cleaned, loc));
    }
    if is_int(cx, after) && util::overflowed(cx, result) && !is_int(cx, before) {
        let text = change_text(cx, "overflow in conversion", conversion, e);
        cx.warning("overflow", loc, text);
        return Some(result);
    }
    None
}

/// `conversion from ‘int’ to ‘char’ changes value from ‘500’ to ‘244’`.
fn change_text(cx: &Context, kind: &str, conversion: Conversion, e: ExprId) -> String {
    let value = |e| spell::expr_text(cx, e).unwrap_or_default();
    let (from, to) = (spell::quoted(cx, cx.type_of(e)), spell::quoted(cx, conversion.to));
    let change = match util::constant(cx, conversion.result) {
        Some(_) => format!("value from ‘{}’ to ‘{}’", value(e), value(conversion.result)),
        None => format!("the value of ‘{}’", value(e)),
    };
    format!("{kind} from {from} to {to} changes {change}")
}

fn is_integer(cx: &Context, ty: TypeId) -> bool {
    matches!(cx.unit.types.kind(ty), TypeKind::Integer { .. })
}

/// Warns of a conversion; whether there was anything to say of it (`conversion_warning`).
fn warn(cx: &mut Context, conversion: Conversion, e: ExprId, depth: u32) -> bool {
    let e = match cx.exprs[e].kind {
        ExprKind::Save(inner) => inner,
        _ => e,
    };
    if depth > MAX_DEPTH || cx.is_error(e) {
        return false;
    }
    let operands = match cx.exprs[e].kind {
        ExprKind::Const(_) => return warn_of_constant(cx, conversion, e),
        ExprKind::Binary(code, ..) if code.is_comparison() || util::is_truth_code(code) => {
            return warn_of_truth(cx, conversion);
        }
        ExprKind::Unary(TruthNot, _) => return warn_of_truth(cx, conversion),
        ExprKind::Cond(_, a, b) => {
            return a.is_some() && warn(cx, conversion, a, depth + 1)
                || b.is_some() && warn(cx, conversion, b, depth + 1);
        }
        ExprKind::Binary(code @ (BitAnd | BitIor | BitXor), a, b) => {
            if code == BitAnd && mask_fits(cx, conversion.to, cx.type_of(e), [a, b]) {
                return false;
            }
            return warn(cx, conversion, a, depth + 1) || warn(cx, conversion, b, depth + 1);
        }
        ExprKind::Binary(
            Plus | Minus | Mult | Max | Min | TruncMod | TruncDiv | ExactDiv | Rdiv,
            a,
            b,
        ) => {
            vec![a, b]
        }
        ExprKind::Binary(Lshift | Rshift, a, _)
        | ExprKind::Unary(FixTrunc | Negate | BitNot, a)
        | ExprKind::NonLvalue(a)
        | ExprKind::Incr(_, a, _) => vec![a],
        _ => Vec::new(),
    };
    let Some(loss) = loss_of(cx, conversion.to, e) else { return false };
    let mut option = loss.option();
    if !operands.is_empty()
        && cx.unit.diagnostics.warnings.enabled(option)
        && !operands
            .into_iter()
            .enumerate()
            .any(|(i, op)| operand_loses(cx, conversion, e, (i, op)))
    {
        option = "arith-conversion";
    }
    let (from, to) = (spell::quoted(cx, cx.type_of(e)), spell::quoted(cx, conversion.to));
    let text = match loss {
        Loss::Sign => {
            format!("conversion to {to} from {from} may change the sign of the result")
        }
        Loss::Imaginary => format!("conversion from {from} to {to} discards imaginary component"),
        Loss::Real | Loss::Value => format!("conversion from {from} to {to} may change value"),
    };
    cx.warning(option, conversion.loc, text);
    true
}

/// Whether an operand of `e` could not be converted either.
fn operand_loses(
    cx: &mut Context,
    conversion: Conversion,
    e: ExprId,
    (index, operand): (usize, ExprId),
) -> bool {
    let mut operand = operand;
    let to = conversion.to;
    // `(unsigned) (x + -1)` is a subtraction.
    if matches!(cx.exprs[e].kind, ExprKind::Binary(Plus, ..))
        && index == 1
        && util::integral(cx, to)
        && util::unsigned(cx, to)
        && cx.int_value(operand).is_some_and(|value| value < 0)
    {
        let ty = cx.type_of(operand);
        operand = fold::fold_unary(cx, conversion.loc, Negate, ty, operand);
    }
    let converted = convert(cx, to, operand);
    !cx.is_error(converted) && loss_of(cx, to, operand).is_some()
}

/// A truth value fits everywhere, but a bit-field of one bit that holds 0 and -1.
fn warn_of_truth(cx: &mut Context, conversion: Conversion) -> bool {
    let Conversion { loc, to, .. } = conversion;
    if util::integral(cx, to) && util::precision(cx, to) == 1 && !util::unsigned(cx, to) {
        let text = format!("conversion to {} from boolean expression", spell::quoted(cx, to));
        cx.warning("conversion", loc, text);
    }
    true
}

fn warn_of_constant(cx: &mut Context, conversion: Conversion, e: ExprId) -> bool {
    let Some(loss) = loss_of(cx, conversion.to, e) else { return false };
    let kind = match loss {
        Loss::Sign if util::unsigned(cx, conversion.to) => "unsigned conversion",
        Loss::Sign => "signed conversion",
        _ => "conversion",
    };
    let text = change_text(cx, kind, conversion, e);
    cx.warning(loss.option(), conversion.loc, text);
    true
}

/// Whether one operand of `&` is a constant that says that the result fits a type.
fn mask_fits(cx: &mut Context, to: TypeId, of: TypeId, operands: [ExprId; 2]) -> bool {
    if !is_integer(cx, of) || !is_integer(cx, to) {
        return false;
    }
    let signed = util::standard_integer_like(cx, to, false);
    let unsigned = util::standard_integer_like(cx, to, true);
    operands.into_iter().any(|mask| {
        narrow::int_fits(cx, mask, signed) && narrow::int_fits(cx, mask, unsigned)
            || util::unsigned(cx, cx.type_of(mask)) && narrow::int_fits(cx, mask, to)
    })
}

/// What a conversion may lose (`unsafe_conversion_p`).
fn loss_of(cx: &mut Context, to: TypeId, e: ExprId) -> Option<Loss> {
    let e = fold::fully_fold(cx, e, false);
    match util::constant(cx, e).map(|id| cx.unit.consts[id].value.clone()) {
        Some(ConstValue::Int(_) | ConstValue::Real(_)) => constant_loss(cx, to, e),
        Some(ConstValue::Complex(re, im)) => {
            let part = |cx: &mut Context, id| {
                let part = cx.const_expr(id, Location::UNKNOWN);
                constant_loss(cx, to, part)
            };
            if gimple::fold_const::is_zero(&cx.unit, im) {
                return part(cx, re);
            }
            if !types::is_complex(cx, to) {
                return Some(Loss::Imaginary);
            }
            match (part(cx, re), part(cx, im)) {
                (Some(a), Some(b)) if a != b => Some(Loss::Value),
                (a, b) => a.or(b),
            }
        }
        _ => value_loss(cx, to, e),
    }
}

fn constant_loss(cx: &mut Context, to: TypeId, e: ExprId) -> Option<Loss> {
    let to = match *cx.unit.types.kind(to) {
        TypeKind::Complex(part) => part,
        _ => to,
    };
    let from = cx.type_of(e);
    let (from_real, to_real) = (cx.unit.types.is_real(from), cx.unit.types.is_real(to));
    if from_real && is_integer(cx, to) {
        let bits = util::constant(cx, e).and_then(|id| cx.unit.consts.as_real(id))?;
        return (!gimple::fold_const::is_whole(bits)).then_some(Loss::Real);
    }
    if is_integer(cx, from) && is_integer(cx, to) && !narrow::int_fits(cx, e, to) {
        let negative = cx.int_value(e).is_some_and(|value| value < 0);
        let (to_unsigned, from_unsigned) = (util::unsigned(cx, to), util::unsigned(cx, from));
        return Some(
            if to_unsigned && !from_unsigned && negative || !to_unsigned && from_unsigned {
                Loss::Sign
            } else {
                Loss::Value
            },
        );
    }
    if to_real
        && (is_integer(cx, from)
            || from_real && util::mode_bits(cx, to) < util::mode_bits(cx, from))
    {
        return (!fits_real(cx, to, e)).then_some(Loss::Real);
    }
    None
}

/// Whether a real type has exactly the value of a constant.
fn fits_real(cx: &mut Context, to: TypeId, e: ExprId) -> bool {
    let Some(format) = gimple::fold_const::format_of(&cx.unit, to) else { return true };
    let Some(id) = util::constant(cx, e) else { return true };
    match (cx.unit.consts.as_real(id), cx.unit.consts.as_int(id)) {
        (Some(bits), _) => gimple::fold_const::round_to_format(format, bits) == bits,
        (None, Some(value)) => {
            let magnitude = value.unsigned_abs();
            let zeros = magnitude.leading_zeros() + magnitude.trailing_zeros();
            magnitude == 0 || 128 - zeros <= significand(cx, to)
        }
        _ => true,
    }
}

/// The number of bits in the significand of a real type.
fn significand(cx: &Context, ty: TypeId) -> u32 {
    match util::mode_bits(cx, ty) {
        16 => 11,
        32 => 24,
        64 => 53,
        80 | 96 => 64,
        _ => 113,
    }
}

/// Whether all values of an integer type are values of a real one.
fn all_fit_real(cx: &Context, from: TypeId, to: TypeId) -> bool {
    let sign = u32::from(!util::unsigned(cx, from));
    util::precision(cx, from) - sign <= significand(cx, to)
}

fn value_loss(cx: &mut Context, to: TypeId, e: ExprId) -> Option<Loss> {
    let from = cx.type_of(e);
    let (from_real, to_real) = (cx.unit.types.is_real(from), cx.unit.types.is_real(to));
    if from_real && is_integer(cx, to) {
        return Some(Loss::Real);
    }
    if is_integer(cx, from) && is_integer(cx, to) {
        return integer_loss(cx, to, e);
    }
    if is_integer(cx, from) && to_real {
        let e = narrow::unwidened(cx, e, None);
        let from = cx.type_of(e);
        return (!all_fit_real(cx, from, to)).then_some(Loss::Value);
    }
    if from_real && to_real {
        return (util::mode_bits(cx, to) < util::mode_bits(cx, from)).then_some(Loss::Real);
    }
    match (cx.unit.types.kind(from).clone(), cx.unit.types.kind(to).clone()) {
        (TypeKind::Complex(from), TypeKind::Complex(to)) => complex_loss(cx, from, to),
        (TypeKind::Complex(_), _) => Some(Loss::Imaginary),
        _ => None,
    }
}

fn integer_loss(cx: &mut Context, to: TypeId, e: ExprId) -> Option<Loss> {
    // What was promoted has the values it had before.
    let e = narrow::unwidened(cx, e, None);
    let mut from = cx.type_of(e);
    if let ExprKind::Binary(code @ (BitAnd | BitIor | BitXor), a, b) = cx.exprs[e].kind {
        from = shorten::shorten_binary(cx, from, a, b, true);
        let of = cx.type_of(e);
        if code == BitAnd && mask_fits(cx, to, of, [a, b]) {
            return None;
        }
    }
    integer_type_loss(cx, from, to)
}

fn integer_type_loss(cx: &Context, from: TypeId, to: TypeId) -> Option<Loss> {
    let (width, from_width) = (util::precision(cx, to), util::precision(cx, from));
    let (unsigned, from_unsigned) = (util::unsigned(cx, to), util::unsigned(cx, from));
    if width < from_width {
        return Some(Loss::Value);
    }
    let differ = width == from_width && unsigned != from_unsigned || unsigned && !from_unsigned;
    differ.then_some(Loss::Sign)
}

fn complex_loss(cx: &Context, from: TypeId, to: TypeId) -> Option<Loss> {
    let (from_real, to_real) = (cx.unit.types.is_real(from), cx.unit.types.is_real(to));
    match (from_real, to_real) {
        (true, false) => Some(Loss::Real),
        (true, true) => (util::mode_bits(cx, to) < util::mode_bits(cx, from)).then_some(Loss::Real),
        (false, false) => integer_type_loss(cx, from, to),
        (false, true) => (!all_fit_real(cx, from, to)).then_some(Loss::Value),
    }
}
