//! `shorten`: which branches reach their targets.
//!
//! ```text
//! beq a0,a1,.L7        4 KiB away or more        bne a0,a1,1f ; j .L7 ; 1:
//! ```
//! Positions are upper bounds: every branch is first taken to be long, and then those within reach under that
//! assumption are shortened, twice. Each round is safe by itself, since code only shrinks. The chain is walked once; the
//! rounds look at the branches alone.

use crate::machine::insn::Output;
use crate::machine::recog;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, RtlFunction, Shown};
use crate::rtl::rtx::RtxId;
use crate::state::{self, RtlContext};
use fixedbitset::FixedBitSet;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};

/// Reach of a conditional branch, less a margin for alignment.
const BRANCH_REACH: i64 = 4096 - 64;

/// Bytes of a conditional branch within reach, and of one inverted over a jump.
const SHORT: i64 = 4;
const LONG: i64 = 8;

/// The answer: which conditional branches are too far, by uid.
#[derive(Default)]
pub struct BranchLengths {
    /// Most bytes the function takes.
    pub bytes: u64,
    far: FixedBitSet,
}

impl BranchLengths {
    /// Whether the branch has to be inverted over a jump.
    pub fn is_far(&self, id: InsnId) -> bool {
        self.far.contains(id.0 as usize)
    }
}

/// A place in the code: the bytes before it that no decision changes, and the conditional branches before it.
#[derive(Clone, Copy, Default)]
struct Place {
    fixed: i64,
    branches: u32,
}

/// A conditional branch, and what it jumps to.
struct Branch {
    id: InsnId,
    target: InsnId,
    place: Place,
    far: bool,
}

/// `shorten` for the pass table.
pub const PASS: Pass =
    Pass::rtl("shorten", execute).requires(Prop::RTL).follows(&[("bbro", "the order of blocks")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| {
        let lengths = run(&mut state.rtl, rtl);
        state.left.put(lengths);
    })
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, _cx: &mut RtlContext) -> BranchLengths {
    f.shown.raw_from = Shown::ALL_KNOWN;
    let uids = f.max_uid() as usize;
    // Most blocks begin with a label, or end in a branch.
    let blocks = f.cfg.blocks.len();
    let mut branches: Vec<Branch> = Vec::with_capacity(blocks);
    let mut labels: Vec<(InsnId, Place)> = Vec::with_capacity(blocks);
    let mut place = Place::default();
    for id in f.chain() {
        match f.insn(id).kind {
            InsnKind::Jump if f.is_cond_jump(id) => {
                branches.push(Branch { id, target: f.jump_target(id), place, far: true });
                place.branches += 1;
            }
            InsnKind::Label => labels.push((id, place)),
            _ => place.fixed += length(f, id),
        }
    }
    let bytes = place.fixed + LONG * i64::from(place.branches);
    let mut lengths = BranchLengths { bytes: bytes as u64, far: FixedBitSet::new() };
    if bytes < BRANCH_REACH {
        return lengths;
    }
    // Where each label stands in the list, by uid.
    let mut label_index = vec![0u32; uids];
    for (index, (label, _)) in labels.iter().enumerate() {
        label_index[label.0 as usize] = index as u32;
    }
    // Bytes of the branches before each.
    let mut before = vec![0; branches.len() + 1];
    for _ in 0..2 {
        for (index, branch) in branches.iter().enumerate() {
            before[index + 1] = before[index] + if branch.far { LONG } else { SHORT };
        }
        for branch in &mut branches {
            let (_, target) = labels[label_index[branch.target.0 as usize] as usize];
            let [from, to] =
                [branch.place, target].map(|place| place.fixed + before[place.branches as usize]);
            branch.far = (to - from).abs() >= BRANCH_REACH;
        }
    }
    lengths.far.grow(uids);
    lengths.far.extend(branches.iter().filter(|branch| branch.far).map(|b| b.id.0 as usize));
    lengths
}

/// Most bytes an element takes that is no conditional branch.
pub fn length(f: &RtlFunction, id: InsnId) -> i64 {
    if !f.is_real(id) {
        return 0;
    }
    let insn = f.insn(id);
    if insn.icode < 0
        && let Some(asm) = recog::asm_operands(&f.rtx, insn.pattern)
    {
        let text = &f.rtx.asm_info(asm).template;
        return 8 * (1 + text.matches(['\n', ';']).count() as i64);
    }
    if insn.icode < 0 {
        return 0;
    }
    let pattern = recog::insn(insn.icode);
    match pattern.output {
        // What names a symbol is two instructions.
        Output::Move if f.rtx.code(insn.pattern) == Code::Set => {
            let names_one =
                [0, 1].iter().any(|&side| names_symbol(f, f.rtx.op(insn.pattern, side)));
            if names_one { 8 } else { pattern.length as i64 }
        }
        _ => pattern.length as i64,
    }
}

/// Whether a side of a move is a symbol's address or a place named by one.
fn names_symbol(f: &RtlFunction, x: RtxId) -> bool {
    let r = &f.rtx;
    match r.code(x) {
        Code::Mem => names_symbol(f, r.op(x, 0)),
        Code::SymbolRef | Code::LabelRef | Code::Const => true,
        _ => false,
    }
}
