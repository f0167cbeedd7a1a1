//! `shorten`: which branches reach their targets.
//!
//! ```text
//! beq a0,a1,.L7        4 KiB away or more        bne a0,a1,1f ; j .L7 ; 1:
//! ```
//! Positions are upper bounds: every branch is first taken to be long, and then those within reach under that
//! assumption are shortened, twice. Each round is one walk, and each is safe by itself, since code only shrinks.

use super::PassContext;
use crate::function::{InsnId, InsnKind, RtlFunction};
use crate::recog::{self, machine};

/// Reach of a conditional branch, less a margin for alignment.
const BRANCH_REACH: i64 = 4096 - 64;

/// The answer: which conditional branches are too far, by uid.
#[derive(Default)]
pub struct BranchLengths {
    far: Vec<bool>,
}

impl BranchLengths {
    /// Whether the branch has to be inverted over a jump.
    pub fn is_far(&self, id: InsnId) -> bool {
        self.far.get(id.0 as usize).copied().unwrap_or(false)
    }
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, _cx: &mut PassContext) -> BranchLengths {
    let uids = f.max_uid() as usize;
    let mut lengths = BranchLengths { far: Vec::new() };
    let total: i64 = f.chain().map(|id| length(f, id, true)).sum();
    if total < BRANCH_REACH {
        return lengths;
    }
    lengths.far = vec![true; uids];
    let mut position = vec![0i64; uids];
    for _ in 0..2 {
        let mut at = 0;
        for id in f.chain() {
            position[id.0 as usize] = at;
            at += length(f, id, lengths.far[id.0 as usize]);
        }
        for id in f.chain() {
            if f.insn(id).kind == InsnKind::Jump && f.is_cond_jump(id) {
                let distance = position[f.jump_target(id).0 as usize] - position[id.0 as usize];
                lengths.far[id.0 as usize] = distance.abs() >= BRANCH_REACH;
            }
        }
    }
    lengths
}

/// Most bytes the element takes.
fn length(f: &RtlFunction, id: InsnId, far: bool) -> i64 {
    if !f.is_real(id) {
        return 0;
    }
    let insn = f.insn(id);
    if insn.kind == InsnKind::Jump && f.is_cond_jump(id) {
        return if far { 8 } else { 4 };
    }
    if insn.icode < 0
        && let Some(asm) = recog::asm_operands(&f.rtx, insn.pattern)
    {
        let text = &f.rtx.asm_info(asm).template;
        return 8 * (1 + text.matches(['\n', ';']).count() as i64);
    }
    if insn.icode < 0 { 0 } else { machine().pattern(insn.icode).length as i64 }
}
