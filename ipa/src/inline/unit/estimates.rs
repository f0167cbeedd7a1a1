//! What inlining a call costs and gains (`edge_badness` and what it asks).
//!
//! ```text
//! static int f (int a) { if (a > 10) return g (a); return a; }
//! f (3)      growth -1: inlined first, as the caller shrinks
//! f (n)      growth 2, saves the time of a call and a return each time
//! ```

use super::Inliner;
use super::graph::{CallId, NodeId};
use super::limits::HOT_FRACTION;
use crate::predicate::Possible;
use crate::split::ENTERED;
use crate::summary::Estimate;
use dumps::{put, putln};
use gimple::cfg::NO_COUNT;
use gimple::unit::{Frequency, Unit};
use std::fmt::Write;
use tree_ssa::effects::size::INDIRECT_SIZE;
use tree_ssa::effects::size::INDIRECT_TIME;
use tree_ssa::profile::sreal::Sreal;

/// What speaks for or against a call besides its figures.
pub mod hint {
    /// The number of iterations of a loop becomes known.
    pub const LOOP_ITERATIONS: u32 = 1;
    /// The function calls itself by way of others.
    pub const IN_CYCLE: u32 = 2;
    /// And so does the caller, with the same others.
    pub const SAME_CYCLE: u32 = 4;
    pub const DECLARED_INLINE: u32 = 8;
    /// A call through a pointer becomes one of a function that can be inlined.
    pub const INDIRECT_CALL: u32 = 16;

    /// What makes inlining worth more than figures say.
    pub const HELPS: u32 = LOOP_ITERATIONS | INDIRECT_CALL;

    /// Their names in dumps.
    pub const NAMES: [(u32, &str); 5] = [
        (INDIRECT_CALL, "indirect_call"),
        (LOOP_ITERATIONS, "loop_iterations"),
        (SAME_CYCLE, "same_scc"),
        (IN_CYCLE, "in_scc"),
        (DECLARED_INLINE, "declared_inline"),
    ];
}

/// The significand that makes calls come first that let the caller shrink, and the power of two after it.
const SHRINKS: (i64, i32) = (-(1 << 29), i32::MAX / 4 / 256);
/// Overall growth counts squared up to this.
const SQUARED: i64 = 256;

impl Inliner<'_> {
    /// What the function called takes in place of the call, and hints.
    pub fn estimate(&mut self, unit: &Unit, call: CallId) -> (Estimate, u32) {
        let graph = &self.graph;
        let edge = &graph.calls[call];
        let callee = &graph.nodes[edge.callee];
        if let Some((version, estimate, hints)) = edge.estimate
            && version == callee.version
        {
            return (estimate, hints);
        }
        let summary = graph.summary(edge.callee);
        let possible = summary.possible_for(unit, &edge.args, (&edge.parts, &edge.ranges));
        let mut estimate = summary.estimate(possible, &edge.args);
        let becomes_inlinable = self.account_known_targets(unit, call, possible, &mut estimate);
        let in_cycle = callee.cycle != 0;
        let same = in_cycle
            && graph.nodes[graph.root(call)].cycle == callee.cycle
            && !graph.is_recursive(call);
        let mut hints = 0;
        let all = [
            (summary.knows_iterations(possible), hint::LOOP_ITERATIONS),
            (in_cycle, hint::IN_CYCLE),
            (same, hint::SAME_CYCLE),
            (callee.declared_inline, hint::DECLARED_INLINE),
            (becomes_inlinable, hint::INDIRECT_CALL),
        ];
        all.iter().filter(|it| it.0).for_each(|it| hints |= it.1);
        let version = callee.version;
        self.graph.calls[call].estimate = Some((version, estimate, hints));
        (estimate, hints)
    }

    /// Calls through parameters cost less where it is known what is passed (`estimate_edge_devirt_benefit`). Returns whether
    /// some of them can be inlined then.
    fn account_known_targets(
        &self,
        unit: &Unit,
        call: CallId,
        possible: Possible,
        estimate: &mut Estimate,
    ) -> bool {
        let graph = &self.graph;
        let edge = &graph.calls[call];
        let mut inlinable = false;
        for &through in &graph.nodes[edge.callee].indirect {
            let one = &graph.calls[through];
            if one.decl.is_some() || !one.executed.may_hold(possible.executed) {
                continue;
            }
            let Some(target) = graph.target(unit, through, (&edge.args, &edge.parts)) else {
                continue;
            };
            let time = Sreal::from(INDIRECT_TIME) * graph.frequency(through);
            estimate.size -= INDIRECT_SIZE;
            estimate.time = estimate.time - time;
            estimate.general_time = estimate.general_time - time;
            let target = graph.by_decl.get(&target).map(|&target| &graph.nodes[target]);
            inlinable |= target.is_some_and(|it| it.is_inlinable && it.binds_to_current_def);
        }
        inlinable
    }

    /// By how much inlining a call makes the function larger.
    pub fn growth(&mut self, unit: &Unit, call: CallId) -> i64 {
        self.estimate(unit, call).0.size - self.graph.calls[call].size
    }

    /// How large a function is with a call inlined.
    pub fn size_with(&mut self, unit: &Unit, root: NodeId, call: CallId) -> i64 {
        self.graph.nodes[root].size + self.growth(unit, call)
    }

    /// What goes away with the last call of a function.
    fn offline_size(&self, node: NodeId) -> i64 {
        let node = &self.graph.nodes[node];
        if node.is_local && !node.is_elsewhere { node.size } else { 0 }
    }

    /// Whether inlining all calls of a function would make the unit larger (`growth_positive_p`). Looks at no more
    /// calls than it must.
    pub fn would_grow(&mut self, unit: &Unit, node: NodeId) -> bool {
        if self.graph.nodes[node].is_elsewhere {
            return true;
        }
        let (saved, mut growth) = (self.offline_size(node), 0);
        let mut next = self.graph.first_caller(node);
        while let Some(call) = next {
            if self.graph.calls[call].failed.is_final() || self.graph.is_recursive(call) {
                return true;
            }
            growth += self.growth(unit, call);
            if growth > saved {
                return true;
            }
            next = self.graph.next_caller(call);
        }
        false
    }

    /// By how much inlining all calls of a function would make the unit larger (`estimate_growth`).
    pub fn overall_growth(&mut self, unit: &Unit, node: NodeId) -> i64 {
        let (mut growth, mut recursive, mut impossible) = (0, false, false);
        let mut next = self.graph.first_caller(node);
        while let Some(call) = next {
            if self.graph.calls[call].failed.is_final() {
                impossible = true;
            } else if self.graph.is_recursive(call) {
                recursive = true;
            } else {
                growth += self.growth(unit, call);
            }
            next = self.graph.next_caller(call);
        }
        match (recursive, impossible) {
            (true, _) => growth.max(self.graph.nodes[node].size),
            (_, true) => growth,
            _ => growth - self.offline_size(node),
        }
    }

    /// Whether a call is made often enough to matter (`maybe_hot_p`).
    pub fn is_hot(&self, call: CallId) -> bool {
        let edge = &self.graph.calls[call];
        let (caller, callee) = (&self.graph.nodes[edge.caller], &self.graph.nodes[edge.callee]);
        if edge.count == 0
            || caller.frequency == Frequency::Unlikely
            || callee.frequency == Frequency::Unlikely
            || callee.frequency == Frequency::Once
            || self.graph.nodes[caller.root].limits.optimize_size
        {
            return false;
        }
        let entered = self.graph.nodes[caller.root].count;
        if caller.frequency == Frequency::Hot || edge.count == NO_COUNT || entered == NO_COUNT {
            return true;
        }
        match caller.frequency {
            Frequency::Once => edge.count.saturating_mul(2) >= entered.saturating_mul(3),
            _ => edge.count.saturating_mul(HOT_FRACTION) >= entered,
        }
    }

    /// Whether the caller becomes much faster (`big_speedup_p`).
    pub fn is_much_faster(&mut self, unit: &Unit, call: CallId) -> bool {
        let (estimate, _) = self.estimate(unit, call);
        let frequency = self.graph.frequency(call);
        let root = self.graph.root(call);
        let caller = self.graph.summary(root).time;
        let often = |time: Sreal| {
            if frequency > Sreal::ZERO { time * frequency } else { time.shift(-11) }
        };
        let before = often(estimate.general_time) + caller;
        let call_time = Sreal::from(self.graph.calls[call].time) * frequency;
        let mut after = often(estimate.time) - call_time + caller;
        if after <= Sreal::ZERO {
            after = Sreal::ONE.shift(-8);
        }
        let limit = Sreal::from(self.graph.nodes[root].limits.speedup);
        (before - after) * Sreal::from(100) > before * limit
    }

    /// The time saved by inlining (`inlining_speedup`).
    fn saved(&mut self, unit: &Unit, call: CallId) -> Sreal {
        let (estimate, _) = self.estimate(unit, call);
        let frequency = self.graph.frequency(call);
        let saved = estimate.general_time - estimate.time;
        if frequency == Sreal::ZERO {
            return saved.shift(-11);
        }
        (saved + Sreal::from(self.graph.calls[call].time)) * frequency
    }

    /// How little there is for inlining a call: the least is inlined first. With `say`, a dump is told how that comes about.
    pub fn badness(&mut self, unit: &Unit, call: CallId, say: Option<&mut String>) -> Sreal {
        let (estimate, hints) = self.estimate(unit, call);
        let growth = self.growth(unit, call);
        let root = self.graph.root(call);
        let callee = self.graph.calls[call].callee;
        let limits = self.graph.nodes[root].limits;
        let mut told = String::new();
        let mut badness = if growth <= 0 {
            let badness = Sreal::new(SHRINKS.0 + growth, 0).shift(SHRINKS.1);
            putln!(told, "      {:.6}: Growth {growth} <= 0", badness.to_f64());
            badness
        } else if self.graph.nodes[root].is_elsewhere {
            return Sreal::from(i64::MAX);
        } else if limits.guesses {
            self.badness_by_time(unit, call, growth, say.is_some().then_some(&mut told))
        } else {
            let nest = self.graph.calls[call].loop_depth.min(8) as i32;
            let badness = Sreal::from(growth).shift(-nest);
            putln!(told, "      {:.6}: no profile. nest {nest}", badness.to_f64());
            badness
        };
        let better =
            |badness: Sreal, by: i32| badness.shift(if badness > Sreal::ZERO { -by } else { by });
        if self.graph.is_recursive(call) {
            badness = better(badness, -4);
        }
        if hints & hint::HELPS != 0 || self.graph.nodes[callee].growth <= 0 {
            badness = better(badness, 2);
        }
        if hints & hint::SAME_CYCLE != 0 {
            badness = better(badness, -3);
        } else if hints & hint::IN_CYCLE != 0 {
            badness = better(badness, -2);
        }
        if self.graph.nodes[callee].always_inline {
            badness = better(badness, 4);
        } else if hints & hint::DECLARED_INLINE != 0 {
            badness = better(badness, 3);
        }
        if let Some(say) = say {
            let graph = &self.graph;
            let caller = graph.name(unit, graph.calls[call].caller);
            let called = graph.callee_name(unit, call);
            putln!(say, "    Badness calculation for {caller} -> {called}");
            let (time, general) = (estimate.time.to_f64(), estimate.general_time.to_f64());
            put!(say, "      size growth {growth}, time {time:.6} unspec {general:.6} ");
            if hints != 0 {
                say.push_str("IPA hints:");
                let named = hint::NAMES.iter().filter(|it| hints & it.0 != 0);
                named.for_each(|it| say.extend([" ", it.1]));
            }
            if self.is_much_faster(unit, call) {
                say.push_str(" big_speedup");
            }
            putln!(say, "\n{told}      Adjusted by hints {:.6}", badness.to_f64());
        }
        badness
    }

    /// Badness where it is known how often calls are made: growth, that of all calls, and the caller's size for the time saved.
    fn badness_by_time(
        &mut self,
        unit: &Unit,
        call: CallId,
        growth: i64,
        mut say: Option<&mut String>,
    ) -> Sreal {
        let root = self.graph.root(call);
        let callee = self.graph.calls[call].callee;
        let saved = self.saved(unit, call);
        let mut numerator = if saved <= Sreal::ZERO { Sreal::ONE.shift(-8) } else { saved };
        if self.graph.nodes[root].count == 0 {
            numerator = numerator.shift(-11);
        }
        let original = self.graph.nodes[callee].growth;
        let mut overall = original;
        if growth > overall && self.is_rest_of_wrapper(call) {
            let caller = &self.graph.nodes[root];
            if !caller.has_single_caller
                && overall < caller.growth
                && caller.is_inlinable
                && self.may_be_wrapper(root, caller.size)
            {
                if let Some(say) = say.as_deref_mut() {
                    let growth = caller.growth;
                    putln!(say, "     Wrapper penalty. Increasing growth {overall} to {growth}");
                }
                overall = caller.growth;
            }
        }
        let mut denominator = Sreal::from(growth);
        if overall > 0 {
            overall = if overall < SQUARED {
                overall * overall
            } else {
                overall + SQUARED * SQUARED - SQUARED
            };
            denominator = denominator * Sreal::from(overall);
        }
        denominator = denominator * Sreal::from(self.graph.nodes[root].size + growth);
        let badness = Sreal::ZERO - numerator / denominator;
        if let Some(say) = say {
            let frequency = self.graph.frequency(call).to_f64();
            let current = self.overall_growth(unit, callee);
            putln!(
                say,
                "      {:.6}: guessed profile. frequency {frequency:.6}, count -1 caller count -1 time saved {:.6} \
                 overall growth {current} (current) {original} (original) {overall} (compensated)",
                badness.to_f64(),
                saved.to_f64(),
            );
        }
        badness
    }

    /// Whether a call is what a short function does rarely, one that is declared inline or had what it calls split off:
    /// inlining that would keep the function from being inlined.
    fn is_rest_of_wrapper(&self, call: CallId) -> bool {
        let edge = &self.graph.calls[call];
        let (caller, callee) = (&self.graph.nodes[edge.caller], &self.graph.nodes[edge.callee]);
        let frequency = self.graph.frequency(call);
        callee.has_single_caller
            && caller.root == edge.caller
            && frequency < Sreal::ONE
            && (!callee.declared_inline && caller.declared_inline
                || callee.is_split_off
                    && !caller.is_split_off
                    && frequency * Sreal::from(100) < Sreal::from(ENTERED as i64)
                    && (!callee.declared_inline || caller.declared_inline))
    }

    /// Whether a function of some size is one that is likely inlined itself.
    pub fn may_be_wrapper(&self, node: NodeId, size: i64) -> bool {
        let node = &self.graph.nodes[node];
        let limits = &node.limits;
        size < if node.declared_inline {
            limits.single(false, false)
        } else {
            limits.auto(false, false)
        }
    }
}
