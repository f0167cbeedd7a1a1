//! Comparisons of the number of ones, or of the place of a bit, with a number.
//!
//! ```text
//!   __builtin_ctz (x) >= 3        =>        (x & 7) == 0
//! ```

use super::util::{called_function, integer_like, integral};
use super::{fold_binary, fold_convert, int_const, omit_one_operand};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use gimple::bit_calls::{Said, compared};
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::TypeId;

/// `call code number`, of which a condition of the argument is left.
pub(super) fn compare_call(
    cx: &mut Context,
    loc: Location,
    (code, ty): (TreeCode, TypeId),
    call: ExprId,
    number: i128,
) -> Option<ExprId> {
    let ExprKind::Call { callee, args } = &cx.exprs[call].kind else { return None };
    let [argument] = args[..] else { return None };
    let builtin = cx.unit.decls[called_function(cx, *callee)?].builtin?;
    let of = cx.type_of(argument);
    let bits = cx.unit.types.precision(of).filter(|&bits| bits <= 64 && integral(cx, of))?;
    let (code, value, number) = match compared(builtin.family(), bits.into(), code, number)? {
        Said::Truth(holds) => {
            let value = int_const(cx, loc, ty, holds.into());
            return Some(omit_one_operand(cx, loc, ty, value, argument));
        }
        Said::Argument(code, number) => (code, argument, number),
        Said::Sign(code) => {
            let signed = integer_like(cx, of, false);
            (code, fold_convert(cx, loc, signed, argument), 0)
        }
        Said::Lowest { bits, code, number } => {
            let mask = int_const(cx, loc, of, (1 << bits) - 1);
            (code, fold_binary(cx, loc, TreeCode::BitAnd, of, argument, mask), number)
        }
        // The argument would have to be evaluated twice.
        Said::OnlyAbove { .. } => return None,
    };
    let of = cx.type_of(value);
    let number = int_const(cx, loc, of, number);
    Some(fold_binary(cx, loc, code, ty, value, number))
}
