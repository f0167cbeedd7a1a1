//! Arithmetic on integers of which only some bits are known (`bit_value_binop`, `bit_value_unop`).
//!
//! Value and mask are extended to 128 bits by the sign of their type; a mask bit that is set says the value's is not known.

use gimple::code::TreeCode;
use gimple::types::TypeId;
use gimple::unit::Unit;

/// A partly known integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    pub value: i128,
    pub mask: i128,
}

impl Bits {
    fn zeros_cleared(self) -> i128 {
        self.value & !self.mask
    }

    fn ones_set(self) -> i128 {
        self.value | self.mask
    }

    /// The smallest and largest value it can be, of a type of so many bits.
    fn range(self, signed: bool, precision: u32) -> (i128, i128) {
        if signed && self.mask < 0 {
            let sign = -1i128 << (precision - 1);
            (self.zeros_cleared() | sign, self.ones_set() & !sign)
        } else {
            (self.zeros_cleared(), self.ones_set())
        }
    }
}

/// What `code` makes of partly known operands; `None` where nothing is known of the result.
pub fn evaluate(
    unit: &Unit,
    code: TreeCode,
    ty: TypeId,
    operands: [Option<Bits>; 3],
    types: [TypeId; 2],
) -> Option<Bits> {
    use TreeCode::*;
    let precision = unit.types.precision(ty)?;
    if precision > 64 {
        return None;
    }
    let wrap = |value: i128, mask: i128| {
        Some(Bits { value: unit.types.wrap(ty, value), mask: unit.types.wrap(ty, mask) })
    };
    let a = operands[0]?;
    match code {
        Single | Nop => return wrap(a.value, a.mask),
        BitNot => return wrap(!a.value, a.mask),
        Negate => {
            return subtract(Bits { value: 0, mask: 0 }, a).and_then(|r| wrap(r.value, r.mask));
        }
        _ => {}
    }
    let b = operands[1]?;
    match code {
        BitAnd => {
            let mask = (a.mask | b.mask) & (a.ones_set() & b.ones_set());
            wrap(a.value & b.value, mask)
        }
        BitIor => {
            let mask = (a.mask | b.mask) & !(a.zeros_cleared() | b.zeros_cleared());
            wrap(a.value | b.value, mask)
        }
        BitXor => wrap(a.value ^ b.value, a.mask | b.mask),
        Plus | PointerPlus => {
            let (low, high) = (a.zeros_cleared() + b.zeros_cleared(), a.ones_set() + b.ones_set());
            wrap(low, a.mask | b.mask | (low ^ high))
        }
        Minus => subtract(a, b).and_then(|r| wrap(r.value, r.mask)),
        Lshift | Rshift if b.mask == 0 && (0..i128::from(precision)).contains(&b.value) => {
            let shift = |x: i128| if code == Lshift { x << b.value } else { x >> b.value };
            wrap(shift(a.value), shift(a.mask))
        }
        Mult => {
            if a.mask == 0 && b.mask == 0 {
                return wrap(a.value.checked_mul(b.value)?, 0);
            }
            let zeros = trailing_zeros(a) + trailing_zeros(b);
            if zeros == 0 {
                return None;
            }
            let mask = if zeros >= precision { 0 } else { -1i128 << zeros };
            wrap(0, mask)
        }
        Eq | Ne => {
            let unknown = a.mask | b.mask;
            if a.value & !unknown != b.value & !unknown {
                wrap(i128::from(code == Ne), 0)
            } else {
                wrap(0, 1)
            }
        }
        Lt | Le | Gt | Ge => compare(unit, code, a, b, types[0]).and_then(|truth| match truth {
            Some(truth) => wrap(truth.into(), 0),
            None => wrap(0, 1),
        }),
        _ => None,
    }
}

fn subtract(a: Bits, b: Bits) -> Option<Bits> {
    let (low, high) = (a.zeros_cleared() - b.ones_set(), a.ones_set() - b.zeros_cleared());
    Some(Bits { value: low, mask: a.mask | b.mask | (low ^ high) })
}

fn trailing_zeros(bits: Bits) -> u32 {
    bits.ones_set().trailing_zeros()
}

/// The truth of an order comparison, as far as the ranges tell.
fn compare(unit: &Unit, code: TreeCode, a: Bits, b: Bits, of: TypeId) -> Option<Option<bool>> {
    use TreeCode::*;
    let (signed, precision) = (!unit.types.is_unsigned(of), unit.types.precision(of)?);
    if precision > 64 {
        // The largest unsigned value has no room.
        return Some(None);
    }
    let (a, b) = (a.range(signed, precision), b.range(signed, precision));
    let (code, a, b) = match code {
        Gt => (Lt, b, a),
        Ge => (Le, b, a),
        code => (code, a, b),
    };
    let (always, never) =
        if code == Lt { (a.1 < b.0, a.0 >= b.1) } else { (a.1 <= b.0, a.0 > b.1) };
    Some(if always {
        Some(true)
    } else if never {
        Some(false)
    } else {
        None
    })
}
