//! What passes ask of insns again and again, in tables that lie in memory in the order of the chain.
//!
//! ```text
//! (code_label 9)
//! (insn 12 (set (reg:DI 80) (reg:DI 78)))                 0: 12  after a label, a copy   use 78, def 80
//! (insn 14 (set (mem:DI (reg:DI 79)) (reg:DI 80)))        1: 14  may write memory         use 79, use 80
//! ```
//! Insns and expressions are walked once, when the table is made; whoever comes back asks the table, and looks at an
//! insn only where there is something to do.

use crate::machine::insn::Output;
use crate::machine::recog;
use crate::rtl::code::Code;
use crate::rtl::df::{Ref, visit_refs};
use crate::rtl::function::{Insn, InsnId, InsnKind, NoteKind, RtlFunction};
use crate::rtl::rtx::RtxId;

/// Bits that say what an insn is and where it stands.
pub mod traits {
    /// A label stands between the insn before and this one.
    pub const BEHIND_LABEL: u8 = 1;
    /// A label, block note or barrier does.
    pub const STARTS_BLOCK: u8 = 2;
    /// Its pattern is one of the machine's.
    pub const RECOGNIZED: u8 = 4;
    /// It is a call.
    pub const CALL: u8 = 8;
    /// It copies a register, or what is under a subreg, to another: its references are the one it reads and the one it
    /// writes.
    pub const COPY: u8 = 16;
    /// It may change memory: its expression has to be looked at.
    pub const STORE: u8 = 32;
    /// It has been deleted since. Noted by who deletes it.
    pub const DELETED: u8 = 64;
    /// It refers to the frame, and through an expression that no insn before it holds. Noted by who looks for such
    /// references.
    pub const FIRST_FRAME_REF: u8 = 128;
}

/// Whether the insn has the trait [`traits::COPY`]: of most the pattern's number says that they have not, without a look at
/// the expression.
fn is_copy(f: &RtlFunction, insn: &Insn) -> bool {
    let pattern = insn.pattern;
    let is_reg = |x: RtxId| match f.rtx.code(x) {
        Code::Subreg => f.rtx.as_reg(f.rtx.op(x, 0)).is_some(),
        code => code == Code::Reg,
    };
    let may_move = insn.icode < 0 || matches!(recog::insn(insn.icode).output, Output::Move);
    insn.kind == InsnKind::Insn
        && may_move
        && f.rtx.code(pattern) == Code::Set
        && is_reg(f.rtx.op(pattern, 0))
        && is_reg(f.rtx.op(pattern, 1))
}

/// The insns of a function in order, what they are, and the registers they refer to.
pub struct InsnTable {
    insns: Vec<InsnId>,
    traits: Vec<u8>,
    refs: Vec<Ref>,
    /// Start of each insn's references in the list, and the end of the last one's.
    starts: Vec<u32>,
    /// Traits of the next insn that what stands before it gives it.
    before: u8,
}

impl InsnTable {
    /// A table with room for the insns of a function.
    pub fn with_room_for(f: &RtlFunction) -> InsnTable {
        let insns = f.max_uid() as usize;
        let mut starts = Vec::with_capacity(insns + 1);
        starts.push(0);
        InsnTable {
            insns: Vec::with_capacity(insns),
            traits: Vec::with_capacity(insns),
            refs: Vec::with_capacity(3 * insns),
            starts,
            before: 0,
        }
    }

    /// The table of a function's insns.
    pub fn of(f: &RtlFunction) -> InsnTable {
        let mut table = InsnTable::with_room_for(f);
        for id in f.chain() {
            table.see(f, id);
        }
        table
    }

    /// Sees the next element of the chain. If it is an insn, jump or call it is appended, and its number is the answer.
    pub fn see(&mut self, f: &RtlFunction, at: InsnId) -> Option<u32> {
        let insn = f.insn(at);
        self.before |= match insn.kind {
            InsnKind::Label => traits::BEHIND_LABEL | traits::STARTS_BLOCK,
            InsnKind::Barrier | InsnKind::Note(NoteKind::BasicBlock) => traits::STARTS_BLOCK,
            InsnKind::JumpTable | InsnKind::Note(_) => 0,
            InsnKind::Insn | InsnKind::Jump | InsnKind::Call => {
                let mut found = std::mem::take(&mut self.before);
                let recognized = insn.icode >= 0;
                let is_call = insn.kind == InsnKind::Call;
                let stores = !recognized || recog::insn(insn.icode).may_write_memory;
                found |= if recognized { traits::RECOGNIZED } else { 0 };
                found |= if is_call { traits::CALL } else { 0 };
                found |= if is_copy(f, insn) { traits::COPY } else { 0 };
                found |= if is_call || stores { traits::STORE } else { 0 };
                self.insns.push(at);
                self.traits.push(found);
                let refs = &mut self.refs;
                visit_refs(f, at, &mut |kind, reg, count, _| refs.push(Ref::new(kind, reg, count)));
                self.starts.push(refs.len() as u32);
                return Some(self.len() - 1);
            }
        };
        None
    }

    /// Number of insns.
    #[inline]
    pub fn len(&self) -> u32 {
        self.insns.len() as u32
    }

    /// Whether there is no insn.
    pub fn is_empty(&self) -> bool {
        self.insns.is_empty()
    }

    /// The insn of this number.
    #[inline]
    pub fn insn(&self, index: u32) -> InsnId {
        self.insns[index as usize]
    }

    /// Whether the insn has one of these [`traits`].
    #[inline]
    pub fn has(&self, index: u32, traits: u8) -> bool {
        self.traits[index as usize] & traits != 0
    }

    /// Notes more [`traits`] of the insn.
    pub fn note(&mut self, index: u32, traits: u8) {
        self.traits[index as usize] |= traits;
    }

    /// The references of all insns.
    pub fn all_refs(&self) -> &[Ref] {
        &self.refs
    }

    /// The references of the insn, in the order of [`visit_refs`].
    #[inline]
    pub fn refs(&self, index: u32) -> &[Ref] {
        let index = index as usize;
        &self.refs[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}
