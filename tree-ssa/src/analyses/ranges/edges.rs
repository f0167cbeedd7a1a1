//! What a branch says of names: conditions solved backwards through the statements that compute them.
//!
//! ```text
//!   _1 = a_2(D) + 5;
//!   if (_1 > 20)          where this is false, _1 is in [0, 20], and so a_2(D) in [4294967291, +INF][0, 15].
//! ```
//!
//! A block's condition *exports* the names that are so determined; what they are computed from, as far as that is not
//! in the same block, it *imports*.

use super::fold;
use super::inverse::{self, is_comparison};
use super::range::{Kind, Range};
use super::{Query, View};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use smallvec::SmallVec;

/// Ways out of a switch up to which its index is looked at (`--param evrp-switch-limit`).
const SWITCH_LIMIT: usize = 50;

/// Statements with two names each that a chain of definitions goes through (`--param ranger-logical-depth`).
const LOGICAL_DEPTH: u32 = 6;

/// Names in the chain of definitions of one condition: what is after them is not looked at.
const CHAIN_LIMIT: usize = 40;

/// Statements a question may go through.
const STEPS: u32 = 60;

/// The names whose values a block's condition determines, and those it depends on from elsewhere.
#[derive(Clone, Default, Debug)]
pub struct Exports {
    pub names: SmallVec<[SsaName; 4]>,
    pub imports: SmallVec<[SsaName; 4]>,
}

/// What a block exports and imports.
pub fn exports(view: View<'_>, block: BlockId) -> Exports {
    let mut found = Exports::default();
    let succs = view.f.blocks[block].succs.len();
    let Some(last) = view.f.last_stmt(block).filter(|_| succs > 1) else { return found };
    let operands = match &view.f.stmts[last].kind {
        &StmtKind::Cond { lhs, rhs, .. } => [lhs, rhs],
        StmtKind::Switch(switch) if succs <= SWITCH_LIMIT => [switch.index, Operand::None],
        _ => return found,
    };
    if view.kind_of(operands[0]).is_none() {
        return found;
    }
    for name in operands.into_iter().filter_map(Operand::ssa) {
        let mut chain = Chain { view, found: &mut found, depth: 0 };
        chain.follow(name);
        add(&mut found.names, name);
        if defining_block(view, name) != Some(block) {
            add(&mut found.imports, name);
        }
    }
    found
}

fn add(list: &mut SmallVec<[SsaName; 4]>, name: SsaName) -> bool {
    let new = !list.contains(&name);
    if new {
        list.push(name);
    }
    new
}

/// The block a name is computed in.
pub fn defining_block(view: View<'_>, name: SsaName) -> Option<BlockId> {
    let def = view.f.names[name].def.expand()?;
    view.f.stmts[def].block.expand()
}

struct Chain<'a, 'b> {
    view: View<'a>,
    found: &'b mut Exports,
    depth: u32,
}

impl Chain<'_, '_> {
    /// Adds what a name is computed from in its own block. The recursion is as deep as the chain is long, which is bounded.
    fn follow(&mut self, name: SsaName) {
        let view = self.view;
        let operands = view.f.names[name].def.expand().and_then(|def| operands(view, def));
        let Some(operands) = operands else {
            add(&mut self.found.imports, name);
            return;
        };
        if self.depth == LOGICAL_DEPTH || self.found.names.len() >= CHAIN_LIMIT {
            return;
        }
        let names: SmallVec<[SsaName; 2]> = operands
            .into_iter()
            .filter_map(|op| op.ssa().filter(|_| view.kind_of(op).is_some()))
            .collect();
        self.depth += u32::from(names.len() > 1);
        for &operand in &names {
            let new = add(&mut self.found.names, operand);
            let same_block = defining_block(view, operand) == defining_block(view, name)
                && !view.f.is_phi(view.f.names[operand].def);
            if !same_block {
                add(&mut self.found.imports, operand);
            } else if new {
                self.follow(operand);
            }
        }
        self.depth -= u32::from(names.len() > 1);
        if names.is_empty() {
            add(&mut self.found.imports, name);
        }
    }
}

/// The operands of a statement that ranges understand.
fn operands(view: View<'_>, stmt: StmtId) -> Option<[Operand; 3]> {
    let StmtKind::Assign { lhs, code, rhs } = view.f.stmts[stmt].kind else { return None };
    use TreeCode::*;
    view.kind_of(lhs)?;
    match code {
        Single => rhs[0].ssa().map(|_| rhs),
        Cond => {
            let condition = match rhs[0] {
                Operand::Tree(tree) => match view.unit.trees.kind(tree) {
                    TreeKind::Expr { args, .. } => args[0],
                    _ => Operand::None,
                },
                op => op,
            };
            Some([condition, rhs[1], rhs[2]])
        }
        Nop | Negate | BitNot | TruthNot | Abs | Absu | Plus | Minus | Mult | TruncDiv
        | ExactDiv | TruncMod | Min | Max | Lshift | Rshift | BitAnd | BitIor | BitXor
        | PointerPlus => view.kind_of(rhs[0]).map(|_| rhs),
        code if is_comparison(code) => view.kind_of(rhs[0]).map(|_| rhs),
        _ => None,
    }
}

/// The branch an edge belongs to, and on what values it is taken: of a condition's truth, or of a switch's index.
pub fn values_on(view: View<'_>, edge: EdgeId) -> Option<(StmtId, Range)> {
    let branch = &view.f.edges[edge];
    let last = view.f.last_stmt(branch.src)?;
    match &view.f.stmts[last].kind {
        StmtKind::Cond { .. } => {
            let truth =
                match branch.flags.intersection(EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE) {
                    EdgeFlags::TRUE_VALUE => true,
                    EdgeFlags::FALSE_VALUE => false,
                    _ => return None,
                };
            Some((last, Range::truth(Kind::BOOL, Some(truth))))
        }
        StmtKind::Switch(switch) if view.f.blocks[branch.src].succs.len() <= SWITCH_LIMIT => {
            let kind = view.kind_of(switch.index)?;
            let leads_here = |label| view.f.labels.block(label) == Some(branch.dst);
            let bounds = |wanted: bool| {
                let cases = switch.cases.iter().skip(1);
                cases.filter(move |case| leads_here(case.label) == wanted).filter_map(|case| {
                    let low = view.unit.consts.as_int(case.low)?;
                    let high = case.high.expand().map_or(Some(low), |c| view.unit.consts.as_int(c));
                    Some((low, high?))
                })
            };
            let by_case = Range::of_parts(kind, bounds(true));
            let default = switch.cases.first().is_some_and(|case| leads_here(case.label));
            if !default {
                return Some((last, by_case));
            }
            let others = rest(kind, bounds(false));
            Some((last, by_case.union(&others)))
        }
        _ => None,
    }
}

/// All values but those of some intervals: none of these may be dropped because there are many.
fn rest(kind: Kind, parts: impl Iterator<Item = (i128, i128)>) -> Range {
    let mut all: Vec<(i128, i128)> = parts.collect();
    all.sort_unstable();
    let (mut gaps, mut next) = (Vec::new(), kind.min());
    for (low, high) in all {
        if next < low {
            gaps.push((next, low - 1));
        }
        next = next.max(high + 1);
    }
    if next <= kind.max() {
        gaps.push((next, kind.max()));
    }
    Range::of_parts(kind, gaps)
}

/// What a name can be where control takes an edge, as far as the branch says so.
pub fn outgoing(
    view: View<'_>,
    query: &mut dyn Query,
    edge: EdgeId,
    name: SsaName,
) -> Option<Range> {
    let (stmt, values) = values_on(view, edge)?;
    Solver { view, query, name, branch: stmt, steps: STEPS }.solve(stmt, &values)
}

struct Solver<'a, 'q> {
    view: View<'a>,
    query: &'q mut dyn Query,
    name: SsaName,
    /// The branch: what operands are known to be there counts.
    branch: StmtId,
    steps: u32,
}

impl Solver<'_, '_> {
    /// The name's range if a statement's result is in `lhs`. The recursion is bounded by the steps.
    fn solve(&mut self, stmt: StmtId, lhs: &Range) -> Option<Range> {
        self.steps = self.steps.checked_sub(1)?;
        let (code, a, b) = match &self.view.f.stmts[stmt].kind {
            &StmtKind::Cond { code, lhs, rhs, .. } => (code, lhs, rhs),
            StmtKind::Switch(switch) => (TreeCode::Single, switch.index, Operand::None),
            &StmtKind::Assign { code, rhs, .. } => {
                operands(self.view, stmt)?;
                (code, rhs[0], rhs[1])
            }
            _ => return None,
        };
        if code == TreeCode::Cond || code == TreeCode::PointerPlus {
            return None;
        }
        let logical =
            matches!(code, TreeCode::BitAnd | TreeCode::BitIor) && lhs.kind() == Kind::BOOL;
        if logical && a.ssa().is_some() && b.ssa().is_some() {
            return self.solve_logical(stmt, code, lhs, a, b);
        }
        let through_a = self.through(stmt, code, lhs, a, b, false);
        let through_b = self.through(stmt, code, lhs, b, a, true);
        both(through_a, through_b)
    }

    /// The name's range as far as it goes into one operand of a statement.
    fn through(
        &mut self,
        stmt: StmtId,
        code: TreeCode,
        lhs: &Range,
        operand: Operand,
        other: Operand,
        second: bool,
    ) -> Option<Range> {
        let of = operand.ssa()?;
        let def = if of == self.name { None } else { Some(self.definition_beside(stmt, of)?) };
        let (view, kind) = (self.view, self.view.kind_of(operand)?);
        let overflow = view.overflow(kind);
        let other_range = match other {
            Operand::None => None,
            other => Some(self.query.range_of(view, other, self.branch)?),
        };
        // Shifts and other operations on two kinds are not solved for what is not of the result's.
        let same_kind =
            is_comparison(code) || other_range.as_ref().is_none_or(|r| r.kind() == kind);
        let shift = matches!(code, TreeCode::Rshift | TreeCode::Lshift) && !second;
        if !same_kind && !shift {
            return None;
        }
        let range = match (&other_range, second) {
            (Some(other), true) => inverse::second(code, kind, lhs, other, overflow),
            (other, _) => inverse::first(code, kind, lhs, other.as_ref(), overflow),
        };
        let Some(def) = def else { return range };
        let known = self.query.range_of_name(view, of, kind, self.branch);
        let range = range.map_or(known.clone(), |range| range.intersect(&known));
        self.solve(def, &range)
    }

    /// The definition of a name, if it is an assignment in the same block as a statement that uses it. What the branch itself
    /// is on may be defined in another block, whose chain of definitions is then gone through.
    fn definition_beside(&self, stmt: StmtId, name: SsaName) -> Option<StmtId> {
        let f = self.view.f;
        let def = f.names[name].def.expand()?;
        let beside = stmt == self.branch || f.stmts[def].block == f.stmts[stmt].block;
        (beside && !f.is_phi(def)).then_some(def)
    }

    /// `a & b` and `a | b` of truth values.
    fn solve_logical(
        &mut self,
        stmt: StmtId,
        code: TreeCode,
        lhs: &Range,
        a: Operand,
        b: Operand,
    ) -> Option<Range> {
        let truth = lhs.as_truth()?;
        let mut side = |op: Operand| {
            let name = op.ssa()?;
            let value = Range::truth(Kind::BOOL, Some(truth));
            if name == self.name {
                return Some(value);
            }
            let def = self.definition_beside(stmt, name)?;
            self.solve(def, &value)
        };
        let (left, right) = (side(a), side(b));
        if truth == (code == TreeCode::BitAnd) {
            // Both are so.
            both(left, right)
        } else {
            // One of them is.
            Some(left?.union(&right?))
        }
    }
}

fn both(a: Option<Range>, b: Option<Range>) -> Option<Range> {
    match (a, b) {
        (Some(a), Some(b)) if a.kind() == b.kind() => Some(a.intersect(&b)),
        (a, b) => a.or(b),
    }
}

/// The condition at the end of a block with what is known of it: whether it holds.
pub fn decided(view: View<'_>, query: &mut dyn Query, block: BlockId) -> Option<bool> {
    let last = view.f.last_stmt(block)?;
    matches!(view.f.stmts[last].kind, StmtKind::Cond { .. })
        .then(|| fold::range_of_stmt(view, query, last))
        .flatten()?
        .as_truth()
}
