//! `bbro`: blocks are put in an order in which control mostly falls from one into the next.
//!
//! ```text
//!     beq a0,zero,.L2          bne a0,zero,.L5   (rare)
//!     rare …                   .L2: …
//! .L2: …                  ⇒    ret
//!     ret                      .L5: rare …
//!                              …    copied
//!                              ret  copied
//! ```
//! With `-freorder-blocks-algorithm=stc` (at -O2) that is done as in Ramirez et al., "Software Trace Cache" (ICS 1999), and
//! Pettis and Hansen, "Profile Guided Code Positioning" (PLDI 1990): `traces` are found, turned where they are loops, and
//! connected (`connect`); small blocks between are copied instead of jumped to. With `simple` nothing is copied, and edges are made
//! to fall through in the order of how often they are taken (`simple`).

mod connect;
mod frequencies;
mod graph;
mod simple;
mod traces;

use super::{cross_jump, jump, layout};
use crate::rtl::cfg;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, NoteKind, RtlFunction};
use crate::rtl::jumps;
use crate::state::{self, RtlContext};
use dumps::put;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use graph::Graph;
use std::fmt::Write;
use traces::{KEY_SCALE, Traces};

pub(crate) use graph::Copied;

/// `bbro` for the pass table.
pub const PASS: Pass = Pass::rtl("bbro", execute)
    .gate(|options, _| options.on(Flag::ReorderBlocks))
    .requires(Prop::RTL)
    .follows(&[("pro_and_epilogue", "blocks that only return are copied with what they restore")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| run(&mut state.rtl, rtl))
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut RtlContext) {
    let mut jumps = jump::clean_up(f);
    if f.cross_jumps && cross_jump::run(f, cx.unit) {
        jumps = jump::clean_up(f);
    }
    if f.cfg.blocks.len() > 3 {
        reorder(f, cx);
        jumps = jump::clean_up(f);
    }
    let mut changed = false;
    // Many jumps in a row may go to one label. What stands after it is looked up again after each copy.
    let mut last = None;
    for at in jumps {
        if f.is_simple_jump(at) {
            let target = f.jump_target(at);
            let (_, jump) = match last.take() {
                Some(known @ (label, _)) if label == target => last.insert(known),
                _ => last.insert((target, return_at(f, target))),
            };
            if let Some(jump) = *jump {
                replace_by_return(f, at, jump);
                changed = true;
                last = None;
            }
        }
    }
    if changed {
        jump::clean_up(f);
    }
}

/// Orders the blocks.
fn reorder(f: &mut RtlFunction, cx: &mut RtlContext) {
    cfg::complete(f);
    let mut graph = Graph::new(f);
    let by_traces = f.order_by_traces;
    if let Some(out) = cx.dump.as_deref_mut() {
        let name = if by_traces { "STC" } else { "simple" };
        put!(out, "\nReordering with the {name} algorithm.\n\n");
    }
    let order = if by_traces {
        connect::order(&mut Traces::find(&mut graph, cx))
    } else {
        simple::order(&graph)
    };
    layout::arrange(f, cx, &graph.copies, &order);
}

/// The return that is all there is at a label.
fn return_at(f: &RtlFunction, label: InsnId) -> Option<InsnId> {
    let mut at = f.next(label);
    while at.exists() {
        let insn = f.insn(at);
        match insn.kind {
            InsnKind::Note(_) | InsnKind::Label => {}
            InsnKind::Insn if f.rtx.code(insn.pattern) == Code::Use => {}
            InsnKind::Jump if is_return(f, at) => return Some(at),
            _ => return None,
        }
        at = f.next(at);
    }
    None
}

fn is_return(f: &RtlFunction, jump: InsnId) -> bool {
    let pattern = f.insn(jump).pattern;
    match f.rtx.code(pattern) {
        Code::SimpleReturn => true,
        Code::Parallel => f.rtx.code(f.rtx.any_op(pattern, 0)) == Code::SimpleReturn,
        _ => false,
    }
}

/// Puts a copy of a return in the place of the jump to it, with what stands before it for debuggers.
fn replace_by_return(f: &mut RtlFunction, at: InsnId, jump: InsnId) {
    let mut note = f.next(f.jump_target(at));
    while note != jump {
        if f.is_for_debuggers(note) {
            let copy = f.copy_note(note);
            f.link_before(copy, at);
        }
        note = f.next(note);
    }
    let copy = f.copy_insn(jump);
    f.link_before(copy, at);
    jumps::delete_jump(f, at);
    debug_assert_eq!(f.insn(at).kind, InsnKind::Note(NoteKind::Deleted));
}
