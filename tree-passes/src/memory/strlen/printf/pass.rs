//! Pass `warn-printf`: warns of what `printf` and its like print beyond the end of what they write to, where nothing is
//! optimised; else `strlen` does.
//!
//! ```text
//! char d[4];
//!
//! sprintf (d, "hello");       warning: ‘hello’ directive writing 5 bytes into a region of size 4
//! ```

use super::super::walk_calls_that_print;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use tree_ssa::cleanup::preheader::simplify_loops;

/// `warn-printf` for the pass table.
pub const PASS: Pass = Pass::tree("warn-printf", execute)
    .gate(|options, _| options.warn_printf && options.optimize == 0)
    .requires(Prop::CFG_SSA);

/// Runs the pass.
fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    walk_calls_that_print(cx, f);
    Todo::NONE
}
