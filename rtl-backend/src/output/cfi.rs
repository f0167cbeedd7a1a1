//! How to unwind the stack: `.cfi_*` directives after the insns of prologue and epilogue.
//!
//! The insns themselves say it: those that are frame-related move the stack pointer, set the frame pointer, save and
//! restore registers, and this follows what they do.
//!
//! ```text
//!         addi    sp,sp,-32
//!         .cfi_def_cfa_offset 32
//!         sd      ra,24(sp)
//!         .cfi_offset 1, -8
//! ```

use dumps::putln;
use std::fmt::Write;

use crate::machine::riscv::regs::{S0, SP};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, RegNote, RtlFunction};
use crate::rtl::rtx::RtxId;

/// What is known of the frame at a place in the code.
#[derive(Clone, Copy)]
struct State {
    /// The register the frame's top (the CFA) is found from.
    base: u32,
    /// Distance from the stack pointer up to the CFA.
    above_sp: i64,
    /// Distance from the frame pointer up to the CFA.
    above_fp: i64,
}

/// Follows the frame of a function.
pub struct Cfi {
    state: State,
    /// The state after the prologue.
    body: Option<State>,
    /// In an epilogue, and whether it has code after it.
    leaving: bool,
    remembered: bool,
}

impl Cfi {
    /// At the function's entry.
    pub fn at_entry() -> Cfi {
        let state = State { base: SP, above_sp: 0, above_fp: 0 };
        Cfi { state, body: None, leaving: false, remembered: false }
    }

    /// The frame stands: what comes from here on and is frame-related takes it down.
    pub fn body(&mut self) {
        self.body = Some(self.state);
    }

    /// Whether the next frame-related insn is the first of an epilogue.
    pub fn enters_epilogue(&self) -> bool {
        self.body.is_some() && !self.leaving
    }

    /// An epilogue begins, of which there may be several; with code after it, what it undoes holds again there.
    pub fn epilogue(&mut self, code_follows: bool, out: &mut String) {
        self.leaving = true;
        self.remembered = code_follows;
        if code_follows {
            out.push_str("\t.cfi_remember_state\n");
        }
    }

    /// Control does not get here from above.
    pub fn barrier(&mut self, out: &mut String) {
        if let (true, Some(state)) = (self.leaving && self.remembered, self.body) {
            self.state = state;
            out.push_str("\t.cfi_restore_state\n");
        }
        self.leaving = false;
    }

    /// Says what a frame-related insn has done.
    pub fn insn(&mut self, f: &RtlFunction, id: InsnId, out: &mut String) {
        let r = &f.rtx;
        let told = f.notes(id).find_map(|note| match note {
            RegNote::FrameRelated(effect) | RegNote::CfaAdjustCfa(effect) => Some(effect),
            _ => None,
        });
        let pattern = told.unwrap_or(f.insn(id).pattern);
        if r.code(pattern) != Code::Set {
            return;
        }
        let (dst, src) = (r.op(pattern, 0), r.op(pattern, 1));
        if r.code(dst) == Code::Mem {
            if let Some(reg) = r.as_reg(src) {
                let offset = self.slot(f, r.op(dst, 0)) - self.state.above_sp;
                putln!(out, "\t.cfi_offset {reg}, {offset}");
            }
            return;
        }
        match r.as_reg(dst) {
            Some(reg) if r.code(src) == Code::Mem => self.restored(reg, out),
            Some(SP) => self.stack_pointer(f, id, src, out),
            Some(S0) => {
                self.state.above_fp = self.state.above_sp - self.sum(f, src).1;
                self.state.base = S0;
                putln!(out, "\t.cfi_def_cfa {S0}, {}", self.state.above_fp);
            }
            _ => {}
        }
    }

    /// The offset of an address from the stack pointer.
    fn slot(&self, f: &RtlFunction, address: RtxId) -> i64 {
        match f.rtx.code(address) {
            Code::Plus => f.rtx.as_int(f.rtx.op(address, 1)).unwrap_or(0),
            _ => 0,
        }
    }

    /// A register plus a constant.
    fn sum(&self, f: &RtlFunction, x: RtxId) -> (Option<u32>, i64) {
        let r = &f.rtx;
        if r.code(x) != Code::Plus {
            return (r.as_reg(x), 0);
        }
        (r.as_reg(r.op(x, 0)), r.as_int(r.op(x, 1)).unwrap_or(0))
    }

    fn stack_pointer(&mut self, f: &RtlFunction, id: InsnId, src: RtxId, out: &mut String) {
        let (from, by) = self.sum(f, src);
        let left = f.notes(id).find_map(|note| match note {
            RegNote::CfaDefCfa(frame) => Some(self.sum(f, frame).1),
            _ => None,
        });
        let state = &mut self.state;
        state.above_sp = left.unwrap_or_else(|| {
            (if from == Some(S0) { state.above_fp } else { state.above_sp }) - by
        });
        if from == Some(S0) || left.is_some() && state.base == S0 {
            state.base = SP;
            putln!(out, "\t.cfi_def_cfa {SP}, {}", state.above_sp);
        } else if state.base == SP {
            putln!(out, "\t.cfi_def_cfa_offset {}", state.above_sp);
        }
    }

    fn restored(&mut self, reg: u32, out: &mut String) {
        putln!(out, "\t.cfi_restore {reg}");
        if reg == S0 && self.state.base == S0 {
            self.state.base = SP;
            putln!(out, "\t.cfi_def_cfa {SP}, {}", self.state.above_sp);
        }
    }
}
