//! Bounds by where control goes in a loop: what every path to the latch passes, and what the last iteration must not reach.

use crate::analyses::scev::Scev;
use crate::effects::call_effects::has_side_effects;
use dumps::putln;
use gimple::cfg::BlockId;
use gimple::loops::LoopId;
use gimple::stmt::StmtId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BinaryHeap;
use std::fmt::Write;

impl Scev<'_, '_> {
    /// Every path to the latch passes a statement that is executed a limited number of times: of all paths, the one with the
    /// highest such limit bounds the loop (`discover_iteration_bound_by_body_walk`).
    pub(super) fn reduce_by_paths(&mut self, of: LoopId) {
        let upper = self.facts(of).upper;
        let mut limits: FxHashMap<BlockId, i128> = FxHashMap::default();
        for bound in self.facts(of).bounds.clone() {
            let most = if bound.is_exit { bound.most } else { bound.most + 1 };
            if upper.is_none_or(|upper| most < upper) {
                let own = limits.entry(self.f.stmts[bound.stmt].block).or_insert(most);
                *own = most.min(*own);
            }
        }
        let (Some(header), Some(latch)) = (self.f.header_of(of), self.latch(of)) else { return };
        if limits.is_empty() {
            return;
        }
        if self.dump.details() {
            putln!(self.dump, " Trying to walk loop body to reduce the bound.");
        }
        let limit =
            |block: BlockId, so_far: i128| limits.get(&block).map_or(so_far, |&l| l.min(so_far));
        let mut best: FxHashMap<BlockId, i128> = FxHashMap::default();
        let mut heap = BinaryHeap::from([(limit(header, i128::MAX), header)]);
        while let Some((so_far, block)) = heap.pop() {
            if best.get(&block).is_some_and(|&known| known >= so_far) {
                continue;
            }
            best.insert(block, so_far);
            for &edge in &self.f.blocks[block].succs {
                let dst = self.f.edges[edge].dst;
                if dst != header && self.f.in_loop(dst, of) {
                    heap.push((limit(dst, so_far), dst));
                }
            }
        }
        if let Some(&found) = best.get(&latch).filter(|&&found| found != i128::MAX) {
            if self.dump.details() {
                putln!(self.dump, "Found better loop bound {found}");
            }
            self.record_bound(of, found, false, true);
        }
    }

    /// Where every path through the last iteration comes to a statement that would not be defined in it, there is one
    /// iteration less (`maybe_lower_iteration_bound`).
    pub(super) fn reduce_by_last_iteration(&mut self, of: LoopId) {
        let Some(upper) = self.facts(of).upper.filter(|&upper| upper > 0) else { return };
        let bounds = self.facts(of).bounds.iter();
        let undefined: FxHashSet<StmtId> =
            bounds.filter(|bound| !bound.is_exit && bound.most < upper).map(|b| b.stmt).collect();
        let (Some(header), Some(latch)) = (self.f.header_of(of), self.latch(of)) else { return };
        if undefined.is_empty() {
            return;
        }
        let mut seen = FxHashSet::from_iter([header]);
        let mut work = vec![header];
        while let Some(block) = work.pop() {
            let mut stops = false;
            for stmt in self.f.block_stmts(block) {
                if undefined.contains(&stmt) {
                    stops = true;
                    break;
                }
                if has_side_effects(self.unit, self.f, stmt) {
                    return;
                }
            }
            if stops {
                continue;
            }
            if block == latch {
                return;
            }
            for &edge in &self.f.blocks[block].succs {
                let edge = &self.f.edges[edge];
                if !self.f.in_loop(edge.dst, of)
                    || edge.flags.intersects(gimple::cfg::EdgeFlags::COMPLEX)
                {
                    return;
                }
                if seen.insert(edge.dst) {
                    work.push(edge.dst);
                }
            }
        }
        if self.dump.details() {
            putln!(
                self.dump,
                "Reducing loop iteration estimate by 1; undefined statement must be executed at the \
                 last iteration."
            );
        }
        self.record_bound(of, upper - 1, false, true);
    }

    /// Whether it is known how often a loop is gone round at most, so that it ends (`finite_loop_p`). Most loops have an exit
    /// that says so, without a look at all their statements.
    pub fn is_finite(&mut self, of: LoopId) -> bool {
        let finite = self.most_by_exits(of).is_some() || self.max_iterations(of).is_some();
        if finite && self.dump.details() {
            putln!(self.dump, "Found loop {of} to be finite: upper bound found.");
        }
        finite
    }

    /// The number of times a loop's latch runs at most, by the exits that each iteration tests alone.
    pub fn most_by_exits(&mut self, of: LoopId) -> Option<i128> {
        if self.facts(of).estimated {
            return self.facts(of).upper;
        }
        if let Some(known) = self.facts(of).most_by_exits {
            return known;
        }
        let exits = self.exits(of).to_vec();
        let niters = exits.into_iter().filter_map(|exit| self.niter_of_exit(of, exit, true));
        let most = niters.map(|niter| niter.most).min();
        self.facts(of).most_by_exits = Some(most);
        most
    }
}
