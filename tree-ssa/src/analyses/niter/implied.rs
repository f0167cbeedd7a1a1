//! Conditions that are decided where a loop is entered, by the tests before it (`simplify_using_initial_conditions`).
//!
//! ```text
//!   if (n_2(D) > 0) ...  the loop:         n_2(D) < 1 does not hold here
//! ```

use crate::analyses::ranges::{Kind, Range};
use crate::analyses::scev::Scev;
use crate::analyses::scev::expr::ExprId;
use gimple::code::TreeCode;
use gimple::loops::LoopId;

/// A comparison of two expressions.
#[derive(Clone, Copy)]
struct Comparison {
    code: TreeCode,
    left: ExprId,
    right: ExprId,
}

impl Scev<'_, '_> {
    /// A condition as it is where a loop is entered.
    pub(in crate::analyses) fn simplify_by_entry(&mut self, of: LoopId, id: ExprId) -> ExprId {
        if id == ExprId::UNKNOWN || self.folder().as_int(id).is_some() {
            return id;
        }
        let expanded = self.expand(id);
        let mut simple = expanded;
        for guard in self.guards(of) {
            let (left, right) = (self.leaf(guard.left), self.leaf(guard.right));
            let known = self.folder().compare(guard.code, left, right);
            let known = self.expand(known);
            simple = self.simplify_by(known, simple);
            if self.folder().as_int(simple).is_some() {
                return simple;
            }
        }
        if simple == expanded { id } else { simple }
    }

    /// `tree_simplify_using_condition`.
    fn simplify_by(&mut self, known: ExprId, id: ExprId) -> ExprId {
        if let Some((code, [a, b, c])) = self.state.exprs.operation(id) {
            let [x, y] = [a, b].map(|op| op.expand());
            let parts = match code {
                TreeCode::TruthAnd | TreeCode::TruthOr => x.zip(y),
                TreeCode::Cond => {
                    let test = self.simplify_by(known, a);
                    return if test == a { id } else { self.folder().choice(test, b, c) };
                }
                _ => None,
            };
            if let Some((a, b)) = parts {
                let (a, b) = (self.simplify_by(known, a), self.simplify_by(known, b));
                let mut folder = self.folder();
                return match code {
                    TreeCode::TruthAnd => folder.both(a, b),
                    _ => folder.either(a, b),
                };
            }
        }
        let (Some(known), Some(asked)) = (self.comparison(known), self.comparison(id)) else {
            return id;
        };
        match self.decided(known, asked) {
            Some(value) => self.folder().truth_value(value),
            None => id,
        }
    }

    fn comparison(&self, id: ExprId) -> Option<Comparison> {
        let (code, [left, right, _]) = self.state.exprs.operation(id)?;
        code.is_comparison().then_some(Comparison { code, left, right })
    }

    /// Whether a condition holds, or not, where another does.
    fn decided(&mut self, known: Comparison, asked: Comparison) -> Option<bool> {
        if known.code == TreeCode::Eq {
            let by_equality = [(known.left, known.right), (known.right, known.left)];
            for (from, to) in by_equality {
                if let Some(value) = self.with(asked, from, to) {
                    return Some(value);
                }
            }
        }
        if matches!(asked.code, TreeCode::Eq | TreeCode::Ne) {
            // Were they equal, what is known would not hold.
            for (from, to) in [(asked.left, asked.right), (asked.right, asked.left)] {
                if self.with(known, from, to) == Some(false) {
                    return Some(asked.code == TreeCode::Ne);
                }
            }
        }
        self.by_outcomes(known, asked).or_else(|| self.by_ranges(known, asked))
    }

    /// Whether a comparison holds with one expression in place of another.
    fn with(&mut self, of: Comparison, from: ExprId, to: ExprId) -> Option<bool> {
        let left = self.replaced(of.left, from, to);
        let right = self.replaced(of.right, from, to);
        if (left, right) == (of.left, of.right) {
            return None;
        }
        let value = self.folder().compare(of.code, left, right);
        self.folder().as_int(value).map(|value| value != 0)
    }

    fn replaced(&mut self, id: ExprId, from: ExprId, to: ExprId) -> ExprId {
        if id == from {
            return to;
        }
        let ty = self.state.exprs.ty(id);
        let Some((code, ops)) = self.state.exprs.operation(id) else { return id };
        let new = ops.map(|op| if op.is_some() { self.replaced(op, from, to) } else { op });
        if new == ops { id } else { self.folder().fold(code, ty, new) }
    }

    /// By comparing the same two things.
    fn by_outcomes(&self, known: Comparison, asked: Comparison) -> Option<bool> {
        let code = match (known.left, known.right) {
            same if same == (asked.left, asked.right) => asked.code,
            same if same == (asked.right, asked.left) => asked.code.swap_comparison(),
            _ => return None,
        };
        let (yes, no) = (outcomes(code)?, outcomes(known.code)?);
        match no & yes {
            both if both == no => Some(true),
            0 => Some(false),
            _ => None,
        }
    }

    /// By comparing one thing with two constants.
    fn by_ranges(&mut self, known: Comparison, asked: Comparison) -> Option<bool> {
        if known.left != asked.left {
            return None;
        }
        let kind = Kind::of(self.unit, self.state.exprs.ty(known.left))?;
        let (a, b) = (self.folder().as_int(known.right)?, self.folder().as_int(asked.right)?);
        let (holds, wanted) = (satisfying(kind, known.code, a)?, satisfying(kind, asked.code, b)?);
        let common = holds.intersect(&wanted);
        match common {
            _ if common.is_empty() => Some(false),
            _ if common == holds => Some(true),
            _ => None,
        }
    }
}

/// The outcomes for which a comparison holds: less, equal, greater, as bits.
fn outcomes(code: TreeCode) -> Option<u8> {
    Some(match code {
        TreeCode::Lt => 1,
        TreeCode::Eq => 2,
        TreeCode::Le => 3,
        TreeCode::Gt => 4,
        TreeCode::Ne => 5,
        TreeCode::Ge => 6,
        _ => return None,
    })
}

/// The values that compare so with a number.
fn satisfying(kind: Kind, code: TreeCode, number: i128) -> Option<Range> {
    let number = kind.wrap(number);
    let between = |low: i128, high: i128| {
        if low > high { Range::empty(kind) } else { Range::between(kind, low, high) }
    };
    Some(match code {
        TreeCode::Lt => between(kind.min(), number - 1),
        TreeCode::Le => between(kind.min(), number),
        TreeCode::Gt => between(number + 1, kind.max()),
        TreeCode::Ge => between(number, kind.max()),
        TreeCode::Eq => Range::constant(kind, number),
        TreeCode::Ne => Range::constant(kind, number).complement(),
        _ => return None,
    })
}
