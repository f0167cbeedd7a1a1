//! What a function does, as terms: its result, memory and effects for all inputs, and when it is undefined.
//!
//! A function is run symbolically, block by block, in an order in which each comes after what leads to it. Blocks of loops
//! are run again, a *round* for each time control has gone back, up to a bound (`loops.rs`). Where paths join, values,
//! memory and effects are chosen by the conditions of the edges.

mod call;
pub mod cut;
mod escape;
mod expand;
mod float;
pub mod heap;
mod int;
pub mod invariant;
mod memory;
pub mod objects;
mod padding;
mod records;
mod restrict;
mod value;
mod variadic;

use crate::loops::{Plan, Visit};
use crate::terms::{Sort, Term, Terms};
use cut::{AtCut, Cuts, Label, Start};
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
pub use memory::Obj;
use objects::Objects;
use restrict::Access;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

/// Why a body has no meaning here.
pub type Result<T> = std::result::Result<T, String>;

/// Terms that a body may make before it counts as too large.
const MAX_TERMS: usize = 3_000_000;

/// Which of the two bodies it is: what is undefined in the one before may become anything; the one after may compute what
/// is undefined, as long as nothing depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Before,
    After,
}

/// What the options of a compilation say, and how far loops are followed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// How often control goes back at most.
    pub bound: u32,
    /// Signed overflow wraps.
    pub wraps: bool,
    /// Addresses wrap.
    pub wraps_pointers: bool,
    /// There may be an object at address 0.
    pub null_is_an_address: bool,
    /// What overflows, or is shifted too far, after the pass has some value; what ends there keeps its contents.
    pub lenient: bool,
    /// Accesses of any type may be to what was stored as another.
    pub any_alias: bool,
    /// What `__builtin_constant_p` says where the pass has settled it, a bit for each call (`Objects::settled_constant`).
    pub constant_answers: u32,
    /// When it is given up.
    pub until: Option<Instant>,
}

/// A value: its bits, and which of them are undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    pub bits: Term,
    pub undef: Term,
}

/// An object's bytes, and which of their bits are undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes {
    pub data: Term,
    pub undef: Term,
}

/// Memory and effects at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub memory: BTreeMap<Obj, Bytes>,
    /// The kinds of scalars that were last stored, by address: what loads of other types may not read.
    pub kinds: Term,
    /// The records through which bytes were last stored, by address: what loads through other records may not read.
    pub records: Term,
    /// Where in these they are.
    pub places: Term,
    pub effects: Term,
}

type Env = FxHashMap<SsaName, Value>;

/// The position of an arrival that is no edge: where a run begins.
const BEGINNING: usize = usize::MAX;

/// An edge that is taken, into a block in a round.
#[derive(Clone)]
struct Arrival {
    condition: Term,
    /// The position among the arguments of φs.
    index: usize,
    env: Rc<Env>,
    state: State,
}

/// How a body ends.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// Undefined where one of these holds; each with the statement it comes from.
    pub undefined: Vec<(Term, StmtId)>,
    /// What is asked of the body after the pass where one of these was not undefined before.
    pub less_strict: FxHashMap<Term, Term>,
    /// Where it is undefined as well, for reasons that are seldom needed.
    pub seldom: BTreeSet<Term>,
    /// Where it goes round more often than it was followed.
    pub exceeded: Term,
    /// The value returned; nothing where there is none.
    pub result: Option<Value>,
    /// Whether the value returned is floating-point, and of which format.
    pub result_is_float: Option<crate::terms::Format>,
    pub state: State,
    /// How often control went back at most.
    pub rounds: u32,
    /// Where the function ends, by a return or a call that does not return.
    pub ends: Term,
    /// Where it comes to a cut, and with what.
    pub at_cuts: BTreeMap<usize, AtCut>,
    /// The names, of both bodies, whose values come from before the cut where the run began.
    pub needed: BTreeSet<Label>,
    /// Objects that were freed, by number, each with where that happened.
    pub freed: Vec<(Term, Term)>,
    /// Whether what `restrict` says of some access is not known.
    pub restrict_unknown: bool,
    /// Whether a constant table is taken to hold anything.
    pub table_unknown: bool,
    /// Functions that are called, each with where that is and the arguments.
    pub calls: Vec<(Term, DeclId, Vec<Term>)>,
}

/// Where a body is left.
struct Exit {
    condition: Term,
    /// By a return, not by a call that does not return.
    returns: bool,
    value: Option<Value>,
    state: State,
}

/// A run of one body.
pub struct Run<'a> {
    pub unit: &'a Unit,
    pub f: &'a Function,
    pub terms: &'a mut Terms,
    pub objects: &'a Objects<'a>,
    pub role: Role,
    pub limits: Limits,
    /// Where the body before the pass is undefined, if this is the one after it.
    pub given: FxHashSet<Term>,
    undefined: Vec<(Term, StmtId)>,
    seen_undefined: FxHashSet<Term>,
    less_strict: FxHashMap<Term, Term>,
    seldom: BTreeSet<Term>,
    env: Env,
    state: State,
    reach: Term,
    stmt: StmtId,
    exits: Vec<Exit>,
    ended: bool,
    /// Where loops go round more often than they were followed.
    exceeded: Term,
    /// Where the body is reached.
    entered: Term,
    /// The arguments of a body that stands in the place of a call, and how deep it is within others.
    params: FxHashMap<DeclId, Value>,
    nesting: u32,
    /// The cut where the run began, and the names that came from before it.
    start: Option<&'a Start>,
    needed: BTreeSet<Label>,
    depth: u32,
    /// The round that is run.
    round: u32,
    /// Objects that were freed, by number, each with where that happened.
    freed: Vec<(Term, Term)>,
    /// Accesses by pointers of which `restrict` says something, and whether there were others.
    accesses: Vec<Access>,
    restrict_unknown: bool,
    /// Whether there is a constant table that is not described.
    table_unknown: bool,
    calls: Vec<(Term, DeclId, Vec<Term>)>,
    /// Whether an address is computed, not an access: it may be that of the end of an array.
    of_address: bool,
}

impl<'a> Run<'a> {
    pub fn new(
        unit: &'a Unit,
        f: &'a Function,
        terms: &'a mut Terms,
        objects: &'a Objects<'a>,
        role: Role,
    ) -> Run<'a> {
        let state = State {
            memory: BTreeMap::new(),
            kinds: terms.fill(0),
            records: terms.fill(0),
            places: terms.fill(0),
            effects: terms.var("nothing yet", Sort::Effects),
        };
        Run {
            unit,
            f,
            terms,
            objects,
            role,
            limits: Limits::default(),
            given: FxHashSet::default(),
            undefined: Vec::new(),
            seen_undefined: FxHashSet::default(),
            less_strict: FxHashMap::default(),
            seldom: BTreeSet::new(),
            env: Env::default(),
            state,
            reach: Terms::TRUE,
            stmt: StmtId::NONE,
            exits: Vec::new(),
            ended: false,
            exceeded: Terms::FALSE,
            entered: Terms::TRUE,
            params: FxHashMap::default(),
            nesting: 0,
            start: None,
            needed: BTreeSet::new(),
            depth: 0,
            round: 0,
            freed: Vec::new(),
            accesses: Vec::new(),
            restrict_unknown: false,
            table_unknown: false,
            calls: Vec::new(),
            of_address: false,
        }
    }

    /// What a body does within limits, from its beginning.
    pub fn meaning(mut self) -> Result<Meaning> {
        self.initial_memory()?;
        let plan = Plan::of(self.f);
        self.all(&plan, None, &Cuts::default())
    }

    /// Notes that it is undefined to come here where something holds.
    fn undefined_if(&mut self, condition: Term) {
        let here = self.terms.and(self.reach, condition);
        if here != Terms::FALSE && self.seen_undefined.insert(here) {
            self.undefined.push((here, self.stmt));
        }
    }

    /// The same for reasons that are seldom needed.
    fn seldom_if(&mut self, condition: Term) {
        let here = self.terms.and(self.reach, condition);
        if here != Terms::FALSE {
            self.seldom.insert(here);
        }
    }

    /// Runs from the start of a block on, or from the beginning, up to cuts, and says what came of it.
    fn all(mut self, plan: &Plan, from: Option<BlockId>, cuts: &Cuts) -> Result<Meaning> {
        let (rounds, cut) = self.blocks(plan, from, cuts)?;
        let at_cuts = self.at_cuts(cuts, cut)?;
        let mut meaning = self.finish(rounds)?;
        meaning.at_cuts = at_cuts;
        Ok(meaning)
    }

    /// Runs from the start of a block on: how often control went back, and what arrives at cuts.
    fn blocks(
        &mut self,
        plan: &Plan,
        from: Option<BlockId>,
        cuts: &Cuts,
    ) -> Result<(u32, BTreeMap<usize, Vec<Arrival>>)> {
        let bound = self.limits.bound;
        let mut arrivals: FxHashMap<(BlockId, u32), Vec<Arrival>> = FxHashMap::default();
        let mut cut: BTreeMap<usize, Vec<Arrival>> = BTreeMap::new();
        let (condition, env) = (self.entered, Rc::new(Env::default()));
        let state = self.state.clone();
        let (block, index) = match from {
            Some(cut) => (cut, BEGINNING),
            None => {
                let mut edges = self.f.blocks[ENTRY].succs.iter();
                (plan.first(), edges.next().map_or(0, |&edge| self.f.edges[edge].dst_idx as usize))
            }
        };
        let first = Arrival { condition, index, env, state };
        match cuts.number(block) {
            Some(number) if from.is_none() => {
                cut.insert(number, vec![first]);
            }
            _ => {
                arrivals.insert((block, 0), vec![first]);
            }
        }
        // Rounds that are entered under a condition count; others are run whatever the bound.
        let (mut round, mut counted, mut rounds) = (0, 0, 0);
        loop {
            let mut more = false;
            let mut conditional = false;
            for &block in plan.order() {
                let Some(mut arrived) = arrivals.remove(&(block, round)) else { continue };
                arrived.sort_by_key(|arrival| arrival.condition);
                rounds = round;
                self.round = round;
                self.enter(block, &arrived)?;
                self.block(block)?;
                for visit in self.leave(plan, block, round)? {
                    let Visit { edge, round: next, condition } = visit;
                    let e = &self.f.edges[edge];
                    let env = Rc::new(self.env.clone());
                    let (index, state) = (e.dst_idx as usize, self.state.clone());
                    let arrival = Arrival { condition, index, env, state };
                    if let Some(number) = cuts.number(e.dst) {
                        cut.entry(number).or_default().push(arrival);
                        continue;
                    }
                    if next > round {
                        conditional |= condition != Terms::TRUE;
                        more = true;
                    }
                    arrivals.entry((e.dst, next)).or_default().push(arrival);
                }
                if self.terms.len() > MAX_TERMS {
                    return Err("bound: too large".to_string());
                }
                if self.limits.until.is_some_and(|until| Instant::now() >= until) {
                    return Err("timeout".to_string());
                }
            }
            counted += u32::from(conditional);
            if !more {
                break;
            }
            round += 1;
            if counted > bound || round > 80 {
                for arrival in arrivals.values().flatten() {
                    self.exceeded = self.terms.or(self.exceeded, arrival.condition);
                }
                break;
            }
        }
        Ok((rounds, cut))
    }

    /// Joins what arrives at a block, and gives its φs their values.
    fn enter(&mut self, block: BlockId, arrived: &[Arrival]) -> Result<()> {
        let [first, rest @ ..] = arrived else { return Ok(()) };
        self.reach = first.condition;
        self.state = first.state.clone();
        let mut env = Rc::clone(&first.env);
        for arrival in rest {
            self.reach = self.terms.or(self.reach, arrival.condition);
            self.state = self.join(arrival.condition, &arrival.state);
            env = Rc::new(self.join_env(arrival.condition, &arrival.env, &env));
        }
        self.env = Rc::try_unwrap(env).unwrap_or_else(|shared| (*shared).clone());
        self.ended = false;
        if first.index == BEGINNING {
            return Ok(());
        }
        let mut values = Vec::new();
        for stmt in self.f.phis(block) {
            self.stmt = stmt;
            let phi = self.f.phi(stmt);
            if self.f.names[phi.result].has(NameFlags::VIRTUAL) {
                continue;
            }
            let mut value: Option<Value> = None;
            for arrival in arrived {
                let arg = phi.args[arrival.index].value;
                let next = self.argument(arg, &arrival.env, phi.result)?;
                value = Some(match value {
                    None => next,
                    Some(before) => self.choose(arrival.condition, next, before),
                });
            }
            values.extend(value.map(|value| (phi.result, value)));
        }
        self.env.extend(values);
        Ok(())
    }

    /// An argument of a φ, as it is on its edge.
    fn argument(&mut self, arg: Operand, env: &Rc<Env>, result: SsaName) -> Result<Value> {
        if let Operand::Ssa(name) = arg
            && let Some(&value) = env.get(&name)
        {
            return Ok(value);
        }
        let ty = self.f.names[result].ty;
        self.operand_as(arg, ty)
    }

    fn choose(&mut self, condition: Term, a: Value, b: Value) -> Value {
        Value {
            bits: self.terms.ite(condition, a.bits, b.bits),
            undef: self.terms.ite(condition, a.undef, b.undef),
        }
    }

    fn join_env(&mut self, condition: Term, new: &Env, old: &Env) -> Env {
        let mut joined = Env::default();
        for (&name, &before) in old {
            // What is known on one path alone is not used where they have joined.
            if let Some(&value) = new.get(&name) {
                joined.insert(name, self.choose(condition, value, before));
            }
        }
        joined
    }

    fn join(&mut self, condition: Term, new: &State) -> State {
        let old = self.state.clone();
        let terms = &mut *self.terms;
        let memory = old.memory.iter().map(|(&object, &b)| {
            let a = new.memory[&object];
            let data = terms.ite(condition, a.data, b.data);
            (object, Bytes { data, undef: terms.ite(condition, a.undef, b.undef) })
        });
        let memory = memory.collect();
        State {
            memory,
            kinds: self.terms.ite(condition, new.kinds, old.kinds),
            records: self.terms.ite(condition, new.records, old.records),
            places: self.terms.ite(condition, new.places, old.places),
            effects: self.terms.ite(condition, new.effects, old.effects),
        }
    }

    fn block(&mut self, block: BlockId) -> Result<()> {
        for stmt in self.f.block_stmts(block) {
            if self.ended {
                break;
            }
            self.stmt = stmt;
            self.statement(stmt)?;
        }
        Ok(())
    }

    fn statement(&mut self, stmt: StmtId) -> Result<()> {
        let f = self.f;
        match &f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code, rhs } => self.assign(*lhs, *code, rhs),
            StmtKind::Call(call) => self.call(call),
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::Return(value) => self.return_value(*value),
            StmtKind::Nop
            | StmtKind::Label(_)
            | StmtKind::BeginStmt
            | StmtKind::Predict { .. }
            | StmtKind::Cond { .. }
            | StmtKind::Switch(_)
            | StmtKind::Phi(_) => Ok(()),
            StmtKind::Goto(_) => Err("not modelled: a computed goto".to_string()),
            _ => Err("not modelled: structured statements".to_string()),
        }
    }

    /// The edges that a block is left by, each with the condition under which it is reached and taken.
    fn leave(&mut self, plan: &Plan, block: BlockId, round: u32) -> Result<Vec<Visit>> {
        if self.ended {
            return Ok(Vec::new());
        }
        let f = self.f;
        let succs: Vec<EdgeId> = f.blocks[block].succs.to_vec();
        let last = f.last_stmt(block);
        if succs.is_empty() {
            // Nothing comes after a call that does not return.
            self.leave_for_good(false);
            return Ok(Vec::new());
        }
        if succs.iter().any(|&edge| f.edges[edge].flags.intersects(EdgeFlags::COMPLEX)) {
            return Err("not modelled: abnormal edges".to_string());
        }
        let kind = last.map(|stmt| &f.stmts[stmt].kind);
        if let Some(stmt) = last {
            self.stmt = stmt;
        }
        let mut taken: Vec<(EdgeId, Term)> = match kind {
            Some(&StmtKind::Cond { code, lhs, rhs, .. }) => {
                let Some((yes, no)) = f.true_false_edges(block) else {
                    return Err("not modelled: a condition without two edges".to_string());
                };
                let condition = self.condition(code, lhs, rhs)?;
                let not = self.terms.not(condition);
                vec![(yes, condition), (no, not)]
            }
            Some(StmtKind::Switch(switch)) => self.switch(block, switch)?,
            Some(StmtKind::Asm(asm)) if !asm.labels.is_empty() => self.jump(block, asm)?,
            _ if succs.len() == 1 => vec![(succs[0], Terms::TRUE)],
            _ => return Err("not modelled: a block with several ways out".to_string()),
        };
        for (_, condition) in &mut taken {
            *condition = self.terms.and(self.reach, *condition);
        }
        taken.retain(|&(edge, condition)| {
            condition != Terms::FALSE && (f.edges[edge].dst != EXIT || !self.ended)
        });
        if taken.iter().any(|&(edge, _)| f.edges[edge].dst == EXIT) {
            // Without a return statement.
            self.leave_for_good(true);
            taken.retain(|&(edge, _)| f.edges[edge].dst != EXIT);
        }
        let visit = |(edge, condition)| Visit {
            edge,
            condition,
            round: round + u32::from(plan.goes_back(edge)),
        };
        Ok(taken.into_iter().map(visit).collect())
    }

    fn switch(
        &mut self,
        block: BlockId,
        switch: &gimple::stmt::Switch,
    ) -> Result<Vec<(EdgeId, Term)>> {
        let index = self.defined_operand(switch.index)?;
        let ty = self.unit.type_of(self.f, switch.index);
        let unsigned = self.unit.types.is_unsigned(ty);
        let width = self.terms.width(index);
        let mut by_edge: BTreeMap<EdgeId, Term> = BTreeMap::new();
        let mut rest = Terms::TRUE;
        for case in switch.cases.iter().skip(1) {
            let Some(low) = self.unit.consts.as_int(case.low) else { continue };
            let low = self.terms.constant(width, low as u128);
            let high = case.high.expand().and_then(|high| self.unit.consts.as_int(high));
            let is = match high {
                None => self.terms.eq(index, low),
                Some(high) => {
                    let high = self.terms.constant(width, high as u128);
                    let (above, below) = if unsigned {
                        (self.terms.ule(low, index), self.terms.ule(index, high))
                    } else {
                        (self.terms.sle(low, index), self.terms.sle(index, high))
                    };
                    self.terms.and(above, below)
                }
            };
            let not = self.terms.not(is);
            rest = self.terms.and(rest, not);
            let edge = self.case_edge(block, case.label)?;
            let old = by_edge.get(&edge).copied().unwrap_or(Terms::FALSE);
            by_edge.insert(edge, self.terms.or(old, is));
        }
        if let Some(default) = switch.cases.first() {
            let edge = self.case_edge(block, default.label)?;
            let old = by_edge.get(&edge).copied().unwrap_or(Terms::FALSE);
            by_edge.insert(edge, self.terms.or(old, rest));
        }
        Ok(by_edge.into_iter().collect())
    }

    /// Where an asm goes on: a number nothing is known of says to which label, or to none.
    fn jump(&mut self, block: BlockId, asm: &gimple::stmt::Asm) -> Result<Vec<(EdgeId, Term)>> {
        let which = self.terms.apply("asm goes to", &[self.state.effects], Sort::Bits(8));
        let mut by_edge: BTreeMap<EdgeId, Term> = BTreeMap::new();
        let mut rest = Terms::TRUE;
        for (index, &label) in asm.labels.iter().enumerate() {
            let edge = self.case_edge(block, label)?;
            let number = self.terms.constant(8, index as u128);
            let is = self.terms.eq(which, number);
            let not = self.terms.not(is);
            rest = self.terms.and(rest, not);
            let old = by_edge.get(&edge).copied().unwrap_or(Terms::FALSE);
            by_edge.insert(edge, self.terms.or(old, is));
        }
        let mut on = self.f.blocks[block].succs.iter().copied();
        let on = on.rfind(|&edge| self.f.edges[edge].flags.intersects(EdgeFlags::FALLTHRU));
        match on {
            Some(edge) => {
                let old = by_edge.get(&edge).copied().unwrap_or(Terms::FALSE);
                by_edge.insert(edge, self.terms.or(old, rest));
            }
            None if by_edge.len() == self.f.blocks[block].succs.len() => {}
            None => return Err("not modelled: an asm that goes on nowhere".to_string()),
        }
        Ok(by_edge.into_iter().collect())
    }

    fn case_edge(&self, block: BlockId, label: gimple::decl::DeclId) -> Result<EdgeId> {
        let to = self.f.labels.block(label);
        to.and_then(|to| self.f.find_edge(block, to))
            .ok_or_else(|| "not modelled: a case without an edge".to_string())
    }

    fn return_value(&mut self, value: Operand) -> Result<()> {
        let value = match value {
            Operand::None => None,
            value => Some(self.returned(value)?),
        };
        let (condition, state) = (self.reach, self.state.clone());
        self.exits.push(Exit { condition, returns: true, value, state });
        self.ended = true;
        Ok(())
    }

    /// The body is left here without a value.
    fn leave_for_good(&mut self, returns: bool) {
        let (condition, state) = (self.reach, self.state.clone());
        self.exits.push(Exit { condition, returns, value: None, state });
    }

    /// Joins ways out: where one is taken, and with what.
    fn join_exits(&mut self, exits: Vec<Exit>) -> (Term, Option<Value>, Option<State>) {
        let width = exits.iter().find_map(|exit| Some(self.terms.width(exit.value?.bits)));
        let mut ends = Terms::FALSE;
        let mut joined: Option<(Option<Value>, State)> = None;
        for Exit { condition, value, state, .. } in exits {
            ends = self.terms.or(ends, condition);
            // Where nothing is returned, though something is elsewhere, nobody looks.
            let value = match (value, width) {
                (None, Some(width)) => Some(Value {
                    bits: self.terms.constant(width, 0),
                    undef: self.terms.constant(width, 0),
                }),
                (value, _) => value,
            };
            joined = Some(match joined {
                None => (value, state),
                Some((old, before)) => {
                    self.state = before;
                    let state = self.join(condition, &state);
                    let value = match (value, old) {
                        (Some(a), Some(b)) => Some(self.choose(condition, a, b)),
                        (a, b) => a.or(b),
                    };
                    (value, state)
                }
            });
        }
        match joined {
            Some((value, state)) => (ends, value, Some(state)),
            None => (ends, None, None),
        }
    }

    fn finish(mut self, rounds: u32) -> Result<Meaning> {
        let exits = std::mem::take(&mut self.exits);
        let (ends, result, state) = self.join_exits(exits);
        let state = state.unwrap_or_else(|| self.state.clone());
        let returned = self.unit.returned_type(self.f.decl);
        let result_is_float = returned.and_then(|ty| value::format_of(self.unit, ty));
        Ok(Meaning {
            undefined: self.undefined,
            less_strict: self.less_strict,
            seldom: self.seldom,
            exceeded: self.exceeded,
            result,
            result_is_float,
            state,
            rounds,
            ends,
            at_cuts: BTreeMap::new(),
            needed: self.needed,
            freed: self.freed,
            restrict_unknown: self.restrict_unknown,
            table_unknown: self.table_unknown,
            calls: self.calls,
        })
    }
}
