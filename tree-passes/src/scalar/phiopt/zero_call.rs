//! Calls of functions of bits that are not made for zero, though what is done instead is what they would return
//! (`cond_removal_in_builtin_zero_pattern`).
//!
//! ```text
//!   if (a_1 != 0)                              _2 = __builtin_popcount (a_1);
//!     _2 = __builtin_popcount (a_1);      =>
//!   # _3 = PHI <_2(3), 0(2)>
//! ```

use super::{Decided, Triangle, does_nothing, move_up, replace_phi};
use gimple::builtins::Family;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use tree_ssa::effects::call_effects::callee_builtin;

/// Makes the call for zero as well.
pub fn replace(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    t: &Triangle,
    decided: &Decided,
) -> bool {
    let stmts: Vec<StmtId> = f.block_stmts(t.arm).filter(|&stmt| !does_nothing(f, stmt)).collect();
    let Some(argument) = counted(cx, f, &stmts, decided) else { return false };
    let for_nonzero = match t.code {
        TreeCode::Ne => t.arm_on_true,
        TreeCode::Eq => !t.arm_on_true,
        _ => return false,
    };
    if !for_nonzero
        || !cx.unit.is_zero(t.rhs)
        || t.lhs != argument
        || f.blocks[t.arm].preds.len() != 1
    {
        return false;
    }
    stmts.into_iter().for_each(|stmt| move_up(f, t, stmt));
    let value = decided.around;
    replace_phi(cx, f, t, decided.phi, value, "builtin zero pattern replacement");
    true
}

/// What is given to such a function, before a conversion, where the statements are its call, which is what the φ gets, and
/// the conversion; and where the φ else gets what the call would return for zero.
fn counted(
    cx: &PassContext<'_>,
    f: &Function,
    stmts: &[StmtId],
    decided: &Decided,
) -> Option<Operand> {
    let (cast, call) = match *stmts {
        [call] => (None, call),
        [cast, call] => (Some(cast), call),
        _ => return None,
    };
    let StmtKind::Call(call) = &f.stmts[call].kind else { return None };
    let &[argument] = &call.args[..] else { return None };
    let of_zero = match callee_builtin(cx.unit, call)?.family() {
        Family::Bswap16
        | Family::Bswap32
        | Family::Bswap64
        | Family::Bswap128
        | Family::Ffs
        | Family::Parity
        | Family::Popcount => 0,
        Family::Clrsb => i128::from(cx.unit.types.precision(cx.unit.type_of(f, argument))?) - 1,
        _ => return None,
    };
    if call.lhs != decided.around || cx.unit.as_int(decided.straight) != Some(of_zero) {
        return None;
    }
    let Some(cast) = cast else { return Some(argument) };
    match f.stmts[cast].kind {
        StmtKind::Assign { lhs, code: TreeCode::Nop, rhs } if lhs == argument => Some(rhs[0]),
        _ => None,
    }
}
