//! `ud_dce`: insns whose results nobody reads.
//!
//! ```text
//! (insn 9 8 10 2 (set (reg:DI 80) (plus:DI (reg:DI 78) (reg:DI 79))))      80 not read anywhere   ⇒   gone
//! ```
//! Reads are counted once for the whole function; deleting an insn releases its operands, whose own definitions
//! join the work list.

use crate::rtl::df::{Ref, RefKind, has_side_effects, visit_refs};
use crate::rtl::function::{FIRST_PSEUDO, RtlFunction};
use crate::rtl::group::Groups;
use crate::rtl::insn_table::{InsnTable, traits};

/// Deletes what sets unread registers only; `reads` counts the reads of each register. An insn may read something else by
/// now than the table says, and set scratch registers more.
pub fn sweep(f: &mut RtlFunction, table: &mut InsnTable, mut reads: Vec<u32>) {
    // Pseudos and the insns that set them, by their place in the list: most functions need none of it.
    let mut definitions = None;
    let mut work: Vec<u32> = Vec::new();
    let mut unread = Vec::new();
    // From the last to the first, and before the next one those whose registers have just lost their last reader.
    let mut rest = 0..table.len();
    while let Some(index) = work.pop().or_else(|| rest.next_back()) {
        let id = table.insn(index);
        if table.has(index, traits::DELETED)
            || !only_sets_unread(table.refs(index), &reads)
            || has_side_effects(f, id)
        {
            continue;
        }
        visit_refs(f, id, &mut |kind, reg, count, _| {
            for reg in (reg..reg + count).filter(|r| kind == RefKind::Use && *r >= FIRST_PSEUDO) {
                reads[reg as usize] -= 1;
                if reads[reg as usize] == 0 {
                    unread.push(reg);
                }
            }
        });
        f.delete_insn(id);
        table.note(index, traits::DELETED);
        for reg in unread.drain(..) {
            let definitions =
                definitions.get_or_insert_with(|| group_definitions(table, reads.len()));
            work.extend(definitions.of(reg).iter().map(|(_, index)| *index));
        }
    }
}

/// The pseudos and the insns that set them, together by pseudo.
fn group_definitions(table: &InsnTable, regs: usize) -> Groups<(u32, u32)> {
    let mut definitions = Vec::with_capacity(table.len() as usize);
    for index in 0..table.len() {
        for entry in table.refs(index).iter().filter(|r| r.kind() != RefKind::Use) {
            let pseudos = entry.regs().filter(|reg| *reg >= FIRST_PSEUDO);
            definitions.extend(pseudos.map(|reg| (reg, index)));
        }
    }
    Groups::new(&definitions, regs, |(reg, _)| *reg)
}

/// Whether an insn with these references sets pseudos nobody reads, and no other register. A register's own insn may be
/// its only reader.
fn only_sets_unread(refs: &[Ref], reads: &[u32]) -> bool {
    let is_unread = |r: &Ref| r.reg() >= FIRST_PSEUDO && reads[r.reg() as usize] == 0;
    let mut sets = refs.iter().filter(|r| r.kind() != RefKind::Use).peekable();
    sets.peek().is_some() && sets.all(is_unread)
}
