//! Answers for names: kept ones, and new ones by what defines the name.

use super::Scev;
use super::expr::ExprId;
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::FxHashSet;

/// Questions within questions from which on chains of statements are gone through from their ends.
const DEEP: u32 = 48;
/// Questions within questions that are asked at all.
const DEEPEST: u32 = 300;

impl Scev<'_, '_> {
    /// How an expression changes in a loop: itself where nothing better is known (`analyze_scalar_evolution`).
    pub fn evolution(&mut self, around: LoopId, id: ExprId) -> ExprId {
        if around.is_none() || around == LoopId::ROOT {
            return id;
        }
        self.say(|s| {
            let scalar = s.text(id);
            format!("(analyze_scalar_evolution \n  (loop_nb = {around})\n  (scalar = {scalar})\n")
        });
        let kept = self.kept(around, id);
        self.say(|s| {
            let (scalar, kept) = (s.text(id), s.text(kept));
            format!(
                "(get_scalar_evolution \n  (scalar = {scalar})\n  (scalar_evolution = {kept}))\n"
            )
        });
        let found = kept.expand().unwrap_or_else(|| self.analyze(around, id));
        self.say(|_| ")\n".to_owned());
        found
    }

    /// The evolution of a name in a loop.
    pub fn evolution_of(&mut self, around: LoopId, name: SsaName) -> ExprId {
        let id = self.leaf(Operand::Ssa(name));
        self.evolution(around, id)
    }

    /// What is known already; [`ExprId::NONE`] where nothing is (`get_scalar_evolution`).
    fn kept(&self, around: LoopId, id: ExprId) -> ExprId {
        match self.state.exprs.operand(id) {
            Operand::Const(_) => id,
            Operand::Ssa(name) if self.f.names[name].has(NameFlags::DEFAULT_DEF) => id,
            Operand::Ssa(name) if self.home(name) == Some(around) => {
                self.state.of_name.get(name.0 as usize).copied().unwrap_or(ExprId::NONE)
            }
            _ => ExprId::NONE,
        }
    }

    /// The innermost loop a name is computed in.
    fn home(&self, name: SsaName) -> Option<LoopId> {
        self.defining_block(name).map(|block| self.f.loop_of(block))
    }

    fn keep(&mut self, around: LoopId, name: SsaName, found: ExprId) {
        let at = name.0 as usize;
        if self.state.of_name.len() <= at {
            self.state.of_name.resize(self.f.names.len().max(at + 1), ExprId::NONE);
        }
        self.state.of_name[at] = found;
        self.say(|s| {
            let before = s.entry(around).map_or(0, |edge| s.f.edges[edge].src.0);
            let (scalar, found) = (crate::dump_text::name(s.unit, s.f, name), s.text(found));
            format!(
                "(set_scalar_evolution \n  instantiated_below = {before} \n  (scalar = {scalar})\n  \
                 (scalar_evolution = {found}))\n"
            )
        });
    }

    /// The edge by which a loop is entered.
    pub fn entry(&self, around: LoopId) -> Option<EdgeId> {
        crate::graph::natural_loops::preheader_edge(self.f, around)
    }

    /// `analyze_scalar_evolution_1`.
    fn analyze(&mut self, around: LoopId, id: ExprId) -> ExprId {
        let Some(name) = self.state.exprs.name(id) else {
            return self.interpret_expression(around, id);
        };
        let Some(block) = self.defining_block(name).filter(|&block| self.f.in_loop(block, around))
        else {
            return self.constant_through_copies(id);
        };
        if self.state.depth >= DEEPEST {
            return id;
        }
        self.state.depth += 1;
        if self.state.depth.is_multiple_of(DEEP) {
            self.begin_at_the_end(around, name);
        }
        let home = self.f.loop_of(block);
        let found = if home == around {
            self.by_definition(around, self.f.names[name].def)
        } else {
            self.after_inner_loop(around, home, id)
        };
        self.state.depth -= 1;
        let found = found.known().unwrap_or(id);
        if home == around {
            self.keep(around, name, found);
        }
        found
    }

    /// The evolution in a loop of what is computed in one inside it.
    fn after_inner_loop(&mut self, around: LoopId, home: LoopId, id: ExprId) -> ExprId {
        let inner = match self.kept(home, id) {
            ExprId::NONE => self.analyze(home, id),
            kept => kept,
        };
        let depth = self.f.loop_data(around).map_or(0, |entry| entry.depth);
        let skipped = self.f.loops.as_ref().and_then(|loops| loops.at_depth(home, depth + 1));
        let found = skipped.map_or(ExprId::UNKNOWN, |left| self.overall_effect(left, inner));
        if self.state.exprs.varies_by_name(self.unit, self.f, found, around) && found != id {
            return self.evolution(around, found);
        }
        found
    }

    fn by_definition(&mut self, around: LoopId, def: StmtId) -> ExprId {
        match self.f.stmts[def].kind {
            StmtKind::Assign { .. } => self.interpret_assignment(around, def),
            StmtKind::Phi(_) if self.is_loop_phi(def) => self.interpret_loop_phi(around, def),
            StmtKind::Phi(_) => self.interpret_condition_phi(around, def),
            _ => ExprId::UNKNOWN,
        }
    }

    /// Whether a φ stands at the head of a loop.
    pub(super) fn is_loop_phi(&self, phi: StmtId) -> bool {
        let block = self.f.stmts[phi].block;
        self.f.header_of(self.f.loop_of(block)) == Some(block)
    }

    /// Analyzes what a name is computed from by assignments of one loop, the first ones first, so that it needs no depth.
    fn begin_at_the_end(&mut self, around: LoopId, name: SsaName) {
        let mut seen = FxHashSet::default();
        let mut work = vec![(name, false)];
        while let Some((at, ready)) = work.pop() {
            if ready {
                self.evolution_of(around, at);
                continue;
            }
            let def = self.f.names[at].def;
            let open = self.home(at) == Some(around)
                && self.state.of_name.get(at.0 as usize).is_none_or(|id| id.is_none())
                && matches!(self.f.stmts[def].kind, StmtKind::Assign { .. });
            if open && seen.insert(at) {
                if at != name {
                    work.push((at, true));
                }
                self.f.for_each_used_name(self.unit, def, &mut |used| work.push((used, false)));
            }
        }
    }

    /// The constant a name is by copies alone, or the name (`follow_copies_to_constant`).
    pub(super) fn constant_through_copies(&mut self, id: ExprId) -> ExprId {
        let mut op = self.state.exprs.operand(id);
        for _ in 0..DEEPEST {
            let Some(def) = op.ssa().and_then(|name| self.f.names[name].def.expand()) else {
                break;
            };
            let next = match &self.f.stmts[def].kind {
                StmtKind::Phi(phi) => {
                    let first = phi.args[0].value;
                    phi.args.iter().all(|arg| arg.value == first).then_some(first)
                }
                StmtKind::Assign { code: TreeCode::Single, rhs: [value, ..], .. }
                    if self.f.stmts[def].vuse.is_none() =>
                {
                    Some(*value).filter(|value| !matches!(value, Operand::Tree(_)))
                }
                _ => None,
            };
            match next {
                Some(next) => op = next,
                None => break,
            }
        }
        if op.constant().is_some() { self.leaf(op) } else { id }
    }

    /// What is left of a value's evolution in a loop when the loop has been left (`compute_overall_effect_of_inner_loop`).
    pub fn overall_effect(&mut self, left: LoopId, id: ExprId) -> ExprId {
        let mut id = id;
        while let Some((around, ..)) = self.state.exprs.chrec(id) {
            if !self.is_within(around, left) {
                return id;
            }
            let iterations = self.latch_executions(around);
            if iterations == ExprId::UNKNOWN {
                return ExprId::UNKNOWN;
            }
            id = self.chrec_apply(around, id, iterations);
            if self.state.exprs.varies_by_name(self.unit, self.f, id, left) {
                id = self.instantiate_parameters(left, id);
            }
        }
        let varies = id == ExprId::UNKNOWN
            || self.state.exprs.varies_by_name(self.unit, self.f, id, left)
            || self.state.exprs.evolves_in(self.f, id, left);
        if varies { ExprId::UNKNOWN } else { id }
    }
}
