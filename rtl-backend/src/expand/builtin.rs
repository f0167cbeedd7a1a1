//! Builtin functions that are no calls, or calls of something else.
//!
//! A builtin with a library function of the same name and nothing better to do falls back to calling it.

use super::{Expander, Result, Value};
use crate::machine::target::frame::pretended;
use crate::rtl::code::Code;
use crate::rtl::function::VIRTUAL_CFA;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId};
use dumps::DumpFlags;
use gimple::builtins::{Builtin, Family};
use gimple::decl::DeclId;
use gimple::print::operand_text;
use gimple::stmt::{Call, InternalFn, StmtId};
use gimple::tree::Operand;
use gimple::types::TypeId;
use tree_ssa::analyses::alias::Base;
use tree_ssa::analyses::alias::reference::pointed_to;

/// The function in libgcc that a builtin of bits is a call of.
fn libgcc_function(family: Family) -> Option<&'static str> {
    match family {
        Family::Clz => Some("__clzdi2"),
        Family::Ctz => Some("__ctzdi2"),
        Family::Popcount => Some("__popcountdi2"),
        Family::Parity => Some("__paritydi2"),
        Family::Ffs => Some("__ffsdi2"),
        Family::Clrsb => Some("__clrsbdi2"),
        Family::Bswap32 => Some("__bswapsi2"),
        Family::Bswap64 => Some("__bswapdi2"),
        _ => None,
    }
}

/// Whether a builtin is the absolute value of a number.
fn is_absolute_value(builtin: Builtin) -> bool {
    matches!(builtin, Builtin::Abs | Builtin::Labs | Builtin::Llabs | Builtin::Imaxabs)
        || builtin.family() == Family::Fabs
}

impl Expander<'_> {
    /// Expands a builtin in line. `None`: it is an ordinary call. Otherwise whether control ends there.
    pub(super) fn builtin_call(
        &mut self,
        _stmt: StmtId,
        decl: DeclId,
        call: &Call,
    ) -> Result<Option<bool>> {
        let Some(builtin) = self.unit.decls[decl].builtin else { return Ok(None) };
        if let Some(function) = libgcc_function(builtin.family()) {
            self.bit_builtin(builtin, function, call)?;
            return Ok(Some(false));
        }
        let ends = match builtin {
            Builtin::Unreachable => {
                self.em.emit_barrier();
                true
            }
            Builtin::Trap => {
                self.em.emit_trap();
                true
            }
            Builtin::Expect | Builtin::ExpectWithProbability | Builtin::AssumeAligned => {
                self.forward_argument(call)?;
                false
            }
            Builtin::Prefetch
            | Builtin::VaEnd
            | Builtin::StackRestore
            | Builtin::VaStart
            | Builtin::NextArg
            | Builtin::VaCopy
            | Builtin::StackSave
            | Builtin::Alloca
            | Builtin::AllocaWithAlign
            | Builtin::AllocaWithAlignAndMax => {
                self.stack_builtin(builtin, call)?;
                false
            }
            Builtin::NonlocalGoto
            | Builtin::Longjmp
            | Builtin::SetjmpSetup
            | Builtin::SetjmpReceiver => {
                return self.jump_builtin(builtin, call).map(Some);
            }
            Builtin::EhPointer => {
                let exception = self.exception();
                self.finish_builtin(call, exception, self.em.word_mode())?;
                false
            }
            Builtin::UnwindResume => {
                let (exception, _) = self.scalar(call.args[0])?;
                self.em.libcall_void("_Unwind_Resume", &[exception], true);
                true
            }
            Builtin::ApplyArgs
            | Builtin::Apply
            | Builtin::Return
            | Builtin::UnwindInit
            | Builtin::EhReturn => {
                return self.untyped_builtin(builtin, call).map(Some);
            }
            Builtin::InitTrampoline | Builtin::AdjustTrampoline => {
                self.trampoline_builtin(builtin, call)?;
                false
            }
            Builtin::ReturnAddress
            | Builtin::FrameAddress
            | Builtin::ExtractReturnAddr
            | Builtin::FrobReturnAddr
            | Builtin::DwarfCfa => return self.frame_builtin(builtin, call).map(Some),
            _ if is_absolute_value(builtin) => {
                self.absolute_value(call)?;
                false
            }
            _ if self.math_builtin(builtin, call)? || self.named_otherwise(builtin, call)? => false,
            _ if builtin.family() == Family::Copysign => {
                self.copysign(call)?;
                false
            }
            _ if builtin.family() == Family::Signbit => {
                self.signbit(call)?;
                false
            }
            Builtin::Bswap16 => {
                self.bswap16(call)?;
                false
            }
            Builtin::Memcpy | Builtin::Mempcpy | Builtin::Memset | Builtin::Memmove => {
                return self.block_builtin(builtin, call);
            }
            Builtin::MemcmpEq | Builtin::StrcmpEq | Builtin::StrncmpEq => {
                return self.equality_builtin(builtin, call).map(|()| Some(false));
            }
            _ if builtin.is_refused() => {
                return self.sorry(&format!("‘__builtin_{}’", builtin.name()));
            }
            _ if self.atomic_builtin(builtin, call)? => false,
            _ => return Ok(None),
        };
        Ok(Some(ends))
    }

    /// The first operand's value with the second one's sign.
    fn copysign(&mut self, call: &Call) -> Result<()> {
        let (a, mode) = self.scalar(call.args[0])?;
        let (b, _) = self.scalar(call.args[1])?;
        let value = self.em.copysign(mode, a, b);
        self.finish_builtin(call, value, mode)
    }

    pub(super) fn finish_builtin(&mut self, call: &Call, value: RtxId, mode: Mode) -> Result<()> {
        if call.lhs.is_none() {
            return Ok(());
        }
        let ty = self.unit.type_of(self.f, call.lhs);
        let out = self.mode_of_type(ty);
        let value = if out == mode { value } else { self.em.convert(value, mode, out, false) };
        self.store(call.lhs, ty, Value::Scalar(value, out))
    }

    fn forward_argument(&mut self, call: &Call) -> Result<()> {
        let (value, mode) = self.scalar(call.args[0])?;
        self.finish_builtin(call, value, mode)
    }

    fn bit_builtin(&mut self, builtin: Builtin, function: &str, call: &Call) -> Result<()> {
        let word_mode = self.em.word_mode();
        let (value, mode) = self.scalar(call.args[0])?;
        if let Some((result, mode)) = self.em.bit_insns(builtin.family(), mode, value) {
            return self.finish_builtin(call, result, mode);
        }
        // A narrower argument is extended so that the wide function gives the same answer.
        let family = builtin.family();
        let signed = matches!(family, Family::Ffs | Family::Clrsb | Family::Ctz);
        // Where words have 32 bits the library has functions of those, too.
        let of_word = word_mode == Mode::SI && mode.size() <= word_mode.size();
        let halved = function.replace("di2", "si2");
        let function = if of_word { &halved } else { function };
        let wide_mode = if of_word { word_mode } else { Mode::DI };
        let wide = if function == "__bswapsi2" {
            (value, Mode::SI)
        } else {
            (self.em.convert(value, mode, wide_mode, !signed), wide_mode)
        };
        let ret = match function {
            "__bswapsi2" => Mode::SI,
            "__bswapdi2" => Mode::DI,
            _ => Mode::SI,
        };
        let mut result = self.em.const_libcall(function, ret, &[wide]);
        if matches!(builtin, Builtin::Clz | Builtin::Clrsb) && !of_word {
            let excess = self.em.int(32);
            result = self.em.binop(Code::Minus, Mode::SI, result, excess);
        }
        self.finish_builtin(call, result, ret)
    }

    fn bswap16(&mut self, call: &Call) -> Result<()> {
        let word_mode = self.em.word_mode();
        let (value, mode) = self.scalar(call.args[0])?;
        let wide = self.em.convert(value, mode, word_mode, true);
        let eight = self.em.int(8);
        let up = self.em.binop(Code::Ashift, word_mode, wide, eight);
        let down = self.em.binop(Code::Lshiftrt, word_mode, wide, eight);
        let both = self.em.binop(Code::Ior, word_mode, up, down);
        let half = self.em.lowpart(Mode::HI, both);
        self.finish_builtin(call, half, Mode::HI)
    }

    fn stack_builtin(&mut self, builtin: Builtin, call: &Call) -> Result<()> {
        let word_mode = self.em.word_mode();
        match builtin {
            // There is no insn for it, but the address is found.
            Builtin::Prefetch => self.scalar(call.args[0]).map(|_| ()),
            Builtin::VaStart => {
                let address = self.em.va_start_address();
                self.store_va_list(call.args[0], address)
            }
            Builtin::NextArg => {
                let address = self.em.va_start_address();
                self.finish_builtin(call, address, word_mode)
            }
            Builtin::VaCopy => {
                let (value, _) = self.scalar(call.args[1])?;
                self.store_va_list(call.args[0], value)
            }
            Builtin::StackSave => {
                let saved = self.em.save_stack();
                self.finish_builtin(call, saved, word_mode)
            }
            Builtin::StackRestore => {
                let (saved, _) = self.scalar(call.args[0])?;
                self.em.restore_stack(saved);
                self.stack_changed()
            }
            Builtin::Alloca | Builtin::AllocaWithAlign | Builtin::AllocaWithAlignAndMax => {
                let (size, mode) = self.scalar(call.args[0])?;
                let size = self.em.convert(size, mode, word_mode, true);
                let align = match call.args.get(1).and_then(|&op| self.unit.as_int(op)) {
                    Some(bits) => (bits / 8) as u32,
                    None => 16,
                };
                let address = self.allocate(size, align);
                self.stack_changed()?;
                self.finish_builtin(call, address, word_mode)
            }
            // What only evaluates its arguments, which has happened.
            _ => Ok(()),
        }
    }

    /// Stores into the `va_list` whose address is given.
    /// How GCC spells what an address leads to when it stores through a pointer of its own.
    fn spelling_through(&self, address: Operand) -> Option<String> {
        let (base, bits) = pointed_to(self.unit, self.f, address);
        let (Base::Decl(decl), Some(bits)) = (base, bits) else { return None };
        let name = operand_text(self.unit, self.f, Operand::Decl(decl), DumpFlags::NONE);
        Some(match bits / 8 {
            0 => format!("MEM[(void * *)&{name}]"),
            bytes => format!("MEM[(void * *)&{name} + {bytes}B]"),
        })
    }

    fn store_va_list(&mut self, list: Operand, value: RtxId) -> Result<()> {
        let ty = self.unit.common.va_list;
        if let Some(object) = self.unit.addressed(list) {
            self.spelling = self.spelling_through(list);
            let stored = self.store(object, ty, Value::Scalar(value, self.em.word_mode()));
            self.spelling = None;
            return stored;
        }
        let (address, _) = self.scalar(list)?;
        let slot = self.em.mem(self.em.word_mode(), address);
        self.em.emit_move(slot, value);
        Ok(())
    }

    fn frame_builtin(&mut self, builtin: Builtin, call: &Call) -> Result<bool> {
        let level = call.args.first().and_then(|&op| self.unit.as_int(op));
        let value = match (builtin, level) {
            (Builtin::ReturnAddress, Some(0)) => self.return_address(),
            (Builtin::FrameAddress, Some(0)) => self.frame_address(),
            (Builtin::DwarfCfa, _) => self.em.f.reg(VIRTUAL_CFA),
            (Builtin::ReturnAddress | Builtin::FrameAddress, _) => self.em.int(0),
            _ => self.scalar(call.args[0])?.0,
        };
        self.finish_builtin(call, value, self.em.word_mode())?;
        Ok(false)
    }

    /// The frame's upper end, which the frame pointer holds: below what a variadic function was handed in registers.
    fn frame_address(&mut self) -> RtxId {
        self.em.f.frame.accesses_prior_frames = true;
        let cfa = self.em.f.reg(VIRTUAL_CFA);
        let end = self.em.plus_constant(cfa, -pretended(&self.em.f.frame));
        self.em.copy_to_reg(self.em.word_mode(), end)
    }

    /// Where the function returns to.
    pub(super) fn return_address(&mut self) -> RtxId {
        let slot = self.return_slot();
        self.em.copy_to_reg(self.em.word_mode(), slot)
    }

    /// Where that is saved: right below the frame's upper end.
    pub(super) fn return_slot(&mut self) -> RtxId {
        let cfa = self.frame_address();
        let slot = self.em.plus_constant(cfa, -i64::from(self.em.word_mode().size()));
        self.em.mem(self.em.word_mode(), slot)
    }

    fn absolute_value(&mut self, call: &Call) -> Result<()> {
        let (value, mode) = self.scalar(call.args[0])?;
        let result = self.em.unop(Code::Abs, mode, value);
        self.finish_builtin(call, result, mode)
    }

    fn signbit(&mut self, call: &Call) -> Result<()> {
        let word_mode = self.em.word_mode();
        let (value, mode) = self.scalar(call.args[0])?;
        let word = match mode {
            Mode::DF | Mode::TF if word_mode == Mode::SI => {
                let held = if mode == Mode::DF { Mode::DI } else { mode };
                let bits = self.em.bitcast(value, mode, held);
                let bits = self.em.force_mode_reg(held, bits);
                self.em.word(bits, held, held.size() / word_mode.size() - 1)
            }
            Mode::SF => {
                let bits = self.em.bitcast(value, mode, Mode::SI);
                self.em.convert(bits, Mode::SI, word_mode, false)
            }
            Mode::DF => self.em.bitcast(value, mode, Mode::DI),
            _ => {
                let bits = self.em.bitcast(value, mode, Mode::TI);
                let count = self.em.int(64);
                let high = self.em.binop(Code::Lshiftrt, Mode::TI, bits, count);
                self.em.lowpart(word_mode, high)
            }
        };
        let count = self.em.int(i64::from(word_mode.bits()) - 1);
        let sign = self.em.binop(Code::Lshiftrt, word_mode, word, count);
        let sign = self.em.convert(sign, word_mode, Mode::SI, true);
        self.finish_builtin(call, sign, Mode::SI)
    }

    /// `memcpy`, `memset` and their like of a small constant size are opened up.
    fn block_builtin(&mut self, builtin: Builtin, call: &Call) -> Result<Option<bool>> {
        if self.options.optimize == 0 {
            return self.inline_block_builtin(builtin, call);
        }
        if !self.options.optimize_size && self.is_block_in_pieces(builtin, call) {
            let done = self.inline_block_builtin(builtin, call)?;
            if done.is_some() {
                return Ok(done);
            }
        }
        let size = call.args.get(2).and_then(|&op| self.unit.as_int(op));
        let by_number = call.args.get(1).and_then(|&op| self.unit.as_int(op));
        if builtin == Builtin::Memset
            && !self.options.optimize_size
            && by_number.is_some_and(|byte| byte != 0)
        {
            // Before the function is called after all, its memory is looked at.
            return self.inline_block_builtin(builtin, call);
        }
        let Some(size) = size.filter(|&size| (0..=128).contains(&size)) else { return Ok(None) };
        let size = size as i64;
        if size == 0 || builtin == Builtin::Memmove {
            return Ok(None);
        }
        if builtin == Builtin::Memset && by_number != Some(0) {
            return Ok(None);
        }
        let dst = self.block_at(call.args[0], size)?;
        if builtin == Builtin::Memset {
            self.em.block_clear(dst, size);
        } else {
            let src = self.block_at(call.args[1], size)?;
            self.em.block_move(dst, src, size);
        }
        if call.lhs.is_some() {
            let (address, _) = self.scalar(call.args[0])?;
            let address = if builtin == Builtin::Mempcpy {
                self.em.plus_constant(address, size)
            } else {
                address
            };
            self.finish_builtin(call, address, self.em.word_mode())?;
        }
        Ok(Some(false))
    }

    /// The memory an address operand points to.
    pub(super) fn block_at(&mut self, address: Operand, size: i64) -> Result<RtxId> {
        if let Some(object) = self.unit.addressed(address) {
            let ty = self.unit.type_of(self.f, object);
            let mem = self.reference_memory(object, ty)?;
            self.set_size(mem, Some(size as u64));
            return Ok(mem);
        }
        let (pointer, _) = self.scalar(address)?;
        let pointer = self.em.force_reg(self.em.word_mode(), pointer);
        let attrs = MemAttrs { size: Some(size as u64), align: 8, ..MemAttrs::of_mode(Mode::BLK) };
        Ok(self.em.f.rtx.gen_mem(Mode::BLK, pointer, attrs))
    }

    // Internal functions.

    pub(super) fn internal_call(&mut self, function: InternalFn, call: &Call) -> Result<()> {
        match function {
            InternalFn::AddOverflow => self.overflow(Code::Plus, call),
            InternalFn::SubOverflow => self.overflow(Code::Minus, call),
            InternalFn::MulOverflow => self.overflow(Code::Mult, call),
            InternalFn::VaArg => self.va_arg(call),
            InternalFn::BuiltinExpect => self.forward_argument(call),
            InternalFn::Fallthrough | InternalFn::Unreachable | InternalFn::AbnormalDispatcher => {
                Ok(())
            }
            InternalFn::Sqrt => self.square_root(call),
            InternalFn::Fma | InternalFn::Fms | InternalFn::Fnma | InternalFn::Fnms => {
                self.fused_operation(function, call)
            }
            InternalFn::VecConvert => self.sorry("a conversion of vectors"),
            InternalFn::DeferredInit => self.deferred_init(call),
            InternalFn::UbsanCheckAdd => self.checked_arithmetic(Code::Plus, call),
            InternalFn::UbsanCheckSub => self.checked_arithmetic(Code::Minus, call),
            InternalFn::UbsanCheckMul => self.checked_arithmetic(Code::Mult, call),
            InternalFn::UbsanBounds
            | InternalFn::UbsanNull
            | InternalFn::UbsanPtr
            | InternalFn::UbsanObjectSize => self.sorry("a check after `sanopt`"),
            InternalFn::LoopVectorized => self.sorry("two versions of a loop after `vect`"),
        }
    }

    /// Fills a variable with zeros or bytes of 0xfe: a constant where it is a scalar.
    fn deferred_init(&mut self, call: &Call) -> Result<()> {
        let word_mode = self.em.word_mode();
        if call.lhs.is_none() {
            return Ok(());
        }
        let ty = self.unit.type_of(self.f, call.lhs);
        let byte = if self.unit.as_int(call.args[1]) == Some(1) { 0xfe } else { 0 };
        if let Some(value) = gimple::fold_const::filled(self.unit, ty, byte) {
            let value = self.constant(value)?;
            return self.store(call.lhs, ty, value);
        }
        let to = self.address_of(call.lhs)?;
        let value = self.em.int(byte.into());
        let (size, _) = self.scalar(call.args[0])?;
        let args = [(to, word_mode), (value, Mode::SI), (size, word_mode)];
        self.em.libcall(Builtin::Memset.name(), word_mode, &args);
        Ok(())
    }

    /// `va_arg` that was not lowered: takes the next slot of the list.
    fn va_arg(&mut self, call: &Call) -> Result<()> {
        let word_mode = self.em.word_mode();
        let ty = if call.lhs.is_some() {
            self.unit.type_of(self.f, call.lhs)
        } else {
            self.va_arg_type(call)
        };
        let known = self.unit.types.size(ty);
        let word = i64::from(word_mode.size());
        let size = known.unwrap_or(word as u64) as i64;
        let (list_address, _) = self.scalar(call.args[0])?;
        let slot = self.em.mem(word_mode, list_address);
        let mut at = self.em.copy_to_reg(word_mode, slot);
        let by_reference = known.is_none_or(|size| size > 2 * word as u64);
        let own = i64::from(self.unit.types.align(ty));
        let align = if by_reference { word } else { own.clamp(word, 2 * word) };
        if align > word {
            let up = self.em.int(align - 1);
            let raised = self.em.binop(Code::Plus, word_mode, at, up);
            let mask = self.em.int(-align);
            at = self.em.binop(Code::And, word_mode, raised, mask);
        }
        let step = if by_reference { word } else { (size + word - 1) & -word };
        let step = self.em.int(step);
        let next = self.em.binop(Code::Plus, word_mode, at, step);
        self.em.emit_move(slot, next);
        if by_reference {
            let pointer = self.em.mem(word_mode, at);
            at = self.em.copy_to_reg(word_mode, pointer);
        }
        if known.is_none() {
            return self.copy_variable(call, at);
        }
        let attrs = MemAttrs {
            size: known,
            align: self.unit.types.align(ty) * 8,
            ..MemAttrs::of_mode(Mode::BLK)
        };
        let mem = self.em.f.rtx.gen_mem(Mode::BLK, at, attrs);
        if call.lhs.is_some() {
            let value = self.load(mem, ty)?;
            self.store(call.lhs, ty, value)?;
        }
        Ok(())
    }

    /// Copies an argument of variable size to where `va_arg` puts it: the call's last argument is the size.
    fn copy_variable(&mut self, call: &Call, from: RtxId) -> Result<()> {
        let word_mode = self.em.word_mode();
        if let [_, _, _, size] = call.args[..]
            && call.lhs.is_some()
        {
            let to = self.address_of(call.lhs)?;
            let (size, _) = self.scalar(size)?;
            let args = [(to, word_mode), (from, word_mode), (size, word_mode)];
            self.em.libcall(Builtin::Memcpy.name(), word_mode, &args);
        }
        Ok(())
    }

    /// The type an unused `va_arg` skips: its second argument is a null pointer to it.
    fn va_arg_type(&self, call: &Call) -> TypeId {
        call.args
            .get(1)
            .map(|&op| self.unit.type_of(self.f, op))
            .and_then(|ty| self.unit.types.pointee(ty))
            .unwrap_or(self.unit.common.long)
    }
}
