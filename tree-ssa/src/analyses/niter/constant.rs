//! Numbers of iterations that are constants: by one exit or another, by evaluation where nothing else helps.

use super::{Bound, evaluate};
use crate::analyses::scev::Scev;
use gimple::cfg::EdgeId;
use gimple::loops::LoopId;
use gimple::types::TypeId;

/// How often a loop's latch runs until an exit is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rounds {
    pub exit: EdgeId,
    pub count: i128,
    /// The type the number was found in.
    pub ty: TypeId,
    /// The number is that or zero.
    pub may_be_zero: bool,
}

impl Scev<'_, '_> {
    /// The constant number of a loop's rounds, which bounds them from now on; `evaluate`: what else fails, doing what the loop
    /// does may tell.
    pub fn constant_rounds(&mut self, of: LoopId, evaluate: bool) -> Option<Rounds> {
        self.estimate(of);
        let mut rounds = match self.single_exit(of) {
            Some(exit) => self.rounds_of_only_exit(of, exit),
            None => self.rounds_of_first_exit(of),
        };
        if rounds.is_none() && evaluate {
            rounds = self.evaluated_rounds(of);
        }
        let found = rounds?;
        let exits = self.exits(of).to_vec();
        let likely = self.single_likely_exit(&exits);
        self.record_bound(of, found.count, likely == Some(found.exit), true);
        rounds
    }

    fn rounds_of_only_exit(&mut self, of: LoopId, exit: EdgeId) -> Option<Rounds> {
        let niter = self.niter_of_exit(of, exit, true)?;
        let count = self.folder().as_int(niter.count)?;
        let may_be_zero = self.folder().as_int(niter.may_be_zero) != Some(0);
        let ty = self.state.exprs.ty(niter.count);
        Some(Rounds { exit, count, ty, may_be_zero })
    }

    /// The exit that is taken first, of those that each iteration tests and whose numbers are constants
    /// (`find_loop_niter`).
    fn rounds_of_first_exit(&mut self, of: LoopId) -> Option<Rounds> {
        let mut first: Option<Rounds> = None;
        for exit in self.exits(of).to_vec() {
            let Some(niter) = self.niter_of_exit(of, exit, true) else { continue };
            let ty = self.state.exprs.ty(niter.count);
            let count = match self.folder().as_int(niter.may_be_zero) {
                Some(0) => self.folder().as_int(niter.count),
                Some(_) => return Some(Rounds { exit, count: 0, ty, may_be_zero: false }),
                None => continue,
            };
            if let Some(count) = count
                && first.is_none_or(|first| count < first.count)
            {
                first = Some(Rounds { exit, count, ty, may_be_zero: false });
            }
        }
        first
    }

    /// The same by evaluation (`find_loop_niter_by_eval`).
    fn evaluated_rounds(&mut self, of: LoopId) -> Option<Rounds> {
        let mut first: Option<Rounds> = None;
        for exit in self.exits(of).to_vec() {
            let src = self.f.edges[exit].src;
            if !self.dominates_latch(src, of) || self.f.loop_of(src) != of {
                continue;
            }
            if let Some(count) = evaluate::iterations(self.unit, self.f, of, exit)
                && first.is_none_or(|first| i128::from(count) < first.count)
            {
                let ty = self.unit.common.uint;
                first = Some(Rounds { exit, count: count.into(), ty, may_be_zero: false });
            }
        }
        first
    }

    /// Statements of a loop that are executed a limited number of times, those found last first.
    pub fn bounds(&mut self, of: LoopId) -> Vec<Bound> {
        self.facts(of).bounds.iter().rev().copied().collect()
    }
}
