//! A value that is not negative and below another that is not: one comparison without sign.
//!
//! ```text
//!   a_4(D) >= 0 && a_4(D) < b_3        (unsigned int) a_4(D) < (unsigned int) b_3
//! ```

use super::{Reassoc, Test, Tests};
use dumps::DumpFlags;
use dumps::putln;
use gimple::code::TreeCode;
use gimple::range_test::Range;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types_compatible::useless_type_conversion;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::fold::gimple_fold;

/// A comparison that is to hold: of a value that is below another, or no greater.
struct Below {
    stmt: StmtId,
    code: TreeCode,
    value: SsaName,
    bound: SsaName,
}

impl Reassoc<'_, '_> {
    /// Joins lower bounds 0 with upper bounds that are variables (`optimize_range_tests_var_bound`).
    pub fn join_with_bounds(&mut self, tests: &mut Tests) -> bool {
        let mut positive: FxHashMap<SsaName, usize> = FxHashMap::default();
        for (index, test) in tests.tests.iter().enumerate().skip(tests.first) {
            let Some(name) = self.exprs.name(test.exp) else { continue };
            let types = &self.cx.unit.types;
            let ty = self.f.names[name].ty;
            let signed = types.is_integral(ty) && !types.is_unsigned(ty);
            if signed && test.range == (Range { inside: true, low: Some(0), high: None }) {
                positive.insert(name, index);
            }
        }
        let mut changed = false;
        if positive.is_empty() {
            return false;
        }
        for at in 0..tests.tests.len() {
            let Some(below) = self.below(tests, at) else { continue };
            let Some(&other) = positive.get(&below.value) else { continue };
            if other == at || !self.is_known_positive(tests, below.bound) {
                continue;
            }
            positive.remove(&below.value);
            self.compare_unsigned(tests, at, other, below);
            changed = true;
        }
        changed
    }

    /// The comparison of two names that a test is, as it is to hold.
    fn below(&self, tests: &Tests, at: usize) -> Option<Below> {
        let Test { exp, range, .. } = tests.tests[at];
        let name = self.exprs.name(exp);
        let holds = match (range.low?, range.high?) {
            (0, 0) => !range.inside,
            (1, 1) if name.is_some_and(|name| self.is_truth(self.f.names[name].ty)) => range.inside,
            _ => return None,
        };
        let stmt = match name {
            Some(name) => self.f.names[name].def.expand()?,
            None if exp.is_none() => self.stmt_of(tests.term(at))?,
            None => return None,
        };
        let (code, [Operand::Ssa(a), Operand::Ssa(b)]) = self.comparison_at(stmt)? else {
            return None;
        };
        use TreeCode::*;
        let code = match code {
            Lt | Le | Gt | Ge if holds => code,
            Lt | Le | Gt | Ge => code.invert_comparison(false)?,
            _ => return None,
        };
        Some(match code {
            Gt | Ge => Below { stmt, code: code.swap_comparison(), value: b, bound: a },
            _ => Below { stmt, code, value: a, bound: b },
        })
    }

    /// Whether a bound is known not to be negative, wherever it is asked for.
    fn is_known_positive(&self, tests: &Tests, bound: SsaName) -> bool {
        if tree_ssa::ssa::out_of_ssa::is_undefined(self.cx.unit, self.f, bound) {
            return false;
        }
        let is_positive = |name: SsaName| {
            let bits = self.cx.unit.types.precision(self.f.names[name].ty);
            bits.is_some_and(|bits| {
                (1..=64).contains(&bits) && self.f.nonzero_bits.get(name) >> (bits - 1) & 1 == 0
            })
        };
        let Some(first) = tests.across else { return is_positive(bound) };
        let mut name = bound;
        // What is known of values that were computed on conditions may follow from these.
        while let Some(def) = self.f.names[name].def.expand()
            && let block = self.f.stmts[def].block
            && block != first
            && self.places.is_dominated(block, first)
        {
            let StmtKind::Assign { code, rhs, .. } = self.f.stmts[def].kind else { return false };
            let types = &self.cx.unit.types;
            match (code, rhs) {
                (TreeCode::Nop, [from, ..]) => {
                    let (of, to) = (self.cx.unit.type_of(self.f, from), self.f.names[name].ty);
                    if !types.is_integral(of) {
                        return false;
                    }
                    let (bits, wanted) = (types.precision(of), types.precision(to));
                    if types.is_unsigned(of) && bits < wanted {
                        return is_positive(bound);
                    }
                    match from {
                        Operand::Ssa(from) if bits == wanted => name = from,
                        _ => return false,
                    }
                }
                (TreeCode::BitAnd, [_, mask, _]) => {
                    let positive = self.cx.unit.as_int(mask).is_some_and(|mask| mask >= 0);
                    return positive && is_positive(bound);
                }
                _ => return false,
            }
        }
        is_positive(name)
    }

    /// Lets the test at `at` say what that at `other` says as well.
    fn compare_unsigned(&mut self, tests: &mut Tests, at: usize, other: usize, below: Below) {
        let Below { stmt, mut code, value, bound } = below;
        let ty = self.f.names[value].ty;
        let unsigned = self.folder().unsigned_type(ty);
        self.say_bound((value, bound), code, unsigned);
        let term = *tests.term(at);
        if term.or {
            code = code.invert_comparison(false).unwrap_or(code);
        }
        let mut stmts = Vec::new();
        let mut operands = [value, bound].map(Operand::Ssa);
        for (index, operand) in operands.iter_mut().enumerate() {
            let of = self.cx.unit.type_of(self.f, *operand);
            if index == 0 || !useless_type_conversion(self.cx.unit, unsigned, of) {
                let rhs = [*operand, Operand::None, Operand::None];
                *operand = self.compute(unsigned, TreeCode::Nop, rhs, &mut stmts);
            }
        }
        if gimple_fold::should_swap_operands(self.cx.unit, operands[0], operands[1]) {
            operands.swap(0, 1);
            code = code.swap_comparison();
        }
        let mut range = Range { inside: term.or, low: Some(0), high: Some(0) };
        let mut exp = tests.tests[at].exp;
        if let StmtKind::Cond { .. } = self.f.stmts[stmt].kind {
            self.insert_all(&stmts, stmt, false);
            self.set_condition(stmt, code, operands);
            range.inside = term.or;
        } else {
            let bool_ = self.cx.unit.common.bool_;
            let wanted = self.term_type(&term);
            let truth = if self.is_truth(wanted) { wanted } else { bool_ };
            let rhs = [operands[0], operands[1], Operand::None];
            let mut result = self.compute(truth, code, rhs, &mut stmts);
            if wanted != truth {
                let rhs = [result, Operand::None, Operand::None];
                result = self.compute(wanted, TreeCode::Nop, rhs, &mut stmts);
            }
            self.insert_all(&stmts, stmt, false);
            tests.terms[tests.tests[at].term].op = result;
            exp = self.folder().leaf(result);
        }
        tests.tests[at] = Test { exp, range, ..tests.tests[at] };
        self.drop_test(tests, other);
    }

    fn say_bound(
        &mut self,
        (value, bound): (SsaName, SsaName),
        code: TreeCode,
        unsigned: gimple::types::TypeId,
    ) {
        if !self.cx.dump.details() {
            return;
        }
        let (a, b) = (
            dump_text::name(self.cx.unit, self.f, value),
            dump_text::name(self.cx.unit, self.f, bound),
        );
        let ty = gimple::print::type_text(self.cx.unit, unsigned, DumpFlags::NONE);
        let sign = code.symbol().unwrap_or("");
        let line = format!("Optimizing range test {a} +[0, ] and comparison {a} {sign} {b}");
        putln!(self.cx.dump, "{line}\n into ({ty}) {a} {sign} ({ty}) {b}");
    }
}
