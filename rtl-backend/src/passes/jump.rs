//! `jump`: cleaning up jumps, labels and unreachable code.
//!
//! ```text
//!     bne a0,zero,.L2                     beq a0,zero,.L3
//!     j .L3                   ⇒       .L2:
//! .L2:
//! ```
//! Jumps to jumps go to the last target at once; jumps to the next insn and unused labels go away. Each step is one
//! walk; a few rounds are enough, and leaving something over is harmless. Without optimisation blocks are out of the chain
//! here, and `layout` cleans them up.

use super::layout;
use crate::machine::recog::recog_insn;
use crate::rtl::cfg;
use crate::rtl::function::{Insn, InsnId, InsnKind, NoteKind, RegNote, RtlFunction};
use crate::rtl::jumps::{delete_jump, redirect_jump};
use crate::state::{self, RtlContext};
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};

/// Most jumps followed from one jump to its last target.
const MAX_CHAIN: usize = 16;

/// `jump` for the pass table.
pub const PASS: Pass = Pass::rtl("jump", execute).requires(Prop::RTL);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| run(&mut state.rtl, rtl))
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut RtlContext) {
    match f.optimize {
        0 => layout::jump(f, cx),
        _ => drop(clean_up(f)),
    }
}

/// Does what the pass does. The answer is the unconditional jumps to one label, in order; those that have gone are notes.
pub(super) fn clean_up(f: &mut RtlFunction) -> Vec<InsnId> {
    let mut jumps = Vec::new();
    for _ in 0..2 {
        let landmarks = Landmarks::find(f);
        let redirected = retarget(f, &landmarks);
        cfg::build_graph(f);
        let mut changed = redirected;
        changed |= remove_unreachable(f, landmarks.leftovers);
        changed |= simplify_jumps(f, &landmarks.jumps);
        if changed || landmarks.unused {
            changed |= remove_labels(f, &landmarks.labels);
        }
        jumps = landmarks.simple_jumps;
        if !changed {
            // The graph is still that of the chain.
            return jumps;
        }
    }
    cfg::build_graph(f);
    jumps
}

/// The elements of the chain that matter here, so that the steps need not all walk it.
struct Landmarks {
    /// Jumps to one label, conditional or not, in order.
    jumps: Vec<InsnId>,
    /// Those without a condition.
    simple_jumps: Vec<InsnId>,
    labels: Vec<InsnId>,
    /// Whether some label has no use.
    unused: bool,
    /// For each label by uid, the next insn, jump or call after it; `NIL` at a barrier or the end.
    active_after: Vec<InsnId>,
    /// Whether there are jump tables that have lost their jump, or barriers with nothing but notes between them.
    leftovers: bool,
}

impl Landmarks {
    /// One walk backwards, since thousands of labels may stand together. Takes deleted insns out of the chain.
    fn find(f: &mut RtlFunction) -> Landmarks {
        let mut found = Landmarks {
            jumps: Vec::new(),
            simple_jumps: Vec::new(),
            labels: Vec::new(),
            unused: false,
            active_after: vec![InsnId::NIL; f.max_uid() as usize],
            leftovers: false,
        };
        let mut active = InsnId::NIL;
        let mut before_barrier = false;
        let mut at = f.last;
        while at.exists() {
            let &Insn { kind, prev, .. } = f.insn(at);
            match kind {
                InsnKind::Insn | InsnKind::Call => {
                    active = at;
                    before_barrier = false;
                    at = prev;
                    continue;
                }
                InsnKind::Jump => {
                    active = at;
                    if f.is_simple_jump(at) {
                        found.jumps.push(at);
                        found.simple_jumps.push(at);
                    } else if f.is_cond_jump(at) {
                        found.jumps.push(at);
                    }
                }
                InsnKind::Barrier => {
                    active = InsnId::NIL;
                    found.leftovers |= before_barrier;
                }
                InsnKind::JumpTable => {
                    active = InsnId::NIL;
                    found.leftovers |= !f.jump_tables.contains_key(&prev);
                }
                InsnKind::Label => {
                    found.active_after[at.0 as usize] = active;
                    found.labels.push(at);
                    found.unused |= f.label_uses(at) == 0;
                }
                // The very first note is how GCC begins every function.
                InsnKind::Note(NoteKind::Deleted) if prev.exists() => f.unlink(at),
                InsnKind::Note(_) => {}
            }
            before_barrier = match kind {
                InsnKind::Note(_) => before_barrier,
                kind => kind == InsnKind::Barrier,
            };
            at = prev;
        }
        found.jumps.reverse();
        found.simple_jumps.reverse();
        found
    }
}

/// Jumps to unconditional jumps go where those go.
fn retarget(f: &mut RtlFunction, landmarks: &Landmarks) -> bool {
    let mut changed = false;
    for &at in &landmarks.jumps {
        let first = f.jump_target(at);
        let mut target = first;
        for _ in 0..MAX_CHAIN {
            let there = landmarks.active_after[target.0 as usize];
            if !there.exists() || there == at || !f.is_simple_jump(there) {
                break;
            }
            target = f.jump_target(there);
        }
        if target != first {
            redirect_jump(f, at, target);
            changed = true;
        }
    }
    changed
}

/// Deletes the blocks of the graph that no path from the entry leads to, and tables and barriers that are left over, if
/// there may be any.
fn remove_unreachable(f: &mut RtlFunction, leftovers: bool) -> bool {
    let mut reached = cfg::reachable(&f.cfg);
    let mut work: Vec<u32> = f.forced_labels.iter().map(|&l| f.insn(l).block).collect();
    while let Some(b) = work.pop() {
        if !std::mem::replace(&mut reached[b as usize], true) {
            work.extend(f.cfg.succs(b));
        }
    }
    if !leftovers && reached[2..].iter().all(|&reached| reached) {
        return false;
    }
    let mut changed = false;
    let mut at = f.first;
    let mut after_dead = false;
    while at.exists() {
        let insn = f.insn(at);
        let next = insn.next;
        let dead = insn.block != 0 && !reached[insn.block as usize];
        match insn.kind {
            InsnKind::Insn | InsnKind::Call if !dead => {
                after_dead = false;
                at = next;
                continue;
            }
            _ if dead && matches!(insn.kind, InsnKind::Note(NoteKind::FunctionBeg)) => {}
            InsnKind::Jump if dead => {
                delete_jump(f, at);
                f.unlink(at);
                changed = true;
            }
            InsnKind::Insn | InsnKind::Call | InsnKind::Note(_) if dead => {
                f.unlink(at);
                changed = true;
            }
            InsnKind::Label if dead => {
                // Jumps to it are dead too and have been or will be deleted.
                f.unlink(at);
                changed = true;
            }
            InsnKind::JumpTable => {
                let label = f.prev(at);
                if !f.jump_tables.contains_key(&label) {
                    f.unlink(at);
                    if f.insn(label).kind == InsnKind::Label {
                        f.unlink(label);
                    }
                    changed = true;
                }
            }
            InsnKind::Barrier if after_dead => {
                f.unlink(at);
            }
            _ => {}
        }
        if f.is_linked(at) {
            after_dead = f.insn(at).kind == InsnKind::Barrier;
        }
        at = next;
    }
    changed
}

/// Removes jumps to the next insn, and turns branches around jumps over.
fn simplify_jumps(f: &mut RtlFunction, jumps: &[InsnId]) -> bool {
    let mut changed = false;
    // Those that have gone in the meantime are notes.
    for &at in jumps {
        let next = f.next(at);
        if f.is_simple_jump(at) {
            let barrier = next;
            let is_barrier = barrier.exists() && f.insn(barrier).kind == InsnKind::Barrier;
            if is_barrier && follows(f, f.next(barrier), f.jump_target(at)) {
                delete_jump(f, at);
                f.unlink(barrier);
                f.unlink(at);
                changed = true;
            }
        } else if f.is_cond_jump(at) {
            if follows(f, next, f.jump_target(at)) {
                delete_jump(f, at);
                f.unlink(at);
                changed = true;
            } else if always_taken(f, next) {
                drop_condition(f, at);
                changed = true;
            } else {
                changed |= invert_around_jump(f, at);
            }
        }
    }
    changed
}

/// Whether only labels and notes stand between `at` and `label`.
fn follows(f: &RtlFunction, mut at: InsnId, label: InsnId) -> bool {
    while at.exists() {
        if at == label {
            return true;
        }
        match f.insn(at).kind {
            InsnKind::Label | InsnKind::Note(_) => at = f.next(at),
            _ => return false,
        }
    }
    false
}

/// Whether the way on from a branch is a block that holds nothing but a barrier: what `__builtin_unreachable ()` leaves.
fn always_taken(f: &RtlFunction, mut at: InsnId) -> bool {
    while at.exists() && matches!(f.insn(at).kind, InsnKind::Note(_)) {
        at = f.next(at);
    }
    at.exists() && f.insn(at).kind == InsnKind::Barrier
}

/// Makes a branch that is always taken a jump. The barrier that ended the block after it ends its own.
fn drop_condition(f: &mut RtlFunction, branch: InsnId) {
    while matches!(f.insn(f.next(branch)).kind, InsnKind::Note(_)) {
        f.unlink(f.next(branch));
    }
    let (pc, target) = (f.rtx.pc(), f.jump_target(branch));
    let label = f.rtx.jump_target(target.0);
    f.insn_mut(branch).pattern = f.rtx.gen_set(pc, label);
    f.retain_notes(branch, |n| !matches!(n, RegNote::BrProb(_)));
    recog_insn(f, branch);
}

/// `if (c) goto L1; goto L2; L1:` becomes `if (!c) goto L2; L1:`.
fn invert_around_jump(f: &mut RtlFunction, branch: InsnId) -> bool {
    let mut jump = f.next(branch);
    while jump.exists() && matches!(f.insn(jump).kind, InsnKind::Note(_)) {
        jump = f.next(jump);
    }
    if !jump.exists() || !f.is_simple_jump(jump) {
        return false;
    }
    let barrier = f.next(jump);
    if !barrier.exists() || f.insn(barrier).kind != InsnKind::Barrier {
        return false;
    }
    if !follows(f, f.next(barrier), f.jump_target(branch)) {
        return false;
    }
    let to = f.jump_target(jump);
    let pattern = f.insn(branch).pattern;
    let condition = f.rtx.op(f.rtx.op(pattern, 1), 0);
    let reversed = f.rtx.code(condition).reverse_condition();
    f.rtx.node_mut(condition).code = reversed;
    redirect_jump(f, branch, to);
    if let Some(p) = f.br_prob(branch) {
        let flipped = (cfg::PROB_MAX - (p >> 3).min(cfg::PROB_MAX)) << 3 | p & 7;
        f.retain_notes(branch, |n| !matches!(n, RegNote::BrProb(_)));
        f.add_note(branch, RegNote::BrProb(flipped));
    }
    recog_insn(f, branch);
    delete_jump(f, jump);
    f.unlink(jump);
    f.unlink(barrier);
    true
}

/// Removes labels nothing refers to.
fn remove_labels(f: &mut RtlFunction, labels: &[InsnId]) -> bool {
    let mut changed = false;
    for &at in labels {
        if f.label_uses(at) == 0 && f.is_linked(at) && !f.jump_tables.contains_key(&at) {
            f.unlink(at);
            changed = true;
        }
    }
    changed
}
