//! Values that grow by the same in each iteration, in the type they have and in others.

use super::Scev;
use super::expr::ExprId;
use crate::analyses::ranges::Kind;
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::simplify::Subject;
use gimple::stmt::StmtId;
use gimple::types::TypeId;

/// `base + step * iteration` (`affine_iv`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Affine {
    pub base: ExprId,
    pub step: ExprId,
    pub no_overflow: bool,
}

impl Scev<'_, '_> {
    /// Whether values of a type are taken not to wrap around (`nowrap_type_p`).
    pub fn never_wraps(&mut self, ty: TypeId) -> bool {
        let folder = self.folder();
        folder.pointer(ty) || folder.undefined(ty)
    }

    /// The evolution in loop `of` of what is used in a loop in it, whatever is computed in the loops between put in; `folded`
    /// says whether conversions were counted as those of its parts (`analyze_scalar_evolution_in_loop`).
    pub fn in_loop(&mut self, of: LoopId, used: LoopId, id: ExprId, folded: &mut bool) -> ExprId {
        let (mut found, mut at) = (id, used);
        loop {
            let evolution = self.evolution(at, found);
            found = self.resolve_mixers(at, evolution, folded);
            if at == of {
                return found;
            }
            match self.f.loop_data(at) {
                Some(entry) if self.does_not_evolve(found, at) && entry.outer.is_some() => {
                    at = entry.outer
                }
                _ => return ExprId::UNKNOWN,
            }
        }
    }

    /// What a value is in a loop, if it grows by the same in each iteration, or not at all (`simple_iv`).
    pub fn simple_iv(
        &mut self,
        of: LoopId,
        used: LoopId,
        id: ExprId,
        any_step: bool,
    ) -> Option<Affine> {
        let ty = self.state.exprs.ty(id);
        if !self.is_counted_type(ty) {
            return None;
        }
        let mut folded = false;
        let found = self.in_loop(of, used, id, &mut folded).known()?;
        if self.state.exprs.varies_by_name(self.unit, self.f, found, of) {
            return None;
        }
        if !self.state.exprs.has_chrec(found) {
            let mut folder = self.folder();
            let step_type = folder.step_type(ty);
            let step = folder.number(step_type, 0);
            return Some(Affine { base: found, step, no_overflow: true });
        }
        let (around, base, step) = self.state.exprs.chrec(found)?;
        let exprs = &self.state.exprs;
        let constant = exprs.operand(step).constant().is_some();
        if around != of || !constant && !any_step || exprs.has_chrec(step) || exprs.has_chrec(base)
        {
            return None;
        }
        let mut no_overflow = !folded && self.never_wraps(ty);
        if !no_overflow {
            no_overflow = !self.iv_can_overflow(of, ty, base, step);
        }
        let base = self.without_detour(of, base, step).unwrap_or(base);
        Some(Affine { base, step, no_overflow })
    }

    /// `x + step` for what is `x + step` in a type without sign, where the tests before the loop say that it does not
    /// overflow: variables narrower than `int` are counted so.
    fn without_detour(&mut self, of: LoopId, base: ExprId, step: ExprId) -> Option<ExprId> {
        let (exprs, ty) = (&self.state.exprs, self.state.exprs.ty(base));
        let sum = exprs.converted(base)?;
        let Some((TreeCode::Plus, [from, by, _])) = exprs.operation(sum) else { return None };
        let from = exprs.converted(from)?;
        let (sum_ty, from_ty, step_ty) = (exprs.ty(sum), exprs.ty(from), exprs.ty(step));
        let folder = self.folder();
        let number = folder.as_int(step)?;
        let kinds = [ty, sum_ty].map(|ty| Kind::of(folder.unit, ty).filter(|kind| !kind.pointer));
        let [Some(kind), Some(detour)] = kinds else { return None };
        let same = kind.bits == detour.bits && detour.wrap(number) == folder.as_int(by)?;
        if from_ty != ty || step_ty != ty || folder.unsigned(ty) || !same || number == 0 {
            return None;
        }
        let (code, extreme) = match number < 0 {
            true => (TreeCode::Lt, kind.min() - number),
            false => (TreeCode::Gt, kind.max() - number),
        };
        let mut folder = self.folder();
        let extreme = folder.number(ty, extreme);
        let overflows = folder.compare(code, from, extreme);
        let overflows = self.simplify_by_entry(of, overflows);
        let mut folder = self.folder();
        (folder.as_int(overflows) == Some(0)).then(|| folder.binary(TreeCode::Plus, ty, from, step))
    }

    /// Converts what grows in a loop, if what it grows to has the same value in the other type (`convert_affine_scev`);
    /// `by_type` says whether types are believed that are taken not to wrap around.
    pub fn convert_affine(
        &mut self,
        (around, base, step): (LoopId, ExprId, ExprId),
        ty: TypeId,
        at: StmtId,
        of: Option<ExprId>,
        by_type: bool,
    ) -> Option<(ExprId, ExprId)> {
        let from = self.state.exprs.ty(base);
        let folder = self.folder();
        let (to_bits, from_bits) = (folder.bits(ty)?, folder.bits(from)?);
        let (to_unsigned, from_unsigned) = (folder.unsigned(ty), folder.unsigned(from));
        let widens = to_bits > from_bits;
        let to_never_wraps = self.never_wraps(ty);
        // What comes out must not be taken to keep within its type unless it does.
        let check_result =
            !widens && to_never_wraps && (to_bits < from_bits || !to_unsigned && from_unsigned);
        if widens && self.probably_wraps(of, (around, base, step), at, by_type) {
            return None;
        }
        let new_base = self.chrec_convert(ty, base, at, None).known()?;
        let mut folder = self.folder();
        let step_type = folder.step_type(ty);
        let own_step_type = folder.exprs.ty(step);
        let mut new_step = step;
        if folder.bits(step_type) > folder.bits(own_step_type) && from_unsigned {
            // Steps down are large numbers of a type without sign.
            let signed = folder.integer_type(own_step_type, false);
            new_step = folder.convert(signed, new_step);
        }
        let new_step = folder.convert(step_type, new_step).known()?;
        if check_result && self.probably_wraps(None, (around, new_base, new_step), at, false) {
            return None;
        }
        Some((new_base, new_step))
    }

    /// A conversion of what evolves as conversions of its parts, if their type is no wider; `None` where it is not that
    /// (`chrec_convert_aggressive`).
    pub(super) fn convert_aggressively(
        &mut self,
        ty: TypeId,
        id: ExprId,
        folded: &mut bool,
    ) -> Option<ExprId> {
        let (around, base, step) = self.state.exprs.chrec(id)?;
        let from = self.state.exprs.ty(id);
        let folder = self.folder();
        if folder.bits(ty) > folder.bits(from) || folder.same(ty, from) {
            return None;
        }
        let base = match self.convert_aggressively(ty, base, folded) {
            Some(base) => base,
            None => self.chrec_convert(ty, base, StmtId::NONE, None),
        };
        let step_type = self.folder().step_type(ty);
        let step = match self.convert_aggressively(step_type, step, folded) {
            Some(step) => step,
            None => self.chrec_convert(step_type, step, StmtId::NONE, None),
        };
        *folded = true;
        Some(self.recurrence(around, base, step))
    }

    /// Whether a value may leave the range of its type on the way (`scev_probably_wraps_p`).
    pub fn probably_wraps(
        &mut self,
        of: Option<ExprId>,
        (around, base, step): (LoopId, ExprId, ExprId),
        at: StmtId,
        by_type: bool,
    ) -> bool {
        let ty = self.state.exprs.ty(base);
        if by_type && self.never_wraps(ty) {
            return false;
        }
        let Some(growth) = self.folder().as_int(step) else { return true };
        if growth == 0 || of.is_some_and(|of| self.keeps_within(of, growth, around)) {
            return false;
        }
        !self.exits_before_overflow((around, base, step), at)
    }

    /// Whether what is known of the values of a name leaves no room for one that overflows (`scev_var_range_cant_overflow`).
    fn keeps_within(&mut self, of: ExprId, step: i128, around: LoopId) -> bool {
        let Some(name) = self.state.exprs.name(of) else { return false };
        let ty = self.state.exprs.ty(of);
        let executed = self.defining_block(name).is_some_and(|block| {
            self.f.in_loop(block, around) && self.dominates_latch(block, around)
        });
        let (Some((low, high)), Some(kind)) = (self.range_of(of), Kind::of(self.unit, ty)) else {
            return false;
        };
        let step = if kind.signed { step } else { Kind { signed: true, ..kind }.wrap(step) };
        executed && if step > 0 { kind.max() - high >= step } else { low - kind.min() >= -step }
    }
}
