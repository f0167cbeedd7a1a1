//! IPA pass `devirt`: calls of virtual functions become calls of what they are likely to call. C has no virtual functions:
//! the dump shows the functions and who calls whom, as GCC's does.
//!
//! ```text
//! f/1 (f) @0x1
//!   Type: function definition analyzed
//!   Called by:
//!   Calls: g/0 (1073741824 (estimated locally),1.00 per call)
//! ```

use super::symbol_text;
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};

/// `devirt` for the pass table.
pub const PASS: Pass =
    Pass::ipa("devirt", |cx, functions| execute(cx, functions)).gate(|options, _| {
        options.optimize > 0
            && options.on(Flag::Devirtualize)
            && options.on(Flag::DevirtualizeSpeculatively)
    });

/// The pass: nothing but its dump.
pub fn execute(cx: &mut PassContext<'_>, functions: &[Function]) -> Todo {
    symbol_text::say(cx, functions);
    Todo::NONE
}
