//! When the edges of a switch on a parameter are taken (`set_switch_stmt_execution_predicate`).
//!
//! ```text
//!   switch (n) <default: <L9>, case 1 ... 3: <L1>, case 7: <L2>, case 8: <L2>>
//!
//!   to L1 if: (op0 >= 1) && (op0 <= 3)        to L9 if: (op0 < 1 || op0 > 3) && (op0 < 1 || op0 < 7 || op0 > 8) ...
//!   to L2 if: (op0 == 7 || op0 == 8)
//! ```
//!
//! Neighbouring cases are one for the default, which gets a predicate as long as they have few ends.

use super::{Analysis, Subject};
use crate::predicate::{Predicate, Test};
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use tree_ssa::analyses::ranges::Kind;
use tree_ssa::graph::dominance::Dominators;

/// The most ends of neighbouring cases for which the default gets a predicate
/// (`--param ipa-max-switch-predicate-bounds`).
const MAX_ENDS: usize = 5;

/// Values from one to another.
#[derive(Clone, Copy)]
struct Run {
    low: (ConstId, i128),
    high: (ConstId, i128),
}

impl Run {
    fn is_single(&self) -> bool {
        self.low.1 == self.high.1
    }
}

/// What is known of the value that is switched on.
enum Known {
    Between(i128, i128),
    /// Anything but what is between.
    Without(i128, i128),
    Nothing,
}

/// The cases of a switch, in order, neighbours together.
struct Runs {
    runs: Vec<Run>,
    ends: usize,
    known: Known,
}

impl Runs {
    fn add(&mut self, run: Run) {
        if self.ends > MAX_ENDS {
            return;
        }
        let ends = if run.is_single() { 1 } else { 2 };
        let Some(last) = self.runs.last_mut() else {
            self.ends += ends;
            return self.runs.push(run);
        };
        let after = last.high.1.checked_add(1);
        let mut joins = Some(run.low.1) == after;
        if !joins && let Known::Without(low, high) = self.known {
            if run.low.1.checked_sub(1).is_some_and(|before| high < before) {
                self.known = Known::Nothing;
            } else {
                joins = after.is_none_or(|after| low <= after);
            }
        }
        if joins {
            self.ends += usize::from(last.is_single());
            last.high = run.high;
        } else {
            self.ends += ends;
            self.runs.push(run);
        }
    }
}

impl Analysis<'_> {
    /// Finds when the edges of a switch are taken.
    pub(super) fn edges_of_switch(&mut self, block: BlockId, last: StmtId, ends: &Dominators) {
        let (unit, f) = (self.unit, self.f);
        let StmtKind::Switch(switch) = &f.stmts[last].kind else { return };
        let Some(subject) = self.subject(last, switch.index) else { return };
        // A block of a large switch has many ways out, and few lead to each case.
        let edge_to = |label| f.find_edge(block, f.labels.block(label)?);
        let mut default = None;
        let mut cases = Vec::with_capacity(switch.cases.len());
        for case in &switch.cases {
            let edge = edge_to(case.label);
            if case.low.is_none() {
                default = edge;
                continue;
            }
            let high = if case.high.is_none() { case.low } else { case.high };
            let values = (unit.consts.as_int(case.low), unit.consts.as_int(high));
            let (Some(from), Some(to)) = values else { return };
            cases.push((edge, Run { low: (case.low, from), high: (high, to) }));
        }
        let mut runs = Runs { runs: Vec::new(), ends: 0, known: self.known(switch.index) };
        for (edge, run) in cases {
            if let Some(edge) = edge.filter(|&edge| self.decides(ends, block, edge)) {
                let inside = self.within(&subject, run);
                self.or_on_edge(edge, inside);
            }
            runs.add(run);
        }
        if let Some(edge) = default
            && runs.ends <= MAX_ENDS
            && self.decides(ends, block, edge)
        {
            let outside = self.without(&subject, &runs);
            self.or_on_edge(edge, outside);
        }
    }

    fn or_on_edge(&mut self, edge: EdgeId, taken: Predicate) {
        let known = self.on_edge.get(&edge).copied().unwrap_or(Predicate::never());
        self.on_edge.insert(edge, taken.or(&self.summary.conditions, &known));
    }

    fn compare(&mut self, subject: &Subject, code: TreeCode, with: ConstId) -> Predicate {
        self.ask(subject.clone(), Test::Compare(code, Operand::Const(with)))
    }

    /// When the value is in a run.
    fn within(&mut self, subject: &Subject, run: Run) -> Predicate {
        if run.is_single() {
            return self.compare(subject, TreeCode::Eq, run.low.0);
        }
        let from = self.compare(subject, TreeCode::Ge, run.low.0);
        let to = self.compare(subject, TreeCode::Le, run.high.0);
        from.and(&self.summary.conditions, &to)
    }

    /// When the value is in none of the runs.
    fn without(&mut self, subject: &Subject, runs: &Runs) -> Predicate {
        let kind = Kind::of(self.unit, subject.1);
        let (least, greatest) = match (&runs.known, kind) {
            (Known::Between(low, high), _) => (*low, *high),
            (_, Some(kind)) => (kind.min(), kind.max()),
            _ => (i128::MIN, i128::MAX),
        };
        let mut all = Predicate::never();
        let mut between = Predicate::TRUE;
        for run in &runs.runs {
            if run.is_single() {
                let other = self.compare(subject, TreeCode::Ne, run.low.0);
                between = between.and(&self.summary.conditions, &other);
                continue;
            }
            if least < run.low.1 {
                let below = self.compare(subject, TreeCode::Lt, run.low.0);
                between = between.and(&self.summary.conditions, &below);
                all = all.or(&self.summary.conditions, &between);
            }
            if greatest <= run.high.1 {
                return all;
            }
            between = self.compare(subject, TreeCode::Gt, run.high.0);
        }
        all.or(&self.summary.conditions, &between)
    }

    fn known(&self, index: Operand) -> Known {
        let parts = index.ssa().and_then(|name| self.f.value_ranges.get(&name));
        let (Some(parts), Some(kind)) =
            (parts, Kind::of(self.unit, self.unit.type_of(self.f, index)))
        else {
            return Known::Nothing;
        };
        match parts[..] {
            [(least, below), (above, greatest)]
                if least == kind.min() && greatest == kind.max() =>
            {
                Known::Without(below.saturating_add(1), above.saturating_sub(1))
            }
            [(low, _), .., (_, high)] | [(low, high)] => Known::Between(low, high),
            [] => Known::Nothing,
        }
    }
}
