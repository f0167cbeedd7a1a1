//! A function whose RTL a dump shows (`-fbody-from=`): it is read, and what the passes that had run by then leave for others is
//! made again.

use crate::allocation::ira;
use crate::asm::AsmUnit;
use crate::passes::{layout, shorten};
use crate::rtl::function::{FIRST_PSEUDO, InsnKind, LocId, NoteKind, RtlFunction, Shown};
use crate::rtl::read::{self, Stage};
use crate::rtl::rtx::RtxId;
use crate::rtl::summary::{self, DataFlow};
use crate::state::{RtlContext, RtlState};
use gimple::function::RtlDump;

/// What the names of section anchors begin with.
pub const ANCHOR: &str = "*.LANCHOR";

/// A function as a dump shows it, read into an empty one. It has been expanded as well: what the dump does not say is as it was
/// then.
///
/// # Errors
/// What of the dump cannot be read.
pub fn read_back(
    mut rtl: RtlFunction,
    dump: &RtlDump,
    expanded: &RtlFunction,
    asm: &mut AsmUnit,
) -> Result<RtlState, String> {
    let done = dump.done;
    rtl.frame = expanded.frame.clone();
    rtl.return_regs.clone_from(&expanded.return_regs);
    rtl.edge_places.clone_from(&expanded.edge_places);
    (rtl.start, rtl.end) = (expanded.start, expanded.end);
    rtl.files.clone_from(&expanded.files);
    let stage = Stage {
        reload_completed: done.reload,
        epilogue_completed: done.epilogue,
        omit_frame_pointer: asm.options.omit_frame_pointer,
        framed: true,
    };
    let chain = &dump.text[dump.chain..];
    read::read_function(chain, stage, &mut rtl).map_err(|wrong| {
        let line = 1 + chain[..wrong.offset.min(chain.len())].matches('\n').count();
        format!("this body in RTL, line {line} of its chain: {}", wrong.what)
    })?;
    if rtl.rtx.has_symbol(ANCHOR) {
        let what = "section anchors in a body in RTL: the text does not say what they stand for";
        return Err(what.into());
    }
    let pairs = (FIRST_PSEUDO..rtl.num_regs()).any(|reg| rtl.rtx.is_multiword(rtl.reg_mode(reg)));
    if done.allocated && pairs {
        let what = "a body in RTL with registers of two words that ‘reload’ is to begin with";
        return Err(what.into());
    }
    asm.settle_labels(&mut rtl);
    // Insns that are gone had numbers, too.
    while rtl.max_uid() < expanded.max_uid() {
        rtl.make_insn(InsnKind::Note(NoteKind::Deleted), RtxId::NONE, LocId::UNKNOWN);
    }
    let mut state = RtlState { recognized: done.recognized, ..RtlState::new(rtl) };
    let cx = &mut RtlContext::silent(asm);
    if !done.recognized {
        state.rtl.shown.raw_from = Shown::ALL_KNOWN;
    }
    if done.laid_out {
        layout::read_back(&mut state.rtl, chain, cx);
    }
    if done.allocated {
        state.left.put(ira::read_back(&mut state.rtl, &dump.text));
    }
    if done.shortened {
        state.left.put(shorten::run(&mut state.rtl, cx));
        state.rtl.shown.blocks = false;
    }
    if done.data_flow {
        state.rtl.shown.data_flow = DataFlow::Unasked;
        state.rtl.shown.ever_live = summary::referred(&state.rtl);
    }
    Ok(state)
}
