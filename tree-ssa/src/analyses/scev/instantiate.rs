//! Names in an expression, computed in a loop, are what they evolve to in it.
//!
//! ```text
//!   {i_1, +, 1}_2 in loop 1, where i_1 is {0, +, 1}_1:      {{0, +, 1}_1, +, 1}_2
//! ```
//!
//! What is computed before the loop stays a name. A name that cannot be written without itself is not known; while one
//! instantiation is under way, each name is looked at once.

use super::Scev;
use super::expr::{ExprId, Node};
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;

/// How deep names may be put into what other names are.
const DEEPEST: u32 = 200;

/// What an expression is instantiated for.
#[derive(Clone, Copy)]
struct Purpose {
    /// Names computed where this loop is entered or before stay.
    below: LoopId,
    /// The loop evolutions are wanted in.
    around: LoopId,
    /// The loop of the evolution the name stands in.
    inner: Option<LoopId>,
}

impl Scev<'_, '_> {
    /// Puts in what names computed in a loop are in it (`instantiate_parameters`).
    pub fn instantiate_parameters(&mut self, around: LoopId, id: ExprId) -> ExprId {
        self.instantiate(around, around, id, &mut None)
    }

    /// The same, counting conversions of what evolves as conversions of its parts, whether or not it overflows; `folded` says
    /// whether there were such (`resolve_mixers`).
    pub fn resolve_mixers(&mut self, around: LoopId, id: ExprId, folded: &mut bool) -> ExprId {
        let mut fold = Some(*folded);
        let found = self.instantiate(around, around, id, &mut fold);
        *folded |= fold == Some(true);
        found
    }

    /// Puts in what names computed after the entry of a loop are in another around it (`instantiate_scev`).
    fn instantiate(
        &mut self,
        below: LoopId,
        around: LoopId,
        id: ExprId,
        folded: &mut Option<bool>,
    ) -> ExprId {
        let edge = self.entry(below);
        self.say(|s| {
            let (from, to) = edge.map_or((0, 0), |e| (s.f.edges[e].src.0, s.f.edges[e].dst.0));
            let before = s.text(id);
            format!(
                "(instantiate_scev \n  (instantiate_below = {from} -> {to})\n  \
                 (evolution_loop = {around})\n  (chrec = {before})\n"
            )
        });
        if self.state.instantiating == 0 {
            self.state.instantiated.clear();
        }
        let purpose = Purpose { below, around, inner: None };
        self.state.instantiating += 1;
        let found = self.put_in(purpose, id, folded);
        self.state.instantiating -= 1;
        self.say(|s| format!("  (res = {}))\n", s.text(found)));
        found
    }

    /// `instantiate_scev_r`.
    fn put_in(&mut self, purpose: Purpose, id: ExprId, folded: &mut Option<bool>) -> ExprId {
        if self.state.instantiating > DEEPEST {
            return ExprId::UNKNOWN;
        }
        match self.state.exprs.node(id) {
            Node::Unknown => id,
            Node::Leaf(Operand::Ssa(name)) => {
                self.state.instantiating += 1;
                let found = self.put_in_name(purpose, id, name, folded);
                self.state.instantiating -= 1;
                found
            }
            Node::Leaf(op) => {
                let mut names = false;
                self.unit.for_each_ssa(op, &mut |_| names = true);
                if names { ExprId::UNKNOWN } else { id }
            }
            Node::Chrec { around, base, step } => {
                let own = Purpose { inner: Some(around), ..purpose };
                let new_base = self.put_in(purpose, base, folded);
                let new_step = self.put_in(own, step, folded);
                if new_base == ExprId::UNKNOWN || new_step == ExprId::UNKNOWN {
                    return ExprId::UNKNOWN;
                }
                if (new_base, new_step) == (base, step) {
                    return id;
                }
                let ty = self.state.exprs.ty(new_base);
                let new_step = self.chrec_convert_step(ty, new_step);
                self.recurrence(around, new_base, new_step)
            }
            Node::Popcount { of, ty } => {
                let of = self.put_in(purpose, of, folded);
                self.state.exprs.popcount(ty, of)
            }
            Node::Operation { code, ops, .. } => {
                self.put_in_operation(purpose, id, code, ops, folded)
            }
        }
    }

    fn put_in_operation(
        &mut self,
        purpose: Purpose,
        id: ExprId,
        code: TreeCode,
        [a, b, _]: [ExprId; 3],
        folded: &mut Option<bool>,
    ) -> ExprId {
        use TreeCode::*;
        let ty = self.state.exprs.ty(id);
        if !matches!(code, Plus | Minus | Mult | PointerPlus | Nop | BitNot | Negate) {
            let constant = !self.state.exprs.has_chrec(id)
                && !self.state.exprs.any_name(self.unit, id, &mut |_| true);
            return if constant { id } else { ExprId::UNKNOWN };
        }
        let x = self.put_in(purpose, a, folded);
        if x == ExprId::UNKNOWN {
            return x;
        }
        if code == Nop {
            return self.put_in_conversion(id, (a, x), folded);
        }
        if matches!(code, BitNot | Negate) {
            let minus_one = self.folder().number(ty, -1);
            return match code {
                _ if x == a => id,
                BitNot => self.chrec_plus(Minus, ty, minus_one, x),
                _ => self.chrec_times(ty, x, minus_one),
            };
        }
        let y = self.put_in(purpose, b, folded);
        if (x, y) == (a, b) {
            return id;
        }
        let x = self.chrec_convert(ty, x, StmtId::NONE, None);
        match code {
            Mult => {
                let y = self.chrec_convert(ty, y, StmtId::NONE, None);
                self.chrec_times(ty, x, y)
            }
            PointerPlus => self.chrec_plus(code, ty, x, y),
            _ => {
                let y = self.chrec_convert(ty, y, StmtId::NONE, None);
                self.chrec_plus(code, ty, x, y)
            }
        }
    }

    fn put_in_conversion(
        &mut self,
        id: ExprId,
        (before, after): (ExprId, ExprId),
        folded: &mut Option<bool>,
    ) -> ExprId {
        let ty = self.state.exprs.ty(id);
        if let Some(any) = folded
            && let Some(converted) = self.convert_aggressively(ty, after, any)
        {
            return converted;
        }
        if *folded == Some(true) && before != after {
            // What signed values are taken not to do may have been done by then.
            return self.folder().convert(ty, after);
        }
        if before == after { id } else { self.chrec_convert(ty, after, StmtId::NONE, None) }
    }

    /// Whether a name is computed where a loop is entered or before.
    fn is_before(&self, name: SsaName, below: LoopId) -> bool {
        let header = self.f.header_of(below);
        match (self.defining_block(name), header) {
            (Some(block), Some(header)) => !self.tree.dominated_by(block, header),
            _ => true,
        }
    }

    /// `instantiate_scev_name`.
    fn put_in_name(
        &mut self,
        purpose: Purpose,
        id: ExprId,
        name: SsaName,
        folded: &mut Option<bool>,
    ) -> ExprId {
        let Purpose { below, around, .. } = purpose;
        let Some(block) = self.defining_block(name).filter(|_| !self.is_before(name, below)) else {
            return id;
        };
        if let Some(&kept) = self.state.instantiated.get(&(id, below)) {
            return kept;
        }
        self.state.instantiated.insert((id, below), ExprId::UNKNOWN);
        let of = self.f.loop_of(block);
        let home = self.f.loops.as_ref().map_or(LoopId::NONE, |loops| loops.common(around, of));
        let inside = home != LoopId::ROOT && self.is_within_entry(home, below);
        let found = if inside {
            self.put_in_analyzed(purpose, (id, name), home, folded)
        } else {
            self.put_in_definition(purpose, name, folded)
        };
        self.state.instantiated.insert((id, below), found);
        found
    }

    /// Whether a loop's header is after the entry of another.
    fn is_within_entry(&self, home: LoopId, below: LoopId) -> bool {
        match (self.f.header_of(home), self.f.header_of(below)) {
            (Some(a), Some(b)) => self.tree.dominated_by(a, b),
            _ => false,
        }
    }

    /// A name computed after a loop by an assignment.
    fn put_in_definition(
        &mut self,
        purpose: Purpose,
        name: SsaName,
        folded: &mut Option<bool>,
    ) -> ExprId {
        let def = self.f.names[name].def;
        let StmtKind::Assign { code, rhs: [a, b, c], .. } = self.f.stmts[def].kind else {
            return ExprId::UNKNOWN;
        };
        let is_value = |op: Operand| matches!(op, Operand::Ssa(_) | Operand::Const(_));
        if code == TreeCode::Single || c.is_some() || !is_value(a) || b.is_some() && !is_value(b) {
            return ExprId::UNKNOWN;
        }
        let a = self.leaf(a);
        let a = self.put_in(purpose, a, folded);
        let b = if b.is_some() {
            let b = self.leaf(b);
            self.put_in(purpose, b, folded)
        } else {
            ExprId::NONE
        };
        let ty = self.f.names[name].ty;
        self.folder().fold(code, ty, [a, b, ExprId::NONE])
    }

    fn put_in_analyzed(
        &mut self,
        purpose: Purpose,
        (id, name): (ExprId, SsaName),
        home: LoopId,
        folded: &mut Option<bool>,
    ) -> ExprId {
        let found = self.evolution(home, id);
        let own = self.state.exprs.name(found);
        if own.is_some_and(|own| self.f.names[own].has(NameFlags::DEFAULT_DEF)) {
            return found;
        }
        let deeper = |s: &Self, name: SsaName| {
            let depth = |id| s.f.loop_data(id).map_or(0, |entry| entry.depth);
            s.defining_block(name).is_some_and(|block| s.f.loop_depth(block) > depth(home))
        };
        if own.is_some_and(|own| deeper(self, own)) {
            return self.put_in_left(purpose, (id, found, name), home, folded);
        }
        if found == ExprId::UNKNOWN {
            return found;
        }
        let of = self.defining_block(name).map_or(LoopId::NONE, |block| self.f.loop_of(block));
        if purpose.inner.is_some_and(|inner| !self.is_within(of, inner)) {
            return ExprId::UNKNOWN;
        }
        self.put_in(purpose, found, folded)
    }

    /// A name that is the value with which an inner loop is left: the φ after that loop stands for it, or else what the
    /// loop makes of it.
    fn put_in_left(
        &mut self,
        purpose: Purpose,
        (id, found, name): (ExprId, ExprId, SsaName),
        home: LoopId,
        folded: &mut Option<bool>,
    ) -> ExprId {
        let stands = if found == id { self.closing_phi(name) } else { Some(name) };
        match stands {
            Some(stands) if self.is_before(stands, purpose.below) => {
                self.leaf(Operand::Ssa(stands))
            }
            Some(_) => ExprId::UNKNOWN,
            None => {
                let own = self.defining_block(name).map_or(home, |block| self.f.loop_of(block));
                let inner = self.evolution(own, id);
                let effect = self.overall_effect(own, inner);
                self.put_in(purpose, effect, folded)
            }
        }
    }

    /// The φ by which a name leaves the loop it is computed in (`loop_closed_phi_def`).
    fn closing_phi(&mut self, name: SsaName) -> Option<SsaName> {
        let own = self.defining_block(name).map(|block| self.f.loop_of(block))?;
        let exit = self.single_exit(own)?;
        self.f
            .phis(self.f.edges[exit].dst)
            .find(|&phi| self.f.phi_arg(phi, exit) == Operand::Ssa(name))
            .map(|phi| self.f.phi(phi).result)
    }
}
