//! One test put in the place of several.

use super::{Reassoc, Term, Test, Tests, UNKNOWN};
use dumps::putln;
use gimple::code::TreeCode;
use gimple::range_test::{Check, Range};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use std::fmt::Write;
use tree_ssa::analyses::scev::Show;
use tree_ssa::analyses::scev::emit::{self, emit};
use tree_ssa::analyses::scev::expr::ExprId;

impl Reassoc<'_, '_> {
    /// Lets the term of one test ask whether an expression is in a range, which says what the tests of `others` say as
    /// well (`update_range_test`). `stmts`, in no block yet, compute what is in the expression. Whether it was done.
    pub fn replace(
        &mut self,
        tests: &mut Tests,
        at: usize,
        others: &[usize],
        (exp, range): (ExprId, Range),
        stmts: Vec<StmtId>,
    ) -> bool {
        let term = *tests.term(at);
        let Some(condition) = self.range_check(exp, range) else { return false };
        let own = term.op.ssa().is_some_and(|_| self.exprs.operand(tests.tests[at].exp) == term.op);
        let value = if self.is_parameter(term.op) {
            // There is no place for a comparison; it may be one itself.
            if !own || term.or || self.exprs.operand(condition) != term.op {
                return false;
            }
            term.op
        } else {
            let Some(place) = self.stmt_of(&term) else { return false };
            self.say_joined(tests, at, others, condition);
            let wanted = if term.or { self.folder().not(condition) } else { condition };
            self.insert_computed(&term, wanted, stmts, place, own)
        };
        tests.terms[tests.tests[at].term].op = value;
        tests.tests[at] = Test { exp, range, term: tests.tests[at].term };
        for &other in others {
            self.drop_test(tests, other);
        }
        true
    }

    /// Whether a term is the value of a parameter or of a variable on entry.
    pub fn is_parameter(&self, op: Operand) -> bool {
        op.ssa().is_some() && self.definition(op).is_none()
    }

    /// What a test says another says from now on.
    pub fn drop_test(&mut self, tests: &mut Tests, other: usize) {
        let number = tests.tests[other].term;
        let Term { op, or, .. } = tests.terms[number];
        if tests.across.is_some() {
            let ty = match op {
                Operand::None => self.cx.unit.common.bool_,
                op => self.cx.unit.type_of(self.f, op),
            };
            tests.terms[number].op = self.cx.unit.int(ty, (!or).into());
        } else {
            tests.terms[number].gone = true;
        }
        tests.tests[other] = Test { exp: ExprId::NONE, range: UNKNOWN, term: number };
    }

    /// The type of a term.
    pub fn term_type(&self, term: &Term) -> TypeId {
        match term.op {
            Operand::None => self.cx.unit.common.bool_,
            op => self.cx.unit.type_of(self.f, op),
        }
    }

    /// Computes a condition, in the type of a term, where that is.
    fn insert_computed(
        &mut self,
        term: &Term,
        condition: ExprId,
        mut stmts: Vec<StmtId>,
        place: StmtId,
        after: bool,
    ) -> Operand {
        let ty = self.term_type(term);
        let wanted = self.folder().convert(ty, condition);
        let value = emit(self.cx.unit, self.f, &self.exprs, wanted, &mut stmts);
        let value = match value {
            Some(value) if value.ssa().is_some() => value,
            value => {
                let value = value.unwrap_or(term.op);
                let rhs = [value, Operand::None, Operand::None];
                emit::assign(self.f, ty, TreeCode::Single, rhs, &mut stmts)
            }
        };
        self.insert_all(&stmts, place, after);
        value
    }

    /// Puts statements before another, or after it.
    pub fn insert_all(&mut self, stmts: &[StmtId], place: StmtId, after: bool) {
        let mut at = place;
        for &stmt in stmts {
            self.f.stmt_info[stmt] = self.f.stmt_info[place];
            if after {
                self.insert_after(at, stmt);
                at = stmt;
            } else {
                self.insert_before(place, stmt);
            }
            self.f.update_stmt(self.cx.unit, stmt);
        }
    }

    /// The condition that an expression is in a range (`build_range_check`).
    pub fn range_check(&mut self, exp: ExprId, range: Range) -> Option<ExprId> {
        if !range.inside {
            let inside = self.range_check(exp, Range { inside: true, ..range })?;
            return Some(self.folder().not(inside));
        }
        let ty = self.exprs.ty(exp);
        let domain = self.domain(ty)?;
        let is_bool = self.is_bool(ty);
        let masked = matches!(self.exprs.operation(exp), Some((TreeCode::BitAnd, _)));
        let enumerated = is_bool || matches!(self.cx.unit.types.kind(ty), TypeKind::Enum { .. });
        let mut folder = self.folder();
        if let (true, Some(low), Some(high)) = (masked, range.low, range.high)
            && let end = low ^ high
            && low < high
            && end & (end + 1) == 0
            && low & end == 0
        {
            // The bits in which the bounds differ may be any.
            let (mask, value) = (folder.number(ty, !end), folder.number(ty, low & !end));
            let masked = folder.binary(TreeCode::BitAnd, ty, exp, mask);
            return Some(folder.compare(TreeCode::Eq, masked, value));
        }
        match range.check(domain)? {
            Check::Always => Some(folder.truth_value(true)),
            Check::Compare(TreeCode::Eq, value) if is_bool => {
                Some(if value == 0 { folder.not(exp) } else { exp })
            }
            Check::Compare(code, value) => {
                let value = folder.number(ty, value);
                Some(folder.compare(code, exp, value))
            }
            Check::Positive => {
                let signed = folder.signed_type(ty);
                let (value, zero) = (folder.convert(signed, exp), folder.number(signed, 0));
                Some(folder.compare(TreeCode::Gt, value, zero))
            }
            Check::Within { low, width } => {
                let itself = domain.unsigned && (low == 0 || !enumerated);
                let work = match itself {
                    true => ty,
                    false => folder.unit.types.nonstandard_integer(domain.bits as u16, true),
                };
                let mut value = folder.convert(work, exp);
                if low != 0 {
                    if value == exp && enumerated {
                        // It is written, though no statement comes of it.
                        let ops = [exp, ExprId::NONE, ExprId::NONE];
                        value = folder.exprs.operation_on(TreeCode::Nop, work, ops);
                    }
                    let low = folder.number(work, low);
                    value = folder.binary(TreeCode::Minus, work, value, low);
                }
                let width = folder.number(work, width);
                Some(folder.compare(TreeCode::Le, value, width))
            }
        }
    }

    /// Whether the condition a term is, or ends a block with, is one of a kind that is a statement.
    pub fn comparison_at(&self, stmt: StmtId) -> Option<(TreeCode, [Operand; 2])> {
        match self.f.stmts[stmt].kind {
            StmtKind::Assign { code, rhs, .. } => Some((code, [rhs[0], rhs[1]])),
            StmtKind::Cond { code, lhs, rhs, .. } => Some((code, [lhs, rhs])),
            _ => None,
        }
    }

    /// A number as dumps write it, in the type of what is tested.
    fn bound_text(&mut self, exp: ExprId, bound: Option<i128>) -> String {
        let Some(bound) = bound else { return String::new() };
        let ty = if exp.is_some() { self.exprs.ty(exp) } else { self.cx.unit.common.bool_ };
        let number = self.cx.unit.int(ty, bound);
        tree_ssa::dump_text::operand(self.cx.unit, self.f, number)
    }

    /// An expression as dumps write it.
    pub fn text(&self, exp: ExprId) -> String {
        Show { unit: self.cx.unit, f: self.f, exprs: &self.exprs }.text(exp)
    }

    fn test_text(&mut self, test: &Test) -> String {
        let sign = if test.range.inside { '+' } else { '-' };
        let low = self.bound_text(test.exp, test.range.low);
        let high = self.bound_text(test.exp, test.range.high);
        format!("{sign}[{low}, {high}]")
    }

    fn say_joined(&mut self, tests: &Tests, at: usize, others: &[usize], condition: ExprId) {
        if !self.cx.dump.details() {
            return;
        }
        let own = tests.tests[at];
        let mut line = format!("Optimizing range tests {} ", self.text(own.exp));
        line.push_str(&self.test_text(&own));
        for &other in others {
            let other = tests.tests[other];
            line.push_str(" and ");
            if other.exp != own.exp && self.exprs.name(other.exp).is_some() {
                line.push_str(&self.text(other.exp));
                line.push(' ');
            }
            line.push_str(&self.test_text(&other));
        }
        let condition = self.text(condition);
        putln!(self.cx.dump, "{line}\n into {condition}");
    }
}
