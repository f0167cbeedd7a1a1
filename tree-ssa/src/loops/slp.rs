//! Pass `slp`: statements that do the same beside each other, as one on vectors.
//!
//! ```text
//!   ;; 1 loops found
//!   a[0] = 1;            what GCC makes of it here:   MEM <vector(2) int> [(int *)&a] = { 1, 2 };
//!   a[1] = 2;
//! ```
//!
//! The machine has no vectors. GCC's pass makes some of words all the same, of stores side by side; those are left to
//! `store-merging` here, and nothing is changed. What the pass needs it does: loops have preheaders and one latch, and are
//! listed unless the loop passes have them so.

use crate::loops::preheader::simplify_loops;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};

/// `slp` for the pass table.
pub const PASS: Pass = Pass::tree("slp", execute)
    .gate(|options, _| options.on(Flag::TreeSlpVectorize))
    .requires(Prop::CFG_SSA);

/// The pass.
fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if f.loops.as_ref().is_none_or(|loops| !loops.simple_latches) {
        simplify_loops(cx.unit, f, &mut cx.dump);
    }
    Todo::NONE
}
