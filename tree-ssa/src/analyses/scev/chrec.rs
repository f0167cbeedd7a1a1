//! Calculation with chains of recurrences.
//!
//! ```text
//!   {1, +, 2}_1 + {n_4(D), +, 1}_1  =  {n_4(D) + 1, +, 3}_1         {5, +, 2}_1 after 10 iterations  =  25
//! ```

use super::Scev;
use super::expr::ExprId;
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::simplify::Subject;
use gimple::stmt::StmtId;
use gimple::types::TypeId;

impl Scev<'_, '_> {
    /// `{base, +, step}_around`.
    pub fn recurrence(&mut self, around: LoopId, base: ExprId, step: ExprId) -> ExprId {
        self.state.exprs.recurrence(self.unit, around, base, step)
    }

    /// A sum or a difference (`chrec_fold_plus`, `chrec_fold_minus`).
    pub fn chrec_plus(&mut self, code: TreeCode, ty: TypeId, a: ExprId, b: ExprId) -> ExprId {
        if a == ExprId::UNKNOWN || b == ExprId::UNKNOWN {
            return ExprId::UNKNOWN;
        }
        let exprs = &self.state.exprs;
        match (exprs.chrec(a), exprs.chrec(b)) {
            (Some((x, left, step)), Some((y, other, more))) if x == y => {
                let base = self.chrec_plus(code, ty, left, other);
                let add = if code == TreeCode::Minus { code } else { TreeCode::Plus };
                let step_type = self.state.exprs.ty(step);
                let step = self.chrec_plus(add, step_type, step, more);
                self.recurrence(x, base, step)
            }
            (Some((x, left, step)), Some((y, ..))) if self.is_inside(x, y) => {
                let base = self.chrec_plus(code, ty, left, b);
                self.recurrence(x, base, step)
            }
            (None, Some((y, left, step))) if !exprs.has_chrec(a) => {
                let base = self.chrec_plus(code, ty, a, left);
                let step = self.signed_step(code, step);
                self.recurrence(y, base, step)
            }
            (Some((x, ..)), Some((y, left, step))) if self.is_inside(y, x) => {
                let base = self.chrec_plus(code, ty, a, left);
                let step = self.signed_step(code, step);
                self.recurrence(y, base, step)
            }
            (Some((x, left, step)), None) if !exprs.has_chrec(b) => {
                let base = self.chrec_plus(code, ty, left, b);
                self.recurrence(x, base, step)
            }
            (None, None) => self.folder().binary(code, ty, a, b),
            _ => ExprId::UNKNOWN,
        }
    }

    /// A step of what is added, or taken away.
    fn signed_step(&mut self, code: TreeCode, step: ExprId) -> ExprId {
        if code == TreeCode::Minus { self.chrec_negate(step) } else { step }
    }

    /// A value with the other sign.
    pub fn chrec_negate(&mut self, a: ExprId) -> ExprId {
        let ty = self.state.exprs.ty(a);
        let minus_one = self.folder().number(ty, -1);
        self.chrec_times(ty, a, minus_one)
    }

    /// A product; not of two values that change in one loop (`chrec_fold_multiply`).
    pub fn chrec_times(&mut self, ty: TypeId, a: ExprId, b: ExprId) -> ExprId {
        if a == ExprId::UNKNOWN || b == ExprId::UNKNOWN {
            return ExprId::UNKNOWN;
        }
        let exprs = &self.state.exprs;
        let ((around, base, step), by) = match (exprs.chrec(a), exprs.chrec(b)) {
            (Some(x), None) if !exprs.has_chrec(b) => (x, b),
            (None, Some(y)) if !exprs.has_chrec(a) => (y, a),
            (Some(x), Some(y)) if self.is_inside(x.0, y.0) => (x, b),
            (Some(x), Some(y)) if self.is_inside(y.0, x.0) => (y, a),
            (None, None) => return self.folder().binary(TreeCode::Mult, ty, a, b),
            _ => return ExprId::UNKNOWN,
        };
        match self.folder().as_int(by) {
            Some(0) => return by,
            Some(1) => return if by == a { b } else { a },
            _ => {}
        }
        let base = self.chrec_times(ty, base, by);
        let step = self.chrec_times(ty, step, by);
        self.recurrence(around, base, step)
    }

    fn is_inside(&self, inner: LoopId, outer: LoopId) -> bool {
        inner != outer && self.is_within(inner, outer)
    }

    /// A value in another type (`chrec_convert`); `of` is the name that has it and `at` the statement that converts it, if
    /// there are such.
    pub fn chrec_convert(
        &mut self,
        ty: TypeId,
        id: ExprId,
        at: StmtId,
        of: Option<ExprId>,
    ) -> ExprId {
        let from = self.state.exprs.ty(id);
        if id == ExprId::UNKNOWN || self.folder().same(ty, from) {
            return id;
        }
        if let Some((around, base, step)) = self.affine(id)
            && let Some((base, step)) = self.convert_affine((around, base, step), ty, at, of, true)
        {
            return self.recurrence(around, base, step);
        }
        self.keep_cast(ty, id, at, of)
    }

    fn keep_cast(&mut self, ty: TypeId, id: ExprId, at: StmtId, of: Option<ExprId>) -> ExprId {
        let from = self.state.exprs.ty(id);
        let folder = self.folder();
        let integers = folder.integral(ty) && folder.integral(from);
        let (to_bits, from_bits) = (folder.bits(ty), folder.bits(from));
        let operation = folder.exprs.operation(id);
        if let Some((code @ (TreeCode::Plus | TreeCode::Minus), [a, b, _])) = operation
            && integers
            && to_bits > from_bits
            && folder.undefined(from)
        {
            let mut folder = folder;
            let (a, b) = (folder.convert(ty, a), folder.convert(ty, b));
            return folder.binary(code, ty, a, b);
        }
        let narrows = integers && to_bits < from_bits && folder.undefined(ty);
        match self.state.exprs.chrec(id) {
            Some((around, base, step)) if narrows => {
                let mut folder = self.folder();
                let unsigned = folder.unsigned_type(ty);
                let (base, step) = (folder.convert(unsigned, base), folder.convert(unsigned, step));
                let narrow = self.recurrence(around, base, step);
                self.chrec_convert(ty, narrow, at, of)
            }
            _ => self.folder().convert(ty, id),
        }
    }

    /// A value in the type of what is added to a type (`chrec_convert_rhs`).
    pub fn chrec_convert_step(&mut self, ty: TypeId, id: ExprId) -> ExprId {
        let ty = self.folder().step_type(ty);
        self.chrec_convert(ty, id, StmtId::NONE, None)
    }

    /// Loop, base and step of what grows by the same in each iteration.
    pub fn affine(&self, id: ExprId) -> Option<(LoopId, ExprId, ExprId)> {
        let (around, base, step) = self.state.exprs.chrec(id)?;
        let invariant = |part: ExprId| {
            !self.state.exprs.varies_by_name(self.unit, self.f, part, around)
                && !self.state.exprs.evolves_in(self.f, part, around)
        };
        (invariant(base) && invariant(step)).then_some((around, base, step))
    }

    /// Whether an expression is known and has the same value in all iterations of a loop; it may change in loops inside.
    pub(super) fn does_not_evolve(&self, id: ExprId, around: LoopId) -> bool {
        id != ExprId::UNKNOWN
            && !self.state.exprs.varies_by_name(self.unit, self.f, id, around)
            && !self.state.exprs.evolves_in(self.f, id, around)
    }

    /// Whether an expression is the same in all iterations of a loop and of those inside.
    pub fn is_invariant(&self, id: ExprId, of: LoopId) -> bool {
        let exprs = &self.state.exprs;
        id.known().is_some()
            && !exprs.has_chrec(id)
            && !exprs.varies_by_name(self.unit, self.f, id, of)
    }

    /// The value in an iteration of a loop, the first one having number 0 (`chrec_apply`).
    pub fn chrec_apply(&mut self, around: LoopId, id: ExprId, iteration: ExprId) -> ExprId {
        if iteration == ExprId::UNKNOWN || id == ExprId::UNKNOWN {
            return ExprId::UNKNOWN;
        }
        let ty = self.state.exprs.ty(id);
        if let Some(inner) = self.state.exprs.converted(id) {
            let value = self.chrec_apply(around, inner, iteration);
            return self.chrec_convert(ty, value, StmtId::NONE, None);
        }
        let Some((own, base, step)) = self.state.exprs.chrec(id) else { return id };
        if own != around {
            let base = self.chrec_apply(around, base, iteration);
            let step = self.chrec_apply(around, step, iteration);
            return self.recurrence(own, base, step);
        }
        if self.affine(id).is_none() {
            return ExprId::UNKNOWN;
        }
        if let Some(times) = self.one_more(base, step, iteration) {
            let times = self.chrec_convert(ty, times, StmtId::NONE, None);
            return self.chrec_times(ty, step, times);
        }
        let step_type = self.state.exprs.ty(step);
        let times = self.chrec_convert_step(step_type, iteration);
        let growth = self.chrec_times(step_type, step, times);
        let code = if self.folder().pointer(ty) { TreeCode::PointerPlus } else { TreeCode::Plus };
        self.chrec_plus(code, ty, base, growth)
    }

    /// Of `{a, +, a}` after `n - 1` iterations, where overflow wraps, the `n` it is a multiple by.
    fn one_more(&mut self, base: ExprId, step: ExprId, iteration: ExprId) -> Option<ExprId> {
        let (code, [n, minus_one, _]) = self.state.exprs.operation(iteration)?;
        let ty = self.state.exprs.ty(base);
        let count_type = self.state.exprs.ty(iteration);
        let folder = self.folder();
        (base == step
            && code == TreeCode::Plus
            && folder.is_all_ones(minus_one)
            && !folder.pointer(ty)
            && !folder.undefined(ty)
            && folder.bits(count_type) >= folder.bits(ty))
        .then_some(n)
    }
}
