//! Pass `sancov`: each block says that it runs (`-fsanitize-coverage=trace-pc`), for who looks for inputs that reach more of
//! a program.
//!
//! ```text
//! <bb 3> :                <bb 3> :
//! lab:              =>    lab:
//! g (a_2);                __builtin___sanitizer_cov_trace_pc ();
//!                         g (a_2);
//! ```
//! Blocks with nothing in them are left out.

use gimple::builtins::Builtin;
use gimple::function::{Function, Prop};
use gimple::options::Options;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::sanitize::Sanitize;
use gimple::tree::Operand;
use tree_ssa::edit::Cursor;
use tree_ssa::ssa::update_ssa;

/// `sancov` for the pass table.
pub const PASS: Pass = Pass::tree("sancov", execute)
    .gate(|options, _| is_asked(options))
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA);

/// Where nothing is optimised.
pub const WITHOUT_OPTIMIZATION: Pass = Pass::tree("sancov_O0", execute)
    .gate(|options, _| options.optimize == 0 && is_asked(options))
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA);

fn is_asked(options: &Options) -> bool {
    options.code.sanitize.contains(Sanitize::COVERAGE)
}

/// The pass. Linear in the blocks.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !cx.unit.sanitized(cx.options, f.decl).contains(Sanitize::COVERAGE) {
        return Todo::NONE;
    }
    let void = cx.unit.common.void;
    let callee = cx.unit.implicit_builtin(Builtin::SanitizerCovTracePc, void, &[], false);
    for block in f.block_order() {
        if let Some(first) = f.first_after_labels(block) {
            let mut at = Cursor::before(first).like(f, first);
            at.call(cx.unit, f, Operand::None, callee, Vec::new());
        }
    }
    update_ssa::mark_virtuals(f);
    Todo::NONE
}
