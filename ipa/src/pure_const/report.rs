//! What `local-pure-const` says of its scan of a function, in its dump.

use super::{Effects, State, effects_of, of_statement};
use crate::malloc_like;
use dumps::{put, putln};
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::ENTRY;
use gimple::decl::flag;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::is_clobber;

/// Adds up what the statements of a function do. Where somebody reads what is said all are looked at, elsewhere they are
/// until it is clear that the function is neither const nor pure.
pub(super) fn scan(cx: &mut PassContext<'_>, f: &Function, effects: &mut Effects) {
    let said = cx.dump.enabled();
    if said {
        let name = crate::inline::node_name(cx.unit, f.decl);
        put!(cx.dump, "\n\n local analysis of {name}\n ");
    }
    let mut reasons = Vec::new();
    let mut block = f.next_block(ENTRY);
    while block.is_some() && (effects.state != State::Neither || said) {
        for stmt in f.block_stmts(block) {
            of_statement(cx, f, stmt, effects, &mut |why| {
                if said {
                    reasons.push(why);
                }
            });
            // Ends of lifetimes are not looked at once functions have been inlined.
            if said && !(cx.pass.instance > 1 && is_clobber(cx.unit, f, stmt)) {
                putln!(cx.dump, "  scanning: {}", dump_text::stmt(cx.unit, f, stmt));
            }
            for why in reasons.drain(..) {
                putln!(cx.dump, "    {why}");
            }
        }
        block = f.next_block(block);
    }
}

/// Says what there is to say of a function whose callers are not told what it does.
pub(super) fn untold(cx: &mut PassContext<'_>, f: &mut Function) {
    if !cx.dump.enabled() {
        return;
    }
    let data = &cx.unit.decls[f.decl];
    if data.has(flag::NOIPA) || !crate::inline::binds_to_current_def(cx, f.decl) {
        return putln!(cx.dump, "Function is interposable; not analyzing.");
    }
    effects_of(cx, f);
}

/// Says what came of it.
pub(super) fn sum_up(cx: &mut PassContext<'_>, f: &Function, effects: &Effects) {
    if !cx.dump.enabled() {
        return;
    }
    let frees = f.block_iter().flat_map(|block| f.block_stmts(block)).any(|s| may_free(cx, f, s));
    let fresh = cx.unit.decls[f.decl].has(flag::MALLOC) || malloc_like::is_malloc_like(cx, f);
    let found = [
        (effects.looping, "Function is locally looping."),
        (effects.state == State::Const, "Function is locally const."),
        (effects.state == State::Pure, "Function is locally pure."),
        (frees, "Function can locally free."),
        (fresh, "Function is locally malloc."),
    ];
    for (_, words) in found.into_iter().filter(|(holds, _)| *holds) {
        putln!(cx.dump, "{words}");
    }
}

/// Whether a statement itself may free memory: code of the user's own, and builtins that free or call back.
fn may_free(cx: &PassContext<'_>, f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Asm(asm) => {
            let text = |&symbol: &gimple::symbol::Symbol| cx.unit.symbols.text(symbol) == "memory";
            asm.volatile || asm.clobbers.iter().any(text)
        }
        StmtKind::Call(call) => {
            call_effects::callee_builtin(cx.unit, call).is_some_and(|builtin| {
                matches!(builtin, Builtin::Free | Builtin::Realloc | Builtin::StackRestore)
                    || !builtin.info().flags.intersects(Ecf::LEAF | Ecf::CONST | Ecf::PURE)
            })
        }
        _ => false,
    }
}
