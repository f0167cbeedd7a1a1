//! A loop that takes one bit after the other off a value runs as often as there are bits (`number_of_iterations_popcount`).
//!
//! ```text
//!   # x_1 = PHI <x_4(D)(2), x_3(4)>
//!   _2 = x_1 + 4294967295;
//!   x_3 = x_1 & _2;
//!   if (x_3 != 0) goto <bb 4>; ...           __builtin_popcount (x_4(D)) + 4294967295 times
//! ```

use super::Niter;
use crate::analyses::scev::Scev;
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;

impl Scev<'_, '_> {
    pub(super) fn bits_counted(
        &mut self,
        of: LoopId,
        exit: EdgeId,
        stays: TreeCode,
    ) -> Option<Niter> {
        if stays != TreeCode::Ne {
            return None;
        }
        let last = self.f.last_stmt(self.f.edges[exit].src)?;
        let StmtKind::Cond { lhs: Operand::Ssa(tested), rhs, .. } = self.f.stmts[last].kind else {
            return None;
        };
        if !self.unit.is_zero(rhs) || self.f.header_of(of) != Some(self.f.edges[exit].src) {
            return None;
        }
        // After the step or before it.
        let (phi, after_step) = match self.taken_off(tested) {
            Some(before) => (self.loop_phi(of, before)?, true),
            None => (self.loop_phi(of, tested)?, false),
        };
        let entry = self.entry(of)?;
        let next = self.f.find_edge(self.latch(of)?, self.f.header_of(of)?)?;
        let stepped = self.f.phi_arg(phi, next).ssa()?;
        if self.taken_off(stepped) != Some(self.f.phi(phi).result)
            || after_step && stepped != tested
        {
            return None;
        }
        let first = self.f.phi_arg(phi, entry);
        let ty = self.unit.type_of(self.f, first);
        let bits = self.unit.types.precision(ty).filter(|bits| matches!(bits, 32 | 64))?;
        if !self.is_counted_type(ty) {
            return None;
        }
        let int = self.unit.common.int;
        let mut niter = {
            let count_type = self.folder().unsigned_type(ty);
            self.unconditional(count_type)
        };
        let first = self.leaf(first);
        let count_type = self.state.exprs.ty(niter.count);
        let of_bits = self.folder().convert(count_type, first);
        let count = self.state.exprs.popcount(int, of_bits);
        let mut folder = self.folder();
        let count = folder.convert(count_type, count);
        niter.most = bits.into();
        niter.count = count;
        if after_step {
            // The first bit goes in any case.
            let minus_one = folder.number(count_type, -1);
            niter.count = folder.binary(TreeCode::Plus, count_type, count, minus_one);
            niter.most -= 1;
            let zero = folder.number(ty, 0);
            niter.may_be_zero = folder.compare(TreeCode::Eq, first, zero);
            niter.may_be_zero = self.simplify_by_entry(of, niter.may_be_zero);
        }
        Some(niter)
    }

    /// The value from which a name has the last bit taken off: `x & (x - 1)`.
    fn taken_off(&self, name: SsaName) -> Option<SsaName> {
        let def = self.f.names[name].def.expand()?;
        let StmtKind::Assign {
            code: TreeCode::BitAnd,
            rhs: [Operand::Ssa(a), Operand::Ssa(b), _],
            ..
        } = self.f.stmts[def].kind
        else {
            return None;
        };
        let less_one = |less: SsaName, value: SsaName| {
            let def = self.f.names[less].def.expand();
            def.is_some_and(|def| match self.f.stmts[def].kind {
                StmtKind::Assign {
                    code: TreeCode::Plus, rhs: [Operand::Ssa(of), by, _], ..
                } => {
                    let constant = by.constant();
                    let ones =
                        constant.is_some_and(|id| gimple::fold_const::is_all_ones(self.unit, id));
                    of == value && ones
                }
                _ => false,
            })
        };
        if less_one(a, b) { Some(b) } else { less_one(b, a).then_some(a) }
    }

    fn loop_phi(&self, of: LoopId, name: SsaName) -> Option<StmtId> {
        let def = self.f.names[name].def.expand()?;
        let at_head = self.f.header_of(of) == Some(self.f.stmts[def].block);
        (self.f.is_phi(def) && at_head).then_some(def)
    }
}
