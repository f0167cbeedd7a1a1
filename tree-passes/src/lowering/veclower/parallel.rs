//! Several lanes in one word: bitwise operations, and sums and differences of narrow lanes.
//!
//! ```text
//!   v_3 = a_1(D) + b_2(D);          _5 = VIEW_CONVERT_EXPR<long unsigned int>(a_1(D));
//!                                   _6 = VIEW_CONVERT_EXPR<long unsigned int>(b_2(D));
//!                                   _7 = _5 ^ _6;
//!                             =>    _8 = _6 & 0x7f7f7f7f7f7f7f7f;
//!                                   _9 = _5 & 0x7f7f7f7f7f7f7f7f;
//!                                   _10 = _7 & 0x8080808080808080;
//!                                   _11 = _9 + _8;
//!                                   _12 = _11 ^ _10;
//! ```
//!
//! The top bit of each lane is kept out of the addition, so that nothing is carried into the next lane, and added without
//! carry afterwards (Lamport, "Multiple byte processing with full-word instructions", 1975).

use super::{Lower, Piece};
use gimple::code::TreeCode;
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};

impl Lower<'_> {
    /// The operation on words, or on one integer as wide as a short vector.
    pub(super) fn in_parallel(
        &mut self,
        ty: TypeId,
        code: TreeCode,
        a: Operand,
        b: Operand,
    ) -> Option<Operand> {
        let (element, _) = self.unit.types.lanes(ty)?;
        let (word, lane) = (self.unit.target.word_bits, self.bits(element));
        let total = 8 * u32::try_from(self.unit.types.size(ty)?).ok()?;
        if lane >= word || total > word && total % word != 0 {
            return self.piecewise(ty, Piece { ty: element, bits: lane }, |lower, piece, at| {
                let x = lower.part(a, piece, at);
                let y = lower.second(b, at);
                lower.build(code, piece.ty, [x, y, Operand::None])
            });
        }
        let bits = total.min(word);
        let piece = Piece { ty: self.unsigned(bits), bits };
        if total <= word {
            return Some(self.word_operation(piece, code, a, b, 0, lane));
        }
        let words = self.unit.types.vector_of(piece.ty, total / word);
        let value = self.piecewise(words, piece, |lower, piece, position| {
            lower.word_operation(piece, code, a, b, position, lane)
        })?;
        match value {
            Operand::Tree(_) => {
                Some(self.assign(TreeCode::Single, words, [value, Operand::None, Operand::None]))
            }
            value => Some(value),
        }
    }

    /// The unsigned type of a width, one that C has a name for where there is one.
    fn unsigned(&mut self, bits: u32) -> TypeId {
        let common = &self.unit.common;
        let named = [common.uchar, common.ushort, common.uint, common.ulong, common.ullong];
        let fits = |&ty: &TypeId| {
            matches!(self.unit.types.kind(ty), TypeKind::Integer { precision, .. }
                if u32::from(*precision) == bits)
        };
        match named.into_iter().find(|ty| fits(ty)) {
            Some(ty) => ty,
            None => self.unit.types.nonstandard_integer(bits as u16, true),
        }
    }

    fn word_operation(
        &mut self,
        piece: Piece,
        code: TreeCode,
        a: Operand,
        b: Operand,
        position: u64,
        lane: u32,
    ) -> Operand {
        let x = self.part(a, piece, position);
        let y = if b.is_some() { self.part(b, piece, position) } else { b };
        match code {
            TreeCode::Plus | TreeCode::Minus => self.word_sum(piece, code, x, y, lane),
            TreeCode::Negate => self.word_negation(piece, x, lane),
            _ => self.build(code, piece.ty, [x, y, Operand::None]),
        }
    }

    /// The constants with the low bits, and with the top bit, of each lane set.
    fn masks(&mut self, piece: Piece, lane: u32) -> (Operand, Operand) {
        let mut high: u128 = 0;
        for index in 0..piece.bits / lane {
            high |= 1 << (index * lane + lane - 1);
        }
        let all = if piece.bits == 128 { u128::MAX } else { (1 << piece.bits) - 1 };
        let low = all & !high;
        let low = self.unit.types.wrap(piece.ty, low as i128);
        let high = self.unit.types.wrap(piece.ty, high as i128);
        (self.unit.int(piece.ty, low), self.unit.int(piece.ty, high))
    }

    fn word_sum(
        &mut self,
        piece: Piece,
        code: TreeCode,
        a: Operand,
        b: Operand,
        lane: u32,
    ) -> Operand {
        let ty = piece.ty;
        let (low, high) = self.masks(piece, lane);
        let two = |a, b| [a, b, Operand::None];
        let mut signs = self.build(TreeCode::BitXor, ty, two(a, b));
        let b_low = self.build(TreeCode::BitAnd, ty, two(b, low));
        let a_low = if code == TreeCode::Plus {
            self.build(TreeCode::BitAnd, ty, two(a, low))
        } else {
            // The borrow of a lane comes out of its own top bit.
            let guarded = self.build(TreeCode::BitIor, ty, two(a, high));
            signs = self.build(TreeCode::BitNot, ty, two(signs, Operand::None));
            guarded
        };
        let signs = self.build(TreeCode::BitAnd, ty, two(signs, high));
        let sum = self.build(code, ty, two(a_low, b_low));
        self.build(TreeCode::BitXor, ty, two(sum, signs))
    }

    fn word_negation(&mut self, piece: Piece, a: Operand, lane: u32) -> Operand {
        let ty = piece.ty;
        let (low, high) = self.masks(piece, lane);
        let two = |a, b| [a, b, Operand::None];
        let a_low = self.build(TreeCode::BitAnd, ty, two(a, low));
        let signs = self.build(TreeCode::BitNot, ty, two(a, Operand::None));
        let signs = self.build(TreeCode::BitAnd, ty, two(signs, high));
        let difference = self.build(TreeCode::Minus, ty, two(high, a_low));
        self.build(TreeCode::BitXor, ty, two(difference, signs))
    }
}
