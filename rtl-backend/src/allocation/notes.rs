//! Where registers die, as dumps of `ira` note it without optimisation.
//!
//! ```text
//! (insn 20 (set (reg:DI 81) (sign_extend:DI (reg:SI 79))) 90 {extendsidi2}
//!      (expr_list:REG_DEAD (reg:SI 79)
//!         (nil)))
//! ```
//! A register that an insn reads, and that is not live after it, is dead; one that it writes and nobody reads is unused.
//! Nothing but dumps reads these notes here, and `reload` takes them away.

use smallvec::SmallVec;

use crate::allocation::live::LiveRanges;
use crate::machine::target::{HARD_FRAME_POINTER_REGNUM, fixed};
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_refs};
use crate::rtl::function::{InsnId, InsnKind, RegNote, RtlFunction};
use crate::rtl::rtx::RtxId;

/// A reference of one insn: the register, how many they are, and where.
type Reference = (u32, u32, RtxId);

/// Adds the notes.
pub fn add(f: &mut RtlFunction, live: &LiveRanges) {
    for index in 0..live.insns.len() {
        let id = live.insns.insn(index);
        let found = of_insn(f, live, index, id);
        for note in found {
            f.add_note(id, note);
        }
    }
}

/// Takes the notes away.
pub fn remove(f: &mut RtlFunction) {
    let is_of_life = |note: RegNote| matches!(note, RegNote::Dead(_) | RegNote::Unused(_));
    let mut next = f.first;
    while next.exists() {
        let id = next;
        next = f.next(id);
        if f.notes(id).any(is_of_life) {
            f.retain_notes(id, |note| !is_of_life(note));
        }
    }
}

/// The notes of an insn, the last one first.
fn of_insn(f: &RtlFunction, live: &LiveRanges, index: u32, id: InsnId) -> SmallVec<[RegNote; 4]> {
    let mut uses: SmallVec<[Reference; 4]> = SmallVec::new();
    let mut defs: SmallVec<[Reference; 4]> = SmallVec::new();
    let call = f.insn(id).kind == InsnKind::Call;
    visit_refs(f, id, &mut |kind, reg, count, x| match kind {
        _ if fixed(reg) || reg == HARD_FRAME_POINTER_REGNUM && f.frame.frame_pointer_needed => {}
        RefKind::Use => uses.push((reg, count, x)),
        // What a call changes may be read after it.
        RefKind::Clobber if call => {}
        _ => defs.push((reg, count, x)),
    });
    uses.sort_by_key(|&(reg, ..)| reg);
    defs.sort_by_key(|&(reg, ..)| reg);
    let is_live = |reg: u32, point: u32| live.is_live_at(reg, point);
    let mut notes = SmallVec::new();
    for &(reg, count, x) in &defs {
        if !(reg..reg + count).any(|reg| is_live(reg, 2 * index + 2)) {
            notes.push(RegNote::Unused(x));
        }
    }
    // The function's value is for the caller.
    let returns = f.rtx.code(f.insn(id).pattern) == Code::Use;
    let mut last = None;
    for &(reg, count, x) in &uses {
        let dead = !(reg..reg + count).any(|reg| is_live(reg, 2 * index + 1));
        let written = defs.iter().any(|&(own, number, _)| (own..own + number).contains(&reg));
        let kept = written || returns && f.return_regs.contains(&reg);
        if dead && !kept && last.replace(reg) != Some(reg) {
            notes.push(RegNote::Dead(x));
        }
    }
    notes
}
