//! Parameters. Without optimisation each has its place in memory before the first insn of the body; with it what comes in a
//! register goes to that of its first name.

use super::{Expander, Result, Value};
use crate::emit::{Arrival, IncomingParam, ParamSpec};
use crate::machine::target::abi::AbiType;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag as rtx_flag};
use gimple::decl::{DeclId, flag};
use gimple::types::{TypeId, TypeKind};
use tree_ssa::ssa::out_of_ssa::PartitionId;

impl Expander<'_> {
    /// Receives the parameters, in the order of GCC's insns.
    pub(super) fn receive_in_order(&mut self) -> Result<()> {
        let ret = self.abi_of(self.result_type)?;
        let params = self.f.params.clone();
        let mut abis = Vec::with_capacity(params.len());
        let mut names = Vec::with_capacity(params.len());
        for (index, &parm) in params.iter().enumerate() {
            abis.push(self.abi_of(self.passed_type(index, parm))?);
            names.push(self.unit.decl_name(parm).unwrap_or("").to_string());
        }
        let specs: Vec<IncomingParam<'_>> = abis
            .iter()
            .zip(&names)
            .zip(&params)
            .map(|((ty, name), &parm)| {
                let mode = self.mode_of_structure(self.unit.decls[parm].ty);
                IncomingParam { ty, name, as_number: mode != Mode::BLK }
            })
            .collect();
        let (locations, variadic) = self.em.param_locations(&specs, &ret);
        let simple = specs.iter().zip(&locations).zip(&params).all(|((spec, location), &parm)| {
            self.em.arrival(spec, location) != Arrival::Other && self.is_received_in_order(parm)
        });
        let is_variadic = self.unit.types.is_variadic(self.unit.decls[self.f.decl].ty);
        let chained = self.f.static_chain.expand().is_some();
        if !simple || chained {
            return self.receive_by_value(&abis, &names, &ret, is_variadic);
        }
        self.receive_result_address(&ret)?;
        // What is still to be done for them when all registers have been read.
        let mut rest = Vec::new();
        let mut by_address = Vec::new();
        for (index, (spec, location)) in specs.iter().zip(&locations).enumerate() {
            let parm = params[index];
            let ty = self.unit.decls[parm].ty;
            let own = self.mode_of_type(ty);
            let arrival = self.em.arrival(spec, location);
            let slot = match arrival {
                Arrival::Stack => self.em.stack_param(spec.ty, location),
                Arrival::Address => self.em.take_address(location, spec.ty),
                _ => self.parameter_slot(ty, spec.ty)?,
            };
            if arrival == Arrival::Stack && spec.ty.mode() != own {
                // What was passed wider is read as what it is.
                let size = self.unit.types.size(ty);
                let attrs = MemAttrs { size, ..*self.em.f.rtx.mem_attrs(slot) };
                self.em.f.rtx.set_mem_attrs(slot, attrs);
            }
            self.describe_variable(slot, parm, ty);
            if arrival == Arrival::Address {
                by_address.push((slot, parm));
            }
            if !matches!(arrival, Arrival::Stack | Arrival::Address)
                && let Some(wide) = self.em.take_param(spec, location, slot, own)
            {
                let passed = spec.ty.mode();
                rest.extend(self.em.aside(|em| em.settle_param(wide, passed, own, slot)));
            }
            self.settle_parameter(parm, slot);
        }
        if is_variadic {
            self.em.save_anonymous(&variadic);
        }
        self.em.bring_back(rest);
        for (slot, parm) in by_address {
            self.keep_address(slot, parm);
        }
        Ok(())
    }

    /// Whether a parameter is one of those that [`Self::receive_in_order`] places: no variable in a register, nor passed as
    /// something else than a wider number.
    fn is_received_in_order(&self, parm: DeclId) -> bool {
        let data = &self.unit.decls[parm];
        let volatile = data.has(flag::VOLATILE) && data.has(flag::REGISTER);
        self.parameter_has_slot(parm) && !volatile
    }

    /// Keeps the address where the caller wants a large value.
    fn receive_result_address(&mut self, ret: &AbiType) -> Result<()> {
        if !self.em.is_returned_in_memory(ret) {
            return Ok(());
        }
        let pointer = self.unit.types.pointer_to(self.result_type);
        let slot = self.new_slot(pointer, ".result_ptr")?;
        let alias = self.alias_set(pointer);
        let attrs = MemAttrs { alias, ..*self.em.f.rtx.mem_attrs(slot) };
        self.em.f.rtx.set_mem_attrs(slot, attrs);
        self.em.f.rtx.add_flags(slot, crate::rtl::rtx::flag::F);
        self.em.take_struct_value(slot);
        Ok(())
    }

    /// A slot for a parameter that comes in registers; structures take whole words, what is passed wider its room.
    fn parameter_slot(&mut self, ty: TypeId, abi: &AbiType) -> Result<RtxId> {
        let size = abi.size();
        let number = !abi.is_aggregate() || self.narrow_vector(ty).is_some();
        if number && Some(size) == self.unit.types.size(ty) {
            return self.new_slot(ty, "");
        }
        let word = self.em.word_mode().size();
        let (room, align) = match abi.is_aggregate() {
            true => (size.next_multiple_of(word.into()), abi.align().max(word)),
            false => (size, abi.align()),
        };
        let slot = self.em.stack_local(room, align, "");
        let size = self.unit.types.size(ty);
        let attrs = MemAttrs { size, ..*self.em.f.rtx.mem_attrs(slot) };
        self.em.f.rtx.set_mem_attrs(slot, attrs);
        Ok(slot)
    }

    /// The register that a parameter's value is kept in, with optimisation.
    fn register_of_parameter(&mut self, parm: DeclId) -> Result<Option<RtxId>> {
        let name = self.f.default_defs.get(&parm).copied();
        let id = name.map_or(PartitionId::NONE, |name| self.parts.of(name));
        if self.options.optimize == 0 || id.is_none() || !self.unit.is_gimple_reg(parm) {
            return Ok(None);
        }
        let Value::Scalar(rtx, _) = self.partition(id)? else { return Ok(None) };
        let var = self.em.promoted_var(rtx).unwrap_or(rtx);
        Ok((self.em.f.rtx.code(var) == Code::Reg).then_some(var))
    }

    /// Says in the register that a parameter comes in that it is a pointer, or a large value's address.
    fn mark_parameter(&mut self, parm: DeclId, value: RtxId) {
        let r = &mut self.em.f.rtx;
        if r.code(value) == Code::Mem {
            let address = r.op(value, 0);
            if r.code(address) == Code::Reg && !self.em.is_virtual(address) {
                self.em.f.rtx.add_flags(address, rtx_flag::V | rtx_flag::F);
            }
        } else if self.unit.types.is_pointer(self.unit.decls[parm].ty) {
            self.em.mark_pointer(value);
        }
    }

    /// Receives parameters of which some need more than a store.
    pub(super) fn receive_by_value(
        &mut self,
        abis: &[AbiType],
        names: &[String],
        ret: &AbiType,
        variadic: bool,
    ) -> Result<()> {
        let chain = self.f.static_chain.expand().map(|parm| (parm, self.em.receive_chain()));
        let mut specs = Vec::with_capacity(abis.len());
        for (index, (ty, name)) in abis.iter().zip(names).enumerate() {
            let parm = self.f.params[index];
            let vector = self.narrow_vector(self.unit.decls[parm].ty).is_some();
            let home = match ty.is_aggregate() && !vector {
                true => None,
                false => self.register_of_parameter(parm)?,
            };
            if let Some(reg) = home.and_then(|home| self.em.f.rtx.as_reg(home))
                && ty.mode() != self.mode_of_type(self.unit.decls[parm].ty)
            {
                // What comes wider than it is, is in it as it comes at first.
                self.em.f.narrow_vars.insert(reg, (64, false));
            }
            let complex =
                matches!(self.unit.types.kind(self.unit.decls[parm].ty), TypeKind::Complex(_));
            let parts = complex && self.unit.is_gimple_reg(parm);
            specs.push(ParamSpec { ty, name, home, parts });
        }
        let values = self.em.receive_params(&specs, variadic, ret);
        for (index, value) in values.into_iter().enumerate() {
            let parm = self.f.params[index];
            self.mark_parameter(parm, value);
            let passed = self.passed_type(index, parm);
            self.place_parameter((parm, passed), value, &abis[index])?;
        }
        if let Some((parm, value)) = chain {
            let ty = self.unit.decls[parm].ty;
            let abi = self.abi_of(ty)?;
            self.place_parameter((parm, ty), value, &abi)?;
        }
        Ok(())
    }
}
