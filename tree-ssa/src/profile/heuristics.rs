//! Heuristics about single blocks: what they call, what their conditions compare, what they return.

use super::expected::{expected_condition, real_value};
use super::paths::Paths;
use super::predictions::{CERTAIN, Heuristic, is_unlikely_edge};
use super::unlikely::calls_cold;
use crate::effects::call_effects::builtin_at;
use crate::effects::call_effects::call_flags;
use crate::effects::call_effects::has_no_side_effects;
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::{BlockId, EXIT, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::stmt::{Callee, Predictor, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;

/// What calls, and hints of the front end, say about the paths to them.
pub fn calls_and_hints(unit: &Unit, paths: &mut Paths<'_>) {
    let f = paths.f;
    let returns = f.blocks[EXIT].preds.iter().any(|&edge| !is_unlikely_edge(f, edge));
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            match &f.stmts[stmt].kind {
                StmtKind::Call(call) => {
                    let leaves = call_flags(unit, f, stmt).intersects(Ecf::NORETURN);
                    if leaves && returns && !is_exit_with_zero(unit, f, stmt) {
                        paths.leading_to(block, Heuristic::Noreturn, false, None);
                    }
                    if calls_cold(unit, f, stmt) {
                        paths.leading_to(block, Heuristic::ColdFunction, false, None);
                    }
                    if call.callee == Callee::Decl(f.decl) {
                        paths.leading_to(block, Heuristic::RecursiveCall, false, None);
                    }
                }
                StmtKind::Predict { predictor, taken } => {
                    paths.leading_to(block, of_hint(*predictor), *taken, None);
                }
                _ => {}
            }
        }
    }
}

fn of_hint(predictor: Predictor) -> Heuristic {
    match predictor {
        Predictor::TreeEarlyReturn => Heuristic::TreeEarlyReturn,
        Predictor::Goto => Heuristic::Goto,
        Predictor::ColdLabel => Heuristic::ColdLabel,
        Predictor::HotLabel => Heuristic::HotLabel,
        Predictor::Continue => Heuristic::Continue,
        Predictor::NoReturn => Heuristic::Noreturn,
    }
}

fn is_exit_with_zero(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    matches!(builtin_at(unit, f, stmt), Some(Builtin::Exit | Builtin::PosixExit | Builtin::C99Exit))
        && call.args.first().is_some_and(|&arg| unit.as_int(arg) == Some(0))
}

/// What the values returned say about the paths on which they come: errors are rare.
pub fn returns(unit: &Unit, paths: &mut Paths<'_>) {
    let f = paths.f;
    let last = |edge: &EdgeId| f.last_stmt(f.edges[*edge].src);
    let value =
        f.blocks[EXIT].preds.iter().filter_map(last).find_map(|stmt| match f.stmts[stmt].kind {
            StmtKind::Return(value) => Some(value),
            _ => None,
        });
    let Some(def) = value.and_then(Operand::ssa).and_then(|name| f.names[name].def.expand()) else {
        return;
    };
    let StmtKind::Phi(phi) = &f.stmts[def].kind else { return };
    if compares_three_ways(unit, f, def) {
        return;
    }
    let kinds: Vec<Option<Heuristic>> =
        phi.args.iter().map(|arg| of_returned(unit, f, arg.value)).collect();
    // Where all are of one kind, that says nothing.
    if kinds.iter().all(|kind| *kind == kinds[0]) {
        return;
    }
    let block = f.stmts[def].block;
    for (position, kind) in kinds.into_iter().enumerate() {
        if let Some(heuristic) = kind {
            paths.leading_to_edge(f.blocks[block].preds[position], heuristic, false, None);
        }
    }
}

fn of_returned(unit: &Unit, f: &Function, value: Operand) -> Option<Heuristic> {
    let ty = unit.type_of(f, value);
    if unit.types.is_pointer(ty) {
        return (unit.as_int(value) == Some(0)).then_some(Heuristic::NullReturn);
    }
    if !unit.types.is_integral(ty) {
        return None;
    }
    match unit.as_int(value)? {
        value if value < 0 => Some(Heuristic::NegativeReturn),
        0 | 1 => None,
        _ => Some(Heuristic::ConstReturn),
    }
}

/// Whether a function returns -1 and 1, as those do that `qsort` calls: then -1 means no error.
fn compares_three_ways(unit: &Unit, f: &Function, phi: StmtId) -> bool {
    const DEEP: u32 = 3;
    let ty = unit.type_of(f, Operand::Ssa(f.phi(phi).result));
    let signed = unit.types.is_integral(ty) && !unit.types.is_unsigned(ty);
    signed && values_of(unit, f, phi, DEEP).is_some_and(|seen| seen.0 && seen.2)
}

/// Which of -1, 0 and 1 a φ may be, if it is nothing else.
fn values_of(unit: &Unit, f: &Function, phi: StmtId, deep: u32) -> Option<(bool, bool, bool)> {
    let mut seen = (false, false, false);
    for arg in &f.phi(phi).args {
        match unit.as_int(arg.value) {
            Some(-1) => seen.0 = true,
            Some(0) => seen.1 = true,
            Some(1) => seen.2 = true,
            Some(_) => return None,
            None => {
                let def = f.names[arg.value.ssa()?].def.expand()?;
                match f.stmts[def].kind {
                    StmtKind::Phi(_) if deep > 0 => {
                        let inner = values_of(unit, f, def, deep - 1)?;
                        seen = (seen.0 | inner.0, seen.1 | inner.1, seen.2 | inner.2);
                    }
                    StmtKind::Assign { code: TreeCode::Nop, rhs, .. } => {
                        let ty = unit.type_of(f, rhs[0]);
                        if unit.types.precision(ty) != Some(1) || !unit.types.is_unsigned(ty) {
                            return None;
                        }
                        (seen.1, seen.2) = (true, true);
                    }
                    StmtKind::Assign { code, .. } if code.is_comparison() => {
                        (seen.1, seen.2) = (true, true);
                    }
                    _ => return None,
                }
            }
        }
    }
    Some(seen)
}

/// What a block's last statement, and what it guards, say about its ways out.
pub fn of_block(unit: &mut Unit, paths: &mut Paths<'_>, block: BlockId) {
    let f = paths.f;
    for &edge in &f.blocks[block].succs {
        let dst = f.edges[edge].dst;
        let guarded = dst != EXIT
            && dst != block
            && paths.dominators.dominated_by(dst, block)
            && !paths.post_dominators.dominated_by(block, dst);
        if guarded {
            guarded_call(unit, paths, edge);
        }
    }
    condition(unit, paths, block);
}

/// A call that is guarded is often one that reports what should not have happened.
fn guarded_call(unit: &Unit, paths: &mut Paths<'_>, edge: EdgeId) {
    let f = paths.f;
    let costly = |stmt: &StmtId| {
        matches!(&f.stmts[*stmt].kind, StmtKind::Call(call)
            if !matches!(call.callee, Callee::Internal(_)))
            && !builtin_at(unit, f, *stmt).is_some_and(Builtin::is_cheap)
            && !has_no_side_effects(unit, f, *stmt)
    };
    let Some(call) = f.block_stmts(f.edges[edge].dst).find(costly) else { return };
    let direct = matches!(&f.stmts[call].kind, StmtKind::Call(call)
        if matches!(call.callee, Callee::Decl(_)));
    if direct {
        paths.predictions.edge_as_usual(f, edge, Heuristic::Call, false);
    } else {
        paths.predictions.edge_as_usual(f, edge, Heuristic::IndirectCall, true);
    }
}

/// What is compared says how it may come out.
fn condition(unit: &mut Unit, paths: &mut Paths<'_>, block: BlockId) {
    let f = paths.f;
    let Some(last) = f.last_stmt(block) else { return };
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[last].kind else { return };
    let is_true = |edge: &&EdgeId| f.edges[**edge].flags.intersects(EdgeFlags::TRUE_VALUE);
    let Some(&edge) = f.blocks[block].succs.iter().find(is_true) else { return };
    if let Some((holds, heuristic, probability)) = expected_condition(unit, f, code, lhs, rhs) {
        let probability = if holds { probability } else { CERTAIN - probability };
        paths.predictions.edge(f, edge, heuristic, probability);
    }
    let ty = unit.type_of(f, lhs);
    let mut say = |heuristic, taken| {
        paths.predictions.edge_as_usual(f, edge, heuristic, taken);
    };
    if unit.types.is_pointer(ty) {
        match code {
            TreeCode::Eq => say(Heuristic::TreePointer, false),
            TreeCode::Ne => say(Heuristic::TreePointer, true),
            _ => {}
        }
        return;
    }
    let zero = |op| unit.as_int(op) == Some(0);
    let part = unit.types.element(ty).unwrap_or(ty);
    let telling = !unit.types.is_real(part) && !zero(lhs) && !zero(rhs);
    let small = || match unit.as_int(rhs) {
        Some(value) => {
            let all_ones =
                unit.types.precision(ty).filter(|&bits| bits < 127).map(|bits| (1i128 << bits) - 1);
            matches!(value, -1..=1) || Some(value) == all_ones
        }
        None => real_value(unit, rhs).is_some_and(|value| [-1.0, 0.0, 1.0].contains(&value)),
    };
    match code {
        TreeCode::Eq | TreeCode::Uneq if telling => say(Heuristic::TreeOpcodeNonequal, false),
        TreeCode::Ne | TreeCode::Ltgt if telling => say(Heuristic::TreeOpcodeNonequal, true),
        TreeCode::Ordered => say(Heuristic::TreeFpopcode, true),
        TreeCode::Unordered => say(Heuristic::TreeFpopcode, false),
        TreeCode::Le | TreeCode::Lt if small() => say(Heuristic::TreeOpcodePositive, false),
        TreeCode::Ge | TreeCode::Gt if small() => say(Heuristic::TreeOpcodePositive, true),
        _ => {}
    }
}
