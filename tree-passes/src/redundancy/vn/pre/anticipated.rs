//! Which values every path from the start of a block computes before anything they depend on changes (ANTIC_IN), and which
//! some way computes (PA_IN).
//!
//! A block anticipates what its successors all do, translated over the edges, and what it computes itself, without what it
//! defines. Blocks are visited backward until nothing changes; a block that has not been visited anticipates everything,
//! which need not be written down, as something visited is always met with it. Sets shrink as values, so that this ends.

use super::Pre;
use super::expressions::{ExprId, Kind, Referred};
use super::sets::Set;
use crate::redundancy::motion::graph::FlowGraph;
use dumps::putln;
use gimple::cfg::{BlockId, EXIT, EdgeFlags, EdgeId};
use gimple::ssa::SsaName;
use std::fmt::Write;
use std::rc::Rc;

/// Values partially anticipated in a successor beyond which they are not translated (`max-partial-antic-length`).
const MAX_PARTIAL: usize = 100;

impl Pre<'_> {
    /// Finds the sets of all blocks.
    pub(super) fn compute_anticipated(&mut self) {
        let fake = self.fake_exits();
        let order = self.backward_order(&fake);
        let abnormal: Vec<bool> = self
            .f
            .blocks
            .values()
            .map(|data| {
                data.preds
                    .iter()
                    .any(|&edge| self.f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL))
            })
            .collect();
        let mut no_way_on = vec![false; self.f.blocks.len()];
        fake.iter().for_each(|block| no_way_on[block.0 as usize] = true);
        let mut work = vec![false; self.f.blocks.len()];
        let ends = self.f.blocks[EXIT].preds.iter().map(|&edge| self.f.edges[edge].src);
        ends.chain(fake.iter().copied()).for_each(|block| work[block.0 as usize] = true);
        self.sets_mut(EXIT).visited = true;
        let mut changed = true;
        let mut iteration = 0;
        while changed {
            if self.details {
                putln!(self.dump, "Starting iteration {iteration}");
            }
            iteration += 1;
            changed = false;
            for &block in &order {
                let index = block.0 as usize;
                if !std::mem::take(&mut work[index]) {
                    continue;
                }
                if self.anticipate(block, abnormal[index], no_way_on[index]) {
                    for &edge in &self.f.blocks[block].preds {
                        work[self.f.edges[edge].src.0 as usize] = true;
                    }
                    changed = true;
                }
            }
        }
        for block in self.f.block_order() {
            let mut set = std::mem::take(&mut self.sets_mut(block).antic_in);
            self.clean(&mut set, None);
            self.sets_mut(block).antic_in = set;
        }
        if self.partial {
            self.partially_anticipate(EXIT, abnormal[EXIT.0 as usize]);
            for &block in &order {
                self.partially_anticipate(block, abnormal[block.0 as usize]);
            }
        }
    }

    /// The blocks from which the exit is not to be reached by an edge they have.
    fn fake_exits(&self) -> Vec<BlockId> {
        let flow = FlowGraph::of(self.f);
        let made = flow.origin.iter().enumerate().filter(|(_, origin)| origin.is_none());
        made.map(|(index, _)| flow.graph.edges[EdgeId(index as u32)].src).collect()
    }

    /// The blocks in an order in which one that has one successor comes after that: the reverse of a post-order of the
    /// graph turned round.
    fn backward_order(&self, fake: &[BlockId]) -> Vec<BlockId> {
        let preds = |block: BlockId| {
            let own = self.f.blocks[block].preds.iter().map(|&edge| self.f.edges[edge].src);
            own.chain(fake.iter().copied().filter(move |_| block == EXIT)).collect::<Vec<_>>()
        };
        let mut visited = vec![false; self.f.blocks.len()];
        visited[EXIT.0 as usize] = true;
        let mut post = Vec::new();
        let mut stack = vec![(EXIT, preds(EXIT).into_iter())];
        while let Some((block, left)) = stack.last_mut() {
            match left.next() {
                Some(pred) if !std::mem::replace(&mut visited[pred.0 as usize], true) => {
                    stack.push((pred, preds(pred).into_iter()));
                }
                Some(_) => {}
                None => {
                    post.push(*block);
                    stack.pop();
                }
            }
        }
        post.retain(|&block| block != EXIT);
        post.reverse();
        post
    }

    /// Computes a block's set anew; says whether it changed.
    fn anticipate(&mut self, block: BlockId, abnormal: bool, fake_exit: bool) -> bool {
        let first_time = !std::mem::replace(&mut self.sets_mut(block).visited, true);
        if abnormal {
            self.report_anticipated(block, None, first_time);
            return first_time;
        }
        let old = self.sets(block).antic_in.clone();
        let mut out = self.anticipated_after(block, fake_exit);
        self.prune_clobbered(&mut out, block);
        let own = self.sets(block);
        let mut here = out.as_ref().clone();
        here.unite(&own.exp_gen);
        here.remove_expressions(&self.all, &own.tmp_gen);
        if !first_time && here.values.intersect(&old.values) {
            if self.details {
                putln!(self.dump, "warning: intersecting with old ANTIC_IN shrinks the set");
            }
            here.keep_expressions_of_values(&self.all);
        }
        let changed = first_time || here.values != old.values;
        self.sets_mut(block).antic_in = Rc::new(here);
        self.report_anticipated(block, Some(&out), changed);
        changed
    }

    /// What is anticipated at the end of a block.
    fn anticipated_after(&mut self, block: BlockId, fake_exit: bool) -> Rc<Set> {
        let succs = self.f.blocks[block].succs.clone();
        if let ([edge], false) = (&succs[..], fake_exit) {
            let set = self.sets(self.f.edges[*edge].dst).antic_in.clone();
            return self.translate_set(set, *edge);
        }
        let mut common: Option<Rc<Set>> = None;
        let mut several = false;
        for &edge in &succs {
            let dst = self.f.edges[edge].dst;
            if !self.sets(dst).visited {
                if self.details {
                    putln!(self.dump, "ANTIC_IN is MAX on {}->{}", block.0, dst.0);
                }
                continue;
            }
            let set = self.sets(dst).antic_in.clone();
            let set = self.translate_set(set, edge);
            let Some(common) = &mut common else {
                common = Some(set);
                continue;
            };
            // Of the expressions of a value that is left, the oldest will stand for it.
            let common = Rc::make_mut(common);
            common.values.intersect(&set.values);
            common.expressions.unite(&set.expressions);
            several = true;
        }
        if fake_exit {
            return Rc::default();
        }
        let mut common = common.unwrap_or_default();
        if several {
            Rc::make_mut(&mut common).keep_expressions_of_values(&self.all);
        }
        common
    }

    /// Takes out what does not hold at the start of a block because memory changes in it, or because it may trap and
    /// the block may not be left.
    fn prune_clobbered(&mut self, set: &mut Rc<Set>, block: BlockId) {
        let stale: Vec<ExprId> = set.iter().filter(|&expr| self.is_lost(expr, block)).collect();
        for expr in stale {
            Rc::make_mut(set).remove(&self.all, expr);
        }
    }

    fn is_lost(&mut self, expr: ExprId, block: BlockId) -> bool {
        if self.sets(block).may_not_return && self.may_trap(expr) {
            return true;
        }
        let Some(state) = self.state_of(expr) else { return false };
        let Some(def) = self.f.names[state].def.expand() else { return false };
        let home = self.f.stmts[def].block;
        if home == block {
            return self.dies_in(expr, state, block);
        }
        !self.tree.dominated_by(block, home)
    }

    /// Whether a statement of a block may write what an expression reads, before one that reads it in the same state.
    fn dies_in(&mut self, expr: ExprId, state: SsaName, block: BlockId) -> bool {
        if let Some(&known) = self.dies.get(&(block, expr)) {
            return known;
        }
        let access = self.access_of(expr);
        let mut dies = false;
        let mut stmt = self.f.blocks[block].stmts.first;
        while stmt.is_some() && !dies {
            let data = &self.f.stmts[stmt];
            if data.vdef.is_some() {
                dies = access.as_ref().is_none_or(|access| {
                    self.oracle.stmt_may_clobber(self.unit, self.f, stmt, access, true)
                });
            } else if data.vuse == state {
                break;
            }
            stmt = data.next;
        }
        self.dies.insert((block, expr), dies);
        dies
    }

    /// Takes out expressions with operands that neither set has.
    fn clean(&self, set: &mut Rc<Set>, more: Option<&Set>) {
        let is_whole = |set: &Set, expr: ExprId| {
            let has =
                |value| set.has_value(value) || more.is_some_and(|more| more.has_value(value));
            self.all.operand_values(expr).all(has)
        };
        if set.iter().all(|expr| is_whole(set, expr)) {
            return;
        }
        // What goes may take what is computed from it along.
        for expr in set.sorted(&self.all, &set.values) {
            if !is_whole(set, expr) {
                Rc::make_mut(set).remove(&self.all, expr);
            }
        }
    }

    fn partially_anticipate(&mut self, block: BlockId, abnormal: bool) {
        let succs = self.f.blocks[block].succs.clone();
        let is_long =
            |edge: EdgeId| self.sets(self.f.edges[edge].dst).partial_in.values.len() > MAX_PARTIAL;
        if abnormal || matches!(succs[..], [edge] if is_long(edge)) {
            return self.report_partial(block, None);
        }
        let mut out = self.partial_after(&succs);
        self.prune_clobbered(&mut out, block);
        let own = self.sets(block);
        let antic = own.antic_in.clone();
        let mut here = out.as_ref().clone();
        here.remove_expressions(&self.all, &own.tmp_gen);
        here.unite(&own.phi_gen);
        here.values = here.values.without(&antic.values);
        here.keep_expressions_of_values(&self.all);
        let mut here = Rc::new(here);
        self.clean(&mut here, Some(&antic));
        self.sets_mut(block).partial_in = here;
        self.report_partial(block, Some(&out));
    }

    /// What some path from the end of a block computes. Nothing is translated over edges that close cycles: counters would give
    /// new values forever.
    fn partial_after(&mut self, succs: &[EdgeId]) -> Rc<Set> {
        let mut out = Set::default();
        for &edge in succs {
            if self.f.edges[edge].flags.intersects(EdgeFlags::DFS_BACK) {
                continue;
            }
            let dst = self.f.edges[edge].dst;
            let partial = self.sets(dst).partial_in.clone();
            if succs.len() == 1 {
                return self.translate_set(partial, edge);
            }
            let antic = self.sets(dst).antic_in.clone();
            antic.iter().for_each(|expr| out.insert_value(&self.all, expr));
            let partial = self.translate_set(partial, edge);
            partial.iter().for_each(|expr| out.insert_value(&self.all, expr));
        }
        Rc::new(out)
    }

    /// The memory state that an expression reads.
    fn state_of(&self, expr: ExprId) -> Option<SsaName> {
        match self.all.kind(expr) {
            Kind::Reference { state, .. } => state.expand(),
            _ => None,
        }
    }

    /// The access of a reference to a place.
    fn access_of(&self, expr: ExprId) -> Option<tree_ssa::analyses::alias::Access> {
        let Kind::Reference { what, .. } = self.all.kind(expr) else { return None };
        let Referred::Load(op) = self.all.referred(what) else { return None };
        Some(self.access_of_place(*op))
    }
}
