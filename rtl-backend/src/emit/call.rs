//! Calls, parameters, return: the calling convention as insns.

use super::{Emitter, promoted_mode};
use crate::machine::target::abi::{AbiType, ArgLocation, ArgState, Piece, Place};
use crate::machine::target::constants::integer_cost;
use crate::machine::target::{GP_ARG_FIRST, GP_RETURN, RETURN_ADDR_REGNUM, SIBCALL_TEMP_REGNUM};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnKind, RegNote, VIRTUAL_INCOMING_ARGS, VIRTUAL_OUTGOING_ARGS};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag, symbol_flag};

/// An argument: a value of the type's mode, or memory (`BLK`) for an aggregate.
#[derive(Clone, Copy)]
pub struct CallArg<'t> {
    pub value: RtxId,
    pub ty: &'t AbiType,
}

/// A call to be emitted.
pub struct CallSpec<'t> {
    /// A `symbol_ref`, or any `DI` value.
    pub callee: RtxId,
    pub args: &'t [CallArg<'t>],
    /// How many arguments the prototype names.
    pub named: usize,
    pub ret: &'t AbiType,
    /// The mode of the register or pair that a structure comes back in, to be left there.
    pub structure: Option<Mode>,
    /// Whether a value that comes in two floating-point registers is to be left in registers: a `parallel` of them.
    pub parts: bool,
    /// Memory for an aggregate value; a fresh stack slot is used where there is none.
    pub result: Option<RtxId>,
    pub static_chain: Option<RtxId>,
    pub noreturn: bool,
    /// Throws nothing, so far as its declaration says.
    pub nothrow: bool,
    /// Reads memory only.
    pub is_pure: bool,
    /// Reads and writes no memory.
    pub is_const: bool,
    /// One of these may not come to an end.
    pub may_loop: bool,
    /// Returns its first argument.
    pub returns_first: bool,
    pub returns_twice: bool,
    /// The number of the landing pad that an exception leads to.
    pub pad: Option<i64>,
    /// What dumps call the function.
    pub name: &'t str,
    /// Nobody wants the value.
    pub unused: bool,
    /// The value is moved to its destination before anything else is emitted.
    pub moved_at_once: bool,
    /// The function ends with the call, which is jumped to when the frame is gone: see [`Emitter::may_be_sibling`].
    pub sibling: bool,
    /// A support function is called, with scalars.
    pub of_library: bool,
}

impl<'t> CallSpec<'t> {
    /// An ordinary call.
    pub fn new(
        callee: RtxId,
        args: &'t [CallArg<'t>],
        named: usize,
        ret: &'t AbiType,
    ) -> CallSpec<'t> {
        CallSpec {
            callee,
            args,
            named,
            ret,
            structure: None,
            parts: false,
            result: None,
            static_chain: None,
            noreturn: false,
            nothrow: false,
            is_pure: false,
            is_const: false,
            may_loop: false,
            returns_first: false,
            returns_twice: false,
            pad: None,
            name: "",
            unused: false,
            moved_at_once: false,
            sibling: false,
            of_library: false,
        }
    }
}

/// A parameter to be received.
pub struct ParamSpec<'t> {
    pub ty: &'t AbiType,
    /// Name for dumps.
    pub name: &'t str,
    /// Memory an aggregate that arrives in registers is to be put into; a fresh slot where there is none. The register of
    /// what arrives in one.
    pub home: Option<RtxId>,
    /// Whether it is to be left in two registers if it comes so: then the answer is a `parallel` of them.
    pub parts: bool,
}

/// A register to be loaded right before the call.
struct RegLoad {
    regno: u32,
    mode: Mode,
    value: RtxId,
    /// The mode of the argument, `BLK` if this is a part of it.
    of: Mode,
}

impl Emitter<'_> {
    /// Where arguments go, before the first of them.
    pub(super) fn arg_state(&self) -> ArgState {
        ArgState::of(&self.unit.options.machine)
    }

    /// Where a function's value is: as the first named argument would be; `by_reference` means the caller passes the
    /// address of memory for it in `a0`.
    pub(super) fn return_location(&self, ty: &AbiType) -> ArgLocation {
        self.arg_state().next(ty, true)
    }

    /// Whether a call needs nothing of the frame: all it is handed over, and what it hands back, goes in registers.
    pub fn may_be_sibling(&self, spec: &CallSpec) -> bool {
        if self.unit.options.machine.save_restore {
            // The functions that restore registers return to the caller themselves.
            return false;
        }
        let mut state = self.arg_state();
        let in_registers = spec
            .args
            .iter()
            .enumerate()
            .all(|(i, arg)| !state.next(arg.ty, i < spec.named).by_reference);
        in_registers && state.stack == 0 && !self.return_location(spec.ret).by_reference
    }

    /// Emits a call; the answer is the value: a register (promoted subreg for narrow integers), or the memory of an
    /// aggregate; nothing for `void`.
    pub fn call(&mut self, spec: &CallSpec) -> Option<RtxId> {
        let word_mode = self.word_mode();
        self.target = None;
        let mut state = self.arg_state();
        let mut loads = Vec::new();
        let value_location = self.return_location(spec.ret);
        let (result, hidden) = self.place_of_value(spec, &value_location);
        state.gprs = u32::from(hidden.is_some());
        let mut in_memory = value_location.by_reference;
        let locations: Vec<ArgLocation> = spec
            .args
            .iter()
            .enumerate()
            .map(|(i, arg)| state.next(arg.ty, i < spec.named))
            .collect();
        in_memory |= locations.iter().any(|location| location.by_reference);
        let arguments = spec.args.iter().zip(&locations);
        // The last one comes first.
        arguments.rev().for_each(|(arg, at)| self.prepare_argument(arg, at, &mut loads));
        loads.extend(hidden);
        let needed = (state.stack + 15) & -16;
        self.f.frame.outgoing_args = self.f.frame.outgoing_args.max(needed);
        let mut callee = self.call_address(spec.callee);
        if let Some(chain) = spec.static_chain {
            let value = self.force_reg(word_mode, chain);
            loads.push(RegLoad {
                regno: crate::machine::target::STATIC_CHAIN,
                mode: word_mode,
                value,
                of: word_mode,
            });
        }
        if spec.sibling && self.f.rtx.code(callee) != Code::SymbolRef {
            // The registers that the frame's end restores are no place for it.
            let reg = self.f.rtx.gen_reg(word_mode, SIBCALL_TEMP_REGNUM);
            self.emit_set(reg, callee);
            callee = reg;
        }
        let mut usage = Vec::with_capacity(loads.len());
        for load in &loads {
            let reg = self.f.rtx.gen_reg(load.mode, load.regno);
            self.emit_move(reg, load.value);
            usage.push(self.f.rtx.gen_unary(Code::Use, Mode::VOID, reg));
        }
        // A function that touches no memory of the program's still has what is handed over in memory.
        let is_const = spec.is_const && !in_memory && state.stack == 0;
        if !spec.of_library {
            usage.reverse();
        }
        let returned = spec.returns_first && !value_location.by_reference;
        if returned {
            let first = self.f.rtx.gen_reg(word_mode, GP_ARG_FIRST);
            usage.insert(0, self.f.rtx.gen_set(first, first));
        }
        self.emit_call_insn(callee, &value_location, spec, (usage, needed), is_const);
        let of_first = returned.then_some(word_mode);
        let mut modes: Vec<Mode> = loads.iter().map(|load| load.of).collect();
        if !spec.of_library {
            modes.reverse();
        }
        let modes = of_first.into_iter().chain(modes).collect();
        let insn = self.f.last;
        self.f.set_usage_modes(insn, modes);
        if spec.sibling {
            self.emit_barrier();
            return None;
        }
        if spec.noreturn {
            self.emit_barrier();
        }
        self.f.calls_setjmp |= spec.returns_twice;
        if spec.unused {
            return None;
        }
        if let Some(mode) = spec.structure {
            return Some(self.receive_structure(mode));
        }
        if spec.moved_at_once
            && let Some(value) = self.value_in_register(spec.ret, &value_location)
        {
            return Some(value);
        }
        self.receive_value(spec.ret, &value_location, result)
    }

    fn call_address(&mut self, callee: RtxId) -> RtxId {
        if self.f.rtx.code(callee) != Code::SymbolRef {
            let register = self.force_mode_reg(self.word_mode(), callee);
            if register != callee {
                self.mark_pointer(register);
            }
            return register;
        }
        let info = self.f.rtx.symbol_info(self.f.rtx.symbol_of(callee));
        let elsewhere = info.flags & symbol_flag::LOCAL == 0 || info.weak;
        if elsewhere && self.unit.options.pic && !self.unit.options.plt {
            // Its address is in the global offset table.
            return self.force_mode_reg(self.word_mode(), callee);
        }
        callee
    }

    pub(super) fn emit_call_insn(
        &mut self,
        callee: RtxId,
        location: &ArgLocation,
        spec: &CallSpec,
        (usage, stack): (Vec<RtxId>, i64),
        is_const: bool,
    ) {
        let expr = self.f.rtx.string(spec.name);
        let attrs = MemAttrs { align: 32, expr, ..MemAttrs::of_mode(Mode::SI) };
        let mem = self.f.rtx.gen_mem(Mode::SI, callee, attrs);
        let single = location.by_reference || location.pieces.len() <= 1;
        let size = self.int(if single { stack } else { 0 });
        let call = self.f.rtx.gen_binary(Code::Call, Mode::VOID, mem, size);
        let mut items = Vec::with_capacity(4);
        if location.by_reference || location.pieces.is_empty() {
            items.push(call);
        } else if let Some(mode) = self.value_mode(spec, location) {
            let reg = self.f.rtx.gen_reg(mode, GP_RETURN);
            items.push(self.f.rtx.gen_set(reg, call));
        } else {
            for piece in &location.pieces {
                if let Place::Reg(r) = piece.place {
                    let mode = if piece.mode.is_float() { piece.mode } else { self.f.rtx.word() };
                    let reg = self.f.rtx.gen_reg(mode, r);
                    items.push(self.f.rtx.gen_set(reg, call));
                }
            }
        }
        if !spec.sibling {
            let ra = self.f.rtx.gen_reg(Mode::SI, RETURN_ADDR_REGNUM);
            items.push(self.f.rtx.gen_unary(Code::Clobber, Mode::VOID, ra));
        }
        let pattern = match items[..] {
            [only] => only,
            _ => self.f.rtx.gen_parallel(&items),
        };
        let insn = self.emit(InsnKind::Call, pattern);
        if spec.sibling {
            self.f.insn_mut(insn).flags |= flag::J as u8;
        }
        self.f.set_call_usage(insn, usage);
        if is_const {
            self.f.insn_mut(insn).flags |= flag::U as u8;
        }
        if spec.is_pure {
            self.f.insn_mut(insn).flags |= flag::I as u8;
        }
        if spec.may_loop && (is_const || spec.is_pure) {
            self.f.insn_mut(insn).flags |= flag::C as u8;
        }
        if spec.nothrow && spec.pad.is_none() {
            let note = if spec.of_library { RegNote::OfLibrary } else { RegNote::NoThrow };
            self.f.add_note(insn, note);
        }
        if spec.noreturn {
            self.f.add_note(insn, RegNote::NoReturn);
        }
        if let Some(pad) = spec.pad {
            self.f.add_note(insn, RegNote::EhRegion(pad));
        }
        if self.f.rtx.code(callee) == Code::SymbolRef && self.f.optimize > 0 {
            self.f.add_note(insn, RegNote::CallDecl(callee));
        }
    }

    /// The mode of a value in two registers that a call insn sets as one.
    fn value_mode(&self, spec: &CallSpec, location: &ArgLocation) -> Option<Mode> {
        let pair = location.pieces.len() == 2 && !spec.ret.is_aggregate();
        let mode = match self.is_float_in_pair(spec.ret, location) {
            true => self.pair_mode(),
            false => spec.ret.mode(),
        };
        spec.structure.or(pair.then_some(mode))
    }

    /// Whether a `double` is passed as two words.
    fn is_float_in_pair(&self, ty: &AbiType, location: &ArgLocation) -> bool {
        let is_pair = location.pieces.len() == 2 && !location.by_reference;
        is_pair && ty.mode() == Mode::DF
    }

    /// Memory for an aggregate value, and its address where that is handed over: the first argument, before all others.
    fn place_of_value(
        &mut self,
        spec: &CallSpec,
        location: &ArgLocation,
    ) -> (Option<RtxId>, Option<RegLoad>) {
        let in_memory = spec.ret.is_aggregate() || location.by_reference;
        let in_parts = spec.parts && is_in_parts(location);
        if spec.structure.is_some() || !in_memory || spec.ret.size() == 0 || in_parts {
            return (None, None);
        }
        let (size, align) = (spec.ret.size(), spec.ret.align());
        let mem = spec.result.unwrap_or_else(|| self.stack_temp(size, align));
        let hidden = location.by_reference.then(|| {
            let value = self.address_of(mem);
            RegLoad { regno: GP_ARG_FIRST, mode: self.word_mode(), value, of: self.word_mode() }
        });
        (Some(mem), hidden)
    }

    /// Whether values of this type come back in memory.
    pub fn is_returned_in_memory(&self, ty: &AbiType) -> bool {
        self.return_location(ty).by_reference
    }

    /// Makes a copy of an argument that is passed by its address.
    fn prepare_copy(&mut self, arg: &CallArg, location: &ArgLocation, loads: &mut Vec<RegLoad>) {
        let (size, mode) = (arg.ty.size(), arg.ty.mode());
        let copy = self.stack_temp(size, arg.ty.align());
        if mode == Mode::BLK {
            self.block_move(copy, arg.value, size as i64);
        } else {
            let mem = self.adjust_address(copy, mode, 0);
            self.emit_move(mem, arg.value);
        }
        let address = self.address_of(copy);
        self.place_piece(location.pieces[0], address, loads);
        if let Some(load) = loads.last_mut() {
            load.of = self.word_mode();
        }
    }

    /// Computes an argument: stack pieces are stored, register pieces put down for later.
    fn prepare_argument(
        &mut self,
        arg: &CallArg,
        location: &ArgLocation,
        loads: &mut Vec<RegLoad>,
    ) {
        let word_mode = self.word_mode();
        let mode = arg.ty.mode();
        if self.f.rtx.code(arg.value) == Code::Parallel {
            return self.prepare_parts(arg, location, loads);
        }
        if location.by_reference {
            return self.prepare_copy(arg, location, loads);
        }
        let (mode, value) = match self.is_float_in_pair(arg.ty, location) {
            true => (self.pair_mode(), self.bitcast(arg.value, mode, self.pair_mode())),
            false => (mode, arg.value),
        };
        match arg.ty {
            AbiType::Void => {}
            AbiType::Aggregate { .. } if self.is_reg(value) => {
                self.prepare_register(arg, location, loads);
            }
            AbiType::Aggregate { .. } => {
                for piece in &location.pieces {
                    if self.takes_whole_word(arg.value, *piece) {
                        let word = self.adjust_address(arg.value, word_mode, piece.offset as i64);
                        self.place_piece(*piece, word, loads);
                        continue;
                    }
                    let value = if piece.size.is_power_of_two() && piece.mode.size() == piece.size {
                        let part = self.adjust_address(arg.value, piece.mode, piece.offset as i64);
                        let aligned = self.f.rtx.mem_attrs(part).align >= piece.mode.bits();
                        if aligned && (piece.mode == self.word_mode() || piece.mode.is_float()) {
                            part
                        } else if aligned
                            || piece.mode.is_float() && self.f.rtx.mem_attrs(part).align >= 32
                        {
                            self.load_piece(part, piece.mode)
                        } else {
                            self.gathered_piece(arg.value, piece)
                        }
                    } else {
                        self.load_bytes(arg.value, piece.offset as i64, piece.size)
                    };
                    self.place_piece(*piece, value, loads);
                }
            }
            _ if self.f.rtx.is_multiword(mode) && self.is_in_general_registers(location) => {
                let constant = self.f.rtx.code(value) == Code::ConstDouble && mode == Mode::TF;
                let value = if constant { self.pooled(mode, value) } else { value };
                if let Place::Reg(regno) = location.pieces[0].place {
                    loads.push(RegLoad { regno, mode, value, of: mode });
                }
            }
            _ if self.f.rtx.is_multiword(mode) => {
                let value = if self.is_mem(value) { self.copy_to_reg(mode, value) } else { value };
                for (i, piece) in location.pieces.iter().enumerate() {
                    let word = self.word(value, mode, i as u32);
                    let word = self.force_reg(self.word_mode(), word);
                    self.place_piece(*piece, word, loads);
                }
            }
            _ => {
                let piece = location.pieces[0];
                let whole = matches!(piece.place, Place::Reg(_));
                let value = if mode.is_int() {
                    // Narrow integers are extended by their own signedness, words always sign-extended.
                    let unsigned = arg.ty.is_unsigned() && mode != Mode::SI;
                    self.convert(arg.value, mode, self.f.rtx.word(), unsigned)
                } else if whole && piece.mode == mode {
                    arg.value
                } else if whole && mode == Mode::DF && !self.is_soft(mode) {
                    // It goes into the register of integers as it is.
                    let value = self.force_reg(mode, arg.value);
                    if let Place::Reg(regno) = piece.place {
                        loads.push(RegLoad { regno, mode, value, of: mode });
                    }
                    return;
                } else if piece.mode == word_mode {
                    self.float_in_word(arg.value, mode)
                } else {
                    self.force_reg(mode, arg.value)
                };
                self.place_piece(piece, value, loads);
                if let Some(load) = loads.last_mut().filter(|_| whole) {
                    load.of = mode;
                }
            }
        }
    }

    /// A structure or vector that is held in a register: it goes as it is, or through memory where it comes apart.
    fn prepare_register(
        &mut self,
        arg: &CallArg,
        location: &ArgLocation,
        loads: &mut Vec<RegLoad>,
    ) {
        let (value, mode) = (arg.value, self.mode_of(arg.value));
        if !is_register_like(location, mode) {
            let mem = self.stack_temp(arg.ty.size(), arg.ty.align());
            let whole = self.adjust_address(mem, mode, 0);
            self.emit_move(whole, value);
            let arg = CallArg { value: mem, ty: arg.ty };
            return self.prepare_argument(&arg, location, loads);
        }
        match location.pieces[0].place {
            Place::Reg(regno) => loads.push(RegLoad { regno, mode, value, of: mode }),
            Place::Stack(offset) => {
                let base = self.f.reg(VIRTUAL_OUTGOING_ARGS);
                let address = self.plus_constant(base, offset);
                let mem = self.mem(mode, address);
                self.emit_move(mem, value);
            }
        }
    }

    /// An argument in two registers: each place takes its part of a copy of all of it.
    fn prepare_parts(&mut self, arg: &CallArg, location: &ArgLocation, loads: &mut Vec<RegLoad>) {
        let parts = [0, 1].map(|i| self.f.rtx.any_op(arg.value, i));
        let mode = self.mode_of(parts[0]);
        if is_in_parts(location) {
            for (i, piece) in location.pieces.iter().enumerate() {
                let copies = parts.map(|part| self.copy_to_reg(mode, part));
                if let Place::Reg(regno) = piece.place {
                    loads.push(RegLoad { regno, mode, value: copies[i], of: Mode::BLK });
                }
            }
            return;
        }
        let mem = self.stack_temp(arg.ty.size(), arg.ty.align());
        for (i, part) in parts.into_iter().enumerate() {
            let to = self.adjust_address(mem, mode, i64::from(mode.size()) * i as i64);
            self.emit_move(to, part);
        }
        self.prepare_argument(&CallArg { value: mem, ty: arg.ty }, location, loads);
    }

    /// A field that is not aligned, put together from its bytes.
    fn gathered_piece(&mut self, mem: RtxId, piece: &Piece) -> RtxId {
        let (offset, word) = (piece.offset as i64, self.word_mode().size());
        if piece.size > word {
            let low = self.load_bytes(mem, offset, word);
            let high = self.load_bytes(mem, offset + i64::from(word), piece.size - word);
            let pair = self.concat(self.pair_mode(), low, high);
            return self.bitcast(pair, self.pair_mode(), piece.mode);
        }
        let bytes = self.load_bytes(mem, offset, piece.size);
        self.reinterpret_word(bytes, piece.mode)
    }

    /// A narrow field in a register of its own: extended to a word, floats as they are.
    fn load_piece(&mut self, mem: RtxId, mode: Mode) -> RtxId {
        if mode.is_float() || mode == self.word_mode() {
            self.force_reg(mode, mem)
        } else {
            self.convert(mem, mode, self.word_mode(), false)
        }
    }

    fn reinterpret_word(&mut self, word: RtxId, mode: Mode) -> RtxId {
        match mode {
            Mode::DF => self.bitcast(word, Mode::DI, Mode::DF),
            Mode::SF => {
                let low = self.lowpart(Mode::SI, word);
                let low = self.force_mode_reg(Mode::SI, low);
                self.bitcast(low, Mode::SI, Mode::SF)
            }
            _ => word,
        }
    }

    /// A float passed by the integer convention.
    fn float_in_word(&mut self, value: RtxId, mode: Mode) -> RtxId {
        let word_mode = self.word_mode();
        if mode == Mode::DF {
            let bits = self.bitcast(value, Mode::DF, word_mode);
            return self.force_reg(word_mode, bits);
        }
        let bits = self.bitcast(value, Mode::SF, Mode::SI);
        self.convert(bits, Mode::SI, word_mode, false)
    }

    fn place_piece(&mut self, piece: Piece, value: RtxId, loads: &mut Vec<RegLoad>) {
        let mode = if piece.mode.is_float() { piece.mode } else { self.f.rtx.word() };
        match piece.place {
            Place::Reg(regno) => {
                // Constants may wait for the register itself; what may be clobbered meanwhile may not.
                let simple = self.is_simple_argument(value)
                    || self
                        .f
                        .rtx
                        .as_int(value)
                        .is_some_and(|v| integer_cost(v, self.f.rtx.extensions) == 1);
                let value = if simple { value } else { self.force_reg(mode, value) };
                loads.push(RegLoad { regno, mode, value, of: Mode::BLK });
            }
            Place::Stack(offset) => {
                let base = self.f.reg(VIRTUAL_OUTGOING_ARGS);
                let address = self.plus_constant(base, offset);
                let mem = self.mem(mode, address);
                self.emit_move(mem, value);
            }
        }
    }

    /// Takes a function's value out of its registers.
    pub(super) fn receive_value(
        &mut self,
        ty: &AbiType,
        location: &ArgLocation,
        result: Option<RtxId>,
    ) -> Option<RtxId> {
        if location.by_reference {
            return match ty.mode() {
                Mode::BLK => result,
                mode => result.map(|mem| {
                    let value = self.adjust_address(mem, mode, 0);
                    self.copy_to_reg(mode, value)
                }),
            };
        }
        if let Some(mem) = result {
            let regs: Vec<RtxId> =
                location.pieces.iter().map(|p| self.copy_from_place(p)).collect();
            for (piece, reg) in location.pieces.iter().zip(regs) {
                self.store_piece(mem, piece, reg);
            }
            return Some(mem);
        }
        if ty.is_aggregate() && is_in_parts(location) {
            let parts = [0, 1].map(|i| self.copy_from_place(&location.pieces[i]));
            return Some(self.f.rtx.gen_parallel(&parts));
        }
        let mode = ty.mode();
        match location.pieces.len() {
            0 => None,
            1 if mode.is_float() && location.pieces[0].mode == self.word_mode() => {
                let word = self.copy_from_place(&location.pieces[0]);
                Some(self.reinterpret_word(word, mode))
            }
            1 => {
                let reg = self.copy_from_place(&location.pieces[0]);
                let narrow = mode.is_int() && mode != self.f.rtx.word();
                Some(if narrow { self.promoted_subreg(reg, mode, ty.is_unsigned()) } else { reg })
            }
            _ if self.is_float_in_pair(ty, location) => {
                let pair_mode = self.pair_mode();
                let hard = self.f.rtx.gen_reg(pair_mode, GP_RETURN);
                let bits = self.copy_to_reg(pair_mode, hard);
                Some(self.bitcast(bits, pair_mode, mode))
            }
            _ => {
                let dst = self.new_reg(mode);
                if self.is_in_general_registers(location) {
                    let hard = self.f.rtx.gen_reg(mode, GP_RETURN);
                    self.emit_move(dst, hard);
                    return Some(dst);
                }
                for (i, piece) in location.pieces.iter().enumerate() {
                    let word = self.word(dst, mode, i as u32);
                    let src = self.place_rtx(piece);
                    self.emit_set(word, src);
                }
                Some(dst)
            }
        }
    }

    /// The hard register or incoming stack slot of a piece.
    fn place_rtx(&mut self, piece: &Piece) -> RtxId {
        let mode = if piece.mode.is_float() { piece.mode } else { self.f.rtx.word() };
        match piece.place {
            Place::Reg(r) => self.f.rtx.gen_reg(mode, r),
            Place::Stack(offset) => {
                let base = self.f.reg(VIRTUAL_INCOMING_ARGS);
                let address = self.plus_constant(base, offset);
                self.mem(mode, address)
            }
        }
    }

    fn copy_from_place(&mut self, piece: &Piece) -> RtxId {
        let src = self.place_rtx(piece);
        let mode = self.mode_of(src);
        let reg = self.new_reg(mode);
        self.emit_move(reg, src);
        reg
    }

    /// Stores a piece of an aggregate from a register of the piece's full mode.
    fn store_piece(&mut self, mem: RtxId, piece: &Piece, reg: RtxId) {
        if piece.mode.is_float() {
            let part = self.adjust_address(mem, piece.mode, piece.offset as i64);
            self.emit_move(part, reg);
        } else {
            self.store_bytes(mem, piece.offset as i64, piece.size, reg);
        }
    }

    /// Receives the parameters. Scalars come back in a register as [`Emitter::new_var`] makes them, aggregates as
    /// memory. Also arranges the hidden address of a large value and, for variadic functions, the save area.
    pub fn receive_params(
        &mut self,
        params: &[ParamSpec],
        variadic: bool,
        ret: &AbiType,
    ) -> Vec<RtxId> {
        let mut state = self.arg_state();
        if self.return_location(ret).by_reference {
            state.gprs = 1;
            let var = self.new_named_reg(self.word_mode(), ".result_ptr", false, true);
            let src = self.f.rtx.gen_reg(self.word_mode(), GP_ARG_FIRST);
            self.emit_set(var, src);
            self.f.struct_value = Some(var);
        }
        let locations: Vec<ArgLocation> = params.iter().map(|p| state.next(p.ty, true)).collect();
        // All registers are read before anything else happens: what follows may need them.
        let arrived: Vec<Vec<RtxId>> = params
            .iter()
            .zip(&locations)
            .map(|(param, location)| self.copy_pieces(param, location))
            .collect();
        if variadic {
            self.save_anonymous(&state);
        }
        let mut values = Vec::with_capacity(params.len());
        for ((param, location), regs) in params.iter().zip(&locations).zip(arrived) {
            values.push(self.assemble_param(param, location, &regs));
        }
        values
    }

    fn copy_pieces(&mut self, param: &ParamSpec, location: &ArgLocation) -> Vec<RtxId> {
        let on_stack = location.pieces.iter().all(|p| matches!(p.place, Place::Stack(_)));
        if on_stack && param.ty.is_aggregate() && !location.by_reference {
            return Vec::new();
        }
        if let (Some(home), [piece]) = (param.home, &location.pieces[..])
            && let (true, Place::Reg(number)) =
                (param.ty.is_aggregate() && self.is_reg(home), piece.place)
        {
            // A vector of less than a word.
            let hard = self.f.rtx.gen_reg(self.mode_of(home), number);
            self.name_reg(hard, param.name);
            self.emit_set(home, hard);
            return vec![home];
        }
        let mode = param.ty.mode();
        if location.pieces.len() == 1 && !param.ty.is_aggregate() {
            let piece = location.pieces[0];
            let src = self.place_rtx(&piece);
            let reg_mode = self.mode_of(src);
            let home = param.home.filter(|&home| self.mode_of(home) == reg_mode);
            let var = match home {
                Some(home) => home,
                None => self.new_named_reg(reg_mode, param.name, true, false),
            };
            if self.f.rtx.code(src) == Code::Reg {
                self.name_reg(src, param.name);
            }
            self.emit_move(var, src);
            return vec![var];
        }
        let mode = match self.is_float_in_pair(param.ty, location) {
            true => self.pair_mode(),
            false => mode,
        };
        if self.f.rtx.is_multiword(mode) && location.pieces.len() == 2 {
            let home = param.home.filter(|&home| self.mode_of(home) == mode);
            let var = home.unwrap_or_else(|| self.new_named_reg(mode, param.name, true, false));
            self.emit_clobber(var);
            let name = self.f.rtx.string(param.name);
            for (i, piece) in location.pieces.iter().enumerate() {
                let word = self.word(var, mode, i as u32);
                let src = self.place_rtx(piece);
                if self.f.rtx.code(src) == Code::Reg && !param.name.is_empty() {
                    let offset = self.word_mode().size() * i as u32;
                    self.f.rtx.name_reg_node(src, name, offset as i32);
                }
                self.emit_move(word, src);
            }
            return vec![var];
        }
        let pieces = location.pieces.iter();
        pieces.map(|piece| self.copy_named(piece, param.name)).collect()
    }

    /// Copies a part of a parameter; a floating-point register is named by it.
    fn copy_named(&mut self, piece: &Piece, name: &str) -> RtxId {
        let hard = self.place_rtx(piece);
        if piece.mode.is_float() && self.f.rtx.code(hard) == Code::Reg && !name.is_empty() {
            let name = self.f.rtx.string(name);
            self.f.rtx.name_reg_node(hard, name, piece.offset as i32);
        }
        let mode = self.mode_of(hard);
        self.copy_to_reg(mode, hard)
    }

    fn assemble_param(
        &mut self,
        param: &ParamSpec,
        location: &ArgLocation,
        regs: &[RtxId],
    ) -> RtxId {
        let mode = param.ty.mode();
        if location.by_reference {
            let attrs = MemAttrs {
                size: param.ty.known_size(),
                align: param.ty.align() * 8,
                ..MemAttrs::of_mode(Mode::BLK)
            };
            let mem = self.mem_attrs(Mode::BLK, regs[0], attrs, flag::C);
            return if mode == Mode::BLK { mem } else { self.copy_to_reg(mode, mem) };
        }
        if !param.ty.is_aggregate() {
            let Some(&reg) = regs.first() else { return self.int(0) };
            // A float in an integer register.
            return match mode {
                Mode::SF | Mode::DF if self.is_soft(mode) => {
                    let value = self.reinterpret_word(reg, mode);
                    let var = self.new_var(mode, param.name, true, false);
                    self.store_var(var, value, mode, false);
                    var
                }
                Mode::DF if self.mode_of(reg) == Mode::DI => self.bitcast(reg, Mode::DI, Mode::DF),
                Mode::SF if self.mode_of(reg) == self.word_mode() => {
                    self.reinterpret_word(reg, Mode::SF)
                }
                _ => {
                    debug_assert!(self.mode_of(reg) == promoted_mode(mode, self.f.rtx.word()));
                    reg
                }
            };
        }
        if regs.is_empty() {
            let Some(Piece { place: Place::Stack(offset), .. }) = location.pieces.first() else {
                return param.home.unwrap_or_else(|| self.stack_local(0, 8, param.name));
            };
            let base = self.f.reg(VIRTUAL_INCOMING_ARGS);
            let address = self.plus_constant(base, *offset);
            let attrs = MemAttrs {
                size: Some(param.ty.size()),
                align: param.ty.align().max(self.word_mode().size()) * 8,
                ..MemAttrs::of_mode(Mode::BLK)
            };
            return self.mem_attrs(Mode::BLK, address, attrs, flag::C);
        }
        if let Some(home) = param.home.filter(|&home| self.is_reg(home)) {
            return home;
        }
        if let [re, im] = *regs
            && param.parts
            && is_in_parts(location)
        {
            let parts = [re, im].map(|part| self.copy_to_reg(self.mode_of(part), part));
            return self.f.rtx.gen_parallel(&parts);
        }
        let home = param.home.unwrap_or_else(|| {
            let align = param.ty.align().max(self.word_mode().size());
            self.stack_local(param.ty.size(), align, param.name)
        });
        for (piece, &reg) in location.pieces.iter().zip(regs) {
            self.store_piece(home, piece, reg);
        }
        home
    }

    /// Stores the argument registers no parameter took right below the stack arguments.
    pub fn save_anonymous(&mut self, state: &ArgState) {
        let word_mode = self.word_mode();
        let word = i64::from(word_mode.size());
        let free = state.registers - state.gprs.min(state.registers);
        let below = word * i64::from(free);
        self.f.frame.pretend_args = below;
        self.f.frame.first_anonymous = if free > 0 { -below } else { state.stack };
        let base = self.f.reg(VIRTUAL_INCOMING_ARGS);
        for i in 0..free {
            let address = self.plus_constant(base, -word * i64::from(free - i));
            let mem = self.mem(word_mode, address);
            // They are reached as whatever they are.
            let attrs = MemAttrs { align: 8, ..*self.f.rtx.mem_attrs(mem) };
            self.f.rtx.set_mem_attrs(mem, attrs);
            self.f.rtx.add_flags(mem, flag::C);
            let reg = self.f.rtx.gen_reg(word_mode, GP_ARG_FIRST + state.gprs + i);
            self.emit_set(mem, reg);
        }
    }

    /// The address of the first anonymous argument: what `va_start` stores.
    pub fn va_start_address(&mut self) -> RtxId {
        let base = self.f.reg(VIRTUAL_INCOMING_ARGS);
        self.va_start_from(base)
    }

    /// Ends the function with `value` (a scalar, or the memory of an aggregate) as its value.
    pub fn emit_return(&mut self, ty: &AbiType, value: Option<RtxId>) {
        let location = self.return_location(ty);
        let Some(value) = value else { return };
        let value = match self.is_float_in_pair(ty, &location) && !self.is_soft(ty.mode()) {
            true => self.bitcast(value, ty.mode(), self.pair_mode()),
            false => value,
        };
        let in_register = self.f.rtx.code(value) == Code::Reg;
        let mode = self.mode_of(value);
        if in_register && self.f.rtx.is_multiword(mode) && self.is_in_general_registers(&location) {
            return self.return_pair(ty, mode, value);
        }
        let mut results = Vec::new();
        if location.by_reference {
            if let Some(address) = self.f.struct_value {
                if ty.is_aggregate() {
                    let attrs = MemAttrs {
                        size: ty.known_size(),
                        align: ty.align() * 8,
                        ..MemAttrs::of_mode(Mode::BLK)
                    };
                    let mem = self.mem_attrs(Mode::BLK, address, attrs, flag::C);
                    if !self.same_place(mem, value) {
                        self.block_move(mem, value, ty.size() as i64);
                    }
                } else {
                    let mem = self.mem(ty.mode(), address);
                    self.emit_move(mem, value);
                }
                let reg = self.f.rtx.gen_reg(self.word_mode(), GP_ARG_FIRST);
                results.push((reg, address));
            }
        } else if in_register
            && ty.is_aggregate()
            && self.is_in_general_registers(&location)
            && !mode.is_float()
        {
            results.push((self.f.rtx.gen_reg(mode, GP_RETURN), value));
        } else {
            let mut loads = Vec::new();
            self.prepare_argument(&CallArg { value, ty }, &location, &mut loads);
            for load in loads {
                let reg = self.f.rtx.gen_reg(load.mode, load.regno);
                results.push((reg, load.value));
            }
        }
        for &(reg, value) in &results {
            if results.len() == 1 {
                self.f.rtx.add_flags(reg, flag::I);
            }
            self.emit_set(reg, value);
        }
        self.clobber_forgotten(ty);
        for &(reg, _) in &results {
            let regno = self.f.rtx.regno(reg);
            self.f.return_regs.push(regno);
            self.emit_use(reg);
        }
    }

    fn same_place(&self, a: RtxId, b: RtxId) -> bool {
        self.f.rtx.equal(self.f.rtx.op(a, 0), self.f.rtx.op(b, 0))
    }

    /// Calls a support function with scalar arguments. The value is of mode `ret` (`VOID` for none: `zero` comes back).
    pub fn libcall(&mut self, name: &str, ret: Mode, args: &[(RtxId, Mode)]) -> RtxId {
        self.support(name, ret, args, false)
    }

    /// The same of a function that does nothing but compute its value.
    pub fn const_libcall(&mut self, name: &str, ret: Mode, args: &[(RtxId, Mode)]) -> RtxId {
        self.support(name, ret, args, true)
    }

    fn support(&mut self, name: &str, ret: Mode, args: &[(RtxId, Mode)], is_const: bool) -> RtxId {
        let symbol = self.symbol(
            name,
            symbol_flag::FUNCTION | symbol_flag::EXTERNAL,
            "function_decl",
            false,
        );
        let types: Vec<AbiType> = args.iter().map(|(_, mode)| scalar_type(*mode)).collect();
        let args: Vec<CallArg> =
            args.iter().zip(&types).map(|((value, _), ty)| CallArg { value: *value, ty }).collect();
        let ret_type = scalar_type(ret);
        let mut spec = CallSpec::new(symbol, &args, args.len(), &ret_type);
        (spec.is_const, spec.nothrow, spec.of_library) = (is_const, is_const, is_const);
        match self.call(&spec) {
            Some(value) => value,
            None => self.int(0),
        }
    }

    /// Calls a library function without a value, with words as arguments.
    pub fn libcall_void(&mut self, name: &str, args: &[RtxId], noreturn: bool) {
        let flags = symbol_flag::FUNCTION | symbol_flag::EXTERNAL;
        let symbol = self.symbol(name, flags, "function_decl", false);
        let ty = scalar_type(self.word_mode());
        let args: Vec<CallArg> = args.iter().map(|&value| CallArg { value, ty: &ty }).collect();
        let mut spec = CallSpec::new(symbol, &args, args.len(), &AbiType::Void);
        spec.noreturn = noreturn;
        self.call(&spec);
    }
}

/// Whether what is in a register of a mode goes as a whole to one of its kind, or to the stack.
fn is_register_like(location: &ArgLocation, mode: Mode) -> bool {
    let [piece] = &location.pieces[..] else { return false };
    let alike = match piece.place {
        Place::Reg(_) => piece.mode.is_float() == mode.is_float() && piece.size == mode.size(),
        Place::Stack(_) => true,
    };
    alike && piece.offset == 0
}

/// Whether something comes in two floating-point registers.
fn is_in_parts(location: &ArgLocation) -> bool {
    let in_float = |piece: &Piece| piece.mode.is_float() && matches!(piece.place, Place::Reg(32..));
    location.pieces.len() == 2 && !location.by_reference && location.pieces.iter().all(in_float)
}

/// The type of a support function's parameter or value of a mode. Bytes and halfwords are unsigned there, as in
/// `__atomic_fetch_or_1`; words are, like all words, extended by their sign.
pub(super) fn scalar_type(mode: Mode) -> AbiType {
    if mode == Mode::VOID {
        AbiType::Void
    } else if mode.is_float() {
        AbiType::Float { size: mode.size() }
    } else {
        AbiType::Int { size: mode.size(), unsigned: mode.size() < Mode::SI.size() }
    }
}
