//! `*clean_state`: the function is done, and its RTL goes.
//!
//! ```text
//! f: 30 insns      =>      f: nothing, but the text of it in the assembly file
//! ```

use gimple::function::Function;
use gimple::pass::{Pass, PassContext, Todo};

/// `*clean_state` for the pass table.
pub const PASS: Pass = Pass::tree("*clean_state", execute)
    .follows(&[("final", "the function's text has been written")]);

fn execute(_: &mut PassContext<'_>, f: &mut Function) -> Todo {
    f.backend = None;
    Todo::DISCARD_FUNCTION
}
