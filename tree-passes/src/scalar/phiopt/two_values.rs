//! One of two numbers that lie side by side, chosen by a value that has two (`two_value_replacement`).
//!
//! ```text
//!   if (b_1 != 0) …   # _2 = PHI <5(2), 6(3)>      =>   _3 = (int) b_1;  _2 = 6 - _3;
//! ```

use super::{Decided, Triangle, replace_phi};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::tree::Operand;
use gimple::types::TypeKind;
use tree_ssa::edit::Cursor;

/// Replaces what a condition decides if a value of one bit tells it.
pub fn replace(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    t: &Triangle,
    decided: &Decided,
) -> bool {
    let Operand::Ssa(name) = t.lhs else { return false };
    let own = f.names[name].ty;
    let types = &cx.unit.types;
    let narrow = |ty| types.precision(ty) == Some(1);
    let boolean = matches!(types.kind(own), TypeKind::Bool) || narrow(own);
    let one_bit = boolean || types.is_integral(own) && f.nonzero_bits.get(name) == 1;
    let (Some(number), true) = (cx.unit.as_int(t.rhs), one_bit && t.arm_is_empty(f)) else {
        return false;
    };
    if !matches!(t.code, TreeCode::Eq | TreeCode::Ne)
        || !(0..=1).contains(&number)
        || !types.is_integral(decided.ty)
        || narrow(decided.ty)
    {
        return false;
    }
    let [yes, no] = t.by_truth(decided.straight, decided.around);
    let (Some(yes), Some(no)) = (cx.unit.as_int(yes), cx.unit.as_int(no)) else { return false };
    // With zero the rules of the table know something better.
    if (yes - no).abs() != 1 || boolean && (yes == 0 || no == 0) {
        return false;
    }
    let holds_for_one = (number == 1) == (t.code == TreeCode::Eq);
    let (when_one, when_zero) = if holds_for_one { (yes, no) } else { (no, yes) };
    let mut at = Cursor::before(t.cond).at(f.stmt_info[t.cond].loc);
    let mut value = t.lhs;
    if !cx.unit.types.same_main(own, decided.ty) {
        value = at.temporary(cx.unit, f, decided.ty, TreeCode::Nop, [value]);
    }
    let from = cx.unit.int(decided.ty, when_zero);
    value = if when_one > when_zero {
        at.temporary(cx.unit, f, decided.ty, TreeCode::Plus, [value, from])
    } else {
        at.temporary(cx.unit, f, decided.ty, TreeCode::Minus, [from, value])
    };
    replace_phi(cx, f, t, decided.phi, value, "two-value PHI replacement");
    true
}
