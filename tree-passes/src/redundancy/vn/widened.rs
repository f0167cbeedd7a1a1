//! Conversions of what has been computed in the wider type already (`visit_nary_op`).
//!
//! ```text
//!   _1 = (int) c_2;  _3 = _1 + i_4(D);                  _1 = (int) c_2;  _3 = _1 + i_4(D);
//!   _5 = (unsigned char) i_4(D);                  =>    ...
//!   _6 = c_2 + _5;   _7 = (int) _6;                     _8 = _3 & 255;
//! ```
//!
//! What does not overflow is the same in a wider type. What wraps around is the lowest bits of it: the mask is inserted where
//! the conversion was.

use super::{Key, Numbering, Reader, reference};
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::options::Flag;
use gimple::ssa::SsaName;
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::types::TypeId;
use tree_ssa::fold::gimple_fold::{Expr, should_swap_operands};

impl Numbering {
    /// The value of a conversion of a sum, difference or product, in a block, to a name; the name stands for a mask that is
    /// not computed anywhere yet. Where the operation may overflow it must have been computed on the way.
    pub(super) fn widened(
        &mut self,
        r: &mut Reader<'_, '_>,
        (block, own): (BlockId, SsaName),
        expr: &Expr,
    ) -> Option<Operand> {
        let (TreeCode::Nop, Operand::Ssa(name)) = (expr.code, expr.ops[0]) else { return None };
        self.forget_view(Operand::Ssa(own));
        let StmtKind::Assign { code, rhs, .. } = r.f.stmts[r.f.names[name].def.expand()?].kind
        else {
            return None;
        };
        let types = &r.unit.types;
        let (to, from) = (expr.ty, r.f.names[name].ty);
        let arithmetic = matches!(code, TreeCode::Plus | TreeCode::Minus | TreeCode::Mult);
        if !arithmetic || !types.is_integral(to) || !types.is_integral(from) {
            return None;
        }
        let (wide, narrow) = (types.precision(to)?, types.precision(from)?);
        let [to_unsigned, from_unsigned] = [to, from].map(|ty| types.is_unsigned(ty));
        let wraps = r.options.on(Flag::Wrapv);
        let exact = !from_unsigned && !wraps;
        if wide < narrow || wide > narrow && !from_unsigned && !exact {
            return None;
        }
        let mut ops = [Operand::None; 3];
        for (op, narrow) in ops.iter_mut().zip([rhs[0], rhs[1]]) {
            *op = self.known_conversion(r, to, narrow, from_unsigned)?;
        }
        if code.is_commutative() && should_swap_operands(r.unit, ops[0], ops[1]) {
            ops.swap(0, 1);
        }
        let found = self.known(&Key::operation(r.unit, &Expr { code, ty: to, ops }))?;
        if !to_unsigned && !wraps && !is_on_the_way(r, found, block) {
            return None;
        }
        if wide == narrow || exact {
            return Some(found);
        }
        let mask = r.unit.int(to, (1 << narrow) - 1);
        let mut low = Expr { code: TreeCode::BitAnd, ty: to, ops: [found, mask, Operand::None] };
        if let Some(simpler) = self.simplify(r, &low) {
            low = simpler;
        }
        if let Some(value) = low.as_value() {
            return Some(self.value_of(value));
        }
        if low.code != TreeCode::BitAnd || low.ops[0].ssa().is_none() {
            return None;
        }
        let value = self.known_or(Key::operation(r.unit, &low), Operand::Ssa(own));
        if value == Operand::Ssa(own) {
            self.views.insert(own, low);
            self.taken.push(to);
        }
        Some(self.known_or(Key::operation(r.unit, expr), value))
    }

    /// The value of an operand converted to an integral type, where it is known: it may have been cut from one, if `cut`
    /// says so.
    fn known_conversion(
        &self,
        r: &mut Reader<'_, '_>,
        to: TypeId,
        op: Operand,
        cut: bool,
    ) -> Option<Operand> {
        let value = self.value_of(op);
        if let Some(number) = r.unit.as_int(value) {
            let wrapped = r.unit.types.wrap(to, number);
            return Some(r.unit.int(to, wrapped));
        }
        let ty = reference::canonical_type(r.unit, to);
        let is_wide = |r: &Reader<'_, '_>, op: Operand| {
            reference::canonical_type(r.unit, r.unit.type_of(r.f, op)) == ty
        };
        if is_wide(r, value) {
            return Some(value);
        }
        let ops = [value, Operand::None, Operand::None];
        let known = self.known(&Key::operation(r.unit, &Expr { code: TreeCode::Nop, ty: to, ops }));
        if known.is_some() || !cut {
            return known;
        }
        let def = value.ssa().and_then(|name| r.f.names[name].def.expand())?;
        match r.f.stmts[def].kind {
            StmtKind::Assign { code: TreeCode::Nop, rhs: [source, ..], .. }
                if is_wide(r, source) =>
            {
                Some(self.value_of(source))
            }
            _ => None,
        }
    }
}

/// Whether a value has been computed wherever control comes to a block.
fn is_on_the_way(r: &Reader<'_, '_>, value: Operand, block: BlockId) -> bool {
    let Operand::Ssa(name) = value else { return true };
    let def = r.f.names[name].def.expand();
    def.is_none_or(|def| r.tree.dominated_by(block, r.f.stmts[def].block))
}
