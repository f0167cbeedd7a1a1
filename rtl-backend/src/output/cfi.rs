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
use rustc_hash::FxHashMap;
use std::fmt::Write;

use crate::machine::target::{HARD_FRAME_POINTER_REGNUM, STACK_POINTER_REGNUM};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, NoteKind, RegNote, RtlFunction};
use crate::rtl::rtx::RtxId;

/// Whether the frame stands in the code after each barrier, of a function whose prologue does not stand at its start.
pub fn frames_after_barriers(f: &RtlFunction) -> FxHashMap<InsnId, bool> {
    let mut at_label: FxHashMap<InsnId, bool> = FxHashMap::default();
    let mut stack = vec![(f.first, false)];
    while let Some((start, mut framed)) = stack.pop() {
        let mut at = start;
        while at.exists() {
            let insn = f.insn(at);
            match insn.kind {
                InsnKind::Label if at_label.insert(at, framed).is_some() => break,
                InsnKind::Note(NoteKind::PrologueEnd) => framed = true,
                InsnKind::Barrier => break,
                InsnKind::Jump => {
                    let mut go = |label: InsnId| {
                        if !at_label.contains_key(&label) {
                            stack.push((label, framed));
                        }
                    };
                    f.rtx.walk(insn.pattern, &mut |x| {
                        if f.rtx.code(x) == Code::LabelRef {
                            go(InsnId(f.rtx.label_of(x)));
                        }
                        true
                    });
                    if let Some(table) = f.jump_tables.get(&f.jump_target(at)) {
                        table.targets.iter().copied().for_each(&mut go);
                    }
                }
                _ => {}
            }
            at = f.next(at);
        }
    }
    let mut after = FxHashMap::default();
    let mut barrier = None;
    for id in f.chain() {
        match f.insn(id).kind {
            InsnKind::Barrier => barrier = Some(id),
            InsnKind::Label => {
                if let (Some(barrier), Some(&framed)) = (barrier, at_label.get(&id)) {
                    after.entry(barrier).or_insert(framed);
                }
            }
            InsnKind::Insn | InsnKind::Jump | InsnKind::Call => barrier = None,
            _ => {}
        }
    }
    after
}

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
    /// Whether the frame stands, as far as directives have it.
    stands: bool,
    /// What the prologue saves: registers, and where from the CFA.
    saved: Vec<(u32, i64)>,
}

impl Cfi {
    /// At the function's entry.
    pub fn at_entry() -> Cfi {
        let state = State { base: STACK_POINTER_REGNUM, above_sp: 0, above_fp: 0 };
        Cfi {
            state,
            body: None,
            leaving: false,
            remembered: false,
            stands: false,
            saved: Vec::new(),
        }
    }

    /// The frame stands: what comes from here on and is frame-related takes it down.
    pub fn body(&mut self) {
        self.body = Some(self.state);
        self.stands = true;
    }

    /// Whether the next frame-related insn is the first of an epilogue.
    pub fn enters_epilogue(&self) -> bool {
        self.body.is_some() && !self.leaving
    }

    /// An epilogue begins, of which there may be several; with code after it, what it undoes holds again there.
    pub fn epilogue(&mut self, code_follows: bool, out: &mut String) {
        self.leaving = true;
        self.stands = false;
        self.remembered = code_follows;
        if code_follows {
            out.push_str("\t.cfi_remember_state\n");
        }
    }

    /// Control does not get here from above. Whether the frame stands where it gets here from is said where that is not plain.
    pub fn barrier(&mut self, framed: Option<bool>, out: &mut String) {
        if let (true, Some(state)) = (self.leaving && self.remembered, self.body) {
            self.state = state;
            self.stands = true;
            out.push_str("\t.cfi_restore_state\n");
        }
        self.leaving = false;
        if framed.is_some_and(|framed| framed != self.stands) {
            self.switch(out);
        }
    }

    /// The frame stands where it does not above, or the other way round.
    fn switch(&mut self, out: &mut String) {
        self.stands = !self.stands;
        if let (true, Some(state)) = (self.stands, self.body) {
            self.state = state;
            let above =
                if state.base == STACK_POINTER_REGNUM { state.above_sp } else { state.above_fp };
            putln!(out, "\t.cfi_def_cfa {}, {above}", state.base);
            for (reg, offset) in &self.saved {
                putln!(out, "\t.cfi_offset {reg}, {offset}");
            }
            return;
        }
        self.state = State { base: STACK_POINTER_REGNUM, above_sp: 0, above_fp: 0 };
        for (reg, _) in &self.saved {
            putln!(out, "\t.cfi_restore {reg}");
        }
        putln!(out, "\t.cfi_def_cfa {STACK_POINTER_REGNUM}, 0");
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
                self.saved.push((reg, offset));
                putln!(out, "\t.cfi_offset {reg}, {offset}");
            }
            return;
        }
        match r.as_reg(dst) {
            Some(reg) if r.code(src) == Code::Mem => self.restored(reg, out),
            Some(STACK_POINTER_REGNUM) => self.stack_pointer(f, id, src, out),
            Some(HARD_FRAME_POINTER_REGNUM) => {
                self.state.above_fp = self.state.above_sp - self.sum(f, src).1;
                self.state.base = HARD_FRAME_POINTER_REGNUM;
                putln!(out, "\t.cfi_def_cfa {HARD_FRAME_POINTER_REGNUM}, {}", self.state.above_fp);
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
            (if from == Some(HARD_FRAME_POINTER_REGNUM) { state.above_fp } else { state.above_sp })
                - by
        });
        if from == Some(HARD_FRAME_POINTER_REGNUM)
            || left.is_some() && state.base == HARD_FRAME_POINTER_REGNUM
        {
            state.base = STACK_POINTER_REGNUM;
            putln!(out, "\t.cfi_def_cfa {STACK_POINTER_REGNUM}, {}", state.above_sp);
        } else if state.base == STACK_POINTER_REGNUM {
            putln!(out, "\t.cfi_def_cfa_offset {}", state.above_sp);
        }
    }

    fn restored(&mut self, reg: u32, out: &mut String) {
        putln!(out, "\t.cfi_restore {reg}");
        if reg == HARD_FRAME_POINTER_REGNUM && self.state.base == HARD_FRAME_POINTER_REGNUM {
            self.state.base = STACK_POINTER_REGNUM;
            putln!(out, "\t.cfi_def_cfa {STACK_POINTER_REGNUM}, {}", self.state.above_sp);
        }
    }
}
