//! What is read of a copy is read of what was copied, so that equal values have one name.
//!
//! ```text
//! (set (reg:SI 86) (subreg:SI (reg:DI 87) 0))
//! (set (reg:SI 85) (mult:SI (reg:SI 86) (reg:SI 90)))   ⇒   (set (reg:SI 85) (mult:SI (subreg:SI (reg:DI 87) 0) (reg:SI 90)))
//! ```
//! A copy counts along the path of blocks that [`super::Cse`] goes, until what was copied is set again. What is copied into a
//! variable is read of the variable: what is copied need not outlive the copy then, and one register can be both.

use super::Cse;
use crate::machine::recog::recog_insn;
use crate::machine::target::predicates::is_low_part;
use crate::rtl::code::Code;
use crate::rtl::df::{Ref, RefKind};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind};
use crate::rtl::insn_table::InsnTable;
use crate::rtl::rtx::RtxId;
use crate::rtl::simplify::lowpart;

/// What a register is a copy of.
#[derive(Clone, Copy)]
pub(super) struct Copied {
    src: RtxId,
    /// The register in it.
    from: u32,
    /// Where it was copied; 0 if it is no copy.
    position: u32,
}

impl Copied {
    pub(super) const NONE: Copied = Copied { src: RtxId::NONE, from: 0, position: 0 };
}

/// How often each register is set and read.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    sets: u32,
    reads: u32,
}

/// Counts what the insns of a function set and read.
pub(super) fn count(insns: &InsnTable, regs: usize) -> Vec<Count> {
    let mut counts = vec![Count::default(); regs];
    for entry in insns.all_refs() {
        for reg in entry.regs() {
            let count = &mut counts[reg as usize];
            match entry.kind() {
                RefKind::Use => count.reads += 1,
                _ => count.sets += 1,
            }
        }
    }
    counts
}

impl Cse<'_> {
    /// Reads what was copied in the place of copies. Whether it did.
    pub(super) fn forward(&mut self, index: u32) -> bool {
        let reads_copy =
            |entry: &Ref| entry.kind() == RefKind::Use && self.copied_to(entry.reg()).is_some();
        if !self.insns.refs(index).iter().any(reads_copy) {
            return false;
        }
        let at = self.insns.insn(index);
        let (kind, icode, pattern) = {
            let insn = self.f.insn(at);
            (insn.kind, insn.icode, insn.pattern)
        };
        let fits = matches!(kind, InsnKind::Insn | InsnKind::Jump) && icode >= 0;
        if !fits || self.f.rtx.code(pattern) != Code::Set {
            return false;
        }
        let (dst, value) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
        let into_memory = self.f.rtx.code(dst) == Code::Mem;
        let new_dst = if into_memory { self.forwarded(dst) } else { None };
        let new_value = self.forwarded(value);
        if new_dst.is_none() && new_value.is_none() {
            return false;
        }
        let new = self.f.rtx.gen_set(new_dst.unwrap_or(dst), new_value.unwrap_or(value));
        self.f.set_pattern(at, new);
        let fits = recog_insn(self.f, at);
        if !fits {
            self.f.set_pattern(at, pattern);
        }
        fits
    }

    /// Notes that an insn is a copy.
    pub(super) fn note_copy(&mut self, at: InsnId) {
        let (r, pattern) = (&self.f.rtx, self.f.insn(at).pattern);
        if self.f.insn(at).kind != InsnKind::Insn || r.code(pattern) != Code::Set {
            return;
        }
        let (dst, src) = (r.op(pattern, 0), r.op(pattern, 1));
        let (Some(reg), true) = (r.as_reg(dst), r.code(src) == Code::Reg || is_low_part(r, src))
        else {
            return;
        };
        let inner = if r.code(src) == Code::Subreg { r.op(src, 0) } else { src };
        let from = r.regno(inner);
        let whole = r.mode(dst) == self.f.reg_mode(reg) && r.mode(inner) == self.f.reg_mode(from);
        let once = self.counts[reg as usize].sets == 1 && reg >= FIRST_PSEUDO;
        // Who is read by the copy alone becomes one with it.
        let shared = self.counts[from as usize].reads > 1;
        if once && shared && from >= FIRST_PSEUDO && from != reg && whole {
            self.copies[reg as usize] = Copied { src, from, position: self.position };
        }
    }

    /// One more insn reads the register.
    pub(super) fn note_read(&mut self, reg: u32) {
        self.counts[reg as usize].reads += 1;
    }

    /// What a register is a copy of.
    fn copied_to(&self, reg: u32) -> Option<RtxId> {
        let copied = self.copies[reg as usize];
        let holds = copied.position > self.path_start
            && self.version[reg as usize] == copied.position
            && self.version[copied.from as usize] < copied.position;
        holds.then_some(copied.src)
    }

    /// The same of a reference to it.
    fn copied(&self, x: RtxId) -> Option<RtxId> {
        let reg = self.f.rtx.regno(x);
        self.copied_to(reg).filter(|_| self.f.rtx.mode(x) == self.f.reg_mode(reg))
    }

    fn forwarded(&mut self, x: RtxId) -> Option<RtxId> {
        match self.f.rtx.code(x) {
            Code::Reg => return self.copied(x),
            Code::Subreg => {
                let (mode, inner) = (self.f.rtx.mode(x), self.f.rtx.op(x, 0));
                if self.f.rtx.subreg_byte(x) != 0 || self.f.rtx.code(inner) != Code::Reg {
                    return None;
                }
                let src = self.copied(inner)?;
                let integers = mode.is_int() && self.f.rtx.mode(inner).is_int();
                return if integers { lowpart(self.f, mode, src) } else { None };
            }
            Code::AsmOperands | Code::UnspecVolatile => return None,
            _ => {}
        }
        let mut copy = RtxId::NONE;
        for i in 0..self.f.rtx.num_ops(x) {
            let op = self.f.rtx.any_op(x, i);
            if let Some(new) = self.forwarded(op) {
                if copy == RtxId::NONE {
                    copy = self.f.rtx.shallow_copy(x);
                }
                self.f.rtx.set_any_op(copy, i, new);
            }
        }
        (copy != RtxId::NONE).then_some(copy)
    }
}
