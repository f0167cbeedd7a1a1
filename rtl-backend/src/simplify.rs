//! Folding of expressions.

use crate::code::Code;
use crate::mode::Mode;

/// `a code b` of `const_int`s of `mode`; `None` where it is undefined or no integer operation.
pub fn fold_int(code: Code, mode: Mode, a: i64, b: i64) -> Option<i64> {
    use Code::*;
    let (a, b) = (mode.trunc_int(a), mode.trunc_int(b));
    let (ua, ub) = (a as u64 & mode.mask(), b as u64 & mode.mask());
    let shift = b as u64 & (mode.bits().max(32) as u64 - 1);
    let value = match code {
        Plus => a.wrapping_add(b),
        Minus => a.wrapping_sub(b),
        Mult => a.wrapping_mul(b),
        And => a & b,
        Ior => a | b,
        Xor => a ^ b,
        Ashift => a.wrapping_shl(shift as u32),
        Ashiftrt => a >> shift,
        Lshiftrt => (ua >> shift) as i64,
        Div if b != 0 => a.wrapping_div(b),
        Mod if b != 0 => a.wrapping_rem(b),
        Udiv if ub != 0 => (ua / ub) as i64,
        Umod if ub != 0 => (ua % ub) as i64,
        Smin => a.min(b),
        Smax => a.max(b),
        Umin => ua.min(ub) as i64,
        Umax => ua.max(ub) as i64,
        _ if code.is_comparison() => {
            let unsigned = code.unsigned_condition() == code && !matches!(code, Eq | Ne);
            if unsigned {
                compare_int(code, ua as i64, ub as i64) as i64
            } else {
                compare_int(code, a, b) as i64
            }
        }
        _ => return None,
    };
    Some(mode.trunc_int(value))
}

/// Whether `a code b` holds for words.
pub fn compare_int(code: Code, a: i64, b: i64) -> bool {
    use Code::*;
    let (ua, ub) = (a as u64, b as u64);
    match code {
        Eq => a == b,
        Ne => a != b,
        Lt => a < b,
        Le => a <= b,
        Gt => a > b,
        Ge => a >= b,
        Ltu => ua < ub,
        Leu => ua <= ub,
        Gtu => ua > ub,
        _ => ua >= ub,
    }
}
