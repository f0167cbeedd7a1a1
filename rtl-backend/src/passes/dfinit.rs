//! `dfinit`, `*free_cfg` and `dfinish`, without optimisation: from where to where dumps show data flow, and up to where blocks.
//!
//! ```text
//! ;;  regs ever live  8 [s0] 10 [a0]            between dfinit and dfinish
//! (note 5 4 6 2 [bb 2] NOTE_INSN_BASIC_BLOCK)    before *free_cfg; after it: (note 5 4 6 [bb 2] NOTE_INSN_BASIC_BLOCK)
//! ```
//! Nothing is computed here that the other passes need: they find data flow and the graph as they need them.

use crate::rtl::function::InsnId;
use crate::rtl::summary::{self, DataFlow};
use crate::state;
use gimple::function::Function;
use gimple::pass::{Pass, PassContext, Todo, not_optimizing};

/// `dfinit` for the pass table: from here on dumps say what registers are referred to.
pub const PASS: Pass = Pass::rtl("no-opt dfinit", begin_data_flow).gate(not_optimizing);

/// `*free_cfg` for the pass table.
pub const FREE_CFG: Pass = Pass::rtl("*free_cfg", free_cfg).gate(not_optimizing);

/// `dfinish` for the pass table.
pub const DFINISH: Pass = Pass::rtl("dfinish", end_data_flow).gate(not_optimizing);

fn begin_data_flow(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, pass| {
        let rtl = &mut state.rtl;
        if let Some(out) = pass.dump.as_deref_mut() {
            summary::print_calls(rtl, out);
        }
        rtl.shown.data_flow = DataFlow::Unasked;
        rtl.shown.ever_live = summary::referred(rtl);
    })
}

fn free_cfg(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, _| {
        state.rtl.shown.blocks = false;
        state.rtl.shown.unseen_from = InsnId(state.rtl.max_uid());
    })
}

fn end_data_flow(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, _| state.rtl.shown.data_flow = DataFlow::Off)
}
