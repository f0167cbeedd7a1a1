//! Products, quotients and remainders by constants: moving a factor into an operand, and taking a common factor out of
//! a sum.

use super::util::*;
use super::{fold_binary, fold_convert, fold_unary, int_const};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use TreeCode::{ExactDiv, Lshift, Minus, Mult, Negate, Nop, Plus, TruncDiv, TruncMod};
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::location::Location;
use gimple::types::TypeId;

/// `a * b` in a type, where it does not overflow (as a calculation with signed, for unsigned as unsigned numbers).
fn exact_product(cx: &Context, ty: TypeId, a: i128, b: i128) -> Option<i128> {
    let product = a.checked_mul(b)?;
    (cx.unit.types.wrap(ty, product) == product).then_some(product)
}

/// An operation that is to be moved into its first operand: `… code c`.
#[derive(Clone, Copy)]
struct Operation {
    loc: Location,
    c: ExprId,
    code: TreeCode,
    /// How many operations it has been moved through.
    depth: u32,
}

impl Operation {
    fn deeper(self) -> Operation {
        Operation { depth: self.depth + 1, ..self }
    }
}

/// `e code c` with the operation moved into `e`, if that makes it simpler (`extract_muldiv`). `c` is a constant; the
/// result may be of another type than `e`.
pub(super) fn extract(
    cx: &mut Context,
    loc: Location,
    e: ExprId,
    c: ExprId,
    code: TreeCode,
) -> Option<ExprId> {
    extract_to(cx, e, Operation { loc, c, code, depth: 0 })
}

fn extract_to(cx: &mut Context, e: ExprId, operation: Operation) -> Option<ExprId> {
    let Operation { loc, c, code, depth } = operation;
    let ty = cx.type_of(e);
    let value = cx.int_value(c)?;
    if depth > 3 || value == 0 || !integral(cx, ty) {
        return None;
    }
    match cx.exprs[e].kind {
        ExprKind::Const(_) => {
            let own = cx.int_value(e)?;
            let divides = value != 0 && own % value == 0;
            if code != Mult && !divides {
                return None;
            }
            let result = if code == Mult {
                exact_product(cx, ty, own, value)?
            } else {
                fold_const::int_binop(&mut cx.unit, code, ty, own, value)?
            };
            Some(int_const(cx, loc, ty, result))
        }
        ExprKind::Unary(Nop, inner) => {
            // Only where the conversion changes no value that could be calculated otherwise.
            let from = cx.type_of(inner);
            if !integral(cx, from) || precision(cx, from) != precision(cx, ty) {
                return None;
            }
            let calculated =
                matches!(cx.exprs[inner].kind, ExprKind::Binary(..) | ExprKind::Unary(..));
            if calculated
                && (unsigned(cx, from) != unsigned(cx, ty) || overflow_undefined(cx, from))
                && code != Mult
            {
                return None;
            }
            if calculated && overflow_undefined(cx, from) && !overflow_undefined(cx, ty) {
                return None;
            }
            if code == TruncMod {
                return None;
            }
            let factor = fold_convert(cx, loc, from, c);
            if overflowed(cx, factor) {
                return None;
            }
            extract_to(cx, inner, Operation { c: factor, ..operation.deeper() })
        }
        ExprKind::Unary(Negate, inner) => {
            if code != Mult && (unsigned(cx, ty) || code == TruncMod) {
                return None;
            }
            let inner = extract_to(cx, inner, operation.deeper())?;
            let inner = fold_convert(cx, loc, ty, inner);
            Some(fold_unary(cx, loc, Negate, ty, inner))
        }
        ExprKind::Binary(Lshift, x, count) if unsigned(cx, ty) && cx.int_value(count).is_some() => {
            let count = cx.int_value(count)?;
            let bits = i128::from(precision(cx, ty)) - i128::from(!unsigned(cx, ty));
            if !(0..bits.min(126)).contains(&count) {
                return None;
            }
            let factor = int_const(cx, loc, ty, 1 << count);
            extract_product(cx, (x, factor), ty, operation)
        }
        ExprKind::Binary(Mult, x, y) => extract_product(cx, (x, y), ty, operation),
        ExprKind::Binary(op @ (TruncDiv | ExactDiv), x, y) => {
            let divisor = cx.int_value(y)?;
            if op == code {
                let divisor = exact_product(cx, ty, divisor, value)?;
                let divisor = int_const(cx, loc, ty, divisor);
                return Some(fold_binary(cx, loc, op, ty, x, divisor));
            }
            if code == Mult && op == ExactDiv && overflow_undefined(cx, ty) {
                return cancel(cx, loc, (x, divisor), value, (op, code), ty);
            }
            None
        }
        ExprKind::Binary(op @ (Plus | Minus), x, y) => extract_sum(cx, (op, x, y), ty, operation),
        _ => None,
    }
}

fn extract_product(
    cx: &mut Context,
    (x, y): (ExprId, ExprId),
    ty: TypeId,
    operation: Operation,
) -> Option<ExprId> {
    let Operation { loc, c, code, .. } = operation;
    let value = cx.int_value(c)?;
    // (x * 8) % 4 is 0, where the product cannot wrap.
    if code == TruncMod {
        let factor = cx.int_value(y)?;
        let zero = overflow_undefined(cx, ty) && factor % value == 0;
        if zero {
            let zero = int_const(cx, loc, ty, 0);
            return Some(super::omit_one_operand(cx, loc, ty, zero, x));
        }
        return None;
    }
    if cx.int_value(y).is_none() {
        if code != Mult && !overflow_undefined(cx, ty) {
            return None;
        }
        if let Some(inner) = extract_to(cx, x, operation.deeper()) {
            let (inner, y) = (fold_convert(cx, loc, ty, inner), fold_convert(cx, loc, ty, y));
            return Some(fold_binary(cx, loc, Mult, ty, inner, y));
        }
        return None;
    }
    let factor = cx.int_value(y)?;
    if code == Mult {
        let wraps = overflow_wraps(cx, ty);
        let product = match exact_product(cx, ty, factor, value) {
            Some(product) => product,
            None if wraps => factor.wrapping_mul(value),
            None => return None,
        };
        let product = int_const(cx, loc, ty, product);
        return Some(fold_binary(cx, loc, Mult, ty, x, product));
    }
    if !overflow_undefined(cx, ty) {
        return None;
    }
    cancel(cx, loc, (x, factor), value, (Mult, code), ty)
}

/// `(x op factor) code value` where multiplication and division undo each other.
fn cancel(
    cx: &mut Context,
    loc: Location,
    (x, factor): (ExprId, i128),
    value: i128,
    (op, code): (TreeCode, TreeCode),
    ty: TypeId,
) -> Option<ExprId> {
    if value == 0 || factor == 0 {
        return None;
    }
    let (code, value) = if factor % value == 0 {
        (op, factor / value)
    } else if value % factor == 0 {
        (code, value / factor)
    } else {
        return None;
    };
    let value = int_const(cx, loc, ty, value);
    Some(fold_binary(cx, loc, code, ty, x, value))
}

fn extract_sum(
    cx: &mut Context,
    (op, x, y): (TreeCode, ExprId, ExprId),
    ty: TypeId,
    operation: Operation,
) -> Option<ExprId> {
    let Operation { loc, c, code, .. } = operation;
    let value = cx.int_value(c)?;
    if code == Mult && overflow_wraps(cx, ty) {
        return distribute(cx, loc, (op, x, y), c, ty);
    }
    // Division distributes over a sum of multiples; remainders and wrapping types do not.
    if matches!(code, Mult | TruncMod) || !overflow_undefined(cx, ty) || value < 0 {
        return None;
    }
    let left = extract_to(cx, x, operation.deeper())?;
    let right = extract_to(cx, y, operation.deeper())?;
    let (left, right) = (fold_convert(cx, loc, ty, left), fold_convert(cx, loc, ty, right));
    Some(fold_binary(cx, loc, op, ty, left, right))
}

/// `(x + 2) * 5` is `x * 5 + 10`. Where the factor is a power of two, it would be taken out of the sum again.
fn distribute(
    cx: &mut Context,
    loc: Location,
    (op, x, y): (TreeCode, ExprId, ExprId),
    c: ExprId,
    ty: TypeId,
) -> Option<ExprId> {
    let (term, factor) = (cx.int_value(y)?, cx.int_value(c)?);
    if factor.unsigned_abs().is_power_of_two() || cx.type_of(c) != ty {
        return None;
    }
    let term = if op == Minus { -term } else { term };
    let constant = cx.unit.types.wrap(ty, term.checked_mul(factor)?);
    let constant = int_const(cx, loc, ty, constant);
    let x = fold_convert(cx, loc, ty, x);
    let product = fold_binary(cx, loc, Mult, ty, x, c);
    Some(fold_binary(cx, loc, Plus, ty, product, constant))
}

/// Takes a factor the two operands of a sum have in common out of it (`fold_plusminus_mult_expr`): `i * 4 + 4` is
/// `(i + 1) * 4`.
pub(super) fn factor_out(
    cx: &mut Context,
    loc: Location,
    mut code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let one = int_const(cx, loc, ty, 1);
    let (a0, a1) = match binary(cx, a) {
        Some((Mult, x, y)) => (x, y),
        _ if cx.int_value(a).is_some() => (one, a),
        _ => (a, one),
    };
    let (b0, b1) = match binary(cx, b) {
        Some((Mult, x, y)) => (x, y),
        _ => match cx.int_value(b) {
            Some(value) => {
                if value < 0 && !unsigned(cx, ty) && code == Plus && super::negate::negatable(cx, b)
                {
                    code = Minus;
                    (one, super::negate::negate_expr(cx, loc, b))
                } else {
                    (one, b)
                }
            }
            None => (b, one),
        },
    };
    let (same, x, y) = if operand_equal(cx, a0, b0) {
        (a0, a1, b1)
    } else if operand_equal(cx, a1, b1) {
        (a1, a0, b0)
    } else if operand_equal(cx, a0, b1) {
        (a0, a1, b0)
    } else if operand_equal(cx, a1, b0) {
        (a1, a0, b1)
    } else {
        common_power(cx, loc, (a0, a1), (b0, b1))?
    };
    let wraps = !any_integral(cx, ty) || overflow_wraps(cx, ty) || cx.int_value(same).is_some();
    if wraps {
        let (x, y) = (fold_convert(cx, loc, ty, x), fold_convert(cx, loc, ty, y));
        let sum = fold_binary(cx, loc, code, ty, x, y);
        let same = fold_convert(cx, loc, ty, same);
        return Some(fold_binary(cx, loc, Mult, ty, sum, same));
    }
    let work = integer_like(cx, ty, true);
    let (x, y) = (fold_convert(cx, loc, work, x), fold_convert(cx, loc, work, y));
    let sum = fold_binary(cx, loc, code, work, x, y);
    let value = cx.int_value(sum)?;
    if value == 1 << (precision(cx, work) - 1) {
        return None;
    }
    let (sum, same) = (fold_convert(cx, loc, ty, sum), fold_convert(cx, loc, ty, same));
    Some(fold_binary(cx, loc, Mult, ty, sum, same))
}

/// The factors `8` and `4` have `4` in common: `i * 8 + j * 4` is `(i * 2 + j) * 4`.
fn common_power(
    cx: &mut Context,
    loc: Location,
    (mut a0, a1): (ExprId, ExprId),
    (mut b0, b1): (ExprId, ExprId),
) -> Option<(ExprId, ExprId, ExprId)> {
    let signed =
        |cx: &Context, e: ExprId| cx.int_value(e).filter(|&value| i64::try_from(value).is_ok());
    let (mut x, mut y) = (signed(cx, a1)?, signed(cx, b1)?);
    let mut same = b1;
    let swap = x.abs() < y.abs();
    if swap {
        std::mem::swap(&mut x, &mut y);
        std::mem::swap(&mut a0, &mut b0);
        same = a1;
    }
    let factor = y.unsigned_abs();
    if factor <= 1
        || !factor.is_power_of_two()
        || x & (factor as i128 - 1) != 0
        || cx.int_value(b0).is_some()
    {
        return None;
    }
    let ty = cx.type_of(a0);
    let quotient = int_const(cx, loc, ty, x / y);
    let product = fold_binary(cx, loc, Mult, ty, a0, quotient);
    Some(if swap { (same, b0, product) } else { (same, product, b0) })
}
