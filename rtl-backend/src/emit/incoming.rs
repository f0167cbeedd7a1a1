//! Parameters as GCC's `expand` receives them where each has a place in memory.
//!
//! ```text
//! (set (reg:DI 75) (reg:DI 10 a0 [ n ]))              first everything is taken out of the argument registers,
//! (set (mem/c:DI p) (reg:DI 11 a1 [ p ]))
//! (set (reg:SI 76) (subreg:SI (reg:DI 75) 0))         then what is narrower than a register is stored
//! (set (mem/c:SI n) (reg:SI 76))
//! ```
//! What comes on the stack stays where it is.

use super::Emitter;
use crate::machine::target::abi::{AbiType, ArgLocation, ArgState, Place};
use crate::machine::target::{GP_ARG_FIRST, GP_RETURN};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, VIRTUAL_INCOMING_ARGS};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag};

/// A parameter, with the slot that is made for it where it needs one.
pub struct IncomingParam<'t> {
    pub ty: &'t AbiType,
    pub name: &'t str,
    /// Whether it is a structure that is held as a number of its size is.
    pub as_number: bool,
}

/// How a parameter arrives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// In one register, of the mode in which it is stored.
    Register,
    /// In registers, word by word.
    Words,
    /// On the stack, where it stays.
    Stack,
    /// By its address, in a register.
    Address,
    /// Otherwise.
    Other,
}

impl Emitter<'_> {
    /// Where parameters come, in order, and what is left for more.
    pub fn param_locations(
        &self,
        params: &[IncomingParam<'_>],
        ret: &AbiType,
    ) -> (Vec<ArgLocation>, ArgState) {
        let mut state = self.arg_state();
        if self.return_location(ret).by_reference {
            state.gprs = 1;
        }
        (params.iter().map(|param| state.next(param.ty, true)).collect(), state)
    }

    /// How a parameter arrives that is at `location`.
    pub fn arrival(&self, param: &IncomingParam<'_>, location: &ArgLocation) -> Arrival {
        let in_registers = location.pieces.iter().all(|p| matches!(p.place, Place::Reg(_)));
        let gprs = location.pieces.iter().all(|p| !p.mode.is_float());
        let mode = param.ty.mode();
        if location.pieces.is_empty() || self.is_soft(mode) {
            return Arrival::Other;
        }
        if location.by_reference {
            let simple = in_registers && param.ty.is_aggregate() && param.ty.known_size().is_some();
            return if simple { Arrival::Address } else { Arrival::Other };
        }
        let on_stack = location.pieces.iter().all(|p| matches!(p.place, Place::Stack(_)));
        if on_stack {
            return Arrival::Stack;
        }
        let pair = self.f.rtx.is_multiword(mode) && location.pieces.len() == 2;
        if param.ty.is_aggregate() || pair {
            return if in_registers && gprs { Arrival::Words } else { Arrival::Other };
        }
        let single =
            location.pieces.len() == 1 && location.pieces[0].mode.is_float() == mode.is_float();
        if single && in_registers { Arrival::Register } else { Arrival::Other }
    }

    /// Takes a parameter out of its register: into its slot, or a pseudo-register for [`Self::settle_param`].
    pub fn take_param(
        &mut self,
        param: &IncomingParam<'_>,
        location: &ArgLocation,
        slot: RtxId,
        own: Mode,
    ) -> Option<RtxId> {
        let mode = param.ty.mode();
        if param.ty.is_aggregate() || self.f.rtx.is_multiword(mode) {
            self.take_words(param, location, slot);
            return None;
        }
        let Place::Reg(number) = location.pieces[0].place else { return None };
        let narrow = mode.is_narrower_int(self.word_mode());
        let hard = self.f.rtx.gen_reg(if narrow { self.word_mode() } else { mode }, number);
        self.name_reg(hard, param.name);
        if narrow || own != mode {
            let wide = self.new_reg(self.mode_of(hard));
            self.emit_set(wide, hard);
            return Some(wide);
        }
        let home = self.adjust_address(slot, mode, 0);
        self.emit_set(home, hard);
        None
    }

    fn take_words(&mut self, param: &IncomingParam<'_>, location: &ArgLocation, slot: RtxId) {
        let size = param.ty.size();
        for piece in &location.pieces {
            let Place::Reg(number) = piece.place else { continue };
            let mode = match size {
                1 => Mode::QI,
                2 => Mode::HI,
                4 => Mode::SI,
                _ => self.word_mode(),
            };
            let hard = self.f.rtx.gen_reg(mode, number);
            let offset = i64::from((number - first_reg(location)) * self.word_mode().size());
            match (param.ty.is_aggregate() && !param.as_number, offset) {
                (true, _) => {}
                (false, _) => {
                    let name = self.f.rtx.string(param.name);
                    self.f.rtx.name_reg_node(hard, name, offset as i32);
                }
            }
            let word = self.adjust_address(slot, mode, offset);
            self.emit_set(word, hard);
        }
    }

    /// Stores a parameter that was passed wider than it is.
    pub fn settle_param(&mut self, wide: RtxId, passed: Mode, mode: Mode, slot: RtxId) {
        let narrow = if mode.is_int() {
            let low = self.lowpart(mode, wide);
            let narrow = self.new_reg(mode);
            self.emit_set(narrow, low);
            narrow
        } else {
            self.convert(wide, passed, mode, false)
        };
        let home = self.adjust_address(slot, mode, 0);
        self.emit_set(home, narrow);
    }

    /// The memory of a structure whose address comes in a register, where it is kept.
    pub fn take_address(&mut self, location: &ArgLocation, ty: &AbiType) -> RtxId {
        let number = first_reg(location);
        let hard = self.f.rtx.gen_reg(self.word_mode(), number);
        let address = self.new_named_reg(self.word_mode(), "", true, true);
        self.emit_set(address, hard);
        let (size, align) = (ty.known_size(), ty.align() * 8);
        let attrs = MemAttrs { size, align, ..MemAttrs::of_mode(Mode::BLK) };
        self.mem_attrs(Mode::BLK, address, attrs, flag::C)
    }

    /// The memory of a parameter that came on the stack.
    pub fn stack_param(&mut self, ty: &AbiType, location: &ArgLocation) -> RtxId {
        let offset = match location.pieces[0].place {
            Place::Stack(offset) => offset,
            Place::Reg(_) => 0,
        };
        let base = self.f.reg(VIRTUAL_INCOMING_ARGS);
        let address = self.plus_constant(base, offset);
        let align = if offset == 0 { 128 } else { 128.min(8 << offset.trailing_zeros().min(20)) };
        let attrs = MemAttrs { size: ty.known_size(), align, ..MemAttrs::of_mode(Mode::BLK) };
        self.mem_attrs(Mode::BLK, address, attrs, flag::C)
    }

    /// The address in which the caller wants a large value.
    pub fn take_struct_value(&mut self, slot: RtxId) {
        let hard = self.f.rtx.gen_reg(self.word_mode(), GP_ARG_FIRST);
        self.name_reg(hard, ".result_ptr");
        let home = self.adjust_address(slot, self.word_mode(), 0);
        self.emit_set(home, hard);
        self.f.struct_value = Some(home);
    }

    /// The value of a call, where it is in one register as it is wanted: nothing is between that and its destination.
    pub(super) fn value_in_register(
        &mut self,
        ty: &AbiType,
        location: &ArgLocation,
    ) -> Option<RtxId> {
        let mode = ty.mode();
        if self.f.rtx.is_multiword(mode) && self.is_in_general_registers(location) {
            return Some(self.f.rtx.gen_reg(mode, GP_RETURN));
        }
        let [piece] = location.pieces[..] else { return None };
        let whole =
            piece.mode == mode && (mode == self.word_mode() || matches!(mode, Mode::SF | Mode::DF));
        match piece.place {
            Place::Reg(number) if whole && !location.by_reference => {
                Some(self.f.rtx.gen_reg(mode, number))
            }
            _ => None,
        }
    }

    /// A function that should give a value returns without one: what its register holds is nobody's.
    pub fn forget_value(&mut self, ty: &AbiType, var: RtxId) {
        if let Some(hard) = self.value_register(ty, var) {
            self.emit_clobber(hard);
            self.emit_clobber(var);
        }
    }

    /// Ends a function that never gave the value it should have given. The answer is the insn that is to have a `nop` before
    /// it if control gets there.
    pub fn leave_without_value(&mut self, ty: &AbiType, var: RtxId) -> Option<InsnId> {
        let hard = self.value_register(ty, var)?;
        let before = self.f.last;
        let mode = self.mode_of(hard);
        if self.f.rtx.is_multiword(mode) {
            self.return_pair(ty, mode, var);
            return Some(self.f.next(before));
        }
        self.emit_set(hard, var);
        let first = self.f.last;
        self.clobber_forgotten(ty);
        self.emit_use(hard);
        let number = self.f.rtx.regno(hard);
        self.f.return_regs.push(number);
        Some(first)
    }

    /// Says where control came without a value that the value's registers hold nothing.
    pub(super) fn clobber_forgotten(&mut self, ty: &AbiType) {
        let Some((mut end, var)) = self.forgotten.take() else { return };
        let Some(hard) = self.value_register(ty, var) else { return };
        for register in [hard, var] {
            let pattern = self.f.rtx.gen_unary(Code::Clobber, Mode::VOID, register);
            let clobber = self.f.make_insn(InsnKind::Insn, pattern, self.loc);
            self.f.link_after(clobber, end);
            end = clobber;
        }
    }

    /// The hard register, or the pair, of a function's value, where it is of the mode of `var`.
    fn value_register(&mut self, ty: &AbiType, var: RtxId) -> Option<RtxId> {
        let location = self.return_location(ty);
        let piece = *location.pieces.first()?;
        let Place::Reg(number) = piece.place else { return None };
        let own = self.mode_of(var);
        let pair = self.f.rtx.is_multiword(own) && self.is_in_general_registers(&location);
        let mode = match location.pieces.len() {
            2 if pair => own,
            1 if piece.mode.is_float() => piece.mode,
            1 if ty.is_aggregate() => own,
            _ => self.f.rtx.word(),
        };
        if own != mode || location.pieces.len() > 1 && !pair {
            return None;
        }
        let hard = self.f.rtx.gen_reg(mode, number);
        self.f.rtx.add_flags(hard, flag::I);
        Some(hard)
    }

    /// The address of the first anonymous argument, found from where arguments on the stack begin.
    pub(super) fn va_start_from(&mut self, base: RtxId) -> RtxId {
        let first = self.f.frame.first_anonymous;
        let on_stack = first.max(0);
        let offset = self.int(on_stack);
        let above = self.emit_binary(Code::Plus, self.word_mode(), base, offset);
        if first >= 0 {
            return above;
        }
        let offset = self.int(first);
        self.binop(Code::Plus, self.word_mode(), above, offset)
    }

    /// Names a register node for dumps.
    pub(super) fn name_reg(&mut self, x: RtxId, name: &str) {
        if !name.is_empty() {
            let name = self.f.rtx.string(name);
            self.f.rtx.name_reg_node(x, name, 0);
        }
    }
}

fn first_reg(location: &ArgLocation) -> u32 {
    match location.pieces[0].place {
        Place::Reg(number) => number,
        Place::Stack(_) => 0,
    }
}
