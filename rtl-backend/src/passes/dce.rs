//! `ud_dce`: insns whose results nobody reads.
//!
//! ```text
//! (insn 9 8 10 2 (set (reg:DI 80) (plus:DI (reg:DI 78) (reg:DI 79))))      80 not read anywhere   ⇒   gone
//! ```
//! Reads are counted once for the whole function; deleting an insn releases its operands, whose own definitions
//! join the work list.

use super::PassContext;
use crate::df::{RefKind, has_side_effects, visit_refs};
use crate::function::{FIRST_PSEUDO, InsnId, RtlFunction};

/// Runs the pass.
pub fn run(f: &mut RtlFunction, _cx: &mut PassContext) {
    let regs = f.num_regs() as usize;
    let mut reads = vec![0u32; regs];
    // The latest definition seen; one is enough to find chains, the rest are found when visited themselves.
    let mut work: Vec<InsnId> = Vec::new();
    let mut definitions: Vec<(u32, InsnId)> = Vec::new();
    for id in f.chain() {
        if !f.is_real(id) {
            continue;
        }
        work.push(id);
        visit_refs(f, id, &mut |kind, reg, count, _| {
            for reg in reg..reg + count {
                if kind == RefKind::Use {
                    reads[reg as usize] += 1;
                } else if reg >= FIRST_PSEUDO {
                    definitions.push((reg, id));
                }
            }
        });
    }
    definitions.sort_unstable();
    while let Some(id) = work.pop() {
        if !f.is_real(id) || !is_dead(f, id, &reads) {
            continue;
        }
        visit_refs(f, id, &mut |kind, reg, count, _| {
            for reg in reg..reg + count {
                if kind == RefKind::Use && reg >= FIRST_PSEUDO {
                    reads[reg as usize] -= 1;
                    if reads[reg as usize] == 0 {
                        let first = definitions.partition_point(|d| d.0 < reg);
                        work.extend(
                            definitions[first..].iter().take_while(|d| d.0 == reg).map(|d| d.1),
                        );
                    }
                }
            }
        });
        f.delete_insn(id);
    }
}

/// Whether the insn only sets pseudos nobody reads.
fn is_dead(f: &RtlFunction, id: InsnId, reads: &[u32]) -> bool {
    let mut sets = 0;
    let mut live = false;
    visit_refs(f, id, &mut |kind, reg, _, _| {
        if kind != RefKind::Use {
            sets += 1;
            // A register's own insn may be its only reader.
            live |= reg < FIRST_PSEUDO || reads[reg as usize] > 0;
        }
    });
    sets > 0 && !live && !has_side_effects(f, id)
}
