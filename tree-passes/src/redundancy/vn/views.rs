//! What is known only when looked at another way: bits read as another type than they were written as, functions called
//! through pointers.
//!
//! ```text
//!   u.i = j_1;                                     u.i = j_1;
//!   _2 = u.f;                     =>               _3 = VIEW_CONVERT_EXPR<float>(j_1);
//!   return _2;                                     return _3;
//! ```

use super::{Key, Numbering, Reader, reference};
use gimple::builtins::Ecf;
use gimple::code::TreeCode;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use smallvec::SmallVec;
use tree_ssa::analyses::alias::Access;
use tree_ssa::effects::call_effects;
use tree_ssa::fold::gimple_fold::Expr;

impl Numbering {
    /// What bits are known to be as another type of the same size, converted; the load's own name stands for a
    /// conversion that is not computed anywhere yet. With it comes the state in which the bits were that already.
    pub(super) fn viewed(
        &mut self,
        r: &mut Reader<'_, '_>,
        access: &Access,
        ty: TypeId,
        vuse: SsaName,
        own: Operand,
    ) -> Option<(Operand, SsaName)> {
        let Operand::Ssa(name) = own else { return None };
        let size = access.size.filter(|_| r.unit.types.bits(ty) == access.size)?;
        let own_key = reference::exact_key(r.unit, access, ty)?;
        for from in types_of_size(r.unit, size) {
            let key = reference::exact_key(r.unit, access, from)?;
            let Some(other) = self.places.find(&key).filter(|_| key != own_key) else {
                continue;
            };
            let (found, reached) = self.lookup(r, other, access, from, vuse);
            let Some(value) = found else { continue };
            if self.is_unknown(value) {
                continue;
            }
            let ops = [value, Operand::None, Operand::None];
            let mut expr = Expr { code: TreeCode::ViewConvert, ty, ops };
            if let Some(simpler) = self.simplify(r, &expr) {
                expr = simpler;
            }
            if let Some(value) = expr.as_value() {
                return Some((self.value_of(value), reached));
            }
            let convertible = matches!(expr.code, TreeCode::ViewConvert | TreeCode::Nop);
            if !convertible || expr.ops[0].ssa().is_none() {
                continue;
            }
            let key = Key::operation(r.unit, &Expr { ty, ..expr });
            let known = self.known_or(key, own);
            if known == own {
                self.views.insert(name, expr);
                self.taken.push(ty);
            }
            return Some((known, reached));
        }
        None
    }

    /// Forgets that a load was a conversion: it is looked at again.
    pub(super) fn forget_view(&mut self, own: Operand) {
        if let Operand::Ssa(name) = own
            && !self.views.is_empty()
        {
            self.views.remove(&name);
        }
    }

    /// A conversion to fewer bits of a load that is a conversion itself goes back to what that converts.
    pub(super) fn look_through_view(&self, unit: &Unit, expr: &mut Expr) {
        if expr.code != TreeCode::Nop || self.views.is_empty() {
            return;
        }
        let bits = |ty| unit.types.precision(ty).filter(|_| unit.types.is_integral(ty));
        if let Some(view) = expr.ops[0].ssa().and_then(|name| self.views.get(&name))
            && view.code == TreeCode::Nop
            && let (Some(to), Some(from)) = (bits(expr.ty), bits(view.ty))
            && to <= from
        {
            expr.ops[0] = view.ops[0];
        }
    }

    /// Whether a statement calls, through a pointer whose value is known, a function that writes nothing.
    pub(super) fn calls_without_effects(&self, r: &Reader<'_, '_>, stmt: StmtId) -> bool {
        let StmtKind::Call(call) = &r.f.stmts[stmt].kind else { return false };
        let Callee::Pointer(pointer) = call.callee else { return false };
        match r.unit.addressed(self.value_of(pointer)) {
            Some(Operand::Decl(decl)) if call.lhs.is_none() || call.lhs.ssa().is_some() => {
                let known = Call { callee: Callee::Decl(decl), ..(**call).clone() };
                call_effects::flags_of(r.unit, &known).intersects(Ecf::CONST | Ecf::PURE)
            }
            _ => false,
        }
    }
}

/// The scalar types that memory of so many bits may be read as.
fn types_of_size(unit: &Unit, bits: i64) -> SmallVec<[TypeId; 4]> {
    let common = &unit.common;
    match bits {
        8 => [common.schar, common.uchar].into_iter().collect(),
        16 => [common.short, common.ushort].into_iter().collect(),
        32 if unit.target.pointer_size == 4 => {
            [common.int, common.uint, common.void_ptr, common.float].into_iter().collect()
        }
        32 => [common.int, common.uint, common.float].into_iter().collect(),
        64 if unit.target.pointer_size == 4 => {
            [common.llong, common.ullong, common.double].into_iter().collect()
        }
        64 => [common.long, common.ulong, common.void_ptr, common.double].into_iter().collect(),
        _ => SmallVec::new(),
    }
}
