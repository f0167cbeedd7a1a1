//! IPA pass `comdats`: symbols that only one group of symbols refers to, which the linker keeps or drops together, join the
//! group. C has no such groups: the dump shows the functions as they stand, as GCC's does.
//!
//! ```text
//!   int f (void) { return g (); }      =>     int f (void) { return g (); }
//! ```

use gimple::function::Function;
use gimple::pass::{Pass, PassContext, Todo};

/// `comdats` for the pass table.
pub const PASS: Pass = Pass::ipa("comdats", |cx, functions| execute(cx, functions))
    .follows(&[("inline", "what is inlined is no reference any more")]);

/// The pass: nothing but its dump.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut [Function]) -> Todo {
    if cx.dump.enabled() {
        for f in functions.iter().rev().filter(|f| f.has_cfg()) {
            (cx.services.dump_tree)(cx, f);
        }
    }
    Todo::NONE
}
