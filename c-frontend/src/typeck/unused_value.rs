//! `-Wunused-value`: statements that compute a value for nobody.
//!
//! ```text
//! *p++;          value computed is not used
//! a == b;        statement with no effect
//! f (), a;       right-hand operand of comma expression has no effect
//! ```
//!
//! So is what `nodiscard` says: `-Wunused-result`.

use super::types;
use crate::context::Context;
use crate::fold::util;
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::decl::{AttributeArgument, WrittenAttribute};
use gimple::location::Location;

/// Warns of an expression evaluated for what it does (an expression statement, the left operand of a comma) where it
/// computes a value besides.
pub fn warn_of_unused_value(cx: &mut Context, e: ExprId, loc: Location) {
    if matches!(cx.exprs[e].kind, ExprKind::Compound(..)) {
        warn_of_last_operand(cx, e, loc);
    } else {
        warn_if_unused(cx, e, loc);
    }
}

/// Warns of an expression statement that does nothing, or nothing with its value.
pub fn warn_of_statement(cx: &mut Context, e: ExprId, loc: Location) {
    let own = cx.get(e).loc;
    warn_of_discarded(cx, e, if own.is_unknown() { loc } else { own });
    if cx.has_side_effects(e) {
        warn_of_unused_value(cx, e, loc);
    } else if !is_void(cx, e) && !is_meant(cx, e) {
        let at = place_of_value(cx, e, loc);
        cx.warning("unused-value", at, "statement with no effect");
    }
}

/// Warns of a call of a function with the attribute `nodiscard`; a cast to `void` says that it is meant.
pub fn warn_of_discarded(cx: &mut Context, mut e: ExprId, loc: Location) {
    while let ExprKind::Compound(_, last) = cx.exprs[e].kind {
        e = last;
    }
    let ExprKind::Call { callee, .. } = cx.exprs[e].kind else { return };
    if is_void(cx, e) {
        return;
    }
    let Some(decl) = util::called_function(cx, callee) else { return };
    let Some(extra) = &cx.unit.decls[decl].extra else { return };
    let is_it = |attr: &&WrittenAttribute| cx.unit.symbols.text(attr.name) == "nodiscard";
    let Some(attribute) = extra.written.iter().find(is_it) else { return };
    let reason = match attribute.args.first() {
        Some(AttributeArgument::Text(text)) => format!(": {text}"),
        _ => String::new(),
    };
    let name = cx.unit.decl_name(decl).unwrap_or_default();
    let text =
        format!("ignoring return value of ‘{name}’, declared with attribute ‘nodiscard’{reason}");
    if cx.warning("unused-result", loc, text) {
        let at = cx.unit.decls[decl].loc;
        cx.note(at, "declared here");
    }
}

/// Warns of `f (), a`, whose last operand does nothing.
fn warn_of_last_operand(cx: &mut Context, e: ExprId, mut loc: Location) {
    let mut last = e;
    while let ExprKind::Compound(first, second) = cx.exprs[last].kind {
        // An assignment of a constant, folded to its value: nobody wrote a comma.
        if cx.exprs[first].loc == cx.exprs[last].loc {
            return;
        }
        loc = place_of_value(cx, last, loc);
        last = second;
    }
    let converted = matches!(cx.exprs[last].kind, ExprKind::Unary(TreeCode::Nop, _));
    let idle = !cx.has_side_effects(last) && !is_void(cx, last) && !converted;
    if idle && !is_meant(cx, last) && !is_meant(cx, e) {
        let text = "right-hand operand of comma expression has no effect";
        cx.warning("unused-value", loc, text);
    }
}

/// Warns where what an expression does last is computing a value. Returns whether it does.
fn warn_if_unused(cx: &mut Context, mut e: ExprId, mut loc: Location) -> bool {
    loop {
        if is_meant(cx, e) || is_void(cx, e) {
            return false;
        }
        loc = place_of_value(cx, e, loc);
        e = match cx.exprs[e].kind {
            ExprKind::Modify(..)
            | ExprKind::Init(..)
            | ExprKind::Incr(..)
            | ExprKind::Call { .. }
            | ExprKind::Internal(..)
            | ExprKind::Target(..)
            | ExprKind::VaArg(_)
            | ExprKind::Bind { .. }
            | ExprKind::List(_) => return false,
            ExprKind::Cond(..) if cx.has_side_effects(e) => return false,
            ExprKind::Save(inner) | ExprKind::NonLvalue(inner) => inner,
            ExprKind::Unary(TreeCode::Nop, inner) if is_no_operation(cx, e, inner) => inner,
            // The second operand alone is evaluated for its value.
            ExprKind::Binary(TreeCode::TruthAndIf | TreeCode::TruthOrIf, _, second) => second,
            // `a && (b = 1)`: what was assigned is known.
            ExprKind::Binary(TreeCode::Ne, assigned, _) if assigns_constant(cx, assigned) => {
                return false;
            }
            ExprKind::Compound(first, second) => {
                if warn_if_unused(cx, first, loc) {
                    return true;
                }
                // `(f (), 0)` is how macros are written.
                if cx.exprs[second].has(expr_flag::CONSTANT) {
                    return false;
                }
                second
            }
            ExprKind::Decl(_)
            | ExprKind::Component(..)
            | ExprKind::ArrayRef(..)
            | ExprKind::Indirect(_)
            | ExprKind::MemRef(..)
                if cx.exprs[e].has(expr_flag::VOLATILE) =>
            {
                return false;
            }
            _ => {
                cx.warning("unused-value", loc, "value computed is not used");
                return true;
            }
        };
    }
}

fn is_void(cx: &Context, e: ExprId) -> bool {
    types::is_void(cx, cx.type_of(e))
}

/// Whether it is the rest of something that may well go unused.
fn is_meant(cx: &Context, e: ExprId) -> bool {
    cx.exprs[e].has(expr_flag::NO_WARNING)
}

fn assigns_constant(cx: &Context, e: ExprId) -> bool {
    let integer = util::integral(cx, cx.type_of(e));
    let kind = &cx.exprs[e].kind;
    integer && matches!(kind, ExprKind::Modify(_, value) if util::constant(cx, *value).is_some())
}

/// Whether a conversion keeps all bits, or is one of floating-point numbers or pointers.
fn is_no_operation(cx: &Context, e: ExprId, inner: ExprId) -> bool {
    let (to, from) = (cx.type_of(e), cx.type_of(inner));
    match (util::integral(cx, to), util::integral(cx, from)) {
        (true, true) => util::precision(cx, to) >= util::precision(cx, from),
        (to_integer, from_integer) => to_integer == from_integer,
    }
}

/// Where an expression stands; variables and constants stand where what they are part of does.
fn place_of_value(cx: &Context, e: ExprId, outer: Location) -> Location {
    let own = cx.get(e).loc;
    let named = matches!(cx.exprs[e].kind, ExprKind::Decl(_) | ExprKind::Const(_));
    if named || own.is_unknown() { outer } else { own }
}
