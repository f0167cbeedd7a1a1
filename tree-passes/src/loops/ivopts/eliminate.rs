//! Exit tests as comparisons of a candidate with the value it has in the last iteration.

use super::costs::force_cost;
use super::{Candidate, Needs, Price, Use, Way, Work};
use gimple::cfg::{EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::simplify::Subject;
use gimple::ssa::NameFlags;
use gimple::stmt::StmtKind;
use tree_ssa::analyses::niter::Niter;
use tree_ssa::analyses::scev::Scev;
use tree_ssa::analyses::scev::expr::{ExprId, Node};
use tree_ssa::analyses::sums::{bits_of, expression, is_simple, sum_of, unsigned};

impl Work {
    /// How an exit test is done by comparing with a last value, if that can be.
    pub(super) fn eliminated_way(
        &mut self,
        s: &mut Scev<'_, '_>,
        single: &Use,
        candidate: usize,
    ) -> Option<Way> {
        let (code, bound) = self.last_value(s, single, candidate)?;
        let mut needs = self.needs_of(s, bound);
        let mut cost = match force_cost(s, bound) {
            0 => self.parameter_cost(s, bound),
            cost => cost,
        };
        if needs.variables.len() > 1 {
            needs = Needs::default();
            needs.expressions.extend(self.number_of(s, bound));
        }
        cost = self.once(cost, false);
        let zero = self.bound(s, single.stmt).is_some_and(|bound| s.unit.is_zero(bound));
        let itself = self.candidates[candidate]
            .names
            .is_some_and(|names| [names.0, names.1].map(Some).contains(&single.what.ssa()));
        if zero && itself {
            cost -= 1;
        }
        let price = Price { cost, complexity: 0 };
        Some(Way { price, needs, test: Some((code, bound)) })
    }

    /// How often the loop is gone round until an exit is taken.
    pub(super) fn niter(&mut self, s: &mut Scev<'_, '_>, exit: EdgeId) -> Option<Niter> {
        let of = self.of;
        *self.niters.entry(exit).or_insert_with(|| s.niter_of_exit(of, exit, true))
    }

    /// The comparison that is true when the loop is to be left, or to be gone on with, and the last value.
    fn last_value(
        &mut self,
        s: &mut Scev<'_, '_>,
        single: &Use,
        candidate: usize,
    ) -> Option<(TreeCode, ExprId)> {
        let exit = self.exit_of(s, single)?;
        let step = s.folder().as_int(self.candidates[candidate].iv.step)? as u64;
        let niter = self.niter(s, exit)?;
        let candidate = &self.candidates[candidate];
        if s.folder().as_int(niter.may_be_zero) != Some(0) {
            return None;
        }
        let exprs = &s.state.exprs;
        let abnormal = |name| s.f.names[name].has(NameFlags::ABNORMAL);
        if exprs.any_name(s.unit, niter.count, &mut { abnormal }) {
            return None;
        }
        let bits = bits_of(s.unit, candidate.iv.ty)?;
        let after = self.is_after(s.f, s.tree, candidate, single.stmt);
        // The values of a candidate are all different for as long as this.
        let period = u64::MAX >> (64 - bits) >> step.trailing_zeros().min(bits - 1);
        if !self.ends_within(s, (exit, &niter), period, after) {
            return None;
        }
        let bound = value_at(s, candidate, &niter, after)?;
        if is_expensive(s, bound) {
            return None;
        }
        let on_true = s.f.edges[exit].flags.intersects(EdgeFlags::TRUE_VALUE);
        Some((if on_true { TreeCode::Eq } else { TreeCode::Ne }, bound))
    }

    /// The exit that a test decides, if each iteration comes to it.
    fn exit_of(&self, s: &Scev<'_, '_>, single: &Use) -> Option<EdgeId> {
        let f = s.f;
        let block = f.stmts[single.stmt].block;
        if !matches!(f.stmts[single.stmt].kind, StmtKind::Cond { .. })
            || !s.dominates_latch(block, self.of)
        {
            return None;
        }
        f.blocks[block].succs.iter().copied().find(|&edge| f.leaves_loop(edge, self.of))
    }

    fn ends_within(
        &self,
        s: &mut Scev<'_, '_>,
        (exit, niter): (EdgeId, &Niter),
        period: u64,
        after: bool,
    ) -> bool {
        let period = i128::from(period);
        if let Some(count) = s.folder().as_int(niter.count) {
            return if after { count < period } else { count <= period };
        }
        if niter.most + i128::from(after) <= period {
            return true;
        }
        s.is_only_exit(self.of, exit)
            && s.max_iterations(self.of).is_some_and(|most| most + i128::from(after) <= period)
    }
}

/// The value of a candidate when the loop is left.
fn value_at(
    s: &mut Scev<'_, '_>,
    candidate: &Candidate,
    niter: &Niter,
    after: bool,
) -> Option<ExprId> {
    let (mut count, mut after) = (niter.count, after);
    if after && let Some(one_more) = one_more(s, niter) {
        (count, after) = (one_more, false);
    }
    let ty = candidate.iv.ty;
    let bits = bits_of(s.unit, ty)?;
    let mut folder = s.folder();
    let wide = unsigned(&mut folder, bits);
    let own = folder.exprs.ty(count);
    let narrow = bits_of(folder.unit, own).filter(|&own| own < bits);
    if let Some(own_bits) = narrow {
        // A sum of a narrower type is put in order before it is widened.
        let sum = sum_of(&mut folder, count, own_bits)?;
        count = expression(&mut folder, &sum, own);
    }
    let count = folder.convert(wide, count);
    let count = sum_of(&mut folder, count, bits)?;
    let step = sum_of(&mut folder, candidate.iv.step, bits)?;
    let mut value = sum_of(&mut folder, candidate.iv.base, bits)?;
    value.add(&count.times(step.constant), 1);
    if after {
        value.add(&step, 1);
    }
    let pointer = folder.pointer(ty);
    expression(&mut folder, &value, if pointer { ty } else { wide }).known()
}

/// The number of iterations and one more, where what is counted by ones up to a name says that this does not overflow.
fn one_more(s: &mut Scev<'_, '_>, niter: &Niter) -> Option<ExprId> {
    let control = niter.control.filter(|control| control.no_overflow)?;
    let name = s.state.exprs.name(niter.bound?)?;
    let exprs = &s.state.exprs;
    let (minus, [count, one, _]) =
        exprs.operation(niter.count).unwrap_or((TreeCode::Single, [ExprId::NONE; 3]));
    let mut folder = s.folder();
    if folder.as_int(control.step) != Some(1) {
        return None;
    }
    if folder.as_int(control.base) == Some(1) {
        return Some(folder.leaf(gimple::tree::Operand::Ssa(name)));
    }
    (minus == TreeCode::Minus && folder.as_int(one) == Some(1)).then_some(count)
}

/// Whether an expression has anything in it that takes long to compute.
fn is_expensive(s: &Scev<'_, '_>, id: ExprId) -> bool {
    let exprs = &s.state.exprs;
    let mut expensive = false;
    exprs.walk(id, &mut |part| {
        expensive |= match exprs.node(part) {
            Node::Leaf(_) => false,
            Node::Operation { code: TreeCode::TruncDiv, ops: [_, by, _], .. } => {
                let by = s.unit.as_int(exprs.operand(by));
                by.is_none_or(|by| by <= 0 || by & (by - 1) != 0)
            }
            Node::Operation { code, .. } => !is_simple(code),
            _ => true,
        };
        !expensive
    });
    expensive
}
