//! Range tests: several comparisons whose results are joined by `|` or `&`, or by conditions one after the other, become one.
//!
//! ```text
//!   _1 = c_5(D) == 43;                         _7 = c_5(D) & -9;
//!   _2 = c_5(D) == 35;                    =>   _8 = _7 == 35;
//!   _3 = _1 | _2;                              _3 = _8;
//!
//!   if (a_1(D) == 0) goto <bb 3>;              _5 = b_2(D) | a_1(D);
//!   else goto <bb 5>;                          _6 = _5 == 0;
//!   <bb 3> :                              =>   if (_6 != 0) goto <bb 3>; else goto <bb 5>;
//!   if (b_2(D) == 0) goto <bb 4>;              <bb 3> :
//!   else goto <bb 5>;                          if (1 != 0) goto <bb 4>; else goto <bb 5>;
//! ```
//!
//! What is joined is a list of terms. Each is looked at as a test whether a value is within two bounds or not; of what is
//! joined by "or" the opposite, so that all hold together. The tests are sorted by value and bounds: neighbours that
//! together are one range merge. Then those are that differ in one bit (`pairs`), those that can be looked up in a word
//! (`bit_tests`), a lower bound 0 and a variable upper bound (`bounds`), and tests of several values against the same
//! number (`bitwise`). After GCC's `optimize_range_tests`; linear but for sorting, and no test is held against more than
//! 64 others.

mod bit_tests;
mod bitwise;
mod blocks;
mod bounds;
mod pairs;
mod replace;

use super::Reassoc;
use super::operands::Entry;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::options::Flag;
use gimple::range_test::{Domain, Range};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::scev::fold::Folder;

/// Tests after one that it is held against, and steps from a truth value to what is tested.
const NEAR: usize = 64;

/// What is joined with others.
#[derive(Clone, Copy)]
pub struct Term {
    /// A truth value, or none for the condition that ends `block`.
    op: Operand,
    /// What it was at first.
    origin: Operand,
    /// Whether it is joined by "or".
    or: bool,
    block: BlockId,
    /// Whether another term says what it said.
    gone: bool,
}

impl Term {
    const fn new(op: Operand, or: bool, block: BlockId) -> Term {
        Term { op, origin: op, or, block, gone: false }
    }
}

/// A term as a test of a value.
#[derive(Clone, Copy)]
struct Test {
    /// What is tested; none where that is not known.
    exp: ExprId,
    /// The values for which it holds; for which it does not, if the term is joined by "or".
    range: Range,
    /// The number of the term.
    term: usize,
}

/// The terms of one expression, or of blocks that lead to one another.
pub struct Tests {
    terms: Vec<Term>,
    /// Those that are tests, sorted, after the others.
    tests: Vec<Test>,
    /// How many are none.
    first: usize,
    /// The first block, if the terms are conditions of several.
    across: Option<BlockId>,
}

/// What is not known.
const UNKNOWN: Range = Range { inside: false, low: None, high: None };

impl Tests {
    fn term(&self, test: usize) -> &Term {
        &self.terms[self.tests[test].term]
    }
}

impl Reassoc<'_, '_> {
    /// Makes one of several tests among the operands of `|` or `&`.
    pub fn join_operands(&mut self, code: TreeCode, list: &mut Vec<Entry>) {
        let or = match code {
            TreeCode::BitIor => true,
            TreeCode::BitAnd => false,
            _ => return,
        };
        let term = |entry: &Entry| Term::new(entry.op, or, BlockId::NONE);
        let terms = list.iter().map(term).collect();
        let Some(terms) = self.join(terms, None) else { return };
        for (entry, term) in list.iter_mut().zip(&terms) {
            entry.op = term.op;
        }
        let mut terms = terms.iter();
        list.retain(|_| terms.next().is_some_and(|term| !term.gone));
    }

    /// Makes one of several tests among the terms (`optimize_range_tests`); they, if that was done anywhere.
    fn join(&mut self, terms: Vec<Term>, across: Option<BlockId>) -> Option<Vec<Term>> {
        if terms.len() < 2 {
            return None;
        }
        let mut tests = Vec::with_capacity(terms.len());
        for (number, term) in terms.iter().enumerate() {
            let (name, mut range) = self.tested(term).unwrap_or((None, UNKNOWN));
            // What is joined by "or" fails if all fail.
            range.inside ^= term.or;
            let exp = name.map_or(ExprId::NONE, |name| self.folder().leaf(Operand::Ssa(name)));
            tests.push((name, Test { exp, range, term: number }));
        }
        tests.sort_by_key(
            |&(name, Test { range: Range { low, high, .. }, term, .. })| match name {
                // No upper bound is the greatest.
                Some(_) => (name, low, high.is_none(), high, term),
                None => (name, None, false, None, term),
            },
        );
        let first = tests.iter().take_while(|(name, _)| name.is_none()).count();
        let tests = tests.into_iter().map(|(_, test)| test).collect();
        let mut tests = Tests { terms, tests, first, across };
        let mut changed = self.merge_neighbours(&mut tests);
        changed |= self.join_pairs(&mut tests, pairs::Kind::Bit);
        // A branch costs more than one instruction.
        changed |= self.join_pairs(&mut tests, pairs::Kind::Difference);
        changed |= self.test_bits(&mut tests);
        changed |= self.join_with_bounds(&mut tests);
        changed |= self.join_bitwise(&mut tests);
        changed.then_some(tests.terms)
    }

    fn folder(&mut self) -> Folder<'_> {
        Folder::new(self.cx.unit, self.f, self.cx.options, &mut self.exprs)
    }

    /// What numbers there are of a type.
    fn domain(&self, ty: TypeId) -> Option<Domain> {
        let types = &self.cx.unit.types;
        let pointer = types.is_pointer(ty);
        let unsigned = types.is_unsigned(ty);
        let options = self.cx.options;
        let wraps = if pointer {
            options.on(Flag::WrapvPointer)
        } else {
            unsigned || options.on(Flag::Wrapv)
        };
        let bits = types.precision(ty).filter(|_| pointer || types.is_integral(ty))?;
        let undefined = !wraps && (pointer || !options.on(Flag::Trapv));
        Some(Domain { bits, unsigned, wraps, undefined, pointer })
    }

    fn is_abnormal(&self, op: Operand) -> bool {
        op.ssa().is_some_and(|name| self.f.names[name].has(NameFlags::ABNORMAL))
    }

    fn is_bool(&self, ty: TypeId) -> bool {
        matches!(self.cx.unit.types.kind(ty), TypeKind::Bool)
    }

    /// Whether values of a type are truth values.
    fn is_truth(&self, ty: TypeId) -> bool {
        self.cx.unit.types.precision(ty) == Some(1) && self.cx.unit.types.is_unsigned(ty)
    }

    /// The statement a term stands at: that which computes it, or the condition.
    fn stmt_of(&self, term: &Term) -> Option<StmtId> {
        match term.op {
            Operand::None => self.f.last_stmt(term.block),
            op => self.definition(op),
        }
    }

    /// The name a term tests and the range that is to be in; no name where the test is none of a range
    /// (`init_range_entry`).
    fn tested(&self, term: &Term) -> Option<(Option<SsaName>, Range)> {
        let mut range = Range::TRUE;
        let mut name = match term.op {
            Operand::None => None,
            Operand::Ssa(name) => Some(name),
            _ => return None,
        };
        let mut is_truth = true;
        if let Some(name) = name {
            let ty = self.f.names[name].ty;
            if !self.cx.unit.types.is_integral(ty) {
                return None;
            }
            is_truth = self.is_truth(ty);
            if !is_truth && self.cx.unit.types.precision(ty) == Some(1) {
                return None;
            }
        }
        for _ in 0..NEAR {
            let (code, [a, b], ty) = match name {
                Some(name) if self.is_abnormal(Operand::Ssa(name)) => break,
                Some(name) => match self.definition(Operand::Ssa(name)) {
                    Some(def) => match self.f.stmts[def].kind {
                        StmtKind::Assign { code, rhs, .. } if rhs[2].is_none() => {
                            (code, [rhs[0], rhs[1]], self.f.names[name].ty)
                        }
                        _ => break,
                    },
                    None => break,
                },
                None => match self.f.last_stmt(term.block).map(|last| &self.f.stmts[last].kind) {
                    Some(&StmtKind::Cond { code, lhs, rhs, .. }) => {
                        (code, [lhs, rhs], self.cx.unit.common.bool_)
                    }
                    _ => break,
                },
            };
            let Operand::Ssa(from) = a else { break };
            if self.is_abnormal(a) || self.is_abnormal(b) {
                break;
            }
            let of = self.f.names[from].ty;
            match code {
                TreeCode::BitNot if self.is_bool(ty) => {
                    // Only what a truth value can fail to be is turned around.
                    if range.high != Some(0) && range.low != Some(1) {
                        break;
                    }
                    (name, range.inside) = (Some(from), !range.inside);
                    continue;
                }
                TreeCode::BitNot => break,
                TreeCode::Single => {
                    name = Some(from);
                    continue;
                }
                TreeCode::Nop => {
                    let one_bit = self.cx.unit.types.precision(of) == Some(1);
                    if is_truth && self.is_truth(ty) && !one_bit {
                        return None;
                    }
                    if !is_truth && one_bit && !self.is_truth(of) {
                        return None;
                    }
                    is_truth |= one_bit;
                }
                _ if code.is_comparison() => is_truth = true,
                _ if !is_truth => return None,
                _ => {}
            }
            match self.before(code, range, ty, of, b) {
                Some(next) => (name, range) = (Some(from), next),
                None => break,
            }
        }
        is_truth.then_some((name, range))
    }

    /// The range of the first operand of an operation where that of its result is known (`make_range_step`).
    fn before(
        &self,
        code: TreeCode,
        range: Range,
        ty: TypeId,
        of: TypeId,
        other: Operand,
    ) -> Option<Range> {
        let (to, from) = (self.domain(ty)?, self.domain(of)?);
        let number = || self.cx.unit.as_int(other);
        match code {
            _ if code.is_comparison() => range.of_comparison(code, number()?, from),
            TreeCode::Negate => range.before_negation(to),
            TreeCode::Plus => range.before_difference(number()?.checked_neg()?, to, true),
            TreeCode::Minus => range.before_difference(number()?, to, true),
            TreeCode::Nop if !to.pointer && !from.pointer => range.before_conversion(to, from),
            _ => None,
        }
    }

    /// Makes one range of neighbours that are one.
    fn merge_neighbours(&mut self, tests: &mut Tests) -> bool {
        let mut changed = false;
        let mut at = tests.first;
        let mut failures = 0;
        while at < tests.tests.len() {
            let Test { exp, mut range, .. } = tests.tests[at];
            let ty = self.exprs.ty(exp);
            let Some(domain) = self.domain(ty) else { break };
            let mut end = at + 1;
            while let Some(next) = tests.tests.get(end).filter(|next| next.exp == exp)
                && let Some(merged) = range.merge(next.range, domain)
            {
                range = merged;
                end += 1;
            }
            let others: Vec<usize> = (at + 1..end).collect();
            if others.is_empty() {
                at += 1;
            } else if self.replace(tests, at, &others, (exp, range), Vec::new()) {
                changed = true;
                at = end;
            } else {
                // What cannot be asked is not tried from each of its parts.
                failures += 1;
                at = if failures > NEAR { end } else { at + 1 };
            }
        }
        changed
    }
}
