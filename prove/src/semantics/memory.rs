//! Memory: where references are, what they read and write, and when that is undefined.

use super::objects::{Entity, OFFSET_BITS, is_known, is_local};
use super::restrict::{self, Root};
use super::{Bytes, Result, Role, Run, Value};
use crate::terms::{Op, Sort, Term, Terms};
use gimple::constant::ConstValue;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::{ArrayDomain, FieldId, TypeFlags, TypeId, TypeKind};
use gimple::unit::Unit;

/// A stretch of memory that has an array of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Obj {
    /// What pointers may point to.
    Shared,
    /// A variable that no pointer points to.
    Own(DeclId),
}

/// Bytes that are copied one by one at most.
pub const MAX_COPY: u64 = 256;
/// Bytes of a table that is known.
pub const MAX_TABLE: u64 = 1024;
/// The kind of a bit-field, for what may alias: no pointer or floating-point number, though perhaps an integer.
const BIT_FIELD: u8 = 9;
/// That of a truth value of a byte, which is no character.
const TRUTH: u8 = 10;
/// The first kind of integers.
const FIRST_INTEGER: u8 = 6;

/// Where a reference is.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub object: Obj,
    /// The address, or the offset within an object of its own.
    pub address: Term,
    /// The variable it is in for certain.
    within: Option<DeclId>,
    /// The first bit, within the byte at the address and those after it.
    bit: u64,
    /// How many bits of a bit-field, if it is one.
    bits: Option<u64>,
    /// What the pointer to it is based on.
    root: Root,
    /// The pointer that it is reached from, before anything is added.
    origin: Option<Term>,
    /// Of a bit-field, the bytes that are there with it: how far before the address they begin, and how many.
    region: Option<(u64, u64)>,
}

impl Place {
    /// Bytes at an address.
    fn at(address: Term) -> Place {
        Place {
            object: Obj::Shared,
            address,
            within: None,
            bit: 0,
            bits: None,
            root: Root::Unknown,
            origin: None,
            region: None,
        }
    }
}

/// The bytes of a record that are accessed as one for a bit-field: those of the fields beside it, made a power of two where
/// there is room. The first, and how many.
fn unit_of_bit_field(unit: &Unit, record: TypeId, field: FieldId) -> Option<(u64, u64)> {
    let types = &unit.types;
    if !types.field(field).is_bitfield || !matches!(types.kind(record), TypeKind::Record { .. }) {
        return None;
    }
    let fields = types.fields(record);
    let at = fields.iter().position(|&known| known == field)?;
    let goes_on = |&&id: &&FieldId| types.field(id).is_bitfield && types.field(id).bit_size > 0;
    let first = fields[..=at].iter().rev().take_while(goes_on).last()?;
    let after = fields[at..].iter().find(|id| !goes_on(id));
    let last = fields[at..].iter().take_while(goes_on).last()?;
    let (first, last) = (types.field(*first), types.field(*last));
    let start = first.bit_offset / 8;
    let end = (last.bit_offset + last.bit_size).div_ceil(8);
    let room = match after {
        Some(&next) => types.field(next).bit_offset / 8,
        None => types.size(record)?,
    };
    let whole = (end - start).next_power_of_two();
    let size = if start + whole <= room { whole } else { end - start };
    Some((start, size))
}

impl Run<'_> {
    /// Memory as the function finds it.
    pub fn initial_memory(&mut self) -> Result<()> {
        let none = self.terms.fill(0);
        let shared = Bytes { data: self.terms.var("memory", Sort::Array), undef: none };
        self.state.memory.insert(Obj::Shared, shared);
        for &decl in &self.objects.own {
            let bytes = if is_local(self.unit, decl) {
                if self.unit.decls[decl].kind == DeclKind::Parm {
                    let data = self.terms.var(&format!("parameter {}", decl.0), Sort::Array);
                    Bytes { data, undef: none }
                } else {
                    Bytes { data: none, undef: self.terms.fill(0xff) }
                }
            } else if let Some(data) = self.known_table(decl) {
                Bytes { data, undef: none }
            } else {
                self.table_unknown |= is_known(self.unit, decl);
                let data = self.terms.var(&format!("static {}", decl.0), Sort::Array);
                Bytes { data, undef: none }
            };
            self.state.memory.insert(Obj::Own(decl), bytes);
        }
        for &param in &self.f.params {
            self.initial_parameter(param)?;
        }
        Ok(())
    }

    /// A parameter in memory holds what is passed: in the other body it may be in a register.
    fn initial_parameter(&mut self, param: DeclId) -> Result<()> {
        let ty = self.unit.decls[param].ty;
        let in_memory = self.objects.own.contains(&param) || self.objects.has_escaped(param);
        let size = self.unit.types.size(ty).filter(|size| (1..=16).contains(size));
        let (Some(size), true) = (size, in_memory && !self.unit.types.is_aggregate(ty)) else {
            return Ok(());
        };
        let Ok(width) = self.width_of(ty) else { return Ok(()) };
        let bits = self.terms.var(&format!("param {}", param.0), Sort::Bits(width));
        let bits = self.terms.zero_extend(size as u32 * 8, bits);
        let value = self.defined(bits);
        let place = self.place_of(param)?;
        self.write_bytes(place, value);
        Ok(())
    }

    /// The bytes of a constant table as an array.
    fn known_table(&mut self, decl: DeclId) -> Option<Term> {
        let size = self.unit.types.size(self.unit.decls[decl].ty)?;
        if !is_known(self.unit, decl) || size > MAX_TABLE {
            return None;
        }
        let bytes = self.initial_bytes(Entity::Decl(decl))?;
        let mut data = self.terms.fill(0);
        for (index, byte) in bytes.into_iter().enumerate() {
            let at = self.terms.constant(64, index as u128);
            data = self.terms.store(data, at, byte);
        }
        Some(data)
    }

    /// The bytes an object is initialised with, where they are known.
    fn initial_bytes(&mut self, entity: Entity) -> Option<Vec<Term>> {
        let unit = self.unit;
        let zero = self.terms.constant(8, 0);
        let (ty, value) = match entity {
            Entity::Decl(decl) => {
                (unit.decls[decl].ty, unit.initializers.get(&decl).copied().unwrap_or_default())
            }
            Entity::Text(id) => (unit.consts[id].ty, Operand::Const(id)),
        };
        let size = unit.types.size(ty)?;
        if size > MAX_TABLE {
            return None;
        }
        let mut bytes = vec![zero; size as usize];
        self.initialise(&mut bytes, 0, ty, value)?;
        Some(bytes)
    }

    fn initialise(&mut self, out: &mut [Term], at: u64, ty: TypeId, op: Operand) -> Option<()> {
        let unit = self.unit;
        if let Operand::Tree(id) = op
            && let TreeKind::Constructor(elements) = unit.trees.kind(id)
        {
            return self.initialise_parts(out, at, ty, elements);
        }
        match op {
            Operand::None => Some(()),
            Operand::Const(id) if matches!(unit.consts[id].value, ConstValue::String(_)) => {
                if unit.types.is_pointer(ty) {
                    let address = self.address_of_entity(Entity::Text(id)).ok()?;
                    let bytes = out.get_mut(at as usize..at as usize + 8)?;
                    for (low, byte) in (0..).step_by(8).zip(bytes) {
                        *byte = self.terms.extract(low + 7, low, address);
                    }
                    return Some(());
                }
                let ConstValue::String(text) = &unit.consts[id].value else { return None };
                for (index, &byte) in text.iter().enumerate() {
                    let byte = self.terms.constant(8, byte.into());
                    if let Some(place) = out.get_mut(at as usize + index) {
                        *place = byte;
                    }
                }
                Some(())
            }
            _ => {
                let value = self.operand_as(op, ty).ok()?;
                let size = unit.types.size(ty)?;
                let unsigned = unit.types.is_unsigned(ty);
                let bits = self.terms.resize(size as u32 * 8, value.bits, unsigned);
                for index in 0..size {
                    let low = index as u32 * 8;
                    *out.get_mut((at + index) as usize)? = self.terms.extract(low + 7, low, bits);
                }
                Some(())
            }
        }
    }

    fn initialise_parts(
        &mut self,
        out: &mut [Term],
        at: u64,
        ty: TypeId,
        elements: &[(CtorIndex, Operand)],
    ) -> Option<()> {
        let unit = self.unit;
        for &(index, element) in elements {
            let (first, last) = match index {
                CtorIndex::Field(field) => {
                    let field = unit.types.field(field);
                    if field.is_bitfield {
                        let value = unit.as_int(element)?;
                        let start = at * 8 + field.bit_offset;
                        self.initialise_bits(out, (start, field.bit_size), value as u128)?;
                        continue;
                    }
                    self.initialise(out, at + field.bit_offset / 8, field.ty, element)?;
                    continue;
                }
                CtorIndex::Index(n) => (n, n),
                CtorIndex::Range(low, high) => (low, high.min(low + MAX_TABLE)),
                CtorIndex::None => return None,
            };
            let part = unit.types.element(ty)?;
            for n in first..=last {
                self.initialise(out, at + n * unit.types.size(part)?, part, element)?;
            }
        }
        Some(())
    }

    /// Puts bits into bytes that are constants.
    fn initialise_bits(
        &mut self,
        out: &mut [Term],
        (start, size): (u64, u64),
        value: u128,
    ) -> Option<()> {
        for bit in 0..size {
            let at = start + bit;
            let byte = out.get_mut((at / 8) as usize)?;
            let old = self.terms.as_const(*byte)?;
            let mask = 1 << (at % 8);
            let new = if value >> bit & 1 != 0 { old | mask } else { old & !mask };
            *byte = self.terms.constant(8, new);
        }
        Some(())
    }

    /// The place of a variable.
    fn place_of(&mut self, decl: DeclId) -> Result<Place> {
        if self.unit.decls[decl].has(flag::HARD_REGISTER) {
            return Err("not modelled: register variables".to_string());
        }
        let data = &self.unit.decls[decl];
        // A body in which a variable still has memory of its own is from before it was made another one (`nrv`).
        let stands_for = self.unit.initializers.get(&decl).and_then(|expr| expr.decl());
        if data.has(flag::HAS_VALUE_EXPR) && stands_for.is_none() {
            return Err("not modelled: variables of variable size".to_string());
        }
        let own = self.objects.own.contains(&decl);
        let address = if own {
            self.terms.constant(64, 0)
        } else {
            self.address_of_entity(Entity::Decl(decl))?
        };
        let object = if own { Obj::Own(decl) } else { Obj::Shared };
        Ok(Place { object, within: Some(decl), root: Root::Other, ..Place::at(address) })
    }

    pub fn moved(&mut self, place: Place, by: i64) -> Place {
        let by = self.terms.constant(64, by as u128);
        Place { address: self.terms.add(place.address, by), ..place }
    }

    /// Where a reference is.
    pub fn locate(&mut self, op: Operand) -> Result<Place> {
        let unit = self.unit;
        let id = match op {
            Operand::Decl(decl) => return self.place_of(decl),
            Operand::Const(id) if matches!(unit.consts[id].value, ConstValue::String(_)) => {
                let address = self.address_of_entity(Entity::Text(id))?;
                return Ok(Place { root: Root::Other, ..Place::at(address) });
            }
            Operand::Tree(id) => id,
            _ => return Err("not modelled: a reference to no memory".to_string()),
        };
        match *unit.trees.kind(id) {
            TreeKind::MemRef { base, offset, .. } => {
                let place = self.based(base)?;
                let place = self.moved(place, offset);
                self.check_alignment(place, unit.trees[id].ty);
                Ok(place)
            }
            TreeKind::TargetMemRef { base, index, step, index2, offset, .. } => {
                let mut place = self.based(base)?;
                for (op, scale) in [(index, step), (index2, 1)] {
                    if op.is_none() {
                        continue;
                    }
                    let value = self.defined_operand(op)?;
                    let value = self.terms.resize(64, value, false);
                    let scale = self.terms.constant(64, scale.into());
                    let by = self.terms.mul(value, scale);
                    place.address = self.terms.add(place.address, by);
                }
                let place = self.moved(place, offset);
                self.check_alignment(place, unit.trees[id].ty);
                Ok(place)
            }
            TreeKind::ComponentRef { base, field } => {
                let record = unit.type_of(self.f, base);
                if unit.types.is_reversed(record) {
                    return Err("not modelled: another order of bytes".to_string());
                }
                let place = self.locate(base)?;
                let region = unit_of_bit_field(unit, record, field);
                let field = unit.types.field(field);
                let start = place.bit + field.bit_offset;
                let bits = field.is_bitfield.then_some(field.bit_size);
                let place = self.moved(place, (start / 8) as i64);
                let region = region.filter(|_| place.bit == 0);
                let region = region.map(|(first, size)| ((start / 8).saturating_sub(first), size));
                Ok(Place { bit: start % 8, bits, region, ..place })
            }
            TreeKind::ArrayRef { base, index } => self.element(base, index, unit.trees[id].ty),
            TreeKind::BitFieldRef { base, size, pos } => {
                let place = self.locate(base)?;
                let start = place.bit + pos;
                let place = self.moved(place, (start / 8) as i64);
                Ok(Place { bit: start % 8, bits: Some(size.into()), ..place })
            }
            TreeKind::ViewConvert(base) | TreeKind::Realpart(base) => self.locate(base),
            TreeKind::Imagpart(base) => {
                let place = self.locate(base)?;
                let size = unit.types.size(unit.trees[id].ty).unwrap_or(0);
                Ok(self.moved(place, size as i64))
            }
            _ => Err("not modelled: places known at run time only".to_string()),
        }
    }

    /// The place that a memory reference starts from.
    fn based(&mut self, base: Operand) -> Result<Place> {
        if let Operand::Tree(id) = base
            && let TreeKind::Addr(object) = *self.unit.trees.kind(id)
        {
            return self.locate_address(object);
        }
        let address = self.defined_operand(base)?;
        let origin = self.origin(base)?;
        Ok(Place { root: self.root(base), origin, ..Place::at(address) })
    }

    /// The value of the pointer that another is made of by adding to it, before the pass.
    fn origin(&mut self, base: Operand) -> Result<Option<Term>> {
        if self.role != Role::Before || self.of_address || self.nesting > 0 {
            return Ok(None);
        }
        let pointer = restrict::origin(self.unit, self.f, base);
        pointer.map(|pointer| Ok(self.operand(pointer)?.bits)).transpose()
    }

    /// What is accessed from a pointer is in the object that it points to.
    fn note_object(&mut self, place: Place) {
        let Some(origin) = place.origin else { return };
        let [from, to] =
            [origin, place.address].map(|address| self.terms.extract(63, OFFSET_BITS, address));
        let same = self.terms.eq(from, to);
        let other = self.terms.not(same);
        self.seldom_if(other);
    }

    /// What a pointer points to is aligned as its type says.
    fn check_alignment(&mut self, place: Place, ty: TypeId) {
        let align = self.unit.types.align(ty);
        if self.role != Role::Before
            || self.of_address
            || place.object != Obj::Shared
            || place.within.is_some()
            || !(2..=16).contains(&align)
        {
            return;
        }
        let low = self.terms.extract(align.ilog2() - 1, 0, place.address);
        let other = self.terms.is_nonzero(low);
        self.undefined_if(other);
    }

    /// Where an object is of which the address is computed.
    fn locate_address(&mut self, object: Operand) -> Result<Place> {
        let before = std::mem::replace(&mut self.of_address, true);
        let place = self.locate(object);
        self.of_address = before;
        place
    }

    fn element(&mut self, base: Operand, index: Operand, ty: TypeId) -> Result<Place> {
        let unit = self.unit;
        let place = self.locate(base)?;
        let size = unit.types.size(ty).ok_or("not modelled: elements of variable size")?;
        let value = self.defined_operand(index)?;
        let unsigned = unit.types.is_unsigned(unit.type_of(self.f, index));
        let value = self.terms.resize(64, value, unsigned);
        let array = unit.type_of(self.f, base);
        if let TypeKind::Array { domain: ArrayDomain::Count(count), .. } = *unit.types.kind(array)
            && self.role == Role::Before
            && count > 1
            && place.within.is_some()
        {
            let count = self.terms.constant(64, count.into());
            let inside = match self.of_address {
                true => self.terms.ule(value, count),
                false => self.terms.ult(value, count),
            };
            let outside = self.terms.not(inside);
            self.undefined_if(outside);
        }
        let scale = self.terms.constant(64, size.into());
        let by = self.terms.mul(value, scale);
        Ok(Place { address: self.terms.add(place.address, by), ..place })
    }

    /// The address of an object or a part of it.
    pub fn address_value(&mut self, object: Operand) -> Result<Value> {
        if let Operand::Decl(decl) = object
            && matches!(self.unit.decls[decl].kind, DeclKind::Function | DeclKind::Label)
        {
            let bits = self.address_of_entity(Entity::Decl(decl))?;
            return Ok(self.defined(bits));
        }
        let place = self.locate_address(object)?;
        if place.object != Obj::Shared || place.bit != 0 {
            return Err("not modelled: the address of a register".to_string());
        }
        Ok(self.defined(place.address))
    }

    /// A load or a store, of bytes that must be there and that `restrict` may forbid.
    fn check_access(&mut self, place: Place, size: u64, writes: bool) {
        match place.region {
            // Where a bit-field is, so are those beside it.
            Some((before, all)) if self.role == Role::Before => {
                let start = self.moved(place, -(before as i64));
                self.check_bounds(start, all.max(before + size));
            }
            _ => self.check_bounds(place, size),
        }
        self.note_object(place);
        if place.object == Obj::Shared {
            self.check_restrict((place.root, place.address), size, writes);
        }
    }

    /// It is undefined to access bytes that are not all in one object.
    fn check_bounds(&mut self, place: Place, size: u64) {
        let unit = self.unit;
        let known = match place.within {
            Some(decl) => unit.types.size(unit.decls[decl].ty).map(|all| (decl, all)),
            None => None,
        };
        if let Some((decl, all)) = known {
            let start = match place.object {
                Obj::Own(_) => 0,
                Obj::Shared => self.objects.address(Entity::Decl(decl)).unwrap_or(0),
            };
            let start = self.terms.constant(64, start.into());
            let offset = self.terms.sub(place.address, start);
            let outside = match all.checked_sub(size) {
                None => Terms::TRUE,
                Some(last) => {
                    let last = self.terms.constant(64, last.into());
                    let inside = self.terms.ule(offset, last);
                    self.terms.not(inside)
                }
            };
            return self.undefined_if(outside);
        }
        let address = place.address;
        if let Some(address) = self.terms.as_const(address)
            && let id = address as u64 >> OFFSET_BITS
            && let Some(&all) = self.objects.sizes.get(&id)
        {
            let offset = address as u64 & ((1 << OFFSET_BITS) - 1);
            let outside = offset.saturating_add(size) > all;
            return self.undefined_if(Terms::truth(outside));
        }
        let id = self.terms.extract(63, OFFSET_BITS, address);
        let offset = self.terms.extract(OFFSET_BITS - 1, 0, address);
        let all = self.terms.apply("size", &[id], Sort::Bits(OFFSET_BITS));
        let bytes = self.terms.constant(OFFSET_BITS, size.into());
        let (fits, room) = (self.terms.ule(bytes, all), self.terms.sub(all, bytes));
        let inside = self.terms.ule(offset, room);
        let valid = self.terms.and(fits, inside);
        let outside = self.terms.not(valid);
        if self.terms.mentions_local(address) {
            return self.undefined_if(outside);
        }
        // Nothing that comes from elsewhere points to what this function keeps. Of the body after the pass that is not
        // asked: it may be seen there of an address whose term before the pass has something local among its parts.
        let top = self.terms.extract(63, 62, address);
        let local = self.terms.is_nonzero(top);
        let elsewhere = self.terms.not(local);
        let valid = self.terms.and(valid, elsewhere);
        let invalid = self.terms.not(valid);
        if self.role == Role::After {
            let [strict, asked] = [invalid, outside].map(|c| self.terms.and(self.reach, c));
            self.less_strict.insert(strict, asked);
        }
        self.undefined_if(invalid);
    }

    /// Bits that are read, from the byte at a place on, without a check.
    fn read_bytes(&mut self, place: Place, size: u64) -> Value {
        let Some(&memory) = self.state.memory.get(&place.object) else {
            let bits = self.terms.constant(size as u32 * 8, 0);
            return self.defined(bits);
        };
        let mut all: Option<Value> = None;
        for index in 0..size {
            let at = self.moved(place, index as i64).address;
            let mut bits = self.terms.select(memory.data, at);
            if place.object == Obj::Shared
                && let Some(known) = self.known_byte(at)
            {
                bits = known;
            }
            let undef = self.terms.select(memory.undef, at);
            all = Some(match all {
                None => Value { bits, undef },
                Some(low) => Value {
                    bits: self.terms.concat(bits, low.bits),
                    undef: self.terms.concat(undef, low.undef),
                },
            });
        }
        let nothing = self.terms.constant(0, 0);
        all.unwrap_or(Value { bits: nothing, undef: nothing })
    }

    /// The byte at an address within a constant object.
    fn known_byte(&mut self, address: Term) -> Option<Term> {
        let address = self.terms.as_const(address)? as u64;
        let entity = self.objects.at(address)?;
        if let Entity::Decl(decl) = entity
            && !is_known(self.unit, decl)
        {
            return None;
        }
        let bytes = self.initial_bytes(entity);
        self.table_unknown |= bytes.is_none();
        let bytes = bytes?;
        bytes.get((address & ((1 << OFFSET_BITS) - 1)) as usize).copied()
    }

    fn write_bytes(&mut self, place: Place, value: Value) {
        let Some(mut memory) = self.state.memory.get(&place.object).copied() else { return };
        for index in 0..self.terms.width(value.bits) / 8 {
            let at = self.moved(place, index.into()).address;
            let byte = self.slice(value, index * 8, 8);
            memory.data = self.terms.store(memory.data, at, byte.bits);
            memory.undef = self.store_marks(memory.undef, at, byte.undef);
        }
        self.state.memory.insert(place.object, memory);
    }

    /// Marks of undefined bits: an array that marks nothing stays as it is.
    pub fn store_marks(&mut self, marks: Term, at: Term, byte: Term) -> Term {
        let node = self.terms.node(marks);
        if node.op == Op::Fill && node.args[0] == byte {
            return marks;
        }
        self.terms.store(marks, at, byte)
    }

    /// The kind of scalar that a type is, for what may alias: 0 for any.
    fn kind_of(&self, ty: TypeId) -> u8 {
        let types = &self.unit.types;
        if types[ty].flags.0 & TypeFlags::MAY_ALIAS != 0 {
            return 0;
        }
        match *types.kind(ty) {
            TypeKind::Bool if types.size(ty) == Some(1) => TRUTH,
            TypeKind::Pointer(_) => 1,
            TypeKind::Real(_) => match types.size(ty) {
                Some(2) => 2,
                Some(4) => 3,
                Some(8) => 4,
                _ => 5,
            },
            TypeKind::Integer { precision, .. } if precision > 8 => match precision {
                16 => FIRST_INTEGER,
                32 => FIRST_INTEGER + 1,
                64 if types[ty].name == types[self.unit.common.long].name => FIRST_INTEGER + 2,
                64 if types[ty].name == types[self.unit.common.ulong].name => FIRST_INTEGER + 2,
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Loads read what was stored as the same kind of scalar, if that is asked.
    fn check_kind(&mut self, place: Place, ty: TypeId, alias: Option<TypeId>) {
        let alias_kind = alias.map_or(1, |alias| self.kind_of_pointed(alias));
        let kind = if alias_kind == 0 { 0 } else { self.kind_of(ty) };
        if self.role != Role::Before
            || self.limits.any_alias
            || place.object != Obj::Shared
            || kind == 0
        {
            return;
        }
        let kinds = self.state.kinds;
        let mut fits = Terms::TRUE;
        for index in 0..self.unit.types.size(ty).unwrap_or(1).min(16) {
            let at = self.moved(place, index as i64).address;
            let last = self.terms.select(kinds, at);
            let mut one = Terms::FALSE;
            let field = if kind >= FIRST_INTEGER { BIT_FIELD } else { kind };
            for allowed in [0, kind, field] {
                let allowed = self.terms.constant(8, allowed.into());
                let is = self.terms.eq(last, allowed);
                one = self.terms.or(one, is);
            }
            fits = self.terms.and(fits, one);
        }
        let other = self.terms.not(fits);
        self.undefined_if(other);
    }

    /// What a pointer's type says of aliases: 0 if it may point to anything.
    fn kind_of_pointed(&self, pointer: TypeId) -> u8 {
        let types = &self.unit.types;
        match types.pointee(pointer) {
            Some(to) if types[pointer].flags.0 & TypeFlags::MAY_ALIAS == 0 => {
                if matches!(types.kind(to), TypeKind::Void)
                    || types[to].flags.0 & TypeFlags::MAY_ALIAS != 0
                    || types.precision(to) == Some(8)
                {
                    0
                } else {
                    1
                }
            }
            _ => 0,
        }
    }

    fn note_kind(&mut self, place: Place, size: u64, kind: u8) {
        if self.role != Role::Before || place.object != Obj::Shared || size > MAX_COPY {
            return;
        }
        let kind = self.terms.constant(8, kind.into());
        for index in 0..size {
            let at = self.moved(place, index as i64).address;
            self.state.kinds = self.store_marks(self.state.kinds, at, kind);
        }
    }

    /// The type through which a reference accesses memory, where it says one.
    fn alias_type(&self, op: Operand) -> Option<TypeId> {
        match op {
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::MemRef { alias_ptr, .. } | TreeKind::TargetMemRef { alias_ptr, .. } => {
                    Some(alias_ptr)
                }
                _ => self.unit.trees.part_of(id).and_then(|base| self.alias_type(base)),
            },
            _ => None,
        }
    }

    /// The value of a reference to memory.
    pub fn load_operand(&mut self, op: Operand) -> Result<Value> {
        let unit = self.unit;
        let ty = unit.type_of(self.f, op);
        let place = self.locate(op)?;
        let width = self.width_of(ty)?;
        let volatile = unit.is_volatile_operand(op);
        let bits =
            u32::try_from(place.bits.unwrap_or_else(|| unit.types.size(ty).unwrap_or(0) * 8))
                .map_err(|_| "not modelled: large objects as values".to_string())?;
        let size = (place.bit + u64::from(bits)).div_ceil(8);
        self.check_access(place, size, false);
        if volatile {
            let result = self.volatile_load(place.address, size);
            let value = self.defined(result);
            let value = self.slice(value, place.bit as u32, bits);
            return Ok(self.register_value(value, width, ty));
        }
        self.check_kind(place, ty, self.alias_type(op));
        self.check_record(place, size, op)?;
        let whole = self.read_bytes(place, size);
        let value = self.slice(whole, place.bit as u32, bits);
        let value = self.register_value(value, width, ty);
        self.canonical_input(value.bits, ty);
        Ok(value)
    }

    fn register_value(&mut self, value: Value, width: u32, ty: TypeId) -> Value {
        let unsigned = self.unit.types.is_unsigned(ty);
        let own = self.terms.width(value.bits);
        let mut undef = self.terms.resize(width, value.undef, unsigned);
        if own > width && self.unit.types.is_integral(ty) {
            let wrong = self.is_no_value(value, width, unsigned);
            if self.role == Role::Before {
                // What does not hold a value of the type is not read: a truth value is 0 or 1.
                self.undefined_if(wrong);
            } else if self.unit.types.is_bit_precise(ty) {
                // No field is named, so that the register is loaded with the neighbours' bits as well.
                let all = self.terms.ones(width);
                undef = self.terms.ite(wrong, all, undef);
            }
        }
        Value { bits: self.terms.resize(width, value.bits, unsigned), undef }
    }

    /// Where what is read is no value of a narrower type, extended.
    fn is_no_value(&mut self, value: Value, width: u32, unsigned: bool) -> Term {
        let low = self.terms.extract(width - 1, 0, value.bits);
        let own = self.terms.width(value.bits);
        let back = self.terms.resize(own, low, unsigned);
        let is = self.terms.eq(back, value.bits);
        let marked = self.is_undefined(value);
        let not = self.terms.not(is);
        let unmarked = self.terms.not(marked);
        self.terms.and(not, unmarked)
    }

    /// Stores a value where a reference is.
    pub fn store_operand(&mut self, lhs: Operand, ty: TypeId, value: Value) -> Result<()> {
        let unit = self.unit;
        let place = self.locate(lhs)?;
        let bits = place.bits.unwrap_or_else(|| unit.types.size(ty).unwrap_or(0) * 8);
        let bits = u32::try_from(bits).map_err(|_| "not modelled: a large store".to_string())?;
        let size = (place.bit + u64::from(bits)).div_ceil(8);
        self.check_access(place, size, true);
        let unsigned = unit.types.is_unsigned(ty);
        let value = Value {
            bits: self.terms.resize(bits, value.bits, unsigned),
            undef: self.terms.resize(bits, value.undef, unsigned),
        };
        if unit.is_volatile_operand(lhs) {
            let undefined = self.is_undefined(value);
            self.undefined_if(undefined);
            self.volatile_store(place.address, value.bits, place.bit);
            return Ok(());
        }
        let stored = if place.bit == 0 && bits % 8 == 0 {
            value
        } else {
            let old = self.read_bytes(place, size);
            self.insert(old, value, place.bit as u32)
        };
        self.write_bytes(place, stored);
        let kind = match self.alias_type(lhs) {
            Some(alias) if self.kind_of_pointed(alias) == 0 => 0,
            _ if place.bits.is_some() => BIT_FIELD,
            _ => self.kind_of(ty),
        };
        self.note_kind(place, size, kind);
        self.note_record(place, size, lhs)?;
        Ok(())
    }

    /// A value with other bits from a position on.
    fn insert(&mut self, old: Value, new: Value, at: u32) -> Value {
        let (all, width) = (self.terms.width(old.bits), self.terms.width(new.bits));
        let mut put = |old: Term, new: Term| {
            let mut whole = new;
            if at > 0 {
                let low = self.terms.extract(at - 1, 0, old);
                whole = self.terms.concat(whole, low);
            }
            if at + width < all {
                let high = self.terms.extract(all - 1, at + width, old);
                whole = self.terms.concat(high, whole);
            }
            whole
        };
        Value { bits: put(old.bits, new.bits), undef: put(old.undef, new.undef) }
    }

    /// `lhs = rhs` of aggregates, byte by byte.
    pub fn copy_aggregate(&mut self, lhs: Operand, rhs: Operand, ty: TypeId) -> Result<()> {
        let unit = self.unit;
        let size = unit.types.size(ty).ok_or("not modelled: objects of variable size")?;
        if size > MAX_COPY {
            return Err("not modelled: copies of large objects".to_string());
        }
        let volatile = unit.is_volatile_operand(lhs) || unit.is_volatile_operand(rhs);
        if volatile {
            return Err("not modelled: volatile aggregates".to_string());
        }
        if let Operand::Tree(id) = rhs
            && let TreeKind::Constructor(elements) = unit.trees.kind(id)
        {
            if !elements.is_empty() {
                return Err("not modelled: constructors of aggregates".to_string());
            }
            let place = self.locate(lhs)?;
            self.check_access(place, size, true);
            let zero = self.terms.constant(size as u32 * 8, 0);
            let zero = self.defined(zero);
            self.write_bytes(place, zero);
            self.note_kind(place, size, 0);
            self.forget_record(place, size);
            return Ok(());
        }
        let value = self.aggregate_value(rhs, size)?;
        let value = self.without_padding(value, ty);
        let place = self.locate(lhs)?;
        self.check_access(place, size, true);
        self.write_bytes(place, value);
        self.note_kind(place, size, 0);
        self.forget_record(place, size);
        Ok(())
    }

    /// The bytes of an aggregate as one value.
    pub fn aggregate_value(&mut self, op: Operand, size: u64) -> Result<Value> {
        if size > MAX_COPY {
            return Err("not modelled: large objects as values".to_string());
        }
        if let Operand::Ssa(_) = op {
            return self.operand(op);
        }
        let place = self.locate(op)?;
        self.check_access(place, size, false);
        Ok(self.read_bytes(place, size))
    }

    /// What is returned.
    pub fn returned(&mut self, op: Operand) -> Result<Value> {
        let ty = self.unit.type_of(self.f, op);
        if self.unit.types.is_aggregate(ty) {
            let size = self.unit.types.size(ty).ok_or("not modelled: a result of variable size")?;
            let value = self.aggregate_value(op, size)?;
            return Ok(self.without_padding(value, ty));
        }
        match self.unit.returned_type(self.f.decl) {
            Some(returned) if !self.unit.types.is_aggregate(returned) => {
                self.operand_as(op, returned)
            }
            _ => self.operand(op),
        }
    }

    /// `lhs = {CLOBBER}`: what was there is undefined from here on.
    pub fn clobber(&mut self, lhs: Operand) -> Result<()> {
        if self.limits.lenient && self.role == Role::After {
            return Ok(());
        }
        let place = self.locate(lhs)?;
        match (lhs, place.object) {
            (Operand::Decl(_), Obj::Own(decl)) => {
                let bytes = Bytes { data: self.terms.fill(0), undef: self.terms.fill(0xff) };
                self.state.memory.insert(Obj::Own(decl), bytes);
            }
            _ => {
                let ty = self.unit.type_of(self.f, lhs);
                let Some(size) = self.unit.types.size(ty) else { return Ok(()) };
                if size <= MAX_COPY {
                    let zero = self.terms.constant(size as u32 * 8, 0);
                    let undef = self.terms.ones(size as u32 * 8);
                    self.write_bytes(place, Value { bits: zero, undef });
                }
            }
        }
        Ok(())
    }

    /// Copies or fills bytes at addresses, for calls of `memcpy` and its like.
    pub fn read_at(&mut self, address: Term, size: u64) -> Value {
        let place = Place::at(address);
        self.check_access(place, size, false);
        self.read_bytes(place, size)
    }

    /// A scalar at an address.
    pub fn load_at(&mut self, address: Term, ty: TypeId) -> Result<Value> {
        let width = self.width_of(ty)?;
        let value = self.read_at(address, self.unit.types.size(ty).unwrap_or(0));
        let value = self.register_value(value, width, ty);
        self.canonical_input(value.bits, ty);
        Ok(value)
    }

    /// What a new object holds.
    pub fn write_new(&mut self, address: Term, value: Value) {
        let place = Place::at(address);
        let size = u64::from(self.terms.width(value.bits) / 8);
        self.write_bytes(place, value);
        self.note_kind(place, size, 0);
        self.forget_record(place, size);
    }

    pub fn write_at(&mut self, address: Term, value: Value) {
        let size = u64::from(self.terms.width(value.bits) / 8);
        let place = Place::at(address);
        self.check_access(place, size, true);
        self.write_bytes(place, value);
        self.note_kind(place, size, 0);
        self.forget_record(place, size);
    }
}
