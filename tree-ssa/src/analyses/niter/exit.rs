//! How often a loop's latch runs until an exit is taken.

use super::{LoopFacts, Niter};
use crate::analyses::scev::Scev;
use crate::analyses::scev::expr::ExprId;
use crate::effects::call_effects;
use crate::graph::natural_loops::loop_body;
use dumps::DumpFlags;
use dumps::put;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::stmt::StmtKind;
use gimple::types::TypeKind;
use gimple::unit::Unit;
use std::fmt::Write;

impl Scev<'_, '_> {
    /// What is known of a loop.
    pub fn facts(&mut self, of: LoopId) -> &mut LoopFacts {
        self.state.loops.entry(of).or_default()
    }

    /// How often a loop's latch runs, if its only exit says so (`number_of_latch_executions`).
    pub fn latch_executions(&mut self, of: LoopId) -> ExprId {
        if let Some(known) = self.facts(of).latch_executions {
            return known;
        }
        // Whoever asks while this is being found out does not get to know it.
        self.facts(of).latch_executions = Some(ExprId::UNKNOWN);
        self.say_scev("(number_of_iterations_in_loop = \n");
        let niter = self.single_exit(of).and_then(|exit| self.niter_of_exit(of, exit, true));
        let found = niter.map_or(ExprId::UNKNOWN, |niter| self.with_zero(niter));
        if self.dump.flags().intersects(DumpFlags::SCEV) {
            let text = self.text(found);
            put!(self.dump, "  (set_nb_iterations_in_loop = {text}))\n");
        }
        self.facts(of).latch_executions = Some(found);
        found
    }

    /// The number, zero put in where it may be that; not known where that is too complicated.
    pub(super) fn with_zero(&mut self, niter: Niter) -> ExprId {
        let ty = self.state.exprs.ty(niter.count);
        let zero = self.folder().number(ty, 0);
        match self.folder().as_int(niter.may_be_zero) {
            Some(0) => niter.count,
            Some(_) => zero,
            None => {
                let operation = self.state.exprs.operation(niter.may_be_zero);
                match operation.is_some_and(|(code, _)| code.is_comparison()) {
                    true => self.folder().choice(niter.may_be_zero, zero, niter.count),
                    false => ExprId::UNKNOWN,
                }
            }
        }
    }

    /// The number of an exit, if it holds without assumptions (`number_of_iterations_exit`).
    pub fn niter_of_exit(&mut self, of: LoopId, exit: EdgeId, every: bool) -> Option<Niter> {
        let niter = self.niter_under_assumptions(of, exit, every)?;
        (self.folder().as_int(niter.assumptions) == Some(1)).then_some(niter)
    }

    /// The number of an exit (`number_of_iterations_exit_assumptions`); `every` asks only for exits that each iteration
    /// tests.
    pub fn niter_under_assumptions(
        &mut self,
        of: LoopId,
        exit: EdgeId,
        every: bool,
    ) -> Option<Niter> {
        if self.f.edges[exit].flags.intersects(EdgeFlags::IRREDUCIBLE_LOOP) {
            return None;
        }
        let src = self.f.edges[exit].src;
        let safe = self.dominates_latch(src, of);
        if every && !safe {
            return None;
        }
        let StmtKind::Cond { code, lhs, rhs, .. } = self.f.stmts[self.f.last_stmt(src)?].kind
        else {
            return None;
        };
        let taken = self.f.edges[exit].flags.intersects(EdgeFlags::TRUE_VALUE);
        let stays = if taken { code.invert_comparison(false)? } else { code };
        if !matches!(
            stays,
            TreeCode::Lt | TreeCode::Le | TreeCode::Gt | TreeCode::Ge | TreeCode::Ne
        ) {
            return None;
        }
        let ty = self.unit.type_of(self.f, lhs);
        if !self.is_counted_type(ty) || !is_integer_or_pointer(self.unit, ty) {
            return None;
        }
        let inner = self.f.loop_of(src);
        let (a, b) = (self.leaf(lhs), self.leaf(rhs));
        let left = self.simple_iv(of, inner, a, false);
        let right = left.and_then(|_| self.simple_iv(of, inner, b, false));
        let (Some(mut left), Some(mut right)) = (left, right) else {
            return self.bits_counted(of, exit, stays);
        };
        left.base = self.expand(left.base);
        right.base = self.expand(right.base);
        let only = self.is_only_exit(of, exit);
        let mut niter = self.niter_of_condition((of, ty), (left, stays, right), only, safe)?;
        niter.assumptions = self.simplify_by_entry(of, niter.assumptions);
        niter.may_be_zero = self.simplify_by_entry(of, niter.may_be_zero);
        if let Some(count) = self.folder().as_int(niter.count) {
            niter.most = count;
        }
        (self.folder().as_int(niter.assumptions) != Some(0)).then_some(niter)
    }

    /// Whether a loop is left by an edge alone: nothing in it may leave it otherwise, or not return
    /// (`loop_only_exit_p`).
    pub fn is_only_exit(&mut self, of: LoopId, exit: EdgeId) -> bool {
        if self.single_exit(of) != Some(exit) {
            return false;
        }
        let may_stop = |block: BlockId| {
            self.f.block_stmts(block).any(|stmt| {
                let kind = &self.f.stmts[stmt].kind;
                matches!(kind, StmtKind::Asm(asm) if asm.volatile || asm.basic)
                    || call_effects::may_not_return(self.unit, self.f, stmt)
                    || crate::edit::cfg_edit::call_can_make_abnormal_goto(self.unit, self.f, stmt)
            })
        };
        !loop_body(self.f, of).into_iter().any(may_stop)
    }

    pub(super) fn say_scev(&mut self, text: &str) {
        if self.dump.flags().intersects(DumpFlags::SCEV) {
            put!(self.dump, "{text}");
        }
    }
}

/// Whether values of a type may count iterations: truth values and enumerators do not.
fn is_integer_or_pointer(unit: &Unit, ty: gimple::types::TypeId) -> bool {
    unit.types.is_pointer(ty) || matches!(unit.types.kind(ty), TypeKind::Integer { .. })
}
