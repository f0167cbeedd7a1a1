//! Globals: their addresses and initial values, made when code that names them is first translated.

use super::ErrorKind;
use super::machine::Machine;
use super::shape::{Norm, Shape};
use super::value;
use crate::code::TreeCode;
use crate::constant::{ConstId, ConstValue};
use crate::decl::{DeclId, DeclKind, flag};
use crate::tree::{CtorIndex, Operand, TreeId, TreeKind};
use crate::types::{TypeId, TypeKind};

type Result<T> = std::result::Result<T, ErrorKind>;

/// Nesting of initialisers that is followed.
const MAX_DEPTH: u32 = 2000;

impl Machine<'_> {
    /// The address of a global variable.
    pub fn global_address(&mut self, decl: DeclId) -> Result<u64> {
        if let Some(&address) = self.globals.get(&decl) {
            return Ok(address);
        }
        let home = self.definition(decl);
        if home != decl {
            let address = self.global_address(home)?;
            self.globals.insert(decl, address);
            return Ok(address);
        }
        let unit = self.unit;
        let d = &unit.decls[decl];
        if d.has(flag::EXTERNAL) && !unit.initializers.contains_key(&decl) {
            let name = unit.decl_name(decl).unwrap_or_default();
            let address = match self.library_variable(name) {
                Err(_) if d.has(flag::WEAK) => 0,
                found => found?,
            };
            self.globals.insert(decl, address);
            return Ok(address);
        }
        let mut size = unit.types.size(d.ty).unwrap_or(0);
        if let Some(&Operand::Tree(tree)) = unit.initializers.get(&decl) {
            size = size.max(self.flexible_extent(tree, d.ty));
        }
        let align = u64::from(d.align.max(unit.types.align(d.ty)));
        let address = self.memory.add_global(size, align)?;
        self.globals.insert(decl, address);
        if let Some(&value) = unit.initializers.get(&decl) {
            self.pending.push((address, d.ty, value));
        }
        self.initialise_pending()?;
        Ok(address)
    }

    /// Bytes that an initialiser of a flexible array member takes with what is before it.
    fn flexible_extent(&self, tree: TreeId, ty: TypeId) -> u64 {
        let types = &self.unit.types;
        let (TreeKind::Constructor(elements), TypeKind::Record { .. }) =
            (self.unit.trees.kind(tree), types.kind(ty))
        else {
            return 0;
        };
        let Some(&(CtorIndex::Field(field), value)) = elements.last() else { return 0 };
        let field = types.field(field);
        let TypeKind::Array { element, .. } = *types.kind(field.ty) else { return 0 };
        let size = types.size(element).unwrap_or(0);
        let count = match value {
            Operand::Const(id) => match &self.unit.consts[id].value {
                ConstValue::String(text) => text.len() as u64,
                _ => 0,
            },
            Operand::Tree(id) => match self.unit.trees.kind(id) {
                TreeKind::Constructor(elements) => {
                    elements.iter().fold(0, |next, (index, _)| match *index {
                        CtorIndex::Index(at) => at + 1,
                        CtorIndex::Range(_, high) => high + 1,
                        _ => next + 1,
                    })
                }
                _ => 0,
            },
            _ => 0,
        };
        field.byte_offset() + count * size
    }

    /// The declaration that defines what `decl` declares, if the unit has one.
    fn definition(&self, decl: DeclId) -> DeclId {
        let unit = self.unit;
        let decl = unit.ultimate_alias_target(decl);
        let d = &unit.decls[decl];
        let extra = d.extra.as_ref();
        let name = match extra.and_then(|extra| extra.alias) {
            Some(alias) => Some(alias),
            None if d.has(flag::EXTERNAL) => {
                extra.and_then(|extra| extra.assembler_name).or(d.name)
            }
            None => None,
        };
        match name.and_then(|name| self.variables.get(&name)) {
            Some(&home) => home,
            None => decl,
        }
    }

    /// Initial values of the globals that were given addresses; each may name others, which are added to the list.
    fn initialise_pending(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.initialising, true) {
            return Ok(());
        }
        let mut result = Ok(());
        // The program finds these values there: it does not write them now.
        let quiet = self.memory.set_quiet(true);
        while let Some((address, ty, value)) = self.pending.pop() {
            result = self.initialise(address, ty, value, 0);
            if result.is_err() {
                break;
            }
        }
        self.memory.set_quiet(quiet);
        self.initialising = false;
        result
    }

    fn initialise(&mut self, address: u64, ty: TypeId, value: Operand, depth: u32) -> Result<()> {
        if depth > MAX_DEPTH {
            return Err(ErrorKind::Unsupported("initialiser nested too deeply".into()));
        }
        let unit = self.unit;
        match value {
            Operand::Tree(id) => match unit.trees.kind(id) {
                TreeKind::Constructor(_) => self.initialise_elements(address, ty, id, depth),
                TreeKind::ViewConvert(inner) => self.initialise(address, ty, *inner, depth + 1),
                _ => self.initialise_scalar(address, ty, value),
            },
            Operand::Const(id) => {
                let scalar = unit.types.is_pointer(ty)
                    && matches!(unit.consts[id].value, ConstValue::String(_));
                if scalar {
                    return self.initialise_scalar(address, ty, value);
                }
                let mut size = unit.types.size(ty).unwrap_or(0) as usize;
                if let (0, ConstValue::String(text)) = (size, &unit.consts[id].value) {
                    size = text.len();
                }
                let mut bytes = vec![0; size];
                value::constant_bytes(unit, id, &mut bytes);
                self.memory.bytes_mut(address, size)?.copy_from_slice(&bytes);
                Ok(())
            }
            _ => self.initialise_scalar(address, ty, value),
        }
    }

    fn initialise_scalar(&mut self, address: u64, ty: TypeId, value: Operand) -> Result<()> {
        let word = self.link_time_value(value, 0)?;
        let size = Shape::of(&self.unit.types, ty).bytes().min(8) as usize;
        self.memory.store(address, word, size)
    }

    fn initialise_elements(
        &mut self,
        address: u64,
        ty: TypeId,
        id: TreeId,
        depth: u32,
    ) -> Result<()> {
        let unit = self.unit;
        let types = &unit.types;
        let TreeKind::Constructor(elements) = unit.trees.kind(id) else { return Ok(()) };
        let element = types.element(ty);
        let size = element.and_then(|ty| types.size(ty)).unwrap_or(0);
        let mut next = 0;
        for &(index, value) in elements.iter() {
            match (index, element) {
                (CtorIndex::Field(field), _) => {
                    let field = types.field(field);
                    let at = address + field.byte_offset();
                    if field.is_bitfield {
                        let word = self.link_time_value(value, 0)?;
                        let norm = Norm::new(field.bit_size as u32, true);
                        let pos = (field.bit_offset % 8) as u32;
                        self.store_bits(at, pos, norm, word)?;
                    } else {
                        self.initialise(at, field.ty, value, depth + 1)?;
                    }
                }
                (CtorIndex::Range(low, high), Some(element)) => {
                    for at in low..=high {
                        self.initialise(address + at * size, element, value, depth + 1)?;
                    }
                    next = high + 1;
                }
                (_, Some(element)) => {
                    if let CtorIndex::Index(at) = index {
                        next = at;
                    }
                    self.initialise(address + next * size, element, value, depth + 1)?;
                    next += 1;
                }
                _ => return Err(ErrorKind::Unsupported("initialiser without a place".into())),
            }
        }
        Ok(())
    }

    /// The address of a string literal.
    pub fn string_address(&mut self, id: ConstId) -> Result<u64> {
        if let Some(&address) = self.strings.get(&id) {
            return Ok(address);
        }
        let ConstValue::String(text) = &self.unit.consts[id].value else {
            return Err(ErrorKind::Unsupported("address of a constant".into()));
        };
        let size =
            text.len().max(self.unit.types.size(self.unit.consts[id].ty).unwrap_or(0) as usize);
        let address = self.memory.add_global(size as u64, 16)?;
        let quiet = self.memory.set_quiet(true);
        self.memory.bytes_mut(address, text.len())?.copy_from_slice(text);
        self.memory.set_quiet(quiet);
        self.strings.insert(id, address);
        Ok(address)
    }

    /// The value of an initialiser that is an address or calculated from addresses.
    fn link_time_value(&mut self, op: Operand, depth: u32) -> Result<u64> {
        let unit = self.unit;
        if depth > MAX_DEPTH {
            return Err(ErrorKind::Unsupported("initialiser nested too deeply".into()));
        }
        match op {
            Operand::Const(id) => match &unit.consts[id].value {
                ConstValue::String(_) => self.string_address(id),
                _ => Ok(value::constant_slots(unit, id)[0]),
            },
            Operand::Decl(decl) => match unit.decls[decl].kind {
                DeclKind::Function => Ok(self.function_address(decl)),
                DeclKind::Label => Ok(super::compile::label_address(decl)),
                _ => match unit.initializers.get(&decl) {
                    Some(&value) => self.link_time_value(value, depth + 1),
                    None => Err(ErrorKind::Unsupported("variable in an initialiser".into())),
                },
            },
            Operand::Tree(id) => {
                let node = &unit.trees[id];
                match &node.kind {
                    TreeKind::Addr(object) => self.static_address(*object, depth + 1),
                    TreeKind::Expr { code, args } => {
                        let a = self.link_time_value(args[0], depth + 1)?;
                        let b = match args[1] {
                            Operand::None => 0,
                            op => self.link_time_value(op, depth + 1)?,
                        };
                        let value = match code {
                            TreeCode::Plus | TreeCode::PointerPlus => a.wrapping_add(b),
                            TreeCode::Minus | TreeCode::PointerDiff => a.wrapping_sub(b),
                            TreeCode::Mult => a.wrapping_mul(b),
                            TreeCode::Negate => a.wrapping_neg(),
                            TreeCode::Nop | TreeCode::ViewConvert => a,
                            _ => return Err(ErrorKind::Unsupported(code.name().into())),
                        };
                        Ok(match Shape::of(&unit.types, node.ty) {
                            Shape::Int { norm, .. } => norm.apply(value),
                            _ => value,
                        })
                    }
                    TreeKind::ViewConvert(inner) => self.link_time_value(*inner, depth + 1),
                    _ => Err(ErrorKind::Unsupported("memory read in an initialiser".into())),
                }
            }
            _ => Err(ErrorKind::Unsupported("initialiser".into())),
        }
    }

    fn static_address(&mut self, mut op: Operand, depth: u32) -> Result<u64> {
        let unit = self.unit;
        let mut off = 0i64;
        loop {
            match op {
                Operand::Decl(decl) => {
                    let base = match unit.decls[decl].kind {
                        DeclKind::Function => self.function_address(decl),
                        DeclKind::Label => super::compile::label_address(decl),
                        _ => self.global_address(decl)?,
                    };
                    return Ok(base.wrapping_add(off as u64));
                }
                Operand::Const(id) => {
                    return Ok(self.string_address(id)?.wrapping_add(off as u64));
                }
                Operand::Tree(id) => {
                    let node = &unit.trees[id];
                    match node.kind {
                        TreeKind::ComponentRef { base, field } => {
                            off += unit.types.field(field).byte_offset() as i64;
                            op = base;
                        }
                        TreeKind::ArrayRef { base, index } => {
                            let index = unit.as_int(index).unwrap_or(0) as i64;
                            off += index * unit.types.size(node.ty).unwrap_or(0) as i64;
                            op = base;
                        }
                        TreeKind::Imagpart(base) => {
                            off += unit.types.size(node.ty).unwrap_or(0) as i64;
                            op = base;
                        }
                        TreeKind::Realpart(base) | TreeKind::ViewConvert(base) => op = base,
                        TreeKind::MemRef { base, offset, .. } => {
                            off += offset;
                            let base = self.link_time_value(base, depth + 1)?;
                            return Ok(base.wrapping_add(off as u64));
                        }
                        _ => {
                            return Err(ErrorKind::Unsupported("address in an initialiser".into()));
                        }
                    }
                }
                _ => return Err(ErrorKind::Unsupported("address in an initialiser".into())),
            }
        }
    }

    /// The variables the C library defines.
    fn library_variable(&mut self, name: &str) -> Result<u64> {
        let value = match name {
            "stdin" => super::libc::STDIN,
            "stdout" => super::libc::STDOUT,
            "stderr" => super::libc::STDERR,
            "environ" | "__environ" | "optarg" => 0,
            _ => {
                return Err(ErrorKind::Unsupported(format!("undefined variable {name}")));
            }
        };
        let address = self.memory.add_global(8, 8)?;
        self.memory.store(address, value, 8)?;
        Ok(address)
    }

    /// Writes a bit-field that begins at bit `pos` of the byte at `address`.
    pub fn store_bits(&mut self, address: u64, pos: u32, norm: Norm, value: u64) -> Result<()> {
        let bits = norm.bits();
        let size = (pos + bits).div_ceil(8) as usize;
        let bytes = self.memory.bytes_mut(address, size)?;
        let mut word = [0; 16];
        word[..size].copy_from_slice(bytes);
        let mask = ((1u128 << bits) - 1) << pos;
        let new = u128::from_le_bytes(word) & !mask | u128::from(value) << pos & mask;
        bytes.copy_from_slice(&new.to_le_bytes()[..size]);
        Ok(())
    }

    /// Reads a bit-field.
    pub fn load_bits(&self, address: u64, pos: u32, norm: Norm) -> Result<u64> {
        let size = (pos + norm.bits()).div_ceil(8) as usize;
        let mut word = [0; 16];
        word[..size].copy_from_slice(self.memory.bytes(address, size)?);
        Ok(norm.apply((u128::from_le_bytes(word) >> pos) as u64))
    }
}
