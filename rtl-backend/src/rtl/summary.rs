//! What dumps say of data flow before the insns: which registers are referred to, and how often.
//!
//! ```text
//! ;;  exit block uses      1 [ra] 2 [sp] 8 [s0] 10 [a0] 65 [frame]
//! ;;  regs ever live       10 [a0]
//! ;;  ref usage    r2={1d,2u} r10={3d,3u} r72={1d,1u}
//! ;;    total ref usage 9{5d,4u,0e} in 4{4 regular + 0 call} insns.
//! ```
//! Registers come to be referred to without an insn, too: arguments hold values at the entry, the caller needs the return
//! value at the exit, every block needs the frame, and a call changes what calls may change.

use dumps::{put, putln};
use std::fmt::Write;

use crate::machine::target::{
    ARG_POINTER_REGNUM, FP_ARG_LAST, FRAME_POINTER_REGNUM, NUM_HARD, STATIC_CHAIN,
};
use crate::machine::target::{
    FP_ARG_FIRST, GP_ARG_FIRST, GP_ARG_LAST, HARD_FRAME_POINTER_REGNUM, REGISTER_NAMES,
    RETURN_ADDR_REGNUM, STACK_POINTER_REGNUM,
};
use crate::rtl::df::{RefKind, visit_refs};
use crate::rtl::function::{InsnId, InsnKind, NoteKind, RegNote, RtlFunction};

/// Where in the list of passes a dump is, which decides what is known of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataFlow {
    /// Nothing is known of registers.
    Off,
    /// Nobody has asked which registers are live.
    Unasked,
    /// Somebody has.
    Asked,
}

/// A set of hard registers, the two of the frame included, a bit each.
type Regs = u128;

fn bit(reg: u32) -> Regs {
    1 << reg
}

fn set(regs: impl IntoIterator<Item = u32>) -> Regs {
    regs.into_iter().fold(0, |all, reg| all | bit(reg))
}

fn members(regs: Regs) -> impl Iterator<Item = u32> {
    (0..Regs::BITS).filter(move |&reg| regs & bit(reg) != 0)
}

/// The hard registers that the insns refer to.
pub fn referred(f: &RtlFunction) -> u64 {
    let mut found = 0;
    for id in f.chain().filter(|&id| f.is_real(id)) {
        visit_refs(f, id, &mut |_, reg, count, _| {
            (reg..reg + count).filter(|&reg| reg < 64).for_each(|reg| found |= 1 << reg);
        });
        if f.insn(id).kind == InsnKind::Call {
            found |= 1 << STACK_POINTER_REGNUM;
        }
    }
    found
}

/// How often a register is written, read, and named in a note.
#[derive(Clone, Copy, Default)]
struct Count {
    defs: u32,
    uses: u32,
    notes: u32,
}

/// The registers that are referred to without an insn.
pub(super) struct Artificial {
    entry: Regs,
    exit: Regs,
    block: Regs,
    /// What a call changes.
    call: Regs,
}

impl Artificial {
    pub(super) fn of(f: &RtlFunction) -> Artificial {
        let mut frame = bit(STACK_POINTER_REGNUM);
        if f.frame.frame_pointer_needed || !f.reload_completed {
            frame |= bit(HARD_FRAME_POINTER_REGNUM);
        }
        let mut block = frame;
        let kept = Regs::from(f.kept);
        let mut entry = bit(RETURN_ADDR_REGNUM)
            | frame
            | set((GP_ARG_FIRST..=GP_ARG_LAST).chain(FP_ARG_FIRST..=FP_ARG_LAST))
            | kept;
        let mut exit = bit(RETURN_ADDR_REGNUM) | frame | kept | set(f.return_regs.iter().copied());
        if f.reload_completed {
            if f.frame.frame_pointer_needed {
                entry |= bit(FRAME_POINTER_REGNUM);
                exit |= bit(FRAME_POINTER_REGNUM);
            }
        } else {
            block |= bit(ARG_POINTER_REGNUM) | bit(FRAME_POINTER_REGNUM);
            entry |= bit(ARG_POINTER_REGNUM) | bit(FRAME_POINTER_REGNUM);
            exit |= bit(FRAME_POINTER_REGNUM);
        }
        if f.frame.static_chain {
            entry |= bit(STATIC_CHAIN);
        }
        if f.epilogue_completed {
            let live = members(Regs::from(f.shown.ever_live));
            let saved = set(live.filter(|&reg| f.convention.call_saved(reg)));
            entry |= saved;
            exit |= saved;
        }
        let used = (0..NUM_HARD as u32)
            .filter(|&reg| f.convention.call_used(reg) && reg != RETURN_ADDR_REGNUM);
        let call = set(used.chain([0, 3, 4]));
        Artificial { entry, exit, block, call }
    }

    /// What is set at the entry.
    pub(super) fn entry(&self) -> impl Iterator<Item = u32> {
        members(self.entry)
    }

    /// What the exit needs.
    pub(super) fn exit(&self) -> impl Iterator<Item = u32> {
        members(self.exit)
    }

    /// What every block needs.
    pub(super) fn block(&self) -> impl Iterator<Item = u32> {
        members(self.block)
    }

    /// What a call changes.
    pub(super) fn call(&self) -> impl Iterator<Item = u32> {
        members(self.call)
    }
}

/// What GCC says when it brings data flow up to date.
pub const DEFERRED: &str =
    "starting the processing of deferred insns\nending the processing of deferred insns\n";

/// Says that each call has been looked at again, and is as it was.
pub fn print_calls(f: &RtlFunction, out: &mut String) {
    for id in f.chain().filter(|&id| f.insn(id).kind == InsnKind::Call) {
        putln!(out, "verify found no changes in insn with uid = {}.", id.0);
    }
}

/// Writes what is known of data flow in `f`.
pub fn print(f: &RtlFunction, out: &mut String) {
    let artificial = Artificial::of(f);
    putln!(out, "\n\n{}\n\nDataflow summary:", f.declared);
    let line = |out: &mut String, what: &str, regs: Regs| {
        put!(out, ";;  {what} \t");
        members(regs).for_each(|reg| put!(out, " {reg} [{}]", REGISTER_NAMES[reg as usize]));
        out.push('\n');
    };
    line(out, "fully invalidated by EH", artificial.call);
    let asked = f.shown.data_flow == DataFlow::Asked;
    let hardware = match (asked, f.reload_completed) {
        (false, _) => 0,
        (true, true) => bit(STACK_POINTER_REGNUM),
        (true, false) => set([STACK_POINTER_REGNUM, ARG_POINTER_REGNUM, FRAME_POINTER_REGNUM]),
    };
    line(out, "hardware regs used", hardware);
    line(out, "regular block artificial uses", artificial.block);
    let framed = f.frame.frame_pointer_needed || !f.reload_completed;
    let frame = if framed {
        set([ARG_POINTER_REGNUM, FRAME_POINTER_REGNUM])
    } else {
        bit(ARG_POINTER_REGNUM)
    };
    line(out, "eh block artificial uses", artificial.block | frame);
    line(out, "entry block defs", artificial.entry);
    line(out, "exit block uses", artificial.exit);
    line(out, "regs ever live", Regs::from(f.shown.ever_live));
    print_counts(f, &artificial, out);
}

fn print_counts(f: &RtlFunction, artificial: &Artificial, out: &mut String) {
    let mut counts = vec![Count::default(); f.num_regs() as usize];
    members(artificial.entry).for_each(|reg| counts[reg as usize].defs += 1);
    members(artificial.exit).for_each(|reg| counts[reg as usize].uses += 1);
    let (mut insns, mut calls) = (0, 0);
    let unseen = f.shown.unseen_from;
    for id in f.chain() {
        match f.insn(id).kind {
            InsnKind::Insn | InsnKind::Jump if id.0 >= unseen.0 => insns += 1,
            InsnKind::Note(NoteKind::BasicBlock) => {
                members(artificial.block).for_each(|reg| counts[reg as usize].uses += 1);
            }
            InsnKind::Call => {
                calls += 1;
                count(f, id, artificial.call, &mut counts);
            }
            InsnKind::Insn | InsnKind::Jump => {
                insns += 1;
                count(f, id, 0, &mut counts);
            }
            _ => {}
        }
    }
    out.push_str(";;  ref usage \t");
    let mut total = Count::default();
    for (reg, count) in counts.iter().enumerate() {
        let parts = [(count.defs, 'd'), (count.uses, 'u'), (count.notes, 'e')];
        total.defs += count.defs;
        total.uses += count.uses;
        total.notes += count.notes;
        if parts.iter().all(|part| part.0 == 0) {
            continue;
        }
        put!(out, "r{reg}={{");
        for (i, (number, letter)) in parts.into_iter().filter(|part| part.0 != 0).enumerate() {
            let comma = if i == 0 { "" } else { "," };
            put!(out, "{comma}{number}{letter}");
        }
        out.push_str("} ");
    }
    let Count { defs, uses, notes } = total;
    put!(out, "\n;;    total ref usage {}{{{defs}d,{uses}u,{notes}e}}", defs + uses + notes);
    putln!(out, " in {}{{{insns} regular + {calls} call}} insns.", insns + calls);
}

/// Counts what an insn refers to; a call changes `changed`, unless it writes that.
fn count(f: &RtlFunction, id: InsnId, changed: Regs, counts: &mut [Count]) {
    let mut changed = changed;
    visit_refs(f, id, &mut |kind, reg, number, _| {
        // A pseudo is one register, however wide.
        let number = if reg < 64 { number } else { 1 };
        for reg in reg..reg + number {
            let count = &mut counts[reg as usize];
            match kind {
                RefKind::Use => count.uses += 1,
                RefKind::Def | RefKind::EarlyDef | RefKind::Clobber => {
                    count.defs += 1;
                    // What changes the stack pointer counts as reading it, so that it never dies.
                    count.uses += u32::from(reg == STACK_POINTER_REGNUM);
                    if reg < 64 {
                        changed &= !bit(reg);
                    }
                }
            }
        }
    });
    if f.insn(id).kind == InsnKind::Call {
        counts[STACK_POINTER_REGNUM as usize].uses += 1;
        members(changed).for_each(|reg| counts[reg as usize].defs += 1);
    }
    for note in f.notes(id) {
        if let RegNote::Equal(x) | RegNote::Equiv(x) = note {
            f.rtx.walk(x, &mut |x| {
                if let Some(reg) = f.rtx.as_reg(x) {
                    counts[reg as usize].notes += 1;
                }
                true
            });
        }
    }
}
