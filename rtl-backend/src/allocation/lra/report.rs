//! What the dump tells besides of the rounds of reload: where values could be inherited, and what becomes of data flow.
//!
//! ```text
//! EBB 2 3
//! changing reg in insn 16
//! deleting insn with uid = 3.
//! verify found no changes in insn with uid = 17.
//! ```

use dumps::{put, putln};
use std::fmt::Write;

use crate::rtl::code::Code;
use crate::rtl::df::visit_refs;
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RegNote, RtlFunction};
use crate::rtl::rtx::RtxId;
use crate::rtl::summary::DEFERRED;
use rustc_hash::FxHashSet;

/// The heading of a round.
pub(super) fn heading(what: &str, number: u32, out: &mut String) {
    putln!(out, "\n********** {what} #{number}: **********\n");
}

/// Writes the extended blocks: each goes on with the next block as long as control only falls into that.
pub(super) fn print_extended_blocks(f: &RtlFunction, out: &mut String) {
    let blocks = f.cfg.block_ids();
    let mut inside = false;
    for block in blocks.clone() {
        if !inside {
            out.push_str("EBB");
        }
        put!(out, " {}", f.shown_block(block));
        let next = block + 1;
        let falls = f.cfg.succ_edges(block).iter().any(|edge| edge.fallthru);
        let joins = !blocks.contains(&next)
            || f.insn(f.cfg.block(next).head).kind == InsnKind::Label
            || !falls;
        inside = !joins;
        if joins {
            out.push('\n');
        }
    }
}

/// The references to pseudos that get their hard registers in place.
#[derive(Default)]
pub(super) struct References {
    /// Register and insn, in the order of the chain: what leaves one without a value, and what gives it one.
    clobbers: Vec<(u32, InsnId)>,
    defs: Vec<(u32, InsnId)>,
    uses: Vec<(u32, InsnId)>,
    /// What notes say of values.
    values: Vec<(u32, InsnId)>,
    /// Of these, reads that are none any more, and insns that are gone.
    replaced: FxHashSet<(u32, InsnId)>,
    gone: FxHashSet<InsnId>,
}

impl References {
    /// Finds them.
    pub fn of(f: &RtlFunction) -> References {
        let mut found = References::default();
        for at in f.chain().filter(|&at| f.is_real(at)) {
            found.pattern(f, at, f.insn(at).pattern);
            let read = std::mem::take(&mut found.uses);
            for note in f.notes(at) {
                if let RegNote::Equal(x) | RegNote::Equiv(x) = note {
                    found.expression(f, at, x);
                }
            }
            let named = std::mem::replace(&mut found.uses, read);
            found.values.extend(named);
        }
        found
    }

    fn pattern(&mut self, f: &RtlFunction, at: InsnId, x: RtxId) {
        let r = &f.rtx;
        match r.code(x) {
            Code::Set | Code::Clobber => {
                let to = r.op(x, 0);
                match r.as_reg(to) {
                    Some(reg) if reg >= FIRST_PSEUDO => {
                        let whole = f.word_of.get(&reg).map_or(reg, |&(whole, _)| whole);
                        let is_clobber = r.code(f.insn(at).pattern) == Code::Clobber;
                        let list = if is_clobber { &mut self.clobbers } else { &mut self.defs };
                        list.push((whole, at));
                    }
                    _ => self.expression(f, at, to),
                }
                if r.code(x) == Code::Set {
                    self.expression(f, at, r.op(x, 1));
                }
            }
            Code::Parallel => {
                (0..r.num_ops(x)).for_each(|index| self.pattern(f, at, r.any_op(x, index)));
            }
            _ => self.expression(f, at, x),
        }
    }

    fn expression(&mut self, f: &RtlFunction, at: InsnId, x: RtxId) {
        let r = &f.rtx;
        r.walk(x, &mut |x| {
            if let Some(reg) = r.as_reg(x).filter(|&reg| reg >= FIRST_PSEUDO)
                && !f.word_of.contains_key(&reg)
            {
                self.uses.push((reg, at));
            }
            r.code(x) != Code::Subreg
        });
    }

    /// An insn has got something else in the place of a pseudo it read.
    pub fn forget_use(&mut self, reg: u32, at: InsnId) {
        self.replaced.insert((reg, at));
    }

    /// An insn is gone.
    pub fn forget(&mut self, at: InsnId) {
        self.gone.insert(at);
    }

    /// Writes what happens to them: pseudo by pseudo, what is written first, and the last one first.
    pub fn print(mut self, out: &mut String) {
        self.uses.retain(|entry| !self.replaced.contains(entry));
        let lists = [self.clobbers, self.defs, self.uses, self.values];
        let mut all: Vec<(u32, usize, InsnId)> = Vec::new();
        for (kind, list) in lists.into_iter().enumerate() {
            let left = list.into_iter().rev().filter(|(_, at)| !self.gone.contains(at));
            all.extend(left.map(|(reg, at)| (reg, kind, at)));
        }
        all.sort_by_key(|&(reg, kind, _)| (reg, kind));
        all.iter().for_each(|(.., at)| putln!(out, "changing reg in insn {}", at.0));
    }
}

/// Says that calls have been looked at again: those through a register that was a pseudo have changed.
/// Nothing is looked at again where no register has come into use.
pub(in crate::allocation) fn print_rescans(f: &RtlFunction, more_live: bool, out: &mut String) {
    out.push_str(DEFERRED);
    if !more_live {
        return;
    }
    for at in f.chain().filter(|&at| f.insn(at).kind == InsnKind::Call) {
        let mut changed = false;
        visit_refs(f, at, &mut |_, _, _, x| changed |= f.rtx.original_regno(x).is_some());
        match changed {
            true => putln!(out, "rescanning insn with uid = {}.", at.0),
            false => putln!(out, "verify found no changes in insn with uid = {}.", at.0),
        }
    }
}
