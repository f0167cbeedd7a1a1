//! Bounds on the number of iterations of a loop (`estimate_numbers_of_iterations`).

use super::{Bound, LoopFacts, Niter};
use crate::analyses::ranges::Kind;
use crate::analyses::scev::expr::ExprId;
use crate::analyses::scev::{Affine, Scev};
use crate::graph::natural_loops::loop_body;
use dumps::putln;
use gimple::cfg::{EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::simplify::Subject;
use gimple::stmt::StmtId;
use gimple::types::TypeId;
use std::fmt::Write;

/// Statements of a loop whose bounds are noted.
const MAX_BOUNDS: usize = 256;
/// Loops nested deeper are not looked through for what bounds them: each would be once more for each loop around it.
const DEEPEST: u32 = 32;

/// How a bound on the executions of a statement is known.
#[derive(Clone, Copy)]
pub(super) struct How {
    pub is_exit: bool,
    /// It is not only a bound, but how often that happens.
    pub realistic: bool,
    /// It is certain.
    pub upper: bool,
}

impl Scev<'_, '_> {
    /// The number of times a loop's latch runs at most, where that is known (`max_loop_iterations`).
    pub fn max_iterations(&mut self, of: LoopId) -> Option<i128> {
        self.estimate(of);
        self.facts(of).upper
    }

    /// The number of times a loop's latch hardly exceeds (`likely_max_loop_iterations`).
    pub fn likely_max_iterations(&mut self, of: LoopId) -> Option<i128> {
        self.estimate(of);
        self.facts(of).likely.or(self.facts(of).upper)
    }

    /// How often a loop's latch runs on average, where something says so (`estimated_loop_iterations`).
    pub fn estimated_iterations(&mut self, of: LoopId) -> Option<i128> {
        self.estimate(of);
        self.facts(of).estimate
    }

    /// Finds bounds, unless that has been done.
    pub fn estimate(&mut self, of: LoopId) {
        if std::mem::replace(&mut self.facts(of).estimated, true) {
            return;
        }
        if self.f.loop_data(of).is_none_or(|entry| entry.depth > DEEPEST) {
            return;
        }
        if self.dump.details() {
            putln!(self.dump, "Estimating # of iterations of loop {of}");
        }
        let exact = self.latch_executions(of);
        let body = loop_body(self.f, of);
        let exits = self.exits(of).to_vec();
        let likely = self.single_likely_exit(&exits);
        for exit in exits {
            let Some(niter) = self.niter_of_exit(of, exit, false) else { continue };
            self.record_exit(of, exit, niter, likely == Some(exit));
        }
        if self.options.on(Flag::AggressiveLoopOptimizations) {
            self.infer_from_undefined(of, &body);
        }
        self.reduce_by_paths(of);
        self.reduce_by_last_iteration(of);
        // A number that is known is not spoiled by what would not be defined.
        if exact != ExprId::UNKNOWN
            && let Some(count) = self.folder().as_int(exact)
        {
            self.facts(of).upper = Some(count);
        }
    }

    fn record_exit(&mut self, of: LoopId, exit: EdgeId, niter: Niter, likely: bool) {
        let mut count = niter.count;
        if self.folder().as_int(niter.may_be_zero).is_none() {
            let ty = self.state.exprs.ty(count);
            let zero = self.folder().number(ty, 0);
            count = self.folder().choice(niter.may_be_zero, zero, count);
        }
        if let Some(last) = self.f.last_stmt(self.f.edges[exit].src) {
            let how = How { is_exit: true, realistic: likely, upper: true };
            self.record(of, count, niter.most, last, how);
        }
        if let Some(iv) = niter.control.filter(|iv| iv.no_overflow) {
            self.facts(of).control_ivs.push(iv);
        }
    }

    /// The only exit that is taken now and then, if the others lead where nothing comes back from
    /// (`single_likely_exit`).
    pub(super) fn single_likely_exit(&self, exits: &[EdgeId]) -> Option<EdgeId> {
        let mut found = None;
        for &exit in exits {
            let edge = &self.f.edges[exit];
            let rare = edge.probability.is_known() && edge.probability.0 == 0
                || edge.flags.intersects(EdgeFlags::COMPLEX);
            if rare {
                continue;
            }
            if found.is_some() {
                return None;
            }
            found = Some(exit);
        }
        found
    }

    /// Notes that a statement is executed at most so often, and once more (`record_estimate`).
    pub(super) fn record(&mut self, of: LoopId, count: ExprId, most: i128, stmt: StmtId, how: How) {
        if self.dump.details() {
            let exit = if how.is_exit { "(exit)" } else { "" };
            let text = self.statement_line(stmt);
            let perhaps = if how.upper { "" } else { "probably " };
            let count = self.text(count);
            putln!(
                self.dump,
                "Statement {exit}{text}\n is {perhaps}executed at most {count} (bounded by {most}) \
                 + 1 times in loop {of}."
            );
        }
        let realistic = how.realistic && self.folder().as_int(count).is_some();
        let exact = self.facts(of).latch_executions;
        let exact =
            exact.is_some_and(|id| id != ExprId::UNKNOWN && self.folder().as_int(id).is_some());
        let room = how.is_exit || !exact && self.facts(of).bounds.len() < MAX_BOUNDS;
        if how.upper && room {
            self.facts(of).bounds.push(Bound { stmt, is_exit: how.is_exit, most });
        }
        let upper = how.upper && self.dominates_latch(self.f.stmts[stmt].block, of);
        let most = if how.is_exit { most } else { most + 1 };
        self.record_bound(of, most, realistic, upper);
    }

    /// The first line of a statement: of a condition, without where it goes.
    pub fn statement_line(&self, stmt: StmtId) -> String {
        let text = crate::dump_text::stmt(self.unit, self.f, stmt);
        text.lines().next().unwrap_or_default().to_owned()
    }

    /// `record_niter_bound`.
    pub(super) fn record_bound(&mut self, of: LoopId, most: i128, realistic: bool, upper: bool) {
        let facts = self.facts(of);
        let lower =
            |kept: &mut Option<i128>| *kept = Some(kept.map_or(most, |kept| kept.min(most)));
        if upper {
            lower(&mut facts.upper);
        }
        if realistic {
            lower(&mut facts.estimate);
        } else {
            lower(&mut facts.likely);
        }
        for kept in [&mut facts.estimate, &mut facts.likely] {
            if let (Some(value), Some(upper)) = (*kept, facts.upper) {
                *kept = Some(value.min(upper));
            }
        }
    }

    /// Whether a value keeps within its type up to the last iteration, by how often the loop is gone round
    /// (`loop_exits_before_overflow`).
    pub fn exits_before_overflow(
        &mut self,
        (of, base, step): (LoopId, ExprId, ExprId),
        at: StmtId,
    ) -> bool {
        self.estimate(of);
        let known = Affine { base, step, no_overflow: true };
        if self.is_controlled(of, known) {
            return true;
        }
        let ty = self.state.exprs.ty(base);
        let Some(steps) = self.steps_to_overflow(ty, base, step) else { return false };
        if self.facts(of).upper.is_some_and(|most| most < steps) {
            return true;
        }
        // Statements that are executed less often bound what comes after them, too.
        let limits = |s: &Self, facts: &LoopFacts| {
            facts.bounds.iter().any(|bound| s.limits(bound, at, steps))
        };
        at.is_some() && self.state.loops.get(&of).is_some_and(|facts| limits(self, facts))
    }

    /// Whether a value is one by which the loop is left before it overflows.
    fn is_controlled(&mut self, of: LoopId, iv: Affine) -> bool {
        let known = std::mem::take(&mut self.facts(of).control_ivs);
        let ty = self.state.exprs.ty(iv.base);
        let found = known.iter().any(|control| {
            let own = self.state.exprs.ty(control.base);
            let same_type = self.folder().same(ty, own);
            if !same_type || control.step != iv.step {
                return false;
            }
            if control.base == self.expand(iv.base) {
                return true;
            }
            // The value before the step is one step earlier, and must not overflow by that.
            let Some((least, greatest)) = self.folder().range(ty) else { return false };
            let step = self.step_of(control);
            let mut folder = self.folder();
            let step_type = folder.step_type(ty);
            let by = folder.number(step_type, step);
            if folder.plus(ty, iv.base, by) != control.base {
                return false;
            }
            let bound = folder.number(ty, if step > 0 { greatest - step } else { least - step });
            let code = if step > 0 { TreeCode::Le } else { TreeCode::Ge };
            let fits = folder.compare(code, iv.base, bound);
            let fits = self.simplify_by_entry(of, fits);
            let by_range =
                self.steps_to_overflow(ty, iv.base, iv.step).is_some_and(|steps| steps > 0);
            by_range || self.folder().as_int(fits) == Some(1)
        });
        self.facts(of).control_ivs = known;
        found
    }

    /// How many steps a value can make until it overflows, at least.
    fn steps_to_overflow(&mut self, ty: TypeId, base: ExprId, step: ExprId) -> Option<i128> {
        let iv = Affine { base, step, no_overflow: false };
        let step = self.step_of(&iv);
        let kind = Kind::of(self.unit, ty)?;
        let (low, high) = self.range_of(base)?;
        Some(match step {
            0 => return None,
            1.. => (kind.max() - high) / step,
            _ => (low - kind.min()) / -step,
        })
    }

    /// Whether a bound says that a statement is executed no more often than so (`n_of_executions_at_most`).
    fn limits(&self, bound: &Bound, at: StmtId, steps: i128) -> bool {
        let (here, there) = (self.f.stmts[at].block, self.f.stmts[bound.stmt].block);
        if bound.is_exit {
            // An exit that comes before is passed once less often.
            at != bound.stmt
                && self.tree.dominated_by(here, there)
                && here != there
                && bound.most <= steps
        } else {
            let executed = bound.most + 1;
            here == there && at == bound.stmt && executed <= steps
        }
    }

    /// Whether a value may overflow, by how often the loop is gone round at most (`iv_can_overflow_p`).
    pub fn iv_can_overflow(&mut self, of: LoopId, ty: TypeId, base: ExprId, step: ExprId) -> bool {
        let kind = Kind::of(self.unit, ty);
        // Steps down of what has no sign are large numbers.
        let (Some(kind), Some(step)) =
            (kind.filter(|kind| !kind.pointer), self.folder().as_int(step))
        else {
            return true;
        };
        if step == 0 {
            return false;
        }
        let Some((low, high)) = self.range_of(base) else { return true };
        let Some(most) = self.max_iterations(of) else { return true };
        // With the step that the last time round may take.
        let room = if step >= 0 { kind.max() - high } else { low - kind.min() };
        most.checked_add(1)
            .and_then(|most| step.abs().checked_mul(most))
            .is_none_or(|way| way > room)
    }
}
