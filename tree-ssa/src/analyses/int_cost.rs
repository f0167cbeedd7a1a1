//! What operations on integers cost, in quarters of an instruction, as GCC counts (`COSTS_N_INSNS`).

use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::stmt::{StmtId, StmtKind};
use gimple::target::TargetDesc;
use gimple::unit::Unit;

/// The cost of one simple instruction.
pub const SIMPLE: i32 = 4;

/// The cost of a multiplication by what is not known.
pub fn multiplication(target: &TargetDesc) -> i32 {
    target.multiply_cost as i32 * SIMPLE
}

/// The cost of a multiplication by a constant, by shifts and additions where these are fewer (`mult_by_coeff_cost`).
pub fn multiplication_by(target: &TargetDesc, coefficient: i64) -> i32 {
    let limit = multiplication(target);
    let positive = by_shifts(coefficient.unsigned_abs(), limit);
    let chain = if coefficient < 0 { positive.saturating_add(SIMPLE) } else { positive };
    chain.min(limit)
}

/// The cheapest chain of shifts, additions and subtractions, no more than `limit`, each step of which costs at least an
/// instruction: so deep the recursion goes at most.
fn by_shifts(value: u64, limit: i32) -> i32 {
    if value <= 1 {
        return 0;
    }
    if limit < SIMPLE {
        return i32::MAX / 2;
    }
    if value.is_multiple_of(2) {
        return SIMPLE + by_shifts(value >> value.trailing_zeros(), limit - SIMPLE);
    }
    const STEP: i32 = 2 * SIMPLE;
    let mut least = i32::MAX / 2;
    for neighbour in [value - 1, value.wrapping_add(1)] {
        if neighbour != 0 {
            let rest = neighbour >> neighbour.trailing_zeros();
            least = least.min(STEP + by_shifts(rest, limit - STEP));
        }
    }
    for shift in 2..63 {
        let power = 1u64 << shift;
        for factor in [power - 1, power + 1] {
            if factor < value && value.is_multiple_of(factor) {
                least = least.min(STEP + by_shifts(value / factor, limit - STEP));
            }
        }
    }
    least
}

/// What a statement costs that goes when it is not needed any more (`stmt_cost`).
pub fn of_statement(unit: &Unit, f: &Function, stmt: StmtId) -> i32 {
    let StmtKind::Assign { code, rhs, .. } = f.stmts[stmt].kind else { return 0 };
    match code {
        TreeCode::Single => 0,
        TreeCode::Mult => match unit.as_int(rhs[1]).and_then(|value| i64::try_from(value).ok()) {
            Some(value) => multiplication_by(&unit.target, value),
            None => multiplication(&unit.target),
        },
        _ => SIMPLE,
    }
}

/// Whether the bits of words are found for less when they are counted from zero: `low`, from which they are counted in
/// `masks`, is not taken from the index then, but the masks are other constants.
pub fn counts_from_zero(target: &TargetDesc, low: u32, masks: impl Iterator<Item = u64>) -> bool {
    let cost = |mask: u64| (target.constant_cost)(mask as i64) as i32;
    let saved: i32 = masks.map(|mask| cost(mask) - cost(mask << low)).sum();
    1 + saved > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What GCC's dumps show for the target's costs.
    #[test]
    fn multiplications_by_constants() {
        let target = TargetDesc::lp64();
        let costs = [2, 3, 4, 5, 6, 7, 14, 21, 12, 10].map(|n| multiplication_by(&target, n));
        assert_eq!(costs, [4, 8, 4, 8, 12, 8, 12, 16, 12, 12]);
        assert_eq!(multiplication_by(&target, 0x1234_5678), 16);
    }
}
