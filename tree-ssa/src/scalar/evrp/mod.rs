//! Passes `evrp` and `vrp`: value range propagation.
//!
//! ```text
//!   if (a_2(D) > 10)                        if (a_2(D) > 10)
//!     return;                                 return;
//!   _1 = a_2(D) & 15;              =>       _1 = a_2(D);
//!   if (_1 <= 10)                           if (1)
//! ```
//!
//! In the order of the dominator tree, names that can have one value only where they are used become that value, and
//! statements that ranges make simpler are changed (`simplify`). Conditions that are known are decided; what they do not
//! lead to has no values from then on. The ranges come from [`crate::analyses::ranges::ranger`]. Loops are brought into
//! loop-closed form first, as GCC does: what leaves a loop gets a φ there.
//!
//! `vrp1` is the same pass again once functions are inlined. (GCC 12 still has its older analysis, on assertions, there: its
//! dump differs, and it knows of two names which is the greater.)

mod simplify;

use crate::analyses;
use crate::analyses::ranges::ranger::Ranger;
use crate::analyses::ranges::{Kind, Range, View};
use crate::graph::cfg_edit::may_propagate_copy;
use crate::graph::dom_walk::{DomWalker, Reach, Step, walk};
use crate::graph::dominance::{Direction, Dominators};
use crate::loops::closed_form::close_loops;
use crate::loops::preheader::simplify_loops;
use crate::scalar::gimple_fold::fold_stmt_with_sources;
use crate::scalar::substitute::{has_side_effects, result_name};
use crate::ssa::update_ssa::unlink_stmt_vdef;
use gimple::cfg::{BlockId, ENTRY, EdgeId};
use gimple::claims::{Claim, Claims, computed_names};
use gimple::code::TreeCode;
use gimple::function::{Function, prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::print::{Flags, type_text};
use gimple::ssa::{SsaName, name_flag};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use std::fmt::Write;

/// `evrp` for the pass table.
pub const EARLY: Pass = Pass::tree("evrp", execute)
    .gate(|options, _| options.on(Flag::TreeVrp))
    .requires(prop::CFG | prop::SSA)
    .todo(Todo(Todo::CLEANUP_CFG.0 | Todo::UPDATE_SSA.0));

/// `vrp` for the pass table.
pub const LATE: Pass = Pass { name: "vrp", ..EARLY };

/// Runs the pass.
fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    close_loops(cx.unit, f, &mut cx.dump);
    let tree = analyses::take_dominators(f, Direction::Dominators);
    if let Some(claimed) = cx.begin_claims(f) {
        let claims = claims(cx, f, &tree);
        cx.end_claims(Some(claimed), Claims::from(claims));
    }
    if cx.dump.details() {
        // Errors of the dump's file wait in the dump manager.
        let _ = writeln!(cx.dump, "\nSubstituting values and folding statements\n");
    }
    let ranger = Ranger::new(View { unit: cx.unit, f, options: cx.options }, &tree);
    let mut folder = Folder { cx, ranger, remove: Vec::new(), cut: Vec::new() };
    walk(f, &tree, ENTRY, Reach::All, &mut folder);
    folder.finish(f);
    analyses::keep_dominators(f, tree);
    Todo::NONE
}

/// What the ranges of the function's names are claimed to be, and which branches are not taken.
fn claims(cx: &PassContext<'_>, f: &Function, tree: &Dominators) -> Vec<Claim> {
    let view = View { unit: cx.unit, f, options: cx.options };
    let mut ranger = Ranger::new(view, tree);
    let mut claims = Vec::new();
    for name in computed_names(f) {
        let Some(kind) = view.kind_of(Operand::Ssa(name)) else { continue };
        let range = ranger.at_definition(view, name, kind);
        if !range.is_empty() && !range.is_full() {
            let (low, high) = range.bounds();
            claims.push(Claim::Within { name, low, high });
        }
    }
    claims
}

struct Folder<'a, 'c, 't> {
    cx: &'a mut PassContext<'c>,
    ranger: Ranger<'t>,
    remove: Vec<StmtId>,
    /// Edges of switches that no value leads to.
    cut: Vec<EdgeId>,
}

impl Folder<'_, '_, '_> {
    fn details(&self) -> bool {
        self.cx.dump.details()
    }

    /// The kind of a name's values, if the name may be replaced.
    fn kind(&self, f: &Function, name: SsaName) -> Option<Kind> {
        let data = &f.names[name];
        let kept = data.flags & (name_flag::VIRTUAL | name_flag::ABNORMAL) != 0;
        if kept { None } else { Kind::of(self.cx.unit, data.ty) }
    }

    /// What a name is where it is defined.
    fn defined_value(&mut self, f: &Function, name: SsaName) -> Option<Operand> {
        let kind = self.kind(f, name)?;
        let view = View { unit: self.cx.unit, f, options: self.cx.options };
        let value = self.ranger.defined_value(view, name, kind)?;
        Some(self.cx.unit.int(f.names[name].ty, value))
    }

    fn value_at(&mut self, f: &Function, name: SsaName, at: StmtId) -> Option<Operand> {
        let kind = self.kind(f, name)?;
        let view = View { unit: self.cx.unit, f, options: self.cx.options };
        let value = self.ranger.value_at(view, name, kind, at)?;
        Some(self.cx.unit.int(f.names[name].ty, value))
    }

    fn say(&mut self, text: &str) {
        if self.details() {
            let _ = writeln!(self.cx.dump, "{text}");
        }
    }

    fn say_stmt(&mut self, f: &Function, before: &str, stmt: StmtId, after: &str) {
        if self.details() {
            let text = crate::dump_text::stmt(self.cx.unit, f, stmt);
            let _ = writeln!(self.cx.dump, "{before}{text}{after}");
        }
    }

    fn visit_phi(&mut self, f: &Function, phi: StmtId) {
        let result = f.phi(phi).result;
        if f.names[result].has(name_flag::VIRTUAL) {
            return;
        }
        self.say_stmt(f, "Folding PHI node: ", phi, "");
        match self.defined_value(f, result) {
            Some(value) => {
                self.say_value(f, "Queued PHI for removal.  Folds to: ", value);
                self.remove.push(phi);
            }
            None => self.say("No folding possible"),
        }
    }

    fn say_value(&mut self, f: &Function, before: &str, value: Operand) {
        if self.details() {
            let text = crate::dump_text::operand(self.cx.unit, f, value);
            let _ = writeln!(self.cx.dump, "{before}{text}");
        }
    }

    fn visit_stmt(&mut self, f: &mut Function, stmt: StmtId) {
        self.say_stmt(f, "Folding statement: ", stmt, "");
        if let Some(name) = result_name(f, stmt)
            && !has_side_effects(self.cx.unit, f, stmt)
            && let Some(value) = self.defined_value(f, name)
            && may_propagate_copy(self.cx.unit, f, Operand::Ssa(name), value)
        {
            self.say_value(f, "Queued stmt for removal.  Folds to: ", value);
            self.remove.push(stmt);
            return;
        }
        let mut changed = self.replace_uses(f, stmt);
        if changed {
            self.cx.statistics.count("Constants propagated", 1);
            fold_stmt_with_sources(self.cx.unit, f, self.cx.options, stmt);
            gimple::simplify::say_rules(self.cx.unit, &mut self.cx.dump);
        }
        if f.stmts[stmt].block.is_some() {
            if simplify::simplify(self, f, stmt) {
                f.update_stmt(self.cx.unit, stmt);
                changed = true;
            } else if !changed && computes(f, stmt) {
                changed = fold_stmt_with_sources(self.cx.unit, f, self.cx.options, stmt);
                gimple::simplify::say_rules(self.cx.unit, &mut self.cx.dump);
            }
        }
        if changed {
            self.cx.statistics.count("Statements folded", 1);
            self.say_stmt(f, "Folded into: ", stmt, "\n");
        } else {
            self.say("Not folded");
        }
    }

    fn replace_uses(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        let mut names: Vec<SsaName> = Vec::new();
        f.for_each_used_name(self.cx.unit, stmt, &mut |name| {
            if !names.contains(&name) {
                names.push(name);
            }
        });
        let mut map: Vec<(SsaName, Operand)> = Vec::new();
        for name in names {
            if let Some(value) = self.value_at(f, name, stmt)
                && may_propagate_copy(self.cx.unit, f, Operand::Ssa(name), value)
            {
                map.push((name, value));
            }
        }
        !map.is_empty()
            && f.replace_in_stmt(self.cx.unit, stmt, &mut |name| {
                map.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            })
    }

    fn replace_phi_arguments(&mut self, f: &mut Function, block: BlockId) {
        for position in 0..f.blocks[block].succs.len() {
            let edge = f.blocks[block].succs[position];
            let mut phi = f.blocks[f.edges[edge].dst].phis.first;
            while phi.is_some() {
                if let Operand::Ssa(name) = f.phi_arg(phi, edge)
                    && let Some(kind) = self.kind(f, name)
                {
                    let view = View { unit: self.cx.unit, f, options: self.cx.options };
                    let value = self.ranger.value_on_edge(view, edge, name, kind);
                    let value = value.map(|value| self.cx.unit.int(f.names[name].ty, value));
                    let result = Operand::Ssa(f.phi(phi).result);
                    if let Some(value) = value
                        && may_propagate_copy(self.cx.unit, f, Operand::Ssa(name), value)
                        && may_propagate_copy(self.cx.unit, f, result, value)
                    {
                        f.set_phi_arg(phi, f.edges[edge].dst_idx as usize, value);
                        self.cx.statistics.count("Constants propagated", 1);
                    }
                }
                phi = f.stmts[phi].next;
            }
        }
    }

    /// Removes what has been replaced, and the ways that are closed; says what is known of the names that are left.
    fn finish(mut self, f: &mut Function) {
        while let Some(stmt) = self.remove.pop() {
            self.say_stmt(f, "Removing dead stmt ", stmt, "\n");
            // Where control does not come, uses are left.
            if let Some(name) = result_name(f, stmt)
                && let Some(value) = self.defined_value(f, name)
            {
                f.replace_uses_by(self.cx.unit, name, value);
            }
            if !f.is_phi(stmt) {
                unlink_stmt_vdef(self.cx.unit, f, stmt);
            }
            f.remove_stmt(stmt);
            self.cx.statistics.count("Statements deleted", 1);
        }
        for edge in std::mem::take(&mut self.cut) {
            f.remove_edge(edge);
        }
        if self.cx.dump.enabled() {
            self.dump_ranges(f);
        }
    }

    fn dump_ranges(&mut self, f: &Function) {
        let mut heading = "Exported global range table:\n============================\n";
        for number in 1..f.names.len() as u32 {
            let name = SsaName(number);
            let data = &f.names[name];
            let Some(range) = self.ranger.known(name) else { continue };
            let unknown = range.is_full()
                || range.is_empty()
                || range.kind().pointer && range.contains(0)
                || data.flags & (name_flag::RELEASED | name_flag::ABNORMAL) != 0;
            if unknown {
                continue;
            }
            let text = crate::dump_text::name(self.cx.unit, f, name);
            let types = &self.cx.unit.types;
            let ty =
                if types[data.ty].quals.is_empty() { data.ty } else { types.main_variant(data.ty) };
            let ty = type_text(self.cx.unit, ty, Flags::NONE);
            // What is kept with a name is one interval, or all but one.
            let (low, high) = range.bounds();
            let kind = range.kind();
            let gaps = range.complement();
            let _ = write!(self.cx.dump, "{heading}{text}  : {ty} ");
            let whole = low == kind.min() && high == kind.max();
            let _ = match gaps.parts().first() {
                Some(&(from, to)) if whole => {
                    writeln!(self.cx.dump, "~{}", Range::between(kind, from, to).text())
                }
                _ => writeln!(self.cx.dump, "{}", Range::between(kind, low, high).text()),
            };
            if range.parts().len() > 1 + usize::from(whole) {
                let _ = writeln!(self.cx.dump, "         irange : {ty} {}", range.text());
            }
            heading = "";
        }
    }
}

/// Whether a statement is an operation or a test, which may be folded with what its operands have become.
fn computes(f: &Function, stmt: StmtId) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Assign { code, .. } => code != TreeCode::Single,
        StmtKind::Cond { .. } => true,
        _ => false,
    }
}

impl DomWalker for Folder<'_, '_, '_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        let view = View { unit: self.cx.unit, f, options: self.cx.options };
        if self.ranger.is_unreachable(view, block) {
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
            self.visit_stmt(f, stmt);
            stmt = next;
        }
        self.replace_phi_arguments(f, block);
        Step::Continue
    }
}
