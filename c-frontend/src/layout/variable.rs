//! Layout of structures and unions with members of variable size.
//!
//! As in GCC (`place_field`), the first free place is an expression in bytes and a constant number of bits after it that is
//! less than the alignment the expression is known to have:
//!
//! ```text
//! struct { int a; char b[n]; short c; }     a: 0 + 0 bits      b: 0 + 32 bits
//!                                           c: (n + 5 & -2) + 0 bits
//! ```
//!
//! A field whose place has an expression is entered into [`Context::field_offsets`], the size of the whole into
//! [`Context::record_sizes`].

use super::{Layout, Member, RecordOptions};
use crate::context::{Context, FieldOffset, RecordSize};
use crate::fold::{fold_binary, fold_convert, int_const};
use crate::generic::{ExprId, ExprKind};
use crate::typeck::size;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{Field, TypeId, TypeSize};

/// Alignment of a place nothing is known of yet, in bits (`BIGGEST_ALIGNMENT`).
const BIGGEST_ALIGN: u64 = 128;

/// The first free place.
struct Place {
    loc: Location,
    options: RecordOptions,
    /// In bytes, of `sizetype`.
    offset: ExprId,
    /// On top of it, in bits; less than `offset_align`.
    bits: u64,
    /// What `offset` is a multiple of, in bits.
    offset_align: u64,
    /// Alignment of the record so far, in bits.
    align: u64,
    /// Greatest size of a member of a union, in bytes, of `sizetype`.
    extent: ExprId,
}

/// Lays out a record some member of which has a variable size.
pub fn layout_variable(
    cx: &mut Context,
    container: TypeId,
    members: &[Member],
    options: RecordOptions,
    loc: Location,
) -> Layout {
    let zero = int_const(cx, loc, cx.unit.common.sizetype, 0);
    let (offset_align, align) = (BIGGEST_ALIGN, 8);
    let mut place =
        Place { loc, options, offset: zero, bits: 0, offset_align, align, extent: zero };
    let mut fields = Vec::with_capacity(members.len());
    for member in members {
        let desired = place.align_member(cx, member);
        let named = member.width.is_none() || member.name.is_some();
        if named {
            let size = cx.unit.types.size(member.ty).unwrap_or(0);
            let field = cx.unit.types.add_field(Field {
                name: member.name,
                ty: member.ty,
                uid: member.uid,
                bit_offset: place.bits,
                bit_size: member.width.map_or(size.saturating_mul(8), u64::from),
                is_bitfield: member.width.is_some(),
                declared_type: member.declared,
                container,
                align: (desired / 8).max(1) as u32,
            });
            place.enter(cx, field);
            fields.push(field);
        }
        place.pass(cx, member, desired);
    }
    let align = place.align.max(u64::from(options.align) * 8);
    let sizes = place.sizes(cx, align);
    cx.record_sizes.insert(container, sizes);
    let align = (align / 8) as u32;
    Layout { fields, size: TypeSize::Variable, align, flexible: false, too_large: false }
}

impl Place {
    fn plus(&self, cx: &mut Context, a: ExprId, bytes: u64) -> ExprId {
        let sizetype = cx.unit.common.sizetype;
        let b = int_const(cx, self.loc, sizetype, bytes.into());
        fold_binary(cx, self.loc, TreeCode::Plus, sizetype, a, b)
    }

    /// `value`, of type `ty`, rounded up to a multiple of `unit`, a power of two.
    fn round_up(&self, cx: &mut Context, ty: TypeId, value: ExprId, unit: u64) -> ExprId {
        if unit <= 1 || is_multiple(cx, value, unit) {
            return value;
        }
        let slack = int_const(cx, self.loc, ty, i128::from(unit) - 1);
        let mask = int_const(cx, self.loc, ty, -i128::from(unit));
        let sum = fold_binary(cx, self.loc, TreeCode::Plus, ty, value, slack);
        if is_multiple(cx, sum, unit) {
            return sum;
        }
        fold_binary(cx, self.loc, TreeCode::BitAnd, ty, sum, mask)
    }

    fn is_constant(&self, cx: &Context) -> bool {
        cx.int_value(self.offset).is_some()
    }

    /// What the first free bit is surely a multiple of; 0 for the record's start.
    fn known_align(&self, cx: &Context) -> u64 {
        let lowest = |bits: u64| bits & bits.wrapping_neg();
        match cx.int_value(self.offset) {
            _ if self.bits != 0 => lowest(self.bits),
            Some(0) => 0,
            Some(bytes) => lowest((bytes as u64).saturating_mul(8)),
            None => self.offset_align,
        }
    }

    /// Lets bits that make whole units of the known alignment become part of the expression (`normalize_offset`).
    fn normalize(&mut self, cx: &mut Context) {
        if self.bits >= self.offset_align {
            let whole = self.bits / self.offset_align;
            self.offset = self.plus(cx, self.offset, whole * (self.offset_align / 8));
            self.bits %= self.offset_align;
        }
    }

    /// Goes to where a member may begin; returns its alignment in bits.
    fn align_member(&mut self, cx: &mut Context, member: &Member) -> u64 {
        let types = &cx.unit.types;
        let limit = |align: u64| match self.options.pack {
            0 => align,
            pack => align.min(u64::from(pack) * 8),
        };
        let packed = self.options.packed || member.packed;
        let user = u64::from(member.align) * 8;
        let of_type = u64::from(types.align(member.declared)) * 8;
        let unit_size = types.size(member.declared).unwrap_or(4) * 8;
        let desired = match member.width {
            Some(0) => of_type.max(user),
            Some(_) => limit(user).max(1),
            None if packed => limit(user.max(8)),
            None => limit((u64::from(types.align(member.ty)) * 8).max(user)),
        };
        match member.width {
            Some(0) => {}
            Some(_) if member.name.is_none() => {}
            Some(_) => {
                let plain = packed && self.options.pack == 0;
                let align = if plain { 8 } else { limit(of_type) };
                self.align = self.align.max(align).max(limit(user));
            }
            None => self.align = self.align.max(desired),
        }
        let known = self.known_align(cx);
        if known != 0 && known < desired {
            self.move_up(cx, desired);
        }
        if let Some(width) = member.width
            && width > 0
            && !packed
            && self.options.pack == 0
        {
            // How many units of the type's alignment the field would touch.
            let units = (self.bits % of_type + u64::from(width)).div_ceil(of_type);
            if units > unit_size / of_type {
                self.bits = self.bits.next_multiple_of(of_type);
            }
        }
        self.normalize(cx);
        desired
    }

    fn move_up(&mut self, cx: &mut Context, desired: u64) {
        if desired < self.offset_align {
            self.bits = self.bits.next_multiple_of(desired);
            return;
        }
        let sizetype = cx.unit.common.sizetype;
        let bytes = self.plus(cx, self.offset, self.bits.div_ceil(8));
        self.offset = self.round_up(cx, sizetype, bytes, desired / 8);
        self.bits = 0;
        if !self.is_constant(cx) {
            self.offset_align = desired;
        }
    }

    /// Notes where a field is, if that is known at run time only; otherwise its offset has all of it.
    fn enter(&self, cx: &mut Context, field: gimple::types::FieldId) {
        match cx.int_value(self.offset) {
            Some(bytes) => {
                let field = cx.unit.types.field_mut(field);
                field.bit_offset =
                    field.bit_offset.saturating_add((bytes as u64).saturating_mul(8));
            }
            None => {
                let unit = (self.offset_align / 8).max(1) as u32;
                cx.field_offsets.insert(field, FieldOffset { bytes: self.offset, unit });
            }
        }
    }

    /// Goes after a member.
    fn pass(&mut self, cx: &mut Context, member: &Member, desired: u64) {
        let sizetype = cx.unit.common.sizetype;
        let bits = match (member.width, cx.unit.types[member.ty].size) {
            (Some(width), _) => Some(u64::from(width)),
            (None, TypeSize::Const(bytes)) => Some(bytes.saturating_mul(8)),
            (None, TypeSize::Incomplete) => Some(0),
            (None, TypeSize::Variable) => None,
        };
        if self.options.is_union {
            let size = match bits {
                Some(bits) => int_const(cx, self.loc, sizetype, bits.div_ceil(8).into()),
                None => size::size_in_bytes(cx, self.loc, member.ty),
            };
            self.extent = fold_binary(cx, self.loc, TreeCode::Max, sizetype, self.extent, size);
            self.bits = 0;
            return;
        }
        match bits {
            Some(bits) => {
                self.bits = self.bits.saturating_add(bits);
                self.normalize(cx);
            }
            None => {
                let bytes = self.plus(cx, self.offset, self.bits.div_ceil(8));
                let size = size::size_in_bytes(cx, self.loc, member.ty);
                self.offset = fold_binary(cx, self.loc, TreeCode::Plus, sizetype, bytes, size);
                self.bits = 0;
                self.offset_align = self.offset_align.min(desired.max(8));
                if !is_multiple(cx, size, self.offset_align / 8) {
                    // The member is more aligned than its type.
                    let natural = u64::from(cx.unit.types.align(member.ty)) * 8;
                    self.offset_align = self.offset_align.min(natural);
                }
            }
        }
    }

    /// The size of the whole, rounded up to its alignment (`finalize_record_size`).
    fn sizes(&self, cx: &mut Context, align: u64) -> RecordSize {
        let (sizetype, bitsizetype) = (cx.unit.common.sizetype, cx.bitsizetype());
        let loc = self.loc;
        let (whole, rest) = (self.bits / 8, self.bits % 8);
        let end = if self.options.is_union { self.extent } else { self.offset };
        let end = self.plus(cx, end, whole);
        let wide = fold_convert(cx, loc, bitsizetype, end);
        let eight = int_const(cx, loc, bitsizetype, 8);
        let wide = fold_binary(cx, loc, TreeCode::Mult, bitsizetype, wide, eight);
        let rest_bits = int_const(cx, loc, bitsizetype, rest.into());
        let wide = fold_binary(cx, loc, TreeCode::Plus, bitsizetype, wide, rest_bits);
        let bytes = self.plus(cx, end, u64::from(rest > 0));
        RecordSize {
            bits: self.round_up(cx, bitsizetype, wide, align),
            bytes: self.round_up(cx, sizetype, bytes, align / 8),
        }
    }
}

/// Whether a size is surely a multiple of a power of two (`multiple_of_p`).
fn is_multiple(cx: &Context, size: ExprId, unit: u64) -> bool {
    let mut pending = vec![(size, unit)];
    // How many more expressions may be looked at.
    let mut rest = 1000;
    while let Some((e, unit)) = pending.pop() {
        if rest == 0 {
            return false;
        }
        rest -= 1;
        // The power of two a constant has as a factor, no more than asked for.
        let factor = |e| match cx.int_value(e) {
            Some(0) | None => None,
            Some(value) => Some(unit.min(1 << value.trailing_zeros().min(62))),
        };
        match cx.exprs[e].kind {
            ExprKind::Binary(TreeCode::Plus | TreeCode::Minus | TreeCode::Max, a, b) => {
                pending.extend([(a, unit), (b, unit)]);
            }
            ExprKind::Binary(TreeCode::Mult, a, b) => {
                pending.push((a, unit / factor(b).unwrap_or(1)));
            }
            ExprKind::Binary(TreeCode::BitAnd, _, mask) if factor(mask) == Some(unit) => {}
            ExprKind::Unary(TreeCode::Nop, inner) | ExprKind::Save(inner) => {
                pending.push((inner, unit));
            }
            _ if unit == 1 || factor(e) == Some(unit) || cx.int_value(e) == Some(0) => {}
            _ => return false,
        }
    }
    true
}
