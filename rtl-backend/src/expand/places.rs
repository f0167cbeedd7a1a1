//! Where names and declarations are: pseudo-registers, frame slots, symbols.

use super::{Expander, Result, Value};
use crate::asm::{AsmUnit, user_label};
use crate::rtl::code::Code;
use crate::rtl::function::InsnId;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, StrId, VARIABLE, flag as rtx_flag, symbol_flag};
use dumps::DumpFlags;
use gimple::builtins::Family;
use gimple::constant::ConstId;
use gimple::decl::{Decl, DeclId, DeclKind, Visibility, flag};
use gimple::options::Flag;
use gimple::print::operand_text;
use gimple::ssa::SsaName;
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use tree_ssa::ssa::out_of_ssa::PartitionId;

/// The name of a declaration in assembly.
pub fn assembler_name(unit: &Unit, decl: DeclId) -> String {
    user_label(unit.target.user_label_prefix, &symbol_name(unit, decl))
}

/// The name of a declaration as RTL shows it: with `*` before it where it is to be taken as it is.
pub fn symbol_name(unit: &Unit, decl: DeclId) -> String {
    let data = &unit.decls[decl];
    let extra = data.extra.as_ref();
    if let Some(name) = extra.and_then(|extra| extra.assembler_name) {
        let text = unit.symbols.text(name);
        let given = extra.is_some_and(|extra| extra.assembler_name_given);
        if given || !is_pool_name(text) {
            return format!("{}{text}", if given { "*" } else { "" });
        }
    }
    match data.name {
        Some(name) => {
            let text = unit.symbols.text(name);
            if is_pool_name(text) {
                return format!("*.LD{}", decl.0);
            }
            let text = match data.kind {
                // What the library has no function for keeps the builtin's name, as every unknown function does.
                DeclKind::Function if data.builtin.is_some_and(|b| b.family() != Family::Nans) => {
                    text.strip_prefix("__builtin_").unwrap_or(text)
                }
                _ => text,
            };
            if data.context.is_some() && data.has(flag::STATIC) && !data.has(flag::PUBLIC) {
                format!("{text}.{}", decl.0)
            } else {
                text.to_string()
            }
        }
        None => format!("*.LD{}", decl.0),
    }
}

/// Gives the constants that gimplification has put into memory the names that dumps show of them: the numbers of what code
/// refers to come after theirs. Constants that are made later, or where numbers have been given already, keep names of their
/// own.
pub fn name_constants(unit: &mut Unit, asm: &mut AsmUnit) {
    if asm.has_reserved_constants() {
        return;
    }
    let number = |decl: DeclId| {
        let data = &unit.decls[decl];
        let name = data.extra.as_ref().and_then(|extra| extra.assembler_name)?;
        let number = unit.symbols.text(name).strip_prefix(".LC")?.parse::<u32>().ok();
        number.filter(|_| data.has(flag::CONST_POOL))
    };
    let constants: Vec<(DeclId, u32)> =
        unit.decls.keys().filter_map(|decl| Some((decl, number(decl)?))).collect();
    let reserved = constants.iter().map(|&(_, number)| number.saturating_add(1)).max();
    if !asm.reserve_constants(reserved.unwrap_or(0)) {
        return;
    }
    for (decl, _) in constants {
        unit.decls[decl].extra_mut().assembler_name_given = true;
    }
}

/// The constants gimplification puts into memory are named as GCC's pool entries are, whose numbers may belong to other
/// constants in the assembly file.
fn is_pool_name(text: &str) -> bool {
    text.trim_start_matches('*').starts_with(".LC")
}

/// Whether a symbol's address is known within the unit: it can't be preempted at link time, nor by a symbol of
/// the program that a shared object is loaded into.
pub fn binds_locally(unit: &Unit, decl: DeclId) -> bool {
    let data = &unit.decls[decl];
    let hidden = data.extra.as_ref().is_some_and(|e| e.visibility != Visibility::Default);
    let preempted = data.has(flag::PUBLIC) && (unit.interposable || data.has(flag::WEAK))
        || data.has(flag::IFUNC);
    !data.has(flag::EXTERNAL) && !preempted || hidden
}

/// Whether there is something to be said of a symbol although another file defines it.
pub fn is_noted(data: &Decl) -> bool {
    let hidden = || data.extra.as_ref().is_some_and(|e| e.visibility != Visibility::Default);
    data.has(flag::EXTERNAL) && (data.has(flag::WEAK) || hidden())
}

impl Expander<'_> {
    // SSA names.

    /// The value of a name.
    pub(super) fn name(&mut self, name: SsaName) -> Result<Value> {
        if self.replaced.contains(name.0 as usize) {
            return self.replaced_value(name, None);
        }
        let partition = self.parts.of(name);
        if self.is_undefined(name) && self.partition_unused(partition) {
            return self.undefined(self.f.names[name].ty);
        }
        self.partition(partition)
    }

    fn partition_unused(&self, partition: PartitionId) -> bool {
        self.parts.table[partition].count == 1
    }

    /// A value for what was never assigned: zero, as any other.
    fn undefined(&mut self, ty: TypeId) -> Result<Value> {
        let mode = self.mode_of_type(ty);
        if let TypeKind::Complex(part) = *self.unit.types.kind(ty) {
            let mode = self.mode_of_type(part);
            let zero = self.zero(mode);
            return Ok(Value::Complex(zero, zero, mode));
        }
        if mode == Mode::BLK {
            let slot = self.new_slot(ty, "")?;
            return Ok(Value::Memory(slot));
        }
        Ok(Value::Scalar(self.zero(mode), mode))
    }

    pub(super) fn zero(&mut self, mode: Mode) -> RtxId {
        if mode.is_float() { self.em.float_const(mode, 0) } else { self.em.int(0) }
    }

    /// The value held by a partition, whose place is made on first sight.
    pub(super) fn partition(&mut self, id: PartitionId) -> Result<Value> {
        if let Some(value) = self.partition_values[id.0 as usize] {
            return Ok(value);
        }
        let (var, ty) = (self.parts.table[id].var, self.parts.table[id].ty);
        let named = var.is_some() && !self.unit.decls[var].has(flag::IGNORED);
        let user = named || self.begins_with_user_variable(id);
        let name = if !self.em.unit.shows_names {
            String::new()
        } else if !named {
            self.name_of_partition(id)
        } else if var.is_some() {
            self.unit.decl_name(var).unwrap_or("").to_string()
        } else {
            String::new()
        };
        // Of what is in two registers only parameters are marked as the user's.
        let whole = !matches!(self.unit.types.kind(ty), TypeKind::Complex(_));
        let user = user && (whole || var.is_some() && self.unit.decls[var].kind == DeclKind::Parm);
        let value = if self.is_in_slot(var) {
            self.partition_slot(var, ty)?
        } else {
            self.new_value(ty, &name, user)?
        };
        self.partition_values[id.0 as usize] = Some(value);
        Ok(value)
    }

    /// Whether the first name of a partition is one of a variable of the source.
    pub(super) fn begins_with_user_variable(&mut self, id: PartitionId) -> bool {
        let Some(first) = self.first_name(id) else { return false };
        let var = self.f.names[first].var;
        var.is_some()
            && self.unit.decls[var].name.is_some()
            && !self.unit.decls[var].has(flag::IGNORED)
            && self.unit.decls[var].kind != DeclKind::Result
    }

    /// What dumps call a temporary: by the first of its names.
    fn name_of_partition(&mut self, id: PartitionId) -> String {
        let first = self.first_name(id);
        let nameless = Some(self.parts.table[id].var)
            .filter(|&var| var.is_some() && self.unit.decls[var].name.is_none());
        // A pass has made a variable since names were given.
        let made = first.map(|name| self.f.names[name].var).filter(|var| var.is_some());
        if let Some(var) = nameless.or(made) {
            return operand_text(self.unit, self.f, Operand::Decl(var), DumpFlags::NONE);
        }
        first.map_or_else(String::new, |name| gimple::print::ssa_name_text(self.unit, self.f, name))
    }

    /// The first name of a partition.
    fn first_name(&mut self, id: PartitionId) -> Option<SsaName> {
        if self.first_names.is_empty() {
            self.first_names = vec![None; self.parts.table.len()];
            for (name, &partition) in self.parts.of.iter().enumerate() {
                if partition.is_some() {
                    self.first_names[partition.0 as usize].get_or_insert(SsaName(name as u32));
                }
            }
        }
        self.first_names[id.0 as usize]
    }

    /// Registers (or memory, for what no register holds) for a value of a type.
    fn new_value(&mut self, ty: TypeId, name: &str, user: bool) -> Result<Value> {
        if let TypeKind::Complex(part) = *self.unit.types.kind(ty) {
            let mode = self.mode_of_type(part);
            let unsigned = self.unit.types.is_unsigned(part);
            let mut part = |offset| {
                let var = self.em.new_var(mode, name, user, false);
                self.em.shift_name(var, offset);
                self.em.var_value(var, mode, unsigned)
            };
            return Ok(Value::Complex(part(0), part(mode.size()), mode));
        }
        let mode = self.mode_of_type(ty);
        if mode == Mode::BLK {
            return Ok(Value::Memory(self.new_slot(ty, name)?));
        }
        if self.unit.types.lanes(ty).is_some() {
            // Only numbers are extended.
            return Ok(Value::Scalar(self.em.new_named_reg(mode, name, user, false), mode));
        }
        let pointer = self.unit.types.is_pointer(ty);
        let var = self.em.new_var(mode, name, user, pointer);
        let unsigned = self.unit.types.is_unsigned(ty);
        Ok(Value::Scalar(self.em.var_value(var, mode, unsigned), mode))
    }

    /// Assigns to the place of a name.
    pub(super) fn assign_name(&mut self, name: SsaName, value: Value) -> Result<()> {
        let partition = self.parts.of(name);
        if partition.is_none() {
            return Ok(());
        }
        self.assign_partition(partition, value)
    }

    pub(super) fn assign_partition(&mut self, id: PartitionId, value: Value) -> Result<()> {
        let place = self.partition(id)?;
        let ty = self.parts.table[id].ty;
        self.assign_value(place, value, ty)
    }

    /// Copies a value into a place that holds the same type.
    pub(super) fn assign_value(&mut self, place: Value, value: Value, ty: TypeId) -> Result<()> {
        match (place, value) {
            (Value::Scalar(dst, mode), Value::Scalar(src, _)) => {
                let unsigned = self.unit.types.is_unsigned(ty);
                self.store_scalar(dst, src, mode, unsigned);
                Ok(())
            }
            (Value::Complex(a, b, mode), Value::Complex(c, d, _)) => {
                let part = self.unit.types.element(ty).unwrap_or(ty);
                let unsigned = self.unit.types.is_unsigned(part);
                // The parts may be those of the place itself, the other way round.
                let d = if d == a { self.em.copy_to_reg(mode, d) } else { d };
                self.store_scalar(a, c, mode, unsigned);
                self.store_scalar(b, d, mode, unsigned);
                Ok(())
            }
            (Value::Memory(dst), Value::Memory(src)) => {
                let size = self.unit.types.size(ty).unwrap_or(0);
                self.em.block_move(dst, src, size as i64);
                Ok(())
            }
            _ => self.sorry("an assignment between these types"),
        }
    }

    /// Moves a scalar into a register made by `new_var` (seen through its promoted subreg), another register, or memory.
    pub(super) fn store_scalar(&mut self, dst: RtxId, src: RtxId, mode: Mode, unsigned: bool) {
        match self.em.promoted_var(dst) {
            Some(var) => {
                if self.is_volatile_slot(src) {
                    // GCC tries to extend it as it is, throws the insn away, and loads it first.
                    self.em.new_reg(self.em.word_mode());
                    self.em.skip_uids(1);
                }
                self.em.store_var(var, src, mode, unsigned);
            }
            None => self.em.emit_move(dst, src),
        }
    }

    /// Whether a value is a volatile variable in the frame.
    fn is_volatile_slot(&self, x: RtxId) -> bool {
        let rtx = &self.em.f.rtx;
        if rtx.code(x) != Code::Mem || rtx.flags(x) & rtx_flag::V == 0 {
            return false;
        }
        let address = rtx.op(x, 0);
        rtx.code(address) == Code::Plus && self.em.is_frame_base(rtx.op(address, 0))
    }

    /// A copy of a value in registers (or memory) of its own.
    pub(super) fn copy_value(&mut self, value: Value) -> Result<Value> {
        Ok(match value {
            Value::Scalar(rtx, mode) => Value::Scalar(self.em.copy_to_reg(mode, rtx), mode),
            Value::Complex(a, b, mode) => {
                Value::Complex(self.em.copy_to_reg(mode, a), self.em.copy_to_reg(mode, b), mode)
            }
            Value::Memory(mem) => {
                let size = self.em.f.rtx.mem_attrs(mem).size.unwrap_or(0);
                let align = self.em.f.rtx.mem_attrs(mem).align / 8;
                let copy = self.em.stack_local(size, align.max(1), "");
                self.em.block_move(copy, mem, size as i64);
                Value::Memory(copy)
            }
        })
    }

    // Memory.

    /// A frame slot for a value of a type.
    pub(super) fn new_slot(&mut self, ty: TypeId, name: &str) -> Result<RtxId> {
        let Some(size) = self.unit.types.size(ty) else {
            return self.sorry("an object of variable size");
        };
        let align = self.unit.types.align(ty);
        self.aligned_slot(size, align, name)
    }

    fn aligned_slot(&mut self, size: u64, align: u32, name: &str) -> Result<RtxId> {
        let word_mode = self.em.word_mode();
        if align <= 16 {
            return Ok(self.em.stack_local(size, align, name));
        }
        // The stack is aligned to 16 bytes only: reserve more and round the address up. The slot may be first used where
        // control does not always come by, so its address is made at the function's start.
        let wide = self.em.stack_local(size + u64::from(align) - 16, 16, name);
        let rounded = self.em.at_start(|em| {
            let address = em.address_of(wide);
            let up = em.int(i64::from(align) - 1);
            let raised = em.binop(crate::rtl::code::Code::Plus, word_mode, address, up);
            let mask = em.int(-i64::from(align));
            let rounded = em.binop(crate::rtl::code::Code::And, word_mode, raised, mask);
            em.force_reg(word_mode, rounded)
        });
        let attrs = MemAttrs { size: Some(size), align: align * 8, ..MemAttrs::of_mode(Mode::BLK) };
        Ok(self.em.mem_attrs(Mode::BLK, rounded, attrs, rtx_flag::C))
    }

    /// The hard register that is a variable, where it is one (`register long n asm ("a7")`).
    pub(super) fn hard_register(&mut self, op: Operand) -> Result<Option<(RtxId, Mode)>> {
        let Operand::Decl(decl) = op else { return Ok(None) };
        let data = &self.unit.decls[decl];
        if !data.has(flag::HARD_REGISTER) {
            return Ok(None);
        }
        let (name, ty) = (data.extra.as_ref().and_then(|extra| extra.hard_register), data.ty);
        let number =
            name.and_then(|name| crate::machine::target::by_name(self.unit.symbols.text(name)));
        let mode = self.mode_of_type(ty);
        match number {
            Some(number)
                if mode.is_float() && number >= 32 && !self.em.is_by_library(mode)
                    || mode.is_int() && number < 32 && !self.em.f.rtx.is_multiword(mode) =>
            {
                Ok(Some((self.em.f.rtx.gen_reg(mode, number), mode)))
            }
            _ => self.sorry("a variable of this type in this hard register"),
        }
    }

    /// The value of a variable in a hard register, which is all functions' where it is declared outside of them: then it
    /// is read here and now, whatever has been read before.
    pub(super) fn read_hard_register(&mut self, op: Operand) -> Result<Option<(RtxId, Mode)>> {
        let Some((register, mode)) = self.hard_register(op)? else { return Ok(None) };
        if !op.decl().is_some_and(|decl| self.unit.decls[decl].is_global()) {
            return Ok(Some((self.em.copy_to_reg(mode, register), mode)));
        }
        let value = self.em.new_reg(mode);
        self.em.move_global_register(mode, value, register);
        Ok(Some((value, mode)))
    }

    /// The memory of a declaration, as a `BLK` reference.
    pub(super) fn home(&mut self, decl: DeclId) -> Result<RtxId> {
        if let Some(&home) = self.homes.get(&decl) {
            return Ok(home);
        }
        let data = self.unit.decls[decl].clone();
        if data.has(flag::HARD_REGISTER) {
            return self.sorry("a variable in a hard register used as memory");
        }
        let home = if data.is_global() {
            let home = self.global_home(decl);
            if data.has(flag::THREAD_LOCAL) {
                // The address is in a register that has it from here on, not on every path through the function.
                return Ok(home);
            }
            home
        } else {
            let Some(size) = self.unit.types.size(data.ty) else {
                return self.variable_home(decl);
            };
            let name = self.unit.decl_name(decl).unwrap_or("").to_string();
            let align = self.slot_align(decl);
            let home = self.aligned_slot(size, align, &name)?;
            self.align_by_offset(home);
            self.describe_variable(home, decl, data.ty);
            let attrs = MemAttrs { base: VARIABLE | decl.0, ..*self.em.f.rtx.mem_attrs(home) };
            self.em.f.rtx.set_mem_attrs(home, attrs);
            home
        };
        self.homes.insert(decl, home);
        Ok(home)
    }

    /// The memory of a variable whose size is known at run time only: that of the value the caller has made room for.
    fn variable_home(&mut self, decl: DeclId) -> Result<RtxId> {
        let data = &self.unit.decls[decl];
        let (is_result, align) = (data.kind == DeclKind::Result, self.unit.types.align(data.ty));
        match self.em.f.struct_value {
            Some(address) if is_result => {
                let attrs =
                    MemAttrs { size: None, align: align * 8, ..MemAttrs::of_mode(Mode::BLK) };
                let address = self.em.force_reg(self.em.word_mode(), address);
                let home = self.em.f.rtx.gen_mem(Mode::BLK, address, attrs);
                self.homes.insert(decl, home);
                Ok(home)
            }
            _ => self.sorry("a variable of variable size"),
        }
    }

    fn global_home(&mut self, decl: DeclId) -> RtxId {
        let address = match self.unit.decls[decl].has(flag::THREAD_LOCAL) {
            true => self.tls_address(decl),
            false => self.symbol(decl),
        };
        let data = &self.unit.decls[decl];
        let align = self.variable_alignment(decl);
        let size = self.unit.types.size(data.ty);
        let name = self.unit.decl_name(decl).unwrap_or("").to_string();
        let expr = if name.is_empty() { StrId::NONE } else { self.em.f.rtx.string(&name) };
        let weak = data.has(flag::WEAK);
        let attrs = MemAttrs {
            expr,
            offset: Some(0),
            size,
            align,
            base: if weak { 0 } else { VARIABLE | decl.0 },
            ..MemAttrs::of_mode(Mode::BLK)
        };
        let ty = data.ty;
        let home = self.em.f.rtx.gen_mem(Mode::BLK, address, attrs);
        self.describe_variable(home, decl, ty);
        home
    }

    /// The address of a symbol.
    pub(super) fn symbol(&mut self, decl: DeclId) -> RtxId {
        let name = symbol_name(self.unit, decl);
        let data = &self.unit.decls[decl];
        if is_noted(data) {
            self.em.unit.noted_references.insert(decl);
        }
        let function = data.kind == DeclKind::Function;
        let mut flags = if function { symbol_flag::FUNCTION } else { 0 };
        if binds_locally(self.unit, decl) {
            flags |= symbol_flag::LOCAL;
        }
        if data.has(flag::EXTERNAL) {
            flags |= symbol_flag::EXTERNAL;
        }
        if !function && self.options.on(Flag::SectionAnchors) {
            flags |= symbol_flag::HAS_BLOCK;
        }
        let kind = if function { "function_decl" } else { "var_decl" };
        let address = self.em.symbol(&name, flags, kind, data.has(flag::WEAK));
        if data.has(flag::CONST_POOL) && is_pool_name(&name) {
            self.em.f.rtx.add_flags(address, rtx_flag::F);
        }
        let id = self.em.f.rtx.symbol_of(address);
        if let Some(declared) = self.unit.decl_name(decl) {
            self.em.f.rtx.set_declared_name(id, declared);
        }
        if self.unit.alias_target(decl).is_some() {
            self.em.f.rtx.mark_alias(id);
        }
        address
    }

    /// The memory of a string literal.
    pub(super) fn constant_object(&mut self, id: ConstId) -> RtxId {
        let size = match &self.unit.consts[id].value {
            gimple::constant::ConstValue::String(bytes) => bytes.len() as u64,
            _ => 0,
        };
        let label = self.em.unit.string_label(id);
        let name = format!("*.LC{label}");
        let address = self.em.symbol(&name, self.em.pool_flags(), "var_decl", false);
        self.em.f.rtx.add_flags(address, rtx_flag::F);
        let id = self.em.f.rtx.symbol_of(address);
        self.em.f.rtx.set_declared_name(id, &name);
        let attrs = MemAttrs { size: Some(size), align: 64, ..MemAttrs::of_mode(Mode::BLK) };
        let mem = self.em.f.rtx.gen_mem(Mode::BLK, address, attrs);
        self.em.f.rtx.add_flags(mem, rtx_flag::U | rtx_flag::C);
        mem
    }

    /// Says how many bytes a reference is about.
    pub(super) fn set_size(&mut self, mem: RtxId, size: Option<u64>) {
        let attrs = MemAttrs { size, ..*self.em.f.rtx.mem_attrs(mem) };
        self.em.f.rtx.set_mem_attrs(mem, attrs);
    }

    /// The address of a label, which may be one of another function.
    pub(super) fn label_value(&mut self, decl: DeclId) -> Result<RtxId> {
        let elsewhere = self.unit.decls[decl].context != self.f.decl || !self.f.labels.stands(decl);
        if !elsewhere {
            let label = self.user_label(decl)?;
            return Ok(self.em.label_address(label));
        }
        let number = match self.em.unit.label_numbers.get(&decl) {
            Some(&number) => number,
            None => {
                let number = self.em.unit.new_label();
                self.em.unit.label_numbers.insert(decl, number);
                number
            }
        };
        Ok(self.em.symbol(&format!("*.L{number}"), symbol_flag::LOCAL, "label_decl", false))
    }

    /// The label of a user's label whose address is taken or that is jumped to.
    pub(super) fn user_label(&mut self, decl: DeclId) -> Result<InsnId> {
        match self.f.labels.block(decl) {
            Some(block) => Ok(self.block_label(block)),
            None => self.sorry("the address of a label that is nowhere"),
        }
    }

    /// The object at `mem` seen as a value of a type, not loaded.
    pub(super) fn value_in(&mut self, mem: RtxId, ty: TypeId) -> Value {
        if let TypeKind::Complex(part) = *self.unit.types.kind(ty) {
            let mode = self.mode_of_type(part);
            let re = self.em.adjust_address(mem, mode, 0);
            let im = self.em.adjust_address(mem, mode, i64::from(mode.size()));
            return Value::Complex(re, im, mode);
        }
        match self.mode_of_type(ty) {
            Mode::BLK | Mode::VOID => Value::Memory(mem),
            mode => Value::Scalar(self.em.adjust_address(mem, mode, 0), mode),
        }
    }

    /// The object at `mem` loaded into registers, where its type fits some.
    pub(super) fn load(&mut self, mem: RtxId, ty: TypeId) -> Result<Value> {
        Ok(match self.value_in(mem, ty) {
            Value::Scalar(rtx, mode) => self.load_scalar(rtx, mode, ty),
            Value::Complex(a, b, mode) => {
                Value::Complex(self.em.copy_to_reg(mode, a), self.em.copy_to_reg(mode, b), mode)
            }
            memory => memory,
        })
    }

    /// Loads a scalar: narrow ones are extended to a register as their type says.
    pub(super) fn load_scalar(&mut self, mem: RtxId, mode: Mode, ty: TypeId) -> Value {
        let unsigned = self.unit.types.is_unsigned(ty);
        let align = self.em.f.rtx.mem_attrs(mem).align;
        let needs = mode.align() * 8;
        if align < needs && self.unit.target.strict_alignment {
            return Value::Scalar(self.load_unaligned(mem, mode, unsigned), mode);
        }
        Value::Scalar(mem, mode)
    }

    fn load_unaligned(&mut self, mem: RtxId, mode: Mode, unsigned: bool) -> RtxId {
        let block = self.em.adjust_address(mem, Mode::BLK, 0);
        let bits = u64::from(mode.bits());
        if !mode.is_float() {
            return self.em.extract_bits(block, 0, bits, unsigned, mode);
        }
        if mode == Mode::TF {
            let slot = self.em.stack_local(16, 16, "");
            self.em.block_move(slot, block, 16);
            let aligned = self.em.adjust_address(slot, mode, 0);
            return self.em.copy_to_reg(mode, aligned);
        }
        let int = if mode == Mode::SF { Mode::SI } else { self.em.word_mode() };
        let word = self.em.extract_bits(block, 0, bits, unsigned, int);
        self.em.bitcast(word, int, mode)
    }

    /// Stores a scalar into memory, whatever its alignment.
    pub(super) fn store_memory(&mut self, mem: RtxId, value: RtxId, mode: Mode) {
        let align = self.em.f.rtx.mem_attrs(mem).align;
        if align >= mode.align() * 8 || !self.unit.target.strict_alignment {
            self.em.emit_move(mem, value);
            return;
        }
        let block = self.em.adjust_address(mem, Mode::BLK, 0);
        if mode == Mode::TF || mode == Mode::TI {
            let slot = self.em.stack_local(16, 16, "");
            let aligned = self.em.adjust_address(slot, mode, 0);
            self.em.emit_move(aligned, value);
            self.em.block_move(block, slot, 16);
            return;
        }
        let (value, int) = match mode {
            Mode::SF => (self.em.bitcast(value, mode, Mode::SI), Mode::SI),
            Mode::DF => (self.em.bitcast(value, mode, Mode::DI), Mode::DI),
            _ => (value, mode),
        };
        self.em.store_bits(block, 0, u64::from(int.bits()), value, int);
    }
}
