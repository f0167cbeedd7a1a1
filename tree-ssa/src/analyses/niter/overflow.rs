//! What has to be assumed for `a < b` to be counted: that the bound is met exactly, that nothing overflows before, or that it
//! does.

use super::Niter;
use super::condition::Test;
use crate::analyses::scev::expr::ExprId;
use crate::analyses::scev::{Affine, Scev};
use gimple::code::TreeCode;
use gimple::simplify::Subject;

impl Scev<'_, '_> {
    /// Where the last value is known, `a < b` is a test whether it is reached (`number_of_iterations_lt_to_ne`).
    pub(super) fn less_as_unequal(
        &mut self,
        test: &Test,
        niter: &mut Niter,
        (way, step): (ExprId, i128),
    ) -> Option<Test> {
        let Test { of, ty, count_type, left, right, must_exit, mut gap } = *test;
        let mut folder = self.folder();
        let by = folder.number(count_type, step);
        let rest = folder.binary(TreeCode::TruncMod, count_type, way, by);
        let rest = folder.as_int(rest)?;
        let more = if rest == 0 { 0 } else { step - rest };
        let left_moves = folder.as_int(left.step) != Some(0);
        let moving = if left_moves { left } else { right };
        let pointer = folder.pointer(ty);
        let sum_fits = more == 0 || pointer || must_exit && moving.no_overflow;
        let add_type = if pointer { folder.unit.common.size_t } else { ty };
        if !sum_fits {
            let (least, greatest) = folder.range(ty)?;
            let fits = if left_moves {
                let bound = folder.number(ty, greatest - more);
                folder.compare(TreeCode::Le, right.base, bound)
            } else {
                let bound = folder.number(ty, least + more);
                folder.compare(TreeCode::Ge, left.base, bound)
            };
            if folder.as_int(fits) == Some(0) {
                return None;
            }
            niter.assumptions = folder.both(niter.assumptions, fits);
        }
        if -more >= gap.below {
            let added = folder.number(add_type, if left_moves { more } else { -more });
            let never = if left_moves {
                let end = folder.plus(ty, right.base, added);
                folder.compare(TreeCode::Gt, left.base, end)
            } else {
                let end = folder.plus(ty, left.base, added);
                folder.compare(TreeCode::Gt, end, right.base)
            };
            niter.may_be_zero = folder.either(niter.may_be_zero, never);
        }
        let bits = folder.bits(ty)? as u32;
        gap = gap.moved(more, bits);
        let more = folder.number(count_type, more);
        let way = folder.binary(TreeCode::Plus, count_type, way, more);
        let zero = folder.number(count_type, 0);
        let from_zero = Affine { base: zero, step: by, no_overflow: true };
        let to = Affine { base: way, step: zero, no_overflow: true };
        Some(Test {
            of,
            ty: count_type,
            count_type,
            left: from_zero,
            right: to,
            must_exit: true,
            gap,
        })
    }

    /// `assert_no_overflow_lt`: that the value does not overflow before it has passed the bound.
    pub(super) fn assume_no_overflow(
        &mut self,
        test: &Test,
        niter: &mut Niter,
        step: i128,
    ) -> Option<()> {
        let Test { ty, left, right, .. } = *test;
        let mut folder = self.folder();
        let left_moves = folder.as_int(left.step) != Some(0);
        let moving = if left_moves { left } else { right };
        if moving.no_overflow {
            return Some(());
        }
        let (least, greatest) = folder.range(ty)?;
        // Where the first value is known, so is the last one before it would overflow.
        let rest = match folder.as_int(moving.base) {
            Some(base) if left_moves => (greatest - base) % step,
            Some(base) => (base - least) % step,
            None => step - 1,
        };
        let fits = if left_moves {
            let bound = folder.number(ty, greatest - rest);
            folder.compare(TreeCode::Le, right.base, bound)
        } else {
            let bound = folder.number(ty, least + rest);
            folder.compare(TreeCode::Ge, left.base, bound)
        };
        if folder.as_int(fits) == Some(0) {
            return None;
        }
        niter.assumptions = folder.both(niter.assumptions, fits);
        niter.control = Some(Affine { no_overflow: true, ..moving });
        Some(())
    }

    /// `assert_loop_rolls_lt`: that `b - a + step - 1` is what it is without overflow.
    pub(super) fn assume_it_rolls(&mut self, test: &Test, niter: &mut Niter, step: i128) {
        let Test { ty, left, right, gap, .. } = *test;
        let mut folder = self.folder();
        let Some(bits) = folder.bits(ty) else { return };
        let pointer = folder.pointer(ty);
        let rolls = 1 - step <= gap.below;
        let fits = gap.up <= (1 << bits) - step || pointer;
        if rolls && fits {
            return;
        }
        let left_moves = folder.as_int(left.step) != Some(0);
        let calc = if pointer { folder.unit.common.size_t } else { ty };
        let before = folder.number(calc, if left_moves { step - 1 } else { 1 - step });
        let range = folder.range(ty).filter(|_| !pointer);
        if let Some((least, greatest)) = range {
            let fits = if left_moves {
                let bound = folder.number(ty, least + step - 1);
                folder.compare(TreeCode::Ge, left.base, bound)
            } else {
                let bound = folder.number(ty, greatest - (step - 1));
                folder.compare(TreeCode::Le, right.base, bound)
            };
            niter.assumptions = folder.both(niter.assumptions, fits);
        }
        if rolls {
            return;
        }
        let (a, b) = (folder.convert(calc, left.base), folder.convert(calc, right.base));
        let never = if left_moves {
            let a = folder.binary(TreeCode::Minus, calc, a, before);
            folder.compare(TreeCode::Gt, a, b)
        } else {
            let b = folder.binary(TreeCode::Minus, calc, b, before);
            folder.compare(TreeCode::Gt, a, b)
        };
        niter.may_be_zero = folder.either(niter.may_be_zero, never);
    }

    /// `number_of_iterations_until_wrap`: what moves away from the bound passes it when it wraps around.
    pub(super) fn until_wrap(&mut self, test: &Test, niter: &mut Niter) -> Option<()> {
        let Test { of, ty, count_type, left, right, .. } = *test;
        let mut folder = self.folder();
        let (least, greatest) = folder.range(ty)?;
        let never = folder.compare(TreeCode::Le, right.base, left.base);
        if folder.as_int(never) == Some(1) {
            return None;
        }
        let left_moves = folder.as_int(left.step) != Some(0);
        let number = |s: &Self, id: ExprId| s.unit.as_int(s.state.exprs.operand(id));
        let (step, fits, way, low, high);
        if left_moves {
            step = -self.step_of(&left);
            let (begin, end) = (number(self, left.base), number(self, right.base));
            (low, high) = (least, begin.map(|begin| begin + 1).or(end).unwrap_or(greatest));
            let mut folder = self.folder();
            let last = folder.number(ty, greatest - step + 1);
            fits = folder.compare(TreeCode::Ge, last, right.base);
            let first = folder.convert(count_type, left.base);
            let least = folder.number(count_type, least);
            way = folder.binary(TreeCode::Minus, count_type, first, least);
        } else {
            step = self.step_of(&right);
            let (begin, end) = (number(self, right.base), number(self, left.base));
            (low, high) = (begin.map(|begin| begin - 1).or(end).unwrap_or(least), greatest);
            let mut folder = self.folder();
            let last = folder.number(ty, least + step - 1);
            fits = folder.compare(TreeCode::Le, last, left.base);
            let first = folder.convert(count_type, right.base);
            let greatest = folder.number(count_type, greatest);
            way = folder.binary(TreeCode::Minus, count_type, greatest, first);
        }
        if self.folder().as_int(fits) == Some(0) {
            return None;
        }
        let never =
            if left_moves || step != 1 { never } else { self.wraps_at_once(of, test, never) };
        let mut folder = self.folder();
        let by = folder.number(count_type, step);
        let way = folder.binary(TreeCode::Plus, count_type, way, by);
        niter.count = folder.binary(TreeCode::TruncDiv, count_type, way, by);
        niter.most = (high - low + step - 1).div_euclid(step);
        niter.may_be_zero = never;
        niter.assumptions = folder.both(niter.assumptions, fits);
        let moving = if left_moves { left } else { right };
        niter.control = Some(Affine { no_overflow: false, ..moving });
        Some(())
    }

    /// Of `i + 1`, where `i` is known not to be less than the bound, only the greatest `i` gives one that is.
    fn wraps_at_once(&mut self, of: gimple::loops::LoopId, test: &Test, never: ExprId) -> ExprId {
        let Test { ty, left, right, .. } = *test;
        let Some((TreeCode::Plus, [before, one, _])) = self.state.exprs.operation(right.base)
        else {
            return never;
        };
        let folder = self.folder();
        let Some((_, greatest)) = folder.range(ty).filter(|_| folder.unsigned(ty)) else {
            return never;
        };
        if folder.as_int(one) != Some(1) {
            return never;
        }
        let known = self.folder().compare(TreeCode::Ge, before, left.base);
        let known = self.simplify_by_entry(of, known);
        if self.folder().as_int(known) != Some(1) {
            return never;
        }
        let mut folder = self.folder();
        let greatest = folder.number(ty, greatest);
        folder.compare(TreeCode::Eq, before, greatest)
    }
}
