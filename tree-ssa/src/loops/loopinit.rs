//! Passes `loopinit` and `loopdone`: between them every loop has one latch and a preheader of its own.
//!
//! ```text
//!   <bb 2> : if (n_1(D) > 0) goto <bb 3>;          <bb 2> : if (n_1(D) > 0) goto <bb 5>;
//!                                                  <bb 5> :   (preheader)
//!   <bb 3> : # i_2 = PHI <0(2), i_3(3)>      =>    <bb 3> : # i_2 = PHI <0(5), i_3(6)>
//!   if (i_3 < n_1(D)) goto <bb 3>;                 if (i_3 < n_1(D)) goto <bb 6>;
//!                                                  <bb 6> : goto <bb 3>;   (latch)
//! ```
//!
//! What loop passes put before a loop goes to the preheader, and edges need not be split. Cleaning the CFG leaves these blocks
//! alone until `loopdone`.

use crate::loops::preheader::simplify_loops;
use gimple::function::{Function, prop};
use gimple::pass::{Pass, PassContext, Todo};

/// `loopinit` for the pass table.
pub const PASS: Pass = Pass::tree("loopinit", execute).requires(prop::CFG | prop::SSA);

/// `loopdone` for the pass table.
pub const DONE: Pass = Pass::tree("loopdone", done)
    .requires(prop::CFG)
    .todo(Todo::CLEANUP_CFG)
    .follows(&[("loopinit", "it lets go of what that keeps")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    if let Some(loops) = &mut f.loops {
        loops.simple_latches = true;
    }
    Todo::NONE
}

fn done(_: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if let Some(loops) = &mut f.loops {
        loops.simple_latches = false;
    }
    Todo::NONE
}
