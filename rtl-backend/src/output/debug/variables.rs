//! Entries of variables and parameters, and where they are.
//!
//! ```text
//! static int count;          variable { name "count", type → int, location addr count }
//! int f (long n) { … }       formal_parameter { name "n", type → long int, location fbreg -24 }
//! ```
//! `fbreg` counts from the frame's top, the CFA.

use super::Information;
use super::codes::*;
use super::dies::{DieId, Op, Value};
use super::places::Place;
use super::types::constant;
use crate::expand::assembler_name;
use crate::machine::target;
use gimple::constant::ConstValue;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::tree::{Operand, TreeKind};
use gimple::types::Quals;

impl Information<'_> {
    /// A variable or parameter of a function, within a block of it.
    pub(super) fn local(&mut self, parent: DieId, decl: DeclId) {
        let data = &self.unit.decls[decl];
        if data.is_global() {
            return self.global(parent, decl);
        }
        let parameter = data.kind == DeclKind::Parm;
        let die = match self.inlined_parameter(parent, decl) {
            Some(die) => die,
            None => {
                let tag = if parameter { TAG_FORMAL_PARAMETER } else { TAG_VARIABLE };
                let die = self.dies.add(parent, tag);
                self.declaration(die, decl);
                die
            }
        };
        let place = self.place(decl).map(place_ops);
        if let Some(ops) = place.or_else(|| self.hard_register(decl)) {
            self.dies.set(die, AT_LOCATION, Value::Location(ops));
        } else if let Some(list) = self.locations.remove(&decl) {
            let label = format!(".LLST{}", self.location_lists.len());
            self.location_lists.push(list);
            self.dies.set(die, AT_LOCATION, Value::Section(label.into()));
        }
    }

    /// Where a variable is; one of variable size has a variable that points to it.
    fn place(&self, decl: DeclId) -> Option<Place> {
        if !self.unit.decls[decl].has(flag::HAS_VALUE_EXPR) {
            return self.places.get(&decl).copied();
        }
        let Operand::Tree(value) = *self.unit.initializers.get(&decl)? else { return None };
        match *self.unit.trees.kind(value) {
            TreeKind::MemRef { base: Operand::Decl(pointer), offset: 0, .. } => {
                match *self.places.get(&pointer)? {
                    Place::Frame(offset) => Some(Place::Indirect(offset)),
                    Place::Indirect(_) => None,
                }
            }
            _ => None,
        }
    }

    /// A variable that lives as long as the program, or an `extern` declaration of one.
    pub(super) fn global(&mut self, parent: DieId, decl: DeclId) {
        let data = &self.unit.decls[decl];
        let (external, public) = (data.has(flag::EXTERNAL), data.has(flag::PUBLIC));
        let location = self.hard_register(decl).or_else(|| self.symbol_ops(decl));
        let value = if location.is_none() { self.constant_value(decl) } else { None };
        if !external && location.is_none() && value.is_none() {
            return;
        }
        self.told.insert(decl);
        let die = self.dies.add(parent, TAG_VARIABLE);
        self.declaration(die, decl);
        if public {
            self.dies.set(die, AT_EXTERNAL, Value::Flag);
        }
        match (location, value) {
            (Some(ops), _) => self.dies.set(die, AT_LOCATION, Value::Location(ops)),
            (None, Some(value)) => self.dies.set(die, AT_CONST_VALUE, value),
            (None, None) => self.dies.set(die, AT_DECLARATION, Value::Flag),
        }
    }

    /// Name, place in the source and type.
    pub(super) fn declaration(&mut self, die: DieId, decl: DeclId) {
        if let Some(name) = self.unit.decl_name(decl) {
            self.dies.text(die, AT_NAME, name);
        }
        let (loc, ty) = (self.unit.decls[decl].loc, self.unit.decls[decl].ty);
        self.declared_at(die, loc);
        self.set_type(die, ty);
    }

    /// The register that is a variable: a local one only as long as nothing else is put there.
    fn hard_register(&self, decl: DeclId) -> Option<Box<[Op]>> {
        let data = &self.unit.decls[decl];
        if !data.has(flag::HARD_REGISTER) || !data.is_global() && self.options.optimized {
            return None;
        }
        let name = data.extra.as_ref()?.hard_register?;
        let number = target::by_name(self.unit.symbols.text(name))?;
        Some(Box::new([Op::Register(u8::try_from(number).ok()?)]))
    }

    /// The address of a variable that this file holds.
    fn symbol_ops(&self, decl: DeclId) -> Option<Box<[Op]>> {
        let data = &self.unit.decls[decl];
        if data.has(flag::EXTERNAL) || !self.written.contains(&decl) {
            return None;
        }
        let name = assembler_name(self.unit, decl);
        Some(if data.has(flag::THREAD_LOCAL) {
            let symbol = format!("{name}+0x800").into();
            let (code, directive) = match self.options.machine.isa.wide {
                true => (OP_CONST8U, "dtpreldword"),
                false => (OP_CONST4U, "dtprelword"),
            };
            let offset = Op::Symbol(code, directive, symbol);
            Box::new([offset, Op::Plain(OP_GNU_PUSH_TLS_ADDRESS)])
        } else {
            let directive = if self.options.machine.isa.wide { "8byte" } else { "4byte" };
            Box::new([Op::Symbol(OP_ADDR, directive, name.into())])
        })
    }

    /// The value of a constant that needs no memory.
    fn constant_value(&self, decl: DeclId) -> Option<Value> {
        let data = &self.unit.decls[decl];
        let quals = self.unit.types[data.ty].quals;
        // What nobody writes is constant, whether it is declared so or not.
        let written_once = quals.contains(Quals::CONST) || data.has(flag::READONLY);
        if !written_once || quals.contains(Quals::VOLATILE) {
            return None;
        }
        let Operand::Const(id) = *self.unit.initializers.get(&decl)? else { return None };
        match self.unit.consts[id].value {
            ConstValue::Int(value) if self.unit.types.size(data.ty)? <= 8 => Some(constant(value)),
            _ => None,
        }
    }

    /// Where the highest index of a variable length array is.
    pub(super) fn variable_bound(&self, bound: DeclId) -> Option<Value> {
        let place = *self.places.get(&bound)?;
        let mut ops = place_ops(place).into_vec();
        ops.push(Op::Plain(OP_DEREF));
        Some(Value::Location(ops.into()))
    }
}

fn place_ops(place: Place) -> Box<[Op]> {
    match place {
        Place::Frame(offset) => Box::new([Op::Offset(OP_FBREG, offset)]),
        Place::Indirect(offset) => Box::new([Op::Offset(OP_FBREG, offset), Op::Plain(OP_DEREF)]),
    }
}
