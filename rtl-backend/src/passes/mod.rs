//! The passes over RTL, each in a file of its own with a function `run`.
//!
//! A pass that prints writes to [`PassContext::dump`], which is `None` when nobody asked.

pub mod bbro;
pub mod ce;
pub mod combine;
mod cross_jump;
pub mod cse;
pub mod dce;
mod extensions;
pub mod gcse;
pub mod jump;
pub mod layout;
pub mod loop_invariant;
pub mod pro_and_epilogue;
pub mod sched;
pub mod shorten;
pub(crate) mod shrink_wrap;
mod sink_copies;
pub mod split;
pub mod subreg;
pub mod vartrack;
pub mod vregs;

use crate::output::unit::Unit;
use crate::output::varasm::{AsmFile, Linkage};
use crate::rtl::function::RtlFunction;

/// What a pass is given besides the function.
pub struct PassContext<'a> {
    /// State of the assembly file.
    pub unit: &'a mut Unit,
    /// Text for the pass's dump file.
    pub dump: Option<&'a mut String>,
    /// Whether `-details` was asked for.
    pub details: bool,
}

impl PassContext<'_> {
    /// Where to write what the pass did, if `-fdump-rtl-PASS-details` wants it.
    pub fn details(&mut self) -> Option<&mut String> {
        if self.details { self.dump.as_deref_mut() } else { None }
    }
}

/// Takes a function fresh from `expand` to assembly: the passes in their order, without the pass manager.
pub fn compile(
    f: &mut RtlFunction,
    unit: &mut Unit,
    linkage: &Linkage,
    file: &mut AsmFile,
) -> Result<(), String> {
    let mut cx = PassContext { unit, dump: None, details: false };
    vregs::run(f, &mut cx);
    if f.optimize > 0 {
        jump::run(f, &mut cx);
        subreg::run(f, &mut cx);
        cse::run(f, &mut cx);
        gcse::run(f, &mut cx);
        ce::run(f, &mut cx);
        loop_invariant::run(f, &mut cx);
        combine::run(f, &mut cx);
    } else {
        layout::enter(f, &mut cx);
        layout::jump(f, &mut cx);
        layout::leave(f, &mut cx);
    }
    let allocation = crate::allocation::ira::run(f, &mut cx);
    let moves = crate::allocation::reload::run(f, &allocation, &mut cx)?;
    if cfg!(debug_assertions) {
        crate::allocation::check_allocation::check(f)?;
    }
    crate::allocation::reload::delete_noop_moves(f, &moves, &mut cx);
    pro_and_epilogue::run(f, &mut cx);
    if f.optimize > 0 {
        bbro::run(f, &mut cx);
        sched::run(f, &mut cx);
    } else {
        layout::after_reload(f, &mut cx);
        split::run(f, &mut cx);
    }
    let lengths = shorten::run(f, &mut cx);
    crate::output::final_::run(f, &lengths, linkage, file, &mut cx);
    Ok(())
}
