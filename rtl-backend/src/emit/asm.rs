//! Inline assembly.

use super::Emitter;
use crate::machine::target;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{AsmInfo, RtxId};

/// The operands of an `asm` statement. Constraints are GCC's: `r`, `l`, `j`, `p`, `f`, `m`, `o`, `A`, `i`, `n`, `s`, `S`, `g`,
/// `I`, `J`, `K`, `L`, `X`, a digit tying an input to an output, with `=`, `+` and `&`.
pub struct AsmOperands<'t> {
    /// The template; operands by number (`%0`, `%z1`).
    pub template: &'t str,
    /// Constraint, destination (register, promoted variable's subreg or memory) and mode.
    pub outputs: &'t [(&'t str, RtxId, Mode)],
    /// Constraint, value and mode.
    pub inputs: &'t [(&'t str, RtxId, Mode)],
    pub clobbers: &'t [&'t str],
    pub labels: &'t [InsnId],
    pub volatile: bool,
}

/// Letters that allow a general register. Addresses (`p`) are put into one, and registers for jumps (`l`, `j`) are such.
const GENERAL: [char; 5] = ['r', 'g', 'p', 'l', 'j'];

/// A register to be stored after an `asm`: its destination, the register, the destination's mode.
pub type AsmStore = (RtxId, RtxId, Mode);

/// The operands of an `asm` as they are put together.
#[derive(Default)]
struct Operands {
    results: Vec<RtxId>,
    outputs: Vec<Box<str>>,
    operands: Vec<RtxId>,
    inputs: Vec<Box<str>>,
    /// Read-write operands are extra inputs after the written ones, so that `%n` numbers stay.
    tied: Vec<(RtxId, Box<str>)>,
    stores: Vec<AsmStore>,
    /// Hard registers that an operand or a clobber names, a bit each.
    taken: u64,
    /// Values of two words, to be loaded into pairs of registers before the `asm`.
    loads: Vec<(RtxId, RtxId)>,
}

/// The pairs of registers that operands of two words go into: none that a call preserves.
const PAIRS: [u32; 6] = [14, 12, 16, 10, 28, 30];

impl Operands {
    /// A pair of registers that is still free.
    fn pair(&mut self) -> Result<u32, String> {
        let free = |first: u32| self.taken >> first & 3 == 0;
        let first = PAIRS.into_iter().find(|&first| free(first));
        let first =
            first.ok_or("more operands of two words in an 'asm' than pairs of registers")?;
        self.taken |= 3 << first;
        Ok(first)
    }
}

impl Emitter<'_> {
    /// Emits an `asm`, and after it the stores of what it leaves in registers. An error names the constraint no operand
    /// can satisfy.
    pub fn asm(&mut self, asm: &AsmOperands) -> Result<(), String> {
        let stores = self.asm_insn(asm)?;
        self.asm_stores(&stores);
        Ok(())
    }

    /// Emits an `asm` alone; what is to be stored afterwards comes back, for every way an `asm goto` may go.
    pub fn asm_insn(&mut self, asm: &AsmOperands) -> Result<Vec<AsmStore>, String> {
        let mut parts = Operands { taken: self.named_registers(asm), ..Operands::default() };
        for (i, &(constraint, dest, mode)) in asm.outputs.iter().enumerate() {
            self.asm_output(i, constraint, dest, mode, &mut parts)?;
        }
        for &(constraint, value, mode) in asm.inputs {
            // A constraint that says nothing allows everything.
            let constraint = if constraint.is_empty() { "X" } else { constraint };
            let operand = self.asm_input(constraint, value, mode, &mut parts)?;
            parts.operands.push(operand);
            parts.inputs.push(constraint.into());
        }
        for (operand, constraint) in std::mem::take(&mut parts.tied) {
            parts.operands.push(operand);
            parts.inputs.push(constraint);
        }
        let stores = std::mem::take(&mut parts.stores);
        // Nothing but the moves of other pairs stands between these moves and the `asm`.
        for (pair, value) in std::mem::take(&mut parts.loads) {
            self.emit_move(pair, value);
        }
        self.emit_asm_insn(asm, parts)?;
        Ok(stores)
    }

    /// Stores what an `asm` left in registers.
    pub fn asm_stores(&mut self, stores: &[AsmStore]) {
        // Pairs are free again before a store may need them.
        let in_pseudos: Vec<AsmStore> = stores
            .iter()
            .map(|&(dest, reg, mode)| match self.is_pair(reg) {
                true => (dest, self.copy_to_reg(self.mode_of(reg), reg), mode),
                false => (dest, reg, mode),
            })
            .collect();
        for (dest, reg, mode) in in_pseudos {
            let value = self.low_bits(reg, mode);
            self.emit_move(dest, value);
        }
    }

    /// What an `asm` left in a register, as a value of `mode`: the register is wider where a wider value was tied to it.
    fn low_bits(&mut self, reg: RtxId, mode: Mode) -> RtxId {
        let reg_mode = self.mode_of(reg);
        if reg_mode.size() == mode.size() {
            return self.bitcast(reg, reg_mode, mode);
        }
        let (wide, narrow) = (int_like(reg_mode), int_like(mode));
        let bits = self.bitcast(reg, reg_mode, wide);
        let bits = self.convert(bits, wide, narrow, false);
        self.bitcast(bits, narrow, mode)
    }

    /// Whether an operand is two hard registers.
    fn is_pair(&self, x: RtxId) -> bool {
        self.f.rtx.as_reg(x).is_some_and(|r| r < 64) && self.f.rtx.is_multiword(self.mode_of(x))
    }

    /// The hard registers that the operands of an `asm` are, those it clobbers, and those kept for the program.
    fn named_registers(&self, asm: &AsmOperands) -> u64 {
        let operands = asm.outputs.iter().chain(asm.inputs);
        let bits = |&(_, x, _): &(&str, RtxId, Mode)| match self.f.rtx.as_reg(x) {
            Some(r) if r < 64 => {
                if self.is_pair(x) {
                    3 << r
                } else {
                    1 << r
                }
            }
            _ => 0,
        };
        let clobbered = asm.clobbers.iter().filter_map(|name| target::by_name(name));
        let clobbered = clobbered.filter(|&r| r < 64).map(|r| 1 << r);
        operands.map(bits).chain(clobbered).fold(self.f.kept, |all, some| all | some)
    }

    /// An output of two words: in a pair of registers, or in memory where that is allowed, too.
    fn wide_output(
        &mut self,
        constraint: &str,
        dest: RtxId,
        mode: Mode,
        parts: &mut Operands,
    ) -> Result<(), String> {
        let read_write = constraint.starts_with('+');
        let place = if constraint.contains('r') {
            let first = parts.pair()?;
            self.f.rtx.gen_reg(mode, first)
        } else if constraint.contains(['g', 'X']) {
            let slot = self.stack_local(mode.size() as u64, mode.align(), "");
            let slot = self.adjust_address(slot, mode, 0);
            self.asm_memory(slot)
        } else {
            return Err(impossible(constraint));
        };
        if read_write {
            let old = if self.is_mem(dest) { self.copy_to_reg(mode, dest) } else { dest };
            if self.is_pair(place) {
                parts.loads.push((place, old));
                parts.tied.push((place, parts.results.len().to_string().into()));
            } else {
                self.emit_move(place, old);
                parts.tied.push((place, "m".into()));
            }
        }
        parts.stores.push((dest, place, mode));
        parts.results.push(place);
        Ok(())
    }

    fn asm_output(
        &mut self,
        index: usize,
        constraint: &str,
        dest: RtxId,
        mode: Mode,
        parts: &mut Operands,
    ) -> Result<(), String> {
        let letters = constraint.trim_start_matches(['=', '+', '&', '%']);
        let read_write = constraint.starts_with('+');
        let in_register = is_register(letters) || letters.contains('X') && !self.is_mem(dest);
        parts.outputs.push(constraint.into());
        if !in_register {
            if !self.is_mem(dest) {
                return Err(impossible(constraint));
            }
            let dest = self.asm_memory(dest);
            if read_write {
                parts.tied.push((dest, "m".into()));
            }
            parts.results.push(dest);
            return Ok(());
        }
        if self.f.rtx.is_multiword(mode) && self.f.rtx.as_reg(dest).is_none_or(|r| r >= 64) {
            return self.wide_output(constraint, dest, mode, parts);
        }
        let reg_mode = self.register_mode(letters, mode).ok_or_else(|| impossible(constraint))?;
        let hard = self.f.rtx.as_reg(dest).is_some_and(|r| r < 64);
        let reg = if hard { dest } else { self.new_reg(reg_mode) };
        if read_write {
            let old = if self.is_mem(dest) { self.copy_to_reg(mode, dest) } else { dest };
            let old = self.bitcast(old, mode, reg_mode);
            self.emit_move(reg, old);
            parts.tied.push((reg, index.to_string().into()));
        }
        if !hard {
            parts.stores.push((dest, reg, mode));
        }
        parts.results.push(reg);
        Ok(())
    }

    fn asm_input(
        &mut self,
        constraint: &str,
        value: RtxId,
        mode: Mode,
        parts: &mut Operands,
    ) -> Result<RtxId, String> {
        let letters = constraint.trim_start_matches(['%', '&']);
        if let Some(index) = letters.chars().next().and_then(|c| c.to_digit(10)) {
            if index as usize >= parts.results.len() {
                return Err("matching constraint references invalid operand number".into());
            }
            let place = self.widen_output(index as usize, mode, parts)?;
            let place_mode = self.mode_of(place);
            if self.is_pair(place) && place_mode.size() == mode.size() {
                let value = if self.is_mem(value) { self.copy_to_reg(mode, value) } else { value };
                let value = self.bitcast(value, mode, place_mode);
                parts.loads.push((place, value));
                return Ok(place);
            }
            return Ok(self.tie(place, value, mode));
        }
        if self.is_immediate(letters, value, mode) {
            return Ok(value);
        }
        if is_register(letters)
            && let Some(reg_mode) = self.register_mode(letters, mode)
        {
            if self.f.rtx.as_reg(value).is_some_and(|r| r < 64) {
                return Ok(value);
            }
            let value = self.bitcast(value, mode, reg_mode);
            return Ok(self.force_mode_reg(reg_mode, value));
        }
        if self.f.rtx.is_multiword(mode) && letters.contains('r') {
            if self.is_pair(value) {
                return Ok(value);
            }
            let first = parts.pair()?;
            let pair = self.f.rtx.gen_reg(mode, first);
            let value = if self.is_mem(value) { self.copy_to_reg(mode, value) } else { value };
            parts.loads.push((pair, value));
            return Ok(pair);
        }
        if letters.contains(['m', 'o', 'A', 'X', 'g']) {
            let mem = if self.is_mem(value) {
                value
            } else {
                let slot = self.stack_local(mode.size() as u64, mode.align(), "");
                let mem = self.adjust_address(slot, mode, 0);
                self.emit_move(mem, value);
                mem
            };
            if letters.contains('A') {
                let address = self.address_of(mem);
                return Ok(self.f.rtx.replace_address(mem, address));
            }
            return Ok(self.asm_memory(mem));
        }
        Err(impossible(constraint))
    }

    /// Whether a value is a constant that a constraint allows as it is.
    fn is_immediate(&self, letters: &str, value: RtxId, mode: Mode) -> bool {
        if !self.f.rtx.code(value).is_constant() || mode.is_float() {
            return false;
        }
        let Some(number) = self.f.rtx.as_int(value) else {
            return letters.contains(['i', 's', 'S', 'g', 'X']);
        };
        letters.chars().any(|letter| match letter {
            'i' | 'n' | 'g' | 'X' => true,
            'I' => (-2048..2048).contains(&number),
            'J' => number == 0,
            'K' => (0..32).contains(&number),
            'L' => number & 0xfff == 0 && i32::try_from(number).is_ok(),
            _ => false,
        })
    }

    /// The place of an output that a value of `mode` is tied to. A register gets as wide as the value: the template may
    /// look at all of it, and what computes the value must not stop at the output's width.
    fn widen_output(
        &mut self,
        index: usize,
        mode: Mode,
        parts: &mut Operands,
    ) -> Result<RtxId, String> {
        let place = parts.results[index];
        let place_mode = self.mode_of(place);
        if self.is_mem(place) || place_mode.size() >= mode.size() {
            return Ok(place);
        }
        let of_size = if place_mode.is_float() { Mode::float_of_size } else { Mode::int_of_size };
        let wide_mode =
            if self.f.rtx.is_multiword(mode) { Some(mode) } else { of_size(mode.size() as u64) };
        let wide_mode = wide_mode.ok_or_else(|| impossible(&index.to_string()))?;
        let named = self.f.rtx.as_reg(place).filter(|&r| r < 64);
        let wide = match named {
            _ if self.f.rtx.is_multiword(wide_mode)
                && (named.is_some() || place_mode.is_float()) =>
            {
                return Err(impossible(&index.to_string()));
            }
            Some(hard) => self.f.rtx.gen_reg(wide_mode, hard),
            None if self.f.rtx.is_multiword(wide_mode) => {
                let first = parts.pair()?;
                self.f.rtx.gen_reg(wide_mode, first)
            }
            None => self.new_reg(wide_mode),
        };
        parts.results[index] = wide;
        for (_, reg, _) in parts.stores.iter_mut().filter(|(_, reg, _)| *reg == place) {
            *reg = wide;
        }
        Ok(wide)
    }

    /// Puts an input into the place of the output it is tied to, which is no narrower.
    fn tie(&mut self, place: RtxId, value: RtxId, mode: Mode) -> RtxId {
        if self.is_mem(place) {
            if !self.f.rtx.equal(place, value) {
                self.emit_move(place, value);
            }
            return place;
        }
        let place_mode = self.mode_of(place);
        let value = if place_mode == mode {
            value
        } else {
            let (from, to) = (int_like(mode), int_like(place_mode));
            let bits = self.bitcast(value, mode, from);
            // The operand is the register as it stands: a narrow value of the floats' registers has ones above it.
            let boxed = place_mode == Mode::DF && from == Mode::SI;
            let mut wide = self.convert(bits, from, to, boxed);
            if boxed {
                let ones = self.int(-1 << 32);
                wide = self.binop(Code::Ior, self.word_mode(), wide, ones);
            }
            self.bitcast(wide, to, place_mode)
        };
        self.emit_move(place, value);
        place
    }

    /// The mode of the register an operand of `mode` goes into: floats where only general registers are allowed go as
    /// integers. Pairs and aggregates have none, nor have floats where the machine has no registers for them.
    fn register_mode(&self, letters: &str, mode: Mode) -> Option<Mode> {
        if self.f.rtx.is_multiword(mode) || mode.size() == 0 {
            return None;
        }
        let general = letters.contains(GENERAL);
        let of_size = match (letters.contains('f'), mode.is_float()) {
            (false, true) => Mode::int_of_size(mode.size() as u64),
            (true, false) if !general => Mode::float_of_size(mode.size() as u64),
            _ => Some(mode),
        };
        of_size.filter(|&mode| general || !self.is_soft(mode))
    }

    /// Memory with an address that stays one whatever the frame's size.
    fn asm_memory(&mut self, mem: RtxId) -> RtxId {
        let address = self.address_of(mem);
        self.f.rtx.replace_address(mem, address)
    }

    fn emit_asm_insn(
        &mut self,
        asm: &AsmOperands,
        Operands { results, outputs, operands, inputs, .. }: Operands,
    ) -> Result<(), String> {
        let mut clobbers = Vec::new();
        let mut clobbers_memory = false;
        for name in asm.clobbers {
            match *name {
                "memory" => clobbers_memory = true,
                "cc" => {}
                _ => match target::by_name(name) {
                    Some(reg) => clobbers.push(reg),
                    None => return Err(format!("unknown register name '{name}' in 'asm'")),
                },
            }
        }
        let labels: Vec<RtxId> = asm.labels.iter().map(|l| self.f.rtx.label_ref(l.0)).collect();
        for l in asm.labels {
            self.f.use_label(*l);
        }
        let mode = results.first().map_or(Mode::VOID, |r| self.f.rtx.mode(*r));
        let volatile = asm.volatile || results.is_empty();
        let node = self.f.rtx.gen_asm(
            mode,
            AsmInfo {
                template: asm.template.into(),
                outputs,
                inputs,
                operands,
                labels,
                clobbers: clobbers.clone(),
                clobbers_memory,
                volatile,
                results: results.clone(),
            },
        );
        let mut items: Vec<RtxId> = results.iter().map(|&r| self.f.rtx.gen_set(r, node)).collect();
        if items.is_empty() {
            items.push(node);
        }
        for reg in clobbers {
            let reg = self.f.rtx.gen_reg(self.word_mode(), reg);
            items.push(self.f.rtx.gen_unary(Code::Clobber, Mode::VOID, reg));
        }
        let pattern = if items.len() == 1 { items[0] } else { self.f.rtx.gen_parallel(&items) };
        if asm.labels.is_empty() {
            self.emit(InsnKind::Insn, pattern);
        } else {
            self.emit_jump_insn(pattern, InsnId::NIL);
        }
        Ok(())
    }
}

/// Whether a constraint allows a register of either kind.
fn is_register(letters: &str) -> bool {
    letters.contains('f') || letters.contains(GENERAL)
}

/// The integers of a mode's size.
fn int_like(mode: Mode) -> Mode {
    Mode::int_of_size(mode.size() as u64).expect("an operand in one register")
}

fn impossible(constraint: &str) -> String {
    format!("impossible constraint in 'asm': \"{constraint}\"")
}
