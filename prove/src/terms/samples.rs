//! Sample inputs: whether conditions hold for one of a few, so that a solver need not look for it.

use super::{Args, Op, Sort, Term, Terms};
use rustc_hash::FxHashMap;

/// Terms that are looked at in a sample at most.
const MOST: usize = 200_000;

impl Terms {
    /// Whether all conditions hold for one of a few inputs for certain. If not, they may hold for others.
    pub fn hold_for_a_sample(&mut self, conditions: &[Term]) -> bool {
        (0..4).any(|sample| {
            let mut known = FxHashMap::default();
            conditions.iter().all(|&term| self.sampled(term, sample, &mut known) == Terms::TRUE)
        })
    }

    /// A term for an input of a sample.
    fn sampled(&mut self, root: Term, sample: u128, known: &mut FxHashMap<Term, Term>) -> Term {
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

    fn rebuilt(&mut self, op: &Op, args: &[Term], sort: Sort, sample: u128) -> Term {
        let bits = match sort {
            Sort::Bits(width) => width,
            _ => 0,
        };
        match *op {
            Op::Var(name) => match sort {
                // Addresses of objects far from each other, or small numbers.
                Sort::Bits(64) => {
                    let object = (u128::from(name) + (1 << 20)) << 40;
                    self.constant(64, if sample < 2 { object } else { sample - 2 })
                }
                Sort::Bits(_) => self.constant(bits, sample & 1),
                Sort::Array => self.fill((sample & 1) as u8),
                _ => self.intern(op.clone(), args, sort),
            },
            Op::Apply(name) if self.name(name) == "size" => match self.as_const(args[0]) {
                Some(0) => self.constant(bits, 0),
                Some(id) if id >= 1 << 20 => self.constant(bits, 1 << 30),
                _ => self.intern(op.clone(), args, sort),
            },
            Op::Apply(_) if bits > 0 => self.constant(bits, sample & 1),
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
