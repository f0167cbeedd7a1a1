//! What is done to one statement.

use super::Dom;
use super::known::{self, Available};
use crate::scalar::forwprop::address::is_increment;
use dumps::putln;
use gimple::builtins::Builtin;
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::debug_stmts::DebugPlace;
use gimple::fold_const;
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types_compatible::useless_type_conversion;
use smallvec::SmallVec;
use std::fmt::Write;
use tree_ssa::analyses::ranges::ops::Overflow;
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::analyses::ranges::{View, fold};
use tree_ssa::edit;
use tree_ssa::edit::cfg_edit::may_propagate_copy;
use tree_ssa::edit::cfg_edit::taken_edge;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::fold::gimple_fold::fold_stmt;
use tree_ssa::fold::is_invariant;
use tree_ssa::fold::substitute::result_name;
use tree_ssa::graph::dom_walk::Step;
use tree_ssa::ssa::binds;
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

const NO_OPERAND: Operand = Operand::None;

impl Dom<'_, '_, '_> {
    /// Optimises a statement; of one that ends a block, says which edge is taken if that is known.
    pub(super) fn statement(&mut self, f: &mut Function, stmt: StmtId) -> Step {
        if matches!(f.stmts[stmt].kind, StmtKind::Label(_)) && !self.cx.dump.details() {
            return Step::Continue;
        }
        self.say(f, "Optimizing statement ", stmt);
        if f.stmts[stmt].has(StmtFlags::DEBUG_BEFORE) {
            self.replace_in_binds(f, DebugPlace::Before(stmt));
        }
        let mut modified = self.replace_operands(f, stmt);
        if modified && fold_stmt(self.cx.unit, f, self.cx.options, &|_| None, stmt) {
            gimple::simplify::say_rules(self.cx.unit, &mut self.cx.dump);
            self.say(f, "  Folded to: ", stmt);
        }
        let computes = match &f.stmts[stmt].kind {
            StmtKind::Assign { .. } | StmtKind::Cond { .. } | StmtKind::Switch(_) => true,
            StmtKind::Call(call) => call.lhs.is_some(),
            _ => false,
        };
        let may_change = computes && !has_side_effects(self.cx.unit, f, stmt);
        if may_change {
            if let Some(edge) = self.decide_by_ranges(f, stmt) {
                return Step::Taken(edge);
            }
            modified |= self.settle_constant_p(f, stmt);
            modified |= self.reuse(f, stmt);
            if self.remove_redundant_store(f, stmt) {
                return Step::Continue;
            }
            modified |= self.narrow_to_equality(f, stmt);
        }
        self.learn_from_statement(f, stmt, may_change);
        self.note_nonnull(f, stmt);
        match modified.then(|| self.find_taken(f, stmt)).flatten() {
            Some(edge) => Step::Taken(edge),
            None => Step::Continue,
        }
    }

    /// Notes of a sum that it is not null, since null and something added to it is none, for what comes later.
    fn note_nonnull(&self, f: &mut Function, stmt: StmtId) {
        let StmtKind::Assign { lhs: Operand::Ssa(name), code: TreeCode::PointerPlus, rhs } =
            f.stmts[stmt].kind
        else {
            return;
        };
        let view = View { unit: self.cx.unit, f, options: self.cx.options };
        let wraps = view
            .kind_of(Operand::Ssa(name))
            .is_none_or(|kind| view.overflow(kind) != Overflow::Undefined);
        let is_nonnull = rhs[0].ssa().is_some_and(|base| f.names[base].has(NameFlags::NONNULL));
        if !wraps && (is_nonnull || self.cx.unit.as_int(rhs[1]).is_some_and(|step| step != 0)) {
            f.names[name].flags |= NameFlags::NONNULL;
        }
    }

    fn say(&mut self, f: &Function, what: &str, stmt: StmtId) {
        if self.cx.dump.details() {
            let text = tree_ssa::dump_text::stmt(self.cx.unit, f, stmt);
            let text = text.lines().next().unwrap_or_default();
            putln!(self.cx.dump, "{what}{text}");
        }
    }

    /// Puts what names are known to be into the debug binds at a place.
    pub(super) fn replace_in_binds(&mut self, f: &mut Function, place: DebugPlace) {
        let mut found: Vec<(SsaName, Operand)> = Vec::new();
        for id in f.debug_at(place) {
            let bound = f.bound_value(id);
            self.cx.unit.for_each_ssa(bound, &mut |name| {
                found.extend(self.known.value(name).map(|value| (name, value)));
            });
        }
        found.retain(|&(name, value)| self.may_replace(f, name, value));
        if !found.is_empty() {
            binds::replace_at(self.cx.unit, f, place, &mut |_, _, name| {
                found.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            });
        }
    }

    /// Puts what operands are known to be in their place (`cprop_into_stmt`).
    fn replace_operands(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        let mut names: SmallVec<[SsaName; 4]> = SmallVec::new();
        let known = &self.known;
        f.for_each_used_name(self.cx.unit, stmt, &mut |name| {
            if known.value(name).is_some() && !names.contains(&name) {
                names.push(name);
            }
        });
        let mut replaced: SmallVec<[(SsaName, Operand); 4]> = SmallVec::new();
        let mut last = None;
        for name in names {
            // Where two names are known to be each other, one of them stays.
            if last == Some(name) {
                continue;
            }
            let Some(value) = self.known.value(name) else { continue };
            let old = Operand::Ssa(name);
            if value == old || !self.may_replace(f, name, value) {
                continue;
            }
            if self.cx.dump.details() {
                let text = |op| tree_ssa::dump_text::operand(self.cx.unit, f, op);
                let (old, new) = (text(old), text(value));
                let what = if value.ssa().is_some() { "variable" } else { "constant" };
                putln!(self.cx.dump, "  Replaced '{old}' with {what} '{new}'");
            }
            match value.ssa() {
                Some(copy) => {
                    self.counts.copies += 1;
                    last = Some(copy);
                }
                None => self.counts.constants += 1,
            }
            replaced.push((name, value));
        }
        !replaced.is_empty()
            && f.replace_in_stmt(self.cx.unit, stmt, &mut |name| {
                replaced.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            })
    }

    /// Whether a value may stand where a name is used: copies do not take the place of what a loop steps.
    fn may_replace(&self, f: &Function, name: SsaName, value: Operand) -> bool {
        if !may_propagate_copy(self.cx.unit, f, Operand::Ssa(name), value) {
            return false;
        }
        let Some(def) = f.names[name].def.expand() else { return true };
        if self.cx.unit.as_int(value).is_some() || !f.is_phi(def) {
            return true;
        }
        let block = f.stmts[def].block;
        f.header_of(f.loop_of(block)) != Some(block)
    }

    /// Decides a condition that ranges of its operands do.
    fn decide_by_ranges(&mut self, f: &mut Function, stmt: StmtId) -> Option<EdgeId> {
        let StmtKind::Cond { lhs: Operand::Ssa(_), rhs, .. } = f.stmts[stmt].kind else {
            return None;
        };
        if rhs.ssa().is_none() && self.cx.unit.as_int(rhs).is_none() {
            return None;
        }
        let view = View { unit: self.cx.unit, f, options: self.cx.options };
        let ranger = self.ranger.get_or_insert_with(|| Ranger::new(view, self.tree));
        let holds = fold::range_of_stmt(view, ranger, stmt)?.as_truth()?;
        let (yes, no) = f.true_false_edges(f.stmts[stmt].block)?;
        self.decide(f, stmt, holds);
        Some(if holds { yes } else { no })
    }

    /// Lets a condition be true, or false.
    fn decide(&mut self, f: &mut Function, stmt: StmtId, holds: bool) {
        let bool_ = self.cx.unit.common.bool_;
        let truth = self.cx.unit.int(bool_, holds.into());
        self.test(f, stmt, truth);
    }

    /// Lets a condition test whether a truth value is true.
    fn test(&mut self, f: &mut Function, stmt: StmtId, value: Operand) {
        let ty = self.cx.unit.type_of(f, value);
        let zero = Operand::Const(fold_const::zero(self.cx.unit, ty));
        if let StmtKind::Cond { code, lhs, rhs, .. } = &mut f.stmts[stmt].kind {
            (*code, *lhs, *rhs) = (TreeCode::Ne, value, zero);
        }
        f.update_stmt(self.cx.unit, stmt);
    }

    /// What is not known to be a constant by now will not be.
    fn settle_constant_p(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        if call_effects::builtin_at(self.cx.unit, f, stmt) != Some(Builtin::ConstantP) {
            return false;
        }
        let Some(name) = result_name(f, stmt) else { return false };
        let zero = self.cx.unit.int(f.names[name].ty, 0);
        self.compute(f, stmt, zero);
        true
    }

    /// Lets a statement be the copy of a value.
    fn compute(&mut self, f: &mut Function, stmt: StmtId, value: Operand) {
        if result_name(f, stmt).is_some() {
            edit::set_value(self.cx.unit, f, stmt, value);
        }
    }

    fn say_lookup(&mut self, f: &Function, stmt: StmtId) {
        if self.cx.dump.details() {
            let text = known::text(self.cx.unit, f, stmt);
            putln!(self.cx.dump, "LKUP {text}");
        }
    }

    /// Says that what a statement computes becomes available; what is said again when it is not any more.
    pub(super) fn say_insertion(&mut self, f: &Function, stmt: StmtId) -> Option<String> {
        self.cx.dump.details().then(|| {
            let text = known::text(self.cx.unit, f, stmt);
            putln!(self.cx.dump, "2>>> {text}");
            text
        })
    }

    /// Uses what is available instead of computing it again (`eliminate_redundant_computations`).
    fn reuse(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        self.say_lookup(f, stmt);
        let name = result_name(f, stmt);
        if name.is_none() && !matches!(f.stmts[stmt].kind, StmtKind::Cond { .. }) {
            return false;
        }
        let Some(wanted) = known::wanted(self.place(f), stmt, &|op| op) else { return false };
        let found = self.known.find(self.place(f), &wanted).map(|found| found.value);
        let value = match found {
            Some(value) => {
                self.say_found(f, value);
                Some(value)
            }
            None => {
                if let Some(name) = name.filter(|&name| self.may_enter(f, stmt, name)) {
                    let new = Available {
                        value: Operand::Ssa(name),
                        state: f.stmts[stmt].vuse,
                        reference: wanted.load,
                    };
                    let text = self.say_insertion(f, stmt);
                    self.known.insert(&wanted.key, new, text);
                    self.of_equal_operands(f, stmt)
                } else {
                    None
                }
            }
        };
        value.is_some_and(|value| self.replace_expression(f, stmt, value))
    }

    pub(super) fn say_found(&mut self, f: &Function, value: Operand) {
        if self.cx.dump.details() {
            let text = tree_ssa::dump_text::operand(self.cx.unit, f, value);
            putln!(self.cx.dump, "FIND: {text}");
        }
    }

    /// Whether what a statement computes is to become available: not the next value of what a loop steps.
    fn may_enter(&self, f: &Function, stmt: StmtId, name: SsaName) -> bool {
        if f.names[name].has(NameFlags::ABNORMAL) || f.stmts[stmt].vdef.is_some() {
            return false;
        }
        match f.stmts[stmt].kind {
            StmtKind::Assign {
                code: TreeCode::Plus | TreeCode::Minus | TreeCode::PointerPlus,
                rhs,
                ..
            } => match rhs[0] {
                Operand::Ssa(base) => !is_increment(f, name, base),
                _ => true,
            },
            _ => true,
        }
    }

    /// What an operation on two names comes to that are known to be equal.
    fn of_equal_operands(&mut self, f: &Function, stmt: StmtId) -> Option<Operand> {
        use TreeCode::*;
        let StmtKind::Assign { lhs, code, rhs } = f.stmts[stmt].kind else { return None };
        let (a, b) = (rhs[0], rhs[1]);
        let known = matches!(
            code,
            Min | Max | BitIor | BitAnd | BitXor | Minus | TruncMod | TruncDiv | ExactDiv
        );
        if !known || a.ssa().is_none() || b.ssa().is_none() {
            return None;
        }
        if self.known.condition(self.cx.unit, Eq, a, b) != Some(true) {
            return None;
        }
        let ty = self.cx.unit.type_of(f, lhs);
        if !self.cx.unit.types.is_integral(ty) {
            return None;
        }
        match code {
            Min | Max | BitIor | BitAnd => Some(a),
            Minus | BitXor | TruncMod => Some(self.cx.unit.int(ty, 0)),
            _ => Some(self.cx.unit.int(ty, 1)),
        }
    }

    fn replace_expression(&mut self, f: &mut Function, stmt: StmtId, value: Operand) -> bool {
        let from = self.cx.unit.type_of(f, value);
        let name = result_name(f, stmt);
        let to = name.map_or(self.cx.unit.common.bool_, |name| f.names[name].ty);
        let fits = useless_type_conversion(self.cx.unit, to, from);
        let value = match value {
            Operand::Ssa(_) if !fits => return false,
            Operand::Ssa(copy) if f.names[copy].has(NameFlags::ABNORMAL) => return false,
            Operand::Const(id) if !fits => {
                let Some(id) = fold_const::const_convert(self.cx.unit, TreeCode::Nop, to, id)
                else {
                    return false;
                };
                Operand::Const(id)
            }
            _ if !fits => return false,
            value => value,
        };
        if self.cx.dump.details() {
            let text = tree_ssa::dump_text::stmt(self.cx.unit, f, stmt);
            let text = text.lines().next().unwrap_or_default();
            let expr = match text.split_once(" = ") {
                Some((_, expr)) => expr.trim_end_matches(';'),
                None => text.trim_start_matches("if (").trim_end_matches(')'),
            };
            let new = tree_ssa::dump_text::operand(self.cx.unit, f, value);
            putln!(self.cx.dump, "  Replaced redundant expr '{expr}' with '{new}'");
        }
        self.counts.redundant += 1;
        match name {
            Some(_) => self.compute(f, stmt, value),
            None => self.test(f, stmt, value),
        }
        true
    }

    /// A store of what the memory holds already is none.
    fn remove_redundant_store(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        let StmtKind::Assign { lhs, code: TreeCode::Single, rhs } = f.stmts[stmt].kind else {
            return false;
        };
        if lhs.ssa().is_some() || !self.is_value(rhs[0]) {
            return false;
        }
        let value = self.known.value_of(rhs[0]);
        let wanted = self.load_of(f, lhs, value, f.stmts[stmt].vuse);
        let found = self.known.find(self.place(f), &wanted);
        let Some(Available { value: held, reference, .. }) = found else { return false };
        if !operand_equal(self.cx.unit, held, value) || !self.same_for_aliasing(f, reference, lhs) {
            return false;
        }
        self.say(f, "  Removed redundant store ", stmt);
        unlink_stmt_vdef(self.cx.unit, f, stmt);
        f.remove_stmt(stmt);
        true
    }

    /// A load of what a store writes, from a state of memory. Other states will do if it is a name that is loaded.
    fn load_of(
        &self,
        f: &Function,
        reference: Operand,
        value: Operand,
        state: SsaName,
    ) -> known::Wanted {
        let ty = self.cx.unit.type_of(f, reference);
        let key = known::reference_key(self.place(f), &|op| op, ty, reference);
        let load = if value.ssa().is_some() { reference } else { NO_OPERAND };
        known::Wanted { key, state, load }
    }

    fn is_value(&self, op: Operand) -> bool {
        op.ssa().is_some() || is_invariant(self.cx.unit, op)
    }

    /// Whether accesses by two references say the same of the type of what they access.
    fn same_for_aliasing(&self, f: &Function, a: Operand, b: Operand) -> bool {
        let unit = &*self.cx.unit;
        let same = |a: Operand, b: Operand| {
            unit.types.main_variant(unit.type_of(f, a))
                == unit.types.main_variant(unit.type_of(f, b))
        };
        let (mut a, mut b) = (a, b);
        loop {
            if a.is_none() || b.is_none() || !same(a, b) {
                return false;
            }
            let (Operand::Tree(x), Operand::Tree(y)) = (a, b) else { return a == b };
            match (unit.trees.kind(x), unit.trees.kind(y)) {
                (
                    TreeKind::MemRef { alias_ptr: one, .. },
                    TreeKind::MemRef { alias_ptr: other, .. },
                ) => return unit.types.main_variant(*one) == unit.types.main_variant(*other),
                (TreeKind::MemRef { .. }, _) | (_, TreeKind::MemRef { .. }) => return false,
                _ => (a, b) = (unit.trees.base(x), unit.trees.base(y)),
            }
        }
    }

    /// `x >= c`, where `x <= c` holds, is `x == c` (`test_for_singularity`).
    fn narrow_to_equality(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        use TreeCode::*;
        let (code, a, b) = match f.stmts[stmt].kind {
            StmtKind::Cond { code, lhs, rhs, .. } => (code, lhs, rhs),
            StmtKind::Assign { code, rhs, .. } => (code, rhs[0], rhs[1]),
            _ => return false,
        };
        let step = match code {
            Le | Ge => 0,
            Lt => -1,
            Gt => 1,
            _ => return false,
        };
        let mut bound = b;
        if step != 0 {
            let Some(value) = self.cx.unit.as_int(b) else { return false };
            let ty = self.cx.unit.type_of(f, b);
            if self.cx.unit.types.wrap(ty, value + step) != value + step {
                return false;
            }
            bound = self.cx.unit.int(ty, value + step);
        }
        let opposite = if matches!(code, Ge | Gt) { Le } else { Ge };
        if self.cx.dump.details() {
            let text = |op| tree_ssa::dump_text::operand(self.cx.unit, f, op);
            let (a, bound) = (text(a), text(bound));
            putln!(self.cx.dump, "LKUP STMT {a} {} {bound}", opposite.name());
        }
        if self.known.condition(self.cx.unit, opposite, a, bound) != Some(true) {
            return false;
        }
        match &mut f.stmts[stmt].kind {
            StmtKind::Cond { code, rhs, .. } => (*code, *rhs) = (Eq, bound),
            StmtKind::Assign { code, rhs, .. } => (*code, rhs[1]) = (Eq, bound),
            _ => return false,
        }
        f.update_stmt(self.cx.unit, stmt);
        true
    }

    /// Notes what a statement makes known: copies, and what memory holds after a store.
    fn learn_from_statement(&mut self, f: &Function, stmt: StmtId, may_change: bool) {
        let StmtKind::Assign { lhs, code: TreeCode::Single, rhs } = f.stmts[stmt].kind else {
            return;
        };
        if !self.is_value(rhs[0]) {
            return;
        }
        if let Operand::Ssa(name) = lhs {
            if may_change {
                let value = self.known.value_of(rhs[0]);
                if self.cx.dump.details() {
                    let text = |op| tree_ssa::dump_text::operand(self.cx.unit, f, op);
                    let (name, value) = (text(lhs), text(value));
                    putln!(self.cx.dump, "==== ASGN {name} = {value}");
                }
                self.known.set_value(name, value);
            }
            return;
        }
        let state = f.stmts[stmt].vdef;
        if state.is_none() || f.stmts[stmt].has(StmtFlags::VOLATILE) {
            return;
        }
        let wanted = self.load_of(f, lhs, rhs[0], state);
        let known = self.known.find(self.place(f), &wanted);
        if known.is_some_and(|known| known.state == state) {
            return;
        }
        let text = self.cx.dump.details().then(|| {
            let text = |op| tree_ssa::dump_text::operand(self.cx.unit, f, op);
            let text = format!("STMT {} = {}", text(rhs[0]), text(lhs));
            let text = known::with_state(self.cx.unit, f, text, state);
            putln!(self.cx.dump, "LKUP {text}\n2>>> {text}");
            text
        });
        self.known.insert(&wanted.key, Available { value: rhs[0], state, reference: lhs }, text);
    }

    /// The way that a branch takes whose condition has become constant.
    fn find_taken(&mut self, f: &mut Function, stmt: StmtId) -> Option<EdgeId> {
        let block = f.stmts[stmt].block;
        match f.stmts[stmt].kind {
            StmtKind::Cond { code, lhs, rhs, .. } => {
                let (a, b) = (lhs.constant()?, rhs.constant()?);
                let bool_ = self.cx.unit.common.bool_;
                let truth = fold_const::const_compare(self.cx.unit, code, bool_, a, b)?;
                let truth = Operand::Const(truth);
                let edge = taken_edge(self.cx.unit, f, block, truth)?;
                let holds = !self.cx.unit.is_zero(truth);
                self.decide(f, stmt, holds);
                Some(edge)
            }
            StmtKind::Switch(ref switch) => {
                let index = switch.index;
                self.cx.unit.as_int(index)?;
                taken_edge(self.cx.unit, f, block, index)
            }
            _ => None,
        }
    }
}
