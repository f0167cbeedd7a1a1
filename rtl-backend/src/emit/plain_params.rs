//! Parameters as GCC's `expand` receives them without optimisation.
//!
//! ```text
//! (set (reg:DI 75) (reg:DI 10 a0 [ n ]))              first everything is taken out of the argument registers,
//! (set (mem/c:DI p) (reg:DI 11 a1 [ p ]))
//! (set (reg:SI 76) (subreg:SI (reg:DI 75) 0))         then what is narrower than a register is stored
//! (set (mem/c:SI n) (reg:SI 76))
//! ```
//! What comes on the stack stays where it is.

use super::Emitter;
use crate::machine::riscv::abi::{AbiType, ArgLocation, Place};
use crate::machine::riscv::regs::A0;
use crate::rtl::function::VIRTUAL_INCOMING_ARGS;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag};

/// A parameter, with the slot that is made for it where it needs one.
pub struct PlainParam<'t> {
    pub ty: &'t AbiType,
    pub name: &'t str,
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
    /// Otherwise.
    Other,
}

impl Emitter<'_> {
    /// Where parameters come, in order.
    pub fn param_locations(&self, params: &[PlainParam<'_>], ret: &AbiType) -> Vec<ArgLocation> {
        let mut state = self.arg_state();
        if self.return_location(ret).by_reference {
            state.gprs = 1;
        }
        params.iter().map(|param| state.next(param.ty, true)).collect()
    }

    /// How a parameter arrives that is at `location`.
    pub fn arrival(&self, param: &PlainParam<'_>, location: &ArgLocation) -> Arrival {
        let in_registers = location.pieces.iter().all(|p| matches!(p.place, Place::Reg(_)));
        let gprs = location.pieces.iter().all(|p| !p.mode.is_float());
        let mode = param.ty.mode();
        if location.by_reference || location.pieces.is_empty() || self.is_soft(mode) {
            return Arrival::Other;
        }
        let on_stack = location.pieces.iter().all(|p| matches!(p.place, Place::Stack(_)));
        if on_stack {
            return Arrival::Stack;
        }
        if param.ty.is_aggregate() {
            return if in_registers && gprs { Arrival::Words } else { Arrival::Other };
        }
        let single =
            location.pieces.len() == 1 && location.pieces[0].mode.is_float() == mode.is_float();
        if single && in_registers { Arrival::Register } else { Arrival::Other }
    }

    /// Takes a parameter out of its register: into its slot, or a pseudo-register for [`Self::settle_param`].
    pub fn take_param(
        &mut self,
        param: &PlainParam<'_>,
        location: &ArgLocation,
        slot: RtxId,
    ) -> Option<RtxId> {
        let mode = param.ty.mode();
        if param.ty.is_aggregate() {
            self.take_words(param, location, slot);
            return None;
        }
        let Place::Reg(number) = location.pieces[0].place else { return None };
        let narrow = matches!(mode, Mode::QI | Mode::HI | Mode::SI);
        let hard = self.f.rtx.gen_reg(if narrow { Mode::DI } else { mode }, number);
        self.name_reg(hard, param.name);
        if narrow {
            let wide = self.new_reg(Mode::DI);
            self.emit_set(wide, hard);
            return Some(wide);
        }
        let home = self.adjust_address(slot, mode, 0);
        self.emit_set(home, hard);
        None
    }

    fn take_words(&mut self, param: &PlainParam<'_>, location: &ArgLocation, slot: RtxId) {
        let size = param.ty.size();
        for piece in &location.pieces {
            let Place::Reg(number) = piece.place else { continue };
            let mode = match size {
                1 => Mode::QI,
                2 => Mode::HI,
                4 => Mode::SI,
                _ => Mode::DI,
            };
            let hard = self.f.rtx.gen_reg(mode, number);
            let word = self.adjust_address(slot, mode, i64::from(number - first_reg(location)) * 8);
            self.emit_set(word, hard);
        }
    }

    /// Stores a parameter that is narrower than its register.
    pub fn settle_param(&mut self, wide: RtxId, mode: Mode, slot: RtxId) {
        let low = self.lowpart(mode, wide);
        let narrow = self.new_reg(mode);
        self.emit_set(narrow, low);
        let home = self.adjust_address(slot, mode, 0);
        self.emit_set(home, narrow);
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
        let hard = self.f.rtx.gen_reg(Mode::DI, A0);
        self.name_reg(hard, ".result_ptr");
        let home = self.adjust_address(slot, Mode::DI, 0);
        self.emit_set(home, hard);
        self.f.struct_value = Some(home);
    }

    /// Names a register node for dumps.
    fn name_reg(&mut self, x: RtxId, name: &str) {
        if !name.is_empty() {
            let name = self.f.rtx.string(name);
            self.f.rtx.name_reg_node(x, name);
        }
    }
}

fn first_reg(location: &ArgLocation) -> u32 {
    match location.pieces[0].place {
        Place::Reg(number) => number,
        Place::Stack(_) => 0,
    }
}
