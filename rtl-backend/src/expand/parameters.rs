//! Parameters without optimisation: each has its place in memory before the first insn of the body.

use super::{Expander, Result};
use crate::emit::{Arrival, ParamSpec, PlainParam};
use crate::machine::riscv::abi::AbiType;
use crate::rtl::rtx::{MemAttrs, RtxId};
use gimple::types::TypeId;

/// What is still to be done for a parameter when all registers have been read.
enum Rest {
    /// Nothing.
    Done,
    /// The low part of a register is to be stored.
    Store(RtxId, RtxId),
}

impl Expander<'_> {
    /// Receives the parameters, in the order of GCC's insns.
    pub(super) fn receive_plainly(&mut self) -> Result<()> {
        let ret = self.abi_of(self.result_type)?;
        let params = self.f.params.clone();
        let mut abis = Vec::with_capacity(params.len());
        let mut names = Vec::with_capacity(params.len());
        for (index, &parm) in params.iter().enumerate() {
            abis.push(self.abi_of(self.passed_type(index, parm))?);
            names.push(self.unit.decl_name(parm).unwrap_or("").to_string());
        }
        let specs: Vec<PlainParam<'_>> =
            abis.iter().zip(&names).map(|(ty, name)| PlainParam { ty, name }).collect();
        let locations = self.em.param_locations(&specs, &ret);
        let simple = specs.iter().zip(&locations).enumerate().all(|(index, (spec, location))| {
            let parm = params[index];
            let whole = self.passed_type(index, parm) == self.unit.decls[parm].ty;
            let arrival = self.em.arrival(spec, location);
            whole && arrival != Arrival::Other && self.parameter_has_slot(parm)
        });
        let variadic = self.unit.types.is_variadic(self.unit.decls[self.f.decl].ty);
        let chained = self.f.static_chain.expand().is_some();
        if !simple || variadic || chained || self.em.is_returned_in_memory(&ret) {
            return self.receive_by_value(&abis, &names, &ret, variadic);
        }
        let mut rests = Vec::with_capacity(params.len());
        for (index, (spec, location)) in specs.iter().zip(&locations).enumerate() {
            let parm = params[index];
            let ty = self.unit.decls[parm].ty;
            let slot = match self.em.arrival(spec, location) {
                Arrival::Stack => self.em.stack_param(spec.ty, location),
                _ => self.parameter_slot(ty, spec.ty)?,
            };
            self.describe_variable(slot, parm, ty);
            let rest = match self.em.arrival(spec, location) {
                Arrival::Stack => Rest::Done,
                _ => match self.em.take_param(spec, location, slot) {
                    Some(wide) => Rest::Store(wide, slot),
                    None => Rest::Done,
                },
            };
            rests.push(rest);
            self.settle_parameter(parm, slot);
        }
        for (rest, spec) in rests.into_iter().zip(&specs) {
            if let Rest::Store(wide, slot) = rest {
                self.em.settle_param(wide, spec.ty.mode(), slot);
            }
        }
        Ok(())
    }

    /// A slot for a parameter that comes in registers; structures take whole words.
    fn parameter_slot(&mut self, ty: TypeId, abi: &AbiType) -> Result<RtxId> {
        if !abi.is_aggregate() {
            return self.new_slot(ty, "");
        }
        let (size, align) = (abi.size(), abi.align().max(8));
        let slot = self.em.stack_local(size.next_multiple_of(8), align, "");
        let attrs = MemAttrs { size: Some(size), ..*self.em.f.rtx.mem_attrs(slot) };
        self.em.f.rtx.set_mem_attrs(slot, attrs);
        Ok(slot)
    }

    /// Receives parameters of which some need more than a store.
    fn receive_by_value(
        &mut self,
        abis: &[AbiType],
        names: &[String],
        ret: &AbiType,
        variadic: bool,
    ) -> Result<()> {
        let chain = self.f.static_chain.expand().map(|parm| (parm, self.em.receive_chain()));
        let specs: Vec<ParamSpec<'_>> =
            abis.iter().zip(names).map(|(ty, name)| ParamSpec { ty, name, home: None }).collect();
        let values = self.em.receive_params(&specs, variadic, ret);
        for (index, value) in values.into_iter().enumerate() {
            let parm = self.f.params[index];
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
