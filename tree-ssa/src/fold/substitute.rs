//! Replaces names by the values a propagation found, folds the statements concerned and removes those whose result is
//! not needed any more (`substitute_and_fold`).

use crate::edit::cfg_edit::may_propagate_copy;
use crate::effects::call_effects::has_side_effects;
use crate::fold::gimple_fold::{fold_stmt_with_sources, say_folded};
use crate::fold::known_call::is_settled_by;
use crate::graph::analyses;
use crate::graph::dom_walk::{DomWalker, Reach, Step, walk};
use crate::graph::dominance::Dominators;
use crate::ssa::binds;
use crate::ssa::update_ssa::unlink_stmt_vdef;
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::debug_stmts::DebugPlace;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt::Write;

/// Where a value is put in place of a name.
#[derive(Clone, Copy)]
pub enum Point {
    /// At the definition: everywhere.
    Definition,
    /// Where a statement uses it.
    Use(StmtId),
    /// Where control takes an edge.
    Edge(EdgeId),
}

/// The values found.
pub trait Values {
    /// The value a name has at a place, if it is worth putting there. Virtual operands have none.
    fn value_at(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        name: SsaName,
        point: Point,
    ) -> Option<Operand>;

    /// Folds a statement further by what the pass knows besides, `changed` or not before; whether it changes it. A
    /// propagation ([`propagate`](crate::fold::propagate)) knows which ways it took.
    fn fold(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        stmt: StmtId,
        _changed: bool,
    ) -> bool {
        keep_to_edges(cx.unit, f, stmt)
    }

    /// Whether control is known not to come to a block, which then stays as it is.
    fn skips(&mut self, _cx: &PassContext<'_>, _f: &Function, _block: BlockId) -> bool {
        false
    }

    /// Whether a statement of a block that is not skipped stays as it is.
    fn leaves(&self, _f: &Function, _stmt: StmtId) -> bool {
        false
    }

    /// Whether nothing was found: no name has a value to put in its place.
    fn is_empty(&self) -> bool {
        false
    }

    /// Whether [`Values::fold`] does something even where no name has a value to put in its place.
    fn folds_more(&self) -> bool {
        true
    }
}

/// Substitutes and folds. Returns whether anything changed. Each name that has a value is a change that is counted.
pub fn substitute_and_fold(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    values: &mut dyn Values,
    counter: Counter,
) -> bool {
    if values.is_empty() && !cx.dump.details() && !values.folds_more() {
        return false;
    }
    let tree = analyses::analysis::<Dominators>(f);
    substitute_and_fold_along(cx, f, &tree, values, counter)
}

/// As [`substitute_and_fold`], by a dominator tree that is at hand.
pub fn substitute_and_fold_along(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    values: &mut dyn Values,
    counter: Counter,
) -> bool {
    let counter = Some(counter);
    fold_below(cx, f, tree, (ENTRY, counter), values)
}

/// The same for a block and those it dominates, with changes that are not counted.
pub fn substitute_and_fold_below(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    start: BlockId,
    values: &mut dyn Values,
) -> bool {
    fold_below(cx, f, tree, (start, None), values)
}

fn fold_below(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    (start, counter): (BlockId, Option<Counter>),
    values: &mut dyn Values,
) -> bool {
    let details = cx.dump.details();
    if details {
        putln!(cx.dump, "\nSubstituting values and folding statements\n");
    }
    let nothing_found = values.is_empty();
    let counted = FxHashMap::default();
    let (remove, bound, changed) = (Vec::new(), Vec::new(), false);
    let mut folder =
        Folder { cx, values, counter, nothing_found, counted, remove, bound, changed, details };
    walk(f, tree, start, Reach::All, &mut folder);
    folder.remove_dead(f)
}

struct Folder<'a, 'c> {
    cx: &'a mut PassContext<'c>,
    values: &'a mut dyn Values,
    counter: Option<Counter>,
    /// No name has a value to put in its place.
    nothing_found: bool,
    /// Whether names that have a value may be replaced: debug counters say so, once for each.
    counted: FxHashMap<SsaName, bool>,
    /// Definitions that are superfluous, and the value of what they define.
    remove: Vec<(StmtId, Operand)>,
    /// What names in binds are to be replaced by; empty between places.
    bound: Vec<(SsaName, Operand)>,
    changed: bool,
    details: bool,
}

impl Folder<'_, '_> {
    /// The value that replaces a name at a place. Replacing a definition makes its statement superfluous.
    fn replacement(&mut self, f: &Function, name: SsaName, point: Point) -> Option<Operand> {
        let value = self.values.value_at(self.cx, f, name, point)?;
        let result = Operand::Ssa(name);
        let may = value != result
            && may_propagate_copy(self.cx.unit, f, result, value)
            && *self
                .counted
                .entry(name)
                .or_insert_with(|| self.counter.is_none_or(|counter| self.cx.dbg_cnt(counter)));
        may.then_some(value)
    }

    fn count(&mut self, value: Operand) {
        let event =
            if value.ssa().is_some() { "Copies propagated" } else { "Constants propagated" };
        self.cx.statistics.count(event, 1);
    }

    fn say(&mut self, text: &str) {
        if self.details {
            putln!(self.cx.dump, "{text}");
        }
    }

    fn say_stmt(&mut self, f: &Function, before: &str, stmt: StmtId, after: &str) {
        if self.details {
            let text = crate::dump_text::stmt(self.cx.unit, f, stmt);
            putln!(self.cx.dump, "{before}{text}{after}");
        }
    }

    fn queue(&mut self, f: &Function, what: &str, stmt: StmtId, value: Operand) {
        if self.details {
            let text = crate::dump_text::operand(self.cx.unit, f, value);
            putln!(self.cx.dump, "Queued {what} for removal.  Folds to: {text}");
        }
        self.remove.push((stmt, value));
    }

    fn visit_phi(&mut self, f: &Function, phi: StmtId) {
        let result = f.phi(phi).result;
        if f.names[result].has(NameFlags::VIRTUAL) || self.nothing_found && !self.details {
            return;
        }
        self.say_stmt(f, "Folding PHI node: ", phi, "");
        match self.replacement(f, result, Point::Definition) {
            Some(value) => self.queue(f, "PHI", phi, value),
            None => self.say("No folding possible"),
        }
    }

    fn visit_stmt(&mut self, f: &mut Function, stmt: StmtId) {
        self.say_stmt(f, "Folding statement: ", stmt, "");
        if let Some(value) = self.settled_result(f, stmt) {
            return self.queue(f, "stmt", stmt, value);
        }
        let mut changed = self.replace_uses(f, stmt);
        if changed {
            // What it becomes counts as changed, whether or not it folds.
            let before = self.details.then(|| f.stmts[stmt].kind.clone());
            let folded = fold_stmt_with_sources(self.cx.unit, f, self.cx.options, stmt);
            gimple::simplify::say_rules(self.cx.unit, &mut self.cx.dump);
            if folded && let Some(before) = before {
                say_folded(self.cx, f, stmt, &before);
            }
        }
        if f.stmts[stmt].block.is_some() && self.values.fold(self.cx, f, stmt, changed) {
            f.update_stmt(self.cx.unit, stmt);
            changed = true;
        }
        if changed {
            self.changed = true;
            self.cx.statistics.count("Statements folded", 1);
            self.say_stmt(f, "Folded into: ", stmt, "\n");
        } else {
            self.say("Not folded");
        }
    }

    /// The value of a statement's result, if the statement does nothing else.
    fn settled_result(&mut self, f: &Function, stmt: StmtId) -> Option<Operand> {
        if self.nothing_found {
            return None;
        }
        let name = result_name(f, stmt)?;
        let effects = has_side_effects(self.cx.unit, f, stmt);
        let value = self.replacement(f, name, Point::Definition)?;
        (!effects || is_settled_by(self.cx.unit, f, stmt, value)).then_some(value)
    }

    fn replace_uses(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        if self.nothing_found {
            return false;
        }
        let mut names: SmallVec<[SsaName; 4]> = SmallVec::new();
        f.for_each_used_name(self.cx.unit, stmt, &mut |name| {
            if !names.contains(&name) {
                names.push(name);
            }
        });
        let mut map: SmallVec<[(SsaName, Operand); 2]> = SmallVec::new();
        for name in names {
            if let Some(value) = self.replacement(f, name, Point::Use(stmt)) {
                self.count(value);
                map.push((name, value));
            }
        }
        !map.is_empty()
            && f.replace_in_stmt(self.cx.unit, stmt, &mut |name| {
                map.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            })
    }

    /// Puts values into the debug binds at a place.
    fn replace_in_binds(&mut self, f: &mut Function, place: DebugPlace) {
        if self.nothing_found {
            return;
        }
        for id in f.debug_at(place) {
            let mut names: SmallVec<[SsaName; 2]> = SmallVec::new();
            self.cx.unit.for_each_ssa(f.bound_value(id), &mut |name| names.push(name));
            for name in names {
                if let Some(value) = self.replacement(f, name, Point::Definition) {
                    self.bound.push((name, value));
                }
            }
        }
        let bound = std::mem::take(&mut self.bound);
        if !bound.is_empty() {
            binds::replace_at(self.cx.unit, f, place, &mut |_, _, name| {
                bound.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            });
        }
    }

    fn replace_phi_arguments(&mut self, f: &mut Function, block: BlockId) {
        if self.nothing_found {
            return;
        }
        for position in 0..f.blocks[block].succs.len() {
            let edge = f.blocks[block].succs[position];
            let mut phi = f.blocks[f.edges[edge].dst].phis.first;
            while phi.is_some() {
                if let Operand::Ssa(name) = f.phi_arg(phi, edge)
                    && let Some(value) = self.replacement(f, name, Point::Edge(edge))
                {
                    let index = f.edges[edge].dst_idx as usize;
                    f.set_phi_arg(phi, index, value);
                    self.count(value);
                    self.changed = true;
                }
                phi = f.stmts[phi].next;
            }
        }
    }

    /// Removes what has been replaced; whether anything has changed at all.
    fn remove_dead(mut self, f: &mut Function) -> bool {
        self.changed |= !self.remove.is_empty();
        while let Some((stmt, value)) = self.remove.pop() {
            self.say_stmt(f, "Removing dead stmt ", stmt, "\n");
            // Where control does not come, uses are left.
            if let Some(name) = result_name(f, stmt) {
                f.replace_uses_by(self.cx.unit, name, value);
            }
            if !f.is_phi(stmt) {
                unlink_stmt_vdef(self.cx.unit, f, stmt);
            }
            f.remove_stmt(stmt);
            self.cx.statistics.count("Statements deleted", 1);
        }
        self.changed
    }
}

impl DomWalker for Folder<'_, '_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        if self.values.skips(self.cx, f, block) {
            return Step::Continue;
        }
        let mut phi = f.blocks[block].phis.first;
        while phi.is_some() {
            self.visit_phi(f, phi);
            phi = f.stmts[phi].next;
        }
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            if f.stmts[stmt].has(StmtFlags::DEBUG_BEFORE) {
                self.replace_in_binds(f, DebugPlace::Before(stmt));
            }
            if !self.values.leaves(f, stmt) {
                self.visit_stmt(f, stmt);
            }
            stmt = next;
        }
        if !f.debug.is_empty() {
            self.replace_in_binds(f, DebugPlace::AtEnd(block));
        }
        self.replace_phi_arguments(f, block);
        Step::Continue
    }
}

/// Decides a condition that is found to hold, or not to (`fold_predicate_in`), and says so.
pub fn fold_predicate(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, holds: bool) {
    if cx.dump.enabled() {
        let text = crate::dump_text::stmt(cx.unit, f, stmt);
        let test = text.lines().next().unwrap_or_default();
        let test = test.trim_start_matches("if (").trim_end_matches(')');
        putln!(cx.dump, "Folding predicate {test} to {}", i32::from(holds));
    }
    decide(cx.unit, f, stmt, holds);
}

fn decide(unit: &mut Unit, f: &mut Function, stmt: StmtId, holds: bool) {
    let bool_ = unit.common.bool_;
    let decided = (TreeCode::Ne, unit.int(bool_, i128::from(holds)), unit.int(bool_, 0));
    if let StmtKind::Cond { code, lhs, rhs, .. } = &mut f.stmts[stmt].kind {
        (*code, *lhs, *rhs) = decided;
    }
    f.update_stmt(unit, stmt);
}

/// Decides a condition of which the propagation ([`propagate`](crate::fold::propagate)) took one way only: values found
/// rely on that, even where folding with other names at hand does not find it again.
pub fn keep_to_edges(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> bool {
    let StmtKind::Cond { lhs, rhs, .. } = f.stmts[stmt].kind else { return false };
    let block = f.stmts[stmt].block;
    let taken = |wanted: EdgeFlags| {
        let mut succs = f.blocks[block].succs.iter().map(|&edge| f.edges[edge].flags);
        succs.any(|flags| flags.intersects(wanted) && flags.intersects(EdgeFlags::EXECUTABLE))
    };
    let holds = taken(EdgeFlags::TRUE_VALUE);
    let constant = lhs.constant().is_some() && rhs.constant().is_some();
    if constant || holds == taken(EdgeFlags::FALSE_VALUE) {
        return false;
    }
    decide(unit, f, stmt, holds);
    true
}

/// The SSA name a statement computes.
pub fn result_name(f: &Function, stmt: StmtId) -> Option<SsaName> {
    match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs: Operand::Ssa(name), .. } => Some(*name),
        StmtKind::Call(call) => call.lhs.ssa(),
        StmtKind::Phi(phi) => Some(phi.result),
        _ => None,
    }
}
