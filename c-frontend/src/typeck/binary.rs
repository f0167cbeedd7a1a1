//! Binary operators: types of operands and result, in the manner of `build_binary_op`.

use super::pointer::{
    compared_pointers, mixed_comparison, operand_types, pointer_diff, pointer_int_sum,
};
use super::shorten::{Shortened, shorten_binary, shorten_compare};
use super::{
    boolean, conversion, convert, convert_and_check, narrow, rvalue, sanitize, truth, types, vector,
};
use crate::context::Context;
use crate::fold::{self, build2, fold_binary, fold_unary, save_expr, util};
use crate::generic::{ExprId, expr_flag};
use TreeCode::*;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// What there is to build, once the operands' types have been looked at.
struct Plan {
    code: TreeCode,
    a: ExprId,
    b: ExprId,
    /// The type to do the operation in, if it is known without the operands' common type.
    result: Option<TypeId>,
    /// The type of the expression, where it is not that of the operation.
    build: Option<TypeId>,
    /// The operands are converted to their common type.
    common: bool,
    /// The operation may be done in a narrower type: `Some(true)` for bitwise ones.
    shorten: Option<bool>,
    compare: bool,
    short_shift: bool,
    converted: bool,
    /// The operands before promotion.
    written: (ExprId, ExprId),
    /// The left operand is unsigned before promotion.
    unsigned: bool,
}

/// `a code b`; the operands are values (arrays have decayed). Of `TruthAndIf` and `TruthOrIf` they are truth values.
pub fn build_binary(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    a: ExprId,
    b: ExprId,
) -> ExprId {
    if cx.is_error(a) || cx.is_error(b) {
        return cx.error_expr(loc);
    }
    let (x, y) = (rvalue::default_conversion(cx, a), rvalue::default_conversion(cx, b));
    if cx.is_error(x) || cx.is_error(y) {
        return cx.error_expr(loc);
    }
    let both_const = cx.int_value(a).is_some() && cx.int_value(b).is_some()
        || util::constant(cx, x).is_some_and(|id| cx.unit.consts.as_int(id).is_some())
            && util::constant(cx, y).is_some_and(|id| cx.unit.consts.as_int(id).is_some());
    if types::is_vector(cx, cx.type_of(x)) || types::is_vector(cx, cx.type_of(y)) {
        return vector::operation(cx, loc, code, a, b);
    }
    let mut plan = Plan {
        code,
        a: x,
        b: y,
        written: (a, b),
        result: None,
        build: None,
        common: false,
        shorten: None,
        compare: false,
        short_shift: false,
        converted: false,
        unsigned: util::unsigned(cx, cx.type_of(a)),
    };
    if code.is_comparison() {
        boolean::warn_of_comparison(cx, loc, code, a, b);
    }
    match classify(cx, loc, &mut plan) {
        Ok(()) => finish(cx, loc, plan, both_const),
        Err(done) => done,
    }
}

pub(super) fn invalid_operands(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    a: ExprId,
    b: ExprId,
) -> ExprId {
    let symbol = match code {
        TruthAndIf => "&&",
        TruthOrIf => "||",
        code => code.symbol().unwrap_or("?"),
    };
    let text = format!("invalid operands to binary {symbol} {}", operand_types(cx, a, b));
    cx.error_at(loc, text)
}

/// Decides how the operation is done; an expression where it is complete already, or wrong.
fn classify(cx: &mut Context, loc: Location, plan: &mut Plan) -> Result<(), ExprId> {
    let (a, b) = (plan.a, plan.b);
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let pointers = (cx.unit.types.is_pointer(x), cx.unit.types.is_pointer(y));
    let integers = (util::integral(cx, x), util::integral(cx, y));
    let arithmetic = types::is_arithmetic(cx, x) && types::is_arithmetic(cx, y);
    match plan.code {
        Plus => {
            if pointers.0 && integers.1 {
                return Err(pointer_int_sum(cx, loc, Plus, a, b));
            }
            if pointers.1 && integers.0 {
                return Err(pointer_int_sum(cx, loc, Plus, b, a));
            }
            plan.common = true;
        }
        Minus => {
            if pointers == (true, true) {
                return Err(subtract_pointers(cx, loc, a, b));
            }
            if pointers.0 && integers.1 {
                return Err(pointer_int_sum(cx, loc, Minus, a, b));
            }
            plan.common = true;
        }
        Mult => plan.common = true,
        TruncDiv => classify_division(cx, loc, plan, arithmetic, integers == (true, true)),
        TruncMod => {
            warn_division_by_zero(cx, loc, b);
            if integers == (true, true) {
                plan.shorten = shortened_division(cx, plan).then_some(false);
                plan.common = true;
                return Ok(());
            }
            return Err(invalid_operands(cx, loc, TruncMod, a, b));
        }
        BitAnd | BitIor | BitXor if integers == (true, true) => {
            plan.shorten = Some(true);
            plan.common = true;
        }
        Lshift | Rshift if integers == (true, true) => classify_shift(cx, loc, plan),
        Lrotate | Rrotate if integers == (true, true) => {
            plan.result = Some(x);
            plan.converted = true;
        }
        TruthAndIf | TruthOrIf | TruthAnd | TruthOr | TruthXor => {
            if !types::is_scalar(cx, x) || !types::is_scalar(cx, y) {
                return Err(invalid_operands(cx, loc, plan.code, a, b));
            }
            return Err(build_logic(cx, loc, plan.code, a, b));
        }
        Eq | Ne => return classify_equality(cx, loc, plan, arithmetic, pointers, integers),
        code if code.is_comparison() => {
            return classify_order(cx, loc, plan, arithmetic, pointers, integers);
        }
        code => return Err(invalid_operands(cx, loc, code, a, b)),
    }
    if plan.common && !arithmetic || plan.result.is_none() && !plan.common {
        return Err(invalid_operands(cx, loc, plan.code, a, b));
    }
    Ok(())
}

fn subtract_pointers(cx: &mut Context, loc: Location, a: ExprId, b: ExprId) -> ExprId {
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let same = match (types::unqualified_target(cx, x), types::unqualified_target(cx, y)) {
        (Some(p), Some(q)) => types::compatible(cx, p, q),
        _ => false,
    };
    if !same {
        return invalid_operands(cx, loc, Minus, a, b);
    }
    pointer_diff(cx, loc, a, b)
}

/// `a && b` and its like on truth values.
fn build_logic(cx: &mut Context, loc: Location, code: TreeCode, a: ExprId, b: ExprId) -> ExprId {
    let a = truth::truthvalue_conversion(cx, loc, a);
    let b = truth::truthvalue_conversion(cx, loc, b);
    if cx.is_error(a) || cx.is_error(b) {
        return cx.error_expr(loc);
    }
    let int = cx.unit.common.int;
    if util::constant(cx, a).is_some() && util::constant(cx, b).is_some() {
        return fold_binary(cx, loc, code, int, a, b);
    }
    build2(cx, loc, code, int, a, b)
}

fn warn_division_by_zero(cx: &mut Context, loc: Location, divisor: ExprId) {
    if cx.folding.inhibit_warnings == 0 && util::is_int_zero(cx, divisor) {
        cx.warning("div-by-zero", loc, "division by zero");
    }
}

/// Division gives the same result in the operands' narrower type if it cannot overflow there.
fn shortened_division(cx: &Context, plan: &Plan) -> bool {
    plan.unsigned || cx.int_value(plan.b).is_some() && !util::is_all_ones(cx, plan.b)
}

fn classify_division(
    cx: &mut Context,
    loc: Location,
    plan: &mut Plan,
    arithmetic: bool,
    integers: bool,
) {
    warn_division_by_zero(cx, loc, plan.b);
    if !arithmetic {
        return;
    }
    let part = |cx: &Context, ty| match *cx.unit.types.kind(ty) {
        TypeKind::Complex(part) => part,
        _ => ty,
    };
    let (x, y) = (part(cx, cx.type_of(plan.a)), part(cx, cx.type_of(plan.b)));
    plan.common = true;
    if util::integral(cx, x) && util::integral(cx, y) {
        if integers {
            plan.shorten = shortened_division(cx, plan).then_some(false);
        }
    } else {
        plan.code = Rdiv;
    }
}

fn classify_shift(cx: &mut Context, loc: Location, plan: &mut Plan) {
    let ty = cx.type_of(plan.a);
    let left = plan.code == Lshift;
    if cx.folding.inhibit_warnings == 0 {
        warn_of_shift(cx, loc, plan, left);
    }
    plan.short_shift = !left && cx.int_value(plan.b).is_some_and(|count| count > 0);
    plan.result = Some(ty);
    plan.converted = true;
}

fn warn_of_shift(cx: &mut Context, loc: Location, plan: &Plan, left: bool) {
    let ty = cx.type_of(plan.a);
    let side = if left { "left" } else { "right" };
    let value = cx.int_value(plan.a);
    let signed = left && !util::unsigned(cx, ty) && !util::overflow_wraps(cx, ty);
    if signed && value.is_some_and(|value| value < 0) && cx.options.standard.year >= 1999 {
        cx.warning("shift-negative-value", loc, "left shift of negative value");
    }
    let Some(count) = cx.int_value(plan.b) else { return };
    let bits = i128::from(util::precision(cx, ty));
    if count < 0 {
        let text = format!("{side} shift count is negative");
        cx.warning("shift-count-negative", loc, text);
    } else if count >= bits {
        let text = format!("{side} shift count >= width of type");
        cx.warning("shift-count-overflow", loc, text);
    } else if let Some(value) = value.filter(|&value| value > 0 && signed)
        && cx.options.standard.year >= 1999
    {
        warn_of_shift_overflow(cx, loc, ty, (value, count));
    }
}

/// Warns of shifting a positive constant beyond the sign bit; into it is allowed.
fn warn_of_shift_overflow(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    (value, count): (i128, i128),
) {
    let bits = i128::from(util::precision(cx, ty));
    let needed = i128::from(128 - value.leading_zeros()) + count + 1;
    if needed <= bits + 1 {
        return;
    }
    let to = super::spell::quoted(cx, ty);
    let text = format!(
        "result of ‘{value} << {count}’ requires {needed} bits to represent, but {to} only has {bits} bits"
    );
    cx.warning("shift-overflow=", loc, text);
}

fn null_pointer(cx: &Context, e: ExprId) -> bool {
    super::assign::null_pointer_constant(cx, e)
}

fn classify_equality(
    cx: &mut Context,
    loc: Location,
    plan: &mut Plan,
    arithmetic: bool,
    pointers: (bool, bool),
    integers: (bool, bool),
) -> Result<(), ExprId> {
    let (a, b) = (plan.a, plan.b);
    plan.build = Some(cx.unit.common.int);
    if arithmetic {
        warn_of_float_equality(cx, loc, a, b);
        plan.compare = true;
        return Ok(());
    }
    if pointers == (true, true) {
        let (x, y) = (cx.type_of(a), cx.type_of(b));
        // Comparison with a null pointer constant is done in the other's type.
        if null_pointer(cx, b) {
            plan.b = convert(cx, x, b);
            plan.result = Some(x);
        } else if null_pointer(cx, a) {
            plan.a = convert(cx, y, a);
            plan.result = Some(y);
        } else {
            (plan.a, plan.b) = compared_pointers(cx, loc, a, b, true);
            plan.result = Some(cx.type_of(plan.a));
        }
        plan.converted = true;
        return Ok(());
    }
    for (pointer, other, swapped) in
        [(pointers.0, integers.1, false), (pointers.1, integers.0, true)]
    {
        if !pointer || !other {
            continue;
        }
        let (p, i) = if swapped { (b, a) } else { (a, b) };
        if !null_pointer(cx, i) {
            mixed_comparison(cx, loc);
        }
        let ty = cx.type_of(p);
        let converted = convert(cx, ty, i);
        if swapped {
            plan.a = converted;
        } else {
            plan.b = converted;
        }
        plan.result = Some(ty);
        plan.converted = true;
        return Ok(());
    }
    Err(invalid_operands(cx, loc, plan.code, a, b))
}

/// Rounding makes numbers differ that are meant to be the same.
fn warn_of_float_equality(cx: &mut Context, loc: Location, a: ExprId, b: ExprId) {
    let is_float = |e| {
        let ty = cx.type_of(e);
        cx.unit.types.is_real(ty)
            || types::is_complex(cx, ty)
                && cx.unit.types.element(ty).is_some_and(|part| cx.unit.types.is_real(part))
    };
    if is_float(a) || is_float(b) {
        let text = "comparing floating-point with ‘==’ or ‘!=’ is unsafe";
        let at = if loc.is_unknown() { cx.input_location() } else { loc };
        cx.warning("float-equal", at, text);
    }
}

fn classify_order(
    cx: &mut Context,
    loc: Location,
    plan: &mut Plan,
    arithmetic: bool,
    pointers: (bool, bool),
    integers: (bool, bool),
) -> Result<(), ExprId> {
    let (a, b) = (plan.a, plan.b);
    plan.build = Some(cx.unit.common.int);
    let complex = [a, b].iter().any(|&e| types::is_complex(cx, cx.type_of(e)));
    if arithmetic && !complex {
        plan.compare = true;
        return Ok(());
    }
    if pointers == (true, true) {
        (plan.a, plan.b) = compared_pointers(cx, loc, a, b, false);
        plan.result = Some(cx.type_of(plan.a));
        plan.converted = true;
        return Ok(());
    }
    if pointers.0 && integers.1 || pointers.1 && integers.0 {
        let (p, i) = if pointers.0 { (a, b) } else { (b, a) };
        if null_pointer(cx, i) {
            if cx.unit.diagnostics.warnings.pedantic() {
                cx.pedwarn("pedantic", loc, "ordered comparison of pointer with integer zero");
            }
        } else {
            mixed_comparison(cx, loc);
        }
        let ty = cx.type_of(p);
        let converted = convert(cx, ty, i);
        if pointers.0 {
            plan.b = converted;
        } else {
            plan.a = converted;
        }
        plan.result = Some(ty);
        plan.converted = true;
        return Ok(());
    }
    Err(invalid_operands(cx, loc, plan.code, a, b))
}

/// Converts the operands and builds the operation.
fn finish(cx: &mut Context, loc: Location, mut plan: Plan, both_const: bool) -> ExprId {
    let mut last = None;
    if plan.common || plan.compare {
        let (x, y) = (cx.type_of(plan.a), cx.type_of(plan.b));
        let complex = (types::is_complex(cx, x), types::is_complex(cx, y));
        let common = types::common_type(cx, x, y);
        let reason = "to match other operand of binary expression";
        conversion::warn_of_promotion(cx, loc, common, &[x, y], reason);
        plan.result = Some(common);
        // Only signs of zero tell the difference to converting the real number.
        let signed_zeros = match *cx.unit.types.kind(common) {
            TypeKind::Complex(part) => util::honor_signed_zeros(cx, part),
            _ => false,
        };
        if complex.0 != complex.1
            && signed_zeros
            && !plan.compare
            && (complex.0 || !matches!(plan.code, TruncDiv | Rdiv))
        {
            return mixed_complex(cx, loc, &plan, common, complex.0);
        }
        let real = complex == (false, false);
        if real
            && let Some(bitwise) = plan.shorten
            && util::integral(cx, common)
        {
            last = Some(common);
            plan.result = Some(shorten_binary(cx, common, plan.a, plan.b, bitwise));
        }
        if real && plan.compare {
            warn_sign_compare(cx, loc, &plan, common);
            match shorten_compare(cx, loc, plan.code, common, plan.a, plan.b) {
                Shortened::Value(value) => return value,
                Shortened::Operands(code, a, b) => {
                    (plan.code, plan.a, plan.b) = (code, a, b);
                    plan.converted = true;
                }
            }
        }
    }
    if plan.short_shift {
        last = shorten_shift(cx, &mut plan);
    }
    let Some(result) = plan.result else { return cx.error_expr(loc) };
    if !plan.converted {
        plan.a = convert_operand(cx, loc, result, plan.a);
        plan.b = convert_operand(cx, loc, result, plan.b);
        if cx.is_error(plan.a) || cx.is_error(plan.b) {
            return cx.error_expr(loc);
        }
    }
    let build = plan.build.unwrap_or(result);
    let known = both_const || constants(cx, &plan);
    let e = sanitize::guarded(cx, loc, plan.code, [plan.a, plan.b], |cx, [a, b]| match known {
        true => fold_constant_operation(cx, loc, plan.code, build, a, b),
        false => build2(cx, loc, plan.code, build, a, b),
    });
    match last {
        Some(last) => convert(cx, last, e),
        None => e,
    }
}

/// Warns of a comparison that is done without signs although one side has one (`warn_for_sign_compare`).
fn warn_sign_compare(cx: &mut Context, loc: Location, plan: &Plan, common: TypeId) {
    let (a, b) = plan.written;
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let integers = util::integral(cx, x) && util::integral(cx, y);
    let (signless, other) = (util::unsigned(cx, x), util::unsigned(cx, y));
    if cx.folding.inhibit_warnings > 0
        || !integers
        || !util::unsigned(cx, common)
        || signless == other
        || !cx.unit.diagnostics.warnings.requested("sign-compare")
    {
        return;
    }
    let (signed, unsigned) = if signless { (b, a) } else { (a, b) };
    let folded = super::fully_fold(cx, signed, false);
    if util::nonnegative(cx, folded) {
        return;
    }
    // A constant that the signed type holds as well compares alike.
    let precision = util::precision(cx, cx.type_of(unsigned));
    let unsigned = super::fully_fold(cx, unsigned, false);
    if cx.int_value(unsigned).is_some_and(|value| value >= 0 && value >> (precision - 1) == 0) {
        return;
    }
    let text = format!(
        "comparison of integer expressions of different signedness: {} and {}",
        super::spell::quoted(cx, x),
        super::spell::quoted(cx, y)
    );
    cx.warning("sign-compare", loc, text);
}

fn constants(cx: &Context, plan: &Plan) -> bool {
    [plan.a, plan.b].iter().all(|&e| cx.int_value(e).is_some())
}

fn convert_operand(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    if cx.type_of(e) == ty {
        return e;
    }
    convert_and_check(cx, loc, ty, e)
}

/// An operation on integer constants, folded, with a warning if it overflows.
fn fold_constant_operation(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> ExprId {
    let before = util::overflowed(cx, a) || util::overflowed(cx, b);
    let e = fold_binary(cx, loc, code, ty, a, b);
    let ice = expr_flag::INTEGER_CONSTANT_EXPR;
    if cx.exprs[a].has(ice) && cx.exprs[b].has(ice) {
        cx.exprs[e].flags |= ice;
    }
    if util::overflowed(cx, e) && !before && cx.folding.inhibit_warnings == 0 {
        let value = super::spell::expr_text(cx, e).unwrap_or_default();
        let text = format!(
            "integer overflow in expression of type {} results in ‘{value}’",
            super::spell::quoted(cx, ty)
        );
        cx.warning("overflow", loc, text);
    }
    e
}

/// A right shift by a constant is done in the narrower type the operand was promoted from; the type to convert to after.
fn shorten_shift(cx: &mut Context, plan: &mut Plan) -> Option<TypeId> {
    let result = plan.result?;
    let (inner, mut zeros) = narrow::narrower(cx, plan.a);
    let of = cx.type_of(inner);
    if inner == plan.a && result == cx.type_of(plan.a) {
        zeros = util::unsigned(cx, result);
    }
    let count = cx.int_value(plan.b)?;
    let bits = util::precision(cx, of);
    if bits < util::precision(cx, result)
        && count > 0
        && count < i128::from(bits)
        && (!util::unsigned(cx, result) || zeros)
    {
        let narrow = narrow::with_sign(cx, zeros, of);
        plan.a = convert(cx, narrow, plan.a);
        plan.result = Some(narrow);
    }
    Some(result)
}

/// Arithmetic of a complex and a real number: the parts are calculated without converting the real one.
fn mixed_complex(
    cx: &mut Context,
    loc: Location,
    plan: &Plan,
    result: TypeId,
    complex_first: bool,
) -> ExprId {
    let Some(part) = cx.unit.types.element(result) else { return cx.error_expr(loc) };
    let (complex, real) = if complex_first { (plan.a, plan.b) } else { (plan.b, plan.a) };
    let complex = convert_operand(cx, loc, result, complex);
    let mut real = convert_operand(cx, loc, part, real);
    let complex = save_expr(cx, complex);
    let re = fold_unary(cx, loc, Realpart, part, complex);
    let im = fold_unary(cx, loc, Imagpart, part, complex);
    let code = plan.code;
    if matches!(code, Mult | TruncDiv | Rdiv) {
        real = save_expr(cx, real);
    }
    let mut op = |x, y| {
        if complex_first {
            build2(cx, loc, code, part, x, y)
        } else {
            build2(cx, loc, code, part, y, x)
        }
    };
    let (re, im) = match code {
        Mult | TruncDiv | Rdiv => {
            let im = op(im, real);
            (op(re, real), im)
        }
        Minus if !complex_first => {
            let re = op(re, real);
            (re, fold::build1(cx, loc, Negate, part, im))
        }
        _ => (op(re, real), im),
    };
    build2(cx, loc, Complex, result, re, im)
}
