//! A choice that the rules of the table say without one (`match_simplify_replacement`).
//!
//! ```text
//!   if (x_1 < y_2) …  # _3 = PHI <8(2), 0(3)>          =>   _4 = x_1 < y_2;  _5 = (int) _4;  _3 = _5 << 3;
//!   if (a_1 >= 0) …   # _3 = PHI <a_1(2), -a_1 (3)>    =>   _3 = ABS_EXPR <a_1>;
//! ```

use super::{Decided, Triangle, move_up, replace_phi};
use dumps::putln;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use std::fmt::Write;
use tree_ssa::analyses::trap::may_trap;
use tree_ssa::dump_text;
use tree_ssa::fold::gimple_fold::Simplified;
use tree_ssa::fold::gimple_fold::simplify_choice;

/// Replaces what a condition decides by what the rules make of it.
pub fn replace(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    t: &Triangle,
    decided: &Decided,
    early: bool,
) -> bool {
    let taken_along = match t.arm_is_empty(f) {
        true => None,
        false => match movable(cx, f, t, decided) {
            Some(stmt) => Some(stmt),
            None => return false,
        },
    };
    let Some(choice) = simplified(cx, f, t, decided, early) else { return false };
    if let Some(stmt) = taken_along
        && choice.reads(f.stmts[stmt].kind.lhs())
    {
        if cx.dump.details() {
            let text = dump_text::stmt(cx.unit, f, stmt);
            putln!(cx.dump, "statement un-sinked:\n{text}");
        }
        move_up(f, t, stmt);
    }
    let value = choice.put_before(cx.unit, f, t.cond);
    replace_phi(cx, f, t, decided.phi, value, "match-simplify PHI replacement");
    true
}

/// The only statement of the arm, if it computes what the φ takes from there and may as well be done always.
fn movable(cx: &PassContext<'_>, f: &Function, t: &Triangle, decided: &Decided) -> Option<StmtId> {
    f.single_pred(t.arm)?;
    let stmt = t.only_stmt(f)?;
    let StmtKind::Assign { lhs: lhs @ Operand::Ssa(name), code, rhs } = f.stmts[stmt].kind else {
        return None;
    };
    let movable = lhs == decided.around
        && f.has_single_use(name)
        && !f.stmts[stmt].has(StmtFlags::VUSE)
        && !may_trap(cx.unit, f, code, rhs);
    movable.then_some(stmt)
}

/// What the rules make of the choice, or of the one between the values in the other order if the condition is inverted
/// (`gimple_simplify_phiopt`).
fn simplified(
    cx: &mut PassContext<'_>,
    f: &Function,
    t: &Triangle,
    decided: &Decided,
    early: bool,
) -> Option<Simplified> {
    let [yes, no] = t.by_truth(decided.straight, decided.around);
    let compared = cx.unit.type_of(f, t.lhs);
    let nans = cx.options.honor_nans() && cx.unit.types.is_real(compared);
    let inverse = t.code.inverse_comparison(nans, cx.options.on(Flag::TrappingMath));
    let attempts = [Some((t.code, [yes, no])), inverse.map(|code| (code, [no, yes]))];
    attempts.into_iter().flatten().find_map(|(code, values)| {
        let condition = (code, t.lhs, t.rhs);
        simplify_choice(cx.unit, f, cx.options, condition, decided.ty, values)
            .filter(|choice| !early || choice.only_code().is_some_and(allowed_early))
    })
}

/// What the early instance may make: later passes see through it (`phiopt_early_allow`).
fn allowed_early(code: TreeCode) -> bool {
    use TreeCode::{Abs, Absu, Max, Min, Negate, Single};
    matches!(code, Min | Max | Abs | Absu | Negate | Single)
}
