//! Bit-fields and misaligned members: which bits of which object they are, and what may be touched
//! to store them.

use super::memref::Inner;
use super::{Expander, Value};
use crate::emit::{Bits, Region};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag as rtx_flag};
use gimple::tree::Operand;
use gimple::types::{ArrayDomain, TypeId, TypeKind};

/// How bits are seen.
struct View {
    size: u64,
    /// The mode of a value that is misaligned; a bit-field has none.
    mode: Option<Mode>,
}

impl Expander<'_> {
    /// Loads what a reference refers to, if that is a bit-field or misaligned.
    pub(super) fn load_field_of(
        &mut self,
        inner: &Inner,
        op: Operand,
        ty: TypeId,
    ) -> Option<Value> {
        let view = self.view_of_bits(inner, op, ty)?;
        let (mem, pos) = self.object_of_bits(inner, &view);
        let target = self.goal.take();
        let (mode, unsigned) = (self.mode_of_type(ty), self.unit.types.is_unsigned(ty));
        let bits = Bits { mem, pos, size: view.size };
        let value = self.em.load_field(bits, unsigned, mode, target);
        Some(Value::Scalar(value, mode))
    }

    /// Stores into what a reference refers to, if that is a bit-field or misaligned. Whether it is.
    pub(super) fn store_field_of(
        &mut self,
        inner: &Inner,
        op: Operand,
        ty: TypeId,
        value: (RtxId, Mode),
    ) -> bool {
        let Some(view) = self.view_of_bits(inner, op, ty) else { return false };
        let (mem, pos) = self.object_of_bits(inner, &view);
        let region = self.region_of_bits(inner, op, pos, &view);
        self.describe_bits(mem, op, pos, view.size.div_ceil(8));
        let bits = Bits { mem, pos, size: view.size };
        self.em.store_field(bits, region, view.mode, value);
        true
    }

    /// How the bits of a reference are seen that is no whole aligned value.
    fn view_of_bits(&self, inner: &Inner, op: Operand, ty: TypeId) -> Option<View> {
        let mode = self.mode_of_type(ty);
        let scalar = !matches!(mode, Mode::BLK | Mode::TI | Mode::TF);
        let complex = matches!(self.unit.types.kind(ty), TypeKind::Complex(_));
        if !scalar || complex {
            return None;
        }
        let whole = u64::from(mode.bits());
        let align = mode.align() * 8;
        let size = inner.bit_size.unwrap_or(whole);
        if let Some((record, field)) = inner.member.filter(|_| inner.bit_size.is_some()) {
            let types = &self.unit.types;
            let field = types.field(field);
            let packed = types.align(record) < types.align(field.declared_type);
            let packed = mode != Mode::QI && packed;
            let simple = size == whole && field.bit_offset.is_multiple_of(align.into()) && !packed;
            if !simple {
                return Some(View { size, mode: None });
            }
        } else if inner.bit_size.is_some() {
            // Part of a vector is a value like any other.
            let vector = matches!(
                self.unit.types.kind(self.unit.type_of(self.f, inner.object)),
                TypeKind::Vector { .. }
            );
            return (!vector).then_some(View { size, mode: None });
        }
        let base = self.em.f.rtx.mem_attrs(inner.base).align;
        let known = match inner.bit_offset {
            0 => base,
            bits => base.min(1 << bits.trailing_zeros().min(20)),
        };
        let misaligned = known.max(self.object_alignment(op)) < align;
        let misaligned = misaligned && self.unit.target.strict_alignment;
        misaligned.then_some(View { size, mode: Some(mode) })
    }

    /// The object that bits are in, and the first of them.
    fn object_of_bits(&mut self, inner: &Inner, view: &View) -> (RtxId, u64) {
        let mut base = inner.base;
        if let Operand::Tree(_) = inner.object {
            base = self.em.adjust_address(base, Mode::BLK, inner.object_bits / 8);
            if base == inner.base {
                let attrs = *self.em.f.rtx.mem_attrs(base);
                base = self.em.mem_attrs(Mode::BLK, self.em.f.rtx.op(base, 0), attrs, 0);
            }
            self.describe(base, inner.object);
        }
        let pos = inner.bit_offset - inner.object_bits;
        let bytes = if pos < 0 { pos.div_euclid(8) } else { 0 };
        let mem = self.displaced(&inner.based(base), bytes);
        self.em.f.rtx.add_flags(mem, self.em.f.rtx.flags(base) & rtx_flag::C);
        let pos = if pos < 0 { pos.rem_euclid(8) } else { pos };
        let ty = self.unit.type_of(self.f, inner.object);
        let mode = view.mode.unwrap_or_else(|| self.mode_of_object(ty));
        if mode == Mode::BLK {
            return (mem, pos as u64);
        }
        let attrs = *self.em.f.rtx.mem_attrs(mem);
        let size = Some(mode.size().into());
        let (address, flags) = (self.em.f.rtx.op(mem, 0), self.em.f.rtx.flags(mem));
        (self.em.mem_attrs(mode, address, MemAttrs { size, ..attrs }, flags), pos as u64)
    }

    /// The mode that objects of a type have: aggregates that fit a register may have an integer's.
    pub(super) fn mode_of_object(&self, ty: TypeId) -> Mode {
        let types = &self.unit.types;
        let strict = self.unit.target.strict_alignment;
        let integer = || {
            let mode = types.size(ty).and_then(Mode::int_of_size);
            mode.filter(|mode| types.align(ty) >= mode.align() || !strict).unwrap_or(Mode::BLK)
        };
        match types.kind(ty) {
            TypeKind::Array { element, domain: ArrayDomain::Count(_) } => {
                match self.mode_of_object(*element) {
                    Mode::BLK => Mode::BLK,
                    mode if types.size(ty) == types.size(*element) => mode,
                    _ => integer(),
                }
            }
            TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. } => {
                let mut whole = None;
                for &field in fields {
                    let field = types.field(field);
                    let mode = self.mode_of_object(field.ty);
                    if mode == Mode::BLK && types.size(field.ty) != Some(0) {
                        return Mode::BLK;
                    }
                    if !field.is_bitfield && types.size(field.ty) == types.size(ty) {
                        whole = Some(mode);
                    }
                }
                let union = matches!(types.kind(ty), TypeKind::Union { .. });
                match whole {
                    Some(mode) if !union || mode.is_int() => mode,
                    _ => integer(),
                }
            }
            TypeKind::Array { .. } => Mode::BLK,
            _ => self.mode_of_type(ty),
        }
    }

    /// The bits that may be written to store some of them: a bit-field's neighbours, which are one place in memory.
    fn region_of_bits(&self, inner: &Inner, op: Operand, pos: u64, view: &View) -> Region {
        let Some((record, field)) = inner.member else {
            let bytes = pos.is_multiple_of(8) && view.size.is_multiple_of(8);
            return (bytes && op != inner.object).then_some((pos, pos + view.size));
        };
        if !self.unit.types.field(field).is_bitfield {
            return Some((pos, pos + view.size));
        }
        if let TypeKind::Union { .. } = self.unit.types.kind(record) {
            let whole = view.size.next_multiple_of(8).next_power_of_two();
            let fits = self.unit.types.size(record).is_some_and(|size| whole <= 8 * size);
            let width = if fits { whole } else { view.size.next_multiple_of(8) };
            return Some((pos, pos + width));
        }
        let own = self.unit.types.field(field).bit_offset;
        let (first, end) = self.unit.types.bit_field_run(record, field);
        let before = own - first;
        let start = pos.checked_sub(before)?;
        Some((start, start + end - first))
    }
}
