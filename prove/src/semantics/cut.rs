//! Runs from a cut on: a loop's header, reached with values and memory of which only is known what holds whenever it is
//! reached.
//!
//! Names that come from before the cut are made when they are first asked for. What a name is computed from without memory
//! is computed again, as its operands are the same as they were: in SSA form nothing that dominates a definition is
//! defined anew between it and its uses. Other names are numbers nothing is known of, the same before and after the pass
//! where both bodies have the name.

use super::invariant::{Bound, Relation};
use super::memory::Obj;
use super::{Arrival, Bytes, Meaning, Result, Role, Run, State, Value};
use crate::loops::{Dominators, Plan};
use crate::terms::{Sort, Term, Terms};
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::StmtKind;
use gimple::tree::{Operand, TreeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// How far names are computed again from what they were computed from.
const DEPTH: u32 = 12;

/// A name that both bodies have: that of the first.
pub type Label = SsaName;

/// The cuts of a body: headers with their numbers, and the names whose values are asked for there.
#[derive(Clone, Default, Debug)]
pub struct Cuts {
    pub headers: FxHashMap<BlockId, usize>,
    pub wanted: FxHashMap<usize, BTreeMap<SsaName, Label>>,
    /// What else is asked for there.
    pub tracked: FxHashMap<usize, Vec<Operand>>,
}

impl Cuts {
    /// The number of the cut at a block.
    pub fn number(&self, block: BlockId) -> Option<usize> {
        self.headers.get(&block).copied()
    }
}

/// What is assumed at a cut.
#[derive(Clone, Default, Debug)]
pub struct Start {
    pub number: usize,
    /// Names of the body that have the same value in both bodies.
    pub same: FxHashMap<SsaName, Label>,
    /// Names whose bits may be undefined.
    pub undefined_names: FxHashSet<Label>,
    /// Objects whose bytes may be undefined.
    pub undefined_objects: FxHashSet<Obj>,
    /// Whether kinds of scalars were stored, or through which records.
    pub kinds: bool,
    /// What bounds the variables of the first body, and the body's own as functions of one of those.
    pub bounds: Vec<Bound>,
    pub relations: Vec<Relation>,
    /// Names that are taken to be defined though they are computed from what may overflow.
    pub defined: FxHashSet<Label>,
}

/// How a cut is reached.
#[derive(Clone, Debug)]
pub struct AtCut {
    pub condition: Term,
    pub state: State,
    pub values: BTreeMap<Label, Value>,
    /// What else was asked for (`Cuts::tracked`).
    pub tracked: Vec<(Operand, Value)>,
}

impl AtCut {
    /// The value of something that was asked for.
    pub fn tracked(&self, op: Operand) -> Option<Value> {
        self.tracked.iter().find(|known| known.0 == op).map(|known| known.1)
    }
}

impl<'a> Run<'a> {
    /// What a body does from a cut on.
    pub fn from_cut(
        mut self,
        (plan, dominators): (&Plan, &Dominators),
        header: BlockId,
        start: &'a Start,
        cuts: &Cuts,
    ) -> Result<Meaning> {
        self.start = Some(start);
        self.initial_memory()?;
        self.memory_at_start(start);
        if self.role == Role::Before {
            self.dominating_conditions(dominators, header);
            self.bounds_at_start(&start.bounds);
            self.relations_at_start(start);
        }
        self.all(plan, Some(header), cuts)
    }

    /// What a body does from its beginning up to cuts.
    pub fn up_to(mut self, plan: &Plan, cuts: &Cuts) -> Result<Meaning> {
        self.initial_memory()?;
        self.all(plan, None, cuts)
    }

    fn memory_at_start(&mut self, start: &Start) {
        let number = start.number;
        let none = self.terms.fill(0);
        let objects: Vec<Obj> = self.state.memory.keys().copied().collect();
        for object in objects {
            let name = match object {
                Obj::Shared => "memory".to_string(),
                Obj::Own(decl) if super::objects::is_known(self.unit, decl) => continue,
                Obj::Own(decl) => format!("object {}", decl.0),
            };
            let data = self.terms.var(&format!("cut {number} {name}"), Sort::Array);
            let undef = if start.undefined_objects.contains(&object) {
                self.terms.var(&format!("cut {number} undefined {name}"), Sort::Array)
            } else {
                none
            };
            self.state.memory.insert(object, Bytes { data, undef });
        }
        if start.kinds {
            self.state.kinds = self.terms.var(&format!("cut {number} kinds"), Sort::Array);
            self.state.records = self.terms.var(&format!("cut {number} records"), Sort::Array);
            self.state.places = self.terms.var(&format!("cut {number} places"), Sort::Array);
        }
        self.state.effects = self.terms.var(&format!("cut {number} effects"), Sort::Effects);
    }

    /// Conditions of blocks that dominate the cut, by the only edge that leads to it from without, hold there.
    fn dominating_conditions(&mut self, dominators: &Dominators, header: BlockId) {
        let f = self.f;
        let mut at = header;
        while let Some(above) = dominators.above(at) {
            let from = |edge: EdgeId| f.edges[edge].src;
            let enters = |&edge: &EdgeId| !dominators.dominates(at, from(edge));
            let mut entering = f.blocks[at].preds.iter().copied().filter(enters);
            let edge = entering.next().filter(|&edge| from(edge) == above);
            let edge = edge.filter(|_| entering.next().is_none());
            at = above;
            let (Some(edge), Some(stmt)) = (edge, f.last_stmt(above)) else { continue };
            let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[stmt].kind else { continue };
            let Some((yes, _)) = f.true_false_edges(above) else { continue };
            // A condition that is not described says nothing.
            let Ok(holds) = self.condition(code, lhs, rhs) else { continue };
            let holds = if edge == yes { holds } else { self.terms.not(holds) };
            let not = self.terms.not(holds);
            self.undefined_if(not);
        }
    }

    /// The value of a name that comes from before the cut.
    pub(super) fn name_at_start(&mut self, name: SsaName) -> Result<Value> {
        let Some(start) = self.start else { return Err("not modelled: no cut".to_string()) };
        if let Some(value) = self.computed_again(name) {
            return Ok(value);
        }
        let ty = self.f.names[name].ty;
        let width = self.width_of(ty)?;
        let label = start.same.get(&name).copied();
        if label.is_none()
            && let Some(value) = self.related(name)
        {
            return Ok(value);
        }
        self.needed.extend(label);
        let (number, id) = (start.number, label.unwrap_or(name).0);
        let whose = match self.role {
            _ if label.is_some() => "",
            Role::Before => "old ",
            Role::After => "new ",
        };
        let bits = self.terms.var(&format!("cut {number} {whose}name {id}"), Sort::Bits(width));
        self.canonical_input(bits, ty);
        if label.is_some_and(|label| start.undefined_names.contains(&label)) {
            let name = format!("cut {number} undefined {whose}name {id}");
            let undef = self.terms.var(&name, Sort::Bits(width));
            return Ok(Value { bits, undef });
        }
        Ok(self.defined(bits))
    }

    /// The value of a name from those of its operands, if it is computed without memory and does not trap.
    fn computed_again(&mut self, name: SsaName) -> Option<Value> {
        let stmt = self.f.names[name].def.expand()?;
        let StmtKind::Assign { code, rhs, .. } = self.f.stmts[stmt].kind else { return None };
        if self.depth >= DEPTH || !is_pure(self, code, &rhs) {
            return None;
        }
        self.depth += 1;
        let at = std::mem::replace(&mut self.stmt, stmt);
        let reach = std::mem::replace(&mut self.reach, Terms::TRUE);
        let ty = self.f.names[name].ty;
        let value = if code == TreeCode::Single {
            self.operand_as(rhs[0], ty)
        } else {
            self.operation(ty, code, &rhs)
        };
        self.depth -= 1;
        self.stmt = at;
        self.reach = reach;
        value.ok()
    }

    /// What arrives at cuts, joined.
    pub(super) fn at_cuts(
        &mut self,
        cuts: &Cuts,
        arrived: BTreeMap<usize, Vec<Arrival>>,
    ) -> Result<BTreeMap<usize, AtCut>> {
        let mut all = BTreeMap::new();
        for (number, mut arrivals) in arrived {
            arrivals.sort_by_key(|arrival| arrival.condition);
            let mut joined: Option<AtCut> = None;
            let header = cuts.headers.iter().find(|&(_, &known)| known == number);
            let Some((&header, _)) = header else { continue };
            for arrival in arrivals {
                let arrived = self.on_arrival(cuts, (number, header), arrival)?;
                joined = Some(match joined {
                    None => arrived,
                    Some(before) => self.join_at_cut(before, arrived),
                });
            }
            all.extend(joined.map(|joined| (number, joined)));
        }
        Ok(all)
    }

    fn join_at_cut(&mut self, before: AtCut, arrived: AtCut) -> AtCut {
        let AtCut { condition, state, values, tracked } = arrived;
        self.state = before.state;
        let state = self.join(condition, &state);
        let either = self.terms.or(before.condition, condition);
        let pick = |(label, value): (Label, Value)| {
            let old = before.values[&label];
            (label, self.choose(condition, value, old))
        };
        let values = values.into_iter().map(pick).collect();
        let both = tracked.into_iter().zip(before.tracked);
        let pick = |((op, value), (_, old))| (op, self.choose(condition, value, old));
        let tracked = both.map(pick).collect();
        AtCut { condition: either, state, values, tracked }
    }

    fn on_arrival(
        &mut self,
        cuts: &Cuts,
        (number, header): (usize, BlockId),
        arrival: Arrival,
    ) -> Result<AtCut> {
        let phis: FxHashMap<SsaName, Operand> = self
            .f
            .phis(header)
            .map(|stmt| self.f.phi(stmt))
            .map(|phi| (phi.result, phi.args[arrival.index].value))
            .collect();
        self.env = (*arrival.env).clone();
        self.state = arrival.state.clone();
        self.reach = arrival.condition;
        let mut values = BTreeMap::new();
        for (&name, &label) in cuts.wanted.get(&number).into_iter().flatten() {
            values.insert(label, self.value_on_arrival(&phis, name)?);
        }
        let mut tracked = Vec::new();
        for &op in cuts.tracked.get(&number).into_iter().flatten() {
            let value = match op {
                Operand::Ssa(name) => self.value_on_arrival(&phis, name)?,
                op => self.operand(op)?,
            };
            tracked.push((op, value));
        }
        let Arrival { condition, state, .. } = arrival;
        Ok(AtCut { condition, state, values, tracked })
    }

    fn value_on_arrival(
        &mut self,
        phis: &FxHashMap<SsaName, Operand>,
        name: SsaName,
    ) -> Result<Value> {
        match phis.get(&name) {
            Some(&arg) => self.operand_as(arg, self.f.names[name].ty),
            None => self.name(name),
        }
    }
}

/// Whether a name is computed from names and constants alone, and never traps.
fn is_pure(run: &Run<'_>, code: TreeCode, rhs: &[Operand; 3]) -> bool {
    use TreeCode::*;
    let divides = matches!(code, TruncDiv | TruncMod | ExactDiv);
    let simple = |op: &Operand| match *op {
        Operand::None | Operand::Const(_) | Operand::Ssa(_) => true,
        Operand::Tree(id) => match *run.unit.trees.kind(id) {
            TreeKind::Addr(object) => matches!(object, Operand::Decl(_)),
            _ => false,
        },
        Operand::Decl(_) => false,
    };
    !divides && rhs.iter().all(simple)
}

/// The block in which a name is defined.
pub fn home(f: &Function, name: SsaName) -> Option<BlockId> {
    f.names.get(name)?.def.expand().map(|stmt| f.stmts[stmt].block)
}
