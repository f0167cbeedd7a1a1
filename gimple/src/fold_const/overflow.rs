//! Arithmetic that says whether its exact result fits: what `__builtin_add_overflow` and its like compute.

use crate::code::TreeCode;
use crate::types::{TypeId, Types};

/// A 256-bit number in two's complement: high and low half.
type Wide = (i128, u128);

fn extend(types: &Types, ty: TypeId, value: i128) -> Wide {
    let high = if types.is_unsigned(ty) { 0 } else { value >> 127 };
    (high, value as u128)
}

fn negate((high, low): Wide) -> Wide {
    let (low, carry) = (!low).overflowing_add(1);
    ((!high).wrapping_add(carry.into()), low)
}

fn add(a: Wide, b: Wide) -> Wide {
    let (low, carry) = a.1.overflowing_add(b.1);
    (a.0.wrapping_add(b.0).wrapping_add(carry.into()), low)
}

/// The product of two numbers of at most 129 bits.
fn multiply(a: Wide, b: Wide) -> Wide {
    let negative = (a.0 < 0) != (b.0 < 0);
    let magnitude = |x: Wide| if x.0 < 0 { negate(x).1 } else { x.1 };
    let halves = |x: u128| (x >> 64, x & u128::from(u64::MAX));
    let ((a1, a0), (b1, b0)) = (halves(magnitude(a)), halves(magnitude(b)));
    let shifted = |x: u128| ((x >> 64) as i128, x << 64);
    let mut product = (0, a0 * b0);
    product = add(product, shifted(a1 * b0));
    product = add(product, shifted(a0 * b1));
    product = add(product, ((a1 * b1) as i128, 0));
    if negative { negate(product) } else { product }
}

/// `a code b` calculated exactly, wrapped to `ty`, and whether that changed it (`arith_overflowed_p`). Of codes there
/// are addition, subtraction and multiplication.
pub fn arith_overflow(
    types: &Types,
    code: TreeCode,
    ty: TypeId,
    (a, a_type): (i128, TypeId),
    (b, b_type): (i128, TypeId),
) -> (i128, bool) {
    let (x, y) = (extend(types, a_type, a), extend(types, b_type, b));
    let exact = match code {
        TreeCode::Plus => add(x, y),
        TreeCode::Minus => add(x, negate(y)),
        _ => multiply(x, y),
    };
    let wrapped = types.wrap(ty, exact.1 as i128);
    (wrapped, extend(types, ty, wrapped) != exact)
}
