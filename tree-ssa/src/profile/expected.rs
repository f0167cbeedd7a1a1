//! Values that are expected: what `__builtin_expect` says, that `malloc` finds memory, that an exchange succeeds.

use super::predictions::{CERTAIN, Heuristic};
use crate::effects::call_effects::builtin_at;
use crate::effects::call_effects::call_flags;
use gimple::builtins::{Builtin, Ecf, Family};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::unit::Unit;

/// How far definitions are followed.
const DEEP: u32 = 16;

/// A value, with what it is expected by and how surely.
#[derive(Clone, Copy)]
struct Expected {
    value: i128,
    heuristic: Heuristic,
    probability: Option<i64>,
}

/// Whether a comparison is expected to hold, by which heuristic and with which probability.
pub fn expected_condition(
    unit: &mut Unit,
    f: &Function,
    code: TreeCode,
    lhs: Operand,
    rhs: Operand,
) -> Option<(bool, Heuristic, i64)> {
    let left = expected(unit, f, lhs, DEEP)?;
    let right = expected(unit, f, rhs, DEEP)?;
    let both = together(left, right);
    let holds = code.compare(left.value, right.value)?;
    let certain = both.heuristic == Heuristic::Unconditional;
    (!certain).then(|| (holds, both.heuristic, sureness(both)))
}

fn sureness(expected: Expected) -> i64 {
    expected.probability.unwrap_or_else(|| expected.heuristic.hit_rate())
}

/// The heuristic of what depends on two values: the weaker, and both have to be right.
fn together(a: Expected, b: Expected) -> Expected {
    let probability = (a.probability.is_some() || b.probability.is_some())
        .then(|| (sureness(a) * sureness(b) + CERTAIN / 2) / CERTAIN);
    Expected { value: a.value, heuristic: a.heuristic.max(b.heuristic), probability }
}

fn expected(unit: &mut Unit, f: &Function, op: Operand, deep: u32) -> Option<Expected> {
    if let Some(value) = unit.as_int(op) {
        return Some(Expected { value, heuristic: Heuristic::Unconditional, probability: None });
    }
    let name = op.ssa()?;
    let def = f.names[name].def.expand()?;
    let deep = deep.checked_sub(1)?;
    match f.stmts[def].kind {
        StmtKind::Assign { code, rhs, .. } => {
            let first = expected(unit, f, rhs[0], deep)?;
            if rhs[1].is_none() {
                let ty = f.names[name].ty;
                let copies = matches!(code, TreeCode::Single | TreeCode::Nop);
                return (copies && unit.types.is_integral(ty))
                    .then(|| Expected { value: unit.types.wrap(ty, first.value), ..first });
            }
            let second = expected(unit, f, rhs[1], deep)?;
            let both = together(first, second);
            let value = match code.compare(first.value, second.value) {
                Some(holds) => i128::from(holds),
                None => {
                    let ty = f.names[name].ty;
                    gimple::fold_const::int_binop(unit, code, ty, first.value, second.value)?
                }
            };
            Some(Expected { value, ..both })
        }
        StmtKind::Call(_) => of_call(unit, f, def),
        _ => None,
    }
}

fn of_call(unit: &Unit, f: &Function, def: gimple::stmt::StmtId) -> Option<Expected> {
    let StmtKind::Call(call) = &f.stmts[def].kind else { return None };
    let argument = |index: usize| call.args.get(index).and_then(|&arg| unit.as_int(arg));
    let yes = |heuristic| Some(Expected { value: 1, heuristic, probability: None });
    if call_flags(unit, f, def).intersects(Ecf::MALLOC) {
        return yes(Heuristic::MallocNonnull);
    }
    let builtin = builtin_at(unit, f, def)?;
    match builtin {
        Builtin::Expect => Some(Expected {
            value: argument(1)?,
            heuristic: Heuristic::BuiltinExpect,
            probability: Some(Heuristic::BuiltinExpect.hit_rate()),
        }),
        Builtin::ExpectWithProbability => {
            let share = real_value(unit, *call.args.get(2)?)?;
            (0.0..=1.0).contains(&share).then_some(Expected {
                value: argument(1)?,
                heuristic: Heuristic::BuiltinExpectWithProbability,
                probability: Some((share * CERTAIN as f64) as i64),
            })
        }
        Builtin::Realloc => yes(Heuristic::MallocNonnull),
        _ if compares_and_swaps(builtin.family()) => yes(Heuristic::CompareAndSwap),
        _ => None,
    }
}

/// Whether a function says that it has stored the new value: few others are at the same place at once.
fn compares_and_swaps(family: Family) -> bool {
    matches!(
        family,
        Family::SyncBoolCompareAndSwap
            | Family::AtomicCompareExchange
            | Family::AtomicCompareExchangeN
    )
}

/// The value of an operand that is a floating-point constant.
pub fn real_value(unit: &Unit, op: Operand) -> Option<f64> {
    op.constant().and_then(|id| unit.consts.as_real(id)).map(|bits| bits.to_f64())
}
