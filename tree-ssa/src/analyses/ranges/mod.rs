//! What values names may have: ranges of integers and pointers.
//!
//! ```text
//!   if (a_2(D) > 10) goto <bb 3>; else goto <bb 4>;
//!   <bb 4> :                       a_2(D) is in [0, 10] here,
//!   _1 = a_2(D) + 5;               _1 in [5, 15],
//!   if (_1 > 20) ...               and this is false.
//! ```
//!
//! [`range`] is a set of values, a few intervals; [`ops`] computes with such sets; [`inverse`] asks the other way around:
//! what an operand was, if this came out. [`fold`] does so for statements, [`edges`] follows a branch back through the
//! statements its condition is computed by. [`ranger`] answers for any name at any place, on demand, and remembers what
//! it found; who looks at one path only (jump threading) brings an answer of its own ([`Query`]).
//!
//! Whether arithmetic may overflow is the type's business and that of `-fwrapv`, `-ftrapv` and `-fwrapv-pointer`
//! ([`View`]). Types wider than 64 bits have no ranges.

pub mod by_name;
pub mod counted;
pub mod edges;
pub mod fold;
pub mod inverse;
pub mod noted;
pub mod ops;
pub mod range;
pub mod ranger;
#[cfg(test)]
mod tests;

use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use ops::Overflow;
pub use range::{Kind, Range};

/// A function that is only looked at, and by which options.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub unit: &'a Unit,
    pub f: &'a Function,
    pub options: &'a Options,
}

impl View<'_> {
    /// The kind of values of a type that has ranges.
    pub fn kind(&self, ty: TypeId) -> Option<Kind> {
        Kind::of(self.unit, ty)
    }

    /// The kind of values an operand has.
    pub fn kind_of(&self, op: Operand) -> Option<Kind> {
        if op.is_none() {
            return None;
        }
        self.kind(self.unit.type_of(self.f, op))
    }

    /// What becomes of results that do not fit.
    pub fn overflow(&self, kind: Kind) -> Overflow {
        if kind.pointer {
            let wraps = self.options.on(Flag::WrapvPointer)
                || !self.options.on(Flag::DeleteNullPointerChecks);
            return if wraps { Overflow::Wraps } else { Overflow::Undefined };
        }
        if !kind.signed || self.options.on(Flag::Wrapv) {
            Overflow::Wraps
        } else if self.unit.trapping_overflow {
            Overflow::Traps
        } else {
            Overflow::Undefined
        }
    }
}

/// Who knows the ranges of names.
pub trait Query {
    /// What a name may be where a statement uses it. Only names of a kind that has ranges are asked for.
    fn range_of_name(&mut self, view: View<'_>, name: SsaName, kind: Kind, at: StmtId) -> Range;

    /// The same for any operand; `None` where its type has no ranges.
    fn range_of(&mut self, view: View<'_>, op: Operand, at: StmtId) -> Option<Range> {
        let kind = view.kind_of(op)?;
        Some(match op {
            Operand::Ssa(name) => self.range_of_name(view, name, kind, at),
            _ => fold::range_of_invariant(view, op, kind),
        })
    }
}
