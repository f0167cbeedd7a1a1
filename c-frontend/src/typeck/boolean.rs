//! Truth values where numbers are expected and numbers where truth values are: `-Wbool-compare`, `-Wbool-operation`,
//! `-Wint-in-bool-context`.

use super::spell;
use crate::context::Context;
use crate::fold::util;
use crate::generic::{ExprId, ExprKind};
use gimple::code::TreeCode;
use gimple::diagnostic::{FixIt, RichLocation};
use gimple::location::Location;
use gimple::types::TypeKind;

/// Whether an expression is 0 or 1 by what it is.
fn is_truth_value(cx: &Context, e: ExprId) -> bool {
    util::is_bool(cx, cx.type_of(e)) || util::truth_value_p(cx, e)
}

/// Whether an expression is a `_Bool` promoted to an integer.
fn is_promoted_bool(cx: &Context, e: ExprId) -> bool {
    util::converted(cx, e).is_some_and(|inner| util::is_bool(cx, cx.type_of(inner)))
}

/// Warns of comparing a truth value with a constant that decides the comparison. The operands are as written.
pub(super) fn warn_of_comparison(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    a: ExprId,
    b: ExprId,
) {
    use TreeCode::{Eq, Ge, Gt, Le, Lt};
    if is_truth_value(cx, a) == is_truth_value(cx, b)
        || !cx.unit.diagnostics.warnings.enabled("bool-compare")
    {
        return;
    }
    let (constant, other, first) = match (cx.int_value(a), cx.int_value(b)) {
        (Some(value), _) => (value, b, true),
        (None, Some(value)) => (value, a, false),
        _ => return,
    };
    let shown = spell::expr_text(cx, if first { a } else { b }).unwrap_or_default();
    let truth = if constant == 0 || constant == 1 {
        if !is_truth_value(cx, other) && !is_promoted_bool(cx, other) {
            return;
        }
        // `b >= 0` and `b <= 1` hold, `b < 0` and `b > 1` do not.
        match (code, (constant == 0) == first) {
            (Ge, false) | (Le, true) => true,
            (Lt, false) | (Gt, true) => false,
            _ => return,
        }
    } else {
        let above = (constant > 0) == first;
        !(code == Eq || matches!(code, Gt | Ge) && !above || matches!(code, Lt | Le) && above)
    };
    let text =
        format!("comparison of constant ‘{shown}’ with boolean expression is always {truth}");
    cx.warning("bool-compare", loc, text);
}

/// Warns of `~` on a truth value.
pub(super) fn warn_of_complement(cx: &mut Context, loc: Location, e: ExprId) {
    let mut value = e;
    while let ExprKind::Compound(_, last) = cx.exprs[value].kind {
        value = last;
    }
    if (util::is_bool(cx, cx.type_of(e)) || util::truth_value_p(cx, value))
        && cx.warning("bool-operation", loc, "‘~’ on a boolean expression")
    {
        let place = RichLocation::from(loc).with_fixit(FixIt::InsertBefore(loc, "!".to_string()));
        cx.note(place, "did you mean to use logical not?");
    }
}

/// Warns of a condition that is a number which can hardly be meant as one.
pub(super) fn warn_of_condition(cx: &mut Context, loc: Location, e: ExprId) {
    const OPTION: &str = "int-in-bool-context";
    if !cx.unit.diagnostics.warnings.enabled(OPTION) {
        return;
    }
    let ty = cx.type_of(e);
    let own = cx.get(e).loc;
    match cx.exprs[e].kind {
        ExprKind::Const(_) => {
            let is_enum = matches!(cx.unit.types.kind(ty), TypeKind::Enum { .. });
            if is_enum && !matches!(cx.int_value(e), None | Some(0 | 1)) {
                cx.warning(OPTION, loc, "enum constant in boolean context");
            }
        }
        ExprKind::Binary(TreeCode::Mult, ..) => {
            cx.warning(OPTION, own, "‘*’ in boolean context, suggest ‘&&’ instead");
        }
        ExprKind::Binary(TreeCode::Lshift, ..)
            if matches!(cx.unit.types.kind(ty), TypeKind::Integer { .. })
                && !util::unsigned(cx, ty) =>
        {
            cx.warning(OPTION, own, "‘<<’ in boolean context, did you mean ‘<’?");
        }
        ExprKind::Cond(_, a, b) if a.is_some() && b.is_some() => {
            if cx.unit.diagnostics.sources.expansion(own).is_some() {
                return;
            }
            let odd = |value: Option<i128>| value.is_some_and(|value| value != 0 && value != 1);
            let (x, y) = (cx.int_value(a), cx.int_value(b));
            let text = "‘?:’ using integer constants in boolean context";
            if x.is_some_and(|x| x != 0) && y.is_some_and(|y| y != 0) && (odd(x) || odd(y)) {
                let text = format!("{text}, the expression will always evaluate to ‘true’");
                cx.warning(OPTION, own, text);
            } else if odd(x) || odd(y) {
                cx.warning(OPTION, own, text);
            }
        }
        _ => {}
    }
}
