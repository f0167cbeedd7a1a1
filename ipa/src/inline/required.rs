//! `always_inline` functions that cannot be inlined: what GCC says of them.
//!
//! ```text
//! static inline __attribute__ ((always_inline)) int f (int n)
//! { void *to[] = { &&a, &&b }; goto *to[n]; … }
//!
//! error: function ‘f’ can never be inlined because it contains a computed goto
//! ```

use gimple::builtins::{Builtin, Ecf};
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::location::Location;
use gimple::pass::PassContext;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use tree_ssa::effects::call_effects::callee_builtin;
use tree_ssa::effects::call_effects::flags_of;

/// Why a function can never be copied into another, in GCC's words.
pub fn never_inlined(unit: &Unit, f: &Function) -> Option<String> {
    let why = if f.has_nonlocal_label {
        Some("copied because it receives a non-local goto")
    } else if super::body::has_label_in_static(unit, f) {
        Some("copied because it saves address of local label in a static variable")
    } else {
        let mut stmts = f.block_iter().flat_map(|block| f.block_stmts(block));
        stmts.find_map(|stmt| forbidding(unit, f, stmt))
    }?;
    let name = unit.decl_name(f.decl).unwrap_or("");
    Some(format!("function ‘{name}’ can never be {why}"))
}

/// What a statement does that only the function it is written in can do (`inline_forbidden_p_stmt`).
fn forbidding(unit: &Unit, f: &Function, stmt: StmtId) -> Option<&'static str> {
    match &f.stmts[stmt].kind {
        StmtKind::Goto(_) => Some("inlined because it contains a computed goto"),
        StmtKind::Call(call) => match callee_builtin(unit, call) {
            Some(Builtin::VaStart | Builtin::NextArg) => {
                Some("inlined because it uses variable argument lists")
            }
            Some(Builtin::Longjmp) => {
                Some("inlined because it uses setjmp-longjmp exception handling")
            }
            Some(Builtin::NonlocalGoto) => Some("inlined because it uses non-local goto"),
            Some(Builtin::Return | Builtin::ApplyArgs) => {
                Some("inlined because it uses ‘__builtin_return’ or ‘__builtin_apply_args’")
            }
            _ if flags_of(unit, call).intersects(Ecf::RETURNS_TWICE) => {
                Some("inlined because it uses setjmp")
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a function must be inlined everywhere; says so if it never can be.
pub fn check_function(cx: &mut PassContext<'_>, f: &Function) -> bool {
    let data = &cx.unit.decls[f.decl];
    if !data.has(flag::ALWAYS_INLINE) {
        return false;
    }
    let loc = data.loc;
    if let Some(text) = never_inlined(cx.unit, f) {
        say(cx, f, loc, &text);
    }
    true
}

/// Says of the first call in a function that should have been inlined that it is not. `known`: the functions that must be
/// inlined and have been looked at; what they call mutually has not.
pub fn check_calls(
    cx: &mut PassContext<'_>,
    f: &Function,
    known: &FxHashSet<DeclId>,
    calls: &[StmtId],
) {
    for &stmt in calls {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { continue };
        let Callee::Decl(callee) = call.callee else { continue };
        if f.stmts[stmt].block.is_none() || !cx.unit.decls[callee].has(flag::ALWAYS_INLINE) {
            continue;
        }
        let Some(reason) = reason(cx, f, known, callee) else { continue };
        let name = cx.unit.decl_name(callee).unwrap_or("").to_owned();
        let text = format!("inlining failed in call to ‘always_inline’ ‘{name}’: {reason}");
        let (declared, here) = (cx.unit.decls[callee].loc, f.stmt_info[stmt].loc);
        if say(cx, f, declared, &text) {
            cx.unit.diagnostics.note(here, "called from here");
        }
        return;
    }
}

/// Why a call of a function that must be inlined is still there.
fn reason(
    cx: &PassContext<'_>,
    f: &Function,
    known: &FxHashSet<DeclId>,
    callee: DeclId,
) -> Option<&'static str> {
    if cx.unit.symtab_node(callee).is_none_or(|node| !node.definition) {
        return Some("function body not available");
    }
    if !super::binds_to_current_def(cx, callee) {
        return Some("function body can be overwritten at link time");
    }
    if callee == f.decl {
        return (cx.options.optimize == 0).then_some("function not considered for inlining");
    }
    // Without optimisation callees may come after their callers.
    (cx.options.optimize > 0 && !known.contains(&callee)).then_some("function not inlinable")
}

/// An error about a function; false after others, of which it may be a consequence.
fn say(cx: &mut PassContext<'_>, f: &Function, at: Location, text: &str) -> bool {
    if cx.unit.diagnostics.error_count() > 0 {
        return false;
    }
    let name = cx.unit.decl_name(f.decl).map(str::to_string);
    cx.unit.diagnostics.set_function(name.as_deref());
    cx.unit.diagnostics.error(at, text);
    true
}
