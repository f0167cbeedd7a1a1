//! Functions that the program has in RTL (`int __RTL (startwith ("vregs")) f (int i) { (function "f" …`): they are read, not
//! expanded.

use crate::expand::empty_function;
use crate::read_back::ANCHOR;
use crate::rtl::read::{self, Stage};
use crate::state::{RtlState, take_asm};
use gimple::function::Function;
use gimple::options::Options;
use gimple::unit::Unit;

/// Reads the body of a function that was written in RTL; `false` where it is wrong, which has been said. The assembly file
/// has been begun.
pub fn read_written(unit: &mut Unit, options: &Options, f: &mut Function, stage: Stage) -> bool {
    let Some(written) = f.written_rtl.take() else { return false };
    let mut asm = take_asm(unit);
    let mut rtl = empty_function(unit, options, f, &asm);
    let stage = Stage { omit_frame_pointer: asm.options.omit_frame_pointer, ..stage };
    let read = read::read_function(&written.text, stage, &mut rtl);
    let anchored = rtl.rtx.has_symbol(ANCHOR);
    if read.is_ok() && !anchored {
        asm.settle_labels(&mut rtl);
    }
    unit.backend = Some(asm);
    match read {
        Ok(()) if anchored => {
            let what = "section anchors in a function that is written in RTL";
            unit.diagnostics.sorry(written.loc, what);
            false
        }
        Ok(()) => {
            let state = RtlState { recognized: true, ..RtlState::new(rtl) };
            f.backend = Some(Box::new(state));
            true
        }
        Err(wrong) => {
            let name = unit.decl_name(f.decl).map(str::to_string);
            unit.diagnostics.set_function(name.as_deref());
            unit.diagnostics.error(written.loc.offset_by(wrong.offset as u32), wrong.what);
            false
        }
    }
}
