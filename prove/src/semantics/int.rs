//! Operations: those of integers here, by parts of complex numbers and by lanes of vectors, floating-point ones in `float`.

use super::value::format_of;
use super::{Result, Role, Run, Value};
use crate::terms::{Op, Sort, Term, Terms, mask, signed};
use gimple::code::TreeCode;
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};

/// A type as operations see it.
#[derive(Clone, Copy)]
pub struct Scalar {
    pub width: u32,
    pub unsigned: bool,
}

impl Run<'_> {
    pub fn scalar(&self, ty: TypeId) -> Result<Scalar> {
        Ok(Scalar { width: self.width_of(ty)?, unsigned: self.unit.types.is_unsigned(ty) })
    }

    /// What an operation of a statement computes.
    pub fn operation(&mut self, ty: TypeId, code: TreeCode, rhs: &[Operand; 3]) -> Result<Value> {
        let count = code.arity();
        let mut values = Vec::with_capacity(count);
        let mut types = Vec::with_capacity(count);
        for &op in &rhs[..count] {
            values.push(self.operand(op)?);
            types.push(self.unit.type_of(self.f, op));
        }
        let vectors = values.iter().zip(&types).filter(|&(_, &ty)| self.is_vector(ty));
        let mut widths = vectors.map(|(value, _)| self.terms.width(value.bits));
        if let Some(first) = widths.next()
            && widths.any(|width| width != first)
        {
            return Err("not modelled: a vector of other lanes".to_string());
        }
        self.compute(ty, code, &values, &types)
    }

    /// What an operation makes of values.
    pub fn compute(
        &mut self,
        ty: TypeId,
        code: TreeCode,
        values: &[Value],
        types: &[TypeId],
    ) -> Result<Value> {
        use TreeCode::*;
        let unit = self.unit;
        let first = types[0];
        match code {
            Single | Paren => return Ok(values[0]),
            Cond => return self.select(values),
            Complex => {
                return Ok(Value {
                    bits: self.terms.concat(values[1].bits, values[0].bits),
                    undef: self.terms.concat(values[1].undef, values[0].undef),
                });
            }
            Realpart | Imagpart => {
                let width = self.width_of(ty)?;
                let low = if code == Realpart { 0 } else { width };
                return Ok(self.slice(values[0], low, width));
            }
            ViewConvert if self.terms.width(values[0].bits) == self.width_of(ty)? => {
                return Ok(values[0]);
            }
            BitInsert => return Err("not modelled: BIT_INSERT_EXPR".to_string()),
            _ => {}
        }
        if let TypeKind::Vector { element, lanes } = *unit.types.kind(first) {
            return self.by_lanes(ty, code, values, types, (element, lanes));
        }
        if let TypeKind::Complex(part) = *unit.types.kind(first) {
            return self.by_parts(ty, code, values, part);
        }
        if unit.types.is_real(first) || unit.types.is_real(ty) {
            return self.float_operation(ty, code, values, types);
        }
        if format_of(unit, ty).is_some() || unit.types.is_aggregate(ty) {
            return Err(format!("not modelled: {}", code.name()));
        }
        self.integers(ty, code, values, types)
    }

    /// Bits of a value.
    pub fn slice(&mut self, value: Value, low: u32, width: u32) -> Value {
        Value {
            bits: self.terms.extract(low + width - 1, low, value.bits),
            undef: self.terms.extract(low + width - 1, low, value.undef),
        }
    }

    fn select(&mut self, values: &[Value]) -> Result<Value> {
        if self.terms.width(values[0].bits) != 1 {
            return Err("not modelled: a choice by more than a truth value".to_string());
        }
        let undefined = self.is_undefined(values[0]);
        let which = self.terms.is_nonzero(values[0].bits);
        let value = Value {
            bits: self.terms.ite(which, values[1].bits, values[2].bits),
            undef: self.terms.ite(which, values[1].undef, values[2].undef),
        };
        Ok(self.also_undefined(value, undefined))
    }

    /// A value that is undefined where another is, too.
    pub fn also_undefined(&mut self, value: Value, condition: Term) -> Value {
        let all = self.terms.ones(self.terms.width(value.bits));
        Value { bits: value.bits, undef: self.terms.ite(condition, all, value.undef) }
    }

    fn by_lanes(
        &mut self,
        ty: TypeId,
        code: TreeCode,
        values: &[Value],
        types: &[TypeId],
        (element, lanes): (TypeId, u32),
    ) -> Result<Value> {
        use TreeCode::*;
        let TypeKind::Vector { element: to, lanes: many } = *self.unit.types.kind(ty) else {
            return Err(format!("not modelled: {} of vectors", code.name()));
        };
        if many != lanes || matches!(code, VecPerm | VecCond | DotProd) || code.is_comparison() {
            return Err(format!("not modelled: {} of vectors", code.name()));
        }
        let width = self.width_of(element)?;
        let mut all: Option<Value> = None;
        for lane in 0..lanes {
            let mut args = Vec::new();
            let mut kinds = Vec::new();
            for (&value, &ty) in values.iter().zip(types) {
                if let TypeKind::Vector { element, .. } = *self.unit.types.kind(ty) {
                    let own = self.width_of(element)?;
                    if own != width || self.terms.width(value.bits) != lanes * width {
                        return Err(format!("not modelled: {} of other vectors", code.name()));
                    }
                    args.push(self.slice(value, lane * width, width));
                    kinds.push(element);
                } else {
                    args.push(value);
                    kinds.push(ty);
                }
            }
            let lane = self.compute(to, code, &args, &kinds)?;
            all = Some(match all {
                None => lane,
                Some(low) => Value {
                    bits: self.terms.concat(lane.bits, low.bits),
                    undef: self.terms.concat(lane.undef, low.undef),
                },
            });
        }
        all.ok_or_else(|| "not modelled: an empty vector".to_string())
    }

    fn by_parts(
        &mut self,
        ty: TypeId,
        code: TreeCode,
        values: &[Value],
        part: TypeId,
    ) -> Result<Value> {
        use TreeCode::*;
        let width = self.width_of(part)?;
        let mut parts = Vec::new();
        for &value in values {
            parts.push([self.slice(value, 0, width), self.slice(value, width, width)]);
        }
        match code {
            Eq | Ne => {
                let bool_ = self.unit.common.bool_;
                let x = self.compute(bool_, code, &[parts[0][0], parts[1][0]], &[part, part])?;
                let y = self.compute(bool_, code, &[parts[0][1], parts[1][1]], &[part, part])?;
                let join = if code == Eq { BitAnd } else { BitIor };
                let both = self.compute(bool_, join, &[x, y], &[bool_, bool_])?;
                self.compute(ty, Nop, &[both], &[bool_])
            }
            Plus | Minus | Negate | Conj | ViewConvert | Nop => {
                let TypeKind::Complex(to) = *self.unit.types.kind(ty) else {
                    return Err(format!("not modelled: {} of complex numbers", code.name()));
                };
                let mut done = Vec::new();
                for index in 0..2 {
                    let args: Vec<Value> = parts.iter().map(|part| part[index]).collect();
                    let code = match (code, index) {
                        (Conj, 0) => Single,
                        (Conj, _) => Negate,
                        _ => code,
                    };
                    done.push(self.compute(to, code, &args, &vec![part; args.len()])?);
                }
                Ok(Value {
                    bits: self.terms.concat(done[1].bits, done[0].bits),
                    undef: self.terms.concat(done[1].undef, done[0].undef),
                })
            }
            _ => Err(format!("not modelled: {} of complex numbers", code.name())),
        }
    }

    fn integers(
        &mut self,
        ty: TypeId,
        code: TreeCode,
        values: &[Value],
        types: &[TypeId],
    ) -> Result<Value> {
        use TreeCode::*;
        let to = self.scalar(ty)?;
        let from = self.scalar(types[0])?;
        let a = values[0].bits;
        if values.len() == 1 {
            return self.unary(to, from, code, values[0]);
        }
        let b = values[1].bits;
        if matches!(code, BitAnd | BitIor | BitXor | TruthAnd | TruthOr | TruthXor) {
            return self.bitwise_value(code, values[0], values[1]);
        }
        let mut undefined = Terms::FALSE;
        for &value in values {
            let one = self.is_undefined(value);
            undefined = self.terms.or(undefined, one);
        }
        let bits = match code {
            _ if code.is_comparison() => {
                if self.unit.types.is_pointer(types[0]) {
                    self.note_compared(a, b);
                }
                let truth = self.compare(code, from.unsigned, a, b)?;
                let bit = self.terms.bit(truth);
                self.terms.resize(to.width, bit, true)
            }
            Plus | Minus | Mult => {
                let overflow = self.overflow(code, to, a, b);
                undefined = self.overflowed(undefined, overflow);
                self.arithmetic(code, a, b)
            }
            PointerPlus | PointerDiff => {
                let (result, wrong) = self.addresses(code, a, b);
                undefined = self.overflowed(undefined, wrong);
                result
            }
            TruncDiv | ExactDiv | TruncMod => {
                undefined = self.division_checks(to, a, b, undefined);
                let (result, inexact) = self.quotient(code, to, a, b);
                undefined = self.overflowed(undefined, inexact);
                result
            }
            Min | Max => {
                let less = self.less(from.unsigned, a, b);
                if code == Min { self.terms.ite(less, a, b) } else { self.terms.ite(less, b, a) }
            }
            Lshift | Rshift | Lrotate | Rrotate => {
                let (far, count) = self.shift_count(to.width, b);
                let result = self.shift(code, to, a, count);
                if self.is_lenient() {
                    // Some value, of which nobody knows anything.
                    let name = format!("too far {} {}", code.name(), to.width);
                    let any = self.terms.apply(&name, &[a, b], Sort::Bits(to.width));
                    self.terms.ite(far, any, result)
                } else {
                    undefined = self.overflowed(undefined, far);
                    result
                }
            }
            MultHighpart | WidenMult => {
                let wide = if code == WidenMult { to.width } else { 2 * to.width };
                let (x, y) = (
                    self.terms.resize(wide, a, from.unsigned),
                    self.terms.resize(wide, b, self.unit.types.is_unsigned(types[1])),
                );
                let product = self.terms.mul(x, y);
                if code == WidenMult {
                    product
                } else {
                    self.terms.extract(wide - 1, to.width, product)
                }
            }
            WidenMultPlus => {
                let (x, y) = (
                    self.terms.resize(to.width, a, from.unsigned),
                    self.terms.resize(to.width, b, self.unit.types.is_unsigned(types[1])),
                );
                let product = self.terms.mul(x, y);
                self.terms.add(product, values[2].bits)
            }
            _ => return Err(format!("not modelled: {}", code.name())),
        };
        Ok(self.defined_unless(bits, undefined))
    }

    /// What overflow makes undefined: in the body before all that follows, in the one after the value, if it was not
    /// undefined to come here before.
    pub fn overflowed(&mut self, undefined: Term, overflow: Term) -> Term {
        match self.role {
            Role::Before => {
                self.undefined_if(overflow);
                undefined
            }
            Role::After => {
                let here = self.terms.and(self.reach, overflow);
                let known = self.given.contains(&here);
                if known { undefined } else { self.terms.or(undefined, overflow) }
            }
        }
    }

    fn unary(&mut self, to: Scalar, from: Scalar, code: TreeCode, value: Value) -> Result<Value> {
        use TreeCode::*;
        let a = value.bits;
        if matches!(code, Nop | ViewConvert) {
            // What is undefined in the bit in front is so in the copies of it.
            let bits = self.terms.resize(to.width, a, from.unsigned);
            let undef = self.terms.resize(to.width, value.undef, from.unsigned);
            return Ok(Value { bits, undef });
        }
        if code == BitNot {
            return Ok(Value { bits: self.terms.bit_not(a), undef: value.undef });
        }
        let mut undefined = self.is_undefined(value);
        let bits = match code {
            Negate => {
                let zero = self.terms.constant(to.width, 0);
                let overflow = self.overflow(Minus, to, zero, a);
                undefined = self.overflowed(undefined, overflow);
                self.terms.neg(a)
            }
            Abs | Absu => {
                let zero = self.terms.constant(from.width, 0);
                let negative = self.terms.slt(a, zero);
                if code == Abs && !to.unsigned {
                    let least = self.terms.constant(to.width, 1 << (to.width - 1));
                    let overflow = self.terms.eq(a, least);
                    let wraps = self.wraps();
                    let overflow = if wraps { Terms::FALSE } else { overflow };
                    undefined = self.overflowed(undefined, overflow);
                }
                let negated = self.terms.neg(a);
                self.terms.ite(negative, negated, a)
            }
            TruthNot => {
                let nonzero = self.terms.is_nonzero(a);
                let zero = self.terms.not(nonzero);
                let bit = self.terms.bit(zero);
                self.terms.resize(to.width, bit, true)
            }
            _ => return Err(format!("not modelled: {}", code.name())),
        };
        Ok(self.defined_unless(bits, undefined))
    }

    /// Bit by bit, also of what is undefined: a bit that the other operand decides is defined.
    fn bitwise_value(&mut self, code: TreeCode, x: Value, y: Value) -> Result<Value> {
        use TreeCode::*;
        let op = match code {
            BitAnd | TruthAnd => Op::BitAnd,
            BitIor | TruthOr => Op::BitOr,
            _ => Op::BitXor,
        };
        let bits = self.terms.binary(op.clone(), x.bits, y.bits);
        let t = &mut *self.terms;
        if t.is_zero(x.undef) && t.is_zero(y.undef) {
            return Ok(self.defined(bits));
        }
        let both = t.binary(Op::BitOr, x.undef, y.undef);
        if op == Op::BitXor {
            return Ok(Value { bits, undef: both });
        }
        // Bits of one that decide the result.
        let mut decides = |value: Value| {
            let deciding = if op == Op::BitAnd { t.bit_not(value.bits) } else { value.bits };
            let defined = t.bit_not(value.undef);
            t.binary(Op::BitAnd, deciding, defined)
        };
        let (a, b) = (decides(x), decides(y));
        let decided = t.binary(Op::BitOr, a, b);
        let open = t.bit_not(decided);
        Ok(Value { bits, undef: t.binary(Op::BitAnd, both, open) })
    }

    pub fn less(&mut self, unsigned: bool, a: Term, b: Term) -> Term {
        if unsigned { self.terms.ult(a, b) } else { self.terms.slt(a, b) }
    }

    /// Before the pass, a pointer that comes from elsewhere is not the address of what a function keeps, which may have
    /// another address after the pass.
    fn note_compared(&mut self, a: Term, b: Term) {
        if self.role != Role::Before {
            return;
        }
        for (own, other) in [(a, b), (b, a)] {
            if self.terms.mentions_local(own)
                && !self.terms.mentions_local(other)
                && self.terms.as_const(other).is_none()
            {
                let top = self.terms.extract(63, 62, other);
                let local = self.terms.is_nonzero(top);
                self.seldom_if(local);
            }
        }
    }

    fn compare(&mut self, code: TreeCode, unsigned: bool, a: Term, b: Term) -> Result<Term> {
        use TreeCode::*;
        Ok(match code {
            Eq => self.terms.eq(a, b),
            Ne => {
                let is = self.terms.eq(a, b);
                self.terms.not(is)
            }
            Lt => self.less(unsigned, a, b),
            Gt => self.less(unsigned, b, a),
            Le => {
                let greater = self.less(unsigned, b, a);
                self.terms.not(greater)
            }
            Ge => {
                let less = self.less(unsigned, a, b);
                self.terms.not(less)
            }
            _ => return Err(format!("not modelled: {} of integers", code.name())),
        })
    }

    pub fn arithmetic(&mut self, code: TreeCode, a: Term, b: Term) -> Term {
        match code {
            TreeCode::Plus => self.terms.add(a, b),
            TreeCode::Minus => self.terms.sub(a, b),
            _ => self.terms.mul(a, b),
        }
    }

    /// Where a sum, difference or product does not fit its type.
    fn overflow(&mut self, code: TreeCode, ty: Scalar, a: Term, b: Term) -> Term {
        if ty.unsigned || self.wraps() {
            return Terms::FALSE;
        }
        match code {
            TreeCode::Mult => match (self.terms.as_const(a), self.terms.as_const(b)) {
                (Some(factor), None) => self.product_overflows(b, factor),
                (None, Some(factor)) => self.product_overflows(a, factor),
                _ => self.does_not_fit(code, ty, (a, false), (b, false)),
            },
            _ => self.sum_overflows(code == TreeCode::Minus, a, b),
        }
    }

    /// Whether a signed sum, or difference, does not fit: by its sign, or by the bounds that a constant leaves.
    fn sum_overflows(&mut self, minus: bool, a: Term, b: Term) -> Term {
        let width = self.terms.width(a);
        let (least, most) = (signed(1 << (width - 1), width), signed(mask(width) >> 1, width));
        let t = &mut *self.terms;
        let constant = |t: &mut Terms, value: i128| t.constant(width, value as u128);
        match (t.as_const(a), t.as_const(b)) {
            (_, Some(value)) => {
                let value = signed(value, width);
                // a - value overflows as a + -value does, but for the least number.
                if (value < 0) != minus {
                    let bound = if minus { least + value } else { least - value };
                    let bound = constant(t, bound);
                    t.slt(a, bound)
                } else {
                    let bound = if minus { most + value } else { most - value };
                    let bound = constant(t, bound);
                    t.slt(bound, a)
                }
            }
            (Some(_), None) if !minus => self.sum_overflows(false, b, a),
            (Some(value), None) => {
                let value = signed(value, width);
                if value >= 0 {
                    let bound = constant(t, value - most);
                    t.slt(b, bound)
                } else {
                    let bound = constant(t, value - least);
                    t.slt(bound, b)
                }
            }
            _ => {
                let zero = t.constant(width, 0);
                let sum = if minus { t.sub(a, b) } else { t.add(a, b) };
                let (a, b, s) = (t.slt(a, zero), t.slt(b, zero), t.slt(sum, zero));
                let same = t.eq(a, b);
                let same = if minus { t.not(same) } else { same };
                let kept = t.eq(a, s);
                let changed = t.not(kept);
                t.and(same, changed)
            }
        }
    }

    /// Whether a signed product with a constant does not fit.
    fn product_overflows(&mut self, a: Term, factor: u128) -> Term {
        let width = self.terms.width(a);
        let (least, most) = (signed(1 << (width - 1), width), signed(mask(width) >> 1, width));
        let factor = signed(factor, width);
        if matches!(factor, 0 | 1) {
            return Terms::FALSE;
        }
        // The ends of what fits, each rounded towards zero; the least number by -1 alone is past the end.
        let ends = [least, most].map(|end| end.checked_div(factor).unwrap_or(i128::MAX));
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]).min(most));
        let (low, high) =
            (self.terms.constant(width, low as u128), self.terms.constant(width, high as u128));
        let (below, above) = (self.terms.slt(a, low), self.terms.slt(high, a));
        self.terms.or(below, above)
    }

    /// Whether signed overflow wraps: as options say, or where only values are asked for.
    fn wraps(&self) -> bool {
        self.limits.wraps || self.is_lenient()
    }

    /// Whether what is undefined after the pass has some value.
    fn is_lenient(&self) -> bool {
        self.limits.lenient && self.role == Role::After
    }

    /// What is some bytes from an address, or how far two addresses are apart, and where that is undefined.
    fn addresses(&mut self, code: TreeCode, a: Term, b: Term) -> (Term, Term) {
        if code == TreeCode::PointerPlus {
            let by = self.terms.resize(64, b, false);
            let sum = self.terms.add(a, by);
            return (sum, self.leaves_address_space(a, by, sum));
        }
        let difference = self.terms.sub(a, b);
        if self.limits.wraps_pointers || self.is_lenient() {
            return (difference, Terms::FALSE);
        }
        // Addresses are numbers without sign, what is between them has one: it may not fit.
        let zero = self.terms.constant(self.terms.width(a), 0);
        let (less, negative) = (self.terms.ult(a, b), self.terms.slt(difference, zero));
        let fits = self.terms.eq(less, negative);
        (difference, self.terms.not(fits))
    }

    /// Whether an address and an offset reach past an end of all addresses, or make a null pointer of something.
    fn leaves_address_space(&mut self, a: Term, by: Term, sum: Term) -> Term {
        if self.is_lenient() {
            return Terms::FALSE;
        }
        let zero = self.terms.constant(64, 0);
        let mut wrong = Terms::FALSE;
        if !self.limits.wraps_pointers {
            let back = self.terms.slt(by, zero);
            let less = self.terms.ult(sum, a);
            let fits = self.terms.eq(back, less);
            wrong = self.terms.not(fits);
        }
        if !self.limits.null_is_an_address {
            let null = self.terms.eq(sum, zero);
            let nothing = self.terms.eq(a, zero);
            let something = self.terms.not(nothing);
            let made = self.terms.and(null, something);
            wrong = self.terms.or(wrong, made);
        }
        wrong
    }

    /// Where the exact result of numbers with or without sign does not fit a type.
    pub fn does_not_fit(
        &mut self,
        code: TreeCode,
        ty: Scalar,
        (a, a_unsigned): (Term, bool),
        (b, b_unsigned): (Term, bool),
    ) -> Term {
        let same = self.terms.width(a) == ty.width && self.terms.width(b) == ty.width;
        if code == TreeCode::Mult && same && [a_unsigned, b_unsigned] == [ty.unsigned; 2] {
            let fits = self.terms.product_fits(ty.unsigned, a, b);
            return self.terms.not(fits);
        }
        let widest = self.terms.width(a).max(self.terms.width(b)).max(ty.width);
        let wide = if code == TreeCode::Mult { 2 * widest + 1 } else { widest + 2 };
        let (x, y) =
            (self.terms.resize(wide, a, a_unsigned), self.terms.resize(wide, b, b_unsigned));
        let exact = self.arithmetic(code, x, y);
        let kept = self.terms.extract(ty.width - 1, 0, exact);
        let back = self.terms.resize(wide, kept, ty.unsigned);
        let fits = self.terms.eq(exact, back);
        self.terms.not(fits)
    }

    /// A quotient, or what is left of it, and where it is not exact though it is said to be.
    fn quotient(&mut self, code: TreeCode, ty: Scalar, a: Term, b: Term) -> (Term, Term) {
        use TreeCode::*;
        let (div, rem) = if ty.unsigned { (Op::Udiv, Op::Urem) } else { (Op::Sdiv, Op::Srem) };
        if code == TruncMod {
            return (self.terms.binary(rem, a, b), Terms::FALSE);
        }
        if code != ExactDiv {
            return (self.terms.binary(div, a, b), Terms::FALSE);
        }
        let divisor = self.terms.as_const(b).map(|value| signed(value, ty.width));
        match divisor.filter(|&value| value > 1 && value & (value - 1) == 0) {
            // Much easier, and the same where no bits are lost.
            Some(value) => {
                let shift = value.ilog2();
                let lost = self.terms.extract(shift - 1, 0, a);
                let count = self.terms.constant(ty.width, shift.into());
                let op = if ty.unsigned { Op::Lshr } else { Op::Ashr };
                (self.terms.binary(op, a, count), self.terms.is_nonzero(lost))
            }
            None => {
                let rest = self.terms.binary(rem, a, b);
                (self.terms.binary(div, a, b), self.terms.is_nonzero(rest))
            }
        }
    }

    fn division_checks(&mut self, ty: Scalar, a: Term, b: Term, undefined: Term) -> Term {
        // A divisor that is zero, or is not known, may trap.
        let nonzero = self.terms.is_nonzero(b);
        let zero = self.terms.not(nonzero);
        self.undefined_if(zero);
        self.undefined_if(undefined);
        if ty.unsigned || self.wraps() {
            return undefined;
        }
        let least = self.terms.constant(ty.width, 1 << (ty.width - 1));
        let minus = self.terms.constant(ty.width, u128::MAX);
        let (x, y) = (self.terms.eq(a, least), self.terms.eq(b, minus));
        let overflow = self.terms.and(x, y);
        self.overflowed(undefined, overflow)
    }

    /// Whether a number of bits to shift by is not less than the width, and that number as wide as what is shifted.
    fn shift_count(&mut self, width: u32, count: Term) -> (Term, Term) {
        let own = self.terms.width(count);
        let wide = own.max(32).max(width);
        let full = self.terms.zero_extend(wide, count);
        let limit = self.terms.constant(wide, width.into());
        let near = self.terms.ult(full, limit);
        (self.terms.not(near), self.terms.extract(width - 1, 0, full))
    }

    fn shift(&mut self, code: TreeCode, ty: Scalar, a: Term, count: Term) -> Term {
        use TreeCode::*;
        match code {
            Lshift => self.terms.binary(Op::Shl, a, count),
            Rshift if ty.unsigned => self.terms.binary(Op::Lshr, a, count),
            Rshift => self.terms.binary(Op::Ashr, a, count),
            _ => {
                let width = self.terms.constant(ty.width, ty.width.into());
                let rest = self.terms.sub(width, count);
                let (left, right) = if code == Lrotate { (count, rest) } else { (rest, count) };
                let high = self.terms.binary(Op::Shl, a, left);
                let low = self.terms.binary(Op::Lshr, a, right);
                self.terms.binary(Op::BitOr, high, low)
            }
        }
    }
}
