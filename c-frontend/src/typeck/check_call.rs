//! What is said of the arguments of a call by what is declared of the function: null where none may be (`-Wnonnull`), a list
//! that does not end as it must (`sentinel`), formats ([`super::format`]).

use super::format;
use crate::context::Context;
use crate::fold::util;
use crate::generic::{ExprId, ExprKind};
use gimple::builtins::Builtin;
use gimple::decl::{AttributeArgument, DeclId, DeclKind, flag};
use gimple::location::Location;

/// The declaration whose attributes are those of what is called: the function's, or that of the variable the call goes through.
pub fn declaration(cx: &Context, function: DeclId, callee: ExprId) -> DeclId {
    if function.is_some() {
        return function;
    }
    let mut callee = util::strip_nops(cx, callee);
    if let ExprKind::Indirect(pointer) = cx.exprs[callee].kind {
        callee = util::strip_nops(cx, pointer);
    }
    match cx.exprs[callee].kind {
        ExprKind::Decl(decl) => decl,
        _ => DeclId::NONE,
    }
}

/// Checks the arguments of a call.
pub fn check(cx: &mut Context, loc: Location, decl: DeclId, args: &[ExprId], places: &[Location]) {
    if decl.is_none() {
        return;
    }
    let warnings = &cx.unit.diagnostics.warnings;
    let (null, formats) = (warnings.enabled("nonnull"), warnings.enabled("format"));
    if null {
        check_null(cx, loc, decl, args);
    }
    if formats {
        check_sentinel(cx, decl, args);
        format::check(cx, decl, args, places);
    }
}

/// Null pointers where the function takes none.
fn check_null(cx: &mut Context, loc: Location, decl: DeclId, args: &[ExprId]) {
    for (index, &arg) in args.iter().enumerate() {
        let pointer = cx.unit.types.is_pointer(cx.type_of(arg));
        if !pointer || !util::is_zero(cx, arg) || !takes_no_null(cx, decl, index) {
            continue;
        }
        let text = format!("argument {} null where non-null expected", index + 1);
        let data = &cx.unit.decls[decl];
        let (at, kind) = (data.loc, data.kind);
        let name = cx.unit.decl_name(decl).unwrap_or_default().to_string();
        if !cx.warning("nonnull", loc, text) || kind != DeclKind::Function {
            continue;
        }
        if at.is_unknown() || at == Location::BUILTIN {
            cx.note(loc, format!("in a call to built-in function ‘{name}’"));
        } else {
            cx.note(at, format!("in a call to function ‘{name}’ declared ‘nonnull’"));
        }
    }
}

fn takes_no_null(cx: &Context, decl: DeclId, index: usize) -> bool {
    let data = &cx.unit.decls[decl];
    let listed =
        data.extra.as_ref().is_some_and(|extra| extra.nonnull.contains(&(index as u32 + 1)));
    let known = data.builtin.is_some_and(|builtin| builtin.takes_no_null(index));
    data.has(flag::NONNULL) || listed || known
}

/// A list of arguments that does not end with a null pointer.
fn check_sentinel(cx: &mut Context, decl: DeclId, args: &[ExprId]) {
    let loc = cx.input_location();
    let Some(after) = sentinel(cx, decl) else { return };
    let function = cx.unit.types.pointee(cx.unit.decls[decl].ty).unwrap_or(cx.unit.decls[decl].ty);
    let fixed = match cx.unit.types.kind(function) {
        gimple::types::TypeKind::Function { params, variadic: true, .. } => params.len(),
        _ => return,
    };
    let last = args.len().checked_sub(1).and_then(|last| last.checked_sub(after));
    match last.filter(|&index| index >= fixed) {
        None => {
            cx.warning("format=", loc, "not enough variable arguments to fit a sentinel");
        }
        Some(index) => {
            let last = args[index];
            let pointer = cx.unit.types.is_pointer(cx.type_of(last));
            if !pointer || !util::is_zero(cx, last) {
                cx.warning("format=", loc, "missing sentinel in function call");
            }
        }
    }
}

/// How many arguments may follow the null pointer that must be there.
fn sentinel(cx: &Context, decl: DeclId) -> Option<usize> {
    let data = &cx.unit.decls[decl];
    match data.builtin {
        Some(Builtin::Execl | Builtin::Execlp) => return Some(0),
        Some(Builtin::Execle) => return Some(1),
        _ => {}
    }
    let written = &data.extra.as_ref()?.written;
    let attribute =
        written.iter().find(|attribute| cx.unit.symbols.text(attribute.name) == "sentinel")?;
    match attribute.args[..] {
        [AttributeArgument::Int(after)] => usize::try_from(after).ok(),
        _ => Some(0),
    }
}
