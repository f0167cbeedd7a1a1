//! Variables that are no names of values, and yet in registers: structures that have an integer's mode, and temporaries.
//!
//! ```text
//! struct { unsigned a : 3, b : 29; } s;
//! s.a = 5;      =>   (set (reg:DI 75) (and:DI (subreg:DI (reg/v:SI 72 [ s ]) 0) (const_int -8)))
//! f (s);             …
//!                    (set (reg/v:SI 72 [ s ]) (reg:SI 78))
//!                    (set (reg:SI 10 a0) (reg/v:SI 72 [ s ]))
//! ```
//! Nothing takes their address. Without optimisation only temporaries are held so, and what the program wants in a register. A
//! variable to which anything else is done than what this file knows of stays in memory.

use super::{Expander, Result, Value};
use crate::emit::{Before, Bits};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use dumps::DumpFlags;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::print::operand_text;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables in registers, with their values once these have been asked for.
pub(super) type Held = FxHashMap<DeclId, Option<Value>>;

/// Bits of a variable: the first of them, and how many where that is not what the type says.
struct Member {
    decl: DeclId,
    pos: u64,
    size: Option<u64>,
}

impl Expander<'_> {
    /// Finds the variables that are held in registers.
    pub(super) fn find_held(&mut self) {
        let f = self.f;
        let in_blocks = f.scopes.values().flat_map(|scope| scope.vars.iter());
        let held = f.locals.iter().chain(in_blocks).copied();
        let held: Vec<DeclId> = held.filter(|&decl| self.could_be_held(decl).is_some()).collect();
        self.held = held.into_iter().map(|decl| (decl, None)).collect();
        if self.held.is_empty() {
            return;
        }
        let mut unfit = FxHashSet::default();
        for block in f.block_iter() {
            for phi in f.phis(block).map(|stmt| f.phi(stmt)) {
                phi.args.iter().for_each(|arg| self.leave_in_memory(arg.value, &mut unfit));
            }
            for stmt in f.block_stmts(block) {
                self.find_unfit(stmt, &mut unfit);
            }
        }
        self.held.retain(|decl, _| !unfit.contains(decl));
    }

    /// The mode of the register that a variable could be in.
    fn could_be_held(&self, decl: DeclId) -> Option<Mode> {
        const ELSEWHERE: u64 = flag::STATIC
            | flag::EXTERNAL
            | flag::HARD_REGISTER
            | flag::VIRTUAL
            | flag::ADDRESSABLE
            | flag::VOLATILE
            | flag::HAS_VALUE_EXPR;
        let data = &self.unit.decls[decl];
        let wanted = self.options.optimize > 0 || data.has_any(flag::IGNORED | flag::REGISTER);
        let local = data.kind == DeclKind::Var && !data.is_global() && !data.has_any(ELSEWHERE);
        if !wanted || !local || self.unit.is_gimple_reg(decl) {
            return None;
        }
        let mode = self.mode_of_object(data.ty);
        let fits = mode.is_int() || matches!(mode, Mode::SF | Mode::DF);
        let whole = self.unit.types.size(data.ty) == Some(mode.size().into());
        let simple = !self.em.is_by_library(mode) && mode.size() <= self.em.word_mode().size();
        (fits && whole && simple && self.unit.types.lanes(data.ty).is_none()).then_some(mode)
    }

    /// Notes the variables to which a statement does something that is done in memory only.
    fn find_unfit(&self, stmt: StmtId, unfit: &mut FxHashSet<DeclId>) {
        match &self.f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code: TreeCode::Single, rhs } => {
                let (lhs, rhs) = (*lhs, rhs[0]);
                for (op, other) in [(lhs, rhs), (rhs, lhs)] {
                    match op {
                        Operand::Decl(decl) if self.is_copied_whole(decl, other) => {}
                        Operand::Decl(decl) => _ = unfit.insert(decl),
                        _ => self.look_at_member(op, unfit),
                    }
                }
            }
            StmtKind::Call(call) => {
                let plain = match call.callee {
                    Callee::Decl(decl) => self.unit.decls[decl].builtin.is_none(),
                    Callee::Pointer(_) => true,
                    Callee::Internal(_) => false,
                };
                match call.lhs {
                    Operand::Decl(_) if plain => {}
                    lhs if plain => self.look_at_member(lhs, unfit),
                    lhs => self.leave_in_memory(lhs, unfit),
                }
                self.f.for_each_read(stmt, &mut |op| match op {
                    Operand::Decl(_) if plain => {}
                    _ => self.leave_in_memory(op, unfit),
                });
            }
            StmtKind::Return(Operand::Decl(_)) => {}
            StmtKind::Assign { .. } | StmtKind::Cond { .. } => {
                let mut look = |op| match op {
                    Operand::Decl(decl) if self.is_scalar(decl) => {}
                    _ => self.leave_in_memory(op, unfit),
                };
                self.f.for_each_read(stmt, &mut look);
                self.f.for_each_write(stmt, &mut |op| match op {
                    Operand::Decl(decl) if self.is_scalar(decl) => {}
                    _ => self.look_at_member(op, unfit),
                });
            }
            _ => {
                self.f.for_each_read(stmt, &mut |op| self.leave_in_memory(op, unfit));
                self.f.for_each_write(stmt, &mut |op| self.leave_in_memory(op, unfit));
            }
        }
    }

    fn is_scalar(&self, decl: DeclId) -> bool {
        !self.unit.types.is_aggregate(self.unit.decls[decl].ty)
    }

    /// Whether all of a variable is copied from `other` or to it in a way that registers are.
    fn is_copied_whole(&self, decl: DeclId, other: Operand) -> bool {
        if self.is_scalar(decl) {
            return true;
        }
        match other {
            Operand::Decl(_) => true,
            Operand::Tree(id) => match self.unit.trees.kind(id) {
                TreeKind::Constructor(elements) => elements.is_empty(),
                TreeKind::MemRef { .. }
                | TreeKind::TargetMemRef { .. }
                | TreeKind::ComponentRef { .. }
                | TreeKind::ArrayRef { .. }
                | TreeKind::Clobber(_) => true,
                _ => false,
            },
            _ => false,
        }
    }

    /// Looks whether a reference to part of a variable is to a number in it.
    fn look_at_member(&self, op: Operand, unfit: &mut FxHashSet<DeclId>) {
        let Some(Member { decl, pos, size }) = self.member_of(op) else {
            return self.leave_in_memory(op, unfit);
        };
        let Some(home) = self.could_be_held(decl) else { return };
        let ty = self.unit.type_of(self.f, op);
        let mode = self.mode_of_type(ty);
        let size = size.unwrap_or(mode.bits().into());
        let number = mode.is_int() || matches!(mode, Mode::SF | Mode::DF);
        let number = number && !self.em.is_by_library(mode) && self.unit.types.lanes(ty).is_none();
        let inside = pos + size <= home.bits().into() && size > 0 && size <= mode.bits().into();
        let fits = mode == home || home.is_int() && (mode.is_int() || size == mode.bits().into());
        if self.is_scalar(decl) || !number || !inside || !fits || mode.size() > 8 {
            unfit.insert(decl);
        }
    }

    /// All variables in an operand stay in memory.
    fn leave_in_memory(&self, op: Operand, unfit: &mut FxHashSet<DeclId>) {
        let mut work = vec![op];
        while let Some(op) = work.pop() {
            match op {
                Operand::Decl(decl) => _ = unfit.insert(decl),
                Operand::Tree(id) => self.unit.trees.for_each_operand(id, |op| work.push(op)),
                _ => {}
            }
        }
    }

    /// The bits of a variable that a reference is to, where constants say which.
    fn member_of(&self, op: Operand) -> Option<Member> {
        let types = &self.unit.types;
        let (mut at, mut pos, mut size) = (op, 0i64, None);
        while let Operand::Tree(id) = at {
            let node = &self.unit.trees[id];
            if node.volatile {
                return None;
            }
            at = match node.kind {
                TreeKind::ComponentRef { base, field } => {
                    let field = types.field(field);
                    pos = pos.checked_add(field.bit_offset as i64)?;
                    if field.is_bitfield && at == op {
                        size = Some(field.bit_size);
                    }
                    base
                }
                TreeKind::ArrayRef { base, index } => {
                    let index = i64::try_from(self.unit.as_int(index)?).ok()?;
                    let step = i64::try_from(types.size(node.ty)?).ok()?;
                    pos = pos.checked_add(index.checked_mul(step)?.checked_mul(8)?)?;
                    base
                }
                TreeKind::BitFieldRef { base, size: bits, pos: first } => {
                    pos = pos.checked_add(first as i64)?;
                    if at == op {
                        size = Some(bits.into());
                    }
                    base
                }
                TreeKind::MemRef { base, offset, .. } => {
                    pos = pos.checked_add(offset.checked_mul(8)?)?;
                    self.unit.addressed(base)?
                }
                _ => return None,
            };
        }
        let pos = u64::try_from(pos).ok()?;
        Some(Member { decl: at.decl()?, pos, size })
    }

    /// The register of a variable that is held in one.
    pub(super) fn held(&mut self, op: Operand) -> Option<Value> {
        let decl = op.decl()?;
        if let Some(value) = *self.held.get(&decl)? {
            return Some(value);
        }
        let data = &self.unit.decls[decl];
        let (ty, user) = (data.ty, data.name.is_some() && !data.has(flag::IGNORED));
        let mode = self.could_be_held(decl)?;
        let name = operand_text(self.unit, self.f, op, DumpFlags::NONE);
        let value = match self.unit.types.is_aggregate(ty) {
            true => Value::Scalar(self.em.new_named_reg(mode, &name, user, false), mode),
            false => {
                let pointer = self.unit.types.is_pointer(ty);
                let var = self.em.new_var(mode, &name, user, pointer);
                let unsigned = self.unit.types.is_unsigned(ty);
                Value::Scalar(self.em.var_value(var, mode, unsigned), mode)
            }
        };
        self.held.insert(decl, Some(value));
        Some(value)
    }

    /// Whether a variable, or the one that a reference is to part of, is held in a register.
    pub(super) fn is_held(&self, op: Operand) -> bool {
        if self.held.is_empty() {
            return false;
        }
        let decl = match op {
            Operand::Decl(decl) => Some(decl),
            _ => self.member_of(op).map(|member| member.decl),
        };
        decl.is_some_and(|decl| self.held.contains_key(&decl))
    }

    /// The part of a variable in a register that a reference is to.
    pub(super) fn load_held(&mut self, op: Operand, ty: TypeId) -> Option<Value> {
        if !self.is_held(op) {
            return None;
        }
        let Member { decl, pos, size } = self.member_of(op)?;
        let Value::Scalar(register, home) = self.held(Operand::Decl(decl))? else { return None };
        let mode = self.mode_of_type(ty);
        if mode == home && size.is_none() {
            return Some(Value::Scalar(register, mode));
        }
        let size = size.unwrap_or(mode.bits().into());
        let unsigned = self.unit.types.is_unsigned(ty);
        let target = self.goal.take();
        let bits = (pos, size);
        let part = self.em.load_register_bits((register, home), bits, unsigned, mode, target);
        Some(Value::Scalar(part, mode))
    }

    /// Stores into a variable in a register, or a part of it; whether the reference is to one.
    pub(super) fn store_held(&mut self, lhs: Operand, ty: TypeId, value: Value) -> Result<bool> {
        if !self.is_held(lhs) {
            return Ok(false);
        }
        let Some(Member { decl, pos, size }) = self.member_of(lhs) else { return Ok(false) };
        let Some(Value::Scalar(register, home)) = self.held(Operand::Decl(decl)) else {
            return Ok(false);
        };
        match value {
            Value::Scalar(rtx, mode) if matches!(lhs, Operand::Decl(_)) => {
                let rtx = if mode == Mode::VOID { rtx } else { self.em.lowpart(home, rtx) };
                let unsigned = self.unit.types.is_unsigned(ty);
                self.store_scalar(register, rtx, home, unsigned);
            }
            Value::Scalar(rtx, mode) => {
                let size = size.unwrap_or(mode.bits().into());
                self.em.store_register_bits(register, (pos, size), (rtx, mode), Before::Unknown);
            }
            Value::Memory(mem) => self.load_whole(register, home, mem),
            Value::Complex(..) => return self.sorry("a complex number in this place"),
        }
        Ok(true)
    }

    /// Copies all of a variable in a register, where one of the sides is one; whether it is.
    pub(super) fn copy_held(&mut self, lhs: Operand, rhs: Operand, ty: TypeId) -> Result<bool> {
        let record = matches!(
            self.unit.types.kind(ty),
            TypeKind::Record { .. } | TypeKind::Union { .. } | TypeKind::Array { .. }
        );
        if !record {
            return Ok(false);
        }
        if let Some(Value::Scalar(register, mode)) = self.held(lhs) {
            match self.held(rhs) {
                Some(Value::Scalar(other, _)) => self.em.emit_move(register, other),
                _ => {
                    let mem = self.reference_memory(rhs, ty)?;
                    self.load_whole(register, mode, mem);
                }
            }
            return Ok(true);
        }
        let Some(Value::Scalar(register, mode)) = self.held(rhs) else { return Ok(false) };
        let mem = self.reference_memory(lhs, ty)?;
        if self.em.f.rtx.mem_attrs(mem).align >= mode.align() * 8 {
            let to = self.em.adjust_address(mem, mode, 0);
            self.em.emit_move(to, register);
        } else {
            let bits = Bits { mem, pos: 0, size: mode.bits().into() };
            self.em.store_field(bits, None, Some(mode), (register, mode));
        }
        Ok(true)
    }

    /// Loads all of a variable in a register.
    fn load_whole(&mut self, register: RtxId, mode: Mode, mem: RtxId) {
        let value = if self.em.f.rtx.mem_attrs(mem).align >= mode.align() * 8 {
            self.em.adjust_address(mem, mode, 0)
        } else {
            let bits = Bits { mem, pos: 0, size: mode.bits().into() };
            self.em.load_field(bits, true, mode, None)
        };
        self.em.emit_move(register, value);
    }

    /// Clears a variable in a register; whether it is one.
    pub(super) fn clear_held(&mut self, lhs: Operand) -> bool {
        let Some(Value::Scalar(register, mode)) = self.held(lhs) else { return false };
        let zero = self.zero(mode);
        self.em.emit_move(register, zero);
        true
    }

    /// Puts what a call returned into a variable in a register; whether it goes there.
    pub(super) fn receive_held(&mut self, lhs: Operand, value: RtxId) -> bool {
        let record = lhs.decl().is_some_and(|decl| !self.is_scalar(decl));
        let Some(Value::Scalar(register, mode)) = self.held(lhs).filter(|_| record) else {
            return false;
        };
        match self.em.f.rtx.code(value) {
            Code::Mem => self.load_whole(register, mode, value),
            _ => {
                let value = self.em.lowpart(mode, value);
                self.em.emit_move(register, value);
            }
        }
        true
    }
}
