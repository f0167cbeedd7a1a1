//! `ud_dce`: insns whose results nobody reads.
//!
//! ```text
//! (insn 9 8 10 2 (set (reg:DI 80) (plus:DI (reg:DI 78) (reg:DI 79))))      80 not read anywhere   ⇒   gone
//! ```
//! Reads are counted once for the whole function; deleting an insn releases its operands, whose own definitions
//! join the work list.

use super::PassContext;
use crate::df::{Ref, RefKind, RefTable, has_side_effects};
use crate::function::{FIRST_PSEUDO, InsnId, RtlFunction};
use crate::group::Groups;

/// Runs the pass.
pub fn run(f: &mut RtlFunction, _cx: &mut PassContext) {
    let regs = f.num_regs() as usize;
    let mut reads = vec![0u32; regs];
    let insns: Vec<InsnId> = f.chain().filter(|&id| f.is_real(id)).collect();
    let mut refs = RefTable::with_capacity(insns.len());
    // Pseudos and the insns that set them, by their place in the list.
    let mut definitions: Vec<(u32, u32)> = Vec::with_capacity(insns.len());
    for (index, &id) in insns.iter().enumerate() {
        refs.push(f, id);
        for entry in refs.last() {
            for reg in entry.regs() {
                if entry.kind() == RefKind::Use {
                    reads[reg as usize] += 1;
                } else if reg >= FIRST_PSEUDO {
                    definitions.push((reg, index as u32));
                }
            }
        }
    }
    let definitions = Groups::new(&definitions, regs, |(reg, _)| *reg);
    let mut work: Vec<u32> = (0..insns.len() as u32).collect();
    while let Some(index) = work.pop() {
        let id = insns[index as usize];
        if !only_sets_unread(refs.of(index), &reads) || !f.is_real(id) || has_side_effects(f, id) {
            continue;
        }
        for entry in refs.of(index).iter().filter(|r| r.kind() == RefKind::Use) {
            for reg in entry.regs().filter(|reg| *reg >= FIRST_PSEUDO) {
                reads[reg as usize] -= 1;
                if reads[reg as usize] == 0 {
                    work.extend(definitions.of(reg).iter().map(|(_, index)| *index));
                }
            }
        }
        f.delete_insn(id);
    }
}

/// Whether an insn with these references sets pseudos nobody reads, and no other register. A register's own insn may be
/// its only reader.
fn only_sets_unread(refs: &[Ref], reads: &[u32]) -> bool {
    let is_unread = |r: &Ref| r.reg() >= FIRST_PSEUDO && reads[r.reg() as usize] == 0;
    let mut sets = refs.iter().filter(|r| r.kind() != RefKind::Use).peekable();
    sets.peek().is_some() && sets.all(is_unread)
}
