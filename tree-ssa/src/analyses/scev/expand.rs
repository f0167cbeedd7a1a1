//! Names that are others by a conversion, or with a constant added, written out (`expand_simple_operations`); what is known
//! of the values of names.

use super::Scev;
use super::expr::{ExprId, Node};
use crate::analyses::alias::Base;
use crate::analyses::alias::reference::pointed_to;
use crate::analyses::ranges::noted::noted;
use crate::analyses::ranges::{self, Kind, Query, Range, View, fold};
use gimple::code::TreeCode;
use gimple::simplify::Subject;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};

/// How long chains are followed.
const LONGEST: u32 = 64;
/// Arguments of φs that are looked at for the range of a name.
const FEW: usize = 4;
/// Statements looked at for the range of a name.
const RANGE_DEPTH: u32 = 4;

impl Scev<'_, '_> {
    /// An expression with simple operations written out; itself where that is too large.
    pub fn expand(&mut self, id: ExprId) -> ExprId {
        self.expand_within(id, LONGEST).known().unwrap_or(id)
    }

    fn expand_within(&mut self, id: ExprId, left: u32) -> ExprId {
        if left == 0 {
            return id;
        }
        match self.state.exprs.node(id) {
            Node::Operation { code, ty, ops } => {
                let new =
                    ops.map(|op| if op.is_some() { self.expand_within(op, left - 1) } else { op });
                if new == ops { id } else { self.folder().fold(code, ty, new) }
            }
            Node::Leaf(Operand::Ssa(name)) => self.expand_name(id, name, left),
            _ => id,
        }
    }

    fn expand_name(&mut self, id: ExprId, name: SsaName, left: u32) -> ExprId {
        let Some(def) = self.f.names[name].def.expand() else { return id };
        let ty = self.f.names[name].ty;
        let on_abnormal =
            |op: Operand| op.ssa().is_some_and(|name| self.f.names[name].has(NameFlags::ABNORMAL));
        match self.f.stmts[def].kind {
            StmtKind::Phi(ref phi) if phi.args.len() == 1 => {
                let (block, value) = (self.f.stmts[def].block, phi.args[0].value);
                let from = self.f.edges[self.f.blocks[block].preds[0]].src;
                let closes = value.ssa().is_some() && self.f.loop_of(from) != self.f.loop_of(block);
                if closes || on_abnormal(value) {
                    return id;
                }
                let value = self.leaf(value);
                self.expand_within(value, left - 1)
            }
            StmtKind::Assign { code, rhs: [a, b, _], .. } if !on_abnormal(a) => {
                let simple = match code {
                    TreeCode::Single => matches!(a, Operand::Ssa(_) | Operand::Const(_)),
                    TreeCode::Nop => a.ssa().is_some(),
                    TreeCode::Plus | TreeCode::Minus | TreeCode::PointerPlus => {
                        b.constant().is_some() && !self.unit.overflow_traps(ty)
                    }
                    _ => false,
                };
                if let (TreeCode::Single, Operand::Tree(tree)) = (code, a) {
                    return self.expand_address(id, tree, left);
                }
                if !simple || !self.is_counted_type(ty) {
                    return id;
                }
                let a = self.leaf(a);
                if !self.is_counted_type(self.state.exprs.ty(a)) {
                    return id;
                }
                let a = self.expand_within(a, left - 1);
                match code {
                    TreeCode::Single => a,
                    TreeCode::Nop => self.folder().convert(ty, a),
                    _ => {
                        let b = self.leaf(b);
                        self.folder().binary(code, ty, a, b)
                    }
                }
            }
            _ => id,
        }
    }

    fn expand_address(&mut self, id: ExprId, tree: gimple::tree::TreeId, left: u32) -> ExprId {
        let TreeKind::Addr(object) = *self.unit.trees.kind(tree) else { return id };
        let (Base::Pointer(base @ Operand::Ssa(_)), Some(bits)) =
            pointed_to(self.unit, self.f, Operand::Tree(tree))
        else {
            let mut names = false;
            self.unit.for_each_ssa(object, &mut |_| names = true);
            return if names { id } else { self.leaf(Operand::Tree(tree)) };
        };
        if bits % 8 != 0 {
            return id;
        }
        let base = self.leaf(base);
        let base = self.expand_within(base, left - 1);
        let ty = self.state.exprs.ty(id);
        let sizetype = self.unit.common.sizetype;
        let mut folder = self.folder();
        let offset = folder.number(sizetype, (bits / 8).into());
        folder.binary(TreeCode::PointerPlus, ty, base, offset)
    }

    /// The bounds of what a value may be anywhere; those of its type at worst.
    pub fn range_of(&mut self, id: ExprId) -> Option<(i128, i128)> {
        let range = self.range_within(id, RANGE_DEPTH)?;
        (!range.is_empty()).then(|| range.bounds())
    }

    fn range_within(&mut self, id: ExprId, left: u32) -> Option<Range> {
        let ty = self.state.exprs.ty(id);
        let kind = Kind::of(self.unit, ty)?;
        let view = View { unit: self.unit, f: self.f, options: self.options };
        match self.state.exprs.node(id) {
            Node::Leaf(Operand::Ssa(name)) => {
                let mut near = Near { left: RANGE_DEPTH };
                Some(near.range(view, name, kind))
            }
            Node::Leaf(Operand::Const(_)) => {
                self.folder().int(id).map(|value| Range::constant(kind, value))
            }
            Node::Operation { code, ops: [a, b, _], .. } if left > 0 && !kind.pointer => {
                let overflow = view.overflow(kind);
                let found = match code {
                    TreeCode::Nop => {
                        self.range_within(a, left - 1).map(|a| ranges::ops::convert(kind, &a))
                    }
                    TreeCode::Plus | TreeCode::Minus | TreeCode::Mult => {
                        let (a, b) =
                            (self.range_within(a, left - 1)?, self.range_within(b, left - 1)?);
                        let same = a.kind() == kind && b.kind() == kind;
                        same.then(|| ranges::ops::binary(code, &a, &b, overflow))
                    }
                    _ => None,
                };
                Some(found.unwrap_or_else(|| Range::full(kind)))
            }
            _ => Some(Range::full(kind)),
        }
    }
}

/// Ranges by what computes a value and what earlier passes have noted, not by branches.
struct Near {
    left: u32,
}

impl Near {
    fn range(&mut self, view: View<'_>, name: SsaName, kind: Kind) -> Range {
        let bits = view.f.nonzero_bits.get(name);
        let by_bits = if bits == gimple::nonzero_bits::NonzeroBits::ALL || kind.pointer {
            Range::full(kind)
        } else {
            match kind.wrap(bits.into()) {
                high if high >= 0 => Range::between(kind, 0, i128::from(bits).min(kind.max())),
                _ => Range::full(kind),
            }
        };
        let by_bits = match noted(view.f, name, kind) {
            Some(noted) => by_bits.intersect(&noted),
            None => by_bits,
        };
        let Some(def) = view.f.names[name].def.expand() else {
            return by_bits.intersect(&fold::range_on_function_entry(view, name, kind));
        };
        if self.left == 0 {
            return by_bits;
        }
        self.left -= 1;
        let by_statement = match &view.f.stmts[def].kind {
            StmtKind::Phi(phi) if phi.args.len() <= FEW => {
                let mut args = phi.args.iter();
                args.try_fold(Range::empty(kind), |all, arg| {
                    let own = self.range_of(view, arg.value, def)?;
                    (own.kind() == kind).then(|| all.union(&own))
                })
            }
            _ => fold::range_of_stmt(view, self, def),
        };
        self.left += 1;
        match by_statement {
            Some(range) if range.kind() == kind => by_bits.intersect(&range),
            _ => by_bits,
        }
    }
}

impl Query for Near {
    fn range_of_name(&mut self, view: View<'_>, name: SsaName, kind: Kind, _at: StmtId) -> Range {
        self.range(view, name, kind)
    }
}
