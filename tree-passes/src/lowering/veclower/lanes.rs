//! Lane by lane: comparisons, conditionals, permutations, conversions.
//!
//! ```text
//!   _1 = a_2 < b_3;                                    _6 = BIT_FIELD_REF <a_2, 32, 0>;
//!   v_4 = VEC_COND_EXPR <_1, { -1, … }, { 0, … }>;     _7 = BIT_FIELD_REF <b_3, 32, 0>;
//!                                                =>    _8 = _6 < _7;
//!                                                      _10 = _8 & 1;
//!                                                      _11 = (int) _10;
//!                                                      _12 = -_11;
//! ```

use super::{Lower, Piece};
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::stmt::StmtKind;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeId};

impl Lower<'_> {
    /// A comparison whose value is wanted as a mask.
    pub(super) fn comparison(
        &mut self,
        ty: TypeId,
        code: TreeCode,
        a: Operand,
        b: Operand,
    ) -> Option<Operand> {
        let (element, _) = self.unit.types.lanes(ty)?;
        let bits = self.bits(element);
        self.piecewise(ty, Piece { ty: element, bits }, |lower, piece, position| {
            let truth = lower.compare_lane(code, piece.ty, a, b, position);
            lower.as_mask(piece.ty, truth)
        })
    }

    /// Compares one lane; the truth value is 1 in a type as wide as the lane.
    fn compare_lane(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        a: Operand,
        b: Operand,
        position: u64,
    ) -> Operand {
        let (x, y) = (self.second(a, position), self.second(b, position));
        let bits = self.bits(ty) as u16;
        let lane = self.unit.types.signed_boolean(bits);
        self.build(code, lane, [x, y, Operand::None])
    }

    /// All bits of a lane where the truth value's low bit is set.
    fn as_mask(&mut self, ty: TypeId, truth: Operand) -> Operand {
        let from = self.type_of(truth);
        let one = self.unit.int(from, 1);
        let low = self.build(TreeCode::BitAnd, from, [truth, one, Operand::None]);
        let low = self.build(TreeCode::Nop, ty, [low, Operand::None, Operand::None]);
        self.build(TreeCode::Negate, ty, [low, Operand::None, Operand::None])
    }

    /// `VEC_COND_EXPR <mask, yes, no>`.
    pub(super) fn conditional(&mut self, ty: TypeId, rhs: [Operand; 3]) -> Option<Operand> {
        let (element, _) = self.unit.types.lanes(ty)?;
        let comparison = self.compared(rhs[0]);
        let bits = self.bits(element);
        let bool_ = self.unit.common.bool_;
        self.piecewise(ty, Piece { ty: element, bits }, |lower, piece, position| {
            let (yes, no) =
                (lower.part(rhs[1], piece, position), lower.part(rhs[2], piece, position));
            let truth = match comparison {
                Some((code, a, b)) => lower.compare_lane(code, piece.ty, a, b, position),
                None => lower.second(rhs[0], position),
            };
            if let Some(known) = lower.unit.as_int(truth) {
                return if known != 0 { yes } else { no };
            }
            let wanted = lower.build(TreeCode::Nop, bool_, [truth, Operand::None, Operand::None]);
            let (set, clear) = (lower.unit.as_int(yes), lower.unit.as_int(no));
            if (set, clear) == (Some(-1), Some(0)) {
                return lower.as_mask(piece.ty, truth);
            }
            lower.assign(TreeCode::Cond, piece.ty, [wanted, yes, no])
        })
    }

    /// The comparison that makes a mask.
    fn compared(&self, mask: Operand) -> Option<(TreeCode, Operand, Operand)> {
        let def = self.f.names[mask.ssa()?].def.expand()?;
        match self.f.stmts[def].kind {
            StmtKind::Assign { code, rhs, .. } if code.is_comparison() => {
                Some((code, rhs[0], rhs[1]))
            }
            _ => None,
        }
    }

    /// `VEC_PERM_EXPR <a, b, mask>`.
    pub(super) fn permutation(&mut self, ty: TypeId, rhs: [Operand; 3]) -> Option<Operand> {
        let [a, b, mask] = rhs;
        let (element, _) = self.unit.types.lanes(ty)?;
        let (_, lanes) = self.unit.types.lanes(self.type_of(a))?;
        let (pick, _) = self.unit.types.lanes(self.type_of(mask))?;
        let (bits, pick_bits) = (self.bits(element), self.bits(pick));
        let constant = mask.constant().map(|id| self.unit.consts[id].value.clone());
        self.piecewise(ty, Piece { ty: element, bits }, |lower, piece, position| {
            let lane = position / u64::from(bits.max(1));
            if let Some(ConstValue::Vector(picks)) = &constant {
                let index = lower.unit.consts.as_int(picks[lane as usize]).unwrap_or(0);
                let index = index as u64 & u64::from(2 * lanes - 1);
                let (from, index) = match index.checked_sub(lanes.into()) {
                    Some(rest) => (b, rest),
                    None => (a, index),
                };
                return lower.part(from, piece, index * u64::from(bits));
            }
            let selector = Piece { ty: pick, bits: pick_bits };
            lower.picked(piece, [a, b, mask], selector, lane * u64::from(pick_bits), lanes)
        })
    }

    /// The lane that a selector known at run time picks.
    fn picked(
        &mut self,
        piece: Piece,
        [a, b, mask]: [Operand; 3],
        selector: Piece,
        position: u64,
        lanes: u32,
    ) -> Operand {
        let which = (a != b).then(|| {
            let index = self.part(mask, selector, position);
            let bit = self.unit.int(selector.ty, lanes.into());
            self.build(TreeCode::BitAnd, selector.ty, [index, bit, Operand::None])
        });
        let index = self.part(mask, selector, position);
        let last = self.unit.int(selector.ty, i128::from(lanes) - 1);
        let index = self.build(TreeCode::BitAnd, selector.ty, [index, last, Operand::None]);
        let first = self.spilled.map(|[first, _]| first).unwrap_or_else(|| self.spill(a));
        let x = self.element(first, piece.ty, lanes, index);
        let Some(which) = which else {
            self.spilled = Some([first; 2]);
            return x;
        };
        let second = self.spilled.map(|[_, second]| second).unwrap_or_else(|| self.spill(b));
        self.spilled = Some([first, second]);
        let y = self.element(second, piece.ty, lanes, index);
        let zero = self.unit.int(selector.ty, 0);
        let bool_ = self.unit.common.bool_;
        let condition = TreeKind::Expr { code: TreeCode::Eq, args: [which, zero] };
        let condition = Operand::Tree(self.unit.trees.add(condition, bool_));
        self.assign(TreeCode::Cond, piece.ty, [condition, x, y])
    }

    /// `VIEW_CONVERT_EXPR<T[n]>(var)[index]`.
    fn element(
        &mut self,
        var: gimple::decl::DeclId,
        ty: TypeId,
        lanes: u32,
        index: Operand,
    ) -> Operand {
        let array = self.unit.types.array_of(ty, ArrayDomain::Count(lanes.into()));
        let view = self.unit.trees.add(TreeKind::ViewConvert(Operand::Decl(var)), array);
        let element = TreeKind::ArrayRef { base: Operand::Tree(view), index };
        let element = Operand::Tree(self.unit.trees.add(element, ty));
        self.assign(TreeCode::Single, ty, [element, Operand::None, Operand::None])
    }

    /// Each lane converted to that of the vector assigned to.
    pub(super) fn convert_lanes(&mut self, lhs: Operand, arg: Operand) -> Operand {
        let (to, from) = (self.type_of(lhs), self.type_of(arg));
        let (Some((element, lanes)), Some((inner, _))) =
            (self.unit.types.lanes(to), self.unit.types.lanes(from))
        else {
            return arg;
        };
        let code = match (self.unit.types.is_real(element), self.unit.types.is_real(inner)) {
            (true, false) => TreeCode::Float,
            (false, true) => TreeCode::FixTrunc,
            _ => TreeCode::Nop,
        };
        let bits = self.bits(inner);
        let values = (0..u64::from(lanes))
            .map(|lane| {
                let value = self.part(arg, Piece { ty: inner, bits }, lane * u64::from(bits));
                self.build(code, element, [value, Operand::None, Operand::None])
            })
            .collect();
        self.vector(to, values)
    }
}
