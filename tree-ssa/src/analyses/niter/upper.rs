//! The largest value an expression can have (`derive_constant_upper_bound`).

use crate::analyses::ranges::Kind;
use crate::analyses::scev::Scev;
use crate::analyses::scev::expr::{ExprId, Node};
use gimple::code::TreeCode;
use gimple::simplify::Subject;
use gimple::stmt::StmtKind;
use gimple::tree::Operand;

/// Statements that are followed.
const DEEPEST: u32 = 16;

impl Scev<'_, '_> {
    /// The largest value of an expression that is not negative.
    pub(super) fn upper_bound(&mut self, id: ExprId) -> i128 {
        self.upper_bound_within(id, DEEPEST)
    }

    fn upper_bound_within(&mut self, id: ExprId, left: u32) -> i128 {
        let ty = self.state.exprs.ty(id);
        let Some(kind) = Kind::of(self.unit, ty) else { return i128::from(u64::MAX) };
        let of_type = kind.max();
        if let Some(value) = self.folder().as_int(id) {
            return if value < 0 { kind.unsigned().wrap(value) } else { value };
        }
        if left == 0 {
            return of_type;
        }
        let (code, [a, b]) = match self.state.exprs.node(id) {
            Node::Operation { code, ops: [a, b, _], .. } => (code, [a, b]),
            Node::Leaf(Operand::Ssa(name)) => match self.f.names[name].def.expand() {
                Some(def) => match self.f.stmts[def].kind {
                    StmtKind::Assign { code, rhs: [a, b, Operand::None], .. }
                        if a.ssa().is_some()
                            && !matches!(b, Operand::Tree(_) | Operand::Decl(_)) =>
                    {
                        let a = self.leaf(a);
                        (code, [a, if b.is_some() { self.leaf(b) } else { ExprId::NONE }])
                    }
                    _ => return of_type,
                },
                None => return of_type,
            },
            _ => return of_type,
        };
        self.upper_bound_of(kind, (code, [a, b]), left - 1).unwrap_or(of_type)
    }

    fn upper_bound_of(
        &mut self,
        kind: Kind,
        (code, [a, b]): (TreeCode, [ExprId; 2]),
        left: u32,
    ) -> Option<i128> {
        let number = |s: &mut Self, id: ExprId| {
            if id.is_none() { None } else { s.folder().as_int(id) }
        };
        match code {
            TreeCode::Nop => {
                let from = Kind::of(self.unit, self.state.exprs.ty(a))?;
                if from.signed && !self.is_nonnegative(a) {
                    // What is negative becomes large.
                    return None;
                }
                let bound = self.upper_bound_within(a, left);
                (bound <= kind.max()).then_some(bound)
            }
            TreeCode::Plus | TreeCode::Minus | TreeCode::PointerPlus => {
                let by = number(self, b)?;
                let by = Kind { signed: true, ..kind }.wrap(if code == TreeCode::Minus {
                    -by
                } else {
                    by
                });
                if !self.is_nonnegative(a) {
                    return None;
                }
                let bound = self.upper_bound_within(a, left);
                if by >= 0 {
                    return Some(bound + by).filter(|&sum| sum <= kind.max());
                }
                // `a - c`, where a may be less than c: that wraps around unless there is no less.
                if !kind.signed {
                    return None;
                }
                Some((bound + by).max(0))
            }
            TreeCode::TruncDiv | TreeCode::ExactDiv => {
                let by = number(self, b).filter(|&by| by > 0)?;
                Some(self.upper_bound_within(a, left) / by)
            }
            TreeCode::BitAnd => number(self, b).filter(|&mask| mask >= 0),
            _ => None,
        }
    }

    /// Whether an expression is not negative, by its type or what is known of its values.
    pub(super) fn is_nonnegative(&mut self, id: ExprId) -> bool {
        let ty = self.state.exprs.ty(id);
        self.folder().unsigned(ty) || self.range_of(id).is_some_and(|(low, _)| low >= 0)
    }
}
