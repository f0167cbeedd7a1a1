//! Where variables are, decided before the first insn, in GCC's order. With optimisation these are the pseudo-registers of
//! partitions; what is in memory gets its place when it is first seen.
//!
//! ```text
//! int f (int n) { int i, s; { char big[40]; … } … }
//!      frame: i at -4, s at -8, then `big`; the next multiple of 16 down, and from there the parameter: n at -52
//! ```
//! First come the partitions of SSA names, in their order: pseudo-registers for temporaries, slots for variables. Then
//! variables of no lexical block, then those of the blocks, outer ones first; what is large and in an inner block comes
//! last, the strictest and largest first.

use super::{Expander, Result, Value};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId};
use fixedbitset::FixedBitSet;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::ssa::SsaName;
use gimple::stmt::{ScopeId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use rustc_hash::FxHashSet;
use tree_ssa::ssa::out_of_ssa::PartitionId;

/// From this size in bytes on, variables of inner blocks are laid out last.
const LARGE: u64 = 32;

impl Expander<'_> {
    /// Gives all partitions and local variables their places.
    pub(super) fn lay_out_frame(&mut self) -> Result<()> {
        self.em.laying_out = true;
        self.result_part = self.partition_of_result();
        let of_params: FxHashSet<PartitionId> =
            self.f.params.iter().map(|&parm| self.partition_of_parameter(parm)).collect();
        for index in self.needed_partitions().ones() {
            let id = PartitionId(index as u32);
            if !of_params.contains(&id) && id != self.result_part {
                self.partition(id)?;
            }
        }
        if self.options.optimize > 0 {
            return self.lay_out_referenced();
        }
        let in_blocks: FxHashSet<DeclId> =
            self.f.scopes.values().flat_map(|scope| scope.vars.iter().copied()).collect();
        for &decl in &self.f.locals {
            if !in_blocks.contains(&decl) && self.has_slot(decl) {
                self.home(decl)?;
            }
        }
        let mut large = Vec::new();
        if !self.f.scopes.is_empty() {
            self.lay_out_block(ScopeId(0), &mut large)?;
        }
        let key = |e: &Self, decl: DeclId| {
            let (size, align) = e.size_and_align(decl);
            std::cmp::Reverse((size, align))
        };
        large.sort_by_key(|&decl| key(self, decl));
        for decl in large {
            self.home(decl)?;
        }
        self.em.laying_out = false;
        let frame = &mut self.em.f.frame;
        frame.locals = (frame.locals + 15) & -16;
        Ok(())
    }

    /// With optimisation, what statements refer to has a place: the largest and strictest comes first, and of those that are
    /// alike the one declared last.
    fn lay_out_referenced(&mut self) -> Result<()> {
        let mut found = self.referenced_slots();
        if self.options.optimize == 1 && !self.f.scopes.is_empty() {
            let f = self.f;
            for decl in f.scopes[ScopeId(0)].vars.iter().filter(|&decl| found.remove(decl)) {
                self.home(*decl)?;
            }
        }
        let mut order: Vec<DeclId> = found.into_iter().collect();
        order.sort_unstable_by_key(|&decl| std::cmp::Reverse((self.size_and_align(decl), decl)));
        for decl in order {
            self.home(decl)?;
        }
        self.em.laying_out = false;
        let frame = &mut self.em.f.frame;
        frame.locals = (frame.locals + 15) & -16;
        Ok(())
    }

    /// The variables of the frame that statements refer to.
    fn referenced_slots(&self) -> FxHashSet<DeclId> {
        let f = self.f;
        let mut found = FxHashSet::default();
        let mut work: Vec<Operand> = Vec::new();
        for block in f.block_iter() {
            for phi in f.phis(block).map(|stmt| f.phi(stmt)) {
                work.extend(phi.args.iter().map(|arg| arg.value));
            }
            for stmt in f.block_stmts(block) {
                let says_nothing = matches!(f.stmts[stmt].kind, StmtKind::Assign { rhs: [Operand::Tree(id), ..], .. }
                    if matches!(self.unit.trees.kind(id), TreeKind::Clobber(_)));
                if !says_nothing {
                    f.for_each_read(stmt, &mut |op| work.push(op));
                    f.for_each_write(stmt, &mut |op| work.push(op));
                }
            }
            while let Some(op) = work.pop() {
                match op {
                    Operand::Decl(decl) if self.has_slot(decl) => {
                        found.insert(decl);
                    }
                    Operand::Tree(id) => self.unit.trees.for_each_operand(id, |op| work.push(op)),
                    _ => {}
                }
            }
        }
        found
    }

    /// Makes the register for the function's value, if there is to be one.
    pub(super) fn make_result_var(&mut self) {
        let ty = self.result_type;
        if let Some(mode) = self.structure_mode(ty) {
            self.result_var = Some(self.em.new_named_reg(mode, "<retval>", false, false));
            return;
        }
        let mode = self.mode_of_type(ty);
        if mode.is_int() || mode.is_float() {
            let pointer = self.unit.types.is_pointer(ty);
            let part = Some(self.result_part).filter(|part| part.is_some());
            let user = part.is_some_and(|part| self.begins_with_user_variable(part));
            let var = match self.unit.types.lanes(ty) {
                Some(_) => self.em.new_named_reg(mode, "<retval>", user, false),
                None => self.em.new_var(mode, "<retval>", user, pointer),
            };
            self.result_var = Some(var);
            if self.result_part.is_some() {
                let unsigned = self.unit.types.is_unsigned(ty);
                let value = Value::Scalar(self.em.var_value(var, mode, unsigned), mode);
                self.partition_values[self.result_part.0 as usize] = Some(value);
            }
        }
    }

    /// The partition that shares its register with the function's value: that of the name that is returned most often,
    /// unless a parameter comes in it.
    fn partition_of_result(&self) -> PartitionId {
        let ty = self.result_type;
        let mode = self.mode_of_type(ty);
        if self.options.optimize == 0 || !mode.is_int() && !mode.is_float() {
            return PartitionId::NONE;
        }
        let types = &self.unit.types;
        let fits = |name: SsaName| {
            let own = self.f.names[name].ty;
            let alike = types.is_pointer(own) == types.is_pointer(ty)
                && types.precision(own) == types.precision(ty)
                && types.is_unsigned(own) == types.is_unsigned(ty);
            (alike && self.mode_of_type(own) == mode).then(|| self.parts.of(name))
        };
        let mut found = None;
        for block in self.f.block_iter() {
            let Some(last) = self.f.last_stmt(block) else { continue };
            if let StmtKind::Return(Operand::Ssa(name)) = self.f.stmts[last].kind
                && let Some(id) = fits(name).filter(|id| id.is_some())
                && !self.f.params.iter().any(|&parm| self.partition_of_parameter(parm) == id)
            {
                let count = self.f.block_info[block].count;
                if found.is_none_or(|(most, _)| count > most) {
                    found = Some((count, id));
                }
            }
        }
        found.map_or(PartitionId::NONE, |(_, id)| id)
    }

    /// The mode in which a structure is returned, where that is a register's or a pair's.
    pub(super) fn structure_mode(&self, ty: TypeId) -> Option<Mode> {
        let record = matches!(
            self.unit.types.kind(ty),
            TypeKind::Record { .. } | TypeKind::Union { .. } | TypeKind::Array { .. }
        );
        let abi = if record { self.abi_of(ty).ok()? } else { return None };
        self.em.structure_mode(&abi)
    }

    fn lay_out_block(&mut self, scope: ScopeId, large: &mut Vec<DeclId>) -> Result<()> {
        let mut work = vec![scope];
        while let Some(scope) = work.pop() {
            let f = self.f;
            for &decl in &f.scopes[scope].vars {
                if !self.has_slot(decl) || self.homes.contains_key(&decl) {
                    continue;
                }
                if scope != ScopeId(0) && self.size_and_align(decl).0 >= LARGE {
                    large.push(decl);
                } else {
                    self.home(decl)?;
                }
            }
            work.extend(f.scopes[scope].blocks.iter().rev());
        }
        Ok(())
    }

    /// Whether a variable is in the frame.
    fn has_slot(&self, decl: DeclId) -> bool {
        let data = &self.unit.decls[decl];
        data.kind == DeclKind::Var
            && !data.is_global()
            && !data.has_any(flag::STATIC | flag::EXTERNAL | flag::HARD_REGISTER | flag::VIRTUAL)
            && !self.unit.is_gimple_reg(decl)
            && !self.held.contains_key(&decl)
            && self.unit.types.size(data.ty).is_some_and(|size| size > 0)
    }

    fn size_and_align(&self, decl: DeclId) -> (u64, u32) {
        let data = &self.unit.decls[decl];
        (self.unit.types.size(data.ty).unwrap_or(0), self.slot_align(decl))
    }

    /// The alignment of a variable's slot in bytes: arrays and structures have at least a word's.
    pub(super) fn slot_align(&self, decl: DeclId) -> u32 {
        let data = &self.unit.decls[decl];
        let align = data.align.max(self.unit.types.align(data.ty));
        let word = self.em.word_mode().size();
        if self.unit.types.is_aggregate(data.ty) { align.max(word) } else { align }
    }

    /// The partitions that hold anything: names that were never assigned need no place of their own.
    fn needed_partitions(&self) -> FixedBitSet {
        let mut needed = FixedBitSet::with_capacity(self.parts.table.len());
        for (name, _) in self.f.names.iter() {
            let id = self.parts.of(name);
            if id.is_some() && !self.is_undefined(name) {
                needed.insert(id.0 as usize);
            }
        }
        needed
    }

    /// The partition that a parameter's value comes in; where nothing reads it, that of a later value, which goes to the
    /// same place.
    pub(super) fn partition_of_parameter(&self, parm: DeclId) -> PartitionId {
        if let Some(&name) = self.f.default_defs.get(&parm) {
            let id = self.parts.of(name);
            if id.is_some() {
                return id;
            }
        }
        let found = self.parts.table.iter().find(|(_, partition)| partition.var == parm);
        found.map_or(PartitionId::NONE, |(id, _)| id)
    }

    /// Whether a parameter is in memory.
    pub(super) fn parameter_has_slot(&self, parm: DeclId) -> bool {
        let data = &self.unit.decls[parm];
        !self.unit.is_gimple_reg(parm) || !data.has(flag::REGISTER) && !data.has(flag::IGNORED)
    }

    /// Makes `slot` the place of a parameter.
    pub(super) fn settle_parameter(&mut self, parm: DeclId, slot: RtxId) {
        let ty = self.unit.decls[parm].ty;
        let id = self.partition_of_parameter(parm);
        if self.unit.is_gimple_reg(parm) && id.is_some() {
            let value = self.value_in(slot, ty);
            self.partition_values[id.0 as usize] = Some(value);
        } else {
            self.homes.insert(parm, slot);
        }
    }

    /// A slot for a partition of a variable's names.
    pub(super) fn partition_slot(&mut self, var: DeclId, ty: TypeId) -> Result<Value> {
        let slot = self.new_slot(ty, "")?;
        self.align_by_offset(slot);
        self.describe_variable(slot, var, ty);
        Ok(self.value_in(slot, ty))
    }

    /// A slot of the frame is aligned as its offset happens to be.
    pub(super) fn align_by_offset(&mut self, slot: RtxId) {
        let rtx = &self.em.f.rtx;
        let address = rtx.op(slot, 0);
        let offset = match rtx.code(address) {
            Code::Plus if self.em.is_frame_base(rtx.op(address, 0)) => {
                rtx.as_int(rtx.op(address, 1))
            }
            _ => None,
        };
        if let Some(offset) = offset {
            let align = self.alignment_at(offset);
            let attrs = MemAttrs { align, ..*self.em.f.rtx.mem_attrs(slot) };
            self.em.f.rtx.set_mem_attrs(slot, attrs);
        }
    }
}
