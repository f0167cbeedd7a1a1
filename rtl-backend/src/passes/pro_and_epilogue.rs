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

use super::{layout, shrink_wrap};
use crate::machine::recog::recog_insn;
use crate::machine::target::constants::{build_integer, simm12};
use crate::machine::target::description::{
    UNSPEC_TIE, UNSPECV_EH_RETURN, UNSPECV_GPR_RESTORE, UNSPECV_GPR_SAVE,
};
use crate::machine::target::frame::is_eh_data;
use crate::machine::target::{EH_STACK_ADJUST, FP_ARG_LAST};
use crate::machine::target::{
    FP_ARG_FIRST, FP_REG_FIRST, GP_ARG_FIRST, GP_ARG_LAST, HARD_FRAME_POINTER_REGNUM, NUM_HARD,
    PROLOGUE_TEMP_REGNUM, RETURN_ADDR_REGNUM, STACK_POINTER_REGNUM,
};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, LocId, NoteKind, RegNote, RtlFunction};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag};
use crate::rtl::summary::{self, DEFERRED};
use crate::rtl::worklist;
use crate::state::{self, RtlContext};
use dumps::putln;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use std::fmt::Write;

/// How much of a frame `-fstack-check` writes to at most: one larger cannot be checked reliably.
pub const CHECKED_FRAME: i64 = 1 << 21;

/// Most that the stack pointer is moved by at once.
const MAX_STEP: i64 = 2032;

/// How much the first of two steps makes room for, without optimisation: as much as leaves a second step in one
/// instruction, if that can be, and else as little as there is to save.
fn first_of_two_steps(total: i64, least: i64) -> i64 {
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
pub const PASS: Pass = Pass::rtl("pro_and_epilogue", execute)
    .requires(Prop::RTL)
    .follows(&[("reload", "the frame's size and the registers to be saved")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut frame = (0, false);
    let todo = state::run(cx, f, |state, rtl| {
        run(&mut state.rtl, rtl);
        if state.rtl.optimize == 0 {
            layout::after_prologue(&mut state.rtl, rtl);
            // Nothing has been put off, which GCC's dumps say where data flow is brought up to date.
            if let Some(out) = rtl.dump.as_deref_mut() {
                out.push_str(DEFERRED);
            }
        }
        frame = (state.rtl.frame.total, state.rtl.frame.calls_alloca);
    });
    if cx.options.on(Flag::StackCheck) && frame.0 > CHECKED_FRAME {
        let name = cx.unit.decl_name(f.decl).map(str::to_string);
        cx.unit.diagnostics.set_function(name.as_deref());
        let text = "frame size too large for reliable stack checking";
        cx.unit.diagnostics.warning("", cx.unit.decls[f.decl].loc, text);
    }
    if cx.options.on(Flag::StackUsage) {
        let at = cx.unit.diagnostics.sources.position(cx.unit.decls[f.decl].loc);
        let name = cx.unit.decl_name(f.decl).unwrap_or("");
        let (size, kind) = (frame.0, if frame.1 { "dynamic" } else { "static" });
        let line = format!("{}:{}:{}:{name}\t{size}\t{kind}\n", at.file, at.line, at.column);
        cx.unit.stack_usage.push_str(&line);
    }
    todo
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut RtlContext) {
    let alias = if f.frame.saved_regs.is_empty() { 0 } else { cx.unit.alias_sets.of_frame() };
    if f.frame.naked {
        f.epilogue_completed = true;
        return;
    }
    if f.optimize == 0 {
        f.shown.raw_from = InsnId(f.max_uid());
        f.shown.ask();
    }
    if f.optimize == 0
        && let Some(out) = cx.dump.as_deref_mut()
    {
        putln!(out, "{DEFERRED}df_analyze called");
        worklist::print(f, out);
    }
    let (first, last) = ends(f);
    let plan = if f.optimize > 0 { shrink_wrap::plan(f, cx.unit) } else { None };
    let start = plan.as_ref().map_or_else(|| prologue_point(f), |plan| plan.place);
    let is_frameless =
        |call: &InsnId| plan.as_ref().is_some_and(|plan| plan.frameless_calls.contains(call));
    let before = InsnId(f.max_uid());
    let mut e = Frames { f, at: start, loc: first, alias };
    e.prologue();
    let between = InsnId(e.f.max_uid());
    let leaving: Vec<InsnId> = e.f.chain().filter(|&id| is_sibling_call(e.f, id)).collect();
    for call in leaving.into_iter().filter(|call| !is_frameless(call)) {
        let (at, loc) = (e.f.prev(call), e.f.insn(call).loc);
        let mut e = Frames { f: e.f, at, loc, alias };
        e.take_down(false);
    }
    let unwinding: Vec<InsnId> = e.f.chain().filter(|&id| is_eh_return(e.f, id)).collect();
    for at in unwinding {
        let (before, loc) = (e.f.prev(at), e.f.insn(at).loc);
        let mut e = Frames { f: e.f, at: before, loc, alias };
        e.eh_return();
        e.f.delete_insn(at);
    }
    let (end, falls) = end_of_code(e.f);
    if falls {
        let mut e = Frames { f: e.f, at: end, loc: last, alias };
        match &plan {
            Some(plan) if !plan.ends_framed => e.plain_return(),
            _ => e.epilogue(),
        }
    }
    if let Some(plan) = plan {
        plan.finish(f, cx.unit);
    }
    f.epilogue_completed = true;
    if f.optimize == 0
        && let Some(out) = cx.dump.as_deref_mut()
    {
        let epilogue = between.0..f.max_uid();
        for id in epilogue.chain(before.0..between.0).map(InsnId).filter(|&id| f.is_real(id)) {
            putln!(out, "scanning new insn with uid = {}.", id.0);
        }
        summary::print_calls(f, out);
    }
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
    (GP_ARG_FIRST..=GP_ARG_LAST).contains(&reg) || (FP_ARG_FIRST..=FP_ARG_LAST).contains(&reg)
}

struct Frames<'a> {
    f: &'a mut RtlFunction,
    at: InsnId,
    loc: LocId,
    /// The alias set of what is saved.
    alias: u32,
}

impl Frames<'_> {
    fn emit(&mut self, kind: InsnKind, pattern: RtxId) -> InsnId {
        let id = self.f.make_insn(kind, pattern, self.loc);
        self.f.link_after(id, self.at);
        self.at = id;
        if kind == InsnKind::Barrier {
            self.f.insn_mut(id).block = 0;
        } else if matches!(kind, InsnKind::Insn | InsnKind::Jump) {
            recog_insn(self.f, id);
        }
        id
    }

    /// An insn that unwinders need not know of.
    fn set(&mut self, dst: RtxId, src: RtxId) -> InsnId {
        let pattern = self.f.rtx.gen_set(dst, src);
        self.emit(InsnKind::Insn, pattern)
    }

    /// Says that unwinders have to know of an insn, and what it does to the frame where that is not plain.
    fn relate(&mut self, insn: InsnId, notes: &[RegNote]) {
        self.f.insn_mut(insn).flags |= flag::F as u8;
        for &note in notes {
            self.f.add_note(insn, note);
        }
    }

    fn slot(&mut self, offset: i64, mode: Mode) -> RtxId {
        let sp = self.f.reg(STACK_POINTER_REGNUM);
        let address = if offset == 0 { sp } else { self.sum(STACK_POINTER_REGNUM, offset) };
        let attrs = MemAttrs { alias: self.alias, ..MemAttrs::of_mode(mode) };
        let mem = self.f.rtx.gen_mem(mode, address, attrs);
        self.f.rtx.add_flags(mem, flag::C);
        mem
    }

    /// `reg + amount`
    fn sum(&mut self, reg: u32, amount: i64) -> RtxId {
        let word = self.f.rtx.word();
        let (reg, amount) = (self.f.reg(reg), self.f.rtx.const_int(amount));
        self.f.rtx.gen_binary(Code::Plus, word, reg, amount)
    }

    /// `dst = src + amount`, over `t0` where 12 bits are not enough; the answer is the addition, if there is one.
    fn add(&mut self, dst: u32, src: u32, amount: i64) -> Option<InsnId> {
        if dst == src && amount == 0 {
            // A step of nothing: no register is saved in a frame that takes two.
            return None;
        }
        let sum = if simm12(amount) {
            self.sum(src, amount)
        } else {
            self.constant(amount);
            let word = self.f.rtx.word();
            let (src, temp) = (self.f.reg(src), self.f.reg(PROLOGUE_TEMP_REGNUM));
            self.f.rtx.gen_binary(Code::Plus, word, src, temp)
        };
        let dst = self.f.reg(dst);
        Some(self.set(dst, sum))
    }

    /// `t0 = value`
    fn constant(&mut self, value: i64) {
        let temp = self.f.reg(PROLOGUE_TEMP_REGNUM);
        let value = self.f.rtx.word().trunc_int(value);
        let steps = build_integer(value, self.f.rtx.extensions);
        let mut last = InsnId::NIL;
        for (i, step) in steps.iter().enumerate() {
            let amount = self.f.rtx.const_int(step.value);
            let src = if i == 0 {
                amount
            } else {
                self.f.rtx.gen_binary(step.code, self.f.rtx.word(), temp, amount)
            };
            last = self.set(temp, src);
        }
        if steps.len() > 1 {
            let value = self.f.rtx.const_int(value);
            self.f.add_note(last, RegNote::Equal(value));
        }
    }

    /// Moves the stack pointer down, which unwinders have to know of.
    fn go_down(&mut self, amount: i64) {
        let Some(insn) = self.add(STACK_POINTER_REGNUM, STACK_POINTER_REGNUM, -amount) else {
            return;
        };
        if simm12(-amount) {
            return self.relate(insn, &[]);
        }
        let (sp, sum) = (self.f.reg(STACK_POINTER_REGNUM), self.sum(STACK_POINTER_REGNUM, -amount));
        let effect = self.f.rtx.gen_set(sp, sum);
        self.relate(insn, &[RegNote::FrameRelated(effect)]);
    }

    /// Moves the stack pointer up, to where the frame ends `left` bytes above it.
    fn go_up(&mut self, amount: i64, left: i64) {
        let Some(insn) = self.add(STACK_POINTER_REGNUM, STACK_POINTER_REGNUM, amount) else {
            return;
        };
        let frame = self.sum(STACK_POINTER_REGNUM, left);
        self.relate(insn, &[RegNote::CfaDefCfa(frame)]);
    }

    /// Nothing that accesses the frame goes over this.
    fn tie(&mut self) {
        let (sp, fp) = (self.f.reg(STACK_POINTER_REGNUM), self.f.reg(HARD_FRAME_POINTER_REGNUM));
        let r = &mut self.f.rtx;
        let all = r.gen_leaf(Code::Scratch);
        let attrs = MemAttrs { align: 8, ..MemAttrs::of_mode(Mode::BLK) };
        let memory = r.gen_mem(Mode::BLK, all, attrs);
        let tie = r.gen_vector(Code::Unspec, Mode::BLK, &[sp, fp], UNSPEC_TIE);
        self.set(memory, tie);
    }

    /// The size of the frame without what functions of the library save in it.
    fn own_size(&self) -> i64 {
        self.f.frame.total - self.f.frame.library_save.map_or(0, |(_, bytes)| bytes)
    }

    /// How much the first step makes room for.
    fn first_step(&self) -> i64 {
        let (total, frame) = (self.own_size(), &self.f.frame);
        let least = total - frame.frame_pointer_offset;
        if total <= MAX_STEP {
            total
        } else if self.f.optimize > 0 {
            least
        } else {
            first_of_two_steps(total, least)
        }
    }

    /// Registers to save, with their offsets from the stack pointer after the first step.
    fn saves(&self) -> Vec<(u32, i64)> {
        let frame = &self.f.frame;
        let above = self.own_size() - self.first_step();
        let by_library = frame.library_save.is_some();
        let word = i64::from(self.f.rtx.word().size());
        let (mut gp, mut fp) = (frame.gp_save_offset - above, frame.fp_save_offset - above);
        frame
            .saved_regs
            .iter()
            .filter(|&&r| r >= 32 || !by_library)
            .map(|&r| {
                let next = if r < 32 { &mut gp } else { &mut fp };
                let size = if r < 32 { word } else { 8 };
                *next -= size;
                (r, *next + size)
            })
            .collect()
    }

    /// A call of the library's function that saves registers, or a jump to the one that restores them and returns.
    fn by_library(&mut self, number: u32, which: u32) {
        let number = self.f.rtx.const_int(number.into());
        let pattern = self.f.rtx.gen_vector(Code::UnspecVolatile, Mode::VOID, &[number], which);
        self.emit(InsnKind::Insn, pattern);
    }

    fn prologue(&mut self) {
        let (total, first) = (self.own_size(), self.first_step());
        if let Some((number, _)) = self.f.frame.library_save {
            self.by_library(number, UNSPECV_GPR_SAVE);
        }
        if total != 0 {
            self.go_down(first);
            for (reg, offset) in self.saves() {
                self.save(reg, offset);
            }
            if self.f.frame.frame_pointer_needed {
                let offset = self.f.frame.hard_fp_offset - (total - first);
                if let Some(insn) =
                    self.add(HARD_FRAME_POINTER_REGNUM, STACK_POINTER_REGNUM, offset)
                {
                    self.relate(insn, &[]);
                }
                self.tie();
            }
            if self.f.frame.checked {
                self.check_stack(total - first);
            }
            self.go_down(total - first);
        }
        self.emit(InsnKind::Note(NoteKind::PrologueEnd), RtxId::NONE);
    }

    fn save(&mut self, reg: u32, offset: i64) {
        let mode = self.f.convention.whole_mode(reg);
        let mem = self.slot(offset, mode);
        let reg = self.saved_reg(reg);
        let insn = self.set(mem, reg);
        let effect = self.f.rtx.gen_set(mem, reg);
        self.f.rtx.add_flags(effect, flag::F);
        self.relate(insn, &[RegNote::FrameRelated(effect)]);
    }

    /// A register to be saved, in its whole width.
    fn saved_reg(&mut self, reg: u32) -> RtxId {
        match self.f.convention.whole_mode(reg) {
            mode if mode == self.f.rtx.word() => self.f.reg(reg),
            mode => self.f.rtx.gen_reg(mode, reg),
        }
    }

    /// Writes to each page below the stack pointer that the rest of the frame is in, and to one more, so that a handler of
    /// the fault and the functions that are called have stack to use (`-fstack-check`).
    fn check_stack(&mut self, rest: i64) {
        const PAGE: i64 = 4096;
        // What a handler needs first.
        const RESERVED: i64 = 592;
        let below = rest.min(CHECKED_FRAME) + PAGE;
        for page in (PAGE..below).step_by(PAGE as usize).chain([below]) {
            self.add(PROLOGUE_TEMP_REGNUM, STACK_POINTER_REGNUM, -(RESERVED + page));
            let address = self.f.reg(PROLOGUE_TEMP_REGNUM);
            let word = self.f.rtx.word();
            let mem = self.f.rtx.gen_mem(word, address, MemAttrs::of_mode(word));
            self.f.rtx.add_flags(mem, flag::V);
            let zero = self.f.rtx.const_int(0);
            self.set(mem, zero);
        }
    }

    /// Zeros in the registers that callers do not rely on, as far as asked for (`-fzero-call-used-regs=`).
    fn zero_registers(&mut self) {
        let Some(which) = self.f.frame.zeroed else { return };
        let used = used_registers(self.f);
        let convention = self.f.convention;
        let chosen: Vec<u32> = (PROLOGUE_TEMP_REGNUM..NUM_HARD as u32)
            .filter(|&reg| convention.call_used(reg) && !self.f.return_regs.contains(&reg))
            .filter(|&reg| reg < FP_REG_FIRST || !which.general)
            .filter(|&reg| !which.arguments || is_argument(reg))
            .filter(|&reg| !which.used || used[reg as usize])
            .collect();
        for reg in chosen {
            let mode = self.f.convention.whole_mode(reg);
            let zero = if reg < FP_REG_FIRST {
                self.f.rtx.const_int(0)
            } else {
                self.f.rtx.const_double(mode, 0)
            };
            let reg = self.f.rtx.gen_reg(mode, reg);
            self.set(reg, zero);
        }
    }

    /// Restores the registers and the stack pointer; those that unwinders hand over only where `unwinding`.
    fn take_down(&mut self, unwinding: bool) {
        self.emit(InsnKind::Note(NoteKind::EpilogueBeg), RtxId::NONE);
        let (total, first) = (self.own_size(), self.first_step());
        if total == 0 {
            return;
        }
        let mut tied = false;
        if self.f.frame.calls_alloca {
            self.tie();
            tied = true;
            let offset = -self.f.frame.hard_fp_offset;
            if let Some(insn) = self.add(STACK_POINTER_REGNUM, HARD_FRAME_POINTER_REGNUM, offset) {
                let (sp, sum) =
                    (self.f.reg(STACK_POINTER_REGNUM), self.sum(HARD_FRAME_POINTER_REGNUM, offset));
                let effect = self.f.rtx.gen_set(sp, sum);
                self.relate(insn, &[RegNote::CfaAdjustCfa(effect)]);
            }
        }
        if total != first {
            self.tie();
            tied = true;
            self.go_up(total - first, first);
        }
        let by_frame_pointer = total == first && self.f.frame.frame_pointer_needed;
        for (reg, offset) in self.saves() {
            if self.f.frame.calls_eh_return && is_eh_data(reg) && !unwinding {
                continue;
            }
            let mode = self.f.convention.whole_mode(reg);
            let mem = self.slot(offset, mode);
            let own = self.saved_reg(reg);
            let insn = self.set(own, mem);
            self.relate(insn, &[RegNote::CfaRestore(own)]);
            if reg == HARD_FRAME_POINTER_REGNUM && by_frame_pointer {
                let frame = self.sum(STACK_POINTER_REGNUM, first);
                self.f.add_note(insn, RegNote::CfaDefCfa(frame));
            }
        }
        if !tied {
            self.tie();
        }
        self.go_up(first, 0);
    }

    fn epilogue(&mut self) {
        self.take_down(false);
        self.zero_registers();
        if let Some(how) = self.f.frame.interrupt {
            self.interrupt_return(how);
            return;
        }
        if let Some((number, _)) = self.f.frame.library_save {
            self.by_library(number, UNSPECV_GPR_RESTORE);
            self.returned_already();
            return;
        }
        if self.f.frame.total == 0 {
            self.plain_return();
            return;
        }
        self.jump_back();
        self.emit(InsnKind::Barrier, RtxId::NONE);
    }

    /// Returns where there is no frame.
    fn plain_return(&mut self) {
        let pattern = self.f.rtx.gen_leaf(Code::SimpleReturn);
        self.emit(InsnKind::Jump, pattern);
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

    /// The end of a function that another one has returned from.
    fn returned_already(&mut self) {
        let ret = self.f.rtx.gen_leaf(Code::Return);
        let ra = self.f.reg(RETURN_ADDR_REGNUM);
        let use_ra = self.f.rtx.gen_unary(Code::Use, Mode::VOID, ra);
        let nothing = self.f.rtx.const_int(0);
        let pattern = self.f.rtx.gen_parallel(&[ret, use_ra, nothing]);
        self.emit(InsnKind::Jump, pattern);
        self.emit(InsnKind::Barrier, RtxId::NONE);
    }

    fn jump_back(&mut self) {
        let ret = self.f.rtx.gen_leaf(Code::SimpleReturn);
        let ra = self.f.reg(RETURN_ADDR_REGNUM);
        let use_ra = self.f.rtx.gen_unary(Code::Use, Mode::VOID, ra);
        let pattern = self.f.rtx.gen_parallel(&[ret, use_ra]);
        self.emit(InsnKind::Jump, pattern);
    }

    /// Leaves for where the slot of the return address says, with the stack pointer moved on.
    fn eh_return(&mut self) {
        self.take_down(true);
        let (sp, by) = (self.f.reg(STACK_POINTER_REGNUM), self.f.reg(EH_STACK_ADJUST));
        let sum = self.f.rtx.gen_binary(Code::Plus, self.f.rtx.word(), sp, by);
        self.set(sp, sum);
        self.jump_back();
    }
}
