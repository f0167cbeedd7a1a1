//! What an expression at the start of a block is at the end of a block before it (phi translation).
//!
//! A φ's result is its argument for the edge; an operation on values that change becomes the operation on what they become,
//! and memory that a virtual φ joins is read in the state the edge brings. What comes out may simplify, may be a value the
//! program computes, or a value that nothing computes yet.

use super::expressions::{ExprId, Kind, RefId, Referred};
use super::sets::Set;
use super::{Pre, report};
use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Callee, StmtId};
use gimple::tree::Operand;
use gimple::types_compatible::useless_type_conversion;
use std::fmt::Write;
use std::rc::Rc;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::walk::Visit;
use tree_ssa::analyses::alias::walk::Walk;
use tree_ssa::fold::gimple_fold::Expr;
use tree_ssa::fold::gimple_fold::Simplifier;

/// Expressions within expressions that are translated; sets come sorted, so that mostly operands are done.
const MAX_DEPTH: u32 = 100;
/// Stores a load is followed back over.
const WALK_BUDGET: u32 = 100;

/// An edge, and the sets among which operands of expressions are to be found.
pub struct Way<'s> {
    pub edge: EdgeId,
    pub antic: &'s Set,
    pub partial: Option<&'s Set>,
}

impl Pre<'_> {
    /// A set at the start of an edge's destination as it is at the end of its source.
    pub(super) fn translate_set(&mut self, set: Rc<Set>, edge: EdgeId) -> Rc<Set> {
        if self.f.blocks[self.f.edges[edge].dst].phis.is_empty() {
            return set;
        }
        let way = Way { edge, antic: &set, partial: None };
        let mut result = Set::default();
        for expr in set.iter() {
            if let Some(translated) = self.translate(expr, &way, Some(&result)) {
                result.insert(&self.all, translated);
            }
        }
        Rc::new(result)
    }

    /// What an expression is at the start of the edge. `done`: what has been translated over the edge so far.
    pub(super) fn translate(
        &mut self,
        expr: ExprId,
        way: &Way<'_>,
        done: Option<&Set>,
    ) -> Option<ExprId> {
        self.translate_within(expr, way, done, 0)
    }

    fn translate_within(
        &mut self,
        expr: ExprId,
        way: &Way<'_>,
        done: Option<&Set>,
        depth: u32,
    ) -> Option<ExprId> {
        if self.all.value(expr).is_constant() {
            return Some(expr);
        }
        if let Kind::Name(name) = self.all.kind(expr) {
            return Some(self.translate_name(expr, name, way.edge));
        }
        let question = (way.edge, expr);
        if let Some(&known) = self.translations.get(&question) {
            return known;
        }
        if depth >= MAX_DEPTH {
            return None;
        }
        // Should the expression be met within itself, it has no translation.
        self.translations.insert(question, None);
        let translated = match self.all.kind(expr) {
            Kind::Operation { code, ops, .. } => {
                let operation = Expr { code, ty: self.all.ty(expr), ops };
                self.translate_operation(expr, &operation, way, done, depth)
            }
            Kind::Reference { what, state } => {
                self.translate_reference(expr, what, state, way, done, depth)
            }
            Kind::Name(_) | Kind::Constant(_) => Some(expr),
        };
        // What failed may succeed once more is available.
        match translated {
            Some(_) => self.translations.insert(question, translated),
            None => self.translations.remove(&question),
        };
        translated
    }

    fn translate_name(&mut self, expr: ExprId, name: SsaName, edge: EdgeId) -> ExprId {
        let home = self.f.edges[edge].dst;
        match self.f.names[name].def.expand() {
            Some(def) if self.f.is_phi(def) && self.f.stmts[def].block == home => {
                let arg = self.f.phi_arg(def, edge);
                self.all.operand(self.unit, self.f, arg)
            }
            _ => expr,
        }
    }

    /// What an operand becomes: itself, or a name or constant for what its value is translated to.
    fn translate_operand(
        &mut self,
        name: SsaName,
        way: &Way<'_>,
        done: Option<&Set>,
        depth: u32,
        at: Option<BlockId>,
    ) -> Option<Operand> {
        let value = self.all.value_of_name(name);
        let leader = way
            .antic
            .leader(&self.all, value)
            .or_else(|| way.partial.and_then(|set| set.leader(&self.all, value)))?;
        let translated = self.translate_within(leader, way, done, depth + 1)?;
        if translated == leader {
            return Some(Operand::Ssa(name));
        }
        Some(self.representative(translated, at))
    }

    /// A name or constant for the value of an expression; a new name if there is none.
    fn representative(&mut self, expr: ExprId, at: Option<BlockId>) -> Operand {
        match self.all.kind(expr) {
            Kind::Name(name) => return Operand::Ssa(name),
            Kind::Constant(op) => return op,
            _ => {}
        }
        let value = self.all.value(expr);
        if let Some(constant) = self.all.of_constant(value).filter(|_| value.is_constant())
            && let Kind::Constant(op) = self.all.kind(constant)
        {
            return op;
        }
        let mut valnum = None;
        for &other in self.all.of_value(value) {
            let Kind::Name(name) = self.all.kind(other) else { continue };
            valnum = Some(self.numbering.value(name));
            let def = self.f.names[name].def.expand();
            let usable = |def: StmtId| {
                at.is_none_or(|block| self.tree.dominated_by(block, self.f.stmts[def].block))
            };
            if def.is_none_or(usable) {
                return Operand::Ssa(name);
            }
        }
        let ident = self.unit.symbols.intern("pretmp");
        let name = self.f.make_temp_ssa_name(self.all.ty(expr), ident, StmtId::NONE);
        self.invented.push(name);
        self.all.set_value(name, value);
        self.numbering.set_value(name, valnum.unwrap_or(Operand::Ssa(name)));
        self.all.name(self.f, name);
        if self.details {
            let (text, own) = (self.text(expr), tree_ssa::dump_text::name(self.unit, self.f, name));
            putln!(
                self.dump,
                "Created SSA_NAME representative {own} for expression:{text} ({:04})",
                value.number()
            );
        }
        Operand::Ssa(name)
    }

    fn translate_operation(
        &mut self,
        expr: ExprId,
        operation: &Expr,
        way: &Way<'_>,
        done: Option<&Set>,
        depth: u32,
    ) -> Option<ExprId> {
        let (src, dst) = (self.f.edges[way.edge].src, self.f.edges[way.edge].dst);
        let mut ops = operation.ops;
        for op in &mut ops {
            if let Operand::Ssa(name) = *op {
                *op = self.translate_operand(name, way, done, depth, Some(src))?;
            }
        }
        if ops == operation.ops {
            return Some(expr);
        }
        let new = Expr { ops, ..*operation };
        let (simpler, known) = self.look_up(&new, src);
        let closes_cycle = self.f.edges[way.edge].flags.intersects(EdgeFlags::DFS_BACK);
        match simpler.as_value().or(known) {
            // This would make a φ that carries a value around.
            Some(Operand::Ssa(_)) if closes_cycle => {}
            Some(Operand::Ssa(name)) => {
                let value = self.all.value_of_name(name);
                let leader = done.and_then(|set| set.leader(&self.all, value));
                if let Some(leader) = leader.or_else(|| self.leader(src, value)) {
                    self.say_simplified(expr, &new, leader, [dst, src]);
                    return Some(leader);
                }
            }
            Some(constant) => return Some(self.all.constant(self.unit, self.f, constant)),
            None => {}
        }
        let loc = self.all.loc(expr);
        let (existing, made) = self.all.find_operation(self.unit, &self.numbering, &new);
        if let Some(existing) = existing {
            return Some(existing);
        }
        let known = known.and_then(|value| self.all.value_of_operand(value));
        let value = known.or(made).unwrap_or_else(|| self.all.new_value());
        Some(self.all.operation(self.unit, &self.numbering, &new, value, loc))
    }

    fn say_simplified(&mut self, expr: ExprId, new: &Expr, to: ExprId, blocks: [BlockId; 2]) {
        if self.details {
            let (old, new) = (self.text(expr), report::operation(self.unit, self.f, new));
            let (to, [dst, src]) = (self.text(to), blocks);
            putln!(
                self.dump,
                "simplifying {old} translated {} -> {} to {new} to {to}",
                dst.0,
                src.0
            );
        }
    }

    /// What an operation simplifies to in a block, and the value numbering knows for it.
    pub(super) fn look_up(&mut self, expr: &Expr, block: BlockId) -> (Expr, Option<Operand>) {
        let (numbering, tree, f) = (&self.numbering, self.tree, &*self.f);
        // A definition may be looked through only where it has been computed.
        let valueize = |name: SsaName| {
            let value = numbering.value(name);
            let usable = value.ssa().is_none_or(|name| {
                let def = f.names[name].def.expand();
                def.is_none_or(|def| tree.dominated_by(block, f.stmts[def].block))
            });
            Some(if usable { value } else { Operand::Ssa(name) })
        };
        let mut simplifier = Simplifier::new(self.unit, f, self.options, &valueize);
        let simpler = simplifier.simplify(expr.code, expr.ty, expr.ops).unwrap_or(*expr);
        if simpler.as_value().is_some_and(|value| {
            let abnormal = |name: SsaName| f.names[name].has(NameFlags::ABNORMAL);
            !value.ssa().is_some_and(abnormal)
                && (value.tree().is_none() || self.unit.addressed(value).is_some())
                && useless_type_conversion(self.unit, expr.ty, self.unit.type_of(f, value))
        }) {
            return (Expr { ops: simpler.ops.map(|op| numbering.value_of(op)), ..simpler }, None);
        }
        let known = [&simpler, expr]
            .into_iter()
            .filter(|tried| tried.as_value().is_none())
            .find_map(|tried| numbering.value_of_key(self.unit, f, self.options, tried));
        (*expr, known)
    }

    fn translate_reference(
        &mut self,
        expr: ExprId,
        what: RefId,
        state: SsaName,
        way: &Way<'_>,
        done: Option<&Set>,
        depth: u32,
    ) -> Option<ExprId> {
        let mut map: Vec<(SsaName, Operand)> = Vec::new();
        for name in self.all.names_in(what) {
            let new = self.translate_operand(name, way, done, depth, None)?;
            if new != Operand::Ssa(name) {
                map.push((name, new));
            }
        }
        let referred = self.substitute(what, &map)?;
        let changed = !map.is_empty();
        let new_what = match changed {
            true => self.all.refer(self.unit, self.f, &self.numbering, referred.clone()),
            false => what,
        };
        let (new_state, same) = self.translate_state(&referred, state, way.edge);
        if new_what == what && new_state == state {
            return Some(expr);
        }
        let (ty, loc) = (self.all.ty(expr), self.all.loc(expr));
        if let Some(known) = self.all.find_reference(new_what, new_state) {
            return Some(known);
        }
        match self.known_reference(&referred, new_what, new_state) {
            Some(Known::Value(Operand::Ssa(name))) => {
                let fits = useless_type_conversion(self.unit, ty, self.f.names[name].ty);
                let value = self.all.value_of_name(name);
                fits.then(|| self.all.reference(new_what, new_state, value, ty, loc))
            }
            Some(Known::Value(constant)) => {
                let fits =
                    useless_type_conversion(self.unit, ty, self.unit.type_of(self.f, constant));
                fits.then(|| self.all.constant(self.unit, self.f, constant))
            }
            Some(Known::Expression(known)) => Some(known),
            None => {
                let value = match !changed && same {
                    true => self.all.value(expr),
                    false => self.all.new_value(),
                };
                Some(self.all.reference(new_what, new_state, value, ty, loc))
            }
        }
    }

    /// A reference with operands replaced; `None` if what comes in makes another kind of reference.
    fn substitute(&mut self, what: RefId, map: &[(SsaName, Operand)]) -> Option<Referred> {
        let referred = self.all.referred(what).clone();
        let plain = |op: Operand| match self.unit.addressed(op) {
            Some(object) => object.decl().is_some(),
            None => op.tree().is_none(),
        };
        if map.iter().any(|entry| !plain(entry.1)) {
            return None;
        }
        if map.is_empty() {
            return Some(referred);
        }
        let unit = &mut *self.unit;
        let mut replace = |op: Operand| {
            unit.replace_ssa(op, &mut |name| {
                map.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            })
        };
        Some(match referred {
            Referred::Load(op) => Referred::Load(replace(op)),
            Referred::Computed(op) => {
                let new = replace(op);
                let mut variable = false;
                self.unit.for_each_ssa(new, &mut |_| variable = true);
                if !variable {
                    return None;
                }
                Referred::Computed(new)
            }
            Referred::Call { callee, fntype, args } => {
                let callee = match callee {
                    Callee::Pointer(op) => Callee::Pointer(replace(op)),
                    callee => callee,
                };
                Referred::Call {
                    callee,
                    fntype,
                    args: args.iter().map(|&op| replace(op)).collect(),
                }
            }
        })
    }

    /// The state a reference reads at the start of an edge, and whether what it reads is the same in both.
    fn translate_state(
        &self,
        referred: &Referred,
        state: SsaName,
        edge: EdgeId,
    ) -> (SsaName, bool) {
        let block = self.f.edges[edge].dst;
        let Some(def) = state.expand().and_then(|state| self.f.names[state].def.expand()) else {
            return (state, true);
        };
        if self.f.stmts[def].block != block {
            return (state, true);
        }
        // What its own block changes has been taken out of the set: so it reads what is there at the start.
        let phi = self.f.phis(block).find(|&phi| self.f.is_virtual_phi(phi));
        let Some(phi) = phi else { return (self.sets(self.tree.idom(block)).live_state, true) };
        let same = match referred {
            Referred::Load(op) => {
                let access = self.access_of_place(*op);
                self.walk(&access, &mut WALK_BUDGET.clone()).through_phi(phi).is_some()
            }
            _ => false,
        };
        (self.f.phi_arg(phi, edge).ssa().unwrap_or(state), same)
    }

    fn walk<'w>(&'w self, access: &'w Access, budget: &'w mut u32) -> Walk<'w> {
        Walk { oracle: self.oracle, unit: self.unit, f: self.f, tree: self.tree, access, budget }
    }

    /// What a reference yields in a state: a value the program computes, or one that has been made up before.
    fn known_reference(
        &mut self,
        referred: &Referred,
        what: RefId,
        state: SsaName,
    ) -> Option<Known> {
        let op = match referred {
            Referred::Load(op) => *op,
            _ => {
                let value =
                    self.numbering.value_of_reference(self.unit, referred_key(referred), state);
                return value.map(Known::Value);
            }
        };
        let access = self.access_of_place(op);
        let place = self.numbering.place(self.unit, self.unit.type_of(self.f, op), op, &access);
        // Bytes of a constant variable are read, addresses in it are not.
        let constant = tree_ssa::fold::gimple_fold::memory_constant(self.unit, self.f, op);
        if let Some(value) = constant.filter(|value| value.constant().is_some()) {
            return Some(Known::Value(value));
        }
        let (numbering, all) = (&self.numbering, &self.all);
        self.walk(&access, &mut WALK_BUDGET.clone()).non_aliased(
            state,
            &mut |state| {
                let own = numbering.state(state);
                if let Some(value) = numbering.loaded(place, own) {
                    return Visit::Found(Known::Value(numbering.value_of(value)));
                }
                match all.find_reference(what, own) {
                    Some(known) => Visit::Found(Known::Expression(known)),
                    None => Visit::Continue,
                }
            },
            &mut |_, _| Visit::Stop,
        )
    }
}

/// What is known of a reference.
enum Known {
    Value(Operand),
    Expression(ExprId),
}

/// What numbering knows a reference by that reads no place.
fn referred_key(referred: &Referred) -> super::super::Sought<'_> {
    match referred {
        Referred::Load(op) | Referred::Computed(op) => super::super::Sought::Computed(*op),
        Referred::Call { callee, args, .. } => super::super::Sought::Call(*callee, args),
    }
}
