//! Inline assembly.

use super::Emitter;
use crate::code::Code;
use crate::function::{InsnId, InsnKind};
use crate::mode::Mode;
use crate::riscv::regs;
use crate::rtx::{AsmInfo, RtxId};

/// The operands of an `asm` statement. Constraints are GCC's: `r`, `f`, `m`, `A`, `i`, `n`, `g`, `I`, `J`, `K`, `X`, a
/// digit tying an input to an output, with `=`, `+` and `&`.
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

impl Emitter<'_> {
    /// Emits an `asm`. An error names the constraint no operand can satisfy.
    pub fn asm(&mut self, asm: &AsmOperands) -> Result<(), String> {
        let mut results = Vec::new();
        let mut stores = Vec::new();
        let mut outputs = Vec::new();
        let mut operands = Vec::new();
        let mut inputs: Vec<Box<str>> = Vec::new();
        for (i, &(constraint, dest, mode)) in asm.outputs.iter().enumerate() {
            let letters = constraint.trim_start_matches(['=', '+', '&', '%']);
            let read_write = constraint.starts_with('+');
            let result = if wants_register(letters)
                && !(self.is_mem(dest) && !letters.contains(['r', 'f', 'g']))
            {
                let hard = self.f.rtx.as_reg(dest).is_some_and(|r| r < 64);
                let reg = if hard { dest } else { self.new_reg(mode) };
                if read_write {
                    let old = if self.is_mem(dest) { self.copy_to_reg(mode, dest) } else { dest };
                    self.emit_move(reg, old);
                    operands.push(reg);
                    inputs.push(i.to_string().into());
                }
                if !hard {
                    stores.push((dest, reg));
                }
                reg
            } else if self.is_mem(dest) {
                if read_write {
                    operands.push(dest);
                    inputs.push("m".into());
                }
                dest
            } else {
                return Err(format!("impossible constraint in 'asm': \"{constraint}\""));
            };
            results.push(result);
            outputs.push(Box::from(constraint));
        }
        // Read-write operands are extra inputs behind the written ones, so that `%n` numbers stay.
        let (tied_operands, tied_inputs) =
            (std::mem::take(&mut operands), std::mem::take(&mut inputs));
        for &(constraint, value, mode) in asm.inputs {
            let operand = self.asm_input(constraint, value, mode, &results)?;
            operands.push(operand);
            inputs.push(constraint.into());
        }
        operands.extend(tied_operands);
        inputs.extend(tied_inputs);
        self.emit_asm_insn(asm, results, outputs, operands, inputs)?;
        for (dest, reg) in stores {
            self.emit_move(dest, reg);
        }
        Ok(())
    }

    fn asm_input(
        &mut self,
        constraint: &str,
        value: RtxId,
        mode: Mode,
        results: &[RtxId],
    ) -> Result<RtxId, String> {
        let letters = constraint.trim_start_matches(['%', '&']);
        if let Some(index) = letters.chars().next().and_then(|c| c.to_digit(10)) {
            let Some(&reg) = results.get(index as usize) else {
                return Err("matching constraint references invalid operand number".into());
            };
            if self.is_mem(reg) {
                return Ok(reg);
            }
            let value = if self.mode_of(reg) == mode || mode.is_float() {
                value
            } else {
                self.convert(value, mode, self.f.rtx.mode(reg), false)
            };
            self.emit_move(reg, value);
            return Ok(reg);
        }
        let constant = self.f.rtx.code(value).is_constant();
        if constant
            && letters.contains(['i', 'n', 'g', 'X', 's', 'I', 'J', 'K', 'L'])
            && !letters.contains('r')
        {
            return Ok(value);
        }
        if constant && letters.contains('J') && self.f.rtx.is_int(value, 0) {
            return Ok(value);
        }
        if letters.contains(['r', 'f', 'g']) {
            let hard = self.f.rtx.as_reg(value).is_some_and(|r| r < 64);
            return Ok(if hard { value } else { self.force_plain_reg(mode, value) });
        }
        if letters.contains(['m', 'o', 'A', 'p', 'X']) {
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
            return Ok(mem);
        }
        Err(format!("impossible constraint in 'asm': \"{constraint}\""))
    }

    fn emit_asm_insn(
        &mut self,
        asm: &AsmOperands,
        results: Vec<RtxId>,
        outputs: Vec<Box<str>>,
        operands: Vec<RtxId>,
        inputs: Vec<Box<str>>,
    ) -> Result<(), String> {
        let mut clobbers = Vec::new();
        let mut clobbers_memory = false;
        for name in asm.clobbers {
            match *name {
                "memory" => clobbers_memory = true,
                "cc" => {}
                _ => match regs::by_name(name) {
                    Some(reg) => clobbers.push(reg),
                    None => return Err(format!("unknown register name '{name}' in 'asm'")),
                },
            }
        }
        let labels: Vec<RtxId> = asm.labels.iter().map(|l| self.f.rtx.label_ref(l.0)).collect();
        for l in asm.labels {
            self.f.insn_mut(*l).uses += 1;
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
            let reg = self.f.rtx.gen_reg(Mode::DI, reg);
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

fn wants_register(letters: &str) -> bool {
    letters.contains(['r', 'f', 'g', 'X'])
}
