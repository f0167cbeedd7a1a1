//! Making terms: each is simplified by what its arguments are.

use super::{FloatOp, Format, Op, Sort, Term, Terms, mask, signed};

/// Parts of a conjunction or disjunction that are put in order.
const MOST_PARTS: usize = 16;

impl Terms {
    // Truth values.

    pub fn not(&mut self, a: Term) -> Term {
        match self.node(a).op {
            Op::True => Terms::FALSE,
            Op::False => Terms::TRUE,
            Op::Not => self.node(a).args[0],
            _ => self.intern(Op::Not, &[a], Sort::Bool),
        }
    }

    fn is_negation(&self, a: Term, b: Term) -> bool {
        let of = |x: Term, y: Term| self.node(x).op == Op::Not && self.node(x).args[0] == y;
        of(a, b) || of(b, a)
    }

    fn has_part(&self, op: &Op, whole: Term, part: Term) -> bool {
        let node = self.node(whole);
        node.op == *op && node.args.contains(&part)
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        if a == Terms::FALSE || b == Terms::FALSE || self.is_negation(a, b) {
            return Terms::FALSE;
        }
        if a == Terms::TRUE || a == b || self.has_part(&Op::And, b, a) {
            return b;
        }
        if b == Terms::TRUE || self.has_part(&Op::And, a, b) {
            return a;
        }
        if self.has_part(&Op::Or, a, b) {
            return b;
        }
        if self.has_part(&Op::Or, b, a) {
            return a;
        }
        let conjuncts = |x: &Term| match self.node(*x).op {
            Op::And => self.node(*x).args.to_vec(),
            _ => vec![*x],
        };
        let (left, right) = (conjuncts(&a), conjuncts(&b));
        if left.iter().any(|&x| right.iter().any(|&y| self.is_negation(x, y))) {
            return Terms::FALSE;
        }
        for (x, y) in [(a, b), (b, a)] {
            // a & !(a & c) is a & !c.
            if self.node(x).op == Op::Not {
                let inner = self.node(x).args[0];
                if self.has_part(&Op::And, inner, y) {
                    let other = self.other_part(inner, y);
                    let other = self.not(other);
                    return self.and(y, other);
                }
            }
        }
        self.chain(Op::And, a, b)
    }

    /// A conjunction or disjunction with its parts in the order of their numbers.
    fn chain(&mut self, op: Op, a: Term, b: Term) -> Term {
        let mut parts = Vec::new();
        let mut stack = vec![a, b];
        while let Some(term) = stack.pop() {
            let node = self.node(term);
            if node.op == op && parts.len() + stack.len() < MOST_PARTS {
                stack.extend(&node.args);
            } else {
                parts.push(term);
            }
        }
        parts.sort_unstable();
        parts.dedup();
        if parts.windows(2).any(|pair| self.is_negation(pair[0], pair[1])) {
            return Terms::truth(op == Op::Or);
        }
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or(a);
        parts.fold(first, |whole, part| self.intern(op.clone(), &[whole, part], Sort::Bool))
    }

    fn other_part(&self, whole: Term, part: Term) -> Term {
        let args = &self.node(whole).args;
        if args[0] == part { args[1] } else { args[0] }
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        // By De Morgan, but for what two conjunctions share.
        if self.node(a).op == Op::And && self.node(b).op == Op::And {
            let (left, right) = (self.node(a).args.clone(), self.node(b).args.clone());
            for &part in &left {
                if right.contains(&part) {
                    let (x, y) = (self.other_part(a, part), self.other_part(b, part));
                    let both = self.or(x, y);
                    return self.and(part, both);
                }
            }
        }
        if a == Terms::TRUE || b == Terms::TRUE || self.is_negation(a, b) {
            return Terms::TRUE;
        }
        if a == Terms::FALSE || a == b || self.has_part(&Op::Or, b, a) {
            return b;
        }
        if b == Terms::FALSE || self.has_part(&Op::Or, a, b) {
            return a;
        }
        for (x, y) in [(a, b), (b, a)] {
            if self.has_part(&Op::And, x, y) {
                return y;
            }
            // a | (!a & c) is a | c.
            if self.node(x).op == Op::And {
                let args = self.node(x).args.clone();
                for &part in &args {
                    if self.is_negation(part, y) {
                        let other = self.other_part(x, part);
                        return self.or(y, other);
                    }
                }
            }
        }
        self.chain(Op::Or, a, b)
    }

    /// `a` where `c` holds, else `b`, of any sort.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        if a == b || c == Terms::TRUE {
            return a;
        }
        if c == Terms::FALSE {
            return b;
        }
        if self.node(c).op == Op::Not {
            let inner = self.node(c).args[0];
            return self.ite(inner, b, a);
        }
        let sort = self.sort(a);
        if sort == Sort::Bool {
            if a == Terms::TRUE {
                return self.or(c, b);
            }
            if a == Terms::FALSE {
                let not = self.not(c);
                return self.and(not, b);
            }
            if b == Terms::TRUE {
                let not = self.not(c);
                return self.or(not, a);
            }
            if b == Terms::FALSE {
                return self.and(c, a);
            }
        }
        // A choice by the same condition within a choice is made already.
        let a = self.chosen(c, a, true);
        let b = self.chosen(c, b, false);
        if a == b {
            return a;
        }
        // c ? a : (d ? a : e)  is  c | d ? a : e.
        if self.node(b).op == Op::Ite {
            let args = self.node(b).args.clone();
            if args[1] == a {
                let either = self.or(c, args[0]);
                return self.ite(either, a, args[2]);
            }
        }
        self.intern(Op::Ite, &[c, a, b], sort)
    }

    fn chosen(&self, c: Term, value: Term, holds: bool) -> Term {
        let node = self.node(value);
        if node.op == Op::Ite && node.args[0] == c {
            return node.args[if holds { 1 } else { 2 }];
        }
        value
    }

    /// Whether two terms are the same.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return Terms::TRUE;
        }
        if let Some(&known) = self.compared.get(&(a, b)) {
            return known;
        }
        let same = self.compare(a, b);
        self.compared.insert((a, b), same);
        same
    }

    fn compare(&mut self, a: Term, b: Term) -> Term {
        if self.sort(a) == Sort::Bool {
            let not_b = self.not(b);
            return self.ite(a, b, not_b);
        }
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return Terms::truth(x == y);
        }
        let (a, b) = if self.as_const(a).is_some() { (b, a) } else { (a, b) };
        if let Some(value) = self.as_const(b)
            && let Some(known) = self.eq_const(a, value)
        {
            return known;
        }
        // Sums with the same first part.
        let ((base_a, x), (base_b, y)) = (self.split_sum(a), self.split_sum(b));
        if base_a.is_some() && base_a == base_b {
            return Terms::truth(x == y);
        }
        if base_a.is_some() && base_b.is_some() && self.never_meet(a, b) {
            return Terms::FALSE;
        }
        let (a, b) = if self.as_const(b).is_some() || a < b { (a, b) } else { (b, a) };
        self.intern(Op::Eq, &[a, b], Sort::Bool)
    }

    fn eq_const(&mut self, a: Term, value: u128) -> Option<Term> {
        let node = self.node(a).clone();
        let width = self.width(a);
        match node.op {
            Op::Ite => {
                let sides = [node.args[1], node.args[2]].map(|side| self.as_const(side));
                if sides.iter().all(Option::is_none) {
                    return None;
                }
                let wanted = self.constant(width, value);
                let (x, y) = (self.eq(node.args[1], wanted), self.eq(node.args[2], wanted));
                Some(self.ite(node.args[0], x, y))
            }
            Op::ZeroExtend => {
                let inner = node.args[0];
                let inner_width = self.width(inner);
                if value > mask(inner_width) {
                    return Some(Terms::FALSE);
                }
                let wanted = self.constant(inner_width, value);
                Some(self.eq(inner, wanted))
            }
            Op::SignExtend => {
                let inner = node.args[0];
                let inner_width = self.width(inner);
                let back = signed(value, inner_width) as u128 & mask(width);
                if back != value {
                    return Some(Terms::FALSE);
                }
                let wanted = self.constant(inner_width, value);
                Some(self.eq(inner, wanted))
            }
            Op::BitXor | Op::Add if self.as_const(node.args[1]).is_some() => {
                let other = self.as_const(node.args[1])?;
                let value =
                    if node.op == Op::Add { value.wrapping_sub(other) } else { value ^ other };
                let wanted = self.constant(width, value);
                Some(self.eq(node.args[0], wanted))
            }
            Op::BitNot => {
                let wanted = self.constant(width, !value);
                Some(self.eq(node.args[0], wanted))
            }
            Op::Concat => {
                let low = self.width(node.args[1]);
                let high = self.constant(width - low, value >> low);
                let low = self.constant(low, value);
                let (x, y) = (self.eq(node.args[0], high), self.eq(node.args[1], low));
                Some(self.and(x, y))
            }
            _ if width == 1 && value == 0 => {
                let one = self.constant(1, 1);
                let is = self.eq(a, one);
                Some(self.not(is))
            }
            Op::BitAnd | Op::BitOr if width == 1 => {
                let one = self.constant(1, 1);
                let (x, y) = (self.eq(node.args[0], one), self.eq(node.args[1], one));
                Some(if node.op == Op::BitAnd { self.and(x, y) } else { self.or(x, y) })
            }
            _ => None,
        }
    }

    /// A truth value as a bit.
    pub fn bit(&mut self, truth: Term) -> Term {
        // A bit that is compared with 1 is itself.
        let node = self.node(truth);
        if node.op == Op::Eq && self.width(node.args[0]) == 1 {
            let args = node.args.clone();
            if self.as_const(args[1]) == Some(1) {
                return args[0];
            }
        }
        let (one, zero) = (self.constant(1, 1), self.constant(1, 0));
        self.ite(truth, one, zero)
    }

    /// Whether a bit vector is not zero.
    pub fn is_nonzero(&mut self, a: Term) -> Term {
        let zero = self.constant(self.width(a), 0);
        let is = self.eq(a, zero);
        self.not(is)
    }

    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => return Terms::truth(x < y),
            (_, Some(0)) => return Terms::FALSE,
            (_, Some(1)) => {
                let is = self.is_nonzero(a);
                return self.not(is);
            }
            (Some(0), _) => return self.is_nonzero(b),
            _ if a == b => return Terms::FALSE,
            _ => {}
        }
        self.intern(Op::Ult, &[a, b], Sort::Bool)
    }

    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return Terms::truth(signed(x, width) < signed(y, width));
        }
        if a == b {
            return Terms::FALSE;
        }
        self.intern(Op::Slt, &[a, b], Sort::Bool)
    }

    /// A value is within one of some ranges.
    pub fn within(&mut self, value: Term, ranges: &[(i128, i128)], unsigned: bool) -> Term {
        let width = self.width(value);
        let mut any = Terms::FALSE;
        for &(low, high) in ranges {
            let low = self.constant(width, low as u128);
            let high = self.constant(width, high as u128);
            let (a, b) = if unsigned {
                (self.ule(low, value), self.ule(value, high))
            } else {
                (self.sle(low, value), self.sle(value, high))
            };
            let both = self.and(a, b);
            any = self.or(any, both);
        }
        any
    }

    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let less = self.ult(b, a);
        self.not(less)
    }

    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let less = self.slt(b, a);
        self.not(less)
    }

    // Bit vectors.

    fn fold(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let (x, y) = (self.as_const(a)?, self.as_const(b)?);
        let (sx, sy) = (signed(x, width), signed(y, width));
        let far = y >= u128::from(width);
        let value = match op {
            Op::Udiv => x.checked_div(y)?,
            Op::Urem => x.checked_rem(y)?,
            Op::Sdiv if sy != 0 => sx.wrapping_div(sy) as u128,
            Op::Srem if sy != 0 => sx.wrapping_rem(sy) as u128,
            Op::BitAnd => x & y,
            Op::BitOr => x | y,
            Op::BitXor => x ^ y,
            Op::Shl | Op::Lshr if far => 0,
            Op::Shl => x << y,
            Op::Lshr => x >> y,
            Op::Ashr => (sx >> y.min(u128::from(width) - 1)) as u128,
            _ => return None,
        };
        Some(self.constant(width, value))
    }

    /// A quotient or remainder, or a shift.
    pub fn binary(&mut self, op: Op, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold(op.clone(), a, b) {
            return folded;
        }
        match op {
            Op::BitAnd | Op::BitOr | Op::BitXor => return self.bitwise(op, a, b),
            Op::Shl | Op::Lshr | Op::Ashr if self.is_zero(b) || self.is_zero(a) => return a,
            Op::Shl | Op::Lshr => {
                if let Some(count) = self.as_const(b) {
                    return self.shifted(op == Op::Shl, a, count);
                }
            }
            Op::Udiv | Op::Sdiv if self.as_const(b) == Some(1) => return a,
            _ => {}
        }
        let sort = self.sort(a);
        self.intern(op, &[a, b], sort)
    }

    /// Shifted by a number of bits, with zeros moving in.
    fn shifted(&mut self, left: bool, a: Term, count: u128) -> Term {
        let width = self.width(a);
        if count >= u128::from(width) {
            return self.constant(width, 0);
        }
        let count = count as u32;
        let zeros = self.constant(count, 0);
        if left {
            let low = self.extract(width - 1 - count, 0, a);
            self.concat(low, zeros)
        } else {
            let high = self.extract(width - 1, count, a);
            self.zero_extend(width, high)
        }
    }

    fn bitwise(&mut self, op: Op, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = if self.as_const(a).is_some() { (b, a) } else { (a, b) };
        let ones = self.as_const(b) == Some(mask(width)) && width <= 128;
        match op {
            Op::BitAnd if a == b || ones => return a,
            Op::BitAnd if self.is_zero(b) => return b,
            Op::BitAnd if self.is_zero(a) => return a,
            Op::BitOr if a == b || self.is_zero(b) => return a,
            Op::BitOr | Op::BitXor if self.is_zero(a) => return b,
            Op::BitOr if ones => return b,
            Op::BitXor if self.is_zero(b) => return a,
            Op::BitXor if a == b => return self.constant(width, 0),
            Op::BitXor if ones => return self.bit_not(a),
            _ => {}
        }
        if let Some(value) = self.as_const(b) {
            let node = self.node(a).clone();
            if node.op == op && self.as_const(node.args[1]).is_some() {
                let both = self.bitwise_const(op.clone(), node.args[1], value);
                return self.bitwise(op, node.args[0], both);
            }
            // Low bits only: what is above is cut off.
            if op == Op::BitAnd && (value + 1).is_power_of_two() {
                let kept = value.count_ones();
                let low = self.extract(kept - 1, 0, a);
                return self.zero_extend(width, low);
            }
        }
        if self.node(a).op == Op::Concat && self.node(b).op == Op::Concat {
            let (x, y) = (self.node(a).args.clone(), self.node(b).args.clone());
            if self.width(x[1]) == self.width(y[1]) {
                let high = self.binary(op.clone(), x[0], y[0]);
                let low = self.binary(op, x[1], y[1]);
                return self.concat(high, low);
            }
        }
        let (a, b) = if self.as_const(b).is_some() || a < b { (a, b) } else { (b, a) };
        self.intern(op, &[a, b], Sort::Bits(width))
    }

    fn bitwise_const(&mut self, op: Op, a: Term, value: u128) -> Term {
        let b = self.constant(self.width(a), value);
        self.fold(op, a, b).unwrap_or(a)
    }

    pub fn bit_not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        if let Some(value) = self.as_const(a) {
            return self.constant(width, !value);
        }
        if self.node(a).op == Op::BitNot {
            return self.node(a).args[0];
        }
        if width == 1 {
            let one = self.constant(1, 1);
            let is = self.eq(a, one);
            let not = self.not(is);
            if self.node(is).op != Op::Eq {
                return self.bit(not);
            }
        }
        self.intern(Op::BitNot, &[a], Sort::Bits(width))
    }

    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let (h, l) = (self.width(high), self.width(low));
        if h == 0 {
            return low;
        }
        if l == 0 {
            return high;
        }
        if h + l <= 128
            && let (Some(x), Some(y)) = (self.as_const(high), self.as_const(low))
        {
            return self.constant(h + l, x << l | y);
        }
        // Neighbours of one number, also where the lower one begins another concatenation.
        if let Some(joined) = self.neighbours(high, low) {
            return joined;
        }
        if self.node(low).op == Op::Concat {
            let parts = self.node(low).args.clone();
            if let Some(joined) = self.neighbours(high, parts[0]) {
                return self.concat(joined, parts[1]);
            }
        }
        if self.node(high).op == Op::Concat {
            let parts = self.node(high).args.clone();
            let rest = self.concat(parts[1], low);
            return self.concat(parts[0], rest);
        }
        if self.is_zero(high) {
            return self.zero_extend(h + l, low);
        }
        self.intern(Op::Concat, &[high, low], Sort::Bits(h + l))
    }

    fn neighbours(&mut self, high: Term, low: Term) -> Option<Term> {
        let (a, b) = (self.node(high).clone(), self.node(low).clone());
        match (&a.op, &b.op) {
            (&Op::Extract(top, middle), &Op::Extract(next, bottom))
                if a.args == b.args && middle == next + 1 =>
            {
                Some(self.extract(top, bottom, a.args[0]))
            }
            // The upper part of a choice with the lower part of the same choice.
            (Op::Ite, Op::Ite) if a.args[0] == b.args[0] => {
                let x = self.concat(a.args[1], b.args[1]);
                let y = self.concat(a.args[2], b.args[2]);
                Some(self.ite(a.args[0], x, y))
            }
            _ => None,
        }
    }

    /// Bits from `high` down to `low`.
    pub fn extract(&mut self, high: u32, low: u32, a: Term) -> Term {
        if let Some(&known) = self.extracted.get(&(high, low, a)) {
            return known;
        }
        let part = self.part(high, low, a);
        self.extracted.insert((high, low, a), part);
        part
    }

    fn part(&mut self, high: u32, low: u32, a: Term) -> Term {
        let width = self.width(a);
        if low == 0 && high + 1 == width {
            return a;
        }
        if let Some(value) = self.as_const(a) {
            return self.constant(high + 1 - low, value >> low);
        }
        let node = self.node(a).clone();
        match node.op {
            Op::Extract(_, start) => {
                return self.extract(high + start, low + start, node.args[0]);
            }
            Op::Concat => {
                let below = self.width(node.args[1]);
                if high < below {
                    return self.extract(high, low, node.args[1]);
                }
                if low >= below {
                    return self.extract(high - below, low - below, node.args[0]);
                }
                let x = self.extract(high - below, 0, node.args[0]);
                let y = self.extract(below - 1, low, node.args[1]);
                return self.concat(x, y);
            }
            Op::ZeroExtend => {
                let inner = self.width(node.args[0]);
                if low >= inner {
                    return self.constant(high + 1 - low, 0);
                }
                let part = self.extract(high.min(inner - 1), low, node.args[0]);
                return self.zero_extend(high + 1 - low, part);
            }
            Op::SignExtend => {
                let inner = self.width(node.args[0]);
                if high < inner {
                    return self.extract(high, low, node.args[0]);
                }
                if low < inner {
                    let part = self.extract(inner - 1, low, node.args[0]);
                    return self.sign_extend(high + 1 - low, part);
                }
            }
            Op::BitAnd | Op::BitOr | Op::BitXor => {
                let (x, y) =
                    (self.extract(high, low, node.args[0]), self.extract(high, low, node.args[1]));
                return self.binary(node.op, x, y);
            }
            Op::BitNot => {
                let x = self.extract(high, low, node.args[0]);
                return self.bit_not(x);
            }
            // The low bits of a sum or a product are those of the operands' low bits.
            Op::Add | Op::Mul if low == 0 => {
                let (x, y) =
                    (self.extract(high, 0, node.args[0]), self.extract(high, 0, node.args[1]));
                return if node.op == Op::Add { self.add(x, y) } else { self.mul(x, y) };
            }
            Op::Ite => {
                let (x, y) =
                    (self.extract(high, low, node.args[1]), self.extract(high, low, node.args[2]));
                return self.ite(node.args[0], x, y);
            }
            _ => {}
        }
        self.intern(Op::Extract(high, low), &[a], Sort::Bits(high + 1 - low))
    }

    pub fn zero_extend(&mut self, width: u32, a: Term) -> Term {
        let from = self.width(a);
        if from >= width {
            return self.extract(width - 1, 0, a);
        }
        if let Some(value) = self.as_const(a) {
            return self.constant(width, value);
        }
        if self.node(a).op == Op::ZeroExtend {
            let inner = self.node(a).args[0];
            return self.zero_extend(width, inner);
        }
        if self.is_zero(a) {
            return self.constant(width, 0);
        }
        if let Some(choice) = self.of_constants(a, |terms, side| terms.zero_extend(width, side)) {
            return choice;
        }
        self.intern(Op::ZeroExtend, &[a], Sort::Bits(width))
    }

    pub fn sign_extend(&mut self, width: u32, a: Term) -> Term {
        let from = self.width(a);
        if from >= width {
            return self.extract(width - 1, 0, a);
        }
        if let Some(value) = self.as_const(a) {
            return self.constant(width, signed(value, from) as u128);
        }
        let node = self.node(a).clone();
        match node.op {
            Op::SignExtend => return self.sign_extend(width, node.args[0]),
            // The bit in front is zero.
            Op::ZeroExtend => return self.zero_extend(width, node.args[0]),
            _ => {}
        }
        if let Some(choice) = self.of_constants(a, |terms, side| terms.sign_extend(width, side)) {
            return choice;
        }
        self.intern(Op::SignExtend, &[a], Sort::Bits(width))
    }

    /// A choice with a constant on a side, with something done to both.
    fn of_constants(
        &mut self,
        a: Term,
        mut each: impl FnMut(&mut Terms, Term) -> Term,
    ) -> Option<Term> {
        let node = self.node(a).clone();
        if node.op != Op::Ite
            || self.as_const(node.args[1]).is_none() && self.as_const(node.args[2]).is_none()
        {
            return None;
        }
        let (x, y) = (each(self, node.args[1]), each(self, node.args[2]));
        Some(self.ite(node.args[0], x, y))
    }

    /// Extended or cut off.
    pub fn resize(&mut self, width: u32, a: Term, unsigned: bool) -> Term {
        if unsigned { self.zero_extend(width, a) } else { self.sign_extend(width, a) }
    }

    /// An operation on floating-point numbers.
    pub fn float(&mut self, op: FloatOp, format: Format, args: &[Term]) -> Term {
        let sort = match op {
            FloatOp::Lt | FloatOp::Le | FloatOp::Eq | FloatOp::Fits { .. } => Sort::Bool,
            FloatOp::ToInt { bits, .. } => Sort::Bits(bits),
            FloatOp::Convert(to) => Sort::Bits(to.bits()),
            _ => Sort::Bits(format.bits()),
        };
        let mut args: super::Args = args.into();
        if matches!(op, FloatOp::Add | FloatOp::Mul | FloatOp::Eq) {
            args.sort_unstable();
        }
        self.intern(Op::Float(op, format), &args, sort)
    }
}
