//! Floating-point operations, on the bits of numbers. A NaN that an operation yields is the canonical one, and inputs are
//! taken to hold no other: GCC does not say which NaN comes out.

use super::value::format_of;
use super::{Result, Role, Run, Value};
use crate::terms::{FloatOp, Format, Op, Term, Terms};
use gimple::code::TreeCode;
use gimple::types::TypeId;

impl Run<'_> {
    /// Whether bits are a NaN.
    pub fn is_nan(&mut self, bits: Term, format: Format) -> Term {
        let fraction = format.significand - 1;
        let exponent = self.terms.extract(fraction + format.exponent - 1, fraction, bits);
        let digits = self.terms.extract(fraction - 1, 0, bits);
        let ones = self.terms.ones(format.exponent);
        let special = self.terms.eq(exponent, ones);
        let some = self.terms.is_nonzero(digits);
        self.terms.and(special, some)
    }

    /// A constant that is a NaN is the canonical one.
    pub fn canonical_constant(&mut self, bits: Term, format: Format) -> Term {
        if self.is_nan(bits, format) == Terms::TRUE {
            return self.terms.constant(format.bits(), format.nan());
        }
        bits
    }

    /// Bits with the canonical NaN for any.
    fn canonical(&mut self, bits: Term, format: Format) -> Term {
        let nan = self.is_nan(bits, format);
        let canonical = self.terms.constant(format.bits(), format.nan());
        self.terms.ite(nan, canonical, bits)
    }

    /// A premise: what comes from outside holds no NaN but the canonical one.
    pub fn canonical_input(&mut self, bits: Term, ty: TypeId) {
        let Some(format) = format_of(self.unit, ty) else { return };
        if self.role == Role::Before {
            let nan = self.is_nan(bits, format);
            let canonical = self.terms.constant(format.bits(), format.nan());
            let is = self.terms.eq(bits, canonical);
            let not = self.terms.not(is);
            let other = self.terms.and(nan, not);
            self.undefined_if(other);
        }
    }

    fn sign_mask(&mut self, format: Format) -> Term {
        self.terms.constant(format.bits(), 1 << (format.bits() - 1))
    }

    pub fn float_abs(&mut self, a: Term, format: Format) -> Term {
        let sign = self.sign_mask(format);
        let rest = self.terms.bit_not(sign);
        let bits = self.terms.binary(Op::BitAnd, a, rest);
        self.canonical(bits, format)
    }

    /// `a` with the sign of `b`.
    pub fn copysign(&mut self, a: Term, b: Term, format: Format) -> Term {
        let sign = self.sign_mask(format);
        let rest = self.terms.bit_not(sign);
        let (digits, sign) =
            (self.terms.binary(Op::BitAnd, a, rest), self.terms.binary(Op::BitAnd, b, sign));
        let bits = self.terms.binary(Op::BitOr, digits, sign);
        self.canonical(bits, format)
    }

    pub fn float_operation(
        &mut self,
        ty: TypeId,
        code: TreeCode,
        values: &[Value],
        types: &[TypeId],
    ) -> Result<Value> {
        use TreeCode::*;
        let mut undefined = Terms::FALSE;
        for &value in values {
            let one = self.is_undefined(value);
            undefined = self.terms.or(undefined, one);
        }
        let a = values[0].bits;
        let (from, to) = (format_of(self.unit, types[0]), format_of(self.unit, ty));
        let bits = match (code, from, to) {
            (Nop | Float, None, Some(to)) => {
                let unsigned = self.unit.types.is_unsigned(types[0]);
                self.terms.float(FloatOp::FromInt { unsigned }, to, &[a])
            }
            (FixTrunc, Some(from), None) => {
                let scalar = self.scalar(ty)?;
                let (unsigned, bits) = (scalar.unsigned, scalar.width);
                // A number that does not fit: GCC's value is the machine's, and no program's business.
                let fits = self.terms.float(FloatOp::Fits { unsigned, bits }, from, &[a]);
                let not = self.terms.not(fits);
                undefined = self.overflowed(undefined, not);
                self.terms.float(FloatOp::ToInt { unsigned, bits }, from, &[a])
            }
            (Nop | ViewConvert, Some(from), Some(to)) if from == to => a,
            (Nop, Some(from), Some(to)) => self.terms.float(FloatOp::Convert(to), from, &[a]),
            (Negate, Some(format), _) => {
                let sign = self.sign_mask(format);
                let bits = self.terms.binary(Op::BitXor, a, sign);
                self.canonical(bits, format)
            }
            (Abs, Some(format), _) => self.float_abs(a, format),
            (Plus | Minus | Mult | Rdiv, Some(format), Some(_)) => {
                let op = match code {
                    Plus => FloatOp::Add,
                    Minus => FloatOp::Sub,
                    Mult => FloatOp::Mul,
                    _ => FloatOp::Div,
                };
                self.terms.float(op, format, &[a, values[1].bits])
            }
            (Min | Max, Some(format), Some(_)) => {
                let (x, y) = if code == Min { (a, values[1].bits) } else { (values[1].bits, a) };
                let less = self.terms.float(FloatOp::Lt, format, &[x, y]);
                self.terms.ite(less, a, values[1].bits)
            }
            (_, Some(format), None) if code.is_comparison() => {
                let truth = self.float_compare(code, format, a, values[1].bits)?;
                let bit = self.terms.bit(truth);
                let width = self.width_of(ty)?;
                self.terms.zero_extend(width, bit)
            }
            _ => return Err(format!("not modelled: {} of floating-point numbers", code.name())),
        };
        Ok(self.defined_unless(bits, undefined))
    }

    fn float_compare(&mut self, code: TreeCode, format: Format, a: Term, b: Term) -> Result<Term> {
        use TreeCode::*;
        let (x, y) = (self.is_nan(a, format), self.is_nan(b, format));
        let unordered = self.terms.or(x, y);
        let mut is = |op, first: Term, second: Term| self.terms.float(op, format, &[first, second]);
        let truth = match code {
            Eq | Ne | Uneq | Ltgt => is(FloatOp::Eq, a, b),
            Lt | Unge => is(FloatOp::Lt, a, b),
            Gt | Unle => is(FloatOp::Lt, b, a),
            Le | Ungt => is(FloatOp::Le, a, b),
            Ge | Unlt => is(FloatOp::Le, b, a),
            Unordered | Ordered => unordered,
            _ => return Err(format!("not modelled: {}", code.name())),
        };
        let not = self.terms.not(truth);
        Ok(match code {
            Eq | Lt | Gt | Le | Ge | Unordered => truth,
            // `a unlt b` is not `a >= b`.
            Ne | Unge | Unle | Ungt | Unlt | Ordered => not,
            Uneq => self.terms.or(truth, unordered),
            _ => {
                let ordered = self.terms.not(unordered);
                self.terms.and(not, ordered)
            }
        })
    }
}
