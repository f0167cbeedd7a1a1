//! References: from `a.b[i].c` to an address, or to bits of a word.
//!
//! A reference is taken apart into the object it starts from, a constant offset in bits and variable offsets in bytes
//! (`get_inner_reference`), and put together as one address.

use super::{Expander, Result, Value};
use crate::output::anchors;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag as rtx_flag};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::options::Flag;
use gimple::tree::{Operand, TreeId, TreeKind};
use gimple::types::{ArrayDomain, FieldId, TypeId, TypeKind};

/// A reference taken apart.
#[derive(Clone)]
pub(super) struct Inner {
    /// The object, as a `BLK` reference without the offsets.
    pub(super) base: RtxId,
    /// What it is in the program.
    pub(super) object: Operand,
    /// How many bits of the constant part are the object's own, where a pointer and an offset lead to it.
    pub(super) object_bits: i64,
    /// The member that is referred to.
    pub(super) member: Option<(TypeId, FieldId)>,
    /// Variable part of the offset in bytes.
    offset: Option<RtxId>,
    /// By how many bits the variable part is still to be shifted up.
    shift: u32,
    /// What is still to be added to it, as indices and scales: the base comes first.
    terms: Vec<(Operand, i64)>,
    /// Constant part in bits.
    pub(super) bit_offset: i64,
    /// Size in bits of a bit-field reference; `None` where the type says it.
    pub(super) bit_size: Option<u64>,
    pub(super) volatile: bool,
    /// Of a bit-field that is accessed as its type says (`-fstrict-volatile-bitfields`).
    strict: Option<Strict>,
}

impl Inner {
    /// Nothing is known yet.
    fn unknown() -> Inner {
        Inner {
            base: RtxId::NONE,
            object: Operand::None,
            object_bits: 0,
            member: None,
            offset: None,
            shift: 0,
            terms: Vec::new(),
            bit_offset: 0,
            bit_size: None,
            volatile: false,
            strict: None,
        }
    }

    /// The same with the object described otherwise.
    pub(super) fn based(&self, base: RtxId) -> Inner {
        Inner { base, ..self.clone() }
    }
}

/// How a volatile bit-field is accessed under `-fstrict-volatile-bitfields`.
#[derive(Clone, Copy)]
struct Strict {
    /// The mode of the type it was declared with.
    mode: Mode,
    /// The bits that a store may write as well, those of the bit-fields beside it.
    first: i64,
    last: i64,
}

impl Expander<'_> {
    /// The address of an object (`&object`).
    pub(super) fn address_of(&mut self, object: Operand) -> Result<RtxId> {
        if let Operand::Decl(decl) = object
            && self.unit.decls[decl].kind == DeclKind::Function
        {
            return Ok(self.symbol(decl));
        }
        if let Operand::Decl(decl) = object
            && self.unit.decls[decl].kind == DeclKind::Label
        {
            return self.label_value(decl);
        }
        self.addresses_only = true;
        let mem = self.inner(object).map(|inner| self.referenced(&inner));
        self.addresses_only = false;
        Ok(self.em.f.rtx.op(mem?, 0))
    }

    /// The address of what an anchor leads to is added up at once, unless it is wanted in a certain register.
    pub(super) fn settled_address(&mut self, address: RtxId) -> RtxId {
        let rtx = &self.em.f.rtx;
        if rtx.code(address) != Code::Plus || self.goal.is_some() {
            return address;
        }
        let (base, offset) = (rtx.op(address, 0), rtx.op(address, 1));
        if rtx.code(base) != Code::Reg
            || self.em.is_frame_base(base)
            || rtx.as_int(offset).is_none()
        {
            return address;
        }
        let sum = self.em.binop(Code::Plus, self.em.word_mode(), base, offset);
        self.em.force_reg(self.em.word_mode(), sum)
    }

    /// A reference as memory of its type's mode, or `BLK`; its bits must be whole bytes.
    pub(super) fn reference_memory(&mut self, op: Operand, ty: TypeId) -> Result<RtxId> {
        let inner = self.inner(op)?;
        let mem = self.referenced(&inner);
        let size = self.unit.types.size(ty);
        self.set_size(mem, size);
        self.describe(mem, op);
        Ok(mem)
    }

    /// Loads what a reference refers to.
    pub(super) fn load_reference(&mut self, id: TreeId, ty: TypeId) -> Result<Value> {
        if let Some(value) = self.load_held(Operand::Tree(id), ty) {
            return Ok(value);
        }
        if let Some(value) = self.register_part(id, ty)? {
            return Ok(value);
        }
        let inner = self.inner(Operand::Tree(id))?;
        let strict = self.strict_mode(&inner, false);
        if strict.is_none()
            && let Some(value) = self.load_field_of(&inner, Operand::Tree(id), ty)
        {
            return Ok(value);
        }
        let bits = if strict.is_some() { inner.bit_size } else { self.bit_field(&inner, ty) };
        if let Some(bits) = bits {
            let block = self.whole_object(&inner);
            let mode = self.mode_of_type(ty);
            let unsigned = self.unit.types.is_unsigned(ty);
            let pos = self.bit_position(&inner);
            self.em.bit_mode = strict;
            let value = self.em.extract_bits(block, pos, bits, unsigned, mode);
            self.em.bit_mode = None;
            return Ok(Value::Scalar(value, mode));
        }
        let mem = self.referenced(&inner);
        if self.mode_of_type(ty) == Mode::BLK {
            self.set_size(mem, self.unit.types.size(ty));
        }
        self.describe_loaded(mem, Operand::Tree(id));
        self.load(mem, ty)
    }

    /// Stores into what a reference refers to.
    pub(super) fn store_reference(&mut self, op: Operand, ty: TypeId, value: Value) -> Result<()> {
        let inner = self.inner(op)?;
        self.store_inner(inner, op, ty, value)
    }

    /// Stores an operand into what a reference refers to, whose address is found before the operand is looked at.
    pub(super) fn store_operand(&mut self, op: Operand, ty: TypeId, rhs: Operand) -> Result<()> {
        let inner = self.inner(op)?;
        let value = self.operand(rhs)?;
        self.store_inner(inner, op, ty, value)
    }

    fn store_inner(&mut self, inner: Inner, op: Operand, ty: TypeId, value: Value) -> Result<()> {
        match value {
            Value::Scalar(rtx, mode) => {
                let strict = self.strict_mode(&inner, true);
                if strict.is_none() && self.store_field_of(&inner, op, ty, (rtx, mode)) {
                    return Ok(());
                }
                let bits =
                    if strict.is_some() { inner.bit_size } else { self.bit_field(&inner, ty) };
                if let Some(bits) = bits {
                    let block = self.whole_object(&inner);
                    let pos = self.bit_position(&inner);
                    self.em.bit_mode = strict;
                    self.em.store_bits(block, pos, bits, rtx, mode);
                    self.em.bit_mode = None;
                    return Ok(());
                }
                let mem = self.referenced(&inner);
                self.describe(mem, op);
                let slot = self.em.adjust_address(mem, mode, 0);
                self.store_memory(slot, rtx, mode);
            }
            Value::Complex(re, im, mode) => {
                let mem = self.referenced(&inner);
                self.describe(mem, op);
                let low = self.em.adjust_address(mem, mode, 0);
                self.store_memory(low, re, mode);
                let high = self.em.adjust_address(mem, mode, i64::from(mode.size()));
                self.store_memory(high, im, mode);
            }
            Value::Memory(src) => {
                let dst = self.referenced(&inner);
                self.describe(dst, op);
                let size = self.unit.types.size(ty).unwrap_or(0);
                self.move_object(dst, src, size as i64);
            }
        }
        Ok(())
    }

    /// Copies an object that may be the destination itself.
    pub(super) fn move_object(&mut self, dst: RtxId, src: RtxId, size: i64) {
        let same = self.em.f.rtx.equal(self.em.f.rtx.op(dst, 0), self.em.f.rtx.op(src, 0));
        if !same {
            self.em.block_move(dst, src, size);
        }
    }

    /// A part of a value that lives in registers: `REALPART_EXPR <c_1>`, `VIEW_CONVERT_EXPR<T>(x_2)`, bits of an integer.
    fn register_part(&mut self, id: TreeId, ty: TypeId) -> Result<Option<Value>> {
        let base = self.unit.trees.base_address(Operand::Tree(id));
        let in_register = match base {
            Operand::Ssa(_) | Operand::Const(_) => true,
            Operand::Decl(decl) => self.unit.is_gimple_reg(decl),
            // An address is a value, wherever what it is of may be.
            address => self.unit.addressed(address).is_some(),
        };
        if !in_register {
            return Ok(None);
        }
        let kind = self.unit.trees.kind(id).clone();
        let whole = |e: &mut Self, op: Operand| e.operand(op);
        match kind {
            TreeKind::Realpart(op) | TreeKind::Imagpart(op) => {
                let real = matches!(kind, TreeKind::Realpart(_));
                match whole(self, op)? {
                    Value::Complex(re, im, mode) => {
                        Ok(Some(Value::Scalar(if real { re } else { im }, mode)))
                    }
                    _ => Ok(None),
                }
            }
            TreeKind::ViewConvert(op) => {
                let value = whole(self, op)?;
                self.view_convert(value, ty).map(Some)
            }
            TreeKind::BitFieldRef { base, size, pos } => {
                let mode = self.mode_of_type(self.unit.type_of(self.f, base));
                let out = self.mode_of_type(ty);
                if !mode.is_int() || !out.is_int() || u64::from(size) != out.bits().into() {
                    return Ok(None);
                }
                let whole = self.scalar(base)?;
                Ok(Some(self.part_of_vector(whole, (pos, size.into()), ty)))
            }
            _ => Ok(None),
        }
    }

    /// The bits of a value as a value of another type of the same size.
    pub(super) fn view_convert(&mut self, value: Value, ty: TypeId) -> Result<Value> {
        let mode = self.mode_of_type(ty);
        if let Value::Scalar(rtx, from) = value
            && mode != Mode::BLK
            && mode.size() == from.size()
            && !matches!(self.unit.types.kind(ty), TypeKind::Complex(_))
        {
            return Ok(Value::Scalar(self.em.bitcast(rtx, from, mode), mode));
        }
        if let Value::Memory(mem) = value {
            let whole = self.em.adjust_address(mem, Mode::BLK, 0);
            self.set_size(whole, self.unit.types.size(ty));
            return self.load(whole, ty);
        }
        // Through memory.
        let size = self.unit.types.size(ty).unwrap_or(16);
        let slot = self.em.stack_local(size.max(16), 16, "");
        self.store_whole(slot, value)?;
        self.load(slot, ty)
    }

    fn store_whole(&mut self, slot: RtxId, value: Value) -> Result<()> {
        match value {
            Value::Scalar(rtx, mode) => {
                let dst = self.em.adjust_address(slot, mode, 0);
                self.em.emit_move(dst, rtx);
            }
            Value::Complex(re, im, mode) => {
                let low = self.em.adjust_address(slot, mode, 0);
                self.em.emit_move(low, re);
                let high = self.em.adjust_address(slot, mode, i64::from(mode.size()));
                self.em.emit_move(high, im);
            }
            Value::Memory(mem) => {
                let size = self.em.f.rtx.mem_attrs(mem).size.unwrap_or(0);
                self.em.block_move(slot, mem, size as i64);
            }
        }
        Ok(())
    }

    /// The number of bits, where the reference is not whole bytes of its type's mode.
    fn bit_field(&self, inner: &Inner, ty: TypeId) -> Option<u64> {
        let mode = self.mode_of_type(ty);
        if mode == Mode::BLK {
            return None;
        }
        let bits = inner.bit_size.unwrap_or(u64::from(mode.bits()));
        let plain = bits == u64::from(mode.bits()) && inner.bit_offset % 8 == 0;
        if plain || mode.is_float() { None } else { Some(bits) }
    }

    /// The mode in which a volatile bit-field is accessed, where options say that it is its type's. What is stored must
    /// not touch members beside the bit-fields; then as much of them as can be is written at once.
    fn strict_mode(&self, inner: &Inner, store: bool) -> Option<Mode> {
        let strict = inner.strict.filter(|_| inner.volatile && inner.bit_offset >= 0)?;
        let (pos, size) = (inner.bit_offset, inner.bit_size? as i64);
        let align = i64::from(self.em.f.rtx.mem_attrs(inner.base).align);
        let fits = |mode: &Mode| {
            let bits = i64::from(mode.bits());
            let start = pos / bits * bits;
            let inside = start >= pos + strict.first && start + bits <= pos + strict.last;
            pos + size <= start + bits && align >= bits && (!store || inside)
        };
        let narrower = [self.em.word_mode(), Mode::SI, Mode::HI, Mode::QI];
        let narrower = narrower.into_iter().filter(|mode| mode.bits() < strict.mode.bits());
        [strict.mode].into_iter().chain(narrower.filter(|_| store)).find(fits)
    }

    /// How a bit-field is accessed that may be volatile. The record's bit offset is that of the first bit.
    fn strict_access(&self, base: Operand, field: FieldId) -> Option<Strict> {
        if !self.options.on(Flag::StrictVolatileBitfields) {
            return None;
        }
        let types = &self.unit.types;
        let record = self.unit.type_of(self.f, base);
        let own = types.field(field).bit_offset as i64;
        let mode = self.mode_of_type(types.field(field).declared_type);
        let (first, last) = types.bit_field_run(record, field);
        (!mode.is_float() && mode != Mode::BLK).then_some(Strict {
            mode,
            first: first as i64 - own,
            last: last as i64 - own,
        })
    }

    /// For a bit-field: the position of its first bit within [`Self::whole_object`].
    fn bit_position(&self, inner: &Inner) -> u64 {
        if inner.bit_offset >= 0 {
            inner.bit_offset as u64
        } else {
            inner.bit_offset.rem_euclid(8) as u64
        }
    }

    /// The object a bit-field is in, variable offsets applied, as `BLK` memory.
    fn whole_object(&mut self, inner: &Inner) -> RtxId {
        let bytes = if inner.bit_offset >= 0 { 0 } else { inner.bit_offset.div_euclid(8) };
        self.displaced(inner, bytes)
    }

    /// The memory at the constant and variable offsets, as `BLK`.
    fn referenced(&mut self, inner: &Inner) -> RtxId {
        self.displaced(inner, inner.bit_offset.div_euclid(8))
    }

    pub(super) fn displaced(&mut self, inner: &Inner, bytes: i64) -> RtxId {
        let mut mem = inner.base;
        if let Some(offset) = inner.offset {
            let attrs = *self.em.f.rtx.mem_attrs(mem);
            let address = self.em.f.rtx.op(mem, 0);
            let address = self.indexed(address, (offset, inner.shift), bytes);
            let flags = self.em.f.rtx.flags(mem);
            let attrs = MemAttrs { offset: None, size: None, ..attrs };
            mem = self.em.mem_attrs(Mode::BLK, address, attrs, flags & !rtx_flag::C);
        }
        if bytes != 0 {
            mem = self.em.adjust_address(mem, Mode::BLK, bytes);
        } else if mem == inner.base {
            // Attributes of the reference must not become those of the whole object.
            let attrs = *self.em.f.rtx.mem_attrs(mem);
            let (address, flags) = (self.em.f.rtx.op(mem, 0), self.em.f.rtx.flags(mem));
            mem = self.em.f.rtx.gen_mem(Mode::BLK, address, attrs);
            self.em.f.rtx.add_flags(mem, flags);
        }
        if inner.volatile {
            self.em.f.rtx.add_flags(mem, rtx_flag::V);
        }
        mem
    }

    /// A base address and a variable offset. A constant part of the base is left for the end.
    fn indexed(&mut self, address: RtxId, (offset, shift): (RtxId, u32), more: i64) -> RtxId {
        let rtx = &self.em.f.rtx;
        let (base, constant) = match rtx.code(address) {
            Code::Plus => (rtx.op(address, 0), rtx.as_int(rtx.op(address, 1)).unwrap_or(0)),
            _ => (address, 0),
        };
        let whole = constant + more == 0;
        let in_place = !whole && !self.addresses_only && self.options.optimize == 0;
        let goal = if whole && self.addresses_only { self.goal.take() } else { None };
        let sum = self.em.pointer_sum(base, (offset, shift), in_place, goal);
        self.em.plus_constant(sum, constant)
    }

    /// Takes a reference apart.
    fn inner(&mut self, op: Operand) -> Result<Inner> {
        let mut at = op;
        let mut inner = Inner::unknown();
        let mut align_limit = u32::MAX;
        let mut outermost = true;
        while let Operand::Tree(id) = at {
            let node = self.unit.trees[id].clone();
            inner.volatile |= node.volatile;
            match node.kind {
                TreeKind::ComponentRef { base, field: id } => {
                    if outermost {
                        inner.member = Some((self.unit.type_of(self.f, base), id));
                    }
                    let field = self.unit.types.field(id);
                    inner.bit_offset = inner.bit_offset.wrapping_add(field.bit_offset as i64);
                    if field.is_bitfield && outermost {
                        inner.bit_size = Some(field.bit_size);
                        inner.strict = self.strict_access(base, id);
                    }
                    at = base;
                }
                TreeKind::ArrayRef { base, index } => {
                    self.add_index(&mut inner, index, node.ty, &mut align_limit)?;
                    at = base;
                }
                TreeKind::PlacedComponentRef { base, field, offset, unit } => {
                    let field = self.unit.types.field(field);
                    inner.bit_offset = inner.bit_offset.wrapping_add(field.bit_offset as i64);
                    if field.is_bitfield && outermost {
                        inner.bit_size = Some(field.bit_size);
                    }
                    align_limit = align_limit.min(8 * unit);
                    self.add_scaled(&mut inner, offset, i64::from(unit))?;
                    at = base;
                }
                TreeKind::SizedArrayRef { base, index, size, unit } => {
                    align_limit = align_limit.min(8 * unit);
                    let size = self.scaled(size, i64::from(unit))?;
                    let index = self.scaled(index, 1)?;
                    let bytes = self.em.binop(Code::Mult, self.em.word_mode(), index, size);
                    self.add_offset(&mut inner, bytes);
                    at = base;
                }
                TreeKind::BitFieldRef { base, size, pos } => {
                    inner.bit_offset += pos as i64;
                    if outermost {
                        inner.bit_size = Some(size.into());
                    }
                    at = base;
                }
                TreeKind::ViewConvert(base) | TreeKind::Realpart(base) => at = base,
                TreeKind::Imagpart(base) => {
                    inner.bit_offset += 8 * self.unit.types.size(node.ty).unwrap_or(0) as i64;
                    at = base;
                }
                TreeKind::MemRef { base, offset, .. } => {
                    (inner.object, inner.object_bits) = (at, offset.wrapping_mul(8));
                    self.dereference(&mut inner, base, offset, node.ty)?;
                    break;
                }
                TreeKind::TargetMemRef { base, index, step, index2, offset, .. } => {
                    if index.is_some() {
                        self.add_scaled(&mut inner, index, step as i64)?;
                    }
                    if index2.is_some() {
                        self.add_scaled(&mut inner, index2, 1)?;
                    }
                    self.dereference(&mut inner, base, offset, node.ty)?;
                    break;
                }
                _ => return self.sorry("this reference"),
            }
            outermost = false;
        }
        if inner.base.is_none() {
            inner.object = at;
            inner.base = self.object(at)?;
            if let Operand::Decl(decl) = at {
                inner.volatile |= self.unit.decls[decl].has(flag::VOLATILE);
                inner.base = self.as_aligned(inner.base, decl);
            }
        }
        if self.addresses_only && (!inner.terms.is_empty() || inner.bit_offset != 0) {
            self.settle_base(&mut inner);
        }
        self.add_terms(&mut inner)?;
        self.limit_alignment(&mut inner, align_limit);
        Ok(inner)
    }

    /// The memory of an object a reference starts from; what is in registers is put into memory.
    pub(super) fn object(&mut self, op: Operand) -> Result<RtxId> {
        match op {
            Operand::Decl(decl) if !self.unit.is_gimple_reg(decl) => {
                let home = self.home(decl)?;
                Ok(self.addressable(home, decl))
            }
            Operand::Const(id) => {
                if let Value::Memory(mem) = self.constant(id)? {
                    return Ok(mem);
                }
                self.spill(op)
            }
            _ => self.spill(op),
        }
    }

    /// The memory of a variable, aligned as that is.
    fn as_aligned(&mut self, mem: RtxId, decl: DeclId) -> RtxId {
        let attrs = *self.em.f.rtx.mem_attrs(mem);
        let align = self.variable_alignment(decl);
        if attrs.align >= align {
            return mem;
        }
        let (address, flags) = (self.em.f.rtx.op(mem, 0), self.em.f.rtx.flags(mem));
        let mem = self.em.f.rtx.gen_mem(Mode::BLK, address, MemAttrs { align, ..attrs });
        self.em.f.rtx.add_flags(mem, flags);
        mem
    }

    /// The base is aligned no more than its offsets leave it.
    fn limit_alignment(&mut self, inner: &mut Inner, limit: u32) {
        let attrs = *self.em.f.rtx.mem_attrs(inner.base);
        if limit < attrs.align {
            let attrs = MemAttrs { align: limit, ..attrs };
            let (address, flags) =
                (self.em.f.rtx.op(inner.base, 0), self.em.f.rtx.flags(inner.base));
            inner.base = self.em.f.rtx.gen_mem(Mode::BLK, address, attrs);
            self.em.f.rtx.add_flags(inner.base, flags);
        }
    }

    /// Puts the address of a local object, or of one that an anchor leads to, into a register, before anything is added.
    fn settle_base(&mut self, inner: &mut Inner) {
        let address = self.em.f.rtx.op(inner.base, 0);
        let local = match self.em.f.rtx.code(address) {
            Code::Plus => self.em.f.rtx.as_int(self.em.f.rtx.op(address, 1)).is_some(),
            _ => self.em.is_frame_base(address),
        };
        if local {
            let register = self.em.copy_to_reg(self.em.word_mode(), address);
            let (attrs, flags) =
                (*self.em.f.rtx.mem_attrs(inner.base), self.em.f.rtx.flags(inner.base));
            inner.base = self.em.f.rtx.gen_mem(Mode::BLK, register, attrs);
            self.em.f.rtx.add_flags(inner.base, flags);
        }
    }

    /// Memory whose address is a symbol is reached by way of a register, each time anew: one that has the anchor of its
    /// section, where there is one.
    fn addressable(&mut self, mem: RtxId, decl: DeclId) -> RtxId {
        let address = self.em.f.rtx.op(mem, 0);
        if !matches!(self.em.f.rtx.code(address), Code::SymbolRef | Code::Const) {
            return mem;
        }
        let anchor = anchors::for_variable(self.unit, self.options, self.em.unit, decl);
        if anchor.is_none() && self.addresses_only {
            return mem;
        }
        let (symbol, offset) = match anchor {
            Some((label, offset)) => (self.em.anchor(label), offset),
            None => (address, 0),
        };
        let register = self.em.copy_to_reg(self.em.word_mode(), symbol);
        self.em.mark_pointer(register);
        let address = self.em.plus_constant(register, offset);
        let (attrs, flags) = (*self.em.f.rtx.mem_attrs(mem), self.em.f.rtx.flags(mem));
        let mem = self.em.f.rtx.gen_mem(Mode::BLK, address, attrs);
        self.em.f.rtx.add_flags(mem, flags);
        mem
    }

    fn spill(&mut self, op: Operand) -> Result<RtxId> {
        let value = self.operand(op)?;
        if let Value::Memory(mem) = value {
            return Ok(mem);
        }
        let ty = self.unit.type_of(self.f, op);
        let slot = self.new_slot(ty, "")?;
        self.store_whole(slot, value)?;
        Ok(slot)
    }

    /// The base is what a pointer points to.
    fn dereference(
        &mut self,
        inner: &mut Inner,
        base: Operand,
        offset: i64,
        ty: TypeId,
    ) -> Result<()> {
        inner.bit_offset = inner.bit_offset.wrapping_add(offset.wrapping_mul(8));
        if let Some(object) = self.unit.addressed(base) {
            let nested = self.inner(object)?;
            inner.base = nested.base;
            (inner.object, inner.object_bits) = (nested.object, nested.object_bits);
            inner.bit_offset = inner.bit_offset.wrapping_add(nested.bit_offset);
            inner.volatile |= nested.volatile;
            if let Some(more) = nested.offset {
                let more = self.shifted_up(more, nested.shift);
                self.add_offset(inner, more);
            }
            return Ok(());
        }
        let align = self.unit.types.align(ty) * 8;
        let attrs = MemAttrs { size: None, align, ..MemAttrs::of_mode(Mode::BLK) };
        let (pointer, address) = if self.addresses_only {
            let (pointer, _) = self.scalar(base)?;
            (pointer, pointer)
        } else {
            let sum = self.address_sum(base)?;
            (sum, self.em.address_from_sum(sum))
        };
        if address != pointer {
            self.em.mark_pointer(address);
        }
        inner.base = self.em.f.rtx.gen_mem(Mode::BLK, address, attrs);
        Ok(())
    }

    fn add_index(
        &mut self,
        inner: &mut Inner,
        index: Operand,
        element: TypeId,
        align_limit: &mut u32,
    ) -> Result<()> {
        let Some(size) = self.unit.types.size(element) else {
            return self.sorry("an array of objects of variable size");
        };
        if let Some(value) = self.unit.as_int(index) {
            let bytes = (value as i64).wrapping_mul(size as i64);
            inner.bit_offset = inner.bit_offset.wrapping_add(bytes.wrapping_mul(8));
            return Ok(());
        }
        let step = if size == 0 { 128 } else { 8 << size.trailing_zeros().min(20) };
        *align_limit = (*align_limit).min(step);
        self.add_scaled(inner, index, size as i64)
    }

    /// Adds `index * scale` bytes.
    fn add_scaled(&mut self, inner: &mut Inner, index: Operand, scale: i64) -> Result<()> {
        inner.terms.push((index, scale));
        Ok(())
    }

    fn shifted_up(&mut self, x: RtxId, shift: u32) -> RtxId {
        let count = self.em.int(i64::from(shift));
        self.em.binop(Code::Ashift, self.em.word_mode(), x, count)
    }

    /// Adds what was left for when the base is known. Several indices share the factor that their scales have in common.
    fn add_terms(&mut self, inner: &mut Inner) -> Result<()> {
        let word_mode = self.em.word_mode();
        let terms = std::mem::take(&mut inner.terms);
        let Some(&(_, common)) = terms.first() else { return Ok(()) };
        let shares = common > 0
            && inner.offset.is_none()
            && terms.iter().all(|&(_, scale)| scale % common == 0);
        let factor = if terms.len() > 1 && shares { common } else { 1 };
        let mut wide = Vec::with_capacity(terms.len());
        for &(index, scale) in &terms {
            wide.push((self.scaled(index, 1)?, scale / factor));
        }
        let several = terms.len() > 1;
        for (index, scale) in wide {
            let index = self.em.force_reg(word_mode, index);
            if !several && scale > 0 && scale & (scale - 1) == 0 && inner.offset.is_none() {
                inner.offset = Some(index);
                inner.shift = scale.trailing_zeros();
                return Ok(());
            }
            let scale = self.em.int(scale);
            let bytes = self.em.binop(Code::Mult, word_mode, index, scale);
            inner.offset = Some(match inner.offset {
                None => bytes,
                Some(offset) => self.em.binop(Code::Plus, word_mode, bytes, offset),
            });
        }
        if let Some(offset) = inner.offset
            && factor > 1
        {
            if factor & (factor - 1) == 0 {
                inner.shift = factor.trailing_zeros();
                return Ok(());
            }
            let factor = self.em.int(factor);
            inner.offset = Some(self.em.binop(Code::Mult, word_mode, offset, factor));
        }
        Ok(())
    }

    /// `index * scale`, the index extended as its type says.
    fn scaled(&mut self, index: Operand, scale: i64) -> Result<RtxId> {
        let ty = self.unit.type_of(self.f, index);
        let (value, mode) = self.scalar(index)?;
        let unsigned = self.unit.types.is_unsigned(ty);
        let wide = self.em.convert(value, mode, self.em.word_mode(), unsigned);
        let scale = self.em.int(scale);
        Ok(self.em.binop(Code::Mult, self.em.word_mode(), wide, scale))
    }

    fn add_offset(&mut self, inner: &mut Inner, bytes: RtxId) {
        inner.offset = Some(match inner.offset {
            None => bytes,
            Some(offset) => self.em.binop(Code::Plus, self.em.word_mode(), offset, bytes),
        });
    }

    /// Number of elements of an array type, where constant.
    pub(super) fn array_length(&self, ty: TypeId) -> Option<u64> {
        match self.unit.types.kind(ty) {
            TypeKind::Array { domain: ArrayDomain::Count(count), .. } => Some(*count),
            _ => None,
        }
    }
}
