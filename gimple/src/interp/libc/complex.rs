//! The compiler's library: products and quotients of complex numbers, as C's Annex G has them. Those of `long double` are
//! wider than what a library function can yield here.

use super::{Args, Outcome, Value};
use crate::interp::machine::Machine;

/// The parts of a complex number.
pub(in crate::interp) type Parts = (f64, f64);

/// The function of a name.
pub(super) fn find(name: &str) -> Option<fn(&mut Machine<'_>, &[Value]) -> Outcome> {
    Some(match name {
        "__mulsc3" => |_, a| single(a, product),
        "__muldc3" => |_, a| double(a, product),
        "__divsc3" => |_, a| single(a, quotient),
        "__divdc3" => |_, a| double(a, quotient),
        _ => return None,
    })
}

/// An operation, told how numbers of the type are rounded.
type Operation = fn(Parts, Parts, fn(f64) -> f64) -> Parts;

fn operands(args: &[Value]) -> (Parts, Parts) {
    ((args.f64(0), args.f64(1)), (args.f64(2), args.f64(3)))
}

fn single(args: &[Value], operation: Operation) -> Outcome {
    let (a, b) = operands(args);
    let (re, im) = operation(a, b, to_single);
    Ok(u128::from((re as f32).to_bits()) | u128::from((im as f32).to_bits()) << 32)
}

fn double(args: &[Value], operation: Operation) -> Outcome {
    let (a, b) = operands(args);
    let (re, im) = operation(a, b, to_double);
    Ok(u128::from(re.to_bits()) | u128::from(im.to_bits()) << 64)
}

/// A number rounded to single precision.
pub(in crate::interp) fn to_single(value: f64) -> f64 {
    f64::from(value as f32)
}

/// A number as it is.
pub(in crate::interp) fn to_double(value: f64) -> f64 {
    value
}

/// An infinity as 1, anything else as 0, with the sign.
fn boxed(value: f64) -> f64 {
    f64::from(u8::from(value.is_infinite())).copysign(value)
}

/// A NaN as 0 with its sign.
fn counted(value: f64) -> f64 {
    if value.is_nan() { 0f64.copysign(value) } else { value }
}

/// The product, of numbers of a type that `round` rounds to.
pub(in crate::interp) fn product((a, b): Parts, (c, d): Parts, round: fn(f64) -> f64) -> Parts {
    let (ac, bd, ad, bc) = (round(a * c), round(b * d), round(a * d), round(b * c));
    let plain = (round(ac - bd), round(ad + bc));
    if !plain.0.is_nan() || !plain.1.is_nan() {
        return plain;
    }
    let infinite = |x: f64, y: f64| x.is_infinite() || y.is_infinite();
    let [mut a, mut b, mut c, mut d] = [a, b, c, d];
    let mut again = false;
    if infinite(a, b) {
        (a, b, c, d) = (boxed(a), boxed(b), counted(c), counted(d));
        again = true;
    }
    if infinite(c, d) {
        (c, d, a, b) = (boxed(c), boxed(d), counted(a), counted(b));
        again = true;
    }
    if !again && (infinite(ac, bd) || infinite(ad, bc)) {
        (a, b, c, d) = (counted(a), counted(b), counted(c), counted(d));
        again = true;
    }
    match again {
        true => (f64::INFINITY * (a * c - b * d), f64::INFINITY * (a * d + b * c)),
        false => plain,
    }
}

/// The quotient: by the larger part of the divisor first (Smith's way).
pub(in crate::interp) fn quotient((a, b): Parts, (c, d): Parts, round: fn(f64) -> f64) -> Parts {
    let plain = if c.abs() < d.abs() {
        let ratio = c / d;
        let divisor = c * ratio + d;
        ((a * ratio + b) / divisor, (b * ratio - a) / divisor)
    } else {
        let ratio = d / c;
        let divisor = d * ratio + c;
        ((b * ratio + a) / divisor, (b - a * ratio) / divisor)
    };
    let plain = (round(plain.0), round(plain.1));
    if !plain.0.is_nan() || !plain.1.is_nan() {
        return plain;
    }
    if c == 0.0 && d == 0.0 && (!a.is_nan() || !b.is_nan()) {
        let infinity = f64::INFINITY.copysign(c);
        (infinity * a, infinity * b)
    } else if (a.is_infinite() || b.is_infinite()) && c.is_finite() && d.is_finite() {
        let (a, b) = (boxed(a), boxed(b));
        (f64::INFINITY * (a * c + b * d), f64::INFINITY * (b * c - a * d))
    } else if (c.is_infinite() || d.is_infinite()) && a.is_finite() && b.is_finite() {
        let (c, d) = (boxed(c), boxed(d));
        (0.0 * (a * c + b * d), 0.0 * (b * c - a * d))
    } else {
        plain
    }
}
