//! Conditions in loops that compare what the loop counts by, and how often arrays let loops go round.
//!
//! ```text
//!   for (i = 0; i < 7; i++)        i == 6 holds seldom ("guess loop iv compare");
//!     if (i < 3)                   i < 3 holds in three of seven iterations ("loop iv compare");
//!       a[i] = 0;                  no more iterations than `a` has elements ("guessed loop iterations")
//! ```

use super::paths::Paths;
use super::predictions::{CERTAIN, Heuristic};
use crate::loops::loop_iterations::induction_variable;
use crate::loops::natural_loops::{in_loop, loop_body};
use gimple::cfg::{BlockId, EdgeId, edge_flag};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::ArrayDomain;
use gimple::types::TypeKind;
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
pub fn test_of(unit: &mut Unit, paths: &Paths<'_>, number: u32, block: BlockId) -> Option<Test> {
    let f = paths.f;
    let header = f.loops.as_ref()?.table.get(number as usize)?.header;
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[f.last_stmt(block)?].kind else {
        return None;
    };
    let comparable = matches!(code, TreeCode::Eq | TreeCode::Ne)
        || matches!(code, TreeCode::Lt | TreeCode::Le | TreeCode::Gt | TreeCode::Ge);
    let stays = |op: Operand| invariant(unit, f, number, op);
    let counted = |op: Operand| {
        let variable = induction_variable(unit, f, paths.dominators, header, op.ssa()?)?;
        (variable.step != 0).then_some(variable)
    };
    let (code, variable, counter, bound) = match (counted(lhs), counted(rhs)) {
        _ if !comparable => return None,
        (Some(variable), None) => (code, variable, lhs, stays(rhs)?),
        // GCC turns the comparison into its opposite, not round.
        (None, Some(variable)) => match code {
            TreeCode::Eq | TreeCode::Ne => (code, variable, rhs, stays(lhs)?),
            _ => (code.invert_comparison(false)?, variable, rhs, stays(lhs)?),
        },
        _ => return None,
    };
    let base = match unit.as_int(variable.base) {
        Some(value) if variable.after_step => {
            let ty = unit.type_of(f, counter);
            unit.int(ty, value + variable.step)
        }
        Some(_) => variable.base,
        None => Operand::Ssa(variable.base.ssa()?),
    };
    Some(Test { code, bound, base, step: variable.step })
}

/// What a value that a loop does not change is: a constant, or a name from outside, which constants may have been added to.
fn invariant(unit: &Unit, f: &Function, number: u32, op: Operand) -> Option<Operand> {
    let mut op = op;
    for _ in 0..MOST_ADDITIONS {
        let Operand::Ssa(name) = op else { return unit.as_int(op).map(|_| op) };
        let inside = |def: &StmtId| in_loop(f, f.stmts[*def].block, number);
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
pub fn predict(unit: &mut Unit, paths: &mut Paths<'_>, number: u32, block: BlockId, limit: &Test) {
    let f = paths.f;
    let Some(test) = test_of(unit, paths, number, block) else { return };
    let is_true = |edge: &&EdgeId| f.edges[**edge].flags & edge_flag::TRUE_VALUE != 0;
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

/// How often the latch of a loop runs at most if it does not leave the arrays it walks.
pub fn rounds_by_arrays(unit: &Unit, paths: &Paths<'_>, number: u32, exit: EdgeId) -> Option<u64> {
    let f = paths.f;
    let entry = f.loops.as_ref()?.table.get(number as usize)?;
    if entry.latch.is_none() {
        return None;
    }
    let mut least = None;
    for block in loop_body(f, number) {
        // What is done in the last iteration, too, counts one less.
        let always = paths.dominators.dominated_by(entry.latch, block)
            && paths.dominators.dominated_by(f.edges[exit].src, block);
        for stmt in f.block_stmts(block) {
            if let Some(rounds) = rounds_by_stmt(unit, paths, entry.header, stmt) {
                let rounds = rounds + u64::from(!always);
                least = Some(least.map_or(rounds, |least: u64| least.min(rounds)));
            }
        }
    }
    least
}

fn rounds_by_stmt(unit: &Unit, paths: &Paths<'_>, header: BlockId, stmt: StmtId) -> Option<u64> {
    let f = paths.f;
    let mut least: Option<u64> = None;
    let mut look = |op: Operand| {
        let mut op = op;
        while let Operand::Tree(id) = op {
            let node = unit.trees.kind(id);
            if let TreeKind::ArrayRef { base, index } = *node
                && let Some(rounds) = rounds_by_index(unit, paths, header, base, index)
            {
                least = Some(least.map_or(rounds, |least| least.min(rounds)));
            }
            op = match *node {
                TreeKind::ArrayRef { base, .. }
                | TreeKind::ComponentRef { base, .. }
                | TreeKind::BitFieldRef { base, .. }
                | TreeKind::Realpart(base)
                | TreeKind::Imagpart(base)
                | TreeKind::ViewConvert(base)
                | TreeKind::Addr(base) => base,
                _ => break,
            };
        }
    };
    f.for_each_read(stmt, &mut look);
    f.for_each_write(stmt, &mut look);
    least
}

/// How many iterations an index stays within its array, behind the first.
fn rounds_by_index(
    unit: &Unit,
    paths: &Paths<'_>,
    header: BlockId,
    array: Operand,
    index: Operand,
) -> Option<u64> {
    let f = paths.f;
    let TypeKind::Array { domain: ArrayDomain::Count(count), .. } =
        *unit.types.kind(unit.type_of(f, array))
    else {
        return None;
    };
    let name = index.ssa()?;
    let variable = induction_variable(unit, f, paths.dominators, header, name)?;
    let base = unit.as_int(variable.base)? + if variable.after_step { variable.step } else { 0 };
    let ty = f.names[name].ty;
    let bits = unit.types.precision(ty)? - u32::from(!unit.types.is_unsigned(ty));
    // Of one element there are often more, and an index that wraps may stay inside.
    if count < 2 || variable.step == 0 || i128::from(count) > 1 << bits.min(100) {
        return None;
    }
    let room = if variable.step > 0 { i128::from(count) - 1 - base } else { base };
    u64::try_from(room / variable.step.abs()).ok()
}
