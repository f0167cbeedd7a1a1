//! Calls.

use super::{Expander, Result, Value};
use crate::emit::{CallArg, CallSpec};
use crate::machine::target;
use crate::machine::target::abi::AbiType;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, symbol_flag};
use dumps::DumpFlags;
use gimple::builtins::Builtin;
use gimple::decl::{DeclId, Notices, flag};
use gimple::options::{Flag, StackLimit};
use gimple::print::operand_text;
use gimple::stmt::{Call, Callee, StmtFlags, StmtId};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use tree_ssa::edit::cfg_edit::call_can_make_abnormal_goto;

impl Expander<'_> {
    /// Expands a call statement; whether control ends there.
    pub(super) fn call_stmt(&mut self, stmt: StmtId, call: &Call) -> Result<bool> {
        match call.callee {
            Callee::Internal(function) => {
                self.internal_call(function, call)?;
                return Ok(false);
            }
            Callee::Decl(decl) => {
                if let Some(ended) = self.builtin_call(stmt, decl, call)? {
                    return Ok(ended);
                }
            }
            Callee::Pointer(_) => {}
        }
        self.call_statement(stmt, call)
    }

    /// The number of the landing pad that the exceptions of a call lead to.
    fn region_of(&self, stmt: StmtId) -> Option<i64> {
        let pad = self.f.stmt_info[stmt].pad.expand()?;
        let number = *self.pads.get(&pad)?;
        call_can_make_abnormal_goto(self.unit, self.f, stmt).then_some(number)
    }

    /// Whether the function may end with a call that comes last, its frame gone.
    fn may_leave_by(&self, stmt: StmtId, ret: &AbiType) -> Result<bool> {
        if !self.f.stmts[stmt].has(StmtFlags::TAIL_CALL) || self.guard.is_some() {
            return Ok(false);
        }
        let frame = &self.em.f.frame;
        if frame.naked
            || frame.interrupt.is_some()
            || frame.zeroed.is_some()
            || !self.em.f.receivers.is_empty()
        {
            return Ok(false);
        }
        // Who called this function finds the value extended as its own type says.
        let own = self.abi_of(self.result_type)?;
        let whole = |ty: &AbiType| matches!(ty, AbiType::Int { size, .. } if *size >= 4);
        Ok(own == AbiType::Void
            || own == *ret
            || whole(&own) && whole(ret) && own.known_size() == ret.known_size())
    }

    fn call_statement(&mut self, stmt: StmtId, call: &Call) -> Result<bool> {
        if self.misuses_arg_pack(call) {
            return Ok(false);
        }
        let (mut noreturn, mut is_const, mut returns_twice) = (false, false, false);
        let (mut nothrow, mut is_pure, mut may_loop) = (false, false, false);
        let callee = match call.callee {
            Callee::Decl(decl) => {
                let data = &self.unit.decls[decl];
                if let Some(notices) = data.extra.as_ref().and_then(|extra| extra.notices.clone()) {
                    self.say_of_call(decl, &notices);
                }
                let data = &self.unit.decls[decl];
                noreturn = data.has(flag::NORETURN);
                nothrow = data.has(flag::NOTHROW);
                is_const = data.has(flag::CONST);
                is_pure = data.has(flag::PURE) && !is_const;
                may_loop = data.has(flag::LOOPING) && (is_pure || is_const);
                returns_twice = data.has(flag::RETURNS_TWICE);
                self.symbol(decl)
            }
            Callee::Pointer(op) => {
                let (address, _) = self.scalar(op)?;
                // It is loaded when the arguments are known.
                address
            }
            Callee::Internal(_) => return self.sorry("this call"),
        };
        let static_chain = match call.chain {
            Operand::None => None,
            chain => Some(self.scalar(chain)?.0),
        };
        let (params, variadic, ret) = match self.unit.types.kind(call.fntype).clone() {
            TypeKind::Function { result, params, variadic, prototyped } => {
                (if prototyped { params } else { Vec::new() }, variadic, result)
            }
            _ => (Vec::new(), false, self.unit.common.void),
        };
        let variable = call.args.iter().any(|&arg| self.argument_size(arg).is_some());
        let saved_stack = if variable { Some(self.em.save_stack()) } else { None };
        let (values, abis) = self.call_arguments(call, &params)?;
        let args: Vec<CallArg<'_>> =
            values.iter().zip(&abis).map(|(&value, ty)| CallArg { value, ty }).collect();
        let named = if variadic { params.len() } else { usize::MAX };
        let ret_abi = self.abi_of(ret)?;
        // A value of variable size is made where it is to be, as is one that nothing touches while it is made.
        let result = match ret_abi.known_size() {
            Some(_) if self.f.stmts[stmt].has(StmtFlags::RETURN_SLOT) => {
                self.place_of_result(call.lhs, ret, &ret_abi)?
            }
            Some(_) => None,
            None if call.lhs.is_none() => {
                return self.sorry("a value of variable size that is not used");
            }
            None => Some(self.reference_memory(call.lhs, ret)?),
        };
        let name = self.shown_callee(call.callee);
        let mut spec = CallSpec {
            result,
            structure: self
                .structure_mode(ret)
                .filter(|_| result.is_none())
                .or_else(|| self.narrow_vector(ret)),
            parts: matches!(self.unit.types.kind(ret), TypeKind::Complex(_)),
            name: &name,
            unused: call.lhs.is_none(),
            moved_at_once: self.is_moved_at_once(call) && saved_stack.is_none(),
            noreturn,
            nothrow,
            is_pure,
            is_const,
            may_loop,
            returns_first: self.returns_first(call.callee),
            returns_twice,
            static_chain,
            pad: self.region_of(stmt),
            ..CallSpec::new(callee, &args, named, &ret_abi)
        };
        spec.sibling = saved_stack.is_none()
            && self.may_leave_by(stmt, &ret_abi)?
            && self.em.may_be_sibling(&spec);
        if spec.sibling {
            self.em.call(&spec);
            return Ok(true);
        }
        let value = self.em.call(&spec);
        if let Some(saved) = saved_stack {
            self.em.restore_stack(saved);
        }
        if let Some(value) = value
            && result.is_none()
        {
            self.store_result(call.lhs, ret, &ret_abi, value)?;
        }
        Ok(false)
    }

    /// Whether a function gives back its first argument, as that for copying memory does.
    fn returns_first(&self, callee: Callee) -> bool {
        let Callee::Decl(decl) = callee else { return false };
        let builtin = self.unit.decls[decl].builtin;
        builtin.is_some_and(|it| it.unchecked().info().spec.starts_with('1'))
    }

    /// The arguments of a call, and the types they are passed as.
    fn call_arguments(
        &mut self,
        call: &Call,
        params: &[TypeId],
    ) -> Result<(Vec<RtxId>, Vec<AbiType>)> {
        let mut abis = Vec::with_capacity(call.args.len());
        let mut values = Vec::with_capacity(call.args.len());
        let count = call.args.len();
        for step in 0..count {
            // The last one comes first.
            let index = count - 1 - step;
            let arg = call.args[index];
            if let Some((object, size)) = self.argument_size(arg) {
                values.push(self.variable_argument(object, size)?);
                abis.push(AbiType::Int { size: self.em.word_mode().size(), unsigned: true });
                continue;
            }
            let own = self.unit.type_of(self.f, arg);
            let ty = match params.get(index) {
                Some(&param) if self.same_class(param, own) => param,
                _ => own,
            };
            let value = self.operand(arg)?;
            values.push(self.as_argument(value, own)?);
            abis.push(self.abi_of(ty)?);
        }
        values.reverse();
        abis.reverse();
        Ok((values, abis))
    }

    /// What dumps show of a callee.
    fn shown_callee(&self, callee: Callee) -> String {
        match callee {
            Callee::Decl(decl) => self.shown_function(decl),
            Callee::Pointer(op) => {
                format!("*{}", operand_text(self.unit, self.f, op, DumpFlags::NONE))
            }
            Callee::Internal(_) => String::new(),
        }
    }

    /// Whether the value of a call goes to its destination directly. Of a builtin called by that name, GCC forgets where it
    /// was wanted when it finds no better code than a call.
    fn is_moved_at_once(&self, call: &Call) -> bool {
        let as_builtin = match call.callee {
            Callee::Decl(decl) => {
                self.unit.decl_name(decl).is_some_and(|name| name.starts_with("__builtin_"))
            }
            _ => false,
        };
        matches!(call.lhs, Operand::Ssa(_)) && !as_builtin
    }

    /// What a dump calls a function: those of the library by their builtins.
    fn shown_function(&self, decl: DeclId) -> String {
        match self.unit.decls[decl].builtin.map(Builtin::name) {
            Some(name) if !name.starts_with("__") => format!("__builtin_{name}"),
            Some(name) => name.to_string(),
            None => operand_text(self.unit, self.f, Operand::Decl(decl), DumpFlags::NONE),
        }
    }

    /// Where a call may write its result, which is returned in memory; not where it might expect a greater alignment.
    fn place_of_result(
        &mut self,
        lhs: Operand,
        ty: TypeId,
        abi: &AbiType,
    ) -> Result<Option<RtxId>> {
        if lhs.is_none() || !self.unit.returns_in_memory(ty) {
            return Ok(None);
        }
        let mem = self.reference_memory(lhs, ty)?;
        let aligned = self.em.f.rtx.mem_attrs(mem).align >= abi.align() * 8;
        Ok(aligned.then_some(mem))
    }

    /// What the attributes `error` and `warning` of a function say where a call of it is left.
    fn say_of_call(&mut self, decl: DeclId, notices: &Notices) {
        let name = self.unit.decl_name(decl).unwrap_or_default().to_string();
        let text = |what: &str, said: &str| {
            format!("call to ‘{name}’ declared with attribute {what}: {said}")
        };
        if let Some(said) = &notices.call_error {
            self.unit.diagnostics.error(self.loc, text("error", said));
        }
        if let Some(said) = &notices.call_warning {
            let text = text("warning", said);
            self.unit.diagnostics.warning("attribute-warning", self.loc, text);
        }
    }

    /// Complains of a call of, or with, arguments only inlining makes known (`__builtin_va_arg_pack`): it was not inlined.
    fn misuses_arg_pack(&mut self, call: &Call) -> bool {
        let builtin = match call.callee {
            Callee::Decl(decl) => self.unit.decls[decl].builtin,
            _ => None,
        };
        let is_pack = |op: &Operand| {
            op.tree().is_some_and(|id| matches!(self.unit.trees.kind(id), TreeKind::VaArgPack))
        };
        let builtin = match builtin {
            Some(builtin @ (Builtin::VaArgPack | Builtin::VaArgPackLen)) => builtin,
            _ if call.args.last().is_some_and(is_pack) => Builtin::VaArgPack,
            _ => return false,
        };
        let text = format!("invalid use of ‘__builtin_{} ()’", builtin.name());
        self.unit.diagnostics.error(self.loc, text);
        true
    }

    /// Object and size in bytes of an argument whose size is known at run time only.
    fn argument_size(&self, arg: Operand) -> Option<(Operand, Operand)> {
        match *self.unit.trees.kind(arg.tree()?) {
            TreeKind::WithSize { object, size } => Some((object, size)),
            _ => None,
        }
    }

    /// Reserves stack.
    pub(super) fn allocate(&mut self, size: RtxId, align: u32) -> RtxId {
        let probing = [Flag::StackClashProtection, Flag::StackCheck];
        let probing = probing.into_iter().any(|flag| self.options.on(flag));
        let limit = self.stack_limit();
        self.em.allocate_dynamic(size, align, probing, limit)
    }

    /// The lowest address the stack may reach, where an option says it.
    fn stack_limit(&mut self) -> Option<RtxId> {
        let symbol = match self.options.code.stack_limit.as_ref()? {
            StackLimit::Register(name) => {
                return target::by_name(name).map(|number| self.em.f.reg(number));
            }
            StackLimit::Symbol(name) => name,
        };
        let address = self.em.symbol(symbol, symbol_flag::EXTERNAL, "var_decl", false);
        Some(self.em.force_reg(self.em.word_mode(), address))
    }

    /// Copies an argument of variable size to the stack; the address is what is passed.
    fn variable_argument(&mut self, object: Operand, size: Operand) -> Result<RtxId> {
        let word_mode = self.em.word_mode();
        let ty = self.unit.type_of(self.f, object);
        let (size, _) = self.scalar(size)?;
        let size = self.em.force_reg(word_mode, size);
        let from = self.address_of(object)?;
        let from = self.em.force_reg(word_mode, from);
        let copy = self.allocate(size, self.unit.types.align(ty));
        let args = [(copy, word_mode), (from, word_mode), (size, word_mode)];
        self.em.libcall(Builtin::Memcpy.name(), word_mode, &args);
        Ok(copy)
    }

    /// Whether two types are passed alike, so that the parameter's signedness may decide.
    fn same_class(&self, a: TypeId, b: TypeId) -> bool {
        let (x, y) = (self.mode_of_type(a), self.mode_of_type(b));
        x == y && x != Mode::BLK
    }

    /// A value as the calling convention takes it: a scalar, or memory.
    pub(super) fn as_argument(&mut self, value: Value, ty: TypeId) -> Result<RtxId> {
        Ok(match value {
            // Vectors of less than a word are passed as aggregates are, out of a register.
            Value::Scalar(rtx, mode) if self.narrow_vector(ty).is_some() => {
                self.em.force_mode_reg(mode, rtx)
            }
            Value::Scalar(rtx, _) => rtx,
            Value::Memory(mem) => mem,
            Value::Complex(re, im, mode @ (Mode::SF | Mode::DF))
                if self.em.is_reg(re) && !self.em.is_by_library(mode) =>
            {
                self.em.f.rtx.gen_parallel(&[re, im])
            }
            Value::Complex(re, im, mode) => {
                let slot = self.new_slot(ty, "")?;
                let low = self.em.adjust_address(slot, mode, 0);
                self.em.emit_move(low, re);
                let high = self.em.adjust_address(slot, mode, i64::from(mode.size()));
                self.em.emit_move(high, im);
                slot
            }
        })
    }

    /// A complex number that comes in two registers.
    pub(super) fn complex_of_parts(&self, value: RtxId) -> Option<Value> {
        let rtx = &self.em.f.rtx;
        if rtx.code(value) != Code::Parallel {
            return None;
        }
        let (re, im) = (rtx.any_op(value, 0), rtx.any_op(value, 1));
        Some(Value::Complex(re, im, self.em.mode_of(re)))
    }

    /// The mode of a vector of less than a word.
    pub(super) fn narrow_vector(&self, ty: TypeId) -> Option<Mode> {
        let mode = self.mode_of_type(ty);
        let vector = self.unit.types.lanes(ty).is_some();
        (vector && mode.is_narrower_int(self.em.word_mode())).then_some(mode)
    }

    /// Whether a name is held in a register wider than it is.
    fn is_held_widened(&mut self, lhs: Operand) -> Result<bool> {
        let Operand::Ssa(name) = lhs else { return Ok(false) };
        let id = self.parts.of(name);
        if id.is_none() {
            return Ok(false);
        }
        let place = self.partition(id)?;
        Ok(matches!(place, Value::Scalar(rtx, _) if self.em.promoted_var(rtx).is_some()))
    }

    /// Stores what a call returned.
    pub(super) fn store_result(
        &mut self,
        lhs: Operand,
        ret: TypeId,
        abi: &AbiType,
        value: RtxId,
    ) -> Result<()> {
        if lhs.is_none() {
            return Ok(());
        }
        if self.receive_held(lhs, value) {
            return Ok(());
        }
        let ty = self.unit.type_of(self.f, lhs);
        if let Some(mode) = self.narrow_vector(ret) {
            return self.store(lhs, ty, Value::Scalar(value, mode));
        }
        if let Some(value) = self.complex_of_parts(value) {
            return self.store(lhs, ty, value);
        }
        if self.em.f.rtx.code(value) == Code::Reg && matches!(abi, AbiType::Aggregate { .. }) {
            let mem = self.reference_memory(lhs, ty)?;
            let size = self.unit.types.size(ty).unwrap_or(0) as i64;
            self.em.store_structure(mem, value, size, self.unit.types.align(ret) * 8);
            return Ok(());
        }
        let value = match abi {
            AbiType::Aggregate { .. } => {
                let loaded = self.value_in(value, ret);
                match loaded {
                    Value::Complex(a, b, mode) => Value::Complex(
                        self.em.copy_to_reg(mode, a),
                        self.em.copy_to_reg(mode, b),
                        mode,
                    ),
                    Value::Scalar(word, mode) => {
                        Value::Scalar(self.em.copy_to_reg(mode, word), mode)
                    }
                    other => other,
                }
            }
            _ => {
                let unsigned = self.unit.types.is_unsigned(ty);
                // Halves of words are held as signed numbers.
                let half = abi.mode() == Mode::SI && unsigned && self.is_held_widened(lhs)?;
                let same = unsigned == self.unit.types.is_unsigned(ret) && !half;
                let value = if same { value } else { self.em.unpromoted(value) };
                Value::Scalar(value, abi.mode())
            }
        };
        self.store(lhs, ty, value)
    }
}
