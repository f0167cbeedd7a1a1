//! `-Wrestrict` of arguments: one that is passed where the parameter is `restrict` and passed again.
//!
//! ```text
//! void f (int *restrict a, int *b);
//!
//! f (p, p);        passing argument 1 to ‘restrict’-qualified parameter aliases with argument 2
//! ```

use crate::context::Context;
use crate::fold::util;
use crate::generic::{ExprId, ExprKind};
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::diagnostic::RichLocation;
use gimple::types::{Quals, TypeId};

const OPTION: &str = "restrict";
/// Calls with more arguments are not looked at: each is compared with all.
const MAX_ARGUMENTS: usize = 64;

/// Warns of arguments that are the same, of which one is of a `restrict` parameter that is written through.
pub(super) fn warn_of_arguments(
    cx: &mut Context,
    decl: Option<DeclId>,
    params: &[TypeId],
    args: &[ExprId],
) {
    let is_restrict = |&param: &TypeId| cx.unit.types[param].quals.contains(Quals::RESTRICT);
    if cx.folding.inhibit_warnings > 0
        || !params.iter().any(is_restrict)
        || args.len() > MAX_ARGUMENTS
        || !cx.unit.diagnostics.warnings.enabled(OPTION)
    {
        return;
    }
    // What these print is looked at by a pass.
    let prints = |decl: DeclId| {
        use Builtin::{Snprintf, SnprintfChk, Sprintf, SprintfChk};
        matches!(cx.unit.decls[decl].builtin, Some(Sprintf | Snprintf | SprintfChk | SnprintfChk))
    };
    if decl.is_some_and(prints) {
        return;
    }
    // Nothing is read or written where the length is zero.
    if decl.is_some_and(|decl| cx.unit.decls[decl].builtin.is_some())
        && args.len() == 3
        && util::is_int_zero(cx, args[2])
    {
        return;
    }
    // What was said to be an alias is not said to have some.
    let mut said = [false; MAX_ARGUMENTS];
    for (index, (&param, &arg)) in params.iter().zip(args).enumerate() {
        let types = &cx.unit.types;
        let written =
            types.pointee(param).is_some_and(|to| !types[to].quals.contains(Quals::CONST));
        if !written || !types[param].quals.contains(Quals::RESTRICT) {
            continue;
        }
        if said[index] || util::is_int_zero(cx, arg) {
            continue;
        }
        let mut aliases = Vec::new();
        for (other, &with) in args.iter().enumerate() {
            if other != index && util::operand_equal(cx, arg, with) {
                said[other] = true;
                aliases.push(other);
            }
        }
        if aliases.is_empty() {
            continue;
        }
        let numbers: Vec<String> = aliases.iter().map(|alias| (alias + 1).to_string()).collect();
        let ending = if numbers.len() == 1 { "" } else { "s" };
        let text = format!(
            "passing argument {} to ‘restrict’-qualified parameter aliases with argument{ending} {}",
            index + 1,
            numbers.join(", ")
        );
        let mut place = RichLocation::from(place_of(cx, arg));
        for alias in aliases {
            if !is_plain(cx, args[alias]) {
                let at = cx.get(args[alias]).loc;
                place = place.with_range(at, None);
            }
        }
        cx.warning(OPTION, place, text);
    }
}

/// Names and constants have no place of their own, and neither has their conversion to the parameter's type.
fn is_plain(cx: &Context, e: ExprId) -> bool {
    match cx.exprs[e].kind {
        ExprKind::Decl(_) | ExprKind::Const(_) => true,
        ExprKind::Unary(TreeCode::Nop, inner) if cx.get(inner).loc == cx.get(e).loc => {
            is_plain(cx, inner)
        }
        _ => cx.get(e).loc.is_unknown(),
    }
}

fn place_of(cx: &Context, e: ExprId) -> gimple::location::Location {
    if is_plain(cx, e) { cx.input_location() } else { cx.get(e).loc }
}
