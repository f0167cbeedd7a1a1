//! Pass `*warn_unused_result`: warns of calls whose value is dropped although the function says that it must not be.
//!
//! ```text
//! int f (void) __attribute__ ((warn_unused_result));
//!
//! f ();            warning: ignoring return value of ‘f’ declared with attribute ‘warn_unused_result’
//! ```
//!
//! A cast to `void` drops it as well. Calls through pointers are not looked at: what is kept of attributes is kept with
//! the functions.

use gimple::builtins::Builtin;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Callee, StmtKind};
use gimple::types::TypeKind;
use gimple::unit::Unit;

const OPTION: &str = "unused-result";

/// `*warn_unused_result` for the pass table.
pub const PASS: Pass = Pass::tree("*warn_unused_result", execute);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !cx.unit.diagnostics.warnings.enabled(OPTION) {
        return Todo::NONE;
    }
    let mut dropped = Vec::new();
    let mut work = vec![f.body];
    while let Some(mut rest) = work.pop() {
        let stmt = rest.first;
        if stmt.is_none() {
            continue;
        }
        rest.first = f.stmts[stmt].next;
        work.push(rest);
        match &f.stmts[stmt].kind {
            StmtKind::Bind { body, .. } => work.push(*body),
            StmtKind::Try { body, cleanup, kind } => {
                work.extend([kind.otherwise(), *cleanup, *body]);
            }
            StmtKind::Call(call) if call.lhs.is_none() => {
                if let Callee::Decl(callee) = call.callee
                    && must_be_used(cx.unit, callee)
                {
                    dropped.push((f.stmt_info[stmt].loc, callee));
                }
            }
            _ => {}
        }
    }
    if dropped.is_empty() {
        return Todo::NONE;
    }
    let name = cx.unit.decl_name(f.decl).map(str::to_string);
    cx.unit.diagnostics.set_function(name.as_deref());
    for (loc, callee) in dropped {
        let callee = cx.unit.decl_name(callee).unwrap_or_default();
        let text = format!(
            "ignoring return value of ‘{callee}’ declared with attribute ‘warn_unused_result’"
        );
        cx.unit.diagnostics.warning(OPTION, loc, text);
    }
    Todo::NONE
}

/// Whether a function has the attribute, by its declaration or because it is a builtin that allocates.
fn must_be_used(unit: &Unit, callee: DeclId) -> bool {
    use Builtin::{AlignedAlloc, Calloc, Malloc, Realloc, Strdup, Strndup};
    let decl = &unit.decls[callee];
    if let TypeKind::Function { result, .. } = *unit.types.kind(decl.ty)
        && unit.types.main_variant(result) == unit.common.void
    {
        return false;
    }
    let written = decl.extra.as_ref().is_some_and(|extra| {
        extra.written.iter().any(|attr| unit.symbols.text(attr.name) == "warn_unused_result")
    });
    written
        || matches!(decl.builtin, Some(AlignedAlloc | Calloc | Malloc | Realloc | Strdup | Strndup))
}
