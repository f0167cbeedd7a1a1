//! Variables that uses might be expressed by.
//!
//! For all uses there are: counters from zero; each variable the program has, from its own start and from zero, and as it is.
//! For one use: what it is itself, without its constant, and what several uses have in common.

use super::find::make;
use super::{Candidate, Iv, Kind, Needs, Position, Work};
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::simplify::Subject;
use gimple::ssa::SsaName;
use gimple::stmt::StmtKind;
use gimple::types::TypeId;
use std::cmp::Reverse;
use tree_ssa::analyses::scev::Scev;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::sums::{bits_of, expression, sum_of};

/// What several uses might share.
struct Common {
    base: ExprId,
    step: ExprId,
    groups: Vec<usize>,
}

impl Work {
    pub(super) fn find_candidates(&mut self, s: &mut Scev<'_, '_>) {
        let common = &s.unit.common;
        for ty in [common.int, common.long] {
            let mut folder = s.folder();
            let (zero, one) = (folder.number(ty, 0), folder.number(ty, 1));
            self.add(s, (zero, one, ty), true, None);
        }
        let bivs: Vec<(SsaName, Iv)> =
            self.ivs.iter().filter(|(_, iv)| iv.biv).map(|(&name, &iv)| (name, iv)).collect();
        for (name, iv) in bivs {
            self.add_for_biv(s, name, iv);
        }
        let mut shared: Vec<Common> = Vec::new();
        for group in 0..self.groups.len() {
            self.add_for_group(s, group, &mut shared);
        }
        shared.sort_by_key(|common| Reverse(common.groups.len()));
        for common in shared.into_iter().filter(|common| common.groups.len() > 1) {
            let ty = s.state.exprs.ty(common.base);
            if let Some(added) = self.add(s, (common.base, common.step, ty), false, None) {
                for group in common.groups {
                    self.groups[group].related.insert(added);
                }
            }
        }
        let most = s.options.param("iv-consider-all-candidates-bound").unwrap_or(40);
        self.consider_all = self.candidates.len() as i64 <= most;
        for (index, candidate) in self.candidates.iter().enumerate() {
            if candidate.important {
                self.groups.iter_mut().for_each(|group| {
                    group.related.insert(index);
                });
            }
        }
    }

    fn add_for_biv(&mut self, s: &mut Scev<'_, '_>, name: SsaName, iv: Iv) {
        let sizetype = s.unit.common.sizetype;
        let ty = iv.ty;
        let narrow = bits_of(s.unit, ty) < bits_of(s.unit, sizetype);
        if iv.no_overflow && iv.addresses && !s.folder().pointer(ty) && narrow {
            let mut folder = s.folder();
            let base = folder.convert(sizetype, iv.base);
            let step = folder.convert(sizetype, iv.step);
            self.add(s, (base, step, sizetype), true, None);
            if self.has_generic_use(name) {
                self.add(s, (iv.base, iv.step, ty), true, None);
            }
        } else {
            self.add(s, (iv.base, iv.step, ty), true, None);
        }
        let mut folder = s.folder();
        let zero_type = if folder.pointer(ty) { sizetype } else { ty };
        let zero = folder.number(zero_type, 0);
        self.add(s, (zero, iv.step, zero_type), true, None);
        if let Some((phi, next)) = self.phi_of(s.f, name)
            && self.is_countable_again(next)
        {
            self.add_at(s, (iv.base, iv.step, ty), Position::Original(phi), (true, None));
            if let Some(added) = self.candidates.last_mut()
                && added.position == Position::Original(phi)
            {
                added.names = Some((name, next));
            }
        }
    }

    /// Whether what a φ gets from the latch is an induction variable itself.
    fn is_countable_again(&self, next: SsaName) -> bool {
        self.ivs.get(&next).is_some_and(|iv| iv.biv)
    }

    fn has_generic_use(&self, name: SsaName) -> bool {
        self.groups
            .iter()
            .any(|group| group.kind == Kind::Generic && group.uses[0].what.ssa() == Some(name))
    }

    /// Where a variable that is carried by a φ of the header is increased, and the name it has then.
    fn phi_of(&self, f: &Function, name: SsaName) -> Option<(gimple::stmt::StmtId, SsaName)> {
        let phi = f.names[name].def.expand().filter(|&def| f.is_phi(def))?;
        let next = f.phi_arg(phi, self.latch).ssa()?;
        let def = f.names[next].def.expand()?;
        let assigns = matches!(f.stmts[def].kind, StmtKind::Assign { .. });
        (assigns && f.loop_of(f.stmts[def].block) == self.of).then_some((def, next))
    }

    fn add_for_group(&mut self, s: &mut Scev<'_, '_>, group: usize, shared: &mut Vec<Common>) {
        let iv = self.groups[group].uses[0].iv;
        let Iv { base, step, ty, object, .. } = iv;
        self.add(s, (base, step, ty), false, Some(group));
        share(s, shared, (base, step), group);
        let mut folder = s.folder();
        let zero_type = if folder.pointer(ty) { folder.unit.common.sizetype } else { ty };
        let zero = folder.number(zero_type, 0);
        share(s, shared, (zero, step), group);
        let Some(bits) = bits_of(s.unit, ty) else { return };
        let mut folder = s.folder();
        let Some(mut sum) = sum_of(&mut folder, base, bits) else { return };
        if sum.constant != 0 && !sum.is_constant() {
            sum.constant = 0;
            let stripped = expression(&mut folder, &sum, ty);
            share(s, shared, (stripped, step), group);
            self.add(s, (stripped, step, ty), false, Some(group));
        } else if sum.constant != 0 {
            share(s, shared, (zero, step), group);
            self.add(s, (zero, step, zero_type), false, Some(group));
        }
        let exprs = &s.state.exprs;
        if object.is_some()
            && let Some((TreeCode::PointerPlus, [_, offset, _])) = exprs.operation(base)
        {
            share(s, shared, (offset, step), group);
            let mut folder = s.folder();
            let Some(mut sum) = sum_of(&mut folder, offset, 64) else { return };
            if std::mem::take(&mut sum.constant) != 0 {
                let sizetype = folder.unit.common.sizetype;
                let offset = expression(&mut folder, &sum, sizetype);
                share(s, shared, (offset, step), group);
            }
        }
    }

    /// The block that ends with the exit test before the latch, if the loop ends so.
    pub(super) fn test_block(&self, f: &Function) -> Option<BlockId> {
        let latch = f.edges[self.latch].src;
        let block = f.edges[f.single_pred(latch)?].src;
        let last = f.last_stmt(block)?;
        let tests = matches!(f.stmts[last].kind, StmtKind::Cond { .. });
        let exits = f.blocks[block].succs.iter().any(|&edge| f.leaves_loop(edge, self.of));
        (tests && exits).then_some(block)
    }

    /// Adds a candidate that is increased where that can be done; returns the last one that does.
    fn add(
        &mut self,
        s: &mut Scev<'_, '_>,
        what: (ExprId, ExprId, TypeId),
        important: bool,
        group: Option<usize>,
    ) -> Option<usize> {
        let latch = s.f.edges[self.latch].src;
        let test = self.test_block(s.f);
        let mut added = None;
        if let Some(block) = test {
            added = self.add_at(s, what, Position::BeforeTest(block), (important, group));
        }
        if test.is_none() || s.f.block_stmts(latch).next().is_some() {
            added = self.add_at(s, what, Position::End(latch), (important, group)).or(added);
        }
        added
    }

    fn add_at(
        &mut self,
        s: &mut Scev<'_, '_>,
        (base, step, ty): (ExprId, ExprId, TypeId),
        position: Position,
        (important, group): (bool, Option<usize>),
    ) -> Option<usize> {
        let (mut base, mut step, mut ty) = (base, step, ty);
        let mut folder = s.folder();
        if !matches!(position, Position::Original(_)) {
            if folder.pointer(ty) || !folder.unsigned(ty) {
                ty = folder.unsigned_type(ty);
            }
            base = in_type(&mut folder, base, ty);
            step = folder.convert(ty, step);
        }
        let bits = bits_of(s.unit, ty)?;
        let mut folder = s.folder();
        let sums = [sum_of(&mut folder, base, bits)?, sum_of(&mut folder, step, bits)?];
        for index in 0..self.candidates.len() {
            let Candidate { iv, position: there, .. } = self.candidates[index];
            if there != position || bits_of(folder.unit, iv.ty) != Some(bits) {
                continue;
            }
            let known = [sum_of(&mut folder, iv.base, bits)?, sum_of(&mut folder, iv.step, bits)?];
            if known[0].same(&sums[0]) && known[1].same(&sums[1]) {
                self.candidates[index].important |= important;
                if let Some(group) = group {
                    self.groups[group].related.insert(index);
                }
                return Some(index);
            }
        }
        let iv = make(s, base, step, ty)?;
        let no_overflow = !s.iv_can_overflow(self.of, ty, base, step);
        let mut number = 0;
        if !matches!(position, Position::Original(_)) {
            number = s.unit.next_tmp;
            s.unit.next_tmp += 1;
        }
        let index = self.candidates.len();
        if let Some(group) = group {
            self.groups[group].related.insert(index);
        }
        let mut needs = Needs::default();
        if s.folder().as_int(iv.step).is_none() {
            needs = self.needs_of(s, iv.step);
            if let Some(number) = self.number_of(s, iv.step) {
                needs.variables.clear();
                needs.expressions.insert(number);
            }
        }
        let iv = Iv { no_overflow, ..iv };
        self.candidates.push(Candidate {
            iv,
            position,
            important,
            names: None,
            number,
            cost: 0,
            needs,
        });
        Some(index)
    }
}

/// An expression in another type; a sum stays one of its own type, which is converted.
fn in_type(
    folder: &mut tree_ssa::analyses::scev::fold::Folder<'_>,
    id: ExprId,
    ty: TypeId,
) -> ExprId {
    let from = folder.exprs.ty(id);
    let sum = matches!(folder.exprs.operation(id), Some((TreeCode::Plus | TreeCode::Minus, _)));
    if sum && !folder.same(ty, from) && bits_of(folder.unit, ty) == bits_of(folder.unit, from) {
        return folder.exprs.operation_on(TreeCode::Nop, ty, [id, ExprId::NONE, ExprId::NONE]);
    }
    folder.convert(ty, id)
}

/// Notes what a use might have in common with others.
fn share(
    s: &mut Scev<'_, '_>,
    shared: &mut Vec<Common>,
    (base, step): (ExprId, ExprId),
    group: usize,
) {
    let ty = s.state.exprs.ty(base);
    let Some(bits) = bits_of(s.unit, ty) else { return };
    let mut folder = s.folder();
    let Some(own) = sum_of(&mut folder, base, bits) else { return };
    for common in shared.iter_mut().filter(|common| common.step == step) {
        let other = folder.exprs.ty(common.base);
        if bits_of(folder.unit, other) == Some(bits)
            && sum_of(&mut folder, common.base, bits).is_some_and(|sum| sum.same(&own))
        {
            if common.groups.last() != Some(&group) {
                common.groups.push(group);
            }
            return;
        }
    }
    shared.push(Common { base, step, groups: vec![group] });
}
