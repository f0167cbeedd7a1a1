//! Scalars with their bytes in the order that is not the target's: memory is accessed as it is, values have their bytes
//! reversed after loads and before stores. GCC keeps such references as they are until they are expanded; its dumps show
//! `s.i` where ours show what is done.
//!
//! ```text
//! int i = s.i;       _1 = s.i;                          s.f = x;     _1 = VIEW_CONVERT_EXPR<unsigned int>(x);
//!                    _2 = (unsigned int) _1;                         _2 = __builtin_bswap32 (_1);
//!                    _3 = __builtin_bswap32 (_2);                    _3 = VIEW_CONVERT_EXPR<float>(_2);
//!                    i = (int) _3;                                   s.f = _3;
//! ```
//!
//! Bit-fields are parts of units ([`crate::layout::bit_units`]), shifted and masked here.

use super::{Gimplifier, Rhs, RhsKind};
use crate::fold::util;
use crate::generic::{ExprId, ExprKind};
use crate::layout::bit_units::unit_of;
use crate::typeck::storage_order;
use gimple::aside::Aside;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::fold_call::fold_call;
use gimple::fold_const::const_unop;
use gimple::stmt::{Call, Callee, Seq};
use gimple::tree::{Operand, TreeKind, TreeNode};
use gimple::types::{FieldId, TypeId, TypeKind};

/// The place of a scalar with its bytes in the other order.
#[derive(Clone, Copy)]
pub(super) struct Reversed {
    /// The scalar as the target sees it, or the unit that holds the bit-field.
    place: Operand,
    ty: TypeId,
    bits: Option<Bits>,
}

/// A bit-field in its unit.
#[derive(Clone, Copy)]
struct Bits {
    unit: FieldId,
    /// First bit in the unit, from the most significant one of its first byte.
    first: u64,
    width: u64,
}

/// The bytes of a unit that a bit-field reaches into, as an integer.
struct Whole {
    ty: TypeId,
    /// First byte and number of bytes; of an integer unit, all of it.
    first: u64,
    count: u64,
}

impl Gimplifier<'_> {
    /// The place of a scalar whose bytes are in the other order; `None` for whatever else.
    pub(super) fn reversed_place(&mut self, e: ExprId, seq: &mut Seq) -> Option<Reversed> {
        if !storage_order::is_reversed(self.cx, e) {
            return None;
        }
        let ty = self.cx.unit.types.main_variant(self.ty(e));
        if let ExprKind::Component(base, field) = *self.kind(e)
            && self.cx.unit.types.field(field).is_bitfield
        {
            let types = &self.cx.unit.types;
            let unit = unit_of(types, field)?;
            let (own, whole) = (types.field(field), types.field(unit));
            let first = own.bit_offset - whole.bit_offset;
            let (width, unit_type) = (own.bit_size, whole.ty);
            let expr = self.cx.exprs[e].clone();
            let kind = ExprKind::Component(base, unit);
            let access = self.cx.exprs.add(kind, unit_type, expr.loc, expr.flags);
            let place = self.reference(access, seq);
            return Some(Reversed { place, ty, bits: Some(Bits { unit, first, width }) });
        }
        Some(Reversed { place: self.reference(e, seq), ty, bits: None })
    }

    /// The value of such a scalar.
    pub(super) fn load_reversed(&mut self, from: Reversed, seq: &mut Seq) -> Rhs {
        let Some(bits) = from.bits else {
            let raw = self.temp(Rhs::single(from.place, from.ty), seq);
            return self.swapped(raw, from.ty, seq);
        };
        let whole = self.whole(from.place, bits);
        let mut value = self.load_whole(from.place, &whole, seq);
        let shift = self.distance(bits, &whole);
        if shift > 0 {
            value = self.shifted(TreeCode::Rshift, value, shift, whole.ty, seq);
        }
        if matches!(self.cx.unit.types.kind(from.ty), TypeKind::Bool) {
            let one = self.cx.unit.int(whole.ty, 1);
            value = self.temp(Rhs::binary(TreeCode::BitAnd, whole.ty, value, one), seq);
        }
        self.converted(from.ty, value)
    }

    /// Stores a value of the scalar's type.
    pub(super) fn store_reversed(&mut self, to: Reversed, value: Operand, seq: &mut Seq) {
        let Some(bits) = to.bits else {
            let raw = self.swapped(value, to.ty, seq);
            let raw = self.as_val(raw, seq);
            self.assign(to.place, Rhs::single(raw, to.ty), seq);
            return;
        };
        let whole = self.whole(to.place, bits);
        let shift = self.distance(bits, &whole);
        let narrow = self.cx.unit.types.nonstandard_integer(bits.width as u16, true);
        let value = self.convert_value(narrow, value, seq);
        let mut value = self.convert_value(whole.ty, value, seq);
        if shift > 0 {
            value = self.shifted(TreeCode::Lshift, value, shift, whole.ty, seq);
        }
        if bits.width < 8 * whole.count {
            let old = self.load_whole(to.place, &whole, seq);
            let mask = !(((1u128 << (bits.width % 128)).wrapping_sub(1)) << shift);
            let mask = self.cx.unit.int(whole.ty, mask as i128);
            let kept = self.temp(Rhs::binary(TreeCode::BitAnd, whole.ty, old, mask), seq);
            value = self.temp(Rhs::binary(TreeCode::BitIor, whole.ty, kept, value), seq);
        }
        self.store_whole(to.place, &whole, value, seq);
    }

    /// `to = from` where `to` has its bytes in the other order; the value assigned.
    pub(super) fn modify_reversed(
        &mut self,
        to: ExprId,
        from: ExprId,
        seq: &mut Seq,
    ) -> Option<Operand> {
        if !storage_order::is_reversed(self.cx, to) {
            return None;
        }
        let ty = self.cx.unit.types.main_variant(self.ty(to));
        let rhs = self.rhs(from, seq);
        // What finds the place may change the variable that is assigned.
        let value = match self.cx.has_side_effects(to) {
            false => self.as_val(rhs, seq),
            true => self.temp(rhs, seq),
        };
        let value = self.convert_value(ty, value, seq);
        let place = self.reversed_place(to, seq)?;
        self.store_reversed(place, value, seq);
        Some(value)
    }

    /// A value with its bytes reversed, each part of a complex one for itself.
    fn swapped(&mut self, value: Operand, ty: TypeId, seq: &mut Seq) -> Rhs {
        if let TypeKind::Complex(part) = *self.cx.unit.types.kind(ty) {
            let parts = [TreeCode::Realpart, TreeCode::Imagpart].map(|code| {
                let own = self.complex_part(code, value, part, seq);
                let swapped = self.swapped(own, part, seq);
                self.as_val(swapped, seq)
            });
            return Rhs::binary(TreeCode::Complex, ty, parts[0], parts[1]);
        }
        let size = self.cx.unit.types.size(ty).unwrap_or(1);
        if size == 1 {
            return Rhs::single(value, ty);
        }
        let bits = util::integer_of(self.cx, 8 * size as u32, true);
        let raw = self.seen_as(bits, value, seq);
        let Some(builtin) = Builtin::bswap(8 * size) else { return Rhs::single(value, ty) };
        let back =
            if self.cx.unit.types.is_real(ty) { TreeCode::ViewConvert } else { TreeCode::Nop };
        if let Operand::Const(raw) = raw
            && let unit = &mut self.cx.unit
            && let Some(id) = fold_call(unit, &self.cx.options, builtin, bits, &[raw])
            && let Some(id) = const_unop(unit, back, ty, id)
        {
            return Rhs::single(Operand::Const(id), ty);
        }
        let function = self.cx.unit.implicit_builtin(builtin, bits, &[bits], false);
        let call = Call {
            lhs: Operand::None,
            callee: Callee::Decl(function),
            fntype: self.cx.unit.decls[function].ty,
            args: vec![raw],
            chain: Operand::None,
        };
        let call = Rhs { kind: RhsKind::Call(Aside::new(call), false), ty: bits };
        let swapped = self.temp(call, seq);
        if self.cx.unit.types.is_real(ty) {
            let view = self.cx.unit.trees.add(TreeKind::ViewConvert(swapped), ty);
            return Rhs::single(Operand::Tree(view), ty);
        }
        self.converted(ty, swapped)
    }

    fn complex_part(
        &mut self,
        code: TreeCode,
        whole: Operand,
        ty: TypeId,
        seq: &mut Seq,
    ) -> Operand {
        if let Operand::Const(id) = whole
            && let Some(id) = const_unop(&mut self.cx.unit, code, ty, id)
        {
            return Operand::Const(id);
        }
        let real = matches!(code, TreeCode::Realpart);
        let kind = if real { TreeKind::Realpart(whole) } else { TreeKind::Imagpart(whole) };
        let part = self.cx.unit.trees.add(kind, ty);
        self.temp(Rhs::single(Operand::Tree(part), ty), seq)
    }

    /// The bits of a scalar as an integer of the same size.
    fn seen_as(&mut self, bits: TypeId, value: Operand, seq: &mut Seq) -> Operand {
        if !self.cx.unit.types.is_real(self.op_type(value)) {
            return self.convert_value(bits, value, seq);
        }
        if let Operand::Const(id) = value
            && let Some(id) = const_unop(&mut self.cx.unit, TreeCode::ViewConvert, bits, id)
        {
            return Operand::Const(id);
        }
        let view = self.cx.unit.trees.add(TreeKind::ViewConvert(value), bits);
        self.temp(Rhs::single(Operand::Tree(view), bits), seq)
    }

    /// A value converted to a type; a constant stays one.
    fn convert_value(&mut self, ty: TypeId, value: Operand, seq: &mut Seq) -> Operand {
        if let Operand::Const(id) = value
            && let Some(id) =
                gimple::fold_const::const_convert(&mut self.cx.unit, TreeCode::Nop, ty, id)
        {
            return Operand::Const(id);
        }
        let converted = self.converted(ty, value);
        self.as_val(converted, seq)
    }

    fn shifted(
        &mut self,
        code: TreeCode,
        value: Operand,
        count: u64,
        ty: TypeId,
        seq: &mut Seq,
    ) -> Operand {
        let count = self.cx.unit.int(self.cx.unit.common.int, count.into());
        self.temp(Rhs::binary(code, ty, value, count), seq)
    }

    // Units.

    fn whole(&mut self, place: Operand, bits: Bits) -> Whole {
        let ty = self.op_type(place);
        if self.cx.unit.types.element(ty).is_none() {
            let count = self.cx.unit.types.field(bits.unit).bit_size / 8;
            return Whole { ty: self.cx.unit.types.main_variant(ty), first: 0, count };
        }
        let first = bits.first / 8;
        let count = (bits.first + bits.width).div_ceil(8) - first;
        let wide = self.cx.unit.int64(true);
        let ty = if count <= self.cx.unit.types.size(wide).unwrap_or(0) {
            wide
        } else {
            self.cx.unit.common.uint128
        };
        Whole { ty, first, count }
    }

    /// How far the last bit of a bit-field is from the least significant one.
    fn distance(&self, bits: Bits, whole: &Whole) -> u64 {
        8 * (whole.first + whole.count) - bits.first - bits.width
    }

    fn load_whole(&mut self, place: Operand, whole: &Whole, seq: &mut Seq) -> Operand {
        if self.cx.unit.types.element(self.op_type(place)).is_none() {
            let raw = self.temp(Rhs::single(place, whole.ty), seq);
            let swapped = self.swapped(raw, whole.ty, seq);
            return self.as_val(swapped, seq);
        }
        let mut value = Operand::None;
        for index in whole.first..whole.first + whole.count {
            let byte = self.byte_of(place, index);
            let uchar = self.cx.unit.common.uchar;
            let byte = self.temp(Rhs::single(byte, uchar), seq);
            let byte = self.convert_value(whole.ty, byte, seq);
            value = match value {
                Operand::None => byte,
                _ => {
                    let high = self.shifted(TreeCode::Lshift, value, 8, whole.ty, seq);
                    self.temp(Rhs::binary(TreeCode::BitIor, whole.ty, high, byte), seq)
                }
            };
        }
        value
    }

    fn store_whole(&mut self, place: Operand, whole: &Whole, value: Operand, seq: &mut Seq) {
        if self.cx.unit.types.element(self.op_type(place)).is_none() {
            let raw = self.swapped(value, whole.ty, seq);
            let raw = self.as_val(raw, seq);
            self.assign(place, Rhs::single(raw, whole.ty), seq);
            return;
        }
        let uchar = self.cx.unit.common.uchar;
        for index in 0..whole.count {
            let shift = 8 * (whole.count - 1 - index);
            let part = match shift {
                0 => value,
                _ => self.shifted(TreeCode::Rshift, value, shift, whole.ty, seq),
            };
            let part = self.convert_value(uchar, part, seq);
            let byte = self.byte_of(place, whole.first + index);
            self.assign(byte, Rhs::single(part, uchar), seq);
        }
    }

    fn byte_of(&mut self, array: Operand, index: u64) -> Operand {
        let index = self.cx.unit.int(self.cx.unit.common.sizetype, index.into());
        let ty = self.cx.unit.common.uchar;
        let volatile = self.cx.unit.is_volatile_operand(array);
        let kind = TreeKind::ArrayRef { base: array, index };
        Operand::Tree(self.cx.unit.trees.add_node(TreeNode { kind, ty, volatile }))
    }
}
