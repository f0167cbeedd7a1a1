//! What is taken to hold at cuts beyond equal names: bounds of variables of the first body, and those of the second as functions
//! of them.

use super::cut::Start;
use super::{Run, Value};
use crate::terms::{Op, Sort, Term, Terms};
use gimple::code::TreeCode;
use gimple::ssa::SsaName;
use gimple::tree::Operand;
use gimple::types::TypeId;

/// What may hold of a variable of a loop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Holds {
    Compared(TreeCode, Limit),
    /// It differs from a number by a multiple of another.
    Multiple {
        from: i128,
        of: i128,
    },
}

/// What a variable is compared with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Limit {
    Number(i128),
    /// A name that has its value before the loop.
    Name(SsaName),
}

/// A variable of the first body, and what may hold of it at a cut.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    pub name: SsaName,
    pub unsigned: bool,
    pub holds: Holds,
}

/// A variable of a body as a function of one of the first: `base + (of - from) * factor`, or, where that counts down, `base +
/// (from - of) * factor`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Relation {
    pub name: SsaName,
    pub base: Operand,
    pub of: SsaName,
    pub of_type: TypeId,
    pub from: i128,
    pub down: bool,
    pub factor: i128,
}

impl Bound {
    /// What is asked for where the cut is reached.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        let limit = match self.holds {
            Holds::Compared(_, Limit::Name(limit)) => Some(limit),
            _ => None,
        };
        std::iter::once(self.name).chain(limit).map(Operand::Ssa)
    }

    /// Whether it holds of values.
    pub fn term(&self, t: &mut Terms, value: impl Fn(SsaName) -> Option<Term>) -> Option<Term> {
        let x = value(self.name)?;
        let width = t.width(x);
        Some(match self.holds {
            Holds::Compared(code, limit) => {
                let y = match limit {
                    Limit::Number(number) => t.constant(width, number as u128),
                    Limit::Name(name) => value(name).filter(|&y| t.width(y) == width)?,
                };
                match (code, self.unsigned) {
                    (TreeCode::Lt, true) => t.ult(x, y),
                    (TreeCode::Lt, false) => t.slt(x, y),
                    (TreeCode::Le, true) => t.ule(x, y),
                    (TreeCode::Le, false) => t.sle(x, y),
                    (TreeCode::Gt, true) => t.ult(y, x),
                    (TreeCode::Gt, false) => t.slt(y, x),
                    (_, true) => t.ule(y, x),
                    (_, false) => t.sle(y, x),
                }
            }
            Holds::Multiple { from, of } => {
                let (from, of) = (t.constant(width, from as u128), t.constant(width, of as u128));
                let way = t.sub(x, from);
                let rest = t.binary(Op::Urem, way, of);
                let some = t.is_nonzero(rest);
                t.not(some)
            }
        })
    }
}

impl Relation {
    /// What is asked for in the body where the cut is reached.
    pub fn operands(&self) -> [Operand; 2] {
        [Operand::Ssa(self.name), self.base]
    }

    /// The value it gives, of that of the first body's variable and where its own begins.
    pub fn term(&self, t: &mut Terms, of: (Term, bool), base: Term) -> Term {
        let (of, unsigned) = of;
        let from = t.constant(t.width(of), self.from as u128);
        let way = if self.down { t.sub(from, of) } else { t.sub(of, from) };
        let width = t.width(base);
        let way = t.resize(width, way, unsigned);
        let factor = t.constant(width, self.factor as u128);
        let far = t.mul(way, factor);
        t.add(base, far)
    }
}

impl Run<'_> {
    /// Bounds hold where the run begins.
    pub(super) fn bounds_at_start(&mut self, bounds: &[Bound]) {
        for bound in bounds {
            let mut values = Vec::new();
            for op in bound.operands() {
                // What is not described says nothing.
                if let (Operand::Ssa(name), Ok(value)) = (op, self.operand(op)) {
                    values.push((name, value.bits));
                }
            }
            let value = |name| values.iter().find(|known| known.0 == name).map(|known| known.1);
            if let Some(holds) = bound.term(self.terms, value) {
                let not = self.terms.not(holds);
                self.undefined_if(not);
            }
        }
    }

    /// What relates variables of the first body that both have, where the run begins.
    pub(super) fn relations_at_start(&mut self, start: &Start) {
        for relation in &start.relations {
            if !start.same.contains_key(&relation.name) {
                continue;
            }
            let value = self.operand(Operand::Ssa(relation.name));
            if let (Ok(value), Some(is)) = (value, self.as_related(relation)) {
                let same = self.terms.eq(value.bits, is.bits);
                let not = self.terms.not(same);
                self.undefined_if(not);
            }
        }
    }

    /// The value of a variable, as a function of one of the first.
    pub(super) fn related(&mut self, name: SsaName) -> Option<Value> {
        let start = self.start?;
        let relation = start.relations.iter().find(|relation| relation.name == name)?;
        self.as_related(relation)
    }

    fn as_related(&mut self, relation: &Relation) -> Option<Value> {
        let start = self.start?;
        if start.undefined_names.contains(&relation.of) {
            return None;
        }
        let width = self.width_of(relation.of_type).ok()?;
        let shared = start.same.values().any(|&label| label == relation.of);
        let whose = if shared { "" } else { "old " };
        let of = format!("cut {} {whose}name {}", start.number, relation.of.0);
        let of = self.terms.var(&of, Sort::Bits(width));
        let base = self.operand_as(relation.base, self.f.names[relation.name].ty).ok()?;
        let unsigned = self.unit.types.is_unsigned(relation.of_type);
        let bits = relation.term(self.terms, (of, unsigned), base.bits);
        Some(Value { bits, undef: base.undef })
    }
}
