//! What dumps say of a memory reference: its spelling, its alias set and its alignment (`[1 p_5(D)->a+0 S4 A64]`).

use super::Expander;
use super::places::binds_locally;
use crate::rtl::rtx::{MemAttrs, RtxId, StrId, flag as rtx_flag};
use dumps::DumpFlags;
use gimple::decl::{DeclId, flag};
use gimple::print::operand_text;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;

/// The greatest alignment of a place in the frame, in bits.
const FRAME_ALIGN: u32 = 128;

impl Expander<'_> {
    /// Says of memory that it is what a reference of the program means. The node must be of this reference alone.
    pub(super) fn describe(&mut self, mem: RtxId, op: Operand) {
        if let Some(decl) = op.decl().filter(|&decl| self.unit.decls[decl].has(flag::CONST_POOL)) {
            let ty = self.unit.decls[decl].ty;
            return self.describe_variable(mem, decl, ty);
        }
        let alias = self.alias_set_of_reference(op);
        let text = match self.spelling.take() {
            Some(text) => text,
            None if !self.em.unit.shows_names => String::new(),
            None => operand_text(self.unit, self.f, op, DumpFlags::NONE),
        };
        let expr = self.em.f.rtx.string(&text);
        let ty = self.unit.type_of(self.f, op);
        let align = self.object_alignment(op);
        let old = *self.em.f.rtx.mem_attrs(mem);
        let size = self.unit.types.size(ty).or(old.size);
        let align = old.align.max(align);
        let attrs = MemAttrs { expr, alias, offset: Some(0), size, align, ..old };
        self.em.f.rtx.set_mem_attrs(mem, attrs);
        self.em.f.rtx.clear_flags(mem, rtx_flag::C | rtx_flag::F);
        let pointer = if self.unit.types.is_pointer(ty) { rtx_flag::F } else { 0 };
        let safe = if self.may_trap(op) { 0 } else { rtx_flag::C };
        let kept = if self.keeps_alias_set(op) { rtx_flag::J } else { 0 };
        let constant = match self.unit.trees.base_address(op) {
            Operand::Decl(decl) if self.is_constant(decl) => rtx_flag::U,
            _ => 0,
        };
        self.em.f.rtx.add_flags(mem, pointer | safe | kept | constant);
    }

    /// Whether a variable is a constant of all functions.
    fn is_constant(&self, decl: DeclId) -> bool {
        let data = &self.unit.decls[decl];
        data.has(flag::READONLY) && data.is_global() && !data.has(flag::VOLATILE)
    }

    /// Says of memory that it is a variable's. Constants that have been put there are nobody's.
    pub(super) fn describe_variable(&mut self, mem: RtxId, decl: DeclId, ty: TypeId) {
        let old = *self.em.f.rtx.mem_attrs(mem);
        let size = self.unit.types.size(ty).or(old.size);
        if self.unit.decls[decl].has(flag::CONST_POOL) {
            let (expr, offset) = (StrId::NONE, None);
            self.em.f.rtx.set_mem_attrs(mem, MemAttrs { expr, offset, size, alias: 0, ..old });
        } else {
            let alias = self.alias_set(ty);
            let text = operand_text(self.unit, self.f, Operand::Decl(decl), DumpFlags::NONE);
            let expr = if text.is_empty() { StrId::NONE } else { self.em.f.rtx.string(&text) };
            let offset = Some(0);
            self.em.f.rtx.set_mem_attrs(mem, MemAttrs { expr, alias, offset, size, ..old });
        }
        let pointer = if self.unit.types.is_pointer(ty) { rtx_flag::F } else { 0 };
        let data = &self.unit.decls[decl];
        let volatile = if data.has(flag::VOLATILE) { rtx_flag::V } else { 0 };
        let constant = if self.is_constant(decl) { rtx_flag::U } else { 0 };
        self.em.f.rtx.add_flags(mem, pointer | rtx_flag::C | volatile | constant);
    }

    /// As [`Self::describe`], of what is loaded: part of a complex number, or what is seen as of another type, is known as
    /// part of the whole.
    pub(super) fn describe_loaded(&mut self, mem: RtxId, op: Operand) {
        let kind = op.tree().map(|id| self.unit.trees.kind(id).clone());
        let part = self.unit.types.size(self.unit.type_of(self.f, op)).unwrap_or(0);
        let (whole, offset) = match kind {
            Some(TreeKind::ViewConvert(base) | TreeKind::Realpart(base)) => (base, 0),
            Some(TreeKind::Imagpart(base)) => (base, part),
            _ => return self.describe(mem, op),
        };
        self.describe_loaded(mem, whole);
        let old = *self.em.f.rtx.mem_attrs(mem);
        let align = match offset {
            0 => old.align,
            _ => old.align.min(8 << offset.trailing_zeros()),
        };
        let start = old.offset.map(|start| start + offset as i64);
        let attrs = MemAttrs { offset: start, size: Some(part), align, ..old };
        self.em.f.rtx.set_mem_attrs(mem, attrs);
    }

    /// Says of an object that bits from `pos` on in it are what a reference means, in so many bytes.
    pub(super) fn describe_bits(&mut self, mem: RtxId, op: Operand, pos: u64, size: u64) {
        let before = *self.em.f.rtx.mem_attrs(mem);
        self.describe(mem, op);
        let (align, bits) = self.alignment_and_offset(op);
        let apart = bits.wrapping_sub(pos as i64);
        let align = if apart == 0 { align } else { align.min(1 << apart.trailing_zeros().min(30)) };
        let start = pos / 8;
        let attrs = MemAttrs {
            offset: Some(-(start as i64)),
            size: Some(size + start),
            align: before.align.max(align),
            ..*self.em.f.rtx.mem_attrs(mem)
        };
        self.em.f.rtx.set_mem_attrs(mem, attrs);
    }

    /// A member that has no address of its own, or the member of a union, keeps the alias set of the object around it.
    fn keeps_alias_set(&self, op: Operand) -> bool {
        self.alias_parent(op).1.is_some()
    }

    /// The alignment of an object in bits, so far as it is known.
    pub(super) fn object_alignment(&self, op: Operand) -> u32 {
        let (align, bits) = self.alignment_and_offset(op);
        if bits == 0 { align } else { align.min(1 << bits.trailing_zeros().min(30)) }
    }

    /// The alignment of the object a reference starts from, and the position in it, both in bits.
    fn alignment_and_offset(&self, op: Operand) -> (u32, i64) {
        let types = &self.unit.types;
        let bits_of = |ty: TypeId| types.size(ty).unwrap_or(0) as i64 * 8;
        match op {
            Operand::Decl(decl) => (self.variable_alignment(decl), 0),
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::ComponentRef { base, field } => {
                    let (align, bits) = self.alignment_and_offset(base);
                    (align, bits.wrapping_add(types.field(field).bit_offset as i64))
                }
                TreeKind::ArrayRef { base, index } => {
                    let (align, bits) = self.alignment_and_offset(base);
                    let step = bits_of(self.unit.trees[id].ty);
                    match self.unit.as_int(index) {
                        Some(i) => (align, bits.wrapping_add((i as i64).wrapping_mul(step))),
                        None => (align.min(1 << step.trailing_zeros().min(30)), bits),
                    }
                }
                TreeKind::Realpart(base) | TreeKind::ViewConvert(base) => {
                    self.alignment_and_offset(base)
                }
                TreeKind::Imagpart(base) => {
                    let (align, bits) = self.alignment_and_offset(base);
                    (align, bits + bits_of(self.unit.trees[id].ty))
                }
                TreeKind::BitFieldRef { base, pos, .. } => {
                    let (align, bits) = self.alignment_and_offset(base);
                    (align, bits + pos as i64)
                }
                TreeKind::MemRef { base, offset, .. }
                | TreeKind::TargetMemRef {
                    base,
                    index: Operand::None,
                    index2: Operand::None,
                    offset,
                    ..
                } => match self.unit.addressed(base) {
                    Some(object) => {
                        let (align, bits) = self.alignment_and_offset(object);
                        (align, bits.wrapping_add(offset.wrapping_mul(8)))
                    }
                    None => (types.align(self.unit.trees[id].ty) * 8, 0),
                },
                _ => (8, 0),
            },
            _ => (8, 0),
        }
    }

    /// The alignment of a variable: that of its place in the frame, where it has one.
    pub(super) fn variable_alignment(&self, decl: DeclId) -> u32 {
        let data = &self.unit.decls[decl];
        let own = data.align.max(self.unit.types.align(data.ty)) * 8;
        if !data.is_global() {
            let home = self.homes.get(&decl);
            return home.map_or(own, |&home| self.em.f.rtx.mem_attrs(home).align.max(own));
        }
        // What another module may put in its place need not be aligned more than its type.
        let ours = !data.has(flag::EXTERNAL | flag::WEAK) && binds_locally(self.unit, decl);
        let wide = ours && self.unit.types.is_aggregate(data.ty);
        if wide { own.max(self.unit.target.constant_alignment * 8) } else { own }
    }

    /// The alignment that a place in the frame has by its offset.
    pub(super) fn alignment_at(&self, offset: i64) -> u32 {
        if offset == 0 {
            FRAME_ALIGN
        } else {
            FRAME_ALIGN.min(8 << offset.trailing_zeros().min(20))
        }
    }
}
