//! Replaces names by the values a propagation found, folds the statements concerned and removes those whose result is
//! not needed any more (`substitute_and_fold`).

use crate::analyses;
use crate::graph::cfg_edit::may_propagate_copy;
use crate::graph::dom_walk::{DomWalker, Reach, Step, walk};
use crate::graph::dominance::Direction;
use crate::scalar::gimple_fold::fold_stmt_with_sources;
use crate::scalar::known_call::is_settled_by;
use crate::ssa::update_ssa::unlink_stmt_vdef;
use dumps::Dump;
use gimple::cfg::{BlockId, ENTRY, edge_flag};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::function::Function;
use gimple::options::Options;
use gimple::pass::{PassContext, Statistics};
use gimple::ssa::{SsaName, name_flag};
use gimple::stmt::{StmtId, StmtKind, stmt_flag};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The values found.
pub trait Values {
    /// The value of a name, if it is worth putting in its place. Virtual operands have none.
    fn value_of(&self, name: SsaName) -> Option<Operand>;
    /// Folds a statement further by what the pass knows besides; returns whether it changed.
    fn fold(
        &mut self,
        _unit: &mut Unit,
        _f: &mut Function,
        _stmt: StmtId,
        _dump: &mut Dump<'_>,
    ) -> bool {
        false
    }
    /// Whether [`Values::fold`] does something even where no name has a value to put in its place.
    fn folds_more(&self) -> bool {
        false
    }
    /// Whether nothing was found: no name has a value to put in its place. The statements then need not be looked at,
    /// unless what the pass knows besides folds them.
    fn is_empty(&self) -> bool;
}

/// Substitutes and folds. Returns whether anything changed. Each name that has a value is a change that is counted.
pub fn substitute_and_fold(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    values: &mut dyn Values,
    counter: Counter,
) -> bool {
    let details = cx.dump.details();
    if details {
        let _ = writeln!(cx.dump, "\nSubstituting values and folding statements\n");
    }
    let nothing_found = values.is_empty();
    if nothing_found && !details && !values.folds_more() {
        return false;
    }
    let names = (1..f.names.len() as u32).map(SsaName);
    let kept =
        names.filter(|&name| values.value_of(name).is_some() && !cx.dbg_cnt(counter)).collect();
    let tree = analyses::take_dominators(f, Direction::Dominators);
    let mut walker = Folder {
        unit: cx.unit,
        options: cx.options,
        dump: cx.dump.reborrow(),
        statistics: cx.statistics,
        values,
        nothing_found,
        kept,
        remove: Vec::new(),
        changed: false,
        details,
    };
    walk(f, &tree, ENTRY, Reach::All, &mut walker);
    let changed = walker.changed || !walker.remove.is_empty();
    walker.remove_dead(f);
    analyses::keep_dominators(f, tree);
    changed
}

struct Folder<'a> {
    unit: &'a mut Unit,
    options: &'a Options,
    dump: Dump<'a>,
    statistics: &'a mut Statistics,
    values: &'a mut dyn Values,
    /// No name has a value to put in its place.
    nothing_found: bool,
    /// Names that stay as they are: debug counters say so.
    kept: FxHashSet<SsaName>,
    remove: Vec<StmtId>,
    changed: bool,
    details: bool,
}

impl Folder<'_> {
    /// The value that replaces a result, which makes its statement superfluous.
    fn replaced_result(&self, f: &Function, name: SsaName) -> Option<Operand> {
        let value = self.values.value_of(name).filter(|_| !self.kept.contains(&name))?;
        let result = Operand::Ssa(name);
        (value != result && may_propagate_copy(self.unit, f, result, value)).then_some(value)
    }

    fn count(&mut self, value: Operand) {
        let event =
            if value.ssa().is_some() { "Copies propagated" } else { "Constants propagated" };
        self.statistics.count(event, 1);
    }

    fn visit_phi(&mut self, f: &Function, phi: StmtId) {
        if self.nothing_found && !self.details {
            return;
        }
        let result = f.phi(phi).result;
        if f.names[result].has(name_flag::VIRTUAL) {
            return;
        }
        if self.details {
            let text = crate::dump_text::stmt(self.unit, f, phi);
            let _ = writeln!(self.dump, "Folding PHI node: {text}");
        }
        match self.replaced_result(f, result) {
            Some(value) => {
                if self.details {
                    let text = crate::dump_text::operand(self.unit, f, value);
                    let _ = writeln!(self.dump, "Queued PHI for removal.  Folds to: {text}");
                }
                self.remove.push(phi);
            }
            None if self.details => {
                let _ = writeln!(self.dump, "No folding possible");
            }
            None => {}
        }
    }

    fn visit_stmt(&mut self, f: &mut Function, stmt: StmtId) {
        if self.details {
            let text = crate::dump_text::stmt(self.unit, f, stmt);
            let _ = writeln!(self.dump, "Folding statement: {text}");
        }
        if !self.nothing_found
            && let Some(name) = result_name(f, stmt)
            && let Some(value) = self.replaced_result(f, name)
            && (!has_side_effects(self.unit, f, stmt) || is_settled_by(self.unit, f, stmt, value))
        {
            if self.details {
                let text = crate::dump_text::operand(self.unit, f, value);
                let _ = writeln!(self.dump, "Queued stmt for removal.  Folds to: {text}");
            }
            self.remove.push(stmt);
            return;
        }
        let mut replaced = self.replace_uses(f, stmt);
        if replaced {
            let folded = fold_stmt_with_sources(self.unit, f, self.options, stmt);
            gimple::simplify::say_rules(self.unit, &mut self.dump);
            replaced |= folded;
        }
        if self.values.fold(self.unit, f, stmt, &mut self.dump) {
            f.update_stmt(self.unit, stmt);
            replaced = true;
        }
        replaced |= self.keep_to_edges(f, stmt);
        if replaced {
            self.changed = true;
            self.statistics.count("Statements folded", 1);
        }
        if self.details {
            if replaced {
                let text = crate::dump_text::stmt(self.unit, f, stmt);
                let _ = writeln!(self.dump, "Folded into: {text}\n");
            } else {
                let _ = writeln!(self.dump, "Not folded");
            }
        }
    }

    /// Decides a condition of which the propagation took one way only: values found rely on that, even where folding
    /// with other names at hand does not find it again.
    fn keep_to_edges(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        let StmtKind::Cond { lhs, rhs, .. } = f.stmts[stmt].kind else { return false };
        let block = f.stmts[stmt].block;
        let taken = |wanted: u16| {
            let mut succs = f.blocks[block].succs.iter().map(|&edge| f.edges[edge].flags);
            succs.any(|flags| flags & wanted != 0 && flags & edge_flag::EXECUTABLE != 0)
        };
        let holds = taken(edge_flag::TRUE_VALUE);
        let constant = lhs.constant().is_some() && rhs.constant().is_some();
        if constant || holds == taken(edge_flag::FALSE_VALUE) {
            return false;
        }
        let bool_ = self.unit.common.bool_;
        let truth = self.unit.int(bool_, i128::from(holds));
        let decided = (TreeCode::Ne, truth, self.unit.int(bool_, 0));
        if let StmtKind::Cond { code, lhs, rhs, .. } = &mut f.stmts[stmt].kind {
            (*code, *lhs, *rhs) = decided;
        }
        f.update_stmt(self.unit, stmt);
        true
    }

    fn replace_uses(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        if self.nothing_found {
            return false;
        }
        let mut map: Vec<(SsaName, Operand)> = Vec::new();
        f.for_each_used_name(self.unit, stmt, &mut |name| {
            if let Some(value) = self.replaced_result(f, name)
                && !map.iter().any(|entry| entry.0 == name)
            {
                map.push((name, value));
            }
        });
        if map.is_empty() {
            return false;
        }
        for &(_, value) in &map {
            self.count(value);
        }
        f.replace_in_stmt(self.unit, stmt, &mut |name| {
            map.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
        })
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
                    && let Some(value) = self.replaced_result(f, name)
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

    fn remove_dead(mut self, f: &mut Function) {
        while let Some(stmt) = self.remove.pop() {
            if self.details {
                let text = crate::dump_text::stmt(self.unit, f, stmt);
                let _ = writeln!(self.dump, "Removing dead stmt {text}\n");
            }
            if !f.is_phi(stmt) {
                unlink_stmt_vdef(self.unit, f, stmt);
            }
            f.remove_stmt(stmt);
            self.statistics.count("Statements deleted", 1);
        }
    }
}

impl DomWalker for Folder<'_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        let mut phi = f.blocks[block].phis.first;
        while phi.is_some() {
            self.visit_phi(f, phi);
            phi = f.stmts[phi].next;
        }
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            self.visit_stmt(f, stmt);
            stmt = next;
        }
        self.replace_phi_arguments(f, block);
        Step::Continue
    }
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

/// Whether a statement does more than compute its result (`gimple_has_side_effects`).
pub fn has_side_effects(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    if f.stmts[stmt].has(stmt_flag::VOLATILE) {
        return true;
    }
    match &f.stmts[stmt].kind {
        StmtKind::Asm(asm) => asm.volatile,
        StmtKind::Call(_) => !crate::analyses::call_effects::has_no_side_effects(unit, f, stmt),
        _ => false,
    }
}
