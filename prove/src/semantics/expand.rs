//! Bodies in the place of calls: what a pass between functions has done is seen when both sides are asked with the callee's
//! body where it is called.

use super::cut::Cuts;
use super::memory::{MAX_COPY, Obj};
use super::objects::{Entity, is_local};
use super::{Bytes, Exit, Result, Run, Value};
use crate::loops::Plan;
use crate::terms::Terms;
use gimple::decl::{DeclId, DeclKind};
use gimple::function::Function;
use gimple::stmt::Call;
use gimple::tree::Operand;

/// How deep bodies stand within others.
const DEPTH: u32 = 6;

impl<'a> Run<'a> {
    /// Runs a body in the place of a call of it.
    pub fn expand(&mut self, call: &Call, body: &'a Function) -> Result<()> {
        if self.nesting >= DEPTH {
            return Err("bound: calls within calls".to_string());
        }
        if call.chain.is_some() || call.args.len() < body.params.len() {
            return Err("not modelled: a call with other arguments".to_string());
        }
        let unit = self.unit;
        let mut values = Vec::new();
        for (&param, &arg) in body.params.iter().zip(&call.args) {
            let ty = unit.decls[param].ty;
            let value = if unit.types.is_aggregate(ty) {
                let size = unit.types.size(ty).ok_or("not modelled: arguments of any size")?;
                self.aggregate_value(arg, size)?
            } else {
                self.operand_as(arg, ty)?
            };
            values.push((param, value));
        }
        self.fresh_locals(body)?;
        for &(param, value) in &values {
            if !unit.is_gimple_reg(param) {
                self.store_operand(Operand::Decl(param), unit.decls[param].ty, value)?;
            }
        }
        let plan = Plan::of(body);
        let mut inner = Run::new(unit, body, self.terms, self.objects, self.role);
        inner.limits = self.limits;
        inner.state = self.state.clone();
        inner.entered = self.reach;
        inner.params = values.into_iter().collect();
        inner.nesting = self.nesting + 1;
        inner.seen_undefined = std::mem::take(&mut self.seen_undefined);
        inner.undefined = std::mem::take(&mut self.undefined);
        let stmt = self.stmt;
        let known = inner.undefined.len();
        inner.blocks(&plan, None, &Cuts::default())?;
        let Run { seen_undefined, undefined, less_strict, seldom, exceeded, freed, exits, .. } =
            inner;
        self.seen_undefined = seen_undefined;
        self.undefined = undefined;
        // What is undefined in the body is so by the call.
        self.undefined[known..].iter_mut().for_each(|entry| entry.1 = stmt);
        self.less_strict.extend(less_strict);
        self.seldom.extend(seldom);
        self.exceeded = self.terms.or(self.exceeded, exceeded);
        self.freed.extend(freed);
        let (returning, stopping): (Vec<Exit>, Vec<Exit>) =
            exits.into_iter().partition(|exit| exit.returns);
        self.exits.extend(stopping);
        let (reach, value, state) = self.join_exits(returning);
        let Some(state) = state else {
            self.ended = true;
            return Ok(());
        };
        self.reach = reach;
        self.state = state;
        self.take_result(call.lhs, value)
    }

    fn take_result(&mut self, lhs: Operand, value: Option<Value>) -> Result<()> {
        if lhs.is_none() {
            return Ok(());
        }
        let ty = self.unit.type_of(self.f, lhs);
        let width = match self.unit.types.is_aggregate(ty) {
            true => self.unit.types.size(ty).unwrap_or(0) as u32 * 8,
            false => self.width_of(ty)?,
        };
        let value = match value {
            Some(value) => value,
            None => {
                let bits = self.terms.constant(width, 0);
                self.defined_unless(bits, Terms::TRUE)
            }
        };
        if self.terms.width(value.bits) != width {
            return Err("not modelled: a result of another size".to_string());
        }
        if self.unit.types.is_aggregate(ty) {
            return self.store_operand(lhs, ty, value);
        }
        self.write(lhs, ty, value)
    }

    /// The variables of a body that is entered hold nothing yet.
    fn fresh_locals(&mut self, body: &Function) -> Result<()> {
        let locals: Vec<DeclId> = body.params.iter().chain(&body.locals).copied().collect();
        for decl in locals {
            if !is_local(self.unit, decl) || self.unit.decls[decl].kind == DeclKind::Function {
                continue;
            }
            if self.objects.own.contains(&decl) {
                let bytes = Bytes { data: self.terms.fill(0), undef: self.terms.fill(0xff) };
                self.state.memory.insert(Obj::Own(decl), bytes);
            } else if let Some(address) = self.objects.address(Entity::Decl(decl)) {
                let size = self.unit.types.size(self.unit.decls[decl].ty).unwrap_or(u64::MAX);
                if size > MAX_COPY {
                    return Err("not modelled: large variables of what is called".to_string());
                }
                if size > 0 {
                    let address = self.terms.constant(64, address.into());
                    let bits = self.terms.constant(size as u32 * 8, 0);
                    let undef = self.terms.ones(size as u32 * 8);
                    self.write_new(address, Value { bits, undef });
                }
            }
        }
        Ok(())
    }
}
