//! Comparisons of truth values take in what computes those (`forward_propagate_into_comparison`).
//!
//! ```text
//! _1 = a_3(D) < b_4(D);
//! c_5 = (int) _1;          =>
//! if (c_5 != 0)                   if (a_3(D) < b_4(D))
//! ```
//!
//! That is done whoever else uses the value: a comparison more costs no more than the test it replaces. What nothing uses
//! any more then goes.

use super::Forwprop;
use dumps::putln;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::edit;
use tree_ssa::fold::gimple_fold::Simplifier;

/// A comparison.
type Comparison = (TreeCode, Operand, Operand);

impl Forwprop {
    /// Takes the comparison that computes what a choice goes by, and nothing else uses, into it
    /// (`forward_propagate_into_cond`). Returns whether it did.
    pub(super) fn combine_choice(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        stmt: StmtId,
    ) -> bool {
        let StmtKind::Assign { lhs, code: TreeCode::Cond, rhs: [test, yes, no] } =
            f.stmts[stmt].kind
        else {
            return false;
        };
        let Operand::Ssa(name) = test else { return false };
        let Some(def) = f.names[name].def.expand() else { return false };
        let StmtKind::Assign { code, rhs: [a, b, _], .. } = f.stmts[def].kind else { return false };
        let abnormal =
            |op: Operand| op.ssa().is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL));
        if !code.is_comparison() || !f.has_single_use(name) || abnormal(a) || abnormal(b) {
            return false;
        }
        let ty = f.names[name].ty;
        let kind = TreeKind::Expr { code, args: [a, b] };
        let comparison = Operand::Tree(cx.unit.trees.add(kind, ty));
        f.stmts[stmt].kind = StmtKind::assign(lhs, TreeCode::Cond, [comparison, yes, no]);
        f.update_stmt(cx.unit, stmt);
        if cx.dump.enabled() {
            let [from, to] = [test, comparison].map(|op| dump_text::operand(cx.unit, f, op));
            putln!(cx.dump, "  Replaced '{from}' with '{to}'");
        }
        true
    }

    /// Decides a comparison of addresses that are computed, where they are of places in one object. Returns whether it did.
    pub(super) fn combine_addresses(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        stmt: StmtId,
    ) -> bool {
        let (code, ops) = match f.stmts[stmt].kind {
            StmtKind::Cond { code, lhs, rhs, .. } => (code, [lhs, rhs]),
            StmtKind::Assign { code, rhs: [a, b, _], .. } if code.is_comparison() => (code, [a, b]),
            _ => return false,
        };
        let addresses = ops.map(|op| address_of(cx.unit, f, op));
        if addresses == [None; 2] {
            return false;
        }
        let [a, b] = [0, 1].map(|at| addresses[at].unwrap_or(ops[at]));
        let truth = cx.unit.common.bool_;
        let valueize = |_| None;
        let mut simplifier = Simplifier::new(cx.unit, f, cx.options, &valueize);
        let found = simplifier.simplify(code, truth, [a, b, Operand::None]);
        let Some(holds) = found.and_then(|found| cx.unit.as_int(found.as_value()?)) else {
            return false;
        };
        if let StmtKind::Cond { .. } = f.stmts[stmt].kind
            && cx.dump.enabled()
        {
            let [x, y] = ops.map(|op| dump_text::operand(cx.unit, f, op));
            let sign = code.symbol().unwrap_or("?");
            putln!(cx.dump, "  Replaced '{x} {sign} {y}' with '{holds}'");
        }
        let (holds, zero) = (cx.unit.int(truth, holds), cx.unit.int(truth, 0));
        if let StmtKind::Cond { code, lhs, rhs, .. } = &mut f.stmts[stmt].kind {
            (*code, *lhs, *rhs) = (TreeCode::Ne, holds, zero);
            f.update_stmt(cx.unit, stmt);
        } else {
            edit::set_value(cx.unit, f, stmt, holds);
        }
        ops.into_iter()
            .filter_map(Operand::ssa)
            .for_each(|name| self.remove_unused_source(f, name));
        true
    }

    /// Takes what computes the first operand of a comparison with 0 or 1 into it. Returns whether it did.
    pub(super) fn combine_comparison(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        stmt: StmtId,
    ) -> bool {
        let (code, lhs, rhs) = match f.stmts[stmt].kind {
            StmtKind::Cond { code, lhs, rhs, .. } => (code, lhs, rhs),
            StmtKind::Assign { code, rhs: [a, b, _], .. } if code.is_comparison() => (code, a, b),
            _ => return false,
        };
        let Operand::Ssa(name) = lhs else { return false };
        let Some(wanted) = wants_truth(cx.unit, code, rhs) else { return false };
        let Some((new, value)) = combined(cx, f, name, wanted) else { return false };
        if let StmtKind::Cond { .. } = f.stmts[stmt].kind
            && cx.dump.enabled()
        {
            let shown = |(code, a, b): Comparison| {
                let text = |op| dump_text::operand(cx.unit, f, op);
                format!("{} {} {}", text(a), code.symbol().unwrap_or("?"), text(b))
            };
            let new = if value { dump_text::operand(cx.unit, f, new.1) } else { shown(new) };
            let line = format!("  Replaced '{}' with '{new}'", shown((code, lhs, rhs)));
            putln!(cx.dump, "{line}");
        }
        match &mut f.stmts[stmt].kind {
            StmtKind::Cond { code, lhs, rhs, .. } => (*code, *lhs, *rhs) = new,
            StmtKind::Assign { code, rhs, .. } => {
                let [a, b] = if value { [new.1, Operand::None] } else { [new.1, new.2] };
                *code = if value { TreeCode::Single } else { new.0 };
                *rhs = [a, b, Operand::None];
            }
            _ => {}
        }
        f.update_stmt(cx.unit, stmt);
        self.remove_unused_source(f, name);
        true
    }
}

/// The address that a name is.
fn address_of(unit: &Unit, f: &Function, op: Operand) -> Option<Operand> {
    let def = f.names[op.ssa()?].def.expand()?;
    match f.stmts[def].kind {
        StmtKind::Assign { code: TreeCode::Single, rhs: [address, ..], .. } => {
            unit.addressed(address).map(|_| address)
        }
        _ => None,
    }
}

/// Whether a comparison with a constant holds for a value that is true, or for one that is false.
fn wants_truth(unit: &Unit, code: TreeCode, constant: Operand) -> Option<bool> {
    match (code, unit.as_int(constant)?) {
        (TreeCode::Ne, 0) | (TreeCode::Eq, 1) => Some(true),
        (TreeCode::Eq, 0) | (TreeCode::Ne, 1) => Some(false),
        _ => None,
    }
}

/// The comparison that is true where a name has the truth value wanted, and whether it only asks if a truth value holds.
fn combined(
    cx: &mut PassContext<'_>,
    f: &Function,
    name: SsaName,
    wanted: bool,
) -> Option<(Comparison, bool)> {
    let (code, a, b) = source(f, name)?;
    let abnormal =
        |op: Operand| op.ssa().is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL));
    if abnormal(a) || abnormal(b) {
        return None;
    }
    if code.is_comparison() {
        let nans = cx.options.honor_nans() && is_float(cx.unit, f, a);
        let trapping = nans && cx.options.on(gimple::options::Flag::TrappingMath);
        let code = match (wanted, trapping && !matches!(code, TreeCode::Eq | TreeCode::Ne)) {
            (true, _) => code,
            // A comparison that minds NaNs has no inverse that does.
            (false, true) => return None,
            (false, false) => code.invert_comparison(nans)?,
        };
        return Some(((code, a, b), false));
    }
    let truth = |op| {
        let ty = cx.unit.type_of(f, op);
        cx.unit.types.precision(ty) == Some(1) && cx.unit.types.is_unsigned(ty)
    };
    if code != TreeCode::Nop || a.ssa().is_none() || !truth(a) || truth(Operand::Ssa(name)) {
        return None;
    }
    let zero = cx.unit.int(cx.unit.type_of(f, a), 0);
    let code = if wanted { TreeCode::Ne } else { TreeCode::Eq };
    Some(((code, a, zero), wanted))
}

/// The operation after a name and copies of it.
fn source(f: &Function, mut name: SsaName) -> Option<Comparison> {
    loop {
        let def = f.names[name].def.expand()?;
        let StmtKind::Assign { code, rhs: [a, b, _], .. } = f.stmts[def].kind else { return None };
        match (code, a) {
            (TreeCode::Single, Operand::Ssa(copied)) => name = copied,
            _ => return Some((code, a, b)),
        }
    }
}

fn is_float(unit: &Unit, f: &Function, op: Operand) -> bool {
    let ty = unit.type_of(f, op);
    !unit.types.is_integral(ty) && !unit.types.is_pointer(ty)
}
