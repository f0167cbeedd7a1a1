//! Bounds by what would not be defined in a later iteration (`infer_loop_bounds_from_undefined`).
//!
//! ```text
//!   int a[100];
//!   # i_1 = PHI <0(2), i_3(4)>
//!   _2 = a[i_1];                 is executed at most 99 + 1 times
//!   i_3 = i_1 + 3;               at most 715827881 + 1 times: then it would overflow
//! ```

use super::bounds::How;
use crate::analyses::ranges::Kind;
use crate::analyses::scev::expr::ExprId;
use crate::analyses::scev::{Affine, Scev};
use dumps::putln;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::simplify::Subject;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeId, TreeKind};
use gimple::types::{ArrayDomain, TypeId, TypeKind};
use smallvec::SmallVec;
use std::fmt::Write;

/// A value that keeps between two others as long as a statement is executed.
struct Kept {
    base: ExprId,
    step: ExprId,
    low: i128,
    high: i128,
    certain: bool,
}

impl Scev<'_, '_> {
    /// Looks through the statements of a loop.
    pub(super) fn infer_from_undefined(&mut self, of: LoopId, body: &[BlockId]) {
        for &block in body {
            let reliable = self.dominates_latch(block, of);
            let mut stmt = self.f.blocks[block].stmts.first;
            while let Some(at) = stmt.expand() {
                stmt = self.f.stmts[at].next;
                self.infer_from_arrays(of, at);
                if reliable {
                    self.infer_from_overflow(of, at);
                    self.infer_from_pointers(of, at);
                }
            }
        }
    }

    /// Indices keep within arrays (`infer_loop_bounds_from_array`).
    fn infer_from_arrays(&mut self, of: LoopId, stmt: StmtId) {
        let mut places: SmallVec<[TreeId; 2]> = SmallVec::new();
        match &self.f.stmts[stmt].kind {
            StmtKind::Assign { lhs, rhs, .. } => {
                places.extend([*lhs, rhs[0]].iter().filter_map(|op| op.tree()));
            }
            StmtKind::Call(call) => {
                places.extend(call.lhs.tree());
                places.extend(call.args.iter().filter_map(|arg| arg.tree()));
            }
            _ => return,
        }
        for place in places {
            let mut at = place;
            // An address alone accesses nothing.
            if matches!(self.unit.trees.kind(at), TreeKind::Addr(_)) {
                continue;
            }
            loop {
                if let TreeKind::ArrayRef { base, index: Operand::Ssa(index) } =
                    *self.unit.trees.kind(at)
                {
                    self.infer_from_index(of, stmt, base, index);
                }
                match self.unit.trees.base(at) {
                    Operand::Tree(inner) => at = inner,
                    _ => break,
                }
            }
        }
    }

    /// `idx_infer_loop_bounds`.
    fn infer_from_index(&mut self, of: LoopId, stmt: StmtId, array: Operand, index: SsaName) {
        let ty = self.unit.type_of(self.f, array);
        let Some(high) = self.last_index(ty) else { return };
        let at_end = self.may_be_longer(array);
        if at_end && high == 0 {
            return;
        }
        let own = self.f.loop_of(self.f.stmts[stmt].block);
        let evolution = self.evolution_of(own, index);
        let evolution = self.instantiate_parameters(of, evolution);
        let Some(iv) = self.part_in_loop(of, evolution) else { return };
        let ty = self.state.exprs.ty(iv.base);
        let Some(kind) = Kind::of(self.unit, ty) else { return };
        let step = self.step_of(&iv);
        if step == 0 || high > kind.max() {
            return;
        }
        let next = kind.wrap(if step < 0 { step } else { high + step });
        if (0..=high).contains(&next) {
            return;
        }
        let mut certain = !at_end;
        if !self.dominates_latch(self.f.stmts[stmt].block, of)
            && self.probably_wraps(None, (of, iv.base, iv.step), stmt, true)
        {
            certain = false;
        }
        self.keeps_between(of, stmt, Kept { base: iv.base, step: iv.step, low: 0, high, certain });
    }

    /// The last index of an array whose length is known.
    fn last_index(&self, array: TypeId) -> Option<i128> {
        let TypeKind::Array { domain, .. } = self.unit.types.kind(array) else { return None };
        match domain {
            ArrayDomain::Count(count) if *count > 0 => Some(i128::from(*count) - 1),
            _ => None,
        }
    }

    /// Whether an array may extend beyond its declared end: it is the last member of something that is not a variable
    /// (`array_at_struct_end_p`).
    fn may_be_longer(&self, array: Operand) -> bool {
        let mut at = array;
        loop {
            let Operand::Tree(tree) = at else { return false };
            match *self.unit.trees.kind(tree) {
                TreeKind::ComponentRef { base, field } => {
                    let of = self.unit.type_of(self.f, base);
                    let is_last = match self.unit.types.kind(of) {
                        TypeKind::Record { .. } => {
                            self.unit.types.fields(of).last() == Some(&field)
                        }
                        _ => true,
                    };
                    if !is_last {
                        return false;
                    }
                    at = base;
                }
                // Elements follow on each other, so that one cannot extend.
                TreeKind::ArrayRef { .. } => return false,
                TreeKind::MemRef { base, .. } => {
                    let object = self.unit.addressed(base);
                    return !matches!(object, Some(Operand::Decl(_)));
                }
                TreeKind::ViewConvert(base) => at = base,
                _ => return true,
            }
        }
    }

    /// What an expression begins with in a loop and grows by, that being a constant.
    fn part_in_loop(&mut self, of: LoopId, id: ExprId) -> Option<Affine> {
        let (around, base, step) = self.state.exprs.chrec(id)?;
        if around != of
            || self.state.exprs.has_chrec(base)
            || self.folder().as_int(step).is_none()
            || self.state.exprs.varies_by_name(self.unit, self.f, base, of)
        {
            return None;
        }
        Some(Affine { base, step, no_overflow: false })
    }

    /// Signed values do not overflow (`infer_loop_bounds_from_signedness`).
    fn infer_from_overflow(&mut self, of: LoopId, stmt: StmtId) {
        let StmtKind::Assign { lhs: Operand::Ssa(name), .. } = self.f.stmts[stmt].kind else {
            return;
        };
        let ty = self.f.names[name].ty;
        if !self.is_counted_type(ty) || !self.folder().integral(ty) || !self.folder().undefined(ty)
        {
            return;
        }
        let Some(iv) = self.evolution_from(of, name) else { return };
        let id = self.leaf(Operand::Ssa(name));
        let Some((low, high)) = self.range_of(id) else { return };
        let kept = Kept { base: iv.base, step: iv.step, low, high, certain: true };
        self.keeps_between(of, stmt, kept);
    }

    /// Addresses do not leave memory (`infer_loop_bounds_from_pointer_arith`): where what is added to a pointer that
    /// stays as it is moves on. A pointer that is moved itself GCC does not take for bounded.
    fn infer_from_pointers(&mut self, of: LoopId, stmt: StmtId) {
        let StmtKind::Assign { lhs: Operand::Ssa(name), code: TreeCode::PointerPlus, rhs } =
            self.f.stmts[stmt].kind
        else {
            return;
        };
        let block = rhs[0].ssa().and_then(|pointer| self.defining_block(pointer));
        if block.is_some_and(|block| self.is_within(self.f.loop_of(block), of)) {
            return;
        }
        let ty = self.f.names[name].ty;
        let (Some(kind), false) = (Kind::of(self.unit, ty), self.options.on(Flag::WrapvPointer))
        else {
            return;
        };
        let Some(iv) = self.evolution_from(of, name) else { return };
        let mut low = kind.min();
        if self.options.on(Flag::DeleteNullPointerChecks) {
            low = self
                .unit
                .types
                .pointee(ty)
                .map_or(1, |to| i128::from(self.unit.types.align(to).max(1)));
        }
        let kept = Kept { base: iv.base, step: iv.step, low, high: kind.max(), certain: true };
        self.keeps_between(of, stmt, kept);
    }

    fn evolution_from(&mut self, of: LoopId, name: SsaName) -> Option<Affine> {
        let evolution = self.evolution_of(of, name);
        let evolution = self.instantiate_parameters(of, evolution);
        self.part_in_loop(of, evolution)
    }

    /// `record_nonwrapping_iv`.
    fn keeps_between(&mut self, of: LoopId, stmt: StmtId, kept: Kept) {
        let Kept { base, step, low, high, certain } = kept;
        let ty = self.state.exprs.ty(base);
        let iv = Affine { base, step, no_overflow: false };
        let growth = self.step_of(&iv);
        if self.dump.details() {
            let ty = gimple::print::type_text(self.unit, ty, dumps::DumpFlags::NONE);
            let (base, step) = (self.text(base), self.text(step));
            let line = self.statement_line(stmt);
            putln!(
                self.dump,
                "Induction variable ({ty}) {base} + {step} * iteration does not wrap in statement {line}\n \
                 in loop {of}."
            );
        }
        let first = self.folder().as_int(base);
        let known = self.range_of(base);
        let in_range = self.dominates_latch(self.f.stmts[stmt].block, of);
        let unsigned = self.folder().unsigned_type(ty);
        let (begin, end) = if growth < 0 { (high, low) } else { (low, high) };
        // The first value as an expression, or the worst that it can be.
        let first = match (first, known) {
            (Some(_), _) => base,
            (None, Some((_, most))) if growth < 0 && most < high && self.is_name(base) => {
                self.folder().number(ty, most)
            }
            (None, Some((least, _))) if growth > 0 && least > low && self.is_name(base) => {
                self.folder().number(ty, least)
            }
            _ if in_range => self.folder().number(ty, begin),
            _ => base,
        };
        let mut folder = self.folder();
        let first = folder.convert(unsigned, first);
        let extreme = folder.number(unsigned, end);
        let way = if growth < 0 {
            folder.binary(TreeCode::Minus, unsigned, first, extreme)
        } else {
            folder.binary(TreeCode::Minus, unsigned, extreme, first)
        };
        let by = folder.number(unsigned, growth.unsigned_abs() as i128);
        let count = folder.binary(TreeCode::TruncDiv, unsigned, way, by);
        let most = self.upper_bound(count);
        let how = How { is_exit: false, realistic: false, upper: certain };
        self.record(of, count, most, stmt, how);
    }

    fn is_name(&self, id: ExprId) -> bool {
        self.state.exprs.name(id).is_some()
    }
}
