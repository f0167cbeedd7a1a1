//! How often a loop is gone round, found by doing what it does to the constants it begins with (`loop_niter_by_eval`).
//!
//! ```text
//!   <bb 4> : x_1 = PHI <2(2), x_5(3)>                 2, 1, 0: the loop is left by the edge to <bb 5>
//!   _3 = x_1 & 1;                                     in its second round, its latch runs once
//!   if (_3 == 0) goto <bb 3>; else goto <bb 5>;
//! ```
//!
//! Both sides of the test must be constants, or be computed from one φ of the header alone.

use gimple::cfg::{EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::fold_const;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;

/// Rounds that are tried (`--param max-iterations-to-track`).
const ROUNDS: u64 = 1000;

/// Statements from a φ to what is computed from it.
const CHAIN: usize = 32;

/// A value in the loop: the φ it is computed from, and how, the last statement first.
struct Chain {
    phi: StmtId,
    steps: Vec<StmtId>,
}

/// One side of a test.
enum Side {
    Constant(ConstId),
    Varying { test: Chain, next: Next },
}

/// What a φ gets from the latch.
enum Next {
    Constant(ConstId),
    Computed(Chain),
}

/// How often the latch of a loop runs until an exit is taken.
pub fn iterations(unit: &mut Unit, f: &Function, number: LoopId, exit: EdgeId) -> Option<u64> {
    let last = f.last_stmt(f.edges[exit].src)?;
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[last].kind else { return None };
    let stays = if f.edges[exit].flags.intersects(EdgeFlags::TRUE_VALUE) {
        code.invert_comparison(false)?
    } else {
        code
    };
    let (left, mut a) = side(f, number, lhs)?;
    let (right, mut b) = side(f, number, rhs)?;
    for round in 0..ROUNDS {
        let (x, y) = (left.value(unit, f, a)?, right.value(unit, f, b)?);
        if fold_const::compare(unit, stays, x, y) == Some(false) {
            return Some(round);
        }
        let before = (a, b);
        (a, b) = (left.after(unit, f, a)?, right.after(unit, f, b)?);
        if before == (a, b) {
            return None;
        }
    }
    None
}

/// One side of a test with the constant it begins with.
fn side(f: &Function, number: LoopId, op: Operand) -> Option<(Side, ConstId)> {
    if let Some(constant) = op.constant() {
        return Some((Side::Constant(constant), constant));
    }
    let test = chain(f, number, op)?;
    let latch = f.loop_data(number)?.latch;
    let preds = &f.blocks[f.stmts[test.phi].block].preds;
    let mut args = preds.iter().zip(&f.phi(test.phi).args);
    let (_, first) = args.clone().find(|(edge, _)| f.edges[**edge].src != latch)?;
    let (_, next) = args.find(|(edge, _)| f.edges[**edge].src == latch)?;
    let next = match next.value.constant() {
        Some(constant) => Next::Constant(constant),
        None => Next::Computed(chain(f, number, next.value).filter(|c| c.phi == test.phi)?),
    };
    (preds.len() == 2).then_some(())?;
    Some((Side::Varying { test, next }, first.value.constant()?))
}

/// How a value is computed from a φ of the loop's header, if from nothing else that varies (`chain_of_csts_start`).
fn chain(f: &Function, number: LoopId, op: Operand) -> Option<Chain> {
    let header = f.loop_data(number)?.header;
    let (mut name, mut steps) = (op.ssa()?, Vec::new());
    loop {
        let def = f.names[name].def.expand()?;
        if !f.in_loop(f.stmts[def].block, number) || steps.len() == CHAIN {
            return None;
        }
        match &f.stmts[def].kind {
            StmtKind::Phi(_) => {
                return (f.stmts[def].block == header).then_some(Chain { phi: def, steps });
            }
            StmtKind::Assign { rhs, .. } if f.stmts[def].vuse.is_none() => {
                let mut used = rhs.iter().filter_map(|op| op.ssa());
                name = used.next()?;
                if used.next().is_some() {
                    return None;
                }
                steps.push(def);
            }
            _ => return None,
        }
    }
}

impl Chain {
    fn value(&self, unit: &mut Unit, f: &Function, start: ConstId) -> Option<ConstId> {
        self.steps.iter().rev().try_fold(start, |value, &step| {
            let StmtKind::Assign { lhs, code, rhs } = f.stmts[step].kind else { return None };
            let ty = unit.type_of(f, lhs);
            let known = |op: Operand| if op.ssa().is_some() { Some(value) } else { op.constant() };
            match (rhs[0], rhs[1], rhs[2]) {
                (Operand::Ssa(_), Operand::None, Operand::None) if code == TreeCode::Single => {
                    Some(value)
                }
                (Operand::Ssa(_), Operand::None, Operand::None) => {
                    fold_const::const_unop(unit, code, ty, value)
                }
                (a, b, Operand::None) => {
                    fold_const::const_binop(unit, code, ty, known(a)?, known(b)?)
                }
                _ => None,
            }
        })
    }
}

impl Side {
    /// What is tested when the φ has a value.
    fn value(&self, unit: &mut Unit, f: &Function, phi: ConstId) -> Option<ConstId> {
        match self {
            Side::Constant(constant) => Some(*constant),
            Side::Varying { test, .. } => test.value(unit, f, phi),
        }
    }

    /// The φ's value in the next round.
    fn after(&self, unit: &mut Unit, f: &Function, phi: ConstId) -> Option<ConstId> {
        match self {
            Side::Constant(constant) | Side::Varying { next: Next::Constant(constant), .. } => {
                Some(*constant)
            }
            Side::Varying { next: Next::Computed(chain), .. } => chain.value(unit, f, phi),
        }
    }
}
