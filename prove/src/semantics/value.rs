//! Values of operands, constants among them, and what assignments compute.

use super::objects::Entity;
use super::{Result, Role, Run, Value};
use crate::terms::{Format, Sort, Term, Terms};
use gimple::code::TreeCode;
use gimple::constant::{ConstId, ConstValue};
use gimple::decl::{DeclId, DeclKind};
use gimple::ssa::{NameFlags, SsaName};
use gimple::tree::{Clobber, Operand, TreeKind};
use gimple::types::{RealFormat, TypeFlags, TypeId, TypeKind};
use gimple::unit::Unit;

/// The widest value that is followed.
const MAX_BITS: u32 = 1024;

/// The format of a real type.
pub fn format_of(unit: &Unit, ty: TypeId) -> Option<Format> {
    let TypeKind::Real(format) = unit.types.kind(ty) else { return None };
    let (exponent, significand) = match format {
        RealFormat::Half => (5, 11),
        RealFormat::Single => (8, 24),
        RealFormat::Double => (11, 53),
        RealFormat::Quad => (15, 113),
    };
    Some(Format { exponent, significand })
}

impl Run<'_> {
    /// The bits of a register of a type.
    pub fn width_of(&self, ty: TypeId) -> Result<u32> {
        let types = &self.unit.types;
        let bits = match *types.kind(ty) {
            TypeKind::Complex(part) => 2 * self.width_of(part)?,
            TypeKind::Vector { element, lanes } => {
                if types[element].flags.0 & TypeFlags::SIGNED_BOOLEAN != 0 {
                    return Err("not modelled: masks of vectors".to_string());
                }
                lanes * self.width_of(element)?
            }
            _ => match types.precision(ty).or_else(|| format_of(self.unit, ty).map(Format::bits)) {
                Some(bits) => bits,
                None => {
                    let size = types.size(ty).ok_or("not modelled: objects of variable size")?;
                    u32::try_from(size * 8).unwrap_or(u32::MAX)
                }
            },
        };
        if bits > MAX_BITS {
            return Err("not modelled: large objects as values".to_string());
        }
        Ok(bits)
    }

    /// A value all of whose bits are defined.
    pub fn defined(&mut self, bits: Term) -> Value {
        let width = self.terms.width(bits);
        Value { bits, undef: self.terms.constant(width, 0) }
    }

    /// A value that is undefined as a whole where something holds.
    pub fn defined_unless(&mut self, bits: Term, condition: Term) -> Value {
        let width = self.terms.width(bits);
        let (all, none) = (self.terms.ones(width), self.terms.constant(width, 0));
        Value { bits, undef: self.terms.ite(condition, all, none) }
    }

    /// Whether some bit is undefined.
    pub fn is_undefined(&mut self, value: Value) -> Term {
        if self.terms.is_zero(value.undef) {
            return Terms::FALSE;
        }
        self.terms.is_nonzero(value.undef)
    }

    pub fn constant_value(&mut self, id: ConstId) -> Result<Value> {
        let constant = &self.unit.consts[id];
        let ty = constant.ty;
        let bits = match &constant.value {
            ConstValue::Int(value) => {
                let width = self.width_of(ty)?;
                self.terms.constant(width, *value as u128)
            }
            ConstValue::Real(real) => {
                let format = format_of(self.unit, ty).ok_or("not modelled: a real constant")?;
                let bits = match format.bits() {
                    16 => real.half_bits().into(),
                    32 => real.single_bits().into(),
                    64 => real.double_bits().into(),
                    _ => real.0,
                };
                let bits = self.terms.constant(format.bits(), bits);
                self.canonical_constant(bits, format)
            }
            ConstValue::Complex(real, imaginary) => {
                let (a, b) = (self.constant_value(*real)?, self.constant_value(*imaginary)?);
                self.terms.concat(b.bits, a.bits)
            }
            ConstValue::Vector(lanes) => {
                let mut all: Option<Term> = None;
                let width = self.width_of(ty)? / lanes.len().max(1) as u32;
                for &lane in lanes.iter() {
                    // Numbers in dumps may be wider than the elements.
                    let lane = self.constant_value(lane)?.bits;
                    let lane = self.terms.resize(width, lane, false);
                    all = Some(all.map_or(lane, |low| self.terms.concat(lane, low)));
                }
                all.ok_or("not modelled: an empty vector")?
            }
            ConstValue::String(_) => self.address_of_entity(Entity::Text(id))?,
        };
        Ok(self.defined(bits))
    }

    pub fn address_of_entity(&mut self, entity: Entity) -> Result<Term> {
        let address = self.objects.address(entity).ok_or("not modelled: an unknown object")?;
        Ok(self.terms.constant(64, address.into()))
    }

    pub fn name(&mut self, name: SsaName) -> Result<Value> {
        if let Some(&value) = self.env.get(&name) {
            return Ok(value);
        }
        let data = &self.f.names[name];
        let (var, ty, entry) = (data.var, data.ty, data.has(NameFlags::DEFAULT_DEF));
        let width = self.width_of(ty)?;
        if !entry && self.start.is_some() {
            let value = self.name_at_start(name)?;
            self.env.insert(name, value);
            return Ok(value);
        }
        if !entry {
            // Defined on no path that was followed so far: its block is not reached.
            let bits = self.terms.constant(width, 0);
            return Ok(self.defined(bits));
        }
        let kind = self.unit.decls[var].kind;
        let value = if let Some(&value) = self.params.get(&var) {
            value
        } else if kind == DeclKind::Parm {
            let bits = self.terms.var(&format!("param {}", var.0), Sort::Bits(width));
            self.canonical_input(bits, ty);
            self.known_range(var, bits);
            self.declared_nonnull(var, bits);
            self.defined(bits)
        } else {
            let bits =
                self.terms.var(&format!("uninitialised {} {width}", var.0), Sort::Bits(width));
            Value { bits, undef: self.terms.ones(width) }
        };
        self.env.insert(name, value);
        Ok(value)
    }

    /// A parameter that is declared not to be null is not.
    fn declared_nonnull(&mut self, param: DeclId, bits: Term) {
        let index = self.f.params.iter().position(|&known| known == param);
        let pointer = self.unit.types.is_pointer(self.unit.decls[param].ty);
        if let Some(index) = index
            && pointer
            && self.role == Role::Before
            && !self.limits.null_is_an_address
            && self.takes_no_null(self.f.decl, index)
        {
            let reach = std::mem::replace(&mut self.reach, Terms::TRUE);
            let some = self.terms.is_nonzero(bits);
            let null = self.terms.not(some);
            self.undefined_if(null);
            self.reach = reach;
        }
    }

    /// What all callers keep to is a premise.
    fn known_range(&mut self, param: DeclId, bits: Term) {
        let Some(ranges) = self.f.param_ranges.get(&param).cloned() else { return };
        let ty = self.unit.decls[param].ty;
        let within = self.terms.within(bits, &ranges, self.unit.types.is_unsigned(ty));
        if self.role == Role::Before {
            let reach = std::mem::replace(&mut self.reach, Terms::TRUE);
            let outside = self.terms.not(within);
            self.undefined_if(outside);
            self.reach = reach;
        }
    }

    /// The value of an operand.
    pub fn operand(&mut self, op: Operand) -> Result<Value> {
        match op {
            Operand::None => Err("not modelled: no operand".to_string()),
            Operand::Ssa(name) => self.name(name),
            Operand::Const(id) => self.constant_value(id),
            Operand::Decl(decl) => match self.unit.decls[decl].kind {
                DeclKind::Function | DeclKind::Label => {
                    let bits = self.address_of_entity(Entity::Decl(decl))?;
                    Ok(self.defined(bits))
                }
                _ => self.load_operand(op),
            },
            Operand::Tree(id) => {
                let ty = self.unit.trees[id].ty;
                match self.unit.trees.kind(id).clone() {
                    TreeKind::Addr(object) => self.address_value(object),
                    TreeKind::Expr { code, args } => {
                        self.operation(ty, code, &[args[0], args[1], Operand::None])
                    }
                    TreeKind::Constructor(elements) => self.vector_of_elements(ty, &elements),
                    TreeKind::Clobber(_)
                    | TreeKind::WithSize { .. }
                    | TreeKind::VaArgPack
                    | TreeKind::DebugTemp(_) => {
                        Err("not modelled: an operand of its own kind".to_string())
                    }
                    _ if self.unit.is_memory_operand(op) => self.load_operand(op),
                    kind => self.part_of_register(&kind, ty),
                }
            }
        }
    }

    /// The value of an operand whose constants have a type given from outside.
    pub fn operand_as(&mut self, op: Operand, ty: TypeId) -> Result<Value> {
        let value = self.operand(op)?;
        let (width, wanted) = (self.terms.width(value.bits), self.width_of(ty)?);
        if width == wanted {
            return Ok(value);
        }
        let own = self.unit.type_of(self.f, op);
        if self.is_vector(own) || self.is_vector(ty) {
            return Err("not modelled: a vector of other lanes".to_string());
        }
        let unsigned = self.unit.types.is_unsigned(own);
        Ok(Value {
            bits: self.terms.resize(wanted, value.bits, unsigned),
            undef: self.terms.resize(wanted, value.undef, false),
        })
    }

    /// The bits of an operand that decides something: it is undefined to ask it where it is.
    pub fn defined_operand(&mut self, op: Operand) -> Result<Term> {
        let value = self.operand(op)?;
        let undefined = self.is_undefined(value);
        self.undefined_if(undefined);
        Ok(value.bits)
    }

    /// A part of a register, or its bits seen as another type.
    fn part_of_register(&mut self, kind: &TreeKind, ty: TypeId) -> Result<Value> {
        let width = self.width_of(ty)?;
        let (base, low) = match *kind {
            TreeKind::ViewConvert(base) => (base, 0),
            TreeKind::Realpart(base) => (base, 0),
            TreeKind::Imagpart(base) => (base, width),
            TreeKind::BitFieldRef { base, size, pos } if size == width => (base, pos as u32),
            _ => return Err("not modelled: a part of a register".to_string()),
        };
        let whole = self.operand(base)?;
        if low + width > self.terms.width(whole.bits) {
            return Err("not modelled: a view of another size".to_string());
        }
        Ok(Value {
            bits: self.terms.extract(low + width - 1, low, whole.bits),
            undef: self.terms.extract(low + width - 1, low, whole.undef),
        })
    }

    pub fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.unit.types.kind(ty), TypeKind::Vector { .. })
    }

    fn vector_of_elements(
        &mut self,
        ty: TypeId,
        elements: &[(gimple::tree::CtorIndex, Operand)],
    ) -> Result<Value> {
        let width = self.width_of(ty)?;
        let part = self.unit.types.element(ty);
        let mut all: Option<Value> = None;
        for &(_, element) in elements {
            let element = match part {
                Some(part) if !self.is_vector(self.unit.type_of(self.f, element)) => {
                    self.operand_as(element, part)?
                }
                _ => self.operand(element)?,
            };
            all = Some(match all {
                None => element,
                Some(low) => Value {
                    bits: self.terms.concat(element.bits, low.bits),
                    undef: self.terms.concat(element.undef, low.undef),
                },
            });
        }
        let zero = self.terms.constant(width, 0);
        let value = match all {
            None => self.defined(zero),
            Some(value) => value,
        };
        // Elements that are not said are zero.
        Ok(Value {
            bits: self.terms.zero_extend(width, value.bits),
            undef: self.terms.zero_extend(width, value.undef),
        })
    }

    /// `lhs = code rhs…`.
    pub fn assign(&mut self, lhs: Operand, code: TreeCode, rhs: &[Operand; 3]) -> Result<()> {
        let unit = self.unit;
        if let Operand::Tree(id) = rhs[0]
            && let TreeKind::Clobber(Clobber::Undef | Clobber::EndOfLife) = unit.trees.kind(id)
        {
            return self.clobber(lhs);
        }
        let ty = unit.type_of(self.f, lhs);
        if unit.types.is_aggregate(ty) {
            return self.copy_aggregate(lhs, rhs[0], ty);
        }
        let value = if code == TreeCode::Single {
            let from = unit.type_of(self.f, rhs[0]);
            if unit.types.is_aggregate(from)
                && !matches!(rhs[0], Operand::Tree(_) | Operand::Decl(_))
            {
                return Err("not modelled: an aggregate as a value".to_string());
            }
            self.operand_as(rhs[0], ty)?
        } else {
            self.operation(ty, code, rhs)?
        };
        self.write(lhs, ty, value)
    }

    /// Gives a register or memory a value.
    pub fn write(&mut self, lhs: Operand, ty: TypeId, value: Value) -> Result<()> {
        match lhs {
            Operand::None => Ok(()),
            Operand::Ssa(name) => {
                self.env.insert(name, value);
                Ok(())
            }
            _ => self.store_operand(lhs, ty, value),
        }
    }

    /// Whether a condition holds.
    pub fn condition(&mut self, code: TreeCode, lhs: Operand, rhs: Operand) -> Result<Term> {
        let bool_ = self.unit.common.bool_;
        let value = self.operation(bool_, code, &[lhs, rhs, Operand::None])?;
        let undefined = self.is_undefined(value);
        self.undefined_if(undefined);
        Ok(self.terms.is_nonzero(value.bits))
    }
}
