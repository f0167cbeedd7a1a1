//! How often `a < b`, `a <= b` or `a != b` holds, one of the two growing by a constant with each iteration.
//!
//! ```text
//!   [b, + , s] < n       (n - b + s - 1) / s, zero if n < b
//!   [b, + , s] != n      (n - b) / s, where s divides the difference
//! ```
//!
//! Counting is done in the unsigned type, in which nothing overflows without being defined; what must hold for the formula to
//! say the truth becomes an assumption.

use super::Niter;
use super::difference::Difference;
use crate::analyses::scev::expr::ExprId;
use crate::analyses::scev::{Affine, Scev};
use dumps::{put, putln};
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::simplify::Subject;
use gimple::types::TypeId;
use std::fmt::Write;

/// What is counted: a loop, the type of what its exit compares, and the two sides.
#[derive(Clone, Copy)]
pub(super) struct Test {
    pub of: LoopId,
    pub ty: TypeId,
    /// The same type without sign, in which iterations are counted.
    pub count_type: TypeId,
    pub left: Affine,
    pub right: Affine,
    /// The loop is left here in the end.
    pub must_exit: bool,
    pub gap: Difference,
}

impl Scev<'_, '_> {
    /// `number_of_iterations_cond`.
    pub(super) fn niter_of_condition(
        &mut self,
        (of, ty): (LoopId, TypeId),
        (left, code, right): (Affine, TreeCode, Affine),
        only_exit: bool,
        every: bool,
    ) -> Option<Niter> {
        if !every && (!left.no_overflow || !right.no_overflow || code == TreeCode::Ne) {
            return None;
        }
        let (mut left, mut right, mut code) = (left, right, code);
        let still = |s: &mut Self, side: &Affine| s.folder().as_int(side.step) == Some(0);
        if matches!(code, TreeCode::Ge | TreeCode::Gt) || code == TreeCode::Ne && still(self, &left)
        {
            std::mem::swap(&mut left, &mut right);
            code = code.swap_comparison();
        }
        if self.folder().pointer(ty) {
            // What is compared points into one object, which does not lie across the end of memory.
            left.no_overflow = true;
            right.no_overflow = true;
        }
        let moves = (!still(self, &left), !still(self, &right));
        let must_exit = only_exit && (moves.0 && left.no_overflow || moves.1 && right.no_overflow);
        match moves {
            (false, false) => return None,
            (true, true) => self.relative((&mut left, &mut right), ty, code)?,
            _ => {}
        }
        let count_type = self.folder().unsigned_type(ty);
        let holds = self.folder().compare(code, left.base, right.base);
        let mut niter = self.unconditional(count_type);
        if self.folder().as_int(holds) == Some(0) {
            // It is left at once.
            return every.then_some(niter);
        }
        let gap = self.difference(of, ty, right.base, left.base);
        self.say_test(of, (&left, code, &right), gap);
        let test = Test { of, ty, count_type, left, right, must_exit, gap };
        let counted = match code {
            TreeCode::Ne => self.until_equal(test, &mut niter),
            TreeCode::Lt => self.while_less(test, &mut niter),
            _ => self.while_less_or_equal(test, &mut niter),
        };
        self.say_result(counted.map(|()| niter));
        counted.map(|()| niter)
    }

    /// No iterations, without conditions.
    pub(super) fn unconditional(&mut self, count_type: TypeId) -> Niter {
        let mut folder = self.folder();
        Niter {
            assumptions: folder.truth_value(true),
            may_be_zero: folder.truth_value(false),
            count: folder.number(count_type, 0),
            most: 0,
            control: None,
            bound: None,
            while_is: None,
        }
    }

    /// Where both sides move, one moves relative to the other.
    fn relative(
        &mut self,
        (left, right): (&mut Affine, &mut Affine),
        ty: TypeId,
        code: TreeCode,
    ) -> Option<()> {
        let mut folder = self.folder();
        let step_type = folder.step_type(ty);
        let step = folder.binary(TreeCode::Minus, step_type, left.step, right.step);
        let constant = folder.as_int(step).is_some();
        if code != TreeCode::Ne && (!constant || !left.no_overflow || !right.no_overflow)
            || !constant
            || folder.as_int(step) == Some(0)
        {
            return None;
        }
        left.step = step;
        if !folder.pointer(ty) {
            left.no_overflow = false;
        }
        right.step = folder.number(step_type, 0);
        right.no_overflow = true;
        // What comes nearer must come from below.
        let signed = self.step_of(left);
        (code == TreeCode::Ne || signed > 0).then_some(())
    }

    /// A step as a signed number.
    pub(super) fn step_of(&mut self, side: &Affine) -> i128 {
        self.signed_number(side.step)
    }

    /// The number an expression is, with a sign whatever its type; 0 where it is none.
    pub fn signed_number(&mut self, id: ExprId) -> i128 {
        let ty = self.state.exprs.ty(id);
        let folder = self.folder();
        let value = folder.as_int(id).unwrap_or(0);
        let bits = folder.bits(ty).unwrap_or(64);
        let half = 1i128 << (bits - 1);
        ((value + half) & ((1i128 << bits) - 1)) - half
    }

    /// `number_of_iterations_ne`: until what moves has reached the other side.
    fn until_equal(&mut self, test: Test, niter: &mut Niter) -> Option<()> {
        let Test { of, ty, count_type, left: iv, right, must_exit, mut gap } = test;
        let last = right.base;
        niter.control = Some(iv);
        niter.bound = Some(last);
        let step = self.step_of(&iv);
        let mut folder = self.folder();
        let begin = folder.convert(count_type, iv.base);
        let end = folder.convert(count_type, last);
        let way = if step < 0 {
            gap = gap.negated();
            folder.binary(TreeCode::Minus, count_type, begin, end)
        } else {
            folder.binary(TreeCode::Minus, count_type, end, begin)
        };
        let size = step.unsigned_abs() as i128;
        niter.most = self.most_until_equal(&test, way, size, gap);
        let exact = size == 1 || self.is_multiple(way, size);
        if !iv.no_overflow && exact && self.comes_towards(of, ty, &iv, step, last) {
            niter.control = Some(Affine { no_overflow: true, ..iv });
            niter.count = self.exact_quotient(count_type, way, size);
            return Some(());
        }
        // With d the greatest power of two in the step, the way has to be a multiple of d; it is gone by multiplying with
        // the inverse of what is left of the step.
        let power = size & -size;
        let odd = size / power;
        if !must_exit && power != 1 {
            let mut folder = self.folder();
            let divisor = folder.number(count_type, power);
            let rest = folder.binary(TreeCode::TruncMod, count_type, way, divisor);
            let zero = folder.number(count_type, 0);
            let divides = folder.compare(TreeCode::Eq, rest, zero);
            niter.assumptions = folder.both(niter.assumptions, divides);
        }
        let way = self.exact_quotient(count_type, way, power);
        if odd == 1 {
            niter.count = way;
            return Some(());
        }
        let mut folder = self.folder();
        let bits = folder.bits(count_type)? as u32 - power.trailing_zeros();
        let mask = if bits >= 127 { return None } else { (1i128 << bits) - 1 };
        let by = folder.number(count_type, inverse(odd, mask));
        let product = folder.binary(TreeCode::Mult, count_type, way, by);
        let mask = folder.number(count_type, mask);
        niter.count = folder.binary(TreeCode::BitAnd, count_type, product, mask);
        Some(())
    }

    /// A quotient without rest.
    fn exact_quotient(&mut self, ty: TypeId, of: ExprId, by: i128) -> ExprId {
        if by == 1 {
            return of;
        }
        let mut folder = self.folder();
        let by = folder.number(ty, by);
        folder.binary(TreeCode::ExactDiv, ty, of, by)
    }

    /// Whether a value begins on the right side of its last one, so that it does not overflow on the way. Where the type
    /// wraps, the way is known to be a multiple of the step modulo its size only.
    fn comes_towards(
        &mut self,
        of: LoopId,
        ty: TypeId,
        iv: &Affine,
        step: i128,
        last: ExprId,
    ) -> bool {
        let code = if step < 0 { TreeCode::Ge } else { TreeCode::Le };
        let towards = self.folder().compare(code, iv.base, last);
        let towards = self.simplify_by_entry(of, towards);
        match self.folder().as_int(towards) {
            Some(known) => return known == 1,
            // The last value may be less than a step after the one before the first, and be met in the next round only:
            // not if the step divides the size of the type.
            None if !step.unsigned_abs().is_power_of_two() => return false,
            None => {}
        }
        let Some((least, greatest)) = self.folder().range(ty) else { return false };
        let mut folder = self.folder();
        // One step before the first value there must be one, too.
        let bound = folder.number(ty, if step < 0 { greatest + step } else { least + step });
        let room = folder.compare(code.swap_comparison(), iv.base, bound);
        if folder.as_int(room) != Some(1) {
            return false;
        }
        let before = folder.binary(TreeCode::Minus, ty, iv.base, iv.step);
        let strictly = if step < 0 { TreeCode::Gt } else { TreeCode::Lt };
        let towards = folder.compare(strictly, before, last);
        let towards = self.simplify_by_entry(of, towards);
        self.folder().as_int(towards) == Some(1)
    }

    /// `number_of_iterations_ne_max`.
    fn most_until_equal(&mut self, test: &Test, way: ExprId, size: i128, gap: Difference) -> i128 {
        let Test { ty, must_exit, left, .. } = *test;
        let constant = self.folder().as_int(way);
        if let Some(way) = constant.filter(|way| way % size == 0) {
            return way / size;
        }
        let bits = self.folder().bits(ty).unwrap_or(64);
        let bounded = left.no_overflow && must_exit || gap.below >= 0;
        let exact = size == 1;
        let (no_overflow, must_exit) = (left.no_overflow || exact, must_exit || exact);
        if !no_overflow {
            return (1 << (bits - i128::from(size.trailing_zeros()))) - 1;
        }
        let mut most = (1 << bits) - 1;
        if must_exit {
            match constant {
                Some(way) => most = way,
                None if bounded => most = gap.up,
                None => {}
            }
        }
        most.div_euclid(size)
    }

    /// Whether an expression is a multiple of a number, as it is written (`multiple_of_p`).
    fn is_multiple(&mut self, id: ExprId, of: i128) -> bool {
        if let Some(value) = self.folder().as_int(id) {
            return value % of == 0;
        }
        match self.state.exprs.operation(id) {
            Some((TreeCode::Mult, [a, b, _])) => self.is_multiple(a, of) || self.is_multiple(b, of),
            _ => false,
        }
    }

    /// `number_of_iterations_le`.
    fn while_less_or_equal(&mut self, test: Test, niter: &mut Niter) -> Option<()> {
        let mut test = test;
        let ty = test.ty;
        let mut folder = self.folder();
        let left_moves = folder.as_int(test.left.step) != Some(0);
        let pointer = folder.pointer(ty);
        if !test.must_exit && !pointer {
            let (least, greatest) = folder.range(ty)?;
            let (base, end) =
                if left_moves { (test.right.base, greatest) } else { (test.left.base, least) };
            let end = folder.number(ty, end);
            let other = folder.compare(TreeCode::Ne, base, end);
            if folder.as_int(other) == Some(0) {
                return None;
            }
            niter.assumptions = folder.both(niter.assumptions, other);
        }
        let one = folder.number(if pointer { folder.unit.common.size_t } else { ty }, 1);
        let minus_one = folder.number(if pointer { folder.unit.common.size_t } else { ty }, -1);
        if left_moves {
            test.right.base = folder.plus(ty, test.right.base, one);
        } else if pointer {
            test.left.base = folder.plus(ty, test.left.base, minus_one);
        } else {
            test.left.base = folder.binary(TreeCode::Minus, ty, test.left.base, one);
        }
        let bits = folder.bits(ty)? as u32;
        test.gap = test.gap.moved(1, bits);
        self.while_less(test, niter)
    }

    /// `number_of_iterations_lt`.
    fn while_less(&mut self, test: Test, niter: &mut Niter) -> Option<()> {
        let Test { count_type, left, right, gap, .. } = test;
        let left_moves = self.folder().as_int(left.step) != Some(0);
        let moving = if left_moves { left } else { right };
        let step = if left_moves { self.step_of(&left) } else { -self.step_of(&right) };
        niter.control = Some(moving);
        niter.bound = left_moves.then_some(right.base);
        niter.while_is = Some(match left_moves {
            true => (TreeCode::Lt, right.base),
            false => (TreeCode::Gt, left.base),
        });
        if step < 0 {
            return self.until_wrap(&test, niter);
        }
        let mut folder = self.folder();
        let end = folder.convert(count_type, right.base);
        let begin = folder.convert(count_type, left.base);
        let way = folder.binary(TreeCode::Minus, count_type, end, begin);
        if step == 1 {
            if gap.below < 0 {
                niter.may_be_zero = folder.compare(TreeCode::Lt, right.base, left.base);
            }
            niter.count = way;
            niter.most = gap.up;
            niter.control = Some(Affine { no_overflow: true, ..moving });
            return Some(());
        }
        if let Some(test) = self.less_as_unequal(&test, niter, (way, step)) {
            return self.until_equal(test, niter);
        }
        self.assume_no_overflow(&test, niter, step)?;
        self.assume_it_rolls(&test, niter, step);
        let mut folder = self.folder();
        let before = folder.number(count_type, step - 1);
        let way = folder.binary(TreeCode::Plus, count_type, way, before);
        let by = folder.number(count_type, step);
        niter.count = folder.binary(TreeCode::TruncDiv, count_type, way, by);
        niter.most = (gap.up + step - 1).div_euclid(step);
        let no_overflow = niter.control.is_some_and(|iv| iv.no_overflow) || moving.no_overflow;
        niter.control = Some(Affine { no_overflow, ..moving });
        Some(())
    }

    fn say_test(
        &mut self,
        of: LoopId,
        (left, code, right): (&Affine, TreeCode, &Affine),
        gap: Difference,
    ) {
        if !self.dump.details() {
            return;
        }
        let symbol = code.symbol().unwrap_or_default();
        let (left, right) = (self.affine_text(left), self.affine_text(right));
        putln!(
            self.dump,
            "Analyzing # of iterations of loop {of}\n  exit condition {left} {symbol} {right}\n  \
             bounds on difference of bases: {} ... {}",
            gap.below,
            gap.up
        );
    }

    fn affine_text(&mut self, iv: &Affine) -> String {
        let base = self.text(iv.base);
        if self.folder().as_int(iv.step) == Some(0) {
            return base;
        }
        let no_overflow = if iv.no_overflow { "(no_overflow)" } else { "" };
        format!("[{base}, + , {}]{no_overflow}", self.text(iv.step))
    }

    fn say_result(&mut self, niter: Option<Niter>) {
        if !self.dump.details() {
            return;
        }
        let Some(niter) = niter else {
            let _ = self.dump.write_str("  failed\n\n");
            return;
        };
        let mut text = "  result:\n".to_owned();
        if self.folder().as_int(niter.assumptions) != Some(1) {
            text += &format!("    under assumptions {}\n", self.text(niter.assumptions));
        }
        if self.folder().as_int(niter.may_be_zero) != Some(0) {
            text += &format!("    zero if {}\n", self.text(niter.may_be_zero));
        }
        let count = self.text(niter.count);
        text += &format!("    # of iterations {count}, bounded by {}\n", niter.most);
        put!(self.dump, "{text}");
    }
}

/// The number by which an odd one has to be multiplied to get 1 in so many bits, all of which a mask has (Newton).
fn inverse(odd: i128, mask: i128) -> i128 {
    let mut result = odd;
    for _ in 0..7 {
        let product = odd.wrapping_mul(result) & mask;
        result = result.wrapping_mul(2 - product) & mask;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::inverse;
    use rstest::rstest;

    #[rstest]
    #[case(3, 32)]
    #[case(0x7fff_fffd, 32)]
    #[case(5, 64)]
    #[case(11, 61)]
    fn inverses_are_inverse(#[case] odd: i128, #[case] bits: u32) {
        let mask = (1i128 << bits) - 1;
        assert_eq!(odd.wrapping_mul(inverse(odd, mask)) & mask, 1);
    }
}
