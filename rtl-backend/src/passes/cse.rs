//! `cse1`: what has been computed in this extended block is not computed again.
//!
//! ```text
//! (set (reg:DI 80) (symbol_ref:DI ("arr")))
//! (set (reg:DI 91) (symbol_ref:DI ("arr")))      ⇒   (set (reg:DI 91) (reg:DI 80))
//! ```
//! Value numbering over one path of blocks at a time (a block goes on with its predecessor's table where that is its
//! only one and stands right before it). An expression is hashed with the version each register has at the time, so
//! that nothing needs to be thrown away when a register is set; loads carry the version of memory. `combine` puts the
//! copies into their readers.
//!
//! It begins with making whole registers of narrow ones (`widen`) and bases of the places of arrays in the frame (`frame`);
//! on its way it reads what was copied in the place of copies (`copies`).

mod copies;
mod frame;
mod widen;

use crate::machine::target::is_eliminable;
use crate::state::{self, RtlContext};
use copies::{Copied, Count};
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo, optimizing};
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::combine::writes_memory;
use crate::machine::recog::recog_insn;
use crate::machine::target::constants::integer_cost;
use crate::rtl::code::Code;
use crate::rtl::df::RefKind;
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::rtl::insn_table::{InsnTable, traits};
use crate::rtl::rtx::{RtxId, flag};

/// Most expressions a table holds; beyond, it is started anew. So it stays in the caches however long a block is.
const MAX_ENTRIES: usize = 4096;

/// Most places of a table that is kept from one block to the next.
const SMALL_TABLE: usize = 64;

/// `cse1` for the pass table.
pub const PASS: Pass = Pass::rtl("cse1", execute).gate(optimizing).requires(Prop::RTL);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| run(&mut state.rtl, rtl))
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, _cx: &mut RtlContext) {
    frame::run(f);
    widen::run(f);
    let regs = f.num_regs() as usize;
    let insns = InsnTable::of(f);
    let version = vec![0; regs];
    let (copies, counts) = (vec![Copied::NONE; regs], copies::count(&insns, regs));
    let mut c = Cse {
        f,
        insns,
        table: FxHashMap::default(),
        version,
        copies,
        counts,
        memory: 0,
        position: 0,
        path_start: 0,
    };
    let mut last = 1;
    for index in 0..c.insns.len() {
        let block = c.f.insn(c.insns.insn(index)).block;
        for block in last + 1..=block {
            c.begin_block(block);
        }
        last = block;
        c.insn(index);
    }
}

struct Entry {
    /// The expression, of values that were there before `position`.
    src: RtxId,
    /// The register that holds it.
    reg: u32,
    /// Where it was put there.
    position: u32,
}

/// A value worth remembering.
struct Candidate {
    dst: RtxId,
    src: RtxId,
    key: u64,
    /// Whether the destination takes part in its own new value.
    own: bool,
}

struct Cse<'a> {
    f: &'a mut RtlFunction,
    /// The insns as they came; what they refer to as long as they are not changed, and what they write.
    insns: InsnTable,
    table: FxHashMap<u64, Entry>,
    /// The place of the last insn that set each register: its value's version.
    version: Vec<u32>,
    /// What each register is a copy of.
    copies: Vec<Copied>,
    /// How often each is referred to.
    counts: Vec<Count>,
    /// The same of memory.
    memory: u32,
    /// Counts the insns.
    position: u32,
    /// The last insn before the present path of blocks.
    path_start: u32,
}

impl Cse<'_> {
    /// Whether the block goes on where the one before it ended.
    fn continues(&self, block: u32) -> bool {
        if block == 2 {
            return false;
        }
        let mut preds = self.f.cfg.preds(block);
        preds.next() == Some(block - 1) && preds.next().is_none()
    }

    /// Goes on with what is known, or starts anew.
    fn begin_block(&mut self, block: u32) {
        if self.continues(block) {
            return;
        }
        self.path_start = self.position;
        // A large table is made anew: clearing takes time in the size of the largest block so far, for every block.
        if self.table.capacity() <= SMALL_TABLE {
            self.table.clear();
        } else {
            self.table = FxHashMap::default();
        }
    }

    fn insn(&mut self, index: u32) {
        self.position += 1;
        let at = self.insns.insn(index);
        let mut may_be_copy = self.insns.has(index, traits::COPY) | self.forward(index);
        let candidate = self.candidate(at);
        let mut found = None;
        if let Some(Candidate { dst, src, key, .. }) = candidate {
            found = self.table.get(&key).filter(|e| self.holds(e, src)).map(|e| e.reg);
            if let Some(reg) = found
                && self.f.rtx.as_reg(dst) != Some(reg)
            {
                self.replace(at, dst, src, reg);
                may_be_copy = true;
            }
        }
        let position = self.position;
        for written in self.insns.refs(index).iter().filter(|entry| entry.kind() != RefKind::Use) {
            for reg in written.regs() {
                self.version[reg as usize] = position;
            }
        }
        if self.insns.has(index, traits::STORE) && writes_memory(self.f, at) {
            self.memory = position;
        }
        if may_be_copy {
            self.note_copy(at);
        }
        // A register that takes part in its own new value no longer is what the expression says.
        if let Some(Candidate { dst, src, key, own: false }) = candidate
            && found.is_none()
        {
            let reg = self.f.rtx.regno(dst);
            if self.table.len() >= MAX_ENTRIES {
                self.table.clear();
            }
            self.table.insert(key, Entry { src, reg, position });
        }
    }

    /// What an insn computes, if that is worth remembering.
    fn candidate(&self, at: InsnId) -> Option<Candidate> {
        if self.f.insn(at).kind != InsnKind::Insn || self.f.insn(at).icode < 0 {
            return None;
        }
        let pattern = self.f.insn(at).pattern;
        if self.f.rtx.code(pattern) != Code::Set {
            return None;
        }
        let (dst, mut src) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
        let reg = self.f.rtx.as_reg(dst).filter(|r| *r >= FIRST_PSEUDO)?;
        if self.f.rtx.mode(dst) != self.f.reg_mode(reg) {
            return None;
        }
        match self.f.rtx.code(src) {
            Code::Reg | Code::Subreg => return None,
            // The end of a constant's construction: the constant itself.
            Code::Plus | Code::Ashift | Code::Lshiftrt | Code::Xor | Code::SignExtend => {
                if let Some(value) = self.f.equal_constant(at) {
                    src = value;
                }
            }
            _ => {}
        }
        let (key, own) = self.key(src, reg)?;
        Some(Candidate { dst, src, key, own })
    }

    /// A hash of the expression and the versions of what it reads, and whether it reads `dst`; `None` where its value is
    /// not to be remembered.
    fn key(&self, src: RtxId, dst: u32) -> Option<(u64, bool)> {
        let mut h = FxHasher::default();
        let (mut fine, mut own) = (true, false);
        let r = &self.f.rtx;
        r.walk(src, &mut |x| {
            r.hash_node(x, &mut h);
            match r.code(x) {
                Code::Reg => {
                    let reg = r.regno(x);
                    fine &= reg >= FIRST_PSEUDO || is_eliminable(reg);
                    own |= reg == dst;
                    (reg, self.version[reg as usize]).hash(&mut h);
                }
                Code::Mem => {
                    fine &= r.flags(x) & flag::V == 0;
                    if r.flags(x) & flag::U == 0 {
                        self.memory.hash(&mut h);
                    }
                }
                Code::Unspec | Code::UnspecVolatile | Code::Call | Code::AsmOperands => {
                    fine = false
                }
                _ => {}
            }
            fine
        });
        fine.then(|| (h.finish(), own))
    }

    /// Whether the entry's register still holds what `src` computes: nothing of it has been set since.
    fn holds(&self, e: &Entry, src: RtxId) -> bool {
        let r = &self.f.rtx;
        let mut unchanged = self.version[e.reg as usize] == e.position && r.equal(e.src, src);
        if unchanged {
            r.walk(src, &mut |x| {
                unchanged &= match r.code(x) {
                    Code::Reg => self.version[r.regno(x) as usize] <= e.position,
                    Code::Mem => r.flags(x) & flag::U != 0 || self.memory <= e.position,
                    _ => true,
                };
                unchanged
            });
        }
        unchanged
    }

    /// Makes the insn a copy of `reg`.
    fn replace(&mut self, at: InsnId, dst: RtxId, src: RtxId, reg: u32) {
        if self.f.reg_mode(reg) != self.f.rtx.mode(dst) {
            return;
        }
        // What one plain instruction makes is not worth a longer life of another register.
        if self.f.rtx.as_int(src).is_some_and(|v| integer_cost(v, self.f.rtx.extensions) == 1) {
            return;
        }
        let copy = self.f.reg(reg);
        let pattern = self.f.rtx.gen_set(dst, copy);
        self.f.set_pattern(at, pattern);
        recog_insn(self.f, at);
        self.note_read(reg);
    }
}
