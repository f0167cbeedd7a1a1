//! Sums and products in one form: a sum is its parts in the order of their numbers, each with a constant factor, and a
//! constant at the end; a product is its factors in that order. So `(s + 3) * c` and `(s + 1) * c + c * 2` are one term.

use super::{Args, Op, Sort, Term, Terms, mask, signed};

/// The most parts that a sum is taken apart into.
const MOST: usize = 24;

/// A sum: parts with their factors, in the order of parts, and a constant.
struct Sum {
    parts: Vec<(Term, u128)>,
    rest: u128,
}

impl Terms {
    /// A sum without the constant at its end, and that constant.
    pub fn split_sum(&self, a: Term) -> (Option<Term>, u128) {
        let node = self.node(a);
        match node.op {
            Op::Const(value) => (None, value),
            Op::Add => match self.as_const(node.args[1]) {
                Some(value) => (Some(node.args[0]), value),
                None => (Some(a), 0),
            },
            _ => (Some(a), 0),
        }
    }

    /// The parts of a sum, added to others; whether there are not too many.
    fn gather(&self, a: Term, factor: u128, into: &mut Sum) -> bool {
        let node = self.node(a);
        match node.op {
            Op::Const(value) => into.rest = into.rest.wrapping_add(value.wrapping_mul(factor)),
            Op::Add => {
                return node.args.iter().all(|&part| self.gather(part, factor, into));
            }
            _ => {
                let (part, times) =
                    match (&node.op, node.args.get(1).and_then(|&b| self.as_const(b))) {
                        (Op::Mul, Some(times)) => (node.args[0], times),
                        _ => (a, 1),
                    };
                let times = times.wrapping_mul(factor);
                match into.parts.binary_search_by_key(&part, |&(known, _)| known) {
                    Ok(at) => into.parts[at].1 = into.parts[at].1.wrapping_add(times),
                    Err(at) => into.parts.insert(at, (part, times)),
                }
            }
        }
        into.parts.len() <= MOST
    }

    /// `a + factor * b`, by parts; nothing if there are too many.
    fn together(&self, a: Term, b: Term, factor: u128) -> Option<Sum> {
        let mut sum = Sum { parts: Vec::new(), rest: 0 };
        if !self.gather(a, 1, &mut sum) || !self.gather(b, factor, &mut sum) {
            return None;
        }
        let all = mask(self.width(a));
        sum.rest &= all;
        sum.parts.retain_mut(|part| {
            part.1 &= all;
            part.1 != 0
        });
        Some(sum)
    }

    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if width > 128 {
            return if self.is_zero(a) {
                b
            } else if self.is_zero(b) {
                a
            } else {
                self.intern(Op::Add, &[a.min(b), a.max(b)], Sort::Bits(width))
            };
        }
        let Some(sum) = self.together(a, b, 1) else {
            return self.intern(Op::Add, &[a.min(b), a.max(b)], Sort::Bits(width));
        };
        let mut whole: Option<Term> = None;
        for (part, factor) in sum.parts {
            let part = match factor {
                1 => part,
                _ => {
                    let factor = self.constant(width, factor);
                    self.intern(Op::Mul, &[part, factor], Sort::Bits(width))
                }
            };
            whole = Some(match whole {
                None => part,
                Some(before) => self.intern(Op::Add, &[before, part], Sort::Bits(width)),
            });
        }
        let rest = self.constant(width, sum.rest);
        match whole {
            None => rest,
            Some(whole) if sum.rest == 0 => whole,
            Some(whole) => self.intern(Op::Add, &[whole, rest], Sort::Bits(width)),
        }
    }

    /// Whether two sums differ for certain: what their difference has of parts is a multiple of a power of two that what it
    /// has of constant is none of.
    pub(super) fn never_meet(&self, a: Term, b: Term) -> bool {
        if self.width(a) > 128 {
            return false;
        }
        let Some(sum) = self.together(a, b, mask(self.width(a))) else { return false };
        let zeros = sum.parts.iter().map(|part| part.1.trailing_zeros()).min();
        sum.rest != 0 && zeros.is_none_or(|zeros| sum.rest.trailing_zeros() < zeros)
    }

    pub fn neg(&mut self, a: Term) -> Term {
        let minus = self.ones(self.width(a));
        self.mul(a, minus)
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let b = self.neg(b);
        self.add(a, b)
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = if self.as_const(a).is_some() { (b, a) } else { (a, b) };
        if let Some(factor) = self.as_const(b) {
            return self.times(a, factor);
        }
        // A constant that is added to a factor is multiplied by itself.
        for (x, y) in [(a, b), (b, a)] {
            if let (Some(base), rest) = self.split_sum(x)
                && rest != 0
                && width <= 128
            {
                let (product, more) = (self.mul(base, y), self.times(y, rest));
                return self.add(product, more);
            }
        }
        let mut factors: Args = Args::new();
        let mut constant = 1u128;
        let mut stack = vec![a, b];
        while let Some(term) = stack.pop() {
            let node = self.node(term);
            match node.op {
                Op::Mul if factors.len() + stack.len() < 8 => stack.extend(&node.args),
                Op::Const(value) => constant = constant.wrapping_mul(value),
                _ => factors.push(term),
            }
        }
        factors.sort_unstable();
        let mut factors = factors.into_iter();
        let Some(first) = factors.next() else { return self.constant(width, constant) };
        let product =
            factors.fold(first, |all, next| self.intern(Op::Mul, &[all, next], Sort::Bits(width)));
        if constant == 1 { product } else { self.times(product, constant) }
    }

    /// Whether a product fits.
    pub fn product_fits(&mut self, unsigned: bool, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let fits = if unsigned {
                x.checked_mul(y).is_some_and(|all| all <= mask(width))
            } else {
                let product = signed(x, width).checked_mul(signed(y, width));
                product.is_some_and(|all| signed(all as u128 & mask(width), width) == all)
            };
            return Terms::truth(fits);
        }
        self.intern(Op::ProductFits { unsigned }, &[a.min(b), a.max(b)], Sort::Bool)
    }

    /// A multiple.
    fn times(&mut self, a: Term, factor: u128) -> Term {
        let width = self.width(a);
        let factor = factor & mask(width);
        if let Some(value) = self.as_const(a) {
            return self.constant(width, value.wrapping_mul(factor));
        }
        match factor {
            0 => return self.constant(width, 0),
            1 => return a,
            _ => {}
        }
        let node = self.node(a).clone();
        match (&node.op, node.args.get(1).and_then(|&b| self.as_const(b))) {
            (Op::Mul, Some(own)) => self.times(node.args[0], own.wrapping_mul(factor)),
            (Op::Add, _) if width <= 128 => {
                let (x, y) = (self.times(node.args[0], factor), self.times(node.args[1], factor));
                self.add(x, y)
            }
            _ => {
                let factor = self.constant(width, factor);
                self.intern(Op::Mul, &[a, factor], Sort::Bits(width))
            }
        }
    }
}
