//! Translation of calls.

use super::ErrorKind;
use super::code::*;
use super::compile::Compiler;
use super::shape::Shape;
use crate::code::TreeCode;
use crate::stmt::{Call, Callee, InternalFn};
use crate::tree::{Operand, TreeKind};
use crate::types::{TypeId, TypeKind};

impl Compiler<'_, '_> {
    /// A call of a function or through a pointer.
    pub fn call(&mut self, call: &Call) {
        let target = match call.callee {
            Callee::Decl(decl) => Target::Function(self.machine.function_id(decl)),
            Callee::Pointer(op) => Target::Pointer(self.value(op)),
            Callee::Internal(_) => return,
        };
        let named = match self.unit.types.kind(call.fntype) {
            TypeKind::Function { params, variadic: true, .. } => params.len(),
            _ => call.args.len(),
        };
        let args = self.args(&call.args, named);
        let chain = if call.chain.is_some() { Some(self.value(call.chain)) } else { None };
        let dest = self.dest(call.lhs);
        if call.lhs.is_some() && self.unit.types.size(self.type_of(call.lhs)).is_none() {
            self.unsupported("a result of variable size");
        }
        let site = self.code.calls.len() as u32;
        self.code.calls.push(CallSite { target, args, dest, named, chain });
        self.emit(Op::Call { site });
    }

    /// Arguments, of which those from `named` on may have a size that is known at run time only.
    fn args(&mut self, ops: &[Operand], named: usize) -> Vec<Arg> {
        ops.iter().enumerate().map(|(index, &op)| self.arg(op, index < named)).collect()
    }

    fn arg(&mut self, op: Operand, named: bool) -> Arg {
        let ty = self.type_of(op);
        let kind = op.tree().map(|id| self.unit.trees.kind(id));
        if let (Some(&TreeKind::WithSize { object, size }), false) = (kind, named) {
            let (s, off) = self.address(object);
            let size = Some(self.value(size));
            return Arg { s, off, shape: Shape::Aggregate { bytes: 0 }, ty, size };
        }
        let shape = self.shape(ty);
        let (s, off) = match shape {
            Shape::Aggregate { .. } => self.address(op),
            _ => (self.value(op), 0),
        };
        Arg { s, off, shape, ty, size: None }
    }

    fn dest(&mut self, lhs: Operand) -> Dest {
        if lhs.is_none() {
            return Dest::Nothing;
        }
        let ty = self.type_of(lhs);
        let shape = self.shape(ty);
        if shape == Shape::None && !self.unit.types.is_aggregate(ty) {
            return Dest::Nothing;
        }
        match self.register(lhs) {
            Some(slot) => Dest::Slot { slot, shape },
            None => {
                let location = self.locate(lhs);
                if location.bits.is_some() {
                    self.unsupported("call that assigns a bit-field");
                }
                Dest::Memory { base: location.base, off: location.off, shape }
            }
        }
    }

    /// A call of an internal function.
    pub fn internal_call(&mut self, call: &Call) {
        let Callee::Internal(function) = call.callee else { return };
        match function {
            InternalFn::Fallthrough | InternalFn::AbnormalDispatcher => {}
            InternalFn::Unreachable => self.fail(ErrorKind::Unreachable),
            InternalFn::VecConvert => {
                let (to, from) = (call.lhs, call.args.first().copied().unwrap_or_default());
                if to.is_none() {
                    return;
                }
                let real =
                    |ty| self.unit.types.element(ty).map(|lane| self.unit.types.is_real(lane));
                let code = match (real(self.type_of(to)), real(self.type_of(from))) {
                    (Some(true), Some(false)) => TreeCode::Float,
                    (Some(false), Some(true)) => TreeCode::FixTrunc,
                    _ => TreeCode::Nop,
                };
                self.assign(to, code, &[from, Operand::None, Operand::None]);
            }
            _ => {
                let args = self.args(&call.args, call.args.len());
                let dest = self.dest(call.lhs);
                let ty = self.internal_result(call);
                let site = self.code.internals.len() as u32;
                self.code.internals.push(InternalSite { function, args, dest, ty });
                self.emit(Op::Internal { site });
            }
        }
    }

    /// The type an internal function yields. What `va_arg` passes over may have no place to go; its second argument
    /// tells the type all the same.
    fn internal_result(&mut self, call: &Call) -> TypeId {
        if call.lhs.is_some() {
            return self.type_of(call.lhs);
        }
        let void = self.unit.common.void;
        match (call.callee, call.args.get(1)) {
            (Callee::Internal(InternalFn::VaArg), Some(&tag)) => {
                let tag = self.type_of(tag);
                self.unit.types.pointee(tag).unwrap_or(void)
            }
            _ => void,
        }
    }
}
