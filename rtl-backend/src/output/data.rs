//! Static data: from a GIMPLE initialiser to bytes and relocations, in order of address.
//!
//! ```text
//! static struct { char c; int *p; } s = { 'x', &a[2] };
//!   =>   0: 1 byte 120     1: 7 bytes zero     8: 8 bytes a+8
//! ```

use crate::asm::AsmUnit;
use crate::expand::{assembler_name, is_noted};
use crate::output::varasm::Piece;
use gimple::code::TreeCode;
use gimple::constant::{ConstId, ConstValue};
use gimple::decl::DeclKind;
use gimple::tree::{CtorIndex, Operand, TreeId, TreeKind};
use gimple::types::{RealFormat, TypeId, TypeKind};
use gimple::unit::Unit;
use std::collections::BTreeMap;

/// Bytes a piece takes.
fn size_of(piece: &Piece) -> u64 {
    match piece {
        Piece::Bytes(bytes) => bytes.len() as u64,
        Piece::Int { size, .. } | Piece::Symbol { size, .. } | Piece::Difference { size, .. } => {
            u64::from(*size)
        }
        Piece::Zero(count) => *count,
    }
}

/// Turns initialisers into data.
pub struct Flattener<'a> {
    pub unit: &'a Unit,
    pub asm: &'a mut AsmUnit,
    data: Vec<(u64, Piece)>,
    /// Bits of bit-fields by byte.
    bits: BTreeMap<u64, u8>,
}

/// Why an initialiser is none: what in it is not known before the program runs.
pub type Error = String;

/// A symbol and what is added to it.
struct Address {
    symbol: Option<String>,
    addend: i64,
}

impl<'a> Flattener<'a> {
    /// A flattener for one object.
    pub fn new(unit: &'a Unit, asm: &'a mut AsmUnit) -> Flattener<'a> {
        Flattener { unit, asm, data: Vec::new(), bits: BTreeMap::new() }
    }

    /// The data of an object of type `ty` and `size` bytes initialised by `value`, gaps filled. Linear but for sorting.
    ///
    /// # Errors
    /// If the value is no constant.
    pub fn object(mut self, value: Operand, ty: TypeId, size: u64) -> Result<Vec<Piece>, Error> {
        self.place(value, ty, 0)?;
        let bits = std::mem::take(&mut self.bits);
        for (offset, byte) in bits {
            self.data.push((offset, Piece::Int { size: 1, value: byte.into() }));
        }
        self.data.sort_by_key(|entry| entry.0);
        let mut result: Vec<Piece> = Vec::with_capacity(self.data.len());
        let mut at = 0;
        for (offset, datum) in self.data {
            if offset < at {
                // A later initialiser of the same place: the first has been emitted; unions end up here.
                continue;
            }
            if offset > at {
                push_zero(&mut result, offset - at);
            }
            at = offset + size_of(&datum);
            match datum {
                Piece::Zero(count) => push_zero(&mut result, count),
                other => result.push(other),
            }
        }
        if at < size {
            push_zero(&mut result, size - at);
        }
        Ok(result)
    }

    fn place(&mut self, value: Operand, ty: TypeId, offset: u64) -> Result<(), Error> {
        match value {
            Operand::Const(id) => self.constant(id, ty, offset),
            Operand::Tree(id) => match self.unit.trees.kind(id) {
                TreeKind::Constructor(elements) => self.constructor(elements, ty, offset),
                _ => self.relocation(value, ty, offset),
            },
            _ => self.relocation(value, ty, offset),
        }
    }

    fn constructor(
        &mut self,
        elements: &'a [(CtorIndex, Operand)],
        ty: TypeId,
        offset: u64,
    ) -> Result<(), Error> {
        let types = &self.unit.types;
        let element = types.element(ty);
        let step = element.and_then(|e| types.size(e)).unwrap_or(0);
        let mut next = 0;
        for &(index, value) in elements {
            let (first, last) = match index {
                CtorIndex::Field(id) => {
                    let field = types.field(id);
                    if field.is_bitfield {
                        self.bit_field(value, offset * 8 + field.bit_offset, field.bit_size)?;
                    } else {
                        self.place(value, field.ty, offset + field.byte_offset())?;
                    }
                    continue;
                }
                CtorIndex::None => (next, next),
                CtorIndex::Index(i) => (i, i),
                CtorIndex::Range(i, j) => (i, j),
            };
            let element = element.ok_or("an element of what is no array")?;
            for i in first..=last {
                self.place(value, element, offset + i * step)?;
            }
            next = last + 1;
        }
        Ok(())
    }

    fn int(&mut self, offset: u64, size: u32, value: i128) {
        self.data.push((offset, Piece::Int { size: size.min(8), value: value as u64 }));
        if size == 16 {
            self.data.push((offset + 8, Piece::Int { size: 8, value: (value >> 64) as u64 }));
        }
    }

    fn bit_field(&mut self, value: Operand, pos: u64, size: u64) -> Result<(), Error> {
        let value = self.unit.as_int(value).ok_or("initializer element is not constant")?;
        for bit in 0..size {
            let at = pos + bit;
            let byte = self.bits.entry(at / 8).or_insert(0);
            if value >> bit & 1 != 0 {
                *byte |= 1 << (at % 8);
            }
        }
        Ok(())
    }

    fn constant(&mut self, id: ConstId, ty: TypeId, offset: u64) -> Result<(), Error> {
        let types = &self.unit.types;
        let constant = &self.unit.consts[id];
        let size = types.size(ty).or(types.size(constant.ty)).unwrap_or(0);
        match &constant.value {
            ConstValue::Int(value) => {
                self.int(offset, size as u32, *value);
            }
            ConstValue::Real(value) => {
                let (size, bits) = match types.kind(constant.ty) {
                    TypeKind::Real(RealFormat::Half) => (2, i128::from(value.half_bits())),
                    TypeKind::Real(RealFormat::Single) => (4, i128::from(value.single_bits())),
                    TypeKind::Real(RealFormat::Quad) => (16, value.0 as i128),
                    _ => (8, i128::from(value.double_bits())),
                };
                self.int(offset, size, bits);
            }
            ConstValue::Complex(re, im) => {
                let part = types.element(constant.ty).unwrap_or(ty);
                let step = types.size(part).unwrap_or(8);
                self.constant(*re, part, offset)?;
                self.constant(*im, part, offset + step)?;
            }
            ConstValue::Vector(parts) => {
                let part = types.element(constant.ty).unwrap_or(ty);
                let step = types.size(part).unwrap_or(1);
                for (index, &id) in parts.iter().enumerate() {
                    self.constant(id, part, offset + index as u64 * step)?;
                }
            }
            ConstValue::String(bytes) => {
                // An array may be shorter than its literal, or longer.
                let flexible = types.size(ty).is_none();
                let wanted = if flexible { bytes.len() as u64 } else { size };
                let taken = &bytes[..bytes.len().min(wanted as usize)];
                self.data.push((offset, Piece::Bytes(taken.to_vec())));
            }
        }
        Ok(())
    }

    fn relocation(&mut self, value: Operand, ty: TypeId, offset: u64) -> Result<(), Error> {
        let size = self.unit.types.size(ty).unwrap_or(8) as u32;
        if let Operand::Tree(id) = value
            && let Some((plus, minus, more)) = self.difference(id)
        {
            let (plus, minus) = (self.address(plus)?, self.address(minus)?);
            let addend = plus.addend - minus.addend + more;
            let datum = match (plus.symbol, minus.symbol) {
                (Some(plus), Some(minus)) => {
                    Piece::Difference { size: size.min(8), plus, minus, addend }
                }
                (Some(name), None) => Piece::Symbol { size, name, addend },
                (None, None) => Piece::Int { size, value: addend as u64 },
                _ => return Err("initializer element is not computable at load time".into()),
            };
            self.data.push((offset, datum));
            if size > 8 {
                self.data.push((offset + 8, Piece::Int { size: size - 8, value: 0 }));
            }
            return Ok(());
        }
        let address = self.address(value)?;
        let datum = match address.symbol {
            Some(name) => Piece::Symbol { size, name, addend: address.addend },
            None => Piece::Int { size, value: address.addend as u64 },
        };
        self.data.push((offset, datum));
        Ok(())
    }

    /// The operands of a difference of addresses, below conversions, and what is added to it.
    fn difference(&self, mut id: TreeId) -> Option<(Operand, Operand, i64)> {
        let mut more = 0;
        loop {
            match *self.unit.trees.kind(id) {
                TreeKind::Expr { code: TreeCode::Nop | TreeCode::ViewConvert, args } => {
                    id = args[0].tree()?
                }
                TreeKind::Expr { code: TreeCode::Minus | TreeCode::PointerDiff, args }
                    if self.unit.as_int(args[1]).is_none() =>
                {
                    return Some((args[0], args[1], more));
                }
                TreeKind::Expr { code: TreeCode::Plus, args } => {
                    more += self.unit.as_int(args[1])? as i64;
                    id = args[0].tree()?;
                }
                TreeKind::Expr { code: TreeCode::Minus, args } => {
                    more -= self.unit.as_int(args[1])? as i64;
                    id = args[0].tree()?;
                }
                _ => return None,
            }
        }
    }

    /// An address constant: a symbol plus a number.
    fn address(&mut self, value: Operand) -> Result<Address, Error> {
        let not_constant = || "initializer element is not constant".to_string();
        match value {
            Operand::Const(id) => {
                let addend = self.unit.consts.as_int(id).ok_or_else(not_constant)? as i64;
                Ok(Address { symbol: None, addend })
            }
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::Addr(object) => self.object_address(object),
                TreeKind::Expr { code, args } => self.arithmetic(code, args),
                TreeKind::ViewConvert(inner) => self.address(inner),
                _ => Err(not_constant()),
            },
            Operand::Decl(decl) if self.unit.decls[decl].kind == DeclKind::Function => {
                self.object_address(value)
            }
            _ => Err(not_constant()),
        }
    }

    fn arithmetic(&mut self, code: TreeCode, args: [Operand; 2]) -> Result<Address, Error> {
        match code {
            TreeCode::Nop | TreeCode::ViewConvert => self.address(args[0]),
            TreeCode::Plus | TreeCode::PointerPlus => {
                let (a, b) = (self.address(args[0])?, self.address(args[1])?);
                if a.symbol.is_some() && b.symbol.is_some() {
                    return Err("initializer element is not computable at load time".into());
                }
                Ok(Address {
                    symbol: a.symbol.or(b.symbol),
                    addend: a.addend.wrapping_add(b.addend),
                })
            }
            TreeCode::Minus => {
                let (a, b) = (self.address(args[0])?, self.address(args[1])?);
                if b.symbol.is_some() {
                    return Err("initializer element is not computable at load time".into());
                }
                Ok(Address { symbol: a.symbol, addend: a.addend.wrapping_sub(b.addend) })
            }
            _ => Err("initializer element is not constant".into()),
        }
    }

    /// The address of an object that is named, or part of one.
    fn object_address(&mut self, object: Operand) -> Result<Address, Error> {
        let mut addend = 0i64;
        let mut at = object;
        loop {
            match at {
                Operand::Decl(decl) if self.unit.decls[decl].kind == DeclKind::Label => {
                    let number = self
                        .asm
                        .label_numbers
                        .get(&decl)
                        .ok_or("the address of an unknown label")?;
                    return Ok(Address { symbol: Some(format!(".L{number}")), addend });
                }
                Operand::Decl(decl) => {
                    if is_noted(&self.unit.decls[decl]) {
                        self.asm.noted_references.insert(decl);
                    }
                    return Ok(Address { symbol: Some(assembler_name(self.unit, decl)), addend });
                }
                Operand::Const(id) => {
                    let label = self.asm.string_label(id);
                    return Ok(Address { symbol: Some(format!(".LC{label}")), addend });
                }
                Operand::Tree(id) => match *self.unit.trees.kind(id) {
                    TreeKind::ComponentRef { base, field } => {
                        addend += self.unit.types.field(field).byte_offset() as i64;
                        at = base;
                    }
                    TreeKind::ArrayRef { base, index } => {
                        let ty = self.unit.trees[id].ty;
                        let size = self.unit.types.size(ty).unwrap_or(0) as i64;
                        let index =
                            self.unit.as_int(index).ok_or("initializer element is not constant")?;
                        addend += index as i64 * size;
                        at = base;
                    }
                    TreeKind::MemRef { base, offset, .. } => {
                        let inner = self.address(base)?;
                        addend += offset + inner.addend;
                        return Ok(Address { symbol: inner.symbol, addend });
                    }
                    TreeKind::ViewConvert(base) | TreeKind::Realpart(base) => at = base,
                    TreeKind::Imagpart(base) => {
                        let ty = self.unit.trees[id].ty;
                        addend += self.unit.types.size(ty).unwrap_or(0) as i64;
                        at = base;
                    }
                    _ => return Err("initializer element is not constant".into()),
                },
                _ => return Err("initializer element is not constant".into()),
            }
        }
    }
}

fn push_zero(data: &mut Vec<Piece>, count: u64) {
    if let Some(Piece::Zero(last)) = data.last_mut() {
        *last += count;
    } else {
        data.push(Piece::Zero(count));
    }
}
