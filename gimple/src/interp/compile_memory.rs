//! Translation of memory references: addresses, loads, stores, bit-fields, copies, constructors.

use super::code::*;
use super::compile::Compiler;
use super::shape::{Norm, Shape};
use crate::constant::ConstValue;
use crate::tree::{CtorIndex, Operand, TreeId, TreeKind};
use crate::types::{TypeId, TypeKind};

/// Where a reference leads: base, offset, and for a bit-field its first bit and width.
#[derive(Clone, Copy)]
pub(super) struct Location {
    pub base: Src,
    pub off: i64,
    pub bits: Option<(u8, u32)>,
}

/// Nesting of references and constructors that is translated.
const MAX_DEPTH: u32 = 2000;

impl Compiler<'_, '_> {
    /// Base and offset of what an operand names or refers to in memory.
    pub fn address(&mut self, op: Operand) -> (Src, i64) {
        let location = self.locate(op);
        (location.base, location.off)
    }

    /// Where a reference leads. Values that are no objects are spilled first.
    pub fn locate(&mut self, op: Operand) -> Location {
        let mut off: i64 = 0;
        let mut bits = None;
        let mut terms: Vec<(Src, i64)> = Vec::new();
        let mut op = op;
        let mut outermost = true;
        let base = loop {
            let Operand::Tree(id) = op else { break self.object(op, &mut off) };
            let node = &self.unit.trees[id];
            let types = &self.unit.types;
            match node.kind {
                TreeKind::MemRef { base, offset, .. } => {
                    off = off.wrapping_add(offset);
                    match self.unit.addressed(base) {
                        Some(object) => op = object,
                        None => break self.value(base),
                    }
                }
                TreeKind::TargetMemRef { base, index, step, index2, offset, .. } => {
                    off = off.wrapping_add(offset);
                    if index.is_some() {
                        let s = self.value(index);
                        terms.push((s, step as i64));
                    }
                    if index2.is_some() {
                        let s = self.value(index2);
                        terms.push((s, 1));
                    }
                    match self.unit.addressed(base) {
                        Some(object) => op = object,
                        None => break self.value(base),
                    }
                }
                TreeKind::ComponentRef { base, field } => {
                    let field = types.field(field);
                    off = off.wrapping_add((field.bit_offset / 8) as i64);
                    if field.is_bitfield && outermost {
                        bits = Some(((field.bit_offset % 8) as u8, field.bit_size as u32));
                    }
                    op = base;
                }
                TreeKind::ArrayRef { base, index } => {
                    let Some(size) = types.size(node.ty) else {
                        self.unsupported("array element of variable size");
                        break self.constant(0);
                    };
                    let size = size as i64;
                    match self.unit.as_int(index) {
                        Some(index) => off = off.wrapping_add((index as i64).wrapping_mul(size)),
                        None => {
                            let s = self.value(index);
                            terms.push((s, size));
                        }
                    }
                    op = base;
                }
                TreeKind::PlacedComponentRef { base, field, offset, unit } => {
                    let field = types.field(field);
                    off = off.wrapping_add((field.bit_offset / 8) as i64);
                    if field.is_bitfield && outermost {
                        bits = Some(((field.bit_offset % 8) as u8, field.bit_size as u32));
                    }
                    terms.push((self.value(offset), i64::from(unit)));
                    op = base;
                }
                TreeKind::SizedArrayRef { base, index, size, unit } => {
                    let (a, b) = (self.value(index), self.value(size));
                    let d = self.temp(1);
                    self.emit(Op::Mul { d, a, b, norm: Norm::new(64, false) });
                    terms.push((d, i64::from(unit)));
                    op = base;
                }
                TreeKind::BitFieldRef { base, size, pos } => {
                    off = off.wrapping_add((pos / 8) as i64);
                    let whole = pos % 8 == 0 && types.size(node.ty) == Some(u64::from(size) / 8);
                    if outermost && !(whole && size % 8 == 0) {
                        bits = Some(((pos % 8) as u8, size));
                    }
                    op = base;
                }
                TreeKind::Imagpart(base) => {
                    off = off.wrapping_add(types.size(node.ty).unwrap_or(0) as i64);
                    op = base;
                }
                TreeKind::Realpart(base) | TreeKind::ViewConvert(base) => op = base,
                _ => break self.object(op, &mut off),
            }
            outermost = false;
        };
        let base = terms.into_iter().fold(base, |base, (index, scale)| {
            let d = self.temp(1);
            self.emit(Op::LeaIndex { d, base, index, scale });
            d
        });
        Location { base, off, bits }
    }

    /// The base of an operand that is not a reference.
    fn object(&mut self, op: Operand, off: &mut i64) -> Src {
        match op {
            Operand::Decl(decl) => {
                if let Some(address) = self.code_address(decl) {
                    return self.constant(address);
                }
                match self.place(decl) {
                    Some(Place::Frame(at)) => {
                        *off = off.wrapping_add(at);
                        FRAME_SLOT
                    }
                    Some(Place::Slot(slot)) => {
                        let ty = self.unit.decls[decl].ty;
                        self.spill(slot, ty, off)
                    }
                    None => match self.machine.global_address(decl) {
                        Ok(address) => self.constant(address),
                        Err(kind) => {
                            self.fail(kind);
                            self.constant(0)
                        }
                    },
                }
            }
            Operand::Const(id) if matches!(self.unit.consts[id].value, ConstValue::String(_)) => {
                match self.machine.string_address(id) {
                    Ok(address) => self.constant(address),
                    Err(kind) => {
                        self.fail(kind);
                        self.constant(0)
                    }
                }
            }
            Operand::None => self.constant(0),
            _ => {
                let ty = self.type_of(op);
                if let (Shape::Aggregate { bytes }, Operand::Tree(_)) = (self.shape(ty), op) {
                    // A constructor used as an object.
                    let at = self.frame_room(bytes, u64::from(self.unit.types.align(ty)));
                    self.store_value(FRAME_SLOT, at, op, ty);
                    *off = off.wrapping_add(at);
                    return FRAME_SLOT;
                }
                let s = self.value(op);
                self.spill(s, ty, off)
            }
        }
    }

    /// Puts a register value into memory, to take a part of it.
    fn spill(&mut self, s: Src, ty: TypeId, off: &mut i64) -> Src {
        let shape = self.shape(ty);
        let at = self.frame_room(shape.bytes(), 16);
        self.store_shape(FRAME_SLOT, at, s, shape);
        *off = off.wrapping_add(at);
        FRAME_SLOT
    }

    /// Loads from a location into `d`.
    pub fn load(&mut self, d: u32, location: Location, ty: TypeId) {
        let Location { base, off, bits } = location;
        if let Some((pos, width)) = bits {
            if width > 64 {
                return self.unsupported("bit-field wider than 64 bits");
            }
            let unsigned = self.unit.types.is_unsigned(ty);
            return self.emit(Op::LoadBits { d, base, off, pos, norm: Norm::new(width, unsigned) });
        }
        match self.shape(ty) {
            Shape::Int { norm, bytes } => {
                let width = width_of(bytes, norm.unsigned);
                self.emit(Op::Load { d, base, off, width });
                // A boolean is what its byte is; objects of other types narrower than their bytes hold extended values.
                if norm.bits() != 1 && norm.bits() != u32::from(bytes) * 8 {
                    self.emit(Op::Fits { d, norm });
                }
            }
            Shape::Single => self.emit(Op::Load { d, base, off, width: Width::U32 }),
            Shape::Double => self.emit(Op::Load { d, base, off, width: Width::X64 }),
            Shape::Wide { bytes } => self.emit(Op::LoadN { d, base, off, bytes }),
            Shape::Aggregate { .. } | Shape::None => self.unsupported("load of an aggregate"),
        }
    }

    /// Stores a register value of a shape.
    pub fn store_shape(&mut self, base: Src, off: i64, s: Src, shape: Shape) {
        match shape {
            Shape::Int { norm, bytes } => {
                self.emit(Op::Store { base, off, s, width: width_of(bytes, norm.unsigned) });
            }
            Shape::Single => self.emit(Op::Store { base, off, s, width: Width::U32 }),
            Shape::Double => self.emit(Op::Store { base, off, s, width: Width::X64 }),
            Shape::Wide { bytes } => self.emit(Op::StoreN { base, off, s, bytes }),
            Shape::Aggregate { .. } | Shape::None => {}
        }
    }

    /// Stores a register value to a location.
    pub fn store(&mut self, location: Location, s: Src, ty: TypeId) {
        let Location { base, off, bits } = location;
        match bits {
            Some((_, width)) if width > 64 => self.unsupported("bit-field wider than 64 bits"),
            Some((pos, width)) => {
                self.emit(Op::StoreBits { base, off, s, pos, norm: Norm::new(width, true) });
            }
            None => {
                let shape = self.shape(ty);
                self.store_shape(base, off, s, shape);
            }
        }
    }

    /// Stores any value, an aggregate or not, of type `ty`.
    pub fn store_value(&mut self, base: Src, off: i64, value: Operand, ty: TypeId) {
        self.store_nested(base, off, value, ty, 0);
    }

    fn store_nested(&mut self, base: Src, off: i64, value: Operand, ty: TypeId, depth: u32) {
        if depth > MAX_DEPTH {
            return self.unsupported("constructor nested too deeply");
        }
        let Shape::Aggregate { bytes } = self.shape(ty) else {
            let shape = self.shape(ty);
            if shape == Shape::None {
                return;
            }
            let s = self.value(value);
            return self.store_shape(base, off, s, shape);
        };
        match value {
            Operand::Tree(id) => match self.unit.trees.kind(id) {
                TreeKind::Constructor(_) => {
                    self.emit(Op::Zero { base, off, bytes });
                    self.store_elements(base, off, id, ty, depth);
                }
                _ => self.copy_aggregate(base, off, value, bytes),
            },
            Operand::Const(id) => {
                if let ConstValue::String(text) = &self.unit.consts[id].value {
                    let length = (text.len() as u64).min(bytes);
                    if length < bytes {
                        self.emit(Op::Zero { base, off, bytes });
                    }
                    self.copy_aggregate(base, off, value, length);
                } else {
                    self.unsupported("constant of aggregate type");
                }
            }
            _ => self.copy_aggregate(base, off, value, bytes),
        }
    }

    fn store_elements(&mut self, base: Src, off: i64, id: TreeId, ty: TypeId, depth: u32) {
        let unit = self.unit;
        let TreeKind::Constructor(elements) = unit.trees.kind(id) else { return };
        let element = match *unit.types.kind(ty) {
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => Some(element),
            _ => None,
        };
        let size = element.and_then(|ty| unit.types.size(ty)).unwrap_or(0) as i64;
        let mut next = 0;
        for &(index, value) in elements.iter() {
            match (index, element) {
                (CtorIndex::Field(field), _) => {
                    let field = unit.types.field(field);
                    let at = off + (field.bit_offset / 8) as i64;
                    if field.is_bitfield {
                        let s = self.value(value);
                        let bits = Some(((field.bit_offset % 8) as u8, field.bit_size as u32));
                        self.store(Location { base, off: at, bits }, s, field.ty);
                    } else {
                        self.store_nested(base, at, value, field.ty, depth + 1);
                    }
                }
                (CtorIndex::Range(low, high), Some(element)) => {
                    for at in low..=high {
                        let at = off + at as i64 * size;
                        self.store_nested(base, at, value, element, depth + 1);
                    }
                    next = high + 1;
                }
                (CtorIndex::Index(_) | CtorIndex::None, Some(element)) => {
                    if let CtorIndex::Index(at) = index {
                        next = at;
                    }
                    let given = self.type_of(value);
                    let is_vector = matches!(unit.types.kind(given), TypeKind::Vector { .. });
                    let (ty, step) = if is_vector && given != element {
                        // A vector built of shorter vectors.
                        let bytes = unit.types.size(given).unwrap_or(1) as i64;
                        (given, bytes / size.max(1))
                    } else {
                        (element, 1)
                    };
                    self.store_nested(base, off + next as i64 * size, value, ty, depth + 1);
                    next += step as u64;
                }
                _ => self.unsupported("constructor element without a place"),
            }
        }
    }

    fn copy_aggregate(&mut self, base: Src, off: i64, value: Operand, bytes: u64) {
        if bytes == 0 {
            return;
        }
        let (from, from_off) = self.address(value);
        let copy = self.code.copies.len() as u32;
        self.code.copies.push(CopyRest { from_off, bytes });
        self.emit(Op::Copy { to: base, to_off: off, from, copy });
    }

    /// The value of a vector constructor, in slots.
    pub fn vector_constructor(&mut self, d: u32, id: TreeId, ty: TypeId) {
        let bytes = self.shape(ty).bytes();
        let at = self.frame_room(bytes, 16);
        self.emit(Op::Zero { base: FRAME_SLOT, off: at, bytes });
        self.store_elements(FRAME_SLOT, at, id, ty, 0);
        self.load(d, Location { base: FRAME_SLOT, off: at, bits: None }, ty);
    }
}

fn width_of(bytes: u8, unsigned: bool) -> Width {
    match (bytes, unsigned) {
        (1, true) => Width::U8,
        (1, false) => Width::I8,
        (2, true) => Width::U16,
        (2, false) => Width::I16,
        (4, true) => Width::U32,
        (4, false) => Width::I32,
        _ => Width::X64,
    }
}
