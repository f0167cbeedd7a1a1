//! What is known of the number of iterations of loops: whether a loop is bound to end.
//!
//! An exit is understood whose test every iteration makes, of a value that changes by a constant from iteration to
//! iteration against one that does not change. Signed values, and pointers, are taken not to overflow, as C has it,
//! unless `-fwrapv` says otherwise.

use crate::graph::dominance::Dominators;
use crate::loops::natural_loops;
use gimple::cfg::{BlockId, EdgeId, edge_flag};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;

/// The edges out of a loop, in order of its blocks.
pub fn exits(f: &Function, number: u32) -> Vec<EdgeId> {
    let mut exits = Vec::new();
    for block in natural_loops::loop_body(f, number) {
        for &edge in &f.blocks[block].succs {
            if !natural_loops::in_loop(f, f.edges[edge].dst, number) {
                exits.push(edge);
            }
        }
    }
    exits
}

/// Whether a loop is bound to be left (`finite_loop_p`).
pub fn is_finite(
    cx: &mut PassContext<'_>,
    f: &Function,
    tree: &Dominators,
    number: u32,
    exits: &[EdgeId],
) -> bool {
    let wrapv = cx.options.on(Flag::Wrapv);
    let ends = |&exit: &EdgeId| counted_exit(cx.unit, f, tree, number, exit, wrapv).is_some();
    let finite = exits.iter().any(ends) || !wrapv && would_overflow(cx.unit, f, tree, number);
    if finite && cx.dump.details() {
        // Errors of the dump's file wait in the dump manager.
        let _ = writeln!(cx.dump, "Found loop {number} to be finite: upper bound found.");
    }
    finite
}

/// Whether every iteration adds to a signed variable that starts each as the last left it: were the loop never left, the
/// variable would overflow (`infer_loop_bounds_from_signedness`).
fn would_overflow(unit: &Unit, f: &Function, tree: &Dominators, number: u32) -> bool {
    let Some(entry) = f.loops.as_ref().and_then(|loops| loops.table.get(number as usize)) else {
        return false;
    };
    let latch = entry.latch;
    latch.is_some()
        && f.phis(entry.header).any(|phi| {
            let result = f.phi(phi).result;
            let ty = unit.type_of(f, Operand::Ssa(result));
            if !unit.types.is_integral(ty) || unit.types.is_unsigned(ty) {
                return false;
            }
            let back = f.find_edge(latch, entry.header);
            let next = back.and_then(|edge| f.phi_arg(phi, edge).ssa());
            let sum = next.and_then(|name| f.names[name].def.expand());
            let counts =
                next.and_then(|name| induction_variable(unit, f, tree, entry.header, name));
            counts.is_some_and(|variable| variable.step != 0)
                && sum.is_some_and(|sum| tree.dominated_by(latch, f.stmts[sum].block))
        })
}

/// A value that a loop changes by a constant in each iteration.
#[derive(Clone, Copy, Debug)]
pub struct InductionVariable {
    /// Its value before the loop.
    pub base: Operand,
    /// What is added in each iteration.
    pub step: i128,
    /// Whether the name is the value after the addition.
    pub after_step: bool,
}

/// Recognises a name as an induction variable of a loop with one latch: the φ in its header, or the sum that feeds it.
pub fn induction_variable(
    unit: &Unit,
    f: &Function,
    tree: &Dominators,
    header: BlockId,
    name: SsaName,
) -> Option<InductionVariable> {
    let def = f.names[name].def.expand()?;
    let (phi, after_step) = match f.stmts[def].kind {
        StmtKind::Phi(_) => (def, false),
        StmtKind::Assign { code: TreeCode::Plus | TreeCode::PointerPlus, rhs, .. } => {
            (f.names[rhs[0].ssa()?].def.expand()?, true)
        }
        _ => return None,
    };
    let StmtKind::Phi(data) = &f.stmts[phi].kind else { return None };
    let preds = &f.blocks[header].preds;
    if f.stmts[phi].block != header || preds.len() != 2 {
        return None;
    }
    let from_latch = |index: usize| tree.dominated_by(f.edges[preds[index]].src, header);
    let latch = match (from_latch(0), from_latch(1)) {
        (true, false) => 0,
        (false, true) => 1,
        _ => return None,
    };
    let next = data.args[latch].value.ssa()?;
    if after_step && next != name {
        return None;
    }
    let sum = f.names[next].def.expand()?;
    let StmtKind::Assign { code: TreeCode::Plus | TreeCode::PointerPlus, rhs, .. } =
        f.stmts[sum].kind
    else {
        return None;
    };
    if rhs[0] != Operand::Ssa(data.result) {
        return None;
    }
    let step = signed(unit, f, rhs[1])?;
    Some(InductionVariable { base: data.args[1 - latch].value, step, after_step })
}

/// A constant as the signed number its bits are.
fn signed(unit: &Unit, f: &Function, op: Operand) -> Option<i128> {
    let value = unit.as_int(op)?;
    let bits = unit.types.precision(unit.type_of(f, op))?.min(127);
    let half = 1i128 << (bits - 1);
    Some(if value >= half { value - (half << 1) } else { value })
}

/// What a loop counts from and to until it is left through an exit, if it is bound to be: then these, and the step, say how
/// often it is gone round.
pub fn counted_exit(
    unit: &Unit,
    f: &Function,
    tree: &Dominators,
    number: u32,
    exit: EdgeId,
    wrapv: bool,
) -> Option<[Operand; 2]> {
    let entry = f.loops.as_ref().and_then(|loops| loops.table.get(number as usize))?;
    let (header, src) = (entry.header, f.edges[exit].src);
    // Every iteration must make the test.
    let latches = f.blocks[header].preds.iter().map(|&edge| f.edges[edge].src);
    if !latches
        .filter(|&latch| tree.dominated_by(latch, header))
        .all(|latch| tree.dominated_by(latch, src))
    {
        return None;
    }
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[f.last_stmt(src)?].kind else {
        return None;
    };
    let taken = f.edges[exit].flags & edge_flag::TRUE_VALUE != 0;
    let stays = if taken { code.invert_comparison(false)? } else { code };
    let invariant = |op: Operand| match op {
        Operand::Const(_) => true,
        Operand::Ssa(name) => f.names[name]
            .def
            .expand()
            .is_none_or(|def| !natural_loops::in_loop(f, f.stmts[def].block, number)),
        _ => unit.addressed(op).is_some_and(|object| matches!(object, Operand::Decl(_))),
    };
    let counts = |op: Operand| induction_variable(unit, f, tree, header, op.ssa()?);
    if let (Some(iv), true) = (counts(lhs), invariant(rhs)) {
        return runs_out(unit, f, stays, lhs, iv.step, rhs, wrapv).then_some([iv.base, rhs]);
    }
    if let (Some(iv), true) = (counts(rhs), invariant(lhs)) {
        let stays = stays.swap_comparison();
        return runs_out(unit, f, stays, rhs, iv.step, lhs, wrapv).then_some([iv.base, lhs]);
    }
    None
}

/// Whether `value code bound` cannot stay true while `step` is added to the value again and again.
fn runs_out(
    unit: &Unit,
    f: &Function,
    code: TreeCode,
    value: Operand,
    step: i128,
    bound: Operand,
    wrapv: bool,
) -> bool {
    let ty = unit.type_of(f, value);
    let types = &unit.types;
    if !(types.is_integral(ty) || types.is_pointer(ty)) || step == 0 {
        return false;
    }
    let never_wraps = !wrapv && (types.is_pointer(ty) || !types.is_unsigned(ty));
    let Some(bits) = types.precision(ty).filter(|&bits| bits < 127) else { return false };
    let (least, most) = match types.is_unsigned(ty) {
        true => (0, (1i128 << bits) - 1),
        false => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
    };
    let limit = unit.as_int(bound);
    match code {
        TreeCode::Ne => step.unsigned_abs() == 1,
        TreeCode::Eq => true,
        // The last value for which the loop goes on must have a successor.
        TreeCode::Lt if step > 0 => {
            never_wraps || step == 1 || limit.is_some_and(|limit| limit - 1 + step <= most)
        }
        TreeCode::Le if step > 0 => never_wraps || limit.is_some_and(|limit| limit + step <= most),
        TreeCode::Gt if step < 0 => {
            never_wraps || step == -1 || limit.is_some_and(|limit| limit + 1 + step >= least)
        }
        TreeCode::Ge if step < 0 => never_wraps || limit.is_some_and(|limit| limit + step >= least),
        _ => false,
    }
}

/// How often a loop is gone round until an exit is taken, where that is a constant: the number of times its latch runs.
pub fn constant_iterations(
    unit: &Unit,
    f: &Function,
    tree: &Dominators,
    number: u32,
    exit: EdgeId,
) -> Option<u64> {
    let entry = f.loops.as_ref()?.table.get(number as usize)?;
    let (header, src) = (entry.header, f.edges[exit].src);
    if entry.latch.is_none() || !tree.dominated_by(entry.latch, src) {
        return None;
    }
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[f.last_stmt(src)?].kind else {
        return None;
    };
    let stays = if f.edges[exit].flags & edge_flag::TRUE_VALUE != 0 {
        code.invert_comparison(false)?
    } else {
        code
    };
    let counts = |op: Operand| induction_variable(unit, f, tree, header, op.ssa()?);
    match (counts(lhs), counts(rhs)) {
        (Some(variable), None) => rounds(unit, f, stays, lhs, variable, rhs),
        (None, Some(variable)) => rounds(unit, f, stays.swap_comparison(), rhs, variable, lhs),
        _ => None,
    }
}

/// How often `value stays bound` holds, one step after the other, where nothing wraps on the way.
fn rounds(
    unit: &Unit,
    f: &Function,
    stays: TreeCode,
    value: Operand,
    variable: InductionVariable,
    bound: Operand,
) -> Option<u64> {
    let ty = unit.type_of(f, value);
    let bits = unit.types.precision(ty).filter(|&bits| bits < 100)?;
    let (base, bound) = (unit.as_int(variable.base)?, unit.as_int(bound)?);
    let step = variable.step;
    let first = if variable.after_step { base + step } else { base };
    let gap = bound - first;
    let up_to = |gap: i128, step: i128| if gap <= 0 { 0 } else { (gap + step - 1) / step };
    let rounds = match stays {
        TreeCode::Lt if step > 0 => up_to(gap, step),
        TreeCode::Le if step > 0 => up_to(gap + 1, step),
        TreeCode::Gt if step < 0 => up_to(-gap, -step),
        TreeCode::Ge if step < 0 => up_to(-gap + 1, -step),
        TreeCode::Ne if step != 0 && gap % step == 0 && gap / step >= 0 => gap / step,
        _ => return None,
    };
    let last = first + rounds * step;
    let (least, most) = match unit.types.is_unsigned(ty) {
        true => (0, (1i128 << bits) - 1),
        false => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
    };
    if (least..=most).contains(&last) { u64::try_from(rounds).ok() } else { None }
}
