//! Conditions in loops that compare what the loop counts by.
//!
//! ```text
//!   for (i = 0; i < 7; i++)        i == 6 holds seldom ("guess loop iv compare");
//!     if (i < 3)                   i < 3 holds in three of seven iterations ("loop iv compare")
//! ```

use super::paths::Paths;
use super::predictions::{CERTAIN, Heuristic};
use crate::analyses::scev::Scev;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;

/// Additions that a value is followed back over.
const MOST_ADDITIONS: usize = 4;

/// A comparison of what changes by a constant in each iteration with what does not change.
#[derive(Clone, Copy)]
pub struct Test {
    code: TreeCode,
    bound: Operand,
    base: Operand,
    step: i128,
}

/// The test that ends a block, if it is such a comparison.
pub fn test_of(scev: &mut Scev<'_, '_>, number: LoopId, block: BlockId) -> Option<Test> {
    let f = scev.f;
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[f.last_stmt(block)?].kind else {
        return None;
    };
    let comparable = matches!(code, TreeCode::Eq | TreeCode::Ne)
        || matches!(code, TreeCode::Lt | TreeCode::Le | TreeCode::Gt | TreeCode::Ge);
    if !comparable {
        return None;
    }
    let (code, (base, step), other) = match (counted(scev, number, lhs), counted(scev, number, rhs))
    {
        (Some(counter), None) => (code, counter, rhs),
        // GCC turns the comparison into its opposite, not round.
        (None, Some(counter)) => match code {
            TreeCode::Eq | TreeCode::Ne => (code, counter, lhs),
            _ => (code.invert_comparison(false)?, counter, lhs),
        },
        _ => return None,
    };
    Some(Test { code, bound: invariant(scev.unit, f, number, other)?, base, step })
}

/// Where a value begins in a loop, and by how much it grows in each iteration.
fn counted(scev: &mut Scev<'_, '_>, number: LoopId, op: Operand) -> Option<(Operand, i128)> {
    let value = scev.evolution_of(number, op.ssa()?).known()?;
    let (around, base, step) = scev.affine(value)?;
    let base = match scev.folder().as_int(base) {
        Some(constant) => {
            let ty = scev.unit.type_of(scev.f, op);
            scev.unit.int(ty, constant)
        }
        None => Operand::Ssa(scev.state.exprs.name(base)?),
    };
    let step = scev.folder().as_int(step)?;
    (around == number && step != 0).then_some((base, step))
}

/// What a value that a loop does not change is: a constant, or a name from outside, which constants may have been added to.
fn invariant(unit: &Unit, f: &Function, number: LoopId, op: Operand) -> Option<Operand> {
    let mut op = op;
    for _ in 0..MOST_ADDITIONS {
        let Operand::Ssa(name) = op else { return unit.as_int(op).map(|_| op) };
        let inside = |def: &StmtId| f.in_loop(f.stmts[*def].block, number);
        let Some(def) = f.names[name].def.expand().filter(inside) else { return Some(op) };
        match f.stmts[def].kind {
            StmtKind::Assign { code: TreeCode::Plus | TreeCode::Minus, rhs, .. }
                if unit.as_int(rhs[1]).is_some() =>
            {
                op = rhs[0];
            }
            _ => return None,
        }
    }
    None
}

/// Predicts a branch in a loop by how its comparison relates to the one that bounds the loop (`predict_iv_comparison`).
pub fn predict(
    scev: &mut Scev<'_, '_>,
    paths: &mut Paths<'_>,
    number: LoopId,
    block: BlockId,
    limit: &Test,
) {
    let f = paths.f;
    let Some(test) = test_of(scev, number, block) else { return };
    let unit = &*scev.unit;
    let is_true = |edge: &&EdgeId| f.edges[**edge].flags.intersects(EdgeFlags::TRUE_VALUE);
    let Some(&edge) = f.blocks[block].succs.iter().find(is_true) else { return };
    let guess = Heuristic::LoopIvCompareGuess;
    if matches!(test.code, TreeCode::Eq | TreeCode::Ne) {
        paths.predictions.edge_as_usual(f, edge, guess, test.code == TreeCode::Ne);
        return;
    }
    if !are_related(paths, limit.base, test.base) {
        return;
    }
    let numbers = (unit.as_int(limit.bound), unit.as_int(test.bound), unit.as_int(test.base));
    if let (Some(bound), Some(compared), Some(base)) = numbers {
        let probability = share(limit, &test, bound, compared, base);
        paths.predictions.edge(f, edge, Heuristic::LoopIvCompare, probability);
    } else if are_related(paths, limit.bound, test.bound) {
        let up = |code| matches!(code, TreeCode::Lt | TreeCode::Le);
        let down = |code| matches!(code, TreeCode::Gt | TreeCode::Ge);
        if up(limit.code) || down(limit.code) {
            let taken = up(limit.code) == up(test.code);
            paths.predictions.edge_as_usual(f, edge, guess, taken);
        }
    } else if are_related(paths, limit.base, test.bound) {
        // Where it began is soon left by what moves away from there.
        let away = if limit.step > 0 {
            [TreeCode::Gt, TreeCode::Ge]
        } else {
            [TreeCode::Lt, TreeCode::Le]
        };
        paths.predictions.edge_as_usual(f, edge, guess, away.contains(&test.code));
    }
}

/// In what part of a loop's iterations a comparison holds, of [`CERTAIN`].
fn share(limit: &Test, test: &Test, bound: i128, compared: i128, base: i128) -> i64 {
    let or_equal = |code| i128::from(matches!(code, TreeCode::Le | TreeCode::Ge));
    let less = matches!(test.code, TreeCode::Lt | TreeCode::Le);
    let all = ((bound - base) / test.step + or_equal(limit.code)).max(0);
    let first = (test.step < 0) == less;
    let span = if first { bound - compared } else { compared - base };
    let holds = (span / test.step + or_equal(test.code)).max(0);
    if all == 0 {
        0
    } else if holds > all {
        CERTAIN
    } else {
        (holds * i128::from(CERTAIN) / all) as i64
    }
}

/// Whether two values are the same, both constants, or one is computed from the other or both from a third
/// (`expr_coherent_p`).
fn are_related(paths: &Paths<'_>, a: Operand, b: Operand) -> bool {
    let (Operand::Ssa(x), Operand::Ssa(y)) = (a, b) else {
        return a.ssa().is_none() && b.ssa().is_none();
    };
    let f = paths.f;
    let source = |name| {
        let def = f.names[name].def.expand()?;
        let StmtKind::Assign { rhs, .. } = f.stmts[def].kind else { return None };
        let mut names = rhs.iter().filter_map(|op: &Operand| op.ssa());
        let first = names.next()?;
        names.next().is_none().then_some(first)
    };
    let (from_x, from_y) = (source(x), source(y));
    x == y || from_x == Some(y) || from_y == Some(x) || from_x.is_some() && from_x == from_y
}
