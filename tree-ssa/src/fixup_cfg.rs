//! Pass `fixup_cfg`: what IPA passes may have found out of functions is brought into the CFGs of their callers.
//!
//! ```text
//!   x_1 = f ();      // f does not return       f ();
//!   return x_1;                            =>
//! ```
//!
//! Calls that do not return end their blocks from the start, so that little is left to do. As in GCC, a call of a leaf
//! function that does not return (`abort`) is first recognised here as one that ends control flow, and has the CFG cleaned
//! up.

use crate::call_effects::call_flags;
use gimple::builtins::ecf;
use gimple::function::Function;
use gimple::pass::{PassContext, Todo};

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    const LEAF_NORETURN: u16 = ecf::LEAF | ecf::NORETURN;
    let first = cx.pass.instance == 1;
    let ends = f.block_order().into_iter().any(|block| {
        f.last_stmt(block)
            .is_some_and(|stmt| call_flags(cx.unit, f, stmt) & LEAF_NORETURN == LEAF_NORETURN)
    });
    if first && ends { Todo::CLEANUP_CFG } else { Todo::NONE }
}
