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
//!
//! Calls of functions that turned out to be `const` or `pure` lose their virtual operands, and the CFG is cleaned up where
//! such are called: behind the passes over the unit that takes the preheaders away that loops were given.

use crate::analyses::call_effects::call_flags;
use crate::ipa::pure_const;
use gimple::builtins::ecf;
use gimple::function::{Function, prop};
use gimple::pass::{Pass, PassContext, Todo};

/// `fixup_cfg` for the pass table.
pub const PASS: Pass = Pass::tree("fixup_cfg", execute).requires(prop::CFG);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let first = cx.pass.instance == 1;
    fix_up(cx, f, first)
}

/// Brings a function up to date with what is known of those it calls, calls that end control flow included if `ends` is
/// set (`execute_fixup_cfg`).
pub fn fix_up(cx: &mut PassContext<'_>, f: &mut Function, ends: bool) -> Todo {
    const LEAF_NORETURN: u16 = ecf::LEAF | ecf::NORETURN;
    let is_abort = |stmt| call_flags(cx.unit, f, stmt) & LEAF_NORETURN == LEAF_NORETURN;
    // Nothing is executed after it: the other blocks need no look at their statements.
    let mut last = f.blocks.values().filter(|block| block.succs.is_empty());
    let mut aborts = || last.any(|block| block.stmts.last.expand().is_some_and(is_abort));
    let aborts = ends && aborts();
    let updated = f.properties & prop::SSA != 0 && pure_const::update_calls(cx.unit, f);
    match (aborts, updated) {
        (_, true) => Todo::CLEANUP_CFG | Todo::UPDATE_SSA,
        (true, false) => Todo::CLEANUP_CFG,
        (false, false) => Todo::NONE,
    }
}
