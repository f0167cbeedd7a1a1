//! `pro_and_epilogue`: what builds the frame at the start and takes it down at the end.
//!
//! ```text
//! (insn/f 41 5 42 2 (set (reg/f:DI 2 sp) (plus:DI (reg/f:DI 2 sp) (const_int -32)))
//! (insn/f 42 41 43 2 (set (mem/c:DI (plus:DI (reg/f:DI 2 sp) (const_int 24))) (reg:DI 1 ra))
//! …
//! (jump_insn 50 49 53 2 (parallel [(simple_return) (use (reg:DI 1 ra))])
//! ```
//! A frame beyond what 12 bits reach is built in two steps: the first makes room for the saved registers, which are
//! then near, the second for the rest.

use super::PassContext;
use crate::machine::recog::recog_insn;
use crate::machine::riscv::EH_STACK_ADJUST;
use crate::machine::riscv::constants::{build_integer, simm12};
use crate::machine::riscv::description::UNSPECV_EH_RETURN;
use crate::machine::riscv::frame::is_eh_data;
use crate::machine::riscv::regs::{A0, A7, FA0, FT0, NUM_HARD, RA, S0, SP, T0};
use crate::pipeline;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, LocId, NoteKind, RegNote, RtlFunction};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag};
use gimple::function::Prop;
use gimple::pass::Pass;

/// How much of a frame `-fstack-check` writes to at most: one larger cannot be checked reliably.
pub const CHECKED_FRAME: i64 = 1 << 21;

/// Most that the stack pointer is moved by at once.
const MAX_STEP: i64 = 2032;

/// How much the first of two steps makes room for, without optimisation: as much as leaves a second step in one
/// instruction, if that can be, and else as little as there is to save.
fn plain_first_step(total: i64, least: i64) -> i64 {
    const PAGE: i64 = 4096;
    // What short forms of loads and stores reach from the stack pointer.
    const NEAR: i64 = 512;
    let second = total - MAX_STEP;
    let low = total % PAGE;
    if !simm12(second) && low < PAGE / 2 && low >= least {
        low
    } else if (0..NEAR).contains(&second) {
        second.max(least)
    } else if !simm12(second) {
        least
    } else {
        MAX_STEP
    }
}

/// `pro_and_epilogue` for the pass table.
pub const PASS: Pass = Pass::rtl("pro_and_epilogue", pipeline::pro_and_epilogue)
    .requires(Prop::RTL)
    .follows(&[("reload", "the frame's size and the registers to be saved")]);

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut PassContext) {
    if !f.frame.saved_regs.is_empty() {
        cx.unit.alias_sets.note_frame();
    }
    if f.frame.naked {
        f.epilogue_completed = true;
        return;
    }
    let (first, last) = ends(f);
    let start = prologue_point(f);
    let mut e = Frames { f, at: start, loc: first, related: true };
    e.prologue();
    let leaving: Vec<InsnId> = e.f.chain().filter(|&id| is_sibling_call(e.f, id)).collect();
    for call in leaving {
        let (at, loc) = (e.f.prev(call), e.f.insn(call).loc);
        let mut e = Frames { f: e.f, at, loc, related: true };
        e.take_down(false);
    }
    let unwinding: Vec<InsnId> = e.f.chain().filter(|&id| is_eh_return(e.f, id)).collect();
    for at in unwinding {
        let (before, loc) = (e.f.prev(at), e.f.insn(at).loc);
        let mut e = Frames { f: e.f, at: before, loc, related: true };
        e.eh_return();
        e.f.delete_insn(at);
    }
    let (end, falls) = end_of_code(e.f);
    if falls {
        let mut e = Frames { f: e.f, at: end, loc: last, related: true };
        e.epilogue();
    }
    f.epilogue_completed = true;
}

/// The places of prologue and epilogue in the source: where the body begins and ends. Of a body that was written in RTL
/// neither is known; then they are those of the first and the last insn that have some.
fn ends(f: &mut RtlFunction) -> (LocId, LocId) {
    if f.start.line != 0 {
        return (f.loc_id(f.start), f.loc_id(f.end));
    }
    let known = |id: &InsnId| f.loc(*id).line != 0;
    let loc_of = |id: Option<InsnId>| id.map_or(LocId::UNKNOWN, |id| f.insn(id).loc);
    (loc_of(f.chain().find(known)), loc_of(f.chain_backwards().find(known)))
}

/// Whether an insn is a call that the function ends with, to be jumped to when the frame is gone.
fn is_sibling_call(f: &RtlFunction, id: InsnId) -> bool {
    let insn = f.insn(id);
    insn.kind == InsnKind::Call && insn.flags & flag::J as u8 != 0
}

/// Whether an insn stands for the end of a frame by `__builtin_eh_return`.
fn is_eh_return(f: &RtlFunction, id: InsnId) -> bool {
    let r = &f.rtx;
    let pattern = f.insn(id).pattern;
    f.frame.calls_eh_return
        && f.is_real(id)
        && r.code(pattern) == Code::UnspecVolatile
        && r.unspec_number(pattern) == UNSPECV_EH_RETURN
}

/// The element the prologue goes after: the first block's note.
fn prologue_point(f: &RtlFunction) -> InsnId {
    let first = f.chain().find(|&id| f.insn(id).kind == InsnKind::Note(NoteKind::BasicBlock));
    match first {
        // Nothing may jump to the prologue.
        Some(note)
            if f.chain()
                .take_while(|id| *id != note)
                .all(|id| f.insn(id).kind != InsnKind::Label) =>
        {
            note
        }
        _ => InsnId::NIL,
    }
}

/// The last element, and whether control reaches it and runs off the end.
fn end_of_code(f: &RtlFunction) -> (InsnId, bool) {
    let mut at = f.last;
    while at.exists() {
        match f.insn(at).kind {
            InsnKind::Barrier | InsnKind::JumpTable => return (f.last, false),
            InsnKind::Note(NoteKind::Deleted) => at = f.prev(at),
            InsnKind::Jump => return (f.last, f.is_cond_jump(at)),
            // Without optimisation the last note is reload's, which stays the last.
            _ if f.optimize == 0 => return (at, true),
            _ => return (f.last, true),
        }
    }
    (f.last, true)
}

/// Which hard registers occur in the function.
fn used_registers(f: &RtlFunction) -> [bool; NUM_HARD] {
    let mut used = [false; NUM_HARD];
    for id in f.chain().filter(|&id| f.is_real(id)) {
        f.rtx.walk(f.insn(id).pattern, &mut |x| {
            if f.rtx.code(x) == Code::Reg && (f.rtx.regno(x) as usize) < NUM_HARD {
                used[f.rtx.regno(x) as usize] = true;
            }
            true
        });
    }
    used
}

fn is_argument(reg: u32) -> bool {
    (A0..=A7).contains(&reg) || (FA0..FA0 + 8).contains(&reg)
}

struct Frames<'a> {
    f: &'a mut RtlFunction,
    at: InsnId,
    loc: LocId,
    related: bool,
}

impl Frames<'_> {
    fn emit(&mut self, kind: InsnKind, pattern: RtxId) -> InsnId {
        let id = self.f.make_insn(kind, pattern, self.loc);
        self.f.link_after(id, self.at);
        self.at = id;
        if matches!(kind, InsnKind::Insn | InsnKind::Jump) {
            recog_insn(self.f, id);
        }
        id
    }

    fn set(&mut self, dst: RtxId, src: RtxId) -> InsnId {
        let pattern = self.f.rtx.gen_set(dst, src);
        let id = self.emit(InsnKind::Insn, pattern);
        if self.related {
            self.f.insn_mut(id).flags |= flag::F as u8;
        }
        id
    }

    fn slot(&mut self, offset: i64, mode: Mode) -> RtxId {
        let sp = self.f.reg(SP);
        let address = if offset == 0 {
            sp
        } else {
            let offset = self.f.rtx.const_int(offset);
            self.f.rtx.gen_binary(Code::Plus, Mode::DI, sp, offset)
        };
        let mem = self.f.rtx.gen_mem(mode, address, MemAttrs::of_mode(mode));
        self.f.rtx.add_flags(mem, flag::C);
        mem
    }

    /// `dst = src + amount`, over `t0` where 12 bits are not enough.
    fn add(&mut self, dst: u32, src: u32, amount: i64) {
        if dst == src && amount == 0 {
            // A step of nothing: no register is saved in a frame that takes two.
            return;
        }
        let (dst, src) = (self.f.reg(dst), self.f.reg(src));
        if simm12(amount) {
            let amount = self.f.rtx.const_int(amount);
            let sum = self.f.rtx.gen_binary(Code::Plus, Mode::DI, src, amount);
            self.set(dst, sum);
            return;
        }
        let temp = self.f.reg(T0);
        for (i, step) in build_integer(amount, self.f.rtx.extensions).iter().enumerate() {
            let value = self.f.rtx.const_int(step.value);
            let src = if i == 0 {
                value
            } else {
                self.f.rtx.gen_binary(step.code, Mode::DI, temp, value)
            };
            self.set(temp, src);
        }
        let sum = self.f.rtx.gen_binary(Code::Plus, Mode::DI, src, temp);
        self.set(dst, sum);
    }

    /// How much the first step makes room for.
    fn first_step(&self) -> i64 {
        let frame = &self.f.frame;
        let least = frame.total - frame.frame_pointer_offset;
        if frame.total <= MAX_STEP {
            frame.total
        } else if self.f.optimize > 0 {
            least
        } else {
            plain_first_step(frame.total, least)
        }
    }

    /// Registers to save, with their offsets from the stack pointer after the first step.
    fn saves(&self) -> Vec<(u32, i64)> {
        let frame = &self.f.frame;
        let above = frame.total - self.first_step();
        let (mut gp, mut fp) = (frame.gp_save_offset - above, frame.fp_save_offset - above);
        frame
            .saved_regs
            .iter()
            .map(|&r| {
                let next = if r < 32 { &mut gp } else { &mut fp };
                *next -= 8;
                (r, *next + 8)
            })
            .collect()
    }

    fn prologue(&mut self) {
        let (total, first) = (self.f.frame.total, self.first_step());
        if total != 0 {
            self.add(SP, SP, -first);
            for (reg, offset) in self.saves() {
                let mode = self.f.convention.whole_mode(reg);
                let mem = self.slot(offset, mode);
                let reg = self.f.rtx.gen_reg(mode, reg);
                self.set(mem, reg);
            }
            if self.f.frame.frame_pointer_needed {
                let offset = self.f.frame.hard_fp_offset - (total - first);
                self.add(S0, SP, offset);
            }
            if self.f.frame.checked {
                self.check_stack(total - first);
            }
            if total != first {
                self.add(SP, SP, first - total);
            }
        }
        self.emit(InsnKind::Note(NoteKind::PrologueEnd), RtxId::NONE);
    }

    /// Writes to each page below the stack pointer that the rest of the frame is in, and to one more, so that a handler of
    /// the fault and the functions that are called have stack to use (`-fstack-check`).
    fn check_stack(&mut self, rest: i64) {
        const PAGE: i64 = 4096;
        // What a handler needs first.
        const RESERVED: i64 = 592;
        let below = rest.min(CHECKED_FRAME) + PAGE;
        let related = std::mem::replace(&mut self.related, false);
        for page in (PAGE..below).step_by(PAGE as usize).chain([below]) {
            self.add(T0, SP, -(RESERVED + page));
            let address = self.f.reg(T0);
            let mem = self.f.rtx.gen_mem(Mode::DI, address, MemAttrs::of_mode(Mode::DI));
            self.f.rtx.add_flags(mem, flag::V);
            let zero = self.f.rtx.const_int(0);
            self.set(mem, zero);
        }
        self.related = related;
    }

    /// Zeros in the registers that callers do not rely on, as far as asked for (`-fzero-call-used-regs=`).
    fn zero_registers(&mut self) {
        let Some(which) = self.f.frame.zeroed else { return };
        let used = used_registers(self.f);
        let convention = self.f.convention;
        let chosen: Vec<u32> = (T0..NUM_HARD as u32)
            .filter(|&reg| convention.call_used(reg) && !self.f.return_regs.contains(&reg))
            .filter(|&reg| reg < FT0 || !which.general)
            .filter(|&reg| !which.arguments || is_argument(reg))
            .filter(|&reg| !which.used || used[reg as usize])
            .collect();
        self.related = false;
        for reg in chosen {
            let mode = self.f.convention.whole_mode(reg);
            let zero =
                if reg < FT0 { self.f.rtx.const_int(0) } else { self.f.rtx.const_double(mode, 0) };
            let reg = self.f.rtx.gen_reg(mode, reg);
            self.set(reg, zero);
        }
    }

    /// Restores the registers and the stack pointer; those that unwinders hand over only where `unwinding`.
    fn take_down(&mut self, unwinding: bool) {
        self.emit(InsnKind::Note(NoteKind::EpilogueBeg), RtxId::NONE);
        let (total, first) = (self.f.frame.total, self.first_step());
        if total == 0 {
            return;
        }
        if self.f.frame.calls_alloca {
            let offset = self.f.frame.hard_fp_offset - (total - first);
            self.add(SP, S0, -offset);
        } else if total != first {
            self.add(SP, SP, total - first);
        }
        for (reg, offset) in self.saves() {
            if self.f.frame.calls_eh_return && is_eh_data(reg) && !unwinding {
                continue;
            }
            let mode = self.f.convention.whole_mode(reg);
            let mem = self.slot(offset, mode);
            let reg = self.f.rtx.gen_reg(mode, reg);
            let insn = self.set(reg, mem);
            self.f.add_note(insn, RegNote::CfaRestore(reg));
        }
        self.add(SP, SP, first);
    }

    fn epilogue(&mut self) {
        self.take_down(false);
        self.zero_registers();
        if let Some(how) = self.f.frame.interrupt {
            self.interrupt_return(how);
            return;
        }
        if self.f.frame.total == 0 {
            let pattern = self.f.rtx.gen_leaf(Code::SimpleReturn);
            self.emit(InsnKind::Jump, pattern);
            self.emit(InsnKind::Barrier, RtxId::NONE);
            return;
        }
        self.jump_back();
        self.emit(InsnKind::Barrier, RtxId::NONE);
    }

    /// Goes back to what was interrupted.
    fn interrupt_return(&mut self, how: u32) {
        let ret = self.f.rtx.gen_leaf(Code::Return);
        let zero = self.f.rtx.const_int(0);
        let how = self.f.rtx.gen_vector(Code::UnspecVolatile, Mode::VOID, &[zero], how);
        let pattern = self.f.rtx.gen_parallel(&[ret, how]);
        self.emit(InsnKind::Jump, pattern);
        self.emit(InsnKind::Barrier, RtxId::NONE);
    }

    fn jump_back(&mut self) {
        let ret = self.f.rtx.gen_leaf(Code::SimpleReturn);
        let ra = self.f.reg(RA);
        let use_ra = self.f.rtx.gen_unary(Code::Use, Mode::VOID, ra);
        let pattern = self.f.rtx.gen_parallel(&[ret, use_ra]);
        self.emit(InsnKind::Jump, pattern);
    }

    /// Leaves for where the slot of the return address says, with the stack pointer moved on.
    fn eh_return(&mut self) {
        self.take_down(true);
        self.related = false;
        let (sp, by) = (self.f.reg(SP), self.f.reg(EH_STACK_ADJUST));
        let sum = self.f.rtx.gen_binary(Code::Plus, Mode::DI, sp, by);
        self.set(sp, sum);
        self.jump_back();
    }
}
