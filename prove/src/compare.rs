//! One question: does one body refine another?

use crate::answer::{Answer, Counterexample};
use crate::calls::to_expand;
use crate::loops::Plan;
use crate::query::{Solver, Verdict, in_order};
use crate::same::same;
use crate::semantics::objects::{Bodies, Entity, OFFSET_BITS, Objects, is_known, is_local};
use crate::semantics::{Limits, Meaning, Obj, Role, Run};
use crate::terms::{Format, Op, Sort, Term, Terms};
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::print;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::{Duration, Instant};

/// Bytes of an object that counts as small.
const SMALL: u32 = 1024;

/// How long it is asked at most whether a body goes on where it had ended.
const MOST_FOR_ENDS: Duration = Duration::from_secs(2);

/// How a question is asked.
#[derive(Clone, Debug)]
pub struct Config {
    pub solver: Solver,
    /// What the options of the compilation say, and how often control goes back at most where it depends on the input.
    pub limits: Limits,
}

impl Config {
    /// Nothing is asked after a time: what is open then stays unknown.
    pub fn end_at(&mut self, until: Instant) {
        self.solver.until = Some(until);
        self.limits.until = Some(until);
    }
}

impl Default for Config {
    fn default() -> Config {
        Config { solver: Solver::default(), limits: Limits { bound: 4, ..Limits::default() } }
    }
}

/// Something that must not be.
pub struct Doubt {
    pub condition: Term,
    pub what: String,
    /// What the condition is made of, as bits, each with the statement of the second body that it is about.
    pub parts: Vec<(Term, StmtId)>,
}

/// A pair of bodies and what they mean.
pub struct Pair<'a> {
    pub unit: &'a Unit,
    pub bodies: [&'a Function; 2],
    pub terms: Terms,
    pub objects: Objects<'a>,
    fresh: u32,
    same: FxHashMap<(Term, Term), Term>,
}

/// Whether a body refines another. Loops are asked about by induction, then as far as they are followed; where that is too
/// hard, of their first iteration. Where it does not, it may do so for some value in the place of what overflows.
pub fn prove(unit: &Unit, before: &Function, after: &Function, config: &Config) -> Answer {
    Question { unit, before, after, bodies: Bodies::default() }.ask(config)
}

/// The same of a pass between functions: bodies are those of the functions that may be called.
pub fn prove_with_callees(
    unit: &Unit,
    before: &Function,
    after: &Function,
    bodies: &Bodies<'_>,
    config: &Config,
) -> Answer {
    if same(unit, before, after) {
        return Answer::Proved;
    }
    match to_expand(before, after, bodies) {
        Ok(bodies) => Question { unit, before, after, bodies }.ask(config),
        Err(why) => Answer::Unknown(why),
    }
}

/// Two bodies, and those that stand in the place of calls in them.
struct Question<'a> {
    unit: &'a Unit,
    before: &'a Function,
    after: &'a Function,
    bodies: Bodies<'a>,
}

impl Question<'_> {
    fn ask(&self, config: &Config) -> Answer {
        if same(self.unit, self.before, self.after) {
            return Answer::Proved;
        }
        let objects = self.pair().objects;
        if objects.asks_constant {
            return self.ask_with_constants(config, objects.settled_constant.len());
        }
        self.ask_alone(config)
    }

    /// A pass may settle `__builtin_constant_p` either way: something that it may have been has to be right.
    fn ask_with_constants(&self, config: &Config, settled: usize) -> Answer {
        let all = u32::MAX;
        let tried = match settled {
            0 => vec![0],
            1 => vec![0, 1],
            2 => vec![0, 3, 1, 2],
            _ => vec![0, all],
        };
        let mut unknown = None;
        for constant_answers in tried {
            let limits = Limits { constant_answers, ..config.limits };
            match self.ask_alone(&Config { limits, ..config.clone() }) {
                Answer::Refuted(example) if example.goes_on.is_none() => {}
                Answer::Unknown(why) => unknown = Some(Answer::Unknown(why)),
                proved => return proved,
            }
        }
        let open = || Answer::Unknown("not modelled: __builtin_constant_p".to_string());
        unknown.unwrap_or_else(open)
    }

    fn ask_alone(&self, config: &Config) -> Answer {
        let start = Instant::now();
        if self.pair().holds_by_induction(config) {
            return Answer::Proved;
        }
        let solver = config.solver.clone();
        let mut config = config.clone();
        let left = config.solver.timeout.saturating_sub(start.elapsed());
        config.solver.timeout = left.max(Duration::from_secs(1));
        let answer = self.ask_within(&config);
        let Answer::Refuted(mut example) = answer else { return answer };
        if example.goes_on.is_some() {
            return Answer::Refuted(example);
        }
        let limits = Limits { lenient: true, ..config.limits };
        let lenient = Config { limits, solver };
        match self.ask_within(&lenient) {
            Answer::Proved | Answer::ProvedFor(_) => example.undefined_only = true,
            // An input for which more than that is wrong.
            Answer::Refuted(other) => return Answer::Refuted(other),
            Answer::Unknown(_) => {}
        }
        Answer::Refuted(example)
    }

    fn ask_within(&self, config: &Config) -> Answer {
        let answer = self.ask_bounded(config);
        let hard = matches!(&answer, Answer::Unknown(why) if why == "timeout" || why.starts_with("bound: "));
        let has_loops = [self.before, self.after].iter().any(|f| Plan::of(f).has_loops());
        if !hard || !has_loops || config.limits.bound <= 1 {
            return answer;
        }
        let limits = Limits { bound: 1, ..config.limits };
        match self.ask_bounded(&Config { limits, ..config.clone() }) {
            Answer::Unknown(_) => answer,
            easier => easier,
        }
    }

    fn ask_bounded(&self, config: &Config) -> Answer {
        self.pair().answer(config).unwrap_or_else(Answer::Unknown)
    }

    fn pair(&self) -> Pair<'_> {
        Pair::of(self.unit, [self.before, self.after], self.bodies.clone())
    }
}

impl<'a> Pair<'a> {
    /// Two bodies, and those that stand in the place of calls in them.
    pub fn of(unit: &'a Unit, bodies: [&'a Function; 2], expanded: Bodies<'a>) -> Pair<'a> {
        Pair {
            unit,
            bodies,
            terms: Terms::new(),
            objects: Objects::of(unit, bodies, expanded),
            fresh: 0,
            same: FxHashMap::default(),
        }
    }
}

impl Pair<'_> {
    fn answer(&mut self, config: &Config) -> Result<Answer, String> {
        let [before, after] = self.bodies;
        let bound = config.limits.bound;
        let mut run = Run::new(self.unit, before, &mut self.terms, &self.objects, Role::Before);
        run.limits = config.limits;
        let old = run.meaning()?;
        let mut run = Run::new(self.unit, after, &mut self.terms, &self.objects, Role::After);
        run.limits = Limits { bound: bound + 1, ..config.limits };
        run.given = old.undefined.iter().map(|&(term, _)| term).collect();
        let new = run.meaning()?;
        let doubts = self.doubts(&old, &new, Terms::TRUE);
        let mut premises = self.premises(&old, &new);
        let more = self.seldom_premises(&old);
        let mut used_more = false;
        let bounded = old.exceeded != Terms::FALSE || new.exceeded != Terms::FALSE;
        if premises.contains(&Terms::FALSE) {
            let why = if bounded { "bound" } else { "always undefined" };
            return Ok(Answer::Unknown(why.to_string()));
        }
        let start = Instant::now();
        for doubt in &doubts {
            let mut solver = config.solver.clone();
            let left = config.solver.timeout.saturating_sub(start.elapsed());
            solver.timeout = left.max(Duration::from_millis(100));
            if start.elapsed() > config.solver.timeout {
                return Ok(Answer::Unknown("timeout".to_string()));
            }
            let ask = |pair: &mut Self, premises: &[Term]| {
                let mut conditions = vec![doubt.condition];
                conditions.extend(premises);
                let mut wanted = pair.wanted(&conditions);
                wanted.extend(doubt.parts.iter().map(|&(bit, _)| bit));
                let verdict = solver.ask(&pair.terms, &conditions, &wanted);
                (conditions, wanted, verdict)
            };
            let (mut conditions, mut wanted, mut verdict) = ask(self, &premises);
            if !more.is_empty() && matches!(verdict, Verdict::Possible(_)) {
                used_more = true;
                (conditions, wanted, verdict) = ask(self, &[&premises[..], &more].concat());
            }
            match verdict {
                Verdict::Never => {}
                Verdict::Timeout => return Ok(Answer::Unknown("timeout".to_string())),
                Verdict::Failed(what) => return Ok(Answer::Unknown(what)),
                Verdict::Possible(_) if self.has_known_calls() => {
                    let why = "needs points-to: what called functions access";
                    return Ok(Answer::Unknown(why.to_string()));
                }
                Verdict::Possible(_)
                    if self.objects.has_inner_restrict
                        || self.objects.has_restrict && old.restrict_unknown =>
                {
                    return Ok(Answer::Unknown("not modelled: restrict".to_string()));
                }
                Verdict::Possible(_) if old.table_unknown || new.table_unknown => {
                    return Ok(Answer::Unknown("not modelled: a constant table".to_string()));
                }
                Verdict::Possible(values) => {
                    let small = self.with_small_objects(&conditions);
                    return Ok(match solver.ask(&self.terms, &small, &wanted) {
                        Verdict::Possible(small) => self.refuted(doubt, &small),
                        _ => self.refuted(doubt, &values),
                    });
                }
            }
        }
        if used_more {
            premises.extend(more);
        }
        if !doubts.is_empty() && !self.terms.hold_for_a_sample(&premises) {
            // Something must come through, or nothing was shown.
            match config.solver.ask(&self.terms, &premises, &[]) {
                Verdict::Possible(_) => {}
                Verdict::Never if bounded => return Ok(Answer::Unknown("bound".to_string())),
                Verdict::Never => return Ok(Answer::Unknown("always undefined".to_string())),
                Verdict::Timeout => return Ok(Answer::Unknown("timeout".to_string())),
                Verdict::Failed(what) => return Ok(Answer::Unknown(what)),
            }
        }
        let has_loops = Plan::of(before).has_loops() || Plan::of(after).has_loops();
        if !bounded || !has_loops {
            return Ok(Answer::Proved);
        }
        let left = config.solver.timeout.saturating_sub(start.elapsed());
        let solver = Solver { timeout: left.min(MOST_FOR_ENDS), ..config.solver.clone() };
        Ok(match self.goes_on(&old, &new, &solver) {
            Some(example) => example,
            None => Answer::ProvedFor(old.rounds.max(1)),
        })
    }

    /// An input for which the first body ends, but the second goes round more often than it was followed. It may do so for
    /// good, or loops have become others.
    fn goes_on(&mut self, old: &Meaning, new: &Meaning, solver: &Solver) -> Option<Answer> {
        if new.exceeded == Terms::FALSE || self.has_known_calls() {
            return None;
        }
        let mut conditions = vec![new.exceeded, old.ends, self.terms.not(old.exceeded)];
        conditions.extend(old.undefined.iter().map(|&(term, _)| self.terms.not(term)));
        conditions.extend(self.sizes());
        conditions.retain(|&term| term != Terms::TRUE);
        if conditions.contains(&Terms::FALSE) {
            return None;
        }
        let conditions = self.with_small_objects(&conditions);
        let wanted = self.wanted(&conditions);
        let Verdict::Possible(values) = solver.ask(&self.terms, &conditions, &wanted) else {
            return None;
        };
        let what = "it goes on where it had ended".to_string();
        let doubt = Doubt { condition: new.exceeded, what, parts: Vec::new() };
        let mut answer = self.refuted(&doubt, &values);
        if let Answer::Refuted(example) = &mut answer {
            example.goes_on = Some(old.rounds.max(1));
        }
        Some(answer)
    }

    /// What is taken to hold: that the first body is defined, and that loops end within bounds.
    pub fn premises(&mut self, old: &Meaning, new: &Meaning) -> Vec<Term> {
        let mut premises = vec![self.terms.not(old.exceeded), self.terms.not(new.exceeded)];
        let seen: FxHashSet<Term> = old.undefined.iter().map(|&(term, _)| term).collect();
        premises.extend(seen.iter().map(|&term| self.terms.not(term)));
        premises.extend(self.sizes());
        premises.sort_unstable();
        premises.dedup();
        premises.retain(|&term| term != Terms::TRUE);
        premises
    }

    /// What is taken to hold as well where an input was found: that what is accessed from a pointer is in the object it points to,
    /// and through a record at the place it has in others.
    pub fn seldom_premises(&mut self, old: &Meaning) -> Vec<Term> {
        old.seldom.iter().map(|&term| self.terms.not(term)).collect()
    }

    /// The sizes of the objects that are known, where sizes are asked for.
    fn sizes(&mut self) -> Vec<Term> {
        if !self.terms.has_name("size") {
            return Vec::new();
        }
        let mut known: Vec<(u64, u64)> =
            self.objects.sizes.iter().map(|(&id, &size)| (id, size)).collect();
        // Nothing is at a null pointer.
        known.push((0, 0));
        known.sort_unstable();
        let mut all = Vec::new();
        for (id, size) in known {
            let id = self.terms.constant(64 - OFFSET_BITS, id.into());
            let is = self.terms.apply("size", &[id], Sort::Bits(OFFSET_BITS));
            let size = self.terms.constant(OFFSET_BITS, size.into());
            all.push(self.terms.eq(is, size));
        }
        all
    }

    /// What could be wrong, as far as it is not settled by equal terms; of what is seen at the end, where that is reached.
    pub fn doubts(&mut self, old: &Meaning, new: &Meaning, ends: Term) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        let known: FxHashSet<Term> = old.undefined.iter().map(|&(term, _)| term).collect();
        let mut open: Vec<(Term, StmtId)> = Vec::new();
        for &(strict, stmt) in &new.undefined {
            if !known.contains(&strict) {
                open.push((new.less_strict.get(&strict).copied().unwrap_or(strict), stmt));
            }
        }
        if !open.is_empty() {
            let mut condition = Terms::FALSE;
            let mut parts = Vec::new();
            for (one, stmt) in open {
                condition = self.terms.or(condition, one);
                parts.push((self.terms.bit(one), stmt));
            }
            let what = "what was defined is undefined".to_string();
            doubts.push(Doubt { condition, what, parts });
        }
        if let (Some(a), Some(b)) = (old.result, new.result) {
            let condition = if a == b {
                Terms::FALSE
            } else if self.terms.width(a.bits) != self.terms.width(b.bits) {
                Terms::TRUE
            } else {
                self.differ((a.bits, a.undef), (b.bits, b.undef), old.result_is_float)
            };
            let condition = self.terms.and(condition, ends);
            let what = "another value is returned".to_string();
            doubts.push(Doubt { condition, what, parts: Vec::new() });
        }
        let same = self.same_effects(old.state.effects, new.state.effects);
        let other = self.terms.not(same);
        let condition = self.terms.and(other, ends);
        let what = "calls, or volatile accesses, differ".to_string();
        doubts.push(Doubt { condition, what, parts: Vec::new() });
        let objects: Vec<Obj> = old.state.memory.keys().copied().collect();
        for object in objects {
            let name = match object {
                Obj::Shared => "memory differs at the end".to_string(),
                Obj::Own(decl) if self.is_unseen(decl) => continue,
                Obj::Own(decl) => {
                    let name = self.unit.decl_name(decl).unwrap_or("?");
                    format!("‘{name}’ differs at the end")
                }
            };
            let (a, b) = (old.state.memory[&object], new.state.memory[&object]);
            let freed = (object == Obj::Shared).then_some(&old.freed[..]);
            let condition = self.arrays_differ(a, b, freed);
            let condition = self.terms.and(condition, ends);
            doubts.push(Doubt { condition, what: name, parts: Vec::new() });
        }
        doubts.retain(|doubt| doubt.condition != Terms::FALSE);
        doubts
    }

    /// Whether something is called of which a pass knows more than is said here: a builtin, or a function that was looked at,
    /// or with a local variable in its reach. Not where its body stands in the place of the call.
    fn has_known_calls(&self) -> bool {
        let unit = self.unit;
        self.bodies.into_iter().chain(self.objects.all_expanded()).any(|f| {
            f.block_order().into_iter().flat_map(|block| f.block_stmts(block)).any(|stmt| {
                let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
                let Callee::Decl(callee) = call.callee else {
                    return self.objects.has_given_local;
                };
                self.objects.expanded(callee).is_none()
                    && (unit.decls[callee].builtin.is_some()
                        || unit.modref.contains_key(&callee)
                        || self.objects.has_given_local)
            })
        })
    }

    /// Whether nobody looks at a variable when the function has ended.
    fn is_unseen(&self, decl: DeclId) -> bool {
        is_local(self.unit, decl)
            || is_known(self.unit, decl)
            || self.unit.decls[decl].has(flag::WRITE_ONLY)
    }

    /// Where two values differ in a bit that the first defines.
    pub fn differ(&mut self, a: (Term, Term), b: (Term, Term), float: Option<Format>) -> Term {
        let t = &mut self.terms;
        let changed = t.binary(Op::BitXor, a.0, b.0);
        let changed = t.binary(Op::BitOr, changed, b.1);
        let defined = t.bit_not(a.1);
        let seen = if t.is_zero(a.1) { changed } else { t.binary(Op::BitAnd, changed, defined) };
        let differ = if t.is_zero(a.1) && t.is_zero(b.1) {
            let same = t.eq(a.0, b.0);
            t.not(same)
        } else {
            t.is_nonzero(seen)
        };
        let Some(format) = float else { return differ };
        // One NaN is like another.
        let (x, y) = (is_nan(t, a.0, format), is_nan(t, b.0, format));
        let both = t.and(x, y);
        let not = t.not(both);
        t.and(differ, not)
    }

    /// Where two objects differ: for what ends with the function not at all, given what was freed by then.
    pub fn arrays_differ(
        &mut self,
        a: crate::semantics::Bytes,
        b: crate::semantics::Bytes,
        freed: Option<&[(Term, Term)]>,
    ) -> Term {
        if a.data == b.data && (a.undef == b.undef || self.terms.fill(0) == b.undef) {
            return Terms::FALSE;
        }
        self.fresh += 1;
        let at = self.terms.var(&format!("address {}", self.fresh), Sort::Bits(64));
        let (x, y) = (self.terms.select(a.data, at), self.terms.select(b.data, at));
        let (u, v) = (self.terms.select(a.undef, at), self.terms.select(b.undef, at));
        let differ = self.differ((x, u), (y, v), None);
        let Some(freed) = freed else { return differ };
        let gone = Run::is_freed(&mut self.terms, freed, at);
        let stays = self.terms.not(gone);
        let differ = self.terms.and(differ, stays);
        // What the function keeps ends with it.
        let top = self.terms.extract(63, 63, at);
        let local = self.terms.is_nonzero(top);
        let elsewhere = self.terms.not(local);
        self.terms.and(differ, elsewhere)
    }

    /// Where the effects are the same: calls of the same functions, in the same order, with the same arguments and memory.
    pub fn same_effects(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return Terms::TRUE;
        }
        if let Some(&known) = self.same.get(&(a, b)) {
            return known;
        }
        let (x, y) = (self.terms.node(a).clone(), self.terms.node(b).clone());
        let same = match (&x.op, &y.op) {
            (Op::Ite, _) => {
                let (p, q) = (self.same_effects(x.args[1], b), self.same_effects(x.args[2], b));
                self.terms.ite(x.args[0], p, q)
            }
            (_, Op::Ite) => {
                let (p, q) = (self.same_effects(a, y.args[1]), self.same_effects(a, y.args[2]));
                self.terms.ite(y.args[0], p, q)
            }
            (Op::Apply(f), Op::Apply(g)) if f == g => {
                let mut all = Terms::TRUE;
                for (&p, &q) in x.args.iter().zip(&y.args) {
                    let one = match self.terms.sort(p) {
                        Sort::Effects => self.same_effects(p, q),
                        Sort::Array if p == q => Terms::TRUE,
                        Sort::Array => {
                            self.fresh += 1;
                            let name = format!("address {}", self.fresh);
                            let at = self.terms.var(&name, Sort::Bits(64));
                            let (v, w) = (self.terms.select(p, at), self.terms.select(q, at));
                            self.terms.eq(v, w)
                        }
                        _ => self.terms.eq(p, q),
                    };
                    all = self.terms.and(all, one);
                }
                all
            }
            _ => Terms::FALSE,
        };
        self.same.insert((a, b), same);
        same
    }

    /// The conditions, and that objects are small: an input that can be tried.
    fn with_small_objects(&mut self, conditions: &[Term]) -> Vec<Term> {
        let all = in_order(&self.terms, conditions);
        let most = self.terms.constant(OFFSET_BITS, SMALL.into());
        let mut small = conditions.to_vec();
        for term in all {
            let Op::Apply(name) = self.terms.node(term).op else { continue };
            if self.terms.name(name) == "size" {
                let fits = self.terms.ule(term, most);
                small.push(fits);
            }
        }
        small
    }

    /// What an example tells of an input: the arguments, the bytes that are looked at, and the sizes of objects.
    fn wanted(&self, conditions: &[Term]) -> Vec<Term> {
        let mut wanted = Vec::new();
        for term in in_order(&self.terms, conditions) {
            let node = self.terms.node(term);
            match node.op {
                Op::Var(name)
                    if matches!(node.sort, Sort::Bits(width) if width <= 128)
                        && self.terms.name(name).starts_with("param ") =>
                {
                    wanted.push(term);
                }
                Op::Select if wanted.len() < 400 => {
                    if let Op::Var(_) = self.terms.node(node.args[0]).op {
                        wanted.extend([node.args[1], term]);
                    }
                }
                Op::Apply(name) if self.terms.name(name) == "size" => {
                    wanted.extend([node.args[0], term]);
                }
                _ => {}
            }
        }
        wanted
    }

    fn refuted(&self, doubt: &Doubt, values: &[(Term, u128)]) -> Answer {
        let [before, after] = self.bodies;
        let text = |f: &Function, stmt: Option<StmtId>| {
            stmt.filter(|stmt| stmt.is_some()).map_or(String::new(), |stmt| {
                let flags = plain();
                print::stmt_text(self.unit, f, stmt, flags).trim().to_string()
            })
        };
        let by_term: FxHashMap<Term, u128> = values.iter().copied().collect();
        let wrong = doubt.parts.iter().find(|(bit, _)| by_term.get(bit) == Some(&1));
        let mut example = Counterexample {
            what: doubt.what.clone(),
            after: text(after, wrong.map(|&(_, stmt)| stmt)),
            ..Counterexample::default()
        };
        for &param in &before.params {
            let value = values.iter().find(|(term, _)| match self.terms.node(*term).op {
                Op::Var(name) => self.terms.name(name) == format!("param {}", param.0),
                _ => false,
            });
            let bits = value.map_or(0, |&(_, bits)| bits);
            example.arguments.push(bits);
            if value.is_some() {
                let name = self.unit.decl_name(param).unwrap_or("?").to_string();
                example.inputs.push((name, self.shown(param, bits)));
            }
        }
        for &(term, byte) in values {
            let node = self.terms.node(term);
            if let Op::Apply(_) = node.op
                && let Some(&id) = by_term.get(&node.args[0])
            {
                example.sizes.push((id as u64, byte as u64));
            }
            if node.op != Op::Select {
                continue;
            }
            let Op::Var(name) = self.terms.node(node.args[0]).op else { continue };
            let Some(&address) = by_term.get(&node.args[1]) else { continue };
            let name = self.terms.name(name);
            if name == "memory" {
                example.memory.push((address as u64, byte as u8));
            } else if let Some(start) = self.start_of_static(name) {
                example.memory.push((start.wrapping_add(address as u64), byte as u8));
            }
        }
        example.memory.sort_unstable();
        example.memory.dedup();
        example.named = self.objects.named();
        for &(address, byte) in &example.memory {
            example.inputs.push((format!("*(unsigned char *) {address:#x}"), byte.to_string()));
        }
        Answer::Refuted(Box::new(example))
    }

    /// The address of a variable with an array of its own, by the name of what that holds at the beginning.
    fn start_of_static(&self, name: &str) -> Option<u64> {
        let number: u32 = name.strip_prefix("static ")?.parse().ok()?;
        self.objects.address(Entity::Decl(DeclId(number)))
    }

    /// A value as C writes it.
    fn shown(&self, param: DeclId, bits: u128) -> String {
        let types = &self.unit.types;
        let ty = self.unit.decls[param].ty;
        if types.is_pointer(ty) {
            return format!("{bits:#x}");
        }
        match (types.precision(ty), types.is_unsigned(ty)) {
            (Some(_), true) => bits.to_string(),
            (Some(width), false) => crate::terms::signed(bits, width).to_string(),
            _ => match types.size(ty) {
                Some(4) if types.is_real(ty) => f32::from_bits(bits as u32).to_string(),
                Some(8) if types.is_real(ty) => f64::from_bits(bits as u64).to_string(),
                _ => format!("{bits:#x}"),
            },
        }
    }
}

fn plain() -> gimple::print::Flags {
    gimple::print::Flags::NONE
}

fn is_nan(t: &mut Terms, bits: Term, format: Format) -> Term {
    let fraction = format.significand - 1;
    let exponent = t.extract(fraction + format.exponent - 1, fraction, bits);
    let digits = t.extract(fraction - 1, 0, bits);
    let ones = t.ones(format.exponent);
    let special = t.eq(exponent, ones);
    let some = t.is_nonzero(digits);
    t.and(special, some)
}
