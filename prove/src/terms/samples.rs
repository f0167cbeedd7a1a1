//! Sample inputs: whether conditions hold for one of a few, so that a solver need not look for it.

use super::{Args, Op, Sort, Term, Terms};
use rustc_hash::FxHashMap;

/// Terms that are looked at in a sample at most.
const MOST: usize = 200_000;

/// An input, by a number, and what is known of sizes.
struct Sample<'a> {
    number: u128,
    sizes: &'a FxHashMap<Term, Term>,
}

impl Terms {
    /// Whether all conditions hold for one of a few inputs for certain. If not, they may hold for others.
    pub fn hold_for_a_sample(&mut self, conditions: &[Term]) -> bool {
        let sizes = self.sizes_among(conditions);
        (0..4).any(|number| {
            let sample = Sample { number, sizes: &sizes };
            let mut known = FxHashMap::default();
            conditions.iter().all(|&term| self.sampled(term, &sample, &mut known) == Terms::TRUE)
        })
    }

    /// Sizes of objects that conditions say.
    fn sizes_among(&self, conditions: &[Term]) -> FxHashMap<Term, Term> {
        let mut sizes = FxHashMap::default();
        for &condition in conditions {
            let node = self.node(condition);
            if node.op == Op::Eq
                && let Op::Apply(name) = self.node(node.args[0]).op
                && self.name(name) == "size"
                && self.as_const(node.args[1]).is_some()
            {
                sizes.insert(node.args[0], node.args[1]);
            }
        }
        sizes
    }

    /// A term for an input of a sample.
    fn sampled(
        &mut self,
        root: Term,
        sample: &Sample<'_>,
        known: &mut FxHashMap<Term, Term>,
    ) -> Term {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = self.node(term).clone();
            let open: Vec<Term> =
                node.args.iter().copied().filter(|arg| !known.contains_key(arg)).collect();
            if !open.is_empty() && known.len() < MOST {
                stack.extend(open);
                continue;
            }
            let args: Args =
                node.args.iter().map(|arg| known.get(arg).copied().unwrap_or(*arg)).collect();
            let value = self.rebuilt(&node.op, &args, node.sort, sample);
            known.insert(term, value);
            stack.pop();
        }
        known[&root]
    }

    fn rebuilt(&mut self, op: &Op, args: &[Term], sort: Sort, sample: &Sample<'_>) -> Term {
        let number = sample.number;
        let bits = match sort {
            Sort::Bits(width) => width,
            _ => 0,
        };
        match *op {
            Op::Var(name) => match sort {
                // Addresses of objects far from each other, or small numbers.
                Sort::Bits(64) => {
                    let object = (u128::from(name) + (1 << 20)) << 40;
                    self.constant(64, if number < 2 { object } else { number - 2 })
                }
                Sort::Bits(_) => self.constant(bits, number & 1),
                Sort::Array => self.fill((number & 1) as u8),
                _ => self.intern(op.clone(), args, sort),
            },
            Op::Apply(name) if self.name(name) == "size" => {
                let asked = self.intern(op.clone(), args, sort);
                match (sample.sizes.get(&asked), self.as_const(args[0])) {
                    (Some(&size), _) => size,
                    (None, Some(0)) => self.constant(bits, 0),
                    (None, _) => self.constant(bits, 1 << 30),
                }
            }
            Op::Apply(_) if bits > 0 => self.constant(bits, number & 1),
            Op::True | Op::False | Op::Const(_) | Op::Apply(_) => {
                self.intern(op.clone(), args, sort)
            }
            Op::Not => self.not(args[0]),
            Op::And => self.and(args[0], args[1]),
            Op::Or => self.or(args[0], args[1]),
            Op::Ite => self.ite(args[0], args[1], args[2]),
            Op::Eq => self.eq(args[0], args[1]),
            Op::Ult => self.ult(args[0], args[1]),
            Op::Slt => self.slt(args[0], args[1]),
            Op::Add => self.add(args[0], args[1]),
            Op::Mul => self.mul(args[0], args[1]),
            Op::ProductFits { unsigned } => self.product_fits(unsigned, args[0], args[1]),
            Op::BitNot => self.bit_not(args[0]),
            Op::Concat => self.concat(args[0], args[1]),
            Op::Extract(high, low) => self.extract(high, low, args[0]),
            Op::ZeroExtend => self.zero_extend(bits, args[0]),
            Op::SignExtend => self.sign_extend(bits, args[0]),
            Op::Float(op, format) => self.float(op, format, args),
            Op::Fill => self.intern(Op::Fill, args, sort),
            Op::Select => self.select(args[0], args[1]),
            Op::Store => self.store(args[0], args[1], args[2]),
            _ => self.binary(op.clone(), args[0], args[1]),
        }
    }
}
